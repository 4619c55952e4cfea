//! What stands at a place.

use asunder_ide::hover::{Hover, hover as meaning};
use asunder_syntax::{Dialect, Lexer, SyntaxKind};
use lsp_types::{self as lsp, HoverContents, MarkupContent, MarkupKind};

use super::places::{InUnit, word_at};
use super::{Asked, Refusal, Texts};
use crate::uri;

pub(super) fn hover(asked: Asked<'_>, params: lsp::HoverParams) -> Result<Option<lsp::Hover>, Refusal> {
    let at = params.text_document_position_params;
    if let Some(found) = of_macro(asked, &at)? {
        return Ok(Some(found));
    }
    let Some(it) = asked.unit(&at.text_document)? else { return Ok(None) };
    let offset = it.document.text.offset(at.position, asked.encoding());
    let Some(word) = word_at(it.document.text.as_str(), offset) else { return Ok(None) };
    let found = asked.at(&at, |view, offset| {
        let found = meaning(view.ide, offset)?;
        // What a macro makes is not what is written.
        let written = &it.document.text.as_str()[word.clone()];
        let named = view.view.slice(found.range.into());
        let declared = found.declared.and_then(|at| view.location(at));
        (written == named).then_some((found, declared))
    })?;
    let range = Some(it.document.text.range(word, asked.encoding()));
    Ok(found.map(|(found, declared)| {
        let comment = declared.and_then(|at| {
            let file = uri::canonical(&uri::path(&at.uri)?);
            comment_above(Texts::new(asked.documents).of(&file), at.range.start.line as usize)
        });
        lsp::Hover { contents: markdown(shown(&found, comment)), range }
    }))
}

fn markdown(value: String) -> HoverContents {
    HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value })
}

/// A hover as Markdown.
fn shown(found: &Hover, comment: Option<String>) -> String {
    let mut out = String::new();
    let code = match (&found.written, &found.ty) {
        (Some(written), _) => written.clone(),
        (None, Some(ty)) => format!("{}: {ty}", found.name),
        (None, None) => format!("{} {}", found.kind, found.name),
    };
    out.push_str(&format!("```cuda-cpp\n{code}\n```\n"));
    let mut facts = vec![format!("{} `{}`", found.kind, found.name)];
    let fact = |words: &str, value: &str| format!("{words} `{value}`");
    facts.extend(found.space.as_deref().map(|space| fact("space", space)));
    facts.extend(found.ty.as_deref().map(|ty| fact("type", ty)));
    facts.extend(found.value.as_deref().map(|value| fact("value", value)));
    facts.extend(found.size.map(|(size, align)| format!("{size} bytes, aligned to {align}")));
    facts.extend(found.depends.clone());
    facts.extend(found.linker_name.as_deref().map(|name| fact("linker name", name)));
    for fact in facts {
        out.push_str(&format!("\n{fact}  "));
    }
    if let Some(comment) = comment {
        out.push_str(&format!("\n\n---\n{comment}"));
    }
    out
}

/// The macro of a name: its definition.
fn of_macro(asked: Asked<'_>, at: &lsp::TextDocumentPositionParams) -> Result<Option<lsp::Hover>, Refusal> {
    let Some(it) = asked.unit(&at.text_document)? else { return Ok(None) };
    let text = &it.document.text;
    let offset = text.offset(at.position, asked.encoding());
    let Some(word) = word_at(text.as_str(), offset) else { return Ok(None) };
    let Some(macros) = &it.synced.macros else { return Ok(None) };
    let name = &text.as_str()[word.clone()];
    let Some(found) = asked.world.preprocessor.macro_named(macros, name) else { return Ok(None) };
    let file = (found.file as usize).checked_sub(1).and_then(|number| it.synced.macro_files.get(number));
    let path = file.map(|file| uri::canonical(&it.synced.directory.join(file)));
    let own_line = text.line_column(word.start).0;
    if path.as_ref() == Some(&it.document.path) && found.line > own_line {
        return Ok(None);
    }
    let parameters = found.parameters.as_ref().map(|all| format!("({})", all.join(", "))).unwrap_or_default();
    let mut value = format!("```cuda-cpp\n#define {name}{parameters} {}\n```\n\nmacro `{name}`", found.body);
    if let Some(file) = file {
        value.push_str(&format!("  \ndefined in `{file}`, line {}", found.line));
    }
    if let Some(expansion) = expansion(asked, &it, &word, found.parameters.is_none())? {
        value.push_str(&format!("  \nhere it becomes\n```cuda-cpp\n{expansion}\n```"));
    }
    let line = found.line.saturating_sub(1) as usize;
    let comment = path.and_then(|path| comment_above(Texts::new(asked.documents).of(&path), line));
    if let Some(comment) = comment {
        value.push_str(&format!("\n\n---\n{comment}"));
    }
    Ok(Some(lsp::Hover { contents: markdown(value), range: Some(text.range(word, asked.encoding())) }))
}

/// What the macro that is used at a place becomes there.
fn expansion(
    asked: Asked<'_>,
    it: &InUnit<'_>,
    word: &std::ops::Range<usize>,
    is_object: bool,
) -> Result<Option<String>, Refusal> {
    let text = it.document.text.as_str();
    let is_directive =
        text[..word.start].rsplit('\n').next().is_some_and(|line| line.trim_start().starts_with('#'));
    let end = if is_object { Some(word.end) } else { end_of_arguments(text, word.end) };
    let Some(end) = end.filter(|_| !is_directive) else { return Ok(None) };
    // The token behind stands behind the expansion in the unit too.
    let Some(next) = next_token(text, end) else { return Ok(None) };
    let (line, column) = it.document.text.line_column(next);
    asked.at_offset(it, word.start, |view, start| {
        let end = view.view.offset(&it.document.path, line, column)?;
        let made = view.view.slice(usize::from(start)..end);
        let is_whole = !made.contains("\n#") && made.len() <= LONGEST_EXPANSION;
        let made = made.split_whitespace().collect::<Vec<_>>().join(" ");
        (is_whole && !made.is_empty()).then_some(made)
    })
}

/// Where the arguments of a macro end that stand behind its name.
fn end_of_arguments(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    let mut depth = 0_u32;
    for token in Lexer::new(&text[from..], Dialect::default()) {
        at += token.len as usize;
        match token.kind {
            kind if kind.is_trivia() => {}
            SyntaxKind::L_PAREN => depth += 1,
            SyntaxKind::R_PAREN if depth == 1 => return Some(at),
            SyntaxKind::R_PAREN => depth = depth.checked_sub(1)?,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The first token behind a byte; `None` where a directive comes first.
fn next_token(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    for token in Lexer::new(&text[from..], Dialect::default()) {
        if !token.kind.is_trivia() {
            return (!text[at..].starts_with('#')).then_some(at);
        }
        at += token.len as usize;
    }
    None
}

/// Bytes of an expansion that are shown.
const LONGEST_EXPANSION: usize = 2_000;

/// The comment that ends on the line above a declaration, which may have its first words on lines of their own.
fn comment_above(text: &crate::text::Text, line: usize) -> Option<String> {
    let mut end = line;
    // `template <…>`, attributes and the result may stand above the name.
    while end > 0 && line - end < MAX_HEAD_LINES {
        let above = text.line(end - 1).trim();
        let ends_something =
            above.is_empty() || above.ends_with([';', '}', '{', ':']) || above.starts_with('#');
        if ends_something || above.starts_with("//") || above.ends_with("*/") {
            break;
        }
        end -= 1;
    }
    let mut start = end;
    let last = end.checked_sub(1).map(|above| text.line(above).trim())?;
    if last.starts_with("//") {
        while start > 0 && text.line(start - 1).trim().starts_with("//") {
            start -= 1;
        }
    } else if last.ends_with("*/") {
        loop {
            start = start.checked_sub(1)?;
            if text.line(start).contains("/*") {
                break;
            }
        }
        if !text.line(start).trim_start().starts_with("/*") {
            return None;
        }
    } else {
        return None;
    }
    let lines = (start..end).map(|at| {
        let line = text.line(at).trim();
        let line = line.trim_start_matches("/**").trim_start_matches("/*").trim_end_matches("*/");
        let line = line.trim_start_matches("///").trim_start_matches("//!").trim_start_matches("//");
        line.trim().trim_start_matches("* ").trim_start_matches('*').trim().to_owned()
    });
    let comment = lines.collect::<Vec<_>>().join("\n");
    (!comment.trim().is_empty()).then(|| comment.trim().to_owned())
}

/// Lines of a declaration above its name at most.
const MAX_HEAD_LINES: usize = 6;
