//! Types of closures, as linker names show them ([expr.prim.lambda.closure]; Itanium C++ ABI §5.1.8).

use asunder_mangle::model::{Entity, Name, Scope, Type, TypeRef, Unqualified};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

use crate::lower::lower_param;
use crate::names::Names;
use crate::resolve::adjusted_parameter;

/// Lambdas of one function beyond which they are not numbered.
const MAX_LAMBDAS: usize = 256;

impl<'db> Names<'db> {
    /// The type of the closure that a lambda directly in the body of a function makes; `None` in templates, in other
    /// lambdas and classes, and for generic lambdas.
    pub(crate) fn named_closure(&self, item: u32, lambda: &ast::LambdaExpr) -> Option<TypeRef> {
        let decl = self.enclosing_decl(item, lambda.syntax().text_range().start())?;
        let function = self.entity(decl)?;
        let Entity::Function(_) = function else { return None };
        let body = lambda.syntax().ancestors().skip(1).find(|node| {
            matches!(
                node.kind(),
                SyntaxKind::COMPOUND_BODY | SyntaxKind::LAMBDA_EXPR | SyntaxKind::CLASS_SPECIFIER
            )
        })?;
        if body.kind() != SyntaxKind::COMPOUND_BODY {
            return None;
        }
        let parameters = self.parameters_of_lambda(item, lambda)?;
        let mut number = 0;
        for other in direct_lambdas(&body)? {
            if other == *lambda {
                break;
            }
            number += u32::from(self.parameters_of_lambda(item, &other)? == parameters);
        }
        let closure = Unqualified::Closure { parameters, variadic: false, number };
        let scope = Scope::Local { function: Box::new(function), discriminator: 0 };
        Some(Type::Named(Name::of(scope, closure).into()).into())
    }

    fn parameters_of_lambda(&self, item: u32, lambda: &ast::LambdaExpr) -> Option<Vec<TypeRef>> {
        let Some(declarator) = lambda.lambda_declarator() else { return Some(Vec::new()) };
        let lists = declarator.syntax().children().filter(|part| part.kind() == SyntaxKind::PARAM_LIST);
        let params = lists.flat_map(|list| list.children().filter_map(ast::ParamDecl::cast));
        let types: Option<Vec<TypeRef>> = params
            .map(|param| {
                let ty = self.resolve_in_body(item, &lower_param(&param).ty, param.syntax())?;
                Some(adjusted_parameter(&ty))
            })
            .collect();
        types.filter(|types| **types != [Type::Builtin(asunder_mangle::model::Builtin::Void).into()])
    }
}

/// The lambdas of a body that stand in no other lambda or class, in order.
fn direct_lambdas(body: &SyntaxNode) -> Option<Vec<ast::LambdaExpr>> {
    let mut found = Vec::new();
    let mut walk = body.preorder();
    while let Some(event) = walk.next() {
        let asunder_syntax::WalkEvent::Enter(node) = event else { continue };
        match node.kind() {
            SyntaxKind::LAMBDA_EXPR => {
                walk.skip_subtree();
                found.extend(ast::LambdaExpr::cast(node));
            }
            SyntaxKind::CLASS_SPECIFIER => walk.skip_subtree(),
            _ => {}
        }
    }
    (found.len() <= MAX_LAMBDAS).then_some(found)
}
