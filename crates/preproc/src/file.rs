//! Files, read once for all units and passes.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use rustc_hash::FxHashMap;

use crate::clean::block_comment;
use crate::dialect::{Comments, Dialect};
use crate::folder::{Folder, FolderStamp, Folders, is_absent};
use crate::layout::{Directive, Element, ElementKind, Layout};
use crate::lexer::{Start, lex};
use crate::macros::{Macro, Words, parse};
use crate::reuse::Readings;
use crate::symbol::Interner;
use crate::token::{Kind, Lexed};

/// What says that a file is what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// When it was changed.
    pub modified: Option<SystemTime>,
    /// Its bytes.
    pub length: u64,
    /// Device and inode, where the system has them.
    pub identity: (u64, u64),
}

impl Stamp {
    fn of(metadata: &fs::Metadata) -> Stamp {
        #[cfg(unix)]
        let identity = {
            use std::os::unix::fs::MetadataExt;
            (metadata.dev(), metadata.ino())
        };
        #[cfg(not(unix))]
        let identity = (0, 0);
        Stamp { modified: metadata.modified().ok(), length: metadata.len(), identity }
    }
}

/// A file.
#[derive(Debug)]
pub struct SourceFile {
    /// The name that it was opened by.
    pub path: PathBuf,
    /// Its text: without a byte order mark, lines end in `\n` alone.
    pub text: Vec<u8>,
    /// Its stretches.
    pub layout: Layout,
    /// What it was when it was read.
    pub stamp: Stamp,
    pub(crate) readings: Readings,
    /// Its name without links, when it is wanted.
    real: OnceLock<Option<PathBuf>>,
    dialect: Dialect,
}

/// Why a file is not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is a folder, a device or a pipe.
    #[error("is not a regular file")]
    NotRegular,
    /// It has more than two gigabytes.
    #[error("is too large")]
    TooLarge,
    /// It changed each time while it was read.
    #[error("changes while it is read")]
    Changing,
    /// The system.
    #[error("{0}")]
    System(io::Error),
}

/// Bytes of the largest file.
const LARGEST: u64 = 1 << 31;
/// Systems note times of changes no finer than this.
const TICK: Duration = Duration::from_millis(20);
/// How often a file that changes is read.
const ATTEMPTS: usize = 5;

impl SourceFile {
    /// A file of this text.
    pub fn new(path: PathBuf, text: Vec<u8>, stamp: Stamp, dialect: Dialect) -> SourceFile {
        let text = normalized(text);
        let (text, unclear) = match dialect.replaces_trigraphs() {
            true => with_backslashes(text, dialect),
            false => (text, None),
        };
        let mut layout = Layout::new(&text, dialect);
        layout.unclear = layout.unclear.or(unclear);
        SourceFile {
            path,
            text,
            layout,
            stamp,
            readings: Readings::default(),
            real: OnceLock::new(),
            dialect,
        }
    }

    /// A text that does not come from a file.
    pub fn of_text(path: &Path, text: Vec<u8>, dialect: Dialect) -> SourceFile {
        let stamp = Stamp { modified: None, length: text.len() as u64, identity: (0, 0) };
        SourceFile::new(path.to_owned(), text, stamp, dialect)
    }

    /// Its name without links.
    pub(crate) fn real_path(&self) -> Option<&Path> {
        self.real.get_or_init(|| fs::canonicalize(&self.path).ok()).as_deref()
    }

    /// Whether a pragma in front of a line says that it is a system header.
    pub(crate) fn is_system_at(&self, line: u32) -> bool {
        let is_pragma =
            |it: &&Element| it.kind == ElementKind::Directive(Directive::Pragma) && it.line < line;
        self.layout.elements.iter().filter(is_pragma).any(|element| {
            let text = &self.text[element.start as usize..element.end as usize];
            text.split(u8::is_ascii_whitespace)
                .filter(|word| !word.is_empty())
                .eq([&b"GCC"[..], b"system_header"])
        })
    }

    /// The tokens of an element.
    pub(crate) fn tokens<'a>(&self, element: &'a Element, interner: &Interner) -> &'a Arc<[Lexed]> {
        let start = Start {
            line: element.line,
            column: element.column,
            is_line_start: element.kind == ElementKind::Text,
            keeps_comments: match element.kind {
                ElementKind::Text | ElementKind::Directive(Directive::Pragma) => {
                    self.dialect.comments != Comments::Dropped
                }
                ElementKind::Directive(Directive::Define) => self.dialect.comments == Comments::KeptInMacros,
                ElementKind::Directive(_) => false,
            },
        };
        let text = &self.text[element.start as usize..element.end as usize];
        element.tokens.get_or_init(|| {
            let mut tokens = lex(text, start, self.dialect, interner);
            if element.kind == ElementKind::Directive(Directive::Define) {
                for token in tokens.iter_mut().filter(|token| token.kind == Kind::Comment) {
                    token.symbol = interner.intern(&block_comment(interner.text(token.symbol)));
                }
            }
            tokens.into()
        })
    }
}

impl Element {
    /// What a `#define` defines; `None` where it is not well formed.
    pub(crate) fn definition(
        &self,
        file: &SourceFile,
        interner: &Interner,
        words: &Words,
    ) -> Option<&Arc<Macro>> {
        let define = || parse(file.tokens(self, interner), words, interner).ok().map(Arc::new);
        self.definition.get_or_init(define).as_ref()
    }
}

/// Text as it is preprocessed: without a byte order mark and without the `\r` of line ends.
fn normalized(mut text: Vec<u8>) -> Vec<u8> {
    if text.starts_with(b"\xef\xbb\xbf") {
        text.drain(..3);
    }
    if memchr::memchr(b'\r', &text).is_some() {
        let mut out = Vec::with_capacity(text.len());
        let mut from = 0;
        for at in memchr::memchr_iter(b'\r', &text) {
            out.extend_from_slice(&text[from..at]);
            // One without `\n` ends a line as well.
            if text.get(at + 1) != Some(&b'\n') {
                out.push(b'\n');
            }
            from = at + 1;
        }
        out.extend_from_slice(&text[from..]);
        return out;
    }
    text
}

/// Text with a backslash for each `??/`; and the line of the first of them that is not understood: in a file with raw
/// strings, or in front of the end of a comment, where the columns behind it count.
fn with_backslashes(text: Vec<u8>, dialect: Dialect) -> (Vec<u8>, Option<u32>) {
    let places: Vec<usize> = memchr::memmem::find_iter(&text, b"??/").collect();
    let Some(&first) = places.first() else { return (text, None) };
    let line = |at: usize| memchr::memchr_iter(b'\n', &text[..at]).count() as u32 + 1;
    let has_raw = dialect.raw_strings() && memchr::memmem::find(&text, b"R\"").is_some();
    let ends_comment = |at: &&usize| {
        let rest = text[**at..].split(|&byte| byte == b'\n').next().unwrap_or_default();
        memchr::memmem::find(rest, b"*/").is_some()
    };
    let unclear = match has_raw {
        true => Some(line(first)),
        false => places.iter().find(ends_comment).map(|at| line(*at)),
    };
    let mut out = Vec::with_capacity(text.len());
    let mut from = 0;
    for at in places {
        out.extend_from_slice(&text[from..at]);
        out.push(b'\\');
        from = at + 3;
    }
    out.extend_from_slice(&text[from..]);
    (out, unclear)
}

/// Texts that stand in the place of files: what an editor has open and has not saved. Shared between threads.
#[derive(Default)]
pub struct OpenTexts(RwLock<Vec<OpenText>>);

#[derive(Clone)]
struct OpenText {
    path: PathBuf,
    /// Device and inode of the file, which may have several names; `None` where there is no file yet.
    identity: Option<(u64, u64)>,
    text: Arc<[u8]>,
    /// No two texts have the same.
    version: u64,
}

/// The device of stamps of texts that are not files'.
const NO_DEVICE: u64 = u64::MAX;

impl OpenTexts {
    /// Puts a text in the place of the file `path`, or the file back in its place.
    pub fn set(&self, path: &Path, text: Option<Arc<[u8]>>) {
        static VERSIONS: AtomicU64 = AtomicU64::new(0);
        // A thread that panicked left the list whole: each text is put there at once.
        let mut texts = self.0.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        texts.retain(|open| open.path != path);
        if let Some(text) = text {
            let identity = fs::metadata(path).ok().map(|metadata| Stamp::of(&metadata).identity);
            let version = VERSIONS.fetch_add(1, Ordering::Relaxed);
            texts.push(OpenText { path: path.to_owned(), identity, text, version });
        }
    }

    fn is_empty(&self) -> bool {
        self.0.read().unwrap_or_else(|poisoned| poisoned.into_inner()).is_empty()
    }

    /// Whether a text is in the place of this name.
    fn has(&self, path: &Path) -> bool {
        let texts = self.0.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        texts.iter().any(|open| open.path == path)
    }

    /// The text in the place of a file.
    fn of(&self, path: &Path, identity: Option<(u64, u64)>) -> Option<OpenText> {
        let texts = self.0.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        let is_it = |open: &&OpenText| open.path == path || identity.is_some() && open.identity == identity;
        texts.iter().find(is_it).cloned()
    }
}

impl OpenText {
    fn file(self, path: &Path, dialect: Dialect, known: Option<&Arc<SourceFile>>) -> Arc<SourceFile> {
        let length = self.text.len() as u64;
        let stamp = Stamp { modified: None, length, identity: (NO_DEVICE, self.version) };
        match known.filter(|known| known.stamp == stamp) {
            Some(known) => Arc::clone(known),
            None => Arc::new(SourceFile::new(path.to_owned(), self.text.to_vec(), stamp, dialect)),
        }
    }
}

/// The files of all units and passes, as they were at some revision. Shared between threads.
#[derive(Default)]
pub struct Files {
    slots: boxcar::Vec<Slot>,
    folders: Folders,
    /// The numbers of slots by names as bytes, which are hashed faster than paths.
    numbers: RwLock<FxHashMap<OsString, SlotNumber>>,
    revision: AtomicU64,
    open: Arc<OpenTexts>,
}

/// The number of a name under which a file was looked for.
pub(crate) type SlotNumber = u32;

/// A name under which a file was looked for.
struct Slot {
    path: PathBuf,
    /// The folder of that name.
    folder: Arc<Folder>,
    seen: Mutex<Seen>,
}

/// What there was under a name at a revision.
#[derive(Default)]
struct Seen {
    file: Option<Arc<SourceFile>>,
    /// What the folder was when there was nothing, where that says that there still is nothing.
    folder: Option<FolderStamp>,
    /// The revision behind the one in which that was seen; 0 for none.
    until: u64,
}

impl Files {
    /// Files in whose place texts may stand.
    pub fn with_open_texts(open: Arc<OpenTexts>) -> Files {
        Files { open, ..Files::default() }
    }

    /// Says that files may have changed: each is looked at again when it is wanted.
    pub fn start_revision(&self) {
        self.revision.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of the revision.
    pub(crate) fn revision(&self) -> u64 {
        self.revision.load(Ordering::Relaxed)
    }

    /// The file of a name; `None` where there is none.
    ///
    /// # Errors
    /// It is there and cannot be read.
    pub fn open(&self, path: &Path, dialect: Dialect) -> Result<Option<Arc<SourceFile>>, ReadError> {
        self.file(self.slot(path), dialect)
    }

    /// The slot of a name.
    pub(crate) fn slot(&self, path: &Path) -> SlotNumber {
        // A thread that panicked left the tables whole: each entry is written at once.
        let numbers = self.numbers.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = numbers.get(path.as_os_str()) {
            return *number;
        }
        drop(numbers);
        let mut numbers = self.numbers.write().unwrap_or_else(PoisonError::into_inner);
        let new = || {
            let folder = self.folders.folder(path.parent().unwrap_or(Path::new("")));
            self.slots.push(Slot { path: path.to_owned(), folder, seen: Mutex::default() }) as SlotNumber
        };
        *numbers.entry(path.as_os_str().to_owned()).or_insert_with(new)
    }

    /// The file of a slot; `None` where there is none.
    ///
    /// # Errors
    /// It is there and cannot be read.
    pub(crate) fn file(
        &self,
        slot: SlotNumber,
        dialect: Dialect,
    ) -> Result<Option<Arc<SourceFile>>, ReadError> {
        let until = self.revision() + 1;
        let slot = &self.slots[slot as usize];
        let mut seen = slot.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.until != until {
            // The folder comes first: what is put into it from now on changes it.
            let folder = slot.folder.stamp(until);
            let was = seen.file.as_ref().map(|file| file.stamp);
            let is_same = was.is_some()
                && self.open.is_empty()
                && slot.path.file_name().and_then(|name| slot.folder.file(name, folder)) == was;
            if !is_same && (seen.folder.is_none_or(|was| was != folder) || self.open.has(&slot.path)) {
                seen.file = read(&slot.path, dialect, seen.file.clone(), &self.open)?;
                let is_missing = seen.file.is_none() && folder.is_settled() && is_absent(&slot.path);
                seen.folder = is_missing.then_some(folder);
            }
            seen.until = until;
        }
        Ok(seen.file.clone())
    }
}

/// Whether a file was changed so long ago that another change would show in the time of its last one.
fn is_at_rest(stamp: &Stamp) -> bool {
    stamp.modified.is_some_and(|time| time.elapsed().is_ok_and(|age| age > TICK))
}

fn read(
    path: &Path,
    dialect: Dialect,
    known: Option<Arc<SourceFile>>,
    open: &OpenTexts,
) -> Result<Option<Arc<SourceFile>>, ReadError> {
    for _ in 0..ATTEMPTS {
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(open.of(path, None).map(|text| text.file(path, dialect, known.as_ref())));
            }
            Err(error) => return Err(ReadError::System(error)),
        };
        // As GCC does it: a folder is passed over.
        if metadata.is_dir() {
            return Ok(None);
        }
        if !metadata.is_file() {
            return Err(ReadError::NotRegular);
        }
        if metadata.len() > LARGEST {
            return Err(ReadError::TooLarge);
        }
        let stamp = Stamp::of(&metadata);
        if let Some(text) = open.of(path, Some(stamp.identity)) {
            return Ok(Some(text.file(path, dialect, known.as_ref())));
        }
        if let Some(known) = known.as_ref().filter(|known| known.stamp == stamp) {
            return Ok(Some(Arc::clone(known)));
        }
        let mut file = fs::File::open(path).map_err(ReadError::System)?;
        let mut text = Vec::with_capacity(stamp.length as usize + 1);
        (&mut file).take(LARGEST).read_to_end(&mut text).map_err(ReadError::System)?;
        let after = file.metadata().map_err(ReadError::System)?;
        let is_same = Stamp::of(&after) == stamp && text.len() as u64 == stamp.length;
        if is_same && (is_at_rest(&stamp) || fs::read(path).is_ok_and(|again| again == text)) {
            return Ok(Some(Arc::new(SourceFile::new(path.to_owned(), text, stamp, dialect))));
        }
    }
    Err(ReadError::Changing)
}
