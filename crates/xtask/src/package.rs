//! The chore `package`: the archive of a release.
//!
//! `target/package/asunder-VERSION-TARGET.tar.gz` holds the program, shell completions, pages of the manual, the C
//! library with its header, licences and what changed.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use xtask_launch::Build;

use crate::workspace;

/// The shells whose completions are packaged, with the names that they look for.
const COMPLETIONS: [(&str, &str); 3] =
    [("bash", "bash/asunder"), ("zsh", "zsh/_asunder"), ("fish", "fish/asunder.fish")];
/// Files of the checkout.
const TEXTS: [&str; 5] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "docs/GUIDE.md"];
/// What the C library is built as.
const LIBRARIES: [&str; 2] = ["libasunder_capi.a", "libasunder_capi.so"];

/// The chore `package`.
pub fn run() -> Result<ExitCode> {
    let asunder = workspace::build_installed_asunder()?;
    let profile = Build::Installed.profile();
    let mut library = workspace::cargo();
    library.args(["build", "--locked", "--profile", profile, "--package", "asunder-capi"]);
    ensure!(xtask_launch::run_with_progress(library, "the C library")?, "building the C library failed");

    let name = format!("asunder-{}-{}-unknown-linux-gnu", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH);
    let place = workspace::target().join("package");
    let folder = place.join(&name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    copy(&asunder, &folder.join("bin/asunder"))?;
    for (shell, file) in COMPLETIONS {
        write(&folder.join("completions").join(file), &printed(&asunder, &["completions", shell])?)?;
    }
    let manual = folder.join("man/man1");
    let manual = manual.to_str().context("the checkout's name is not UTF-8")?;
    printed(&asunder, &["man", "--out", manual])?;
    for text in TEXTS {
        copy(&workspace::root().join(text), &folder.join(text))?;
    }
    for file in LIBRARIES {
        copy(&workspace::target().join(profile).join(file), &folder.join("lib").join(file))?;
    }
    copy(&workspace::root().join("crates/capi/include/asunder.h"), &folder.join("include/asunder.h"))?;

    let archive = place.join(format!("{name}.tar.gz"));
    let status = Command::new("tar").arg("-C").arg(&place).arg("-czf").arg(&archive).arg(&name).status();
    ensure!(status.context("cannot run tar")?.success(), "tar failed");
    println!("{}", archive.display());
    Ok(ExitCode::SUCCESS)
}

/// What asunder prints about itself.
fn printed(asunder: &Path, words: &[&str]) -> Result<Vec<u8>> {
    let output = Command::new(asunder).args(words).output().context("cannot run asunder")?;
    ensure!(output.status.success(), "asunder {} failed", words.join(" "));
    Ok(output.stdout)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    make_folder_of(to)?;
    std::fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

fn write(to: &Path, bytes: &[u8]) -> Result<()> {
    make_folder_of(to)?;
    std::fs::write(to, bytes).with_context(|| format!("cannot write {}", to.display()))
}

fn make_folder_of(file: &Path) -> Result<()> {
    let folder: PathBuf = file.parent().context("a file lies in a folder")?.to_owned();
    Ok(std::fs::create_dir_all(folder)?)
}
