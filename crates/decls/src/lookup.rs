//! Lookup by name as queries: which declarations of a namespace have a name.
//!
//! ```text
//! stretch_names ─▶ declaring(name) ─▶ name_candidates(name) ─▶ namespace_declarations(name, namespace)
//!                                        item_decls(text) ──┘
//! ```
//!
//! The first two run again after every edit that moves items, and stop there unless the items of that
//! name changed: candidates are known by their text and namespace, not by their place. So a new
//! declaration runs only the lookups of its own name again, and an edit in a function body only those
//! of the function's own name, with the same result.

use std::sync::Arc;

use asunder_mangle::model::Ident;
use asunder_source::SourceText;
use asunder_syntax::Dialect;

use crate::index::{NameText, declaring};
use crate::layout::{Layout, NamespaceId, Namespaces, layout};
use crate::queries::item_decls;
use crate::tree::ItemText;
use crate::written::{DeclKind, ItemDecls, LocalId};

/// A namespace by its names from the outside in; `None` is an unnamed one.
#[salsa::interned(debug)]
pub(crate) struct NamespacePath<'db> {
    #[returns(deref)]
    pub(crate) names: Box<[Option<Ident>]>,
}

impl<'db> NamespacePath<'db> {
    /// The path of a namespace of a unit.
    pub(crate) fn of(db: &'db dyn salsa::Database, namespaces: &Namespaces, namespace: NamespaceId) -> Self {
        let named = |id: &NamespaceId| namespaces.namespace(*id).parent.is_some();
        let mut names: Vec<Option<Ident>> = namespaces
            .ancestors(namespace)
            .take_while(named)
            .map(|id| namespaces.namespace(id).name.clone())
            .collect();
        names.reverse();
        NamespacePath::new(db, names.into_boxed_slice())
    }
}

/// An item that may declare a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Candidate<'db> {
    text: ItemText<'db>,
    namespace: NamespacePath<'db>,
}

/// A declaration of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Which of the items that may declare the name, in source order.
    pub nth: u32,
    /// The declaration in the item.
    pub local: LocalId,
}

/// The items that may declare `name`, in source order, by what they say and where, whatever stands between them.
#[salsa::tracked(returns(ref))]
pub(crate) fn name_candidates<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    name: NameText<'db>,
    dialect: Dialect,
) -> Arc<[Candidate<'db>]> {
    let layout: &Arc<Layout> = layout(db, source, dialect);
    let candidate = |&item: &u32| {
        let namespace = NamespacePath::of(db, layout.namespaces(), layout.item(item)?.namespace);
        Some(Candidate { text: layout.item_text(db, item, dialect)?, namespace })
    };
    declaring(db, source, name, dialect).iter().filter_map(candidate).collect()
}

/// The declarations of `name` directly in `namespace`, enumerators of its unscoped enums included, in
/// source order.
#[salsa::tracked(returns(ref))]
pub(crate) fn namespace_declarations<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    name: NameText<'db>,
    namespace: NamespacePath<'db>,
    dialect: Dialect,
) -> Arc<[Found]> {
    let candidates = name_candidates(db, source, name, dialect).iter().enumerate();
    let inside = candidates.filter(|(_, candidate)| candidate.namespace == namespace);
    let found = inside.flat_map(|(nth, candidate)| {
        let decls = item_decls(db, candidate.text, dialect);
        declared_at_namespace_level(decls, name.text(db)).map(move |local| Found { nth: nth as u32, local })
    });
    found.collect()
}

/// The declarations of `name` among those of an item that belong to its namespace: not members, but
/// enumerators of unscoped enums.
pub(crate) fn declared_at_namespace_level<'d>(
    decls: &'d ItemDecls,
    name: &'d str,
) -> impl Iterator<Item = LocalId> + 'd {
    let at_namespace_level = |parent: Option<LocalId>| match parent.map(|parent| decls.get(parent)) {
        None => true,
        Some(parent) => matches!(&parent.kind, DeclKind::Enum(e) if !e.scoped) && parent.parent.is_none(),
    };
    let named = decls.iter().filter(move |(_, decl)| {
        decl.name.ident().map(|ident| &**ident) == Some(name) && at_namespace_level(decl.parent)
    });
    named.map(|(local, _)| local)
}
