//! One program judged: the reference's and the candidate's run of the same front-end command.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::cache::{Cache, Key};
use super::causes::{self, Cause, Evidence};
use super::diagnostics::{Difference, HostMessage, Messages, host_messages};
use super::nvcc::{Argv, DeviceTool, Plan, Source, argument_after};
use super::objects::{self, Level, Tolerance};
use super::stub_check;
use crate::process::{Ending, Finished, Program, Usage};
use crate::toolkit::Toolkit;
use crate::workspace;

/// What is judged, and how.
pub struct Judge {
    /// The tools of the reference.
    pub toolkit: Toolkit,
    /// The program judged.
    pub candidate: PathBuf,
    /// Folder for intermediate files, one below it per program.
    pub work: PathBuf,
    /// Stored results of the reference's tools and gcc.
    pub cache: Cache,
    /// Extra flags for the host compiler, one comparison each; empty means as nvcc has it.
    pub modes: Vec<Vec<String>>,
    /// Whether gcc's warnings under `-Wall -Wextra` are compared.
    pub wall: bool,
    /// Longest time the candidate may take.
    pub limit: Duration,
}

/// The outcome for one program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Equal in everything compared.
    Equal,
    /// Different only in ways that are known faults of the reference (spec 5 §2.9).
    Known,
    /// Different.
    Different,
    /// The reference itself does not get far enough to compare with.
    Unjudged,
}

/// All that was found out about one program.
#[derive(Debug, Serialize)]
pub struct Verdict {
    /// The source file.
    pub file: PathBuf,
    /// Flags given to nvcc.
    pub flags: Vec<String>,
    /// The outcome.
    pub status: Status,
    /// What differs, in words.
    pub failures: Vec<String>,
    /// What is worth knowing although it does not count.
    pub notes: Vec<String>,
    /// Known causes of differences that were found.
    pub causes: Vec<Cause>,
    /// Bytes the front end read.
    pub preprocessed_bytes: u64,
    /// Diagnostics of the reference.
    pub diagnostics: usize,
    /// Equality of the objects per set of host compiler flags.
    pub objects: Vec<(String, Option<Level>)>,
    /// Primary stub templates whose launches all reach a specialisation; none when not checked.
    pub stubs_checked: Option<usize>,
    /// How the reference's and the candidate's front end ended, and what they used.
    pub runs: Option<[FrontEndRun; 2]>,
}

/// How a front end ended and what it used.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct FrontEndRun {
    /// How it ended.
    pub ending: Ending,
    /// What it used.
    pub usage: Usage,
}

/// What a front end left: its messages and files.
#[derive(Serialize, Deserialize)]
struct FrontEnd {
    finished: Finished,
    host_text: bool,
    module_id: Option<String>,
}

/// What the device pass left.
#[derive(Serialize, Deserialize)]
struct DevicePass {
    /// The tool that failed, with the end of its message.
    failure: Option<String>,
    /// Names of the files that the host text includes.
    files: Vec<String>,
}

/// What gcc made of a host text.
#[derive(Serialize, Deserialize)]
struct Compiled {
    ending: Ending,
    messages: String,
}

const HOST_TEXT: &str = "host.cpp";
const OBJECT: &str = "object";
const LOCK: &str = "lock";
/// Longest time for one of NVIDIA's tools or gcc.
const TOOL_LIMIT: Duration = Duration::from_secs(900);
const GCC_NAME: &str = "/usr/bin/gcc";
/// Longest list of details that a verdict carries per finding.
const MAX_DETAILS: usize = 8;

impl Judge {
    /// Judges one program. Problems of the reference are an [`Status::Unjudged`] verdict; an error is one
    /// of the harness or the machine.
    pub fn judge(&self, source: &Source) -> Result<Verdict> {
        let mut verdict = Verdict::new(source);
        let work = self.work.join(work_name(source));
        fs::create_dir_all(&work).with_context(|| format!("cannot create {}", work.display()))?;
        // Two runs on the same program take turns in its folder.
        let lock = fs::File::create(work.join(LOCK))?;
        lock.lock().with_context(|| format!("cannot lock {}", work.display()))?;
        let plan = match Plan::of(&self.toolkit, source, &work) {
            Ok(plan) => plan,
            Err(error) => return Ok(verdict.unjudged(format!("{error:#}"))),
        };
        let run = Run { judge: self, source, plan, work };
        let preprocessed = run.program(run.plan.host_preprocess.clone()).run()?;
        if !preprocessed.ending.success() {
            return Ok(verdict.unjudged(format!("preprocessing fails: {}", tail(&preprocessed.stderr))));
        }
        verdict.preprocessed_bytes = run.plan.preprocessed().metadata()?.len();
        run.compare(&mut verdict)?;
        if verdict.status == Status::Equal {
            verdict.status = match (verdict.failures.is_empty(), verdict.causes.is_empty()) {
                (false, _) => Status::Different,
                (true, false) => Status::Known,
                (true, true) => Status::Equal,
            };
        }
        run.clean()?;
        Ok(verdict)
    }
}

impl Verdict {
    fn new(source: &Source) -> Self {
        Self {
            file: source.file.clone(),
            flags: source.flags.clone(),
            status: Status::Equal,
            failures: Vec::new(),
            notes: Vec::new(),
            causes: Vec::new(),
            preprocessed_bytes: 0,
            diagnostics: 0,
            objects: Vec::new(),
            stubs_checked: None,
            runs: None,
        }
    }

    /// The verdict on a program that cannot be judged.
    pub fn unjudged_because(source: &Source, why: String) -> Self {
        Self::new(source).unjudged(why)
    }

    fn unjudged(mut self, why: String) -> Self {
        self.status = Status::Unjudged;
        self.notes.push(why);
        self
    }

    fn fail(&mut self, what: impl Into<String>) {
        self.failures.push(what.into());
    }

    fn fail_each<T: std::fmt::Display>(&mut self, what: &str, items: &[T]) {
        self.failures.extend(items.iter().take(MAX_DETAILS).map(|item| format!("{what}: {item}")));
    }
}

/// A program being judged.
struct Run<'j> {
    judge: &'j Judge,
    source: &'j Source,
    plan: Plan,
    work: PathBuf,
}

impl Run<'_> {
    fn program(&self, argv: Argv) -> Program {
        Program::new(argv, &self.source.directory, &self.plan.environment, TOOL_LIMIT)
    }

    /// Removes the intermediate files; the folder keeps both host texts and what they include.
    fn clean(&self) -> Result<()> {
        for entry in fs::read_dir(&self.work)? {
            let entry = entry?;
            if entry.file_type()?.is_file() && !is_device_file(&entry.path()) && entry.file_name() != LOCK {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    fn compare(&self, verdict: &mut Verdict) -> Result<()> {
        let (reference_dir, reference) = self.reference_front_end()?;
        if !matches!(reference.finished.ending, Ending::Exit(_)) {
            verdict.status = Status::Unjudged;
            verdict.notes.push(format!("the reference ends with {}", reference.finished.ending));
            return Ok(());
        }
        workspace::replace_link(&reference_dir, &self.work.join("reference"))?;
        let candidate_dir = self.work.join("candidate");
        fs::create_dir_all(&candidate_dir)?;
        let candidate = self.front_end(&self.judge.candidate, &candidate_dir, self.judge.limit)?;
        self.require_determinism(&candidate_dir, &candidate, verdict)?;
        verdict.runs = Some([&reference, &candidate].map(|front_end| FrontEndRun {
            ending: front_end.finished.ending,
            usage: front_end.finished.usage,
        }));
        compare_messages(verdict, &reference, &candidate);
        if reference.host_text != candidate.host_text {
            let which = if reference.host_text { "missing" } else { "unexpected" };
            verdict.fail(format!("{which} host text"));
        }
        if reference.module_id != candidate.module_id {
            verdict.fail(format!("module id {:?} vs {:?}", reference.module_id, candidate.module_id));
        }
        if !(reference.host_text && candidate.host_text) {
            return Ok(());
        }
        let texts = [&reference_dir, &candidate_dir].map(|dir| dir.join(HOST_TEXT));
        let device = self.provide_device_files(reference.module_id.as_deref(), verdict)?;
        for mode in &self.judge.modes {
            let name = if mode.is_empty() { "default".to_owned() } else { mode.join(" ") };
            let level = self.compare_objects(&texts, mode, &name, verdict)?;
            verdict.objects.push((name, level));
        }
        if device.failure.is_none() {
            self.check_stubs(&texts, verdict)?;
        }
        if self.judge.wall {
            self.compare_warnings(&texts, verdict)?;
        }
        Ok(())
    }

    // ---- front ends

    fn reference_front_end(&self) -> Result<(PathBuf, FrontEnd)> {
        let cudafe = self.judge.toolkit.cudafe();
        let key = Key::new("front end 1")
            .program(&cudafe)?
            .words(&self.plan.front_end)
            .text(&self.source.directory.to_string_lossy())
            .file(self.plan.preprocessed())?;
        self.judge.cache.obtain(key, |dir| self.front_end(&cudafe, dir, TOOL_LIMIT))
    }

    /// Runs `program` on the front end's command line and moves what it wrote to `dir`.
    fn front_end(&self, program: &Path, dir: &Path, limit: Duration) -> Result<FrontEnd> {
        let host_text = self.plan.front_end_file("--gen_c_file_name").context("no --gen_c_file_name")?;
        let module_id = self.plan.front_end_file("--module_id_file_name");
        for path in std::iter::once(host_text).chain(module_id) {
            remove_if_there(path)?;
        }
        let mut argv = self.plan.front_end.clone();
        argv[0] = program.to_str().context("the path of the front end is not UTF-8")?.to_owned();
        let finished =
            Program::new(argv, &self.source.directory, &self.plan.environment, limit).measured()?;
        let written = host_text.is_file();
        if written {
            fs::rename(host_text, dir.join(HOST_TEXT)).or_else(|_| {
                fs::copy(host_text, dir.join(HOST_TEXT)).and_then(|_| fs::remove_file(host_text))
            })?;
        }
        let module_id = match module_id {
            Some(path) if path.is_file() => Some(String::from_utf8_lossy(&fs::read(path)?).into_owned()),
            _ => None,
        };
        Ok(FrontEnd { finished, host_text: written, module_id })
    }

    /// Runs the candidate once more; it must say and write the same.
    fn require_determinism(&self, dir: &Path, first: &FrontEnd, verdict: &mut Verdict) -> Result<()> {
        let again_dir = tempfile::tempdir_in(&self.work)?;
        let again = self.front_end(&self.judge.candidate, again_dir.path(), self.judge.limit)?;
        let facts = |front_end: &FrontEnd, dir: &Path| {
            let text = fs::read(dir.join(HOST_TEXT)).ok().filter(|_| front_end.host_text);
            let Finished { ending, stdout, stderr, .. } = &front_end.finished;
            (text, front_end.module_id.clone(), *ending, stdout.clone(), stderr.clone())
        };
        if facts(first, dir) != facts(&again, again_dir.path()) {
            verdict.fail("the candidate is not deterministic");
        }
        Ok(())
    }

    // ---- device pass

    /// Puts the stub and the fat binary that the host text includes into the work folder.
    fn provide_device_files(&self, module_id: Option<&str>, verdict: &mut Verdict) -> Result<DevicePass> {
        let mut key = Key::new("device 1").text(module_id.unwrap_or(""));
        let mut unpreprocessed = None;
        for (tool, argv) in &self.plan.device {
            key = key.words(argv);
            if *tool == DeviceTool::Preprocess {
                let finished = self.program(argv.clone()).run()?;
                if !finished.ending.success() {
                    unpreprocessed = Some(format!("preprocessing fails: {}", tail(&finished.stderr)));
                    break;
                }
                key = key.file(Path::new(argument_after(argv, "-o").context("gcc -E without -o")?))?;
            } else {
                key = key.program(&program_path(&argv[0], self.judge.toolkit.root()))?;
            }
        }
        let (dir, pass) = self.judge.cache.obtain(key, |dir| match unpreprocessed {
            Some(why) => Ok(DevicePass { failure: Some(why), files: Vec::new() }),
            None => self.device_pass(module_id, dir),
        })?;
        for name in &pass.files {
            fs::copy(dir.join(name), self.work.join(name))?;
        }
        if let Some(failure) = &pass.failure {
            verdict.notes.push(format!("device pass: {failure}"));
            let stub = self.plan.front_end_file("--stub_file_name").context("no --stub_file_name")?;
            fs::write(self.work.join(stub), "")?;
        }
        Ok(pass)
    }

    /// Runs cicc, ptxas and fatbinary; keeps the stub and the fat binary in `dir`.
    fn device_pass(&self, module_id: Option<&str>, dir: &Path) -> Result<DevicePass> {
        if let (Some(id), Some(path)) = (module_id, self.plan.front_end_file("--module_id_file_name")) {
            fs::write(path, id)?;
        }
        let mut pass = DevicePass { failure: None, files: Vec::new() };
        for (tool, argv) in &self.plan.device {
            if *tool == DeviceTool::Preprocess {
                continue;
            }
            let finished = self.program(argv.clone()).run()?;
            if !finished.ending.success() {
                let name = Path::new(&argv[0]).file_name().unwrap_or_default().to_string_lossy().into_owned();
                pass.failure =
                    Some(format!("{name} ends with {}: {}", finished.ending, tail(&finished.stderr)));
                break;
            }
            let included = match tool {
                DeviceTool::Cicc => argument_after(argv, "--stub_file_name"),
                DeviceTool::Fatbinary => argv.iter().find_map(|word| word.strip_prefix("--embedded-fatbin=")),
                _ => None,
            };
            let Some(path) = included.map(Path::new).filter(|path| path.is_file()) else { continue };
            let name =
                path.file_name().context("a device file without a name")?.to_string_lossy().into_owned();
            fs::copy(path, dir.join(&name))?;
            pass.files.push(name);
        }
        Ok(pass)
    }

    // ---- host compiler

    /// Compiles the host text `text` as nvcc would, with `extra` flags and `action` (`-c`, `-S` or
    /// `-fsyntax-only`); gives the output file and what gcc said.
    fn compile(&self, text: &Path, extra: &[String], action: &str) -> Result<(PathBuf, Compiled)> {
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
        let mut key = Key::new("gcc 1").program(Path::new(GCC_NAME))?.words(&argv).file(text)?;
        for path in device_files(&self.work)? {
            key = key.file(&path)?;
        }
        let (dir, compiled) = self.judge.cache.obtain(key, |dir| {
            fs::copy(text, &host_text)?;
            argv[output + 1] = dir.join(OBJECT).to_string_lossy().into_owned();
            let finished = self.program(argv).run()?;
            Ok(Compiled { ending: finished.ending, messages: finished.stdout + &finished.stderr })
        })?;
        Ok((dir.join(OBJECT), compiled))
    }

    /// Compares the objects of both texts; a difference that no known cause explains is a failure.
    fn compare_objects(
        &self,
        [reference, candidate]: &[PathBuf; 2],
        mode: &[String],
        name: &str,
        verdict: &mut Verdict,
    ) -> Result<Option<Level>> {
        let (ours, our_messages) = self.compile(reference, mode, "-c")?;
        let (theirs, their_messages) = self.compile(candidate, mode, "-c")?;
        match (our_messages.ending.success(), their_messages.ending.success()) {
            (true, true) => {}
            (false, true) => {
                verdict.causes.push(Cause::ReferenceDoesNotCompile);
                return Ok(None);
            }
            (false, false) => {
                verdict
                    .notes
                    .push(format!("{name}: gcc rejects both: {}", first_error(&our_messages.messages)));
                return Ok(None);
            }
            (true, false) => {
                verdict.fail(format!(
                    "{name}: gcc rejects the host text: {}",
                    first_error(&their_messages.messages)
                ));
                return Ok(None);
            }
        }
        let (ours, theirs) = (fs::read(ours)?, fs::read(theirs)?);
        if ours == theirs {
            return Ok(Some(Level::Bytes));
        }
        let by_section = objects::differences_by_section(&ours, &theirs)?;
        if by_section.is_empty() {
            return Ok(Some(Level::Sections));
        }
        let by_symbol = |extra: &[&str], tolerance| -> Result<Vec<String>> {
            let flags: Vec<String> =
                mode.iter().cloned().chain(extra.iter().map(|&flag| flag.to_owned())).collect();
            let objects = [reference, candidate].map(|text| self.compile_by_symbol(text, &flags));
            let [ours, theirs] = objects;
            objects::differences_by_symbol(&ours?, &theirs?, tolerance)
        };
        let differences = by_symbol(&[], Tolerance::default())?;
        if differences.is_empty() {
            return Ok(Some(Level::Symbols));
        }
        let assembly = |text: &Path| -> Result<String> {
            let (path, _) = self.compile(text, mode, "-S")?;
            Ok(fs::read_to_string(path)?)
        };
        let evidence = Evidence::new(
            &[fs::read(reference)?, fs::read(candidate)?],
            [assembly(reference)?, assembly(candidate)?],
        );
        match causes::explain(&by_symbol, &evidence)? {
            Some(cause) => verdict.causes.push(cause),
            None => verdict.fail_each(&format!("object {name}"), &differences),
        }
        Ok(None)
    }

    /// The object of `text` with a section per symbol, constants apart from variables.
    fn compile_by_symbol(&self, text: &Path, flags: &[String]) -> Result<Vec<u8>> {
        let mut flags = flags.to_vec();
        flags.extend(["-ffunction-sections", "-fdata-sections", "-fmerge-constants"].map(str::to_owned));
        let (object, _) = self.compile(text, &flags, "-c")?;
        Ok(fs::read(object)?)
    }

    /// Deletes the primary stub templates and looks whether a launch needs one.
    fn check_stubs(&self, texts: &[PathBuf; 2], verdict: &mut Verdict) -> Result<()> {
        let mut missed: [Vec<HostMessage>; 2] = Default::default();
        for (text, missed) in texts.iter().zip(&mut missed) {
            let host_text = String::from_utf8_lossy(&fs::read(text)?).into_owned();
            let (deleted, count) = stub_check::delete_primaries(&host_text);
            verdict.stubs_checked = Some(count);
            if count == 0 {
                continue;
            }
            let mut changed = tempfile::NamedTempFile::new_in(&self.work)?;
            std::io::Write::write_all(&mut changed, deleted.as_bytes())?;
            let (_, compiled) = self.compile(changed.path(), &[], "-fsyntax-only")?;
            *missed = stub_check::unmatched(&compiled.messages);
        }
        let difference = Difference::between(&missed[0], &missed[1]);
        verdict.fail_each("launch reaches no stub", &difference.extra);
        Ok(())
    }

    /// Compares gcc's warnings; one that the reference's text does not provoke is a failure.
    fn compare_warnings(&self, texts: &[PathBuf; 2], verdict: &mut Verdict) -> Result<()> {
        let flags = ["-Wall".to_owned(), "-Wextra".to_owned()];
        let (_, reference) = self.compile(&texts[0], &flags, "-c")?;
        let (_, candidate) = self.compile(&texts[1], &flags, "-c")?;
        let difference =
            Difference::between(&host_messages(&reference.messages), &host_messages(&candidate.messages));
        verdict.fail_each("gcc -Wall -Wextra adds", &difference.extra);
        if !difference.missing.is_empty() {
            verdict.notes.push(format!("{} gcc warnings fewer", difference.missing.len()));
        }
        Ok(())
    }
}

/// Compares exit codes and what was printed.
fn compare_messages(verdict: &mut Verdict, reference: &FrontEnd, candidate: &FrontEnd) {
    let (ours, theirs) = (&reference.finished, &candidate.finished);
    if ours.ending != theirs.ending {
        verdict.fail(format!("exit code {} vs {}: {}", ours.ending, theirs.ending, tail(&theirs.stderr)));
    }
    let read = |finished: &Finished| Messages::parse(&format!("{}{}", finished.stdout, finished.stderr));
    let (our_messages, their_messages) = (read(ours), read(theirs));
    verdict.diagnostics = our_messages.diagnostics.len();
    let difference = Difference::between(&our_messages.diagnostics, &their_messages.diagnostics);
    verdict.fail_each("diagnostic missing", &difference.missing);
    verdict.fail_each("diagnostic extra", &difference.extra);
    if difference.is_empty() && ours.stderr != theirs.stderr {
        verdict.notes.push("the diagnostics are printed differently".into());
    }
}

/// A readable name for a program's folder, with a hash of everything that tells programs apart.
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

/// The installed program that nvcc calls by a bare name or a path.
fn program_path(name: &str, toolkit: &Path) -> PathBuf {
    if name.contains('/') { PathBuf::from(name) } else { toolkit.join("bin").join(name) }
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

/// The first error in gcc's output.
fn first_error(output: &str) -> String {
    let error = host_messages(output).into_iter().find(|message| message.severity != "warning");
    error.map_or_else(|| tail(output), |message| message.to_string())
}

/// The end of a text, on one line.
fn tail(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let skip = words.chars().count().saturating_sub(300);
    words.chars().skip(skip).collect()
}
