//! The chore `project`: CMake projects built with an overlay, beside the reference.

mod others;
mod own;

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Output};

use anyhow::{Context, Result, bail};

use crate::{toolkit, workspace};
pub use own::check;

/// Options of `cargo xtask project`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    toolkit: toolkit::Options,
    /// Folders of CMake projects, whose CUDA objects are compared [default: the checkout's own project, which is
    /// changed and linked too]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    wishes: others::Wishes,
}

/// The chore `project`.
pub fn run(options: &Options) -> Result<ExitCode> {
    let asunder = workspace::build_asunder()?;
    let toolkit = toolkit::ensure(options.toolkit)?;
    let good = match options.folders.is_empty() {
        true => check(&toolkit, &asunder)?,
        false => {
            others::check(&toolkit, options.toolkit.release, &asunder, &options.folders, &options.wishes)?
        }
    };
    Ok(crate::verdict(good))
}

/// A word of CMake's command line that defines a variable.
fn definition(name: &str, value: &OsStr) -> OsString {
    let mut word = OsString::from(format!("-D{name}="));
    word.push(value);
    word
}

/// Runs a command; its output, or what it printed as an error.
fn output(command: &mut Command) -> Result<Output> {
    let output = command
        .env_remove("NVCC_PREPEND_FLAGS")
        .env_remove("NVCC_APPEND_FLAGS")
        .output()
        .with_context(|| format!("cannot run {}", command.get_program().display()))?;
    if !output.status.success() {
        let printed = [&output.stdout[..], &output.stderr].concat();
        bail!("{} failed: {}", command.get_program().display(), String::from_utf8_lossy(&printed).trim());
    }
    Ok(output)
}
