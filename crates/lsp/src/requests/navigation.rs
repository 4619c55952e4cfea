//! Where things are declared, and all of their places.

use asunder_ide::hover::places;
use asunder_ide::overriders::implementations;
use asunder_ide::references::references as of_name;
use asunder_ide::{Access, Role};
use asunder_syntax::{Dialect, Lexer};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, GotoDefinitionResponse, Location,
    ReferenceParams, TextDocumentPositionParams,
};

use super::elsewhere::everywhere;
use super::places::{View, word_at};
use super::{Asked, Refusal};
use crate::uri;

/// Which place of what a name means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Its definition, or else its declarations.
    Definition,
    /// Its declarations.
    Declaration,
    /// The class or enumeration of its type.
    Type,
}

pub(super) fn goto(
    asked: Asked<'_>,
    at: TextDocumentPositionParams,
    wanted: Wanted,
) -> Result<Option<GotoDefinitionResponse>, Refusal> {
    if wanted != Wanted::Type
        && let Some(found) = include_or_macro(asked, &at)?
    {
        return Ok(Some(GotoDefinitionResponse::Array(vec![found])));
    }
    let found = asked.at(&at, |view, offset| {
        let places = places(view.ide, offset)?;
        let wanted = match wanted {
            Wanted::Definition => match places.definition {
                Some(definition) => vec![definition],
                None => places.declarations,
            },
            Wanted::Declaration => places.declarations,
            Wanted::Type => places.type_definition.into_iter().collect(),
        };
        let mut found: Vec<Location> = wanted.into_iter().filter_map(|at| view.location(at)).collect();
        found.dedup();
        (!found.is_empty()).then_some((found, places.definition.is_some()))
    })?;
    if wanted == Wanted::Definition && matches!(found, Some((_, false))) {
        // Another unit may define it.
        let elsewhere =
            everywhere(asked, &at, |view, offset| view.location(places(view.ide, offset)?.definition?))?;
        let all = each_once(elsewhere.into_iter());
        if !all.is_empty() {
            return Ok(Some(GotoDefinitionResponse::Array(all)));
        }
    }
    Ok(found.map(|(found, _)| GotoDefinitionResponse::Array(found)))
}

/// The file of an `#include`, or the definition of a macro.
fn include_or_macro(asked: Asked<'_>, at: &TextDocumentPositionParams) -> Result<Option<Location>, Refusal> {
    let Some(it) = asked.unit(&at.text_document)? else { return Ok(None) };
    let text = &it.document.text;
    let line = text.line(at.position.line as usize);
    if let Some(name) = included(line) {
        // The file that the unit has under that name; where it has several it is not known which.
        let mut named = it.synced.files.keys().filter(|file| file.ends_with(name));
        let (first, second) = (named.next(), named.next());
        let found = first.filter(|_| second.is_none());
        let uri = found.and_then(|file| uri::of_path(file));
        return Ok(uri.map(|uri| Location { uri, range: lsp_types::Range::default() }));
    }
    let offset = text.offset(at.position, asked.encoding());
    let Some(word) = word_at(text.as_str(), offset) else { return Ok(None) };
    let Some(macros) = &it.synced.macros else { return Ok(None) };
    let own_line = text.line_column(word.start).0;
    let Some(found) = asked.world.preprocessor.macro_named(macros, &text.as_str()[word.clone()]) else {
        return Ok(None);
    };
    let Some(file) =
        (found.file as usize).checked_sub(1).and_then(|number| it.synced.macro_files.get(number))
    else {
        return Ok(None);
    };
    let path = uri::canonical(&it.synced.directory.join(file));
    if path == it.document.path && found.line > own_line {
        return Ok(None);
    }
    let mut texts = super::Texts::new(asked.documents);
    let line = texts.of(&path).line(found.line.saturating_sub(1) as usize);
    let byte = usize::from(found.column).saturating_sub(1);
    let Some(before) = line.get(..byte) else { return Ok(None) };
    if !line[byte..].starts_with(&text.as_str()[word]) {
        return Ok(None);
    }
    let column = before.chars().count() as u32 + 1;
    let range = texts.word(&path, found.line, column, asked.encoding());
    Ok(uri::of_path(&path).map(|uri| Location { uri, range }))
}

/// The name that an `#include` line names.
pub(super) fn included(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let close = match rest.chars().next()? {
        '"' => '"',
        '<' => '>',
        _ => return None,
    };
    let end = rest[1..].find(close)?;
    Some(&rest[1..=end])
}

pub(super) fn references(
    asked: Asked<'_>,
    params: ReferenceParams,
) -> Result<Option<Vec<Location>>, Refusal> {
    let with_declarations = params.context.include_declaration;
    let at = params.text_document_position;
    if let Some(found) = of_macro(asked, &at)? {
        let uses = found.into_iter().filter(|(_, is_definition)| with_declarations || !is_definition);
        let all = each_once(uses.map(|(location, _)| location));
        return Ok((!all.is_empty()).then_some(all));
    }
    let found = everywhere(asked, &at, |view, offset| {
        let found = of_name(view.ide, offset)?;
        let places = found.places.iter().filter(|place| with_declarations || place.role == Role::Use);
        let locations = places.filter_map(|place| {
            let (file, range) = view.word(place.range)?;
            Some(Location { uri: uri::of_path(&file)?, range })
        });
        Some(locations.collect::<Vec<_>>())
    })?;
    let all = each_once(found.into_iter().flatten());
    Ok((!all.is_empty()).then_some(all))
}

/// The places of the macro that is named at a place, its definition among them, in the files of the project that the unit
/// is made of; `None` where no macro is named. A name stands for the macro wherever it stands behind the definition.
fn of_macro(
    asked: Asked<'_>,
    at: &TextDocumentPositionParams,
) -> Result<Option<Vec<(Location, bool)>>, Refusal> {
    let Some(defined) = include_or_macro(asked, at)? else { return Ok(None) };
    let Some(it) = asked.unit(&at.text_document)? else { return Ok(None) };
    let text = &it.document.text;
    let is_include = included(text.line(at.position.line as usize)).is_some();
    let offset = text.offset(at.position, asked.encoding());
    let Some(word) = word_at(text.as_str(), offset).filter(|_| !is_include) else { return Ok(None) };
    let name = &text.as_str()[word];
    let folder = it.synced.directory.as_path();
    let is_own = |file: &&std::path::PathBuf| asked.documents.get(file).is_some() || file.starts_with(folder);
    let mut texts = super::Texts::new(asked.documents);
    let mut found = Vec::new();
    for file in it.synced.files.keys().filter(is_own) {
        let Some(uri) = uri::of_path(file) else { continue };
        let text = texts.of(file);
        for start in spelled(text.as_str(), name) {
            let range = text.range(start..start + name.len(), asked.encoding());
            let location = Location { uri: uri.clone(), range };
            let is_before = location.uri == defined.uri && range.start < defined.range.start;
            let is_definition = location == defined;
            found.extend((!is_before).then_some((location, is_definition)));
        }
    }
    Ok(Some(found))
}

/// Where an identifier stands in a text, in directives too.
fn spelled(text: &str, name: &str) -> Vec<usize> {
    let mut found = Vec::new();
    // A directive is one token, whose own tokens stand behind its `#`.
    let mut pending = vec![(0, text)];
    while let Some((mut start, text)) = pending.pop() {
        let mut at = 0;
        for token in Lexer::new(text, Dialect::default()) {
            let word = &text[at..at + token.len as usize];
            if word == name && token.kind.is_identifier() {
                found.push(start);
            } else if let Some(directive) = word.strip_prefix('#').filter(|rest| !rest.is_empty()) {
                pending.push((start + 1, directive));
            }
            at += word.len();
            start += word.len();
        }
    }
    found
}

/// Locations in the order of their files, each once.
pub(super) fn each_once(found: impl Iterator<Item = Location>) -> Vec<Location> {
    let mut all: Vec<Location> = found.collect();
    let key = |it: &Location| (it.uri.as_str().to_owned(), it.range.start.line, it.range.start.character);
    all.sort_by_cached_key(key);
    all.dedup();
    all
}

/// The overriders of a virtual function, the classes that are derived from a class; of anything else its definition.
pub(super) fn implementation(
    asked: Asked<'_>,
    at: TextDocumentPositionParams,
) -> Result<Option<GotoDefinitionResponse>, Refusal> {
    let found = everywhere(asked, &at, |view, offset| {
        let found = implementations(view.ide, offset)?;
        Some(found.into_iter().filter_map(|at| view.location(at)).collect::<Vec<_>>())
    })?;
    let all = each_once(found.into_iter().flatten());
    match all.is_empty() {
        true => goto(asked, at, Wanted::Definition),
        false => Ok(Some(GotoDefinitionResponse::Array(all))),
    }
}

/// Asks all passes that know a place.
pub(super) fn each_pass<T>(
    asked: Asked<'_>,
    at: &TextDocumentPositionParams,
    question: impl Fn(&View<'_, '_>, asunder_syntax::TextSize) -> Option<T>,
) -> Result<Vec<T>, Refusal> {
    let Some(it) = asked.unit(&at.text_document)? else { return Ok(Vec::new()) };
    if !it.document.text.contains(at.position, asked.encoding()) {
        return Ok(Vec::new());
    }
    let offset = it.document.text.offset(at.position, asked.encoding());
    let offset = word_at(it.document.text.as_str(), offset).map_or(offset, |word| word.start);
    let (line, column) = it.document.text.line_column(offset);
    let mut found = Vec::new();
    for pass in &it.synced.passes {
        found.extend(asked.pass(&it.synced, *pass, |view| {
            let at = view.view.offset(&it.document.path, line, column)?;
            question(view, asunder_syntax::TextSize::new(u32::try_from(at).ok()?))
        })?);
    }
    Ok(found)
}

pub(super) fn highlights(
    asked: Asked<'_>,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>, Refusal> {
    let at = params.text_document_position_params;
    let Some(document) = asked.document(&at.text_document) else { return Ok(None) };
    if let Some(found) = of_macro(asked, &at)? {
        let own = found
            .into_iter()
            .filter(|(location, _)| uri::path(&location.uri).as_ref() == Some(&document.path));
        let shown = own.map(|(location, is_definition)| DocumentHighlight {
            range: location.range,
            kind: Some(if is_definition {
                DocumentHighlightKind::WRITE
            } else {
                DocumentHighlightKind::READ
            }),
        });
        let mut all = shown.collect::<Vec<_>>();
        all.sort_by_key(|it| (it.range.start.line, it.range.start.character));
        return Ok((!all.is_empty()).then_some(all));
    }
    let found = each_pass(asked, &at, |view, offset| {
        let found = of_name(view.ide, offset)?;
        let highlights = found.places.iter().filter_map(|place| {
            let (file, range) = view.word(place.range)?;
            let kind = match (place.role, place.access) {
                (Role::Definition, _) | (_, Access::Write | Access::Update) => DocumentHighlightKind::WRITE,
                (Role::Use, Access::Value) => DocumentHighlightKind::READ,
                _ => DocumentHighlightKind::TEXT,
            };
            (file == document.path).then_some(DocumentHighlight { range, kind: Some(kind) })
        });
        Some(highlights.collect::<Vec<_>>())
    })?;
    let mut all: Vec<DocumentHighlight> = Vec::new();
    for highlight in found.into_iter().flatten() {
        if all.iter().all(|known| known.range != highlight.range) {
            all.push(highlight);
        }
    }
    all.sort_by_key(|it| (it.range.start.line, it.range.start.character));
    Ok((!all.is_empty()).then_some(all))
}
