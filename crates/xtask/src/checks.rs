//! Every check of the project, one after the other, with a table of the results at the end.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result};
use asunder_syntax::Release;

use crate::table::table;
use crate::{dropin, parse_corpus, project, soak, toolkit, workspace};

/// Options of `cargo xtask test`.
#[derive(clap::Args)]
pub struct Options {
    /// Leave out the checks that need the reference toolkit (and so the network on the first run).
    #[arg(long)]
    no_toolkit: bool,
}

/// The chore `test`.
pub fn run(options: &Options) -> Result<ExitCode> {
    let mut table = table(&["check", "seconds", "result"]);
    let mut good = true;
    let mut check = |name: &str, outcome: &dyn Fn() -> Result<bool>| {
        println!("==> {name}");
        let start = Instant::now();
        let (passed, word) = match outcome() {
            Ok(true) => (true, "ok".to_owned()),
            Ok(false) => (false, "FAILED".to_owned()),
            Err(error) => (false, format!("FAILED: {error:#}")),
        };
        good &= passed;
        table.add_row(vec![name.to_owned(), format!("{:.0}", start.elapsed().as_secs_f64()), word]);
    };
    check("format", &|| cargo(&["fmt", "--all", "--check"], &[]));
    check("lints", &|| cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"], &[]));
    check("documentation", &|| {
        cargo(
            &["doc", "--workspace", "--no-deps", "--document-private-items"],
            &[("RUSTDOCFLAGS", "-D warnings")],
        )
    });
    check("tests", &|| cargo(&["test", "--workspace", "--quiet"], &[]));
    check("dependencies", &dependencies);
    check("soak", &|| {
        soak::run(&soak::Options::short(workspace::build_asunder(workspace::Build::Optimized)?))
    });
    if !options.no_toolkit {
        check("comparison", &|| dropin::selftest::run(&toolkit::ensure(toolkit::Options::default())?));
        check("CMake project and compiler cache", &|| {
            project::check(
                &toolkit::ensure(toolkit::Options::default())?,
                &workspace::build_asunder(workspace::Build::Optimized)?,
            )
        });
        check("trees of the examples", &trees);
        for release in [Release::default(), Release::NEWEST] {
            check(&format!("drop-in on the examples, CUDA {release}"), &|| {
                let asunder =
                    workspace::as_cudafe(&workspace::build_asunder(workspace::Build::Optimized)?, release)?;
                let verdicts =
                    dropin::judge_examples(toolkit::ensure(toolkit::Options { release })?, &asunder)?;
                Ok(verdicts.iter().all(|verdict| verdict.status == dropin::Status::Equal))
            });
        }
    }
    println!("\n{table}");
    Ok(crate::verdict(good))
}

/// Whether licences, sources and versions of the dependencies are what `deny.toml` accepts, and nothing is known
/// against them; as far as this machine can say.
fn dependencies() -> Result<bool> {
    let there = Command::new("cargo-deny").arg("--version").output();
    if !there.is_ok_and(|output| output.status.success()) {
        println!("skipped: this machine has no cargo-deny");
        return Ok(true);
    }
    let accepted = cargo(&["deny", "check", "bans", "licenses", "sources"], &[])?;
    // The list of what is known comes from a git repository; one that was fetched earlier will do.
    if !cargo(&["deny", "fetch", "db"], &[])? && !advisories_folder().is_some_and(|folder| folder.is_dir()) {
        println!("skipped: the list of advisories cannot be reached from this machine");
        return Ok(accepted);
    }
    Ok(cargo(&["deny", "check", "--disable-fetch", "advisories"], &[])? && accepted)
}

/// Where cargo-deny keeps the advisories of RustSec.
fn advisories_folder() -> Option<PathBuf> {
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| Some(std::env::home_dir()?.join(".cargo")))?;
    Some(cargo_home.join("advisory-dbs/advisory-db-3157b0e258782691"))
}

/// Whether the trees of the examples, preprocessed for both passes, are lossless.
fn trees() -> Result<bool> {
    let nvcc = toolkit::ensure(toolkit::Options::default())?.nvcc();
    let folder = workspace::target().join("trees");
    std::fs::create_dir_all(&folder)?;
    for example in workspace::examples()? {
        let mut command = Command::new(&nvcc);
        command.args(["-std=c++17", "-c", "--keep", "--keep-dir"]).arg(&folder);
        command.arg(&example).arg("-o").arg(folder.join("example.o"));
        if !command.status().context("cannot run nvcc")?.success() {
            return Ok(false);
        }
    }
    parse_corpus::run(parse_corpus::Args::quiet(folder)).map(|()| true)
}

/// Runs cargo in the checkout; whether it succeeded.
fn cargo(arguments: &[&str], environment: &[(&str, &str)]) -> Result<bool> {
    let mut command: Command = workspace::cargo();
    command.args(arguments).envs(environment.iter().copied());
    Ok(command.status().context("cannot run cargo")?.success())
}
