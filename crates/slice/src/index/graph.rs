//! The lookups of the items of headers: who does them, and what they find.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::Index;
use crate::item::{Place, Use};

/// A use and the namespace that it is looked up from. Equal lookups of several items are one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Lookup {
    pub(crate) used: Use,
    /// The namespace; none if it does not matter.
    pub(crate) namespace: u32,
}

/// What a lookup finds: items with the first item from which it finds them, by the latter.
type Found = Box<[(u32, u32)]>;

/// The lookups of all items of headers, by numbers.
#[derive(Default)]
pub(super) struct Graph {
    lookups: Vec<Lookup>,
    /// The lookups of each item are those from its start to the next one's.
    starts: Vec<u32>,
    of_items: Vec<u32>,
    /// What lookups find, as far as anyone asked.
    found: Vec<OnceLock<Found>>,
    users: OnceLock<Users>,
    meanings: OnceLock<Meanings>,
}

/// The lookups that find each item, from its start to the next one's, with the first item from which they do.
struct Meanings {
    starts: Vec<u32>,
    of_items: Vec<(u32, u32)>,
}

/// The items that do a lookup, and the lookups of a name.
struct Users {
    starts: Vec<u32>,
    of_lookups: Vec<u32>,
    by_name: FxHashMap<u32, Vec<u32>>,
}

impl Graph {
    pub(super) fn new(index: &Index) -> Graph {
        let mut graph = Graph::default();
        let mut numbers: FxHashMap<Lookup, u32> = FxHashMap::default();
        for item in 0..index.items.len() as u32 {
            graph.starts.push(graph.of_items.len() as u32);
            let Some(names) = index.names(item) else { continue };
            let site = index.site(item);
            for used in &names.used {
                if !index.ranges.contains_key(&used.name) || !index.is_looked_up(*used) {
                    continue;
                }
                let lookup = Lookup { used: *used, namespace: site.from(used.place) };
                let number = *numbers.entry(lookup).or_insert_with(|| {
                    graph.lookups.push(lookup);
                    graph.lookups.len() as u32 - 1
                });
                graph.of_items.push(number);
            }
        }
        graph.starts.push(graph.of_items.len() as u32);
        graph.found.resize_with(graph.lookups.len(), OnceLock::new);
        graph
    }

    fn of_item(&self, item: u32) -> &[u32] {
        let (start, end) = (self.starts[item as usize], self.starts[item as usize + 1]);
        &self.of_items[start as usize..end as usize]
    }

    fn users(&self) -> &Users {
        self.users.get_or_init(|| {
            let mut starts = vec![0_u32; self.lookups.len() + 1];
            for lookup in &self.of_items {
                starts[*lookup as usize + 1] += 1;
            }
            for at in 1..starts.len() {
                starts[at] += starts[at - 1];
            }
            let mut next = starts.clone();
            let mut of_lookups = vec![0; self.of_items.len()];
            for item in 0..self.starts.len() as u32 - 1 {
                for lookup in self.of_item(item) {
                    let at = &mut next[*lookup as usize];
                    of_lookups[*at as usize] = item;
                    *at += 1;
                }
            }
            let mut by_name: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
            // Other declarations of an item's own function are not used by it.
            let lookups = (0_u32..).zip(&self.lookups).filter(|(_, it)| it.used.place != Place::Own);
            for (number, lookup) in lookups {
                by_name.entry(lookup.used.name).or_default().push(number);
            }
            Users { starts, of_lookups, by_name }
        })
    }
}

impl Index {
    /// How many lookups there are.
    pub(crate) fn lookup_count(&self) -> usize {
        self.graph.lookups.len()
    }

    /// A lookup by its number.
    pub(crate) fn lookup(&self, number: u32) -> Lookup {
        self.graph.lookups[number as usize]
    }

    /// The lookups of an item of a header.
    pub(crate) fn lookups(&self, item: u32) -> &[u32] {
        self.graph.of_item(item)
    }

    /// What a lookup finds: the first item from which it does, and what is found, in order of the former.
    pub(crate) fn found(&self, number: u32) -> &[(u32, u32)] {
        self.graph.found[number as usize].get_or_init(|| {
            let Lookup { used, namespace } = self.lookup(number);
            let seen =
                |item: u32| Some((self.seen_from(used, namespace, self.items[item as usize].target)?, item));
            let mut found: Vec<_> = self.declarers(used.name).filter_map(seen).collect();
            found.sort_unstable();
            found.into()
        })
    }

    /// The lookups that find an item, each with the first item from which it does, but for those that mean other
    /// declarations of the item that does them.
    pub(crate) fn found_by(&self, item: u32) -> &[(u32, u32)] {
        let meanings = self.graph.meanings.get_or_init(|| {
            let lookups =
                || (0..self.lookup_count() as u32).filter(|it| self.lookup(*it).used.place != Place::Own);
            let mut starts = vec![0_u32; self.items.len() + 1];
            for (_, item) in lookups().flat_map(|lookup| self.found(lookup)) {
                starts[*item as usize + 1] += 1;
            }
            for at in 1..starts.len() {
                starts[at] += starts[at - 1];
            }
            let mut next = starts.clone();
            let mut of_items = vec![(0, 0); starts.last().copied().unwrap_or(0) as usize];
            for lookup in lookups() {
                for (first, item) in self.found(lookup) {
                    let at = &mut next[*item as usize];
                    of_items[*at as usize] = (lookup, *first);
                    *at += 1;
                }
            }
            Meanings { starts, of_items }
        });
        let (start, end) = (meanings.starts[item as usize], meanings.starts[item as usize + 1]);
        &meanings.of_items[start as usize..end as usize]
    }

    /// The lookups of a name by items of headers, but for those that mean other declarations of the item itself.
    pub(crate) fn lookups_of(&self, name: u32) -> &[u32] {
        self.graph.users().by_name.get(&name).map_or(&[], Vec::as_slice)
    }

    /// The items that do a lookup.
    pub(crate) fn users(&self, lookup: u32) -> &[u32] {
        let users = self.graph.users();
        let (start, end) = (users.starts[lookup as usize], users.starts[lookup as usize + 1]);
        &users.of_lookups[start as usize..end as usize]
    }
}
