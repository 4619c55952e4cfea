//! Completion.

use std::path::{Path, PathBuf};

use asunder_ide::completion::{Candidate, Context, attributes, built_in_functions, candidates, words};
use asunder_ide::tokens::Kind;
use asunder_syntax::TextSize;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse,
    CompletionTextEdit, Range, TextEdit,
};

use super::places::InUnit;
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
        let found = include_paths(written, line, &it.document.path, &it.synced.folders);
        let start = offset - written.rsplit('/').next().unwrap_or_default().len();
        let range = text.range(start..offset, asked.encoding());
        let items = found.into_iter().map(|(distance, name, is_folder)| {
            let kind = if is_folder { CompletionItemKind::FOLDER } else { CompletionItemKind::FILE };
            item(name, Some(kind), None, range, distance)
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
    if let Before::Attribute(is_standard) = context {
        let found = attributes(prefix, is_standard).into_iter();
        return Ok(Some(list(found.map(|candidate| of_candidate(candidate, range)).collect())));
    }
    let found = asked.at_offset(&it, anchor, |view, at| {
        let (at, context) = match &context {
            Before::Member(_) => (at, Context::Member(at)),
            Before::Qualified(path) => (at, Context::Qualified(path.clone())),
            Before::Nothing if prefix.is_empty() => (at + TextSize::new(1), Context::Free),
            Before::Nothing | Before::Attribute(_) => (at, Context::Free),
        };
        let mut found = candidates(view.ide, at, &context, prefix);
        if matches!(context, Context::Free) && prefix.starts_with("__") {
            found.extend(built_in_functions(view.ide, prefix));
        }
        (!found.is_empty()).then_some(found)
    })?;
    let mut found = found.unwrap_or_default();
    // The word is not offered for itself where nothing declares it.
    if matches!(context, Before::Nothing) {
        found.extend(words(prefix));
    }
    let mut items: Vec<CompletionItem> =
        found.into_iter().map(|candidate| of_candidate(candidate, range)).collect();
    if matches!(context, Before::Nothing) && !prefix.is_empty() {
        items.extend(macros(asked, &it, prefix, range));
    }
    let mut seen = rustc_hash::FxHashSet::default();
    items.retain(|item| seen.insert(item.label.clone()));
    Ok(Some(list(items)))
}

/// The macros that begin with `prefix`.
fn macros(asked: Asked<'_>, it: &InUnit<'_>, prefix: &str, range: Range) -> Vec<CompletionItem> {
    let Some(known) = &it.synced.macros else { return Vec::new() };
    let preprocessor = &asked.world.preprocessor;
    let names = preprocessor.macros_named(known, prefix);
    // What the definition is, is shown where there are not too many.
    let is_few = names.len() <= DESCRIBED;
    let items = names.into_iter().map(|name| {
        let defined = is_few.then(|| preprocessor.macro_named(known, &name)).flatten();
        let detail = defined.map(|it| match &it.parameters {
            Some(parameters) => format!("#define {name}({})", parameters.join(", ")),
            None => format!("#define {name} {}", it.body),
        });
        item(name, Some(CompletionItemKind::CONSTANT), detail, range, MACRO)
    });
    items.collect()
}

/// Macros that are shown with their definitions at most.
const DESCRIBED: usize = 50;
/// How far away macros are.
const MACRO: u32 = 5;

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
    /// Inside `[[…]]`, or else inside `__attribute__((…))`.
    Attribute(bool),
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
    let context = if let Some(is_standard) = attribute(text, start) {
        Before::Attribute(is_standard)
    } else if before.ends_with('.') && !before.ends_with("..") {
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

/// Whether a name of an attribute stands at a byte: in `[[…]]`, or in `__attribute__((…))`; nothing else stands there.
fn attribute(text: &str, at: usize) -> Option<bool> {
    // The name stands behind the brackets or a comma, whole attributes in between.
    let is_inside = |c: char| c.is_alphanumeric() || "_:,\"() ".contains(c);
    let before = text[..at].trim_end_matches(is_inside).len();
    let inside = &text[before..at];
    let is_name = |rest: &str| rest.trim().is_empty() || rest.trim_end().ends_with([',', ':']);
    if let Some(rest) = text[..before].ends_with("[[").then_some(inside) {
        return is_name(rest).then_some(true);
    }
    let rest = inside.rsplit_once("__attribute__")?.1.trim_start().strip_prefix('(')?;
    let rest = rest.trim_start().strip_prefix('(')?;
    (is_name(rest) && !rest.contains("))")).then_some(false)
}

/// The names of `A::B::`, which ends the text, without template arguments; an empty one stands for a `::` in front. `None`
/// where something else is in front.
fn path(mut before: &str) -> Option<Vec<String>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = Vec::new();
    while let Some(rest) = before.strip_suffix("::") {
        let rest = without_arguments(rest.trim_end())?;
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

/// A text without the template arguments that it ends with.
fn without_arguments(text: &str) -> Option<&str> {
    if !text.ends_with('>') {
        return Some(text);
    }
    let (mut angles, mut brackets) = (0_u32, 0_u32);
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' | ']' => brackets += 1,
            '(' | '[' => brackets = brackets.checked_sub(1)?,
            '>' if brackets == 0 && !text[..at].ends_with('-') => angles += 1,
            '<' if brackets == 0 => {
                angles -= 1;
                if angles == 0 {
                    return Some(text[..at].trim_end());
                }
            }
            ';' | '{' | '}' => return None,
            _ => {}
        }
    }
    None
}

/// What stands behind `#include <` or `#include "` on a line that ends there.
fn include_prefix(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let written = rest.strip_prefix(['<', '"'])?;
    (!written.contains(['>', '"'])).then_some(written)
}

/// Files and folders that could come next: those in the folders that the preprocessor searches, and for `"name"` beside the
/// document.
fn include_paths(
    written: &str,
    line: &str,
    document: &Path,
    folders: &[PathBuf],
) -> Vec<(u32, String, bool)> {
    let (folder, start) = written.rsplit_once('/').unwrap_or(("", written));
    let own = document.parent().filter(|_| line.contains('"'));
    let roots = own.into_iter().map(|own| (0, own)).chain(folders.iter().map(|folder| (1, folder.as_path())));
    let mut found = Vec::new();
    for (distance, root) in roots {
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
                && !found.iter().any(|(_, known, _)| *known == name)
            {
                found.push((distance, name, is_folder));
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
                Before::Attribute(is_standard) => {
                    (text[it.start..offset].to_owned(), format!("attribute {is_standard}"))
                }
            })
        };
        let some = |typed: &str, before: &str| Some((typed.to_owned(), before.to_owned()));
        assert_eq!(context("int ab|"), some("ab", "nothing"));
        assert_eq!(context("a.b|"), some("b", "member 1"));
        assert_eq!(context("a->|"), some("", "member 1"));
        assert_eq!(context("a::b::c|"), some("c", "a::b"));
        assert_eq!(context("::|"), some("", ""));
        assert_eq!(context("v<int>::|"), some("", "v"));
        assert_eq!(context("std::v<a<int>, (2 > 1)>::x|"), some("x", "std::v"));
        assert_eq!(context("[[nod|"), some("nod", "attribute true"));
        assert_eq!(context("[[gnu::unused, |"), some("", "attribute true"));
        assert_eq!(context("__attribute__((ali|"), some("ali", "attribute false"));
        assert_eq!(context("a[[b.|"), some("", "member 4"));
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
