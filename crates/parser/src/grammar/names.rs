//! Names: qualified names, template-ids, operator names.

use asunder_syntax::SyntaxKind::*;

use super::{templates, types};
use crate::error::SyntaxErrorKind;
use crate::parser::{Completed, Parser};
use crate::shapes::may_start_type;

/// What `<` behind a name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameMode {
    /// Always a template argument list: types, declarators.
    Type,
    /// A list or a comparison.
    Expr,
}

/// Whether a name can start at the current token.
pub(crate) fn at_name(p: &Parser<'_, '_>) -> bool {
    match p.current() {
        COLON2 => {
            let next = p.nth(1);
            next.is_identifier() || matches!(next, OPERATOR_KW | TILDE | TEMPLATE_KW)
        }
        OPERATOR_KW => true,
        DECLTYPE_KW | GNU_DECLTYPE_KW => p.nth(1) == L_PAREN && p.nth_after_group(1) == COLON2,
        kind => kind.is_identifier(),
    }
}

/// `::a::b<c>::d`, `T::template f<U>`, `~C`, `operator+`.
pub(crate) fn name(p: &mut Parser<'_, '_>, mode: NameMode) -> Completed {
    let node = p.start();
    p.eat(COLON2);
    loop {
        let after_template = p.eat(TEMPLATE_KW);
        if !segment(p, mode, after_template) {
            p.error(SyntaxErrorKind::Identifier);
            break;
        }
        if !p.at(COLON2) {
            break;
        }
        // The `C::*` of a pointer to member.
        if p.nth(1) == STAR {
            break;
        }
        p.bump_any();
    }
    node.complete(p, NAME)
}

/// One part of a name; `false` when there is none.
fn segment(p: &mut Parser<'_, '_>, mode: NameMode, after_template: bool) -> bool {
    match p.current() {
        kind if kind.is_identifier() => {
            if p.nth(1) != LT || !opens_arguments(p, mode, after_template) {
                p.bump_identifier();
                return true;
            }
            let node = p.start();
            p.bump_identifier();
            templates::argument_list(p);
            node.complete(p, TEMPLATE_ID);
        }
        OPERATOR_KW => {
            let operator = operator_name(p);
            // `operator()<T>`, `operator<< <T>`
            if p.at(LT) {
                let node = operator.precede(p);
                templates::argument_list(p);
                node.complete(p, TEMPLATE_ID);
            }
        }
        TILDE => {
            let node = p.start();
            p.bump_any();
            if matches!(p.current(), DECLTYPE_KW | GNU_DECLTYPE_KW) {
                types::decltype_type(p);
            } else if p.at_identifier() && p.nth(1) == LT && opens_arguments(p, mode, false) {
                let id = p.start();
                p.bump_identifier();
                templates::argument_list(p);
                id.complete(p, TEMPLATE_ID);
            } else {
                p.expect_identifier();
            }
            node.complete(p, DESTRUCTOR_ID);
        }
        DECLTYPE_KW | GNU_DECLTYPE_KW => {
            types::decltype_type(p);
        }
        _ => return false,
    }
    true
}

/// Whether the `<` behind the current identifier opens template arguments.
fn opens_arguments(p: &mut Parser<'_, '_>, mode: NameMode, after_template: bool) -> bool {
    if p.nth(2) == QUESTION {
        // GNU `a <? b`
        return false;
    }
    mode == NameMode::Type
        || after_template
        || p.context.constraint
        || templates::opens_arguments(p, p.pos + 1)
}

/// `operator+`, `operator new[]`, `operator T*`, `operator""_x`.
fn operator_name(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.bump_any();
    let kind = p.current();
    match kind {
        NEW_KW | DELETE_KW => {
            p.bump_any();
            if p.at(L_BRACK) && p.nth(1) == R_BRACK {
                p.bump_any();
                p.bump_any();
            }
        }
        L_PAREN if p.nth(1) == R_PAREN => {
            p.bump_any();
            p.bump_any();
        }
        L_BRACK if p.nth(1) == R_BRACK => {
            p.bump_any();
            p.bump_any();
        }
        STRING => {
            // Literals that follow each other are one ([lex.phases]).
            while p.at(STRING) {
                p.bump_any();
            }
            if p.at_identifier() {
                p.bump_identifier();
            }
            return node.complete(p, LITERAL_OPERATOR_ID);
        }
        GT => match p.glued_greater() {
            (SHR_EQ, count) => p.bump_as(SHR_EQ, count),
            (SHR, count) => p.bump_as(SHR, count),
            _ => p.bump_any(),
        },
        PLUS | MINUS | STAR | SLASH | PERCENT | CARET | AMP | PIPE | TILDE | BANG | EQ | LT | PLUS_EQ
        | MINUS_EQ | STAR_EQ | SLASH_EQ | PERCENT_EQ | CARET_EQ | AMP_EQ | PIPE_EQ | SHL | SHL_EQ | EQ2
        | BANG_EQ | LT_EQ | GT_EQ | SPACESHIP | AMP2 | PIPE2 | PLUS2 | MINUS2 | COMMA | ARROW_STAR
        | ARROW | CO_AWAIT_KW => p.bump_any(),
        kind if !may_start_type(kind) => p.error(SyntaxErrorKind::Operator),
        _ => {
            types::conversion_type_id(p);
            return node.complete(p, CONVERSION_ID);
        }
    }
    node.complete(p, OPERATOR_ID)
}
