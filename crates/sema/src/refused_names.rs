//! Names of class, alias and variable templates with arguments that do not satisfy their constraints ([temp.names]/9), in
//! the declarations and bodies of an item and in instances.

use asunder_decls::item_tree;
use asunder_decls::lower::lower_name;
use asunder_decls::names::{DeclRef, Point};
use asunder_decls::queries::item_positions;
use asunder_decls::written::{DeclKind, LocalId, Path};
use asunder_syntax::{AstNode, Standard, SyntaxKind, SyntaxNode, TextSize, ast};
use asunder_types::{Args, Env, Symbol};

use crate::finding::{Found, Mistake};
use crate::lookup::{Lookup, Want};
use crate::mistakes::Templates;
use crate::view::{Sema, Site};

/// "template constraint not satisfied".
const NOT_SATISFIED: u16 = 3044;

/// The name of a template with its arguments as it stands in a text.
struct Name {
    path: Path,
    /// Where its `>` stands.
    close: TextSize,
    /// The declaration that it stands in.
    owner: Option<DeclRef>,
    /// It stands in the body of a function.
    in_body: bool,
}

/// The names of an item that are not satisfied as they are written.
pub(crate) fn of_item(sema: &Sema<'_>, item: u32, templates: Templates) -> Vec<Found> {
    if sema.dialect.standard < Standard::Cpp20 {
        return Vec::new();
    }
    let root = item_tree(sema.db, sema.names().item_text(item)).syntax();
    let mut found = Vec::new();
    for name in names_below(sema, item, &root, true) {
        let (env, point, is_open) = match name.owner {
            Some(owner) => {
                let (env, is_open) = sema.env_of_names(owner);
                let point = if name.in_body { Point::end_of(item) } else { Point::before(owner) };
                (env, point, is_open)
            }
            None => (sema.namespace_env(sema.names().item(item).namespace), Point { item, local: 0 }, false),
        };
        if is_open && name.in_body && templates == Templates::Skipped {
            continue;
        }
        found.extend(sema.refused(&name, Site::new(env, point)));
    }
    found
}

/// Those in the body of an instance of the function `decl`, in the scopes of its arguments.
pub(crate) fn of_function<'db>(sema: &Sema<'db>, decl: DeclRef, env: Env<'db>) -> Vec<Found> {
    let root = declaration(sema, decl, SyntaxKind::FUNCTION_DEF);
    of_instance(sema, decl.item, root, |name| name.in_body.then_some((env, Point::end_of(decl.item))))
}

/// Those in the members and bases of an instance of the class `decl`, in the scopes `inside` it.
pub(crate) fn of_class<'db>(sema: &Sema<'db>, decl: DeclRef, inside: Env<'db>) -> Vec<Found> {
    let root = declaration(sema, decl, SyntaxKind::CLASS_SPECIFIER);
    of_instance(sema, decl.item, root, |name| {
        let owner = name.owner?;
        let member = sema.decl(owner);
        if name.in_body {
            return None;
        }
        match (owner == decl, member.parent == Some(decl.local)) {
            (true, _) => Some((inside.outer(sema.db)?, Point::before(decl))),
            (_, true) if member.templates.is_empty() && !matches!(member.kind, DeclKind::Class(_)) => {
                Some((inside, Point::before(owner)))
            }
            _ => None,
        }
    })
}

fn of_instance<'db>(
    sema: &Sema<'db>,
    item: u32,
    root: Option<SyntaxNode>,
    scope: impl Fn(&Name) -> Option<(Env<'db>, Point)>,
) -> Vec<Found> {
    let Some(root) = root.filter(|_| sema.dialect.standard >= Standard::Cpp20) else { return Vec::new() };
    let mut found = Vec::new();
    for name in names_below(sema, item, &root, false) {
        let Some((env, point)) = scope(&name) else { continue };
        // What does not depend on the arguments is a mistake of the template.
        let depends = name.owner.is_some_and(|owner| {
            let site = Site::new(sema.env_of_names(owner).0, Point::before(owner));
            sema.named_template(&name.path, site).is_none_or(|(_, args)| sema.are_dependent(args))
        });
        if depends {
            found.extend(sema.refused(&name, Site::new(env, point)));
        }
    }
    found
}

/// The declaration of a kind around the name of `decl`.
fn declaration(sema: &Sema<'_>, decl: DeclRef, kind: SyntaxKind) -> Option<SyntaxNode> {
    let text = sema.names().item_text(decl.item);
    let name = item_positions(sema.db, text).names.get(decl.local.index())?.start();
    let token = item_tree(sema.db, text).syntax().token_at_offset(name).right_biased()?;
    token.parent_ancestors().find(|node| node.kind() == kind)
}

/// The names of templates below a node; `all` of them, or those that each instance has.
fn names_below(sema: &Sema<'_>, item: u32, root: &SyntaxNode, all: bool) -> Vec<Name> {
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
        match node.kind() {
            // What is asked there may have any answer; explicit instantiations have mistakes of their own.
            SyntaxKind::REQUIRES_EXPR
            | SyntaxKind::REQUIRES_CLAUSE
            | SyntaxKind::CONCEPT_DECL
            | SyntaxKind::TEMPLATE_HEADER
            | SyntaxKind::EXPLICIT_INSTANTIATION => continue,
            // Which branch is left out is not asked; lambdas have parameters of their own.
            SyntaxKind::IF_STMT if !all && is_constexpr(&node) => continue,
            SyntaxKind::LAMBDA_EXPR if !all => continue,
            SyntaxKind::COMPOUND_BODY => in_body = true,
            SyntaxKind::SIMPLE_DECL
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
                let names = template_ids(&node).into_iter();
                found.extend(names.map(|(path, close)| Name { path, close, owner, in_body }));
            }
            _ => {}
        }
        open.extend(node.children().map(|child| (child, owner, in_body)));
    }
    found
}

/// The parts of a name that end with template arguments, each with what stands in front of it and the place of its `>`.
fn template_ids(node: &SyntaxNode) -> Vec<(Path, TextSize)> {
    let lists = node.children().filter(|part| part.kind() == SyntaxKind::TEMPLATE_ID).filter_map(|part| {
        part.children()
            .find(|part| part.kind() == SyntaxKind::TEMPLATE_ARG_LIST)
            .map(|list| list.text_range())
    });
    let closes: Vec<TextSize> = lists.map(|range| range.end() - TextSize::new(1)).collect();
    let path =
        if closes.is_empty() { None } else { ast::Name::cast(node.clone()).as_ref().and_then(lower_name) };
    let Some(path) = path else { return Vec::new() };
    let with_args = path.segments.iter().enumerate().filter(|(_, segment)| segment.args.is_some());
    let parts =
        with_args.map(|(index, _)| Path { global: path.global, segments: path.segments[..=index].to_vec() });
    parts.zip(closes).collect()
}

fn is_constexpr(statement: &SyntaxNode) -> bool {
    let mut tokens = statement.children_with_tokens().filter_map(|it| it.into_token());
    tokens.any(|token| token.kind() == SyntaxKind::CONSTEXPR_KW)
}

impl<'db> Sema<'db> {
    /// The scopes in which the names of a declaration are looked up as it is written, and whether they are a template's.
    fn env_of_names(&self, decl: DeclRef) -> (Env<'db>, bool) {
        let env = self.env_of(decl);
        let is_template = self.decl(decl).templates.iter().any(|header| !header.params.is_empty());
        let env = match is_template {
            true => self.template_env(Symbol { decl, env }, None),
            false => env,
        };
        (env, self.has_open_template(env))
    }

    /// The class, alias or variable template that a path names, with its arguments.
    fn named_template(&self, path: &Path, site: Site<'_, 'db>) -> Option<(Symbol<'db>, Args<'db>)> {
        let written = path.segments.last()?.args.as_deref()?;
        let Lookup::Found(symbols) = self.lookup_path(path, site, Want::Any).found else { return None };
        let symbol = *symbols.first()?;
        let decl = self.decl(symbol.decl);
        let is_template = !decl.templates.is_empty()
            && matches!(decl.kind, DeclKind::Class(_) | DeclKind::Typedef(_) | DeclKind::Variable { .. });
        if !is_template || !self.is_constrained(symbol.decl) {
            return None;
        }
        Some((symbol, self.bind_args(symbol, written, site).ok()?))
    }

    /// That the arguments of a name do not satisfy the constraints of its template, if that and why is known.
    fn refused(&self, name: &Name, site: Site<'_, 'db>) -> Option<Found> {
        let (template, args) = self.named_template(&name.path, site)?;
        if !self.is_refused(template, args) {
            return None;
        }
        let notes = self.unsatisfied(template, args)?;
        Some(Found::at(Mistake { notes, ..Mistake::new(NOT_SATISFIED, Vec::new()) }, name.close))
    }
}
