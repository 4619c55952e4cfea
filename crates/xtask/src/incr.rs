//! Series of edits in a workspace, against runs from scratch.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use asunder_driver::options::{CxxStandard, Input, Language, Options as RunOptions};
use asunder_driver::workspace::{TextEdit, Workspace};
use asunder_driver::{Caller, HostOutput, run_host_pass};
use asunder_edits::{Edit, Edits, Kind};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use nix::time::{ClockId, clock_gettime};

use crate::table::table;

/// Wrong steps of a unit that are named.
const SHOWN: u32 = 5;

/// What marks a kernel, in a preprocessed text and in one as it was written.
const KERNEL_MARKS: [&str; 2] = ["__attribute__((global))", "__global__"];

/// Options of `cargo xtask incr`.
#[derive(clap::Args)]
pub struct Options {
    /// Preprocessed units.
    #[arg(required = true)]
    pub(crate) units: Vec<PathBuf>,
    /// Edits of each unit.
    #[arg(long, default_value_t = 200)]
    pub(crate) edits: u32,
    /// Which edits.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Bytes at the end of the unit in which edits are made.
    #[arg(long, default_value_t = 20_000)]
    pub(crate) window: usize,
    /// Compare every so many steps with a run from scratch; 0 never.
    #[arg(long, default_value_t = 1)]
    pub(crate) check: u32,
    /// Each edit only changes a number in the last kernel.
    #[arg(long)]
    pub(crate) literals: bool,
    /// Name each step that takes longer than so many milliseconds.
    #[arg(long)]
    pub(crate) slow: Option<f64>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            units: Vec::new(),
            edits: 200,
            seed: 1,
            window: 20_000,
            check: 1,
            literals: false,
            slow: None,
        }
    }
}

/// The chore `incr`: whether every step that was compared is equal.
pub fn run(options: &Options) -> Result<bool> {
    let columns = [
        "unit", "bytes", "open ms", "cold ms", "edit ms", "95 %", "host ms", "95 %", "diag ms", "queries",
        "MB", "MB end", "wrong",
    ];
    let mut table = table(&columns);
    let mut good = true;
    for path in &options.units {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let text = String::from_utf8(bytes).context("only UTF-8 units can be edited")?;
        let series = Series::of(options, path.clone(), text)?;
        good &= series.wrong == 0;
        let ms = |time: Duration| format!("{:.2}", time.as_secs_f64() * 1e3);
        table.add_row(vec![
            path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            series.bytes.to_string(),
            ms(series.open),
            ms(series.cold),
            ms(quantile(&series.edits, 50)),
            ms(quantile(&series.edits, 95)),
            ms(quantile(&series.hosts, 50)),
            ms(quantile(&series.hosts, 95)),
            ms(quantile(&series.reports, 50)),
            (series.queries / u64::from(options.edits.max(1))).to_string(),
            format!("{:.0}", series.memory_early),
            format!("{:.0}", series.memory_late),
            series.wrong.to_string(),
        ]);
    }
    println!("{table}");
    Ok(good)
}

/// What a series of edits took.
pub(crate) struct Series {
    bytes: usize,
    /// Opening the unit, its first host file and diagnostics.
    pub(crate) open: Duration,
    /// User time of that.
    pub(crate) open_user: Duration,
    /// A run from scratch: host file and diagnostics.
    cold: Duration,
    /// Taking the new text in.
    edits: Vec<Duration>,
    /// Host file in memory, module id and diagnostics after that.
    pub(crate) hosts: Vec<Duration>,
    pub(crate) reports: Vec<Duration>,
    queries: u64,
    /// Resident megabytes after 100 edits and at the end.
    pub(crate) memory_early: f64,
    pub(crate) memory_late: f64,
    wrong: u32,
}

impl Series {
    /// Edits `text` in a workspace.
    pub(crate) fn of(options: &Options, path: PathBuf, mut text: String) -> Result<Series> {
        let run_options = RunOptions { input: Input::File(path), ..run_options() };
        let caller = Caller::this();
        let workspace = Workspace::new();
        let (start, start_user) = (busy()?, user_time()?);
        let unit = workspace.open(run_options.clone(), text.as_bytes())?;
        workspace.run(unit, &caller)?;
        let (open, open_user) = (busy()? - start, user_time()? - start_user);
        let start = busy()?;
        run_host_pass(&run_options, text.as_bytes())?;
        let cold = busy()? - start;
        let before = workspace.statistics().executed;
        let mut series = Series {
            bytes: text.len(),
            open,
            open_user,
            cold,
            edits: Vec::new(),
            hosts: Vec::new(),
            reports: Vec::new(),
            queries: 0,
            memory_early: 0.0,
            memory_late: 0.0,
            wrong: 0,
        };
        let mut edits = Edits::new(options.seed);
        for step in 1..=options.edits {
            let edit = match options.literals {
                true => literal(&text, step),
                false => edits.next(&text, options.window),
            };
            let change = TextEdit { range: edit.range.clone(), text: edit.text.clone().into_bytes() };
            text = edit.apply(&text);
            let start = busy()?;
            workspace.edit(unit, &[change])?;
            series.edits.push(busy()? - start);
            let host = workspace.host(unit, &caller)?;
            let host = host.0.to_bytes();
            series.hosts.push(busy()? - start);
            let output = workspace.run(unit, &caller)?;
            let all = busy()? - start;
            series.reports.push(all);
            if options.slow.is_some_and(|limit| all.as_secs_f64() * 1e3 > limit) {
                let [taken, host] = [&series.edits, &series.hosts].map(|times| times[times.len() - 1]);
                eprintln!("step {step}: {taken:?}, host text {host:?}, diagnostics {all:?}: {edit:?}");
            }
            if step == 100 {
                series.memory_early = resident();
            }
            if options.check > 0 && step % options.check == 0 {
                let fresh = run_host_pass(&run_options, text.as_bytes())?;
                if !equal(&output, &fresh) || host != fresh.host_file.to_bytes() {
                    series.wrong += 1;
                    if series.wrong <= SHOWN {
                        eprintln!(
                            "step {step}: {:?} at {:?} differs from a run from scratch",
                            edit.kind, edit.range
                        );
                    }
                }
            }
        }
        series.queries = workspace.statistics().executed - before;
        series.memory_late = resident();
        Ok(series)
    }
}

fn equal(a: &HostOutput, b: &HostOutput) -> bool {
    a.module_id == b.module_id && a.report == b.report
}

/// Changes a digit in the body of the text's last kernel; in a text without one, the last digit of the text.
fn literal(text: &str, step: u32) -> Edit {
    let bytes = text.as_bytes();
    let is_number = |at: &usize| bytes[*at].is_ascii_digit() && bytes[*at - 1] == b' ';
    let kernel = KERNEL_MARKS.iter().filter_map(|mark| text.rfind(mark)).max();
    let body = kernel.and_then(|at| Some(at + text[at..].find('{')?));
    let in_kernel = body.and_then(|body| (body + 1..bytes.len()).find(is_number));
    let at = in_kernel.or_else(|| (1..bytes.len()).rev().find(is_number)).unwrap_or_default();
    Edit { kind: Kind::Literal, range: at..at + 1, text: (step % 7 + 2).to_string() }
}

fn run_options() -> RunOptions {
    let mut options = RunOptions::default();
    options.language.language = Language::Cxx(CxxStandard::Cxx17);
    options.output.frandom_seed = Some("seed".into());
    options
}

/// The time that so many percent of the times do not exceed.
pub(crate) fn quantile(times: &[Duration], percent: usize) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() * percent / 100).copied().unwrap_or_default()
}

/// Processor time of this thread, which makes all requests. The machine's other work does not count.
pub(crate) fn busy() -> Result<Duration> {
    Ok(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)?.into())
}

/// User time of this thread.
fn user_time() -> Result<Duration> {
    let used = getrusage(UsageWho::RUSAGE_THREAD)?.user_time();
    Ok(Duration::from_micros(u64::try_from(used.num_microseconds())?))
}

/// Resident memory of this process in megabytes.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes: f64 =
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default();
    kilobytes / 1024.0
}
