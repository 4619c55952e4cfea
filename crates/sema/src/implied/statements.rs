//! Statements: scopes, jumps, and what ends with them.

use asunder_hir::body::{Condition, ExprId, Stmt, StmtId};
use asunder_mangle::model::Ident;
use asunder_syntax::{TextRange, TextSize};
use asunder_types::{Class, Value};

use super::{Home, Scope, Walk};
use crate::infer::{Named, NodeId, What};
use crate::special::{Part, Special};

impl<'db> Walk<'_, 'db> {
    pub(super) fn function_body(&mut self, block: StmtId) {
        self.returned = self.returned_variable(block);
        self.labels.clear();
        self.collect_labels(block, &mut Vec::new());
        let end = self.code.places.stmt(block).end();
        self.objects.clear();
        self.scopes.push(Scope { statement: block, first: 0 });
        let falls = self.statements(block);
        self.scopes.pop();
        if falls {
            let at = self.last;
            self.end_objects(0, at, end);
            if !self.gives_value {
                self.last = end.checked_sub(TextSize::new(1)).unwrap_or(end);
            }
        }
    }

    /// Destroys the objects from number `first` on, whose scopes end.
    fn end_objects(&mut self, first: usize, at: TextSize, moment: TextSize) {
        let objects = self.objects.split_off(first);
        objects.into_iter().rev().for_each(|object| self.destroy(object, at, moment));
    }

    /// The statements of a block; whether its end is reached.
    pub(super) fn statements(&mut self, block: StmtId) -> bool {
        let Stmt::Block(all) = &self.code.body[block] else { return self.statement(block) };
        let mut falls = true;
        for statement in all {
            let reached = falls || matches!(self.code.body[*statement], Stmt::Labeled(..) | Stmt::Case(..));
            falls = self.statement(*statement) && reached;
        }
        falls
    }

    /// Walks a step in a scope of its own. What is left in it at its end is destroyed there: at `at`, or where the walk
    /// stands.
    pub(super) fn scope(
        &mut self,
        statement: StmtId,
        (is_loop, is_switch): (bool, bool),
        at: Option<TextSize>,
        step: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        let first = self.objects.len();
        let scope = self.scopes.len();
        self.scopes.push(Scope { statement, first });
        if is_loop {
            self.loops.push(scope);
        }
        if is_loop || is_switch {
            self.left_by_break.push(scope);
        }
        let falls = step(self);
        self.scopes.pop();
        if is_loop {
            self.loops.pop();
        }
        if is_loop || is_switch {
            self.left_by_break.pop();
        }
        if falls && self.objects.len() > first {
            self.last = at.unwrap_or(self.last);
            let (at, end) = (self.last, self.code.places.stmt(statement).end());
            self.end_objects(first, at, end);
        }
        self.objects.truncate(first);
        falls
    }

    pub(super) fn statement(&mut self, id: StmtId) -> bool {
        crate::view::deep(|| self.statement_at_depth(id))
    }

    /// Walks a statement; whether what follows it is reached from it.
    pub(super) fn statement_at_depth(&mut self, id: StmtId) -> bool {
        let body = self.code.body;
        let range = self.code.places.stmt(id);
        match &body[id] {
            Stmt::Empty => {
                self.last = range.start();
                true
            }
            Stmt::StaticAssert(_) | Stmt::LocalLabels(_) | Stmt::Asm(_) => true,
            Stmt::Block(_) => {
                let bracket = range.end().checked_sub(TextSize::new(1));
                self.scope(id, (false, false), bracket, |walk| walk.statements(id))
            }
            Stmt::Expr(expr) => {
                self.last = range.start();
                self.full_expression(*expr);
                true
            }
            Stmt::Decl(all) => {
                all.iter().for_each(|declared| self.declared(declared));
                true
            }
            Stmt::If { init, condition, then, otherwise, .. } => {
                self.scope(id, (false, false), None, |walk| {
                    walk.initial(*init);
                    walk.last = range.start();
                    walk.condition(condition.as_ref());
                    let falls = !walk.is_discarded(*then) && walk.statement(*then);
                    match otherwise {
                        Some(otherwise) if walk.is_discarded(*otherwise) => falls,
                        Some(otherwise) => walk.statement(*otherwise) || falls,
                        None => true,
                    }
                })
            }
            Stmt::While(condition, block) => {
                self.last = range.start();
                let is_endless = match condition {
                    Condition::Expr(expr) => self.is_true(*expr),
                    Condition::Decl(_) => false,
                };
                self.scope(id, (true, false), None, |walk| {
                    walk.condition(Some(condition));
                    walk.statement(*block);
                    true
                });
                !is_endless || self.has_break(*block)
            }
            Stmt::Do(block, condition) => self.scope(id, (true, false), None, |walk| {
                walk.statement(*block);
                walk.last = walk.code.places.range(*condition).start();
                walk.full_expression(*condition);
                true
            }),
            Stmt::For { init, condition, step, body: block } => {
                let is_endless = match condition {
                    None => true,
                    Some(Condition::Expr(expr)) => self.is_true(*expr),
                    Some(Condition::Decl(_)) => false,
                };
                self.scope(id, (true, false), None, |walk| {
                    walk.last = range.start();
                    walk.initial(*init);
                    walk.condition(condition.as_ref());
                    walk.statement(*block);
                    if let Some(step) = step {
                        walk.found.steps.push((walk.code.places.range(*step), range.end()));
                        walk.last = walk.code.places.range(*step).start();
                        walk.full_expression(*step);
                    }
                    !is_endless || walk.has_break(*block)
                })
            }
            Stmt::RangeFor { init, variable, body: block, .. } => {
                self.scope(id, (true, false), None, |walk| {
                    walk.initial(*init);
                    walk.range(id, *variable);
                    walk.statement(*block);
                    true
                })
            }
            Stmt::Switch(init, condition, block) => self.scope(id, (false, true), None, |walk| {
                walk.initial(*init);
                walk.last = range.start();
                walk.condition(Some(condition));
                walk.statement(*block);
                true
            }),
            Stmt::Case(_, _, inner) | Stmt::Labeled(_, inner) => match inner {
                Some(inner) => self.statement(*inner),
                None => true,
            },
            Stmt::Return(value) => {
                self.returns(*value, range);
                false
            }
            Stmt::Break => {
                self.jump(range, self.left_by_break.last().copied());
                false
            }
            Stmt::Continue => {
                self.jump(range, self.loops.last().copied());
                false
            }
            Stmt::Goto(label) => {
                let scope = label.as_ref().and_then(|label| self.scope_of_label(label));
                self.jump(range, scope);
                false
            }
            Stmt::CoReturn(_) | Stmt::GotoComputed(_) => false,
            Stmt::Try(block, _) => self.statement(*block),
            Stmt::Ambiguous { .. } => match self.code.tree.plan.readings.get(&id) {
                Some(chosen) => self.statement(*chosen),
                None => true,
            },
        }
    }

    /// Destroys what the scopes hold that a jump leaves: those inside the one with a number.
    fn jump(&mut self, range: TextRange, stays: Option<usize>) {
        self.last = range.start();
        let inside = stays.map_or(0, |scope| scope + 1);
        let first = self.scopes.get(inside).map_or(self.objects.len(), |scope| scope.first);
        self.leave(first, range.end());
    }

    /// The innermost scope around that holds a label too.
    fn scope_of_label(&self, label: &Ident) -> Option<usize> {
        let around = self.labels.get(label)?;
        let matching = self.scopes.iter().enumerate().rev();
        let mut matching = matching.filter(|(_, scope)| around.binary_search(&scope.statement).is_ok());
        matching.next().map(|(index, _)| index)
    }

    /// Destroys the objects from number `first` on, which go on to exist where they are not left.
    fn leave(&mut self, first: usize, moment: TextSize) {
        let objects = self.objects[first..].to_vec();
        objects.into_iter().rev().for_each(|object| self.destroy(object, self.last, moment));
    }

    pub(super) fn initial(&mut self, init: Option<StmtId>) {
        if let Some(init) = init {
            self.statement(init);
        }
    }

    pub(super) fn condition(&mut self, condition: Option<&Condition>) {
        match condition {
            Some(Condition::Expr(expr)) => self.full_expression(*expr),
            Some(Condition::Decl(declared)) => self.declared(declared),
            None => {}
        }
    }

    pub(super) fn returns(&mut self, value: Option<ExprId>, range: TextRange) {
        if let Some((expr, node)) = value.and_then(|expr| Some((expr, self.root_of(expr)?))) {
            let place = self.code.places.range(expr);
            let variable = self.variable_of(node);
            match (variable, variable.and_then(|number| self.class_of_variable(number))) {
                (Some(number), Some(_)) if self.returned == Some(number) => {}
                // A variable of the function is moved ([class.copy.elision]/3).
                (Some(_), Some(class)) => {
                    self.special(class, Special::Move, Part::Whole, place.start(), place.end());
                }
                _ => self.visit(node, Some(Home::new(range.start()))),
            }
            self.end_expression(self.start_of(node), place.end());
        }
        self.last = range.start();
        self.leave(0, range.end());
    }

    /// The variable that a function returns with all its `return` statements: it is the object that the caller gets.
    pub(super) fn returned_variable(&self, block: StmtId) -> Option<u32> {
        let mut values = Vec::new();
        self.collect_returns(block, &mut values);
        let mut number = None;
        for value in values {
            let own = self.variable_of(self.root_of(value?)?)?;
            if number.replace(own).is_some_and(|other| other != own) {
                return None;
            }
        }
        // It stands in the outermost block.
        let Stmt::Block(all) = &self.code.body[block] else { return None };
        let declares = |statement: &StmtId| match &self.code.body[*statement] {
            Stmt::Decl(all) => all.iter().any(|it| self.local(it.decl).map(|(own, _)| own) == number),
            _ => false,
        };
        number.filter(|_| all.iter().any(declares))
    }

    /// The variable that a returned node is, as it is or copied.
    pub(super) fn variable_of(&self, node: NodeId) -> Option<u32> {
        let it = &self.code.tree.nodes[node.0 as usize];
        match (&it.what, it.named, it.operands.as_slice()) {
            (What::Variable, Some(Named::Local(number)), _) => Some(number),
            (What::Op("temp_init"), None, [only]) => self.variable_of(*only),
            _ => None,
        }
    }

    pub(super) fn class_of_variable(&self, number: u32) -> Option<Class<'db>> {
        let variable = self.code.tree.variables.get(number as usize)?;
        (!variable.is_static).then(|| variable.ty.as_class(self.sema().db)).flatten()
    }

    /// The class of the objects that are copied when a lambda captures a variable by copy, and whether it is an array.
    pub(super) fn captured_class(&self, number: u32) -> Option<(Class<'db>, bool)> {
        let variable = self.code.tree.variables.get(number as usize)?;
        let ty = variable.ty.referred(self.sema().db);
        (!variable.is_static).then(|| self.sema().class_of_elements(ty)).flatten()
    }

    pub(super) fn collect_returns(&self, id: StmtId, values: &mut Vec<Option<ExprId>>) {
        crate::view::deep(|| match &self.code.body[id] {
            Stmt::Return(value) => values.push(*value),
            _ => self.each_inner(id, |inner| self.collect_returns(inner, values)),
        });
    }

    pub(super) fn collect_labels(&mut self, id: StmtId, around: &mut Vec<StmtId>) {
        if let Stmt::Labeled(Some(label), _) = &self.code.body[id] {
            let mut all = around.clone();
            all.sort_unstable();
            self.labels.insert(label.clone(), all);
        }
        around.push(id);
        let mut inner = Vec::new();
        self.each_inner(id, |it| inner.push(it));
        crate::view::deep(|| inner.into_iter().for_each(|it| self.collect_labels(it, around)));
        around.pop();
    }

    /// Whether a `break` in a statement leaves the loop around it.
    pub(super) fn has_break(&self, id: StmtId) -> bool {
        crate::view::deep(|| match &self.code.body[id] {
            Stmt::Break => true,
            Stmt::While(..) | Stmt::Do(..) | Stmt::For { .. } | Stmt::RangeFor { .. } | Stmt::Switch(..) => {
                false
            }
            _ => {
                let mut found = false;
                self.each_inner(id, |inner| found |= self.has_break(inner));
                found
            }
        })
    }

    /// Whether a statement is a branch that is not taken: no code.
    fn is_discarded(&self, id: StmtId) -> bool {
        self.code.tree.plan.discarded.contains(&id)
    }

    /// The statements directly in a statement.
    pub(super) fn each_inner(&self, id: StmtId, mut step: impl FnMut(StmtId)) {
        match &self.code.body[id] {
            Stmt::Block(all) => all.iter().for_each(|id| step(*id)),
            Stmt::If { init, then, otherwise, .. } => {
                let inner = init.iter().chain([then]).chain(otherwise);
                inner.filter(|id| !self.is_discarded(**id)).for_each(|id| step(*id));
            }
            Stmt::For { init, body, .. } | Stmt::RangeFor { init, body, .. } => {
                init.iter().chain([body]).for_each(|id| step(*id));
            }
            Stmt::Switch(init, _, body) => init.iter().chain([body]).for_each(|id| step(*id)),
            Stmt::While(_, body) | Stmt::Do(body, _) | Stmt::Try(body, _) => step(*body),
            Stmt::Case(_, _, inner) | Stmt::Labeled(_, inner) => inner.iter().for_each(|id| step(*id)),
            Stmt::Ambiguous { .. } => self.code.tree.plan.readings.get(&id).iter().for_each(|id| step(**id)),
            _ => {}
        }
    }

    pub(super) fn is_true(&self, expr: ExprId) -> bool {
        let node = self.root_of(expr).map(|node| &self.code.tree.nodes[node.0 as usize].what);
        matches!(node, Some(What::Constant(Value::Integer(value, _))) if *value != 0)
    }
}
