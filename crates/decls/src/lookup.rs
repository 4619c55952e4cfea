//! Lookup by name as queries: which declarations of a namespace have a name.
//!
//! ```text
//! stretch_names ─▶ declaring(name) ─▶ name_candidates(name) ─▶ namespace_declarations(name, namespace)
//!                                          placed_decls ────┘
//! ```
//!
//! The first two run again after every edit that makes items come or go, and stop there unless the items of that
//! name changed: candidates are known by their numbers, which stay. So a new declaration runs only the lookups of
//! its own name again, and an edit in a function body none.

use std::sync::Arc;

use asunder_mangle::model::Ident;
use asunder_source::Block;

use crate::index::{QueriedName, declaring};
use crate::layout::{Layout, NamespaceId, Namespaces, layout};
use crate::names::DeclRef;
use crate::queries::placed_decls;
use crate::written::{DeclKind, DeclName, ItemDecls, LocalId, TypeExpr};

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
    block: Block,
    item: u32,
    namespace: NamespacePath<'db>,
}

/// The items that may declare `name`, in source order, whatever stands between them.
#[salsa::tracked(returns(ref))]
pub(crate) fn name_candidates<'db>(
    db: &'db dyn salsa::Database,
    name: QueriedName<'db>,
) -> Arc<[Candidate<'db>]> {
    let layout: &Arc<Layout> = layout(db, name.source(db), name.dialect(db));
    let candidate = |&item: &u32| {
        let place = layout.item(item)?;
        let namespace = NamespacePath::of(db, layout.namespaces(), place.namespace);
        Some(Candidate { block: place.block, item, namespace })
    };
    declaring(db, name).iter().filter_map(candidate).collect()
}

/// The declarations of `name` directly in `namespace`, enumerators of its unscoped enums included, in
/// source order.
#[salsa::tracked(returns(ref))]
pub(crate) fn namespace_declarations<'db>(
    db: &'db dyn salsa::Database,
    name: QueriedName<'db>,
    namespace: NamespacePath<'db>,
) -> Arc<[DeclRef]> {
    let candidates = name_candidates(db, name).iter();
    let inside = candidates.filter(|candidate| candidate.namespace == namespace);
    let found = inside.flat_map(|&Candidate { block, item, .. }| {
        let decls = placed_decls(db, block, item, name.dialect(db));
        declared_at_namespace_level(decls, name.text(db)).map(move |local| DeclRef { item, local })
    });
    found.collect()
}

/// The declarations of `name` among those of an item that belong to its namespace.
pub(crate) fn declared_at_namespace_level<'d>(
    decls: &'d ItemDecls,
    name: &'d str,
) -> impl Iterator<Item = LocalId> + 'd {
    let named = decls.iter().filter(move |(local, decl)| {
        decl.name.ident().map(|ident| &**ident) == Some(name) && is_at_namespace_level(decls, *local)
    });
    named.map(|(local, _)| local)
}

/// Whether a declaration of an item belongs to its namespace: not members, but enumerators of unscoped enums and members
/// of anonymous unions, and of anonymous classes in these ([class.union.anon]).
pub(crate) fn is_at_namespace_level(decls: &ItemDecls, local: LocalId) -> bool {
    let mut inner = local;
    while let Some(id) = decls.get(inner).parent {
        let parent = decls.get(id);
        let is_transparent = match &parent.kind {
            DeclKind::Enum(e) => !e.scoped,
            // An anonymous struct is one only in a class.
            DeclKind::Class(class) => {
                parent.name == DeclName::None
                    && (class.is_union || parent.parent.is_some())
                    && !is_declared_with(decls, id)
            }
            _ => false,
        };
        if !is_transparent {
            return false;
        }
        inner = id;
    }
    true
}

/// Whether a variable or typedef of the item is declared with the unnamed class `class`.
fn is_declared_with(decls: &ItemDecls, class: LocalId) -> bool {
    decls.decls.iter().any(|decl| match &decl.kind {
        DeclKind::Variable { ty, .. } | DeclKind::Typedef(ty) => {
            let mut ty = ty;
            while let TypeExpr::Qualified(_, inner) | TypeExpr::Pointer(inner) | TypeExpr::Array(_, inner) =
                ty
            {
                ty = inner;
            }
            *ty == TypeExpr::Declared(class)
        }
        _ => false,
    })
}
