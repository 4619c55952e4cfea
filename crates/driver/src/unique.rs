//! What makes the module id of a unit without a representative definition unique besides place and process.

use std::ffi::OsStr;
use std::path::Path;

use jiff::ZonedDateTime;

/// When the source file `file` was modified, else the current time, as C's `ctime` writes it.
pub(crate) fn ctime(file: &OsStr, directory: &Path) -> String {
    let modified = std::fs::metadata(directory.join(file))
        .ok()
        .filter(|it| it.is_file())
        .and_then(|it| it.modified().ok());
    let time = modified.and_then(|it| ZonedDateTime::try_from(it).ok()).unwrap_or_else(ZonedDateTime::now);
    time.strftime("%a %b %e %H:%M:%S %Y\n").to_string()
}
