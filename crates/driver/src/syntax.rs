//! What the grammar has to say of a unit: syntax errors, and forms that its standard does not have.
//!
//! The grammar knows no names, so it says nothing where a name's meaning decides whether a text is right; the
//! reference reports the first mistake of a declaration and, while it recovers, often more. We report those up to
//! the first that it must recover from.
//!
//! Which items are looked at: those of the user's files. Text from system headers (line marker flag 3) and
//! from the toolkit's own headers, the folder of `cuda_runtime.h`, is not parsed for this: it is not the
//! user's to mend, and most of a unit's text.

use std::sync::Arc;

use asunder_decls::{ItemText, item_tree};
use asunder_outline::{Facts, ItemKind, block_outline, has_directives};
use asunder_parser::{Extension, ExtensionKind, SyntaxError, SyntaxErrorKind};
use asunder_source::{Block, SourceText, block_headers, block_offsets};
use asunder_syntax::{Dialect, SignificantTokens, SyntaxKind};

/// Something that the grammar has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The reference's internal number; `None` where nesting is too deep for us.
    pub number: Option<u16>,
    /// The text is wrong; otherwise it is ahead of its standard.
    pub is_error: bool,
    /// The token that should be another one, as a byte offset of the unit.
    pub offset: u32,
    /// It may stand in the body of a template, which the device pass reads only where it is instantiated.
    pub in_template: bool,
    /// The reference skips what follows up to the next semicolon.
    pub skips: bool,
    /// The brace that is not closed, as a byte offset of the unit, where a note shows it.
    pub brace: Option<u32>,
}

/// The first syntax errors of each item of the user's files, and what is ahead of the standard, in the order of the
/// text. A unit that still holds directives is not preprocessed and has none.
#[salsa::tracked]
pub(crate) fn syntax_findings(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> Arc<Vec<Finding>> {
    if has_directives(db, source, dialect) {
        return Arc::default();
    }
    let blocks = source.blocks(db);
    let offsets = block_offsets(db, source);
    let mut found = Vec::new();
    let mut reported = Vec::new();
    for (block_number, block) in blocks.iter().enumerate() {
        for finding in block_syntax_findings(db, source, *block, dialect) {
            let offset = match finding.offset {
                Some(offset) => offsets[block_number] as u32 + offset,
                None => first_item_from(db, source, block_number + 1, dialect),
            };
            if finding.once {
                if reported.contains(&finding.number) {
                    continue;
                }
                reported.push(finding.number);
            }
            let BlockFinding { number, is_error, in_template, skips, .. } = *finding;
            let brace = finding.brace.map(|brace| offsets[block_number] as u32 + brace);
            found.push(Finding { number, is_error, offset, in_template, skips, brace });
        }
    }
    Arc::new(found)
}

/// Where the first item from a block on starts; the end of the unit where there is none.
fn first_item_from(db: &dyn salsa::Database, source: SourceText, from: usize, dialect: Dialect) -> u32 {
    let blocks = source.blocks(db);
    let offsets = block_offsets(db, source);
    let following = blocks.iter().zip(offsets.iter()).skip(from).find_map(|(block, start)| {
        let first = block_outline(db, *block, dialect).items.first()?;
        Some(*start as u32 + u32::from(first.range.start()))
    });
    let end = || blocks.last().zip(offsets.last()).map_or(0, |(block, start)| start + block.text(db).len());
    following.unwrap_or_else(|| end() as u32)
}

/// Facts of items that the host pass rewrites, so that their text must be read to its end.
const CUDA: Facts =
    Facts::CUDA_ATTRIBUTE.union(Facts::LAUNCH).union(Facts::BUILTIN_VARIABLE).union(Facts::LAMBDA_ATTRIBUTE);

/// What the grammar has to say of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockFinding {
    number: Option<u16>,
    is_error: bool,
    /// Only the first of the unit counts.
    once: bool,
    /// In bytes of the block; `None` for the first item behind the block.
    offset: Option<u32>,
    in_template: bool,
    skips: bool,
    /// The brace that is not closed, in bytes of the block.
    brace: Option<u32>,
}

/// The findings of each item of a block that is in the user's files.
#[salsa::tracked(returns(ref))]
fn block_syntax_findings(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> Vec<BlockFinding> {
    let headers = block_headers(db, source, block);
    if headers.contain_all() {
        return Vec::new();
    }
    let text = block.text(db);
    let items = &block_outline(db, block, dialect).items;
    let mut found = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let start = u32::from(item.range.start());
        if item.kind == ItemKind::Close || headers.contain_range(item.range.into()) {
            continue;
        }
        let next = items.get(index + 1).map(|next| u32::from(next.range.start()));
        // Its tree is wanted by others.
        let has_tree = source.read_once(db) || item.facts.intersects(CUDA);
        for finding in item_findings(db, &text[item.range], has_tree, dialect) {
            let behind = start + finding.offset == u32::from(item.range.end());
            if behind && finding.what == Said::Error(SyntaxErrorKind::ClosingBrace) {
                // The head of a namespace, and braces that stay open, which are found for the whole unit.
                break;
            }
            let (number, is_error, once) = match finding.what {
                Said::Error(kind) => match kind.number() {
                    None if kind != SyntaxErrorKind::TooDeep || !item.facts.intersects(CUDA) => break,
                    number => (number, kind != SyntaxErrorKind::Restart, false),
                },
                Said::Extension(kind) => (Some(kind.number()), false, kind.is_reported_once()),
            };
            let offset = if behind { next } else { Some(start + finding.offset) };
            let before = &text[item.range][..finding.offset as usize];
            // In front of a body it is read in every pass.
            let in_template = before.contains("template")
                && before.contains('{')
                && item.facts.intersects(Facts::FUNCTION_BODY | Facts::CLASS_BODY);
            // A statement outside functions, a block alone apart.
            let is_statement = finding.what == Said::Error(SyntaxErrorKind::Declaration)
                && finding.offset == 0
                && !text[item.range].starts_with('{');
            // What is skipped goes on behind the item; behind a class nothing is skipped.
            let runs_out = finding.what == Said::Error(SyntaxErrorKind::Semicolon)
                && !behind
                && !before.trim_end().ends_with('}')
                && is_unfinished(&text[item.range][finding.offset as usize..], dialect)
                && is_balanced(before, dialect);
            let skips = is_statement || runs_out;
            let brace = (finding.what == Said::Error(SyntaxErrorKind::EnumBrace))
                .then(|| before.rfind('{').map(|brace| start + brace as u32))
                .flatten();
            found.push(BlockFinding { number, is_error, once, offset, in_template, skips, brace });
        }
    }
    found
}

/// Whether a text that the reference skips neither has a semicolon outside of groups nor ends the group around it.
fn is_unfinished(text: &str, dialect: Dialect) -> bool {
    let mut depth = 0;
    for (kind, _) in SignificantTokens::new(text, dialect) {
        match kind {
            SyntaxKind::L_BRACE | SyntaxKind::L_PAREN | SyntaxKind::L_BRACK => depth += 1,
            SyntaxKind::R_BRACE | SyntaxKind::R_PAREN | SyntaxKind::R_BRACK if depth == 0 => return false,
            SyntaxKind::R_BRACE | SyntaxKind::R_PAREN | SyntaxKind::R_BRACK => depth -= 1,
            SyntaxKind::SEMICOLON if depth == 0 => return false,
            _ => {}
        }
    }
    depth == 0
}

/// Whether a text closes as many braces as it opens.
fn is_balanced(text: &str, dialect: Dialect) -> bool {
    let count = |wanted| SignificantTokens::new(text, dialect).filter(|(kind, _)| *kind == wanted).count();
    count(SyntaxKind::L_BRACE) == count(SyntaxKind::R_BRACE)
}

/// What is said of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Error(SyntaxErrorKind),
    Extension(ExtensionKind),
}

/// What the grammar has to say of an item's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ItemFinding {
    what: Said,
    /// In bytes from the start of the item.
    offset: u32,
}

/// What is said of the text of an item: of its tree, if it has one.
fn item_findings(db: &dyn salsa::Database, text: &str, has_tree: bool, dialect: Dialect) -> Vec<ItemFinding> {
    if has_tree {
        let parse = item_tree(db, ItemText::new(db, text, dialect));
        let errors = parse.errors().iter().filter(|it| !it.kind.is_lexical());
        return selected(errors, parse.extensions());
    }
    match text.len() < LARGE {
        true => remarked(text, dialect),
        false => large_item_findings(db, ItemText::new(db, text, dialect)).clone(),
    }
}

/// Bytes from which on what is said of an item is kept for the next edit in its block.
const LARGE: usize = 1024;

#[salsa::tracked(returns(ref))]
fn large_item_findings<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> Vec<ItemFinding> {
    remarked(item.text(db), item.dialect(db))
}

fn remarked(text: &str, dialect: Dialect) -> Vec<ItemFinding> {
    let remarks = asunder_parser::remarks(text, dialect);
    selected(remarks.errors.iter(), &remarks.extensions)
}

/// What is reported of errors and extensions, in order, without what the reference skips behind a mistake: all the rest,
/// where it is not known how it recovers.
fn selected<'a>(errors: impl Iterator<Item = &'a SyntaxError>, extensions: &[Extension]) -> Vec<ItemFinding> {
    let errors = errors.map(|it| (Said::Error(it.kind), it.range(), it.resumes()));
    let extensions = extensions.iter().map(|it| (Said::Extension(it.kind), it.range(), None));
    let mut found: Vec<_> = extensions
        .chain(errors)
        .map(|(what, range, resumes)| (ItemFinding { what, offset: range.start().into() }, resumes))
        .collect();
    found.sort_by_key(|(finding, _)| finding.offset);
    let mut skipped_to = Some(0);
    found.retain(|(finding, resumes)| {
        let is_restart = finding.what == Said::Error(SyntaxErrorKind::Restart);
        let is_read = skipped_to.is_some_and(|end| end <= finding.offset || is_restart);
        if is_read && matches!(finding.what, Said::Error(kind) if !kind.reads_on()) {
            skipped_to = resumes.map(u32::from);
        }
        is_read
    });
    found.into_iter().map(|(finding, _)| finding).collect()
}
