//! Declarations, scopes and name lookup.
//! wip
mod literals;
pub mod lower;
mod tree;
pub mod written;

pub use tree::{ItemText, item_tree};
