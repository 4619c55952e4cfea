//! A diagnostic as a value.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use asunder_syntax::Release;
use serde::{Deserialize, Deserializer, Serialize};

use crate::catalogue;
use crate::severity::Severity;

/// Something to report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// What it says.
    pub message: Message,
    /// How grave it is in place of the catalogue's default. An error or worse is so whatever the user sets; a
    /// warning stays under the user's control.
    pub fixed_severity: Option<Severity>,
    /// An error that the user can change, though others of its number stay errors.
    pub is_changeable: bool,
    /// Where.
    pub place: Place,
    /// Lines between the message and the excerpt: candidates, argument types.
    pub details: Vec<Message>,
    /// Remarks on other places, in order.
    pub notes: Vec<Note>,
    /// The instantiations that led here, innermost first.
    pub contexts: Vec<Context>,
}

impl Diagnostic {
    /// A diagnostic without details, notes and contexts.
    pub fn new(message: Message, place: Place) -> Self {
        Self {
            message,
            fixed_severity: None,
            is_changeable: false,
            place,
            details: Vec::new(),
            notes: Vec::new(),
            contexts: Vec::new(),
        }
    }

    /// The diagnostic as it is shown once an error was reported.
    pub fn after_error(&self) -> Self {
        Self { message: self.message.after_error(), ..self.clone() }
    }

    /// The same in the words and numbers of a release.
    pub fn in_release(mut self, release: Release) -> Self {
        let notes = self.notes.iter_mut().map(|note| &mut note.message);
        for message in notes.chain(&mut self.details).chain([&mut self.message]) {
            message.release = release;
        }
        self
    }

    /// Gives every file that it names, in places, messages and contexts, the name that `name` has for it.
    pub fn rename_files(&mut self, mut name: impl FnMut(&str) -> Arc<str>) {
        let notes = self.notes.iter_mut().map(|note| (&mut note.message, &mut note.place));
        for (message, place) in notes.chain([(&mut self.message, &mut self.place)]) {
            message.rename_files(&mut name);
            place.rename_file(&mut name);
        }
        self.details.iter_mut().for_each(|detail| detail.rename_files(&mut name));
        self.contexts.iter_mut().for_each(|context| context.file = name(&context.file));
    }

    /// A diagnostic whose severity nothing changes.
    pub fn fixed(severity: Severity, message: Message, place: Place) -> Self {
        Self { fixed_severity: Some(severity), ..Self::new(message, place) }
    }
}

/// A remark on another place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// What it says.
    pub message: Message,
    /// Where.
    pub place: Place,
}

/// One step of the way into an instantiation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// What was instantiated, as in `instantiation of class "A<T> [with T=int]"`.
    pub what: Arc<str>,
    /// Where it was requested.
    pub file: Arc<str>,
    /// The line there, from 1.
    pub line: u32,
}

/// A place in the program, as displayed: line markers are applied already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// No place at all: command line, files.
    Nowhere,
    /// Behind the last token.
    EndOfSource {
        /// The file that ends there; `None` for standard input without markers.
        file: Option<Arc<str>>,
        /// Its last line, from 1.
        line: u32,
    },
    /// A line, possibly with a column and its text.
    Line(LinePlace),
}

impl Place {
    /// The file, where one is known.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Nowhere => None,
            Self::EndOfSource { file, .. } => file.as_deref(),
            Self::Line(place) => place.file.as_deref(),
        }
    }

    /// The line, from 1, where one is known.
    pub fn line(&self) -> Option<u32> {
        match self {
            Self::Nowhere => None,
            Self::EndOfSource { line, .. } => Some(*line),
            Self::Line(place) => Some(place.line),
        }
    }

    fn rename_file(&mut self, name: &mut impl FnMut(&str) -> Arc<str>) {
        let file = match self {
            Self::Nowhere => None,
            Self::EndOfSource { file, .. } => file.as_mut(),
            Self::Line(place) => place.file.as_mut(),
        };
        file.into_iter().for_each(|file| *file = name(file));
    }

    /// The column and the text of the line, where they are known.
    pub fn point(&self) -> Option<&Point> {
        match self {
            Self::Line(place) => place.point.as_ref(),
            Self::Nowhere | Self::EndOfSource { .. } => None,
        }
    }
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinePlace {
    /// The file as line markers name it; `None` for standard input without markers.
    pub file: Option<Arc<str>>,
    /// The line, from 1.
    pub line: u32,
    /// Column and text; `None` where only the line is known.
    pub point: Option<Point>,
    /// The place stands in a system header (line marker flag 3).
    pub system_header: bool,
    /// Byte offset in the unit's text; pragmas act by it.
    pub offset: u32,
}

/// A column of a line and the line's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// The column, from 1, in code points.
    pub column: u32,
    /// The physical line of the unit's text, without its end.
    pub excerpt: Arc<str>,
}

/// The text of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The internal number; `None` for texts that have none.
    pub number: Option<u16>,
    words: Words,
    /// The release in whose words and numbers it is shown.
    #[serde(with = "release_text")]
    release: Release,
}

/// A release as text, such as `13.5`.
mod release_text {
    use asunder_syntax::Release;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(release: &Release, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(release)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Release, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Words {
    /// The catalogue's message with these arguments.
    Catalogue(Vec<Argument>),
    /// This text.
    Literal(Arc<str>),
}

impl Message {
    /// A message of the catalogue, which has an explanation too.
    pub fn new(number: u16, arguments: Vec<Argument>) -> Self {
        debug_assert!(
            catalogue::by_number(number).is_some_and(|entry| entry.message.is_some()),
            "the catalogue has no message {number}"
        );
        Self { number: Some(number), words: Words::Catalogue(arguments), release: Release::default() }
    }

    /// Arguments one behind the other, without a number.
    pub fn of(arguments: Vec<Argument>) -> Self {
        Self { number: None, words: Words::Catalogue(arguments), release: Release::default() }
    }

    /// A text without a number.
    pub fn plain(text: impl Into<Arc<str>>) -> Self {
        Self { number: None, words: Words::Literal(text.into()), release: Release::default() }
    }

    /// A text under a number, in place of the catalogue's message.
    pub fn numbered(number: u16, text: impl Into<Arc<str>>) -> Self {
        Self { number: Some(number), words: Words::Literal(text.into()), release: Release::default() }
    }

    /// The number that users see.
    pub fn displayed_number(&self) -> Option<u16> {
        // An error that is not known has none.
        let number = self.number.filter(|number| *number != 0);
        number.map(|number| catalogue::displayed_number(number, self.release))
    }

    /// The number of its rule in SARIF output.
    pub fn rule_number(&self) -> Option<u16> {
        self.number.map(|number| catalogue::rule_number(number, self.release))
    }

    /// The tag in the catalogue.
    pub fn tag(&self) -> Option<&'static str> {
        self.number.and_then(catalogue::by_number)?.tag_in(self.release)
    }

    /// The message as it is shown once an error was reported.
    fn after_error(&self) -> Self {
        let Words::Catalogue(arguments) = &self.words else { return self.clone() };
        let damaged = arguments.iter().map(|argument| match argument {
            Argument::Callee { after_error, .. } => Argument::Name(Arc::clone(after_error)),
            other => other.clone(),
        });
        Self { words: Words::Catalogue(damaged.collect()), ..*self }
    }

    /// Whether the message is another once an error was reported.
    pub fn depends_on_errors(&self) -> bool {
        let Words::Catalogue(arguments) = &self.words else { return false };
        arguments.iter().any(|argument| matches!(argument, Argument::Callee { .. }))
    }

    fn rename_files(&mut self, name: &mut impl FnMut(&str) -> Arc<str>) {
        let Words::Catalogue(arguments) = &mut self.words else { return };
        for argument in arguments {
            match argument {
                Argument::Entity { declared: Some(declared), .. } | Argument::At(declared) => {
                    declared.file = name(&declared.file);
                }
                _ => {}
            }
        }
    }

    /// The text, in pieces by role. `here` is the file of the diagnostic: other places in it are
    /// named by line only.
    pub fn pieces(&self, here: Option<&str>) -> Vec<Piece> {
        match &self.words {
            Words::Literal(text) => vec![Piece::plain(&**text)],
            Words::Catalogue(arguments) => {
                let entry = self.number.and_then(catalogue::by_number);
                match entry.and_then(|entry| entry.message_in(self.release)) {
                    Some(template) => fill(template, arguments, here),
                    None => arguments.iter().flat_map(|argument| argument.pieces(here)).collect(),
                }
            }
        }
    }

    /// The text.
    pub fn text(&self, here: Option<&str>) -> String {
        self.pieces(here).into_iter().map(|piece| piece.text).collect()
    }
}

/// What fills a placeholder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Argument {
    /// Plain text.
    Text(Arc<str>),
    /// Text in quotes.
    Name(Arc<str>),
    /// A type in quotes, with its meaning if it is written through typedefs.
    Type {
        /// As written.
        written: Arc<str>,
        /// Without typedefs, if that differs.
        meaning: Option<Arc<str>>,
    },
    /// An entity: kind and quoted name.
    Entity {
        /// The kind word (`function`, `class`); constructors and the like have none.
        #[serde(deserialize_with = "kind_word")]
        kind: Option<KindWord>,
        /// The qualified name.
        name: Arc<str>,
        /// Where it is declared; shown where the message asks for it.
        declared: Option<Declared>,
    },
    /// A function in quotes: its signature, and what is shown in its place once an error was reported (spec 2 §0,
    /// fact 3).
    Callee {
        /// `S::d(int, const char *)`
        signature: Arc<str>,
        /// `_ZN1S1dE1?1?`
        after_error: Arc<str>,
    },
    /// A number.
    Number(i64),
    /// A place, as in `at line 3`.
    At(Declared),
}

/// The word for a kind of entities.
pub type KindWord = &'static str;

/// The kind words that diagnostics were read with so far.
static KIND_WORDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// Reads a kind word. Each distinct word is kept for good; there are a few dozen.
fn kind_word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<KindWord>, D::Error> {
    let Some(word) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let mut words = KIND_WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = words.get(word.as_str()) {
        return Ok(Some(known));
    }
    let word: &'static str = Box::leak(word.into_boxed_str());
    words.insert(word);
    Ok(Some(word))
}

/// Where an entity is declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// The file.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
}

impl Declared {
    /// `line 3`, or `line 3 of FILE` outside `here`.
    fn text(&self, here: Option<&str>) -> String {
        if here == Some(&*self.file) {
            format!("line {}", self.line)
        } else {
            format!("line {} of {}", self.line, self.file)
        }
    }
}

/// A piece of a rendered message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// How to show it.
    pub role: Role,
}

/// How a piece is shown where colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// As the rest of the message.
    Plain,
    /// As a name of the program.
    Quote,
    /// As a pointer to another place.
    Range,
}

impl Piece {
    fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), role: Role::Plain }
    }

    fn quote(text: impl Into<String>) -> Self {
        Self { text: text.into(), role: Role::Quote }
    }
}

impl Argument {
    fn pieces(&self, here: Option<&str>) -> Vec<Piece> {
        match self {
            Self::Text(text) => vec![Piece::plain(&**text)],
            Self::Name(name) | Self::Callee { signature: name, .. } => {
                vec![Piece::plain("\""), Piece::quote(&**name), Piece::plain("\"")]
            }
            Self::Type { written, meaning: None } => vec![Piece::plain(format!("\"{written}\""))],
            Self::Type { written, meaning: Some(meaning) } => {
                vec![Piece::plain(format!("\"{written}\" (aka \"{meaning}\")"))]
            }
            Self::Entity { kind, name, .. } => {
                let kind = kind.map(|kind| Piece::plain(format!("{kind} ")));
                kind.into_iter().chain([Piece::quote(format!("\"{name}\""))]).collect()
            }
            Self::Number(number) => vec![Piece::plain(number.to_string())],
            Self::At(at) => {
                vec![Piece { text: format!("at {}", at.text(here)), role: Role::Range }]
            }
        }
    }

    fn declared(&self) -> Option<&Declared> {
        match self {
            Self::Entity { declared, .. } => declared.as_ref(),
            _ => None,
        }
    }
}

/// Puts arguments into a template. A placeholder is `{` kind, one digit from 1, possibly
/// `+declared` or `+defined`, `}`; other braces are text.
fn fill(template: &str, arguments: &[Argument], here: Option<&str>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = template;
    while let Some((before, placeholder, after)) = next_placeholder(rest) {
        pieces.push(Piece::plain(before));
        if let Some(argument) = arguments.get(placeholder.index) {
            pieces.extend(argument.pieces(here));
            if let (Some(words), Some(declared)) = (placeholder.place, argument.declared()) {
                let text = format!(" ({words} at {})", declared.text(here));
                pieces.push(Piece { text, role: Role::Range });
            }
        }
        rest = after;
    }
    pieces.push(Piece::plain(rest));
    pieces.retain(|piece| !piece.text.is_empty());
    pieces
}

struct Placeholder {
    index: usize,
    place: Option<&'static str>,
}

fn next_placeholder(text: &str) -> Option<(&str, Placeholder, &str)> {
    let mut from = 0;
    while let Some(open) = text[from..].find('{').map(|at| from + at) {
        let inside = text[open + 1..].split('}').next().unwrap_or("");
        if let Some(placeholder) = placeholder(inside) {
            return Some((&text[..open], placeholder, &text[open + inside.len() + 2..]));
        }
        from = open + 1;
    }
    None
}

fn placeholder(inside: &str) -> Option<Placeholder> {
    let (head, place) = match inside.split_once('+') {
        None => (inside, None),
        Some((head, "declared")) => (head, Some("declared")),
        Some((head, "defined")) => (head, Some("previous definition")),
        Some(_) => return None,
    };
    let digit = head.chars().next_back()?.to_digit(10)? as usize;
    let kind = &head[..head.len() - 1];
    let known = matches!(kind, "entity" | "name" | "type" | "text" | "number" | "at");
    (known && digit > 0).then_some(Placeholder { index: digit - 1, place })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_fill_placeholders() {
        let message = Message::new(20, vec![Argument::Name("g".into())]);
        assert_eq!(message.text(None), "identifier \"g\" is undefined");
        let entity = Argument::Entity {
            kind: Some("member"),
            name: "S::m".into(),
            declared: Some(Declared { file: "a.h".into(), line: 4 }),
        };
        let message = Message::new(265, vec![entity]);
        assert_eq!(message.text(Some("a.h")), "member \"S::m\" (declared at line 4) is inaccessible");
        assert_eq!(message.text(Some("b.h")), "member \"S::m\" (declared at line 4 of a.h) is inaccessible");
    }

    #[test]
    fn files_are_renamed_wherever_they_are_named() {
        let declared = Some(Declared { file: "a.h".into(), line: 4 });
        let entity = Argument::Entity { kind: Some("member"), name: "S::m".into(), declared };
        let place = Place::EndOfSource { file: Some("a.h".into()), line: 9 };
        let mut diagnostic = Diagnostic::new(Message::new(265, vec![entity]), place.clone());
        diagnostic.notes.push(Note { message: Message::plain("a.h"), place });
        diagnostic.contexts.push(Context { what: "f".into(), file: "a.h".into(), line: 3 });
        diagnostic.rename_files(|name| format!("/x/{name}").into());
        assert_eq!(diagnostic.place.file(), Some("/x/a.h"));
        assert_eq!(
            diagnostic.message.text(Some("b.h")),
            "member \"S::m\" (declared at line 4 of /x/a.h) is inaccessible"
        );
        assert_eq!(diagnostic.notes[0].place.file(), Some("/x/a.h"));
        assert_eq!(diagnostic.notes[0].message.text(None), "a.h");
        assert_eq!(&*diagnostic.contexts[0].file, "/x/a.h");
    }

    #[test]
    fn braces_that_are_text_stay() {
        assert_eq!(Message::new(130, Vec::new()).text(None), "expected a \"{\"");
    }
}
