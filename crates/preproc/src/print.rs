//! Tokens as the text that `gcc -E` writes.
//!
//! The rules are those of GCC's printer: each line of the source has its own line, up to eight lines apart blank lines
//! stand for what is left out, beyond that a line marker; a token that starts a line keeps its column; a blank stands
//! between two tokens where the source has one or where they would become another token; a marker stands where the text
//! of a system header and other text take turns.

use std::sync::Arc;

use crate::reuse::Reading;
use crate::symbol::{Interner, Symbol};
use crate::text::Piece;
use crate::token::{Kind, Realm, Token, flags, would_paste};

/// How text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Style {
    /// Whose text it is.
    pub form: Form,
    /// No line markers: `-P`.
    pub no_markers: bool,
    /// Directives about macros that stay in the text.
    pub macros: KeptMacros,
    /// Includes stay in the text, in front of what they include: `-dI`.
    pub includes: bool,
    /// Text stays as it is; directives alone are carried out: `-fdirectives-only`.
    pub directives_only: bool,
    /// What a macro gives belongs to the file that names the macro: `-ftrack-macro-expansion=0`.
    pub ignores_expansions: bool,
}

/// Whose text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Form {
    /// That of `gcc -E`.
    #[default]
    Gcc,
    /// That of `clang -E`.
    Clang,
}

/// Which directives about macros stay in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum KeptMacros {
    /// None.
    #[default]
    None,
    /// `#define` with the name alone, and `#undef`: `-dN`.
    Names,
    /// `#define` and `#undef`: `-dD`.
    All,
    /// Those of macros that are used, where they are used: `-dU`.
    Used,
}

/// Where a token is: the place of the outermost macro for one that comes from a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The presumed file.
    pub file: Symbol,
    /// The presumed line.
    pub line: u32,
    /// The column, from 1.
    pub column: u16,
    /// What the file belongs to.
    pub realm: Realm,
}

/// Why the file changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// A file is entered.
    Enter,
    /// A file is left: its includer goes on.
    Leave,
    /// The presumed place changes.
    Rename,
}

/// The number of lines from which on a marker stands for them.
const MARKER_DISTANCE: u32 = 8;

/// What a printer remembers of what it has written, as far as it decides about what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PrinterState {
    printed: bool,
    line: u32,
    file: Symbol,
    last: Option<(Kind, Symbol)>,
    source: Option<bool>,
    avoids_paste: bool,
    was_system: bool,
    in_pragma: bool,
    marked: bool,
    realm: Realm,
    starts_line: bool,
    in_directive: bool,
}

/// What a printer remembers, and what it has written.
pub(crate) struct Printer {
    /// The pieces that are written.
    pieces: Vec<Piece>,
    /// What is written behind them.
    pub out: Vec<u8>,
    pub style: Style,
    /// Something stands on the current line.
    pub printed: bool,
    /// The presumed line and file of the current line.
    pub line: u32,
    pub file: Symbol,
    /// The last token, unless a line started behind it.
    pub last: Option<Token>,
    /// The padding in front of the next token: whether it has a source, and a blank in front of that.
    pub source: Option<bool>,
    pub avoids_paste: bool,
    was_system: bool,
    in_pragma: bool,
    marked: bool,
    /// For clang: what the file belongs to.
    pub realm: Realm,
    /// For clang: the next token is the first of its line.
    pub starts_line: bool,
    /// For clang: a directive stands on the current line.
    pub in_directive: bool,
    /// Nothing is written: `-imacros`.
    pub silent: bool,
}

impl Printer {
    pub(crate) fn new(style: Style) -> Printer {
        Printer {
            pieces: Vec::new(),
            out: Vec::new(),
            style,
            printed: false,
            line: 1,
            file: Symbol::EMPTY,
            last: None,
            source: None,
            avoids_paste: false,
            was_system: false,
            in_pragma: false,
            marked: false,
            realm: Realm::User,
            starts_line: false,
            in_directive: false,
            silent: false,
        }
    }

    pub(crate) fn state(&self) -> PrinterState {
        let Printer { printed, line, file, source, avoids_paste, was_system, in_pragma, marked, .. } = *self;
        let last = self.last.map(|token| (token.kind, token.symbol));
        let Printer { realm, starts_line, in_directive, .. } = *self;
        PrinterState {
            printed,
            line,
            file,
            last,
            source,
            avoids_paste,
            was_system,
            in_pragma,
            marked,
            realm,
            starts_line,
            in_directive,
        }
    }

    pub(crate) fn set_state(&mut self, state: PrinterState) {
        let PrinterState { printed, line, file, last, source, avoids_paste, was_system, .. } = state;
        let PrinterState { in_pragma, marked, realm, starts_line, in_directive, .. } = state;
        let last = last.map(|(kind, symbol)| Token { symbol, ..Token::bare(kind) });
        (self.printed, self.line, self.file, self.last, self.source) = (printed, line, file, last, source);
        (self.avoids_paste, self.was_system, self.in_pragma) = (avoids_paste, was_system, in_pragma);
        self.marked = marked;
        (self.realm, self.starts_line, self.in_directive) = (realm, starts_line, in_directive);
    }

    /// Makes a piece of what is written; gives the number of the next one.
    pub(crate) fn seal(&mut self) -> usize {
        if !self.out.is_empty() {
            self.pieces.push(Piece::Own(self.out.as_slice().into()));
            self.out.clear();
        }
        self.pieces.len()
    }

    /// Writes the text of a header.
    pub(crate) fn push(&mut self, reading: &Arc<Reading>) {
        self.seal();
        self.pieces.push(Piece::Inner(Arc::clone(reading)));
    }

    /// Takes back what was written from a piece on.
    pub(crate) fn take_from(&mut self, piece: usize) -> Vec<Piece> {
        self.seal();
        self.pieces.split_off(piece)
    }

    pub(crate) fn put(&mut self, byte: u8) {
        self.out.push(byte);
    }

    /// Writes a line marker.
    fn marker(&mut self, spot: &Spot, realm: Realm, change: &[u8], interner: &Interner) -> bool {
        if self.printed {
            self.put(b'\n');
        }
        self.printed = false;
        if self.style.no_markers {
            return false;
        }
        self.line = spot.line;
        self.file = spot.file;
        self.marker_text(spot.line, spot.file, realm, change, interner);
        true
    }

    pub(crate) fn marker_text(
        &mut self,
        line: u32,
        file: Symbol,
        realm: Realm,
        change: &[u8],
        interner: &Interner,
    ) {
        self.out.extend_from_slice(b"# ");
        write_number(&mut self.out, line);
        self.out.extend_from_slice(b" \"");
        quote(interner.text(file), &mut self.out);
        self.put(b'"');
        self.out.extend_from_slice(change);
        match realm {
            Realm::System => self.out.extend_from_slice(b" 3"),
            Realm::SystemC => self.out.extend_from_slice(b" 3 4"),
            Realm::User | Realm::Builtin => {}
        }
        self.put(b'\n');
    }

    /// Goes to a line: by newlines where it is near, else by a marker.
    fn go_to(&mut self, spot: &Spot, realm: Realm, interner: &Interner) -> bool {
        if self.printed {
            self.put(b'\n');
            self.line = self.line.wrapping_add(1);
            self.printed = false;
        }
        let distance = spot.line.wrapping_sub(self.line);
        if !self.style.no_markers
            && spot.line >= self.line
            // As in GCC, where the sum may overflow.
            && spot.line < self.line.wrapping_add(MARKER_DISTANCE)
            && spot.file == self.file
        {
            for _ in 0..distance {
                self.put(b'\n');
            }
            self.line = spot.line;
            return false;
        }
        if self.style.no_markers {
            self.line = spot.line;
            return false;
        }
        self.marker(spot, realm, b"", interner)
    }

    /// A token is the first of its line.
    pub(crate) fn start_line(&mut self, spot: &Spot, realm: Realm, interner: &Interner) -> bool {
        if self.silent {
            return false;
        }
        if self.style.form == Form::Clang {
            self.starts_line = true;
            self.source = None;
            return false;
        }
        let marked = self.go_to(spot, realm, interner);
        self.last = None;
        self.source = None;
        self.printed = true;
        let blanks = usize::from(spot.column).saturating_sub(2);
        self.out.resize(self.out.len() + blanks, b' ');
        marked
    }

    /// The file changes.
    pub(crate) fn change(&mut self, change: Change, from: Option<&Spot>, to: &Spot, interner: &Interner) {
        if self.silent {
            return;
        }
        if self.style.form == Form::Clang {
            return self.clang_change(change, from, to, interner);
        }
        if self.style.no_markers {
            return;
        }
        let flag: &[u8] = match change {
            Change::Enter => b" 1",
            Change::Leave => b" 2",
            Change::Rename => b"",
        };
        if let Some(from) = from {
            self.go_to(from, from.realm, interner);
        }
        self.marker(to, to.realm, flag, interner);
        if change == Change::Enter {
            // A file starts a line.
            self.last = None;
            self.source = None;
        }
    }

    /// A directive that stays in the text: `words` stand in front of the tokens.
    pub(crate) fn directive(&mut self, spot: &Spot, words: &[u8], tokens: &[Token], interner: &Interner) {
        if self.silent {
            return;
        }
        if self.style.form == Form::Clang {
            return self.clang_directive(spot, words, tokens, interner);
        }
        self.go_to(spot, spot.realm, interner);
        self.out.extend_from_slice(words);
        for (at, token) in tokens.iter().enumerate() {
            if at > 0 && token.has(flags::WHITE) {
                self.put(b' ');
            }
            self.token_text(token, interner);
        }
        self.end_directive();
    }

    /// A directive that stays in the text though it was carried out.
    pub(crate) fn kept(&mut self, spot: &Spot, directive: &[u8], words: &[u8], interner: &Interner) {
        if self.silent {
            return;
        }
        self.go_to(spot, spot.realm, interner);
        self.kept_here(directive, words);
    }

    /// The same on the next line, whichever that is.
    pub(crate) fn kept_here(&mut self, directive: &[u8], words: &[u8]) {
        if self.printed {
            self.end_directive();
        }
        self.out.extend_from_slice(directive);
        self.out.extend_from_slice(words);
        self.end_directive();
    }

    fn end_directive(&mut self) {
        self.put(b'\n');
        self.printed = false;
        self.line = self.line.wrapping_add(1);
    }

    /// The next token of the stream.
    #[inline]
    pub(crate) fn token(&mut self, token: &Token, spot: &Spot, interner: &Interner) {
        if token.kind == Kind::Padding {
            self.avoids_paste = true;
            let has_source = token.has(flags::SOURCE);
            if self.source.is_none() || (self.source == Some(false) && !has_source) {
                self.source = has_source.then(|| token.has(flags::WHITE));
            }
            return;
        }
        if self.silent {
            return;
        }
        if self.style.form == Form::Clang {
            return self.clang_token(token, spot, interner);
        }
        let realm = match token.realm {
            Realm::Builtin => spot.realm,
            _ if self.style.ignores_expansions => spot.realm,
            realm => realm,
        };
        let can_move = !self.in_pragma && !self.style.no_markers;
        if self.avoids_paste {
            let is_white = self.source.unwrap_or(token.has(flags::WHITE));
            if spot.line != self.line && can_move {
                self.marked = self.start_line(spot, realm, interner);
                self.put(b' ');
                self.printed = true;
            } else if is_white
                || self.last.as_ref().is_some_and(|last| would_paste(last, token, interner))
                || self.last.is_none() && token.kind == Kind::Hash
            {
                self.put(b' ');
                self.printed = true;
            }
        } else if token.has(flags::WHITE) {
            if spot.line != self.line && can_move {
                self.marked = self.start_line(spot, realm, interner);
            }
            self.put(b' ');
            self.printed = true;
        }
        self.avoids_paste = false;
        self.source = None;
        self.last = Some(*token);
        match token.kind {
            Kind::Pragma => {
                self.marked = self.go_to(spot, realm, interner);
                self.out.extend_from_slice(b"#pragma ");
                self.token_text(token, interner);
                self.printed = true;
                self.in_pragma = true;
            }
            Kind::PragmaEnd => {
                self.go_to(spot, realm, interner);
                self.in_pragma = false;
            }
            _ => {
                let is_system = realm != Realm::User;
                if is_system != self.was_system && can_move && !self.marked && token.realm != Realm::Builtin {
                    self.start_line(spot, realm, interner);
                    self.was_system = is_system;
                }
                self.token_text(token, interner);
                self.marked = false;
                self.printed = true;
            }
        }
    }

    #[inline]
    pub(crate) fn token_text(&mut self, token: &Token, interner: &Interner) {
        let text = token.text(interner);
        match token.kind {
            Kind::String | Kind::PrefixedString | Kind::UserLiteral | Kind::Comment => {
                self.out.extend_from_slice(text);
                self.line = self.line.wrapping_add(memchr::memchr_iter(b'\n', text).count() as u32);
            }
            kind => write_spelling(kind, text, &mut self.out),
        }
    }

    /// Text as its file has it.
    pub(crate) fn raw(&mut self, text: &[u8]) {
        self.line = self.line.wrapping_add(memchr::memchr_iter(b'\n', text).count() as u32);
        self.out.extend_from_slice(text);
    }

    /// Goes to a line of text that stays as it is.
    pub(crate) fn raw_line(&mut self, spot: &Spot, interner: &Interner) {
        self.go_to(spot, spot.realm, interner);
    }

    /// Ends the last line.
    pub(crate) fn finish(&mut self) {
        // clang's last newline stands behind a line marker, too.
        if self.printed || self.in_directive || self.style.form == Form::Clang {
            self.put(b'\n');
            self.printed = false;
        }
    }
}

/// A token as it is written.
#[inline]
pub(crate) fn write_spelling(kind: Kind, text: &[u8], out: &mut Vec<u8>) {
    match kind {
        Kind::Name if !text.is_ascii() => write_name(text, out),
        _ => out.extend_from_slice(text),
    }
}

/// A name with characters beyond ASCII, which GCC writes as `\U000000e9`.
fn write_name(text: &[u8], out: &mut Vec<u8>) {
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c.is_ascii() {
                true => out.push(c as u8),
                false => out.extend_from_slice(format!("\\U{:08x}", u32::from(c)).as_bytes()),
            }
        }
        out.extend_from_slice(chunk.invalid());
    }
}

fn write_number(out: &mut Vec<u8>, number: u32) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    let mut rest = number;
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// Text as it stands between quotes.
pub(crate) fn quote(text: &[u8], out: &mut Vec<u8>) {
    for &byte in text {
        match byte {
            b'\\' | b'"' => out.extend_from_slice(&[b'\\', byte]),
            b'\n' => out.extend_from_slice(b"\\n"),
            _ => out.push(byte),
        }
    }
}
