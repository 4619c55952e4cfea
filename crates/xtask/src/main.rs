//! `cargo xtask`: the project's chores, one module each.
//!
//! *Architecture invariants.* Chores drive the finished programs (`asunder`, NVIDIA's tools, gcc) from
//! outside; none of them links the library crates to make up a verdict about a build. NVIDIA's tools are
//! black boxes: run and compared, never looked into. Nothing that a chore downloads or generates lands
//! in a tracked file unless that is the chore's stated job.

mod bench;
mod cases;
mod checks;
mod codegen;
mod corpus;
mod demo;
mod device_edits;
mod dropin;
mod incr;
mod messages;
mod modes;
mod mutants;
mod overlay;
mod package;
mod parse_corpus;
mod passes;
mod preprocess;
mod process;
mod project;
mod reach_check;
mod record_options;
mod series;
mod serve_fuzz;
mod slice_check;
mod soak;
mod stage;
mod suite;
mod symbols;
mod table;
mod toolkit;
mod types;
mod workspace;
mod xref;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chores of the asunder project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Install the pinned toolkit of a release from PyPI into `toolkit/`.
    Toolkit(toolkit::Options),
    /// Make DIR a CUDA toolkit whose nvcc runs asunder in the place of cudafe++.
    Overlay(overlay::Options),
    /// Build every example through nvcc with asunder inside and compare the objects.
    Demo(demo::Options),
    /// Build, change and link a CMake project with asunder and with the reference.
    Project(project::Options),
    /// Make the archive of a release: program, completions, manual, C library.
    Package,
    /// Run every check: format, lints, documentation, tests, and the drop-in comparison of the examples.
    Test(checks::Options),
    /// Compare a candidate with the reference cudafe++ on whole programs.
    Dropin(dropin::Options),
    /// Compare host texts of small programs under many sets of front-end options.
    Modes(modes::Options),
    /// Prove on planted faults that the drop-in comparison can be trusted.
    Selftest(toolkit::Options),
    /// Measure asunder as cudafe++ against the reference: user time and peak memory.
    Bench(bench::Options),
    /// Write the generated files of `crates/syntax`.
    Codegen(codegen::Args),
    /// Parse preprocessed files; print errors, ambiguities, speed.
    ParseCorpus(parse_corpus::Args),
    /// Compare asunder's preprocessor with the host compiler's, byte for byte.
    Preprocess(preprocess::Options),
    /// Edit preprocessed units in a workspace; compare each step with a run from scratch, print times and memory.
    Incr(incr::Options),
    /// Replay series of edits of source files through a server; compare each step with cudafe++ on its own.
    Series(series::Options),
    /// Compare what the compilers of both halves make of slices and of whole units
    SliceCheck(slice_check::Options),
    /// Compare `asunder reach` with the functions and variables of the device compiler's PTX.
    ReachCheck(reach_check::Args),
    /// Change execution spaces of functions in programs, and compare the errors with the reference's.
    Mutants(mutants::Args),
    /// Compare what both passes say of programs with what the reference says.
    Messages(messages::Args),
    /// Edit what the device half keeps and what it does not: its fingerprint must change, or stay.
    DeviceEdits(device_edits::Args),
    /// Send damaged requests to a server.
    ServeFuzz(serve_fuzz::Options),
    /// Work a server hard, kill it, stop it: memory, outputs and waits must stay what they should be.
    Soak(soak::Options),
    /// Compare diagnostics with those recorded from the reference, case by case.
    Cases(cases::Options),
    /// Run files of other compilers' test suites through the host pass of the reference and ours.
    Suite(suite::Options),
    /// Compare `asunder xref` with the reference's cross-reference listing.
    Xref(xref::Args),
    /// Compare `asunder types` with the typed tree that the reference displays.
    Types(types::Args),
    /// Compare `asunder symbols` with the symbols of g++'s objects.
    Symbols(symbols::Args),
    /// Record the answers of every release's reference to every option.
    RecordOptions(record_options::Options),
    /// Run one stage of the front on a preprocessed file (used by `bench`).
    #[command(hide = true)]
    Stage(stage::Options),
    /// Run a program in its own pid namespace and report its usage (used by the other chores).
    #[command(hide = true)]
    Launch(process::LaunchOptions),
}

/// That of asunder: memory that chores measure in themselves is what asunder would have.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match run(Arguments::parse().chore) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(chore: Chore) -> anyhow::Result<ExitCode> {
    match chore {
        Chore::Toolkit(options) => {
            let toolkit = toolkit::ensure(options)?;
            println!("{}", toolkit.root().display());
            Ok(ExitCode::SUCCESS)
        }
        Chore::Overlay(options) => overlay::run(&options),
        Chore::Demo(options) => demo::run(&options),
        Chore::Project(options) => project::run(&options),
        Chore::Package => package::run(),
        Chore::Test(options) => checks::run(&options),
        Chore::Dropin(options) => dropin::run(&options),
        Chore::Modes(options) => modes::run(&options),
        Chore::Selftest(options) => dropin::selftest::run(&toolkit::ensure(options)?).map(verdict),
        Chore::Bench(options) => bench::run(&options),
        Chore::Codegen(options) => codegen::run(options).map(|()| ExitCode::SUCCESS),
        Chore::ParseCorpus(options) => parse_corpus::run(options).map(|()| ExitCode::SUCCESS),
        Chore::Preprocess(options) => preprocess::run(&options),
        Chore::Incr(options) => incr::run(&options).map(verdict),
        Chore::SliceCheck(options) => slice_check::run(&options),
        Chore::Mutants(args) => mutants::run(&args),
        Chore::DeviceEdits(args) => device_edits::run(&args),
        Chore::Messages(args) => messages::run(&args),
        Chore::ReachCheck(args) => reach_check::run(&args),
        Chore::Series(options) => series::run(&options).map(verdict),
        Chore::ServeFuzz(options) => serve_fuzz::run(&options).map(|()| ExitCode::SUCCESS),
        Chore::Soak(options) => soak::run(&options).map(verdict),
        Chore::Cases(options) => cases::run(&options),
        Chore::Suite(options) => suite::run(&options),
        Chore::Xref(options) => xref::run(options).map(|()| ExitCode::SUCCESS),
        Chore::Types(args) => types::run(args).map(|()| ExitCode::SUCCESS),
        Chore::Symbols(args) => symbols::run(args).map(|()| ExitCode::SUCCESS),
        Chore::RecordOptions(options) => record_options::run(&options),
        Chore::Stage(options) => stage::run(&options).map(|()| ExitCode::SUCCESS),
        Chore::Launch(options) => process::launch(&options),
    }
}

/// The exit status of a chore that checked something.
fn verdict(good: bool) -> ExitCode {
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// `path` made absolute against the current directory, without resolving links.
fn absolute(path: &std::path::Path) -> anyhow::Result<PathBuf> {
    Ok(std::path::absolute(path)?)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn command_lines_are_well_formed() {
        super::Arguments::command().debug_assert();
    }
}
