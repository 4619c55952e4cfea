//! What the typed trees of a unit's items say, and which items are examined with one view.
//!
//! Items ask the same of headers again and again. What a view has found it keeps; so the items of a stretch of text that
//! is edited rarely share one, and each item of the others has its own, which an edit elsewhere leaves alone.

use std::sync::Arc;

use asunder_decls::layout::{item_place, outline_index};
use asunder_outline::{ItemKind, block_item_numbers, block_outline};
use asunder_source::{Block, SourceText, block_headers, block_lines, first_file, line_entries};
use asunder_syntax::Dialect;
use rustc_hash::FxHashMap;

use crate::completed::Needed;
use crate::meanings::Meanings;
use crate::mistakes::{Mistakes, examine};
use crate::operands::Operands;
use crate::uses::{BodyUses, Use};
use crate::view::Sema;

/// What the typed trees of an item's bodies say.
#[derive(Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Examined<'db> {
    pub(crate) mistakes: Mistakes,
    pub(crate) uses: Box<[BodyUses<'db>]>,
    pub(crate) in_templates: Box<[Use<'db>]>,
    /// The instances of templates that are named in operands which are not evaluated, and in default arguments.
    pub(crate) only_named: Box<[Use<'db>]>,
    /// The operands that bodies outside templates note.
    pub(crate) operands: Operands,
    pub(crate) operands_in_templates: Operands,
    /// The instances of class templates that declarations need.
    pub(crate) needed: Box<[Needed<'db>]>,
    /// Of a text that is edited.
    pub(crate) meanings: Meanings<'db>,
}

/// Blocks of headers that share a view. The more they are, the less is found twice, and the more is examined again
/// after an edit of what one of them sees.
const SHARING: usize = 64;

/// What the bodies of an item say.
pub(crate) fn examined<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> &'db Examined<'db> {
    let together = source.read_once(db).then(|| examined_stretch(db, source, 0, dialect));
    match together.and_then(|all| all.get(&item)) {
        Some(examined) => examined,
        None => examined_item(db, source, item, dialect),
    }
}

/// The same as a query of its own.
#[salsa::tracked(returns(ref))]
fn examined_item<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    item: u32,
    dialect: Dialect,
) -> Arc<Examined<'db>> {
    let place = item_place(db, source, item, dialect).as_ref();
    let stretch = place.and_then(|place| stretch_of(db, source, place.block));
    let together = stretch.and_then(|stretch| examined_stretch(db, source, stretch, dialect).get(&item));
    match together {
        Some(examined) => examined.clone(),
        None => Arc::new(examine(&Sema::new(db, source, dialect), item)),
    }
}

/// What the bodies of the user's items in a stretch say, by the number of the item.
#[salsa::tracked(returns(ref), no_eq)]
fn examined_stretch<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    stretch: u32,
    dialect: Dialect,
) -> FxHashMap<u32, Arc<Examined<'db>>> {
    let sema = Sema::new(db, source, dialect);
    let mut all = FxHashMap::default();
    for block in source.blocks(db).iter().filter(|block| stretch_of(db, source, **block) == Some(stretch)) {
        for item in user_items(db, source, *block, dialect) {
            all.insert(item, Arc::new(examine(&sema, item)));
        }
    }
    all
}

/// The number of the stretch that a block belongs to, if its items share a view: all of a text that is read once, else
/// headers, as far as they stand together.
#[salsa::tracked(returns(copy))]
fn stretch_of(db: &dyn salsa::Database, source: SourceText, block: Block) -> Option<u32> {
    if source.read_once(db) {
        return Some(0);
    }
    let number = source.block_number(db, block)?;
    let main = first_file(db, source).as_deref()?;
    let entry = line_entries(db, source).get(number)?;
    let mut files = block_lines(db, block).files_from().map(|(_, file, _)| file).chain([entry.file()]);
    files.all(|file| file != main).then_some((number / SHARING) as u32)
}

/// Whether a declaration of a block, by its number, is the user's.
pub(crate) fn is_user_item(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    item: u32,
    dialect: Dialect,
) -> bool {
    let headers = block_headers(db, source, block);
    let item =
        outline_index(db, block, item, dialect).map(|index| &block_outline(db, block, dialect).items[index]);
    item.is_some_and(|it| it.kind == ItemKind::Declaration && !headers.contain(usize::from(it.range.start())))
}

/// The numbers of the declarations of a block that are the user's.
pub(crate) fn user_items(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> impl Iterator<Item = u32> {
    let headers = block_headers(db, source, block);
    let items = &block_outline(db, block, dialect).items;
    let own = items.iter().zip(block_item_numbers(db, block, dialect).iter()).filter(|(item, _)| {
        item.kind == ItemKind::Declaration && !headers.contain(usize::from(item.range.start()))
    });
    own.map(|(_, number)| *number)
}
