//! Templates: headers, parameters, arguments, instantiations, constraints.

use asunder_syntax::SyntaxKind::*;

use super::declarations::{self, Scope};
use super::declarators::{DeclaratorKind, declarator};
use super::expressions::{self, OperandOf};
use super::names::{self, NameMode};
use super::specifiers::{self, SpecifierScope};
use super::{placement, statements, types};
use crate::error::SyntaxErrorKind;
use crate::parser::{Context, Parser};
use crate::shapes::Ends;

/// `template <…> declaration`, `template <> declaration`, `template declaration`
pub(crate) fn template_declaration(p: &mut Parser<'_, '_>, scope: Scope) {
    if p.nth(1) != LT && !p.at(EXPORT_KW) {
        explicit_instantiation(p, scope);
        return;
    }
    if p.in_block {
        p.error(SyntaxErrorKind::TemplateNotAllowed);
    } else if p.in_c_linkage {
        p.error(SyntaxErrorKind::TemplateLinkage);
    }
    let node = p.start();
    if p.at(TEMPLATE_KW) && p.nth(2) == GT {
        if p.nth(3) == USING_KW {
            p.error(SyntaxErrorKind::AliasSpecialization);
        }
        p.bump_any();
        p.bump_any();
        p.bump_any();
        if p.at(SEMICOLON) {
            p.error(SyntaxErrorKind::Identifier);
        }
        if p.at(USING_KW) {
            statements::skip_to_end_of_statement(p);
            p.eat(SEMICOLON);
        } else {
            templated_declaration(p, scope);
        }
        node.complete(p, EXPLICIT_SPECIALIZATION);
        return;
    }
    let outer_values = p.value_params.len();
    template_header(p);
    if p.at(SEMICOLON) {
        p.missing_token(SyntaxErrorKind::Declaration);
    }
    if matches!(p.current(), R_BRACE | EOF) {
        p.error(SyntaxErrorKind::Declaration);
    } else {
        if matches!(p.current(), STRUCT_KW | CLASS_KW | UNION_KW) && matches!(p.nth(1), L_BRACE | COLON) {
            p.error_at(p.pos + 1, SyntaxErrorKind::Identifier);
        }
        templated_declaration(p, scope);
    }
    p.value_params.truncate(outer_values);
    node.complete(p, TEMPLATE_DECL);
}

/// `extern template declaration`
pub(crate) fn explicit_instantiation(p: &mut Parser<'_, '_>, _scope: Scope) {
    let node = p.start();
    if !p.at(TEMPLATE_KW) {
        p.bump_any();
    }
    p.bump_any();
    if matches!(p.current(), SEMICOLON | GT | EQ | COLON | COMMA | L_BRACE | R_BRACE | RETURN_KW) {
        p.error(SyntaxErrorKind::Identifier);
    }
    if matches!(p.current(), R_BRACE | EOF) {
        p.error(SyntaxErrorKind::Declaration);
    } else {
        templated_declaration(p, Scope::Namespace);
    }
    node.complete(p, EXPLICIT_INSTANTIATION);
}

/// The declaration behind a template's header.
fn templated_declaration(p: &mut Parser<'_, '_>, scope: Scope) {
    let outer = std::mem::replace(&mut p.in_template, true);
    declarations::declaration(p, scope);
    p.in_template = outer;
}

/// `template < parameters > requires …`
fn template_header(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.eat(EXPORT_KW);
    p.bump_any();
    if p.at(LT) {
        parameter_list(p);
    } else {
        p.error(SyntaxErrorKind::Less);
    }
    if p.at(REQUIRES_KW) {
        requires_clause(p);
    }
    node.complete(p, TEMPLATE_HEADER);
}

/// `< parameters >`
pub(crate) fn parameter_list(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    let context = Context { in_angles: true, ..Context::default() };
    let outer = std::mem::replace(&mut p.in_template, true);
    p.with_context(context, |p| {
        while !p.at(GT) && !p.at_end() {
            let before = p.pos;
            if p.deeper(parameter).is_none() {
                super::too_deep(p);
            }
            if !p.eat(COMMA) || p.pos == before {
                break;
            }
            if p.at(GT) {
                p.error(SyntaxErrorKind::TemplateParameter);
            }
        }
    });
    p.in_template = outer;
    if p.at(SEMICOLON) {
        p.missing_token(SyntaxErrorKind::CommaOrGreater);
    } else {
        p.expect(GT, SyntaxErrorKind::CommaOrGreater);
    }
    node.complete(p, TEMPLATE_PARAM_LIST);
}

fn parameter(p: &mut Parser<'_, '_>) {
    let node = p.start();
    match p.current() {
        TEMPLATE_KW => {
            let outer_values = p.value_params.len();
            template_header(p);
            p.value_params.truncate(outer_values);
            if matches!(p.current(), CLASS_KW | TYPENAME_KW) {
                p.bump_any();
            } else {
                p.error(SyntaxErrorKind::ClassKeyword);
            }
            p.eat(ELLIPSIS);
            if p.at_identifier() {
                p.bump_identifier();
            }
            if p.eat(EQ) {
                names::name(p, NameMode::Type);
            }
            node.complete(p, TEMPLATE_TEMPLATE_PARAM);
        }
        CLASS_KW | TYPENAME_KW if ends_type_parameter(p, p.pos + 1) => {
            p.bump_any();
            rest_of_type_parameter(p);
            node.complete(p, TYPE_PARAM);
        }
        _ if at_constrained_parameter(p) => {
            names::name(p, NameMode::Type);
            rest_of_type_parameter(p);
            node.complete(p, TYPE_PARAM);
        }
        _ => {
            let found = specifiers::specifiers(p, SpecifierScope::Parameter);
            if !found.has_type {
                p.error(SyntaxErrorKind::TypeSpecifier);
            }
            placement::of_template_parameter(p, &found);
            let behind = p.pos;
            let declared = declarator(p, DeclaratorKind::Parameter);
            p.value_params.extend(declared.parameter_name);
            let is_pack = p.kind_at(behind) == ELLIPSIS;
            if p.at(EQ) && is_pack {
                p.error(SyntaxErrorKind::PackDefault);
            }
            if p.eat(EQ) {
                if p.at(L_BRACE) {
                    expressions::init_list(p);
                } else {
                    expressions::conditional(p);
                }
            }
            node.complete(p, NON_TYPE_PARAM);
        }
    }
}

/// Whether `...`, a name and a default (each optional) are all that stands from token `at` on.
fn ends_type_parameter(p: &Parser<'_, '_>, at: usize) -> bool {
    let mut at = p.after_attributes(at);
    if p.kind_at(at) == ELLIPSIS {
        at += 1;
    }
    if p.kind_at(at).is_identifier() {
        at += 1;
    }
    at = p.after_attributes(at);
    matches!(p.kind_at(at), COMMA | GT | EQ | EOF)
}

/// `Concept T`, `ns::Concept<int>... Ts`, `Concept = void`. Without a second name it may also
/// be the type of an unnamed non-type parameter, the more frequent of the two.
fn at_constrained_parameter(p: &mut Parser<'_, '_>) -> bool {
    if !names::at_name(p) {
        return false;
    }
    let Some(span) = p.name_span(p.pos) else {
        return false;
    };
    if !span.plain || span.member_pointer {
        return false;
    }
    // `T x`, `T... xs` are the same tokens as `C T`, `C... Ts`: a parameter whose default is a
    // type-id, or that has none, cannot be distinguished; most are non-type parameters below
    // C++20, constrained ones above.
    let mut at = span.end;
    if p.kind_at(at) == ELLIPSIS {
        at += 1;
    }
    if p.kind_at(at).is_identifier() {
        at += 1;
    }
    p.kind_at(at) == EQ && matches!(p.type_id_shape(at + 1, Ends::TemplateArg), crate::shapes::TypeShape::Yes)
}

fn rest_of_type_parameter(p: &mut Parser<'_, '_>) {
    super::attributes::attributes(p);
    let is_pack = p.eat(ELLIPSIS);
    if p.at_identifier() {
        p.bump_identifier();
    }
    super::attributes::attributes(p);
    if p.at(EQ) && is_pack {
        p.error(SyntaxErrorKind::PackDefault);
    }
    if p.eat(EQ) {
        types::type_id(p);
    }
}

/// `< arguments >`, the current token being `<`.
pub(crate) fn argument_list(p: &mut Parser<'_, '_>) {
    let node = p.start();
    let open = p.pos;
    if p.angle_close(open).is_none() {
        p.angles.force(p.input, open);
    }
    p.bump_any();
    let context = Context { in_angles: true, ..Context::default() };
    let done = p.deeper(|p| {
        p.with_context(context, |p| {
            while !p.at(GT) && !p.at_end() {
                let before = p.pos;
                p.with_stops(p.stops.and(COMMA).and(GT), argument);
                if !p.eat(COMMA) || p.pos == before {
                    break;
                }
                if p.at(GT) {
                    p.error(SyntaxErrorKind::TypeSpecifier);
                }
            }
        });
    });
    if done.is_none()
        && let Some(close) = p.angle_close(open)
    {
        super::flat_tokens(p, close);
    }
    if !p.at(GT) {
        p.error(SyntaxErrorKind::Greater);
        // Whatever stands in the way of a `>` that is plainly there.
        if let Some(close) = p.angle_close(open)
            && close > p.pos
        {
            p.error_until(close, SyntaxErrorKind::Greater);
        }
    }
    p.eat(GT);
    node.complete(p, TEMPLATE_ARG_LIST);
}

fn argument(p: &mut Parser<'_, '_>) {
    if p.at(COMMA) {
        p.error(SyntaxErrorKind::TypeSpecifier);
        return;
    }
    if p.at(L_BRACE) {
        expressions::init_list(p);
        return;
    }
    types::operand(p, Ends::TemplateArg, OperandOf::Template);
}

/// One element of a list of types and expressions in parentheses; `false` if none can start.
pub(crate) fn type_or_expr_list_element(p: &mut Parser<'_, '_>) -> bool {
    if types::at_certain_type(p) {
        types::type_id(p);
        p.eat(ELLIPSIS);
        return true;
    }
    if !expressions::at_expression(p) {
        return false;
    }
    expressions::assignment(p);
    p.eat(ELLIPSIS);
    true
}

/// Whether the `<` at token `open`, behind a name in an expression, opens template arguments.
/// The list must have an end, and what follows must not be able to continue a comparison.
/// Counts the ambiguous ones.
pub(crate) fn opens_arguments(p: &mut Parser<'_, '_>, open: usize) -> bool {
    let (template, ambiguous) = angle_reading(p, open);
    p.ambiguous_angles += u32::from(ambiguous);
    template == (!ambiguous || p.prefers(open))
}

/// Tokens of a list that are looked at for what only a type or only an expression has.
const MAX_LIST_LOOK: usize = 64;

/// Whether a `<` behind a name in an expression is rather read as a template argument list
/// than as a comparison, and whether it could be both.
fn angle_reading(p: &mut Parser<'_, '_>, open: usize) -> (bool, bool) {
    let Some(close) = p.angle_close(open) else {
        return (false, false);
    };
    match p.kind_at(close + 1) {
        // `f<a>(b)`, `v<a> + b`; rather not `a < b && c > (d)`.
        L_PAREN | AMP | STAR | PLUS | MINUS => {
            let (types_only, logical) = list_content(p, open, close);
            let certain = types_only || close == open + 1;
            (certain || !logical, !certain)
        }
        // `v<a>++` or `a < b > ++c`.
        PLUS2 | MINUS2 => match p.kind_at(close + 2) {
            _ if list_content(p, open, close).0 => (true, false),
            kind if kind.is_identifier() || kind.is_literal() || kind == THIS_KW => (false, false),
            L_PAREN | STAR | AMP | PLUS | MINUS | PLUS2 | MINUS2 | COLON2 => (true, true),
            _ => (true, false),
        },
        // What only the operand of a comparison starts with.
        kind if kind.is_identifier() || kind.is_literal() => (false, false),
        TILDE | BANG | THIS_KW | TRUE_KW | FALSE_KW | NULLPTR_KW | GNU_NULL_KW | SIZEOF_KW | ALIGNOF_KW
        | GNU_ALIGNOF_KW | NEW_KW | STATIC_CAST_KW | DYNAMIC_CAST_KW | CONST_CAST_KW
        | REINTERPRET_CAST_KW | TYPEID_KW | OPERATOR_KW | TYPENAME_KW | DECLTYPE_KW | GNU_DECLTYPE_KW
        | REAL_KW | IMAG_KW => (false, false),
        kind if crate::shapes::is_builtin_type(kind) => (false, false),
        _ => (true, false),
    }
}

/// Whether a list has what only types have, and whether it has `&&` or `||` between operands.
fn list_content(p: &Parser<'_, '_>, open: usize, close: usize) -> (bool, bool) {
    let mut at = open + 1;
    let mut logical = false;
    let mut looked = 0;
    while at < close && looked < MAX_LIST_LOOK {
        match p.kind_at(at) {
            kind if crate::shapes::is_builtin_type(kind) || crate::shapes::is_cv(kind) => {
                return (true, logical);
            }
            TYPENAME_KW | STRUCT_KW | CLASS_KW | ENUM_KW | UNION_KW | AUTO_KW | ELLIPSIS => {
                return (true, logical);
            }
            STAR | AMP | AMP2 if matches!(p.kind_at(at + 1), COMMA | GT) => return (true, logical),
            AMP2 | PIPE2 => logical = true,
            L_PAREN | L_BRACK | L_BRACE => at = p.group_end(at),
            _ => {}
        }
        at += 1;
        looked += 1;
    }
    (false, logical)
}

/// `requires constraint`
pub(crate) fn requires_clause(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    let context = Context { constraint: true, ..Context::default() };
    p.with_context(context, expressions::constraint);
    node.complete(p, REQUIRES_CLAUSE);
}
