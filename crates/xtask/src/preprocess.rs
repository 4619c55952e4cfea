//! `xtask preprocess`: asunder's preprocessor against the host compiler's, byte for byte.
//!
//! CUDA sources go through the preprocessing steps of nvcc's plan, for both passes; the standards of `--std` take turns.
//! With `--suite` the files are those of GCC's own tests of its preprocessor: each is preprocessed with the options that
//! it asks for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use asunder_nvcc::host::Preprocessor;
use asunder_preproc::Severity;

use crate::corpus::{Corpus, sampled};
use crate::dropin::Source;
use crate::toolkit;

/// What is compared.
#[derive(clap::Args)]
pub struct Options {
    /// Sources, or folders of them
    #[arg(required_unless_present = "corpus")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    corpus: Corpus,
    /// The files are those of GCC's suite: `gcc.dg/cpp`, `c-c++-common/cpp`, `g++.dg/cpp`
    #[arg(long)]
    suite: bool,
    /// Standards of CUDA sources, in turn: for those whose flags name none
    #[arg(long, value_name = "STANDARD", default_values_t = ["17".to_owned()], value_delimiter = ',')]
    std: Vec<String>,
    /// Further words for nvcc
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    nvcc_flags: Option<String>,
    /// Say why files are left to the host compiler
    #[arg(long)]
    reasons: bool,
    #[command(flatten)]
    toolkit: toolkit::Options,
}

/// What a comparison gave.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Equal,
    Different,
    /// asunder leaves it to the host compiler: it does not understand the options, or has something to say.
    Left,
    /// The host compiler rejects it, and asunder leaves it to it.
    Rejected,
    /// The host compiler rejects what asunder answers.
    Accepted,
}

const OUTCOMES: [(Outcome, &str); 5] = [
    (Outcome::Equal, "equal"),
    (Outcome::Different, "different"),
    (Outcome::Left, "left to the host compiler"),
    (Outcome::Rejected, "rejected by both"),
    (Outcome::Accepted, "rejected by the host compiler, answered by asunder"),
];

/// How often the figures so far are printed, in files.
const REPORT: usize = 25;

/// Runs the chore.
pub fn run(options: &Options) -> Result<ExitCode> {
    let mut files = Vec::new();
    let extensions: &[&str] = if options.suite { &["c", "C"] } else { &["cu"] };
    for path in &options.paths {
        collect(&std::path::absolute(path)?, extensions, &mut files)?;
    }
    files.sort();
    let source = |file: PathBuf| {
        let directory = file.parent().unwrap_or(Path::new(".")).to_owned();
        Source { file, flags: Vec::new(), directory }
    };
    let mut sources = sampled(files.into_iter().map(source).collect(), options.corpus.sample);
    sources.extend(options.corpus.sources()?);
    let preprocessor = Preprocessor::default();
    let mut outcomes = Vec::new();
    let mut whole = 0;
    for (number, source) in sources.iter().enumerate() {
        let commands = match options.suite {
            true => suite_commands(&source.file),
            false => nvcc_commands(source, number, options)?,
        };
        let folder = &source.directory;
        let first = outcomes.len();
        for words in commands {
            let (outcome, reason) = compare(&preprocessor, &words, folder)?;
            if options.reasons && outcome == Outcome::Left {
                println!("{}: {reason}", source.file.display());
            }
            if matches!(outcome, Outcome::Different | Outcome::Accepted) {
                let (_, name) = OUTCOMES.iter().find(|(it, _)| *it == outcome).unwrap_or(&OUTCOMES[1]);
                println!(
                    "{name}: cd {} && {}",
                    folder.display(),
                    shlex::try_join(words.iter().map(String::as_str))?
                );
            }
            outcomes.push(outcome);
        }
        let own = &outcomes[first..];
        whole += usize::from(!own.is_empty() && own.iter().all(|it| *it == Outcome::Equal));
        if (number + 1) % REPORT == 0 && number + 1 < sources.len() {
            let equal = outcomes.iter().filter(|it| **it == Outcome::Equal).count();
            println!(
                "# {} files: {equal} of {} texts equal, {whole} files in all",
                number + 1,
                outcomes.len()
            );
        }
    }
    for (outcome, name) in OUTCOMES {
        println!("{:6} {name}", outcomes.iter().filter(|it| **it == outcome).count());
    }
    println!("{whole:6} of {} files equal in all their texts", sources.len());
    let is_good = !outcomes.contains(&Outcome::Different);
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn collect(path: &Path, extensions: &[&str], files: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path).with_context(|| path.display().to_string())? {
        let path = entry?.path();
        let is_source = path
            .extension()
            .and_then(|it| it.to_str())
            .is_some_and(|extension| extensions.contains(&extension));
        if path.is_dir() || is_source {
            collect(&path, extensions, files)?;
        }
    }
    Ok(())
}

/// The preprocessing commands of nvcc's plan for a source; none where nvcc refuses it. `number` is that of the source.
fn nvcc_commands(source: &Source, number: usize, options: &Options) -> Result<Vec<Vec<String>>> {
    let toolkit = toolkit::ensure(options.toolkit)?;
    let more = options.nvcc_flags.as_deref().unwrap_or_default();
    let more = shlex::split(more).context("a quote is not closed in --nvcc-flags")?;
    let mut words = source.flags.clone();
    words.extend(more);
    if !words.iter().any(|word| word.starts_with("-std") || word.starts_with("--std"))
        && !options.std.is_empty()
    {
        words.push(format!("-std=c++{}", options.std[number % options.std.len()]));
    }
    let nvcc = Some(toolkit.root().join("bin/nvcc"));
    let words = words.into_iter().map(Into::into).collect();
    let command = asunder_nvcc::Command::new(nvcc, &source.file, source.directory.clone(), words);
    let Ok(unit) = command.unit() else { return Ok(Vec::new()) };
    let host = unit.host.iter().map(|pass| &pass.preprocess);
    let device = unit.device.iter().map(|pass| &pass.preprocess);
    Ok(host.chain(device).map(|step| step.words.clone()).collect())
}

/// The commands of a file of GCC's suite: files that are common to both languages go through both.
fn suite_commands(file: &Path) -> Vec<Vec<String>> {
    let text = String::from_utf8_lossy(&fs::read(file).unwrap_or_default()).into_owned();
    let options = ["dg-options", "dg-additional-options"].iter().find_map(|name| text.split_once(name));
    let options = options.map_or("", |(_, rest)| rest.split_once('}').map_or("", |(rest, _)| rest));
    let options = options.trim().trim_matches('"').split_whitespace().map(|word| word.trim_matches('"'));
    // What only asks for other files, or for messages in another form.
    let is_wanted = |word: &&str| {
        word.starts_with('-')
            && !["-M", "-o", "-g3", "-save", "-fdiag"].iter().any(|start| word.starts_with(start))
    };
    let options: Vec<String> = options.filter(is_wanted).map(str::to_owned).collect();
    let path = file.to_string_lossy();
    let languages: &[&str] = match (path.contains("c-c++-common"), path.contains("g++.dg")) {
        (true, _) => &["c", "c++"],
        (_, true) => &["c++"],
        _ => &["c"],
    };
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let command = |language: &&str| {
        let start = ["gcc", "-E", "-x", language].into_iter().map(str::to_owned);
        start.chain(options.iter().cloned()).chain([name.clone()]).collect()
    };
    languages.iter().map(command).collect()
}

/// Compares a command's texts; for one that is left to the host compiler with the reason.
fn compare(preprocessor: &Preprocessor, words: &[String], folder: &Path) -> Result<(Outcome, String)> {
    let mut run = Command::new(&words[0]);
    let mut rest = words[1..].iter();
    while let Some(word) = rest.next() {
        match word == "-o" {
            true => drop(rest.next()),
            false => drop(run.arg(word)),
        }
    }
    let host = run.current_dir(folder).output().with_context(|| words[0].clone())?;
    let own = preprocessor.run(words, folder, &[], None);
    let (own, reason) = match own {
        Ok(own) => match own.messages.iter().find(|it| it.severity >= Severity::Error) {
            Some(message) => (None, message.to_string()),
            None => (Some(own), String::new()),
        },
        Err(error) => (None, error.to_string()),
    };
    let outcome = match (own, host.status.success()) {
        (Some(own), true) if own.text.to_vec() == host.stdout => Outcome::Equal,
        (Some(_), true) => Outcome::Different,
        (None, true) => Outcome::Left,
        (Some(_), false) => Outcome::Accepted,
        (None, false) => Outcome::Rejected,
    };
    Ok((outcome, reason))
}
