//! Where diagnostics go. A full or closed stream is not an error: the status gives the result.

use std::env;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use asunder_diag::text::Colors;
use asunder_driver::options::{Input, Options};

use crate::files::{INVALID_NAME, OpenError, is_input, system_reason};
use crate::streams;

/// A stream for text.
#[derive(Debug)]
pub enum Sink {
    /// Standard error.
    StandardError,
    /// A file.
    File(File),
}

impl Sink {
    /// Writes text, as far as it goes.
    pub fn write(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        // Excerpts go out as the bytes that came in.
        let bytes = asunder_driver::encode(text);
        match self {
            Self::StandardError => streams::stderr(&bytes),
            Self::File(file) => {
                let _ = file.write_all(&bytes);
            }
        }
    }

    /// The colours for this stream: on a terminal that knows them, unless they are not allowed.
    /// `EDG_COLORS`, then `GCC_COLORS`, replace the default.
    pub fn colors(&self, allowed: bool) -> Option<Colors> {
        let on_terminal = matches!(self, Self::StandardError) && io::stderr().is_terminal();
        let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
        if !allowed || !on_terminal || dumb || env::var_os("NOCOLOR").is_some() {
            return None;
        }
        let list = env::var("EDG_COLORS").or_else(|_| env::var("GCC_COLORS"));
        Some(Colors::parse(list.as_deref().unwrap_or(Colors::DEFAULT)))
    }
}

/// What a run writes besides its products.
pub struct Streams {
    /// Diagnostics.
    pub errors: Sink,
    /// The raw listing of `--list`.
    pub listing: Option<Sink>,
    /// The cross-reference file of `--xref`.
    pub xref: Option<Sink>,
}

/// Opens the files of `--list`, `--xref` and `--error_output`, in this order.
///
/// # Errors
/// The first file that cannot be opened.
pub fn open_all(options: &Options) -> Result<Streams, OpenError> {
    let wishes = &options.diagnostics;
    let input = &options.input;
    let listing = wishes.list_file.as_deref();
    let listing = listing.map(|path| create("raw listing file", path, input)).transpose()?;
    let xref = options.output.xref_file.as_deref();
    let xref = xref.map(|path| create("cross-reference file", path, input)).transpose()?;
    let errors = wishes.error_output.as_deref();
    let errors = errors.map(|path| create("error file", path, input)).transpose()?;
    let errors = errors.map_or(Sink::StandardError, Sink::File);
    Ok(Streams { errors, listing: listing.map(Sink::File), xref: xref.map(Sink::File) })
}

fn create(kind: &'static str, path: &Path, input: &Input) -> Result<File, OpenError> {
    let refuse = |reason: &str| OpenError { kind, path: path.to_owned(), reason: Some(reason.to_owned()) };
    if path.as_os_str().is_empty() || is_input(path, input) {
        return Err(refuse(INVALID_NAME));
    }
    if fs::metadata(path).is_ok_and(|metadata| metadata.is_dir()) {
        return Err(refuse("Is a directory"));
    }
    File::create(path).map_err(|error| {
        let missing = error.kind() == io::ErrorKind::NotFound;
        let reason = (!missing).then(|| system_reason(&error));
        OpenError { kind, path: path.to_owned(), reason }
    })
}
