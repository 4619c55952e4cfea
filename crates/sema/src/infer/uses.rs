//! The functions and variables that a body uses, noted where inference has found which one is meant.

use asunder_decls::names::{DeclRef, Point};
use asunder_hir::body::{ExprId, LambdaId, StmtId};
use asunder_types::{Symbol, Value};

use super::{At, Infer, NodeId};
use crate::uses::UseForm;

/// A function or variable that is used.
#[derive(Clone, Debug)]
pub(crate) struct Used<'db> {
    pub(crate) symbol: Symbol<'db>,
    pub(crate) form: UseForm,
    pub(crate) at: UsedAt,
    /// The lambda whose body it stands in.
    pub(crate) lambda: Option<LambdaId>,
    /// It is an operand that a constant one in front of it decides not to evaluate.
    pub(crate) is_removed: bool,
    /// It stands in a branch of `if constexpr` that is not taken.
    pub(crate) is_discarded: bool,
}

/// Where a function or variable is used.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UsedAt {
    /// The start of what names it, and the place of the expression that uses it.
    Expr(At, At),
    /// The start of the range in a range-for, and that statement: the step is evaluated behind its block. True if
    /// what is called for the range is known not to be constant.
    Range(ExprId, StmtId, bool),
    /// The name of a variable that a condition declares.
    Declared(DeclRef),
    /// A node that names a variable: what becomes of it is known from the finished tree.
    Variable(NodeId),
}

impl<'db> Infer<'_, 'db> {
    /// Notes a use of a function, unless the operand around it is not evaluated.
    pub(crate) fn note_use(&mut self, symbol: Symbol<'db>, form: UseForm, at: UsedAt) {
        self.check_used(symbol, form, at);
        let is_open = self.in_template && self.open_branches > 0;
        if is_open {
            return;
        }
        let (lambda, is_removed) = (self.lambda, self.removed > 0);
        let is_discarded = self.discarded.is_some();
        let used = Used { symbol, form, at, lambda, is_removed, is_discarded };
        if self.unevaluated == 0 {
            self.out.uses.push(used);
        } else if self.sema.is_instance(symbol) {
            self.out.only_named.push(used);
        }
    }

    /// A template parameter that stands for the address of a function is called: what was noted where it is named is a
    /// call.
    pub(crate) fn note_call_of_argument(&mut self, symbol: Symbol<'db>, name: At, point: At) {
        let named = self.out.uses.iter_mut().rev().find(|used| {
            used.symbol == symbol
                && used.form == UseForm::Name
                && matches!(used.at, UsedAt::Expr(at, _) if at == name)
        });
        if let Some(used) = named {
            used.form = UseForm::Call;
            used.at = UsedAt::Expr(name, point);
        }
    }

    /// From where the functions are seen that arguments find: instances are made at the end of the unit ([temp.point]).
    pub(crate) fn point_of_instance(&self) -> Point {
        if self.in_instance { Point::END } else { self.point }
    }

    /// Notes the use of a variable of a namespace or class.
    pub(crate) fn note_variable(&mut self, symbol: Symbol<'db>, node: NodeId) {
        self.note_use(symbol, UseForm::Name, UsedAt::Variable(node));
    }

    /// Notes the use of a variable of a block that is in memory of the device.
    pub(crate) fn note_device_local(&mut self, number: u32, node: NodeId) {
        let Some(decl) = self.out.variables.get(number as usize).and_then(|it| it.decl) else { return };
        let spaces = self.sema.decl(decl).attributes.spaces;
        if spaces.shared || spaces.device || spaces.constant {
            self.note_variable(Symbol { decl, env: self.env }, node);
        }
    }

    /// Notes the use of what a node is or makes.
    pub(crate) fn note_use_at_node(&mut self, symbol: Symbol<'db>, form: UseForm, node: NodeId) {
        let (start, point) = (self.start_of(node), self.node(node).at);
        self.note_use(symbol, form, UsedAt::Expr(start, point));
    }

    /// Whether the right operand of `&&` or `||` is never evaluated: the left one is a constant that decides.
    pub(crate) fn decides(&mut self, operator: &str, left: NodeId) -> bool {
        let decisive = match operator {
            "&&" => false,
            "||" => true,
            _ => return false,
        };
        matches!(self.value_of(left), Some(Value::Integer(value, _)) if (value != 0) == decisive)
    }

    /// Walks an operand that is not evaluated, though it stands where operands are, if `is_removed`.
    pub(crate) fn maybe_removed<T>(&mut self, is_removed: bool, step: impl FnOnce(&mut Self) -> T) -> T {
        self.removed += u32::from(is_removed);
        let result = step(self);
        self.removed -= u32::from(is_removed);
        result
    }
}
