//! Running programs: bounded in time, their output captured, their own usage measured.
//!
//! A measured program is started by a fresh small process ([`launch`]): the peak memory that the kernel
//! accounts to a program includes that of the process image it was forked from, and the chores' own
//! image may have grown past that of the program. Where the system allows it, the program also gets a
//! pid namespace of its own in which it is always process 2: cudafe++ ends the module id of a unit
//! without external names in its process id, and two runs are comparable only with equal ones.

use std::ffi::OsString;
use std::fs::File;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use nix::sched::{CloneFlags, unshare};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, killpg};
use nix::sys::time::TimeVal;
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// It exited with this status.
    Exit(i32),
    /// This signal ended it.
    Signal(i32),
    /// It was stopped because its time was over.
    TimedOut,
}

impl Ending {
    fn of(status: ExitStatus) -> Self {
        match status.code() {
            Some(code) => Self::Exit(code),
            None => Self::Signal(status.signal().unwrap_or(0)),
        }
    }

    /// Whether it exited with status 0.
    pub fn success(self) -> bool {
        self == Self::Exit(0)
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exit(code) => write!(out, "{code}"),
            Self::Signal(signal) => write!(out, "signal {signal}"),
            Self::TimedOut => write!(out, "timeout"),
        }
    }
}

/// Seconds of processor time of this process so far, and of all its children that ended.
pub fn processor_seconds() -> f64 {
    let of = |who| getrusage(who).map_or(0.0, |it| seconds(it.user_time()) + seconds(it.system_time()));
    of(UsageWho::RUSAGE_SELF) + of(UsageWho::RUSAGE_CHILDREN)
}

fn seconds(time: TimeVal) -> f64 {
    time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6
}

/// What a measured program used.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Seconds of wall clock.
    pub wall: f64,
    /// Seconds of processor time in the program.
    pub user: f64,
    /// Seconds of processor time in the kernel on its behalf.
    pub system: f64,
    /// Peak resident memory in KiB.
    pub peak_rss_kib: u64,
}

/// A program that ended, and what it said.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// Its standard output, as UTF-8 with replacement characters.
    pub stdout: String,
    /// Its standard error, likewise.
    pub stderr: String,
    /// What it used; zeros unless it ran [`Program::measured`].
    pub usage: Usage,
}

/// A program about to be run.
pub struct Program {
    argv: Vec<OsString>,
    directory: PathBuf,
    environment: Vec<(String, String)>,
    limit: Duration,
}

impl Program {
    /// The program `argv[0]` with its arguments, to be run in `directory` with `environment` added.
    pub fn new<S: Into<OsString>>(
        argv: impl IntoIterator<Item = S>,
        directory: &Path,
        environment: &[(String, String)],
        limit: Duration,
    ) -> Self {
        Self {
            argv: argv.into_iter().map(Into::into).collect(),
            directory: directory.to_owned(),
            environment: environment.to_vec(),
            limit,
        }
    }

    /// Runs it as a child of this process.
    pub fn run(self) -> Result<Finished> {
        let mut command = Command::new(self.argv.first().context("no program to run")?);
        command.args(&self.argv[1..]);
        self.capture(command)
    }

    /// Runs it by way of [`launch`] and gives its own usage as well.
    pub fn measured(self) -> Result<Finished> {
        let report = tempfile::NamedTempFile::new()?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["launch", "--report"]).arg(report.path()).arg("--").args(&self.argv);
        let mut finished = self.capture(command)?;
        if finished.ending != Ending::TimedOut {
            let text = std::fs::read_to_string(report.path())?;
            let launched: Launched = serde_json::from_str(&text)
                .with_context(|| format!("the launcher gave no report: {}", finished.stderr))?;
            finished.ending = launched.ending;
            finished.usage = launched.usage;
        }
        Ok(finished)
    }

    /// Runs `command`, which leads a process group of its own, until it ends or its time is over.
    fn capture(&self, mut command: Command) -> Result<Finished> {
        let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
        command
            .current_dir(&self.directory)
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(stdout.try_clone()?)
            .stderr(stderr.try_clone()?)
            .process_group(0);
        let mut child =
            command.spawn().with_context(|| format!("cannot run {}", self.argv[0].to_string_lossy()))?;
        let group = Pid::from_raw(i32::try_from(child.id())?);
        let start = Instant::now();
        let mut pause = Duration::from_millis(1);
        let ending = loop {
            if let Some(status) = child.try_wait()? {
                break Ending::of(status);
            }
            if start.elapsed() > self.limit {
                // The group may be gone between the two calls; then there is nothing to stop.
                let _ = killpg(group, Signal::SIGKILL);
                child.wait()?;
                break Ending::TimedOut;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        };
        Ok(Finished {
            ending,
            stdout: read_back(&mut stdout)?,
            stderr: read_back(&mut stderr)?,
            usage: Usage::default(),
        })
    }
}

fn read_back(file: &mut File) -> Result<String> {
    use std::io::{Read, Seek};
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Options of the hidden chore `launch`.
#[derive(clap::Args)]
pub struct LaunchOptions {
    /// Where the usage is written, as JSON.
    #[arg(long)]
    report: PathBuf,
    /// Set in the process that starts the program itself.
    #[arg(long)]
    inside: bool,
    /// The program and its arguments.
    #[arg(last = true, required = true)]
    argv: Vec<OsString>,
}

/// What [`launch`] reports of the program.
#[derive(Serialize, Deserialize)]
struct Launched {
    ending: Ending,
    usage: Usage,
}

/// The chore `launch`: enters a pid namespace where that is allowed, starts itself once more as that
/// namespace's first process, and there runs the program and writes the report.
pub fn launch(options: &LaunchOptions) -> Result<ExitCode> {
    if !options.inside {
        // Without permission for either the program runs all the same, under an ordinary pid.
        let _ = unshare(CloneFlags::CLONE_NEWPID)
            .or_else(|_| unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWPID));
        let status = Command::new(std::env::current_exe()?)
            .args(["launch", "--inside", "--report"])
            .arg(&options.report)
            .arg("--")
            .args(&options.argv)
            .status()?;
        return Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let start = Instant::now();
    let status = Command::new(&options.argv[0])
        .args(&options.argv[1..])
        .status()
        .with_context(|| format!("cannot run {}", options.argv[0].to_string_lossy()))?;
    let wall = start.elapsed().as_secs_f64();
    let used = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let launched = Launched {
        ending: Ending::of(status),
        usage: Usage {
            wall,
            user: seconds(used.user_time()),
            system: seconds(used.system_time()),
            peak_rss_kib: u64::try_from(used.max_rss())?,
        },
    };
    std::fs::write(&options.report, serde_json::to_string(&launched)?)?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Finished {
        Program::new(["sh", "-c", script], Path::new("/"), &[("WORD".into(), "hello".into())], limit)
            .run()
            .expect("sh can be run")
    }

    #[test]
    fn output_and_status_are_captured() {
        let finished = shell("echo $WORD; echo oops >&2; exit 3", Duration::from_secs(10));
        assert_eq!(finished.ending, Ending::Exit(3));
        assert_eq!((finished.stdout.as_str(), finished.stderr.as_str()), ("hello\n", "oops\n"));
    }

    #[test]
    fn a_program_that_runs_too_long_is_stopped() {
        assert_eq!(shell("sleep 60", Duration::from_millis(50)).ending, Ending::TimedOut);
    }

    #[test]
    fn a_signal_is_not_an_exit() {
        assert_eq!(shell("kill -SEGV $$", Duration::from_secs(10)).ending, Ending::Signal(11));
    }
}
