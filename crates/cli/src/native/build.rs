//! `asunder build`: host files of many units in one process.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use asunder_driver::Caller;
use asunder_driver::Pass;
use asunder_driver::options::Options;
use asunder_driver::workspace::{UnitId, Workspace};
use asunder_spelling::OpenTexts;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::depfile::Rule;
use super::names::host_files;
use super::passes::Passes;
use super::reading::Reading;
use super::reports::{Counts, Shown, Text, Wishes, number_of};
use super::units::{Texts, UnitError, UnitSource};
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
    /// Preprocessed units (.ii) or CUDA sources (.cu), which nvcc's commands preprocess; `-` is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Units at the same time [default: as many as there are processors]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// The folder of the host files. A host file stands in it as its source stands below the folder that all sources
    /// have in common, under its name with `.int.c`
    #[arg(short, long, value_name = "FOLDER", default_value = ".")]
    out: PathBuf,
    /// One JSON object a unit, a line each, on standard output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

/// A unit to be built.
struct Planned {
    source: UnitSource,
    /// Its host file.
    out: PathBuf,
}

/// A unit that is open.
struct Job {
    file: PathBuf,
    out: PathBuf,
    unit: UnitId,
    options: Options,
    caller: Caller,
    /// Where its preprocessor ran.
    directory: PathBuf,
    /// The source, where it is not a file.
    sources: Arc<OpenTexts>,
}

/// Builds all units; the status is the worst of theirs.
pub fn run(arguments: &Arguments) -> ExitCode {
    let start = Instant::now();
    let sources = match arguments.reading.sources(&arguments.files) {
        Ok(sources) => sources,
        Err(message) => return complain(&message),
    };
    if let Err(error) = std::fs::create_dir_all(&arguments.out) {
        return complain(&format!("cannot make {}: {error}", arguments.out.display()));
    }
    let names = host_files(&sources.units);
    let planned = sources.units.into_iter().zip(names);
    let mut planned: VecDeque<Planned> =
        planned.map(|(source, name)| Planned { source, out: arguments.out.join(name) }).collect();
    // Hidden where standard error is not a terminal.
    let progress = ProgressBar::new(planned.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
        progress.set_style(style);
    }
    let build = Build { arguments, progress, state: Mutex::default() };
    while !planned.is_empty() {
        build.batch(&mut planned);
    }
    build.progress.finish_and_clear();
    let state = build.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    let skipped = state.skipped + sources.others as u32;
    if !arguments.json {
        streams::stderr(state.line(skipped, start.elapsed().as_secs_f64()).as_bytes());
    }
    if state.built == 0 && state.status == 0 {
        return complain("nothing was built");
    }
    ExitCode::from(state.status)
}

/// A build under way.
struct Build<'a> {
    arguments: &'a Arguments,
    progress: ProgressBar,
    state: Mutex<State>,
}

/// What came of it so far.
#[derive(Default)]
struct State {
    status: u8,
    /// Units that were read.
    built: u32,
    /// Host files that were written: they are other than before.
    written: u32,
    /// Units that could not be built.
    failed: u32,
    /// Entries without a host half.
    skipped: u32,
    counts: Counts,
}

impl State {
    /// The closing line.
    fn line(&self, skipped: u32, seconds: f64) -> String {
        let written = number_of(self.written, "host file");
        let mut line =
            format!("asunder: {} in {}, {written} written", self.counts, number_of(self.built, "unit"));
        if self.failed > 0 {
            line += &format!(", {} not built", number_of(self.failed, "unit"));
        }
        if skipped > 0 {
            line += &format!(", {skipped} skipped that nvcc does not compile for the host");
        }
        line + &format!(" ({seconds:.1} s)\n")
    }
}

impl Build<'_> {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Builds as many units as may be open together: what they share is analysed once.
    fn batch(&self, planned: &mut VecDeque<Planned>) {
        let workspace = Workspace::new();
        let mut jobs = Vec::new();
        let mut bytes = 0;
        while bytes < BATCH && !planned.is_empty() {
            let next: Vec<Planned> = planned.drain(..self.threads().min(planned.len())).collect();
            let texts = self.each(next, |unit| {
                self.progress.set_message(unit.source.file.display().to_string());
                let texts = unit.source.texts(&self.arguments.reading, Passes::Host);
                (unit, texts)
            });
            for (unit, texts) in texts {
                if let Some(job) = self.open(&workspace, unit, texts, &mut bytes) {
                    jobs.push(job);
                }
            }
        }
        self.each(jobs, |job| {
            self.progress.set_message(job.file.display().to_string());
            let status = self.build(&workspace, &job);
            self.progress.inc(1);
            let mut state = self.state();
            state.status = state.status.max(status);
        });
    }

    fn threads(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.arguments.jobs.map_or_else(processors, NonZeroUsize::get)
    }

    /// Does something with each of these, so many at a time as are wanted; the results are in their order.
    fn each<T: Send, R: Send>(&self, all: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
        let waiting = Mutex::new(all.into_iter().enumerate());
        let done = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..self.threads() {
                scope.spawn(|| {
                    loop {
                        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some((number, item)) = next else { break };
                        let result = work(item);
                        done.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(number, _)| *number);
        done.into_iter().map(|(_, result)| result).collect()
    }

    /// Opens a unit; `None` if it has no text.
    fn open(
        &self,
        workspace: &Workspace,
        planned: Planned,
        texts: Result<Texts, UnitError>,
        bytes: &mut usize,
    ) -> Option<Job> {
        let file = planned.source.file.clone();
        let opened = texts.and_then(|texts| {
            self.say(&texts.messages);
            let host = texts.passes.into_iter().next().ok_or(UnitError::NoPass(Passes::Host))?;
            if let Some((depfile, rule)) = planned.source.command().and_then(Rule::of_command) {
                let written = std::fs::write(&depfile, rule.text(&host.text));
                written.map_err(|error| UnitError::Other(format!("{}: {error}", depfile.display())))?;
            }
            *bytes += host.text.len();
            let unit = workspace.open(host.options.clone(), &host.text);
            let unit = unit.map_err(|error| UnitError::Other(error.to_string()))?;
            Ok(Job {
                file: file.clone(),
                out: planned.out,
                unit,
                options: host.options,
                directory: host.directory,
                sources: host.sources,
                caller: texts.caller,
            })
        });
        match opened {
            Ok(job) => return Some(job),
            Err(error) if error.is_foreign() && self.arguments.files.is_empty() => self.state().skipped += 1,
            Err(error) => {
                let status = self.fail(&file, &error.to_string());
                self.state().status = status;
            }
        }
        self.progress.inc(1);
        None
    }

    /// Makes the host file of a unit.
    fn build(&self, workspace: &Workspace, job: &Job) -> u8 {
        let start = Instant::now();
        let output = match workspace.run(job.unit, &job.caller) {
            Ok(output) => output,
            Err(error) => return self.fail(&job.file, &error.to_string()),
        };
        let mut shown = Shown::new(Wishes::default());
        let text = match output.report.diagnostics.is_empty() {
            true => Ok(Vec::new()),
            false => workspace.text(job.unit),
        };
        let text = match &text {
            Ok(bytes) => Text { bytes, directory: &job.directory, sources: &job.sources },
            Err(error) => return self.fail(&job.file, &error.to_string()),
        };
        let messages = shown.lines(&output.report, &job.options, Pass::Host, text);
        self.say(&messages);
        let errors = shown.counts.errors;
        let written = match errors {
            0 => write(&job.out, &output.host_file),
            _ => Ok(false),
        };
        let written = match written {
            Ok(written) => written,
            Err(error) => return self.fail(&job.file, &error),
        };
        let mut state = self.state();
        state.built += 1;
        state.written += u32::from(written);
        state.counts.add(shown.counts);
        drop(state);
        if self.arguments.json {
            let host = (errors == 0).then(|| job.out.display().to_string());
            let line = json!({
                "unit": job.file.display().to_string(), "host": host, "written": written, "errors": errors,
                "warnings": shown.counts.warnings, "ms": start.elapsed().as_secs_f64() * 1e3,
                "diagnostics": messages.lines().collect::<Vec<_>>(),
            });
            self.progress.suspend(|| streams::stdout(format!("{line}\n").as_bytes()));
        }
        if errors > 0 { ERRORS } else { 0 }
    }

    fn say(&self, text: &str) {
        if !text.is_empty() {
            self.progress.suspend(|| streams::stderr(text.as_bytes()));
        }
    }

    /// Says why a unit is not built.
    fn fail(&self, file: &Path, message: &str) -> u8 {
        self.state().failed += 1;
        self.progress.suspend(|| complain(&format!("{}: {message}", file.display())));
        if self.arguments.json {
            let line = json!({ "unit": file.display().to_string(), "error": message });
            self.progress.suspend(|| streams::stdout(format!("{line}\n").as_bytes()));
        }
        FAILED
    }
}

/// Writes a host file unless it is there; whether it was written.
pub(super) fn write(path: &Path, text: &asunder_driver::HostRope) -> Result<bool, String> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    }
    files::write_if_changed(path, text)
}

fn complain(message: &str) -> ExitCode {
    streams::stderr(format!("asunder: {message}\n").as_bytes());
    ExitCode::from(FAILED)
}
