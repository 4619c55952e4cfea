//! The blocks of a unit: cut once, kept through edits.
//!
//! A text is scanned once and cut at lines that end a complete item; each block keeps its part of the outline. An
//! edit makes its own block be scanned again. If that is not [`closed`](crate::Outline::closed) any more, what is
//! complete of it stays, and the rest is joined with the text after it. So the outlines of the blocks, one after the
//! other, are the outline of the text.

use std::ops::Range;
use std::sync::Arc;

use asunder_source::{Block, Prepared, SourceText, block_lines};
use asunder_syntax::Dialect;
use salsa::{Durability, Setter};

use crate::numbers::{renumbered, spaced};
use crate::{Outline, Scanned, scan};

/// Bytes from which on a stretch of text is cut.
struct Sizes {
    /// Text of system headers.
    system: usize,
    /// The user's own text.
    user: usize,
    /// Where system headers and other text meet: macros of system headers leave many markers in single lines.
    border: usize,
}

/// Blocks for edits: what an edit makes run again grows with its block.
const EDITED: Sizes = Sizes { system: 96 << 10, user: 16 << 10, border: 4 << 10 };
/// Blocks of a text that is never edited. Only the user's own text is cut: what is queried of each of its items
/// makes a query that does so slow if these are many.
const READ_ONCE: Sizes = Sizes { system: usize::MAX, user: 64 << 10, border: usize::MAX };
/// A block of more bytes than this many times its wanted size is cut again after an edit.
const OVERGROWN: usize = 4;

/// Blocks that no unit uses any more: salsa never frees inputs, so they are taken again.
#[derive(Debug, Default)]
pub struct SpareBlocks(Vec<Block>);

impl SpareBlocks {
    fn take(&mut self, db: &mut dyn salsa::Database, piece: Piece, dialect: Dialect) -> Block {
        match self.0.pop() {
            Some(block) => {
                piece.fill(db, block, dialect);
                block
            }
            None => {
                let durability = piece.durability;
                let (text, prepared, numbers) = piece.prepared(dialect);
                Block::builder(text).prepared(prepared).numbers(numbers).durability(durability).new(db)
            }
        }
    }

    fn give(&mut self, db: &mut dyn salsa::Database, block: Block) {
        block.set_text(db).with_durability(Durability::LOW).to("".into());
        block.set_prepared(db).with_durability(Durability::LOW).to(Prepared::default());
        block.set_numbers(db).with_durability(Durability::LOW).to([].into());
        self.0.push(block);
    }

    /// Takes back the blocks of a unit that is closed. The unit is empty afterwards.
    pub fn reclaim(&mut self, db: &mut dyn salsa::Database, source: SourceText) {
        let blocks = source.blocks(db).clone();
        source.set_blocks(db).to([].into());
        blocks.iter().for_each(|block| self.give(db, *block));
    }
}

/// What becomes a block.
struct Piece {
    text: Arc<str>,
    /// High for text of system headers.
    durability: Durability,
    outline: Outline,
    /// Those of the outline's items.
    numbers: Arc<[u32]>,
}

impl Piece {
    /// What a block holds of it.
    fn prepared(self, dialect: Dialect) -> (Arc<str>, Prepared, Arc<[u32]>) {
        let scanned = Scanned { text: self.text.clone(), dialect, outline: Arc::new(self.outline) };
        (self.text, Prepared::new(scanned), self.numbers)
    }

    /// Makes a block hold it.
    fn fill(self, db: &mut dyn salsa::Database, block: Block, dialect: Dialect) {
        let durability = self.durability;
        let (text, prepared, numbers) = self.prepared(dialect);
        block.set_text(db).with_durability(durability).to(text);
        block.set_prepared(db).with_durability(durability).to(prepared);
        block.set_numbers(db).with_durability(durability).to(numbers);
    }

    /// The texts of its items.
    fn items(&self) -> impl Iterator<Item = &str> {
        self.outline.items.iter().map(|item| &self.text[item.range])
    }
}

/// The items of a block as they were before an edit.
struct Before {
    text: Arc<str>,
    outline: Arc<Outline>,
    numbers: Arc<[u32]>,
}

impl Before {
    fn of(db: &dyn salsa::Database, block: Block, dialect: Dialect) -> Before {
        let text = block.text(db).clone();
        let outline = match block.prepared(db).get::<Scanned>() {
            Some(scanned) if Arc::ptr_eq(&scanned.text, &text) => scanned.outline.clone(),
            _ => Arc::new(scan(&text, dialect)),
        };
        Before { text, outline, numbers: block.numbers(db).clone() }
    }

    /// Their texts and numbers.
    fn items(&self) -> impl Iterator<Item = (&str, u32)> {
        let texts = self.outline.items.iter().map(|item| &self.text[item.range]);
        texts.zip(self.numbers.iter().copied())
    }
}

/// A unit with the text cut into blocks. Blocks of system headers have high durability.
pub fn open(
    db: &mut dyn salsa::Database,
    spare: &mut SpareBlocks,
    path: String,
    text: &str,
    dialect: Dialect,
) -> SourceText {
    let pieces = numbered(cut(text, &scan(text, dialect), &EDITED));
    let blocks: Vec<Block> = pieces.into_iter().map(|piece| spare.take(db, piece, dialect)).collect();
    SourceText::of_blocks(db, path, blocks.into())
}

/// A unit that is not going to be edited, in as few blocks as serve it. Queries about it record nothing of what they
/// read.
pub fn open_once(db: &mut dyn salsa::Database, path: String, text: &str, dialect: Dialect) -> SourceText {
    let pieces = numbered(cut(text, &scan(text, dialect), &READ_ONCE)).into_iter();
    let pieces = pieces.map(|piece| Piece { durability: Durability::NEVER_CHANGE, ..piece });
    let blocks: Vec<Block> = pieces.map(|piece| SpareBlocks::default().take(db, piece, dialect)).collect();
    let builder = SourceText::builder(path, blocks.into()).read_once(true);
    builder.durability(Durability::NEVER_CHANGE).new(db)
}

/// Gives the items of a unit's pieces their numbers.
fn numbered(mut pieces: Vec<Piece>) -> Vec<Piece> {
    let mut numbers = spaced(pieces.iter().map(|piece| piece.outline.items.len()).sum());
    for piece in &mut pieces {
        piece.numbers = numbers.by_ref().take(piece.outline.items.len()).collect();
    }
    pieces
}

/// Replaces bytes `range` of the unit's text by `new`. The range must lie on character borders of the text.
pub fn edit(
    db: &mut dyn salsa::Database,
    spare: &mut SpareBlocks,
    source: SourceText,
    range: Range<usize>,
    new: &str,
    dialect: Dialect,
) {
    let blocks = source.blocks(db).clone();
    let (first, start) = block_at(db, &blocks, range.start);
    let (last, last_start) = block_at(db, &blocks, range.end);
    // An edit that ends where a block starts leaves that block as it is.
    let (last, last_start) = if last > first && last_start == range.end {
        (last - 1, last_start - blocks[last - 1].text(db).len())
    } else {
        (last, last_start)
    };
    let mut text = String::new();
    if let Some(block) = blocks.get(first) {
        text.push_str(&block.text(db)[..range.start - start]);
    }
    text.push_str(new);
    if let Some(block) = blocks.get(last) {
        text.push_str(&block.text(db)[range.end - last_start..]);
    }
    let touched = blocks.get(first..=last).unwrap_or_default();
    let rest = blocks.get(last + 1..).unwrap_or_default();
    let is_system = touched.iter().all(|block| block_lines(db, *block).is_all_system());
    let most = OVERGROWN * if is_system { EDITED.system } else { EDITED.user };
    let mut rest = rest.iter();
    let mut before: Vec<Before> = touched.iter().map(|block| Before::of(db, *block, dialect)).collect();
    let mut blocks_before = blocks[..first].to_vec();
    let mut pieces = Vec::new();
    let mut joined = 1;
    loop {
        // Not by a query: salsa would take the items that it does not hear of for garbage.
        let outline = scan(&text, dialect);
        if outline.closed || rest.len() == 0 {
            pieces.extend(pieces_of(&text, outline, most));
            break;
        }
        // What is complete becomes a block; the rest goes to the next one.
        if let Some((border, items)) = last_border(&text, &outline) {
            let open = text.split_off(border);
            let ends = [(border, items), (border + open.len(), outline.items.len())];
            let complete = outline.split(&ends).swap_remove(0);
            pieces.extend(pieces_of(&text, complete, most));
            text = open;
        }
        // Twice as many each time: the text is scanned a bounded number of times in all.
        for follower in rest.by_ref().take(joined) {
            text.push_str(follower.text(db));
            before.push(Before::of(db, *follower, dialect));
            spare.give(db, *follower);
        }
        joined *= 2;
    }
    let is_room = number(db, &mut pieces, &before, (&blocks[..first], rest.as_slice()));
    if let ([block], 1) = (touched, pieces.len())
        && let Some(piece) = pieces.pop()
    {
        piece.fill(db, *block, dialect);
        blocks_before.push(*block);
    } else {
        // Spare blocks are taken from the end: the first of the touched ones is used first.
        touched.iter().rev().for_each(|block| spare.give(db, *block));
        blocks_before.extend(pieces.into_iter().map(|piece| spare.take(db, piece, dialect)));
    }
    blocks_before.extend(rest);
    if *blocks_before != *blocks {
        source.set_blocks(db).to(blocks_before.into());
    }
    if !is_room {
        number_all(db, source, dialect);
    }
}

/// Numbers the items of the pieces that stand in the place of blocks between others; false if there is no room.
fn number(
    db: &dyn salsa::Database,
    pieces: &mut [Piece],
    before: &[Before],
    (blocks_before, blocks_behind): (&[Block], &[Block]),
) -> bool {
    let lower = blocks_before.iter().rev().find_map(|block| block.numbers(db).last().copied());
    let upper = blocks_behind.iter().find_map(|block| block.numbers(db).first().copied());
    let old: Vec<(&str, u32)> = before.iter().flat_map(Before::items).collect();
    let new: Vec<&str> = pieces.iter().flat_map(Piece::items).collect();
    let Some(numbers) = renumbered(&old, &new, (lower.unwrap_or(0), upper.unwrap_or(u32::MAX))) else {
        return false;
    };
    let mut numbers = numbers.into_iter();
    for piece in pieces {
        piece.numbers = numbers.by_ref().take(piece.outline.items.len()).collect();
    }
    true
}

/// Numbers all items of a unit anew.
fn number_all(db: &mut dyn salsa::Database, source: SourceText, dialect: Dialect) {
    let blocks = source.blocks(db).clone();
    let count = |block: &Block| Before::of(db, *block, dialect).outline.items.len();
    let counts: Vec<usize> = blocks.iter().map(count).collect();
    let mut numbers = spaced(counts.iter().sum());
    for (block, count) in blocks.iter().zip(counts) {
        let own: Arc<[u32]> = numbers.by_ref().take(count).collect();
        block.set_numbers(db).to(own);
    }
}

/// Whether byte `offset` of a unit starts a character, or is its end.
pub fn is_char_boundary(db: &dyn salsa::Database, source: SourceText, offset: usize) -> bool {
    let blocks = source.blocks(db);
    let (number, start) = block_at(db, blocks, offset);
    blocks.get(number).map_or(offset == 0, |block| block.text(db).is_char_boundary(offset - start))
}

/// The block with byte `offset` in it and that block's own offset.
fn block_at(db: &dyn salsa::Database, blocks: &[Block], offset: usize) -> (usize, usize) {
    let mut start = 0;
    for (number, block) in blocks.iter().enumerate() {
        let length = block.text(db).len();
        if offset < start + length || number + 1 == blocks.len() {
            return (number, start);
        }
        start += length;
    }
    (0, 0)
}

/// The pieces of a text that an edit made: one, unless it has more than so many bytes.
fn pieces_of(text: &str, outline: Outline, most: usize) -> Vec<Piece> {
    match text.len() > most {
        true => cut(text, &outline, &EDITED),
        false => {
            vec![Piece { text: text.into(), durability: Durability::LOW, outline, numbers: Arc::default() }]
        }
    }
}

/// The start of the line behind item `number` where it is complete, ends its line and is not the last.
fn border_behind(text: &str, outline: &Outline, number: usize) -> Option<usize> {
    let (before, after) = (outline.items.get(number)?, outline.items.get(number + 1)?);
    let gap = &text[usize::from(before.range.end())..usize::from(after.range.start())];
    let blanks = gap.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let is_border =
        gap[blanks..].starts_with('\n') && outline.unfinished.binary_search(&(number as u32)).is_err();
    is_border.then(|| usize::from(before.range.end()) + blanks + 1)
}

/// The last such border, and the number of items before it.
fn last_border(text: &str, outline: &Outline) -> Option<(usize, usize)> {
    let mut numbers = (0..outline.items.len()).rev();
    numbers.find_map(|number| Some((border_behind(text, outline, number)?, number + 1)))
}

/// Cuts a text between items, where blocks have their wanted size. The user's text and that of system headers share
/// no block where that can be, short stretches apart.
fn cut(text: &str, outline: &Outline, sizes: &Sizes) -> Vec<Piece> {
    let markers: Vec<(usize, bool)> = asunder_source::file_markers(text).collect();
    let mut markers = markers.as_slice();
    let mut ends = Vec::new();
    let mut durabilities = Vec::new();
    let mut start = 0;
    let mut system = false;
    // Whether all text since `start` is from system headers.
    let mut all_system = false;
    let durability = |all_system| if all_system { Durability::HIGH } else { Durability::LOW };
    for (number, after) in outline.items.iter().enumerate().skip(1) {
        let Some(border) = border_behind(text, outline, number - 1) else { continue };
        let passed = markers.partition_point(|(at, _)| *at < border);
        for (_, to) in &markers[..passed] {
            system = *to;
            all_system &= system;
        }
        markers = &markers[passed..];
        let between = markers.partition_point(|(at, _)| *at < usize::from(after.range.start()));
        let next = markers[..between].last().map_or(system, |(_, to)| *to);
        let wanted = match all_system {
            _ if next != system => sizes.border,
            true => sizes.system,
            false => sizes.user,
        };
        if border - start >= wanted {
            ends.push((border, number));
            durabilities.push(durability(all_system));
            (start, system, all_system) = (border, next, next);
            markers = &markers[between..];
        }
    }
    ends.push((text.len(), outline.items.len()));
    let rest_is_system = markers.iter().all(|(_, system)| *system);
    durabilities.push(durability(all_system && rest_is_system));
    let starts = std::iter::once(0).chain(ends.iter().map(|(end, _)| *end));
    let texts = starts.zip(&ends).map(|(start, (end, _))| text[start..*end].into());
    let parts = texts.zip(durabilities).zip(outline.split(&ends));
    parts
        .map(|((text, durability), outline)| Piece { text, durability, outline, numbers: Arc::default() })
        .collect()
}
