//! What preprocessing costs: in a process of its own against the host compiler, and again where headers are known.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use asunder_nvcc::host::Preprocessor;

use super::{LIMIT, row};
use crate::incr::busy;
use crate::process::Program;
use crate::table::{Table, table};
use crate::toolkit::Toolkit;
use crate::workspace;

/// Units of a process with the same headers.
const UNITS: usize = 10;
/// Edits, of the source and of a header.
const EDITS: usize = 20;
/// The units that are preprocessed in processes of their own.
const COLD: [&str; 2] = ["examples/saxpy.cu", "benches/thrust.cu"];
const LARGE: &str = "benches/thrust.cu";
const OPTIONS: &str = "-std=c++17";

/// Prints the table: each figure beside what it is measured against and the most that their ratio may be. Times are processor
/// time, each the least of `runs`, but for edits the medians.
pub(super) fn run(toolkit: &Toolkit, asunder: &Path, runs: usize) -> Result<()> {
    let mut table = table(&["preprocessing", "measured", "against", "ratio", "budget"]);
    for unit in COLD {
        cold(&mut table, toolkit, asunder, unit, runs)?;
    }
    again(&mut table, toolkit, runs)?;
    println!("{table}");
    Ok(())
}

/// The words of the preprocessing steps of a source, host first.
fn steps(toolkit: &Toolkit, file: &Path, folder: &Path) -> Result<Vec<Vec<String>>> {
    let nvcc = Some(toolkit.root().join("bin/nvcc"));
    let unit = asunder_nvcc::Command::new(nvcc, file, folder.to_owned(), vec![OPTIONS.into()]).unit()?;
    let host = unit.host.into_iter().map(|pass| pass.preprocess.words);
    Ok(host.chain(unit.device.into_iter().map(|pass| pass.preprocess.words)).collect())
}

/// A process that preprocesses, against the host compiler.
fn cold(table: &mut Table, toolkit: &Toolkit, asunder: &Path, unit: &str, runs: usize) -> Result<()> {
    let file = workspace::root().join(unit);
    let folder = tempfile::tempdir()?;
    let output = |name: &str| folder.path().join(name).display().to_string();
    let host = steps(toolkit, &file, folder.path())?.into_iter().next().context("there is a host pass")?;
    let at = host.iter().position(|word| word == "-o").context("it names its output")?;
    let mut theirs = host[..at].to_vec();
    theirs.extend(["-o".to_owned(), output("theirs.ii")]);
    let mut ours = vec![asunder.display().to_string(), "preprocess".to_owned(), file.display().to_string()];
    ours.extend(["--nvcc".to_owned(), toolkit.root().join("bin/nvcc").display().to_string()]);
    ours.extend(["--nvcc-flags".to_owned(), OPTIONS.to_owned(), "-o".to_owned(), output("ours.ii")]);
    let environment = [("ASUNDER_PREPROCESSOR".to_owned(), "own".to_owned())];
    let user = |argv: &[String]| -> Result<f64> {
        let finished = Program::new(argv, folder.path(), &environment, LIMIT).measured()?;
        ensure!(finished.ending.success(), "{}", finished.stderr);
        Ok(finished.usage.user)
    };
    // The first run asks the host compiler for its folders and predefined macros, and keeps them.
    user(&ours)?;
    user(&theirs)?;
    ensure!(
        std::fs::read(output("ours.ii"))? == std::fs::read(output("theirs.ii"))?,
        "{unit}: another text than the host compiler's"
    );
    let (mut own, mut other) = (f64::MAX, f64::MAX);
    for _ in 0..runs {
        own = own.min(user(&ours)?);
        other = other.min(user(&theirs)?);
    }
    row(table, &format!("{unit}: user time, of the host compiler"), (own, other), "s", 0.8);
    Ok(())
}

/// What a process that keeps readings of headers takes: for a second pass, for more units, after edits.
fn again(table: &mut Table, toolkit: &Toolkit, runs: usize) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    let text = std::fs::read_to_string(workspace::root().join(LARGE))?;
    let text = format!("#include \"leaf.h\"\n{text}");
    std::fs::write(path("leaf.h"), "int leaf;\n")?;
    std::fs::write(path("unit.cu"), &text)?;
    let passes = steps(toolkit, &path("unit.cu"), folder.path())?;
    let run = |own: &Preprocessor, words: &[String], text: Option<&str>| -> Result<f64> {
        let start = busy()?;
        let output = own.run(words, folder.path(), &[], text.map(str::as_bytes))?;
        let time = busy()? - start;
        ensure!(output.messages.is_empty(), "{}", output.messages[0]);
        Ok(time.as_secs_f64() * 1e3)
    };
    let (mut first, mut second, mut all) = (f64::MAX, f64::MAX, f64::MAX);
    let mut edits = Vec::new();
    let mut leaves = Vec::new();
    for _ in 0..runs {
        let own = Preprocessor::default();
        // What the host compiler says about itself is known.
        run(&own, &passes[0], Some(""))?;
        let one = run(&own, &passes[0], None)?;
        first = first.min(one);
        second = second.min(run(&own, &passes[1], None)?);
        if leaves.is_empty() {
            for number in 0..EDITS {
                own.start_revision();
                let text = format!("{text}int edit{number};\n");
                let times: Result<f64> = passes.iter().map(|words| run(&own, words, Some(&text))).sum();
                edits.push(times?);
            }
            for number in 0..EDITS {
                std::fs::write(path("leaf.h"), format!("int leaf{number};\n"))?;
                own.start_revision();
                let times: Result<f64> = passes.iter().map(|words| run(&own, words, None)).sum();
                leaves.push(times?);
            }
        }
        let own = Preprocessor::default();
        run(&own, &passes[0], Some(""))?;
        let times: Result<f64> =
            (0..UNITS).map(|number| run(&own, &passes[0], Some(&format!("{text}int unit{number};\n")))).sum();
        all = all.min(times?);
    }
    let middle = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    row(table, "thrust: a second pass, of the first", (second, first), "ms", 0.2);
    row(table, "thrust: ten units with the same headers, of one", (all, first), "ms", 2.5);
    row(table, "thrust: both texts after an edit of the source", (middle(&mut edits), 10.0), "ms", 1.0);
    row(table, "thrust: both texts after an edit of a header", (middle(&mut leaves), 30.0), "ms", 1.0);
    Ok(())
}
