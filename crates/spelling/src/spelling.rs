//! The places of one unit as its files spell them.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use asunder_diag::diagnostic::{Diagnostic, LinePlace, Message, Place, Point};
use rustc_hash::FxHashMap;

use crate::alignment::{Alignment, Token};
use crate::expanded::{Group, LineIndex, UnitLines, UnitText};
use crate::files::{OpenTexts, SourceFile, SourceFiles};

/// Translates places of one unit. Each file is read once, each line aligned once.
pub struct Spelling<'a> {
    directory: PathBuf,
    unit: UnitLines<'a>,
    files: SourceFiles,
    /// By the first line of each group.
    aligned: FxHashMap<usize, Option<Rc<AlignedLine>>>,
}

/// A line of a file and what stands for it in the unit.
#[derive(Debug)]
struct AlignedLine {
    file: Rc<SourceFile>,
    tokens: Vec<Token>,
    alignment: Alignment,
}

/// A place of the unit in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled {
    /// The file, as line markers name it.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// Column and text of the line.
    pub point: Point,
    /// The macro whose expansion made what stands there; the place is that of its name.
    pub by_macro: Option<Arc<str>>,
}

impl<'a> Spelling<'a> {
    /// Translates places of the unit with this text. Relative names of files are relative to `directory`, where the
    /// preprocessor ran. What stands before the first line marker is left alone.
    pub fn new(unit: &'a str, directory: &Path) -> Spelling<'a> {
        Spelling::with_texts(unit, directory, Arc::default())
    }

    /// The same where texts stand in the place of files.
    pub fn with_texts(unit: &'a str, directory: &Path, open: Arc<OpenTexts>) -> Spelling<'a> {
        Spelling::with_index(unit, Arc::new(LineIndex::new(unit)), directory, open)
    }

    /// The same where the lines of the text are known, and texts stand in the place of files.
    pub fn with_index(
        unit: impl UnitText<'a> + 'a,
        index: Arc<LineIndex>,
        directory: &Path,
        open: Arc<OpenTexts>,
    ) -> Spelling<'a> {
        Spelling {
            directory: directory.to_owned(),
            unit: UnitLines::new(unit, index),
            files: SourceFiles::new(directory, open),
            aligned: FxHashMap::default(),
        }
    }

    /// A diagnostic of the unit with the places, lines and columns of the files. Where a macro's expansion is meant,
    /// the place is that of the macro's name, and a detail names it.
    pub fn diagnostic(&mut self, diagnostic: &Diagnostic) -> Diagnostic {
        let mut spelled = diagnostic.clone();
        if let Some(name) = self.respell(&mut spelled.place) {
            spelled.details.push(Message::plain(format!("in the expansion of macro \"{name}\"")));
        }
        for note in &mut spelled.notes {
            self.respell(&mut note.place);
        }
        spelled
    }

    /// Puts the file's own line and column into a place, where they are known; gives the user's macro that made what
    /// stands there.
    fn respell(&mut self, place: &mut Place) -> Option<Arc<str>> {
        let Place::Line(LinePlace { line, point: Some(point), offset, .. }) = place else { return None };
        let spelled = self.spelled(*offset as usize)?;
        *line = spelled.line;
        *point = spelled.point;
        // Names with two underscores belong to the implementation ([lex.name]/3): `__global__` is not a macro to users.
        spelled.by_macro.filter(|name| !name.starts_with("__"))
    }

    /// The place of byte `offset` of the unit in its file. `None` where the file does not explain it.
    pub fn spelled(&mut self, offset: usize) -> Option<Spelled> {
        let group = self.unit.group_at(offset)?;
        let aligned = self.aligned(&group)?;
        let index = aligned.tokens.partition_point(|token| token.end <= offset);
        let token = *aligned.tokens.get(index).filter(|token| token.start <= offset)?;
        let origin = aligned.alignment.origin(index, self.unit.text(token), &aligned.file)?;
        let file = &aligned.file;
        let within = if origin.by_macro.is_none() { offset - token.start } else { 0 };
        let (line, column, excerpt) = file.place(origin.token, within);
        let by_macro = origin.by_macro.map(|name| file.token(name).into());
        let file = self.unit.line_of(&group).0.clone();
        Some(Spelled { file, line, point: Point { column, excerpt }, by_macro })
    }

    /// The byte of the unit that stands for a place of a file. A place in a macro's name, or in an argument that its
    /// expansion leaves out, is where the expansion begins. `None` where the unit has nothing of it.
    pub fn offset(&mut self, file: &Path, line: u32, column: u32) -> Option<usize> {
        // A text may stand in the place of a file that is not there yet.
        let path = |name: &Path| {
            let path = self.directory.join(name);
            path.canonicalize().unwrap_or(path)
        };
        let wanted = path(file);
        let is_wanted = |name: &str| path(Path::new(name)) == wanted;
        // Most files have one name: looking at the others' folders takes long.
        let has_name = |name: &str| Path::new(name).file_name() == wanted.file_name();
        let mut groups = self.unit.groups_of(|name| has_name(name) && is_wanted(name), line);
        if groups.is_empty() && !self.unit.has_file(|name| has_name(name) && is_wanted(name)) {
            groups = self.unit.groups_of(is_wanted, line);
        }
        groups.into_iter().find_map(|group| {
            let aligned = self.aligned(&group)?;
            let (token, within) = aligned.file.token_at(line, column)?;
            let found = aligned.tokens[aligned.alignment.expansion(token)?];
            let is_same = self.unit.text(found) == aligned.file.token(token);
            Some(found.start + if is_same { within } else { 0 })
        })
    }

    fn aligned(&mut self, group: &Group) -> Option<Rc<AlignedLine>> {
        if let Some(known) = self.aligned.get(&group.start) {
            return known.clone();
        }
        let (name, line) = self.unit.line_of(group);
        let aligned = self.files.get(name).map(|file| {
            let tokens = self.unit.tokens(group);
            let texts: Vec<&str> = tokens.iter().map(|token| self.unit.text(*token)).collect();
            let alignment = Alignment::new(&texts, &file, line);
            Rc::new(AlignedLine { file, tokens, alignment })
        });
        self.aligned.insert(group.start, aligned.clone());
        aligned
    }
}
