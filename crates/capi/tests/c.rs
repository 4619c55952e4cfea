//! The C example, compiled and run; the header says all functions there are.
#![allow(missing_docs, reason = "a test")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The static library that cargo made beside this test.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("this runs");
    let deps = test.parent().expect("a file is in a folder");
    let profile = deps.parent().expect("deps is in a folder");
    [profile.join("libasunder_capi.a"), deps.join("libasunder_capi.a")]
        .into_iter()
        .find(|path| path.is_file())
        .expect("cargo builds the library for its tests")
}

#[test]
fn the_example_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("embed");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compiled = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-I"])
        .arg(root.join("include"))
        .arg(root.join("examples/embed.c"))
        .arg(library())
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(&program)
        .output()
        .expect("a C compiler is there");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&program).output().expect("it was built");
    let stdout = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{stdout}");
    assert!(stdout.ends_with("host as before, device changed\n"), "{stdout}");
}

#[test]
fn the_header_has_every_function() {
    let source = include_str!("../src/lib.rs");
    let header = include_str!("../include/asunder.h");
    let names: Vec<&str> =
        source.split("extern \"C\" fn ").skip(1).filter_map(|rest| rest.split('(').next()).collect();
    assert_eq!(names.len(), 8);
    for name in &names {
        assert!(header.contains(&format!("{name}(")), "{name}");
    }
    assert_eq!(
        header.matches("(const AsunderUnit *unit").count() + header.matches("(AsunderUnit *unit").count(),
        7
    );
}
