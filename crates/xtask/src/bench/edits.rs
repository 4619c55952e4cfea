//! What editing costs, against the reference and against a run from scratch.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use asunder_outline::block_outline;
use asunder_outline::blocks::{self, SpareBlocks};
use asunder_slice::{Instantiations, Side, block_needed};
use asunder_source::SourceText;
use asunder_syntax::Dialect;

use super::{LIMIT, front_end, median, row};
use crate::dropin::{Plan, Source};
use crate::incr::{self, Series, quantile};
use crate::process::Program;
use crate::table::{Table, table};
use crate::toolkit::Toolkit;
use crate::workspace;

/// Edits of the large unit, each of one token in a kernel.
const TOKENS: u32 = 100;
/// Random edits of the small unit.
const RANDOM: u32 = 5_000;
/// Units of the batch.
const BATCH: usize = 8;

/// Prints the table: each figure beside what it is measured against and the most that their ratio may be.
pub(super) fn run(toolkit: &Toolkit, candidate: &Path, runs: usize) -> Result<()> {
    let mut table = table(&["edits", "measured", "against", "ratio", "budget"]);
    // First: nothing else has been in this process's memory.
    memory(&mut table, toolkit)?;
    latency(&mut table, toolkit, candidate, runs)?;
    slices(&mut table, toolkit)?;
    batch(&mut table, toolkit, candidate, runs)?;
    println!("{table}");
    Ok(())
}

/// A program of this checkout, preprocessed in `folder` as nvcc does it.
fn preprocessed(toolkit: &Toolkit, file: &str, folder: &Path) -> Result<Plan> {
    let source = Source {
        file: workspace::root().join(file),
        flags: vec!["-std=c++17".into()],
        directory: folder.to_owned(),
    };
    let plan = Plan::of(toolkit, &source, folder)?;
    let finished = Program::new(plan.host_preprocess.clone(), folder, &plan.environment, LIMIT).run()?;
    ensure!(finished.ending.success(), "{file} does not preprocess: {}", finished.stderr.trim());
    Ok(plan)
}

fn series(plan: &Plan, options: &incr::Options) -> Result<Series> {
    let path = plan.preprocessed();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Series::of(options, path.to_owned(), text)
}

fn memory(table: &mut Table, toolkit: &Toolkit) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let plan = preprocessed(toolkit, "examples/saxpy.cu", folder.path())?;
    let options = incr::Options { edits: RANDOM, check: 0, ..incr::Options::default() };
    let series = series(&plan, &options)?;
    let memory = (series.memory_late, series.memory_early);
    row(table, "saxpy: resident memory after 5,000 random edits, after 100", memory, "MB", 1.3);
    Ok(())
}

fn latency(table: &mut Table, toolkit: &Toolkit, candidate: &Path, runs: usize) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let plan = preprocessed(toolkit, "benches/thrust.cu", folder.path())?;
    let user = |program: &Path| {
        let usages: Result<Vec<_>> = (0..runs).map(|_| front_end(program, &plan, folder.path())).collect();
        Ok::<f64, anyhow::Error>(median(&usages?, |usage| usage.user))
    };
    let (reference, cold) = (user(&toolkit.cudafe())?, user(candidate)?);
    let options = incr::Options { edits: TOKENS, check: 0, literals: true, ..incr::Options::default() };
    let series = series(&plan, &options)?;
    let host = quantile(&series.hosts, 50).as_secs_f64();
    let report = quantile(&series.reports, 50).as_secs_f64();
    row(
        table,
        "thrust: a token to new host text in memory, a run of the reference",
        (host, reference),
        "s",
        0.02,
    );
    row(table, "thrust: the same, 30 ms", (host * 1e3, 30.0), "ms", 1.0);
    row(table, "thrust: the same with diagnostics, 30 ms", (report * 1e3, 30.0), "ms", 1.0);
    row(table, "thrust: opening, a run of cudafe++", (series.open_user.as_secs_f64(), cold), "s", 1.2);
    Ok(())
}

/// Names that the large unit does not use elsewhere, one for each edit. Most bring more of the headers into the slice.
const NAMES: [&str; 10] = [
    "std::abs",
    "std::getenv",
    "thrust::make_pair<int, int>",
    "std::strtol",
    "cub::DivideAndRoundUp",
    "thrust::stable_partition<int *, Scramble>",
    "std::to_string",
    "thrust::make_zip_iterator<int *, int *>",
    "cudaMemset2D",
    "std::stable_sort<int *>",
];

/// Edits that bring new names: what the items of the slices take, first and after an edit.
fn slices(table: &mut Table, toolkit: &Toolkit) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let plan = preprocessed(toolkit, "benches/thrust.cu", folder.path())?;
    let text = std::fs::read_to_string(plan.preprocessed())?;
    let body = text.rfind("int main()").and_then(|at| Some(at + text[at..].find('{')? + 1));
    let body = body.context("the unit has no main")?;
    let dialect = Dialect::default();
    for (words, side) in [
        ("device", Side::Device),
        ("optimized-host", Side::Host(Instantiations::InAnyOrder)),
        ("host", Side::Host(Instantiations::InOrder)),
    ] {
        let mut db = salsa::DatabaseImpl::new();
        let mut spare = SpareBlocks::default();
        let source = blocks::open(&mut db, &mut spare, "thrust.ii".into(), &text, dialect);
        let cold = items_of_slice(&db, source, dialect, side);
        let mut warm = Vec::new();
        for name in NAMES {
            let new = format!("(void)&{name};");
            blocks::edit(&mut db, &mut spare, source, body..body, &new, dialect);
            warm.push(items_of_slice(&db, source, dialect, side));
        }
        warm.sort_by(f64::total_cmp);
        let warm = warm[warm.len() / 2];
        row(table, &format!("thrust: items of the {words} slice, 150 ms"), (cold, 150.0), "ms", 1.0);
        row(table, "thrust: the same with a new name, 5 ms", (warm, 5.0), "ms", 1.0);
    }
    Ok(())
}

/// How many milliseconds the items of a slice take, behind what any use of the unit needs.
fn items_of_slice(db: &dyn salsa::Database, source: SourceText, dialect: Dialect, side: Side) -> f64 {
    for block in source.blocks(db).iter() {
        block_outline(db, *block, dialect);
    }
    let start = Instant::now();
    for block in source.blocks(db).iter() {
        block_needed(db, source, *block, dialect, side.into());
    }
    start.elapsed().as_secs_f64() * 1e3
}

fn batch(table: &mut Table, toolkit: &Toolkit, candidate: &Path, runs: usize) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut plans = Vec::new();
    let examples = workspace::examples()?;
    for number in 0..BATCH {
        // Examples in turn, each copy in a folder of its own: a unit is known by its name.
        let copy = folder.path().join(number.to_string());
        std::fs::create_dir(&copy)?;
        let file = examples[number % examples.len()].to_string_lossy().into_owned();
        plans.push((preprocessed(toolkit, &file, &copy)?, copy));
    }
    let asunder = std::fs::canonicalize(candidate)?;
    let mut argv = vec![asunder.to_string_lossy().into_owned()];
    argv.extend(["build", "-j", "2", "-o"].map(str::to_owned));
    argv.push(folder.path().join("out").to_string_lossy().into_owned());
    argv.extend(plans.iter().map(|(plan, _)| plan.preprocessed().to_string_lossy().into_owned()));
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        let finished =
            Program::new(argv.clone(), folder.path(), &plans[0].0.environment, LIMIT).measured()?;
        ensure!(finished.ending.success(), "asunder build: {}", finished.stderr.trim());
        ours.push(finished.usage);
        let mut usage = finished.usage;
        usage.user = 0.0;
        for (plan, copy) in &plans {
            usage.user += front_end(&toolkit.cudafe(), plan, copy)?.user;
        }
        theirs.push(usage);
    }
    let user = (median(&ours, |usage| usage.user), median(&theirs, |usage| usage.user));
    row(table, "8 small units in one process, 8 runs of the reference", user, "s", 0.35);
    Ok(())
}
