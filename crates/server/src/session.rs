//! One client's requests.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use asunder_diag::catalogue::Pass;
use asunder_diag::control::judge;
use asunder_diag::diagnostic::Diagnostic;
use asunder_driver::options::{DiagnosticOptions, Input, Options};
use asunder_driver::workspace::{TextEdit, UnitId, WorkspaceError};
use asunder_driver::{Caller, Fingerprint, Report};

use crate::lines::{Line, read_line};
use crate::protocol::{self, Answer, Operation, PROTOCOL, Part, Request};
use crate::serve::Shared;

/// A request that cannot be answered.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("no such unit")]
    NoSuchUnit,
    #[error("the command line asks for no compilation")]
    CommandLine,
    #[error("the input has no file")]
    NoFile,
    #[error("this is version {}", env!("CARGO_PKG_VERSION"))]
    OtherVersion,
    #[error("cannot read {}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
}

/// A unit of a client.
struct ClientUnit {
    id: UnitId,
    directory: PathBuf,
    input: Input,
    diagnostics: DiagnosticOptions,
}

/// What a client is in the middle of.
pub(crate) struct Session<'a> {
    shared: &'a Shared,
    units: BTreeMap<u64, ClientUnit>,
    next: u64,
}

impl<'a> Session<'a> {
    pub(crate) fn new(shared: &'a Shared) -> Session<'a> {
        Session { shared, units: BTreeMap::new(), next: 0 }
    }

    /// Answers requests until the client goes or ends the server.
    pub(crate) fn run(mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        while let Some(line) = read_line(&mut input, self.shared.limit)? {
            let (answer, last) = match line {
                Line::TooLong => {
                    let error = format!("a request has at most {} bytes", self.shared.limit);
                    (Answer::error(serde_json::Value::Null, error), false)
                }
                Line::Text(line) if line.trim_ascii().is_empty() => continue,
                Line::Text(line) => self.answer(&line),
            };
            serde_json::to_writer(&mut output, &answer)?;
            output.write_all(b"\n")?;
            output.flush()?;
            if last {
                self.shared.end();
                break;
            }
        }
        Ok(())
    }

    fn answer(&mut self, line: &[u8]) -> (Answer, bool) {
        let request: Request = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => {
                let id = serde_json::from_slice(line).ok().and_then(|mut value: serde_json::Value| {
                    value.get_mut("id").map(serde_json::Value::take)
                });
                return (Answer::error(id.unwrap_or_default(), format!("not understood: {error}")), false);
            }
        };
        let last = matches!(request.operation, Operation::Shutdown {});
        let answer = match self.perform(request.operation) {
            Ok(answer) => Answer { id: request.id, ..answer },
            Err(refusal) => Answer::error(request.id, refusal),
        };
        (answer, last)
    }

    fn perform(&mut self, operation: Operation) -> Result<Answer, Refusal> {
        let mut answer = Answer::default();
        let workspace = &self.shared.workspace;
        match operation {
            Operation::Hello {} => {
                answer.version = Some(env!("CARGO_PKG_VERSION").to_owned());
                answer.protocol = Some(PROTOCOL);
            }
            Operation::Open { argv, cwd, text } => {
                let options = self.options(argv)?;
                let directory = PathBuf::from(cwd);
                let input = options.input.clone();
                let diagnostics = options.diagnostics.clone();
                let text = text_of(text, &input, &directory)?;
                let id = workspace.open(options, &text)?;
                answer.unit = Some(self.next);
                self.units.insert(self.next, ClientUnit { id, directory, input, diagnostics });
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
            Operation::Run { unit, want, pid } => {
                let unit = self.unit(unit)?;
                let process = pid.unwrap_or_else(std::process::id);
                let caller = Caller { directory: unit.directory.clone(), process };
                if want.contains(&Part::Host) || want.contains(&Part::ModuleId) {
                    let (host, module_id) = workspace.host(unit.id, &caller)?;
                    answer.host = want.contains(&Part::Host).then(|| host.to_string());
                    answer.module_id = Some(module_id);
                }
                if want.contains(&Part::Diagnostics) {
                    let report = workspace.report(unit.id, asunder_driver::Pass::Host)?;
                    answer.diagnostics = Some(diagnostics(&report, &unit.diagnostics));
                }
                if want.contains(&Part::Halves) {
                    let halves = workspace.halves(unit.id, &caller)?;
                    let (host, device) = (digits(&halves.host), digits(&halves.device));
                    answer.halves = Some(protocol::Halves { host, device });
                }
            }
            Operation::Close { unit } => {
                let unit = self.units.remove(&unit).ok_or(Refusal::NoSuchUnit)?;
                workspace.close(unit.id)?;
            }
            Operation::Compile { version, argv, cwd, pid } => {
                if version != env!("CARGO_PKG_VERSION") {
                    return Err(Refusal::OtherVersion);
                }
                let options = self.options(argv)?;
                let caller = Caller { directory: cwd.into(), process: pid };
                let text = text_of(None, &options.input, &caller.directory)?;
                let output = self.shared.kept.run(workspace, options, &text, &caller)?;
                answer.host = Some(output.host_file.to_string());
                answer.module_id = Some(output.module_id);
                answer.report = Some(output.report);
            }
            Operation::Statistics {} => answer.statistics = Some(workspace.statistics().into()),
            Operation::Shutdown {} => {}
        }
        Ok(answer)
    }

    fn options(&self, argv: Vec<String>) -> Result<Options, Refusal> {
        let words: Vec<OsString> = argv.into_iter().map(OsString::from).collect();
        (self.shared.read_options)(&words).ok_or(Refusal::CommandLine)
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

/// The given text, or that of the input file.
fn text_of(text: Option<String>, input: &Input, directory: &Path) -> Result<Vec<u8>, Refusal> {
    match (text, input) {
        (Some(text), _) => Ok(asunder_driver::encode(&text).into_owned()),
        (None, Input::File(path)) => {
            let path = directory.join(path);
            std::fs::read(&path).map_err(|error| Refusal::Read { path, error })
        }
        (None, Input::StandardInput) => Err(Refusal::NoFile),
    }
}

fn digits(fingerprint: &Fingerprint) -> String {
    fingerprint.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is shown of a report under the wishes of the command line.
fn diagnostics(report: &Report, wishes: &DiagnosticOptions) -> Vec<protocol::Diagnostic> {
    let control = wishes.command_line_control();
    let wire = |diagnostic: &Diagnostic| {
        let verdict = judge(diagnostic, Pass::Host, &control, &report.pragmas)?;
        Some(protocol::Diagnostic {
            severity: verdict.severity.word().to_owned(),
            number: diagnostic.message.number,
            text: diagnostic.message.text(diagnostic.place.file()),
            file: diagnostic.place.file().map(str::to_owned),
            line: diagnostic.place.line(),
            column: diagnostic.place.point().map(|point| point.column),
        })
    };
    report.diagnostics.iter().filter_map(wire).collect()
}
