//! The blocks of a unit: cut once, kept through edits.
//!
//! A text is cut at lines that look like the end of a top-level declaration. Whether they are is known
//! from the outline: of a block that is not [`closed`](crate::Outline::closed) what is complete stays, and the
//! rest is joined with the text after it. So the outlines of the blocks, one after the other, are the outline of the text, and an edit makes
//! its own block be scanned again, and others only if it opens what it does not close.

use std::ops::Range;
use std::sync::Arc;

use asunder_source::{Block, Prepared, SourceText, block_lines};
use asunder_syntax::Dialect;
use salsa::{Durability, Setter};

use crate::{Outline, Scanned, TextSize, scan};

/// Bytes from which on a stretch of system headers is cut.
const SYSTEM_BLOCK: usize = 96 << 10;
/// Bytes from which on a stretch of the user's own text is cut.
const USER_BLOCK: usize = 16 << 10;
/// A block of more bytes than this many times its wanted size is cut again after an edit.
const OVERGROWN: usize = 4;

/// Blocks that no unit uses any more: salsa never frees inputs, so they are taken again.
#[derive(Debug, Default)]
pub struct SpareBlocks(Vec<Block>);

impl SpareBlocks {
    fn take(
        &mut self,
        db: &mut dyn salsa::Database,
        piece: &Piece,
        outline: Outline,
        dialect: Dialect,
    ) -> Block {
        match self.0.pop() {
            Some(block) => {
                fill(db, block, piece, outline, dialect);
                block
            }
            None => {
                let (text, prepared) = piece.prepared(outline, dialect);
                Block::builder(text).prepared(prepared).durability(piece.durability).new(db)
            }
        }
    }

    fn give(&mut self, db: &mut dyn salsa::Database, block: Block) {
        block.set_text(db).with_durability(Durability::LOW).to("".into());
        block.set_prepared(db).with_durability(Durability::LOW).to(Prepared::default());
        self.0.push(block);
    }

    /// Takes back the blocks of a unit that is closed. The unit is empty afterwards.
    pub fn reclaim(&mut self, db: &mut dyn salsa::Database, source: SourceText) {
        let blocks = source.blocks(db).clone();
        source.set_blocks(db).to([].into());
        blocks.iter().for_each(|block| self.give(db, *block));
    }
}

/// A stretch of text that may become a block.
struct Piece {
    text: String,
    /// High for text of system headers.
    durability: Durability,
    /// It is not closed, and no line border stands between its items.
    is_open: bool,
}

impl Piece {
    /// What a block holds of it.
    fn prepared(&self, outline: Outline, dialect: Dialect) -> (Arc<str>, Prepared) {
        let text: Arc<str> = self.text.as_str().into();
        let scanned = Scanned { text: text.clone(), dialect, outline: Arc::new(outline) };
        (text, Prepared::new(scanned))
    }
}

/// Makes a block hold a piece of text.
fn fill(db: &mut dyn salsa::Database, block: Block, piece: &Piece, outline: Outline, dialect: Dialect) {
    let (text, prepared) = piece.prepared(outline, dialect);
    block.set_text(db).with_durability(piece.durability).to(text);
    block.set_prepared(db).with_durability(piece.durability).to(prepared);
}

/// A unit with the text cut into blocks. Blocks of system headers have high durability.
pub fn open(
    db: &mut dyn salsa::Database,
    spare: &mut SpareBlocks,
    path: String,
    text: &str,
    dialect: Dialect,
) -> SourceText {
    let blocks = close(db, spare, dialect, cut(text), Vec::new()).blocks;
    SourceText::of_blocks(db, path, blocks.into())
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
    let wanted = if touched.iter().all(|block| block_lines(db, *block).is_all_system()) {
        SYSTEM_BLOCK
    } else {
        USER_BLOCK
    };
    let pieces = match text.len() > OVERGROWN * wanted {
        true => cut(&text),
        false => vec![Piece { text, durability: Durability::LOW, is_open: false }],
    };
    if let ([block], [piece]) = (touched, pieces.as_slice()) {
        // Not by a query: salsa would take the items that it does not hear of for garbage.
        let outline = scan(&piece.text, dialect);
        if rest.is_empty() || outline.closed {
            return fill(db, *block, piece, outline, dialect);
        }
    }
    // Spare blocks are taken from the end: the first of the touched ones is used first.
    touched.iter().rev().for_each(|block| spare.give(db, *block));
    let replaced = close(db, spare, dialect, pieces, rest.iter().rev().copied().collect());
    let kept = &rest[replaced.taken..];
    let all: Arc<[Block]> = blocks[..first].iter().chain(&replaced.blocks).chain(kept).copied().collect();
    source.set_blocks(db).to(all);
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

/// Blocks in the place of pieces of text and of some blocks after them.
struct Replaced {
    blocks: Vec<Block>,
    /// How many of the blocks after the pieces were joined with them.
    taken: usize,
}

/// Makes closed blocks of `pieces`, which may be joined with each other and with `followers` (the last comes
/// first).
fn close(
    db: &mut dyn salsa::Database,
    spare: &mut SpareBlocks,
    dialect: Dialect,
    mut pieces: Vec<Piece>,
    mut followers: Vec<Block>,
) -> Replaced {
    pieces.reverse();
    let mut blocks = Vec::with_capacity(pieces.len());
    let mut taken = 0;
    while let Some(mut piece) = pieces.pop() {
        let mut joined = 1;
        let outline = loop {
            if !piece.is_open || pieces.is_empty() && followers.is_empty() {
                let outline = scan(&piece.text, dialect);
                if outline.closed || pieces.is_empty() && followers.is_empty() {
                    break outline;
                }
                // What is complete becomes the block; the rest goes to the next one.
                if let Some((border, items)) = last_border(&piece.text, &outline) {
                    let text = piece.text.split_off(border);
                    pieces.push(Piece { text, durability: piece.durability, is_open: true });
                    break outline.up_to(TextSize::of(&*piece.text), items);
                }
            }
            // Twice as many each time: the text is scanned a bounded number of times in all.
            for _ in 0..joined {
                if let Some(next) = pieces.pop() {
                    piece.text.push_str(&next.text);
                    piece.durability = piece.durability.min(next.durability);
                } else if let Some(follower) = followers.pop() {
                    piece.text.push_str(follower.text(db));
                    piece.durability = Durability::LOW;
                    spare.give(db, follower);
                    taken += 1;
                }
            }
            joined *= 2;
            piece.is_open = false;
        };
        blocks.push(spare.take(db, &piece, outline, dialect));
    }
    Replaced { blocks, taken }
}

/// The start of the last line of `text` that stands between two items of which the first is complete, and the
/// number of items before it.
fn last_border(text: &str, outline: &Outline) -> Option<(usize, usize)> {
    outline.items.windows(2).enumerate().rev().find_map(|(number, items)| {
        let [before, after] = items else { return None };
        let gap = &text[usize::from(before.range.end())..usize::from(after.range.start())];
        let blanks = gap.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let is_border = gap[blanks..].starts_with('\n') && !outline.unfinished.contains(&(number as u32));
        is_border.then(|| (usize::from(before.range.end()) + blanks + 1, number + 1))
    })
}

/// Cuts a text before lines where a block may start.
fn cut(text: &str) -> Vec<Piece> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut system = false;
    // Whether all text since `start` is from system headers.
    let mut all_system = false;
    let mut line = 0;
    let piece = |range: Range<usize>, system| Piece {
        text: text[range].to_owned(),
        durability: if system { Durability::HIGH } else { Durability::LOW },
        is_open: false,
    };
    while let Some(length) = memchr::memchr(b'\n', &bytes[line..]) {
        let next = line + length + 1;
        if bytes[line] == b'#'
            && let Some(marker) = asunder_source::parse_line_marker(&text[line..next - 1])
            && marker.file.is_some()
        {
            // The user's text and that of system headers share no block where that can be.
            if marker.system != system && may_end_before(bytes, start, line) {
                pieces.push(piece(start..line, all_system));
                start = line;
                all_system = true;
            }
            system = marker.system;
        }
        all_system &= system;
        let wanted = if system { SYSTEM_BLOCK } else { USER_BLOCK };
        if next - start >= wanted && may_end_before(bytes, start, next) {
            pieces.push(piece(start..next, all_system));
            start = next;
            all_system = system;
        }
        line = next;
    }
    if start < text.len() || pieces.is_empty() {
        pieces.push(piece(start..text.len(), all_system));
    }
    pieces
}

/// Whether the line before `end` looks like the end of a top-level declaration.
fn may_end_before(bytes: &[u8], start: usize, end: usize) -> bool {
    let text = bytes[start..end].trim_ascii_end();
    let next_is_flush = bytes.get(end).is_none_or(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'}'));
    next_is_flush && (text.ends_with(b";") || text.ends_with(b"}"))
}
