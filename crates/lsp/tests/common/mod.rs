//! A client of a server in this process, on a project of two files and a toolkit of two headers.

#![allow(dead_code, reason = "each test uses a part")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use expect_test::Expect;
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The files of the tests.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// A client with its server.
pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<i32>>,
    next: i32,
    answers: HashMap<RequestId, Response>,
    /// The last diagnostics of each document, with its version.
    pub diagnostics: HashMap<String, (Option<i64>, Value)>,
    /// Messages to the user.
    pub shown: Vec<String>,
    /// The answer to `initialize`.
    pub initialized: Value,
    pub folder: PathBuf,
}

impl Client {
    /// A client that can do nothing special.
    pub fn start(folder: &Path) -> Client {
        Client::with(folder, json!({}), json!({ "toolkit": data().join("toolkit") }))
    }

    /// A client with these capabilities and options.
    pub fn with(folder: &Path, capabilities: Value, options: Value) -> Client {
        let (own, connection) = Connection::memory();
        let cache = folder.join(".cache");
        let server = std::thread::spawn(move || asunder_lsp::serve(connection, Some(cache)));
        let mut client = Client {
            connection: own,
            server: Some(server),
            next: 0,
            answers: HashMap::new(),
            diagnostics: HashMap::new(),
            shown: Vec::new(),
            initialized: Value::Null,
            folder: folder.to_owned(),
        };
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities,
                             "initializationOptions": options });
        client.initialized = client.request("initialize", params).expect("it starts");
        client.notify("initialized", json!({}));
        client
    }

    pub fn notify(&self, method: &str, params: Value) {
        let message = Notification { method: method.to_owned(), params };
        self.connection.sender.send(message.into()).expect("the server lives");
    }

    /// Sends a request and waits for its answer: the result, or the error as an object.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.send(method, params);
        self.wait(&id)
    }

    /// Sends a request until the answer is as it is wanted.
    pub fn ask_until(&mut self, method: &str, params: Value, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.request(method, params.clone()) {
                Ok(answer) if is_wanted(&answer) => return answer,
                answer => assert!(Instant::now() < end, "{method} {params}: {answer:?}"),
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Sends a request.
    pub fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id: RequestId = self.next.into();
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.connection.sender.send(request.into()).expect("the server lives");
        id
    }

    /// Waits for an answer.
    pub fn wait(&mut self, id: &RequestId) -> Result<Value, Value> {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(answer) = self.answers.remove(id) {
                return answer.response_result.map_err(|error| json!(error));
            }
            self.take(end);
        }
    }

    fn take(&mut self, end: Instant) {
        let left = end.saturating_duration_since(Instant::now());
        match self.connection.receiver.recv_timeout(left).expect("an answer in time") {
            Message::Response(response) => {
                self.answers.insert(response.id.clone(), response);
            }
            Message::Notification(it) if it.method == "textDocument/publishDiagnostics" => {
                let uri = it.params["uri"].as_str().unwrap_or_default().to_owned();
                let version = it.params["version"].as_i64();
                self.diagnostics.insert(uri, (version, it.params["diagnostics"].clone()));
            }
            Message::Notification(it) if it.method == "window/showMessage" => {
                self.shown.push(it.params["message"].as_str().unwrap_or_default().to_owned());
            }
            _ => {}
        }
    }

    /// Waits for the diagnostics of a version of a document.
    pub fn diagnostics_of(&mut self, uri: &str, version: i64) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some((Some(sent), all)) = self.diagnostics.get(uri)
                && *sent == version
            {
                return all.clone();
            }
            self.take(end);
        }
    }

    /// Opens a file of the folder with a text.
    pub fn open(&mut self, name: &str, text: &str) -> Document {
        let uri = format!("file://{}", self.folder.join(name).display());
        let item = json!({ "uri": uri, "languageId": "cuda-cpp", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
        Document { uri, text: text.to_owned(), version: 1 }
    }

    /// Opens a file of the folder with its text.
    pub fn open_file(&mut self, name: &str) -> Document {
        let text = std::fs::read_to_string(self.folder.join(name)).expect("it is there");
        self.open(name, &text)
    }

    /// Ends the server in order: its status.
    pub fn end(mut self) -> i32 {
        assert_eq!(self.request("shutdown", Value::Null), Ok(Value::Null));
        self.notify("exit", Value::Null);
        self.server.take().expect("it was started").join().expect("no panic")
    }
}

/// A folder with copies of files of the tests' data, by their paths there; its path without links.
pub fn copied(files: &[&str]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("it is there");
    for file in files {
        let from = data().join(file);
        let name = from.file_name().expect("it has a name");
        std::fs::copy(&from, real.join(name)).expect("it is copied");
    }
    (folder, real)
}

/// A client that has `kernel.cu` open, whose header is beside it.
pub fn with_kernel() -> (tempfile::TempDir, Client, Document) {
    let (folder, real) = copied(&["kernel.cu", "scale.cuh"]);
    let mut client = Client::start(&real);
    let document = client.open_file("kernel.cu");
    (folder, client, document)
}

/// Asks something and compares the answer, in which the folder of the files is `FOLDER`.
#[track_caller]
pub fn check(client: &mut Client, method: &str, params: Value, expected: Expect) {
    let answer = client.request(method, params).unwrap_or_else(|error| error);
    let folder = client.folder.display().to_string();
    expected.assert_eq(&shown(&answer).replace(&folder, "FOLDER"));
}

/// Parameters with another field.
pub fn with(mut params: Value, name: &str, field: Value) -> Value {
    params[name] = field;
    params
}

/// A document that the client has open.
pub struct Document {
    pub uri: String,
    pub text: String,
    pub version: i64,
}

impl Document {
    /// The document alone, as parameters.
    pub fn id(&self) -> Value {
        json!({ "textDocument": { "uri": self.uri } })
    }

    /// A place as parameters: that of the mark `|` in a piece of the text.
    pub fn at(&self, marked: &str) -> Value {
        let mark = marked.find('|').expect("a mark");
        let start = self.text.find(&marked.replace('|', "")).expect("it is in the text");
        json!({ "textDocument": { "uri": self.uri }, "position": position(&self.text, start + mark) })
    }

    /// Replaces bytes and says so.
    pub fn edit(&mut self, client: &Client, range: std::ops::Range<usize>, new: &str) {
        self.version += 1;
        let places =
            json!({ "start": position(&self.text, range.start), "end": position(&self.text, range.end) });
        let params = json!({
            "textDocument": { "uri": self.uri, "version": self.version },
            "contentChanges": [{ "range": places, "text": new }],
        });
        self.text.replace_range(range, new);
        client.notify("textDocument/didChange", params);
    }
}

/// The place of a byte, in UTF-16.
pub fn position(text: &str, offset: usize) -> Value {
    let line = text[..offset].matches('\n').count();
    let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    json!({ "line": line, "character": text[start..offset].encode_utf16().count() })
}

/// An answer on a few lines: ranges as `line:column-column` from 1, addresses as names of files.
pub fn shown(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out.trim_start_matches('\n').to_owned() + "\n"
}

fn write(value: &Value, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(fields) if is_range(value) => {
            let place = |it: &Value| {
                (it["line"].as_u64().unwrap_or(0) + 1, it["character"].as_u64().unwrap_or(0) + 1)
            };
            let (start, end) = (place(&fields["start"]), place(&fields["end"]));
            match start.0 == end.0 {
                true => out.push_str(&format!("{}:{}-{}", start.0, start.1, end.1)),
                false => out.push_str(&format!("{}:{}-{}:{}", start.0, start.1, end.0, end.1)),
            }
        }
        Value::Object(fields)
            if fields.len() == 2 && fields.contains_key("uri") && is_range(&fields["range"]) =>
        {
            write(&fields["uri"], depth, out);
            out.push(' ');
            write(&fields["range"], depth, out);
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                out.push_str(&format!("\n{indent}{name}: "));
                write(field, depth + 1, out);
            }
        }
        Value::Array(all) => {
            for it in all {
                out.push_str(&format!("\n{indent}- "));
                write(it, depth + 1, out);
            }
        }
        Value::String(text) => {
            let text = match text.strip_prefix("file://") {
                Some(path) => path.rsplit('/').next().unwrap_or(path),
                None => text,
            };
            out.push_str(&text.replace('\n', "\\n"));
        }
        other => out.push_str(&other.to_string()),
    }
}

fn is_range(value: &Value) -> bool {
    value.as_object().is_some_and(|it| it.len() == 2 && it.contains_key("start") && it.contains_key("end"))
}
