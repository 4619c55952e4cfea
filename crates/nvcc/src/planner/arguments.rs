//! The words of a compile command as options and a source.

use std::collections::BTreeMap;
use std::fs;

use super::options::{APPENDED, DEVICE_CODE, FORWARDED, JOINED, Known, OPTIONS, PREPENDED, Value};
use crate::command::Command;

/// What a compile command asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arguments {
    /// The values of each option that is given, by its long name; one empty value where it has none.
    given: BTreeMap<&'static str, Vec<String>>,
    /// `-D` and `-U` with their values, in order.
    pub macros: Vec<[String; 2]>,
    /// Options that are not nvcc's.
    pub forwarded: Vec<String>,
    /// The source.
    pub source: String,
}

/// What cannot be taken over literally: shells and nvcc read it differently, or nvcc is needed for what it says.
const SPECIAL: &[char] = &['$', '`', '\\', '!', '\n', '\r'];

impl Arguments {
    /// The arguments of a command; `None` if a word is not understood.
    pub fn of(command: &Command) -> Option<Arguments> {
        let variable = |name: &str| {
            let own = command.environment.iter().rev().find(|(own, _)| own == name);
            own.map(|(_, value)| value.clone()).or_else(|| std::env::var(name).ok()).unwrap_or_default()
        };
        let mut words = plain_words(&variable(PREPENDED))?;
        for word in &command.words {
            words.push(word.to_str()?.to_owned());
        }
        words.extend(plain_words(&variable(APPENDED))?);
        let mut arguments = Arguments::default();
        let mut sources = Vec::new();
        arguments.read(command, &words, &mut sources, true)?;
        let is_forwarding = arguments.has("forward-unknown-to-host-compiler");
        let [source] = <[String; 1]>::try_from(sources).ok()?;
        arguments.source = source;
        (is_forwarding || arguments.forwarded.is_empty()).then_some(arguments)
    }

    fn read(
        &mut self,
        command: &Command,
        words: &[String],
        sources: &mut Vec<String>,
        is_outer: bool,
    ) -> Option<()> {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if word.is_empty() || word == "-" || word.contains(SPECIAL) {
                return None;
            }
            if !word.starts_with('-') {
                sources.push(word.clone());
                continue;
            }
            let Some((option, joined)) = option(word) else {
                let is_known = FORWARDED.iter().any(|start| word.starts_with(start));
                self.forwarded.push(is_known.then(|| word.clone())?);
                continue;
            };
            let (name, _, value) = *option;
            if value == Value::None {
                self.given.insert(name, if joined.is_some() { return None } else { vec![String::new()] });
                continue;
            }
            let text = match joined {
                Some(text) => text.to_owned(),
                None => words.next()?.clone(),
            };
            // nvcc drops blanks around a value.
            if text.is_empty() || text.contains(SPECIAL) || text.trim() != text {
                return None;
            }
            let values: Vec<String> = match value {
                // Their parts are sorted later.
                Value::List if name == "generate-code" => vec![text],
                Value::List => {
                    let parts = parts(&text)?;
                    if parts.iter().any(|part| part.is_empty() || part.trim() != part) {
                        return None;
                    }
                    parts
                }
                Value::Boolean if text != "true" && text != "false" => return None,
                _ => vec![text],
            };
            match name {
                "define-macro" | "undefine-macro" => {
                    let option = if name == "define-macro" { "-D" } else { "-U" };
                    self.macros.extend(values.into_iter().map(|value| [option.to_owned(), value]));
                }
                "options-file" if is_outer => {
                    for file in values {
                        let text = fs::read_to_string(command.directory.join(file)).ok()?;
                        self.read(command, &plain_words(&text)?, sources, false)?;
                    }
                }
                "options-file" => return None,
                _ if value == Value::List => self.given.entry(name).or_default().extend(values),
                // Another value than before is worth a warning.
                _ => match self.given.insert(name, values.clone()) {
                    Some(before) if before != values => return None,
                    _ => {}
                },
            }
        }
        Some(())
    }

    /// Whether an option is given; one that is `false` is not.
    pub fn has(&self, name: &str) -> bool {
        self.given.get(name).is_some_and(|values| values.iter().all(|value| value != "false"))
    }

    /// The values of an option.
    pub fn values(&self, name: &str) -> &[String] {
        self.given.get(name).map_or(&[], Vec::as_slice)
    }

    /// The value of an option that has one.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).first().map(String::as_str)
    }

    /// What `true` and `false` are for an option that is given.
    pub fn boolean(&self, name: &str) -> Option<bool> {
        self.value(name).map(|value| value == "true")
    }

    /// Whether code of several units is linked on the device.
    pub fn is_relocatable(&self) -> bool {
        self.has("relocatable-device-code") || self.has("device-c") || self.has("dlto")
    }

    /// Whether device code alone is made.
    pub fn is_of_device(&self) -> bool {
        DEVICE_CODE.iter().any(|name| self.has(name))
    }
}

/// The option that a word names, and its value where that is in the same word.
fn option(word: &str) -> Option<(&'static Known, Option<&str>)> {
    let by_name = |name: &str| {
        OPTIONS.iter().find(|(long, short, _)| match name.strip_prefix("--") {
            Some(name) => *long == name,
            None => name.strip_prefix('-') == Some(short),
        })
    };
    if let Some(known) = by_name(word) {
        return Some((known, None));
    }
    if let Some((known, value)) = word.split_once('=').and_then(|(name, value)| Some((by_name(name)?, value)))
        && !(word[1..].starts_with(JOINED.map(|it| it.as_bytes()[0] as char)) && word.as_bytes()[2] == b'=')
    {
        return Some((known, Some(value)));
    }
    let name = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'))?;
    let short = JOINED.iter().find(|short| name.starts_with(**short))?;
    let value = &name[short.len()..];
    Some((
        OPTIONS.iter().find(|(_, own, _)| own == short)?,
        (!value.starts_with('=')).then_some(value)?.into(),
    ))
}

/// The parts of a list: commas within double quotes part nothing. `None` where a quote is not closed.
fn parts(text: &str) -> Option<Vec<String>> {
    let mut is_quoted = false;
    let is_border = |c: char| {
        is_quoted ^= c == '"';
        c == ',' && !is_quoted
    };
    let parts = text.split(is_border).map(str::to_owned).collect();
    (!is_quoted).then_some(parts)
}

/// The words of a text without quotes and comments.
fn plain_words(text: &str) -> Option<Vec<String>> {
    let is_plain = !text.contains(['"', '\'', '\\', '#', '$', '`']);
    is_plain.then(|| text.split_whitespace().map(str::to_owned).collect())
}
