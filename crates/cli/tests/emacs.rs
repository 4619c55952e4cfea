//! Emacs without a screen, with eglot and the configuration that `editors/emacs` has.

mod editors;

use std::process::{Command, Stdio};

use expect_test::expect;

#[test]
fn emacs_drives_the_server() {
    // Emacs 28 has no eglot of its own.
    let has_eglot = Command::new("emacs")
        .args(["--batch", "-q", "--eval", "(progn (package-initialize) (require 'eglot))"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !has_eglot.is_ok_and(|status| status.success()) {
        eprintln!("emacs with eglot is not installed: the editor was not tested");
        return;
    }
    let script = editors::root().join("crates/cli/tests/data/drive.el");
    let said = editors::drive("emacs", Command::new("emacs").args(["--batch", "-q", "-l"]).arg(script));
    expect![[r#"
        mode asunder-cuda-mode
        diagnostic 11 nvcc [20016]: calling a __host__ function("host_only(int)") from a __device__ function("wrong") is not allowed
        diagnostic 11 nvcc [20068]: identifier "host_only" is undefined in device code
        diagnostic 21 nvcc [1215]: function "old" was declared deprecated
        diagnostic 30 nvcc [177]: variable "unused" was declared but never referenced
        hover ```cuda-cpp __host__ __device__ T get() const ``` member function `Box<T>::get` space `__host__ __device__` type `float () const` linker name `_ZNK3BoxIfE3getEv`
        definition other.cu:9
        references main.cu:38 other.cu:9 other.cu:11 shapes.cuh:22
        symbols Variable: kTile weights launches; Method: half; Function: scaled host_only old wrong fill twice unrelated main merged
        completion area half id radius
        host ((__cudaPushCallConfiguration(grid, kTile)) ? (void)0 : fill(nullptr, 3));
        device __attribute__((global)) void fill(float *out, int count) {
        device follows __attribute__((host)) __attribute__((device)) float scaled(float value, float factor) { return value * factor; }
        kept scaled has external linkage
        renamed main.cu 1
        renamed other.cu 2
        renamed shapes.cuh 1
        shut down
    "#]].assert_eq(&said);
}
