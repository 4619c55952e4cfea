//! The lines of a unit by the lines of files that they stand for.

use std::ops::Range;
use std::sync::Arc;

use asunder_source::{file_name, parse_line_marker};
use rustc_hash::FxHashMap;

use crate::alignment::{Token, tokens};

/// A line of the unit that is not a line marker and not blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    /// Index into the files.
    file: u32,
    /// The presumed line, from 1.
    number: u32,
    /// Its bytes in the unit, without the newline.
    start: usize,
    end: usize,
}

/// Where the lines of a unit's text stand, and in which files.
#[derive(Clone, Debug)]
pub struct LineIndex {
    /// The files as line markers name them, without escapes. The first, without a name, is that of the
    /// text before any marker.
    files: Vec<Arc<str>>,
    lines: Vec<Line>,
}

/// The text of a unit, of which parts are read.
pub trait UnitText<'a> {
    /// How many bytes it has.
    fn length(&self) -> usize;
    /// The text of a range.
    fn slice(&self, range: Range<usize>) -> &'a str;
    /// The text from byte `start` on, in pieces of whole lines.
    fn pieces_from(&self, start: usize) -> Box<dyn Iterator<Item = &'a str> + 'a>;
}

impl<'a> UnitText<'a> for &'a str {
    fn length(&self) -> usize {
        self.len()
    }

    fn slice(&self, range: Range<usize>) -> &'a str {
        &self[range]
    }

    fn pieces_from(&self, start: usize) -> Box<dyn Iterator<Item = &'a str> + 'a> {
        Box::new(std::iter::once(&self[start..]))
    }
}

impl LineIndex {
    /// The lines of `text`.
    pub fn new<'t>(text: impl UnitText<'t>) -> LineIndex {
        let mut index = LineIndex { files: vec!["".into()], lines: Vec::new() };
        index.scan(&text, 0, 0, 1);
        index
    }

    /// The lines of `text`, of which the first `unchanged` bytes are those of the text that this was made of.
    #[must_use]
    pub fn updated<'t>(mut self, text: impl UnitText<'t>, unchanged: usize) -> LineIndex {
        let kept = self.lines.partition_point(|line| line.end < unchanged.min(text.length()));
        self.lines.truncate(kept);
        match self.lines.last() {
            Some(&Line { file, number, end, .. }) => {
                self.scan(&text, end + 1, file, number.saturating_add(1))
            }
            None => self.scan(&text, 0, 0, 1),
        }
        self
    }

    /// Adds the lines from byte `start` on, which is line `number` of a file.
    fn scan<'t>(&mut self, text: &impl UnitText<'t>, mut start: usize, mut file: u32, mut number: u32) {
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        for line in text.pieces_from(start).flat_map(|piece| piece.split_inclusive('\n')) {
            let bare = line.trim_end_matches('\n');
            let end = start + bare.len();
            match line.starts_with(['#', ' ', '\t']).then(|| parse_line_marker(bare)).flatten() {
                Some(marker) => {
                    number = marker.line;
                    if let Some(name) = marker.file {
                        file = *numbers.entry(name).or_insert_with(|| self.file_number(name));
                    }
                }
                None => {
                    if !line.trim_ascii().is_empty() {
                        self.lines.push(Line { file, number, start, end });
                    }
                    number = number.saturating_add(1);
                }
            }
            start += line.len();
        }
    }

    /// The number of a file, by its name in a line marker.
    fn file_number(&mut self, name: &str) -> u32 {
        let name = file_name(name);
        let known = self.files.iter().skip(1).position(|known| **known == *name);
        let index = known.map_or(self.files.len(), |known| known + 1);
        if known.is_none() {
            self.files.push(name.into());
        }
        index as u32
    }
}

/// The lines of a unit with its text.
pub(crate) struct UnitLines<'a> {
    text: Box<dyn UnitText<'a> + 'a>,
    index: Arc<LineIndex>,
}

/// Lines of the unit, one behind the other, that stand for one line of a file. The expansion of a macro of a system
/// header stands on lines of its own.
pub(crate) type Group = Range<usize>;

impl<'a> UnitLines<'a> {
    /// The lines of `text`, which `index` was made of.
    pub(crate) fn new(text: impl UnitText<'a> + 'a, index: Arc<LineIndex>) -> UnitLines<'a> {
        UnitLines { text: Box::new(text), index }
    }

    /// The group that byte `offset` stands in.
    pub(crate) fn group_at(&self, offset: usize) -> Option<Group> {
        let line = self.index.lines.partition_point(|line| line.end < offset);
        (self.index.lines.get(line)?.start <= offset).then(|| self.group_of(line))
    }

    /// The group that line `index` belongs to.
    fn group_of(&self, index: usize) -> Group {
        let of = &self.index.lines[index];
        let is_same = |line: &&Line| (line.file, line.number) == (of.file, of.number);
        let before = self.index.lines[..index].iter().rev().take_while(is_same).count();
        let behind = self.index.lines[index..].iter().take_while(is_same).count();
        index - before..index + behind
    }

    /// Whether there is such a file.
    pub(crate) fn has_file(&self, is_file: impl Fn(&str) -> bool) -> bool {
        self.index.files.iter().any(|name| is_file(name))
    }

    /// The groups that stand for a line of a file, and, behind them, that of the last line before it: the arguments
    /// of a macro stand where the macro's name does. `is_file` recognises the file by its name.
    pub(crate) fn groups_of(&self, is_file: impl Fn(&str) -> bool, number: u32) -> Vec<Group> {
        let of_file: Vec<bool> = self.index.files.iter().map(|name| is_file(name)).collect();
        let mut groups: Vec<Group> = Vec::new();
        let mut before: Option<usize> = None;
        for (index, line) in
            self.index.lines.iter().enumerate().filter(|(_, line)| of_file[line.file as usize])
        {
            if line.number == number && groups.last().is_none_or(|group| group.end <= index) {
                groups.push(self.group_of(index));
            }
            if line.number < number
                && before.is_none_or(|before| self.index.lines[before].number < line.number)
            {
                before = Some(index);
            }
        }
        groups.extend(before.map(|index| self.group_of(index)));
        groups
    }

    /// The file of a group and its line there.
    pub(crate) fn line_of(&self, group: &Group) -> (&Arc<str>, u32) {
        let line = &self.index.lines[group.start];
        (&self.index.files[line.file as usize], line.number)
    }

    /// The tokens of a group, with byte offsets in the unit.
    pub(crate) fn tokens(&self, group: &Group) -> Vec<Token> {
        let lines = self.index.lines[group.clone()].iter();
        lines.flat_map(|line| tokens(self.text.slice(line.start..line.end), line.start)).collect()
    }

    /// The text of a token.
    pub(crate) fn text(&self, token: Token) -> &'a str {
        self.text.slice(token.start..token.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_behind_an_edit_are_read_again() {
        let text = "# 1 \"a.cu\"\nint a;\n\n# 7 \"b.h\" 1\nint b;\n# 3 \"a.cu\" 2\nint c;\nint d;\n";
        let index = LineIndex::new(text);
        for (at, removed, new) in [
            (text.find("c;").expect("it is there"), 1, "long\nname"),
            (text.find("int c").expect("it is there"), 0, "# 9 \"c.h\"\n"),
            (text.find("7").expect("it is there"), 1, "8"),
            (text.len(), 0, "int e;\n"),
            (0, text.len(), ""),
            (0, 0, "int z;\n"),
        ] {
            let mut edited = text.to_owned();
            edited.replace_range(at..at + removed, new);
            let updated = index.clone().updated(edited.as_str(), at);
            let fresh = LineIndex::new(edited.as_str());
            assert_eq!(updated.lines.len(), fresh.lines.len(), "{edited}");
            for (own, expected) in updated.lines.iter().zip(&fresh.lines) {
                let shown = |index: &LineIndex, line: &Line| {
                    (index.files[line.file as usize].clone(), line.number, line.start, line.end)
                };
                assert_eq!(shown(&updated, own), shown(&fresh, expected), "{edited}");
            }
        }
    }
}
