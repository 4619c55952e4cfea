//! The builds of the checks share what they build.

use std::collections::BTreeSet;

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
