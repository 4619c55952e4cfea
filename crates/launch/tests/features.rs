//! The builds of the checks share what they build.

use std::collections::BTreeSet;
use std::path::Path;

/// The packages of a build with their features, one a line.
fn packages(selection: &[&str]) -> BTreeSet<String> {
    let output = xtask_launch::cargo()
        .args(["tree", "--offline", "--prefix", "none", "--format", "{p} {f}"])
        .args(selection)
        .output()
        .expect("cargo is there");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    text.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

/// A feature that only a test's dependency asks for would have all that is above it built again for the tests. Such a
/// feature belongs to the workspace's dependency.
#[test]
fn programs_and_tests_have_the_same_dependencies() {
    let programs = packages(&["--package=asunder", "--package=xtask", "--edges=normal,build"]);
    let tests = packages(&["--workspace", "--edges=normal,build,dev"]);
    let only_programs: Vec<&String> = programs.difference(&tests).collect();
    assert!(only_programs.is_empty(), "built twice: {only_programs:?}");
}

/// A library whose unit tests are switched off in its manifest has none: they would never run.
#[test]
fn libraries_without_unit_tests_have_none() {
    let crates = xtask_launch::root().join("crates");
    let mut switched_off = 0;
    for entry in std::fs::read_dir(crates).expect("the crates are there") {
        let folder = entry.expect("an entry").path();
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a crate has a manifest");
        let library = manifest.split("\n[").find(|table| table.starts_with("lib]")).unwrap_or_default();
        if library.lines().any(|line| line == "test = false") {
            switched_off += 1;
            assert_no_tests(&folder.join("src"));
        }
    }
    assert!(switched_off > 0);
}

fn assert_no_tests(folder: &Path) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            assert_no_tests(&path);
        } else {
            let text = std::fs::read_to_string(&path).expect("a source");
            assert!(!text.contains("#[test]"), "{}", path.display());
        }
    }
}
