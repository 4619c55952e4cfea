//! Text as preprocessing tokens.

use crate::clean::{Clean, clean};
use crate::dialect::Dialect;
use crate::symbol::{Interner, Symbol};
use crate::token::{Kind, Lexed, flags, is_name_byte};

/// Where a text starts in its file, and how it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// Whether the first token is the first of its line.
    pub is_line_start: bool,
    /// Comments are tokens.
    pub keeps_comments: bool,
}

impl Default for Start {
    fn default() -> Start {
        Start { line: 1, column: 1, is_line_start: false, keeps_comments: false }
    }
}

/// The tokens of a text. It may have several lines; a directive's text is one logical line.
pub(crate) fn lex(text: &[u8], start: Start, dialect: Dialect, interner: &Interner) -> Vec<Lexed> {
    let Clean { text, joints } = clean(text, dialect.replaces_trigraphs());
    let mut lexer = Lexer {
        text: &text,
        at: 0,
        joints: &joints,
        line: start.line,
        line_base: 1 - start.column as isize,
        flags: if start.is_line_start { flags::LINE_START } else { 0 },
        raw_joints: Vec::new(),
        keeps_comments: start.keeps_comments,
        has_line_comments: dialect.line_comments(),
        is_directive: !start.is_line_start,
        dialect,
        interner,
    };
    let mut tokens = Vec::with_capacity(text.len() / 5);
    while let Some(token) = lexer.next() {
        tokens.push(token);
    }
    tokens
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    /// Where physical lines were joined, from the next one on.
    joints: &'a [usize],
    line: u32,
    /// The offset of column 1.
    line_base: isize,
    flags: u8,
    /// Where lines were joined inside the raw string that was read last.
    raw_joints: Vec<usize>,
    keeps_comments: bool,
    has_line_comments: bool,
    /// It is that of a directive.
    is_directive: bool,
    dialect: Dialect,
    interner: &'a Interner,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(b'\n')
    }

    /// Counts the joints up to a byte.
    fn pass_joints(&mut self, end: usize) {
        while let Some((&joint, rest)) = self.joints.split_first()
            && joint <= end
        {
            self.joints = rest;
            self.line += 1;
            self.line_base = joint as isize;
        }
    }

    fn newline(&mut self, at: usize) {
        self.pass_joints(at);
        self.line += 1;
        self.line_base = at as isize + 1;
    }

    fn next(&mut self) -> Option<Lexed> {
        loop {
            let byte = *self.text.get(self.at)?;
            match byte {
                b' ' | b'\t' | 0x0b | 0x0c | 0 => {
                    self.flags |= flags::WHITE;
                    self.at += 1;
                }
                b'\n' => {
                    self.newline(self.at);
                    self.flags = flags::LINE_START;
                    self.at += 1;
                }
                b'/' if self.keeps_comments && (self.peek(1) == b'*' || self.is_line_comment()) => {
                    return Some(self.comment());
                }
                b'/' if self.is_line_comment() => {
                    self.flags |= flags::WHITE;
                    self.at = memchr::memchr(b'\n', &self.text[self.at..])
                        .map_or(self.text.len(), |length| self.at + length);
                }
                b'/' if self.peek(1) == b'*' => {
                    self.flags |= flags::WHITE;
                    self.block_comment();
                }
                _ => return Some(self.token(byte)),
            }
        }
    }

    /// A comment that is a token.
    fn comment(&mut self) -> Lexed {
        self.pass_joints(self.at);
        let column = (self.at as isize - self.line_base + 1).try_into().unwrap_or(0);
        let (line, start) = (self.line, self.at);
        match self.peek(1) {
            b'*' => self.block_comment(),
            _ => {
                let end = memchr::memchr(b'\n', &self.text[self.at..]);
                self.at = end.map_or(self.text.len(), |length| self.at + length);
            }
        }
        let symbol = self.interner.intern(&self.text[start..self.at]);
        Lexed { kind: Kind::Comment, flags: std::mem::take(&mut self.flags), column, line, symbol }
    }

    /// Whether a comment up to the end of the line starts here. In C90 `//` is two operators in directives, and in
    /// front of `*`; elsewhere it is a comment, and an error.
    fn is_line_comment(&self) -> bool {
        self.peek(1) == b'/' && (self.has_line_comments || !self.is_directive && self.peek(2) != b'*')
    }

    fn block_comment(&mut self) {
        let body = self.at + 2;
        let end = memchr::memmem::find(&self.text[body..], b"*/");
        let end = end.map_or(self.text.len(), |length| body + length + 2);
        for newline in memchr::memchr_iter(b'\n', &self.text[self.at..end]) {
            self.newline(self.at + newline);
        }
        self.at = end;
    }

    fn token(&mut self, byte: u8) -> Lexed {
        if !self.joints.is_empty() {
            self.pass_joints(self.at);
        }
        let column = (self.at as isize - self.line_base + 1).try_into().unwrap_or(0);
        let line = self.line;
        let start = self.at;
        let (kind, is_spelled) = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => self.name_or_literal(byte),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            b'"' | b'\'' => self.quoted(byte, false),
            b'\\' | 0x80.. => self.extended(),
            _ => self.operator(byte),
        };
        let symbol = match is_spelled {
            true => self.spelled(kind, start),
            false => Symbol::EMPTY,
        };
        if kind == Kind::Name && self.text[start..self.at].contains(&b'\\') {
            self.flags |= flags::WRITTEN;
            let written = self.interner.intern(&self.text[start..self.at]);
            self.interner.set_written(symbol, line, column, written);
        }
        let kind = match kind {
            Kind::Name if self.dialect.cplusplus => {
                named_operator(&self.text[start..self.at]).unwrap_or(kind)
            }
            _ => kind,
        };
        let flags = std::mem::take(&mut self.flags);
        Lexed { kind, flags, column, line, symbol }
    }

    fn spelled(&mut self, kind: Kind, start: usize) -> Symbol {
        let text = &self.text[start..self.at];
        match kind {
            Kind::Name if text.contains(&b'\\') => self.interner.intern(&without_ucns(text)),
            Kind::String | Kind::PrefixedString | Kind::UserLiteral if !self.raw_joints.is_empty() => {
                let mut out = Vec::with_capacity(text.len() + 2);
                let mut from = start;
                for joint in std::mem::take(&mut self.raw_joints) {
                    out.extend_from_slice(&self.text[from..joint]);
                    out.extend_from_slice(b"\\\n");
                    from = joint;
                }
                out.extend_from_slice(&self.text[from..self.at]);
                self.interner.intern(&out)
            }
            _ => self.interner.intern(text),
        }
    }

    fn name_or_literal(&mut self, byte: u8) -> (Kind, bool) {
        if matches!(byte, b'L' | b'u' | b'U' | b'R')
            && let Some((quote, is_raw)) = self.literal_prefix(byte)
        {
            let start = self.at;
            self.at += quote;
            return match is_raw {
                true => self.raw_string(start),
                false => self.quoted(self.text[start + quote], quote > 0),
            };
        }
        self.name_rest();
        (Kind::Name, true)
    }

    /// The length of an encoding prefix in front of a quote, and whether the string is raw.
    fn literal_prefix(&self, byte: u8) -> Option<(usize, bool)> {
        let dialect = self.dialect;
        let encoding = match byte {
            b'R' => 0,
            b'L' => 1,
            _ if !dialect.unicode_literals() => return None,
            b'u' if self.peek(1) == b'8' => 2,
            _ => 1,
        };
        match (self.peek(encoding), self.peek(encoding + 1)) {
            (b'R', b'"') if dialect.raw_strings() => Some((encoding + 1, true)),
            (b'"', _) if encoding > 0 => Some((encoding, false)),
            (b'\'', _) if encoding == 1 || encoding == 2 && dialect.utf8_characters() => {
                Some((encoding, false))
            }
            _ => None,
        }
    }

    /// The rest of a name, whose start is known to be one.
    fn name_rest(&mut self) {
        loop {
            while self.text.get(self.at).is_some_and(|&byte| byte < 0x80 && is_name_byte(byte)) {
                self.at += 1;
            }
            match self.extended_length(true) {
                Some(length) => self.at += length,
                None => return,
            }
        }
    }

    /// The length of a character beyond ASCII, written as such or as `\u00e9`, that may stand in a name.
    fn extended_length(&self, inside: bool) -> Option<usize> {
        if !self.dialect.extended_names() {
            return None;
        }
        let rest = &self.text[self.at..];
        let (length, code) = match rest.first()? {
            b'\\' => ucn(rest)?,
            0x80.. => character(rest).map(|c| (c.len_utf8(), u32::from(c)))?,
            _ => return None,
        };
        crate::unicode::may_be_in_name(code, inside).then_some(length)
    }

    /// A token that starts with a backslash or a byte beyond ASCII.
    fn extended(&mut self) -> (Kind, bool) {
        if let Some(length) = self.extended_length(false) {
            self.at += length;
            self.name_rest();
            return (Kind::Name, true);
        }
        self.at += character(&self.text[self.at..]).map_or(1, char::len_utf8);
        (Kind::Other, true)
    }

    fn number(&mut self) -> (Kind, bool) {
        self.at += 1;
        loop {
            let last = self.text[self.at - 1];
            match self.peek(0) {
                b'.' => self.at += 1,
                byte if byte < 0x80 && is_name_byte(byte) => self.at += 1,
                b'+' | b'-' if matches!(last, b'e' | b'E') => self.at += 1,
                b'+' | b'-' if matches!(last, b'p' | b'P') && self.dialect.signed_p_exponents() => {
                    self.at += 1;
                }
                b'\'' if self.dialect.digit_separators() && is_digit_or_letter(self.peek(1)) => self.at += 2,
                _ => match self.extended_length(true) {
                    Some(length) => self.at += length,
                    None => return (Kind::Number, true),
                },
            }
        }
    }

    /// A literal between quotes, the first of which is at the current place.
    fn quoted(&mut self, quote: u8, is_prefixed: bool) -> (Kind, bool) {
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            let Some(length) = memchr::memchr3(quote, b'\\', b'\n', rest) else {
                self.at = self.text.len();
                return (Kind::Other, true);
            };
            self.at += length;
            match self.text[self.at] {
                b'\\' if self.peek(1) != b'\n' => self.at += 2,
                b'\\' => self.at += 1,
                b'\n' => return (Kind::Other, true),
                _ => break,
            }
        }
        self.at += 1;
        let kind = match (quote, is_prefixed) {
            (b'"', false) => Kind::String,
            (b'"', true) => Kind::PrefixedString,
            (_, false) => Kind::Char,
            (_, true) => Kind::PrefixedChar,
        };
        self.suffix(kind)
    }

    fn suffix(&mut self, kind: Kind) -> (Kind, bool) {
        if self.dialect.user_literals() {
            let byte = self.peek(0);
            let starts_name = byte < 0x80 && is_name_byte(byte) && !byte.is_ascii_digit();
            if starts_name || self.extended_length(false).is_some() {
                self.name_rest();
                return (Kind::UserLiteral, true);
            }
        }
        (kind, true)
    }

    /// A raw string whose quote is at the current place. Physical lines are not joined in it.
    fn raw_string(&mut self, start: usize) -> (Kind, bool) {
        let open = self.at + 1;
        let delimiter = self.text[open..].iter().take(17).position(|&byte| byte == b'(');
        let Some(delimiter) = delimiter.filter(|&length| {
            !self.text[open..open + length]
                .iter()
                .any(|byte| matches!(byte, b' ' | b')' | b'\\' | b'\t' | b'\n'))
        }) else {
            // No raw string, which is an error: the rest of the line is one token.
            return self.quoted(b'"', true);
        };
        let mut closing = vec![b')'];
        closing.extend_from_slice(&self.text[open..open + delimiter]);
        closing.push(b'"');
        let body = open + delimiter + 1;
        let Some(length) = memchr::memmem::find(&self.text[body..], &closing) else {
            self.at = self.text.len();
            return (Kind::Other, true);
        };
        self.at = body + length + closing.len();
        let end = self.at;
        self.raw_joints = self.joints.iter().copied().take_while(|&at| at < end).collect();
        for newline in memchr::memchr_iter(b'\n', &self.text[start..end]) {
            self.newline(start + newline);
        }
        self.pass_joints(end - 1);
        let kind = if self.text[start] == b'R' { Kind::String } else { Kind::PrefixedString };
        self.suffix(kind)
    }

    fn operator(&mut self, byte: u8) -> (Kind, bool) {
        use Kind::*;
        let (one, two, three) = (self.peek(1), self.peek(2), self.peek(3));
        let digraphs = self.dialect.digraphs();
        let cplusplus = self.dialect.cplusplus;
        let (kind, length, is_spelled) = match (byte, one) {
            (b'<', b'=') if two == b'>' && self.dialect.spaceship() => (Spaceship, 3, false),
            (b'<', b'=') => (LessEq, 2, false),
            (b'<', b'<') if two == b'=' => (LShiftEq, 3, false),
            (b'<', b'<') => (LShift, 2, false),
            // `<::` is `<` and `::` unless `:` or `>` follows.
            (b'<', b':')
                if digraphs
                    && two == b':'
                    && self.dialect.user_literals()
                    && three != b':'
                    && three != b'>' =>
            {
                (Less, 1, false)
            }
            (b'<', b':') if digraphs => (OpenSquare, 2, true),
            (b'<', b'%') if digraphs => (OpenBrace, 2, true),
            (b'<', _) => (Less, 1, false),
            (b'>', b'=') => (GreaterEq, 2, false),
            (b'>', b'>') if two == b'=' => (RShiftEq, 3, false),
            (b'>', b'>') => (RShift, 2, false),
            (b'>', _) => (Greater, 1, false),
            (b'%', b'=') => (ModEq, 2, false),
            (b'%', b':') if digraphs && two == b'%' && three == b':' => (Paste, 4, true),
            (b'%', b':') if digraphs => (Hash, 2, true),
            (b'%', b'>') if digraphs => (CloseBrace, 2, true),
            (b'%', _) => (Mod, 1, false),
            (b'.', b'.') if two == b'.' => (Ellipsis, 3, false),
            (b'.', b'*') if cplusplus => (DotStar, 2, false),
            (b'.', _) => (Dot, 1, false),
            (b'+', b'+') => (PlusPlus, 2, false),
            (b'+', b'=') => (PlusEq, 2, false),
            (b'+', _) => (Plus, 1, false),
            (b'-', b'>') if two == b'*' && cplusplus => (DerefStar, 3, false),
            (b'-', b'>') => (Deref, 2, false),
            (b'-', b'-') => (MinusMinus, 2, false),
            (b'-', b'=') => (MinusEq, 2, false),
            (b'-', _) => (Minus, 1, false),
            (b'&', b'&') => (AndAnd, 2, false),
            (b'&', b'=') => (AndEq, 2, false),
            (b'&', _) => (And, 1, false),
            (b'|', b'|') => (OrOr, 2, false),
            (b'|', b'=') => (OrEq, 2, false),
            (b'|', _) => (Or, 1, false),
            (b':', b':') if self.dialect.scope() => (Scope, 2, false),
            (b':', b'>') if digraphs => (CloseSquare, 2, true),
            (b':', _) => (Colon, 1, false),
            (b'*', b'=') => (MultEq, 2, false),
            (b'*', _) => (Mult, 1, false),
            (b'/', b'=') => (DivEq, 2, false),
            (b'/', _) => (Div, 1, false),
            (b'=', b'=') => (EqEq, 2, false),
            (b'=', _) => (Eq, 1, false),
            (b'!', b'=') => (NotEq, 2, false),
            (b'!', _) => (Not, 1, false),
            (b'^', b'=') => (XorEq, 2, false),
            (b'^', _) => (Xor, 1, false),
            (b'#', b'#') => (Paste, 2, false),
            (b'#', _) => (Hash, 1, false),
            (b'?', _) => (Query, 1, false),
            (b'~', _) => (Compl, 1, false),
            (b',', _) => (Comma, 1, false),
            (b'(', _) => (OpenParen, 1, false),
            (b')', _) => (CloseParen, 1, false),
            (b'[', _) => (OpenSquare, 1, false),
            (b']', _) => (CloseSquare, 1, false),
            (b'{', _) => (OpenBrace, 1, false),
            (b'}', _) => (CloseBrace, 1, false),
            (b';', _) => (Semicolon, 1, false),
            _ => (Other, 1, true),
        };
        self.at += length;
        (kind, is_spelled)
    }
}

fn is_digit_or_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The first character of a text in UTF-8.
fn character(text: &[u8]) -> Option<char> {
    let bytes = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(bytes) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    };
    valid.chars().next()
}

/// `\u00e9` or `\U000000e9` at the start of a text: its length and code point.
fn ucn(text: &[u8]) -> Option<(usize, u32)> {
    let digits = match text.get(1)? {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let hexadecimal = std::str::from_utf8(text.get(2..2 + digits)?).ok()?;
    let code = u32::from_str_radix(hexadecimal, 16).ok().filter(|_| !hexadecimal.starts_with('+'))?;
    Some((2 + digits, code))
}

/// A name with its `\u…` as characters: both spellings are one name.
pub(crate) fn without_ucns(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    let mut at = 0;
    while at < name.len() {
        match ucn(&name[at..]).and_then(|(length, code)| Some((length, char::from_u32(code)?))) {
            Some((length, c)) if name[at] == b'\\' => {
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                at += length;
            }
            _ => {
                out.push(name[at]);
                at += 1;
            }
        }
    }
    out
}

/// The operator that a word is in C++.
pub(crate) fn named_operator(word: &[u8]) -> Option<Kind> {
    Some(match word {
        b"and" => Kind::AndAnd,
        b"and_eq" => Kind::AndEq,
        b"bitand" => Kind::And,
        b"bitor" => Kind::Or,
        b"compl" => Kind::Compl,
        b"not" => Kind::Not,
        b"not_eq" => Kind::NotEq,
        b"or" => Kind::OrOr,
        b"or_eq" => Kind::OrEq,
        b"xor" => Kind::Xor,
        b"xor_eq" => Kind::XorEq,
        _ => return None,
    })
}
