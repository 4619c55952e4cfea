//! Conditions of `for` that start with a name which nothing declares and `<`: the reference reads template arguments there
//! first, up to the `;`.

use asunder_hir::body::{Condition, Expr, ExprId};
use asunder_mangle::model::Ident;

use super::super::{At, Category, Infer, NodeId};
use crate::eval::Stop;
use crate::finding::{Argument, Met, MetAt, Mistake, NOT_CONSTANT};
use crate::lookup::{Lookup, Sought, Want};

/// "expected a ">"".
const EXPECTED_GREATER: u16 = 439;
/// "… is not a template".
const NO_TEMPLATE: u16 = 864;

/// A condition that the reference reads as a template with an argument.
pub(crate) struct UnknownTemplate {
    condition: ExprId,
    name: ExprId,
    ident: Ident,
    /// What the argument starts with, and whether it is all of it.
    operand: (ExprId, bool),
    /// The name has been reported before.
    is_known: bool,
    /// How many mistakes and nodes there were in front of the condition.
    before: (usize, usize),
}

impl<'db> Infer<'_, 'db> {
    /// The condition of a `for`, if it starts with a name that nothing declares and `<`.
    pub(crate) fn unknown_template_in(&self, condition: &Condition) -> Option<UnknownTemplate> {
        let Condition::Expr(condition) = condition else { return None };
        if self.in_instance {
            return None;
        }
        let (comparison, is_whole) = match &self.body[*condition] {
            Expr::Binary("<", ..) => (*condition, true),
            Expr::Binary("&&" | "||", first, _) => (*first, false),
            _ => return None,
        };
        let Expr::Binary("<", name, operand) = &self.body[comparison] else { return None };
        let Expr::Name(path) = &self.body[*name] else { return None };
        let ident = path.as_ident().filter(|ident| !ident.starts_with("__"))?;
        let is_known = match self.sema.lookup(Sought::Ident(ident), self.site(), Want::Any) {
            Lookup::None => false,
            Lookup::Variable(number) if self.is_undeclared_variable(number) => true,
            _ => return None,
        };
        if self.compares_greater(*condition) {
            return None;
        }
        Some(UnknownTemplate {
            condition: *condition,
            name: *name,
            ident: ident.clone(),
            operand: (*operand, is_whole),
            is_known,
            before: (self.out.mistakes.len(), self.out.nodes.len()),
        })
    }

    /// Whether a `>` stands among the operators of a condition.
    fn compares_greater(&self, condition: ExprId) -> bool {
        let mut pending = vec![condition];
        while let Some(expr) = pending.pop() {
            match &self.body[expr] {
                Expr::Binary(operator, ..) if operator.starts_with('>') => return true,
                Expr::Binary(_, first, second) => pending.extend([*first, *second]),
                _ => {}
            }
        }
        false
    }

    /// What the reference says of such a condition, which has been walked.
    pub(crate) fn check_unknown_template(&mut self, unknown: &UnknownTemplate) {
        let (mistakes, nodes) = unknown.before;
        // The expression is read behind that.
        for met in &mut self.out.mistakes[mistakes..] {
            met.behind = Some(unknown.condition);
        }
        let mut found = Vec::new();
        if !unknown.is_known {
            let name = Argument::Text(unknown.ident.to_string());
            let at = MetAt::Node(At::Start(unknown.name));
            found.push(Met::at(Mistake::new(NO_TEMPLATE, vec![name]), at));
        }
        if let Some(mistake) = self.failed_argument(unknown.operand, nodes) {
            found.push(Met::at(mistake, MetAt::Node(At::Start(unknown.operand.0))));
        }
        let end = MetAt::TokenBehind(unknown.condition);
        found.push(Met::at(Mistake::new(EXPECTED_GREATER, Vec::new()), end));
        self.out.mistakes.splice(mistakes..mistakes, found);
    }

    /// Why the operand behind `<` is no constant; `first` is the first node of the condition.
    fn failed_argument(&mut self, (operand, is_whole): (ExprId, bool), first: usize) -> Option<Mistake> {
        let is_there =
            |at: At| matches!(at, At::Point(at) | At::Start(at) | At::Tail(at, _) if at == operand);
        let index = self.out.nodes[first..].iter().rposition(|node| is_there(node.at))?;
        let node = NodeId((first + index) as u32);
        if !self.is_known(node) || self.is_open(self.node(node).ty) {
            return None;
        }
        // Alone it may be an argument for a reference.
        let value = match is_whole && self.node(node).category == Category::Lvalue {
            true => {
                let ty = self.node(node).ty.pointer_to(self.db());
                self.op("address_of", ty, Category::Prvalue, At::Start(operand), vec![node])
            }
            false => self.decay(node),
        };
        match self.evaluated(value) {
            Err(Stop::Not(failure)) => {
                let mut mistake = Mistake::new(NOT_CONSTANT, Vec::new());
                mistake.notes = failure.notes;
                Some(mistake)
            }
            _ => None,
        }
    }
}
