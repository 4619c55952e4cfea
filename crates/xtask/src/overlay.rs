//! An overlay: a CUDA toolkit made of links, whose `bin/cudafe++` is another program.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use crate::toolkit::{self, Toolkit};
use crate::workspace;

/// The file of an overlay that names the toolkit's version.
pub const RELEASE_NOTE: &str = "asunder-release";

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
        None => workspace::build_asunder(workspace::Build::Installed)?,
    };
    let nvcc = make(&toolkit, &candidate, &options.dir)?;
    println!("{}", nvcc.display());
    Ok(ExitCode::SUCCESS)
}

/// Makes the overlay `dir` with `candidate` as cudafe++; gives the path of its nvcc.
///
/// nvcc finds its tools beside its own file, so it and its profile are copied; everything else is linked.
pub fn make(toolkit: &Toolkit, candidate: &Path, dir: &Path) -> Result<PathBuf> {
    let dir = crate::absolute(dir)?;
    let candidate = crate::absolute(candidate)?;
    ensure!(candidate.is_file(), "there is no program {}", candidate.display());
    let bin = dir.join("bin");
    std::fs::create_dir_all(&bin).with_context(|| format!("cannot create {}", bin.display()))?;
    for entry in std::fs::read_dir(toolkit.root())? {
        let entry = entry?;
        if entry.file_name() != "bin" {
            workspace::replace_link(&entry.path(), &dir.join(entry.file_name()))?;
        }
    }
    for entry in std::fs::read_dir(toolkit.root().join("bin"))? {
        let (name, path) = {
            let entry = entry?;
            (entry.file_name(), entry.path())
        };
        let place = bin.join(&name);
        match name.to_string_lossy().as_ref() {
            "cudafe++" => workspace::replace_link(&candidate, &place)?,
            "nvcc" | "nvcc.profile" => copy_if_other(&path, &place)?,
            _ => workspace::replace_link(&path, &place)?,
        }
    }
    // asunder reads from it which release it stands in.
    std::fs::write(dir.join(RELEASE_NOTE), toolkit.version()? + "\n")?;
    Ok(bin.join("nvcc"))
}

/// Copies `from` to `to` unless `to` already has its size and is not older.
fn copy_if_other(from: &Path, to: &Path) -> Result<()> {
    let source = from.metadata()?;
    if let Ok(there) = to.symlink_metadata()
        && there.is_file()
        && there.len() == source.len()
        && there.modified()? >= source.modified()?
    {
        return Ok(());
    }
    std::fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}
