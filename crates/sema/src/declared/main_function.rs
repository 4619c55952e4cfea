//! The function `main` ([basic.start.main]): its type and specifiers, and what else cannot have its name.

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, Decl, DeclKind};
use asunder_syntax::SyntaxKind;
use asunder_types::{Builtin, Symbol};

use super::{Checker, INCOMPATIBLE_PREVIOUS};
use crate::finding::{Argument, Mistake, Place};

/// ""static" is not allowed".
const STATIC: u16 = 378;
/// "… may not be declared inline".
const INLINE: u16 = 404;
/// "… is not a valid name for a function template".
const TEMPLATE: u16 = 466;
/// "return type "int" omitted in declaration of function "main"".
const NO_RESULT: u16 = 938;
/// "return type of function "main" must be "int"".
const RESULT: u16 = 951;
/// "… cannot be deleted".
const DELETED: u16 = 1804;
/// "… may not be declared constexpr".
const CONSTANT: u16 = 2405;
/// ""main" cannot be used as a global variable name or given C language linkage".
const VARIABLE: u16 = 2948;
/// "… cannot be declared in a linkage-specification".
const LINKAGE: u16 = 2949;

impl<'db> Checker<'_, 'db> {
    /// Whether a declaration is that of `main`.
    pub(super) fn is_main(&self, at: DeclRef, decl: &Decl) -> bool {
        decl.name.ident().is_some_and(|name| &**name == "main")
            && decl.parent.is_none()
            && decl.qualifier.is_none()
            && at.local.0 < asunder_hir::body::FIRST_LOCAL
            && self.sema.names.item(self.item).namespace == NamespaceId::GLOBAL
    }

    /// A function or variable that is called `main`.
    pub(super) fn main(&mut self, at: DeclRef, decl: &'db Decl) {
        let (true, Some(name)) = (self.is_main(at, decl), self.name_of(at)) else { return };
        let plain = |number| Mistake::new(number, Vec::new());
        let of_function = |number| Mistake::new(number, vec![Argument::entity("function", "main")]);
        let mut found = Vec::new();
        match &decl.kind {
            DeclKind::Variable { .. } => found.push(plain(VARIABLE)),
            DeclKind::Function { .. } if !decl.templates.is_empty() => {
                found.push(Mistake::new(TEMPLATE, vec![Argument::Name("main".to_owned())]));
            }
            DeclKind::Function { body, .. } => {
                let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
                let Some(signature) = self.sema.signature(symbol) else { return };
                let (result, db) = (signature.result, self.sema.db);
                let is_open = result.absorbs(db) && !self.sema.has_auto(result);
                if !is_open && result.as_builtin(db) != Some(Builtin::Int) {
                    found.push(plain(RESULT));
                }
                if decl.specifiers.is_untyped && !is_open {
                    found.push(plain(NO_RESULT));
                }
                if decl.specifiers.is_inline {
                    found.push(of_function(INLINE));
                }
                if decl.specifiers.is_constexpr {
                    found.push(of_function(CONSTANT));
                }
                if decl.specifiers.is_static {
                    found.push(plain(STATIC));
                }
                if *body == BodyKind::Deleted {
                    found.push(of_function(DELETED));
                }
                if decl.specifiers.c_linkage && self.is_in_linkage_specification(at) {
                    found.push(of_function(LINKAGE));
                }
                found.extend(self.other_main(at, decl));
            }
            _ => {}
        }
        found.into_iter().for_each(|mistake| self.met(mistake, name.start()));
    }

    fn is_in_linkage_specification(&self, at: DeclRef) -> bool {
        let node = self.node_of(at);
        node.is_some_and(|node| node.ancestors().any(|it| it.kind() == SyntaxKind::LINKAGE_SPEC))
    }

    /// Another declaration of `main` in front of one, with other parameters.
    fn other_main(&self, at: DeclRef, decl: &Decl) -> Option<Mistake> {
        let name = decl.name.ident()?;
        let params = |decl: DeclRef| {
            let signature = self.sema.signature(Symbol { decl, env: self.sema.env_of(decl) })?;
            (!signature.ty.absorbs(self.sema.db)).then(|| signature.params.clone())
        };
        let declared = self.sema.names().declared_in(name, NamespaceId::GLOBAL);
        let is_main = |other: &&DeclRef| {
            let other_decl = self.sema.decl(**other);
            **other < at
                && other_decl.stands_in_its_scope()
                && other_decl.parent.is_none()
                && matches!(other_decl.kind, DeclKind::Function { .. })
        };
        let first = declared.iter().find(is_main)?;
        if params(*first)? == params(at)? {
            return None;
        }
        let declared = Some(Place::Decl(*first));
        let entity = Argument::Entity { kind: None, name: "main".to_owned(), declared };
        Some(Mistake::new(INCOMPATIBLE_PREVIOUS, vec![entity]))
    }
}
