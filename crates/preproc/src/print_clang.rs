//! Tokens as the text that `clang -E` writes.
//!
//! Its rules differ from GCC's: nothing moves to another line but the first token of a line, what follows a directive,
//! and files; up to eight lines are blank ones; a token that follows a marker on its line is not moved to its column.

use crate::print::{Change, Printer, Spot};
use crate::symbol::Interner;
use crate::token::{Kind, Realm, Token, flags, is_name_byte};

/// The most blank lines that stand for what is left out.
const BLANK_LINES: u32 = 8;

impl Printer {
    /// Writes the markers in front of what the command line includes; they end in a file.
    pub(crate) fn clang_head(&mut self, head: &[u8], last: &Spot) {
        if !self.style.no_markers {
            self.out.extend_from_slice(head);
        }
        (self.file, self.line, self.realm) = (last.file, 1, last.realm);
    }

    fn clang_marker(&mut self, change: &[u8], interner: &Interner) {
        if self.printed || self.in_directive {
            self.put(b'\n');
        }
        (self.printed, self.in_directive) = (false, false);
        if !self.style.no_markers {
            self.marker_text(self.line, self.file, self.realm, change, interner);
        }
    }

    /// Goes to a line. Whether another line of the text was begun.
    fn clang_move(&mut self, line: u32, needs_start: bool, interner: &Interner) -> bool {
        let mut started = false;
        if needs_start && self.printed || self.in_directive {
            self.put(b'\n');
            self.line = self.line.wrapping_add(1);
            (self.printed, self.in_directive) = (false, false);
            started = true;
        }
        let distance = line.wrapping_sub(self.line);
        if distance != 0 {
            if !started && distance == 1 {
                self.put(b'\n');
                started = true;
            } else if !self.style.no_markers {
                if distance <= BLANK_LINES {
                    (0..distance).for_each(|_| self.put(b'\n'));
                } else {
                    self.line = line;
                    self.clang_marker(b"", interner);
                }
                started = true;
            } else if self.printed {
                self.put(b'\n');
                started = true;
            }
        }
        if started {
            (self.printed, self.in_directive) = (false, false);
        }
        self.line = line;
        started
    }

    pub(crate) fn clang_change(
        &mut self,
        change: Change,
        from: Option<&Spot>,
        to: &Spot,
        interner: &Interner,
    ) {
        if let (Some(from), Change::Enter) = (from, change) {
            self.clang_move(from.line, false, interner);
        }
        // A marker begins a line, whatever stood there.
        (self.file, self.line, self.realm) = (to.file, to.line, to.realm);
        let flag: &[u8] = match change {
            Change::Enter => b" 1",
            Change::Leave => b" 2",
            Change::Rename => b"",
        };
        self.clang_marker(flag, interner);
    }

    pub(crate) fn clang_directive(
        &mut self,
        spot: &Spot,
        words: &[u8],
        tokens: &[Token],
        interner: &Interner,
    ) {
        self.clang_move(spot.line, true, interner);
        self.out.extend_from_slice(words);
        for (at, token) in tokens.iter().enumerate() {
            if at > 0 && token.has(flags::WHITE) {
                self.put(b' ');
            }
            self.clang_text(token, interner);
        }
        (self.printed, self.in_directive) = (true, true);
    }

    pub(crate) fn clang_token(&mut self, token: &Token, spot: &Spot, interner: &Interner) {
        let is_white = match self.avoids_paste {
            true => self.source.unwrap_or(token.has(flags::WHITE)),
            false => token.has(flags::WHITE),
        };
        let is_apart = std::mem::take(&mut self.avoids_paste);
        self.source = None;
        match token.kind {
            Kind::Pragma => {
                self.clang_move(spot.line, true, interner);
                self.out.extend_from_slice(b"#pragma ");
                self.clang_text(token, interner);
                self.printed = true;
                self.last = Some(*token);
                self.starts_line = false;
                return;
            }
            Kind::PragmaEnd => {
                self.in_directive = true;
                return;
            }
            _ => {}
        }
        let is_first = std::mem::take(&mut self.starts_line);
        let moves = (is_first || self.in_directive) && {
            let needs_start = self.in_directive;
            self.clang_move(spot.line, needs_start, interner) || is_first && spot.line == 1
        };
        if moves {
            let column = match usize::from(spot.column) {
                1 if is_white => 2,
                column => column,
            };
            match column <= 1 && token.kind == Kind::Hash {
                true => self.put(b' '),
                false => self.out.resize(self.out.len() + column.saturating_sub(1), b' '),
            }
        } else if is_white
            || (self.printed || self.in_directive)
                && is_apart
                && self.last.as_ref().is_some_and(|last| is_kept_apart(last, token, interner))
        {
            self.put(b' ');
        }
        self.clang_text(token, interner);
        self.printed = true;
        self.last = Some(*token);
    }

    /// Of the lines in tokens only those of comments count.
    fn clang_text(&mut self, token: &Token, interner: &Interner) {
        let text = token.text(interner);
        self.out.extend_from_slice(text);
        if token.kind == Kind::Comment {
            self.line = self.line.wrapping_add(memchr::memchr_iter(b'\n', text).count() as u32);
        }
    }
}

/// Whether a blank stands between two tokens that are not next to each other in a file: clang's rule.
fn is_kept_apart(left: &Token, right: &Token, interner: &Interner) -> bool {
    use Kind::*;
    let length = left.text(interner).len() as u16;
    let is_spelled = left.realm != Realm::Builtin && left.column != 0 && left.file != 0;
    if is_spelled
        && (left.file, left.line) == (right.file, right.line)
        && left.column.checked_add(length) == Some(right.column)
    {
        return false;
    }
    let word = |token: &Token| token.kind == Name || token.is_named_operator(interner);
    let first = right.text(interner).first().copied().unwrap_or(0);
    if matches!(right.kind, Eq | EqEq)
        && matches!(
            left.kind,
            And | Plus | Minus | Div | Less | Greater | Or | Mod | LShift | RShift | Eq | Not | Xor | Mult
        )
    {
        return true;
    }
    let after_name = || match right.kind {
        Number => true,
        String | Char => {
            // What would be the prefix of a literal.
            matches!(left.text(interner), b"L" | b"u" | b"U" | b"u8" | b"R" | b"LR" | b"uR" | b"UR" | b"u8R")
        }
        _ => word(right),
    };
    match left.kind {
        _ if word(left) => after_name(),
        Number => is_name_byte(first) || matches!(first, b'.' | b'+' | b'-'),
        String | PrefixedString | Char | PrefixedChar => word(right),
        UserLiteral => word(right) || after_name(),
        Dot => first.is_ascii_digit() || first == b'*',
        And => first == b'&',
        Plus => first == b'+',
        Minus => matches!(first, b'-' | b'>'),
        Div => matches!(first, b'/' | b'*'),
        Less => matches!(first, b'<' | b':' | b'%'),
        Greater => first == b'>',
        Or => first == b'|',
        Mod => matches!(first, b'>' | b':'),
        Colon => matches!(first, b'>' | b':'),
        Hash => matches!(first, b'#' | b'@' | b'%'),
        Deref => first == b'*',
        LessEq => first == b'>',
        _ => false,
    }
}
