//! `asunder watch`: units followed through their changes.

mod folders;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use asunder_driver::workspace::{UnitId, Workspace, WorkspaceError};
use asunder_driver::{Caller, Fingerprint, Pass};
use serde_json::json;

use super::build::write;
use super::names::host_files;
use super::passes::Passes;
use super::reading::Reading;
use super::reports::{Counts, Shown, Wishes, number_of};
use super::units::{PassText, UnitSource};
use crate::streams;
use folders::{Folders, QUIET, names};

/// How long a file that cannot be read is left alone before the next attempt.
const RETRY: Duration = Duration::from_millis(500);

/// What to follow.
#[derive(clap::Args)]
pub struct Arguments {
    /// Preprocessed units (.ii) or CUDA sources (.cu), which nvcc's commands preprocess
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write host files to this folder, those that changed, under the names that `asunder build` gives them
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

/// A unit that is followed.
struct Watched {
    source: UnitSource,
    /// Its host file, relative to the folder of them all.
    name: PathBuf,
    /// Its passes that are open; none until its texts could be read.
    passes: Vec<OpenPass>,
    fingerprints: Option<Fingerprints>,
    counts: Counts,
    /// The files that its texts come from, by all names under which their changes are heard.
    origins: BTreeSet<PathBuf>,
    /// When it is to be read again though no change was heard: it could not be read, may be half written, or is new.
    retry: Option<Instant>,
    /// It was empty when last looked at.
    is_empty: bool,
    /// Its command compiles no CUDA.
    is_foreign: bool,
    /// What was said about its texts that could not be read.
    complaint: Option<String>,
}

/// A pass of a unit.
struct OpenPass {
    pass: Pass,
    unit: UnitId,
}

/// What of a unit the compilers of the two halves read: while one stays, its compiler need not run again.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fingerprints {
    /// The host file.
    host: Option<Fingerprint>,
    /// The text of the device pass for each architecture; where there is none, what the device half needs of the
    /// text of the host pass.
    device: Vec<Fingerprint>,
}

impl Watched {
    fn new(source: UnitSource) -> Watched {
        Watched {
            name: PathBuf::new(),
            passes: Vec::new(),
            fingerprints: None,
            counts: Counts::default(),
            origins: source.origins(&[]).iter().flat_map(|file| names(file)).collect(),
            retry: Some(Instant::now()),
            is_empty: false,
            is_foreign: false,
            complaint: None,
            source,
        }
    }

    fn close(&mut self, workspace: &Workspace) {
        for pass in self.passes.drain(..) {
            // It is open for as long as it is followed.
            let _ = workspace.close(pass.unit);
        }
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
    let mut watched: Vec<Watched> = sources(arguments)?.into_iter().map(Watched::new).collect();
    set_names(&mut watched);
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    }
    let list = arguments.reading.units.as_deref().map(asunder_nvcc::list::file);
    let mut list = list.map(List::new);
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
        let mut is_other = false;
        if let Some(list) = &mut list
            && (is_due(list.retry) || list.names.iter().any(|file| changes.touch(file)))
        {
            is_other |= list.follow(&mut watched, &workspace, arguments);
        }
        for unit in &mut watched {
            if is_due(unit.retry) || unit.origins.iter().any(|file| changes.touch(file)) {
                is_other |= refresh(&workspace, unit, arguments);
            }
        }
        if is_other && !arguments.json {
            streams::stdout(state(&watched, now.elapsed()).as_bytes());
        }
    }
}

/// How all units stand, after a round that took this time.
fn state(watched: &[Watched], time: Duration) -> String {
    let own = || watched.iter().filter(|unit| !unit.is_foreign);
    let mut counts = Counts::default();
    own().for_each(|unit| counts.add(unit.counts));
    let unread = own().filter(|unit| unit.complaint.is_some()).count() as u32;
    let unread =
        if unread > 0 { format!(", {} unreadable", number_of(unread, "unit")) } else { String::new() };
    let units = number_of(own().count() as u32, "unit");
    let clock = jiff::ZonedDateTime::now().strftime("%H:%M:%S");
    format!("[{clock}] {counts}{unread}, watching {units} ({:.2} s)\n", time.as_secs_f64())
}

/// What is to be followed by the command line.
fn sources(arguments: &Arguments) -> Result<Vec<UnitSource>, String> {
    let sources = arguments.reading.sources(&arguments.files)?.units;
    match sources.iter().any(UnitSource::is_standard_input) {
        true => Err("standard input does not change: it cannot be watched".to_owned()),
        false => Ok(sources),
    }
}

/// Names the host files.
fn set_names(watched: &mut [Watched]) {
    let sources: Vec<UnitSource> = watched.iter().map(|unit| unit.source.clone()).collect();
    for (unit, name) in watched.iter_mut().zip(host_files(&sources)) {
        if unit.name != name && unit.fingerprints.is_some() {
            // To be written under its new name.
            unit.fingerprints = None;
            unit.retry = Some(Instant::now());
        }
        unit.name = name;
    }
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

    /// Reads the list again: units that are new in it are followed, those that are not in it any more are not. Whether
    /// there was something to say.
    fn follow(&mut self, watched: &mut Vec<Watched>, workspace: &Workspace, arguments: &Arguments) -> bool {
        self.names = names(&self.path).collect();
        let sources = match sources(arguments) {
            Ok(sources) => sources,
            Err(message) => {
                // It may be half written.
                self.retry = Some(Instant::now() + RETRY);
                let is_new = self.complaint.as_ref() != Some(&message);
                if is_new {
                    complain(&self.path.display().to_string(), &message, arguments.json);
                    self.complaint = Some(message);
                }
                return is_new;
            }
        };
        (self.retry, self.complaint) = (None, None);
        let mut before = std::mem::take(watched);
        let mut take =
            |is_it: &dyn Fn(&Watched) -> bool| before.iter().position(is_it).map(|at| before.remove(at));
        let same: Vec<Option<Watched>> =
            sources.iter().map(|source| take(&|unit| unit.source == *source)).collect();
        for (source, same) in sources.into_iter().zip(same) {
            let unit = same.or_else(|| {
                // What comes of another command is compared with what came of the old one.
                let unit = take(&|unit| unit.source.file == source.file)?;
                Some(Watched { source: source.clone(), retry: Some(Instant::now()), ..unit })
            });
            watched.push(unit.unwrap_or_else(|| Watched::new(source)));
        }
        let is_other = !before.is_empty();
        for mut unit in before {
            unit.close(workspace);
            let name = unit.source.file.display().to_string();
            let line = match arguments.json {
                true => format!("{}\n", json!({ "unit": name, "removed": true })),
                false => format!("{name}: not in {} any more\n", self.path.display()),
            };
            streams::stdout(line.as_bytes());
        }
        set_names(watched);
        is_other
    }
}

fn complain(name: &str, message: &str, as_json: bool) {
    let line = match as_json {
        true => format!("{}\n", json!({ "unit": name, "error": message })),
        false => format!("{name}: its last state stays: {message}\n"),
    };
    streams::stdout(line.as_bytes());
}

/// Reads a unit again and says what became of it; whether there was something to say.
fn refresh(workspace: &Workspace, watched: &mut Watched, arguments: &Arguments) -> bool {
    let name = watched.source.file.display().to_string();
    match update(workspace, watched, arguments) {
        Ok(change) => {
            let was_unreadable = watched.complaint.take().is_some();
            change.iter().for_each(|change| show(&name, change, arguments.json));
            change.is_some() || was_unreadable
        }
        Err(message) => {
            watched.retry = Some(Instant::now() + RETRY);
            let is_new = watched.complaint.as_ref() != Some(&message);
            if is_new {
                complain(&name, &message, arguments.json);
                watched.complaint = Some(message);
            }
            is_new
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
    counts: Counts,
    written: bool,
}

/// Takes the unit's texts in; `None` if they are the same as before.
fn update(
    workspace: &Workspace,
    watched: &mut Watched,
    arguments: &Arguments,
) -> Result<Option<Change>, String> {
    let texts = match watched.source.texts(&arguments.reading, Passes::Both) {
        Err(error) if error.is_foreign() && arguments.files.is_empty() => {
            watched.retry = None;
            watched.is_foreign = true;
            watched.close(workspace);
            return Ok(None);
        }
        texts => texts.map_err(|error| error.to_string())?,
    };
    watched.retry = None;
    watched.is_foreign = false;
    // Who writes a file anew empties it first.
    let is_empty = texts.passes.iter().all(|pass| pass.text.is_empty());
    let was_empty = std::mem::replace(&mut watched.is_empty, is_empty);
    if is_empty && !was_empty && !watched.passes.is_empty() {
        watched.retry = Some(Instant::now() + QUIET);
        return Ok(None);
    }
    let all: Vec<&[u8]> = texts.passes.iter().map(|pass| &*pass.text).collect();
    watched.origins = watched.source.origins(&all).iter().flat_map(|file| names(file)).collect();
    let start = Instant::now();
    let before = workspace.statistics();
    let failed = |error: WorkspaceError| error.to_string();
    let is_other = open(workspace, watched, &texts.passes).map_err(failed)?;
    if !is_other && watched.fingerprints.is_some() && watched.complaint.is_none() {
        return Ok(None);
    }
    let run = run_passes(workspace, watched, &texts.passes, &texts.caller).map_err(failed)?;
    let mut written = false;
    if let (Some(folder), 0, Some(host_file)) = (&arguments.out, run.shown.counts.errors, &run.host_file) {
        written = write(&folder.join(&watched.name), host_file)?;
    }
    watched.counts = run.shown.counts;
    let new = run.fingerprints;
    let old = watched.fingerprints.replace(new.clone());
    Ok(Some(Change {
        executed: workspace.statistics().executed - before.executed,
        time: start.elapsed(),
        host: old.as_ref().is_none_or(|old| old.host != new.host),
        device: old.as_ref().is_none_or(|old| old.device != new.device),
        messages: texts.messages + &run.messages,
        counts: run.shown.counts,
        written,
    }))
}

/// Gives the passes of a unit their texts; whether that changed something.
fn open(workspace: &Workspace, watched: &mut Watched, texts: &[PassText]) -> Result<bool, WorkspaceError> {
    let is_same = watched.passes.iter().map(|it| it.pass).eq(texts.iter().map(|it| it.pass));
    if !is_same {
        watched.close(workspace);
        for PassText { pass, text, options, .. } in texts {
            let unit = workspace.open(options.clone(), text)?;
            watched.passes.push(OpenPass { pass: *pass, unit });
        }
        return Ok(true);
    }
    let mut is_other = false;
    for (open, PassText { text, options, .. }) in watched.passes.iter().zip(texts) {
        let before = workspace.statistics().edits;
        is_other |= workspace.set_options(open.unit, options.clone())?;
        workspace.set_text(open.unit, text)?;
        is_other |= workspace.statistics().edits != before;
    }
    Ok(is_other)
}

/// What the passes of a unit came to.
struct Run {
    host_file: Option<asunder_driver::HostRope>,
    fingerprints: Fingerprints,
    shown: Shown,
    messages: String,
}

/// Runs the passes of a unit.
fn run_passes(
    workspace: &Workspace,
    watched: &Watched,
    texts: &[PassText],
    caller: &Caller,
) -> Result<Run, WorkspaceError> {
    let mut run = Run {
        host_file: None,
        fingerprints: Fingerprints { host: None, device: Vec::new() },
        shown: Shown::new(Wishes::default()),
        messages: String::new(),
    };
    let has_device = texts.iter().any(|text| text.pass != Pass::Host);
    for (open, text) in watched.passes.iter().zip(texts) {
        let halves = workspace.halves(open.unit, caller)?;
        let report = match open.pass {
            Pass::Host => {
                let output = workspace.run(open.unit, caller)?;
                run.host_file = Some(output.host_file);
                run.fingerprints.host = Some(halves.host);
                output.report
            }
            Pass::Device { .. } => workspace.report(open.unit, open.pass)?,
        };
        if open.pass != Pass::Host || !has_device {
            run.fingerprints.device.push(halves.device);
        }
        run.messages += &run.shown.lines(&report, &text.options, open.pass, text.shown());
    }
    Ok(run)
}

fn show(name: &str, change: &Change, as_json: bool) {
    let milliseconds = change.time.as_secs_f64() * 1e3;
    let text = if as_json {
        let line = json!({
            "unit": name, "recomputed": change.executed, "ms": milliseconds, "host_changed": change.host,
            "device_changed": change.device, "written": change.written, "errors": change.counts.errors,
            "warnings": change.counts.warnings, "diagnostics": change.messages.lines().collect::<Vec<_>>(),
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
        format!("{name}: {changed} ({executed} queries, {milliseconds:.1} ms)\n{}", change.messages)
    };
    streams::stdout(text.as_bytes());
}
