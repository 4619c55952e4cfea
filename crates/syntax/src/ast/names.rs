//! Names: their segments and qualification.

use super::{AstNode, Name, NameSegment, OperatorId, TemplateId, support};
use crate::{SyntaxKind::*, SyntaxToken};

/// One part of a qualified name, between two `::`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A plain identifier.
    Ident(SyntaxToken),
    /// A template-id, operator, conversion, literal operator, destructor or `decltype`.
    Node(NameSegment),
}

impl Segment {
    /// The identifier of a plain name or of a template-id.
    pub fn ident(&self) -> Option<SyntaxToken> {
        match self {
            Segment::Ident(token) => Some(token.clone()),
            Segment::Node(NameSegment::TemplateId(it)) => it.ident_token(),
            Segment::Node(_) => None,
        }
    }

    /// The template-id, if it is one.
    pub fn template_id(&self) -> Option<&TemplateId> {
        match self {
            Segment::Node(NameSegment::TemplateId(it)) => Some(it),
            _ => None,
        }
    }
}

impl Name {
    /// All parts of the name, qualifiers first.
    pub fn segments(&self) -> impl Iterator<Item = Segment> + use<> {
        self.syntax().children_with_tokens().filter_map(|element| match element {
            crate::NodeOrToken::Token(token) => (token.kind() == IDENT).then(|| Segment::Ident(token)),
            crate::NodeOrToken::Node(node) => NameSegment::cast(node).map(Segment::Node),
        })
    }

    /// The last part: the name without its qualifiers.
    pub fn last_segment(&self) -> Option<Segment> {
        self.segments().last()
    }

    /// Whether the name starts with `::`.
    pub fn is_global(&self) -> bool {
        support::first_token(self.syntax()).is_some_and(|token| {
            token.kind() == COLON2 && token.text_range().start() == self.syntax().text_range().start()
        })
    }

    /// Whether there is a `::` in the name.
    pub fn is_qualified(&self) -> bool {
        support::token(self.syntax(), COLON2).is_some()
    }

    /// The identifier, if the name is nothing else.
    pub fn as_ident(&self) -> Option<SyntaxToken> {
        let mut elements = self.syntax().children_with_tokens();
        let token = elements.next()?.into_token()?;
        (elements.next().is_none() && token.kind() == IDENT).then_some(token)
    }
}

impl OperatorId {
    /// The tokens of the operator: `+`, `new` `[` `]`, `(` `)`.
    pub fn operator_tokens(&self) -> impl Iterator<Item = SyntaxToken> {
        support::tokens(self.syntax())
            .filter(|token| !token.kind().is_trivia() && token.kind() != OPERATOR_KW)
    }
}
