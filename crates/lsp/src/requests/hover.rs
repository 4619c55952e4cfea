//! What stands at a place.

use asunder_ide::hover::{Hover, hover as meaning};
use lsp_types::{self as lsp, HoverContents, MarkupContent, MarkupKind};

use super::places::word_at;
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
        let named = &view.view.text()[usize::from(found.range.start())..usize::from(found.range.end())];
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
    facts.extend(found.value.map(|value| fact("value", &value.to_string())));
    facts.extend(found.size.map(|(size, align)| format!("{size} bytes, aligned to {align}")));
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
    if let (Some(file), Some(path)) = (file, path) {
        value.push_str(&format!("  \ndefined in `{file}`, line {}", found.line));
        let above =
            comment_above(Texts::new(asked.documents).of(&path), found.line.saturating_sub(1) as usize);
        if let Some(comment) = above {
            value.push_str(&format!("\n\n---\n{comment}"));
        }
    }
    Ok(Some(lsp::Hover { contents: markdown(value), range: Some(text.range(word, asked.encoding())) }))
}

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
