//! Declarations, scopes and name lookup.

mod tree;

pub use tree::{ItemText, item_tree};
