//! Messages through standard input and output.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use lsp_server::{Connection, Message, Notification};
use serde_json::{Value, json};

/// Bytes of a message at most: a longer one is not what a client sends.
const MAX_MESSAGE: usize = 1 << 30;
/// A notification that stands for a message that could not be understood: the main loop answers it.
pub(crate) const DAMAGED: &str = "$/asunder/damaged";
/// The error code of messages that are not JSON.
const PARSE_ERROR: i32 = -32700;
/// The error code of messages that are not requests.
const INVALID_REQUEST: i32 = -32600;

/// A connection through the process's streams, and what must be waited for before the process ends.
///
/// A message that is not well formed is not the end: it arrives as a notification, and the next one is read.
pub fn stdio() -> (Connection, Threads) {
    let (to_client, from_server) = unbounded();
    let (to_server, from_client) = bounded(64);
    let reader = thread::spawn(move || read(&mut BufReader::new(io::stdin()), &to_server));
    let writer = thread::spawn(move || write(BufWriter::new(io::stdout()), &from_server));
    (Connection { sender: to_client, receiver: from_client }, Threads { _reader: reader, writer })
}

/// The threads that read and write.
pub struct Threads {
    /// Ends with the process: it waits for input.
    _reader: thread::JoinHandle<()>,
    writer: thread::JoinHandle<()>,
}

impl Threads {
    /// Waits until all is written. The connection's sender must be gone.
    pub fn join(self) {
        // A panic of the writer is the end of the process anyway.
        let _ = self.writer.join();
    }
}

/// Reads messages until the input ends.
fn read(input: &mut impl BufRead, to_server: &Sender<Message>) {
    while let Ok(Some(body)) = body(input) {
        let message = match message(&body) {
            Ok(Some(message)) => message,
            Ok(None) => continue,
            Err(error) => Notification { method: DAMAGED.to_owned(), params: error }.into(),
        };
        if to_server.send(message).is_err() {
            return;
        }
    }
}

/// The message in a body; `None` for one that needs no answer, or else the error that answers it.
fn message(body: &[u8]) -> Result<Option<Message>, Value> {
    let error = |code: i32, text: String, id: Option<&Value>| json!({ "id": id.cloned().unwrap_or(Value::Null), "error": { "code": code, "message": text } });
    let value: Value =
        serde_json::from_slice(body).map_err(|reason| error(PARSE_ERROR, reason.to_string(), None))?;
    let is_answer = value.get("method").is_none() && value.get("id").is_some();
    match serde_json::from_value(value.clone()) {
        Ok(message) => Ok(Some(message)),
        // An answer to nothing that was asked.
        Err(_) if is_answer => Ok(None),
        Err(_) => {
            Err(error(INVALID_REQUEST, "it is not a message of the protocol".to_owned(), value.get("id")))
        }
    }
}

/// The next body; `None` at the end.
fn body(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        match (line.split_once(':'), length) {
            (Some((name, value)), _) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse::<usize>().ok().filter(|length| *length <= MAX_MESSAGE);
            }
            (None, Some(length)) if line.is_empty() => {
                let mut body = vec![0; length];
                input.read_exact(&mut body)?;
                return Ok(Some(body));
            }
            // Another header, or what stands between messages.
            _ => {}
        }
    }
}

/// Writes messages until nobody sends any.
fn write(mut output: impl Write, from_server: &Receiver<Message>) {
    for message in from_server {
        let body = match &message {
            // The answer to a message that was not understood, which may have no id.
            Message::Notification(it) if it.method == DAMAGED => {
                let mut answer = it.params.clone();
                if let Value::Object(fields) = &mut answer {
                    fields.insert("jsonrpc".to_owned(), "2.0".into());
                }
                serde_json::to_vec(&answer).map_err(io::Error::from).and_then(|body| put(&mut output, &body))
            }
            _ => message.write(&mut output),
        };
        if body.and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}

fn put(output: &mut impl Write, body: &[u8]) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n", body.len())?;
    output.write_all(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_messages_are_passed_over() {
        let framed = |body: &str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
        let texts = [
            framed("{"),
            "Content-Type: x\r\nContent-length: 2\r\n\r\n[]".to_owned(),
            framed(r#"{"jsonrpc":"2.0","id":{},"method":7}"#),
            framed(r#"{"jsonrpc":"2.0","id":99999999999,"result":null}"#),
            "nonsense\r\n\r\n".to_owned(),
            framed(r#"{"jsonrpc":"2.0","method":"exit"}"#),
        ];
        let (sender, receiver) = unbounded();
        read(&mut texts.concat().as_bytes(), &sender);
        drop(sender);
        let methods = receiver.iter().map(|message| match message {
            Message::Notification(it) if it.method == DAMAGED => it.params["error"]["code"].to_string(),
            Message::Notification(it) => it.method,
            other => format!("{other:?}"),
        });
        assert_eq!(methods.collect::<Vec<_>>(), ["-32700", "-32600", "-32600", "exit"]);
    }
}
