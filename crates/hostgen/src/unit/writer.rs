//! Writing the host text of a block.

use std::cell::OnceCell;
use std::sync::Arc;

use asunder_source::{BlockLines, Newlines, Position};
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
}

impl<'a> Writer<'a> {
    pub(super) fn new(text: &'a str, lines: &'a BlockLines, pragmas: &'a [TextRange]) -> Writer<'a> {
        let out = String::with_capacity(text.len() + text.len() / 8);
        Writer { text, lines, newlines: OnceCell::new(), pragmas, out, pieces: Vec::new() }
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
