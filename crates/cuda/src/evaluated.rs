//! Which expressions are evaluated when the function around them runs.

use asunder_decls::Constant;
use asunder_decls::lower::lower_expr;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextRange, ast};

use crate::check::Check;

/// Whether an expression is evaluated and stands in the body of a function or lambda, or among the arguments of a
/// mem-initializer. Nothing else counts as a call of a function (spec 2 §1a): neither initializers outside functions
/// nor default arguments.
pub(crate) fn is_evaluated_in_body(node: &SyntaxNode) -> bool {
    use SyntaxKind::*;
    for outer in node.ancestors().skip(1) {
        match outer.kind() {
            COMPOUND_STMT | MEM_INITIALIZER => return true,
            DECLTYPE_TYPE | TYPEOF_TYPE | SIZEOF_EXPR | ALIGNOF_EXPR | NOEXCEPT_EXPR | TYPEID_EXPR
            | REQUIRES_EXPR | REQUIRES_CLAUSE | TEMPLATE_ARG_LIST | TRAILING_RETURN | PARAM_DECL
            | GNU_ATTRIBUTES | STD_ATTRIBUTES | TYPE_TRAIT_EXPR | TYPE_BUILTIN_EXPR | ENUMERATOR
            | BIT_WIDTH | ALIGNAS_SPECIFIER | EXCEPTION_SPEC => return false,
            _ => {}
        }
    }
    false
}

/// Whether a node stands in a branch of `if constexpr` that is discarded, or may be.
pub(crate) fn may_be_discarded(check: &Check<'_>, node: &SyntaxNode) -> bool {
    let range = node.text_range();
    node.ancestors().skip(1).filter_map(ast::IfStmt::cast).any(|statement| {
        statement.constexpr_token().is_some() && is_dead_branch(check, &statement, range) != Some(false)
    })
}

/// Whether the branch of the statement that contains `range` is never taken; `None` when that is not known.
fn is_dead_branch(check: &Check<'_>, statement: &ast::IfStmt, range: TextRange) -> Option<bool> {
    let contains = |node: &SyntaxNode| node.text_range().contains_range(range);
    let in_then = statement.then_branch().is_some_and(|it| contains(it.syntax()));
    let in_else = statement.else_clause().is_some_and(|it| contains(it.syntax()));
    if !in_then && !in_else {
        return Some(false);
    }
    let Some(ast::Condition::Expr(condition)) = statement.condition() else { return None };
    Some(is_true(check, &condition)? != in_then)
}

/// The value of a condition that names nothing local.
fn is_true(check: &Check<'_>, condition: &ast::Expr) -> Option<bool> {
    let names = check.names();
    let tokens = condition.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
    for token in tokens.filter(|it| it.kind() == SyntaxKind::IDENT) {
        if crate::body_types::local_declaration(&token).is_some() {
            return None;
        }
    }
    let site = names.site_at(check.item, condition.syntax().text_range().start());
    match names.evaluate(&lower_expr(condition), &site) {
        Constant::Value(value, _) => Some(value != 0),
        _ => None,
    }
}
