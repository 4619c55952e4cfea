//! Namespaces that using-directives of blocks nominate ([namespace.udir]).

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::Point;
use rustc_hash::FxHashMap;

use crate::lookup::Blocks;
use crate::view::{Sema, Site};

/// Up to so many namespaces are searched one by one for a name; for more, the index of names is used.
const FEW: usize = 64;

/// The namespaces whose names using-directives of some blocks make visible.
#[derive(Clone, Debug, Default)]
pub(crate) struct Directives {
    /// Each once, in the order of the text.
    all: Vec<NamespaceId>,
    /// The namespace that the names of each appear in.
    appear_in: FxHashMap<NamespaceId, NamespaceId>,
}

impl Directives {
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Forgets all but the first `count`.
    pub(crate) fn truncate(&mut self, count: usize) {
        for namespace in self.all.drain(count..) {
            self.appear_in.remove(&namespace);
        }
    }

    /// Adds those of others.
    pub(crate) fn extend(&mut self, others: &Directives) {
        for namespace in &others.all {
            if let Some(appears_in) = others.appears_in(*namespace) {
                self.add(*namespace, appears_in);
            }
        }
    }

    fn add(&mut self, namespace: NamespaceId, appears_in: NamespaceId) {
        if self.appear_in.insert(namespace, appears_in).is_none() {
            self.all.push(namespace);
        }
    }

    /// The namespace that the names of a nominated namespace appear in.
    fn appears_in(&self, namespace: NamespaceId) -> Option<NamespaceId> {
        self.appear_in.get(&namespace).copied()
    }
}

/// Namespaces that are searched together: some, and those nominated by directives of blocks whose names appear in `at`.
#[derive(Clone, Copy)]
pub(crate) struct Together<'a> {
    pub(crate) own: &'a [NamespaceId],
    pub(crate) directives: &'a [&'a Directives],
    pub(crate) at: NamespaceId,
}

impl<'a> Together<'a> {
    /// Namespaces without those of blocks.
    pub(crate) fn only(own: &'a [NamespaceId]) -> Self {
        Together { own, directives: &[], at: NamespaceId::GLOBAL }
    }

    pub(crate) fn contains(&self, namespace: NamespaceId) -> bool {
        self.own.contains(&namespace)
            || self.directives.iter().any(|it| it.appears_in(namespace) == Some(self.at))
    }
}

/// The directives of blocks, and of those around them, as far as there are some.
pub(crate) fn directives_of<'a>(blocks: Option<&'a dyn Blocks<'_>>) -> Vec<&'a Directives> {
    let around = std::iter::successors(blocks, |blocks| blocks.around());
    around.map(Blocks::directives).filter(|directives| directives.len() > 0).collect()
}

impl<'db> Sema<'db> {
    /// Adds the namespace `to`, and what its own directives nominate ([namespace.udir]/4).
    pub(crate) fn nominate(
        &self,
        directives: &mut Directives,
        to: NamespaceId,
        from: NamespaceId,
        point: Point,
    ) {
        for &to in self.names.nominated_by(to, point).iter().chain([&to]) {
            let appears_in = self.common_ancestor(from, to);
            for namespace in self.names.transparent(to) {
                directives.add(namespace, appears_in);
            }
        }
    }

    /// The namespaces of some that may declare `ident`.
    pub(crate) fn declaring(&self, ident: &str, together: &Together<'_>) -> Vec<NamespaceId> {
        let mut all = together.own.to_vec();
        let count: usize = together.directives.iter().map(|directives| directives.len()).sum();
        if count <= FEW {
            let nominated = together.directives.iter().flat_map(|directives| &directives.all);
            all.extend(nominated.filter(|it| together.contains(**it)));
        } else {
            let declaring = self.names.items_declaring(ident).iter();
            all.extend(
                declaring.map(|item| self.names.item(*item).namespace).filter(|it| together.contains(*it)),
            );
            all.sort_unstable();
        }
        all.dedup();
        all
    }

    /// The namespace `ident` directly in one that directives of blocks nominate and whose names appear in `at`.
    pub(crate) fn nominated_child(
        &self,
        ident: &str,
        at: NamespaceId,
        site: Site<'_, 'db>,
    ) -> Option<NamespaceId> {
        let directives = directives_of(site.blocks);
        if directives.is_empty() {
            return None;
        }
        let namespaces = self.names.namespaces();
        let is_seen = |id: &NamespaceId| {
            let parent = namespaces.namespace(*id).parent;
            namespaces.namespace(*id).opened < site.point.item
                && parent.is_some_and(|it| directives.iter().any(|all| all.appears_in(it) == Some(at)))
        };
        namespaces.called(ident).iter().copied().find(is_seen)
    }
}
