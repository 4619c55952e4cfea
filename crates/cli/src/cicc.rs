//! The command line of cicc: NVIDIA's cicc runs on the part of the unit that it needs.
//!
//! nvcc starts `nvvm/bin/cicc` of the overlay, which is asunder by that name; NVIDIA's own is beside it. A user never
//! sees a message about a slice: whatever is odd about the command line, the unit or the run on the slice, NVIDIA's
//! cicc runs on the unit as it is.

use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

use asunder_invocation::release::Choice;
use asunder_slice::slice;
use asunder_source::{SourceText, encode, read};
use asunder_syntax::{Dialect, Standard};
use tempfile::TempDir;

use crate::slicing;

/// The name under which this is cicc.
pub const NAME: &str = "cicc";
/// NVIDIA's cicc, in the same folder.
const ORIGINAL: &str = "cicc-nvidia";
/// The end of the name that nvcc gives to the text of the device pass.
const DEVICE_TEXT: &str = ".cpp1.ii";
/// Slices of more of the text than this are not worth their time.
const LARGEST: f64 = 0.9;
/// NVIDIA's cicc cannot be run.
const FAILED: u8 = 2;

/// Options under which the slice is known to give the same code. With debug information (`-g`) it does not.
const FLAGS: &[&str] = &[
    "--allow_managed",
    "--device-c",
    "--device-hidden-visibility",
    "--display_error_number",
    "--extended-lambda",
    "--gen_div_approx_ftz",
    "--no-version-ident",
    "--relaxed_constexpr",
    "--simt-only",
    "--static-host-stub",
    "-fast-math",
    "-generate-line-info",
    "-m64",
    "-tused",
    "-w",
];

/// Such options whose value follows `=`.
const FLAGS_WITH_VALUES: &[&str] =
    &["--gnu_version", "--diag_suppress", "-ftz", "-prec_div", "-prec_sqrt", "-fmad"];

/// Such options whose value is the next word.
const OPTIONS: &[&str] = &[
    "--gen_c_file_name",
    "--gen_device_file_name",
    "--include_file_name",
    "--module_id_file_name",
    "--orig_src_file_name",
    "--orig_src_path_name",
    "--stub_file_name",
    "-arch",
    "-o",
];

/// What stands behind `--c++`.
const STANDARDS: [(&str, Standard); 6] = [
    ("03", Standard::Cpp03),
    ("11", Standard::Cpp11),
    ("14", Standard::Cpp14),
    ("17", Standard::Cpp17),
    ("20", Standard::Cpp20),
    ("23", Standard::Cpp23),
];

/// Without this option cicc makes a module id of its own.
const MODULE_ID: &str = "--module_id_file_name";

/// Runs NVIDIA's cicc for a command line; `program` is the name that this was called by.
pub fn main(program: &OsStr, words: &[OsString]) -> ExitCode {
    let original = Path::new(program).with_file_name(ORIGINAL);
    if let Some(sliced) = Sliced::of(words)
        && let Ok(output) = Command::new(&original).args(&sliced.words).output()
        && output.status.success()
    {
        // A closed stream is not an error.
        let _ = std::io::stdout().write_all(&output.stdout);
        let _ = std::io::stderr().write_all(&output.stderr);
        return ExitCode::SUCCESS;
    }
    match Command::new(&original).args(words).status() {
        Ok(status) => exit_code(status),
        Err(error) => {
            let message = format!("asunder: cannot run {}: {error}\n", original.display());
            crate::streams::stderr(message.as_bytes());
            ExitCode::from(FAILED)
        }
    }
}

/// The status of a program as a shell reports it.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().or_else(|| Some(128 + status.signal()?));
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(FAILED))
}

/// A command line with the slice in the place of the unit.
struct Sliced {
    words: Vec<OsString>,
    /// Holds the slice.
    _folder: TempDir,
}

impl Sliced {
    /// The command line for the slice of the unit; `None` where the unit is to be read as a whole.
    fn of(words: &[OsString]) -> Option<Sliced> {
        let slicing = slicing::device()?;
        let (input, standard) = read_words(words)?;
        let bytes = std::fs::read(&input).ok()?;
        let text = read(&bytes);
        let release = Choice::Auto.of_unit(&bytes).release();
        let db = salsa::DatabaseImpl::new();
        let source = SourceText::new(&db, input.display().to_string(), (&*text).into());
        let slice = slice(&db, source, Dialect::new(standard).with_release(release), &slicing);
        if slice.len() as f64 > LARGEST * text.len() as f64 {
            return None;
        }
        let folder = tempfile::Builder::new().prefix("asunder-").tempdir().ok()?;
        let path = folder.path().join(input.file_name()?);
        std::fs::write(&path, encode(&slice)).ok()?;
        let replaced = |word: &OsString| if *word == input { path.clone().into() } else { word.clone() };
        Some(Sliced { words: words.iter().map(replaced).collect(), _folder: folder })
    }
}

/// The unit and the standard of a command line; `None` if it says anything that is not known.
fn read_words(words: &[OsString]) -> Option<(PathBuf, Standard)> {
    let mut input = None;
    let mut standard = Standard::Cpp17;
    let mut has_module_id = false;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.to_str()?;
        if OPTIONS.contains(&text) {
            has_module_id |= text == MODULE_ID;
            words.next()?;
        } else if let Some(version) = text.strip_prefix("--c++") {
            standard = STANDARDS.iter().find(|(name, _)| *name == version)?.1;
        } else if let Some((option, _)) = text.split_once('=') {
            FLAGS_WITH_VALUES.contains(&option).then_some(())?;
        } else if text.ends_with(DEVICE_TEXT) {
            input.is_none().then_some(())?;
            input = Some(PathBuf::from(word));
        } else {
            FLAGS.contains(&text).then_some(())?;
        }
    }
    Some((input.filter(|_| has_module_id)?, standard))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(line: &str) -> Option<String> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        read_words(&words).map(|(input, _)| input.display().to_string())
    }

    #[test]
    fn command_lines_that_are_known() {
        let line = "--c++17 --gnu_version=120200 --orig_src_file_name a.cu -arch compute_75 -m64 -ftz=0 -tused \
                    --module_id_file_name a.module_id --stub_file_name a.cudafe1.stub.c a.cpp1.ii -o a.ptx";
        assert_eq!(input(line).as_deref(), Some("a.cpp1.ii"));
        for odd in ["-g", "--new-option", "--new=1", "b.cpp1.ii", "--c++99", "-olto a.ltoir"] {
            assert_eq!(input(&format!("{odd} {line}")), None, "{odd}");
        }
        assert_eq!(input(&line.replace("--module_id_file_name a.module_id ", "")), None);
        assert_eq!(input(&line.replace(" a.cpp1.ii", "")), None);
        assert_eq!(input(&line.replace(" a.ptx", "")), None);
    }
}
