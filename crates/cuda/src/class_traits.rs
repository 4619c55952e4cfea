//! What host code can do with objects of a class, from its declarations alone ([class.default.ctor],
//! [class.copy.assign]). Unknown wherever overload resolution or templates would decide.

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::written::{Access, BodyKind, Decl, DeclKind, DeclName, FunctionExpr, Init, TypeExpr};
use asunder_mangle::model::{NameRef, Type, TypeRef};

/// How many classes inside one another are followed.
const MAX_DEPTH: u32 = 16;

/// The trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ability {
    /// An object can be default-initialised.
    DefaultConstruction,
    /// A `const T &` can be assigned.
    CopyAssignment,
}

/// Whether objects of the class have an ability; `None` when that is not known.
pub(crate) fn has_ability(names: &Names<'_>, class: &NameRef, ability: Ability) -> Option<bool> {
    of_class(names, class, ability, MAX_DEPTH)
}

fn of_type(names: &Names<'_>, ty: &TypeRef, ability: Ability, depth: u32) -> Option<bool> {
    match &**ty {
        Type::Builtin(_) | Type::Pointer(_) | Type::MemberPointer { .. } => Some(true),
        Type::Array(_, element) => of_type(names, element, ability, depth),
        Type::Named(name) => of_class(names, name, ability, depth),
        _ => None,
    }
}

fn of_class(names: &Names<'_>, class: &NameRef, ability: Ability, depth: u32) -> Option<bool> {
    let depth = depth.checked_sub(1)?;
    let Some(definition) = names.definition_of_class(class) else {
        return names.is_enumeration(class).then_some(true);
    };
    let written = names.decl(definition);
    let DeclKind::Class(kind) = &written.kind else { return None };
    if !written.templates.is_empty() || class.args.is_some() {
        return None;
    }
    let members: Vec<(DeclRef, &Decl)> = names
        .decls(definition.item)
        .members(Some(definition.local))
        .map(|(local, decl)| (definition.sibling(local), decl))
        .collect();
    match declared(names, class, &members, ability)? {
        Declared::Usable => return Some(true),
        Declared::Unusable => return Some(false),
        Declared::Implicit => {}
    }
    if kind.is_union {
        return implicit_of_union(names, &members, ability, depth);
    }
    for base in &kind.bases {
        let base = names.class_of_base(definition, base)?;
        let Type::Named(name) = &*names.type_of(base)? else { return None };
        if !of_class(names, name, ability, depth)? {
            return Some(false);
        }
    }
    for (decl, member) in members {
        if !of_member(names, decl, member, ability, depth)? {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether the implicit function can handle a member of the class.
fn of_member(names: &Names<'_>, decl: DeclRef, member: &Decl, ability: Ability, depth: u32) -> Option<bool> {
    let (ty, init) = match &member.kind {
        DeclKind::Variable { ty, init } if !member.specifiers.is_static => (ty, init),
        DeclKind::FunctionOrVariable { .. } => return None,
        DeclKind::Class(class) if matches!(member.name, DeclName::None) && class.is_definition => {
            return None;
        }
        _ => return Some(true),
    };
    let ty = names.resolve(ty, &names.site_of(decl));
    let initialized = *init != Init::None;
    match (&*ty, ability) {
        (Type::LvalueRef(_) | Type::RvalueRef(_), Ability::DefaultConstruction) => Some(initialized),
        (Type::LvalueRef(_) | Type::RvalueRef(_), Ability::CopyAssignment) => Some(false),
        (_, Ability::DefaultConstruction) if initialized => Some(true),
        (Type::Qualified(qualifiers, inner), Ability::DefaultConstruction) if qualifiers.is_const => {
            match &**inner {
                Type::Builtin(_) | Type::Pointer(_) => Some(false),
                _ => None,
            }
        }
        (Type::Qualified(qualifiers, _), Ability::CopyAssignment) if qualifiers.is_const => Some(false),
        (Type::Qualified(_, inner), _) => of_type(names, inner, ability, depth),
        _ => of_type(names, &ty, ability, depth),
    }
}

/// The functions of a union with members that do not have trivial ones are deleted.
fn implicit_of_union(
    names: &Names<'_>,
    members: &[(DeclRef, &Decl)],
    ability: Ability,
    depth: u32,
) -> Option<bool> {
    for (decl, member) in members {
        if !of_member(names, *decl, member, ability, depth)? {
            return Some(false);
        }
        if let DeclKind::Variable { ty, .. } = &member.kind {
            match &*names.resolve(ty, &names.site_of(*decl)) {
                Type::Builtin(_) | Type::Pointer(_) => {}
                _ => return None,
            }
        }
    }
    Some(true)
}

/// What a class says itself.
enum Declared {
    /// A function that can be used.
    Usable,
    /// One that is deleted or not accessible, or none where one is needed.
    Unusable,
    /// The implicit function, or one that is explicitly defaulted.
    Implicit,
}

fn declared(
    names: &Names<'_>,
    class: &NameRef,
    members: &[(DeclRef, &Decl)],
    ability: Ability,
) -> Option<Declared> {
    match ability {
        Ability::DefaultConstruction => declared_constructor(members),
        Ability::CopyAssignment => declared_assignment(names, class, members),
    }
}

fn function(decl: &Decl) -> Option<(&FunctionExpr, BodyKind)> {
    match &decl.kind {
        DeclKind::Function { ty: TypeExpr::Function(function), body } => Some((function, *body)),
        _ => None,
    }
}

fn declared_constructor(members: &[(DeclRef, &Decl)]) -> Option<Declared> {
    let mut any = false;
    for (_, member) in members {
        if let DeclKind::UsingDeclaration(_) = member.kind {
            return None;
        }
        if !matches!(member.name, DeclName::Constructor) {
            continue;
        }
        any = true;
        let (function, body) = function(member)?;
        let takes_nothing = function.params.iter().all(|param| param.has_default)
            || matches!(function.params.as_slice(), [only] if only.ty == TypeExpr::Builtin(asunder_mangle::model::Builtin::Void));
        if !takes_nothing {
            continue;
        }
        if !member.templates.is_empty() {
            return None;
        }
        return Some(match body {
            BodyKind::Deleted => Declared::Unusable,
            _ if member.access != Access::Public => Declared::Unusable,
            BodyKind::Defaulted => Declared::Implicit,
            _ => Declared::Usable,
        });
    }
    Some(if any { Declared::Unusable } else { Declared::Implicit })
}

fn declared_assignment(names: &Names<'_>, class: &NameRef, members: &[(DeclRef, &Decl)]) -> Option<Declared> {
    let mut others = false;
    let mut takes_non_const = false;
    let mut moves = false;
    for (decl, member) in members {
        if let DeclKind::UsingDeclaration(_) = member.kind {
            return None;
        }
        let is_assignment = matches!(&member.name, DeclName::Operator(spelling) if &**spelling == "=");
        let is_constructor = matches!(member.name, DeclName::Constructor);
        if !is_assignment && !is_constructor {
            continue;
        }
        let (function, body) = function(member)?;
        let [only] = function.params.as_slice() else { continue };
        let ty = names.resolve(&only.ty, &names.site_of(*decl));
        let is_own = |ty: &TypeRef| matches!(&**ty, Type::Named(name) if name == class);
        let is_const_own = |ty: &TypeRef| matches!(&**ty, Type::Qualified(_, inner) if is_own(inner));
        match &*ty {
            Type::RvalueRef(inner) if is_own(inner) => moves = true,
            _ if is_constructor => {}
            Type::Unknown => return None,
            Type::LvalueRef(inner) if is_const_own(inner) => return Some(usable(member, body)),
            _ if is_own(&ty) => return Some(usable(member, body)),
            Type::LvalueRef(inner) if is_own(inner) => takes_non_const = true,
            _ => others = true,
        }
    }
    if others {
        // Another assignment operator may take the object.
        return None;
    }
    Some(if takes_non_const || moves { Declared::Unusable } else { Declared::Implicit })
}

fn usable(member: &Decl, body: BodyKind) -> Declared {
    match body {
        BodyKind::Deleted => Declared::Unusable,
        _ if member.access != Access::Public => Declared::Unusable,
        BodyKind::Defaulted => Declared::Implicit,
        _ => Declared::Usable,
    }
}
