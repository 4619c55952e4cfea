//! Series of edits of source files: cudafe++ by way of a server against cudafe++ on its own.
//!
//! A series is a JSON file that says which text of which file is replaced by what, step by step:
//! `{"file":"/…/x.cu","main":"x.cu","edits":[{"file":"x.cu","offset":12,"old":"1","new":"2","kind":"…"}]}`, offsets
//! in code points. After each step the program is preprocessed as nvcc does it, and the front end is run twice.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::dropin::{Plan, Source};
use crate::process::{Ending, Finished, Program};
use crate::table::table;
use crate::{toolkit, workspace};

/// Options of `cargo xtask series`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    toolkit: toolkit::Options,
    /// Series of edits.
    #[arg(required = true)]
    series: Vec<PathBuf>,
    /// Flags for nvcc.
    #[arg(long, value_delimiter = ' ', allow_hyphen_values = true, default_value = "-std=c++17")]
    nvcc_flags: Vec<String>,
    /// At most so many steps of each series.
    #[arg(long)]
    steps: Option<usize>,
    /// The candidate [default: the asunder of this checkout, built now].
    #[arg(long, value_name = "PATH")]
    cudafe: Option<PathBuf>,
}

/// A series of edits of a program.
#[derive(Deserialize)]
struct Series {
    /// The source file that the series was made for.
    file: PathBuf,
    /// Its name in the edits.
    main: String,
    edits: Vec<Edit>,
}

/// An edit: the text `old` at `offset` becomes `new`.
#[derive(Deserialize)]
struct Edit {
    file: String,
    /// In code points.
    offset: usize,
    old: String,
    new: String,
    kind: String,
}

impl Edit {
    /// Applies the edit to the texts of all files.
    fn apply(&self, files: &mut BTreeMap<String, String>) -> Result<()> {
        let text = files.entry(self.file.clone()).or_default();
        let start = text.char_indices().nth(self.offset).map_or(text.len(), |(at, _)| at);
        ensure!(text[start..].starts_with(&self.old), "{}: the text is not the one to be edited", self.kind);
        text.replace_range(start..start + self.old.len(), &self.new);
        Ok(())
    }
}

/// The chore `series`: whether every step is equal.
pub fn run(options: &Options) -> Result<bool> {
    let toolkit = toolkit::ensure(options.toolkit)?;
    let candidate = match &options.cudafe {
        Some(path) => crate::absolute(path)?,
        None => workspace::as_cudafe(&workspace::build_asunder()?, options.toolkit.release)?,
    };
    let mut table = table(&["series", "steps", "not preprocessed", "refused", "wrong"]);
    let mut good = true;
    for path in &options.series {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let series: Series = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
        let outcome = Replay::prepare(&toolkit, &candidate, &series, &options.nvcc_flags)?
            .run(&series, options.steps.unwrap_or(usize::MAX))?;
        good &= outcome.wrong == 0;
        table.add_row(vec![
            path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            outcome.steps.to_string(),
            outcome.unreadable.to_string(),
            outcome.refused.to_string(),
            outcome.wrong.to_string(),
        ]);
    }
    println!("{table}");
    Ok(good)
}

/// What came of a series.
#[derive(Default)]
struct Outcome {
    steps: u32,
    /// Steps that do not preprocess.
    unreadable: u32,
    /// Steps that the front end refuses.
    refused: u32,
    wrong: u32,
}

const LIMIT: Duration = Duration::from_secs(120);

/// A scratch folder with a server in which a series is replayed.
struct Replay {
    scratch: tempfile::TempDir,
    plan: Plan,
    candidate: PathBuf,
    server: Child,
}

impl Drop for Replay {
    fn drop(&mut self) {
        // It may have ended by itself, which the comparison has reported.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

impl Replay {
    fn prepare(
        toolkit: &toolkit::Toolkit,
        candidate: &Path,
        series: &Series,
        flags: &[String],
    ) -> Result<Replay> {
        let scratch = tempfile::tempdir()?;
        let (sources, keep) = (scratch.path().join("src"), scratch.path().join("keep"));
        std::fs::create_dir(&sources)?;
        std::fs::create_dir(&keep)?;
        let folder = series.file.parent().unwrap_or(Path::new("/")).to_string_lossy().into_owned();
        let mut flags = flags.to_vec();
        flags.extend(["-I".into(), folder]);
        std::fs::write(sources.join(&series.main), "")?;
        let source = Source { file: series.main.as_str().into(), flags, directory: sources };
        let plan = Plan::of(toolkit, &source, &keep)?;
        let socket = scratch.path().join("socket");
        // The program under the name cudafe++ is the drop-in; the server is one of its own subcommands.
        let program = std::fs::canonicalize(candidate)?;
        let server = Command::new(program).args(["serve", "--socket"]).arg(&socket).spawn()?;
        let replay = Replay { scratch, plan, candidate: candidate.to_owned(), server };
        for _ in 0..500 {
            if socket.exists() {
                return Ok(replay);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        bail!("the server does not start")
    }

    fn run(&self, series: &Series, steps: usize) -> Result<Outcome> {
        let text = std::fs::read_to_string(&series.file)
            .with_context(|| format!("cannot read {}", series.file.display()))?;
        let mut files = BTreeMap::from([(series.main.clone(), text)]);
        let mut outcome = Outcome::default();
        self.step(&files, "original", &mut outcome)?;
        for (number, edit) in series.edits.iter().enumerate().take(steps) {
            edit.apply(&mut files)?;
            self.step(&files, &format!("step {}, {}", number + 1, edit.kind), &mut outcome)?;
        }
        self.ensure_served(outcome.steps - outcome.unreadable)?;
        Ok(outcome)
    }

    /// Makes sure that the server took the steps: a client that does its work itself says nothing.
    fn ensure_served(&self, steps: u32) -> Result<()> {
        let mut stream = UnixStream::connect(self.scratch.path().join("socket"))?;
        stream.write_all(b"{\"op\":\"statistics\"}\n")?;
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line)?;
        let answer: serde_json::Value = serde_json::from_str(&line)?;
        let (units, edits) = (&answer["statistics"]["units"], &answer["statistics"]["edits"]);
        let served = steps == 0 || units == 1;
        ensure!(served && (steps < 3 || edits.as_u64() > Some(0)), "the server was not used: {answer}");
        Ok(())
    }

    /// Runs the front end both ways on one state of the program.
    fn step(&self, files: &BTreeMap<String, String>, name: &str, outcome: &mut Outcome) -> Result<()> {
        outcome.steps += 1;
        let folder = self.scratch.path().join("src");
        for (file, text) in files {
            let path = folder.join(file);
            std::fs::write(&path, text)?;
            // A module id may be made of the time of the last change.
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
            std::fs::File::options().write(true).open(&path)?.set_modified(time)?;
        }
        let preprocessed =
            Program::new(self.plan.host_preprocess.clone(), &folder, &self.plan.environment, LIMIT).run()?;
        if !preprocessed.ending.success() {
            outcome.unreadable += 1;
            return Ok(());
        }
        let alone = self.front_end(&folder, None)?;
        let served = self.front_end(&folder, Some(&self.scratch.path().join("socket")))?;
        outcome.refused += u32::from(alone.ending != Ending::Exit(0));
        let differences = alone.differences(&served);
        if !differences.is_empty() {
            outcome.wrong += 1;
            eprintln!("{name}: {} not equal", differences.join(", "));
        }
        Ok(())
    }

    fn front_end(&self, folder: &Path, socket: Option<&Path>) -> Result<Run> {
        let outputs: Vec<PathBuf> = OUTPUTS
            .iter()
            .filter_map(|option| self.plan.front_end_file(option))
            .map(|path| folder.join(path))
            .collect();
        for path in &outputs {
            // Absent before the first step, and after a step that was refused.
            let _ = std::fs::remove_file(path);
        }
        let mut argv = self.plan.front_end.clone();
        argv[0] = self.candidate.to_string_lossy().into_owned();
        let mut environment = self.plan.environment.clone();
        let socket = socket.map(|it| it.to_string_lossy().into_owned());
        environment.push(("ASUNDER_SERVER".into(), socket.unwrap_or_default()));
        // Each run has the same process number, of which module ids may be made.
        let Finished { ending, stdout, stderr, .. } =
            Program::new(argv, folder, &environment, LIMIT).measured()?;
        let outputs = outputs.iter().map(|path| std::fs::read(path).ok()).collect();
        Ok(Run { ending, messages: stdout + &stderr, outputs })
    }
}

/// Options of cudafe++ whose arguments are files that it writes.
const OUTPUTS: [&str; 2] = ["--gen_c_file_name", "--module_id_file_name"];

/// What a run of the front end left.
struct Run {
    ending: Ending,
    messages: String,
    /// Those of [`OUTPUTS`] that the command line names.
    outputs: Vec<Option<Vec<u8>>>,
}

impl Run {
    /// What differs between two runs.
    fn differences(&self, other: &Run) -> Vec<&'static str> {
        let mut found = Vec::new();
        if self.ending != other.ending {
            found.push("the exit status is");
        }
        if self.messages != other.messages {
            found.push("the diagnostics are");
        }
        if self.outputs != other.outputs {
            found.push("the files are");
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_count_code_points() {
        let mut files = BTreeMap::from([("x.cu".to_owned(), "// é\nint a;\n".to_owned())]);
        let edit = |offset, old: &str, new: &str| Edit {
            file: "x.cu".into(),
            offset,
            old: old.into(),
            new: new.into(),
            kind: "test".into(),
        };
        edit(9, "a", "b").apply(&mut files).expect("the text is there");
        assert_eq!(files["x.cu"], "// é\nint b;\n");
        assert!(edit(9, "a", "b").apply(&mut files).is_err());
    }
}
