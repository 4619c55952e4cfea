//! Comparisons that have one result: unsigned integers are never below zero.

use asunder_decls::written::{DeclKind, TypeExpr};
use asunder_hir::body::ExprId;
use asunder_types::{Builtin, Kind, Ty, Value};

use crate::finding::Mistake;
use crate::infer::{At, Infer, Named, NodeId, What};

/// "pointless comparison of unsigned integer with zero".
const POINTLESS: u16 = 186;

impl<'db> Infer<'_, 'db> {
    /// A built-in comparison of two numbers, before they are converted.
    pub(crate) fn check_pointless_comparison(
        &mut self,
        id: ExprId,
        operator: &str,
        lhs: NodeId,
        rhs: NodeId,
    ) {
        let (operand, zero) = match operator {
            "<" | ">=" => (lhs, rhs),
            ">" | "<=" => (rhs, lhs),
            _ => return,
        };
        let is_zero = matches!(self.value_of(zero), Some(Value::Integer(0, _)));
        if self.unevaluated == 0
            && self.removed == 0
            && is_zero
            && self.is_unsigned(self.node(operand).ty)
            && !self.may_be_constant(operand)
            && !(self.in_template && self.may_depend(operand))
        {
            self.met(Mistake::new(POINTLESS, Vec::new()), At::Point(id));
        }
    }

    /// Whether a type is one of numbers that are never negative, or an enumeration that is declared as one of such.
    fn is_unsigned(&self, ty: Ty<'db>) -> bool {
        use Builtin::*;
        let ty = ty.unqualified(self.db());
        let underlying = match ty.kind(self.db()) {
            Kind::Enum(decl, env) => match &self.sema.decl(*decl).kind {
                DeclKind::Enum(declared) if declared.base.is_some() => self.sema.underlying_type(*decl, *env),
                _ => None,
            },
            _ => ty.as_builtin(self.db()),
        };
        matches!(
            underlying,
            Some(
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

    /// Whether an operand in a template as it is written may depend on its parameters: the reference takes calls, and
    /// variables whose types are deduced, for such.
    fn may_depend(&self, operand: NodeId) -> bool {
        let it = self.node(operand);
        if self.sema.is_dependent(it.ty) {
            return true;
        }
        match (it.named, &it.what) {
            (Some(Named::Local(number)), _) => {
                let variable = self.out.variables.get(number as usize);
                variable.and_then(|it| it.decl).is_some_and(|decl| self.sema.has_placeholder(decl))
            }
            (Some(Named::Symbol(symbol)), _) => {
                let kind = &self.sema.decl(symbol.decl).kind;
                let is_plain = |ty: &TypeExpr| matches!(ty, TypeExpr::Builtin(_) | TypeExpr::Signed(_));
                !matches!(kind, DeclKind::Variable { ty, .. } if is_plain(ty))
            }
            (_, What::Constant(value)) => !matches!(value, Value::Integer(..) | Value::Floating(..)),
            // A member of the object does not depend on what the object is.
            (_, What::Op("points_to_field" | "dot_field")) => {
                it.operands.last().is_none_or(|member| self.may_depend(*member))
            }
            (_, What::Op(_)) => it.operands.iter().any(|operand| self.may_depend(*operand)),
            _ => true,
        }
    }

    /// Whether an operand may be a constant: then so is the comparison, and nothing is said of it. A variable that is
    /// `const` counts, whatever initializes it.
    fn may_be_constant(&self, operand: NodeId) -> bool {
        if self.value_of(operand).is_some() {
            return true;
        }
        match self.node(operand).named {
            Some(Named::Local(_)) => self.node(operand).ty.qualifiers(self.db()).is_const,
            _ => false,
        }
    }
}
