//! The names of the host files of many units.

use std::collections::HashMap;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::units::{UnitSource, absolute};

/// What a host file's name ends in.
const EXTENSION: &str = ".int.c";
/// The name for standard input.
const STANDARD_INPUT: &str = "stdin";
/// Characters of the digest of a command.
const DIGEST: usize = 8;

/// The names of the units' host files, relative to the folder of them all, each another.
///
/// A host file stands where its source stands below the folder that all sources have in common, under the source's name
/// with `.int.c` in place of the extension. Where that is not enough the extension stays (`a.cu` and `a.cpp`), and where
/// a source is compiled by several commands, a digest of the command is added.
pub fn host_files(units: &[UnitSource]) -> Vec<PathBuf> {
    let places: Vec<Place<'_>> = units.iter().map(Place::of).collect();
    let root = common_folder(&places);
    let mut ways = vec![Way::Stem; places.len()];
    loop {
        let name = |(place, way): (&Place<'_>, &Way)| place.name(&root, *way);
        let names: Vec<PathBuf> = places.iter().zip(&ways).map(name).collect();
        let mut seen: HashMap<&Path, usize> = HashMap::new();
        names.iter().for_each(|name| *seen.entry(name).or_default() += 1);
        let mut is_settled = true;
        for (number, (way, name)) in ways.iter_mut().zip(&names).enumerate() {
            if seen[&**name] > 1 {
                *way = way.next(number);
                is_settled = false;
            }
        }
        if is_settled {
            return names;
        }
    }
}

/// Where a unit's file is, and what distinguishes it from others of the file.
struct Place<'a> {
    folder: PathBuf,
    file: OsString,
    unit: &'a UnitSource,
}

/// How a host file is named.
#[derive(Clone, Copy)]
enum Way {
    /// The extension is replaced.
    Stem,
    /// The extension stays.
    Name,
    /// With a digest of the command.
    Command,
    /// With the unit's number as well: nothing else distinguishes two units.
    Number(usize),
}

impl Way {
    fn next(self, number: usize) -> Way {
        match self {
            Way::Stem => Way::Name,
            Way::Name => Way::Command,
            Way::Command | Way::Number(_) => Way::Number(number),
        }
    }
}

impl Place<'_> {
    fn of(unit: &UnitSource) -> Place<'_> {
        let file = absolute(&unit.file);
        let folder = file.parent().unwrap_or(Path::new("/")).to_owned();
        let file = match unit.is_standard_input() {
            true => STANDARD_INPUT.into(),
            false => file.file_name().unwrap_or_default().to_owned(),
        };
        Place { folder, file, unit }
    }

    fn name(&self, root: &Path, way: Way) -> PathBuf {
        let mut name = match way {
            Way::Stem => Path::new(&self.file).file_stem().unwrap_or_default().to_owned(),
            _ => self.file.clone(),
        };
        if let Way::Command | Way::Number(_) = way {
            name.push(format!(".{}", self.digest()));
        }
        if let Way::Number(number) = way {
            name.push(format!(".{number}"));
        }
        name.push(EXTENSION);
        self.folder.strip_prefix(root).unwrap_or(Path::new("")).join(name)
    }

    /// A digest of the words of the unit's command.
    fn digest(&self) -> String {
        let mut digest = Sha256::new();
        for word in self.unit.command().into_iter().flat_map(|command| &command.words) {
            digest.update(word.as_bytes());
            digest.update([0]);
        }
        let mut digits: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        digits.truncate(DIGEST);
        digits
    }
}

/// The folder that all files have in common.
fn common_folder(places: &[Place<'_>]) -> PathBuf {
    let mut folders = places.iter().map(|place| &place.folder);
    let mut common = folders.next().cloned().unwrap_or_default();
    for folder in folders {
        while !folder.starts_with(&common) && common.pop() {}
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(source: &str, words: &[&str]) -> UnitSource {
        UnitSource::listed(asunder_nvcc::Command {
            nvcc: "nvcc".into(),
            words: words.iter().map(OsString::from).collect(),
            directory: "/no/such/project".into(),
            environment: Vec::new(),
            source: source.into(),
        })
    }

    fn names(units: &[UnitSource]) -> Vec<String> {
        host_files(units).into_iter().map(|name| name.display().to_string()).collect()
    }

    #[test]
    fn host_files_stand_as_their_sources() {
        assert_eq!(names(&[listed("src/a.cu", &[])]), ["a.int.c"]);
        let units = [listed("src/a.cu", &[]), listed("src/b/a.cu", &[]), listed("src/b/c.x.cu", &[])];
        assert_eq!(names(&units), ["a.int.c", "b/a.int.c", "b/c.x.int.c"]);
        assert_eq!(names(&[]), Vec::<String>::new());
    }

    #[test]
    fn no_two_have_one_name() {
        let units = [
            listed("a.cu", &["-c", "-DONE"]),
            listed("a.cpp", &["-x", "cu"]),
            listed("a.cu", &["-c", "-DTWO"]),
            listed("a.cu.cu", &[]),
        ];
        let names = names(&units);
        assert_eq!(names[1], "a.cpp.int.c");
        assert_eq!(names[3], "a.cu.cu.int.c");
        assert!(names[0].starts_with("a.cu.") && names[2].starts_with("a.cu.") && names[0] != names[2]);
        let same = [listed("a.cu", &["-c"]), listed("a.cu", &["-c"])];
        let [one, two] = [&self::names(&same)[0], &self::names(&same)[1]].map(String::clone);
        assert_ne!(one, two);
        // A name does not depend on what else is built.
        assert_eq!(names[0], self::names(&[units[2].clone(), units[0].clone()])[1]);
    }
}
