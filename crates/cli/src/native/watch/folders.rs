//! Folders whose changes are heard, also when another folder takes their place.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime};

use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// How long files must be left alone before they are read: editors write in several steps.
pub(super) const QUIET: Duration = Duration::from_millis(50);
/// How often it is looked whether folders are still the same. The system does not say when a folder's own parent is
/// renamed or replaced.
const LOOK: Duration = Duration::from_secs(1);

/// Folders that are listened to.
///
/// Folders, not files: a file that is replaced by another of its name is another file.
pub(super) struct Folders {
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<Event>>,
    heard: BTreeMap<PathBuf, Identity>,
}

/// Which folder has a name: device, inode, and when it was made, since numbers of inodes come back.
type Identity = (u64, u64, Option<SystemTime>);

/// What changed.
#[derive(Default)]
pub(super) struct Changes {
    files: BTreeSet<PathBuf>,
    /// Changes may have been missed.
    anything: bool,
}

impl Changes {
    /// Whether a file may have changed.
    pub(super) fn touch(&self, file: &Path) -> bool {
        self.anything || self.files.contains(file)
    }
}

impl Folders {
    pub(super) fn new() -> Result<Folders, String> {
        let (sender, events) = channel();
        let watcher = notify::recommended_watcher(sender).map_err(|error| error.to_string())?;
        Ok(Folders { watcher, events, heard: BTreeMap::new() })
    }

    /// Listens to the folders of these files and to no others. Gives those that it did not listen to until now: what
    /// changed in them before was not heard, and a change may be under way.
    pub(super) fn follow<'a>(&mut self, files: impl Iterator<Item = &'a PathBuf>) -> BTreeSet<PathBuf> {
        let wanted: BTreeSet<&Path> = files.filter_map(|file| file.parent()).collect();
        let watcher = &mut self.watcher;
        self.heard.retain(|folder, known| {
            let stays = wanted.contains(&**folder) && identity(folder) == Some(*known);
            if !stays {
                // The system may have noticed already.
                let _ = watcher.unwatch(folder);
            }
            stays
        });
        let mut new = BTreeSet::new();
        for folder in wanted {
            if self.heard.contains_key(folder) {
                continue;
            }
            // One that is not there, or cannot be listened to, is tried again next time.
            if let Some(identity) = identity(folder)
                && self.watcher.watch(folder, RecursiveMode::NonRecursive).is_ok()
            {
                self.heard.insert(folder.to_owned(), identity);
                new.insert(folder.to_owned());
            }
        }
        new
    }

    /// Waits for changes, and then until there are no more; not longer than until `next_attempt`, and not for ever.
    pub(super) fn changes(&mut self, next_attempt: Option<Instant>) -> Changes {
        let mut changes = Changes::default();
        let attempt = next_attempt.map_or(LOOK, |at| at.saturating_duration_since(Instant::now()));
        let mut wait = attempt.min(LOOK);
        loop {
            match self.events.recv_timeout(wait) {
                Ok(Ok(event)) if event.kind.is_access() => {}
                Ok(Ok(event)) => {
                    changes.anything |= event.need_rescan();
                    // A folder that goes itself is not heard any more, whatever has its name and number now.
                    if matches!(event.kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))) {
                        for folder in &event.paths {
                            if self.heard.remove(folder).is_some() {
                                let _ = self.watcher.unwatch(folder);
                            }
                        }
                    }
                    changes.files.extend(event.paths);
                    wait = QUIET;
                }
                Ok(Err(_)) => {
                    changes.anything = true;
                    wait = QUIET;
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return changes,
            }
        }
    }
}

fn identity(folder: &Path) -> Option<Identity> {
    let metadata = fs::metadata(folder).ok().filter(fs::Metadata::is_dir)?;
    Some((metadata.dev(), metadata.ino(), metadata.created().ok()))
}

/// The names under which changes of a file are heard: its own, and that of the file that a link leads to.
pub(super) fn names(file: &Path) -> impl Iterator<Item = PathBuf> {
    let own = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let real = fs::canonicalize(file).ok().filter(|real| *real != own);
    std::iter::once(own).chain(real)
}
