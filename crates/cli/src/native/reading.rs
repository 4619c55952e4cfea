//! What all subcommands share: which texts they read, and by which options.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use asunder_driver::options::{CxxStandard, Input, Language, Options};
use asunder_invocation::Request;
use asunder_invocation::release::{Choice, ToolkitRelease};
use asunder_nvcc::list::{self, List};
use clap::ColorChoice;

use super::units::{UnitSource, absolute};

/// The name of standard input on the command line.
pub(super) const STANDARD_INPUT: &str = "-";

/// Options of all subcommands that read units.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "How units are read")]
pub struct Reading {
    /// The compile commands of a project: `compile_commands.json` or its folder. Sources are preprocessed by their
    /// own commands; without FILE, all that nvcc compiles are meant
    #[arg(short = 'p', long, value_name = "PATH")]
    pub units: Option<PathBuf>,
    /// The C++ standard: 03, 11, 14, 17, 20 or 23, also written `c++17` [default: that of the compile command; 17]
    #[arg(long, value_name = "STANDARD", value_parser = standard)]
    std: Option<CxxStandard>,
    /// Options in the words of the reference's front end, as nvcc's `--dryrun` shows them; for a source they come
    /// behind those of nvcc
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true, value_parser = words)]
    options: Option<Words>,
    /// nvcc, for sources [default: that of the compile command, or of ASUNDER_TOOLKIT, on PATH, of CUDA_HOME, in
    /// /usr/local/cuda, of what `asunder toolkit` installed]
    #[arg(long, value_name = "PATH")]
    nvcc: Option<PathBuf>,
    /// Further options for nvcc, such as `-Iinclude '-DNAME="a b"'`; quotes and backslashes as in a shell
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true, value_parser = words)]
    nvcc_flags: Option<Words>,
    /// The release of the toolkit: `13.5`, or `auto` for that of the unit's headers
    #[arg(long, value_name = "RELEASE", default_value_t = Choice::Auto)]
    pub release: Choice,
    /// Colors: `auto` on terminals unless NO_COLOR is set, `always`, `never`
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    color: ColorChoice,
}

/// Words of a command line.
#[derive(Clone, Debug, Default)]
pub struct Words(Vec<OsString>);

fn words(text: &str) -> Result<Words, String> {
    let words = shlex::split(text).ok_or("a quote is not closed")?;
    Ok(Words(words.into_iter().map(OsString::from).collect()))
}

/// The standards by their numbers.
const STANDARDS: [(&str, CxxStandard); 7] = [
    ("98", CxxStandard::Cxx98),
    ("03", CxxStandard::Cxx98),
    ("11", CxxStandard::Cxx11),
    ("14", CxxStandard::Cxx14),
    ("17", CxxStandard::Cxx17),
    ("20", CxxStandard::Cxx20),
    ("23", CxxStandard::Cxx23),
];

/// Reads `17` and `c++17`.
fn standard(text: &str) -> Result<CxxStandard, String> {
    let number = text.strip_prefix("c++").unwrap_or(text);
    let found = STANDARDS.into_iter().find(|(name, _)| *name == number);
    found.map(|(_, standard)| standard).ok_or_else(|| "expected 03, 11, 14, 17, 20 or 23".to_owned())
}

/// The words of a compile command but those that name a standard: nvcc warns of a second one.
fn without_standard(words: Vec<OsString>) -> Vec<OsString> {
    let mut kept = Vec::with_capacity(words.len());
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("-std" | "--std") => drop(words.next()),
            Some(word) if word.starts_with("-std=") || word.starts_with("--std=") => {}
            _ => kept.push(word),
        }
    }
    kept
}

/// The units of a command line.
#[derive(Default)]
pub struct Sources {
    /// The units.
    pub units: Vec<UnitSource>,
    /// Entries of the list of compile commands that are not nvcc's, where all of the list is meant.
    pub others: usize,
}

impl Reading {
    /// The units that `files` name; without files, all of the list of compile commands.
    ///
    /// # Errors
    /// The list cannot be read, or nothing is named.
    pub fn sources(&self, files: &[PathBuf]) -> Result<Sources, String> {
        let list = match &self.units {
            Some(path) => Some(list::read(path).map_err(|error| error.to_string())?),
            None => None,
        };
        match (files, list) {
            ([], None) => {
                Err("no unit is named: give files, or a list of compile commands by --units".to_owned())
            }
            ([], Some(list)) => {
                let others = list.others;
                let units: Vec<UnitSource> =
                    list.commands.into_iter().map(|command| self.compiled(command)).collect();
                match (&self.units, units.is_empty()) {
                    (Some(path), true) => Err(format!(
                        "{} has no command of nvcc among its {others} entries",
                        list::file(path).display()
                    )),
                    _ => Ok(Sources { units, others }),
                }
            }
            (files, list) => {
                let list = list.unwrap_or_default();
                let units = files.iter().map(|file| self.named(file, &list));
                Ok(Sources { units: units.collect::<Result<Vec<_>, _>>()?.concat(), others: 0 })
            }
        }
    }

    /// The unit of a file; that of its first command where a list has several.
    ///
    /// # Errors
    /// As for [`Reading::sources`].
    pub fn source(&self, file: &Path) -> Result<UnitSource, String> {
        let units = self.sources(&[file.to_owned()])?.units;
        units.into_iter().next().ok_or_else(|| format!("{}: no such unit", file.display()))
    }

    /// The units of a file: one for each command that a list has for it.
    fn named(&self, file: &Path, list: &List) -> Result<Vec<UnitSource>, String> {
        if file == Path::new(STANDARD_INPUT) {
            return UnitSource::standard_input(self).map(|unit| vec![unit]);
        }
        let place = absolute(file);
        let own = list.commands.iter().filter(|command| absolute(&command.file()) == place);
        let listed: Vec<UnitSource> = own.map(|command| self.compiled(command.clone())).collect();
        Ok(if listed.is_empty() { vec![UnitSource::of_file(file, self)] } else { listed })
    }

    /// The unit of a command from a list.
    fn compiled(&self, mut command: asunder_nvcc::Command) -> UnitSource {
        if let Some(nvcc) = &self.nvcc {
            command.nvcc = called(nvcc);
        }
        if self.std.is_some() {
            command.words = without_standard(command.words);
        }
        command.words.extend(self.flags());
        UnitSource::listed(command)
    }

    /// The command that compiles a source for which no list has one.
    pub fn command(&self, source: &Path, directory: PathBuf) -> asunder_nvcc::Command {
        let nvcc = self.nvcc.as_deref().map(called);
        asunder_nvcc::Command::new(nvcc, source, directory, self.flags())
    }

    /// Options for nvcc.
    fn flags(&self) -> Vec<OsString> {
        let number = |standard| STANDARDS.into_iter().rev().find(|(_, it)| *it == standard);
        let standard = self.std.and_then(number).map(|(number, _)| format!("-std=c++{number}").into());
        let more = self.nvcc_flags.iter().flat_map(|words| words.0.iter().cloned());
        standard.into_iter().chain(more).collect()
    }

    /// The options for a unit whose front end gets `words` from nvcc, or for a preprocessed one.
    ///
    /// # Errors
    /// What the words do wrong; the release is older than those that asunder knows.
    pub fn front_end_options(
        &self,
        input: Input,
        words: Option<&[String]>,
        toolkit: ToolkitRelease,
    ) -> Result<Options, String> {
        if let Some(refusal) = toolkit.refusal() {
            return Err(refusal);
        }
        let mut all: Vec<OsString> = words.unwrap_or_default().iter().map(OsString::from).collect();
        if all.is_empty() && self.options.is_none() {
            return Ok(default_options(input, self.std.unwrap_or(CxxStandard::Cxx17), toolkit));
        }
        all.extend(self.options.iter().flat_map(|words| words.0.iter().cloned()));
        all.push(STANDARD_INPUT.into());
        let invocation = asunder_invocation::read(toolkit, &all);
        match invocation.request {
            Request::Refuse { error, .. } => Err(format!("options of the front end: {error}")),
            Request::Run | Request::Exit(_) => Ok(Options { input, ..invocation.options }),
        }
    }

    /// Whether standard output is colored.
    pub fn is_colored(&self) -> bool {
        let is_wanted = || std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => is_wanted() && std::io::stdout().is_terminal(),
        }
    }
}

/// nvcc where it is named: it finds its toolkit from there, and names the toolkit's headers by that.
fn called(nvcc: &Path) -> PathBuf {
    std::path::absolute(nvcc).unwrap_or_else(|_| nvcc.to_owned())
}

/// The options that nvcc uses by default.
fn default_options(input: Input, standard: CxxStandard, toolkit: ToolkitRelease) -> Options {
    let mut options = Options { release: toolkit.release(), input, ..Options::default() };
    options.language.language = Language::Cxx(standard);
    options.cuda.static_host_stub = true;
    options.cuda.allow_managed = true;
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standards_are_written_in_two_ways() {
        assert_eq!(standard("17"), Ok(CxxStandard::Cxx17));
        assert_eq!(standard("c++17"), Ok(CxxStandard::Cxx17));
        assert_eq!((standard("98"), standard("c++03")), (Ok(CxxStandard::Cxx98), Ok(CxxStandard::Cxx98)));
        assert!(standard("18").is_err() && standard("").is_err());
    }

    #[test]
    fn one_standard_is_named() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let kept =
            without_standard(words("-c -std=c++17 -I std a.cu --std c++14 -O2 --std=c++20 -std c++11"));
        assert_eq!(kept, words("-c -I std a.cu -O2"));
    }

    #[test]
    fn words_may_have_blanks_and_quotes() {
        let words = words(r#"-Ia '-DX="a b"' -DY=\"q\" "-I/with blank""#).expect("quotes are closed");
        assert_eq!(words.0, ["-Ia", "-DX=\"a b\"", "-DY=\"q\"", "-I/with blank"]);
        assert!(super::words("-DX='a").is_err());
    }
}
