//! Items of small texts: each case file holds sources and the outline that they must have.

use std::fmt::Write as _;

use asunder_outline::{ItemKind, scan};
use asunder_syntax::Dialect;
use expect_test::{ExpectFile, expect_file};

/// One line an item: nesting, kind, facts, function name, text on one line.
fn render(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0usize;
    for item in scan(text, Dialect::new(asunder_syntax::Standard::Cpp20)).items {
        if item.kind == ItemKind::Close {
            depth = depth.saturating_sub(1);
        }
        let kind = match item.kind {
            ItemKind::Declaration => "item",
            ItemKind::NamespaceOpen => "namespace",
            ItemKind::LinkageOpen => "linkage",
            ItemKind::Close => "close",
        };
        let facts = item.facts.names().collect::<Vec<_>>().join(" ");
        let name = item.function_name.map_or(String::new(), |range| format!(" fn {}", &text[range]));
        let source = text[item.range].split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(out, "{:indent$}{kind}{name} [{facts}] {source}", "", indent = depth * 2);
        if matches!(item.kind, ItemKind::NamespaceOpen | ItemKind::LinkageOpen) {
            depth += 1;
        }
    }
    out
}

fn check(source: &str, expected: ExpectFile) {
    expected.assert_eq(&render(source));
}

#[test]
fn declarations() {
    check(include_str!("items/declarations.cpp"), expect_file!["items/declarations.txt"]);
}

#[test]
fn bodies_and_initializers() {
    check(include_str!("items/bodies.cpp"), expect_file!["items/bodies.txt"]);
}

#[test]
fn facts() {
    check(include_str!("items/facts.cpp"), expect_file!["items/facts.txt"]);
}

#[test]
fn broken_text() {
    check(include_str!("items/broken.cpp"), expect_file!["items/broken.txt"]);
}
