//! Units to build or watch: preprocessed files, or sources with the commands that compile them.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use asunder_driver::options::{CxxStandard, Input, Language, Options};
use serde::Deserialize;

use crate::files;
use crate::reference::{self, Request};
use crate::release::ToolkitRelease;

/// A unit and how its preprocessed text comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSource {
    /// The preprocessed file or the source.
    pub file: PathBuf,
    /// The command that preprocesses the source, and its folder; `None` for a preprocessed file.
    command: Option<(Vec<String>, PathBuf)>,
}

/// An entry of `compile_commands.json`.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

impl UnitSource {
    /// A preprocessed file.
    pub fn preprocessed(file: PathBuf) -> UnitSource {
        UnitSource { file, command: None }
    }

    /// The units of a list of compile commands (`compile_commands.json`), those that are CUDA sources.
    ///
    /// # Errors
    /// The list cannot be read.
    pub fn list(path: &Path) -> Result<Vec<UnitSource>, String> {
        let failed = |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", path.display());
        let text = fs::read(path).map_err(|error| failed(&error))?;
        let entries: Vec<Entry> = serde_json::from_slice(&text).map_err(|error| failed(&error))?;
        let is_cuda = |entry: &Entry| entry.file.extension().is_some_and(|it| it == "cu" || it == "ii");
        let unit = |entry: Entry| {
            let file = entry.directory.join(&entry.file);
            if file.extension().is_some_and(|it| it == "ii") {
                return Some(UnitSource::preprocessed(file));
            }
            let words = entry.arguments.or_else(|| shlex::split(entry.command.as_deref()?))?;
            Some(UnitSource { file, command: Some((preprocess(words), entry.directory)) })
        };
        Ok(entries.into_iter().filter(is_cuda).filter_map(unit).collect())
    }

    /// The preprocessed text.
    ///
    /// # Errors
    /// The file cannot be read, or the compiler does not preprocess it.
    pub fn text(&self) -> Result<Vec<u8>, String> {
        let Some((words, directory)) = &self.command else {
            return files::read_file(&self.file).map_err(|error| error.to_string());
        };
        let Some((program, words)) = words.split_first() else { return Err("an empty command".to_owned()) };
        let run = Command::new(program)
            .args(words)
            .current_dir(directory)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .output()
            .map_err(|error| format!("cannot run {program}: {error}"))?;
        if run.status.success() {
            return Ok(run.stdout);
        }
        let message = String::from_utf8_lossy(&run.stderr);
        Err(format!("does not preprocess: {}", message.lines().next().unwrap_or("no message")))
    }

    /// The files that the text comes from: those of its line markers that are not system headers.
    pub fn origins(&self, text: &[u8]) -> Vec<PathBuf> {
        let mut files = vec![self.file.clone()];
        if let Some((_, directory)) = &self.command {
            for line in text.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"#")) {
                let Ok(line) = std::str::from_utf8(line) else { continue };
                let Some(marker) = asunder_source::parse_line_marker(line) else { continue };
                if let Some(name) = marker.file.filter(|name| !marker.system && !name.starts_with('<')) {
                    files.push(directory.join(name));
                }
            }
            files.sort();
            files.dedup();
        }
        files
    }
}

/// A compile command that preprocesses in place of compiling.
fn preprocess(words: Vec<String>) -> Vec<String> {
    let mut command = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-o" | "--output-file" | "-MF" | "-MT" | "-MQ" => drop(words.next()),
            "-c" | "--compile" | "-dc" | "--device-c" | "-MD" | "-MMD" | "-M" | "-MM" => {}
            _ => command.push(word),
        }
    }
    command.push("-E".to_owned());
    command
}

/// The options for a unit: those in the words of a release's front end, or what nvcc asks for by default.
///
/// # Errors
/// What the words do wrong.
pub fn options(
    file: &Path,
    words: Option<&str>,
    standard: CxxStandard,
    toolkit: ToolkitRelease,
) -> Result<Options, String> {
    let input = Input::File(file.to_owned());
    let Some(words) = words else {
        let mut options = Options { release: toolkit.release(), input, ..Options::default() };
        options.language.language = Language::Cxx(standard);
        // What nvcc asks for unless an option says otherwise.
        options.cuda.static_host_stub = true;
        options.cuda.allow_managed = true;
        return Ok(options);
    };
    let mut words: Vec<OsString> = words.split_ascii_whitespace().map(OsString::from).collect();
    words.push(file.as_os_str().to_owned());
    let invocation = reference::read(toolkit, &words);
    match invocation.request {
        Request::Refuse { error, .. } => Err(error.to_string()),
        Request::Run | Request::Exit(_) => Ok(Options { input, ..invocation.options }),
    }
}

#[cfg(test)]
mod tests {
    use super::preprocess;

    #[test]
    fn a_compile_command_preprocesses() {
        let words = ["nvcc", "-c", "-O2", "x.cu", "-o", "x.o", "-MD", "-MF", "x.d"];
        let command = preprocess(words.map(str::to_owned).to_vec());
        assert_eq!(command, ["nvcc", "-O2", "x.cu", "-E"]);
    }
}
