//! What a unit knows besides its macros: which files were read and are not to be read again, what folders belong to.

use rustc_hash::FxHashMap;

use crate::include::{Identity, OnceKey};
use crate::symbol::Symbol;

/// What a fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    /// The guard of a file that was read to its end: its symbol.
    Guard(Identity),
    /// Whether a file was entered.
    Entered(Identity),
    /// The files of this length and time that are read once.
    Once(OnceKey),
    /// What a folder of including files belongs to.
    Folder(Symbol),
    /// What `__COUNTER__` is next.
    Counter,
}

/// How a fact was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// It had this value.
    Is(u64),
    /// It had this value, or has it from then on.
    IsOrBecomes(u64),
    Set,
}

/// What is known besides macros. A value is 0 where nothing is.
#[derive(Default)]
pub(crate) struct Facts {
    values: FxHashMap<Subject, u64>,
    /// How facts were looked at, in order, while [`Facts::is_logging`].
    pub(crate) log: Vec<(Subject, Access)>,
    pub(crate) is_logging: bool,
}

impl Facts {
    pub(crate) fn value(&self, subject: Subject) -> u64 {
        self.values.get(&subject).copied().unwrap_or(0)
    }

    pub(crate) fn get(&mut self, subject: Subject) -> u64 {
        let value = self.value(subject);
        self.log(subject, Access::Is(value));
        value
    }

    pub(crate) fn set(&mut self, subject: Subject, value: u64) {
        self.log(subject, Access::Set);
        self.values.insert(subject, value);
    }

    /// The value, which becomes `value` where nothing is known.
    pub(crate) fn get_or_set(&mut self, subject: Subject, value: u64) -> u64 {
        let known = *self.values.entry(subject).or_insert(value);
        match known == value {
            true => self.log(subject, Access::IsOrBecomes(value)),
            false => self.log(subject, Access::Is(known)),
        }
        self.log(subject, Access::Set);
        known
    }

    fn log(&mut self, subject: Subject, access: Access) {
        if self.is_logging {
            self.log.push((subject, access));
        }
    }

    /// Whether a fact that was looked at is as it was.
    pub(crate) fn is_still(&self, subject: Subject, access: Access) -> bool {
        let now = self.value(subject);
        match access {
            Access::Is(was) => now == was,
            Access::IsOrBecomes(was) => now == was || now == 0,
            Access::Set => true,
        }
    }
}
