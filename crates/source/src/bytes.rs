//! Bytes to text and back.
//!
//! Source files may hold bytes that are not UTF-8 (Latin-1 comments and strings). Trees need `str`, so
//! every byte that is not part of a valid sequence is mapped to one code point of a block at the end of the
//! second supplementary private-use plane, and mapped back when text is written.

use std::borrow::Cow;

/// First code point of the block that stands for the raw bytes 0x00–0xFF.
const RAW_BYTE_BASE: u32 = 0x10_FE00;

fn raw_byte(byte: u8) -> char {
    char::from_u32(RAW_BYTE_BASE + u32::from(byte)).expect("the block lies inside plane 16")
}

/// The byte that is not UTF-8 for which `c` stands.
pub fn as_raw_byte(c: char) -> Option<u8> {
    u8::try_from(u32::from(c).checked_sub(RAW_BYTE_BASE)?).ok()
}

/// The text of `bytes`; borrowed when they are plain UTF-8 without code points of the raw-byte block.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes)
        && memchr::memchr(0xF4, bytes).is_none()
    {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + 16);
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if as_raw_byte(c).is_some() {
                text.extend(c.encode_utf8(&mut [0; 4]).bytes().map(raw_byte));
            } else {
                text.push(c);
            }
        }
        text.extend(chunk.invalid().iter().copied().map(raw_byte));
    }
    Cow::Owned(text)
}

/// The text of a source file: that of its bytes, or of its 16-bit units where it starts with the byte order mark of
/// UTF-16, which the reference reads as well.
pub fn read(bytes: &[u8]) -> Cow<'_, str> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return decode(bytes),
    };
    let units = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: String =
        char::decode_utf16(units).map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    Cow::Owned(decode(text.as_bytes()).into_owned())
}

/// The bytes that [`decode`] made `text` from.
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    if memchr::memchr(0xF4, text.as_bytes()).is_none() {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match as_raw_byte(c) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

/// Whether offsets in `text` are offsets in the bytes that [`decode`] made it from.
pub fn is_plain(text: &str) -> bool {
    // The first byte of every character of the block.
    memchr::memchr(0xF4, text.as_bytes()).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_borrowed() {
        assert!(matches!(decode("int ü;".as_bytes()), Cow::Borrowed("int ü;")));
        assert!(matches!(encode("int ü;"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_byte_order_mark_tells_the_encoding() {
        assert_eq!(read(b"\xff\xfei\0n\0t\0 \0\xe9\0;\0"), "int é;");
        assert_eq!(read(b"\xfe\xff\0i\0n\0t\0 \0\xe9\0;"), "int é;");
        assert_eq!(read(b"\xff\xfe=\xd8\0\xde"), "😀");
        assert!(matches!(read("int é;".as_bytes()), Cow::Borrowed("int é;")));
    }

    #[test]
    fn every_byte_sequence_round_trips() {
        let raw_block = "\u{10FE41}\u{10FFFF}\u{10FDFF}";
        for bytes in [
            b"caf\xe9 // Latin-1".as_slice(),
            b"\xff\xfe\x00",
            b"\xf4\x8f\xbf",
            raw_block.as_bytes(),
            &(0..=255).collect::<Vec<u8>>(),
        ] {
            assert_eq!(encode(&decode(bytes)), bytes);
        }
    }
}
