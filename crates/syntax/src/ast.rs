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

use crate::{SyntaxKind, SyntaxNode, SyntaxNodeChildren, SyntaxToken};

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
    inner: SyntaxNodeChildren,
    view: PhantomData<N>,
}

impl<N: AstNode> Iterator for AstChildren<N> {
    type Item = N;

    fn next(&mut self) -> Option<N> {
        self.inner.find_map(N::cast)
    }
}

/// What generated accessors call.
mod support {
    use super::*;

    pub(super) fn child<N: AstNode>(parent: &SyntaxNode) -> Option<N> {
        parent.children().find_map(N::cast)
    }

    pub(super) fn nth_child<N: AstNode>(parent: &SyntaxNode, index: usize) -> Option<N> {
        parent.children().filter_map(N::cast).nth(index)
    }

    pub(super) fn children<N: AstNode>(parent: &SyntaxNode) -> AstChildren<N> {
        AstChildren { inner: parent.children(), view: PhantomData }
    }

    pub(super) fn tokens(parent: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> {
        parent.children_with_tokens().filter_map(|element| element.into_token())
    }

    pub(super) fn token(parent: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxToken> {
        tokens(parent).find(|token| token.kind() == kind)
    }

    /// The first token that is not trivia.
    pub(super) fn first_token(parent: &SyntaxNode) -> Option<SyntaxToken> {
        tokens(parent).find(|token| !token.kind().is_trivia())
    }
}
