//! Renaming, with a check: what is not sure is refused.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use asunder_ide::references::references as of_name;
use asunder_syntax::{Dialect, Lexer, SyntaxKind};
use lsp_types::{
    PrepareRenameResponse, Range, RenameParams, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};

use super::elsewhere::everywhere;
use super::places::{Texts, word_at};
use super::{Asked, Refusal};
use crate::uri;

/// What a rename would replace.
struct Renaming {
    name: String,
    places: Vec<(PathBuf, Range)>,
}

pub(super) fn prepare(
    asked: Asked<'_>,
    at: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, Refusal> {
    let Some(document) = asked.document(&at.text_document) else { return Ok(None) };
    let renaming = renaming(asked, &at)?;
    let offset = document.text.offset(at.position, asked.encoding());
    let Some(word) = word_at(document.text.as_str(), offset) else { return Ok(None) };
    let range = document.text.range(word, asked.encoding());
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: renaming.name }))
}

// Addresses have no inner state; the protocol's own structure has them as keys.
#[allow(clippy::mutable_key_type)]
pub(super) fn rename(asked: Asked<'_>, params: RenameParams) -> Result<Option<WorkspaceEdit>, Refusal> {
    let new = params.new_name;
    if !is_identifier(&new) {
        return Err(Refusal::Impossible(format!("`{new}` is not an identifier")));
    }
    let renaming = renaming(asked, &params.text_document_position)?;
    if new == renaming.name {
        return Ok(None);
    }
    // Where the new name stands already, it could mean something else afterwards, or be hidden.
    let mut texts = Texts::new(asked.documents);
    let files: Vec<PathBuf> = renaming.places.iter().map(|(file, _)| file.clone()).collect();
    for file in &files {
        let text = texts.of(file);
        if let Some(at) = identifiers(text.as_str()).find(|(_, word)| *word == new).map(|(at, _)| at) {
            let line = text.line_column(at).0;
            let file = file.display();
            return Err(Refusal::Impossible(format!("`{new}` stands in {file} already, in line {line}")));
        }
    }
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for (file, range) in renaming.places {
        let address = asked.documents.get(&file).map(|it| it.uri.clone()).or_else(|| uri::of_path(&file));
        let Some(address) = address else { continue };
        changes.entry(address).or_default().push(TextEdit { range, new_text: new.clone() });
    }
    Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
}

/// The places of a name, if all of them are known.
fn renaming(asked: Asked<'_>, at: &TextDocumentPositionParams) -> Result<Renaming, Refusal> {
    let refuse = |reason: String| Refusal::Impossible(reason);
    let found = everywhere(asked, at, |view, offset| {
        let found = of_name(view.ide, offset)?;
        let written: Vec<Option<(PathBuf, Range)>> =
            found.places.iter().map(|place| view.word(place.range)).collect();
        let unknown = found.unknown.iter().filter_map(|range| view.word(*range)).next();
        Some((found.name, found.is_foreign, written, unknown))
    })?;
    let name = match found.first() {
        Some((name, ..)) => name.clone(),
        None => return Err(refuse("it is not known what stands here".to_owned())),
    };
    let mut places: Vec<(PathBuf, Range)> = Vec::new();
    for (_, is_foreign, written, unknown) in found {
        if is_foreign {
            return Err(refuse(format!("`{name}` is declared in a header that is not the project's")));
        }
        if let Some((file, range)) = unknown {
            let line = range.start.line + 1;
            let file = file.display();
            return Err(refuse(format!("it is not known what `{name}` means in line {line} of {file}")));
        }
        for place in written {
            let Some(place) = place else {
                return Err(refuse(format!("a macro makes `{name}`")));
            };
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    // Every other place of the spelling must be known to mean something else: text that no pass compiles and bodies of
    // macros are not.
    let Some(it) = asked.unit(&at.text_document)? else {
        return Err(refuse("the file is not compiled".to_owned()));
    };
    let mut texts = Texts::new(asked.documents);
    let mut files: Vec<PathBuf> = places.iter().map(|(file, _)| file.clone()).collect();
    files.push(it.document.path.clone());
    files.sort();
    files.dedup();
    let encoding = asked.encoding();
    for file in &files {
        let text = texts.of(file).clone();
        for (offset, word) in identifiers(text.as_str()) {
            let position = text.position(offset, encoding);
            let is_place = |(known, range): &(PathBuf, Range)| known == file && range.start == position;
            if word != name || places.iter().any(is_place) || is_known(asked, &it, file, &text, offset)? {
                continue;
            }
            let (file, line) = (file.display(), position.line + 1);
            return Err(refuse(format!("it is not known what `{name}` means in line {line} of {file}")));
        }
    }
    places.sort_by_key(|(file, range)| (file.clone(), range.start.line, range.start.character));
    if places.is_empty() {
        return Err(refuse(format!("`{name}` has no place in the project's files")));
    }
    Ok(Renaming { name, places })
}

/// Whether a pass knows what the name at a byte of a file means.
fn is_known(
    asked: Asked<'_>,
    it: &super::places::InUnit<'_>,
    file: &Path,
    text: &crate::text::Text,
    offset: usize,
) -> Result<bool, Refusal> {
    let (line, column) = text.line_column(offset);
    for pass in &it.synced.passes {
        let known = asked.pass(&it.synced, *pass, |view| {
            let at = view.view.offset(file, line, column)?;
            let at = asunder_syntax::TextSize::new(u32::try_from(at).ok()?);
            view.ide.names().identifier_at(at)?.target
        })?;
        if known.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The identifiers of a text outside comments and literals, with their first bytes.
fn identifiers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    Lexer::new(text, Dialect::default()).filter_map(move |token| {
        let start = at;
        at += token.len as usize;
        (token.kind == SyntaxKind::IDENT).then(|| (start, &text[start..at]))
    })
}

fn is_identifier(name: &str) -> bool {
    let mut tokens = Lexer::new(name, Dialect::default());
    let is_one = tokens.next().is_some_and(|token| token.kind == SyntaxKind::IDENT);
    is_one && tokens.next().is_none()
}
