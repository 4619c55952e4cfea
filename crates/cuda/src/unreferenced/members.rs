//! Members of classes in unnamed namespaces that nothing refers to: of each class its functions, then its static data
//! members, then the classes in it (measured).

use asunder_decls::Redeclarations;
use asunder_decls::layout::NamespaceId;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, Decl, DeclKind, LocalId};
use asunder_syntax::TextSize;

use super::entities::{at_unit_end, is_quiet_entity, node_of};
use super::{NEVER_REFERENCED, is_mentioned_before, mentions};
use crate::attributes::has_only_known;
use crate::check::Check;
use crate::finding::{Argument, Finding, Message, Moment};
use crate::shown;

/// Checks the members of the class that a declaration of an unnamed namespace defines.
pub(super) fn examine(check: &Check<'_>, class: LocalId, namespace: NamespaceId) {
    let mut position = 0;
    of_class(check, class, &mut |check, member, decl, kind| {
        position += 1;
        let Some((found, item, name)) = unreferenced(check, member, decl) else { return };
        let entity = Argument::Entity { kind: Some(kind), name: name.into(), declared: None };
        let moment = Moment {
            inner: TextSize::new(position),
            ..at_unit_end(check, class_at(check, class), namespace)
        };
        let finding = Finding::new(Message::new(NEVER_REFERENCED, vec![entity]), found, moment);
        check.add(Finding { item: (item != check.item).then_some(item), ..finding });
    });
}

/// Where a class is named that the item declares.
fn class_at(check: &Check<'_>, class: LocalId) -> TextSize {
    let names = check.names();
    let at = names.name_offset(DeclRef { item: check.item, local: class });
    at.map_or(TextSize::new(0), |at| at - names.range(check.item).start())
}

/// The members of a class that may be reported, in the order in which the reference goes through them.
fn of_class(
    check: &Check<'_>,
    class: LocalId,
    report: &mut dyn FnMut(&Check<'_>, DeclRef, &Decl, &'static str),
) {
    let inside = || check.decls().iter().filter(|(_, decl)| decl.parent == Some(class));
    let is_plain =
        |decl: &Decl| decl.templates.is_empty() && !decl.specifiers.is_friend && decl.name.ident().is_some();
    let member = |local| DeclRef { item: check.item, local };
    for (local, decl) in inside().filter(|(_, decl)| is_plain(decl)) {
        let is_function =
            matches!(decl.kind, DeclKind::Function { body: BodyKind::None | BodyKind::Block, .. });
        if is_function && !decl.specifiers.is_virtual && !decl.specifiers.is_override {
            report(check, member(local), decl, "function");
        }
    }
    for (local, decl) in inside().filter(|(_, decl)| is_plain(decl)) {
        if matches!(decl.kind, DeclKind::Variable { .. }) && decl.specifiers.is_static {
            report(check, member(local), decl, "member");
        }
    }
    for (local, decl) in inside().filter(|(_, decl)| is_plain(decl)) {
        if is_class_definition(decl) {
            of_class(check, local, report);
        }
    }
}

/// Whether a declaration defines a class.
pub(super) fn is_class_definition(decl: &Decl) -> bool {
    matches!(&decl.kind, DeclKind::Class(class) if class.is_definition)
}

/// Where a member is shown that nothing refers to, in which item, and its name: its definition, or else its declaration. A
/// name that headers mention may be that of what they override, or ask of a template argument.
fn unreferenced(check: &Check<'_>, member: DeclRef, decl: &Decl) -> Option<(TextSize, u32, String)> {
    let names = check.names();
    let ident = decl.name.ident()?;
    let Redeclarations::Known(all) = names.redeclarations(member) else { return None };
    let (db, source, dialect) = (check.db, check.unit.source(check.db), check.unit.dialect(check.db));
    let count = mentions(db, source, dialect).get(&**ident).copied().unwrap_or(0);
    let is_function = matches!(decl.kind, DeclKind::Function { .. });
    if count as usize != all.len() || is_mentioned_before(db, source, dialect, ident) {
        return None;
    }
    let node = node_of(check, member)?;
    let whole = node.parent().filter(|_| !is_function);
    if !has_only_known(&whole.unwrap_or_else(|| node.clone())) {
        return None;
    }
    if !is_function && (all.len() > 1 || !is_declared_alone(decl) && !is_quiet_entity(check, member, &node)) {
        return None;
    }
    let defines =
        |decl: &&DeclRef| matches!(names.decl(**decl).kind, DeclKind::Function { body: BodyKind::Block, .. });
    let shown = all.iter().find(defines).copied().unwrap_or(member);
    let at = names.name_offset(shown)? - names.range(shown.item).start();
    Some((at, shown.item, shown::entity_name(names, member)?))
}

/// Whether a static data member has no initializer where it is declared.
fn is_declared_alone(decl: &Decl) -> bool {
    use asunder_decls::written::Init;
    matches!(&decl.kind, DeclKind::Variable { init: Init::None, .. }) && !decl.specifiers.is_inline
}
