//! From places of documents to bytes of units, and back.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use asunder_driver::view::UnitView;
use asunder_driver::workspace::{Workspace, WorkspaceError};
use asunder_ide::Unit as IdeUnit;
use asunder_source::file_name;
use asunder_syntax::{TextRange, TextSize};
use lsp_types::{Location, Position, Range, TextDocumentIdentifier, TextDocumentPositionParams};

use super::Refusal;
use crate::documents::{Document, Documents};
use crate::text::{Encoding, Text, word_range};
use crate::units::{Failure, OpenPass, Synced};
use crate::uri;
use crate::world::World;

/// A request's surroundings.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub world: &'a World,
    pub documents: &'a Documents,
}

/// A document with its unit.
pub(crate) struct InUnit<'a> {
    pub document: &'a Document,
    pub synced: Arc<Synced>,
}

/// A pass that a question is put to.
pub(crate) struct View<'v, 'db> {
    pub view: &'v UnitView<'db>,
    pub ide: &'v IdeUnit<'db>,
    pub directory: &'v Path,
    pub encoding: Encoding,
    pub pass: OpenPass,
}

impl<'a> Asked<'a> {
    pub(crate) fn encoding(self) -> Encoding {
        self.world.client.encoding
    }

    /// An open document.
    pub(crate) fn document(self, id: &TextDocumentIdentifier) -> Option<&'a Document> {
        self.documents.get(&uri::canonical(&uri::path(&id.uri)?))
    }

    /// An open document with its unit; `None` where it is not open, or not CUDA's.
    pub(crate) fn unit(self, id: &TextDocumentIdentifier) -> Result<Option<InUnit<'a>>, Refusal> {
        let Some(document) = self.document(id) else { return Ok(None) };
        let Some(unit) = self.world.unit_of(&document.path, &document.language) else { return Ok(None) };
        match unit.synced(self.world.tools(), self.documents.revision) {
            Ok(synced) if synced.is_behind(self.documents) => Ok(None),
            Ok(synced) => Ok(Some(InUnit { document, synced })),
            // The publisher says why.
            Err(Failure::Command(_)) => Ok(None),
            Err(other) => Err(other.into()),
        }
    }

    /// Asks one pass of a unit.
    pub(crate) fn pass<T>(
        self,
        synced: &Synced,
        pass: OpenPass,
        question: impl Fn(&View<'_, '_>) -> T,
    ) -> Result<T, WorkspaceError> {
        ask(&self.world.workspace, synced, pass, self.encoding(), question)
    }

    /// Asks the passes of a document's unit at a place, until one answers.
    pub(crate) fn at<T>(
        self,
        params: &TextDocumentPositionParams,
        question: impl Fn(&View<'_, '_>, TextSize) -> Option<T>,
    ) -> Result<Option<T>, Refusal> {
        let Some(it) = self.unit(&params.text_document)? else { return Ok(None) };
        if !it.document.text.contains(params.position, self.encoding()) {
            return Ok(None);
        }
        let offset = it.document.text.offset(params.position, self.encoding());
        // Behind a name is still at it.
        let offset = word_at(it.document.text.as_str(), offset).map_or(offset, |word| word.start);
        self.at_offset(&it, offset, question)
    }

    /// The same at a byte of the document.
    pub(crate) fn at_offset<T>(
        self,
        it: &InUnit<'_>,
        offset: usize,
        question: impl Fn(&View<'_, '_>, TextSize) -> Option<T>,
    ) -> Result<Option<T>, Refusal> {
        let (line, column) = it.document.text.line_column(offset);
        for pass in &it.synced.passes {
            let found = self.pass(&it.synced, *pass, |view| {
                let at = view.view.offset(&it.document.path, line, column)?;
                question(view, TextSize::new(u32::try_from(at).ok()?))
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Asks all passes of a document's unit about the document: its names in line markers are given.
    pub(crate) fn all<T>(
        self,
        id: &TextDocumentIdentifier,
        question: impl Fn(&View<'_, '_>, &[String]) -> T,
    ) -> Result<Vec<T>, Refusal> {
        let Some(it) = self.unit(id)? else { return Ok(Vec::new()) };
        let Some(names) = it.synced.files.get(&it.document.path) else { return Ok(Vec::new()) };
        let passes = it.synced.passes.iter();
        let answers = passes.map(|pass| self.pass(&it.synced, *pass, |view| question(view, names)));
        Ok(answers.collect::<Result<_, _>>()?)
    }
}

/// Asks one pass of a unit of a workspace.
pub(crate) fn ask<T>(
    workspace: &Workspace,
    synced: &Synced,
    pass: OpenPass,
    encoding: Encoding,
    question: impl Fn(&View<'_, '_>) -> T,
) -> Result<T, WorkspaceError> {
    workspace.ask(pass.unit, &synced.directory, |view| {
        let ide = IdeUnit::new(view.db(), view.source(), view.dialect());
        question(&View { view, ide: &ide, directory: &synced.directory, encoding, pass })
    })
}

impl View<'_, '_> {
    /// The file and the range of a word of the unit, where its file has just that word at its place.
    pub(crate) fn word(&self, range: TextRange) -> Option<(PathBuf, Range)> {
        let text = self.view.slice(range.into());
        let spelled = self.view.spelled(range.start().into())?;
        if spelled.by_macro.is_some() || text.is_empty() {
            return None;
        }
        let column = spelled.point.column;
        let start = spelled.point.excerpt.char_indices().nth(column.checked_sub(1)? as usize)?.0;
        if !spelled.point.excerpt[start..].starts_with(text) {
            return None;
        }
        let length = text.chars().count();
        let range = word_range(spelled.line, column, &spelled.point.excerpt, length, self.encoding);
        Some((self.file_named(&spelled.file), range))
    }

    /// The place of the word at a byte of the unit: of one that a macro makes, the macro's name.
    pub(crate) fn location(&self, at: TextSize) -> Option<Location> {
        let spelled = self.view.spelled(at.into())?;
        let column = spelled.point.column;
        let excerpt = &spelled.point.excerpt;
        let start = excerpt.char_indices().nth(column.checked_sub(1)? as usize)?.0;
        let written = word_at(excerpt, start).map_or("", |word| &excerpt[word]);
        let wanted = self.word_of(at.into());
        if spelled.by_macro.is_none() && written != wanted {
            return None;
        }
        let range = word_range(spelled.line, column, excerpt, written.chars().count().max(1), self.encoding);
        Some(Location { uri: uri::of_path(&self.file_named(&spelled.file))?, range })
    }

    /// The range from one byte of the unit to another in one file; the end is that of the token that ends there.
    pub(crate) fn stretch(&self, range: TextRange) -> Option<(PathBuf, Range)> {
        let start = self.view.spelled(range.start().into())?;
        let inside = self.view.slice(range.into()).trim_end();
        let last = usize::from(range.start()) + inside.char_indices().next_back()?.0;
        let end = self.view.spelled(last)?;
        if end.file != start.file {
            return None;
        }
        let from = word_range(start.line, start.point.column, &start.point.excerpt, 0, self.encoding).start;
        let to = word_range(end.line, end.point.column, &end.point.excerpt, 1, self.encoding).end;
        (from <= to).then(|| (self.file_named(&start.file), Range::new(from, to)))
    }

    /// The identifier around a byte of the unit; nothing where there is none.
    pub(crate) fn word_of(&self, at: usize) -> &str {
        let (start, text) = self.view.piece_at(at);
        word_at(text, at - start).map_or("", |word| &text[word])
    }

    /// The file that a line marker names.
    pub(crate) fn file_named(&self, name: &str) -> PathBuf {
        uri::canonical(&self.directory.join(file_name(name)))
    }
}

/// Texts of files: of open documents, or as they are saved.
pub(crate) struct Texts<'a> {
    documents: &'a Documents,
    read: HashMap<PathBuf, Text>,
}

impl<'a> Texts<'a> {
    pub(crate) fn new(documents: &'a Documents) -> Texts<'a> {
        Texts { documents, read: HashMap::new() }
    }

    /// The text of a file; an empty one where it cannot be read.
    pub(crate) fn of(&mut self, file: &PathBuf) -> &Text {
        if let Some(document) = self.documents.get(file) {
            return &document.text;
        }
        self.read.entry(file.clone()).or_insert_with(|| {
            let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
            let bytes = if is_file { std::fs::read(file).unwrap_or_default() } else { Vec::new() };
            let text = String::from_utf8_lossy(&bytes);
            Text::new(text.strip_prefix('\u{feff}').unwrap_or(&text).into())
        })
    }

    /// The range of a line from 1, without the blanks around it.
    pub(crate) fn line(&mut self, file: &PathBuf, line: u32, encoding: Encoding) -> Range {
        let text = self.of(file);
        let Some(start) = text.byte_at(line, 1) else { return self.word(file, line, 1, encoding) };
        let written = text.line(line.saturating_sub(1) as usize);
        let blanks = written.len() - written.trim_start().len();
        text.range(start + blanks..start + written.trim_end().len().max(blanks), encoding)
    }

    /// The range of the token at a line and column from 1, columns in code points.
    pub(crate) fn word(&mut self, file: &PathBuf, line: u32, column: u32, encoding: Encoding) -> Range {
        let text = self.of(file);
        let Some(offset) = text.byte_at(line, column) else {
            let position = Position::new(line.saturating_sub(1), 0);
            return Range::new(position, position);
        };
        let rest = &text.as_str()[offset..];
        let dialect = asunder_syntax::Dialect::default();
        let token = asunder_syntax::Lexer::new(rest, dialect).next();
        let length = token.filter(|token| !token.kind.is_trivia()).map_or(0, |token| token.len as usize);
        let end = text.line(line.saturating_sub(1) as usize).len();
        let line_start = text.byte_at(line, 1).unwrap_or(offset);
        text.range(offset..(offset + length).min(line_start + end).max(offset), encoding)
    }
}

/// The identifier around a byte of a text, or that ends there.
pub(crate) fn word_at(text: &str, offset: usize) -> Option<std::ops::Range<usize>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || !c.is_ascii();
    let offset = offset.min(text.len());
    let before = text[..offset].char_indices().rev().take_while(|(_, c)| is_part(*c)).last();
    let start = before.map_or(offset, |(at, _)| at);
    let length: usize = text[offset..].chars().take_while(|c| is_part(*c)).map(char::len_utf8).sum();
    (start < offset + length).then_some(start..offset + length)
}
