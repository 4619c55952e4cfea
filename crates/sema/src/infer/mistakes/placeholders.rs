//! Types that `auto` stands for: declarators of one declaration that do not agree ([dcl.spec.auto]/8), functions whose
//! result is not deduced yet ([dcl.spec.auto]/11).

use asunder_decls::written::{BodyKind, DeclKind, TypeExpr};
use asunder_hir::body::Declared;
use asunder_types::{Kind, Symbol, Ty};

use super::super::{Infer, NodeId, What};
use crate::finding::{Argument, MetAt, Mistake, Place};
use crate::spelled::Spelled;
use crate::view::Sema;

/// ""auto" type is … for this entity, but was previously implied to be …".
const CONFLICT: u16 = 1594;
/// "cannot deduce "auto" type".
const NOT_DEDUCED: u16 = 1587;
/// "cannot deduce the return type of …; it has not been defined".
const NOT_DEFINED: u16 = 2547;

impl<'db> Infer<'_, 'db> {
    /// What `auto` stands for in the declarators of a statement, where several share it.
    pub(crate) fn check_placeholders(&mut self, all: &[Declared]) {
        if all.len() < 2 {
            return;
        }
        let mut implied = None;
        for declared in all {
            let decl = self.declared_at(declared.decl);
            let DeclKind::Variable { ty: written, .. } = &self.sema.decl(decl).kind else { continue };
            let known = self.sema.local_types.borrow().get(&(decl, self.env)).copied();
            let Some(ty) = known.filter(|ty| !self.is_open(*ty)) else { continue };
            if let Some(mistake) = self.sema.implied_otherwise(written, ty, &mut implied) {
                self.met_at(mistake, MetAt::Name(decl));
            }
        }
    }

    /// `auto x = f;` of overloaded functions: nothing says which is meant ([dcl.type.auto.deduct]/3).
    pub(crate) fn check_deduced_from(&mut self, node: NodeId, written: &TypeExpr) {
        let statement =
            self.statement.filter(|_| !self.in_template && !matches!(written, TypeExpr::DecltypeAuto));
        let Some(statement) = statement.filter(|_| matches!(self.node(node).what, What::Functions)) else {
            return;
        };
        let Some(pending) = self.sets.iter().rfind(|pending| pending.node == node) else { return };
        let candidates = &pending.set.candidates;
        let is_plain = pending.explicit.is_none()
            && candidates.iter().all(|it| !self.sema.is_function_template(it.symbol.decl));
        if is_plain && self.sema.distinct(candidates.iter().copied()).len() > 1 {
            self.met_at(Mistake::new(NOT_DEDUCED, Vec::new()), MetAt::Word(statement, "auto".into()));
        }
    }

    /// A function that is used before anything says what its `auto` result is.
    pub(crate) fn check_undeduced(&mut self, symbol: Symbol<'db>, at: MetAt) {
        let decl = self.sema.decl(symbol.decl);
        let DeclKind::Function { ty: TypeExpr::Function(function), body: BodyKind::None } = &decl.kind else {
            return;
        };
        let is_plain = decl.parent.is_none() && decl.qualifier.is_none() && decl.templates.is_empty();
        let (true, true, Some(name)) = (is_plain, function.result.has_placeholder(), decl.name.ident())
        else {
            return;
        };
        let namespace = self.sema.names().item(symbol.decl.item).namespace;
        let declared = self.sema.names().declared_in(name, namespace);
        let has_body = declared.iter().any(|other| {
            self.point.sees(*other)
                && matches!(
                    &self.sema.decl(*other).kind,
                    DeclKind::Function { body, .. } if *body != BodyKind::None
                )
        });
        let is_own = self.owner.is_some_and(|owner| declared.contains(&owner));
        if has_body || is_own {
            return;
        }
        if let Some(name) = self.sema.qualified_name(symbol) {
            let declared = Some(Place::Decl(symbol.decl));
            let entity = Argument::Entity { kind: Some("function"), name, declared };
            let mistake = Mistake::new(NOT_DEFINED, vec![entity]);
            // Its result is an error from then on.
            if !self.out.mistakes.iter().any(|met| met.mistake == mistake) {
                self.met_at(mistake, at);
            }
        }
    }
}

impl<'db> Sema<'db> {
    /// That a declarator implies another type for `auto` than the one before it in its declaration, which `implied` keeps.
    pub(crate) fn implied_otherwise(
        &self,
        written: &TypeExpr,
        ty: Ty<'db>,
        implied: &mut Option<Ty<'db>>,
    ) -> Option<Mistake> {
        let found = self.placeholder(written, ty, true)?;
        let Some(first) = *implied else {
            *implied = Some(found);
            return None;
        };
        if first == found {
            return None;
        }
        *implied = Some(found);
        let argument = |ty| self.type_argument(&Spelled::Plain(ty));
        Some(Mistake::new(CONFLICT, vec![argument(found)?, argument(first)?]))
    }

    /// What `auto` stands for in a type that was deduced; `is_value` where nothing stands around it.
    fn placeholder(&self, written: &TypeExpr, ty: Ty<'db>, is_value: bool) -> Option<Ty<'db>> {
        let db = self.db;
        match written {
            TypeExpr::Auto if ty.absorbs(db) || self.is_dependent(ty) => None,
            // The qualifiers of a value are those of its declaration.
            TypeExpr::Auto => Some(if is_value { ty.unqualified(db) } else { ty }),
            TypeExpr::Qualified(own, inner) => {
                let all = ty.qualifiers(db);
                let rest = asunder_types::Qualifiers {
                    is_const: all.is_const && !own.is_const,
                    is_volatile: all.is_volatile && !own.is_volatile,
                    is_restrict: false,
                };
                self.placeholder(inner, ty.unqualified(db).qualified(db, rest), is_value)
            }
            TypeExpr::Pointer(inner) => self.placeholder(inner, ty.pointee(db)?, false),
            TypeExpr::LvalueRef(inner) => match ty.kind(db) {
                Kind::Reference(to, false) => self.placeholder(inner, *to, false),
                _ => None,
            },
            _ => None,
        }
    }
}
