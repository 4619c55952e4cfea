//! Functions as declarators write them.

use asunder_decls::lower::lower;
use asunder_decls::names::Names;
use asunder_decls::scope::{Lookup, Site};
use asunder_decls::written::{DeclKind, FunctionExpr, TypeExpr};
use asunder_mangle::model::{Type, TypeRef};
use asunder_syntax::SyntaxKind;

use crate::check::Check;
use crate::declared::Declared;

/// How many typedefs of typedefs are followed.
const MAX_TYPEDEFS: u32 = 8;

/// What the type of a function says.
pub(crate) struct Signature<'c, 'db> {
    pub(crate) function: FunctionExpr,
    names: &'c Names<'db>,
    site: Site,
    /// Names in it may be those of local types, which are not known.
    is_local: bool,
}

impl<'c, 'db> Signature<'c, 'db> {
    /// The signature of a declared function; `None` where it is not understood.
    pub(crate) fn of(check: &'c Check<'db>, declared: &Declared) -> Option<Self> {
        let names = check.names();
        match declared.decl {
            Some(decl) => {
                let site = names.site_of(decl);
                let (function, site) = match (&check.decl(decl).kind, names.function_of(decl)) {
                    (_, Some(function)) => (function.clone(), site),
                    (DeclKind::Function { ty: TypeExpr::Function(function), .. }, _) => {
                        ((**function).clone(), site)
                    }
                    (DeclKind::Variable { ty, .. }, _) => through_typedefs(names, ty, site)?,
                    _ => return None,
                };
                Some(Signature { function, names, site, is_local: false })
            }
            None => {
                let node = declared
                    .node
                    .ancestors()
                    .find(|node| matches!(node.kind(), SyntaxKind::SIMPLE_DECL | SyntaxKind::FUNCTION_DEF))?;
                let (decls, positions) = lower(&node);
                let at = declared.name - node.text_range().start();
                let index = positions.names.iter().position(|name| *name == at)?;
                let (DeclKind::Function { ty: TypeExpr::Function(function), .. }
                | DeclKind::FunctionOrVariable { function: TypeExpr::Function(function), .. }) =
                    &decls.decls[index].kind
                else {
                    return None;
                };
                let site = names.site_at(check.item, declared.at_name());
                Some(Signature { function: (**function).clone(), names, site, is_local: true })
            }
        }
    }

    /// The type that `written` denotes; `None` when it is dependent or not understood.
    pub(crate) fn resolve(&self, written: &TypeExpr) -> Option<TypeRef> {
        if self.is_local && has_name(written) {
            return None;
        }
        let ty = self.names.resolve(written, &self.site);
        (!is_unknown(&ty) && !self.names.is_dependent(&ty)).then_some(ty)
    }

    /// As [`Self::resolve`], for types that may be dependent.
    pub(crate) fn resolve_any(&self, written: &TypeExpr) -> TypeRef {
        self.names.resolve(written, &self.site)
    }

    /// Whether a type depends on template parameters.
    pub(crate) fn is_dependent(&self, written: &TypeExpr) -> bool {
        self.names.is_dependent(&self.names.resolve(written, &self.site))
    }

    pub(crate) fn site(&self) -> &Site {
        &self.site
    }
}

/// The function type that a chain of typedefs names, and where it is written.
fn through_typedefs(names: &Names<'_>, ty: &TypeExpr, site: Site) -> Option<(FunctionExpr, Site)> {
    let (mut ty, mut site) = (ty, site);
    for _ in 0..MAX_TYPEDEFS {
        let TypeExpr::Name(path, _) = ty else { return None };
        let Lookup::Found(members) = names.lookup_value(path, &site) else { return None };
        let [member] = members.as_slice() else { return None };
        let DeclKind::Typedef(target) = &names.decl(member.decl).kind else { return None };
        site = names.site_of(member.decl);
        if let TypeExpr::Function(function) = target {
            return Some(((**function).clone(), site));
        }
        ty = target;
    }
    None
}

/// Whether a part of the type is not understood.
pub(crate) fn is_unknown(ty: &Type) -> bool {
    match ty {
        Type::Unknown => true,
        Type::Qualified(_, inner)
        | Type::Pointer(inner)
        | Type::LvalueRef(inner)
        | Type::RvalueRef(inner)
        | Type::Array(_, inner) => is_unknown(inner),
        _ => false,
    }
}

/// The type without qualifiers.
pub(crate) fn unqualified(ty: &TypeRef) -> &TypeRef {
    match &**ty {
        Type::Qualified(_, inner) => unqualified(inner),
        _ => ty,
    }
}

fn has_name(ty: &TypeExpr) -> bool {
    match ty {
        TypeExpr::Builtin(_) | TypeExpr::Signed(_) | TypeExpr::Auto | TypeExpr::DecltypeAuto => false,
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner) => has_name(inner),
        TypeExpr::Array(None, inner) => has_name(inner),
        _ => true,
    }
}
