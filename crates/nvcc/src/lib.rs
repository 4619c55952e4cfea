//! nvcc's plan of a compile command: which commands preprocess a source for both passes, and the exact words of the
//! front ends.
//!
//! nvcc itself says what it would run (`--dryrun`); a [`Planner`] says the same of most commands without it. A [`Command`] is a compile command of nvcc, given or read from a
//! list of compile commands ([`list::read`]); its [`Plan`] is what nvcc prints, by the role of each step; a [`Unit`] is
//! the part of a plan that belongs to one source, which [`Units`] keep. Its preprocessing steps are carried out by asunder's own preprocessor
//! where it understands them ([`host::Preprocessor`]), else by the host compiler.
//!
//! # Architecture invariants
//! * The only place that knows how nvcc is queried and understood; where it is, `asunder_toolkit` knows.
//! * Knows nothing of the options of the front end: words are words here.
//! * Runs nvcc (which runs nothing in a dry run) and host compilers, and writes nothing but files that keep what host
//!   compilers say about themselves.

mod assumed;
mod command;
pub mod host;
pub mod list;
mod options_files;
mod plan;
mod planner;
mod unit;
mod units;

pub use assumed::{Headers, find_headers};
pub use command::{Command, Error};
pub use plan::{Plan, Step, Tool};
pub use planner::Planner;
pub use unit::{DevicePass, HostPass, Preprocessed, Unit};
pub use units::Units;
