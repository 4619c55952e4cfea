//! The `asunder` command, and the command lines of `cudafe++`, `cicc` and the host compiler under those names.
//!
//! # Architecture invariants
//! * This crate is the only one that reads the command line, the environment and files, or writes
//!   to streams.
//! * `asunder_invocation` turns words into options and does nothing else; [`dropin`] does what they say.

mod cicc;
mod dropin;
mod files;
mod host_compiler;
mod logging;
mod native;
mod preprocessor;
mod process;
mod slicing;
mod streams;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

/// Serves all allocations of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The name under which the reference's command line is taken.
const DROP_IN_NAME: &str = "cudafe++";

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let program = words.next().unwrap_or_default();
    let words: Vec<OsString> = words.collect();
    match Path::new(&program).file_name().and_then(OsStr::to_str) {
        Some(DROP_IN_NAME) => return dropin::main(&program, &words),
        Some(cicc::NAME) => return cicc::main(&program, &words),
        Some(name) if host_compiler::NAMES.contains(&name) => return host_compiler::main(name, &words),
        _ => {}
    }
    match words.split_first() {
        Some((first, rest)) if first == DROP_IN_NAME => dropin::main(&program, rest),
        _ => native::main(),
    }
}
