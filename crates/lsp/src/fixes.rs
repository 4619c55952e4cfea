//! Quick fixes, where the fix is certain.

use std::collections::HashMap;
use std::path::PathBuf;

use asunder_ide::hover::plain_declarations;
use asunder_syntax::{Dialect, Lexer, SyntaxKind, TextRange, TextSize};
use lsp_types::{
    CodeAction, CodeActionDisabled, CodeActionKind, CodeActionOrCommand, CodeActionParams,
    CodeActionResponse, Command, Diagnostic, NumberOrString, Position, Range, TextDocumentIdentifier,
    TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};

use crate::documents::Document;
use crate::lexical;
use crate::publisher::SOURCE;
use crate::requests::{Asked, Refusal};
use crate::text::Text;
use crate::uri;

/// "expected a \";\"".
const EXPECTED_SEMICOLON: i32 = 65;
/// "variable was declared but never referenced".
const UNUSED_VARIABLE: i32 = 177;
/// Calls of host functions from device code.
const HOST_FUNCTION_CALLED: [i32; 8] = [20011, 20013, 20014, 20015, 20016, 20017, 20018, 20019];

/// Annotated lambdas that need an option of nvcc: the lambda, and a kernel template's argument.
const NEEDS_EXTENDED_LAMBDA: [i32; 2] = [20155, 20125];
/// That option.
const EXTENDED_LAMBDA: &str = "--extended-lambda";
/// The client's command that adds an option of nvcc for files that no list of compile commands has.
const ADD_FLAG: &str = "asunder.addFlag";

/// Edits by the documents that they are of.
type Edits = Vec<(Uri, TextEdit)>;

/// The fixes of the diagnostics in a range.
pub(crate) fn actions(
    asked: Asked<'_>,
    params: CodeActionParams,
) -> Result<Option<CodeActionResponse>, Refusal> {
    let Some(document) = asked.document(&params.text_document) else { return Ok(None) };
    let mut actions = Vec::new();
    for diagnostic in params.context.diagnostics {
        if diagnostic.source.as_deref() != Some(SOURCE) {
            continue;
        }
        let Some(NumberOrString::Number(number)) = diagnostic.code else { continue };
        if NEEDS_EXTENDED_LAMBDA.contains(&number) {
            actions.push(extended_lambda(asked, document, diagnostic));
            continue;
        }
        let text = &document.text;
        let at = text.offset(diagnostic.range.start, asked.encoding());
        let own = |edit: (TextRange, &str)| {
            let (range, new_text) = (text.range(edit.0.into(), asked.encoding()), edit.1.to_owned());
            vec![(document.uri.clone(), TextEdit { range, new_text })]
        };
        let fix: Option<(&str, Edits)> = match number {
            EXPECTED_SEMICOLON => missing_semicolon(text, at).map(|edit| ("insert `;`", own(edit))),
            UNUSED_VARIABLE => {
                unused_variable(text, at).map(|edit| ("remove the unused variable", own(edit)))
            }
            number if HOST_FUNCTION_CALLED.contains(&number) => {
                let edits = host_device(asked, &params.text_document, &diagnostic)?;
                edits.map(|edits| ("make it `__host__ __device__`", edits))
            }
            _ => None,
        };
        actions.extend(fix.map(|(title, edits)| action(title, edits, diagnostic)));
    }
    Ok(Some(actions))
}

// Addresses have no inner state; the protocol's own structure has them as keys.
#[allow(clippy::mutable_key_type)]
fn action(title: &str, edits: Edits, diagnostic: Diagnostic) -> CodeActionOrCommand {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for (address, edit) in edits {
        changes.entry(address).or_default().push(edit);
    }
    CodeActionOrCommand::CodeAction(CodeAction {
        title: title.to_owned(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic]),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        is_preferred: Some(true),
        ..CodeAction::default()
    })
}

/// The option that annotated lambdas need: set by the client for a file that no list has; else the build is to be changed.
fn extended_lambda(asked: Asked<'_>, document: &Document, diagnostic: Diagnostic) -> CodeActionOrCommand {
    let title = format!("compile with `{EXTENDED_LAMBDA}`");
    let unit = asked.world.unit_of(&document.path, &document.language);
    let is_loose = unit.is_some_and(|unit| unit.compilation().assumed.is_some());
    let command = is_loose.then(|| Command {
        title: title.clone(),
        command: ADD_FLAG.to_owned(),
        arguments: Some(vec![EXTENDED_LAMBDA.into()]),
    });
    let disabled = (!is_loose).then(|| CodeActionDisabled {
        reason: format!(
            "add `{EXTENDED_LAMBDA}` to nvcc's options in the build, which compile_commands.json comes from"
        ),
    });
    CodeActionOrCommand::CodeAction(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic]),
        command,
        disabled,
        ..CodeAction::default()
    })
}

fn span(start: usize, end: usize) -> TextRange {
    TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32))
}

/// A `;` behind the token in front of the one that was not expected.
fn missing_semicolon(text: &Text, at: usize) -> Option<(TextRange, &'static str)> {
    let mut end = None;
    let mut start = 0;
    for token in Lexer::new(text.as_str(), Dialect::default()) {
        if start >= at {
            break;
        }
        start += token.len as usize;
        if !token.kind.is_trivia() {
            end = Some(start);
        }
    }
    end.map(|end| (span(end, end), ";"))
}

/// The statement that declares a variable and nothing else, and computes nothing.
fn unused_variable(text: &Text, at: usize) -> Option<(TextRange, &'static str)> {
    let all = text.as_str();
    let brackets = lexical::brackets(all);
    let around = lexical::around(all, at, &brackets);
    let statement = around.into_iter().find(|range| all[range.clone()].ends_with(';') && range.len() > 1)?;
    let words = &all[statement.clone()];
    let mut is_first = true;
    for token in Lexer::new(words, Dialect::default()) {
        let does_nothing = match token.kind {
            kind if kind.is_trivia() || kind.is_identifier() || kind.is_keyword() => true,
            SyntaxKind::SEMICOLON => std::mem::take(&mut is_first),
            SyntaxKind::STAR
            | SyntaxKind::AMP
            | SyntaxKind::LT
            | SyntaxKind::GT
            | SyntaxKind::COLON2
            | SyntaxKind::EQ
            | SyntaxKind::INT_NUMBER
            | SyntaxKind::FLOAT_NUMBER
            | SyntaxKind::L_BRACK
            | SyntaxKind::R_BRACK => true,
            _ => false,
        };
        if !does_nothing {
            return None;
        }
    }
    if words.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| CONTROL.contains(&word)) {
        return None;
    }
    // The whole line where nothing else stands on it.
    let line_start = all[..statement.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = all[statement.end..].find('\n').map_or(all.len(), |newline| statement.end + newline + 1);
    let is_alone =
        all[line_start..statement.start].trim().is_empty() && all[statement.end..line_end].trim().is_empty();
    match is_alone {
        true => Some((span(line_start, line_end), "")),
        false => Some((span(statement.start, statement.end), "")),
    }
}

/// Words of statements that do more than declare.
const CONTROL: [&str; 10] = ["return", "if", "else", "for", "while", "do", "case", "default", "goto", "new"];

/// `__host__ __device__` in front of all declarations of the function that is called, where none has a space.
fn host_device(
    asked: Asked<'_>,
    document: &TextDocumentIdentifier,
    diagnostic: &Diagnostic,
) -> Result<Option<Edits>, Refusal> {
    let mut places = None;
    for position in calls(asked, document, diagnostic) {
        let at = TextDocumentPositionParams { text_document: document.clone(), position };
        places = places.or(plain_places(asked, &at)?);
    }
    let edits = places.map(|places| {
        let edit = |(file, range): (PathBuf, Range)| {
            let open = asked.documents.get(&file).map(|document| document.uri.clone());
            let new_text = "__host__ __device__ ".to_owned();
            Some((
                open.or_else(|| uri::of_path(&file))?,
                TextEdit { range: Range::new(range.start, range.start), new_text },
            ))
        };
        places.into_iter().filter_map(edit).collect::<Edits>()
    });
    Ok(edits.filter(|edits| !edits.is_empty()))
}

/// Where the function may be named that a message says is called: its place, or on its line where it has no column.
fn calls(asked: Asked<'_>, id: &TextDocumentIdentifier, diagnostic: &Diagnostic) -> Vec<Position> {
    let Some(document) = asked.document(id) else { return Vec::new() };
    let (text, range) = (&document.text, diagnostic.range);
    let mut places = vec![range.start];
    // The first name in quotes is that of the function: `ns::f(int)`.
    let quoted = diagnostic.message.split('"').nth(1).unwrap_or_default();
    let path = quoted.split('(').next().unwrap_or_default();
    let name = path.rsplit("::").next().unwrap_or_default().trim();
    let (start, end) = (text.offset(range.start, asked.encoding()), text.offset(range.end, asked.encoding()));
    let mut at = start;
    for token in Lexer::new(&text.as_str()[start..end.max(start)], Dialect::default()) {
        let word = &text.as_str()[at..at + token.len as usize];
        if token.kind.is_identifier() && word == name {
            places.push(text.position(at, asked.encoding()));
        }
        at += token.len as usize;
    }
    places
}

/// Where the declarations of the function start that is named at a place, if none has a space and all are the project's.
fn plain_places(
    asked: Asked<'_>,
    at: &TextDocumentPositionParams,
) -> Result<Option<Vec<(PathBuf, Range)>>, Refusal> {
    asked.at(at, |view, offset| {
        let starts = plain_declarations(view.ide, offset)?;
        // Each must be of an own file, and written there.
        let own = view.ide.own_items();
        let places = starts.into_iter().map(|start| {
            let item = view.ide.names().item_at(start)?;
            own.binary_search(&item).ok()?;
            let (piece, text) = view.view.piece_at(start.into());
            let first = text.get(usize::from(start) - piece..)?.chars().next()?;
            view.word(TextRange::at(start, TextSize::of(first)))
        });
        places.collect::<Option<Vec<(PathBuf, Range)>>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_semicolon_stands_behind_the_last_token() {
        let text = Text::new("int a // one\n  int b;".into());
        let at = text.as_str().find("int b").expect("it is there");
        assert_eq!(missing_semicolon(&text, at), Some((span(5, 5), ";")));
    }

    #[test]
    fn a_variable_is_removed_where_nothing_else_goes() {
        let fixed = |text: &str| {
            let at = text.find("unused").expect("it is there");
            let (range, new) = unused_variable(&Text::new(text.into()), at)?;
            let mut fixed = text.to_owned();
            fixed.replace_range(std::ops::Range::<usize>::from(range), new);
            Some(fixed)
        };
        assert_eq!(fixed("void f() {\n  int unused;\n  g();\n}").as_deref(), Some("void f() {\n  g();\n}"));
        assert_eq!(fixed("void f() { int unused = 3; g(); }").as_deref(), Some("void f() {  g(); }"));
        assert_eq!(fixed("void f() { int unused = g(); }"), None);
        assert_eq!(fixed("void f() { int unused, used; }"), None);
    }
}
