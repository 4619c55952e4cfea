//! Arithmetic on constants that has no result, or not the mathematical one ([expr.mul]/4, [expr.pre]/4, [expr.shift]/1),
//! in the arguments of attributes (spec page 3 §4).

use asunder_decls::Constant;
use asunder_decls::lower::lower_expr;
use asunder_decls::scope::Site;
use asunder_mangle::model::{Builtin, Type};
use asunder_syntax::{AstNode, Release, SyntaxKind, TextSize, ast};

use crate::check::Check;

/// "division by zero".
pub(crate) const DIVISION_BY_ZERO: u16 = 39;
/// "integer operation result is out of range".
pub(crate) const OUT_OF_RANGE: u16 = 61;
/// "shift count is negative".
const NEGATIVE_SHIFT: u16 = 62;
/// "shift count is too large".
const LARGE_SHIFT: u16 = 63;
/// "right operand of \"%\" is zero".
pub(crate) const MODULO_ZERO: u16 = 179;

/// How deep expressions may nest.
const MAX_DEPTH: u32 = 32;

/// What is wrong with an operation: the message, where, and whether the expression is not a constant for it.
pub(crate) struct Fault {
    pub(crate) number: u16,
    pub(crate) at: TextSize,
    pub(crate) is_error: bool,
    /// The type in which it goes wrong is `int`.
    pub(crate) in_int: bool,
}

/// The operations of an expression that go wrong, in the order of evaluation; unevaluated operands are passed over.
pub(crate) fn faults(check: &Check<'_>, site: &Site, expr: &ast::Expr) -> Vec<Fault> {
    let mut found = Vec::new();
    Walk { check, site, found: &mut found }.expr(expr, MAX_DEPTH);
    found
}

struct Walk<'c, 'db> {
    check: &'c Check<'db>,
    site: &'c Site,
    found: &'c mut Vec<Fault>,
}

impl Walk<'_, '_> {
    fn value(&self, expr: &ast::Expr) -> Option<(i128, Builtin)> {
        match self.check.names().evaluate(&lower_expr(expr), self.site) {
            Constant::Value(value, ty) => match *ty {
                Type::Builtin(builtin) => Some((value, builtin)),
                _ => None,
            },
            _ => None,
        }
    }

    fn expr(&mut self, expr: &ast::Expr, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match expr {
            ast::Expr::ParenExpr(it) => it.expr().iter().for_each(|it| self.expr(it, depth)),
            ast::Expr::CastExpr(it) => it.expr().iter().for_each(|it| self.expr(it, depth)),
            ast::Expr::PrefixExpr(it) => {
                it.expr().iter().for_each(|it| self.expr(it, depth));
                self.negation(it);
            }
            ast::Expr::ConditionalExpr(it) => {
                let Some(condition) = it.condition() else { return };
                self.expr(&condition, depth);
                let chosen = match self.value(&condition) {
                    Some((0, _)) => it.else_value(),
                    Some(_) => it.then_value(),
                    None => None,
                };
                chosen.iter().for_each(|it| self.expr(it, depth));
            }
            ast::Expr::BinaryExpr(it) => {
                let (Some(left), Some(right), Some(operator)) = (it.lhs(), it.rhs(), it.op_token()) else {
                    return;
                };
                self.expr(&left, depth);
                let is_decided = match (operator.kind(), self.value(&left)) {
                    (SyntaxKind::AMP2, value) => value.is_none_or(|(value, _)| value == 0),
                    (SyntaxKind::PIPE2, value) => value.is_none_or(|(value, _)| value != 0),
                    _ => false,
                };
                if !is_decided {
                    self.expr(&right, depth);
                    self.operation(&left, &right, operator.kind(), operator.text_range().start());
                }
            }
            _ => {}
        }
    }

    fn fault(&mut self, number: u16, at: TextSize) {
        self.fault_in(Builtin::Int, number, at);
    }

    fn fault_in(&mut self, ty: Builtin, number: u16, at: TextSize) {
        let is_error = match number {
            OUT_OF_RANGE => self.check.settings.release >= Release::V13_1,
            _ => number != LARGE_SHIFT,
        };
        self.found.push(Fault { number, at, is_error, in_int: ty == Builtin::Int });
    }

    /// `-x` of the least number.
    fn negation(&mut self, expr: &ast::PrefixExpr) {
        let (Some(operator), Some(operand)) = (expr.op_token(), expr.expr()) else { return };
        let is_least = matches!(self.value(&operand), Some((value, ty)) if least(ty) == Some(value));
        if operator.kind() == SyntaxKind::MINUS && is_least {
            self.fault(OUT_OF_RANGE, operator.text_range().start());
        }
    }

    fn operation(&mut self, left: &ast::Expr, right: &ast::Expr, operator: SyntaxKind, at: TextSize) {
        let Some((divisor, right_type)) = self.value(right) else { return };
        let Some((value, left_type)) = self.value(left) else { return };
        match operator {
            SyntaxKind::SLASH if divisor == 0 => return self.fault(DIVISION_BY_ZERO, at),
            SyntaxKind::PERCENT if divisor == 0 => return self.fault(MODULO_ZERO, at),
            _ => {}
        }
        let start = right.syntax().text_range().start();
        if matches!(operator, SyntaxKind::SHL | SyntaxKind::SHR) {
            match bits(left_type) {
                Some(_) if divisor < 0 => self.fault(NEGATIVE_SHIFT, start),
                Some(bits) if divisor >= bits => self.fault(LARGE_SHIFT, start),
                _ => {}
            }
            return;
        }
        let result = match operator {
            SyntaxKind::PLUS => value.checked_add(divisor),
            SyntaxKind::MINUS => value.checked_sub(divisor),
            SyntaxKind::STAR => value.checked_mul(divisor),
            _ => return,
        };
        let wider = if bits(left_type) < bits(right_type) { right_type } else { left_type };
        let is_signed = least(left_type).is_some() && least(right_type).is_some();
        if let (true, Some(least)) = (is_signed, least(wider))
            && result.is_none_or(|result| result < least || result > -(least + 1))
        {
            self.fault_in(wider, OUT_OF_RANGE, at);
        }
    }
}

/// The width of a type's values in arithmetic, after promotion.
fn bits(ty: Builtin) -> Option<i128> {
    use Builtin::*;
    match ty {
        Bool | Char | SignedChar | UnsignedChar | Short | UnsignedShort | Int | UnsignedInt => Some(32),
        Long | UnsignedLong | LongLong | UnsignedLongLong => Some(64),
        _ => None,
    }
}

/// The least value of a promoted signed type.
fn least(ty: Builtin) -> Option<i128> {
    use Builtin::*;
    match ty {
        UnsignedInt | UnsignedLong | UnsignedLongLong => None,
        _ => bits(ty).map(|bits| -(1i128 << (bits - 1))),
    }
}
