//! Built-in type traits that declarations decide ([meta.rel], [meta.unary.cat]).

use asunder_mangle::model::{Builtin, Type, TypeRef};

use crate::constant::{Value, unqualified};
use crate::conversions::Derivation;
use crate::names::Names;
use crate::scope::Site;
use crate::written::{DeclKind, TypeExpr};

/// A trait of one type or of two.
enum Trait {
    Unary(fn(&Names<'_>, &TypeRef) -> Option<bool>),
    Binary(fn(&Names<'_>, &TypeRef, &TypeRef) -> Option<bool>),
}

/// The traits by their keywords. None has an answer where a type is not known.
const TRAITS: &[(&str, Trait)] = &[
    ("__is_same", Trait::Binary(|_, a, b| Some(a == b))),
    ("__is_same_as", Trait::Binary(|_, a, b| Some(a == b))),
    ("__is_base_of", Trait::Binary(|names, base, derived| names.is_base_of(base, derived))),
    ("__is_enum", Trait::Unary(|names, ty| Some(names.is_enum(&unqualified(ty))))),
    ("__is_class", Trait::Unary(|names, ty| names.is_class_or_union(ty, false))),
    ("__is_union", Trait::Unary(|names, ty| names.is_class_or_union(ty, true))),
];

impl Names<'_> {
    /// The value of the type trait `keyword` of types written at `site`.
    pub(crate) fn trait_value(&self, keyword: &str, types: &[TypeExpr], site: &Site) -> Value {
        let Some((_, known)) = TRAITS.iter().find(|(name, _)| *name == keyword) else {
            return Value::Unknown;
        };
        let types: Vec<TypeRef> = types.iter().map(|ty| self.resolve(ty, site)).collect();
        if types.iter().any(|ty| self.is_dependent(ty)) {
            return Value::Dependent;
        }
        if types.iter().any(|ty| self.is_unsettled(ty)) {
            return Value::Unknown;
        }
        let answer = match (known, types.as_slice()) {
            (Trait::Unary(of), [ty]) => of(self, ty),
            (Trait::Binary(of), [a, b]) => of(self, a, b),
            _ => None,
        };
        answer.map_or(Value::Unknown, |answer| Value::of(answer.into(), Builtin::Bool))
    }

    /// Whether `derived` is `base` or derived from it, unions apart ([meta.rel]).
    fn is_base_of(&self, base: &TypeRef, derived: &TypeRef) -> Option<bool> {
        let (base, derived) = (unqualified(base), unqualified(derived));
        match self.derivation(&derived, &base) {
            Derivation::Same => self.is_class_or_union(&base, false),
            Derivation::Derived => Some(true),
            Derivation::No => Some(false),
            Derivation::Unknown => None,
        }
    }

    /// Whether a type is a union, or else whether it is another class.
    fn is_class_or_union(&self, ty: &TypeRef, union: bool) -> Option<bool> {
        let ty = unqualified(ty);
        let Type::Named(name) = &*ty else { return Some(false) };
        if self.is_enumeration(name) {
            return Some(false);
        }
        let declaration = self.class_definition(name).or_else(|| self.class_declaration(name))?;
        match &self.decl(declaration).kind {
            DeclKind::Class(class) => Some(class.is_union == union),
            _ => None,
        }
    }
}
