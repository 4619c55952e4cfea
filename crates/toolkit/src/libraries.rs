//! The folder of libraries as nvcc's profile, CMake and linkers look for it.
//!
//! NVIDIA's wheels have `lib` with `libcudart.so.13`. nvcc 13.0 and 13.1 hand `lib64` to the linker, and the
//! linker and CMake look for `libcudart.so`.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use crate::files;
use crate::toolkit::Error;

/// The folder of libraries in NVIDIA's wheels.
pub(crate) const WHEELS: &str = "lib";
/// The folder of libraries in NVIDIA's installers.
pub(crate) const INSTALLERS: &str = "lib64";

/// Whether the toolkit in `root` has the libraries of a wheel and lacks the names that linkers use.
pub(crate) fn are_bare(root: &Path) -> bool {
    root.join(WHEELS).is_dir() && !root.join(INSTALLERS).is_dir()
}

/// The names that are missing in a folder of libraries, each with the file it stands for: `libcudart.so` for
/// `libcudart.so.13`.
pub(crate) fn missing_names(folder: &Path) -> Result<BTreeMap<OsString, PathBuf>, Error> {
    let mut missing = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(Error::at(folder))? {
        let versioned = entry.map_err(Error::at(folder))?.file_name();
        if let Some(name) = development_name(&versioned).filter(|name| !folder.join(name).exists()) {
            missing.insert(name.into(), versioned.into());
        }
    }
    Ok(missing)
}

/// `libcudart.so` of `libcudart.so.13`.
fn development_name(versioned: &OsStr) -> Option<&str> {
    let name = versioned.to_str()?;
    let at = name.find(".so.")? + ".so".len();
    name[at + 1..].bytes().all(|byte| byte == b'.' || byte.is_ascii_digit()).then_some(&name[..at])
}

/// Adds the missing names to an installed toolkit: those of libraries, and the other name of their folder.
pub(crate) fn complete(root: &Path) -> Result<(), Error> {
    if !are_bare(root) {
        return Ok(());
    }
    let folder = root.join(WHEELS);
    for (name, target) in missing_names(&folder)? {
        files::replace_link(&target, &folder.join(name))?;
    }
    files::replace_link(Path::new(WHEELS), &root.join(INSTALLERS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_versioned_library_has_a_name_for_linkers() {
        let name = |file: &str| development_name(OsStr::new(file)).map(str::to_owned);
        assert_eq!(name("libcudart.so.13").as_deref(), Some("libcudart.so"));
        assert_eq!(name("libnvvm.so.4.0").as_deref(), Some("libnvvm.so"));
        assert_eq!(name("libcudart.so"), None);
        assert_eq!(name("libcudart_static.a"), None);
        assert_eq!(name("libx.so.old"), None);
    }

    #[test]
    fn an_installed_toolkit_is_completed_once() {
        let root = tempfile::tempdir().unwrap();
        let lib = root.path().join("lib");
        fs::create_dir(&lib).unwrap();
        fs::write(lib.join("libcudart.so.13"), "a library").unwrap();
        complete(root.path()).unwrap();
        assert_eq!(fs::read_to_string(root.path().join("lib64/libcudart.so")).unwrap(), "a library");
        assert!(!are_bare(root.path()));
        complete(root.path()).unwrap();
        assert_eq!(fs::read_dir(&lib).unwrap().count(), 2);
    }
}
