//! What nvcc would plan, without starting it for each command.
//!
//! nvcc is started once for an nvcc, a host compiler and their environment, for two short commands. The first shows
//! what all its plans have in common ([`facts`]); of the second all that is known of its options must come out as nvcc
//! has it, or else nvcc is asked for every command. What came out is kept in a file. A command with an option that is
//! not in the table ([`options`]), or a value that nvcc may have something to say of, is nvcc's.

mod architectures;
mod arguments;
mod compose;
mod facts;
mod options;
#[cfg(all(test, unix))]
mod tests;

use std::collections::HashMap;
use std::ffi::OsString;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use crate::command::Command;
use crate::plan::Plan;
use crate::unit::Unit;
use arguments::Arguments;
use facts::{EXTENDED, Facts};

/// The options of the second command.
const TRIAL: &str = "-c -std=c++20 -O2 -g -G -rdc=true -w --extended-lambda --expt-relaxed-constexpr -Itrial,i -Dx=1 -Uy \
    -isystem trial -include trial.h -Xcompiler -fPIC,-Wall -Xcudafe --trial -diag-suppress 1,2 -default-stream per-thread \
    -use_fast_math -maxrregcount 8 -gencode arch=compute_80,code=sm_86 -gencode arch=compute_90a,code=sm_90a";
/// The source of both.
const SOURCE: &str = "trial.cu";
/// The file beside nvcc that says where its tools are.
const PROFILE: &str = "nvcc.profile";
/// The form of the file that is kept.
const VERSION: u32 = 1;
/// The host compiler of a command that names none.
const HOST_COMPILER: &str = "gcc";

/// Plans commands.
#[derive(Debug, Default)]
pub struct Planner {
    cache: Option<PathBuf>,
    known: Mutex<HashMap<u64, Option<Arc<Facts>>>>,
}

impl Planner {
    /// One that keeps what is learned of nvcc in the folder `cache`.
    pub fn new(cache: Option<PathBuf>) -> Planner {
        Planner { cache, known: Mutex::default() }
    }

    /// How the source of a command is compiled; `None` if nvcc has to be asked.
    pub fn unit(&self, command: &Command) -> Option<Unit> {
        let arguments = Arguments::of(command)?;
        let variable = |name: &str| {
            let own = command.environment.iter().rev().find(|(own, _)| own == name);
            own.map(|(_, value)| value.clone()).or_else(|| std::env::var(name).ok()).unwrap_or_default()
        };
        if options::PROFILE.iter().any(|name| !variable(name).is_empty()) {
            return None;
        }
        let nvcc = command.program().ok()?;
        let named = variable(options::COMPILER);
        let compiler = arguments.value("compiler-bindir").map_or(named, str::to_owned);
        let outside = EXTENDED.map(variable);
        // Only what is found the same way from every folder is known by its name.
        let is_anywhere = compiler.starts_with('/') || !compiler.contains('/');
        is_anywhere.then_some(())?;
        let facts = self.facts(command, &nvcc, &compiler, &outside)?;
        let mut unit = compose::unit(&facts, &arguments, &command.directory)?;
        for (name, outside) in EXTENDED.iter().zip(&outside) {
            if let Some((_, value)) = unit.environment.iter_mut().find(|(own, _)| own == name) {
                value.push_str(outside);
            }
        }
        Some(unit)
    }

    fn facts(
        &self,
        command: &Command,
        nvcc: &Path,
        compiler: &str,
        outside: &[String; 2],
    ) -> Option<Arc<Facts>> {
        let key = key(nvcc, compiler, outside)?;
        // Only one thread starts nvcc; the others wait for what it finds.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(facts) = known.get(&key) {
            return facts.clone();
        }
        let facts = self.learn(command, nvcc, compiler, outside, key).map(Arc::new);
        if facts.is_none() {
            tracing::debug!(nvcc = %nvcc.display(), "nvcc is asked for each plan");
        }
        known.insert(key, facts.clone());
        facts
    }

    /// What is kept of an nvcc, or what it says now.
    fn learn(
        &self,
        command: &Command,
        nvcc: &Path,
        compiler: &str,
        outside: &[String; 2],
        key: u64,
    ) -> Option<Facts> {
        let file = self.cache.as_ref().map(|cache| cache.join(format!("nvcc-{key:016x}.txt")));
        let kept = file.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
        if let Some(kept) = kept {
            return Facts::of(&Plan::parse(&kept), outside);
        }
        let folder = tempfile::tempdir().ok()?;
        std::fs::write(folder.path().join(SOURCE), "").ok()?;
        let of = |options: &str| {
            let mut words: Vec<OsString> = options.split_whitespace().map(OsString::from).collect();
            if !compiler.is_empty() {
                words.extend(["-ccbin".into(), compiler.into()]);
            }
            words.push(SOURCE.into());
            let unset = [options::PREPENDED, options::APPENDED].map(|name| (name.to_owned(), String::new()));
            let environment = command.environment.iter().cloned().chain(unset).collect();
            let (nvcc, directory) = (nvcc.to_owned(), folder.path().to_owned());
            Command { nvcc, words, directory, environment, source: SOURCE.into() }
        };
        let printed = of("-c").dry_run().ok()?;
        let agrees = || {
            let facts = Facts::of(&Plan::parse(&printed), outside)?;
            for command in [of("-c"), of(TRIAL)] {
                let own = compose::unit(&facts, &Arguments::of(&command)?, folder.path())?;
                is_same(&own, &command.unit().ok()?).then_some(())?;
            }
            Some(facts)
        };
        let facts = agrees();
        if let Some(file) = file {
            let _ = keep(&file, if facts.is_some() { &printed } else { "" });
        }
        facts
    }
}

/// Whether the steps of two units are the same.
fn is_same(own: &Unit, other: &Unit) -> bool {
    let words = |unit: &Unit| -> Vec<Vec<String>> {
        let host = unit.host.iter().flat_map(|pass| [&pass.preprocess, &pass.front_end]);
        let device = unit.device.iter().flat_map(|pass| [&pass.preprocess, &pass.compile]);
        host.chain(device).map(|step| step.words.clone()).collect()
    };
    other.messages.is_empty() && words(own) == words(other)
}

/// A number that changes with nvcc, its profile, the host compiler and where they are looked for.
fn key(nvcc: &Path, compiler: &str, outside: &[String; 2]) -> Option<u64> {
    let stamp = |path: &Path| -> Option<(PathBuf, u64, Option<SystemTime>)> {
        let real = std::fs::canonicalize(path).ok()?;
        let metadata = real.metadata().ok()?;
        Some((real, metadata.len(), metadata.modified().ok()))
    };
    let compiler = if compiler.is_empty() { HOST_COMPILER } else { compiler };
    let program = match compiler.contains('/') {
        true => PathBuf::from(compiler),
        false => {
            let found = std::env::split_paths(&outside[0]).map(|folder| folder.join(compiler));
            found.into_iter().find(|file| file.is_file())?
        }
    };
    // A folder stands for the compiler in it.
    let program = if program.is_dir() { program.join(HOST_COMPILER) } else { program };
    let mut hasher = rustc_hash::FxHasher::default();
    (VERSION, env!("CARGO_PKG_VERSION"), nvcc, compiler).hash(&mut hasher);
    (stamp(nvcc)?, stamp(&nvcc.with_file_name(PROFILE)), stamp(&program)?, outside).hash(&mut hasher);
    Some(hasher.finish())
}

/// Writes a file at once.
fn keep(file: &Path, text: &str) -> std::io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut kept = tempfile::NamedTempFile::new_in(folder)?;
    kept.write_all(text.as_bytes())?;
    kept.persist(file).map_err(|error| error.error)?;
    Ok(())
}
