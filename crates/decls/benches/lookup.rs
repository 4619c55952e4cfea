//! Lookup of every name of a unit outside templates, and of the names of its last function after an
//! edit there: `cargo bench -p asunder-decls --bench lookup -- UNIT.ii`.

use std::time::{Duration, Instant};

use asunder_decls::names::Names;
use asunder_decls::occurrences::item_occurrences;
use asunder_outline::blocks::{self, SpareBlocks};
use asunder_source::decode;
use asunder_syntax::Dialect;

const EDITS: usize = 9;

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

    let started = Instant::now();
    let names = Names::indexed(&db, source, dialect);
    let items = names.layout().items.len() as u32;
    let (mut all, mut known) = (0usize, 0usize);
    for item in 0..items {
        for occurrence in names.occurrences(item) {
            all += 1;
            known += usize::from(occurrence.target.is_some());
        }
    }
    println!(
        "{file}: {items} items, {all} names, {known} answered, {:.2} s, peak {} MB",
        started.elapsed().as_secs_f64(),
        peak_megabytes()
    );

    let Some((item, at)) = last_body(&names, &text, items) else { return Ok(()) };
    drop(names);
    item_occurrences(&db, source, item, dialect);
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..EDITS {
        let started = Instant::now();
        blocks::edit(&mut db, &mut spare, source, at..at, ";", dialect);
        item_occurrences(&db, source, item, dialect);
        times.push(started.elapsed());
    }
    times.sort();
    println!(
        "after an edit in the last function: {:.2} ms (median of {EDITS})",
        times[EDITS / 2].as_secs_f64() * 1e3
    );
    Ok(())
}

/// The last item with a function body, and the byte behind the body's opening brace.
fn last_body(names: &Names<'_>, text: &str, items: u32) -> Option<(u32, usize)> {
    (0..items).rev().find_map(|item| {
        let range = names.range(item);
        let brace = text[range].find(") {")?;
        Some((item, usize::from(range.start()) + brace + ") {".len()))
    })
}

/// The most memory that the process had so far.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().split(' ').next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
