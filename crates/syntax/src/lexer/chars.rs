//! Classes of bytes.

/// What a token that starts with a byte can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Space,
    /// Starts an identifier: letters, `_`, `$`, every byte of UTF-8 beyond ASCII.
    Word,
    Digit,
    Quote,
    Punct,
    Other,
}

const fn class(byte: u8) -> Class {
    match byte {
        b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => Class::Space,
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80..=0xff => Class::Word,
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
