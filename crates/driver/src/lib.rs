//! One run: options and inputs to outputs.
//!
//! # Architecture invariants
//! * [`options`] is plain data. It knows nothing of argument syntax; the `cli` crate fills it.

pub mod options;
