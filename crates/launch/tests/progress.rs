//! What is seen of a build that takes long, with a cargo that is a script.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A folder with a cargo of `lines` of shell, and the chores that it builds.
fn folder(name: &str, lines: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for profile in ["checks", "release"] {
        script(&folder.join(profile).join("xtask"), &format!("echo \"{profile}: $*\"; exit 7"));
    }
    script(&folder.join("cargo"), lines);
    folder
}

fn script(path: &Path, lines: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, format!("#!/bin/sh\n{lines}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn launch(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask-launch"));
    command.args(words).env("CARGO", folder.join("cargo")).env("CARGO_TARGET_DIR", folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn something_is_printed_every_five_seconds() {
    let folder = folder("slow", "echo '   Compiling asunder-decls v0.1.0 (/x)' >&2; sleep 6");
    let mut latest = Instant::now();
    let mut child = launch(&folder, &["demo"]).spawn().unwrap();
    let mut printed = Vec::new();
    for line in BufReader::new(child.stderr.take().unwrap()).lines() {
        assert!(latest.elapsed() < Duration::from_secs(5), "silence after {printed:?}");
        latest = Instant::now();
        printed.push(line.unwrap());
    }
    child.wait().unwrap();
    assert!(printed[0].starts_with("==> build (profile release;"), "{printed:?}");
    assert_eq!(printed[1], "      4 s  building asunder: 1 packages so far, the last is asunder-decls");
}

#[test]
fn the_chore_runs_with_its_words_and_its_status_is_passed_on() {
    let folder = folder("quick", "true");
    let output = launch(&folder, &["test", "--no-toolkit"]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "checks: test --no-toolkit\n");
    assert_eq!(output.status.code(), Some(7));
    let output = launch(&folder, &["demo"]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "release: demo\n");
}

#[test]
fn what_cargo_says_against_a_build_is_passed_on() {
    let folder = folder("broken", "echo '   Compiling a v0.1.0' >&2; echo 'error: no' >&2; exit 101");
    let output = launch(&folder, &["demo"]).output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().ends_with("\nerror: no\n"));
    assert!(output.stdout.is_empty());
    assert!(!output.status.success());
}
