//! `xtask xref`: how many names of preprocessed files asunder resolves as the reference does.
//!
//! Runs `cudafe++ --xref` and `asunder xref` on each file and compares, name by name, which entity is
//! meant. An entity is known by where it is declared, so listings need no common numbering. Names in
//! template definitions do not count, nor do calls of constructors, operators and the like that have no name
//! at their place and no answer; how many those are, and the share of answers when they count as unanswered,
//! stands in columns of their own.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use asunder_parser::parse_translation_unit;
use asunder_source::{LineTable, decode};
use asunder_syntax::{Dialect, SyntaxKind};

use crate::corpus::Corpus;
use crate::dropin::{Plan, Source};
use crate::table::table;
use crate::toolkit::{self, Toolkit};

const LIMIT: Duration = Duration::from_secs(300);

/// Arguments of `xtask xref`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    toolkit: toolkit::Options,
    /// Preprocessed files (`.cpp4.ii`).
    files: Vec<PathBuf>,
    #[command(flatten)]
    corpus: Corpus,
    /// The candidate.
    #[arg(long, default_value = "target/release/asunder")]
    asunder: PathBuf,
    /// Counts only the names in the corpus' own files, not those in the headers they include.
    #[arg(long)]
    own: bool,
    /// Prints up to this many wrong answers a file.
    #[arg(long, default_value_t = 5)]
    wrong: usize,
}

/// File, line and column.
type Place = (String, u32, u32);

/// Stretches of files, by line and column.
pub type Ranges = HashMap<String, HashSet<((u32, u32), (u32, u32))>>;

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
    let toolkit = toolkit::ensure(args.toolkit)?;
    let mut table =
        table(&["file", "declarations", "found %", "uses", "same %", "wrong %", "implicit", "same of all %"]);
    let mut total = Counts::default();
    let mut row = |name: &str, counts: &Counts| {
        let percent = |part: usize, whole: usize| format!("{:.2}", 100.0 * part as f64 / whole.max(1) as f64);
        table.add_row(vec![
            name.to_owned(),
            counts.declarations.to_string(),
            percent(counts.declarations_found, counts.declarations),
            counts.uses.to_string(),
            percent(counts.same, counts.uses),
            percent(counts.wrong, counts.uses),
            counts.implicit.to_string(),
            percent(counts.same, counts.uses + counts.implicit),
        ]);
    };
    for file in &args.files {
        let words =
            ["--c++17", "--gnu_version=120200", "-w", "--m64", "--extended-lambda", "--parse_templates"];
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let folder = tempfile::tempdir()?;
        let counts = compare(&args, &toolkit, &words, file, None, folder.path())
            .with_context(|| file.display().to_string())?;
        row(&file.file_name().unwrap_or_default().to_string_lossy(), &counts);
        total.add(&counts);
    }
    let sources = args.corpus.sources()?;
    for source in &sources {
        let folder = tempfile::tempdir()?;
        match compare_source(&args, &toolkit, source, folder.path()) {
            Ok(counts) => {
                row(&source.file.file_name().unwrap_or_default().to_string_lossy(), &counts);
                total.add(&counts);
            }
            Err(error) => println!("{}: {error:#}", source.file.display()),
        }
    }
    row("all", &total);
    println!("{table}");
    Ok(())
}

/// Preprocesses a program as nvcc would and compares.
fn compare_source(args: &Args, toolkit: &Toolkit, source: &Source, folder: &Path) -> Result<Counts> {
    let plan = Plan::of(toolkit, source, folder)?;
    plan.preprocess(source, LIMIT)?;
    let words = plan.front_end_options();
    let only = args.own.then_some(source.file.as_path());
    compare(args, toolkit, &words, plan.preprocessed(), only, folder)
}

/// Compares the listings of a preprocessed file, which the reference reads with the options `words`; only of
/// the names in the file `only` where it is given.
fn compare(
    args: &Args,
    toolkit: &Toolkit,
    words: &[String],
    file: &Path,
    only: Option<&Path>,
    folder: &Path,
) -> Result<Counts> {
    let listing = folder.join("xref");
    let status = Command::new(toolkit.cudafe())
        .args(words)
        .arg("--gen_c_file_name")
        .arg(folder.join("x.cudafe1.cpp"))
        .args(["--stub_file_name", "x.cudafe1.stub.c"])
        .arg(format!("--xref={}", listing.display()))
        .arg(file)
        .stderr(Stdio::null())
        .status()
        .context("the reference does not run")?;
    ensure!(status.success(), "the reference refuses the file");
    let mut reference = Listing::parse(&String::from_utf8_lossy(&std::fs::read(&listing)?));
    if let Some(only) = only {
        reference.records.retain(|record| Path::new(&record.place.0) == only);
    }
    let standard = words.iter().find_map(|word| word.strip_prefix("--c++")).unwrap_or("17");
    let output = Command::new(&args.asunder).args(["xref", "--std", standard]).arg(file).output()?;
    ensure!(output.status.success(), "asunder xref failed");
    let ours = Listing::parse(&String::from_utf8_lossy(&output.stdout));
    let templates = template_ranges(&decode(&std::fs::read(file)?));
    Ok(count(&reference, &ours, &templates, args.wrong))
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.declarations += other.declarations;
        self.declarations_found += other.declarations_found;
        self.uses += other.uses;
        self.same += other.same;
        self.wrong += other.wrong;
        self.implicit += other.implicit;
    }
}

fn count(reference: &Listing, ours: &Listing, templates: &Ranges, show: usize) -> Counts {
    let mut at: HashMap<&Place, Vec<&Record>> = HashMap::new();
    for record in &ours.records {
        at.entry(&record.place).or_default().push(record);
    }
    let mut meant_at: HashMap<&Place, Vec<&HashSet<Place>>> = HashMap::new();
    for record in reference.records.iter().filter(|record| !is_declaration(record.kind)) {
        if let Some(declared) = reference.declared.get(&record.entity) {
            meant_at.entry(&record.place).or_default().push(declared);
        }
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
        let means = |declared: &HashSet<Place>| {
            uses.iter().any(|answer| {
                ours.declared.get(&answer.entity).is_some_and(|places| !places.is_disjoint(declared))
            })
        };
        let same = means(declared);
        // `for (x : range)` means `range`, and calls `begin` at the same place.
        let beside_a_name = || meant_at.get(&record.place).is_some_and(|all| all.iter().any(|it| means(it)));
        if !same && (is_implicit(&record.name) || beside_a_name()) {
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
            // Instances of templates are not names of the text.
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
    let mut depth = 0u32;
    let mut plain = String::new();
    for c in name.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let parts: Vec<&str> = plain.split("::").collect();
    match parts.as_slice() {
        [.., class, last] => last == class || last.starts_with('~') || last.starts_with("operator"),
        [last] => last.starts_with("operator"),
        [] => false,
    }
}

/// For each file from which line and column to which its template definitions reach.
pub fn template_ranges(text: &str) -> Ranges {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constructors_and_operators_are_implicit() {
        for name in ["S::S", "N::V<int, std::A<int>>::V", "S::~S", "operator+", "S::operator int"] {
            assert!(is_implicit(name), "{name}");
        }
        for name in ["f", "N::S", "std::V<int, std::A<int>>::begin"] {
            assert!(!is_implicit(name), "{name}");
        }
    }
}
