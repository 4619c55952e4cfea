//! Queries on single items.

use std::sync::Arc;

use asunder_source::Block;
use asunder_syntax::Dialect;

use crate::layout::item_text;
use crate::lower::{ItemPositions, lower_item};
use crate::tree::{ItemText, item_tree};
use crate::written::ItemDecls;

/// The declarations of an item and where they stand. Never compared: the item is its text.
#[salsa::tracked(returns(ref), no_eq)]
fn lowered_item<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> (Arc<ItemDecls>, ItemPositions) {
    let (decls, positions) = lower_item(&item_tree(db, item).syntax(), item.dialect(db));
    (Arc::new(decls), positions)
}

/// The declarations of an item.
pub fn item_decls<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> &'db Arc<ItemDecls> {
    &lowered_item(db, item).0
}

/// The declarations of the item of a block with this number. An edit in a function
/// body makes another text of the item but equal declarations, and so stops here.
#[salsa::tracked(returns(ref))]
pub fn placed_decls(db: &dyn salsa::Database, block: Block, number: u32, dialect: Dialect) -> Arc<ItemDecls> {
    item_decls(db, item_text(db, block, number, dialect)).clone()
}

/// Where the declarations of an item stand.
pub fn item_positions<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> &'db ItemPositions {
    &lowered_item(db, item).1
}
