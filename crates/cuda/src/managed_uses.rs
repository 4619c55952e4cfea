//! Uses of `__managed__` variables that the rules forbid: the bare operand of `decltype` (spec page 3 §7.1).

use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

use crate::check::Check;
use crate::finding::Message;
use crate::lambdas::is_in_template;

/// "A __managed__ variable cannot be used as an unparenthesized id-expression argument for decltype()".
const IN_DECLTYPE: u16 = 3576;

/// `decltype(m)`
pub(crate) fn decltype(check: &Check<'_>, node: &SyntaxNode) {
    if check.settings.pass.is_device() && is_in_template(node) {
        // The device front end reads templates where they are instantiated.
        return check.silence(IN_DECLTYPE);
    }
    if let Some(operand) = ast::DecltypeType::cast(node.clone()).and_then(|ty| ty.expr()) {
        operand_of_decltype(check, &operand);
    }
}

/// `decltype(auto)` of a variable or function: deduced from initializers and return statements.
pub(crate) fn decltype_auto(check: &Check<'_>, node: &SyntaxNode) {
    let is_decltype = node.children_with_tokens().any(|it| matches!(it.kind(), SyntaxKind::DECLTYPE_KW));
    let Some(declaration) = node.parent().and_then(|sequence| sequence.parent()).filter(|_| is_decltype)
    else {
        return;
    };
    match declaration.kind() {
        SyntaxKind::FUNCTION_DEF => {
            let returns = declaration.descendants().filter_map(ast::ReturnStmt::cast);
            let own = returns.filter(|statement| {
                let inner = statement
                    .syntax()
                    .ancestors()
                    .find(|outer| matches!(outer.kind(), SyntaxKind::LAMBDA_EXPR | SyntaxKind::FUNCTION_DEF));
                inner.is_some_and(|inner| inner == declaration)
            });
            own.filter_map(|it| it.expr()).for_each(|operand| operand_of_decltype(check, &operand));
        }
        SyntaxKind::SIMPLE_DECL => {
            for init in declaration.children().filter_map(ast::InitDeclarator::cast) {
                if let Some(ast::Initializer::EqInitializer(init)) = init.initializer()
                    && let Some(operand) = init.expr()
                {
                    operand_of_decltype(check, &operand);
                }
            }
        }
        _ => {}
    }
}

fn operand_of_decltype(check: &Check<'_>, operand: &ast::Expr) {
    let ast::Expr::NameExpr(name) = operand else { return };
    let Some(token) = name.name().and_then(|it| it.last_segment()).and_then(|it| it.ident()) else { return };
    let at = name.syntax().text_range().start();
    match check.names().is_managed_use(check.item, token.text_range().start()) {
        Some(true) => check.report(Message::plain(IN_DECLTYPE), at, check.moment(at, 0)),
        Some(false) => {}
        None => check.silence(IN_DECLTYPE),
    }
}
