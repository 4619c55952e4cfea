//! Line markers and presumed positions (spec page 1 §6, page 5 §2.3).

use std::sync::Arc;

use crate::SourceText;

/// A line marker `# 12 "file.h" 1 3` or `#line 12 "file.h"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMarker<'a> {
    /// The presumed line of the physical line after the marker.
    pub line: u32,
    /// The file name between the quotes, escapes untouched; `None` keeps the current file.
    pub file: Option<&'a str>,
    /// Flag 3: the text after the marker comes from a system header.
    pub system: bool,
}

/// Reads `line` (without its newline) as a line marker.
pub fn parse_line_marker(line: &str) -> Option<LineMarker<'_>> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").map_or(rest, str::trim_start);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..digits].parse().ok()?;
    let rest = rest[digits..].trim_start();
    let Some(quoted) = rest.strip_prefix('"') else {
        return Some(LineMarker { line: number, file: None, system: false });
    };
    let end = closing_quote(quoted)?;
    let system = quoted[end + 1..].split_ascii_whitespace().any(|flag| flag == "3");
    Some(LineMarker { line: number, file: Some(&quoted[..end]), system })
}

fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|b| {
        let closes = b == b'"' && !escaped;
        escaped = b == b'\\' && !escaped;
        closes
    })
}

/// A presumed position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position<'a> {
    /// File name as its line marker writes it; empty before the first marker.
    pub file: &'a str,
    /// Line, 1-based.
    pub line: u32,
    /// Column, 1-based, in bytes of the physical line.
    pub column: u32,
    /// Whether the position lies in a system header.
    pub system: bool,
}

/// A stretch of text that one line marker governs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Region {
    /// Offset of the first byte after the marker's line.
    start: usize,
    /// Presumed line of `start`.
    line: u32,
    /// Index into `files`.
    file: u32,
    system: bool,
}

/// Translates byte offsets of a unit into presumed positions.
#[derive(Debug, PartialEq, Eq)]
pub struct LineTable {
    files: Vec<String>,
    regions: Vec<Region>,
}

impl LineTable {
    /// The table of `text`.
    pub fn new(text: &str) -> LineTable {
        let mut table = LineTable {
            files: vec![String::new()],
            regions: vec![Region { start: 0, line: 1, file: 0, system: false }],
        };
        let mut index = rustc_hash::FxHashMap::default();
        for start in line_starts_with_hash(text) {
            let end = memchr::memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |n| start + n);
            let Some(marker) = parse_line_marker(&text[start..end]) else { continue };
            let current = table.regions.last().expect("never empty");
            let (file, system) = match marker.file {
                Some(name) => {
                    let files = &mut table.files;
                    let id = *index.entry(name).or_insert_with(|| {
                        files.push(name.to_owned());
                        files.len() as u32 - 1
                    });
                    (id, marker.system)
                }
                None => (current.file, current.system),
            };
            let start = (end + 1).min(text.len());
            table.regions.push(Region { start, line: marker.line, file, system });
        }
        table
    }

    /// The position of byte `offset` of `text`, which must be the text the table was made from.
    pub fn position(&self, text: &str, offset: usize) -> Position<'_> {
        let region = self.region(offset);
        let before = &text.as_bytes()[region.start.min(offset)..offset];
        let newlines = memchr::memchr_iter(b'\n', before).count() as u32;
        let column = match memchr::memrchr(b'\n', &text.as_bytes()[..offset]) {
            Some(newline) => offset - newline,
            None => offset + 1,
        };
        Position {
            file: &self.files[region.file as usize],
            line: region.line + newlines,
            column: column as u32,
            system: region.system,
        }
    }

    /// Whether byte `offset` comes from a system header.
    pub fn is_system(&self, offset: usize) -> bool {
        self.region(offset).system
    }

    /// The file of byte `offset`, as its line marker writes it; empty before the first marker.
    pub fn file(&self, offset: usize) -> &str {
        &self.files[self.region(offset).file as usize]
    }

    /// Every file that a line marker names, as it is written there, in order of first mention.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().skip(1).map(String::as_str)
    }

    /// The file of the unit's first line marker.
    pub fn first_file(&self) -> Option<&str> {
        self.files.get(1).map(String::as_str)
    }

    fn region(&self, offset: usize) -> &Region {
        let after = self.regions.partition_point(|region| region.start <= offset);
        &self.regions[after - 1]
    }
}

/// Offsets of the `#` that opens a line, blanks before it allowed.
fn line_starts_with_hash(text: &str) -> impl Iterator<Item = usize> {
    memchr::memchr_iter(b'#', text.as_bytes()).filter(|&at| {
        let line_before = text.as_bytes()[..at].iter().rev().find(|b| !matches!(b, b' ' | b'\t'));
        line_before.is_none_or(|&b| b == b'\n')
    })
}

/// The line table of a unit.
#[salsa::tracked]
pub fn line_table(db: &dyn salsa::Database, source: SourceText) -> Arc<LineTable> {
    Arc::new(LineTable::new(source.text(db)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers() {
        let marker = |line, file, system| Some(LineMarker { line, file, system });
        assert_eq!(parse_line_marker("# 12 \"a.h\" 1 3 4"), marker(12, Some("a.h"), true));
        assert_eq!(parse_line_marker("# 12 \"a\\\"b.h\""), marker(12, Some("a\\\"b.h"), false));
        assert_eq!(parse_line_marker("#line 7"), marker(7, None, false));
        assert_eq!(parse_line_marker("#pragma once"), None);
        assert_eq!(parse_line_marker("# 3 \"unclosed"), None);
    }

    #[test]
    fn positions() {
        let text = "int a;\n# 40 \"x.h\" 1 3\n\n  int b;\n# 2 \"x.cu\" 2\nint c; # 9\n";
        let table = LineTable::new(text);
        let at = |needle: &str| table.position(text, text.find(needle).unwrap());
        assert_eq!(at("int a"), Position { file: "", line: 1, column: 1, system: false });
        assert_eq!(at("int b"), Position { file: "x.h", line: 41, column: 3, system: true });
        assert_eq!(at("int c"), Position { file: "x.cu", line: 2, column: 1, system: false });
        assert_eq!(table.first_file(), Some("x.h"));
    }
}
