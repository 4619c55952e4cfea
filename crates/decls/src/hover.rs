//! What there is to say about a name in a text.

use asunder_mangle::display;
use asunder_mangle::model::Type;
use asunder_source::SourceText;
use asunder_syntax::{AstNode, Dialect, SyntaxToken, TextSize, ast};

use crate::names::{DeclRef, Names};
use crate::occurrences::{Role, Target, local_role};
use crate::tree::item_tree;
use crate::written::{ClassDecl, Decl, DeclKind, EnumDecl, Spaces};

/// The entity that a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What it is: `function`, `class`, `local variable`, …
    pub kind: &'static str,
    /// Its qualified name.
    pub name: String,
    /// Its declared type, where it has one that is understood; for typedefs what they stand for.
    pub ty: Option<String>,
    /// The CUDA spaces of all its declarations: `__host__ __device__`; `None` for what has none.
    pub space: Option<String>,
    /// Where the name of a declaration of it starts, in bytes of the unit.
    pub declared: Option<TextSize>,
    /// Where the name of its definition starts, likewise.
    pub defined: Option<TextSize>,
}

/// What the name at byte `offset` of the unit means; `None` when there is none or it is not known.
pub fn hover(
    db: &dyn salsa::Database,
    source: SourceText,
    offset: TextSize,
    dialect: Dialect,
) -> Option<Hover> {
    Names::new(db, source, dialect).hover(offset)
}

impl<'db> Names<'db> {
    fn hover(&self, offset: TextSize) -> Option<Hover> {
        if let Some((id, _)) = self.openings().find(|(_, range)| range.contains(offset)) {
            return self.describe(0, Target::Namespace(id), None);
        }
        let item = self.item_at(offset)?;
        let at = offset - self.range(item).start();
        let root = item_tree(self.db, self.item_text(item)).syntax();
        let token = root.token_at_offset(at).find(|token| token.kind().is_identifier())?;
        let target = match self.decl_named_at(item, token.text_range().start()) {
            Some(decl) => Target::Decl(decl),
            None if local_role(&token) != Role::Use => Target::Local(token.text_range().start()),
            None => {
                let outer = self.item_being_read.replace(Some(item));
                let target = self.target(item, &token);
                self.item_being_read.set(outer);
                target?
            }
        };
        self.describe(item, target, Some(&token))
    }

    fn describe(&self, item: u32, target: Target, token: Option<&SyntaxToken>) -> Option<Hover> {
        let declared = self.target_offset(item, target);
        match target {
            Target::Namespace(id) => {
                let name = self.namespace_name(id).map_or_else(String::new, |n| display::qualified(&n, &[]));
                Some(Hover { kind: "namespace", name, ty: None, space: None, declared, defined: declared })
            }
            Target::Local(_) => {
                let token = token?;
                let ty = match local_role(token) {
                    Role::Use => token
                        .parent_ancestors()
                        .find_map(ast::Expr::cast)
                        .and_then(|expr| self.type_of_node(item, &expr)),
                    _ => self.type_of_local(item, token, token.text_range()),
                };
                let ty = ty.map(|ty| display::type_text(&ty, &[]));
                let name = token.text().to_owned();
                Some(Hover { kind: "local declaration", name, ty, space: None, declared, defined: declared })
            }
            Target::Decl(decl) => Some(Hover {
                kind: kind(self.decl(decl)),
                name: self.qualified_text(decl)?,
                ty: self.declared_type_text(decl),
                space: self.space_text(decl),
                declared,
                defined: self.definition_of(decl).and_then(|it| self.name_offset(it)),
            }),
        }
    }

    /// The type that `decl` declares, as people write it.
    pub fn declared_type_text(&self, decl: DeclRef) -> Option<String> {
        let site = self.site_of(decl);
        let ty = if let Some(function) = self.function_of(decl) {
            Type::Function(Box::new(self.function_type(function, &site))).into()
        } else if let Some(ty) = self.variable_type(decl) {
            self.resolve(ty, &site)
        } else if let DeclKind::Typedef(ty) = &self.decl(decl).kind {
            self.resolve(ty, &site)
        } else {
            return None;
        };
        let text = self.type_text(&ty, decl);
        (!text.contains("<unknown-type>")).then_some(text)
    }

    /// The CUDA spaces of all declarations of what `decl` declares.
    pub fn space_text(&self, decl: DeclRef) -> Option<String> {
        let is_function = self.function_of(decl).is_some();
        if !is_function {
            self.variable_type(decl)?;
        }
        let spaces = self.spaces(decl)?;
        if spaces == Spaces::default() {
            return is_function.then(|| "__host__ (by default)".to_owned());
        }
        let words = [
            (spaces.host, "__host__"),
            (spaces.device, "__device__"),
            (spaces.global, "__global__"),
            (spaces.shared, "__shared__"),
            (spaces.constant, "__constant__"),
            (spaces.managed, "__managed__"),
        ];
        let words: Vec<&str> = words.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| *word).collect();
        Some(words.join(" "))
    }
}

/// What a declaration declares.
pub(crate) fn kind(decl: &Decl) -> &'static str {
    let is_template = decl.templates.iter().any(|header| !header.params.is_empty());
    match &decl.kind {
        DeclKind::NamespaceAlias(_) => "namespace alias",
        DeclKind::UsingDirective(_) | DeclKind::UsingDeclaration(_) | DeclKind::UsingEnum(_) => {
            "using declaration"
        }
        DeclKind::Typedef(_) if is_template => "alias template",
        DeclKind::Typedef(_) => "type alias",
        DeclKind::Class(ClassDecl { .. }) if is_template => "class template",
        DeclKind::Class(ClassDecl { is_union: true, .. }) => "union",
        DeclKind::Class(_) => "class",
        DeclKind::Enum(EnumDecl { scoped: true, .. }) => "scoped enum",
        DeclKind::Enum(_) => "enum",
        DeclKind::Enumerator { .. } => "enumerator",
        DeclKind::Function { .. } if is_template => "function template",
        DeclKind::Function { .. } => "function",
        DeclKind::Variable { .. } if is_template => "variable template",
        DeclKind::Variable { .. } => "variable",
        DeclKind::FunctionOrVariable { .. } => "function or variable",
        DeclKind::Concept => "concept",
        DeclKind::DeductionGuide { .. } => "deduction guide",
    }
}
