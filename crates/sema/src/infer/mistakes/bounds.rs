//! Bounds of arrays ([dcl.array]): their types, bounds that are negative; types of enumerators' values ([dcl.enum]/5).

use asunder_hir::body::{Expr, ExprId};
use asunder_types::{Kind, Value, is_integral};

use super::super::{At, Infer, NodeId, What};
use crate::eval::Val;
use crate::finding::{Argument, Mistake};

/// "the size of an array must be greater than zero".
pub(crate) const NOT_POSITIVE: u16 = 94;
/// "expression must have integral or unscoped enum type".
const NOT_INTEGRAL: u16 = 2140;
/// "this constant expression has type … instead of the required … type".
const CONSTANT_TYPE: u16 = 2373;

/// "this constant expression has type … instead of the required integral or enum type".
const ENUMERATOR_TYPE: u16 = 2412;

impl<'db> Infer<'_, 'db> {
    /// The type of a bound: outside functions `required` is the type that it is converted to. True if it is wrong.
    pub(crate) fn check_type_of_bound(&mut self, node: NodeId, expr: ExprId, required: Option<&str>) -> bool {
        if !self.is_no_number(node, false) {
            return false;
        }
        let mistake = match required {
            Some(required) => {
                let Some(from) = self.type_of_value_argument(node) else { return true };
                Mistake::new(CONSTANT_TYPE, vec![from, Argument::Name(required.to_owned())])
            }
            None => Mistake::new(NOT_INTEGRAL, Vec::new()),
        };
        self.met(mistake, At::Start(expr));
        true
    }

    /// The type of an enumerator's value. True if it is wrong.
    pub(crate) fn check_type_of_enumerator(&mut self, node: NodeId, expr: ExprId) -> bool {
        if !self.is_no_number(node, true) {
            return false;
        }
        if let Some(from) = self.type_of_value_argument(node) {
            self.met(Mistake::new(ENUMERATOR_TYPE, vec![from]), At::Start(expr));
        }
        true
    }

    /// Whether a node is surely neither a number nor converted to one.
    pub(super) fn is_no_number(&self, node: NodeId, may_be_scoped: bool) -> bool {
        let db = self.db();
        if !self.is_known(node) || matches!(self.node(node).what, What::Gap(_)) {
            return false;
        }
        let ty = self.node(node).ty.decayed(db).unqualified(db);
        match ty.kind(db) {
            Kind::Builtin(builtin) => !is_integral(*builtin),
            Kind::Enum(decl, _) => !may_be_scoped && self.sema.is_scoped(*decl),
            Kind::Pointer(_) | Kind::MemberPointer(..) => true,
            Kind::Class(class) => {
                self.is_known_class(ty) && self.sema.conversion_functions(*class).is_empty()
            }
            _ => false,
        }
    }

    /// A bound that is a constant below zero.
    pub(crate) fn check_sign_of_bound(&mut self, node: NodeId, expr: ExprId) {
        // `condition ? 1 : -1` asserts something: conditions are not known well enough to report that it fails.
        if !self.is_known(node) || matches!(self.body[expr], Expr::Conditional(..)) {
            return;
        }
        let value = match self.value_of(node) {
            Some(Value::Integer(value, _)) => value,
            _ => match self.evaluated(node) {
                Ok(Val::Int(value)) => value,
                _ => return,
            },
        };
        if value < 0 {
            self.met_plain(NOT_POSITIVE, At::Start(expr));
        }
    }
}
