//! Errors inside single tokens, which the grammar does not look into.

use asunder_syntax::SyntaxKind::*;

use crate::error::{SyntaxError, SyntaxErrorKind};
use crate::input::Input;

/// Unterminated and empty literals, digits that an octal number cannot have.
pub(crate) fn errors(input: &Input<'_>) -> Vec<SyntaxError> {
    let mut errors = Vec::new();
    for index in 0..input.len() {
        let kind = match input.kind(index) {
            STRING => string_error(input.token_text(index)),
            CHAR => character_error(input.token_text(index)),
            INT_NUMBER => octal_error(input.token_text(index)),
            _ => None,
        };
        if let Some(kind) = kind {
            let (start, end) = input.range(index);
            errors.push(SyntaxError { kind, start, end, resumes: None, reads_around: false });
        }
    }
    errors
}

fn string_error(text: &str) -> Option<SyntaxErrorKind> {
    let open = text.find('"')?;
    let raw = text[..open].ends_with('R');
    (!is_closed(&text[open + 1..], '"', raw)).then_some(SyntaxErrorKind::UnterminatedLiteral)
}

fn character_error(text: &str) -> Option<SyntaxErrorKind> {
    let body = &text[text.find('\'')? + 1..];
    if body.starts_with('\'') {
        return Some(SyntaxErrorKind::EmptyLiteral);
    }
    (!is_closed(body, '\'', false)).then_some(SyntaxErrorKind::UnterminatedLiteral)
}

/// Whether the rest of a literal, behind its opening quote, has its closing quote. The lexer
/// ends a literal at that quote (and a suffix), at the end of the line or of the text.
fn is_closed(body: &str, quote: char, raw: bool) -> bool {
    if raw {
        let delimiter = body.split('(').next().unwrap_or_default();
        return body.len() > delimiter.len() && body.contains(&format!("){delimiter}\""));
    }
    let mut escaped = false;
    body.chars().any(|c| {
        let closes = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    })
}

fn octal_error(text: &str) -> Option<SyntaxErrorKind> {
    let digits = text.strip_prefix('0')?;
    let mut digits = digits.chars().take_while(|c| c.is_ascii_digit() || *c == '\'');
    digits.any(|c| matches!(c, '8' | '9')).then_some(SyntaxErrorKind::OctalDigit)
}
