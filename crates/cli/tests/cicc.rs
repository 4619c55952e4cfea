//! The command line of cicc, with a script in the place of NVIDIA's.

mod common;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use tempfile::TempDir;

const UNIT: &str = "# 1 \"a.cu\"\n# 1 \"h.h\" 1 3\nint used;\nint unused;\n# 2 \"a.cu\" 2\nint own = used;\n";
const SLICE: &str = "# 1 \"a.cu\"\n# 1 \"h.h\" 1 3\nint used;\n# 2 \"a.cu\" 2\nint own = used;\n";
/// Writes the unit it gets to what follows `-o`. Says something, and fails where the unit says so.
const SCRIPT: &str = "#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in -o) out=$2; shift ;; *.cpp1.ii) unit=$1 ;; esac
    shift
done
cp \"$unit\" \"$out\"
echo said; echo warned >&2
if grep -q refuse \"$unit\" && ! grep -q unused \"$unit\"; then exit 2; fi
if grep -q broken \"$unit\"; then exit 7; fi
";

struct Toolkit {
    folder: TempDir,
}

impl Toolkit {
    fn new(unit: &str) -> Toolkit {
        let folder = tempfile::tempdir().unwrap();
        symlink(common::ASUNDER, folder.path().join("cicc")).unwrap();
        let script = folder.path().join("cicc-nvidia");
        fs::write(&script, SCRIPT).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(folder.path().join("a.cpp1.ii"), unit).unwrap();
        Toolkit { folder }
    }

    /// Status, streams, and the unit that cicc read.
    fn compile(&self, slice: Option<&str>, options: &[&str]) -> (Option<i32>, String, String) {
        let variables: Vec<(&str, &str)> = slice.map(|words| ("ASUNDER_SLICE", words)).into_iter().collect();
        self.compile_with(&variables, options)
    }

    fn compile_with(&self, variables: &[(&str, &str)], options: &[&str]) -> (Option<i32>, String, String) {
        let mut command = Command::new(self.folder.path().join("cicc"));
        command
            .current_dir(self.folder.path())
            .env_remove("ASUNDER_SLICE")
            .env_remove("ASUNDER_SLICE_SYSTEM");
        command.envs(variables.iter().copied());
        command.args(["--c++17", "-arch", "compute_75", "--module_id_file_name", "a.module_id"]);
        command.args(options).args(["a.cpp1.ii", "-o", "a.ptx"]);
        let output = command.output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        (output.status.code(), said, fs::read_to_string(self.folder.path().join("a.ptx")).unwrap())
    }
}

fn compiled(unit: &str) -> (Option<i32>, String, String) {
    (Some(0), "said\nwarned\n".to_owned(), unit.to_owned())
}

#[test]
fn the_slice_is_compiled_unless_it_is_not_wanted() {
    let toolkit = Toolkit::new(UNIT);
    assert_eq!(toolkit.compile(None, &[]), compiled(SLICE));
    assert_eq!(toolkit.compile(Some("device"), &[]), compiled(SLICE));
    assert_eq!(toolkit.compile(Some("host,device"), &["-generate-line-info"]), compiled(SLICE));
    assert_eq!(toolkit.compile(Some("host"), &[]), compiled(UNIT));
    assert_eq!(toolkit.compile(Some("off"), &[]), compiled(UNIT));
}

#[test]
fn headers_in_named_folders_count_as_those_of_the_system() {
    let toolkit = Toolkit::new(&UNIT.replace("h.h\" 1 3", "torch/h.h\" 1"));
    let (_, _, whole) = toolkit.compile(None, &[]);
    assert!(whole.contains("unused"));
    let folder = toolkit.folder.path().join("torch");
    for system in ["torch", "elsewhere:torch/", folder.to_str().unwrap()] {
        let (status, _, slice) = toolkit.compile_with(&[("ASUNDER_SLICE_SYSTEM", system)], &[]);
        assert_eq!((status, slice.contains("unused")), (Some(0), false), "{system}");
    }
}

#[test]
fn options_that_are_not_known_get_the_whole_unit() {
    let toolkit = Toolkit::new(UNIT);
    for options in [&["-g", "-O0"][..], &["--new-option"], &["-olto", "a.ltoir"]] {
        assert_eq!(toolkit.compile(Some("device"), options), compiled(UNIT), "{options:?}");
    }
}

#[test]
fn what_is_refused_is_compiled_again_as_a_whole() {
    let unit = UNIT.replace("int own", "int refuse, own");
    assert_eq!(Toolkit::new(&unit).compile(Some("device"), &[]), compiled(&unit));
}

#[test]
fn errors_are_those_of_the_whole_unit() {
    let unit = UNIT.replace("int own", "int broken, own");
    let (_, said, read) = compiled(&unit);
    assert_eq!(Toolkit::new(&unit).compile(Some("device"), &[]), (Some(7), said, read));
}
