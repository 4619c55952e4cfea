//! `asunder serve`: a workspace for other programs (`docs/SERVER.md`).

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use asunder_driver::options::{Options, Product};
use asunder_server::Server;

use crate::reference::{self, Request};
use crate::release;
use crate::streams;

/// Where to serve.
#[derive(clap::Args)]
pub struct Arguments {
    /// A Unix socket, made for this user alone; without it one client is served through standard input and output
    #[arg(long, value_name = "PATH")]
    socket: Option<PathBuf>,
}

/// Serves until the client goes, or one ends the server.
pub fn run(arguments: &Arguments) -> ExitCode {
    let server = Server::new(read_options);
    let ended = match &arguments.socket {
        Some(socket) => server.serve_socket(socket).map_err(|error| error.to_string()),
        None => {
            let output = std::io::BufWriter::new(std::io::stdout());
            server.serve_streams(std::io::stdin().lock(), output).map_err(|error| error.to_string())
        }
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            streams::stderr(format!("asunder: {message}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}

/// The options of a command line that asks for a host file and nothing else. The release is the one that it names.
pub fn read_options(words: &[OsString]) -> Option<Options> {
    let (toolkit, words) = release::named(words);
    let invocation = reference::read(toolkit.unwrap_or_else(|| release::of_input(words)), words);
    let plain = matches!(invocation.request, Request::Run)
        && invocation.events.is_empty()
        && invocation.options.output.product == Product::HostFile
        && invocation.options.language.preincludes.is_empty();
    plain.then_some(invocation.options)
}
