//! The lines of a unit by the lines of files that they stand for.

use std::ops::Range;
use std::sync::Arc;

use asunder_source::{file_name, parse_line_marker};
use rustc_hash::FxHashMap;

use crate::alignment::{Token, tokens};

/// A line of the unit that is not a line marker and not blank.
#[derive(Debug)]
struct Line {
    /// Index into the files.
    file: u32,
    /// The presumed line, from 1.
    number: u32,
    /// Its bytes in the unit, without the newline.
    start: usize,
    end: usize,
}

/// The lines of a unit.
#[derive(Debug)]
pub(crate) struct UnitLines<'a> {
    text: &'a str,
    /// The files as line markers name them, without escapes. The first, without a name, is that of the
    /// text before any marker.
    files: Vec<Arc<str>>,
    lines: Vec<Line>,
}

/// Lines of the unit, one behind the other, that stand for one line of a file. The expansion of a macro of a system
/// header stands on lines of its own.
pub(crate) type Group = Range<usize>;

impl<'a> UnitLines<'a> {
    /// The lines of `text`.
    pub(crate) fn new(text: &'a str) -> UnitLines<'a> {
        let mut files: Vec<Arc<str>> = vec!["".into()];
        let mut numbers = FxHashMap::default();
        let mut lines = Vec::new();
        let (mut file, mut number, mut start) = (0, 1, 0_usize);
        for line in text.split_inclusive('\n') {
            let end = start + line.trim_end_matches('\n').len();
            match line.starts_with(['#', ' ', '\t']).then(|| parse_line_marker(&text[start..end])).flatten() {
                Some(marker) => {
                    number = marker.line;
                    if let Some(name) = marker.file {
                        file = *numbers.entry(name).or_insert_with(|| {
                            files.push(file_name(name).into());
                            files.len() as u32 - 1
                        });
                    }
                }
                None => {
                    if !line.trim_ascii().is_empty() {
                        lines.push(Line { file, number, start, end });
                    }
                    number = number.saturating_add(1);
                }
            }
            start += line.len();
        }
        UnitLines { text, files, lines }
    }

    /// The group that byte `offset` stands in.
    pub(crate) fn group_at(&self, offset: usize) -> Option<Group> {
        let line = self.lines.partition_point(|line| line.end < offset);
        (self.lines.get(line)?.start <= offset).then(|| self.group_of(line))
    }

    /// The group that line `index` belongs to.
    fn group_of(&self, index: usize) -> Group {
        let of = &self.lines[index];
        let is_same = |line: &&Line| (line.file, line.number) == (of.file, of.number);
        let before = self.lines[..index].iter().rev().take_while(is_same).count();
        let behind = self.lines[index..].iter().take_while(is_same).count();
        index - before..index + behind
    }

    /// Whether there is such a file.
    pub(crate) fn has_file(&self, is_file: impl Fn(&str) -> bool) -> bool {
        self.files.iter().any(|name| is_file(name))
    }

    /// The groups that stand for a line of a file, and, behind them, that of the last line before it: the arguments
    /// of a macro stand where the macro's name does. `is_file` recognises the file by its name.
    pub(crate) fn groups_of(&self, is_file: impl Fn(&str) -> bool, number: u32) -> Vec<Group> {
        let of_file: Vec<bool> = self.files.iter().map(|name| is_file(name)).collect();
        let mut groups: Vec<Group> = Vec::new();
        let mut before: Option<usize> = None;
        for (index, line) in self.lines.iter().enumerate().filter(|(_, line)| of_file[line.file as usize]) {
            if line.number == number && groups.last().is_none_or(|group| group.end <= index) {
                groups.push(self.group_of(index));
            }
            if line.number < number && before.is_none_or(|before| self.lines[before].number < line.number) {
                before = Some(index);
            }
        }
        groups.extend(before.map(|index| self.group_of(index)));
        groups
    }

    /// The file of a group and its line there.
    pub(crate) fn line_of(&self, group: &Group) -> (&Arc<str>, u32) {
        let line = &self.lines[group.start];
        (&self.files[line.file as usize], line.number)
    }

    /// The tokens of a group, with byte offsets in the unit.
    pub(crate) fn tokens(&self, group: &Group) -> Vec<Token> {
        let lines = self.lines[group.clone()].iter();
        lines.flat_map(|line| tokens(&self.text[line.start..line.end], line.start)).collect()
    }

    /// The text of a token.
    pub(crate) fn text(&self, token: Token) -> &'a str {
        &self.text[token.start..token.end]
    }
}
