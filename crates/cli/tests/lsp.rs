//! `asunder lsp` where little is there: no build folder, no nvcc on `PATH`, no toolkit.

mod editors;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use expect_test::expect;
use serde_json::{Value, json};

/// A client of a server that has an environment of its own.
struct Client {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// What the server shows to the user.
    shown: Vec<String>,
}

impl Client {
    fn start(home: &Path, cuda: Option<&Path>) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asunder"));
        // g++ stands there, nvcc does not.
        command.arg("lsp").env_clear().env("PATH", "/usr/bin:/bin").env("HOME", home).current_dir(home);
        command.envs(cuda.map(|cuda| ("CUDA_HOME", cuda)));
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let input = server.stdin.take().expect("it is piped");
        let output = BufReader::new(server.stdout.take().expect("it is piped"));
        let mut client = Client { server, input, output, shown: Vec::new() };
        client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        client.send(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
        client
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it listens");
        self.input.flush().expect("it listens");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("it speaks");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a number"),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).expect("it speaks");
        let message: Value = serde_json::from_slice(&text).expect("it is JSON");
        if message["method"] == "window/showMessage" {
            self.shown.push(message["params"]["message"].as_str().unwrap_or_default().to_owned());
        }
        message
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.send(&json!({ "jsonrpc": "2.0", "id": method, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["id"] == method && message.get("method").is_none() {
                return message["result"].clone();
            }
        }
    }

    /// Opens two documents, waits for their diagnostics, and asks for the symbols of the first.
    fn open(&mut self, folder: &Path) -> Value {
        let uri = |name: &str| format!("file://{}", folder.join(name).display());
        for name in ["one.cu", "two.cu"] {
            let item = json!({ "uri": uri(name), "languageId": "cuda-cpp", "version": 1,
                               "text": "__global__ void kernel(float *out) {}\n" });
            self.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": item } }));
        }
        let mut waiting = vec![json!(uri("one.cu")), json!(uri("two.cu"))];
        while !waiting.is_empty() {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" {
                waiting.retain(|uri| *uri != message["params"]["uri"]);
            }
        }
        self.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri("one.cu") } }))
    }

    /// What was shown to the user, names of folders apart; the server ends.
    fn end(mut self) -> String {
        self.ask("shutdown", Value::Null);
        self.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
        assert!(self.server.wait().expect("it ends").success());
        let root = editors::root().canonicalize().expect("it is there");
        self.shown.join("\n").replace(&root.display().to_string(), "ROOT")
    }
}

#[test]
fn one_message_says_that_there_is_no_toolkit() {
    if Path::new("/usr/local/cuda").exists() || Path::new("/usr/bin/nvcc").exists() {
        eprintln!("there is a toolkit in its usual place: a machine without one was not tested");
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let mut client = Client::start(home.path(), None);
    assert_eq!(client.open(home.path()), json!([]));
    expect!["asunder: no CUDA toolkit was found: put nvcc on PATH, set CUDA_HOME, or set `asunder.toolkit` to the folder that has `bin/nvcc` or `include/cuda_runtime.h`"].assert_eq(&client.end());
}

#[test]
fn headers_without_nvcc_are_enough() {
    if Path::new("/usr/local/cuda").exists() || Path::new("/usr/bin/nvcc").exists() {
        eprintln!("there is a toolkit in its usual place: headers without nvcc were not tested");
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let toolkit = editors::toolkit().canonicalize().expect("it is there");
    let mut client = Client::start(home.path(), Some(&toolkit));
    assert_eq!(client.open(home.path())[0]["name"], "kernel");
    expect!["asunder: there is no nvcc on PATH, in CUDA_HOME or in /usr/local/cuda: files are read with the headers in ROOT/crates/lsp/tests/data/toolkit/include, for compute_75 and with g++"].assert_eq(&client.end());
}
