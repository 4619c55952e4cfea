//! Results of functions: as they are declared, and of those declared `auto` the type of the expression that they return
//! ([dcl.spec.auto]).

use asunder_mangle::model::{Entity, Name, Scope, Type, TypeRef};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, WalkEvent, ast};

use crate::constant::unqualified;
use crate::lower::lower_expr;
use crate::names::{DeclRef, Names, Point};
use crate::scope::{Member, Site};
use crate::written::Expr;

impl<'db> Names<'db> {
    /// The type that a function declares to return.
    pub fn result_of(&self, decl: DeclRef) -> Option<TypeRef> {
        let function = self.function_of(decl)?;
        let result = self.function_type(function, &self.site_of(decl)).result?;
        (!self.is_unsettled(&result)).then_some(result)
    }

    /// The type that the function `member`, declared `auto` at `site`, returns: that of its first return statement.
    pub(crate) fn returned_type(&self, member: &Member, site: &Site) -> Option<TypeRef> {
        let find = || self.find_returned_type(member, site);
        self.remembered(&self.returned, member.question(), || None, find)
    }

    fn find_returned_type(&self, member: &Member, site: &Site) -> Option<TypeRef> {
        let body = self.body_of(member.decl)?;
        let mut walk = body.preorder();
        while let Some(event) = walk.next() {
            let WalkEvent::Enter(node) = event else { continue };
            match node.kind() {
                SyntaxKind::LAMBDA_EXPR | SyntaxKind::CLASS_SPECIFIER => walk.skip_subtree(),
                SyntaxKind::RETURN_STMT => {
                    let Some(expr) = ast::ReturnStmt::cast(node)?.expr() else {
                        return Some(Type::Builtin(asunder_mangle::model::Builtin::Void).into());
                    };
                    return self.type_returned(member, &expr, &body, site);
                }
                _ => {}
            }
        }
        Some(Type::Builtin(asunder_mangle::model::Builtin::Void).into())
    }

    fn type_returned(
        &self,
        member: &Member,
        expr: &ast::Expr,
        body: &SyntaxNode,
        site: &Site,
    ) -> Option<TypeRef> {
        let lowered = lower_expr(expr);
        // An object of a local class, or one of its enumerators.
        let named = match &lowered {
            Expr::Call(callee, _) => callee,
            expr => expr,
        };
        if let Expr::Name(path) = named
            && let Some(name) = path.as_ident()
            && let Some(class) = local_type(body, name)
        {
            return self.local_type_name(member.decl, &class);
        }
        if !matches!(self.decl(member.decl).templates.as_slice(), []) || declares_locals(body) {
            return None;
        }
        let mut at = site.clone();
        at.point = Point::end_of(member.decl.item);
        let function = self.function_of(member.decl)?;
        let parameters = self.function_type(function, &at).parameters;
        let (ty, _) =
            self.with_parameters(function, &parameters, &at, || self.type_of_expr(&lowered, &at))?;
        (!matches!(*ty, Type::Array(..) | Type::Function(_))).then(|| unqualified(&ty))
    }

    /// The name of the type `class`, defined in the body of the function `decl`.
    fn local_type_name(&self, decl: DeclRef, class: &str) -> Option<TypeRef> {
        let function = Box::new(self.entity(decl)?);
        let Entity::Function(_) = *function else { return None };
        let scope = Scope::Local { function, discriminator: 0 };
        Some(Type::Named(Name::new(scope, class).into()).into())
    }
}

/// The local class or enumeration that `name` names, or whose enumerator it is, if the body defines only one of
/// that name.
fn local_type(body: &SyntaxNode, name: &str) -> Option<String> {
    let mut found = None;
    for node in body.descendants() {
        let own = match node.kind() {
            SyntaxKind::CLASS_SPECIFIER => ast::ClassSpecifier::cast(node)?.name(),
            SyntaxKind::ENUM_SPECIFIER => {
                let specifier = ast::EnumSpecifier::cast(node)?;
                let enumerators = specifier.enumerator_list().into_iter().flat_map(|it| it.enumerators());
                let mut names = enumerators.filter_map(|it| it.ident_token());
                if names.any(|it| it.text() == name) {
                    return Some(specifier.name()?.as_ident()?.text().to_owned());
                }
                specifier.name()
            }
            _ => continue,
        };
        let Some(own) = own.and_then(|it| it.as_ident()) else { continue };
        if own.text() == name && found.replace(own.text().to_owned()).is_some() {
            return None;
        }
    }
    found
}

/// True when the body declares names of its own.
fn declares_locals(body: &SyntaxNode) -> bool {
    body.descendants().any(|node| ast::Decl::can_cast(node.kind()))
}
