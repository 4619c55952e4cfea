//! Names of class, alias and variable templates with arguments that do not satisfy their constraints ([temp.names]/9), in
//! the declarations and bodies of an item and in instances.

use asunder_decls::item_tree;
use asunder_decls::names::{DeclRef, Point};
use asunder_decls::queries::item_positions;
use asunder_decls::written::{DeclKind, Path};
use asunder_syntax::{Standard, SyntaxKind, SyntaxNode};
use asunder_types::{Args, Env, Symbol};

use crate::finding::{Found, Mistake};
use crate::lookup::{Lookup, Want};
use crate::mistakes::Templates;
use crate::view::{Sema, Site};
use crate::written_names::{WrittenName, names_below};

/// "template constraint not satisfied".
const NOT_SATISFIED: u16 = 3044;

/// The names of an item that are not satisfied as they are written.
pub(crate) fn of_item(sema: &Sema<'_>, item: u32, templates: Templates) -> Vec<Found> {
    if sema.dialect.standard < Standard::Cpp20 {
        return Vec::new();
    }
    let root = item_tree(sema.db, sema.names().item_text(item)).syntax();
    let mut found = Vec::new();
    for name in names_below(sema, item, &root, None, |node| is_left_out(node, true)) {
        let (site, is_open) = sema.site_of_name(item, &name);
        if is_open && name.in_body && templates == Templates::Skipped {
            continue;
        }
        found.extend(sema.refused(&name, site));
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
    scope: impl Fn(&WrittenName) -> Option<(Env<'db>, Point)>,
) -> Vec<Found> {
    let Some(root) = root.filter(|_| sema.dialect.standard >= Standard::Cpp20) else { return Vec::new() };
    let mut found = Vec::new();
    for name in names_below(sema, item, &root, None, |node| is_left_out(node, false)) {
        let Some((env, point)) = scope(&name) else { continue };
        // What does not depend on the arguments is a mistake of the template.
        let depends = name.owner.is_some_and(|owner| {
            let site = Site::new(sema.env_of_names(owner), Point::before(owner));
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
    let token = asunder_syntax::token_at(&item_tree(sema.db, text).syntax(), name)?;
    token.parent_ancestors().find(|node| node.kind() == kind)
}

/// Whether the names below a node are not looked at: those that each instance has, or else `all` of them.
fn is_left_out(node: &SyntaxNode, all: bool) -> bool {
    match node.kind() {
        // What is asked there may have any answer; explicit instantiations have mistakes of their own.
        SyntaxKind::REQUIRES_EXPR
        | SyntaxKind::REQUIRES_CLAUSE
        | SyntaxKind::CONCEPT_DECL
        | SyntaxKind::TEMPLATE_HEADER
        | SyntaxKind::EXPLICIT_INSTANTIATION => true,
        // Which branch is left out is not asked; lambdas have parameters of their own.
        SyntaxKind::IF_STMT => !all && is_constexpr(node),
        SyntaxKind::LAMBDA_EXPR => !all,
        _ => false,
    }
}

fn is_constexpr(statement: &SyntaxNode) -> bool {
    let mut tokens = statement.children_with_tokens().filter_map(|it| it.into_token());
    tokens.any(|token| token.kind() == SyntaxKind::CONSTEXPR_KW)
}

impl<'db> Sema<'db> {
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
    fn refused(&self, name: &WrittenName, site: Site<'_, 'db>) -> Option<Found> {
        let (template, args) = self.named_template(&name.path, site)?;
        if !self.is_refused(template, args) {
            return None;
        }
        let notes = self.unsatisfied(template, args)?;
        Some(Found::at(Mistake { notes, ..Mistake::new(NOT_SATISFIED, Vec::new()) }, name.close))
    }
}
