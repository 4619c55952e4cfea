//! Typed views of trees: `generated/nodes.rs` from `grammar/cpp.ungram`, and what a grammar
//! cannot say in the extension modules.
//!
//! A view is a node with a type; it costs nothing and checks nothing but the kind. Every
//! accessor may give nothing, for trees of wrong text lack parts.

mod declarators;
mod expressions;
mod names;
#[path = "generated/nodes.rs"]
#[rustfmt::skip]
mod nodes;
mod specifiers;

use std::marker::PhantomData;

use crate::{SyntaxKind, SyntaxNode, SyntaxToken};

pub use names::Segment;
pub use nodes::*;

/// A typed view of a node.
pub trait AstNode: Sized {
    /// Whether nodes of this kind have this view.
    fn can_cast(kind: SyntaxKind) -> bool;
    /// The view of a node of a fitting kind.
    fn cast(syntax: SyntaxNode) -> Option<Self>;
    /// The node.
    fn syntax(&self) -> &SyntaxNode;
}

/// The children of a node that have the view `N`, in source order.
#[derive(Debug, Clone)]
pub struct AstChildren<N> {
    next: Option<SyntaxNode>,
    view: PhantomData<N>,
}

impl<N: AstNode> Iterator for AstChildren<N> {
    type Item = N;

    fn next(&mut self) -> Option<N> {
        let next = self.next.take()?;
        self.next = next.next_sibling_by_kind(&N::can_cast);
        N::cast(next)
    }
}

/// The first child of a node that has the view `N`. Children of other kinds are passed over without making them.
pub fn child<N: AstNode>(parent: &SyntaxNode) -> Option<N> {
    parent.first_child_by_kind(&N::can_cast).and_then(N::cast)
}

/// The children of a node that have the view `N`, in source order.
pub fn children<N: AstNode>(parent: &SyntaxNode) -> AstChildren<N> {
    AstChildren { next: parent.first_child_by_kind(&N::can_cast), view: PhantomData }
}

/// What generated accessors call.
mod support {
    use super::*;

    pub(super) use super::{child, children};

    pub(super) fn nth_child<N: AstNode>(parent: &SyntaxNode, index: usize) -> Option<N> {
        children(parent).nth(index)
    }

    pub(super) fn tokens(parent: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> {
        parent.children_with_tokens().filter_map(|element| element.into_token())
    }

    pub(super) fn token(parent: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxToken> {
        parent.first_child_or_token_by_kind(&|it| it == kind)?.into_token()
    }

    /// The first token that is not trivia.
    pub(super) fn first_token(parent: &SyntaxNode) -> Option<SyntaxToken> {
        tokens(parent).find(|token| !token.kind().is_trivia())
    }
}
