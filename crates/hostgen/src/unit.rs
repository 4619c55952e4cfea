//! The host file of a unit: fragments of items, put together block by block.
//!
//! ```text
//! block ─ outline ─▶ BlockIndex ─▶ UnitIndex (names that matter to other items)
//!            │                         │
//!            └─▶ item text + ItemContext ─▶ fragment ─▶ host text of the block ─┐
//!                                                  head, positions, trailer ────┴─▶ HostRope
//! ```
//!
//! The host text of a block knows no positions and no module id: where it needs one it has a hole, which is
//! filled when the rope is made. So an edit makes the host text of its own block again and no other.

mod fragments;
mod halves;
mod index;
mod instances;
mod rope;
mod scopes;
mod symbols;
mod variables;
mod writer;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use asunder_lambda::CaptureCounts;
use asunder_outline::{ItemKind, block_outline};
use asunder_slice::block_needed;
use asunder_source::{Block, Newlines, SourceText, block_lines, first_file, line_entries, starts_in_system};
use asunder_syntax::Dialect;
use rowan::{TextRange, TextSize};

use crate::context::ScopeSegment;
use crate::lambda::preamble::{PREAMBLE_FILE, preamble};
use crate::options::HostOptions;
use crate::{frame, references};
pub use fragments::host_fragment;
use fragments::{Fragments, SharedNames};
pub use halves::{DeviceSettings, Fingerprint, device_fingerprint, host_fingerprint};
use index::{Mentions, size_t_item};
pub use index::{UnitIndex, unit_index};
pub use rope::HostRope;
use scopes::{scope_entry, scopes_with_inline_unnamed_namespace};
use symbols::referenced_symbols;
use variables::mixed_variables;
use writer::{BlockPiece, Writer, resync, unnamed_namespace};

/// Included where `size_t` is declared first: from there on the text is compiled with the CUDA runtime's
/// own host definitions (spec page 5 §2.2).
const RUNTIME_INCLUDE: &str = "\n#if !defined(__CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__)
#define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__
#endif
#include \"crt/host_runtime.h\"";

/// Everything that the host file depends on besides the unit's text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HostSettings {
    /// What is emitted.
    pub options: Arc<HostOptions>,
    /// The language of the unit.
    pub dialect: Dialect,
    /// The unit's file name when the text has no line marker.
    pub input_name: String,
    /// The stub file that the trailer includes.
    pub stub_file: String,
    /// The module id.
    pub module_id: String,
}

impl HostSettings {
    fn of_blocks(&self) -> Arc<BlockSettings> {
        Arc::new(BlockSettings { options: self.options.clone(), dialect: self.dialect })
    }
}

/// What the host text of a block depends on besides the unit's text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct BlockSettings {
    options: Arc<HostOptions>,
    dialect: Dialect,
}

/// The complete host file of a unit.
pub fn host_file(db: &dyn salsa::Database, source: SourceText, settings: Arc<HostSettings>) -> String {
    host_rope(db, source, settings).to_string()
}

/// The complete host file of a unit, in pieces that revisions share. Never compared: nothing depends on it. The files
/// of a few units are kept: the module id is part of the key, so one of another id does not replace it.
#[salsa::tracked(returns(ref), no_eq, lru = 64)]
pub fn host_rope(db: &dyn salsa::Database, source: SourceText, settings: Arc<HostSettings>) -> HostRope {
    let mut rope = HostRope::default();
    assemble(db, source, &settings, |part| match part {
        Part::OfBlock { text, .. } => rope.push(text.clone()),
        Part::Made(text) => rope.push(text),
    });
    rope
}

/// A part of the host file.
enum Part<'a> {
    /// A text of a block: its number among the pieces of the block's host text.
    OfBlock { block: Block, number: usize, text: &'a Arc<str> },
    /// A text that is made anew for each host file.
    Made(&'a str),
}

/// Gives the parts of the host file, in order.
fn assemble(
    db: &dyn salsa::Database,
    source: SourceText,
    settings: &HostSettings,
    mut part: impl FnMut(Part<'_>),
) {
    let block_settings = settings.of_blocks();
    let unnamed_namespace = format!("_GLOBAL__N_{}", settings.module_id);
    let first_file = first_file(db, source).as_deref().unwrap_or(&settings.input_name);
    part(Part::Made(&frame::head(&settings.options, first_file)));
    let mut ends_line = true;
    let entries = line_entries(db, source);
    // What blocks of a text that is read once look up, they look up together.
    let shared = source.read_once(db).then(Rc::default);
    for (&block, entry) in source.blocks(db).iter().zip(entries.iter()) {
        let newlines = OnceCell::new();
        let made;
        let pieces = match &shared {
            Some(names) => {
                made = block_pieces(db, source, block, &block_settings, Rc::clone(names));
                &made
            }
            None => host_block(db, source, block, block_settings.clone()),
        };
        for (number, piece) in pieces.iter().enumerate() {
            match piece {
                BlockPiece::Text(text) => {
                    ends_line = text.ends_with('\n');
                    part(Part::OfBlock { block, number, text });
                }
                BlockPiece::UnnamedNamespace => {
                    ends_line = false;
                    part(Part::Made(&unnamed_namespace));
                }
                BlockPiece::Resync(offset) => {
                    let lines = block_lines(db, block);
                    let newlines = newlines.get_or_init(|| Newlines::new(block.text(db)));
                    if let Some(position) = lines.position(newlines, *offset, Some(entry)) {
                        ends_line = true;
                        part(Part::Made(&resync(&position)));
                    }
                }
            }
        }
    }
    if !ends_line {
        part(Part::Made("\n"));
    }
    part(Part::Made(&frame::trailer(&settings.options, &settings.stub_file, &unnamed_namespace)));
    if settings.options.host_references {
        part(Part::Made("\n"));
        let referenced = referenced_symbols(db, source, settings.dialect);
        part(Part::Made(&references::arrays(referenced, &settings.module_id)));
    }
}

/// The host text of a block.
#[salsa::tracked(returns(ref))]
fn host_block(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    settings: Arc<BlockSettings>,
) -> Vec<BlockPiece> {
    block_pieces(db, source, block, &settings, Rc::default())
}

fn block_pieces<'a>(
    db: &'a dyn salsa::Database,
    source: SourceText,
    block: Block,
    settings: &'a Arc<BlockSettings>,
    names: SharedNames<'a>,
) -> Vec<BlockPiece> {
    let dialect = settings.dialect;
    let text = block.text(db);
    let outline = block_outline(db, block, dialect);
    let fragments = fragments_of(db, source, block, settings, names);
    let mut writer = Writer::new(text, fragments.lines, &outline.front_end_pragmas);
    let mut scopes = scope_entry(db, source, block, dialect).clone();
    let inline_unnamed = scopes_with_inline_unnamed_namespace(db, source, dialect);
    let size_t = size_t_item(db, source, dialect).filter(|(it, _)| *it == block).map(|(_, item)| item);
    let slicing = settings.options.slice.as_ref();
    let needed = slicing.map(|slicing| block_needed(db, source, block, dialect, slicing.clone()));
    let mut at = TextSize::new(0);
    for (number, item) in outline.items.iter().enumerate() {
        if let Some(needed) = needed {
            let is_kept = needed[number] || size_t == Some(number as u32) || fragments.takes_preamble(item);
            writer.between(TextRange::new(at, item.range.start()), is_kept);
            if !is_kept {
                writer.leave_out(item.range);
                at = item.range.end();
                continue;
            }
            // It does not matter where a brace is closed.
            if item.kind != ItemKind::Close {
                writer.catch_up(item.range.start());
            }
            at = item.range.start();
        }
        let fragment = if item.kind == ItemKind::Declaration {
            fragments.of(number, item, &scopes)
        } else {
            let depth = scopes.path.len();
            scopes.visit(text, item);
            let outer = &scopes.path[..depth.min(scopes.path.len())];
            let renamed = item.kind == ItemKind::NamespaceOpen
                && scopes.path.last() == Some(&ScopeSegment::Unnamed)
                && !inline_unnamed.iter().any(|scope| scope == outer);
            match renamed {
                true => Some(Arc::new(unnamed_namespace(outer, item.range.len()))),
                false => fragments.of(number, item, &scopes),
            }
        };
        if fragments.takes_preamble(item) {
            writer.copy(TextRange::new(at, item.range.start()));
            at = item.range.start();
            let counts = capture_counts(db, source, settings.clone());
            let templates = preamble(counts, settings.options.closures);
            writer.push_str(&format!("\n# 1 \"{PREAMBLE_FILE}\"\n{templates}"));
            writer.resync(at);
        }
        if let Some(fragment) = fragment {
            writer.copy(TextRange::new(at, item.range.start()));
            writer.fragment(&fragment, item.range.start());
            at = item.range.end();
        }
        if size_t == Some(number as u32) || needed.is_some() {
            writer.copy(TextRange::new(at, item.range.end()));
            at = item.range.end();
        }
        if size_t == Some(number as u32) {
            writer.push_str(RUNTIME_INCLUDE);
            writer.resync(at);
        }
    }
    let end = TextSize::of(&**text);
    match needed {
        None => writer.copy(TextRange::new(at, end)),
        Some(_) => {
            writer.between(TextRange::new(at, end), true);
            writer.catch_up(end);
        }
    }
    writer.finish()
}

/// How many variables the extended lambdas of a unit capture.
#[salsa::tracked(returns(ref))]
fn capture_counts(
    db: &dyn salsa::Database,
    source: SourceText,
    settings: Arc<BlockSettings>,
) -> CaptureCounts {
    let mut counts = CaptureCounts::default();
    for block in source.blocks(db).iter() {
        counts.merge(block_capture_counts(db, source, *block, settings.clone()));
    }
    counts
}

/// How many variables the extended lambdas of a block capture.
#[salsa::tracked(returns(ref))]
fn block_capture_counts(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    settings: Arc<BlockSettings>,
) -> CaptureCounts {
    let fragments = fragments_of(db, source, block, &settings, Rc::default());
    let scopes = scope_entry(db, source, block, settings.dialect).clone();
    fragments.capture_counts(block_outline(db, block, settings.dialect), scopes)
}

fn fragments_of<'a>(
    db: &'a dyn salsa::Database,
    source: SourceText,
    block: Block,
    settings: &'a BlockSettings,
    names: SharedNames<'a>,
) -> Fragments<'a> {
    let dialect = settings.dialect;
    let text: &'a str = block.text(db);
    let index = unit_index(db, source, dialect);
    Fragments {
        db,
        source,
        block,
        text,
        settings,
        index,
        lines: block_lines(db, block),
        system: starts_in_system(db, source, block),
        mentions: Mentions::new(text, index, block_outline(db, block, dialect)),
        mixed_variables: Mentions::of_names(
            text,
            &mixed_variables(db, source, dialect).iter().map(String::as_str).collect::<Vec<_>>(),
            block_outline(db, block, dialect),
        ),
        names,
        last: Cell::new(None),
        last_scope: RefCell::default(),
        read_once: source.read_once(db),
        last_text: Cell::new(None),
    }
}
