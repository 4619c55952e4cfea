//! A run's stream of diagnostics: each is checked, counted and rendered in the order in which it
//! arrives. The only state is what the order makes visible: counts, the hint after the first
//! warning, diagnostics wanted once, the error limit.

use std::borrow::Cow;
use std::path::PathBuf;

use rustc_hash::FxHashSet;

use crate::catalogue::Pass;
use crate::control::{CommandLineControl, PragmaControl, Verdict, decide};
use crate::diagnostic::{Diagnostic, Message, Place};
use crate::listing;
use crate::sarif::Document;
use crate::severity::Severity;
use crate::summary::{Tally, summary};
use crate::text::{self, Style};

/// How a stream is written.
#[derive(Clone, Debug)]
pub enum Format {
    /// Lines for people.
    Text(Style),
    /// One SARIF document.
    Sarif {
        /// The document, without results so far.
        document: Document,
        /// What relative file names are relative to.
        directory: PathBuf,
    },
}

/// What a stream needs to know.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The pass whose defaults hold.
    pub pass: Pass,
    /// The command line's wishes.
    pub control: CommandLineControl,
    /// The look.
    pub format: Format,
    /// Errors after which the run ends.
    pub error_limit: u32,
    /// The hint on suppression is given (it goes with displayed numbers).
    pub hint: bool,
}

/// A growing stream.
#[derive(Debug)]
pub struct Reporter {
    settings: Settings,
    tally: Tally,
    hint_given: bool,
    seen_once: FxHashSet<u16>,
    listing: String,
}

/// The number of the hint on suppression.
const HINT: u16 = 3709;

/// How the run ended, for the last lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself.
    Finished,
    /// It was ended: catastrophe, error limit, signal.
    Terminated,
    /// The program failed.
    Aborted,
}

impl Reporter {
    /// A stream without diagnostics, and its first text.
    pub fn new(settings: Settings) -> (Self, String) {
        let opening = match &settings.format {
            Format::Text(_) => String::new(),
            Format::Sarif { document, .. } => document.open(),
        };
        let reporter = Self {
            settings,
            tally: Tally::default(),
            hint_given: false,
            seen_once: FxHashSet::default(),
            listing: String::new(),
        };
        (reporter, opening)
    }

    /// Decides the severity of a diagnostic and gives its text, empty if it is not to be reported.
    pub fn report(&mut self, diagnostic: &Diagnostic, pragmas: &PragmaControl) -> String {
        let settings = &self.settings;
        let Some(verdict) = decide(diagnostic, settings.pass, &settings.control, pragmas) else {
            return String::new();
        };
        if let (true, Some(number)) = (verdict.once, diagnostic.message.number)
            && !self.seen_once.insert(number)
        {
            return String::new();
        }
        let after_error = self.tally.errors > 0 && diagnostic.message.depends_on_errors();
        let diagnostic = &match after_error {
            true => Cow::Owned(diagnostic.after_error()),
            false => Cow::Borrowed(diagnostic),
        };
        match verdict.severity {
            Severity::Note | Severity::Remark | Severity::Warning => {}
            Severity::Error => self.tally.errors += 1,
            Severity::Catastrophe | Severity::CommandLineError | Severity::InternalError => {
                self.tally.catastrophes += 1;
            }
        }
        self.listing.push_str(&listing::diagnostic_lines(diagnostic, verdict));
        let mut text = self.render(diagnostic, verdict);
        let is_warning = verdict.severity == Severity::Warning || verdict.promoted;
        if is_warning && self.settings.hint && !self.hint_given {
            self.hint_given = true;
            text.push_str(&self.hint());
        }
        if self.limit_reached()
            && verdict.severity == Severity::Error
            && matches!(self.settings.format, Format::Text(_))
        {
            text.push_str("Error limit reached.\n");
        }
        text
    }

    /// Whether the error limit is reached: nothing more is to be reported then.
    pub fn limit_reached(&self) -> bool {
        self.tally.errors >= self.settings.error_limit
    }

    /// Errors and catastrophes so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The machine-readable lines of `--list` since the last call.
    pub fn take_listing(&mut self) -> String {
        std::mem::take(&mut self.listing)
    }

    /// The last text: summary and ending, or the end of the document.
    pub fn finish(&self, unit: Option<&str>, ending: Ending) -> String {
        match &self.settings.format {
            Format::Text(_) => {
                let mut text = summary(self.tally, unit).unwrap_or_default();
                text.push_str(match ending {
                    Ending::Finished => "",
                    Ending::Terminated => "Compilation terminated.\n",
                    Ending::Aborted => "Compilation aborted.\n",
                });
                text
            }
            Format::Sarif { document, .. } => document.close().to_owned(),
        }
    }

    fn render(&mut self, diagnostic: &Diagnostic, verdict: Verdict) -> String {
        match &mut self.settings.format {
            Format::Text(style) => text::render(diagnostic, verdict, style),
            Format::Sarif { document, directory } => document.result(diagnostic, verdict, directory),
        }
    }

    fn hint(&mut self) -> String {
        let message = Message::new(HINT, Vec::new());
        let words = message.text(None);
        self.listing.push_str(&listing::hint_line(&words));
        match &mut self.settings.format {
            Format::Text(style) => text::render_hint(&words, style),
            Format::Sarif { document, directory } => {
                let hint = Diagnostic::fixed(Severity::Remark, message, Place::Nowhere);
                let verdict = Verdict { severity: Severity::Remark, promoted: false, once: false };
                document.result(&hint, verdict, directory)
            }
        }
    }
}
