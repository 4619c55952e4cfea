//! Units: what is compiled together with an open file, as texts of both passes in a workspace.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use asunder_driver::Pass;
use asunder_driver::options::{Input, Options};
use asunder_driver::workspace::{TextEdit, UnitId, Workspace, WorkspaceError};
use asunder_invocation::Request;
use asunder_invocation::release::Choice;
use asunder_nvcc::host::{Macros, Message, Preprocessor, Severity, Symbol, Text};
use asunder_nvcc::{Command, Planner, Step};
use asunder_source::parse_line_marker;

use crate::documents::{Document, Documents};
use crate::project::Compilation;
use crate::uri::canonical;

/// Names of files, in order.
type Names = Arc<[String]>;
/// Files, each with its names in line markers.
type Files = Arc<HashMap<PathBuf, Vec<String>>>;

/// A unit.
pub(crate) struct Unit {
    /// Its source.
    pub source: PathBuf,
    compilation: Compilation,
    state: Mutex<State>,
    /// Its last state, which can be had while the next one is made.
    last: Mutex<Option<Arc<Synced>>>,
}

#[derive(Default)]
struct State {
    plan: Option<Result<asunder_nvcc::Unit, String>>,
    /// The revision of the documents that the passes were made of.
    revision: Option<u64>,
    passes: Vec<OpenPass>,
    /// The texts of the passes.
    texts: Vec<Text>,
    /// The files that line markers name.
    files: HashMap<String, PathBuf>,
    /// The names of files in the line markers of each pass, with the symbols that the preprocessor knows them by.
    names: Vec<(Vec<Symbol>, Names)>,
    /// The files of all passes, by what they were made of.
    known: Option<(Vec<Names>, Files)>,
    /// The folders of the plan's first pass.
    folders: Option<Arc<[PathBuf]>>,
}

/// A pass in the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenPass {
    pub pass: Pass,
    pub unit: UnitId,
}

/// A unit at some revision.
pub(crate) struct Synced {
    /// The host pass first.
    pub passes: Vec<OpenPass>,
    /// What names of files are relative to.
    pub directory: PathBuf,
    /// What the preprocessor has to say, each once.
    pub messages: Vec<Message>,
    /// It was not understood as a whole: what follows from the text may be wrong.
    pub is_broken: bool,
    /// The host compiler preprocessed: the texts are those of the files as they are saved.
    pub is_of_saved_files: bool,
    /// The files of the unit, each with its names in line markers.
    pub files: Files,
    /// The macros at the end of the host pass; `None` where the host compiler preprocessed.
    pub macros: Option<Macros>,
    /// The names of files by the numbers that macros have.
    pub macro_files: Names,
    /// The folders that included files are looked for in, in order.
    pub folders: Arc<[PathBuf]>,
}

/// Why there is no unit.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What is wrong, in words for the user.
    #[error("{0}")]
    Command(String),
    /// An edit came in between.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
}

/// What a unit is made in.
#[derive(Clone, Copy)]
pub(crate) struct Tools<'a> {
    pub workspace: &'a Workspace,
    pub preprocessor: &'a Preprocessor,
    pub planner: &'a Planner,
}

impl Unit {
    pub(crate) fn new(source: PathBuf, compilation: Compilation) -> Unit {
        Unit { source, compilation, state: Mutex::default(), last: Mutex::default() }
    }

    /// How it is compiled.
    pub(crate) fn compilation(&self) -> &Compilation {
        &self.compilation
    }

    /// Its last state, without waiting for the next one.
    pub(crate) fn last(&self) -> Option<Arc<Synced>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether a file belongs to its last state.
    pub(crate) fn has_file(&self, file: &Path) -> bool {
        self.last().is_some_and(|last| last.files.contains_key(file))
    }

    /// Takes its texts out of the workspace.
    pub(crate) fn close(&self, workspace: &Workspace) {
        let mut state = self.state();
        for pass in state.passes.drain(..) {
            // It is open for as long as it stands here.
            let _ = workspace.close(pass.unit);
        }
        state.texts.clear();
        state.revision = None;
        self.set_last(None);
    }

    fn set_last(&self, last: Option<Arc<Synced>>) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = last;
    }

    /// The unit as of a revision of the documents, or a later one.
    pub(crate) fn synced(&self, tools: Tools<'_>, revision: u64) -> Result<Arc<Synced>, Failure> {
        let mut state = self.state();
        let state = &mut *state;
        if let (Some(last), true) = (self.last(), state.revision >= Some(revision)) {
            return Ok(last);
        }
        let command = &self.compilation.command;
        let plan = state.plan.get_or_insert_with(|| match &self.compilation.headers {
            Some(headers) => Ok(headers.unit(command)),
            None => match tools.planner.unit(command) {
                Some(unit) => Ok(unit),
                None => command.unit().map_err(|error| error.to_string()),
            },
        });
        let plan = plan.as_ref().map_err(|error| Failure::Command(error.clone()))?;
        let host = plan.host.iter().map(|pass| (Pass::Host, &pass.preprocess, pass.options(), false));
        // The newest architecture stands for all.
        let device = plan.device.iter().max_by_key(|pass| pass.architecture).map(|pass| {
            let named = Pass::Device { arch: pass.architecture };
            (named, &pass.preprocess, pass.options(), pass.has_line_information())
        });
        let planned: Vec<_> = host.chain(device).collect();
        let texts: Vec<Result<PassText, Failure>> = std::thread::scope(|scope| {
            let start = |(_, step, ..): &(Pass, &Step, Vec<String>, bool)| {
                let step = (*step).clone();
                scope.spawn(move || preprocessed(command, plan, &step, tools.preprocessor))
            };
            let running: Vec<_> = planned.iter().map(start).collect();
            let end = |run: std::thread::ScopedJoinHandle<'_, _>| {
                run.join().unwrap_or_else(|_| Err(Failure::Command("the preprocessor failed".to_owned())))
            };
            running.into_iter().map(end).collect()
        });
        let folders = state.folders.get_or_insert_with(|| {
            let first = planned.first().map(|(_, step, ..)| *step);
            let folders = first.map(|step| command.include_folders(plan, step, tools.preprocessor));
            folders.and_then(Result::ok).unwrap_or_default().into()
        });
        let mut synced = Synced {
            folders: folders.clone(),
            passes: Vec::new(),
            directory: command.directory.clone(),
            messages: Vec::new(),
            is_broken: false,
            is_of_saved_files: false,
            files: Files::default(),
            macros: None,
            macro_files: Names::default(),
        };
        let mut all_names: Vec<Names> = Vec::new();
        for (index, ((pass, _, words, has_lines), text)) in planned.into_iter().zip(texts).enumerate() {
            let text = text?;
            let open = match (state.passes.get(index), state.texts.get_mut(index)) {
                (Some(open), Some(earlier)) => {
                    change(tools.workspace, open.unit, earlier, &text.text)?;
                    *earlier = text.text.clone();
                    *open
                }
                _ => {
                    let bytes = text.text.to_vec();
                    let mut options = front_end_options(command, &words, &bytes)?;
                    options.cuda.line_information = has_lines;
                    let open = OpenPass { pass, unit: tools.workspace.open(options, &bytes)? };
                    state.passes.push(open);
                    state.texts.push(text.text.clone());
                    open
                }
            };
            synced.passes.push(open);
            synced.is_broken |= text.messages.iter().any(|message| message.severity >= Severity::Error);
            let new = text.messages.into_iter().filter(|message| !synced.messages.contains(message));
            synced.messages.extend(new.collect::<Vec<_>>());
            synced.is_of_saved_files |= text.files.is_none();
            let names = match (text.files, state.names.get(index)) {
                (None, _) => files_of(&text.text.to_vec()).into(),
                (Some(files), Some((known, names))) if *known == files => names.clone(),
                (Some(files), _) => {
                    let names: Names = tools.preprocessor.names(&files).into();
                    state.names.truncate(index);
                    state.names.push((files, names.clone()));
                    names
                }
            };
            if pass == Pass::Host {
                synced.macros = text.macros;
                synced.macro_files = names.clone();
            }
            all_names.push(names);
        }
        synced.files = state.files_of(all_names, &command.directory);
        let synced = Arc::new(synced);
        self.set_last(Some(synced.clone()));
        state.revision = Some(revision);
        Ok(synced)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic left a state that the next call makes anew where it is not the current one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The files of these names, each with its names.
    fn files_of(&mut self, names: Vec<Names>, directory: &Path) -> Files {
        if let Some((known, files)) = &self.known
            && known.len() == names.len()
            && known.iter().zip(&names).all(|(known, names)| Arc::ptr_eq(known, names))
        {
            return files.clone();
        }
        let mut files: HashMap<PathBuf, Vec<String>> = HashMap::new();
        for name in names.iter().flat_map(|names| names.iter()) {
            let file = self.files.entry(name.clone());
            let file = file.or_insert_with(|| canonical(&directory.join(name)));
            let known = files.entry(file.clone()).or_default();
            if !known.contains(name) {
                known.push(name.clone());
            }
        }
        let files = Files::new(files);
        self.known = Some((names, files.clone()));
        files
    }
}

impl Synced {
    /// Whether it says nothing of the documents: it is of saved files, and a document of one is not saved.
    pub(crate) fn is_behind(&self, documents: &Documents) -> bool {
        let is_changed = |document: &Document| {
            let saved = std::fs::read(&document.path);
            self.files.contains_key(&document.path)
                && saved.map_or(true, |saved| saved != document.text.as_str().as_bytes())
        };
        self.is_of_saved_files && documents.iter().any(is_changed)
    }
}

/// Bytes of one place of a text that changed from which on the whole is compared: there may be several changes in it.
const LARGE_CHANGE: usize = 64 << 10;

/// Gives a unit of the workspace another text.
fn change(workspace: &Workspace, unit: UnitId, earlier: &Text, text: &Text) -> Result<(), WorkspaceError> {
    match text.difference(earlier) {
        None => Ok(()),
        Some((range, new)) if new.len().max(range.len()) < LARGE_CHANGE => {
            workspace.edit(unit, &[TextEdit { range, text: text.part(new) }])
        }
        Some(_) => workspace.set_text(unit, &text.to_vec()),
    }
}

/// The text of a pass.
struct PassText {
    text: Text,
    messages: Vec<Message>,
    /// The files, where the preprocessor says which.
    files: Option<Vec<Symbol>>,
    macros: Option<Macros>,
}

fn preprocessed(
    command: &Command,
    plan: &asunder_nvcc::Unit,
    step: &Step,
    own: &Preprocessor,
) -> Result<PassText, Failure> {
    match command.preprocess_by_own(plan, step, own) {
        Ok(output) => Ok(PassText {
            files: Some(output.files),
            text: output.text,
            messages: output.messages,
            macros: Some(output.macros),
        }),
        Err(reason) => {
            // What it does not understand, the host compiler does, by the files as they are saved.
            tracing::debug!(%reason, "the host compiler preprocesses");
            let output = command.preprocess(plan, step, None, None);
            let output = output.map_err(|error| Failure::Command(error.to_string()))?;
            Ok(PassText { text: output.text.into(), messages: Vec::new(), files: None, macros: None })
        }
    }
}

/// The files that the line markers of a text name.
fn files_of(text: &[u8]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in text.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"#")) {
        let marker = std::str::from_utf8(line).ok().and_then(parse_line_marker);
        if let Some(name) = marker.and_then(|marker| marker.file).map(asunder_source::file_name)
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    names
}

fn front_end_options(command: &Command, words: &[String], text: &[u8]) -> Result<Options, Failure> {
    let toolkit = Choice::Auto.of_unit(text);
    let mut words: Vec<std::ffi::OsString> = words.iter().map(std::ffi::OsString::from).collect();
    words.push("-".into());
    let invocation = asunder_invocation::read(toolkit, &words);
    match invocation.request {
        Request::Refuse { error, .. } => Err(Failure::Command(format!("options of the front end: {error}"))),
        Request::Run | Request::Exit(_) => {
            Ok(Options { input: Input::File(command.source.clone()), ..invocation.options })
        }
    }
}
