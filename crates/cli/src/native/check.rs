//! `asunder check`: diagnostics without output, each once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use asunder_diag::catalogue;
use asunder_diag::control::Verdict;
use asunder_diag::diagnostic::Diagnostic;
use asunder_diag::pretty;
use asunder_diag::record::Record;
use asunder_diag::sarif::{self, Document};
use asunder_driver::options::Release;
use clap::ValueEnum;

use super::depfile::Rule;
use super::passes::{Passes, passes};
use super::reading::Reading;
use super::reports::{Counts, Shown, Wishes, number_of};
use super::units::{UnitError, UnitSource};
use crate::streams;

/// Some file has errors.
const ERRORS: u8 = 1;
/// Some file could not be checked.
const FAILED: u8 = 2;

/// What to check, and how to say it.
#[derive(clap::Args)]
pub struct Arguments {
    /// CUDA sources (.cu), which nvcc's commands preprocess, or preprocessed units (.ii); `-` is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The passes to check for: `both`, `host`, `device`, or `device:90` for one architecture. A preprocessed unit is
    /// checked for the pass that it was preprocessed for: `device` if nvcc named it (.cpp1.ii), else `host`
    #[arg(long, default_value = "both", value_parser = passes)]
    pass: Passes,
    /// Say at the end how often each rule was silent because it met something not understood
    #[arg(long)]
    stats: bool,
    /// How diagnostics are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Report a diagnostic as often as the reference does, not once, and at its place in the preprocessed text
    #[arg(long)]
    repeated: bool,
    /// Show remarks too
    #[arg(long)]
    remarks: bool,
    /// Also report calls of device functions from host code that only instances of templates make which neither pass of
    /// nvcc checks, with the chain of calls that leads there
    #[arg(long)]
    all_instances: bool,
    /// Also write a rule for make and ninja: what follows the check depends on the files that were read
    #[arg(long, value_name = "FILE")]
    depfile: Option<PathBuf>,
    /// What depends on them [default: FILE of --depfile]
    #[arg(long, value_name = "NAME", requires = "depfile")]
    depfile_target: Option<String>,
    #[command(flatten)]
    reading: Reading,
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

impl Arguments {
    /// The rule that `depfile` gets.
    fn rule(&self, depfile: &Path) -> Rule {
        let own = || depfile.to_string_lossy().into_owned();
        let target = self.depfile_target.clone().unwrap_or_else(own);
        Rule { target, leaves_system: false, has_phonies: false }
    }
}

/// Checks the units and prints what there is to say.
pub fn run(arguments: &Arguments) -> ExitCode {
    let start = Instant::now();
    let sources = match arguments.reading.sources(&arguments.files) {
        Ok(sources) => sources,
        Err(message) => {
            streams::stderr(format!("asunder: {message}\n").as_bytes());
            return ExitCode::from(FAILED);
        }
    };
    let mut writer = Writer::new(arguments.format, arguments.reading.is_colored());
    let mut sum = Sum { skipped: sources.others as u32, ..Sum::default() };
    let mut files = Vec::new();
    for unit in &sources.units {
        match check(unit, arguments, &mut writer, &mut files) {
            Ok(counts) => {
                sum.checked += 1;
                sum.counts.add(counts);
            }
            Err(error) if error.is_foreign() && arguments.files.is_empty() => sum.skipped += 1,
            Err(error) => {
                sum.failed += 1;
                streams::stderr(format!("asunder: {}: {error}\n", unit.file.display()).as_bytes());
            }
        }
    }
    streams::stdout(writer.end().as_bytes());
    if let Some(depfile) = &arguments.depfile
        && let Err(error) = std::fs::write(depfile, arguments.rule(depfile).of_files(&files))
    {
        sum.failed += 1;
        streams::stderr(format!("asunder: {}: {error}\n", depfile.display()).as_bytes());
    }
    if matches!(arguments.format, Format::Text | Format::Short) {
        streams::stderr(sum.line(start.elapsed().as_secs_f64()).as_bytes());
    }
    ExitCode::from(match sum {
        Sum { failed: 1.., .. } | Sum { checked: 0, .. } => FAILED,
        Sum { counts: Counts { errors: 1.., .. }, .. } => ERRORS,
        _ => 0,
    })
}

/// What came of all units.
#[derive(Default)]
struct Sum {
    counts: Counts,
    checked: u32,
    failed: u32,
    /// Entries of a list that nvcc does not compile.
    skipped: u32,
}

impl Sum {
    /// The closing line.
    fn line(&self, seconds: f64) -> String {
        let mut line = format!("asunder: {} in {}", self.counts, number_of(self.checked, "unit"));
        if self.failed > 0 {
            line += &format!(", {} not checked", number_of(self.failed, "unit"));
        }
        if self.skipped > 0 {
            line += &format!(", {} skipped that nvcc does not compile", self.skipped);
        }
        line + &format!(" ({seconds:.1} s)\n")
    }
}

/// Checks one unit, and adds the files that were read to `files` where they are wanted.
fn check(
    unit: &UnitSource,
    arguments: &Arguments,
    writer: &mut Writer,
    files: &mut Vec<String>,
) -> Result<Counts, UnitError> {
    let texts = unit.texts(&arguments.reading, arguments.pass)?;
    streams::stderr(texts.messages.as_bytes());
    let mut shown = Shown::new(Wishes { repeated: arguments.repeated, remarks: arguments.remarks });
    let mut silenced: BTreeMap<u16, u32> = BTreeMap::new();
    for mut pass in texts.passes {
        pass.options.diagnostics.all_instances = arguments.all_instances;
        if let Some(depfile) = &arguments.depfile {
            let own = arguments.rule(depfile).files(&pass.text);
            let is_here = writer.directory == pass.directory;
            let shown = |file: String| match is_here {
                true => file,
                false => pass.directory.join(file).to_string_lossy().into_owned(),
            };
            files.extend(own.into_iter().map(shown));
        }
        let report = asunder_driver::check_unit(&pass.options, pass.pass, &pass.text);
        let report = report.map_err(|error| UnitError::Other(error.to_string()))?;
        for (diagnostic, verdict) in shown.diagnostics(&report, &pass.options, pass.pass, pass.shown()) {
            streams::stdout(writer.diagnostic(&diagnostic, verdict).as_bytes());
        }
        report.silenced.iter().for_each(|(number, count)| *silenced.entry(*number).or_default() += count);
    }
    if arguments.stats {
        streams::stderr(stats(&silenced).as_bytes());
    }
    Ok(shown.counts)
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
    fn new(format: Format, colored: bool) -> Self {
        Self {
            format,
            document: Document::new(sarif::OWN_TOOL),
            started: false,
            colored,
            directory: std::env::current_dir().unwrap_or_default(),
        }
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic, verdict: Verdict) -> String {
        match self.format {
            Format::Text => pretty::render(diagnostic, verdict, self.colored),
            Format::Short => pretty::render_short(diagnostic, verdict),
            Format::Json => Record::of(diagnostic, verdict).json() + "\n",
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
