//! `cargo xtask`: builds asunder and the chores, and runs the chore that the words name.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use xtask_launch::{Build, build};

/// The chores that do not need a fast asunder.
const CHECKS: [&str; 1] = ["test"];

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let is_check = words.first().is_some_and(|chore| CHECKS.iter().any(|it| chore == it));
    let kind = if is_check { Build::Checked } else { Build::Optimized };
    eprintln!(
        "==> build (profile {}; minutes on the first run, with an empty cargo home downloads too)",
        kind.profile()
    );
    let folder = match build(kind) {
        Ok(Some(folder)) => folder,
        Ok(None) => return ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: cannot run cargo: {error}");
            return ExitCode::FAILURE;
        }
    };
    match Command::new(folder.join("xtask")).args(words).status() {
        Ok(status) => {
            status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from)
        }
        Err(error) => {
            eprintln!("error: cannot run the chores: {error}");
            ExitCode::FAILURE
        }
    }
}
