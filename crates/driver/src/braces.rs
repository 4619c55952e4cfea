//! Braces without a partner: the syntax errors that are certain from the tokens alone.
//!
//! Other syntax errors wait until the grammar accepts every program that the reference accepts: a false
//! error would stop a build that is right.

use std::sync::Arc;

use asunder_outline::{ItemKind, Outline, block_outline, has_directives};
use asunder_source::{Block, SourceText, block_offsets};
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
    if has_directives(db, source, dialect) {
        return Arc::default();
    }
    let mut unit = UnmatchedBraces::default();
    for (block, start) in source.blocks(db).iter().zip(block_offsets(db, source).iter()) {
        let block = block_braces(db, *block, dialect);
        let at = |offset: &u32| *start as u32 + offset;
        if let Some(stray) = block.closing.get(unit.open.len()) {
            return Arc::new(UnmatchedBraces { stray: Some(at(stray)), open: Vec::new() });
        }
        unit.open.truncate(unit.open.len() - block.closing.len());
        unit.open.extend(block.open.iter().map(at));
    }
    unit.open.reverse();
    Arc::new(unit)
}

/// Braces of a block without a partner in it, as byte offsets of the block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct BlockBraces {
    /// Each `}`, in order; all stand before those that open.
    closing: Vec<u32>,
    /// Each `{`, in order.
    open: Vec<u32>,
}

#[salsa::tracked(returns(ref))]
fn block_braces(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> BlockBraces {
    BlockBraces::of(block_outline(db, block, dialect), block.text(db), dialect)
}

impl BlockBraces {
    /// An item that does not close its braces reaches to the end of its unit, so of declarations only the last
    /// one need be looked at.
    fn of(outline: &Outline, text: &str, dialect: Dialect) -> BlockBraces {
        let mut braces = BlockBraces::default();
        for item in &outline.items {
            let last = u32::from(item.range.end()) - 1;
            match item.kind {
                ItemKind::NamespaceOpen | ItemKind::LinkageOpen => braces.open.push(last),
                ItemKind::Close if braces.open.pop().is_none() => braces.closing.push(last),
                ItemKind::Close | ItemKind::Declaration => {}
            }
        }
        if let Some(last) = outline.items.last().filter(|_| !outline.closed) {
            braces.open.extend(open_braces(&text[last.range], last.range.start().into(), dialect));
        }
        braces
    }
}

/// The braces that a declaration leaves open, in order. Its text starts at `start`.
fn open_braces(text: &str, start: u32, dialect: Dialect) -> Vec<u32> {
    let mut open = Vec::new();
    let mut at = start;
    for token in Lexer::new(text, dialect) {
        match token.kind {
            SyntaxKind::L_BRACE => open.push(at),
            SyntaxKind::R_BRACE => drop(open.pop()),
            _ => {}
        }
        at += token.len;
    }
    open
}

#[cfg(test)]
mod tests {
    use asunder_source::{Block, SourceText};
    use asunder_syntax::Dialect;

    use super::{UnmatchedBraces, unmatched_braces};

    /// The unmatched braces of a unit of these blocks.
    fn of_blocks(texts: &[&str]) -> UnmatchedBraces {
        let db = salsa::DatabaseImpl::new();
        let blocks: Vec<Block> = texts.iter().map(|text| Block::new(&db, (*text).into())).collect();
        let source = SourceText::of_blocks(&db, "unit".into(), blocks.into());
        UnmatchedBraces::clone(unmatched_braces(&db, source, Dialect::default()))
    }

    fn braces(text: &str) -> UnmatchedBraces {
        of_blocks(&[text])
    }

    #[test]
    fn open_braces_come_from_the_innermost_on() {
        assert_eq!(
            braces("namespace N { void f() { if (x) { "),
            UnmatchedBraces { stray: None, open: vec![32, 23, 12] }
        );
        assert_eq!(braces("extern \"C\" { int x; ").open, [11]);
        assert_eq!(braces("struct S { int x; ").open, [9]);
        assert_eq!(of_blocks(&["namespace N {\n", "namespace M {\n", "}\nint x;\n"]).open, [12]);
    }

    #[test]
    fn a_stray_brace_is_found() {
        assert_eq!(braces("int f() { return 0; } }").stray, Some(22));
        assert_eq!(of_blocks(&["namespace N {\n", "}\n", "int x;\n}\n"]).stray, Some(23));
    }

    #[test]
    fn balanced_units_are_silent() {
        for text in ["", "int a[] = {1, 2};", "namespace N { class C { }; }", "char c = '{'; // }"] {
            assert_eq!(braces(text), UnmatchedBraces::default());
        }
        let blocks = ["namespace N {\n", "void f() { }\n", "}\nextern \"C\" {\n", "}\n"];
        assert_eq!(of_blocks(&blocks), UnmatchedBraces::default());
    }
}
