//! Strings whose text the reference shows. It keeps those of function bodies apart from the rest, without their text; but
//! one that an expression outside functions has too, such as an initializer or a default argument, is one constant
//! with it.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{DeclKind, TypeExpr};
use asunder_hir::body::{Body, Expr, Init, Owner, Root};
use asunder_mangle::model::Builtin;
use rustc_hash::FxHashSet;

use crate::view::Sema;

/// The type of a string's elements, and these.
pub(super) type Text = (Builtin, Box<[u32]>);

/// The strings outside function bodies of a unit, headers included.
pub(super) fn outside_functions(sema: &Sema<'_>) -> FxHashSet<Text> {
    let mut found = FxHashSet::default();
    for item in sema.names().layout().numbers() {
        let text = sema.names().item_text(item);
        if !text.text(sema.db).contains('"') {
            continue;
        }
        for (owner, body) in &sema.bodies(item).bodies {
            if is_outside_functions(*owner, body) && !is_characters(sema, item, *owner, body) {
                found.extend(body.exprs.iter().filter_map(text_of));
            }
        }
    }
    found
}

/// Whether `found` has the string that an expression is.
pub(super) fn is_one_of(found: &FxHashSet<Text>, expr: &Expr) -> bool {
    text_of(expr).is_some_and(|text| found.contains(&text))
}

fn text_of(expr: &Expr) -> Option<Text> {
    match expr {
        Expr::String(element, _, text) => Some((*element, text.clone())),
        _ => None,
    }
}

/// Strings of lambdas are those of functions.
fn is_outside_functions(owner: Owner, body: &Body) -> bool {
    match owner {
        Owner::Function(_) | Owner::StaticAssert(..) => false,
        _ => body.lambdas.is_empty(),
    }
}

/// Whether a body is the string that an array of characters is initialized with: the listing shows no constant for it.
fn is_characters(sema: &Sema<'_>, item: u32, owner: Owner, body: &Body) -> bool {
    let (Owner::Initializer(local), Root::Init(Init::Copy(expr))) = (owner, &body.root) else { return false };
    let DeclKind::Variable { ty, .. } = &sema.decl(DeclRef { item, local }).kind else { return false };
    let ty = match ty {
        TypeExpr::Qualified(_, inner) => inner,
        ty => ty,
    };
    matches!(ty, TypeExpr::Array(..)) && matches!(body[*expr], Expr::String(..))
}
