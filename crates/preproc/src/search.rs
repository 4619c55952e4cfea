//! Where included files are looked for.

use std::path::{Path, PathBuf};

use crate::print::Form;
use crate::token::Realm;

/// A folder that is searched.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Folder {
    /// Its name, as it stands in line markers.
    pub name: String,
    /// What its files belong to.
    pub realm: FolderRealm,
}

/// What the files of a folder belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FolderRealm {
    /// The user.
    User,
    /// The system, knowing C++.
    System,
    /// The system, as C.
    SystemC,
}

impl From<FolderRealm> for Realm {
    fn from(realm: FolderRealm) -> Realm {
        match realm {
            FolderRealm::User => Realm::User,
            FolderRealm::System => Realm::System,
            FolderRealm::SystemC => Realm::SystemC,
        }
    }
}

/// The folders in the order of their search: those for `"name"` alone come first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SearchPath {
    /// The folders.
    pub folders: Vec<Folder>,
    /// How many of them are for `"name"` alone.
    pub quoted: usize,
}

/// The folders of a command line, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct GivenFolders {
    /// `-iquote`.
    pub quoted: Vec<String>,
    /// `-I`.
    pub user: Vec<String>,
    /// `-isystem`.
    pub system: Vec<String>,
    /// `-idirafter`.
    pub after: Vec<String>,
}

impl SearchPath {
    /// The folders of a command line and the compiler's own, as GCC puts them together: one that is not there is left
    /// out, and so is one that comes twice; a user's folder that is one of the system's as well is the system's.
    pub fn new(given: &GivenFolders, own: &[Folder], directory: &Path, form: Form) -> SearchPath {
        let system_realm = match form {
            Form::Gcc => FolderRealm::SystemC,
            Form::Clang => FolderRealm::System,
        };
        let folder = |name: &String, realm| Folder { name: name.clone(), realm };
        let identity = |folder: &Folder| -> Option<PathBuf> {
            let path = directory.join(&folder.name);
            path.is_dir().then(|| std::fs::canonicalize(path).ok()).flatten()
        };
        let system = given.system.iter().map(|name| folder(name, system_realm));
        let system = system.chain(own.iter().cloned());
        let after = given.after.iter().map(|name| folder(name, system_realm));
        let mut seen = Vec::new();
        let mut keep = |chain: &mut dyn Iterator<Item = Folder>, others: &[PathBuf]| {
            let mut kept = Vec::new();
            let mut own_seen: Vec<PathBuf> = Vec::new();
            for folder in chain {
                let Some(identity) = identity(&folder) else { continue };
                if others.contains(&identity) || own_seen.contains(&identity) {
                    continue;
                }
                own_seen.push(identity);
                kept.push(folder);
            }
            seen = own_seen;
            (kept, seen.clone())
        };
        let (system, system_seen) = keep(&mut system.chain(after), &[]);
        let (user, _) =
            keep(&mut given.user.iter().map(|name| folder(name, FolderRealm::User)), &system_seen);
        let (mut folders, _) =
            keep(&mut given.quoted.iter().map(|name| folder(name, FolderRealm::User)), &[]);
        let quoted = folders.len();
        folders.extend(user);
        folders.extend(system);
        SearchPath { folders, quoted }
    }
}

/// The name of a file in a folder.
pub(crate) fn in_folder(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        _ if folder.ends_with('/') => format!("{folder}{name}"),
        _ => format!("{folder}/{name}"),
    }
}

/// The folder of a file's name; empty for one without.
pub(crate) fn folder_of(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) => "/",
        Some(at) => &path[..at],
        None => "",
    }
}
