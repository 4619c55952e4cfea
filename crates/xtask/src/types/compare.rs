//! Two listings of a unit compared line by line.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

/// A place: file, line, column; as it is written.
type Place<'l> = &'l str;

/// What is compared of a line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Line<'l> {
    /// What it is: the kind of an expression without its value, or `class`, `field`, `var`, `assert`.
    what: &'l str,
    /// What must be equal.
    rest: Vec<&'l str>,
}

/// How many lines of one kind are equal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lines of the reference.
    pub theirs: usize,
    /// Those that ours has.
    pub equal: usize,
    /// Those in whose stead ours has another.
    pub different: usize,
    /// Lines of ours at places where the reference has none left.
    pub only_ours: usize,
}

impl Counts {
    /// Adds others.
    pub fn add(&mut self, other: Counts) {
        self.theirs += other.theirs;
        self.equal += other.equal;
        self.different += other.different;
        self.only_ours += other.only_ours;
    }

    /// Lines of the reference that ours does not have in any form.
    pub fn only_theirs(&self) -> usize {
        self.theirs - self.equal - self.different
    }

    /// Lines of ours that the reference does not have.
    pub fn wrong(&self) -> usize {
        self.different + self.only_ours
    }
}

/// Lines that differ in one way.
#[derive(Debug, Clone, Default)]
pub struct Group {
    /// How many.
    pub count: usize,
    /// The first place.
    pub place: String,
}

/// What a comparison found.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// By kind of line.
    pub by_what: BTreeMap<String, Counts>,
    /// By kind of line, the reference's and ours.
    pub groups: HashMap<(String, String, String), Group>,
}

impl Report {
    /// Adds another.
    pub fn add(&mut self, other: Report) {
        for (what, counts) in other.by_what {
            self.by_what.entry(what).or_default().add(counts);
        }
        for (key, group) in other.groups {
            let known = self.groups.entry(key).or_insert_with(|| Group { count: 0, ..group.clone() });
            known.count += group.count;
        }
    }

    fn count(&mut self, what: &str) -> &mut Counts {
        self.by_what.entry(what.to_owned()).or_default()
    }

    fn group(&mut self, what: &str, theirs: &str, ours: &str, place: &str) {
        let key = (what.to_owned(), theirs.to_owned(), ours.to_owned());
        let group = self.groups.entry(key).or_default();
        group.count += 1;
        if group.place.is_empty() {
            group.place = place.to_owned();
        }
    }
}

/// Compares the lines of the reference with ours; lines at places that are not `wanted` do not count.
///
/// Lines are matched at their places: equal ones first, then those of one kind, then any. Depths and flags of
/// expressions are not compared, for they follow from what stands around.
pub fn compare(theirs: &str, ours: &str, wanted: &dyn Fn(&str) -> bool) -> Report {
    compared(by_place(theirs, wanted), by_place(ours, wanted))
}

/// Compares the same where both have the bodies of instances: lines that are equal count once, and the trees of templates
/// as they are written, which the reference has beside those of their instances, do not count.
pub fn compare_instances(theirs: &str, ours: &str, wanted: &dyn Fn(&str) -> bool) -> Report {
    let theirs = without_patterns(theirs);
    let [mut theirs, mut ours] = [theirs.as_str(), ours].map(|listing| by_place(listing, wanted));
    for lines in theirs.values_mut().chain(ours.values_mut()) {
        lines.sort();
        lines.dedup();
    }
    compared(theirs, ours)
}

/// A listing without the trees that depend on template parameters.
pub fn without_patterns(listing: &str) -> String {
    let is_dependent = |line: &&str| line.contains("#(") || line.contains("<dependent>");
    let is_inside = |line: &str| line.starts_with("ex\t") && line.split('\t').nth(2) != Some("0");
    let mut kept = String::with_capacity(listing.len());
    let mut lines = listing.lines().peekable();
    while let Some(first) = lines.next() {
        let mut tree = vec![first];
        while let Some(line) = lines.next_if(|line| is_inside(line)) {
            tree.push(line);
        }
        if !tree.iter().any(is_dependent) {
            for line in tree {
                kept.push_str(line);
                kept.push('\n');
            }
        }
    }
    kept
}

fn compared<'l>(
    theirs: HashMap<Place<'l>, Vec<Line<'l>>>,
    mut ours: HashMap<Place<'l>, Vec<Line<'l>>>,
) -> Report {
    let mut report = Report::default();
    for (place, lines) in theirs {
        let mut candidates = Candidates::new(ours.remove(place).unwrap_or_default());
        let mut left = Vec::new();
        for line in lines {
            report.count(line.what).theirs += 1;
            match candidates.take_equal(&line) {
                true => report.count(line.what).equal += 1,
                false => left.push(line),
            }
        }
        let mut candidates = candidates.by_what();
        let mut unmatched = Vec::new();
        for line in left {
            match candidates.get_mut(line.what).and_then(Vec::pop) {
                Some(ours) => {
                    report.count(line.what).different += 1;
                    let (theirs, ours) = difference(&line, &ours);
                    report.group(line.what, &theirs, &ours, place);
                }
                None => unmatched.push(line),
            }
        }
        let mut rest: Vec<Line<'_>> = candidates.into_values().flatten().collect();
        rest.sort();
        for line in unmatched {
            match rest.pop() {
                Some(ours) => {
                    report.count(line.what).different += 1;
                    let ours = format!("{} {}", ours.what, ours.rest.join(" "));
                    report.group(line.what, &line.rest.join(" "), &ours, place);
                }
                None => report.group(line.what, &line.rest.join(" "), "", place),
            }
        }
        for line in rest {
            report.count(line.what).only_ours += 1;
            report.group(line.what, "", &line.rest.join(" "), place);
        }
    }
    for (place, lines) in ours {
        for line in lines {
            report.count(line.what).only_ours += 1;
            report.group(line.what, "", &line.rest.join(" "), place);
        }
    }
    report
}

/// Writes the lines of a listing whose places are `wanted`; those without a place of their own are kept.
pub fn write_wanted(
    listing: &str,
    wanted: &dyn Fn(&str) -> bool,
    out: &mut impl Write,
) -> std::io::Result<()> {
    for line in listing.lines().filter(|line| parse(line).is_none_or(|(place, _)| wanted(place))) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Our lines at a place that no line of the reference has taken yet, with how often each is there.
struct Candidates<'l> {
    lines: HashMap<Line<'l>, usize>,
}

impl<'l> Candidates<'l> {
    fn new(lines: Vec<Line<'l>>) -> Self {
        let mut counted = HashMap::new();
        lines.into_iter().for_each(|line| *counted.entry(line).or_default() += 1);
        Self { lines: counted }
    }

    fn take_equal(&mut self, line: &Line<'l>) -> bool {
        match self.lines.get_mut(line) {
            Some(count @ 1..) => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    /// What is left, by kind, each kind in an order that is always the same.
    fn by_what(self) -> HashMap<&'l str, Vec<Line<'l>>> {
        let mut left: HashMap<&str, Vec<Line<'_>>> = HashMap::new();
        for (line, count) in self.lines {
            left.entry(line.what).or_default().extend(std::iter::repeat_n(line, count));
        }
        left.values_mut().for_each(|lines| lines.sort());
        left
    }
}

/// The fields in which two lines of a kind differ.
fn difference(theirs: &Line<'_>, ours: &Line<'_>) -> (String, String) {
    let pairs = || theirs.rest.iter().zip(&ours.rest).filter(|(theirs, ours)| theirs != ours);
    let join = |fields: Vec<&str>| fields.join(" ");
    (join(pairs().map(|(theirs, _)| *theirs).collect()), join(pairs().map(|(_, ours)| *ours).collect()))
}

fn by_place<'l>(text: &'l str, wanted: &dyn Fn(&str) -> bool) -> HashMap<Place<'l>, Vec<Line<'l>>> {
    let mut found: HashMap<Place<'_>, Vec<Line<'_>>> = HashMap::new();
    for line in text.lines() {
        let Some((place, line)) = parse(line) else { continue };
        if wanted(place) {
            found.entry(place).or_default().push(line);
        }
    }
    found
}

fn parse(line: &str) -> Option<(&str, Line<'_>)> {
    let fields: Vec<&str> = line.split('\t').collect();
    match fields[..] {
        ["ex", place, _, what, ty, category, entity, _] => {
            let (kind, value) = what.split_once('=').unwrap_or((what, ""));
            Some((place, Line { what: kind, rest: vec![value, ty, category, entity] }))
        }
        [what @ ("class" | "field" | "var" | "assert"), place, ref rest @ ..] => {
            Some((place, Line { what, rest: rest.to_vec() }))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEIRS: &str = "fn\ta.cu:1:1\tf\tint ()\n\
        ex\ta.cu:1:5\t0\tadd\tint\tp\t-\t-\n\
        ex\ta.cu:1:5\t1\tcast\tint\tp\t-\timplicit\n\
        ex\ta.cu:1:7\t1\tconstant=1\tint\tp\t-\t-\n\
        ex\th.h:1:7\t1\tconstant=1\tint\tp\t-\t-\n\
        class\ta.cu:2:1\tS\t4\t4\n";

    #[test]
    fn equal_lines_are_equal_in_any_order() {
        let ours = THEIRS.lines().rev().collect::<Vec<_>>().join("\n");
        let report = compare(THEIRS, &ours, &|_| true);
        assert!(report.groups.is_empty());
        assert_eq!(report.by_what["constant"], Counts { theirs: 2, equal: 2, ..Counts::default() });
        assert_eq!(report.by_what["class"], Counts { theirs: 1, equal: 1, ..Counts::default() });
    }

    #[test]
    fn trees_of_templates_do_not_count() {
        let theirs = "fn\ta.cu:1:1\tf\tT#(1,1) ()\n\
            ex\ta.cu:1:5\t0\tadd\t<dependent>\tp\t-\t-\n\
            ex\ta.cu:1:7\t1\tconstant=1\tint\tp\t-\t-\n\
            ex\ta.cu:1:5\t0\tadd\tint\tp\t-\t-\n\
            ex\ta.cu:1:5\t0\tadd\tint\tp\t-\t-\n";
        let report = compare_instances(theirs, theirs.lines().last().unwrap(), &|_| true);
        assert!(report.groups.is_empty());
        assert_eq!(report.by_what["add"], Counts { theirs: 1, equal: 1, ..Counts::default() });
    }

    #[test]
    fn differences_have_their_kind() {
        let ours = "ex\ta.cu:1:5\t0\tadd\tlong\tp\t-\t-\nex\ta.cu:1:9\t0\tnot\tbool\tp\t-\t-\nclass\ta.cu:2:1\tS\t8\t4\n";
        let report = compare(THEIRS, ours, &|place| place.starts_with("a.cu"));
        assert_eq!(report.by_what["add"], Counts { theirs: 1, different: 1, ..Counts::default() });
        assert_eq!(report.by_what["cast"].only_theirs(), 1);
        assert_eq!(report.by_what["constant"].only_theirs(), 1);
        assert_eq!(report.by_what["not"].only_ours, 1);
        assert_eq!(report.by_what["class"].wrong(), 1);
        let key = ("add".to_owned(), "int".to_owned(), "long".to_owned());
        assert_eq!(report.groups[&key].place, "a.cu:1:5");
    }
}
