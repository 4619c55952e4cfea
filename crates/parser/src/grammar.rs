//! The grammar, one module a part of the language. Functions take the parser at the first
//! token of what they parse and leave it behind the last one; what they build is named in
//! `crates/syntax/grammar/cpp.ungram`.

mod asm;
mod attributes;
mod classes;
mod combinations;
mod declarations;
mod declarators;
mod enums;
mod expressions;
mod initializers;
mod lambdas;
mod names;
mod placement;
mod postfix;
mod primary;
mod requirements;
mod specifiers;
mod statements;
mod templates;
mod types;

use asunder_syntax::SyntaxKind::*;

use crate::error::SyntaxErrorKind;
use crate::parser::Parser;

pub(crate) use declarations::translation_unit;
pub(crate) use expressions::expression;
pub(crate) use statements::{statement, statements};
pub(crate) use types::type_id;

/// Tokens up to (not including) token `end` as one flat node.
fn flat_tokens(p: &mut Parser<'_, '_>, end: usize) {
    let node = p.start();
    while p.pos < end && !p.at_end() {
        p.bump_any();
    }
    if node.is_empty(p) {
        node.abandon(p);
    } else {
        node.complete(p, DEEP_TOKENS);
    }
}

/// What stands at the depth limit: up to the end of the enclosing group, flat.
fn too_deep(p: &mut Parser<'_, '_>) {
    let mut end = p.pos;
    loop {
        match p.kind_at(end) {
            EOF | COMMA | SEMICOLON | R_PAREN | R_BRACK | R_BRACE => break,
            GT if p.context.in_angles => break,
            L_PAREN | L_BRACK | L_BRACE => match p.input.partner(end) {
                Some(close) => end = close + 1,
                None => end += 1,
            },
            LT => match p.angle_close(end) {
                Some(close) => end = close + 1,
                None => end += 1,
            },
            _ => end += 1,
        }
    }
    flat_tokens(p, end);
}

/// Within a bracketed list: an error node up to the next `,` or the end of the list.
fn recover_in_list(p: &mut Parser<'_, '_>) {
    let mut end = p.pos;
    loop {
        match p.kind_at(end) {
            EOF | COMMA | SEMICOLON | R_PAREN | R_BRACK | R_BRACE => break,
            L_PAREN | L_BRACK | L_BRACE => match p.input.partner(end) {
                Some(close) => end = close + 1,
                None => end += 1,
            },
            _ => end += 1,
        }
    }
    if end > p.pos {
        p.error_until(end, SyntaxErrorKind::Tokens);
    }
}
