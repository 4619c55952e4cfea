//! Which declaration each name means, and which functions are called without a name, against the reference.
//!
//! `tests/xref/*.txt` hold the reference's `--xref` listings of the `.cpp` beside them, one line a name:
//! `line:column declares|means name places…` with the places where the entity is declared. Names in
//! template definitions are left out.

use std::collections::HashMap;

use asunder_sema::xref::xref;
use asunder_source::SourceText;
use asunder_syntax::Dialect;

/// Kinds and places of the entities of the names that asunder lists, by `line:column`.
fn ours(source: &str) -> HashMap<String, Vec<(bool, Vec<String>)>> {
    let db = salsa::DatabaseImpl::new();
    let text = format!("# 1 \"x.cu\"\n{source}");
    let source = SourceText::new(&db, "x.cu".to_owned(), text.into());
    let listing = xref(&db, source, Dialect::default());
    let mut declared: HashMap<&str, Vec<String>> = HashMap::new();
    let mut names = Vec::new();
    for line in listing.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [entity, _, kind, _, line, column] = fields[..] else { panic!("a line of six fields") };
        let place = format!("{line}:{column}");
        let declares = matches!(kind, "D" | "d");
        if declares {
            declared.entry(entity).or_default().push(place.clone());
        }
        names.push((place, declares, entity));
    }
    let mut found: HashMap<String, Vec<(bool, Vec<String>)>> = HashMap::new();
    for (place, declares, entity) in names {
        let places = declared.get(entity).cloned().unwrap_or_default();
        found.entry(place).or_default().push((declares, places));
    }
    found
}

/// The lines of a listing that asunder does not have.
fn different(source: &str, listing: &str) -> Vec<String> {
    let ours = ours(source);
    let mut different = Vec::new();
    for line in listing.lines() {
        let mut words = line.split(' ');
        let (place, verb) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let places: Vec<&str> = words.skip(1).collect();
        let answers = ours.get(place).map_or(&[][..], Vec::as_slice);
        let is_right = answers.iter().any(|(declares, answer)| match verb {
            "declares" => *declares,
            _ => !declares && answer.iter().any(|at| places.contains(&at.as_str())),
        });
        if !is_right {
            different.push(line.to_owned());
        }
    }
    different
}

#[test]
fn names_mean_what_the_reference_says() {
    let found = different(include_str!("../xref/names.cpp"), include_str!("../xref/names.txt"));
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn calls_without_a_name_are_listed() {
    let found = different(include_str!("../xref/calls.cpp"), include_str!("../xref/calls.txt"));
    // The destructor of what an operator gives has no constructor beside it.
    assert_eq!(found, ["35:4 means ~A 5:3"]);
}
