//! Functions whose calls a pragma leaves unchecked (spec 2 §1d): `nv_exec_check_disable` in both passes, `hd_warning_disable`
//! in the device pass. It stands directly in front of a declaration of the function; local classes and lambdas in the
//! function are not meant.

use asunder_decls::item_tree;
use asunder_decls::names::{DeclRef, Names};
use asunder_decls::queries::item_positions;
use asunder_decls::redeclaration::Redeclarations;
use asunder_outline::{ItemKind, block_item_numbers, block_outline};
use asunder_source::{Block, SourceText};
use asunder_syntax::{AstNode, Dialect, SyntaxKind, SyntaxNode, ast};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::unit::Unit;
use crate::used::is_local;

/// When the calls of a function are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// While the definition of a template is read, whatever its arguments are. A pragma in front of the template itself is
    /// not applied yet.
    AsWritten,
    /// While the function, or an instance, is read.
    Made,
}

/// The passes in which pragmas turn checks off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Passes {
    host: bool,
    device: bool,
}

impl Passes {
    fn of_pragma(line: &str) -> Passes {
        let host = line.contains("nv_exec_check_disable");
        Passes { host, device: host || line.contains("hd_warning_disable") }
    }

    fn and(self, other: Passes) -> Passes {
        Passes { host: self.host || other.host, device: self.device || other.device }
    }
}

/// Items with such pragmas, by their numbers in the unit's layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Marked {
    /// Those directly behind one.
    behind: FxHashMap<u32, Passes>,
    /// Those with one inside.
    around: FxHashSet<u32>,
    /// What stands behind the last item.
    at_end: Passes,
}

/// The items of a unit with such pragmas.
#[salsa::tracked(returns(ref))]
fn marked(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Marked {
    let mut all = Marked::default();
    for block in source.blocks(db).iter() {
        let own = block_marked(db, *block, dialect);
        all.around.extend(&own.around);
        for (number, passes) in &own.behind {
            let known = all.behind.entry(*number).or_default();
            *known = known.and(*passes);
        }
        let numbers = block_item_numbers(db, *block, dialect);
        if let Some(first) = numbers.first() {
            let before = std::mem::take(&mut all.at_end);
            if before != Passes::default() {
                let known = all.behind.entry(*first).or_default();
                *known = known.and(before);
            }
        }
        all.at_end = all.at_end.and(own.at_end);
    }
    all
}

/// The items of a block with such pragmas.
#[salsa::tracked(returns(ref))]
fn block_marked(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> Marked {
    let outline = block_outline(db, block, dialect);
    let mut found = Marked::default();
    if outline.front_end_pragmas.is_empty() {
        return found;
    }
    let text = block.text(db);
    let numbers = block_item_numbers(db, block, dialect);
    for pragma in &outline.front_end_pragmas {
        let passes = Passes::of_pragma(&text[*pragma]);
        if !passes.device {
            continue;
        }
        let next = outline.items.partition_point(|item| item.range.start() < pragma.start());
        let last = next.checked_sub(1).filter(|last| outline.items[*last].range.end() > pragma.start());
        match (last, outline.items.get(next)) {
            (Some(last), _) => {
                found.around.insert(numbers[last]);
            }
            (None, Some(item)) if item.kind == ItemKind::Declaration => {
                let known = found.behind.entry(numbers[next]).or_default();
                *known = known.and(passes);
            }
            (None, Some(_)) => {}
            (None, None) => found.at_end = found.at_end.and(passes),
        }
    }
    found
}

/// Whether a pragma leaves the calls of a function unchecked: one in front of a declaration up to this one, or in front of the
/// template that it is a specialization of.
pub(crate) fn is_unchecked(
    db: &dyn salsa::Database,
    unit: Unit<'_>,
    names: &Names<'_>,
    function: DeclRef,
    reading: Reading,
) -> bool {
    let marked = marked(db, unit.source(db), unit.dialect(db));
    if is_local(function) || marked.behind.is_empty() && marked.around.is_empty() {
        return false;
    }
    let is_host = !unit.settings(db).pass.is_device();
    let is_meant = |decl: &DeclRef, reading: Reading| {
        let is_applied = reading == Reading::Made || names.decl(*decl).templates.is_empty();
        let passes = passes(db, unit, marked, *decl);
        is_applied && if is_host { passes.host } else { passes.device }
    };
    let all = match names.redeclarations(function) {
        Redeclarations::Known(all) => all.to_vec(),
        Redeclarations::Unknown => vec![function],
    };
    let is_specialization = names.decl(function).templates.iter().any(|header| header.params.is_empty());
    let templates = match is_specialization {
        true => names.primary_templates(function).unwrap_or_default(),
        false => Vec::new(),
    };
    all.iter().filter(|decl| **decl <= function).any(|decl| is_meant(decl, reading))
        || templates.iter().any(|decl| is_meant(decl, Reading::Made))
}

/// What the pragmas directly in front of a declaration turn off.
fn passes(db: &dyn salsa::Database, unit: Unit<'_>, marked: &Marked, decl: DeclRef) -> Passes {
    let before = marked.behind.get(&decl.item).copied();
    if before.is_none() && !marked.around.contains(&decl.item) {
        return Passes::default();
    }
    let text = unit.item_text(db, decl.item);
    let Some(range) = item_positions(db, text).nodes.get(decl.local.index()) else {
        return Passes::default();
    };
    let root = item_tree(db, text).syntax();
    let element = root.covering_element(*range);
    let mut node = element.as_node().cloned().or_else(|| element.parent());
    let mut found = Passes::default();
    while let Some(at) = node {
        // The first name of a declaration with several is meant.
        if at.prev_sibling().is_some_and(|before| before.kind() == SyntaxKind::INIT_DECLARATOR) {
            return Passes::default();
        }
        found = found.and(in_front(&at));
        node = match at.parent() {
            None => return found.and(before.unwrap_or_default()),
            Some(around) => is_part_of_declaration(&around).then_some(around),
        };
    }
    found
}

/// Whether a node is the text of an item, or a declaration around another that is the same one.
fn is_part_of_declaration(node: &SyntaxNode) -> bool {
    match node.kind() {
        SyntaxKind::INIT_DECLARATOR
        | SyntaxKind::SIMPLE_DECL
        | SyntaxKind::TEMPLATE_DECL
        | SyntaxKind::EXPLICIT_SPECIALIZATION => true,
        SyntaxKind::LINKAGE_SPEC => {
            ast::LinkageSpec::cast(node.clone()).is_some_and(|it| it.decl_block().is_none())
        }
        _ => node.parent().is_none(),
    }
}

/// What the pragmas between a node and the one in front of it turn off, access specifiers apart.
fn in_front(node: &SyntaxNode) -> Passes {
    let before = std::iter::successors(node.prev_sibling_or_token(), |it| it.prev_sibling_or_token());
    let between = before.take_while(|it| it.kind().is_trivia() || it.kind() == SyntaxKind::ACCESS_SPEC);
    let pragmas = between.filter_map(|it| it.into_token()).filter(|it| it.kind() == SyntaxKind::PRAGMA);
    pragmas.fold(Passes::default(), |found, it| found.and(Passes::of_pragma(it.text())))
}
