//! Wrong characters and strings.

use asunder_syntax::{Dialect, Release, Standard};

use crate::unit::Finding;

/// "missing closing quote".
const MISSING_CLOSING_QUOTE: u16 = 8;
/// "invalid hexadecimal number".
const INVALID_HEXADECIMAL: u16 = 22;
/// "quoted string should contain at least one character".
const EMPTY_CHARACTER: u16 = 25;
/// "too many characters in character constant".
const TOO_MANY_WIDE: u16 = 26;
/// The first release in which they are an error in constants of `char16_t` and `char32_t`.
const WIDE_IS_ERROR: Release = Release::V13_1;
/// "character value is out of range".
const OUT_OF_RANGE: u16 = 27;
/// "unrecognized character escape sequence".
const UNRECOGNIZED_ESCAPE: u16 = 192;
/// "incorrectly formed universal character name".
const MALFORMED_UNIVERSAL: u16 = 965;
/// "multicharacter character literal (potential portability problem)".
const MULTICHARACTER: u16 = 1422;
/// "invalid multibyte character sequence".
const INVALID_MULTIBYTE: u16 = 870;
/// "null (zero) character in string or character constant".
const NULL_IN_LITERAL: u16 = 1193;
/// "invalid character for char16_t literal".
const INVALID_CHAR16: u16 = 1535;
/// "too many characters in character literal -- extra leading characters ignored".
const TOO_MANY_CHARACTERS: u16 = 1654;
/// "a universal character name cannot designate a surrogate code point".
const SURROGATE: u16 = 1661;
/// "a universal character name must designate a valid code point".
const NO_CODE_POINT: u16 = 2215;
/// "ending delimiter for raw string not found".
const MISSING_RAW_END: u16 = 2452;
/// "a UTF-8 character literal value cannot occupy more than one code unit".
const TOO_MANY_UTF8: u16 = 2688;

/// What stands before the quote.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Narrow,
    Utf8,
    Utf16,
    /// `U` or `L`: 32 bits here.
    Wide,
}

/// Checks a character or string literal that starts at `offset`.
pub(crate) fn check(text: &str, offset: u32, dialect: Dialect, findings: &mut Vec<Finding>) {
    let Some(open) = text.find(['"', '\'']) else {
        return;
    };
    let is_character = text.as_bytes()[open] == b'\'';
    let nulls = memchr::memchr_iter(0, text.as_bytes());
    findings.extend(nulls.map(|at| Finding::new(NULL_IN_LITERAL, offset + at as u32)));
    let invalid = findings.len();
    invalid_sequences(text, offset, findings);
    if is_character && findings.len() > invalid {
        return;
    }
    let prefix = &text[..open];
    if prefix.ends_with('R') {
        if !raw_string_is_closed(&text[open + 1..]) {
            findings.push(Finding::new(MISSING_RAW_END, offset));
        }
        return;
    }
    let encoding = match prefix {
        "u8" => Encoding::Utf8,
        "u" => Encoding::Utf16,
        "U" | "L" => Encoding::Wide,
        _ => Encoding::Narrow,
    };
    let mut walk = Walk {
        text,
        at: open + 1,
        quote: text.as_bytes()[open] as char,
        encoding,
        is_character,
        delimited_escapes: dialect.standard >= Standard::Cpp23,
        units: 0,
        characters: 0,
        problems: Vec::new(),
    };
    if !walk.run() {
        findings.push(Finding::new(MISSING_CLOSING_QUOTE, offset));
        return;
    }
    let problem = |(number, at): (u16, usize)| Finding::new(number, offset + at as u32);
    if is_character && let Some(number) = wrong_count(&walk) {
        let is_error = number == TOO_MANY_WIDE && prefix != "L" && dialect.release >= WIDE_IS_ERROR;
        findings.push(Finding { is_error, ..Finding::new(number, offset) });
        if number == EMPTY_CHARACTER {
            return;
        }
    }
    findings.extend(walk.problems.into_iter().map(problem));
}

/// Reports each sequence of bytes that is not UTF-8.
fn invalid_sequences(text: &str, offset: u32, findings: &mut Vec<Finding>) {
    let mut at = 0;
    while let Some(first) = text[at..].find(is_raw_byte) {
        let start = at + first;
        let run: &str = text[start..].split(|c| !is_raw_byte(c)).next().unwrap_or_default();
        // Every raw byte takes as many bytes of the text.
        let width = RAW_BYTE_WIDTH;
        let mut index = 0;
        for chunk in asunder_source::encode(run).utf8_chunks() {
            index += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                findings.push(Finding::new(INVALID_MULTIBYTE, offset + (start + index * width) as u32));
            }
            index += chunk.invalid().len();
        }
        at = start + run.len();
    }
}

/// What is wrong with how much a character literal holds.
fn wrong_count(walk: &Walk<'_>) -> Option<u16> {
    match (walk.encoding, walk.units, walk.characters) {
        (_, 0, _) => Some(EMPTY_CHARACTER),
        (Encoding::Narrow, 2..=4, _) => Some(MULTICHARACTER),
        (Encoding::Narrow, 5.., _) => Some(TOO_MANY_CHARACTERS),
        (Encoding::Utf8, 2.., _) => Some(TOO_MANY_UTF8),
        (Encoding::Utf16 | Encoding::Wide, _, 2..) => Some(TOO_MANY_WIDE),
        _ => None,
    }
}

/// Whether a raw string, from behind its quote, has its ending delimiter.
fn raw_string_is_closed(text: &str) -> bool {
    let Some((delimiter, body)) = text.split_once('(') else {
        return false;
    };
    let end = format!("){delimiter}\"");
    body.contains(&end)
}

/// A walk through the characters between the quotes.
struct Walk<'a> {
    text: &'a str,
    at: usize,
    quote: char,
    encoding: Encoding,
    is_character: bool,
    /// `\x{…}`, `\u{…}`, `\o{…}`, `\N{…}` are escapes.
    delimited_escapes: bool,
    /// Bytes that the content has when encoded as UTF-8.
    units: usize,
    /// Characters of the content.
    characters: usize,
    /// Numbers and byte indices.
    problems: Vec<(u16, usize)>,
}

impl Walk<'_> {
    /// Walks up to the closing quote; `false` if there is none.
    fn run(&mut self) -> bool {
        while let Some(c) = self.text[self.at..].chars().next() {
            match c {
                '\n' => return false,
                '\\' => self.escape(),
                c if c == self.quote => return true,
                c => {
                    self.at += c.len_utf8();
                    self.count(if is_raw_byte(c) { 1 } else { c.len_utf8() });
                }
            }
        }
        false
    }

    fn count(&mut self, units: usize) {
        self.units += units;
        self.characters += 1;
    }

    fn problem(&mut self, number: u16, at: usize) {
        self.problems.push((number, at));
    }

    /// An escape sequence, whose backslash is the current character.
    fn escape(&mut self) {
        let start = self.at;
        let mut rest = self.text[start + 1..].chars();
        let Some(c) = rest.next() else {
            self.at = self.text.len();
            return;
        };
        self.at = start + 1 + c.len_utf8();
        match c {
            '\n' => return,
            '\r' if rest.next() == Some('\n') => {
                self.at += 1;
                return;
            }
            'n' | 't' | 'v' | 'b' | 'r' | 'f' | 'a' | 'e' | 'E' | '?' | '\'' | '"' | '\\' => {}
            'x' | 'u' | 'o' | 'N' if self.delimited_escapes && self.text[self.at..].starts_with('{') => {
                let end = self.text[self.at..].find(['}', self.quote, '\n']);
                self.at = end.map_or(self.text.len(), |end| self.at + end);
                if self.text[self.at..].starts_with('}') {
                    self.at += 1;
                }
            }
            'x' => self.hexadecimal(start),
            '0'..='7' => self.octal(start),
            'u' => return self.universal(start, 4),
            'U' => return self.universal(start, 8),
            _ => self.problem(UNRECOGNIZED_ESCAPE, start),
        }
        self.count(1);
    }

    fn hexadecimal(&mut self, start: usize) {
        let digits = self.digits(16, usize::MAX);
        if digits.is_empty() {
            return self.problem(INVALID_HEXADECIMAL, start + 2);
        }
        let value = u64::from_str_radix(digits, 16).unwrap_or(u64::MAX);
        self.at += digits.len();
        self.range_check(value, start);
    }

    fn octal(&mut self, start: usize) {
        self.at = start + 1;
        let digits = self.digits(8, 3);
        let value = u64::from_str_radix(digits, 8).unwrap_or(0);
        self.at += digits.len();
        self.range_check(value, start);
    }

    fn range_check(&mut self, value: u64, start: usize) {
        let largest = match self.encoding {
            Encoding::Narrow | Encoding::Utf8 => 0xff,
            Encoding::Utf16 => 0xffff,
            Encoding::Wide => 0xffff_ffff,
        };
        if value > largest {
            let in_char16 = self.encoding == Encoding::Utf16 && self.is_character;
            self.problem(if in_char16 { INVALID_CHAR16 } else { OUT_OF_RANGE }, start);
        }
    }

    fn universal(&mut self, start: usize, length: usize) {
        let digits = self.digits(16, length);
        let count = digits.len();
        let value = u32::from_str_radix(digits, 16).unwrap_or(0);
        self.at += count;
        if count < length {
            self.problem(MALFORMED_UNIVERSAL, self.at);
            return self.count(1);
        }
        match char::from_u32(value) {
            Some(c) => self.count(c.len_utf8()),
            None => {
                let surrogate = (0xd800..0xe000).contains(&value);
                self.problem(if surrogate { SURROGATE } else { NO_CODE_POINT }, start);
                self.count(1);
            }
        }
    }

    /// The digits at the current place, at most so many.
    fn digits(&self, base: u32, at_most: usize) -> &str {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take(at_most).take_while(|&byte| (byte as char).is_digit(base));
        &rest[..length.count()]
    }
}

/// Bytes of text that a byte takes which is not UTF-8.
const RAW_BYTE_WIDTH: usize = 4;

/// Whether this stands for a byte that is not UTF-8.
fn is_raw_byte(c: char) -> bool {
    asunder_source::as_raw_byte(c).is_some()
}
