//! `cargo xtask`: project chores.

use clap::Parser;

mod codegen;
mod parse_corpus;

/// Project chores.
#[derive(Debug, Parser)]
#[command(name = "xtask")]
enum Command {
    /// Write the generated files of `crates/syntax`.
    Codegen(codegen::Args),
    /// Parse preprocessed files; print errors, ambiguities, speed.
    ParseCorpus(parse_corpus::Args),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Codegen(args) => codegen::run(args),
        Command::ParseCorpus(args) => parse_corpus::run(args),
    }
}
