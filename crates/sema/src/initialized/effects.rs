//! Whether making an object runs code that counts when nothing refers to it: calls, changes, reads of volatile objects.
//! What has a constant value runs none.

use asunder_decls::written::LocalId;
use asunder_syntax::TextSize;
use asunder_types::{Kind, Origin, Symbol, Ty, Value};

use super::VariableAt;
use crate::eval::{Code, Machine, Owned};
use crate::implied;
use crate::infer::made::{Detail, Made};
use crate::infer::{Category, Inferred, Named, NodeId, What};
use crate::special::{Provided, Special, Subobject};
use crate::view::Sema;

/// Whether floating arithmetic counts as code: in host functions it does, for it depends on the rounding mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// That of device code.
    Quiet,
    /// That of host code.
    Counts,
}

/// Operations that change something, or that call or leave the function.
const EFFECTS: [&str; 14] = [
    "call",
    "dot_member_call",
    "points_to_member_call",
    "kernel_launch",
    "new",
    "delete",
    "throw",
    "statement",
    "assign",
    "pre_incr",
    "pre_decr",
    "post_incr",
    "post_decr",
    "builtin_operation",
];

/// Whether an operation changes something, or calls or leaves the function.
pub(crate) fn is_effect(op: &str) -> bool {
    EFFECTS.contains(&op) || op.ends_with("_assign")
}

/// Operations on floating values that compute nothing.
const NO_ARITHMETIC: [&str; 14] = [
    "address_of",
    "bool_cast",
    "comma",
    "dot_field",
    "indirect",
    "land",
    "lor",
    "not",
    "pm_dot_field",
    "pm_points_to_field",
    "points_to_field",
    "question",
    "subscript",
    "unary_plus",
];

/// Whether an operation with a type and such operands computes with floating values.
pub(crate) fn computes_floating<'db>(
    db: &'db dyn salsa::Database,
    op: &str,
    ty: Ty<'db>,
    mut operands: impl Iterator<Item = Ty<'db>>,
) -> bool {
    let is_floating = |ty: Ty<'db>| ty.referred(db).as_builtin(db).is_some_and(asunder_types::is_floating);
    !NO_ARITHMETIC.contains(&op) && (is_floating(ty) || operands.any(is_floating))
}

impl<'db> Inferred<'db> {
    /// The object that a declaration of a block makes, and how.
    pub(super) fn made_local(&self, local: LocalId) -> Option<(Ty<'db>, &Made)> {
        if let Some((ty, made)) = self.plan.bindings.get(&local) {
            return Some((*ty, made));
        }
        let (number, made) = self.plan.locals.get(&local)?;
        Some((self.variables.get(*number as usize)?.ty, made))
    }
}

impl<'db> Sema<'db> {
    pub(super) fn is_quiet(&self, variable: VariableAt, arithmetic: Arithmetic) -> bool {
        match variable {
            VariableAt::Local(holder, local) => {
                let Some(code) = self.code_of(holder) else { return false };
                let Some((ty, made)) = code.tree.made_local(local) else { return false };
                self.is_made_quietly(&code, made, ty, None, arithmetic)
            }
            VariableAt::Static(decl) => {
                let symbol = Symbol { decl, env: self.env_of(decl) };
                let ty = self.variable_type(symbol);
                match self.initializer_code(symbol) {
                    Some(code) => code.made.first().is_some_and(|(_, made)| {
                        self.is_made_quietly(&code, made, ty, Some(symbol), arithmetic)
                    }),
                    None => {
                        self.is_quiet_object(ty)
                            && (self.is_default_quiet(ty)
                                || self.initializes_all(ty) && self.makes_without_calls(ty))
                    }
                }
            }
        }
    }

    /// Whether the end of an object, and accesses to it, run no code.
    pub(super) fn is_quiet_object(&self, ty: Ty<'db>) -> bool {
        match ty.kind(self.db) {
            Kind::Reference(referred, _) => !referred.absorbs(self.db) && !self.is_dependent(*referred),
            _ => self.ends_quietly(ty) && !self.has_volatile_part(ty),
        }
    }

    fn has_volatile_part(&self, ty: Ty<'db>) -> bool {
        if ty.qualifiers(self.db).is_volatile {
            return true;
        }
        let Some((class, _)) = self.class_of_elements(ty) else { return false };
        if matches!(class.origin(self.db), Origin::Lambda(..)) {
            return false;
        }
        let parts = self.subobjects(class);
        parts.is_none_or(|parts| {
            parts.into_iter().any(|part| match part {
                Subobject::Field(_, ty) => self.has_volatile_part(ty),
                Subobject::Base(base) => self.has_volatile_part(self.ty(Kind::Class(base))),
            })
        })
    }

    /// Whether an object without an initializer is made without code, not asking for its value.
    pub(super) fn is_default_quiet(&self, ty: Ty<'db>) -> bool {
        let Some((class, _)) = self.class_of_elements(ty) else { return true };
        if matches!(class.origin(self.db), Origin::Lambda(..)) {
            return true;
        }
        self.special_member(class, Special::Default) == Some(Provided::Made(Special::Default))
            && self.is_trivial(class, Special::Default) == Some(true)
    }

    /// Whether the default constructor of a class is one that nobody wrote and that calls nothing.
    fn makes_without_calls(&self, ty: Ty<'db>) -> bool {
        let default = Special::Default;
        self.class_of_elements(ty).is_some_and(|(class, _)| {
            self.special_member(class, default) == Some(Provided::Made(default))
                && implied::of_special(self, class, default).is_some_and(|uses| uses.is_empty())
        })
    }

    fn is_made_quietly(
        &self,
        code: &std::rc::Rc<Owned<'db>>,
        made: &Made,
        ty: Ty<'db>,
        own: Option<Symbol<'db>>,
        arithmetic: Arithmetic,
    ) -> bool {
        if !self.is_quiet_object(ty) || !self.is_converted(code, made, ty) {
            return false;
        }
        let is_default = matches!(made, Made::Default);
        if is_default && self.is_default_quiet(ty) {
            return true;
        }
        let Some(found) = implied::Code::of(self, code) else { return false };
        if !self.ends_are_quiet(found, made) {
            return false;
        }
        // What a closure captures is evaluated when it is called.
        let is_closure =
            ty.as_class(self.db).is_some_and(|it| matches!(it.origin(self.db), Origin::Lambda(..)));
        let may_be_constant = !is_closure && (!is_default || self.initializes_all(ty));
        if may_be_constant
            && Machine::new(self, Code::own(code.clone()), true).run_made(made, ty, own).is_ok()
        {
            return true;
        }
        !is_default && !calls_implicitly(found, made, ty) && is_quiet_tree(self, &code.tree, made, arithmetic)
    }

    /// Whether what initializes a number or a pointer is one of its type, or a closure whose function a pointer points to.
    fn is_converted(&self, code: &Owned<'db>, made: &Made, ty: Ty<'db>) -> bool {
        let db = self.db;
        let is_scalar = self.class_of_elements(ty).is_none()
            && !matches!(ty.kind(db), Kind::Reference(..) | Kind::Array(..));
        match made {
            Made::Node(node) if is_scalar => {
                let node = code.tree.nodes.get(node.0 as usize);
                node.is_some_and(|node| {
                    matches!(node.what, What::Constant(_))
                        || node.ty.unqualified(db) == ty.unqualified(db)
                        || self.is_function_of_closure(node.ty, ty)
                })
            }
            _ => true,
        }
    }

    /// Whether a closure is converted to a pointer to its function.
    fn is_function_of_closure(&self, from: Ty<'db>, to: Ty<'db>) -> bool {
        let closure = from.as_class(self.db).filter(|it| matches!(it.origin(self.db), Origin::Lambda(..)));
        closure.is_some()
            && matches!(to.unqualified(self.db).kind(self.db), Kind::Pointer(to) if to.as_function(self.db).is_some())
    }

    /// Whether the default constructor of a class that has no initializer leaves nothing out, so that it may be `constexpr`.
    fn initializes_all(&self, ty: Ty<'db>) -> bool {
        let Some((class, _)) = self.class_of_elements(ty) else { return false };
        if self.special_member(class, Special::Default) != Some(Provided::Made(Special::Default)) {
            return true;
        }
        let parts = self.subobjects(class);
        parts.is_some_and(|parts| {
            parts.into_iter().all(|part| match part {
                Subobject::Field(field, ty) => {
                    self.initializer(field.decl).is_some() || self.initializes_all(ty)
                }
                Subobject::Base(base) => self.initializes_all(self.ty(Kind::Class(base))),
            })
        })
    }

    /// Whether the temporaries of an initializer, and what its lambdas capture, end without code.
    pub(super) fn ends_are_quiet(&self, code: implied::Code<'_, 'db>, made: &Made) -> bool {
        let mut pending = Vec::new();
        if !push(made, &mut pending) {
            return false;
        }
        while let Some(id) = pending.pop() {
            let Some(node) = code.tree.nodes.get(id.0 as usize) else { return false };
            match (&node.what, code.tree.plan.details.get(&id)) {
                (What::Op("temp_init"), detail) => {
                    if node.ty.as_class(self.db).is_some() && !self.ends_quietly(node.ty) {
                        return false;
                    }
                    if let Some(Detail::Made(made)) = detail
                        && !push(made, &mut pending)
                    {
                        return false;
                    }
                }
                (What::Op("lambda"), Some(Detail::Lambda(plan))) => {
                    pending.extend(plan.captures.iter().map(|(_, node, _)| *node));
                    let copied = implied::copied_captures(code, plan);
                    if !copied.into_iter().all(|(class, _)| self.ends_quietly(self.ty(Kind::Class(class)))) {
                        return false;
                    }
                }
                _ => {}
            }
            pending.extend(node.operands.iter().copied());
        }
        true
    }
}

/// Whether making an object calls, or may call, what nobody wrote.
pub(super) fn calls_implicitly<'db>(code: implied::Code<'_, 'db>, made: &Made, ty: Ty<'db>) -> bool {
    let found = implied::of_initializer(code, made, ty, TextSize::new(0));
    found.has_gaps || found.uses.iter().any(|(_, used)| used.lambda.is_none())
}

/// Whether the nodes of an initializer surely change nothing and call nothing.
pub(super) fn is_quiet_tree<'db>(
    sema: &Sema<'db>,
    tree: &Inferred<'db>,
    made: &Made,
    arithmetic: Arithmetic,
) -> bool {
    let db = sema.db;
    let mut pending: Vec<NodeId> = Vec::new();
    if !push(made, &mut pending) {
        return false;
    }
    while let Some(id) = pending.pop() {
        let Some(node) = tree.nodes.get(id.0 as usize) else { return false };
        // What a template parameter stands for is a constant.
        if matches!(node.what, What::Constant(Value::Param(_) | Value::Dependent)) {
            continue;
        }
        // To read or convert a pointer runs no code, whatever it points to.
        let is_pointer =
            || matches!(node.ty.referred(db).unqualified(db).kind(db), Kind::Pointer(_) | Kind::Array(..));
        if (node.ty.absorbs(db) || sema.is_dependent(node.ty)) && !is_pointer()
            || node.ty.qualifiers(db).is_volatile && node.category == Category::Lvalue
        {
            return false;
        }
        if node.value.is_some() {
            continue;
        }
        match &node.what {
            What::Gap("variable") if is_pointer() => continue,
            What::Gap(_) | What::List | What::Functions => return false,
            What::Constant(_) | What::Unknown | What::Aggregate => continue,
            What::Op("temp_init") => {
                if let Some(Detail::Made(made)) = tree.plan.details.get(&id)
                    && !push(made, &mut pending)
                {
                    return false;
                }
            }
            What::Op("lambda") => {
                let Some(Detail::Lambda(plan)) = tree.plan.details.get(&id) else { return false };
                pending.extend(plan.captures.iter().map(|(_, node, _)| *node));
                continue;
            }
            What::Op("ref_dynamic_cast" | "typeid") => return false,
            What::Op(op) if is_effect(op) => return false,
            What::Op(op) => {
                let operands = node.operands.iter().filter_map(|id| tree.nodes.get(id.0 as usize));
                if arithmetic == Arithmetic::Counts
                    && node.category == Category::Prvalue
                    && computes_floating(db, op, node.ty, operands.map(|it| it.ty))
                {
                    return false;
                }
            }
            What::Variable | What::Field => {
                let ty = match node.named {
                    Some(Named::Symbol(symbol)) => Some(sema.variable_type(symbol)),
                    Some(Named::Local(number)) => {
                        let variable = tree.variables.get(number as usize);
                        Some(variable.map_or(node.ty, |variable| variable.ty))
                    }
                    // `this` and `__func__`.
                    Some(Named::Predefined(_)) => Some(node.ty),
                    _ => None,
                };
                if ty.is_none_or(|ty| ty.referred(db).qualifiers(db).is_volatile) {
                    return false;
                }
            }
            _ => {}
        }
        pending.extend(node.operands.iter().copied());
    }
    true
}

/// The nodes of which an object is made; false where they are not known.
pub(super) fn push(made: &Made, pending: &mut Vec<NodeId>) -> bool {
    match made {
        Made::Unknown => false,
        Made::Default | Made::Empty => true,
        Made::Node(node) => {
            pending.push(*node);
            true
        }
        Made::Parts(parts) => parts.iter().all(|(_, made)| push(made, pending)),
    }
}
