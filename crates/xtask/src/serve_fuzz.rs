//! Damaged requests to `asunder serve`: each gets an answer, and the server lives on.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use asunder_edits::Requests;

use crate::workspace;

/// Options of `cargo xtask serve-fuzz`.
#[derive(clap::Args)]
pub struct Options {
    /// How long.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Which requests.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program [default: the asunder of this checkout, built now].
    #[arg(long, value_name = "PATH")]
    asunder: Option<PathBuf>,
}

/// The chore `serve-fuzz`.
///
/// # Errors
/// A request without its answer, a panic, or a server that ends by itself.
pub fn run(options: &Options) -> Result<()> {
    let program = match &options.asunder {
        Some(path) => path.clone(),
        None => workspace::build_asunder()?,
    };
    let mut server =
        Command::new(&program).arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut requests = server.stdin.take().context("standard input is a pipe")?;
    let mut answers = BufReader::new(server.stdout.take().context("standard output is a pipe")?);
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let (mut lines, mut refused) = (0u64, 0u64);
    for line in Requests::new(options.seed).take_while(|_| Instant::now() < end) {
        let shown = String::from_utf8_lossy(&line).into_owned();
        requests.write_all(&line).and_then(|()| requests.write_all(b"\n")).context(shown.clone())?;
        let mut answer = String::new();
        answers.read_line(&mut answer).with_context(|| shown.clone())?;
        let answer: serde_json::Value =
            serde_json::from_str(&answer).with_context(|| format!("{shown} gets {answer:?}"))?;
        let is_refused = answer["error"].is_string();
        ensure!(answer["error"] != "internal error", "{shown} makes a query panic");
        let is_request =
            serde_json::from_slice::<serde_json::Value>(&line).is_ok_and(|it| it["op"].is_string());
        ensure!(is_request || is_refused, "{shown} is taken for a request");
        lines += 1;
        refused += u64::from(is_refused);
    }
    drop(requests);
    ensure!(server.wait()?.success(), "the server fails at the end");
    println!("{lines} requests in {} s, {refused} refused, no panic", options.seconds);
    Ok(())
}
