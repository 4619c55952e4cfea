//! Which command compiles a file.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use asunder_nvcc::list::{self, List};
use asunder_nvcc::{Command, Headers, find_headers};
use asunder_toolkit::find_nvcc;
use rustc_hash::FxHashSet;

use crate::settings::Settings;
use crate::uri::canonical;

/// Folders of builds, relative to a folder around the file.
const BUILD_FOLDERS: [&str; 5] = ["", "build", "out", "cmake-build-debug", "cmake-build-release"];
/// The extension of sources that nvcc compiles as CUDA without `-x cu`.
const CUDA: &str = "cu";
/// Extensions of headers.
const HEADERS: [&str; 7] = ["cuh", "h", "hpp", "hh", "hxx", "inl", "inc"];

/// The lists of compile commands, each read once for each of its states.
#[derive(Default)]
pub(crate) struct Project {
    lists: HashMap<PathBuf, ReadList>,
}

struct ReadList {
    changed: Option<SystemTime>,
    list: Result<List, String>,
}

/// How a file is compiled.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Compilation {
    /// The command.
    pub command: Command,
    /// The headers by which it is planned where there is no nvcc.
    pub headers: Option<Headers>,
    /// What could not be found, in words for the user.
    pub missing: Option<String>,
    /// What is assumed, for the log.
    pub assumed: Option<String>,
}

impl Project {
    /// How a file is compiled: by a command of a list, or by one that is made for it. `None` for files that are not CUDA's.
    pub(crate) fn compilation(
        &mut self,
        file: &Path,
        language: &str,
        settings: &Settings,
    ) -> Option<Compilation> {
        let nvcc = nvcc(settings);
        let mut missing = None;
        if let Some(path) = list_of(file, settings) {
            match self.list(&path) {
                Ok(list) => {
                    if let Some(command) = command_in(list, file) {
                        return Some(planned(command, nvcc, settings, None));
                    }
                }
                Err(error) => missing = Some(error.clone()),
            }
        } else if let Some(path) = &settings.compile_commands {
            missing = Some(format!("there is no compile_commands.json in {}", path.display()));
        }
        let extension = file.extension().and_then(OsStr::to_str).unwrap_or_default();
        let is_cuda = extension == CUDA || language.starts_with("cuda");
        if !is_cuda && !HEADERS.contains(&extension) {
            return None;
        }
        let mut flags: Vec<OsString> = settings.flags.iter().map(OsString::from).collect();
        if extension != CUDA {
            flags.extend(["-x".into(), "cu".into()]);
        }
        let directory = file.parent().unwrap_or(Path::new("/")).to_owned();
        let command = Command::new(None, file, directory, flags);
        let assumed = format!(
            "no compile_commands.json has {}: it is compiled as `nvcc {}`",
            file.display(),
            command.words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
        );
        Some(Compilation { assumed: Some(assumed), ..planned(command, nvcc, settings, missing) })
    }

    /// The sources that the list for a file has, those beside it with its name first.
    pub(crate) fn sources_near(&mut self, file: &Path, settings: &Settings) -> Vec<PathBuf> {
        let Some(path) = list_of(file, settings) else { return Vec::new() };
        let Ok(list) = self.list(&path) else { return Vec::new() };
        let mut sources: Vec<PathBuf> =
            list.commands.iter().map(|command| canonical(&command.file())).collect();
        let is_other = |source: &PathBuf| source.file_stem() != file.file_stem();
        sources.sort_by_key(|source| (is_other(source), source.parent() != file.parent()));
        sources
    }

    /// The sources of the lists for some files, each once, and how they are compiled.
    pub(crate) fn sources(&mut self, files: &[PathBuf], settings: &Settings) -> Vec<(PathBuf, Compilation)> {
        let nvcc = nvcc(settings);
        let mut lists: Vec<PathBuf> = files.iter().filter_map(|file| list_of(file, settings)).collect();
        lists.sort();
        lists.dedup();
        let mut found: Vec<(PathBuf, Compilation)> = Vec::new();
        let mut seen = FxHashSet::default();
        for path in lists {
            let Ok(list) = self.list(&path) else { continue };
            for command in &list.commands {
                let source = canonical(&command.file());
                if seen.insert(source.clone()) {
                    found.push((source, planned(command.clone(), nvcc.clone(), settings, None)));
                }
            }
        }
        found
    }

    fn list(&mut self, path: &Path) -> Result<&List, &String> {
        let changed = path.metadata().and_then(|metadata| metadata.modified()).ok();
        let is_old = self.lists.get(path).is_none_or(|known| known.changed != changed);
        if is_old {
            let list = list::read(path).map_err(|error| error.to_string());
            self.lists.insert(path.to_owned(), ReadList { changed, list });
        }
        self.lists[path].list.as_ref()
    }
}

/// The list of compile commands for a file: the one that is set, or else the nearest in a folder around it.
fn list_of(file: &Path, settings: &Settings) -> Option<PathBuf> {
    if let Some(path) = &settings.compile_commands {
        return Some(list::file(path)).filter(|path| path.is_file());
    }
    let folders = file.ancestors().skip(1);
    let mut candidates =
        folders.flat_map(|folder| BUILD_FOLDERS.map(|build| list::file(&folder.join(build))));
    candidates.find(|path| path.is_file() && path.file_name() == Some(OsStr::new("compile_commands.json")))
}

fn command_in(list: &List, file: &Path) -> Option<Command> {
    let is_it = |command: &&Command| {
        command.source.file_name() == file.file_name() && canonical(&command.file()) == file
    };
    list.commands.iter().find(is_it).cloned()
}

/// nvcc of the toolkit that is set, or of the one that is found.
fn nvcc(settings: &Settings) -> Option<PathBuf> {
    match &settings.toolkit {
        Some(root) => Some(root.join("bin/nvcc")).filter(|nvcc| nvcc.is_file()),
        None => find_nvcc(),
    }
}

/// A command with an nvcc that is there, or with headers in its place.
fn planned(
    mut command: Command,
    nvcc: Option<PathBuf>,
    settings: &Settings,
    mut missing: Option<String>,
) -> Compilation {
    let is_bare = command.nvcc.parent().is_some_and(|folder| folder.as_os_str().is_empty());
    if is_bare || !command.directory.join(&command.nvcc).is_file() {
        if let Some(nvcc) = &nvcc {
            command.nvcc.clone_from(nvcc);
            return Compilation { command, headers: None, missing, assumed: None };
        }
        let headers = find_headers(settings.toolkit.as_deref());
        let place = match &settings.toolkit {
            Some(_) => "in the toolkit that is set",
            None => "on PATH, in CUDA_HOME or in /usr/local/cuda",
        };
        let text = match &headers {
            Some(headers) => format!(
                "there is no nvcc {place}: files are read with the headers in {}, for compute_75 and with g++",
                headers.folder().display()
            ),
            None => "no CUDA toolkit was found: put nvcc on PATH, set CUDA_HOME, or set `asunder.toolkit` to the folder \
                     that has `bin/nvcc` or `include/cuda_runtime.h`"
                .to_owned(),
        };
        missing = Some(missing.map_or(text.clone(), |other| format!("{other}; {text}")));
        return Compilation { command, headers, missing, assumed: None };
    }
    Compilation { command, headers: None, missing, assumed: None }
}
