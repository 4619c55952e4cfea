//! Values and types of literals ([lex.literal]).

use asunder_mangle::model::Builtin;
use asunder_syntax::{Dialect, Standard};

/// A numeric literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number<'t> {
    /// What it is.
    pub value: NumberValue,
    /// The suffix that the user declares, where it has one.
    pub suffix: Option<&'t str>,
}

/// What a numeric literal is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberValue {
    /// An integer with its type.
    Integer(u128, Builtin),
    /// A floating literal: its digits without separators and suffix, and its type.
    Floating(String, Builtin),
}

/// A numeric literal; `None` for values that no type holds and suffixes of other compilers.
pub fn number(text: &str) -> Option<Number<'_>> {
    let (digits, suffix) = text.split_at(suffix_start(text));
    let plain: String = digits.chars().filter(|c| *c != '\'').collect();
    let is_user = suffix.starts_with('_');
    let known = if is_user { "" } else { suffix };
    let value = match is_floating(digits) {
        true => NumberValue::Floating(plain, floating_type(known)?),
        false => {
            let (value, ty) = integer_value(&plain, known)?;
            NumberValue::Integer(value, ty)
        }
    };
    Some(Number { value, suffix: is_user.then_some(suffix) })
}

/// Where the suffix of a numeric literal starts.
fn suffix_start(text: &str) -> usize {
    let bytes = text.as_bytes();
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let binary = text.starts_with("0b") || text.starts_with("0B");
    let mut at = if hexadecimal || binary { 2 } else { 0 };
    while let Some(&byte) = bytes.get(at) {
        let follows = bytes.get(at + 1).copied().unwrap_or(b' ');
        at += match byte {
            b'p' | b'P' if hexadecimal => 1 + usize::from(matches!(follows, b'+' | b'-')),
            b'e' | b'E' if !hexadecimal && !binary => {
                let sign = usize::from(matches!(follows, b'+' | b'-'));
                match bytes.get(at + 1 + sign) {
                    Some(digit) if digit.is_ascii_digit() => 1 + sign,
                    _ => return at,
                }
            }
            b'.' | b'0'..=b'9' => 1,
            b'\'' if follows.is_ascii_alphanumeric() => 1,
            // Behind the exponent of a hexadecimal literal there are decimal digits only.
            _ if hexadecimal && byte.is_ascii_hexdigit() && !text[..at].contains(['p', 'P']) => 1,
            _ => return at,
        };
    }
    at
}

fn is_floating(digits: &str) -> bool {
    let hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    let marks: &[char] = if hexadecimal { &['.', 'p', 'P'] } else { &['.', 'e', 'E'] };
    digits.contains(marks)
}

/// The value and type of an integer literal; `None` for user-defined suffixes and values that no
/// type holds.
pub fn integer(text: &str) -> Option<(i128, Builtin)> {
    match number(text)? {
        Number { value: NumberValue::Integer(value, ty), suffix: None } => Some((value.try_into().ok()?, ty)),
        _ => None,
    }
}

/// The value and type of the integer with these digits and this suffix ([lex.icon]).
fn integer_value(digits: &str, suffix: &str) -> Option<(u128, Builtin)> {
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
    let value = u128::from_str_radix(if body.is_empty() { "0" } else { body }, radix).ok()?;
    let (unsigned, longs) = match suffix.to_ascii_lowercase().as_str() {
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

/// The type that a suffix gives to a floating literal ([lex.fcon], [basic.extended.fp]; GCC, *Floating Types*).
fn floating_type(suffix: &str) -> Option<Builtin> {
    Some(match suffix {
        "" => Builtin::Double,
        "f" | "F" => Builtin::Float,
        "l" | "L" => Builtin::LongDouble,
        "q" | "Q" => Builtin::Float128,
        "f16" | "F16" => Builtin::Float16,
        "bf16" | "BF16" => Builtin::BFloat16,
        "f32" | "F32" => Builtin::Float32,
        "f32x" | "F32x" => Builtin::Float32x,
        "f64" | "F64" => Builtin::Float64,
        "f64x" | "F64x" => Builtin::Float64x,
        "f128" | "F128" => Builtin::ExtendedFloat128,
        _ => return None,
    })
}

/// The type of a floating literal; `None` for user-defined suffixes.
pub fn floating(text: &str) -> Option<Builtin> {
    match number(text)? {
        Number { value: NumberValue::Floating(_, ty), suffix: None } => Some(ty),
        _ => None,
    }
}

/// The value, as near as a `double` comes to it, of the digits of a floating literal without its suffix; `None` for a
/// hexadecimal one that is not a `double`.
pub fn floating_number(digits: &str) -> Option<f64> {
    let Some(hexadecimal) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) else {
        return digits.parse().ok();
    };
    let (mantissa, exponent) = hexadecimal.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let number = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    // Both factors and the product are exact.
    let is_exact = number < 1 << f64::MANTISSA_DIGITS && (-900..900).contains(&exponent);
    is_exact.then(|| number as f64 * 2f64.powi(exponent))
}

/// Whether a floating literal means `number`, its nearest `double`, itself: those of `long double` may be nearer to others.
pub fn is_exact(digits: &str, number: f64) -> bool {
    if digits.starts_with("0x") || digits.starts_with("0X") {
        return true;
    }
    // A `double` has at most 767 significant digits.
    let exact = format!("{number:.800e}");
    normal_digits(digits).is_some_and(|digits| Some(digits) == normal_digits(&exact))
}

/// The significant digits of a number in decimal notation without zeros at both ends, and the power of ten of the last.
fn normal_digits(text: &str) -> Option<(String, i64)> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0').trim_end_matches('0');
    if significant.is_empty() {
        return Some((String::new(), 0));
    }
    let dropped = digits.len() - digits.trim_end_matches('0').len();
    let last =
        exponent.parse::<i64>().ok()? + i64::try_from(dropped).ok()? - i64::try_from(fraction.len()).ok()?;
    Some((significant.to_owned(), last))
}

/// The value, as near as a `double` comes to it, and the type of a floating literal.
pub fn floating_value(text: &str) -> Option<(f64, Builtin)> {
    match number(text)? {
        Number { value: NumberValue::Floating(digits, ty), suffix: None } => {
            Some((floating_number(&digits)?, ty))
        }
        _ => None,
    }
}

/// A character or string literal taken apart.
struct Quoted<'t> {
    /// `u8`, `L`, …; empty for none.
    encoding: &'t str,
    /// Without escapes.
    raw: bool,
    /// Between the quotes (and the delimiters of raw strings).
    body: &'t str,
    /// Behind the closing quote.
    suffix: &'t str,
}

fn quoted(text: &str, quote: char) -> Option<Quoted<'_>> {
    let open = text.find(quote)?;
    let close = text.rfind(quote).filter(|close| *close > open)?;
    let (encoding, raw) = match text[..open].strip_suffix('R') {
        Some(encoding) => (encoding, true),
        None => (&text[..open], false),
    };
    let mut body = &text[open + 1..close];
    if raw {
        let (delimiter, rest) = body.split_once('(')?;
        body = rest.strip_suffix(delimiter)?.strip_suffix(')')?;
    }
    Some(Quoted { encoding, raw, body, suffix: &text[close + 1..] })
}

/// The type of the characters that an encoding prefix stands for.
fn character_type(encoding: &str, dialect: Dialect) -> Option<Builtin> {
    Some(match encoding {
        "" => Builtin::Char,
        "L" => Builtin::WChar,
        "u8" if dialect.standard >= Standard::Cpp20 => Builtin::Char8,
        "u8" => Builtin::Char,
        "u" => Builtin::Char16,
        "U" => Builtin::Char32,
        _ => return None,
    })
}

/// The value and type of a character literal, and the suffix that the user declares, where it has one.
pub fn character_literal(text: &str, dialect: Dialect) -> Option<(i128, Builtin, Option<&str>)> {
    let literal = quoted(text, '\'')?;
    let ty = character_type(literal.encoding, dialect)?;
    let suffix = (!literal.suffix.is_empty()).then_some(literal.suffix);
    let mut units = Vec::new();
    encode(literal.body, false, ty, &mut units)?;
    let value = match (ty, units.as_slice()) {
        (_, []) => return None,
        (Builtin::Char, [only]) => i128::from(*only as u8 as i8),
        (_, [only]) => i128::from(*only),
        // Several characters make an `int`, the last ones of them where they are too many.
        (Builtin::Char, several) => {
            let value = several.iter().fold(0u32, |value, unit| value << 8 | (unit & 0xff));
            return Some((i128::from(value as i32), Builtin::Int, suffix));
        }
        _ => return None,
    };
    Some((value, ty, suffix))
}

/// The value and type of a character literal of one character.
pub fn character(text: &str) -> Option<(i128, Builtin)> {
    match character_literal(text, Dialect::default())? {
        (value, ty, None) if ty != Builtin::Int => Some((value, ty)),
        _ => None,
    }
}

/// A string literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// The type of its characters.
    pub ty: Builtin,
    /// The elements, without the zero at its end.
    pub elements: Vec<u32>,
    /// The suffix that the user declares, where it has one.
    pub suffix: Option<String>,
}

/// The string literal whose tokens are `texts`; `None` for encodings that do not fit together.
pub fn string_literal<'t>(
    texts: impl Iterator<Item = &'t str> + Clone,
    dialect: Dialect,
) -> Option<StringLiteral> {
    let mut encoding = "";
    let mut suffix = None;
    for text in texts.clone() {
        let part = quoted(text, '"')?;
        match (encoding, part.encoding) {
            (_, "") => {}
            ("", new) => encoding = new,
            (known, new) if known == new => {}
            _ => return None,
        }
        if !part.suffix.is_empty() {
            suffix = Some(part.suffix.to_owned());
        }
    }
    let ty = character_type(encoding, dialect)?;
    let mut elements = Vec::new();
    for text in texts {
        let part = quoted(text, '"')?;
        encode(part.body, part.raw, ty, &mut elements)?;
    }
    Some(StringLiteral { ty, elements, suffix })
}

/// How many elements of a string literal are kept.
pub const MAX_ELEMENTS: usize = 256;

/// The type of the characters of a string literal, whose tokens are `texts`, how many it has with the zero at its end,
/// and the first [`MAX_ELEMENTS`] of them; `None` for user-defined suffixes.
pub fn string<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> Option<(Builtin, u64, Box<[u32]>)> {
    let mut literal = string_literal(texts, Dialect::default())?;
    let length = literal.elements.len() as u64 + 1;
    literal.elements.truncate(MAX_ELEMENTS);
    literal.suffix.is_none().then_some((literal.ty, length, literal.elements.into()))
}

/// Appends the elements that the characters and escapes of `body` make in characters of type `ty`.
fn encode(body: &str, raw: bool, ty: Builtin, elements: &mut Vec<u32>) -> Option<()> {
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '\\' || raw {
            push_character(c, ty, elements);
            continue;
        }
        rest = escape(rest, ty, elements)?;
    }
    Some(())
}

/// Appends what the escape sequence behind a backslash at the start of `rest` stands for; gives what is behind it.
fn escape<'t>(rest: &'t str, ty: Builtin, elements: &mut Vec<u32>) -> Option<&'t str> {
    let c = rest.chars().next()?;
    let behind = &rest[c.len_utf8()..];
    let digits = |text: &'t str, radix: u32, at_most: usize| {
        let count = text.chars().take(at_most).take_while(|c| c.is_digit(radix)).count();
        text.split_at(count)
    };
    let simple = match c {
        'n' => 10,
        't' => 9,
        'r' => 13,
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'e' | 'E' => 27,
        '\\' | '\'' | '"' | '?' => c as u32,
        // A line break of a spliced line.
        '\n' => return Some(behind),
        'x' | 'o' | 'u' if behind.starts_with('{') => {
            let (inside, behind) = behind[1..].split_once('}')?;
            let value = u32::from_str_radix(inside, if c == 'o' { 8 } else { 16 }).ok()?;
            match c {
                'u' => push_character(char::from_u32(value)?, ty, elements),
                _ => elements.push(value),
            }
            return Some(behind);
        }
        'x' => {
            let (number, behind) = digits(behind, 16, usize::MAX);
            elements.push(u32::from_str_radix(number, 16).ok()?);
            return Some(behind);
        }
        'u' | 'U' => {
            let (number, behind) = digits(behind, 16, if c == 'u' { 4 } else { 8 });
            let value = u32::from_str_radix(number, 16).ok()?;
            push_character(char::from_u32(value)?, ty, elements);
            return Some(behind);
        }
        '0'..='7' => {
            let (number, behind) = digits(rest, 8, 3);
            elements.push(u32::from_str_radix(number, 8).ok()?);
            return Some(behind);
        }
        // The reference warns and takes the character.
        other => {
            push_character(other, ty, elements);
            return Some(behind);
        }
    };
    elements.push(simple);
    Some(behind)
}

fn push_character(c: char, ty: Builtin, elements: &mut Vec<u32>) {
    match ty {
        Builtin::Char | Builtin::Char8 => match asunder_source::as_raw_byte(c) {
            Some(byte) => elements.push(byte.into()),
            None => elements.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        },
        Builtin::Char16 => elements.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| u32::from(*unit))),
        _ => elements.push(u32::from(c)),
    }
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
    fn user_suffixes() {
        let number = number("0x1F_km").unwrap();
        assert_eq!((number.value, number.suffix), (NumberValue::Integer(31, Builtin::Int), Some("_km")));
        assert_eq!(super::number("1.5e3_s").unwrap().suffix, Some("_s"));
        assert_eq!(character_literal("'a'_c", Dialect::default()), Some((97, Builtin::Char, Some("_c"))));
        let string = string_literal(["\"a\"_s", "\"b\""].into_iter(), Dialect::default()).unwrap();
        assert_eq!((string.elements, string.suffix), (vec![97, 98], Some("_s".to_owned())));
    }

    #[test]
    fn floating_literals() {
        for (text, value) in [
            ("1.5", Some(("1.5", Builtin::Double))),
            ("1e-3f", Some(("1e-3", Builtin::Float))),
            ("1'0.f", Some(("10.", Builtin::Float))),
            ("0x1.8p+3L", Some(("0x1.8p+3", Builtin::LongDouble))),
            ("0x1p3f", Some(("0x1p3", Builtin::Float))),
            ("1.0bf16", Some(("1.0", Builtin::BFloat16))),
            ("1.0zz", None),
        ] {
            let known = number(text).map(|number| number.value);
            let expected = value.map(|(digits, ty)| NumberValue::Floating(digits.to_owned(), ty));
            assert_eq!(known, expected, "{text}");
        }
    }

    #[test]
    fn strings() {
        let is = |texts: &[&str], ty: Builtin, elements: &[u32]| {
            let length = elements.len() as u64 + 1;
            assert_eq!(string(texts.iter().copied()), Some((ty, length, elements.into())), "{texts:?}");
        };
        is(&["\"ab\\n\""], Builtin::Char, &[97, 98, 10]);
        is(&["L\"a\"", "\"b\""], Builtin::WChar, &[97, 98]);
        is(&[r#""\x41\101\u00e9""#], Builtin::Char, &[65, 65, 0xc3, 0xa9]);
        is(&["R\"x(a\"\\n)x\""], Builtin::Char, &[97, 34, 92, 110]);
        is(&["u\"\u{10437}\""], Builtin::Char16, &[0xd801, 0xdc37]);
        assert_eq!(string(["L\"a\"", "u\"b\""].into_iter()), None);
    }

    #[test]
    fn characters() {
        assert_eq!(character("'a'"), Some((97, Builtin::Char)));
        assert_eq!(character(r"'\xff'"), Some((-1, Builtin::Char)));
        assert_eq!(character(r"L'\n'"), Some((10, Builtin::WChar)));
        assert_eq!(character("'ab'"), None);
        assert_eq!(character_literal("'ab'", Dialect::default()), Some((0x6162, Builtin::Int, None)));
        let modern = Dialect { standard: Standard::Cpp20, ..Dialect::default() };
        assert_eq!(character_literal("u8'a'", modern), Some((97, Builtin::Char8, None)));
    }
}
