//! Source text of translation units: bytes in and out, positions, and the salsa inputs.
//!
//! A unit is what a preprocessor leaves: one text with line markers (`# 12 "file.h" 3`) that say which
//! file and line each stretch came from. This crate turns bytes into a `str` without losing any
//! ([`read`], [`decode`], [`encode`]), holds the text as salsa inputs ([`SourceText`], made of [`Block`]s that are
//! analysed one by one) and translates byte offsets into presumed positions ([`UnitPositions`] for a unit
//! in blocks, [`LineTable`] for one whole text).
//!
//! # Architecture invariants
//! * Knows nothing of C++: no tokens, no trees.
//! * Offsets are byte offsets into the unit's text. Lines are 1-based, columns are 1-based and count bytes.
//! * `encode(&decode(bytes)) == bytes` for every byte sequence.

mod bytes;
mod columns;
mod headers;
mod inputs;
mod lines;
mod positions;

pub use bytes::{as_raw_byte, decode, encode, is_plain, read};
pub use columns::Columns;
pub use headers::{Folders, Headers, block_headers, block_headers_with};
pub use inputs::{Block, Prepared, SourceText, block_offsets};
pub use lines::{
    BlockLines, LineEntry, LineMarker, LineTable, Newlines, Position, block_lines, file_markers, file_name,
    first_file, line_entries, line_table, parse_line_marker, starts_in_system, system_entries,
};
pub use positions::{PhysicalLine, UnitPositions};
