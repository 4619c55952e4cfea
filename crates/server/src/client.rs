//! A drop-in client: hands a run over to a server.

use std::ffi::OsString;
use std::io::{BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use asunder_driver::Report;
use serde_json::Value;

use crate::lines::{Line, read_line};
use crate::protocol::{Answer, Operation, Request};

/// How long an answer may take before the client does the work itself.
const PATIENCE: Duration = Duration::from_secs(120);
/// Bytes of an answer at most.
const ANSWER_LIMIT: usize = 2 << 30;

/// What the host pass made of a unit.
#[derive(Debug)]
pub struct Compiled {
    /// The host file.
    pub host_file: Vec<u8>,
    /// The module id.
    pub module_id: String,
    /// What the pass has to say.
    pub report: Report,
}

/// Lets the server at `socket` do the run of this process with these words. `None` when it does not, for whatever
/// reason: it is not there, is of another version, refuses, or dies.
pub fn compile(socket: &Path, words: &[OsString]) -> Option<Compiled> {
    let argv = words.iter().map(|word| word.to_str().map(str::to_owned)).collect::<Option<Vec<_>>>()?;
    let cwd = std::env::current_dir().ok()?.to_str()?.to_owned();
    let mut stream = UnixStream::connect(socket).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.set_write_timeout(Some(PATIENCE)).ok()?;
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let operation = Operation::Compile { version, argv, cwd, pid: std::process::id() };
    let mut line = serde_json::to_vec(&Request { id: Value::Null, operation }).ok()?;
    line.push(b'\n');
    stream.write_all(&line).ok()?;
    let Some(Line::Text(line)) = read_line(&mut BufReader::new(&stream), ANSWER_LIMIT).ok()? else {
        return None;
    };
    let answer: Answer = serde_json::from_slice(&line).ok()?;
    if answer.error.is_some() {
        return None;
    }
    let host_file = asunder_driver::encode(&answer.host?).into_owned();
    Some(Compiled { host_file, module_id: answer.module_id?, report: answer.report? })
}
