//! What is sliced, as the environment says.

use std::path::{Path, PathBuf};

use asunder_slice::{Instantiations, Side, Slicing};

/// Says for whom units are sliced: words of [`WORDS`] with commas between them, or `off`.
const SIDES: &str = asunder_toolkit::overlay::SLICES;
/// Folders with colons between them whose headers count as those of the system.
const SYSTEM: &str = "ASUNDER_SLICE_SYSTEM";
/// Units are sliced for these without [`SIDES`].
const DEFAULT: &str = "device";

/// The words for the sides. Of two for the host the first counts.
const WORDS: [(&str, Side); 3] = [
    ("device", Side::Device),
    ("host", Side::Host(Instantiations::InOrder)),
    ("optimized-host", Side::Host(Instantiations::InAnyOrder)),
];

/// How units are sliced for the device compiler; `None` where they are not.
pub fn device() -> Option<Slicing> {
    wanted(|side| side == Side::Device)
}

/// How units are sliced for the host compiler; `None` where they are not.
pub fn host() -> Option<Slicing> {
    wanted(|side| matches!(side, Side::Host(_)))
}

fn wanted(is_meant: impl Fn(Side) -> bool) -> Option<Slicing> {
    let words = std::env::var(SIDES).unwrap_or_else(|_| DEFAULT.to_owned());
    let side = sides(&words).into_iter().find(|side| is_meant(*side))?;
    let folders = std::env::var_os(SYSTEM).unwrap_or_default();
    let directory = std::env::current_dir().unwrap_or_default();
    let system = std::env::split_paths(&folders).flat_map(|folder| names(folder, &directory)).collect();
    Some(Slicing { side, system })
}

fn sides(words: &str) -> Vec<Side> {
    let is_said = |name: &str| words.split(',').any(|word| word.trim() == name);
    WORDS.iter().filter(|(name, _)| is_said(name)).map(|(_, side)| *side).collect()
}

/// The names that a folder may have in line markers: as it is given, from the current directory, and in full.
fn names(folder: PathBuf, directory: &Path) -> Vec<PathBuf> {
    if folder.as_os_str().is_empty() {
        return Vec::new();
    }
    let other = match folder.strip_prefix(directory) {
        Ok(inside) => inside.to_owned(),
        Err(_) => directory.join(&folder),
    };
    vec![folder, other]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_words_of_a_list() {
        let host = Side::Host(Instantiations::InOrder);
        assert_eq!(sides("host"), [host]);
        assert_eq!(sides("host, device"), [Side::Device, host]);
        assert_eq!(sides("optimized-host"), [Side::Host(Instantiations::InAnyOrder)]);
        assert_eq!(sides(DEFAULT), [Side::Device]);
        assert_eq!(sides("off"), []);
        assert_eq!(sides(""), []);
    }

    #[test]
    fn folders_are_known_by_all_their_names() {
        let names = |folder: &str| names(folder.into(), Path::new("/src"));
        assert_eq!(names("/src/torch"), ["/src/torch", "torch"].map(PathBuf::from));
        assert_eq!(names("torch"), ["torch", "/src/torch"].map(PathBuf::from));
        assert_eq!(names(""), [] as [PathBuf; 0]);
    }
}
