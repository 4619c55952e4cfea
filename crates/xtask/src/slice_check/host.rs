//! Objects of the host half.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use asunder_driver::options::{Options, Slicing};
use asunder_slice::{Instantiations, Side};

use super::{Compared, Equality, Outcome, Unit, first_line};
use crate::dropin::{Level, compare_built, compare_by_symbol, write_empty_fatbin};
use crate::process::Finished;

/// The level at which the order of functions depends on what was instantiated first, and the code too.
const UNOPTIMIZED: &str = "-O0";
/// What a section for each symbol needs.
const BY_SYMBOL: [&str; 3] = ["-ffunction-sections", "-fdata-sections", "-fmerge-constants"];

/// A host file: what it is made with, and how.
struct HostFile {
    bytes: Vec<u8>,
    seconds: f64,
}

/// Compiles the host file whole and sliced, at each level.
pub fn compare(unit: &Unit<'_>, levels: &[String]) -> Result<Vec<Outcome>> {
    write_empty_fatbin(&unit.plan)?;
    let whole = host_file(unit, None)?;
    let in_order = host_file(unit, Some(Instantiations::InOrder))?;
    let in_any_order = host_file(unit, Some(Instantiations::InAnyOrder))?;
    let mut outcomes = Vec::new();
    for level in levels {
        let (object, finished) = compile(unit, &whole.bytes, &[level])?;
        if !finished.ending.success() {
            outcomes.push(Outcome::Unbuilt(first_line(&finished)));
            continue;
        }
        let expected = Built { level, file: &whole, object: kept(object)?, finished };
        outcomes.push(expected.compare(unit, &in_order, "")?);
        if level != UNOPTIMIZED {
            outcomes.push(expected.compare(unit, &in_any_order, ", any order")?);
        }
    }
    Ok(outcomes)
}

/// The whole host file, compiled.
struct Built<'a> {
    level: &'a str,
    file: &'a HostFile,
    object: tempfile::NamedTempFile,
    finished: Finished,
}

/// The options of the front end's command line.
pub fn options(unit: &Unit<'_>) -> Result<Options> {
    let words: Vec<OsString> = unit.plan.front_end[1..].iter().map(OsString::from).collect();
    Ok(asunder_invocation::options(&words)?)
}

/// asunder's host file, of a slice or of all.
fn host_file(unit: &Unit<'_>, instantiations: Option<Instantiations>) -> Result<HostFile> {
    let mut options = options(unit)?;
    options.output.slice_host = instantiations.map(|it| slicing(unit, it));
    let text = std::fs::read(unit.path(&unit.plan.preprocessed().to_string_lossy()))?;
    let start = Instant::now();
    let bytes = asunder_driver::run_host_pass(&options, &text)?.host_file.to_bytes();
    Ok(HostFile { bytes, seconds: start.elapsed().as_secs_f64() })
}

/// What is left out for the host compiler.
pub fn slicing(unit: &Unit<'_>, instantiations: Instantiations) -> Slicing {
    Slicing { side: Side::Host(instantiations), system: unit.system.iter().cloned().collect() }
}

impl Built<'_> {
    /// Compiles a slice and compares the objects.
    fn compare(&self, unit: &Unit<'_>, slice: &HostFile, order: &str) -> Result<Outcome> {
        let (found, finished) = compile(unit, &slice.bytes, &[self.level])?;
        let equality = if !finished.ending.success() {
            Equality::Different(format!("refused: {}", first_line(&finished)))
        } else if finished.stderr != self.finished.stderr {
            Equality::Different("other messages".to_owned())
        } else {
            match compare_built(self.object.path(), &found)? {
                Ok(Level::Bytes) => Equality::Bytes,
                Ok(level) => Equality::Reordered(level.to_string()),
                Err(_) => by_symbol(unit, self.level, self.file, slice)?,
            }
        };
        Ok(Outcome::Compared(Compared {
            what: format!("object {}{order}", self.level),
            equality,
            bytes: slice.bytes.len() as f64 / self.file.bytes.len().max(1) as f64,
            user: [self.finished.usage.user, finished.usage.user],
            slicing: slice.seconds - self.file.seconds,
        }))
    }
}

/// Compares objects symbol by symbol.
fn by_symbol(unit: &Unit<'_>, level: &str, whole: &HostFile, slice: &HostFile) -> Result<Equality> {
    let flags: Vec<&str> = [level].into_iter().chain(BY_SYMBOL).collect();
    let expected = kept(compile(unit, &whole.bytes, &flags)?.0)?;
    let found = compile(unit, &slice.bytes, &flags)?.0;
    let differences = compare_by_symbol(expected.path(), &found)?;
    Ok(match differences.into_iter().next() {
        None => Equality::Reordered("symbol".to_owned()),
        Some(difference) => Equality::Different(difference),
    })
}

/// Compiles a host file as nvcc does, with more flags; gives the object's path.
pub fn compile(unit: &Unit<'_>, text: &[u8], flags: &[&str]) -> Result<(PathBuf, Finished)> {
    let mut argv = unit.plan.host_compile.clone();
    let host_text =
        argv.iter().find(|word| word.ends_with(".cudafe1.cpp")).context("gcc reads no host file")?;
    std::fs::write(unit.path(host_text), text)?;
    let object = argv.iter().position(|word| word == "-o").and_then(|at| argv.get(at + 1));
    let object = unit.path(object.context("gcc writes no object")?);
    argv.extend(flags.iter().map(|&flag| flag.to_owned()));
    let finished = unit.run(&argv)?;
    Ok((object, finished))
}

/// A copy of an object that the next run of the compiler writes over.
fn kept(object: PathBuf) -> Result<tempfile::NamedTempFile> {
    let copy = tempfile::NamedTempFile::new()?;
    std::fs::copy(object, copy.path())?;
    Ok(copy)
}
