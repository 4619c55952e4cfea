//! Byte offsets of a unit as places that people read.

use std::cell::RefCell;
use std::sync::Arc;

use asunder_diag::diagnostic::{LinePlace, Place, Point};
use asunder_source::{SourceText, UnitPositions};
use rustc_hash::FxHashMap;

/// Translates offsets of one unit. Places on one line, or in one file, share its text or name.
pub struct Places<'db> {
    positions: UnitPositions<'db>,
    /// The file before the first line marker; `None` for standard input.
    input: Option<Arc<str>>,
    /// Files by their names in line markers.
    files: RefCell<FxHashMap<&'db str, Arc<str>>>,
    /// Lines by where they start.
    lines: RefCell<FxHashMap<u32, Line>>,
}

/// A line that something stands on.
struct Line {
    excerpt: Arc<str>,
    /// How many characters stand before each stretch of [`STRETCH`] bytes.
    characters: Vec<u32>,
}

/// The characters of a line are counted from the last multiple of so many bytes.
const STRETCH: usize = 1024;

impl Line {
    fn new(text: &str) -> Line {
        let mut count = 0;
        let counted = |stretch: &[u8]| {
            let before = count;
            count += characters(stretch);
            before
        };
        let characters = text.as_bytes().chunks(STRETCH).map(counted).collect();
        Line { excerpt: text.trim_end_matches('\r').into(), characters }
    }

    /// The column, from 1, of byte `offset` of the line's `text`.
    fn column(&self, text: &str, offset: usize) -> u32 {
        let stretch = (offset / STRETCH).min(self.characters.len().saturating_sub(1));
        let before = self.characters.get(stretch).copied().unwrap_or(0);
        before + characters(&text.as_bytes()[stretch * STRETCH..offset]) + 1
    }
}

/// How many characters start in these bytes of UTF-8.
fn characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u32
}

impl<'db> Places<'db> {
    /// Places of `source`.
    pub fn new(db: &'db dyn salsa::Database, source: SourceText, input: Option<Arc<str>>) -> Self {
        let positions = UnitPositions::new(db, source);
        Self { positions, input, files: RefCell::default(), lines: RefCell::default() }
    }

    /// The length of the unit in bytes.
    pub(crate) fn unit_length(&self) -> usize {
        self.positions.unit_length()
    }

    /// The presumed line of a byte offset, and the file as its line marker writes it; `None` behind the last line.
    pub(crate) fn line(&self, offset: u32) -> Option<(&'db str, u32)> {
        let position = self.positions.position(offset as usize);
        (!self.positions.line(offset as usize).is_end).then_some((position.file, position.line))
    }

    /// The place of a byte offset: file and line from the line markers, column and line of the unit's own
    /// text. An offset behind the last line is the end of the source.
    pub fn at(&self, offset: u32) -> Place {
        let position = self.positions.position(offset as usize);
        let file = match position.file {
            "" => self.input.clone(),
            file => {
                Some(self.files.borrow_mut().entry(file).or_insert_with(|| unescape(file).into()).clone())
            }
        };
        let line = self.positions.line(offset as usize);
        if line.is_end {
            // The empty line behind the last newline is none.
            return Place::EndOfSource { file, line: position.line.saturating_sub(1).max(1) };
        }
        let mut known = self.lines.borrow_mut();
        let shared = known.entry(offset - line.offset as u32).or_insert_with(|| Line::new(line.text));
        let point = Point { column: shared.column(line.text, line.offset), excerpt: shared.excerpt.clone() };
        Place::Line(LinePlace {
            file,
            line: position.line,
            point: Some(point),
            system_header: position.system,
            offset,
        })
    }
}

/// A file name without the escapes of a line marker.
fn unescape(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut characters = name.chars();
    while let Some(c) = characters.next() {
        match (c, characters.as_str().chars().next()) {
            ('\\', Some(escaped @ ('"' | '\\'))) => {
                plain.push(escaped);
                characters.next();
            }
            _ => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use asunder_diag::diagnostic::Place;
    use asunder_source::SourceText;

    use super::Places;

    #[test]
    fn file_and_line_come_from_markers_and_columns_count_code_points() {
        let text = "# 7 \"inc/a \\\"b.h\" 3\n\n\tint é = @;\n";
        let db = salsa::DatabaseImpl::new();
        let source = SourceText::new(&db, "x.ii".into(), text.into());
        let places = Places::new(&db, source, Some("x.cu".into()));
        let at = text.find('@').unwrap() as u32;
        let Place::Line(place) = places.at(at) else { panic!("a line") };
        assert_eq!(place.file.as_deref(), Some("inc/a \"b.h"));
        assert_eq!((place.line, place.system_header), (8, true));
        let point = place.point.unwrap();
        assert_eq!((point.column, &*point.excerpt), (10, "\tint é = @;"));
        assert!(matches!(places.at(text.len() as u32), Place::EndOfSource { .. }));
    }

    #[test]
    fn columns_of_long_lines() {
        let text = format!("int é;{}@", "é ".repeat(2000));
        let db = salsa::DatabaseImpl::new();
        let places = Places::new(&db, SourceText::new(&db, "x.ii".into(), text.as_str().into()), None);
        for (offset, _) in text.char_indices() {
            let Place::Line(place) = places.at(offset as u32) else { panic!("a line") };
            assert_eq!(place.point.unwrap().column as usize, text[..offset].chars().count() + 1);
        }
    }
}
