//! Which toolkit is found, what is said of one that asunder does not know, and the descriptions of the command line.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A toolkit of scripts in `folder`, whose nvcc says `version`.
fn toolkit(folder: &Path, version: &str) {
    let nvcc = format!(
        "#!/bin/sh\ncase $1 in --version) echo 'V{version}' ;; *) echo \"#$ _HERE_=${{0%/*}}\"; exit 1 ;; esac\n"
    );
    for (name, text) in [
        ("bin/nvcc", nvcc.as_str()),
        ("bin/cudafe++", ""),
        ("bin/ptxas", ""),
        ("bin/fatbinary", ""),
        ("nvvm/bin/cicc", ""),
    ] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// asunder in an environment without a toolkit.
fn asunder(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asunder"));
    command.current_dir(home).env("HOME", home).env("PATH", home.join("no-programs"));
    for variable in ["ASUNDER_TOOLKIT", "CUDA_HOME", "CUDA_PATH", "XDG_DATA_HOME"] {
        command.env_remove(variable);
    }
    command
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A home with toolkits of three versions.
fn home() -> (TempDir, [PathBuf; 3]) {
    let home = tempfile::tempdir().unwrap();
    let versions = ["13.1.1", "13.2.2", "13.3.3"];
    let folders = versions.map(|version| home.path().join(version));
    for (folder, version) in folders.iter().zip(versions) {
        toolkit(folder, version);
    }
    (home, folders)
}

/// The version of the toolkit under a new overlay.
fn overlaid(command: &mut Command, home: &Path) -> String {
    let output = command.args(["overlay", "overlay"]).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    fs::read_to_string(home.join("overlay/asunder-release")).unwrap().trim().to_owned()
}

#[test]
fn the_toolkit_is_found_by_the_environment_in_order() {
    let (home, [first, second, third]) = home();
    let home = home.path();
    let path = second.join("bin");
    let mut command = asunder(home);
    assert_eq!(overlaid(command.env("CUDA_HOME", &third), home), "13.3.3");
    assert_eq!(overlaid(asunder(home).env("CUDA_HOME", &third).env("PATH", &path), home), "13.2.2");
    let mut command = asunder(home);
    command.env("CUDA_HOME", &third).env("PATH", &path).env("ASUNDER_TOOLKIT", &first);
    assert_eq!(overlaid(&mut command, home), "13.1.1");
    let mut command = asunder(home);
    command.arg("overlay").arg("--toolkit").arg(&third).arg("overlay").env("PATH", &path);
    assert!(command.output().unwrap().status.success());
    assert_eq!(fs::read_to_string(home.join("overlay/asunder-release")).unwrap(), "13.3.3\n");
}

#[test]
fn an_overlay_on_the_path_stands_for_its_toolkit() {
    let (home, [first, ..]) = home();
    let home = home.path();
    assert_eq!(overlaid(asunder(home).env("CUDA_HOME", &first), home), "13.1.1");
    let path = home.join("overlay/bin");
    let output = asunder(home).env("PATH", path).args(["overlay", "another"]).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(
        fs::read_link(home.join("another/nvvm/bin/cicc-nvidia")).unwrap(),
        first.join("nvvm/bin/cicc")
    );
}

#[test]
fn unknown_toolkits_are_named() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    toolkit(&home.join("old"), "12.9.86");
    toolkit(&home.join("new"), "13.9.1");
    let run = |name: &str| {
        let output = asunder(home).args(["overlay", "overlay", "--toolkit", name]).output().unwrap();
        (output.status.code(), stderr(&output))
    };
    let (status, message) = run("old");
    assert_eq!(status, Some(2));
    assert!(
        message.contains("old is CUDA 12.9.86; asunder takes the place of cudafe++ of CUDA 13.0 to"),
        "{message}"
    );
    let (status, message) = run("new");
    assert_eq!(status, Some(0));
    assert!(message.starts_with("asunder: warning: CUDA 13.9 is newer than the releases"), "{message}");
}

#[test]
fn the_front_end_of_an_older_toolkit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.ii"), "int a;\n").unwrap();
    let words = ["cudafe++", "--release", "12.8", "--c++17", "--gen_c_file_name", "t.cpp", "t.ii"];
    let output = asunder(folder.path()).args(words).output().unwrap();
    assert!(!output.status.success());
    let message = stderr(&output);
    assert!(
        message.contains("this is CUDA 12.8; asunder takes the place of cudafe++ of CUDA 13.0 to"),
        "{message}"
    );
    assert!(!folder.path().join("t.cpp").exists());
}

#[test]
fn units_of_unknown_releases_are_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.ii"), "int a = 09;\n").unwrap();
    let check = |release: &str| {
        let words = ["check", "--release", release, "t.ii"];
        let output = asunder(folder.path()).args(words).output().unwrap();
        (output.status.code(), stderr(&output))
    };
    let (status, message) = check("12.8");
    assert_eq!(status, Some(2));
    assert!(message.starts_with("asunder: t.ii: this is CUDA 12.8; asunder takes the place of"), "{message}");
    let (status, message) = check("13.9");
    assert_eq!(status, Some(1));
    assert!(message.starts_with("asunder: warning: CUDA 13.9 is newer than the releases"), "{message}");
    assert!(check("13.5").1.starts_with("asunder: 1 error in 1 unit ("));
}

#[test]
fn a_newer_front_end_has_options_that_are_ignored() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.ii"), "# 1 \"t.cu\"\nstatic_assert(1 == 2, \"\");\n").unwrap();
    fs::write(folder.path().join("s.c"), "").unwrap();
    let run = |release: &str| {
        let new = ["--new-mode", "--new-file", "value", "--new-form=value"];
        let plain = ["--gen_c_file_name", "t.cpp", "--stub_file_name", "s.c", "t.ii"];
        let mut words = vec!["cudafe++", "--release", release, "--c++17"];
        words.extend(new.into_iter().chain(plain));
        let output = asunder(folder.path()).env("ASUNDER_LOG", "warn").args(words).output().unwrap();
        (output.status.code(), stderr(&output))
    };
    let (_, refused) = run("13.5");
    assert!(refused.contains("Command-line error: invalid option: --new-mode"), "{refused}");
    let (status, message) = run("13.9");
    for word in ["--new-mode", "--new-file", "value", "--new-form=value"] {
        assert!(message.contains(&format!("{word} is not known and ignored")), "{message}");
    }
    // What is said is what the newest known release says.
    assert_eq!(status, Some(2));
    assert!(message.contains("the final comparison was 1 == 2"), "{message}");
}

#[test]
fn shells_and_the_manual_know_the_subcommands() {
    let home = tempfile::tempdir().unwrap();
    let printed = |words: &[&str]| {
        let output = asunder(home.path()).args(words).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    for shell in ["bash", "zsh", "fish"] {
        assert!(printed(&["completions", shell]).contains("overlay"), "{shell}");
    }
    assert!(printed(&["man"]).contains(r"asunder\-overlay(1)"));
    assert!(printed(&["man", "overlay"]).contains(r".TH asunder-overlay 1"));
    let folder = home.path().join("man1");
    assert_eq!(printed(&["man", "--out", "man1"]), "");
    let mut pages: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    pages.sort_unstable();
    assert_eq!(pages[..3], ["asunder-build.1", "asunder-check.1", "asunder-completions.1"]);
    let program = fs::read_to_string(folder.join("asunder.1")).unwrap();
    let named = program.matches(r"asunder\-").count();
    assert_eq!(pages.len(), named + 1, "each subcommand that the first page names has a page: {pages:?}");
    assert_eq!(asunder(home.path()).args(["man", "none"]).output().unwrap().status.code(), Some(2));
}
