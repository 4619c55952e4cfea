//! Which passes of a unit are meant.

use std::fmt;

use asunder_driver::Pass;

/// The passes that a command line requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// The host pass and the device pass for each architecture that the command compiles for.
    Both,
    /// The host pass.
    Host,
    /// The device pass, for one virtual architecture or for all of the command.
    Device(Option<Architecture>),
}

/// A virtual architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// The number in `compute_90` and `compute_90a`.
    pub number: u32,
    /// With what it alone has, as in `compute_90a`.
    pub is_specific: bool,
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.is_specific { "a" } else { "" })
    }
}

impl Passes {
    /// Whether the host pass is meant.
    pub fn has_host(self) -> bool {
        matches!(self, Passes::Both | Passes::Host)
    }

    /// Whether the device pass for an architecture is meant.
    pub fn has_device(self, architecture: u32) -> bool {
        match self {
            Passes::Both | Passes::Device(None) => true,
            Passes::Device(Some(wanted)) => wanted.number == architecture,
            Passes::Host => false,
        }
    }
}

impl fmt::Display for Passes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Passes::Both => f.write_str("host or device"),
            Passes::Host => f.write_str("host"),
            Passes::Device(None) => f.write_str("device"),
            Passes::Device(Some(architecture)) => write!(f, "compute_{architecture} device"),
        }
    }
}

/// Reads `both`, `host`, `device` and `device:90`.
pub fn passes(text: &str) -> Result<Passes, String> {
    match text {
        "both" => Ok(Passes::Both),
        "device" => Ok(Passes::Device(None)),
        _ => match text.parse() {
            Ok(Pass::Host) => Ok(Passes::Host),
            Ok(Pass::Device { arch }) => {
                Ok(Passes::Device(Some(Architecture { number: arch, is_specific: text.ends_with('a') })))
            }
            Err(_) => Err("expected `both`, `host`, `device`, or `device:90` for an architecture".to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_read() {
        let device = |number, is_specific| Passes::Device(Some(Architecture { number, is_specific }));
        assert_eq!(passes("device:90a"), Ok(device(90, true)));
        assert_eq!(passes("device:sm_120"), Ok(device(120, false)));
        assert!(passes("device:x").is_err() && passes("guest").is_err());
        assert!(Passes::Both.has_host() && Passes::Both.has_device(75));
        assert!(!device(90, false).has_device(80) && !Passes::Host.has_device(80));
    }
}
