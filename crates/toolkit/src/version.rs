//! Versions of toolkits.

use std::fmt;
use std::str::FromStr;

use asunder_syntax::Release;

/// The version that a toolkit's nvcc names, such as `13.0.88`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// 13 in `13.0.88`.
    pub major: u32,
    /// 0 in `13.0.88`.
    pub minor: u32,
    /// 88 in `13.0.88`: the number of the build.
    pub build: u32,
}

/// How a version relates to the releases that asunder knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// One of the known releases.
    Known(Release),
    /// Newer than all known releases; it is treated as the newest of them.
    Newer,
    /// Older than all known releases: its front end has another command line and writes another host text.
    Older,
}

impl Version {
    /// Whether asunder knows the release.
    pub fn support(self) -> Support {
        let numbers = (self.major, self.minor);
        if numbers < Release::default().numbers() {
            Support::Older
        } else if numbers > Release::NEWEST.numbers() {
            Support::Newer
        } else {
            Support::Known(Release::nearest(self.major, self.minor))
        }
    }

    /// The version in what `nvcc --version` prints.
    pub(crate) fn in_banner(text: &str) -> Option<Version> {
        text.split_whitespace().find_map(|word| word.strip_prefix('V')?.parse().ok())
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.build)
    }
}

/// A text that is not a version of three numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a version of three numbers")]
pub struct NotAVersion;

impl FromStr for Version {
    type Err = NotAVersion;

    /// Reads `13.0.88`.
    fn from_str(text: &str) -> Result<Version, NotAVersion> {
        let numbers: Vec<u32> =
            text.split('.').map(str::parse).collect::<Result<_, _>>().map_err(|_| NotAVersion)?;
        let [major, minor, build] = numbers[..] else { return Err(NotAVersion) };
        Ok(Version { major, minor, build })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_banner_names_the_version() {
        let banner = "nvcc: NVIDIA (R) Cuda compiler driver\n\
                      Built on Wed_Aug_20_01:58:59_PM_PDT_2025\n\
                      Cuda compilation tools, release 13.0, V13.0.88\n\
                      Build cuda_13.0.r13.0/compiler.36424714_0\n";
        assert_eq!(Version::in_banner(banner), Some(Version { major: 13, minor: 0, build: 88 }));
        assert_eq!(Version::in_banner("clang version 19.1.7"), None);
    }

    #[test]
    fn releases_are_known_from_13_0_to_the_newest() {
        let support = |text: &str| text.parse::<Version>().unwrap().support();
        assert_eq!(support("12.9.86"), Support::Older);
        assert_eq!(support("13.0.48"), Support::Known(Release::V13_0));
        assert_eq!(support("13.5.37"), Support::Known(Release::V13_5));
        assert_eq!(support("13.6.10"), Support::Newer);
        assert_eq!(support("14.0.1"), Support::Newer);
    }
}
