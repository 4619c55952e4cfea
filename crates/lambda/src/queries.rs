//! Lambdas as queries: what an item's analysis needs of the rest of the unit is looked up name by name, so that an
//! edit elsewhere repeats the analysis only if one of those answers changes.

use std::sync::Arc;

use asunder_decls::index::items_declaring;
use asunder_decls::layout::{Layout, NamespaceId, layout};
use asunder_decls::written::Spaces;
use asunder_decls::{ItemText, item_tree};
use asunder_source::SourceText;
use asunder_syntax::Dialect;

use super::layers::template_name;
use super::{LambdaAnalysis, LambdaContext, NamespaceName, ScopeInfo, ScopeLookup, TreeScopes, analyze};

/// What the lambdas of an item depend on besides its text and the scopes of the unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LambdaSettings {
    /// `--extended-lambda`.
    pub enabled: bool,
    /// The namespaces around the item; see [`LambdaContext::namespaces`].
    pub namespaces: Vec<NamespaceName>,
    /// See [`LambdaContext::declared_spaces`].
    pub declared_spaces: Spaces,
}

/// The lambdas of an item of a unit.
#[salsa::tracked(returns(ref))]
pub fn item_lambdas<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    item: ItemText<'db>,
    settings: LambdaSettings,
    dialect: Dialect,
) -> Arc<LambdaAnalysis> {
    let scopes = UnitScopes { db, source, dialect };
    let context = LambdaContext {
        enabled: settings.enabled,
        namespaces: &settings.namespaces,
        declared_spaces: settings.declared_spaces,
        scopes: &scopes,
    };
    Arc::new(analyze(&item_tree(db, item).syntax(), &context))
}

/// The scopes of a unit.
struct UnitScopes<'db> {
    db: &'db dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
}

impl ScopeLookup for UnitScopes<'_> {
    fn scope(&self, path: &[String]) -> Option<ScopeInfo> {
        unit_scope(self.db, self.source, self.dialect, path.to_vec()).clone()
    }
}

/// The scope of a unit with this path from the global namespace.
#[salsa::tracked(returns(ref))]
fn unit_scope(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    path: Vec<String>,
) -> Option<ScopeInfo> {
    let layout: &Arc<Layout> = layout(db, source, dialect);
    let mut namespaces = layout.transparent(NamespaceId::GLOBAL);
    for (depth, part) in path.iter().enumerate() {
        let inner: Vec<NamespaceId> = namespaces.iter().filter_map(|&it| layout.child(it, part)).collect();
        if inner.is_empty() {
            return class(db, source, dialect, &namespaces, &path[depth..]);
        }
        namespaces = inner.into_iter().flat_map(|it| layout.transparent(it)).collect();
    }
    Some(ScopeInfo::Namespace)
}

/// The class with this path from one of the namespaces.
fn class(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    namespaces: &[NamespaceId],
    path: &[String],
) -> Option<ScopeInfo> {
    let name = template_name(path.first()?);
    let layout = layout(db, source, dialect);
    items_declaring(db, source, name, dialect).iter().find_map(|&number| {
        let item = layout.item(number)?;
        if !namespaces.contains(&item.namespace) {
            return None;
        }
        item_scopes(db, layout.item_text(db, number, dialect)?).scope(path)
    })
}

/// The classes that an item defines.
#[salsa::tracked(returns(ref))]
fn item_scopes<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> TreeScopes {
    TreeScopes::collect(&item_tree(db, item).syntax(), &[])
}
