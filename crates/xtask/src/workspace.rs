//! Places in the checkout and the builds that chores need.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use asunder_syntax::Release;
pub use asunder_toolkit::files::replace_link;
use asunder_toolkit::overlay;

/// The root of the checkout.
pub fn root() -> &'static Path {
    // Two levels up from `crates/xtask`, fixed when the chores are built in the checkout they serve.
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/xtask lies two levels down")
}

/// Where cargo puts what it builds; chores keep their caches below it.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// A `cargo` command in the root of the checkout.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// How `asunder` is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// With optimisations: what the checks run.
    Optimized,
    /// As it is installed and measured: optimised as a whole, which takes minutes.
    Installed,
}

impl Build {
    /// The cargo profile, which is also the name of its folder.
    fn profile(self) -> &'static str {
        match self {
            Build::Optimized => "release",
            Build::Installed => "dist",
        }
    }
}

/// Builds the `asunder` binary and gives its path.
pub fn build_asunder(build: Build) -> Result<PathBuf> {
    let profile = build.profile();
    let status = cargo()
        .args(["build", "--quiet", "--profile", profile, "--package", "asunder"])
        .status()
        .context("cannot run cargo")?;
    if !status.success() {
        bail!("building the asunder binary failed");
    }
    Ok(target().join(profile).join("asunder"))
}

/// Makes `link` the command `cudafe++` of a release, standing for `program`, in a directory of its own below the
/// target directory: asunder takes its role from the name it is called by, and the release from a file there.
pub fn as_cudafe(program: &Path, release: Release) -> Result<PathBuf> {
    let dir = target().join("as-cudafe").join(release.to_string());
    let bin = dir.join("bin");
    std::fs::create_dir_all(&bin).with_context(|| format!("cannot create {}", bin.display()))?;
    std::fs::write(dir.join(overlay::RELEASE_NOTE), format!("{release}\n"))?;
    let link = bin.join("cudafe++");
    replace_link(program, &link)?;
    Ok(link)
}

/// A program of the machine, on `PATH` or in `target/tools/bin`, where `.ci/run` installs those that are missing.
pub fn tool(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(target().join("tools/bin")).chain(std::env::split_paths(&path));
    folders.map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// The `.cu` files of `examples/`, sorted by name.
pub fn examples() -> Result<Vec<PathBuf>> {
    let dir = root().join("examples");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&dir)
        .with_context(|| format!("cannot read {}", dir.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "cu"))
        .collect();
    files.sort();
    Ok(files)
}
