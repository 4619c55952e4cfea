//! Strings whose text the reference shows. It keeps those of function bodies apart from the rest, without their text; but
//! one that an expression outside functions has too, such as an initializer or a default argument, is one constant
//! with it.

use asunder_decls::written::{DeclKind, TypeExpr};
use asunder_hir::body::{Body, Expr, Init, ItemBodies, Owner, Root};
use asunder_mangle::model::Builtin;
use rustc_hash::FxHashSet;

use super::declarations::declared;
use crate::view::Sema;

/// The type of a string's elements, and these.
type Text = (Builtin, Box<[u32]>);

/// The strings outside function bodies of a unit, headers included.
pub(super) fn outside_functions(sema: &Sema<'_>) -> FxHashSet<Text> {
    let mut found = FxHashSet::default();
    for item in sema.names().layout().numbers() {
        let text = sema.names().item_text(item);
        if !text.text(sema.db).contains('"') {
            continue;
        }
        let bodies = sema.bodies(item);
        for (owner, body) in &bodies.bodies {
            if is_outside_functions(*owner, body) && !is_array_of_characters(sema, item, bodies, *owner, body) {
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
