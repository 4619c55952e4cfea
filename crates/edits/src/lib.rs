//! Seeded edits of program texts, as people and their editors make them, and seeded requests to a server, for
//! tests and measurements.
//!
//! # Architecture invariants
//! * The same seed and texts give the same edits, on every machine.
//! * Knows nothing of C++ beyond what a line and a word look like.
//! * An edit that may break the program is soon taken back, and what is added is taken away again, so a long
//!   series stays near the program that it started from.

mod requests;

use std::ops::Range;

pub use requests::Requests;

/// Pseudo-random numbers, the same for a seed on every machine.
#[derive(Clone, Debug)]
pub struct Random(fastrand::Rng);

impl Random {
    /// The sequence of `seed`.
    pub fn new(seed: u64) -> Random {
        Random(fastrand::Rng::with_seed(seed))
    }

    /// A number below `limit`, or 0.
    pub fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { self.0.u64(..limit as u64) as usize }
    }
}

/// What an edit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Changes a number.
    Literal,
    /// Changes a word at one place.
    Word,
    /// Adds a statement after a `{`.
    Statement,
    /// Adds or removes a comment or a blank line.
    Comment,
    /// Copies, moves or removes whole lines.
    Lines,
    /// Adds a declaration after a line that ends one.
    Declaration,
    /// Adds a character that opens or closes something.
    Punctuation,
    /// Removes some bytes.
    Removal,
    /// Takes the edit before it back.
    Undo,
}

/// An edit: the bytes `range` are replaced by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What it does.
    pub kind: Kind,
    /// Bytes of the text before the edit, on character borders.
    pub range: Range<usize>,
    /// What stands there afterwards.
    pub text: String,
}

impl Edit {
    /// The text after the edit.
    pub fn apply(&self, text: &str) -> String {
        [&text[..self.range.start], &self.text, &text[self.range.end..]].concat()
    }
}

/// A series of edits.
#[derive(Clone, Debug)]
pub struct Edits {
    random: Random,
    /// How to take the last edit back, if it may have broken the program.
    undo: Option<Edit>,
    /// The length of the text before the first edit.
    length: Option<usize>,
    count: u32,
}

/// Bytes by which a series makes a text longer before it takes more lines away than it adds.
const GROWTH: usize = 4096;

const DECLARATIONS: [&str; 8] = [
    "int edited{n}(int a) { return a + {n}; }",
    "static __attribute__((device)) int edited{n}(int a) { return a * {n}; }",
    "static __attribute__((global)) void edited{n}(int *p) { p[threadIdx.x] = {n}; }",
    "template<class T> __attribute__((global)) void edited{n}(T *p) { *p = T({n}); }",
    "__attribute__((device)) int edited{n} = {n};",
    "struct edited{n} { int a; __attribute__((host)) __attribute__((device)) int f() const { return a; } };",
    "namespace { int edited{n} = {n}; }",
    "namespace edited{n} { inline int f() { return {n}; } }",
];

const PUNCTUATION: [&str; 11] = ["{", "}", "(", ")", ";", "\"", "/*", "*/", "<", "#", "'"];

impl Edits {
    /// The series of `seed`.
    pub fn new(seed: u64) -> Edits {
        Edits { random: Random::new(seed), undo: None, length: None, count: 0 }
    }

    /// The next edit of `text`, which must be the text after the edit before. It is made in the last `window`
    /// bytes: there the user's own text is.
    pub fn next(&mut self, text: &str, window: usize) -> Edit {
        self.count += 1;
        if let Some(undo) = self.undo.take()
            && self.random.below(4) > 0
        {
            return undo;
        }
        let grown = text.len().saturating_sub(*self.length.get_or_insert(text.len()));
        let edit = loop {
            let start = self.border(text, text.len().saturating_sub(window));
            if grown > GROWTH
                && self.random.below(2) == 0
                && let Some(edit) = self.take_away(text, start)
            {
                break edit;
            }
            if let Some(edit) = self.attempt(text, start) {
                break edit;
            }
        };
        if matches!(edit.kind, Kind::Punctuation | Kind::Removal | Kind::Word | Kind::Lines) {
            let range = edit.range.start..edit.range.start + edit.text.len();
            self.undo = Some(Edit { kind: Kind::Undo, range, text: text[edit.range.clone()].to_owned() });
        }
        edit
    }

    fn attempt(&mut self, text: &str, start: usize) -> Option<Edit> {
        let at = self.border(text, start + self.random.clone().below(text.len() - start + 1));
        self.random.below(2);
        let number = self.random.below(1000);
        let replace = |kind, range, text: String| Some(Edit { kind, range, text });
        match self.random.below(16) {
            0..=3 => {
                let range = find(text, at, |b| b.is_ascii_digit())?;
                replace(Kind::Literal, range, number.to_string())
            }
            4 => {
                let range = find(text, at, |b| b.is_ascii_alphanumeric() || b == b'_')?;
                replace(Kind::Word, range, format!("word{number}"))
            }
            5..=7 => {
                let brace = at + text[at..].find('{')? + 1;
                let count = self.count;
                replace(
                    Kind::Statement,
                    brace..brace,
                    format!("\n  int edited{count} = {number}; (void)edited{count};\n"),
                )
            }
            8 => {
                let line = line_start(text, at);
                replace(Kind::Comment, line..line, format!("// edited {number}\n"))
            }
            9 => {
                let line = line_start(text, at);
                replace(Kind::Comment, line..line, "\n".to_owned())
            }
            10 => {
                let comment = at + text[at..].find("\n// edited")?;
                let end = comment + 1 + text[comment + 1..].find('\n')?;
                replace(Kind::Comment, comment..end, String::new())
            }
            11 => {
                let line = line_start(text, at);
                let end = line + text[line..].find('\n')? + 1;
                let twice = text[line..end].repeat(self.random.below(3));
                replace(Kind::Lines, line..end, twice)
            }
            12 | 13 => {
                let end = at + text[at..].find("\n}\n")? + 3;
                let declaration = DECLARATIONS[self.random.below(DECLARATIONS.len())];
                let declaration = declaration.replace("{n}", &self.count.to_string());
                replace(Kind::Declaration, end..end, format!("{declaration}\n"))
            }
            14 => {
                let mark = PUNCTUATION[self.random.below(PUNCTUATION.len())];
                replace(Kind::Punctuation, at..at, mark.to_owned())
            }
            _ => {
                let end = self.border(text, (at + number).min(text.len()));
                replace(Kind::Removal, at..end.max(at), String::new())
            }
        }
    }

    /// Takes a line away that a series added.
    fn take_away(&mut self, text: &str, start: usize) -> Option<Edit> {
        let offset = self.random.below(text.len() - start + 1);
        let at = self.border(text, start + offset);
        let added = at + text[at..].find("edited")?;
        let line = line_start(text, added);
        let end = added + text[added..].find('\n')? + 1;
        Some(Edit { kind: Kind::Lines, range: line..end, text: String::new() })
    }

    /// The next character border from `at` on.
    fn border(&self, text: &str, at: usize) -> usize {
        (at..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
    }
}

/// The first run of such bytes from `at` on.
fn find(text: &str, at: usize, of: impl Fn(u8) -> bool) -> Option<Range<usize>> {
    let bytes = &text.as_bytes()[at..];
    let start = bytes.iter().position(|&b| of(b))?;
    let length = bytes[start..].iter().take_while(|&&b| of(b)).count();
    Some(at + start..at + start + length)
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_series() {
        let series = |seed| {
            let mut edits = Edits::new(seed);
            let mut text = "int f(int a) {\n  return a + 12;\n}\nint é;\n".repeat(5);
            for _ in 0..200 {
                text = edits.next(&text, 500).apply(&text);
            }
            text
        };
        assert_eq!(series(1), series(1));
        assert_ne!(series(1), series(2));
    }
}
