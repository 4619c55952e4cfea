//! asunder's own subcommands.

mod build;
mod check;
mod depfile;
mod describe;
mod explain;
mod hover;
mod inspect;
mod keywords;
mod lsp;
mod names;
mod overlay;
mod passes;
mod preprocess;
mod reach;
mod reading;
mod reports;
mod serve;
mod slice;
mod toolkit;
mod units;
mod watch;

use std::ffi::OsStr;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// CUDA C++ taken asunder: the host half for gcc or clang, the device half for the GPU compiler.
#[derive(Parser)]
#[command(name = "asunder", version, max_term_width = 100)]
#[command(after_help = "Run under the name `cudafe++` (a link or a copy), or as \
                        `asunder cudafe++ …`, it takes the command line of NVIDIA's cudafe++ \
                        13 and can stand in its place in an nvcc build.

Environment:
  ASUNDER_LOG      what goes on inside, on standard error: `debug`, or a filter such as
                   `asunder_driver=trace,warn` in the syntax of the crate tracing-subscriber
  ASUNDER_TOOLKIT  the folder of the toolkit whose nvcc preprocesses sources
  ASUNDER_PREPROCESSOR
                   `host`: the host compiler preprocesses sources, in overlays too; `own`: asunder
                   does, and what it leaves to the host compiler is an error (overlays apart);
                   else asunder, and the host compiler where there is something to say
  ASUNDER_SERVER   the socket of an `asunder serve` that does the work of cudafe++
  ASUNDER_SLICE    which compilers get slices in an overlay (docs/SLICES.md): `off`, `device`,
                   `host`, `optimized-host`, or several with commas
  NO_COLOR         no colors, unless `--color always` asks for them")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Report what is wrong in CUDA sources, and write nothing
    Check(check::Arguments),
    /// Make the host files of many units in one process
    Build(build::Arguments),
    /// Follow the changes of units: what was recomputed, which outputs changed
    Watch(watch::Arguments),
    /// Answer requests of other programs, through standard input and output or a socket
    Serve(serve::Arguments),
    /// Serve an editor through standard input and output, by the language server protocol
    Lsp(lsp::Arguments),
    /// Make DIR a CUDA toolkit whose nvcc runs asunder in the place of cudafe++
    Overlay(overlay::Arguments),
    /// Install NVIDIA's toolkit of a release from its PyPI wheels
    Toolkit(toolkit::Arguments),
    /// Say what a diagnostic means, with an example
    Explain(explain::Arguments),
    /// Write the preprocessed text of a source, as the host compiler would
    Preprocess(preprocess::Arguments),
    /// Print the syntax tree of a unit
    Tree(inspect::StructuredArguments),
    /// Print the items of a unit
    Outline(inspect::StructuredArguments),
    /// Print which declaration every name of a unit means, as `cudafe++ --xref` does
    Xref(inspect::Arguments),
    /// Print the type, category and callee of every expression outside templates, as lines
    Types(inspect::TypesArguments),
    /// Print what the types of expressions are not known for, and how often
    Gaps(inspect::GapsArguments),
    /// Print the linker names of the functions and variables that a preprocessed file defines
    Symbols(inspect::StructuredArguments),
    /// Print the part of a unit that the compiler of one half needs, or why an item is kept
    Slice(slice::Arguments),
    /// Print what the device half of a unit keeps, or the chain that keeps something
    Reach(reach::Arguments),
    /// Say what the name at a place of a unit means: entity, declaration, type, space
    Hover(hover::Arguments),
    /// Print the script that completes asunder's command line in a shell
    Completions(describe::Completions),
    /// Print a page of the manual
    Man(describe::Man),
    #[command(
        name = "cudafe++",
        about = "Compile as `cudafe++` does: [--release R] [OPTIONS] INPUT, in the reference's own syntax",
        disable_help_flag = true
    )]
    Cudafe {
        /// Options and input of the reference
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<std::ffi::OsString>,
    },
}

/// Runs a native subcommand.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    crate::logging::start(None);
    match arguments.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Build(arguments) => build::run(&arguments),
        Command::Watch(arguments) => watch::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Lsp(arguments) => lsp::run(&arguments),
        Command::Overlay(arguments) => overlay::run(&arguments),
        Command::Toolkit(arguments) => toolkit::run(&arguments),
        Command::Completions(arguments) => describe::completions(&arguments, Arguments::command()),
        Command::Man(arguments) => describe::man(&arguments, Arguments::command()),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Preprocess(arguments) => preprocess::run(&arguments),
        Command::Tree(arguments) => inspect::tree(&arguments),
        Command::Outline(arguments) => inspect::outline(&arguments),
        Command::Xref(arguments) => inspect::xref(&arguments),
        Command::Types(arguments) => inspect::types(&arguments),
        Command::Gaps(arguments) => inspect::gaps(&arguments),
        Command::Symbols(arguments) => inspect::symbols(&arguments),
        Command::Slice(arguments) => slice::run(&arguments),
        Command::Reach(arguments) => reach::run(&arguments),
        Command::Hover(arguments) => hover::run(&arguments),
        Command::Cudafe { words } => crate::dropin::main(OsStr::new(""), &words),
    }
}
