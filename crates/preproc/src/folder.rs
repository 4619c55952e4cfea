//! Folders in which files were looked for: one that did not change has no file that it did not have.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use std::{fs, io};

use rustc_hash::FxHashMap;

use crate::file::Stamp;

/// How long a folder must be as it is before its time of change says that nothing came: the clocks of file systems are
/// coarse.
const SETTLED: Duration = Duration::from_secs(2);

/// The folders of all files.
#[derive(Default)]
pub(crate) struct Folders(Mutex<FxHashMap<OsString, Arc<Folder>>>);

impl Folders {
    pub(crate) fn folder(&self, path: &Path) -> Arc<Folder> {
        let known = |folders: &FxHashMap<OsString, Arc<Folder>>| folders.get(path.as_os_str()).cloned();
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known(&lock()) {
            return known;
        }
        // Names have few folders above them.
        let outer =
            path.parent().filter(|outer| !outer.as_os_str().is_empty()).map(|outer| self.folder(outer));
        let new = || {
            let (seen, handle) = (Mutex::default(), Mutex::default());
            Arc::new(Folder { path: path.to_owned(), outer, seen, handle })
        };
        Arc::clone(lock().entry(path.as_os_str().to_owned()).or_insert_with(new))
    }
}

/// A folder.
pub(crate) struct Folder {
    path: PathBuf,
    /// The folder that it is in.
    outer: Option<Arc<Folder>>,
    seen: Mutex<SeenFolder>,
    /// The folder itself: its files are looked at from here, without the way to it.
    handle: Mutex<Handle>,
}

/// What a folder was.
#[derive(Default)]
struct SeenFolder {
    /// The revision behind the one in which that was seen; 0 for none.
    until: u64,
    stamp: FolderStamp,
    /// What the folder around was when there was none, where that says that there still is none.
    outer: Option<FolderStamp>,
}

/// A folder that is open.
#[derive(Debug, Default)]
enum Handle {
    #[default]
    Unused,
    /// Its files were looked at once: the next time it is opened.
    Used,
    #[cfg(unix)]
    Open(std::os::fd::OwnedFd, (u64, u64)),
    /// It cannot be opened, or too many are.
    Closed,
}

/// How many folders are open at most.
const HANDLES: usize = 256;

impl Folder {
    /// What the file `name` is, by the folder of the stamp, which is that of this revision; `None` if that is not known.
    /// The way to the folder is not gone again.
    #[cfg(unix)]
    pub(crate) fn file(&self, name: &OsStr, stamp: FolderStamp) -> Option<Stamp> {
        use nix::fcntl::{AtFlags, OFlag, open};
        use nix::sys::stat::{Mode, SFlag, fstat, fstatat};

        static OPEN: AtomicUsize = AtomicUsize::new(0);
        let FolderStamp::Changed(_, identity) = stamp else { return None };
        let mut handle = self.handle.lock().unwrap_or_else(PoisonError::into_inner);
        match &*handle {
            Handle::Unused => *handle = Handle::Used,
            Handle::Used => {
                *handle = Handle::Closed;
                if OPEN.fetch_add(1, Ordering::Relaxed) < HANDLES {
                    let flags = OFlag::O_DIRECTORY | OFlag::O_CLOEXEC | OFlag::O_RDONLY;
                    let folder = open(&self.path, flags, Mode::empty()).ok()?;
                    let stat = fstat(&folder).ok()?;
                    *handle = Handle::Open(folder, (stat.st_dev, stat.st_ino));
                }
            }
            _ => {}
        }
        // Another folder may have come in its place.
        let Handle::Open(folder, own) = &*handle else { return None };
        if *own != identity {
            *handle = Handle::Closed;
            OPEN.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        let stat = fstatat(folder, name, AtFlags::empty()).ok()?;
        let is_file = SFlag::from_bits_truncate(stat.st_mode & SFlag::S_IFMT.bits()) == SFlag::S_IFREG;
        let seconds = Duration::from_secs(u64::try_from(stat.st_mtime).ok()?);
        let modified = seconds + Duration::from_nanos(u64::try_from(stat.st_mtime_nsec).ok()?);
        let modified = Some(SystemTime::UNIX_EPOCH + modified);
        let length = u64::try_from(stat.st_size).ok()?;
        is_file.then_some(Stamp { modified, length, identity: (stat.st_dev, stat.st_ino) })
    }

    #[cfg(not(unix))]
    pub(crate) fn file(&self, _: &OsStr, _: FolderStamp) -> Option<Stamp> {
        None
    }

    /// What the folder is in the revision in front of `until`.
    pub(crate) fn stamp(&self, until: u64) -> FolderStamp {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.until == until {
            return seen.stamp;
        }
        // The folder around comes first: what is put into it from now on changes it.
        let outer = self.outer.as_ref().map(|outer| outer.stamp(until));
        if seen.outer.is_none() || seen.outer != outer {
            seen.stamp = FolderStamp::of(&self.path);
            let is_missing = || seen.stamp == FolderStamp::Missing && is_absent(&self.path);
            seen.outer = outer.filter(|outer| outer.is_settled() && is_missing());
        }
        seen.until = until;
        seen.stamp
    }
}

/// Whether there is nothing of a name: no link either, whose target may come without a change of the folder.
pub(crate) fn is_absent(path: &Path) -> bool {
    let is_missing =
        |error: io::Error| matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
    fs::symlink_metadata(path).err().is_some_and(is_missing)
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
