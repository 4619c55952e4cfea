//! Every option in every form against the recorded answers of each release of the reference: acceptance, status and
//! error text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, Stdio};

const RECORD: &str = include_str!("data/options.tsv");
/// The releases that have lines in the record.
const RELEASES: [&str; 6] = ["13.0", "13.1", "13.2", "13.3", "13.4", "13.5"];
const REST: [&str; 5] = ["--gen_c_file_name", "o.cpp", "--stub_file_name", "s.c", "t.cu"];

/// What a run said, in the record's terms: the unit named in the summary, and the error.
fn answer(text: &str) -> (&str, String) {
    let starts = ["Command-line error: ", "Catastrophic error: "];
    let start = starts.iter().filter_map(|start| text.find(start)).min();
    let error = start.map_or("", |at| text[at..].split("\n\n").next().unwrap_or(""));
    let unit = text
        .split_once("in the compilation of \"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .map_or("-", |(unit, _)| unit);
    (unit, error.trim_end().replace('\n', "\\n"))
}

/// The command lines to try: all in the oldest release, and in each later one those that it answers otherwise and,
/// so that nothing else changed, one in fifty.
fn recorded() -> Vec<(&'static str, &'static str, [&'static str; 3])> {
    let mut answers = BTreeMap::new();
    let mut tried = Vec::new();
    for release in RELEASES {
        let mut changed = BTreeSet::new();
        for line in RECORD.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [since, words, answer @ ..] = &fields[..] else { panic!("five fields: {line}") };
            if *since == release {
                answers.insert(*words, <[&str; 3]>::try_from(answer).expect("five fields"));
                changed.insert(*words);
            }
        }
        let all = answers.iter().enumerate();
        let chosen = all.filter(|(nth, (words, _))| changed.contains(*words) || nth % 50 == 0);
        tried.extend(chosen.map(|(_, (words, answer))| (release, *words, *answer)));
    }
    assert!(tried.len() > answers.len(), "each release has command lines");
    tried
}

#[test]
fn every_option_is_taken_as_the_reference_takes_it() {
    let mut differences = Vec::new();
    for (release, words, [status, unit, error]) in recorded() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("t.cu"), "int a;\n").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_asunder"))
            .args(["cudafe++", "--release", release])
            .args(words.split(' '))
            .args(REST)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let Some(own_status) = output.status.code() else {
            // `--time_limit 0` is meant to end so.
            if status != "crash" || !words.starts_with("--time_limit") {
                differences.push(format!("{release} {words}: ended by a signal"));
            }
            continue;
        };
        if status == "crash" {
            continue;
        }
        if status == "2" {
            // The option is accepted; what it makes of the unit is not the subject here.
            assert!(matches!(own_status, 0 | 2), "{words}");
            continue;
        }
        if words.starts_with("--create_header_unit") && !error.starts_with("Command-line error") {
            // Header units are not made.
            continue;
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let own = (own_status.to_string(), answer(&text));
        if own != (status.to_owned(), (unit, error.to_owned())) {
            differences.push(format!("{release} {words}: {status} {unit} {error} / {own:?}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
