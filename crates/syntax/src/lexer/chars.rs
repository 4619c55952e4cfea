//! Classes of bytes.

/// What a token that starts with a byte can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Space,
    /// Starts an identifier: letters, `_`, `$`.
    Word,
    /// Of a character beyond ASCII.
    Wide,
    Digit,
    Quote,
    Punct,
    Null,
    Other,
}

const fn class(byte: u8) -> Class {
    match byte {
        b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => Class::Space,
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => Class::Word,
        0x80..=0xff => Class::Wide,
        0 => Class::Null,
        b'0'..=b'9' => Class::Digit,
        b'"' | b'\'' => Class::Quote,
        b'!'..=b'~' => Class::Punct,
        _ => Class::Other,
    }
}

const fn table() -> [Class; 256] {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class(byte as u8);
        byte += 1;
    }
    table
}

static CLASSES: [Class; 256] = table();

#[inline]
pub(super) fn class_of(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

#[inline]
pub(super) fn is_ident_continue(byte: u8) -> bool {
    matches!(class_of(byte), Class::Word | Class::Digit)
}

/// The characters beyond ASCII that identifiers may have: first and last of each range, in order (C++11 [charname.allowed],
/// to which the reference keeps in every standard, and U+FEFF). Bytes that are not UTF-8 stand for themselves as
/// characters of plane 16, which is not among them.
#[rustfmt::skip]
const IN_IDENTIFIERS: [(char, char); 42] = [
    ('\u{00A8}', '\u{00A8}'), ('\u{00AA}', '\u{00AA}'), ('\u{00AD}', '\u{00AD}'), ('\u{00AF}', '\u{00AF}'),
    ('\u{00B2}', '\u{00B5}'), ('\u{00B7}', '\u{00BA}'), ('\u{00BC}', '\u{00BE}'), ('\u{00C0}', '\u{00D6}'),
    ('\u{00D8}', '\u{00F6}'), ('\u{00F8}', '\u{167F}'), ('\u{1681}', '\u{180D}'), ('\u{180F}', '\u{1FFF}'),
    ('\u{200B}', '\u{200D}'), ('\u{202A}', '\u{202E}'), ('\u{203F}', '\u{2040}'), ('\u{2054}', '\u{2054}'),
    ('\u{2060}', '\u{218F}'), ('\u{2460}', '\u{24FF}'), ('\u{2776}', '\u{2793}'), ('\u{2C00}', '\u{2DFF}'),
    ('\u{2E80}', '\u{2FFF}'), ('\u{3004}', '\u{3007}'), ('\u{3021}', '\u{302F}'), ('\u{3031}', '\u{D7FF}'),
    ('\u{F900}', '\u{FD3D}'), ('\u{FD40}', '\u{FDCF}'), ('\u{FDF0}', '\u{FE44}'), ('\u{FE47}', '\u{FFFD}'),
    ('\u{10000}', '\u{1FFFD}'), ('\u{20000}', '\u{2FFFD}'), ('\u{30000}', '\u{3FFFD}'), ('\u{40000}', '\u{4FFFD}'),
    ('\u{50000}', '\u{5FFFD}'), ('\u{60000}', '\u{6FFFD}'), ('\u{70000}', '\u{7FFFD}'), ('\u{80000}', '\u{8FFFD}'),
    ('\u{90000}', '\u{9FFFD}'), ('\u{A0000}', '\u{AFFFD}'), ('\u{B0000}', '\u{BFFFD}'), ('\u{C0000}', '\u{CFFFD}'),
    ('\u{D0000}', '\u{DFFFD}'), ('\u{E0000}', '\u{EFFFD}'),
];

/// Whether an identifier may have a character beyond ASCII.
pub(super) fn is_wide_ident(c: char) -> bool {
    let behind = IN_IDENTIFIERS.partition_point(|&(first, _)| first <= c);
    behind > 0 && c <= IN_IDENTIFIERS[behind - 1].1
}
