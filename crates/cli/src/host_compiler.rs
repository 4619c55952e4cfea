//! The command line of gcc in an overlay: asunder's preprocessor does what it understands of it.
//!
//! nvcc finds the host compiler on its PATH, where the overlay's nvcc puts a folder with asunder by the names of the
//! compiler. A CUDA source is preprocessed here; whatever else is asked, and a source of which there is something to say,
//! is the host compiler's, which runs with the environment that it would have without the overlay.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

use asunder_nvcc::host::{PreprocessCommand, Preprocessor};
use asunder_toolkit::overlay;

use crate::preprocessor;

/// The names under which this is the host compiler.
pub use asunder_toolkit::overlay::HOST_COMPILERS as NAMES;

/// The options of a command that preprocesses a source of nvcc's.
const PREPROCESSES: [&str; 2] = ["-E", "-D__NVCC__"];
/// Options that ask for more than the text begin with this.
const DEPENDENCIES: &str = "-M";
/// The host compiler cannot be run: what a shell says of a program that it does not find.
const NOT_FOUND: u8 = 127;

/// Runs the command line of the host compiler `name`.
pub fn main(name: &str, words: &[OsString]) -> ExitCode {
    let path = std::env::var_os("PATH").map(|path| overlay::outside(&path));
    if preprocess(name, words, path.as_deref()).is_some() {
        return ExitCode::SUCCESS;
    }
    let error = Command::new(name).args(words).envs(path.map(|path| ("PATH", path))).exec();
    crate::streams::stderr(format!("asunder: cannot run {name}: {error}\n").as_bytes());
    ExitCode::from(NOT_FOUND)
}

/// Preprocesses a source; `None` where the host compiler has to.
fn preprocess(name: &str, words: &[OsString], path: Option<&OsStr>) -> Option<()> {
    let words: Vec<String> =
        words.iter().map(|word| word.to_str().map(str::to_owned)).collect::<Option<_>>()?;
    let has = |option: &str| words.iter().any(|word| word == option);
    if !PREPROCESSES.into_iter().all(has) || words.iter().any(|word| word.starts_with(DEPENDENCIES)) {
        return None;
    }
    let words: Vec<String> = std::iter::once(name.to_owned()).chain(words).collect();
    let output = PreprocessCommand::parse(&words).ok()?.output?;
    let own: &Preprocessor = preprocessor::own()?;
    let environment = [("PATH".to_owned(), path?.to_str()?.to_owned())];
    let preprocessed = own.run(&words, &std::env::current_dir().ok()?, &environment, None).ok()?;
    if !preprocessed.messages.is_empty() {
        return None;
    }
    let mut file = BufWriter::new(File::create(output).ok()?);
    preprocessed.text.pieces().try_for_each(|piece| file.write_all(piece)).ok()?;
    file.flush().ok()
}
