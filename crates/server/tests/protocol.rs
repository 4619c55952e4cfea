//! The protocol: answers, refusals, and input that does not follow it at all.

use std::ffi::OsString;

use asunder_driver::options::{Input, Options};
use asunder_edits::Requests;
use asunder_server::Server;
use serde_json::{Value, json};

/// The last word is the input.
fn read_options(words: &[OsString]) -> Option<Options> {
    let mut options = Options { input: Input::File(words.last()?.into()), ..Options::default() };
    options.output.frandom_seed = Some("seed".into());
    Some(options)
}

fn talk(server: &Server, input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    server.serve_streams(input, &mut output).expect("memory reads and writes");
    let lines = output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("answers are JSON")).collect()
}

fn requests(requests: &[Value]) -> Vec<u8> {
    requests.iter().flat_map(|request| format!("{request}\n").into_bytes()).collect()
}

const UNIT: &str = "__attribute__((global)) void k(int *p) { *p = 1; }\nint f(int a) { return a + 1; }\n";

#[test]
fn a_unit_through_its_life() {
    let server = Server::new(read_options);
    let at = UNIT.find("*p = 1").expect("it is there") + 5;
    let answers = talk(
        &server,
        &requests(&[
            json!({"id": 1, "op": "hello"}),
            json!({"id": 2, "op": "open", "argv": ["u.ii"], "cwd": "/", "text": UNIT}),
            json!({"id": 3, "op": "run", "unit": 0, "want": ["host", "module_id", "diagnostics", "halves"]}),
            json!({"id": 4, "op": "edit", "unit": 0, "edits": [{"start": at, "end": at + 1, "text": "2"}]}),
            json!({"id": 5, "op": "run", "unit": 0, "want": ["halves"]}),
            json!({"id": 6, "op": "text", "unit": 0, "text": UNIT.replace("a + 1", "a + 2").replace("p = 1", "p = 2")}),
            json!({"id": 7, "op": "run", "unit": 0, "want": ["host", "halves"]}),
            json!({"id": 8, "op": "close", "unit": 0}),
            json!({"id": 9, "op": "run", "unit": 0, "want": ["host"]}),
            json!({"id": 10, "op": "statistics"}),
        ]),
    );
    assert_eq!(
        answers.iter().map(|answer| answer["id"].clone()).collect::<Vec<_>>(),
        (1..=10).collect::<Vec<_>>()
    );
    assert_eq!(answers[0]["protocol"], 3);
    assert_eq!(answers[2]["diagnostics"], json!([]));
    assert!(answers[2]["host"].as_str().is_some_and(|host| host.contains("void k(int *p) ;")));
    let halves = |answer: usize| &answers[answer]["halves"];
    assert_eq!(halves(2)["host"], halves(4)["host"], "a kernel's body is the device half's alone");
    assert_ne!(halves(2)["device"], halves(4)["device"]);
    assert_ne!(halves(4)["host"], halves(6)["host"]);
    assert_eq!(halves(4)["device"], halves(6)["device"], "a host function's body is the host half's alone");
    assert_eq!(answers[8]["error"], "no such unit");
    assert_eq!(answers[9]["statistics"]["edits"], 2);
}

#[test]
fn names_diagnostics_and_declarations_of_a_unit() {
    let text = "# 1 \"/no/such/u.cu\"\nvoid f();\nvoid g() { int a; f(); }\nvoid f() { }\n";
    let server = Server::new(read_options);
    let place = |line: u32, column: u32| json!({"file": "/no/such/u.cu", "line": line, "column": column});
    let run = |pass: &str| json!({"op": "run", "unit": 0, "want": ["diagnostics"], "pass": pass});
    let call = text.find("f(); }").expect("it is there");
    let answers = talk(
        &server,
        &requests(&[
            json!({"op": "open", "argv": ["u.ii"], "cwd": "/", "text": text}),
            json!({"op": "hover", "unit": 0, "at": call}),
            json!({"op": "definition", "unit": 0, "at": place(2, 19)}),
            json!({"op": "hover", "unit": 0, "at": place(9, 1)}),
            json!({"op": "outline", "unit": 0}),
            json!({"op": "symbols", "unit": 0}),
            run("device:90"),
            run("host"),
            run("guest"),
        ]),
    );
    let location = |line: u32| json!({"file": "/no/such/u.cu", "line": line, "column": 6});
    let without_offset = |mut value: Value| {
        value.as_object_mut().expect("an object").remove("offset");
        value
    };
    let hover = &answers[1]["hover"];
    assert_eq!(
        (&hover["kind"], &hover["name"], &hover["type"]),
        (&json!("function"), &json!("f"), &json!("void ()"))
    );
    assert_eq!(without_offset(hover["declared"].clone()), location(1));
    assert_eq!(without_offset(answers[2]["definition"].clone()), location(3));
    assert!(answers[3].get("hover").is_none() && answers[3].get("error").is_none());
    let names = |list: &Value| {
        list.as_array().expect("a list").iter().map(|it| it["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&answers[4]["outline"]), ["f", "g", "f"]);
    assert_eq!(names(&answers[5]["symbols"]), ["_Z1gv", "_Z1fv"]);
    assert_eq!(
        answers[6]["diagnostics"],
        json!([{
            "severity": "warning", "number": 177, "tag": "declared_but_not_referenced",
            "message": "variable \"a\" was declared but never referenced",
            "file": "/no/such/u.cu", "line": 2, "column": 16,
        }])
    );
    assert_eq!(answers[7]["diagnostics"], json!([]));
    assert_eq!(
        answers[8]["error"],
        "`guest` is not a pass: expected `host`, or `device:90` for an architecture"
    );
}

#[test]
fn what_is_not_understood_is_refused_and_changes_nothing() {
    let server = Server::new(read_options).with_limit(200);
    let mut input = b"nonsense\n{\"id\": 7, \"op\": \"fly\"}\n[]\n\xff\xfe\n".to_vec();
    input.extend_from_slice(&[b'x'; 1000]);
    input
        .extend_from_slice(b"\n{\"id\": 8, \"op\": \"hello\", \"extra\": 1}\n{\"id\": 9, \"op\": \"hello\"}");
    let answers = talk(&server, &input);
    assert_eq!(answers.len(), 7);
    assert!(answers[..6].iter().all(|answer| answer["error"].is_string()), "{answers:?}");
    assert_eq!(answers[1]["id"], 7);
    assert_eq!(answers[4]["error"], "a request has at most 200 bytes");
    assert_eq!(answers[6]["id"], 9);
    assert!(answers[6].get("error").is_none());
}

#[test]
fn random_input_gets_answers() {
    let server = Server::new(read_options);
    let lines: Vec<Vec<u8>> = Requests::new(7).take(1500).collect();
    let answers = talk(&server, &lines.join(&b'\n'));
    assert_eq!(answers.len(), lines.len());
    for (line, answer) in lines.iter().zip(&answers) {
        let line = String::from_utf8_lossy(line);
        assert_ne!(answer["error"], "internal error", "{line}");
        let is_request = serde_json::from_str::<Value>(&line).is_ok_and(|it| it["op"].is_string());
        assert!(is_request || answer["error"].is_string(), "{line}");
    }
    assert!(answers.iter().any(|answer| answer["host"].is_string()));
}

/// The text comes with the request, and nothing is read: the client may see other files under the same names.
#[test]
fn a_run_for_a_drop_in_client() {
    let server = Server::new(read_options).with_limit(1000);
    let hello = talk(&server, &requests(&[json!({"op": "hello"})]));
    let Some(build) = hello[0]["build"].as_str() else {
        println!("skipped: the linker gave this test no build id");
        return;
    };
    let compile = |build: &str, length: usize| {
        json!({
            "id": 1, "op": "compile", "build": build, "argv": ["nowhere.ii"], "cwd": "/no/such/folder", "pid": 7,
            "time": "Thu Jan  1 00:00:00 1970\n", "length": length,
        })
    };
    // Two runs and a request on one connection: the bytes of a text are not taken for requests.
    let mut input = Vec::new();
    for text in [UNIT, "{\"op\":\"hello\"}\nint f();\n"] {
        input.extend(requests(&[compile(build, text.len())]));
        input.extend(text.as_bytes());
    }
    input.extend(requests(&[json!({"id": 2, "op": "statistics"})]));
    let answers = talk(&server, &input);
    assert_eq!(answers.len(), 5, "{answers:?}");
    assert_eq!((&answers[0]["build"], &answers[2]["build"]), (&build.into(), &build.into()));
    assert!(answers[1]["host"].as_str().is_some_and(|host| host.contains("void k(int *p) ;")));
    assert_eq!(answers[1]["module_id"], "_00000000_10_nowhere_ii__Z1kPi");
    assert_eq!((&answers[1]["id"], &answers[3]["id"]), (&1.into(), &1.into()));
    assert_eq!(answers[4]["statistics"]["units"], 1, "two runs of one unit");

    let refused = talk(&server, &requests(&[compile("another", 3), compile(build, 1001)]));
    assert_eq!(refused[0]["error"], "this is another build");
    assert_eq!(refused[1]["error"], "a request has at most 1000 bytes");
    assert_eq!(refused.len(), 2, "no text is requested");

    // A client that dies half-way.
    let mut half = requests(&[compile(build, UNIT.len())]);
    half.extend(&UNIT.as_bytes()[1..]);
    let ended = server.serve_streams(&*half, &mut Vec::new());
    assert_eq!(ended.expect_err("it is over").kind(), std::io::ErrorKind::UnexpectedEof);
}
