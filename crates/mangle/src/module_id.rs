//! The formula of the module id (spec 5 §1).
//!
//! The id names everything internal to a translation unit in the host and device output, so both
//! passes must agree on it. Which definition represents the unit is decided by the code that knows the
//! declarations; this module only combines the parts.

use std::borrow::Cow;

/// What the tail of the id is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Representative<'a> {
    /// The linker name of the first eligible definition.
    Symbol(&'a str),
    /// No definition is eligible (or its name needs the module id itself), and `--frandom-seed`
    /// gives this text (it may be empty).
    Seed(&'a [u8]),
    /// Neither: time, place and process make the id unique.
    Moment {
        /// `ctime` of the source file's modification time, its newline included; of the current
        /// time when the source is not a regular file.
        ctime: &'a str,
        /// The current directory, physical, without a trailing `/`.
        directory: &'a [u8],
        /// The process number.
        process: u32,
    },
}

/// The module id of the unit with `--orig_src_path_name` = `path` (empty when absent) and
/// `--orig_src_file_name` (else the input file) = `file`.
pub fn module_id(path: &[u8], file: &[u8], representative: &Representative<'_>) -> String {
    let base = file.rsplit(|&byte| byte == b'/').next().unwrap_or(file);
    let mut id = Vec::new();
    id.push(b'_');
    id.extend_from_slice(if path.is_empty() { "00000000".to_owned() } else { crc(path) }.as_bytes());
    id.extend_from_slice(format!("_{}_", base.len()).as_bytes());
    id.extend_from_slice(base);
    id.push(b'_');
    id.extend_from_slice(tail(representative).as_bytes());
    id.iter().map(|&byte| if byte.is_ascii_alphanumeric() { char::from(byte) } else { '_' }).collect()
}

/// The part of the id that depends on the representative, before bytes are replaced.
pub fn tail(representative: &Representative<'_>) -> String {
    match representative {
        Representative::Symbol(symbol) => {
            let symbol = with_universal_names(symbol);
            if symbol.len() <= 8 { symbol.into_owned() } else { crc(symbol.as_bytes()) }
        }
        Representative::Seed(seed) => crc(seed),
        Representative::Moment { ctime, directory, process } => {
            format!("{}_{process}", crc(&[ctime.as_bytes(), directory].concat()))
        }
    }
}

/// Characters outside ASCII as the reference keeps them in identifiers: `\u00e9`, however they are written.
pub(crate) fn with_universal_names(symbol: &str) -> Cow<'_, str> {
    if symbol.is_ascii() && !symbol.contains('\\') {
        return Cow::Borrowed(symbol);
    }
    let mut text = String::with_capacity(symbol.len());
    let mut rest = symbol;
    while let Some(c) = rest.chars().next() {
        let (code, length) = match universal_name(rest) {
            Some((code, length)) => (code, length),
            None => (u32::from(c), c.len_utf8()),
        };
        rest = &rest[length..];
        match code {
            0..=0x7f => text.push(c),
            0x80..=0xffff => text += &format!("\\u{code:04x}"),
            _ => text += &format!("\\U{code:08x}"),
        }
    }
    Cow::Owned(text)
}

/// The character of the universal character name that starts `text`, and the length of the name.
fn universal_name(text: &str) -> Option<(u32, usize)> {
    let length = match text.as_bytes() {
        [b'\\', b'u', ..] => 6,
        [b'\\', b'U', ..] => 10,
        _ => return None,
    };
    let code = u32::from_str_radix(text.get(2..length)?, 16).ok()?;
    (code > 0x7f).then_some((code, length))
}

fn crc(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `path`, `file`, representative, and the id the reference gives.
    const RECORDED: &[(&str, &str, Representative<'_>, &str)] = &[
        ("/p/x.cu", "x.cu", Representative::Symbol("_Z8foo_longi"), "_1ecd7d51_4_x_cu_118737c6"),
        ("/p/x.cu", "x.cu", Representative::Seed(b"A"), "_1ecd7d51_4_x_cu_d3d99e8b"),
        ("/p/x.cu", "x.cu", Representative::Seed(b"AA"), "_1ecd7d51_4_x_cu_a9601dbd"),
        ("/p/x.cu", "x.cu", Representative::Seed(b""), "_1ecd7d51_4_x_cu_00000000"),
    ];

    #[test]
    fn recorded_ids() {
        for (path, file, representative, id) in RECORDED {
            assert_eq!(module_id(path.as_bytes(), file.as_bytes(), representative), *id);
        }
    }

    #[test]
    fn other_characters_are_universal_names() {
        for symbol in ["é", "\\u00e9", "\\u00E9", "\\U000000E9"] {
            assert_eq!(tail(&Representative::Symbol(symbol)), "\\u00e9");
        }
    }

    #[test]
    fn short_symbols_stand_as_they_are() {
        let id = module_id(b"", b"a/b-c.cu", &Representative::Symbol("_Z1kPi"));
        assert_eq!(id, "_00000000_6_b_c_cu__Z1kPi");
        assert_eq!(tail(&Representative::Symbol("_ZN1N1qEv")), "9a19bbe9");
    }

    #[test]
    fn moment_ends_in_the_process() {
        let moment =
            Representative::Moment { ctime: "Thu Jan  1 00:00:00 1970\n", directory: b"/", process: 7 };
        assert!(module_id(b"", b"x", &moment).ends_with("_7"));
    }
}
