//! Items of headers from which others are reached.

use super::{Index, Site};
use crate::item::{Place, Use};

/// How names are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hops {
    /// By unqualified and qualified lookup.
    Lookup,
    /// By the arguments of calls, too.
    All,
}

/// A name that the user's own code declares behind the headers, and the namespace in which it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Late {
    pub(crate) name: u32,
    pub(crate) namespace: u32,
}

/// The items from which given ones are reached: those that use a name of one, those that use a name of such an item, and
/// so on.
pub(crate) struct Backwards<'a> {
    index: &'a Index,
    hops: Hops,
    pub(crate) reached: Vec<bool>,
    pending: Vec<u32>,
}

impl<'a> Backwards<'a> {
    pub(crate) fn new(index: &'a Index, hops: Hops) -> Self {
        Backwards::from(index, hops, Vec::new())
    }

    /// Goes on with what was reached.
    pub(crate) fn from(index: &'a Index, hops: Hops, mut reached: Vec<bool>) -> Self {
        reached.resize(index.items.len(), false);
        Backwards { index, hops, reached, pending: Vec::new() }
    }

    /// Adds a target.
    pub(crate) fn add(&mut self, item: u32) {
        self.pending.push(item);
    }

    /// Adds a target that no item of the index declares.
    pub(crate) fn add_late(&mut self, late: Late) {
        self.add_users(late.name, late.namespace);
    }

    /// Goes on from the targets; from an item that is reached only if `goes_on` says so.
    pub(crate) fn run(&mut self, mut goes_on: impl FnMut(u32) -> bool) {
        while let Some(item) = self.pending.pop() {
            let has_condition = self.hops == Hops::Lookup && self.index.items[item as usize].has_condition;
            if std::mem::replace(&mut self.reached[item as usize], true) || has_condition || !goes_on(item) {
                continue;
            }
            match self.hops {
                Hops::All => self.add_finders(item),
                Hops::Lookup => {
                    let Some(names) = self.index.names(item) else { continue };
                    let target = self.index.items[item as usize].target;
                    self.index.triggers(names).for_each(|name| self.add_users(name, target));
                }
            }
        }
    }

    /// Adds the items whose lookups find an item.
    fn add_finders(&mut self, item: u32) {
        for (lookup, first) in self.index.found_by(item) {
            let users = self.index.users(*lookup).iter().copied();
            let is_new = |user: &u32| !self.reached[*user as usize] && *first <= self.index.site(*user).item;
            self.pending.extend(users.filter(is_new));
        }
    }

    /// Adds the items that may mean what is declared under a name in a namespace.
    fn add_users(&mut self, name: u32, target: u32) {
        for &number in self.index.lookups_of(name) {
            let lookup = self.index.lookup(number);
            let is_by_arguments = self.hops == Hops::Lookup && lookup.used.place == Place::Any;
            let seen_from = match is_by_arguments {
                true => None,
                false => match self.index.seen_from(lookup.used, lookup.namespace, target) {
                    Some(first) => Some(first),
                    None => continue,
                },
            };
            for &user in self.index.users(number) {
                if self.reached[user as usize] {
                    continue;
                }
                let site = self.index.site(user);
                let is_user = match seen_from {
                    Some(first) => first <= site.item,
                    None => self.is_seen_around(name, site, target),
                };
                if is_user {
                    self.pending.push(user);
                }
            }
        }
    }

    fn is_seen_around(&self, name: u32, site: Site, target: u32) -> bool {
        let used = Use { name, place: Place::Around };
        self.index.seen_from(used, site.namespace, target).is_some_and(|first| first <= site.item)
    }
}
