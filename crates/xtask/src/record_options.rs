//! Records how the reference takes every one of its options: `crates/cli/tests/data/options.tsv`.
//!
//! One line per command line: release, words, status, the unit named in the summary, the error. The oldest release
//! has a line for every command line, a later one for those that it answers otherwise than the one before it.
//! Words stand before `--gen_c_file_name o.cpp --stub_file_name s.c t.cu`, where `t.cu` holds one
//! declaration. A run that the reference does not survive is recorded as `crash`.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, ensure};
use asunder_syntax::Release;

use crate::toolkit;

/// What to record, and where to.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The file to write
    #[arg(long, default_value = "crates/cli/tests/data/options.tsv")]
    output: PathBuf,
}

/// Values that are tried with every option that takes one: a number, a word, the input's own name,
/// an empty text. Options without a value are tried with the first.
const VALUES: [&str; 4] = ["1", "x", "t.cu", ""];

/// What follows the option under test.
const REST: [&str; 5] = ["--gen_c_file_name", "o.cpp", "--stub_file_name", "s.c", "t.cu"];

/// Runs the recording.
///
/// # Errors
/// A toolkit cannot be had, the reference cannot be run, or the file cannot be written.
pub fn run(options: &Options) -> Result<ExitCode> {
    let mut table = String::from(
        "# release\twords before the usual rest\tstatus\tnamed unit\terror \
         (recorded by `cargo xtask record-options`)\n",
    );
    let mut command_lines: Vec<String> = Vec::new();
    let mut answers: HashMap<String, Answer> = HashMap::new();
    for release in Release::ALL {
        let cudafe = toolkit::ensure(toolkit::Options { release })?.cudafe();
        for name in option_names(&cudafe)? {
            let values = if takes_value(&cudafe, &name)? { &VALUES[..] } else { &VALUES[..1] };
            let with_values = values.iter().flat_map(|it| [format!("{name}={it}"), format!("{name} {it}")]);
            let mut of_name = vec![name.clone()];
            of_name.extend(with_values);
            of_name.retain(|words| !answers.contains_key(words));
            command_lines.extend(of_name);
        }
        for words in &command_lines {
            let answer = answer(&cudafe, words)?;
            if answers.get(words) != Some(&answer) {
                writeln!(table, "{release}\t{words}\t{}\t{}\t{}", answer.status, answer.unit, answer.error)?;
                answers.insert(words.clone(), answer);
            }
        }
    }
    fs::write(&options.output, table).with_context(|| format!("writing {}", options.output.display()))?;
    println!("{} command lines, {}", command_lines.len(), options.output.display());
    Ok(ExitCode::SUCCESS)
}

fn option_names(cudafe: &Path) -> Result<Vec<String>> {
    let output = Command::new(cudafe)
        .arg("--dump_command_options")
        .output()
        .with_context(|| format!("running {}", cudafe.display()))?;
    let names: Vec<String> =
        String::from_utf8(output.stdout)?.split_ascii_whitespace().map(str::to_owned).collect();
    ensure!(!names.is_empty(), "{} lists no options", cudafe.display());
    Ok(names)
}

/// Whether the reference wants a value for this option.
fn takes_value(cudafe: &Path, name: &str) -> Result<bool> {
    let output = Command::new(cudafe).arg(name).stdin(Stdio::null()).output()?;
    Ok(String::from_utf8_lossy(&output.stderr).contains("requires an argument"))
}

/// What the reference says to one command line.
#[derive(PartialEq, Eq)]
struct Answer {
    /// Its exit status, or `crash`.
    status: String,
    /// The unit that the summary names; `-` for "this compilation" or no summary.
    unit: String,
    /// The error, its lines joined by `\n`; empty if the run was accepted.
    error: String,
}

/// Runs one command line in a fresh folder.
fn answer(cudafe: &Path, words: &str) -> Result<Answer> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("t.cu"), "int a;\n")?;
    let output = Command::new(cudafe)
        .args(words.split(' '))
        .args(REST)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()?;
    let status = output.status.code().map_or("crash".to_owned(), |code| code.to_string());
    let text = String::from_utf8_lossy(&output.stderr);
    let start =
        ["Command-line error: ", "Catastrophic error: "].iter().filter_map(|start| text.find(start)).min();
    let error = start.map_or("", |at| text[at..].split("\n\n").next().unwrap_or(""));
    let unit = text
        .split_once("in the compilation of \"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .map_or("-", |(unit, _)| unit);
    Ok(Answer { status, unit: unit.to_owned(), error: error.trim_end().replace('\n', "\\n") })
}
