//! One program compared: the reference's and the candidate's run of the same front-end command.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use super::cache::Cache;
use super::causes::{self, Cause, Evidence};
use super::diagnostics::{Difference, HostMessage, Messages, host_messages};
use super::nvcc::Source;
use super::objects::{self, Level, Tolerance};
use super::stub_check;
use super::tools::{DeviceDepth, FrontEnd, HOST_TEXT, Tools, tail};
use crate::process::{Ending, Finished, Usage};
use crate::toolkit::Toolkit;
use crate::workspace;

/// What is checked, and how.
pub struct Comparison {
    /// The tools of the reference.
    pub toolkit: Toolkit,
    /// The program checked.
    pub candidate: PathBuf,
    /// Folder for intermediate files, one below it per program.
    pub work: PathBuf,
    /// Stored results of the reference's tools and gcc.
    pub cache: Cache,
    /// Extra flags for the host compiler, one comparison each; empty means as nvcc has it.
    pub modes: Vec<Vec<String>>,
    /// How much of the device pass is run.
    pub device: DeviceDepth,
    /// Whether gcc's warnings under `-Wall -Wextra` are compared.
    pub wall: bool,
    /// Whether programs that the reference rejects are left out.
    pub accepted_only: bool,
    /// Whether what the front ends report is compared.
    pub diagnostics: bool,
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
    /// The reference rejects it, and only accepted programs are compared.
    Rejected,
    /// The reference itself does not get far enough to compare with.
    NotComparable,
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
    /// Primary stub templates whose launches all reach a specialisation; none when not checked, which
    /// objects with the same bytes need not be.
    pub stubs_checked: Option<usize>,
    /// How the reference's and the candidate's front end ended, and what they used.
    pub runs: Option<[FrontEndRun; 2]>,
}

/// How a front end ended and what it used.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct FrontEndRun {
    /// How it ended.
    pub ending: Ending,
    /// What it used.
    pub usage: Usage,
}

/// Longest list of details that a verdict carries per finding.
const MAX_DETAILS: usize = 8;

impl Comparison {
    /// Compares one program. Problems of the reference are an [`Status::NotComparable`] verdict; an error is one
    /// of the harness or the machine.
    pub fn compare(&self, source: &Source) -> Result<Verdict> {
        let mut verdict = Verdict::new(source);
        let tools = match Tools::prepare(&self.toolkit, &self.cache, &self.work, source) {
            Ok(tools) => tools,
            Err(error) => return Ok(verdict.not_comparable(format!("{error:#}"))),
        };
        verdict.preprocessed_bytes = tools.preprocessed_bytes()?;
        let run = Run { comparison: self, tools };
        run.compare(&mut verdict)?;
        if verdict.status == Status::Equal {
            verdict.status = match (verdict.failures.is_empty(), verdict.causes.is_empty()) {
                (false, _) => Status::Different,
                (true, false) => Status::Known,
                (true, true) => Status::Equal,
            };
        }
        run.tools.clean()?;
        Ok(verdict)
    }
}

impl Verdict {
    fn new(source: &Source) -> Self {
        Self {
            file: source.directory.join(&source.file),
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

    /// The verdict on a program that cannot be checked.
    pub fn not_comparable_because(source: &Source, why: String) -> Self {
        Self::new(source).not_comparable(why)
    }

    fn not_comparable(mut self, why: String) -> Self {
        self.status = Status::NotComparable;
        self.notes.push(why);
        self
    }

    fn fail(&mut self, what: impl Into<String>) {
        self.failures.push(what.into());
    }

    fn excuse(&mut self, cause: Cause) {
        if !self.causes.contains(&cause) {
            self.causes.push(cause);
        }
    }

    fn fail_each<T: std::fmt::Display>(&mut self, what: &str, items: &[T]) {
        self.failures.extend(items.iter().take(MAX_DETAILS).map(|item| format!("{what}: {item}")));
    }
}

/// A program being checked.
struct Run<'j> {
    comparison: &'j Comparison,
    tools: Tools<'j>,
}

impl Run<'_> {
    fn compare(&self, verdict: &mut Verdict) -> Result<()> {
        let (reference_dir, reference) = self.tools.reference_front_end()?;
        if !matches!(reference.finished.ending, Ending::Exit(_)) {
            verdict.status = Status::NotComparable;
            verdict.notes.push(format!("the reference ends with {}", reference.finished.ending));
            return Ok(());
        }
        if self.comparison.accepted_only && !reference.finished.ending.success() {
            verdict.status = Status::Rejected;
            return Ok(());
        }
        workspace::replace_link(&reference_dir, &self.tools.folder().join("reference"))?;
        let candidate_dir = self.tools.folder().join("candidate");
        fs::create_dir_all(&candidate_dir)?;
        let candidate =
            self.tools.front_end(&self.comparison.candidate, &candidate_dir, self.comparison.limit, None)?;
        self.require_determinism(&candidate_dir, &candidate, verdict)?;
        verdict.runs = Some([&reference, &candidate].map(|front_end| FrontEndRun {
            ending: front_end.finished.ending,
            usage: front_end.finished.usage,
        }));
        if reference.finished.ending != candidate.finished.ending {
            let endings = format!("{} vs {}", reference.finished.ending, candidate.finished.ending);
            verdict.fail(format!("exit code {endings}: {}", tail(&candidate.finished.stderr)));
        }
        if self.comparison.diagnostics {
            compare_messages(verdict, &reference.finished, &candidate.finished);
        }
        if reference.host_text != candidate.host_text {
            let which = if reference.host_text { "missing" } else { "unexpected" };
            verdict.fail(format!("{which} host text"));
        }
        if let Some(id) = reference.module_id.as_deref().filter(|id| is_of_moment(id)) {
            // No two runs give this id, so the candidate is given it for the comparison of the objects.
            self.tools.front_end(
                &self.comparison.candidate,
                &candidate_dir,
                self.comparison.limit,
                Some(id),
            )?;
            if candidate.module_id.as_deref().is_some_and(|id| !is_of_moment(id)) {
                verdict.excuse(Cause::ModuleIdOfMoment);
            }
        } else if reference.module_id != candidate.module_id {
            verdict.fail(format!("module id {:?} vs {:?}", reference.module_id, candidate.module_id));
        }
        if !(reference.host_text && candidate.host_text) {
            return Ok(());
        }
        let texts = [&reference_dir, &candidate_dir].map(|dir| dir.join(HOST_TEXT));
        let device_failure =
            self.tools.provide_device_files(reference.module_id.as_deref(), self.comparison.device)?;
        for mode in &self.comparison.modes {
            let name = if mode.is_empty() { "default".to_owned() } else { mode.join(" ") };
            let level = self.compare_objects(&texts, mode, &name, verdict)?;
            verdict.objects.push((name, level));
        }
        match device_failure {
            // With the same bytes, each launch calls what it calls in the reference's object.
            None if verdict.objects.iter().all(|(_, level)| *level == Some(Level::Bytes)) => {}
            None => self.check_stubs(&texts, verdict)?,
            Some(failure) => verdict.notes.push(format!("device pass: {failure}")),
        }
        if self.comparison.wall {
            self.compare_warnings(&texts, verdict)?;
        }
        Ok(())
    }

    /// Runs the candidate once more; it must say and write the same.
    fn require_determinism(&self, dir: &Path, first: &FrontEnd, verdict: &mut Verdict) -> Result<()> {
        let again_dir = tempfile::tempdir_in(self.tools.folder())?;
        let again = self.tools.front_end(
            &self.comparison.candidate,
            again_dir.path(),
            self.comparison.limit,
            None,
        )?;
        if first.module_id.as_deref().is_some_and(is_of_moment) {
            return Ok(());
        }
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

    /// Compares the objects of both texts; a difference that no known cause explains is a failure.
    fn compare_objects(
        &self,
        [reference, candidate]: &[PathBuf; 2],
        mode: &[String],
        name: &str,
        verdict: &mut Verdict,
    ) -> Result<Option<Level>> {
        let (ours, our_messages) = self.tools.compile(reference, mode, "-c")?;
        let (theirs, their_messages) = self.tools.compile(candidate, mode, "-c")?;
        match (our_messages.ending.success(), their_messages.ending.success()) {
            (true, true) => {}
            (false, true) => {
                verdict.excuse(Cause::ReferenceDoesNotCompile);
                return Ok(None);
            }
            (false, false) => {
                let (ours, theirs) =
                    (first_error(&our_messages.messages), first_error(&their_messages.messages));
                if ours == theirs {
                    verdict.notes.push(format!("{name}: gcc rejects both: {ours}"));
                } else {
                    verdict.fail(format!(
                        "{name}: gcc rejects both texts, the reference's: {ours}, ours: {theirs}"
                    ));
                }
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
            let objects = [reference, candidate].map(|text| self.tools.compile_by_symbol(text, &flags));
            let [ours, theirs] = objects;
            objects::differences_by_symbol(&ours?, &theirs?, tolerance)
        };
        let differences = by_symbol(&[], Tolerance::default())?;
        if differences.is_empty() {
            return Ok(Some(Level::Symbols));
        }
        let assembly = |text: &Path| -> Result<String> {
            let (path, _) = self.tools.compile(text, mode, "-S")?;
            Ok(fs::read_to_string(path)?)
        };
        let evidence = Evidence::new(
            &[fs::read(reference)?, fs::read(candidate)?],
            [assembly(reference)?, assembly(candidate)?],
        );
        match causes::explain(&by_symbol, &evidence)? {
            Some(cause) => verdict.excuse(cause),
            None if self.only_reference_misses_stubs(reference, candidate)? => {
                verdict.excuse(Cause::LaunchReachesNoStub);
            }
            None => verdict.fail_each(&format!("object {name}"), &differences),
        }
        Ok(None)
    }

    /// Deletes the primary stub templates and looks whether a launch needs one.
    fn check_stubs(&self, texts: &[PathBuf; 2], verdict: &mut Verdict) -> Result<()> {
        let [reference, candidate] = texts;
        let (missed, count) = self.missed_stubs(candidate)?;
        verdict.stubs_checked = Some(count);
        if missed.is_empty() {
            return Ok(());
        }
        let (missed_by_reference, _) = self.missed_stubs(reference)?;
        let difference = Difference::between(&missed_by_reference, &missed);
        verdict.fail_each("launch reaches no stub", &difference.extra);
        Ok(())
    }

    /// Whether launches of the reference's text do nothing that reach their stubs in the candidate's.
    fn only_reference_misses_stubs(&self, reference: &Path, candidate: &Path) -> Result<bool> {
        Ok(self.missed_stubs(candidate)?.0.is_empty() && !self.missed_stubs(reference)?.0.is_empty())
    }

    /// The launches of a host text that reach no stub, and how many primary stub templates it has.
    fn missed_stubs(&self, text: &Path) -> Result<(Vec<HostMessage>, usize)> {
        let host_text = String::from_utf8_lossy(&fs::read(text)?).into_owned();
        let (deleted, count) = stub_check::delete_primaries(&host_text);
        if count == 0 {
            return Ok((Vec::new(), 0));
        }
        let mut changed = tempfile::NamedTempFile::new_in(self.tools.folder())?;
        std::io::Write::write_all(&mut changed, deleted.as_bytes())?;
        let (_, compiled) = self.tools.compile(changed.path(), &[], "-fsyntax-only")?;
        Ok((stub_check::unmatched(&compiled.messages), count))
    }

    /// Compares gcc's warnings; one that the reference's text does not provoke is a failure.
    fn compare_warnings(&self, texts: &[PathBuf; 2], verdict: &mut Verdict) -> Result<()> {
        let flags = ["-Wall".to_owned(), "-Wextra".to_owned()];
        let (_, reference) = self.tools.compile(&texts[0], &flags, "-c")?;
        let (_, candidate) = self.tools.compile(&texts[1], &flags, "-c")?;
        let difference =
            Difference::between(&host_messages(&reference.messages), &host_messages(&candidate.messages));
        verdict.fail_each("gcc -Wall -Wextra adds", &difference.extra);
        if !difference.missing.is_empty() {
            verdict.notes.push(format!("{} gcc warnings fewer", difference.missing.len()));
        }
        Ok(())
    }
}

/// Whether a module id names no definition of the unit but a time and a process (spec 5 §1):
/// `_CRC_length_name_` and then `CRC_process`.
pub fn is_of_moment(id: &str) -> bool {
    let tail = || {
        let (length, rest) = id.get(10..)?.split_once('_')?;
        rest.get(length.parse::<usize>().ok()?..)?.strip_prefix('_')
    };
    tail().and_then(|tail| tail.split_once('_')).is_some_and(|(crc, process)| {
        crc.len() == 8
            && crc.bytes().all(|byte| byte.is_ascii_hexdigit())
            && !process.is_empty()
            && process.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Compares what was printed.
fn compare_messages(verdict: &mut Verdict, ours: &Finished, theirs: &Finished) {
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

/// The first error in gcc's output.
fn first_error(output: &str) -> String {
    let error = host_messages(output).into_iter().find(|message| message.severity != "warning");
    error.map_or_else(|| tail(output), |message| message.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_a_moment_are_not_those_of_a_definition() {
        assert!(is_of_moment("_5d4d027a_6_cq1_cu_68e6ce1f_26321"));
        assert!(!is_of_moment("_5d4d027a_6_cq1_cu_main"));
        assert!(!is_of_moment("_5d4d027a_6_cq1_cu_c609a850"));
        assert!(!is_of_moment("_5d4d027a_16_68e6ce1f_26321_cu_main"));
        assert!(!is_of_moment("_x"));
    }
}
