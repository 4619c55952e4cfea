//! `asunder preprocess`: the text of a pass, as the host compiler would write it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

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
    match &arguments.depfile {
        Some(depfile) => write(depfile, rule(&output.to_string_lossy(), text).as_bytes()),
        None => Ok(()),
    }
}

/// A rule of make: `target` depends on the files of the line markers of a text, in the order of their first marker.
fn rule(target: &str, text: &[u8]) -> String {
    let mut rule = format!("{}:", escaped(target));
    let mut seen = HashSet::new();
    for line in text.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"# ")) {
        let marker = std::str::from_utf8(line).ok().and_then(asunder_source::parse_line_marker);
        let file = marker.and_then(|marker| marker.file).filter(|file| !file.starts_with('<'));
        if let Some(file) = file.filter(|file| seen.insert(file.to_string())) {
            rule += &format!(" \\\n  {}", escaped(file));
        }
    }
    rule + "\n"
}

/// A file's name as make reads it.
fn escaped(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            ' ' | '#' => escaped.push('\\'),
            '$' => escaped.push('$'),
            _ => {}
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::rule;

    #[test]
    fn a_rule_names_each_file_once() {
        let text = "# 0 \"a b.cu\"\n# 0 \"<built-in>\"\n# 1 \"/usr/x$1.h\" 1 3 4\nint x;\n# 2 \"a b.cu\" 2\n";
        assert_eq!(rule("out.ii", text.as_bytes()), "out.ii: \\\n  a\\ b.cu \\\n  /usr/x$$1.h\n");
    }
}
