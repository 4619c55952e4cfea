//! Reads the units of a project in the background.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};

use asunder_driver::workspace::Workspace;
use asunder_ide::kernels::launches;
use asunder_nvcc::host::Preprocessor;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, select, unbounded};
use rustc_hash::FxHashSet;
use serde_json::Value;

use super::{Stamps, Summary};
use crate::progress::Progress;
use crate::project::Compilation;
use crate::requests::{declared_in, kernel_of};
use crate::units::{Failure, Synced, Tools, Unit};
use crate::uri::canonical;
use crate::world::World;

/// How long nothing must happen before units are read.
const QUIET: Duration = Duration::from_millis(400);

/// Units that share what is known of their headers, which is given up behind them.
const TOGETHER: usize = 8;

/// What happens elsewhere.
enum Ring {
    /// Something changed: others need the machine now.
    Changed,
    /// The client has all that it waits for.
    Idle,
}

/// The thread that keeps the index up to date.
pub(crate) struct Indexer {
    bell: Sender<Ring>,
    thread: JoinHandle<()>,
}

/// What tells an indexer of changes.
#[derive(Clone)]
pub(crate) struct Bell(Sender<Ring>);

impl Bell {
    /// Something changed: what is read is given up.
    pub(crate) fn changed(&self) {
        // Without the thread there is nothing to give up.
        let _ = self.0.send(Ring::Changed);
    }

    /// The client has all that it waits for.
    pub(crate) fn idle(&self) {
        let _ = self.0.send(Ring::Idle);
    }
}

impl Indexer {
    pub(crate) fn start(world: Arc<World>) -> Indexer {
        let (bell, rings) = unbounded();
        let thread = thread::spawn(move || run(&world, &rings));
        Indexer { bell, thread }
    }

    pub(crate) fn bell(&self) -> Bell {
        Bell(self.bell.clone())
    }

    /// Ends the thread, once all bells are gone: what is read is given up.
    pub(crate) fn end(self) {
        drop(self.bell);
        // A panic of the thread must not be one of the server.
        let _ = self.thread.join();
    }
}

fn run(world: &World, rings: &Receiver<Ring>) {
    let mut is_wanted = false;
    // The state of the saved files that the index has.
    let mut known = None;
    loop {
        let ring = match is_wanted {
            true => rings.recv_timeout(QUIET),
            false => rings.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match ring {
            Ok(Ring::Idle) => is_wanted = known != Some(world.saved_state()),
            Ok(Ring::Changed) => is_wanted = false,
            Err(RecvTimeoutError::Timeout) => {
                is_wanted = false;
                let state = world.saved_state();
                if update(world, rings) {
                    known = Some(state);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Reads the units that the index does not have as they are saved. False if it was interrupted.
fn update(world: &World, rings: &Receiver<Ring>) -> bool {
    let sources = world.project_sources();
    world.index.keep(&sources.iter().map(|(source, _)| source.as_path()).collect());
    let documents = world.documents();
    let mut stamps = Stamps::default();
    // What is open answers for itself.
    let is_stale = |(source, compilation): &(PathBuf, Compilation)| {
        documents.get(source).is_none() && !world.index.is_fresh(source, compilation, &mut stamps)
    };
    let stale: Vec<(PathBuf, Compilation)> = sources.into_iter().filter(is_stale).collect();
    if stale.is_empty() {
        return true;
    }
    let count = stale.len();
    let progress = Progress::start(world, "asunder", "reading the project");
    let (mut workspace, mut preprocessor) = (Workspace::new(), Preprocessor::new(world.cache.clone()));
    for (number, (source, compilation)) in stale.into_iter().enumerate() {
        if number > 0 && number % TOGETHER == 0 {
            (workspace, preprocessor) = (Workspace::new(), Preprocessor::new(world.cache.clone()));
        }
        let tools = Tools { workspace: &workspace, preprocessor: &preprocessor, planner: &world.planner };
        if let Some(progress) = &progress {
            progress.report(&format!("{number} of {count} units of the project"), number * 100 / count);
        }
        let begun = SystemTime::now();
        match read_unless_rung(world, tools, &source, &compilation, rings) {
            Some(summary) => world.index.insert(source, compilation, summary, begun),
            None => return false,
        }
    }
    if world.client.refreshes_lenses {
        world.request("workspace/codeLens/refresh", Value::Null);
    }
    true
}

/// Reads a unit; `None` when something changes meanwhile.
fn read_unless_rung(
    world: &World,
    tools: Tools<'_>,
    source: &Path,
    compilation: &Compilation,
    rings: &Receiver<Ring>,
) -> Option<Summary> {
    let unit = Unit::new(source.to_owned(), compilation.clone());
    let is_given_up = AtomicBool::new(false);
    let summary = thread::scope(|scope| {
        let (done, ended) = bounded::<()>(0);
        let work = scope.spawn(|| {
            // Dropped at the end, also by a panic.
            let _done = done;
            read(world, tools, &unit, &is_given_up)
        });
        loop {
            select! {
                recv(ended) -> _ => break,
                recv(rings) -> ring => if !matches!(ring, Ok(Ring::Idle)) {
                    is_given_up.store(true, Ordering::Relaxed);
                    // Ends what is asked.
                    unit.close(tools.workspace);
                    break;
                }
            }
        }
        work.join().unwrap_or(None)
    });
    unit.close(tools.workspace);
    summary
}

fn read(world: &World, tools: Tools<'_>, unit: &Unit, is_given_up: &AtomicBool) -> Option<Summary> {
    let synced = match unit.synced(tools, 0) {
        Ok(synced) => synced,
        Err(Failure::Command(reason)) => {
            tracing::debug!(%reason, unit = %unit.source.display(), "not indexed");
            return Some(Summary { files: vec![unit.source.clone()], ..Summary::default() });
        }
        Err(Failure::Workspace(_)) => return None,
    };
    let mut summary =
        Summary { files: project_files(unit, &synced), is_broken: synced.is_broken, ..Summary::default() };
    for pass in &synced.passes {
        if is_given_up.load(Ordering::Relaxed) {
            return None;
        }
        let found = crate::requests::ask(tools.workspace, &synced, *pass, world.client.encoding, |view| {
            let symbols = declared_in(view, &|_| true);
            let launches = launches(view.ide).into_iter().filter_map(|launch| {
                let (file, range) = view.word(launch.name)?;
                Some((file, range, Arc::new(kernel_of(view, launch.kernel))))
            });
            (symbols, launches.collect::<Vec<_>>())
        });
        let (symbols, launches) = found.ok()?;
        summary.symbols.extend(symbols);
        summary.launches.extend(launches);
    }
    Some(summary)
}

/// The files of a unit that are not in folders which every compilation searches.
fn project_files(unit: &Unit, synced: &Synced) -> Vec<PathBuf> {
    let own: FxHashSet<PathBuf> =
        unit.compilation().command.include_words().iter().map(|folder| canonical(folder)).collect();
    let foreign: Vec<PathBuf> =
        synced.folders.iter().map(|folder| canonical(folder)).filter(|it| !own.contains(it)).collect();
    let is_own = |file: &&PathBuf| !foreign.iter().any(|folder| file.starts_with(folder));
    synced.files.keys().filter(is_own).filter(|file| file.is_file()).cloned().collect()
}
