//! What a name may mean.

use super::{Closure, NO_NAMESPACE, Namespace};
use crate::item::{Place, Use};

/// Where a name is looked up.
#[derive(Clone, Copy)]
pub(super) struct Site {
    /// The namespace around.
    pub(super) namespace: u32,
    /// The item; what is declared behind it is not seen.
    pub(super) item: u32,
}

impl Closure<'_> {
    /// Where the names of an item are looked up.
    pub(super) fn site(&self, item: u32) -> Site {
        let entry = &self.items[item as usize];
        match entry.named.declaration() {
            // A member that is defined outside its class or namespace sees those around it, too.
            Some(_) if entry.target != entry.namespace => Site { namespace: entry.target, item },
            Some(names) if names.has_block_extern || entry.is_own => {
                Site { namespace: entry.namespace, item: u32::MAX }
            }
            _ => Site { namespace: entry.namespace, item },
        }
    }

    /// Whether a name that is used at `site` may mean what item `declarer` declares under it.
    pub(super) fn may_mean(&self, used: Use, site: Site, declarer: u32) -> bool {
        let number = self.items[declarer as usize].target;
        if used.place == Place::Any || number == NO_NAMESPACE {
            return true;
        }
        // A name that is not declared yet is not found.
        if self.first.get(&(used.name, number)).is_some_and(|first| *first > site.item) {
            return false;
        }
        let target = &self.namespaces[number as usize];
        let is_around = |outer: &[u32]| match self.namespaces.get(site.namespace as usize) {
            Some(around) => around.path.starts_with(outer),
            None => true,
        };
        match used.place {
            Place::Any => true,
            Place::Around | Place::Own => {
                let is_seen = |(namespace, at): &(u32, u32)| {
                    *at <= site.item && is_around(&self.namespaces[*namespace as usize].path)
                };
                is_around(&target.path) || target.directives.iter().any(is_seen)
            }
            Place::Qualified(qualifier) => {
                let has_name = |namespace: &Namespace| {
                    let is_name = |name: &u32| namespace.names.binary_search(name).is_ok();
                    is_name(&qualifier)
                        || self.aliases.get(&qualifier).is_some_and(|it| it.iter().any(is_name))
                };
                let is_seen = |(namespace, at): &(u32, u32)| {
                    *at <= site.item && (*namespace == 0 || has_name(&self.namespaces[*namespace as usize]))
                };
                has_name(target) || target.directives.iter().any(is_seen)
            }
        }
    }

    pub(super) fn may_be_namespace(&self, name: u32) -> bool {
        self.namespace_names.contains(&name) || self.aliases.contains_key(&name)
    }
}
