//! Which items may declare a name, found without parsing.

use std::hash::BuildHasher;
use std::sync::Arc;

pub use asunder_outline::name_hash;
use asunder_outline::{DeclaredName, Item, ItemKind, block_item_numbers, block_outline};
use asunder_source::{Block, SourceText, block_lines, system_entries};
use asunder_syntax::{Dialect, SignificantTokens, SyntaxKind};
use memchr::memmem;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::layout::item_number;

/// The names of a block's items, sorted.
#[salsa::tracked(returns(ref))]
pub fn block_names(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> Arc<[DeclaredName]> {
    block_outline(db, block, dialect).names.clone()
}

/// A name that is looked up in a unit.
#[salsa::interned(debug)]
pub(crate) struct QueriedName<'db> {
    #[returns(copy)]
    pub(crate) source: SourceText,
    #[returns(copy)]
    pub(crate) dialect: Dialect,
    #[returns(deref)]
    pub(crate) text: Box<str>,
}

/// The items of a unit that may declare `name`, in source order: all that do, and perhaps some that do not.
pub fn items_declaring<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    name: &str,
    dialect: Dialect,
) -> &'db [u32] {
    match source.read_once(db) {
        true => unit_names(db, source, dialect).declaring(name_hash(name)),
        false => declaring(db, QueriedName::new(db, source, dialect, name)),
    }
}

/// The names of all items of a unit that is read once.
#[derive(Debug, PartialEq, Eq)]
struct UnitNames {
    /// The hashes of names, ascending.
    hashes: Box<[u32]>,
    /// Which item may declare each; those of one name in source order.
    items: Box<[u32]>,
}

impl UnitNames {
    fn declaring(&self, hash: u32) -> &[u32] {
        let start = self.hashes.partition_point(|it| *it < hash);
        let length = self.hashes[start..].iter().take_while(|it| **it == hash).count();
        &self.items[start..start + length]
    }
}

#[salsa::tracked(returns(ref))]
fn unit_names(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> UnitNames {
    let mut all: Vec<(u32, u32)> = Vec::new();
    for block in source.blocks(db).iter() {
        let items = &block_outline(db, *block, dialect).items;
        let numbers = block_item_numbers(db, *block, dialect);
        let declarations = block_names(db, *block, dialect)
            .iter()
            .filter(|name| items[name.item as usize].kind == ItemKind::Declaration);
        all.extend(declarations.map(|name| (name.hash, numbers[name.item as usize])));
    }
    all.sort_by_key(|(hash, _)| *hash);
    let (hashes, items): (Vec<u32>, Vec<u32>) = all.into_iter().unzip();
    UnitNames { hashes: hashes.into(), items: items.into() }
}

/// The items of a unit that may declare a name, in source order.
#[salsa::tracked(returns(ref))]
pub(crate) fn declaring<'db>(db: &'db dyn salsa::Database, name: QueriedName<'db>) -> Arc<[u32]> {
    let dialect = name.dialect(db);
    let hash = name_hash(name.text(db));
    let mut found = Vec::new();
    for stretch in stretches(db, name.source(db)) {
        if let [block] = **stretch.blocks(db) {
            let names = named(block_names(db, block, dialect), hash, |name| name.hash);
            found.extend(names.iter().filter_map(|name| item_number(db, block, name.item, dialect)));
        } else {
            let names = named(stretch_names(db, *stretch, dialect), hash, |name| name.hash);
            found.extend(names.iter().filter_map(|name| item_number(db, name.block, name.item, dialect)));
        }
    }
    found.into()
}

/// The hashes of the names that items of the user's may declare and other items too.
#[salsa::tracked(returns(ref))]
pub(crate) fn repeated_names(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> FxHashSet<u32> {
    let blocks = source.blocks(db).iter().zip(system_entries(db, source).iter());
    let mut users: FxHashMap<u32, (Block, u32)> = FxHashMap::default();
    let mut repeated = FxHashSet::default();
    for (block, is_system) in blocks {
        let (lines, items) = (block_lines(db, *block), &block_outline(db, *block, dialect).items);
        if *is_system && lines.is_all_system() {
            continue;
        }
        for name in block_names(db, *block, dialect).iter() {
            let start = items[name.item as usize].range.start();
            if !lines.is_system(start.into()).unwrap_or(*is_system) {
                let place = (*block, name.item);
                if *users.entry(name.hash).or_insert(place) != place {
                    repeated.insert(name.hash);
                }
            }
        }
    }
    for block in source.blocks(db).iter() {
        for name in block_names(db, *block, dialect).iter() {
            if users.get(&name.hash).is_some_and(|place| *place != (*block, name.item)) {
                repeated.insert(name.hash);
            }
        }
    }
    repeated
}

/// The entries with a hash of a list that is sorted by hashes.
fn named<T>(sorted: &[T], hash: u32, hash_of: impl Fn(&T) -> u32) -> &[T] {
    let start = sorted.partition_point(|entry| hash_of(entry) < hash);
    let length = sorted[start..].iter().take_while(|entry| hash_of(entry) == hash).count();
    &sorted[start..start + length]
}

/// Neighbouring blocks of a unit. A unit is queried stretch by stretch: what stretches of system headers
/// answer is as durable as these, so that after an edit only the other stretches are looked at.
#[salsa::interned(debug)]
struct Stretch<'db> {
    #[returns(ref)]
    blocks: Box<[Block]>,
    /// All of it is text of system headers.
    is_system: bool,
}

/// One block in so many starts a stretch.
const STRETCH: u64 = 16;

/// The stretches of a unit. Where one starts, the blocks say: those put in or taken out elsewhere change no other
/// stretch.
#[salsa::tracked(returns(ref))]
fn stretches<'db>(db: &'db dyn salsa::Database, source: SourceText) -> Vec<Stretch<'db>> {
    let starts = |block: &Block| (FxBuildHasher.hash_one(block) >> 32).is_multiple_of(STRETCH);
    let entries = system_entries(db, source).iter();
    let blocks = source.blocks(db).iter().zip(entries);
    let blocks: Vec<(Block, bool)> =
        blocks.map(|(block, entry)| (*block, *entry && block_lines(db, *block).is_all_system())).collect();
    let stretches = blocks.chunk_by(|a, b| a.1 == b.1 && !starts(&b.0));
    let made = |stretch: &[(Block, bool)]| {
        let blocks: Box<[Block]> = stretch.iter().map(|it| it.0).collect();
        Stretch::new(db, blocks, stretch.first().is_some_and(|it| it.1))
    };
    stretches.map(made).collect()
}

/// A name that an item of a stretch may declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StretchName {
    hash: u32,
    block: Block,
    /// The number of the item in the block's outline.
    item: u32,
}

/// The names of a stretch's items by hash; those of one hash in source order.
#[salsa::tracked(returns(ref))]
fn stretch_names<'db>(
    db: &'db dyn salsa::Database,
    stretch: Stretch<'db>,
    dialect: Dialect,
) -> Vec<StretchName> {
    let of_block = |&block: &Block| {
        let names = block_names(db, block, dialect).iter();
        names.map(move |name| StretchName { hash: name.hash, block, item: name.item })
    };
    let mut names: Vec<StretchName> = stretch.blocks(db).iter().flat_map(of_block).collect();
    names.sort_by_key(|name| name.hash);
    names
}

/// A name of templates, whatever the unit.
#[salsa::interned(debug)]
struct TemplateName<'db> {
    #[returns(deref)]
    text: Box<str>,
}

/// The items of a unit in which `name` stands in front of a `<`, in source order.
pub fn items_with_arguments<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    name: &str,
    dialect: Dialect,
) -> &'db Arc<[u32]> {
    naming(db, QueriedName::new(db, source, dialect, name), Behind::Arguments)
}

/// The user's items in which `name` stands in front of a `<` or `(`, in source order. Items of system headers are left out,
/// but for those of stretches with some that are the user's.
pub fn items_calling<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    name: &str,
    dialect: Dialect,
) -> &'db Arc<[u32]> {
    naming(db, QueriedName::new(db, source, dialect, name), Behind::Call)
}

/// The user's items in which `name` stands in front of a `::`, in source order, with the same exception.
pub fn items_qualified_by<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    name: &str,
    dialect: Dialect,
) -> &'db Arc<[u32]> {
    naming(db, QueriedName::new(db, source, dialect, name), Behind::Scope)
}

/// What stands behind a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Behind {
    /// Template arguments.
    Arguments,
    /// These, or the arguments of a call.
    Call,
    /// `::`
    Scope,
}

impl Behind {
    /// Whether it is what a text begins with.
    fn begins(self, text: &str) -> bool {
        match self {
            Behind::Arguments => text.starts_with('<'),
            Behind::Call => text.starts_with(['<', '(']),
            Behind::Scope => text.starts_with("::"),
        }
    }
}

#[salsa::tracked(returns(ref))]
fn naming<'db>(db: &'db dyn salsa::Database, name: QueriedName<'db>, behind: Behind) -> Arc<[u32]> {
    let dialect = name.dialect(db);
    let text = TemplateName::new(db, name.text(db));
    let mut found = Vec::new();
    for stretch in stretches(db, name.source(db)) {
        if behind != Behind::Arguments && *stretch.is_system(db) {
            continue;
        }
        let items = stretch_naming(db, *stretch, text, behind, dialect).iter();
        found.extend(items.filter_map(|(block, item)| item_number(db, *block, *item, dialect)));
    }
    found.into()
}

/// The items of a stretch, as blocks and numbers in their outlines, in which a name stands in front of such a token.
#[salsa::tracked(returns(ref))]
fn stretch_naming<'db>(
    db: &'db dyn salsa::Database,
    stretch: Stretch<'db>,
    name: TemplateName<'db>,
    behind: Behind,
    dialect: Dialect,
) -> Vec<(Block, u32)> {
    let name = name.text(db);
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let finder = memmem::Finder::new(name);
    let mut found = Vec::new();
    for &block in stretch.blocks(db) {
        let text = block.text(db);
        for at in finder.find_iter(text.as_bytes()) {
            let is_wanted = behind.begins(text[at + name.len()..].trim_start());
            if text[..at].ends_with(is_part) || !is_wanted {
                continue;
            }
            let item = item_at(&block_outline(db, block, dialect).items, at).map(|(index, _)| (block, index));
            found.extend(item.filter(|item| found.last() != Some(item)));
        }
    }
    found
}

/// The declaration that covers byte `offset` of a block, and its number in the outline.
fn item_at(items: &[Item], offset: usize) -> Option<(u32, &Item)> {
    let index = items.partition_point(|item| usize::from(item.range.start()) <= offset).checked_sub(1)?;
    let item = &items[index];
    let covers = item.kind == ItemKind::Declaration && offset < usize::from(item.range.end());
    covers.then_some((index as u32, item))
}

/// The items of a unit that are `using enum` declarations.
#[salsa::tracked(returns(ref))]
pub(crate) fn using_enums(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Arc<[u32]> {
    items_using(db, source, dialect, |found| &found.enums)
}

/// The items of a unit that are using-directives.
#[salsa::tracked(returns(ref))]
pub(crate) fn directives(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Arc<[u32]> {
    items_using(db, source, dialect, |found| &found.namespaces)
}

/// The items of a unit that may be structured bindings.
#[salsa::tracked(returns(ref))]
pub(crate) fn bindings(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Arc<[u32]> {
    items_using(db, source, dialect, |found| &found.bindings)
}

fn items_using(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    which: impl Fn(&UsingItems) -> &[u32],
) -> Arc<[u32]> {
    let mut items = Vec::new();
    for block in source.blocks(db).iter() {
        let indexes = which(block_using(db, *block, dialect)).iter();
        items.extend(indexes.filter_map(|index| item_number(db, *block, *index, dialect)));
    }
    items.into()
}

/// Items that start with `using namespace` and `using enum`, and those that may be structured bindings, as numbers in a
/// block's outline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct UsingItems {
    namespaces: Vec<u32>,
    enums: Vec<u32>,
    bindings: Vec<u32>,
}

#[salsa::tracked(returns(ref))]
fn block_using(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> UsingItems {
    let text = block.text(db);
    let mut found = UsingItems::default();
    for start in memmem::find_iter(text.as_bytes(), b"using") {
        let Some((index, item)) = item_at(&block_outline(db, block, dialect).items, start) else { continue };
        if usize::from(item.range.start()) != start {
            continue;
        }
        let mut words = SignificantTokens::new(&text[item.range], dialect);
        match (words.next().map(|w| w.0), words.next().map(|w| w.0)) {
            (Some(SyntaxKind::USING_KW), Some(SyntaxKind::NAMESPACE_KW)) => found.namespaces.push(index),
            (Some(SyntaxKind::USING_KW), Some(SyntaxKind::ENUM_KW)) => found.enums.push(index),
            _ => {}
        }
    }
    for start in memmem::find_iter(text.as_bytes(), b"auto") {
        let behind = text[start + "auto".len()..].trim_start().trim_start_matches('&').trim_start();
        if !behind.starts_with('[') {
            continue;
        }
        let Some((index, item)) = item_at(&block_outline(db, block, dialect).items, start) else { continue };
        let is_outside = !text[usize::from(item.range.start())..start].contains(['{', '=']);
        if is_outside && found.bindings.last() != Some(&index) {
            found.bindings.push(index);
        }
    }
    found
}
