//! The conditions of `#if` and `#elif`.

use crate::macros::Definition;
use crate::request::Severity;
use crate::token::{Kind, Token};
use crate::unit::Unit;

/// A value: 64 bits, with or without a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value {
    bits: u64,
    is_unsigned: bool,
}

impl Value {
    const ZERO: Value = Value { bits: 0, is_unsigned: false };

    fn of(truth: bool) -> Value {
        Value { bits: truth.into(), is_unsigned: false }
    }

    fn is_true(self) -> bool {
        self.bits != 0
    }

    fn signed(self) -> i64 {
        self.bits as i64
    }
}

/// The error in a condition.
struct Wrong(String);

type Evaluated = Result<Value, Wrong>;

/// Bytes of stack that are left when another segment is allocated, and the size of a segment.
const RED_ZONE: usize = 64 * 1024;
const STACK: usize = 1024 * 1024;

/// The precedence of a binary operator; higher binds tighter.
fn precedence(kind: Kind) -> Option<u8> {
    use Kind::*;
    Some(match kind {
        Comma => 1,
        OrOr => 3,
        AndAnd => 4,
        Or => 5,
        Xor => 6,
        And => 7,
        EqEq | NotEq => 8,
        Less | Greater | LessEq | GreaterEq => 9,
        LShift | RShift => 11,
        Plus | Minus => 12,
        Mult | Div | Mod => 13,
        _ => return None,
    })
}

/// The precedence of `? :`.
const CONDITIONAL: u8 = 2;

impl Unit<'_> {
    /// Whether the condition of the directive whose tokens are read holds.
    pub(crate) fn condition(&mut self, word: &str) -> bool {
        let mut walk = Walk { token: Token::bare(Kind::End), unit: self };
        walk.advance();
        let value = match walk.token.kind {
            Kind::End => Err(Wrong(format!("#{word} with no expression"))),
            _ => walk.expression(0, true),
        };
        let (value, last) = (value, walk.token);
        let value = match value {
            Ok(value) if last.kind == Kind::End => return value.is_true(),
            Ok(_) if last.kind == Kind::CloseParen => Wrong("missing '(' in expression".to_owned()),
            Ok(_) => {
                let text = String::from_utf8_lossy(last.text(&self.shared.interner)).into_owned();
                Wrong(format!("missing binary operator before token \"{text}\""))
            }
            Err(wrong) => wrong,
        };
        self.report(Severity::Error, None, value.0);
        false
    }
}

struct Walk<'a, 'b> {
    token: Token,
    unit: &'a mut Unit<'b>,
}

impl Walk<'_, '_> {
    fn advance(&mut self) {
        self.token = self.unit.solid_token();
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(self.token.text(&self.unit.shared.interner)).into_owned()
    }

    /// An expression whose operators bind at least as tight as `least`. What is not `wanted` is read and not computed.
    fn expression(&mut self, least: u8, wanted: bool) -> Evaluated {
        stacker::maybe_grow(RED_ZONE, STACK, || self.binary(least, wanted))
    }

    fn binary(&mut self, least: u8, wanted: bool) -> Evaluated {
        let mut left = self.unary(wanted)?;
        loop {
            let kind = self.token.kind;
            if kind == Kind::Query && least <= CONDITIONAL {
                self.advance();
                let condition = left.is_true();
                let yes = self.expression(1, wanted && condition)?;
                if self.token.kind != Kind::Colon {
                    return Err(Wrong("'?' without following ':'".to_owned()));
                }
                self.advance();
                let no = self.expression(CONDITIONAL, wanted && !condition)?;
                let chosen = if condition { yes } else { no };
                left = Value { bits: chosen.bits, is_unsigned: yes.is_unsigned || no.is_unsigned };
                continue;
            }
            let Some(binding) = precedence(kind).filter(|binding| *binding >= least) else { return Ok(left) };
            self.advance();
            let is_right_wanted = match kind {
                Kind::AndAnd => wanted && left.is_true(),
                Kind::OrOr => wanted && !left.is_true(),
                _ => wanted,
            };
            let right = self.expression(binding + 1, is_right_wanted)?;
            left = apply(kind, left, right, wanted)?;
        }
    }

    fn unary(&mut self, wanted: bool) -> Evaluated {
        let kind = self.token.kind;
        match kind {
            Kind::Plus | Kind::Minus | Kind::Compl | Kind::Not => {
                self.advance();
                let value = stacker::maybe_grow(RED_ZONE, STACK, || self.unary(wanted))?;
                Ok(match kind {
                    Kind::Plus => value,
                    Kind::Minus => Value { bits: value.bits.wrapping_neg(), ..value },
                    Kind::Compl => Value { bits: !value.bits, ..value },
                    _ => Value::of(!value.is_true()),
                })
            }
            Kind::OpenParen => {
                self.advance();
                let value = self.expression(0, wanted)?;
                if self.token.kind != Kind::CloseParen {
                    return Err(Wrong("missing ')' in expression".to_owned()));
                }
                self.advance();
                Ok(value)
            }
            Kind::Name if self.token.symbol == self.unit.words.defined => self.defined(),
            Kind::Name => {
                let is_true = self.unit.request.dialect.cplusplus && self.token.symbol == self.unit.words.yes;
                let is_unknown = self.token.symbol != self.unit.words.no && !is_true;
                let name = self.token;
                self.advance();
                if is_unknown && self.token.kind == Kind::OpenParen && wanted {
                    let name = String::from_utf8_lossy(name.text(&self.unit.shared.interner)).into_owned();
                    return Err(Wrong(format!(
                        "function-like macro \"{name}\" is not defined; missing binary operator before token \"(\""
                    )));
                }
                Ok(Value::of(is_true))
            }
            Kind::Hash => {
                let is_asserted = self.unit.asserts();
                self.advance();
                is_asserted.map(Value::of).ok_or_else(|| Wrong("invalid assertion".to_owned()))
            }
            Kind::Number => {
                let value = number(self.token.text(&self.unit.shared.interner))?;
                self.advance();
                Ok(value)
            }
            Kind::Char | Kind::PrefixedChar => {
                let value = character(self.token.text(&self.unit.shared.interner))?;
                self.advance();
                Ok(value)
            }
            Kind::String | Kind::PrefixedString | Kind::UserLiteral => {
                Err(Wrong(format!("token \"{}\" is not valid in preprocessor expressions", self.text())))
            }
            Kind::End => Err(Wrong("#if with no expression".to_owned())),
            _ => Err(Wrong(format!("token \"{}\" is not valid in preprocessor expressions", self.text()))),
        }
    }

    fn defined(&mut self) -> Evaluated {
        self.unit.prevent_expansion += 1;
        self.advance();
        let has_paren = self.token.kind == Kind::OpenParen;
        if has_paren {
            self.advance();
        }
        let name = self.token;
        let closes = !has_paren || {
            self.advance();
            self.token.kind == Kind::CloseParen
        };
        self.unit.prevent_expansion -= 1;
        if name.kind != Kind::Name {
            return Err(Wrong("operator \"defined\" requires an identifier".to_owned()));
        }
        if !closes {
            return Err(Wrong("missing ')' after \"defined\"".to_owned()));
        }
        self.unit.macros.note(name.symbol);
        self.unit.note_use(name.symbol);
        let is_defined = match self.unit.macros.get(name.symbol) {
            Some(Definition::Computed(crate::macros::Builtin::Pragma)) | None => false,
            Some(_) => true,
        };
        self.advance();
        Ok(Value::of(is_defined))
    }
}

fn apply(kind: Kind, left: Value, right: Value, wanted: bool) -> Evaluated {
    use Kind::*;
    let is_unsigned = left.is_unsigned || right.is_unsigned;
    let value = |bits: u64| Value { bits, is_unsigned };
    let less = match is_unsigned {
        true => left.bits < right.bits,
        false => left.signed() < right.signed(),
    };
    Ok(match kind {
        Comma => right,
        OrOr => Value::of(left.is_true() || right.is_true()),
        AndAnd => Value::of(left.is_true() && right.is_true()),
        Or => value(left.bits | right.bits),
        Xor => value(left.bits ^ right.bits),
        And => value(left.bits & right.bits),
        EqEq => Value::of(left.bits == right.bits),
        NotEq => Value::of(left.bits != right.bits),
        Less => Value::of(less),
        GreaterEq => Value::of(!less),
        Greater => Value::of(!less && left.bits != right.bits),
        LessEq => Value::of(less || left.bits == right.bits),
        LShift | RShift => shift(kind == LShift, left, right),
        Plus => value(left.bits.wrapping_add(right.bits)),
        Minus => value(left.bits.wrapping_sub(right.bits)),
        Mult => value(left.bits.wrapping_mul(right.bits)),
        _ if right.bits == 0 => {
            return if wanted { Err(Wrong("division by zero in #if".to_owned())) } else { Ok(Value::ZERO) };
        }
        Div if is_unsigned => value(left.bits / right.bits),
        Div => value(left.signed().wrapping_div(right.signed()) as u64),
        _ if is_unsigned => value(left.bits % right.bits),
        _ => value(left.signed().wrapping_rem(right.signed()) as u64),
    })
}

fn shift(is_left: bool, left: Value, right: Value) -> Value {
    // A negative count shifts the other way.
    let is_negative = !right.is_unsigned && right.signed() < 0;
    let count = if is_negative { right.signed().unsigned_abs() } else { right.bits };
    let bits = match is_left != is_negative {
        true if count >= 64 => 0,
        true => left.bits << count,
        false if left.is_unsigned => left.bits.checked_shr(count.min(64) as u32).unwrap_or(0),
        false => (left.signed() >> count.min(63)) as u64,
    };
    Value { bits, ..left }
}

/// The value of an integer literal.
fn number(text: &[u8]) -> Evaluated {
    if let [digit @ b'0'..=b'9'] = text {
        return Ok(Value { bits: u64::from(digit - b'0'), is_unsigned: false });
    }
    let text = String::from_utf8_lossy(text);
    let lower = text.to_ascii_lowercase().replace('\'', "");
    let (digits, radix) = match lower.as_bytes() {
        [b'0', b'x', ..] => (&lower[2..], 16),
        [b'0', b'b', ..] => (&lower[2..], 2),
        [b'0', ..] => (&lower[..], 8),
        _ => (&lower[..], 10),
    };
    let end = digits.find(|c: char| !c.is_digit(radix.max(10))).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    if suffix.contains('.') || radix != 16 && suffix.starts_with('e') || suffix.starts_with('p') {
        return Err(Wrong("floating constant in preprocessor expression".to_owned()));
    }
    let is_unsigned = suffix.contains('u');
    let rest = suffix.replacen('u', "", 1);
    if !matches!(&*rest, "" | "l" | "ll" | "z") || digits.is_empty() {
        return Err(Wrong(format!("invalid suffix \"{suffix}\" on integer constant")));
    }
    let mut bits: u64 = 0;
    let mut is_large = false;
    for digit in digits.chars() {
        let Some(digit) = digit.to_digit(radix) else {
            return Err(Wrong(format!("invalid digit \"{digit}\" in octal constant")));
        };
        let (product, overflows) = bits.overflowing_mul(radix.into());
        let (sum, carries) = product.overflowing_add(digit.into());
        is_large |= overflows || carries;
        bits = sum;
    }
    if is_large {
        return Err(Wrong("integer constant is too large for its type".to_owned()));
    }
    Ok(Value { bits, is_unsigned: is_unsigned || bits > i64::MAX as u64 })
}

/// The value of a character literal.
fn character(text: &[u8]) -> Evaluated {
    let Some(open) = memchr::memchr(b'\'', text) else { return Ok(Value::ZERO) };
    let prefix = &text[..open];
    let inner = &text[open + 1..text.len() - 1];
    if inner.is_empty() {
        return Err(Wrong("empty character constant".to_owned()));
    }
    let mut units: Vec<u32> = Vec::new();
    let mut at = 0;
    while at < inner.len() {
        if inner[at] != b'\\' {
            let is_wide = !prefix.is_empty() && prefix != b"u8";
            let c = inner[at..].utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
            match c {
                Some(c) if is_wide => {
                    units.push(c.into());
                    at += c.len_utf8();
                }
                _ => {
                    units.push(inner[at].into());
                    at += 1;
                }
            }
            continue;
        }
        let escape = inner.get(at + 1).copied().unwrap_or(b'\\');
        at += 2;
        let digits = |from: usize, radix: u32, most: usize| -> (u32, usize) {
            let digits = inner[from..].iter().take(most).map_while(|&byte| char::from(byte).to_digit(radix));
            digits.fold((0u32, 0), |(value, count), digit| {
                (value.wrapping_mul(radix).wrapping_add(digit), count + 1)
            })
        };
        let value = match escape {
            b'n' => 10,
            b't' => 9,
            b'r' => 13,
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'e' | b'E' => 27,
            b'x' => {
                let (value, count) = digits(at, 16, usize::MAX);
                if count == 0 {
                    return Err(Wrong("\\x used with no following hex digits".to_owned()));
                }
                at += count;
                value
            }
            b'u' | b'U' => {
                let (value, count) = digits(at, 16, if escape == b'u' { 4 } else { 8 });
                at += count;
                value
            }
            b'0'..=b'7' => {
                let (value, count) = digits(at - 1, 8, 3);
                at += count - 1;
                value
            }
            other => other.into(),
        };
        units.push(value);
    }
    let is_plain = prefix.is_empty();
    let value = match (&*units, is_plain) {
        // A plain `char` has a sign.
        ([one], true) => i64::from(*one as u8 as i8),
        (several, true) => {
            let joined = several.iter().fold(0u32, |value, unit| value << 8 | unit & 0xff);
            i64::from(joined as i32)
        }
        (several, false) => several.last().copied().map_or(0, i64::from),
    };
    Ok(Value { bits: value as u64, is_unsigned: matches!(prefix, b"u" | b"U" | b"u8") })
}
