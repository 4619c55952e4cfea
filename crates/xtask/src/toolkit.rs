//! The reference toolkit: NVIDIA's nvcc, cudafe++, cicc, ptxas and headers from PyPI wheels.
//!
//! The wheels are named with version and checksum in `toolkit-requirements.txt`; pip checks both. They
//! go into the git-ignored folder `toolkit/` of the checkout. `ASUNDER_TOOLKIT` names an existing
//! toolkit (the folder that has `bin/nvcc`) to use instead.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::workspace;

const REQUIREMENTS: &str = include_str!("../toolkit-requirements.txt");
/// Environment variable naming a toolkit to use instead of the installed one.
const OVERRIDE: &str = "ASUNDER_TOOLKIT";

/// A usable CUDA 13.0 toolkit.
#[derive(Debug, Clone)]
pub struct Toolkit {
    root: PathBuf,
}

impl Toolkit {
    /// The toolkit at `root`, if the programs that chores run are there.
    fn at(root: PathBuf) -> Result<Self> {
        for program in ["bin/nvcc", "bin/cudafe++", "nvvm/bin/cicc", "bin/ptxas", "bin/fatbinary"] {
            ensure!(
                root.join(program).is_file(),
                "{} is not a CUDA 13 toolkit: it has no {program}",
                root.display()
            );
        }
        Ok(Self { root })
    }

    /// The folder that holds `bin`, `include` and `nvvm`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// NVIDIA's own host front end.
    pub fn cudafe(&self) -> PathBuf {
        self.root.join("bin").join("cudafe++")
    }

    /// The compiler driver.
    pub fn nvcc(&self) -> PathBuf {
        self.root.join("bin").join("nvcc")
    }
}

/// The toolkit, installed first when it is not there yet.
pub fn ensure() -> Result<Toolkit> {
    if let Some(root) = std::env::var_os(OVERRIDE) {
        return Toolkit::at(std::path::absolute(root)?).with_context(|| format!("{OVERRIDE} is set"));
    }
    let home = workspace::root().join("toolkit");
    let stamp = home.join("installed.txt");
    std::fs::create_dir_all(&home).with_context(|| format!("cannot create {}", home.display()))?;
    // Two chores started together install once.
    let lock = File::create(home.join("lock"))?;
    lock.lock().context("cannot lock the toolkit folder")?;
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == REQUIREMENTS) {
        return Toolkit::at(home.join("nvidia/cu13"));
    }
    eprintln!("installing the reference toolkit from PyPI into {} (about 150 MB) ...", home.display());
    install(&home)?;
    let toolkit = Toolkit::at(home.join("nvidia/cu13"))?;
    check_version(&toolkit)?;
    std::fs::write(&stamp, REQUIREMENTS)?;
    Ok(toolkit)
}

/// Installs the wheels below `home`; a broken attempt leaves nothing in the place of the old state.
fn install(home: &Path) -> Result<()> {
    let fresh = tempfile::Builder::new().prefix("install-").tempdir_in(home)?;
    let requirements = fresh.path().join("requirements.txt");
    std::fs::write(&requirements, REQUIREMENTS)?;
    let tree = fresh.path().join("tree");
    let status = pip(fresh.path())?
        .args(["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"])
        .args(["--require-hashes", "--target"])
        .arg(&tree)
        .arg("--requirement")
        .arg(&requirements)
        // The target folder is ours alone; who runs pip does not matter.
        .env("PIP_ROOT_USER_ACTION", "ignore")
        .status()
        .context("cannot run pip")?;
    if !status.success() {
        bail!(
            "pip could not install the reference toolkit. It needs Linux x86-64 and either a connection to PyPI or a \
             mirror that pip is configured for. To use a toolkit that is already on this machine, set \
             {OVERRIDE} to the folder that has bin/nvcc."
        );
    }
    let place = home.join("nvidia");
    if place.exists() {
        std::fs::remove_dir_all(&place)?;
    }
    std::fs::rename(tree.join("nvidia"), &place)?;
    Ok(())
}

/// pip of the Python on the PATH, or of a virtual environment below `scratch` where that Python has none.
fn pip(scratch: &Path) -> Result<Command> {
    let works =
        |command: &mut Command| command.arg("--version").output().is_ok_and(|output| output.status.success());
    if !works(&mut Command::new("python3")) {
        bail!("python3 is needed to install the reference toolkit, and is not there; or set {OVERRIDE}");
    }
    if works(Command::new("python3").args(["-m", "pip"])) {
        let mut command = Command::new("python3");
        command.args(["-m", "pip"]);
        return Ok(command);
    }
    let environment = scratch.join("venv");
    let made = Command::new("python3").args(["-m", "venv"]).arg(&environment).output()?;
    ensure!(
        made.status.success(),
        "python3 has neither pip nor a working venv module; install one (Debian: python3-pip or python3-venv), \
         or set {OVERRIDE}"
    );
    Ok(Command::new(environment.join("bin/pip")))
}

/// Asks the front end itself for its version.
fn check_version(toolkit: &Toolkit) -> Result<()> {
    let output = Command::new(toolkit.nvcc()).arg("--version").output().context("cannot run nvcc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    ensure!(text.contains("V13.0.88"), "the installed nvcc is not 13.0.88: {text}");
    Ok(())
}
