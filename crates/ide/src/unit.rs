//! The view of a unit.

use std::cell::OnceCell;

use asunder_decls::names::Names;
use asunder_outline::{ItemKind, block_item_numbers, block_outline};
use asunder_sema::Sema;
use asunder_source::{Block, SourceText, block_headers, block_lines, file_name, line_entries};
use asunder_syntax::{Dialect, TextRange, TextSize};

/// A unit that questions are put to.
pub struct Unit<'db> {
    pub(crate) db: &'db dyn salsa::Database,
    pub(crate) source: SourceText,
    pub(crate) dialect: Dialect,
    pub(crate) names: Names<'db>,
    pub(crate) sema: OnceCell<Sema<'db>>,
    own: OnceCell<Vec<u32>>,
}

impl<'db> Unit<'db> {
    /// The view of `source`.
    pub fn new(db: &'db dyn salsa::Database, source: SourceText, dialect: Dialect) -> Unit<'db> {
        let names = Names::indexed(db, source, dialect);
        Unit { db, source, dialect, names, sema: OnceCell::new(), own: OnceCell::new() }
    }

    /// The names of the unit.
    pub fn names(&self) -> &Names<'db> {
        &self.names
    }

    /// The whole text.
    pub fn text(&self) -> &'db str {
        self.source.text(self.db)
    }

    /// A range of an item as one of the unit.
    pub fn in_unit(&self, item: u32, range: TextRange) -> TextRange {
        range + self.names.range(item).start()
    }

    /// The items that are the user's own, in order.
    pub fn own_items(&self) -> &[u32] {
        self.own.get_or_init(|| self.find_own_items())
    }

    fn find_own_items(&self) -> Vec<u32> {
        let mut found = Vec::new();
        for block in self.source.blocks(self.db).iter() {
            let headers = block_headers(self.db, self.source, *block);
            if !headers.contain_all() {
                found.extend(self.items(*block, |range| !headers.contain_range(range.into())));
            }
        }
        found
    }

    /// The items of which the first byte stands in one of these files, as line markers name them.
    pub fn items_of(&self, files: &[String]) -> Vec<u32> {
        let is_wanted = |file: &str| files.iter().any(|wanted| *wanted == file_name(file));
        let entries = line_entries(self.db, self.source);
        let mut found = Vec::new();
        for (block, entry) in self.source.blocks(self.db).iter().zip(entries.iter()) {
            let lines = block_lines(self.db, *block);
            if is_wanted(entry.file()) || lines.files_from().any(|(_, file, _)| is_wanted(file)) {
                let file_at = |at: usize| lines.file(at).unwrap_or(entry.file());
                found.extend(self.items(*block, |range| is_wanted(file_at(range.start().into()))));
            }
        }
        found
    }

    /// The declarations of a block that `is_wanted` takes by their ranges in it.
    fn items(&self, block: Block, is_wanted: impl Fn(TextRange) -> bool) -> impl Iterator<Item = u32> {
        let items = &block_outline(self.db, block, self.dialect).items;
        let numbers = block_item_numbers(self.db, block, self.dialect);
        let wanted = items
            .iter()
            .zip(numbers.iter())
            .filter(move |(item, _)| item.kind == ItemKind::Declaration && is_wanted(item.range));
        wanted.map(|(_, number)| *number)
    }

    /// The text of a range of the unit.
    pub(crate) fn slice(&self, item: u32, range: TextRange) -> String {
        let root = self.names.tree(item);
        let text = root.text();
        let end = range.end().min(text.len());
        text.slice(TextRange::new(range.start().min(end), end)).to_string()
    }

    /// The item at byte `offset`, or that ends there, and the byte in it.
    pub(crate) fn place(&self, offset: TextSize) -> Option<(u32, TextSize)> {
        let before = offset.checked_sub(1.into());
        let item = self.names.item_at(offset).or_else(|| self.names.item_at(before?))?;
        let within = offset.checked_sub(self.names.range(item).start())?;
        (within <= self.names.range(item).len()).then_some((item, within))
    }
}
