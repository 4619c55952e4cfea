//! Units, runs of cudafe++ and servers.
#![allow(dead_code, reason = "no test needs everything")]

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

pub const ASUNDER: &str = env!("CARGO_BIN_EXE_asunder");

pub fn unit(number: u32) -> String {
    format!(
        "# 1 \"u{number}.cu\"\ntypedef unsigned long size_t;\n\
         __attribute__((global)) void kernel{number}(int *p) {{ p[threadIdx.x] = {number}; }}\n\
         int host{number}(int a) {{ return a + 0{number}; }}\n#pragma nv_diag_suppress 177 174\n"
    )
}

/// What a run of cudafe++ leaves: status, standard error, host file, module id.
pub type Outcome = (Option<i32>, String, Vec<u8>, Vec<u8>);

pub fn command(folder: &Path, number: u32, socket: Option<&Path>) -> Command {
    let mut command = Command::new(ASUNDER);
    command.current_dir(folder).env_remove("ASUNDER_SERVER").env_remove("ASUNDER_SLICE");
    command.args(["cudafe++", "--c++17", "--gen_module_id_file", "--module_id_file_name"]);
    command.arg(format!("{number}.id")).arg("--gen_c_file_name").arg(format!("{number}.cpp"));
    command.arg(format!("{number}.ii"));
    if let Some(socket) = socket {
        command.env("ASUNDER_SERVER", socket);
    }
    command
}

pub fn run(folder: &Path, number: u32, socket: Option<&Path>) -> Outcome {
    for name in [format!("{number}.cpp"), format!("{number}.id")] {
        let _ = fs::remove_file(folder.join(name));
    }
    let output = command(folder, number, socket).output().expect("the program is built");
    outcome(folder, number, output)
}

pub fn outcome(folder: &Path, number: u32, output: std::process::Output) -> Outcome {
    let file = |name: String| fs::read(folder.join(name)).unwrap_or_default();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), stderr, file(format!("{number}.cpp")), file(format!("{number}.id")))
}

pub fn serve(socket: &Path) -> Command {
    let mut command = Command::new(ASUNDER);
    command.args(["serve", "--socket"]).arg(socket);
    command
}

pub fn server(socket: &Path) -> Child {
    let child = serve(socket).spawn();
    let child = child.expect("the program is built");
    for _ in 0..500 {
        if UnixStream::connect(socket).is_ok() {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

pub fn folder(units: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..units {
        fs::write(folder.path().join(format!("{number}.ii")), unit(number)).expect("a file");
    }
    folder
}

/// Sends requests to a server and gives its answers.
pub fn request(socket: &Path, requests: &str) -> String {
    let mut stream = UnixStream::connect(socket).expect("a server");
    stream.write_all(requests.as_bytes()).expect("a server");
    stream.shutdown(std::net::Shutdown::Write).expect("a server");
    let mut answers = String::new();
    stream.read_to_string(&mut answers).expect("a server");
    answers
}

/// CUDA's keywords as the toolkit's headers define them, with what a launch needs.
const KEYWORDS: &str = "\
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
";

/// A stand-in for nvcc in a folder; gives its path.
pub fn stand_in(folder: &Path) -> PathBuf {
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join("keywords.h"), KEYWORDS).expect("a file");
    let nvcc = folder.join("nvcc");
    fs::write(&nvcc, include_str!("../data/nvcc.sh")).expect("a file");
    fs::set_permissions(&nvcc, fs::Permissions::from_mode(0o755)).expect("a file");
    nvcc
}

/// nvcc of the toolkit that the environment names or that the checkout has.
pub fn nvcc() -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../toolkit/nvidia/cu13");
    let named = std::env::var_os("ASUNDER_TOOLKIT").map(PathBuf::from);
    let nvcc = named.unwrap_or(own).join("bin/nvcc");
    std::fs::canonicalize(nvcc).ok()
}
