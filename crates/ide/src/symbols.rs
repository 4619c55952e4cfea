//! The declarations of files, and what functions look like.

use asunder_decls::names::DeclRef;
use asunder_decls::queries::item_positions;
use asunder_decls::written::{DeclKind, DeclName, LocalId};
use asunder_syntax::{SyntaxKind, TextRange};

use crate::Unit;
use crate::tokens::{Kind, kind_of};

/// A declaration outside function bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it declares.
    pub kind: Kind,
    /// Its name: `f`, `~S`, `operator+`.
    pub name: String,
    /// The qualified name.
    pub qualified: String,
    /// The declared type.
    pub ty: Option<String>,
    /// The CUDA spaces.
    pub space: Option<String>,
    /// All of it, in bytes of the unit.
    pub range: TextRange,
    /// Its name, likewise.
    pub name_range: TextRange,
    /// Its members.
    pub members: Vec<Symbol>,
}

/// The declarations of these files, as line markers name them, members below their classes.
pub fn of_files(unit: &Unit<'_>, files: &[String]) -> Vec<Symbol> {
    unit.items_of(files).into_iter().flat_map(|item| of_item(unit, item)).collect()
}

/// All declarations of the user's own files.
pub fn of_unit(unit: &Unit<'_>) -> Vec<Symbol> {
    unit.own_items().iter().flat_map(|item| of_item(unit, *item)).collect()
}

fn of_item(unit: &Unit<'_>, item: u32) -> Vec<Symbol> {
    below(unit, item, None)
}

fn below(unit: &Unit<'_>, item: u32, parent: Option<LocalId>) -> Vec<Symbol> {
    let decls = unit.names.decls(item);
    let direct = decls.iter().filter(|(_, decl)| decl.parent == parent);
    direct.filter_map(|(local, _)| symbol(unit, DeclRef { item, local })).collect()
}

fn symbol(unit: &Unit<'_>, decl: DeclRef) -> Option<Symbol> {
    let names = &unit.names;
    let written = names.decl(decl);
    if matches!(written.name, DeclName::None | DeclName::Bindings(_))
        || matches!(
            written.kind,
            DeclKind::UsingDirective(_) | DeclKind::UsingDeclaration(_) | DeclKind::UsingEnum(_)
        )
        || matches!(&written.kind, DeclKind::Class(class) if class.elaborated)
    {
        return None;
    }
    let positions = item_positions(unit.db, names.item_text(decl.item));
    let name = *positions.names.get(decl.local.index())?;
    let node = *positions.nodes.get(decl.local.index())?;
    let range = if node.contains_range(name) { node } else { name };
    Some(Symbol {
        kind: kind_of(unit, decl),
        name: names.identifier_text(decl)?,
        qualified: names.qualified_text(decl)?,
        ty: names.declared_type_text(decl),
        space: names.space_text(decl),
        range: unit.in_unit(decl.item, range),
        name_range: unit.in_unit(decl.item, name),
        members: match written.kind {
            DeclKind::Class(_) | DeclKind::Enum(_) => below(unit, decl.item, Some(decl.local)),
            _ => Vec::new(),
        },
    })
}

/// A declaration as it is written, up to its body or initializer.
pub(crate) fn head(unit: &Unit<'_>, decl: DeclRef) -> Option<String> {
    let positions = item_positions(unit.db, unit.names.item_text(decl.item));
    let name = *positions.names.get(decl.local.index())?;
    let root = unit.names.tree(decl.item);
    let token = asunder_syntax::token_at(&root, name.start())?;
    let is_whole = |kind| {
        matches!(
            kind,
            SyntaxKind::FUNCTION_DEF
                | SyntaxKind::SIMPLE_DECL
                | SyntaxKind::ALIAS_DECL
                | SyntaxKind::ENUMERATOR
                | SyntaxKind::CLASS_SPECIFIER
                | SyntaxKind::ENUM_SPECIFIER
                | SyntaxKind::CONCEPT_DECL
                | SyntaxKind::NAMESPACE_ALIAS
                | SyntaxKind::USING_DECL
        )
    };
    let node = token.parent_ancestors().find(|node| is_whole(node.kind()))?;
    let is_body = |kind| {
        matches!(
            kind,
            SyntaxKind::COMPOUND_BODY
                | SyntaxKind::TRY_BODY
                | SyntaxKind::MEMBER_LIST
                | SyntaxKind::ENUMERATOR_LIST
        )
    };
    let body = node.descendants().find(|it| is_body(it.kind()));
    let end = body.map_or(node.text_range().end(), |body| body.text_range().start());
    let template = node.parent().filter(|parent| parent.kind() == SyntaxKind::TEMPLATE_DECL);
    let start = template.map_or(node.text_range().start(), |it| it.text_range().start());
    let text = unit.slice(decl.item, TextRange::new(start, end.max(start)));
    let mut text = crate::hover::one_line(&text);
    if text.len() > MAX_HEAD {
        let cut = (0..=MAX_HEAD).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(cut);
        text.push('…');
    }
    Some(text.trim_end_matches(['{', ';']).trim_end().to_owned())
}

/// Bytes of a declaration that are shown.
const MAX_HEAD: usize = 600;
