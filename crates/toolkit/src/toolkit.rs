//! A toolkit on this machine: where it is, and which version.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::overlay;
use crate::version::Version;

/// Environment variable that names a toolkit, the folder with `bin/nvcc`; it comes before everything else.
pub const OVERRIDE: &str = "ASUNDER_TOOLKIT";
/// Environment variables of other tools that name a toolkit; they come after `PATH`.
const FOLDERS: [&str; 2] = ["CUDA_HOME", "CUDA_PATH"];
/// Where NVIDIA's installers put a link to the newest toolkit.
const USUAL_PLACE: &str = "/usr/local/cuda";
/// The programs without which nvcc compiles nothing.
const PROGRAMS: [&str; 5] = ["bin/nvcc", "bin/cudafe++", "nvvm/bin/cicc", "bin/ptxas", "bin/fatbinary"];

/// Why there is no usable toolkit.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No place has one.
    #[error(
        "no CUDA toolkit: there is no nvcc on PATH, in CUDA_HOME or in {USUAL_PLACE}; name the toolkit's folder by \
         {OVERRIDE}, or install one with `asunder toolkit`"
    )]
    NotFound,
    /// A folder is not a whole toolkit.
    #[error("{} is not a CUDA toolkit: it has no {program}", .folder.display())]
    Incomplete {
        /// The folder.
        folder: PathBuf,
        /// The program that is missing, relative to it.
        program: &'static str,
    },
    /// The answer of nvcc lacks what is queried.
    #[error("{} does not say {what}: {answer}", .nvcc.display())]
    Nvcc {
        /// The program.
        nvcc: PathBuf,
        /// What is queried, as in `its version`.
        what: &'static str,
        /// What it said.
        answer: String,
    },
    /// nvcc cannot be run.
    #[error("cannot run {}: {}", .0.display(), .1)]
    Run(PathBuf, #[source] io::Error),
    /// A file cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, #[source] io::Error),
}

impl Error {
    /// Names the file of an input or output error.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |error| Error::File(path, error)
    }
}

/// A CUDA toolkit: a folder with `bin`, `include`, `nvvm` and libraries.
#[derive(Debug, Clone)]
pub struct Toolkit {
    root: PathBuf,
}

impl Toolkit {
    /// The toolkit in the folder `root`.
    ///
    /// # Errors
    /// When a program that nvcc runs is missing there.
    pub fn at(root: PathBuf) -> Result<Toolkit, Error> {
        match PROGRAMS.into_iter().find(|program| !root.join(program).is_file()) {
            Some(program) => Err(Error::Incomplete { folder: root, program }),
            None => Ok(Toolkit { root }),
        }
    }

    /// The toolkit that an nvcc belongs to. nvcc itself says which: it may be a link to, or a script around, the one
    /// in the toolkit. Of an overlay of asunder's, it is the toolkit that the overlay stands on.
    ///
    /// # Errors
    /// When nvcc does not say it, and when that folder is not a whole toolkit.
    pub fn of_nvcc(nvcc: &Path) -> Result<Toolkit, Error> {
        let nvcc = std::path::absolute(nvcc).map_err(Error::at(nvcc))?;
        // It fails for want of such a file, after it has said where everything is.
        let text = answer(&nvcc, &["-v", "asunder-asks-for-folders"])?;
        let folder = text.lines().find_map(|line| line.strip_prefix("#$ _HERE_="));
        let bin = folder.map(|folder| PathBuf::from(folder.trim())).filter(|bin| bin.is_absolute());
        let root = bin.as_deref().and_then(Path::parent).ok_or_else(|| Error::Nvcc {
            nvcc: nvcc.clone(),
            what: "where its toolkit is",
            answer: text.lines().last().unwrap_or("nothing").to_owned(),
        })?;
        Toolkit::at(overlay::origin(root).unwrap_or_else(|| root.to_owned()))
    }

    /// The toolkit of this machine: that of [`find_nvcc`].
    ///
    /// # Errors
    /// When there is none, or the first place that has an nvcc is not a whole toolkit.
    pub fn find() -> Result<Toolkit, Error> {
        if let Some(root) = std::env::var_os(OVERRIDE) {
            return Toolkit::at(std::path::absolute(&root).map_err(Error::at(Path::new(&root)))?);
        }
        Toolkit::of_nvcc(&find_nvcc().ok_or(Error::NotFound)?)
    }

    /// The folder that holds `bin`, `include` and `nvvm`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The compiler driver.
    pub fn nvcc(&self) -> PathBuf {
        self.root.join("bin").join("nvcc")
    }

    /// NVIDIA's own host front end.
    pub fn cudafe(&self) -> PathBuf {
        self.root.join("bin").join("cudafe++")
    }

    /// The version that nvcc names.
    ///
    /// # Errors
    /// When nvcc cannot be run or names none.
    pub fn version(&self) -> Result<Version, Error> {
        let nvcc = self.nvcc();
        let text = answer(&nvcc, &["--version"])?;
        Version::in_banner(&text).ok_or_else(|| Error::Nvcc {
            nvcc,
            what: "its version",
            answer: text.lines().next().unwrap_or("nothing").to_owned(),
        })
    }
}

/// nvcc of the toolkit that `ASUNDER_TOOLKIT` names, else the first on `PATH`, in `CUDA_HOME` or `CUDA_PATH`, in the
/// usual place, or in a toolkit that `asunder toolkit` installed.
pub fn find_nvcc() -> Option<PathBuf> {
    let named =
        |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = named(OVERRIDE).map(|root| root.join("bin")).into_iter().collect();
    folders.extend(std::env::split_paths(&path).filter(|folder| folder.is_absolute()));
    folders.extend(FOLDERS.into_iter().filter_map(named).map(|root| root.join("bin")));
    folders.push(Path::new(USUAL_PLACE).join("bin"));
    folders.extend(crate::install::installed().map(|root| root.join("bin")));
    folders.into_iter().map(|folder| folder.join("nvcc")).find(|nvcc| nvcc.is_file())
}

/// What nvcc prints, on both streams, whatever its status.
fn answer(nvcc: &Path, words: &[&str]) -> Result<String, Error> {
    let output = Command::new(nvcc)
        .args(words)
        .stdin(Stdio::null())
        .env_remove("NVCC_PREPEND_FLAGS")
        .env_remove("NVCC_APPEND_FLAGS")
        .output()
        .map_err(|error| Error::Run(nvcc.to_owned(), error))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
}
