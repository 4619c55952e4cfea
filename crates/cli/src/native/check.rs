//! `asunder check`: diagnostics without output, each once.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use asunder_diag::catalogue;
use asunder_diag::control::{Verdict, judge};
use asunder_diag::diagnostic::{Diagnostic, Place};
use asunder_diag::pretty;
use asunder_diag::sarif::{self, Document};
use asunder_diag::severity::Severity;
use asunder_driver::Pass;
use asunder_driver::options::{CxxStandard, Release};
use clap::ValueEnum;
use serde::Serialize;

use super::{preprocess, units};
use crate::release::Choice;
use crate::{files, streams};

/// Some file has errors.
const ERRORS: u8 = 1;
/// Some file could not be checked.
const FAILED: u8 = 2;
/// The virtual architecture when none is named: nvcc's default.
const DEFAULT_ARCHITECTURE: u32 = 75;

/// What to check, and how to say it.
#[derive(clap::Args)]
pub struct Arguments {
    /// Preprocessed units (.ii), or CUDA sources (.cu), which nvcc's preprocessing command expands
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The pass to check for: `host`, `device`, or `device:90` for one architecture
    #[arg(long, default_value = "host", value_parser = pass)]
    pass: Pass,
    /// nvcc, for sources [default: that of ASUNDER_TOOLKIT, on PATH, in /usr/local/cuda]
    #[arg(long, value_name = "PATH")]
    nvcc: Option<PathBuf>,
    /// Further options for nvcc's preprocessing of sources, such as `-Iinclude -DN=1`
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    nvcc_flags: Option<String>,
    /// Options in the words of the reference's front end, as nvcc's `--dryrun` shows them
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    options: Option<String>,
    /// Say at the end how often each rule was silent because it met something not understood
    #[arg(long)]
    stats: bool,
    /// How diagnostics are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The language
    #[arg(long, value_enum, default_value_t = Standard::Cxx17)]
    std: Standard,
    /// The release of the toolkit: `13.5`, or `auto` for that of the unit's headers
    #[arg(long, default_value_t = Choice::Auto)]
    release: Choice,
    /// Report a diagnostic as often as the reference does, not once
    #[arg(long)]
    repeated: bool,
    /// Show remarks too
    #[arg(long)]
    remarks: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The line, with the word marked
    Text,
    /// One line for each diagnostic
    Short,
    /// One JSON object for each diagnostic, one a line
    Json,
    /// One SARIF 2.1.0 document
    Sarif,
}

/// A C++ standard on the command line.
#[derive(Clone, Copy, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Standard {
    #[value(name = "c++03")]
    Cxx03,
    #[value(name = "c++11")]
    Cxx11,
    #[value(name = "c++14")]
    Cxx14,
    #[value(name = "c++17")]
    Cxx17,
    #[value(name = "c++20")]
    Cxx20,
    #[value(name = "c++23")]
    Cxx23,
}

impl From<Standard> for CxxStandard {
    fn from(standard: Standard) -> Self {
        match standard {
            Standard::Cxx03 => Self::Cxx98,
            Standard::Cxx11 => Self::Cxx11,
            Standard::Cxx14 => Self::Cxx14,
            Standard::Cxx17 => Self::Cxx17,
            Standard::Cxx20 => Self::Cxx20,
            Standard::Cxx23 => Self::Cxx23,
        }
    }
}

fn pass(text: &str) -> Result<Pass, String> {
    match text.split_once(':') {
        None if text == "host" => Ok(Pass::Host),
        None if text == "device" => Ok(Pass::Device { arch: DEFAULT_ARCHITECTURE }),
        Some(("device", arch)) => {
            let arch = arch.trim_end_matches(['a', 'f']).parse();
            arch.map(|arch| Pass::Device { arch }).map_err(|_| format!("`{text}` names no architecture"))
        }
        _ => Err("expected `host`, `device` or `device:NN`".to_owned()),
    }
}

/// Checks the files and prints what there is to say.
pub fn run(arguments: &Arguments) -> ExitCode {
    let mut writer = Writer::new(arguments.format);
    let mut status = 0;
    for file in &arguments.files {
        status = status.max(match check(file, arguments, &mut writer) {
            Ok(0) => 0,
            Ok(_) => ERRORS,
            Err(message) => {
                streams::stderr(format!("asunder: {message}\n").as_bytes());
                FAILED
            }
        });
    }
    streams::stdout(writer.end().as_bytes());
    ExitCode::from(status)
}

/// Checks one file; gives the number of errors.
fn check(file: &Path, arguments: &Arguments, writer: &mut Writer) -> Result<u32, String> {
    let mut input = files::read_file(file).map_err(|error| error.to_string())?;
    if preprocess::is_source(file, &input) {
        let words = arguments.nvcc_flags.as_deref().unwrap_or_default();
        let words: Vec<OsString> = words.split_ascii_whitespace().map(OsString::from).collect();
        let standard = arguments.std.to_possible_value().map(|value| value.get_name().to_owned());
        let standard = standard.unwrap_or_default();
        input = preprocess::preprocess(file, arguments.pass, &standard, arguments.nvcc.as_deref(), &words)
            .map_err(|error| error.to_string())?;
    }
    let toolkit = arguments.release.of_unit(&input);
    let options = units::options(file, arguments.options.as_deref(), arguments.std.into(), toolkit)?;
    let report =
        asunder_driver::check_unit(&options, arguments.pass, &input).map_err(|error| error.to_string())?;
    let mut control = options.diagnostics.command_line_control();
    control.remarks |= arguments.remarks;
    let pass = match arguments.pass {
        Pass::Host => catalogue::Pass::Host,
        Pass::Device { .. } => catalogue::Pass::Device,
    };
    let mut errors = 0;
    let mut seen = HashSet::new();
    let mut seen_once = HashSet::new();
    for diagnostic in &report.diagnostics {
        let Some(verdict) = judge(diagnostic, pass, &control, &report.pragmas) else {
            continue;
        };
        if verdict.once && !seen_once.insert(diagnostic.message.number) {
            continue;
        }
        // As the reference prints it where each message is wanted as often as it gives it.
        let after_error = arguments.repeated && errors > 0 && diagnostic.message.depends_on_errors();
        let diagnostic = &if after_error { diagnostic.after_error() } else { diagnostic.clone() };
        if seen.insert(pretty::render_short(diagnostic, verdict)) || arguments.repeated {
            errors += u32::from(verdict.severity >= Severity::Error);
            streams::stdout(writer.diagnostic(diagnostic, verdict).as_bytes());
        }
    }
    if arguments.stats {
        streams::stderr(stats(&report.silenced).as_bytes());
    }
    Ok(errors)
}

/// How often each rule was silent, one line for each.
fn stats(silenced: &BTreeMap<u16, u32>) -> String {
    let total: u32 = silenced.values().sum();
    let mut text = format!("rules silent for want of knowledge: {total}\n");
    for (number, count) in silenced {
        let message = catalogue::by_number(*number).and_then(|entry| entry.message).unwrap_or("");
        text.push_str(&format!(
            "{count:8}  {}  {message}\n",
            catalogue::displayed_number(*number, Release::default())
        ));
    }
    text
}

/// Writes diagnostics in one of the formats.
struct Writer {
    format: Format,
    document: Document,
    started: bool,
    colored: bool,
    directory: PathBuf,
}

impl Writer {
    fn new(format: Format) -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self {
            format,
            document: Document::new(sarif::OWN_TOOL),
            started: false,
            colored: wanted && std::io::stdout().is_terminal(),
            directory: std::env::current_dir().unwrap_or_default(),
        }
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic, verdict: Verdict) -> String {
        match self.format {
            Format::Text => pretty::render(diagnostic, verdict, self.colored),
            Format::Short => pretty::render_short(diagnostic, verdict),
            Format::Json => json_line(diagnostic, verdict),
            Format::Sarif => {
                let opening = self.opening();
                opening + &self.document.result(diagnostic, verdict, &self.directory)
            }
        }
    }

    fn opening(&mut self) -> String {
        if std::mem::replace(&mut self.started, true) { String::new() } else { self.document.open() }
    }

    fn end(mut self) -> String {
        match self.format {
            Format::Sarif => self.opening() + self.document.close(),
            Format::Text | Format::Short | Format::Json => String::new(),
        }
    }
}

/// A diagnostic for machines. Lines and columns count from 1, columns in code points.
#[derive(Serialize)]
struct Record<'a> {
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<&'static str>,
    /// A warning until warnings were made errors.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    promoted: bool,
    message: String,
    #[serde(flatten)]
    place: PlaceRecord<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteRecord<'a>>,
}

#[derive(Serialize)]
struct NoteRecord<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u16>,
    message: String,
    #[serde(flatten)]
    place: PlaceRecord<'a>,
}

#[derive(Default, Serialize)]
struct PlaceRecord<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

impl<'a> PlaceRecord<'a> {
    fn new(place: &'a Place) -> Self {
        match place {
            Place::Nowhere => Self::default(),
            Place::EndOfSource { file, line } => {
                Self { file: file.as_deref(), line: Some(*line), column: None }
            }
            Place::Line(line) => Self {
                file: line.file.as_deref(),
                line: Some(line.line),
                column: line.point.as_ref().map(|point| point.column),
            },
        }
    }
}

fn json_line(diagnostic: &Diagnostic, verdict: Verdict) -> String {
    let here = diagnostic.place.file();
    let notes = diagnostic.notes.iter().map(|note| NoteRecord {
        number: note.message.displayed_number(),
        message: note.message.text(note.place.file()),
        place: PlaceRecord::new(&note.place),
    });
    let record = Record {
        severity: verdict.severity.word(),
        number: diagnostic.message.displayed_number(),
        tag: diagnostic.message.tag(),
        promoted: verdict.promoted,
        message: diagnostic.message.text(here),
        place: PlaceRecord::new(&diagnostic.place),
        details: diagnostic.details.iter().map(|detail| detail.text(here)).collect(),
        notes: notes.collect(),
    };
    // Strings, numbers and lists always have a JSON form.
    serde_json::to_string(&record).unwrap_or_default() + "\n"
}
