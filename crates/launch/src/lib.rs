//! Progress of work that takes minutes, and the builds that the chores share.
//!
//! # Architecture invariants
//! * No dependencies, for `cargo xtask` builds this crate first and prints nothing before.
//! * Every build of asunder and of the chores goes through [`build`]: the same packages each time, so that cargo gives
//!   shared dependencies the same features and builds them once.

mod heartbeat;

use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub use heartbeat::Heartbeat;

/// The packages that are built together.
const PACKAGES: [&str; 2] = ["asunder", "xtask"];

/// How asunder and the chores are built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// As the tests are: quick to build, with assertions.
    Checked,
    /// With optimisations.
    Optimized,
    /// As it is installed and measured: optimised as a whole, which takes minutes. The chores are not built.
    Installed,
}

impl Build {
    /// The cargo profile, which is also the name of its folder.
    pub fn profile(self) -> &'static str {
        match self {
            Build::Checked => "checks",
            Build::Optimized => "release",
            Build::Installed => "dist",
        }
    }
}

/// The root of the checkout.
pub fn root() -> &'static Path {
    // Two levels up from `crates/launch`, fixed when this is built in the checkout it serves.
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/launch lies two levels down")
}

/// Where cargo puts what it builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// A `cargo` command in the root of the checkout.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Builds the programs; gives the folder they are in, or nothing if cargo failed, which has then said why.
///
/// # Errors
/// When cargo cannot be run.
pub fn build(build: Build) -> io::Result<Option<PathBuf>> {
    let mut command = cargo();
    command.args(["build", "--profile", build.profile()]);
    let packages = if build == Build::Installed { &PACKAGES[..1] } else { &PACKAGES };
    for package in packages {
        command.args(["--package", package]);
    }
    let built = run_with_progress(command, "building asunder")?;
    Ok(built.then(|| target().join(build.profile())))
}

/// Runs a cargo command that compiles; whether it succeeded. On a terminal cargo shows its own progress; elsewhere
/// what it compiles is counted, and everything else that it prints is passed on.
///
/// # Errors
/// When the command cannot be run.
pub fn run_with_progress(mut command: Command, what: &str) -> io::Result<bool> {
    if io::stderr().is_terminal() {
        return Ok(command.status()?.success());
    }
    let mut child = command.env("CARGO_TERM_COLOR", "never").stderr(Stdio::piped()).spawn()?;
    let heartbeat = Heartbeat::start(what);
    let mut compiled = 0;
    for line in BufReader::new(child.stderr.take().expect("it is piped")).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        match line.trim_start().split_once(' ') {
            Some(("Compiling" | "Checking" | "Documenting", package)) => {
                compiled += 1;
                let package = package.split(' ').next().unwrap_or_default();
                heartbeat.note(format!("{compiled} packages so far, the last is {package}"));
            }
            Some(("Downloading" | "Downloaded" | "Updating" | "Locking", _)) => {
                heartbeat.note(line.trim().to_owned());
            }
            Some(("Finished" | "Running" | "Executable" | "Generated" | "Blocking" | "Fresh", _)) => {}
            _ => eprintln!("{line}"),
        }
    }
    Ok(child.wait()?.success())
}
