//! Queries on the text of single items.

use asunder_syntax::{Dialect, SyntaxNode};

use crate::lower::{ItemPositions, lower};
use crate::written::ItemDecls;

/// The text of an item. Equal texts are one key, wherever they stand.
#[salsa::interned]
pub struct ItemText<'db> {
    /// The text.
    #[returns(deref)]
    pub text: Box<str>,
    /// What it is written in.
    pub dialect: Dialect,
}

/// The root of the tree of an item.
pub fn item_tree(db: &dyn salsa::Database, item: ItemText<'_>) -> SyntaxNode {
    asunder_parser::parse_item(item.text(db), item.dialect(db)).syntax()
}

/// The declarations of an item.
#[salsa::tracked(returns(ref))]
pub fn item_decls<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> ItemDecls {
    lower(&item_tree(db, item)).0
}

/// Where the declarations of an item stand.
#[salsa::tracked(returns(ref))]
pub fn item_positions<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> ItemPositions {
    lower(&item_tree(db, item)).1
}
