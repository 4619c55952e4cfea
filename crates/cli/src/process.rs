//! The process around a run: processor time, signals, the time limit (spec page 1 §5, §7).

use std::fs;
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// The status after an interrupt, as after every terminated compilation.
const TERMINATED: i32 = 4;
/// Clock ticks of `/proc/self/stat` in a second; Linux has no other value.
const TICKS_PER_SECOND: f64 = 100.0;

/// Processor time of this process in seconds, all threads, user and system.
pub fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name in parentheses may hold blanks; utime and stime are fields 14 and 15.
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: u64 = after_name
        .split_ascii_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    ticks as f64 / TICKS_PER_SECOND
}

/// Ends the process in order on SIGINT (unless it was ignored from the start) and SIGTERM: new
/// files are cleared away, `say` gives what is written to standard error.
pub fn on_termination(say: impl Fn() -> String + Send + 'static) {
    let mut wanted = vec![SIGTERM];
    if !is_ignored(SIGINT) {
        wanted.push(SIGINT);
    }
    let Ok(mut signals) = Signals::new(wanted) else {
        return;
    };
    thread::spawn(move || {
        if signals.forever().next().is_some() {
            crate::files::discard_unfinished();
            crate::streams::stderr(say().as_bytes());
            std::process::exit(TERMINATED);
        }
    });
}

/// Aborts the process when it has used this much processor time.
pub fn limit_cpu_seconds(limit: u32) {
    thread::spawn(move || {
        while cpu_seconds() < f64::from(limit) {
            thread::sleep(Duration::from_millis(50));
        }
        crate::files::discard_unfinished();
        crate::streams::stderr(b"\nInternal error: CPU time limit exceeded.\nCompilation aborted.\n");
        std::process::abort();
    });
}

/// Whether the process started with this signal ignored.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}
