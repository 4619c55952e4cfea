//! What a run writes: the host file and the module id, or texts that need no compilation.

use std::io;
use std::path::{Path, PathBuf};

use asunder_diag::diagnostic::Place;
use asunder_driver::options::{Input, Options, Product};
use asunder_server::client::Compiled;

use super::{Failure, banner, preprocessed};
use crate::files::{self, Output};
use crate::streams;

/// Writes the module id file and the host file, each completely or not at all. The host file
/// comes last: a process that waits for it finds the other in place.
///
/// # Errors
/// A file cannot be opened or written; older files are still there.
pub fn write(options: &Options, input: &[u8], outcome: &Compiled) -> Result<(), Failure> {
    let at_back_end = |failure| Failure { place: asunder_driver::back_end_place(options, input), ..failure };
    let host = match &options.input {
        Input::StandardInput => None,
        Input::File(input) => {
            let path = options.output.gen_c_file_name.clone();
            let path = path.unwrap_or_else(|| files::default_output(input));
            Some(prepare(options, files::GENERATED_FILE, &path, &outcome.host_file)?)
        }
    };
    if let Some(path) = module_id_target(options) {
        let id = outcome.module_id.as_bytes();
        let output = prepare(options, files::MODULE_ID_FILE, path, id).map_err(at_back_end)?;
        output.commit().map_err(|error| writing_failed(files::MODULE_ID_FILE, &error))?;
    }
    match host {
        Some(output) => output.commit().map_err(|error| writing_failed(files::GENERATED_FILE, &error)),
        None => {
            streams::stdout(&outcome.host_file);
            Ok(())
        }
    }
}

/// The text of a product that needs no compilation; `None` for the others.
pub fn without_compilation(options: &Options, input: &[u8]) -> Option<Vec<u8>> {
    match options.output.product {
        Product::HostFile | Product::Nothing => None,
        Product::Preprocessed { line_markers, comments } => {
            Some(preprocessed::text(&input_name(options), input, line_markers, comments))
        }
        Product::Dependencies => {
            let name = input_name(options);
            let stem = Path::new(&name).file_stem().unwrap_or_default().to_string_lossy();
            Some(format!("{stem}.o: {name}\n").into_bytes())
        }
        Product::Macros => Some(banner::MACROS.as_bytes().to_owned()),
    }
}

/// Writes such a text to `--output` or standard output.
///
/// # Errors
/// The output cannot be opened or written.
pub fn print(options: &Options, text: &[u8]) -> Result<(), Failure> {
    let Some(path) = &options.output.output_file else {
        streams::stdout(text);
        return Ok(());
    };
    let kind = files::PREPROCESSED_FILE;
    let output = prepare(options, kind, path, text).map_err(|failure| Failure::command_line(failure.text))?;
    output.commit().map_err(|error| writing_failed(kind, &error))
}

/// Opens an output and writes its text beside its place.
fn prepare(options: &Options, kind: &'static str, path: &Path, text: &[u8]) -> Result<Output, Failure> {
    let mut output =
        Output::open(kind, path, &options.input).map_err(|error| Failure::catastrophe(error.to_string()))?;
    output.write(text).map_err(|error| writing_failed(kind, &error))?;
    Ok(output)
}

fn writing_failed(kind: &str, error: &io::Error) -> Failure {
    let reason = files::system_reason(error);
    at_end_of_source(Failure::catastrophe(format!("error while writing {kind}: {reason}")))
}

/// The reference reports these where its back end stands.
fn at_end_of_source(failure: Failure) -> Failure {
    Failure { place: Place::EndOfSource { file: None, line: 1 }, ..failure }
}

fn module_id_target(options: &Options) -> Option<&PathBuf> {
    let path = options.output.module_id_file_name.as_ref();
    path.filter(|_| options.output.gen_module_id_file)
}

fn input_name(options: &Options) -> String {
    match &options.input {
        Input::File(path) => path.to_string_lossy().into_owned(),
        Input::StandardInput => "-".to_owned(),
    }
}
