//! Variables of templates that are computed from what the arguments decide: the reference takes them for quiet unless an
//! operator, a call or a conversion could be one of the user's, whose operand or result has a type that depends on them
//! (measured).

use asunder_mangle::model::Type;
use asunder_syntax::{AstNode, SyntaxKind, ast};

use crate::bodies::body_around;
use crate::body_types::{BodyType, local_declaration, type_of_local};
use crate::check::Check;
use crate::declared::Declared;

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    /// Its type is known whatever the arguments are, and none of the user's.
    Plain,
    /// A pointer to what depends on them.
    Pointer,
    /// Its type depends on them.
    Open,
}

/// Variables that device code may name without a declaration in it.
const BUILT_IN: [&str; 5] = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];

/// Whether a variable in device code surely is made without code that counts, whatever the arguments of the template are.
pub(super) fn is_quiet(
    check: &Check<'_>,
    declared: &Declared,
    initializer: Option<ast::Initializer>,
) -> bool {
    if !body_around(check, &declared.node).is_some_and(|body| body.device) {
        return false;
    }
    let Some(name) = asunder_syntax::token_at(&check.root, declared.at_name()) else { return false };
    let operand = match &initializer {
        Some(ast::Initializer::EqInitializer(it)) => it.expr(),
        Some(ast::Initializer::ParenInitializer(it)) => {
            let mut all = it.exprs();
            let only = all.next();
            only.filter(|_| all.next().is_none())
        }
        _ => return false,
    };
    let Some(operand) = operand else { return false };
    let is_deduced = declared.specifiers.as_ref().is_some_and(|specifiers| {
        specifiers.syntax().children().any(|it| it.kind() == SyntaxKind::PLACEHOLDER_TYPE)
    });
    match (of_expr(check, &operand), is_deduced) {
        (Some(Operand::Plain), true) => true,
        (Some(given), false) => match type_of_local(check, &name) {
            BodyType::Reference(_) => matches!(operand, ast::Expr::NameExpr(_)) && given != Operand::Plain,
            ty => of_type(&ty).is_some_and(|own| own != Operand::Open),
        },
        _ => false,
    }
}

/// What an object of a type is as an operand; `None` where that is not known, or it is one of a class.
fn of_type(ty: &BodyType) -> Option<Operand> {
    match ty {
        BodyType::Dependent | BodyType::Parameter(_) => Some(Operand::Open),
        BodyType::Qualified(_, inner) => of_type(inner),
        BodyType::Pointer(to) => Some(match &**to {
            BodyType::Outer(_) => Operand::Plain,
            _ => Operand::Pointer,
        }),
        BodyType::Outer(ty) => of_outer(ty),
        _ => None,
    }
}

fn of_outer(ty: &Type) -> Option<Operand> {
    match ty {
        Type::Builtin(_) => Some(Operand::Plain),
        Type::Qualified(qualifiers, inner) if !qualifiers.is_volatile => of_outer(inner),
        Type::Pointer(_) => Some(Operand::Plain),
        _ => None,
    }
}

/// What an expression is that changes and calls nothing.
fn of_expr(check: &Check<'_>, expr: &ast::Expr) -> Option<Operand> {
    let plain = |expr: Option<ast::Expr>| of_expr(check, &expr?).filter(|it| *it == Operand::Plain);
    match expr {
        ast::Expr::Literal(_) | ast::Expr::SizeofExpr(_) => Some(Operand::Plain),
        ast::Expr::ParenExpr(it) => of_expr(check, &it.expr()?),
        ast::Expr::NameExpr(it) => of_name(check, &it.name()?),
        ast::Expr::MemberExpr(it) => {
            let ast::Expr::NameExpr(object) = it.base()? else { return None };
            let name = object.name()?.as_ident()?;
            (BUILT_IN.contains(&name.text()) && local_declaration(&name).is_none()).then_some(Operand::Plain)
        }
        ast::Expr::PrefixExpr(it) => match it.op_token()?.kind() {
            SyntaxKind::MINUS | SyntaxKind::PLUS | SyntaxKind::TILDE => plain(it.expr()),
            SyntaxKind::BANG => {
                let operand = of_expr(check, &it.expr()?)?;
                (operand != Operand::Open).then_some(Operand::Plain)
            }
            _ => None,
        },
        ast::Expr::BinaryExpr(it) => {
            plain(it.lhs())?;
            plain(it.rhs())
        }
        ast::Expr::ConditionalExpr(it) => {
            of_expr(check, &it.condition()?)?;
            plain(it.then_value())?;
            plain(it.else_value())
        }
        ast::Expr::CastExpr(it) => of_cast(check, it.type_id()?, it.expr()?),
        ast::Expr::NamedCastExpr(it) => of_cast(check, it.type_id()?, it.expr()?),
        _ => None,
    }
}

/// A conversion to a type that is written with words for arithmetic types alone, or to a pointer to one.
fn of_cast(check: &Check<'_>, to: ast::TypeId, operand: ast::Expr) -> Option<Operand> {
    let is_plain = to.syntax().descendants_with_tokens().filter_map(|it| it.into_token()).all(|token| {
        token.kind().is_trivia() || token.kind() == SyntaxKind::STAR || is_arithmetic(token.kind())
    });
    of_expr(check, &operand).filter(|_| is_plain)?;
    Some(Operand::Plain)
}

fn is_arithmetic(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::BOOL_KW
            | SyntaxKind::CHAR_KW
            | SyntaxKind::SHORT_KW
            | SyntaxKind::INT_KW
            | SyntaxKind::LONG_KW
            | SyntaxKind::SIGNED_KW
            | SyntaxKind::UNSIGNED_KW
            | SyntaxKind::FLOAT_KW
            | SyntaxKind::DOUBLE_KW
            | SyntaxKind::CONST_KW
    )
}

fn of_name(check: &Check<'_>, name: &ast::Name) -> Option<Operand> {
    let Some(token) = name.as_ident() else {
        // A member of what depends on the arguments, a constant as far as anybody sees.
        let has_arguments = name.syntax().descendants().any(|it| it.kind() == SyntaxKind::TEMPLATE_ARG_LIST);
        return (name.is_qualified() && has_arguments).then_some(Operand::Open);
    };
    let Some(declared) = local_declaration(&token) else { return parameter(&token) };
    match type_of_local(check, &declared) {
        // What a reference names may be anything.
        BodyType::Reference(inner) => of_type(&inner).filter(|it| *it == Operand::Plain),
        ty => of_type(&ty),
    }
}

/// A parameter of a template for values, whose type is written with words for arithmetic types alone.
fn parameter(token: &asunder_syntax::SyntaxToken) -> Option<Operand> {
    let templates = token.parent_ancestors().filter(|it| it.kind() == SyntaxKind::TEMPLATE_DECL);
    let mut parameters = templates.flat_map(|it| it.descendants().filter_map(ast::NonTypeParam::cast));
    let own = parameters.find(|it| {
        let name = it.declarator().and_then(|it| it.declared_name()).and_then(|it| it.as_ident());
        name.is_some_and(|name| name.text() == token.text())
    })?;
    let words = own.decl_specifier_seq()?.syntax().descendants_with_tokens();
    let mut words = words.filter_map(|it| it.into_token()).filter(|it| !it.kind().is_trivia());
    words.all(|word| is_arithmetic(word.kind())).then_some(Operand::Plain)
}
