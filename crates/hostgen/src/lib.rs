//! The host half of a unit: text edits, host file, registration and module id.
//!
//! # Architecture invariants
//! * Host text is the unit's own text with small edits; nothing that is not a CUDA construct changes.
//! * What is made for an item depends on the item's text and on an explicit context, never on its position.

pub mod context;
pub mod edit;
mod emit;
pub mod frame;
pub mod lambda;
pub mod options;
mod references;
mod strip;
pub mod unit;

pub use emit::edits;
