//! Standard output and standard error.

use std::io::{self, ErrorKind, Write};

/// The status of a process that SIGPIPE ended; the reference ends so.
const BROKEN_PIPE: i32 = 141;

/// Writes to standard output. A reader that went away ends the process.
pub fn stdout(bytes: &[u8]) {
    let mut stream = io::stdout().lock();
    let written = stream.write_all(bytes).and_then(|()| stream.flush());
    if written.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe) {
        crate::files::discard_unfinished();
        std::process::exit(BROKEN_PIPE);
    }
}

/// Writes to standard error, as far as it goes: a full or closed stream changes nothing else.
pub fn stderr(bytes: &[u8]) {
    let _ = io::stderr().lock().write_all(bytes);
}
