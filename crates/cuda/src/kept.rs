//! Functions that are kept though nothing refers to them, and the definitions of functions.

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{BodyKind, Decl, DeclKind};
use asunder_sema::uses::declared_in_block;

use crate::used::is_local;

/// Attribute by which a function is kept though nothing refers to it.
const USED: &str = "used";

/// Why a function is kept though nothing refers to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ForItself {
    /// It has external linkage and is not inline.
    External,
    /// An attribute says so.
    Marked,
}

/// Why the function of these declarations is kept though nothing refers to it; `Some(None)` where it is not, `None` where
/// that is not known.
pub(crate) fn kept_for_itself(
    db: &dyn salsa::Database,
    names: &Names<'_>,
    declarations: &[DeclRef],
) -> Option<Option<ForItself>> {
    let first = *declarations.first()?;
    let is_inline = |decl: &DeclRef| {
        let written = names.decl(*decl);
        let specifiers = &written.specifiers;
        let is_defined_in_class = (written.parent.is_some() || specifiers.is_friend) && is_defined(written);
        specifiers.is_inline || specifiers.is_constexpr || specifiers.is_consteval || is_defined_in_class
    };
    let is_marked = |decl: &DeclRef| {
        names.decl(*decl).parent.is_none() && has_attribute(names.item_text(decl.item).text(db), USED)
    };
    let is_external = !declarations.iter().any(is_inline)
        && !names.in_unnamed_namespace(names.item(first.item).namespace)
        && !names.declared_internal(first)?;
    let is_marked = || declarations.iter().any(is_marked).then_some(ForItself::Marked);
    Some(if is_external { Some(ForItself::External) } else { is_marked() })
}

/// The definition of the function that `decl` declares, if it has one.
pub(crate) fn definition_of(db: &dyn salsa::Database, names: &Names<'_>, decl: DeclRef) -> Option<DeclRef> {
    if is_local(decl) {
        let (written, _) = declared_in_block(db, names.item_text(decl.item), decl.local)?;
        return is_defined(written).then_some(decl);
    }
    let is_definition = |decl: &DeclRef| is_defined(names.decl(*decl));
    let Redeclarations::Known(all) = names.redeclarations(decl) else { return None };
    all.into_iter().find(is_definition)
}

/// Whether a word of a text is an attribute's name, by what stands in front of it.
fn has_attribute(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].strip_suffix("__").unwrap_or(&text[..at]);
        let after = &text[at + name.len()..];
        let after = after.strip_prefix("__").unwrap_or(after);
        before.trim_end().ends_with(['(', ',', ':']) && !after.starts_with(is_part)
    })
}

/// Whether a declaration of a function has its body.
fn is_defined(decl: &Decl) -> bool {
    matches!(decl.kind, DeclKind::Function { body: BodyKind::Block, .. })
}
