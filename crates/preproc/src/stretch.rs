//! What stretches of text gave, kept for the next time that their file is read: a header that looks at what is otherwise
//! now (`reuse`) has much text that does not.
//!
//! While a stretch is read, the names that it looks at are logged. When it ends where it began, between expansions, its
//! text is kept with these names and what they were. Where all of them are that again, the text stands for the stretch.

use std::sync::{Arc, Mutex, PoisonError};

use crate::circumstances::Circumstances;
use crate::print::PrinterState;
use crate::reuse::Position;
use crate::symbol::Symbol;
use crate::token::{Realm, flags};
use crate::unit::Unit;

/// Stretches with fewer tokens are read again.
const SHORTEST: usize = 24;
/// From the first line on that starts behind so many tokens, what follows is a stretch of its own.
const LONGEST: usize = 128;
/// How many texts of a place are kept.
const TEXTS: usize = 4;

/// What a stretch gave under some circumstances.
pub(crate) struct Stretch {
    entry: Entry,
    /// The token behind it.
    end: usize,
    circumstances: Circumstances,
    text: Box<[u8]>,
    printer: PrinterState,
    position: Position,
}

/// Where a stretch begins, and what it is read under, but for macros.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry {
    /// Its first token among those of the element.
    start: usize,
    configuration: u64,
    name: Symbol,
    delta: u32,
    realm: Realm,
    printer: PrinterState,
}

/// A stretch that is read and logged.
pub(crate) struct Open {
    entry: Entry,
    /// Where its text and its names begin.
    text: usize,
    log: usize,
    outer_epoch: u32,
    messages: usize,
    /// How often something had been read that is not logged.
    places: u32,
}

/// The texts of an element, by their first tokens.
pub(crate) type Stretches = Mutex<Vec<Arc<Stretch>>>;

impl std::fmt::Debug for Stretch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Stretch")
    }
}

impl Unit<'_> {
    /// Begins a stretch of the current file at its next token. Those whose text is there are written; what follows is
    /// logged, unless it is short.
    pub(crate) fn begin_stretch(&mut self) {
        while self.begin_or_take() {}
    }

    /// Whether the next stretch was there.
    fn begin_or_take(&mut self) -> bool {
        let Some(buffer) = self.buffers.last() else { return false };
        if buffer.run.len() < buffer.at + SHORTEST || self.parsing_arguments != 0 || !self.is_plain() {
            return false;
        }
        let file = Arc::clone(&buffer.file);
        let Some(element) = buffer.next.checked_sub(1).and_then(|at| file.layout.elements.get(at)) else {
            return false;
        };
        let entry = Entry {
            start: buffer.at,
            configuration: self.configuration,
            name: buffer.name,
            delta: buffer.delta,
            realm: buffer.realm,
            printer: self.printer.state(),
        };
        if let Some(texts) = element.stretches.get() {
            let texts = texts.lock().unwrap_or_else(PoisonError::into_inner);
            let from = texts.partition_point(|it| it.entry.start < entry.start);
            let here = texts[from..].iter().take_while(|it| it.entry.start == entry.start);
            let found = here
                .into_iter()
                .find(|it| it.entry == entry && it.circumstances.hold(&self.macros))
                .map(Arc::clone);
            drop(texts);
            if let Some(found) = found {
                self.take_stretch(&found);
                self.buffer().at = found.end;
                return true;
            }
        }
        let outer_epoch = self.macros.open_log();
        self.stretch = Some(Open {
            entry,
            text: self.printer.out.len(),
            log: self.macros.log.len(),
            outer_epoch,
            messages: self.messages.len(),
            places: self.notes.places,
        });
        false
    }

    fn take_stretch(&mut self, stretch: &Stretch) {
        if !self.notes.frames.is_empty() {
            stretch.circumstances.note(&mut self.macros);
        }
        self.printer.out.extend_from_slice(&stretch.text);
        self.printer.set_state(stretch.printer);
        self.set_position(stretch.position);
    }

    /// Whether the stretch that is logged is long enough, and another one may begin at the next token.
    pub(crate) fn is_stretch_over(&self) -> bool {
        let (Some(open), Some(buffer)) = (&self.stretch, self.buffers.last()) else { return false };
        buffer.at >= open.entry.start + LONGEST
            && self.lookahead.is_empty()
            && buffer.run.get(buffer.at).is_some_and(|next| next.flags & flags::LINE_START != 0)
    }

    /// The token of the current file at which the stretch that is logged may end.
    pub(crate) fn stretch_limit(&self) -> usize {
        self.stretch.as_ref().map_or(usize::MAX, |open| open.entry.start + LONGEST)
    }

    /// The end of the current file's stretch, or of its part that is logged.
    pub(crate) fn end_stretch(&mut self) {
        let Some(Open { entry, text, log, outer_epoch, messages, places }) = self.stretch.take() else {
            return;
        };
        self.macros.close_log(log, outer_epoch);
        self.keep_stretch(entry, text, log, (messages, places));
        if self.notes.frames.is_empty() {
            self.macros.log.clear();
        }
    }

    /// Keeps the text and the names of a stretch, if it is whole: they begin at `text` and `log`. `messages` and `places`
    /// are the numbers of messages and of places that are not logged at its beginning.
    fn keep_stretch(&mut self, entry: Entry, text: usize, log: usize, (messages, places): (usize, u32)) {
        let names = &self.macros.log[log..];
        let is_whole = places == self.notes.places
            && self.parsing_arguments == 0
            && self.is_plain()
            && self.messages.len() == messages;
        if !is_whole || names.iter().any(|(name, slot)| self.macros.slot(*name) != *slot) {
            return;
        }
        let Some(buffer) = self.buffers.last() else { return };
        let Some(element) = buffer.next.checked_sub(1).and_then(|at| buffer.file.layout.elements.get(at))
        else {
            return;
        };
        let stretch = Arc::new(Stretch {
            entry,
            end: buffer.at,
            circumstances: Circumstances::new(names, &self.macros),
            text: self.printer.out[text..].into(),
            printer: self.printer.state(),
            position: self.position(),
        });
        let texts = element.stretches.get_or_init(|| Box::new(Stretches::default()));
        let mut texts = texts.lock().unwrap_or_else(PoisonError::into_inner);
        let start = stretch.entry.start;
        let from = texts.partition_point(|it| it.entry.start < start);
        let to = from + texts[from..].iter().take_while(|it| it.entry.start == start).count();
        match to - from == TEXTS {
            true => {
                texts[from..to].rotate_left(1);
                texts[to - 1] = stretch;
            }
            false => texts.insert(to, stretch),
        }
    }
}
