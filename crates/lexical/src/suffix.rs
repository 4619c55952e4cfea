//! User-defined literals: suffixes and the operators that they name.

use asunder_outline::TextRange;
use asunder_syntax::{Dialect, Standard, SyntaxKind};

use crate::block::Event;
use crate::unit::Finding;

/// "user-defined literal operator not found".
pub(crate) const OPERATOR_NOT_FOUND: u16 = 2486;
/// "a user-provided literal suffix must begin with \"_\"".
const RESERVED_SUFFIX: u16 = 2506;

/// What the suffix of a literal shows. A suffix for which no operator stands before it in the unit, whatever
/// its scope, is certainly unknown. Suffixes of numbers count only if they start with `_`: others may be built
/// in.
pub(crate) fn event(text: &str, range: TextRange, kind: SyntaxKind, dialect: Dialect) -> Option<Event> {
    let is_literal = matches!(
        kind,
        SyntaxKind::CHAR | SyntaxKind::STRING | SyntaxKind::INT_NUMBER | SyntaxKind::FLOAT_NUMBER
    );
    if dialect.standard < Standard::Cpp11 || !is_literal {
        return None;
    }
    let token = &text[range];
    let start = usize::from(range.start());
    if token.starts_with("\"\"") && text[..start].trim_end().ends_with("operator") {
        return operator_event(text, start + 2);
    }
    let suffix = suffix(token, kind)?.into();
    Some(Event::Suffix { suffix, offset: range.start().into() })
}

/// What the suffix behind the quotes of an operator's name shows. The quotes end at `from`.
fn operator_event(text: &str, from: usize) -> Option<Event> {
    let rest = &text[from..];
    let blanks = rest.len() - rest.trim_start().len();
    let is_reserved = rest[blanks..].starts_with(|c: char| c.is_alphabetic());
    is_reserved.then(|| Event::Found(Finding::new(RESERVED_SUFFIX, (from + blanks) as u32)))
}

/// The suffix of a literal that an operator must define.
fn suffix(token: &str, kind: SyntaxKind) -> Option<&str> {
    let at = match kind {
        SyntaxKind::STRING => behind_quotes(token, '"')?,
        SyntaxKind::CHAR => behind_quotes(token, '\'')?,
        _ => token.find('_')?,
    };
    let suffix = &token[at..];
    let is_word = suffix.starts_with(|c: char| c.is_alphabetic() || c == '_');
    is_word.then_some(suffix)
}

/// Where the text behind the closing quote starts; `None` for a literal that is not closed.
fn behind_quotes(token: &str, quote: char) -> Option<usize> {
    let close = token.rfind(quote)?;
    (token.find(quote)? < close).then_some(close + 1)
}

/// The suffixes of a text's literal operators, each with the place of its first one.
pub(crate) fn operators(text: &str) -> Vec<(Box<str>, u32)> {
    let bytes = text.as_bytes();
    let mut found: Vec<(Box<str>, u32)> = Vec::new();
    for quote in memchr::memchr_iter(b'"', bytes).filter(|&at| at > 0 && bytes[at - 1] == b'"') {
        let rest = text[quote + 1..].trim_start();
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let suffix = &rest[..length];
        if length > 0 && found.iter().all(|(known, _)| **known != *suffix) {
            found.push((suffix.into(), (text.len() - rest.len()) as u32));
        }
    }
    found
}
