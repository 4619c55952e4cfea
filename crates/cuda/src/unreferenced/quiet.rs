//! What surely runs no code: types, initializers and expressions without calls.

use asunder_decls::names::DeclRef;
use asunder_decls::scope::Lookup;
use asunder_decls::uses::Meaning;
use asunder_decls::written::{BodyKind, Decl, DeclKind, DeclName, Expr, Init};
use asunder_mangle::model::{Builtin, NameRef, Type};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

use crate::body_types::{BodyType, local_declaration, type_of_expr, type_of_local};
use crate::check::Check;
use crate::declared::Declared;

/// Bound on classes inside classes and expressions inside expressions.
pub(super) const MAX_DEPTH: u32 = 16;

pub(super) fn initializer(declared: &Declared) -> Option<ast::Initializer> {
    ast::InitDeclarator::cast(declared.node.clone())?.initializer()
}

/// Whether making an object of a type without an initializer runs no code.
pub(super) fn is_quiet_type(check: &Check<'_>, ty: &BodyType) -> bool {
    match ty {
        BodyType::Pointer(_) | BodyType::Reference(_) | BodyType::MemberPointer(..) => true,
        BodyType::Qualified(_, inner) | BodyType::Array(_, inner) => is_quiet_type(check, inner),
        BodyType::Local(node) => is_quiet_local_class(node),
        BodyType::Closure(lambda) => is_quiet_lambda(check, lambda),
        BodyType::Outer(ty) => is_quiet_outer(check, ty, true, MAX_DEPTH),
        _ => false,
    }
}

pub(super) fn is_quiet_outer(check: &Check<'_>, ty: &Type, may_initialize: bool, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match ty {
        Type::Builtin(_) | Type::Pointer(_) | Type::MemberPointer { .. } => true,
        Type::LvalueRef(_) | Type::RvalueRef(_) => true,
        Type::Qualified(qualifiers, inner) => {
            !qualifiers.is_volatile && is_quiet_outer(check, inner, may_initialize, depth)
        }
        Type::Array(_, element) => is_quiet_outer(check, element, may_initialize, depth),
        Type::Named(name) => {
            check.names().is_enumeration(name) || is_quiet_class(check, name, may_initialize, depth)
        }
        _ => false,
    }
}

/// A class whose constructors and destructor are implicit or defaulted, of quiet members. Members of members have no
/// initializers (`may_initialize`).
fn is_quiet_class(check: &Check<'_>, name: &NameRef, may_initialize: bool, depth: u32) -> bool {
    let names = check.names();
    let Some(class) = names.class_definition(name).filter(|_| name.args.is_none()) else { return false };
    let decl = names.decl(class);
    let DeclKind::Class(written) = &decl.kind else { return false };
    if written.has_virtual_base || !decl.templates.is_empty() {
        return false;
    }
    let site = names.site_of(class);
    let is_quiet_base = |base| is_quiet_outer(check, &names.resolve(base, &site), false, depth);
    let is_quiet_member = |decl: DeclRef, member: &Decl| match &member.kind {
        _ if member.specifiers.is_virtual => false,
        DeclKind::Function { body, .. } => match member.name {
            DeclName::Constructor | DeclName::Destructor => {
                matches!(body, BodyKind::Defaulted | BodyKind::Deleted)
            }
            DeclName::Operator(ref spelling) if &**spelling == "=" => {
                matches!(body, BodyKind::Defaulted | BodyKind::Deleted)
            }
            _ => member.name.ident() != decl_ident(name),
        },
        DeclKind::FunctionOrVariable { .. } | DeclKind::UsingDeclaration(_) => false,
        DeclKind::Class(_) => !matches!(member.name, DeclName::None),
        DeclKind::Variable { .. } if member.specifiers.is_static => true,
        DeclKind::Variable { init, .. } => {
            let is_plain = match init {
                Init::None => true,
                Init::Value(value) => may_initialize && is_literal(value),
                Init::Other => false,
            };
            let ty = names.type_of_variable(decl);
            is_plain && ty.is_some_and(|ty| is_quiet_outer(check, &ty, false, depth))
        }
        _ => true,
    };
    let mut members = names.decls(class.item).members(Some(class.local));
    written.bases.iter().all(is_quiet_base)
        && members.all(|(local, member)| is_quiet_member(class.sibling(local), member))
}

fn decl_ident(class: &NameRef) -> Option<&std::sync::Arc<str>> {
    match &class.unqualified {
        asunder_mangle::model::Unqualified::Source(ident) => Some(ident),
        _ => None,
    }
}

fn is_literal(value: &Expr) -> bool {
    matches!(value, Expr::Integer(..) | Expr::Character(..))
}

/// A class of a function body with members of built-in types only.
fn is_quiet_local_class(node: &SyntaxNode) -> bool {
    let Some(class) = ast::ClassSpecifier::cast(node.clone()) else {
        return ast::EnumSpecifier::cast(node.clone()).is_some();
    };
    let is_plain = |member: &SyntaxNode| {
        let Some(simple) = ast::SimpleDecl::cast(member.clone()) else { return false };
        let specifiers = simple.decl_specifier_seq();
        let is_named = specifiers.is_none_or(|it| {
            it.syntax()
                .children()
                .any(|it| !matches!(it.kind(), SyntaxKind::BUILTIN_TYPE | SyntaxKind::KEYWORD_SPECIFIER))
        });
        !is_named && simple.init_declarators().all(|it| it.initializer().is_none())
    };
    let members = class.syntax().children().find(|it| it.kind() == SyntaxKind::MEMBER_LIST);
    class.base_clause().is_none() && members.is_some_and(|list| list.children().all(|it| is_plain(&it)))
}

/// A lambda whose captures are quiet to copy.
fn is_quiet_lambda(check: &Check<'_>, node: &SyntaxNode) -> bool {
    let Some(lambda) = ast::LambdaExpr::cast(node.clone()) else { return false };
    let Some(introducer) = lambda.lambda_introducer() else { return false };
    let mut copies_all = false;
    for capture in introducer.captures() {
        let by_reference = capture.syntax().children_with_tokens().any(|it| it.kind() == SyntaxKind::AMP);
        match (capture.ident_token(), capture.initializer()) {
            (_, Some(ast::Initializer::EqInitializer(init))) => {
                let Some(value) = init.expr() else { return false };
                let ty = type_of_expr(check, &value);
                if !is_scalar(check, &ty)
                    || !is_quiet(check, &value, MAX_DEPTH)
                    || !stays_exact(check, &value, &ty)
                {
                    return false;
                }
            }
            (_, Some(_)) => return false,
            (Some(_), None) if by_reference => {}
            (Some(name), None) => {
                let ty = local_declaration(&name).map(|it| type_of_local(check, &it).referred());
                if !ty.is_some_and(|ty| is_quiet_type(check, &ty)) {
                    return false;
                }
            }
            (None, None) => copies_all |= !by_reference,
        }
    }
    !copies_all || copies_are_quiet(check, node)
}

/// `[=]`: every variable from outside that the body names.
fn copies_are_quiet(check: &Check<'_>, lambda: &SyntaxNode) -> bool {
    let tokens = lambda.descendants_with_tokens().filter_map(|it| it.into_token());
    let names = tokens.filter(|it| it.kind() == SyntaxKind::IDENT);
    names.filter_map(|token| local_declaration(&token)).all(|declared| {
        lambda.text_range().contains_range(declared.text_range())
            || is_quiet_type(check, &type_of_local(check, &declared).referred())
    })
}

/// Whether the initializer of a variable of a quiet type runs no code that counts.
pub(super) fn is_quietly_initialized(check: &Check<'_>, declared: &Declared, ty: &BodyType) -> bool {
    let is_number = is_scalar(check, ty);
    let exprs: Vec<ast::Expr> = match initializer(declared) {
        None => return !matches!(declared.node.kind(), SyntaxKind::RANGE_DECL),
        Some(ast::Initializer::EqInitializer(init)) => init.expr().into_iter().collect(),
        Some(ast::Initializer::ParenInitializer(init)) => init.exprs().collect(),
        Some(ast::Initializer::InitList(list)) => vec![ast::Expr::InitList(list)],
        Some(ast::Initializer::PureSpecifier(_)) => return true,
    };
    if is_class_reference(check, ty) {
        // A value of another type would be converted.
        return exprs.iter().all(|expr| {
            let is_object = matches!(expr, ast::Expr::NameExpr(_) | ast::Expr::MemberExpr(_) | ast::Expr::IndexExpr(_))
                || matches!(expr, ast::Expr::PrefixExpr(it) if it.op_token().is_some_and(|it| it.kind() == SyntaxKind::STAR));
            is_object && !is_number_like(check, expr, MAX_DEPTH) && is_quiet(check, expr, MAX_DEPTH)
        });
    }
    // A number made from an object calls a conversion function.
    exprs.iter().all(|expr| is_quiet(check, expr, MAX_DEPTH) && (!is_number || is_number_of(check, expr, ty)))
}

/// Whether a type is a reference to a class.
fn is_class_reference(check: &Check<'_>, ty: &BodyType) -> bool {
    let is_reference = match ty {
        BodyType::Reference(_) => true,
        BodyType::Outer(ty) => matches!(**ty, Type::LvalueRef(_) | Type::RvalueRef(_)),
        _ => false,
    };
    is_reference && !is_scalar(check, ty)
}

/// Whether an expression initialises a number without code.
pub(super) fn is_number_of(check: &Check<'_>, expr: &ast::Expr, ty: &BodyType) -> bool {
    match expr {
        ast::Expr::InitList(_) => is_constant(expr) || !is_floating(ty) && !may_float(check, expr),
        _ => is_number_like(check, expr, MAX_DEPTH) && stays_exact(check, expr, ty),
    }
}

/// Whether an expression surely is not an object of a class.
fn is_number_like(check: &Check<'_>, expr: &ast::Expr, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let inner = |it: Option<ast::Expr>| it.is_some_and(|it| is_number_like(check, &it, depth));
    match expr {
        ast::Expr::Literal(_)
        | ast::Expr::ThisExpr(_)
        | ast::Expr::SizeofExpr(_)
        | ast::Expr::AlignofExpr(_)
        | ast::Expr::NoexceptExpr(_)
        | ast::Expr::TypeTraitExpr(_) => true,
        ast::Expr::ParenExpr(it) => inner(it.expr()),
        ast::Expr::ConditionalExpr(it) => inner(it.then_value()) && inner(it.else_value()),
        ast::Expr::BinaryExpr(it) => inner(it.lhs()) && inner(it.rhs()),
        ast::Expr::PrefixExpr(it) => match it.op_token().map(|token| token.kind()) {
            Some(SyntaxKind::AMP) => true,
            Some(SyntaxKind::STAR) => is_scalar(check, &type_of_expr(check, expr)),
            _ => inner(it.expr()),
        },
        _ => is_scalar(check, &type_of_expr(check, expr)),
    }
}

pub(super) fn is_const_or_reference(ty: &BodyType) -> bool {
    let of_outer = |ty: &Type| {
        let mut ty = ty;
        while let Type::Array(_, element) = ty {
            ty = element;
        }
        match ty {
            Type::LvalueRef(_) | Type::RvalueRef(_) => true,
            Type::Qualified(qualifiers, _) => qualifiers.is_const,
            _ => false,
        }
    };
    match ty {
        BodyType::Reference(_) => true,
        BodyType::Qualified(words, _) => words.contains("const"),
        BodyType::Array(_, element) => is_const_or_reference(element),
        BodyType::Outer(ty) => of_outer(ty),
        _ => false,
    }
}

/// Whether a type is a floating one: conversions and arithmetic on such count as code, constants aside.
fn is_floating(ty: &BodyType) -> bool {
    let of_outer = |ty: &Type| {
        let mut ty = ty;
        while let Type::Qualified(_, inner)
        | Type::Array(_, inner)
        | Type::LvalueRef(inner)
        | Type::RvalueRef(inner) = ty
        {
            ty = inner;
        }
        matches!(ty, Type::Builtin(builtin) if !is_integral(*builtin))
    };
    match ty {
        BodyType::Qualified(_, inner) | BodyType::Array(_, inner) | BodyType::Reference(inner) => {
            is_floating(inner)
        }
        BodyType::Outer(ty) => of_outer(ty),
        _ => false,
    }
}

fn is_integral(builtin: Builtin) -> bool {
    use Builtin::*;
    !matches!(
        builtin,
        Float
            | Double
            | LongDouble
            | Float128
            | Float16
            | Float32
            | Float32x
            | Float64
            | Float64x
            | ExtendedFloat128
            | BFloat16
            | VendorBFloat16
    )
}

/// Whether an expression is made of literals only.
fn is_constant(expr: &ast::Expr) -> bool {
    let mut nodes = expr.syntax().descendants();
    nodes
        .all(|it| !matches!(it.kind(), SyntaxKind::NAME_EXPR | SyntaxKind::THIS_EXPR | SyntaxKind::CALL_EXPR))
}

/// Whether an expression names anything of a floating type, or of a type that is not known.
fn may_float(check: &Check<'_>, expr: &ast::Expr) -> bool {
    let names = expr.syntax().descendants().filter_map(ast::Expr::cast);
    let mut values = names.filter(|it| {
        matches!(
            it,
            ast::Expr::NameExpr(_)
                | ast::Expr::MemberExpr(_)
                | ast::Expr::IndexExpr(_)
                | ast::Expr::CastExpr(_)
                | ast::Expr::NamedCastExpr(_)
                | ast::Expr::ConstructExpr(_)
        )
    });
    let has_literal = || {
        let mut tokens = expr.syntax().descendants_with_tokens();
        tokens.any(|token| token.kind() == SyntaxKind::FLOAT_NUMBER)
    };
    has_literal() || values.any(|it| is_floating(&type_of_expr(check, &it)))
}

/// Whether a value of an expression becomes one of a type without floating conversions and arithmetic.
fn stays_exact(check: &Check<'_>, expr: &ast::Expr, ty: &BodyType) -> bool {
    if is_constant(expr) || !is_floating(ty) && !may_float(check, expr) {
        return true;
    }
    let is_plain =
        matches!(expr, ast::Expr::NameExpr(_) | ast::Expr::MemberExpr(_) | ast::Expr::IndexExpr(_));
    is_plain && type_of_expr(check, expr).decayed() == ty.clone().decayed()
}

/// Numbers, pointers, enumerations, arrays of them, and functions.
pub(super) fn is_scalar(check: &Check<'_>, ty: &BodyType) -> bool {
    let of_outer = |ty: &Type| match ty {
        Type::Builtin(_) | Type::Pointer(_) | Type::MemberPointer { .. } | Type::Function(_) => true,
        Type::Named(name) => check.names().is_enumeration(name),
        _ => false,
    };
    match ty {
        BodyType::Pointer(_) | BodyType::MemberPointer(..) | BodyType::Function(..) => true,
        BodyType::Qualified(_, inner) | BodyType::Array(_, inner) | BodyType::Reference(inner) => {
            is_scalar(check, inner)
        }
        BodyType::Local(node) => node.kind() == SyntaxKind::ENUM_SPECIFIER,
        BodyType::Outer(ty) => {
            let mut ty = &**ty;
            while let Type::Qualified(_, inner)
            | Type::Array(_, inner)
            | Type::LvalueRef(inner)
            | Type::RvalueRef(inner) = ty
            {
                ty = inner;
            }
            of_outer(ty)
        }
        _ => false,
    }
}

/// Whether an expression calls no function and changes nothing, as far as that is sure.
pub(super) fn is_quiet(check: &Check<'_>, expr: &ast::Expr, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let quiet = |expr: Option<ast::Expr>| expr.is_some_and(|expr| is_quiet(check, &expr, depth));
    let number = |expr: Option<ast::Expr>| {
        expr.is_some_and(|expr| is_quiet(check, &expr, depth) && is_number_like(check, &expr, depth))
    };
    let all = |list: &ast::InitList| {
        list.init_clauses().all(|clause| match clause {
            ast::InitClause::Expr(ast::Expr::InitList(inner)) => quiet(Some(ast::Expr::InitList(inner))),
            ast::InitClause::Expr(expr) => number(Some(expr)),
            ast::InitClause::DesignatedInit(_) => false,
        })
    };
    match expr {
        ast::Expr::Literal(_)
        | ast::Expr::ThisExpr(_)
        | ast::Expr::NameExpr(_)
        | ast::Expr::SizeofExpr(_)
        | ast::Expr::AlignofExpr(_)
        | ast::Expr::NoexceptExpr(_)
        | ast::Expr::TypeTraitExpr(_) => true,
        ast::Expr::LambdaExpr(lambda) => is_quiet_lambda(check, lambda.syntax()),
        ast::Expr::ParenExpr(it) => quiet(it.expr()),
        ast::Expr::ConditionalExpr(it) => {
            number(it.condition()) && number(it.then_value()) && number(it.else_value())
        }
        ast::Expr::PrefixExpr(it) => match it.op_token().map(|token| token.kind()) {
            Some(SyntaxKind::AMP) => matches!(it.expr(), Some(ast::Expr::NameExpr(_))),
            Some(
                SyntaxKind::PLUS
                | SyntaxKind::MINUS
                | SyntaxKind::TILDE
                | SyntaxKind::BANG
                | SyntaxKind::STAR,
            ) => number(it.expr()),
            _ => false,
        },
        ast::Expr::BinaryExpr(it) => number(it.lhs()) && number(it.rhs()),
        ast::Expr::CommaExpr(it) => number(it.lhs()) && number(it.rhs()),
        ast::Expr::IndexExpr(it) => number(it.base()) && it.indices().all(|index| number(Some(index))),
        ast::Expr::MemberExpr(it) => {
            let is_arrow = it.syntax().children_with_tokens().any(|it| it.kind() == SyntaxKind::ARROW);
            if is_arrow { number(it.base()) } else { quiet(it.base()) }
        }
        ast::Expr::CastExpr(it) => number(it.expr()) && is_scalar(check, &type_of_expr(check, expr)),
        ast::Expr::NamedCastExpr(it) => number(it.expr()) && is_scalar(check, &type_of_expr(check, expr)),
        ast::Expr::ConstructExpr(it) => {
            let ty = type_of_expr(check, expr);
            let has_quiet_arguments = match (it.arg_list(), it.init_list()) {
                (Some(list), _) => list.args().all(|argument| number(Some(argument))),
                (None, Some(list)) => all(&list),
                (None, None) => false,
            };
            has_quiet_arguments && is_quiet_type(check, &ty)
        }
        ast::Expr::CallExpr(it) => {
            // `P()` reads as a call.
            let is_bare = it.arg_list().is_some_and(|list| list.args().next().is_none());
            let ty = type_of_expr(check, expr);
            let makes = |ty: &BodyType| {
                matches!(ty, BodyType::Local(_) | BodyType::Outer(_)) && !is_scalar(check, ty)
            };
            is_bare && makes(&ty) && names_type(check, it.callee()) && is_quiet_type(check, &ty)
        }
        ast::Expr::InitList(list) => all(list),
        _ => false,
    }
}

/// Whether what looks like a callee is the name of a class.
fn names_type(check: &Check<'_>, callee: Option<ast::Expr>) -> bool {
    let Some(ast::Expr::NameExpr(name)) = callee else { return false };
    let Some(token) = name.name().and_then(|it| it.last_segment()).and_then(|it| it.ident()) else {
        return false;
    };
    match check.names().meaning(check.item, &token) {
        Meaning::Outer(Lookup::Found(members)) => {
            members.iter().all(|it| matches!(check.names().decl(it.decl).kind, DeclKind::Class(_)))
        }
        _ => false,
    }
}
