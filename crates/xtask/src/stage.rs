//! `xtask stage`: one stage of the front on one file and nothing else, so that its time and memory can be
//! measured as those of a process. `xtask bench --stages` runs it.

use std::hint::black_box;
use std::path::PathBuf;

use asunder_syntax::{Dialect, Standard};

/// Arguments of `xtask stage`.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The stage.
    #[arg(value_enum)]
    stage: Stage,
    /// A preprocessed file.
    file: PathBuf,
}

/// A stage of the front, from the text alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Stage {
    /// The text is read; the floor under the other stages.
    Read,
    /// All tokens, kept.
    Lex,
    /// The items of the unit.
    Outline,
    /// One tree of the whole unit.
    Parse,
}

impl Stage {
    /// The stages, in order.
    pub const ALL: [Stage; 4] = [Stage::Read, Stage::Lex, Stage::Outline, Stage::Parse];

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Read => "read",
            Stage::Lex => "lex",
            Stage::Outline => "outline",
            Stage::Parse => "parse",
        }
    }

    /// The most of the reference's user time on the whole unit that the stage may take.
    pub fn budget(self) -> Option<f64> {
        match self {
            Stage::Read | Stage::Lex => None,
            Stage::Outline => Some(0.08),
            Stage::Parse => Some(0.6),
        }
    }
}

/// Runs a stage.
///
/// # Errors
/// When the file cannot be read.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let bytes = std::fs::read(&options.file)?;
    let text = asunder_source::decode(&bytes);
    let dialect = Dialect::new(Standard::Cpp17);
    match options.stage {
        Stage::Read => drop(black_box(text)),
        Stage::Lex => drop(black_box(asunder_syntax::lex(&text, dialect))),
        Stage::Outline => drop(black_box(asunder_outline::scan(&text, dialect))),
        Stage::Parse => drop(black_box(asunder_parser::parse_translation_unit(&text, dialect))),
    }
    Ok(())
}
