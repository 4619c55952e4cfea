//! `xtask mutants`: programs in which one execution space of a function is deleted, added or swapped, through both passes of
//! the reference and of asunder: whether the sets of errors are equal.
//!
//! What is changed is a space in a line of the program's own source, in the preprocessed texts of both passes.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, Result};
use asunder_nvcc::Tool;
use serde::Deserialize;

use crate::cases::{architecture, front_end_options};
use crate::corpus::Corpus;
use crate::dropin::{Plan, Source};
use crate::process::Program;
use crate::toolkit::{self, Toolkit};

const LIMIT: Duration = Duration::from_secs(120);

/// Arguments of `xtask mutants`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    toolkit: toolkit::Options,
    #[command(flatten)]
    corpus: Corpus,
    /// Mutants of each program.
    #[arg(long, default_value_t = 8)]
    mutants: usize,
    /// Which mutants.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The candidate.
    #[arg(long, default_value = "target/release/asunder")]
    asunder: PathBuf,
}

/// The spaces as both passes' texts have them.
const SPACES: [&str; 3] = ["__attribute__((device))", "__attribute__((host))", "__attribute__((global))"];

/// A change of one space.
#[derive(Clone, Debug)]
struct Mutant {
    /// Where: the line of the source, which space, and which of those in the line.
    line: u32,
    space: usize,
    nth: usize,
    /// What stands there then.
    text: String,
}

/// A pass of the reference: its text and its command.
struct Pass {
    name: String,
    path: PathBuf,
    text: String,
    argv: Vec<String>,
}

/// An error: its line, if it has one, and its text.
type Errors = BTreeSet<(Option<u32>, String)>;

/// Compares all programs, and prints each difference.
pub fn run(args: &Args) -> Result<ExitCode> {
    let toolkit = toolkit::ensure(args.toolkit)?;
    let sources = args.corpus.sources()?;
    let mut random = args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let (mut all, mut equal, mut refused) = (0, 0, 0);
    for source in &sources {
        match program(args, &toolkit, source, &mut random) {
            Ok(counts) => {
                all += counts.0;
                equal += counts.1;
                refused += counts.2;
            }
            Err(error) => println!("{}: {error:#}", source.file.display()),
        }
        println!("{equal} of {all} mutants equal, {refused} of them with errors of the reference");
    }
    Ok(crate::verdict(equal == all))
}

/// The mutants of a program: how many, how many are equal, and how many the reference refuses.
fn program(
    args: &Args,
    toolkit: &Toolkit,
    source: &Source,
    random: &mut u64,
) -> Result<(usize, usize, usize)> {
    let folder = tempfile::tempdir()?;
    let plan = Plan::of(toolkit, source, folder.path())?;
    plan.preprocess_both(source, LIMIT)?;
    let mut passes = Vec::new();
    let host = plan.front_end.clone();
    passes.push(pass("host".to_owned(), source, host)?);
    let device =
        plan.device.iter().find(|(tool, _)| *tool == Tool::DeviceCompiler).context("no device pass")?;
    passes.push(pass(format!("device:{}", architecture(&device.1)), source, device.1.clone())?);
    let mutants = mutants(&passes[0], &source.file.to_string_lossy());
    let (mut all, mut equal, mut refused) = (0, 0, 0);
    for _ in 0..args.mutants.min(mutants.len()) {
        let mutant = &mutants[next(random) as usize % mutants.len()];
        all += 1;
        let (mut is_equal, mut is_refused) = (true, false);
        for pass in &passes {
            std::fs::write(&pass.path, mutated(&pass.text, &source.file.to_string_lossy(), mutant))?;
            let expected = reference(&plan, source, pass)?;
            let given = candidate(args, pass)?;
            is_refused |= !expected.is_empty();
            if expected != given {
                is_equal = false;
                println!("{} {} {mutant:?}", source.file.display(), pass.name);
                expected.difference(&given).for_each(|(line, text)| println!("  - {line:?} {text}"));
                given.difference(&expected).for_each(|(line, text)| println!("  + {line:?} {text}"));
            }
        }
        equal += usize::from(is_equal);
        refused += usize::from(is_refused);
    }
    Ok((all, equal, refused))
}

fn pass(name: String, source: &Source, argv: Vec<String>) -> Result<Pass> {
    let input = argv.iter().rfind(|word| word.ends_with(".ii")).context("a front end without input")?;
    let path = source.directory.join(input);
    let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
    Ok(Pass { name, path, text, argv })
}

/// A number that the last one decides (xorshift).
fn next(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random >> 8
}

/// Calls `visit` with each line of a preprocessed text: the bytes, and the line's number if it is one of `file`.
fn lines<'t>(text: &'t str, file: &str, mut visit: impl FnMut(&'t str, Option<u32>)) {
    let (mut number, mut is_own) = (0, false);
    for line in text.split_inclusive('\n') {
        if let Some(marker) = line.strip_prefix("# ") {
            let (at, rest) = marker.split_once(' ').unwrap_or((marker, ""));
            number = at.trim().parse().unwrap_or(0);
            is_own = rest.split('"').nth(1) == Some(file);
            visit(line, None);
            continue;
        }
        visit(line, is_own.then_some(number));
        number += 1;
    }
}

/// All changes of the spaces in a program's own source.
fn mutants(host: &Pass, file: &str) -> Vec<Mutant> {
    let mut all = Vec::new();
    lines(&host.text, file, |text, number| {
        let Some(line) = number else { return };
        for (space, word) in SPACES.iter().enumerate() {
            for nth in 0..text.matches(word).count() {
                let mut add = |text: String| all.push(Mutant { line, space, nth, text });
                add(String::new());
                for (other, replacement) in SPACES.iter().enumerate() {
                    if other != space {
                        add((*replacement).to_owned());
                        add(format!("{word} {replacement}"));
                    }
                }
            }
        }
    });
    all
}

/// A text with a mutant's change, if it has the place.
fn mutated(text: &str, file: &str, mutant: &Mutant) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let word = SPACES[mutant.space];
    lines(text, file, |line, number| {
        match line.match_indices(word).nth(mutant.nth).filter(|_| number == Some(mutant.line)) {
            Some((at, _)) => {
                out.push_str(&line[..at]);
                out.push_str(&mutant.text);
                out.push_str(&line[at + word.len()..]);
            }
            None => out.push_str(line),
        }
    });
    out
}

/// A message without the names that hold the module id: the two front ends see other file names.
fn without_module_id(message: &str) -> String {
    let quoted = message.split('"').map(|part| if part.contains("_INTERNAL_") { "_INTERNAL_" } else { part });
    quoted.collect::<Vec<_>>().join("\"")
}

/// The errors of the reference.
fn reference(plan: &Plan, source: &Source, pass: &Pass) -> Result<Errors> {
    // The device pass reads what the host pass writes where it finds no error.
    let id = pass.argv.iter().position(|word| word == "--module_id_file_name");
    if let Some(id) = id.and_then(|at| pass.argv.get(at + 1)) {
        let id = source.directory.join(id);
        if !id.exists() {
            std::fs::write(&id, "")?;
        }
    }
    let run = Program::new(pass.argv.clone(), &source.directory, &plan.environment, LIMIT).run()?;
    let mut errors = Errors::new();
    for line in run.stdout.lines().chain(run.stderr.lines()) {
        let Some((place, text)) = line.split_once(": error: ").or_else(|| line.split_once(": error #"))
        else {
            continue;
        };
        let line = place.rsplit_once('(').and_then(|(_, rest)| rest.strip_suffix(')')?.parse().ok());
        errors.insert((line, without_module_id(text)));
    }
    Ok(errors)
}

#[derive(Deserialize)]
struct Given {
    severity: String,
    message: String,
    line: Option<u32>,
}

/// The errors of the candidate.
fn candidate(args: &Args, pass: &Pass) -> Result<Errors> {
    let output = Command::new(std::path::absolute(&args.asunder)?)
        .args(["check", "--format", "json", "--repeated", "--pass", &pass.name])
        .arg(format!("--options={}", front_end_options(&pass.argv)))
        .arg(&pass.path)
        .output()
        .with_context(|| format!("running {}", args.asunder.display()))?;
    let mut errors = Errors::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let given: Given = serde_json::from_str(line)?;
        if given.severity == "error" {
            errors.insert((given.line, without_module_id(given.message.lines().next().unwrap_or_default())));
        }
    }
    Ok(errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_in_the_programs_own_lines_are_changed() {
        let text =
            "# 1 \"h.h\"\n__attribute__((device)) int f();\n# 7 \"a.cu\"\n__attribute__((device)) int g();\n";
        let host = Pass { name: "host".into(), path: PathBuf::new(), text: text.into(), argv: Vec::new() };
        let all = mutants(&host, "a.cu");
        assert_eq!(all.len(), 5);
        let changed = mutated(text, "a.cu", &all[1]);
        assert_eq!(
            changed,
            text.replace("7 \"a.cu\"\n__attribute__((device))", "7 \"a.cu\"\n__attribute__((host))")
        );
    }
}
