//! The other reading of an ambiguous node.

use asunder_syntax::ast::{Expr, Stmt};
use asunder_syntax::{AstNode, Dialect, SyntaxKind::*, SyntaxNode, TextRange, TextSize};

use crate::{Entry, parse};

/// The other reading of an ambiguity, in a tree of its own.
#[derive(Debug, Clone)]
pub struct Alternate {
    /// The root of the detached tree.
    pub root: SyntaxNode,
    /// What part of the original tree's text it reads: the statement around the ambiguity,
    /// or everything.
    pub range: TextRange,
}

/// The tree in which the ambiguous node `node` is read in its other way and every other
/// ambiguity as before; nothing for a node that is not ambiguous.
///
/// Only the statement around the ambiguity is parsed again, outside of function bodies the
/// whole tree.
pub fn alternate_reading(node: &SyntaxNode, dialect: Dialect) -> Option<Alternate> {
    let offset = parting_offset(node)?;
    let statement = node.ancestors().find(|ancestor| {
        Stmt::can_cast(ancestor.kind())
            && ancestor.parent().is_some_and(|parent| parent.kind() == COMPOUND_STMT)
    });
    let root = node.ancestors().last()?;
    let (context, entry) = match &statement {
        Some(statement) => (statement, Entry::Statements),
        None if root.kind() == TRANSLATION_UNIT => (&root, Entry::Unit),
        None => (&root, fragment_entry(&root)),
    };
    let range = context.text_range();
    let text = context.text().to_string();
    let parse = parse(&text, dialect, entry, &[(offset - range.start()).into()]);
    Some(Alternate { root: parse.syntax(), range })
}

/// Where the readings of the ambiguous node `node` part; nothing for a node that is not ambiguous.
pub fn parting_offset(node: &SyntaxNode) -> Option<TextSize> {
    match node.kind() {
        AMBIGUOUS_STMT | AMBIGUOUS_SUFFIX | AMBIGUOUS_TYPE_OR_EXPR => Some(node.text_range().start()),
        AMBIGUOUS_EXPR => parting_token(node),
        _ => None,
    }
}

/// What the text of a fragment was read as.
fn fragment_entry(root: &SyntaxNode) -> Entry {
    match root.first_child() {
        Some(child) if Expr::can_cast(child.kind()) => Entry::Expression,
        Some(child) if child.kind() == TYPE_ID => Entry::TypeId,
        _ => Entry::Statements,
    }
}

/// Where the readings of an ambiguous expression part: the `<` behind a name (in the name if
/// it is read as a template-id, behind it if as a comparison), otherwise its first token.
fn parting_token(node: &SyntaxNode) -> Option<TextSize> {
    let child = node.first_child()?;
    if child.kind() != NAME_EXPR {
        return Some(node.text_range().start());
    }
    let mut next = node.last_token()?.next_token();
    while let Some(token) = next.take_if(|token| token.kind().is_trivia()) {
        next = token.next_token();
    }
    if let Some(less) = next.filter(|token| token.kind() == LT) {
        return Some(less.text_range().start());
    }
    let list = child.descendants().filter(|it| it.kind() == TEMPLATE_ARG_LIST).last()?;
    Some(list.text_range().start())
}
