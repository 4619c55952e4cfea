//! Bases that an object has more than once, and members that more than one base has ([class.member.lookup]).
//!
//! Classes with virtual bases are not looked at.

use asunder_decls::names::Point;
use asunder_decls::written::DeclKind;
use asunder_types::{Class, Kind, Symbol};
use rustc_hash::FxHashMap;

use crate::lookup::{Lookup, Sought, Want};
use crate::view::Sema;

/// What a class and its bases have of a name.
#[derive(Clone)]
enum Parts<'db> {
    None,
    /// The same declarations, in so many subobjects.
    One(Vec<Symbol<'db>>, u32),
    Several,
}

/// The bases of a class; `None` where they are not all known, or one is virtual.
fn plain_bases<'db>(sema: &Sema<'db>, class: Class<'db>) -> Option<Vec<Class<'db>>> {
    let definition = sema.definition(class)?;
    match &sema.decl(definition.decl).kind {
        DeclKind::Class(written) if !written.has_virtual_base => {}
        _ => return None,
    }
    let class_of = |base: &crate::classes::Base<'db>| match base.ty.unqualified(sema.db).kind(sema.db) {
        Kind::Class(base) if !sema.is_dependent_class(*base) => Some(*base),
        _ => None,
    };
    sema.bases(class).iter().map(class_of).collect()
}

impl<'db> Sema<'db> {
    /// How many subobjects of the class `base` an object of the class `derived` has; `None` where that is not known.
    pub(crate) fn times_a_base(&self, derived: Class<'db>, base: Class<'db>) -> Option<u32> {
        self.count_subobjects(derived, base, &mut FxHashMap::default())
    }

    fn count_subobjects(
        &self,
        derived: Class<'db>,
        base: Class<'db>,
        known: &mut FxHashMap<Class<'db>, u32>,
    ) -> Option<u32> {
        if derived == base {
            return Some(1);
        }
        if let Some(count) = known.get(&derived) {
            return Some(*count);
        }
        let mut count = 0u32;
        for step in plain_bases(self, derived)? {
            let inner = crate::view::deep(|| self.count_subobjects(step, base, known))?;
            count = count.saturating_add(inner);
        }
        known.insert(derived, count);
        Some(count)
    }

    /// Whether it is proven that a name means members of several subobjects of a class.
    pub(crate) fn is_ambiguous_member(&self, sought: Sought<'_>, class: Class<'db>) -> bool {
        match self.named_parts(sought, class, &mut FxHashMap::default()) {
            Some(Parts::Several) => true,
            Some(Parts::One(symbols, count)) => {
                let needs_object = |symbol: &Symbol<'db>| {
                    let decl = self.decl(symbol.decl);
                    matches!(decl.kind, DeclKind::Variable { .. } | DeclKind::Function { .. })
                        && !decl.specifiers.is_static
                };
                count > 1 && symbols.iter().any(needs_object)
            }
            Some(Parts::None) | None => false,
        }
    }

    fn named_parts(
        &self,
        sought: Sought<'_>,
        class: Class<'db>,
        known: &mut FxHashMap<Class<'db>, Parts<'db>>,
    ) -> Option<Parts<'db>> {
        if let Some(parts) = known.get(&class) {
            return Some(parts.clone());
        }
        let definition = self.definition(class)?;
        let mut parts = match self.own_members(sought, &definition, Point::END, Want::Any) {
            Lookup::Found(symbols) => Parts::One(symbols, 1),
            Lookup::None => Parts::None,
            _ => return None,
        };
        if let Parts::None = parts {
            for base in plain_bases(self, class)? {
                let inner = crate::view::deep(|| self.named_parts(sought, base, known))?;
                parts = match (parts, inner) {
                    (Parts::None, other) | (other, Parts::None) => other,
                    (Parts::One(a, m), Parts::One(b, n)) if a == b => Parts::One(a, m.saturating_add(n)),
                    _ => Parts::Several,
                };
            }
        }
        known.insert(class, parts.clone());
        Some(parts)
    }
}
