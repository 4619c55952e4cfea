//! The drop-in client: with a server, without, and with servers that fail.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const ASUNDER: &str = env!("CARGO_BIN_EXE_asunder");

fn unit(number: u32) -> String {
    format!(
        "# 1 \"u{number}.cu\"\ntypedef unsigned long size_t;\n\
         __attribute__((global)) void kernel{number}(int *p) {{ p[threadIdx.x] = {number}; }}\n\
         int host{number}(int a) {{ return a + 0{number}; }}\n#pragma nv_diag_suppress 177 174\n"
    )
}

/// What a run of cudafe++ leaves: status, standard error, host file, module id.
type Outcome = (Option<i32>, String, Vec<u8>, Vec<u8>);

fn command(folder: &Path, number: u32, socket: Option<&Path>) -> Command {
    let mut command = Command::new(ASUNDER);
    command.current_dir(folder).env_remove("ASUNDER_SERVER");
    command.args(["cudafe++", "--c++17", "--gen_module_id_file", "--module_id_file_name"]);
    command.arg(format!("{number}.id")).arg("--gen_c_file_name").arg(format!("{number}.cpp"));
    command.arg(format!("{number}.ii"));
    if let Some(socket) = socket {
        command.env("ASUNDER_SERVER", socket);
    }
    command
}

fn run(folder: &Path, number: u32, socket: Option<&Path>) -> Outcome {
    for name in [format!("{number}.cpp"), format!("{number}.id")] {
        let _ = fs::remove_file(folder.join(name));
    }
    let output = command(folder, number, socket).output().expect("the program is built");
    outcome(folder, number, output)
}

fn outcome(folder: &Path, number: u32, output: std::process::Output) -> Outcome {
    let file = |name: String| fs::read(folder.join(name)).unwrap_or_default();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), stderr, file(format!("{number}.cpp")), file(format!("{number}.id")))
}

fn server(socket: &Path) -> Child {
    let child = Command::new(ASUNDER).args(["serve", "--socket"]).arg(socket).spawn();
    let child = child.expect("the program is built");
    for _ in 0..500 {
        if UnixStream::connect(socket).is_ok() {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

fn folder(units: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..units {
        fs::write(folder.path().join(format!("{number}.ii")), unit(number)).expect("a file");
    }
    folder
}

#[test]
fn a_server_gives_what_the_program_gives() {
    let folder = folder(1);
    let path = folder.path();
    let socket = path.join("private/socket");
    let mut server = server(&socket);
    assert_eq!(fs::metadata(&socket).expect("a socket").permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::metadata(path.join("private")).expect("a folder").permissions().mode() & 0o777, 0o700);
    for text in [unit(0), unit(0).replace("a + 00", "a + 08"), unit(0).replace("return", "{ return"), unit(0)]
    {
        fs::write(path.join("0.ii"), text).expect("a file");
        let alone = run(path, 0, None);
        assert_eq!(run(path, 0, Some(&socket)), alone);
    }
    let second = Command::new(ASUNDER).args(["serve", "--socket"]).arg(&socket).output();
    assert_eq!(second.expect("the program is built").status.code(), Some(1), "one server a socket");
    let mut stream = UnixStream::connect(&socket).expect("a server");
    stream.write_all(b"{\"op\":\"statistics\"}\n{\"op\":\"shutdown\"}\n").expect("a server");
    let mut answers = String::new();
    stream.read_to_string(&mut answers).expect("a server");
    assert!(answers.contains("\"edits\":3"), "{answers}");
    assert!(server.wait().expect("a child").success());
    assert!(!socket.exists());
}

#[test]
fn without_a_server_that_answers_the_program_does_it_itself() {
    let folder = folder(1);
    let path = folder.path();
    let alone = run(path, 0, None);
    assert_eq!(run(path, 0, Some(&path.join("nothing"))), alone, "no server");
    for answer in ["", "{\"host\":\"half an ans", "{\"error\":\"no\"}\n", "nonsense\n", "{\"host\":\"\"}\n"] {
        let socket = path.join("fake");
        let _ = fs::remove_file(&socket);
        let listener = UnixListener::bind(&socket).expect("a socket");
        let fake = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let _ = stream.read(&mut [0; 16]);
            let _ = stream.write_all(answer.as_bytes());
        });
        assert_eq!(run(path, 0, Some(&socket)), alone, "answer {answer:?}");
        fake.join().expect("no panic");
    }
}

#[test]
fn a_server_that_is_killed_harms_no_client() {
    let folder = folder(1);
    let path = folder.path();
    // Work enough that the kill comes in the middle of it.
    let large: String =
        (0..400).map(|number| unit(number).replace("typedef unsigned long size_t;", "")).collect();
    fs::write(path.join("0.ii"), large).expect("a file");
    let alone = run(path, 0, None);
    for delay in [0, 5, 20, 60] {
        let socket = path.join("socket");
        let mut server = server(&socket);
        let _ = fs::remove_file(path.join("0.cpp"));
        let client = command(path, 0, Some(&socket)).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let client = client.expect("the program is built");
        std::thread::sleep(Duration::from_millis(delay));
        server.kill().expect("a child");
        server.wait().expect("a child");
        let output = client.wait_with_output().expect("a child");
        assert_eq!(outcome(path, 0, output), alone, "killed after {delay} ms");
    }
}

#[test]
fn a_hundred_clients_get_their_own_answers() {
    let units = 10;
    let folder = folder(100);
    let path = folder.path();
    let socket = path.join("socket");
    let mut server = server(&socket);
    let alone: Vec<Outcome> = (0..units).map(|number| run(path, number, None)).collect();
    // Ten units, each by ten clients under names of their own.
    for number in 0..100 {
        fs::write(path.join(format!("{number}.ii")), unit(number % units)).expect("a file");
    }
    std::thread::scope(|scope| {
        for number in 0..100 {
            let (socket, alone) = (&socket, &alone);
            scope.spawn(move || {
                let (status, _, host, _) = run(path, number, Some(socket));
                let text = |host: &[u8]| {
                    // The unit's own name is in its module id and stub file.
                    let host = String::from_utf8_lossy(host).into_owned();
                    host.lines()
                        .filter(|line| line.contains("kernel") || line.contains("host"))
                        .map(str::to_owned)
                        .collect::<Vec<_>>()
                };
                let wanted = &alone[(number % units) as usize];
                assert_eq!((status, text(&host)), (wanted.0, text(&wanted.2)));
            });
        }
    });
    server.kill().expect("a child");
    server.wait().expect("a child");
}

#[test]
fn a_full_disk_leaves_the_older_file() {
    let folder = folder(1);
    let path = folder.path();
    let large: String = (0..200).map(unit).collect();
    fs::write(path.join("0.ii"), large).expect("a file");
    fs::write(path.join("0.cpp"), "old").expect("a file");
    for program in
        [format!("{ASUNDER} cudafe++ --gen_c_file_name 0.cpp 0.ii"), format!("{ASUNDER} build -o . 0.ii")]
    {
        fs::write(path.join("0.int.c"), "old").expect("a file");
        // Files of more than two blocks cannot be written, as on a disk that is full.
        let shell = format!("trap '' XFSZ; ulimit -f 2; exec {program} 2>/dev/null");
        let status =
            Command::new("bash").args(["-c", &shell]).current_dir(path).status().expect("bash is there");
        assert!(!status.success(), "{program}");
        assert_eq!(fs::read(path.join("0.cpp")).expect("a file"), b"old");
        assert_eq!(fs::read(path.join("0.int.c")).expect("a file"), b"old");
    }
}
