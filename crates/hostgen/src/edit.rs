//! Edits over the text of an item, and the fragment that they make of it.
//!
//! Emitters describe host text as replacements of byte ranges. A replacement may itself hold ranges of the
//! item ([`Piece::Source`]); edits inside such a range apply there, so an outer construct (a launch) and an
//! inner one (a managed variable among its arguments) need not know each other.

use rowan::{TextRange, TextSize};

/// A part of a replacement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Bytes of the item's own text, with the edits inside them applied.
    Source(TextRange),
    /// Text made by the emitter.
    Text(String),
    /// A full line marker, on a line of its own, for the position of this offset in the item.
    Resync(TextSize),
    /// The generated name of the unit's unnamed namespaces.
    UnnamedNamespace,
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        Piece::Text(text.to_owned())
    }
}

impl From<String> for Piece {
    fn from(text: String) -> Self {
        Piece::Text(text)
    }
}

/// Replaces `range` of an item's text; an empty range inserts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// Bytes of the item's text.
    pub range: TextRange,
    /// What stands there in the host file.
    pub replacement: Vec<Piece>,
}

impl Edit {
    /// Replaces `range` by `replacement`.
    pub fn replace(range: TextRange, replacement: impl IntoIterator<Item = Piece>) -> Edit {
        Edit { range, replacement: replacement.into_iter().collect() }
    }

    /// Inserts `text` at `offset`.
    pub fn insert(offset: TextSize, text: impl Into<Piece>) -> Edit {
        Edit { range: TextRange::empty(offset), replacement: vec![text.into()] }
    }

    /// Removes `range` of `text` and the blanks after it, keeping the line structure.
    pub fn remove(text: &str, range: TextRange) -> Edit {
        let blanks =
            text[usize::from(range.end())..].bytes().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let range = TextRange::new(range.start(), range.end() + TextSize::new(blanks as u32));
        let kept = line_structure(&text[range]);
        let replacement = if kept.is_empty() { Vec::new() } else { vec![Piece::Text(kept)] };
        Edit { range, replacement }
    }
}

/// What must stay of a removed stretch of text so that the lines after it keep their numbers: its newlines
/// and its line markers.
pub fn line_structure(removed: &str) -> String {
    let mut kept = String::new();
    let mut lines = removed.split('\n');
    lines.next();
    for line in lines {
        kept.push('\n');
        if asunder_source::parse_line_marker(line).is_some() {
            kept.push_str(line);
        }
    }
    kept
}

/// Host text of one item: pieces in order, none of which needs edits any more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fragment {
    /// The pieces. Neighbouring `Source` pieces are not empty and never overlap.
    pub pieces: Vec<Piece>,
}

impl Fragment {
    /// Applies `edits` to an item of `length` bytes.
    ///
    /// Edits may nest (see the module documentation) but must not cross. An insertion stands before a
    /// replacement that starts at the same offset.
    pub fn new(length: TextSize, mut edits: Vec<Edit>) -> Fragment {
        edits.sort_by_key(|edit| {
            (edit.range.start(), !edit.range.is_empty(), std::cmp::Reverse(edit.range.end()))
        });
        let mut fragment = Fragment::default();
        fragment.render(&edits, TextRange::up_to(length));
        fragment.pieces.shrink_to_fit();
        fragment
    }

    /// Renders `range`; `edits` are sorted and start inside it.
    fn render(&mut self, edits: &[Edit], range: TextRange) {
        let mut at = range.start();
        let mut next = 0;
        while let Some(edit) = edits.get(next) {
            self.source(TextRange::new(at, edit.range.start()));
            let inner_start = next + 1;
            let inner_end = inner_start
                + edits[inner_start..].partition_point(|inner| inner.range.start() < edit.range.end());
            for piece in &edit.replacement {
                match piece {
                    Piece::Source(part) => {
                        let inner = &edits[inner_start..inner_end];
                        let from = inner.partition_point(|inner| inner.range.start() < part.start());
                        let to = inner.partition_point(|inner| inner.range.start() < part.end());
                        self.render(&inner[from..to], *part);
                    }
                    other => self.pieces.push(other.clone()),
                }
            }
            at = edit.range.end();
            next = inner_end;
        }
        self.source(TextRange::new(at, range.end()));
    }

    fn source(&mut self, range: TextRange) {
        if range.is_empty() {
            return;
        }
        match self.pieces.last_mut() {
            Some(Piece::Source(last)) if last.end() == range.start() => *last = last.cover(range),
            _ => self.pieces.push(Piece::Source(range)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: u32, end: u32) -> TextRange {
        TextRange::new(start.into(), end.into())
    }

    fn apply(text: &str, edits: Vec<Edit>) -> String {
        let fragment = Fragment::new(TextSize::of(text), edits);
        let piece = |piece: &Piece| match piece {
            Piece::Source(range) => text[*range].to_owned(),
            Piece::Text(text) => text.clone(),
            other => format!("{other:?}"),
        };
        fragment.pieces.iter().map(piece).collect()
    }

    #[test]
    fn no_edit_keeps_the_text() {
        assert_eq!(apply("int a;", vec![]), "int a;");
        assert_eq!(apply("", vec![]), "");
    }

    #[test]
    fn inner_edits_apply_inside_moved_source() {
        let launch = Edit::replace(
            range(0, 11),
            [
                "push(".into(),
                Piece::Source(range(4, 5)),
                ") ? 0 : ".into(),
                Piece::Source(range(0, 1)),
                "()".into(),
            ],
        );
        let managed = Edit::replace(range(4, 5), ["(*".into(), Piece::Source(range(4, 5)), ")".into()]);
        assert_eq!(apply("k<<<m>>>();", vec![managed, launch]), "push((*m)) ? 0 : k()");
    }

    #[test]
    fn insertion_comes_before_a_replacement_at_its_offset() {
        let edits = vec![Edit::remove("a b", range(0, 2)), Edit::insert(0.into(), "x ")];
        assert_eq!(apply("a b", edits), "x b");
    }

    #[test]
    fn removed_lines_keep_their_structure() {
        assert_eq!(line_structure("{ a;\n b;\n# 7 \"f.h\" 2\n# pragma unroll\n}"), "\n\n# 7 \"f.h\" 2\n\n");
        assert_eq!(line_structure("one line"), "");
    }
}
