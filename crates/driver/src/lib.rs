//! One run: options and inputs to outputs.
//!
//! # Architecture invariants
//! * [`options`] is plain data. It knows nothing of argument syntax; the `cli` crate fills it.

mod database;
pub mod options;
mod run;
mod unique;

pub use database::Database;
pub use run::{HostOutput, MAX_INPUT_BYTES, RunError, run_host_pass};
