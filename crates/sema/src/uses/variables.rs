//! Variables as the code that accesses them has them: by their types, and by what stands for them where their values are
//! known.

use asunder_decls::names::DeclRef;
use asunder_types::{Kind, Symbol, Ty};

use super::contexts::Contexts;
use super::{Access, AccessKind, is_local};
use crate::eval::{Base, Static, Val};
use crate::infer::{At, Inferred, NodeId, What};
use crate::special::Special;
use crate::view::Sema;

/// What a variable of a namespace or class is by its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accessed {
    /// It, or its elements, are `const`.
    pub is_const: bool,
    /// It, or its elements, are `volatile`.
    pub is_volatile: bool,
    /// It is a reference.
    pub is_reference: bool,
    /// It is an array.
    pub is_array: bool,
    /// It is an object of a class.
    pub is_class: bool,
    /// What code that reads its value has of it.
    pub value: Referred,
}

/// What code has of a variable whose value it reads: of a reference or pointer that is a constant only what it refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Referred {
    /// The variable itself.
    Itself,
    /// The variable or function that it refers to, or a part of it.
    To(DeclRef),
    /// The variable itself, although it is a constant: its value is that of the running program, or a string.
    Unfolded,
    /// Nothing that has a name.
    Nothing,
    /// That is not known.
    Unknown,
}

impl<'db> Sema<'db> {
    /// What a variable of a namespace or class is, if its type is known. `is_folded`: what is done with its value or address
    /// may be evaluated, so that the code has nothing of it.
    pub(super) fn accessed(
        &self,
        symbol: Symbol<'db>,
        kind: AccessKind,
        is_folded: bool,
    ) -> Option<Accessed> {
        let db = self.db;
        if is_local(symbol.decl) {
            return None;
        }
        let ty = self.variable_type(symbol);
        if ty.absorbs(db) || self.is_dependent(ty) {
            return None;
        }
        let mut element = ty;
        while let Kind::Array(of, _) = element.kind(db) {
            element = *of;
        }
        let qualifiers = element.qualifiers(db);
        let is_reference = matches!(ty.kind(db), Kind::Reference(..));
        let is_pointer = matches!(ty.unqualified(db).kind(db), Kind::Pointer(_));
        let is_constant = is_reference || is_pointer && qualifiers.is_const && !qualifiers.is_volatile;
        let value = match is_constant && kind == AccessKind::Read {
            true if is_folded && is_pointer => Referred::Nothing,
            true => self.referred(symbol, ty),
            false if kind == AccessKind::Read && self.is_unfolded(symbol, ty) => Referred::Unfolded,
            false if kind == AccessKind::Address && is_folded => Referred::Unknown,
            false => Referred::Itself,
        };
        let (is_const, is_volatile) = (qualifiers.is_const, qualifiers.is_volatile);
        let is_array = matches!(ty.unqualified(db).kind(db), Kind::Array(..));
        let is_class = ty.as_class(db).is_some();
        Some(Accessed { is_const, is_volatile, is_reference, is_array, is_class, value })
    }

    /// What the tree does with the object that `node` names, and the place of the node that does it: `None` where nothing,
    /// or that is not known.
    pub(super) fn access(
        &self,
        tree: &Inferred<'db>,
        parents: &[u32],
        contexts: &Contexts<'_, 'db>,
        node: NodeId,
    ) -> Option<(Access, At)> {
        let is_constant = |id: NodeId| {
            let node = &tree.nodes[id.0 as usize];
            node.value.is_some() || matches!(node.what, What::Constant(_))
        };
        let mut at = node.0;
        let (mut is_part, mut is_element, mut is_open) = (false, false, false);
        let (mut is_offset, mut by_address) = (false, false);
        loop {
            let own = &tree.nodes[at as usize];
            if own.read {
                let is_offset = is_offset && contexts.is_in_initializer(NodeId(at));
                let access = Access { kind: AccessKind::Read, is_part, is_element, is_offset, of: None };
                return Some((access, At::None));
            }
            let parent = parents[at as usize];
            let around = &tree.nodes[parent as usize];
            let has_value = match around.what {
                _ if parent == at => !contexts.is_statement(NodeId(at)),
                What::Op("cast") => !around.ty.is_void(self.db),
                What::Op("comma") => around.operands.first().is_none_or(|first| first.0 != at),
                _ => true,
            };
            // Of what nothing takes the value of, the address counts by which it is reached (measured).
            if !has_value {
                let kind = match own.ty.qualifiers(self.db).is_volatile {
                    true => AccessKind::Read,
                    false => AccessKind::Address,
                };
                let access = Access { kind, is_part, is_element, is_offset: false, of: None };
                return (by_address || kind == AccessKind::Read).then_some((access, At::None));
            }
            if parent == at {
                return None;
            }
            let is_first = around.operands.first().is_some_and(|first| first.0 == at);
            let What::Op(op) = around.what else { return None };
            let kind = match op {
                "assign" if is_first => match self.is_copied(around.ty) {
                    true => AccessKind::Write,
                    false => AccessKind::Address,
                },
                "subscript" if is_first => {
                    is_open |= !around.operands.get(1).is_some_and(|index| is_constant(*index));
                    (is_part, is_element, at) = (true, true, parent);
                    continue;
                }
                "dot_field" | "points_to_field" | "pm_dot_field" | "pm_points_to_field" if is_first => {
                    (is_part, is_element, at) = (true, is_open, parent);
                    continue;
                }
                // Of an address as far as its object is reached again by it.
                "padd" | "psubtract" => {
                    is_offset |= is_first && matches!(own.what, What::Op("array_to_pointer"));
                    is_open |= !around.operands.get(1).is_some_and(|offset| is_constant(*offset));
                    (is_element, at) = (is_open, parent);
                    continue;
                }
                "indirect" => {
                    at = parent;
                    continue;
                }
                "array_to_pointer" | "address_of" => match is_dereferenced(tree, parents, parent) {
                    true => {
                        is_part |= op == "array_to_pointer";
                        by_address = true;
                        at = parent;
                        continue;
                    }
                    false => AccessKind::Address,
                },
                "lvalue_adjust" | "lvalue_cast" | "base_class_cast" | "question" => {
                    at = parent;
                    continue;
                }
                "comma" if !is_first => {
                    at = parent;
                    continue;
                }
                "reference_to" | "dot_member_call" => AccessKind::Address,
                op if is_first && updates(op) => AccessKind::Update,
                _ => return None,
            };
            let at = if kind.writes() { around.at } else { At::None };
            return Some((Access { kind, is_part, is_element, is_offset: false, of: None }, at));
        }
    }

    /// Whether an assignment to a type is one of bytes.
    fn is_copied(&self, ty: Ty<'db>) -> bool {
        let class = ty.referred(self.db).as_class(self.db);
        class.is_none_or(|class| self.is_trivial(class, Special::CopyAssignment) != Some(false))
    }

    /// What a reference or a pointer that does not change refers to.
    fn referred(&self, symbol: Symbol<'db>, ty: Ty<'db>) -> Referred {
        let written = self.decl(symbol.decl);
        if written.specifiers.is_extern && self.initializer(symbol.decl).is_none() {
            return Referred::Itself;
        }
        let Static::Constant(value) = self.static_constant(symbol) else { return Referred::Unknown };
        let Val::Pointer(pointer) = &*value else { return Referred::Unknown };
        match &pointer.base {
            Base::Static(of) if is_local(of.decl) => Referred::Unknown,
            Base::Static(of) if of.decl == symbol.decl => Referred::Nothing,
            Base::Static(of) | Base::Function(of) => Referred::To(of.decl),
            Base::Null => Referred::Nothing,
            Base::Object(..) if matches!(ty.kind(self.db), Kind::Reference(..)) => Referred::Nothing,
            Base::Object(..) => Referred::Unknown,
            Base::String(..) if self.decl(symbol.decl).specifiers.is_constexpr => Referred::Nothing,
            Base::String(..) => Referred::Unfolded,
        }
    }

    /// Whether a `const` variable of scalar type surely has no constant value.
    fn is_unfolded(&self, symbol: Symbol<'db>, ty: Ty<'db>) -> bool {
        let is_scalar = matches!(ty.unqualified(self.db).kind(self.db), Kind::Builtin(_) | Kind::Enum(..));
        is_scalar
            && ty.qualifiers(self.db).is_const
            && self.initializer(symbol.decl).is_some()
            && matches!(self.static_constant(symbol), Static::RunTime)
    }
}

/// Whether the object is reached again by its address: `*p`, `p[i]`, `p->m`, and these of `p + i`.
fn is_dereferenced(tree: &Inferred<'_>, parents: &[u32], pointer: u32) -> bool {
    let parent = parents[pointer as usize];
    let around = &tree.nodes[parent as usize];
    let is_first = parent != pointer && around.operands.first().is_some_and(|first| first.0 == pointer);
    match around.what {
        What::Op("indirect" | "subscript" | "points_to_field" | "pm_points_to_field") => is_first,
        What::Op("padd" | "psubtract") if is_first => {
            // `i + p` is taken for something else.
            let place = |id: NodeId| match tree.nodes[id.0 as usize].at {
                At::Start(expr) | At::Point(expr) | At::Tail(expr, _) => Some(expr),
                At::None => None,
            };
            let offset = around.operands.get(1).and_then(|offset| place(*offset));
            place(NodeId(pointer)) < offset && is_dereferenced(tree, parents, parent)
        }
        _ => false,
    }
}

/// Whether an operator changes its first operand by its value.
fn updates(op: &str) -> bool {
    op.ends_with("_assign") || op.ends_with("_incr") || op.ends_with("_decr")
}
