//! What the names of a unit's headers mean.
//!
//! The index has all that does not depend on what the user's code uses: an edit in a body leaves it as it is, whatever
//! names it brings, and so does a declaration behind the last header.

pub(crate) mod backwards;
mod graph;
mod lookup;
mod reading;

use std::sync::Arc;

use asunder_source::{Folders, SourceText};
use asunder_syntax::Dialect;
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) use self::lookup::{BEHIND_ALL, Site};
pub(crate) use self::reading::{block_own, headers_end};
use crate::item::{ItemNames, Named};

/// The namespace of items of which it does not matter where they stand.
pub(crate) const NO_NAMESPACE: u32 = u32::MAX;

/// The index of a unit whose headers are those of the system, the toolkit and some folders.
#[salsa::tracked(returns(ref), no_eq)]
pub(crate) fn index(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    system: Folders,
) -> Arc<Index> {
    Arc::new(Index::new(db, source, dialect, &system))
}

/// An item, where it stands, and whether it is the user's.
pub(crate) struct Placed {
    /// Its block, and its place there.
    at: (u32, u32),
    /// The number of the namespace that it stands in.
    pub(crate) namespace: u32,
    /// Arguments decide whether it is meant, and the names of its operands are those of classes alone.
    pub(crate) has_condition: bool,
    /// The namespace of what it declares, or of the class whose member it defines; any if that is not known.
    pub(crate) target: u32,
    pub(crate) is_own: bool,
}

/// A namespace of the unit.
struct Namespace {
    /// Its names from the outermost, inline and unnamed ones left out.
    path: Vec<u32>,
    /// All its names, sorted.
    names: Vec<u32>,
    /// The using-directives that name it: the namespaces in which they stand, and the items.
    directives: Vec<(u32, u32)>,
}

/// The items up to the last one of a header, the namespaces of the whole unit, and what names mean there.
pub(crate) struct Index {
    /// The names of the items up to the last one of a header, by blocks; without the uses of the user's own.
    blocks: Vec<Arc<[Named]>>,
    /// These items.
    pub(crate) items: Vec<Placed>,
    namespaces: Vec<Namespace>,
    /// Names of namespaces.
    namespace_names: FxHashSet<u32>,
    /// Names of classes.
    class_names: FxHashSet<u32>,
    /// Aliases of namespaces with the last names of what they may stand for.
    aliases: FxHashMap<u32, Vec<u32>>,
    /// The namespaces around the first item behind those of headers.
    pub(crate) late_around: Vec<u32>,
    /// The namespaces that are opened behind the items of headers, in order.
    pub(crate) late_namespaces: Vec<u32>,
    /// The first item that declares a name in a namespace.
    first: FxHashMap<(u32, u32), u32>,
    /// Names with the items that are needed where they are used, sorted.
    declared: Vec<(u32, u32)>,
    /// The places in `declared` of each name.
    ranges: FxHashMap<u32, (u32, u32)>,
    /// Classes with the items that are meant only where one of these is, sorted.
    pub(crate) operands: Vec<(u32, u32)>,
    graph: graph::Graph,
}

impl Index {
    fn new(db: &dyn salsa::Database, source: SourceText, dialect: Dialect, system: &Folders) -> Index {
        let mut index = Index {
            blocks: Vec::new(),
            items: Vec::new(),
            namespaces: vec![Namespace { path: Vec::new(), names: Vec::new(), directives: Vec::new() }],
            namespace_names: FxHashSet::default(),
            class_names: FxHashSet::default(),
            aliases: FxHashMap::default(),
            late_around: Vec::new(),
            late_namespaces: Vec::new(),
            first: FxHashMap::default(),
            declared: Vec::new(),
            ranges: FxHashMap::default(),
            operands: Vec::new(),
            graph: graph::Graph::default(),
        };
        let directives = index.read_items(db, source, dialect, system);
        let mut declared = Vec::new();
        for number in 0..index.items.len() as u32 {
            let Some(names) = index.names(number) else { continue };
            declared.extend(index.triggers(names).map(|name| (name, number)));
        }
        declared.sort_unstable();
        declared.dedup();
        index.declared = declared;
        for (at, (name, _)) in index.declared.iter().enumerate() {
            index.ranges.entry(*name).or_insert((at as u32, at as u32)).1 = at as u32 + 1;
        }
        for number in 0..index.items.len() {
            index.items[number].target = index.target(number as u32);
        }
        for (name, number) in &index.declared {
            // In order of the items: the first is the first.
            index.first.entry((*name, index.items[*number as usize].target)).or_insert(*number);
        }
        index.read_directives(&directives);
        index.find_conditions();
        index.graph = graph::Graph::new(&index);
        index
    }

    /// The names of an item; none for the braces of namespaces and linkage specifications.
    pub(crate) fn names(&self, item: u32) -> Option<&ItemNames> {
        let (block, place) = self.items[item as usize].at;
        self.blocks[block as usize][place as usize].declaration()
    }

    /// The items that are needed where a name is used.
    pub(crate) fn declarers(&self, name: u32) -> impl Iterator<Item = u32> + '_ {
        let (start, end) = self.ranges.get(&name).copied().unwrap_or_default();
        self.declared[start as usize..end as usize].iter().map(|(_, item)| *item)
    }

    /// The items that are meant only where a class of this item is, among others.
    pub(crate) fn operators_for(&self, class: u32) -> impl Iterator<Item = u32> + '_ {
        let start = self.operands.partition_point(|pair| pair.0 < class);
        self.operands[start..].iter().take_while(move |pair| pair.0 == class).map(|(_, item)| *item)
    }

    /// The names by which an item is needed: for a member that is defined outside its class that of the outermost
    /// class, else those that it declares; both where what stands in front may be a namespace.
    pub(crate) fn triggers<'n>(&self, names: &'n ItemNames) -> impl Iterator<Item = u32> + use<'n> {
        let may_be_class =
            |name: &u32| !self.namespace_names.contains(name) || self.class_names.contains(name);
        let class = names.qualifiers.iter().copied().find(may_be_class);
        let is_class = class.is_some_and(|name| !self.namespace_names.contains(&name));
        let declared: &[u32] = if is_class { &[] } else { &names.declared };
        class.into_iter().chain(declared.iter().copied())
    }
}
