//! The items that one side of a unit needs.

mod instantiations;
mod kernels;
mod own;

use std::sync::Arc;

use asunder_outline::{Facts, name_hash};
use asunder_source::{Block, SourceText};
use asunder_syntax::Dialect;
use rustc_hash::{FxHashMap, FxHashSet};

use self::own::{Items, Own};
use crate::implied::{ALWAYS, OF_EXTENDED_LAMBDAS, OF_HOST_FILES};
use crate::index::{BEHIND_ALL, Index, NO_NAMESPACE, Site, index};
use crate::item::{Form, ItemNames, Place, Use};
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
    let index = index(db, source, dialect, slicing.system.clone());
    let items = Items::of_unit(db, source, dialect, &slicing.system, index);
    let reaching = kernels::reaching_kernels(db, source, dialect, slicing.system.clone());
    let own = kernels::own_reaching(index, &items.own, reaching);
    let headers = needed_by_headers(db, source, dialect, slicing.clone());
    let mut closure = Closure { index, state: State::clone(headers) };
    if !own.is_empty() {
        closure.keep_all(&kernels::reaching(index, &own).found, Reason::ReachesKernel);
    }
    closure.add_own(&items.own);
    closure.close();
    if slicing.side == Side::Host(Instantiations::InOrder) {
        closure.keep_order(&items.own);
    }
    let mut reasons = closure.state.reasons;
    let late = items.late.iter();
    reasons.extend(late.map(|is_own| Some(if *is_own { Reason::Own } else { Reason::Form })));
    Arc::new(Needed { reasons: reasons.into(), blocks: items.blocks.into() })
}

/// What a side needs of the headers whatever the user's code uses: the user's needs are added to it. An edit of the
/// user's code leaves it as it is.
#[salsa::tracked(returns(ref), no_eq)]
fn needed_by_headers(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    slicing: Slicing,
) -> Arc<State> {
    let index = index(db, source, dialect, slicing.system.clone());
    let reaching = kernels::reaching_kernels(db, source, dialect, slicing.system.clone());
    let mut closure = Closure { index, state: State::new(index) };
    closure.add_roots(slicing.side);
    closure.keep_all(&reaching.found, Reason::ReachesKernel);
    closure.add_implied(slicing.side);
    closure.close();
    if slicing.side == Side::Host(Instantiations::InOrder) {
        closure.keep_order(&[]);
    }
    Arc::new(closure.state)
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

/// The items of headers that are kept, and how far their names were followed.
#[derive(Clone)]
struct State {
    /// Why the items of the index are kept.
    reasons: Vec<Option<Reason>>,
    /// How much of what each lookup finds is kept.
    taken: Vec<u32>,
    /// Items with a condition whose names are used, and by whom.
    wanted: FxHashMap<u32, Reason>,
    /// Items with a condition of whose classes one is kept.
    kept_operands: FxHashSet<u32>,
    /// Items that were kept and whose names were not followed.
    pending: Vec<u32>,
    /// Templates that were kept and whose users were not looked for.
    templates: Vec<u32>,
    /// Whether a kept template is reached from each item; empty unless the order of instantiations is kept.
    reach_templates: Vec<bool>,
}

impl State {
    fn new(index: &Index) -> State {
        let is_brace = |item: u32| index.names(item).is_none().then_some(Reason::Form);
        State {
            reasons: (0..index.items.len() as u32).map(is_brace).collect(),
            taken: vec![0; index.lookup_count()],
            wanted: FxHashMap::default(),
            kept_operands: FxHashSet::default(),
            pending: Vec::new(),
            templates: Vec::new(),
            reach_templates: Vec::new(),
        }
    }
}

struct Closure<'a> {
    index: &'a Index,
    state: State,
}

impl Closure<'_> {
    fn is_kept(&self, item: u32) -> bool {
        self.state.reasons[item as usize].is_some()
    }

    fn keep(&mut self, item: u32, reason: Reason) {
        let mut kept = vec![(item, reason)];
        while let Some((item, reason)) = kept.pop() {
            if self.is_kept(item) {
                continue;
            }
            let state = &mut self.state;
            state.reasons[item as usize] = Some(reason);
            state.pending.push(item);
            if self.index.names(item).is_some_and(|names| names.is_template) {
                state.templates.push(item);
            }
            for number in self.index.operators_for(item) {
                state.kept_operands.insert(number);
                kept.extend(state.wanted.remove(&number).map(|reason| (number, reason)));
            }
        }
    }

    fn keep_all(&mut self, items: &[u32], reason: Reason) {
        items.iter().for_each(|item| self.keep(*item, reason));
    }

    fn add_roots(&mut self, side: Side) {
        for number in 0..self.index.items.len() as u32 {
            let Some(names) = self.index.names(number) else { continue };
            let reason = match () {
                () if self.index.items[number as usize].is_own => Some(Reason::Own),
                () if names.form == Form::Always => Some(Reason::Form),
                () if emits_code(names, side) => Some(Reason::Code),
                () => None,
            };
            if let Some(reason) = reason {
                self.keep(number, reason);
            }
        }
    }

    /// Follows the names of the user's own code.
    fn add_own(&mut self, own: &[Own<'_>]) {
        let mut done: FxHashSet<(Use, u32, u32)> = FxHashSet::default();
        for own in own {
            for used in &own.names.used {
                if done.insert((*used, own.site.from(used.place), own.site.item)) {
                    self.follow(*used, own.site, Reason::Used { by: own.number, name: used.name });
                }
            }
        }
    }

    fn add_implied(&mut self, side: Side) {
        let anywhere = Site { namespace: NO_NAMESPACE, item: BEHIND_ALL };
        let mut imply = |name: &str, place: Place, site: Site| {
            self.follow(Use { name: name_hash(name), place }, site, Reason::Implied);
        };
        ALWAYS.iter().for_each(|(name, _)| imply(name, Place::Any, anywhere));
        if let Side::Host(_) = side {
            let behind_all = Site { namespace: 0, item: BEHIND_ALL };
            OF_HOST_FILES.iter().for_each(|(name, _)| imply(name, Place::Around, behind_all));
            let standard = Place::Qualified(name_hash("std"));
            OF_EXTENDED_LAMBDAS.iter().for_each(|name| imply(name, standard, anywhere));
        }
    }

    /// Follows the names of what is kept until nothing is added.
    fn close(&mut self) {
        let index = self.index;
        while let Some(item) = self.state.pending.pop() {
            let site = index.site(item);
            for &lookup in index.lookups(item) {
                let found = index.found(lookup);
                // What is seen from one place is seen from all later ones.
                let mut taken = self.state.taken[lookup as usize] as usize;
                while let Some((_, number)) = found.get(taken).filter(|(first, _)| *first <= site.item) {
                    taken += 1;
                    let name = index.lookup(lookup).used.name;
                    self.take(*number, Reason::Used { by: item, name });
                }
                self.state.taken[lookup as usize] = taken as u32;
            }
        }
    }

    fn follow(&mut self, used: Use, site: Site, reason: Reason) {
        let index = self.index;
        if index.is_looked_up(used) {
            let meant = index.declarers(used.name).filter(|item| index.may_mean(used, site, *item));
            meant.for_each(|item| self.take(item, reason));
        }
    }

    /// Keeps what a name means, if its condition holds or once it does.
    fn take(&mut self, item: u32, reason: Reason) {
        match self.index.items[item as usize].has_condition && !self.state.kept_operands.contains(&item) {
            false => self.keep(item, reason),
            true => drop(self.state.wanted.insert(item, reason)),
        }
    }
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
