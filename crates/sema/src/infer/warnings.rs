//! What types prove to be suspicious: constants that change when they are converted, assignments where comparisons may
//! have been meant, expressions without effect, string literals as pointers to what may be changed.
//!
//! | number | where it is given |
//! |---|---|
//! | 68, 69 | an implicit conversion of an integer constant to an integer type that does not hold it: 69 where bits are lost |
//! | 173 | an implicit conversion of a floating-point constant to an integer type that does not hold it |
//! | 174 | a statement, or the left side of `,`, that neither calls nor changes anything |
//! | 187 | a condition that is `=` with a constant on its right |
//! | 2464, 2465 | a string literal that becomes `char *`, or a pointer to another character |

use asunder_decls::written::DeclKind;
use asunder_hir::body::{Expr, ExprId};
use asunder_types::{Builtin, Kind, Ty, Value};

use super::mistakes::arithmetic::{DIVISION, LONG_SHIFT, NEGATIVE_SHIFT, REMAINDER};
use super::{At, Category, Infer, Named, NodeId, What};
use crate::finding::{Argument, MetAt, Mistake};

/// "… is inaccessible", of members that are read all the same.
const INACCESSIBLE: u16 = 265;
/// "alignment-of operator applied to incomplete type".
const INCOMPLETE_ALIGNED: u16 = 1273;
/// "integer conversion resulted in a change of sign".
const SIGN_CHANGED: u16 = 68;
/// "integer conversion resulted in truncation".
const TRUNCATED: u16 = 69;
/// "floating-point value does not fit in required integral type".
const DOES_NOT_FIT: u16 = 173;
/// "expression has no effect".
const NO_EFFECT: u16 = 174;
/// "use of "=" where "==" may have been intended".
const ASSIGNED: u16 = 187;
/// "conversion from pointer to smaller integer".
const SMALLER: u16 = 767;
/// "… cannot cast away const or other type qualifiers".
const CASTS_AWAY: u16 = 694;
/// "conversion to inaccessible base class … is not allowed".
const HIDDEN_BASE: u16 = 269;
/// "conversion from inaccessible base class … is not allowed".
const FROM_HIDDEN_BASE: u16 = 1280;
/// "invalid narrowing conversion from … to …".
const NARROWING: u16 = 2361;
/// "arithmetic on pointer to void or function type".
const VOID_ARITHMETIC: u16 = 1143;
/// "conversion from a string literal to … is deprecated".
const STRING: u16 = 2464;
/// "conversion from a string literal to pointer-to-character (non-const) is deprecated".
const OTHER_STRING: u16 = 2465;

/// What evaluating an expression does besides giving a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    /// Surely nothing.
    None,
    /// Floating operations, which depend on the rounding mode: an effect in host code.
    Rounding,
    /// Something, as far as is known: a call, a change.
    Any,
}

impl<'db> Infer<'_, 'db> {
    // ---- constants and literals that are converted

    /// A node that is converted implicitly.
    pub(crate) fn check_converted(&mut self, node: NodeId, to: Ty<'db>) {
        match &self.node(node).what {
            What::String => self.check_string(node, to),
            What::Constant(Value::Integer(value, _)) => self.check_integer(node, *value, to),
            What::Constant(Value::Floating(bits, _)) => self.check_floating(node, f64::from_bits(*bits), to),
            _ => {}
        }
    }

    /// Does something of which changes of signs are not reported: conversions to what a `__sync_` function takes, which
    /// has no sign of its own.
    pub(crate) fn without_sign_changes<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.out.mistakes.len();
        let result = act(self);
        let behind = self.out.mistakes.split_off(known);
        self.out.mistakes.extend(behind.into_iter().filter(|met| met.mistake.number != SIGN_CHANGED));
        result
    }

    /// A floating-point constant that becomes an integer.
    fn check_floating(&mut self, node: NodeId, value: f64, to: Ty<'db>) {
        let Some(target) = to.as_builtin(self.db()) else { return };
        let is_integer = asunder_types::is_integral(target) && target != Builtin::Bool;
        let is_long = asunder_types::size_of(target) == Some(16);
        if is_integer && !is_long && !asunder_types::holds(target, value.trunc() as i128) {
            let at = self.start_of(node);
            self.met_plain(DOES_NOT_FIT, at);
        }
    }

    fn check_string(&mut self, node: NodeId, to: Ty<'db>) {
        let db = self.db();
        let Some(character) = to.pointee(db) else { return };
        let Kind::Array(own, _) = self.node(node).ty.kind(db) else { return };
        if character.qualifiers(db).is_const || own.unqualified(db) != character {
            return;
        }
        let mistake = match character.as_builtin(db) {
            Some(Builtin::Char) => Mistake::new(STRING, vec![Argument::ty("char *")]),
            Some(_) => Mistake::new(OTHER_STRING, Vec::new()),
            None => return,
        };
        // An assignment is known by its operator.
        let at = self.assigning.map_or_else(|| self.start_of(node), At::Point);
        self.met(mistake, at);
    }

    fn check_integer(&mut self, node: NodeId, value: i128, to: Ty<'db>) {
        let db = self.db();
        let (Some(from), Some(target)) = (self.node(node).ty.as_builtin(db), to.as_builtin(db)) else {
            return;
        };
        let is_number = |it: Builtin| asunder_types::is_integral(it) && it != Builtin::Bool;
        let bits = match asunder_types::size_of(target) {
            Some(bytes @ 1..=8) => bytes * 8,
            _ => return,
        };
        if !is_number(from) || !is_number(target) {
            return;
        }
        let (half, whole) = (1_i128 << (bits - 1), 1_i128 << bits);
        let holds = match asunder_types::unsigned(target) == Some(target) {
            true => (0..whole).contains(&value),
            false => (-half..half).contains(&value),
        };
        if holds {
            return;
        }
        let expr = self.expr_of(node);
        if !(-half..whole).contains(&value) {
            let at = self.start_of(node);
            self.met_plain(TRUNCATED, at);
        } else if value < 0 || !matches!(self.body[expr], Expr::Name(_)) {
            let start = match self.start_of(node) {
                At::Start(expr) => expr,
                _ => return,
            };
            // Bit patterns, which results of bitwise operators and hexadecimal numbers are, have no sign.
            if self.is_bitwise(expr) {
                return;
            }
            self.met_at(Mistake::new(SIGN_CHANGED, Vec::new()), MetAt::Decimal(start));
        }
    }

    // ---- conditions

    /// Whether an expression is the result of `&`, `|` or `^`.
    fn is_bitwise(&self, expr: ExprId) -> bool {
        let mut expr = expr;
        while let Expr::Paren(inner) = self.body[expr] {
            expr = inner;
        }
        matches!(self.body[expr], Expr::Binary("&" | "|" | "^", ..))
    }

    /// A condition, or an operand that is one: `=` where `==` may be meant.
    pub(crate) fn check_assigned_condition(&mut self, expr: ExprId, node: NodeId) {
        let mut inner = expr;
        while let Expr::Paren(next) = &self.body[inner] {
            inner = *next;
        }
        let (Expr::Binary("=", _, _), What::Op("assign")) = (&self.body[inner], &self.node(node).what) else {
            return;
        };
        let Some(&value) = self.node(node).operands.get(1) else { return };
        let is_class = self.node(node).ty.as_class(self.db()).is_some();
        if !is_class && matches!(self.node(value).what, What::Constant(_)) {
            self.met_plain(ASSIGNED, At::Start(expr));
        }
    }

    // ---- expressions without effect

    /// A statement that is an expression; `mistakes` counts those in front of it. One that is wrong has no type.
    pub(crate) fn check_statement(&mut self, expr: ExprId, node: NodeId, mistakes: usize) {
        let is_wrong = self.out.mistakes[mistakes..].iter().any(|met| {
            !met.mistake.is_warning
                && !matches!(
                    met.mistake.number,
                    INACCESSIBLE
                        | DIVISION
                        | NEGATIVE_SHIFT
                        | LONG_SHIFT
                        | REMAINDER
                        | INCOMPLETE_ALIGNED
                        | SIGN_CHANGED
                        | TRUNCATED
                        | NO_EFFECT
                        | ASSIGNED
                        | STRING
                        | OTHER_STRING
                        | VOID_ARITHMETIC
                        | NARROWING
                        | DOES_NOT_FIT
                        | SMALLER
                        | CASTS_AWAY
                        | HIDDEN_BASE
                        | FROM_HIDDEN_BASE
                )
        });
        let ty = self.node(node).ty;
        if !is_wrong
            && !ty.is_void(self.db())
            && let Some(mistake) = self.without_effect(node)
        {
            // The device pass refuses the operator in device code.
            let is_refused = matches!(self.node(node).what, What::Op("dynamic_cast" | "typeid"));
            let host_only = is_refused && self.is_device_function();
            self.met(Mistake { host_only, ..mistake }, At::Start(expr));
        }
    }

    /// Whether the function that is walked runs on the device.
    pub(crate) fn is_device_function(&self) -> bool {
        let spaces = self.owner.map(|owner| self.sema.decl(owner).attributes.spaces);
        spaces.is_some_and(|spaces| spaces.device || spaces.global)
    }

    /// An operand whose value nobody takes: the left one of a comma, where it is found.
    pub(crate) fn check_effect(&mut self, operand: ExprId, node: NodeId) {
        let ty = self.node(node).ty;
        if !ty.is_void(self.db())
            && let Some(mistake) = self.without_effect(node)
        {
            let at = self.start_of(node);
            let known = self.out.mistakes.len();
            self.met(mistake, at);
            self.out.mistakes[known..].iter_mut().for_each(|met| met.behind = Some(operand));
        }
    }

    /// "expression has no effect", where a node surely calls and changes nothing. Floating operations count in host code,
    /// for they depend on the rounding mode; which code is one of the device, the device pass alone asks.
    fn without_effect(&mut self, node: NodeId) -> Option<Mistake> {
        let effect = self.find_effect(node);
        self.effects.insert(node, effect);
        let device_only = effect == Effect::Rounding;
        let is_reported = effect == Effect::None || device_only && self.is_function_of_the_device();
        is_reported.then(|| Mistake { device_only, ..Mistake::new(NO_EFFECT, Vec::new()) })
    }

    fn find_effect(&self, node: NodeId) -> Effect {
        let mut effect = Effect::None;
        let mut pending = vec![node];
        while let Some(id) = pending.pop() {
            // Operands of commas have been asked about before.
            match self.effects.get(&id) {
                Some(Effect::Any) => return Effect::Any,
                Some(known) => {
                    effect = effect.max(*known);
                    continue;
                }
                None => {}
            }
            let node = self.node(id);
            if effect == Effect::None
                && let What::Op(op) = node.what
                && self.depends_on_rounding(id, op)
            {
                if self.evaluate(id).is_some() {
                    continue;
                }
                effect = Effect::Rounding;
            }
            if matches!(node.what, What::Op(op) if crate::initialized::is_effect(op)) {
                return Effect::Any;
            }
            // The name of a variable, or `this`, has none, whatever its type will be.
            let is_name = matches!(node.named, Some(Named::Local(_) | Named::Predefined(_)))
                && node.operands.is_empty();
            if self.in_template && is_name && self.sema.is_dependent(node.ty) {
                continue;
            }
            if node.ty.absorbs(self.db()) || self.sema.is_dependent(node.ty) {
                return Effect::Any;
            }
            match &node.what {
                What::Gap(_) | What::List | What::Functions => return Effect::Any,
                What::Op(op) => match *op {
                    // `int()`
                    "temp_init"
                        if node.operands.is_empty()
                            && node.ty.as_class(self.db()).is_none()
                            && !node.ty.is_void(self.db()) =>
                    {
                        continue;
                    }
                    "temp_init" | "lambda" | "ref_dynamic_cast" => return Effect::Any,
                    "dynamic_cast"
                        if !self.points_to_object(node.ty)
                            || !node.operands.iter().all(|it| self.points_to_polymorphic(*it)) =>
                    {
                        return Effect::Any;
                    }
                    // Operands that are not evaluated.
                    "sizeof" | "alignof" => continue,
                    "land" | "lor" if let [left, _] = node.operands.as_slice() => {
                        let is_left_alone = match self.value_of(*left) {
                            Some(Value::Integer(value, _)) => (value == 0) == (*op == "land"),
                            _ => false,
                        };
                        if is_left_alone {
                            pending.push(*left);
                            continue;
                        }
                    }
                    // A constant stands for it: what is not chosen is gone.
                    "question"
                        if node.value.is_some()
                            && let [test, then, otherwise] = node.operands.as_slice() =>
                    {
                        if let Some(Value::Integer(value, _)) = self.value_of(*test) {
                            pending.push(if value != 0 { *then } else { *otherwise });
                            continue;
                        }
                    }
                    "pdiff" | "subscript" | "indirect"
                        if node.operands.iter().any(|operand| self.points_nowhere(*operand))
                            && !(*op == "indirect" && node.ty.as_function(self.db()).is_some()) =>
                    {
                        return Effect::Any;
                    }
                    _ => {}
                },
                What::Variable | What::Field
                    if node.named.is_some_and(|named| self.is_volatile(named) != Some(false)) =>
                {
                    return Effect::Any;
                }
                _ => {}
            }
            if node.ty.qualifiers(self.db()).is_volatile && node.category == Category::Lvalue {
                return Effect::Any;
            }
            pending.extend(node.operands.iter().copied());
            if let (What::Constant(_), Some(from)) = (&node.what, node.folded) {
                pending.push(from);
            }
        }
        effect
    }

    /// Whether an operation computes with floating values.
    fn depends_on_rounding(&self, id: NodeId, op: &str) -> bool {
        let node = self.node(id);
        let operands = node.operands.iter().map(|operand| self.node(*operand).ty);
        node.category == Category::Prvalue
            && crate::initialized::computes_floating(self.db(), op, node.ty, operands)
    }

    /// Whether a function is walked, not the initializer of a variable, that runs on the device. A function template has
    /// no execution space as it is written.
    fn is_function_of_the_device(&self) -> bool {
        let Some(owner) = self.owner.map(|owner| self.sema.decl(owner)) else { return false };
        let is_template = self.in_template && !owner.templates.is_empty();
        self.is_device_function() && matches!(owner.kind, DeclKind::Function { .. }) && !is_template
    }

    /// Whether a node is a pointer to what has no size: an operation on it is an error.
    pub(crate) fn points_nowhere(&self, node: NodeId) -> bool {
        let db = self.db();
        let Some(to) = self.node(node).ty.decayed(db).pointee(db) else { return false };
        to.as_function(db).is_some() || self.sema.is_incomplete(to, self.completeness_item())
    }

    /// Whether a run-time cast may have a type: a pointer to a complete class, or to `void`.
    fn points_to_object(&self, ty: Ty<'db>) -> bool {
        let db = self.db();
        ty.pointee(db).is_some_and(|to| {
            let is_defined = to.as_class(db).is_some_and(|class| self.sema.definition(class).is_some());
            is_defined || to.unqualified(db).is_void(db)
        })
    }

    /// Whether a node is surely a pointer to a class with virtual functions, which a run-time cast needs.
    fn points_to_polymorphic(&self, node: NodeId) -> bool {
        let db = self.db();
        let class = self.node(node).ty.pointee(db).and_then(|to| to.as_class(db));
        class.is_some_and(|class| self.sema.has_virtual_table(class) == Some(true))
    }

    fn is_volatile(&self, named: Named<'db>) -> Option<bool> {
        let ty = match named {
            Named::Symbol(symbol) => self.sema.variable_type(symbol),
            Named::Local(number) => self.variable_of(number).ty,
            Named::Predefined(_) => return Some(false),
            Named::Parameter(..) | Named::Sized(..) | Named::BuiltIn(_) => return None,
        };
        Some(ty.referred(self.db()).qualifiers(self.db()).is_volatile)
    }
}
