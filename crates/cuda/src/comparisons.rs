//! Comparisons that have one result: unsigned integers are never below zero (measured; the reference's word in the host
//! pass).

use asunder_decls::Constant;
use asunder_decls::lower::lower_expr;
use asunder_mangle::model::{Builtin, Type};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

use crate::body_types::{BodyType, type_of_expr};
use crate::check::Check;
use crate::finding::Message;

/// "pointless comparison of unsigned integer with zero".
const POINTLESS: u16 = 186;

/// The comparisons in an item, its unevaluated operands apart.
pub(crate) fn examine(check: &Check<'_>) {
    if check.settings.pass.is_device() || !may_compare_with_zero(check.text()) {
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
        && is_unsigned(&type_of_expr(check, &operand).referred())
        && !is_constant(check, &operand);
    if is_pointless {
        let at = operator.text_range().start();
        check.report(Message::plain(POINTLESS), at, check.moment(at, 0));
    }
}

fn is_zero(check: &Check<'_>, expr: &ast::Expr) -> bool {
    // Other operands cost a lookup.
    let text = expr.syntax().text();
    text.len() < 40.into() && text.to_string().contains('0') && value(check, expr) == Some(0)
}

fn is_constant(check: &Check<'_>, expr: &ast::Expr) -> bool {
    match expr {
        ast::Expr::ParenExpr(it) => it.expr().is_some_and(|it| is_constant(check, &it)),
        _ => expr.syntax().kind() == SyntaxKind::SIZEOF_EXPR || value(check, expr).is_some(),
    }
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
