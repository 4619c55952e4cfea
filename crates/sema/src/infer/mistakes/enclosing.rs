//! Members of local classes that name variables of the function around them ([class.local]/1).

use asunder_decls::names::DeclRef;
use asunder_decls::written::DeclKind;
use asunder_hir::body::{ExprId, FIRST_LOCAL, Root};
use asunder_mangle::model::Ident;
use asunder_types::{Frame, Symbol};

use super::super::{At, Infer};
use crate::finding::Mistake;
use crate::lookup::Lookup;

/// "reference to local variable of enclosing function is not allowed".
pub(crate) const OF_ENCLOSING_FUNCTION: u16 = 394;

impl<'db> Infer<'_, 'db> {
    /// Reports a name that is a variable or a parameter of a function around the local class whose member is read. True if it
    /// is one.
    pub(crate) fn check_enclosing(&mut self, id: ExprId, ident: &Ident, found: &Lookup<'db>) -> bool {
        let is_of_local_class = self.owner.is_some_and(|owner| owner.local.0 >= FIRST_LOCAL);
        if !is_of_local_class || self.unevaluated > 0 || !self.is_function_body() {
            return false;
        }
        let is_enclosing = match found {
            Lookup::None => self.is_parameter_around(ident),
            Lookup::Found(symbols) => match symbols.as_slice() {
                [only] => self.is_variable_around(*only, ident),
                _ => false,
            },
            _ => false,
        };
        if is_enclosing {
            self.met(Mistake::new(OF_ENCLOSING_FUNCTION, Vec::new()), At::Point(id));
        }
        is_enclosing
    }

    fn is_parameter_around(&self, ident: &Ident) -> bool {
        self.sema.frames(self.env).any(|(_, frame)| {
            let Frame::Body(item, body) = frame else { return false };
            let bodies = &self.sema.bodies(item).bodies;
            let root =
                bodies.get(body as usize).filter(|_| body != self.body_index).map(|(_, body)| &body.root);
            matches!(root, Some(Root::Function { params, .. })
                if params.iter().any(|param| param.name.as_ref() == Some(ident)))
        })
    }

    /// Whether a variable lives in a block of another body only, and its value is not that of a constant.
    fn is_variable_around(&self, symbol: Symbol<'db>, ident: &Ident) -> bool {
        let DeclRef { item, local } = symbol.decl;
        let Some(index) = local.0.checked_sub(FIRST_LOCAL) else { return false };
        let written = self.sema.decl(symbol.decl);
        let specifiers = written.specifiers;
        let is_kept = specifiers.is_static
            || specifiers.is_extern
            || specifiers.is_thread_local
            || specifiers.is_constexpr
            || written.attributes.spaces.shared;
        let is_own = self.sema.bodies(item).body_of_local.get(index as usize) == Some(&self.body_index);
        // Which block declares it is not known, so it may be hidden here.
        let is_only = self.sema.names.items_declaring(ident).is_empty();
        matches!(written.kind, DeclKind::Variable { .. })
            && written.parent.is_none()
            && !is_kept
            && !is_own
            && is_only
            && !self.sema.variable_type(symbol).qualifiers(self.db()).is_const
    }
}
