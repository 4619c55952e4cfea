//! Jumps and labels: statements that stand in the wrong place, labels that are not there or there twice, variables whose
//! initialization a jump leaves out ([stmt.dcl]/3).

use asunder_decls::names::DeclRef;
use asunder_hir::body::{Condition, Declared, Expr, Init, Root, Stmt, StmtId};
use asunder_mangle::model::Ident;
use asunder_types::{Kind, Ty};
use rustc_hash::FxHashMap;

use super::super::Infer;
use crate::finding::{Argument, MetAt, Mistake, Place};
use crate::special::{Provided, Special};

/// "label … was referenced but not defined".
const NO_LABEL: u16 = 114;
/// "a continue statement may only be used within a loop".
const CONTINUE: u16 = 115;
/// "a break statement may only be used within a loop or switch".
const BREAK: u16 = 116;
/// "a case label may only be used within a switch".
const CASE: u16 = 121;
/// "a default label may only be used within a switch".
const DEFAULT: u16 = 122;
/// "transfer of control bypasses initialization of:".
const BYPASSED: u16 = 546;
/// "… has already been defined (previous definition at line …)".
const LABEL_TWICE: u16 = 3369;

/// What is around a statement.
#[derive(Clone, Copy, Default)]
struct Around {
    in_loop: bool,
    in_switch: bool,
}

/// A variable that is initialized where it is declared.
struct Initialized {
    decl: DeclRef,
    /// By code that is more than a copy of a value.
    is_object: bool,
}

/// A place in a scope: what has been declared there so far.
#[derive(Clone, Copy, Default)]
struct Here {
    scope: usize,
    /// How many variables the scope has in front of the place.
    count: usize,
    /// How many all scopes have in front of it.
    order: usize,
}

/// A scope of a function's body. Scopes are numbered as they open.
#[derive(Default)]
struct Scope {
    /// The variables, with their numbers in the order of the text.
    variables: Vec<(usize, Initialized)>,
    /// Where it starts: the next place outwards that has variables in front of it.
    outer: Option<Here>,
    /// The last scope inside it.
    last: usize,
}

/// A jump whose target is known by the end of the function.
struct Jump {
    at: StmtId,
    from: Here,
    to: Vec<Here>,
    is_switch: bool,
}

/// A label: its name, and the statement that declares it where it belongs to a block.
type Label = (Ident, Option<StmtId>);

/// What one function's text has of jumps.
#[derive(Default)]
struct Jumps {
    scopes: Vec<Scope>,
    /// The scopes around the place.
    open: Vec<usize>,
    /// How many variables stand in front of it.
    order: usize,
    /// The labels that GNU's `__label__` declares in the blocks around the place, with the statements that do.
    local: Vec<(Ident, StmtId)>,
    /// The labels; what a jump to one leaves out is not known without a place.
    labels: FxHashMap<Label, (StmtId, Option<Here>)>,
    /// Statements around the place that jumps may not enter, or that declare what nobody writes.
    closed: u32,
    gotos: Vec<(Label, StmtId, Here)>,
    /// The labels of the switches around the place.
    cases: Vec<Vec<Here>>,
    switches: Vec<Jump>,
    /// What is initialized is not known.
    is_unsure: bool,
}

impl Jumps {
    fn here(&self) -> Here {
        let scope = self.open.last().copied().unwrap_or_default();
        let count = self.scopes.get(scope).map_or(0, |scope| scope.variables.len());
        Here { scope, count, order: self.order }
    }

    fn enter(&mut self) {
        let here = self.here();
        let outer = match (self.open.is_empty(), here.count) {
            (true, _) => None,
            (false, 0) => self.scopes[here.scope].outer,
            (false, _) => Some(here),
        };
        self.open.push(self.scopes.len());
        self.scopes.push(Scope { outer, ..Scope::default() });
    }

    /// The label that a name means.
    fn label(&self, name: &Ident) -> Label {
        let local = self.local.iter().rfind(|(local, _)| local == name);
        (name.clone(), local.map(|(_, declared)| *declared))
    }

    fn leave(&mut self) {
        if let Some(scope) = self.open.pop() {
            self.scopes[scope].last = self.scopes.len() - 1;
        }
    }

    /// The variables that a jump from one place to another leaves out, with their numbers.
    fn bypassed(&self, from: Here, to: Here) -> Vec<&(usize, Initialized)> {
        let mut all = Vec::new();
        let mut at = Some(to);
        while let Some(here) = at {
            let scope = &self.scopes[here.scope];
            let seen = scope.variables[..here.count].iter().rev();
            if here.scope <= from.scope && from.scope <= scope.last {
                all.extend(seen.take_while(|(order, _)| *order >= from.order));
                break;
            }
            all.extend(seen);
            at = scope.outer;
        }
        all
    }
}

impl<'db> Infer<'_, 'db> {
    /// `break`, `continue` and labels that stand where they may not, labels that are not there, and jumps that leave out
    /// an initialization.
    pub(crate) fn check_jumps(&mut self) {
        let Root::Function { block, .. } = self.body.root else { return };
        let lambdas: Vec<StmtId> = self.body.lambdas.iter().map(|lambda| lambda.block).collect();
        // Labels may stand in statement expressions, and jumps go to addresses.
        let is_open = |expr: &Expr| matches!(expr, Expr::Statements(_) | Expr::LabelAddress(_));
        let has_open_labels = self.body.exprs.iter().any(is_open);
        for block in std::iter::once(block).chain(lambdas) {
            let mut jumps = Jumps::default();
            self.jumps(block, Around::default(), &mut jumps);
            if !has_open_labels {
                self.check_targets(jumps);
            }
        }
    }

    fn check_targets(&mut self, mut jumps: Jumps) {
        let mut known = std::mem::take(&mut jumps.switches);
        for (label, at, from) in &jumps.gotos {
            match jumps.labels.get(label) {
                Some((_, to)) => {
                    let to = to.iter().copied().collect();
                    known.push(Jump { at: *at, from: *from, to, is_switch: false });
                }
                None => {
                    let (name, _) = label;
                    let mistake = Mistake::new(NO_LABEL, vec![Argument::entity("label", &**name)]);
                    self.met_at(mistake, MetAt::Word(*at, name.clone()));
                }
            }
        }
        if jumps.is_unsure {
            return;
        }
        for jump in known {
            let mut bypassed: Vec<_> = jump.to.iter().flat_map(|to| jumps.bypassed(jump.from, *to)).collect();
            bypassed.sort_by_key(|(order, _)| *order);
            bypassed.dedup_by_key(|(order, _)| *order);
            // Labels of a switch may leave out values, but no objects.
            let (objects, values): (Vec<_>, Vec<_>) =
                bypassed.into_iter().partition(|(_, it)| it.is_object || !jump.is_switch);
            for (all, is_error) in [(values, false), (objects, true)] {
                if all.is_empty() {
                    continue;
                }
                let mut mistake = Mistake { is_error, ..Mistake::new(BYPASSED, Vec::new()) };
                for (_, variable) in all {
                    let Some(name) = self.sema.decl(variable.decl).name.ident() else { continue };
                    mistake.details.push(vec![
                        Argument::entity("variable", &**name),
                        Argument::Text(" (declared ".to_owned()),
                        Argument::At(Place::Decl(variable.decl)),
                        Argument::Text(")".to_owned()),
                    ]);
                }
                self.met_at(mistake, MetAt::Statement(jump.at));
            }
        }
    }

    fn jumps(&mut self, id: StmtId, around: Around, jumps: &mut Jumps) {
        crate::view::deep(|| self.jumps_at_depth(id, around, jumps));
    }

    /// A statement with a scope of its own.
    fn jumps_inside(&mut self, id: StmtId, around: Around, jumps: &mut Jumps) {
        jumps.enter();
        self.jumps(id, around, jumps);
        jumps.leave();
    }

    fn jumps_at_depth(&mut self, id: StmtId, around: Around, jumps: &mut Jumps) {
        let body = self.body;
        let in_loop = Around { in_loop: true, ..around };
        match &body[id] {
            Stmt::Break if !around.in_loop && !around.in_switch => {
                self.met_at(Mistake::new(BREAK, Vec::new()), MetAt::Statement(id));
            }
            Stmt::Continue if !around.in_loop => {
                self.met_at(Mistake::new(CONTINUE, Vec::new()), MetAt::Statement(id));
            }
            Stmt::Block(all) => {
                let labels = jumps.local.len();
                jumps.enter();
                all.iter().for_each(|id| self.jumps(*id, around, jumps));
                jumps.leave();
                jumps.local.truncate(labels);
            }
            Stmt::LocalLabels(all) => jumps.local.extend(all.iter().map(|label| (label.clone(), id))),
            Stmt::Decl(all) => all.iter().for_each(|declared| self.note_initialized(declared, jumps)),
            Stmt::Ambiguous { .. } => match self.out.plan.readings.get(&id).copied() {
                Some(reading) => self.jumps(reading, around, jumps),
                None => jumps.is_unsure = true,
            },
            Stmt::If { init, condition, then, otherwise, .. } => {
                jumps.enter();
                init.iter().for_each(|id| self.jumps(*id, around, jumps));
                condition.iter().for_each(|condition| self.note_condition_of_jumps(condition, jumps));
                self.jumps_inside(*then, around, jumps);
                otherwise.iter().for_each(|id| self.jumps_inside(*id, around, jumps));
                jumps.leave();
            }
            Stmt::While(condition, block) => {
                jumps.enter();
                self.note_condition_of_jumps(condition, jumps);
                self.jumps_inside(*block, in_loop, jumps);
                jumps.leave();
            }
            Stmt::Do(block, _) => self.jumps_inside(*block, in_loop, jumps),
            Stmt::For { init, condition, body: block, .. } => {
                jumps.enter();
                init.iter().for_each(|id| self.jumps(*id, around, jumps));
                condition.iter().for_each(|condition| self.note_condition_of_jumps(condition, jumps));
                self.jumps_inside(*block, in_loop, jumps);
                jumps.leave();
            }
            Stmt::RangeFor { init, body: block, .. } => {
                jumps.enter();
                init.iter().for_each(|id| self.jumps(*id, around, jumps));
                jumps.closed += 1;
                self.jumps_inside(*block, in_loop, jumps);
                jumps.closed -= 1;
                jumps.leave();
            }
            Stmt::Switch(init, condition, block) => {
                jumps.enter();
                init.iter().for_each(|id| self.jumps(*id, around, jumps));
                self.note_condition_of_jumps(condition, jumps);
                let from = jumps.here();
                jumps.cases.push(Vec::new());
                self.jumps_inside(*block, Around { in_switch: true, ..around }, jumps);
                let to = jumps.cases.pop().unwrap_or_default();
                jumps.switches.push(Jump { at: id, from, to, is_switch: true });
                jumps.leave();
            }
            Stmt::Case(_, _, inner) => {
                if !around.in_switch {
                    self.met_at(Mistake::new(CASE, Vec::new()), MetAt::Statement(id));
                }
                self.note_case(jumps);
                inner.iter().for_each(|id| self.jumps(*id, around, jumps));
            }
            Stmt::Labeled(label, inner) => {
                match label {
                    Some(label) => self.note_label(label, id, jumps),
                    None if !around.in_switch => {
                        self.met_at(Mistake::new(DEFAULT, Vec::new()), MetAt::Statement(id));
                    }
                    None => self.note_case(jumps),
                }
                inner.iter().for_each(|id| self.jumps(*id, around, jumps));
            }
            Stmt::Goto(Some(label)) => {
                let (label, here) = (jumps.label(label), jumps.here());
                jumps.gotos.push((label, id, here));
            }
            Stmt::Try(block, handlers) => {
                jumps.closed += 1;
                self.jumps_inside(*block, around, jumps);
                handlers.iter().for_each(|handler| self.jumps_inside(handler.block, around, jumps));
                jumps.closed -= 1;
            }
            _ => {}
        }
    }

    fn note_case(&mut self, jumps: &mut Jumps) {
        let here = jumps.here();
        if let Some(cases) = jumps.cases.last_mut() {
            cases.push(here);
        }
    }

    fn note_label(&mut self, label: &Ident, id: StmtId, jumps: &mut Jumps) {
        let (here, key) = (jumps.here(), jumps.label(label));
        if let Some((first, _)) = jumps.labels.get(&key) {
            let arguments = vec![Argument::entity("label", &**label), Argument::At(Place::Statement(*first))];
            self.met_at(Mistake::new(LABEL_TWICE, arguments), MetAt::Statement(id));
            return;
        }
        jumps.labels.insert(key, (id, (jumps.closed == 0).then_some(here)));
    }

    fn note_condition_of_jumps(&mut self, condition: &Condition, jumps: &mut Jumps) {
        if let Condition::Decl(declared) = condition {
            self.note_initialized(declared, jumps);
        }
    }

    fn note_initialized(&mut self, declared: &Declared, jumps: &mut Jumps) {
        let decl = self.declared_at(declared.decl);
        let specifiers = self.sema.decl(decl).specifiers;
        let Some((number, _)) = self.out.plan.locals.get(&declared.decl) else {
            // Structured bindings and declarations that are not lowered. Types and functions have no initializers.
            jumps.is_unsure |= declared.init != Init::None;
            return;
        };
        let variable = self.variable_of(*number);
        if variable.is_static || specifiers.is_extern {
            return;
        }
        let is_object = match self.is_object_with_code(variable.ty) {
            Some(is_object) => is_object,
            None if self.in_template => false,
            None => {
                jumps.is_unsure = true;
                return;
            }
        };
        if declared.init == Init::None && !is_object {
            return;
        }
        let order = jumps.order;
        jumps.order += 1;
        if let Some(scope) = jumps.open.last() {
            jumps.scopes[*scope].variables.push((order, Initialized { decl, is_object }));
        }
    }

    /// Whether objects of a type are made or destroyed by code.
    fn is_object_with_code(&self, ty: Ty<'db>) -> Option<bool> {
        let db = self.db();
        let mut element = ty;
        while let Kind::Array(inner, _) = element.kind(db) {
            element = *inner;
        }
        if element.absorbs(db) || self.sema.is_dependent(element) {
            return None;
        }
        let Kind::Class(class) = element.unqualified(db).kind(db) else { return Some(false) };
        if matches!(class.origin(db), asunder_types::Origin::Lambda(..)) {
            return Some(false);
        }
        for special in [Special::Default, Special::Destructor] {
            let is_trivial = match self.sema.special_member(*class, special)? {
                Provided::User(_) => false,
                Provided::Made(_) => self.sema.is_trivial(*class, special)?,
            };
            if !is_trivial {
                return Some(true);
            }
        }
        Some(false)
    }
}
