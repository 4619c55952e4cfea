//! Diagnostics for people in native mode: where, what, and the line with the word marked.

use std::fmt::Write as _;

use crate::control::Verdict;
use crate::diagnostic::{Diagnostic, Message, Place};
use crate::severity::Severity;

/// A diagnostic with its notes, and an empty line behind it.
pub fn render(diagnostic: &Diagnostic, verdict: Verdict, colored: bool) -> String {
    let paint = Paint { colored };
    let mut text = String::new();
    let id = diagnostic.message.displayed_number().map(|number| {
        let tag = diagnostic.message.tag().map(|tag| format!(" {tag}")).unwrap_or_default();
        format!("[#{number}{tag}]")
    });
    let head = format!("{}{}", verdict.severity.word(), id.unwrap_or_default());
    let here = diagnostic.place.file();
    let words = diagnostic.message.text(here);
    let tone = tone(verdict.severity);
    let _ = writeln!(text, "{}: {}", paint.with(tone, &head), paint.with(BOLD, &words));
    let margin = margin(diagnostic);
    snippet(&mut text, &diagnostic.place, tone, margin, paint);
    for detail in &diagnostic.details {
        remark(&mut text, margin, paint, "note", &detail.text(here));
    }
    for note in &diagnostic.notes {
        let words = note.message.text(note.place.file());
        let _ = writeln!(text, "{}: {words}", paint.with(tone_of_notes(), "note"));
        snippet(&mut text, &note.place, tone_of_notes(), margin, paint);
    }
    for context in &diagnostic.contexts {
        let words = format!("in {} at {}:{}", context.what, context.file, context.line);
        remark(&mut text, margin, paint, "note", &words);
    }
    text.push('\n');
    text
}

/// One line: `file:line:column: severity: text [#number]`.
pub fn render_short(diagnostic: &Diagnostic, verdict: Verdict) -> String {
    let place = locus(&diagnostic.place).map(|locus| format!("{locus}: ")).unwrap_or_default();
    let number = |message: &Message| message.displayed_number().map(|number| format!(" [#{number}]"));
    format!(
        "{place}{}: {}{}\n",
        verdict.severity.word(),
        diagnostic.message.text(diagnostic.place.file()),
        number(&diagnostic.message).unwrap_or_default()
    )
}

const BOLD: &str = "1";
const BLUE: &str = "1;34";

fn tone(severity: Severity) -> &'static str {
    match severity {
        Severity::Note | Severity::Remark => tone_of_notes(),
        Severity::Warning => "1;33",
        _ => "1;31",
    }
}

fn tone_of_notes() -> &'static str {
    "1;36"
}

#[derive(Clone, Copy)]
struct Paint {
    colored: bool,
}

impl Paint {
    fn with(self, tone: &str, text: &str) -> String {
        if self.colored { format!("\u{1b}[{tone}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// `file:line:column`, as far as it is known.
fn locus(place: &Place) -> Option<String> {
    let file = place.file().unwrap_or("<stdin>");
    let line = place.line()?;
    Some(match place.point() {
        Some(point) => format!("{file}:{line}:{}", point.column),
        None => format!("{file}:{line}"),
    })
}

/// Columns that the largest line number of a diagnostic needs.
fn margin(diagnostic: &Diagnostic) -> usize {
    let places = diagnostic.notes.iter().map(|note| &note.place).chain([&diagnostic.place]);
    places.filter_map(Place::line).max().unwrap_or(0).to_string().len()
}

fn snippet(text: &mut String, place: &Place, tone: &str, margin: usize, paint: Paint) {
    let Some(locus) = locus(place) else {
        return;
    };
    let _ = writeln!(text, "{:margin$}{} {locus}", "", paint.with(BLUE, "-->"));
    let (Place::Line(line), Some(point)) = (place, place.point()) else {
        return;
    };
    let bar = paint.with(BLUE, "|");
    let number = paint.with(BLUE, &format!("{:margin$}", line.line));
    let before: String = point.excerpt.chars().take(point.column as usize - 1).collect();
    let blanks: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let rest = &point.excerpt[before.len().min(point.excerpt.len())..];
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let marked = rest.chars().take_while(is_word).count().max(1);
    let _ = writeln!(text, "{:margin$} {bar}", "");
    let _ = writeln!(text, "{number} {bar} {}", point.excerpt);
    let marks = paint.with(tone, &"^".repeat(marked));
    let _ = writeln!(text, "{:margin$} {bar} {blanks}{marks}", "");
}

fn remark(text: &mut String, margin: usize, paint: Paint, word: &str, words: &str) {
    let _ = writeln!(text, "{:margin$} {} {}: {words}", "", paint.with(BLUE, "="), paint.with(BOLD, word));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Argument, LinePlace, Point};

    fn example() -> Diagnostic {
        let place = Place::Line(LinePlace {
            file: Some("x.cu".into()),
            line: 12,
            point: Some(Point { column: 10, excerpt: "\tint é = value;".into() }),
            system_header: false,
            offset: 0,
        });
        Diagnostic::new(Message::new(20, vec![Argument::Name("value".into())]), place)
    }

    const VERDICT: Verdict = Verdict { severity: Severity::Error, promoted: false, once: false };

    #[test]
    fn the_word_is_marked() {
        assert_eq!(
            render(&example(), VERDICT, false),
            "error[#20]: identifier \"value\" is undefined\n  --> x.cu:12:10\n   |\n\
             12 | \tint é = value;\n   | \t        ^^^^^\n\n"
        );
    }

    #[test]
    fn short_lines_stand_alone() {
        assert_eq!(
            render_short(&example(), VERDICT),
            "x.cu:12:10: error: identifier \"value\" is undefined [#20]\n"
        );
    }
}
