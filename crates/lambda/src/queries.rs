//! Lambdas as queries: what an item's analysis needs of the rest of the unit is looked up name by name, so that an
//! edit elsewhere repeats the analysis only if one of those answers changes.

use std::cell::OnceCell;
use std::sync::Arc;

use asunder_decls::index::items_declaring;
use asunder_decls::layout::{Layout, NamespaceId, layout};
use asunder_decls::names::Names;
use asunder_decls::written::Spaces;
use asunder_decls::{ItemText, Redeclarations, item_tree};
use asunder_sema::captured_uses::{CapturedUses, captured_uses};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextSize};

use super::layers::template_name;
use super::{
    BodyMeanings, LambdaAnalysis, LambdaContext, NamespaceName, ScopeInfo, ScopeLookup, TreeScopes, analyze,
};

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

/// The lambdas of the item of a unit with this number and text.
#[salsa::tracked(returns(ref))]
pub fn item_lambdas<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    number: u32,
    item: ItemText<'db>,
    settings: LambdaSettings,
    dialect: Dialect,
) -> Arc<LambdaAnalysis> {
    let scopes = UnitScopes { db, source, dialect };
    let bodies = UnitBodies { db, source, item: number, dialect, uses: OnceCell::new() };
    let context = LambdaContext {
        enabled: settings.enabled,
        namespaces: &settings.namespaces,
        declared_spaces: settings.declared_spaces,
        scopes: &scopes,
        bodies: &bodies,
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

/// The bodies of an item of a unit.
struct UnitBodies<'db> {
    db: &'db dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
    uses: OnceCell<CapturedUses>,
}

impl UnitBodies<'_> {
    fn uses(&self) -> &CapturedUses {
        self.uses.get_or_init(|| captured_uses(self.db, self.source, self.item, self.dialect))
    }
}

impl BodyMeanings for UnitBodies<'_> {
    fn calls_for_object(&self, at: TextSize) -> Option<bool> {
        self.uses().calls.get(&at).copied()
    }

    fn is_constant_reference(&self, at: TextSize) -> Option<bool> {
        self.uses().references.get(&at).copied()
    }

    fn declared_member(&self, at: TextSize) -> Option<(bool, Spaces)> {
        let names = Names::new(self.db, self.source, self.dialect);
        let Redeclarations::Known(all) = names.redeclarations(names.decl_named_at(self.item, at)?) else {
            return None;
        };
        let in_class = all.iter().map(|decl| names.decl(*decl)).find(|decl| decl.parent.is_some())?;
        Some((in_class.specifiers.is_static, in_class.attributes.spaces))
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
