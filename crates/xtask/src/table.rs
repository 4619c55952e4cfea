//! Plain text tables for reports.

use comfy_table::CellAlignment;
pub use comfy_table::Table;
use comfy_table::presets::NOTHING;

/// A table with one heading per column and no lines.
pub fn table(headings: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).set_header(headings);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2)).set_cell_alignment(CellAlignment::Left);
    }
    table
}
