//! The tools applied to one program: preprocessor, front ends, device pass, host compiler.
//!
//! Each program has a folder for intermediate files, in which one run works at a time. What NVIDIA's
//! tools and gcc make of the same input is taken from the cache.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use asunder_nvcc::Tool;
use serde::{Deserialize, Serialize};

use super::cache::{Cache, Key};
use super::nvcc::{Argv, Plan, Source, argument_after};
use crate::process::{Ending, Finished, Program};
use crate::toolkit::Toolkit;

/// What a front end left: its messages and files.
#[derive(Serialize, Deserialize)]
pub struct FrontEnd {
    /// How it ended and what it printed.
    pub finished: Finished,
    /// Whether it wrote a host text.
    pub host_text: bool,
    /// The module id, where it wrote one.
    pub module_id: Option<String>,
}

/// How much of the device pass is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceDepth {
    /// All of it: both objects contain the program's own device code.
    Full,
    /// cicc's front end only, which writes the stub; an empty fat binary stands in on both sides.
    StubOnly,
}

/// What the device pass left.
#[derive(Serialize, Deserialize)]
struct DevicePass {
    /// The tool that failed, with the end of its message.
    failure: Option<String>,
    /// Names of the files that the host text includes.
    files: Vec<String>,
}

impl DevicePass {
    /// Copies a file that the host text includes to `dir`.
    fn keep(&mut self, path: &Path, dir: &Path) -> Result<()> {
        let name = path.file_name().context("a device file without a name")?.to_string_lossy().into_owned();
        fs::copy(path, dir.join(&name))?;
        self.files.push(name);
        Ok(())
    }
}

/// The file with the fat binary that a run of fatbinary writes for the host text.
fn embedded_fatbin(argv: &[String]) -> Option<&Path> {
    argv.iter().find_map(|word| word.strip_prefix("--embedded-fatbin=")).map(Path::new)
}

/// Writes an empty fat binary where the host text includes one.
pub fn write_empty_fatbin(plan: &Plan) -> Result<()> {
    let fatbinaries = plan.device.iter().filter(|(tool, _)| *tool == Tool::Fatbinary);
    for path in fatbinaries.filter_map(|(_, argv)| embedded_fatbin(argv)) {
        fs::write(path, EMPTY_FATBIN)?;
    }
    Ok(())
}

/// What gcc made of a host text.
#[derive(Serialize, Deserialize)]
pub struct Compiled {
    /// How it ended.
    pub ending: Ending,
    /// What it printed.
    pub messages: String,
}

/// Name of the host text in the folder of a front end's results.
pub const HOST_TEXT: &str = "host.cpp";
const OBJECT: &str = "object";
const LOCK: &str = "lock";
/// Longest time for one of NVIDIA's tools or gcc.
const TOOL_LIMIT: Duration = Duration::from_secs(900);
/// The fat binary of [`DeviceDepth::StubOnly`].
const EMPTY_FATBIN: &str = include_str!("empty_fatbin.c");

/// A program preprocessed, in its folder.
pub struct Tools<'j> {
    toolkit: &'j Toolkit,
    cache: &'j Cache,
    source: &'j Source,
    plan: Plan,
    work: PathBuf,
    /// Held while the folder is used.
    _lock: fs::File,
}

impl<'j> Tools<'j> {
    /// Plans the build of `source` and preprocesses it, in a folder below `work`.
    pub fn prepare(toolkit: &'j Toolkit, cache: &'j Cache, work: &Path, source: &'j Source) -> Result<Self> {
        let work = work.join(work_name(source));
        fs::create_dir_all(&work).with_context(|| format!("cannot create {}", work.display()))?;
        let lock = fs::File::create(work.join(LOCK))?;
        lock.lock().with_context(|| format!("cannot lock {}", work.display()))?;
        let plan = Plan::of(toolkit, source, &work)?;
        let tools = Self { toolkit, cache, source, plan, work, _lock: lock };
        let preprocessed = tools.program(tools.plan.host_preprocess.clone()).run()?;
        ensure!(preprocessed.ending.success(), "preprocessing fails: {}", tail(&preprocessed.stderr));
        Ok(tools)
    }

    /// The program's folder.
    pub fn folder(&self) -> &Path {
        &self.work
    }

    /// How much text the front ends read.
    pub fn preprocessed_bytes(&self) -> Result<u64> {
        Ok(self.plan.preprocessed().metadata()?.len())
    }

    fn program(&self, argv: Argv) -> Program {
        Program::new(argv, &self.source.directory, &self.plan.environment, TOOL_LIMIT)
    }

    /// The file of a program that nvcc calls by a bare name or a path: its own tools come first.
    fn program_file(&self, name: &str) -> PathBuf {
        let search = std::env::var_os("PATH").unwrap_or_default();
        std::iter::once(self.toolkit.root().join("bin"))
            .chain(std::env::split_paths(&search))
            .map(|folder| folder.join(name))
            .find(|path| path.is_file())
            .unwrap_or_else(|| PathBuf::from(name))
    }

    /// Removes the intermediate files; the folder keeps both host texts and what they include.
    pub fn clean(&self) -> Result<()> {
        for entry in fs::read_dir(&self.work)? {
            let entry = entry?;
            if entry.file_type()?.is_file() && !is_device_file(&entry.path()) && entry.file_name() != LOCK {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// The reference's run of the front end, and the folder with its host text.
    pub fn reference_front_end(&self) -> Result<(PathBuf, FrontEnd)> {
        let cudafe = self.toolkit.cudafe();
        let key = Key::new("front end 1")
            .program(&cudafe)?
            .words(&self.plan.front_end)
            .text(&self.source.directory.to_string_lossy())
            .file(self.plan.preprocessed())?;
        self.cache.obtain(key, |dir| {
            let front_end = self.front_end(&cudafe, dir, TOOL_LIMIT, None)?;
            ensure!(front_end.finished.ending != Ending::TimedOut, "the reference takes too long");
            Ok(front_end)
        })
    }

    /// Runs `program` on the front end's command line and moves what it wrote to `dir`. With `module_id`, it
    /// takes that instead of making one.
    pub fn front_end(
        &self,
        program: &Path,
        dir: &Path,
        limit: Duration,
        module_id: Option<&str>,
    ) -> Result<FrontEnd> {
        let host_text = self.plan.front_end_file("--gen_c_file_name").context("no --gen_c_file_name")?;
        let id_file = self.plan.front_end_file("--module_id_file_name");
        for path in std::iter::once(host_text).chain(id_file) {
            remove_if_there(path)?;
        }
        let mut argv = self.plan.front_end.clone();
        if let (Some(id), Some(path)) = (module_id, id_file) {
            fs::write(path, id)?;
            argv.retain(|argument| argument != "--gen_module_id_file");
        }
        argv[0] = program.to_str().context("the path of the front end is not UTF-8")?.to_owned();
        let finished =
            Program::new(argv, &self.source.directory, &self.plan.environment, limit).measured()?;
        let written = host_text.is_file();
        if written {
            fs::rename(host_text, dir.join(HOST_TEXT)).or_else(|_| {
                fs::copy(host_text, dir.join(HOST_TEXT)).and_then(|_| fs::remove_file(host_text))
            })?;
        }
        let module_id = match id_file {
            Some(path) if path.is_file() => Some(String::from_utf8_lossy(&fs::read(path)?).into_owned()),
            _ => None,
        };
        Ok(FrontEnd { finished, host_text: written, module_id })
    }

    /// Puts the stub and the fat binary that the host text includes into the program's folder. Where the
    /// device pass fails, the stub is empty and the reason is given.
    pub fn provide_device_files(
        &self,
        module_id: Option<&str>,
        depth: DeviceDepth,
    ) -> Result<Option<String>> {
        let kind = match depth {
            DeviceDepth::Full => "device 1",
            DeviceDepth::StubOnly => "device stub 1",
        };
        let mut key = Key::new(kind).text(module_id.unwrap_or(""));
        let mut unpreprocessed = None;
        for (tool, argv) in &self.plan.device {
            key = key.words(argv);
            if *tool == Tool::Preprocessor {
                let finished = self.program(argv.clone()).run()?;
                if !finished.ending.success() {
                    unpreprocessed = Some(format!("preprocessing fails: {}", tail(&finished.stderr)));
                    break;
                }
                key = key.file(Path::new(argument_after(argv, "-o").context("gcc -E without -o")?))?;
            } else {
                key = key.program(&self.program_file(&argv[0]))?;
            }
        }
        let (dir, pass) = self.cache.obtain(key, |dir| match unpreprocessed {
            Some(why) => Ok(DevicePass { failure: Some(why), files: Vec::new() }),
            None => self.device_pass(module_id, depth, dir),
        })?;
        for name in &pass.files {
            fs::copy(dir.join(name), self.work.join(name))?;
        }
        if pass.failure.is_some() {
            let stub = self.plan.front_end_file("--stub_file_name").context("no --stub_file_name")?;
            fs::write(self.work.join(stub), "")?;
        }
        Ok(pass.failure)
    }

    /// Runs cicc, ptxas and fatbinary as far as `depth` says; keeps the stub and the fat binary in `dir`.
    fn device_pass(&self, module_id: Option<&str>, depth: DeviceDepth, dir: &Path) -> Result<DevicePass> {
        if let (Some(id), Some(path)) = (module_id, self.plan.front_end_file("--module_id_file_name")) {
            fs::write(path, id)?;
        }
        let mut pass = DevicePass { failure: None, files: Vec::new() };
        for (tool, argv) in &self.plan.device {
            let mut argv = argv.clone();
            match (depth, tool) {
                (_, Tool::Preprocessor | Tool::FrontEnd | Tool::HostCompiler)
                | (DeviceDepth::StubOnly, Tool::Assembler) => continue,
                (DeviceDepth::Full, _) => {}
                (DeviceDepth::StubOnly, Tool::DeviceCompiler) => {
                    argv.insert(1, "--device-syntax-only".into())
                }
                (DeviceDepth::StubOnly, Tool::Fatbinary) => {
                    let path = embedded_fatbin(&argv).context("fatbinary writes no file to include")?;
                    fs::write(path, EMPTY_FATBIN)?;
                    pass.keep(path, dir)?;
                    continue;
                }
            }
            let finished = self.program(argv.clone()).run()?;
            require_exit(&finished)?;
            if !finished.ending.success() {
                let name = Path::new(&argv[0]).file_name().unwrap_or_default().to_string_lossy().into_owned();
                pass.failure =
                    Some(format!("{name} ends with {}: {}", finished.ending, tail(&finished.stderr)));
                break;
            }
            let included = match tool {
                Tool::DeviceCompiler => argument_after(&argv, "--stub_file_name").map(Path::new),
                Tool::Fatbinary => embedded_fatbin(&argv),
                _ => None,
            };
            if let Some(path) = included.filter(|path| path.is_file()) {
                pass.keep(path, dir)?;
            }
        }
        Ok(pass)
    }

    /// Compiles the host text `text` as nvcc would, with `extra` flags and `action` (`-c`, `-S` or
    /// `-fsyntax-only`); gives the output file and what gcc said.
    pub fn compile(&self, text: &Path, extra: &[String], action: &str) -> Result<(PathBuf, Compiled)> {
        let mut argv = self.plan.host_compile.clone();
        let place = argv
            .iter()
            .position(|word| word.ends_with(".cudafe1.cpp"))
            .context("the host compilation names no host text")?;
        let host_text = PathBuf::from(&argv[place]);
        let output = argv.iter().position(|word| word == "-o").context("the host compilation has no -o")?;
        let compile = argv.iter().position(|word| word == "-c").context("the host compilation has no -c")?;
        argv[compile] = action.to_owned();
        argv.extend(extra.iter().cloned());
        let mut key = Key::new("gcc 1").program(&self.program_file(&argv[0]))?.words(&argv).file(text)?;
        for path in device_files(&self.work)? {
            key = key.file(&path)?;
        }
        let (dir, compiled) = self.cache.obtain(key, |dir| {
            fs::copy(text, &host_text)?;
            argv[output + 1] = dir.join(OBJECT).to_string_lossy().into_owned();
            let finished = self.program(argv).run()?;
            require_exit(&finished)?;
            Ok(Compiled { ending: finished.ending, messages: finished.stdout + &finished.stderr })
        })?;
        Ok((dir.join(OBJECT), compiled))
    }

    /// The object of `text` with a section per symbol, constants apart from variables.
    pub fn compile_by_symbol(&self, text: &Path, flags: &[String]) -> Result<Vec<u8>> {
        let mut flags = flags.to_vec();
        flags.extend(["-ffunction-sections", "-fdata-sections", "-fmerge-constants"].map(str::to_owned));
        let (object, _) = self.compile(text, &flags, "-c")?;
        Ok(fs::read(object)?)
    }
}

/// An error for a tool that did not end by itself, so that a busy machine leaves no wrong result in the cache.
fn require_exit(finished: &Finished) -> Result<()> {
    let killed = finished.stderr.contains("Killed signal terminated program");
    if killed || !matches!(finished.ending, Ending::Exit(_)) {
        bail!("a tool ends with {}: {}", finished.ending, tail(&finished.stderr));
    }
    Ok(())
}

/// A readable name for a program's folder, with a hash of everything that distinguishes programs.
fn work_name(source: &Source) -> String {
    let stem = source.file.file_name().unwrap_or_default().to_string_lossy();
    let plain: String =
        stem.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' }).collect();
    let key = Key::new("work")
        .text(&source.directory.join(&source.file).to_string_lossy())
        .words(&source.flags)
        .finish_short();
    format!("{plain}-{key}")
}

/// Whether the host text includes this file of the device pass.
fn is_device_file(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.ends_with(".stub.c") || name.ends_with(".fatbin.c")
}

fn device_files(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = fs::read_dir(dir)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| is_device_file(path))
        .collect();
    files.sort();
    Ok(files)
}

fn remove_if_there(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// The end of a text, on one line.
pub fn tail(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let skip = words.chars().count().saturating_sub(300);
    words.chars().skip(skip).collect()
}
