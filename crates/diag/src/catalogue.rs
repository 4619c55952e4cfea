//! Every diagnostic that is known: number, tag, default severities, control, message.
//!
//! The facts stand in `data/catalogue.tsv` (spec page 7 §7.2 and `catalog.tsv`), read once on
//! first use: those of CUDA 13.0, and diagnostics that came later. What later releases changed about a message
//! or a tag stands in `data/changes.tsv`.
//!
//! Releases number a diagnostic differently, both in what users see and inside. Here a diagnostic has one number:
//! the internal one of CUDA 13.0, for later ones of CUDA the number that continues them, and for later ones of the
//! language their own number and [`LATER_LANGUAGE`]. [`displayed_number`],
//! [`rule_number`] and [`internal_number`] translate.

use std::sync::LazyLock;

use asunder_syntax::Release;

use crate::severity::Severity;

/// The first internal number that belongs to CUDA and is displayed with an offset.
const FIRST_CUDA_NUMBER: u16 = 3457;
/// What is added to the internal number of a CUDA diagnostic for display.
const CUDA_OFFSET: u16 = 16_543;
/// The first number that users see of a CUDA diagnostic.
const FIRST_DISPLAYED: u16 = FIRST_CUDA_NUMBER + CUDA_OFFSET;

/// What is added to the number of a diagnostic of the language that came after CUDA 13.0: its own is that of one of
/// CUDA's in older releases.
pub const LATER_LANGUAGE: u16 = 30_000;

/// The first number of what only asunder reports. The reference has neither these numbers nor their tags, so options and
/// pragmas do not know them.
const FIRST_OWN: u16 = 60_000;

/// How a release numbers diagnostics, found by its answers to `--diag_suppress=N` and by its SARIF output.
struct Numbering {
    /// What the release adds to its own internal number of a CUDA diagnostic for display.
    offset: u16,
    /// The last number that users see.
    last_displayed: u16,
}

/// The numbering of each release, oldest first.
const NUMBERINGS: [Numbering; 6] = [
    Numbering { offset: CUDA_OFFSET, last_displayed: 20_337 },
    Numbering { offset: 16_525, last_displayed: 20_347 },
    Numbering { offset: 16_465, last_displayed: 20_370 },
    Numbering { offset: 16_450, last_displayed: 20_384 },
    Numbering { offset: 16_435, last_displayed: 20_405 },
    Numbering { offset: 16_416, last_displayed: 20_428 },
];

/// A diagnostic that a release put between older ones.
struct Inserted {
    since: Release,
    /// The number that users see; what had it, and what follows, is one further.
    displayed: u16,
    /// Its own number here.
    number: u16,
}

const INSERTED: [Inserted; 1] = [Inserted { since: Release::V13_5, displayed: 20_292, number: 3885 }];

/// A compilation pass; defaults differ between the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// The host front end, `cudafe++`.
    Host,
    /// The device front end, `cicc`.
    Device,
}

/// One line of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The internal number; `None` for a tag whose diagnostic was never seen.
    pub number: Option<u16>,
    /// The name for use in pragmas and options.
    pub tag: Option<&'static str>,
    /// Default severity in the host pass; `None` if it is not reported there.
    pub host: Option<Severity>,
    /// Default severity in the device pass; `None` if it is not reported there.
    pub device: Option<Severity>,
    /// Whether options and pragmas may change the severity.
    pub discretionary: bool,
    /// The message with placeholders.
    pub message: Option<&'static str>,
}

/// What a release changed about a diagnostic, and every release from then on keeps.
struct Change {
    since: Release,
    number: u16,
    field: Field,
    value: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Message,
    Tag,
}

static CHANGES: LazyLock<Vec<Change>> = LazyLock::new(|| {
    let lines = include_str!("../data/changes.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(change).collect()
});

impl Entry {
    /// The message in a release.
    pub fn message_in(&self, release: Release) -> Option<&'static str> {
        self.latest(Field::Message, release).or(self.message)
    }

    /// The tag in a release.
    pub fn tag_in(&self, release: Release) -> Option<&'static str> {
        self.latest(Field::Tag, release).or(self.tag)
    }

    /// Only asunder reports it.
    fn is_own(&self) -> bool {
        self.number.is_some_and(|number| number >= FIRST_OWN)
    }

    /// The last change of a field up to a release.
    fn latest(&self, field: Field, release: Release) -> Option<&'static str> {
        let changes = CHANGES.iter().filter(|change| Some(change.number) == self.number);
        let changes = changes.filter(|change| change.field == field && change.since <= release);
        changes.max_by_key(|change| change.since).map(|change| change.value)
    }

    /// The default severity in a pass.
    pub fn default_severity(&self, pass: Pass) -> Option<Severity> {
        match pass {
            Pass::Host => self.host,
            Pass::Device => self.device,
        }
    }
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let lines = include_str!("../data/catalogue.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).map(entry).collect()
});

/// All entries: those with a number in ascending order, then tags without one.
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// The entry of an internal number.
pub fn by_number(number: u16) -> Option<&'static Entry> {
    let numbered = ENTRIES.partition_point(|entry| entry.number.is_some());
    let entries = &ENTRIES[..numbered];
    let found = entries.binary_search_by_key(&Some(number), |entry| entry.number);
    found.ok().map(|index| &entries[index])
}

/// The entry of a tag of the reference in a release.
pub fn by_tag(tag: &str, release: Release) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| !entry.is_own() && entry.tag_in(release) == Some(tag))
}

/// The entry of what only asunder reports, by its number or its tag.
pub fn own(name: &str) -> Option<&'static Entry> {
    let number = name.parse().ok();
    let is_meant = |entry: &&Entry| entry.tag == Some(name) || number.is_some() && entry.number == number;
    ENTRIES.iter().filter(|entry| entry.is_own()).find(is_meant)
}

/// The number of the diagnostic that a user of a release means; both forms of a CUDA number name the same one.
/// `None` for numbers that the release does not have, and for later diagnostics of the language that are not known.
pub fn internal_number(number: u16, release: Release) -> Option<u16> {
    let Numbering { offset, last_displayed } = NUMBERINGS[release as usize];
    let displayed = match number {
        1..FIRST_CUDA_NUMBER => return Some(number),
        FIRST_DISPLAYED.. => number,
        _ if number < FIRST_DISPLAYED - offset => {
            return Some(number + LATER_LANGUAGE).filter(|number| by_number(*number).is_some());
        }
        _ => number + offset,
    };
    if let Some(own) = INSERTED.iter().find(|it| it.since <= release && it.displayed == displayed) {
        return Some(own.number);
    }
    let inserted = insertions(displayed, release);
    (FIRST_DISPLAYED..=last_displayed).contains(&displayed).then(|| displayed - inserted - CUDA_OFFSET)
}

/// The number that users of a release see.
pub fn displayed_number(number: u16, release: Release) -> u16 {
    if !(FIRST_CUDA_NUMBER..FIRST_OWN).contains(&number) {
        return number;
    }
    if number >= LATER_LANGUAGE {
        return number - LATER_LANGUAGE;
    }
    if let Some(own) = INSERTED.iter().find(|it| it.number == number) {
        return own.displayed;
    }
    let first = number + CUDA_OFFSET;
    let inserted = INSERTED.iter().filter(|it| it.since <= release && first >= it.displayed).count();
    first + inserted as u16
}

/// The number in the names of rules in SARIF output: the release's own internal one.
pub fn rule_number(number: u16, release: Release) -> u16 {
    if !(FIRST_CUDA_NUMBER..LATER_LANGUAGE).contains(&number) {
        return displayed_number(number, release);
    }
    displayed_number(number, release) - NUMBERINGS[release as usize].offset
}

/// How many diagnostics were put in front of a number that users of a release see.
fn insertions(displayed: u16, release: Release) -> u16 {
    INSERTED.iter().filter(|it| it.since <= release && displayed > it.displayed).count() as u16
}

/// Reads a line of the data file. The file is part of the program, so a wrong line is a defect
/// that the test below finds.
fn entry(line: &'static str) -> Entry {
    let mut fields = line.split('\t');
    let mut field = || fields.next().filter(|text| *text != "-");
    Entry {
        number: field().and_then(|text| text.parse().ok()),
        tag: field(),
        host: field().and_then(Severity::from_word),
        device: field().and_then(Severity::from_word),
        discretionary: field() == Some("soft"),
        message: field(),
    }
}

/// Reads a line of the changes; `None` for one that is damaged, which a test finds.
fn change(line: &'static str) -> Option<Change> {
    let fields: Vec<&'static str> = line.split('\t').collect();
    let [since, number, field, value] = fields[..] else { return None };
    let field = match field {
        "message" => Field::Message,
        "tag" => Field::Tag,
        _ => return None,
    };
    Some(Change { since: since.parse().ok()?, number: number.parse().ok()?, field, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_file_is_well_formed() {
        let data = include_str!("../data/catalogue.tsv");
        for line in data.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields.len(), 6, "{line}");
            assert!(fields[0] == "-" || fields[0].parse::<u16>().is_ok(), "{line}");
            for severity in &fields[2..4] {
                assert!(*severity == "-" || Severity::from_word(severity).is_some(), "{line}");
            }
            assert!(matches!(fields[4], "hard" | "soft" | "-"), "{line}");
        }
        let numbers: Vec<u16> = entries().iter().filter_map(|entry| entry.number).collect();
        assert!(numbers.is_sorted_by(|a, b| a < b));
        let mut tags: Vec<&str> = entries().iter().filter_map(|entry| entry.tag).collect();
        tags.sort_unstable();
        assert!(tags.is_sorted_by(|a, b| a < b), "a tag names one diagnostic");
    }

    #[test]
    fn changes_are_well_formed() {
        let data = include_str!("../data/changes.tsv");
        for line in data.lines().filter(|line| !line.starts_with('#')) {
            let change = change(line).expect(line);
            assert!(by_number(change.number).is_some(), "{line}");
        }
        let entry = by_number(3551).unwrap();
        assert_eq!(entry.message_in(Release::V13_1), entry.message);
        assert_eq!(entry.message_in(Release::V13_2), entry.message_in(Release::NEWEST));
        assert_ne!(entry.message_in(Release::V13_2), entry.message);
        assert!(by_tag("h_hd_illegal_call", Release::V13_1).is_none());
        assert_eq!(
            by_tag("h_general_hd_illegal_call", Release::V13_1),
            by_tag("h_hd_illegal_call", Release::V13_0)
        );
    }

    #[test]
    fn numbers_have_two_forms() {
        let oldest = Release::V13_0;
        assert_eq!(internal_number(20091, oldest), Some(3548));
        assert_eq!(internal_number(3548, oldest), Some(3548));
        assert_eq!(displayed_number(3548, oldest), 20091);
        assert_eq!(displayed_number(177, oldest), 177);
        for outside in [0, 3795, 19_999, 20_338] {
            assert_eq!(internal_number(outside, oldest), None);
        }
    }

    #[test]
    fn releases_number_differently() {
        // `__block_size__ is not supported`, and `a host variable cannot be directly written` with its SARIF rule.
        assert_eq!(displayed_number(3790, Release::V13_4), 20_333);
        assert_eq!(displayed_number(3790, Release::V13_5), 20_334);
        assert_eq!(rule_number(3549, Release::V13_0), 3549);
        assert_eq!(rule_number(3549, Release::V13_3), 3642);
        assert_eq!(rule_number(3748, Release::V13_5), 3875);
        assert_eq!(rule_number(3750, Release::V13_5), 3878);
        for release in Release::ALL {
            for number in [177, 3457, 3549, 3748, 3749, 3750, 3794] {
                assert_eq!(internal_number(displayed_number(number, release), release), Some(number));
            }
            assert_eq!(internal_number(rule_number(3549, release), release), Some(3549));
        }
        // What CUDA 13.5 put there has a number of its own, which moves the others.
        assert_eq!(internal_number(20_292, Release::V13_5), Some(3885));
        assert_eq!(internal_number(20_293, Release::V13_5), internal_number(20_292, Release::V13_4));
        assert_eq!(displayed_number(3885, Release::V13_5), 20_292);
        assert_eq!(internal_number(3538, Release::V13_3), Some(LATER_LANGUAGE + 3538));
        assert_eq!(internal_number(3538, Release::V13_0), Some(3538));
        assert_eq!(internal_number(3542, Release::V13_3), None);
        assert_eq!(displayed_number(LATER_LANGUAGE + 3538, Release::V13_5), 3538);
        assert_eq!(rule_number(LATER_LANGUAGE + 3538, Release::V13_5), 3538);
        assert_eq!(internal_number(20_347, Release::V13_1), Some(3804));
        assert_eq!(internal_number(20_348, Release::V13_1), None);
    }

    #[test]
    fn what_the_reference_does_not_know_has_other_numbers() {
        let entry = own("asunder_device_call_in_instance").unwrap();
        assert_eq!(own("60001"), Some(entry));
        assert_eq!(displayed_number(60_001, Release::NEWEST), 60_001);
        assert_eq!(internal_number(60_001, Release::NEWEST), None);
        assert!(by_tag("asunder_device_call_in_instance", Release::NEWEST).is_none());
    }
}
