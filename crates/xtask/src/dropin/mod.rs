//! Is a program a drop-in for cudafe++? Real programs through nvcc's own commands, compared.
//!
//! Per program: the commands of `nvcc --dryrun` are taken; the source is preprocessed once; the
//! reference and the candidate run with the same command line in the same directory; the device pass
//! runs once, with the reference's module id; gcc compiles both host texts. Compared are the exit code,
//! the diagnostics, the module id, the objects at several levels (spec 5 §5), and whether each kernel
//! launch reaches its device stub (spec 4). What NVIDIA's tools and gcc make of the same input is
//! stored below `target/dropin` and not made again.

mod cache;
pub(crate) mod causes;
mod comparison;
pub(crate) mod diagnostics;
mod nvcc;
mod objects;
pub mod selftest;
mod stub_check;
mod tools;

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::corpus::sampled;
use crate::toolkit::{self, Toolkit};
use crate::workspace;
pub(crate) use cache::{Cache, Key};
use comparison::Comparison;
pub use comparison::{Status, Verdict, is_of_moment};
pub use nvcc::{Plan, Source};
pub use objects::Level;
use tools::DeviceDepth;

/// Options of `cargo xtask dropin`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    toolkit: toolkit::Options,
    /// Programs to check.
    files: Vec<PathBuf>,
    /// Compare the entries of a manifest (JSON lines: file, flags, cwd), or every `.cu` file below a folder;
    /// there a first comment `// flags: …` adds flags for nvcc, and -arch=sm_90 is assumed.
    #[arg(long, value_name = "MANIFEST|DIR")]
    corpus: Vec<PathBuf>,
    /// Compare about this many entries, evenly spaced.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// The candidate [default: the asunder of this checkout, built now].
    #[arg(long, value_name = "PATH")]
    cudafe: Option<PathBuf>,
    /// Flags for nvcc, in one argument, beside those of the manifest.
    #[arg(long, alias = "flags", value_name = "FLAGS", allow_hyphen_values = true, default_value = "")]
    nvcc_flags: String,
    /// The host compiler [default: nvcc's].
    #[arg(long, value_name = "PROGRAM")]
    ccbin: Option<String>,
    /// Host compiler flags to compare objects with, comma-separated; `default` is what nvcc gives.
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, default_value = "default,-O2")]
    opt: String,
    /// Also require that gcc warns of nothing that it does not warn of in the reference's text.
    #[arg(long)]
    wall: bool,
    /// Run the device pass only as far as the stub; an empty fat binary stands in on both sides.
    #[arg(long)]
    fast_device: bool,
    /// Compare only programs that the reference accepts.
    #[arg(long)]
    accepted: bool,
    /// Leave what the front ends report out of the comparison.
    #[arg(long)]
    no_diagnostics: bool,
    /// Programs checked at a time.
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// Seconds that the candidate may take for one program.
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    timeout: u64,
    /// Append each verdict to this file, one JSON object a line, and leave out programs that it already holds.
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Where the summary is written, as JSON [default: target/dropin/summary.json].
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// One line of a manifest.
#[derive(Deserialize)]
struct Entry {
    file: PathBuf,
    #[serde(default)]
    flags: Vec<String>,
    cwd: Option<PathBuf>,
    #[serde(default = "accepted")]
    ok: bool,
}

fn accepted() -> bool {
    true
}

/// What a run found, as written to the summary.
#[derive(Serialize)]
struct Summary<'v> {
    candidate: &'v Path,
    equal: usize,
    known: usize,
    different: usize,
    rejected: usize,
    not_comparable: usize,
    programs: &'v [Verdict],
}

/// The chore `dropin`.
pub fn run(options: &Options) -> Result<ExitCode> {
    let mut flags = shlex::split(&options.nvcc_flags).context("--nvcc-flags has an open quote")?;
    if let Some(compiler) = &options.ccbin {
        flags.extend(["-ccbin".to_owned(), compiler.clone()]);
    }
    let mut sources = Vec::new();
    for file in &options.files {
        sources.push(Source {
            file: file.clone(),
            flags: flags.clone(),
            directory: std::env::current_dir()?,
        });
    }
    for corpus in &options.corpus {
        sources.extend(sources_of(corpus, &flags)?);
    }
    let mut sources = sampled(sources, options.sample);
    if sources.is_empty() {
        bail!("no program to compare: name .cu files or a --corpus");
    }
    if let Some(results) = &options.results {
        let finished = finished_programs(results)?;
        sources.retain(|source| !finished.contains(&ProgramKey::of(source)));
    }
    let candidate = match &options.cudafe {
        Some(path) => crate::absolute(path)?,
        None => workspace::as_cudafe(&workspace::build_asunder()?, options.toolkit.release)?,
    };
    let modes = options.opt.split(',').map(mode).collect::<Result<Vec<_>>>()?;
    let mut comparison = new_comparison(toolkit::ensure(options.toolkit)?, candidate, modes)?;
    comparison.wall = options.wall;
    if options.fast_device {
        comparison.device = DeviceDepth::StubOnly;
    }
    comparison.accepted_only = options.accepted;
    comparison.diagnostics = !options.no_diagnostics;
    comparison.limit = Duration::from_secs(options.timeout);
    let verdicts = compare_all(&comparison, &sources, options.jobs, options.results.as_deref());
    let summary = summarise(&comparison.candidate, &verdicts);
    let place = options.json.clone().unwrap_or_else(|| home().join("summary.json"));
    std::fs::write(&place, serde_json::to_string_pretty(&summary)?)
        .with_context(|| format!("cannot write {}", place.display()))?;
    println!(
        "{} equal, {} differ by a fault of the reference, {} different, {} rejected, {} not comparable; details in {}",
        summary.equal,
        summary.known,
        summary.different,
        summary.rejected,
        summary.not_comparable,
        place.display()
    );
    Ok(crate::verdict(summary.different == 0 && summary.not_comparable == 0))
}

/// Compares the examples of this checkout with the host compiler's default and with `-O2`.
pub fn compare_examples(toolkit: Toolkit, candidate: &Path) -> Result<Vec<Verdict>> {
    let comparison = new_comparison(toolkit, candidate.to_owned(), vec![Vec::new(), vec!["-O2".into()]])?;
    let sources: Vec<Source> = workspace::examples()?
        .into_iter()
        .map(|file| Source {
            file,
            flags: vec!["-std=c++17".into()],
            directory: workspace::root().to_owned(),
        })
        .collect();
    Ok(compare_all(&comparison, &sources, 2, None))
}

/// Compares the objects of one program, with the host compiler's default.
pub fn compare_source(toolkit: Toolkit, candidate: &Path, source: &Source) -> Result<Verdict> {
    let mut comparison = new_comparison(toolkit, candidate.to_owned(), vec![Vec::new()])?;
    comparison.diagnostics = false;
    comparison.compare(source)
}

/// How strongly two finished objects are equal, or else their first difference.
pub fn compare_built(reference: &Path, candidate: &Path) -> Result<Result<Level, String>> {
    let (ours, theirs) = (std::fs::read(reference)?, std::fs::read(candidate)?);
    if ours == theirs {
        return Ok(Ok(Level::Bytes));
    }
    Ok(match objects::differences_by_section(&ours, &theirs)?.into_iter().next() {
        None => Ok(Level::Sections),
        Some(difference) => Err(difference),
    })
}

/// Differences between two objects compiled with a section per symbol; empty when they are equal.
pub fn compare_by_symbol(reference: &Path, candidate: &Path) -> Result<Vec<String>> {
    let (ours, theirs) = (std::fs::read(reference)?, std::fs::read(candidate)?);
    objects::differences_by_symbol(&ours, &theirs, objects::Tolerance::default())
}

/// Writes an empty fat binary where the host file of a plan includes one.
pub fn write_empty_fatbin(plan: &Plan) -> Result<()> {
    tools::write_empty_fatbin(plan)
}

fn home() -> PathBuf {
    workspace::target().join("dropin")
}

fn new_comparison(toolkit: Toolkit, candidate: PathBuf, modes: Vec<Vec<String>>) -> Result<Comparison> {
    if !candidate.is_file() {
        bail!("there is no program {}", candidate.display());
    }
    Ok(Comparison {
        toolkit,
        candidate,
        work: home().join("work"),
        cache: Cache::new(home().join("cache"))?,
        modes,
        device: DeviceDepth::Full,
        wall: false,
        accepted_only: false,
        diagnostics: true,
        limit: Duration::from_secs(120),
    })
}

/// One item of `--opt`: `default`, or host compiler flags separated by blanks or `+`.
fn mode(item: &str) -> Result<Vec<String>> {
    let item = item.trim();
    if item.is_empty() || item == "default" {
        return Ok(Vec::new());
    }
    shlex::split(&item.replace('+', " ")).with_context(|| format!("--opt {item} has an open quote"))
}

/// The programs of a manifest or a folder.
pub(crate) fn sources_of(corpus: &Path, flags: &[String]) -> Result<Vec<Source>> {
    let here = std::env::current_dir()?;
    if corpus.is_dir() {
        let mut sources = Vec::new();
        collect(corpus, flags, &mut sources)?;
        return Ok(sources);
    }
    let text =
        std::fs::read_to_string(corpus).with_context(|| format!("cannot read {}", corpus.display()))?;
    let mut sources = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let entry: Entry = serde_json::from_str(line)
            .with_context(|| format!("{}:{} is not an entry of a manifest", corpus.display(), number + 1))?;
        if entry.ok {
            let flags = entry.flags.into_iter().chain(flags.iter().cloned()).collect();
            let directory = entry.cwd.unwrap_or_else(|| here.clone());
            sources.push(Source { file: entry.file, flags, directory });
        }
    }
    Ok(sources)
}

/// The `.cu` files below a folder, by name, each built in the folder that it is in.
fn collect(folder: &Path, flags: &[String], sources: &mut Vec<Source>) -> Result<()> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, flags, sources)?;
        } else if let (Some("cu"), Some(name)) =
            (path.extension().and_then(|word| word.to_str()), path.file_name())
        {
            let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
            let mut flags: Vec<String> = flags.iter().cloned().chain(flags_in(&text)?).collect();
            if !flags.iter().any(|flag| flag.contains("-arch") || flag.starts_with("-gencode")) {
                flags.insert(0, "-arch=sm_90".into());
            }
            sources.push(Source { file: name.into(), flags, directory: crate::absolute(folder)? });
        }
    }
    Ok(())
}

/// The flags in a program's first comment: `// flags: …`.
fn flags_in(text: &str) -> Result<Vec<String>> {
    let comment = text.lines().take_while(|line| line.starts_with("//"));
    match comment.filter_map(|line| line.strip_prefix("// flags:")).next() {
        Some(flags) => shlex::split(flags).with_context(|| format!("an open quote in {flags}")),
        None => Ok(Vec::new()),
    }
}

/// What distinguishes programs in a file of results.
#[derive(Deserialize, PartialEq, Eq, Hash)]
struct ProgramKey {
    file: PathBuf,
    flags: Vec<String>,
}

impl ProgramKey {
    fn of(source: &Source) -> Self {
        Self { file: source.directory.join(&source.file), flags: source.flags.clone() }
    }
}

/// The programs of a file of results; none if it is not there yet.
fn finished_programs(results: &Path) -> Result<HashSet<ProgramKey>> {
    if !results.exists() {
        return Ok(HashSet::new());
    }
    let text =
        std::fs::read_to_string(results).with_context(|| format!("cannot read {}", results.display()))?;
    let entry =
        |line| serde_json::from_str(line).with_context(|| format!("{} is damaged", results.display()));
    text.lines().map(entry).collect()
}

/// Adds a verdict to a file of results.
fn append(results: &Path, verdict: &Verdict) -> Result<()> {
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(results)?;
    writeln!(file, "{}", serde_json::to_string(verdict)?)?;
    Ok(())
}

/// Compares programs, `jobs` at a time; prints a line as each is done and adds it to `results`. Verdicts are in the
/// order of `sources`.
fn compare_all(
    comparison: &Comparison,
    sources: &[Source],
    jobs: usize,
    results: Option<&Path>,
) -> Vec<Verdict> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        while let Some((index, source)) = take(&next, sources) {
            let verdict = comparison
                .compare(source)
                .unwrap_or_else(|error| Verdict::not_comparable_because(source, format!("{error:#}")));
            println!("{}", line(&verdict));
            if let Some(Err(error)) = results.map(|results| append(results, &verdict)) {
                eprintln!("the verdict is not kept: {error:#}");
            }
            done.push((index, verdict));
        }
        done
    };
    let mut verdicts: Vec<(usize, Verdict)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.clamp(1, sources.len().max(1))).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker passes no panic on")).collect()
    });
    verdicts.sort_by_key(|(index, _)| *index);
    verdicts.into_iter().map(|(_, verdict)| verdict).collect()
}

fn take<'s>(next: &AtomicUsize, sources: &'s [Source]) -> Option<(usize, &'s Source)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    sources.get(index).map(|source| (index, source))
}

fn summarise<'v>(candidate: &'v Path, programs: &'v [Verdict]) -> Summary<'v> {
    let count = |status| programs.iter().filter(|verdict| verdict.status == status).count();
    Summary {
        candidate,
        equal: count(Status::Equal),
        known: count(Status::Known),
        different: count(Status::Different),
        rejected: count(Status::Rejected),
        not_comparable: count(Status::NotComparable),
        programs,
    }
}

/// The objects' levels of a verdict: `default=bytes -O2=bytes`.
pub fn levels(verdict: &Verdict) -> String {
    let words = verdict.objects.iter().map(|(mode, level)| match level {
        Some(level) => format!("{mode}={level}"),
        None => format!("{mode}=-"),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A verdict in one line.
fn line(verdict: &Verdict) -> String {
    let word = match verdict.status {
        Status::Equal => "equal    ",
        Status::Known => "known    ",
        Status::Different => "DIFFERENT",
        Status::Rejected => "rejected ",
        Status::NotComparable => "no answer",
    };
    let mut line = format!("{word} {}", verdict.file.display());
    if let Some([reference, candidate]) = verdict.runs {
        line +=
            &format!("  rc {}  diagnostics {}  {}", reference.ending, verdict.diagnostics, levels(verdict));
        line += &format!(
            "  {:.2}s {:.0}MB -> {:.2}s {:.0}MB",
            reference.usage.user,
            reference.usage.peak_rss_kib as f64 / 1024.0,
            candidate.usage.user,
            candidate.usage.peak_rss_kib as f64 / 1024.0
        );
    }
    if verdict.stubs_checked.is_some_and(|count| count > 0) {
        line += "  stubs checked";
    }
    for cause in &verdict.causes {
        line += &format!("  [{cause}]");
    }
    for remark in verdict.failures.iter().take(2).chain(verdict.notes.iter().take(1)) {
        line += &format!("  | {}", remark.chars().take(240).collect::<String>());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_read_as_people_write_them() {
        assert_eq!(mode("default").expect("valid"), Vec::<String>::new());
        assert_eq!(mode("-O2+-fno-inline").expect("valid"), ["-O2", "-fno-inline"]);
    }

    #[test]
    fn flags_are_read_from_the_first_comment() {
        let text = "// about: x\n// flags: -rdc=true -DX='a b'\nint x;\n// flags: -G\n";
        assert_eq!(flags_in(text).expect("valid"), ["-rdc=true", "-DX=a b"]);
    }

    #[test]
    fn results_hold_programs_by_file_and_flags() {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        let source =
            |flag: &str| Source { file: "a.cu".into(), flags: vec![flag.to_owned()], directory: "/x".into() };
        append(file.path(), &Verdict::not_comparable_because(&source("-DA"), String::new()))
            .expect("written");
        let finished = finished_programs(file.path()).expect("read");
        assert!(finished.contains(&ProgramKey::of(&source("-DA"))));
        assert!(!finished.contains(&ProgramKey::of(&source("-DB"))));
    }

    #[test]
    fn a_manifest_gives_flags_and_folder() {
        let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
        let text = "{\"file\": \"/x/a.cu\", \"flags\": [\"-DA\"], \"cwd\": \"/x\"}\n\n{\"file\": \"b.cu\", \"ok\": false}\n";
        std::io::Write::write_all(&mut file, text.as_bytes()).expect("written");
        let sources = sources_of(file.path(), &["-DB".into()]).expect("a manifest");
        assert_eq!(sources.len(), 1);
        assert_eq!(
            (sources[0].flags.join(" ").as_str(), sources[0].directory.as_path()),
            ("-DA -DB", Path::new("/x"))
        );
    }
}
