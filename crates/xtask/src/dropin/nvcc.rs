//! What nvcc would run for a program, without what the environment adds to it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use asunder_nvcc::{Step, Tool};

use crate::process::Program;
use crate::toolkit::Toolkit;

/// A command line, program first.
pub type Argv = Vec<String>;

/// A program to build: one source file, its nvcc flags, and the directory nvcc is run in.
#[derive(Debug, Clone)]
pub struct Source {
    /// The `.cu` file.
    pub file: PathBuf,
    /// Flags for nvcc.
    pub flags: Vec<String>,
    /// The working directory of nvcc, against which relative paths in flags count.
    pub directory: PathBuf,
}

/// The build of one source file as nvcc plans it. All paths that the commands write are absolute.
#[derive(Debug)]
pub struct Plan {
    /// Preprocesses the source for the host pass.
    pub host_preprocess: Argv,
    /// The host front end: `cudafe++` and its arguments.
    pub front_end: Argv,
    /// The device pass, in order.
    pub device: Vec<(Tool, Argv)>,
    /// Compiles what the front end wrote.
    pub host_compile: Argv,
    /// Variables that the commands need, the search path among them.
    pub environment: Vec<(String, String)>,
}

impl Plan {
    /// Asks the nvcc of `toolkit` how it would build `source` with `keep` as the folder of intermediate files.
    pub fn of(toolkit: &Toolkit, source: &Source, keep: &Path) -> Result<Self> {
        let mut argv: Vec<String> = vec![text(&toolkit.nvcc())?];
        argv.extend(["--dryrun", "--keep", "--keep-dir"].map(str::to_owned));
        argv.extend([text(keep)?, "-c".into(), text(&source.file)?]);
        argv.extend(source.flags.iter().cloned());
        argv.extend(["-o".into(), text(&keep.join("out.o"))?]);
        let finished =
            Program::new(argv, &source.directory, &base_environment(toolkit)?, Duration::from_secs(120))
                .run()?;
        if !finished.ending.success() {
            bail!("nvcc refuses: {}{}", finished.stderr.trim(), finished.stdout.trim());
        }
        Self::of_dry_run(&finished.stderr, base_environment(toolkit)?)
    }

    /// The plan that a dry run prints.
    fn of_dry_run(printed: &str, mut environment: Vec<(String, String)>) -> Result<Self> {
        let plan = asunder_nvcc::Plan::parse(printed);
        let front_end = plan.step(Tool::FrontEnd).context("nvcc plans no cudafe++ step")?;
        let text = front_end.words.last().map_or("", String::as_str);
        let host_preprocess = plan.preprocessor_of(text).context("nvcc plans no host preprocessing")?;
        let host_compile = plan.step(Tool::HostCompiler).context("nvcc plans no host compilation")?;
        let is_of_device = |step: &&Step| {
            let of_host = [Tool::FrontEnd, Tool::HostCompiler].contains(&step.tool);
            !of_host && *step != host_preprocess
        };
        let device = plan.steps.iter().filter(is_of_device);
        let device = device.map(|step| (step.tool, step.words.clone())).collect();
        environment.extend(plan.environment.iter().cloned());
        Ok(Self {
            host_preprocess: host_preprocess.words.clone(),
            front_end: front_end.words.clone(),
            device,
            host_compile: host_compile.words.clone(),
            environment,
        })
    }

    /// Runs the host pass's preprocessor, within `limit`.
    pub fn preprocess(&self, source: &Source, limit: Duration) -> Result<()> {
        let run =
            Program::new(self.host_preprocess.clone(), &source.directory, &self.environment, limit).run()?;
        ensure!(run.ending.success(), "does not preprocess");
        Ok(())
    }

    /// Runs the preprocessors of both passes, each within `limit`.
    pub fn preprocess_both(&self, source: &Source, limit: Duration) -> Result<()> {
        self.preprocess(source, limit)?;
        for (_, argv) in self.device.iter().filter(|(tool, _)| *tool == Tool::Preprocessor) {
            let run = Program::new(argv.clone(), &source.directory, &self.environment, limit).run()?;
            ensure!(run.ending.success(), "does not preprocess for the device");
        }
        Ok(())
    }

    /// The options of the front end that name no files.
    pub fn front_end_options(&self) -> Vec<String> {
        let own = |word: &&String| {
            word.starts_with("--") && !word.ends_with("_file_name") && !word.starts_with("--gen_module_id")
        };
        self.front_end[1..].iter().filter(own).cloned().collect()
    }

    /// The preprocessed text that the front end reads.
    pub fn preprocessed(&self) -> &Path {
        Path::new(self.front_end.last().map_or("", String::as_str))
    }

    /// The file that the argument after `option` of the front end names.
    pub fn front_end_file(&self, option: &str) -> Option<&Path> {
        argument_after(&self.front_end, option).map(Path::new)
    }
}

/// The argument that follows `option`.
pub fn argument_after<'a>(argv: &'a [String], option: &str) -> Option<&'a str> {
    let at = argv.iter().position(|argument| argument == option)?;
    argv.get(at + 1).map(String::as_str)
}

/// Environment of everything that is run: the toolkit first on the path, messages untranslated.
fn base_environment(toolkit: &Toolkit) -> Result<Vec<(String, String)>> {
    let root = text(toolkit.root())?;
    let path = std::env::var("PATH").unwrap_or_default();
    Ok(vec![
        ("PATH".into(), format!("{root}/bin:{root}/nvvm/bin:{path}")),
        ("LC_ALL".into(), "C".into()),
        ("NVCC_PREPEND_FLAGS".into(), String::new()),
        ("NVCC_APPEND_FLAGS".into(), String::new()),
    ])
}

fn text(path: &Path) -> Result<String> {
    Ok(path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))?.to_owned())
}
