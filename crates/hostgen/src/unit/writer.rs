//! Writing the host text of a block.

use std::cell::OnceCell;
use std::sync::Arc;

use asunder_slice::belongs_to_next_item;
use asunder_source::{BlockLines, Newlines, Position, parse_line_marker};
use rowan::{TextRange, TextSize};

use crate::context::ScopeSegment;
use crate::edit::{Fragment, Piece};

/// Opens an unnamed namespace under its generated name (spec page 5 §2.8).
pub(super) fn unnamed_namespace(outer: &[ScopeSegment], length: TextSize) -> Fragment {
    const ATTRIBUTE: &str = " __attribute__((visibility(\"hidden\"))) ";
    let mut pieces = vec![
        Piece::from("namespace "),
        Piece::UnnamedNamespace,
        Piece::Text(format!("{ATTRIBUTE} {{ }}; using namespace ::")),
    ];
    for segment in outer {
        match segment {
            ScopeSegment::Named(name) => pieces.push(Piece::Text(format!("{name}::"))),
            ScopeSegment::Unnamed => pieces.extend([Piece::UnnamedNamespace, Piece::from("::")]),
            ScopeSegment::Linkage(_) => {}
        }
    }
    pieces.extend([
        Piece::UnnamedNamespace,
        Piece::from(";\n#pragma GCC diagnostic ignored \"-Wattributes\""),
        Piece::Resync(length),
        Piece::from("namespace "),
        Piece::UnnamedNamespace,
        Piece::Text(format!("{ATTRIBUTE} {{")),
    ]);
    Fragment { pieces }
}

/// Host text of a block that does not depend on where the block stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BlockPiece {
    Text(Arc<str>),
    /// A line marker for this offset in the block, in front of the block's first own line marker.
    Resync(usize),
    /// The generated name of the unit's unnamed namespaces.
    UnnamedNamespace,
}

/// Writes the host text of a block.
pub(super) struct Writer<'a> {
    pub(super) text: &'a str,
    pub(super) lines: &'a BlockLines,
    newlines: OnceCell<Newlines>,
    /// Front-end pragmas in source order.
    pub(super) pragmas: &'a [TextRange],
    /// Text of the piece under way.
    out: String,
    pieces: Vec<BlockPiece>,
    /// Text was left out on the line under way.
    has_gap: bool,
    /// The output does not say yet where the text goes on behind what was left out.
    is_behind: bool,
}

/// Lines that are left out are empty ones up to this number; behind more of them a line marker says where the text goes
/// on.
const MAX_EMPTY_LINES: usize = 8;

impl<'a> Writer<'a> {
    pub(super) fn new(text: &'a str, lines: &'a BlockLines, pragmas: &'a [TextRange]) -> Writer<'a> {
        let out = String::with_capacity(text.len() + text.len() / 8);
        let (newlines, pieces) = (OnceCell::new(), Vec::new());
        Writer { text, lines, newlines, pragmas, out, pieces, has_gap: false, is_behind: false }
    }

    pub(super) fn finish(mut self) -> Vec<BlockPiece> {
        self.end_piece();
        self.pieces
    }

    fn end_piece(&mut self) {
        if !self.out.is_empty() {
            self.pieces.push(BlockPiece::Text(self.out.as_str().into()));
            self.out.clear();
        }
    }

    /// Adds generated text.
    pub(super) fn push_str(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Copies source text, without the front-end pragmas in it.
    pub(super) fn copy(&mut self, range: TextRange) {
        let mut at = range.start();
        let first = self.pragmas.partition_point(|pragma| pragma.start() < range.start());
        for pragma in self.pragmas[first..].iter().take_while(|pragma| pragma.end() <= range.end()) {
            self.out.push_str(&self.text[TextRange::new(at, pragma.start())]);
            at = pragma.end();
        }
        self.out.push_str(&self.text[TextRange::new(at, range.end())]);
    }

    /// Leaves an item out.
    pub(super) fn leave_out(&mut self, item: TextRange) {
        let text = &self.text[item];
        let newlines = memchr::memchr_iter(b'\n', text.as_bytes()).count();
        self.has_gap = true;
        if newlines > MAX_EMPTY_LINES || newlines > 0 && text.contains("\n#") {
            self.is_behind = true;
        }
        if !self.is_behind {
            self.out.extend(std::iter::repeat_n('\n', newlines));
        }
    }

    /// Copies what stands between two items: line markers and other directives, and white space where no text was left
    /// out before it. Pragmas that belong to the next item stay with it.
    pub(super) fn between(&mut self, range: TextRange, keeps_next: bool) {
        if keeps_next && !self.has_gap && !self.is_behind {
            return self.copy(range);
        }
        let mut start = range.start();
        for line in self.text[range].split_inclusive('\n') {
            let line_range = TextRange::at(start, TextSize::of(line));
            start = line_range.end();
            let content = line.trim_start();
            if !content.starts_with('#') {
                match self.is_behind {
                    true => {}
                    false if self.has_gap => self.out.extend(line.ends_with('\n').then_some('\n')),
                    false => self.copy(line_range),
                }
            } else if parse_line_marker(line.trim_end_matches(['\n', '\r'])).is_some() {
                self.end_line();
                self.copy(line_range);
                self.is_behind = false;
            } else if keeps_next || !belongs_to_next_item(content) {
                self.catch_up(line_range.start());
                self.copy(line_range);
            } else if !self.is_behind {
                self.out.push('\n');
            }
            self.has_gap &= !line.ends_with('\n');
        }
    }

    /// Brings who reads the output to this offset, behind text that was left out.
    pub(super) fn catch_up(&mut self, offset: TextSize) {
        if std::mem::take(&mut self.is_behind) {
            self.resync(offset);
            self.has_gap = true;
        }
        if std::mem::take(&mut self.has_gap) {
            let line = |text: &str| text.rfind('\n').map_or(0, |newline| newline + 1);
            let before = &self.text[..usize::from(offset)];
            let column = before[line(before)..].chars().count();
            let written = self.out[line(&self.out)..].chars().count();
            self.out.extend(std::iter::repeat_n(' ', column.saturating_sub(written)));
        }
    }

    fn end_line(&mut self) {
        if !(self.out.ends_with('\n') || self.out.is_empty() && self.pieces.is_empty()) {
            self.out.push('\n');
        }
    }

    /// Writes the fragment of the item that starts at `start`.
    pub(super) fn fragment(&mut self, fragment: &Fragment, start: TextSize) {
        for piece in &fragment.pieces {
            match piece {
                Piece::Source(range) => self.out.push_str(&self.text[*range + start]),
                Piece::Text(text) => self.out.push_str(text),
                Piece::Resync(offset) => self.resync(start + *offset),
                Piece::UnnamedNamespace => {
                    self.end_piece();
                    self.pieces.push(BlockPiece::UnnamedNamespace);
                }
            }
        }
    }

    /// A line marker that makes the next line the presumed line of `offset`.
    pub(super) fn resync(&mut self, offset: TextSize) {
        let newlines = self.newlines.get_or_init(|| Newlines::new(self.text));
        match self.lines.position(newlines, offset.into(), None) {
            Some(position) => self.out.push_str(&resync(&position)),
            None => {
                self.end_piece();
                self.pieces.push(BlockPiece::Resync(offset.into()));
            }
        }
    }
}

/// The line marker that makes the next line the presumed line of `position`.
pub(super) fn resync(position: &Position<'_>) -> String {
    let system = if position.system { " 3" } else { "" };
    format!("\n# {} \"{}\"{system}\n", position.line, position.file)
}
