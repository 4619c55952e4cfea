//! The chore `overlay`: an overlay with the asunder of this checkout.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use asunder_toolkit::overlay;

use crate::toolkit;
use crate::workspace;

/// Options of `cargo xtask overlay`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    toolkit: toolkit::Options,
    /// The folder to make; an older overlay there is brought up to date.
    dir: PathBuf,
    /// Stands in for cudafe++ [default: the asunder of this checkout, built now].
    #[arg(long, value_name = "PATH")]
    cudafe: Option<PathBuf>,
}

/// The chore `overlay`.
pub fn run(options: &Options) -> Result<ExitCode> {
    let toolkit = toolkit::ensure(options.toolkit)?;
    let candidate = match &options.cudafe {
        Some(path) => path.clone(),
        None => workspace::build_installed_asunder()?,
    };
    println!("{}", overlay::make(&toolkit, &candidate, &options.dir, None)?.nvcc.display());
    Ok(ExitCode::SUCCESS)
}
