//! Execution spaces of overriders (spec 2 §4).

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::overrides::Overridden;
use asunder_decls::written::{DeclKind, DeclName, Spaces, TypeExpr};
use asunder_outline::CudaAttribute;
use asunder_sema::Sema;
use asunder_sema::instances::Instance;
use asunder_sema::overridden::{overrides_in_item, overrides_of_instance};
use asunder_sema::uses::declared_in_block;
use asunder_syntax::{SyntaxKind, TextSize};

use crate::attributes::name_moment;
use crate::calls::asked;
use crate::check::{Check, Views};
use crate::declared::{self, Declared, Kind, Place};
use crate::finding::{Argument, Finding, Message};
use crate::lambdas::is_in_template;
use crate::shown;
use crate::unit::{Unit, subject};
use crate::used::is_local;
use crate::wanted::{contexts, wanted};

/// Order of the checks among those that are made at the name: after those of the declaration itself.
const RANK: u16 = 200;

/// An execution space as the matrix knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    Host,
    Device,
    HostDevice,
}

impl Space {
    fn of(spaces: Spaces) -> Space {
        match (spaces.host, spaces.device) {
            (true, true) => Space::HostDevice,
            (false, true) => Space::Device,
            (_, false) => Space::Host,
        }
    }
}

/// The matrix: the message for a function of space `overriding` that overrides one of space `overridden`.
fn mismatch(overridden: Space, overriding: Space) -> Option<u16> {
    use Space::*;
    match (overridden, overriding) {
        (Host, Device) => Some(3542),
        (Host, HostDevice) => Some(3543),
        (Device, HostDevice) => Some(3544),
        (Device, Host) => Some(3545),
        (HostDevice, Host) => Some(3546),
        (HostDevice, Device) => Some(3547),
        (Host, Host) | (Device, Device) | (HostDevice, HostDevice) => None,
    }
}

/// Checks a member function that is declared in its class.
pub(crate) fn declared(check: &Check<'_>, declared: &Declared) {
    let is_candidate = declared.kind == Kind::Function && declared.place == Place::Class;
    let Some(decl) = declared.decl.filter(|_| is_candidate) else { return };
    let Some(parent) = check.decl(decl).parent else { return };
    match &check.decl(decl.sibling(parent)).kind {
        DeclKind::Class(class) if !class.bases.is_empty() => {}
        _ => return,
    }
    let names = check.names();
    let Some(overridden) = names.overridden(decl) else { return check.silence(3542) };
    let own = Space::of(without_tiles(check, decl, check.decl(decl).attributes.spaces));
    for function in &overridden {
        let Some(spaces) = spaces(check, function) else { return check.silence(3542) };
        let Some(number) = mismatch(Space::of(spaces), own) else { continue };
        match (shown_overridden(names, function), shown_so_far(names, decl)) {
            (Some(base), Some(derived)) => {
                let entity = |name: String| Argument::Entity {
                    kind: Some("function"),
                    name: name.into(),
                    declared: None,
                };
                let message = Message::new(number, vec![entity(base), entity(derived)]);
                check.report(message, declared.at_name(), name_moment(check, declared, RANK));
            }
            _ => check.silence(number),
        }
    }
}

/// Checks the classes in the blocks of the item, and its explicit specializations of class templates.
pub(crate) fn examine(check: &Check<'_>) {
    let is_candidate = check.kinds.contains_any(&[SyntaxKind::BASE_CLAUSE]);
    if !is_candidate {
        return;
    }
    let names = check.names();
    let sema = Sema::new(check.db, check.unit.source(check.db), check.unit.dialect(check.db));
    let space = |decl: DeclRef| match is_local(decl) {
        true => declared_in_block(check.db, names.item_text(decl.item), decl.local)
            .map(|(written, _)| Space::of(written.attributes.spaces)),
        false => Some(Space::of(without_tiles(check, decl, names.decl(decl).attributes.spaces))),
    };
    for pair in overrides_in_item(&sema, check.item) {
        let (Some(overridden), Some(own)) = (space(pair.overridden.decl), space(pair.own.decl)) else {
            continue;
        };
        let Some(number) = mismatch(overridden, own) else { continue };
        let place = match is_local(pair.own.decl) {
            true => declared_in_block(check.db, check.item_text, pair.own.decl.local).map(|(_, at)| at),
            false => names.name_offset(pair.own.decl).map(|offset| offset - names.range(check.item).start()),
        };
        let is_read = |at: TextSize| {
            let node = asunder_syntax::token_at(&check.root, at).and_then(|token| token.parent());
            !check.settings.pass.is_device() || node.is_some_and(|node| !is_in_template(&node))
        };
        let place = place.filter(|at| is_read(*at));
        match (place, sema.member_text(pair.overridden), sema.member_text(pair.own)) {
            (Some(at), Some(overridden), Some(own)) => {
                let entity = |name: String| Argument::Entity {
                    kind: Some("function"),
                    name: name.into(),
                    declared: None,
                };
                let message = Message::new(number, vec![entity(overridden), entity(own)]);
                check.report(message, at, check.moment(at, RANK));
            }
            _ => check.silence(number),
        }
    }
}

/// What overriders in instances of class templates break, with the number of the item that asks for the instance.
pub(crate) fn of_instances<'db>(
    db: &'db dyn salsa::Database,
    unit: Unit<'db>,
    views: &Views<'db>,
) -> Vec<(u32, Finding)> {
    let (all, names) = (wanted(db, unit), &*views.names);
    let mut found = Vec::new();
    for (index, instance) in all.iter().enumerate() {
        let Instance::Class(class) = instance.instance else { continue };
        let Some(definition) = instance.code.definition else { continue };
        let item = definition.decl.item;
        let check = Check::sharing(db, subject(db, unit, item), views);
        for pair in overrides_of_instance(&views.sema, class) {
            if is_local(pair.own.decl) || is_local(pair.overridden.decl) {
                continue;
            }
            let space =
                |decl: DeclRef| Space::of(without_tiles(&check, decl, names.decl(decl).attributes.spaces));
            let Some(number) = mismatch(space(pair.overridden.decl), space(pair.own.decl)) else { continue };
            let Some(offset) = names.name_offset(pair.own.decl) else { continue };
            let texts = (views.sema.member_text(pair.overridden), views.sema.member_text(pair.own));
            let (Some(overridden), Some(own)) = texts else { continue };
            let entity =
                |name: String| Argument::Entity { kind: Some("function"), name: name.into(), declared: None };
            let message = Message::new(number, vec![entity(overridden), entity(own)]);
            let (asker, moment) = asked(db, unit, views, index);
            let finding = Finding::new(message, offset - names.range(item).start(), moment);
            let contexts = contexts(db, unit, all, index);
            found.push((asker, Finding { item: Some(item), contexts, ..finding }));
        }
    }
    found
}

/// The spaces that a function has when it is overridden: those of its declaration in the class. An implicit
/// destructor has those of all that it overrides.
fn spaces(check: &Check<'_>, function: &Overridden) -> Option<Spaces> {
    let names = check.names();
    match function {
        Overridden::Function(decl, _) => {
            Some(without_tiles(check, *decl, names.decl(*decl).attributes.spaces))
        }
        Overridden::ImplicitDestructor(class) => inherited_destructor(names, *class),
    }
}

/// The spaces of a function where that for tiles is none.
fn without_tiles(check: &Check<'_>, decl: DeclRef, spaces: Spaces) -> Spaces {
    if !spaces.device || !check.unit.dialect(check.db).tile {
        return spaces;
    }
    let attributes = declared::attributes_of(check, decl).unwrap_or_default();
    let device = attributes.iter().any(|it| it.is_valid() && it.cuda() == Some(CudaAttribute::Device));
    Spaces { device, ..spaces }
}

/// The spaces of the destructors that the implicit one of a class overrides, together. A host function says nothing.
fn inherited_destructor(names: &Names<'_>, class: DeclRef) -> Option<Spaces> {
    let mut class = class;
    let mut all = Spaces::default();
    for _ in 0..64 {
        let DeclKind::Class(written) = &names.decl(class).kind else { return None };
        let base = match written.bases.as_slice() {
            [] => return Some(all),
            [base] => base,
            _ => return None,
        };
        class = names.class_of_base(class, base)?;
        let mut members = names.decls(class.item).members(Some(class.local));
        if let Some((_, destructor)) = members.find(|(_, member)| matches!(member.name, DeclName::Destructor))
        {
            let own = destructor.attributes.spaces;
            all = all.union(Spaces { host: own.host || !own.device, ..own });
        }
    }
    None
}

/// The name of an overridden function, with parameters if its class overloads it.
fn shown_overridden(names: &Names<'_>, function: &Overridden) -> Option<String> {
    match function {
        Overridden::Function(decl, class) => {
            let name = shown_function(names, *decl, u32::MAX)?;
            Some(name + &shown::bindings(names, decl.sibling(names.decl(*decl).parent?), class)?)
        }
        Overridden::ImplicitDestructor(class) => {
            let name = shown::class_name(names, *class)?;
            Some(format!("{name}::~{}", names.decl(*class).name.ident()?))
        }
    }
}

/// The name of a function as it is declared: overloads that come later are not known yet.
fn shown_so_far(names: &Names<'_>, decl: DeclRef) -> Option<String> {
    shown_function(names, decl, decl.local.0)
}

/// The name of a member function among the members up to `last`.
fn shown_function(names: &Names<'_>, decl: DeclRef, last: u32) -> Option<String> {
    let written = names.decl(decl);
    let parent = decl.sibling(written.parent?);
    if shown::is_specialized(names, parent) {
        return None;
    }
    let name = shown::entity_name(names, decl)?;
    let mut members = names.decls(decl.item).members(Some(parent.local));
    let is_overloaded = members.any(|(id, other)| {
        id != decl.local && id.0 <= last && other.name == written.name && is_function(&other.kind)
    });
    if !is_overloaded {
        return Some(name);
    }
    let DeclKind::Function { ty: TypeExpr::Function(function), .. } = &written.kind else { return None };
    let site = names.site_of(decl);
    let headers = &names.decl(parent).templates;
    let shown = |ty: &TypeExpr| shown::type_name(names, &names.resolve(ty, &site), headers);
    let parameters: Option<Vec<String>> = function.params.iter().map(|it| shown(&it.ty)).collect();
    let mut parameters = parameters?;
    if parameters == ["void"] {
        parameters.clear();
    }
    let is_const = if function.qualifiers.is_const { " const" } else { "" };
    Some(format!("{name}({}){is_const}", parameters.join(", ")))
}

fn is_function(kind: &DeclKind) -> bool {
    matches!(kind, DeclKind::Function { .. } | DeclKind::FunctionOrVariable { .. })
}
