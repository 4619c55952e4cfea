//! Variables that are read before they have a value.
//!
//! The statements of a function are gone through in the order of its text, whatever jumps: a variable has a value from
//! where something is written to it, or it is bound to a reference or its address is taken. What loops and labels
//! bring back is not looked at: a variable from outside a loop counts as set in its body, and one that stands in front
//! of a label counts as set behind it.

use asunder_decls::written::DeclName;
use asunder_hir::body::{Capture, Condition, Declared, ExprId, Init, LambdaId, Stmt, StmtId};
use asunder_types::{Bound, Kind, Ty};
use rustc_hash::FxHashMap;

use super::made::{Detail, Made};
use super::{At, Infer, Named, NodeId, What};
use crate::finding::{Argument, MetAt, Mistake, Place};
use crate::special::{Provided, Special};

/// "… is used before its value is set".
const UNSET: u16 = 549;

/// Where a variable was declared that has no value yet.
#[derive(Clone, Copy)]
struct DeclaredIn {
    /// The number of loops around it.
    loops: u32,
    /// The number of labels in front of it.
    labels: u32,
}

/// A way through a function's text.
#[derive(Default)]
struct Walk {
    /// The variables without a value, by their numbers.
    unset: FxHashMap<u32, DeclaredIn>,
    loops: u32,
    labels: u32,
    /// The call that the variable is an argument of: it is read when all of them are known.
    call: Option<ExprId>,
    /// The lambdas around the place, from which variable on all are their own, and where they stand: what they copy is
    /// looked at when they end.
    lambdas: Vec<(LambdaId, u32, Option<ExprId>)>,
}

impl<'db> Infer<'_, 'db> {
    /// Reports the variables of a function that are read before they have a value.
    pub(crate) fn check_unset(&mut self, block: StmtId) {
        self.unset_statement(block, &mut Walk::default());
    }

    fn unset_statement(&mut self, id: StmtId, walk: &mut Walk) {
        crate::view::deep(|| self.unset_statement_at_depth(id, walk));
    }

    fn unset_statement_at_depth(&mut self, id: StmtId, walk: &mut Walk) {
        let body = self.body;
        match &body[id] {
            Stmt::Block(all) => all.iter().for_each(|id| self.unset_statement(*id, walk)),
            Stmt::Expr(expr) => self.unset_root(*expr, walk),
            Stmt::Return(Some(expr)) | Stmt::CoReturn(Some(expr)) | Stmt::GotoComputed(expr) => {
                self.unset_root(*expr, walk);
            }
            Stmt::Decl(all) => all.iter().for_each(|declared| self.unset_declared(declared, walk)),
            Stmt::If { init, condition, then, otherwise, .. } => {
                init.iter().for_each(|id| self.unset_statement(*id, walk));
                condition.iter().for_each(|condition| self.unset_condition(condition, walk));
                self.unset_statement(*then, walk);
                otherwise.iter().for_each(|id| self.unset_statement(*id, walk));
            }
            Stmt::While(condition, block) => {
                self.unset_condition(condition, walk);
                walk.loops += 1;
                self.unset_statement(*block, walk);
                walk.loops -= 1;
            }
            Stmt::Do(block, condition) => {
                walk.loops += 1;
                self.unset_statement(*block, walk);
                walk.loops -= 1;
                self.unset_root(*condition, walk);
            }
            Stmt::For { init, condition, step, body: block } => {
                init.iter().for_each(|id| self.unset_statement(*id, walk));
                condition.iter().for_each(|condition| self.unset_condition(condition, walk));
                walk.loops += 1;
                step.iter().for_each(|step| self.unset_root(*step, walk));
                self.unset_statement(*block, walk);
                walk.loops -= 1;
            }
            Stmt::RangeFor { init, body: block, .. } => {
                init.iter().for_each(|id| self.unset_statement(*id, walk));
                match self.out.plan.ranges.get(&id).and_then(|plan| plan.range) {
                    Some(range) => self.unset_node(range, false, walk),
                    None => walk.unset.clear(),
                }
                walk.loops += 1;
                self.unset_statement(*block, walk);
                walk.loops -= 1;
            }
            Stmt::Switch(init, condition, block) => {
                init.iter().for_each(|id| self.unset_statement(*id, walk));
                self.unset_condition(condition, walk);
                self.unset_statement(*block, walk);
            }
            Stmt::Case(_, _, inner) => inner.iter().for_each(|id| self.unset_statement(*id, walk)),
            Stmt::Labeled(label, inner) => {
                walk.labels += u32::from(label.is_some());
                inner.iter().for_each(|id| self.unset_statement(*id, walk));
            }
            Stmt::Try(block, handlers) => {
                self.unset_statement(*block, walk);
                handlers.iter().for_each(|handler| self.unset_statement(handler.block, walk));
            }
            Stmt::Asm(operands) => {
                // Which of them are written to is not known here.
                if !operands.is_empty() {
                    walk.unset.clear();
                }
            }
            Stmt::Ambiguous { .. } => match self.out.plan.readings.get(&id).copied() {
                Some(reading) => self.unset_statement(reading, walk),
                None => walk.unset.clear(),
            },
            Stmt::Empty
            | Stmt::Return(None)
            | Stmt::CoReturn(None)
            | Stmt::StaticAssert(_)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Goto(_)
            | Stmt::LocalLabels(_) => {}
        }
    }

    fn unset_condition(&mut self, condition: &Condition, walk: &mut Walk) {
        match condition {
            Condition::Expr(expr) => self.unset_root(*expr, walk),
            Condition::Decl(declared) => self.unset_declared(declared, walk),
        }
    }

    fn unset_declared(&mut self, declared: &Declared, walk: &mut Walk) {
        let Some((number, made)) = self.out.plan.locals.get(&declared.decl).cloned() else {
            // What initializes a binding, or a name that is no object, is not followed.
            if declared.init != Init::None {
                walk.unset.clear();
            }
            return;
        };
        let is_eligible = self.starts_unset(number, &declared.init);
        if is_eligible {
            walk.unset.insert(number, DeclaredIn { loops: walk.loops, labels: walk.labels });
        }
        if declared.init != Init::None {
            self.unset_made(&made, walk);
            walk.unset.remove(&number);
        }
    }

    /// Whether a variable has no value behind its declarator.
    fn starts_unset(&self, number: u32, init: &Init) -> bool {
        let variable = self.variable_of(number);
        let ty = variable.ty;
        let is_object = variable.decl.is_some_and(|decl| {
            let decl = self.sema.decl(decl);
            !decl.specifiers.is_extern && !matches!(decl.name, DeclName::Bindings(_))
        });
        // A static variable starts with zero; its own initializer comes before that.
        let is_thread_local =
            variable.decl.is_some_and(|decl| self.sema.decl(decl).specifiers.is_thread_local);
        let is_static = (variable.is_static || is_thread_local) && *init == Init::None;
        is_object && !is_static && !self.is_open(ty) && self.has_no_first_value(ty)
    }

    /// Whether an object of a type that is not initialized has no value ([dcl.init]/7).
    fn has_no_first_value(&self, ty: Ty<'db>) -> bool {
        let db = self.db();
        let mut element = ty;
        while let Kind::Array(inner, _) = element.kind(db) {
            element = *inner;
        }
        if element.qualifiers(db).is_volatile || element.absorbs(db) {
            return false;
        }
        match element.unqualified(db).kind(db) {
            Kind::Builtin(builtin) => {
                !matches!(builtin, asunder_types::Builtin::Void | asunder_types::Builtin::NullPtr)
            }
            Kind::Pointer(_) | Kind::MemberPointer(..) | Kind::Enum(..) => true,
            Kind::Class(class) => {
                let default = Special::Default;
                self.sema.definition(*class).is_some_and(|it| !self.sema.fields(&it).is_empty())
                    && self.sema.special_member(*class, default) == Some(Provided::Made(default))
                    && self.sema.is_trivial(*class, default) == Some(true)
            }
            _ => false,
        }
    }

    fn unset_root(&mut self, expr: ExprId, walk: &mut Walk) {
        match self.out.plan.roots.get(&expr).copied() {
            Some(root) => self.unset_discarded(root, walk),
            None => walk.unset.clear(),
        }
    }

    /// What is named without being used leaves all as it is.
    fn unset_discarded(&mut self, id: NodeId, walk: &mut Walk) {
        let node = self.node(id);
        match (&node.what, node.operands.as_slice()) {
            (What::Variable, _) if !node.read => {
                // To name it in a lambda is to copy it.
                if let Some(Named::Local(number)) = node.named
                    && walk.lambdas.last().is_some_and(|(_, own, _)| number < *own)
                {
                    let at = MetAt::Node(node.at);
                    self.unset_name(number, true, at, walk);
                }
            }
            (What::Op("cast"), [operand]) if node.ty.is_void(self.db()) => {
                let operand = *operand;
                self.unset_discarded(operand, walk);
            }
            _ => self.unset_node(id, false, walk),
        }
    }

    fn unset_made(&mut self, made: &Made, walk: &mut Walk) {
        match made {
            Made::Unknown => walk.unset.clear(),
            Made::Default | Made::Empty => {}
            Made::Node(node) => self.unset_node(*node, false, walk),
            Made::Parts(parts) => parts.iter().for_each(|(_, made)| self.unset_made(made, walk)),
        }
    }

    /// An expression; `is_read` says that an object that it is part of the way to is read.
    fn unset_node(&mut self, id: NodeId, is_read: bool, walk: &mut Walk) {
        crate::view::deep(|| self.unset_node_at_depth(id, is_read, walk));
    }

    fn unset_node_at_depth(&mut self, id: NodeId, is_read: bool, walk: &mut Walk) {
        if walk.unset.is_empty() && !matches!(self.node(id).what, What::Op(_)) {
            return;
        }
        let node = self.node(id);
        let is_read = is_read || node.read;
        let operands = node.operands.clone();
        match &node.what {
            // What is read of the operands of something wrong is said there; the others count as set.
            What::Gap(_) if matches!(node.ty.kind(self.db()), Kind::Error) => {
                self.unset_arguments(id, &operands, walk);
            }
            What::Gap(_) => walk.unset.clear(),
            What::Functions => {}
            What::Variable => {
                if let Some(Named::Local(number)) = node.named {
                    self.unset_name(number, is_read, MetAt::Node(node.at), walk);
                }
            }
            What::Op(op) => match (*op, operands.as_slice()) {
                ("assign", [to, from]) => {
                    self.unset_node(*from, false, walk);
                    self.unset_node(*to, false, walk);
                }
                ("comma", [first, second]) => {
                    self.unset_discarded(*first, walk);
                    self.unset_node(*second, is_read, walk);
                }
                (op, [to, from]) if op.ends_with("_assign") => {
                    self.unset_node(*from, false, walk);
                    self.unset_node(*to, true, walk);
                }
                ("pre_incr" | "pre_decr" | "post_incr" | "post_decr", [to, ..]) => {
                    self.unset_node(*to, true, walk);
                }
                ("dot_field" | "lvalue_adjust" | "lvalue_cast" | "base_class_cast", [object, ..]) => {
                    self.unset_node(*object, is_read, walk);
                }
                ("call" | "dot_member_call" | "points_to_member_call", _) => {
                    self.unset_arguments(id, &operands, walk);
                }
                ("subscript" | "indirect", [object, rest @ ..]) => {
                    let array = match (&self.node(*object).what, self.node(*object).operands.as_slice()) {
                        (What::Op("array_to_pointer"), [array]) => Some(*array),
                        _ => None,
                    };
                    match array {
                        Some(array) => self.unset_node(array, is_read, walk),
                        None => self.unset_node(*object, false, walk),
                    }
                    rest.iter().for_each(|index| self.unset_node(*index, false, walk));
                }
                _ => operands.iter().for_each(|operand| self.unset_node(*operand, false, walk)),
            },
            _ => operands.iter().for_each(|operand| self.unset_node(*operand, false, walk)),
        }
        if let Some(detail) = self.out.plan.details.get(&id).cloned() {
            self.unset_detail(id, &detail, walk);
        }
    }

    /// The operands of a call, or of something wrong.
    fn unset_arguments(&mut self, call: NodeId, operands: &[NodeId], walk: &mut Walk) {
        let call = match self.node(call).at {
            At::Point(expr) | At::Start(expr) => Some(expr),
            _ => None,
        };
        for operand in operands {
            let is_variable = matches!(self.node(*operand).what, What::Variable);
            let outer = std::mem::replace(&mut walk.call, call.filter(|_| is_variable));
            self.unset_node(*operand, false, walk);
            walk.call = outer;
        }
    }

    fn unset_detail(&mut self, id: NodeId, detail: &Detail<'db>, walk: &mut Walk) {
        match detail {
            Detail::Made(made) => self.unset_made(made, walk),
            Detail::New { made, count, .. } => {
                count.iter().for_each(|count| self.unset_node(*count, false, walk));
                self.unset_made(made, walk);
            }
            Detail::Delete(object, _) | Detail::Destroyed(object, _) | Detail::Thrown(object) => {
                self.unset_node(*object, false, walk);
            }
            Detail::Statements(block) => self.unset_statement(*block, walk),
            Detail::Lambda(plan) => {
                let body = self.body;
                let own = plan.captures.first().map_or(plan.first_param, |(first, ..)| *first);
                let mut initialized = plan.captures.iter();
                let whole = match self.node(id).at {
                    At::Point(expr) | At::Start(expr) => Some(expr),
                    _ => None,
                };
                let call = std::mem::replace(&mut walk.call, whole);
                for (index, capture) in body[plan.lambda].captures.iter().enumerate() {
                    match capture {
                        Capture::Name { name, init: Init::None, by_reference, .. } => {
                            let named =
                                |number: &&u32| self.variable_of(**number).name.as_ref() == Some(name);
                            // What the body reads of the copy of an object is looked at there.
                            let is_object =
                                |number: &u32| self.variable_of(*number).ty.as_class(self.db()).is_some();
                            let number = walk.unset.keys().filter(named).max().copied();
                            let number = number.filter(|number| *by_reference || !is_object(number));
                            let at = MetAt::Capture(plan.lambda, index as u32);
                            if let Some(number) = number {
                                self.unset_name(number, !by_reference, at, walk);
                            }
                        }
                        Capture::Name { .. } => {
                            if let Some((_, node, _)) = initialized.next() {
                                self.unset_node(*node, false, walk);
                            }
                        }
                        Capture::This | Capture::StarThis => {}
                    }
                }
                walk.call = call;
                walk.lambdas.push((plan.lambda, own, whole));
                self.unset_statement(body[plan.lambda].block, walk);
                walk.lambdas.pop();
            }
        }
    }

    /// Whether a variable is an array whose length is not a constant.
    fn has_variable_bound(&self, number: u32) -> bool {
        matches!(self.variable_of(number).ty.kind(self.db()), Kind::Array(_, Bound::Variable))
    }

    /// A variable that is named.
    fn unset_name(&mut self, number: u32, is_read: bool, at: MetAt, walk: &mut Walk) {
        let Some(declared) = walk.unset.get(&number).copied() else { return };
        // A lambda reads what it copies; what is bound to a reference first counts as set.
        let lambda = walk.lambdas.last().filter(|(_, own, _)| number < *own);
        let is_read = match lambda {
            // It cannot be captured.
            Some(_) if self.has_variable_bound(number) => false,
            Some((lambda, ..)) => {
                let lambda = &self.body[*lambda];
                let name = self.variable_of(number).name;
                let is_copied = |capture: &Capture| match capture {
                    Capture::Name { name: copied, init: Init::None, by_reference: false, .. } => {
                        name.as_ref() == Some(copied)
                    }
                    _ => false,
                };
                is_read && (lambda.default_capture == Some(false) || lambda.captures.iter().any(is_copied))
            }
            None => is_read,
        };
        let is_looked_at = declared.loops == walk.loops && declared.labels == walk.labels;
        walk.unset.remove(&number);
        let variable = self.variable_of(number);
        if is_read
            && is_looked_at
            && let (Some(name), Some(decl)) = (variable.name, variable.decl)
        {
            let name = name.to_string();
            let entity = Argument::Entity { kind: Some("variable"), name, declared: Some(Place::Decl(decl)) };
            let known = self.out.mistakes.len();
            self.met_at(Mistake::new(UNSET, vec![entity]), at);
            let behind = walk.lambdas.first().and_then(|(.., whole)| *whole).or(walk.call);
            self.out.mistakes[known..].iter_mut().for_each(|met| met.behind = behind);
        }
    }
}
