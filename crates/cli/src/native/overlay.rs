//! `asunder overlay`: a CUDA toolkit whose nvcc runs asunder.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use asunder_invocation::release::ToolkitRelease;
use asunder_toolkit::{Toolkit, overlay};

use crate::streams;

/// Where the overlay goes and what it stands on.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder to make; an older overlay there is brought up to date
    dir: PathBuf,
    /// The folder of the toolkit, which has bin/nvcc [default: ASUNDER_TOOLKIT, else that of nvcc on PATH, in
    /// CUDA_HOME, in /usr/local/cuda, or what `asunder toolkit` installed]
    #[arg(long, value_name = "DIR")]
    toolkit: Option<PathBuf>,
    /// Leave out of host files what the host compiler does not need, as ASUNDER_SLICE=host,device does
    #[arg(long)]
    slice_host: bool,
}

/// Units are sliced for both compilers.
const BOTH_HALVES: &str = "host,device";

/// Why there is no overlay.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("cannot find this program itself: {0}")]
    Program(#[source] io::Error),
    #[error(transparent)]
    Toolkit(#[from] asunder_toolkit::Error),
    #[error(transparent)]
    Overlay(#[from] overlay::Error),
}

/// Makes the overlay and prints the path of its nvcc.
pub fn run(arguments: &Arguments) -> ExitCode {
    match make(arguments) {
        Ok(made) => {
            if let Some(warning) = ToolkitRelease::from(made.version).warning() {
                streams::stderr(format!("asunder: warning: {warning}\n").as_bytes());
            }
            streams::stdout(format!("{}\n", made.nvcc.display()).as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => {
            streams::stderr(format!("asunder: {error}\n").as_bytes());
            ExitCode::from(2)
        }
    }
}

fn make(arguments: &Arguments) -> Result<overlay::Overlay, Error> {
    let toolkit = match &arguments.toolkit {
        Some(root) => Toolkit::of_nvcc(&root.join("bin").join("nvcc"))?,
        None => Toolkit::find()?,
    };
    let program = std::env::current_exe().map_err(Error::Program)?;
    let slices = arguments.slice_host.then_some(BOTH_HALVES);
    Ok(overlay::make(&toolkit, &program, &arguments.dir, slices)?)
}
