//! Functions that the device compiler drops since nothing that it keeps names them.
//!
//! Only by names: a function that only its own unit sees, or a function template, is dropped unless it has a name that
//! something else mentions that is not dropped. What is called without being named is never dropped, nor is a plain
//! function whose body leads to the device: it makes instances of kernels though nobody calls it.

use asunder_decls::index::name_hash;
use asunder_outline::{Facts, Item, block_item_numbers, block_outline};
use asunder_slice::{Side, Slicing, block_needed};
use asunder_source::{Block, SourceText};
use asunder_syntax::SyntaxKind;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{DeviceSettings, UNNAMED, body_start, device_part, leading_names, leads, words};

/// Attributes of functions that are kept though nothing names them, or stand for others.
const KEPT: [&str; 8] =
    ["used", "alias", "ifunc", "constructor", "destructor", "section", "retain", "weakref"];

/// The items of a block that the device compiler needs, by what they name.
#[derive(Debug, Default, PartialEq, Eq)]
struct Mentions {
    functions: Vec<Droppable>,
    /// What all other items mention.
    others: Box<[u32]>,
}

/// A function that may be dropped.
#[derive(Debug, PartialEq, Eq)]
struct Droppable {
    /// Its number in the outline.
    index: u32,
    /// Hashes of its name, and of those that it mentions.
    name: u32,
    mentions: Box<[u32]>,
}

/// The numbers in the outline of the functions of a block that are dropped.
#[salsa::tracked(returns(ref))]
pub(super) fn unused_items(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    settings: DeviceSettings,
) -> FxHashSet<u32> {
    let functions = &block_mentions(db, source, block, settings.clone()).functions;
    if functions.is_empty() {
        return FxHashSet::default();
    }
    let used = used_names(db, source, settings);
    functions.iter().filter(|function| !used.contains(&function.name)).map(|it| it.index).collect()
}

/// The names of functions that may be dropped, and are not.
#[salsa::tracked(returns(ref))]
fn used_names(db: &dyn salsa::Database, source: SourceText, settings: DeviceSettings) -> FxHashSet<u32> {
    let blocks = source.blocks(db).iter();
    let all: Vec<&Mentions> =
        blocks.map(|block| block_mentions(db, source, *block, settings.clone())).collect();
    let mut functions: FxHashMap<u32, Vec<&[u32]>> = FxHashMap::default();
    for function in all.iter().flat_map(|block| &block.functions) {
        functions.entry(function.name).or_default().push(&function.mentions);
    }
    let mut used = FxHashSet::default();
    let mut pending: Vec<u32> = all.iter().flat_map(|block| block.others.iter().copied()).collect();
    while let Some(name) = pending.pop() {
        if let Some(mentions) = functions.remove(&name) {
            used.insert(name);
            mentions.iter().for_each(|mentions| pending.extend_from_slice(mentions));
        }
    }
    used
}

#[salsa::tracked(returns(ref))]
fn block_mentions(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    settings: DeviceSettings,
) -> Mentions {
    let dialect = settings.dialect;
    let slicing = Slicing { side: Side::Device, system: settings.system };
    let needed = block_needed(db, source, block, dialect, slicing);
    let mut mentions = Mentions::default();
    if !needed.contains(&true) {
        return mentions;
    }
    let text = block.text(db);
    let leading = leading_names(db, source, dialect);
    let mut others: FxHashSet<u32> = FxHashSet::default();
    let numbers = block_item_numbers(db, block, dialect);
    let items = block_outline(db, block, dialect).items.iter().zip(numbers.iter()).zip(needed).zip(0..);
    for (((item, number), is_needed), index) in items {
        if !is_needed {
            continue;
        }
        let all = words(&text[item.range], dialect);
        if let Some(at) = droppable(text, item, &all, leading) {
            // That it names itself keeps nothing.
            let own = all.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, word)| word);
            let mentions_of = sorted(hashes(own));
            let name = name_hash(all[at].1);
            mentions.functions.push(Droppable { index, name, mentions: mentions_of });
            continue;
        }
        let (part, made) = device_part(db, source, (item, *number, &text[item.range]), &all, dialect);
        others.extend(hashes(part.iter()));
        others.extend(made.iter().map(|made| name_hash(&made.template)));
    }
    mentions.others = sorted(others);
    mentions
}

fn sorted(names: FxHashSet<u32>) -> Box<[u32]> {
    let mut names: Vec<u32> = names.into_iter().collect();
    names.sort_unstable();
    names.into()
}

/// The names among words, those in strings too.
fn hashes<'w, 't: 'w>(words: impl Iterator<Item = &'w (SyntaxKind, &'t str)>) -> FxHashSet<u32> {
    let mut found = FxHashSet::default();
    for (kind, word) in words {
        if kind.is_identifier() {
            found.insert(name_hash(word));
        } else if word.contains('"') {
            found.extend(asunder_syntax::words(word).map(|(_, word)| name_hash(word)));
        }
    }
    found
}

/// Which word of a function definition is its name, where the device compiler drops it unless something names it.
fn droppable(
    text: &str,
    item: &Item,
    words: &[(SyntaxKind, &str)],
    leading: &FxHashSet<u32>,
) -> Option<usize> {
    let kept = Facts::GLOBAL | Facts::MANAGED | Facts::CLASS_BODY | Facts::LAUNCH | Facts::LAMBDA_ATTRIBUTE;
    if !item.facts.contains(Facts::FUNCTION_BODY) || item.facts.intersects(kept) {
        return None;
    }
    let name = &text[item.function_name?];
    let at = words.iter().position(|(kind, word)| kind.is_identifier() && *word == name)?;
    let head = &words[..at];
    if head.last().is_some_and(|(_, word)| *word == "::") || UNNAMED.contains(&name) {
        return None;
    }
    let has_attribute = |(_, word): &(SyntaxKind, &str)| KEPT.contains(&word.trim_matches('_'));
    if words.iter().any(has_attribute) {
        return None;
    }
    let is_dropped = match head.iter().position(|(kind, _)| *kind == SyntaxKind::TEMPLATE_KW) {
        // Neither a specialization nor a directive.
        Some(template) => head.get(template + 1)?.1 == "<" && head.get(template + 2)?.1 != ">",
        None => {
            let is_own = |(_, word): &(SyntaxKind, &str)| {
                matches!(*word, "static" | "inline" | "__inline__" | "__inline" | "constexpr")
            };
            let body = body_start(item, words)?;
            let (declared, body) = words.split_at(body);
            head.iter().any(is_own) && !leads(declared, body, leading)
        }
    };
    is_dropped.then_some(at)
}
