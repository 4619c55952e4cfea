//! Specifiers, attributes, classes and enums.

use super::{
    AccessSpec, AstNode, Attribute, AttributeName, BaseSpecifier, BuiltinType, ClassSpecifier, DeclSpecifier,
    DeclSpecifierSeq, ElaboratedType, EnumSpecifier, GnuAttributes, KeywordSpecifier, PtrOp, RefQualifier,
    VirtSpecifier, support,
};
use crate::{SyntaxKind, SyntaxKind::*, SyntaxToken};

macro_rules! keyword_views {
    ($($(#[$doc:meta])* $view:ident)*) => {
        $(impl $view {
            $(#[$doc])*
            pub fn keyword(&self) -> Option<SyntaxToken> {
                support::first_token(self.syntax())
            }
        })*
    };
}

keyword_views! {
    /// The keyword.
    KeywordSpecifier
    /// The keyword.
    BuiltinType
    /// `public`, `protected` or `private`.
    AccessSpec
    /// `&` or `&&`.
    RefQualifier
    /// `override` or `final`.
    VirtSpecifier
    /// `class`, `struct` or `union`.
    ClassSpecifier
    /// `class`, `struct`, `union` or `enum`.
    ElaboratedType
}

impl PtrOp {
    /// `*`, `&` or `&&`.
    pub fn op_token(&self) -> Option<SyntaxToken> {
        support::tokens(self.syntax()).find(|token| matches!(token.kind(), STAR | AMP | AMP2 | CARET))
    }
}

impl BaseSpecifier {
    /// `public`, `protected` or `private`.
    pub fn access(&self) -> Option<SyntaxToken> {
        support::tokens(self.syntax())
            .find(|token| matches!(token.kind(), PUBLIC_KW | PROTECTED_KW | PRIVATE_KW))
    }
}

impl DeclSpecifierSeq {
    /// The keyword specifier of this kind: `STATIC_KW`, `TYPEDEF_KW`, `FRIEND_KW`, …
    pub fn keyword(&self, kind: SyntaxKind) -> Option<KeywordSpecifier> {
        self.decl_specifiers().find_map(|specifier| match specifier {
            DeclSpecifier::KeywordSpecifier(it) => (it.keyword()?.kind() == kind).then_some(it),
            _ => None,
        })
    }

    /// The class definition among the specifiers.
    pub fn class_specifier(&self) -> Option<ClassSpecifier> {
        support::child(self.syntax())
    }

    /// The `__attribute__((…))` specifiers.
    pub fn gnu_attributes(&self) -> super::AstChildren<GnuAttributes> {
        support::children(self.syntax())
    }
}

impl AttributeName {
    /// The last word of the name, which may be a keyword: `const`, `device` of `gnu::device`.
    pub fn word(&self) -> Option<SyntaxToken> {
        support::tokens(self.syntax())
            .filter(|token| !token.kind().is_trivia() && token.kind() != COLON2)
            .last()
    }

    /// The namespace of the name: `gnu` of `gnu::device`.
    pub fn namespace(&self) -> Option<SyntaxToken> {
        support::token(self.syntax(), COLON2)?;
        support::first_token(self.syntax())
    }
}

impl Attribute {
    /// Whether the attribute has this name, with or without `__` on both sides.
    pub fn is_named(&self, name: &str) -> bool {
        self.name().and_then(|it| it.word()).is_some_and(|word| {
            let text = word.text();
            let bare = text.strip_prefix("__").and_then(|rest| rest.strip_suffix("__"));
            text == name || bare == Some(name)
        })
    }
}

impl EnumSpecifier {
    /// Whether its enumerators belong to a scope of their own: `enum class`, `enum struct` ([dcl.enum]/2).
    pub fn is_scoped(&self) -> bool {
        let mut tokens = self.syntax().children_with_tokens().filter_map(|child| child.into_token());
        tokens.any(|token| matches!(token.kind(), CLASS_KW | STRUCT_KW))
    }
}
