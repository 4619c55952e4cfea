//! Initializers of static data members in their classes ([class.static.data]/4).

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, Init, TypeExpr};
use asunder_hir::body::Owner;
use asunder_syntax::TextSize;
use asunder_types::{Kind, Symbol};

use super::{CONSTANT, Checker};
use crate::finding::{Argument, Mistake};

/// "a member of type … cannot have an in-class initializer".
const NOT_IN_CLASS: u16 = 1591;
/// "a member with an in-class initializer must be const".
const MUST_BE_CONST: u16 = 1592;

impl Checker<'_, '_> {
    /// A static data member in its class: with an initializer it is inline or a constant, and one that is `constexpr` has
    /// an initializer.
    pub(super) fn static_initializer(&mut self, at: DeclRef, decl: &Decl, ty: &TypeExpr, init: &Init) {
        let in_class = decl
            .parent
            .is_some_and(|parent| matches!(self.sema.decl(at.sibling(parent)).kind, DeclKind::Class(_)));
        let specifiers = decl.specifiers;
        let is_inline = specifiers.is_inline;
        if !in_class || !specifiers.is_static || is_inline || ty.has_placeholder() {
            return;
        }
        let Some(name) = self.name_of(at) else { return };
        let db = self.sema.db;
        let resolved = self.sema.resolve(ty, self.site(at));
        let mut element = resolved;
        while let Kind::Array(inner, _) = element.kind(db) {
            element = *inner;
        }
        let is_known = !element.absorbs(db)
            && !self.sema.is_dependent(element)
            && !matches!(resolved.kind(db), Kind::Reference(..) | Kind::Function(_));
        if !is_known {
            return;
        }
        let has_initializer =
            *init != Init::None || self.sema.body(self.item, Owner::Initializer(at.local)).is_some();
        let is_class = element.as_class(db).is_some();
        if specifiers.is_constexpr {
            let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
            if !has_initializer
                && !is_class
                && let Some(text) = self.sema.qualified_name(symbol)
            {
                self.met(Mistake::new(CONSTANT, vec![Argument::entity("member", text)]), name.start());
            }
            return;
        }
        if !has_initializer {
            return;
        }
        let Some(behind) = self.text[usize::from(name.end())..].find(['=', '{']) else { return };
        let place = name.end() + TextSize::new(behind as u32);
        if !element.qualifiers(db).is_const {
            self.met(Mistake::new(MUST_BE_CONST, Vec::new()), place);
        } else if is_class && element == resolved {
            let text = Argument::ty(self.sema.display(resolved));
            self.met(Mistake::new(NOT_IN_CLASS, vec![text]), place);
        }
    }
}
