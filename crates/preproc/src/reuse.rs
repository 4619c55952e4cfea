//! What headers gave, kept for their next inclusion: by another pass, another unit, or after an edit.
//!
//! While a header is read, a [`Frame`] notes all that it looks at and that may be otherwise elsewhere: macros with what
//! they were, files that were found, what was read once. When it ends, that and all that came of it (text, macros,
//! place of the printer) is a [`Reading`] of the file. Where the header is included again and all that it looked at is
//! as it was, the reading stands for it.
//!
//! A reading shares the texts of the headers inside it. Headers whose readings do not hold are read again, and those
//! inside of them are looked at in turn.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, Weak};

use crate::facts::{Access, Subject};
use crate::file::{SlotNumber, SourceFile};
use crate::include::{Found, Identity};
use crate::macros::{Builtin, Definition, Known, Macro, Table};
use crate::print::{Change, Form, PrinterState, Spot, Style};
use crate::symbol::Symbol;
use crate::text::Piece;
use crate::token::Realm;
use crate::unit::{DEEPEST_INCLUDE, Unit};

/// How many readings of a file are kept.
const READINGS: usize = 16;

/// A file that was looked for, and what was found: under the last name, or not at all.
pub(crate) struct Lookup {
    slots: Box<[SlotNumber]>,
    found: Option<Weak<SourceFile>>,
}

impl Lookup {
    pub(crate) fn new(slots: Vec<SlotNumber>, found: Option<&Found>) -> Arc<Lookup> {
        Arc::new(Lookup { slots: slots.into(), found: found.map(|found| Arc::downgrade(&found.file)) })
    }
}

/// What a header is read under: what does not change while a unit is read, and how it was included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// The number of the unit's configuration.
    configuration: u64,
    name: Symbol,
    folder: Option<usize>,
    realm: Realm,
    identity: Identity,
    /// No file includes it.
    is_first: bool,
    printer: PrinterState,
}

/// What a name is defined as behind a header.
#[derive(Clone)]
enum Defined {
    /// A macro, and the name of its file; empty for none.
    User(Arc<Macro>, Symbol, Realm),
    Computed(Builtin),
}

/// What a header gave.
pub(crate) struct Reading {
    entry: Entry,
    /// The revision of the files in which the lookups were found to hold.
    revision: AtomicU64,
    lookups: Box<[Arc<Lookup>]>,
    /// Macros that were looked at and defined.
    defined: Box<[(Symbol, Known)]>,
    /// Names that were looked at and no macros.
    undefined: Box<[Symbol]>,
    /// Other things that were looked at.
    facts: Box<[(Subject, Access)]>,
    /// The macro that was otherwise when this was tried last.
    other: AtomicUsize,
    /// Files between this one and the deepest one inside.
    depth: usize,
    pub(crate) text: Box<[Piece]>,
    /// The length of the text.
    pub(crate) length: usize,
    macros: Box<[(Symbol, Option<Defined>)]>,
    pushed: Box<[(Symbol, Option<Defined>)]>,
    new_facts: Box<[(Subject, u64)]>,
    once: Box<[Weak<SourceFile>]>,
    files: Box<[Symbol]>,
    printer: PrinterState,
    position: Position,
}

/// Where the unit is in the files.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub(crate) invocation: (u32, u16),
    pub(crate) file_line: u32,
    pub(crate) line_head: (u32, u16),
}

/// The readings of a file, the latest last.
#[derive(Default)]
pub(crate) struct Readings(RwLock<Vec<Arc<Reading>>>);

impl std::fmt::Debug for Readings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Readings")
    }
}

impl Readings {
    fn all(&self) -> Vec<Arc<Reading>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add(&self, reading: Arc<Reading>) {
        let mut readings = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if readings.len() == READINGS {
            readings.remove(0);
        }
        readings.push(reading);
    }
}

/// A header that is read and noted.
pub(crate) struct Frame {
    entry: Entry,
    /// Where its parts of what the unit notes begin.
    start: Start,
    /// It depends on what is not noted.
    pub(crate) is_placed: bool,
    messages: usize,
    /// How many macros were put aside.
    pushed: usize,
    /// The number of files above it, and the most there were.
    depth: usize,
    pub(crate) deepest: usize,
    /// What the clock of the macros showed for the frame around.
    outer_epoch: u32,
}

#[derive(Clone, Copy)]
struct Start {
    /// The first piece of its text.
    piece: usize,
    macros: usize,
    facts: usize,
    lookups: usize,
    once: usize,
    files: usize,
}

/// What a unit notes for its frames.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) frames: Vec<Frame>,
    /// Nothing is reused: a name is poisoned.
    pub(crate) is_off: bool,
    /// How often something was read that is not noted.
    pub(crate) places: u32,
    lookups: Vec<Arc<Lookup>>,
    once: Vec<Weak<SourceFile>>,
    files: Vec<Symbol>,
    /// Room for the names of a reading, empty between them: those that were defined, and the others.
    names: (Vec<(Symbol, Known)>, Vec<Symbol>),
    /// What was seen of files that were looked for, and of names of files, while the notes of a frame were gone through.
    seen_slots: Seen,
    seen_files: Seen,
}

/// Numbers that were seen, each with the round in which it was seen last, and what it was seen with.
#[derive(Default)]
struct Seen {
    rounds: Vec<(u32, usize)>,
    round: u32,
}

/// Leaves out entries from `start` on that are as one before. A key is a number, and what else counts: where that takes turns
/// for a number, more entries stay.
fn retain_new<T>(entries: &mut Vec<T>, start: usize, seen: &mut Seen, key: impl Fn(&T) -> (usize, usize)) {
    seen.round += 1;
    let mut kept = start;
    for at in start..entries.len() {
        let (number, rest) = key(&entries[at]);
        if seen.rounds.len() <= number {
            seen.rounds.resize(number + 1024, (0, 0));
        }
        let now = (seen.round, rest);
        if std::mem::replace(&mut seen.rounds[number], now) != now {
            entries.swap(kept, at);
            kept += 1;
        }
    }
    entries.truncate(kept);
}

impl Notes {
    /// What is read depends on something that is not noted.
    pub(crate) fn place(&mut self) {
        self.frames.iter_mut().for_each(|frame| frame.is_placed = true);
        self.place_stretch();
    }

    /// What a stretch of text does besides giving text is not logged.
    pub(crate) fn place_stretch(&mut self) {
        self.places += 1;
    }

    /// A macro was taken that was put aside: at this place, or nowhere.
    pub(crate) fn popped(&mut self, at: Option<usize>) {
        let is_below = |frame: &&mut Frame| at.is_none_or(|at| at < frame.pushed);
        self.frames.iter_mut().filter(is_below).for_each(|frame| frame.is_placed = true);
    }

    /// A file was looked for.
    pub(crate) fn lookup(&mut self, lookup: &Arc<Lookup>) {
        if !self.frames.is_empty() {
            self.lookups.push(Arc::clone(lookup));
        }
    }

    pub(crate) fn once(&mut self, file: &Arc<SourceFile>) {
        if !self.frames.is_empty() {
            self.once.push(Arc::downgrade(file));
        }
    }

    pub(crate) fn file(&mut self, name: Symbol) {
        if !self.frames.is_empty() {
            self.files.push(name);
        }
    }
}

impl Unit<'_> {
    /// Whether a header that is included now may be reused or noted: all that is not noted is as always.
    pub(crate) fn is_plain(&self) -> bool {
        !self.notes.is_off
            && !self.request.records_expansions
            && self.request.style == (Style { form: self.request.style.form, ..Style::default() })
            && !self.printer.silent
            && self.contexts.is_empty()
            && self.lookahead.is_empty()
            && self.directive.is_none()
            && self.watch.is_none()
            && self.keep_tokens == 0
            && !self.in_deferred_pragma
    }

    /// Puts a reading in the place of a header that is entered, if one holds; the printer stands behind the marker. Else
    /// begins to note.
    pub(crate) fn reuse(&mut self, found: &Found) -> bool {
        if !self.is_plain() {
            // What is noted around does not know what this depends on.
            self.notes.place();
            return false;
        }
        let entry = Entry {
            configuration: self.configuration,
            name: found.name,
            folder: found.folder,
            realm: found.realm,
            identity: found.identity,
            is_first: self.buffers.iter().all(|buffer| buffer.number == 0),
            printer: self.printer.state(),
        };
        let readings = found.file.readings.all();
        let reading =
            readings.into_iter().rev().find(|reading| reading.entry == entry && self.holds(reading));
        if let Some(reading) = reading {
            self.take(&reading);
            return true;
        }
        let start = Start {
            piece: self.printer.seal(),
            macros: self.macros.log.len(),
            facts: self.facts.log_length(),
            lookups: self.notes.lookups.len(),
            once: self.notes.once.len(),
            files: self.notes.files.len(),
        };
        self.facts.is_logging = true;
        let outer_epoch = self.macros.open_log();
        self.notes.frames.push(Frame {
            entry,
            start,
            is_placed: false,
            messages: self.messages.len(),
            pushed: self.macros.pushed.len(),
            depth: self.buffers.len(),
            deepest: self.buffers.len(),
            outer_epoch,
        });
        false
    }

    /// Whether all that a header looked at is as it was.
    fn holds(&self, reading: &Reading) -> bool {
        if self.buffers.len() + reading.depth > DEEPEST_INCLUDE {
            return false;
        }
        let is_same = |table: &Table, (name, was): &(Symbol, Known)| table.known(*name) == *was;
        let other = reading.other.load(Ordering::Relaxed);
        let count = reading.defined.len();
        let tried = match other < count {
            true => is_same(&self.macros, &reading.defined[other]),
            false => reading.undefined.get(other - count).is_none_or(|name| !self.macros.is_defined(*name)),
        };
        if !tried {
            return false;
        }
        let macros = &self.macros;
        let defined = reading.defined.iter().position(|it| !is_same(macros, it));
        let first = defined.or_else(|| {
            let undefined = reading.undefined.iter().position(|name| macros.is_defined(*name));
            undefined.map(|at| count + at)
        });
        if let Some(first) = first {
            reading.other.store(first, Ordering::Relaxed);
            return false;
        }
        if !reading.facts.iter().all(|(subject, access)| self.facts.is_still(*subject, *access))
            || reading.once.iter().any(|file| file.strong_count() == 0)
        {
            return false;
        }
        self.finds_again(reading)
    }

    /// Whether the files of a reading are those that are found now.
    fn finds_again(&self, reading: &Reading) -> bool {
        let revision = self.files.revision() + 1;
        if reading.revision.load(Ordering::Relaxed) == revision {
            return true;
        }
        if !reading.lookups.iter().all(|lookup| self.finds(lookup)) {
            return false;
        }
        reading.revision.store(revision, Ordering::Relaxed);
        true
    }

    /// Whether what is found now is what was found.
    fn finds(&self, Lookup { slots, found }: &Lookup) -> bool {
        slots.iter().enumerate().all(|(at, slot)| {
            // What cannot be read is an error where the file is wanted.
            let Ok(now) = self.files.file(*slot, self.request.dialect) else { return false };
            let was = found.as_ref().filter(|_| at + 1 == slots.len());
            now.as_ref().map(Arc::as_ptr) == was.map(Weak::as_ptr)
        })
    }

    /// Does what a header does.
    fn take(&mut self, reading: &Arc<Reading>) {
        if let Some(frame) = self.notes.frames.last_mut() {
            // The header around looks at all of it, too.
            for (name, _) in &reading.defined {
                self.macros.note(*name);
            }
            for name in &reading.undefined {
                self.macros.note(*name);
            }
            self.facts.note(&reading.facts);
            self.notes.lookups.extend_from_slice(&reading.lookups);
            self.notes.once.extend_from_slice(&reading.once);
            self.notes.files.extend_from_slice(&reading.files);
            frame.deepest = frame.deepest.max(self.buffers.len() + reading.depth);
        }
        for name in &reading.files {
            self.number_of(*name);
        }
        for (name, defined) in &reading.macros {
            match defined {
                Some(defined) => {
                    let definition = self.definition(defined);
                    self.macros.define(*name, definition);
                }
                None => self.macros.undefine(*name),
            }
        }
        for (name, defined) in &reading.pushed {
            let definition = defined.as_ref().map(|defined| self.definition(defined));
            self.macros.push_definition(*name, definition);
        }
        for (subject, value) in &reading.new_facts {
            self.facts.set(*subject, *value);
            if let Subject::NamedFile(name) = subject {
                self.show_as(*name, Symbol::from_number(*value as u32));
            }
        }
        for file in reading.once.iter().filter_map(Weak::upgrade) {
            self.add_once(&file);
        }
        self.printer.push(reading);
        self.printer.set_state(reading.printer);
        self.set_position(reading.position);
    }

    pub(crate) fn position(&self) -> Position {
        let Unit { invocation, file_line, line_head, .. } = *self;
        Position { invocation, file_line, line_head }
    }

    pub(crate) fn set_position(&mut self, position: Position) {
        let Position { invocation, file_line, line_head } = position;
        (self.invocation, self.file_line, self.line_head) = (invocation, file_line, line_head);
    }

    fn definition(&mut self, defined: &Defined) -> Definition {
        match defined {
            Defined::User(definition, file, realm) => {
                let number = if *file == Symbol::EMPTY { 0 } else { self.number_of(*file) };
                Definition::User(Arc::clone(definition), number, *realm)
            }
            Defined::Computed(builtin) => Definition::Computed(*builtin),
        }
    }

    fn defined(&self, definition: &Definition) -> Defined {
        match definition {
            Definition::User(definition, file, realm) => {
                let name = self.name_symbols.get((*file as usize).wrapping_sub(1));
                Defined::User(Arc::clone(definition), name.copied().unwrap_or(Symbol::EMPTY), *realm)
            }
            Definition::Computed(builtin) => Defined::Computed(*builtin),
        }
    }

    /// The innermost header that is noted was left: its reading is kept.
    pub(crate) fn end_frame(&mut self, file: &SourceFile) {
        let Some(frame) = self.notes.frames.pop() else { return };
        self.macros.close_log(frame.start.macros, frame.outer_epoch);
        let is_whole = !frame.is_placed
            && self.messages.len() == frame.messages
            && self.contexts.is_empty()
            && self.lookahead.is_empty()
            && !self.is_over
            && self.macros.pushed.len() >= frame.pushed;
        let deepest = frame.deepest;
        // Without a reading the text is part of that around.
        if is_whole {
            let reading = Arc::new(self.reading(frame));
            self.printer.push(&reading);
            file.readings.add(reading);
        }
        let Some(outer) = self.notes.frames.last_mut() else {
            self.facts.is_logging = false;
            self.facts.clear_log();
            self.macros.log.clear();
            let Notes { lookups, once, files, .. } = &mut self.notes;
            lookups.clear();
            once.clear();
            files.clear();
            return;
        };
        outer.deepest = outer.deepest.max(deepest);
    }

    /// What a header gave, whose text the printer gives up.
    fn reading(&mut self, frame: Frame) -> Reading {
        let Frame { entry, start, .. } = frame;
        let text = self.printer.take_from(start.piece);
        let mut macros = Vec::new();
        let (mut defined, mut undefined) = std::mem::take(&mut self.notes.names);
        for (name, slot) in &self.macros.log[start.macros..] {
            match self.macros.known_of_slot(*slot) {
                (0, _) => undefined.push(*name),
                was => defined.push((*name, was)),
            }
            if self.macros.slot(*name) != *slot {
                macros.push((*name, self.macros.get(*name).map(|it| self.defined(it))));
            }
        }
        let pushed = self.macros.pushed[frame.pushed..].iter();
        let pushed = pushed
            .map(|(name, slot)| (*name, self.macros.of_slot(*slot).map(|it| self.defined(it))))
            .collect();
        let (facts, new_facts) = self.facts.close_log(start.facts);
        let Notes { lookups, files, seen_slots, seen_files, .. } = &mut self.notes;
        // Those that end with a file differ by where they begin.
        let key =
            |lookup: &Arc<Lookup>| (lookup.slots.last().map_or(0, |slot| *slot as usize), lookup.slots.len());
        retain_new(lookups, start.lookups, seen_slots, key);
        retain_new(files, start.files, seen_files, |name| (name.index(), 0));
        let (lookups, files) = (lookups[start.lookups..].into(), files[start.files..].into());
        let reading = Reading {
            entry,
            revision: AtomicU64::new(self.files.revision() + 1),
            lookups,
            defined: defined[..].into(),
            undefined: undefined[..].into(),
            facts: facts.into(),
            other: AtomicUsize::new(usize::MAX),
            depth: frame.deepest - frame.depth,
            length: text.iter().map(Piece::len).sum(),
            text: text.into(),
            macros: macros.into(),
            pushed,
            new_facts: new_facts.into(),
            once: self.notes.once[start.once..].into(),
            files,
            printer: self.printer.state(),
            position: self.position(),
        };
        defined.clear();
        undefined.clear();
        self.notes.names = (defined, undefined);
        reading
    }

    /// Includes a header by what was kept: the markers around it are those of its includer.
    pub(crate) fn leave_reused(&mut self, line: u32) {
        let Some(outer) = self.buffers.last() else { return };
        let line = match outer.number {
            0 => u32::from(self.request.style.form == Form::Clang),
            _ => line + 1,
        };
        let line = line.wrapping_add(outer.delta);
        let to = Spot { file: outer.name, line, column: 0, realm: outer.realm };
        self.printer.change(Change::Leave, None, &to, &self.shared.interner);
    }
}
