//! Enumerations: their underlying types, values and what they promote to ([dcl.enum], [conv.prom]).

use asunder_mangle::model::{Builtin, NameRef, Scope, Type, TypeRef};

use crate::constant::{Value, promoted_integer, unqualified};
use crate::memo::Link;
use crate::names::{DeclRef, Names};
use crate::scope::{Member, Site};
use crate::written::{DeclKind, LocalId};

impl<'db> Names<'db> {
    /// The definition of an enumeration.
    pub(crate) fn enum_definition(&self, name: &NameRef) -> Option<DeclRef> {
        self.type_declarations(name)
            .iter()
            .copied()
            .find(|decl| matches!(&self.decl(*decl).kind, DeclKind::Enum(e) if e.is_definition))
    }

    /// Whether the type is an enumeration.
    pub fn is_enum(&self, ty: &TypeRef) -> bool {
        let Type::Named(name) = &**ty else { return false };
        self.type_declarations(name).iter().any(|decl| matches!(self.decl(*decl).kind, DeclKind::Enum(_)))
    }

    /// The underlying type of an enumeration, where it is fixed ([dcl.enum]/5).
    pub(crate) fn underlying_type(&self, ty: &TypeRef) -> Option<TypeRef> {
        let Type::Named(name) = &**ty else { return None };
        for decl in self.type_declarations(name).iter().copied() {
            let DeclKind::Enum(written) = &self.decl(decl).kind else { continue };
            return match &written.base {
                Some(base) => Some(unqualified(&self.resolve(base, &self.site_of(decl)))),
                None if written.scoped => Some(Type::Builtin(Builtin::Int).into()),
                None => None,
            };
        }
        None
    }

    /// The type that an enumeration promotes to: what a fixed underlying type does, or the first of `int`,
    /// `unsigned int` and the wider types that holds its values ([conv.prom]/3, 4).
    pub(crate) fn promoted_enumeration(&self, ty: &TypeRef) -> Option<Builtin> {
        if let Some(underlying) = self.underlying_type(ty) {
            let Type::Builtin(builtin) = *underlying else { return None };
            return promoted_integer(builtin);
        }
        let Type::Named(name) = &**ty else { return None };
        let (least, greatest) = self.enumeration_range(name)?;
        let fits = |low: i128, high: i128| low <= least && greatest <= high;
        Some(if fits(i32::MIN.into(), i32::MAX.into()) {
            Builtin::Int
        } else if fits(0, u32::MAX.into()) {
            Builtin::UnsignedInt
        } else if fits(i64::MIN.into(), i64::MAX.into()) {
            Builtin::Long
        } else {
            Builtin::UnsignedLong
        })
    }

    /// The size of an enumeration whose type is not fixed: that of the smallest of `unsigned int`, `int` and the
    /// wider types that holds its values ([dcl.enum]/7, as GCC chooses).
    pub(crate) fn enumeration_size(&self, name: &NameRef) -> Option<u64> {
        let definition = self.enum_definition(name)?;
        if self.decl(definition).attributes.layout.is_some() {
            return None;
        }
        let (least, greatest) = self.enumeration_range(name)?;
        let fits_int = i128::from(i32::MIN) <= least && greatest <= i128::from(i32::MAX);
        let fits_unsigned = least >= 0 && greatest <= i128::from(u32::MAX);
        Some(if fits_int || fits_unsigned { 4 } else { 8 })
    }

    /// The least and the greatest of 0 and the enumerators' values.
    fn enumeration_range(&self, name: &NameRef) -> Option<(i128, i128)> {
        let key = (name.clone(), Link::member_of(Some(name)));
        self.remembered(
            &self.enumeration_ranges,
            key,
            || None,
            || {
                let definition = self.enum_definition(name)?;
                let class = self.enclosing_class(name);
                let (mut least, mut greatest) = (0, 0);
                for (local, decl) in self.decls(definition.item).members(Some(definition.local)) {
                    if !matches!(decl.kind, DeclKind::Enumerator { .. }) {
                        continue;
                    }
                    let decl = definition.sibling(local);
                    let member = Member { decl, class: class.clone(), injected: false };
                    let Value::Known(value, _) = self.member_value(&member) else { return None };
                    (least, greatest) = (value.min(least), value.max(greatest));
                }
                Some((least, greatest))
            },
        )
    }

    /// The class that the enumeration is a member of.
    fn enclosing_class(&self, name: &NameRef) -> Option<NameRef> {
        match &name.scope {
            Scope::Member(outer) if self.namespace_named(outer).is_none() => Some(outer.clone()),
            _ => None,
        }
    }

    /// The enumerator `ident` of the enumeration `ty`.
    pub(crate) fn enumerator_of(&self, ty: &TypeRef, ident: &str) -> Option<Member> {
        let Type::Named(name) = &**ty else { return None };
        let decl = self.enum_definition(name)?;
        let decls = self.decls(decl.item);
        let found = decls.iter().find(|(_, member)| {
            member.parent == Some(decl.local) && member.name.ident().map(|name| &**name) == Some(ident)
        });
        let class = self.enclosing_class(name);
        found.map(|(local, _)| Member { decl: decl.sibling(local), class, injected: false })
    }

    /// The value of an enumerator, of the type of its enumeration.
    pub(crate) fn enumerator_value(&self, member: &Member) -> Value {
        let decl = self.decl(member.decl);
        let Some(parent) = decl.parent else { return Value::Unknown };
        let enumeration = Member { decl: member.decl.sibling(parent), ..member.clone() };
        match (self.initial_value(member), self.member_name(&enumeration)) {
            (Value::Known(value, _), Some(name)) => Value::Known(value, Type::Named(name).into()),
            (Value::Known(..), None) => Value::Unknown,
            (other, _) => other,
        }
    }

    /// The value of an enumerator as the enumerators behind it see it: it has the type of its initializer, or the
    /// fixed one ([dcl.enum]/5).
    pub(crate) fn value_inside_enumeration(&self, member: &Member) -> Value {
        let Some(parent) = self.decl(member.decl).parent else { return Value::Unknown };
        let DeclKind::Enum(written) = &self.decl(member.decl.sibling(parent)).kind else {
            return Value::Unknown;
        };
        match (self.initial_value(member), &written.base) {
            (Value::Known(value, _), Some(base)) => {
                self.convert(value, &self.resolve(base, &self.site_of_member(member)))
            }
            (value, _) => value,
        }
    }

    /// The enumerator `ident` in front of the one whose value is written at `site`, in the same enumeration.
    pub(crate) fn enumerator_before(&self, ident: &str, site: &Site) -> Option<Member> {
        let decls = self.decls(site.point.item);
        let at = decls.decls.get(site.point.local as usize)?;
        let is_sibling = |local: &LocalId| {
            let other = decls.get(*local);
            local.0 < site.point.local
                && other.parent == at.parent
                && matches!(other.kind, DeclKind::Enumerator { .. })
        };
        if !matches!(at.kind, DeclKind::Enumerator { .. }) {
            return None;
        }
        let local = self.decls_named(site.point.item, ident).into_iter().find(is_sibling)?;
        let decl = DeclRef { item: site.point.item, local };
        Some(Member { decl, class: site.class().cloned(), injected: false })
    }

    /// The value of an enumerator with the type of its initializer.
    fn initial_value(&self, member: &Member) -> Value {
        self.remembered(
            &self.enumerator_values,
            member.question(),
            || Value::Unknown,
            || {
                let decls = self.decls(member.decl.item);
                // From the last enumerator with a written value on, each is one more.
                let mut distance = 0;
                let mut local = member.decl.local;
                let start = loop {
                    match &decls.get(local).kind {
                        DeclKind::Enumerator { value: Some(value), .. } => {
                            let at = Member { decl: member.decl.sibling(local), ..member.clone() };
                            break self.value(value, &self.site_of_member(&at));
                        }
                        DeclKind::Enumerator { index: 0, value: None } => break Value::of(0, Builtin::Int),
                        DeclKind::Enumerator { .. } => {
                            distance += 1;
                            local = LocalId(local.0 - 1);
                        }
                        _ => return Value::Unknown,
                    }
                };
                match start {
                    Value::Known(value, ty) => Value::Known(value + distance, ty),
                    other => other,
                }
            },
        )
    }
}
