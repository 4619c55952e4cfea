//! Three-way comparisons of values ([expr.spaceship]).

use asunder_hir::body::ExprId;
use asunder_types::{Builtin, Ty, arithmetic_result};

use super::{At, Category, Infer, NodeId};

impl<'db> Infer<'_, 'db> {
    /// `a <=> b` of values ([expr.spaceship]): what compares them is a class of the library.
    pub(super) fn three_way_comparison(&mut self, id: ExprId, lhs: NodeId, rhs: NodeId) -> NodeId {
        const UNKNOWN: &str = "three-way comparison of values";
        let db = self.db();
        let (a, b) = (self.node(lhs).ty.unqualified(db), self.node(rhs).ty.unqualified(db));
        let is_bool = |ty: Ty<'db>| ty.as_builtin(db) == Some(Builtin::Bool);
        let common = match (self.operand_type(lhs), self.operand_type(rhs)) {
            (Some(x), Some(y)) if is_bool(a) == is_bool(b) => match arithmetic_result(x, y) {
                Some(common) => self.sema.builtin(common),
                None => return self.gap(UNKNOWN, id),
            },
            (Some(_), Some(_)) => return self.gap(UNKNOWN, id),
            _ if a == b && a.as_enum(db).is_some() => a,
            _ => match self.composite_pointer(a, b) {
                Some(common) => common,
                None => return self.gap(UNKNOWN, id),
            },
        };
        let is_floating = common.as_builtin(db).is_some_and(asunder_types::is_floating);
        let category = if is_floating { "partial_ordering" } else { "strong_ordering" };
        let Some(symbol) = self.named_in_std(category) else { return self.gap(UNKNOWN, id) };
        let ty = self.sema.type_of_symbol(symbol, None, self.site());
        for operand in [lhs, rhs] {
            // An integer may become a floating number.
            let of = self.operand_type(operand);
            if of.is_some_and(|of| !is_floating || asunder_types::is_floating(of)) {
                if self.check_fits(operand, common) {
                    return self.error(id, vec![lhs, rhs]);
                }
                self.check_narrowed_element(operand, common);
            }
        }
        let (lhs, rhs) = (self.converted_to(lhs, common), self.converted_to(rhs, common));
        self.op("spaceship", ty, Category::Prvalue, At::Point(id), vec![lhs, rhs])
    }
}
