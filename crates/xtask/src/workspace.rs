//! Places in the checkout and the builds that chores need.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use asunder_syntax::Release;
pub use asunder_toolkit::files::replace_link;
use asunder_toolkit::overlay;
use xtask_launch::Build;
pub use xtask_launch::{cargo, root, target};

/// Builds the `asunder` binary in the profile of the running chore and gives its path.
pub fn build_asunder() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    let profile = own.parent().and_then(Path::file_name).context("the chores lie in no folder")?;
    let build = [Build::Checked, Build::Optimized].into_iter().find(|build| profile == build.profile());
    built(build.with_context(|| format!("no profile is named {}", profile.display()))?)
}

/// Builds the `asunder` binary as it is installed and measured, and gives its path.
pub fn build_installed_asunder() -> Result<PathBuf> {
    built(Build::Installed)
}

fn built(build: Build) -> Result<PathBuf> {
    let folder = xtask_launch::build(build).context("cannot run cargo")?;
    Ok(folder.context("building asunder failed")?.join("asunder"))
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

/// The packages of the workspace that are not published.
pub fn unpublished() -> Result<Vec<String>> {
    let output = cargo().args(["metadata", "--no-deps", "--offline", "--format-version=1"]).output()?;
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).context("cargo gives no metadata")?;
    let packages = metadata["packages"].as_array().context("cargo names no packages")?;
    let unpublished =
        packages.iter().filter(|package| package["publish"].as_array().is_some_and(Vec::is_empty));
    Ok(unpublished.filter_map(|package| Some(package["name"].as_str()?.to_owned())).collect())
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
