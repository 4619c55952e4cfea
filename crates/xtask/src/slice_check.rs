//! `cargo xtask slice-check`: whether the device compiler makes the same of a slice as of the whole unit.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use asunder_nvcc::Tool;
use asunder_slice::{Side, slice};
use asunder_source::{SourceText, encode, read};
use asunder_syntax::Dialect;

use crate::dropin::{Plan, Source, sources_of};
use crate::process::{Finished, Program};
use crate::table::table;
use crate::toolkit;

/// What a run of the device compiler may take.
const LIMIT: Duration = Duration::from_secs(600);
/// Outputs of the device compiler whose names follow these options.
const OUTPUTS: [&str; 2] = ["-o", "--stub_file_name"];

/// Options of `cargo xtask slice-check`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    toolkit: toolkit::Options,
    /// Programs to compare.
    sources: Vec<PathBuf>,
    /// Flags for nvcc, for the programs that are named.
    #[arg(long, value_delimiter = ' ', allow_hyphen_values = true, default_value = "-std=c++17")]
    nvcc_flags: Vec<String>,
    /// Manifests of programs, one JSON object a line with file, flags and cwd.
    #[arg(long)]
    corpus: Vec<PathBuf>,
    /// Flags for all programs, besides.
    #[arg(long, value_delimiter = ' ', allow_hyphen_values = true)]
    also: Vec<String>,
}

/// What came of a unit.
enum Outcome {
    /// It does not preprocess, the device compiler refuses it as a whole, or what it makes cannot be compared.
    Unbuilt(String),
    /// Both were compiled.
    Compared(Compared),
}

/// The whole unit and the slice, compiled.
struct Compared {
    /// What differs, in words; nothing if all is equal.
    difference: Option<String>,
    /// Bytes of the slice for one of the unit.
    bytes: f64,
    /// User seconds of the device compiler on the unit, and on the slice.
    user: [f64; 2],
    /// Seconds that slicing took.
    slicing: f64,
}

/// The chore `slice-check`.
pub fn run(options: &Options) -> Result<ExitCode> {
    let toolkit = toolkit::ensure(options.toolkit)?;
    let mut sources = Vec::new();
    for file in &options.sources {
        let (file, directory) = (crate::absolute(file)?, std::env::current_dir()?);
        sources.push(Source { file, flags: options.nvcc_flags.clone(), directory });
    }
    for corpus in &options.corpus {
        sources.extend(sources_of(corpus, &options.nvcc_flags)?);
    }
    let mut table = table(&["program", "slice", "cicc user s", "sliced", "ratio", "slicing s", "code"]);
    let (mut equal, mut different, mut unbuilt) = (0, 0, 0);
    for source in &mut sources {
        source.flags.extend(options.also.iter().cloned());
        let name = source.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match check(&toolkit, source)? {
            Outcome::Unbuilt(why) => {
                unbuilt += 1;
                println!("{name}: not built: {why}");
            }
            Outcome::Compared(it) => {
                let verdict = it.difference.clone().unwrap_or_else(|| "equal".to_owned());
                println!("{name}: {verdict}");
                if it.difference.is_none() {
                    equal += 1
                } else {
                    different += 1
                }
                table.add_row(vec![
                    name,
                    format!("{:.1} %", 100.0 * it.bytes),
                    format!("{:.2}", it.user[0]),
                    format!("{:.2}", it.user[1]),
                    format!("{:.2}", it.user[1] / it.user[0]),
                    format!("{:.3}", it.slicing),
                    verdict,
                ]);
            }
        }
    }
    println!("{table}\n{equal} equal, {different} different, {unbuilt} not built");
    Ok(crate::verdict(different == 0))
}

/// Compiles the device half of a program whole and sliced, for its first architecture.
fn check(toolkit: &toolkit::Toolkit, source: &Source) -> Result<Outcome> {
    let work = tempfile::tempdir()?;
    let plan = match Plan::of(toolkit, source, work.path()) {
        Ok(plan) => plan,
        Err(error) => return Ok(Outcome::Unbuilt(error.to_string())),
    };
    let run = |argv: &[String]| {
        Program::new(argv.iter().cloned(), &source.directory, &plan.environment, LIMIT).measured()
    };
    // cicc reads the module id that the front end writes.
    for argv in [&plan.host_preprocess, &plan.front_end] {
        let finished = run(argv)?;
        if !finished.ending.success() {
            return Ok(Outcome::Unbuilt(first_line(&finished)));
        }
    }
    for (tool, argv) in &plan.device {
        if *tool != Tool::DeviceCompiler {
            let finished = run(argv)?;
            if !finished.ending.success() {
                return Ok(Outcome::Unbuilt(first_line(&finished)));
            }
            continue;
        }
        let whole = run(argv)?;
        if !whole.ending.success() {
            return Ok(Outcome::Unbuilt(first_line(&whole)));
        }
        let expected = outputs(argv, &source.directory)?;
        let input = argv.iter().find(|word| word.ends_with(".ii")).context("cicc reads no unit")?;
        let input = source.directory.join(input);
        let start = Instant::now();
        let text = std::fs::read(&input)?;
        let bytes = sliced(&text, &input);
        let slicing = start.elapsed().as_secs_f64();
        std::fs::write(&input, &bytes)?;
        let part = run(argv)?;
        let difference = if part.ending.success() {
            difference(&expected, &outputs(argv, &source.directory)?, &whole.stderr, &part.stderr)
        } else {
            Some(format!("refused: {}", first_line(&part)))
        };
        if difference.is_some() {
            // For some units cicc makes other code in every run.
            std::fs::write(&input, &text)?;
            if run(argv)?.ending.success() && outputs(argv, &source.directory)? != expected {
                return Ok(Outcome::Unbuilt(
                    "cicc makes other code of the same unit in every run".to_owned(),
                ));
            }
        }
        let user = [whole.usage.user, part.usage.user];
        let bytes = bytes.len() as f64 / text.len().max(1) as f64;
        return Ok(Outcome::Compared(Compared { difference, bytes, user, slicing }));
    }
    Ok(Outcome::Unbuilt("it has no device pass".to_owned()))
}

/// The slice of a unit.
fn sliced(unit: &[u8], file: &Path) -> Vec<u8> {
    let text = read(unit);
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, file.display().to_string(), (&*text).into());
    let slice = slice(&db, source, Dialect::default(), Side::Device);
    encode(&slice).into_owned()
}

/// The outputs of the device compiler by their options.
fn outputs(argv: &[String], directory: &Path) -> Result<BTreeMap<&'static str, String>> {
    let mut found = BTreeMap::new();
    for option in OUTPUTS {
        let Some(at) = argv.iter().position(|word| word == option) else { continue };
        let path = directory.join(argv.get(at + 1).context("an option without its value")?);
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap_or_default()).into_owned();
        found.insert(option, without_counters(&text));
    }
    Ok(found)
}

/// The text without the numbers of cicc's own temporary names, which count declarations: `__T42`.
fn without_counters(text: &str) -> String {
    let mut pieces = text.split("__T");
    let mut plain = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        plain += "__T";
        plain += piece.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    plain
}

fn difference(
    expected: &BTreeMap<&'static str, String>,
    found: &BTreeMap<&'static str, String>,
    messages: &str,
    of_slice: &str,
) -> Option<String> {
    for (option, text) in expected {
        let what = if *option == "-o" { "PTX" } else { "stub" };
        if found.get(option) != Some(text) {
            return Some(format!("another {what}"));
        }
    }
    (messages != of_slice).then(|| "other messages".to_owned())
}

fn first_line(finished: &Finished) -> String {
    finished.stderr.lines().find(|line| line.contains("error")).unwrap_or("no reason given").to_owned()
}
