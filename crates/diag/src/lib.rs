//! Diagnostic catalogue, control and rendering.
//!
//! # Architecture invariants
//! * A diagnostic is a value: its number, arguments and positions. How it was found, and how it
//!   will look, is not part of it.
//! * Severity is computed from the number, the pass, the command line and the pragmas at a
//!   position, so a changed option or pragma never repeats an analysis.
//! * Rendering is a pure function over values; nothing here writes to a stream.
//! * Numbers inside the program are *internal* numbers; only [`catalogue`] knows the displayed
//!   ones.

pub mod catalogue;
pub mod control;
pub mod diagnostic;
pub mod explanation;
pub mod listing;
pub mod pretty;
pub mod record;
pub mod report;
pub mod sarif;
pub mod severity;
pub mod summary;
pub mod text;
