//! `asunder tree`, `outline`, `xref` and `symbols`: what the front end sees in a text.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use asunder_outline::{ItemKind, scan};
use asunder_parser::parse_translation_unit;
use asunder_source::LineTable;
use asunder_syntax::{Dialect, NodeOrToken, Standard, SyntaxElement, WalkEvent};
use serde_json::json;

use crate::release::Choice;

/// Which text, and how it is shown.
#[derive(clap::Args)]
pub struct Arguments {
    /// A preprocessed file (`.ii`)
    file: PathBuf,
    /// C++ standard: 03, 11, 14, 17, 20 or 23
    #[arg(long, default_value = "17", value_parser = standard)]
    std: Standard,
    /// The release of the toolkit: `13.5`, or `auto` for that of the unit's headers
    #[arg(long, default_value_t = Choice::Auto)]
    release: Choice,
    /// One JSON document instead of lines
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn dialect(&self, text: &str) -> Dialect {
        Dialect::new(self.std).with_release(self.release.of_unit(text.as_bytes()).release())
    }
}

pub(super) fn standard(text: &str) -> Result<Standard, String> {
    match text {
        "03" | "98" => Ok(Standard::Cpp03),
        "11" => Ok(Standard::Cpp11),
        "14" => Ok(Standard::Cpp14),
        "17" => Ok(Standard::Cpp17),
        "20" => Ok(Standard::Cpp20),
        "23" => Ok(Standard::Cpp23),
        other => Err(format!("`{other}` is no C++ standard")),
    }
}

/// Prints the cross-reference listing.
pub fn xref(arguments: &Arguments) -> ExitCode {
    show(arguments, |text| {
        let db = salsa::DatabaseImpl::new();
        let path = arguments.file.display().to_string();
        let source = asunder_source::SourceText::new(&db, path, text.into());
        asunder_decls::xref::xref(&db, source, arguments.dialect(text))
    })
}

/// Prints the linker names of definitions.
pub fn symbols(arguments: &Arguments) -> ExitCode {
    show(arguments, |text| {
        let db = salsa::DatabaseImpl::new();
        let path = arguments.file.display().to_string();
        let source = asunder_source::SourceText::new(&db, path, text.into());
        asunder_decls::symbols::symbols(&db, source, arguments.dialect(text))
    })
}

/// Prints the syntax tree: kinds, byte ranges and token texts; then the syntax errors.
pub fn tree(arguments: &Arguments) -> ExitCode {
    show(arguments, |text| {
        let parse = parse_translation_unit(text, arguments.dialect(text));
        let lines = LineTable::new(text);
        if arguments.json {
            let errors = parse
                .errors()
                .iter()
                .map(|error| json!({ "range": range(error.range()), "message": error.message() }));
            let errors: Vec<_> = errors.collect();
            return format!("{}\n", json!({ "tree": json_tree(&parse.syntax().into()), "errors": errors }));
        }
        let mut out = String::new();
        let mut depth = 0;
        for event in parse.syntax().preorder_with_tokens() {
            match event {
                WalkEvent::Enter(element) => {
                    let _ = write!(
                        out,
                        "{:indent$}{:?}@{:?}",
                        "",
                        element.kind(),
                        element.text_range(),
                        indent = depth * 2
                    );
                    if let NodeOrToken::Token(token) = &element {
                        let _ = write!(out, " {:?}", token.text());
                    }
                    out.push('\n');
                    depth += 1;
                }
                WalkEvent::Leave(_) => depth -= 1,
            }
        }
        for error in parse.errors() {
            let at = lines.position(text, error.range().start().into());
            let _ = writeln!(out, "{}({}): column {}: {}", at.file, at.line, at.column, error.message());
        }
        out
    })
}

/// Prints the items: nesting, kind, position, facts and the start of the text.
pub fn outline(arguments: &Arguments) -> ExitCode {
    show(arguments, |text| {
        let outline = scan(text, arguments.dialect(text));
        let lines = LineTable::new(text);
        let mut depth = 0usize;
        let mut rows = Vec::new();
        let mut out = String::new();
        for item in &outline.items {
            if item.kind == ItemKind::Close {
                depth = depth.saturating_sub(1);
            }
            let at = lines.position(text, item.range.start().into());
            let kind = match item.kind {
                ItemKind::Declaration => "item",
                ItemKind::NamespaceOpen => "namespace",
                ItemKind::LinkageOpen => "linkage",
                ItemKind::Close => "close",
            };
            let name = item.function_name.map(|range| &text[range]);
            let facts: Vec<_> = item.facts.names().collect();
            if arguments.json {
                rows.push(json!({
                    "kind": kind, "range": range(item.range), "depth": depth, "function": name,
                    "file": at.file, "line": at.line, "facts": facts,
                }));
            } else {
                let start: String = text[item.range].split_whitespace().collect::<Vec<_>>().join(" ");
                let start: String = start.chars().take(80).collect();
                let _ = writeln!(
                    out,
                    "{:indent$}{kind}@{:?} {}:{} [{}] {start}",
                    "",
                    item.range,
                    at.file,
                    at.line,
                    facts.join(" "),
                    indent = depth * 2
                );
            }
            if matches!(item.kind, ItemKind::NamespaceOpen | ItemKind::LinkageOpen) {
                depth += 1;
            }
        }
        if arguments.json { format!("{}\n", json!({ "items": rows })) } else { out }
    })
}

/// Reads the file, renders it and prints that.
fn show(arguments: &Arguments, render: impl FnOnce(&str) -> String) -> ExitCode {
    let bytes = match read(&arguments.file) {
        Ok(bytes) => bytes,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    let rendered = render(&asunder_source::decode(&bytes));
    // A reader that went away has seen enough.
    let _ = std::io::stdout().write_all(&asunder_source::encode(&rendered));
    ExitCode::SUCCESS
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn range(range: asunder_syntax::TextRange) -> serde_json::Value {
    json!([u32::from(range.start()), u32::from(range.end())])
}

/// A tree as nested objects, built without recursion: trees may be deeper than stacks.
fn json_tree(root: &SyntaxElement) -> serde_json::Value {
    let NodeOrToken::Node(node) = root else { return serde_json::Value::Null };
    let mut open: Vec<Vec<serde_json::Value>> = vec![Vec::new()];
    for event in node.preorder_with_tokens() {
        match event {
            WalkEvent::Enter(_) => open.push(Vec::new()),
            WalkEvent::Leave(element) => {
                let children = open.pop().unwrap_or_default();
                let mut value =
                    json!({ "kind": format!("{:?}", element.kind()), "range": range(element.text_range()) });
                match &element {
                    NodeOrToken::Node(_) => value["children"] = children.into(),
                    NodeOrToken::Token(token) => value["text"] = token.text().into(),
                }
                if let Some(parent) = open.last_mut() {
                    parent.push(value);
                }
            }
        }
    }
    open.pop().and_then(|mut roots| roots.pop()).unwrap_or_default()
}
