//! The drop-in command: what `cudafe++` does around a compilation, with the reference's streams,
//! texts and statuses (spec page 1 §4–7).

mod banner;
mod sink;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use asunder_diag::catalogue::Pass;
use asunder_diag::control::{CommandLineControl, PragmaControl};
use asunder_diag::diagnostic::{Diagnostic, Message, Place};
use asunder_diag::report::{Ending, Format, Reporter, Settings};
use asunder_diag::severity::Severity;
use asunder_diag::summary::{Tally, summary};
use asunder_diag::{sarif, text};
use asunder_driver::RunError;
use asunder_driver::options::{Input, Options, OutputMode, Product};

use crate::files::{self, OpenError, Output};
use crate::process;
use crate::reference::{self, CommandLineError, Event, Request};
use sink::Sink;

/// Success, with or without warnings.
const CLEAN: u8 = 0;
/// The unit has errors.
const ERRORS: u8 = 2;
/// The compilation was ended: catastrophe, command line, error limit.
const TERMINATED: u8 = 4;

/// What a compilation gives.
struct Outcome {
    /// The host file.
    host_text: Vec<u8>,
    /// The module id.
    module_id: String,
    /// What is to be reported, in order.
    diagnostics: Vec<Diagnostic>,
    /// What pragmas say about severities.
    pragmas: PragmaControl,
}

/// The compilation itself.
fn compile(options: &Options, text: &[u8]) -> Result<Outcome, RunError> {
    let output = asunder_driver::run_host_pass(options, text)?;
    Ok(Outcome {
        host_text: output.host_file,
        module_id: output.module_id,
        diagnostics: Vec::new(),
        pragmas: PragmaControl::default(),
    })
}

/// Runs the command on the words after its name.
pub fn main(words: &[OsString]) -> ExitCode {
    let started = Instant::now();
    let invocation = reference::read(words);
    for event in &invocation.events {
        show(event);
    }
    let options = &invocation.options;
    match invocation.request {
        Request::Exit(status) => ExitCode::from(status),
        Request::Refuse { error, input_named } => {
            let unit = if input_named {
                unit_name(options)
            } else {
                None
            };
            let mut session = Session::new(options, unit, Sink::standard_error());
            session.report_fixed(Severity::CommandLineError, None, error.to_string());
            session.end(Ending::Terminated)
        }
        Request::Run => run(options, started),
    }
}

/// Compiles one unit.
fn run(options: &Options, started: Instant) -> ExitCode {
    let unit = unit_name(options);
    let opened = sink::open_all(options);
    let (sink, listing) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            let mut session = Session::new(options, unit, Sink::standard_error());
            let error = CommandLineError::CannotOpen(error);
            session.report_fixed(Severity::CommandLineError, None, error.to_string());
            return session.end(Ending::Terminated);
        }
    };
    let mut session = Session::new(options, unit, sink);
    session.listing = listing;
    if let Some(seconds) = options.limits.cpu_seconds {
        process::limit_cpu_seconds(seconds);
    }
    session.watch_signals();

    let input = match files::read_input(&options.input) {
        Ok(input) => input,
        Err(error) => return session.catastrophe(Some(CANNOT_OPEN_SOURCE), error.to_string()),
    };
    for preinclude in &options.language.preincludes {
        if let Err(error) = files::read_file(&preinclude.path) {
            session.report_fixed(Severity::CommandLineError, None, error.to_string());
            return session.end(Ending::Terminated);
        }
    }
    session.list_unit(&input);
    match options.output.product {
        Product::HostFile | Product::Nothing => {}
        Product::Preprocessed { line_markers, .. } => {
            let text = preprocessed(options, &input, line_markers);
            return session.print_product(options, &text);
        }
        Product::Dependencies => {
            return session.print_product(options, dependencies(options).as_bytes());
        }
        Product::Macros => return session.print_product(options, banner::MACROS.as_bytes()),
    }

    let outcome = match compile(options, &input) {
        Ok(outcome) => outcome,
        Err(error) => return session.catastrophe(None, error.to_string()),
    };
    for diagnostic in &outcome.diagnostics {
        session.report(diagnostic, &outcome.pragmas);
        if session.reporter.limit_reached() {
            return session.end(Ending::Terminated);
        }
        if session.reporter.tally().catastrophes > 0 {
            return session.end(Ending::Terminated);
        }
    }
    let front_end = Instant::now();
    let cpu_at_front_end = process::cpu_seconds();
    let timing = options.trace.timing;
    if timing {
        let elapsed = front_end.duration_since(started).as_secs_f64();
        session.sink.write(&banner::timing_line(
            "Front end time",
            cpu_at_front_end,
            elapsed,
        ));
    }
    let clean = session.reporter.tally().errors == 0;
    if clean && options.output.product == Product::HostFile {
        if let Err(failure) = write_products(options, &outcome) {
            return session.catastrophe(None, failure);
        }
        if timing {
            let cpu = process::cpu_seconds() - cpu_at_front_end;
            let elapsed = front_end.elapsed().as_secs_f64();
            session
                .sink
                .write(&banner::timing_line("Back end time", cpu, elapsed));
        }
    }
    let status = session.end(Ending::Finished);
    if timing {
        let elapsed = started.elapsed().as_secs_f64();
        let line = banner::timing_line("Total compilation time", process::cpu_seconds(), elapsed);
        session.sink.write(&line);
    }
    status
}

/// The internal number of "cannot open source file".
const CANNOT_OPEN_SOURCE: u16 = 1696;

/// Writes the module id file and the host file, each completely or not at all.
fn write_products(options: &Options, outcome: &Outcome) -> Result<(), String> {
    let input = &options.input;
    if *input == Input::StandardInput {
        // A reader that went away is the end of the matter, as for every filter.
        let _ = std::io::stdout().lock().write_all(&outcome.host_text);
    } else {
        let path = host_file(options);
        let failed = |error: std::io::Error| {
            let reason = files::system_reason(&error);
            format!("error while writing generated C++ file: {reason}")
        };
        let open_failed = |error: OpenError| error.to_string();
        let mut host = Output::open(files::GENERATED_FILE, &path, input).map_err(open_failed)?;
        host.write(&outcome.host_text).map_err(failed)?;
        write_module_id(options, outcome)?;
        return host.commit().map_err(failed);
    }
    write_module_id(options, outcome)
}

fn write_module_id(options: &Options, outcome: &Outcome) -> Result<(), String> {
    let Some(path) = options.output.module_id_file_name.as_ref().filter(|_| options.output.gen_module_id_file) else {
        return Ok(());
    };
    let failed = |error: std::io::Error| {
        let reason = files::system_reason(&error);
        format!("error while writing module id file: {reason}")
    };
    let mut file = Output::open(files::MODULE_ID_FILE, path, &options.input)
        .map_err(|error| error.to_string())?;
    file.write(outcome.module_id.as_bytes()).map_err(failed)?;
    file.commit().map_err(failed)
}

fn host_file(options: &Options) -> std::path::PathBuf {
    match (&options.output.gen_c_file_name, &options.input) {
        (Some(path), _) => path.clone(),
        (None, Input::File(input)) => files::default_output(input),
        (None, Input::StandardInput) => files::default_output(Path::new("-")),
    }
}

/// The unit's name in summaries.
fn unit_name(options: &Options) -> Option<String> {
    options
        .unit_name()
        .map(|name| name.to_string_lossy().into_owned())
}

fn show(event: &Event) {
    match event {
        Event::VersionBanner => eprint!("{}", banner::VERSION),
        Event::LegalBanner => eprint!("{}", banner::LEGAL),
        Event::Configuration => eprint!("{}", banner::CONFIGURATION),
        Event::TargetModel(name) => eprint!("{}", banner::target_model(&name.to_string_lossy())),
        Event::OptionNames => {
            let _ = std::io::stdout().write_all(reference::option_names().as_bytes());
        }
    }
}

/// The input as preprocessed text. Input of this tool is preprocessed already.
fn preprocessed(options: &Options, input: &[u8], line_markers: bool) -> Vec<u8> {
    let mut text = Vec::new();
    if line_markers {
        text.extend_from_slice(format!("# 1 \"{}\"\n", input_name(options)).as_bytes());
        text.extend_from_slice(input);
    } else {
        for line in input.split_inclusive(|&byte| byte == b'\n') {
            if !is_line_marker(line) {
                text.extend_from_slice(line);
            }
        }
    }
    text
}

fn is_line_marker(line: &[u8]) -> bool {
    line.strip_prefix(b"# ")
        .is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_digit))
}

/// The make rule of a preprocessed unit.
fn dependencies(options: &Options) -> String {
    let name = input_name(options);
    let stem = Path::new(&name)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    format!("{stem}.o: {name}\n")
}

fn input_name(options: &Options) -> String {
    match &options.input {
        Input::File(path) => path.to_string_lossy().into_owned(),
        Input::StandardInput => "-".to_owned(),
    }
}

/// A stream of diagnostics and where it goes.
struct Session {
    reporter: Reporter,
    sink: Sink,
    listing: Option<Sink>,
    unit: Option<String>,
    /// The counts, for the signal's last words.
    counts: Arc<Mutex<Tally>>,
    writes_text: bool,
}

impl Session {
    fn new(options: &Options, unit: Option<String>, mut sink: Sink) -> Self {
        let wishes = &options.diagnostics;
        let style = text::Style {
            numbers: wishes.display_error_number,
            brief: wishes.brief,
            wrap: wishes.wrap,
            context_limit: wishes.context_limit,
            colors: sink.colors(wishes.colors),
        };
        let format = match wishes.output_mode {
            OutputMode::Text => Format::Text(style),
            OutputMode::Sarif => Format::Sarif {
                tool: sarif::REFERENCE_TOOL,
                directory: std::env::current_dir().unwrap_or_default(),
            },
        };
        let mut control = CommandLineControl::new(&wishes.control);
        control.no_warnings = wishes.no_warnings;
        control.promote_warnings = wishes.promote_warnings;
        control.remarks = wishes.remarks;
        let (reporter, opening) = Reporter::new(Settings {
            pass: Pass::Host,
            control,
            format,
            error_limit: wishes.error_limit,
            hint: wishes.display_error_number,
        });
        sink.write(&opening);
        let writes_text = wishes.output_mode == OutputMode::Text;
        Self {
            reporter,
            sink,
            listing: None,
            unit,
            counts: Arc::default(),
            writes_text,
        }
    }

    fn watch_signals(&self) {
        let counts = Arc::clone(&self.counts);
        let unit = self.unit.clone();
        let writes_text = self.writes_text;
        process::on_termination(move || {
            let tally = counts.lock().map(|counts| *counts).unwrap_or_default();
            if !writes_text {
                return String::new();
            }
            let summary = summary(tally, unit.as_deref()).unwrap_or_default();
            format!("\n{summary}Compilation terminated.\n")
        });
    }

    fn report(&mut self, diagnostic: &Diagnostic, pragmas: &PragmaControl) {
        let text = self.reporter.report(diagnostic, pragmas);
        self.sink.write(&text);
        if let Ok(mut counts) = self.counts.lock() {
            *counts = self.reporter.tally();
        }
        let lines = self.reporter.take_listing();
        if let Some(listing) = &mut self.listing {
            listing.write(&lines);
        }
    }

    /// Reports something about files or the command line.
    fn report_fixed(&mut self, severity: Severity, number: Option<u16>, text: String) {
        let message = match number {
            Some(number) => Message::numbered(number, text),
            None => Message::plain(text),
        };
        let diagnostic = Diagnostic::fixed(severity, message, Place::Nowhere);
        self.report(&diagnostic, &PragmaControl::default());
    }

    fn catastrophe(&mut self, number: Option<u16>, text: String) -> ExitCode {
        self.report_fixed(Severity::Catastrophe, number, text);
        self.end(Ending::Terminated)
    }

    /// Copies the unit's lines into the listing.
    fn list_unit(&mut self, input: &[u8]) {
        if let Some(listing) = &mut self.listing {
            listing.write(&asunder_diag::listing::unit_lines(
                &String::from_utf8_lossy(input),
            ));
        }
    }

    /// Writes a text that is not a host file to standard output or `--output`.
    fn print_product(&mut self, options: &Options, text: &[u8]) -> ExitCode {
        let Some(path) = &options.output.output_file else {
            let _ = std::io::stdout().lock().write_all(text);
            return self.end(Ending::Finished);
        };
        let written = Output::open(files::PREPROCESSED_FILE, path, &options.input)
            .map_err(|error| error.to_string())
            .and_then(|mut output| {
                let reason = |error: std::io::Error| files::system_reason(&error);
                output.write(text).map_err(reason)?;
                output.commit().map_err(reason)
            });
        match written {
            Ok(()) => self.end(Ending::Finished),
            Err(text) => {
                self.report_fixed(Severity::CommandLineError, None, text);
                self.end(Ending::Terminated)
            }
        }
    }

    /// Writes the last text and gives the status.
    fn end(&mut self, ending: Ending) -> ExitCode {
        self.sink
            .write(&self.reporter.finish(self.unit.as_deref(), ending));
        let tally = self.reporter.tally();
        ExitCode::from(match ending {
            Ending::Finished if tally.errors == 0 => CLEAN,
            Ending::Finished => ERRORS,
            Ending::Terminated | Ending::Aborted => TERMINATED,
        })
    }
}
