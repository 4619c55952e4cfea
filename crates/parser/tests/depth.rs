//! Nesting and chains of 200,000 levels: no stack overflow, no quadratic time, lossless.

use std::time::{Duration, Instant};

use asunder_parser::parse_item;
use asunder_syntax::{Dialect, Standard};

/// Fewer in a build without optimisation, to keep the tests short.
const LEVELS: usize = if cfg!(debug_assertions) { 40_000 } else { 200_000 };

/// Parses, checks losslessness and drops the tree on the stack of a test thread.
#[track_caller]
fn check(text: &str) {
    let start = Instant::now();
    let parse = parse_item(text, Dialect::new(Standard::Cpp20));
    assert!(parse.syntax().text() == text, "not lossless");
    drop(parse);
    // A debug build needs a second or so; quadratic time would be hours.
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[track_caller]
fn nested(before: &str, open: &str, middle: &str, close: &str, after: &str) {
    check(&format!("{before}{}{middle}{}{after}", open.repeat(LEVELS), close.repeat(LEVELS)));
    check(&format!("{before}{}{middle}{after}", open.repeat(LEVELS)));
    check(&format!("{before}{middle}{}{after}", close.repeat(LEVELS)));
}

#[test]
fn brackets() {
    nested("int x = ", "(", "1", ")", ";");
    nested("int x = a", "[", "1", "]", ";");
    nested("void f() ", "{", "", "}", "");
    nested("T x = ", "{", "", "}", ";");
    nested("int x = f", "(f", "1", ")", ";");
    nested("auto x = ", "[]{return ", "1", ";}", ";");
    nested("int x = ", "({", "1;", "})", ";");
    nested("", "namespace n {", "", "}", "");
    nested("", "struct s {", "", "};", "");
    nested("", "extern \"C\" {", "", "}", "");
    nested("int ", "(", "x", ")", ";");
    nested("int ", "(*", "x", ")()", ";");
    nested("void f(", "int(", "x", ")", ");");
    nested("__attribute__((a", "(a", "", ")", ")) int x;");
}

#[test]
fn angle_brackets() {
    nested("", "A<", "int", ">", " x;");
    nested("int x = ", "a<", "b", ">", "(1);");
    nested("int x = ", "f(a<", "b", ">(1))", ";");
    nested("", "template<template<class> class T, ", "int x", ">", " struct A;");
    nested("", "template<class> ", "void f();", "", "");
    nested("int x = ", "a < b > ", "c", "", ";");
    nested("int x = ", "static_cast<A>(", "c", ")", ";");
    nested("int x = k", "<<<k", "1", ">>>(1)", ";");
}

#[test]
fn operators() {
    nested("int x = ", "-", "1", "", ";");
    nested("int x = ", "*&!~", "y", "", ";");
    nested("int x = ", "(int)", "y", "", ";");
    nested("int x = ", "(T)", "y", "", ";");
    nested("int x = ", "sizeof ", "y", "", ";");
    nested("int x = ", "a + ", "1", "", ";");
    nested("int x = ", "a, ", "1", "", ";");
    nested("int x = ", "a = ", "1", "", ";");
    nested("int x = ", "a ? b : ", "1", "", ";");
    nested("int x = ", "a ? ", "1", ": b", ";");
    nested("int x = a", ".b", "", "()", ";");
    nested("int x = a", "->b(1)[2]++", "", "", ";");
    nested("int ", "*", "x", "", ";");
    nested("", "A::", "x", "", " y;");
    nested("int x", "[1]", "", "", ";");
    nested("void f", "(int)", "", "", ";");
    nested("int x = ", "new ", "int", "", ";");
    nested("int x = ", "delete ", "p", "", ";");
    nested("auto f() ", "-> auto(*)() ", "", "", ";");
    nested("template<class T> requires ", "!", "C<T>", "", " void f();");
    nested("template<class T> requires ", "C<T> && ", "C<T>", "", " void f();");
}

#[test]
fn statements() {
    nested("void f() {", "if (a) ", ";", "", "}");
    nested("void f() {", "if (a) b(); else ", ";", "", "}");
    nested("void f() {", "while (a) for (;;) do ", ";", "while(1);", "}");
    nested("void f() {", "switch (a) case 1: l: ", ";", "", "}");
    nested("void f() {", "try {", "", "} catch (...) { }", "}");
    nested("void f() {", "struct s { void g() {", "", "} };", "}");
    nested("void f() {", "case 1: default: l: ", ";", "", "}");
}
