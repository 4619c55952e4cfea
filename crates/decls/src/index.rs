//! Which items may declare a name, found without parsing.

use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use asunder_outline::{Item, ItemKind, block_outline};
use asunder_source::{Block, SourceText, block_lines, system_entries};
use asunder_syntax::{Dialect, SyntaxKind};
use memchr::memmem;
use rustc_hash::{FxBuildHasher, FxHasher};

use crate::layout::{Layout, Words, layout};

/// Which items may declare a name. It over-approximates: an item may be listed that does not.
#[derive(Debug, PartialEq, Eq)]
pub struct NameIndex {
    /// Hash of the name and number of the item, sorted.
    entries: Vec<(u32, u32)>,
}

impl NameIndex {
    /// The items that may declare `name`, in source order.
    pub fn items(&self, name: &str) -> impl Iterator<Item = u32> {
        let hash = name_hash(name);
        let start = self.entries.partition_point(|(entry, _)| *entry < hash);
        let entries = self.entries[start..].iter().take_while(move |(entry, _)| *entry == hash);
        entries.map(|(_, item)| *item)
    }
}

/// The hash under which a name stands in indexes.
pub fn name_hash(name: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    let hash = hasher.finish();
    (hash >> 32) as u32 ^ hash as u32
}

/// The names of a block's items: hash of the name and number in the block's outline, sorted.
#[salsa::tracked(returns(ref))]
pub fn block_names(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> Vec<(u32, u32)> {
    let text = block.text(db);
    let mut entries = Vec::new();
    for (index, item) in block_outline(db, block, dialect).items.iter().enumerate() {
        if item.kind == ItemKind::Declaration {
            candidates(&text[item.range], dialect, |name| entries.push((name_hash(name), index as u32)));
        }
    }
    entries.sort_unstable();
    entries.dedup();
    entries
}

/// The name index of a unit.
#[salsa::tracked(returns(ref))]
pub fn name_index(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Arc<NameIndex> {
    let layout: &Arc<Layout> = layout(db, source, dialect);
    let mut entries = Vec::new();
    for (number, block) in layout.blocks.iter().enumerate() {
        let numbered = |&(hash, index): &(u32, u32)| Some((hash, layout.number(number as u32, index)?));
        entries.extend(block_names(db, block.block, dialect).iter().filter_map(numbered));
    }
    entries.sort_unstable();
    Arc::new(NameIndex { entries })
}

/// A name that is searched for.
#[salsa::interned(debug)]
pub(crate) struct NameText<'db> {
    #[returns(deref)]
    pub(crate) text: Box<str>,
}

/// The items of a unit that may declare `name`, in source order: found by searching the text, which is cheaper
/// than an index when few names are asked for.
#[salsa::tracked(returns(ref))]
pub(crate) fn declaring<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    name: NameText<'db>,
    dialect: Dialect,
) -> Arc<[u32]> {
    let layout: &Arc<Layout> = layout(db, source, dialect);
    let number =
        |(block, index): &(Block, u32)| layout.number(source.block_number(db, *block)? as u32, *index);
    declaring_in_blocks(db, source, name, dialect).iter().filter_map(number).collect()
}

/// The items of a unit that may declare `name`, in source order, each as its block and its number in the
/// block's outline: an edit elsewhere leaves them as they are.
#[salsa::tracked(returns(ref))]
fn declaring_in_blocks<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    name: NameText<'db>,
    dialect: Dialect,
) -> Vec<(Block, u32)> {
    let stretches = stretches(db, source).iter();
    stretches.flat_map(|stretch| declaring_in_stretch(db, *stretch, name, dialect)).copied().collect()
}

/// Neighbouring blocks of a unit. A question to a unit is asked stretch by stretch: what stretches of system headers
/// answer is as durable as these, so that after an edit only the other stretches are looked at block by block.
#[salsa::interned(debug)]
struct Stretch<'db> {
    #[returns(ref)]
    blocks: Box<[Block]>,
    /// All of it comes from system headers.
    #[returns(copy)]
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
    stretches
        .map(|stretch| Stretch::new(db, stretch.iter().map(|it| it.0).collect::<Box<[_]>>(), stretch[0].1))
        .collect()
}

#[salsa::tracked(returns(ref))]
fn declaring_in_stretch<'db>(
    db: &'db dyn salsa::Database,
    stretch: Stretch<'db>,
    name: NameText<'db>,
    dialect: Dialect,
) -> Vec<(Block, u32)> {
    let mut found = Vec::new();
    for &block in stretch.blocks(db) {
        // System headers hardly ever change: what is found in each of their blocks is not kept.
        match stretch.is_system(db) {
            true => found.extend(search(db, block, name.text(db), dialect).into_iter().map(|it| (block, it))),
            false => found.extend(block_declaring(db, block, name, dialect).iter().map(|it| (block, *it))),
        }
    }
    found
}

/// The items of a block that may declare `name`, as numbers in its outline.
#[salsa::tracked(returns(ref))]
fn block_declaring<'db>(
    db: &'db dyn salsa::Database,
    block: Block,
    name: NameText<'db>,
    dialect: Dialect,
) -> Vec<u32> {
    search(db, block, name.text(db), dialect)
}

fn search(db: &dyn salsa::Database, block: Block, name: &str, dialect: Dialect) -> Vec<u32> {
    let text = block.text(db);
    let mut found = Vec::new();
    let mut offset = 0;
    while let Some(at) = memmem::find(&text.as_bytes()[offset..], name.as_bytes()) {
        let start = offset + at;
        let end = start + name.len();
        offset = end;
        if is_word(text, start, end)
            && let Some((index, item)) = item_at(&block_outline(db, block, dialect).items, start)
        {
            let mut declares = false;
            candidates(&text[item.range], dialect, |candidate| declares |= candidate == name);
            if declares {
                found.push(index);
            }
            // The rest of the item says nothing new.
            offset = item.range.end().into();
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

fn items_using(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    which: impl Fn(&UsingItems) -> &[u32],
) -> Arc<[u32]> {
    let layout: &Arc<Layout> = layout(db, source, dialect);
    let mut items = Vec::new();
    for (number, block) in layout.blocks.iter().enumerate() {
        let indexes = which(block_using(db, block.block, dialect)).iter();
        items.extend(indexes.filter_map(|index| layout.number(number as u32, *index)));
    }
    items.into()
}

/// Items that start with `using namespace` and `using enum`, as numbers in a block's outline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct UsingItems {
    namespaces: Vec<u32>,
    enums: Vec<u32>,
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
        let mut words = Words::new(&text[item.range], dialect);
        match (words.next().map(|w| w.0), words.next().map(|w| w.0)) {
            (Some(SyntaxKind::USING_KW), Some(SyntaxKind::NAMESPACE_KW)) => found.namespaces.push(index),
            (Some(SyntaxKind::USING_KW), Some(SyntaxKind::ENUM_KW)) => found.enums.push(index),
            _ => {}
        }
    }
    found
}

fn is_word(text: &str, start: usize, end: usize) -> bool {
    let part_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    let bytes = text.as_bytes();
    !bytes[..start].last().is_some_and(part_of_word) && !bytes.get(end).is_some_and(part_of_word)
}

/// Gives the identifiers of an item that stand where a declared name can stand, and `operator` for
/// operator functions.
fn candidates(text: &str, dialect: Dialect, mut found: impl FnMut(&str)) {
    use SyntaxKind::*;
    let mut braces = 0u32;
    let mut parentheses = 0u32;
    let mut is_enum = false;
    // Between `friend` and the parameter list in a class.
    let mut is_friend = false;
    let mut candidate: Option<(&str, bool)> = None;
    let mut previous = EOF;
    for (kind, word) in Words::new(text, dialect) {
        if let Some((name, nested)) = candidate.take() {
            let declares = match kind {
                SEMICOLON | COMMA | EQ | L_PAREN | L_BRACK | L_BRACE | COLON | R_PAREN | LT | R_BRACE
                | R_BRACK => !nested || matches!(kind, R_PAREN | L_BRACK | L_PAREN),
                COLON2 | DOT | ARROW => false,
                _ => !nested && kind.is_keyword() || matches!(kind, FINAL_KW | ELLIPSIS),
            };
            if declares {
                found(name);
            }
        }
        match kind {
            L_BRACE => {
                braces += 1;
                is_friend = false;
            }
            SEMICOLON => is_friend = false,
            R_BRACE => braces = braces.saturating_sub(1),
            L_PAREN => parentheses += 1,
            R_PAREN => parentheses = parentheses.saturating_sub(1),
            ENUM_KW if braces == 0 => is_enum = true,
            FRIEND_KW => is_friend = true,
            OPERATOR_KW if braces == 0 || is_friend => found("operator"),
            _ if kind.is_identifier() => {
                let after_key = matches!(previous, CLASS_KW | STRUCT_KW | UNION_KW | ENUM_KW);
                let enumerator = is_enum && braces == 1 && matches!(previous, L_BRACE | COMMA);
                let declarator = matches!(previous, STAR | AMP | AMP2 | L_PAREN | COLON2);
                if is_friend && parentheses == 0 {
                    candidate = Some((word, false));
                } else if after_key || enumerator {
                    found(word);
                } else if braces == 0 && parentheses == 0 {
                    candidate = Some((word, false));
                } else if braces == 0 && declarator {
                    candidate = Some((word, true));
                }
            }
            _ => {}
        }
        previous = kind;
    }
}
