//! Units by their compile commands: what nvcc plans for each is what is read.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use common::{ASUNDER, stand_in};
use serde_json::json;

/// Variables that name a toolkit.
const TOOLKIT_VARIABLES: [&str; 3] = ["ASUNDER_TOOLKIT", "CUDA_HOME", "CUDA_PATH"];

/// A project with a stand-in for nvcc.
struct Project {
    folder: tempfile::TempDir,
    nvcc: PathBuf,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Project {
        let folder = tempfile::tempdir().expect("a folder");
        let nvcc = stand_in(&folder.path().join("cuda"));
        let project = Project { folder, nvcc };
        for (name, text) in files {
            project.write(name, text);
        }
        project
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// A list of commands of nvcc in the folder `build`: sources and words.
    fn list(&self, entries: &[(&str, &str)]) {
        let directory = self.path().join("build");
        let entry = |(file, words): &(&str, &str)| {
            let command = format!("{} {words} {file}", self.nvcc.display());
            json!({ "directory": directory, "file": file, "command": command })
        };
        let mut list: Vec<_> = entries.iter().map(entry).collect();
        list.push(json!({ "directory": directory, "file": "x.cc", "command": "g++ -c x.cc" }));
        self.write("build/compile_commands.json", &json!(list).to_string());
    }

    fn run(&self, words: &[&str]) -> Output {
        self.run_with(words, "")
    }

    fn run_with(&self, words: &[&str], input: &str) -> Output {
        let mut command = Command::new(ASUNDER);
        command.args(words).current_dir(self.path());
        for name in TOOLKIT_VARIABLES {
            command.env_remove(name);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program is built");
        let mut stdin = child.stdin.take().expect("it is piped");
        // Who needs no input does not read it.
        let _ = std::io::Write::write_all(&mut stdin, input.as_bytes());
        drop(stdin);
        child.wait_with_output().expect("it ends")
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Each pass has another text, and a lambda needs an option of the command.
const PASSES: &str = "\
#ifdef __CUDA_ARCH__
inline int device_only() { return 1; }
#else
inline int host_only() { return 1; }
#endif
template <class F> __global__ void run(F f, int *p) { *p = f(1); }
void go(int *p) { run<<<1, 1>>>([=] __device__ (int i) { return i; }, p); }
";
const LAMBDA_ERROR: &str = "requires --extended-lambda";

#[test]
fn a_host_file_is_that_of_the_host_pass_and_of_the_commands_options() {
    let project = Project::new(&[("src/a.cu", PASSES), ("src/b.cu", PASSES)]);
    project.list(&[
        ("../src/a.cu", "-std=c++17 --extended-lambda -c"),
        ("../src/b.cu", "-dc --extended-lambda"),
    ]);
    let built = project.run(&["build", "-p", "build", "-o", "out"]);
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    let host = project.read("out/a.int.c");
    assert!(host.contains("host_only") && !host.contains("device_only"), "the host pass");
    assert!(host.contains("a.cudafe1.stub.c"), "the stub as nvcc names it");
    assert!(project.read("out/b.int.c").contains("b.cudafe1.stub.c"));
    let closing = "asunder: 0 errors in 2 units, 2 host files written, 1 skipped that nvcc does not compile for the host (";
    assert!(stderr(&built).starts_with(closing), "{}", stderr(&built));
}

#[test]
fn options_with_blanks_and_quotes_reach_nvcc() {
    let text = "const char *s = TEXT; static_assert(sizeof TEXT == 4);\n";
    let project = Project::new(&[("a.cu", &format!("{text}{PASSES}"))]);
    let nvcc = project.nvcc.to_str().expect("a UTF-8 path");
    let flags = r#"--extended-lambda '-DTEXT="a b"' "-Iwith blank""#;
    let check = |flags: &str| project.run(&["check", "a.cu", "--nvcc", nvcc, "--nvcc-flags", flags]);
    let good = check(flags);
    assert_eq!(good.status.code(), Some(0), "{}{}", stdout(&good), stderr(&good));
    assert!(stderr(&good).starts_with("asunder: 0 errors in 1 unit ("), "{}", stderr(&good));
    let without = check(r#"'-DTEXT="a b"'"#);
    assert_eq!(without.status.code(), Some(1));
    assert_eq!(stdout(&without).matches(LAMBDA_ERROR).count(), 1, "each message once for both passes");
    assert!(stderr(&check("'-DTEXT")).contains("a quote is not closed"));
    assert!(
        stderr(&check("--bogus"))
            .contains("a.cu: nvcc refuses the command: nvcc fatal   : Unknown option '--bogus'")
    );
}

#[test]
fn standards_and_standard_input_are_the_same_for_all() {
    let project = Project::new(&[("a.cu", PASSES)]);
    let nvcc = project.nvcc.to_str().expect("a UTF-8 path");
    let text = "int f() { return 1; }\n";
    for command in
        ["check", "build", "preprocess", "slice", "tree", "outline", "xref", "types", "gaps", "symbols"]
    {
        for standard in ["17", "c++17", "c++20"] {
            let words = [command, "--std", standard, "--color", "never", "--nvcc", nvcc];
            let run = |file, input: &str| {
                let run = project
                    .run_with(&[&words[..], &["--nvcc-flags=--extended-lambda", file]].concat(), input);
                assert_eq!(run.status.code(), Some(0), "{command} {standard}: {}", stderr(&run));
                stdout(&run)
            };
            run("a.cu", "");
            let preprocessed = format!("# 1 \"t.cu\"\n{text}");
            let (source, given) = (run("-", text), run("-", &preprocessed));
            if command == "symbols" {
                assert!(source.contains("_Z1fv") && given.contains("_Z1fv"), "{source}{given}");
            }
        }
    }
    assert!(project.read("stdin.int.c").contains("int f()"));
    let hover = project.run_with(&["hover", "--std=c++20", "-:1:5"], text);
    assert!(stdout(&hover).starts_with("function f\n"), "{}", stderr(&hover));
}

#[test]
fn a_source_on_standard_input_is_shown_as_it_is_written() {
    let project = Project::new(&[]);
    let nvcc = project.nvcc.to_str().expect("a UTF-8 path");
    let text = "#define VALUE(x) (x)\nint f() { return VALUE(gone); }\n";
    let run = project.run_with(&["check", "--nvcc", nvcc, "-"], text);
    let excerpt =
        " --> <stdin>:2:24\n  |\n2 | int f() { return VALUE(gone); }\n  |                        ^^^^\n";
    assert!(stdout(&run).contains(excerpt), "{}{}", stdout(&run), stderr(&run));
    let built = project.run_with(&["build", "--nvcc", nvcc, "-"], text);
    assert!(stderr(&built).starts_with("<stdin>:2:24: error: identifier \"gone\""), "{}", stderr(&built));
    let hover = project.run_with(&["hover", "--nvcc", nvcc, "-:2:18"], &text.replace("gone", "sizeof(f)"));
    assert!(stderr(&hover).contains("-:2:18: "), "{}", stderr(&hover));
}

#[test]
fn a_name_is_explained_by_the_command_of_its_source() {
    let project = Project::new(&[("src/a.cu", "#ifdef MORE\nint more(int x) { return x; }\n#endif\n")]);
    project.list(&[("../src/a.cu", "-DMORE -c")]);
    let hover = project.run(&["hover", "-p", "build", "src/a.cu:2:5"]);
    assert!(stdout(&hover).starts_with("function more\n  type      int (int)\n"), "{}", stderr(&hover));
    assert!(stdout(&hover).contains("\n  declared  src/a.cu:2:5: int more"), "{}", stdout(&hover));
    let nothing = |place: &str, reason: &str| {
        let hover = project.run(&["hover", "-p", "build", &format!("src/a.cu:{place}")]);
        assert_eq!(stderr(&hover), format!("asunder: src/a.cu:{place}: {reason}\n"));
    };
    nothing("2:1", "`int` is a keyword, not a name");
    nothing("2:99", "the line has 29 columns");
    nothing("9:1", "the file has 3 lines");
    nothing("1:2", "the preprocessed text has nothing of it");
    let slice = project.run(&["slice", "--side", "host", "-p", "build", "src/a.cu"]);
    assert!(stdout(&slice).contains("int more(int x)"), "{}{}", stdout(&slice), stderr(&slice));
}

#[test]
fn sources_of_one_name_have_host_files_of_their_own() {
    let project = Project::new(&[
        ("src/one/a.cu", "int one() { return 1; }\n"),
        ("src/two/a.cu", "#ifdef MORE\nint more() { return 3; }\n#else\nint two() { return 2; }\n#endif\n"),
        ("src/two/a.cpp", "__global__ void k() { }\n"),
    ]);
    let (one, two) = ("../src/one/a.cu", "../src/two/a.cu");
    project.list(&[(one, "-c"), (two, "-c"), (two, "-c -DMORE"), ("../src/two/a.cpp", "-x cu -c")]);
    let built = project.run(&["build", "-p", "build", "-o", "out", "--json"]);
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    let lines = stdout(&built);
    let hosts: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("lines are JSON")).collect();
    let mut names: Vec<&str> = hosts.iter().map(|it| it["host"].as_str().expect("it was built")).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 4, "{lines}");
    assert!(project.read("out/one/a.int.c").contains("int one()"));
    assert!(
        project.read("out/two/a.cpp.int.c").contains("__wrapper__device_stub_k")
            || project.read("out/two/a.cpp.int.c").contains("void k")
    );
    let all: String = names.iter().map(|name| project.read(name)).collect();
    assert!(all.contains("int two()") && all.contains("int more()"));
    assert!(lines.contains("\"written\":true"), "{lines}");
    let again = project.run(&["build", "-p", "build", "-o", "out", "--json"]);
    assert!(!stdout(&again).contains("\"written\":true"), "{}", stdout(&again));
}

#[test]
fn one_source_of_a_list_is_built_by_its_own_command() {
    let project = Project::new(&[("src/a.cu", PASSES), ("src/b.cu", "int b = MISSING;\n")]);
    project.list(&[("../src/a.cu", "--extended-lambda -c"), ("../src/b.cu", "-DMISSING=09 -c")]);
    let check =
        |words: &[&str]| project.run(&[&["check", "-p", "build", "--format", "short"], words].concat());
    assert_eq!(check(&["src/a.cu"]).status.code(), Some(0));
    let wrong = check(&["src/b.cu"]);
    assert_eq!(wrong.status.code(), Some(1));
    // Named as one finds it from here, not from the folder of the command.
    assert!(stdout(&wrong).starts_with("src/b.cu:1:9: error: invalid octal digit"), "{}", stdout(&wrong));
    let sarif = project.run(&["check", "-p", "build", "--format", "sarif"]);
    let sarif: serde_json::Value = serde_json::from_slice(&sarif.stdout).expect("a document");
    let uri = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    let source = project.path().canonicalize().expect("it is there").join("src/b.cu");
    assert_eq!(uri.as_str(), Some(&*format!("file://{}", source.display())));
    let both = check(&[]);
    assert!(stderr(&both).starts_with("asunder: 1 error in 2 units, 1 skipped that nvcc does not compile ("));
}

#[test]
fn what_does_not_preprocess_is_named_and_the_others_are_built() {
    let project = Project::new(&[("a.cu", "#include \"gone.h\"\n"), ("b.cu", "int b() { return 1; }\n")]);
    project.list(&[("../a.cu", "-c"), ("../gone.cu", "-c"), ("../b.cu", "-c"), ("../b.cu", "--bogus -c")]);
    let built = project.run(&["build", "-p", "build", "-o", "out", "-j", "2"]);
    assert_eq!(built.status.code(), Some(2));
    let message = stderr(&built);
    let place = |name: &str| {
        format!("asunder: {}/{name}: ", project.path().canonicalize().expect("it is there").display())
    };
    assert!(
        message.contains(&format!(
            "{}the preprocessor failed\n../a.cu:1:10: fatal error: gone.h",
            place("a.cu")
        )),
        "{message}"
    );
    assert!(message.contains(&format!("{}the preprocessor failed\n", place("gone.cu"))), "{message}");
    assert!(message.contains(&format!("{}nvcc refuses the command: nvcc fatal", place("b.cu"))), "{message}");
    let built = fs::read_dir(project.path().join("out")).expect("a folder").count();
    assert_eq!(built, 1, "one was built");
}

#[test]
fn nothing_to_build_and_no_nvcc_are_errors() {
    let project = Project::new(&[("a.cu", "int a;\n")]);
    let refused = |words: &[&str], wanted: &str| {
        let run = project.run(words);
        assert_eq!(run.status.code(), Some(2), "{words:?}");
        assert!(stderr(&run).starts_with(&format!("asunder: {wanted}")), "{words:?}: {}", stderr(&run));
    };
    for command in ["build", "check"] {
        refused(&[command], "no unit is named: give files, or a list of compile commands by --units");
        refused(&[command, "-p", "gone.json"], "cannot read gone.json: No such file");
        refused(&[command, "gone.cu"], "gone.cu: cannot open source file \"gone.cu\"");
        refused(&[command, "a.cu", "--nvcc", "gone/nvcc"], "a.cu: cannot run ");
    }
    project.list(&[]);
    refused(
        &["build", "-p", "build"],
        "build/compile_commands.json has no command of nvcc among its 1 entries",
    );
    project.list(&[("../a.cpp", "-c")]);
    let run = project.run(&["build", "-p", "build"]);
    assert_eq!(run.status.code(), Some(2), "a source that is not CUDA");
    assert!(stderr(&run).ends_with("asunder: nothing was built\n"), "{}", stderr(&run));
    let mut command = Command::new(ASUNDER);
    command.args(["check", "a.cu"]).current_dir(project.path()).env("PATH", "/no/such/folder");
    for name in TOOLKIT_VARIABLES {
        command.env_remove(name);
    }
    if Path::new("/usr/local/cuda/bin/nvcc").is_file() {
        println!("skipped: this machine has a toolkit in the usual place");
        return;
    }
    let run = command.output().expect("the program is built");
    assert!(
        stderr(&run).starts_with("asunder: a.cu: CUDA sources need nvcc, which was not found"),
        "{}",
        stderr(&run)
    );
}

#[test]
fn every_architecture_of_a_command_is_checked() {
    let source = "#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900\nint a = 09;\n#endif\nint b = 08;\n";
    let project = Project::new(&[("a.cu", source)]);
    project.list(&[("../a.cu", "-arch=sm_80 -arch=sm_90 -c")]);
    let check = |words: &[&str]| {
        let run = project.run(&[&["check", "-p", "build", "--format", "short"], words].concat());
        stdout(&run).lines().map(|line| line.split(':').nth(1).unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(check(&[]), ["4", "2"]);
    assert_eq!(check(&["--pass", "host"]), ["4"]);
    assert_eq!(check(&["--pass", "device:80"]), ["4"]);
    assert_eq!(check(&["--pass", "device:90"]), ["2", "4"]);
    let gone = project.run(&["check", "-p", "build", "a.cu", "--pass", "device:75"]);
    assert!(stderr(&gone).contains("a.cu: its command has no compute_75 device pass"), "{}", stderr(&gone));
}

/// The same on the toolkit itself.
#[test]
fn nvccs_own_plan_is_followed() {
    let Some(nvcc) = common::nvcc() else {
        println!("skipped: there is no toolkit");
        return;
    };
    let mut project = Project::new(&[("src/a.cu", PASSES), ("src/two/a.cu", PASSES)]);
    project.nvcc = nvcc;
    project.write("flags.txt", "-std=c++20 --extended-lambda");
    let archs = "-gencode arch=compute_80,code=sm_80 --generate-code=arch=compute_90,code=[compute_90,sm_90]";
    project.list(&[
        (
            "../src/a.cu",
            &format!("-forward-unknown-to-host-compiler -fPIC {archs} --extended-lambda -MD -MF a.d -c"),
        ),
        ("../src/two/a.cu", "--options-file ../flags.txt --threads 0 -ccbin g++ -dc '-DX=\"a b\"'"),
    ]);
    let built = project.run(&["build", "-p", "build", "-o", "out"]);
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    for name in ["out/a.int.c", "out/two/a.int.c"] {
        let host = project.read(name);
        assert!(host.contains("host_only") && !host.contains("device_only"), "{name}");
    }
    let checked = project.run(&["check", "-p", "build"]);
    assert_eq!(checked.status.code(), Some(0), "{}", stdout(&checked));
    let nvcc = project.nvcc.to_str().expect("a UTF-8 path");
    let alone = project.run(&["check", "src/a.cu", "--nvcc", nvcc, "--format", "short"]);
    assert_eq!(stdout(&alone).matches(LAMBDA_ERROR).count(), 1, "{}", stdout(&alone));
}

#[test]
fn a_check_names_the_files_that_it_read() {
    let project = Project::new(&[
        ("a.ii", "# 1 \"s/a.cu\"\n# 1 \"s/b c.h\" 1\nint b;\n# 2 \"s/a.cu\" 2\n"),
        ("b.ii", "# 1 \"s/b.cu\"\n# 1 \"s/b c.h\" 1\nint b;\n# 2 \"s/b.cu\" 2\n"),
    ]);
    let output = project.run(&["check", "a.ii", "b.ii", "--depfile", "d/x.d"]);
    assert_eq!(output.status.code(), Some(2), "there is no such folder: {output:?}");
    project.run(&["check", "a.ii", "b.ii", "--depfile", "x.d", "--depfile-target", "stamp"]);
    assert_eq!(project.read("x.d"), "stamp : s/a.cu \\\n    s/b\\ c.h \\\n    s/b.cu\n");
}
