//! A file as stretches of text and directives, without tokens.

use std::sync::{Arc, OnceLock};

use crate::circumstances::AllDecided;
use crate::clean::continuation;
use crate::dialect::{Comments, Dialect};
use crate::include::Operand;
use crate::macros::Macro;
use crate::stretch::Stretches;
use crate::token::Lexed;

/// A directive, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are the names of the directives")]
pub enum Directive {
    Define,
    Undef,
    Include,
    IncludeNext,
    Import,
    If,
    Ifdef,
    Ifndef,
    Elif,
    Elifdef,
    Elifndef,
    Else,
    Endif,
    Line,
    Error,
    Warning,
    Pragma,
    Ident,
    Assert,
    Unassert,
    /// `#` alone.
    Null,
    /// `# 12 "file"`.
    LineMarker,
    /// Any other word.
    Unknown,
}

const DIRECTIVES: [(&[u8], Directive); 21] = [
    (b"define", Directive::Define),
    (b"undef", Directive::Undef),
    (b"include", Directive::Include),
    (b"include_next", Directive::IncludeNext),
    (b"import", Directive::Import),
    (b"if", Directive::If),
    (b"ifdef", Directive::Ifdef),
    (b"ifndef", Directive::Ifndef),
    (b"elif", Directive::Elif),
    (b"elifdef", Directive::Elifdef),
    (b"elifndef", Directive::Elifndef),
    (b"else", Directive::Else),
    (b"endif", Directive::Endif),
    (b"line", Directive::Line),
    (b"error", Directive::Error),
    (b"warning", Directive::Warning),
    (b"pragma", Directive::Pragma),
    (b"ident", Directive::Ident),
    (b"sccs", Directive::Ident),
    (b"assert", Directive::Assert),
    (b"unassert", Directive::Unassert),
];

impl Directive {
    /// Whether it opens a conditional group.
    pub(crate) fn opens(self) -> bool {
        matches!(self, Directive::If | Directive::Ifdef | Directive::Ifndef)
    }

    /// Whether it ends a group of a conditional and starts the next one, or ends the conditional.
    pub(crate) fn continues(self) -> bool {
        use Directive::*;
        matches!(self, Elif | Elifdef | Elifndef | Else | Endif)
    }
}

/// What an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementKind {
    /// Lines that are not directives.
    Text,
    /// A directive.
    Directive(Directive),
}

/// A stretch of a file.
#[derive(Debug)]
pub struct Element {
    /// What it is.
    pub kind: ElementKind,
    /// Of a directive its `#`, else the first byte.
    pub first: u32,
    /// Its first byte; of a directive the one behind its name.
    pub start: u32,
    /// The byte behind it, without the last newline.
    pub end: u32,
    /// The line of its first byte, from 1.
    pub line: u32,
    /// The last physical line of a directive.
    pub end_line: u32,
    /// The column of its first byte, from 1.
    pub column: u32,
    /// Of a conditional: the element that is the next `#elif`, `#else` or `#endif` of it; 0 where there is none.
    pub next_branch: u32,
    /// The tokens, when they are wanted.
    pub(crate) tokens: OnceLock<Arc<[Lexed]>>,
    /// What a `#define` defines, when it is wanted.
    pub(crate) definition: OnceLock<Option<Arc<Macro>>>,
    /// What an include names, when it is wanted; nothing where a macro gives it.
    pub(crate) operand: OnceLock<Option<Operand>>,
    /// What a text gave.
    pub(crate) stretches: OnceLock<Box<Stretches>>,
    /// What a condition gave.
    pub(crate) decided: OnceLock<Box<AllDecided>>,
}

/// The stretches of a file, in order.
#[derive(Debug, Default)]
pub struct Layout {
    /// The stretches. Lines without a token are in none of them.
    pub elements: Vec<Element>,
    /// The name of the macro that guards the whole file against a second reading.
    pub guard: Option<Vec<u8>>,
    /// The number of its lines.
    pub lines: u32,
    /// The line of text that GCC reads in another way: an unclosed comment or raw string, in C90 a comment behind `//`.
    pub unclear: Option<u32>,
    /// In C90 the line of the first `//` that is a comment: an error, but in system headers.
    pub c90_comment: Option<u32>,
    /// In C90 the line of the first `//` outside system headers that is two operators.
    pub c90_operator: Option<u32>,
}

impl Layout {
    /// The stretches of a text.
    pub fn new(text: &[u8], dialect: Dialect) -> Layout {
        let mut scan = Scan::new(text, dialect);
        let mut layout = Layout::default();
        // The stretch of text that is open: its first byte and line.
        let mut open: Option<(usize, u32)> = None;
        let mut open_end = 0;
        while scan.at < text.len() {
            let (start, line) = (scan.at, scan.line);
            match dialect.comments {
                Comments::Dropped => scan.blanks(),
                _ => scan.blanks_alone(),
            }
            match scan.byte() {
                Some(b'\n') => scan.newline(),
                None => break,
                _ if scan.is_directive() && !(dialect.preprocessed && scan.is_plain_directive()) => {
                    if let Some((start, line)) = open.take() {
                        layout.elements.push(Element::text(start, open_end, line));
                    }
                    let directive = scan.directive();
                    scan.skip(&directive);
                    layout.elements.push(directive);
                }
                Some(_) => {
                    open.get_or_insert((start, line));
                    scan.rest_of_line();
                    open_end = scan.at;
                    scan.newline();
                }
            }
        }
        if let Some((start, line)) = open.take() {
            layout.elements.push(Element::text(start, open_end, line));
        }
        layout.lines = scan.line;
        layout.unclear = scan.unclear;
        (layout.c90_comment, layout.c90_operator) = (scan.c90_comment, scan.c90_operator);
        layout.link();
        layout.guard = layout.find_guard(text);
        layout
    }

    /// Connects the branches of conditionals.
    fn link(&mut self) {
        let mut open: Vec<usize> = Vec::new();
        for at in 0..self.elements.len() {
            let ElementKind::Directive(directive) = self.elements[at].kind else { continue };
            if directive.continues() {
                if let Some(last) = open.pop() {
                    self.elements[last].next_branch = at as u32;
                    if directive != Directive::Endif {
                        open.push(at);
                    }
                }
            } else if directive.opens() {
                open.push(at);
            }
        }
    }

    fn find_guard(&self, text: &[u8]) -> Option<Vec<u8>> {
        let counts = |element: &Element| element.kind != ElementKind::Directive(Directive::Null);
        let first = self.elements.iter().find(|element| counts(element))?;
        let last = self.elements.iter().rposition(counts)?;
        let is_whole = first.next_branch as usize == last
            && self.elements[last].kind == ElementKind::Directive(Directive::Endif);
        if !is_whole || last == 0 {
            return None;
        }
        let words = std::str::from_utf8(&text[first.start as usize..first.end as usize]).ok()?;
        let words = match words.find("//").into_iter().chain(words.find("/*")).min() {
            Some(comment) => &words[..comment],
            None => words,
        };
        let name = match first.kind {
            ElementKind::Directive(Directive::Ifndef) => words.trim(),
            ElementKind::Directive(Directive::If) => {
                let operand = words.trim().strip_prefix('!')?.trim_start().strip_prefix("defined")?.trim();
                match operand.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
                    Some(inner) => inner.trim(),
                    None => operand,
                }
            }
            _ => return None,
        };
        let is_name = !name.is_empty() && name.bytes().all(crate::token::is_name_byte);
        is_name.then(|| name.as_bytes().to_vec())
    }
}

impl Element {
    fn text(start: usize, end: usize, line: u32) -> Element {
        Element {
            kind: ElementKind::Text,
            first: start as u32,
            start: start as u32,
            end: end as u32,
            line,
            end_line: line,
            column: 1,
            next_branch: 0,
            tokens: OnceLock::new(),
            definition: OnceLock::new(),
            operand: OnceLock::new(),
            stretches: OnceLock::new(),
            decided: OnceLock::new(),
        }
    }
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    line: u32,
    /// The first byte of the physical line.
    line_start: usize,
    dialect: Dialect,
    /// The line is that of a directive.
    in_directive: bool,
    /// Inside a group of `#if 0`: how many conditionals are open from that one on.
    skipped: u32,
    unclear: Option<u32>,
    c90_comment: Option<u32>,
    c90_operator: Option<u32>,
}

/// Bytes that mean something to a scan of a line.
const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    table[b'\n' as usize] = true;
    table[b'"' as usize] = true;
    table[b'\'' as usize] = true;
    table[b'/' as usize] = true;
    table[b'\\' as usize] = true;
    table
};

impl<'a> Scan<'a> {
    fn new(text: &'a [u8], dialect: Dialect) -> Scan<'a> {
        Scan {
            text,
            at: 0,
            line: 1,
            line_start: 0,
            dialect,
            in_directive: false,
            skipped: 0,
            unclear: None,
            c90_comment: None,
            c90_operator: None,
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn newline(&mut self) {
        if self.at < self.text.len() {
            self.at += 1;
            self.line += 1;
            self.line_start = self.at;
        }
    }

    /// Passes a backslash that continues the line.
    fn joint(&mut self) -> bool {
        match continuation(self.text, self.at) {
            Some(next) => {
                self.at = next;
                self.line += 1;
                self.line_start = next;
                true
            }
            None => false,
        }
    }

    /// Passes blanks and joints, but no newline.
    fn blanks_alone(&mut self) {
        while let Some(byte) = self.byte() {
            match byte {
                b' ' | b'\t' | 0x0b | 0x0c | 0 => self.at += 1,
                b'\\' if self.joint() => {}
                _ => return,
            }
        }
    }

    /// Passes blanks, comments and joints, but no newline outside of them.
    fn blanks(&mut self) {
        while let Some(byte) = self.byte() {
            match byte {
                b' ' | b'\t' | 0x0b | 0x0c | 0 => self.at += 1,
                b'/' if self.comment() => {}
                b'\\' if self.joint() => {}
                _ => return,
            }
        }
    }

    /// Notes whether what follows a directive is surely skipped.
    fn skip(&mut self, element: &Element) {
        let ElementKind::Directive(directive) = element.kind else { return };
        let condition = &self.text[element.start as usize..element.end as usize];
        match directive {
            _ if self.skipped > 0 && directive.opens() => self.skipped += 1,
            Directive::If if condition.trim_ascii() == b"0" => self.skipped = 1,
            Directive::Endif => self.skipped = self.skipped.saturating_sub(1),
            _ if self.skipped == 1 && directive.continues() => self.skipped = 0,
            _ => {}
        }
    }

    /// Passes a comment.
    fn comment(&mut self) -> bool {
        let mut second = self.at + 1;
        while self.text.get(second) == Some(&b'\\')
            && let Some(next) = continuation(self.text, second)
        {
            second = next;
        }
        match self.text.get(second) {
            Some(b'/') => {
                if !self.dialect.line_comments() {
                    let is_operator = self.in_directive || self.skipped > 0;
                    if is_operator || self.text.get(second + 1) == Some(&b'*') {
                        self.c90_operator.get_or_insert(self.line);
                        return false;
                    }
                    self.c90_comment.get_or_insert(self.line);
                    // In a skipped group, if this is one, it does not start a comment.
                    let rest = self.text[self.at..].split(|&byte| byte == b'\n').next().unwrap_or_default();
                    if memchr::memmem::find(rest, b"/*").is_some() {
                        self.unclear.get_or_insert(self.line);
                    }
                }
                self.line_comment();
                true
            }
            Some(b'*') => {
                self.block_comment(second + 1);
                true
            }
            _ => false,
        }
    }

    fn line_comment(&mut self) {
        loop {
            let newline = memchr::memchr(b'\n', &self.text[self.at..]);
            let end = newline.map_or(self.text.len(), |length| self.at + length);
            let text = self.text[self.at..end].trim_ascii_end();
            let backslash = self.at + text.len().max(1) - 1;
            self.at = end;
            if !text.ends_with(b"\\") || newline.is_none() {
                return;
            }
            self.at = backslash;
            if !self.joint() {
                self.at = end;
                return;
            }
        }
    }

    fn block_comment(&mut self, body: usize) {
        let mut from = body;
        let end = loop {
            let Some(star) = memchr::memchr(b'*', &self.text[from..]) else {
                self.unclear.get_or_insert(self.line);
                break self.text.len();
            };
            let mut next = from + star + 1;
            while self.text.get(next) == Some(&b'\\')
                && let Some(joined) = continuation(self.text, next)
            {
                next = joined;
            }
            if self.text.get(next) == Some(&b'/') {
                break next + 1;
            }
            from += star + 1;
        };
        self.pass(end);
    }

    /// Goes to a byte and counts the lines on the way.
    fn pass(&mut self, end: usize) {
        for newline in memchr::memchr_iter(b'\n', &self.text[self.at..end]) {
            self.line += 1;
            self.line_start = self.at + newline + 1;
        }
        self.at = end;
    }

    /// Goes to the newline that ends the logical line.
    fn rest_of_line(&mut self) {
        while let Some(length) = self.text[self.at..].iter().position(|&byte| SPECIAL[byte as usize]) {
            self.at += length;
            match self.text[self.at] {
                b'\n' => return,
                b'/' => {
                    if !self.comment() {
                        self.at += 1;
                    }
                }
                b'\\' => {
                    if !self.joint() {
                        self.at += 1;
                    }
                }
                b'"' if self.is_raw() => self.raw_string(),
                b'\'' if self.is_digit_separator() => self.at += 1,
                quote => self.quoted(quote),
            }
        }
        self.at = self.text.len();
    }

    fn quoted(&mut self, quote: u8) {
        self.at += 1;
        while let Some(length) = memchr::memchr3(quote, b'\\', b'\n', &self.text[self.at..]) {
            self.at += length;
            match self.text[self.at] {
                b'\\' => {
                    if !self.joint() {
                        self.at += 1;
                        if self.byte() == Some(b'\\') && continuation(self.text, self.at).is_some() {
                            self.joint();
                        }
                        if self.byte() != Some(b'\n') {
                            self.at = (self.at + 1).min(self.text.len());
                        }
                    }
                }
                b'\n' => return,
                _ => {
                    self.at += 1;
                    return;
                }
            }
        }
        self.at = self.text.len();
    }

    /// The bytes of the word that ends in front of the current byte.
    fn word_before(&self) -> &[u8] {
        let line = &self.text[self.line_start..self.at];
        let length = line.iter().rev().take_while(|&&byte| crate::token::is_name_byte(byte)).count();
        &line[line.len() - length..]
    }

    fn is_raw(&self) -> bool {
        self.dialect.raw_strings()
            && self.at > 0
            && self.text[self.at - 1] == b'R'
            && matches!(self.word_before(), b"R" | b"LR" | b"uR" | b"UR" | b"u8R")
            && !self.is_suffix()
    }

    /// Whether the word that ends in front of the current byte is the suffix of a literal.
    fn is_suffix(&self) -> bool {
        let before = &self.text[self.line_start..self.at - self.word_before().len()];
        let is_literal = self.dialect.user_literals() && matches!(before.last(), Some(b'"' | b'\''));
        // The exponent of a number.
        let is_number = || {
            let is_part = |byte: &&u8| crate::token::is_name_byte(**byte) || matches!(**byte, b'.' | b'\'');
            let sign = before.last().is_some_and(|byte| matches!(byte, b'+' | b'-'));
            let digits = &before[..before.len().saturating_sub(1)];
            let length = digits.iter().rev().take_while(is_part).count();
            let word = &digits[digits.len() - length..];
            sign && word.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.')
                && word.last().is_some_and(|byte| matches!(byte, b'e' | b'E' | b'p' | b'P'))
        };
        is_literal || is_number()
    }

    fn raw_string(&mut self) {
        let open = self.at + 1;
        let delimiter = self.text[open..].iter().take(17).position(|&byte| byte == b'(');
        let Some(length) = delimiter else { return self.quoted(b'"') };
        let delimiter = &self.text[open..open + length];
        if delimiter.iter().any(|byte| matches!(byte, b' ' | b')' | b'\\' | b'\t' | b'\n')) {
            return self.quoted(b'"');
        }
        let closing = [b")", delimiter, b"\""].concat();
        let body = open + length + 1;
        let found = memchr::memmem::find(&self.text[body..], &closing);
        if found.is_none() {
            self.unclear.get_or_insert(self.line);
        }
        self.pass(found.map_or(self.text.len(), |at| body + at + closing.len()));
    }

    /// Whether the apostrophe at the current byte is inside a number.
    fn is_digit_separator(&self) -> bool {
        if !self.dialect.digit_separators() {
            return false;
        }
        let is_part = |byte: u8| crate::token::is_name_byte(byte) || matches!(byte, b'.' | b'\'');
        let line = &self.text[self.line_start..self.at];
        let length = line.iter().rev().take_while(|&&byte| is_part(byte)).count();
        let word = &line[line.len() - length..];
        // A literal in front of a number ends the word.
        let word = match memchr::memchr(b'\'', word) {
            Some(first) if !word[0].is_ascii_digit() => &word[first..],
            _ => word,
        };
        let follows =
            self.text.get(self.at + 1).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        follows && (word.first().is_some_and(u8::is_ascii_digit) || word.starts_with(b".") && word.len() > 1)
    }

    fn is_directive(&mut self) -> bool {
        match &self.text[self.at..] {
            [b'#', b'#', ..] => false,
            [b'%', b':', b'%', b':', ..] => false,
            [b'#', ..] => true,
            [b'%', b':', ..] => self.dialect.digraphs(),
            [b'?', b'?', b'=', ..] => self.dialect.replaces_trigraphs(),
            _ => false,
        }
    }

    /// Whether the directive at the current byte is none in text that is preprocessed: it is not at the start of its
    /// line, or is neither a line marker nor one that stays in such a text.
    fn is_plain_directive(&self) -> bool {
        let rest = self.text[self.at + 1..].trim_ascii_start();
        let length = rest.iter().take_while(|&&byte| crate::token::is_name_byte(byte)).count();
        let name = &rest[..length];
        let stays = name.first().is_some_and(u8::is_ascii_digit)
            || matches!(name, b"" | b"define" | b"undef" | b"pragma" | b"ident" | b"sccs");
        self.at != self.line_start || !stays
    }

    /// The directive at the current byte, which is that of its `#`.
    fn directive(&mut self) -> Element {
        let line = self.line;
        let first = self.at as u32;
        self.at += match self.text[self.at] {
            b'#' => 1,
            b'%' => 2,
            _ => 3,
        };
        self.blanks();
        let name_start = self.at;
        let mut name = Vec::new();
        while let Some(byte) = self.byte() {
            if byte == b'\\' && self.joint() {
                continue;
            }
            if !crate::token::is_name_byte(byte) {
                break;
            }
            name.push(byte);
            self.at += 1;
        }
        let directive = match name.first() {
            None if matches!(self.byte(), None | Some(b'\n')) => Directive::Null,
            None => Directive::Unknown,
            Some(byte) if byte.is_ascii_digit() => Directive::LineMarker,
            Some(_) => {
                let known = DIRECTIVES.iter().find(|(known, _)| *known == &*name);
                let known = known.map_or(Directive::Unknown, |(_, directive)| *directive);
                match known {
                    Directive::Elifdef | Directive::Elifndef if !self.dialect.has_elifdef() => {
                        Directive::Unknown
                    }
                    known => known,
                }
            }
        };
        // The number of a line marker and an unknown word are among the tokens.
        let start = match directive {
            Directive::LineMarker | Directive::Unknown if self.line == line => name_start,
            _ => self.at,
        };
        let column = (start - self.line_start.min(start)) as u32 + 1;
        let text_line = self.line;
        self.in_directive = true;
        self.rest_of_line();
        self.in_directive = false;
        let element = Element {
            kind: ElementKind::Directive(directive),
            first,
            start: start as u32,
            end: self.at as u32,
            line: text_line.max(line),
            end_line: self.line,
            column,
            next_branch: 0,
            tokens: OnceLock::new(),
            definition: OnceLock::new(),
            operand: OnceLock::new(),
            stretches: OnceLock::new(),
            decided: OnceLock::new(),
        };
        self.newline();
        element
    }
}
