//! Device symbols of a unit and the items that refer to them.

use std::cell::OnceCell;
use std::collections::hash_map::Entry;

use asunder_decls::layout::{item_number, outline_index};
use asunder_decls::names::DeclRef;
use asunder_decls::{ItemText, Redeclarations, item_tree};
use asunder_outline::{Facts, block_outline};
use asunder_sema::Sema;
use asunder_source::{Block, SourceText};
use asunder_syntax::Dialect;
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::Mentions;
use super::instances::Instances;
use super::scopes::scope_entry;
use crate::context::ScopeSegment;
use crate::emit::{self, DeclaredSymbol, HostUse};
use crate::references::{DeviceSymbol, Reference, resolve};

/// Device symbols that an item declares.
#[salsa::tracked(returns(ref))]
fn item_symbols<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> Vec<DeclaredSymbol> {
    emit::device_symbols(&item_tree(db, item).syntax())
}

/// Names that the host half of an item uses.
#[salsa::tracked(returns(ref))]
fn item_host_uses<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> Vec<HostUse> {
    emit::host_uses(&item_tree(db, item).syntax())
}

/// The device symbols that a block declares, with what stands around their declarations.
#[salsa::tracked(returns(ref))]
fn block_symbols(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> Vec<DeviceSymbol> {
    let text = block.text(db);
    let mut scopes = scope_entry(db, source, block, dialect).clone();
    let mut symbols = Vec::new();
    for (number, item) in block_outline(db, block, dialect).items.iter().enumerate() {
        scopes.visit(text, item);
        if item.facts.contains(Facts::CUDA_ATTRIBUTE) {
            let declared = item_symbols(db, ItemText::new(db, &text[item.range], dialect)).iter();
            symbols.extend(declared.map(|it| DeviceSymbol {
                scope: scopes.path.clone(),
                declared: it.clone(),
                items: vec![(block, number as u32)],
            }));
        }
    }
    symbols
}

/// The device symbols of a unit, with the declarations of each merged.
#[salsa::tracked(returns(ref))]
fn unit_symbols(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Vec<DeviceSymbol> {
    let mut symbols: Vec<DeviceSymbol> = Vec::new();
    let mut known: FxHashMap<(&str, &[ScopeSegment]), usize> = FxHashMap::default();
    let mut qualified = Vec::new();
    for block in source.blocks(db).iter() {
        for symbol in block_symbols(db, source, *block, dialect) {
            if !symbol.declared.qualifier.is_empty() {
                qualified.push(symbol);
                continue;
            }
            match known.entry((&symbol.declared.name, &symbol.scope)) {
                Entry::Occupied(at) => {
                    let first = &mut symbols[*at.get()];
                    first.items.extend(&symbol.items);
                    let declared = &mut first.declared;
                    // The first declaration decides about the linkage.
                    declared.kind = declared.kind.max(symbol.declared.kind);
                    declared.c_linkage |= symbol.declared.c_linkage;
                }
                Entry::Vacant(at) => {
                    at.insert(symbols.len());
                    symbols.push(symbol.clone());
                }
            }
        }
    }
    // The declaration in the namespace may leave the space out.
    for symbol in qualified {
        let mut namesakes = symbols.iter_mut().filter(|it| it.declared.name == symbol.declared.name);
        if let Some(only) = namesakes.next().filter(|_| namesakes.next().is_none()) {
            only.items.extend(&symbol.items);
        } else if symbols.iter().all(|it| it.declared.name != symbol.declared.name) {
            let mut symbol = symbol.clone();
            symbol.scope.extend(symbol.declared.qualifier.drain(..).map(ScopeSegment::Named));
            symbols.push(symbol);
        }
    }
    symbols
}

/// The numbers of the unit's symbols that the host half of a block refers to, ascending, and whether only to
/// internal instances of them.
#[salsa::tracked(returns(ref))]
fn block_references(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> Vec<(usize, bool)> {
    let text = block.text(db);
    let symbols = unit_symbols(db, source, dialect);
    let mut scopes = scope_entry(db, source, block, dialect).clone();
    let spellings: Vec<&str> = symbols.iter().map(|it| it.declared.name.as_str()).collect();
    let symbol_names: FxHashSet<&str> = spellings.iter().copied().collect();
    let outline = block_outline(db, block, dialect);
    let mentions = Mentions::of_names(text, &spellings, outline);
    let sema = Sema::new(db, source, dialect);
    let names = sema.names();
    // A symbol is known by the declarations that name its space.
    let declaring_items = |decl: DeclRef| -> Vec<(Block, u32)> {
        let all = match names.redeclarations(decl) {
            Redeclarations::Known(all) => all,
            Redeclarations::Unknown => vec![decl],
        };
        let place = |it: &DeclRef| {
            let block = names.item(it.item).block;
            Some((block, outline_index(db, block, it.item, dialect)? as u32))
        };
        all.iter().filter_map(place).collect()
    };
    let mut referenced = Vec::new();
    for (number, item) in outline.items.iter().enumerate() {
        scopes.visit(text, item);
        if mentions.of(number).is_empty() {
            continue;
        }
        let scope = scopes.names();
        let item = ItemText::new(db, &text[item.range], dialect);
        let unit_item = item_number(db, block, number as u32, dialect);
        let instances = unit_item.map(|unit_item| Instances {
            db,
            sema: &sema,
            source,
            dialect,
            item: unit_item,
            root: item_tree(db, item).syntax(),
            uses: OnceCell::new(),
        });
        let uses = item_host_uses(db, item).iter();
        for used in uses.filter(|it| symbol_names.contains(it.name.as_str())) {
            let lookup = unit_item.filter(|_| !used.declared_extern);
            let decls = lookup.and_then(|it| names.decls_of_use(it, used.at));
            let is_internal = |symbol: &DeviceSymbol| {
                let known = instances.as_ref().filter(|_| symbol.declared.template && lookup.is_some());
                known.is_some_and(|instances| instances.is_internal(used.at))
            };
            let found: Vec<&DeviceSymbol> = match &decls {
                Some(decls) => {
                    let items: Vec<(Block, u32)> = decls.iter().flat_map(|it| declaring_items(*it)).collect();
                    let is_meant = |symbol: &&DeviceSymbol| {
                        symbol.declared.name == used.name && symbol.items.iter().any(|it| items.contains(it))
                    };
                    symbols.iter().filter(is_meant).collect()
                }
                None => resolve(symbols, used, &scope).into_iter().collect(),
            };
            for found in found {
                let number = symbols.iter().position(|it| std::ptr::eq(it, found));
                referenced.extend(number.map(|number| (number, is_internal(found))));
            }
        }
    }
    only_if_all(referenced)
}

/// Each number once, with whether all its entries say so.
fn only_if_all(mut entries: Vec<(usize, bool)>) -> Vec<(usize, bool)> {
    // The entries of a number that do not say so come first.
    entries.sort_unstable();
    entries.dedup_by_key(|(number, _)| *number);
    entries
}

/// The device symbols that the host half of a unit refers to.
#[salsa::tracked(returns(ref))]
pub(super) fn referenced_symbols(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> Vec<Reference> {
    let symbols = unit_symbols(db, source, dialect);
    let blocks = source.blocks(db).iter();
    let referenced =
        blocks.flat_map(|block| block_references(db, source, *block, dialect)).copied().collect();
    let referenced = only_if_all(referenced).into_iter();
    referenced
        .map(|(at, internal_instances)| Reference { symbol: symbols[at].clone(), internal_instances })
        .collect()
}
