//! `asunder completions` and `asunder man`: descriptions of the command line for shells and manuals.

use std::path::PathBuf;
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
    /// Write the pages of the program and of all subcommands to this folder
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "subcommand")]
    out: Option<PathBuf>,
}

/// Prints the script that teaches a shell the command line.
pub fn completions(arguments: &Completions, mut command: Command) -> ExitCode {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    streams::stdout(&script);
    ExitCode::SUCCESS
}

/// Prints a page of the manual, or writes all of them.
pub fn man(arguments: &Man, command: Command) -> ExitCode {
    let mut command = command.disable_help_subcommand(true);
    let written = match &arguments.out {
        Some(folder) => std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(command, folder))
            .map_err(|error| format!("cannot write to {}: {error}", folder.display())),
        None => {
            // Names the subcommands as they are called: `asunder check`.
            command.build();
            page(arguments.subcommand.as_deref(), &command).map(|page| streams::stdout(&page))
        }
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            streams::stderr(format!("asunder: {message}\n").as_bytes());
            ExitCode::from(2)
        }
    }
}

/// The page of a subcommand, or of the program.
fn page(subcommand: Option<&str>, program: &Command) -> Result<Vec<u8>, String> {
    let command = match subcommand {
        None => program,
        Some(name) => {
            program.find_subcommand(name).ok_or_else(|| format!("there is no subcommand `{name}`"))?
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page).map_err(|error| error.to_string())?;
    Ok(page)
}
