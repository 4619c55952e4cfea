//! What happens to files: nothing partial replaces a good one, whatever ends the run.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn cudafe(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asunder"));
    command
        .args(["cudafe++", "--c++17", "--gnu_version=120200", "--stub_file_name", "s.c"])
        .args(["--gen_c_file_name", "o.cpp", "--gen_module_id_file", "--module_id_file_name", "o.id"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(folder: &Path, words: &[&str]) -> Output {
    cudafe(folder).args(words).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A unit that takes a while.
fn big_unit() -> String {
    let mut text = String::from("# 1 \"t.cu\"\nint first() { return 0; }\n");
    for number in 0..500 {
        text += &format!("inline int f{number}(int a, int b) {{ return a * {number} + b; }}\n");
    }
    text
}

#[test]
fn a_killed_run_leaves_the_old_file_or_the_whole_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("o.cpp");
    fs::write(folder.path().join("t.cu"), big_unit()).unwrap();
    let started = Instant::now();
    assert_eq!(run(folder.path(), &["t.cu"]).status.code(), Some(0));
    let whole_run = started.elapsed();
    let complete = fs::read(&output).unwrap();
    for step in 0..50 {
        fs::write(&output, "older and good").unwrap();
        let mut child = cudafe(folder.path()).arg("t.cu").spawn().unwrap();
        std::thread::sleep(whole_run * step / 45);
        // The process may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
        let now = fs::read(&output).unwrap();
        assert!(now == b"older and good" || now == complete, "step {step}: {} bytes", now.len());
    }
}

#[test]
fn errors_leave_outputs_untouched() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.cu"), "# 1 \"t.cu\"\nint a = 09;\n").unwrap();
    fs::write(folder.path().join("o.cpp"), "older").unwrap();
    let output = run(folder.path(), &["t.cu"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        stderr(&output),
        "t.cu(1): error: invalid octal digit\n  int a = 09;\n           ^\n\n\
         1 error detected in the compilation of \"t.cu\".\n"
    );
    assert_eq!(fs::read(folder.path().join("o.cpp")).unwrap(), b"older");
    assert!(!folder.path().join("o.id").exists());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing temporary is left");
}

/// Spec page 1 §4: the reference opens that file when its back end has seen the last declaration.
#[test]
fn the_module_id_file_is_opened_at_the_last_declaration() {
    let folder = tempfile::tempdir().unwrap();
    for (text, place) in [
        ("void f() {}\nint x\n=\n3\n;\n\n", "t.cu(2): c"),
        ("int x;\nint f()\n{\n return 1;\n}\n\n", "t.cu(5): c"),
        ("struct S {\nint a;\n};\n", "t.cu(3): c"),
        ("namespace N {\nint a;\n}\n", "t.cu(3): c"),
        ("extern int y;\n\nvoid g(\nint\n);\n", "t.cu(3): c"),
        ("# 7 \"u.h\"\nint x;\n", "u.h(7): c"),
        ("", "C"),
    ] {
        fs::write(folder.path().join("t.cu"), text).unwrap();
        let output = run(folder.path(), &["--module_id_file_name", "/no/such/id", "t.cu"]);
        assert_eq!(output.status.code(), Some(4), "{text}");
        let expected = format!("{place}atastrophic error: cannot open module id file \"/no/such/id\"");
        assert_eq!(stderr(&output).lines().next(), Some(expected.as_str()), "{text}");
    }
}

#[test]
fn outputs_that_cannot_be_written_are_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.cu"), "int a;\n").unwrap();
    fs::create_dir(folder.path().join("dir")).unwrap();
    for (name, reason) in [
        ("dir", ": Is a directory"),
        ("/dev/null", ": not a regular file"),
        ("t.cu", ": invalid file name"),
        ("dir/../t.cu", ": invalid file name"),
        ("/no/such/place", ""),
    ] {
        let output = run(folder.path(), &["--gen_c_file_name", name, "t.cu"]);
        assert_eq!(output.status.code(), Some(4), "{name}");
        assert_eq!(
            stderr(&output),
            format!(
                "Catastrophic error: cannot open generated C++ file \"{name}\"{reason}\n\n\
                 1 catastrophic error detected in the compilation of \"t.cu\".\nCompilation terminated.\n"
            )
        );
    }
    assert_eq!(fs::read(folder.path().join("t.cu")).unwrap(), b"int a;\n");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = cudafe(folder.path()).arg("-").stdin(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"int abc() { return 1; }\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("# 1 \"-\"\n"), "{text}");
    assert!(text.contains("int abc()"));
    assert!(text.contains("#define _NV_ANON_NAMESPACE _GLOBAL__N__00000000_1____Z3abcv\n"), "{text}");
    assert_eq!(fs::read(folder.path().join("o.id")).unwrap(), b"_00000000_1____Z3abcv");
    assert!(!folder.path().join("o.cpp").exists());
}

#[test]
fn bytes_that_are_no_text_come_back_in_excerpts() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.cu"), b"# 1 \"t.cu\"\nint a = 09; // \xe9\n").unwrap();
    let output = run(folder.path(), &["t.cu"]);
    let excerpt = output.stderr.split(|&byte| byte == b'\n').nth(1).unwrap();
    assert_eq!(excerpt, b"  int a = 09; // \xe9");
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = cudafe(folder.path()).arg("--dump_command_options").spawn().unwrap();
    drop(child.stdout.take());
    let status = child.wait().unwrap();
    assert!(matches!(status.code(), Some(0 | 141)), "{status}");
}

#[test]
fn a_time_limit_aborts() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.cu"), big_unit()).unwrap();
    let started = Instant::now();
    let output = run(folder.path(), &["--time_limit=0", "t.cu"]);
    assert!(output.status.code().is_none(), "ended by SIGABRT");
    assert_eq!(stderr(&output), "\nInternal error: CPU time limit exceeded.\nCompilation aborted.\n");
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_full_disk_leaves_the_older_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let asunder = env!("CARGO_BIN_EXE_asunder");
    let large: String =
        (0..200).map(|number| format!("int host{number}(int a) {{ return a + {number}; }}\n")).collect();
    fs::write(path.join("0.ii"), large).unwrap();
    fs::write(path.join("0.cpp"), "old").unwrap();
    for program in
        [format!("{asunder} cudafe++ --gen_c_file_name 0.cpp 0.ii"), format!("{asunder} build -o . 0.ii")]
    {
        fs::write(path.join("0.int.c"), "old").unwrap();
        // Files of more than two blocks cannot be written, as on a disk that is full.
        let shell = format!("trap '' XFSZ; ulimit -f 2; exec {program} 2>/dev/null");
        let status = Command::new("bash").args(["-c", &shell]).current_dir(path).status().unwrap();
        assert!(!status.success(), "{program}");
        assert_eq!(fs::read(path.join("0.cpp")).unwrap(), b"old");
        assert_eq!(fs::read(path.join("0.int.c")).unwrap(), b"old");
    }
}

/// What the reference does with a file that is there in some way stays visible: only that no part of a file is ever
/// seen is asunder's own.
#[test]
fn files_stay_what_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("t.cu"), "# 1 \"t.cu\"\nint f() { return 1; }\n").unwrap();
    fs::create_dir(path.join("sub")).unwrap();
    let write = |name: &str| {
        let output = run(path, &["--gen_c_file_name", name, "t.cu"]);
        (output.status.code(), stderr(&output).lines().next().unwrap_or_default().to_owned())
    };
    let written = (Some(0), String::new());
    assert_eq!(write("plain"), written);
    let text = fs::read(path.join("plain")).unwrap();
    let holds = |name: &str| fs::read(path.join(name)).unwrap() == text;

    // Links to nothing are written through, one after the other; the last folder must be there.
    symlink("nothing", path.join("dangling")).unwrap();
    symlink("sub/link", path.join("chain")).unwrap();
    symlink("end", path.join("sub/link")).unwrap();
    symlink("missing/end", path.join("nowhere")).unwrap();
    symlink("loop", path.join("loop")).unwrap();
    assert_eq!(write("dangling"), written);
    assert_eq!(write("chain"), written);
    let failed = |name: &str, reason: &str| {
        (Some(4), format!("Catastrophic error: cannot open generated C++ file \"{name}\"{reason}"))
    };
    assert_eq!(write("nowhere"), failed("nowhere", ""));
    assert_eq!(write("loop"), failed("loop", ": Too many levels of symbolic links"));
    assert_eq!(write("new/"), failed("new/", ": Is a directory"));
    assert!(holds("nothing") && holds("sub/end"));
    for link in ["dangling", "chain", "sub/link", "nowhere", "loop"] {
        assert!(fs::symlink_metadata(path.join(link)).unwrap().is_symlink(), "{link}");
    }

    // A file of several names changes under all of them.
    fs::write(path.join("one"), "old").unwrap();
    fs::hard_link(path.join("one"), path.join("other")).unwrap();
    assert_eq!(write("other"), written);
    assert!(holds("one") && holds("other"));

    // A name as long as names can be.
    let long = "x".repeat(255);
    assert_eq!(write(&long), written);
    assert!(holds(&long));

    // Only regular files are opened: reading from a pipe would wait.
    assert!(Command::new("mkfifo").arg(path.join("pipe")).status().unwrap().success());
    assert_eq!(write("pipe"), failed("pipe", ": not a regular file"));
    let input = stderr(&run(path, &["pipe"]));
    assert!(
        input.starts_with("Catastrophic error: cannot open source file \"pipe\": not a regular file\n"),
        "{input}"
    );
    assert_eq!(write("sub"), failed("sub", ": Is a directory"));
    let ids = [
        ("pipe", ": not a regular file"),
        ("sub", ": Is a directory"),
        ("/dev/null", ": not a regular file"),
    ];
    for (name, reason) in ids {
        let output = run(path, &["--module_id_file_name", name, "t.cu"]);
        let wanted = format!("t.cu(1): catastrophic error: cannot open module id file \"{name}\"{reason}");
        assert_eq!(stderr(&output).lines().next(), Some(wanted.as_str()));
    }
    symlink("id", path.join("idlink")).unwrap();
    assert_eq!(run(path, &["--module_id_file_name", "idlink", "t.cu"]).status.code(), Some(0));
    assert_eq!(fs::read(path.join("id")).unwrap(), b"_00000000_4_t_cu__Z1fv");
    assert!(
        fs::read_dir(path).unwrap().all(|it| !it.unwrap().file_name().to_string_lossy().ends_with(".new"))
    );
}

/// Who opened the file reads what was written to it.
#[test]
fn standard_output_by_name_is_the_file_that_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("t.cu"), "# 1 \"t.cu\"\nint f() { return 1; }\n").unwrap();
    fs::write(path.join("out"), "old").unwrap();
    let open = File::options().read(true).write(true).open(path.join("out")).unwrap();
    for is_gone in [false, true] {
        let mut command = cudafe(path);
        command.args(["--gen_c_file_name", "/dev/stdout", "t.cu"]).stdout(open.try_clone().unwrap());
        assert_eq!(command.status().unwrap().code(), Some(0));
        let mut text = String::new();
        let mut file = &open;
        file.seek(SeekFrom::Start(0)).unwrap();
        file.read_to_string(&mut text).unwrap();
        assert!(text.starts_with("# 1 \"t.cu\"\n") && text.ends_with('\n'), "{text}");
        if !is_gone {
            fs::remove_file(path.join("out")).unwrap();
            open.set_len(0).unwrap();
        }
    }
}

#[test]
fn an_owner_and_a_mode_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("t.cu"), "int f() { return 1; }\n").unwrap();
    fs::write(path.join("o.cpp"), "old").unwrap();
    fs::set_permissions(path.join("o.cpp"), fs::Permissions::from_mode(0o606)).unwrap();
    if std::os::unix::fs::chown(path.join("o.cpp"), Some(65534), Some(65534)).is_err() {
        println!("skipped: this user cannot give files away");
        return;
    }
    assert_eq!(run(path, &["t.cu"]).status.code(), Some(0));
    let metadata = fs::metadata(path.join("o.cpp")).unwrap();
    assert!(metadata.len() > 100);
    assert_eq!((metadata.uid(), metadata.gid(), metadata.mode() & 0o777), (65534, 65534, 0o606));
}
