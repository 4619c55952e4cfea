//! The C example, compiled and run; the header is what cbindgen makes of the crate.
#![allow(missing_docs, reason = "a test")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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

/// Compiles the example with flags of its own.
fn compile(program: &Path, flags: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-I"])
        .arg(root.join("include"))
        .args(flags)
        .arg(root.join("examples/embed.c"))
        .arg(library())
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(program)
        .output()
        .expect("a C compiler is there")
}

/// The end of what the example prints.
const EXPECTED: &str = "\
host as before, device changed
fill.cu:1:51: error: invalid octal digit
fill is a function void (int *), __global__, at fill.cu:1:30
_Z4fillPi function global
_Z6answerv function host
";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_example_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("embed");
    let compiled = compile(&program, &[]);
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
    let run = Command::new(&program).output().expect("it was built");
    let stdout = text(&run.stdout);
    assert!(run.status.success(), "{stdout}");
    assert!(stdout.ends_with(EXPECTED), "{stdout}");
}

/// What crosses between C and Rust is used within its bounds and its life, and given back.
#[test]
fn the_example_is_clean_under_the_sanitizers() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("embed");
    let sanitizers = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let compiled = compile(&program, &sanitizers);
    if !compiled.status.success() {
        println!("skipped: the C compiler has no sanitizers: {}", text(&compiled.stderr));
        return;
    }
    let run = Command::new(&program).output().expect("it was built");
    assert!(run.status.success() && run.stderr.is_empty(), "{}", text(&run.stderr));
}

/// The same of all that the library does inside.
#[test]
fn the_example_is_clean_under_valgrind() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("embed");
    let compiled = compile(&program, &["-g"]);
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
    let valgrind = Command::new("valgrind")
        .args(["--quiet", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"])
        .arg(&program)
        .output();
    match valgrind {
        Ok(run) => assert!(run.status.success(), "{}", text(&run.stderr)),
        Err(error) => println!("skipped: no valgrind: {error}"),
    }
}

/// A program that was linked with this version of the interface finds it, and no other.
#[test]
fn the_shared_library_has_its_name() {
    let library = library().with_extension("so");
    let Ok(run) = Command::new("readelf").arg("-d").arg(&library).output() else {
        println!("skipped: no readelf");
        return;
    };
    assert!(text(&run.stdout).contains("Library soname: [libasunder_capi.so.1]"), "{}", text(&run.stdout));
}

/// `UPDATE_EXPECT=1 cargo test -p asunder-capi` writes the header anew.
#[test]
fn the_header_is_current() {
    let root = env!("CARGO_MANIFEST_DIR");
    let config = cbindgen::Config::from_root_or_default(root);
    // The modules are found from there.
    let bindings = cbindgen::Builder::new().with_config(config).with_src(format!("{root}/src/lib.rs"));
    let mut header = Vec::new();
    bindings.generate().expect("the crate can be read").write(&mut header);
    let header = String::from_utf8(header).expect("the crate is UTF-8");
    expect_test::expect_file!["../include/asunder.h"].assert_eq(&header);
}

#[test]
fn the_header_declares_each_function_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect("a file of the crate");
    let header = read("include/asunder.h");
    for file in ["src/lib.rs", "src/unit.rs", "src/answers.rs"] {
        let source = read(file);
        let exported = source.split("extern \"C\" fn ").skip(1).filter_map(|rest| rest.split('(').next());
        for name in exported {
            assert_eq!(header.matches(&format!("{name}(")).count(), 1, "{name}");
        }
    }
}
