//! A workspace behind a socket or standard input: JSON lines, one request and one answer each
//! (`docs/SERVER.md`).
//!
//! # Architecture invariants
//! * No input ends the server: what cannot be understood gets an error answer and changes nothing.
//! * Client and server are the same user and the same build.
//! * A client never depends on the server: whatever goes wrong, [`client::compile`] says so and the caller
//!   does the work itself.
//! * Knows no argument syntax: who serves gives the function that reads command lines.

mod build_id;
pub mod client;
mod compile;
mod lines;
mod place;
pub mod protocol;
mod serve;
mod session;
mod stream;
mod turns;

pub use serve::{ServeError, Server};
