//! The host file of a unit: fragments of items, put together.
//!
//! ```text
//! outline ─▶ UnitIndex (names that matter to other items)
//!    │           │
//!    └─▶ item text + ItemContext ─▶ fragment ─┐
//!                     head, gaps, trailer ────┴─▶ host file
//! ```

mod fragments;
mod index;
mod scopes;
mod symbols;
mod writer;

use std::cell::OnceCell;
use std::sync::Arc;

use asunder_outline::{ItemKind, outline};
use asunder_source::{SourceText, line_table};
use asunder_syntax::Dialect;
use rowan::{TextRange, TextSize};

use crate::context::ScopeSegment;
use crate::lambda::preamble::PREAMBLE_FILE;
use crate::options::HostOptions;
use crate::{frame, references};
use fragments::Fragments;
pub use fragments::host_fragment;
use index::Mentions;
pub use index::{UnitIndex, unit_index};
use scopes::{ScopeStack, scopes_with_inline_unnamed_namespace};
use symbols::referenced_symbols;
use writer::{Writer, unnamed_namespace};

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

/// The complete host file of a unit.
#[salsa::tracked(returns(ref))]
pub fn host_file(db: &dyn salsa::Database, source: SourceText, settings: Arc<HostSettings>) -> Arc<str> {
    let text = source.text(db);
    let outline = outline(db, source, settings.dialect);
    let lines = line_table(db, source);
    let index = unit_index(db, source, settings.dialect);
    let mut writer = Writer {
        text,
        lines,
        unnamed_namespace: format!("_GLOBAL__N_{}", settings.module_id),
        out: String::with_capacity(text.len() + text.len() / 8),
        pragmas: &outline.front_end_pragmas,
    };
    let first_file = lines.first_file().unwrap_or(&settings.input_name);
    writer.out.push_str(&frame::head(&settings.options, first_file));
    let fragments = Fragments {
        db,
        source,
        text,
        settings: &settings,
        index,
        lines,
        mentions: Mentions::new(text, index, outline),
        names: OnceCell::new(),
    };
    let mut scopes = ScopeStack::default();
    let inline_unnamed = scopes_with_inline_unnamed_namespace(text, outline);
    let mut at = TextSize::new(0);
    for (number, item) in outline.items.iter().enumerate() {
        let outer = scopes.path.clone();
        scopes.visit(text, item);
        let fragment = if item.kind == ItemKind::NamespaceOpen
            && scopes.path.last() == Some(&ScopeSegment::Unnamed)
            && !inline_unnamed.contains(&outer)
        {
            Some(Arc::new(unnamed_namespace(&outer, item.range.len())))
        } else {
            fragments.of(number, item, &scopes)
        };
        if fragments.takes_preamble(item) {
            writer.copy(TextRange::new(at, item.range.start()));
            at = item.range.start();
            writer.out.push_str(&format!("\n# 1 \"{PREAMBLE_FILE}\"\n{}", fragments.preamble(outline)));
            writer.resync(at);
        }
        if let Some(fragment) = fragment {
            writer.copy(TextRange::new(at, item.range.start()));
            writer.fragment(&fragment, item.range.start());
            at = item.range.end();
        }
        if index.size_t == Some(item.range.end()) {
            writer.copy(TextRange::new(at, item.range.end()));
            at = item.range.end();
            writer.out.push_str(RUNTIME_INCLUDE);
            writer.resync(at);
        }
    }
    writer.copy(TextRange::new(at, TextSize::of(&**text)));
    if !writer.out.ends_with('\n') {
        writer.out.push('\n');
    }
    let trailer = frame::trailer(&settings.options, &settings.stub_file, &writer.unnamed_namespace);
    writer.out.push_str(&trailer);
    if settings.options.host_references {
        let referenced = referenced_symbols(db, source, settings.dialect);
        writer.out.push('\n');
        writer.out.push_str(&references::arrays(&referenced, &settings.module_id));
    }
    writer.out.into()
}
