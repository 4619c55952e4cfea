//! What the units of a project declare and launch that are not open.
//!
//! The index is made of saved files, unit after unit, while nobody waits for anything else: an edit ends the unit that is
//! read. Each unit is read in a workspace that is given up behind it, so that the index keeps nothing but what it answers.
//! What it knows of a file holds for the state in which the file was read: nothing is answered for another one.

mod reader;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::SystemTime;

use lsp_types::{Location, Range, SymbolKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::documents::Documents;
use crate::project::Compilation;
use crate::uri;
pub(crate) use reader::{Bell, Indexer};

/// A declaration outside function bodies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Declared {
    /// Its name.
    pub name: String,
    /// The qualified name of what it is declared in.
    pub container: Option<String>,
    pub kind: SymbolKind,
    /// The range of its name.
    pub range: Range,
}

/// A kernel, as all units know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kernel {
    /// Its qualified name.
    pub name: String,
    /// Its declared type.
    pub ty: Option<String>,
    /// Its linker name, if other units may have the same.
    pub linker_name: Option<String>,
    /// The files that declare it.
    pub declared_in: Vec<PathBuf>,
}

impl Kernel {
    /// Whether both are one kernel: linked to each other, or declared alike in the same file.
    pub(crate) fn is(&self, other: &Kernel) -> bool {
        let is_alike = self.name == other.name;
        is_alike
            && match (&self.linker_name, &other.linker_name) {
                (Some(own), Some(other)) => own == other,
                (None, None) => {
                    self.ty == other.ty
                        && self.declared_in.iter().any(|file| other.declared_in.contains(file))
                }
                _ => false,
            }
    }
}

/// What a unit says of its files.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// The project's files in it.
    files: Vec<PathBuf>,
    symbols: Vec<(PathBuf, Declared)>,
    launches: Vec<(PathBuf, Range, Arc<Kernel>)>,
    /// It was not understood as a whole.
    is_broken: bool,
}

/// The state of a saved file: when it was changed, and its length.
type Stamp = Option<(SystemTime, u64)>;

/// States of files, each asked for once.
#[derive(Default)]
struct Stamps(FxHashMap<PathBuf, Stamp>);

impl Stamps {
    fn of(&mut self, file: &Path) -> Stamp {
        if let Some(known) = self.0.get(file) {
            return *known;
        }
        let metadata = file.metadata().ok();
        let stamp = metadata.and_then(|metadata| Some((metadata.modified().ok()?, metadata.len())));
        self.0.insert(file.to_owned(), stamp);
        stamp
    }
}

/// A place in a file: line and character.
type Place = (u32, u32);

fn place(range: &Range) -> Place {
    (range.start.line, range.start.character)
}

/// What is known of a file.
#[derive(Default)]
struct File {
    stamp: Stamp,
    symbols: BTreeMap<Place, Declared>,
    /// In a header, a name may mean a kernel of each unit.
    launches: BTreeMap<Place, Vec<(Range, Arc<Kernel>)>>,
}

/// A unit that was read.
struct Unit {
    compilation: Compilation,
    files: Vec<(Arc<Path>, Stamp)>,
    is_broken: bool,
}

#[derive(Default)]
struct State {
    files: FxHashMap<Arc<Path>, File>,
    units: FxHashMap<PathBuf, Unit>,
}

/// What is known of the project.
#[derive(Default)]
pub(crate) struct Index {
    state: RwLock<State>,
}

impl Index {
    /// Forgets the units that are not among these sources, and the files that no unit has any more.
    fn keep(&self, sources: &FxHashSet<&Path>) {
        let mut state = self.write();
        let state = &mut *state;
        state.units.retain(|source, _| sources.contains(source.as_path()));
        let used: FxHashSet<&Arc<Path>> =
            state.units.values().flat_map(|unit| unit.files.iter().map(|(file, _)| file)).collect();
        state.files.retain(|file, _| used.contains(file));
    }

    /// Whether a unit is known as its saved files are now.
    fn is_fresh(&self, source: &Path, compilation: &Compilation, stamps: &mut Stamps) -> bool {
        let state = self.read();
        state.units.get(source).is_some_and(|unit| {
            !unit.is_broken
                && unit.compilation == *compilation
                && unit.files.iter().all(|(file, stamp)| stamps.of(file) == *stamp)
        })
    }

    /// Takes what a unit says, which was read from `begun` on.
    fn insert(&self, source: PathBuf, compilation: Compilation, summary: Summary, begun: SystemTime) {
        let mut stamps = Stamps::default();
        let mut state = self.write();
        let state = &mut *state;
        let mut files = Vec::new();
        for path in summary.files {
            // What was changed meanwhile is in no known state.
            let stamp = stamps.of(&path).filter(|(changed, _)| *changed < begun);
            let path: Arc<Path> = match state.files.get_key_value(path.as_path()) {
                Some((known, _)) => known.clone(),
                None => path.into(),
            };
            let file = state.files.entry(path.clone()).or_default();
            if file.stamp != stamp {
                *file = File { stamp, ..File::default() };
            }
            files.push((path, stamp));
        }
        for (path, symbol) in summary.symbols {
            if let Some(file) = state.files.get_mut(path.as_path()) {
                file.symbols.entry(place(&symbol.range)).or_insert(symbol);
            }
        }
        for (path, range, kernel) in summary.launches {
            let Some(file) = state.files.get_mut(path.as_path()) else { continue };
            let known = file.launches.entry(place(&range)).or_default();
            if known.iter().all(|(_, other)| *other != kernel) {
                known.push((range, kernel));
            }
        }
        let is_broken = summary.is_broken;
        state.units.insert(source, Unit { compilation, files, is_broken });
    }

    /// The declarations that are wanted, with their files.
    pub(crate) fn symbols(
        &self,
        documents: &Documents,
        is_wanted: impl Fn(&Declared) -> bool,
    ) -> Vec<(PathBuf, Declared)> {
        let state = self.read();
        let mut found = Vec::new();
        for (path, file) in &state.files {
            let wanted: Vec<&Declared> = file.symbols.values().filter(|it| is_wanted(it)).collect();
            if !wanted.is_empty() && is_as_read(path, file, documents) {
                found.extend(wanted.into_iter().map(|it| (path.to_path_buf(), it.clone())));
            }
        }
        found.sort_by(|(a, one), (b, other)| (a, place(&one.range)).cmp(&(b, place(&other.range))));
        found
    }

    /// The launches of each of these kernels.
    pub(crate) fn launches(&self, documents: &Documents, kernels: &[&Kernel]) -> Vec<Vec<Location>> {
        let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (number, kernel) in kernels.iter().enumerate() {
            by_name.entry(&kernel.name).or_default().push(number);
        }
        let mut found: Vec<Vec<Location>> = vec![Vec::new(); kernels.len()];
        let state = self.read();
        for (path, file) in &state.files {
            let launches = file.launches.values().flatten().flat_map(|(range, kernel)| {
                let alike = by_name.get(kernel.name.as_str()).into_iter().flatten();
                alike.filter(|number| kernels[**number].is(kernel)).map(move |number| (*number, *range))
            });
            let launches: Vec<(usize, Range)> = launches.collect();
            if launches.is_empty() || !is_as_read(path, file, documents) {
                continue;
            }
            let Some(uri) = uri::of_path(path) else { continue };
            for (number, range) in launches {
                found[number].push(Location { uri: uri.clone(), range });
            }
        }
        found
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a file is still in the state in which it was read, also for the client.
fn is_as_read(path: &Path, file: &File, documents: &Documents) -> bool {
    let is_saved = file.stamp.is_some() && Stamps::default().of(path) == file.stamp;
    let document = documents.get(&path.to_owned());
    is_saved
        && document.is_none_or(|document| {
            std::fs::read(path).is_ok_and(|saved| saved == document.text.as_str().as_bytes())
        })
}
