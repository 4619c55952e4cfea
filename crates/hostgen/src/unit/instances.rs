//! Which instance of a template a use names: one with internal linkage?
//!
//! An instance is internal when a template argument is a class of an unnamed namespace, a specialization of a class
//! template with such an argument, or the address of an internal variable. Enumerations and pointers to such classes
//! do not count, nor do uses in templates: the reference knows no instance there (measured).

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::written::DeclKind;
use asunder_mangle::model::{Name as TypeName, Scope, TemplateArg, Type, TypeRef, Unqualified};
use asunder_syntax::ast::{self, Expr, LaunchExpr, TypeOrExpr};
use asunder_syntax::{AstNode, SyntaxKind::*, SyntaxNode, SyntaxToken};
use rowan::TextSize;

/// How deeply template arguments are looked into.
const MAX_DEPTH: u32 = 16;

/// The names of an item of a unit.
pub(super) struct Instances<'a, 'db> {
    pub(super) names: &'a Names<'db>,
    /// The number of the item in the unit's layout.
    pub(super) item: u32,
    pub(super) root: SyntaxNode,
}

impl Instances<'_, '_> {
    /// Whether the use at `at` names an instance of `template` that is internal.
    pub(super) fn is_internal(&self, at: TextSize, template: DeclRef) -> bool {
        let Some(token) = asunder_syntax::token_at(&self.root, at) else { return false };
        let Some(name) = token.parent_ancestors().find_map(ast::Name::cast) else { return false };
        if name.syntax().ancestors().any(|it| it.kind() == TEMPLATE_DECL) {
            return false;
        }
        let given = name.last_segment().and_then(|it| it.template_id().cloned());
        let given = given.and_then(|it| it.template_arg_list());
        if given.is_some_and(|list| list.args().any(|it| self.is_internal_argument(&it, 0))) {
            return true;
        }
        self.is_deduced_internal(&name, template)
    }

    /// Whether the arguments of the launch that `name` is the callee of deduce an internal class.
    fn is_deduced_internal(&self, name: &ast::Name, template: DeclRef) -> bool {
        let launch = name.syntax().ancestors().find_map(LaunchExpr::cast);
        let launch = launch.filter(|it| {
            it.callee().is_some_and(|callee| callee.syntax().text_range() == name.syntax().text_range())
        });
        let arguments = launch.and_then(|it| it.arg_list()).into_iter().flat_map(|it| it.args());
        let Some(patterns) = self.names.parameter_types(template) else { return false };
        // A pack takes all arguments from its place on.
        let patterns = patterns.iter().map(|pattern| match &**pattern {
            Type::PackExpansion(inner) => (inner, usize::MAX),
            _ => (pattern, 1),
        });
        let patterns = patterns.flat_map(|(pattern, count)| std::iter::repeat_n(pattern, count));
        patterns.zip(arguments).any(|(pattern, argument)| {
            let is_plain = matches!(&**pattern, Type::Param(_));
            is_plain && self.constructs_internal(&argument) || {
                let ty = self.names.type_of_node(self.item, &argument);
                ty.is_some_and(|ty| self.deduces_internal(pattern, &ty))
            }
        })
    }

    /// Whether an expression makes an object of an internal class: `S()`, `S{}`.
    fn constructs_internal(&self, expr: &Expr) -> bool {
        let made =
            matches!(expr, Expr::CallExpr(_) | Expr::ConstructExpr(_)).then(|| expr.syntax().first_child());
        let made = made.flatten().filter(|it| matches!(it.kind(), NAME_EXPR | AMBIGUOUS_EXPR | NAMED_TYPE));
        let name = made.and_then(|it| it.descendants().find_map(ast::Name::cast));
        name.is_some_and(|name| self.is_internal_class(&name, 0))
    }

    fn deduces_internal(&self, pattern: &TypeRef, ty: &TypeRef) -> bool {
        match (&**pattern, &**ty) {
            (_, Type::LvalueRef(inner) | Type::RvalueRef(inner)) => self.deduces_internal(pattern, inner),
            (_, Type::Qualified(_, inner)) => self.deduces_internal(pattern, inner),
            (Type::LvalueRef(inner) | Type::Qualified(_, inner), _) => self.deduces_internal(inner, ty),
            (Type::Pointer(inner), Type::Pointer(to) | Type::Array(_, to)) => {
                self.deduces_internal(inner, to)
            }
            (Type::Param(_), Type::Named(name)) => {
                self.is_internal_name(name, 0) && self.names.class_definition(name).is_some()
            }
            _ => false,
        }
    }

    fn is_internal_name(&self, name: &TypeName, depth: u32) -> bool {
        let in_unnamed = matches!(name.unqualified, Unqualified::UnnamedNamespace)
            || matches!(&name.scope, Scope::Member(scope) if depth < MAX_DEPTH && self.is_internal_name(scope, depth + 1));
        let is_internal_type = |argument: &TemplateArg| match argument {
            TemplateArg::Type(ty) => {
                matches!(&**ty, Type::Named(name) if depth < MAX_DEPTH && self.is_internal_name(name, depth + 1))
            }
            _ => false,
        };
        in_unnamed || name.args.as_ref().is_some_and(|args| args.iter().any(is_internal_type))
    }

    fn is_internal_argument(&self, argument: &TypeOrExpr, depth: u32) -> bool {
        match argument {
            TypeOrExpr::NameArg(it) => it.name().is_some_and(|name| self.is_internal_class(&name, depth)),
            TypeOrExpr::TypeId(ty) => {
                let name = ty.syntax().descendants().find_map(ast::Name::cast);
                let is_plain = ty.declarator().is_none();
                is_plain && name.is_some_and(|name| self.is_internal_class(&name, depth))
            }
            TypeOrExpr::Expr(Expr::PrefixExpr(it)) => {
                let Some(Expr::NameExpr(operand)) = it.expr() else { return false };
                let token = operand.name().and_then(|name| name.last_segment()?.ident());
                token.is_some_and(|token| self.is_internal_variable(&token))
            }
            _ => false,
        }
    }

    /// Whether a name means a class of an unnamed namespace, or has a template argument that does.
    fn is_internal_class(&self, name: &ast::Name, depth: u32) -> bool {
        let Some(segment) = name.last_segment() else { return false };
        let has_internal_argument = |list: ast::TemplateArgList| {
            depth < MAX_DEPTH && list.args().any(|it| self.is_internal_argument(&it, depth + 1))
        };
        segment.ident().is_some_and(|token| {
            self.decls_of(&token).iter().any(|decl| {
                let written = self.names.decl(*decl);
                // The name of a template alone is a template argument of another kind.
                let is_type = written.templates.is_empty() || segment.template_id().is_some();
                matches!(written.kind, DeclKind::Class(_)) && is_type && self.is_in_unnamed_namespace(*decl)
            })
        }) || segment.template_id().and_then(|it| it.template_arg_list()).is_some_and(has_internal_argument)
    }

    fn is_internal_variable(&self, token: &SyntaxToken) -> bool {
        self.decls_of(token).iter().any(|decl| {
            matches!(self.names.decl(*decl).kind, DeclKind::Variable { .. })
                && (self.is_in_unnamed_namespace(*decl) || self.names.declared_internal(*decl) == Some(true))
        })
    }

    fn decls_of(&self, token: &SyntaxToken) -> Vec<DeclRef> {
        self.names.decls_of_use(self.item, token.text_range().start()).unwrap_or_default()
    }

    fn is_in_unnamed_namespace(&self, decl: DeclRef) -> bool {
        let layout = self.names.layout();
        let mut around = layout.ancestors(self.names.item(decl.item).namespace);
        around.any(|id| layout.namespace(id).parent.is_some() && layout.namespace(id).name.is_none())
    }
}
