//! Spellings as numbers.

use std::hash::Hasher;
use std::sync::Mutex;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

/// The spelling of a token: a number that is the same for equal spellings of one [`Interner`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

impl Symbol {
    /// The empty spelling.
    pub const EMPTY: Symbol = Symbol(0);

    /// The number.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_number(number: u32) -> Symbol {
        Symbol(number)
    }

    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// Shards of the table, each behind its lock.
const SHARDS: usize = 64;

/// The spellings of all files and units. It only grows; reading takes no lock.
pub struct Interner {
    texts: boxcar::Vec<Box<[u8]>>,
    shards: [Mutex<HashTable<u32>>; SHARDS],
    /// What names with `\u00e9` and the like are written as, by the name and its line and column; `None` where files
    /// differ.
    written: Mutex<FxHashMap<(Symbol, u32, u16), Option<Symbol>>>,
}

impl Default for Interner {
    fn default() -> Interner {
        let interner = Interner {
            texts: boxcar::Vec::new(),
            shards: std::array::from_fn(|_| Mutex::default()),
            written: Mutex::default(),
        };
        interner.texts.push(Box::default());
        interner
    }
}

impl Interner {
    /// The symbol of a spelling.
    pub fn intern(&self, text: &[u8]) -> Symbol {
        if text.is_empty() {
            return Symbol::EMPTY;
        }
        let hash = hash(text);
        // A thread that panicked left the table whole: each entry is written at once.
        let shard = &self.shards[(hash >> 57) as usize % SHARDS];
        let mut shard = shard.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(&found) = shard.find(hash, |&at| &*self.texts[at as usize] == text) {
            return Symbol(found);
        }
        let number = self.texts.push(text.into()) as u32;
        shard.insert_unique(hash, number, |&at| self::hash(&self.texts[at as usize]));
        Symbol(number)
    }

    /// The spelling of a symbol.
    pub fn text(&self, symbol: Symbol) -> &[u8] {
        &self.texts[symbol.index()]
    }

    /// Says how a name at a place is written, where that is not its spelling.
    pub(crate) fn set_written(&self, name: Symbol, line: u32, column: u16, written: Symbol) {
        let mut table = self.written.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let known = table.entry((name, line, column)).or_insert(Some(written));
        if *known != Some(written) {
            *known = None;
        }
    }

    /// How a name at a place is written; `None` where that is not known.
    pub(crate) fn written(&self, name: Symbol, line: u32, column: u16) -> Option<&[u8]> {
        let table = self.written.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        table.get(&(name, line, column)).copied().flatten().map(|written| self.text(written))
    }

    /// How many spellings there are.
    pub fn len(&self) -> usize {
        self.texts.count()
    }

    /// Whether there is no spelling but the empty one.
    pub fn is_empty(&self) -> bool {
        self.len() <= 1
    }
}

fn hash(text: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text);
    hasher.finish()
}
