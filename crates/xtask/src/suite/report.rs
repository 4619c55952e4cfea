//! The verdict on a suite, in counts and lines.

use std::collections::BTreeMap;
use std::path::Path;

use super::answer::{Answer, Compared, Objects};
use crate::process::Ending;

/// Counts over all programs.
#[derive(Default)]
pub struct Report {
    with_missed: bool,
    accepted: u32,
    rejected: u32,
    wrongly_rejected: u32,
    crashed: u32,
    module_ids: u32,
    first_error_equal: u32,
    all_equal: u32,
    objects: BTreeMap<Objects, u32>,
    /// Files that we accept and the reference does not, by its first error.
    missed: BTreeMap<String, u32>,
    /// Files that both reject with another first error, by both.
    other_first: BTreeMap<String, u32>,
}

impl Report {
    pub fn new(with_missed: bool) -> Report {
        Report { with_missed, ..Report::default() }
    }

    /// Counts a program, and prints what is wrong with it.
    pub fn add(&mut self, path: &Path, compared: &Compared) {
        let Compared { reference, candidate, objects } = compared;
        let path = path.display();
        if !matches!(candidate.ending, Ending::Exit(0 | 2 | 4)) {
            self.crashed += 1;
            println!("crash: {path}: {}", candidate.ending);
        }
        if reference.accepts() {
            self.accepted += 1;
            if !candidate.accepts() {
                self.wrongly_rejected += 1;
                println!("rejected: {path}: {}", first_error(candidate));
            } else if reference.module_id != candidate.module_id && !depends_on_process(reference) {
                self.module_ids += 1;
                let id = |answer: &Answer| answer.module_id.clone().unwrap_or_default();
                println!("module id: {path}: {} not {}", id(candidate), id(reference));
            }
            if let Some(objects) = objects {
                *self.objects.entry(*objects).or_default() += 1;
                if matches!(objects, Objects::Different | Objects::Worse) {
                    println!("objects {objects:?}: {path}");
                }
            }
            return;
        }
        self.rejected += 1;
        let (theirs, ours) = (reference.errors().next(), candidate.errors().next());
        self.all_equal += u32::from(reference.diagnostics == candidate.diagnostics);
        if ours.is_none() {
            *self.missed.entry(kind_of(reference)).or_default() += 1;
            if self.with_missed {
                println!("missed: {path}: {}", first_error(reference));
            }
        } else if ours == theirs {
            self.first_error_equal += 1;
        } else {
            *self
                .other_first
                .entry(format!("{} for {}", kind_of(candidate), kind_of(reference)))
                .or_default() += 1;
            if self.with_missed {
                println!("other: {path}: {} not {}", first_error(candidate), first_error(reference));
            }
        }
    }

    /// Prints the counts.
    pub fn print(&self) {
        print_most_frequent("accepted by us, by the reference's first error", &self.missed);
        print_most_frequent("another first error, ours for the reference's", &self.other_first);
        let missed: u32 = self.missed.values().sum();
        println!(
            "accepted {}: {} rejected by us, {} module ids differ; rejected {}: {missed} accepted by us, first error equal {}, \
             all equal {}; {} crashes",
            self.accepted,
            self.wrongly_rejected,
            self.module_ids,
            self.rejected,
            self.first_error_equal,
            self.all_equal,
            self.crashed
        );
        if !self.objects.is_empty() {
            let counts: Vec<String> =
                self.objects.iter().map(|(objects, count)| format!("{objects:?} {count}")).collect();
            println!("host objects: {}", counts.join(", "));
        }
    }

    /// Whether nothing that the reference accepts is rejected or crashes, and no module id differs.
    pub fn is_clean(&self) -> bool {
        self.wrongly_rejected + self.crashed + self.module_ids == 0
    }
}

/// A module id ends in the number of the process where the unit has no name of its own.
fn depends_on_process(answer: &Answer) -> bool {
    let id = answer.module_id.as_deref().unwrap_or_default();
    id.rsplit('_').next().is_some_and(|last| !last.is_empty() && last.bytes().all(|it| it.is_ascii_digit()))
}

fn first_error(answer: &Answer) -> String {
    answer.errors().next().map_or_else(|| format!("no error, {}", answer.ending), ToString::to_string)
}

/// Number and text of the first error without what it quotes.
fn kind_of(answer: &Answer) -> String {
    let Some(error) = answer.errors().next() else { return answer.ending.to_string() };
    let number = error.number.map_or(String::new(), |number| format!("#{number} "));
    let text: Vec<&str> = error.text.split('"').step_by(2).collect();
    let text = if error.text.starts_with("expected") { error.text.clone() } else { text.join("…") };
    format!("{number}{text}").chars().take(100).collect()
}

fn print_most_frequent(title: &str, counts: &BTreeMap<String, u32>) {
    if counts.is_empty() {
        return;
    }
    println!("{title}:");
    let mut sorted: Vec<(&String, &u32)> = counts.iter().collect();
    sorted.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (what, count) in sorted.into_iter().take(60) {
        println!("{count:>6}  {what}");
    }
}
