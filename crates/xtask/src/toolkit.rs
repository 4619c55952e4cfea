//! The reference toolkit: NVIDIA's nvcc, cudafe++, cicc, ptxas and headers from PyPI wheels.
//!
//! The wheels of each release are named with version and checksum in `toolkits/`; pip checks both. They
//! go into the git-ignored folder `toolkit/` of the checkout, those of 13.0 into itself and those of another release
//! into a folder of its name. `ASUNDER_TOOLKIT` names an existing toolkit (the folder that has `bin/nvcc`) to use
//! instead of every release's.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use asunder_syntax::Release;

use crate::workspace;

/// The wheels of each release and the version that its nvcc names.
const RELEASES: [(Release, &str, &str); 6] = [
    (Release::V13_0, "13.0.88", include_str!("../toolkits/13.0.txt")),
    (Release::V13_1, "13.1.115", include_str!("../toolkits/13.1.txt")),
    (Release::V13_2, "13.2.86", include_str!("../toolkits/13.2.txt")),
    (Release::V13_3, "13.3.73", include_str!("../toolkits/13.3.txt")),
    (Release::V13_4, "13.4.92", include_str!("../toolkits/13.4.txt")),
    (Release::V13_5, "13.5.37", include_str!("../toolkits/13.5.txt")),
];
/// Environment variable naming a toolkit to use instead of the installed one.
const OVERRIDE: &str = "ASUNDER_TOOLKIT";

/// Which release's toolkit a chore runs.
#[derive(clap::Args, Debug, Clone, Copy, Default)]
pub struct Options {
    /// The release of the reference toolkit: 13.0 to 13.5
    #[arg(long, default_value_t)]
    pub release: Release,
}

/// A usable CUDA 13 toolkit.
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

    /// The version that nvcc names, such as `13.0.88`.
    pub fn version(&self) -> Result<String> {
        let output = Command::new(self.nvcc()).arg("--version").output().context("cannot run nvcc")?;
        let text = String::from_utf8_lossy(&output.stdout);
        let word =
            text.split_whitespace().find_map(|word| word.strip_prefix('V').filter(|it| it.starts_with("1")));
        Ok(word.with_context(|| format!("nvcc names no version: {text}"))?.to_owned())
    }

    /// The compiler driver.
    pub fn nvcc(&self) -> PathBuf {
        self.root.join("bin").join("nvcc")
    }
}

/// The toolkit of a release, installed first when it is not there yet.
pub fn ensure(options: Options) -> Result<Toolkit> {
    if let Some(root) = std::env::var_os(OVERRIDE) {
        return Toolkit::at(std::path::absolute(root)?).with_context(|| format!("{OVERRIDE} is set"));
    }
    let (release, version, requirements) = RELEASES[options.release as usize];
    let mut home = workspace::root().join("toolkit");
    if release != Release::default() {
        home.push(release.to_string());
    }
    let stamp = home.join("installed.txt");
    std::fs::create_dir_all(&home).with_context(|| format!("cannot create {}", home.display()))?;
    // Two chores started together install once.
    let lock = File::create(home.join("lock"))?;
    lock.lock().context("cannot lock the toolkit folder")?;
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == requirements) {
        return Toolkit::at(home.join("nvidia/cu13"));
    }
    eprintln!(
        "installing the toolkit of CUDA {release} from PyPI into {} (about 150 MB) ...",
        home.display()
    );
    install(&home, requirements)?;
    let toolkit = Toolkit::at(home.join("nvidia/cu13"))?;
    let installed = toolkit.version()?;
    ensure!(installed == version, "the installed nvcc is {installed}, not {version}");
    std::fs::write(&stamp, requirements)?;
    Ok(toolkit)
}

/// Installs the wheels below `home`; a broken attempt leaves nothing in the place of the old state.
fn install(home: &Path, wheels: &str) -> Result<()> {
    let fresh = tempfile::Builder::new().prefix("install-").tempdir_in(home)?;
    let requirements = fresh.path().join("requirements.txt");
    std::fs::write(&requirements, wheels)?;
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
