//! Byte offsets of a unit as places that people read.

use std::cell::RefCell;
use std::sync::Arc;

use asunder_diag::diagnostic::{LinePlace, Place, Point};
use asunder_source::{Columns, SourceText, UnitPositions, file_name};
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
    columns: Columns,
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
                Some(self.files.borrow_mut().entry(file).or_insert_with(|| file_name(file).into()).clone())
            }
        };
        let line = self.positions.line(offset as usize);
        if line.is_end {
            // The empty line behind the last newline does not count.
            return Place::EndOfSource { file, line: position.line.saturating_sub(1).max(1) };
        }
        let mut known = self.lines.borrow_mut();
        let shared = known.entry(offset - line.offset as u32).or_insert_with(|| Line {
            excerpt: line.text.trim_end_matches('\r').into(),
            columns: Columns::new(line.text),
        });
        let point =
            Point { column: shared.columns.column(line.text, line.offset), excerpt: shared.excerpt.clone() };
        Place::Line(LinePlace {
            file,
            line: position.line,
            point: Some(point),
            system_header: position.system,
            offset,
        })
    }
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
