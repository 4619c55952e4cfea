//! A project for an editor that is driven by a script.

#![allow(dead_code, reason = "each test uses a part")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;
use tempfile::TempDir;

/// The folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A toolkit of two headers.
pub fn toolkit() -> PathBuf {
    root().join("crates/lsp/tests/data/toolkit")
}

/// A project of two units, `main.cu` and `other.cu`, in a folder of its own, and that folder's name.
pub fn project() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("it is there").join("project");
    std::fs::create_dir(&real).expect("a folder");
    for name in ["main.cu", "other.cu", "shapes.cuh"] {
        let written = root().join("crates/lsp/tests/data/project").join(name);
        std::fs::copy(written, real.join(name)).expect("it is copied");
    }
    let unit = |file: &str| {
        let words = format!("nvcc -std=c++17 -c {file}");
        json!({ "directory": real, "file": file, "command": words })
    };
    let list = json!([unit("main.cu"), unit("other.cu")]);
    std::fs::write(real.join("compile_commands.json"), list.to_string()).expect("it is written");
    (folder, real)
}

/// Runs an editor on a project: what its script writes. The script has the folder of the configuration for `editor`, the
/// program, the toolkit, the source and the file to write to in its environment.
pub fn drive(editor: &str, command: &mut Command) -> String {
    let (folder, real) = project();
    let out = folder.path().join("out");
    let status = command
        .env("EDITOR", root().join("editors").join(editor))
        .env("ASUNDER", env!("CARGO_BIN_EXE_asunder"))
        .env("TOOLKIT", toolkit())
        .env("SOURCE", real.join("main.cu"))
        .env("OUT", &out)
        .env("HOME", folder.path())
        .env("XDG_STATE_HOME", folder.path())
        .env("XDG_CACHE_HOME", folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("it starts");
    assert!(status.success());
    std::fs::read_to_string(out).expect("it writes")
}
