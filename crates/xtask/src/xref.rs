//! `xtask xref`: how many names of preprocessed files asunder resolves as the reference does.
//!
//! Runs `cudafe++ --xref` and `asunder xref` on each file and compares, name by name, which entity is
//! meant. An entity is known by where it is declared, so listings need no common numbering.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use asunder_parser::parse_translation_unit;
use asunder_source::{LineTable, decode};
use asunder_syntax::{Dialect, SyntaxKind};

use crate::table::Table;

/// Arguments of `xtask xref`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Preprocessed files (`.cpp4.ii`).
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The reference.
    #[arg(long, default_value = "toolkit/nvidia/cu13/bin/cudafe++")]
    cudafe: PathBuf,
    /// The candidate.
    #[arg(long, default_value = "target/release/asunder")]
    asunder: PathBuf,
    /// Prints up to this many wrong answers a file.
    #[arg(long, default_value_t = 5)]
    wrong: usize,
}

/// File, line and column.
type Place = (String, u32, u32);

/// Stretches of files, by line and column.
type Ranges = HashMap<String, HashSet<((u32, u32), (u32, u32))>>;

/// One line of a listing.
struct Record {
    entity: String,
    name: String,
    kind: u8,
    place: Place,
}

/// The names of a listing.
struct Listing {
    records: Vec<Record>,
    /// Where each entity is declared.
    declared: HashMap<String, HashSet<Place>>,
}

/// How the names of a file were answered.
#[derive(Default)]
struct Counts {
    declarations: usize,
    declarations_found: usize,
    uses: usize,
    same: usize,
    wrong: usize,
    /// Calls of constructors, destructors, operators and conversions, which have no name of their own
    /// at their place; not among `uses`.
    implicit: usize,
}

/// Compares the listings of all files and prints a table.
pub fn run(args: Args) -> Result<()> {
    let mut table = Table::new(&["file", "declarations", "found %", "uses", "same %", "wrong %", "implicit"]);
    for file in &args.files {
        let counts = compare(&args, file).with_context(|| file.display().to_string())?;
        let percent = |part: usize, whole: usize| format!("{:.2}", 100.0 * part as f64 / whole.max(1) as f64);
        table.row(vec![
            file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            counts.declarations.to_string(),
            percent(counts.declarations_found, counts.declarations),
            counts.uses.to_string(),
            percent(counts.same, counts.uses),
            percent(counts.wrong, counts.uses),
            counts.implicit.to_string(),
        ]);
    }
    print!("{table}");
    Ok(())
}

fn compare(args: &Args, file: &Path) -> Result<Counts> {
    let folder = tempfile::tempdir()?;
    let listing = folder.path().join("xref");
    let status = Command::new(&args.cudafe)
        .args(["--c++17", "--gnu_version=120200", "-w", "--m64", "--extended-lambda"])
        .arg("--parse_templates")
        .arg("--gen_c_file_name")
        .arg(folder.path().join("x.cudafe1.cpp"))
        .args(["--stub_file_name", "x.cudafe1.stub.c"])
        .arg(format!("--xref={}", listing.display()))
        .arg(file)
        .status()
        .with_context(|| args.cudafe.display().to_string())?;
    ensure!(status.success(), "the reference refuses the file");
    let reference = Listing::parse(&String::from_utf8_lossy(&std::fs::read(&listing)?));
    let output = Command::new(&args.asunder).arg("xref").arg(file).output()?;
    ensure!(output.status.success(), "asunder xref failed");
    let ours = Listing::parse(&String::from_utf8_lossy(&output.stdout));
    let templates = template_ranges(&decode(&std::fs::read(file)?));
    Ok(judge(&reference, &ours, &templates, args.wrong))
}

fn judge(reference: &Listing, ours: &Listing, templates: &Ranges, show: usize) -> Counts {
    let mut at: HashMap<&Place, Vec<&Record>> = HashMap::new();
    for record in &ours.records {
        at.entry(&record.place).or_default().push(record);
    }
    let mut counts = Counts::default();
    let mut seen = HashSet::new();
    let mut shown = 0;
    for record in &reference.records {
        // Names without a declaration in the text, and those listed again for each instance.
        let Some(declared) = reference.declared.get(&record.entity) else { continue };
        let (file, line, column) = &record.place;
        let here = (*line, *column);
        let in_template = templates
            .get(file)
            .is_some_and(|ranges| ranges.iter().any(|(from, to)| *from <= here && here < *to));
        if in_template || !seen.insert((&record.entity, record.kind, &record.place)) {
            continue;
        }
        let answers = at.get(&record.place).map_or(&[][..], Vec::as_slice);
        if is_declaration(record.kind) {
            counts.declarations += 1;
            counts.declarations_found +=
                usize::from(answers.iter().any(|answer| is_declaration(answer.kind)));
            continue;
        }
        let uses: Vec<&Record> =
            answers.iter().copied().filter(|answer| !is_declaration(answer.kind)).collect();
        let same = uses.iter().any(|answer| {
            ours.declared.get(&answer.entity).is_some_and(|places| !places.is_disjoint(declared))
        });
        if !same && is_implicit(&record.name) {
            counts.implicit += 1;
            continue;
        }
        counts.uses += 1;
        if same {
            counts.same += 1;
        } else if !uses.is_empty() {
            counts.wrong += 1;
            if shown < show {
                shown += 1;
                let (file, line, column) = &record.place;
                println!("{file}({line}): column {column}: {}", record.name);
            }
        }
    }
    counts
}

impl Listing {
    fn parse(text: &str) -> Listing {
        let mut listing = Listing { records: Vec::new(), declared: HashMap::new() };
        for line in text.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [entity, name, kind, file, line, column] = fields[..] else { continue };
            let (Ok(line), Ok(column)) = (line.parse(), column.parse()) else { continue };
            let kind = kind.bytes().next().unwrap_or_default();
            // Instances of templates are no names of the text.
            if matches!(kind, b't' | b'T') {
                continue;
            }
            let place = (file.to_owned(), line, column);
            if is_declaration(kind) {
                listing.declared.entry(entity.to_owned()).or_default().insert(place.clone());
            }
            listing.records.push(Record { entity: entity.to_owned(), name: name.to_owned(), kind, place });
        }
        listing
    }
}

fn is_declaration(kind: u8) -> bool {
    matches!(kind, b'D' | b'd')
}

/// Constructors, destructors, operators and conversion functions, by their qualified name.
fn is_implicit(name: &str) -> bool {
    let without_args = |part: &str| part.split('<').next().unwrap_or_default().to_owned();
    let parts: Vec<String> = name.split("::").map(without_args).collect();
    match parts.as_slice() {
        [.., class, last] => last == class || last.starts_with('~') || last.starts_with("operator"),
        [last] => last.starts_with("operator"),
        [] => false,
    }
}

/// For each file from which line and column to which its template definitions reach.
fn template_ranges(text: &str) -> Ranges {
    let lines = LineTable::new(text);
    let mut ranges = Ranges::new();
    let root = parse_translation_unit(text, Dialect::default()).syntax();
    for node in root.descendants().filter(|node| node.kind() == SyntaxKind::TEMPLATE_DECL) {
        let range = node.text_range();
        let from = lines.position(text, range.start().into());
        let to = lines.position(text, range.end().into());
        let file = ranges.entry(from.file.to_owned()).or_default();
        file.insert(((from.line, from.column), (to.line, to.column)));
    }
    ranges
}
