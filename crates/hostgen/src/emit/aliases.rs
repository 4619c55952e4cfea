//! Member aliases that hide the name they are made of.
//!
//! ```text
//! struct S { using Scan = Scan<T>; };    struct S { using Scan = ::cub::Scan<T>; };
//! ```
//!
//! The reference prints types qualified as they must be where they stand, so that gcc accepts what the
//! language forbids: a name that changes its meaning in a class ([basic.scope.class]).

use asunder_syntax::ast::{AliasDecl, Name};
use asunder_syntax::{AstNode, SyntaxKind::*, SyntaxNode};
use rowan::TextSize;

/// A use, unqualified, of the name that the member alias around it declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfNaming {
    /// The name.
    pub name: String,
    /// Where the alias declares it.
    pub declared: TextSize,
    /// Where its type uses it.
    pub used: TextSize,
}

/// The member aliases of an item that use the name that they declare.
pub fn self_naming_aliases(root: &SyntaxNode) -> Vec<SelfNaming> {
    let mut uses = Vec::new();
    for alias in root.descendants().filter_map(AliasDecl::cast) {
        let is_member = alias.syntax().ancestors().skip(1).find(|it| it.kind() != TEMPLATE_DECL);
        let (Some(declared), Some(ty)) = (alias.ident_token(), alias.type_id()) else { continue };
        if is_member.is_none_or(|it| it.kind() != MEMBER_LIST) {
            continue;
        }
        for name in ty.syntax().descendants().filter_map(Name::cast) {
            let is_member_access = name.syntax().parent().is_some_and(|it| it.kind() == MEMBER_EXPR);
            if name.is_global() || is_member_access {
                continue;
            }
            let first = name.segments().next().and_then(|segment| segment.ident());
            if first.is_some_and(|first| first.text() == declared.text()) {
                uses.push(SelfNaming {
                    name: declared.text().to_owned(),
                    declared: declared.text_range().start(),
                    used: name.syntax().text_range().start(),
                });
            }
        }
    }
    uses
}
