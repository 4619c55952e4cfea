//! From words to settings: long and short options, abbreviations, the input (spec page 1 §3).

use std::ffi::{OsStr, OsString};

use asunder_driver::options::{Input, Release};

use super::draft::{Draft, Event};
use super::error::CommandLineError;
use super::table::{self, Effect, OptionSpec};
use crate::release::ToolkitRelease;

/// How reading ended.
#[derive(Debug)]
pub enum Reading {
    /// All words are read.
    Complete,
    /// An option is to print something and end the run.
    Exit(Event),
}

/// Reads the words after the program's name into `draft`, which keeps what was read before an
/// error: how the error is shown depends on it.
///
/// Of a release newer than all that are known, long options without a counterpart are left out.
///
/// # Errors
/// The first wrong word.
pub fn read(
    toolkit: ToolkitRelease,
    words: &[OsString],
    draft: &mut Draft,
) -> Result<Reading, CommandLineError> {
    let mut words = words.iter();
    let mut input = None;
    while let Some(word) = words.next() {
        let text = word.as_encoded_bytes();
        if text == b"--" {
            input = words.next();
            break;
        }
        if text == b"-" || !text.starts_with(b"-") {
            input = Some(word);
            break;
        }
        let exit = if text.starts_with(b"--") {
            match long_option(word, &mut words, draft) {
                Err(CommandLineError::InvalidOption(word)) if toolkit.is_newer() => {
                    draft.ignored.push(word);
                    // Its value may be a word of its own: nvcc names the unit last.
                    let is_value = |next: &OsString| !next.as_encoded_bytes().starts_with(b"-");
                    if words.len() > 1
                        && !text.contains(&b'=')
                        && words.as_slice().first().is_some_and(is_value)
                    {
                        draft.ignored.extend(words.next().cloned());
                    }
                    None
                }
                result => result?,
            }
        } else {
            short_options(word, &mut words, draft)?
        };
        if let Some(event) = exit {
            return Ok(Reading::Exit(event));
        }
    }
    if let Some(input) = input {
        draft.options.input = match input.to_str() {
            Some("-") => Input::StandardInput,
            _ => Input::File(input.into()),
        };
        draft.input_given = true;
    }
    draft.too_many_words = words.next().is_some();
    Ok(Reading::Complete)
}

type Words<'a> = std::slice::Iter<'a, OsString>;

fn long_option(
    word: &OsString,
    words: &mut Words<'_>,
    draft: &mut Draft,
) -> Result<Option<Event>, CommandLineError> {
    let invalid = || CommandLineError::InvalidOption(word.clone());
    let (name, value) = split_at_equals(word);
    let name = name.to_str().and_then(|name| name.strip_prefix("--")).ok_or_else(invalid)?;
    let option = resolve(draft.options.release, name, word)?;
    if !option.takes_value() {
        return if value.is_none() { apply(option, OsStr::new(""), draft) } else { Err(invalid()) };
    }
    let value = match value {
        Some(value) if value.is_empty() => return Err(invalid()),
        Some(value) => value,
        None => {
            let missing = || CommandLineError::MissingArgument(word.clone());
            words.next().ok_or_else(missing)?.clone()
        }
    };
    apply(option, &value, draft)
}

/// The option of exactly this name, or the only one that starts so.
fn resolve(release: Release, name: &str, word: &OsString) -> Result<&'static OptionSpec, CommandLineError> {
    if let Some(option) = table::by_name(release, name) {
        return usable(option, word);
    }
    let mut candidates = table::by_prefix(release, name);
    match (candidates.next(), candidates.next()) {
        (Some(option), None) => usable(option, word),
        (None, _) => Err(CommandLineError::InvalidOption(word.clone())),
        (Some(_), Some(_)) => Err(CommandLineError::AmbiguousAbbreviation {
            word: word.to_string_lossy().into_owned(),
            candidates: table::by_prefix(release, name).map(|option| option.name).collect(),
        }),
    }
}

/// Refuses the options that are registered and yet invalid.
fn usable(option: &'static OptionSpec, word: &OsString) -> Result<&'static OptionSpec, CommandLineError> {
    if matches!(option.effect, Effect::Invalid) {
        return Err(CommandLineError::InvalidOption(word.clone()));
    }
    Ok(option)
}

/// One-dash letters, bundled; the rest of the word, or else the next word, is the argument of the
/// first letter that takes one.
fn short_options(
    word: &OsString,
    words: &mut Words<'_>,
    draft: &mut Draft,
) -> Result<Option<Event>, CommandLineError> {
    let invalid = || CommandLineError::InvalidOption(word.clone());
    let mut rest = &word.as_encoded_bytes()[1..];
    while let Some((&letter, after)) = rest.split_first() {
        let option = table::by_letter(draft.options.release, char::from(letter)).ok_or_else(invalid)?;
        let exit = if option.takes_value() {
            let value = if after.is_empty() {
                words.next().ok_or_else(invalid)?.clone()
            } else {
                suffix(word, after.len())
            };
            rest = &[];
            apply(option, &value, draft)?
        } else {
            rest = after;
            apply(option, OsStr::new(""), draft)?
        };
        if exit.is_some() {
            return Ok(exit);
        }
    }
    Ok(None)
}

fn apply(
    option: &'static OptionSpec,
    value: &OsStr,
    draft: &mut Draft,
) -> Result<Option<Event>, CommandLineError> {
    draft.note(option.name);
    match &option.effect {
        Effect::Accepted
        | Effect::IgnoredValue
        | Effect::Lacking
        | Effect::LackingValue
        | Effect::Invalid => {}
        Effect::Feature(feature, enabled) => draft.set_feature(feature, *enabled),
        Effect::Flag(set) => set(draft),
        Effect::Mode(set) => set(&mut draft.modes)?,
        Effect::Value(set) => set(draft, value)?,
        Effect::Exit(event) => return Ok(Some(event.clone())),
    }
    Ok(None)
}

/// The parts before and after the first `=`.
fn split_at_equals(word: &OsStr) -> (OsString, Option<OsString>) {
    use std::os::unix::ffi::OsStrExt;

    let bytes = word.as_bytes();
    match bytes.iter().position(|&byte| byte == b'=') {
        Some(at) => {
            (OsStr::from_bytes(&bytes[..at]).to_owned(), Some(OsStr::from_bytes(&bytes[at + 1..]).to_owned()))
        }
        None => (word.to_owned(), None),
    }
}

/// The last `length` bytes of a word.
fn suffix(word: &OsStr, length: usize) -> OsString {
    use std::os::unix::ffi::OsStrExt;

    let bytes = word.as_bytes();
    OsStr::from_bytes(&bytes[bytes.len() - length..]).to_owned()
}
