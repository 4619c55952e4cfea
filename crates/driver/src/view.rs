//! A unit as questions of editors see it: its text with the places of its files.

use std::cell::RefCell;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use asunder_diag::record::Record;
use asunder_hostgen::unit::HostRope;
use asunder_source::SourceText;
use asunder_spelling::{OpenTexts, Spelled, Spelling, UnitText};
use asunder_syntax::Dialect;

use crate::database::Database;
use crate::navigate::records;
use crate::options::Options;
use crate::run::{RunError, host_half, pass_report};
use crate::settings::dialect;
use crate::workspace::Unit;
use crate::{Caller, Pass};

/// A unit of a snapshot. Offsets are bytes of its text as the database has it.
pub struct UnitView<'a> {
    db: &'a Database,
    unit: &'a Unit,
    source: SourceText,
    options: &'a Options,
    directory: &'a Path,
    open: &'a Arc<OpenTexts>,
    /// Made when it is wanted first.
    spelling: RefCell<Option<Spelling<'a>>>,
}

impl<'a> UnitView<'a> {
    pub(crate) fn new(
        db: &'a Database,
        unit: &'a Unit,
        directory: &'a Path,
        open: &'a Arc<OpenTexts>,
    ) -> UnitView<'a> {
        let (source, options) = (unit.source, &*unit.options);
        UnitView { db, unit, source, options, directory, open, spelling: RefCell::default() }
    }

    /// The database.
    pub fn db(&self) -> &'a dyn salsa::Database {
        self.db
    }

    /// The unit.
    pub fn source(&self) -> SourceText {
        self.source
    }

    /// Its text.
    pub fn text(&self) -> &'a str {
        self.source.text(self.db)
    }

    /// The text of a range, which costs less than that of the whole unit; nothing where it cuts a character.
    pub fn slice(&self, range: Range<usize>) -> &'a str {
        self.source.slice(self.db, range)
    }

    /// The text around byte `offset`, whole lines of it: its first byte in the unit, and itself.
    pub fn piece_at(&self, offset: usize) -> (usize, &'a str) {
        self.source.piece_at(self.db, offset)
    }

    /// Its language.
    pub fn dialect(&self) -> Dialect {
        dialect(self.options)
    }

    /// How it is compiled.
    pub fn options(&self) -> &'a Options {
        self.options
    }

    /// The place of byte `offset` in its file; `None` where the file does not explain it.
    pub fn spelled(&self, offset: usize) -> Option<Spelled> {
        self.with_spelling(|spelling| spelling.spelled(offset))
    }

    /// The byte that stands for a place of a file: line and column from 1, columns in code points. `None` where the unit has
    /// nothing of it.
    pub fn offset(&self, file: &Path, line: u32, column: u32) -> Option<usize> {
        self.with_spelling(|spelling| spelling.offset(file, line, column))
    }

    /// What a pass has to say, at the places of the files.
    pub fn diagnostics(&self, pass: Pass, caller: &Caller) -> Vec<Record> {
        let report = pass_report(self.db, self.source, self.options, pass, caller);
        if report.diagnostics.is_empty() {
            return Vec::new();
        }
        self.with_spelling(|spelling| records(&report, &self.options.diagnostics, pass, spelling))
    }

    /// The host file.
    ///
    /// # Errors
    /// [`RunError::ModuleIdFile`] when a module id file that is to be read cannot be.
    pub fn host_file(&self, caller: &Caller) -> Result<HostRope, RunError> {
        Ok(host_half(self.db, self.source, self.options, caller)?.0)
    }

    fn with_spelling<T>(&self, ask: impl FnOnce(&mut Spelling<'a>) -> T) -> T {
        let mut spelling = self.spelling.borrow_mut();
        let text = BlockText { db: self.db, source: self.source };
        let new = || Spelling::with_index(text, self.unit.lines(text), self.directory, self.open.clone());
        ask(spelling.get_or_insert_with(new))
    }
}

/// The text of a unit by its blocks, which are not put together.
#[derive(Clone, Copy)]
struct BlockText<'a> {
    db: &'a Database,
    source: SourceText,
}

impl<'a> UnitText<'a> for BlockText<'a> {
    fn length(&self) -> usize {
        let (start, last) = self.source.piece_at(self.db, usize::MAX);
        start + last.len()
    }

    fn slice(&self, range: Range<usize>) -> &'a str {
        self.source.slice(self.db, range)
    }

    fn pieces_from(&self, start: usize) -> Box<dyn Iterator<Item = &'a str> + 'a> {
        Box::new(self.source.pieces_from(self.db, start))
    }
}
