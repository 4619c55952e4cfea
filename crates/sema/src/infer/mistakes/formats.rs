//! Format strings of `printf`: only the device pass looks at them (measured), the types of arguments only in code that
//! runs on the device.

use asunder_decls::written::Spaces;
use asunder_hir::body::{Expr, ExprId};
use asunder_types::{Builtin, Kind, Symbol, Ty, size_of};

use super::super::{Infer, NodeId};
use crate::finding::{Argument, MetAt, Mistake};
use crate::spelled::Spelled;
use crate::uses::is_local;

/// "argument is incompatible with corresponding format string conversion …".
const ARGUMENT: u16 = 181;
/// "the format string requires additional arguments".
const TOO_FEW: u16 = 224;
/// "the format string ends before this argument".
const TOO_MANY: u16 = 225;
/// "invalid format string conversion".
const CONVERSION: u16 = 226;

/// Bytes of a pointer.
const POINTER: u64 = 8;

/// What a conversion takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    /// An integer of the size of this type.
    Integer(Builtin),
    /// A number of this type.
    Floating(Builtin),
    /// A pointer to characters, wide ones or not.
    Characters(bool),
    /// A pointer to an object of this type, which is written.
    Written(Builtin),
    /// Any pointer.
    Pointer,
}

/// A part of a format string that takes an argument, or that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Takes(Taken),
    Invalid,
}

impl<'db> Infer<'_, 'db> {
    /// The call of a function by its name, with the arguments as it takes them.
    pub(crate) fn check_format(&mut self, id: ExprId, symbol: Symbol<'db>, args: &[NodeId]) {
        let Some(parts) = self.format_of_call(id, symbol) else { return };
        let is_open = |node: &NodeId| {
            let ty = self.node(*node).ty;
            ty.absorbs(self.db()) || self.sema.is_dependent(ty)
        };
        if args.iter().any(is_open) {
            return;
        }
        let checks_types = self.runs_on_device();
        let mut left = args.get(1..).unwrap_or_default().iter().copied();
        let mut found = Vec::new();
        for part in parts {
            match (part, left.next()) {
                (Part::Takes(taken), Some(arg)) => {
                    let mistake = if checks_types { self.mistaken_argument(taken, arg) } else { None };
                    found.extend(mistake.map(|mistake| (mistake, MetAt::Node(self.start_of(arg)))));
                }
                (Part::Takes(_), None) => {
                    found.push((Mistake::new(TOO_FEW, Vec::new()), MetAt::EndOf(id)));
                    break;
                }
                (Part::Invalid, Some(arg)) => {
                    found.push((Mistake::new(CONVERSION, Vec::new()), MetAt::Node(self.start_of(arg))));
                    left.by_ref().for_each(drop);
                    break;
                }
                (Part::Invalid, None) => break,
            }
        }
        if let Some(arg) = left.next() {
            found.push((Mistake::new(TOO_MANY, Vec::new()), MetAt::Node(self.start_of(arg))));
        }
        for (mistake, at) in found {
            let known = self.out.mistakes.len();
            self.met_at(Mistake { device_only: true, ..mistake }, at);
            self.out.mistakes[known..].iter_mut().for_each(|met| met.behind = Some(id));
        }
    }

    /// The parts of the format string of a call of `printf` that take something.
    fn format_of_call(&self, id: ExprId, symbol: Symbol<'db>) -> Option<Vec<Part>> {
        let is_printf = self.sema.decl(symbol.decl).name.ident().is_some_and(|name| &**name == "printf");
        if !is_printf || is_local(symbol.decl) || !self.sema.names().has_c_linkage(symbol.decl) {
            return None;
        }
        let Expr::Call(_, written) = &self.body[id] else { return None };
        let mut format = *written.first()?;
        while let Expr::Paren(inner) = &self.body[format] {
            format = *inner;
        }
        let Expr::String(Builtin::Char, count, elements) = &self.body[format] else { return None };
        let whole = elements.len() as u64 + 1 >= *count;
        let text: Option<Vec<u8>> = elements.iter().map(|unit| u8::try_from(*unit).ok()).collect();
        let text = text.filter(|_| whole)?;
        parts_of(text.split(|byte| *byte == 0).next()?)
    }

    /// What is wrong with an argument of a conversion.
    fn mistaken_argument(&self, taken: Taken, arg: NodeId) -> Option<Mistake> {
        let db = self.db();
        let ty = self.node(arg).ty.unqualified(db);
        let own = match ty.kind(db) {
            Kind::Builtin(builtin) => Some(*builtin),
            Kind::Enum(first, env) => self.sema.underlying_type(*first, *env).map(asunder_types::promoted),
            _ => None,
        };
        if ty.as_enum(db).is_some() && own.is_none() {
            return None;
        }
        let pointee = ty.pointee(db).filter(|_| matches!(ty.kind(db), Kind::Pointer(_)));
        let is_integer = |builtin: Builtin| asunder_types::rank(builtin).is_some();
        let to = |builtin: Builtin| self.sema.builtin(builtin);
        let (is_taken, expected, given) = match (taken, pointee) {
            (Taken::Integer(wanted), Some(_)) => (size_of(wanted) == Some(POINTER), to(wanted), None),
            (Taken::Integer(wanted), None) => {
                let is_taken = own.is_some_and(|own| is_integer(own) && size_of(own) == size_of(wanted));
                (is_taken, to(wanted), None)
            }
            (Taken::Floating(wanted), _) => (own == Some(wanted), to(wanted), None),
            (Taken::Pointer, pointee) => (pointee.is_some(), to(Builtin::Void).pointer_to(db), None),
            (Taken::Characters(wide), pointee) => {
                let wanted = if wide { Builtin::Int } else { Builtin::Char };
                match pointee {
                    None => (false, to(wanted).pointer_to(db), None),
                    Some(inner) => {
                        let builtin = inner.unqualified(db).as_builtin(db);
                        let is_taken = matches!(
                            (wide, builtin),
                            (true, Some(Builtin::Int | Builtin::WChar | Builtin::UnsignedInt))
                                | (false, Some(Builtin::Char | Builtin::SignedChar | Builtin::UnsignedChar))
                        );
                        (is_taken, to(wanted), Some(inner.unqualified(db)))
                    }
                }
            }
            (Taken::Written(wanted), pointee) => {
                let is_taken = pointee.is_some_and(|inner| {
                    let builtin = inner.unqualified(db).as_builtin(db);
                    !inner.qualifiers(db).is_const
                        && builtin.is_some_and(|it| is_integer(it) && size_of(it) == size_of(wanted))
                });
                (is_taken, to(wanted).pointer_to(db), pointee)
            }
        };
        if is_taken {
            return None;
        }
        let expected = self.sema.type_argument(&Spelled::Plain(expected))?;
        let plain = |ty: Ty<'db>| self.sema.type_argument(&Spelled::Plain(ty));
        let spelled = || self.spelled(arg).map(|spelled| spelled.referred(db).unqualified(db));
        let given = match (given, spelled()) {
            (Some(given), _) => plain(given)?,
            (None, Some(spelled)) if ty.as_enum(db).is_none() => {
                self.shown_argument(taken, pointee.is_some(), self.sema.type_argument(&spelled)?)
            }
            (None, _) => plain(own.map_or(ty, to))?,
        };
        Some(Mistake::new(ARGUMENT, vec![expected, given]))
    }

    /// The type of an argument as the message shows it: where characters are taken with its typedef and what that means, a
    /// pointer with typedefs alone, others by what they mean.
    fn shown_argument(&self, taken: Taken, is_pointer: bool, ty: Argument) -> Argument {
        match ty {
            Argument::Type { written, .. } if is_pointer => Argument::Type { written, meaning: None },
            Argument::Type { written, meaning } if !matches!(taken, Taken::Characters(_)) => {
                Argument::Type { written: meaning.unwrap_or(written), meaning: None }
            }
            ty => ty,
        }
    }

    /// Whether the code runs on the device: it is in a function for the device, or in a lambda that says so.
    fn runs_on_device(&self) -> bool {
        let Some(owner) = self.owner else { return false };
        let mut lambda = self.lambda;
        if lambda.is_some() {
            let nesting = self.sema.nesting(owner.item, self.body_index);
            while let Some(inner) = lambda {
                let spaces =
                    self.sema.spaces_of_lambda(owner.item, self.body_index, inner).unwrap_or_default();
                if spaces.device || spaces.host {
                    return spaces.device;
                }
                lambda = nesting.lambdas().find(|(of, _)| *of == inner).and_then(|(_, around)| around);
            }
        }
        let own = self.sema.decl(owner).attributes.spaces;
        let declared = match is_local(owner) {
            true => None,
            false => self.sema.names().spaces(owner),
        };
        let is_for_device = |spaces: Spaces| spaces.device || spaces.global;
        is_for_device(own) || declared.is_some_and(is_for_device)
    }
}

/// The parts of a format string that take arguments, up to the first one that is none; `None` where arguments are
/// numbered.
fn parts_of(format: &[u8]) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
        rest = &rest[at + 1..];
        if let [b'%', behind @ ..] = rest {
            rest = behind;
            continue;
        }
        let Some(behind) = conversion(rest, &mut parts)? else {
            parts.push(Part::Invalid);
            break;
        };
        rest = behind;
    }
    Some(parts)
}

/// Reads a conversion behind its `%`. The answer is what follows it; nothing where it is not a conversion.
#[allow(clippy::option_option, reason = "an unknown conversion is not the same as none")]
fn conversion<'t>(text: &'t [u8], parts: &mut Vec<Part>) -> Option<Option<&'t [u8]>> {
    let mut rest = text;
    let skip = |rest: &mut &'t [u8], is_part: &dyn Fn(u8) -> bool| {
        let count = rest.iter().take_while(|byte| is_part(**byte)).count();
        *rest = &rest[count..];
    };
    skip(&mut rest, &|byte| b"-+ #0'".contains(&byte));
    let number = |rest: &mut &'t [u8], parts: &mut Vec<Part>| match rest {
        [b'*', behind @ ..] => {
            *rest = behind;
            parts.push(Part::Takes(Taken::Integer(Builtin::Int)));
        }
        _ => skip(rest, &|byte| byte.is_ascii_digit()),
    };
    number(&mut rest, parts);
    if let [b'.', behind @ ..] = rest {
        rest = behind;
        number(&mut rest, parts);
    }
    if rest.first() == Some(&b'$') {
        return None;
    }
    let lengths: [&[u8]; 8] = [b"hh", b"h", b"ll", b"l", b"j", b"z", b"t", b"L"];
    let length = lengths.into_iter().find(|length| rest.starts_with(length)).unwrap_or_default();
    rest = &rest[length.len()..];
    let Some((letter, behind)) = rest.split_first() else { return Some(None) };
    let signed = match length {
        b"l" | b"z" | b"t" => Builtin::Long,
        b"ll" | b"j" => Builtin::LongLong,
        _ => Builtin::Int,
    };
    let taken = match letter {
        b'd' | b'i' => Taken::Integer(signed),
        b'u' | b'o' | b'x' | b'X' => Taken::Integer(match (signed, length) {
            (Builtin::Long, _) => Builtin::UnsignedLong,
            (Builtin::LongLong, _) => Builtin::UnsignedLongLong,
            (_, b"h" | b"hh") => Builtin::Int,
            _ => Builtin::UnsignedInt,
        }),
        b'c' => Taken::Integer(if length == b"l" { Builtin::UnsignedInt } else { Builtin::Int }),
        b's' => Taken::Characters(length == b"l"),
        b'p' => Taken::Pointer,
        b'n' => Taken::Written(match length {
            b"hh" => Builtin::SignedChar,
            b"h" => Builtin::Short,
            _ => signed,
        }),
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
            Taken::Floating(if length == b"L" { Builtin::LongDouble } else { Builtin::Double })
        }
        // The text of the last error takes nothing.
        b'm' => return Some(Some(behind)),
        _ => return Some(None),
    };
    parts.push(Part::Takes(taken));
    Some(Some(behind))
}
