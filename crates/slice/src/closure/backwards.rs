//! Items from which others are reached.

use rustc_hash::FxHashMap;

use super::Closure;
use crate::item::{Place, Use};

impl Closure<'_> {
    /// Names with the items that use them. Other declarations of an item's own function are not used by it.
    pub(super) fn users(&self) -> FxHashMap<u32, Vec<(u32, Place)>> {
        let mut users: FxHashMap<u32, Vec<(u32, Place)>> = FxHashMap::default();
        for number in 0..self.items.len() as u32 {
            let used = self.names(number).into_iter().flat_map(|names| names.used.iter());
            for used in used.filter(|used| used.place != Place::Own) {
                users.entry(used.name).or_default().push((number, used.place));
            }
        }
        users
    }

    /// The items from which one of `targets` is reached: those that use a name of it, those that use a name of such an
    /// item if `goes_on` says so, and so on.
    pub(super) fn reached_backwards(
        &self,
        users: &FxHashMap<u32, Vec<(u32, Place)>>,
        targets: &[u32],
        hops: Hops,
        goes_on: impl Fn(u32) -> bool,
    ) -> Vec<bool> {
        let mut pending = targets.to_vec();
        let mut reached = vec![false; self.items.len()];
        while let Some(number) = pending.pop() {
            let has_condition = hops == Hops::Lookup && self.items[number as usize].has_condition;
            if std::mem::replace(&mut reached[number as usize], true) || has_condition || !goes_on(number) {
                continue;
            }
            let Some(names) = self.names(number) else { continue };
            for name in self.triggers(names) {
                for (user, place) in users.get(name).into_iter().flatten() {
                    let place = match (hops, place) {
                        (Hops::Lookup, Place::Any) => Place::Around,
                        _ => *place,
                    };
                    let used = Use { name: *name, place };
                    if !reached[*user as usize] && self.may_mean(used, self.site(*user), number) {
                        pending.push(*user);
                    }
                }
            }
        }
        reached
    }
}

/// How names are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hops {
    /// By unqualified and qualified lookup.
    Lookup,
    /// By the arguments of calls, too.
    All,
}
