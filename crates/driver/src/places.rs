//! Byte offsets of a unit as places that people read.

use std::sync::Arc;

use asunder_diag::diagnostic::{LinePlace, Place, Point};
use asunder_source::{SourceText, UnitPositions};

/// Translates offsets of one unit.
pub struct Places<'db> {
    positions: UnitPositions<'db>,
    /// The file before the first line marker; `None` for standard input.
    input: Option<Arc<str>>,
}

impl<'db> Places<'db> {
    /// Places of `source`.
    pub fn new(db: &'db dyn salsa::Database, source: SourceText, input: Option<Arc<str>>) -> Self {
        Self { positions: UnitPositions::new(db, source), input }
    }

    /// The length of the unit in bytes.
    pub(crate) fn unit_length(&self) -> usize {
        self.positions.unit_length()
    }

    /// The place of a byte offset: file and line from the line markers, column and line of the unit's own
    /// text. An offset behind the last line is the end of the source.
    pub fn at(&self, offset: u32) -> Place {
        let position = self.positions.position(offset as usize);
        let file = match position.file {
            "" => self.input.clone(),
            file => Some(unescape(file).into()),
        };
        let line = self.positions.line(offset as usize);
        if line.is_end {
            // The empty line behind the last newline is none.
            return Place::EndOfSource { file, line: position.line.saturating_sub(1).max(1) };
        }
        let column = line.text[..line.offset].chars().count() as u32 + 1;
        Place::Line(LinePlace {
            file,
            line: position.line,
            point: Some(Point { column, excerpt: line.text.trim_end_matches('\r').into() }),
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
}
