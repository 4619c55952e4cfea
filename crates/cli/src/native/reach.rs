//! `asunder reach`: what the device half of a unit keeps, and the chain that keeps it.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use asunder_driver::dialect;
use asunder_driver::reach::{self, How, Kept, KeptKind, Why, kept};
use asunder_source::{LineTable, SourceText, read};
use clap::ValueEnum;
use serde_json::json;

use super::passes::{Passes, passes};
use super::reading::Reading;
use crate::streams;

/// Nothing of the name is kept.
const NOTHING: u8 = 1;
/// The file cannot be read.
const FAILED: u8 = 2;

/// Which unit, and what of it.
#[derive(clap::Args)]
pub struct Arguments {
    /// A CUDA source (.cu), which nvcc's commands preprocess, or a preprocessed unit (.ii); `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The pass whose text is meant: `device`, or `device:90` for one architecture; `host` reads the host's text
    #[arg(long, default_value = "device", value_parser = passes)]
    pass: Passes,
    /// How the unit is compiled, where no command says so
    #[arg(long, value_enum)]
    mode: Option<Mode>,
    /// The chain that keeps what has this name: an identifier, a qualified name or a linker name
    #[arg(long, value_name = "NAME")]
    why: Option<String>,
    /// One JSON document instead of lines
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Clone, Copy, ValueEnum)]
enum Mode {
    /// As a whole program
    Whole,
    /// To be linked with others (`-rdc=true`)
    Separate,
}

/// Prints what is kept, or why something is.
pub fn run(arguments: &Arguments) -> ExitCode {
    match answer(arguments) {
        Ok(status) => ExitCode::from(status),
        Err(message) => {
            streams::stderr(format!("asunder: {message}\n").as_bytes());
            ExitCode::from(FAILED)
        }
    }
}

fn answer(arguments: &Arguments) -> Result<u8, String> {
    let unit = arguments.reading.source(&arguments.file)?;
    let texts = unit.texts(&arguments.reading, arguments.pass);
    let texts = texts.map_err(|error| format!("{}: {error}", arguments.file.display()))?;
    streams::stderr(texts.messages.as_bytes());
    let pass = texts.passes.into_iter().next().ok_or("no such pass")?;
    let text = read(&pass.text);
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, arguments.file.display().to_string(), (&*text).into());
    let dialect = dialect(&pass.options);
    let is_separate = match arguments.mode {
        Some(mode) => matches!(mode, Mode::Separate),
        None => pass.options.cuda.device_c,
    };
    let relaxed_constexpr = pass.options.cuda.relaxed_constexpr;
    let all = kept(&db, source, dialect, reach::Mode { is_separate, relaxed_constexpr });
    let lines = LineTable::new(&text);
    let shown = Shown { all: &all, text: &text, lines: &lines };
    let (out, status) = match &arguments.why {
        Some(name) => {
            let chains = shown.chains(name);
            let is_found = !chains.is_empty();
            if !is_found {
                let message = format!("asunder: the device half keeps nothing with the name `{name}`\n");
                streams::stderr(message.as_bytes());
            }
            (chains, if is_found { 0 } else { NOTHING })
        }
        None if arguments.json => (shown.json(), 0),
        None => (shown.listing(), 0),
    };
    streams::stdout(out.as_bytes());
    Ok(status)
}

struct Shown<'a> {
    all: &'a [Kept],
    text: &'a str,
    lines: &'a LineTable,
}

impl Shown<'_> {
    /// One line for each that is kept.
    fn listing(&self) -> String {
        let mut out = String::new();
        for kept in self.code() {
            let _ = writeln!(
                out,
                "{:9} {}  [{}]  {}",
                kind(kept),
                kept.name,
                self.place(kept.at),
                self.reason(kept)
            );
        }
        out
    }

    /// Those with code or data.
    fn code(&self) -> impl Iterator<Item = &Kept> {
        self.all.iter().filter(|kept| kept.kind != KeptKind::Type)
    }

    /// The chains that keep what has a name.
    fn chains(&self, name: &str) -> String {
        let mut out = String::new();
        let is_meant = |kept: &&Kept| {
            let is_path =
                kept.path == name || kept.path.strip_suffix(name).is_some_and(|rest| rest.ends_with("::"));
            is_path || kept.symbol.as_deref() == Some(name)
        };
        for kept in self.code().filter(is_meant) {
            let _ = writeln!(out, "{} {}  [{}]", kind(kept), kept.name, self.place(kept.at));
            let mut kept = kept;
            loop {
                let _ = writeln!(out, "  {}", self.reason(kept));
                let Why::By(by, _) = kept.why else { break };
                kept = &self.all[by];
            }
        }
        out
    }

    fn json(&self) -> String {
        let rows: Vec<_> = self.code().map(|kept| self.row(kept)).collect();
        format!("{}\n", json!({ "kept": rows }))
    }

    fn row(&self, kept: &Kept) -> serde_json::Value {
        let at = self.lines.position(self.text, kept.at.into());
        let mut chain = vec![];
        let mut by = kept;
        while let Why::By(index, _) = by.why {
            by = &self.all[index];
            chain.push(by.name.clone());
        }
        json!({
            "kind": kind(kept), "name": kept.name, "path": kept.path, "symbol": kept.symbol,
            "open": kept.is_open, "file": at.file, "line": at.line, "why": word(kept.why), "chain": chain,
        })
    }

    fn place(&self, at: asunder_syntax::TextSize) -> String {
        let at = self.lines.position(self.text, at.into());
        format!("{}:{}", at.file, at.line)
    }

    /// Why something is kept, in words.
    fn reason(&self, kept: &Kept) -> String {
        match kept.why {
            Why::Kernel => "is a kernel".to_owned(),
            Why::KernelInstance(at) => {
                format!("is an instance of a kernel template, made by {}", self.place(at))
            }
            Why::DeviceVariable => "is in memory of the device".to_owned(),
            Why::External => "has external linkage".to_owned(),
            Why::Marked => "has the attribute `used`".to_owned(),
            Why::Instantiated => "is explicitly instantiated".to_owned(),
            Why::By(index, how) => {
                let by = &self.all[index];
                let (name, place) = (&by.name, self.place(by.at));
                match how {
                    How::Called => format!("is called by {name}  [{place}]"),
                    How::Named => format!("is named in {name}  [{place}]"),
                    How::Accessed => format!("is accessed by {name}  [{place}]"),
                    How::InTable => format!("is in a virtual table that {name} needs  [{place}]"),
                    How::Mentioned => format!("has a name that {name} mentions  [{place}]"),
                }
            }
        }
    }
}

fn kind(kept: &Kept) -> &'static str {
    match kept.kind {
        KeptKind::Kernel => "kernel",
        KeptKind::Function => "function",
        KeptKind::Variable => "variable",
        KeptKind::Type => "type",
    }
}

/// The word for a reason.
fn word(why: Why) -> &'static str {
    match why {
        Why::Kernel => "kernel",
        Why::KernelInstance(_) => "kernel instance",
        Why::DeviceVariable => "device variable",
        Why::External => "external",
        Why::Marked => "used",
        Why::Instantiated => "instantiated",
        Why::By(_, How::Called) => "called",
        Why::By(_, How::Named) => "named",
        Why::By(_, How::Accessed) => "accessed",
        Why::By(_, How::InTable) => "virtual table",
        Why::By(_, How::Mentioned) => "mentioned",
    }
}
