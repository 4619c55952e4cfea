//! An overlay: a CUDA toolkit made of links, whose `bin/cudafe++` and `nvvm/bin/cicc` are asunder, and the host compiler
//! too, as far as it preprocesses.
//!
//! nvcc starts the programs in the folder of the name it is called by, and reads its profile there; links are not
//! followed. So the overlay's `bin` has NVIDIA's nvcc by a link of another name, and `bin/nvcc` is a script that
//! starts it under the overlay's own name. The script is what makes the overlay another compiler to everything that
//! looks at compilers: its text and what it prints for `--version` name asunder by version and hash, and both change
//! when asunder or the toolkit changes, and only then. Compiler caches go by that, and build systems can depend on it.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::files;
use crate::libraries;
use crate::toolkit::{self, Toolkit};
use crate::version::{Support, Version};

/// The file of an overlay that names the toolkit's version. asunder reads it to know which release it stands in.
pub const RELEASE_NOTE: &str = "asunder-release";
/// NVIDIA's nvcc in an overlay's `bin`.
const ORIGINAL: &str = "nvcc-nvidia";
/// NVIDIA's cicc in an overlay's `nvvm/bin`, beside ours, which runs it.
const ORIGINAL_CICC: &str = "cicc-nvidia";
/// The names of the host compiler that nvcc starts where none is named.
pub const HOST_COMPILERS: [&str; 2] = ["gcc", "g++"];
/// The folder of an overlay with asunder by these names, which is the first on nvcc's PATH.
const HOST_COMPILER_FOLDER: &str = "host-compiler";
/// The variable that says for whom units are sliced.
pub const SLICES: &str = "ASUNDER_SLICE";
/// The interpreter of the script: `exec -a` is bash's.
const BASH: &str = "/bin/bash";
/// How many digits of a hash distinguish programs.
const HASH_DIGITS: usize = 16;

/// Why an overlay cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder is something else.
    #[error("{} is there and is not an overlay of asunder's; name a new folder", .0.display())]
    Occupied(PathBuf),
    /// The folder is in the toolkit.
    #[error("{} is in the toolkit itself, which is not changed; name a folder elsewhere", .0.display())]
    InToolkit(PathBuf),
    /// The toolkit is too old.
    #[error(
        "{} is CUDA {version}; asunder takes the place of cudafe++ of CUDA {} to {}. Another toolkit is named by \
         --toolkit, and `asunder toolkit` installs one", .root.display(),
        asunder_syntax::Release::default(), asunder_syntax::Release::NEWEST
    )]
    Unknown {
        /// The toolkit's folder.
        root: PathBuf,
        /// Its version.
        version: Version,
    },
    /// There is no bash.
    #[error("{BASH} is needed for the overlay's nvcc, and is not there")]
    NoBash,
    /// The toolkit is not usable, or a file cannot be written.
    #[error(transparent)]
    Toolkit(#[from] toolkit::Error),
}

/// An overlay that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlay {
    /// Its nvcc.
    pub nvcc: PathBuf,
    /// The version of the toolkit that it stands on.
    pub version: Version,
}

/// Makes the folder `dir` an overlay of `toolkit` with a copy of `program` as cudafe++. An older overlay there is
/// brought up to date; what did not change keeps its time. Its nvcc slices as `slices` says, in the words of
/// [`SLICES`], where the environment does not say it.
///
/// # Errors
/// When the folder is something else, the toolkit is none that asunder knows, or a file cannot be read or written.
pub fn make(toolkit: &Toolkit, program: &Path, dir: &Path, slices: Option<&str>) -> Result<Overlay, Error> {
    let at = toolkit::Error::at;
    let dir = std::path::absolute(dir).map_err(at(dir))?;
    let version = toolkit.version()?;
    if version.support() == Support::Older {
        return Err(Error::Unknown { root: toolkit.root().to_owned(), version });
    }
    if !Path::new(BASH).is_file() {
        return Err(Error::NoBash);
    }
    prepare(toolkit, &dir)?;
    // First of all: a folder with it is an overlay, however far it got.
    files::replace_file(&dir.join(RELEASE_NOTE), format!("{version}\n").as_bytes())?;

    let own_libraries = libraries::are_bare(toolkit.root());
    let is_own = |name: &OsStr| {
        name == "bin"
            || name == "nvvm"
            || name == HOST_COMPILER_FOLDER
            || own_libraries && (name == libraries::WHEELS || name == libraries::INSTALLERS)
    };
    let mut names = link_entries(toolkit.root(), &dir, is_own)?;
    if own_libraries {
        link_libraries(&toolkit.root().join(libraries::WHEELS), &dir)?;
        names.push(libraries::INSTALLERS.into());
    }
    files::remove_other_links(&dir, |name| names.iter().any(|it| it == name))?;
    link_device_compiler(&toolkit.root().join("nvvm"), &dir.join("nvvm"))?;
    link_host_compilers(&dir.join(HOST_COMPILER_FOLDER))?;

    let bin = dir.join("bin");
    let is_ours = |name: &OsStr| name == "nvcc" || name == "cudafe++";
    let mut names = link_entries(&toolkit.root().join("bin"), &bin, is_ours)?;
    files::replace_link(&toolkit.nvcc(), &bin.join(ORIGINAL))?;
    names.push(ORIGINAL.into());
    let program = fs::read(program).map_err(at(program))?;
    files::replace_program(&bin.join("cudafe++"), &program)?;
    let nvcc = fs::read(toolkit.nvcc()).map_err(at(&toolkit.nvcc()))?;
    let text = script(version, &hash(&nvcc), &hash(&program), slices);
    files::replace_program(&bin.join("nvcc"), text.as_bytes())?;
    files::remove_other_links(&bin, |name| names.iter().any(|it| it == name))?;
    Ok(Overlay { nvcc: bin.join("nvcc"), version })
}

/// The folder of the toolkit that an overlay stands on; nothing if `root` is not an overlay.
pub fn origin(root: &Path) -> Option<PathBuf> {
    if !root.join(RELEASE_NOTE).is_file() {
        return None;
    }
    let original = fs::read_link(root.join("bin").join(ORIGINAL)).ok()?;
    Some(original.parent()?.parent()?.to_owned())
}

/// asunder as the host compiler `name` in the overlay in the folder `root`; nothing for other names.
pub fn host_compiler(root: &Path, name: &str) -> Option<PathBuf> {
    HOST_COMPILERS.contains(&name).then(|| root.join(HOST_COMPILER_FOLDER).join(name))
}

/// A PATH without the host compilers of overlays.
pub fn outside(path: &OsStr) -> OsString {
    let is_overlay = |folder: &Path| {
        let root = folder.parent().filter(|_| folder.file_name() == Some(HOST_COMPILER_FOLDER.as_ref()));
        root.is_some_and(|root| root.join(RELEASE_NOTE).is_file())
    };
    let folders: Vec<PathBuf> = std::env::split_paths(path).filter(|folder| !is_overlay(folder)).collect();
    // A folder of a PATH has no colon in it.
    std::env::join_paths(folders).unwrap_or_else(|_| path.to_owned())
}

/// Makes the folders, unless what is there is none of ours.
fn prepare(toolkit: &Toolkit, dir: &Path) -> Result<(), Error> {
    let at = toolkit::Error::at;
    let is_empty = |dir: &Path| fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_none());
    if dir.symlink_metadata().is_ok() && !is_empty(dir) && !dir.join(RELEASE_NOTE).is_file() {
        return Err(Error::Occupied(dir.to_owned()));
    }
    let bin = dir.join("bin");
    let root = toolkit.root().canonicalize().map_err(at(toolkit.root()))?;
    let existing = dir.ancestors().find_map(|folder| folder.canonicalize().ok());
    if existing.is_some_and(|folder| folder.starts_with(&root)) {
        return Err(Error::InToolkit(dir.to_owned()));
    }
    fs::create_dir_all(&bin).map_err(at(&bin))?;
    Ok(())
}

/// Links what is in `from`, except where the overlay has something of its own; gives the names.
fn link_entries(from: &Path, to: &Path, is_own: impl Fn(&OsStr) -> bool) -> Result<Vec<OsString>, Error> {
    let mut names = Vec::new();
    for entry in fs::read_dir(from).map_err(toolkit::Error::at(from))? {
        let entry = entry.map_err(toolkit::Error::at(from))?;
        if !is_own(&entry.file_name()) {
            files::replace_link(&entry.path(), &to.join(entry.file_name()))?;
            names.push(entry.file_name());
        }
    }
    Ok(names)
}

/// Makes the overlay's own folder of libraries: links to the toolkit's, and the names that linkers use.
fn link_libraries(from: &Path, dir: &Path) -> Result<(), Error> {
    let folder = dir.join(libraries::WHEELS);
    if folder.is_symlink() {
        fs::remove_file(&folder).map_err(toolkit::Error::at(&folder))?;
    }
    fs::create_dir_all(&folder).map_err(toolkit::Error::at(&folder))?;
    let mut names = link_entries(from, &folder, |_| false)?;
    for (name, target) in libraries::missing_names(from)? {
        files::replace_link(&target, &folder.join(&name))?;
        names.push(name);
    }
    files::remove_other_links(&folder, |name| names.iter().any(|it| it == name))?;
    files::replace_link(Path::new(libraries::WHEELS), &dir.join(libraries::INSTALLERS))?;
    Ok(())
}

/// Makes the overlay's own `nvvm`: links to the toolkit's, where `bin/cicc` is asunder.
fn link_device_compiler(from: &Path, to: &Path) -> Result<(), Error> {
    if to.is_symlink() {
        fs::remove_file(to).map_err(toolkit::Error::at(to))?;
    }
    for (folder, own) in [("", "bin"), ("bin", "cicc")] {
        let (from, to) = (from.join(folder), to.join(folder));
        fs::create_dir_all(&to).map_err(toolkit::Error::at(&to))?;
        let mut names = link_entries(&from, &to, |name| name == own)?;
        if own == "cicc" {
            files::replace_link(&from.join(own), &to.join(ORIGINAL_CICC))?;
            files::replace_link(Path::new("../../bin/cudafe++"), &to.join(own))?;
            names.extend([ORIGINAL_CICC.into(), own.into()]);
        }
        files::remove_other_links(&to, |name| names.iter().any(|it| it == name))?;
    }
    Ok(())
}

/// Makes the overlay's folder of host compilers.
fn link_host_compilers(dir: &Path) -> Result<(), Error> {
    fs::create_dir_all(dir).map_err(toolkit::Error::at(dir))?;
    for name in HOST_COMPILERS {
        files::replace_link(Path::new("../bin/cudafe++"), &dir.join(name))?;
    }
    Ok(files::remove_other_links(dir, |name| HOST_COMPILERS.iter().any(|it| name == *it))?)
}

/// The first digits of the SHA-256 of a program.
fn hash(program: &[u8]) -> String {
    let mut digits: String = Sha256::digest(program).iter().map(|byte| format!("{byte:02x}")).collect();
    digits.truncate(HASH_DIGITS);
    digits
}

/// The overlay's nvcc.
fn script(version: Version, nvcc: &str, asunder: &str, slices: Option<&str>) -> String {
    let own = env!("CARGO_PKG_VERSION");
    let slices =
        slices.map_or_else(String::new, |words| format!("export {SLICES}=\"${{{SLICES}-{words}}}\"\n"));
    // The name it is called by may be a link from elsewhere; NVIDIA's nvcc would not follow that.
    format!(
        r#"#!{BASH} -p
# NVIDIA's nvcc {version} ({nvcc}) with asunder {own} ({asunder}) in the place of cudafe++
# and, where it understands the command line, of the preprocessor.
# Made by `asunder overlay`; it changes when asunder or the toolkit changes.
{slices}self=$0
while [[ ! -e ${{self%/*}}/{ORIGINAL} && -L $self ]]; do
    link=$(readlink -- "$self")
    if [[ $link == /* ]]; then self=$link; else self=${{self%/*}}/$link; fi
done
root=${{self%/*}}/..
if [[ $root != /* ]]; then root=$PWD/$root; fi
export PATH=$root/{HOST_COMPILER_FOLDER}:$PATH
case ${{1-}} in
--version | -V)
    (exec -a "$self" "${{self%/*}}/{ORIGINAL}" "$@") || exit
    echo "Host front end: asunder {own} ({asunder})"
    ;;
*) exec -a "$self" "${{self%/*}}/{ORIGINAL}" "$@" ;;
esac
"#
    )
}
