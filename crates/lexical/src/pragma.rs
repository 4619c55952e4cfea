//! Control pragmas: `nv_diag_*` and `nv_diagnostic` (spec page 7 §7.12), and the complaints about other
//! pragmas that need no context.

use asunder_diag::catalogue;
use asunder_diag::control::{ControlAction, PragmaChange, PragmaEffect};
use asunder_syntax::{Dialect, Lexer, Release, SyntaxKind};

use crate::block::Event;
use crate::number::{self, Value};
use crate::unit::Finding;

/// "unrecognized #pragma".
const UNRECOGNIZED_PRAGMA: u16 = 161;
/// "unrecognized GCC pragma".
const UNRECOGNIZED_GCC_PRAGMA: u16 = 1675;
/// "invalid error number".
const INVALID_NUMBER: u16 = 1222;
/// "invalid error tag".
const INVALID_TAG: u16 = 1223;
/// "expected an error number or error tag".
const EXPECTED_NUMBER_OR_TAG: u16 = 1224;
/// "expected a \",\"".
const EXPECTED_COMMA: u16 = 253;
/// "a user-provided literal suffix must begin with \"_\"".
const WRONG_SUFFIX: u16 = 2506;
/// "#pragma diagnostic must have either 'push' or 'pop' argument".
const EXPECTED_PUSH_OR_POP: u16 = 3184;
/// "no '#pragma diagnostic push' was found to match this 'diagnostic pop'".
pub(crate) const UNMATCHED_POP: u16 = 3185;

/// The GCC pragmas that the reference knows.
const GCC_PRAGMAS: [&str; 9] = [
    "diagnostic",
    "system_header",
    "visibility",
    "push_options",
    "pop_options",
    "reset_options",
    "target",
    "ivdep",
    "warning",
];

/// A word of a pragma, or its end.
#[derive(Clone, Copy)]
struct Word<'a> {
    /// `None` at the end of the line.
    kind: Option<SyntaxKind>,
    text: &'a str,
    offset: u32,
}

impl Word<'_> {
    fn is_name(&self) -> bool {
        self.kind.is_some_and(|kind| kind.is_identifier() || kind.is_keyword())
    }
}

/// Reads one pragma, whose text starts at `offset`.
pub(crate) fn read(text: &str, offset: u32, dialect: Dialect, events: &mut Vec<Event>) {
    let content;
    let words = match operand(text) {
        // All words stand where the literal does.
        Some((literal, at)) => {
            content = literal;
            let at = offset + at as u32;
            words(&content, 0, dialect).into_iter().map(|word| Word { offset: at, ..word }).collect()
        }
        None => {
            let start = text.find("pragma").map_or(text.len(), |at| at + "pragma".len());
            words(&text[start..], offset + start as u32, dialect)
        }
    };
    let mut words = Words { words: &words, next: 0 };
    let name = words.take();
    if !name.is_name() {
        events.push(Event::Found(Finding::new(UNRECOGNIZED_PRAGMA, name.offset)));
        return;
    }
    match name.text {
        "GCC" => {
            let which = words.take();
            if !GCC_PRAGMAS.contains(&which.text) {
                events.push(Event::Found(Finding::new(UNRECOGNIZED_GCC_PRAGMA, which.offset)));
            }
        }
        "nv_diagnostic" => events.push(push_or_pop(&mut words, offset)),
        name => {
            if let Some(action) = action(name) {
                list(action, &mut words, offset, dialect.release, events);
            }
        }
    }
}

fn push_or_pop(words: &mut Words<'_>, offset: u32) -> Event {
    let which = words.take();
    match which.text {
        "push" => Event::Control(PragmaChange { offset, effect: PragmaEffect::Push }),
        "pop" => Event::Pop { offset, complaint: words.take().offset },
        _ => Event::Found(Finding::new(EXPECTED_PUSH_OR_POP, which.offset)),
    }
}

/// A list of numbers and tags. A wrong item is passed over; what follows an item and is not a comma ends the list.
fn list(
    action: Option<ControlAction>,
    words: &mut Words<'_>,
    offset: u32,
    release: Release,
    events: &mut Vec<Event>,
) {
    let mut item = words.take();
    if item.kind == Some(SyntaxKind::EQ) {
        item = words.take();
    }
    loop {
        match diagnostic_number(item, release) {
            Ok(Some(number)) => {
                let effect = PragmaEffect::Set(number, action);
                events.push(Event::Control(PragmaChange { offset, effect }));
            }
            Ok(None) => {}
            Err(complaints) => {
                let complaint = |&number| Event::Found(Finding::new(number, item.offset));
                events.extend(complaints.iter().map(complaint));
            }
        }
        // The reference takes the end of the line for an item, and misses a comma after it.
        let separator = words.take();
        if separator.kind == Some(SyntaxKind::COMMA) {
            item = words.take();
        } else {
            if separator.kind.is_some() || item.kind.is_none() {
                events.push(Event::Found(Finding::new(EXPECTED_COMMA, separator.offset)));
            }
            return;
        }
    }
}

/// The diagnostic that an item names; `None` for a tag whose diagnostic is not known. Otherwise the
/// complaints.
fn diagnostic_number(item: Word<'_>, release: Release) -> Result<Option<u16>, &'static [u16]> {
    if item.is_name() {
        return match catalogue::by_tag(item.text, release) {
            Some(entry) => Ok(entry.number),
            None => Err(&[INVALID_TAG]),
        };
    }
    if item.kind != Some(SyntaxKind::INT_NUMBER) {
        return Err(&[EXPECTED_NUMBER_OR_TAG]);
    }
    let Some(value) = number::value(item.text) else {
        return Err(&[WRONG_SUFFIX, EXPECTED_NUMBER_OR_TAG]);
    };
    let Value::Fits(value) = value else { return Err(&[INVALID_NUMBER]) };
    let number = u16::try_from(value).ok();
    match number.and_then(|number| catalogue::internal_number(number, release)) {
        Some(number) => Ok(Some(number)),
        None => Err(&[INVALID_NUMBER]),
    }
}

/// What a pragma does to the diagnostics that it lists; the outer `None` for other pragmas.
fn action(name: &str) -> Option<Option<ControlAction>> {
    Some(match name {
        "nv_diag_suppress" => Some(ControlAction::Suppress),
        "nv_diag_remark" => Some(ControlAction::Remark),
        "nv_diag_warning" => Some(ControlAction::Warning),
        "nv_diag_error" => Some(ControlAction::Error),
        "nv_diag_once" => Some(ControlAction::Once),
        "nv_diag_default" => None,
        _ => return None,
    })
}

/// What the literal of `_Pragma("…")` stands for ([cpp.pragma.op]), and its place; `None` for `#pragma`.
fn operand(text: &str) -> Option<(String, usize)> {
    let after_name = text.strip_prefix("_Pragma")?;
    let quote = after_name.find('"')?;
    let prefix = usize::from(after_name[..quote].ends_with('L'));
    let content = after_name[quote + 1..after_name.rfind('"')?.max(quote + 1)].replace("\\\"", "\"");
    Some((content.replace("\\\\", "\\"), "_Pragma".len() + quote - prefix))
}

/// The words of a pragma's text behind `#pragma`, which starts at `offset`, and the end of the line behind them.
fn words(text: &str, offset: u32, dialect: Dialect) -> Vec<Word<'_>> {
    let mut at = 0;
    let mut words = Vec::new();
    for token in Lexer::new(text, dialect) {
        let end = at + token.len as usize;
        if !token.kind.is_trivia() {
            words.push(Word { kind: Some(token.kind), text: &text[at..end], offset: offset + at as u32 });
        }
        at = end;
    }
    words.push(Word { kind: None, text: "", offset: offset + text.len() as u32 });
    words
}

struct Words<'a> {
    /// Ends with the end of the line.
    words: &'a [Word<'a>],
    next: usize,
}

impl<'a> Words<'a> {
    /// The next word; the end of the line again and again.
    fn take(&mut self) -> Word<'a> {
        let word = self.words[self.next.min(self.words.len() - 1)];
        self.next += 1;
        word
    }
}
