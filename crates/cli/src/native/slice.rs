//! `asunder slice`: the part of a unit that the compiler of one half needs.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use asunder_driver::dialect;
use asunder_outline::{ItemKind, name_hash, outline};
use asunder_slice::{Instantiations, Needed, Reason, Side, Slicing, needed, slice};
use asunder_source::{LineTable, SourceText, encode, read};
use asunder_syntax::{Lexer, SyntaxKind};
use clap::ValueEnum;

use super::passes::Passes;
use super::reading::Reading;
use super::units::PassText;
use crate::{files, streams};

/// The name is not kept, or there is none.
const NOTHING: u8 = 1;
/// The file cannot be read or sliced.
const FAILED: u8 = 2;

/// Which unit, and for whom.
#[derive(clap::Args)]
pub struct Arguments {
    /// A CUDA source (.cu), which nvcc's commands preprocess, or the preprocessed text of the pass; `-` is standard
    /// input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The half whose compiler reads the slice
    #[arg(long, value_enum, default_value_t = Half::Device)]
    side: Half,
    /// A folder whose headers count as those of the system
    #[arg(long, value_name = "DIR")]
    system: Vec<PathBuf>,
    /// Say why the items that declare a name are kept, and print no slice
    #[arg(long, value_name = "NAME", conflicts_with = "stats")]
    why: Option<String>,
    /// Say how many items are kept, by kind of reason, and print no slice
    #[arg(long)]
    stats: bool,
    /// The file to write instead of standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Clone, Copy, ValueEnum)]
enum Half {
    /// cicc's
    Device,
    /// The host compiler's
    Host,
    /// The host compiler's where another order of functions, and what follows from it, does not matter
    OptimizedHost,
}

/// Prints the slice, its figures, or why an item is kept.
pub fn run(arguments: &Arguments) -> ExitCode {
    match answer(arguments) {
        Ok(status) => ExitCode::from(status),
        Err(message) => {
            streams::stderr(format!("asunder: {}: {message}\n", arguments.file.display()).as_bytes());
            ExitCode::from(FAILED)
        }
    }
}

fn answer(arguments: &Arguments) -> Result<u8, String> {
    let unit = text(arguments)?;
    let side = match arguments.side {
        Half::Device => Side::Device,
        Half::Host => Side::Host(Instantiations::InOrder),
        Half::OptimizedHost => Side::Host(Instantiations::InAnyOrder),
    };
    let system = arguments.system.iter().cloned().collect();
    let start = Instant::now();
    let db = salsa::DatabaseImpl::new();
    let text = read(&unit.text);
    let source = SourceText::new(&db, arguments.file.display().to_string(), (&*text).into());
    let slicing = Slicing { side, system };
    let view = View { db: &db, source, text: &text, unit: &unit, slicing };
    if let Some(name) = &arguments.why {
        let lines = view.why(name);
        if lines.is_empty() {
            let message = format!("asunder: the slice keeps nothing that declares `{name}`\n");
            streams::stderr(message.as_bytes());
        }
        streams::stdout(lines.as_bytes());
        return Ok(if lines.is_empty() { NOTHING } else { 0 });
    }
    if arguments.stats {
        streams::stdout(view.stats(start).as_bytes());
        return Ok(0);
    }
    let slice = slice(&db, source, dialect(&unit.options), &view.slicing);
    let bytes = encode(&slice);
    match &arguments.out {
        Some(path) => std::fs::write(path, &*bytes)
            .map_err(|error| format!("cannot write {}: {}", path.display(), files::system_reason(&error)))?,
        None => streams::stdout(&bytes),
    }
    Ok(0)
}

/// The text of the pass of the half.
fn text(arguments: &Arguments) -> Result<PassText, String> {
    let unit = arguments.reading.source(&arguments.file)?;
    let passes = match arguments.side {
        Half::Device => Passes::Device(None),
        Half::Host | Half::OptimizedHost => Passes::Host,
    };
    let texts = unit.texts(&arguments.reading, passes).map_err(|error| error.to_string())?;
    streams::stderr(texts.messages.as_bytes());
    texts.passes.into_iter().next().ok_or_else(|| "it has no such pass".to_owned())
}

struct View<'a> {
    db: &'a salsa::DatabaseImpl,
    source: SourceText,
    text: &'a str,
    unit: &'a PassText,
    slicing: Slicing,
}

impl View<'_> {
    fn needed(&self) -> &Needed {
        needed(self.db, self.source, dialect(&self.unit.options), self.slicing.clone())
    }

    /// How much is kept.
    fn stats(&self, start: Instant) -> String {
        let needed = self.needed();
        let items = &outline(self.db, self.source, dialect(&self.unit.options)).items;
        let tokens = |text: &str| {
            Lexer::new(text, dialect(&self.unit.options)).filter(|it| !it.kind.is_trivia()).count()
        };
        let (mut kept, mut all) = (0, 0);
        let mut out = String::new();
        let mut counts = [0_usize; 7];
        for (number, item) in items.iter().enumerate() {
            let count = tokens(&self.text[item.range]);
            all += count;
            let Some(reason) = needed.reason(number) else { continue };
            kept += count;
            counts[match reason {
                Reason::Own => 0,
                Reason::Form => 1,
                Reason::Code => 2,
                Reason::ReachesKernel => 3,
                Reason::Instantiates => 4,
                Reason::Implied => 5,
                Reason::Used { .. } => 6,
            }] += usize::from(item.kind == ItemKind::Declaration);
        }
        let words = [
            "the user's own",
            "kept by form",
            "code or data",
            "reach kernel templates",
            "instantiate first",
            "implied",
            "used",
        ];
        for (words, count) in words.iter().zip(counts) {
            out += &format!("{count:8}  {words}\n");
        }
        out += &format!(
            "{kept} of {all} tokens kept, {:.1} % ({:.0} ms)\n",
            100.0 * kept as f64 / all.max(1) as f64,
            start.elapsed().as_secs_f64() * 1e3
        );
        out
    }

    /// The chains that keep the items that declare a name.
    fn why(&self, name: &str) -> String {
        let dialect = dialect(&self.unit.options);
        let needed = self.needed();
        let items = &outline(self.db, self.source, dialect).items;
        let names = self.source.blocks(self.db).iter();
        let names: Vec<_> =
            names.flat_map(|block| asunder_slice::block_names(self.db, *block, dialect).iter()).collect();
        let lines = LineTable::new(self.text);
        let place = |number: usize| {
            let range = items[number].range;
            let place = lines.position(self.text, range.start().into());
            let first: String =
                self.text[range].lines().next().unwrap_or_default().chars().take(100).collect();
            format!("{}:{}: {first}", place.file, place.line)
        };
        let hash = name_hash(name);
        let declares = |number: &usize| {
            names[*number]
                .declaration()
                .is_some_and(|it| it.declared.contains(&hash) || it.qualifiers.contains(&hash))
        };
        let mut out = String::new();
        for number in (0..items.len()).filter(declares) {
            let mut number = number;
            let Some(mut reason) = needed.reason(number) else { continue };
            out += &format!("{}\n", place(number));
            loop {
                let words = match reason {
                    Reason::Own => "it is in the user's own files".to_owned(),
                    Reason::Form => "what it does is not done by name, or is not understood".to_owned(),
                    Reason::Code => "code or data comes from it".to_owned(),
                    Reason::ReachesKernel => "a kernel template is reached from it".to_owned(),
                    Reason::Instantiates => "a template that is kept is reached from it".to_owned(),
                    Reason::Implied => "the front end looks it up by itself".to_owned(),
                    Reason::Used { by, name } => {
                        number = by as usize;
                        let word = self.word(items[number].range, name).unwrap_or("an operator");
                        format!("`{word}` is used in {}", place(number))
                    }
                };
                out += &format!("  {words}\n");
                let Reason::Used { .. } = reason else { break };
                match needed.reason(number) {
                    Some(next) => reason = next,
                    None => break,
                }
            }
        }
        out
    }

    /// The word of an item with this hash.
    fn word(&self, range: asunder_outline::TextRange, hash: u32) -> Option<&str> {
        let text = &self.text[range];
        let mut start = 0;
        Lexer::new(text, dialect(&self.unit.options)).find_map(|token| {
            let word = &text[start..start + token.len as usize];
            start += token.len as usize;
            (token.kind != SyntaxKind::WHITESPACE && name_hash(word) == hash).then_some(word)
        })
    }
}
