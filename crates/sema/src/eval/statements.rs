//! The flow of control ([stmt.stmt]).

use asunder_decls::written::DeclKind;
use asunder_hir::body::{Condition, Declared, Expr, ExprId, Root, Stmt, StmtId};
use asunder_types::{Kind, Ty};

use super::calls::default_of;
use super::expressions::set_slot;
use super::failures::Where;
use super::values::Step;
use super::{Frame, Machine, Outcome, Pointer, Stop, Val, notes};
use crate::infer::made::{Detail, RangePlan};
use crate::infer::{Category, NodeId};

/// How a statement ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Flow<'db> {
    Next,
    Break,
    Continue,
    Return(Val<'db>),
}

/// Where the control of a `switch` goes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Label {
    Case(StmtId),
    Default(StmtId),
}

impl<'m, 'db> Machine<'m, 'db> {
    /// Runs the body of a function; what it returns.
    pub(super) fn run_body(&mut self, frame: &Frame<'m, 'db>) -> Outcome<Option<Val<'db>>> {
        let body = frame.code.body;
        let Root::Function { block, .. } = &body.root else { return Err(Stop::Unknown) };
        match self.run(frame, *block)? {
            Flow::Return(value) => Ok(Some(value)),
            Flow::Next => Ok(None),
            _ => Err(Stop::Unknown),
        }
    }

    pub(super) fn run(&mut self, frame: &Frame<'m, 'db>, id: StmtId) -> Outcome<Flow<'db>> {
        crate::view::deep(|| self.run_at_depth(frame, id))
    }

    /// Runs a step in a block of its own.
    fn in_scope<T>(&mut self, step: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let mark = self.live.len();
        let result = step(self)?;
        self.end_scope(mark)?;
        Ok(result)
    }

    fn run_at_depth(&mut self, frame: &Frame<'m, 'db>, id: StmtId) -> Outcome<Flow<'db>> {
        self.step()?;
        let body = frame.code.body;
        match &body[id] {
            Stmt::Empty | Stmt::StaticAssert(_) | Stmt::LocalLabels(_) => Ok(Flow::Next),
            Stmt::Block(all) => self.in_scope(|machine| {
                for statement in all {
                    let flow = machine.run(frame, *statement)?;
                    if flow != Flow::Next {
                        return Ok(flow);
                    }
                }
                Ok(Flow::Next)
            }),
            Stmt::Expr(expr) => {
                let node = self.root_of(frame, *expr)?;
                self.in_scope(|machine| machine.discard(frame, node))?;
                Ok(Flow::Next)
            }
            Stmt::Decl(all) => {
                for declared in all {
                    if self.is_declared_static(frame, declared) {
                        return Err(self.failure_of_statement(frame, id, notes::THROUGH_STATIC));
                    }
                    self.declare(frame, declared)?;
                }
                Ok(Flow::Next)
            }
            Stmt::If { consteval, init, condition, then, otherwise, .. } => self.in_scope(|machine| {
                if let Some(init) = init {
                    machine.run(frame, *init)?;
                }
                let test = match (consteval, condition) {
                    (Some(wanted), _) => *wanted == machine.required,
                    (None, Some(condition)) => machine.condition(frame, condition)?,
                    (None, None) => return Err(Stop::Unknown),
                };
                match (test, otherwise) {
                    (true, _) => machine.run(frame, *then),
                    (false, Some(otherwise)) => machine.run(frame, *otherwise),
                    (false, None) => Ok(Flow::Next),
                }
            }),
            Stmt::While(condition, block) => loop {
                self.step()?;
                let flow = self.in_scope(|machine| match machine.condition(frame, condition)? {
                    true => machine.run(frame, *block).map(Some),
                    false => Ok(None),
                })?;
                match flow {
                    None | Some(Flow::Break) => return Ok(Flow::Next),
                    Some(Flow::Next | Flow::Continue) => {}
                    Some(flow) => return Ok(flow),
                }
            },
            Stmt::Do(block, condition) => loop {
                self.step()?;
                match self.run(frame, *block)? {
                    Flow::Break => return Ok(Flow::Next),
                    Flow::Next | Flow::Continue => {}
                    flow => return Ok(flow),
                }
                let node = self.root_of(frame, *condition)?;
                if !self.in_scope(|machine| machine.truth(frame, node))? {
                    return Ok(Flow::Next);
                }
            },
            Stmt::For { init, condition, step, body: block } => self.in_scope(|machine| {
                if let Some(init) = init {
                    machine.run(frame, *init)?;
                }
                loop {
                    machine.step()?;
                    let flow = machine.in_scope(|machine| {
                        let goes_on = match condition {
                            Some(condition) => machine.condition(frame, condition)?,
                            None => true,
                        };
                        match goes_on {
                            true => machine.run(frame, *block).map(Some),
                            false => Ok(None),
                        }
                    })?;
                    match flow {
                        None | Some(Flow::Break) => return Ok(Flow::Next),
                        Some(Flow::Next | Flow::Continue) => {}
                        Some(flow) => return Ok(flow),
                    }
                    if let Some(step) = step {
                        let node = machine.root_of(frame, *step)?;
                        machine.in_scope(|machine| machine.discard(frame, node))?;
                    }
                }
            }),
            Stmt::RangeFor { init, body: block, .. } => self.in_scope(|machine| {
                if let Some(init) = init {
                    machine.run(frame, *init)?;
                }
                let Some(plan) = frame.code.tree().plan.ranges.get(&id).cloned() else {
                    return Err(Stop::Unknown);
                };
                machine.range_for(frame, &plan, *block)
            }),
            Stmt::Switch(init, condition, block) => self.in_scope(|machine| {
                if let Some(init) = init {
                    machine.run(frame, *init)?;
                }
                let value = match condition {
                    Condition::Expr(expr) => {
                        let node = machine.root_of(frame, *expr)?;
                        machine.in_scope(|machine| machine.value(frame, node))?
                    }
                    Condition::Decl(_) => return Err(Stop::Unknown),
                };
                let value = Self::number(value)?;
                machine.switch(frame, value, *block)
            }),
            Stmt::Case(_, _, inner) | Stmt::Labeled(_, inner) => match inner {
                Some(inner) => self.run(frame, *inner),
                None => Ok(Flow::Next),
            },
            Stmt::Return(value) => self.return_statement(frame, *value),
            Stmt::Break => Ok(Flow::Break),
            Stmt::Continue => Ok(Flow::Continue),
            Stmt::Try(block, _) => self.run(frame, *block),
            Stmt::Ambiguous { .. } => match frame.code.tree().plan.readings.get(&id) {
                Some(chosen) => self.run(frame, *chosen),
                None => Err(Stop::Unknown),
            },
            Stmt::Goto(_) => Err(self.failure_of_statement(frame, id, notes::GOTO)),
            Stmt::Asm(_) => Err(self.failure_of_statement(frame, id, notes::STATEMENT)),
            Stmt::CoReturn(_) | Stmt::GotoComputed(_) => Err(Stop::Unknown),
        }
    }

    /// The node that an expression of a statement became.
    pub(super) fn root_of(&self, frame: &Frame<'m, 'db>, expr: ExprId) -> Outcome<NodeId> {
        let mut expr = expr;
        loop {
            if let Some(node) = frame.code.tree().plan.roots.get(&expr) {
                return Ok(*node);
            }
            match &frame.code.body[expr] {
                Expr::Paren(inner) => expr = *inner,
                _ => return Err(Stop::Unknown),
            }
        }
    }

    fn condition(&mut self, frame: &Frame<'m, 'db>, condition: &Condition) -> Outcome<bool> {
        match condition {
            Condition::Expr(expr) => {
                let node = self.root_of(frame, *expr)?;
                self.in_scope(|machine| machine.truth(frame, node))
            }
            Condition::Decl(declared) => {
                self.declare(frame, declared)?;
                let Some((number, _)) = frame.code.tree().plan.locals.get(&declared.decl) else {
                    return Err(Stop::Unknown);
                };
                let place = self.local_of(frame, *number)?;
                match self.load(&place) {
                    Ok(Val::Int(number)) => Ok(number != 0),
                    Ok(Val::Pointer(pointer)) => Ok(!pointer.is_null()),
                    _ => Err(Stop::Unknown),
                }
            }
        }
    }

    fn local_of(&self, frame: &Frame<'m, 'db>, number: u32) -> Outcome<Pointer<'db>> {
        let index = number - frame.code.first_variable;
        frame.slots.borrow().get(index as usize).cloned().flatten().ok_or(Stop::Unknown)
    }

    /// Not a constant, because of a statement.
    fn failure_of_statement(&self, frame: &Frame<'m, 'db>, id: StmtId, number: u16) -> Stop {
        self.failure_at(number, Vec::new(), Where::StartOf(frame.code.item, frame.code.index, id))
    }

    /// Whether a declaration is of a variable with static or thread storage duration whose value is not a constant
    /// ([expr.const]/5).
    fn is_declared_static(&self, frame: &Frame<'m, 'db>, declared: &Declared) -> bool {
        let decl = asunder_decls::names::DeclRef { item: frame.code.item, local: declared.decl };
        let written = self.sema.decl(decl);
        let specifiers = written.specifiers;
        matches!(written.kind, DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. })
            && (specifiers.is_static || specifiers.is_thread_local)
            && frame.code.tree().plan.locals.contains_key(&declared.decl)
    }

    fn declare(&mut self, frame: &Frame<'m, 'db>, declared: &Declared) -> Outcome<()> {
        let db = self.sema.db;
        let decl = asunder_decls::names::DeclRef { item: frame.code.item, local: declared.decl };
        let written = self.sema.decl(decl);
        if !matches!(written.kind, DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. }) {
            return match &written.kind {
                DeclKind::Class(_) if written.name.ident().is_none() => Err(Stop::Unknown),
                _ => Ok(()),
            };
        }
        let Some((number, made)) = frame.code.tree().plan.locals.get(&declared.decl).cloned() else {
            return Err(Stop::Unknown);
        };
        let Some(variable) = self.variable(frame, number) else { return Err(Stop::Unknown) };
        let ty = variable.ty;
        if variable.is_static || ty.absorbs(db) || self.sema.is_dependent(ty) {
            return Err(Stop::Unknown);
        }
        let object = self.new_object(ty)?;
        let place = self.pointer_to(object);
        set_slot(frame, number - frame.code.first_variable, place.clone());
        let bare = match ty.kind(db) {
            Kind::Reference(..) => ty,
            _ => ty.unqualified(db),
        };
        self.make(frame, &made, bare, &place)?;
        if ty.qualifiers(db).is_const {
            self.objects[object as usize].is_constant = true;
        }
        Ok(())
    }

    fn return_statement(&mut self, frame: &Frame<'m, 'db>, value: Option<ExprId>) -> Outcome<Flow<'db>> {
        let Some(expr) = value else { return Ok(Flow::Return(Val::Int(0))) };
        let node = self.root_of(frame, expr)?;
        let returns_reference = matches!(self.result_type(frame).kind(self.sema.db), Kind::Reference(..));
        let value = self.in_scope(|machine| {
            let it = machine.node(frame, node);
            let is_reference = matches!(it.ty.kind(machine.sema.db), Kind::Reference(..));
            if returns_reference && !is_reference {
                // What a deduced reference is bound to.
                return match it.category {
                    Category::Prvalue => Err(Stop::Unknown),
                    _ => machine.place(frame, node).map(Val::Pointer),
                };
            }
            if it.category != Category::Prvalue && !machine.is_plainly_copied(it.ty)? {
                return Err(Stop::Unknown);
            }
            if it.ty.is_void(machine.sema.db) {
                machine.discard(frame, node)?;
                return Ok(Val::Int(0));
            }
            machine.value(frame, node)
        })?;
        Ok(Flow::Return(value))
    }

    /// What the function of a frame returns.
    fn result_type(&self, frame: &Frame<'m, 'db>) -> Ty<'db> {
        match (frame.result, frame.code.owned()) {
            (Some(result), _) => result,
            (None, Some(owned)) => owned.ty,
            (None, None) => self.sema.gap("result of an expression"),
        }
    }

    fn switch(&mut self, frame: &Frame<'m, 'db>, value: i128, block: StmtId) -> Outcome<Flow<'db>> {
        let mut labels = Vec::new();
        collect_labels(frame, block, &mut labels);
        let mut target = None;
        for label in &labels {
            match label {
                Label::Default(id) => target = target.or(Some(*id)),
                Label::Case(id) => {
                    let Stmt::Case(low, high, _) = &frame.code.body[*id] else { continue };
                    if high.is_some() {
                        return Err(Stop::Unknown);
                    }
                    let node = self.root_of(frame, *low)?;
                    if Self::number(self.value(frame, node)?)? == value {
                        target = Some(*id);
                        break;
                    }
                }
            }
        }
        let Some(target) = target else { return Ok(Flow::Next) };
        match self.run_from(frame, block, target)? {
            Some(Flow::Break) => Ok(Flow::Next),
            Some(flow) => Ok(flow),
            None => Err(Stop::Unknown),
        }
    }

    /// Runs a statement from a label in it on; `None` where the label is not in it.
    fn run_from(&mut self, frame: &Frame<'m, 'db>, id: StmtId, target: StmtId) -> Outcome<Option<Flow<'db>>> {
        if id == target {
            return self.run(frame, id).map(Some);
        }
        match &frame.code.body[id] {
            Stmt::Block(all) => {
                let mark = self.live.len();
                let mut flow = None;
                for statement in all {
                    flow = match flow {
                        None => self.run_from(frame, *statement, target)?,
                        Some(Flow::Next) => Some(self.run(frame, *statement)?),
                        Some(flow) => Some(flow),
                    };
                    if !matches!(flow, None | Some(Flow::Next)) {
                        break;
                    }
                }
                self.end_scope(mark)?;
                Ok(flow)
            }
            Stmt::Case(_, _, Some(inner)) | Stmt::Labeled(_, Some(inner)) => {
                self.run_from(frame, *inner, target)
            }
            Stmt::Ambiguous { .. } => Err(Stop::Unknown),
            _ => Ok(None),
        }
    }

    fn range_for(&mut self, frame: &Frame<'m, 'db>, plan: &RangePlan, block: StmtId) -> Outcome<Flow<'db>> {
        let db = self.sema.db;
        let (Some(range), Some(element), Some(number)) = (plan.range, plan.element, plan.variable) else {
            return Err(Stop::Unknown);
        };
        let place = self.place(frame, range)?;
        let ty = self.node(frame, range).ty;
        let variable = self.variable(frame, number).ok_or(Stop::Unknown)?;
        frame.ranges.borrow_mut().push(place.clone());
        let (begin, end) = match (ty.unqualified(db).kind(db), plan.ends) {
            (Kind::Array(_, asunder_types::Bound::Count(count)), _) => {
                let first = place.element(0);
                let last = place.element(i64::try_from(*count).map_err(|_| Stop::Unknown)?);
                (Val::Pointer(first), Val::Pointer(last))
            }
            (_, Some((begin, end))) => (self.value(frame, begin)?, self.value(frame, end)?),
            _ => return Err(Stop::Unknown),
        };
        frame.ranges.borrow_mut().pop();
        let element_node = self.node(frame, element);
        let (of, is_prvalue) = (element_node.ty, element_node.category == Category::Prvalue);
        let iterator_ty = match plan.operations.first() {
            Some(node) => {
                let operands = &self.node(frame, *node).operands;
                operands.get(1).map(|node| self.node(frame, *node).ty)
            }
            None => None,
        };
        let step = |pointer: &Pointer<'db>| pointer.moved(1).ok_or(Stop::Unknown);
        let mut iterator = begin;
        let holder = self.placed(iterator.clone(), iterator_ty.unwrap_or(of));
        let end_holder = self.placed(end.clone(), iterator_ty.unwrap_or(of));
        loop {
            self.step()?;
            let (goes_on, value) = match plan.operations.as_slice() {
                [] => {
                    let (Val::Pointer(at), Val::Pointer(last)) = (&iterator, &end) else {
                        return Err(Stop::Unknown);
                    };
                    (at != last, Val::Pointer(at.clone()))
                }
                [star, differs, _] => {
                    let first = self.pointer_to(holder);
                    let last = self.pointer_to(end_holder);
                    self.stand(frame, *differs, &[first.clone(), last]);
                    let goes_on = self.truth(frame, *differs)?;
                    if !goes_on {
                        (false, Val::Uninit)
                    } else {
                        self.stand(frame, *star, &[first]);
                        let value = match is_prvalue {
                            true => self.value(frame, *star)?,
                            false => Val::Pointer(self.place(frame, *star)?),
                        };
                        (true, value)
                    }
                }
                _ => return Err(Stop::Unknown),
            };
            if !goes_on {
                break;
            }
            let flow = self.in_scope(|machine| {
                let object = machine.new_object(variable.ty)?;
                let target = machine.pointer_to(object);
                set_slot(frame, number - frame.code.first_variable, target.clone());
                let is_reference = matches!(variable.ty.kind(db), Kind::Reference(..));
                let value = match (is_reference, is_prvalue, value) {
                    (true, false, value) => value,
                    (false, false, Val::Pointer(place)) => {
                        if !machine.is_plainly_copied(of)? {
                            return Err(Stop::Unknown);
                        }
                        let value = machine.load(&place);
                        let value = machine.accessed(frame, range, value)?;
                        machine.as_element(value, of, variable.ty)?
                    }
                    (false, true, value) => machine.as_element(value, of, variable.ty)?,
                    (true, true, value) => {
                        let temporary = machine.new_temporary(value, of);
                        Val::Pointer(machine.pointer_to(temporary))
                    }
                    _ => return Err(Stop::Unknown),
                };
                machine.reset(&target, value)?;
                machine.objects[object as usize].is_constant =
                    !is_reference && variable.ty.qualifiers(db).is_const;
                machine.run(frame, block)
            })?;
            match flow {
                Flow::Break => break,
                Flow::Next | Flow::Continue => {}
                flow => return Ok(flow),
            }
            match plan.operations.as_slice() {
                [_, _, up] => {
                    let first = self.pointer_to(holder);
                    self.stand(frame, *up, &[first]);
                    self.discard(frame, *up)?;
                }
                _ => {
                    let Val::Pointer(at) = &iterator else { return Err(Stop::Unknown) };
                    iterator = Val::Pointer(step(at)?);
                }
            }
        }
        frame.stands_for.borrow_mut().clear();
        Ok(Flow::Next)
    }

    /// What an element is as the variable of a range-for statement.
    fn as_element(&self, value: Val<'db>, from: Ty<'db>, to: Ty<'db>) -> Outcome<Val<'db>> {
        let db = self.sema.db;
        match from.unqualified(db) == to.unqualified(db) {
            true => Ok(value),
            false => Err(Stop::Unknown),
        }
    }

    /// Gives the operands of an operation on iterators, which are not expressions, their places.
    fn stand(&self, frame: &Frame<'m, 'db>, operation: NodeId, places: &[Pointer<'db>]) {
        let mut pending = vec![operation];
        let mut found = Vec::new();
        while let Some(node) = pending.pop() {
            let it = self.node(frame, node);
            if matches!(it.what, crate::infer::What::Variable) && it.named.is_none() {
                found.push(node);
            }
            pending.extend(it.operands.iter().copied());
        }
        found.sort();
        let mut stands = frame.stands_for.borrow_mut();
        stands.clear();
        for (node, place) in found.into_iter().zip(places) {
            stands.push((node, Val::Pointer(place.clone())));
        }
    }

    /// The value of a statement expression.
    pub(super) fn statements_value(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Val<'db>> {
        let Some(Detail::Statements(block)) = frame.code.tree().plan.details.get(&id) else {
            return Err(Stop::Unknown);
        };
        let Stmt::Block(all) = &frame.code.body[*block] else { return Err(Stop::Unknown) };
        self.in_scope(|machine| {
            for (index, statement) in all.iter().enumerate() {
                if let (true, Stmt::Expr(expr)) = (index + 1 == all.len(), &frame.code.body[*statement]) {
                    let node = machine.root_of(frame, *expr)?;
                    return machine.value(frame, node);
                }
                if machine.run(frame, *statement)? != Flow::Next {
                    return Err(Stop::Unknown);
                }
            }
            Ok(Val::Int(0))
        })
    }

    /// The failure of a function whose end is reached without a value.
    pub(super) fn missing_return(&self, frame: &Frame<'m, 'db>, block: StmtId) -> Stop {
        self.failure_at(
            notes::NO_RETURN_VALUE,
            Vec::new(),
            Where::EndOf(frame.code.item, frame.code.index, block),
        )
    }

    /// The place of a part of a closure.
    pub(super) fn capture_place(closure: &Pointer<'db>, index: usize) -> Pointer<'db> {
        let mut place = closure.clone();
        place.path.push(Step::Part(index as u32));
        place
    }

    /// A default argument.
    pub(super) fn default_argument(
        &mut self,
        symbol: asunder_types::Symbol<'db>,
        index: u32,
        ty: Ty<'db>,
    ) -> Outcome<Val<'db>> {
        let (code, made) = default_of(self.sema, symbol, index).ok_or(Stop::Unknown)?;
        let frame = self.frame(code, None);
        let object = self.new_object(ty)?;
        let target = self.pointer_to(object);
        self.make(&frame, &made, ty, &target)?;
        Ok(self.objects[object as usize].value.clone())
    }
}

/// The labels of a `switch`, those of nested ones apart.
fn collect_labels(frame: &Frame<'_, '_>, id: StmtId, labels: &mut Vec<Label>) {
    match &frame.code.body[id] {
        Stmt::Block(all) => all.iter().for_each(|id| collect_labels(frame, *id, labels)),
        Stmt::Case(_, _, inner) => {
            labels.push(Label::Case(id));
            if let Some(inner) = inner {
                collect_labels(frame, *inner, labels);
            }
        }
        Stmt::Labeled(label, inner) => {
            if label.is_none() {
                labels.push(Label::Default(id));
            }
            if let Some(inner) = inner {
                collect_labels(frame, *inner, labels);
            }
        }
        Stmt::If { then, otherwise, .. } => {
            collect_labels(frame, *then, labels);
            if let Some(otherwise) = otherwise {
                collect_labels(frame, *otherwise, labels);
            }
        }
        Stmt::While(_, block) | Stmt::Do(block, _) => collect_labels(frame, *block, labels),
        Stmt::For { body, .. } | Stmt::RangeFor { body, .. } => collect_labels(frame, *body, labels),
        _ => {}
    }
}
