//! How time and memory grow with the size of generated code, and against the reference.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::shapes::{SHAPES, Shape};
use crate::dropin::{Plan, Source};
use crate::process::{Program, Usage};
use crate::table::table;
use crate::toolkit::Toolkit;

/// Sizes of a shape that are measured, as multiples of its own.
const FACTORS: [usize; 3] = [1, 2, 4];
/// Growth of time or memory for a doubling that is still taken for n log n.
const MOST_GROWTH: f64 = 2.4;
/// Seconds below which growth is not checked: noise.
const LEAST_SECONDS: f64 = 0.1;
/// Mebibytes below which growth is not checked: allocators take memory in steps.
const LEAST_MEBIBYTES: f64 = 32.0;
/// A front end that takes longer is stopped.
const LIMIT: Duration = Duration::from_secs(300);

/// A unit without declarations of its own, and how it is compiled.
struct Bed {
    plan: Plan,
    directory: PathBuf,
    /// The preprocessed headers.
    headers: String,
    runs: usize,
}

/// Measures shapes, all or those that are named; fails where something grows faster than n log n.
pub fn run(toolkit: &Toolkit, candidate: &Path, named: &[String], runs: usize) -> Result<ExitCode> {
    let known = |name: &String| SHAPES.iter().any(|shape| shape.name == name);
    if let Some(unknown) = named.iter().find(|name| !known(name)) {
        let names: Vec<&str> = SHAPES.iter().map(|shape| shape.name).collect();
        anyhow::bail!("there is no shape `{unknown}`; there are {}", names.join(", "));
    }
    let work = tempfile::tempdir()?;
    let bed = Bed::new(toolkit, work.path(), runs)?;
    let reference = toolkit.cudafe();
    let empty = Shape { name: "empty", size: 0, flags: &[], text: |_| String::new() };
    let [base, reference_base] = [candidate, &reference].map(|program| bed.measure(program, &empty, 0));
    let (base, reference_base) = (base?, reference_base?);
    println!(
        "the headers alone: {:.3} s, {:.0} MB; reference {:.3} s, {:.0} MB; least of {runs} runs",
        base.user,
        mebibytes(base),
        reference_base.user,
        mebibytes(reference_base)
    );
    let mut table = table(&[
        "shape",
        "size",
        "user s",
        "x2",
        "x4",
        "growth",
        "peak MB",
        "x2",
        "x4",
        "growth",
        "x4: user ratio",
        "peak ratio",
    ]);
    let mut is_good = true;
    for shape in SHAPES.iter().filter(|shape| named.is_empty() || named.iter().any(|name| name == shape.name))
    {
        let usages = FACTORS.map(|factor| bed.measure(candidate, shape, factor));
        let [one, two, four] = usages;
        let own = [one?, two?, four?];
        let seconds = own.map(|usage| usage.user - base.user);
        let memory = own.map(|usage| mebibytes(usage) - mebibytes(base));
        let time_growth = growth(seconds, LEAST_SECONDS);
        let memory_growth = growth(memory, LEAST_MEBIBYTES);
        let growths = [time_growth, memory_growth];
        is_good &= growths.iter().flatten().all(|growth| *growth <= MOST_GROWTH);
        let other = bed.measure(&reference, shape, FACTORS[2])?;
        let shown = |growth: Option<f64>| growth.map_or_else(|| "-".into(), |growth| format!("{growth:.2}"));
        let mut row = vec![shape.name.to_owned(), shape.size.to_string()];
        row.extend(own.map(|usage| format!("{:.3}", usage.user)));
        row.push(shown(time_growth));
        row.extend(own.map(|usage| format!("{:.0}", mebibytes(usage))));
        row.push(shown(memory_growth));
        row.push(format!("{:.2}", own[2].user / other.user));
        row.push(format!("{:.2}", mebibytes(own[2]) / mebibytes(other)));
        println!("{}", row.join("  "));
        table.add_row(row);
    }
    print!("\n{table}");
    println!("growth of what exceeds the headers, for the last doubling; at most {MOST_GROWTH} is wanted");
    Ok(crate::verdict(is_good))
}

/// How much more the largest size takes than the middle one; `None` where that is too little to check.
fn growth([_, two, four]: [f64; 3], least: f64) -> Option<f64> {
    (two >= least).then(|| four / two)
}

fn mebibytes(usage: Usage) -> f64 {
    usage.peak_rss_kib as f64 / 1024.0
}

impl Bed {
    fn new(toolkit: &Toolkit, work: &Path, runs: usize) -> Result<Bed> {
        let source = Source {
            file: work.join("scaling.cu"),
            flags: vec!["-std=c++17".into()],
            directory: work.to_owned(),
        };
        std::fs::write(&source.file, "\n")?;
        let plan = Plan::of(toolkit, &source, work)?;
        plan.preprocess(&source, LIMIT)?;
        let headers = std::fs::read_to_string(work.join(plan.preprocessed()))?;
        ensure!(!headers.is_empty(), "the headers are empty");
        Ok(Bed { plan, directory: source.directory, headers, runs })
    }

    /// The least that a front end takes for a shape of so many times its size.
    fn measure(&self, program: &Path, shape: &Shape, factor: usize) -> Result<Usage> {
        let unit = self.directory.join(self.plan.preprocessed());
        std::fs::write(&unit, format!("{}{}", self.headers, (shape.text)(shape.size * factor)))?;
        let mut argv = self.plan.front_end.clone();
        program.to_str().context("the path of the front end is not UTF-8")?.clone_into(&mut argv[0]);
        let last = argv.len() - 1;
        argv.splice(last..last, shape.flags.iter().map(|flag| (*flag).to_owned()));
        let mut least: Option<Usage> = None;
        for _ in 0..self.runs {
            let finished =
                Program::new(argv.clone(), &self.directory, &self.plan.environment, LIMIT).measured()?;
            let usage = finished.usage;
            ensure!(
                usage.user > 0.0,
                "{} on `{}` ends with {}",
                program.display(),
                shape.name,
                finished.ending
            );
            least = Some(match least {
                Some(before) if before.user <= usage.user => before,
                _ => usage,
            });
        }
        least.context("no run")
    }
}

#[cfg(test)]
mod tests {
    use super::growth;

    #[test]
    fn growth_is_that_of_the_last_doubling() {
        assert_eq!(growth([0.5, 1.0, 2.5], 0.1), Some(2.5));
        assert_eq!(growth([0.01, 0.02, 0.4], 0.1), None);
    }
}
