//! Broken text: whatever is done to the sources of the documents, there is a host file with its frame.

use std::path::Path;
use std::sync::Arc;

use asunder_hostgen::options::HostOptions;
use asunder_hostgen::unit::{HostSettings, host_file};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, lex};
use fastrand::Rng;

#[salsa::db]
#[derive(Clone, Default)]
struct Database {
    storage: salsa::Storage<Self>,
}

#[salsa::db]
impl salsa::Database for Database {}

/// Mutated texts for each document.
const ROUNDS: usize = 60;

/// The `cuda` blocks of a document, with attributes as the headers leave them.
fn sources(document: &str) -> String {
    let mut inside = false;
    let mut out = String::new();
    for line in document.lines() {
        match line {
            "```cuda" => inside = true,
            "```" => inside = false,
            _ if inside => {
                out.push_str(line);
                out.push('\n');
            }
            _ => {}
        }
    }
    for space in ["host", "device", "global", "shared", "constant", "managed"] {
        out = out.replace(&format!("__{space}__"), &format!("__attribute__(({space}))"));
    }
    out
}

/// Drops, repeats and moves a few tokens.
fn mutate(text: &str, random: &mut Rng) -> String {
    let mut tokens = Vec::new();
    let mut at = 0;
    for token in lex(text, Dialect::default()) {
        tokens.push(&text[at..at + token.len as usize]);
        at += token.len as usize;
    }
    let start = random.usize(..tokens.len().max(1));
    let mut tokens = tokens[start..(start + 200).min(tokens.len())].to_vec();
    for _ in 0..1 + random.usize(..4) {
        let (from, to) = (random.usize(..tokens.len().max(1)), random.usize(..tokens.len().max(1)));
        match random.usize(..3) {
            0 => drop(tokens.remove(from)),
            1 => tokens.insert(to, tokens[from]),
            _ => tokens.swap(from, to),
        }
        if tokens.is_empty() {
            break;
        }
    }
    tokens.concat()
}

#[test]
fn every_text_has_a_host_file() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/host-text");
    let mut documents: Vec<_> = std::fs::read_dir(directory).unwrap().map(|it| it.unwrap().path()).collect();
    documents.sort();
    let mut random = Rng::with_seed(1);
    for document in documents {
        let text = sources(&std::fs::read_to_string(document).unwrap());
        for _ in 0..ROUNDS {
            let mutated = mutate(&text, &mut random);
            let db = Database::default();
            let source = SourceText::new(&db, "x.ii".to_owned(), mutated.as_str().into());
            let settings = HostSettings {
                options: Arc::new(HostOptions {
                    extended_lambda: true,
                    device_c: true,
                    host_references: true,
                    ..HostOptions::default()
                }),
                dialect: Dialect::default(),
                input_name: "x.ii".to_owned(),
                stub_file: "x.stub.c".to_owned(),
                module_id: "_ID".to_owned(),
            };
            let file = host_file(&db, source, Arc::new(settings));
            assert!(file.starts_with("# 1 \"x.ii\"\n"), "{mutated}");
            assert_eq!(file.matches("#include \"x.stub.c\"\n").count(), 1, "{mutated}");
        }
    }
}
