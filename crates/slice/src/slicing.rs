//! For whom a unit is sliced.

use asunder_source::Folders;

/// The compiler that reads the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// cicc, which compiles the device half.
    Device,
    /// The host compiler, which compiles the host file.
    Host(Instantiations),
}

/// What stays of the order in which templates are instantiated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instantiations {
    /// All of it: objects are equal at every level of the host compiler.
    InOrder,
    /// Nothing: functions may come in another order, and be inlined otherwise.
    InAnyOrder,
}

/// For whom a unit is sliced, and what may be left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slicing {
    /// The compiler that reads the slice.
    pub side: Side,
    /// Folders whose headers are as those of the system: what they declare may be left out.
    pub system: Folders,
}

impl From<Side> for Slicing {
    /// Only headers of the system and the toolkit have items that may be left out.
    fn from(side: Side) -> Slicing {
        Slicing { side, system: Folders::default() }
    }
}
