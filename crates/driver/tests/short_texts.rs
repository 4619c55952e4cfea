//! Errors of short texts: number, line and column, as the reference reports them.
//!
//! `data/syntax_errors.txt` holds short texts, `data/syntax_cases.txt` the preprocessed text of recorded cases,
//! both with every error that we report; the first is the reference's first. `data/syntax_recovery.txt` holds texts
//! with every error of the reference, `data/mistakes.txt` such texts whose syntax is right. A test is `=== STANDARD: name`, the
//! text, and lines `--- NUMBER LINE:COLUMN`; column 0 is the end of the source. A text without such a line is
//! accepted by the reference.

use std::path::Path;

use asunder_diag::catalogue;
use asunder_diag::diagnostic::{Diagnostic, Place};
use asunder_diag::severity::Severity;
use asunder_driver::options::{CxxStandard, Language, Options};

#[test]
fn short_texts() {
    check_all("syntax_errors.txt", 500);
}

#[test]
fn recorded_cases() {
    check_all("syntax_cases.txt", 45);
}

#[test]
fn texts_with_several_errors() {
    check_all("syntax_recovery.txt", 190);
}

#[test]
fn mistakes_of_meaning() {
    check_all("mistakes.txt", 600);
}

fn check_all(file: &str, at_least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let mut count = 0;
    let mut failures = String::new();
    for test in text.split("\n=== ").skip(1) {
        count += 1;
        let (head, rest) = test.split_once('\n').unwrap();
        let (source, expected) = match rest.find("\n--- ") {
            Some(at) => (&rest[..at + 1], rest[at + 1..].trim_end()),
            None => (rest, ""),
        };
        let actual = errors(head, source);
        if actual != expected {
            failures += &format!("=== {head}\n{source}expected:\n{expected}\nactual:\n{actual}\n");
        }
    }
    assert!(count >= at_least, "{count} tests found");
    assert!(failures.is_empty(), "{failures}");
}

fn errors(head: &str, source: &str) -> String {
    let mut options = Options::default();
    options.language.language = Language::Cxx(match head.split_once(':').unwrap().0 {
        "14" => CxxStandard::Cxx14,
        "17" => CxxStandard::Cxx17,
        "20" => CxxStandard::Cxx20,
        "23" => CxxStandard::Cxx23,
        other => panic!("standard {other}"),
    });
    let report = asunder_driver::check_unit(&options, asunder_driver::Pass::Host, source.as_bytes()).unwrap();
    let lines: Vec<_> = report.diagnostics.iter().filter(|it| is_error(it)).map(place_of).collect();
    lines.join("\n")
}

/// Rules have remarks on the texts, too.
fn is_error(diagnostic: &Diagnostic) -> bool {
    let entry = diagnostic.message.number.and_then(catalogue::by_number);
    let severity = entry.and_then(|entry| entry.default_severity(catalogue::Pass::Host));
    diagnostic.fixed_severity.or(severity).is_some_and(|it| it >= Severity::Error)
}

fn place_of(diagnostic: &Diagnostic) -> String {
    let number = diagnostic.message.number.unwrap_or(0);
    let (line, column) = match &diagnostic.place {
        Place::Line(place) => (place.line, place.point.as_ref().map_or(0, |point| point.column)),
        Place::EndOfSource { line, .. } => (*line, 0),
        Place::Nowhere => (0, 0),
    };
    format!("--- {number} {line}:{column}")
}
