//! The lexer: text → (kind, length) pairs that add up to the text.
//!
//! Angle brackets: every `>` is a token of its own ([`SyntaxKind::GT`]; `>=` is one token),
//! and `<<<` is [`SyntaxKind::SHL`] followed by [`SyntaxKind::LT`]. Which neighbours belong
//! together (`>>`, `>>=`, `>>>`, `<<<`) depends on where they stand; the parser glues them.
//!
//! Words reserved only by later standards, and alternative tokens (`and`, `<:`), are mapped
//! by the table of `grammar/tokens.txt`.

mod chars;
mod literals;
mod words;

use crate::{Dialect, SyntaxKind, SyntaxKind::*};
use chars::{Class, class_of, is_ident_continue, is_wide_ident};

/// One token: what it is and how many bytes it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// The kind; trivia are tokens like all others.
    pub kind: SyntaxKind,
    /// Length in bytes.
    pub len: u32,
}

/// All tokens of a text.
pub fn lex(text: &str, dialect: Dialect) -> Vec<Token> {
    // Preprocessed C++ has about four bytes a token, trivia counted.
    let mut tokens = Vec::with_capacity(text.len() / 4 + 1);
    tokens.extend(Lexer::new(text, dialect));
    tokens
}

/// The tokens of a text, one at a time. A token has at most `u32::MAX` bytes.
#[derive(Debug, Clone)]
pub struct Lexer<'a> {
    bytes: &'a [u8],
    pos: usize,
    /// Only white space and comments stand between here and the start of the line.
    at_line_start: bool,
    dialect: Dialect,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of `text`.
    pub fn new(text: &'a str, dialect: Dialect) -> Lexer<'a> {
        Lexer { bytes: text.as_bytes(), pos: 0, at_line_start: true, dialect }
    }

    /// Offset of the next token, in bytes from the start of the text.
    pub fn offset(&self) -> usize {
        self.pos
    }

    #[inline]
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    fn token(&mut self) -> SyntaxKind {
        let first = self.bytes[self.pos];
        let class = class_of(first);
        if class == Class::Space {
            return self.whitespace();
        }
        let at_line_start = std::mem::replace(&mut self.at_line_start, false);
        match class {
            Class::Space => WHITESPACE,
            Class::Word => self.word(),
            Class::Digit => self.number(),
            Class::Quote => {
                self.pos += 1;
                self.quoted(first)
            }
            Class::Punct => match first {
                b'/' if matches!(self.peek(1), b'/' | b'*') => {
                    self.at_line_start = at_line_start;
                    self.comment()
                }
                b'#' if at_line_start => self.directive(),
                b'.' if self.peek(1).is_ascii_digit() => self.number(),
                b'\\' => self.backslash(),
                _ => self.punct(first),
            },
            // The standard has none; the reference says so and reads on.
            Class::Null => {
                self.at_line_start = at_line_start;
                self.pos += 1;
                WHITESPACE
            }
            Class::Wide if self.wide_ident(self.pos).is_some() => self.word(),
            Class::Wide => {
                self.pos += self.wide_char(self.pos).map_or(1, char::len_utf8);
                UNKNOWN
            }
            Class::Other => {
                self.pos += 1;
                UNKNOWN
            }
        }
    }

    fn whitespace(&mut self) -> SyntaxKind {
        let rest = &self.bytes[self.pos..];
        let mut len = 0;
        while let Some(&byte) = rest.get(len) {
            if class_of(byte) != Class::Space {
                break;
            }
            if byte == b'\n' {
                self.at_line_start = true;
            }
            len += 1;
        }
        self.pos += len;
        WHITESPACE
    }

    /// `// …` up to the end of the line or `/* … */`.
    fn comment(&mut self) -> SyntaxKind {
        if self.peek(1) == b'/' {
            self.pos = self.end_of_line(self.pos);
        } else {
            let body = self.pos + 2;
            let end = memchr::memmem::find(&self.bytes[body..], b"*/");
            self.pos = end.map_or(self.bytes.len(), |at| body + at + 2);
        }
        COMMENT
    }

    /// Offset of the newline that ends the line of `from`, line splices skipped.
    fn end_of_line(&self, from: usize) -> usize {
        let mut at = from;
        loop {
            let Some(newline) = memchr::memchr(b'\n', &self.bytes[at..]) else {
                return self.bytes.len();
            };
            let newline = at + newline;
            let line = &self.bytes[from..newline];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if !line.ends_with(b"\\") {
                return newline;
            }
            at = newline + 1;
        }
    }

    /// A whole line that starts with `#`, without its newline.
    fn directive(&mut self) -> SyntaxKind {
        let start = self.pos;
        self.pos = self.end_of_line(start);
        let line = &self.bytes[start + 1..self.pos];
        let line = line.trim_ascii_start();
        if line.first().is_some_and(u8::is_ascii_digit) || line.starts_with(b"line") {
            LINE_MARKER
        } else if line.starts_with(b"pragma") {
            PRAGMA
        } else {
            // A comment that is open at the end of the line goes on.
            if let Some(open) = memchr::memmem::rfind(line, b"/*")
                && memchr::memmem::find(&line[open..], b"*/").is_none()
                && memchr::memmem::find(line, b"//").is_none_or(|at| at > open)
            {
                let end = memchr::memmem::find(&self.bytes[self.pos..], b"*/");
                self.pos = end.map_or(self.bytes.len(), |at| self.pos + at + 2);
                self.pos = self.end_of_line(self.pos);
            }
            DIRECTIVE
        }
    }

    /// A line splice between tokens is white space; `\u` starts an identifier.
    fn backslash(&mut self) -> SyntaxKind {
        match (self.peek(1), self.peek(2)) {
            (b'u' | b'U', _) => self.word(),
            (b'\n', _) => {
                self.pos += 2;
                WHITESPACE
            }
            (b'\r', b'\n') => {
                self.pos += 3;
                WHITESPACE
            }
            _ => {
                self.pos += 1;
                BACKSLASH
            }
        }
    }

    fn punct(&mut self, first: u8) -> SyntaxKind {
        let (second, third) = (self.peek(1), self.peek(2));
        let (kind, len) = match (first, second, third) {
            (b'(', ..) => (L_PAREN, 1),
            (b')', ..) => (R_PAREN, 1),
            (b'[', ..) => (L_BRACK, 1),
            (b']', ..) => (R_BRACK, 1),
            (b'{', ..) => (L_BRACE, 1),
            (b'}', ..) => (R_BRACE, 1),
            (b';', ..) => (SEMICOLON, 1),
            (b',', ..) => (COMMA, 1),
            (b'?', ..) => (QUESTION, 1),
            (b'~', ..) => (TILDE, 1),
            (b'@', ..) => (AT, 1),
            (b'`', ..) => (BACKTICK, 1),
            (b'.', b'.', b'.') => (ELLIPSIS, 3),
            (b'.', b'*', _) => (DOT_STAR, 2),
            (b'.', ..) => (DOT, 1),
            (b':', b':', _) => (COLON2, 2),
            (b':', b'>', _) => (R_BRACK, 2),
            (b':', ..) => (COLON, 1),
            (b'<', b'<', b'=') => (SHL_EQ, 3),
            (b'<', b'<', _) => (SHL, 2),
            (b'<', b'=', b'>') if self.dialect.reserves(20) => (SPACESHIP, 3),
            (b'<', b'=', _) => (LT_EQ, 2),
            (b'<', b'%', _) => (L_BRACE, 2),
            // `<::` is `<` `::` unless a `:` or `>` follows ([lex.pptoken]/3).
            (b'<', b':', b':') if !matches!(self.peek(3), b':' | b'>') => (LT, 1),
            (b'<', b':', _) => (L_BRACK, 2),
            (b'<', ..) => (LT, 1),
            (b'>', b'=', _) => (GT_EQ, 2),
            (b'>', ..) => (GT, 1),
            (b'+', b'+', _) => (PLUS2, 2),
            (b'+', b'=', _) => (PLUS_EQ, 2),
            (b'+', ..) => (PLUS, 1),
            (b'-', b'>', b'*') => (ARROW_STAR, 3),
            (b'-', b'>', _) => (ARROW, 2),
            (b'-', b'-', _) => (MINUS2, 2),
            (b'-', b'=', _) => (MINUS_EQ, 2),
            (b'-', ..) => (MINUS, 1),
            (b'*', b'=', _) => (STAR_EQ, 2),
            (b'*', ..) => (STAR, 1),
            (b'/', b'=', _) => (SLASH_EQ, 2),
            (b'/', ..) => (SLASH, 1),
            (b'%', b':', b'%') if self.peek(3) == b':' => (HASH2, 4),
            (b'%', b':', _) => (HASH, 2),
            (b'%', b'>', _) => (R_BRACE, 2),
            (b'%', b'=', _) => (PERCENT_EQ, 2),
            (b'%', ..) => (PERCENT, 1),
            (b'^', b'=', _) => (CARET_EQ, 2),
            (b'^', ..) => (CARET, 1),
            (b'&', b'&', _) => (AMP2, 2),
            (b'&', b'=', _) => (AMP_EQ, 2),
            (b'&', ..) => (AMP, 1),
            (b'|', b'|', _) => (PIPE2, 2),
            (b'|', b'=', _) => (PIPE_EQ, 2),
            (b'|', ..) => (PIPE, 1),
            (b'!', b'=', _) => (BANG_EQ, 2),
            (b'!', ..) => (BANG, 1),
            (b'=', b'=', _) => (EQ2, 2),
            (b'=', ..) => (EQ, 1),
            (b'#', b'#', _) => (HASH2, 2),
            (b'#', ..) => (HASH, 1),
            _ => (UNKNOWN, 1),
        };
        self.pos += len;
        kind
    }

    /// The character beyond ASCII at an offset.
    fn wide_char(&self, at: usize) -> Option<char> {
        let rest = &self.bytes[at..];
        // The text is UTF-8, so that a character has at most four bytes.
        rest[..rest.len().min(4)].utf8_chunks().next()?.valid().chars().next()
    }

    /// The length of the character beyond ASCII at an offset, if identifiers may have it.
    fn wide_ident(&self, at: usize) -> Option<usize> {
        self.wide_char(at).filter(|&c| is_wide_ident(c)).map(char::len_utf8)
    }

    /// The offset after the identifier characters from `from` on: letters, digits, `_`, `$`,
    /// bytes of UTF-8, universal character names, line splices in between.
    fn end_of_word(&self, from: usize) -> usize {
        let mut at = from;
        loop {
            let rest = &self.bytes[at.min(self.bytes.len())..];
            let length = rest.iter().position(|&byte| !is_ident_continue(byte)).unwrap_or(rest.len());
            at += length;
            let next = &rest[length..];
            match next {
                [0x80..=0xff, ..] => match self.wide_ident(at) {
                    Some(length) => at += length,
                    None => return at,
                },
                [b'\\', b'u' | b'U', digit, ..] if digit.is_ascii_hexdigit() || *digit == b'{' => {
                    at += 2;
                    if *digit == b'{' {
                        let name = next[2..].iter().take_while(|&&byte| byte != b'}' && byte != b'\n');
                        at += name.count();
                        at += usize::from(self.bytes.get(at) == Some(&b'}'));
                    }
                }
                [b'\\', b'\n', byte, ..] if is_ident_continue(*byte) && at > from => at += 2,
                _ => return at,
            }
        }
    }
}

/// The significant tokens of a text with their texts.
#[derive(Debug, Clone)]
pub struct SignificantTokens<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
}

impl<'t> SignificantTokens<'t> {
    /// The tokens of `text`.
    pub fn new(text: &'t str, dialect: Dialect) -> Self {
        SignificantTokens { text, lexer: Lexer::new(text, dialect) }
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }
}

impl<'t> Iterator for SignificantTokens<'t> {
    type Item = (SyntaxKind, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let start = self.lexer.offset();
            let token = self.lexer.next()?;
            if !token.kind.is_trivia() {
                return Some((token.kind, &self.text[start..start + token.len as usize]));
            }
        }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        let start = self.pos;
        if start >= self.bytes.len() {
            return None;
        }
        let kind = self.token();
        let len = u32::try_from(self.pos - start).unwrap_or(u32::MAX);
        self.pos = start + len as usize;
        Some(Token { kind, len })
    }
}

#[cfg(test)]
mod tests;
