//! Arguments of attributes that must be integral constants.

use asunder_decls::literals;
use asunder_decls::lower::lower_expr;
use asunder_decls::names::{DeclRef, Names};
use asunder_decls::scope::{Lookup, Site};
use asunder_decls::written::{DeclKind, Expr};
use asunder_mangle::model::{Builtin, Type};
use asunder_syntax::{SyntaxKind, TextSize, ast};

use crate::check::Check;
use crate::declared::Declared;
use crate::finding::{Argument, Message, Note, Place};
use crate::shown;

/// "expression must have a constant value".
const NOT_CONSTANT: u16 = 28;
/// "type name is not allowed".
const TYPE_NAME: u16 = 254;
/// "this constant expression has type … instead of the required integral or enum type".
const NOT_INTEGRAL: u16 = 2412;
/// "the value of … cannot be used as a constant", a note.
const VALUE_OF_VARIABLE: u16 = 2689;

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Its value.
    Known(i128),
    /// It depends on template parameters.
    Dependent,
    /// It is no integral constant: the message, its place is that of the argument.
    Wrong(Message, Option<Note>),
    /// Not understood.
    Unknown,
}

/// From where the names in an attribute of `declared` are looked up.
pub(crate) fn site_of(check: &Check<'_>, declared: &Declared) -> Site {
    match declared.decl {
        Some(decl) => check.names().site_of(decl),
        None => check.names().site_at(check.item, declared.at_name()),
    }
}

/// The value of an argument of an attribute, its names looked up from `site`.
pub(crate) fn argument(check: &Check<'_>, site: &dyn Fn() -> Site, argument: &ast::TypeOrExpr) -> Value {
    match argument {
        ast::TypeOrExpr::Expr(expr) => value(check, site, expr),
        ast::TypeOrExpr::TypeId(_) => Value::Wrong(Message::plain(TYPE_NAME), None),
        ast::TypeOrExpr::NameArg(name) => {
            let Some(name) = name.name() else { return Value::Unknown };
            let Some(path) = asunder_decls::lower::lower_name(&name) else { return Value::Unknown };
            of_expr(check, site, &Expr::Name(path))
        }
        ast::TypeOrExpr::AmbiguousTypeOrExpr(either) => match either.expr() {
            Some(expr) => value(check, site, &expr),
            None => Value::Unknown,
        },
        ast::TypeOrExpr::TypePack(_) => Value::Unknown,
    }
}

fn value(check: &Check<'_>, site: &dyn Fn() -> Site, expr: &ast::Expr) -> Value {
    if let ast::Expr::Literal(literal) = expr
        && let Some(token) = literal.tokens().next()
        && token.kind() == SyntaxKind::FLOAT_NUMBER
    {
        return literals::floating(token.text()).and_then(floating).unwrap_or(Value::Unknown);
    }
    of_expr(check, site, &lower_expr(expr))
}

/// A value of a floating type.
fn floating(ty: Builtin) -> Option<Value> {
    let shown = match ty {
        Builtin::Float => "float",
        Builtin::Double => "double",
        Builtin::LongDouble => "long double",
        _ => return None,
    };
    let ty = Argument::Type { written: shown.into(), meaning: None };
    Some(Value::Wrong(Message::new(NOT_INTEGRAL, vec![ty]), None))
}

fn of_expr(check: &Check<'_>, site: &dyn Fn() -> Site, expr: &Expr) -> Value {
    if let Expr::Integer(value, _) | Expr::Character(value, _) = expr {
        return Value::Known(*value);
    }
    let names = check.names();
    let site = site();
    match names.evaluate(expr, &site) {
        asunder_decls::Constant::Value(value, _) => Value::Known(value),
        asunder_decls::Constant::Dependent(_) => Value::Dependent,
        asunder_decls::Constant::Unknown => not_constant(names, expr, &site).unwrap_or(Value::Unknown),
    }
}

/// A name of a variable that is no constant, or a conversion to a floating type.
fn not_constant(names: &Names<'_>, expr: &Expr, site: &Site) -> Option<Value> {
    if let Expr::Cast(_, ty, _) | Expr::Construct(ty, _) = expr
        && let Type::Builtin(ty) = *names.resolve(ty, site)
    {
        return floating(ty);
    }
    let Expr::Name(path) = expr else { return None };
    let Lookup::Found(members) = names.lookup_value(path, site) else { return None };
    let [member] = members.as_slice() else { return None };
    let variable = names.decl(member.decl);
    let DeclKind::Variable { .. } = variable.kind else { return None };
    let ty = names.type_of_variable(member.decl)?;
    if variable.specifiers.is_constexpr || !variable.templates.is_empty() || !is_plain(&ty) {
        return None;
    }
    let entity = Argument::Entity {
        kind: Some(if variable.parent.is_some() { "member" } else { "variable" }),
        name: shown::entity_name(names, member.decl)?.into(),
        declared: place_of(names, member.decl),
    };
    let note = Note {
        message: Message::new(VALUE_OF_VARIABLE, vec![entity]),
        place: Place { item: None, offset: TextSize::new(0) },
    };
    Some(Value::Wrong(Message::plain(NOT_CONSTANT), Some(note)))
}

/// An arithmetic type that is not const.
fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Builtin(_) => true,
        Type::Qualified(qualifiers, inner) => !qualifiers.is_const && is_plain(inner),
        _ => false,
    }
}

/// Where a declaration's name stands.
pub(crate) fn place_of(names: &Names<'_>, decl: DeclRef) -> Option<Place> {
    let offset = names.name_offset(decl)? - names.range(decl.item).start();
    Some(Place { item: Some(decl.item), offset })
}
