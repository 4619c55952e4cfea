//! A compile command of nvcc.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

use crate::plan::Plan;
use asunder_toolkit::find_nvcc;

/// The folder in which the plan puts intermediate files. It need not be there: nothing is written. It gives them names
/// that do not differ from run to run, of which the host file holds one.
pub(crate) const KEEP: &str = "/asunder-plan";

/// How nvcc names the option of that folder where a command has one of its own.
const OWN_OPTION: &str = "option 'keep-dir'";

/// A compile command: nvcc's words, and where it is run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Command {
    /// nvcc as written; a name without a folder is looked for.
    pub nvcc: PathBuf,
    /// The words after nvcc's name.
    pub words: Vec<OsString>,
    /// The folder that it is run in.
    pub directory: PathBuf,
    /// Variables that are set for it.
    pub environment: Vec<(String, String)>,
    /// The source, as the command names it.
    pub source: PathBuf,
}

/// Why a source has no preprocessed text.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no nvcc.
    #[error(
        "CUDA sources need nvcc, which was not found: put it on PATH, name its toolkit in CUDA_HOME, install one with \
         `asunder toolkit`, or give preprocessed text (.ii)"
    )]
    NoToolkit,
    /// A program cannot be started.
    #[error("cannot run {}: {error}", program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// nvcc refuses the command.
    #[error("nvcc refuses the command: {0}")]
    Refused(String),
    /// nvcc does not compile the source as CUDA.
    #[error(
        "nvcc does not compile it as CUDA; for names other than *.cu it needs `-x cu`, and with `-E` it compiles nothing"
    )]
    NotCuda,
    /// The preprocessing step of the plan, which is this line.
    #[error("the plan of nvcc has a form that is not known: {0}")]
    Form(String),
    /// The preprocessor failed, with what it says.
    #[error("the preprocessor failed\n{0}")]
    Preprocessor(String),
}

impl Command {
    /// The command that compiles `source` in `directory` with these options.
    pub fn new(nvcc: Option<PathBuf>, source: &Path, directory: PathBuf, options: Vec<OsString>) -> Command {
        let mut words = vec![OsString::from("-c"), source.as_os_str().to_owned()];
        words.extend(options);
        let nvcc = nvcc.unwrap_or_else(|| PathBuf::from("nvcc"));
        Command { nvcc, words, directory, environment: Vec::new(), source: source.to_owned() }
    }

    /// The source's file.
    pub fn file(&self) -> PathBuf {
        self.directory.join(&self.source)
    }

    /// What nvcc would run.
    ///
    /// # Errors
    /// There is no nvcc, or it refuses the command.
    pub fn plan(&self) -> Result<Plan, Error> {
        let (is_accepted, printed, output) = self.ask()?;
        let mut plan = Plan::parse(&printed);
        plan.messages.retain(|message| !message.contains(OWN_OPTION));
        if is_accepted {
            return Ok(plan);
        }
        let messages = match plan.messages.is_empty() {
            true => output.trim().to_owned(),
            false => plan.messages.join("\n"),
        };
        Err(Error::Refused(messages))
    }

    /// What nvcc prints of a command that it accepts.
    pub(crate) fn dry_run(&self) -> Result<String, Error> {
        let (is_accepted, printed, _) = self.ask()?;
        if is_accepted { Ok(printed) } else { Err(Error::Refused(printed)) }
    }

    /// Asks nvcc for its plan: whether it accepts the command, and what it prints on both streams.
    fn ask(&self) -> Result<(bool, String, String), Error> {
        let nvcc = self.program()?;
        let mut dry_run = process::Command::new(&nvcc);
        dry_run.args(&self.words).args(["--dryrun", "--keep", "--keep-dir", KEEP]);
        dry_run.envs(self.environment.iter().map(|(name, value)| (name, value)));
        let run = dry_run.current_dir(&self.directory).stdin(Stdio::null()).output();
        let run = run.map_err(|error| Error::Start { program: nvcc, error })?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok((run.status.success(), text(&run.stderr), text(&run.stdout)))
    }

    /// nvcc: a name without a folder is looked for on `PATH` and where toolkits are, a relative one is meant from the
    /// command's folder.
    pub(crate) fn program(&self) -> Result<PathBuf, Error> {
        match self.nvcc.parent() {
            Some(folder) if folder.as_os_str().is_empty() => find_nvcc().ok_or(Error::NoToolkit),
            _ => Ok(self.directory.join(&self.nvcc)),
        }
    }
}
