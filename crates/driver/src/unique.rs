//! What makes the module id of a unit without a representative definition unique: time, place, process.

use std::ffi::OsStr;
use std::path::PathBuf;

use jiff::Zoned;

/// Time, place and process of a run.
pub(crate) struct Moment {
    /// The source file's modification time, else the current time, as C's `ctime` writes it.
    pub(crate) ctime: String,
    /// The current directory.
    pub(crate) directory: PathBuf,
    /// The process number.
    pub(crate) process: u32,
}

/// The moment of this run for the source file `file`.
pub(crate) fn moment(file: &OsStr) -> Moment {
    let modified = std::fs::metadata(file).ok().filter(|it| it.is_file()).and_then(|it| it.modified().ok());
    let time = modified.and_then(|it| Zoned::try_from(it).ok()).unwrap_or_else(Zoned::now);
    Moment {
        ctime: time.strftime("%a %b %e %H:%M:%S %Y\n").to_string(),
        directory: std::env::current_dir().unwrap_or_default(),
        process: std::process::id(),
    }
}
