//! A real client: Neovim without a screen, with the configuration that `editors/neovim` has, drives every feature.

use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::expect;

#[test]
fn neovim_drives_the_server() {
    if Command::new("nvim").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("nvim is not installed: the editor was not tested");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data = root.join("crates/lsp/tests/data");
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["kernel.cu", "scale.cuh"] {
        std::fs::copy(data.join(name), folder.path().join(name)).expect("it is copied");
    }
    let out = folder.path().join("out");
    let script = root.join("crates/cli/tests/data/drive.lua");
    let status = Command::new("nvim")
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-c"])
        .arg(format!("luafile {}", script.display()))
        .env("EDITOR", root.join("editors/neovim"))
        .env("ASUNDER", env!("CARGO_BIN_EXE_asunder"))
        .env("TOOLKIT", data.join("toolkit"))
        .env("SOURCE", folder.path().join("kernel.cu"))
        .env("OUT", &out)
        .env("XDG_STATE_HOME", folder.path())
        .env("XDG_CACHE_HOME", folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("it starts");
    assert!(status.success());
    let said = std::fs::read_to_string(out).expect("it writes");
    expect![[r#"
        diagnostic 17 177 variable "unused" was declared but never referenced
        hover __global__ void add_one(float *data, int count)
        definition scale.cuh:9
        declaration scale.cuh:9
        typeDefinition scale.cuh:4
        implementation scale.cuh:9
        references 3
        highlights 2
        symbols 5
        workspace symbols 7
        tokens 225
        folds 3
        selections 1
        hints 10
        signature add_one(float *data, int count) -> void
        completion first
        lenses kernel: 2 launches
        action remove the unused variable
        renamed     if (i < elements) data[i] = scaled(data[i], SCALE) + 1.0f;
        host     ((__cudaPushCallConfiguration(dim3(4), kBlock)) ? (void)0 : add_one(data, 1024));
    "#]]
    .assert_eq(&said);
}
