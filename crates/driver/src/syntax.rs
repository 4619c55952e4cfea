//! Syntax errors of a unit.
//!
//! The grammar knows no names, so it says nothing where a name's meaning decides whether a text is right; the
//! reference reports the first mistake of a declaration and, while it recovers, often more. We report those up to
//! the first that it must recover from.
//!
//! Which items are looked at: those of the user's files. Text from system headers (line marker flag 3) and
//! from the toolkit's own headers, the folder of `cuda_runtime.h`, is not parsed for this: it is not the
//! user's to mend, and most of a unit's text.

use std::sync::Arc;

use asunder_decls::ItemText;
use asunder_outline::{Facts, ItemKind, block_outline, has_directives};
use asunder_parser::SyntaxErrorKind;
use asunder_source::{Block, SourceText, block_headers, block_offsets};
use asunder_syntax::Dialect;

/// A syntax error of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The reference's internal number.
    pub number: u16,
    /// The token that should be another one, as a byte offset of the unit.
    pub offset: u32,
    /// It may stand in the body of a template, which the device pass reads only where it is instantiated.
    pub in_template: bool,
}

/// The first syntax errors of each item of the user's files, in the order of the text. A unit that still holds
/// directives is not preprocessed and has none.
#[salsa::tracked]
pub(crate) fn syntax_errors(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> Arc<Vec<Finding>> {
    if has_directives(db, source, dialect) {
        return Arc::default();
    }
    let blocks = source.blocks(db);
    let offsets = block_offsets(db, source);
    let mut found = Vec::new();
    for (number, block) in blocks.iter().enumerate() {
        for error in block_syntax_errors(db, source, *block, dialect) {
            let offset = match error.offset {
                Some(offset) => offsets[number] as u32 + offset,
                None => first_item_from(db, source, number + 1, dialect),
            };
            found.push(Finding { number: error.number, offset, in_template: error.in_template });
        }
    }
    Arc::new(found)
}

/// Where the first item from a block on starts; the end of the unit where there is none.
fn first_item_from(db: &dyn salsa::Database, source: SourceText, from: usize, dialect: Dialect) -> u32 {
    let blocks = source.blocks(db);
    let offsets = block_offsets(db, source);
    let following = blocks.iter().zip(offsets.iter()).skip(from).find_map(|(block, start)| {
        let first = block_outline(db, *block, dialect).items.first()?;
        Some(*start as u32 + u32::from(first.range.start()))
    });
    let end = || blocks.last().zip(offsets.last()).map_or(0, |(block, start)| start + block.text(db).len());
    following.unwrap_or_else(|| end() as u32)
}

/// A syntax error of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockError {
    number: u16,
    /// In bytes of the block; `None` for the first item behind the block.
    offset: Option<u32>,
    in_template: bool,
}

/// The first syntax errors of each item of a block that is in the user's files.
#[salsa::tracked(returns(ref))]
fn block_syntax_errors(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> Vec<BlockError> {
    let headers = block_headers(db, source, block);
    if headers.contain_all() {
        return Vec::new();
    }
    let text = block.text(db);
    let items = &block_outline(db, block, dialect).items;
    let mut found = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let start = u32::from(item.range.start());
        if item.kind == ItemKind::Close || headers.contain(start as usize) {
            continue;
        }
        let item_text = ItemText::new(db, &text[item.range]);
        let next = items.get(index + 1).map(|next| u32::from(next.range.start()));
        for error in first_errors(db, item_text, dialect) {
            let behind = start + error.offset == u32::from(item.range.end());
            if behind && error.kind == SyntaxErrorKind::ClosingBrace {
                // The head of a namespace, and braces that stay open, which are found for the whole unit.
                break;
            }
            let Some(number) = error.kind.number() else { break };
            let offset = if behind { next } else { Some(start + error.offset) };
            let before = &text[item.range][..error.offset as usize];
            let in_template = before.contains("template")
                && item.facts.intersects(Facts::FUNCTION_BODY | Facts::CLASS_BODY);
            found.push(BlockError { number, offset, in_template });
        }
    }
    found
}

/// A mistake in an item's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ItemError {
    kind: SyntaxErrorKind,
    /// In bytes from the start of the item.
    offset: u32,
}

/// The mistakes in an item's text up to the first that the reference must recover from.
#[salsa::tracked(returns(ref))]
fn first_errors<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>, dialect: Dialect) -> Vec<ItemError> {
    let mut found = Vec::new();
    for error in asunder_parser::syntax_errors(item.text(db), dialect) {
        found.push(ItemError { kind: error.kind, offset: error.range().start().into() });
        if !error.kind.reads_on() {
            break;
        }
    }
    found
}
