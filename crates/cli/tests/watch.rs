//! `asunder watch` and `asunder build`.

mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use common::{ASUNDER, stand_in};

const UNIT: &str = "__attribute__((global)) void k(int *p) { *p = 1; }\nint f(int a) { return a + 1; }\n";

struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn new(folder: &Path, words: &[&str]) -> Watch {
        let mut child = Command::new(ASUNDER)
            .args(["watch", "--json"])
            .args(words)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program is built");
        let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Watch { child, lines }
    }

    fn next(&mut self) -> serde_json::Value {
        let line = self.lines.recv_timeout(Duration::from_secs(60)).expect("something changed");
        serde_json::from_str(&line).expect("lines are JSON")
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_unit_is_followed_through_what_editors_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = folder.path().join("u.ii");
    fs::write(&unit, UNIT).expect("a file");
    let mut watch = Watch::new(folder.path(), &["u.ii", "-o", "out"]);
    let first = watch.next();
    assert_eq!(
        (&first["host_changed"], &first["written"], &first["errors"]),
        (&true.into(), &true.into(), &0.into())
    );

    let host = folder.path().join("out/u.int.c");
    let written = fs::metadata(&host).and_then(|it| it.modified()).expect("it was written");
    fs::write(&unit, UNIT.replace("= 1", "= 2")).expect("a file");
    let kernel = watch.next();
    assert_eq!(
        (&kernel["host_changed"], &kernel["device_changed"]),
        (&false.into(), &true.into()),
        "{kernel}"
    );
    assert_eq!(kernel["written"], false);
    assert_eq!(fs::metadata(&host).and_then(|it| it.modified()).expect("it is there"), written);

    // Written beside and renamed, as most editors do.
    let beside = folder.path().join("u.ii~");
    fs::write(&beside, UNIT.replace("= 1", "= 2").replace("a + 1", "a + 3")).expect("a file");
    fs::rename(&beside, &unit).expect("a file");
    let host_body = watch.next();
    assert_eq!((&host_body["host_changed"], &host_body["device_changed"]), (&true.into(), &false.into()));
    assert_eq!(host_body["written"], true);

    fs::remove_file(&unit).expect("a file");
    assert!(watch.next()["error"].is_string());
    fs::write(&unit, UNIT.replace("a + 1", "a + 09")).expect("a file");
    let broken = watch.next();
    assert_eq!((&broken["errors"], &broken["written"]), (&1.into(), &false.into()), "{broken}");
    fs::write(&unit, UNIT).expect("a file");
    assert_eq!(watch.next()["errors"], 0);
}

#[test]
fn sources_are_preprocessed_by_their_commands() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("h.h"), "inline int h() { return 1; }\n").expect("a file");
    fs::write(folder.path().join("u.cu"), "#include \"h.h\"\nint f() { return h(); }\n").expect("a file");
    let nvcc = stand_in(&folder.path().join("cuda"));
    let command = format!("{} -c u.cu -o u.o", nvcc.display());
    let commands = serde_json::json!([{ "directory": folder.path(), "file": "u.cu", "command": command }]);
    fs::write(folder.path().join("compile_commands.json"), commands.to_string()).expect("a file");
    let mut watch = Watch::new(folder.path(), &["--units", "compile_commands.json"]);
    assert_eq!(watch.next()["errors"], 0);
    fs::write(folder.path().join("h.h"), "inline int h() { return 2; }\n").expect("a file");
    assert_eq!(watch.next()["host_changed"], true, "headers are followed too");
}

#[test]
fn files_of_options_are_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("u.cu"), "int f() { return VALUE; }\n").expect("a file");
    fs::write(path.join("u.rsp"), "-DVALUE=1\n").expect("a file");
    let nvcc = stand_in(&path.join("cuda"));
    let command = format!("{} --options-file u.rsp -c u.cu -o u.o", nvcc.display());
    let commands = serde_json::json!([{ "directory": path, "file": "u.cu", "command": command }]);
    fs::write(path.join("compile_commands.json"), commands.to_string()).expect("a file");
    let mut watch = Watch::new(path, &["--units", "compile_commands.json"]);
    assert_eq!(watch.next()["errors"], 0);
    fs::write(path.join("u.rsp"), "-DVALUE=2\n").expect("a file");
    assert_eq!(watch.next()["host_changed"], true);
}

/// Code under `__CUDA_ARCH__` is another text in each pass.
#[test]
fn each_half_changes_by_its_own_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let nvcc = stand_in(&path.join("cuda"));
    let write = |device: u32, host: u32| {
        let text = format!(
            "#ifdef __CUDA_ARCH__\n__device__ int d() {{ return {device}; }}\n#else\nint h() {{ return {host}; }}\n\
             #endif\n__global__ void k(int *p) {{\n#ifdef __CUDA_ARCH__\n*p = d();\n#endif\n}}\n"
        );
        fs::write(path.join("u.cu"), text).expect("a file");
    };
    write(1, 1);
    let mut watch = Watch::new(path, &["u.cu", "--nvcc", nvcc.to_str().expect("a UTF-8 path"), "-o", "out"]);
    let first = watch.next();
    assert_eq!((&first["written"], &first["errors"]), (&true.into(), &0.into()), "{first}");
    let mut changed = || {
        let line = watch.next();
        (line["host_changed"] == true, line["device_changed"] == true, line["written"] == true)
    };
    write(2, 1);
    assert_eq!(changed(), (false, true, false), "device code");
    write(2, 3);
    assert_eq!(changed(), (true, false, true), "host code");
    write(4, 5);
    assert_eq!(changed(), (true, true, true), "both");
}

#[test]
fn what_is_watched_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("u.ii"), UNIT).expect("a file");
    fs::write(folder.path().join("v.ii"), UNIT.replace("a + 1", "a + 09")).expect("a file");
    let mut child = Command::new(ASUNDER)
        .args(["watch", "u.ii", "v.ii"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program is built");
    let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let line = lines.map_while(Result::ok).find(|line| line.contains("watching")).expect("it says so");
    let _ = child.kill();
    let _ = child.wait();
    let (clock, rest) = line.split_at("[12:34:56] ".len());
    assert!(clock.starts_with('[') && clock.ends_with("] "), "{line}");
    assert!(rest.starts_with("1 error, watching 2 units ("), "{line}");
}

#[test]
fn a_batch_writes_what_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = |status| {
        let words = ["build", "0.ii", "1.ii", "2.ii", "-j", "2", "-o", "out"];
        let run = Command::new(ASUNDER).args(words).current_dir(folder.path()).output().expect("it is built");
        assert_eq!(run.status.code(), Some(status), "{}", String::from_utf8_lossy(&run.stderr));
        run
    };
    for number in 0..3 {
        fs::write(folder.path().join(format!("{number}.ii")), UNIT).expect("a file");
    }
    let closing = |run: std::process::Output| {
        let stderr = String::from_utf8(run.stderr).expect("UTF-8");
        stderr.lines().last().and_then(|line| line.split(" (").next()).expect("a closing line").to_owned()
    };
    assert_eq!(closing(build(0)), "asunder: 0 errors in 3 units, 3 host files written");
    let host = |number: u32| folder.path().join(format!("out/{number}.int.c"));
    let time = |number| fs::metadata(host(number)).and_then(|it| it.modified()).expect("it was written");
    let before = [time(0), time(1), time(2)];
    fs::write(folder.path().join("1.ii"), UNIT.replace("a + 1", "a + 2")).expect("a file");
    fs::write(folder.path().join("2.ii"), UNIT.replace("a + 1", "a + 09")).expect("a file");
    assert_eq!(closing(build(1)), "asunder: 1 error in 3 units, 1 host file written");
    assert_eq!((time(0), time(2)), (before[0], before[2]));
    assert_ne!(time(1), before[1]);
    fs::remove_file(folder.path().join("0.ii")).expect("a file");
    assert_eq!(closing(build(2)), "asunder: 1 error in 2 units, 0 host files written, 1 unit not built");
}

#[test]
fn folders_that_are_renamed_or_made_anew_are_followed() {
    let top = tempfile::tempdir().expect("a folder");
    let project = top.path().join("project");
    let unit = project.join("build/u.ii");
    let write = |text: &str| {
        fs::create_dir_all(unit.parent().expect("it is in a folder")).expect("a folder");
        fs::write(&unit, text).expect("a file");
    };
    let body = |number: u32| UNIT.replace("a + 1", &format!("a + {number}"));
    write(UNIT);
    let mut watch = Watch::new(top.path(), &["project/build/u.ii"]);
    assert_eq!(watch.next()["errors"], 0);
    // What is said about a file that is away for a while may come or not.
    let mut next_change = || {
        let line = watch.next();
        if line["error"].is_string() { watch.next() } else { line }
    };

    // The folder is removed and made anew, twice.
    for number in [2, 3] {
        fs::remove_dir_all(project.join("build")).expect("a folder");
        write(&body(number));
        assert_eq!(next_change()["host_changed"], true, "made anew");
        write(&body(number + 10));
        assert_eq!(next_change()["host_changed"], true, "and then changed");
    }
    // It is renamed, and another takes its place.
    fs::rename(project.join("build"), project.join("build.old")).expect("a folder");
    write(&body(4));
    assert_eq!(next_change()["host_changed"], true, "another in its place");
    write(&body(5));
    assert_eq!(next_change()["host_changed"], true, "and then changed");
    // The same with the folder above, of which the system says nothing.
    fs::rename(&project, top.path().join("project.old")).expect("a folder");
    write(&body(6));
    assert_eq!(next_change()["host_changed"], true, "another above it");
    write(&body(7));
    assert_eq!(next_change()["host_changed"], true, "and then changed");
    // And back: what was renamed has its old text.
    fs::remove_dir_all(&project).expect("a folder");
    fs::rename(top.path().join("project.old"), &project).expect("a folder");
    assert_eq!(next_change()["host_changed"], true, "the first one again");
}

#[test]
fn a_link_is_followed_to_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    for name in ["here", "a", "b"] {
        fs::create_dir(path.join(name)).expect("a folder");
    }
    fs::write(path.join("a/u.ii"), UNIT).expect("a file");
    fs::write(path.join("b/u.ii"), UNIT.replace("a + 1", "a + 2")).expect("a file");
    symlink("../a/u.ii", path.join("here/u.ii")).expect("a link");
    let mut watch = Watch::new(path, &["here/u.ii"]);
    assert_eq!(watch.next()["errors"], 0);
    fs::write(path.join("a/u.ii"), UNIT.replace("a + 1", "a + 3")).expect("a file");
    assert_eq!(watch.next()["host_changed"], true, "what the link leads to");
    symlink("../b/u.ii", path.join("here/new")).expect("a link");
    fs::rename(path.join("here/new"), path.join("here/u.ii")).expect("a link");
    assert_eq!(watch.next()["host_changed"], true, "the link itself");
    fs::write(path.join("b/u.ii"), UNIT.replace("a + 1", "a + 4")).expect("a file");
    assert_eq!(watch.next()["host_changed"], true, "what it leads to now");
}

#[test]
fn changes_of_the_list_are_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let source = "#ifdef TWO\nint f() { return 2; }\n#else\nint f() { return 1; }\n#endif\n";
    for name in ["a.cu", "b.cu"] {
        fs::write(path.join(name), source).expect("a file");
    }
    let nvcc = stand_in(&path.join("cuda"));
    let entry = |name: &str, flags: &str| {
        let command = format!("{} {flags} -c {name} -o {name}.o", nvcc.display());
        serde_json::json!({ "directory": path, "file": name, "command": command })
    };
    let list = |entries: &[serde_json::Value]| {
        // Written beside and renamed, as CMake does it.
        fs::write(path.join("new"), serde_json::json!(entries).to_string()).expect("a file");
        fs::rename(path.join("new"), path.join("compile_commands.json")).expect("a file");
    };
    list(&[entry("a.cu", "")]);
    let mut watch = Watch::new(path, &["--units", "compile_commands.json"]);
    let name = |line: &serde_json::Value| line["unit"].as_str().map(|it| it[it.len() - 4..].to_owned());
    assert_eq!(name(&watch.next()).as_deref(), Some("a.cu"));

    list(&[entry("a.cu", ""), entry("b.cu", "")]);
    let added = watch.next();
    assert_eq!((name(&added).as_deref(), &added["errors"]), (Some("b.cu"), &0.into()), "{added}");

    list(&[entry("a.cu", "-DTWO"), entry("b.cu", "")]);
    let other = watch.next();
    assert_eq!((name(&other).as_deref(), &other["host_changed"]), (Some("a.cu"), &true.into()), "{other}");

    fs::write(path.join("compile_commands.json"), "[{").expect("a file");
    let broken = watch.next();
    assert!(broken["error"].is_string(), "{broken}");

    list(&[entry("b.cu", "-DTWO")]);
    let lines = [watch.next(), watch.next()];
    assert_eq!((name(&lines[0]).as_deref(), &lines[0]["removed"]), (Some("a.cu"), &true.into()), "{lines:?}");
    assert_eq!(
        (name(&lines[1]).as_deref(), &lines[1]["host_changed"]),
        (Some("b.cu"), &true.into()),
        "{lines:?}"
    );
}
