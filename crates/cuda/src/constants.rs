//! Arguments of attributes that must be integral constants.

use asunder_decls::literals;
use asunder_decls::lower::lower_expr;
use asunder_decls::names::{DeclRef, Names};
use asunder_decls::scope::{Lookup, Member, Site};
use asunder_decls::written::{DeclKind, Expr, Init, Path, TemplateParamKind};
use asunder_mangle::model::{Builtin, Type};
use asunder_syntax::{AstNode, SyntaxKind, TextSize, ast};

use crate::check::Check;
use crate::declared::Declared;
use crate::finding::{Argument, Message, Note, Place};
use crate::shown;
use crate::signature::unqualified;

/// "expression must have a constant value".
const NOT_CONSTANT: u16 = 28;
/// "type name is not allowed".
const TYPE_NAME: u16 = 254;
/// "this constant expression has type … instead of the required integral or enum type".
const NOT_INTEGRAL: u16 = 2412;
/// "the value of … cannot be used as a constant", a note.
const VALUE_OF_VARIABLE: u16 = 2689;

/// "cannot call non-constexpr …", a note.
const CALL: u16 = 2703;

/// How deep expressions may nest.
const MAX_DEPTH: u32 = 32;

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Its value.
    Known(i128),
    /// It depends on template parameters.
    Dependent,
    /// It is not an integral constant: the message, its place is that of the argument.
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
        ast::TypeOrExpr::TypeId(ty) => {
            // Other keywords start no expression.
            let qualifies = |kind| {
                use SyntaxKind::*;
                matches!(kind, CONST_KW | VOLATILE_KW | STRUCT_KW | CLASS_KW | UNION_KW | ENUM_KW)
            };
            match ty.syntax().first_token() {
                Some(first) if !qualifies(first.kind()) => Value::Wrong(Message::plain(TYPE_NAME), None),
                _ => Value::Unknown,
            }
        }
        ast::TypeOrExpr::NameArg(name) => {
            let Some(name) = name.name() else { return Value::Unknown };
            let Some(path) = asunder_decls::lower::lower_name(&name) else { return Value::Unknown };
            let at = name.syntax().text_range().start();
            if is_type_name(check, &path, &site()) {
                return Value::Wrong(Message::plain(TYPE_NAME), None);
            }
            match of_expr(check, site, &Expr::Name(path.clone())) {
                Value::Unknown => of_name(check, &path, &site(), at).unwrap_or(Value::Unknown),
                known => known,
            }
        }
        ast::TypeOrExpr::AmbiguousTypeOrExpr(either) => match either.expr() {
            Some(expr) => value(check, site, &expr),
            None => Value::Unknown,
        },
        ast::TypeOrExpr::TypePack(_) => Value::Unknown,
    }
}

/// Whether a name is that of a type.
fn is_type_name(check: &Check<'_>, path: &Path, site: &Site) -> bool {
    let names = check.names();
    match names.lookup_value(path, site) {
        Lookup::Found(members) => {
            let is_type = |member: &Member| {
                matches!(
                    names.decl(member.decl).kind,
                    DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Typedef(_)
                )
            };
            !members.is_empty() && members.iter().all(is_type)
        }
        Lookup::Param(param) => {
            let header = &names.decl(param.template).templates[param.header];
            param.argument.is_none() && matches!(header.params[param.index].kind, TemplateParamKind::Type(_))
        }
        _ => false,
    }
}

fn value(check: &Check<'_>, site: &dyn Fn() -> Site, expr: &ast::Expr) -> Value {
    if let Some(ty) = other_type(check, &site(), expr) {
        return Value::Wrong(Message::new(NOT_INTEGRAL, vec![ty]), None);
    }
    match of_expr(check, site, &lower_expr(expr)) {
        Value::Unknown => obstacle(check, &site(), expr, MAX_DEPTH).unwrap_or(Value::Unknown),
        known => known,
    }
}

fn plain_type(shown: &str) -> Argument {
    Argument::Type { written: shown.into(), meaning: None }
}

/// The type of a constant that is not an integer.
fn other_type(check: &Check<'_>, site: &Site, expr: &ast::Expr) -> Option<Argument> {
    match expr {
        ast::Expr::Literal(literal) => {
            let token = literal.tokens().next()?;
            match token.kind() {
                SyntaxKind::NULLPTR_KW => Some(plain_type("std::nullptr_t")),
                SyntaxKind::STRING => token.text().starts_with('"').then(|| plain_type("const char *")),
                _ => Some(plain_type(floating_name(floating(expr)?)?)),
            }
        }
        ast::Expr::ParenExpr(it) => other_type(check, site, &it.expr()?),
        ast::Expr::ConstructExpr(_)
        | ast::Expr::CastExpr(_)
        | ast::Expr::NamedCastExpr(_)
        | ast::Expr::CallExpr(_) => {
            let (Expr::Cast(_, written, _) | Expr::Construct(written, _)) = &lower_expr(expr) else {
                return None;
            };
            let ty = check.names().resolve(written, site);
            let Type::Builtin(builtin) = *ty else { return None };
            floating_name(builtin)?;
            shown::type_argument(check.names(), written, &ty, site)
        }
        _ => Some(plain_type(floating_name(floating(expr)?)?)),
    }
}

/// The type of arithmetic on literals of which one is floating.
fn floating(expr: &ast::Expr) -> Option<Builtin> {
    match expr {
        ast::Expr::Literal(literal) => {
            let token = literal.tokens().next().filter(|it| it.kind() == SyntaxKind::FLOAT_NUMBER)?;
            literals::floating(token.text())
        }
        ast::Expr::ParenExpr(it) => floating(&it.expr()?),
        ast::Expr::PrefixExpr(it) => match it.op_token()?.kind() {
            SyntaxKind::PLUS | SyntaxKind::MINUS => floating(&it.expr()?),
            _ => None,
        },
        ast::Expr::BinaryExpr(it) => {
            let is_arithmetic = matches!(
                it.op_token()?.kind(),
                SyntaxKind::PLUS | SyntaxKind::MINUS | SyntaxKind::STAR | SyntaxKind::SLASH
            );
            let rank = |ty: &Builtin| {
                [Builtin::Float, Builtin::Double, Builtin::LongDouble].iter().position(|it| it == ty)
            };
            let side =
                |it: Option<ast::Expr>| it.and_then(|it| if is_integer(&it) { None } else { floating(&it) });
            let known =
                |it: Option<ast::Expr>| it.is_some_and(|it| is_integer(&it) || floating(&it).is_some());
            if !is_arithmetic || !known(it.lhs()) || !known(it.rhs()) {
                return None;
            }
            [side(it.lhs()), side(it.rhs())].into_iter().flatten().max_by_key(rank)
        }
        ast::Expr::ConditionalExpr(it) => {
            let (then, other) = (it.then_value()?, it.else_value()?);
            let known = |it: &ast::Expr| is_integer(it) || floating(it).is_some();
            (known(&then) && known(&other)).then(|| floating(&then).or(floating(&other)))?
        }
        _ => None,
    }
}

fn is_integer(expr: &ast::Expr) -> bool {
    matches!(expr, ast::Expr::Literal(it) if it.tokens().next().is_some_and(|it| it.kind() == SyntaxKind::INT_NUMBER))
}

fn floating_name(ty: Builtin) -> Option<&'static str> {
    match ty {
        Builtin::Float => Some("float"),
        Builtin::Double => Some("double"),
        Builtin::LongDouble => Some("long double"),
        _ => None,
    }
}

/// A value of a floating type.
fn floating_value(ty: Builtin) -> Option<Value> {
    Some(Value::Wrong(Message::new(NOT_INTEGRAL, vec![plain_type(floating_name(ty)?)]), None))
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
        asunder_decls::Constant::Unknown => converted(names, expr, &site).unwrap_or(Value::Unknown),
    }
}

/// A conversion to a floating type.
fn converted(names: &Names<'_>, expr: &Expr, site: &Site) -> Option<Value> {
    let (Expr::Cast(_, ty, _) | Expr::Construct(ty, _)) = expr else { return None };
    match *names.resolve(ty, site) {
        Type::Builtin(ty) => floating_value(ty),
        _ => None,
    }
}

/// Why an expression is not a constant: the first operand, in the order of evaluation, that surely is not a constant.
fn obstacle(check: &Check<'_>, site: &Site, expr: &ast::Expr, depth: u32) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let inner = |expr: Option<ast::Expr>| obstacle(check, site, &expr?, depth);
    let is_known = |expr: &ast::Expr| {
        matches!(check.names().evaluate(&lower_expr(expr), site), asunder_decls::Constant::Value(..))
    };
    match expr {
        ast::Expr::NameExpr(it) => {
            let path = asunder_decls::lower::lower_name(&it.name()?)?;
            of_name(check, &path, site, it.syntax().text_range().start())
        }
        ast::Expr::ParenExpr(it) => inner(it.expr()),
        ast::Expr::CastExpr(it) => inner(it.expr()),
        ast::Expr::NamedCastExpr(it) => inner(it.expr()),
        ast::Expr::PrefixExpr(it) => match it.op_token()?.kind() {
            SyntaxKind::PLUS | SyntaxKind::MINUS | SyntaxKind::TILDE | SyntaxKind::BANG => inner(it.expr()),
            _ => None,
        },
        ast::Expr::BinaryExpr(it) => match inner(it.lhs()) {
            None if is_known(&it.lhs()?)
                && !matches!(it.op_token()?.kind(), SyntaxKind::AMP2 | SyntaxKind::PIPE2) =>
            {
                inner(it.rhs())
            }
            found => found,
        },
        ast::Expr::CallExpr(it) => of_call(check, site, it),
        _ => None,
    }
}

fn not_constant(number: u16, arguments: Vec<Argument>, at: TextSize) -> Value {
    let note = Note { message: Message::new(number, arguments), place: Place { item: None, offset: at } };
    Value::Wrong(Message::plain(NOT_CONSTANT), Some(note))
}

/// A call of a function that is not constexpr.
fn of_call(check: &Check<'_>, site: &Site, call: &ast::CallExpr) -> Option<Value> {
    let names = check.names();
    let ast::Expr::NameExpr(callee) = call.callee()? else { return None };
    let path = asunder_decls::lower::lower_name(&callee.name()?)?;
    let Lookup::Found(members) = names.lookup_value(&path, site) else { return None };
    let [member] = members.as_slice() else { return None };
    let function = names.decl(member.decl);
    names.function_of(member.decl)?;
    if function.specifiers.is_constexpr || function.specifiers.is_consteval || !function.templates.is_empty()
    {
        return None;
    }
    let entity = Argument::Entity {
        kind: Some("function"),
        name: shown::entity_name(names, member.decl)?.into(),
        declared: place_of(names, member.decl),
    };
    Some(not_constant(CALL, vec![entity], callee.syntax().text_range().start()))
}

/// A name of a variable that is not a constant.
fn of_name(check: &Check<'_>, path: &Path, site: &Site, at: TextSize) -> Option<Value> {
    let names = check.names();
    let Lookup::Found(members) = names.lookup_value(path, site) else { return None };
    let member = members.first()?;
    let variable = names.decl(member.decl);
    let DeclKind::Variable { .. } = variable.kind else { return None };
    let ty = names.type_of_variable(member.decl)?;
    if !variable.templates.is_empty() {
        return None;
    }
    match &**unqualified(&ty) {
        Type::Array(..) => {
            let Type::Array(_, element) = &**unqualified(&ty) else { return None };
            let pointer = Type::Pointer(element.clone()).into();
            let shown = shown::type_name(names, &pointer, &[])?;
            return Some(Value::Wrong(Message::new(NOT_INTEGRAL, vec![plain_type(&shown)]), None));
        }
        Type::Builtin(builtin) if floating_name(*builtin).is_some() && *ty != Type::Builtin(*builtin) => {
            return floating_value(*builtin);
        }
        Type::Builtin(_) | Type::Pointer(_) => {}
        Type::Named(name) if names.is_enumeration(name) || !variable.specifiers.is_constexpr => {}
        _ => return None,
    }
    if variable.specifiers.is_constexpr || !is_surely_variable(check, &members, &ty) {
        return None;
    }
    let entity = Argument::Entity {
        kind: Some(if variable.parent.is_some() { "member" } else { "variable" }),
        name: shown::entity_name(names, member.decl)?.into(),
        declared: place_of(names, member.decl),
    };
    Some(not_constant(VALUE_OF_VARIABLE, vec![entity], at))
}

/// Whether a variable that is not constexpr has no value in constant expressions: it is not const, has no initializer
/// in sight, or one that is not a constant itself.
fn is_surely_variable(check: &Check<'_>, members: &[Member], ty: &Type) -> bool {
    let is_const = matches!(ty, Type::Qualified(qualifiers, _) if qualifiers.is_const);
    let is_integral = matches!(ty, Type::Qualified(_, inner) if matches!(**inner, Type::Builtin(_)));
    if !is_const || !is_integral {
        return members.len() == 1 && !matches!(ty, Type::Qualified(qualifiers, _) if qualifiers.is_volatile);
    }
    members.iter().all(|member| match &check.names().decl(member.decl).kind {
        DeclKind::Variable { init: Init::None, .. } => true,
        DeclKind::Variable { init: Init::Value(Expr::Name(path)), .. } => {
            let inner = check.names().site_of(member.decl);
            matches!(of_name(check, path, &inner, TextSize::new(0)), Some(Value::Wrong(_, Some(_))))
        }
        _ => false,
    })
}

/// Where a declaration's name stands.
pub(crate) fn place_of(names: &Names<'_>, decl: DeclRef) -> Option<Place> {
    let offset = names.name_offset(decl)? - names.range(decl.item).start();
    Some(Place { item: Some(decl.item), offset })
}
