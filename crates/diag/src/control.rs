//! Severity as the user wants it: default of the pass, command line, pragmas at a position,
//! promotion, in this order (spec page 7 §7.12).

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use serde::{Deserialize, Serialize};

use crate::catalogue::{self, Pass};
use crate::diagnostic::{Diagnostic, Place};
use crate::severity::Severity;

/// What a user can set for one diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ControlAction {
    /// Not reported.
    Suppress,
    /// Reported if remarks are wanted.
    Remark,
    /// Reported as a warning.
    Warning,
    /// Reported as an error.
    Error,
    /// Reported once, at its first place, with the severity it has otherwise.
    Once,
}

/// One wish of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ControlEntry {
    /// What to do.
    pub action: ControlAction,
    /// The internal number of the diagnostic, whichever form the user wrote.
    pub number: u16,
}

/// The command line's part of control.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandLineControl {
    severities: FxHashMap<u16, ControlAction>,
    once: FxHashSet<u16>,
    /// Warnings are dropped.
    pub no_warnings: bool,
    /// Warnings become errors.
    pub promote_warnings: bool,
    /// Remarks are shown.
    pub remarks: bool,
}

impl CommandLineControl {
    /// Takes the wishes in order; the last severity of a number wins, once stays.
    pub fn new(entries: &[ControlEntry]) -> Self {
        let mut control = Self::default();
        for entry in entries {
            if entry.action == ControlAction::Once {
                control.once.insert(entry.number);
            } else {
                control.severities.insert(entry.number, entry.action);
            }
        }
        control
    }
}

/// What pragmas set at positions of the unit, in order of position.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PragmaControl {
    changes: Vec<PragmaChange>,
    /// What they make of each number, each state with the offset from which it holds.
    #[serde(skip)]
    states: OnceLock<FxHashMap<u16, Vec<(u32, PragmaState)>>>,
}

impl PartialEq for PragmaControl {
    fn eq(&self, other: &PragmaControl) -> bool {
        self.changes == other.changes
    }
}

impl Eq for PragmaControl {}

/// A pragma's effect from a position on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PragmaChange {
    /// The byte offset in the unit's text from which it holds.
    pub offset: u32,
    /// What it does.
    pub effect: PragmaEffect,
}

/// What a pragma does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PragmaEffect {
    /// Changes a diagnostic; `None` returns to the command line's severity.
    Set(u16, Option<ControlAction>),
    /// Remembers the state.
    Push,
    /// Returns to the state remembered last.
    Pop,
}

/// What pragmas say about one diagnostic at one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PragmaState {
    severity: Option<ControlAction>,
    once: bool,
}

impl PragmaControl {
    /// Takes changes in order of position.
    pub fn new(changes: Vec<PragmaChange>) -> Self {
        debug_assert!(changes.is_sorted_by_key(|change| change.offset));
        Self { changes, states: OnceLock::new() }
    }

    /// The state of `number` at a byte offset. `nv_diag_once` outlives `nv_diag_default`.
    fn at(&self, number: u16, offset: u32) -> PragmaState {
        let states = self.states.get_or_init(|| states(&self.changes)).get(&number);
        let states = states.map_or(&[][..], Vec::as_slice);
        let before = states.partition_point(|(from, _)| *from <= offset);
        before.checked_sub(1).map_or_else(PragmaState::default, |last| states[last].1)
    }
}

/// The states of each number that pragmas change.
fn states(changes: &[PragmaChange]) -> FxHashMap<u16, Vec<(u32, PragmaState)>> {
    let mut states: FxHashMap<u16, Vec<(u32, PragmaState)>> = FxHashMap::default();
    let mut enter = |number: u16, offset: u32, change: &dyn Fn(&mut PragmaState)| {
        let states = states.entry(number).or_default();
        let before = states.last().map_or_else(PragmaState::default, |(_, state)| *state);
        let mut state = before;
        change(&mut state);
        states.push((offset, state));
        before.severity
    };
    // For each push the severities that were changed since, as they were before.
    let mut pushed: Vec<Vec<(u16, Option<ControlAction>)>> = Vec::new();
    for change in changes {
        match change.effect {
            PragmaEffect::Set(number, Some(ControlAction::Once)) => {
                enter(number, change.offset, &|state| state.once = true);
            }
            PragmaEffect::Set(number, action) => {
                let before = enter(number, change.offset, &|state| state.severity = action);
                pushed.last_mut().into_iter().for_each(|changed| changed.push((number, before)));
            }
            PragmaEffect::Push => pushed.push(Vec::new()),
            PragmaEffect::Pop => {
                for (number, severity) in pushed.pop().into_iter().flatten().rev() {
                    enter(number, change.offset, &|state| state.severity = severity);
                }
            }
        }
    }
    states
}

/// How a diagnostic is to be reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The severity at last.
    pub severity: Severity,
    /// It was a warning until warnings were promoted.
    pub promoted: bool,
    /// Only its first occurrence counts.
    pub once: bool,
}

/// The severity of a diagnostic under the user's wishes; `None` if it is not to be reported.
pub fn decide(
    diagnostic: &Diagnostic,
    pass: Pass,
    command_line: &CommandLineControl,
    pragmas: &PragmaControl,
) -> Option<Verdict> {
    let (mut severity, mut once) = match (diagnostic.fixed_severity, diagnostic.message.number) {
        (Some(severity), None) => (severity, false),
        (Some(severity), _) if severity > Severity::Warning => (severity, false),
        (None, None) => (Severity::Error, false),
        (_, Some(number)) => controlled(number, diagnostic, pass, command_line, pragmas)?,
    };
    let mut promoted = false;
    if severity <= Severity::Warning && in_system_header(&diagnostic.place) {
        return None;
    }
    match severity {
        Severity::Warning if command_line.no_warnings => return None,
        Severity::Warning if command_line.promote_warnings => {
            severity = Severity::Error;
            promoted = true;
        }
        Severity::Remark if command_line.no_warnings || !command_line.remarks => return None,
        _ => {}
    }
    once &= diagnostic.message.number.is_some();
    Some(Verdict { severity, promoted, once })
}

/// Whether a diagnostic with this number may be reported somewhere, all places taken together.
pub fn may_be_reported(
    number: u16,
    pass: Pass,
    command_line: &CommandLineControl,
    pragmas: &PragmaControl,
) -> bool {
    let is_shown = |action: ControlAction| match action {
        ControlAction::Warning | ControlAction::Error => true,
        ControlAction::Remark => command_line.remarks,
        ControlAction::Suppress | ControlAction::Once => false,
    };
    let is_set = |change: &PragmaChange| matches!(change.effect, PragmaEffect::Set(set, Some(action)) if set == number && is_shown(action));
    let default = catalogue::by_number(number).and_then(|entry| entry.default_severity(pass));
    default.is_some_and(|severity| severity != Severity::Remark || command_line.remarks)
        || command_line.severities.get(&number).is_some_and(|action| is_shown(*action))
        || pragmas.changes.iter().any(is_set)
}

fn controlled(
    number: u16,
    diagnostic: &Diagnostic,
    pass: Pass,
    command_line: &CommandLineControl,
    pragmas: &PragmaControl,
) -> Option<(Severity, bool)> {
    let entry = catalogue::by_number(number);
    let default = match (diagnostic.fixed_severity, entry) {
        (Some(severity), _) => severity,
        (None, Some(entry)) => entry.default_severity(pass)?,
        (None, None) => Severity::Error,
    };
    let is_discretionary = diagnostic.is_changeable
        || diagnostic.fixed_severity.is_some()
        || entry.is_some_and(|entry| entry.discretionary);
    if !is_discretionary {
        return Some((default, false));
    }
    // Not in headers of the system, whatever its severity.
    if in_system_header(&diagnostic.place) {
        return None;
    }
    let pragma = match &diagnostic.place {
        Place::Line(place) => pragmas.at(number, place.offset),
        Place::Nowhere | Place::EndOfSource { .. } => PragmaState::default(),
    };
    let action = pragma.severity.or_else(|| command_line.severities.get(&number).copied());
    let severity = match action {
        Some(ControlAction::Suppress) => return None,
        Some(ControlAction::Remark) => Severity::Remark,
        Some(ControlAction::Warning) => Severity::Warning,
        Some(ControlAction::Error) => Severity::Error,
        Some(ControlAction::Once) | None => default,
    };
    Some((severity, pragma.once || command_line.once.contains(&number)))
}

fn in_system_header(place: &Place) -> bool {
    matches!(place, Place::Line(place) if place.system_header)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pops_return_to_the_severities_of_their_pushes() {
        use ControlAction::{Error, Once, Suppress};
        use PragmaEffect::{Pop, Push, Set};
        let effects = [
            Set(1, Some(Suppress)),
            Push,
            Set(1, Some(Error)),
            Push,
            Set(1, None),
            Set(2, Some(Suppress)),
            Set(1, Some(Once)),
            Pop,
            Pop,
            Pop,
        ];
        let changes = (10..).step_by(10).zip(effects).map(|(offset, effect)| PragmaChange { offset, effect });
        let control = PragmaControl::new(changes.collect());
        let severities =
            |number| [5, 10, 29, 30, 50, 69, 80, 90, 200].map(|offset| control.at(number, offset).severity);
        let (error, suppress) = (Some(Error), Some(Suppress));
        assert_eq!(severities(1), [None, suppress, suppress, error, None, None, error, suppress, suppress]);
        assert_eq!(severities(2), [None, None, None, None, None, suppress, None, None, None]);
        assert_eq!([60, 70, 200].map(|offset| control.at(1, offset).once), [false, true, true]);
        assert_eq!(control.at(3, 200), PragmaState::default());
    }
}
