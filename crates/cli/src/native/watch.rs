//! `asunder watch`: units followed through their changes.

mod folders;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use asunder_driver::options::Options;
use asunder_driver::workspace::{UnitId, Workspace};
use asunder_driver::{Caller, Halves};
use serde_json::json;

use super::build::messages;
use super::check::Standard;
use super::units::{self, UnitSource};
use crate::release::Choice;
use crate::{files, streams};
use folders::{Folders, QUIET, names};

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
    /// The files that its text comes from, by all names under which their changes are heard.
    origins: BTreeSet<PathBuf>,
    /// When it is to be read again though no change was heard: it could not be read, may be half written, or is new.
    retry: Option<Instant>,
    /// It was empty when last looked at.
    is_empty: bool,
    /// What was said about that.
    complaint: Option<String>,
}

impl Watched {
    fn new(source: UnitSource, arguments: &Arguments) -> Result<Watched, String> {
        let options = units::options(
            &source.file,
            arguments.options.as_deref(),
            arguments.std.into(),
            arguments.release.of_unit(&[]),
        )?;
        Ok(Watched {
            options,
            unit: None,
            halves: None,
            origins: names(&source.file).collect(),
            retry: Some(Instant::now()),
            is_empty: false,
            complaint: None,
            source,
        })
    }
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
    let mut watched = Vec::new();
    for source in sources(arguments)? {
        watched.push(Watched::new(source, arguments)?);
    }
    if watched.is_empty() {
        return Err("nothing to watch".to_owned());
    }
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    }
    let mut list = arguments.units.clone().map(List::new);
    let mut folders = Folders::new()?;
    let workspace = Workspace::new();
    loop {
        let lists = list.iter().flat_map(|list| &list.names);
        let new = folders.follow(watched.iter().flat_map(|unit| &unit.origins).chain(lists));
        let is_new = |file: &PathBuf| file.parent().is_some_and(|folder| new.contains(folder));
        let soon = Some(Instant::now() + QUIET);
        for unit in watched.iter_mut().filter(|unit| unit.retry.is_none() && unit.origins.iter().any(is_new))
        {
            unit.retry = soon;
        }
        if let Some(list) = list.as_mut().filter(|list| list.names.iter().any(is_new)) {
            list.retry = list.retry.or(soon);
        }
        let retries = watched.iter().map(|unit| unit.retry).chain(list.as_ref().map(|list| list.retry));
        let changes = folders.changes(retries.flatten().min());
        let now = Instant::now();
        let is_due = |retry: Option<Instant>| retry.is_some_and(|retry| retry <= now);
        if let Some(list) = &mut list
            && (is_due(list.retry) || list.names.iter().any(|file| changes.touch(file)))
        {
            list.follow(&mut watched, &workspace, arguments);
        }
        for unit in &mut watched {
            if is_due(unit.retry) || unit.origins.iter().any(|file| changes.touch(file)) {
                refresh(&workspace, unit, arguments);
            }
        }
    }
}

/// What the command line asks to follow.
fn sources(arguments: &Arguments) -> Result<Vec<UnitSource>, String> {
    let mut sources: Vec<UnitSource> =
        arguments.files.iter().cloned().map(UnitSource::preprocessed).collect();
    if let Some(list) = &arguments.units {
        sources.extend(UnitSource::list(list)?);
    }
    Ok(sources)
}

/// The list of compile commands.
struct List {
    path: PathBuf,
    names: Vec<PathBuf>,
    /// It could not be read; next attempt at this time.
    retry: Option<Instant>,
    /// What was said about that.
    complaint: Option<String>,
}

impl List {
    fn new(path: PathBuf) -> List {
        List { names: names(&path).collect(), path, retry: None, complaint: None }
    }

    /// Reads the list again: units that are new in it are followed, those that are not in it any more are not.
    fn follow(&mut self, watched: &mut Vec<Watched>, workspace: &Workspace, arguments: &Arguments) {
        self.names = names(&self.path).collect();
        let sources = match sources(arguments) {
            Ok(sources) => sources,
            Err(message) => {
                // It may be half written.
                self.retry = Some(Instant::now() + RETRY);
                if self.complaint.as_ref() != Some(&message) {
                    complain(&self.path.display().to_string(), &message, arguments.json);
                    self.complaint = Some(message);
                }
                return;
            }
        };
        (self.retry, self.complaint) = (None, None);
        let mut before = std::mem::take(watched);
        for source in sources {
            let same = before.iter().position(|unit| unit.source == source);
            match same.or_else(|| before.iter().position(|unit| unit.source.file == source.file)) {
                Some(at) => {
                    let mut unit = before.remove(at);
                    if unit.source != source {
                        // What comes of another command is compared with what came of the old one.
                        unit.source = source;
                        unit.retry = Some(Instant::now());
                    }
                    watched.push(unit);
                }
                None => watched.extend(Watched::new(source, arguments)),
            }
        }
        for unit in before {
            if let Some(unit) = unit.unit {
                // It is open for as long as it is followed.
                let _ = workspace.close(unit);
            }
            let name = unit.source.file.display().to_string();
            let line = match arguments.json {
                true => format!("{}\n", json!({ "unit": name, "removed": true })),
                false => format!("{name}: not in {} any more\n", self.path.display()),
            };
            streams::stdout(line.as_bytes());
        }
    }
}

fn complain(name: &str, message: &str, as_json: bool) {
    let line = match as_json {
        true => format!("{}\n", json!({ "unit": name, "error": message })),
        false => format!("{name}: {message}; its last state stays\n"),
    };
    streams::stdout(line.as_bytes());
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
            complain(&name, &message, arguments.json);
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
    watched.origins = watched.source.origins(&text).iter().flat_map(|file| names(file)).collect();
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
