//! Pointers to members: `&C::m` ([expr.unary.op]/3).

use asunder_decls::written::SegmentName;
use asunder_hir::body::ExprId;
use asunder_types::Kind;

use super::{At, Category, Infer, Named, Node, NodeId, What};
use crate::lookup::{Lookup, Prefix, Want};
use crate::uses::UseForm;

impl<'db> Infer<'_, 'db> {
    /// `&C::m` of a member that is not static.
    pub(super) fn member_address(&mut self, id: ExprId, operand: ExprId) -> Option<NodeId> {
        let asunder_hir::body::Expr::Name(path) = &self.body[operand] else { return None };
        let named = self.sema.lookup_path(path, self.site(), Want::Any);
        if let Prefix::Type(ty) = named.prefix
            && let Some(class) = ty.as_class(self.db())
            && matches!(class.origin(self.db()), asunder_types::Origin::Lambda(..))
            && matches!(&path.segments.last()?.name, SegmentName::Operator(name) if &**name == "()")
        {
            return Some(self.address_of_call_operator(id, class));
        }
        let Lookup::Found(symbols) = named.found else { return None };
        let &first = symbols.first()?;
        let class = self.sema.class_around(first)?;
        let of = self.sema.ty(Kind::Class(class));
        let decl = self.sema.decl(first.decl);
        if self.sema.function_expr(first.decl).is_some() {
            let [only] = symbols.as_slice() else { return None };
            let signature = self.sema.signature(*only)?;
            signature.object?;
            if self.sema.is_function_template(only.decl) {
                return Some(self.gap("address of a member template", id));
            }
            let result = self.sema.result_of(*only, &signature);
            let ty = self.with_result(signature.ty, result);
            let ty = self.sema.ty(Kind::MemberPointer(of, ty));
            let node = self.push(Node {
                named: Some(Named::Symbol(*only)),
                ..Self::plain(What::Op("member_address"), ty, Category::Prvalue, At::Point(id))
            });
            // What a pointer to a virtual function calls is in the tables.
            if !decl.specifiers.is_virtual && !self.sema.overrides_any(class, *only) {
                self.note_use_at_node(*only, UseForm::Name, node);
            }
            return Some(node);
        }
        if matches!(decl.kind, asunder_decls::written::DeclKind::Variable { .. })
            && !decl.specifiers.is_static
        {
            let ty = self.sema.variable_type(first);
            let ty = self.sema.ty(Kind::MemberPointer(of, ty));
            return Some(self.push(Node {
                named: Some(Named::Symbol(first)),
                ..Self::plain(What::Op("member_address"), ty, Category::Prvalue, At::Point(id))
            }));
        }
        None
    }

    /// `&C::operator()` of a closure.
    fn address_of_call_operator(&mut self, id: ExprId, class: asunder_types::Class<'db>) -> NodeId {
        match self.sema.closure(class).filter(|closure| !closure.is_generic) {
            Some(closure) => {
                let of = self.sema.ty(Kind::Class(class));
                let ty = self.sema.ty(Kind::MemberPointer(of, closure.call));
                self.push(Self::plain(What::Op("member_address"), ty, Category::Prvalue, At::Point(id)))
            }
            None => self.gap("address of the call operator of a closure", id),
        }
    }
}
