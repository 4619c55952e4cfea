//! Host texts of small programs under many sets of front-end options, compared by gcc's assembly.
//!
//! nvcc gives cudafe++ one of a few sets of options; the front end takes many more. Here each program is put behind
//! a prelude of our own instead of the toolkit's headers (`crates/xtask/prelude`), so that a program and mode take
//! milliseconds. The stub is empty: what is compared is what the front ends write.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::dropin::causes::without_nops;
use crate::dropin::diagnostics::{Difference, HostMessage, host_messages};
use crate::process::{Finished, Program};
use crate::toolkit::{self, Toolkit};
use crate::{verdict, workspace};

/// Options of `cargo xtask modes`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    toolkit: toolkit::Options,
    /// Programs, or folders of them; a first comment `// flags: …` may name a standard, macros, and
    /// `--extended-lambda`.
    #[arg(required = true, value_name = "FILE|DIR")]
    places: Vec<PathBuf>,
    /// The candidate [default: the asunder of this checkout, built now].
    #[arg(long, value_name = "PATH")]
    cudafe: Option<PathBuf>,
    /// Modes to compare, comma-separated [default: all].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    only: Vec<String>,
    /// Also require that the host compiler warns of nothing that it does not warn of in the reference's text.
    #[arg(long)]
    wall: bool,
    /// The host compiler.
    #[arg(long, value_name = "PROGRAM", default_value = "g++")]
    compiler: String,
    /// Keep both host texts of each mode that differs in this folder.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

/// Options that nvcc gives in every mode.
const COMMON: &str = "--allow_managed --m64 --parse_templates";
const HIDDEN: &str = "--device-hidden-visibility --gnu_version=120200";

/// A mode: its name and the options that make it.
const MODES: [(&str, &str); 15] = [
    ("whole", "--static-host-stub {hidden}"),
    ("rdc", "--device-c {hidden}"),
    ("rdc-static", "--device-c --static-host-stub {hidden}"),
    ("partial", "--partial-link {hidden}"),
    ("visible", "--static-host-stub --gnu_version=120200"),
    ("rdc-visible", "--device-c --gnu_version=120200"),
    ("plain", "--gnu_version=120200"),
    ("no-stub", "{hidden}"),
    ("linkage", "--static-host-stub --host-stub-linkage-explicit {hidden}"),
    ("rdc-linkage", "--device-c --host-stub-linkage-explicit {hidden}"),
    ("debug", "--static-host-stub --debug_mode {hidden}"),
    ("rdc-debug", "--device-c --debug_mode {hidden}"),
    ("lambda", "--static-host-stub --extended-lambda {hidden}"),
    ("clang", "--static-host-stub --clang --clang_version=140000 --device-hidden-visibility"),
    ("old-gnu", "--static-host-stub --device-hidden-visibility --gnu_version=50400"),
];

/// A module id, so that it does not differ by run.
const MODULE_ID: &str = "_12345678_4_x_cu_main";
/// What the trailer includes in the place of the device compiler's stub.
const STUB: &str = "static char __nv_init_managed_rt_with_module(void **) { return 1; }\n";
const LIMIT: Duration = Duration::from_secs(60);

/// What a program in a mode showed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// The assembly is the same.
    Equal,
    /// The assembly is the same but for `nop` instructions.
    Nops,
    /// The reference's front end rejects the program.
    Rejected,
    /// The host compiler rejects the reference's text and takes ours.
    Better,
    /// The host compiler rejects both texts.
    BothFail(String),
    /// Anything else, in words.
    Different(String),
}

/// The chore `modes`.
pub fn run(options: &Options) -> Result<ExitCode> {
    let unknown = options.only.iter().find(|name| MODES.iter().all(|(mode, _)| mode != name));
    ensure!(unknown.is_none(), "there is no mode {}", unknown.map_or("", String::as_str));
    let candidate = match &options.cudafe {
        Some(path) => crate::absolute(path)?,
        None => workspace::as_cudafe(&workspace::build_asunder()?, options.toolkit.release)?,
    };
    let bench = Bench {
        options,
        toolkit: toolkit::ensure(options.toolkit)?,
        candidate,
        scratch: tempfile::tempdir()?,
    };
    let mut totals: BTreeMap<&'static str, u32> = BTreeMap::new();
    for program in programs(&options.places)? {
        let mut groups: BTreeMap<Outcome, Vec<&str>> = BTreeMap::new();
        for (mode, outcome) in bench.compare(&program)? {
            *totals.entry(outcome.word()).or_default() += 1;
            groups.entry(outcome).or_default().push(mode);
        }
        for (outcome, modes) in groups.iter().filter(|(outcome, _)| outcome.is_worth_a_line()) {
            println!("{}  {}: {outcome}", program.display(), modes.join(","));
        }
    }
    let totals_line: Vec<String> = totals.iter().map(|(word, count)| format!("{count} {word}")).collect();
    println!("{}", totals_line.join(", "));
    Ok(verdict(!totals.contains_key("different")))
}

impl Outcome {
    fn word(&self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Nops => "equal but for nops",
            Self::Rejected => "rejected by the reference",
            Self::Better => "accepted in our text only",
            Self::BothFail(_) => "rejected by the host compiler in both texts",
            Self::Different(_) => "different",
        }
    }

    fn is_worth_a_line(&self) -> bool {
        !matches!(self, Self::Equal | Self::Rejected)
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::BothFail(error) => write!(f, "{}: {error}", self.word()),
            Self::Different(what) => write!(f, "DIFFERENT: {what}"),
            other => f.write_str(other.word()),
        }
    }
}

/// The programs at `places`, sorted.
fn programs(places: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for place in places {
        let place = crate::absolute(place)?;
        if place.is_file() {
            found.push(place);
            continue;
        }
        for entry in fs::read_dir(&place).with_context(|| format!("reading {}", place.display()))? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "cu") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The options in a program's first comment.
struct Wishes {
    standard: String,
    extended_lambda: bool,
    relaxed_constexpr: bool,
    /// `-D…` and `-U…`.
    macros: Vec<String>,
}

impl Wishes {
    fn of(text: &str) -> Result<Self> {
        let comments = text.lines().take_while(|line| line.starts_with("//"));
        let flags = comments.filter_map(|line| line.strip_prefix("// flags:")).next().unwrap_or("");
        let words = shlex::split(flags).with_context(|| format!("an open quote in {flags}"))?;
        let standard = words.iter().find_map(|word| word.trim_start_matches('-').strip_prefix("std=c++"));
        let has = |name: &str| {
            words.iter().any(|word| word.trim_start_matches("--").trim_start_matches("expt-") == name)
        };
        Ok(Self {
            standard: standard.map_or("17", |it| if it == "03" { "98" } else { it }).to_owned(),
            extended_lambda: has("extended-lambda") || words.iter().any(|word| word == "-extended-lambda"),
            relaxed_constexpr: has("relaxed-constexpr"),
            macros: words
                .iter()
                .filter(|word| word.starts_with("-D") || word.starts_with("-U"))
                .cloned()
                .collect(),
        })
    }
}

/// What the host compiler made of a text.
#[derive(Clone)]
struct Compiled {
    /// Its assembly, unless it rejects the text.
    assembly: Option<String>,
    messages: Vec<HostMessage>,
}

/// The programs that a comparison runs.
struct Bench<'o> {
    options: &'o Options,
    toolkit: Toolkit,
    candidate: PathBuf,
    scratch: tempfile::TempDir,
}

impl Bench<'_> {
    /// One program in all modes.
    fn compare(&self, program: &Path) -> Result<Vec<(&'static str, Outcome)>> {
        let wishes = Wishes::of(&String::from_utf8_lossy(&fs::read(program)?))?;
        let unit = self.scratch.path().join("x.ii");
        if !self.preprocess(program, &wishes, &unit)? {
            return Ok(Vec::new());
        }
        fs::write(self.scratch.path().join("x.stub.c"), STUB)?;
        let mut compiled = HashMap::new();
        let mut outcomes = Vec::new();
        for (mode, options) in MODES {
            let is_wanted = self.options.only.is_empty() || self.options.only.iter().any(|it| it == mode);
            if is_wanted && !(mode == "lambda" && wishes.extended_lambda) {
                let outcome = self.in_mode(&unit, &wishes, options, &mut compiled)?;
                if let (Outcome::Different(_), Some(folder)) = (&outcome, &self.options.keep) {
                    self.keep(folder, program, mode)?;
                }
                outcomes.push((mode, outcome));
            }
        }
        Ok(outcomes)
    }

    fn program(&self, argv: Vec<String>) -> Result<Finished> {
        Program::new(argv, self.scratch.path(), &[("LC_ALL".into(), "C".into())], LIMIT).run()
    }

    fn preprocess(&self, program: &Path, wishes: &Wishes, unit: &Path) -> Result<bool> {
        let prelude = workspace::root().join("crates/xtask/prelude");
        let mut argv = words("g++ -E -x c++ -D__NVCC__");
        argv.push(format!("-std=c++{}", wishes.standard));
        // Lambdas need two headers of the standard library; others are left out on purpose.
        argv.push(
            if wishes.extended_lambda { "-D__CUDACC_EXTENDED_LAMBDA__" } else { "-nostdinc" }.to_owned(),
        );
        argv.extend(wishes.macros.iter().cloned());
        argv.extend([format!("-I{}", prelude.display()), "-include".into(), "prelude.h".into()]);
        argv.extend([text(program), "-o".into(), text(unit)]);
        Ok(self.program(argv)?.ending.success())
    }

    fn in_mode(
        &self,
        unit: &Path,
        wishes: &Wishes,
        options: &str,
        compiled: &mut HashMap<String, Compiled>,
    ) -> Result<Outcome> {
        let reference = self.front_end(&self.toolkit.cudafe(), "reference", unit, wishes, options)?;
        let Ok(reference) = reference else { return Ok(Outcome::Rejected) };
        let candidate = match self.front_end(&self.candidate, "candidate", unit, wishes, options)? {
            Ok(text) => text,
            Err(message) => return Ok(Outcome::Different(format!("our front end fails: {message}"))),
        };
        let mut compile = |host_text: String| -> Result<Compiled> {
            if let Some(known) = compiled.get(&host_text) {
                return Ok(known.clone());
            }
            let made = self.compile(&host_text, wishes)?;
            compiled.insert(host_text, made.clone());
            Ok(made)
        };
        Ok(self.compare_objects(&compile(reference)?, &compile(candidate)?))
    }

    /// The host text of a front end, or what it says.
    fn front_end(
        &self,
        front_end: &Path,
        name: &str,
        unit: &Path,
        wishes: &Wishes,
        options: &str,
    ) -> Result<Result<String, String>> {
        let output = self.scratch.path().join(format!("{name}.cpp"));
        if output.exists() {
            fs::remove_file(&output)?;
        }
        let id = self.scratch.path().join("module_id");
        fs::write(&id, MODULE_ID)?;
        let mut argv = vec![text(front_end), format!("--c++{}", wishes.standard)];
        argv.extend(words(&options.replace("{hidden}", HIDDEN)));
        argv.extend(words(COMMON));
        argv.extend(wishes.extended_lambda.then(|| "--extended-lambda".to_owned()));
        argv.extend(wishes.relaxed_constexpr.then(|| "--relaxed_constexpr".to_owned()));
        argv.extend(words("--orig_src_file_name x.cu --orig_src_path_name /x.cu --stub_file_name x.stub.c"));
        argv.extend(["--gen_c_file_name".into(), text(&output), "--module_id_file_name".into(), text(&id)]);
        argv.push(text(unit));
        let finished = self.program(argv)?;
        if !finished.ending.success() {
            return Ok(Err(format!("{} {}", finished.stdout, finished.stderr)
                .trim()
                .chars()
                .take(200)
                .collect()));
        }
        Ok(Ok(String::from_utf8_lossy(&fs::read(output)?).into_owned()))
    }

    fn compile(&self, host_text: &str, wishes: &Wishes) -> Result<Compiled> {
        let (source, assembly) = (self.scratch.path().join("x.cpp"), self.scratch.path().join("x.s"));
        fs::write(&source, host_text)?;
        let prelude = workspace::root().join("crates/xtask/prelude");
        let mut argv = vec![self.options.compiler.clone()];
        argv.extend(words("-x c++ -S -O0 -fno-ident"));
        argv.push(format!("-std=c++{}", wishes.standard));
        argv.extend(self.options.wall.then(|| words("-Wall -Wextra")).into_iter().flatten());
        argv.extend([format!("-I{}", prelude.display()), text(&source), "-o".into(), text(&assembly)]);
        let finished = self.program(argv)?;
        let accepted = finished.ending.success();
        Ok(Compiled {
            assembly: accepted.then(|| fs::read_to_string(&assembly)).transpose()?,
            messages: host_messages(&finished.stderr),
        })
    }

    fn compare_objects(&self, reference: &Compiled, candidate: &Compiled) -> Outcome {
        let error = |compiled: &Compiled| {
            let error = compiled.messages.iter().find(|message| message.severity != "warning");
            error.map_or_else(String::new, HostMessage::to_string)
        };
        let (ours, theirs) = match (&reference.assembly, &candidate.assembly) {
            (Some(ours), Some(theirs)) => (ours, theirs),
            (None, Some(_)) => return Outcome::Better,
            (Some(_), None) => {
                return Outcome::Different(format!("the host compiler rejects ours: {}", error(candidate)));
            }
            (None, None) => return Outcome::BothFail(error(candidate)),
        };
        if ours != theirs {
            return match without_nops(ours) == without_nops(theirs) {
                true => Outcome::Nops,
                false => Outcome::Different("assembly".to_owned()),
            };
        }
        let extra = Difference::between(&reference.messages, &candidate.messages).extra;
        match extra.first().filter(|_| self.options.wall) {
            Some(first) => Outcome::Different(format!("{} more warnings: {first}", extra.len())),
            None => Outcome::Equal,
        }
    }

    /// Copies both host texts to `folder`.
    fn keep(&self, folder: &Path, program: &Path, mode: &str) -> Result<()> {
        fs::create_dir_all(folder)?;
        let stem = program.file_stem().unwrap_or_default().to_string_lossy();
        for name in ["reference", "candidate"] {
            let host_text = self.scratch.path().join(format!("{name}.cpp"));
            if host_text.is_file() {
                fs::copy(host_text, folder.join(format!("{stem}.{mode}.{name}.cpp")))?;
            }
        }
        Ok(())
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_read_from_the_first_comment() {
        let wishes =
            Wishes::of("// about: x\n// flags: -std=c++03 --expt-extended-lambda -DA=1\n").expect("valid");
        assert_eq!((wishes.standard.as_str(), wishes.extended_lambda), ("98", true));
        assert_eq!(wishes.macros, ["-DA=1"]);
        assert!(!wishes.relaxed_constexpr);
        assert_eq!(Wishes::of("int x;").expect("valid").standard, "17");
    }
}
