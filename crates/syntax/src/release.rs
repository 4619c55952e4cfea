//! The releases of NVIDIA's toolkit, whose front ends differ in options, words, rules and messages.

use std::fmt;
use std::str::FromStr;

/// A release of the CUDA 13 toolkit, in order.
///
/// What changed and since when stands in tables beside the facts that changed, each with the first release of the
/// new form: options in `cli`'s option table, messages and severities in `diag`'s catalogue, rules where they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Release {
    /// CUDA 13.0, in which most facts were recorded.
    #[default]
    V13_0,
    /// CUDA 13.1.
    V13_1,
    /// CUDA 13.2.
    V13_2,
    /// CUDA 13.3, the first whose nvcc knows tile code.
    V13_3,
    /// CUDA 13.4.
    V13_4,
    /// CUDA 13.5.
    V13_5,
}

impl Release {
    /// Every release, oldest first.
    pub const ALL: [Release; 6] =
        [Release::V13_0, Release::V13_1, Release::V13_2, Release::V13_3, Release::V13_4, Release::V13_5];

    /// The newest release.
    pub const NEWEST: Release = Release::V13_5;

    /// The major and the minor number: `(13, 5)`.
    pub const fn numbers(self) -> (u32, u32) {
        match self {
            Release::V13_0 => (13, 0),
            Release::V13_1 => (13, 1),
            Release::V13_2 => (13, 2),
            Release::V13_3 => (13, 3),
            Release::V13_4 => (13, 4),
            Release::V13_5 => (13, 5),
        }
    }

    /// The release with these numbers; of one that is not known, the nearest before it, or else the oldest.
    pub fn nearest(major: u32, minor: u32) -> Release {
        let older = Release::ALL.into_iter().rev().find(|release| release.numbers() <= (major, minor));
        older.unwrap_or(Release::V13_0)
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.numbers();
        write!(f, "{major}.{minor}")
    }
}

/// A text that does not name a known release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownRelease;

impl fmt::Display for UnknownRelease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a release of CUDA from {} to {}", Release::default(), Release::NEWEST)
    }
}

impl std::error::Error for UnknownRelease {}

impl FromStr for Release {
    type Err = UnknownRelease;

    /// Reads `13.5`.
    fn from_str(text: &str) -> Result<Release, UnknownRelease> {
        Release::ALL.into_iter().find(|release| release.to_string() == text).ok_or(UnknownRelease)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_have_numbers_and_texts() {
        assert!(Release::ALL.is_sorted());
        assert_eq!(Release::ALL.last(), Some(&Release::NEWEST));
        for release in Release::ALL {
            let (major, minor) = release.numbers();
            assert_eq!(Release::nearest(major, minor), release);
            assert_eq!(release.to_string().parse(), Ok(release));
        }
        assert_eq!(Release::nearest(14, 1), Release::NEWEST);
        assert_eq!(Release::nearest(12, 9), Release::V13_0);
        assert_eq!("13.05".parse::<Release>(), Err(UnknownRelease));
    }
}
