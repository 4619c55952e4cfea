//! Files that appear as a whole or not at all.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::toolkit::Error;

/// Makes `link` a symbolic link to `target`, in the place of any file or link of that name.
///
/// # Errors
/// When the folder cannot be written, or a folder has that name.
pub fn replace_link(target: &Path, link: &Path) -> Result<(), Error> {
    if fs::read_link(link).is_ok_and(|there| there == target) {
        return Ok(());
    }
    let fresh = tempfile::Builder::new()
        .prefix(".asunder-")
        .make_in(folder(link), |path| std::os::unix::fs::symlink(target, path))
        .map_err(Error::at(link))?;
    fresh.persist(link).map_err(|error| Error::File(link.to_owned(), error.error))?;
    Ok(())
}

/// Makes `path` a program with these bytes. One that has them already stays as it is, with its time: what was built
/// with it is still up to date.
pub(crate) fn replace_program(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(path, bytes, 0o755)
}

/// Makes `path` a file with these bytes, unless it has them already.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(path, bytes, 0o644)
}

fn replace(path: &Path, bytes: &[u8], mode: u32) -> Result<(), Error> {
    let is_file = fs::symlink_metadata(path).is_ok_and(|there| there.is_file());
    if is_file && fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    let mut fresh = tempfile::Builder::new()
        .prefix(".asunder-")
        .permissions(fs::Permissions::from_mode(mode))
        .tempfile_in(folder(path))
        .map_err(Error::at(path))?;
    fresh.write_all(bytes).map_err(Error::at(path))?;
    fresh.persist(path).map_err(|error| Error::File(path.to_owned(), error.error))?;
    Ok(())
}

/// Removes the links of a folder that `keep` does not name.
pub(crate) fn remove_other_links(folder: &Path, keep: impl Fn(&OsStr) -> bool) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::at(folder))? {
        let entry = entry.map_err(Error::at(folder))?;
        if entry.path().is_symlink() && !keep(&entry.file_name()) {
            fs::remove_file(entry.path()).map_err(Error::at(&entry.path()))?;
        }
    }
    Ok(())
}

fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("."))
}
