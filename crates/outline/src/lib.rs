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
//! * Numbers of items give their order and nothing else. They are the only thing that depends on earlier texts:
//!   an item keeps its number while others come and go.
//! * Borders are those of `asunder_parser`'s declarations on well-formed input.

mod attributes;
pub mod blocks;
mod facts;
mod names;
mod numbers;
mod scan;
mod suspects;

use std::sync::Arc;

use asunder_source::{Block, SourceText};
use asunder_syntax::{Dialect, SyntaxKind};
pub use attributes::{CudaAttribute, CudaAttributes};
pub use facts::{BUILTIN_VARIABLES, Facts};
pub use names::{DeclaredName, name_hash, operator_name};
pub use numbers::block_item_numbers;
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

impl Item {
    /// The same somewhere else.
    fn moved(&self, to: impl Fn(TextRange) -> TextRange) -> Item {
        Item { range: to(self.range), function_name: self.function_name.map(&to), ..*self }
    }
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
    /// Numbers of items that are not complete: text in the place of what follows could make them longer.
    unfinished: Vec<u32>,
    /// The last item and the last token are complete: text put after this text changes neither, and its
    /// own outline is that of a text on its own.
    pub closed: bool,
}

/// An outline that was made in advance.
struct Scanned {
    text: Arc<str>,
    dialect: Dialect,
    outline: Arc<Outline>,
}

impl Outline {
    /// The outlines of the parts of the text that end at these bytes, each with as many items before it. All but the
    /// last end the line of a complete item.
    fn split(&self, ends: &[(usize, usize)]) -> Vec<Outline> {
        let mut names: Vec<Vec<DeclaredName>> = vec![Vec::new(); ends.len()];
        let mut parts = Vec::with_capacity(ends.len());
        let mut part_of = Vec::with_capacity(self.items.len());
        let (mut suspects, mut pragmas) = (self.suspects.as_slice(), self.front_end_pragmas.as_slice());
        let (mut start, mut first) = (TextSize::new(0), 0);
        for (number, &(end, items)) in ends.iter().enumerate() {
            let end = TextSize::new(end as u32);
            let own = &self.items[first..items];
            part_of.extend(own.iter().map(|_| (number, first as u32)));
            let before = suspects.partition_point(|suspect| suspect.range.start() < end);
            let (own_suspects, rest) = suspects.split_at(before);
            suspects = rest;
            let before = pragmas.partition_point(|pragma| pragma.start() < end);
            let (own_pragmas, rest) = pragmas.split_at(before);
            pragmas = rest;
            let is_own = |item: &&u32| (first..items).contains(&(**item as usize));
            parts.push(Outline {
                items: own.iter().map(|item| item.moved(|range| range - start)).collect(),
                front_end_pragmas: own_pragmas.iter().map(|pragma| *pragma - start).collect(),
                suspects: own_suspects.iter().map(|it| Suspect { range: it.range - start, ..*it }).collect(),
                names: Arc::default(),
                unfinished: self.unfinished.iter().filter(is_own).map(|item| item - first as u32).collect(),
                closed: number + 1 < ends.len() || self.closed,
            });
            (start, first) = (end, items);
        }
        for name in self.names.iter() {
            let (part, first) = part_of[name.item as usize];
            names[part].push(DeclaredName { item: name.item - first, ..*name });
        }
        for (part, names) in parts.iter_mut().zip(names) {
            part.names = names.into();
        }
        parts
    }

    /// Adds what stands `offset` bytes further on; the names are left out.
    fn append(&mut self, other: &Outline, offset: TextSize) {
        self.items.extend(other.items.iter().map(|item| item.moved(|range| range + offset)));
        self.front_end_pragmas.extend(other.front_end_pragmas.iter().map(|pragma| *pragma + offset));
        let moved = |suspect: &Suspect| Suspect { range: suspect.range + offset, ..*suspect };
        self.suspects.extend(other.suspects.iter().map(moved));
        self.closed = other.closed;
    }
}

/// The outline of a block; ranges count from its start.
#[salsa::tracked(returns(ref))]
pub fn block_outline(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> Arc<Outline> {
    let text = block.text(db);
    match block.prepared(db).get::<Scanned>() {
        Some(scanned) if Arc::ptr_eq(&scanned.text, text) && scanned.dialect == dialect => {
            scanned.outline.clone()
        }
        _ => Arc::new(scan(text, dialect)),
    }
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
