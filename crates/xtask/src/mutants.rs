//! `xtask mutants`: programs in which one execution space of a function is deleted, added or swapped, through both passes of
//! the reference and of asunder: whether the sets of errors are equal.
//!
//! What is changed is a space in a line of the program's own source, in the preprocessed texts of both passes.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};

use crate::corpus::Corpus;
use crate::dropin::diagnostics::Key;
use crate::dropin::{Cache, Source};
use crate::passes::{Pass, Passes};
use crate::toolkit::{self, Toolkit};

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
    /// Where the reference's answers are kept.
    #[arg(long, value_name = "DIR", default_value = "target/messages")]
    cache: PathBuf,
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

/// An error: its line, if it has one, and its text.
type Errors = BTreeSet<(Option<u32>, String)>;

/// Compares all programs, and prints each difference.
pub fn run(args: &Args) -> Result<ExitCode> {
    let toolkit = toolkit::ensure(args.toolkit)?;
    let cache = Cache::new(args.cache.clone())?;
    let sources = args.corpus.sources()?;
    let mut random = args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let (mut all, mut equal, mut refused) = (0, 0, 0);
    for source in &sources {
        match program(args, &toolkit, source, &cache, &mut random) {
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
    cache: &Cache,
    random: &mut u64,
) -> Result<(usize, usize, usize)> {
    let passes = Passes::of(toolkit, source)?;
    for pass in &passes.all {
        let is_accepted = errors(passes.reference(pass, &pass.text, cache)?).is_empty();
        ensure!(is_accepted, "the reference refuses it as it is");
    }
    let file = source.file.to_string_lossy();
    let mut mutants = mutants(&passes.all[0], &file);
    let (mut all, mut equal, mut refused) = (0, 0, 0);
    for _ in 0..args.mutants.min(mutants.len()) {
        // None twice.
        let mutant = mutants.swap_remove(next(random) as usize % mutants.len());
        all += 1;
        let (mut is_equal, mut is_refused) = (true, false);
        for pass in &passes.all {
            let text = mutated(&pass.text, &file, &mutant);
            let expected = errors(passes.reference(pass, &text, cache)?);
            let given = errors(passes.candidate(pass, &text, &args.asunder)?);
            is_refused |= !expected.is_empty();
            if expected != given {
                is_equal = false;
                println!("{file} {} {mutant:?}", pass.name);
                expected.difference(&given).for_each(|(line, text)| println!("  - {line:?} {text}"));
                given.difference(&expected).for_each(|(line, text)| println!("  + {line:?} {text}"));
            }
        }
        equal += usize::from(is_equal);
        refused += usize::from(is_refused);
    }
    Ok((all, equal, refused))
}

/// The errors among messages.
fn errors(messages: Vec<Key>) -> Errors {
    let is_error = |key: &Key| key.severity == "error";
    messages.into_iter().filter(is_error).map(|key| (key.line, key.text)).collect()
}

/// A number that the last one decides (xorshift).
fn next(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random >> 8
}

/// Calls `visit` with each line of a preprocessed text: the bytes, and the line's number if it is one of `file`.
pub(crate) fn lines<'t>(text: &'t str, file: &str, mut visit: impl FnMut(&'t str, Option<u32>)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_in_the_programs_own_lines_are_changed() {
        let text =
            "# 1 \"h.h\"\n__attribute__((device)) int f();\n# 7 \"a.cu\"\n__attribute__((device)) int g();\n";
        let host = Pass::of_text(text);
        let all = mutants(&host, "a.cu");
        assert_eq!(all.len(), 5);
        let changed = mutated(text, "a.cu", &all[1]);
        assert_eq!(
            changed,
            text.replace("7 \"a.cu\"\n__attribute__((device))", "7 \"a.cu\"\n__attribute__((host))")
        );
    }
}
