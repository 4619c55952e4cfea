//! Attributes of namespaces (spec page 3 §2): none of CUDA's has an effect there.

use asunder_decls::{ItemText, item_tree};
use asunder_outline::{CudaAttribute, ItemKind, block_outline};
use asunder_source::{Block, SourceText, block_headers, block_offsets};
use asunder_syntax::{AstNode, Dialect, SyntaxKind, TextSize, ast};

use crate::attributes::{self, Known, NOT_ALLOWED_HERE};
use crate::finding::{Finding, Message, Moment, Phase, Stage};

/// What is said about the heads of the user's own namespaces: where each starts in the unit, and the finding, whose
/// offset counts from there.
pub fn namespace_findings(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> Vec<(TextSize, Finding)> {
    let starts = block_offsets(db, source).iter().map(|start| TextSize::new(*start as u32));
    let blocks = source.blocks(db).iter().zip(starts);
    let of_block = |(block, start): (&Block, TextSize)| {
        let findings = block_namespace_findings(db, source, *block, dialect);
        findings.iter().map(move |(head, finding)| (start + head, finding.clone()))
    };
    blocks.flat_map(of_block).collect()
}

/// The same of one block; where a head starts in the block.
#[salsa::tracked(returns(ref))]
fn block_namespace_findings(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> Vec<(TextSize, Finding)> {
    let headers = block_headers(db, source, block);
    let mut found = Vec::new();
    if headers.contain_all() {
        return found;
    }
    let text = block.text(db);
    for item in block_outline(db, block, dialect).items.iter() {
        let head = &text[item.range];
        let may_have_attributes = head.contains("((") || head.contains("[[");
        let is_checked = item.kind == ItemKind::NamespaceOpen && may_have_attributes;
        if !is_checked || headers.contain_range(item.range.into()) {
            continue;
        }
        let whole = format!("{head}}}");
        let root = item_tree(db, ItemText::new(db, whole.as_str(), dialect)).syntax();
        let groups = root.descendants().filter_map(ast::Attributes::cast);
        found.extend(groups.flat_map(|group| of_group(&group)).map(|it| (item.range.start(), it)));
    }
    found
}

fn of_group(group: &ast::Attributes) -> Vec<Finding> {
    let is_refused = |known: Known| {
        !matches!(
            known,
            Known::Cuda(
                CudaAttribute::DeviceBuiltin
                    | CudaAttribute::DeviceBuiltinSurfaceType
                    | CudaAttribute::DeviceBuiltinTextureType
            )
        )
    };
    let moment =
        |at: TextSize| Moment { stage: Stage::Parse, parsed: at, phase: Phase::Heads, inner: at, rank: 0 };
    let mut found = attributes::of_unknown_namespaces(group);
    // In front of the head they are not allowed at all.
    let is_in_front = group.syntax().parent().is_some_and(|it| it.kind() == SyntaxKind::TRANSLATION_UNIT);
    if is_in_front && matches!(group, ast::Attributes::GnuAttributes(_)) {
        let start = group.syntax().text_range().start();
        found.push((Message::plain(NOT_ALLOWED_HERE), start));
        return found.into_iter().map(|(message, at)| Finding::new(message, at, moment(at))).collect();
    }
    for attribute in attributes::of_group(group) {
        match attributes::superfluous_arguments(&attribute) {
            Some(error) => found.push(error),
            None if is_refused(attribute.known) => found.push(attributes::not_applying(&attribute)),
            None => {}
        }
    }
    found.into_iter().map(|(message, at)| Finding::new(message, at, moment(at))).collect()
}
