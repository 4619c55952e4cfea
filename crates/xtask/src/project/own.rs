//! The checkout's own project, `tests/cmake-project`: built, changed and linked.
//!
//! It is built in one folder, first by the reference's nvcc and then by the overlay's, so that paths in objects are
//! the same; each time as in everyday work on it: from nothing, without a change, with one source changed. The
//! overlay is then given another asunder, which build systems and compiler caches must notice.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use asunder_toolkit::overlay;

use super::{definition, output};
use crate::toolkit::Toolkit;
use crate::{dropin, workspace};

/// The source that is changed, relative to the project, with the text and what stands there afterwards.
const CHANGE: (&str, &str, &str) =
    ("src/device_math.cu", "atomicAdd(&mixed, 1ULL)", "atomicAdd(&mixed, 2ULL)");
/// What is built after that change: the source, the device code of the library's users, the library, the program.
const CHANGED: [&str; 4] = ["cmake_device_link.o", "device_math.cu.o", "libfields.a", "six"];
/// The objects of the CUDA sources.
const CUDA_OBJECTS: [&str; 5] =
    ["boundary.cu.o", "device_math.cu.o", "reduce.cu.o", "step.cu.o", "transform.cu.o"];

/// Builds the project with `asunder` in an overlay of `toolkit`; whether all is as with the reference. Prints what is
/// left out where this machine lacks a program.
pub fn check(toolkit: &Toolkit, asunder: &Path) -> Result<bool> {
    let folder = workspace::target().join("project");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    // gcc names a header by the shorter of its paths, with links and without: here always that of the toolkit.
    let cuda = folder.join(format!("cuda-{}", "-".repeat(toolkit.root().as_os_str().len())));
    let nvcc = overlay::make(toolkit, asunder, &cuda, None)?.nvcc;
    let other = folder.join("other-asunder");
    std::fs::write(&other, [&std::fs::read(asunder)?[..], b"another build"].concat())?;

    let mut good = true;
    match (workspace::tool("cmake"), workspace::tool("ninja")) {
        (Some(cmake), Some(ninja)) => {
            let project =
                Project { cmake, ninja, source: folder.join("source"), build: folder.join("build") };
            let reference = project.work_on(&toolkit.nvcc(), &folder.join("reference"))?;
            std::fs::remove_dir_all(&project.build)?;
            let ours = project.work_on(&nvcc, &folder.join("asunder"))?;
            good &= same_objects(&reference.first, &ours.first)?;
            good &= same_objects(&reference.second, &ours.second)?;
            good &= report("the program prints what the reference's does", ours.printed == reference.printed);
            good &= report("a build without a change does nothing", ours.unchanged.is_empty());
            good &= report("a change compiles one source, and links", ours.changed == CHANGED);
            overlay::make(toolkit, &other, &cuda, None)?;
            let rebuilt = project.build()?;
            let everything = CUDA_OBJECTS.iter().all(|object| rebuilt.iter().any(|it| it == object));
            good &= report("another asunder compiles every CUDA source again", everything);
            overlay::make(toolkit, asunder, &cuda, None)?;
        }
        _ => println!("  skipped: this machine has no cmake and ninja; .ci/run installs them"),
    }
    match workspace::tool("ccache") {
        Some(ccache) => {
            let cache = Cache { program: ccache, folder: folder.join("ccache") };
            cache.compile(&toolkit.nvcc())?;
            good &= report("ccache does not take the reference for asunder", !cache.compile(&nvcc)?);
            good &= report("ccache finds what the same asunder compiled", cache.compile(&nvcc)?);
            overlay::make(toolkit, &other, &cuda, None)?;
            good &= report("ccache does not take one asunder for another", !cache.compile(&nvcc)?);
        }
        None => println!("  skipped: this machine has no ccache; .ci/run installs it"),
    }
    match workspace::tool("sccache") {
        Some(sccache) => {
            overlay::make(toolkit, asunder, &cuda, None)?;
            let cache = Sccache::start(sccache)?;
            cache.compile(&toolkit.nvcc())?;
            good &= report("sccache does not take the reference for asunder", !cache.compile(&nvcc)?);
            good &= report("sccache finds what the same asunder made", cache.compile(&nvcc)?);
            overlay::make(toolkit, &other, &cuda, None)?;
            good &= report("sccache does not take one asunder for another", !cache.compile(&nvcc)?);
        }
        None => println!("  skipped: this machine has no sccache; .ci/run installs it"),
    }
    Ok(good)
}

/// The project, and where it is built.
struct Project {
    cmake: PathBuf,
    ninja: PathBuf,
    source: PathBuf,
    build: PathBuf,
}

/// What came of working on the project with one nvcc.
struct Work {
    /// The objects of the first build.
    first: PathBuf,
    /// The names of the files that a build without a change made.
    unchanged: Vec<String>,
    /// The names of the files that a build after the change made.
    changed: Vec<String>,
    /// The objects after the change.
    second: PathBuf,
    /// What the program prints.
    printed: Vec<u8>,
}

impl Project {
    /// Builds the project, changes a source and builds it again; objects are kept in `keep`.
    fn work_on(&self, nvcc: &Path, keep: &Path) -> Result<Work> {
        if self.source.exists() {
            std::fs::remove_dir_all(&self.source)?;
        }
        copy_folder(&workspace::root().join("tests/cmake-project"), &self.source)?;
        self.configure(nvcc)?;
        self.build()?;
        let (first, second) = (keep.join("first"), keep.join("second"));
        self.keep_objects(&first)?;
        let unchanged = self.build()?;
        self.change()?;
        let changed = self.build()?;
        self.keep_objects(&second)?;
        let printed = output(&mut Command::new(self.build.join("six")))?.stdout;
        Ok(Work { first, unchanged, changed, second, printed })
    }

    /// Configures the build folder for an nvcc.
    fn configure(&self, nvcc: &Path) -> Result<()> {
        let mut command = Command::new(&self.cmake);
        command.args(["-G", "Ninja", "-S"]).arg(&self.source).arg("-B").arg(&self.build);
        command
            .arg(definition("CMAKE_MAKE_PROGRAM", self.ninja.as_os_str()))
            .arg(definition("CMAKE_CUDA_COMPILER", nvcc.as_os_str()))
            .arg(definition("CMAKE_CUDA_ARCHITECTURES", OsStr::new("80")))
            // The names of intermediate files, which land in objects, would otherwise hold the process id.
            .arg(definition("CMAKE_CUDA_FLAGS", OsStr::new("--keep")));
        output(&mut command).map(drop)
    }

    /// Builds what is out of date; gives the names of the objects, libraries and programs that were made, sorted.
    fn build(&self) -> Result<Vec<String>> {
        let before = products(&self.build)?;
        output(Command::new(&self.ninja).arg("-C").arg(&self.build))?;
        let after = products(&self.build)?;
        let made = after.iter().filter(|(path, time)| before.get(*path) != Some(time));
        let mut names: Vec<String> = made.map(|(path, _)| name(path)).collect();
        names.sort();
        Ok(names)
    }

    /// Changes one source.
    fn change(&self) -> Result<()> {
        let (file, before, after) = CHANGE;
        let path = self.source.join(file);
        let text = std::fs::read_to_string(&path)?;
        ensure!(text.contains(before), "{} does not have `{before}`", path.display());
        Ok(std::fs::write(&path, text.replace(before, after))?)
    }

    /// Copies the objects of the CUDA sources into `folder`.
    fn keep_objects(&self, folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder)?;
        for (path, _) in products(&self.build)? {
            if CUDA_OBJECTS.contains(&name(&path).as_str()) {
                std::fs::copy(&path, folder.join(name(&path)))?;
            }
        }
        Ok(())
    }
}

/// A compiler cache that goes by the contents of compilers: ccache.
struct Cache {
    program: PathBuf,
    folder: PathBuf,
}

impl Cache {
    /// Compiles an example through the cache; whether the object came from there.
    fn compile(&self, nvcc: &Path) -> Result<bool> {
        let ccache = || {
            let mut command = Command::new(&self.program);
            command.env("CCACHE_DIR", &self.folder).env("CCACHE_CONFIGPATH", "/dev/null");
            command.env("CCACHE_COMPILERCHECK", "content");
            command
        };
        let example = workspace::examples()?.into_iter().next().context("there are no examples")?;
        output(ccache().arg("--zero-stats"))?;
        output(ccache().arg(nvcc).arg("-c").arg(example).arg("-o").arg(self.folder.with_extension("o")))?;
        let statistics = output(ccache().arg("--print-stats"))?.stdout;
        let statistics = String::from_utf8_lossy(&statistics);
        let count = |wanted: &str| {
            let of_line =
                |line: &str| line.split_once('\t').filter(|(name, _)| *name == wanted)?.1.parse().ok();
            statistics.lines().find_map(of_line).unwrap_or(0_u32)
        };
        let hits = count("direct_cache_hit") + count("preprocessed_cache_hit");
        ensure!(hits + count("cache_miss") == 1, "ccache did not cache: {statistics}");
        Ok(hits == 1)
    }
}

/// A compiler cache that takes nvcc's plan apart and caches the result of each step. It has a server of its own.
struct Sccache {
    program: PathBuf,
    /// The cache, the server's socket, and the object.
    folder: tempfile::TempDir,
}

/// How sccache counts runs of cudafe++.
const FRONT_END: &str = "cuda [cudafe++]";

impl Sccache {
    fn start(program: PathBuf) -> Result<Sccache> {
        let cache = Sccache { program, folder: tempfile::tempdir()? };
        output(cache.command().arg("--start-server"))?;
        Ok(cache)
    }

    fn command(&self) -> Command {
        let folder = self.folder.path();
        let mut command = Command::new(&self.program);
        command.env("SCCACHE_DIR", folder.join("cache")).env("SCCACHE_SERVER_UDS", folder.join("socket"));
        command.env("SCCACHE_CONF", folder.join("no-configuration"));
        // Set for cargo, it would be refused.
        command.env_remove("CARGO_INCREMENTAL");
        command
    }

    /// Compiles an example through the cache; whether what the front end makes came from there.
    fn compile(&self, nvcc: &Path) -> Result<bool> {
        let example = workspace::examples()?.into_iter().next().context("there are no examples")?;
        output(self.command().arg("--zero-stats"))?;
        output(self.command().arg(nvcc).arg("-c").arg(example).arg("-o").arg(self.folder.path().join("o")))?;
        let statistics = output(self.command().args(["--show-stats", "--stats-format", "json"]))?.stdout;
        let statistics: serde_json::Value = serde_json::from_slice(&statistics)?;
        let count = |kind: &str| statistics["stats"][kind]["adv_counts"][FRONT_END].as_u64().unwrap_or(0);
        let (hits, misses) = (count("cache_hits"), count("cache_misses"));
        ensure!(hits + misses == 1, "sccache did not cache the front end: {statistics}");
        Ok(hits == 1)
    }
}

impl Drop for Sccache {
    fn drop(&mut self) {
        // Without work it ends by itself.
        let _ = output(self.command().arg("--stop-server"));
    }
}

/// Whether the objects in two folders are equal; prints how.
fn same_objects(reference: &Path, ours: &Path) -> Result<bool> {
    let mut good = true;
    for object in CUDA_OBJECTS {
        let compared = dropin::compare_built(&reference.join(object), &ours.join(object))
            .with_context(|| format!("cannot compare {object}"))?;
        match compared {
            Ok(level) => println!("  {object}: equal ({level})"),
            Err(difference) => {
                good = false;
                println!("  {object}: DIFFERENT: {difference}");
            }
        }
    }
    Ok(good)
}

/// The objects, libraries and programs below a build folder with their times; CMake's own are left out.
fn products(folder: &Path) -> Result<BTreeMap<PathBuf, SystemTime>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            let is_cmakes = folder.ends_with("CMakeFiles") && path.extension().is_none_or(|it| it != "dir");
            let is_product =
                path.extension().is_some_and(|it| it == "o" || it == "a") || name(&path) == "six";
            if path.is_dir() && !is_cmakes {
                folders.push(path);
            } else if path.is_file() && is_product {
                let time = path.metadata()?.modified()?;
                found.insert(path, time);
            }
        }
    }
    Ok(found)
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &place)?;
        } else {
            std::fs::copy(entry.path(), place)?;
        }
    }
    Ok(())
}

/// Prints a result of the check and gives it back.
fn report(what: &str, holds: bool) -> bool {
    println!("  {what}: {}", if holds { "yes" } else { "NO" });
    holds
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
