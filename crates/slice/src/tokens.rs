//! The tokens of items.

use asunder_outline::name_hash;
use asunder_syntax::SyntaxKind::{self, *};
use asunder_syntax::{Dialect, Lexer};
use rustc_hash::FxHashMap;

/// The hash of an operator function's name.
pub(crate) fn operator_hash(symbol: &str) -> u32 {
    name_hash(&format!("operator {symbol}"))
}

/// A token that is not white space, a comment or a directive.
#[derive(Clone, Copy)]
pub(crate) struct Token<'a> {
    pub(crate) kind: SyntaxKind,
    pub(crate) text: &'a str,
    /// It stands directly behind the token before.
    pub(crate) is_glued: bool,
}

/// The tokens of a text that are not white space, comments or directives.
pub(crate) fn significant(text: &str, dialect: Dialect) -> Vec<Token<'_>> {
    let mut start = 0;
    let mut is_glued = false;
    let mut tokens = Vec::with_capacity(text.len() / 6 + 1);
    for token in Lexer::new(text, dialect) {
        let end = start + token.len as usize;
        if token.kind.is_trivia() || matches!(token.kind, LINE_MARKER | PRAGMA | DIRECTIVE) {
            is_glued = false;
        } else {
            tokens.push(Token { kind: token.kind, text: &text[start..end], is_glued });
            is_glued = true;
        }
        start = end;
    }
    tokens
}

/// The places of the `<` that may open template arguments, with those of their `>`.
pub(crate) fn closing_angles(tokens: &[Token<'_>]) -> FxHashMap<usize, usize> {
    let mut closing = FxHashMap::default();
    // The places of what is open: `<`, or a bracket that ends all `<` in it.
    let mut open: Vec<usize> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            LT | L_PAREN | L_BRACK | L_BRACE => open.push(index),
            GT if open.last().is_some_and(|start| tokens[*start].kind == LT) => {
                closing.extend(open.pop().map(|start| (start, index)));
            }
            R_PAREN | R_BRACK | R_BRACE => while open.pop().is_some_and(|start| tokens[start].kind == LT) {},
            SEMICOLON => {
                while open.last().is_some_and(|start| tokens[*start].kind == LT) {
                    open.pop();
                }
            }
            _ => {}
        }
    }
    closing
}
