//! The demonstration: the examples built by nvcc with asunder inside, their objects compared.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use asunder_syntax::Release;
use asunder_toolkit::overlay;

use crate::table::table;
use crate::{dropin, toolkit, workspace};

/// Options of `cargo xtask demo`.
#[derive(clap::Args)]
pub struct Options {
    /// The release of the toolkit, 13.0 to 13.5 [default: the oldest and the newest]
    #[arg(long)]
    release: Option<Release>,
}

/// The chore `demo`.
pub fn run(options: &Options) -> Result<ExitCode> {
    let both = [Release::default(), Release::NEWEST];
    let releases = options.release.as_ref().map_or(&both[..], std::slice::from_ref);
    let asunder = workspace::build_asunder(workspace::Build::Optimized)?;
    let mut good = true;
    for &release in releases {
        good &= of_release(release, &asunder)?;
    }
    Ok(crate::verdict(good))
}

/// Builds the examples with the toolkit of a release; whether all objects are equal.
fn of_release(release: Release, asunder: &Path) -> Result<bool> {
    let toolkit = toolkit::ensure(toolkit::Options { release })?;
    let folder = workspace::target().join("demo").join(release.to_string());
    let with_asunder = overlay::make(&toolkit, asunder, &folder.join("cuda"))?.nvcc;
    println!("nvcc {release} with asunder inside: {}\n", with_asunder.display());
    let mut table = table(&["example", "nvcc with asunder", "object against the reference's"]);
    let mut good = true;
    for example in workspace::examples()? {
        let name = example.file_name().context("an example without a name")?.to_string_lossy().into_owned();
        let built = build(&with_asunder, &example, &folder.join("asunder"));
        let reference = build(&toolkit.nvcc(), &example, &folder.join("reference"))
            .with_context(|| format!("the reference does not build {name}"))?;
        let (built, compared) = match built {
            Ok(object) => ("built".to_owned(), dropin::compare_built(&reference, &object)?),
            Err(error) => (format!("failed: {error}"), Err("nothing to compare".to_owned())),
        };
        good &= compared.is_ok();
        let compared = compared
            .map_or_else(|difference| format!("DIFFERENT: {difference}"), |level| format!("equal ({level})"));
        table.add_row(vec![name, built, compared]);
    }
    println!("{table}");
    Ok(good)
}

/// Builds `example` in `dir` and gives the object. Intermediate files are kept there: their names, which
/// land in the object, would otherwise hold the process id.
fn build(nvcc: &Path, example: &Path, dir: &Path) -> Result<PathBuf> {
    std::fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
    let object = dir.join(example.file_name().context("an example without a name")?).with_extension("o");
    let output = Command::new(nvcc)
        .args(["-std=c++17", "--keep", "-c"])
        .arg(example)
        .arg("-o")
        .arg(&object)
        .env_remove("NVCC_PREPEND_FLAGS")
        .env_remove("NVCC_APPEND_FLAGS")
        .current_dir(dir)
        .output()
        .context("cannot run nvcc")?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    Ok(object)
}
