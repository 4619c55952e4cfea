//! Comparisons that have one result: unsigned integers are never below zero (measured; the reference's word in the host
//! pass).

use asunder_decls::Constant;
use asunder_decls::lower::lower_expr;
use asunder_decls::scope::Lookup;
use asunder_decls::uses::Meaning;
use asunder_decls::written::{DeclKind, TypeExpr};
use asunder_mangle::model::{Builtin, Type};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextSize, ast};

use crate::body_types::{BodyType, local_declaration, type_of_expr, type_of_local};
use crate::check::Check;
use crate::finding::Message;

/// "pointless comparison of unsigned integer with zero".
const POINTLESS: u16 = 186;

/// Bytes of an operand that may be zero: a literal and casts.
const LONGEST_ZERO: TextSize = TextSize::new(40);

/// The comparisons in an item, its unevaluated operands apart.
pub(crate) fn examine(check: &Check<'_>) {
    if check.settings.pass.is_device()
        || !check.kinds.contains(SyntaxKind::BINARY_EXPR)
        || !may_compare_with_zero(check.text())
    {
        return;
    }
    for node in check.root.descendants() {
        if let Some(comparison) = ast::BinaryExpr::cast(node) {
            compared(check, &comparison);
        }
    }
}

fn compared(check: &Check<'_>, comparison: &ast::BinaryExpr) {
    let (Some(left), Some(operator), Some(right)) =
        (comparison.lhs(), comparison.op_token(), comparison.rhs())
    else {
        return;
    };
    let (operand, zero) = match operator.kind() {
        SyntaxKind::LT | SyntaxKind::GT_EQ => (left, right),
        SyntaxKind::GT | SyntaxKind::LT_EQ => (right, left),
        _ => return,
    };
    let is_pointless = is_zero(check, &zero)
        && !is_unevaluated(comparison.syntax())
        && !may_depend(check, operand.syntax())
        && is_unsigned(&type_of_expr(check, &operand).referred())
        && !may_be_constant(check, &operand);
    if is_pointless {
        let at = operator.text_range().start();
        check.report(Message::plain(POINTLESS), at, check.moment(at, 0));
    }
}

fn is_zero(check: &Check<'_>, expr: &ast::Expr) -> bool {
    // Other operands cost a lookup.
    let text = expr.syntax().text();
    text.len() <= LONGEST_ZERO && text.to_string().contains('0') && value(check, expr) == Some(0)
}

/// Whether the operand may be a constant expression: then the comparison is one, and nothing is said.
fn may_be_constant(check: &Check<'_>, expr: &ast::Expr) -> bool {
    let has_sizeof = expr.syntax().descendants().any(|it| it.kind() == SyntaxKind::SIZEOF_EXPR);
    let mut names = identifiers(expr.syntax()).peekable();
    has_sizeof
        || value(check, expr).is_some()
        || names.peek().is_some() && names.all(|name| is_constant_variable(&name))
}

/// A local variable that is `const` or `constexpr` and no reference.
fn is_constant_variable(name: &SyntaxToken) -> bool {
    let Some(declared) = local_declaration(name) else { return false };
    let declaration = declared.parent_ancestors().find_map(ast::SimpleDecl::cast);
    let specifiers = declaration.as_ref().and_then(ast::SimpleDecl::decl_specifier_seq);
    let is_const = specifiers.is_some_and(|it| {
        it.keyword(SyntaxKind::CONST_KW).is_some() || it.keyword(SyntaxKind::CONSTEXPR_KW).is_some()
    });
    let mut around = declared.parent_ancestors();
    let declarator = around.find(|it| it.kind() == SyntaxKind::DECLARATOR);
    is_const && !declarator.is_some_and(|it| it.children().any(|it| it.kind() == SyntaxKind::PTR_OP))
}

fn identifiers(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> {
    let tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
    tokens.filter(|token| token.kind() == SyntaxKind::IDENT)
}

fn value(check: &Check<'_>, expr: &ast::Expr) -> Option<i128> {
    let site = check.names().site_at(check.item, expr.syntax().text_range().start());
    match check.names().evaluate(&lower_expr(expr), &site) {
        Constant::Value(value, _) => Some(value),
        _ => None,
    }
}

fn is_unsigned(ty: &BodyType) -> bool {
    use Builtin::*;
    let Some(ty) = ty.as_outer() else { return false };
    let ty = match &*ty {
        Type::Qualified(_, inner) => inner.clone(),
        _ => ty,
    };
    matches!(
        *ty,
        Type::Builtin(
            UnsignedChar
                | UnsignedShort
                | UnsignedInt
                | UnsignedLong
                | UnsignedLongLong
                | UnsignedInt128
                | Char8
                | Char16
                | Char32
        )
    )
}

/// Whether the operand may depend on a parameter of a template around it: it is more than arithmetic on local variables
/// whose declarations say a type that does not.
fn may_depend(check: &Check<'_>, operand: &SyntaxNode) -> bool {
    if !operand.ancestors().any(|it| it.kind() == SyntaxKind::TEMPLATE_DECL) {
        return false;
    }
    let mut tokens = operand.descendants_with_tokens().filter_map(|it| it.into_token());
    !tokens.all(|token| match token.kind() {
        SyntaxKind::IDENT => is_plain_variable(check, &token),
        SyntaxKind::COMMA | SyntaxKind::COLON2 | SyntaxKind::DOT | SyntaxKind::ARROW => false,
        kind => !kind.is_keyword(),
    })
}

/// A variable, parameter or data member of a built-in type that is written out.
fn is_plain_variable(check: &Check<'_>, name: &SyntaxToken) -> bool {
    let Some(declared) = local_declaration(name) else {
        let Meaning::Outer(Lookup::Found(members)) = check.names().meaning(check.item, name) else {
            return false;
        };
        let [only] = members.as_slice() else { return false };
        let kind = &check.names().decl(only.decl).kind;
        return matches!(kind, DeclKind::Variable { ty: TypeExpr::Builtin(_) | TypeExpr::Signed(_), .. });
    };
    let declaration = declared
        .parent_ancestors()
        .find(|it| matches!(it.kind(), SyntaxKind::PARAM_DECL | SyntaxKind::SIMPLE_DECL));
    let specifiers = declaration.and_then(|it| it.children().find_map(ast::DeclSpecifierSeq::cast));
    let is_deduced = specifiers.is_none_or(|it| {
        it.decl_specifiers().any(|it| matches!(it, ast::DeclSpecifier::Type(ast::Type::PlaceholderType(_))))
    });
    let ty = type_of_local(check, &declared).referred().as_outer();
    !is_deduced && ty.is_some_and(|ty| matches!(*ty, Type::Builtin(_) | Type::Qualified(..)))
}

fn is_unevaluated(node: &SyntaxNode) -> bool {
    node.ancestors().skip(1).any(|outer| {
        matches!(
            outer.kind(),
            SyntaxKind::SIZEOF_EXPR | SyntaxKind::DECLTYPE_TYPE | SyntaxKind::NOEXCEPT_EXPR
        )
    })
}

/// Whether a text has a `0` beside a relation, or behind a cast.
pub(crate) fn may_compare_with_zero(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'0', bytes).any(|at| {
        let before = bytes[..at].trim_ascii_end();
        if bytes[..at].last().is_some_and(|byte| is_of_number(*byte)) {
            return false;
        }
        let suffix = bytes[at + 1..].iter().position(|byte| !is_of_number(*byte));
        let after = suffix.map_or(&[][..], |length| bytes[at + 1 + length..].trim_ascii_start());
        let is_below = before.ends_with(b"<") && !before.ends_with(b"<<");
        let is_above = after.starts_with(b">") && !after.starts_with(b">>") && !after.starts_with(b">=");
        is_below || before.ends_with(b">=") || before.ends_with(b")") || is_above || after.starts_with(b"<=")
    })
}

fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'\'')
}

#[cfg(test)]
mod tests {
    use super::may_compare_with_zero;

    #[test]
    fn texts_with_zeros() {
        for text in ["a < 0", "a>=0u;", "0 > a", "0 <= a", "a < (unsigned)0)", "a < 0x0"] {
            assert!(may_compare_with_zero(text), "{text}");
        }
        for text in ["a < 10", "x = 0;", "1 << 0", "f(0)", "a0 > b", "0 >> a", "0 >= a"] {
            assert!(!may_compare_with_zero(text), "{text}");
        }
    }
}
