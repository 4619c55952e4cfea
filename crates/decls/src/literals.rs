//! Values and types of integer and character literals ([lex.icon], [lex.ccon]).

use asunder_mangle::model::Builtin;

/// The value and type of an integer literal; `None` for user-defined suffixes and values that no
/// type holds.
pub fn integer(text: &str) -> Option<(i128, Builtin)> {
    let digits: String = text.chars().filter(|c| *c != '\'').collect();
    let lower = digits.to_ascii_lowercase();
    let (radix, body) = if let Some(rest) = lower.strip_prefix("0x") {
        (16, rest)
    } else if let Some(rest) = lower.strip_prefix("0b") {
        (2, rest)
    } else if lower.starts_with('0') {
        (8, lower.as_str())
    } else {
        (10, lower.as_str())
    };
    let end = body.find(|c: char| !c.is_digit(radix)).unwrap_or(body.len());
    let (number, suffix) = body.split_at(end);
    let value = i128::from_str_radix(if number.is_empty() { "0" } else { number }, radix).ok()?;
    let (unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        "z" => (false, 1),
        "uz" | "zu" => (true, 1),
        _ => return None,
    };
    /// Signed and unsigned type with the bits of the signed one's magnitude.
    const RANKS: [(Builtin, Builtin, u32); 3] = [
        (Builtin::Int, Builtin::UnsignedInt, 31),
        (Builtin::Long, Builtin::UnsignedLong, 63),
        (Builtin::LongLong, Builtin::UnsignedLongLong, 63),
    ];
    for (signed, unsigned_ty, bits) in &RANKS[longs..] {
        if !unsigned && value < 1 << bits {
            return Some((value, *signed));
        }
        if (unsigned || radix != 10) && value < 1 << (bits + 1) {
            return Some((value, *unsigned_ty));
        }
    }
    None
}

/// The type of a floating literal; `None` for user-defined suffixes.
pub fn floating(text: &str) -> Option<Builtin> {
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let digits = |c: char| c.is_ascii_digit() || matches!(c, '.' | '\'' | '+' | '-' | 'e' | 'E' | 'p' | 'P');
    // The digits of a hexadecimal literal end with its exponent.
    let body = match (hexadecimal, text.find(['p', 'P'])) {
        (true, Some(exponent)) => &text[exponent + 1..],
        _ => text,
    };
    let in_exponent = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-');
    let suffix = match hexadecimal {
        true => body.trim_start_matches(in_exponent),
        false => body.trim_start_matches(digits),
    };
    Some(match suffix {
        "" => Builtin::Double,
        "f" | "F" => Builtin::Float,
        "l" | "L" => Builtin::LongDouble,
        _ => return None,
    })
}

/// The value, as near as a `double` comes to it, and the type of a decimal floating literal.
pub fn floating_value(text: &str) -> Option<(f64, Builtin)> {
    let ty = floating(text)?;
    let digits: String = text.trim_end_matches(['f', 'F', 'l', 'L']).chars().filter(|c| *c != '\'').collect();
    Some((digits.parse().ok()?, ty))
}

/// The value and type of a character literal of one character.
pub fn character(text: &str) -> Option<(i128, Builtin)> {
    let open = text.find('\'')?;
    let ty = match &text[..open] {
        "" => Builtin::Char,
        "L" => Builtin::WChar,
        "u8" => Builtin::Char,
        "u" => Builtin::Char16,
        "U" => Builtin::Char32,
        _ => return None,
    };
    let body = text[open + 1..].strip_suffix('\'')?;
    let value = match body.strip_prefix('\\') {
        None => {
            let mut chars = body.chars();
            let c = chars.next()?;
            if chars.next().is_some() {
                return None;
            }
            i128::from(u32::from(c))
        }
        Some(escape) => escape_value(escape)?,
    };
    let value = if ty == Builtin::Char && value > 127 { value - 256 } else { value };
    Some((value, ty))
}

/// The type of the characters of a string literal, whose tokens are `texts`, and how many it has with the zero at its
/// end; `None` for raw strings, user-defined suffixes, and characters and escapes of more than one byte.
pub fn string<'t>(texts: impl Iterator<Item = &'t str>) -> Option<(Builtin, u64)> {
    let mut ty = Builtin::Char;
    let mut length = 1;
    for text in texts {
        let open = text.find('"')?;
        match &text[..open] {
            "" => {}
            "L" => ty = Builtin::WChar,
            "u" => ty = Builtin::Char16,
            "U" => ty = Builtin::Char32,
            _ => return None,
        }
        let mut chars = text[open + 1..].strip_suffix('"')?.chars();
        while let Some(c) = chars.next() {
            length += 1;
            match c {
                '\\' if !matches!(
                    chars.next()?,
                    'n' | 't' | 'r' | 'a' | 'b' | 'f' | 'v' | '\\' | '\'' | '"' | '?'
                ) =>
                {
                    return None;
                }
                c if !c.is_ascii() => return None,
                _ => {}
            }
        }
    }
    Some((ty, length))
}

fn escape_value(escape: &str) -> Option<i128> {
    let simple = match escape {
        "n" => 10,
        "t" => 9,
        "r" => 13,
        "a" => 7,
        "b" => 8,
        "f" => 12,
        "v" => 11,
        "e" => 27,
        "\\" | "'" | "\"" | "?" => i128::from(escape.as_bytes()[0]),
        _ => {
            if let Some(hex) = escape.strip_prefix('x') {
                return i128::from_str_radix(hex, 16).ok();
            }
            return i128::from_str_radix(escape, 8).ok();
        }
    };
    Some(simple)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        for (text, value, ty) in [
            ("0", 0, Builtin::Int),
            ("017", 15, Builtin::Int),
            ("1'000u", 1000, Builtin::UnsignedInt),
            ("2147483648", 2147483648, Builtin::Long),
            ("0xffffffff", 4294967295, Builtin::UnsignedInt),
            ("0b101LL", 5, Builtin::LongLong),
            ("18446744073709551615ull", u64::MAX.into(), Builtin::UnsignedLongLong),
        ] {
            assert_eq!(integer(text), Some((value, ty)), "{text}");
        }
        assert_eq!(integer("1_km"), None);
        assert_eq!(integer("99999999999999999999"), None);
    }

    #[test]
    fn floating_literals() {
        for (text, ty) in [
            ("1.5", Some(Builtin::Double)),
            ("1e-3f", Some(Builtin::Float)),
            ("0x1.8p+3L", Some(Builtin::LongDouble)),
            ("1.0_km", None),
        ] {
            assert_eq!(floating(text), ty, "{text}");
        }
    }

    #[test]
    fn strings() {
        assert_eq!(string(["\"ab\\n\""].into_iter()), Some((Builtin::Char, 4)));
        assert_eq!(string(["L\"a\"", "\"b\""].into_iter()), Some((Builtin::WChar, 3)));
        assert_eq!(string([r#""\x41""#].into_iter()), None);
    }

    #[test]
    fn characters() {
        assert_eq!(character("'a'"), Some((97, Builtin::Char)));
        assert_eq!(character(r"'\xff'"), Some((-1, Builtin::Char)));
        assert_eq!(character(r"L'\n'"), Some((10, Builtin::WChar)));
        assert_eq!(character("'ab'"), None);
    }
}
