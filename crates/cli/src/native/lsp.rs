//! `asunder lsp`: a language server (`editors/`).

use std::process::ExitCode;

use crate::preprocessor::cache_folder;

/// The server has no options of its own: editors set it by `initializationOptions`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Serve through standard input and output, as it is done in any case: some editors say it
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves until the editor says `exit`, or goes.
pub fn run(_: &Arguments) -> ExitCode {
    let (connection, threads) = asunder_lsp::stdio();
    let status = asunder_lsp::serve(connection, cache_folder());
    threads.join();
    ExitCode::from(u8::try_from(status).unwrap_or(1))
}
