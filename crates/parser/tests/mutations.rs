//! Mutated sources, with a fixed seed: no panic, no hang, the text preserved.

use std::path::Path;

use asunder_parser::{alternate_reading, parse_expression, parse_item, parse_statements, parse_type_id};
use asunder_syntax::{Dialect, Standard, lex};
use fastrand::Rng;

/// Mutants made of each source.
const ROUNDS: usize = 6;

/// The sources of the tree tests.
fn sources() -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trees");
    let mut files: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let texts = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
    let tests = texts.flat_map(|text| text.split("=== ").skip(1).map(str::to_owned).collect::<Vec<_>>());
    tests
        .filter_map(|test| {
            let (_, rest) = test.split_once('\n')?;
            Some(rest.split("\n---\n").next()?.to_owned())
        })
        .collect()
}

/// The tokens of a text.
fn pieces(text: &str) -> Vec<&str> {
    let mut at = 0;
    lex(text, Dialect::default())
        .iter()
        .map(|token| {
            let start = at;
            at += token.len as usize;
            &text[start..at]
        })
        .collect()
}

/// Drops, doubles, swaps or takes in a token.
fn mutate(random: &mut Rng, tokens: &mut Vec<String>, pool: &[String]) {
    if tokens.is_empty() {
        return;
    }
    let at = random.usize(..tokens.len());
    match random.usize(..5) {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, tokens[at].clone()),
        2 => {
            let other = random.usize(..tokens.len());
            tokens.swap(at, other);
        }
        3 => tokens[at] = pool[random.usize(..pool.len())].clone(),
        _ => tokens.insert(at, pool[random.usize(..pool.len())].clone()),
    }
}

fn check(text: &str) {
    let dialect = Dialect::new(Standard::Cpp23);
    for parse in [parse_item, parse_statements, parse_expression, parse_type_id] {
        let tree = parse(text, dialect).syntax();
        assert!(tree.text() == text, "not lossless: {text}");
    }
}

#[test]
fn mutated_sources_are_preserved() {
    let sources = sources();
    let mut pool: Vec<String> =
        sources.iter().flat_map(|source| pieces(source).into_iter().map(str::to_owned)).collect();
    pool.sort();
    pool.dedup();
    let mut random = Rng::with_seed(0x5EED_1234_ABCD_0001);
    for source in &sources {
        for _ in 0..ROUNDS {
            let mut tokens: Vec<String> = pieces(source).into_iter().map(str::to_owned).collect();
            for _ in 0..=random.usize(..4) {
                mutate(&mut random, &mut tokens, &pool);
            }
            check(&tokens.concat());
        }
    }
}

#[test]
fn truncated_sources_are_preserved() {
    for source in sources() {
        for (end, _) in source.char_indices().step_by(7) {
            check(&source[..end]);
            check(&source[end..]);
        }
    }
}

#[test]
fn soups_of_tokens_are_preserved() {
    let sources = sources();
    let pool: Vec<&str> = sources.iter().flat_map(|source| pieces(source)).collect();
    let mut random = Rng::with_seed(0x0DD_B175);
    for _ in 0..600 {
        let count = 1 + random.usize(..120);
        let soup: Vec<&str> = (0..count).map(|_| pool[random.usize(..pool.len())]).collect();
        check(&soup.join(" "));
        check(&soup.concat());
    }
}

#[test]
fn other_readings_are_lossless() {
    let dialect = Dialect::new(Standard::Cpp23);
    let mut count = 0;
    for source in sources() {
        let root = parse_statements(&source, dialect).syntax();
        for node in root.descendants() {
            if let Some(other) = alternate_reading(&node, dialect) {
                assert!(other.root.text() == source[other.range], "not lossless: {source}");
                count += 1;
            }
        }
    }
    assert!(count > 50, "{count} ambiguities found");
}
