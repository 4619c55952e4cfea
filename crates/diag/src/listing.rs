//! The raw listing of `--list`: the unit's lines, and one machine-readable line for every line of
//! every diagnostic (spec page 7 §7.11).

use std::fmt::Write as _;

use crate::control::Verdict;
use crate::diagnostic::{Diagnostic, Place};
use crate::severity::Severity;

/// The lines of a diagnostic: letter, file, line, column, text. Details, notes and contexts
/// follow with a small letter.
pub fn diagnostic_lines(diagnostic: &Diagnostic, verdict: Verdict) -> String {
    let letter = match verdict.severity {
        _ if verdict.promoted => 'W',
        Severity::Note | Severity::Remark => 'R',
        Severity::Warning => 'W',
        Severity::Error => 'E',
        Severity::Catastrophe | Severity::CommandLineError | Severity::InternalError => 'C',
    };
    let here = diagnostic.place.file();
    let mut lines = String::new();
    let small = letter.to_ascii_lowercase();
    push(&mut lines, letter, &diagnostic.place, &diagnostic.message.text(here));
    for detail in &diagnostic.details {
        push(&mut lines, small, &diagnostic.place, &detail.text(here));
    }
    for note in &diagnostic.notes {
        push(&mut lines, small, &note.place, &note.message.text(note.place.file()));
    }
    for context in &diagnostic.contexts {
        let elsewhere = here != Some(&*context.file);
        let of = if elsewhere { format!(" of {}", context.file) } else { String::new() };
        let text = format!("detected during {} at line {}{of}", context.what, context.line);
        push(&mut lines, small, &diagnostic.place, &text);
    }
    lines
}

/// The line of a remark without a place.
pub fn hint_line(text: &str) -> String {
    format!("R \"\" 0 0 {text}\n")
}

fn push(lines: &mut String, letter: char, place: &Place, text: &str) {
    let (file, line) = match place {
        Place::Nowhere => ("", 0),
        Place::EndOfSource { file, line } => (file.as_deref().unwrap_or("-"), *line),
        Place::Line(place) => (place.file.as_deref().unwrap_or("-"), place.line),
    };
    let column = place.point().map_or(0, |point| point.column);
    let _ = writeln!(lines, "{letter} \"{file}\" {line} {column} {text}");
}

/// The unit's lines as the listing shows them: `L` where a line marker changes file or line, `N`
/// before every line.
pub fn unit_lines(text: &str) -> String {
    let mut lines = String::with_capacity(text.len() + text.len() / 16);
    for line in text.lines() {
        if let Some((number, file)) = line_marker(line) {
            let _ = writeln!(lines, "L {number} {file}");
        }
        lines.push('N');
        lines.push_str(line);
        lines.push('\n');
    }
    lines
}

/// Line and quoted file of a line marker.
fn line_marker(line: &str) -> Option<(&str, &str)> {
    let (number, rest) = line.strip_prefix("# ")?.split_once(' ')?;
    let end = rest.get(1..)?.find('"')? + 2;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && rest.starts_with('"')).then(|| (number, &rest[..end]))
}
