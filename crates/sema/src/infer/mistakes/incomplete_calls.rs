//! Calls of functions that take or return objects of classes that are not complete ([expr.call]/7, 13).

use asunder_hir::body::ExprId;
use asunder_types::{Kind, Ty};

use super::super::{At, Infer, NodeId};
use crate::finding::{Argument, Mistake};
use crate::overload::{Candidate, Chosen};

/// "… returns incomplete type …".
const INCOMPLETE_RESULT: u16 = 409;
/// "cannot convert to incomplete …".
const INCOMPLETE_ARGUMENT: u16 = 515;

impl<'db> Infer<'_, 'db> {
    /// A call of a function that takes or returns objects of a class that is not complete ([expr.call]/7, 13).
    pub(crate) fn check_incomplete_call(
        &mut self,
        call: ExprId,
        chosen: &Chosen<'db>,
        candidates: &[Candidate<'db>],
        args: &[NodeId],
    ) {
        let db = self.db();
        if self.in_template || self.in_instance || self.unevaluated > 0 {
            return;
        }
        let incomplete = |infer: &Self, ty: Ty<'db>| {
            let ty = ty.unqualified(db);
            let class = ty.as_class(db).filter(|class| class.args(db).is_none())?;
            let is_incomplete = !infer.is_open(ty) && infer.sema.is_incomplete(ty, infer.completeness_item());
            is_incomplete.then(|| infer.class_text(infer.sema.ty(Kind::Class(class))))?
        };
        for (param, arg) in chosen.signature.params.iter().zip(args) {
            if let Some(text) = incomplete(self, *param) {
                let at = self.start_of(*arg);
                self.met(Mistake::new(INCOMPLETE_ARGUMENT, vec![Argument::entity("class", text)]), at);
            }
        }
        let result = chosen.signature.result;
        if let Some(text) = incomplete(self, result)
            && self.sema.class_around(chosen.symbol).is_none()
            && !self.sema.is_function_template(chosen.symbol.decl)
            && let Some(function) = self.function_argument(chosen.symbol, candidates, false)
        {
            let at = At::Point(call);
            self.met(Mistake::new(INCOMPLETE_RESULT, vec![function, Argument::ty(text)]), at);
        }
    }
}
