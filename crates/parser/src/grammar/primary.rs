//! Primary expressions, `new` and `delete`.

use asunder_syntax::SyntaxKind::*;

use super::expressions::{self, OperandOf};
use super::names::{self, NameMode};
use super::{initializers, lambdas, postfix, requirements, statements, types};
use crate::error::SyntaxErrorKind;
use crate::extension::ExtensionKind;
use crate::parser::{Completed, Context, Parser};
use crate::shapes::{Ends, TypeShape, is_builtin_type};

/// A primary expression (functional casts among them); nothing when none starts here.
pub(crate) fn primary(p: &mut Parser<'_, '_>) -> Option<Completed> {
    let kind = p.current();
    let done = match kind {
        INT_NUMBER | FLOAT_NUMBER | CHAR | STRING | TRUE_KW | FALSE_KW | NULLPTR_KW | GNU_NULL_KW => {
            literal(p)
        }
        THIS_KW => {
            let node = p.start();
            p.bump_any();
            node.complete(p, THIS_EXPR)
        }
        L_PAREN => return paren(p),
        L_BRACK => lambdas::lambda(p),
        REQUIRES_KW => requirements::requires_expression(p),
        STATIC_CAST_KW | DYNAMIC_CAST_KW | CONST_CAST_KW | REINTERPRET_CAST_KW => named_cast(p),
        TYPEID_KW => {
            let node = p.start();
            p.bump_any();
            if p.at(L_PAREN) {
                types::parenthesized_operand(p, OperandOf::Typeid);
            } else {
                p.error(SyntaxErrorKind::OpeningParen);
            }
            node.complete(p, TYPEID_EXPR)
        }
        TYPE_TRAIT_KW | TYPE_BUILTIN_KW if p.nth(1) == L_PAREN => type_builtin(p),
        TYPE_TRANSFORM_KW if p.nth(1) == L_PAREN && matches!(p.nth_after_group(1), L_PAREN | L_BRACE) => {
            let node = p.start();
            types::type_transform(p);
            construct(p, node)
        }
        kind if is_builtin_type(kind) => {
            let start = p.pos;
            let node = p.start();
            while is_builtin_type(p.current()) {
                let keyword = p.start();
                p.bump_any();
                keyword.complete(p, BUILTIN_TYPE);
            }
            if p.at(L_PAREN) || p.at(L_BRACE) {
                construct(p, node)
            } else {
                p.refused_from(start, SyntaxErrorKind::TypeName);
                node.complete(p, CONSTRUCT_EXPR)
            }
        }
        TYPENAME_KW => {
            let node = p.start();
            types::typename_type(p);
            construct(p, node)
        }
        AUTO_KW => {
            let keyword = p.pos;
            let braces = p.nth(1) == L_BRACE;
            let node = p.start();
            let placeholder = p.start();
            p.bump_any();
            placeholder.complete(p, PLACEHOLDER_TYPE);
            let done = p.deferred(|p| construct(p, node));
            p.extension_at(if braces { p.pos } else { keyword }, ExtensionKind::DecayCopy);
            done
        }
        BIT_INT_KW if p.nth(1) == L_PAREN => {
            let node = p.start();
            types::bit_int_type(p);
            construct(p, node)
        }
        TYPEOF_KW => {
            let node = p.start();
            types::typeof_type(p);
            construct(p, node)
        }
        DECLTYPE_KW | GNU_DECLTYPE_KW if p.nth_after_group(1) != COLON2 => {
            let node = p.start();
            types::decltype_type(p);
            construct(p, node)
        }
        EXTENSION_KW => return expressions::unary(p),
        _ if names::at_name(p) || p.at(TEMPLATE_KW) => name_expression(p),
        _ => {
            if p.eat(COLON2) {
                p.error(SyntaxErrorKind::Identifier);
            } else {
                p.missing(SyntaxErrorKind::Expression);
            }
            return None;
        }
    };
    Some(done)
}

/// A name; with `{…}` behind it the construction of an object.
fn name_expression(p: &mut Parser<'_, '_>) -> Completed {
    let before = p.ambiguous_angles;
    let name = names::name(p, NameMode::Expr);
    if p.opens_initializer(p.pos) && !starts_initializer_of_member(p) {
        let ty = name.precede(p);
        let ty = ty.complete(p, NAMED_TYPE);
        let node = ty.precede(p);
        initializers::init_list(p);
        return node.complete(p, CONSTRUCT_EXPR);
    }
    let node = name.precede(p);
    let expr = node.complete(p, NAME_EXPR);
    if p.ambiguous_angles == before {
        return expr;
    }
    p.ambiguous_angles = before;
    let node = expr.precede(p);
    node.complete(p, AMBIGUOUS_EXPR)
}

/// Whether the braces behind a name in the width of a bit-field are the initializer of the member: nothing but another
/// declarator follows them. A name there is rather that of a constant than of a type (`int m : width {8};`).
fn starts_initializer_of_member(p: &Parser<'_, '_>) -> bool {
    p.context.bit_width
        && p.kind_at(p.pos - 1).is_identifier()
        && matches!(p.nth_after_group(0), SEMICOLON | COMMA)
}

/// The `(…)` or `{…}` behind a type that is constructed.
fn construct(p: &mut Parser<'_, '_>, node: crate::parser::Marker) -> Completed {
    match p.current() {
        L_PAREN => initializers::argument_list(p),
        L_BRACE if p.opens_initializer(p.pos) => {
            initializers::init_list(p);
        }
        _ => p.error(SyntaxErrorKind::OpeningParen),
    }
    node.complete(p, CONSTRUCT_EXPR)
}

/// What stands in front of the quotes of a string: its kind of characters.
fn string_prefix<'t>(p: &Parser<'_, 't>) -> &'t str {
    let text = p.input.token_text(p.pos);
    text.split('"').next().unwrap_or_default().trim_end_matches('R')
}

/// One literal, or adjacent strings.
fn literal(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    let is_string = p.at(STRING);
    let mut kind = string_prefix(p);
    p.bump_any();
    while is_string && p.at(STRING) {
        match (kind, string_prefix(p)) {
            (_, "") => {}
            ("", prefix) => kind = prefix,
            (kind, prefix) if kind == prefix => {}
            _ => p.error(SyntaxErrorKind::StringKinds),
        }
        p.bump_any();
    }
    node.complete(p, LITERAL)
}

/// `static_cast<T>(e)`
fn named_cast(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.bump_any();
    p.require(LT, SyntaxErrorKind::Less);
    let context = Context { in_angles: true, ..Context::default() };
    p.with_stop(GT, |p| p.with_context(context, types::type_id));
    p.require(GT, SyntaxErrorKind::Greater);
    p.require(L_PAREN, SyntaxErrorKind::OpeningParen);
    p.with_stop(R_PAREN, |p| p.with_context(Context::default(), expressions::expression));
    p.require(R_PAREN, SyntaxErrorKind::ClosingParen);
    node.complete(p, NAMED_CAST_EXPR)
}

/// `__is_same(T, U)`, `__builtin_offsetof(T, a.b[0])`, `__builtin_va_arg(ap, T)`
fn type_builtin(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    let kind = if p.at(TYPE_TRAIT_KW) { TYPE_TRAIT_EXPR } else { TYPE_BUILTIN_EXPR };
    let close = p.group_end(p.pos + 1);
    p.bump_identifier();
    p.bump_any();
    p.with_context(Context::default(), |p| {
        while p.pos < close && !p.at_end() {
            let before = p.pos;
            let end = p.element_end(p.pos, close);
            let end = if p.kind_at(end - 1) == ELLIPSIS { end - 1 } else { end };
            types::operand(p, Ends::At(end), OperandOf::Trait);
            p.eat(ELLIPSIS);
            if !p.eat(COMMA) || p.pos == before {
                break;
            }
        }
    });
    if p.pos < close {
        p.error_until(close, SyntaxErrorKind::ClosingParen);
    }
    p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
    node.complete(p, kind)
}

/// `( … )`: a statement expression, a compound literal, a fold, or parentheses.
fn paren(p: &mut Parser<'_, '_>) -> Option<Completed> {
    let open = p.pos;
    if p.nth(1) == L_BRACE {
        let node = p.start();
        p.bump_any();
        p.with_context(Context::default(), statements::compound);
        p.require(R_PAREN, SyntaxErrorKind::ClosingParen);
        return Some(node.complete(p, STMT_EXPR));
    }
    let close = p.group_end(open);
    if p.opens_initializer(close + 1) && p.type_id_shape(open + 1, Ends::At(close)) != TypeShape::No {
        let node = p.start();
        p.bump_any();
        p.with_context(Context::default(), types::type_id);
        p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
        if p.at(L_BRACE) {
            initializers::init_list(p);
        }
        return Some(node.complete(p, COMPOUND_LITERAL));
    }
    let node = p.start();
    p.bump_any();
    let kind = p.with_stop(R_PAREN, |p| p.with_context(Context::default(), paren_content));
    p.require(R_PAREN, SyntaxErrorKind::ClosingParen);
    p.height += 1;
    Some(node.complete(p, kind))
}

/// What is inside parentheses; whether it is a fold.
fn paren_content(p: &mut Parser<'_, '_>) -> asunder_syntax::SyntaxKind {
    if p.at(ELLIPSIS) {
        p.bump_any();
        p.extension(ExtensionKind::Fold);
        fold_operator(p);
        expressions::assignment(p);
        return FOLD_EXPR;
    }
    let first = p.pos;
    expressions::expression(p);
    if p.at(R_PAREN) || !at_fold_operator(p) {
        return PAREN_EXPR;
    }
    let operator = p.pos;
    fold_operator(p);
    p.bump_any();
    // Reported beside the pack, which has a name.
    let is_pack_behind = !p.at(R_PAREN) && (first..operator).all(|at| !p.kind_at(at).is_identifier());
    p.extension_at(if is_pack_behind { p.pos } else { operator }, ExtensionKind::Fold);
    if !p.at(R_PAREN) {
        fold_operator(p);
        expressions::assignment(p);
    }
    FOLD_EXPR
}

/// Whether an operator and `...` stand here.
fn at_fold_operator(p: &Parser<'_, '_>) -> bool {
    let (_, count) = p.glued_greater();
    p.nth(usize::from(count)) == ELLIPSIS && !p.at(R_PAREN)
}

fn fold_operator(p: &mut Parser<'_, '_>) {
    if matches!(p.current(), R_PAREN | EOF | SEMICOLON) {
        p.error(SyntaxErrorKind::FoldOperator);
        return;
    }
    let (kind, count) = p.glued_greater();
    p.bump_as(kind, count);
}

/// The operand of `&&` and `||` in a requires-clause: names, literals, parentheses, nested
/// requires-expressions, calls of traits.
pub(crate) fn constraint_operand(p: &mut Parser<'_, '_>) -> Option<Completed> {
    match p.current() {
        REQUIRES_KW => Some(requirements::requires_expression(p)),
        // Behind a parenthesised constraint a declaration may follow: no postfix operators.
        L_PAREN => paren(p),
        TYPE_TRAIT_KW if p.nth(1) == L_PAREN => primary(p),
        _ => {
            let operand = primary(p)?;
            // `requires C<T>()` of pre-standard constraints and calls of constexpr functions.
            Some(if p.at(L_PAREN) && p.nth(1) == R_PAREN { postfix::tail(p, operand) } else { operand })
        }
    }
}

/// `::new (placement) T[n]{init}`
pub(crate) fn new_expression(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.eat(COLON2);
    p.bump_any();
    if p.at(L_PAREN) && is_placement(p) {
        if p.nth(1) == R_PAREN {
            p.error_at(p.pos + 1, SyntaxErrorKind::Expression);
        }
        initializers::argument_list(p);
    }
    super::attributes::attributes(p);
    if p.at(L_PAREN) {
        p.bump_any();
        p.with_context(Context::default(), types::type_id);
        p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
    } else {
        types::new_type_id(p);
    }
    match p.current() {
        L_PAREN => initializers::paren_initializer(p),
        L_BRACE if p.opens_initializer(p.pos) => {
            initializers::init_list(p);
        }
        _ => {}
    }
    node.complete(p, NEW_EXPR)
}

/// Whether the parentheses behind `new` are placement arguments and not the type: a type
/// follows them.
fn is_placement(p: &mut Parser<'_, '_>) -> bool {
    let close = p.group_end(p.pos);
    match p.kind_at(close + 1) {
        L_PAREN => {
            // `new (p) (T)` or `new (T) (init)`
            p.type_id_shape(p.pos + 1, Ends::At(close)) == TypeShape::No
        }
        COLON2 | TYPENAME_KW | DECLTYPE_KW | GNU_DECLTYPE_KW | AUTO_KW | STRUCT_KW | CLASS_KW | UNION_KW
        | ENUM_KW | TYPEOF_KW | BIT_INT_KW | ATTRIBUTE_KW => true,
        kind => kind.is_identifier() || is_builtin_type(kind) || crate::shapes::is_cv(kind),
    }
}

/// `::delete[] e`
pub(crate) fn delete_expression(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    p.eat(COLON2);
    p.bump_any();
    if p.at(L_BRACK) && p.nth(1) == R_BRACK {
        p.bump_any();
        p.bump_any();
    }
    match p.deeper(expressions::unary) {
        Some(_) => {}
        None => super::too_deep(p),
    }
    node.complete(p, DELETE_EXPR)
}
