//! Arithmetic of constants that goes wrong: overflow, division by zero, shifts by wrong numbers of bits.
//!
//! Where a constant is required, CUDA 13.0 reports what goes wrong as such, since 13.1 overflow as an error. Since 13.3
//! the expression is not constant, and what goes wrong is a note on that: the interpreter finds it
//! ([`Sema::evaluates_first`](crate::view::Sema::evaluates_first)).

use asunder_syntax::Release;
use asunder_types::{Value, size_of};

use crate::constants::{Overflow, integer_operation};
use crate::finding::Mistake;
use crate::infer::{Infer, NodeId, What};

/// "division by zero".
pub(crate) const DIVISION: u16 = 39;
/// "integer operation result is out of range".
const OUT_OF_RANGE: u16 = 61;
/// "shift count is negative".
pub(crate) const NEGATIVE_SHIFT: u16 = 62;
/// "shift count is too large".
pub(crate) const LONG_SHIFT: u16 = 63;
/// "right operand of "%" is zero".
pub(crate) const REMAINDER: u16 = 179;

/// The first release in which an overflow is an error where a constant is required.
const OVERFLOW_IS_ERROR: Release = Release::V13_1;

impl<'db> Infer<'_, 'db> {
    /// A built-in operation on numbers.
    pub(crate) fn check_arithmetic(&mut self, node: NodeId) {
        if self.unevaluated > 0 || self.removed > 0 {
            return;
        }
        let it = self.node(node);
        let What::Op(op) = it.what else { return };
        let mut at = it.at;
        let op = op.trim_end_matches("_assign");
        let operands = it.operands.clone();
        let mut is_folded = true;
        let integer = |infer: &Self, node: NodeId| match infer.value_of(node) {
            Some(Value::Integer(number, ty)) => Some((number, ty.as_builtin(infer.db())?)),
            _ => None,
        };
        let number = match (op, operands.as_slice()) {
            ("negate", [operand]) => match integer(self, *operand) {
                Some((number, of)) => {
                    let result = integer_operation("subtract", 0, number, of, self.sema.dialect.standard);
                    if result != Err(Overflow::Exceeds) {
                        return;
                    }
                    OUT_OF_RANGE
                }
                None => return,
            },
            ("divide" | "remainder", [left, right]) => {
                let of = self.node(*left).ty.unqualified(self.db()).as_builtin(self.db());
                // Where a constant is required, calls are folded, too.
                is_folded = integer(self, *left).is_some()
                    || (self.in_required > 0 || self.in_constant > 0) && self.evaluate(*left).is_some();
                if !is_folded {
                    at = self.start_of(*right);
                }
                let is_zero = match self.value_of(*right) {
                    Some(Value::Integer(number, _)) => number == 0,
                    // A quotient of floating constants is infinite, or no number.
                    Some(Value::Floating(number, _)) => {
                        f64::from_bits(number) == 0.0 && self.value_of(*left).is_none()
                    }
                    _ => false,
                };
                match of {
                    Some(_) if is_zero && op == "divide" => DIVISION,
                    Some(of) if is_zero && asunder_types::is_integral(of) => REMAINDER,
                    _ => return,
                }
            }
            ("shiftl" | "shiftr", [left, right]) => {
                let of = self.node(*left).ty.unqualified(self.db()).as_builtin(self.db());
                let bits = of.and_then(size_of).map(|size| i128::from(size) * 8);
                at = self.start_of(*right);
                match (integer(self, *right), bits) {
                    (Some((count, _)), _) if count < 0 => NEGATIVE_SHIFT,
                    (Some((count, _)), Some(bits)) if count >= bits => LONG_SHIFT,
                    _ => return,
                }
            }
            ("add" | "subtract" | "multiply", [left, right]) => {
                let (Some((a, of)), Some((b, _))) = (integer(self, *left), integer(self, *right)) else {
                    return;
                };
                if integer_operation(op, a, b, of, self.sema.dialect.standard) != Err(Overflow::Exceeds) {
                    return;
                }
                OUT_OF_RANGE
            }
            _ => return,
        };
        let is_required = is_folded && (self.in_required > 0 || self.in_constant > 0);
        if is_required && op != "negate" && !self.folds_required && self.sema.evaluates_first() {
            return;
        }
        let is_error = is_required
            && match number {
                LONG_SHIFT => false,
                OUT_OF_RANGE => self.sema.dialect.release >= OVERFLOW_IS_ERROR,
                _ => true,
            };
        if is_error || self.folds_required {
            self.out.plan.reported.insert(node);
        }
        self.met(Mistake { is_error, ..Mistake::new(number, Vec::new()) }, at);
    }
}
