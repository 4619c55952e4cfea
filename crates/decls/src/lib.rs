//! Declarations, scopes and name lookup.
mod constant;
mod entity;
pub mod layout;
mod literals;
pub mod local;
pub mod lower;
pub mod names;
pub mod queries;
mod redeclaration;
mod representative;
mod resolve;
pub mod scope;
mod spaces;
mod specialization;
mod templates;
mod tree;
pub mod uses;
pub mod written;

pub use representative::{ModuleIdSymbol, module_id_symbol};
pub use tree::{ItemText, item_tree};
