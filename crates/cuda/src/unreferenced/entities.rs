//! Entities with internal linkage that nothing refers to, reported at the end of the unit.

use asunder_decls::Redeclarations;
use asunder_decls::layout::{Layout, NamespaceId};
use asunder_decls::names::DeclRef;
use asunder_decls::owner::Owner;
use asunder_decls::written::{BodyKind, Decl, DeclKind, DeclName};
use asunder_mangle::model::Type;
use asunder_sema::initialized::Mistaken;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextSize};

use super::{NEVER_REFERENCED, is_quiet, members, mentions, mistaken_part};
use crate::attributes::has_only_known;
use crate::candidates::words;
use crate::check::Check;
use crate::declared::{self};
use crate::finding::{Argument, Finding, Message, Moment, Stage};
use crate::shown;
use crate::templates::ReadAs;

/// Checks the functions and variables with internal linkage that the item declares.
pub(super) fn examine(check: &Check<'_>) {
    for (local, decl) in check.decls().iter() {
        let decl_ref = DeclRef { item: check.item, local };
        if decl.parent.is_none() && is_internal(check, decl_ref, decl) {
            entity(check, decl_ref, decl);
        }
        if decl.parent.is_none() && matches!(decl.name, DeclName::Bindings(_)) {
            bindings(check, decl_ref);
        }
        let is_plain_class = decl.parent.is_none()
            && decl.templates.is_empty()
            && decl.qualifier.is_none()
            && decl.name.ident().is_some()
            && members::is_class_definition(decl);
        if is_plain_class && is_in_unnamed(check) {
            members::examine(check, local, check.place.namespace);
        }
    }
}

/// Whether the item stands in an unnamed namespace.
fn is_in_unnamed(check: &Check<'_>) -> bool {
    let layout = check.unit.layout(check.db);
    let is_unnamed = |id| layout.namespace(id).parent.is_some() && layout.namespace(id).name.is_none();
    layout.ancestors(check.place.namespace).any(is_unnamed)
}

/// When the reference reports what a namespace declares at `at`.
pub(super) fn at_unit_end(check: &Check<'_>, at: TextSize, namespace: NamespaceId) -> Moment {
    Moment {
        stage: Stage::Unreferenced,
        rank: opening_order(check.unit.layout(check.db), namespace),
        ..check.moment_after(at, 0)
    }
}

/// Structured bindings of a namespace that nothing names: together, under the first name; each for itself in unnamed
/// namespaces, of which the others may be named.
fn bindings(check: &Check<'_>, decl: DeclRef) {
    let namespace = check.place.namespace;
    let written = node_of(check, decl)
        .filter(has_only_known)
        .and_then(|node| node.descendants().find_map(asunder_syntax::ast::StructuredBinding::cast));
    let Some(written) = written else { return };
    let counts = mentions(check.db, check.unit.source(check.db), check.unit.dialect(check.db));
    let is_alone = |name: &SyntaxToken| counts.get(name.text()).copied() == Some(1);
    let names: Vec<SyntaxToken> = written.bindings().filter_map(|it| it.ident_token()).collect();
    let reported: Vec<&SyntaxToken> = match is_in_unnamed(check) {
        true => names.iter().filter(|name| is_alone(name)).collect(),
        false => names.first().into_iter().filter(|_| names.iter().all(is_alone)).collect(),
    };
    for name in reported {
        let shown = format!("{}{}", shown::namespace_prefix(check.names(), namespace), name.text());
        let entity =
            Argument::Entity { kind: Some("structured binding"), name: shown.into(), declared: None };
        let at = name.text_range().start();
        let moment = at_unit_end(check, at, namespace);
        check.add(Finding::new(Message::new(NEVER_REFERENCED, vec![entity]), at, moment));
    }
}

/// Whether the declaration gives a function or variable of a namespace internal linkage ([basic.link]/3).
fn is_internal(check: &Check<'_>, decl_ref: DeclRef, decl: &Decl) -> bool {
    let specifiers = &decl.specifiers;
    let is_plain = decl.templates.is_empty()
        && !decl.explicit_instantiation
        && !specifiers.is_friend
        && decl.qualifier.is_none()
        && matches!(decl.name, DeclName::Ident(_));
    if !is_plain {
        return false;
    }
    let has_c_linkage = check.place.c_linkage || specifiers.c_linkage;
    let in_unnamed = || !has_c_linkage && is_in_unnamed(check);
    match &decl.kind {
        DeclKind::Function { .. } => specifiers.is_static || in_unnamed(),
        DeclKind::Variable { .. } => {
            let is_const = || specifiers.is_constexpr || is_const(check, decl_ref, decl);
            let in_unnamed = || in_unnamed() && !decl.attributes.spaces.shared;
            specifiers.is_static
                || in_unnamed()
                || !specifiers.is_inline && !specifiers.is_extern && is_const()
        }
        _ => false,
    }
}

/// Whether a variable is `const` by what is written, or by what the typedef means that is written.
fn is_const(check: &Check<'_>, decl_ref: DeclRef, decl: &Decl) -> bool {
    use asunder_decls::written::TypeExpr;
    let DeclKind::Variable { ty, .. } = &decl.kind else { return false };
    let mut ty = ty;
    while let TypeExpr::Array(_, element) = ty {
        ty = element;
    }
    match ty {
        TypeExpr::Qualified(qualifiers, inner) => {
            qualifiers.is_const && !qualifiers.is_volatile && !matches!(**inner, TypeExpr::Name(..))
                || matches!(**inner, TypeExpr::Name(..)) && has_const_type(check, decl_ref)
        }
        TypeExpr::Name(..) => has_const_type(check, decl_ref),
        _ => false,
    }
}

fn has_const_type(check: &Check<'_>, decl: DeclRef) -> bool {
    let mut ty = check.names().type_of_variable(decl);
    while let Some(Type::Array(_, element)) = ty.as_deref() {
        ty = Some(element.clone());
    }
    matches!(ty.as_deref(), Some(Type::Qualified(qualifiers, _)) if qualifiers.is_const && !qualifiers.is_volatile)
}

fn entity(check: &Check<'_>, decl: DeclRef, written: &Decl) {
    let names = check.names();
    let Some(ident) = written.name.ident() else { return };
    let Redeclarations::Known(all) = names.redeclarations(decl) else {
        return check.silence(NEVER_REFERENCED);
    };
    let counts = mentions(check.db, check.unit.source(check.db), check.unit.dialect(check.db));
    if counts.get(&**ident).copied().unwrap_or(0) as usize != all.len() {
        return;
    }
    let defines =
        |decl: &DeclRef| matches!(names.decl(*decl).kind, DeclKind::Function { body: BodyKind::Block, .. });
    let Some(&named) = all.iter().find(|decl| defines(decl)).or(all.first()) else { return };
    // The one that is named speaks for all, unless another one alone says that the linkage is internal.
    let speaks = |other: &DeclRef| is_internal(check, *other, names.decl(*other));
    let speaker =
        Some(&named).filter(|named| speaks(named)).or_else(|| all.iter().find(|other| speaks(other)));
    if speaker != Some(&decl) || &**ident == "main" {
        return;
    }
    let Some(node) = node_of(check, decl) else { return };
    let has_plain_attributes = |decl: &DeclRef| {
        let node = node_of(check, *decl);
        let whole = node.and_then(|node| match node.kind() {
            SyntaxKind::INIT_DECLARATOR => node.parent(),
            _ => Some(node),
        });
        whole.is_some_and(|whole| has_only_known(&whole))
    };
    if !all.iter().all(has_plain_attributes) {
        return;
    }
    let kind = match &written.kind {
        DeclKind::Function { .. } if is_found_by_arguments(check, decl, ident) => return,
        DeclKind::Function { .. } => "function",
        _ if all.len() == 1 && is_quiet_entity(check, decl, &node) => "variable",
        _ => return,
    };
    let (Some(owner), Some(name)) = (names.owner(decl), shown::entity_name(names, decl)) else { return };
    let Owner::Namespace(namespace) = owner else { return };
    let Some(offset) = names.name_offset(named) else { return };
    let at = offset - names.range(named.item).start();
    let moment = at_unit_end(check, at, namespace);
    let entity = Argument::Entity { kind: Some(kind), name: name.into(), declared: None };
    let finding = Finding::new(Message::new(NEVER_REFERENCED, vec![entity]), at, moment);
    check.add(Finding { item: (named.item != check.item).then_some(named.item), ..finding });
}

/// The definition or init-declarator of a declaration of the unit.
pub(super) fn node_of(check: &Check<'_>, decl: DeclRef) -> Option<SyntaxNode> {
    let (root, range) = check.node_of(decl)?;
    declared::definition_at(&root, range)
}

/// When the reference goes through a namespace: each before those inside it, in the order in which they are opened.
fn opening_order(layout: &Layout, namespace: NamespaceId) -> u16 {
    let path = |id: NamespaceId| -> Vec<u32> {
        let mut path: Vec<u32> = layout.ancestors(id).map(|id| id.0).collect();
        path.reverse();
        path
    };
    let own = path(namespace);
    u16::try_from(layout.namespaces().ids().filter(|id| path(*id) < own).count()).unwrap_or(u16::MAX)
}

/// Whether a call in a template of a header might find the function by the types of its arguments.
fn is_found_by_arguments(check: &Check<'_>, decl: DeclRef, ident: &str) -> bool {
    let Some(types) = check.names().parameter_types(decl) else { return true };
    let is_built_in = |ty: &Type| {
        let mut ty = ty;
        while let Type::Qualified(_, inner)
        | Type::Pointer(inner)
        | Type::LvalueRef(inner)
        | Type::RvalueRef(inner)
        | Type::Array(_, inner) = ty
        {
            ty = inner;
        }
        matches!(ty, Type::Builtin(_))
    };
    if types.iter().all(|ty| is_built_in(ty)) {
        return false;
    }
    let text = check.unit.source(check.db).text(check.db);
    let until = usize::from(check.names().range(check.item).start());
    matches!(ident, "begin" | "end" | "get" | "swap") || words(&text[..until]).any(|word| word == ident)
}

/// Whether a variable of a namespace is made without code.
pub(super) fn is_quiet_entity(check: &Check<'_>, decl: DeclRef, node: &SyntaxNode) -> bool {
    let names = check.names();
    let name = names.name_offset(decl).map(|at| at - names.range(check.item).start());
    match mistaken_part(check, node, false) {
        Some(Mistaken::Unknown) => return false,
        Some(Mistaken::WithoutValue) => return name.is_some_and(|name| check.variables().ends_quietly(name)),
        Some(Mistaken::IllFormed) => return true,
        None => {}
    }
    name.is_some_and(|name| is_quiet(check, node, name, ReadAs::Plain))
}
