//! Initializers: braced and parenthesised lists, designators.

use asunder_syntax::SyntaxKind::*;

use super::{expressions, types};
use crate::error::SyntaxErrorKind;
use crate::parser::{Completed, Context, Parser};

/// An assignment-expression or a braced list.
pub(crate) fn initializer_clause(p: &mut Parser<'_, '_>) {
    if p.at(L_BRACE) {
        init_list(p);
    } else {
        expressions::assignment(p);
    }
}

/// `( a, b... )` as an initializer.
pub(crate) fn paren_initializer(p: &mut Parser<'_, '_>) {
    let node = p.start();
    argument_tokens(p);
    node.complete(p, PAREN_INITIALIZER);
}

/// `( arguments )` of a call.
pub(crate) fn argument_list(p: &mut Parser<'_, '_>) {
    let node = p.start();
    argument_tokens(p);
    node.complete(p, ARG_LIST);
}

fn argument_tokens(p: &mut Parser<'_, '_>) {
    p.bump_any();
    p.with_context(Context::default(), |p| list_elements(p, R_PAREN));
    p.require(R_PAREN, SyntaxErrorKind::ClosingParen);
}

/// Comma-separated expressions, braced lists and (for built-in functions) types up to (not
/// including) the closing bracket.
pub(crate) fn list_elements(p: &mut Parser<'_, '_>, close: asunder_syntax::SyntaxKind) {
    p.with_stop(close, |p| {
        while !p.at(close) && !p.at_end() {
            p.with_stop(COMMA, list_element);
            if !p.eat(COMMA) {
                break;
            }
            if p.at(close) {
                p.missing(SyntaxErrorKind::Expression);
            }
        }
    });
}

fn list_element(p: &mut Parser<'_, '_>) {
    if types::at_certain_type(p) {
        types::type_id(p);
    } else if p.at(L_BRACE) {
        init_list(p);
        p.eat(ELLIPSIS);
    } else if expressions::at_expression(p) {
        expression_or_pack(p);
    } else {
        p.missing(SyntaxErrorKind::Expression);
    }
}

/// `e` or `e...`
fn expression_or_pack(p: &mut Parser<'_, '_>) {
    let node = p.start();
    expressions::assignment(p);
    if p.at(ELLIPSIS) {
        p.bump_any();
        node.complete(p, PACK_EXPANSION);
    } else {
        node.abandon(p);
    }
}

/// `{ a, .b = c, [0] = d }`
pub(crate) fn init_list(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    let close = p.group_end(p.pos);
    p.bump_any();
    let done = p.deeper(|p| {
        p.with_stop(R_BRACE, |p| p.with_context(Context::default(), init_clauses));
    });
    if done.is_none() {
        super::flat_tokens(p, close);
    }
    p.require(R_BRACE, SyntaxErrorKind::ClosingBrace);
    p.height += 1;
    node.complete(p, INIT_LIST)
}

fn init_clauses(p: &mut Parser<'_, '_>) {
    while !p.at(R_BRACE) && !p.at_end() {
        let goes_on = p.with_stop(COMMA, |p| {
            init_clause(p);
            // Where another clause may start, a comma is missed.
            if !matches!(p.current(), COMMA | R_BRACE) && (p.at(L_BRACE) || expressions::at_expression(p)) {
                p.missing(SyntaxErrorKind::Comma);
            }
            p.at(COMMA)
        });
        if !goes_on {
            break;
        }
        p.bump_any();
    }
}

fn init_clause(p: &mut Parser<'_, '_>) {
    match p.current() {
        DOT if p.nth(1).is_identifier() => designated(p),
        L_BRACK if starts_array_designator(p) => designated(p),
        L_BRACE => {
            init_list(p);
            p.eat(ELLIPSIS);
        }
        // Old GNU style: `a: 1`.
        kind if kind.is_identifier() && p.nth(1) == COLON => {
            let node = p.start();
            let designator = p.start();
            p.bump_identifier();
            p.bump_any();
            designator.complete(p, DESIGNATOR);
            initializer_clause(p);
            node.complete(p, DESIGNATED_INIT);
        }
        _ if expressions::at_expression(p) => expression_or_pack(p),
        _ => p.missing(SyntaxErrorKind::Expression),
    }
}

/// Whether `[` starts `[0] =`, `[a ... b] =` or `[0].x`, and not a lambda.
fn starts_array_designator(p: &Parser<'_, '_>) -> bool {
    matches!(p.nth_after_group(0), EQ | DOT | L_BRACK)
        || (p.nth(1) == INT_NUMBER && p.nth_after_group(0) != L_PAREN)
}

/// `.a.b[3] = e`, `[1 ... 3] e`, `.a{…}`
fn designated(p: &mut Parser<'_, '_>) {
    let node = p.start();
    let mut wants_equals = false;
    loop {
        wants_equals = match p.current() {
            DOT => true,
            L_BRACK => false,
            _ => wants_equals,
        };
        match p.current() {
            DOT => {
                let designator = p.start();
                p.bump_any();
                p.expect_identifier();
                designator.complete(p, DESIGNATOR);
            }
            L_BRACK => {
                let designator = p.start();
                p.bump_any();
                p.with_context(Context::default(), |p| {
                    expressions::conditional(p);
                    if p.eat(ELLIPSIS) {
                        expressions::conditional(p);
                    }
                });
                p.expect(R_BRACK, SyntaxErrorKind::ClosingBracket);
                designator.complete(p, DESIGNATOR);
            }
            _ => break,
        }
    }
    // GNU `[0] e`
    if !p.eat(EQ) && wants_equals && !p.at(L_BRACE) {
        p.error(SyntaxErrorKind::Equals);
    }
    initializer_clause(p);
    node.complete(p, DESIGNATED_INIT);
}
