//! `cargo xtask`: project chores.

use clap::Parser;

mod codegen;

/// Project chores.
#[derive(Debug, Parser)]
#[command(name = "xtask")]
enum Command {
    /// Write the generated files of `crates/syntax`.
    Codegen(codegen::Args),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Codegen(args) => codegen::run(args),
    }
}
