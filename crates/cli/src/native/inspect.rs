//! `asunder tree`, `outline`, `xref`, `types`, `gaps` and `symbols`: what the front end sees in a text.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use asunder_outline::{ItemKind, scan};
use asunder_parser::parse_translation_unit;
use asunder_source::LineTable;
use asunder_syntax::{Dialect, NodeOrToken, SyntaxElement, WalkEvent};
use serde_json::json;

use super::passes::{Passes, passes};
use super::reading::Reading;
use crate::streams;

/// Which text, and how it is shown.
#[derive(clap::Args)]
pub struct Arguments {
    /// A preprocessed unit (.ii) or a CUDA source (.cu), which nvcc's commands preprocess; `-` is standard input
    file: PathBuf,
    /// The pass whose text is meant: `host`, `device`, or `device:90` for one architecture
    #[arg(long, default_value = "host", value_parser = passes)]
    pass: Passes,
    #[command(flatten)]
    reading: Reading,
}

/// Options of those that print JSON too.
#[derive(clap::Args)]
pub struct StructuredArguments {
    #[command(flatten)]
    inspected: Arguments,
    /// One JSON document instead of lines
    #[arg(long)]
    json: bool,
}

/// Prints the cross-reference listing.
pub fn xref(arguments: &Arguments) -> ExitCode {
    show(arguments, |text, dialect| {
        let db = salsa::DatabaseImpl::new();
        let path = arguments.file.display().to_string();
        let source = asunder_source::SourceText::new(&db, path, text.into());
        asunder_sema::xref::xref(&db, source, dialect)
    })
}

/// Options of `types` and `gaps`.
#[derive(clap::Args)]
pub struct TypesArguments {
    #[command(flatten)]
    inspected: Arguments,
    /// Only what stands in the unit's own file, not in headers
    #[arg(long)]
    own: bool,
    /// The bodies of the instances of templates that the unit's code uses, too
    #[arg(long)]
    used: bool,
}

impl TypesArguments {
    fn wanted(&self) -> asunder_sema::listing::Wanted {
        asunder_sema::listing::Wanted { own: self.own, used: self.used }
    }
}

/// Options of `gaps`.
#[derive(clap::Args)]
pub struct GapsArguments {
    #[command(flatten)]
    listed: TypesArguments,
    /// Each place below its kind
    #[arg(long)]
    places: bool,
}

/// Prints the typed tree of every expression outside templates, and of the instances that are used.
pub fn types(arguments: &TypesArguments) -> ExitCode {
    let wanted = arguments.wanted();
    show(&arguments.inspected, |text, dialect| {
        let db = salsa::DatabaseImpl::new();
        let path = arguments.inspected.file.display().to_string();
        let source = asunder_source::SourceText::new(&db, path, text.into());
        asunder_sema::listing::listing(&db, source, dialect, wanted)
    })
}

/// Prints what the types of expressions are not known for, and how often.
pub fn gaps(arguments: &GapsArguments) -> ExitCode {
    let listed = &arguments.listed;
    show(&listed.inspected, |text, dialect| {
        let db = salsa::DatabaseImpl::new();
        let path = listed.inspected.file.display().to_string();
        let source = asunder_source::SourceText::new(&db, path, text.into());
        let mut out = String::new();
        for (why, places) in asunder_sema::listing::gaps(&db, source, dialect, listed.wanted()) {
            let _ = writeln!(out, "{:7}  {why}", places.len());
            for place in places.iter().filter(|_| arguments.places) {
                let _ = writeln!(out, "         {place}");
            }
        }
        out
    })
}

/// Prints the linker names of definitions.
pub fn symbols(arguments: &StructuredArguments) -> ExitCode {
    show(&arguments.inspected, |text, dialect| {
        let db = salsa::DatabaseImpl::new();
        let path = arguments.inspected.file.display().to_string();
        let source = asunder_source::SourceText::new(&db, path, text.into());
        if !arguments.json {
            return asunder_decls::symbols::listing(&db, source, dialect);
        }
        let lines = LineTable::new(text);
        let symbols = asunder_decls::symbols::symbols(&db, source, dialect).into_iter().map(|symbol| {
            let at = lines.position(text, symbol.at.into());
            json!({
                "name": symbol.name, "kind": symbol.kind, "linkage": symbol.linkage, "space": symbol.space,
                "file": at.file, "line": at.line, "column": at.column,
            })
        });
        let symbols: Vec<_> = symbols.collect();
        format!("{}\n", json!({ "symbols": symbols }))
    })
}

/// Prints the syntax tree: kinds, byte ranges and token texts; then the syntax errors.
pub fn tree(arguments: &StructuredArguments) -> ExitCode {
    show(&arguments.inspected, |text, dialect| {
        let parse = parse_translation_unit(text, dialect);
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
pub fn outline(arguments: &StructuredArguments) -> ExitCode {
    show(&arguments.inspected, |text, dialect| {
        let outline = scan(text, dialect);
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

/// Reads the unit, renders it and prints that.
fn show(arguments: &Arguments, render: impl FnOnce(&str, Dialect) -> String) -> ExitCode {
    let text = arguments.reading.source(&arguments.file).and_then(|unit| {
        let texts = unit.texts(&arguments.reading, arguments.pass);
        let texts = texts.map_err(|error| format!("{}: {error}", arguments.file.display()))?;
        streams::stderr(texts.messages.as_bytes());
        texts.passes.into_iter().next().ok_or_else(|| "no such pass".to_owned())
    });
    match text {
        Ok(pass) => {
            let text = asunder_source::decode(&pass.text);
            let rendered = render(&text, asunder_driver::dialect(&pass.options));
            streams::stdout(&asunder_source::encode(&rendered));
            ExitCode::SUCCESS
        }
        Err(message) => {
            streams::stderr(format!("asunder: {message}\n").as_bytes());
            ExitCode::from(2)
        }
    }
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
