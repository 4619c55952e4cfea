//! `xtask device-edits`: the fingerprint of the device half under edits, of what is kept and of what is not.
//!
//! Edits of comments, of host functions and of device functions that nothing uses must leave it equal, edits of kernels
//! must change it, and where an edit of any number changes the device compiler's PTX it must have changed.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use asunder_driver::Caller;
use asunder_driver::options::{CxxStandard, Input, Language, Options as RunOptions};
use asunder_driver::workspace::{TextEdit, UnitId, Workspace};
use asunder_edits::Random;

use crate::corpus::Corpus;
use crate::dropin::{Cache, Source};
use crate::mutants::lines;
use crate::passes::{Pass, Passes};
use crate::table::table;
use crate::toolkit::{self, Toolkit};

/// Arguments of `xtask device-edits`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    toolkit: toolkit::Options,
    #[command(flatten)]
    corpus: Corpus,
    /// Edits of each kind, for each program.
    #[arg(long, default_value_t = 20)]
    trials: usize,
    /// Those of them whose PTX is compared.
    #[arg(long, default_value_t = 5)]
    ptx: usize,
    /// Which edits.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where PTX is kept.
    #[arg(long, value_name = "DIR", default_value = "target/messages")]
    cache: PathBuf,
}

/// What is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A comment is added.
    Comment,
    /// A statement is added to a function of the host.
    Host,
    /// A function for the device is added that nothing names.
    Unused,
    /// A number in a kernel is changed.
    Kernel,
    /// Any number of the program's own text is changed.
    Number,
}

const KINDS: [Kind; 5] = [Kind::Comment, Kind::Host, Kind::Unused, Kind::Kernel, Kind::Number];

impl Kind {
    /// Whether the fingerprint must stay equal; `None` where the PTX decides.
    fn stays(self) -> Option<bool> {
        match self {
            Kind::Comment | Kind::Host | Kind::Unused => Some(true),
            Kind::Kernel => Some(false),
            Kind::Number => None,
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Counts {
    trials: usize,
    equal: usize,
    wrong: usize,
    compared: usize,
    /// PTX that changed though the fingerprint did not.
    unsound: usize,
    /// Fingerprints that changed though the PTX did not.
    needless: usize,
}

/// Runs the trials, and prints what is wrong and a table.
pub fn run(args: &Args) -> Result<ExitCode> {
    let toolkit = toolkit::ensure(args.toolkit)?;
    let cache = Cache::new(args.cache.clone())?;
    let mut random = Random::new(args.seed);
    let mut all = [Counts::default(); KINDS.len()];
    for source in &args.corpus.sources()? {
        if let Err(error) = program(args, &toolkit, source, &cache, &mut random, &mut all) {
            println!("{}: {error:#}", source.file.display());
        }
    }
    let mut table = table(&["edit", "trials", "equal", "wrong", "PTX compared", "unsound", "needless"]);
    for (kind, counts) in KINDS.iter().zip(&all) {
        let Counts { trials, equal, wrong, compared, unsound, needless } = counts;
        let numbers = [trials, equal, wrong, compared, unsound, needless].map(|number| number.to_string());
        table.add_row([format!("{kind:?}")].into_iter().chain(numbers));
    }
    println!("{table}");
    Ok(crate::verdict(all.iter().all(|counts| counts.wrong == 0 && counts.unsound == 0)))
}

fn program(
    args: &Args,
    toolkit: &Toolkit,
    source: &Source,
    cache: &Cache,
    random: &mut Random,
    all: &mut [Counts; KINDS.len()],
) -> Result<()> {
    let passes = Passes::of(toolkit, source)?;
    let pass = &passes.all[1];
    let file = source.file.to_string_lossy();
    let workspace = Workspace::new();
    let unit = workspace.open(options(pass), pass.text.as_bytes())?;
    let fingerprint = |unit: UnitId| -> Result<_> { Ok(workspace.halves(unit, &Caller::this())?.device) };
    let before = fingerprint(unit)?;
    let ptx = passes.ptx(pass, &pass.text, cache)?;
    ensure!(args.ptx == 0 || ptx.is_some(), "the device compiler refuses it");
    for (kind, counts) in KINDS.iter().zip(all) {
        let places = places(*kind, &pass.text, &file);
        if places.is_empty() {
            continue;
        }
        for trial in 0..args.trials {
            let at = places[random.below(places.len())];
            let (end, new) = edit(*kind, &pass.text, at, trial);
            let text = [&pass.text[..at], &new, &pass.text[end..]].concat();
            workspace.edit(unit, &[TextEdit { range: at..end, text: new.clone().into_bytes() }])?;
            let is_equal = fingerprint(unit)? == before;
            let back = pass.text.as_bytes()[at..end].to_vec();
            workspace.edit(unit, &[TextEdit { range: at..at + new.len(), text: back }])?;
            counts.trials += 1;
            counts.equal += usize::from(is_equal);
            if kind.stays().is_some_and(|stays| stays != is_equal) {
                counts.wrong += 1;
                println!("{file} {kind:?} at {at}: {new:?}: equal {is_equal}");
            }
            if trial < args.ptx {
                let same = passes.ptx(pass, &text, cache)? == ptx;
                counts.compared += 1;
                counts.unsound += usize::from(is_equal && !same);
                counts.needless += usize::from(!is_equal && same);
                if is_equal && !same {
                    println!("{file} {kind:?} at {at}: {new:?}: the PTX changed");
                }
            }
        }
    }
    Ok(())
}

fn options(pass: &Pass) -> RunOptions {
    let mut options = RunOptions { input: Input::File(pass.path().to_owned()), ..RunOptions::default() };
    options.language.language = Language::Cxx(CxxStandard::Cxx17);
    options.output.frandom_seed = Some("seed".into());
    options
}

/// What an edit at a place replaces, up to where, and by what.
fn edit(kind: Kind, text: &str, at: usize, trial: usize) -> (usize, String) {
    match kind {
        Kind::Comment => (at, format!(" /* comment {trial} */")),
        Kind::Host => (at, format!(" {{ volatile int trial = {trial}; trial = trial + 1; }}")),
        Kind::Unused => (
            at,
            format!("static __attribute__((device)) int asunder_unused(int a) {{ return a + {trial}; }} "),
        ),
        Kind::Kernel | Kind::Number => {
            let old = usize::from(text.as_bytes()[at] - b'0');
            (at + 1, ((old + 1 + trial % 8) % 10).to_string())
        }
    }
}

/// The places that edits of a kind can be made at.
fn places(kind: Kind, text: &str, file: &str) -> Vec<usize> {
    let (mut found, mut own, mut at) = (Vec::new(), Vec::new(), 0);
    lines(text, file, |line, number| {
        own.extend(number.map(|_| (at, line)));
        at += line.len();
    });
    let is_number = |line: &str, index: usize| {
        let bytes = line.as_bytes();
        let is_digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
        // A number of one digit, which no other follows.
        is_digit(index)
            && index > 0
            && matches!(bytes[index - 1], b' ' | b'(' | b'[')
            && bytes.get(index + 1).is_some_and(|next| matches!(next, b' ' | b';' | b')' | b',' | b']'))
    };
    let mut function: Option<bool> = None;
    for (index, (start, line)) in own.iter().enumerate() {
        let is_head = line.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if is_head {
            let is_plain = !["template", "typedef", "struct", "class", "enum", "union", "namespace", "using"]
                .iter()
                .any(|word| line.starts_with(word));
            let opens = own[index..].iter().take(6).map(|(_, line)| *line).collect::<String>();
            let before = |end: char| opens.find(end).unwrap_or(usize::MAX);
            let is_definition = before('{') < before(';');
            let head = opens.split('{').next().unwrap_or_default();
            let is_kernel = head.contains("__attribute__((global))");
            let is_host = !head.contains("__attribute__") && head.contains('(') && !head.contains('=');
            let is_function = is_plain && is_definition && (is_kernel || is_host);
            function = is_function.then_some(is_kernel);
            if kind == Kind::Unused && is_function && (index == 0 || own[index - 1].1.trim().is_empty()) {
                found.push(*start);
            }
        }
        match kind {
            Kind::Comment if line.trim_end().ends_with([';', '}']) => {
                found.push(start + line.trim_end().len());
            }
            Kind::Host
                if function == Some(false) && line.trim_end().ends_with(';') && line.starts_with("    ") =>
            {
                let is_statement = !line.trim_start().starts_with(['.', '"', ')', '<']) && {
                    let before = own[index - 1].1.trim_end();
                    before.ends_with([';', '}', '{'])
                };
                if is_statement {
                    found.push(*start);
                }
            }
            Kind::Kernel if function == Some(true) && !line.contains('"') => {
                found.extend((0..line.len()).filter(|at| is_number(line, *at)).map(|at| start + at));
            }
            Kind::Number if !line.contains('"') => {
                found.extend((0..line.len()).filter(|at| is_number(line, *at)).map(|at| start + at));
            }
            _ => {}
        }
    }
    found
}
