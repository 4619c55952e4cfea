//! The part of a plan that belongs to one source.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

use crate::command::{Command, Error};
use crate::host::{HostError, Output, Preprocessor};
use crate::plan::{Plan, Step, Tool};

/// How one source is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The host pass; `None` where the command makes device code only.
    pub host: Option<HostPass>,
    /// The device passes, one for each virtual architecture; none where the command makes no device code.
    pub device: Vec<DevicePass>,
    /// What nvcc says of the command.
    pub messages: Vec<String>,
    pub(crate) environment: Vec<(String, String)>,
}

/// The host pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPass {
    /// The preprocessor.
    pub preprocess: Step,
    /// `cudafe++`.
    pub front_end: Step,
}

/// The device pass for an architecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DevicePass {
    /// The preprocessor.
    pub preprocess: Step,
    /// `cicc`.
    pub compile: Step,
    /// The number of the virtual architecture: 90 for `compute_90` and `compute_90a`.
    pub architecture: u32,
}

impl Unit {
    /// The unit, if a front end compiles it.
    pub(crate) fn compiling(self) -> Result<Unit, Error> {
        if self.host.is_none() && self.device.is_empty() { Err(Error::NotCuda) } else { Ok(self) }
    }

    /// The programs that preprocess it.
    pub(crate) fn host_compilers(&self) -> BTreeSet<&str> {
        let host = self.host.iter().map(|pass| &pass.preprocess);
        let steps = host.chain(self.device.iter().map(|pass| &pass.preprocess));
        steps.filter_map(|step| step.words.first().map(String::as_str)).collect()
    }
}

impl HostPass {
    /// The options of the front end.
    pub fn options(&self) -> Vec<String> {
        self.front_end.words.get(1..self.front_end.words.len() - 1).unwrap_or_default().to_vec()
    }
}

impl DevicePass {
    /// The options that the front end in the device compiler has in common with that of the host pass. The device
    /// compiler's own begin with the architecture; the one for tile code is among them.
    pub fn options(&self) -> Vec<String> {
        let end = self.compile.words.iter().position(|word| word == OWN_OPTIONS).unwrap_or(1);
        let (common, own) = self.compile.words.split_at(end);
        let tiles = own.iter().filter(|word| *word == ENABLE_TILE);
        common.iter().skip(1).chain(tiles).cloned().collect()
    }

    /// Whether the architecture is `compute_90a`: the one with instructions that no later one has.
    pub fn is_sm_90a(&self) -> bool {
        self.compile.words.iter().any(|word| word == HOPPER)
    }

    /// Whether the device code says which lines it comes from.
    pub fn has_line_information(&self) -> bool {
        self.compile.words.iter().any(|word| LINE_INFORMATION.contains(&word.as_str()))
    }
}

/// What a preprocessor gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preprocessed {
    /// The text.
    pub text: Vec<u8>,
    /// What it says besides, such as warnings; ends in a newline unless it is empty.
    pub messages: String,
}

/// The define of the device pass, followed by ten times the architecture.
const ARCHITECTURE: &str = "-D__CUDA_ARCH__=";
/// The first of the device compiler's own options.
const OWN_OPTIONS: &str = "-arch";
/// The option of both front ends that has tile code compiled.
const ENABLE_TILE: &str = "--enable-tile";
/// The virtual architecture of Hopper with what is its own.
const HOPPER: &str = "compute_90a";
/// The device compiler's options for `-lineinfo`, and for `-g` and `-G`.
const LINE_INFORMATION: [&str; 2] = ["-generate-line-info", "-g"];
/// The option of both front ends that names the source.
const SOURCE_PATH: &str = "--orig_src_path_name";

impl Command {
    /// How the command's source is compiled.
    ///
    /// # Errors
    /// There is no nvcc, it refuses the command, or the command compiles no CUDA.
    pub fn unit(&self) -> Result<Unit, Error> {
        let plan = self.plan()?;
        let is_own = |step: &Step| is_own(step, &plan, &self.file());
        let host_pass = |front_end: &Step| {
            let preprocess = plan.preprocessor_of(front_end.words.last()?)?.clone();
            Some(HostPass { preprocess, front_end: front_end.clone() })
        };
        let device_pass = |compile: &Step| {
            let mut inputs = compile.words.iter().rev();
            let preprocess = inputs.find_map(|word| plan.preprocessor_of(word))?.clone();
            let tenfold = preprocess.words.iter().find_map(|word| word.strip_prefix(ARCHITECTURE))?;
            let architecture = tenfold.parse::<u32>().ok()? / 10;
            Some(DevicePass { preprocess, compile: compile.clone(), architecture })
        };
        let own = |tool: Tool| plan.steps.iter().filter(move |step| step.tool == tool && is_own(step));
        let host = own(Tool::FrontEnd).find_map(host_pass);
        let device: Vec<DevicePass> = own(Tool::DeviceCompiler).filter_map(device_pass).collect();
        let (messages, environment) = (plan.messages.clone(), plan.environment.clone());
        Unit { host, device, messages, environment }.compiling()
    }

    /// The text of a preprocessing step of the command's unit. `source` is the text of the source, where it is not that
    /// of its file. `own` makes it where it understands the step and finds nothing to say; the host compiler does
    /// otherwise.
    ///
    /// # Errors
    /// The host compiler cannot be run, or finds an error.
    pub fn preprocess(
        &self,
        unit: &Unit,
        step: &Step,
        source: Option<&[u8]>,
        own: Option<&Preprocessor>,
    ) -> Result<Preprocessed, Error> {
        let Some(own) = own else { return self.preprocess_by_host(unit, step, source) };
        let environment: Vec<_> = unit.environment.iter().chain(&self.environment).cloned().collect();
        let reason = match own.run(&step.words, &self.directory, &environment, source) {
            Ok(output) if output.messages.is_empty() => {
                return Ok(Preprocessed { text: output.text.to_vec(), messages: String::new() });
            }
            // The host compiler says it in its own words.
            Ok(output) => output.messages.iter().map(|it| format!("{it}\n")).collect(),
            Err(error) => error.to_string(),
        };
        if own.is_only() {
            return Err(Error::Preprocessor(reason.trim_end().to_owned()));
        }
        tracing::debug!(reason, "the host compiler preprocesses");
        self.preprocess_by_host(unit, step, source)
    }

    /// What asunder's own preprocessor makes of a preprocessing step of the command's unit, whatever it has to say.
    ///
    /// # Errors
    /// The step is not understood: the host compiler must do it.
    pub fn preprocess_by_own(
        &self,
        unit: &Unit,
        step: &Step,
        own: &Preprocessor,
    ) -> Result<Output, HostError> {
        let environment: Vec<_> = unit.environment.iter().chain(&self.environment).cloned().collect();
        own.run(&step.words, &self.directory, &environment, None)
    }

    /// The folders that the command itself names for the project's headers: those of `-I` and `-iquote`.
    pub fn include_words(&self) -> Vec<PathBuf> {
        let mut folders = Vec::new();
        let mut words = self.words.iter();
        while let Some(word) = words.next() {
            let word = word.to_string_lossy();
            let names = ["--include-path", "-iquote", "-I"].into_iter();
            let named = names.filter_map(|name| word.strip_prefix(name)).next();
            let folder = match named.map(|rest| rest.trim_start_matches('=')) {
                Some("") => words.next().map(|next| next.to_string_lossy().into_owned()),
                rest => rest.map(str::to_owned),
            };
            let all = folder.iter().flat_map(|folder| folder.split(','));
            folders.extend(all.map(|folder| self.directory.join(folder)));
        }
        folders
    }

    /// The folders in which a preprocessing step of the command's unit looks for included files.
    ///
    /// # Errors
    /// The step is not understood.
    pub fn include_folders(
        &self,
        unit: &Unit,
        step: &Step,
        own: &Preprocessor,
    ) -> Result<Vec<PathBuf>, HostError> {
        let environment: Vec<_> = unit.environment.iter().chain(&self.environment).cloned().collect();
        own.folders(&step.words, &self.directory, &environment)
    }

    /// Runs a preprocessing step by the host compiler.
    fn preprocess_by_host(
        &self,
        unit: &Unit,
        step: &Step,
        source: Option<&[u8]>,
    ) -> Result<Preprocessed, Error> {
        let form = || Error::Form(step.line.clone());
        let output = step.value("-o").map(|file| format!("-o \"{file}\"")).ok_or_else(form)?;
        // The text comes on standard output. As nvcc does it, the command goes through the shell.
        let mut line = step.line.strip_suffix(&output).ok_or_else(form)?.trim_end().to_owned();
        if source.is_some() {
            let file = format!("\"{}\"", self.source.display());
            line = format!("{}-", line.strip_suffix(&file).ok_or_else(form)?);
        }
        let mut shell = process::Command::new("sh");
        shell.args(["-c", &line]).current_dir(&self.directory);
        shell.stdin(source.map_or_else(Stdio::null, |_| Stdio::piped()));
        shell.stdout(Stdio::piped()).stderr(Stdio::piped());
        shell.envs(unit.environment.iter().chain(&self.environment).map(|(name, value)| (name, value)));
        let failed = |error| Error::Start { program: "sh".into(), error };
        let mut child = shell.spawn().map_err(failed)?;
        let stdin = child.stdin.take();
        let run = std::thread::scope(|scope| {
            scope.spawn(|| {
                if let (Some(mut stdin), Some(source)) = (stdin, source) {
                    // A preprocessor that reads no further says why.
                    let _ = stdin.write_all(source);
                }
            });
            child.wait_with_output()
        });
        let run = run.map_err(failed)?;
        let messages = String::from_utf8_lossy(&run.stderr).into_owned();
        match run.status.success() {
            true => Ok(Preprocessed { text: run.stdout, messages }),
            false => Err(Error::Preprocessor(messages.trim_end().to_owned())),
        }
    }
}

/// Whether a step of a front end belongs to a source: a command may compile several.
fn is_own(step: &Step, plan: &Plan, source: &Path) -> bool {
    let path = |step: &Step| step.value(SOURCE_PATH).map(str::to_owned);
    let own = path(step);
    if plan.steps.iter().filter_map(path).all(|other| Some(other) == own) {
        return true;
    }
    let own = own.and_then(|path| std::fs::canonicalize(path).ok());
    own.is_some() && own == std::fs::canonicalize(source).ok()
}
