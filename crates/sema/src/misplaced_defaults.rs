//! Default arguments where no function is declared ([dcl.fct.default]/3): in types of pointers and references to functions,
//! and in aliases for them.

use asunder_parser::Parse;
use asunder_syntax::SyntaxKind::*;
use asunder_syntax::{AstNode, NodeOrToken, SyntaxNode, SyntaxToken, ast};

use crate::finding::{Found, Mistake};
use crate::misplaced::is_in_body_of_template;
use crate::mistakes::Templates;

/// "default argument is not allowed".
const NOT_ALLOWED: u16 = 347;
/// "specifying a default argument on this declaration is nonstandard".
const NONSTANDARD: u16 = 949;

/// The misplaced default arguments of an item.
pub(crate) fn of_item(tree: &Parse, templates: Templates) -> Vec<Found> {
    if !tree.kinds().contains(PAREN_DECLARATOR) {
        return Vec::new();
    }
    let parameters = tree.syntax().descendants().filter(|node| node.kind() == PARAM_DECL);
    let found = parameters.filter_map(|parameter| {
        let equals = equals_of(&parameter)?;
        let number = mistake_of(&parameter)?;
        let is_skipped = templates == Templates::Skipped && is_in_body_of_template(&equals);
        (!is_skipped).then(|| Found::at(Mistake::new(number, Vec::new()), equals.text_range().start()))
    });
    found.collect()
}

fn equals_of(parameter: &SyntaxNode) -> Option<SyntaxToken> {
    parameter.children_with_tokens().filter_map(NodeOrToken::into_token).find(|token| token.kind() == EQ)
}

fn mistake_of(parameter: &SyntaxNode) -> Option<u16> {
    let suffix = parameter.parent().filter(|it| it.kind() == PARAM_LIST)?.parent()?;
    let declarator = suffix.parent().filter(|_| suffix.kind() == FUNCTION_SUFFIX)?;
    let declarator = ast::Declarator::cast(declarator)?;
    let inner = declarator.paren_declarator()?.declarator()?;
    inner.ptr_ops().next()?;
    match declarator.syntax().parent()?.kind() {
        INIT_DECLARATOR | PARAM_DECL => Some(NONSTANDARD),
        TYPE_ID if declarator.syntax().ancestors().nth(2)?.kind() == ALIAS_DECL => Some(NOT_ALLOWED),
        _ => None,
    }
}
