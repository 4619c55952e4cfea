//! The drop-in command: what `cudafe++` does around a compilation, with the reference's streams,
//! texts and statuses (spec page 1 §4–7).

mod banner;
mod expansion;
mod preprocessed;
mod products;
mod session;
mod sink;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use asunder_diag::diagnostic::Place;
use asunder_diag::report::Ending;
use asunder_diag::severity::Severity;
use asunder_driver::HostOutput;
use asunder_driver::options::{Options, Product};
use asunder_invocation::release::{self, ToolkitRelease};
use asunder_invocation::{Event, Request, slice};
use asunder_server::client::Compiled;

use crate::files::{self, OpenError};
use crate::{logging, process, slicing, streams};
use session::Session;
use sink::Sink;

/// Names the socket of a server that takes over runs.
const SERVER: &str = "ASUNDER_SERVER";

/// The compilation itself: by the server if there is one, else here. `words` name the release.
fn compile(options: &Options, words: &[OsString], text: &[u8]) -> Result<Compiled, Failure> {
    if let Some(socket) = std::env::var_os(SERVER).filter(|socket| !socket.is_empty())
        && let Some(compiled) = asunder_server::client::compile(Path::new(&socket), words, options, text)
    {
        return Ok(compiled);
    }
    let output = run_here(options, text)?;
    let host_file = output.host_file.to_bytes();
    Ok(Compiled { host_file, module_id: output.module_id, report: output.report })
}

fn run_here(options: &Options, text: &[u8]) -> Result<HostOutput, Failure> {
    asunder_driver::run_last_host_pass(options, text).map_err(|error| Failure {
        place: Place::EndOfSource { file: None, line: 1 },
        ..Failure::catastrophe(error.to_string())
    })
}

/// A reason to end the run at once.
struct Failure {
    severity: Severity,
    number: Option<u16>,
    place: Place,
    text: String,
}

impl Failure {
    /// Something that makes going on impossible.
    fn catastrophe(text: String) -> Self {
        Self { severity: Severity::Catastrophe, number: None, place: Place::Nowhere, text }
    }

    /// Something wrong with an option.
    fn command_line(text: String) -> Self {
        Self { severity: Severity::CommandLineError, ..Self::catastrophe(text) }
    }

    /// An unreadable source file.
    fn source(error: OpenError) -> Self {
        Self { number: Some(CANNOT_OPEN_SOURCE), ..Self::catastrophe(error.to_string()) }
    }
}

/// The internal number of "cannot open source file".
const CANNOT_OPEN_SOURCE: u16 = 1696;

/// Runs the command on the words after its name. `program` is how it was called.
pub fn main(program: &OsStr, words: &[OsString]) -> ExitCode {
    let started = Instant::now();
    let (toolkit, words) = match release::named(words) {
        (Some(toolkit), rest) => (toolkit, rest),
        (None, rest) => (release::detect(program, rest), rest),
    };
    let (slice, words) = slice::named(words);
    let mut invocation = asunder_invocation::read(toolkit, words);
    invocation.options.output.slice_host = slice.or_else(slicing::host);
    for event in &invocation.events {
        show(event, toolkit);
    }
    let options = &invocation.options;
    logging::start(Some(&options.trace));
    for word in &invocation.ignored {
        tracing::warn!(
            "{} is not known and ignored: CUDA {toolkit} is newer than this asunder",
            word.display()
        );
    }
    let words = match &options.output.slice_host {
        Some(slicing) => &slice::with_name(slicing, words),
        None => words,
    };
    let words = &release::with_name(toolkit, words);
    match invocation.request {
        Request::Exit(status) => ExitCode::from(status),
        Request::Refuse { error, input_named } => {
            let unit = input_named.then(|| unit_name(options)).flatten();
            let session = Session::new(options, unit, Sink::StandardError, None);
            session.fail(Failure::command_line(error.to_string()))
        }
        Request::Run if let Some(refusal) = toolkit.refusal() => {
            let session = Session::new(options, unit_name(options), Sink::StandardError, None);
            session.fail(Failure::command_line(refusal))
        }
        Request::Run => match sink::open_all(options) {
            Ok(streams) => {
                let session = Session::new(options, unit_name(options), streams.errors, streams.listing);
                run(options, words, session, streams.xref, started)
            }
            Err(error) => {
                let unit = unit_name(options);
                let session = Session::new(options, unit, Sink::StandardError, None);
                session.fail(Failure::command_line(error.to_string()))
            }
        },
    }
}

/// Compiles one unit.
fn run(
    options: &Options,
    words: &[OsString],
    mut session: Session,
    xref: Option<Sink>,
    started: Instant,
) -> ExitCode {
    if let Some(seconds) = options.limits.cpu_seconds {
        process::limit_cpu_seconds(seconds);
    }
    session.watch_signals();
    let input = match read_sources(options) {
        Ok(input) => input,
        Err(failure) => return session.fail(failure),
    };
    session.list_unit(&input);
    if let Some(text) = products::without_compilation(options, &input) {
        return match products::print(options, &text) {
            Ok(()) => session.end(Ending::Finished),
            Err(failure) => session.fail(failure),
        };
    }
    if let Some(mut file) = xref {
        file.write(&asunder_driver::cross_references(options, &input));
    }
    let outcome = match compile(options, words, &input) {
        Ok(outcome) => outcome,
        Err(failure) => return session.fail(failure),
    };
    for diagnostic in &outcome.report.diagnostics {
        session.report(diagnostic, &outcome.report.pragmas);
        if session.is_over() {
            return session.end(Ending::Terminated);
        }
    }
    let mut clock = Clock::new(options.trace.timing, started);
    session.say(&clock.lap("Front end time"));
    if session.is_clean() && options.output.product == Product::HostFile {
        if let Err(failure) = products::write(options, &input, &outcome) {
            return session.fail(failure);
        }
        session.say(&clock.lap("Back end time"));
    }
    session.end_with(Ending::Finished, &clock.total())
}

/// Reads the input, and looks whether the files that go before it are there.
fn read_sources(options: &Options) -> Result<Vec<u8>, Failure> {
    let input = files::read_input(&options.input).map_err(Failure::source)?;
    for preinclude in &options.language.preincludes {
        if preinclude.path.as_os_str().is_empty() {
            return Err(Failure::source(files::empty_name(files::SOURCE_FILE)));
        }
        files::read_file(&preinclude.path).map_err(|error| Failure::command_line(error.to_string()))?;
    }
    Ok(input)
}

/// The unit's name in summaries.
fn unit_name(options: &Options) -> Option<Arc<str>> {
    options.unit_name().map(|name| name.to_string_lossy().into())
}

fn show(event: &Event, toolkit: ToolkitRelease) {
    match event {
        // The reference's two differ only in years.
        Event::VersionBanner | Event::LegalBanner => streams::stderr(banner::version(toolkit).as_bytes()),
        Event::Configuration => streams::stderr(banner::CONFIGURATION.as_bytes()),
        Event::TargetModel(name) => streams::stderr(banner::target_model(&name.to_string_lossy()).as_bytes()),
        Event::OptionNames => streams::stdout(asunder_invocation::option_names(toolkit.release()).as_bytes()),
    }
}

/// The times of `--timing`.
struct Clock {
    wanted: bool,
    started: Instant,
    lap_start: (f64, Instant),
}

impl Clock {
    fn new(wanted: bool, started: Instant) -> Self {
        Self { wanted, started, lap_start: (0.0, started) }
    }

    /// The line of a phase that ends now; empty if no times are wanted.
    fn lap(&mut self, what: &str) -> String {
        if !self.wanted {
            return String::new();
        }
        let now = (process::cpu_seconds(), Instant::now());
        let (cpu, since) = std::mem::replace(&mut self.lap_start, now);
        banner::timing_line(what, now.0 - cpu, now.1.duration_since(since).as_secs_f64())
    }

    /// The line of the whole run.
    fn total(&self) -> String {
        if !self.wanted {
            return String::new();
        }
        let elapsed = self.started.elapsed().as_secs_f64();
        banner::timing_line("Total compilation time", process::cpu_seconds(), elapsed)
    }
}
