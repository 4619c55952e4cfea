//! `asunder build`: host files of many units in one process.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use asunder_diag::catalogue;
use asunder_diag::control::judge;
use asunder_diag::pretty;
use asunder_diag::severity::Severity;
use asunder_driver::options::Options;
use asunder_driver::workspace::{UnitId, Workspace};
use asunder_driver::{Caller, HostOutput};
use indicatif::{ProgressBar, ProgressStyle};

use super::check::Standard;
use super::units::{self, UnitSource};
use crate::release::Choice;
use crate::{files, streams};

/// Some unit has errors.
const ERRORS: u8 = 1;
/// Some unit could not be built.
const FAILED: u8 = 2;
/// Bytes of text that are open at the same time; more units than that come one batch after the other.
const BATCH: usize = 256 << 20;

/// What to build.
#[derive(clap::Args)]
pub struct Arguments {
    /// Preprocessed units (.ii)
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A list of compile commands, as CMake and Bear write it
    #[arg(long, value_name = "FILE")]
    units: Option<PathBuf>,
    /// Units at the same time [default: as many as there are processors]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// The folder of the host files
    #[arg(short, long, value_name = "FOLDER", default_value = ".")]
    out: PathBuf,
    /// Options in the words of the reference's front end, as nvcc's `--dryrun` shows them
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    options: Option<String>,
    /// The language
    #[arg(long, value_enum, default_value_t = Standard::Cxx17)]
    std: Standard,
    /// The release of the toolkit: `13.5`, or `auto` for that of the unit's headers
    #[arg(long, default_value_t = Choice::Auto)]
    release: Choice,
}

/// A unit that is open.
struct Job {
    file: PathBuf,
    unit: UnitId,
    options: Options,
}

/// Builds all units; the status is the worst of theirs.
pub fn run(arguments: &Arguments) -> ExitCode {
    let mut sources: VecDeque<UnitSource> =
        arguments.files.iter().cloned().map(UnitSource::preprocessed).collect();
    if let Some(list) = &arguments.units {
        match UnitSource::list(list) {
            Ok(units) => sources.extend(units),
            Err(message) => return complain(&message),
        }
    }
    if let Err(error) = std::fs::create_dir_all(&arguments.out) {
        return complain(&format!("cannot make {}: {error}", arguments.out.display()));
    }
    // Hidden where standard error is not a terminal.
    let progress = ProgressBar::new(sources.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
        progress.set_style(style);
    }
    let mut status = 0;
    while !sources.is_empty() {
        status = status.max(batch(&mut sources, arguments, &progress));
    }
    progress.finish_and_clear();
    ExitCode::from(status)
}

/// Builds as many units as may be open together: what they share is analysed once.
fn batch(sources: &mut VecDeque<UnitSource>, arguments: &Arguments, progress: &ProgressBar) -> u8 {
    let workspace = Workspace::new();
    let mut jobs = Vec::new();
    let mut bytes = 0;
    let mut status = 0;
    while bytes < BATCH
        && let Some(source) = sources.pop_front()
    {
        let opened = source.text().and_then(|text| {
            let toolkit = arguments.release.of_unit(&text);
            let words = arguments.options.as_deref();
            let options = units::options(&source.file, words, arguments.std.into(), toolkit)?;
            bytes += text.len();
            let unit = workspace.open(options.clone(), &text).map_err(|error| error.to_string())?;
            Ok(Job { file: source.file.clone(), unit, options })
        });
        match opened {
            Ok(job) => jobs.push(job),
            Err(message) => {
                progress.suspend(|| complain(&format!("{}: {message}", source.file.display())));
                progress.inc(1);
                status = FAILED;
            }
        }
    }
    let threads = arguments
        .jobs
        .map_or_else(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get), NonZeroUsize::get);
    let worst = Mutex::new(status);
    let waiting = Mutex::new(jobs.into_iter());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(job) = next() {
                    progress.set_message(job.file.display().to_string());
                    let status = build(&workspace, &job, &arguments.out, progress);
                    progress.inc(1);
                    let mut worst = worst.lock().unwrap_or_else(PoisonError::into_inner);
                    *worst = status.max(*worst);
                }
            });
        }
    });
    worst.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn build(workspace: &Workspace, job: &Job, out: &Path, progress: &ProgressBar) -> u8 {
    let output = match workspace.run(job.unit, &Caller::this()) {
        Ok(output) => output,
        Err(error) => {
            progress.suspend(|| complain(&format!("{}: {error}", job.file.display())));
            return FAILED;
        }
    };
    let (text, errors) = messages(&output, &job.options);
    if !text.is_empty() {
        progress.suspend(|| streams::stderr(text.as_bytes()));
    }
    if errors > 0 {
        return ERRORS;
    }
    let path = out.join(files::default_output(&job.file));
    match files::write_if_changed(&path, &output.host_file) {
        Ok(_) => 0,
        Err(error) => {
            progress.suspend(|| complain(&error));
            FAILED
        }
    }
}

/// The diagnostics as lines, and how many errors there are.
pub fn messages(output: &HostOutput, options: &Options) -> (String, u32) {
    let control = options.diagnostics.command_line_control();
    let mut text = String::new();
    let mut errors = 0;
    for diagnostic in &output.report.diagnostics {
        if let Some(verdict) = judge(diagnostic, catalogue::Pass::Host, &control, &output.report.pragmas) {
            errors += u32::from(verdict.severity >= Severity::Error);
            text.push_str(&pretty::render_short(diagnostic, verdict));
        }
    }
    (text, errors)
}

fn complain(message: &str) -> ExitCode {
    streams::stderr(format!("asunder: {message}\n").as_bytes());
    ExitCode::from(FAILED)
}
