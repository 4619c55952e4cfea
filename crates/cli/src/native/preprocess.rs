//! `asunder preprocess`: the text of a pass, as the host compiler would write it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::depfile::Rule;
use super::passes::{Passes, passes};
use super::reading::Reading;
use crate::streams;

/// Which source, and which pass.
#[derive(clap::Args)]
pub struct Arguments {
    /// A CUDA source; `-` is standard input
    file: PathBuf,
    /// The pass whose text is meant: `host`, `device`, or `device:90` for one architecture
    #[arg(long, default_value = "host", value_parser = passes)]
    pass: Passes,
    /// The file that is written [default: standard output]
    #[arg(short, long, visible_alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also write a rule for make and ninja: the output depends on the files that were read
    #[arg(long, value_name = "FILE", requires = "out")]
    depfile: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

/// Writes the text.
pub fn run(arguments: &Arguments) -> ExitCode {
    match write(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            streams::stderr(format!("asunder: {message}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}

fn write(arguments: &Arguments) -> Result<(), String> {
    if arguments.pass == Passes::Both {
        return Err("one pass has one text: name `host` or `device`".to_owned());
    }
    let unit = arguments.reading.source(&arguments.file)?;
    let texts = unit.texts(&arguments.reading, arguments.pass).map_err(|error| error.to_string())?;
    streams::stderr(texts.messages.as_bytes());
    let text = texts.passes.first().map(|pass| &*pass.text).unwrap_or_default();
    let write = |path: &Path, text: &[u8]| {
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    let Some(output) = &arguments.out else {
        streams::stdout(text);
        return Ok(());
    };
    write(output, text)?;
    let Some(depfile) = &arguments.depfile else { return Ok(()) };
    let target = output.to_string_lossy().into_owned();
    let rule = Rule { target, leaves_system: false, has_phonies: false };
    write(depfile, rule.text(text).as_bytes())
}
