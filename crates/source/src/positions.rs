//! Positions of a unit, found block by block.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::lines::Newlines;
use crate::{Block, LineEntry, Position, SourceText, block_lines, block_offsets, line_entries};

/// Translates byte offsets of a unit into presumed positions. Looks at the block of an offset alone; the lines of a
/// block are counted once.
pub struct UnitPositions<'db> {
    db: &'db dyn salsa::Database,
    blocks: &'db [Block],
    offsets: &'db [usize],
    entries: &'db [LineEntry],
    newlines: RefCell<FxHashMap<usize, Rc<Newlines>>>,
}

/// The physical line of a byte offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhysicalLine<'db> {
    /// Its text without the newline.
    pub text: &'db str,
    /// The offset in it, in bytes.
    pub offset: usize,
    /// It is the empty line behind the unit's last newline.
    pub is_end: bool,
}

impl<'db> UnitPositions<'db> {
    /// The positions of `source`.
    pub fn new(db: &'db dyn salsa::Database, source: SourceText) -> UnitPositions<'db> {
        UnitPositions {
            db,
            blocks: source.blocks(db),
            offsets: block_offsets(db, source),
            entries: line_entries(db, source),
            newlines: RefCell::default(),
        }
    }

    /// The newlines of the block with this number.
    fn newlines(&self, number: usize) -> Rc<Newlines> {
        let mut known = self.newlines.borrow_mut();
        known
            .entry(number)
            .or_insert_with(|| Rc::new(Newlines::new(self.blocks[number].text(self.db))))
            .clone()
    }

    /// The length of the unit in bytes.
    pub fn unit_length(&self) -> usize {
        match (self.blocks.last(), self.offsets.last()) {
            (Some(block), Some(start)) => start + block.text(self.db).len(),
            _ => 0,
        }
    }

    /// The position of byte `offset`; that of the end for offsets behind it.
    pub fn position(&self, offset: usize) -> Position<'db> {
        let Some((number, offset)) = self.in_block(offset) else {
            return Position { file: "", line: 1, column: 1, system: false };
        };
        let (block, entry) = (self.blocks[number], &self.entries[number]);
        let position = block_lines(self.db, block).position(&self.newlines(number), offset, Some(entry));
        position.expect("an entry was given")
    }

    /// The file of byte `offset`, as its line marker writes it; empty before the first marker.
    pub fn file(&self, offset: usize) -> &'db str {
        let Some((number, offset)) = self.in_block(offset) else { return "" };
        let own = block_lines(self.db, self.blocks[number]).file(offset);
        own.unwrap_or_else(|| self.entries[number].file())
    }

    /// The line that byte `offset` is on; that of the end for offsets behind it. No line goes from one block
    /// into the next.
    pub fn line(&self, offset: usize) -> PhysicalLine<'db> {
        let Some((number, offset)) = self.in_block(offset) else {
            return PhysicalLine { text: "", offset: 0, is_end: true };
        };
        let text: &'db str = self.blocks[number].text(self.db);
        let line = self.newlines(number).line(offset, text.len());
        let (start, end) = (line.start, line.end);
        PhysicalLine { text: &text[start..end], offset: offset - start, is_end: start == text.len() }
    }

    /// The number of the block of byte `offset` and the offset in it.
    fn in_block(&self, offset: usize) -> Option<(usize, usize)> {
        let offset = offset.min(self.unit_length());
        let number = self.offsets.partition_point(|start| *start <= offset).checked_sub(1)?;
        Some((number, offset - self.offsets[number]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_positions() {
        let db = salsa::DatabaseImpl::new();
        let blocks = ["# 7 \"a.h\" 3\nint a;\n", "", "int b;\n"].map(|text| Block::new(&db, text.into()));
        let source = SourceText::of_blocks(&db, "a.ii".into(), blocks.into());
        let positions = UnitPositions::new(&db, source);
        let text = source.text(&db);
        let at = |needle| text.find(needle).expect("it is there");
        let b = Position { file: "a.h", line: 8, column: 5, system: true };
        assert_eq!(positions.position(at("b;")), b);
        assert_eq!([positions.file(0), positions.file(at("b;"))], ["", "a.h"]);
        assert_eq!(positions.line(at("b;")), PhysicalLine { text: "int b;", offset: 4, is_end: false });
        assert_eq!(positions.unit_length(), text.len());
        assert!(positions.line(text.len() + 9).is_end);
        assert_eq!(positions.position(text.len() + 9).line, 9);
    }
}
