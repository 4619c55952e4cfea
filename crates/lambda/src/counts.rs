//! How many variables the extended lambdas of a unit capture: all that the preamble depends on.

use std::collections::BTreeSet;

/// The sets of capture counts of a unit's extended lambdas.
///
/// The preamble declares one set of wrapper templates per count, so it is a function of this value alone: an edit
/// that leaves the sets as they are leaves the preamble as it is. Summaries of items are merged over the unit,
/// uninstantiated templates and discarded branches included.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CaptureCounts {
    device: BTreeSet<u32>,
    host_device: BTreeSet<u32>,
}

/// How many elements a captured pack may have: instantiations are not at hand to count them.
const MAX_PACK: u32 = 32;

impl CaptureCounts {
    /// Notes a `__device__` lambda that captures a pack besides `captures` others.
    pub fn add_device_with_pack(&mut self, captures: u32) {
        (captures..=captures.saturating_add(MAX_PACK)).for_each(|count| self.add_device(count));
    }

    /// Notes a `__device__` lambda. One without captures needs no wrapper of its own and leaves no trace.
    pub fn add_device(&mut self, captures: u32) {
        if captures > 0 {
            self.device.insert(captures);
        }
    }

    /// Notes a `__host__ __device__` lambda.
    pub fn add_host_device(&mut self, captures: u32) {
        self.host_device.insert(captures);
    }

    /// Adds the counts of another item or header.
    pub fn merge(&mut self, other: &CaptureCounts) {
        self.device.extend(&other.device);
        self.host_device.extend(&other.host_device);
    }

    /// Counts above zero of the `__device__` lambdas, ascending.
    pub fn device(&self) -> impl Iterator<Item = u32> {
        self.device.iter().copied()
    }

    /// Counts of the `__host__ __device__` lambdas, ascending.
    pub fn host_device(&self) -> impl Iterator<Item = u32> {
        self.host_device.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::CaptureCounts;

    #[test]
    fn zero_captures_count_for_host_device_lambdas_only() {
        let mut counts = CaptureCounts::default();
        counts.add_device(0);
        assert_eq!(counts, CaptureCounts::default());
        counts.add_host_device(0);
        assert_eq!(counts.host_device().collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn a_pack_has_any_number_of_elements() {
        let mut counts = CaptureCounts::default();
        counts.add_device_with_pack(2);
        assert_eq!(counts.device().take(3).collect::<Vec<_>>(), [2, 3, 4]);
    }

    #[test]
    fn merging_is_union() {
        let (mut left, mut right) = (CaptureCounts::default(), CaptureCounts::default());
        left.add_device(3);
        left.add_host_device(1);
        right.add_device(1);
        right.add_device(3);
        left.merge(&right);
        assert_eq!(left.device().collect::<Vec<_>>(), [1, 3]);
        assert_eq!(left.host_device().collect::<Vec<_>>(), [1]);
    }
}
