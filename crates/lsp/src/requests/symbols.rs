//! Declarations of documents and of the workspace.

use std::path::PathBuf;

use asunder_ide::symbols::{Symbol, of_files, of_unit};
use asunder_ide::tokens::Kind;
use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Location, OneOf, SymbolKind,
    WorkspaceSymbol, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use rustc_hash::FxHashSet;

use super::places::View;
use super::{Asked, Refusal};
use crate::index::Declared;
use crate::uri;

pub(super) fn of_document(
    asked: Asked<'_>,
    params: DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>, Refusal> {
    let Some(document) = asked.document(&params.text_document) else { return Ok(None) };
    let passes = asked.all(&params.text_document, |view, names| {
        let symbols = of_files(view.ide, names);
        symbols.iter().filter_map(|symbol| shown(view, symbol, &document.path)).collect::<Vec<_>>()
    })?;
    let mut all: Vec<DocumentSymbol> = Vec::new();
    for symbol in passes.into_iter().flatten() {
        // The device pass adds what the host pass does not have.
        if all.iter().all(|known| known.selection_range != symbol.selection_range) {
            all.push(symbol);
        }
    }
    all.sort_by_key(|it| (it.selection_range.start.line, it.selection_range.start.character));
    Ok(Some(DocumentSymbolResponse::Nested(all)))
}

#[allow(deprecated, reason = "the structure has the field")]
fn shown(view: &View<'_, '_>, symbol: &Symbol, file: &std::path::Path) -> Option<DocumentSymbol> {
    let (own, selection_range) = view.word(symbol.name_range)?;
    if own != file {
        return None;
    }
    let whole = view.stretch(symbol.range).map(|(_, range)| range);
    let is_around =
        |range: &lsp_types::Range| range.start <= selection_range.start && selection_range.end <= range.end;
    let range = whole.filter(is_around).unwrap_or(selection_range);
    let members: Vec<DocumentSymbol> =
        symbol.members.iter().filter_map(|member| shown(view, member, file)).collect();
    let detail = match (&symbol.space, &symbol.ty) {
        (Some(space), Some(ty)) if !space.contains("default") => Some(format!("{space} {ty}")),
        (_, ty) => ty.clone(),
    };
    Some(DocumentSymbol {
        name: symbol.name.clone(),
        detail,
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        range,
        selection_range,
        children: (!members.is_empty()).then_some(members),
    })
}

fn kind(kind: Kind) -> SymbolKind {
    match kind {
        Kind::Namespace => SymbolKind::NAMESPACE,
        Kind::Class => SymbolKind::CLASS,
        Kind::Union => SymbolKind::STRUCT,
        Kind::Enum => SymbolKind::ENUM,
        Kind::TypeAlias | Kind::Concept => SymbolKind::INTERFACE,
        Kind::TypeParameter => SymbolKind::TYPE_PARAMETER,
        Kind::Function => SymbolKind::FUNCTION,
        Kind::Method => SymbolKind::METHOD,
        Kind::Constructor => SymbolKind::CONSTRUCTOR,
        Kind::Member => SymbolKind::FIELD,
        Kind::Variable | Kind::Parameter | Kind::Label => SymbolKind::VARIABLE,
        Kind::Enumerator => SymbolKind::ENUM_MEMBER,
    }
}

/// Symbols of the project: of units that are open as they are now, of the others as they are saved. A name matches where it
/// has the letters of the query in their order.
pub(super) fn of_workspace(
    asked: Asked<'_>,
    params: WorkspaceSymbolParams,
) -> Result<Option<WorkspaceSymbolResponse>, Refusal> {
    let mut found: Vec<(PathBuf, Declared)> = Vec::new();
    for unit in asked.world.units_with(asked.documents) {
        let Ok(synced) = unit.synced(asked.world.tools(), asked.documents.revision) else { continue };
        if synced.is_behind(asked.documents) {
            continue;
        }
        for pass in &synced.passes {
            let is_wanted = |qualified: &str| matches(qualified, &params.query);
            found.extend(asked.pass(&synced, *pass, |view| declared_in(view, &is_wanted))?);
        }
    }
    found.extend(asked.world.index.symbols(asked.documents, |it| {
        let qualified = match &it.container {
            Some(container) => format!("{container}::{}", it.name),
            None => it.name.clone(),
        };
        matches(&qualified, &params.query)
    }));
    let mut seen = FxHashSet::default();
    found.retain(|(file, it)| seen.insert((file.clone(), it.range.start.line, it.range.start.character)));
    let all = found.into_iter().filter_map(|(file, it)| {
        let location = Location { uri: uri::of_path(&file)?, range: it.range };
        Some(WorkspaceSymbol {
            name: it.name,
            kind: it.kind,
            tags: None,
            container_name: it.container,
            location: OneOf::Left(location),
            data: None,
        })
    });
    Ok(Some(WorkspaceSymbolResponse::Nested(all.collect())))
}

/// The declarations of the user's own files in a pass whose qualified names are wanted.
pub(crate) fn declared_in(view: &View<'_, '_>, is_wanted: &dyn Fn(&str) -> bool) -> Vec<(PathBuf, Declared)> {
    let mut found = Vec::new();
    for symbol in of_unit(view.ide) {
        collect(view, &symbol, is_wanted, &mut found);
    }
    found
}

fn collect(
    view: &View<'_, '_>,
    symbol: &Symbol,
    is_wanted: &dyn Fn(&str) -> bool,
    found: &mut Vec<(PathBuf, Declared)>,
) {
    if is_wanted(&symbol.qualified)
        && let Some((file, range)) = view.word(symbol.name_range)
    {
        let container = symbol.qualified.strip_suffix(symbol.name.as_str());
        let container = container.map(|it| it.trim_end_matches(':').to_owned()).filter(|it| !it.is_empty());
        let declared = Declared { name: symbol.name.clone(), container, kind: kind(symbol.kind), range };
        found.push((file, declared));
    }
    symbol.members.iter().for_each(|member| collect(view, member, is_wanted, found));
}

/// Whether a name has the letters of a query in their order; capitals do not matter.
fn matches(name: &str, query: &str) -> bool {
    let mut letters = name.chars().map(|c| c.to_ascii_lowercase());
    query.chars().map(|c| c.to_ascii_lowercase()).all(|wanted| letters.any(|letter| letter == wanted))
}
