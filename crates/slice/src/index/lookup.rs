//! What a name may mean.

use super::{Index, NO_NAMESPACE, Namespace};
use crate::item::{ItemNames, Place, Use};

/// Where a name is looked up.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    /// The namespace around.
    pub(crate) namespace: u32,
    /// The item; what is declared behind it is not seen.
    pub(crate) item: u32,
}

/// Every item is seen from here.
pub(crate) const BEHIND_ALL: u32 = u32::MAX;

impl Site {
    /// Where the names of an item are looked up that stands in a namespace and declares something of another one.
    pub(crate) fn of(
        names: Option<&ItemNames>,
        namespace: u32,
        target: u32,
        item: u32,
        is_own: bool,
    ) -> Site {
        match names {
            // A member that is defined outside its class or namespace sees those around it, too.
            Some(_) if target != namespace => Site { namespace: target, item },
            Some(names) if names.has_block_extern || is_own => Site { namespace, item: BEHIND_ALL },
            _ => Site { namespace, item },
        }
    }

    /// The namespace that a use is looked up from; none if that does not matter.
    pub(crate) fn from(self, place: Place) -> u32 {
        match place {
            Place::Around | Place::Own => self.namespace,
            Place::Any | Place::Qualified(_) => NO_NAMESPACE,
        }
    }
}

impl Index {
    /// Where the names of an item are looked up.
    pub(crate) fn site(&self, item: u32) -> Site {
        let entry = &self.items[item as usize];
        Site::of(self.names(item), entry.namespace, entry.target, item, entry.is_own)
    }

    /// The first item from which a use, looked up from a namespace, may mean what is declared under that name in namespace
    /// `target`; `None` if it never does.
    pub(crate) fn seen_from(&self, used: Use, namespace: u32, target: u32) -> Option<u32> {
        if used.place == Place::Any || target == NO_NAMESPACE {
            return Some(0);
        }
        // A name that is not declared yet is not found.
        let first = self.first.get(&(used.name, target)).copied().unwrap_or(BEHIND_ALL);
        let target = &self.namespaces[target as usize];
        let by_directive = |is_seen: &dyn Fn(u32) -> bool| {
            let directives = target.directives.iter().filter(|(outer, _)| is_seen(*outer));
            directives.map(|(_, at)| first.max(*at)).min()
        };
        match used.place {
            Place::Any => Some(0),
            Place::Around | Place::Own => {
                let is_around = |outer: &[u32]| match self.namespaces.get(namespace as usize) {
                    Some(around) => around.path.starts_with(outer),
                    None => true,
                };
                match is_around(&target.path) {
                    true => Some(first),
                    false => by_directive(&|outer| is_around(&self.namespaces[outer as usize].path)),
                }
            }
            Place::Qualified(qualifier) => {
                let has_name = |namespace: &Namespace| {
                    let is_name = |name: &u32| namespace.names.binary_search(name).is_ok();
                    is_name(&qualifier)
                        || self.aliases.get(&qualifier).is_some_and(|it| it.iter().any(is_name))
                };
                match has_name(target) {
                    true => Some(first),
                    false => by_directive(&|outer| outer == 0 || has_name(&self.namespaces[outer as usize])),
                }
            }
        }
    }

    /// Whether a use at a site may mean what item `declarer` declares under its name.
    pub(crate) fn may_mean(&self, used: Use, site: Site, declarer: u32) -> bool {
        let target = self.items[declarer as usize].target;
        self.seen_from(used, site.namespace, target).is_some_and(|first| first <= site.item)
    }

    /// Whether a use may mean anything: what stands in front of it may be a namespace.
    pub(crate) fn is_looked_up(&self, used: Use) -> bool {
        match used.place {
            Place::Qualified(name) => {
                self.namespace_names.contains(&name) || self.aliases.contains_key(&name)
            }
            Place::Any | Place::Around | Place::Own => true,
        }
    }
}
