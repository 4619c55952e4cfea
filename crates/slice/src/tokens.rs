//! The tokens of items.

use asunder_outline::name_hash;
use asunder_syntax::SyntaxKind::{self, *};
use asunder_syntax::{Dialect, Lexer, primary_operator};

/// The hash of an operator function's name: that of its symbol, which no other name is.
pub(crate) fn operator_hash(symbol: &str) -> u32 {
    name_hash(primary_operator(symbol))
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
pub(crate) struct Angles {
    /// For each token the place of the `>`; its own where it opens nothing.
    closing: Vec<u32>,
}

impl Angles {
    pub(crate) fn of(tokens: &[Token<'_>]) -> Angles {
        let mut closing: Vec<u32> = (0..tokens.len() as u32).collect();
        // The places of what is open: `<`, or a bracket that ends all `<` in it.
        let mut open: Vec<usize> = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            match token.kind {
                LT | L_PAREN | L_BRACK | L_BRACE => open.push(index),
                GT => {
                    if let Some(start) = open.pop_if(|start| tokens[*start].kind == LT) {
                        closing[start] = index as u32;
                    }
                }
                R_PAREN | R_BRACK | R_BRACE => {
                    while open.pop().is_some_and(|start| tokens[start].kind == LT) {}
                }
                SEMICOLON => while open.pop_if(|start| tokens[*start].kind == LT).is_some() {},
                _ => {}
            }
        }
        Angles { closing }
    }

    /// The place of the `>` for the token at `index`.
    pub(crate) fn close(&self, index: usize) -> Option<usize> {
        self.closing.get(index).map(|close| *close as usize).filter(|close| *close != index)
    }

    /// The places of all `<` and their `>`.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let closing = self.closing.iter().enumerate();
        closing.map(|(open, close)| (open, *close as usize)).filter(|(open, close)| open != close)
    }
}
