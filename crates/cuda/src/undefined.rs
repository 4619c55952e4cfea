//! Functions that are used and that only this unit could define, but does not: those with internal linkage, and inline
//! ones. Both passes report them at the end of the unit.
//!
//! Templates and what is used in them are left out.

use asunder_decls::item_tree;
use asunder_decls::names::{DeclRef, Names};
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{BodyKind, DeclKind};
use asunder_outline::block_item_numbers;
use asunder_sema::uses::{UseForm, uses};
use asunder_syntax::TextSize;
use rustc_hash::FxHashSet;

use crate::finding::{Argument, Finding, Message, Moment, Phase, Severity, Stage};
use crate::shown;
use crate::unit::{Unit, own_declarations};
use crate::used::is_local;

/// "… was referenced but not defined".
const UNDEFINED: u16 = 114;
/// "extern inline … was referenced but not defined".
const UNDEFINED_INLINE: u16 = 821;

/// Attributes by which a declaration is a definition.
const DEFINING_ATTRIBUTES: [&str; 3] = ["alias", "weakref", "ifunc"];

/// The functions of the user's files that are used and not defined, with the number of each finding's item.
pub(crate) fn findings<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    names: &Names<'db>,
) -> Vec<(u32, Finding)> {
    let (source, dialect) = (unit.source(db), unit.dialect(db));
    let mut own: Vec<u32> = Vec::new();
    for block in source.blocks(db).iter() {
        let numbers = block_item_numbers(db, *block, dialect);
        let declared = own_declarations(db, source, *block, dialect);
        own.extend(declared.filter_map(|(index, _)| numbers.get(index as usize)));
    }
    let mut used: FxHashSet<DeclRef> = FxHashSet::default();
    for item in &own {
        for use_ in uses(db, source, *item, dialect).iter().flat_map(|body| body.uses.iter()) {
            let Some(decl) = use_.decl() else { continue };
            let is_function = !matches!(use_.form, UseForm::Variable(_)) && use_.instance.is_none();
            if is_function && !is_local(decl) && own.binary_search(&decl.item).is_ok() {
                used.insert(decl);
            }
        }
    }
    let mut found: Vec<(u32, Finding)> = Vec::new();
    let mut seen = FxHashSet::default();
    for decl in used {
        let Some((first, number)) = undefined(db, names, decl) else { continue };
        if seen.insert(first) {
            found.extend(finding(db, names, unit, first, number));
        }
    }
    // Behind an error of syntax a definition may be missed.
    let has_errors = |item: &u32| {
        item_tree(db, unit.item_text(db, *item)).errors().iter().any(|error| !error.kind.keeps_meaning())
    };
    if !found.is_empty() && own.iter().any(has_errors) {
        return Vec::new();
    }
    found
}

/// The first declaration of a function that nothing defines though it should be defined here, and the message's number.
fn undefined(db: &dyn salsa::Database, names: &Names<'_>, decl: DeclRef) -> Option<(DeclRef, u16)> {
    let is_open = |decl: &DeclRef| {
        let written = names.decl(*decl);
        matches!(written.kind, DeclKind::Function { body: BodyKind::None, .. })
            && written.templates.is_empty()
            && !written.attributes.built_in
            && !DEFINING_ATTRIBUTES.iter().any(|it| names.item_text(decl.item).text(db).contains(it))
    };
    if !is_open(&decl) {
        return None;
    }
    let Redeclarations::Known(mut all) = names.redeclarations(decl) else { return None };
    all.sort_unstable();
    let first = *all.first()?;
    if !all.iter().all(is_open) {
        return None;
    }
    let is_inline = |decl: &DeclRef| {
        let specifiers = &names.decl(*decl).specifiers;
        specifiers.is_inline || specifiers.is_constexpr || specifiers.is_consteval
    };
    let in_namespace = names.decl(first).parent.is_none();
    // Members may be defined in forms that are not recognized as theirs.
    if !in_namespace {
        return None;
    }
    let is_internal =
        names.declared_internal(first)? || names.in_unnamed_namespace(names.item(first.item).namespace);
    match (is_internal, all.iter().any(is_inline)) {
        (true, _) => Some((first, UNDEFINED)),
        (false, true) => Some((first, UNDEFINED_INLINE)),
        (false, false) => None,
    }
}

fn finding(
    db: &dyn salsa::Database,
    names: &Names<'_>,
    unit: Unit<'_>,
    first: DeclRef,
    number: u16,
) -> Option<(u32, Finding)> {
    let name = shown::entity_name(names, first)?;
    let at = names.name_offset(first)? - names.range(first.item).start();
    let moment = Moment {
        stage: Stage::Unreferenced,
        parsed: at,
        phase: Phase::Heads,
        inner: TextSize::new(0),
        // All namespaces together, with what stands outside them.
        rank: 0,
    };
    let entity = Argument::Entity { kind: Some("function"), name: name.into(), declared: None };
    let spaces = names.spaces(first)?;
    let is_device = spaces.device || spaces.global;
    // The device pass cannot do without device code.
    let is_error = unit.settings(db).pass.is_device() && is_device && number == UNDEFINED;
    let severity = Some(if is_error { Severity::Error } else { Severity::Warning });
    Some((first.item, Finding { severity, ..Finding::new(Message::new(number, vec![entity]), at, moment) }))
}
