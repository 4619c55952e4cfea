//! Casts, and functions whose target says which one is meant.

use asunder_decls::written::TypeExpr;
use asunder_hir::body::{Args, CastKind, ExprId};
use asunder_types::{Builtin, Kind, Symbol, Ty};

use super::mistakes::Context;
use super::{At, Category, Flags, Infer, Named, Node, NodeId, What};
use crate::class_deduction::Form;
use crate::nested_names::Follow;
use crate::spelled::Spelled;
use crate::uses::UseForm;

impl<'db> Infer<'_, 'db> {
    pub(super) fn cast(&mut self, id: ExprId, kind: CastKind, ty: &TypeExpr, operand: ExprId) -> NodeId {
        let to = self.sema.resolve(ty, self.site());
        let follow = match kind {
            CastKind::C => Follow::Operand,
            _ => Follow::NamedCast,
        };
        if self.check_typenames_in(id, ty, follow) {
            let node = self.expr(operand);
            return self.error(id, vec![node]);
        }
        self.check_cast_type(id, kind, ty, to, operand);
        let node = self.expr(operand);
        let spelled = self.sema.spelled(ty, self.site());
        self.explicit_cast(id, kind, (to, spelled), node, At::Start(id))
    }

    /// An explicit conversion of a node to a type, which may be spelled.
    pub(crate) fn explicit_cast(
        &mut self,
        id: ExprId,
        kind: CastKind,
        (to, spelled): (Ty<'db>, Option<Spelled<'db>>),
        node: NodeId,
        at: At,
    ) -> NodeId {
        let db = self.db();
        if to.absorbs(db) || self.sema.is_dependent(to) {
            if let Kind::Gap(why) = to.kind(db) {
                self.out.gaps.push((why, id));
            }
            // That it is a pointer is known, whatever it points to.
            if matches!(to.kind(db), Kind::Pointer(_)) && self.unevaluated == 0 {
                let node = self.decay(node);
                let operand = self.conversion_operand(node);
                return self.op("cast", to, Category::Prvalue, at, vec![operand]);
            }
            return self.unknown_object(id, to, vec![node]);
        }
        if matches!(self.node(node).ty.kind(db), Kind::Error) {
            return self.error(id, vec![node]);
        }
        let flags = Flags {
            static_cast: kind == CastKind::Static,
            reinterpret_cast: kind == CastKind::Reinterpret,
            const_cast: kind == CastKind::Const,
            ..Flags::default()
        };
        if kind == CastKind::Static {
            self.note_bases(self.node(node).ty, to);
        }
        if let Kind::Reference(target, rvalue) = to.kind(db) {
            let node = self.settled_for(node, to);
            let category = if *rvalue && !matches!(target.kind(db), Kind::Function(_)) {
                Category::Xvalue
            } else {
                Category::Lvalue
            };
            if kind != CastKind::Dynamic && self.check_cast_of_value(kind, node, *target, *rvalue) {
                return self.error(id, vec![node]);
            }
            let is_refused = match kind {
                CastKind::Dynamic => self.check_dynamic_cast(id, node, to),
                CastKind::Static => self.check_reference_cast(id, node, *target, to),
                CastKind::Const => self.check_const_reference(node, *target),
                CastKind::Reinterpret => {
                    self.check_kept_qualifiers(id, node, *target);
                    false
                }
                CastKind::C => false,
            };
            if is_refused {
                return self.error(id, vec![node]);
            }
            let op = match kind {
                CastKind::Dynamic => "ref_dynamic_cast",
                CastKind::Reinterpret => "ref_cast",
                _ => "lvalue_cast",
            };
            return self.push(Node {
                operands: vec![node],
                flags,
                ..Self::plain(What::Op(op), *target, category, at)
            });
        }
        let (to, written) = (to.unqualified(db), to);
        let at_name = crate::finding::MetAt::Node(self.start_of(node));
        let is_object = to.as_builtin(db).is_some()
            || to.pointee(db).is_some_and(|to| to.as_builtin(db).is_some() || to.as_class(db).is_some());
        if is_object && self.check_undetermined(node, at_name) {
            return self.error(id, vec![node]);
        }
        if to.is_void(db) {
            let node = self.settled(node);
            return self.push(Node {
                operands: vec![node],
                flags,
                ..Self::plain(What::Op("cast"), to, Category::Prvalue, at)
            });
        }
        if matches!(to.kind(db), Kind::Array(..) | Kind::Function(_)) {
            if kind == CastKind::C && self.is_known(node) {
                self.check_class_target(id, node, to, spelled.as_ref());
                return self.error(id, vec![node]);
            }
            return self.gap("array made by a cast", id);
        }
        if matches!(kind, CastKind::Dynamic | CastKind::Const) && self.check_cast_target(id, kind, to) {
            return self.error(id, vec![node]);
        }
        if let (Some(class), true) = (to.as_class(db), kind == CastKind::Reinterpret)
            && self.node(node).ty.as_class(db) != Some(class)
        {
            self.check_class_target(id, node, to, spelled.as_ref());
            return self.error(id, vec![node]);
        }
        if to.as_class(db).is_some() {
            if self.check_ambiguous_conversion(node, to) {
                return self.error(id, vec![node]);
            }
            return self.class_cast(id, written, node, at);
        }
        if kind == CastKind::Dynamic {
            let node = self.decay(node);
            if self.check_dynamic_cast(id, node, to) {
                return self.error(id, vec![node]);
            }
            return self.op("dynamic_cast", to, Category::Prvalue, at, vec![node]);
        }
        // By a conversion function of the operand's class.
        let node = self.settled_for(node, to);
        if let (Some(class), true) = (self.node(node).ty.as_class(db), kind != CastKind::Reinterpret) {
            let spelled = move |_: &Self| spelled.clone().map(|spelled| spelled.unqualified(db));
            // Explicit conversion functions are candidates, too.
            let is_implicit = |function: &Symbol<'db>| {
                let is_template = self.sema.is_function_template(function.decl);
                !is_template && self.sema.is_explicit(*function) == Some(false)
            };
            if self.sema.conversion_functions(class).iter().all(is_implicit)
                && self.check_conversion(node, to, &spelled, Context::Initialize)
            {
                return self.error(id, vec![node]);
            }
            let made = self.converted_explicitly(id, node, to);
            if self.node(made).ty.absorbs(db) || !matches!(self.node(made).what, What::Op("dot_member_call"))
            {
                return made;
            }
            let op = if to.as_builtin(db) == Some(Builtin::Bool) { "bool_cast" } else { "cast" };
            return self.push(Node {
                operands: vec![made],
                flags,
                ..Self::plain(What::Op(op), to, Category::Prvalue, at)
            });
        }
        let node = self.decay(node);
        if self.node(node).ty.absorbs(db) {
            return self.absorbed_type(id, to, vec![node]);
        }
        if self.check_qualifiers_cast(id, kind, node, to) {
            return self.error(id, vec![node]);
        }
        if self.check_cast(id, kind, node, to) {
            return self.error(id, vec![node]);
        }
        if to.as_builtin(db) == Some(Builtin::Bool) && kind != CastKind::Reinterpret {
            let operand = self.conversion_operand(node);
            return self.bool_cast(operand, flags, at);
        }
        let from = self.node(node).ty;
        let op = match (
            from.pointee(db).and_then(|it| it.as_class(db)),
            to.pointee(db).and_then(|it| it.as_class(db)),
        ) {
            (Some(a), Some(b)) if a != b && kind != CastKind::Reinterpret => {
                if matches!(self.sema.distance_to_base(a, b), Ok(Some(_))) {
                    "base_class_cast"
                } else if matches!(self.sema.distance_to_base(b, a), Ok(Some(_))) {
                    "derived_class_cast"
                } else {
                    "cast"
                }
            }
            _ => "cast",
        };
        let operand = self.conversion_operand(node);
        let cast = self.push(Node {
            operands: vec![operand],
            flags,
            ..Self::plain(What::Op(op), to, Category::Prvalue, at)
        });
        self.folded(cast)
    }

    /// A set of functions as the one that `to` wants; other nodes as they are.
    pub(crate) fn settled_for(&mut self, node: NodeId, to: Ty<'db>) -> NodeId {
        if !matches!(self.node(node).what, What::Functions) {
            return node;
        }
        match self.sema.implicit(&self.operand(node), to, false) {
            crate::convert::Ics::Function(candidate) => {
                self.choose_function(node, candidate.symbol);
                self.note_use_at_node(candidate.symbol, UseForm::Name, node);
                node
            }
            _ => self.settled(node),
        }
    }

    /// Makes a name of functions the one that is meant.
    pub(crate) fn choose_function(&mut self, node: NodeId, symbol: Symbol<'db>) {
        let Some(signature) = self.sema.signature(symbol) else { return };
        let result = self.sema.result_of(symbol, &signature);
        let ty = self.with_result(signature.ty, result);
        let node = self.node_mut(node);
        node.what = What::Routine;
        node.ty = ty;
        node.category = Category::Lvalue;
        node.named = Some(Named::Symbol(symbol));
    }

    pub(super) fn construct(&mut self, id: ExprId, ty: &TypeExpr, args: &Args) -> NodeId {
        if self.check_typenames_in(id, ty, crate::nested_names::Follow::Other) {
            return self.error(id, Vec::new());
        }
        let to = self.sema.resolve(ty, self.site());
        match args {
            Args::Paren(args) => {
                let placeholder = match super::lacks_arguments(self.sema, to) {
                    true => self.sema.placeholder_template(ty, self.site()),
                    false => None,
                };
                self.constructed_by_name(id, to, placeholder, args)
            }
            Args::Brace(list) => {
                let list = self.expr(*list);
                let placeholder = match super::lacks_arguments(self.sema, to) {
                    true => self.sema.placeholder_template(ty, self.site()),
                    false => None,
                };
                let to = match placeholder {
                    Some(placeholder) => self.deduced_class(placeholder, &[list], Form::List, None),
                    None => to,
                };
                self.constructed_by_list(id, to, list)
            }
        }
    }
}
