//! `cargo xtask slice-check`: whether the compilers of both halves make the same of slices as of whole units.

mod device;
mod host;
mod planted;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;

use crate::dropin::{Plan, Source, sources_of};
use crate::process::{Finished, Program};
use crate::table::{Table, table};
use crate::toolkit;

/// What a run of a compiler may take.
const LIMIT: Duration = Duration::from_secs(600);

/// Options of `cargo xtask slice-check`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    toolkit: toolkit::Options,
    /// Programs to compare, or manifests of programs (.jsonl): one JSON object a line with file, flags and cwd.
    sources: Vec<PathBuf>,
    /// Flags for nvcc, for programs that no manifest names.
    #[arg(long, value_delimiter = ' ', allow_hyphen_values = true, default_value = "-std=c++17")]
    nvcc_flags: Vec<String>,
    /// Flags of nvcc in one argument: each program is compared with these besides. Given again, with each in turn.
    #[arg(long, allow_hyphen_values = true, value_name = "FLAGS")]
    variant: Vec<String>,
    /// Each program is compared with one variant alone, of which the next program takes the next one.
    #[arg(long)]
    one_variant: bool,
    /// The halves to compare.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Half::Device, Half::Host])]
    halves: Vec<Half>,
    /// Levels of the host compiler.
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true, default_value = "-O0,-O2")]
    levels: Vec<String>,
    /// A folder whose headers count as those of the system.
    #[arg(long, value_name = "DIR")]
    system: Vec<PathBuf>,
    /// Plant errors in code that nothing uses, and compare what the compilers say.
    #[arg(long)]
    planted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Half {
    Device,
    Host,
}

/// What came of one comparison.
enum Outcome {
    /// It does not preprocess, a compiler refuses it as a whole, or what it makes cannot be compared.
    Unbuilt(String),
    /// Both were compiled.
    Compared(Compared),
}

/// The whole unit and the slice, compiled.
struct Compared {
    /// What was compiled, and how.
    what: String,
    /// How the outputs are equal.
    equality: Equality,
    /// Bytes of the slice for one of the unit.
    bytes: f64,
    /// User seconds of the compiler on the unit, and on the slice.
    user: [f64; 2],
    /// Seconds that slicing took; for host slices what the host file took longer.
    slicing: f64,
}

/// How outputs are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Equality {
    /// Byte for byte, but for names that the compiler numbers.
    Bytes,
    /// Section by section, or symbol by symbol with another order.
    Reordered(String),
    /// They are not: the first difference in words.
    Different(String),
}

impl Equality {
    fn words(&self) -> String {
        match self {
            Equality::Bytes => "equal".to_owned(),
            Equality::Reordered(level) => format!("equal by {level}"),
            Equality::Different(what) => what.clone(),
        }
    }
}

/// How many comparisons ended how.
#[derive(Default)]
struct Counts {
    bytes: usize,
    reordered: usize,
    different: usize,
    unbuilt: usize,
}

impl Counts {
    fn add(&mut self, equality: &Equality) {
        match equality {
            Equality::Bytes => self.bytes += 1,
            Equality::Reordered(_) => self.reordered += 1,
            Equality::Different(_) => self.different += 1,
        }
    }
}

/// The chore `slice-check`.
pub fn run(options: &Options) -> Result<ExitCode> {
    let toolkit = toolkit::ensure(options.toolkit)?;
    let mut sources = Vec::new();
    for path in &options.sources {
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            sources.extend(sources_of(path, &[])?);
        } else {
            let (file, directory) = (crate::absolute(path)?, std::env::current_dir()?);
            sources.push(Source { file, flags: options.nvcc_flags.clone(), directory });
        }
    }
    let mut table =
        table(&["program", "compared", "kept", "user s", "of the slice", "ratio", "slicing s", "output"]);
    let mut counts = Counts::default();
    for (number, source) in sources.iter().enumerate() {
        for flags in variants(options, number) {
            let mut source = source.clone();
            source.flags.extend(flags.split_whitespace().map(str::to_owned));
            let name = source.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let name = format!("{name} {flags}").trim_end().to_owned();
            for outcome in check(options, &toolkit, &source)? {
                report(&name, outcome, &mut table, &mut counts);
            }
        }
    }
    println!(
        "{table}\n{} equal byte for byte, {} in another order, {} different, {} not built",
        counts.bytes, counts.reordered, counts.different, counts.unbuilt
    );
    Ok(crate::verdict(counts.different == 0))
}

/// The flags besides its own with which a program is compared.
fn variants(options: &Options, number: usize) -> Vec<&str> {
    let variants = options.variant.iter().map(String::as_str);
    match options.variant.len() {
        0 => vec![""],
        count if options.one_variant => variants.skip(number % count).take(1).collect(),
        _ => variants.collect(),
    }
}

fn report(name: &str, outcome: Outcome, table: &mut Table, counts: &mut Counts) {
    match outcome {
        Outcome::Unbuilt(why) => {
            counts.unbuilt += 1;
            println!("{name}: not built: {why}");
        }
        Outcome::Compared(it) => {
            counts.add(&it.equality);
            println!("{name}: {}: {}", it.what, it.equality.words());
            table.add_row(vec![
                name.to_owned(),
                it.what,
                format!("{:.1} %", 100.0 * it.bytes),
                format!("{:.2}", it.user[0]),
                format!("{:.2}", it.user[1]),
                format!("{:.2}", it.user[1] / it.user[0].max(0.01)),
                format!("{:.3}", it.slicing),
                it.equality.words(),
            ]);
        }
    }
}

/// A program whose host pass is preprocessed and whose module id is written.
struct Unit<'a> {
    source: &'a Source,
    plan: Plan,
    system: &'a [PathBuf],
}

impl Unit<'_> {
    fn run(&self, argv: &[String]) -> Result<Finished> {
        let argv = argv.iter().cloned();
        Program::new(argv, &self.source.directory, &self.plan.environment, LIMIT).measured()
    }

    /// Where a file of a command line is.
    fn path(&self, word: &str) -> PathBuf {
        self.source.directory.join(word)
    }
}

/// Compares both halves of a program.
fn check(options: &Options, toolkit: &toolkit::Toolkit, source: &Source) -> Result<Vec<Outcome>> {
    let work = tempfile::tempdir()?;
    let plan = match Plan::of(toolkit, source, work.path()) {
        Ok(plan) => plan,
        Err(error) => return Ok(vec![Outcome::Unbuilt(error.to_string())]),
    };
    let unit = Unit { source, plan, system: &options.system };
    // cicc reads the module id that the front end writes.
    for argv in [&unit.plan.host_preprocess, &unit.plan.front_end] {
        let finished = unit.run(argv)?;
        if !finished.ending.success() {
            return Ok(vec![Outcome::Unbuilt(first_line(&finished))]);
        }
    }
    if options.planted {
        return planted::compare(&unit);
    }
    let mut outcomes = Vec::new();
    // The device compiler writes the stub that the host compiler reads.
    outcomes.push(device::compare(&unit, options.halves.contains(&Half::Device))?);
    if let Some(Outcome::Compared(_)) = outcomes.last()
        && options.halves.contains(&Half::Host)
    {
        outcomes.extend(host::compare(&unit, &options.levels)?);
    }
    if !options.halves.contains(&Half::Device) && matches!(outcomes[0], Outcome::Compared(_)) {
        outcomes.remove(0);
    }
    Ok(outcomes)
}

fn first_line(finished: &Finished) -> String {
    finished.stderr.lines().find(|line| line.contains("error")).unwrap_or("no reason given").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn programs_take_variants_in_turn_or_all() {
        let options = |words: &[&str]| Line::parse_from(words).options;
        assert_eq!(variants(&options(&["it"]), 5), [""]);
        let all = ["it", "--variant", "-rdc=true", "--variant", "-lineinfo -g0"];
        assert_eq!(variants(&options(&all), 1), ["-rdc=true", "-lineinfo -g0"]);
        let one = [&all[..], &["--one-variant"]].concat();
        assert_eq!(variants(&options(&one), 2), ["-rdc=true"]);
        assert_eq!(variants(&options(&one), 3), ["-lineinfo -g0"]);
    }
}
