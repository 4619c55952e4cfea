//! Salsa inputs.

#![allow(missing_docs, reason = "salsa generates constructors and setters without documentation")]

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use salsa::Setter;

/// A stretch of a unit's text that is analysed on its own: whole lines that start and end between top-level
/// declarations. An edit replaces the text of the blocks that it touches and of no others.
#[salsa::input(debug)]
pub struct Block {
    /// The text, decoded by [`crate::decode`].
    #[returns(ref)]
    pub text: Arc<str>,
    /// What was found of the text when it was cut.
    #[default]
    #[returns(ref)]
    pub prepared: Prepared,
    /// What the items in it are known by, in source order, given by the code that cuts the text into blocks; none where
    /// it gave none.
    #[default]
    #[returns(ref)]
    pub numbers: Arc<[u32]>,
}

/// What the code that cuts a text into blocks finds of a block on the way, for the query that gives it. That query
/// says whether it is of the block's text as it is now.
#[derive(Clone, Default)]
pub struct Prepared(Option<Arc<dyn Any + Send + Sync>>);

impl Prepared {
    /// A finding.
    pub fn new(found: impl Any + Send + Sync) -> Prepared {
        Prepared(Some(Arc::new(found)))
    }

    /// The finding, if it is of this kind.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.as_deref()?.downcast_ref()
    }
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Prepared").finish_non_exhaustive()
    }
}

/// The text of one translation unit, the root input of every query.
#[salsa::input(debug, constructor = of_blocks)]
pub struct SourceText {
    /// The name of the input as the user gave it, for messages only.
    #[returns(ref)]
    pub path: String,
    /// The blocks whose texts, one after the other, are the unit's text. No block comes twice.
    #[returns(ref)]
    pub blocks: Arc<[Block]>,
    /// The text is never edited: a query may answer for all of it at once.
    #[default]
    #[returns(copy)]
    pub read_once: bool,
}

impl SourceText {
    /// A unit of one block.
    pub fn new(db: &dyn salsa::Database, path: String, text: Arc<str>) -> SourceText {
        let block = Block::new(db, text);
        SourceText::of_blocks(db, path, [block].into())
    }

    /// The whole text.
    pub fn text(self, db: &dyn salsa::Database) -> &Arc<str> {
        whole_text(db, self)
    }

    /// The block that holds byte `offset`: its first byte in the unit, and its text. Behind the end the last one.
    pub fn piece_at(self, db: &dyn salsa::Database, offset: usize) -> (usize, &str) {
        let offsets = block_offsets(db, self);
        let number = offsets.partition_point(|start| *start <= offset).saturating_sub(1);
        match (self.blocks(db).get(number), offsets.get(number)) {
            (Some(block), Some(start)) => (*start, block.text(db)),
            _ => (0, ""),
        }
    }

    /// The text of a range, without that of the whole unit where one block holds it; nothing where it cuts a character.
    pub fn slice(self, db: &dyn salsa::Database, range: Range<usize>) -> &str {
        let (start, text) = self.piece_at(db, range.start);
        let within = range.start.checked_sub(start).zip(range.end.checked_sub(start));
        match within.filter(|(_, end)| *end <= text.len()) {
            Some((from, to)) => text.get(from..to).unwrap_or(""),
            None => self.text(db).get(range).unwrap_or(""),
        }
    }

    /// The text from byte `start` on, in the pieces that blocks are.
    pub fn pieces_from(self, db: &dyn salsa::Database, start: usize) -> impl Iterator<Item = &str> {
        let offsets = block_offsets(db, self);
        let first = offsets.partition_point(|offset| *offset <= start).saturating_sub(1);
        let within = start - offsets.get(first).copied().unwrap_or(start).min(start);
        let blocks = self.blocks(db).iter().skip(first).enumerate();
        blocks.map(move |(index, block)| {
            let text: &str = block.text(db);
            if index == 0 { text.get(within..).unwrap_or("") } else { text }
        })
    }

    /// The place of a block among the unit's blocks. A query that reads it depends on this place alone, not on the other
    /// blocks.
    pub fn block_number(self, db: &dyn salsa::Database, block: Block) -> Option<usize> {
        block_number(db, self, block).map(|number| number as usize)
    }

    /// Replaces the whole text by one block.
    pub fn replace_text(self, db: &mut dyn salsa::Database, text: Arc<str>) {
        let block = self.blocks(db).first().copied().unwrap_or_else(|| Block::new(db, "".into()));
        block.set_text(db).to(text);
        if self.blocks(db).len() != 1 {
            self.set_blocks(db).to([block].into());
        }
    }
}

/// The texts of all blocks. Never compared: it runs again only after an edit.
#[salsa::tracked(returns(ref), no_eq)]
fn whole_text(db: &dyn salsa::Database, source: SourceText) -> Arc<str> {
    match &**source.blocks(db) {
        [block] => block.text(db).clone(),
        blocks => {
            let length = blocks.iter().map(|block| block.text(db).len()).sum();
            let mut text = String::with_capacity(length);
            blocks.iter().for_each(|block| text.push_str(block.text(db)));
            text.into()
        }
    }
}

#[salsa::tracked(returns(ref))]
fn block_numbers(db: &dyn salsa::Database, source: SourceText) -> FxHashMap<Block, u32> {
    source.blocks(db).iter().copied().zip(0..).collect()
}

#[salsa::tracked(returns(copy))]
fn block_number(db: &dyn salsa::Database, source: SourceText, block: Block) -> Option<u32> {
    block_numbers(db, source).get(&block).copied()
}

/// The offset of each block's first byte in the unit.
#[salsa::tracked(returns(ref))]
pub fn block_offsets(db: &dyn salsa::Database, source: SourceText) -> Arc<[usize]> {
    let mut end = 0;
    let offset = |block: &Block| {
        let start = end;
        end += block.text(db).len();
        start
    };
    source.blocks(db).iter().map(offset).collect()
}
