//! The functions that a body uses, with what the rules about calls between spaces need to know of them.

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{BodyKind, DeclKind, DeclName, Spaces};
use asunder_sema::uses::{FIRST_LOCAL, Use};

/// Names of functions of the namespace `std` that the reference counts as `__host__ __device__` (spec 2 §1d).
const HOST_DEVICE_OF_STD: [&str; 2] = ["move", "forward"];

/// The function that is used.
pub(crate) struct Callee {
    pub(crate) decl: DeclRef,
    /// All its declarations, in order.
    pub(crate) declarations: Vec<DeclRef>,
    pub(crate) is_constexpr: bool,
}

/// The function that is used if it runs on the host alone. `None` where it runs on the device too, is evaluated while
/// compiling, takes its space from those that use it, or something about it is not known.
pub(crate) fn host_function(names: &Names<'_>, used: &Use) -> Option<Callee> {
    let decl = used.decl;
    if is_local(decl) {
        return None;
    }
    let spaces = match used.is_instance {
        true => names.spaces_of_instance(decl)?,
        false => names.spaces(decl)?,
    };
    if spaces.device || spaces.global {
        return None;
    }
    let Redeclarations::Known(mut declarations) = names.redeclarations(decl) else { return None };
    declarations.sort_unstable();
    let written = names.decl(*declarations.first()?);
    let takes_space_of_users = |decl: &DeclRef| {
        matches!(
            names.decl(*decl).kind,
            DeclKind::Function { body: BodyKind::Defaulted | BodyKind::Deleted, .. }
        )
    };
    if written.specifiers.is_consteval
        || declarations.iter().any(takes_space_of_users)
        || is_host_device_by_name(names, decl)
    {
        return None;
    }
    let is_constexpr = declarations.iter().any(|it| names.decl(*it).specifiers.is_constexpr);
    Some(Callee { decl, declarations, is_constexpr })
}

/// Whether a declaration stands in a block.
pub(crate) fn is_local(decl: DeclRef) -> bool {
    decl.local.0 >= FIRST_LOCAL
}

/// Whether the reference gives a function to both sides whatever is written (spec 2 §1d).
fn is_host_device_by_name(names: &Names<'_>, decl: DeclRef) -> bool {
    let Some(text) = names.qualified_text(decl) else { return true };
    let Some(inside) = text.strip_prefix("std::") else { return false };
    let is_named = match &names.decl(decl).name {
        DeclName::Ident(name) => HOST_DEVICE_OF_STD.contains(&&**name),
        _ => false,
    };
    is_named || inside.starts_with("initializer_list")
}

/// The spaces of a function that has a body: on the host, on the device.
pub(crate) fn runs_on(spaces: Spaces) -> (bool, bool) {
    let device = spaces.device || spaces.global;
    (spaces.host || !device, device)
}
