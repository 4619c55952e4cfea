//! The text of a slice.

use std::fmt::Write as _;

use asunder_outline::{ItemKind, block_outline};
use asunder_source::{SourceText, parse_line_marker};
use asunder_syntax::Dialect;

use crate::implied::OF_NEXT_ITEM;
use crate::{Slicing, needed};

/// The text of the part of a unit that a side needs. File, line and column of what is kept are those of the unit.
pub fn slice(db: &dyn salsa::Database, source: SourceText, dialect: Dialect, slicing: &Slicing) -> String {
    let needed = needed(db, source, dialect, slicing.clone());
    let mut writer =
        Writer { out: String::new(), place: Place::default(), wanted: Place::default(), is_line_start: true };
    let mut number = 0;
    for block in source.blocks(db).iter() {
        let text = block.text(db);
        let outline = block_outline(db, *block, dialect);
        let mut at = 0;
        for item in &outline.items {
            let (start, end) = (usize::from(item.range.start()), usize::from(item.range.end()));
            let is_kept = needed.reason(number).is_some() || item.kind != ItemKind::Declaration;
            number += 1;
            writer.between(&text[at..start], is_kept);
            match is_kept {
                true => writer.keep(&text[start..end], column(text, start)),
                false => writer.drop_text(&text[start..end]),
            }
            at = end;
        }
        writer.between(&text[at..], true);
    }
    writer.end_line();
    writer.out
}

/// A presumed line.
#[derive(Clone, Default, PartialEq, Eq)]
struct Place {
    file: String,
    line: u32,
    is_system: bool,
}

struct Writer {
    out: String,
    /// Where a compiler that reads the output is.
    place: Place,
    /// Where the unit is.
    wanted: Place,
    is_line_start: bool,
}

impl Writer {
    /// Text between items: white space, comments, line markers and other directives. Line markers stay; pragmas that
    /// belong to the next item stay with it.
    fn between(&mut self, text: &str, keeps_next: bool) {
        for line in text.split_inclusive('\n') {
            let content = line.trim_start();
            if !content.starts_with('#') {
                self.advance(line);
                continue;
            }
            if let Some(marker) = parse_line_marker(line.trim_end_matches(['\n', '\r'])) {
                self.end_line();
                self.out.push_str(line);
                if !line.ends_with('\n') {
                    self.out.push('\n');
                }
                if let Some(file) = marker.file {
                    self.wanted.file.clear();
                    self.wanted.file.push_str(file);
                    self.wanted.is_system = marker.system;
                }
                self.wanted.line = marker.line;
                self.place = self.wanted.clone();
                continue;
            }
            if keeps_next || !belongs_to_next_item(content) {
                self.meet();
                self.end_line();
                self.meet();
                self.out.push_str(line.trim_end_matches('\n'));
                self.out.push('\n');
                self.place.line += 1;
            }
            self.wanted.line += 1;
        }
    }

    /// The unit goes on behind text that is not written.
    fn advance(&mut self, text: &str) {
        self.wanted.line = self.wanted.line.saturating_add(newlines(text));
    }

    fn drop_text(&mut self, text: &str) {
        if !text.contains('#') {
            return self.advance(text);
        }
        for line in text.split_inclusive('\n') {
            match line
                .trim_start()
                .starts_with('#')
                .then(|| parse_line_marker(line.trim_end_matches(['\n', '\r'])))
                .flatten()
            {
                // A marker inside of an item: the unit is elsewhere behind it.
                Some(marker) => {
                    if let Some(file) = marker.file {
                        self.wanted.file.clear();
                        self.wanted.file.push_str(file);
                        self.wanted.is_system = marker.system;
                    }
                    self.wanted.line = marker.line;
                }
                None => self.advance(line),
            }
        }
    }

    /// Writes an item in front of which so many characters stand on its line.
    fn keep(&mut self, text: &str, column: usize) {
        self.meet();
        let line = self.out.rfind('\n').map_or(0, |newline| newline + 1);
        let written = self.out[line..].chars().count();
        self.out.extend(std::iter::repeat_n(' ', column.saturating_sub(written)));
        self.out.push_str(text);
        self.is_line_start = false;
        self.drop_text(text);
        self.place = self.wanted.clone();
    }

    fn end_line(&mut self) {
        if !self.is_line_start {
            self.out.push('\n');
            self.is_line_start = true;
            self.place.line = self.place.line.saturating_add(1);
        }
    }

    /// Brings a reader of the output to where the unit is.
    fn meet(&mut self) {
        if self.place == self.wanted {
            return;
        }
        let is_same_file =
            self.place.file == self.wanted.file && self.place.is_system == self.wanted.is_system;
        let ahead = self.wanted.line.checked_sub(self.place.line).filter(|_| is_same_file);
        match ahead {
            Some(lines @ 1..=8) => self.out.extend(std::iter::repeat_n('\n', lines as usize)),
            _ => {
                self.end_line();
                let flag = if self.wanted.is_system { " 3" } else { "" };
                let _ = writeln!(self.out, "# {} \"{}\"{flag}", self.wanted.line, self.wanted.file);
            }
        }
        self.is_line_start = true;
        self.place = self.wanted.clone();
    }
}

/// The characters in front of byte `offset` on its line.
fn column(text: &str, offset: usize) -> usize {
    let line = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    text[line..offset].chars().count()
}

fn newlines(text: &str) -> u32 {
    text.bytes().filter(|byte| *byte == b'\n').count() as u32
}

/// Whether a directive belongs to the item behind it.
pub fn belongs_to_next_item(directive: &str) -> bool {
    let words: Vec<&str> = directive.trim_start_matches('#').split_ascii_whitespace().collect();
    let Some(("pragma", words)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
        return false;
    };
    OF_NEXT_ITEM.iter().any(|pragma| words.starts_with(pragma))
}
