//! Included files: found, and read at most as often as they want.

use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHasher;

use crate::buffer::Buffer;
use crate::facts::Subject;
use crate::file::{SlotNumber, SourceFile};
use crate::layout::{Directive, Element};
use crate::print::Form;
use crate::request::Severity;
use crate::reuse::Lookup;
use crate::search::{folder_of, in_folder};
use crate::symbol::Symbol;
use crate::token::Realm;
use crate::unit::Unit;

/// A file that was found.
#[derive(Clone)]
pub(crate) struct Found {
    pub file: Arc<SourceFile>,
    /// Its name in markers.
    pub name: Symbol,
    /// The folder of the search path; `None` for that of the including file.
    pub folder: Option<usize>,
    pub realm: Realm,
    pub identity: Identity,
}

/// What GCC knows a file by (clang knows it by its path without links): the name that an include gives, its path and the folder of the search path. A file that is
/// found in another way is another one, whose guard is not known.
pub(crate) type Identity = (Symbol, Symbol, Option<usize>);

/// Where a file is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// In the folders of the search path, from the one with this number on.
    From(usize),
    /// In a folder, which belongs to this.
    In(Symbol, Realm),
}

/// The operand of an include that is written out: a name, and whether it stands in angle brackets.
pub(crate) type Operand = (Symbol, bool);

/// What files that are read once are compared by first: length and time of change in seconds.
pub(crate) type OnceKey = (u64, Option<u64>);

impl Unit<'_> {
    /// `#include`, `#include_next` and `#import`.
    pub(crate) fn include(&mut self, file: &SourceFile, element: &Element, directive: Directive) {
        let operand = element.operand.get_or_init(|| {
            let (name, is_angled) = plain_operand(&file.text[element.start as usize..element.end as usize])?;
            Some((self.shared.interner.intern(name.as_bytes()), is_angled))
        });
        let operand = operand.or_else(|| {
            self.open_directive(file, element);
            self.in_include = true;
            let operand = self.header_name();
            self.in_include = false;
            self.close_directive();
            operand.map(|(name, is_angled)| (self.shared.interner.intern(name.as_bytes()), is_angled))
        });
        let Some((name, is_angled)) = operand.filter(|(name, _)| *name != Symbol::EMPTY) else {
            self.report(Severity::Error, None, "#include expects \"FILENAME\" or <FILENAME>");
            return;
        };
        self.keep_include(name, is_angled, file, element, directive);
        let is_next = directive == Directive::IncludeNext && self.depth() > 1;
        match self.find_named(name, is_angled, is_next) {
            Some(found) => {
                if directive == Directive::Import {
                    if self.is_read_once(&found.file) {
                        return;
                    }
                    self.read_once(&found.file);
                    if self.facts.get(Subject::Entered(found.identity)) != 0 {
                        return;
                    }
                    self.enter_found(found, element.end_line);
                    return;
                }
                self.stack(found, element.end_line);
            }
            None if self.is_over => {}
            None => self.fatal(format!("{}: No such file or directory", self.file_name(name))),
        }
    }

    /// How many files are open; what the command line includes stands in one, as what the main file includes does.
    pub(crate) fn depth(&self) -> usize {
        self.buffers.len()
    }

    /// Includes a file that the command line names; nothing happens where an optional one is not there.
    pub(crate) fn include_given(&mut self, name: &str, is_optional: bool) {
        if self.is_over {
            return;
        }
        let found = match is_optional {
            true => self.find(name, true, false),
            false => self.find_given(name),
        };
        match found {
            Some(found) => self.stack(found, 0),
            None if is_optional || self.is_over => {}
            None => self.fatal(format!("{name}: No such file or directory")),
        }
    }

    /// Enters a file, unless it is not to be read again.
    fn stack(&mut self, found: Found, line: u32) {
        let guard = self.facts.get(Subject::Guard(found.identity));
        if guard != 0 && self.macros.look_up(Symbol::from_number(guard as u32)) != 0 {
            return;
        }
        if self.is_read_once(&found.file) {
            return;
        }
        self.enter_found(found, line);
    }

    fn enter_found(&mut self, found: Found, line: u32) {
        let outer = self.buffers.last().map_or(Realm::User, |buffer| buffer.realm);
        let realm = match (outer, found.realm) {
            (Realm::SystemC, _) | (_, Realm::SystemC) => Realm::SystemC,
            (Realm::System, _) | (_, Realm::System) => Realm::System,
            _ => Realm::User,
        };
        self.enter(Found { realm, ..found }, line);
    }

    /// `#pragma once` and `#import`: the file is not read again, and for GCC neither is a copy of it.
    pub(crate) fn read_once(&mut self, file: &Arc<SourceFile>) {
        if !self.is_read_once(file) {
            self.notes.once(file);
            self.add_once(file);
            let subject = Subject::Once(once_key(file));
            let mut hasher = FxHasher::default();
            (self.facts.get(subject), &file.path).hash(&mut hasher);
            self.facts.set(subject, hasher.finish());
        }
    }

    pub(crate) fn add_once(&mut self, file: &Arc<SourceFile>) {
        self.once.entry(once_key(file)).or_default().push(Arc::clone(file));
    }

    fn is_read_once(&mut self, file: &SourceFile) -> bool {
        self.facts.get(Subject::Once(once_key(file)));
        let same = self.once.get(&once_key(file));
        let is_same = |it: &SourceFile| match self.request.style.form {
            Form::Gcc => it.path == file.path || it.text == file.text,
            Form::Clang => it.path == file.path || it.real_path() == file.real_path(),
        };
        same.is_some_and(|files| files.iter().any(|it| is_same(it)))
    }

    /// The file of an include.
    pub(crate) fn find(&mut self, name: &str, is_angled: bool, is_next: bool) -> Option<Found> {
        self.find_named(self.shared.interner.intern(name.as_bytes()), is_angled, is_next)
    }

    fn find_named(&mut self, name: Symbol, is_angled: bool, is_next: bool) -> Option<Found> {
        if self.shared.interner.text(name).starts_with(b"/") {
            let name = self.file_name(name);
            return self.open_in(&name, name.clone(), Realm::User);
        }
        let quoted = self.request.search.quoted;
        let current = self.buffers.last()?;
        let folder = current.folder;
        let from = match (is_next && self.depth() > 1, is_angled) {
            (true, _) => folder.map_or(0, |folder| folder + 1),
            (false, true) => quoted,
            (false, false) => {
                let path = self.file_name(current.path);
                let (own, realm) = (folder_of(&path), current.realm);
                let named = (self.request.style.form == Form::Clang).then(|| self.folder_name(own));
                let own = named.as_deref().unwrap_or(own);
                // A folder belongs to what the file belonged to that was the first to look there.
                let key = self.shared.interner.intern(own.as_bytes());
                let known = self.facts.get_or_set(Subject::Folder(key), realm as u64 + 1);
                let realms = [Realm::User, Realm::System, Realm::SystemC, Realm::Builtin];
                let realm = realms.into_iter().find(|it| *it as u64 + 1 == known).unwrap_or(realm);
                let found = self.resolve((name, Place::In(key, realm)), |unit, slots| {
                    let name = unit.file_name(name);
                    unit.open(&name, in_folder(own, &name), None, realm, slots)
                });
                if found.is_some() {
                    return found;
                }
                0
            }
        };
        self.search(name, from)
    }

    /// What clang calls a folder: by the first name that it had in the unit.
    fn folder_name(&mut self, folder: &str) -> String {
        let folder = if folder.is_empty() { "." } else { folder };
        let interner = &self.shared.interner;
        let name = interner.intern(folder.as_bytes());
        let real = *self.real_folders.entry(name).or_insert_with(|| {
            let real = std::fs::canonicalize(self.request.directory.join(folder)).ok()?;
            Some(interner.intern(real.as_os_str().as_encoded_bytes()))
        });
        let Some(real) = real else { return folder.to_owned() };
        let first = self.facts.get_or_set(Subject::FolderName(real), u64::from(name.number()));
        self.file_name(Symbol::from_number(first as u32))
    }

    /// The folders in which clang looks have their names before all others.
    pub(crate) fn name_folders(&mut self) {
        let request = self.request;
        for folder in &request.search.folders {
            self.folder_name(&folder.name);
        }
        self.folder_name(folder_of(&request.source));
    }

    /// The file of one name.
    fn open_in(&mut self, name: &str, shown: String, realm: Realm) -> Option<Found> {
        let mut slots = Vec::new();
        let found = self.open(name, shown, None, realm, &mut slots);
        self.notes.lookup(&Lookup::new(slots, found.as_ref()));
        found
    }

    /// A file that the command line includes: it is looked for where the compiler runs first.
    fn find_given(&mut self, name: &str) -> Option<Found> {
        if Path::new(name).is_absolute() {
            return self.open_in(name, name.to_owned(), Realm::User);
        }
        match self.open_in(name, in_folder("./", name), Realm::User) {
            Some(_) if self.request.style.form == Form::Clang => {
                let text = "clang's name of a file that the command line includes";
                self.report(Severity::Error, None, text);
                None
            }
            Some(found) => Some(found),
            None => self.search(self.shared.interner.intern(name.as_bytes()), 0),
        }
    }

    fn search(&mut self, name: Symbol, from: usize) -> Option<Found> {
        self.resolve((name, Place::From(from)), |unit, slots| {
            let name = unit.file_name(name);
            for at in from..unit.request.search.folders.len() {
                let folder = &unit.request.search.folders[at];
                let realm = folder.realm.into();
                let path = in_folder(&folder.name, &name);
                let found = unit.open(&name, path, Some(at), realm, slots);
                if found.is_some() || unit.is_over {
                    return found;
                }
            }
            None
        })
    }

    /// What is found by a name at a place, which is known if it was looked for before; `look` does, and adds to the names
    /// under which it did.
    fn resolve(
        &mut self,
        key: (Symbol, Place),
        look: impl FnOnce(&mut Self, &mut Vec<SlotNumber>) -> Option<Found>,
    ) -> Option<Found> {
        // What clang finds decides about names of folders.
        let is_kept = self.request.style.form == Form::Gcc;
        let known = self.resolved_before.get(&key).or_else(|| self.resolved.get(&key));
        if let Some((found, lookup)) = known.filter(|_| is_kept) {
            self.notes.lookup(lookup);
            return found.clone();
        }
        let mut slots = Vec::new();
        let found = look(self, &mut slots);
        let lookup = Lookup::new(slots, found.as_ref());
        self.notes.lookup(&lookup);
        if !self.is_over && is_kept {
            self.resolved.insert(key, (found.clone(), lookup));
        }
        found
    }

    /// The file of a name, which is added to those under which it was looked for.
    fn open(
        &mut self,
        name: &str,
        shown: String,
        folder: Option<usize>,
        realm: Realm,
        slots: &mut Vec<SlotNumber>,
    ) -> Option<Found> {
        if self.request.style.form == Form::Clang {
            self.folder_name(folder_of(&shown));
        }
        let slot = self.files.slot(&self.request.directory.join(&shown));
        slots.push(slot);
        let file = match self.files.file(slot, self.request.dialect) {
            Ok(file) => file?,
            Err(error) => {
                self.fatal(format!("{shown}: {error}"));
                return None;
            }
        };
        let interner = &self.shared.interner;
        let identity = match self.request.style.form {
            Form::Gcc => (interner.intern(name.as_bytes()), interner.intern(shown.as_bytes()), folder),
            // clang knows a file by itself.
            Form::Clang => {
                let path = file.real_path().unwrap_or(&file.path).to_string_lossy();
                (interner.intern(path.as_bytes()), Symbol::EMPTY, None)
            }
        };
        let shown = match realm {
            Realm::User => shown,
            // clang shows the name under which a file was found.
            _ if self.request.style.form == Form::Clang => shown,
            // Names of system headers are made shorter where that is possible.
            _ => match file.real_path() {
                Some(real) if real.as_os_str().len() < shown.len() => real.to_string_lossy().into_owned(),
                _ => shown,
            },
        };
        let mut name = interner.intern(shown.as_bytes());
        if self.request.style.form == Form::Clang {
            name = self.last_name(name, identity.0);
        }
        Some(Found { file, name, folder, realm, identity })
    }

    /// The name that clang shows for a file that is found under `name`: the last one that was new for it.
    fn last_name(&mut self, name: Symbol, path: Symbol) -> Symbol {
        if self.facts.get(Subject::NamedFile(name)) != 0 {
            return Symbol::from_number(self.facts.get(Subject::LastName(path)) as u32);
        }
        self.facts.set(Subject::NamedFile(name), u64::from(path.number()));
        self.facts.set(Subject::LastName(path), u64::from(name.number()));
        self.show_as(name, path);
        name
    }

    /// Shows the files of a path that are open under another name.
    pub(crate) fn show_as(&mut self, name: Symbol, path: Symbol) {
        let is_other = |buffer: &&mut Buffer| buffer.identity.0 == path && buffer.name != name;
        for buffer in self.buffers.iter_mut().filter(is_other) {
            buffer.name = name;
            // What headers around gave has this name from here on.
            self.notes.frames.iter_mut().for_each(|frame| frame.is_placed = true);
        }
    }
}

fn once_key(file: &SourceFile) -> OnceKey {
    let modified = file.stamp.modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    (file.stamp.length, modified.map(|time| time.as_secs()))
}

/// An operand that is written out, and whether it stands in angle brackets.
fn plain_operand(text: &[u8]) -> Option<(String, bool)> {
    let text = text.trim_ascii_start();
    let (close, is_angled) = match text.first()? {
        b'<' => (b'>', true),
        b'"' => (b'"', false),
        _ => return None,
    };
    let length = memchr::memchr(close, &text[1..])?;
    let name = &text[1..1 + length];
    let is_plain = !name.contains(&b'\n') && !name.is_empty();
    is_plain.then(|| (String::from_utf8_lossy(name).into_owned(), is_angled))
}
