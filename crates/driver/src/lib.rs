//! One run: options and inputs to outputs.
//!
//! # Architecture invariants
//! * [`options`] is plain data. It knows nothing of argument syntax; the `cli` crate fills it.

mod braces;
mod check;
mod database;
mod diff;
mod meaning;
mod navigate;
pub mod options;
mod places;
mod rules;
mod run;
mod settings;
mod syntax;
mod undeclared;
mod unique;
pub mod view;
pub mod workspace;

pub use asunder_cuda::reach;
pub use asunder_cuda::settings::{NoPass, Pass};
pub use asunder_hostgen::unit::{Fingerprint, HostRope};
pub use asunder_source::encode;
pub use asunder_spelling::OpenTexts;
pub use check::{Report, check};
pub use database::Database;
pub use navigate::{Declared, Location, Meaning, Symbol};
pub use places::Places;
pub use run::{
    Halves, HostOutput, MAX_INPUT_BYTES, RunError, back_end_place, check_unit, cross_references,
    run_host_pass, run_last_host_pass,
};
pub use settings::{Caller, dialect, is_module_id};
