//! Tokens that a lexical diagnostic may be about. The scan sees every token anyway; code that looks for
//! lexical errors needs to look at these alone.

use asunder_syntax::SyntaxKind::{self, *};
use rowan::TextRange;

/// A token that a lexical diagnostic may be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// The token's kind.
    pub kind: SyntaxKind,
    /// Where it stands in the unit.
    pub range: TextRange,
}

/// Whether a token may be wrong in itself, decided by its first and last bytes. Over-approximates.
pub(crate) fn is_suspect(kind: SyntaxKind, text: &str) -> bool {
    let bytes = text.as_bytes();
    match kind {
        // A null character.
        WHITESPACE => bytes[0] == 0,
        PRAGMA | DIRECTIVE | UNKNOWN | BACKSLASH | AT | BACKTICK | HASH | HASH2 => true,
        COMMENT => bytes.starts_with(b"/*") && (bytes.len() < 4 || !bytes.ends_with(b"*/")),
        CHAR => !matches!(bytes, [b'\'', c, b'\''] if *c != b'\\'),
        // An escape, no closing quote, a suffix, a null, a byte that is not UTF-8, the `""` of an operator's name.
        STRING => {
            bytes.len() <= 2
                || !bytes.ends_with(b"\"")
                || bytes.iter().any(|byte| matches!(byte, b'\\' | 0 | 0xF4))
        }
        INT_NUMBER => bytes.len() > 18 || (bytes[0] == b'0' && bytes.len() > 1) || has_suffix(bytes, b"ulz"),
        FLOAT_NUMBER => {
            (bytes[0] == b'0' && matches!(bytes.get(1), Some(b'x' | b'X'))) || has_suffix(bytes, b"eflqw")
        }
        _ => false,
    }
}

/// Whether a number has letters besides those that exponents and its own suffixes have.
fn has_suffix(number: &[u8], own: &[u8]) -> bool {
    number
        .iter()
        .any(|byte| *byte == b'_' || byte.is_ascii_alphabetic() && !own.contains(&byte.to_ascii_lowercase()))
}
