//! The syntax tree of an item.

#![allow(missing_docs, reason = "salsa generates constructors and getters without documentation")]

use asunder_parser::Parse;
use asunder_syntax::Dialect;

/// The text of an item and the dialect that it is read in: its identity. Equal items anywhere share everything that
/// follows from their text.
#[salsa::interned(debug)]
pub struct ItemText<'db> {
    /// From the item's first to its last significant token.
    #[returns(deref)]
    pub text: Box<str>,
    #[returns(copy)]
    pub dialect: Dialect,
}

/// The tree of an item.
#[salsa::tracked(returns(ref))]
pub fn item_tree<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> Parse {
    asunder_parser::parse_item(item.text(db), item.dialect(db))
}
