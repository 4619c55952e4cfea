//! Every check of the project, one after the other, with a table of the results at the end.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use asunder_syntax::Release;
use xtask_launch::Heartbeat;

use crate::table::{Table, table};
use crate::{dropin, parse_corpus, process, project, soak, toolkit, workspace};

/// Options of `cargo xtask test`.
#[derive(clap::Args)]
pub struct Options {
    /// Leave out the checks that need the reference toolkit (and so the network on the first run).
    #[arg(long)]
    no_toolkit: bool,
    /// Run only the checks whose names contain this; may be given more than once.
    #[arg(long, value_name = "WORDS")]
    only: Vec<String>,
}

/// What came of a check.
enum Outcome {
    Passed,
    Failed,
    /// This machine cannot run it.
    Skipped(&'static str),
}

/// A verdict of a check that ran.
fn outcome(passed: bool) -> Outcome {
    if passed { Outcome::Passed } else { Outcome::Failed }
}

/// The checks that ran, and their results.
struct Checks {
    only: Vec<String>,
    table: Table,
    start: Instant,
    passed: usize,
    failed: Vec<String>,
    skipped: Vec<String>,
}

impl Checks {
    fn new(only: Vec<String>) -> Checks {
        Checks {
            only,
            table: table(&["check", "seconds", "processor seconds", "result"]),
            start: Instant::now(),
            passed: 0,
            failed: Vec::new(),
            skipped: Vec::new(),
        }
    }

    /// Runs one check.
    fn run(&mut self, name: &str, check: impl FnOnce() -> Result<Outcome>) {
        if !self.only.is_empty() && !self.only.iter().any(|words| name.contains(words)) {
            return;
        }
        println!("==> {name}");
        let (start, before) = (Instant::now(), process::processor_seconds());
        let outcome = check();
        let word = match outcome {
            Ok(Outcome::Passed) => {
                self.passed += 1;
                "ok".to_owned()
            }
            Ok(Outcome::Skipped(reason)) => {
                println!("skipped: {reason}");
                self.skipped.push(name.to_owned());
                format!("skipped: {reason}")
            }
            Ok(Outcome::Failed) => {
                self.failed.push(name.to_owned());
                "FAILED".to_owned()
            }
            Err(error) => {
                self.failed.push(name.to_owned());
                format!("FAILED: {error:#}")
            }
        };
        let used = process::processor_seconds() - before;
        let row = vec![
            name.to_owned(),
            format!("{:.0}", start.elapsed().as_secs_f64()),
            format!("{used:.0}"),
            word,
        ];
        self.table.add_row(row);
    }

    /// The last sentence.
    fn verdict(&self) -> String {
        let mut text = format!(
            "{} of {} checks passed",
            self.passed,
            self.passed + self.skipped.len() + self.failed.len()
        );
        if !self.skipped.is_empty() {
            text += &format!(", {} skipped ({})", self.skipped.len(), self.skipped.join(", "));
        }
        if !self.failed.is_empty() {
            text += &format!(", {} FAILED ({})", self.failed.len(), self.failed.join(", "));
        }
        text + &format!(" in {:.0} s.", self.start.elapsed().as_secs_f64())
    }
}

/// The chore `test`.
pub fn run(options: &Options) -> Result<ExitCode> {
    let mut checks = Checks::new(options.only.clone());
    checks.run("format", || {
        if !has_command("fmt") {
            return Ok(Outcome::Skipped("this machine has no rustfmt"));
        }
        cargo(&["fmt", "--all", "--check"], &[])
    });
    checks.run("lints", || {
        if !has_command("clippy") {
            return Ok(Outcome::Skipped("this machine has no clippy"));
        }
        cargo(&["clippy", PROFILE, "--workspace", "--all-targets", "--", "--deny", "warnings"], &[])
    });
    checks.run("documentation", || {
        cargo(
            &["doc", PROFILE, "--workspace", "--no-deps", "--document-private-items"],
            &[("RUSTDOCFLAGS", "-D warnings")],
        )
    });
    checks.run("build of the tests", || cargo(&["test", PROFILE, "--workspace", "--no-run"], &[]));
    checks.run("tests", || cargo(&["test", PROFILE, "--workspace", "--quiet"], &[]));
    checks.run("packages", packages);
    checks.run("dependencies", dependencies);
    let asunder = workspace::build_asunder()?;
    checks.run("soak", || slow("soak", || soak::run(&soak::Options::short(asunder.clone()))));
    if !options.no_toolkit {
        let oldest = toolkit::ensure(toolkit::Options::default())?;
        checks.run("comparison", || slow("comparison", || dropin::selftest::run(&oldest)));
        checks.run("CMake project and compiler cache", || {
            slow("CMake project", || project::check(&oldest, &asunder))
        });
        checks.run("trees of the examples", || slow("trees", || trees(&oldest)));
        for release in [Release::default(), Release::NEWEST] {
            checks.run(&format!("drop-in on the examples, CUDA {release}"), || {
                let toolkit = toolkit::ensure(toolkit::Options { release })?;
                let candidate = workspace::as_cudafe(&asunder, release)?;
                slow("drop-in", || {
                    let verdicts = dropin::compare_examples(toolkit, &candidate)?;
                    Ok(verdicts.iter().all(|verdict| verdict.status == dropin::Status::Equal))
                })
            });
        }
    }
    println!("\n{}\n{}", checks.table, checks.verdict());
    Ok(crate::verdict(checks.failed.is_empty()))
}

/// The profile of everything that is built for the checks, so that nothing is built twice.
const PROFILE: &str = "--profile=checks";

/// Whether cargo has a command on this machine: some are components that need not be installed.
fn has_command(name: &str) -> bool {
    let output = workspace::cargo().args([name, "--version"]).output();
    output.is_ok_and(|output| output.status.success())
}

/// Whether all that is published can be packaged, without the private packages.
fn packages() -> Result<Outcome> {
    let private = workspace::unpublished()?;
    let mut words = vec!["package", "--workspace", "--no-verify", "--offline", "--allow-dirty", "--quiet"];
    for package in &private {
        words.extend(["--exclude", package]);
    }
    cargo(&words, &[])
}

/// Whether licences, sources and versions of the dependencies are what `deny.toml` accepts, and nothing is known
/// against them; as far as this machine can say.
fn dependencies() -> Result<Outcome> {
    let there = Command::new("cargo-deny").arg("--version").output();
    if !there.is_ok_and(|output| output.status.success()) {
        return Ok(Outcome::Skipped("this machine has no cargo-deny"));
    }
    let accepted = cargo(&["deny", "check", "bans", "licenses", "sources"], &[])?;
    if !matches!(accepted, Outcome::Passed) {
        return Ok(accepted);
    }
    // The list of what is known comes from a git repository; one that was fetched earlier will do.
    let fetched = matches!(cargo(&["deny", "fetch", "db"], &[])?, Outcome::Passed);
    if !fetched && !advisories_folder().is_some_and(|folder| folder.is_dir()) {
        println!("without advisories: their list cannot be reached from this machine");
        return Ok(accepted);
    }
    cargo(&["deny", "--offline", "check", "advisories"], &[])
}

/// Where cargo-deny keeps the advisories of RustSec.
fn advisories_folder() -> Option<PathBuf> {
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| Some(std::env::home_dir()?.join(".cargo")))?;
    Some(cargo_home.join("advisory-dbs/advisory-db-3157b0e258782691"))
}

/// Whether the trees of the examples, preprocessed for both passes, are lossless.
fn trees(toolkit: &toolkit::Toolkit) -> Result<bool> {
    let folder = workspace::target().join("trees");
    for file in workspace::examples()? {
        let keep = folder.join(file.file_stem().context("an example without a name")?);
        std::fs::create_dir_all(&keep)?;
        let flags = vec!["-std=c++17".to_owned()];
        let source = dropin::Source { file, flags, directory: workspace::root().to_owned() };
        dropin::Plan::of(toolkit, &source, &keep)?.preprocess_both(&source, PREPROCESSING)?;
    }
    parse_corpus::run(parse_corpus::Args::quiet(folder)).map(|()| true)
}

/// The longest that preprocessing a source may take.
const PREPROCESSING: Duration = Duration::from_secs(120);

/// Does work that takes long, with a line of progress every few seconds; cargo's commands have their own.
fn slow(what: &str, work: impl FnOnce() -> Result<bool>) -> Result<Outcome> {
    let _heartbeat = Heartbeat::start(what);
    work().map(outcome)
}

/// Runs cargo in the checkout; whether it succeeded.
fn cargo(arguments: &[&str], environment: &[(&str, &str)]) -> Result<Outcome> {
    let mut command = workspace::cargo();
    command.args(arguments).envs(environment.iter().copied());
    let what = arguments.first().copied().unwrap_or_default();
    Ok(outcome(xtask_launch::run_with_progress(command, what).context("cannot run cargo")?))
}
