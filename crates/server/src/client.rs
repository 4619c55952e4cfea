//! A drop-in client: hands a run over to a server.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use asunder_driver::options::Options;
use asunder_driver::{Caller, Report, is_module_id};
use serde_json::Value;

use crate::build_id::build_id;
use crate::lines::{Line, read_line};
use crate::protocol::{Answer, Operation, Request};
use crate::stream::{Timed, connect, is_of_this_user};

/// How long a server may take until it is ready for the text.
const GREETING: Duration = Duration::from_secs(2);
/// How long the answer to an empty text may take from then on.
const ANSWER: Duration = Duration::from_secs(1);
/// How much longer it may take for each MiB.
const ANSWER_PER_MIB: Duration = Duration::from_secs(1);
/// How long everything together may take: then the work has to be done without the server.
const EVERYTHING: Duration = Duration::from_millis(4800);

/// Bytes of a greeting at most.
const GREETING_LIMIT: usize = 4 << 10;
/// Bytes of the answer to an empty text at most.
const ANSWER_LIMIT: usize = 16 << 20;
/// Bytes more for each byte of the text.
const ANSWER_PER_BYTE: usize = 32;

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

/// Lets the server at `socket` do the run of this process with these words, which mean these options, on this text.
/// `None` when it does not, for whatever reason: it is not there, is another build, is another user's, refuses, takes
/// too long, dies, or answers nonsense. It takes five seconds at most.
pub fn compile(socket: &Path, words: &[OsString], options: &Options, text: &[u8]) -> Option<Compiled> {
    let start = Instant::now();
    let compiled = request(socket, words, options, text);
    let waited_ms = start.elapsed().as_millis() as u64;
    match &compiled {
        Ok(_) => tracing::debug!(waited_ms, "done by the server"),
        Err(reason) => tracing::debug!(waited_ms, %reason, "done without the server"),
    }
    compiled.ok()
}

/// Why a server's answer is not used.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("the program does not say which build it is")]
    NoBuild,
    #[error("the command line or the folder is not text")]
    NotText,
    #[error("the server is another user's")]
    OtherUser,
    #[error("the server is another build")]
    OtherBuild,
    #[error("the server refuses: {0}")]
    Refused(String),
    #[error("the server's answer is incomplete or too long")]
    Incomplete,
    #[error("the server answers nonsense")]
    Nonsense,
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Connection(#[from] io::Error),
}

fn request(socket: &Path, words: &[OsString], options: &Options, text: &[u8]) -> Result<Compiled, Failure> {
    let start = Instant::now();
    let build = build_id().ok_or(Failure::NoBuild)?;
    let word = |word: &OsString| word.to_str().map(str::to_owned);
    let argv = words.iter().map(word).collect::<Option<Vec<_>>>().ok_or(Failure::NotText)?;
    let caller = Caller { directory: std::env::current_dir()?, ..Caller::this() };
    let operation = Operation::Compile {
        build: build.to_owned(),
        argv,
        cwd: caller.directory.to_str().ok_or(Failure::NotText)?.to_owned(),
        pid: caller.process,
        time: caller.time_of(options),
        length: text.len(),
    };
    let mut request = serde_json::to_vec(&Request { id: Value::Null, operation })?;
    request.push(b'\n');

    let stream = connect(socket, start + GREETING)?;
    if !is_of_this_user(&stream) {
        return Err(Failure::OtherUser);
    }
    let stream = Timed::new(stream);
    stream.set_deadline(Some(start + GREETING));
    (&stream).write_all(&request)?;
    let mut answers = BufReader::with_capacity(256 << 10, &stream);
    let greeting = read_answer(&mut answers, GREETING_LIMIT)?;
    if greeting.build.as_deref() != Some(build) {
        return Err(Failure::OtherBuild);
    }

    let patience = ANSWER + ANSWER_PER_MIB.mul_f64(text.len() as f64 / f64::from(1 << 20));
    stream.set_deadline(Some((Instant::now() + patience).min(start + EVERYTHING)));
    (&stream).write_all(text)?;
    let limit = text.len().saturating_mul(ANSWER_PER_BYTE).saturating_add(ANSWER_LIMIT);
    let answer = read_answer(&mut answers, limit)?;
    match (answer.host, answer.module_id, answer.report) {
        (Some(host), Some(module_id), Some(report)) if is_module_id(options, &module_id) => {
            Ok(Compiled { host_file: asunder_driver::encode(&host).into_owned(), module_id, report })
        }
        _ => Err(Failure::Nonsense),
    }
}

/// Reads an answer that is not a refusal.
fn read_answer(answers: &mut impl BufRead, limit: usize) -> Result<Answer, Failure> {
    // What follows a line that is too long is of no interest.
    let mut answers = answers.take(limit as u64 + 1);
    let Some(Line::Text(line)) = read_line(&mut answers, limit)? else { return Err(Failure::Incomplete) };
    let answer: Answer = serde_json::from_slice(&line)?;
    match answer.error {
        Some(error) => Err(Failure::Refused(error)),
        None => Ok(answer),
    }
}
