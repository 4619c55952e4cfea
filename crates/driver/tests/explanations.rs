//! Every number that is reported has a page in `asunder explain` that says more than the message.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use asunder_diag::catalogue;
use asunder_diag::explanation::explanation;
use asunder_driver::options::{CxxStandard, Language, Options, Release};
use asunder_driver::{Pass, check_unit};

/// The texts of all cases of this crate: files of `=== head`, text, and lines from `--- ` on that expect something.
fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files =
        ["rules", "data"].iter().flat_map(|folder| std::fs::read_dir(root.join(folder)).expect("a folder"));
    let files: BTreeSet<PathBuf> = files.map(|entry| entry.expect("an entry").path()).collect();
    let mut texts = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|it| it == "txt")) {
        let text = std::fs::read_to_string(file).expect("a file of cases");
        for case in text.split("=== ").skip(1) {
            let lines = case.lines().skip(1).take_while(|line| !line.starts_with("--- "));
            texts.push(lines.map(|line| format!("{line}\n")).collect());
        }
    }
    texts
}

/// The numbers that are reported in a pass, with one text for each.
fn reported(texts: &[String], standard: CxxStandard, release: Release, pass: Pass) -> BTreeMap<u16, String> {
    let mut options = Options { release, ..Options::default() };
    options.language.language = Language::Cxx(standard);
    let mut found = BTreeMap::new();
    for text in texts {
        let report = check_unit(&options, pass, text.as_bytes()).expect("a small unit");
        for diagnostic in report.diagnostics {
            let notes = diagnostic.notes.iter().map(|note| &note.message);
            for number in std::iter::once(&diagnostic.message).chain(notes).filter_map(|it| it.number) {
                found.entry(number).or_insert_with(|| text.clone());
            }
        }
    }
    found
}

#[test]
fn what_is_reported_is_explained() {
    let texts = texts();
    assert!(texts.len() > 1000, "{} texts", texts.len());
    let mut found = BTreeMap::new();
    for pass in [Pass::Host, Pass::Device { arch: 75 }] {
        for (standard, release) in
            [(CxxStandard::Cxx14, Release::default()), (CxxStandard::Cxx20, Release::NEWEST)]
        {
            found.append(&mut reported(&texts, standard, release, pass));
        }
    }
    assert!(found.len() > 150, "{} numbers", found.len());
    let unexplained: Vec<String> = found
        .iter()
        .filter(|(number, _)| explanation(**number).is_none())
        .map(|(number, text)| {
            let message = catalogue::by_number(*number).and_then(|entry| entry.message).unwrap_or_default();
            format!("{number} {message}: {text}")
        })
        .collect();
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
}
