//! How closures hold what they capture, as lines of a typed tree: a variable that a lambda captures by reference is shown
//! as `ref_indirect` of a reference member of the closure, one that it copies as a member.
//!
//! ```text
//! int f(int n) { return [&] { return n; }(); }
//!   in the body: ref_indirect int, points_to_field int &, both at `n`
//!   for the closure: reference_to int &, variable int n, both where the lambda uses `n` first
//! ```

use asunder_hir::body::{Body, Capture, ExprId, Init, Lambda, LambdaId};
use asunder_types::{Class, Kind, Qualifiers, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

use super::made::{Detail, Made};
use super::{At, Category, Inferred, Initial, Named, Node, NodeId, Variable, What};
use crate::view::Sema;

/// What a closure holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Held {
    /// A variable, by its number.
    Variable(u32),
    /// `this`
    This,
}

/// A lambda of a tree.
struct Around {
    lambda: LambdaId,
    node: NodeId,
    /// The nodes of its body.
    nodes: (u32, u32),
    /// The lambda around it.
    parent: Option<usize>,
    /// What it captures, and where it uses each first.
    held: Vec<(Held, At)>,
    /// The variables of its init-captures, in order.
    initialized: Vec<u32>,
}

/// The closures of a tree.
pub(crate) struct Closures<'t, 'db> {
    sema: &'t Sema<'db>,
    tree: &'t Inferred<'db>,
    body: &'t Body,
    lambdas: Vec<Around>,
    /// The lambdas by their nodes.
    by_node: FxHashMap<NodeId, usize>,
    /// The type of `this`.
    this: Option<Ty<'db>>,
    /// The lambdas that call operators belong to, by the nodes that name these.
    operators: FxHashMap<NodeId, ExprId>,
    /// Lambdas that initialize variables.
    initializers: FxHashSet<NodeId>,
    /// Operands of operators and of conversions, whose values need no conversion of their own.
    operands: FxHashSet<NodeId>,
}

/// A part of what is shown for a node.
pub(crate) struct Part {
    pub(crate) at: At,
    /// The capture that it stands at instead.
    pub(crate) capture: Option<(LambdaId, u32)>,
    pub(crate) what: &'static str,
    pub(crate) ty: String,
    pub(crate) category: &'static str,
    pub(crate) entity: Entity,
}

/// What a part names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Entity {
    None,
    /// A variable of the body, by its number.
    Variable(u32),
    /// The object of a member function.
    This,
    /// An init-capture: its lambda, its place among the captures, its name.
    Capture(LambdaId, u32, String),
}

/// A data member of a closure.
pub(crate) struct Member<'db> {
    pub(crate) at: At,
    pub(crate) capture: Option<(LambdaId, u32)>,
    pub(crate) name: String,
    pub(crate) ty: Ty<'db>,
}

impl<'t, 'db> Closures<'t, 'db> {
    pub(crate) fn new(sema: &'t Sema<'db>, tree: &'t Inferred<'db>, body: &'t Body) -> Self {
        let mut lambdas: Vec<Around> = tree
            .plan
            .details
            .iter()
            .filter_map(|(node, detail)| match detail {
                Detail::Lambda(plan) => Some(Around {
                    lambda: plan.lambda,
                    node: *node,
                    nodes: plan.nodes,
                    parent: None,
                    held: Vec::new(),
                    initialized: plan.captures.iter().map(|(variable, ..)| *variable).collect(),
                }),
                _ => None,
            })
            .collect();
        lambdas.sort_by_key(|around| (around.nodes.0, std::cmp::Reverse(around.node)));
        let mut open: Vec<usize> = Vec::new();
        for index in 0..lambdas.len() {
            let start = lambdas[index].nodes.0;
            while open.last().is_some_and(|outer| lambdas[*outer].nodes.1 <= start) {
                open.pop();
            }
            lambdas[index].parent = open.last().copied();
            open.push(index);
        }
        let made = tree.plan.locals.values().filter_map(|(_, made)| match made {
            Made::Node(node) => Some(*node),
            _ => None,
        });
        let by_node = lambdas.iter().enumerate().map(|(index, around)| (around.node, index)).collect();
        let is_this = |node: &&Node<'db>| {
            matches!(node.what, What::Variable) && node.named == Some(Named::Predefined(""))
        };
        let this = match lambdas.is_empty() {
            true => None,
            false => tree.nodes.iter().find(is_this).map(|node| node.ty.unqualified(sema.db)),
        };
        let mut closures = Closures {
            sema,
            tree,
            body,
            lambdas,
            by_node,
            this,
            operators: FxHashMap::default(),
            initializers: made.collect(),
            operands: FxHashSet::default(),
        };
        if !closures.lambdas.is_empty() {
            for node in &tree.nodes {
                match node.what {
                    What::Op("call" | "dot_member_call" | "points_to_member_call") => {}
                    What::Op("assign") => closures.operands.extend(node.operands.first()),
                    _ => closures.operands.extend(&node.operands),
                }
            }
            closures.find_operators();
            closures.find_held();
        }
        closures
    }

    fn node(&self, id: NodeId) -> &'t Node<'db> {
        &self.tree.nodes[id.0 as usize]
    }

    fn written(&self, index: usize) -> &'t Lambda {
        &self.body[self.lambdas[index].lambda]
    }

    /// The innermost lambda around a node.
    fn around(&self, id: NodeId) -> Option<usize> {
        let behind = self.lambdas.partition_point(|around| around.nodes.0 <= id.0);
        let mut at = behind.checked_sub(1);
        while let Some(index) = at
            && self.lambdas[index].nodes.1 <= id.0
        {
            at = self.lambdas[index].parent;
        }
        at
    }

    fn find_operators(&mut self) {
        let db = self.sema.db;
        let class = |node: NodeId| self.node(node).ty.unqualified(db).as_class(db);
        let lambdas = self.lambdas.iter();
        let known: FxHashMap<Class<'db>, ExprId> = lambdas
            .filter_map(|around| match self.node(around.node).at {
                At::Start(expr) => Some((class(around.node)?, expr)),
                _ => None,
            })
            .collect();
        let calls = self.tree.nodes.iter().filter(|node| matches!(node.what, What::Op("dot_member_call")));
        let operators = calls.filter_map(|call| {
            let [routine, object, ..] = call.operands.as_slice() else { return None };
            let is_nameless = self.node(*routine).named.is_none();
            Some((*routine, *known.get(&class(*object)?)?)).filter(|_| is_nameless)
        });
        let operators = operators.collect();
        self.operators = operators;
    }

    fn find_held(&mut self) {
        let mut places: FxHashMap<NodeId, At> = FxHashMap::default();
        // `this` that nobody writes stands where the member does.
        for node in &self.tree.nodes {
            if let (What::Op("points_to_field" | "points_to_member_call"), [first, rest @ ..]) =
                (&node.what, node.operands.as_slice())
            {
                match node.what {
                    What::Op("points_to_field") => places.insert(*first, node.at),
                    _ => rest.first().and_then(|object| places.insert(*object, self.node(*first).at)),
                };
            }
        }
        let mut seen: FxHashSet<(usize, Held)> = FxHashSet::default();
        for index in 0..self.tree.nodes.len() as u32 {
            let id = NodeId(index);
            let node = self.node(id);
            let held = match (&node.what, node.named) {
                (What::Variable, Some(Named::Local(number))) if self.is_value(node, number) => continue,
                (What::Variable, Some(Named::Local(number))) => Held::Variable(number),
                (What::Variable, Some(Named::Predefined(""))) => Held::This,
                _ => continue,
            };
            let at = match node.at {
                At::None => places.get(&id).copied().unwrap_or(At::None),
                at => at,
            };
            let mut around = self.around(id);
            while let Some(index) = around
                && self.holds(index, held)
            {
                if seen.insert((index, held)) {
                    self.lambdas[index].held.push((held, at));
                }
                around = self.lambdas[index].parent;
            }
        }
    }

    fn variable(&self, number: u32) -> Option<&'t Variable<'db>> {
        self.tree.variables.get(number as usize)
    }

    /// Whether a node is a constant that is read: it need not be captured ([basic.def.odr]/5).
    fn is_value(&self, node: &Node<'db>, number: u32) -> bool {
        let has_value = |variable: &Variable<'db>| {
            variable.value.is_some() || matches!(variable.initial, Some(Initial::Value(_)))
        };
        node.read && node.ty.qualifiers(self.sema.db).is_const && self.variable(number).is_some_and(has_value)
    }

    /// Whether a lambda has something from outside.
    fn holds(&self, index: usize, held: Held) -> bool {
        match held {
            Held::This => true,
            Held::Variable(number) => self.variable(number).is_some_and(|variable| {
                !variable.is_static && variable.lambda != Some(self.lambdas[index].lambda)
            }),
        }
    }

    /// How a lambda names what it captures: the place among its captures.
    fn explicit(&self, index: usize, held: Held) -> Option<(u32, bool)> {
        let is_it = |capture: &Capture| match (capture, held) {
            (Capture::Name { name, by_reference, init: Init::None, .. }, Held::Variable(number)) => {
                let variable = self.variable(number)?;
                (Some(name) == variable.name.as_ref()).then_some(*by_reference)
            }
            (Capture::This, Held::This) => Some(true),
            (Capture::StarThis, Held::This) => Some(false),
            _ => None,
        };
        let mut captures = (0u32..).zip(&self.written(index).captures);
        captures.find_map(|(place, capture)| Some((place, is_it(capture)?)))
    }

    /// Whether a lambda captures by reference; `None` where it does not capture.
    fn by_reference(&self, index: usize, held: Held) -> Option<bool> {
        let explicit = self.explicit(index, held).map(|(_, by_reference)| by_reference);
        explicit.or(match held {
            Held::This => self.written(index).default_capture.map(|_| true),
            Held::Variable(_) => self.written(index).default_capture,
        })
    }

    /// The type of the object that a lambda holds or refers to: constant where a lambda around it copies it.
    fn referent(&self, index: usize, number: u32) -> Option<Ty<'db>> {
        let held = Held::Variable(number);
        let mut ty = self.variable(number)?.ty.referred(self.sema.db);
        let mut around = self.lambdas[index].parent;
        while let Some(outer) = around
            && self.holds(outer, held)
        {
            if self.by_reference(outer, held) == Some(false) && !self.written(outer).is_mutable {
                ty = ty.qualified(self.sema.db, Qualifiers::CONST);
            }
            around = self.lambdas[outer].parent;
        }
        Some(ty)
    }

    /// The lambda whose call operator a node names.
    pub(crate) fn operator(&self, id: NodeId) -> Option<ExprId> {
        self.operators.get(&id).copied()
    }

    /// Whether a node has no line: a closure with captures that initializes a variable, and what makes one constant.
    pub(crate) fn is_hidden(&self, id: NodeId) -> bool {
        let node = self.node(id);
        match (&node.what, node.operands.as_slice()) {
            (What::Op("lambda"), _) => {
                let has_captures = |index: &usize| !self.is_without_captures(&self.lambdas[*index]);
                self.initializers.contains(&id) && self.by_node.get(&id).is_some_and(has_captures)
            }
            (What::Op("lvalue_adjust"), [inner]) => {
                node.category == Category::Prvalue && matches!(self.node(*inner).what, What::Op("lambda"))
            }
            (What::Variable, _) if node.named == Some(Named::Predefined("")) => self.around(id).is_some(),
            _ => false,
        }
    }

    fn is_without_captures(&self, around: &Around) -> bool {
        around.held.is_empty() && self.body[around.lambda].captures.is_empty()
    }

    /// What stands for a node that is, or reads, a captured variable; and whether its operands are shown.
    pub(crate) fn parts(&self, id: NodeId) -> Option<Vec<Part>> {
        if self.lambdas.is_empty() {
            return None;
        }
        let db = self.sema.db;
        let node = self.node(id);
        let (variable, is_read_reference) = match (&node.what, node.operands.as_slice()) {
            (What::Variable, _) => (node, false),
            (What::Op("ref_indirect"), [inner]) => (self.node(*inner), true),
            _ => return None,
        };
        let (What::Variable, Some(Named::Local(number))) = (&variable.what, variable.named) else {
            return None;
        };
        let index = self.around(id)?;
        let category = match (node.read, node.category) {
            (true, _) | (_, Category::Prvalue) => "p",
            (_, Category::Xvalue) => "x",
            _ => "l",
        };
        let part = |what, ty: Ty<'db>, category| Part {
            at: variable.at,
            capture: None,
            what,
            ty: self.sema.display(ty),
            category,
            entity: Entity::None,
        };
        let of_init = self.init_capture(index, number);
        if let Some((place, name, ty)) = of_init {
            let is_reference = matches!(ty.kind(db), Kind::Reference(..));
            if is_reference && !is_read_reference {
                return Some(Vec::new());
            }
            let mut all = Vec::new();
            if is_reference {
                all.push(part("ref_indirect", ty.referred(db), category));
            }
            all.push(match is_reference {
                true => part("points_to_field", ty, "l>p"),
                false => {
                    part("points_to_field", node.ty.unqualified(db), if node.read { "l>p" } else { category })
                }
            });
            all.push(self.closure_object(index, variable.at));
            let entity = Entity::Capture(self.lambdas[index].lambda, place, name);
            let plain = if is_reference { ty } else { ty.unqualified(db) };
            all.push(Part { entity, ..part("field", plain, "p") });
            return Some(all);
        }
        if !self.holds(index, Held::Variable(number)) {
            return None;
        }
        if self.is_value(variable, number) {
            let entity = Entity::Variable(number);
            return Some(vec![Part { entity, ..part("variable", variable.ty.unqualified(db), "p") }]);
        }
        let by_reference = self.by_reference(index, Held::Variable(number))?;
        let is_reference = matches!(variable.ty.kind(db), Kind::Reference(..))
            || matches!(self.variable(number)?.ty.kind(db), Kind::Reference(..));
        let to = self.referent(index, number)?;
        // The value of a constant object becomes one that is not.
        let mut all = Vec::new();
        let is_converted = |ty: Ty<'db>| {
            let is_scalar = !matches!(ty.unqualified(db).kind(db), Kind::Class(_) | Kind::Array(..));
            category == "p" && is_scalar && ty.qualifiers(db).is_const && !self.operands.contains(&id)
        };
        let held = match self.written(index).is_mutable {
            true => to,
            false => to.qualified(db, Qualifiers::CONST),
        };
        if is_converted(if by_reference { to } else { held }) && (!is_reference || is_read_reference) {
            all.push(part("cast", to.unqualified(db), "p"));
        }
        all.extend(match (by_reference, is_reference, is_read_reference) {
            // The reference member is read as the variable would be.
            (true, true, true) if to == node.ty && all.is_empty() => return None,
            (true, true, true) => {
                vec![part("ref_indirect", to, category), part("points_to_field", to.lvalue_ref(db), "l>p")]
            }
            (true, true, false) => vec![part("points_to_field", to.lvalue_ref(db), "l>p")],
            (true, false, _) if is_read_reference => return None,
            (true, false, _) => {
                vec![part("ref_indirect", to, category), part("points_to_field", to.lvalue_ref(db), "l>p")]
            }
            (false, true, false) => Vec::new(),
            (false, false, true) => return None,
            (false, _, _) => vec![part("points_to_field", held, category)],
        });
        Some(all)
    }

    /// The init-capture of a lambda that a variable is.
    fn init_capture(&self, index: usize, number: u32) -> Option<(u32, String, Ty<'db>)> {
        let variable = self.variable(number)?;
        if !variable.is_capture || variable.lambda != Some(self.lambdas[index].lambda) {
            return None;
        }
        let own = variable.name.as_ref()?;
        let is_own = |capture: &Capture| match capture {
            Capture::Name { name, init, .. } => name == own && *init != Init::None,
            _ => false,
        };
        let place = self.written(index).captures.iter().position(is_own)?;
        Some((place as u32, own.to_string(), variable.ty))
    }

    /// The closure that a call operator is called for.
    fn closure_object(&self, index: usize, at: At) -> Part {
        let constant = if self.written(index).is_mutable { "" } else { "const " };
        Part {
            at,
            capture: None,
            what: "variable",
            ty: format!("{constant}<unnamed> *"),
            category: "p",
            entity: Entity::This,
        }
    }

    /// How the closure that a node makes gets what it holds.
    pub(crate) fn initializers(&self, id: NodeId) -> Vec<Part> {
        let mut all = Vec::new();
        if let Some(&index) = self.by_node.get(&id) {
            for (held, at) in &self.lambdas[index].held {
                self.initializer(index, *held, *at, &mut all);
            }
        }
        all
    }

    fn initializer(&self, index: usize, held: Held, at: At, all: &mut Vec<Part>) -> Option<()> {
        let db = self.sema.db;
        let around = &self.lambdas[index];
        let by_reference = self.by_reference(index, held)?;
        let capture = self.explicit(index, held).map(|(place, _)| (around.lambda, place));
        let At::Start(expr) = self.node(around.node).at else { return None };
        let end = At::Tail(expr, 0);
        let part = |what, ty: Ty<'db>, category| Part {
            at,
            capture,
            what,
            ty: self.sema.display(ty),
            category,
            entity: Entity::None,
        };
        let outer = around.parent.filter(|outer| self.holds(*outer, held));
        let Held::Variable(number) = held else {
            match outer {
                Some(outer) => all.push(self.closure_object(outer, end)),
                None if by_reference => {
                    all.push(Part { entity: Entity::This, ..part("variable", self.this?, "l>p") });
                }
                None => {}
            }
            return Some(());
        };
        let declared = self.variable(number)?.ty;
        let to = self.referent(index, number)?;
        let is_reference = matches!(declared.kind(db), Kind::Reference(..));
        if by_reference {
            all.push(part("reference_to", to.lvalue_ref(db), "p"));
        }
        let entity = Entity::Variable(number);
        match (outer, by_reference) {
            (Some(outer), true) => all.push(self.closure_object(outer, end)),
            (None, true) if is_reference => {
                all.push(Part { at: end, capture: None, ..part("ref_indirect", to, "l") });
                all.push(Part { at: end, capture: None, entity, ..part("variable", declared, "l>p") });
            }
            (None, true) => all.push(Part { entity, ..part("variable", to, "l") }),
            // Objects of classes and arrays are copied as a whole.
            (_, false) if matches!(to.kind(db), Kind::Class(_) | Kind::Array(..)) => {}
            (_, false) if matches!(to.unqualified(db).kind(db), Kind::Class(_)) => {}
            (Some(outer), false) => all.push(self.closure_object(outer, end)),
            (None, false) if is_reference => {}
            (None, false) => all.push(Part { entity, ..part("variable", to.unqualified(db), "l>p") }),
        }
        Some(())
    }

    /// The members of the closures, by the expressions of their lambdas: what is named first. `None` for those of which
    /// something is not known.
    pub(crate) fn members(&self) -> Vec<(ExprId, Option<Vec<Member<'db>>>)> {
        let mut all = Vec::new();
        for (index, around) in self.lambdas.iter().enumerate() {
            if let At::Start(expr) = self.node(around.node).at {
                all.push((expr, self.members_of(index)));
            }
        }
        all
    }

    fn members_of(&self, index: usize) -> Option<Vec<Member<'db>>> {
        let db = self.sema.db;
        let around = &self.lambdas[index];
        let written = self.written(index);
        if written.template.is_some() || written.params.iter().any(|param| param.ty.has_placeholder()) {
            return None;
        }
        let this = |by_reference: bool| match by_reference {
            true => Some(self.this?.qualified(db, Qualifiers::CONST)),
            false => self.this?.pointee(db),
        };
        let held_type = |held: Held, by_reference: bool| match held {
            Held::This => this(by_reference),
            Held::Variable(number) => Some(match by_reference {
                true => self.referent(index, number)?.lvalue_ref(db),
                false => self.variable(number)?.ty.referred(db),
            }),
        };
        let name = |held: Held| match held {
            Held::This => Some(String::new()),
            Held::Variable(number) => Some(self.variable(number)?.name.as_ref()?.to_string()),
        };
        let mut members = Vec::new();
        let mut initialized = around.initialized.iter().copied();
        for (place, capture) in (0u32..).zip(&written.captures) {
            let at = Some((around.lambda, place));
            let member = |name, ty| Member { at: At::None, capture: at, name, ty };
            match capture {
                Capture::Name { pack: true, .. } => return None,
                Capture::Name { name: own, init, .. } if *init != Init::None => {
                    let variable = self.variable(initialized.next()?)?;
                    let (name, ty) = (own.to_string(), variable.ty);
                    let is_reference = matches!(ty.kind(db), Kind::Reference(..));
                    members.push(member(name, if is_reference { ty } else { ty.unqualified(db) }));
                }
                _ => {
                    let mut held = around.held.iter().map(|(held, _)| *held);
                    let held =
                        held.find(|held| self.explicit(index, *held).is_some_and(|(own, _)| own == place))?;
                    let (_, by_reference) = self.explicit(index, held)?;
                    members.push(member(name(held)?, held_type(held, by_reference)?));
                }
            }
        }
        for (held, at) in &around.held {
            if self.explicit(index, *held).is_none() {
                let by_reference = self.by_reference(index, *held)?;
                let ty = held_type(*held, by_reference)?;
                members.push(Member { at: *at, capture: None, name: name(*held)?, ty });
            }
        }
        Some(members)
    }
}
