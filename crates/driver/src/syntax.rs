//! Syntax errors of a unit.
//!
//! The grammar knows no names, so it says nothing where a name's meaning decides whether a text is right; the
//! reference reports the first mistake of a declaration and, while it recovers, often more. We report the
//! first one.
//!
//! Which items are looked at: those of the user's files. Text from system headers (line marker flag 3) and
//! from the toolkit's own headers, the folder of `cuda_runtime.h`, is not parsed for this: it is not the
//! user's to mend, and most of a unit's text.

use std::sync::Arc;

use asunder_decls::ItemText;
use asunder_outline::{Facts, ItemKind, outline};
use asunder_parser::SyntaxErrorKind;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, SyntaxKind};

/// A syntax error of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The reference's internal number.
    pub number: u16,
    /// The token that should be another one, as a byte offset of the unit.
    pub offset: u32,
    /// It may stand in the body of a template, which the device pass reads only where it is instantiated.
    pub in_template: bool,
}

/// The first syntax error of each item of the user's files, in the order of the text. A unit that still holds
/// directives is not preprocessed and has none.
#[salsa::tracked]
pub(crate) fn syntax_errors(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> Arc<Vec<Finding>> {
    let text = source.text(db);
    let outline = outline(db, source, dialect);
    if outline.suspects.iter().any(|suspect| suspect.kind == SyntaxKind::DIRECTIVE) {
        return Arc::default();
    }
    let headers = asunder_source::unit_headers(db, source);
    let mut found = Vec::new();
    for (index, item) in outline.items.iter().enumerate() {
        let start = u32::from(item.range.start());
        if item.kind == ItemKind::Close || headers.contain(start as usize) {
            continue;
        }
        let item_text = ItemText::new(db, &text[item.range]);
        let Some(error) = first_error(db, item_text, dialect) else { continue };
        let next = outline.items.get(index + 1).map(|next| u32::from(next.range.start()));
        let behind = start + error.offset == u32::from(item.range.end());
        match error.kind {
            // The head of a namespace, and braces that stay open, which are found for the whole unit.
            SyntaxErrorKind::ClosingBrace if behind => {}
            kind => {
                let end = next.unwrap_or(text.len() as u32);
                let offset = if behind { end } else { start + error.offset };
                let before = &text[item.range][..error.offset as usize];
                let in_template = before.contains("template")
                    && item.facts.intersects(Facts::FUNCTION_BODY | Facts::CLASS_BODY);
                found.extend(kind.number().map(|number| Finding { number, offset, in_template }));
            }
        }
    }
    Arc::new(found)
}

/// The first mistake in an item's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FirstError {
    kind: SyntaxErrorKind,
    /// In bytes from the start of the item.
    offset: u32,
}

#[salsa::tracked]
fn first_error<'db>(
    db: &'db dyn salsa::Database,
    item: ItemText<'db>,
    dialect: Dialect,
) -> Option<FirstError> {
    let error = *asunder_parser::syntax_errors(item.text(db), dialect).first()?;
    Some(FirstError { kind: error.kind, offset: error.range().start().into() })
}
