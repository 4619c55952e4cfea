//! The names of templates with their arguments that stand in a text: `vector<int>` of `std::vector<int>::iterator i;`.

use asunder_decls::lower::lower_name;
use asunder_decls::names::{DeclRef, Point};
use asunder_decls::queries::item_positions;
use asunder_decls::written::{LocalId, Path};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextSize, ast};
use asunder_types::{Env, Symbol};

use crate::view::{Sema, Site};

/// The name of a template with its arguments as it stands in a text.
pub(crate) struct WrittenName {
    /// The name with what stands in front of it; its last part has the arguments.
    pub(crate) path: Path,
    /// Where its `>` stands, in bytes of the item.
    pub(crate) close: TextSize,
    /// The declaration that it stands in.
    pub(crate) owner: Option<DeclRef>,
    /// It stands in the body of a function.
    pub(crate) in_body: bool,
}

/// The names of templates below a node of an item, but for those below nodes that are `left_out`; of `only` one
/// identifier, where there is one.
pub(crate) fn names_below(
    sema: &Sema<'_>,
    item: u32,
    root: &SyntaxNode,
    only: Option<&str>,
    left_out: impl Fn(&SyntaxNode) -> bool,
) -> Vec<WrittenName> {
    let positions = item_positions(sema.db, sema.names().item_text(item));
    let mut places: Vec<(TextSize, LocalId)> = positions
        .names
        .iter()
        .enumerate()
        .filter(|(_, range)| !range.is_empty())
        .map(|(index, range)| (range.start(), LocalId(index as u32)))
        .collect();
    places.sort_unstable();
    let mut found = Vec::new();
    let mut open = vec![(root.clone(), None, false)];
    while let Some((node, owner, in_body)) = open.pop() {
        let mut owner = owner;
        let mut in_body = in_body;
        if left_out(&node) {
            continue;
        }
        match node.kind() {
            SyntaxKind::COMPOUND_BODY => in_body = true,
            SyntaxKind::TEMPLATE_DECL
            | SyntaxKind::SIMPLE_DECL
            | SyntaxKind::FUNCTION_DEF
            | SyntaxKind::ALIAS_DECL
            | SyntaxKind::CLASS_SPECIFIER
            | SyntaxKind::ENUM_SPECIFIER
                if !in_body =>
            {
                let range = node.text_range();
                let first = places.partition_point(|(start, _)| *start < range.start());
                let own = places.get(first).filter(|(start, _)| *start < range.end());
                owner = own.map(|(_, local)| DeclRef { item, local: *local }).or(owner);
            }
            SyntaxKind::NAME => {
                let names = template_ids(&node, only).into_iter();
                found.extend(names.map(|(path, close)| WrittenName { path, close, owner, in_body }));
            }
            _ => {}
        }
        open.extend(node.children().map(|child| (child, owner, in_body)));
    }
    found
}

/// The parts of a name that end with template arguments, each with what stands in front of it and the place of its `>`.
fn template_ids(node: &SyntaxNode, only: Option<&str>) -> Vec<(Path, TextSize)> {
    let ids = node.children().filter(|part| part.kind() == SyntaxKind::TEMPLATE_ID);
    let is_wanted =
        |id: &SyntaxNode| only.is_none_or(|only| id.first_token().is_some_and(|token| token.text() == only));
    let lists = ids.map(|part| {
        let list = part.children().find(|part| part.kind() == SyntaxKind::TEMPLATE_ARG_LIST);
        (is_wanted(&part), list.map(|list| list.text_range()))
    });
    let lists: Vec<_> = lists.filter_map(|(is_wanted, range)| Some((is_wanted, range?))).collect();
    let is_any = lists.iter().any(|(is_wanted, _)| *is_wanted);
    let path = if is_any { ast::Name::cast(node.clone()).as_ref().and_then(lower_name) } else { None };
    let Some(path) = path else { return Vec::new() };
    let with_args = path.segments.iter().enumerate().filter(|(_, segment)| segment.args.is_some());
    let parts =
        with_args.map(|(index, _)| Path { global: path.global, segments: path.segments[..=index].to_vec() });
    let parts = parts.zip(lists).filter(|(_, (is_wanted, _))| *is_wanted);
    parts.map(|(path, (_, range))| (path, range.end() - TextSize::new(1))).collect()
}

impl<'db> Sema<'db> {
    /// The scopes in which the names of a declaration are looked up as it is written.
    pub(crate) fn env_of_names(&self, decl: DeclRef) -> Env<'db> {
        let env = self.env_of(decl);
        match self.decl(decl).templates.iter().any(|header| !header.params.is_empty()) {
            true => self.template_env(Symbol { decl, env }, None),
            false => env,
        }
    }

    /// Where a name of an item is looked up, and whether that is in a template. In bodies what blocks declare is not seen.
    pub(crate) fn site_of_name<'a>(&self, item: u32, name: &WrittenName) -> (Site<'a, 'db>, bool) {
        let Some(owner) = name.owner else {
            let env = self.namespace_env(self.names().item(item).namespace);
            return (Site::new(env, Point { item, local: 0 }), false);
        };
        let env = self.env_of_names(owner);
        let point = if name.in_body { Point::end_of(item) } else { Point::before(owner) };
        (Site::new(env, point), self.has_open_template(env))
    }
}
