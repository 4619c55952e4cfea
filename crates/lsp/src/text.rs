//! Texts with lines, and places in them in all units that are in use.

use std::sync::Arc;

use lsp_types::{Position, Range};

/// What columns of the protocol count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Units of UTF-16: the protocol's default.
    Utf16,
}

impl Encoding {
    /// How many units a character has.
    fn units(self, character: char) -> u32 {
        match self {
            Encoding::Utf8 => character.len_utf8() as u32,
            Encoding::Utf16 => character.len_utf16() as u32,
        }
    }

    /// How many units a text has.
    pub fn length(self, text: &str) -> u32 {
        match self {
            Encoding::Utf8 => text.len() as u32,
            Encoding::Utf16 => text.chars().map(|character| self.units(character)).sum(),
        }
    }
}

/// A text and where its lines start. Lines end in `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub struct Text {
    text: Arc<str>,
    starts: Arc<[usize]>,
}

impl Text {
    /// The lines of `text`.
    pub fn new(text: Arc<str>) -> Text {
        let bytes = text.as_bytes();
        let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
        let is_end = |at: &usize| bytes[*at] == b'\n' || bytes.get(*at + 1) != Some(&b'\n');
        let starts = std::iter::once(0).chain(ends.filter(is_end).map(|at| at + 1)).collect();
        Text { text, starts }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text, shared.
    pub fn shared(&self) -> &Arc<str> {
        &self.text
    }

    /// A line without its end; empty behind the last one.
    pub fn line(&self, line: usize) -> &str {
        let Some(&start) = self.starts.get(line) else { return "" };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    /// The byte at a place. A column behind the line's end is that end, a line behind the last one the end of the text, and
    /// a place inside a character its start.
    pub fn offset(&self, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return self.text.len() };
        let mut column = 0;
        let content = self.line(line);
        for (at, character) in content.char_indices() {
            let next = column + encoding.units(character);
            if next > position.character {
                return start + at;
            }
            column = next;
        }
        start + content.len()
    }

    /// Whether a place is in the text.
    pub fn contains(&self, position: Position, encoding: Encoding) -> bool {
        let line = position.line as usize;
        line < self.starts.len() && position.character <= encoding.length(self.line(line))
    }

    /// The place of a byte; that of the end for those behind it.
    pub fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let start = self.starts[line];
        let offset = self.text.floor_char_boundary(offset);
        Position::new(line as u32, encoding.length(&self.text[start..offset]))
    }

    /// The places of a range of bytes.
    pub fn range(&self, range: std::ops::Range<usize>, encoding: Encoding) -> Range {
        Range::new(self.position(range.start, encoding), self.position(range.end, encoding))
    }

    /// The line and the column of a byte, both from 1, columns in code points; inside a character those of its start.
    pub fn line_column(&self, offset: usize) -> (u32, u32) {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let column = self.text[self.starts[line]..offset].chars().count();
        (line as u32 + 1, column as u32 + 1)
    }

    /// The byte at a line and a column from 1, columns in code points; `None` where there is none.
    pub fn byte_at(&self, line: u32, column: u32) -> Option<usize> {
        let line = (line as usize).checked_sub(1)?;
        let start = *self.starts.get(line)?;
        let content = self.line(line);
        let mut characters = content.char_indices().map(|(at, _)| at).chain([content.len()]);
        Some(start + characters.nth((column as usize).checked_sub(1)?)?)
    }

    /// The text with the bytes of a range replaced.
    pub fn replaced(&self, range: std::ops::Range<usize>, new: &str) -> Text {
        let (start, end) = (range.start.min(range.end), range.start.max(range.end));
        let mut text = String::with_capacity(self.text.len() + new.len());
        text.push_str(&self.text[..start]);
        text.push_str(new);
        text.push_str(&self.text[end..]);
        Text::new(text.into())
    }
}

/// The range of a word of `length` code points at a line and a column from 1; `excerpt` is the line.
pub fn word_range(line: u32, column: u32, excerpt: &str, length: usize, encoding: Encoding) -> Range {
    let mut characters = excerpt.chars();
    let before: u32 =
        characters.by_ref().take(column.saturating_sub(1) as usize).map(|it| encoding.units(it)).sum();
    let word: u32 = characters.take(length).map(|it| encoding.units(it)).sum();
    let line = line.saturating_sub(1);
    Range::new(Position::new(line, before), Position::new(line, before + word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_all_units() {
        let text = Text::new("a\u{e9}\u{1f600}b\r\nc\rd\n".into());
        assert_eq!(text.lines(), 4);
        let cases = [
            // Byte, UTF-8, UTF-16, line and column in code points.
            (0, (0, 0), (0, 0), (1, 1)),
            (3, (0, 3), (0, 2), (1, 3)),
            (7, (0, 7), (0, 4), (1, 4)),
            (8, (0, 8), (0, 5), (1, 5)),
            (10, (1, 0), (1, 0), (2, 1)),
            (12, (2, 0), (2, 0), (3, 1)),
            (14, (3, 0), (3, 0), (4, 1)),
        ];
        for (byte, utf8, utf16, point) in cases {
            for (encoding, (line, column)) in [(Encoding::Utf8, utf8), (Encoding::Utf16, utf16)] {
                let position = Position::new(line, column);
                assert_eq!(text.position(byte, encoding), position);
                assert_eq!(text.offset(position, encoding), byte);
            }
            assert_eq!(text.line_column(byte), point);
            assert_eq!(text.byte_at(point.0, point.1), Some(byte));
        }
    }

    #[test]
    fn places_outside_are_the_nearest() {
        let text = Text::new("a\u{1f600}b\nc".into());
        let offset = |line, column| text.offset(Position::new(line, column), Encoding::Utf16);
        assert_eq!(offset(0, 99), 6);
        assert_eq!(offset(99, 0), 8);
        assert_eq!(offset(0, 2), 1, "inside a character");
        assert_eq!(text.byte_at(3, 1), None);
        assert_eq!((text.line_column(3), text.line_column(99)), ((1, 2), (2, 2)));
        assert!(!text.contains(Position::new(0, 99), Encoding::Utf16));
    }
}
