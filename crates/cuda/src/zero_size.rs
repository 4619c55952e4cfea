//! Types without size: GNU's arrays of no elements, and classes of nothing else.

use asunder_decls::names::Names;
use asunder_decls::written::DeclKind;
use asunder_mangle::model::{Bound, Type, TypeRef};

/// Bound on classes inside classes.
const MAX_DEPTH: u32 = 16;

/// Whether objects of the type surely have no size.
pub(crate) fn is_zero_sized(names: &Names<'_>, ty: &TypeRef) -> bool {
    at_depth(names, ty, MAX_DEPTH)
}

fn at_depth(names: &Names<'_>, ty: &TypeRef, depth: u32) -> bool {
    match &**ty {
        Type::Qualified(_, inner) => at_depth(names, inner, depth),
        Type::Array(Bound::Count(0), _) => true,
        Type::Array(Bound::Count(_), element) => at_depth(names, element, depth),
        Type::Named(name) if depth > 0 => {
            let Some(class) = names.class_definition(name) else { return false };
            let DeclKind::Class(written) = &names.decl(class).kind else { return false };
            if !written.bases.is_empty() || name.args.is_some() {
                return false;
            }
            let mut has_member = false;
            for (local, member) in names.decls(class.item).members(Some(class.local)) {
                match &member.kind {
                    DeclKind::Variable { .. } if member.specifiers.is_static => {}
                    DeclKind::Variable { .. } => {
                        let ty = names.type_of_variable(class.sibling(local));
                        if !ty.is_some_and(|ty| at_depth(names, &ty, depth - 1)) {
                            return false;
                        }
                        has_member = true;
                    }
                    DeclKind::Function { .. } if !member.specifiers.is_virtual => {}
                    DeclKind::Typedef(_) => {}
                    _ => return false,
                }
            }
            has_member
        }
        _ => false,
    }
}
