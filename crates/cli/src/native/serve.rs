//! `asunder serve`: a workspace for other programs (`docs/SERVER.md`).

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use asunder_server::Server;

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
    let server = Server::new(|words| asunder_invocation::options(words).ok());
    let ended = match &arguments.socket {
        Some(socket) => listen(&server, socket),
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

/// Serves the clients of a socket, and says since when and how long.
fn listen(server: &Server, socket: &Path) -> Result<(), String> {
    let start = Instant::now();
    let say = |what: String| {
        let clock = jiff::ZonedDateTime::now().strftime("%H:%M:%S");
        streams::stderr(format!("[{clock}] {what}\n").as_bytes());
    };
    let place = socket.display();
    let ready = || say(format!("listening on {place}"));
    server.serve_socket(socket, ready).map_err(|error| error.to_string())?;
    say(format!("ended, after {:.1} s on {place}", start.elapsed().as_secs_f64()));
    Ok(())
}
