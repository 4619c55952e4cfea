//! Every number that is reported has a page in `asunder explain` that says more than the message.
//!
//! The numbers are those of the catalogue that stand in the sources of the crates that report. What is made of them
//! by arithmetic is seen when it is reported: `asunder_diag::control` asserts that it is explained.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use asunder_diag::catalogue;
use asunder_diag::explanation::explanation;

/// The crates that name numbers of diagnostics.
const REPORTING: [&str; 6] = ["cuda", "diag", "driver", "hostgen", "lexical", "parser"];
/// Where a number of the catalogue is something else: the file, and what stands before the number.
const OTHERS: [(&str, &str); 2] = [("", "usize = "), ("driver/src/options.rs", "constexpr_depth: ")];

#[test]
fn every_number_in_the_sources_is_explained() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = BTreeSet::new();
    REPORTING.iter().for_each(|name| collect(&crates.join(name).join("src"), &mut files));
    let (mut named, mut unexplained) = (BTreeSet::new(), Vec::new());
    for file in &files {
        let text = fs::read_to_string(file).expect("a source");
        let file = file.strip_prefix(&crates).expect("it is below").display().to_string();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for (before, number) in numbers(line) {
                let is_other =
                    |(name, words): &(&str, &str)| file.starts_with(name) && before.ends_with(words);
                // One digit stands for anything; where it is a diagnostic's number, it has a name.
                let is_count = number < 10 && !before.ends_with("u16 = ");
                if catalogue::by_number(number).is_none() || is_count || OTHERS.iter().any(is_other) {
                    continue;
                }
                named.insert(number);
                if explanation(number).is_none() {
                    unexplained.push(format!("{file}: {number} in `{}`", line.trim()));
                }
            }
        }
    }
    assert!(named.len() > 280, "{} numbers", named.len());
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
}

/// The numbers in a line, with what stands before them.
fn numbers(line: &str) -> impl Iterator<Item = (&str, u16)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < line.len() {
            let start = at + line[at..].find(is_word)?;
            let end = line[start..].find(|c| !is_word(c)).map_or(line.len(), |length| start + length);
            at = end;
            if let Ok(number) = line[start..end].parse() {
                return Some((&line[..start], number));
            }
        }
        None
    })
}

fn collect(folder: &Path, files: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => collect(&path, files),
            false => drop(files.insert(path)),
        }
    }
}
