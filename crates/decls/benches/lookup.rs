//! Lookup of every name of a unit outside templates, and of the names of its last function after an
//! edit there: `cargo bench -p asunder-decls --bench lookup -- UNIT.ii`.

use std::time::Duration;

use asunder_decls::names::Names;
use asunder_outline::blocks::{self, SpareBlocks};
use asunder_source::decode;
use asunder_syntax::Dialect;
use nix::time::{ClockId, clock_gettime};

/// A token put in and taken out again, so many times.
const EDITS: usize = 50;

fn main() -> Result<(), std::io::Error> {
    // The test runner passes its own flags.
    let Some(file) = std::env::args().skip(1).find(|word| !word.starts_with("--")) else {
        println!("no unit named");
        return Ok(());
    };
    let bytes = std::fs::read(&file)?;
    let text = decode(&bytes);
    let dialect = Dialect::default();
    let mut db = salsa::DatabaseImpl::new();
    let mut spare = SpareBlocks::default();
    let source = blocks::open(&mut db, &mut spare, file.clone(), &text, dialect);

    let started = cpu_milliseconds();
    let names = Names::indexed(&db, source, dialect);
    let items: Vec<u32> = names.layout().numbers().collect();
    let (mut all, mut known) = (0usize, 0usize);
    for &item in &items {
        for occurrence in names.occurrences(item) {
            all += 1;
            known += usize::from(occurrence.target.is_some());
        }
    }
    println!(
        "{file}: {} items, {all} names, {known} answered, {:.2} s of processor time, peak {} MB",
        items.len(),
        (cpu_milliseconds() - started) / 1e3,
        peak_megabytes()
    );

    let Some((item, at)) = last_body(&names, &text, &items) else { return Ok(()) };
    drop(names);
    Names::indexed(&db, source, dialect).occurrences(item);
    let mut times: Vec<f64> = Vec::new();
    for _ in 0..EDITS {
        for (range, new) in [(at..at, ";"), (at..at + 1, "")] {
            let started = cpu_milliseconds();
            blocks::edit(&mut db, &mut spare, source, range, new, dialect);
            Names::indexed(&db, source, dialect).occurrences(item);
            times.push(cpu_milliseconds() - started);
        }
    }
    times.sort_by(f64::total_cmp);
    println!(
        "after an edit in the last function: {:.2} ms of processor time (median of {}, least {:.2})",
        times[EDITS],
        times.len(),
        times[0]
    );
    Ok(())
}

/// The last item with a function body, and the byte behind the body's opening brace.
fn last_body(names: &Names<'_>, text: &str, items: &[u32]) -> Option<(u32, usize)> {
    items.iter().rev().find_map(|&item| {
        let range = names.range(item);
        let brace = text[range].find(") {")?;
        Some((item, usize::from(range.start()) + brace + ") {".len()))
    })
}

/// The processor time of the main thread so far; other load of the machine does not count.
fn cpu_milliseconds() -> f64 {
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map(Duration::from);
    time.map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
}

/// The most memory that the process had so far.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().split(' ').next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
