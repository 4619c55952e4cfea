//! Wrong numbers.

use asunder_outline::TextRange;
use asunder_syntax::{Dialect, Lexer, Standard, SyntaxKind};

use crate::unit::Finding;

/// "invalid hexadecimal number".
const INVALID_HEXADECIMAL: u16 = 22;
/// "integer constant is too large".
const TOO_LARGE: u16 = 23;
/// "invalid octal digit".
const INVALID_OCTAL_DIGIT: u16 = 24;
/// "invalid floating constant".
const INVALID_FLOATING: u16 = 166;
/// "invalid binary number".
const INVALID_BINARY: u16 = 2424;
/// "digit separator cannot appear here".
pub(crate) const MISPLACED_SEPARATOR: u16 = 2629;

/// The base of an integer literal and where its digits start.
fn base(text: &str) -> (u32, usize) {
    let bytes = text.as_bytes();
    match (bytes.first(), bytes.get(1)) {
        (Some(b'0'), Some(b'x' | b'X')) => (16, 2),
        (Some(b'0'), Some(b'b' | b'B')) => (2, 2),
        (Some(b'0'), Some(_)) => (8, 1),
        _ => (10, 0),
    }
}

/// The digits of an integer literal as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Value {
    /// At most 128 bits.
    Fits(u128),
    /// More bits than the reference calculates with.
    Overflows,
}

/// The value of an integer literal's digits and the suffix behind them.
fn digits_and_suffix(text: &str) -> (Value, &str) {
    let (base, start) = base(text);
    let mut value = Value::Fits(0);
    for (at, c) in text[start..].char_indices() {
        match (c.to_digit(base), value) {
            (Some(digit), Value::Fits(so_far)) => {
                let next = so_far.checked_mul(base.into()).and_then(|it| it.checked_add(digit.into()));
                value = next.map_or(Value::Overflows, Value::Fits);
            }
            (Some(_), Value::Overflows) => {}
            (None, _) if c == '\'' => {}
            (None, _) => return (value, &text[start + at..]),
        }
    }
    (value, "")
}

/// The value of an integer literal with a standard suffix or none. `None` for other suffixes.
pub(crate) fn value(text: &str) -> Option<Value> {
    let (value, suffix) = digits_and_suffix(text);
    let suffix = suffix.to_ascii_lowercase();
    let standard = ["", "u", "l", "ul", "lu", "ll", "ull", "llu", "z", "uz", "zu"];
    standard.contains(&suffix.as_str()).then_some(value)
}

/// Whether a quote at `offset` follows a number without a blank: a digit separator out of place.
pub(crate) fn is_misplaced_separator(unit: &str, offset: u32, dialect: Dialect) -> bool {
    let before = &unit.as_bytes()[..offset as usize];
    let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    let length = before.iter().rev().take_while(|byte| in_word(byte)).count();
    let word = &before[before.len() - length..];
    dialect.standard >= Standard::Cpp14 && word.first().is_some_and(u8::is_ascii_digit)
}

/// Checks a number.
pub(crate) fn check(
    unit: &str,
    range: TextRange,
    kind: SyntaxKind,
    dialect: Dialect,
    findings: &mut Vec<Finding>,
) {
    let text = &unit[range];
    let offset = u32::from(range.start());
    let at = |index: usize| offset + index as u32;
    let (base, start) = base(text);
    let digits = &text[start..];
    if kind == SyntaxKind::FLOAT_NUMBER {
        if base == 16 && !text.contains(['p', 'P']) {
            findings.push(Finding::new(INVALID_FLOATING, range.end().into()));
        }
        return;
    }
    let first = digits.chars().next();
    match base {
        16 if first == Some('\'') => {
            findings.push(Finding::new(MISPLACED_SEPARATOR, at(start)));
            return;
        }
        16 if !first.is_some_and(|c| c.is_ascii_hexdigit()) => {
            findings.push(Finding::new(INVALID_HEXADECIMAL, offset));
            return;
        }
        2 if !matches!(first, Some('0'..='9')) => {
            findings.push(Finding::new(INVALID_BINARY, offset));
            return;
        }
        2 | 8 => {
            let number = if base == 2 { INVALID_BINARY } else { INVALID_OCTAL_DIGIT };
            if let Some(wrong) = wrong_digit(digits, base) {
                findings.push(Finding::new(number, at(start + wrong)));
                return;
            }
        }
        _ => {}
    }
    let (value, suffix) = digits_and_suffix(text);
    if value == Value::Overflows && !suffix.starts_with('_') {
        findings.push(Finding { is_error: true, ..Finding::new(TOO_LARGE, offset) });
    } else if self::value(text).is_some_and(|value| value > Value::Fits(u64::MAX.into()))
        && let Some(offset) = token_before(unit, offset, dialect)
    {
        findings.push(Finding::new(TOO_LARGE, offset));
    }
}

/// Where the first decimal digit stands that the base does not have.
fn wrong_digit(digits: &str, base: u32) -> Option<usize> {
    let run = digits.find(|c: char| !c.is_ascii_digit() && c != '\'').unwrap_or(digits.len());
    digits[..run].find(|c: char| c != '\'' && !c.is_digit(base))
}

/// The offset of the token before `offset` on the same line; the reference has not moved on when it
/// complains about a number's size. After a comma it stands elsewhere, which is not known.
fn token_before(unit: &str, offset: u32, dialect: Dialect) -> Option<u32> {
    let line_start = unit[..offset as usize].rfind('\n').map_or(0, |at| at + 1);
    let mut at = line_start;
    let mut last = None;
    for token in Lexer::new(&unit[line_start..offset as usize], dialect) {
        if !token.kind.is_trivia() {
            last = Some((token.kind, at));
        }
        at += token.len as usize;
    }
    let (kind, at) = last?;
    (kind != SyntaxKind::COMMA).then_some(at as u32)
}
