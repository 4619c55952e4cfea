//! `xtask messages`: what both passes of the reference and of asunder say of programs as they are: no error that the
//! reference does not have, and the same warnings.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;

use crate::corpus::Corpus;
use crate::dropin::diagnostics::{Difference, Key};
use crate::dropin::{Cache, Source};
use crate::passes::Passes;
use crate::toolkit::{self, Toolkit};

/// Arguments of `xtask messages`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    toolkit: toolkit::Options,
    #[command(flatten)]
    corpus: Corpus,
    /// The candidate.
    #[arg(long, default_value = "target/release/asunder")]
    asunder: PathBuf,
    /// Where the reference's answers are kept.
    #[arg(long, value_name = "DIR", default_value = "target/messages")]
    cache: PathBuf,
    /// Compare columns too.
    #[arg(long)]
    columns: bool,
}

/// How the programs compare.
#[derive(Default)]
struct Counts {
    accepted: usize,
    equal: usize,
    with_false_error: usize,
    refused: usize,
    refused_equal: usize,
    messages: usize,
    missing: usize,
    extra: usize,
    /// How often each message is missing, and how often it is there without reason, by its text without names.
    by_text: BTreeMap<String, (usize, usize)>,
}

/// Compares all programs, and prints each difference.
pub fn run(args: &Args) -> Result<ExitCode> {
    let toolkit = toolkit::ensure(args.toolkit)?;
    let cache = Cache::new(args.cache.clone())?;
    let mut counts = Counts::default();
    for source in &args.corpus.sources()? {
        if let Err(error) = program(args, &toolkit, source, &cache, &mut counts) {
            println!("{}: {error:#}", source.file.display());
        }
    }
    for (text, (missing, extra)) in &counts.by_text {
        println!("{missing:6} missing {extra:6} too many: {text}");
    }
    println!(
        "{} programs that the reference accepts: {} equal in both passes, {} with an error of ours; \
         {} that it refuses: {} equal",
        counts.accepted, counts.equal, counts.with_false_error, counts.refused, counts.refused_equal
    );
    println!("{} messages: {} missing, {} too many", counts.messages, counts.missing, counts.extra);
    Ok(crate::verdict(counts.with_false_error == 0 && counts.extra == 0))
}

fn program(
    args: &Args,
    toolkit: &Toolkit,
    source: &Source,
    cache: &Cache,
    counts: &mut Counts,
) -> Result<()> {
    let passes = Passes::of(toolkit, source)?;
    let (mut is_equal, mut is_refused, mut is_false) = (true, false, false);
    for pass in &passes.all {
        let compared = |messages: Vec<Key>| -> Vec<Key> {
            let column = |key: &Key| key.column.filter(|_| args.columns);
            messages.into_iter().map(|key| Key { column: column(&key), ..key }).collect()
        };
        let expected = compared(passes.reference(pass, &pass.text, cache)?);
        let given = compared(passes.candidate(pass, &pass.text, &args.asunder)?);
        let difference = Difference::between(&expected, &given);
        let is_error = |key: &Key| key.severity.ends_with("error");
        is_refused |= expected.iter().any(is_error);
        is_false |= difference.extra.iter().any(is_error);
        is_equal &= difference.is_empty();
        counts.messages += expected.len();
        counts.missing += difference.missing.len();
        counts.extra += difference.extra.len();
        if !difference.is_empty() {
            println!("{} {}", source.file.display(), pass.name);
        }
        for key in &difference.missing {
            println!("  - {key}");
            counts.by_text.entry(plain(key)).or_default().0 += 1;
        }
        for key in &difference.extra {
            println!("  + {key}");
            counts.by_text.entry(plain(key)).or_default().1 += 1;
        }
    }
    if is_refused {
        counts.refused += 1;
        counts.refused_equal += usize::from(is_equal);
    } else {
        counts.accepted += 1;
        counts.equal += usize::from(is_equal);
        counts.with_false_error += usize::from(is_false);
    }
    Ok(())
}

/// A message's severity and text without names.
fn plain(key: &Key) -> String {
    let parts = key.text.split('"').enumerate();
    let text: String = parts.map(|(index, part)| if index % 2 == 0 { part } else { "…" }).collect();
    format!("{}: {text}", key.severity)
}
