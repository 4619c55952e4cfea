//! What the device half keeps though nothing uses it.

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{Decl, DeclKind, Init};
use asunder_outline::{Facts, ItemKind, block_item_numbers, block_outline};
use asunder_sema::bodies::Bodies;
use asunder_sema::specializations::directives;
use asunder_source::{SourceText, block_headers};
use asunder_syntax::Dialect;

use super::{Node, Why};
use crate::kept::{ForItself, definition_of, kept_for_itself};

/// Facts of items that may declare what runs or lives on the device.
const DEVICE: Facts = Facts::CUDA_ATTRIBUTE.union(Facts::HOST_DEVICE).union(Facts::MANAGED);

/// An item whose code may make instances of kernel templates.
pub(super) struct Start<'db> {
    pub(super) item: u32,
    /// What its directives instantiate.
    pub(super) nodes: Vec<Node<'db>>,
}

/// The user's items.
pub(super) fn starts<'db>(
    db: &'db dyn salsa::Database,
    bodies: &Bodies<'db>,
    source: SourceText,
    dialect: Dialect,
) -> Vec<Start<'db>> {
    let own = items(db, source, dialect, |is_header, _, _| !is_header).into_iter();
    let start = |item| {
        let mut nodes = Vec::new();
        for directive in directives(db, source, item, dialect).iter().filter(|it| !it.is_extern) {
            nodes.extend(directive.functions.iter().map(|symbol| Node::Instance(*symbol)));
            if directive.functions.is_empty() {
                nodes.push(Node::Mentioned(directive.decl));
            }
        }
        for (local, written) in bodies.names().decls(item).iter() {
            let decl = DeclRef { item, local };
            if written.explicit_instantiation && nodes.is_empty() {
                nodes.push(Node::Mentioned(decl));
            }
        }
        Start { item, nodes }
    };
    own.map(start).collect()
}

/// The items that have bodies of classes.
pub(super) fn with_classes(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Vec<u32> {
    items(db, source, dialect, |_, item, _| item.facts.contains(Facts::CLASS_BODY))
}

/// The numbers of the declarations of a unit that are meant, given whether they stand in headers of the system, and their
/// text.
fn items(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    is_meant: impl Fn(bool, &asunder_outline::Item, &str) -> bool,
) -> Vec<u32> {
    let mut all = Vec::new();
    for block in source.blocks(db).iter() {
        let headers = block_headers(db, source, *block);
        let numbers = block_item_numbers(db, *block, dialect);
        let text = block.text(db);
        for (item, number) in block_outline(db, *block, dialect).items.iter().zip(numbers.iter()) {
            let is_header = headers.contain(usize::from(item.range.start()));
            if item.kind == ItemKind::Declaration && is_meant(is_header, item, &text[item.range]) {
                all.push(*number);
            }
        }
    }
    all
}

/// The roots of a unit, in the order of its text.
pub(super) fn roots<'db>(
    db: &'db dyn salsa::Database,
    bodies: &Bodies<'db>,
    source: SourceText,
    dialect: Dialect,
    is_separate: bool,
) -> Vec<(Node<'db>, Why)> {
    let names = bodies.names();
    let mut all = Vec::new();
    // A directive mentions no space where the template has it.
    let may_be_root = |is_header: bool, item: &asunder_outline::Item, text: &str| {
        let may_instantiate = || asunder_syntax::words(text).take(2).any(|(_, word)| word == "template");
        item.facts.intersects(DEVICE) || !is_header && may_instantiate()
    };
    for item in items(db, source, dialect, may_be_root) {
        for directive in directives(db, source, item, dialect).iter().filter(|it| !it.is_extern) {
            for symbol in &directive.functions {
                let spaces = names.spaces(symbol.decl).unwrap_or_default();
                let why = if spaces.global { Why::Kernel } else { Why::Instantiated };
                if spaces.global || spaces.device {
                    all.push((Node::Instance(*symbol), why));
                }
            }
        }
        for (local, written) in names.decls(item).iter() {
            let decl = DeclRef { item, local };
            all.extend(root(db, names, decl, written, is_separate));
        }
    }
    all
}

/// The root that a declaration is.
fn root<'db>(
    db: &dyn salsa::Database,
    names: &Names<'db>,
    decl: DeclRef,
    written: &Decl,
    is_separate: bool,
) -> Option<(Node<'db>, Why)> {
    if written.explicit_instantiation || is_templated(names, decl) {
        return None;
    }
    let spaces = names.spaces(decl)?;
    match &written.kind {
        DeclKind::Function { .. } => {
            let definition = definition_of(db, names, decl).filter(|definition| *definition == decl)?;
            if spaces.global {
                return Some((Node::Function(definition), Why::Kernel));
            }
            if !spaces.device {
                return None;
            }
            let Redeclarations::Known(declarations) = names.redeclarations(decl) else {
                return Some((Node::Function(definition), Why::External));
            };
            match kept_for_itself(db, names, &declarations) {
                None | Some(Some(ForItself::External)) => Some((Node::Function(definition), Why::External)),
                Some(Some(ForItself::Marked)) => Some((Node::Function(definition), Why::Marked)),
                Some(None) => None,
            }
        }
        DeclKind::Variable { init, .. } => {
            let is_device = spaces.device || spaces.constant || spaces.managed;
            // In whole programs a declaration defines it (spec 2 §5).
            let is_elsewhere = is_separate && written.specifiers.is_extern && matches!(init, Init::None);
            (is_device && !is_elsewhere).then_some((Node::Variable(decl), Why::DeviceVariable))
        }
        _ => None,
    }
}

/// Whether a declaration is a template, or a member of one; explicit specializations are none.
pub(super) fn is_templated(names: &Names<'_>, decl: DeclRef) -> bool {
    let mut outer = Some(decl.local);
    while let Some(local) = outer {
        let written = names.decl(decl.sibling(local));
        if written.templates.iter().any(|header| !header.params.is_empty()) {
            return true;
        }
        outer = written.parent;
    }
    false
}
