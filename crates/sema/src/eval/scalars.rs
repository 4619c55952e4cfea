//! Conversions and arithmetic of scalars.

use asunder_decls::written::DeclKind;
use asunder_syntax::{Release, Standard};
use asunder_types::{Builtin, Kind, Symbol, Ty, Value, is_floating, is_integral, size_of};

use super::{Base, Machine, Outcome, Pointer, Stop, Val, notes};
use crate::constants::{Overflow, integer_operation, wrapped};
use crate::finding::Argument;
use crate::infer::NodeId;

use super::Frame;

/// "division by zero".
const DIVISION_BY_ZERO: u16 = 39;
/// "shift count is negative".
const NEGATIVE_SHIFT: u16 = 62;
/// "shift count is too large".
const LONG_SHIFT: u16 = 63;
impl<'m, 'db> Machine<'m, 'db> {
    /// A constant of the program as a value.
    pub(super) fn of_constant(&self, value: &Value<'db>) -> Outcome<Val<'db>> {
        Ok(match value {
            Value::Integer(number, ty) if ty.as_builtin(self.sema.db) == Some(Builtin::NullPtr) => {
                debug_assert_eq!(*number, 0);
                Val::Pointer(Pointer::null())
            }
            Value::Integer(number, _) => Val::Int(*number),
            Value::Floating(bits, ty) => match ty.as_builtin(self.sema.db) {
                Some(Builtin::Float | Builtin::Double) => Val::Float(*bits),
                _ => return Err(Stop::Unknown),
            },
            Value::Null(ty) if matches!(ty.kind(self.sema.db), Kind::MemberPointer(..)) => Val::Member(None),
            Value::Null(_) => Val::Pointer(Pointer::null()),
            Value::Address(decl, env) => {
                let symbol = asunder_types::Symbol { decl: *decl, env: *env };
                Val::Pointer(Pointer::to(match self.sema.function_expr(*decl) {
                    Some(_) => Base::Function(symbol),
                    None => Base::Static(symbol),
                }))
            }
            Value::Param(_) | Value::Dependent | Value::Gap(_) => return Err(Stop::Unknown),
        })
    }

    /// The arithmetic type that values of a type have: of an enumeration its underlying type.
    pub(super) fn number_type(&self, ty: Ty<'db>) -> Option<Builtin> {
        match ty.unqualified(self.sema.db).kind(self.sema.db) {
            Kind::Builtin(builtin) => Some(*builtin),
            Kind::Enum(decl, env) => self.sema.underlying_type(*decl, *env),
            _ => None,
        }
    }

    /// A scalar converted to another type.
    pub(super) fn converted(
        &self,
        frame: &Frame<'m, 'db>,
        node: NodeId,
        value: Val<'db>,
        to: Ty<'db>,
    ) -> Outcome<Val<'db>> {
        let db = self.sema.db;
        if to.is_void(db) {
            return Ok(Val::Int(0));
        }
        let Some(builtin) = self.number_type(to) else {
            return match (to.unqualified(db).kind(db), value) {
                (Kind::Pointer(_), Val::Pointer(pointer)) => Ok(Val::Pointer(pointer)),
                (Kind::Pointer(_), Val::Int(0)) => Ok(Val::Pointer(Pointer::null())),
                (Kind::MemberPointer(..), Val::Int(0)) => Ok(Val::Member(None)),
                (Kind::MemberPointer(..), Val::Pointer(pointer)) if pointer.is_null() => {
                    Ok(Val::Member(None))
                }
                (Kind::MemberPointer(..), Val::Member(member)) => Ok(Val::Member(member)),
                _ => Err(Stop::Unknown),
            };
        };
        match value {
            Val::Int(number) if is_integral(builtin) => {
                let from = frame.code.tree().nodes[node.0 as usize]
                    .operands
                    .first()
                    .and_then(|operand| self.number_type(frame.code.tree().nodes[operand.0 as usize].ty));
                if from == Some(Builtin::UnsignedInt128) && number < 0 && builtin == Builtin::Bool {
                    return Ok(Val::Int(1));
                }
                Ok(Val::Int(wrapped(number, builtin).ok_or(Stop::Unknown)?))
            }
            Val::Int(number) if is_floating(builtin) => {
                let from = frame.code.tree().nodes[node.0 as usize]
                    .operands
                    .first()
                    .and_then(|operand| self.number_type(frame.code.tree().nodes[operand.0 as usize].ty));
                if from == Some(Builtin::UnsignedInt128) {
                    return Err(Stop::Unknown);
                }
                Ok(Val::Float(match builtin {
                    Builtin::Float => f64::from(number as f32).to_bits(),
                    Builtin::Double => (number as f64).to_bits(),
                    _ => return Err(Stop::Unknown),
                }))
            }
            Val::Float(bits) => {
                let number = f64::from_bits(bits);
                match builtin {
                    Builtin::Bool => Ok(Val::Int((number != 0.0).into())),
                    Builtin::Float => Ok(Val::Float(f64::from(number as f32).to_bits())),
                    Builtin::Double => Ok(Val::Float(bits)),
                    builtin if is_integral(builtin) => {
                        let truncated = number.trunc();
                        if size_of(builtin).is_none_or(|size| size > 8) {
                            return Err(Stop::Unknown);
                        }
                        let fits = truncated.is_finite() && truncated.abs() < 1.0e30;
                        let whole = if fits { truncated as i128 } else { 0 };
                        if fits && wrapped(whole, builtin) == Some(whole) {
                            return Ok(Val::Int(whole));
                        }
                        // A literal is converted before anything is evaluated.
                        if self.calls.is_empty() && self.is_folded(frame, node) {
                            return Err(Stop::Unknown);
                        }
                        let text = Argument::ty(self.sema.display(to));
                        Err(self.failure(frame, node, notes::EXCEEDS_RANGE, vec![text]))
                    }
                    _ => Err(Stop::Unknown),
                }
            }
            Val::Pointer(pointer) if builtin == Builtin::Bool => Ok(Val::Int(match pointer.base {
                Base::Null => 0,
                _ => 1,
            })),
            Val::Pointer(pointer) if builtin == Builtin::NullPtr && pointer.is_null() => {
                Ok(Val::Pointer(pointer))
            }
            Val::Member(member) if builtin == Builtin::Bool => Ok(Val::Int(member.is_some().into())),
            _ => Err(Stop::Unknown),
        }
    }

    /// A built-in operation on two scalars of type `of`, with a result of type `ty`.
    pub(super) fn operation(
        &mut self,
        frame: &Frame<'m, 'db>,
        node: NodeId,
        op: &str,
        operands: (Val<'db>, Val<'db>),
        of: Ty<'db>,
        ty: Ty<'db>,
    ) -> Outcome<Val<'db>> {
        match operands {
            (Val::Int(a), Val::Int(b)) => {
                let builtin = self.number_type(of).ok_or(Stop::Unknown)?;
                let is_shift = op.starts_with("shift");
                match integer_operation(op, a, b, builtin, self.sema.dialect.standard) {
                    Ok(value) => Ok(Val::Int(value)),
                    Err(fault) if self.evaluates_first => {
                        self.fault_as_note(frame, node, (op, a, b), fault, (builtin, ty))
                    }
                    Err(Overflow::OutOfRange) if self.calls.is_empty() && op.starts_with(['d', 'r']) => {
                        // Where that is reported depends on what the constant is for.
                        let number = if op == "divide" { 39 } else { 179 };
                        let at = self.node(frame, node).at;
                        match self.failure(frame, node, 61, Vec::new()) {
                            Stop::Not(mut failure)
                                if !self.tolerates_zero && !self.divides_by_literal(frame, node) =>
                            {
                                failure.alone = Some((number, at));
                                Err(Stop::Not(failure))
                            }
                            stop => Err(stop),
                        }
                    }
                    // The value to which a shift of literals has been folded is not known.
                    Err(Overflow::OutOfRange) if is_shift && self.is_folded(frame, node) => {
                        Err(Stop::Unknown)
                    }
                    Err(Overflow::NegativeShift) if !self.calls.is_empty() && self.is_folded(frame, node) => {
                        Err(self.failure(frame, node, 61, Vec::new()))
                    }
                    Err(Overflow::OutOfRange) => Err(self.failure(frame, node, 61, Vec::new())),
                    // Only what a function shifts is wrong.
                    Err(Overflow::NegativeShift) if self.calls.is_empty() => {
                        let shifted = integer_operation(op, a, b, builtin, Standard::Cpp20);
                        shifted.map(Val::Int).map_err(|_| Stop::Unknown)
                    }
                    Err(Overflow::NegativeShift) => {
                        Err(self.failure(frame, node, notes::NEGATIVE_SHIFTED, Vec::new()))
                    }
                    Err(Overflow::Exceeds)
                        if self.is_folded(frame, node)
                            && (self.calls.is_empty() || self.sema.dialect.release < Release::V13_1) =>
                    {
                        // The reference has warned of it and goes on with what remains.
                        let builtin = self.number_type(ty).ok_or(Stop::Unknown)?;
                        let exact = match op {
                            "add" => a.checked_add(b),
                            "subtract" => a.checked_sub(b),
                            "multiply" => a.checked_mul(b),
                            _ => None,
                        };
                        let value = exact.and_then(|exact| wrapped(exact, builtin));
                        value.map(Val::Int).ok_or(Stop::Unknown)
                    }
                    Err(Overflow::Exceeds) if op == "divide" => Err(Stop::Unknown),
                    Err(Overflow::Exceeds) if op == "remainder" => Ok(Val::Int(0)),
                    Err(Overflow::Exceeds) => {
                        let text = Argument::ty(self.sema.display(ty));
                        Err(self.failure(frame, node, notes::EXCEEDS_RANGE, vec![text]))
                    }
                    Err(Overflow::Unknown) => Err(Stop::Unknown),
                }
            }
            (Val::Float(a), Val::Float(b)) => {
                let (a, b) = (f64::from_bits(a), f64::from_bits(b));
                if let Some(result) = crate::constants::floating_comparison(op, a, b) {
                    return Ok(Val::Int(result.into()));
                }
                let result = match op {
                    "add" => a + b,
                    "subtract" => a - b,
                    "multiply" => a * b,
                    "divide" => a / b,
                    _ => return Err(Stop::Unknown),
                };
                match self.number_type(ty) {
                    Some(Builtin::Float) => Ok(Val::Float(f64::from(result as f32).to_bits())),
                    Some(Builtin::Double) => Ok(Val::Float(result.to_bits())),
                    _ => Err(Stop::Unknown),
                }
            }
            (Val::Pointer(a), Val::Pointer(b)) => self.compared(frame, node, op, &a, &b),
            // All members of a union stand at its start.
            (Val::Member(Some(a)), Val::Member(Some(b))) if a != b && self.is_in_union(a) => {
                Err(Stop::Unknown)
            }
            (Val::Member(a), Val::Member(b)) => match op {
                "eq" => Ok(Val::Int((a == b).into())),
                "ne" => Ok(Val::Int((a != b).into())),
                _ => Err(Stop::Unknown),
            },
            _ => Err(Stop::Unknown),
        }
    }

    /// An operation that goes wrong, in releases that evaluate what has to be constant before they fold it.
    fn fault_as_note(
        &self,
        frame: &Frame<'m, 'db>,
        node: NodeId,
        (op, a, b): (&str, i128, i128),
        fault: Overflow,
        (of, ty): (Builtin, Ty<'db>),
    ) -> Outcome<Val<'db>> {
        match fault {
            Overflow::OutOfRange if matches!(op, "divide" | "remainder") => {
                Err(self.failure(frame, node, DIVISION_BY_ZERO, Vec::new()))
            }
            // In functions a warning was enough.
            Overflow::OutOfRange if !self.calls.is_empty() && self.is_folded(frame, node) => {
                Err(Stop::Unknown)
            }
            Overflow::OutOfRange => {
                let number = if b < 0 { NEGATIVE_SHIFT } else { LONG_SHIFT };
                match self.node(frame, node).operands.get(1) {
                    Some(count) => {
                        Err(self.failure_at(number, Vec::new(), self.start_of_node(frame, *count)))
                    }
                    None => Err(Stop::Unknown),
                }
            }
            Overflow::NegativeShift => {
                let shifted = integer_operation(op, a, b, of, Standard::Cpp20);
                shifted.map(Val::Int).map_err(|_| Stop::Unknown)
            }
            Overflow::Exceeds if matches!(op, "add" | "subtract" | "multiply") => {
                let text = Argument::ty(self.sema.display(ty));
                Err(self.failure(frame, node, notes::EXCEEDS_RANGE, vec![text]))
            }
            Overflow::Exceeds if op == "remainder" => Ok(Val::Int(0)),
            Overflow::Exceeds | Overflow::Unknown => Err(Stop::Unknown),
        }
    }

    /// Whether different parts of an object perhaps have one address: they are in different members of a union.
    fn may_overlap(&mut self, a: &Pointer<'db>, b: &Pointer<'db>) -> bool {
        let shared = a.path.iter().zip(&b.path).take_while(|(x, y)| x == y).count();
        let around = Pointer { path: a.path[..shared].to_vec(), ..a.clone() };
        let class = self.type_at(&around).ok().and_then(|ty| ty.as_class(self.sema.db));
        class.is_some_and(|class| self.shape(class).is_ok_and(|shape| shape.is_union))
    }

    /// Whether two pointers surely point into different objects, or one is null.
    pub(super) fn are_unrelated(&self, a: &Pointer<'db>, b: &Pointer<'db>) -> bool {
        match (&a.base, &b.base) {
            // Two declarations may be of one object.
            (Base::Static(x), Base::Static(y)) | (Base::Function(x), Base::Function(y)) => {
                self.sema.decl(x.decl).name != self.sema.decl(y.decl).name
            }
            (Base::String(..), Base::String(..)) => false,
            (x, y) => x != y,
        }
    }

    fn compared(
        &mut self,
        frame: &Frame<'m, 'db>,
        node: NodeId,
        op: &str,
        a: &Pointer<'db>,
        b: &Pointer<'db>,
    ) -> Outcome<Val<'db>> {
        use super::values::Step;
        if a.base == b.base {
            let flat = |pointer: &Pointer<'db>| match pointer.path.split_last() {
                Some((Step::Index(index), rest)) => (rest.to_vec(), *index),
                _ => (pointer.path.clone(), pointer.behind),
            };
            let order = if a.path == b.path {
                Some(a.behind.cmp(&b.behind))
            } else {
                let ((x, i), (y, j)) = (flat(a), flat(b));
                (x == y).then(|| i.cmp(&j))
            };
            let Some(order) = order else {
                // Different parts of one object.
                let is_nested = a.path.starts_with(&b.path) || b.path.starts_with(&a.path);
                if self.may_overlap(a, b) {
                    return Err(Stop::Unknown);
                }
                return match op {
                    "eq" if !is_nested && a.behind == 0 && b.behind == 0 => Ok(Val::Int(0)),
                    "ne" if !is_nested && a.behind == 0 && b.behind == 0 => Ok(Val::Int(1)),
                    _ => Err(Stop::Unknown),
                };
            };
            let result = match op {
                "eq" => order.is_eq(),
                "ne" => order.is_ne(),
                "lt" => order.is_lt(),
                "gt" => order.is_gt(),
                "le" => order.is_le(),
                "ge" => order.is_ge(),
                _ => return Err(Stop::Unknown),
            };
            return Ok(Val::Int(result.into()));
        }
        if !self.are_unrelated(a, b) {
            return Err(Stop::Unknown);
        }
        let is_with_null = a.is_null() && self.is_in_variable(b) || b.is_null() && self.is_in_variable(a);
        match op {
            "lt" | "gt" | "le" | "ge" if is_with_null => {
                Err(self.failure(frame, node, notes::NOT_COMPARABLE, Vec::new()))
            }
            "eq" | "ne" if self.is_at_end(a) && is_at_start(b) || self.is_at_end(b) && is_at_start(a) => {
                Err(self.failure(frame, node, notes::COMPARED_WITH_END, Vec::new()))
            }
            "eq" => Ok(Val::Int(0)),
            "ne" => Ok(Val::Int(1)),
            "lt" | "gt" | "le" | "ge" if !a.is_null() && !b.is_null() => {
                Err(self.failure(frame, node, notes::NOT_COMPARABLE, Vec::new()))
            }
            _ => Err(Stop::Unknown),
        }
    }

    /// Whether a pointer is one behind a whole object of this evaluation.
    fn is_at_end(&mut self, pointer: &Pointer<'db>) -> bool {
        if !matches!(pointer.base, Base::Object(..)) {
            return false;
        }
        match pointer.path.as_slice() {
            [] => pointer.behind == 1,
            [_] => matches!(self.count_around(pointer), Ok(Some((index, count))) if index == count as i64),
            _ => false,
        }
    }

    /// Whether a member's class is a union.
    fn is_in_union(&self, member: Symbol<'db>) -> bool {
        self.sema.decl(member.decl).parent.is_some_and(|class| {
            let class = self.sema.decl(member.decl.sibling(class));
            matches!(&class.kind, DeclKind::Class(class) if class.is_union)
        })
    }

    /// Whether a division has a right operand that is folded, of which the reference has warned.
    fn divides_by_literal(&self, frame: &Frame<'m, 'db>, node: NodeId) -> bool {
        let operands = &self.node(frame, node).operands;
        operands.get(1).is_some_and(|right| self.is_folded(frame, *right))
    }

    /// Whether a node consists of literals alone: the reference folds it before anything is evaluated.
    pub(super) fn is_folded(&self, frame: &Frame<'m, 'db>, node: NodeId) -> bool {
        let node = self.node(frame, node);
        match node.what {
            crate::infer::What::Constant(_) | crate::infer::What::Op("sizeof" | "alignof") => true,
            crate::infer::What::Op(_) => {
                !node.operands.is_empty()
                    && node.operands.iter().all(|operand| self.is_folded(frame, *operand))
            }
            _ => false,
        }
    }

    /// The number that a value is.
    pub(super) fn number(value: Val<'db>) -> Outcome<i128> {
        match value {
            Val::Int(number) => Ok(number),
            _ => Err(Stop::Unknown),
        }
    }
}

/// Whether a pointer is one to the start of a whole object of this evaluation.
fn is_at_start(pointer: &Pointer<'_>) -> bool {
    let is_first = pointer.path.is_empty() || pointer.path == [super::values::Step::Index(0)];
    matches!(pointer.base, Base::Object(..)) && is_first && pointer.behind == 0
}
