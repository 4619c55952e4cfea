//! `xtask types`: how many expressions asunder gives the type, category and callee that the reference gives.
//!
//! The reference prints its typed tree (`--il_display`), which [`dump`] turns into lines; `asunder types` prints lines of
//! the same form, and [`compare`] counts. What stands in template definitions does not count unless it is asked for.

mod compare;
mod dump;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use asunder_source::decode;

use crate::corpus::Corpus;
use crate::dropin::{Plan, Source};
use crate::table::table;
use crate::toolkit::{self, Toolkit};
use crate::xref::template_ranges;
use compare::{Counts, Report};
use dump::{Dump, Wanted};

const LIMIT: Duration = Duration::from_secs(300);
/// Options of the reference for files that are preprocessed already.
const OPTIONS: &str = "--c++17 --gnu_version=120200 -w --m64 --extended-lambda --parse_templates";

/// Arguments of `xtask types`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    toolkit: toolkit::Options,
    /// Programs (`.cu`), or preprocessed files (`.ii`).
    files: Vec<PathBuf>,
    #[command(flatten)]
    corpus: Corpus,
    /// The candidate.
    #[arg(long, default_value = "target/release/asunder")]
    asunder: PathBuf,
    /// Lines that take the place of the candidate's.
    #[arg(long, value_name = "FILE")]
    ours: Option<PathBuf>,
    /// Options of the reference for preprocessed files.
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true, default_value = OPTIONS)]
    options: String,
    /// Counts only what stands in the programs' own files, not in the headers they include.
    #[arg(long)]
    own: bool,
    /// Counts what stands in template definitions too.
    #[arg(long)]
    templates: bool,
    /// Bodies of instances too: the unit without its device, host and memory-space attributes, under `-tused`.
    #[arg(long)]
    used: bool,
    /// Prints the reference's lines and compares nothing.
    #[arg(long)]
    reference: bool,
    /// A folder for the lines of the reference, which need not run again where the unit and the options are the same.
    #[arg(long, value_name = "FOLDER")]
    kept: Option<PathBuf>,
    /// Prints this many of the ways in which lines differ, the commonest first.
    #[arg(long, value_name = "N", default_value_t = 0)]
    show: usize,
}

/// Compares the listings of all programs and prints a table.
pub fn run(args: Args) -> Result<()> {
    let toolkit = toolkit::ensure(args.toolkit)?;
    let mut sources = args.corpus.sources()?;
    let (units, programs): (Vec<_>, Vec<_>) =
        args.files.iter().partition(|file| file.extension().is_some_and(|suffix| suffix == "ii"));
    for file in programs {
        let directory = std::env::current_dir()?;
        sources.push(Source { file: file.clone(), flags: Vec::new(), directory });
    }
    let mut programs = table(&["program", "lines", "equal %", "wrong %"]);
    let mut total = Report::default();
    let mut enter = |name: &Path, report: Result<Report>| match report {
        Ok(report) => {
            let counts = sum(&report);
            programs.add_row(vec![
                name.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                counts.theirs.to_string(),
                percent(counts.equal, counts.theirs),
                percent(counts.wrong(), counts.theirs),
            ]);
            total.add(report);
        }
        Err(error) => println!("{}: {error:#}", name.display()),
    };
    for unit in units {
        let words = shlex::split(&args.options).context("--options has an open quote")?;
        enter(unit, compare_unit(&args, &toolkit, &words, unit));
    }
    for source in &sources {
        let folder = tempfile::tempdir()?;
        let compared = Plan::of(&toolkit, source, folder.path()).and_then(|plan| {
            plan.preprocess(source, LIMIT)?;
            compare_unit(&args, &toolkit, &plan.front_end_options(), plan.preprocessed())
        });
        enter(&source.file, compared);
    }
    if args.reference {
        return Ok(());
    }
    println!("{programs}\n");
    print_report(&total, args.show);
    Ok(())
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.2}", 100.0 * part as f64 / whole.max(1) as f64)
}

fn sum(report: &Report) -> Counts {
    let mut counts = Counts::default();
    report.by_what.values().for_each(|more| counts.add(*more));
    counts
}

fn print_report(report: &Report, show: usize) {
    let mut kinds =
        table(&["what", "lines", "equal", "different", "only theirs", "only ours", "equal %", "wrong %"]);
    let mut rows: Vec<_> = report.by_what.iter().map(|(what, counts)| (what.as_str(), *counts)).collect();
    rows.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.theirs + counts.only_ours));
    rows.push(("all", sum(report)));
    for (what, counts) in rows {
        kinds.add_row(vec![
            what.to_owned(),
            counts.theirs.to_string(),
            counts.equal.to_string(),
            counts.different.to_string(),
            counts.only_theirs().to_string(),
            counts.only_ours.to_string(),
            percent(counts.equal, counts.theirs),
            percent(counts.wrong(), counts.theirs),
        ]);
    }
    println!("{kinds}");
    let mut groups: Vec<_> = report.groups.iter().collect();
    groups.sort_by(|(left, left_group), (right, right_group)| {
        right_group.count.cmp(&left_group.count).then_with(|| left.cmp(right))
    });
    for ((what, theirs, ours), group) in groups.into_iter().take(show) {
        println!("{:>6} {what}: `{theirs}`, ours `{ours}`, at {}", group.count, group.place);
    }
}

/// Compares the listings of a preprocessed file, which the reference reads with the options `words`.
fn compare_unit(args: &Args, toolkit: &Toolkit, words: &[String], unit: &Path) -> Result<Report> {
    let folder = tempfile::tempdir()?;
    let plain = folder.path().join(unit.file_name().context("the unit has no name")?);
    let unit = match args.used {
        true => {
            std::fs::write(&plain, without_spaces(&std::fs::read(unit)?))?;
            plain.as_path()
        }
        false => unit,
    };
    let theirs = reference_lines(args, toolkit, words, unit, folder.path())?;
    let templates = match args.templates || args.used {
        true => Default::default(),
        false => template_ranges(&decode(&std::fs::read(unit)?)),
    };
    let is_wanted = |place: &str| {
        let mut parts = place.rsplitn(3, ':');
        let numbers = parts
            .next()
            .zip(parts.next())
            .and_then(|(column, line)| Some((line.parse::<u32>().ok()?, column.parse::<u32>().ok()?)));
        let (Some(here), Some(file)) = (numbers, parts.next()) else { return true };
        !templates.get(file).is_some_and(|ranges| ranges.iter().any(|(from, to)| *from <= here && here < *to))
    };
    if args.reference {
        compare::write_wanted(&String::from_utf8_lossy(&theirs), &is_wanted, &mut std::io::stdout())?;
        return Ok(Report::default());
    }
    let ours = match &args.ours {
        Some(file) => std::fs::read(file).with_context(|| file.display().to_string())?,
        None => {
            let mut command = Command::new(&args.asunder);
            command
                .arg("types")
                .arg(unit)
                .args(["--options", &shlex::try_join(words.iter().map(String::as_str))?]);
            command.args(args.own.then_some("--own")).args(args.used.then_some("--used"));
            let output = command.stderr(Stdio::inherit()).output().context("asunder does not run")?;
            ensure!(output.status.success(), "asunder types failed");
            output.stdout
        }
    };
    let (theirs, ours) = (String::from_utf8_lossy(&theirs), String::from_utf8_lossy(&ours));
    Ok(match (args.used, args.templates) {
        (true, _) => compare::compare_instances(&theirs, &ours, &is_wanted),
        (false, true) => compare::compare(&theirs, &ours, &is_wanted),
        // Of lines without a place nothing else tells that they stand in a template.
        (false, false) => compare::compare(&compare::without_patterns(&theirs), &ours, &is_wanted),
    })
}

/// The lines of the reference: those that are kept, or those of a run.
fn reference_lines(
    args: &Args,
    toolkit: &Toolkit,
    words: &[String],
    unit: &Path,
    folder: &Path,
) -> Result<Vec<u8>> {
    let Some(kept) = &args.kept else { return printed_lines(args, toolkit, words, unit, folder) };
    let file = kept.join(format!("{:016x}", key(args, toolkit, words, unit)?));
    if let Ok(lines) = std::fs::read(&file) {
        return Ok(lines);
    }
    let lines = printed_lines(args, toolkit, words, unit, folder)?;
    std::fs::create_dir_all(kept)?;
    std::fs::write(&file, &lines).with_context(|| file.display().to_string())?;
    Ok(lines)
}

/// What the lines of the reference depend on, as one number; options that name files of a run do not count.
fn key(args: &Args, toolkit: &Toolkit, words: &[String], unit: &Path) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    (args.own, args.used, toolkit.cudafe(), std::fs::read(unit)?).hash(&mut hasher);
    words.iter().filter(|word| !word.contains('/')).for_each(|word| word.hash(&mut hasher));
    Ok(hasher.finish())
}

/// The lines of a run of the reference.
fn printed_lines(
    args: &Args,
    toolkit: &Toolkit,
    words: &[String],
    unit: &Path,
    folder: &Path,
) -> Result<Vec<u8>> {
    let mut command = Command::new(toolkit.cudafe());
    command.arg("--il_display");
    command
        .args(args.used.then_some("-tused"))
        .args(words)
        .arg("--gen_c_file_name")
        .arg(folder.join("x.cudafe1.cpp"))
        .args(["--stub_file_name", "x.cudafe1.stub.c"])
        .arg(crate::absolute(unit)?)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().context("the reference does not run")?;
    let output = child.stdout.take().context("the reference has no output")?;
    let mut dump = Dump::read(BufReader::with_capacity(1 << 20, output))?;
    let status = child.wait()?;
    ensure!(status.success() || args.used, "the reference refuses the file");
    let mut lines = Vec::new();
    dump.print(Wanted { own: args.own, no_implicit: false }, &mut lines)?;
    Ok(lines)
}

/// The attributes that are blanked so that the host pass reads what the device pass reads.
const SPACE_ATTRIBUTES: &[&str] = &["device", "host", "shared", "constant", "managed"];

/// A unit without its attributes of execution and memory spaces; blanks stand for them, so that places stay.
fn without_spaces(unit: &[u8]) -> Vec<u8> {
    let mut made = unit.to_vec();
    for name in SPACE_ATTRIBUTES {
        for attribute in [format!("__attribute__(({name}))"), format!("__attribute__((__{name}__))")] {
            let mut from = 0;
            while let Some(at) = find(&made[from..], attribute.as_bytes()) {
                made[from + at..from + at + attribute.len()].fill(b' ');
                from += at + attribute.len();
            }
        }
    }
    made
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    #[test]
    fn attributes_of_spaces_become_blanks() {
        let unit =
            b"__attribute__((device)) int x; __attribute__((__host__)) void __attribute__((global)) f();";
        let plain = String::from_utf8(super::without_spaces(unit)).unwrap();
        assert_eq!(plain.len(), unit.len());
        assert_eq!(
            plain.split_whitespace().collect::<Vec<_>>().join(" "),
            "int x; void __attribute__((global)) f();"
        );
    }
}
