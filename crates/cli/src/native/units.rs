//! Units: preprocessed files, or sources with the commands that compile them, and the texts of their passes.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use asunder_driver::options::{Input, Options};
use asunder_driver::{Caller, Pass};
use asunder_invocation::release::ToolkitRelease;
use asunder_nvcc::host::{self, Preprocessor};
use asunder_nvcc::{Command, DevicePass, Planner, Preprocessed, Step, Unit, Units};
use asunder_spelling::OpenTexts;

use super::passes::Passes;
use super::reading::{Reading, STANDARD_INPUT};
use super::reports::Text;
use crate::files;
use crate::preprocessor::{self, cache_folder};

/// Extensions of files that are sources, unless their first line is a line marker.
const SOURCES: [&str; 10] = ["cu", "cuh", "cpp", "cc", "cxx", "c", "C", "h", "hpp", "hxx"];
/// The name under which nvcc plans a source on standard input.
const SOURCE_INPUT: &str = "stdin.cu";
/// Bytes of a file that are read to see whether it starts with a line marker.
const LINE_START: usize = 16;
/// The end of the name that nvcc gives to the text of the device pass.
const DEVICE_TEXT: &str = ".cpp1.ii";
/// The virtual architecture where none is named: nvcc's default.
pub(super) const DEFAULT_ARCHITECTURE: u32 = 75;

/// A unit and how the texts of its passes come about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSource {
    /// The file, as it is shown.
    pub file: PathBuf,
    origin: Origin,
}

/// Where the texts of a unit come from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    /// Preprocessed text on standard input, which was read.
    Input(Vec<u8>),
    /// A source on standard input, which was read, by the command that is made for it.
    SourceInput(Vec<u8>, Command),
    /// A preprocessed file.
    Preprocessed,
    /// A source that a list names, by its command.
    Listed(Command),
    /// A source, by the command that is made for it.
    Source(Command),
}

/// The text of a pass, and how it is read.
pub struct PassText {
    /// The pass.
    pub pass: Pass,
    /// The preprocessed text.
    pub text: Vec<u8>,
    /// The options of its front end.
    pub options: Options,
    /// Where its preprocessor ran.
    pub directory: PathBuf,
    /// The source, where it is not a file.
    pub sources: Arc<OpenTexts>,
}

impl PassText {
    /// The text, for showing places in it.
    pub fn shown(&self) -> Text<'_> {
        Text { bytes: &self.text, directory: &self.directory, sources: &self.sources }
    }
}

/// The texts of a unit.
pub struct Texts {
    /// Those of the requested passes: the host pass comes first.
    pub passes: Vec<PassText>,
    /// What nvcc and the preprocessor say; ends in a newline unless it is empty.
    pub messages: String,
    /// The process that the passes are run for.
    pub caller: Caller,
}

/// Why a unit has no texts.
#[derive(Debug, thiserror::Error)]
pub enum UnitError {
    /// Its command, or its preprocessor.
    #[error(transparent)]
    Command(#[from] asunder_nvcc::Error),
    /// Its command has no such pass.
    #[error("its command has no {0} pass")]
    NoPass(Passes),
    /// Something else.
    #[error("{0}")]
    Other(String),
}

impl UnitError {
    /// Whether the command does something else: which is not an error in a list of commands.
    pub fn is_foreign(&self) -> bool {
        matches!(self, UnitError::Command(asunder_nvcc::Error::NotCuda) | UnitError::NoPass(_))
    }
}

impl UnitSource {
    /// The unit of a command from a list.
    pub fn listed(command: Command) -> UnitSource {
        UnitSource { file: absolute(&command.file()), origin: Origin::Listed(command) }
    }

    /// The unit of a file: a preprocessed one, or a source.
    pub fn of_file(file: &Path, reading: &Reading) -> UnitSource {
        let origin = match is_source(file) {
            true => Origin::Source(reading.command(file, std::env::current_dir().unwrap_or_default())),
            false => Origin::Preprocessed,
        };
        UnitSource { file: file.to_owned(), origin }
    }

    /// The unit on standard input: preprocessed text if its first line is a line marker, else a source.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn standard_input(reading: &Reading) -> Result<UnitSource, String> {
        let mut text = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut text);
        read.map_err(|error| format!("cannot read standard input: {}", files::system_reason(&error)))?;
        let origin = match starts_with_marker(&text) {
            true => Origin::Input(text),
            false => {
                let directory = std::env::current_dir().unwrap_or_default();
                Origin::SourceInput(text, reading.command(Path::new(SOURCE_INPUT), directory))
            }
        };
        Ok(UnitSource { file: STANDARD_INPUT.into(), origin })
    }

    /// The text of its file, or of standard input, as it stands.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn own_text(&self) -> Result<Vec<u8>, String> {
        match &self.origin {
            Origin::Input(text) | Origin::SourceInput(text, _) => Ok(text.clone()),
            Origin::Preprocessed | Origin::Listed(_) | Origin::Source(_) => {
                files::read_file(&self.file).map_err(|error| error.to_string())
            }
        }
    }

    /// Whether the unit is standard input, which is read once.
    pub fn is_standard_input(&self) -> bool {
        matches!(self.origin, Origin::Input(_) | Origin::SourceInput(..))
    }

    /// The command that compiles it, for a source.
    pub fn command(&self) -> Option<&Command> {
        match &self.origin {
            Origin::Listed(command) | Origin::Source(command) | Origin::SourceInput(_, command) => {
                Some(command)
            }
            Origin::Input(_) | Origin::Preprocessed => None,
        }
    }

    /// The texts of the wanted passes.
    ///
    /// # Errors
    /// The file cannot be read, nvcc refuses the command, the preprocessor fails, or there is no such pass.
    pub fn texts(&self, reading: &Reading, wanted: Passes) -> Result<Texts, UnitError> {
        match &self.origin {
            Origin::Input(text) => {
                self.preprocessed_texts(Input::StandardInput, text.clone(), reading, wanted)
            }
            Origin::Preprocessed => {
                let text = self.own_text().map_err(UnitError::Other)?;
                self.preprocessed_texts(Input::File(self.file.clone()), text, reading, wanted)
            }
            Origin::Listed(command) => compiled_texts(command, &*known_unit(command)?, None, reading, wanted),
            Origin::Source(command) => own_texts(command, None, reading, wanted),
            Origin::SourceInput(text, command) => own_texts(command, Some(text), reading, wanted),
        }
    }

    /// The text of a unit that is preprocessed.
    fn preprocessed_texts(
        &self,
        input: Input,
        text: Vec<u8>,
        reading: &Reading,
        wanted: Passes,
    ) -> Result<Texts, UnitError> {
        let toolkit = reading.release.of_unit(&text);
        let mut options = reading.front_end_options(input, None, toolkit).map_err(UnitError::Other)?;
        let pass = match wanted {
            Passes::Host => Pass::Host,
            Passes::Device(architecture) => {
                options.cuda.sm_90a = architecture.is_some_and(|it| it.number == 90 && it.is_specific);
                device_pass(architecture.map(|it| it.number))
            }
            Passes::Both if self.file.to_string_lossy().ends_with(DEVICE_TEXT) => device_pass(None),
            Passes::Both => Pass::Host,
        };
        let directory = std::env::current_dir().unwrap_or_default();
        let passes = vec![PassText { pass, text, options, directory, sources: Arc::default() }];
        let messages = warning(toolkit).map(|line| line + "\n").unwrap_or_default();
        Ok(Texts { passes, messages, caller: Caller::this() })
    }

    /// The files that the texts come from: those of their line markers that are not system headers, and the files of
    /// options that the command reads.
    pub fn origins(&self, texts: &[&[u8]]) -> Vec<PathBuf> {
        let mut found = BTreeSet::from([self.file.clone()]);
        if let Some(command) = self.command() {
            found.extend(command.options_files());
            let lines = texts.iter().flat_map(|text| text.split(|&byte| byte == b'\n'));
            for line in lines.filter(|line| line.starts_with(b"#")) {
                let Ok(line) = std::str::from_utf8(line) else { continue };
                let Some(marker) = asunder_source::parse_line_marker(line) else { continue };
                if let Some(name) = marker.file.filter(|name| !marker.system && !name.starts_with('<')) {
                    found.insert(command.directory.join(name));
                }
            }
        }
        found.into_iter().collect()
    }
}

/// What is said of a unit of a release that asunder does not know.
fn warning(toolkit: ToolkitRelease) -> Option<String> {
    toolkit.warning().map(|warning| format!("asunder: warning: {warning}"))
}

fn device_pass(architecture: Option<u32>) -> Pass {
    Pass::Device { arch: architecture.unwrap_or(DEFAULT_ARCHITECTURE) }
}

/// A file's place, whatever links and `..` its name has.
pub(super) fn absolute(file: &Path) -> PathBuf {
    let place = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let real = |path: &Path| fs::canonicalize(path).ok();
    let in_folder = || Some(real(place.parent()?)?.join(place.file_name()?));
    in_folder().unwrap_or(place)
}

/// Whether a file is a source, by its extension and its first line.
fn is_source(file: &Path) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str());
    if !extension.is_some_and(|extension| SOURCES.contains(&extension)) {
        return false;
    }
    let mut start = [0; LINE_START];
    let read = fs::File::open(file).and_then(|mut file| file.read(&mut start));
    read.is_ok_and(|length| !starts_with_marker(&start[..length]))
}

/// Whether a text is preprocessed: a line marker is its first line.
fn starts_with_marker(text: &[u8]) -> bool {
    text.strip_prefix(b"# ").is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_digit))
}

/// The texts of a source by the command that is made for it: it compiles for the wanted architecture.
fn own_texts(
    command: &Command,
    text: Option<&[u8]>,
    reading: &Reading,
    wanted: Passes,
) -> Result<Texts, UnitError> {
    let unit = known_unit(command)?;
    if let Passes::Device(Some(architecture)) = wanted
        && unit.device.iter().all(|pass| pass.architecture != architecture.number)
    {
        let mut command = command.clone();
        command.words.push(format!("-arch=sm_{architecture}").into());
        return compiled_texts(&command, &*known_unit(&command)?, text, reading, wanted);
    }
    compiled_texts(command, &unit, text, reading, wanted)
}

/// How nvcc compiles the source of a command.
fn known_unit(command: &Command) -> Result<Arc<Unit>, asunder_nvcc::Error> {
    static KNOWN: LazyLock<Units> = LazyLock::new(|| Units::with_planner(Planner::new(cache_folder())));
    KNOWN.unit(command)
}

/// A pass of a unit: its preprocessor, the words of its front end, and the plan of a device pass.
type Planned<'a> = (Pass, &'a Step, Vec<String>, Option<&'a DevicePass>);

/// The source on standard input, under the name that line markers give it.
fn source_input(command: &Command, text: &[u8]) -> (PathBuf, Arc<str>) {
    (command.directory.join(host::STANDARD_INPUT), asunder_source::decode(text).into())
}

/// Preprocesses a unit for the wanted passes. `source` is its text if that is not its file's.
fn compiled_texts(
    command: &Command,
    unit: &Unit,
    source: Option<&[u8]>,
    reading: &Reading,
    wanted: Passes,
) -> Result<Texts, UnitError> {
    let host = unit.host.iter().filter(|_| wanted.has_host());
    let host = host.map(|pass| (Pass::Host, &pass.preprocess, pass.options(), None));
    let device = unit.device.iter().filter(|pass| wanted.has_device(pass.architecture));
    let device = device.map(|pass| {
        let named = Pass::Device { arch: pass.architecture };
        (named, &pass.preprocess, pass.options(), Some(pass))
    });
    let planned: Vec<Planned<'_>> = host.chain(device).collect();
    preprocessor::own().into_iter().for_each(Preprocessor::start_revision);
    // What the first pass reads of headers is known to the others, which run at the same time.
    let run = |(_, step, ..): &Planned<'_>| command.preprocess(unit, step, source, preprocessor::own());
    let (first, others) = planned.split_first().ok_or(UnitError::NoPass(wanted))?;
    let mut texts = vec![run(first)];
    texts.extend(std::thread::scope(|scope| {
        let runs: Vec<_> = others.iter().map(|pass| scope.spawn(move || run(pass))).collect();
        // A panic of a thread goes on here.
        let end = |run: std::thread::ScopedJoinHandle<'_, _>| {
            run.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        runs.into_iter().map(end).collect::<Vec<_>>()
    }));
    let mut lines = unit.messages.clone();
    let sources = Arc::new(source.map(|text| source_input(command, text)).into_iter().collect());
    let mut passes = Vec::new();
    for ((pass, _, words, device), text) in planned.into_iter().zip(texts) {
        let Preprocessed { text, messages } = text?;
        // The preprocessor says most of it in every pass.
        let new: Vec<&str> = messages.lines().filter(|line| lines.iter().all(|it| it != line)).collect();
        lines.extend(new.into_iter().map(str::to_owned));
        let toolkit = reading.release.of_unit(&text);
        let is_new = |line: &String| !lines.contains(line);
        lines.extend(warning(toolkit).filter(is_new));
        let input = Input::File(command.source.clone());
        let mut options =
            reading.front_end_options(input, Some(&words), toolkit).map_err(UnitError::Other)?;
        options.cuda.line_information = device.is_some_and(DevicePass::has_line_information);
        options.cuda.sm_90a = device.is_some_and(DevicePass::is_sm_90a);
        let directory = command.directory.clone();
        passes.push(PassText { pass, text, options, directory, sources: Arc::clone(&sources) });
    }
    let messages = lines.iter().map(|line| format!("{line}\n")).collect();
    let caller = Caller { directory: command.directory.clone(), ..Caller::this() };
    Ok(Texts { passes, messages, caller })
}
