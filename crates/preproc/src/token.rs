//! Preprocessing tokens.

use crate::symbol::{Interner, Symbol};

/// What a token is. The operators that a following `=` extends come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names of the operators say it")]
pub enum Kind {
    Eq,
    Not,
    Greater,
    Less,
    Plus,
    Minus,
    Mult,
    Div,
    Mod,
    And,
    Or,
    Xor,
    RShift,
    LShift,
    Compl,
    AndAnd,
    OrOr,
    Query,
    Colon,
    Comma,
    OpenParen,
    CloseParen,
    EqEq,
    NotEq,
    GreaterEq,
    LessEq,
    Spaceship,
    PlusEq,
    MinusEq,
    MultEq,
    DivEq,
    ModEq,
    AndEq,
    OrEq,
    XorEq,
    RShiftEq,
    LShiftEq,
    Hash,
    Paste,
    OpenSquare,
    CloseSquare,
    OpenBrace,
    CloseBrace,
    Semicolon,
    Ellipsis,
    PlusPlus,
    MinusMinus,
    Deref,
    Dot,
    Scope,
    DerefStar,
    DotStar,
    /// An identifier.
    Name,
    /// A preprocessing number.
    Number,
    /// `'c'` without a prefix or suffix.
    Char,
    /// A character literal with a prefix.
    PrefixedChar,
    /// `"s"` and `R"(s)"`.
    String,
    /// A string literal with an encoding prefix.
    PrefixedString,
    /// A literal with a suffix of its own.
    UserLiteral,
    /// A character that is not part of another token, or a quote that is not closed.
    Other,
    /// A comment, where they stay in the text.
    Comment,
    /// In the body of a macro: a parameter, whose number from 1 stands in the place of the spelling.
    Parameter,
    /// Between tokens: what says whether a blank is written there.
    Padding,
    /// `#pragma` and its name, for pragmas in which macros are expanded.
    Pragma,
    /// The end of such a pragma.
    PragmaEnd,
    /// The end of a file, a directive or an argument.
    End,
}

/// The spellings of operators, in the order of [`Kind`].
const SPELLINGS: [&str; Kind::DotStar as usize + 1] = [
    "=", "!", ">", "<", "+", "-", "*", "/", "%", "&", "|", "^", ">>", "<<", "~", "&&", "||", "?", ":", ",",
    "(", ")", "==", "!=", ">=", "<=", "<=>", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", ">>=", "<<=",
    "#", "##", "[", "]", "{", "}", ";", "...", "++", "--", "->", ".", "::", "->*", ".*",
];

/// Flags of a token.
pub mod flags {
    /// Blanks or a comment stand in front.
    pub const WHITE: u8 = 1;
    /// The first of its line.
    pub const LINE_START: u8 = 2;
    /// In the body of a macro: an operand of `#`.
    pub const STRINGIFY: u8 = 4;
    /// In the body of a macro: `##` follows.
    pub const PASTE_LEFT: u8 = 8;
    /// A name that is not expanded any more.
    pub const NO_EXPAND: u8 = 16;
    /// Padding: it has a source, whose [`WHITE`] it carries.
    pub const SOURCE: u8 = 32;
    /// A name that is written otherwise than it is spelled: with `\u00e9`.
    pub const WRITTEN: u8 = 32;
    /// An argument's end, not a file's.
    pub const ARGUMENT_END: u8 = 64;
    /// Comes from a `_Pragma` operator.
    pub const OPERATOR: u8 = 128;
}

/// Which text a spelling comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Realm {
    /// A file of the user's, or the command line.
    #[default]
    User,
    /// A system header.
    System,
    /// A system header that the compiler takes as C.
    SystemC,
    /// The compiler itself.
    Builtin,
}

/// The number of a file of a run; 0 is none.
pub type FileNumber = u32;
/// The number of an expansion of a run; 0 is none.
pub type Origin = u32;

/// A token as a file has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexed {
    /// What it is.
    pub kind: Kind,
    /// [`flags`].
    pub flags: u8,
    /// The column of its first byte, from 1; 0 where it is too large.
    pub column: u16,
    /// The physical line, from 1.
    pub line: u32,
    /// The spelling; empty for an operator in its usual spelling.
    pub symbol: Symbol,
}

/// A token with the file that spells it and the expansion that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// [`flags`].
    pub flags: u8,
    /// The column of its spelling, from 1; 0 where it is too large.
    pub column: u16,
    /// The physical line of its spelling, from 1.
    pub line: u32,
    /// The spelling; empty for an operator in its usual spelling.
    pub symbol: Symbol,
    /// The file of its spelling.
    pub file: FileNumber,
    /// The expansion that it comes from.
    pub origin: Origin,
    /// What its spelling belongs to.
    pub realm: Realm,
}

impl Lexed {
    pub(crate) fn at(self, file: FileNumber, realm: Realm) -> Token {
        let Lexed { kind, flags, column, line, symbol } = self;
        Token { kind, flags, column, line, symbol, file, origin: 0, realm }
    }
}

impl Token {
    pub(crate) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Padding whose source is `source`.
    pub(crate) fn padding(source: &Token) -> Token {
        let flags = flags::SOURCE | source.flags & flags::WHITE;
        Token { kind: Kind::Padding, flags, symbol: Symbol::EMPTY, ..*source }
    }

    /// Padding without a source: a blank only where two tokens would become one.
    pub(crate) fn separator() -> Token {
        Token::bare(Kind::Padding)
    }

    /// A token that no file spells.
    pub(crate) fn bare(kind: Kind) -> Token {
        let symbol = Symbol::EMPTY;
        Token { kind, flags: 0, column: 0, line: 0, symbol, file: 0, origin: 0, realm: Realm::Builtin }
    }

    /// Whether it is an operator that is spelled as a word (`and`).
    pub(crate) fn is_named_operator(&self, interner: &Interner) -> bool {
        self.kind <= Kind::DotStar
            && self.symbol != Symbol::EMPTY
            && interner.text(self.symbol).first().is_some_and(u8::is_ascii_alphabetic)
    }

    /// Its spelling.
    pub fn text<'a>(&self, interner: &'a Interner) -> &'a [u8] {
        spelling(self.kind, self.symbol, interner)
    }
}

/// The spelling of a token.
pub(crate) fn spelling(kind: Kind, symbol: Symbol, interner: &Interner) -> &[u8] {
    if symbol != Symbol::EMPTY && kind != Kind::Parameter {
        return interner.text(symbol);
    }
    SPELLINGS.get(kind as usize).map_or(b"", |text| text.as_bytes())
}

/// Whether two tokens, written without a blank between them, could be read as other tokens than these: GCC's rule.
pub(crate) fn would_paste(left: &Token, right: &Token, interner: &Interner) -> bool {
    use Kind::*;
    let name = |token: &Token| match token.is_named_operator(interner) {
        true => Name,
        false => token.kind,
    };
    let (a, b) = (name(left), name(right));
    let first = match b <= DotStar {
        true => right.text(interner).first().copied().unwrap_or(0),
        false => 0,
    };
    if a <= LShift && first == b'=' {
        return true;
    }
    match a {
        Greater => first == b'>',
        Less => matches!(first, b'<' | b'%' | b':'),
        Plus => first == b'+',
        Minus => matches!(first, b'-' | b'>'),
        Div => matches!(first, b'/' | b'*'),
        Mod => matches!(first, b':' | b'>'),
        And => first == b'&',
        Or => first == b'|',
        Colon => matches!(first, b':' | b'>'),
        LessEq => first == b'>',
        Deref => first == b'*',
        Dot => matches!(first, b'.' | b'%') || b == Number,
        Hash => matches!(first, b'#' | b'%'),
        Name | Pragma => match b {
            Number => right.text(interner).iter().all(|&byte| is_name_byte(byte)),
            Name | Char | String => true,
            _ => false,
        },
        Number => matches!(b, Number | Name | Char) || matches!(first, b'.' | b'+' | b'-'),
        String | PrefixedString => match b {
            Name => true,
            String | PrefixedString | PrefixedChar | Char => right.text(interner)[0].is_ascii_alphabetic(),
            _ => false,
        },
        Other => left.text(interner).first() == Some(&b'\\') && b == Name,
        _ => false,
    }
}

/// Whether a byte may stand in a name behind its first.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}
