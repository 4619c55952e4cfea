//! Values of lvalues: reading, decay, constants that stand for variables; `decltype` and placeholders.

use asunder_hir::body::{Expr, ExprId};
use asunder_types::{Kind, Symbol, Ty, Value};

use super::{At, Category, Infer, Named, NodeId, What};
use crate::uses::UseForm;

impl<'db> Infer<'_, 'db> {
    /// Marks that the value of an lvalue is read ([conv.lval]).
    pub(crate) fn read(&mut self, id: NodeId) {
        let db = self.db();
        let node = self.node(id);
        if node.category == Category::Prvalue || node.ty.absorbs(db) {
            return;
        }
        match node.ty.unqualified(db).kind(db) {
            Kind::Class(_) | Kind::Array(..) | Kind::Function(_) => {}
            _ => {
                let ty = node.ty.unqualified(db);
                // What is read of a conditional or of a member is read of its operands.
                let inner = match (&node.what, node.operands.as_slice()) {
                    (What::Op("question"), [_, a, b]) => vec![*a, *b],
                    (What::Op("dot_static" | "points_to_static"), [_, member]) => vec![*member],
                    _ => Vec::new(),
                };
                let node = self.node_mut(id);
                node.ty = ty;
                node.read = true;
                node.category = Category::Prvalue;
                inner.into_iter().for_each(|operand| self.read(operand));
            }
        }
    }

    /// Marks that the bytes of an object of a class are read, whose qualifiers its value keeps.
    pub(crate) fn read_object(&mut self, id: NodeId) {
        let db = self.db();
        let node = self.node(id);
        if node.category == Category::Prvalue || node.ty.as_class(db).is_none() {
            return;
        }
        let inner = match (&node.what, node.operands.as_slice()) {
            (What::Op("question"), [_, a, b]) => vec![*a, *b],
            _ => Vec::new(),
        };
        let node = self.node_mut(id);
        node.read = true;
        node.category = Category::Prvalue;
        inner.into_iter().for_each(|operand| self.read_object(operand));
    }

    /// The value of a node: arrays and functions as pointers, lvalues read.
    pub(crate) fn decay(&mut self, id: NodeId) -> NodeId {
        let db = self.db();
        let id = self.settled(id);
        let ty = self.node(id).ty;
        match ty.kind(db) {
            // The branches of a conditional are converted, not what it gives.
            Kind::Array(element, _) if matches!(self.node(id).what, What::Op("question")) => {
                let pointer = element.pointer_to(db);
                let operands = self.node(id).operands.clone();
                let operands = match operands.as_slice() {
                    [test, a, b] => vec![*test, self.decay(*a), self.decay(*b)],
                    _ => operands,
                };
                operands.iter().for_each(|operand| self.hide(*operand));
                let node = self.node_mut(id);
                node.operands = operands;
                node.ty = pointer;
                node.category = Category::Prvalue;
                id
            }
            Kind::Array(element, _) => {
                let at = self.node(id).at;
                self.implicit_op("array_to_pointer", element.pointer_to(db), Category::Prvalue, at, vec![id])
            }
            Kind::Function(_) => {
                if matches!(self.node(id).what, What::Routine | What::Op("indirect")) {
                    self.check_taken_address(id);
                    let node = self.node_mut(id);
                    node.ty = ty.pointer_to(db);
                    node.read = true;
                    node.category = Category::Prvalue;
                    return id;
                }
                let at = self.start_of(id);
                self.implicit_op("function_to_pointer", ty.pointer_to(db), Category::Prvalue, at, vec![id])
            }
            _ => {
                self.read(id);
                self.constant_variable(id)
            }
        }
    }

    /// A constant in the place of a variable that is one.
    pub(super) fn constant_variable(&mut self, id: NodeId) -> NodeId {
        if !matches!(self.node(id).what, What::Variable) || !self.node(id).read {
            return id;
        }
        match self.evaluate(id) {
            Some(value @ (Value::Integer(..) | Value::Floating(..))) => {
                self.node_mut(id).read = false;
                let ty = self.node(id).ty;
                let named = self.node(id).named;
                let constant = self.constant_node(value, ty, id);
                self.node_mut(constant).named = named;
                constant
            }
            _ => id,
        }
    }

    /// A node whose type is known without a target: the only function of a name.
    pub(crate) fn settled(&mut self, id: NodeId) -> NodeId {
        if !matches!(self.node(id).what, What::Functions) {
            return id;
        }
        let Some(pending) = self.sets.iter().rfind(|pending| pending.node == id).cloned() else { return id };
        let candidates = pending.set.candidates.iter().copied();
        let only = self.sema.distinct(candidates.filter(|it| !self.sema.is_specialization(it.symbol.decl)));
        let [candidate] = only.as_slice() else { return id };
        let mut symbol = candidate.symbol;
        if self.sema.is_function_template(symbol.decl) {
            let Some(given) = pending.explicit.clone() else { return id };
            match self.sema.complete_args(symbol, given, &[]) {
                Ok(args) => symbol = Symbol { env: self.sema.template_env(symbol, Some(args)), ..symbol },
                Err(_) => return id,
            }
        }
        let Some(signature) = self.sema.signature(symbol) else { return id };
        if signature.object.is_some() {
            return id;
        }
        let result = self.sema.result_of(symbol, &signature);
        let ty = self.with_result(signature.ty, result);
        let node = self.node_mut(id);
        node.what = What::Routine;
        node.ty = ty;
        node.named = Some(Named::Symbol(symbol));
        self.note_use_at_node(symbol, UseForm::Name, id);
        id
    }

    /// A node whose template arguments name one instance of a function template: it means that instance, whatever is
    /// deduced from it ([temp.arg.explicit]/4).
    pub(crate) fn settled_instance(&mut self, id: NodeId) -> NodeId {
        let is_instance = matches!(self.node(id).what, What::Functions)
            && self.sets.iter().rfind(|pending| pending.node == id).is_some_and(|pending| {
                pending.object.is_none()
                    && pending.explicit.iter().flatten().all(|arg| !self.sema.is_dependent_given(arg))
                    && pending.explicit.is_some()
                    && matches!(&*pending.set.candidates, [only] if self.sema.is_function_template(only.symbol.decl))
            });
        if is_instance { self.settled(id) } else { id }
    }

    /// A function type with its return type deduced.
    pub(crate) fn with_result(&self, ty: Ty<'db>, result: Ty<'db>) -> Ty<'db> {
        match ty.kind(self.db()) {
            Kind::Function(function) if function.result != result => {
                self.sema.ty(Kind::Function(asunder_types::Function { result, ..function.clone() }))
            }
            _ => ty,
        }
    }

    /// A value without a target: what `auto` would take.
    pub(crate) fn resolved_value(&mut self, id: NodeId) -> NodeId {
        match self.node(id).ty.unqualified(self.db()).kind(self.db()) {
            Kind::Class(_) => id,
            _ => self.decay(id),
        }
    }

    // ---- decltype and auto

    /// `decltype` of an expression ([dcl.type.decltype]/1).
    pub(crate) fn decltype(&mut self, root: ExprId, is_bare: bool) -> Ty<'db> {
        let node = self.expr(root);
        let node = self.settled(node);
        if is_bare
            && !matches!(self.body[root], Expr::Paren(_))
            && let Some(ty) = self.declared_type(node, root)
        {
            return ty;
        }
        self.type_with_category(node)
    }

    /// The type of a node, as a reference where it is an lvalue or an xvalue.
    pub(crate) fn type_with_category(&self, node: NodeId) -> Ty<'db> {
        let db = self.db();
        let inner = self.node(node);
        match inner.category {
            _ if inner.ty.absorbs(db) => inner.ty,
            Category::Lvalue => inner.ty.lvalue_ref(db),
            Category::Xvalue => inner.ty.rvalue_ref(db),
            Category::Prvalue => inner.ty,
        }
    }

    /// The declared type of what an expression without parentheses names ([dcl.type.decltype]/1.3).
    fn declared_type(&self, node: NodeId, root: ExprId) -> Option<Ty<'db>> {
        if !matches!(self.body[root], Expr::Name(_) | Expr::Member(..) | Expr::Ambiguous(..)) {
            return None;
        }
        let inner = self.node(node);
        match &inner.what {
            What::Op("ref_indirect") if inner.flags.implicit => {
                let of = self.node(inner.operands[0]);
                match of.what {
                    What::Variable | What::Op("points_to_field" | "dot_field") => Some(of.ty),
                    _ => None,
                }
            }
            What::Variable | What::Routine => Some(inner.ty),
            What::Op("points_to_field" | "dot_field" | "points_to_static" | "dot_static") => {
                inner.operands.last().map(|field| self.node(*field).ty)
            }
            _ => None,
        }
    }

    /// What `decltype(auto)` stands for with an initializer or a returned value ([dcl.type.auto.deduct]/5).
    pub(crate) fn decltype_of_value(&self, node: NodeId) -> Ty<'db> {
        let inner = self.node(node);
        let is_bare = !inner.ty.absorbs(self.db()) && inner.parentheses.is_none() && inner.at != At::None;
        let named = if is_bare { self.declared_type(node, self.expr_of(node)) } else { None };
        named.unwrap_or_else(|| self.type_with_category(node))
    }

    /// What a declared type with `auto` becomes for an initializer ([dcl.spec.auto]).
    pub(crate) fn deduced(&mut self, declared: Ty<'db>, init: NodeId) -> Ty<'db> {
        let db = self.db();
        let init = self.settled(init);
        let node = self.node(init);
        let (ty, category) = (node.ty, node.category);
        if matches!(node.what, What::List) {
            return self.sema.gap("auto from a list");
        }
        if ty.absorbs(db) {
            return ty;
        }
        match declared.kind(db) {
            Kind::Auto => ty.decayed(db),
            Kind::DecltypeAuto => self.decltype_of_value(init),
            Kind::Qualified(qualifiers, inner) => {
                let inner = self.deduced(*inner, init);
                inner.qualified(db, *qualifiers)
            }
            Kind::Reference(inner, rvalue) => match inner.kind(db) {
                Kind::Auto if *rvalue => match category {
                    Category::Lvalue => ty.lvalue_ref(db),
                    _ => ty.rvalue_ref(db),
                },
                Kind::Auto => ty.lvalue_ref(db),
                Kind::Qualified(qualifiers, auto) if matches!(auto.kind(db), Kind::Auto) => {
                    ty.qualified(db, *qualifiers).lvalue_ref(db)
                }
                _ => {
                    let inner = self.deduced(*inner, init);
                    if *rvalue { inner.rvalue_ref(db) } else { inner.lvalue_ref(db) }
                }
            },
            Kind::Pointer(inner) => {
                let value = ty.decayed(db);
                match value.kind(db) {
                    Kind::Pointer(to) => match inner.kind(db) {
                        Kind::Auto => value,
                        Kind::Qualified(qualifiers, auto) if matches!(auto.kind(db), Kind::Auto) => {
                            to.qualified(db, *qualifiers).pointer_to(db)
                        }
                        _ if matched_placeholder(db, *inner, *to).is_some() => {
                            to.qualified(db, inner.qualifiers(db)).pointer_to(db)
                        }
                        _ => self.sema.gap("auto inside a pointer"),
                    },
                    _ => self.sema.ty(Kind::Error),
                }
            }
            Kind::Array(inner, bound) => match (inner.kind(db), ty.kind(db)) {
                (Kind::Auto, Kind::Array(element, _)) => self.sema.ty(Kind::Array(*element, *bound)),
                _ => self.sema.gap("auto inside an array"),
            },
            Kind::Function(_) | Kind::MemberPointer(..) => self.sema.gap("auto inside a function type"),
            _ => declared,
        }
    }
}

/// What the placeholder in a type stands for where the type is `ty`, which has all qualifiers that are written.
fn matched_placeholder<'db>(db: &'db dyn salsa::Database, pattern: Ty<'db>, ty: Ty<'db>) -> Option<Ty<'db>> {
    match (pattern.kind(db), ty.kind(db)) {
        (Kind::Auto, _) => Some(ty),
        (Kind::Qualified(..), _) => {
            let (wanted, own) = (pattern.qualifiers(db), ty.qualifiers(db));
            let has_all = (own.is_const || !wanted.is_const) && (own.is_volatile || !wanted.is_volatile);
            has_all.then(|| matched_placeholder(db, pattern.unqualified(db), ty.unqualified(db))).flatten()
        }
        (Kind::Pointer(inner), Kind::Pointer(to)) => matched_placeholder(db, *inner, *to),
        (Kind::Array(inner, a), Kind::Array(element, b)) if a == b => {
            matched_placeholder(db, *inner, *element)
        }
        (Kind::Function(a), Kind::Function(b)) if a.params == b.params && a.variadic == b.variadic => {
            matched_placeholder(db, a.result, b.result)
        }
        _ => None,
    }
}
