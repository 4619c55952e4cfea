//! Items of a translation unit: their borders, nesting and cheap facts.
//!
//! A unit is a flat sequence of items: top-level declarations, and the braces of namespaces and linkage
//! specifications around them. One scan over the tokens finds where items start and end (brackets, `;`,
//! function bodies) and notes what each mentions ([`Facts`]), so that later stages parse only items that
//! hold a CUDA construct.
//!
//! # Architecture invariants
//! * One pass, linear time, no recursion; every input has an outline.
//! * Items are disjoint and in source order. Text between items is white space, comments, line markers
//!   and other directives only, so an item's text does not depend on its position.
//! * Facts over-approximate: a construct that is there is noted; a noted one need not be there.
//! * Borders are those of `asunder_parser`'s declarations on well-formed input.

mod attributes;
pub mod blocks;
mod facts;
mod names;
mod scan;
mod suspects;

use std::sync::Arc;

use asunder_source::{Block, SourceText};
use asunder_syntax::{Dialect, SyntaxKind};
pub use attributes::{CudaAttribute, CudaAttributes};
pub use facts::{BUILTIN_VARIABLES, Facts};
pub use names::{DeclaredName, name_hash, operator_name};
pub use rowan::{TextRange, TextSize};
pub use scan::{is_front_end_pragma, scan};
pub use suspects::Suspect;

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// A declaration, complete with its `;` or body.
    Declaration,
    /// The head of a namespace definition up to and including its `{`.
    NamespaceOpen,
    /// `extern "C" {`, or `export {`.
    LinkageOpen,
    /// The `}` of a namespace or linkage specification.
    Close,
}

/// An item and where it stands in the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// From its first to its last significant token, in bytes of the unit's text.
    pub range: TextRange,
    /// The declared function's unqualified name when the item looks like a function declaration or
    /// definition and the name is an identifier.
    pub function_name: Option<TextRange>,
    /// What its text mentions.
    pub facts: Facts,
}

/// The items of a unit.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Items in source order.
    pub items: Vec<Item>,
    /// Pragmas that steer CUDA front ends only (`nv_diag_suppress`, `nv_exec_check_disable` …), wherever
    /// they stand.
    pub front_end_pragmas: Vec<TextRange>,
    /// Tokens that a lexical diagnostic may be about, in source order.
    pub suspects: Vec<Suspect>,
    /// Names that items may declare, sorted.
    pub names: Arc<[DeclaredName]>,
    /// The last item and the last token are complete: text put after this text changes neither, and its
    /// own outline is that of a text on its own.
    pub closed: bool,
}

impl Outline {
    /// Adds what stands `offset` bytes further on; the names are left out.
    fn append(&mut self, other: &Outline, offset: TextSize) {
        let moved = |item: &Item| Item {
            range: item.range + offset,
            function_name: item.function_name.map(|name| name + offset),
            ..*item
        };
        self.items.extend(other.items.iter().map(moved));
        self.front_end_pragmas.extend(other.front_end_pragmas.iter().map(|pragma| *pragma + offset));
        let moved = |suspect: &Suspect| Suspect { range: suspect.range + offset, ..*suspect };
        self.suspects.extend(other.suspects.iter().map(moved));
        self.closed = other.closed;
    }
}

/// The outline of a block; ranges count from its start.
#[salsa::tracked(returns(ref))]
pub fn block_outline(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> Arc<Outline> {
    Arc::new(scan(block.text(db), dialect))
}

/// Whether a unit still holds preprocessing directives.
#[salsa::tracked(returns(copy))]
pub fn has_directives(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> bool {
    source.blocks(db).iter().any(|block| block_has_directives(db, *block, dialect))
}

#[salsa::tracked(returns(copy))]
fn block_has_directives(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> bool {
    let suspects = &block_outline(db, block, dialect).suspects;
    suspects.iter().any(|suspect| suspect.kind == SyntaxKind::DIRECTIVE)
}

/// The outline of a unit.
#[salsa::tracked]
pub fn outline(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Arc<Outline> {
    let blocks = source.blocks(db);
    if let [block] = **blocks {
        return block_outline(db, block, dialect).clone();
    }
    let mut outline = Outline::default();
    let mut offset = TextSize::new(0);
    for block in blocks.iter() {
        outline.append(block_outline(db, *block, dialect), offset);
        offset += TextSize::of(&**block.text(db));
    }
    Arc::new(outline)
}
