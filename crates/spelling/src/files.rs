//! Files as they were written.

use std::cell::RefCell;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use asunder_source::{Columns, decode};
use rustc_hash::FxHashMap;

use crate::alignment::{Token, tokens};

/// A file and its tokens.
#[derive(Debug)]
pub(crate) struct SourceFile {
    text: String,
    /// Byte offsets of the lines.
    lines: Vec<usize>,
    tokens: Vec<Token>,
    /// For each token that is a `(`, the token behind its `)`; 0 for others and where there is none.
    closed: Vec<u32>,
    /// Lines that were shown, by the byte at which they start.
    shown: RefCell<FxHashMap<usize, (Arc<str>, Columns)>>,
}

impl SourceFile {
    fn new(text: String) -> SourceFile {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
        let tokens: Vec<Token> = tokens(&text, 0).collect();
        let mut closed = vec![0; tokens.len()];
        let mut open = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            match &text[token.start..token.end] {
                "(" => open.push(index),
                ")" => {
                    if let Some(start) = open.pop() {
                        closed[start] = index as u32 + 1;
                    }
                }
                _ => {}
            }
        }
        SourceFile { text, lines, tokens, closed, shown: RefCell::default() }
    }

    /// The text of a token.
    pub(crate) fn token(&self, index: usize) -> &str {
        let token = self.tokens[index];
        &self.text[token.start..token.end]
    }

    /// Whether a token is an identifier or a keyword.
    pub(crate) fn is_word(&self, index: usize) -> bool {
        self.tokens.get(index).is_some_and(|token| token.is_word)
    }

    /// The token behind the arguments in parentheses that follow the name at `name`; `None` where none follow.
    pub(crate) fn end_of_arguments(&self, name: usize) -> Option<usize> {
        self.closed.get(name + 1).map(|end| *end as usize).filter(|end| *end > 0)
    }

    /// The tokens that start on a line, which counts from 1.
    pub(crate) fn tokens_of_line(&self, line: u32) -> Range<usize> {
        let start = |line: usize| self.lines.get(line).copied().unwrap_or(self.text.len());
        let line = line as usize;
        let first_from = |offset: usize| self.tokens.partition_point(|token| token.start < offset);
        match line.checked_sub(1) {
            Some(index) => first_from(start(index))..first_from(start(line)),
            None => 0..0,
        }
    }

    /// Line and column of byte `within` of a token, and the text of that line without its end.
    pub(crate) fn place(&self, token: usize, within: usize) -> (u32, u32, Arc<str>) {
        let offset = self.tokens[token].start + within;
        let line = self.lines.partition_point(|line| *line <= offset);
        let start = self.lines[line - 1];
        let text = self.text[start..].lines().next().unwrap_or("");
        let mut shown = self.shown.borrow_mut();
        let (excerpt, columns) = shown.entry(start).or_insert_with(|| (text.into(), Columns::new(text)));
        (line as u32, columns.column(text, offset - start), excerpt.clone())
    }

    /// The token at a place, whose numbers count from 1, and the byte of the token that stands there.
    pub(crate) fn token_at(&self, line: u32, column: u32) -> Option<(usize, usize)> {
        let start = *self.lines.get((line as usize).checked_sub(1)?)?;
        let text = self.text[start..].lines().next()?;
        let (within, _) = text.char_indices().nth((column as usize).checked_sub(1)?)?;
        let offset = start + within;
        let token = self.tokens.partition_point(|token| token.end <= offset);
        let within = offset.checked_sub(self.tokens.get(token)?.start)?;
        Some((token, within))
    }
}

/// Texts that stand in the place of files, by the files' canonical paths.
pub type OpenTexts = FxHashMap<PathBuf, Arc<str>>;

/// Files by their names in line markers. Each is read once.
#[derive(Debug)]
pub(crate) struct SourceFiles {
    directory: PathBuf,
    open: Arc<OpenTexts>,
    known: FxHashMap<Arc<str>, Option<Rc<SourceFile>>>,
}

impl SourceFiles {
    /// Files whose relative names are relative to `directory`, some of which are open.
    pub(crate) fn new(directory: &Path, open: Arc<OpenTexts>) -> SourceFiles {
        SourceFiles { directory: directory.to_owned(), open, known: FxHashMap::default() }
    }

    /// The file of this name; `None` where it is not a regular file that can be read.
    pub(crate) fn get(&mut self, name: &Arc<str>) -> Option<Rc<SourceFile>> {
        let known = self.known.entry(name.clone());
        let path = self.directory.join(&**name);
        let open = &self.open;
        known
            .or_insert_with(|| {
                let text = open_text(open, &path).or_else(|| read_file(&path));
                text.map(|text| Rc::new(SourceFile::new(text)))
            })
            .clone()
    }
}

/// The text that stands in the place of a file.
fn open_text(open: &OpenTexts, path: &Path) -> Option<String> {
    if open.is_empty() {
        return None;
    }
    let found = open.get(path).or_else(|| open.get(&path.canonicalize().ok()?))?;
    Some(lines_of(found.strip_prefix('\u{feff}').unwrap_or(found)))
}

/// A text with `\n` alone at the end of each line, as the preprocessor counts lines.
fn lines_of(text: &str) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() }
}

/// The text of a regular file.
fn read_file(path: &Path) -> Option<String> {
    // Opening a pipe or a device may wait for ever.
    let length = path.metadata().ok().filter(std::fs::Metadata::is_file)?.len();
    u32::try_from(length).ok()?;
    let text = decode(&std::fs::read(path).ok()?).into_owned();
    // The byte order mark is not part of the first line.
    Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
