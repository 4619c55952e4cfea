//! PTX and stub of the device half.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use asunder_nvcc::Tool;
use asunder_slice::{Side, Slicing, slice};
use asunder_source::{SourceText, encode, read};
use asunder_syntax::{Dialect, Standard};

use super::{Compared, Equality, Outcome, Unit, first_line};

/// Outputs of the device compiler whose names follow these options.
const OUTPUTS: [&str; 2] = ["-o", "--stub_file_name"];

/// Compiles the device half whole and, if that is wanted, sliced, for the program's first architecture. The files of the
/// whole unit stay.
pub fn compare(unit: &Unit<'_>, is_wanted: bool) -> Result<Outcome> {
    let mut outcome = None;
    for (tool, argv) in &unit.plan.device {
        match (tool, &outcome) {
            (Tool::DeviceCompiler, None) => outcome = Some(compare_compiled(unit, argv, is_wanted)?),
            (Tool::Assembler | Tool::Fatbinary, _) => {}
            // The host compiler may read the stub of another architecture: all are made.
            _ => {
                let finished = unit.run(argv)?;
                if !finished.ending.success() {
                    return Ok(Outcome::Unbuilt(first_line(&finished)));
                }
            }
        }
    }
    Ok(outcome.unwrap_or_else(|| Outcome::Unbuilt("it has no device pass".to_owned())))
}

/// The text of the device pass that a device compiler reads.
pub fn input(argv: &[String]) -> Result<&str> {
    let input = argv.iter().find(|word| word.ends_with(".ii"));
    Ok(input.context("cicc reads no unit")?)
}

fn compare_compiled(unit: &Unit<'_>, argv: &[String], is_wanted: bool) -> Result<Outcome> {
    let whole = unit.run(argv)?;
    if !whole.ending.success() {
        return Ok(Outcome::Unbuilt(first_line(&whole)));
    }
    let directory = &unit.source.directory;
    let expected = outputs(argv, directory)?;
    let path = unit.path(input(argv)?);
    let text = std::fs::read(&path)?;
    let mut compared = Compared {
        what: "PTX and stub".to_owned(),
        equality: Equality::Bytes,
        bytes: 1.0,
        user: [whole.usage.user; 2],
        slicing: 0.0,
    };
    if !is_wanted {
        return Ok(Outcome::Compared(compared));
    }
    let start = Instant::now();
    let bytes = sliced(unit, argv, &text, &path);
    compared.slicing = start.elapsed().as_secs_f64();
    compared.bytes = bytes.len() as f64 / text.len().max(1) as f64;
    std::fs::write(&path, &bytes)?;
    let part = unit.run(argv)?;
    compared.user[1] = part.usage.user;
    let difference = match part.ending.success() {
        true => difference(&expected, &outputs(argv, directory)?, &whole.stderr, &part.stderr),
        false => Some(format!("refused: {}", first_line(&part))),
    };
    std::fs::write(&path, &text)?;
    if let Some(difference) = difference {
        // For some units cicc makes other code in every run.
        if unit.run(argv)?.ending.success() && outputs(argv, directory)? != expected {
            let why = "cicc makes other code of the same unit in every run";
            return Ok(Outcome::Unbuilt(why.to_owned()));
        }
        compared.equality = Equality::Different(difference);
    }
    Ok(Outcome::Compared(compared))
}

/// What the device compiler calls the standards.
const STANDARDS: [(&str, Standard); 6] = [
    ("--c++03", Standard::Cpp03),
    ("--c++11", Standard::Cpp11),
    ("--c++14", Standard::Cpp14),
    ("--c++17", Standard::Cpp17),
    ("--c++20", Standard::Cpp20),
    ("--c++23", Standard::Cpp23),
];

/// The slice of a unit that a command line of the device compiler reads.
pub fn sliced(unit: &Unit<'_>, argv: &[String], text: &[u8], path: &Path) -> Vec<u8> {
    let standard = STANDARDS.iter().find(|(word, _)| argv.iter().any(|it| it == word));
    let dialect = Dialect::new(standard.map_or(Standard::Cpp17, |(_, standard)| *standard));
    let text = read(text);
    let db = salsa::DatabaseImpl::new();
    let source = SourceText::new(&db, path.display().to_string(), (&*text).into());
    let slicing = Slicing { side: Side::Device, system: unit.system.iter().cloned().collect() };
    let slice = slice(&db, source, dialect, &slicing);
    encode(&slice).into_owned()
}

/// The outputs of the device compiler by their options.
fn outputs(argv: &[String], directory: &Path) -> Result<BTreeMap<&'static str, String>> {
    let mut found = BTreeMap::new();
    for option in OUTPUTS {
        let Some(at) = argv.iter().position(|word| word == option) else { continue };
        let path = directory.join(argv.get(at + 1).context("an option without its value")?);
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap_or_default()).into_owned();
        found.insert(option, without_counters(&text));
    }
    Ok(found)
}

/// The text without the numbers of cicc's own temporary names, which count declarations: `__T42`.
fn without_counters(text: &str) -> String {
    let mut pieces = text.split("__T");
    let mut plain = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        plain += "__T";
        plain += piece.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    plain
}

fn difference(
    expected: &BTreeMap<&'static str, String>,
    found: &BTreeMap<&'static str, String>,
    messages: &str,
    of_slice: &str,
) -> Option<String> {
    for (option, text) in expected {
        let what = if *option == "-o" { "PTX" } else { "stub" };
        if found.get(option) != Some(text) {
            return Some(format!("another {what}"));
        }
    }
    (messages != of_slice).then(|| "other messages".to_owned())
}
