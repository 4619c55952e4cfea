//! Servers: what they give to drop-in clients, and the places of their sockets.

mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Outcome, command, folder, outcome, request, run, serve, server, unit};

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
    let second = serve(&socket).output();
    assert_eq!(second.expect("the program is built").status.code(), Some(1), "one server a socket");
    let answers = request(&socket, "{\"op\":\"statistics\"}\n{\"op\":\"shutdown\"}\n");
    assert!(answers.contains("\"edits\":3"), "{answers}");
    assert!(server.wait().expect("a child").success());
    assert!(!socket.exists());
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

/// A server that cannot start: its status, and what it says.
fn refused(socket: &Path) -> (Option<i32>, String) {
    let output = serve(socket).output().expect("the program is built");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn only_a_socket_that_asunder_left_behind_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let file = path.join("file");
    fs::write(&file, "precious").expect("a file");
    symlink(&file, path.join("link")).expect("a link");
    symlink(path.join("nothing"), path.join("dangling")).expect("a link");
    fs::create_dir(path.join("folder")).expect("a folder");
    // Of some other program, which has ended.
    drop(UnixListener::bind(path.join("foreign")).expect("a socket"));
    for name in ["file", "link", "dangling", "folder", "foreign"] {
        let place = path.join(name);
        // Not the second time either.
        for _ in 0..2 {
            let wanted =
                format!("asunder: {} is there already, and was not left by asunder\n", place.display());
            assert_eq!(refused(&place), (Some(1), wanted));
        }
    }
    assert_eq!(fs::read(&file).expect("a file"), b"precious");
    assert!(!path.join("nothing").exists());
    assert!(fs::symlink_metadata(path.join("foreign")).expect("a socket").file_type().is_socket());

    // Nor is the lock the file of somebody else.
    fs::write(path.join("socket.lock"), "precious").expect("a file");
    assert_eq!(refused(&path.join("socket")).0, Some(1));
    assert_eq!(fs::read(path.join("socket.lock")).expect("a file"), b"precious");
    assert!(!path.join("socket").exists());
}

#[test]
fn a_socket_that_a_killed_server_left_is_taken_over() {
    let folder = folder(1);
    let socket = folder.path().join("socket");
    for _ in 0..3 {
        let mut server = server(&socket);
        assert!(request(&socket, "{\"op\":\"hello\"}\n").contains("build"));
        server.kill().expect("a child");
        server.wait().expect("a child");
        assert!(socket.exists());
    }
    let mut last = server(&socket);
    request(&socket, "{\"op\":\"shutdown\"}\n");
    assert!(last.wait().expect("a child").success());
    assert!(!socket.exists() && !folder.path().join("socket.lock").exists());
}

#[test]
fn a_server_ends_though_its_socket_is_gone() {
    let folder = folder(1);
    let socket = folder.path().join("socket");
    let mut server = server(&socket);
    let stream = UnixStream::connect(&socket).expect("a server");
    fs::remove_file(&socket).expect("a socket");
    std::io::Write::write_all(&mut &stream, b"{\"op\":\"shutdown\"}\n").expect("a server");
    assert!(server.wait().expect("a child").success());
}

#[test]
fn a_name_that_is_too_long_is_said_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = folder.path().join("x".repeat(200));
    let (status, message) = refused(&socket);
    assert_eq!(status, Some(1));
    let length = socket.as_os_str().len();
    assert!(message.ends_with(&format!("is too long for a socket: {length} bytes of 107\n")), "{message}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn of_many_simultaneous_starts_one_serves() {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = folder.path().join("socket");
    for round in 0..2 {
        let start = || serve(&socket).stderr(Stdio::null()).spawn().expect("the program is built");
        let mut servers: Vec<_> = (0..30).map(|_| start()).collect();
        let deadline = Instant::now() + Duration::from_secs(60);
        let mut running = servers.len();
        while running > 1 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(20));
            running = servers
                .iter_mut()
                .filter_map(|it| it.try_wait().expect("a child").is_none().then_some(()))
                .count();
        }
        assert_eq!(running, 1, "round {round}");
        assert!(request(&socket, "{\"op\":\"hello\"}\n").contains("build"));
        // The second round finds a socket that nobody serves.
        for server in &mut servers {
            let _ = server.kill();
            server.wait().expect("a child");
        }
    }
}

/// A server in a container sees other files under the same names: the client's text counts.
#[test]
fn a_server_that_sees_other_files_gives_no_other_code() {
    let here = folder(1);
    let there = tempfile::tempdir().expect("a folder");
    let socket = here.path().join("socket");
    fs::write(there.path().join("0.ii"), unit(1)).expect("a file");
    let mounted = format!(
        "mount --bind {} {} && exec {} serve --socket {}",
        there.path().display(),
        here.path().join("work").display(),
        common::ASUNDER,
        socket.display(),
    );
    let work = here.path().join("work");
    fs::create_dir(&work).expect("a folder");
    fs::copy(here.path().join("0.ii"), work.join("0.ii")).expect("a file");
    let namespace = Command::new("unshare").args(["--mount", "--map-root-user", "true"]).status();
    if !namespace.is_ok_and(|status| status.success()) {
        println!("skipped: this machine lets nobody make mount namespaces");
        return;
    }
    let alone = run(&work, 0, None);
    let mut server = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", &mounted])
        .spawn()
        .expect("unshare is there");
    for _ in 0..500 {
        if UnixStream::connect(&socket).is_ok() {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(run(&work, 0, Some(&socket)), alone);
    server.kill().expect("a child");
    server.wait().expect("a child");
}

/// Without a definition that represents the unit, its module id says the time of its file, in the caller's time zone.
#[test]
fn the_time_in_a_module_id_is_the_clients() {
    let folder = folder(1);
    let path = folder.path();
    fs::write(path.join("0.ii"), "# 1 \"0.cu\"\nstatic int x;\n").expect("a file");
    let socket = path.join("socket");
    let mut server = serve(&socket).env("TZ", "UTC0").spawn().expect("the program is built");
    while UnixStream::connect(&socket).is_err() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = |socket: Option<&Path>| {
        let output = command(path, 0, socket).env("TZ", "XYZ-9").output().expect("the program is built");
        let id = String::from_utf8(outcome(path, 0, output).3).expect("an id is text");
        let (time, process) = id.rsplit_once('_').expect("it ends in a process number");
        assert!(process.parse::<u32>().is_ok(), "{id}");
        time.to_owned()
    };
    assert_eq!(id(Some(&socket)), id(None));
    assert!(request(&socket, "{\"op\":\"statistics\"}\n").contains("\"units\":1"), "the server did it");
    server.kill().expect("a child");
    server.wait().expect("a child");
}

#[test]
fn another_build_gets_no_answer() {
    let folder = folder(1);
    let path = folder.path();
    let socket = path.join("socket");
    // The same program with one byte of its build id changed.
    let own = fs::read(common::ASUNDER).expect("the program is built");
    let hello = Command::new("sh")
        .args(["-c", &format!("echo '{{\"op\":\"hello\"}}' | {} serve", common::ASUNDER)])
        .output()
        .expect("the program is built");
    let hello: serde_json::Value = serde_json::from_slice(&hello.stdout).expect("an answer");
    let id = hello["build"].as_str().expect("the program says which build it is");
    let id: Vec<u8> =
        (0..id.len()).step_by(2).map(|at| u8::from_str_radix(&id[at..at + 2], 16).expect("hex")).collect();
    let at = own.windows(id.len()).position(|it| it == id).expect("it is in the program");
    let mut other = own;
    other[at] ^= 1;
    let program = path.join("other");
    fs::write(&program, other).expect("a file");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a file");
    let mut server =
        Command::new(&program).args(["serve", "--socket"]).arg(&socket).spawn().expect("it runs as well");
    while UnixStream::connect(&socket).is_err() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let alone = run(path, 0, None);
    assert_eq!(run(path, 0, Some(&socket)), alone);
    assert!(request(&socket, "{\"op\":\"statistics\"}\n").contains("\"units\":0"), "the client did it");
    server.kill().expect("a child");
    server.wait().expect("a child");
}

#[test]
fn servers_and_clients_of_other_users() {
    let here = folder(1);
    let path = here.path();
    fs::set_permissions(path, fs::Permissions::from_mode(0o777)).expect("a folder");
    let nobody = |program: &str| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--clear-groups", program]);
        command
    };
    if !nobody("true").status().is_ok_and(|status| status.success()) {
        println!("skipped: this user cannot be another one");
        return;
    }
    let socket = path.join("socket");
    // The program may be in a folder that is this user's alone. Another process copies it: a file that this one writes
    // cannot be run while a process that another test starts still has it open.
    let program = path.join("asunder");
    let copied = Command::new("cp").arg(common::ASUNDER).arg(&program).status();
    assert!(copied.is_ok_and(|status| status.success()), "the program is built");
    let mut server = nobody(program.to_str().expect("it is text"))
        .args(["serve", "--socket"])
        .arg(&socket)
        .spawn()
        .expect("setpriv is there");
    while UnixStream::connect(&socket).is_err() {
        assert_eq!(server.try_wait().expect("a child"), None, "the server runs");
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut stream = UnixStream::connect(&socket).expect("a server");
    // The connection may be closed before the request is out.
    let _ = std::io::Write::write_all(&mut stream, b"{\"op\":\"hello\"}\n");
    let mut answer = Vec::new();
    let _ = std::io::Read::read_to_end(&mut stream, &mut answer);
    assert_eq!(answer, b"", "no answer for another user");
    let alone = run(path, 0, None);
    assert_eq!(run(path, 0, Some(&socket)), alone);
    server.kill().expect("a child");
    server.wait().expect("a child");
}

#[test]
fn a_server_says_where_it_listens() {
    let folder = folder(0);
    let socket = folder.path().join("socket");
    let mut server = serve(&socket).stderr(Stdio::piped()).spawn().expect("the program is built");
    let mut lines = BufReader::new(server.stderr.take().expect("it is piped")).lines();
    let mut next = || {
        let line = lines.next().expect("a line").expect("UTF-8");
        line.split_once("] ").expect("a time comes first").1.to_owned()
    };
    assert_eq!(next(), format!("listening on {}", socket.display()));
    request(&socket, "{\"op\":\"shutdown\"}\n");
    assert!(next().starts_with("ended, after "));
    assert!(server.wait().expect("a child").success());
}
