//! Braces without a partner: the syntax errors that are certain from the tokens alone.
//!
//! Other syntax errors wait until the grammar accepts every program that the reference accepts: a false
//! error would stop a build that is right.

use std::sync::Arc;

use asunder_outline::{ItemKind, Outline, outline};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, Lexer, SyntaxKind};

/// Braces of a unit without a partner, as byte offsets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct UnmatchedBraces {
    /// A `}` outside all braces.
    pub stray: Option<u32>,
    /// Every `{` that is open at the end of the unit, from the innermost on; empty if there is a stray
    /// `}`.
    pub open: Vec<u32>,
}

/// The unmatched braces of a unit. A unit that still holds directives is not preprocessed, so its braces
/// need not match.
#[salsa::tracked]
pub(crate) fn unmatched_braces(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> Arc<UnmatchedBraces> {
    let text = source.text(db);
    let outline = outline(db, source, dialect);
    let unfinished = outline.suspects.iter().any(|suspect| suspect.kind == SyntaxKind::DIRECTIVE);
    if unfinished || !may_be_unbalanced(outline, text, dialect) {
        return Arc::default();
    }
    Arc::new(unmatched(text, dialect))
}

/// Whether the items leave a brace open or close one too many. An item that does not close its braces
/// reaches to the end of the unit, so only the last one need be looked at.
fn may_be_unbalanced(outline: &Outline, text: &str, dialect: Dialect) -> bool {
    let mut depth = 0u32;
    for item in &outline.items {
        match item.kind {
            ItemKind::NamespaceOpen | ItemKind::LinkageOpen => depth += 1,
            ItemKind::Close if depth == 0 => return true,
            ItemKind::Close => depth -= 1,
            ItemKind::Declaration => {}
        }
    }
    let last = outline.items.last().filter(|item| item.kind == ItemKind::Declaration);
    depth > 0 || last.is_some_and(|item| unmatched(&text[item.range], dialect) != UnmatchedBraces::default())
}

fn unmatched(text: &str, dialect: Dialect) -> UnmatchedBraces {
    let mut open = Vec::new();
    let mut at = 0;
    for token in Lexer::new(text, dialect) {
        match token.kind {
            SyntaxKind::L_BRACE => open.push(at),
            SyntaxKind::R_BRACE if open.pop().is_none() => {
                return UnmatchedBraces { stray: Some(at), open: Vec::new() };
            }
            _ => {}
        }
        at += token.len;
    }
    open.reverse();
    UnmatchedBraces { stray: None, open }
}

#[cfg(test)]
mod tests {
    use asunder_syntax::Dialect;

    use super::{UnmatchedBraces, may_be_unbalanced, unmatched};

    fn braces(text: &str) -> UnmatchedBraces {
        let dialect = Dialect::default();
        let found = unmatched(text, dialect);
        let suspected = may_be_unbalanced(&asunder_outline::scan(text, dialect), text, dialect);
        assert_eq!(suspected, found != UnmatchedBraces::default(), "{text}");
        found
    }

    #[test]
    fn open_braces_come_from_the_innermost_on() {
        assert_eq!(
            braces("namespace N { void f() { if (x) { "),
            UnmatchedBraces { stray: None, open: vec![32, 23, 12] }
        );
        assert_eq!(braces("extern \"C\" { int x; ").open, [11]);
        assert_eq!(braces("struct S { int x; ").open, [9]);
    }

    #[test]
    fn a_stray_brace_is_found() {
        assert_eq!(braces("int f() { return 0; } }").stray, Some(22));
    }

    #[test]
    fn balanced_units_are_silent() {
        for text in ["", "int a[] = {1, 2};", "namespace N { class C { }; }", "char c = '{'; // }"] {
            assert_eq!(braces(text), UnmatchedBraces::default());
        }
    }
}
