//! Any CMake project: its CUDA objects as an overlay and the reference build them.
//!
//! The project is configured with the overlay, and Ninja builds each object three times in one place: with the
//! overlay, with the reference, and with the reference once more, which shows what differs by chance. The toolkit is a
//! link that leads to the one or the other, so that every path is the same. An object that differs is compared once
//! more as `dropin` does, with the module id of the reference's build, which names the cause.
//!
//! `asunder build` must write the host text that the overlay's front end gave the host compiler.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use asunder_syntax::Release;
use asunder_toolkit::overlay;
use xtask_launch::Heartbeat;

use super::{definition, output};
use crate::dropin::{self, Source, Status};
use crate::toolkit::Toolkit;
use crate::workspace;

/// What is built of the projects, and how.
#[derive(clap::Args)]
pub struct Wishes {
    /// Definitions for CMake
    #[arg(long, value_name = "NAME=VALUE")]
    define: Vec<String>,
    /// Compare about this many objects of each project, evenly spaced
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
}

/// What comparing an object gave.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The objects are equal, byte for byte or by sections and symbols.
    Equal,
    /// They differ by a known cause.
    Known,
    /// They differ.
    Different,
    /// The reference does not build it.
    Unbuilt,
}

/// What is counted, in the order of the report.
const OUTCOMES: [(Outcome, &str); 4] = [
    (Outcome::Equal, "equal"),
    (Outcome::Known, "differ by a known cause"),
    (Outcome::Different, "different"),
    (Outcome::Unbuilt, "not built by the reference"),
];

/// A CUDA source of a project.
struct Unit {
    /// The object, relative to the build folder.
    object: PathBuf,
    /// The source and its command, for a comparison of its own.
    source: Source,
}

/// Compares the CUDA objects of projects; whether none differs without a known cause.
pub fn check(
    toolkit: &Toolkit,
    release: Release,
    asunder: &Path,
    folders: &[PathBuf],
    wishes: &Wishes,
) -> Result<bool> {
    let candidate = workspace::as_cudafe(asunder, release)?;
    let mut outcomes = Vec::new();
    let mut unbuilt = 0;
    for folder in folders {
        println!("{}", folder.display());
        match Project::configure(toolkit, [asunder, &candidate], folder, wishes) {
            Ok(project) => outcomes.extend(project.compare()?),
            Err(error) => {
                unbuilt += 1;
                println!("  not configured: {error:#}");
            }
        }
    }
    let counted = OUTCOMES.map(|(outcome, words)| {
        let count = outcomes.iter().filter(|&&it| it == outcome).count();
        format!("{count} {words}")
    });
    println!(
        "{} projects, {unbuilt} of them not configured; {} objects: {}",
        folders.len(),
        outcomes.len(),
        counted.join(", ")
    );
    Ok(unbuilt == 0 && !outcomes.contains(&Outcome::Different))
}

/// A project that is configured.
struct Project<'a> {
    toolkit: &'a Toolkit,
    asunder: &'a Path,
    /// asunder under the name of the front end.
    candidate: &'a Path,
    /// The folder of all that follows.
    folder: PathBuf,
    ninja: PathBuf,
    build: PathBuf,
    /// The toolkit as the project knows it: a link.
    cuda: PathBuf,
    overlay: PathBuf,
    units: Vec<Unit>,
}

impl<'a> Project<'a> {
    /// Configures the project in `source` with an overlay, in an empty folder. asunder is given under its own name
    /// and under that of the front end.
    fn configure(
        toolkit: &'a Toolkit,
        [asunder, candidate]: [&'a Path; 2],
        source: &Path,
        wishes: &Wishes,
    ) -> Result<Project<'a>> {
        let cmake = workspace::tool("cmake").context("this machine has no cmake")?;
        let ninja = workspace::tool("ninja").context("this machine has no ninja")?;
        let source = source.canonicalize().with_context(|| format!("no folder {}", source.display()))?;
        let name = source.file_name().context("the folder has no name")?;
        let folder = workspace::target().join("projects").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
        }
        let (build, cuda, overlay) = (folder.join("build"), folder.join("cuda"), folder.join("overlay"));
        overlay::make(toolkit, asunder, &overlay, None)?;
        workspace::replace_link(&overlay, &cuda)?;

        let mut command = Command::new(cmake);
        command.args(["-G", "Ninja", "-S"]).arg(&source).arg("-B").arg(&build);
        command
            .arg(definition("CMAKE_MAKE_PROGRAM", ninja.as_os_str()))
            .arg(definition("CMAKE_CUDA_COMPILER", cuda.join("bin/nvcc").as_os_str()))
            .arg(definition("CUDAToolkit_ROOT", cuda.as_os_str()))
            .args(["-DCMAKE_CUDA_ARCHITECTURES=75", "-DCMAKE_BUILD_TYPE=Release"])
            .arg("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
            .args(wishes.define.iter().map(|definition| format!("-D{definition}")))
            .env("CUDA_PATH", &cuda)
            .env("CUDA_HOME", &cuda);
        {
            let _heartbeat = Heartbeat::start("configuring");
            output(&mut command)?;
        }
        let mut units = units(&build)?;
        ensure!(!units.is_empty(), "it has no CUDA source");
        if let Some(wanted) = wishes.sample.filter(|&wanted| 0 < wanted && wanted < units.len()) {
            let count = units.len();
            let mut at = 0..count;
            units.retain(|_| at.next().is_some_and(|at| at * wanted % count < wanted));
        }
        Ok(Project { toolkit, asunder, candidate, folder, ninja, build, cuda, overlay, units })
    }

    /// Builds and compares the objects; prints a line for each.
    fn compare(&self) -> Result<Vec<Outcome>> {
        let mut outcomes = Vec::new();
        for (number, unit) in self.units.iter().enumerate() {
            let (outcome, words) = {
                let _heartbeat = Heartbeat::start(&unit.object.display().to_string());
                self.compare_unit(number, unit)?
            };
            println!("  {}: {words}", unit.object.display());
            outcomes.push(outcome);
        }
        let differing = self.differing_host_texts()?;
        for source in &differing {
            println!("  {}: `asunder build` writes ANOTHER host text", source.display());
        }
        outcomes.extend(differing.iter().map(|_| Outcome::Different));
        Ok(outcomes)
    }

    /// Builds one object with both toolkits, and says how they compare.
    fn compare_unit(&self, number: usize, unit: &Unit) -> Result<(Outcome, String)> {
        let reference = self.built(number, unit, self.toolkit.root(), "reference")?;
        let ours = self.built(number, unit, &self.overlay, "asunder")?;
        if let Some(text) = host_text(&self.intermediate(number))? {
            fs::create_dir_all(self.host_texts(number))?;
            fs::write(self.host_texts(number).join(HOST_TEXT), text)?;
        }
        let (reference, ours) = match (reference, ours) {
            (Ok(reference), Ok(ours)) => (reference, ours),
            (Err(error), Err(_)) => return Ok((Outcome::Unbuilt, format!("not built by either: {error}"))),
            (Err(error), Ok(_)) => {
                return Ok((Outcome::Unbuilt, format!("not built by the reference: {error}")));
            }
            (Ok(_), Err(error)) => return Ok((Outcome::Different, format!("NOT BUILT: {error}"))),
        };
        let difference = match dropin::compare_built(&reference, &ours)? {
            Ok(level) => return Ok((Outcome::Equal, format!("equal ({level})"))),
            Err(difference) => difference,
        };
        let again = self.built(number, unit, self.toolkit.root(), "reference again")?;
        let control = match again {
            Ok(again) => match dropin::compare_built(&reference, &again)? {
                Ok(level) => format!("two builds of the reference are equal ({level})"),
                Err(_) => "two builds of the reference differ too".to_owned(),
            },
            Err(error) => format!("the reference does not build it twice: {error}"),
        };
        let verdict = dropin::compare_source(self.toolkit.clone(), self.candidate, &unit.source)?;
        let outcome = match verdict.status {
            Status::Equal | Status::Known => Outcome::Known,
            Status::Different | Status::Rejected | Status::NotComparable => Outcome::Different,
        };
        let causes: Vec<String> = verdict.causes.iter().map(ToString::to_string).collect();
        let words = format!(
            "{}: {difference}; {control}; with one module id: {} [{}] {}",
            if outcome == Outcome::Known { "known" } else { "DIFFERENT" },
            dropin::levels(&verdict),
            causes.join(", "),
            verdict.failures.join("; ")
        );
        Ok((outcome, words.trim_end().to_owned()))
    }

    /// The sources for which `asunder build` does not write the host text that the overlay's nvcc compiled.
    fn differing_host_texts(&self) -> Result<Vec<PathBuf>> {
        workspace::replace_link(&self.overlay, &self.cuda)?;
        let out = self.folder.join("host");
        let _heartbeat = Heartbeat::start("asunder build");
        // Its status says that there are units that have errors, or that were not chosen.
        let run = Command::new(self.asunder)
            .args(["build", "--json", "--units"])
            .arg(&self.build)
            .arg("--out")
            .arg(&out)
            .stdin(Stdio::null())
            .output()
            .context("cannot run asunder")?;
        let mut written = Vec::new();
        for line in String::from_utf8_lossy(&run.stdout).lines() {
            let line: Written = serde_json::from_str(line).context("not a line of `asunder build`")?;
            if let Some(host) = line.host {
                written.push((line.unit, plain_host_text(&fs::read(host)?)));
            }
        }
        let mut differing = Vec::new();
        for (number, unit) in self.units.iter().enumerate() {
            let Some(compiled) = host_text(&self.host_texts(number))? else { continue };
            let source = unit.source.directory.join(&unit.source.file).canonicalize()?;
            // A source may have several commands.
            if !written.iter().any(|(file, text)| *file == source && *text == plain_host_text(&compiled)) {
                differing.push(source);
            }
        }
        Ok(differing)
    }

    /// The folder for nvcc's intermediate files.
    fn intermediate(&self, number: usize) -> PathBuf {
        self.folder.join("intermediate").join(number.to_string())
    }

    /// The folder for the host text that the overlay's nvcc compiled.
    fn host_texts(&self, number: usize) -> PathBuf {
        self.folder.join("host texts").join(number.to_string())
    }

    /// Builds an object with a toolkit and keeps it in the folder `name`; or what is said instead.
    fn built(
        &self,
        number: usize,
        unit: &Unit,
        toolkit: &Path,
        name: &str,
    ) -> Result<Result<PathBuf, String>> {
        workspace::replace_link(toolkit, &self.cuda)?;
        let object = self.build.join(&unit.object);
        if object.exists() {
            fs::remove_file(&object)?;
        }
        let keep = self.intermediate(number);
        if keep.exists() {
            fs::remove_dir_all(&keep)?;
        }
        fs::create_dir_all(&keep)?;
        let run = Command::new(&self.ninja)
            .arg("-C")
            .arg(&self.build)
            .arg(&unit.object)
            // The names of intermediate files, which land in objects, would otherwise hold the process id.
            .env("NVCC_APPEND_FLAGS", format!("--keep --keep-dir={}", keep.display()))
            .env_remove("NVCC_PREPEND_FLAGS")
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot run {}", self.ninja.display()))?;
        if !run.status.success() {
            let printed = String::from_utf8_lossy(&run.stdout).into_owned();
            let said = printed.lines().find(|line| line.contains("error")).unwrap_or(printed.trim());
            return Ok(Err(said.to_owned()));
        }
        let place = self.folder.join(name).join(&unit.object);
        fs::create_dir_all(place.parent().context("an object lies in a folder")?)?;
        fs::copy(&object, &place).with_context(|| format!("no object {}", object.display()))?;
        Ok(Ok(place))
    }
}

/// A line of `asunder build --json`.
#[derive(serde::Deserialize)]
struct Written {
    unit: PathBuf,
    /// The host file; nothing for a unit that has errors.
    host: Option<PathBuf>,
}

/// The name of a host text that is kept, and the end of the names that nvcc gives them.
const HOST_TEXT: &str = ".cudafe1.cpp";

/// The host text in a folder.
fn host_text(folder: &Path) -> Result<Option<Vec<u8>>> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(None) };
    for entry in entries {
        let entry = entry?;
        if entry.file_name().to_string_lossy().ends_with(HOST_TEXT) {
            return Ok(Some(fs::read(entry.path())?));
        }
    }
    Ok(None)
}

/// A host text without a module id that only one run gives: one of time and process.
fn plain_host_text(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text).into_owned();
    let defined = text.lines().find_map(|line| line.strip_prefix(MODULE_ID));
    match defined.map(str::to_owned).filter(|id| dropin::is_of_moment(id)) {
        Some(id) => text.replace(&format!("{}_{id}", id.len()), "#").replace(&id, "#"),
        None => text,
    }
}

/// What stands before the module id in a host text.
const MODULE_ID: &str = "#define _NV_ANON_NAMESPACE _GLOBAL__N_";

/// The CUDA sources of a build folder, by its list of compile commands.
fn units(build: &Path) -> Result<Vec<Unit>> {
    let list = asunder_nvcc::list::read(build)?;
    let mut units: Vec<Unit> = list.commands.iter().filter_map(unit).collect();
    units.sort_by(|a, b| a.object.cmp(&b.object));
    Ok(units)
}

/// The unit of a compile command; nothing if it makes no object.
fn unit(command: &asunder_nvcc::Command) -> Option<Unit> {
    let mut words = command.words.iter().map(|word| word.to_string_lossy().into_owned());
    let source = command.source.to_string_lossy().into_owned();
    let (mut object, mut flags) = (None, Vec::new());
    while let Some(word) = words.next() {
        match word.as_str() {
            "-o" => object = words.next(),
            // What only names files beside the object.
            "-MT" | "-MF" | "-MQ" => drop(words.next()),
            "-MD" | "-MMD" | "-c" => {}
            "-dc" => flags.push("-rdc=true".to_owned()),
            _ if word == source => {}
            _ => flags.push(word),
        }
    }
    let source = Source { file: command.source.clone(), flags, directory: command.directory.clone() };
    Some(Unit { object: object?.into(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_its_object_and_the_options_of_its_source() {
        let words = "-dc -O3 -MD -MT x/a.cu.o -MF x/a.cu.o.d -x cu -DA=1 /s/a.cu -o x/a.cu.o";
        let command = asunder_nvcc::Command {
            nvcc: "nvcc".into(),
            words: words.split(' ').map(Into::into).collect(),
            directory: "/b".into(),
            environment: Vec::new(),
            source: "/s/a.cu".into(),
        };
        let unit = unit(&command).expect("it makes an object");
        assert_eq!(unit.object, Path::new("x/a.cu.o"));
        assert_eq!(unit.source.flags, ["-rdc=true", "-O3", "-x", "cu", "-DA=1"]);
        assert_eq!((&*unit.source.file, &*unit.source.directory), (Path::new("/s/a.cu"), Path::new("/b")));
    }

    #[test]
    fn only_module_ids_of_time_and_process_do_not_count() {
        let text = |id: &str| format!("{MODULE_ID}{id}\nint __nv_static_{}_{id};\n", id.len());
        let plain = |id: &str| plain_host_text(text(id).as_bytes());
        assert_eq!(plain("_01234567_4_a_cu_89abcdef_12"), plain("_01234567_4_a_cu_fedcba98_1234"));
        assert_ne!(plain("_01234567_4_a_cu_main"), plain("_01234567_4_a_cu_mean"));
    }
}
