//! Type specifiers and type-ids.

use asunder_syntax::SyntaxKind::*;

use super::declarators::{DeclaratorKind, declarator};
use super::expressions::{self, OperandOf};
use super::names::{self, NameMode};
use super::placement;
use super::specifiers::{self, SpecifierScope};
use crate::error::SyntaxErrorKind;
use crate::parser::{Completed, Context, Parser, WrittenResult};
use crate::shapes::{Ends, TypeShape, is_builtin_type, is_cv};

/// A type-id: specifiers and an abstract declarator.
pub(crate) fn type_id(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    let done = p.deeper(|p| {
        let context = Context { result: type_specifiers(p), ..p.context };
        p.with_context(context, |p| declarator(p, DeclaratorKind::Abstract));
    });
    if done.is_none() {
        super::too_deep(p);
    }
    node.complete(p, TYPE_ID)
}

/// The specifiers of a type-id; what a result behind `->` needs of them.
fn type_specifiers(p: &mut Parser<'_, '_>) -> WrittenResult {
    let found = specifiers::specifiers(p, SpecifierScope::TypeId);
    placement::of_type_id(p, &found);
    if !found.has_type {
        p.missing(SyntaxErrorKind::TypeSpecifier);
    } else if matches!(p.kind_at(p.pos.wrapping_sub(1)), SIGNED_KW | UNSIGNED_KW | SHORT_KW | LONG_KW)
        && p.at_identifier()
        && matches!(p.nth(1), R_PAREN | L_BRACE)
    {
        // `unsigned T`: the reference takes the name of a type there, and only of a type.
        let name = p.start();
        p.bump_identifier();
        name.complete(p, NAME);
    }
    found.written_result()
}

/// The type-id of `operator T*`: no suffixes, for `(` starts the parameters.
pub(crate) fn conversion_type_id(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    let done = p.deeper(|p| {
        specifiers::specifiers(p, SpecifierScope::TypeId);
        declarator(p, DeclaratorKind::PtrOpsOnly);
    });
    if done.is_none() {
        super::too_deep(p);
    }
    node.complete(p, TYPE_ID)
}

/// The type-id of `new T[n]`: array suffixes, no function suffixes.
pub(crate) fn new_type_id(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    let done = p.deeper(|p| {
        type_specifiers(p);
        declarator(p, DeclaratorKind::New);
    });
    if done.is_none() {
        super::too_deep(p);
    }
    node.complete(p, TYPE_ID)
}

/// `decltype ( expression )`
pub(crate) fn decltype_type(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.bump_any();
    if p.expect(L_PAREN, SyntaxErrorKind::OpeningParen) {
        p.with_context(Context::default(), expressions::expression);
        p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
    }
    node.complete(p, DECLTYPE_TYPE)
}

/// `typename T::x`
pub(crate) fn typename_type(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.bump_any();
    names::name(p, NameMode::Type);
    node.complete(p, TYPENAME_TYPE)
}

/// `typeof ( expression or type )`
pub(crate) fn typeof_type(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.bump_any();
    if p.at(L_PAREN) {
        parenthesized_operand(p, OperandOf::Typeof);
    } else {
        // The reference takes `typeof x` as it takes `sizeof x`.
        expressions::operand_of_prefix(p);
    }
    node.complete(p, TYPEOF_TYPE)
}

/// `_BitInt ( constant )`
pub(crate) fn bit_int_type(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.bump_any();
    if p.expect(L_PAREN, SyntaxErrorKind::OpeningParen) {
        p.with_context(Context::default(), expressions::conditional);
        p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
    }
    node.complete(p, TYPE_TRANSFORM)
}

/// `__underlying_type ( type-id )`
pub(crate) fn type_transform(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.bump_identifier();
    if p.expect(L_PAREN, SyntaxErrorKind::OpeningParen) {
        p.with_context(Context::default(), |p| {
            type_id(p);
            p.eat(ELLIPSIS);
        });
        p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
    }
    node.complete(p, TYPE_TRANSFORM)
}

/// `( type-id or expression )`, the current token being `(`.
pub(crate) fn parenthesized_operand(p: &mut Parser<'_, '_>, of: OperandOf) {
    let close = p.group_end(p.pos);
    let end = if p.kind_at(close - 1) == ELLIPSIS { close - 1 } else { close };
    p.bump_any();
    p.with_stop(R_PAREN, |p| p.with_context(Context::default(), |p| operand(p, Ends::At(end), of)));
    p.eat(ELLIPSIS);
    p.require(R_PAREN, SyntaxErrorKind::ClosingParen);
}

/// An operand that is a type-id or an expression.
pub(crate) fn operand(p: &mut Parser<'_, '_>, ends: Ends, of: OperandOf) {
    let at = p.pos;
    let shape = match p.type_id_shape(at, ends) {
        // `int[3]`: the element type is not an expression.
        TypeShape::Maybe if at_certain_type(p) => TypeShape::Yes,
        shape => shape,
    };
    match shape {
        TypeShape::Yes => {
            let node = type_id(p);
            if p.at(ELLIPSIS) && of == OperandOf::Template {
                let outer = node.precede(p);
                p.bump_any();
                outer.complete(p, TYPE_PACK);
            }
        }
        TypeShape::No if at_certain_type(p) => {
            type_id(p);
        }
        TypeShape::No => expressions::operand_expression(p, of),
        TypeShape::Name => {
            let node = p.start();
            names::name(p, NameMode::Type);
            p.eat(ELLIPSIS);
            node.complete(p, NAME_ARG);
        }
        TypeShape::Maybe => {
            let node = p.start();
            if of.prefers_type(p, at) == p.prefers(at) {
                let id = type_id(p);
                if p.at(ELLIPSIS) && of == OperandOf::Template {
                    let outer = id.precede(p);
                    p.bump_any();
                    outer.complete(p, TYPE_PACK);
                }
            } else {
                expressions::operand_expression(p, of);
            }
            node.complete(p, AMBIGUOUS_TYPE_OR_EXPR);
        }
    }
}

/// Whether a type-id starts here and no expression: a type keyword, `const`, `struct`, …
pub(crate) fn at_certain_type(p: &Parser<'_, '_>) -> bool {
    certain_type_starts(p, p.pos)
}

/// Whether a type-id starts at token `at` and no expression.
pub(crate) fn certain_type_starts(p: &Parser<'_, '_>, at: usize) -> bool {
    match p.kind_at(at) {
        kind if is_cv(kind) => true,
        STRUCT_KW | CLASS_KW | UNION_KW | ENUM_KW => true,
        kind if is_builtin_type(kind) => {
            let mut behind = at + 1;
            while is_builtin_type(p.kind_at(behind)) {
                behind += 1;
            }
            !matches!(p.kind_at(behind), L_PAREN | L_BRACE)
        }
        _ => false,
    }
}
