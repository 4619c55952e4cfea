//! The tokens of a line beside those of its expansion.

use std::ops::Range;

use asunder_syntax::{Dialect, Lexer};
use imara_diff::{Algorithm, Diff, Hunk, InternedInput};

use crate::files::SourceFile;

/// A token of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// Byte offset of its first byte.
    pub(crate) start: usize,
    /// Byte offset behind it.
    pub(crate) end: usize,
    /// It is an identifier or a keyword: only such a token can name a macro.
    pub(crate) is_word: bool,
}

/// The tokens of `text` that are not white space or comments; offsets are counted from `base`.
pub(crate) fn tokens(text: &str, base: usize) -> impl Iterator<Item = Token> {
    let mut start = base;
    Lexer::new(text, Dialect::default()).filter_map(move |token| {
        let end = start + token.len as usize;
        let found = Token { start, end, is_word: token.kind.is_identifier() || token.kind.is_keyword() };
        start = end;
        (!token.kind.is_trivia()).then_some(found)
    })
}

/// Where a token of an expansion comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The token of the file.
    pub(crate) token: usize,
    /// The macro's name among the file's tokens, where the expansion of a macro made the token.
    pub(crate) by_macro: Option<usize>,
}

/// The tokens of a line of a unit, aligned with the tokens of a file that they come from.
#[derive(Debug)]
pub(crate) struct Alignment {
    /// The file's tokens that were aligned.
    source: Range<usize>,
    /// What only the file has (`before`) and what stands in its place in the unit (`after`).
    hunks: Vec<Hunk>,
}

impl Alignment {
    /// Aligns `expanded` with the tokens of line `line` of `file`, and with those of further lines where a macro's
    /// arguments go on there.
    pub(crate) fn new(expanded: &[&str], file: &SourceFile, line: u32) -> Alignment {
        let mut alignment = Alignment::of(expanded, file, file.tokens_of_line(line));
        if let Some(end) = alignment.end_of_open_call(file) {
            let source = alignment.source.start..end;
            alignment = Alignment::of(expanded, file, source);
        }
        alignment
    }

    fn of(expanded: &[&str], file: &SourceFile, source: Range<usize>) -> Alignment {
        let mut input = InternedInput::default();
        input.update_before(source.clone().map(|token| file.token(token)));
        input.update_after(expanded.iter().copied());
        let hunks = Diff::compute(Algorithm::Histogram, &input).hunks().collect();
        Alignment { source, hunks }
    }

    /// Where the arguments of a macro end that begin on the line and end behind it.
    fn end_of_open_call(&self, file: &SourceFile) -> Option<usize> {
        let names = self.hunks.iter().flat_map(|hunk| self.file_tokens(hunk));
        let ends = names.filter(|name| file.is_word(*name)).filter_map(|name| file.end_of_arguments(name));
        ends.filter(|end| *end > self.source.end).max()
    }

    /// The file's tokens of a hunk.
    fn file_tokens(&self, hunk: &Hunk) -> Range<usize> {
        self.source.start + hunk.before.start as usize..self.source.start + hunk.before.end as usize
    }

    /// Where token `index` of the unit's line, whose text is `text`, comes from. `None` where the file's line does not
    /// explain it.
    pub(crate) fn origin(&self, index: usize, text: &str, file: &SourceFile) -> Option<Origin> {
        let index = u32::try_from(index).ok()?;
        let after = self.hunks.partition_point(|hunk| hunk.after.end <= index);
        match self.hunks.get(after).filter(|hunk| hunk.after.contains(&index)) {
            Some(hunk) => {
                let name = self.macro_of(hunk, file)?;
                let arguments = name + 1..file.end_of_arguments(name).unwrap_or(name + 1);
                let is_argument = |token: &usize| file.is_word(*token) && file.token(*token) == text;
                let token = arguments.clone().find(is_argument).unwrap_or(name);
                Some(Origin { token, by_macro: Some(name) })
            }
            None => {
                // Common tokens keep their distance from the hunk in front of them.
                let (before, behind) = match self.hunks[..after].last() {
                    Some(hunk) => (hunk.before.end, hunk.after.end),
                    None => (0, 0),
                };
                let token = self.source.start + (before + index - behind) as usize;
                Some(Origin { token, by_macro: None })
            }
        }
    }

    /// The macro that made a hunk: the first word that only the file has there, or the one whose arguments the hunk
    /// stands in.
    fn macro_of(&self, hunk: &Hunk, file: &SourceFile) -> Option<usize> {
        let tokens = self.file_tokens(hunk);
        if let Some(name) = tokens.clone().find(|token| file.is_word(*token)) {
            return Some(name);
        }
        let in_front = self.hunks.partition_point(|other| other.before.start < hunk.before.start);
        let mut names = self.hunks[..in_front].iter().rev().flat_map(|hunk| self.file_tokens(hunk).rev());
        let reaches = |name: &usize| file.end_of_arguments(*name).is_some_and(|end| end >= tokens.start);
        names.find(|name| file.is_word(*name) && reaches(name))
    }

    /// The token of the unit's line that comes from token `token` of the file, or the first one of the expansion that
    /// stands in its place.
    pub(crate) fn expansion(&self, token: usize) -> Option<usize> {
        let token = u32::try_from(token.checked_sub(self.source.start)?).ok()?;
        if token as usize >= self.source.len() {
            return None;
        }
        let after = self.hunks.partition_point(|hunk| hunk.before.end <= token);
        match self.hunks.get(after).filter(|hunk| hunk.before.contains(&token)) {
            Some(hunk) => (!hunk.after.is_empty()).then_some(hunk.after.start as usize),
            None => {
                let (before, behind) = match self.hunks[..after].last() {
                    Some(hunk) => (hunk.before.end, hunk.after.end),
                    None => (0, 0),
                };
                Some((behind + token - before) as usize)
            }
        }
    }
}
