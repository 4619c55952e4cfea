//! `xtask symbols`: whether asunder's linker names are those of g++.
//!
//! The host file that the reference makes of a program is compiled with all functions kept; each function and
//! external variable that `asunder symbols` lists for the host, outside templates, must be in the object.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use object::{Object, ObjectSymbol};

use crate::corpus::Corpus;
use crate::dropin::{Plan, Source};
use crate::table::table;
use crate::toolkit::{self, Toolkit};

const LIMIT: Duration = Duration::from_secs(300);

/// Arguments of `xtask symbols`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    toolkit: toolkit::Options,
    #[command(flatten)]
    corpus: Corpus,
    /// Counts the definitions in headers too.
    #[arg(long)]
    headers: bool,
    /// The candidate.
    #[arg(long, default_value = "target/release/asunder")]
    asunder: PathBuf,
}

/// How the definitions of a program were named.
#[derive(Default)]
struct Counts {
    same: usize,
    unknown: usize,
    /// Names that the object does not have.
    missing: Vec<String>,
}

/// Compares all programs and prints a table.
pub fn run(args: Args) -> Result<()> {
    let toolkit = toolkit::ensure(args.toolkit)?;
    let sources = args.corpus.sources()?;
    let mut table = table(&["file", "definitions", "same %", "unknown", "missing"]);
    let mut all = Counts::default();
    let mut row = |name: &str, counts: &Counts| {
        let definitions = counts.same + counts.unknown + counts.missing.len();
        table.add_row(vec![
            name.to_owned(),
            definitions.to_string(),
            format!("{:.2}", 100.0 * counts.same as f64 / definitions.max(1) as f64),
            counts.unknown.to_string(),
            counts.missing.len().to_string(),
        ]);
    };
    for source in &sources {
        let folder = tempfile::tempdir()?;
        match compare(&args, &toolkit, source, folder.path()) {
            Ok(counts) => {
                for name in &counts.missing {
                    println!("{}: {name}", source.file.display());
                }
                row(&source.file.file_name().unwrap_or_default().to_string_lossy(), &counts);
                all.same += counts.same;
                all.unknown += counts.unknown;
                all.missing.extend(counts.missing);
            }
            Err(error) => println!("{}: {error:#}", source.file.display()),
        }
    }
    row("all", &all);
    println!("{table}");
    Ok(())
}

fn compare(args: &Args, toolkit: &Toolkit, source: &Source, folder: &Path) -> Result<Counts> {
    let plan = Plan::of(toolkit, source, folder)?;
    plan.preprocess(source, LIMIT)?;
    let words = plan.front_end_options();
    let host = folder.join("host.cpp");
    let status = Command::new(toolkit.cudafe())
        .args(&words)
        .arg("--gen_c_file_name")
        .arg(&host)
        .args(["--stub_file_name", "stub.c"])
        .arg(plan.preprocessed())
        .stderr(Stdio::null())
        .status()
        .context("the reference does not run")?;
    ensure!(status.success(), "the reference refuses the file");
    std::fs::write(folder.join("stub.c"), "")?;
    let standard = words.iter().find_map(|word| word.strip_prefix("--c++")).unwrap_or("17");
    let emitted = emitted(toolkit, &host, standard, folder)?;
    let output =
        Command::new(&args.asunder).args(["symbols", "--std", standard]).arg(plan.preprocessed()).output()?;
    ensure!(output.status.success(), "asunder symbols failed");
    let mut counts = Counts::default();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [symbol, kind, linkage, "host", file, line, _] = fields[..] else { continue };
        // g++ leaves out variables that only the unit sees and nothing uses.
        if kind == "variable" && linkage != "external" || !args.headers && Path::new(file) != source.file {
            continue;
        }
        match symbol {
            "?" => counts.unknown += 1,
            _ if emitted.contains(symbol) => counts.same += 1,
            _ => counts.missing.push(format!("{symbol} ({file}:{line})")),
        }
    }
    Ok(counts)
}

/// The symbols of the object that g++ makes of a host file, complete and base object constructors as one.
fn emitted(toolkit: &Toolkit, host: &Path, standard: &str, folder: &Path) -> Result<BTreeSet<String>> {
    let object = folder.join("host.o");
    let output = Command::new("g++")
        .args(["-c", "-O0", "-w", "-fkeep-inline-functions", "-fkeep-static-functions"])
        .arg(format!("-std=c++{standard}"))
        .arg("-I")
        .arg(toolkit.root().join("include"))
        .arg(host)
        .arg("-o")
        .arg(&object)
        .current_dir(folder)
        .output()?;
    let message = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "g++: {}",
        message.lines().find(|it| it.contains("error")).unwrap_or("")
    );
    let bytes = std::fs::read(&object)?;
    let file = object::File::parse(&*bytes)?;
    let names = file.symbols().filter_map(|symbol| symbol.name().ok().map(str::to_owned));
    Ok(names.flat_map(|name| [name.replace("C2E", "C1E").replace("D2E", "D1E"), name]).collect())
}
