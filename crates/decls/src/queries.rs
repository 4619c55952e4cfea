//! Queries on the text of single items.

use asunder_syntax::Dialect;

use crate::lower::{ItemPositions, lower};
use crate::tree::{ItemText, item_tree};
use crate::written::ItemDecls;

/// The declarations of an item.
#[salsa::tracked(returns(ref))]
pub fn item_decls<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>, dialect: Dialect) -> ItemDecls {
    lower(&item_tree(db, item, dialect).syntax()).0
}

/// Where the declarations of an item stand.
#[salsa::tracked(returns(ref))]
pub fn item_positions<'db>(
    db: &'db dyn salsa::Database,
    item: ItemText<'db>,
    dialect: Dialect,
) -> ItemPositions {
    lower(&item_tree(db, item, dialect).syntax()).1
}
