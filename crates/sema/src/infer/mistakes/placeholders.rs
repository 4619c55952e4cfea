//! Types that `auto` stands for: declarators of one declaration that do not agree ([dcl.spec.auto]/8), functions whose
//! result is not deduced yet ([dcl.spec.auto]/11).

use asunder_decls::written::{BodyKind, DeclKind, TypeExpr};
use asunder_hir::body::{Declared, Init};
use asunder_mangle::model::Ident;
use asunder_types::{Kind, Symbol, Ty};

use super::super::{Category, Infer, NodeId, What};
use crate::finding::{Argument, MetAt, Mistake, Place};
use crate::overload::Candidate;
use crate::spelled::Spelled;
use crate::view::Sema;

/// ""auto" type is … for this entity, but was previously implied to be …".
const CONFLICT: u16 = 1594;
/// "a variable declared with an auto type specifier cannot appear in its own initializer".
const OWN_INITIALIZER: u16 = 1586;
/// "braced initialization of a variable declared with a placeholder type but without `=` requires exactly one element …".
const ONE_VALUE: u16 = 2663;
/// "cannot deduce "auto" type".
pub(crate) const NOT_DEDUCED: u16 = 1587;
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

    /// An initializer that `auto` cannot be deduced from ([dcl.type.auto.deduct]): `declared` is the type that is written
    /// with it, `auto` the place of the word. In a template only the number of values is looked at. True if it is
    /// reported.
    pub(crate) fn check_deduced_from(
        &mut self,
        node: NodeId,
        init: &Init,
        declared: Ty<'db>,
        auto: Option<MetAt>,
    ) -> bool {
        let db = self.db();
        let is_failure = match self.node(node).what {
            What::List => {
                let elements = self.elements_of(node);
                let is_direct = !matches!(init, Init::Copy(_));
                if is_direct && elements.len() != 1 {
                    let at = self.start_of(node);
                    self.met(Mistake::new(ONE_VALUE, Vec::new()), at);
                    if !elements.is_empty() {
                        return true;
                    }
                }
                matches!(declared.unqualified(db).kind(db), Kind::Auto) && self.is_no_list(&elements)
            }
            What::Functions => matches!(declared.kind(db), Kind::Auto) && self.are_overloaded(node),
            _ if !self.is_known(node) => false,
            _ => {
                let ty = self.node(node).ty;
                match declared.unqualified(db).kind(db) {
                    Kind::Auto | Kind::Reference(..) => ty.is_void(db),
                    Kind::Pointer(inner) => match ty.decayed(db).unqualified(db).kind(db) {
                        Kind::Pointer(to) => is_deeper(db, *inner, *to),
                        _ => true,
                    },
                    _ => false,
                }
            }
        };
        match auto.filter(|_| is_failure && !self.in_template) {
            Some(place) => {
                let known = self.out.mistakes.len();
                self.met_at(Mistake::new(NOT_DEDUCED, Vec::new()), place);
                let behind = self.expr_of(node);
                self.found_behind(known, behind);
                true
            }
            None => false,
        }
    }

    /// Whether nothing says which of several functions a name means.
    fn are_overloaded(&self, node: NodeId) -> bool {
        let Some(pending) = self.sets.iter().rfind(|pending| pending.node == node) else { return false };
        let candidates = &pending.set.candidates;
        let is_template = |it: &Candidate<'db>| self.sema.is_function_template(it.symbol.decl);
        pending.explicit.is_none()
            && (candidates.iter().any(is_template)
                || self.sema.distinct(candidates.iter().copied()).len() > 1)
    }

    /// Whether values are surely not those of one `initializer_list`.
    fn is_no_list(&self, elements: &[NodeId]) -> bool {
        let db = self.db();
        if !elements.iter().all(|node| self.is_known(*node)) {
            return false;
        }
        let mut types = elements.iter().map(|node| self.node(*node).ty.decayed(db).unqualified(db));
        let Some(first) = types.next() else { return true };
        first.is_void(db) || types.any(|ty| ty != first)
    }

    /// `auto &x = 5`: `ty` is what is deduced.
    pub(crate) fn check_deduced_reference(&mut self, node: NodeId, ty: Ty<'db>) {
        let db = self.db();
        if let Kind::Reference(to, false) = ty.kind(db)
            && !to.qualifiers(db).is_const
            && self.is_known(node)
            && self.node(node).category != Category::Lvalue
        {
            let at = self.start_of(node);
            self.met(Mistake::new(super::values::NOT_AN_LVALUE, Vec::new()), at);
        }
    }

    /// Whether a name is that of the variable whose type is deduced from the initializer that it stands in. It is
    /// reported.
    pub(crate) fn check_own_initializer(&mut self, name: &Ident, at: MetAt) -> bool {
        let is_own =
            |(own, depth): &(Ident, usize)| own == name && !self.scopes.is_declared_within(name, *depth);
        let is_own = self.own_placeholders.iter().any(is_own);
        if is_own {
            self.met_at(Mistake::new(OWN_INITIALIZER, Vec::new()), at);
        }
        is_own
    }

    /// A function that is used before anything says what its `auto` result is.
    pub(crate) fn check_undeduced(&mut self, symbol: Symbol<'db>, at: MetAt) {
        let decl = self.sema.decl(symbol.decl);
        let DeclKind::Function { ty: TypeExpr::Function(function), body } = &decl.kind else { return };
        // A function is used in its own body, in front of what it returns first.
        let is_recursive = *body != BodyKind::None
            && self.owner == Some(symbol.decl)
            && self.deduces
            && self.lambda.is_none()
            && !self.in_template
            && self.out.returned.is_empty();
        if *body != BodyKind::None && !is_recursive {
            return;
        }
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
        if (has_body || is_own) && !is_recursive {
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

/// Whether a type with a placeholder has more pointers than the type that it is to be.
fn is_deeper<'db>(db: &'db dyn salsa::Database, declared: Ty<'db>, ty: Ty<'db>) -> bool {
    let (mut declared, mut ty) = (declared.unqualified(db), ty.unqualified(db));
    while let Kind::Pointer(inner) = declared.kind(db) {
        let Kind::Pointer(to) = ty.kind(db) else { return !ty.absorbs(db) };
        (declared, ty) = (inner.unqualified(db), to.unqualified(db));
    }
    false
}
