//! User time and peak memory of asunder as cudafe++ against the reference, run in turn.

mod edits;
mod picture;
mod preprocessing;
mod scaling;
mod shapes;
mod whole;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::dropin::{Plan, Source};
use crate::process::{Program, Usage};
use crate::stage::Stage;
use crate::table::{Table, table};
use crate::{toolkit, workspace};

/// Options of `cargo xtask bench`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    toolkit: toolkit::Options,
    /// Units to measure, by name or path; with --scaling shapes, by name [default: all named ones].
    units: Vec<String>,
    /// Runs per unit and program; the medians count, with --scaling the least [default: 10; 3 with --scaling and
    /// --whole].
    #[arg(long)]
    runs: Option<usize>,
    /// Also measure lexing, outlining and parsing of the whole unit, each alone.
    #[arg(long)]
    stages: bool,
    /// Measure what editing costs, and nothing else.
    #[arg(long)]
    edits: bool,
    /// Measure what preprocessing costs, and nothing else.
    #[arg(long)]
    preprocessing: bool,
    /// Measure how costs grow with the size of generated code, and nothing else; fails where they grow faster than
    /// n log n.
    #[arg(long)]
    scaling: bool,
    /// Measure whole compiles by stage, without and with slices, draw them, and nothing else.
    #[arg(long)]
    whole: bool,
    /// The picture that --whole draws [default: docs/stages.svg].
    #[arg(long, value_name = "FILE", requires = "whole")]
    svg: Option<PathBuf>,
    /// More flags of nvcc for --whole.
    #[arg(long, value_delimiter = ' ', allow_hyphen_values = true, requires = "whole")]
    nvcc_flags: Vec<String>,
    /// The candidate [default: the asunder of this checkout, built now].
    #[arg(long, value_name = "PATH")]
    cudafe: Option<PathBuf>,
}

/// A unit with a name, and the most of the reference's user time that it may take.
struct Unit {
    name: &'static str,
    file: &'static str,
    /// First budget of user time, as a ratio to the reference.
    budget: f64,
}

const UNITS: [Unit; 2] = [
    Unit { name: "saxpy", file: "examples/saxpy.cu", budget: 0.6 },
    Unit { name: "thrust", file: "benches/thrust.cu", budget: 0.35 },
];

/// Runs by default.
const RUNS: usize = 10;
const SCALING_RUNS: usize = 3;
const WHOLE_RUNS: usize = 3;

/// The chore `bench`.
pub fn run(options: &Options) -> Result<ExitCode> {
    let runs = options.runs.unwrap_or(if options.scaling { SCALING_RUNS } else { RUNS });
    ensure!(runs > 0, "--runs must be at least 1");
    let toolkit = toolkit::ensure(options.toolkit)?;
    if options.preprocessing {
        let asunder = match &options.cudafe {
            Some(path) => crate::absolute(path)?,
            None => workspace::build_installed_asunder()?,
        };
        preprocessing::run(&toolkit, &asunder, runs)?;
        return Ok(ExitCode::SUCCESS);
    }
    let candidate = match &options.cudafe {
        Some(path) => crate::absolute(path)?,
        None => workspace::as_cudafe(&workspace::build_installed_asunder()?, options.toolkit.release)?,
    };
    if options.whole {
        let drawing = options.svg.clone().unwrap_or_else(|| workspace::root().join("docs/stages.svg"));
        let runs = options.runs.unwrap_or(WHOLE_RUNS);
        whole::run(&toolkit, &candidate, runs, &options.nvcc_flags, &drawing)?;
        return Ok(ExitCode::SUCCESS);
    }
    if options.scaling {
        return scaling::run(&toolkit, &candidate, &options.units, runs);
    }
    if options.edits {
        edits::run(&toolkit, &candidate, runs)?;
        return Ok(ExitCode::SUCCESS);
    }
    let named = |unit: &Unit| (unit.name.to_owned(), workspace::root().join(unit.file), Some(unit.budget));
    let units: Vec<(String, PathBuf, Option<f64>)> = if options.units.is_empty() {
        UNITS.iter().map(named).collect()
    } else {
        let chosen = options.units.iter().map(|word| match UNITS.iter().find(|unit| unit.name == word) {
            Some(unit) => named(unit),
            None => (word.clone(), PathBuf::from(word), None),
        });
        chosen.collect()
    };
    let mut totals = table(&[
        "unit",
        "preprocessed",
        "user s: reference",
        "asunder",
        "ratio",
        "budget",
        "peak MB: reference",
        "asunder",
        "ratio",
    ]);
    let mut stages = table(&["unit", "stage", "user s", "MB/s", "ratio", "budget", "peak MB", "ratio"]);
    for (name, file, budget) in units {
        let work = tempfile::tempdir()?;
        let source = Source {
            file: crate::absolute(&file)?,
            flags: vec!["-std=c++17".into()],
            directory: std::env::current_dir()?,
        };
        let plan = Plan::of(&toolkit, &source, work.path())?;
        let preprocessed =
            Program::new(plan.host_preprocess.clone(), &source.directory, &plan.environment, LIMIT).run()?;
        ensure!(preprocessed.ending.success(), "{name} does not preprocess: {}", preprocessed.stderr.trim());
        let mut usages: [Vec<Usage>; 2] = Default::default();
        for _ in 0..runs {
            for (usages, program) in usages.iter_mut().zip([&toolkit.cudafe(), &candidate]) {
                usages.push(front_end(program, &plan, &source.directory)?);
            }
        }
        let [reference, asunder] = usages;
        let user = [&reference, &asunder].map(|usages| median(usages, |usage| usage.user));
        let peak =
            [&reference, &asunder].map(|usages| median(usages, |usage| usage.peak_rss_kib as f64 / 1024.0));
        if options.stages {
            measure_stages(&mut stages, &name, &plan, &source.directory, runs, (user[0], peak[0]))?;
        }
        totals.add_row(vec![
            name,
            format!("{:.1} MB", plan.preprocessed().metadata()?.len() as f64 / 1e6),
            format!("{:.3}", user[0]),
            format!("{:.3}", user[1]),
            format!("{:.2}", user[1] / user[0]),
            budget.map_or_else(String::new, |budget| format!("{budget:.2}")),
            format!("{:.0}", peak[0]),
            format!("{:.0}", peak[1]),
            format!("{:.2}", peak[1] / peak[0]),
        ]);
    }
    println!("medians of {} runs, taken in turn", runs);
    println!("{totals}");
    if options.stages {
        println!("{stages}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures each stage of the front on the preprocessed unit, against what the reference takes for all its work.
fn measure_stages(
    table: &mut Table,
    name: &str,
    plan: &Plan,
    directory: &Path,
    runs: usize,
    (reference_user, reference_peak): (f64, f64),
) -> Result<()> {
    let file = directory.join(plan.preprocessed());
    let megabytes = file.metadata()?.len() as f64 / 1e6;
    let program = std::env::current_exe()?;
    let program = program.to_str().context("the path of xtask is not UTF-8")?;
    let mut floor = 0.0;
    for stage in Stage::ALL {
        let mut usages = Vec::new();
        for _ in 0..runs {
            let path = file.to_str().context("the unit's path is not UTF-8")?;
            let argv = [program, "stage", stage.name(), path].map(str::to_owned).to_vec();
            let finished = Program::new(argv, directory, &plan.environment, LIMIT).measured()?;
            ensure!(finished.ending.success(), "stage {} ends with {}", stage.name(), finished.ending);
            usages.push(finished.usage);
        }
        let user = median(&usages, |usage| usage.user);
        let peak = median(&usages, |usage| usage.peak_rss_kib as f64 / 1024.0);
        if stage == Stage::Read {
            floor = user;
            continue;
        }
        let alone = (user - floor).max(1e-4);
        table.add_row(vec![
            name.to_owned(),
            stage.name().to_owned(),
            format!("{alone:.3}"),
            format!("{:.0}", megabytes / alone),
            format!("{:.3}", alone / reference_user),
            stage.budget().map_or_else(String::new, |budget| format!("{budget:.2}")),
            format!("{peak:.0}"),
            format!("{:.2}", peak / reference_peak),
        ]);
    }
    Ok(())
}

const LIMIT: Duration = Duration::from_secs(600);

/// One run of a front end on the plan's command line.
fn front_end(program: &Path, plan: &Plan, directory: &Path) -> Result<Usage> {
    let mut argv = plan.front_end.clone();
    argv[0] = program.to_str().context("the path of the front end is not UTF-8")?.to_owned();
    let finished = Program::new(argv, directory, &plan.environment, LIMIT).measured()?;
    if !finished.ending.success() {
        bail!("{} ends with {}: {}", program.display(), finished.ending, finished.stderr.trim());
    }
    Ok(finished.usage)
}

/// The median of a figure.
/// A row of a table: a figure, what it is measured against, and the most that their ratio may be.
fn row(table: &mut Table, what: &str, (measured, against): (f64, f64), unit: &str, budget: f64) {
    table.add_row(vec![
        what.to_owned(),
        format!("{measured:.3} {unit}"),
        format!("{against:.3} {unit}"),
        format!("{:.4}", measured / against),
        format!("{budget}"),
    ]);
}

fn median(usages: &[Usage], figure: impl Fn(&Usage) -> f64) -> f64 {
    let mut figures: Vec<f64> = usages.iter().map(figure).collect();
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    if figures.len() % 2 == 1 { figures[middle] } else { f64::midpoint(figures[middle - 1], figures[middle]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_lies_between() {
        let usage = |user| Usage { user, ..Usage::default() };
        assert_eq!(median(&[usage(4.0), usage(1.0), usage(2.0), usage(3.0)], |usage| usage.user), 2.5);
        assert_eq!(median(&[usage(9.0)], |usage| usage.user), 9.0);
    }
}
