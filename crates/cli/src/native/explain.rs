//! `asunder explain`: what a diagnostic means.

use std::fmt::Write as _;
use std::process::ExitCode;

use asunder_diag::catalogue::{self, Entry};
use asunder_diag::explanation::explanation;
use asunder_diag::severity::Severity;
use asunder_driver::options::Release;

use crate::streams;

/// The diagnostic to explain.
#[derive(clap::Args)]
pub struct Arguments {
    /// Its number (177, 20012), its rule in SARIF (EC3464), or its tag (declared_but_not_referenced)
    #[arg(value_name = "NUMBER|TAG")]
    diagnostic: String,
    /// The release of the toolkit that numbers it so, such as 13.0 [default: all that are known]
    #[arg(long)]
    release: Option<Release>,
}

/// Prints the explanation.
pub fn run(arguments: &Arguments) -> ExitCode {
    let releases = arguments.release.as_ref().map_or(&Release::ALL[..], std::slice::from_ref);
    let found = meanings(&arguments.diagnostic, releases);
    if found.is_empty() {
        let complaint = format!("asunder: no diagnostic is known as `{}`\n", arguments.diagnostic);
        streams::stderr(complaint.as_bytes());
        return ExitCode::from(2);
    }
    streams::stdout(pages(&found).as_bytes());
    ExitCode::SUCCESS
}

/// A diagnostic that a name means in a range of releases.
struct Meaning {
    entry: &'static Entry,
    first: Release,
    last: Release,
}

/// What a name means in these releases, which are in order.
fn meanings(name: &str, releases: &[Release]) -> Vec<Meaning> {
    let mut found: Vec<Meaning> = Vec::new();
    for &release in releases {
        let Some(entry) = find(name, release) else { continue };
        match found.last_mut().filter(|meaning| std::ptr::eq(meaning.entry, entry)) {
            Some(meaning) => meaning.last = release,
            None => found.push(Meaning { entry, first: release, last: release }),
        }
    }
    found
}

/// The entry of a number in either form, with or without `#`, `EC` and `-D`, or of a tag, in a release.
fn find(name: &str, release: Release) -> Option<&'static Entry> {
    let number = name.trim_start_matches('#').trim_start_matches("EC").trim_end_matches("-D");
    if let Some(own) = catalogue::own(number) {
        return Some(own);
    }
    match number.parse() {
        Ok(number) => {
            let internal = catalogue::internal_number(number, release)?;
            let shown =
                [catalogue::displayed_number(internal, release), catalogue::rule_number(internal, release)];
            catalogue::by_number(internal).filter(|_| shown.contains(&number))
        }
        Err(_) => catalogue::by_tag(name, release),
    }
}

/// The pages, the newest meaning first; where there are several, each says its releases.
fn pages(found: &[Meaning]) -> String {
    let page = |meaning: &Meaning| {
        let page = page(meaning.entry, meaning.last);
        match (found.len(), meaning.first == meaning.last) {
            (1, _) => page,
            (_, true) => format!("CUDA {}:\n{page}", meaning.last),
            (_, false) => format!("CUDA {} to {}:\n{page}", meaning.first, meaning.last),
        }
    };
    found.iter().rev().map(page).collect::<Vec<_>>().join("\n")
}

/// Facts, then words.
fn page(entry: &Entry, release: Release) -> String {
    let mut page = String::new();
    let title = match (entry.number, entry.tag) {
        (Some(number), _) => {
            let tag = entry.tag_in(release).map(|tag| format!(" ({tag})")).unwrap_or_default();
            format!("#{}{tag}", catalogue::displayed_number(number, release))
        }
        (None, tag) => tag.unwrap_or_default().to_owned(),
    };
    let _ = writeln!(page, "{title}");
    if let Some(message) = entry.message_in(release) {
        let _ = writeln!(page, "  {}", plain(message));
    }
    let _ = writeln!(page, "  {}", severities(entry));
    if let Some(text) = entry.number.and_then(explanation) {
        let _ = writeln!(page, "\n{text}");
    }
    page
}

/// The message with dots for what differs from place to place.
fn plain(message: &str) -> String {
    let mut plain = String::new();
    let mut rest = message;
    while let Some((before, placeholder)) = rest.split_once('{') {
        plain.push_str(before);
        match placeholder.split_once('}') {
            Some((inside, after)) if inside.starts_with(|c: char| c.is_ascii_lowercase()) => {
                plain.push('…');
                rest = after;
            }
            _ => {
                plain.push('{');
                rest = placeholder;
            }
        }
    }
    plain + rest
}

fn severities(entry: &Entry) -> String {
    let word = |severity: Severity| severity.word();
    let passes = match (entry.host, entry.device) {
        (Some(host), Some(device)) if host == device => format!("{} in both passes", word(host)),
        (Some(host), Some(device)) => {
            format!("{} in the host pass, {} in the device pass", word(host), word(device))
        }
        (Some(host), None) => format!("{} in the host pass", word(host)),
        (None, Some(device)) => format!("{} in the device pass", word(device)),
        (None, None) => return "an accepted tag".to_owned(),
    };
    let control = if entry.discretionary { "can be changed" } else { "cannot be changed" };
    format!("{passes}; the severity {control} by options and pragmas")
}

#[cfg(test)]
mod tests {
    use asunder_diag::catalogue;
    use asunder_driver::options::Release;

    use super::{meanings, pages};

    /// What is printed without a release.
    fn printed(name: &str) -> String {
        pages(&meanings(name, &Release::ALL))
    }

    #[test]
    fn every_spelling_finds_the_same_page() {
        let spellings = ["20012", "#20012-D", "esa_on_defaulted_function_ignored"];
        let pages = spellings.map(printed);
        assert!(pages.iter().all(|page| *page == pages[0]));
        assert!(pages[0].starts_with(
            "#20012 (esa_on_defaulted_function_ignored)\n  … annotation is ignored on a non-virtual \
             function(…) that is explicitly defaulted on its first declaration\n  warning in both \
             passes; the severity can be changed by options and pragmas\n\nAn execution space"
        ));
        assert!(printed("no_such_tag").is_empty());
        assert!(printed("99999").is_empty());
    }

    #[test]
    fn rules_of_sarif_are_those_of_each_release() {
        for release in Release::ALL {
            let rule = format!("EC{}", catalogue::rule_number(3464, release));
            let page = pages(&meanings(&rule, &[release]));
            assert!(page.starts_with("#20007\n  calling a "), "{release}: {page}");
            assert!(printed(&rule).contains("#20007\n  calling a "), "{release}");
        }
    }

    #[test]
    fn numbers_that_mean_two_things_have_two_pages() {
        // CUDA 13.5 has another diagnostic as #20292; those behind it are one further.
        let older = pages(&meanings("20293", &[Release::V13_4]));
        let newer = pages(&meanings("20293", &[Release::V13_5]));
        assert_ne!(older, newer);
        assert_eq!(printed("20293"), format!("CUDA 13.5:\n{newer}\nCUDA 13.0 to 13.4:\n{older}"));
        assert_eq!(pages(&meanings("20292", &[Release::V13_5])), "");
        assert!(printed("20292").starts_with("#20292 (invalid_nv_atomic_cas_size)\n"));
    }

    #[test]
    fn braces_of_the_program_stay() {
        assert!(printed("130").contains("expected a \"{\""));
    }
}
