//! `[[fallthrough]];` that no `switch` is around, and such that no label follows ([dcl.attr.fallthrough]/1).

use asunder_parser::Parse;
use asunder_syntax::SyntaxKind::*;
use asunder_syntax::{NodeOrToken, SyntaxNode, SyntaxToken};

use crate::finding::{Argument, Found, Mistake};
use crate::misplaced::is_in_body_of_template;
use crate::mistakes::Templates;

/// "the … attribute may only appear in an enclosing switch statement".
const NO_SWITCH: u16 = 2813;
/// "fallthrough statement must precede switch case label or default".
const NO_LABEL: u16 = 2814;

/// The statements of an item that fall through to nothing.
pub(crate) fn of_item(tree: &Parse, templates: Templates) -> Vec<Found> {
    if !tree.kinds().contains_any(&[STD_ATTRIBUTES, GNU_ATTRIBUTES]) {
        return Vec::new();
    }
    let tokens = tree.syntax().descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let words = tokens.filter(|token| matches!(token.text(), "fallthrough" | "__fallthrough__"));
    let found = words.filter_map(|word| {
        let statement = statement_of(&word)?;
        if templates == Templates::Skipped && is_in_body_of_template(&word) {
            return None;
        }
        if !is_in_switch(&statement) {
            let mistake = Mistake::new(NO_SWITCH, vec![Argument::Name("fallthrough".to_owned())]);
            return Some(Found::at(mistake, word.text_range().start()));
        }
        let mistake = Mistake::new(NO_LABEL, Vec::new());
        (!falls_to_label(&statement)).then(|| Found::at(mistake, statement.text_range().start()))
    });
    found.collect()
}

/// The statement that is nothing but an attribute.
fn statement_of(word: &SyntaxToken) -> Option<SyntaxNode> {
    let attributes =
        word.parent_ancestors().find(|it| matches!(it.kind(), STD_ATTRIBUTES | GNU_ATTRIBUTES))?;
    let statement = attributes.parent().filter(|it| it.kind() == EXPR_STMT)?;
    let is_whole = statement.children().all(|it| it == attributes);
    is_whole.then_some(statement)
}

fn is_in_switch(statement: &SyntaxNode) -> bool {
    let around = statement.ancestors().skip(1);
    let mut around = around.take_while(|it| !matches!(it.kind(), FUNCTION_DEF | LAMBDA_EXPR));
    around.any(|it| it.kind() == SWITCH_STMT)
}

/// Whether a label of the `switch` is what follows a statement: blocks, branches and handlers end with what follows them,
/// loops do not.
fn falls_to_label(statement: &SyntaxNode) -> bool {
    let mut node = statement.clone();
    loop {
        let mut behind = std::iter::successors(node.next_sibling(), SyntaxNode::next_sibling);
        let next = behind.find(|it| {
            let is_empty = it.kind() == EXPR_STMT && it.children().next().is_none();
            !is_empty && it.kind() != LABELED_STMT
        });
        let around = node.parent();
        match (next, around) {
            (Some(next), Some(around)) if matches!(around.kind(), COMPOUND_STMT | COMPOUND_BODY) => {
                return matches!(next.kind(), CASE_STMT | DEFAULT_STMT);
            }
            (_, Some(around)) => match around.kind() {
                COMPOUND_STMT | IF_STMT | ELSE_CLAUSE | TRY_STMT | HANDLER => node = around,
                _ => return false,
            },
            (_, None) => return false,
        }
    }
}
