//! The functions and variables that a body uses, with what the rules about the spaces need to know of them.

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{BodyKind, Decl, DeclKind, DeclName, Init, Spaces};
use asunder_mangle::model::{Entity, Type, TypeRef};
use asunder_outline::BUILTIN_VARIABLES;
use asunder_sema::instances::Symbol;
use asunder_sema::uses::{Access, AccessKind, FIRST_LOCAL, Referred, Use, UseForm};

use crate::settings::SharedStd;

/// Names of functions of the namespace `std` that the reference counts as `__host__ __device__` (spec 2 §1d).
const HOST_DEVICE_OF_STD: [&str; 2] = ["move", "forward"];

/// The function that is used.
pub(crate) struct Callee {
    pub(crate) decl: DeclRef,
    /// All its declarations, in order.
    pub(crate) declarations: Vec<DeclRef>,
    pub(crate) is_constexpr: bool,
    /// Whether it is `constexpr` is not known: an instance whose types are perhaps not literal ones.
    pub(crate) is_open: bool,
}

/// The function that is used if it runs on the host alone. `None` where it runs on the device too, is evaluated while
/// compiling, takes its space from those that use it, or something about it is not known.
pub(crate) fn host_function(names: &Names<'_>, shared: SharedStd, used: &Use<'_>) -> Option<Callee> {
    let decl = used.decl()?;
    if is_local(decl) || matches!(used.form, UseForm::Variable(_)) {
        return None;
    }
    let spaces = spaces_of(names, used, u32::MAX)?;
    if spaces.device || spaces.global {
        return None;
    }
    let Redeclarations::Known(mut declarations) = names.redeclarations(decl) else { return None };
    declarations.sort_unstable();
    let written = names.decl(*declarations.first()?);
    let takes_space_of_users = |decl: &DeclRef| {
        let written = names.decl(*decl);
        match &written.kind {
            // Behind the class it is a definition like others.
            DeclKind::Function { body: BodyKind::Defaulted, .. } => {
                // A destructor that takes it is not known by its declaration.
                written.qualifier.is_none() && used.form != UseForm::Destructor
            }
            DeclKind::Function { body: BodyKind::Deleted, .. } => true,
            _ => false,
        }
    };
    if written.specifiers.is_consteval
        || declarations.iter().any(takes_space_of_users)
        || is_host_device_by_name(names, shared, decl)
    {
        return None;
    }
    let is_declared = declarations.iter().any(|it| names.decl(*it).specifiers.is_constexpr);
    let is_constexpr = is_declared && used.stays_constexpr != Some(false);
    Some(Callee { decl, declarations, is_constexpr, is_open: is_constexpr && used.stays_constexpr.is_none() })
}

/// The spaces of what is used, which no block declares, by its declarations up to `item`: those of an explicit
/// specialization and of its template together (measured). `None` where they are not known.
pub(crate) fn spaces_of(names: &Names<'_>, used: &Use<'_>, item: u32) -> Option<Spaces> {
    let decl = used.decl()?;
    let written = names.decl(decl);
    // Members that differ in their constraints alone are not told apart by name and type.
    if written.parent.is_some() && written.specifiers.is_constrained {
        return Some(written.attributes.spaces);
    }
    let own = names.spaces_before(decl, item)?;
    match used.instance {
        Some(_) if used.may_be_specialized || names.directives_add_spaces(decl, own) => None,
        Some(instance) if instance.decl != decl => Some(own.union(names.spaces_before(instance.decl, item)?)),
        _ => Some(own),
    }
}

/// Whether a declaration stands in a block.
pub(crate) fn is_local(decl: DeclRef) -> bool {
    decl.local.0 >= FIRST_LOCAL
}

/// Whether a declaration of a block is that of a function which is not a member of a class.
pub(crate) fn is_block_function(written: &Decl) -> bool {
    matches!(written.kind, DeclKind::Function { body: BodyKind::None, .. }) && written.parent.is_none()
}

/// The spaces of a function that a block declares and `entity` names, by the declarations in front of it: a function of the
/// namespace with these parameters is the same. `None` where that is not known, and for others than functions.
pub(crate) fn spaces_of_block_function(
    names: &Names<'_>,
    (decl, written): (DeclRef, &Decl),
    entity: &Entity,
) -> Option<Spaces> {
    let Entity::Function(function) = entity else { return None };
    let ident = written.name.ident().filter(|_| is_block_function(written))?;
    let namespace = names.item(decl.item).namespace;
    let of_namespace = names.declared_in(ident, namespace);
    let mut spaces = written.attributes.spaces;
    for other in of_namespace.iter().filter(|other| other.item < decl.item) {
        let Some(Entity::Function(known)) = names.entity(*other) else { return None };
        if known.ty.parameters == function.ty.parameters && known.ty.variadic == function.ty.variadic {
            spaces = spaces.union(names.decl(*other).attributes.spaces);
        }
    }
    Some(spaces)
}

/// Whether the reference gives a function to both sides whatever is written (spec 2 §1d).
pub(crate) fn is_host_device_by_name(names: &Names<'_>, shared: SharedStd, decl: DeclRef) -> bool {
    let Some(text) = names.qualified_text(decl) else { return true };
    let Some(inside) = text.strip_prefix("std::") else { return false };
    let is_named = match &names.decl(decl).name {
        DeclName::Ident(name) => HOST_DEVICE_OF_STD.contains(&&**name),
        _ => false,
    };
    is_named && shared.move_forward || inside.starts_with("initializer_list") && shared.initializer_list
}

/// Where the device pass takes a function to run, by all its declarations: on the host, on the device (spec 2 §3). One
/// without annotations is for the host.
pub(crate) fn space_in_device_pass(names: &Names<'_>, decl: DeclRef) -> Option<(bool, bool)> {
    let spaces = names.spaces(decl)?;
    let device = spaces.device || spaces.global;
    let mut host = spaces.host || !device;
    if let Redeclarations::Known(all) = names.redeclarations(decl)
        && names.decl(decl).templates.is_empty()
    {
        host |= all.iter().any(|it| names.decl(*it).attributes.spaces.execution() == Spaces::default());
    }
    Some((host, device))
}

/// A variable in the memory of the host that a body accesses.
pub(crate) struct HostVariable<'db> {
    pub(crate) decl: DeclRef,
    /// It is an instance of a template, or a member of one.
    pub(crate) instance: Option<Symbol<'db>>,
    pub(crate) access: Access,
    /// It is a static data member.
    pub(crate) is_member: bool,
    /// It cannot be changed: accesses are not reported while the body is read.
    pub(crate) is_constant: bool,
    /// What is missing on the device, its value too: the variable, or the one that it refers to, which is outside templates.
    pub(crate) missing: Option<DeclRef>,
}

/// The variable that is accessed if only the host has it. `None` where the device has it too, its value may stand for
/// it, or something about it is not known.
pub(crate) fn host_variable<'db>(names: &Names<'_>, used: &Use<'db>) -> Option<HostVariable<'db>> {
    let UseForm::Variable(access) = used.form else { return None };
    let decl = used.decl()?;
    if is_local(decl) {
        return None;
    }
    let written = names.decl(decl);
    let DeclKind::Variable { init, .. } = &written.kind else { return None };
    let name = written.name.ident()?;
    let is_data_member = written.parent.is_some() && !written.specifiers.is_static;
    if is_for_device(names, decl)?
        || written.attributes.built_in
        || is_data_member
        || !written.templates.is_empty() && used.instance.is_none()
        || BUILTIN_VARIABLES.contains(&&**name)
    {
        return None;
    }
    let of = access.of?;
    let is_constexpr = written.specifiers.is_constexpr;
    let is_constant = is_constexpr || of.is_const;
    let missing = match (access.kind, of.value) {
        (AccessKind::Read, Referred::To(other)) => referred(names, other),
        (AccessKind::Read, Referred::Nothing) | (_, Referred::Unknown) => None,
        (AccessKind::Read, Referred::Unfolded) => Some(decl),
        _ if of.is_reference => Some(decl),
        (AccessKind::Read, _) if is_constant && !of.is_volatile => {
            let has_value = !written.specifiers.is_extern || !matches!(init, Init::None);
            (!has_value || access.is_element).then_some(decl)
        }
        (AccessKind::Address, _) => (!access.is_part || !is_constexpr).then_some(decl),
        _ => Some(decl),
    };
    let (instance, is_member) = (used.instance, written.parent.is_some());
    Some(HostVariable { decl, instance, access, is_member, is_constant, missing })
}

/// Whether a variable is in the memory of the device, or a function for it.
fn is_for_device(names: &Names<'_>, decl: DeclRef) -> Option<bool> {
    let spaces = names.spaces(decl)?;
    // That a variable is a kernel says nothing.
    let is_kernel = spaces.global && matches!(names.decl(decl).kind, DeclKind::Function { .. });
    Some(spaces.device || spaces.shared || spaces.constant || spaces.managed || is_kernel)
}

/// The variable or function that a constant refers to, if only the host has it; one whose value stands for it is none.
fn referred(names: &Names<'_>, decl: DeclRef) -> Option<DeclRef> {
    let written = names.decl(decl);
    let has_value = match &written.kind {
        DeclKind::Variable { .. } => {
            written.specifiers.is_constexpr || names.type_of_variable(decl).is_none_or(|ty| is_const(&ty))
        }
        DeclKind::Function { .. } => false,
        _ => true,
    };
    let is_plain = written.templates.is_empty() && !written.attributes.built_in && !has_value;
    (is_plain && is_for_device(names, decl) == Some(false)).then_some(decl)
}

/// Whether the elements of a type are `const`.
pub(crate) fn is_const(ty: &TypeRef) -> bool {
    match &**ty {
        Type::Qualified(qualifiers, _) => qualifiers.is_const,
        Type::Array(_, element) => is_const(element),
        _ => false,
    }
}
