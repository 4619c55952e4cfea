//! Many units in one database, through edits.
//!
//! Requests may come from many threads. Each works on a snapshot of the database; an edit ends the work
//! under way and it starts again, or ends with [`WorkspaceError::Cancelled`] where the edit was to its own unit.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use asunder_outline::blocks::{self, SpareBlocks};
use asunder_source::SourceText;
use asunder_spelling::{LineIndex, OpenTexts, UnitText};
use asunder_syntax::with_deep_stack;
use salsa::Cancelled;

use crate::check::Report;
use crate::database::Database;
use crate::diff;
use crate::options::Options;
use crate::run::{
    Halves, HostOutput, MAX_INPUT_BYTES, RunError, decoded, halves, host_half, host_pass, pass_report,
};
use crate::settings::{Caller, dialect, unit_path};
use crate::view::UnitView;
use crate::{HostRope, Pass};

/// A unit of a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(u64);

/// Replaces bytes of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// Bytes of the unit as it is before this edit.
    pub range: Range<usize>,
    /// What stands there afterwards.
    pub text: Vec<u8>,
}

/// A request that has no answer.
#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    /// The unit was closed, or never opened.
    #[error("no such unit")]
    NoSuchUnit,
    /// The unit was edited before the answer was ready.
    #[error("cancelled by an edit")]
    Cancelled,
    /// An edit reaches beyond the unit's text.
    #[error("bytes {}..{} are not in a text of {length} bytes", range.start, range.end)]
    OutOfRange {
        /// The bytes that were to be replaced.
        range: Range<usize>,
        /// The length of the unit.
        length: usize,
    },
    /// The unit cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A query panicked.
    #[error("internal error")]
    Internal,
}

/// What a workspace has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Units that are open.
    pub units: usize,
    /// Changes of texts.
    pub edits: u64,
    /// Queries that were run.
    pub executed: u64,
}

/// Units in one database.
#[derive(Default)]
pub struct Workspace {
    state: Mutex<State>,
    /// Texts that stand in the place of files: places are those of these texts.
    open: Mutex<Arc<OpenTexts>>,
}

struct State {
    db: Database,
    spare: SpareBlocks,
    units: BTreeMap<UnitId, Unit>,
    next: u64,
    edits: u64,
    /// Queries that databases before this one ran.
    executed_before: u64,
    /// Changes of texts since the database was made.
    age: u64,
    /// Bytes of texts that it has seen and that no unit has any more.
    dead: usize,
}

impl Default for State {
    fn default() -> State {
        State {
            db: Database::counting(),
            spare: SpareBlocks::default(),
            units: BTreeMap::new(),
            next: 0,
            edits: 0,
            executed_before: 0,
            age: 0,
            dead: 0,
        }
    }
}

#[derive(Clone)]
pub(crate) struct Unit {
    pub(crate) source: SourceText,
    pub(crate) options: Arc<Options>,
    /// Whether the text's bytes are those of the unit, so that ranges of one are ranges of the other.
    pub(crate) is_plain: bool,
    /// How often the unit was changed.
    version: u64,
    /// Where its lines stand, once that is queried.
    lines: Arc<OnceLock<Arc<LineIndex>>>,
    /// Where those of an earlier text stood, and how many bytes at its start did not change since.
    earlier: Option<(Arc<LineIndex>, usize)>,
}

impl Unit {
    fn new(source: SourceText, options: Options, is_plain: bool) -> Unit {
        let (version, lines, earlier) = (0, Arc::default(), None);
        Unit { source, options: Arc::new(options), is_plain, version, lines, earlier }
    }

    /// Where the lines of its text, which is given, stand.
    pub(crate) fn lines<'t>(&self, text: impl UnitText<'t>) -> Arc<LineIndex> {
        let make = || match &self.earlier {
            Some((earlier, unchanged)) => LineIndex::clone(earlier).updated(text, *unchanged),
            None => LineIndex::new(text),
        };
        Arc::clone(self.lines.get_or_init(|| Arc::new(make())))
    }

    /// Notes an edit in front of which so many bytes stay.
    fn changed(&mut self, unchanged: usize) {
        self.version += 1;
        let known = self.lines.get().map(|lines| (Arc::clone(lines), unchanged));
        let older = self.earlier.take().map(|(lines, bytes)| (lines, bytes.min(unchanged)));
        self.earlier = known.or(older);
        self.lines = Arc::default();
    }
}

/// Changes after which a database is made anew: it keeps something of every text that it has seen, little of
/// most.
const LIFETIME: u64 = 1000;

/// Bytes of dead texts that a database keeps at least; beyond them it is made anew when they are twice those of the open
/// units. So what is done again takes no longer than what was done for the dead texts.
const KEPT_BYTES: usize = 32 << 20;

/// Attempts of a request among edits to other units before it holds edits up.
const ATTEMPTS: u32 = 4;

impl Workspace {
    /// An empty workspace.
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// Opens a unit.
    ///
    /// # Errors
    /// [`RunError::TooLarge`] for inputs of 4 GiB and more.
    pub fn open(&self, options: Options, text: &[u8]) -> Result<UnitId, WorkspaceError> {
        let text = decoded(text)?;
        let mut state = self.state();
        let state = &mut *state;
        let path = unit_path(&options);
        let source = blocks::open(&mut state.db, &mut state.spare, path, &text, dialect(&options));
        let id = UnitId(state.next);
        state.next += 1;
        let is_plain = asunder_source::is_plain(&text);
        state.units.insert(id, Unit::new(source, options, is_plain));
        Ok(id)
    }

    /// Gives a unit other options; whether they differ from those that it had.
    ///
    /// # Errors
    /// [`WorkspaceError::NoSuchUnit`].
    pub fn set_options(&self, id: UnitId, options: Options) -> Result<bool, WorkspaceError> {
        let mut state = self.state();
        let state = &mut *state;
        let unit = state.units.get_mut(&id).ok_or(WorkspaceError::NoSuchUnit)?;
        if *unit.options == options {
            return Ok(false);
        }
        // Blocks are cut by the rules of the language.
        if dialect(&unit.options) != dialect(&options) {
            let text = unit.source.text(&state.db).clone();
            state.spare.reclaim(&mut state.db, unit.source);
            let path = unit_path(&options);
            unit.source = blocks::open(&mut state.db, &mut state.spare, path, &text, dialect(&options));
        }
        unit.version += 1;
        unit.options = Arc::new(options);
        Ok(true)
    }

    /// Gives a unit another text. What both texts have in common is not read again.
    ///
    /// # Errors
    /// [`WorkspaceError::NoSuchUnit`], [`RunError::TooLarge`].
    pub fn set_text(&self, id: UnitId, text: &[u8]) -> Result<(), WorkspaceError> {
        let text = decoded(text)?;
        let mut state = self.state();
        state.set_text(id, &text)
    }

    /// Applies edits to a unit, one after the other; all or, after an error, none.
    ///
    /// # Errors
    /// [`WorkspaceError::NoSuchUnit`], [`WorkspaceError::OutOfRange`], [`RunError::TooLarge`].
    pub fn edit(&self, id: UnitId, edits: &[TextEdit]) -> Result<(), WorkspaceError> {
        let mut state = self.state();
        let source = state.units.get(&id).ok_or(WorkspaceError::NoSuchUnit)?.source;
        if let ([edit], Ok(new)) = (edits, edits.first().map_or(Ok(""), |it| std::str::from_utf8(&it.text)))
            && state.replace(id, edit.range.clone(), new)?
        {
            return Ok(());
        }
        // Several edits, or bytes that are not text: the whole is made and compared.
        let mut bytes = asunder_source::encode(source.text(&state.db)).into_owned();
        for edit in edits {
            let (range, length) = (edit.range.clone(), bytes.len());
            if range.start > range.end || range.end > length {
                return Err(WorkspaceError::OutOfRange { range, length });
            }
            bytes.splice(range, edit.text.iter().copied());
        }
        let text = decoded(&bytes)?;
        state.set_text(id, &text)
    }

    /// Closes a unit.
    ///
    /// # Errors
    /// [`WorkspaceError::NoSuchUnit`].
    pub fn close(&self, id: UnitId) -> Result<(), WorkspaceError> {
        let mut state = self.state();
        let state = &mut *state;
        let unit = state.units.remove(&id).ok_or(WorkspaceError::NoSuchUnit)?;
        let bytes = length(&state.db, unit.source);
        state.spare.reclaim(&mut state.db, unit.source);
        state.retire(bytes);
        Ok(())
    }

    /// The bytes of a unit.
    ///
    /// # Errors
    /// [`WorkspaceError::NoSuchUnit`].
    pub fn text(&self, id: UnitId) -> Result<Vec<u8>, WorkspaceError> {
        self.query(id, |db, unit| asunder_source::encode(unit.source.text(db)).into_owned())
    }

    /// The host pass on a unit: host file, module id and diagnostics.
    ///
    /// # Errors
    /// [`WorkspaceError::NoSuchUnit`], [`WorkspaceError::Cancelled`], [`RunError::ModuleIdFile`].
    pub fn run(&self, id: UnitId, caller: &Caller) -> Result<HostOutput, WorkspaceError> {
        let output = self.query(id, |db, unit| host_pass(db, unit.source, &unit.options, caller))?;
        Ok(output?)
    }

    /// The host file and module id of a unit alone.
    ///
    /// # Errors
    /// As for [`Workspace::run`].
    pub fn host(&self, id: UnitId, caller: &Caller) -> Result<(HostRope, String), WorkspaceError> {
        let host = self.query(id, |db, unit| host_half(db, unit.source, &unit.options, caller))?;
        Ok(host?)
    }

    /// Fingerprints of the halves of a unit.
    ///
    /// # Errors
    /// As for [`Workspace::run`].
    pub fn halves(&self, id: UnitId, caller: &Caller) -> Result<Halves, WorkspaceError> {
        let halves = self.query(id, |db, unit| halves(db, unit.source, &unit.options, caller))?;
        Ok(halves?)
    }

    /// What a pass has to say about a unit.
    ///
    /// # Errors
    /// [`WorkspaceError::NoSuchUnit`], [`WorkspaceError::Cancelled`].
    pub fn report(&self, id: UnitId, pass: Pass) -> Result<Report, WorkspaceError> {
        self.query(id, |db, unit| pass_report(db, unit.source, &unit.options, pass, &Caller::this()))
    }

    /// Puts texts in the place of files, by the files' canonical paths: places of all units are those of these texts.
    /// What the units' own texts are does not change.
    pub fn set_open_texts(&self, open: Arc<OpenTexts>) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = open;
    }

    /// The texts that stand in the place of files.
    pub(crate) fn open_texts(&self) -> Arc<OpenTexts> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Answers a question about a unit on a snapshot, whose files' relative names are meant from `directory`. The question
    /// may be asked several times, when other units are edited meanwhile.
    ///
    /// # Errors
    /// [`WorkspaceError::NoSuchUnit`], [`WorkspaceError::Cancelled`], [`WorkspaceError::Internal`] where it panics.
    pub fn ask<T>(
        &self,
        id: UnitId,
        directory: &Path,
        question: impl Fn(&UnitView<'_>) -> T,
    ) -> Result<T, WorkspaceError> {
        let open = self.open_texts();
        self.query(id, |db, unit| question(&UnitView::new(db, unit, directory, &open)))
    }

    /// What the workspace has done so far.
    pub fn statistics(&self) -> Statistics {
        let state = self.state();
        Statistics {
            units: state.units.len(),
            edits: state.edits,
            executed: state.executed_before + state.db.executed(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic between changes leaves nothing half done that the next change does not repair.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers a question about a unit on a snapshot.
    pub(crate) fn query<T>(
        &self,
        id: UnitId,
        question: impl Fn(&Database, &Unit) -> T,
    ) -> Result<T, WorkspaceError> {
        let mut version = None;
        for _ in 0..ATTEMPTS {
            let (db, unit) = {
                let state = self.state();
                let unit = state.units.get(&id).ok_or(WorkspaceError::NoSuchUnit)?;
                (state.db.clone(), unit.clone())
            };
            if *version.get_or_insert(unit.version) != unit.version {
                return Err(WorkspaceError::Cancelled);
            }
            if let Some(answer) = answer(&question, &db, &unit)? {
                return Ok(answer);
            }
        }
        let state = self.state();
        let unit = state.units.get(&id).ok_or(WorkspaceError::NoSuchUnit)?;
        answer(&question, &state.db, unit)?.ok_or(WorkspaceError::Cancelled)
    }
}

/// The answer to a question; `None` when an edit interrupted it.
fn answer<T>(
    question: impl Fn(&Database, &Unit) -> T,
    db: &Database,
    unit: &Unit,
) -> Result<Option<T>, WorkspaceError> {
    let caught = std::panic::catch_unwind(AssertUnwindSafe(|| {
        Cancelled::catch(AssertUnwindSafe(|| with_deep_stack(|| question(db, unit))))
    }));
    match caught {
        Ok(Ok(answer)) => Ok(Some(answer)),
        Ok(Err(Cancelled::PropagatedPanic)) | Err(_) => Err(WorkspaceError::Internal),
        Ok(Err(_)) => Ok(None),
    }
}

/// The length of a unit's text.
fn length(db: &Database, source: SourceText) -> usize {
    source.blocks(db).iter().map(|block| block.text(db).len()).sum()
}

impl State {
    fn set_text(&mut self, id: UnitId, text: &str) -> Result<(), WorkspaceError> {
        let unit = self.units.get_mut(&id).ok_or(WorkspaceError::NoSuchUnit)?;
        let texts: Vec<Arc<str>> =
            unit.source.blocks(&self.db).iter().map(|block| block.text(&self.db).clone()).collect();
        let hunks = diff::hunks(&texts.iter().map(|text| &**text).collect::<Vec<_>>(), text);
        drop(texts);
        if hunks.is_empty() {
            return Ok(());
        }
        unit.changed(hunks.iter().map(|hunk| hunk.old.start).min().unwrap_or_default());
        unit.is_plain = asunder_source::is_plain(text);
        let (source, language) = (unit.source, dialect(&unit.options));
        let bytes = hunks.iter().map(|hunk| hunk.old.len()).sum();
        for hunk in hunks.into_iter().rev() {
            blocks::edit(&mut self.db, &mut self.spare, source, hunk.old, &text[hunk.new], language);
        }
        self.edited(bytes);
        Ok(())
    }

    /// Replaces bytes by text; false when the unit's bytes are not plain text.
    fn replace(&mut self, id: UnitId, range: Range<usize>, new: &str) -> Result<bool, WorkspaceError> {
        let unit = self.units.get_mut(&id).ok_or(WorkspaceError::NoSuchUnit)?;
        let length = length(&self.db, unit.source);
        if !(unit.is_plain && asunder_source::is_plain(new)) {
            return Ok(false);
        }
        if range.start > range.end || range.end > length {
            return Err(WorkspaceError::OutOfRange { range, length });
        }
        if length - range.len() + new.len() >= MAX_INPUT_BYTES {
            return Err(RunError::TooLarge(length - range.len() + new.len()).into());
        }
        if !blocks::is_char_boundary(&self.db, unit.source, range.start)
            || !blocks::is_char_boundary(&self.db, unit.source, range.end)
        {
            return Ok(false);
        }
        unit.changed(range.start);
        let language = dialect(&unit.options);
        let bytes = range.len();
        blocks::edit(&mut self.db, &mut self.spare, unit.source, range, new, language);
        self.edited(bytes);
        Ok(true)
    }

    /// Notes an edit that replaced so many bytes.
    fn edited(&mut self, bytes: usize) {
        self.edits += 1;
        self.age += 1;
        self.retire(bytes);
    }

    /// Notes that so many bytes of texts are in no unit any more, and puts a new database in the place of one that keeps
    /// too much of such texts.
    fn retire(&mut self, bytes: usize) {
        self.dead += bytes;
        let keeps_too_much = || {
            let live: usize = self.units.values().map(|unit| length(&self.db, unit.source)).sum();
            self.dead > 2 * live
        };
        if self.age >= LIFETIME || self.dead > KEPT_BYTES && keeps_too_much() {
            self.renew();
        }
    }

    /// Puts a new database in the place of the old one; the next question to each unit takes as long as the first.
    /// To be called after a change: no request is under way then.
    fn renew(&mut self) {
        self.executed_before += self.db.executed();
        self.age = 0;
        self.dead = 0;
        self.spare = SpareBlocks::default();
        let texts: Vec<Arc<str>> =
            self.units.values().map(|unit| unit.source.text(&self.db).clone()).collect();
        self.db = Database::counting();
        for (unit, text) in self.units.values_mut().zip(texts) {
            let path = unit_path(&unit.options);
            unit.source = blocks::open(&mut self.db, &mut self.spare, path, &text, dialect(&unit.options));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT_BYTES, Workspace};
    use crate::options::Options;
    use crate::{Caller, run_host_pass};

    #[test]
    fn texts_of_closed_units_are_given_up() {
        let workspace = Workspace::new();
        let text = b"__attribute__((global)) void k() { }\n";
        let kept = workspace.open(Options::default(), text).expect("a small unit");
        let large = KEPT_BYTES / 4;
        for number in 0..10 {
            let text = format!("// {number}{}\n", "-".repeat(large));
            let unit = workspace.open(Options::default(), text.as_bytes()).expect("less than 4 GiB");
            workspace.close(unit).expect("it is open");
            assert!(workspace.state().dead <= KEPT_BYTES + large + 100);
        }
        let caller = Caller::this();
        let output = workspace.run(kept, &caller).expect("no edit");
        assert_eq!(output, run_host_pass(&Options::default(), text).expect("a small unit"));
    }
}
