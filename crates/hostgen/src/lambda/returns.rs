//! Trailing return types of `__device__` lambdas (spec page 4 b.5).

use asunder_syntax::AstNode;
use asunder_syntax::ast::LambdaExpr;

use super::declarators::declared_name;
use super::members::mentions;
use super::spelling::{compact_spelling, spelling};

/// The return type that the host can know: one that is written and names no parameter of the lambda.
pub(super) fn preserved_return(lambda: &LambdaExpr) -> Option<String> {
    let declarator = lambda.lambda_declarator()?;
    let written = declarator.trailing_return()?.type_id()?;
    let parameters = declarator.param_list().into_iter().flat_map(|it| it.param_decls());
    let names: Vec<String> = parameters
        .filter_map(|it| it.declarator())
        .filter_map(|it| declared_name(&it))
        .map(|it| compact_spelling(it.syntax()))
        .collect();
    if mentions(written.syntax(), &names) {
        return None;
    }
    Some(spelling(written.syntax()))
}
