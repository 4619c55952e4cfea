//! The files that are open, each inside the one that includes it: entered, left, and their line markers.

use std::sync::Arc;

use crate::facts::Subject;
use crate::file::SourceFile;
use crate::include::{Found, Identity};
use crate::print::{Change, Form, Spot};
use crate::request::{Message, Severity};
use crate::symbol::Symbol;
use crate::token::{Kind, Lexed, Realm, Token};
use crate::unit::{DEEPEST_INCLUDE, Unit};

/// An included file.
pub(crate) struct Buffer {
    pub file: Arc<SourceFile>,
    /// Its number.
    pub number: u32,
    /// Its name in markers.
    pub name: Symbol,
    /// What is added to a physical line for the presumed one.
    pub delta: u32,
    pub realm: Realm,
    /// The folder of the search path that it was found in; `None` for its includer's own.
    pub folder: Option<usize>,
    pub identity: Identity,
    /// Its path as it was found.
    pub path: Symbol,
    /// The element that comes next.
    pub next: usize,
    pub run: Arc<[Lexed]>,
    /// The token of the run that comes next.
    pub at: usize,
    /// How many conditionals are open.
    pub conditions: Vec<bool>,
    /// What it gives is noted.
    pub is_noted: bool,
    /// The byte behind what was written of it as it is.
    pub written: usize,
    /// What line markers of it entered: where each of them returns to.
    pub entered: Vec<(Symbol, u32, Realm)>,
}

impl Unit<'_> {
    pub(crate) fn push_buffer(&mut self, found: Found, is_noted: bool) {
        self.last_computed = None;
        let number = self.number_of(found.name);
        self.notes.file(found.name);
        let Found { file, name, folder, realm, identity } = found;
        let (conditions, run) = (Vec::new(), Arc::new([]));
        let (delta, next, at) = (0, 0, 0);
        let unclear = file.layout.unclear.or_else(|| match realm {
            Realm::User => None,
            _ => file.layout.c90_operator,
        });
        let comment =
            file.layout.c90_comment.filter(|line| realm == Realm::User && !file.is_system_at(*line));
        self.buffers.push(Buffer {
            file,
            number,
            name,
            delta,
            realm,
            folder,
            identity,
            path: name,
            next,
            run,
            at,
            conditions,
            is_noted,
            written: 0,
            entered: Vec::new(),
        });
        if let Some(frame) = self.notes.frames.last_mut() {
            frame.deepest = frame.deepest.max(self.buffers.len());
        }
        if let Some(line) = unclear {
            let token = Token { line, column: 1, ..Token::bare(Kind::Other) };
            self.report(
                Severity::Error,
                Some(&token),
                "unterminated comment or raw string, or a comment that C90 does not have",
            );
        }
        if let Some(line) = comment {
            let token = Token { line, column: 1, ..Token::bare(Kind::Other) };
            self.report(Severity::Error, Some(&token), "C++ style comments are not allowed in ISO C90");
        }
    }

    /// Enters a file by an include on a line.
    pub(crate) fn enter(&mut self, found: Found, line: u32) {
        if self.buffers.len() > DEEPEST_INCLUDE {
            let text =
                format!("#include nested depth {DEEPEST_INCLUDE} exceeds maximum of {DEEPEST_INCLUDE}");
            self.fatal(text);
            return;
        }
        let from = self.buffers.last().map(|buffer| Spot {
            file: buffer.name,
            line: line.wrapping_add(buffer.delta),
            column: 0,
            realm: buffer.realm,
        });
        // A file that the command line includes has no line there.
        let from = from.filter(|from| from.line != 0);
        let to = Spot { file: found.name, line: 1, column: 0, realm: found.realm };
        self.printer.change(Change::Enter, from.as_ref(), &to, &self.shared.interner);
        self.facts.set(Subject::Entered(found.identity), 1);
        let frames = self.notes.frames.len();
        if self.reuse(&found) {
            return self.leave_reused(line);
        }
        let is_noted = self.notes.frames.len() > frames;
        self.push_buffer(found, is_noted);
    }

    /// Leaves the file at whose end the unit is.
    pub(crate) fn leave(&mut self) {
        let Some(buffer) = self.buffers.pop() else { return };
        self.last_computed = None;
        if !buffer.conditions.is_empty() {
            let file = self.file_name(buffer.name);
            let line = buffer.file.layout.lines.wrapping_add(buffer.delta);
            let text = "unterminated conditional".to_owned();
            self.messages.push(Message { severity: Severity::Error, file, line, column: 1, text });
        }
        let subject = Subject::Guard(buffer.identity);
        if let Some(guard) = &buffer.file.layout.guard
            && self.facts.get(subject) == 0
        {
            let guard = self.shared.interner.intern(guard);
            self.facts.set(subject, u64::from(guard.number()));
        }
        if buffer.is_noted {
            self.end_frame(&buffer.file);
        }
        match (buffer.entered.last(), self.buffers.last()) {
            (Some(&(file, line, realm)), None) => {
                let to = Spot { file, line, column: 0, realm };
                self.printer.change(Change::Leave, None, &to, &self.shared.interner);
            }
            (Some(_), Some(_)) => {
                self.report(Severity::Error, None, "a line marker enters a file and does not leave it");
            }
            (None, _) => {}
        }
        if let Some(outer) = self.buffers.last() {
            let line = match outer.number {
                0 => u32::from(self.request.style.form == Form::Clang),
                _ => {
                    let include = outer.file.layout.elements.get(outer.next.wrapping_sub(1));
                    include.map_or(1, |include| include.end_line + 1)
                }
            };
            let line = line.wrapping_add(outer.delta);
            let to = Spot { file: outer.name, line, column: 0, realm: outer.realm };
            self.printer.change(Change::Leave, None, &to, &self.shared.interner);
        }
    }
}
