//! Random edits with requests in between: every answer is that of a server that has just been started.

mod common;

use asunder_edits::{Edits, Random};
use common::{Client, Document, position, with_kernel};
use serde_json::{Value, json};

/// Requests about a place.
const PLACED: [&str; 6] =
    ["hover", "definition", "typeDefinition", "documentHighlight", "signatureHelp", "completion"];
/// Requests about a document.
const WHOLE: [&str; 4] = ["documentSymbol", "semanticTokens/full", "foldingRange", "codeLens"];

/// `count` edits; after each `every`-th the answers are compared.
fn series(seed: u64, count: usize, every: usize) {
    let (_folder, mut client, mut document) = with_kernel();
    let real = client.folder.clone();
    let mut edits = Edits::new(seed);
    let mut random = Random::new(seed);
    let mut memory = Vec::new();
    for number in 1..=count {
        let edit = edits.next(&document.text, document.text.len());
        document.edit(&client, edit.range.clone(), &edit.text);
        // One that the next edit may overtake.
        let place = places(&document, &mut random).remove(0);
        client.send("textDocument/hover", place);
        if number % every == 0 {
            compare(&mut client, &document, &mut random, &real, number);
            memory.push(resident());
        }
    }
    if let (Some(first), Some(last)) = (memory.get(memory.len() / 4), memory.last()) {
        assert!(*last < first + (256 << 20), "memory grows: {memory:?}");
    }
    assert_eq!(client.end(), 0);
}

/// Bytes of memory that the process has.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    pages.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap_or(0) * 4096
}

fn places(document: &Document, random: &mut Random) -> Vec<Value> {
    let mut place = || {
        let at = random.below(document.text.len());
        let at = (0..=at).rev().find(|at| document.text.is_char_boundary(*at)).unwrap_or(0);
        json!({ "textDocument": { "uri": document.uri }, "position": position(&document.text, at) })
    };
    (0..4).map(|_| place()).collect()
}

fn compare(
    client: &mut Client,
    document: &Document,
    random: &mut Random,
    folder: &std::path::Path,
    number: usize,
) {
    let mut fresh = Client::start(folder);
    let same = fresh.open("kernel.cu", &document.text);
    let places = places(document, random);
    for method in PLACED {
        for place in &places {
            let method = format!("textDocument/{method}");
            let expected = fresh.request(&method, place.clone());
            let found = client.request(&method, place.clone());
            assert_eq!(found, expected, "{method} {place} after {number} edits of\n{}", document.text);
        }
    }
    for method in WHOLE {
        let method = format!("textDocument/{method}");
        let expected = fresh.request(&method, document.id());
        assert_eq!(
            client.request(&method, document.id()),
            expected,
            "{method} after {number} edits of\n{}",
            document.text
        );
    }
    let expected = fresh.diagnostics_of(&same.uri, 1);
    let found = client.diagnostics_of(&document.uri, document.version);
    assert_eq!(found, expected, "diagnostics after {number} edits of\n{}", document.text);
    assert_eq!(fresh.end(), 0);
}

#[test]
fn answers_are_those_of_a_fresh_server() {
    series(1, 200, 8);
}

/// `cargo test --release -p asunder-lsp --test edits -- --ignored` takes minutes.
#[test]
#[ignore = "takes minutes"]
fn answers_are_those_of_a_fresh_server_after_many_edits() {
    series(2, 10_000, 20);
}
