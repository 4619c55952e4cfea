//! Device symbols of a unit and the items that refer to them.

use std::collections::hash_map::Entry;

use asunder_decls::{ItemText, item_tree};
use asunder_outline::{Facts, block_outline};
use asunder_source::{Block, SourceText};
use asunder_syntax::Dialect;
use rustc_hash::FxHashMap;

use super::index::Mentions;
use super::scopes::scope_entry;
use crate::context::ScopeSegment;
use crate::emit::{self, DeclaredSymbol, HostUse};
use crate::references::{DeviceSymbol, resolve};

/// Device symbols that an item declares.
#[salsa::tracked(returns(ref))]
fn item_symbols<'db>(
    db: &'db dyn salsa::Database,
    item: ItemText<'db>,
    dialect: Dialect,
) -> Vec<DeclaredSymbol> {
    emit::device_symbols(&item_tree(db, item, dialect).syntax())
}

/// Names that the host half of an item uses.
#[salsa::tracked(returns(ref))]
fn item_host_uses<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>, dialect: Dialect) -> Vec<HostUse> {
    emit::host_uses(&item_tree(db, item, dialect).syntax())
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
    for item in &block_outline(db, block, dialect).items {
        scopes.visit(text, item);
        if item.facts.contains(Facts::CUDA_ATTRIBUTE) {
            let declared = item_symbols(db, ItemText::new(db, &text[item.range]), dialect).iter();
            symbols
                .extend(declared.map(|it| DeviceSymbol { scope: scopes.path.clone(), declared: it.clone() }));
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
                    let declared = &mut symbols[*at.get()].declared;
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
        if symbols.iter().all(|it| it.declared.name != symbol.declared.name) {
            let mut symbol = symbol.clone();
            symbol.scope.extend(symbol.declared.qualifier.drain(..).map(ScopeSegment::Named));
            symbols.push(symbol);
        }
    }
    symbols
}

/// The numbers of the unit's symbols that the host half of a block refers to, ascending.
#[salsa::tracked(returns(ref))]
fn block_references(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> Vec<usize> {
    let text = block.text(db);
    let symbols = unit_symbols(db, source, dialect);
    let mut scopes = scope_entry(db, source, block, dialect).clone();
    let names: Vec<&str> = symbols.iter().map(|it| it.declared.name.as_str()).collect();
    let outline = block_outline(db, block, dialect);
    let mentions = Mentions::of_names(text, &names, outline);
    let mut referenced = Vec::new();
    for (number, item) in outline.items.iter().enumerate() {
        scopes.visit(text, item);
        if mentions.of(number).is_empty() {
            continue;
        }
        let scope = scopes.names();
        for used in item_host_uses(db, ItemText::new(db, &text[item.range]), dialect) {
            if let Some(symbol) = resolve(symbols, used, &scope) {
                referenced.extend(symbols.iter().position(|it| std::ptr::eq(it, symbol)));
            }
        }
    }
    referenced.sort_unstable();
    referenced.dedup();
    referenced
}

/// The device symbols that the host half of a unit refers to.
#[salsa::tracked(returns(ref))]
pub(super) fn referenced_symbols(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> Vec<DeviceSymbol> {
    let symbols = unit_symbols(db, source, dialect);
    let blocks = source.blocks(db).iter();
    let mut referenced: Vec<usize> =
        blocks.flat_map(|block| block_references(db, source, *block, dialect)).copied().collect();
    referenced.sort_unstable();
    referenced.dedup();
    referenced.into_iter().map(|at| symbols[at].clone()).collect()
}
