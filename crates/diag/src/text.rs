//! Diagnostics as lines for people, exactly as the reference writes them (spec page 7 §7.3–7.6,
//! §7.11).

use std::fmt::Write as _;

use crate::control::Verdict;
use crate::diagnostic::{Context, Diagnostic, Message, Piece, Place, Point, Role};
use crate::severity::Severity;

/// How diagnostics look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Numbers of warnings, remarks and notes are shown.
    pub numbers: bool,
    /// No excerpts and no empty lines; beats `wrap`.
    pub brief: bool,
    /// Messages are broken at 79 columns.
    pub wrap: bool,
    /// Instantiation contexts shown at once; 0 for all.
    pub context_limit: u32,
    /// Escape sequences, if wanted.
    pub colors: Option<Colors>,
}

/// Parameters of the escape sequence for each category; `None` where the user's list lacks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colors {
    error: Option<String>,
    warning: Option<String>,
    note: Option<String>,
    locus: Option<String>,
    quote: Option<String>,
    range: Option<String>,
}

impl Colors {
    /// The reference's own colours.
    pub const DEFAULT: &str = "error=01;31:warning=01;35:note=01;36:locus=01:quote=01:range1=32";

    /// Reads a list in the form of `GCC_COLORS`. Categories that it does not name get none.
    pub fn parse(list: &str) -> Self {
        let color = |category: &str| {
            let mut items = list.split(':').filter_map(|item| item.split_once('='));
            let found = items.find(|(name, _)| *name == category);
            found.map(|(_, parameters)| parameters.to_owned())
        };
        Self {
            error: color("error"),
            warning: color("warning"),
            note: color("note"),
            locus: color("locus"),
            quote: color("quote"),
            range: color("range1"),
        }
    }

    fn of_severity(&self, severity: Severity) -> &Option<String> {
        match severity {
            Severity::Note | Severity::Remark => &self.note,
            Severity::Warning => &self.warning,
            _ => &self.error,
        }
    }
}

const RESET: &str = "\u{1b}[0m";
/// The last column that text may fill when lines are broken.
const WIDTH: usize = 79;
/// How much deeper the rest of a broken line stands.
const CONTINUATION: usize = 10;
/// Columns before a context.
const CONTEXT_INDENT: usize = 10;
/// Columns before a detail, and before one of several contexts.
const DETAIL_INDENT: usize = 12;

/// A diagnostic with its notes and contexts, and the empty line behind it.
pub fn render(diagnostic: &Diagnostic, verdict: Verdict, style: &Style) -> String {
    let mut text = String::new();
    let renderer = Renderer { style };
    renderer.header(&mut text, &diagnostic.message, &diagnostic.place, verdict);
    let here = diagnostic.place.file();
    for detail in &diagnostic.details {
        renderer.line(&mut text, DETAIL_INDENT, detail.pieces(here));
    }
    renderer.excerpt(&mut text, &diagnostic.place);
    for note in &diagnostic.notes {
        let verdict = Verdict { severity: Severity::Note, promoted: false, once: false };
        renderer.header(&mut text, &note.message, &note.place, verdict);
        renderer.excerpt(&mut text, &note.place);
    }
    renderer.contexts(&mut text, &diagnostic.contexts, here);
    if !style.brief {
        text.push('\n');
    }
    text
}

/// The remark after the first warning, and the empty line behind it.
pub fn render_hint(text: &str, style: &Style) -> String {
    let word = Severity::Remark.capitalized();
    let head = match &style.colors {
        None => word.to_owned(),
        Some(colors) => {
            let escape = escape(&colors.note);
            format!("{escape}{RESET}{escape}{word}{RESET}")
        }
    };
    format!("{head}: {text}\n{}", if style.brief { "" } else { "\n" })
}

struct Renderer<'a> {
    style: &'a Style,
}

impl Renderer<'_> {
    fn header(&self, text: &mut String, message: &Message, place: &Place, verdict: Verdict) {
        let severity = verdict.severity;
        let number = match message.displayed_number() {
            Some(number) if self.style.numbers && shows_number(verdict) => format!(" #{number}-D"),
            _ => String::new(),
        };
        let (locus, word) = match place {
            Place::Nowhere => (None, severity.capitalized()),
            Place::EndOfSource { .. } => (Some("At end of source".to_owned()), severity.word()),
            Place::Line(place) => {
                let locus = match &place.file {
                    Some(file) => format!("{file}({})", place.line),
                    None => format!("Line {}", place.line),
                };
                (Some(locus), severity.word())
            }
        };
        let mut pieces = Vec::new();
        match &self.style.colors {
            None => {
                let locus = locus.map(|locus| format!("{locus}: ")).unwrap_or_default();
                pieces.push(plain(format!("{locus}{word}{number}: ")));
            }
            Some(colors) => {
                let tone = escape(colors.of_severity(severity));
                let head = match locus {
                    Some(locus) => {
                        let bold = escape(&colors.locus);
                        format!("{bold}{RESET}{bold}{locus}{RESET}: {tone}{word}{number}{RESET}: ")
                    }
                    None => format!("{tone}{RESET}{tone}{word}{number}{RESET}: "),
                };
                pieces.push(plain(head));
            }
        }
        pieces.extend(message.pieces(place.file()));
        self.line(text, 0, pieces);
    }

    /// A line of text behind an indentation, broken if requested.
    fn line(&self, text: &mut String, indent: usize, pieces: Vec<Piece>) {
        let line: String = match &self.style.colors {
            None => pieces.into_iter().map(|piece| piece.text).collect(),
            Some(colors) => pieces.into_iter().map(|piece| paint(piece, colors)).collect(),
        };
        if self.style.wrap && !self.style.brief {
            wrap(text, indent, &line);
        } else {
            let _ = writeln!(text, "{:indent$}{line}", "");
        }
    }

    fn excerpt(&self, text: &mut String, place: &Place) {
        let Some(Point { column, excerpt }) = place.point() else {
            return;
        };
        if self.style.brief {
            return;
        }
        let _ = writeln!(text, "  {excerpt}");
        text.push_str("  ");
        let mut before = excerpt.chars();
        for _ in 1..*column {
            text.push(if before.next() == Some('\t') { '\t' } else { ' ' });
        }
        text.push_str("^\n");
    }

    fn contexts(&self, text: &mut String, contexts: &[Context], here: Option<&str>) {
        let sentence = |context: &Context| {
            let elsewhere = here != Some(&*context.file);
            let of = if elsewhere { format!(" of {}", context.file) } else { String::new() };
            let place = format!("at line {}{of}", context.line);
            vec![plain(format!("{} ", context.what)), Piece { text: place, role: Role::Range }]
        };
        match contexts {
            [] => {}
            [only] => {
                let mut pieces = vec![plain("detected during ".to_owned())];
                pieces.extend(sentence(only));
                self.line(text, CONTEXT_INDENT, pieces);
            }
            _ => {
                self.line(text, CONTEXT_INDENT, vec![plain("detected during:".to_owned())]);
                let hidden = hidden_contexts(contexts.len(), self.style.context_limit);
                for (index, context) in contexts.iter().enumerate() {
                    if index == hidden.start && !hidden.is_empty() {
                        let gap = format!("[ {} instantiation contexts not shown ]", hidden.len());
                        self.line(text, DETAIL_INDENT, vec![plain(gap)]);
                    }
                    if !hidden.contains(&index) {
                        self.line(text, DETAIL_INDENT, sentence(context));
                    }
                }
            }
        }
    }
}

/// Which of `count` contexts are left out under a limit (spec page 7 §7.6).
fn hidden_contexts(count: usize, limit: u32) -> std::ops::Range<usize> {
    if limit == 0 {
        return 0..0;
    }
    let limit = limit.max(2) as usize;
    let half = limit / 2;
    if count > limit + 1 { half..count - half } else { 0..0 }
}

/// Errors carry no number unless they are promoted warnings.
fn shows_number(verdict: Verdict) -> bool {
    verdict.severity <= Severity::Warning || verdict.promoted
}

fn plain(text: String) -> Piece {
    Piece { text, role: Role::Plain }
}

fn escape(parameters: &Option<String>) -> String {
    parameters.as_ref().map(|parameters| format!("\u{1b}[{parameters}m")).unwrap_or_default()
}

fn paint(piece: Piece, colors: &Colors) -> String {
    let parameters = match piece.role {
        Role::Plain => return piece.text,
        Role::Quote => &colors.quote,
        Role::Range => &colors.range,
    };
    format!("{}{}{RESET}", escape(parameters), piece.text)
}

/// Writes `line`, broken at blanks so that no output line passes [`WIDTH`]; words that are longer
/// than a whole line are broken inside.
fn wrap(text: &mut String, indent: usize, line: &str) {
    let rest_indent = indent + CONTINUATION;
    let mut output = " ".repeat(indent);
    let mut column = indent;
    let mut fresh = true;
    for word in line.split(' ') {
        let mut word = word;
        let length = printed_length(word);
        let needed = if fresh { length } else { length + 1 };
        if column + needed > WIDTH {
            output.push('\n');
            output.push_str(&" ".repeat(rest_indent));
            column = rest_indent;
            while column + printed_length(word) > WIDTH {
                let (head, tail) = word.split_at(byte_of_column(word, WIDTH - column));
                output.push_str(head);
                output.push('\n');
                output.push_str(&" ".repeat(rest_indent));
                column = rest_indent;
                word = tail;
            }
        } else if !fresh {
            output.push(' ');
            column += 1;
        }
        output.push_str(word);
        column += printed_length(word);
        fresh = false;
    }
    text.push_str(&output);
    text.push('\n');
}

/// How many columns a word fills; escape sequences fill none.
fn printed_length(word: &str) -> usize {
    let mut length = 0;
    let mut in_escape = false;
    for character in word.chars() {
        match character {
            '\u{1b}' => in_escape = true,
            'm' if in_escape => in_escape = false,
            _ if in_escape => {}
            _ => length += 1,
        }
    }
    length
}

/// The byte at which a word's column `columns` starts.
fn byte_of_column(word: &str, columns: usize) -> usize {
    word.char_indices().nth(columns).map_or(word.len(), |(at, _)| at)
}
