//! Which identifiers that nothing declares have been reported in a unit.

use asunder_decls::layout::{Layout, NamespaceId};
use asunder_decls::names::DeclRef;
use asunder_sema::finding::NameScopes;
use rustc_hash::FxHashSet;

/// A scope in which an identifier counts as declared that was reported there.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Scope {
    Namespace(NamespaceId),
    Within(DeclRef),
}

/// The identifiers that were reported so far, each in its scope.
#[derive(Default)]
pub(crate) struct Reported {
    names: FxHashSet<(Scope, String)>,
}

impl Reported {
    /// Whether `name` is to be reported: it was not in a scope around it, which in a namespace are `scopes` and those of
    /// the namespace.
    pub(crate) fn add(
        &mut self,
        layout: &Layout,
        namespace: NamespaceId,
        scopes: Option<&NameScopes>,
        name: &str,
    ) -> bool {
        let inner = scopes.map(|scopes| scopes.around.as_slice()).unwrap_or_default();
        let inner = inner.iter().copied().map(Scope::Within);
        let around: Vec<Scope> = inner.chain(layout.ancestors(namespace).map(Scope::Namespace)).collect();
        // Inline and unnamed namespaces are seen through.
        let transparent = layout.ancestors(namespace).flat_map(|around| layout.transparent(around));
        let mut seen = around.iter().copied().chain(transparent.map(Scope::Namespace));
        let is_new = !seen.any(|scope| self.names.contains(&(scope, name.to_owned())));
        if let (true, Some(number)) = (is_new, scopes.and_then(|scopes| scopes.declares)) {
            self.names.insert((around[number], name.to_owned()));
        }
        is_new
    }
}
