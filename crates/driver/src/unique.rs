//! What makes the module id of a unit without a representative definition unique: time, place, process.

use std::ffi::OsStr;
use std::path::PathBuf;

use jiff::Zoned;

use crate::settings::Caller;

/// Time, place and process of a run.
pub(crate) struct Moment {
    /// The source file's modification time, else the current time, as C's `ctime` writes it.
    pub(crate) ctime: String,
    /// The current directory.
    pub(crate) directory: PathBuf,
    /// The process number.
    pub(crate) process: u32,
}

/// The moment of a run of `caller` for the source file `file`.
pub(crate) fn moment(file: &OsStr, caller: &Caller) -> Moment {
    let modified = std::fs::metadata(caller.directory.join(file))
        .ok()
        .filter(|it| it.is_file())
        .and_then(|it| it.modified().ok());
    let time = modified.and_then(|it| Zoned::try_from(it).ok()).unwrap_or_else(Zoned::now);
    Moment {
        ctime: time.strftime("%a %b %e %H:%M:%S %Y\n").to_string(),
        directory: caller.directory.clone(),
        process: caller.process,
    }
}
