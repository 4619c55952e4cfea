//! The reference's command line: `cudafe++ [options] input`.
//!
//! Not clap: abbreviations, bundled letters, order and every error text are the reference's own
//! (spec page 1 §3), and all of it is one table.
//!
//! # Architecture invariants
//! * Words become options and nothing else happens: what they request is done elsewhere.
//! * [`release`] alone looks at files: those that say which release of the toolkit is meant.

mod conflicts;
mod debug_argument;
mod draft;
mod error;
pub mod release;
pub mod slice;
mod table;
mod values;
mod words;

use std::ffi::OsString;

use asunder_driver::options::{Options, Product, Release};

use crate::release::ToolkitRelease;

pub use draft::Event;
pub use error::CommandLineError;

/// What a command line requests.
#[derive(Debug)]
pub struct Invocation {
    /// Things to print before anything else, in order.
    pub events: Vec<Event>,
    /// The options read so far; complete if `request` is `Run`.
    pub options: Options,
    /// Options of a newer release that were left out.
    pub ignored: Vec<OsString>,
    /// What to do then.
    pub request: Request,
}

/// What to do after the events.
#[derive(Debug)]
pub enum Request {
    /// Compile.
    Run,
    /// Nothing more; exit with this status.
    Exit(u8),
    /// Say what is wrong with the command line.
    Refuse {
        /// What is wrong.
        error: CommandLineError,
        /// The summary may name the unit.
        input_named: bool,
    },
}

/// Why words are not the options of a unit.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    /// The reference refuses them.
    #[error(transparent)]
    Refused(#[from] CommandLineError),
    /// They request something else than a host file, or for files in front of the unit.
    #[error("the command line does not request the compilation of a unit alone")]
    NoCompilation,
}

/// The status of the run after `--Version`.
const LEGAL_BANNER_STATUS: u8 = 1;

/// Reads the words after the program's name as the front end of a release does.
pub fn read(toolkit: ToolkitRelease, words: &[OsString]) -> Invocation {
    let mut draft = draft::Draft::default();
    draft.options.release = toolkit.release();
    let request = match words::read(toolkit, words, &mut draft) {
        Err(error) => Request::Refuse { error, input_named: false },
        Ok(words::Reading::Exit(event)) => {
            draft.events.push(event);
            Request::Exit(LEGAL_BANNER_STATUS)
        }
        Ok(words::Reading::Complete) => {
            draft.settle();
            match check(&draft) {
                Ok(true) => Request::Run,
                Ok(false) => Request::Exit(0),
                Err((error, input_named)) => Request::Refuse { error, input_named },
            }
        }
    };
    Invocation { events: draft.events, options: draft.options, ignored: draft.ignored, request }
}

/// The options of a command line that requests a host file and nothing else; `words` are those after the program's name,
/// the last names the unit. The release is that of `--release R` in front of them, or of the headers that the unit
/// includes if it is a file; `--slice-host FOLDERS` may follow it.
///
/// # Errors
/// The reference refuses the words, or they request something else.
pub fn options(words: &[OsString]) -> Result<Options, OptionsError> {
    let (toolkit, words) = release::named(words);
    let (slice, words) = slice::named(words);
    let mut invocation = read(toolkit.unwrap_or_else(|| release::of_input(words)), words);
    invocation.options.output.slice_host = slice;
    let is_plain = invocation.events.is_empty()
        && invocation.options.output.product == Product::HostFile
        && invocation.options.language.preincludes.is_empty();
    match invocation.request {
        Request::Run if is_plain => Ok(invocation.options),
        Request::Refuse { error, .. } => Err(error.into()),
        Request::Run | Request::Exit(_) => Err(OptionsError::NoCompilation),
    }
}

/// The names of all options of a release, as `--dump_command_options` writes them.
pub fn option_names(release: Release) -> String {
    let mut names = String::new();
    for option in table::of_release(release) {
        names.push_str("--");
        names.push_str(option.name);
        names.push(' ');
    }
    names
}

/// Checks a command line whose words are all known; `false` if there is nothing to compile. The
/// flag beside an error says whether the input counts as named by then.
fn check(draft: &draft::Draft) -> Result<bool, (CommandLineError, bool)> {
    conflicts::check(draft).map_err(|error| (error, false))?;
    if draft.too_many_words {
        return Err((CommandLineError::TooManyArguments, true));
    }
    if !draft.input_given {
        return if draft.events.is_empty() {
            Err((CommandLineError::MissingSourceFile, false))
        } else {
            Ok(false)
        };
    }
    conflicts::check_output(draft).map_err(|error| (error, true))?;
    Ok(true)
}
