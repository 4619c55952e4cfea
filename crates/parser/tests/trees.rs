//! `tests/trees/*.txt`: source → tree, compared exactly.
//!
//! A test is `=== ENTRY [STANDARD]: name`, the source, `---` and the expected tree. `ENTRY` is
//! `item`, `statements`, `expr` or `type`. The first line `//alternate` asks for the other
//! reading of the first ambiguity. Trees are printed one node a line without trivia; a node
//! with one child stands on the line of its parent; errors come last.
//!
//! `UPDATE_TREES=1 cargo test -p asunder-parser --test trees` rewrites the expectations;
//! read the difference before committing it.

use std::fmt::Write as _;
use std::path::Path;

use asunder_parser::{
    Parse, alternate_reading, parse_expression, parse_item, parse_statements, parse_type_id,
};
use asunder_syntax::{Dialect, NodeOrToken, Standard, SyntaxKind, SyntaxNode};

#[test]
fn trees() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trees");
    let update = std::env::var_os("UPDATE_TREES").is_some();
    let mut failures = String::new();
    let mut count = 0;
    let mut files: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut rewritten = String::new();
        for test in text.split("=== ").skip(1) {
            count += 1;
            let (head, rest) = test.split_once('\n').unwrap();
            let (source, expected) = rest.split_once("\n---\n").unwrap_or((rest.trim_end_matches('\n'), ""));
            let actual = tree_of(head, source);
            if actual.trim_end() != expected.trim_end() {
                let _ = writeln!(
                    failures,
                    "=== {head}\n{source}\n--- expected\n{expected}\n--- actual\n{actual}"
                );
            }
            let _ = write!(rewritten, "=== {head}\n{source}\n---\n{actual}\n");
        }
        if update {
            std::fs::write(&file, rewritten.trim_end().to_owned() + "\n").unwrap();
        }
    }
    assert!(count >= 300, "{count} tests found");
    assert!(update || failures.is_empty(), "{failures}");
}

fn tree_of(head: &str, source: &str) -> String {
    let (entry, _) = head.split_once(':').unwrap();
    let (entry, standard) = entry.split_once(' ').unwrap_or((entry, "17"));
    let dialect = Dialect::new(match standard {
        "03" => Standard::Cpp03,
        "17" => Standard::Cpp17,
        "20" => Standard::Cpp20,
        "23" => Standard::Cpp23,
        other => panic!("standard {other}"),
    });
    let (source, alternate) = match source.strip_prefix("//alternate\n") {
        Some(source) => (source, true),
        None => (source, false),
    };
    let parse = match entry {
        "item" => parse_item(source, dialect),
        "statements" => parse_statements(source, dialect),
        "expr" => parse_expression(source, dialect),
        "type" => parse_type_id(source, dialect),
        other => panic!("entry {other}"),
    };
    assert_eq!(parse.syntax().text().to_string(), source);
    if alternate {
        let root = parse.syntax();
        let other = root.descendants().find_map(|node| alternate_reading(&node, dialect));
        return other.map_or("not ambiguous".to_owned(), |other| print(&other.root));
    }
    print(&parse.syntax()) + &print_errors(&parse, source)
}

fn print(root: &SyntaxNode) -> String {
    let mut out = String::new();
    for child in root.children_with_tokens().filter(|child| !child.kind().is_trivia()) {
        print_element(&mut out, &child, 0);
    }
    out
}

fn print_element(
    out: &mut String,
    element: &NodeOrToken<SyntaxNode, asunder_syntax::SyntaxToken>,
    depth: usize,
) {
    let indent = "  ".repeat(depth);
    out.push_str(&indent);
    let mut element = element.clone();
    loop {
        let node = match element {
            NodeOrToken::Token(token) => {
                let _ = writeln!(out, "`{}`", token.text());
                return;
            }
            NodeOrToken::Node(node) => node,
        };
        let _ = write!(out, "{:?}", node.kind());
        let mut children: Vec<_> =
            node.children_with_tokens().filter(|child| !child.kind().is_trivia()).collect();
        if children.len() == 1 {
            out.push_str(if children[0].as_node().is_some() { " > " } else { " " });
            element = children.remove(0);
            continue;
        }
        if children.iter().all(|child| child.as_token().is_some()) {
            for token in children.iter().filter_map(|child| child.as_token()) {
                let _ = write!(out, " `{}`", token.text());
            }
            out.push('\n');
            return;
        }
        out.push('\n');
        for child in &children {
            print_element(out, child, depth + 1);
        }
        return;
    }
}

fn print_errors(parse: &Parse, source: &str) -> String {
    let mut out = String::new();
    for error in parse.errors() {
        let range = error.range();
        let at = &source[usize::from(range.start())..usize::from(range.end())];
        let _ = writeln!(out, "error at {} `{at}`: {}", u32::from(range.start()), error.message());
    }
    let nodes = parse.syntax().descendants().filter(|node| node.kind() == SyntaxKind::ERROR_NODE).count();
    assert!(nodes == 0 || !parse.errors().is_empty(), "an error node without an error");
    out
}
