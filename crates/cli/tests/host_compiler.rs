//! The command line of gcc in an overlay: what is preprocessed here, and what the host compiler gets.

mod common;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Writes its words and its PATH into `log`, and is the machine's gcc; fails at `-c`.
const GCC: &str = "#!/bin/sh
echo \"$PATH: $*\" >> log
for word; do if [ \"$word\" = -c ]; then exit 7; fi; done
PATH=$MACHINE exec gcc \"$@\"
";
const SOURCE: &str = "#define TWICE(x) x x\n#include \"a.h\"\nTWICE(int) b;\n";

/// An overlay with host compilers, and a folder with another gcc.
struct Machine {
    folder: TempDir,
}

impl Machine {
    fn new(source: &str) -> Machine {
        let machine = Machine { folder: tempfile::tempdir().unwrap() };
        fs::create_dir_all(machine.path("overlay/host-compiler")).unwrap();
        fs::write(machine.path("overlay/asunder-release"), "13.0.88\n").unwrap();
        symlink(common::ASUNDER, machine.path("overlay/host-compiler/gcc")).unwrap();
        fs::create_dir(machine.path("usr")).unwrap();
        fs::write(machine.path("usr/gcc"), GCC).unwrap();
        fs::set_permissions(machine.path("usr/gcc"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(machine.path("a.h"), "int a;\n").unwrap();
        fs::write(machine.path("a.cu"), source).unwrap();
        machine
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the gcc of a PATH; gives what it did, and what the other gcc was asked besides what it is.
    fn gcc(&self, path: &[&str], words: &[&str], preprocessor: Option<&str>) -> (Output, Vec<String>) {
        let path = std::env::join_paths(path.iter().map(|folder| self.path(folder))).unwrap();
        let _ = fs::remove_file(self.path("log"));
        let mut command = Command::new("gcc");
        command.args(words).current_dir(self.folder.path());
        command.env("MACHINE", std::env::var_os("PATH").unwrap()).env("PATH", path);
        command.env("XDG_CACHE_HOME", self.path("cache")).env_remove("ASUNDER_PREPROCESSOR");
        command.envs(preprocessor.map(|value| ("ASUNDER_PREPROCESSOR", value)));
        let output = command.output().unwrap();
        let log = fs::read_to_string(self.path("log")).unwrap_or_default();
        (output, log.lines().filter(|line| !line.ends_with(" -")).map(str::to_owned).collect())
    }

    /// As nvcc does, in the overlay.
    fn nvcc(&self, words: &[&str], preprocessor: Option<&str>) -> (Output, Vec<String>) {
        let words: Vec<&str> = ["-D__NVCC__", "-x", "c++"].into_iter().chain(words.iter().copied()).collect();
        self.gcc(&["overlay/host-compiler", "usr"], &words, preprocessor)
    }
}

#[test]
fn a_source_is_preprocessed_as_by_the_host_compiler() {
    let machine = Machine::new(SOURCE);
    let words = ["-E", "a.cu", "-o", "own.ii"];
    let (output, asked) = machine.nvcc(&words, None);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(asked, [] as [&str; 0]);
    let (_, asked) = machine.nvcc(&["-E", "a.cu", "-o", "host.ii"], Some("host"));
    assert_eq!(asked.len(), 1);
    let read = |name: &str| fs::read_to_string(machine.path(name)).unwrap();
    assert!(read("own.ii").ends_with("int int b;\n"));
    assert_eq!(read("own.ii"), read("host.ii"));
}

#[test]
fn the_host_compiler_says_what_there_is_to_say() {
    let machine = Machine::new("#warning said\nint a;\n");
    let (output, asked) = machine.nvcc(&["-E", "a.cu", "-o", "a.ii"], None);
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(messages.starts_with("a.cu:1:2: warning: #warning said"), "{messages}");
    assert_eq!(asked.len(), 1);
    assert!(machine.path("a.ii").exists());
    let (output, _) = machine.nvcc(&["-E", "missing.cu", "-o", "b.ii"], None);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn other_commands_are_those_of_the_host_compiler() {
    let machine = Machine::new(SOURCE);
    // With the environment that it would have without the overlay.
    let expected = |words: &str| [format!("{}: -D__NVCC__ -x c++ {words}", machine.path("usr").display())];
    for words in ["-c a.cu -o a.o", "-E a.cu", "-E -MD a.cu -o a.ii", "-E --new-option a.cu -o a.ii"] {
        let (_, asked) = machine.nvcc(&words.split(' ').collect::<Vec<_>>(), None);
        assert_eq!(asked, expected(words));
    }
    let (output, _) = machine.nvcc(&["-c", "a.cu"], None);
    assert_eq!(output.status.code(), Some(7));
    let (_, asked) = machine.gcc(&["overlay/host-compiler", "usr"], &["-E", "a.cu", "-o", "a.ii"], None);
    assert_eq!(asked.len(), 1, "not a command of nvcc");
}

#[test]
fn a_missing_host_compiler_is_named() {
    let machine = Machine::new(SOURCE);
    let (output, _) = machine.gcc(&["overlay/host-compiler"], &["-c", "a.cu"], None);
    assert_eq!(output.status.code(), Some(127));
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(messages.starts_with("asunder: cannot run gcc: "), "{messages}");
}
