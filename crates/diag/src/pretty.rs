//! Diagnostics for people in native mode: where, what, and the line with the word marked.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

use crate::control::Verdict;
use crate::diagnostic::{Diagnostic, Message, Place, Point};
use crate::severity::Severity;

/// Lines of more bytes are given to the renderer in part: it looks at every character that it gets.
const LONG_LINE: usize = 16 << 10;
/// Bytes before and behind the marked word that the renderer gets of a long line.
const AROUND: usize = 500;

/// A diagnostic with its notes, and an empty line behind it.
pub fn render(diagnostic: &Diagnostic, verdict: Verdict, colored: bool) -> String {
    let tag = diagnostic.message.tag().map(|tag| format!(" {tag}")).unwrap_or_default();
    let id = diagnostic.message.displayed_number().map(|number| format!("#{number}{tag}"));
    let here = diagnostic.place.file();
    let title = level(verdict.severity).primary_title(diagnostic.message.text(here));
    let mut main = match id {
        Some(id) => title.id(id),
        None => title,
    }
    .elements(place(&diagnostic.place));
    for detail in &diagnostic.details {
        main = main.element(Level::NOTE.message(detail.text(here)));
    }
    let contexts = diagnostic.contexts.iter().map(|context| {
        let words = format!("in {} at {}:{}", context.what, context.file, context.line);
        Group::with_level(Level::NOTE).element(Level::NOTE.message(words))
    });
    let notes = diagnostic.notes.iter().map(|note| {
        let words = note.message.text(note.place.file());
        Level::NOTE.secondary_title(words).elements(place(&note.place))
    });
    let groups: Vec<Group<'_>> = std::iter::once(main).chain(notes).chain(contexts).collect();
    let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&groups) + "\n\n"
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Remark => Level::INFO.with_name(severity.word()),
        _ => Level::ERROR.with_name(severity.word()),
    }
}

/// Where something is: the place, and its line with the word marked.
fn place(place: &Place) -> Vec<Element<'_>> {
    let Some(number) = place.line() else { return Vec::new() };
    let file = place.file().unwrap_or(STANDARD_INPUT);
    let origin = || Origin::path(file).line(number as usize);
    let Some(point) = place.point() else { return vec![origin().into()] };
    let line = &*point.excerpt;
    let marked = word(point);
    let snippet = |text, marked| {
        Snippet::source(text).line_start(number as usize).annotation(AnnotationKind::Primary.span(marked))
    };
    if line.len() <= LONG_LINE {
        return vec![snippet(line, marked).path(file).into()];
    }
    let from = line.floor_char_boundary(marked.start.saturating_sub(AROUND));
    let to = line.ceil_char_boundary((marked.end + AROUND).min(line.len()));
    let near = snippet(&line[from..to], marked.start - from..marked.end - from);
    vec![origin().char_column(point.column as usize).into(), near.into()]
}

/// The bytes of the line that are the word at the point.
fn word(point: &Point) -> Range<usize> {
    let line = &*point.excerpt;
    let start = line.char_indices().nth(point.column as usize - 1).map_or(line.len(), |(start, _)| start);
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let length: usize = line[start..].chars().take_while(is_word).map(char::len_utf8).sum();
    match length {
        0 => start..start + line[start..].chars().next().map_or(0, char::len_utf8),
        length => start..start + length,
    }
}

/// The name of standard input.
const STANDARD_INPUT: &str = "<stdin>";

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

/// `file:line:column`, as far as it is known.
fn locus(place: &Place) -> Option<String> {
    let file = place.file().unwrap_or(STANDARD_INPUT);
    let line = place.line()?;
    Some(match place.point() {
        Some(point) => format!("{file}:{line}:{}", point.column),
        None => format!("{file}:{line}"),
    })
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
             12 |     int é = value;\n   |             ^^^^^\n\n"
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_word() {
        for bytes in [200, 20_000] {
            let mut diagnostic = example();
            let excerpt = format!("{}value;{}", "é = ".repeat(bytes / 4), "z + ".repeat(bytes / 4));
            let column = excerpt.chars().position(|c| c == 'v').unwrap() as u32 + 1;
            diagnostic.place = Place::Line(LinePlace {
                file: Some("x.cu".into()),
                line: 12,
                point: Some(Point { column, excerpt: excerpt.into() }),
                system_header: false,
                offset: 0,
            });
            let text = render(&diagnostic, VERDICT, false);
            assert!(text.contains(&format!("  --> x.cu:12:{column}\n")), "{text}");
            let mut lines = text.lines().skip_while(|line| !line.starts_with("12 |"));
            let (shown, marks) = (lines.next().unwrap(), lines.next().unwrap());
            assert!(shown.chars().count() < 160, "{text}");
            let marked: String = shown.chars().skip(marks.find('^').unwrap()).take(5).collect();
            assert_eq!(marked, "value", "{text}");
        }
    }

    #[test]
    fn short_lines_stand_alone() {
        assert_eq!(
            render_short(&example(), VERDICT),
            "x.cu:12:10: error: identifier \"value\" is undefined [#20]\n"
        );
    }
}
