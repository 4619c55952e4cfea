//! What is shown of the reports of a unit: each message once, whichever pass gives it.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use asunder_diag::catalogue;
use asunder_diag::control::{Verdict, decide};
use asunder_diag::diagnostic::Diagnostic;
use asunder_diag::pretty;
use asunder_diag::severity::Severity;
use asunder_driver::options::Options;
use asunder_driver::{Pass, Report};
use asunder_source::read;
use asunder_spelling::{OpenTexts, Spelling};

use super::units::absolute;

/// What is wanted of reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    /// Each message as often as the reference gives it, and where the reference shows it: in the preprocessed text.
    pub repeated: bool,
    /// Remarks too.
    pub remarks: bool,
}

/// How many diagnostics were shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Errors, and graver ones.
    pub errors: u32,
    /// Warnings.
    pub warnings: u32,
}

impl Counts {
    /// Adds those of another unit.
    pub fn add(&mut self, other: Counts) {
        self.errors += other.errors;
        self.warnings += other.warnings;
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&number_of(self.errors, "error"))?;
        if self.warnings > 0 { write!(f, ", {}", number_of(self.warnings, "warning")) } else { Ok(()) }
    }
}

/// `1 unit`, `2 units`.
pub fn number_of(number: u32, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The preprocessed text of a pass.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Where the preprocessor ran.
    pub directory: &'a Path,
    /// Sources that are not files.
    pub sources: &'a Arc<OpenTexts>,
}

/// The names of files as they are shown: those of another folder are put in terms of the current one.
pub struct FileNames {
    /// Where the preprocessor ran, and the current folder; `None` where they are one and names stay as they are.
    folders: Option<(PathBuf, PathBuf)>,
    known: HashMap<String, Arc<str>>,
}

impl FileNames {
    /// For names of line markers of a preprocessor that ran in `directory`.
    pub fn new(directory: &Path) -> FileNames {
        let current = std::env::current_dir().unwrap_or_default();
        let is_here = directory == current || directory.canonicalize().is_ok_and(|it| it == current);
        let folders = (!is_here).then(|| (directory.to_owned(), current));
        FileNames { folders, known: HashMap::new() }
    }

    /// The name for a relative name that line markers have: relative to the current folder for what lies in it, else
    /// absolute. Absolute names and `<stdin>` stay.
    pub fn name(&mut self, name: &str) -> Arc<str> {
        let Some((directory, current)) = &self.folders else { return name.into() };
        if name.starts_with('<') || Path::new(name).is_absolute() {
            return name.into();
        }
        let shown = || {
            let place = absolute(&directory.join(name));
            place.strip_prefix(current).unwrap_or(&place).display().to_string().into()
        };
        Arc::clone(self.known.entry(name.to_owned()).or_insert_with(shown))
    }
}

/// What was shown of a unit.
pub struct Shown {
    wishes: Wishes,
    seen: HashSet<String>,
    /// How many diagnostics were shown.
    pub counts: Counts,
}

impl Shown {
    /// Nothing yet.
    pub fn new(wishes: Wishes) -> Shown {
        Shown { wishes, seen: HashSet::new(), counts: Counts::default() }
    }

    /// The diagnostics of a pass that are to be shown, at the places of the files that the text comes from.
    pub fn diagnostics(
        &mut self,
        report: &Report,
        options: &Options,
        pass: Pass,
        text: Text<'_>,
    ) -> Vec<(Diagnostic, Verdict)> {
        if report.diagnostics.is_empty() {
            return Vec::new();
        }
        let unit = read(text.bytes);
        let mut spelling = Spelling::with_texts(&unit, text.directory, Arc::clone(text.sources));
        let mut control = options.diagnostics.command_line_control();
        control.remarks |= self.wishes.remarks;
        let severities = match pass {
            Pass::Host => catalogue::Pass::Host,
            Pass::Device { .. } => catalogue::Pass::Device,
        };
        let mut files = FileNames::new(text.directory);
        let mut seen_once = HashSet::new();
        let mut errors = 0;
        let mut shown = Vec::new();
        for diagnostic in &report.diagnostics {
            let Some(verdict) = decide(diagnostic, severities, &control, &report.pragmas) else { continue };
            if verdict.once && !seen_once.insert(diagnostic.message.number) {
                continue;
            }
            // As the reference prints it where each message is wanted as often as it gives it.
            let after_error = self.wishes.repeated && errors > 0 && diagnostic.message.depends_on_errors();
            let diagnostic = match self.wishes.repeated {
                true if after_error => diagnostic.after_error(),
                true => diagnostic.clone(),
                false => {
                    let mut spelled = spelling.diagnostic(diagnostic);
                    spelled.rename_files(|name| files.name(name));
                    spelled
                }
            };
            if self.seen.insert(pretty::render_short(&diagnostic, verdict)) || self.wishes.repeated {
                errors += u32::from(verdict.severity >= Severity::Error);
                self.counts.warnings += u32::from(verdict.severity == Severity::Warning);
                shown.push((diagnostic, verdict));
            }
        }
        self.counts.errors += errors;
        shown
    }

    /// The diagnostics of a pass that are to be shown, one a line.
    pub fn lines(&mut self, report: &Report, options: &Options, pass: Pass, text: Text<'_>) -> String {
        let shown = self.diagnostics(report, options, pass, text);
        shown.iter().map(|(diagnostic, verdict)| pretty::render_short(diagnostic, *verdict)).collect()
    }
}
