//! `asunder completions` and `asunder man`: descriptions of the command line for shells and manuals.

use std::process::ExitCode;

use clap::Command;
use clap_complete::Shell;

use crate::streams;

/// The shell that completes.
#[derive(clap::Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

/// Which page.
#[derive(clap::Args)]
pub struct Man {
    /// The subcommand that the page is about [default: the program]
    subcommand: Option<String>,
}

/// Prints the script that teaches a shell the command line.
pub fn completions(arguments: &Completions, mut command: Command) -> ExitCode {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    streams::stdout(&script);
    ExitCode::SUCCESS
}

/// Prints a page of the manual.
pub fn man(arguments: &Man, mut command: Command) -> ExitCode {
    // Names the subcommands as they are called: `asunder check`.
    command.build();
    let command = match &arguments.subcommand {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(subcommand) => subcommand.clone(),
            None => {
                streams::stderr(format!("asunder: there is no subcommand `{name}`\n").as_bytes());
                return ExitCode::from(2);
            }
        },
    };
    let mut page = Vec::new();
    match clap_mangen::Man::new(command).render(&mut page) {
        Ok(()) => {
            streams::stdout(&page);
            ExitCode::SUCCESS
        }
        Err(error) => {
            streams::stderr(format!("asunder: {error}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}
