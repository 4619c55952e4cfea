//! Files of other compilers' test suites through the host pass of the reference and ours.
//!
//! These files come from elsewhere, so they show what our own cases do not think of. Each is preprocessed without the
//! toolkit's headers and given to both front ends with the options of nvcc. What the reference makes of a file is kept
//! below `target/suite`: a second run runs only ours.

mod answer;
mod program;
mod report;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, ensure};

use crate::{toolkit, verdict, workspace};

use answer::{Bench, Compared};
use program::Program;
use report::Report;

/// Options of `cargo xtask suite`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    toolkit: toolkit::Options,
    /// Folders, searched with all that is in them, or single files.
    #[arg(required = true, value_name = "FILE|DIR")]
    places: Vec<PathBuf>,
    /// Only files whose name's MD5 begins with one of these hexadecimal digits.
    #[arg(long, value_name = "DIGITS", default_value = "0123456789abcdef")]
    digits: String,
    /// Only this many files, those with the smallest MD5 of their path.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Only files whose path holds this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// The candidate [default: the asunder of this checkout, built now].
    #[arg(long, value_name = "PATH")]
    cudafe: Option<PathBuf>,
    /// Where the reference's answers are kept.
    #[arg(long, value_name = "DIR", default_value = "target/suite")]
    cache: PathBuf,
    /// Also compile the host texts of files that both accept, and compare the assembly.
    #[arg(long)]
    objects: bool,
    /// Print each file that the reference rejects and ours does not, with the reference's first error.
    #[arg(long)]
    missed: bool,
    /// How many files are run at a time.
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
}

/// Runs the comparison.
///
/// # Errors
/// A file cannot be read, or a program cannot be run.
pub fn run(options: &Options) -> Result<ExitCode> {
    let candidate = match &options.cudafe {
        Some(path) => crate::absolute(path)?,
        None => workspace::as_cudafe(&workspace::build_asunder()?, options.toolkit.release)?,
    };
    let bench = Bench {
        reference: toolkit::ensure(options.toolkit)?.cudafe(),
        release: options.toolkit.release.to_string(),
        candidate,
        cache: workspace::root().join(&options.cache),
        with_objects: options.objects,
    };
    let programs = programs(options)?;
    ensure!(!programs.is_empty(), "no file to compare");
    let next = AtomicUsize::new(0);
    let answers: Mutex<Vec<(usize, Compared)>> = Mutex::default();
    std::thread::scope(|scope| -> Result<()> {
        let work = || -> Result<()> {
            let scratch = tempfile::tempdir()?;
            while let Some((number, program)) = {
                let number = next.fetch_add(1, Ordering::Relaxed);
                programs.get(number).map(|program| (number, program))
            } {
                let compared = bench
                    .compare(program, scratch.path())
                    .with_context(|| format!("comparing {}", program.path.display()))?;
                if let (Some(compared), Ok(mut answers)) = (compared, answers.lock()) {
                    answers.push((number, compared));
                }
            }
            Ok(())
        };
        let workers: Vec<_> = (0..options.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    let mut answers = answers.into_inner().unwrap_or_default();
    answers.sort_by_key(|(number, _)| *number);
    let mut report = Report::new(options.missed);
    for (number, compared) in &answers {
        report.add(&programs[*number].path, compared);
    }
    report.print();
    Ok(verdict(report.is_clean()))
}

/// The programs at the places, in order of their paths.
fn programs(options: &Options) -> Result<Vec<Program>> {
    let mut paths = BTreeSet::new();
    for place in &options.places {
        program::find(&crate::absolute(place)?, &mut paths)?;
    }
    let mut chosen: Vec<(String, PathBuf)> = paths
        .into_iter()
        .filter(|path| path.to_string_lossy().contains(&options.only))
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            program::digest(&name).starts_with(|first: char| options.digits.contains(first))
        })
        .map(|path| (program::digest(&path.to_string_lossy()), path))
        .collect();
    if let Some(count) = options.sample {
        chosen.sort();
        chosen.truncate(count);
    }
    chosen.sort_by(|(_, a), (_, b)| a.cmp(b));
    chosen.into_iter().map(|(_, path)| Program::read(path)).collect()
}
