//! User-defined literals: suffixes and the operators that they name.

use asunder_outline::TextRange;
use asunder_syntax::{Dialect, Standard, SyntaxKind};

use crate::block::Event;
use crate::unit::Finding;

/// "user-defined literal operator not found".
pub(crate) const OPERATOR_NOT_FOUND: u16 = 2486;
/// "a user-provided literal suffix must begin with \"_\"".
pub(crate) const RESERVED_SUFFIX: u16 = 2506;

/// What the suffix of a literal shows. A suffix for which no operator stands before it in the unit, whatever
/// its scope, is certainly unknown, but for those of numbers that are built in.
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
    if token.starts_with("\"\"") && is_behind_operator(&text[..start]) {
        return operator_event(text, start + 2);
    }
    let suffix = suffix(token, kind)?.into();
    let is_operand = !stands_behind_name(&text[..start]);
    Some(Event::Suffix { suffix, offset: range.start().into(), is_operand })
}

/// Whether `operator` stands in front, and perhaps empty strings: literals that follow each other are one.
fn is_behind_operator(before: &str) -> bool {
    let mut before = before.trim_end();
    while let Some(rest) = before.strip_suffix("\"\"") {
        before = rest.trim_end();
    }
    before.ends_with("operator")
}

/// Whether a literal stands where no expression does: behind a name or a type (`int 3d;`).
fn stands_behind_name(before: &str) -> bool {
    let before = before.trim_end();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let word = &before[before.trim_end_matches(is_part).len()..];
    let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let takes_operand = matches!(
        word,
        "return"
            | "case"
            | "throw"
            | "else"
            | "do"
            | "co_return"
            | "co_yield"
            | "co_await"
            | "sizeof"
            | "delete"
            | "new"
            | "and"
            | "or"
            | "not"
            | "xor"
            | "bitand"
            | "bitor"
            | "compl"
            | "operator"
    );
    is_name && !takes_operand
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
        _ => behind_number(token)?,
    };
    let suffix = &token[at..];
    let is_word = suffix.starts_with(|c: char| c.is_alphabetic() || c == '_');
    is_word.then_some(suffix)
}

/// Where the suffix of a number starts, if it is not built in; `None` too where the number is not one.
fn behind_number(token: &str) -> Option<usize> {
    let is_prefixed = |letter: char| {
        token.len() > 1
            && token.starts_with('0')
            && token[1..].starts_with([letter, letter.to_ascii_uppercase()])
    };
    let (is_hex, is_binary) = (is_prefixed('x'), is_prefixed('b'));
    let is_digit = |c: char| if is_hex { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    let part = |from: usize| {
        let rest = &token[from..];
        from + rest.find(|c: char| !is_digit(c) && c != '.' && c != '\'').unwrap_or(rest.len())
    };
    let mut at = part(if is_hex || is_binary { 2 } else { 0 });
    if (is_hex || is_binary) && at == 2 {
        return None;
    }
    let mut is_floating = token[..at].contains('.');
    let marks: &[char] = if is_hex { &['p', 'P'] } else { &['e', 'E'] };
    if !is_binary && token[at..].starts_with(marks) {
        let sign = at + 1 + usize::from(token[at + 1..].starts_with(['+', '-']));
        if token[sign..].starts_with(|c: char| c.is_ascii_digit()) {
            let rest = &token[sign..];
            at = sign + rest.find(|c: char| !c.is_ascii_digit() && c != '\'').unwrap_or(rest.len());
            is_floating = true;
        }
    }
    let suffix = &token[at..];
    let is_word = suffix.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_word && !is_built_in(suffix, is_floating)).then_some(at)
}

/// Whether a suffix of a number belongs to the language, or is read as one of its own.
fn is_built_in(suffix: &str, is_floating: bool) -> bool {
    let lower = suffix.to_ascii_lowercase();
    match is_floating {
        true => matches!(&*lower, "" | "f" | "l" | "q" | "w" | "f32" | "f64" | "f128" | "f32x" | "f64x"),
        false => matches!(&*lower, "" | "u" | "l" | "ll" | "ul" | "ull" | "lu" | "llu" | "z" | "uz" | "zu"),
    }
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
