//! `asunder toolkit`: installs NVIDIA's toolkit from its wheels.

use std::path::PathBuf;
use std::process::ExitCode;

use asunder_driver::options::Release;
use asunder_toolkit::Toolkit;
use asunder_toolkit::install::{self, Progress};

use crate::streams;

/// Which toolkit, and where.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder to install into [default: asunder/toolkit/RELEASE in the user's data folder]
    dir: Option<PathBuf>,
    /// The release: 13.0 to 13.5
    #[arg(long, default_value_t)]
    release: Release,
}

/// Installs the toolkit, unless it is there, and prints its folder.
pub fn run(arguments: &Arguments) -> ExitCode {
    match ensure(arguments) {
        Ok(toolkit) => {
            streams::stdout(format!("{}\n", toolkit.root().display()).as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => {
            streams::stderr(format!("asunder: {error}\n").as_bytes());
            ExitCode::from(2)
        }
    }
}

fn ensure(arguments: &Arguments) -> Result<Toolkit, install::Error> {
    let release = arguments.release;
    let home = match &arguments.dir {
        Some(dir) => std::path::absolute(dir).unwrap_or_else(|_| dir.clone()),
        None => install::default_folder(release)?,
    };
    install::ensure(release, &home, &mut |progress| {
        let line = match progress {
            Progress::Started { megabytes } => format!(
                "installing the toolkit of CUDA {release} from PyPI into {} (about {megabytes} MB to fetch)\n",
                home.display()
            ),
            Progress::Working { elapsed, megabytes } => {
                format!("  {:3} s: {megabytes} MB unpacked\n", elapsed.as_secs())
            }
        };
        streams::stderr(line.as_bytes());
    })
}
