//! Operators that several functions take equally well ([over.match.oper]).

use asunder_hir::body::ExprId;

use super::super::{At, Infer, NodeId};
use crate::convert::Operand;
use crate::finding::{Argument, Mistake, Place};
use crate::overload::{Candidate, How};

/// "more than one operator … matches these operands:".
const SEVERAL: u16 = 350;

impl<'db> Infer<'_, 'db> {
    /// An infix operator for which several functions that are not templates are equally good.
    pub(crate) fn check_ambiguous_operator(
        &mut self,
        id: ExprId,
        operator: &'static str,
        operands: &[NodeId],
        candidates: &[Candidate<'db>],
    ) {
        if let Some(mistake) = self.ambiguous_operator(operator, operands, candidates) {
            self.met(mistake, At::Point(id));
        }
    }

    fn ambiguous_operator(
        &self,
        operator: &'static str,
        operands: &[NodeId],
        candidates: &[Candidate<'db>],
    ) -> Option<Mistake> {
        let [left, right] = *operands else { return None };
        if self.in_template || self.rewritten(operator).is_some() || matches!(operator, "=" | "[]" | "()") {
            return None;
        }
        let is_known = |node: NodeId| self.is_known(node) && self.is_known_class(self.node(node).ty);
        let is_template = |it: &Candidate<'db>| self.sema.is_function_template(it.symbol.decl);
        if !is_known(left) || !is_known(right) || candidates.iter().any(is_template) {
            return None;
        }
        let values: Vec<Operand<'db>> = operands.iter().map(|node| self.operand(*node)).collect();
        let how = How::operator();
        let mut equals = self.sema.equally_good(candidates, values.first(), &values[1..], &how)?;
        equals.sort_by_key(|chosen| chosen.symbol.decl);
        if equals.len() < 2 {
            return None;
        }
        let mut mistake = Mistake::new(SEVERAL, vec![Argument::Name(operator.to_owned())]);
        for chosen in &equals {
            let Argument::Entity { kind, name, .. } = self.full_function(chosen.symbol)? else { return None };
            mistake.details.push(vec![
                Argument::Entity { kind, name, declared: None },
                Argument::Text(" (declared ".to_owned()),
                Argument::At(Place::Decl(chosen.symbol.decl)),
                Argument::Text(")".to_owned()),
            ]);
        }
        let text =
            format!("operand types are: {} {operator} {}", self.bare_type(left)?, self.bare_type(right)?);
        mistake.details.push(vec![Argument::Text(text)]);
        let is_member = |it: &Candidate<'db>| {
            let is_friend = self.sema.decl(it.symbol.decl).specifiers.is_friend;
            self.sema.class_around(it.symbol).is_some() && !is_friend
        };
        let (members, free): (Vec<_>, Vec<_>) = candidates.iter().copied().partition(is_member);
        mistake.notes.extend(self.notes_beside(&members, &equals, &operands[1..])?);
        mistake.notes.extend(self.notes_beside(&free, &equals, operands)?);
        mistake.notes.extend(self.built_in_infix(operator, left, right)?);
        Some(mistake)
    }
}
