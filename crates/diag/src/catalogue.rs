//! Every diagnostic that is known: number, tag, default severities, control, message.
//!
//! The facts stand in `data/catalogue.tsv` (spec page 7 §7.2 and `catalog.tsv`), read once on
//! first use.

use std::sync::LazyLock;

use crate::severity::Severity;

/// The largest internal number.
pub const LAST_NUMBER: u16 = 3794;
/// The first internal number that belongs to CUDA and is displayed with an offset.
const FIRST_CUDA_NUMBER: u16 = 3457;
/// What is added to the internal number of a CUDA diagnostic for display.
const CUDA_OFFSET: u16 = 16_543;

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

impl Entry {
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

/// The entry of a tag.
pub fn by_tag(tag: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.tag == Some(tag))
}

/// The entry whose message is exactly this text.
pub fn by_message(message: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.message == Some(message))
}

/// The internal number that a user means; both forms of a CUDA number name the same diagnostic.
/// `None` outside 1 ..= 3794 and 20000 ..= 20337.
pub fn internal_number(number: u16) -> Option<u16> {
    let first_displayed = FIRST_CUDA_NUMBER + CUDA_OFFSET;
    match number {
        1..=LAST_NUMBER => Some(number),
        _ if (first_displayed..=LAST_NUMBER + CUDA_OFFSET).contains(&number) => Some(number - CUDA_OFFSET),
        _ => None,
    }
}

/// The number that users see.
pub fn displayed_number(internal: u16) -> u16 {
    if internal < FIRST_CUDA_NUMBER { internal } else { internal + CUDA_OFFSET }
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
    fn numbers_have_two_forms() {
        assert_eq!(internal_number(20091), Some(3548));
        assert_eq!(internal_number(3548), Some(3548));
        assert_eq!(displayed_number(3548), 20091);
        assert_eq!(displayed_number(177), 177);
        for outside in [0, 3795, 19_999, 20_338] {
            assert_eq!(internal_number(outside), None);
        }
    }
}
