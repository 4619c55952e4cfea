//! `asunder watch`: units followed through their changes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use asunder_driver::options::Options;
use asunder_driver::workspace::{UnitId, Workspace};
use asunder_driver::{Caller, Halves};
use notify::{RecursiveMode, Watcher};
use serde_json::json;

use super::build::messages;
use super::check::Standard;
use super::units::{self, UnitSource};
use crate::release::Choice;
use crate::{files, streams};

/// How long files must be left alone before they are read: editors write in several steps.
const QUIET: Duration = Duration::from_millis(50);
/// How long a file that cannot be read is left alone before the next attempt.
const RETRY: Duration = Duration::from_millis(500);

/// What to follow.
#[derive(clap::Args)]
pub struct Arguments {
    /// Preprocessed units (.ii)
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A list of compile commands, as CMake and Bear write it: their sources are preprocessed by the compiler's
    /// own `-E`
    #[arg(long, value_name = "FILE")]
    units: Option<PathBuf>,
    /// Write host files to this folder, those that changed
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
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

/// A unit that is followed.
struct Watched {
    source: UnitSource,
    options: Options,
    /// None until its text could be read.
    unit: Option<UnitId>,
    halves: Option<Halves>,
    /// The files that its text comes from.
    origins: Vec<PathBuf>,
    /// It could not be read, or may be half written; next attempt at this time.
    retry: Option<Instant>,
    /// It was empty when last looked at.
    is_empty: bool,
    /// What was said about that.
    complaint: Option<String>,
}

/// Follows until the process is ended.
pub fn run(arguments: &Arguments) -> ExitCode {
    match watch(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            streams::stderr(format!("asunder: {message}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}

fn watch(arguments: &Arguments) -> Result<(), String> {
    let mut sources: Vec<UnitSource> =
        arguments.files.iter().cloned().map(UnitSource::preprocessed).collect();
    if let Some(list) = &arguments.units {
        sources.extend(UnitSource::list(list)?);
    }
    if sources.is_empty() {
        return Err("nothing to watch".to_owned());
    }
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    }
    let mut watched = Vec::new();
    for source in sources {
        let options = units::options(
            &source.file,
            arguments.options.as_deref(),
            arguments.std.into(),
            arguments.release.of_unit(&[]),
        )?;
        let origins = vec![source.file.clone()];
        watched.push(Watched {
            source,
            options,
            unit: None,
            halves: None,
            origins,
            retry: None,
            is_empty: false,
            complaint: None,
        });
    }
    let (sender, changes) = channel();
    let mut watcher = notify::recommended_watcher(sender).map_err(|error| error.to_string())?;
    let mut folders = BTreeSet::new();
    let workspace = Workspace::new();
    for unit in &mut watched {
        refresh(&workspace, unit, arguments);
    }
    loop {
        // Folders, not files: a file that is replaced by another of its name is another file.
        for unit in &mut watched {
            for folder in unit.origins.iter().filter_map(|file| folder_of(file)) {
                if folder.is_dir() && folders.insert(folder.clone()) {
                    watcher.watch(&folder, RecursiveMode::NonRecursive).map_err(|error| error.to_string())?;
                    // Changes before now were not heard, and one may be under way.
                    unit.retry = Some(Instant::now() + QUIET);
                }
            }
        }
        let next_attempt = watched.iter().filter_map(|unit| unit.retry).min();
        let Some(changed) = collect(&changes, next_attempt) else { return Ok(()) };
        let now = Instant::now();
        for unit in &mut watched {
            let touched = unit.origins.iter().any(|file| changed.contains(&absolute(file)));
            if touched || unit.retry.is_some_and(|retry| retry <= now) {
                refresh(&workspace, unit, arguments);
            }
        }
    }
}

fn folder_of(file: &Path) -> Option<PathBuf> {
    absolute(file).parent().map(Path::to_owned)
}

fn absolute(file: &Path) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| file.to_owned())
}

/// Waits for changes, and then until there are no more; the files that changed. `None` when there will be none.
fn collect(
    changes: &Receiver<notify::Result<notify::Event>>,
    next_attempt: Option<Instant>,
) -> Option<BTreeSet<PathBuf>> {
    let mut changed = BTreeSet::new();
    let patience = match next_attempt {
        Some(at) => at.saturating_duration_since(Instant::now()),
        None => Duration::from_secs(3600),
    };
    let mut wait = patience;
    loop {
        match changes.recv_timeout(wait) {
            Ok(Ok(event)) => {
                if !event.kind.is_access() {
                    changed.extend(event.paths.iter().map(|path| absolute(path)));
                    wait = QUIET;
                }
            }
            // Events may be lost; the files are looked at again when the next one comes.
            Ok(Err(_)) => wait = QUIET,
            Err(RecvTimeoutError::Timeout) => return Some(changed),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// Reads a unit again and says what became of it.
fn refresh(workspace: &Workspace, watched: &mut Watched, arguments: &Arguments) {
    let name = watched.source.file.display().to_string();
    match update(workspace, watched, arguments) {
        Ok(change) => {
            watched.complaint = None;
            change.iter().for_each(|change| show(&name, change, arguments.json));
        }
        Err(message) => {
            watched.retry = Some(Instant::now() + RETRY);
            if watched.complaint.as_ref() == Some(&message) {
                return;
            }
            let line = match arguments.json {
                true => format!("{}\n", json!({ "unit": name, "error": message })),
                false => format!("{name}: {message}; its last state stays\n"),
            };
            streams::stdout(line.as_bytes());
            watched.complaint = Some(message);
        }
    }
}

/// What a change of a unit came to.
struct Change {
    executed: u64,
    time: Duration,
    host: bool,
    device: bool,
    messages: String,
    errors: u32,
    written: bool,
}

/// Takes the unit's text in; `None` if it is the same as before.
fn update(
    workspace: &Workspace,
    watched: &mut Watched,
    arguments: &Arguments,
) -> Result<Option<Change>, String> {
    let text = watched.source.text()?;
    watched.retry = None;
    // Who writes a file anew empties it first.
    let was_empty = std::mem::replace(&mut watched.is_empty, text.is_empty());
    if text.is_empty() && !was_empty && watched.unit.is_some() {
        watched.retry = Some(Instant::now() + QUIET);
        return Ok(None);
    }
    watched.origins = watched.source.origins(&text);
    let start = Instant::now();
    let before = workspace.statistics();
    let failed = |error: asunder_driver::workspace::WorkspaceError| error.to_string();
    let unit = match watched.unit {
        Some(unit) => {
            workspace.set_text(unit, &text).map_err(failed)?;
            if workspace.statistics().edits == before.edits && watched.complaint.is_none() {
                return Ok(None);
            }
            unit
        }
        None => {
            watched.options.release = arguments.release.of_unit(&text).release();
            workspace.open(watched.options.clone(), &text).map_err(failed)?
        }
    };
    watched.unit = Some(unit);
    let caller = Caller::this();
    let output = workspace.run(unit, &caller).map_err(failed)?;
    let halves = workspace.halves(unit, &caller).map_err(failed)?;
    let time = start.elapsed();
    let (messages, errors) = messages(&output, &watched.options);
    let mut written = false;
    if let (Some(folder), 0) = (&arguments.out, errors) {
        let path = folder.join(files::default_output(&watched.source.file));
        written = files::write_if_changed(&path, &output.host_file)?;
    }
    let old = watched.halves.replace(halves);
    Ok(Some(Change {
        executed: workspace.statistics().executed - before.executed,
        time,
        host: old.is_none_or(|old| old.host != halves.host),
        device: old.is_none_or(|old| old.device != halves.device),
        messages,
        errors,
        written,
    }))
}

fn show(name: &str, change: &Change, as_json: bool) {
    let milliseconds = change.time.as_secs_f64() * 1e3;
    let text = if as_json {
        let line = json!({
            "unit": name, "recomputed": change.executed, "ms": milliseconds, "host_changed": change.host,
            "device_changed": change.device, "written": change.written, "errors": change.errors,
            "diagnostics": change.messages.lines().collect::<Vec<_>>(),
        });
        format!("{line}\n")
    } else {
        let changed = match (change.host, change.device) {
            (true, true) => "host and device text changed",
            (true, false) => "host text changed",
            (false, true) => "device text changed",
            (false, false) => "nothing changed",
        };
        let executed = change.executed;
        format!("{name}: {executed} recomputed, {milliseconds:.1} ms, {changed}\n{}", change.messages)
    };
    streams::stdout(text.as_bytes());
}
