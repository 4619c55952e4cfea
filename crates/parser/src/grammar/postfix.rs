//! Postfix expressions: calls, subscripts, member access, launches.

use asunder_syntax::{Standard, SyntaxKind::*};

use super::names::{self, NameMode};
use super::{initializers, primary};
use crate::error::SyntaxErrorKind;
use crate::parser::{Completed, Context, MAX_HEIGHT, Parser};

/// A primary expression and what is behind it.
pub(crate) fn postfix(p: &mut Parser<'_, '_>) -> Option<Completed> {
    let primary = primary::primary(p)?;
    Some(tail(p, primary))
}

/// The postfix operators behind an expression. Where the tree has grown to its limit, the
/// operators that follow are added to the outermost node, which is then not an expression of its kind.
pub(crate) fn tail(p: &mut Parser<'_, '_>, expr: Completed) -> Completed {
    let mut expr = expr;
    while at_postfix_operator(p) {
        let node = expr.precede(p);
        let mut kind = operator(p);
        p.height += 1;
        while p.height > MAX_HEIGHT && at_postfix_operator(p) {
            if p.at(SHL) {
                // A launch must not be overlooked.
                p.error(SyntaxErrorKind::TooDeep);
            }
            operator(p);
            kind = DEEP_TOKENS;
        }
        expr = node.complete(p, kind);
    }
    expr
}

fn at_postfix_operator(p: &Parser<'_, '_>) -> bool {
    match p.current() {
        L_PAREN | L_BRACK | DOT | ARROW | PLUS2 | MINUS2 => true,
        SHL => p.nth(1) == LT,
        _ => false,
    }
}

/// One postfix operator with its operands; the kind of the node it makes.
fn operator(p: &mut Parser<'_, '_>) -> asunder_syntax::SyntaxKind {
    match p.current() {
        L_PAREN => {
            initializers::argument_list(p);
            CALL_EXPR
        }
        L_BRACK => {
            p.bump_any();
            if p.at(R_BRACK) && p.input.standard < Standard::Cpp23 {
                p.with_stop(R_BRACK, |p| p.missing(SyntaxErrorKind::Expression));
            }
            p.with_context(Context::default(), |p| initializers::list_elements(p, R_BRACK));
            p.require(R_BRACK, SyntaxErrorKind::ClosingBracket);
            INDEX_EXPR
        }
        DOT | ARROW => {
            p.bump_any();
            member_name(p);
            MEMBER_EXPR
        }
        SHL => {
            launch_config(p);
            if p.at(L_PAREN) {
                initializers::argument_list(p);
            } else {
                arguments_without_bracket(p);
            }
            LAUNCH_EXPR
        }
        _ => {
            p.bump_any();
            POSTFIX_EXPR
        }
    }
}

/// The arguments of a launch whose `(` is missing. The reference takes the token at which it stops skipping for the `(`.
fn arguments_without_bracket(p: &mut Parser<'_, '_>) {
    let node = p.start();
    if !p.require(L_PAREN, SyntaxErrorKind::OpeningParen) && !p.at(R_BRACE) {
        p.bump_any();
    }
    p.with_context(Context::default(), |p| initializers::list_elements(p, R_PAREN));
    p.require(R_PAREN, SyntaxErrorKind::ClosingParen);
    node.complete(p, ARG_LIST);
}

/// What is behind `.` or `->`: a name, a destructor of a built-in type.
fn member_name(p: &mut Parser<'_, '_>) {
    if names::at_name(p) || matches!(p.current(), TEMPLATE_KW | TILDE | DECLTYPE_KW) {
        names::name(p, NameMode::Expr);
    } else {
        p.error(SyntaxErrorKind::AccessedName);
    }
}

/// `<<< grid, block, … >>>`
fn launch_config(p: &mut Parser<'_, '_>) {
    let node = p.start();
    // The reference takes `<< <` and `>> >` as well.
    if p.input.is_joint(p.pos) {
        p.bump_as(LAUNCH_OPEN, 2);
    } else {
        p.bump_any();
        p.bump_any();
    }
    let context = Context { in_launch: true, ..Context::default() };
    p.with_context(context, |p| initializers::list_elements(p, GT));
    match p.glued_greater() {
        (LAUNCH_CLOSE, count) => p.bump_as(LAUNCH_CLOSE, count),
        _ if p.at_launch_close() => {
            p.bump_any();
            p.bump_any();
            p.bump_any();
        }
        _ => p.missing_token(SyntaxErrorKind::LaunchClose),
    }
    node.complete(p, LAUNCH_CONFIG);
}
