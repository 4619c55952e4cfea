//! The built-in functions that the reference evaluates (spec 6 §8).

use asunder_hir::body::Expr;
use asunder_types::size_of;

use super::values::Step;
use super::{Frame, Machine, Outcome, Pointer, Stop, Val, notes};
use crate::finding::Argument;
use crate::infer::{At, NodeId};

/// Those that it does not evaluate: calls of them are not constant.
const NEVER: &[&str] = &[
    "sqrt",
    "floor",
    "trunc",
    "round",
    "pow",
    "fmin",
    "fmax",
    "fma",
    "isgreater",
    "isgreaterequal",
    "isless",
    "islessequal",
    "islessgreater",
    "isunordered",
    "fpclassify",
    "labs",
    "llabs",
    "exp",
    "log",
    "sin",
    "cos",
    "tan",
    "fmod",
    "atan2",
    "hypot",
    "cbrt",
    "add_overflow",
    "sub_overflow",
    "mul_overflow",
    "sadd_overflow",
    "saddl_overflow",
    "saddll_overflow",
    "uadd_overflow",
    "uaddl_overflow",
    "uaddll_overflow",
    "ssub_overflow",
    "ssubl_overflow",
    "ssubll_overflow",
    "usub_overflow",
    "usubl_overflow",
    "usubll_overflow",
    "smul_overflow",
    "smull_overflow",
    "smulll_overflow",
    "umul_overflow",
    "umull_overflow",
    "umulll_overflow",
    "strstr",
    "index",
    "rindex",
];

impl<'m, 'db> Machine<'m, 'db> {
    /// A call of a built-in function whose arguments are not plain values.
    pub(super) fn named_built_in(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Val<'db>> {
        let (At::Point(expr) | At::Start(expr)) = self.node(frame, id).at else { return Err(Stop::Unknown) };
        let Expr::Call(callee, _) = &frame.code.body[expr] else { return Err(Stop::Unknown) };
        let Expr::Name(path) = &frame.code.body[*callee] else { return Err(Stop::Unknown) };
        let name = path.as_ident().cloned().ok_or(Stop::Unknown)?;
        let operands = self.node(frame, id).operands.clone();
        match (&*name, operands.as_slice()) {
            ("__builtin_constant_p", [operand]) => match self.value(frame, *operand) {
                Ok(Val::Int(_) | Val::Float(_)) => Ok(Val::Int(1)),
                _ => Err(Stop::Unknown),
            },
            _ => Err(Stop::Unknown),
        }
    }

    /// A call of a built-in function.
    pub(super) fn built_in(
        &mut self,
        frame: &Frame<'m, 'db>,
        callee: NodeId,
        name: &str,
        args: &[NodeId],
    ) -> Outcome<Val<'db>> {
        let stem = name.strip_prefix("__builtin_").ok_or(Stop::Unknown)?;
        if stem == "is_constant_evaluated" {
            return Ok(Val::Int(self.required.into()));
        }
        if NEVER.contains(&stem) {
            let entity = Argument::Text(format!("function \"{name}\" (declared implicitly)"));
            return Err(self.failure(frame, callee, notes::NOT_CONSTEXPR, vec![entity]));
        }
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.value(frame, *arg)?);
        }
        let bits = |index: usize| -> Outcome<u32> {
            let arg = args.get(index).ok_or(Stop::Unknown)?;
            let builtin = self.number_type(self.node(frame, *arg).ty).ok_or(Stop::Unknown)?;
            Ok(size_of(builtin).ok_or(Stop::Unknown)? as u32 * 8)
        };
        let stem_of_bits = stem.trim_end_matches("ll");
        let stem_of_bits = match stem {
            "clzl" | "ctzl" | "popcountl" | "parityl" | "ffsl" => &stem[..stem.len() - 1],
            "clzll" | "ctzll" | "popcountll" | "parityll" | "ffsll" => stem_of_bits,
            _ => stem,
        };
        match (stem_of_bits, values.as_slice()) {
            ("clz", [Val::Int(number)]) if *number != 0 => {
                let bits = bits(0)?;
                let wide = unsigned(*number, bits);
                Ok(Val::Int((wide.leading_zeros() - (128 - bits)).into()))
            }
            ("ctz", [Val::Int(number)]) if *number != 0 => {
                Ok(Val::Int(unsigned(*number, bits(0)?).trailing_zeros().into()))
            }
            ("popcount", [Val::Int(number)]) => Ok(Val::Int(unsigned(*number, bits(0)?).count_ones().into())),
            ("parity", [Val::Int(number)]) => {
                Ok(Val::Int((unsigned(*number, bits(0)?).count_ones() % 2).into()))
            }
            ("ffs", [Val::Int(number)]) => Ok(Val::Int(match *number {
                0 => 0,
                number => (number.trailing_zeros() + 1).into(),
            })),
            ("bswap16", [Val::Int(number)]) => Ok(Val::Int((*number as u16).swap_bytes().into())),
            ("bswap32", [Val::Int(number)]) => Ok(Val::Int((*number as u32).swap_bytes().into())),
            ("bswap64", [Val::Int(number)]) => Ok(Val::Int((*number as u64).swap_bytes().into())),
            ("abs", [Val::Int(number)]) if *number > i32::MIN.into() => Ok(Val::Int(number.abs())),
            ("expect", [value, _]) => Ok(value.clone()),
            ("strlen", [Val::Pointer(text)]) => Ok(Val::Int(self.text(text)?.len() as i128)),
            ("strcmp", [Val::Pointer(a), Val::Pointer(b)]) => {
                let (a, b) = (self.text(a)?, self.text(b)?);
                Ok(Val::Int(sign(a.cmp(&b))))
            }
            ("strncmp", [Val::Pointer(a), Val::Pointer(b), Val::Int(count)]) => {
                let count = usize::try_from(*count).map_err(|_| Stop::Unknown)?;
                let (mut a, mut b) = (self.text(a)?, self.text(b)?);
                a.truncate(count);
                b.truncate(count);
                Ok(Val::Int(sign(a.cmp(&b))))
            }
            ("fabs" | "fabsf", [Val::Float(bits)]) => Ok(Val::Float(f64::from_bits(*bits).abs().to_bits())),
            ("ceil" | "ceilf", [Val::Float(bits)]) => Ok(Val::Float(f64::from_bits(*bits).ceil().to_bits())),
            ("isnan", [Val::Float(bits)]) => Ok(Val::Int(f64::from_bits(*bits).is_nan().into())),
            ("isinf", [Val::Float(bits)]) => Ok(Val::Int(f64::from_bits(*bits).is_infinite().into())),
            ("isfinite", [Val::Float(bits)]) => Ok(Val::Int(f64::from_bits(*bits).is_finite().into())),
            ("inf" | "inff" | "huge_val" | "huge_valf", []) => Ok(Val::Float(f64::INFINITY.to_bits())),
            ("nan" | "nanf", [Val::Pointer(_)]) => Ok(Val::Float(f64::NAN.to_bits())),
            ("unreachable" | "trap" | "abort", []) => Err(Stop::Unknown),
            _ => Err(Stop::Unknown),
        }
    }

    /// The characters up to a zero.
    fn text(&mut self, from: &Pointer<'db>) -> Outcome<Vec<u8>> {
        let mut text = Vec::new();
        let mut at = from.clone();
        if !matches!(at.path.last(), Some(Step::Index(_))) {
            return Err(Stop::Unknown);
        }
        loop {
            self.step()?;
            match self.load(&at) {
                Ok(Val::Int(0)) => return Ok(text),
                Ok(Val::Int(character)) => text.push(character as u8),
                _ => return Err(Stop::Unknown),
            }
            at = at.moved(1).ok_or(Stop::Unknown)?;
        }
    }
}

fn unsigned(number: i128, bits: u32) -> u128 {
    match bits {
        128 => number as u128,
        bits => number as u128 & ((1 << bits) - 1),
    }
}

fn sign(order: std::cmp::Ordering) -> i128 {
    match order {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 1,
    }
}
