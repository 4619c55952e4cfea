//! Line markers and presumed positions (spec page 1 §6, page 5 §2.3).

use std::ops::Range;
use std::sync::Arc;

use crate::{Block, SourceText};

/// A line marker `# 12 "file.h" 1 3` or `#line 12 "file.h"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMarker<'a> {
    /// The presumed line of the physical line after the marker.
    pub line: u32,
    /// The file name between the quotes, escapes untouched; `None` keeps the current file.
    pub file: Option<&'a str>,
    /// Flag 3: the text after the marker comes from a system header.
    pub system: bool,
    /// Flag 1: a file is entered.
    pub enters: bool,
}

/// Reads `line` (without its newline) as a line marker.
pub fn parse_line_marker(line: &str) -> Option<LineMarker<'_>> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").map_or(rest, str::trim_start);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..digits].parse().ok()?;
    let rest = rest[digits..].trim_start();
    let Some(quoted) = rest.strip_prefix('"') else {
        return Some(LineMarker { line: number, file: None, system: false, enters: false });
    };
    let end = closing_quote(quoted)?;
    let has = |flag: &str| quoted[end + 1..].split_ascii_whitespace().any(|it| it == flag);
    Some(LineMarker { line: number, file: Some(&quoted[..end]), system: has("3"), enters: has("1") })
}

fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|b| {
        let closes = b == b'"' && !escaped;
        escaped = b == b'\\' && !escaped;
        closes
    })
}

/// The file that a line marker names: `name` is what stands between its quotes, which may have escapes.
pub fn file_name(name: &str) -> String {
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

/// The line markers of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockLines {
    files: Vec<String>,
    /// The files, by their places in `files`, that are entered as system headers.
    system_files: Vec<u32>,
    markers: Vec<BlockMarker>,
    /// Newlines after the last marker's line.
    tail: u32,
}

/// A line marker of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BlockMarker {
    /// Offset in the block of the first byte after the marker's line.
    start: usize,
    /// Presumed line of `start`.
    line: u32,
    /// Index into `files` and whether the text is from a system header; `None` keeps both.
    file: Option<(u32, bool)>,
}

impl BlockLines {
    /// The line markers of `text`.
    pub fn new(text: &str) -> BlockLines {
        let mut lines = BlockLines::default();
        let mut index = rustc_hash::FxHashMap::default();
        for start in line_starts_with_hash(text) {
            let end = memchr::memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |n| start + n);
            let Some(marker) = parse_line_marker(&text[start..end]) else { continue };
            let file = marker.file.map(|name| {
                let files = &mut lines.files;
                let id = *index.entry(name).or_insert_with(|| {
                    files.push(name.to_owned());
                    files.len() as u32 - 1
                });
                if marker.enters && marker.system && !lines.system_files.contains(&id) {
                    lines.system_files.push(id);
                }
                (id, marker.system)
            });
            let start = (end + 1).min(text.len());
            lines.markers.push(BlockMarker { start, line: marker.line, file });
        }
        let tail = lines.markers.last().map_or(0, |marker| marker.start);
        lines.tail = newlines(&text[tail..]);
        lines
    }

    /// The file of the block's first line marker.
    pub fn first_file(&self) -> Option<&str> {
        self.files().next()
    }

    /// Every file that a line marker names, as it is written there, in order of first mention.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str)
    }

    /// The files that are entered as system headers.
    pub(crate) fn system_files(&self) -> impl Iterator<Item = &str> {
        self.system_files.iter().map(|file| self.files[*file as usize].as_str())
    }

    /// Every line marker that names a file: from which byte on it holds, the file as it is written there and whether it
    /// is a system header.
    pub fn files_from(&self) -> impl DoubleEndedIterator<Item = (usize, &str, bool)> {
        self.markers.iter().filter_map(|marker| {
            let (file, system) = marker.file?;
            Some((marker.start, self.files[file as usize].as_str(), system))
        })
    }

    /// The file at the end of the block and whether it is a system header; `None` when no marker names one.
    pub(crate) fn last_file(&self) -> Option<(&str, bool)> {
        self.files_from().next_back().map(|(_, file, system)| (file, system))
    }

    /// Whether byte `offset` of the block comes from a system header; `None` when that depends on the text
    /// before the block.
    pub fn is_system(&self, offset: usize) -> Option<bool> {
        let after = self.markers.partition_point(|marker| marker.start <= offset);
        self.markers[..after].iter().rev().find_map(|marker| Some(marker.file?.1))
    }

    /// Where text of system headers and other text take turns inside a range of the block: the bytes, counted from the
    /// range's start, from which on it comes from a system header or not. What is at the start is
    /// [`BlockLines::is_system`].
    pub fn system_turns(&self, range: Range<usize>) -> Vec<(usize, bool)> {
        let inside = |start: usize| self.markers.partition_point(|marker| marker.start <= start);
        let markers = &self.markers[inside(range.start)..inside(range.end)];
        let mut turns: Vec<(usize, bool)> =
            markers.iter().filter_map(|marker| Some((marker.start - range.start, marker.file?.1))).collect();
        turns.dedup_by_key(|(_, system)| *system);
        turns
    }

    /// Whether a whole range of the block comes from system headers: a declaration whose first word is a macro of a
    /// system header does not. `None` as for [`BlockLines::is_system`].
    pub fn is_system_throughout(&self, range: Range<usize>) -> Option<bool> {
        match self.system_turns(range.clone()).iter().all(|(_, system)| *system) {
            true => self.is_system(range.start),
            false => Some(false),
        }
    }

    /// The file of byte `offset` of the block; `None` as for [`BlockLines::is_system`].
    pub fn file(&self, offset: usize) -> Option<&str> {
        let after = self.markers.partition_point(|marker| marker.start <= offset);
        let (file, _) = self.markers[..after].iter().rev().find_map(|marker| marker.file)?;
        Some(&self.files[file as usize])
    }

    /// Whether the text at the end of the block comes from a system header; `None` as for
    /// [`BlockLines::is_system`].
    pub fn ends_in_system(&self) -> Option<bool> {
        self.is_system(usize::MAX)
    }

    /// Whether all text that a marker of the block governs comes from system headers.
    pub fn is_all_system(&self) -> bool {
        self.markers.iter().all(|marker| marker.file.is_none_or(|(_, system)| system))
    }

    /// The position of byte `offset` of the block's text, whose lines are given. `None` when that depends on the
    /// text before the block and `entry` is not given.
    pub fn position<'a>(
        &'a self,
        newlines: &Newlines,
        offset: usize,
        entry: Option<&'a LineEntry>,
    ) -> Option<Position<'a>> {
        let after = self.markers.partition_point(|marker| marker.start <= offset);
        let markers = &self.markers[..after];
        let (start, line) = match markers.last() {
            Some(marker) => (marker.start, marker.line),
            None => (0, entry?.line),
        };
        let (file, system) = match markers.iter().rev().find_map(|marker| marker.file) {
            Some((file, system)) => (self.files[file as usize].as_str(), system),
            None => (&*entry?.file, entry?.system),
        };
        let line = line.saturating_add(newlines.count(start..offset));
        Some(Position { file, line, column: newlines.column(offset), system })
    }

    /// What holds after a block that is entered with `entry`.
    fn leave(&self, entry: &LineEntry) -> LineEntry {
        let line = self.markers.last().map_or(entry.line, |marker| marker.line).saturating_add(self.tail);
        match self.markers.iter().rev().find_map(|marker| marker.file) {
            Some((file, system)) => {
                LineEntry { file: self.files[file as usize].as_str().into(), line, system }
            }
            None => LineEntry { line, ..entry.clone() },
        }
    }
}

/// Where the newlines of a text are.
#[derive(Debug)]
pub struct Newlines(Vec<u32>);

impl Newlines {
    /// Those of `text`.
    pub fn new(text: &str) -> Newlines {
        Newlines(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32).collect())
    }

    /// How many there are before byte `offset`.
    fn before(&self, offset: usize) -> usize {
        self.0.partition_point(|newline| (*newline as usize) < offset)
    }

    /// How many there are in these bytes.
    fn count(&self, range: Range<usize>) -> u32 {
        (self.before(range.end) - self.before(range.start)) as u32
    }

    /// The column of byte `offset`, from 1, in bytes.
    fn column(&self, offset: usize) -> u32 {
        (offset - self.line(offset, usize::MAX).start) as u32 + 1
    }

    /// The line of byte `offset` of a text of `length` bytes, without its newline.
    pub(crate) fn line(&self, offset: usize, length: usize) -> Range<usize> {
        let before = self.before(offset);
        let start = before.checked_sub(1).map_or(0, |last| self.0[last] as usize + 1);
        start..self.0.get(before).map_or(length, |newline| *newline as usize)
    }
}

fn newlines(text: &str) -> u32 {
    memchr::memchr_iter(b'\n', text.as_bytes()).count() as u32
}

/// The presumed position of the first byte of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineEntry {
    /// File name as its line marker writes it; empty before the first marker.
    file: Arc<str>,
    /// Line, 1-based.
    line: u32,
    /// Whether the text comes from a system header.
    system: bool,
}

impl LineEntry {
    /// The file, as its line marker writes it; empty before the first marker.
    pub fn file(&self) -> &str {
        &self.file
    }
}

/// The presumed position of each block's first byte.
#[salsa::tracked(returns(ref))]
pub fn line_entries(db: &dyn salsa::Database, source: SourceText) -> Arc<[LineEntry]> {
    let mut at = LineEntry { file: "".into(), line: 1, system: false };
    let entry = |block: &Block| {
        let leave = block_lines(db, *block).leave(&at);
        std::mem::replace(&mut at, leave)
    };
    source.blocks(db).iter().map(entry).collect()
}

/// The file of the unit's first line marker.
#[salsa::tracked(returns(ref))]
pub fn first_file(db: &dyn salsa::Database, source: SourceText) -> Option<String> {
    let first = |block: &Block| block_lines(db, *block).first_file().map(str::to_owned);
    source.blocks(db).iter().find_map(first)
}

/// The line markers of a block.
#[salsa::tracked(returns(ref))]
pub fn block_lines(db: &dyn salsa::Database, block: Block) -> Arc<BlockLines> {
    Arc::new(BlockLines::new(block.text(db)))
}

/// Whether the text at the start of each block of a unit comes from a system header.
#[salsa::tracked(returns(ref))]
pub fn system_entries(db: &dyn salsa::Database, source: SourceText) -> Arc<[bool]> {
    let mut system = false;
    let entry = |block: &Block| {
        let entry = system;
        system = block_lines(db, *block).ends_in_system().unwrap_or(system);
        entry
    };
    source.blocks(db).iter().map(entry).collect()
}

/// Whether the text at the start of a block of a unit comes from a system header.
#[salsa::tracked(returns(copy))]
pub fn starts_in_system(db: &dyn salsa::Database, source: SourceText, block: Block) -> bool {
    source.block_number(db, block).is_some_and(|number| system_entries(db, source)[number])
}

fn column(text: &str, offset: usize) -> u32 {
    let column = match memchr::memrchr(b'\n', &text.as_bytes()[..offset]) {
        Some(newline) => offset - newline,
        None => offset + 1,
    };
    column as u32
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
        LineTable::of_blocks([(&BlockLines::new(text), text.len())])
    }

    /// The table of a text made of blocks with these line markers and lengths.
    fn of_blocks<'a>(blocks: impl IntoIterator<Item = (&'a BlockLines, usize)>) -> LineTable {
        let mut files = vec![String::new()];
        let mut regions = vec![Region { start: 0, line: 1, file: 0, system: false }];
        let mut index = rustc_hash::FxHashMap::default();
        let mut offset = 0;
        for (block, length) in blocks {
            let number = |name: &'a String| {
                *index.entry(name.as_str()).or_insert_with(|| {
                    files.push(name.clone());
                    files.len() as u32 - 1
                })
            };
            let numbers: Vec<u32> = block.files.iter().map(number).collect();
            for marker in &block.markers {
                let current = regions.last().expect("never empty");
                let (file, system) = match marker.file {
                    Some((file, system)) => (numbers[file as usize], system),
                    None => (current.file, current.system),
                };
                regions.push(Region { start: offset + marker.start, line: marker.line, file, system });
            }
            offset += length;
        }
        LineTable { files, regions }
    }

    /// The position of byte `offset` of `text`, which must be the text the table was made from.
    pub fn position(&self, text: &str, offset: usize) -> Position<'_> {
        let region = self.region(offset);
        let before = &text.as_bytes()[region.start.min(offset)..offset];
        let newlines = memchr::memchr_iter(b'\n', before).count() as u32;
        Position {
            file: &self.files[region.file as usize],
            line: region.line.saturating_add(newlines),
            column: column(text, offset),
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

    /// The file of the unit's first line marker.
    pub fn first_file(&self) -> Option<&str> {
        self.files.get(1).map(String::as_str)
    }

    fn region(&self, offset: usize) -> &Region {
        let after = self.regions.partition_point(|region| region.start <= offset);
        &self.regions[after - 1]
    }
}

/// Every line marker of a text that names a file: where its line starts, and whether what follows comes from a
/// system header.
pub fn file_markers(text: &str) -> impl Iterator<Item = (usize, bool)> {
    line_starts_with_hash(text).filter_map(|start| {
        let end = memchr::memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |n| start + n);
        let marker = parse_line_marker(&text[start..end])?;
        marker.file.map(|_| (start, marker.system))
    })
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
    let blocks = source.blocks(db).iter();
    Arc::new(LineTable::of_blocks(blocks.map(|block| (&**block_lines(db, *block), block.text(db).len()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers() {
        let marker = |line, file, system, enters| Some(LineMarker { line, file, system, enters });
        assert_eq!(parse_line_marker("# 12 \"a.h\" 1 3 4"), marker(12, Some("a.h"), true, true));
        assert_eq!(parse_line_marker("# 12 \"a.h\" 2 3"), marker(12, Some("a.h"), true, false));
        assert_eq!(parse_line_marker("# 12 \"a\\\"b.h\""), marker(12, Some("a\\\"b.h"), false, false));
        assert_eq!(parse_line_marker("#line 7"), marker(7, None, false, false));
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
