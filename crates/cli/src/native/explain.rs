//! `asunder explain`: what a diagnostic means.

use std::fmt::Write as _;
use std::process::ExitCode;

use asunder_diag::catalogue::{self, Entry};
use asunder_diag::explanation::explanation;
use asunder_diag::severity::Severity;
use asunder_driver::options::Release;

use crate::streams;

/// The release whose numbers are explained.
const RELEASE: Release = Release::NEWEST;

/// The diagnostic to explain.
#[derive(clap::Args)]
pub struct Arguments {
    /// Its number (177, 20012, EC3469) or its tag (declared_but_not_referenced)
    #[arg(value_name = "NUMBER|TAG")]
    diagnostic: String,
}

/// Prints the explanation.
pub fn run(arguments: &Arguments) -> ExitCode {
    match find(&arguments.diagnostic) {
        Some(entry) => {
            streams::stdout(page(entry).as_bytes());
            ExitCode::SUCCESS
        }
        None => {
            let complaint = format!("asunder: no diagnostic is known as `{}`\n", arguments.diagnostic);
            streams::stderr(complaint.as_bytes());
            ExitCode::from(2)
        }
    }
}

/// The entry of a number in either form, with or without `#`, `EC` and `-D`, or of a tag.
fn find(name: &str) -> Option<&'static Entry> {
    let number = name.trim_start_matches('#').trim_start_matches("EC").trim_end_matches("-D");
    match number.parse() {
        Ok(number) => catalogue::by_number(catalogue::internal_number(number, RELEASE)?),
        Err(_) => catalogue::by_tag(name, RELEASE).or_else(|| catalogue::by_tag(name, Release::default())),
    }
}

/// Facts, then words.
fn page(entry: &Entry) -> String {
    let mut page = String::new();
    let title = match (entry.number, entry.tag) {
        (Some(number), _) => {
            let tag = entry.tag_in(RELEASE).map(|tag| format!(" ({tag})")).unwrap_or_default();
            format!("#{}{tag}", catalogue::displayed_number(number, RELEASE))
        }
        (None, tag) => tag.unwrap_or_default().to_owned(),
    };
    let _ = writeln!(page, "{title}");
    if let Some(message) = entry.message_in(RELEASE) {
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

    use super::{RELEASE, find, page};

    #[test]
    fn every_spelling_finds_the_same_page() {
        let internal = catalogue::rule_number(3469, RELEASE);
        let spellings = [
            internal.to_string(),
            "20012".to_owned(),
            "#20012-D".to_owned(),
            format!("EC{internal}"),
            "esa_on_defaulted_function_ignored".to_owned(),
        ];
        let pages: Vec<String> = spellings.iter().map(|name| page(find(name).unwrap())).collect();
        assert!(pages.iter().all(|page| *page == pages[0]));
        assert!(pages[0].starts_with(
            "#20012 (esa_on_defaulted_function_ignored)\n  … annotation is ignored on a non-virtual \
             function(…) that is explicitly defaulted on its first declaration\n  warning in both \
             passes; the severity can be changed by options and pragmas\n\nAn execution space"
        ));
        assert!(find("no_such_tag").is_none());
        assert!(find("99999").is_none());
    }

    #[test]
    fn braces_of_the_program_stay() {
        assert!(page(find("130").unwrap()).contains("expected a \"{\""));
    }
}
