//! Diagnostics that need only tokens: control pragmas, directives that survived the preprocessor, wrong
//! literals, stray characters.
//!
//! # Architecture invariants
//! * What a block's tokens show is a query per block; a unit only strings these together.
//! * Looks at the tokens that the outline marked as suspects, never at the whole text.
//! * Knows neither severities nor rendering: a finding is a message and an offset.
//! * Speaks only of what is wrong whatever the rest of the program says. Text under a conditional
//!   directive is passed over in silence, as its condition is not evaluated.

mod block;
mod directive;
mod literal;
mod number;
mod pragma;
mod suffix;
mod unit;

pub use block::IGNORED_TILE_ATTRIBUTE;
pub use unit::{Finding, Findings, findings};
