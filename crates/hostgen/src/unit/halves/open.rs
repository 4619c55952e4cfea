//! What of a function's body counts as it is written, where not all is known that it makes: the statements around what is
//! not known, and what the blocks around these declare, which decides what the names in them mean.

use asunder_syntax::{SyntaxKind, SyntaxNode, TextRange};

/// The ranges that count, in order and apart from each other, of the function whose text `root` is; `open` are the places that
/// are not known. `None` where the whole body does.
pub(super) fn written(root: &SyntaxNode, open: &[TextRange]) -> Option<Vec<TextRange>> {
    let mut ranges = Vec::new();
    let mut blocks: Vec<SyntaxNode> = Vec::new();
    for place in open.iter().filter(|place| root.text_range().contains_range(**place)) {
        let element = root.covering_element(*place);
        let mut node = element.as_node().cloned().or_else(|| element.parent())?;
        let mut statement = None;
        let mut around = Vec::new();
        while let Some(parent) = node.parent() {
            if parent.kind() == SyntaxKind::COMPOUND_STMT {
                // A loop or a branch counts as a whole.
                if node.kind() != SyntaxKind::COMPOUND_STMT {
                    statement = Some(node.text_range());
                    around.clear();
                }
                around.push(parent.clone());
            }
            node = parent;
        }
        ranges.push(statement?);
        blocks.extend(around);
    }
    blocks.sort_by_key(|block| (block.text_range().start(), block.text_range().end()));
    blocks.dedup();
    for block in blocks {
        let declaring = block.children().filter(|child| !declares_nothing(child.kind()));
        ranges.extend(declaring.map(|child| child.text_range()));
    }
    Some(merged(ranges))
}

/// Whether a statement surely declares nothing in the block that it stands in.
fn declares_nothing(kind: SyntaxKind) -> bool {
    use SyntaxKind::{
        ASM_STMT, BREAK_STMT, COMPOUND_STMT, CONTINUE_STMT, DO_STMT, EXPR_STMT, FOR_STMT, GOTO_STMT, IF_STMT,
        RANGE_FOR_STMT, RETURN_STMT, SWITCH_STMT, TRY_STMT, WHILE_STMT,
    };
    matches!(
        kind,
        ASM_STMT
            | BREAK_STMT
            | COMPOUND_STMT
            | CONTINUE_STMT
            | DO_STMT
            | EXPR_STMT
            | FOR_STMT
            | GOTO_STMT
            | IF_STMT
            | RANGE_FOR_STMT
            | RETURN_STMT
            | SWITCH_STMT
            | TRY_STMT
            | WHILE_STMT
    )
}

fn merged(mut ranges: Vec<TextRange>) -> Vec<TextRange> {
    ranges.sort_unstable_by_key(|range| (range.start(), range.end()));
    let mut apart: Vec<TextRange> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match apart.last_mut().filter(|last| range.start() < last.end()) {
            Some(last) => *last = last.cover(range),
            None => apart.push(range),
        }
    }
    apart
}
