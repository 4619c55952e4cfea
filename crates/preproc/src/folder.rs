//! Folders in which files were looked for: one that did not change has no file that it did not have.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use rustc_hash::FxHashMap;

/// How long a folder must be as it is before its time of change says that nothing came: the clocks of file systems are
/// coarse.
const SETTLED: Duration = Duration::from_secs(2);

/// The folders of all files.
#[derive(Default)]
pub(crate) struct Folders(Mutex<FxHashMap<OsString, Arc<Folder>>>);

impl Folders {
    pub(crate) fn folder(&self, path: &Path) -> Arc<Folder> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(Folder { path: path.to_owned(), seen: Mutex::default() });
        Arc::clone(known.entry(path.as_os_str().to_owned()).or_insert_with(new))
    }
}

/// A folder.
pub(crate) struct Folder {
    path: PathBuf,
    /// What it was, and the revision behind the one in which that was seen; 0 for none.
    seen: Mutex<(u64, FolderStamp)>,
}

impl Folder {
    /// What the folder is in the revision in front of `until`.
    pub(crate) fn stamp(&self, until: u64) -> FolderStamp {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.0 != until {
            *seen = (until, FolderStamp::of(&self.path));
        }
        seen.1
    }
}

/// What says that a folder has the files that it had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FolderStamp {
    /// Not known.
    #[default]
    Unknown,
    /// There is none.
    Missing,
    /// When it was changed, and its device and inode.
    Changed(SystemTime, (u64, u64)),
}

impl FolderStamp {
    #[cfg(unix)]
    fn of(path: &Path) -> FolderStamp {
        use std::os::unix::fs::MetadataExt;
        match path.metadata() {
            Ok(it) if it.is_dir() => match it.modified() {
                Ok(modified) => FolderStamp::Changed(modified, (it.dev(), it.ino())),
                Err(_) => FolderStamp::Unknown,
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => FolderStamp::Missing,
            _ => FolderStamp::Unknown,
        }
    }

    #[cfg(not(unix))]
    fn of(_: &Path) -> FolderStamp {
        FolderStamp::Unknown
    }

    /// Whether a later change has another stamp.
    pub(crate) fn is_settled(self) -> bool {
        match self {
            FolderStamp::Unknown => false,
            FolderStamp::Missing => true,
            FolderStamp::Changed(modified, _) => modified.elapsed().is_ok_and(|age| age > SETTLED),
        }
    }
}
