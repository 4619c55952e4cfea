//! Preprocessing a source as nvcc does it: nvcc itself says with which command.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use asunder_driver::Pass;

/// Why a source could not be preprocessed.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    /// There is no toolkit.
    #[error(
        "{0}: a CUDA source needs nvcc to be preprocessed; name it by --nvcc, by the toolkit's folder in \
         ASUNDER_TOOLKIT, or put it on PATH (or give preprocessed text, .ii)"
    )]
    NoToolkit(String),
    /// nvcc cannot be run.
    #[error("cannot run {0}: {1}")]
    Run(String, std::io::Error),
    /// nvcc refuses, or names no command for the pass.
    #[error("{0}: nvcc says: {1}")]
    Refused(String, String),
    /// The host compiler finds an error.
    #[error("{0}: the preprocessor failed")]
    Preprocessor(String),
}

/// Whether a file is a source that has not been preprocessed, decided by its name and its first line.
pub(super) fn is_source(file: &Path, text: &[u8]) -> bool {
    let is_cuda = file.extension().is_some_and(|extension| extension == "cu" || extension == "cuh");
    is_cuda && !text.starts_with(b"# ")
}

/// The text of a source as a pass gets it. `words` are further options of nvcc.
///
/// # Errors
/// Without a toolkit, and when nvcc or the host compiler's preprocessor fails.
pub(super) fn preprocess(
    file: &Path,
    pass: Pass,
    standard: &str,
    nvcc: Option<&Path>,
    words: &[OsString],
) -> Result<Vec<u8>, Error> {
    let name = || file.display().to_string();
    let nvcc = nvcc.map(Path::to_owned).or_else(find).ok_or_else(|| Error::NoToolkit(name()))?;
    let mut dry_run = Command::new(&nvcc);
    dry_run.args(["--dryrun", "-c", "-o", "asunder-check.o"]).arg(format!("-std={standard}")).args(words);
    if let Pass::Device { arch } = pass {
        dry_run.arg(format!("-arch=sm_{arch}"));
    }
    let output = dry_run.arg(file).stdin(Stdio::null()).output();
    let output = output.map_err(|error| Error::Run(nvcc.display().to_string(), error))?;
    let plan = String::from_utf8_lossy(&output.stderr);
    let wants_device = matches!(pass, Pass::Device { .. });
    let command = plan.lines().filter_map(|line| line.strip_prefix("#$ ")).find(|line| {
        line.contains(" -E ") && line.contains("-D__CUDA_ARCH__=") == wants_device && line.contains(" -o ")
    });
    // The plan goes through the shell, as it does when nvcc runs it; the text comes on standard output.
    let command = command
        .and_then(|command| command.rsplit_once(" -o "))
        .ok_or_else(|| Error::Refused(name(), plan.lines().last().unwrap_or_default().to_owned()))?
        .0;
    let output = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| Error::Run("sh".into(), error))?;
    if output.status.success() { Ok(output.stdout) } else { Err(Error::Preprocessor(name())) }
}

/// nvcc of the toolkit that the environment names, on `PATH`, or in the usual place.
fn find() -> Option<PathBuf> {
    let toolkit = std::env::var_os("ASUNDER_TOOLKIT").map(|folder| PathBuf::from(folder).join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders =
        toolkit.into_iter().chain(std::env::split_paths(&path)).chain(["/usr/local/cuda/bin".into()]);
    folders.map(|folder| folder.join("nvcc")).find(|nvcc| nvcc.is_file())
}
