//! Comparisons that mean a function of another operator, or one that takes their operands in the other order
//! ([over.match.oper]/3.4).

use asunder_hir::body::ExprId;
use asunder_types::{Builtin, Value};

use super::operators::word;
use super::{At, Category, Infer, NodeId};
use crate::convert::Operand;
use crate::overload::{How, Resolution};

impl<'db> Infer<'_, 'db> {
    /// The comparison of two operands by the function that it is rewritten to; `None` where there is none, or it is deleted.
    pub(super) fn rewritten_call(
        &mut self,
        id: ExprId,
        operator: &'static str,
        lhs: NodeId,
        rhs: NodeId,
    ) -> Option<NodeId> {
        let other = self.rewritten(operator)?;
        for (operands, is_reversed) in [([lhs, rhs], false), ([rhs, lhs], true)] {
            if !is_reversed && other == operator {
                continue;
            }
            let candidates = match self.operator_candidates(other, &operands) {
                Ok(candidates) => candidates,
                Err(why) => return Some(self.gap(why, id)),
            };
            let list: Vec<Operand<'db>> = operands.iter().map(|node| self.operand(*node)).collect();
            match self.sema.choose(&candidates, list.first(), &list[1..], &How::operator()) {
                Resolution::Best(chosen) if self.sema.is_deleted(chosen.symbol) => return None,
                Resolution::Best(chosen) => {
                    let call = self.chosen_operator(id, chosen, &operands);
                    return Some(self.rewritten_result(id, operator, call, is_reversed));
                }
                Resolution::None => {}
                Resolution::Ambiguous => return Some(self.gap("ambiguous operator", id)),
                Resolution::Gap(why) => return Some(self.gap(why, id)),
            }
        }
        None
    }

    /// What a comparison makes of the call that it is rewritten to.
    fn rewritten_result(
        &mut self,
        id: ExprId,
        operator: &'static str,
        call: NodeId,
        is_reversed: bool,
    ) -> NodeId {
        let db = self.db();
        let result = self.node(call).ty;
        let bool_ty = self.sema.builtin(Builtin::Bool);
        match operator {
            "==" => call,
            "!=" if result.as_builtin(db) == Some(Builtin::Bool) => {
                self.op("lnot", bool_ty, Category::Prvalue, At::Point(id), vec![call])
            }
            "!=" => self.absorbed(id, vec![call]),
            _ => {
                let int = self.sema.builtin(Builtin::Int);
                let zero = self.literal(Value::Integer(0, int), int, id);
                let operands = if is_reversed { [zero, call] } else { [call, zero] };
                if result.as_class(db).is_some() {
                    let compared = self.operator_call(id, operator, &operands);
                    return compared.unwrap_or_else(|| self.absorbed(id, vec![call]));
                }
                if self.arithmetic_type(result).is_none() {
                    return self.absorbed(id, vec![call]);
                }
                self.op(word(operator), bool_ty, Category::Prvalue, At::Point(id), operands.to_vec())
            }
        }
    }
}
