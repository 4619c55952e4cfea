//! What can be wrong with a reference-style command line, in the reference's words.

use std::ffi::OsString;

use thiserror::Error;

/// A command line that the reference refuses. Its text follows `Command-line error: `.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum CommandLineError {
    /// No option of that name; the whole word as written.
    #[error("invalid option: {}", .0.display())]
    InvalidOption(OsString),
    /// The last word is an option that takes an argument; the word as written.
    #[error("\"{}\" requires an argument", .0.display())]
    MissingArgument(OsString),
    /// A prefix of several names.
    #[error("more than one command line option matches the abbreviation \"{word}\":{}", candidate_lines(.candidates))]
    AmbiguousAbbreviation {
        /// The word as written, with a value if it had one.
        word: String,
        /// The names it may stand for, without dashes.
        candidates: Vec<&'static str>,
    },
    /// A word after the input.
    #[error("too many arguments on command line")]
    TooManyArguments,
    /// No input.
    #[error("missing source file name")]
    MissingSourceFile,
    /// Two options choose different languages or dialects.
    #[error("language modes specified are incompatible")]
    IncompatibleLanguageModes,
    /// A rule about options that do not go together.
    #[error("{0}")]
    Conflict(&'static str),
    /// Not a decimal number.
    #[error("invalid number: {}", .0.display())]
    InvalidNumber(OsString),
    /// A value that the option does not know.
    #[error("{what}: {}", .value.display())]
    InvalidValue {
        /// The reference's words for the kind of value.
        what: &'static str,
        /// The value as written.
        value: OsString,
    },
    /// A wrong alignment.
    #[error("invalid packing alignment value")]
    InvalidPackAlignment,
    /// A `--db` argument outside the grammar.
    #[error("error in debug option argument")]
    DebugRequest,
    /// No target has that name: the reference knows none at all.
    #[error("no \"{}\" --target configuration exists", .0.display())]
    UnknownTarget(OsString),
    /// A header unit without `=`.
    #[error("no mapping specified for \"{}\"", .0.display())]
    MissingMapping(OsString),
}

fn candidate_lines(candidates: &[&str]) -> String {
    candidates.iter().map(|name| format!("\n            --{name}")).collect()
}
