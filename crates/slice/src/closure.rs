//! The items that one side of a unit needs.

mod backwards;
mod instantiations;
mod kernels;
mod lookup;
mod reading;

use std::collections::hash_map::Entry;
use std::sync::Arc;

use asunder_outline::{Facts, name_hash};
use asunder_source::{Block, Folders, SourceText};
use asunder_syntax::Dialect;
use rustc_hash::{FxHashMap, FxHashSet};

use self::lookup::Site;
use crate::implied::{ALWAYS, OF_EXTENDED_LAMBDAS, OF_HOST_FILES};
use crate::item::{Form, ItemNames, Named, Place, Use};
use crate::{Instantiations, Side, Slicing};

/// Why an item is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// It is in the user's own files.
    Own,
    /// What it does is not done by name, or it is not understood.
    Form,
    /// Code or data comes from it whether it is used or not: a kernel, a variable of device memory; on the host any
    /// function that is not inline, any variable.
    Code,
    /// A kernel template is reached from it.
    ReachesKernel,
    /// A template that is kept may be instantiated by it, before others are.
    Instantiates,
    /// The front end looks it up by itself.
    Implied,
    /// An item uses a name of it: that item, and the name's hash.
    Used {
        /// The place of the item among all items of the unit.
        by: u32,
        /// The [`name_hash`] of the name.
        name: u32,
    },
}

/// The items that are needed, by their places among all items of the unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needed {
    reasons: Box<[Option<Reason>]>,
    /// The place of each block's first item.
    blocks: Box<[usize]>,
}

impl Needed {
    /// Why an item is kept; `None` where it is not.
    pub fn reason(&self, item: usize) -> Option<Reason> {
        self.reasons.get(item).copied().flatten()
    }

    /// How many items there are, braces of namespaces and linkage specifications among them.
    pub fn len(&self) -> usize {
        self.reasons.len()
    }

    /// The places of the items of a block, which is known by its number.
    fn of_block(&self, number: usize) -> std::ops::Range<usize> {
        let start = self.blocks.get(number).copied().unwrap_or(self.len());
        start..self.blocks.get(number + 1).copied().unwrap_or(self.len())
    }

    /// Whether the unit has no items.
    pub fn is_empty(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// The items that a side of a unit needs. Braces of namespaces and linkage specifications always are.
#[salsa::tracked(returns(ref))]
pub fn needed(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    slicing: Slicing,
) -> Arc<Needed> {
    let mut closure = Closure::new(db, source, dialect, slicing.system);
    closure.add_roots(slicing.side);
    closure.add_implied(slicing.side);
    closure.close();
    if slicing.side == Side::Host(Instantiations::InOrder) {
        closure.keep_order();
    }
    Arc::new(Needed { reasons: closure.reasons.into(), blocks: closure.blocks.into() })
}

/// Which items of a block are needed, in order.
#[salsa::tracked(returns(ref))]
pub fn block_needed(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
    slicing: Slicing,
) -> Box<[bool]> {
    let Some(number) = source.block_number(db, block) else { return Box::default() };
    let needed = needed(db, source, dialect, slicing);
    needed.of_block(number).map(|item| needed.reason(item).is_some()).collect()
}

/// An item, where it stands, and whether it is the user's.
struct Placed<'db> {
    named: &'db Named,
    /// The number of the namespace that it stands in.
    namespace: u32,
    /// Arguments decide whether it is meant, and the names of its operands are those of classes alone.
    has_condition: bool,
    /// The namespace of what it declares, or of the class whose member it defines; any if that is not known.
    target: u32,
    is_own: bool,
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

struct Closure<'db> {
    items: Vec<Placed<'db>>,
    /// The place of each block's first item.
    blocks: Vec<usize>,
    namespaces: Vec<Namespace>,
    /// Names of namespaces.
    namespace_names: FxHashSet<u32>,
    /// Aliases of namespaces with the last names of what they may stand for.
    aliases: FxHashMap<u32, Vec<u32>>,
    /// The first item that declares a name in a namespace.
    first: FxHashMap<(u32, u32), u32>,
    /// Names with the items that are needed where they are used, sorted.
    declared: Vec<(u32, u32)>,
    /// Classes with the items that are meant only where one of these is, sorted.
    operands: Vec<(u32, u32)>,
    /// Items with a condition whose names are used, and by whom.
    wanted: FxHashMap<u32, Reason>,
    /// Items with a condition of whose classes one is kept.
    kept_operands: FxHashSet<u32>,
    /// Lookups that were done: the use, the namespace that it stands in where that matters, and the last item for which
    /// it was done.
    done: FxHashMap<(Use, u32), u32>,
    reasons: Vec<Option<Reason>>,
    /// Items that were kept and whose names were not followed.
    pending: Vec<u32>,
}

/// The namespace of items of which it does not matter where they stand.
const NO_NAMESPACE: u32 = u32::MAX;

impl<'db> Closure<'db> {
    fn new(db: &'db dyn salsa::Database, source: SourceText, dialect: Dialect, system: Folders) -> Self {
        let mut closure = Closure {
            items: Vec::new(),
            blocks: Vec::new(),
            namespaces: vec![Namespace { path: Vec::new(), names: Vec::new(), directives: Vec::new() }],
            namespace_names: FxHashSet::default(),
            aliases: FxHashMap::default(),
            first: FxHashMap::default(),
            declared: Vec::new(),
            operands: Vec::new(),
            wanted: FxHashMap::default(),
            kept_operands: FxHashSet::default(),
            done: FxHashMap::default(),
            reasons: Vec::new(),
            pending: Vec::new(),
        };
        closure.read_items(db, source, dialect, &system);
        for (number, entry) in closure.items.iter().enumerate() {
            let Some(names) = entry.named.declaration() else { continue };
            let number = number as u32;
            closure.declared.extend(closure.triggers(names).iter().map(|name| (*name, number)));
            for (alias, target) in &names.aliases {
                closure.aliases.entry(*alias).or_default().push(*target);
            }
        }
        closure.declared.sort_unstable();
        closure.find_targets();
        for (name, number) in &closure.declared {
            // In order of the items: the first is the first.
            closure.first.entry((*name, closure.items[*number as usize].target)).or_insert(*number);
        }
        closure.read_directives();
        closure.find_conditions();
        let is_brace = |entry: &Placed<'_>| entry.named.declaration().is_none().then_some(Reason::Form);
        closure.reasons = closure.items.iter().map(is_brace).collect();
        closure
    }

    fn names(&self, item: u32) -> Option<&'db ItemNames> {
        self.items[item as usize].named.declaration()
    }

    fn keep(&mut self, item: u32, reason: Reason) {
        let mut kept = vec![(item, reason)];
        while let Some((item, reason)) = kept.pop() {
            if self.reasons[item as usize].is_some() {
                continue;
            }
            self.reasons[item as usize] = Some(reason);
            self.pending.push(item);
            for index in range(&self.operands, item) {
                let number = self.operands[index].1;
                self.kept_operands.insert(number);
                kept.extend(self.wanted.remove(&number).map(|reason| (number, reason)));
            }
        }
    }

    fn add_roots(&mut self, side: Side) {
        for number in 0..self.items.len() as u32 {
            let Some(names) = self.names(number) else { continue };
            let reason = match () {
                () if self.items[number as usize].is_own => Some(Reason::Own),
                () if names.form == Form::Always => Some(Reason::Form),
                () if emits_code(names, side) => Some(Reason::Code),
                () => None,
            };
            if let Some(reason) = reason {
                self.keep(number, reason);
            }
        }
        for number in self.reaching_kernel_templates() {
            self.keep(number, Reason::ReachesKernel);
        }
    }

    fn add_implied(&mut self, side: Side) {
        let anywhere = Site { namespace: NO_NAMESPACE, item: u32::MAX };
        let mut imply = |name: &str, place: Place, site: Site| {
            self.follow(Use { name: name_hash(name), place }, site, Reason::Implied);
        };
        ALWAYS.iter().for_each(|(name, _)| imply(name, Place::Any, anywhere));
        if let Side::Host(_) = side {
            let behind_all = Site { namespace: 0, item: u32::MAX };
            OF_HOST_FILES.iter().for_each(|(name, _)| imply(name, Place::Around, behind_all));
            let standard = Place::Qualified(name_hash("std"));
            OF_EXTENDED_LAMBDAS.iter().for_each(|name| imply(name, standard, anywhere));
        }
    }

    /// Follows the names of what is kept until nothing is added.
    fn close(&mut self) {
        while let Some(number) = self.pending.pop() {
            let Some(names) = self.names(number) else { continue };
            let site = self.site(number);
            for used in &names.used {
                self.follow(*used, site, Reason::Used { by: number, name: used.name });
            }
        }
    }

    fn follow(&mut self, used: Use, site: Site, reason: Reason) {
        if let Place::Qualified(qualifier) = used.place
            && !self.may_be_namespace(qualifier)
        {
            return;
        }
        let is_around = matches!(used.place, Place::Around | Place::Own);
        let from = if is_around { site.namespace } else { NO_NAMESPACE };
        // What is seen from one place is seen from all later ones.
        match self.done.entry((used, from)) {
            Entry::Occupied(last) if *last.get() >= site.item => return,
            Entry::Occupied(mut last) => drop(last.insert(site.item)),
            Entry::Vacant(entry) => drop(entry.insert(site.item)),
        }
        for index in range(&self.declared, used.name) {
            let number = self.declared[index].1;
            if !self.may_mean(used, site, number) {
                continue;
            }
            if !self.items[number as usize].has_condition || self.kept_operands.contains(&number) {
                self.keep(number, reason);
            } else {
                self.wanted.insert(number, reason);
            }
        }
    }
}

/// The places of the pairs with this name in a sorted list.
fn range(pairs: &[(u32, u32)], name: u32) -> std::ops::Range<usize> {
    let start = pairs.partition_point(|pair| pair.0 < name);
    start..start + pairs[start..].partition_point(|pair| pair.0 == name)
}

/// Whether the compiler of a side makes code or data of an item that nothing uses.
fn emits_code(names: &ItemNames, side: Side) -> bool {
    let is_marked = names.facts.intersects(Facts::CUDA_ATTRIBUTE.union(Facts::MANAGED));
    let is_kernel = names.facts.contains(Facts::GLOBAL) && names.form == Form::Function;
    let is_exported = names.form == Form::Function && names.has_body && !names.is_inline;
    let is_built_in = names.form == Form::Type && names.facts.contains(Facts::DEVICE_BUILTIN);
    let is_device_variable = names.form == Form::Variable && is_marked;
    match side {
        Side::Device => {
            !names.is_template && (is_kernel || is_device_variable || is_exported && is_marked) || is_built_in
        }
        // The stub file names kernels and device variables, constants of the host among them.
        Side::Host(_) => {
            let is_variable = names.form == Form::Variable && !names.is_extern;
            let is_asked_for = names.asks_for_code && names.form != Form::Nothing;
            !names.is_template
                && (is_kernel || is_device_variable || is_exported || is_variable || is_asked_for)
        }
    }
}
