//! Completion.

use std::path::{Path, PathBuf};

use asunder_ide::completion::{Candidate, Context, candidates, words};
use asunder_ide::tokens::Kind;
use asunder_syntax::TextSize;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse,
    CompletionTextEdit, Range, TextEdit,
};

use super::{Asked, Refusal};

/// Candidates that are sent at most; the client asks again while more is typed.
const MOST: usize = 400;

pub(super) fn completion(
    asked: Asked<'_>,
    params: CompletionParams,
) -> Result<Option<CompletionResponse>, Refusal> {
    let at = params.text_document_position;
    let Some(it) = asked.unit(&at.text_document)? else { return Ok(None) };
    let text = &it.document.text;
    if !text.contains(at.position, asked.encoding()) {
        return Ok(None);
    }
    let offset = text.offset(at.position, asked.encoding());
    let line_start = text.byte_at(at.position.line + 1, 1).unwrap_or(0);
    let line = &text.as_str()[line_start..offset];
    if let Some(written) = include_prefix(line) {
        let found = include_paths(written, &it.document.path, it.synced.files.keys());
        let start = offset - written.rsplit('/').next().unwrap_or_default().len();
        let range = text.range(start..offset, asked.encoding());
        let items = found.into_iter().map(|(name, is_folder)| {
            let kind = if is_folder { CompletionItemKind::FOLDER } else { CompletionItemKind::FILE };
            item(name, Some(kind), None, range, 0)
        });
        return Ok(Some(list(items.collect())));
    }
    let Some(Surroundings { start, context }) = surroundings(text.as_str(), offset) else { return Ok(None) };
    let prefix = &text.as_str()[start..offset];
    let range = text.range(start..offset, asked.encoding());
    // The place in the unit: that of what is typed, or else of what stands in front.
    let anchor = match context {
        Before::Member(operator) => operator,
        _ if prefix.is_empty() => text.as_str()[..offset].trim_end().len().saturating_sub(1),
        _ => start,
    };
    let found = asked.at_offset(&it, anchor, |view, at| {
        let (at, context) = match &context {
            Before::Member(_) => (at, Context::Member(at)),
            Before::Qualified(path) => (at, Context::Qualified(path.clone())),
            Before::Nothing if prefix.is_empty() => (at + TextSize::new(1), Context::Free),
            Before::Nothing => (at, Context::Free),
        };
        let found = candidates(view.ide, at, &context, prefix);
        (!found.is_empty()).then_some(found)
    })?;
    let mut found = found.unwrap_or_default();
    // The word is not offered for itself where nothing declares it.
    if matches!(context, Before::Nothing) {
        found.extend(words(prefix));
    }
    Ok(Some(list(found.into_iter().map(|candidate| of_candidate(candidate, range)).collect())))
}

fn list(mut items: Vec<CompletionItem>) -> CompletionResponse {
    let is_incomplete = items.len() > MOST;
    items.truncate(MOST);
    CompletionResponse::List(CompletionList { is_incomplete, items })
}

fn of_candidate(candidate: Candidate, range: Range) -> CompletionItem {
    let kind = match candidate.kind {
        Some(Kind::Namespace) => CompletionItemKind::MODULE,
        Some(Kind::Class | Kind::Union) => CompletionItemKind::CLASS,
        Some(Kind::Enum) => CompletionItemKind::ENUM,
        Some(Kind::TypeAlias | Kind::Concept) => CompletionItemKind::INTERFACE,
        Some(Kind::TypeParameter) => CompletionItemKind::TYPE_PARAMETER,
        Some(Kind::Function) => CompletionItemKind::FUNCTION,
        Some(Kind::Method) => CompletionItemKind::METHOD,
        Some(Kind::Constructor) => CompletionItemKind::CONSTRUCTOR,
        Some(Kind::Member) => CompletionItemKind::FIELD,
        Some(Kind::Variable | Kind::Parameter | Kind::Label) => CompletionItemKind::VARIABLE,
        Some(Kind::Enumerator) => CompletionItemKind::ENUM_MEMBER,
        None => CompletionItemKind::KEYWORD,
    };
    item(candidate.text, Some(kind), candidate.detail, range, candidate.distance)
}

fn item(
    text: String,
    kind: Option<CompletionItemKind>,
    detail: Option<String>,
    range: Range,
    distance: u32,
) -> CompletionItem {
    CompletionItem {
        sort_text: Some(format!("{distance}{text}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: text.clone() })),
        label: text,
        kind,
        detail,
        ..CompletionItem::default()
    }
}

/// What stands in front of what is typed.
struct Surroundings {
    /// The first byte of what is typed.
    start: usize,
    context: Before,
}

enum Before {
    Nothing,
    /// `.` or `->`, by its first byte.
    Member(usize),
    /// `A::B::`
    Qualified(Vec<String>),
}

/// `None` in comments and literals, and where a name is declared.
fn surroundings(text: &str, offset: usize) -> Option<Surroundings> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    for token in asunder_syntax::Lexer::new(text, asunder_syntax::Dialect::default()) {
        let end = at + token.len as usize;
        if at < offset && offset <= end {
            let word = &text[at..end];
            let is_closed_comment = word.starts_with("/*") && word.ends_with("*/") && offset == end;
            let is_comment = word.starts_with("//") || word.starts_with("/*");
            let is_text = word.contains(['"', '\''])
                && !(offset == end && word.ends_with(['"', '\'']) && word.len() > 1);
            let is_number = word.starts_with(|c: char| c.is_ascii_digit());
            if is_comment && !is_closed_comment || is_text || is_number {
                return None;
            }
        }
        if at >= offset {
            break;
        }
        at = end;
    }
    let typed: usize = text[..offset].chars().rev().take_while(|c| is_part(*c)).map(char::len_utf8).sum();
    let start = offset - typed;
    let before = text[..start].trim_end();
    let context = if before.ends_with('.') && !before.ends_with("..") {
        Before::Member(before.len() - 1)
    } else if before.ends_with("->") {
        Before::Member(before.len() - 2)
    } else if before.ends_with("::") {
        Before::Qualified(path(before)?)
    } else {
        Before::Nothing
    };
    Some(Surroundings { start, context })
}

/// The names of `A::B::`, which ends the text; an empty one stands for a `::` in front. `None` where there are template
/// arguments.
fn path(mut before: &str) -> Option<Vec<String>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = Vec::new();
    while let Some(rest) = before.strip_suffix("::") {
        let rest = rest.trim_end();
        let length: usize = rest.chars().rev().take_while(|c| is_part(*c)).map(char::len_utf8).sum();
        if length == 0 {
            if rest.ends_with(['>', ')']) {
                return None;
            }
            names.push(String::new());
            break;
        }
        names.push(rest[rest.len() - length..].to_owned());
        before = rest[..rest.len() - length].trim_end();
    }
    names.reverse();
    Some(names)
}

/// What stands behind `#include <` or `#include "` on a line that ends there.
fn include_prefix(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let written = rest.strip_prefix(['<', '"'])?;
    (!written.contains(['>', '"'])).then_some(written)
}

/// Files and folders that could come next: those beside the document, and in the folders that the unit's files are in.
fn include_paths<'f>(
    written: &str,
    document: &Path,
    files: impl Iterator<Item = &'f PathBuf>,
) -> Vec<(String, bool)> {
    let (folder, start) = written.rsplit_once('/').unwrap_or(("", written));
    let mut roots: Vec<PathBuf> = document.parent().map(Path::to_owned).into_iter().collect();
    for file in files {
        // A folder that headers are found in is most often named `include`, or holds the file directly.
        for ancestor in file.ancestors().skip(1) {
            let is_root = ancestor.file_name().is_some_and(|name| name == "include" || name == "cccl");
            if is_root && !roots.iter().any(|root| root == ancestor) {
                roots.push(ancestor.to_owned());
            }
        }
    }
    let mut found = Vec::new();
    for root in roots {
        let Ok(entries) = std::fs::read_dir(root.join(folder)) else { continue };
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let is_folder = entry.path().is_dir();
            let is_header = is_folder
                || !name.contains('.')
                || [".h", ".cuh", ".hpp", ".hh", ".hxx", ".inl", ".inc"]
                    .iter()
                    .any(|end| name.ends_with(end));
            if name.starts_with(start)
                && is_header
                && !name.starts_with('.')
                && !found.contains(&(name.clone(), is_folder))
            {
                found.push((name, is_folder));
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_front() {
        let context = |marked: &str| {
            let offset = marked.find('|').expect("a mark");
            let text = marked.replace('|', "");
            surroundings(&text, offset).map(|it| match it.context {
                Before::Nothing => (text[it.start..offset].to_owned(), "nothing".to_owned()),
                Before::Member(at) => (text[it.start..offset].to_owned(), format!("member {at}")),
                Before::Qualified(path) => (text[it.start..offset].to_owned(), path.join("::")),
            })
        };
        let some = |typed: &str, before: &str| Some((typed.to_owned(), before.to_owned()));
        assert_eq!(context("int ab|"), some("ab", "nothing"));
        assert_eq!(context("a.b|"), some("b", "member 1"));
        assert_eq!(context("a->|"), some("", "member 1"));
        assert_eq!(context("a::b::c|"), some("c", "a::b"));
        assert_eq!(context("::|"), some("", ""));
        assert_eq!(context("v<int>::|"), None);
        assert_eq!(context("// a|"), None);
        assert_eq!(context("\"a|\""), None);
        assert_eq!(context("1.|"), None);
    }

    #[test]
    fn includes() {
        assert_eq!(include_prefix("#include <thrust/de"), Some("thrust/de"));
        assert_eq!(include_prefix(" # include \"a"), Some("a"));
        assert_eq!(include_prefix("#include <a>"), None);
        assert_eq!(include_prefix("int a"), None);
    }
}
