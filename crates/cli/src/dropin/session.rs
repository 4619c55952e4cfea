//! One run's stream of diagnostics and where it goes.

use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use asunder_diag::catalogue::Pass;
use asunder_diag::control::PragmaControl;
use asunder_diag::diagnostic::{Diagnostic, Message};
use asunder_diag::listing;
use asunder_diag::report::{Ending, Format, Reporter, Settings};
use asunder_diag::summary::{Tally, summary};
use asunder_diag::{sarif, text};
use asunder_driver::options::{Options, OutputMode};

use super::Failure;
use super::sink::Sink;
use crate::process;

/// Success, with or without warnings.
const CLEAN: u8 = 0;
/// The unit has errors.
const ERRORS: u8 = 2;
/// The compilation was ended: catastrophe, command line, error limit.
const TERMINATED: u8 = 4;

/// A stream of diagnostics and where it goes.
pub struct Session {
    reporter: Reporter,
    sink: Sink,
    listing: Option<Sink>,
    /// The unit's name in the summary.
    unit: Option<Arc<str>>,
    /// The counts, for a signal's last words.
    counts: Arc<Mutex<Tally>>,
    output_mode: OutputMode,
}

impl Session {
    /// A stream to `sink`, and to a raw listing.
    pub fn new(options: &Options, unit: Option<Arc<str>>, mut sink: Sink, listing: Option<Sink>) -> Self {
        let wishes = &options.diagnostics;
        let format = match wishes.output_mode {
            OutputMode::Text => Format::Text(text::Style {
                numbers: wishes.display_error_number,
                brief: wishes.brief,
                wrap: wishes.wrap,
                context_limit: wishes.context_limit,
                colors: sink.colors(wishes.colors),
            }),
            OutputMode::Sarif => Format::Sarif {
                document: sarif::Document::new(sarif::REFERENCE_TOOL),
                directory: std::env::current_dir().unwrap_or_default(),
            },
        };
        let (reporter, opening) = Reporter::new(Settings {
            pass: Pass::Host,
            control: wishes.command_line_control(),
            format,
            error_limit: wishes.error_limit,
            hint: wishes.display_error_number,
        });
        sink.write(&opening);
        let output_mode = wishes.output_mode;
        Self { reporter, sink, listing, unit, counts: Arc::default(), output_mode }
    }

    /// Lets SIGINT and SIGTERM end the run with a summary of what was found by then.
    pub fn watch_signals(&self) {
        let counts = Arc::clone(&self.counts);
        let unit = self.unit.clone();
        let output_mode = self.output_mode;
        process::on_termination(move || match output_mode {
            OutputMode::Sarif => String::new(),
            OutputMode::Text => {
                let tally = counts.lock().map(|counts| *counts).unwrap_or_default();
                let summary = summary(tally, unit.as_deref()).unwrap_or_default();
                format!("\n{summary}Compilation terminated.\n")
            }
        });
    }

    /// Reports a diagnostic.
    pub fn report(&mut self, diagnostic: &Diagnostic, pragmas: &PragmaControl) {
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

    /// Whether the error limit or a catastrophe ends the run.
    pub fn is_over(&self) -> bool {
        self.reporter.limit_reached() || self.reporter.tally().catastrophes > 0
    }

    /// Whether nothing forbids to write the host file.
    pub fn is_clean(&self) -> bool {
        self.reporter.tally() == Tally::default()
    }

    /// Copies the unit's lines into the listing.
    pub fn list_unit(&mut self, input: &[u8]) {
        if let Some(listing) = &mut self.listing {
            listing.write(&listing::unit_lines(&String::from_utf8_lossy(input)));
        }
    }

    /// Writes a text that is not a diagnostic.
    pub fn say(&mut self, text: &str) {
        self.sink.write(text);
    }

    /// Reports a failure and ends the run.
    pub fn fail(mut self, failure: Failure) -> ExitCode {
        let message = match failure.number {
            Some(number) => Message::numbered(number, failure.text),
            None => Message::plain(failure.text),
        };
        let diagnostic = Diagnostic::fixed(failure.severity, message, failure.place);
        self.report(&diagnostic, &PragmaControl::default());
        self.end(Ending::Terminated)
    }

    /// Writes the last text and gives the status.
    pub fn end(self, ending: Ending) -> ExitCode {
        self.end_with(ending, "")
    }

    /// As [`Self::end`], with something to say after everything else.
    pub fn end_with(mut self, ending: Ending, last: &str) -> ExitCode {
        self.sink.write(&self.reporter.finish(self.unit.as_deref(), ending));
        self.sink.write(last);
        ExitCode::from(match ending {
            Ending::Finished if self.reporter.tally().errors == 0 => CLEAN,
            Ending::Finished => ERRORS,
            Ending::Terminated | Ending::Aborted => TERMINATED,
        })
    }
}
