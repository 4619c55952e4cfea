//! What editors ask about a unit, by bytes of its preprocessed text.
//!
//! [`Unit`] is the view that questions are put to. [`hover`] describes a name, [`references`] finds all of its places,
//! [`symbols`] lists declarations, [`tokens`] says what identifiers are, [`hints`] what nobody wrote, [`calls`] what can be
//! called, [`overriders`] what implements a function or class, [`completion`] what could stand at a place, [`kernels`] where kernels are launched and why code is kept.
//!
//! # Architecture invariants
//! * No engine of its own: what names in bodies mean, types and values are those of `asunder_sema`; what it does not know,
//!   and names outside bodies, those of `asunder_decls` (the module `meaning` puts both together). This crate queries and arranges.
//! * Answers are right or absent: what is not known is left out.
//! * Knows nothing of files, columns and protocols; `asunder_lsp` translates.

pub mod calls;
pub mod completion;
mod dependent;
pub mod hints;
pub mod hover;
pub mod kernels;
mod meaning;
pub mod overriders;
pub mod references;
pub mod symbols;
pub mod tokens;
mod unit;

pub use asunder_decls::identifiers::EntityKey;
pub use asunder_decls::occurrences::{Access, Role};
pub use asunder_decls::written::Spaces;
pub use unit::Unit;
