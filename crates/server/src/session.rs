//! One client's requests.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use asunder_driver::options::{Input, Options};
use asunder_driver::workspace::{TextEdit, UnitId, WorkspaceError};
use asunder_driver::{Caller, Fingerprint, Meaning, NoPass, Pass};

use crate::build_id::build_id;
use crate::lines::{Line, read_line};
use crate::protocol::{self, Answer, At, FilePlace, Operation, PROTOCOL, Part, Request};
use crate::serve::Shared;
use crate::stream::Timed;

/// A request that cannot be answered.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("no such unit")]
    NoSuchUnit,
    #[error("the command line does not request a compilation")]
    CommandLine,
    #[error("the input has no file")]
    NoFile,
    #[error("this is another build")]
    OtherBuild,
    #[error("the module id is in a file")]
    ModuleIdFile,
    #[error("a request has at most {0} bytes")]
    TooLong(usize),
    #[error("cannot read {}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Pass(#[from] NoPass),
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
}

/// A unit of a client.
struct ClientUnit {
    id: UnitId,
    directory: PathBuf,
    input: Input,
}

/// A run for a drop-in client.
struct Job {
    options: Options,
    caller: Caller,
    length: usize,
}

/// How long a drop-in client may take to send its text, and to take its answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a client is in the middle of.
pub(crate) struct Session<'a> {
    shared: &'a Shared,
    /// The connection, where time can be limited.
    connection: Option<&'a Timed>,
    units: BTreeMap<u64, ClientUnit>,
    next: u64,
}

impl<'a> Session<'a> {
    pub(crate) fn new(shared: &'a Shared, connection: Option<&'a Timed>) -> Session<'a> {
        Session { shared, connection, units: BTreeMap::new(), next: 0 }
    }

    /// Answers requests until the client goes or ends the server.
    pub(crate) fn run(mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        while let Some(line) = read_line(&mut input, self.shared.limit)? {
            let (answer, last) = match line {
                Line::TooLong => {
                    (Answer::error(serde_json::Value::Null, Refusal::TooLong(self.shared.limit)), false)
                }
                Line::Text(line) if line.trim_ascii().is_empty() => continue,
                Line::Text(line) => self.answer(&line, &mut input, &mut output)?,
            };
            write_answer(&mut output, &answer)?;
            self.limit_time(None);
            if last {
                self.shared.end();
                break;
            }
        }
        Ok(())
    }

    /// The answer to a request, and whether it is the last. What a request has besides its line is read from `input`
    /// after an answer of its own to `output`.
    fn answer(
        &mut self,
        line: &[u8],
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> io::Result<(Answer, bool)> {
        let request: Request = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => {
                let id = serde_json::from_slice(line).ok().and_then(|mut value: serde_json::Value| {
                    value.get_mut("id").map(serde_json::Value::take)
                });
                return Ok((
                    Answer::error(id.unwrap_or_default(), format!("not understood: {error}")),
                    false,
                ));
            }
        };
        let last = matches!(request.operation, Operation::Shutdown {});
        let answered = match request.operation {
            Operation::Compile { build, argv, cwd, pid, time, length } => {
                let caller = Caller { directory: cwd.into(), process: pid, time: Some(time) };
                match self.job(&build, argv, caller, length) {
                    Ok(job) => self.compile(job, input, output)?,
                    Err(refusal) => Err(refusal),
                }
            }
            operation => self.perform(operation),
        };
        let answer = match answered {
            Ok(answer) => Answer { id: request.id, ..answer },
            Err(refusal) => Answer::error(request.id, refusal),
        };
        Ok((answer, last))
    }

    /// Whether this server can do a run, and which.
    fn job(&self, build: &str, argv: Vec<String>, caller: Caller, length: usize) -> Result<Job, Refusal> {
        if build_id() != Some(build) {
            return Err(Refusal::OtherBuild);
        }
        let options = self.options(argv)?;
        // The client may see other files.
        if !options.output.gen_module_id_file && options.output.module_id_file_name.is_some() {
            return Err(Refusal::ModuleIdFile);
        }
        if length > self.shared.limit {
            return Err(Refusal::TooLong(self.shared.limit));
        }
        Ok(Job { options, caller, length })
    }

    /// Does a run for a drop-in client when its turn comes.
    fn compile(
        &self,
        job: Job,
        input: &mut impl BufRead,
        output: &mut impl Write,
    ) -> io::Result<Result<Answer, Refusal>> {
        let turn = self.shared.turns.take();
        self.limit_time(Some(PATIENCE));
        // A client that waited for too long is gone, and this fails.
        write_answer(output, &Answer { build: build_id().map(str::to_owned), ..Answer::default() })?;
        let mut text = Vec::new();
        input.take(job.length as u64).read_to_end(&mut text)?;
        if text.len() < job.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let done = self.shared.kept.run(&self.shared.workspace, job.options, &text, &job.caller);
        drop(turn);
        self.limit_time(Some(PATIENCE));
        Ok(done.map_err(Refusal::from).map(|done| Answer {
            host: Some(done.host_file.to_string()),
            module_id: Some(done.module_id),
            report: Some(done.report),
            ..Answer::default()
        }))
    }

    /// Ends the connection when the client takes more time than this for what follows.
    fn limit_time(&self, limit: Option<Duration>) {
        if let Some(connection) = self.connection {
            connection.set_deadline(limit.map(|limit| Instant::now() + limit));
        }
    }

    fn perform(&mut self, operation: Operation) -> Result<Answer, Refusal> {
        let mut answer = Answer::default();
        let workspace = &self.shared.workspace;
        match operation {
            Operation::Hello {} => {
                answer.version = Some(env!("CARGO_PKG_VERSION").to_owned());
                answer.build = build_id().map(str::to_owned);
                answer.protocol = Some(PROTOCOL);
            }
            Operation::Open { argv, cwd, text } => {
                let options = self.options(argv)?;
                let directory = PathBuf::from(cwd);
                let input = options.input.clone();
                let text = text_of(text, &input, &directory)?;
                let id = workspace.open(options, &text)?;
                answer.unit = Some(self.next);
                self.units.insert(self.next, ClientUnit { id, directory, input });
                self.next += 1;
            }
            Operation::Text { unit, text } => {
                let unit = self.unit(unit)?;
                workspace.set_text(unit.id, &text_of(text, &unit.input, &unit.directory)?)?;
            }
            Operation::Edit { unit, edits } => {
                let edits: Vec<TextEdit> = edits
                    .into_iter()
                    .map(|edit| TextEdit { range: edit.start..edit.end, text: edit.text.into_bytes() })
                    .collect();
                workspace.edit(self.unit(unit)?.id, &edits)?;
            }
            Operation::Run { unit, want, pid, pass } => {
                let pass = pass.map_or(Ok(Pass::Host), |pass| pass.parse())?;
                let unit = self.unit(unit)?;
                let process = pid.unwrap_or_else(std::process::id);
                let caller = Caller { directory: unit.directory.clone(), process, time: None };
                if want.contains(&Part::Host) || want.contains(&Part::ModuleId) {
                    let (host, module_id) = workspace.host(unit.id, &caller)?;
                    answer.host = want.contains(&Part::Host).then(|| host.to_string());
                    answer.module_id = Some(module_id);
                }
                if want.contains(&Part::Diagnostics) {
                    answer.diagnostics = Some(workspace.diagnostics(unit.id, pass, &caller)?);
                }
                if want.contains(&Part::Halves) {
                    let halves = workspace.halves(unit.id, &caller)?;
                    let (host, device) = (digits(&halves.host), digits(&halves.device));
                    answer.halves = Some(protocol::Halves { host, device });
                }
            }
            Operation::Hover { unit, at } => answer.hover = self.hover(unit, &at)?,
            Operation::Definition { unit, at } => {
                answer.definition = self.hover(unit, &at)?.and_then(|found| found.defined.or(found.declared));
            }
            Operation::Outline { unit, file } => {
                let unit = self.unit(unit)?;
                let found = workspace.declarations(unit.id, file.as_deref(), &unit.directory)?;
                answer.outline = Some(found);
            }
            Operation::Symbols { unit } => {
                let unit = self.unit(unit)?;
                answer.symbols = Some(workspace.symbols(unit.id, &unit.directory)?);
            }
            Operation::Close { unit } => {
                let unit = self.units.remove(&unit).ok_or(Refusal::NoSuchUnit)?;
                workspace.close(unit.id)?;
            }
            Operation::Statistics {} => answer.statistics = Some(workspace.statistics().into()),
            // Done where the connection is at hand.
            Operation::Compile { .. } | Operation::Shutdown {} => {}
        }
        Ok(answer)
    }

    fn options(&self, argv: Vec<String>) -> Result<Options, Refusal> {
        let words: Vec<OsString> = argv.into_iter().map(OsString::from).collect();
        (self.shared.read_options)(&words).ok_or(Refusal::CommandLine)
    }

    /// What the name at a place means.
    fn hover(&self, unit: u64, at: &At) -> Result<Option<Meaning>, Refusal> {
        let unit = self.unit(unit)?;
        let workspace = &self.shared.workspace;
        let offset = match at {
            At::Offset(offset) => Some(*offset),
            At::File(FilePlace { file, line, column }) => {
                workspace.offset_of(unit.id, Path::new(file), *line, *column, &unit.directory)?
            }
        };
        match offset {
            Some(offset) => Ok(workspace.hover(unit.id, offset, &unit.directory)?),
            None => Ok(None),
        }
    }

    fn unit(&self, unit: u64) -> Result<&ClientUnit, Refusal> {
        self.units.get(&unit).ok_or(Refusal::NoSuchUnit)
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        // Units are gone only if the whole workspace is.
        self.units.values().for_each(|unit| drop(self.shared.workspace.close(unit.id)));
    }
}

fn write_answer(output: &mut impl Write, answer: &Answer) -> io::Result<()> {
    serde_json::to_writer(&mut *output, answer)?;
    output.write_all(b"\n")?;
    output.flush()
}

/// The given text, or that of the input file.
fn text_of(text: Option<String>, input: &Input, directory: &Path) -> Result<Vec<u8>, Refusal> {
    match (text, input) {
        (Some(text), _) => Ok(asunder_driver::encode(&text).into_owned()),
        (None, Input::File(path)) => {
            let path = directory.join(path);
            let read = || {
                // A pipe would be waited for.
                if !std::fs::metadata(&path)?.is_file() {
                    return Err(io::Error::other("not a regular file"));
                }
                std::fs::read(&path)
            };
            read().map_err(|error| Refusal::Read { path: path.clone(), error })
        }
        (None, Input::StandardInput) => Err(Refusal::NoFile),
    }
}

fn digits(fingerprint: &Fingerprint) -> String {
    fingerprint.iter().map(|byte| format!("{byte:02x}")).collect()
}
