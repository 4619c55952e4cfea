//! Writing the host file.

use asunder_source::LineTable;
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

/// Writes the host file.
pub(super) struct Writer<'a> {
    pub(super) text: &'a str,
    pub(super) lines: &'a LineTable,
    pub(super) unnamed_namespace: String,
    pub(super) out: String,
    /// Front-end pragmas in source order.
    pub(super) pragmas: &'a [TextRange],
}

impl Writer<'_> {
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
                Piece::UnnamedNamespace => self.out.push_str(&self.unnamed_namespace),
            }
        }
    }

    /// A line marker that makes the next line the presumed line of `offset`.
    pub(super) fn resync(&mut self, offset: TextSize) {
        let position = self.lines.position(self.text, offset.into());
        let system = if position.system { " 3" } else { "" };
        self.out.push_str(&format!("\n# {} \"{}\"{system}\n", position.line, position.file));
    }
}
