//! Identifiers, keywords and the literals that start with a letter.

use super::Lexer;
use crate::kinds::KEYWORDS;
use crate::{SyntaxKind, SyntaxKind::*};

/// Slots of the open hash table of [`KEYWORDS`]; a power of two, well above their number.
const SLOTS: usize = 2048;

/// Number of the keyword in each slot, `NONE` for a free slot.
static TABLE: [u16; SLOTS] = build_table();
const NONE: u16 = u16::MAX;

/// Mixes length, first, second, middle and last byte; all words of the table have two bytes.
const fn slot_of(word: &[u8]) -> usize {
    let len = word.len();
    let mut hash = len as u32;
    hash = hash.wrapping_mul(31).wrapping_add(word[0] as u32);
    hash = hash.wrapping_mul(31).wrapping_add(word[1] as u32);
    hash = hash.wrapping_mul(31).wrapping_add(word[len / 2] as u32);
    hash = hash.wrapping_mul(31).wrapping_add(word[len - 1] as u32);
    hash = hash.wrapping_mul(0x9E37_79B1);
    (hash >> 21) as usize % SLOTS
}

const fn build_table() -> [u16; SLOTS] {
    let mut table = [NONE; SLOTS];
    let mut index = 0;
    while index < KEYWORDS.len() {
        let mut slot = slot_of(KEYWORDS[index].0.as_bytes());
        while table[slot] != NONE {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = index as u16;
        index += 1;
    }
    table
}

/// The table entry of a word.
#[inline]
fn keyword(word: &[u8]) -> Option<(SyntaxKind, u8)> {
    if word.len() < 2 {
        return None;
    }
    let mut slot = slot_of(word);
    loop {
        let (spelling, kind, level) = *KEYWORDS.get(usize::from(TABLE[slot]))?;
        if spelling.as_bytes() == word {
            return Some((kind, level));
        }
        slot = (slot + 1) % SLOTS;
    }
}

impl Lexer<'_> {
    /// An identifier, a keyword, or a literal with an encoding prefix.
    pub(super) fn word(&mut self) -> SyntaxKind {
        let start = self.pos;
        self.pos = self.end_of_word(start);
        if self.pos == start {
            // A byte order mark, or `\u` that names nothing.
            self.pos += 1;
            return UNKNOWN;
        }
        let word = &self.bytes[start..self.pos];
        match self.peek(0) {
            quote @ b'"' if matches!(word, b"L" | b"u" | b"U" | b"u8") => {
                self.pos += 1;
                return self.quoted(quote);
            }
            quote @ b'\'' if matches!(word, b"L" | b"u" | b"U" | b"u8") => {
                self.pos += 1;
                return self.quoted(quote);
            }
            b'"' if matches!(word, b"R" | b"LR" | b"uR" | b"UR" | b"u8R") => {
                self.pos += 1;
                return self.raw_string();
            }
            _ => {}
        }
        if word == b"\xEF\xBB\xBF" && start == 0 {
            self.at_line_start = true;
            return WHITESPACE;
        }
        match keyword(word) {
            Some((kind, level)) if self.dialect.reserves(level) && self.dialect.knows(kind, word) => kind,
            Some(_) => IDENT,
            None if word == b"_Pragma" => self.pragma_operator(),
            None => IDENT,
        }
    }

    /// `_Pragma ( "…" )` is one trivia token, as the `#pragma` line it stands for.
    fn pragma_operator(&mut self) -> SyntaxKind {
        let after_name = self.pos;
        self.pos = self.after_space(self.pos);
        if self.peek(0) == b'(' {
            self.pos = self.after_space(self.pos + 1);
            self.pos += usize::from(self.peek(0) == b'L');
            if self.peek(0) == b'"' {
                self.pos += 1;
                self.quoted(b'"');
                self.pos = self.after_space(self.pos);
                if self.peek(0) == b')' {
                    self.pos += 1;
                    return PRAGMA;
                }
            }
        }
        self.pos = after_name;
        IDENT
    }

    fn after_space(&self, from: usize) -> usize {
        let rest = &self.bytes[from.min(self.bytes.len())..];
        from + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    }
}
