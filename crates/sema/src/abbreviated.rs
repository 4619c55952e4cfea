//! Abbreviated function templates ([dcl.fct]/22): each placeholder among the parameters invents a template parameter.
//!
//! The declaration that everything here sees has these parameters behind its own, with names that no text has.

use std::sync::Arc;

use asunder_decls::ItemText;
use asunder_decls::names::DeclRef;
use asunder_decls::queries::item_decls;
use asunder_decls::written::{
    Decl, DeclKind, LocalId, ParamExpr, Path, TemplateHeader, TemplateParam, TemplateParamKind, TypeExpr,
};
use rustc_hash::FxHashMap;

use crate::view::Sema;

/// The abbreviated templates of an item as templates.
#[salsa::tracked(returns(ref))]
fn expanded<'db>(db: &'db dyn salsa::Database, text: ItemText<'db>) -> Arc<FxHashMap<LocalId, Decl>> {
    let decls = item_decls(db, text).iter().filter(|(_, decl)| decl.specifiers.is_abbreviated);
    Arc::new(decls.map(|(local, decl)| (local, expand(decl))).collect())
}

impl<'db> Sema<'db> {
    /// A declaration of an item as a template, where it is an abbreviated one.
    pub(crate) fn as_template(&self, at: DeclRef, decl: &'db Decl) -> &'db Decl {
        if !decl.specifiers.is_abbreviated {
            return decl;
        }
        expanded(self.db, self.names().item_text(at.item)).get(&at.local).unwrap_or(decl)
    }
}

/// Whether a template parameter is one that a placeholder invents.
pub(crate) fn is_invented(param: &TemplateParam) -> bool {
    param.name.as_deref().is_some_and(|name| name.starts_with("<auto-"))
}

fn expand(decl: &Decl) -> Decl {
    let mut decl = decl.clone();
    if decl.templates.is_empty() {
        let is_constrained = decl.specifiers.is_constrained;
        decl.templates.push(TemplateHeader { params: Vec::new(), is_constrained });
        decl.specifiers.is_constrained = false;
    }
    let (Some(header), DeclKind::Function { ty: TypeExpr::Function(function), .. }) =
        (decl.templates.last_mut(), &mut decl.kind)
    else {
        return decl;
    };
    let mut count = 0;
    for param in &mut function.params {
        let name = Path::ident(&format!("<auto-{}>", count + 1));
        let constraint = param.constraint.clone();
        if let Some(pack) = put_name(param, &name) {
            count += 1;
            let kind = match constraint {
                Some(concept) => TemplateParamKind::Value(TypeExpr::Name(concept, false), None),
                None => TemplateParamKind::Type(None),
            };
            let name = name.as_ident().cloned();
            header.params.push(TemplateParam { name, pack, constraint: None, kind });
        }
    }
    decl
}

/// Puts a name in the place of the placeholder in a parameter's type: whether that is a pack; `None` where there is none.
fn put_name(param: &mut ParamExpr, name: &Path) -> Option<bool> {
    let mut pack = false;
    let mut ty = &mut param.ty;
    loop {
        match ty {
            TypeExpr::Auto => {
                *ty = TypeExpr::Name(name.clone(), false);
                return Some(pack);
            }
            TypeExpr::Expansion(inner) => {
                pack = true;
                ty = inner;
            }
            TypeExpr::Qualified(_, inner)
            | TypeExpr::Pointer(inner)
            | TypeExpr::LvalueRef(inner)
            | TypeExpr::RvalueRef(inner)
            | TypeExpr::Array(_, inner) => ty = inner,
            _ => return None,
        }
    }
}
