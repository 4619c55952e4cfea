//! Lists of compile commands (`compile_commands.json`, as CMake and Bear write them).

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::command::Command;

/// The name of a list in the folder of a build.
const FILE_NAME: &str = "compile_commands.json";
/// The name of the compiler.
const NVCC: &str = "nvcc";
/// The mode of CMake as a launcher that sets variables.
const CMAKE_ENVIRONMENT: &str = "-E";

/// The compile commands of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The commands of nvcc, each once.
    pub commands: Vec<Command>,
    /// How many entries are commands of other compilers.
    pub others: usize,
}

/// Why a list cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// It cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The list.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is not a list of compile commands.
    #[error("{} is not a list of compile commands: {error}", path.display())]
    Format {
        /// The list.
        path: PathBuf,
        /// Why.
        error: serde_json::Error,
    },
    /// The command of an entry is not well formed.
    #[error("{}: the command for {} is not well formed: {command}", path.display(), file.display())]
    Command {
        /// The list.
        path: PathBuf,
        /// The source of the entry.
        file: PathBuf,
        /// The command.
        command: String,
    },
}

/// An entry of a list.
#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// The file of a list: `path`, or the list in the folder `path`.
pub fn file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(FILE_NAME) } else { path.to_owned() }
}

/// Reads a list: `path`, or the list in the folder `path`.
///
/// # Errors
/// It cannot be read, or an entry is not well formed.
pub fn read(path: &Path) -> Result<List, ListError> {
    let path = file(path);
    let text = fs::read(&path).map_err(|error| ListError::Read { path: path.clone(), error })?;
    let entries: Vec<Entry> =
        serde_json::from_slice(&text).map_err(|error| ListError::Format { path: path.clone(), error })?;
    let folder = std::path::absolute(path.parent().unwrap_or(Path::new("."))).unwrap_or_default();
    let mut list = List::default();
    let mut seen = HashSet::new();
    for entry in entries {
        // A folder should be absolute; one that is not is meant from the list.
        let directory = folder.join(&entry.directory);
        let words = match (entry.arguments, entry.command) {
            (Some(words), _) => words,
            (None, command) => {
                let command = command.unwrap_or_default();
                let not_well_formed = || ListError::Command {
                    path: path.clone(),
                    file: entry.file.clone(),
                    command: command.clone(),
                };
                shlex::split(&command).filter(|words| !words.is_empty()).ok_or_else(not_well_formed)?
            }
        };
        match of_words(words, directory, entry.file) {
            Some(command) if !seen.insert(command.clone()) => {}
            Some(command) => list.commands.push(command),
            None => list.others += 1,
        }
    }
    Ok(list)
}

/// The command of nvcc that these words are; `None` for another compiler. Launchers in front of nvcc (`ccache nvcc …`)
/// are left out, and what they set (`env A=b nvcc …`) is kept.
fn of_words(words: Vec<String>, directory: PathBuf, source: PathBuf) -> Option<Command> {
    let is_nvcc = |word: &String| Path::new(word).file_name() == Some(OsStr::new(NVCC));
    let leading = words.iter().take_while(|word| !word.starts_with('-') || *word == CMAKE_ENVIRONMENT);
    let at = leading.enumerate().find_map(|(at, word)| is_nvcc(word).then_some(at))?;
    let set = words[..at].iter().filter_map(|word| word.split_once('='));
    let environment = set.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let nvcc = PathBuf::from(&words[at]);
    let words = words.into_iter().skip(at + 1).map(OsString::from).collect();
    Some(Command { nvcc, words, directory, environment, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Result<List, ListError> {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(FILE_NAME), text).expect("a file");
        read(folder.path())
    }

    #[test]
    fn commands_of_nvcc_are_found_in_all_forms() {
        let list = list(
            r#"[
            {"directory":"/b","file":"a.cu","command":"/cuda/bin/nvcc -forward-unknown-to-host-compiler \"-DX=a b\" -x cu -c a.cu -o a.o"},
            {"directory":"/b","file":"b.cpp","arguments":["nvcc","-x","cu","-c","b.cpp"]},
            {"directory":"/b","file":"c.cu","command":"ccache nvcc -c c.cu"},
            {"directory":"/b","file":"d.cu","command":"cmake -E env NVCC_APPEND_FLAGS=-g nvcc -dc d.cu"},
            {"directory":"/b","file":"c.cu","command":"ccache nvcc -c c.cu"},
            {"directory":"/b","file":"c.cu","command":"nvcc -DTWO -c c.cu"},
            {"directory":"/b","file":"e.cc","command":"g++ -c e.cc -o nvcc"},
            {"directory":"/b","file":"f.cu","command":"clang++ -x cuda -c f.cu -I nvcc"}
            ]"#,
        )
        .expect("it is well formed");
        let sources: Vec<_> =
            list.commands.iter().map(|command| command.source.to_str().unwrap_or("")).collect();
        assert_eq!(sources, ["a.cu", "b.cpp", "c.cu", "d.cu", "c.cu"]);
        assert_eq!(list.others, 2);
        assert_eq!(list.commands[0].words[1], "-DX=a b");
        assert_eq!(list.commands[0].file(), Path::new("/b/a.cu"));
        assert_eq!(list.commands[3].environment, [("NVCC_APPEND_FLAGS".to_owned(), "-g".to_owned())]);
    }

    #[test]
    fn what_is_wrong_with_a_list_is_named() {
        let message = |text: &str| list(text).expect_err("it is not well formed").to_string();
        assert!(message("[{").contains("compile_commands.json is not a list of compile commands: EOF"));
        let open = message(r#"[{"directory":"/b","file":"a.cu","command":"nvcc 'a.cu"}]"#);
        assert!(open.ends_with("the command for a.cu is not well formed: nvcc 'a.cu"), "{open}");
        let gone = read(Path::new("/no/such/list.json")).expect_err("it is not there").to_string();
        assert!(gone.starts_with("cannot read /no/such/list.json: No such file"), "{gone}");
    }
}
