//! Compares the diagnostics of `asunder check` with those recorded from the reference, case by case.
//!
//! A case is `NAME.cu` beside `NAME.expected.json` (`shared/tools/record.py`). Its text is preprocessed
//! once by nvcc's own commands and kept below `target/cases`: the part that the headers give is the
//! same for most cases and is kept once.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use asunder_syntax::Release;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::toolkit::{self, Toolkit};
use crate::{verdict, workspace};

/// Which cases, and what to print.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    toolkit: toolkit::Options,
    /// Folders of cases, or single `.cu` files
    #[arg(required = true, value_name = "DIR")]
    places: Vec<PathBuf>,
    /// The program to check
    #[arg(long, default_value = "target/release/asunder")]
    asunder: PathBuf,
    /// Where preprocessed texts are kept, a folder for each release
    #[arg(long, default_value = "target/cases")]
    cache: PathBuf,
    /// The answers of later releases: `RELEASE/FOLDER/NAME.json` holds those from RELEASE on that differ from the
    /// one recorded beside the case
    #[arg(long, value_name = "DIR", default_value = "tests/answers")]
    answers: PathBuf,
    /// Print expected and given diagnostics of each case that differs
    #[arg(long)]
    diff: bool,
    /// Print how often each message is expected and given, host passes and device passes together
    #[arg(long)]
    messages: bool,
    /// Give the program the case's own text alone, without the headers in front of it
    #[arg(long)]
    headless: bool,
}

/// What the reference said.
#[derive(Deserialize)]
struct Expected {
    #[serde(default)]
    flags: Vec<String>,
    host: Option<ExpectedPass>,
    device: Option<ExpectedPass>,
}

#[derive(Deserialize)]
struct ExpectedPass {
    diagnostics: Vec<ExpectedDiagnostic>,
}

#[derive(Deserialize)]
struct ExpectedDiagnostic {
    line: Option<u32>,
    col: Option<u32>,
    severity: String,
    number: Option<u16>,
    text: String,
}

/// What asunder says, one JSON object a line.
#[derive(Deserialize)]
struct Given {
    severity: String,
    number: Option<u16>,
    #[serde(default)]
    promoted: bool,
    message: String,
    line: Option<u32>,
    column: Option<u32>,
    #[serde(default)]
    notes: Vec<GivenNote>,
}

#[derive(Deserialize)]
struct GivenNote {
    number: Option<u16>,
    message: String,
    line: Option<u32>,
    column: Option<u32>,
}

/// A diagnostic as far as it is compared. Errors have no number in the reference's text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    line: Option<u32>,
    column: Option<u32>,
    severity: String,
    number: Option<u16>,
    text: String,
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = |number: Option<u32>| number.map_or("-".to_owned(), |number| number.to_string());
        let number = self.number.map_or(String::new(), |number| format!(" #{number}"));
        let (line, column) = (shown(self.line), shown(self.column));
        write!(f, "{line}:{column} {}{number}: {}", self.severity, self.text)
    }
}

/// A preprocessed case: for each pass what its front end is given.
#[derive(Default, Serialize, Deserialize)]
struct Prepared {
    host: Option<PreparedPass>,
    device: Option<PreparedPass>,
}

#[derive(Serialize, Deserialize)]
struct PreparedPass {
    /// The front end's command line without its name.
    words: Vec<String>,
    /// The kept text that the headers give.
    head: String,
    /// The rest.
    text: String,
}

/// Counts of one folder and pass.
#[derive(Default)]
struct Score {
    cases: u32,
    exact: u32,
    /// Cases with diagnostics, all of rules that the program has.
    ruled: u32,
    ruled_exact: u32,
    expected: u32,
    missing: u32,
    spurious: u32,
}

/// Runs the comparison.
///
/// # Errors
/// A case cannot be read or preprocessed, or the program cannot be run.
pub fn run(options: &Options) -> Result<ExitCode> {
    let toolkit = toolkit::ensure(options.toolkit)?;
    let release = options.toolkit.release.to_string();
    let cache = workspace::root().join(&options.cache).join(&release);
    let cases = collect(&options.places)?;
    ensure!(!cases.is_empty(), "no case with an expected answer");
    let rules = Rules::read()?;
    let mut scores: BTreeMap<(String, &'static str), Score> = BTreeMap::new();
    let mut messages: BTreeMap<String, MessageScore> = BTreeMap::new();
    let scratch = tempfile::tempdir()?;
    for case in &cases {
        let expected: Expected =
            serde_json::from_str(&without_toolkit(&fs::read_to_string(answer(options, case))?))
                .with_context(|| format!("{}", case.display()))?;
        let prepared = prepare(&toolkit, &cache, case, &expected.flags)?;
        let passes = [("host", expected.host, prepared.host), ("device", expected.device, prepared.device)];
        for (pass, expected, prepared) in passes {
            let (Some(expected), Some(prepared)) = (expected, prepared) else { continue };
            let given = compare(options, &cache, scratch.path(), case, pass, &prepared)?;
            let expected: Vec<Line> = expected.diagnostics.into_iter().map(Line::from).collect();
            let folder = folder_of(case);
            let score = scores.entry((folder.clone(), pass)).or_default();
            let is_ruled = !expected.is_empty() && expected.iter().all(|line| rules.have(line));
            score.add(&expected, &given, is_ruled);
            count_messages(&mut messages, &expected, &given);
            if options.diff && expected != given {
                print_difference(&format!("{folder}/{} {pass}", stem(case)), &expected, &given);
            }
        }
    }
    if options.messages {
        print_messages(&messages);
    }
    println!("folder       pass     cases  exact  ruled  exact  expected  missing  spurious");
    for ((folder, pass), score) in &scores {
        let Score { cases, exact, ruled, ruled_exact, expected, missing, spurious } = score;
        println!(
            "{folder:<12} {pass:<7} {cases:>6} {exact:>6} {ruled:>6} {ruled_exact:>6} {expected:>9} {missing:>8} \
             {spurious:>9}"
        );
    }
    Ok(verdict(scores.values().all(|score| score.spurious == 0)))
}

/// How often a message is expected, and what of that is given.
#[derive(Default)]
struct MessageScore {
    expected: u32,
    missing: u32,
    spurious: u32,
}

fn count_messages(messages: &mut BTreeMap<String, MessageScore>, expected: &[Line], given: &[Line]) {
    for line in expected {
        messages.entry(line.message()).or_default().expected += 1;
    }
    let (missing, spurious) = difference(expected, given);
    for line in missing {
        messages.entry(line.message()).or_default().missing += 1;
    }
    for line in spurious {
        messages.entry(line.message()).or_default().spurious += 1;
    }
}

fn print_messages(messages: &BTreeMap<String, MessageScore>) {
    let mut rows: Vec<_> = messages.iter().collect();
    rows.sort_by_key(|(_, score)| std::cmp::Reverse(score.expected));
    println!("expected  missing  spurious  message");
    for (message, MessageScore { expected, missing, spurious }) in rows {
        println!("{expected:>8} {missing:>8} {spurious:>9}  {message}");
    }
    println!();
}

impl Line {
    /// The message without what it names and where that is declared.
    fn message(&self) -> String {
        let number = self.number.map_or(String::new(), |number| format!(" #{number}"));
        let text = self.text.split(" at line ").next().unwrap_or_default();
        let parts = text.split('"').enumerate();
        let text: String = parts.map(|(index, part)| if index % 2 == 0 { part } else { "…" }).collect();
        format!("{}{number}: {text}", self.severity)
    }
}

impl Score {
    fn add(&mut self, expected: &[Line], given: &[Line], is_ruled: bool) {
        self.cases += 1;
        self.exact += u32::from(expected == given);
        self.ruled += u32::from(is_ruled);
        self.ruled_exact += u32::from(is_ruled && expected == given);
        self.expected += expected.len() as u32;
        let (missing, spurious) = difference(expected, given);
        self.missing += missing.len() as u32;
        self.spurious += spurious.len() as u32;
    }
}

impl From<ExpectedDiagnostic> for Line {
    fn from(it: ExpectedDiagnostic) -> Self {
        Line { line: it.line, column: it.col, severity: it.severity, number: it.number, text: it.text }
    }
}

impl Given {
    /// The diagnostic and its notes.
    fn lines(self) -> Vec<Line> {
        let shown = self.severity != "error" || self.promoted;
        let mut lines = vec![Line {
            line: self.line,
            column: self.column,
            severity: self.severity,
            number: self.number.filter(|_| shown),
            text: self.message,
        }];
        lines.extend(self.notes.into_iter().map(|note| Line {
            line: note.line,
            column: note.column,
            severity: "note".to_owned(),
            number: note.number,
            text: note.message,
        }));
        lines
    }
}

/// The messages of the rules that `crates/cuda/rules.tsv` lists, as the catalogue has them.
struct Rules {
    /// Each in pieces between placeholders.
    messages: Vec<Vec<String>>,
}

impl Rules {
    fn read() -> Result<Self> {
        let read = |path: &str| fs::read_to_string(workspace::root().join(path)).context(path.to_owned());
        let rules = read("crates/cuda/rules.tsv")?;
        let numbers: Vec<&str> = rules.lines().filter_map(|line| line.split('\t').next()).collect();
        let catalogue = read("crates/diag/data/catalogue.tsv")?;
        let rows = catalogue.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let ruled = rows.filter(|row| row.len() == 6 && numbers.contains(&row[0]));
        Ok(Rules { messages: ruled.map(|row| pieces(row[5])).collect() })
    }

    /// Whether a rule has the message of a diagnostic.
    fn have(&self, line: &Line) -> bool {
        self.messages.iter().any(|message| fits(message, &line.text))
    }
}

/// A message of the catalogue between its placeholders.
fn pieces(message: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        let inside = after.split('}').next().unwrap_or_default();
        let is_placeholder = after.contains('}')
            && inside.chars().next().is_some_and(|c| c.is_ascii_lowercase())
            && inside.chars().any(|c| c.is_ascii_digit());
        if let Some(last) = pieces.last_mut() {
            last.push_str(before);
            if !is_placeholder {
                last.push('{');
            }
        }
        if is_placeholder {
            pieces.push(String::new());
        }
        rest = if is_placeholder { &after[inside.len() + 1..] } else { after };
    }
    if let Some(last) = pieces.last_mut() {
        last.push_str(rest);
    }
    pieces
}

/// Whether a text starts and ends with the outer pieces and has those between in order.
fn fits(pieces: &[String], text: &str) -> bool {
    let [first, middle @ .., last] = pieces else {
        return pieces.first().is_some_and(|only| only == text);
    };
    let Some(mut rest) = text.strip_prefix(first.as_str()).and_then(|rest| rest.strip_suffix(last.as_str()))
    else {
        return false;
    };
    for piece in middle {
        let Some((_, after)) = rest.split_once(piece.as_str()) else { return false };
        rest = after;
    }
    true
}

/// What is expected and not given, and what is given and not expected.
fn difference<'a>(expected: &'a [Line], given: &'a [Line]) -> (Vec<&'a Line>, Vec<&'a Line>) {
    let mut rest: Vec<&Line> = given.iter().collect();
    let mut missing = Vec::new();
    for line in expected {
        match rest.iter().position(|other| *other == line) {
            Some(at) => drop(rest.remove(at)),
            None => missing.push(line),
        }
    }
    (missing, rest)
}

fn print_difference(title: &str, expected: &[Line], given: &[Line]) {
    println!("{title}");
    let (missing, spurious) = difference(expected, given);
    if missing.is_empty() && spurious.is_empty() {
        println!("  in another order:");
        given.iter().for_each(|line| println!("    {line}"));
    }
    missing.iter().for_each(|line| println!("  - {line}"));
    spurious.iter().for_each(|line| println!("  + {line}"));
}

/// The cases at `places` that have an expected answer, sorted.
fn collect(places: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut cases = Vec::new();
    for place in places {
        if place.is_file() {
            cases.push(place.clone());
            continue;
        }
        for entry in fs::read_dir(place).with_context(|| format!("reading {}", place.display()))? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "cu") {
                cases.push(path);
            }
        }
    }
    cases.retain(|case| case.with_extension("expected.json").is_file());
    cases.sort();
    Ok(cases)
}

/// The file with the reference's answer: that of the last release, up to the requested one, that has its own.
fn answer(options: &Options, case: &Path) -> PathBuf {
    let folder = workspace::root().join(&options.answers);
    let releases = Release::ALL.into_iter().rev().filter(|release| *release <= options.toolkit.release);
    let name = Path::new(&folder_of(case)).join(stem(case) + ".json");
    let later = releases.map(|release| folder.join(release.to_string()).join(&name));
    let mut later = later.filter(|place| place.is_file());
    later.next().unwrap_or_else(|| case.with_extension("expected.json"))
}

fn stem(case: &Path) -> String {
    case.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn folder_of(case: &Path) -> String {
    case.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned()
}

/// The preprocessed text of a case, from the cache or by nvcc's commands.
fn prepare(toolkit: &Toolkit, cache: &Path, case: &Path, flags: &[String]) -> Result<Prepared> {
    let kept = cache.join(folder_of(case)).join(stem(case) + ".json");
    if let Ok(text) = fs::read_to_string(&kept) {
        return Ok(serde_json::from_str(&text)?);
    }
    let folder = tempfile::tempdir()?;
    let name = stem(case) + ".cu";
    fs::copy(case, folder.path().join(&name))?;
    let dry = Command::new(toolkit.nvcc())
        .args(["--dryrun", "--keep", "-c", &name])
        .args(flags)
        .current_dir(folder.path())
        .output()?;
    let mut prepared = Prepared::default();
    if dry.status.success() {
        run_commands(&String::from_utf8_lossy(&dry.stderr), folder.path(), &name, cache, &mut prepared)?;
    }
    fs::create_dir_all(kept.parent().unwrap_or(cache))?;
    fs::write(&kept, serde_json::to_string(&prepared)?)?;
    Ok(prepared)
}

/// Runs the preprocessor commands of a dry run, and notes what each front end would be given.
fn run_commands(
    dry_run: &str,
    folder: &Path,
    name: &str,
    cache: &Path,
    prepared: &mut Prepared,
) -> Result<()> {
    for line in dry_run.lines() {
        let line = line.trim_start_matches("#$ ").replace("\"$CICC_PATH/cicc\"", "cicc");
        let Some(words) = shlex::split(&line) else { continue };
        let Some((program, arguments)) = words.split_first() else { continue };
        match program.as_str() {
            "gcc" if arguments.iter().any(|word| word == "-E") => {
                let status = Command::new(program).args(arguments).current_dir(folder).output()?.status;
                if !status.success() {
                    return Ok(());
                }
            }
            "cudafe++" if prepared.host.is_none() => {
                prepared.host = Some(prepare_pass(arguments, folder, name, cache)?);
            }
            "cicc" if prepared.device.is_none() => {
                prepared.device = Some(prepare_pass(arguments, folder, name, cache)?);
            }
            _ => {}
        }
    }
    Ok(())
}

fn prepare_pass(arguments: &[String], folder: &Path, name: &str, cache: &Path) -> Result<PreparedPass> {
    let file = arguments.iter().rfind(|word| word.ends_with(".ii")).context("a front end without input")?;
    let text = String::from_utf8_lossy(&fs::read(folder.join(file))?).into_owned();
    let end_of_headers = format!("# 0 \"<command-line>\" 2\n# 1 \"{name}\"\n");
    // The same head serves all cases that begin with the same headers: it is kept without the name of the case.
    let at = text.find(&end_of_headers).map_or(0, |at| at + "# 0 \"<command-line>\" 2\n".len());
    let head = text[..at].replacen(&format!("# 0 \"{name}\"\n"), "", 1);
    let digest: String = Sha256::digest(&head).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let heads = cache.join("heads");
    fs::create_dir_all(&heads)?;
    let kept = heads.join(format!("{digest}.ii"));
    if !kept.exists() {
        fs::write(&kept, &head)?;
    }
    Ok(PreparedPass { words: arguments.to_vec(), head: digest, text: text[at..].to_owned() })
}

/// Runs the program on a case.
fn compare(
    options: &Options,
    cache: &Path,
    scratch: &Path,
    case: &Path,
    pass: &str,
    prepared: &PreparedPass,
) -> Result<Vec<Line>> {
    let mut text = if options.headless {
        String::new()
    } else {
        let head = fs::read_to_string(cache.join("heads").join(format!("{}.ii", prepared.head)))?;
        format!("# 0 \"{}.cu\"\n{head}", stem(case))
    };
    text.push_str(&prepared.text);
    let unit = scratch.join(stem(case) + ".ii");
    fs::write(&unit, text)?;
    let pass = match pass {
        "device" => format!("device:{}", architecture(&prepared.words)),
        other => other.to_owned(),
    };
    let output = Command::new(workspace::root().join(&options.asunder))
        .args(["check", "--format", "json", "--repeated", "--pass", &pass])
        .args(["--release", &options.toolkit.release.to_string()])
        .arg(format!("--options={}", front_end_options(&prepared.words)))
        .arg(&unit)
        .output()
        .with_context(|| format!("running {}", options.asunder.display()))?;
    // A command line that it refuses gives no diagnostic of the unit.
    ensure!(output.status.code().is_some(), "{}: asunder was killed", case.display());
    let mut lines = Vec::new();
    for line in without_toolkit(&String::from_utf8(output.stdout)?).lines() {
        lines.extend(serde_json::from_str::<Given>(line)?.lines());
    }
    fs::remove_file(&unit)?;
    Ok(lines)
}

/// Text with the paths of the toolkit's headers as the recorded answers have them, which come from any machine: from
/// `$CUDA` on.
fn without_toolkit(text: &str) -> String {
    // nvcc of CUDA 13.0 to 13.2 writes two slashes.
    const INSIDE: &str = "/bin/../";
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(INSIDE) {
        let start = rest[..at].rfind([' ', '"', '(']).map_or(0, |before| before + 1);
        out.push_str(&rest[..start]);
        out.push_str("$CUDA/");
        rest = rest[at + INSIDE.len()..].trim_start_matches('/');
    }
    out.push_str(rest);
    out
}

/// The number in `-arch compute_NN`.
pub(crate) fn architecture(words: &[String]) -> String {
    let value = words.iter().skip_while(|word| *word != "-arch").nth(1);
    value.map_or("75".to_owned(), |arch| arch.trim_start_matches("compute_").to_owned())
}

/// Words of a front end's command line that matter to diagnostics and that both front ends know.
pub(crate) fn front_end_options(words: &[String]) -> String {
    const PLAIN: [&str; 13] = [
        "--no_host_device_initializer_list",
        "--no_host_device_move_forward",
        "--uumn",
        "-w",
        "--extended-lambda",
        "--enable-tile",
        "--relaxed_constexpr",
        "--device-c",
        "--static-host-stub",
        "--allow_managed",
        "--no_warnings",
        "--promote_warnings",
        "--remarks",
    ];
    const STARTS: [&str; 3] = ["--diag_", "--c++", "--gnu_version"];
    let known =
        |word: &&String| PLAIN.contains(&word.as_str()) || STARTS.iter().any(|start| word.starts_with(start));
    let mut kept: Vec<&str> = Vec::new();
    let mut rest = words.iter().peekable();
    while let Some(word) = rest.next() {
        if known(&word) {
            kept.push(word);
            // `--diag_suppress 177`: the value may be a word of its own.
            if word.starts_with("--diag_")
                && !word.contains('=')
                && let Some(value) = rest.next()
            {
                kept.push(value);
            }
        }
    }
    kept.join(" ")
}
