//! Expressions: operators, literals, ambiguities.

use super::{
    AssignExpr, AstNode, BinaryExpr, Capture, Literal, MemberExpr, NamedCastExpr, PostfixExpr, PrefixExpr,
    TypeBuiltinExpr, TypeTraitExpr, support,
};
use crate::SyntaxKind::*;
use crate::SyntaxToken;

macro_rules! operator_views {
    ($($view:ident)*) => {
        $(impl $view {
            /// The operator.
            pub fn op_token(&self) -> Option<SyntaxToken> {
                support::first_token(self.syntax())
            }
        })*
    };
}

operator_views! { BinaryExpr AssignExpr PrefixExpr PostfixExpr MemberExpr }

impl NamedCastExpr {
    /// `static_cast`, `dynamic_cast`, `const_cast` or `reinterpret_cast`.
    pub fn keyword(&self) -> Option<SyntaxToken> {
        support::first_token(self.syntax())
    }
}

impl TypeTraitExpr {
    /// The name of the trait.
    pub fn keyword(&self) -> Option<SyntaxToken> {
        support::first_token(self.syntax())
    }
}

impl TypeBuiltinExpr {
    /// The name of the built-in function.
    pub fn keyword(&self) -> Option<SyntaxToken> {
        support::first_token(self.syntax())
    }
}

impl Literal {
    /// The tokens: one, or several adjacent strings.
    pub fn tokens(&self) -> impl Iterator<Item = SyntaxToken> {
        support::tokens(self.syntax()).filter(|token| !token.kind().is_trivia())
    }
}

impl Capture {
    /// Whether this is a capture-default: `=` or `&` alone.
    pub fn is_default(&self) -> bool {
        let mut tokens = support::tokens(self.syntax()).filter(|token| !token.kind().is_trivia());
        let first = tokens.next().map(|token| token.kind());
        matches!(first, Some(EQ | AMP))
            && tokens.next().is_none()
            && self.syntax().children().next().is_none()
    }
}
