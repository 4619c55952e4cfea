//! Requires-expressions.

use asunder_syntax::SyntaxKind::*;

use super::declarations;
use super::declarators;
use super::expressions;
use super::names::{self, NameMode};
use super::specifiers::{self, SpecifierScope};
use crate::error::SyntaxErrorKind;
use crate::parser::{Completed, Context, Parser, Stops};
use crate::shapes::may_start_type;

/// `requires (params) { requirements }`
pub(crate) fn requires_expression(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.bump_any();
    if p.at(L_PAREN) {
        declarators::parameter_list(p);
    }
    if p.at(L_BRACE) {
        p.with_context(Context::default(), body);
    } else {
        p.error(SyntaxErrorKind::OpeningBrace);
    }
    node.complete(p, REQUIRES_EXPR)
}

fn body(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    p.with_stops(Stops::at(R_BRACE).and(SEMICOLON), |p| {
        while !p.at(R_BRACE) && !p.at_end() {
            let before = p.pos;
            requirement(p);
            if p.pos == before {
                p.error_and_bump(SyntaxErrorKind::Expression);
            }
        }
    });
    p.expect(R_BRACE, SyntaxErrorKind::ClosingBrace);
    node.complete(p, REQUIREMENT_BODY);
}

fn requirement(p: &mut Parser<'_, '_>) {
    let node = p.start();
    match p.current() {
        L_BRACE => {
            p.bump_any();
            expressions::expression(p);
            p.expect(R_BRACE, SyntaxErrorKind::ClosingBrace);
            p.eat(NOEXCEPT_KW);
            if p.eat(ARROW) {
                if !may_start_type(p.current()) {
                    p.error(SyntaxErrorKind::ConceptName);
                }
                specifiers::specifiers(p, SpecifierScope::TypeId);
                declarators::declarator(p, declarators::DeclaratorKind::Abstract);
            }
            declarations::end_of_declaration(p);
            node.complete(p, COMPOUND_REQUIREMENT);
        }
        REQUIRES_KW if p.nth(1) != L_BRACE && !(p.nth(1) == L_PAREN && p.nth_after_group(1) == L_BRACE) => {
            p.bump_any();
            expressions::expression(p);
            declarations::end_of_declaration(p);
            node.complete(p, NESTED_REQUIREMENT);
        }
        TYPENAME_KW if is_type_requirement(p) => {
            p.bump_any();
            names::name(p, NameMode::Type);
            declarations::end_of_declaration(p);
            node.complete(p, TYPE_REQUIREMENT);
        }
        _ => {
            expressions::expression(p);
            declarations::end_of_declaration(p);
            node.complete(p, SIMPLE_REQUIREMENT);
        }
    }
}

/// `typename name ;`
fn is_type_requirement(p: &mut Parser<'_, '_>) -> bool {
    p.name_span(p.pos + 1).is_some_and(|span| p.kind_at(span.end) == SEMICOLON)
}
