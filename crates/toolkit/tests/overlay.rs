//! Overlays of a toolkit that is made of scripts.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use asunder_toolkit::Toolkit;
use asunder_toolkit::overlay::{self, Error, Overlay};
use tempfile::TempDir;

/// A folder with a toolkit of a version in `cuda`, and two builds of asunder.
struct Machine {
    folder: TempDir,
}

impl Machine {
    fn new(version: &str) -> Machine {
        let machine = Machine { folder: tempfile::tempdir().unwrap() };
        machine.write_nvcc(version);
        for program in ["bin/cudafe++", "nvvm/bin/cicc", "bin/ptxas", "bin/fatbinary"] {
            machine.write(&format!("cuda/{program}"), "#!/bin/sh\n");
        }
        machine.write("cuda/bin/nvcc.profile", "TOP = $(_HERE_)/..\n");
        machine.write("cuda/lib/libcudart.so.13", "a library");
        machine.write("asunder", "asunder");
        machine.write("newer-asunder", "asunder, built again");
        machine
    }

    /// An nvcc that says its version, its folder, and else the words it gets.
    fn write_nvcc(&self, version: &str) {
        let text = format!(
            "#!/bin/sh\n\
             case $1 in\n\
             --version) echo 'release 13, V{version}' ;;\n\
             -v) echo \"#$ _HERE_=${{0%/*}}\" >&2; exit 1 ;;\n\
             *) for word; do echo \"<$word>\"; done; exit 3 ;;\n\
             esac\n"
        );
        self.write("cuda/bin/nvcc", &text);
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn toolkit(&self) -> Toolkit {
        Toolkit::at(self.path("cuda")).unwrap()
    }

    fn overlay(&self, asunder: &str) -> Result<Overlay, Error> {
        overlay::make(&self.toolkit(), &self.path(asunder), &self.path("overlay"), None)
    }
}

/// Runs a program that was just written: it is busy while a process that another test starts still has it open.
fn run(program: &Path, words: &[&str]) -> Output {
    loop {
        match Command::new(program).args(words).output() {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => std::thread::yield_now(),
            output => return output.unwrap(),
        }
    }
}

fn printed(program: &Path, words: &[&str]) -> String {
    String::from_utf8(run(program, words).stdout).unwrap()
}

#[test]
fn nvcc_slices_as_the_overlay_says() {
    let machine = Machine::new("13.0.88");
    let program = "#!/bin/sh\ncase $1 in -v) echo \"#$ _HERE_=${0%/*}\" >&2; exit 1 ;; --version) echo 'release 13, \
                   V13.0.88' ;; *) echo \"[$ASUNDER_SLICE]\" ;; esac\n";
    machine.write("cuda/bin/nvcc", program);
    let make = |slices| {
        let (asunder, folder) = (machine.path("asunder"), machine.path("overlay"));
        overlay::make(&machine.toolkit(), &asunder, &folder, slices).unwrap().nvcc
    };
    let nvcc = make(Some("host,device"));
    let script = fs::read_to_string(&nvcc).unwrap();
    assert_eq!(printed(&nvcc, &["-c"]), "[host,device]\n");
    let said = Command::new(&nvcc).arg("-c").env(overlay::SLICES, "off").output().unwrap();
    assert_eq!(String::from_utf8(said.stdout).unwrap(), "[off]\n");
    assert_eq!(printed(&make(None), &["-c"]), "[]\n");
    assert_ne!(fs::read_to_string(&nvcc).unwrap(), script, "another compiler to caches");
}

#[test]
fn nvcc_runs_with_the_words_it_gets() {
    let machine = Machine::new("13.0.88");
    let nvcc = machine.overlay("asunder").unwrap().nvcc;
    assert_eq!(nvcc, machine.path("overlay/bin/nvcc"));
    let output = run(&nvcc, &["-c", "a file.cu", "", "-Xcompiler", "--version"]);
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "<-c>\n<a file.cu>\n<>\n<-Xcompiler>\n<--version>\n"
    );
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn the_device_compiler_is_asunder_with_the_original_beside_it() {
    let machine = Machine::new("13.0.88");
    machine.write("cuda/nvvm/libdevice/libdevice.10.bc", "code");
    machine.overlay("asunder").unwrap();
    let read = |name: &str| fs::read_to_string(machine.path("overlay/nvvm").join(name)).unwrap();
    assert_eq!(read("bin/cicc"), "asunder");
    assert_eq!(read("bin/cicc-nvidia"), "#!/bin/sh\n");
    assert_eq!(read("libdevice/libdevice.10.bc"), "code");
}

#[test]
fn the_host_compiler_is_asunder_for_nvcc_alone() {
    let machine = Machine::new("13.0.88");
    let program = "#!/bin/sh\ncase $1 in -v) echo \"#$ _HERE_=${0%/*}\" >&2; exit 1 ;; --version) echo 'release 13, \
                   V13.0.88' ;; *) echo \"$PATH\" ;; esac\n";
    machine.write("cuda/bin/nvcc", program);
    let nvcc = machine.overlay("asunder").unwrap().nvcc;
    let path = std::env::var_os("PATH").unwrap();
    let printed = printed(&nvcc, &["-c"]);
    let (first, rest) = printed.trim_end().split_once(':').unwrap();
    assert_eq!(rest, path.to_str().unwrap());
    for name in overlay::HOST_COMPILERS {
        assert_eq!(fs::read_to_string(Path::new(first).join(name)).unwrap(), "asunder");
        let program = overlay::host_compiler(&machine.path("overlay"), name).unwrap();
        assert_eq!(fs::read_to_string(program).unwrap(), "asunder");
    }
    assert_eq!(overlay::outside(printed.trim_end().as_ref()), path);
    assert_eq!(overlay::outside("/usr/bin:host-compiler".as_ref()), "/usr/bin:host-compiler", "none of ours");
}

#[test]
fn nvcc_runs_by_links_from_elsewhere() {
    let machine = Machine::new("13.0.88");
    let nvcc = machine.overlay("asunder").unwrap().nvcc;
    fs::create_dir(machine.path("usr")).unwrap();
    symlink("../overlay/bin/nvcc", machine.path("usr/nvcc")).unwrap();
    symlink(machine.path("usr/nvcc"), machine.path("cc")).unwrap();
    assert_eq!(printed(&machine.path("cc"), &["--version"]), printed(&nvcc, &["--version"]));
}

#[test]
fn the_version_names_asunder_and_its_hash() {
    let machine = Machine::new("13.0.88");
    let nvcc = machine.overlay("asunder").unwrap().nvcc;
    let own = env!("CARGO_PKG_VERSION");
    // The first digits of `printf asunder | sha256sum`.
    let expected = format!("release 13, V13.0.88\nHost front end: asunder {own} (234ab42fa52b5fa9)\n");
    assert_eq!(printed(&nvcc, &["--version"]), expected);
}

#[test]
fn nvcc_changes_with_asunder_and_with_the_toolkit_and_only_then() {
    let machine = Machine::new("13.0.88");
    let nvcc = machine.overlay("asunder").unwrap().nvcc;
    let state = || (fs::read(&nvcc).unwrap(), nvcc.metadata().unwrap().modified().unwrap());
    let first = state();
    machine.overlay("asunder").unwrap();
    assert_eq!(state(), first);
    machine.overlay("newer-asunder").unwrap();
    let second = state();
    assert_ne!(second.0, first.0);
    machine.write_nvcc("13.1.115");
    machine.overlay("newer-asunder").unwrap();
    let third = state();
    assert_ne!(third.0, second.0);
    machine.overlay("asunder").unwrap();
    machine.write_nvcc("13.0.88");
    machine.overlay("asunder").unwrap();
    assert_eq!(state().0, first.0);
}

#[test]
fn cudafe_is_a_copy_of_asunder_and_the_rest_is_linked() {
    let machine = Machine::new("13.0.88");
    machine.overlay("asunder").unwrap();
    assert_eq!(fs::read_to_string(machine.path("overlay/bin/cudafe++")).unwrap(), "asunder");
    assert!(!machine.path("overlay/bin/cudafe++").is_symlink());
    for name in ["bin/ptxas", "bin/nvcc.profile"] {
        assert_eq!(
            fs::read_link(machine.path("overlay").join(name)).unwrap(),
            machine.path("cuda").join(name)
        );
    }
    assert_eq!(fs::read_to_string(machine.path("overlay/asunder-release")).unwrap(), "13.0.88\n");
}

#[test]
fn links_of_an_earlier_toolkit_go() {
    let machine = Machine::new("13.0.88");
    machine.write("cuda/bin/old-tool", "");
    machine.overlay("asunder").unwrap();
    assert!(machine.path("overlay/bin/old-tool").is_symlink());
    fs::remove_file(machine.path("cuda/bin/old-tool")).unwrap();
    machine.overlay("asunder").unwrap();
    assert!(!machine.path("overlay/bin/old-tool").is_symlink());
}

#[test]
fn libraries_of_wheels_get_the_names_that_linkers_use() {
    let machine = Machine::new("13.0.88");
    machine.overlay("asunder").unwrap();
    for name in ["lib/libcudart.so", "lib64/libcudart.so", "lib64/libcudart.so.13"] {
        assert_eq!(fs::read_to_string(machine.path("overlay").join(name)).unwrap(), "a library");
    }
    assert_eq!(fs::read_dir(machine.path("cuda/lib")).unwrap().count(), 1, "the toolkit is not changed");
    // An installer's toolkit has both folders.
    symlink("lib", machine.path("cuda/lib64")).unwrap();
    fs::remove_dir_all(machine.path("overlay")).unwrap();
    machine.overlay("asunder").unwrap();
    assert_eq!(fs::read_link(machine.path("overlay/lib64")).unwrap(), machine.path("cuda/lib64"));
    assert_eq!(fs::read_link(machine.path("overlay/lib")).unwrap(), machine.path("cuda/lib"));
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let machine = Machine::new("13.0.88");
    machine.write("overlay/bin/nvcc", "mine");
    let error = machine.overlay("asunder").unwrap_err();
    assert!(matches!(&error, Error::Occupied(folder) if *folder == machine.path("overlay")), "{error}");
    assert_eq!(fs::read_to_string(machine.path("overlay/bin/nvcc")).unwrap(), "mine");
}

#[test]
fn the_toolkit_itself_is_left_alone() {
    let machine = Machine::new("13.0.88");
    let error = overlay::make(&machine.toolkit(), &machine.path("asunder"), &machine.path("cuda/own"), None);
    assert!(matches!(error, Err(Error::InToolkit(_))), "{error:?}");
    assert!(!machine.path("cuda/own").exists());
}

#[test]
fn an_older_toolkit_is_refused_with_what_to_do() {
    let machine = Machine::new("12.8.93");
    let error = machine.overlay("asunder").unwrap_err().to_string();
    let expected = "is CUDA 12.8.93; asunder takes the place of cudafe++ of CUDA 13.0 to 13.5. Another toolkit is \
                    named by --toolkit, and `asunder toolkit` installs one";
    assert!(error.ends_with(expected), "{error}");
    assert!(!machine.path("overlay").exists());
}

#[test]
fn a_newer_toolkit_is_taken() {
    let machine = Machine::new("14.0.10");
    assert_eq!(machine.overlay("asunder").unwrap().version.to_string(), "14.0.10");
}

#[test]
fn nvcc_says_which_toolkit_it_belongs_to() {
    let machine = Machine::new("13.0.88");
    let root_of = |nvcc: &Path| Toolkit::of_nvcc(nvcc).unwrap().root().to_owned();
    assert_eq!(root_of(&machine.path("cuda/bin/nvcc")), machine.path("cuda"));
    // A script around it, as distributions install.
    machine.write(
        "usr/bin/nvcc",
        &format!("#!/bin/sh\nexec {} \"$@\"\n", machine.path("cuda/bin/nvcc").display()),
    );
    assert_eq!(root_of(&machine.path("usr/bin/nvcc")), machine.path("cuda"));
    // An overlay stands on the toolkit.
    let nvcc = machine.overlay("asunder").unwrap().nvcc;
    assert_eq!(root_of(&nvcc), machine.path("cuda"));
}

#[test]
fn a_folder_without_the_compiler_is_no_toolkit() {
    let machine = Machine::new("13.0.88");
    fs::remove_file(machine.path("cuda/nvvm/bin/cicc")).unwrap();
    let error = Toolkit::at(machine.path("cuda")).unwrap_err().to_string();
    assert_eq!(
        error,
        format!("{} is not a CUDA toolkit: it has no nvvm/bin/cicc", machine.path("cuda").display())
    );
}
