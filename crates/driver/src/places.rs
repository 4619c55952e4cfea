//! Byte offsets of a unit as places that people read.

use std::sync::Arc;

use asunder_diag::diagnostic::{LinePlace, Place, Point};
use asunder_source::LineTable;

/// Translates offsets of one unit.
#[derive(Debug)]
pub struct Places<'a> {
    text: &'a str,
    table: &'a LineTable,
    /// The file before the first line marker; `None` for standard input.
    input: Option<Arc<str>>,
}

impl<'a> Places<'a> {
    /// Places of `text`, whose line markers are `table`.
    pub fn new(text: &'a str, table: &'a LineTable, input: Option<Arc<str>>) -> Self {
        Self { text, table, input }
    }

    /// The place of a byte offset: file and line from the line markers, column and line of the unit's own
    /// text. An offset behind the last line is the end of the source.
    pub fn at(&self, offset: u32) -> Place {
        let at = (offset as usize).min(self.text.len());
        let position = self.table.position(self.text, at);
        let file = match position.file {
            "" => self.input.clone(),
            file => Some(unescape(file).into()),
        };
        let line_start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = self.text[at..].find('\n').map_or(self.text.len(), |newline| at + newline);
        if line_start == self.text.len() {
            // The empty line behind the last newline is none.
            return Place::EndOfSource { file, line: position.line.saturating_sub(1).max(1) };
        }
        let excerpt = self.text[line_start..line_end].trim_end_matches('\r');
        let column = self.text[line_start..at].chars().count() as u32 + 1;
        Place::Line(LinePlace {
            file,
            line: position.line,
            point: Some(Point { column, excerpt: excerpt.into() }),
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
    use asunder_source::LineTable;

    use super::Places;

    #[test]
    fn file_and_line_come_from_markers_and_columns_count_code_points() {
        let text = "# 7 \"inc/a \\\"b.h\" 3\n\n\tint é = @;\n";
        let table = LineTable::new(text);
        let places = Places::new(text, &table, Some("x.cu".into()));
        let at = text.find('@').unwrap() as u32;
        let Place::Line(place) = places.at(at) else { panic!("a line") };
        assert_eq!(place.file.as_deref(), Some("inc/a \"b.h"));
        assert_eq!((place.line, place.system_header), (8, true));
        let point = place.point.unwrap();
        assert_eq!((point.column, &*point.excerpt), (10, "\tint é = @;"));
        assert!(matches!(places.at(text.len() as u32), Place::EndOfSource { .. }));
    }
}
