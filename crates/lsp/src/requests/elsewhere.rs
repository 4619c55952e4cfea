//! A name in all units of a project: the same thing is found by the place of its declaration, or by its linker name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use asunder_ide::references::{Identity, identity, named_by_linker};
use asunder_syntax::TextSize;
use lsp_types::TextDocumentPositionParams;
use rustc_hash::FxHashSet;

use super::navigation::included;
use super::places::View;
use super::{Asked, Refusal, Texts};
use crate::progress::Progress;
use crate::units::Unit;
use crate::uri::canonical;

/// What a name means, in a form that other units understand.
struct Thing {
    name: String,
    /// Where it is declared: files, with lines and columns from 1.
    declared: Vec<(PathBuf, u32, u32)>,
    /// Its linker name, where other units may have the same.
    linker_name: Option<String>,
    /// The project declares it.
    is_own: bool,
}

/// Asks all passes of all units that name what stands at a place, those of the document's own unit first; for what headers
/// that are not the project's declare, those that are open.
pub(super) fn everywhere<T>(
    asked: Asked<'_>,
    at: &TextDocumentPositionParams,
    question: impl Fn(&View<'_, '_>, TextSize) -> Option<T>,
) -> Result<Vec<T>, Refusal> {
    let mut found = super::navigation::each_pass(asked, at, &question)?;
    let Some(thing) = thing(asked, at)? else { return Ok(found) };
    let Some(document) = asked.document(&at.text_document) else { return Ok(found) };
    let own = asked.world.unit_of(&document.path, &document.language);
    let others = match thing.is_own {
        true => units_with(asked, &document.path, &thing.name),
        false => asked.world.all_units(),
    };
    let others = others.into_iter().filter(|unit| own.as_ref().is_none_or(|own| own.source != unit.source));
    let mut progress = None;
    for unit in others {
        if !asked.world.is_current(asked.documents.revision) {
            return Err(Refusal::Outdated);
        }
        if unit.last().is_none() && progress.is_none() {
            progress = Progress::start(asked.world, "asunder", "reading other units");
        }
        // What is wrong with another unit is said when it is opened.
        let Ok(synced) = unit.synced(asked.world.tools(), asked.documents.revision) else { continue };
        if synced.is_behind(asked.documents) {
            continue;
        }
        for pass in &synced.passes {
            found.extend(asked.pass(&synced, *pass, |view| question(view, thing.in_unit(view)?))?);
        }
    }
    Ok(found)
}

/// What stands at a place, where other units can name it.
fn thing(asked: Asked<'_>, at: &TextDocumentPositionParams) -> Result<Option<Thing>, Refusal> {
    asked.at(at, |view, offset| {
        let Identity { name, declarations, linker_name, is_own } = identity(view.ide, offset)?;
        let declared = declarations.into_iter().filter_map(|at| {
            let spelled = view.view.spelled(at.into())?;
            (spelled.by_macro.is_none())
                .then(|| (view.file_named(&spelled.file), spelled.line, spelled.point.column))
        });
        Some(Thing { name, declared: declared.collect(), linker_name, is_own })
    })
}

impl Thing {
    /// A byte of a unit at which it is named.
    fn in_unit(&self, view: &View<'_, '_>) -> Option<TextSize> {
        let by_place = self.declared.iter().find_map(|(file, line, column)| {
            let at = view.view.offset(file, *line, *column)?;
            let is_named = view.word_of(at) == self.name;
            is_named.then(|| TextSize::new(at as u32))
        });
        by_place.or_else(|| named_by_linker(view.ide, &self.name, self.linker_name.as_deref()?))
    }
}

/// The units in which a name may stand: those that are open, and those of the project whose text has it somewhere.
fn units_with(asked: Asked<'_>, file: &Path, name: &str) -> Vec<Arc<Unit>> {
    let mut units = asked.world.all_units();
    let mut texts = Texts::new(asked.documents);
    for (source, folders) in asked.world.sources_near(file) {
        let is_open = units.iter().any(|unit| unit.source == source);
        if !is_open && may_have(&mut texts, &source, &folders, name) {
            units.extend(asked.world.source_unit(&source));
        }
    }
    units
}

/// Whether a name stands in a source, or in a file that it includes from the folders of the project.
fn may_have(texts: &mut Texts<'_>, source: &Path, folders: &[PathBuf], name: &str) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending = vec![source.to_owned()];
    while let Some(file) = pending.pop() {
        if !seen.insert(file.clone()) {
            continue;
        }
        let text = texts.of(&file).as_str();
        if memchr::memmem::find(text.as_bytes(), name.as_bytes()).is_some() {
            return true;
        }
        let own = file.parent().map(Path::to_owned);
        for included in text.lines().filter_map(included) {
            let places = own.iter().chain(folders).map(|folder| folder.join(included));
            pending.extend(places.filter(|path| path.is_file()).map(|path| canonical(&path)).next());
        }
    }
    false
}
