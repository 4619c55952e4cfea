//! What diagnostics mean, in asunder's own words. The texts stand in `data/explanations.md`: a heading
//! lists the internal numbers that one text covers.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The explanation of a diagnostic by its internal number: paragraphs and a small example, in Markdown. All whose
/// message is known have one.
pub fn explanation(number: u16) -> Option<&'static str> {
    static TEXTS: LazyLock<HashMap<u16, &'static str>> = LazyLock::new(|| {
        sections().flat_map(|(numbers, text)| numbers.map(move |number| (number, text))).collect()
    });
    TEXTS.get(&number).copied()
}

/// Numbers and text of every section.
fn sections() -> impl Iterator<Item = (impl Iterator<Item = u16>, &'static str)> {
    let file = include_str!("../data/explanations.md");
    file.strip_prefix("# ").unwrap_or(file).split("\n# ").map(|section| {
        let (head, text) = section.split_once('\n').unwrap_or((section, ""));
        (head.split(' ').filter_map(|number| number.parse().ok()), text.trim())
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{explanation, sections};
    use crate::catalogue;

    #[test]
    fn every_number_is_explained_once_and_exists() {
        let mut seen = HashSet::new();
        for (numbers, text) in sections() {
            assert!(!text.is_empty());
            for number in numbers {
                assert!(catalogue::by_number(number).is_some(), "{number} is not in the catalogue");
                assert!(seen.insert(number), "{number} is explained twice");
            }
        }
    }

    #[test]
    fn every_message_is_explained() {
        let known = catalogue::entries().iter().filter(|entry| entry.message.is_some());
        let unexplained: Vec<u16> =
            known.filter_map(|entry| entry.number).filter(|number| explanation(*number).is_none()).collect();
        assert!(unexplained.is_empty(), "{unexplained:?}");
    }

    #[test]
    fn texts_name_diagnostics_by_the_numbers_that_users_see() {
        for (_, text) in sections() {
            let numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok());
            for number in numbers.filter(|number| (3456..4000).contains(number)) {
                assert!(catalogue::by_number(number).is_none(), "{number} in {text}");
            }
        }
    }

    #[test]
    fn examples_are_closed() {
        for (_, text) in sections() {
            assert_eq!(text.matches("```").count() % 2, 0, "{text}");
        }
    }

    #[test]
    fn sections_are_cut_at_their_headings() {
        let text = explanation(3655).unwrap();
        assert!(text.starts_with("A launch names no stream"), "{text}");
        assert!(text.ends_with("```"), "{text}");
        assert!(explanation(5).is_none());
    }
}
