//! The macros that decided about something, as they were, and what conditions gave under them.
//!
//! What is expanded in the condition of an `#if` is the same in most units and passes: its value is kept with the names
//! that it looked at.

use std::sync::{Arc, Mutex, PoisonError};

use crate::layout::{Directive, Element};
use crate::macros::{Known, Table};
use crate::symbol::Symbol;
use crate::unit::Unit;

/// Macros that were looked at.
#[derive(Debug)]
pub(crate) struct Circumstances {
    /// Those that were defined.
    defined: Box<[(Symbol, Known)]>,
    /// Names that were no macros.
    undefined: Box<[Symbol]>,
}

impl Circumstances {
    /// Those of names with the definitions that they had.
    pub(crate) fn new(names: &[(Symbol, u32)], macros: &Table) -> Circumstances {
        let (mut defined, mut undefined) = (Vec::new(), Vec::with_capacity(names.len()));
        for (name, slot) in names {
            match macros.known_of_slot(*slot) {
                (0, _) => undefined.push(*name),
                was => defined.push((*name, was)),
            }
        }
        Circumstances { defined: defined.into(), undefined: undefined.into() }
    }

    /// Whether all of them are as they were.
    pub(crate) fn hold(&self, macros: &Table) -> bool {
        self.defined.iter().all(|(name, was)| macros.known(*name) == *was)
            && self.undefined.iter().all(|name| !macros.is_defined(*name))
    }

    /// Says that they were looked at.
    pub(crate) fn note(&self, macros: &mut Table) {
        self.defined.iter().for_each(|(name, _)| macros.note(*name));
        self.undefined.iter().for_each(|name| macros.note(*name));
    }
}

/// The value of a condition.
#[derive(Debug)]
pub(crate) struct Decided {
    configuration: u64,
    circumstances: Circumstances,
    value: bool,
}

/// The values of a condition, the latest last.
pub(crate) type AllDecided = Mutex<Vec<Arc<Decided>>>;

/// Conditions that look at fewer names are evaluated again.
const FEWEST: usize = 3;
/// How many values of a condition are kept.
const VALUES: usize = 4;

impl Unit<'_> {
    /// Whether the condition of an element holds. `evaluate` reads it.
    pub(crate) fn decide(
        &mut self,
        element: &Element,
        directive: Directive,
        evaluate: impl FnOnce(&mut Self, Directive) -> bool,
    ) -> bool {
        if !self.is_plain() {
            return evaluate(self, directive);
        }
        if let Some(known) = element.decided.get() {
            let known = known.lock().unwrap_or_else(PoisonError::into_inner);
            let holds = |it: &&Arc<Decided>| {
                it.configuration == self.configuration && it.circumstances.hold(&self.macros)
            };
            let found = known.iter().rev().find(holds).map(Arc::clone);
            drop(known);
            if let Some(found) = found {
                found.circumstances.note(&mut self.macros);
                return found.value;
            }
        }
        let (messages, places) = (self.messages.len(), self.notes.places);
        let log = self.macros.log.len();
        let outer_epoch = self.macros.open_log();
        let value = evaluate(self, directive);
        self.macros.close_log(log, outer_epoch);
        let is_whole = self.messages.len() == messages && self.notes.places == places && !self.is_over;
        let names = &self.macros.log[log..];
        if is_whole && names.len() >= FEWEST {
            let circumstances = Circumstances::new(names, &self.macros);
            let decided = Arc::new(Decided { configuration: self.configuration, circumstances, value });
            let known = element.decided.get_or_init(Box::default);
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() == VALUES {
                known.remove(0);
            }
            known.push(decided);
        }
        if self.notes.frames.is_empty() {
            self.macros.log.clear();
        }
        value
    }
}
