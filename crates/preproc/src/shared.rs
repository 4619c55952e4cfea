//! What the units and passes of a process have in common: spellings, files, macros of command lines, what includes found.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use rustc_hash::FxHashMap;

use crate::dialect::Dialect;
use crate::file::{Files, OpenTexts};
use crate::macros::{Macro, Words, parse};
use crate::request::{Host, Request};
use crate::search::SearchPath;
use crate::symbol::{Interner, Symbol};
use crate::token::Token;
use crate::unit::AllResolved;

/// What all units and passes of a process share.
#[derive(Default)]
pub struct Shared {
    /// The spellings.
    pub interner: Interner,
    /// Texts that stand in the place of files.
    pub open: Arc<OpenTexts>,
    dialects: Mutex<FxHashMap<Dialect, Arc<Files>>>,
    configurations: Mutex<FxHashMap<Configuration, u64>>,
    /// The macros of command lines and compilers, by the words that define them: equal ones are one.
    given: Mutex<FxHashMap<GivenKey, Arc<Macro>>>,
    /// What was found in a configuration, in the revision of the files that is named.
    found: Mutex<FxHashMap<u64, (u64, Arc<AllResolved>)>>,
    /// Lists that passes are done with: the next one need not grow its own.
    lists: Mutex<Vec<Vec<Token>>>,
}

/// For how many tokens the lists have room that are kept for the next pass.
const ROOM: usize = 128 * 1024;

/// The words behind `#define`, in a language.
type GivenKey = (Dialect, Box<[u8]>);
/// What a unit is read under: the folder where names begin, the folders of includes, the language, the number of the
/// compiler.
type Configuration = (PathBuf, SearchPath, Dialect, u64);

impl Shared {
    /// The files, as a dialect reads them.
    pub fn files(&self, dialect: Dialect) -> Arc<Files> {
        let new = || Arc::new(Files::with_open_texts(Arc::clone(&self.open)));
        Arc::clone(self.dialects().entry(dialect).or_insert_with(new))
    }

    /// Says that files may have changed.
    pub fn start_revision(&self) {
        self.dialects().values().for_each(|files| files.start_revision());
    }

    /// The spellings of symbols.
    pub fn names(&self, symbols: &[Symbol]) -> Vec<String> {
        let text = |name: &Symbol| String::from_utf8_lossy(self.interner.text(*name)).into_owned();
        symbols.iter().map(text).collect()
    }

    pub(crate) fn configuration(&self, host: &dyn Host, request: &Request) -> u64 {
        let Request { directory, search, dialect, .. } = request;
        let mut known = lock(&self.configurations);
        let next = known.len() as u64;
        *known.entry((directory.clone(), search.clone(), *dialect, host.number())).or_insert(next)
    }

    /// The macro that the words behind `#define` define.
    pub(crate) fn given(&self, dialect: Dialect, text: &[u8], words: &Words) -> Result<Arc<Macro>, String> {
        let key = (dialect, text.into());
        if let Some(known) = lock(&self.given).get(&key) {
            return Ok(Arc::clone(known));
        }
        let start = crate::lexer::Start::default();
        let tokens = crate::lexer::lex(text, start, dialect, &self.interner);
        let definition = Arc::new(parse(&tokens, words, &self.interner).map_err(|(text, _)| text)?);
        Ok(Arc::clone(lock(&self.given).entry(key).or_insert(definition)))
    }

    /// What is known to be found in a configuration, in this revision.
    pub(crate) fn found(&self, configuration: u64, revision: u64) -> Arc<AllResolved> {
        let known = lock(&self.found).get(&configuration).filter(|(of, _)| *of == revision).cloned();
        known.map(|(_, all)| all).unwrap_or_default()
    }

    /// Adds what was found besides what is known.
    pub(crate) fn add_found(&self, configuration: u64, revision: u64, new: AllResolved) {
        let mut found = lock(&self.found);
        let (of, known) = found.entry(configuration).or_default();
        if *of != revision {
            (*of, *known) = (revision, Arc::default());
        }
        Arc::make_mut(known).extend(new);
    }

    /// Empty lists of earlier passes.
    pub(crate) fn take_lists(&self) -> Vec<Vec<Token>> {
        std::mem::take(&mut lock(&self.lists))
    }

    /// Gives empty lists to later passes.
    pub(crate) fn give_lists(&self, given: Vec<Vec<Token>>) {
        let mut lists = lock(&self.lists);
        let mut room = ROOM.saturating_sub(lists.iter().map(Vec::capacity).sum());
        for list in given.into_iter().filter(|list| list.capacity() > 0) {
            if list.capacity() <= room {
                room -= list.capacity();
                lists.push(list);
            }
        }
    }

    fn dialects(&self) -> MutexGuard<'_, FxHashMap<Dialect, Arc<Files>>> {
        lock(&self.dialects)
    }
}

/// A table of all units. A thread that panicked left it whole: each entry is written at once.
fn lock<T>(table: &Mutex<T>) -> MutexGuard<'_, T> {
    table.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The macros of a text of `#define` lines, as compilers print what they predefine.
pub fn definitions(shared: &Shared, dialect: Dialect, text: &[u8]) -> Vec<Arc<Macro>> {
    let words = Words::new(&shared.interner);
    let lines = text.split(|&byte| byte == b'\n').filter_map(|line| line.strip_prefix(b"#define "));
    lines.filter_map(|line| shared.given(dialect, line, &words).ok()).collect()
}
