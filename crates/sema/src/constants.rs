//! Constants: folding of operations, values of constant variables.

use asunder_decls::written::DeclKind;
use asunder_types::{Builtin, Kind, Symbol, Ty, Value, is_floating, is_integral, rank, size_of};

use crate::infer::{Infer, Named, NodeId, What};
use crate::view::Sema;

impl<'db> Sema<'db> {
    /// A value as one of type `to`, if it has one there.
    pub(crate) fn converted_value(&self, value: Value<'db>, to: Ty<'db>) -> Option<Value<'db>> {
        let db = self.db;
        if to.absorbs(db) {
            return None;
        }
        let target = match to.kind(db) {
            Kind::Builtin(builtin) => *builtin,
            Kind::Enum(decl, env) => {
                let Value::Integer(number, _) = value else { return None };
                let underlying = self.underlying_type(*decl, *env)?;
                return Some(Value::Integer(wrapped(number, underlying)?, to));
            }
            Kind::Pointer(_) | Kind::MemberPointer(..) => {
                return match value {
                    Value::Integer(0, _) | Value::Null(_) => Some(Value::Null(to)),
                    Value::Address(..) => Some(value),
                    _ => None,
                };
            }
            _ => return None,
        };
        match value {
            Value::Integer(number, _) => {
                if is_integral(target) {
                    return Some(Value::Integer(wrapped(number, target)?, to));
                }
                if is_floating(target) {
                    return Some(Value::Floating(rounded(number as f64, target).to_bits(), to));
                }
                (target == Builtin::NullPtr && number == 0).then_some(Value::Integer(0, to))
            }
            Value::Floating(bits, _) => {
                let number = f64::from_bits(bits);
                if target == Builtin::Bool {
                    return Some(Value::Integer((number != 0.0).into(), to));
                }
                if is_floating(target) {
                    return Some(Value::Floating(rounded(number, target).to_bits(), to));
                }
                let truncated = number.trunc();
                if !truncated.is_finite() || truncated.abs() >= 1.7e38 {
                    return None;
                }
                let number = truncated as i128;
                // A value out of range has none.
                (wrapped(number, target)? == number).then_some(Value::Integer(number, to))
            }
            Value::Null(_) if target == Builtin::Bool => Some(Value::Integer(0, to)),
            _ => None,
        }
    }

    /// The value of a constant variable.
    pub(crate) fn variable_value(&self, symbol: Symbol<'db>) -> Option<Value<'db>> {
        let find = || {
            let written = self.decl(symbol.decl);
            if !matches!(written.kind, DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. }) {
                return None;
            }
            let ty = self.variable_type(symbol);
            if !written.specifiers.is_constexpr && !ty.qualifiers(self.db).is_const
                || ty.qualifiers(self.db).is_volatile
                || ty.absorbs(self.db)
            {
                return None;
            }
            let target = ty.unqualified(self.db);
            target.as_builtin(self.db).or_else(|| target.as_enum(self.db).map(|_| Builtin::Int))?;
            crate::infer::initial_value(self, symbol, target).or_else(|| match self.static_constant(symbol) {
                crate::eval::Static::Constant(value) => self.value_of((*value).clone(), target),
                _ => None,
            })
        };
        self.remembered(&self.values, symbol, || None, find)
    }
}

/// A number as a value of an integer type, modulo its size.
pub(crate) fn wrapped(number: i128, ty: Builtin) -> Option<i128> {
    if ty == Builtin::Bool {
        return Some((number != 0).into());
    }
    let bits = size_of(ty)? * 8;
    let signed = rank(ty)?.signed;
    if bits >= 128 {
        return Some(number);
    }
    let mask = (1i128 << bits) - 1;
    let low = number & mask;
    Some(if signed && low >> (bits - 1) != 0 { low - (1i128 << bits) } else { low })
}

/// Why an operation on integers has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overflow {
    /// Division by zero, or a shift by a wrong number of bits.
    OutOfRange,
    /// The result does not fit in its signed type.
    Exceeds,
    /// The left operand of `<<` is negative, before C++20.
    NegativeShift,
    /// Not known.
    Unknown,
}

/// The result of a built-in operation on integers of type `of` ([expr.mul] to [expr.or]).
pub(crate) fn integer_operation(
    op: &str,
    a: i128,
    b: i128,
    of: Builtin,
    standard: asunder_syntax::Standard,
) -> Result<i128, Overflow> {
    let rank = rank(of).ok_or(Overflow::Unknown)?;
    let bits = size_of(of).ok_or(Overflow::Unknown)? * 8;
    let order = match of {
        Builtin::UnsignedInt128 => (a as u128).cmp(&(b as u128)),
        _ => a.cmp(&b),
    };
    let comparison = match op {
        "lt" => Some(order.is_lt()),
        "gt" => Some(order.is_gt()),
        "le" => Some(order.is_le()),
        "ge" => Some(order.is_ge()),
        "eq" => Some(order.is_eq()),
        "ne" => Some(order.is_ne()),
        _ => None,
    };
    if let Some(result) = comparison {
        return Ok(result.into());
    }
    let exact = match op {
        "divide" | "remainder" if b == 0 => return Err(Overflow::OutOfRange),
        "shiftl" | "shiftr" if b < 0 || b as u64 >= bits => return Err(Overflow::OutOfRange),
        "shiftl" if rank.signed && a < 0 && standard < asunder_syntax::Standard::Cpp20 => {
            return Err(Overflow::NegativeShift);
        }
        "and" => Some(a & b),
        "or" => Some(a | b),
        "xor" => Some(a ^ b),
        "shiftr" if of == Builtin::UnsignedInt128 => Some((a as u128 >> b) as i128),
        "shiftr" => Some(a >> b),
        "shiftl" => Some(a.wrapping_shl(b as u32)),
        "divide" if of == Builtin::UnsignedInt128 => Some((a as u128 / b as u128) as i128),
        "remainder" if of == Builtin::UnsignedInt128 => Some((a as u128 % b as u128) as i128),
        "divide" => a.checked_div(b),
        "remainder" => a.checked_rem(b),
        "add" if !rank.signed => Some(a.wrapping_add(b)),
        "subtract" if !rank.signed => Some(a.wrapping_sub(b)),
        "multiply" if !rank.signed => Some(a.wrapping_mul(b)),
        "add" => a.checked_add(b),
        "subtract" => a.checked_sub(b),
        "multiply" => a.checked_mul(b),
        _ => return Err(Overflow::Unknown),
    };
    let exact = exact.ok_or(Overflow::Exceeds)?;
    let value = wrapped(exact, of).ok_or(Overflow::Unknown)?;
    if op == "shiftl" && rank.signed && standard < asunder_syntax::Standard::Cpp20 {
        // Before C++20 the result has to fit into the unsigned type ([expr.shift]/2 of C++17).
        let fits = b == 0 || a >> (bits - b as u64) == 0;
        return if fits { Ok(value) } else { Err(Overflow::Exceeds) };
    }
    // An operation that overflows a signed type is not a constant.
    match rank.signed && value != exact && op != "shiftl" {
        true => Err(Overflow::Exceeds),
        false => Ok(value),
    }
}

/// What a comparison of floating-point numbers gives; `None` for other operations.
pub(crate) fn floating_comparison(op: &str, a: f64, b: f64) -> Option<bool> {
    match op {
        "lt" => Some(a < b),
        "gt" => Some(a > b),
        "le" => Some(a <= b),
        "ge" => Some(a >= b),
        "eq" => Some(a == b),
        "ne" => Some(a != b),
        _ => None,
    }
}

/// A number as a value of a floating type.
fn rounded(number: f64, ty: Builtin) -> f64 {
    if ty == Builtin::Float { f64::from(number as f32) } else { number }
}

impl<'db> Infer<'_, 'db> {
    /// The node, or a constant in its place where all its operands are constants, or the first one decides.
    pub(crate) fn folded(&mut self, id: NodeId) -> NodeId {
        let node = self.node(id);
        if self.sema.is_dependent(node.ty) {
            return id;
        }
        let operands = node.operands.clone();
        if let Some((value, ty)) = self.decided(id) {
            return self.constant_node(value, ty, id);
        }
        let values: Option<Vec<Value<'db>>> =
            operands.iter().map(|operand| self.constant_operand(*operand)).collect();
        let Some(values) = values else { return id };
        let ty = self.node(id).ty;
        let What::Op(op) = self.node(id).what else { return id };
        match self.folded_value(op, &values, ty) {
            Some(value) => self.constant_node(value, ty, id),
            None => id,
        }
    }

    /// What `&&`, `||` or `?:` gives whose first operand is a constant, without what that leaves out.
    fn decided(&self, id: NodeId) -> Option<(Value<'db>, Ty<'db>)> {
        let node = self.node(id);
        let What::Op(op @ ("land" | "lor" | "question")) = node.what else { return None };
        let Value::Integer(test, _) = self.constant_operand(*node.operands.first()?)? else { return None };
        let value = match (op, test != 0) {
            ("land", false) => Value::Integer(0, node.ty),
            ("lor", true) => Value::Integer(1, node.ty),
            ("question", true) => self.constant_operand(*node.operands.get(1)?)?,
            ("question", false) => self.constant_operand(*node.operands.get(2)?)?,
            _ => return None,
        };
        Some((value, node.ty))
    }

    /// The value of an operand: its own, or what the operation gives that a constant stands for.
    fn constant_operand(&self, id: NodeId) -> Option<Value<'db>> {
        let value = self.value_of(id).or_else(|| self.node(id).value.clone())?;
        matches!(value, Value::Integer(..) | Value::Floating(..) | Value::Null(_)).then_some(value)
    }

    /// The value of an operation on constants.
    fn folded_value(&self, op: &str, values: &[Value<'db>], ty: Ty<'db>) -> Option<Value<'db>> {
        let db = self.db();
        match (op, values) {
            ("cast" | "bool_cast" | "unary_plus", [value]) => self.sema.converted_value(value.clone(), ty),
            ("question", [Value::Integer(test, _), a, b]) => {
                Some(if *test != 0 { a.clone() } else { b.clone() })
            }
            ("land", [Value::Integer(a, _), Value::Integer(b, _)]) => {
                Some(Value::Integer((*a != 0 && *b != 0).into(), ty))
            }
            ("lor", [Value::Integer(a, _), Value::Integer(b, _)]) => {
                Some(Value::Integer((*a != 0 || *b != 0).into(), ty))
            }
            ("not", [Value::Integer(a, _)]) => Some(Value::Integer((*a == 0).into(), ty)),
            ("negate", [Value::Integer(a, _)]) => {
                Some(Value::Integer(wrapped(a.checked_neg()?, ty.as_builtin(db)?)?, ty))
            }
            ("complement", [Value::Integer(a, _)]) => {
                Some(Value::Integer(wrapped(!*a, ty.as_builtin(db)?)?, ty))
            }
            ("negate", [Value::Floating(a, _)]) => Some(Value::Floating((-f64::from_bits(*a)).to_bits(), ty)),
            (_, [Value::Integer(a, of), Value::Integer(b, _)]) => {
                let of = of.as_builtin(db).or_else(|| ty.as_builtin(db))?;
                let value = integer_operation(op, *a, *b, of, self.sema.dialect.standard).ok()?;
                Some(Value::Integer(value, ty))
            }
            (_, [Value::Floating(a, _), Value::Floating(b, _)]) => {
                let (a, b) = (f64::from_bits(*a), f64::from_bits(*b));
                if let Some(result) = floating_comparison(op, a, b) {
                    return Some(Value::Integer(result.into(), ty));
                }
                // A `long double` is not rounded to a `double`.
                if ty.as_builtin(db) == Some(Builtin::LongDouble) {
                    return None;
                }
                let result = match op {
                    "add" => a + b,
                    "subtract" => a - b,
                    "multiply" => a * b,
                    "divide" if b != 0.0 => a / b,
                    _ => return None,
                };
                Some(Value::Floating(rounded(result, ty.as_builtin(db)?).to_bits(), ty))
            }
            _ => None,
        }
    }

    /// The value of a node where it is more than a folded operation: constant variables.
    pub(crate) fn evaluate(&self, id: NodeId) -> Option<Value<'db>> {
        if let Some(value) = self.value_of(id) {
            return match value {
                Value::Param(_) | Value::Dependent => Some(value),
                value => Some(value),
            };
        }
        let node = self.node(id);
        match (&node.what, node.named) {
            (What::Variable, Some(Named::Symbol(symbol))) => self.sema.variable_value(symbol),
            (What::Variable, Some(Named::Local(number))) => self.variable_of(number).value,
            (What::Op("ref_indirect"), _) => None,
            (What::Op("sizeof" | "alignof"), _) => node.value.clone(),
            // `&&`, `||` and `?:` need not know all.
            (What::Op(op @ ("land" | "lor" | "question")), _) => {
                self.short_circuit(op, &node.operands, node.ty)
            }
            (What::Op(op), _) => {
                let values: Option<Vec<Value<'db>>> =
                    node.operands.iter().map(|operand| self.evaluate(*operand)).collect();
                let values = values?;
                if values.iter().any(|value| matches!(value, Value::Param(_) | Value::Dependent)) {
                    return Some(Value::Dependent);
                }
                self.folded_value(op, &values, node.ty)
            }
            _ => None,
        }
    }

    fn short_circuit(&self, op: &str, operands: &[NodeId], ty: Ty<'db>) -> Option<Value<'db>> {
        let test = match self.evaluate(*operands.first()?)? {
            Value::Integer(test, _) => test != 0,
            other => return matches!(other, Value::Param(_) | Value::Dependent).then_some(Value::Dependent),
        };
        let chosen = match (op, test) {
            ("land", false) => return Some(Value::Integer(0, ty)),
            ("lor", true) => return Some(Value::Integer(1, ty)),
            ("question", true) => 1,
            ("question", false) => 2,
            _ => 1,
        };
        self.evaluate(*operands.get(chosen)?)
    }
}
