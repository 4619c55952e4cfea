//! Numbers, characters and strings.

use super::Lexer;
use super::chars::{Class, class_of};
use crate::{SyntaxKind, SyntaxKind::*};

impl Lexer<'_> {
    /// A number with its suffix: decimal, octal, hexadecimal and binary integers, decimal
    /// and hexadecimal floats, digit separators, user-defined suffixes.
    pub(super) fn number(&mut self) -> SyntaxKind {
        let hexadecimal = self.peek(0) == b'0' && matches!(self.peek(1), b'x' | b'X');
        let binary = self.peek(0) == b'0' && matches!(self.peek(1), b'b' | b'B');
        let mut kind = INT_NUMBER;
        if hexadecimal || binary {
            self.pos += 2;
        }
        self.digits(hexadecimal);
        if self.peek(0) == b'.' && self.peek(1) != b'.' {
            kind = FLOAT_NUMBER;
            self.pos += 1;
            self.digits(hexadecimal);
        }
        let exponent = match self.peek(0) {
            b'e' | b'E' => !hexadecimal,
            b'p' | b'P' => hexadecimal,
            _ => false,
        };
        if exponent {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                kind = FLOAT_NUMBER;
                self.pos += 1 + sign;
                self.digits(false);
            }
        }
        self.pos = self.end_of_word(self.pos);
        kind
    }

    /// Digits with separators.
    fn digits(&mut self, hexadecimal: bool) {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (hexadecimal && byte.is_ascii_hexdigit());
        loop {
            let byte = self.peek(0);
            if is_digit(byte) {
                self.pos += 1;
            } else if byte == b'\'' && is_digit(self.peek(1)) && self.pos > 0 {
                self.pos += 2;
            } else {
                return;
            }
        }
    }

    /// The rest of a character or string literal whose quote has been passed, and a
    /// user-defined suffix. A literal that is open at the end of its line ends there.
    pub(super) fn quoted(&mut self, quote: u8) -> SyntaxKind {
        loop {
            let rest = &self.bytes[self.pos..];
            let Some(at) = memchr::memchr3(quote, b'\\', b'\n', rest) else {
                self.pos = self.bytes.len();
                break;
            };
            self.pos += at;
            match rest[at] {
                b'\\' => {
                    // A line splice may be `\`, carriage return, newline.
                    let splice = rest[at + 1..].starts_with(b"\r\n");
                    self.pos = (self.pos + 2 + usize::from(splice)).min(self.bytes.len());
                }
                b'\n' => break,
                _ => {
                    self.pos += 1;
                    self.user_suffix();
                    break;
                }
            }
        }
        if quote == b'"' { STRING } else { CHAR }
    }

    /// The rest of a raw string whose prefix and opening quote have been passed.
    pub(super) fn raw_string(&mut self) -> SyntaxKind {
        let rest = &self.bytes[self.pos..];
        let delimiter = rest.iter().position(|&byte| matches!(byte, b'(' | b')' | b'\\' | b' ' | b'\n'));
        let Some(open) = delimiter.filter(|&at| rest[at] == b'(') else {
            return self.quoted(b'"');
        };
        let mut close = Vec::with_capacity(open + 2);
        close.push(b')');
        close.extend_from_slice(&rest[..open]);
        close.push(b'"');
        match memchr::memmem::find(&rest[open..], &close) {
            Some(at) => {
                self.pos += open + at + close.len();
                self.user_suffix();
            }
            None => self.pos = self.bytes.len(),
        }
        STRING
    }

    fn user_suffix(&mut self) {
        if self.bytes.get(self.pos).is_some_and(|&byte| matches!(class_of(byte), Class::Word | Class::Wide)) {
            self.pos = self.end_of_word(self.pos);
        }
    }
}
