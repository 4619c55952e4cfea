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
    /// For clang, the first name of a folder in the unit, by its path without links.
    FolderName(Symbol),
    /// For clang, the file of a name under which one was found: its path without links.
    NamedFile(Symbol),
    /// For clang, the last new name of a file, by its path without links.
    LastName(Symbol),
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

/// Facts that were looked at, and how.
type LookedAt = Vec<(Subject, Access)>;
/// Facts and their values.
type Known = Vec<(Subject, u64)>;

/// What is known besides macros. A value is 0 where nothing is.
#[derive(Default)]
pub(crate) struct Facts {
    /// The numbers of subjects.
    numbers: FxHashMap<Subject, u32>,
    /// By number: the subject, and what is known of it.
    known: Vec<(Subject, u64)>,
    /// How facts were looked at, in order, while [`Facts::is_logging`].
    log: Vec<(u32, Access)>,
    pub(crate) is_logging: bool,
    /// By number: in which closing of the log it was met last, and whether it was set there.
    met: Vec<(u32, bool)>,
    closings: u32,
    /// Room for what is looked at, empty between closings.
    looked_at: Vec<(u32, Access)>,
}

impl Facts {
    fn number(&mut self, subject: Subject) -> u32 {
        let next = self.known.len() as u32;
        let number = *self.numbers.entry(subject).or_insert(next);
        if number == next {
            self.known.push((subject, 0));
            self.met.push((0, false));
        }
        number
    }

    pub(crate) fn value(&self, subject: Subject) -> u64 {
        self.numbers.get(&subject).map_or(0, |number| self.known[*number as usize].1)
    }

    pub(crate) fn get(&mut self, subject: Subject) -> u64 {
        let number = self.number(subject);
        let value = self.known[number as usize].1;
        self.log(number, Access::Is(value));
        value
    }

    pub(crate) fn set(&mut self, subject: Subject, value: u64) {
        let number = self.number(subject);
        self.log(number, Access::Set);
        self.known[number as usize].1 = value;
    }

    /// The value, which becomes `value` where nothing is known.
    pub(crate) fn get_or_set(&mut self, subject: Subject, value: u64) -> u64 {
        let number = self.number(subject);
        let known = &mut self.known[number as usize].1;
        if *known == 0 {
            *known = value;
        }
        let known = *known;
        match known == value {
            true => self.log(number, Access::IsOrBecomes(value)),
            false => self.log(number, Access::Is(known)),
        }
        self.log(number, Access::Set);
        known
    }

    /// The length of the log.
    pub(crate) fn log_length(&self) -> usize {
        self.log.len()
    }

    /// Notes that facts were looked at.
    pub(crate) fn note(&mut self, facts: &[(Subject, Access)]) {
        for (subject, access) in facts {
            let number = self.number(*subject);
            self.log(number, *access);
        }
    }

    pub(crate) fn clear_log(&mut self) {
        self.log.clear();
    }

    /// What was looked at in the log from a place on, and what was set, with its values. The log keeps what of it counts for
    /// those who began to log before.
    pub(crate) fn close_log(&mut self, start: usize) -> (LookedAt, Known) {
        self.closings += 1;
        let closing = self.closings;
        let (mut looked_at, mut set) = (std::mem::take(&mut self.looked_at), Vec::new());
        for (number, access) in self.log.drain(start..) {
            let met = &mut self.met[number as usize];
            let is_new = met.0 != closing;
            let was_set = !is_new && met.1;
            let is_set = access == Access::Set;
            *met = (closing, was_set || is_set);
            if is_set && !was_set {
                set.push((number, access));
            } else if is_new {
                looked_at.push((number, access));
            }
        }
        self.log.extend(looked_at.iter().chain(&set));
        let known = |number: u32| self.known[number as usize];
        let accesses = looked_at.iter().map(|(number, access)| (known(*number).0, *access)).collect();
        let set = set.into_iter().map(|(number, _)| known(number)).collect();
        looked_at.clear();
        self.looked_at = looked_at;
        (accesses, set)
    }

    fn log(&mut self, number: u32, access: Access) {
        if self.is_logging {
            self.log.push((number, access));
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
