//! Folding and selection: what the characters show, in all documents.

use lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams, SelectionRange, SelectionRangeParams};

use super::{Asked, Refusal};
use crate::lexical::{FoldKind, around, brackets, folds};

pub(super) fn folding(
    asked: Asked<'_>,
    params: FoldingRangeParams,
) -> Result<Option<Vec<FoldingRange>>, Refusal> {
    let Some(document) = asked.document(&params.text_document) else { return Ok(None) };
    let text = &document.text;
    let shown = folds(text.as_str()).into_iter().map(|fold| {
        let range = text.range(fold.start..fold.end, asked.encoding());
        // The line of the closing bracket stays.
        let end_line = match fold.kind {
            FoldKind::Brackets => range.end.line.saturating_sub(1).max(range.start.line),
            _ => range.end.line,
        };
        FoldingRange {
            start_line: range.start.line,
            end_line,
            kind: match fold.kind {
                FoldKind::Comment => Some(FoldingRangeKind::Comment),
                FoldKind::Includes => Some(FoldingRangeKind::Imports),
                FoldKind::Branch => Some(FoldingRangeKind::Region),
                FoldKind::Brackets => None,
            },
            ..FoldingRange::default()
        }
    });
    Ok(Some(shown.filter(|fold| fold.start_line < fold.end_line).collect()))
}

pub(super) fn selection(
    asked: Asked<'_>,
    params: SelectionRangeParams,
) -> Result<Option<Vec<SelectionRange>>, Refusal> {
    let Some(document) = asked.document(&params.text_document) else { return Ok(None) };
    let text = &document.text;
    let brackets = brackets(text.as_str());
    let chains = params.positions.iter().map(|position| {
        let offset = text.offset(*position, asked.encoding());
        let ranges = around(text.as_str(), offset, &brackets);
        let mut parent: Option<Box<SelectionRange>> = None;
        for range in ranges.into_iter().rev() {
            let range = text.range(range, asked.encoding());
            parent = Some(Box::new(SelectionRange { range, parent }));
        }
        let nowhere = SelectionRange { range: text.range(offset..offset, asked.encoding()), parent: None };
        parent.map_or(nowhere, |it| *it)
    });
    Ok(Some(chains.collect()))
}
