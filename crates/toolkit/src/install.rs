//! A toolkit installed from NVIDIA's wheels: nvcc, cudafe++, cicc, ptxas, headers and the runtime.
//!
//! The wheels of each release are named with version and checksum in `wheels/`; pip checks both.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use asunder_syntax::Release;

use crate::libraries;
use crate::toolkit::{self, OVERRIDE, Toolkit};
use crate::version::Version;

/// The wheels of a release.
struct Wheels {
    release: Release,
    /// The version that its nvcc names.
    version: Version,
    /// pip's requirements.
    requirements: &'static str,
}

/// The wheels of each release, oldest first.
const WHEELS: [Wheels; 6] = [
    wheels(Release::V13_0, 88, include_str!("../wheels/13.0.txt")),
    wheels(Release::V13_1, 115, include_str!("../wheels/13.1.txt")),
    wheels(Release::V13_2, 86, include_str!("../wheels/13.2.txt")),
    wheels(Release::V13_3, 73, include_str!("../wheels/13.3.txt")),
    wheels(Release::V13_4, 92, include_str!("../wheels/13.4.txt")),
    wheels(Release::V13_5, 37, include_str!("../wheels/13.5.txt")),
];
/// The file that says which wheels are installed.
const STAMP: &str = "installed.txt";
/// Where the wheels put the toolkit.
const TREE: &str = "nvidia/cu13";
/// How often progress is reported.
const TICK: Duration = Duration::from_secs(2);

const fn wheels(release: Release, build: u32, requirements: &'static str) -> Wheels {
    let (major, minor) = release.numbers();
    Wheels { release, version: Version { major, minor, build }, requirements }
}

/// Why no toolkit could be installed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no Python.
    #[error(
        "python3 is needed to install the toolkit, and is not there; or set {OVERRIDE} to a toolkit's folder"
    )]
    NoPython,
    /// There is no pip.
    #[error(
        "python3 has neither pip nor a working venv module; install one (Debian: python3-pip or python3-venv), or set \
         {OVERRIDE} to a toolkit's folder"
    )]
    NoPip,
    /// pip failed.
    #[error(
        "pip could not install the toolkit. It needs Linux x86-64 and either a connection to PyPI or a mirror that pip \
         is configured for. To use a toolkit that is already on this machine, set {OVERRIDE} to the folder that has \
         bin/nvcc. pip says: {0}"
    )]
    Pip(String),
    /// The wheels hold another version.
    #[error("the installed nvcc is {found}, not {expected}")]
    OtherVersion {
        /// What nvcc says.
        found: Version,
        /// What it should say.
        expected: Version,
    },
    /// There is no home directory.
    #[error("neither XDG_DATA_HOME nor HOME is set; name the folder to install into")]
    NoHome,
    /// The installed toolkit is not usable, or a file cannot be written.
    #[error(transparent)]
    Toolkit(#[from] toolkit::Error),
}

/// What an installation has done so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// It begins; about so many megabytes will be fetched.
    Started {
        /// The size of the wheels.
        megabytes: u32,
    },
    /// Wheels are fetched and unpacked.
    Working {
        /// The time since the start.
        elapsed: Duration,
        /// What is unpacked so far.
        megabytes: u64,
    },
}

/// The folder for a release's toolkit where the user names none.
///
/// # Errors
/// Without a home directory.
pub fn default_folder(release: Release) -> Result<PathBuf, Error> {
    Ok(data_folder().ok_or(Error::NoHome)?.join(release.to_string()))
}

/// The newest toolkit in its default folder.
pub(crate) fn installed() -> Option<PathBuf> {
    let home = data_folder()?;
    let mut releases = Release::ALL.into_iter().rev();
    releases.find_map(|release| at(&home.join(release.to_string()), release))
}

/// The folder of a release's toolkit below `home`, if it was installed there as a whole.
fn at(home: &Path, release: Release) -> Option<PathBuf> {
    let installed = fs::read_to_string(home.join(STAMP)).ok()?;
    (installed == WHEELS[release as usize].requirements).then(|| home.join(TREE))
}

fn data_folder() -> Option<PathBuf> {
    let named =
        |variable: &str| std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = named("XDG_DATA_HOME").or_else(|| Some(named("HOME")?.join(".local/share")))?;
    Some(data.join("asunder/toolkit"))
}

/// Installs the toolkit of a release below `home`, unless it is there. A broken attempt leaves nothing in the place of
/// the old state, and two processes install once.
///
/// # Errors
/// Without pip or a connection, and when the wheels are not what they should be.
pub fn ensure(release: Release, home: &Path, progress: &mut dyn FnMut(Progress)) -> Result<Toolkit, Error> {
    let wheels = &WHEELS[release as usize];
    debug_assert_eq!(wheels.release, release);
    let path = toolkit::Error::at;
    fs::create_dir_all(home).map_err(path(home))?;
    let lock = File::create(home.join("lock")).map_err(path(home))?;
    lock.lock().map_err(path(home))?;
    let root = home.join(TREE);
    if at(home, release).is_none() {
        progress(Progress::Started { megabytes: 150 });
        unpack(home, wheels.requirements, progress)?;
        let found = Toolkit::at(root.clone())?.version()?;
        if found != wheels.version {
            return Err(Error::OtherVersion { found, expected: wheels.version });
        }
        fs::write(home.join(STAMP), wheels.requirements).map_err(path(home))?;
    }
    libraries::complete(&root)?;
    Ok(Toolkit::at(root)?)
}

/// Installs wheels below `home`.
fn unpack(home: &Path, wheels: &str, progress: &mut dyn FnMut(Progress)) -> Result<(), Error> {
    let path = toolkit::Error::at;
    let fresh = tempfile::Builder::new().prefix("install-").tempdir_in(home).map_err(path(home))?;
    let requirements = fresh.path().join("requirements.txt");
    fs::write(&requirements, wheels).map_err(path(&requirements))?;
    let tree = fresh.path().join("tree");
    let log = fresh.path().join("log");
    let mut pip = pip(fresh.path())?;
    pip.args([
        "install",
        "--disable-pip-version-check",
        "--progress-bar=off",
        "--no-deps",
        "--only-binary=:all:",
    ])
    .args(["--require-hashes", "--target"])
    .arg(&tree)
    .arg("--requirement")
    .arg(&requirements)
    // Wheels are unpacked where their size can be seen.
    .env("TMPDIR", fresh.path())
    // The target folder is ours alone; who runs pip does not matter.
    .env("PIP_ROOT_USER_ACTION", "ignore")
    .stdin(Stdio::null())
    .stdout(File::create(&log).map_err(path(&log))?)
    .stderr(File::options().append(true).open(&log).map_err(path(&log))?);
    let child = pip.spawn().map_err(|error| Error::Pip(error.to_string()))?;
    if !wait(child, fresh.path(), progress).map_err(|error| Error::Pip(error.to_string()))? {
        let said = fs::read_to_string(&log).unwrap_or_default();
        return Err(Error::Pip(said.lines().last().unwrap_or("nothing").to_owned()));
    }
    let place = home.join("nvidia");
    if place.exists() {
        fs::remove_dir_all(&place).map_err(path(&place))?;
    }
    fs::rename(tree.join("nvidia"), &place).map_err(path(&place))?;
    Ok(())
}

/// Waits for pip, reporting what has come into `folder`; whether it succeeded.
fn wait(mut child: Child, folder: &Path, progress: &mut dyn FnMut(Progress)) -> io::Result<bool> {
    let start = Instant::now();
    let mut reported = start;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        std::thread::sleep(Duration::from_millis(100));
        if reported.elapsed() >= TICK {
            reported = Instant::now();
            progress(Progress::Working { elapsed: start.elapsed(), megabytes: size(folder) >> 20 });
        }
    }
}

/// The bytes in all files below a folder that is being filled.
fn size(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let of_entry = |entry: fs::DirEntry| match entry.metadata() {
        Ok(there) if there.is_dir() => size(&entry.path()),
        Ok(there) if there.is_file() => there.len(),
        _ => 0,
    };
    entries.flatten().map(of_entry).sum()
}

/// pip of the Python on the PATH, or of a virtual environment below `scratch` where that Python has none.
fn pip(scratch: &Path) -> Result<Command, Error> {
    let works = |command: &mut Command| command.arg("--version").output().is_ok_and(|it| it.status.success());
    if !works(&mut Command::new("python3")) {
        return Err(Error::NoPython);
    }
    if works(Command::new("python3").args(["-m", "pip"])) {
        let mut command = Command::new("python3");
        command.args(["-m", "pip"]);
        return Ok(command);
    }
    let environment = scratch.join("venv");
    let made = Command::new("python3").args(["-m", "venv"]).arg(&environment).output();
    if !made.is_ok_and(|output| output.status.success()) {
        return Err(Error::NoPip);
    }
    Ok(Command::new(environment.join("bin/pip")))
}
