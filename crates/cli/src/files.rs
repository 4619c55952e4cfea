//! Reading the input and replacing outputs (spec page 1 §4).
//!
//! An output is written beside its place and renamed onto it when it is complete, so an older
//! good file is never replaced by a part of a new one. The reference truncates and writes in
//! place. What can be seen of that stays: symbolic links are followed, to files that are not there
//! yet too; mode and owner stay; and a file that has other names, or that this process has open as a
//! standard stream, is written in place as well, since a new file would not be theirs.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use asunder_driver::HostRope;
use asunder_driver::options::Input;
use tempfile::NamedTempFile;
use thiserror::Error;

/// Why a file cannot be opened, in the reference's words.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("cannot open {kind} \"{}\"{}", .path.display(), .reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default())]
pub struct OpenError {
    /// What the file is for.
    pub kind: &'static str,
    /// The name as written.
    pub path: PathBuf,
    /// Why; a missing file needs no reason.
    pub reason: Option<String>,
}

/// The words for an input in an [`OpenError`].
pub const SOURCE_FILE: &str = "source file";
/// The words for the host file.
pub const GENERATED_FILE: &str = "generated C++ file";
/// The words for the module id file.
pub const MODULE_ID_FILE: &str = "module id file";
/// The words for the output of the preprocessor.
pub const PREPROCESSED_FILE: &str = "preprocessing output file";

/// The complaint about a name that cannot be used.
pub const INVALID_NAME: &str = "invalid file name";
const IS_DIRECTORY: &str = "Is a directory";
const NOT_REGULAR: &str = "not a regular file";

/// Reads the whole input.
///
/// # Errors
/// The input is missing, unreadable or not a file.
pub fn read_input(input: &Input) -> Result<Vec<u8>, OpenError> {
    match input {
        Input::StandardInput => {
            let mut text = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut text);
            read.map_err(|error| open_error(SOURCE_FILE, Path::new("-"), &error))?;
            Ok(text)
        }
        Input::File(path) => read_file(path),
    }
}

/// Reads a source file.
///
/// # Errors
/// The file is missing, unreadable or not a file.
pub fn read_file(path: &Path) -> Result<Vec<u8>, OpenError> {
    let refuse = |reason: &str| refusal(SOURCE_FILE, path, reason);
    if path.as_os_str().is_empty() {
        return Err(refuse(INVALID_NAME));
    }
    let failed = |error: io::Error| open_error(SOURCE_FILE, path, &error);
    let metadata = fs::metadata(path).map_err(failed)?;
    if metadata.is_dir() {
        return Err(refuse("is a directory"));
    }
    if !metadata.is_file() {
        return Err(refuse(NOT_REGULAR));
    }
    fs::read(path).map_err(failed)
}

/// The complaint about an empty name.
pub fn empty_name(kind: &'static str) -> OpenError {
    refusal(kind, Path::new(""), INVALID_NAME)
}

/// The host file's name without `--gen_c_file_name`: the input's base name in the current
/// directory, with its last extension replaced.
pub fn default_output(input: &Path) -> PathBuf {
    let mut name = input.file_stem().map(OsStr::to_owned).unwrap_or_default();
    name.push(".int.c");
    PathBuf::from(name)
}

/// An output under way: the new file beside its place.
#[derive(Debug)]
pub struct Output {
    target: PathBuf,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// Written beside, then renamed.
    Beside(NamedTempFile),
    /// A new file would not do, or the directory takes none: written in place.
    InPlace(File),
}

/// Writes a host file, completely or not at all, unless the file holds just that: then it keeps its time, and
/// build systems stop there. Whether it was written.
///
/// # Errors
/// What is wrong with the file or the disk; an older file is still there.
pub fn write_if_changed(path: &Path, text: &HostRope) -> Result<bool, String> {
    let is_file = fs::metadata(path).is_ok_and(|it| it.is_file());
    if is_file && fs::read(path).is_ok_and(|old| text.is_written_as(&old)) {
        return Ok(false);
    }
    let mut output =
        Output::open(GENERATED_FILE, path, &Input::StandardInput).map_err(|error| error.to_string())?;
    let written = output.write(&text.to_bytes()).and_then(|()| output.commit());
    written.map_err(|error| format!("error while writing {}: {}", path.display(), system_reason(&error)))?;
    Ok(true)
}

/// Outputs that a signal must clear away.
static UNDER_WAY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

impl Output {
    /// Opens an output, without touching a file that is there. `input` must not be overwritten.
    ///
    /// # Errors
    /// The place cannot be written, is not a file, or is the input.
    pub fn open(kind: &'static str, path: &Path, input: &Input) -> Result<Self, OpenError> {
        let refuse = |reason: &str| refusal(kind, path, reason);
        let failed = |error: io::Error| open_error(kind, path, &error);
        if path.as_os_str().is_empty() || is_input(path, input) {
            return Err(refuse(INVALID_NAME));
        }
        let existing = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Err(refuse(IS_DIRECTORY)),
            Ok(metadata) if !metadata.is_file() => return Err(refuse(NOT_REGULAR)),
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(failed(error)),
        };
        if existing.is_none() && path.as_os_str().as_bytes().ends_with(b"/") {
            return Err(refuse(IS_DIRECTORY));
        }
        // A symbolic link stays; what it points to is replaced.
        let target = link_target(path).map_err(failed)?;
        let Some(existing) = existing else {
            let file = beside(&target, fs::Permissions::from_mode(0o666)).map_err(failed)?;
            return Ok(Self { target, way: Way::Beside(file) });
        };
        // The file itself, by whatever name: `/dev/stdout` may be one that has none any more.
        let old = File::options().write(true).open(path).map_err(failed)?;
        let way = match replacement(&target, &existing) {
            Some(file) => Way::Beside(file),
            None => Way::InPlace(old),
        };
        Ok(Self { target, way })
    }

    /// Writes the whole content.
    ///
    /// # Errors
    /// The disk is full or the like; the older file is still there.
    pub fn write(&mut self, content: &[u8]) -> io::Result<()> {
        match &mut self.way {
            Way::Beside(file) => file.as_file_mut().write_all(content),
            Way::InPlace(file) => {
                file.write_all(content)?;
                file.set_len(content.len() as u64)
            }
        }
    }

    /// Puts the new file in its place.
    ///
    /// # Errors
    /// The file system refuses; the older file is still there.
    pub fn commit(self) -> io::Result<()> {
        match self.way {
            Way::Beside(file) => {
                file.persist(&self.target).map_err(|error| error.error)?;
                Ok(())
            }
            Way::InPlace(_) => Ok(()),
        }
    }
}

/// Removes new files that are not in their place yet; for a process that is about to end.
pub fn discard_unfinished() {
    let paths = UNDER_WAY.lock().map(|mut paths| std::mem::take(&mut *paths)).unwrap_or_default();
    for path in paths {
        // Already renamed or already gone: nothing is left to do.
        let _ = fs::remove_file(path);
    }
}

/// The operating system's words for an error, without its number.
pub fn system_reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

fn remember(path: &Path) {
    if let Ok(mut paths) = UNDER_WAY.lock() {
        paths.push(path.to_owned());
    }
}

/// The file that a name means: symbolic links are followed, the last one to what may not be there.
fn link_target(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&target) {
            // A relative link is meant from its own folder.
            Ok(link) => target = target.parent().unwrap_or(Path::new("")).join(link),
            // No link, or nothing at all.
            Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::NotFound) => {
                return Ok(target);
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("Too many levels of symbolic links"))
}

/// Symbolic links that lead to a file at most, as in the kernel.
const MAX_LINKS: usize = 40;

/// A new file that can take the place of an existing one without anybody noticing; `None` where it cannot.
fn replacement(target: &Path, existing: &fs::Metadata) -> Option<NamedTempFile> {
    let is_same = |other: fs::Metadata| (other.dev(), other.ino()) == (existing.dev(), existing.ino());
    let is_stream = |name: &str| fs::metadata(name).is_ok_and(is_same);
    let is_there = || fs::symlink_metadata(target).is_ok_and(is_same);
    if existing.nlink() > 1 || STREAMS.into_iter().any(is_stream) || !is_there() {
        return None;
    }
    let file = beside(target, existing.permissions()).ok()?;
    let new = file.as_file().metadata().ok()?;
    if (new.uid(), new.gid()) != (existing.uid(), existing.gid()) {
        fchown(file.as_file(), Some(existing.uid()), Some(existing.gid())).ok()?;
    }
    // The mask of new files does not apply to a mode that the user had chosen.
    file.as_file().set_permissions(existing.permissions()).ok()?;
    Some(file)
}

/// The standard streams as files.
const STREAMS: [&str; 3] = ["/proc/self/fd/0", "/proc/self/fd/1", "/proc/self/fd/2"];

/// A new file in the folder of `target`.
fn beside(target: &Path, permissions: fs::Permissions) -> io::Result<NamedTempFile> {
    let directory = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    // Not made of the target's name, which may be as long as names can be.
    builder.prefix(".asunder-").suffix(".new").permissions(permissions);
    let file = builder.tempfile_in(directory)?;
    remember(file.path());
    Ok(file)
}

/// Whether a name means the input, by whatever way.
pub fn is_input(path: &Path, input: &Input) -> bool {
    let Input::File(input) = input else {
        return false;
    };
    path == input
        || match (fs::canonicalize(path), fs::canonicalize(input)) {
            (Ok(path), Ok(input)) => path == input,
            _ => false,
        }
}

fn refusal(kind: &'static str, path: &Path, reason: &str) -> OpenError {
    OpenError { kind, path: path.to_owned(), reason: Some(reason.to_owned()) }
}

fn open_error(kind: &'static str, path: &Path, error: &io::Error) -> OpenError {
    let missing = error.kind() == io::ErrorKind::NotFound;
    let reason = (!missing).then(|| system_reason(error));
    OpenError { kind, path: path.to_owned(), reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_output_replaces_the_last_extension() {
        assert_eq!(default_output(Path::new("dd/e2.x.ii")), Path::new("e2.x.int.c"));
        assert_eq!(default_output(Path::new("plain")), Path::new("plain.int.c"));
    }

    #[test]
    fn an_abandoned_output_leaves_the_older_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("o.cpp");
        fs::write(&path, "old").unwrap();
        let mut output = Output::open(GENERATED_FILE, &path, &Input::StandardInput).unwrap();
        output.write(b"half").unwrap();
        drop(output);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_link_and_a_mode_outlive_a_commit() {
        let directory = tempfile::tempdir().unwrap();
        let real = directory.path().join("real.cpp");
        let link = directory.path().join("link.cpp");
        fs::write(&real, "old").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let mut output = Output::open(GENERATED_FILE, &link, &Input::StandardInput).unwrap();
        output.write(b"new").unwrap();
        output.commit().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&real).unwrap(), b"new");
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn the_input_is_not_overwritten() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("t.cu");
        fs::write(&path, "int a;").unwrap();
        let detour = directory.path().join(".").join("t.cu");
        let error = Output::open(GENERATED_FILE, &detour, &Input::File(path)).unwrap_err();
        assert_eq!(error.reason.as_deref(), Some(INVALID_NAME));
    }
}
