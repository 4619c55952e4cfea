//! Which declaration each name means, against the reference.
//!
//! `data/xref.txt` holds the reference's `--xref` listing of `data/xref.cpp`, one line a name:
//! `line:column declares|means name places…` with the places where the entity is declared. Names in
//! template definitions are left out.

use std::collections::HashMap;

use asunder_decls::xref::xref;
use asunder_source::SourceText;
use asunder_syntax::Dialect;

/// Names that have no answer: a constructor that a declarator calls, and a closure's call operator.
const UNKNOWN: &[&str] = &["5:29 S", "5:140 operator()", "5:167 operator()"];

/// Kind and places of the entity of each name that asunder lists, by `line:column`.
fn ours(source: &str) -> HashMap<String, (bool, Vec<String>)> {
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
    names
        .into_iter()
        .map(|(place, declares, entity)| {
            (place, (declares, declared.get(entity).cloned().unwrap_or_default()))
        })
        .collect()
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
        let right = match (verb, ours.get(place)) {
            ("declares", Some((declares, _))) => *declares,
            (_, Some((_, answer))) => answer.iter().any(|at| places.contains(&at.as_str())),
            (_, None) => false,
        };
        if right == UNKNOWN.contains(&format!("{place} {name}").as_str()) {
            different.push(format!("{line}: {:?}", ours.get(place)));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
