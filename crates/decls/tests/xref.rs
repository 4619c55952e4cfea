//! Which declaration each name means, against the reference.
//!
//! `data/xref.txt` holds the reference's `--xref` listing of `data/xref.cpp`, one line a name:
//! `line:column declares|means name places…` with the places where the entity is declared. Names in
//! template definitions are left out.

use std::collections::HashMap;

use asunder_decls::xref::xref;
use asunder_source::SourceText;
use asunder_syntax::Dialect;

/// Names that have no answer, and must not get a wrong one.
const UNKNOWN: &[&str] = &[];

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

#[test]
fn names_mean_what_the_reference_says() {
    let ours = ours(include_str!("data/xref.cpp"));
    let mut different = Vec::new();
    for line in include_str!("data/xref.txt").lines() {
        let mut words = line.split(' ');
        let (place, verb) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let name = words.next().unwrap_or_default();
        let places: Vec<&str> = words.collect();
        let answers = ours.get(place).map_or(&[][..], Vec::as_slice);
        let right = answers.iter().any(|(declares, answer)| match verb {
            "declares" => *declares,
            _ => !declares && answer.iter().any(|at| places.contains(&at.as_str())),
        });
        if right == UNKNOWN.contains(&format!("{place} {name}").as_str()) {
            different.push(format!("{line}: {:?}", ours.get(place)));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
