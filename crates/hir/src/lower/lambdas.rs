//! Lambdas.

use asunder_syntax::{AstNode, SyntaxKind, ast};

use super::Lowering;
use crate::body::{Capture, Init, Lambda, LambdaId};
use crate::source_map::LambdaPlaces;

impl Lowering<'_> {
    /// The captures, parameters and block of a lambda.
    pub(super) fn lambda_parts(&mut self, lambda: &ast::LambdaExpr) -> LambdaId {
        let first_expr = self.builder().body.exprs.len() as u32;
        let mut places = LambdaPlaces::default();
        let introducer = lambda.lambda_introducer();
        let mut default_capture = None;
        let mut captures = Vec::new();
        for capture in introducer.iter().flat_map(ast::LambdaIntroducer::captures) {
            if capture.is_default() {
                default_capture = Some(capture.amp_token().is_some());
            } else if let Some(known) = self.capture(&capture) {
                captures.push(known);
                let at = match capture.ident_token().or_else(|| capture.this_token()) {
                    Some(token) => token.text_range(),
                    None => capture.syntax().text_range(),
                };
                places.captures.push(self.placed(at));
            }
        }
        let is_constrained =
            lambda.syntax().children().any(|part| part.kind() == SyntaxKind::REQUIRES_CLAUSE);
        let template = lambda
            .template_param_list()
            .map(|list| self.with_types(|types| types.lambda_template(&list, is_constrained)));
        let declarator = lambda.lambda_declarator();
        let list = declarator.as_ref().and_then(ast::LambdaDeclarator::param_list);
        let (params, names) = self.params(list.as_ref());
        places.params = names;
        let defaults = self.defaults(list.as_ref());
        let has = |kind: SyntaxKind| {
            let mut specifiers = declarator.iter().flat_map(ast::LambdaDeclarator::specifiers);
            specifiers.any(|it| it.syntax().first_token().is_some_and(|token| token.kind() == kind))
        };
        let exceptions = declarator.as_ref().and_then(ast::LambdaDeclarator::exception_spec);
        let result = declarator
            .as_ref()
            .and_then(ast::LambdaDeclarator::trailing_return)
            .map(|trailing| self.type_id(trailing.type_id()));
        let is_noexcept = exceptions
            .is_some_and(|exceptions| exceptions.expr().is_none() && exceptions.type_ids().next().is_none());
        let (is_mutable, is_static) = (has(SyntaxKind::MUTABLE_KW), has(SyntaxKind::STATIC_KW));
        let is_constexpr = has(SyntaxKind::CONSTEXPR_KW) || has(SyntaxKind::CONSTEVAL_KW);
        let parts = declarator.iter().flat_map(|declarator| declarator.syntax().children());
        self.types_in_body(None, &parts.collect::<Vec<_>>());
        let is_around_coroutine = std::mem::take(&mut self.builder().body.is_coroutine);
        let block = match lambda.body() {
            Some(block) => self.block(&block),
            None => self.push_stmt(crate::body::Stmt::Empty, lambda.syntax()),
        };
        let is_coroutine = std::mem::replace(&mut self.builder().body.is_coroutine, is_around_coroutine);
        // The number of a lambda is known only now: there may be others in its block.
        let id = self.lambda_id();
        let builder = self.builder();
        let exprs = first_expr..builder.body.exprs.len() as u32;
        builder.map.lambdas.push(places);
        builder.body.lambdas.push(Lambda {
            default_capture,
            captures,
            template,
            params,
            variadic: list.is_some_and(|list| list.ellipsis_token().is_some()),
            is_mutable,
            is_constexpr,
            is_coroutine,
            is_static,
            is_noexcept,
            result,
            defaults,
            block,
            exprs,
        });
        id
    }

    fn capture(&mut self, capture: &ast::Capture) -> Option<Capture> {
        if capture.this_token().is_some() {
            return Some(match capture.star_token() {
                Some(_) => Capture::StarThis,
                None => Capture::This,
            });
        }
        let name = capture.ident_token()?.text().into();
        let init = match capture.initializer() {
            Some(initializer) => self.initializer(Some(initializer)),
            None => Init::None,
        };
        Some(Capture::Name {
            name,
            by_reference: capture.amp_token().is_some(),
            pack: capture.ellipsis_token().is_some(),
            init,
        })
    }
}
