//! Device symbols of a unit and the items that refer to them.

use asunder_decls::{ItemText, item_tree};
use asunder_outline::{Facts, Item, outline};
use asunder_source::SourceText;
use asunder_syntax::Dialect;

use super::index::Mentions;
use super::scopes::ScopeStack;
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

/// The device symbols that the host half of a unit refers to.
pub(super) fn referenced_symbols(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> Vec<DeviceSymbol> {
    let text = source.text(db);
    let outline = outline(db, source, dialect);
    let item_text = |item: &Item| ItemText::new(db, &text[item.range]);
    let mut symbols: Vec<DeviceSymbol> = Vec::new();
    let mut scopes = ScopeStack::default();
    for item in &outline.items {
        scopes.visit(text, item);
        if !item.facts.contains(Facts::CUDA_ATTRIBUTE) {
            continue;
        }
        for declared in item_symbols(db, item_text(item), dialect) {
            let known =
                symbols.iter_mut().find(|it| it.declared.name == declared.name && it.scope == scopes.path);
            match known {
                Some(known) => {
                    known.declared.internal |= declared.internal;
                    known.declared.c_linkage |= declared.c_linkage;
                }
                None => symbols.push(DeviceSymbol { scope: scopes.path.clone(), declared: declared.clone() }),
            }
        }
    }
    let names: Vec<&str> = symbols.iter().map(|it| it.declared.name.as_str()).collect();
    let mentions = Mentions::of_names(text, &names, outline);
    let mut referenced = vec![false; symbols.len()];
    let mut scopes = ScopeStack::default();
    for (number, item) in outline.items.iter().enumerate() {
        scopes.visit(text, item);
        if mentions.of(number).is_empty() {
            continue;
        }
        let scope = scopes.names();
        for used in item_host_uses(db, item_text(item), dialect) {
            if let Some(symbol) = resolve(&symbols, used, &scope)
                && let Some(at) = symbols.iter().position(|it| std::ptr::eq(it, symbol))
            {
                referenced[at] = true;
            }
        }
    }
    symbols
        .into_iter()
        .zip(referenced)
        .filter(|(_, referenced)| *referenced)
        .map(|(symbol, _)| symbol)
        .collect()
}
