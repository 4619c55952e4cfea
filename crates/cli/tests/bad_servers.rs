//! The drop-in client and servers that are silent, slow, confused or dead: it does the work itself, soon.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use common::{Outcome, folder, run, server};
use serde_json::{Value, json};

/// No build waits longer for a server, and then there is its own work.
const LONGEST: Duration = Duration::from_secs(5);

/// What a fake server does with a client: its connection, and its request.
type Behaviour = fn(UnixStream, Value);

/// Greets as a server of the client's own build, and takes the text.
fn greet(stream: &mut UnixStream, request: &Value) {
    let _ = stream.write_all(format!("{}\n", json!({"build": request["build"]})).as_bytes());
    let length = request["length"].as_u64().unwrap_or_default();
    let _ = std::io::copy(&mut (&*stream).take(length), &mut std::io::sink());
}

/// An answer that is right in all but `change`.
fn answer(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut answer = json!({
        "host": "int wrong;\n", "module_id": "_00000000_4_0_ii_12345678",
        "report": {"diagnostics": [], "pragmas": {"changes": []}, "silenced": {}},
    });
    change(&mut answer);
    format!("{answer}\n").into_bytes()
}

fn drip(mut stream: UnixStream, bytes: &[u8]) {
    for byte in bytes.iter().cycle().take(1000) {
        if stream.write_all(&[*byte]).is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn silent(stream: UnixStream) {
    let _ = (&stream).read(&mut [0]);
    std::thread::sleep(2 * LONGEST);
    drop(stream);
}

const BEHAVIOURS: &[(&str, Behaviour)] = &[
    ("gone", |_, _| {}),
    ("silent", |stream, _| silent(stream)),
    ("half a greeting", |mut stream, _| drop(stream.write_all(b"{\"build\":\"abc"))),
    ("a greeting drop by drop", |stream, _| drip(stream, b" ")),
    ("an endless greeting", |mut stream, _| while stream.write_all(&[b'x'; 1 << 16]).is_ok() {}),
    ("a refusal", |mut stream, _| drop(stream.write_all(b"{\"error\":\"no\"}\n"))),
    ("nonsense", |mut stream, _| drop(stream.write_all(b"nonsense\n"))),
    ("bytes that are not text", |mut stream, _| drop(stream.write_all(b"\xff\xfe\0\n"))),
    ("another build", |mut stream, _| {
        let _ = stream.write_all(b"{\"build\":\"0123456789abcdef\"}\n");
        let _ = stream.write_all(&answer(|_| {}));
    }),
    ("gone after the greeting", |mut stream, request| greet(&mut stream, &request)),
    ("text never taken", |mut stream, request| {
        let _ = stream.write_all(format!("{}\n", json!({"build": request["build"]})).as_bytes());
        std::thread::sleep(2 * LONGEST);
    }),
    ("silent after the greeting", |mut stream, request| {
        greet(&mut stream, &request);
        silent(stream);
    }),
    ("an answer drop by drop", |mut stream, request| {
        greet(&mut stream, &request);
        drip(stream, b" ");
    }),
    ("half an answer", |mut stream, request| {
        greet(&mut stream, &request);
        let answer = answer(|_| {});
        let _ = stream.write_all(&answer[..answer.len() / 2]);
    }),
    ("an endless answer", |mut stream, request| {
        greet(&mut stream, &request);
        while stream.write_all(&[b'x'; 1 << 16]).is_ok() {}
    }),
    ("a deep answer", |mut stream, request| {
        greet(&mut stream, &request);
        let _ = stream.write_all(&[b'['; 1 << 20]);
        let _ = stream.write_all(b"\n");
    }),
    ("no host file", |mut stream, request| {
        greet(&mut stream, &request);
        let _ = stream.write_all(&answer(|answer| answer["host"] = Value::Null));
    }),
    ("another unit's module id", |mut stream, request| {
        greet(&mut stream, &request);
        let _ = stream.write_all(&answer(|answer| answer["module_id"] = "_00000000_4_1_ii_12345678".into()));
    }),
    ("a module id with code in it", |mut stream, request| {
        greet(&mut stream, &request);
        let id = "_00000000_4_0_ii_1234;x()";
        let _ = stream.write_all(&answer(|answer| answer["module_id"] = id.into()));
    }),
    ("no module id", |mut stream, request| {
        greet(&mut stream, &request);
        let _ = stream.write_all(&answer(|answer| answer["module_id"] = "".into()));
    }),
];

/// What `run` gives must be what the program gives alone, within [`LONGEST`] and the time of its own work.
fn check(what: &str, path: &Path, socket: &Path, alone: &Outcome) {
    let start = Instant::now();
    assert_eq!(run(path, 0, Some(socket)), *alone, "{what}");
    let took = start.elapsed();
    assert!(took < LONGEST + Duration::from_secs(1), "{what}: {took:?}");
}

#[test]
fn whatever_a_server_does_the_program_does_it_itself() {
    let folders: Vec<_> = BEHAVIOURS.iter().map(|_| folder(1)).collect();
    std::thread::scope(|scope| {
        for ((what, behaviour), folder) in BEHAVIOURS.iter().zip(&folders) {
            scope.spawn(move || {
                let path = folder.path();
                let socket = path.join("socket");
                let listener = UnixListener::bind(&socket).expect("a socket");
                std::thread::spawn(move || {
                    let (stream, _) = listener.accept().expect("a client");
                    let mut line = String::new();
                    BufReader::new(&stream).read_line(&mut line).expect("a request");
                    behaviour(stream, serde_json::from_str(&line).expect("a request"));
                });
                check(what, path, &socket, &run(path, 0, None));
            });
        }
    });
}

/// The answers above are taken when they are right, so it is their faults that the client sees.
#[test]
fn a_right_answer_is_taken() {
    let folder = folder(1);
    let socket = folder.path().join("socket");
    let listener = UnixListener::bind(&socket).expect("a socket");
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a client");
        let mut line = String::new();
        BufReader::new(&stream).read_line(&mut line).expect("a request");
        greet(&mut stream, &serde_json::from_str(&line).expect("a request"));
        stream.write_all(&answer(|_| {})).expect("a client");
    });
    let (status, _, host, id) = run(folder.path(), 0, Some(&socket));
    assert_eq!((status, &*host, &*id), (Some(0), &b"int wrong;\n"[..], &b"_00000000_4_0_ii_12345678"[..]));
}

#[test]
fn no_server_is_no_server() {
    let folder = folder(1);
    let path = folder.path();
    let alone = run(path, 0, None);
    fs::write(path.join("file"), "").expect("a file");
    drop(UnixListener::bind(path.join("stale")).expect("a socket"));
    let long = "x".repeat(200);
    for name in ["nothing", "file", "stale", ".", &long] {
        check(name, path, &path.join(name), &alone);
    }
}

#[test]
fn a_server_that_accepts_no_client_is_not_waited_for() {
    let folder = folder(1);
    let path = folder.path();
    let socket = path.join("socket");
    let _listener = UnixListener::bind(&socket).expect("a socket");
    let alone = run(path, 0, None);
    check("nobody accepted", path, &socket, &alone);
}

#[test]
fn a_server_that_is_stopped_is_not_waited_for() {
    let folder = folder(1);
    let path = folder.path();
    let socket = path.join("socket");
    let mut server = server(&socket);
    let alone = run(path, 0, None);
    let signal = |name: &str| {
        let status = Command::new("kill").args([name, &server.id().to_string()]).status();
        assert!(status.expect("kill is there").success());
    };
    signal("-STOP");
    check("stopped", path, &socket, &alone);
    signal("-CONT");
    check("going on", path, &socket, &alone);
    server.kill().expect("a child");
    server.wait().expect("a child");
}
