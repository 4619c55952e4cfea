//! Addresses of what does not live long enough, and pointers out of their arrays.

use asunder_hir::body::ExprId;
use asunder_types::{Bound, Kind, Ty, Value};

use crate::finding::Mistake;
use crate::infer::{At, Infer, Named, NodeId, What};

/// "pointer points outside of underlying object".
const OUTSIDE: u16 = 170;
/// "NULL reference is not allowed".
const NULL_REFERENCE: u16 = 284;
/// "returning reference to local temporary".
const REFERENCE_TO_TEMPORARY: u16 = 430;
/// "returning reference to local variable".
const REFERENCE_TO_LOCAL: u16 = 836;
/// "returning pointer to local variable".
const POINTER_TO_LOCAL: u16 = 1056;

impl<'db> Infer<'_, 'db> {
    /// A returned reference or pointer to a variable that ends with the function.
    pub(crate) fn check_returned_address(&mut self, expr: ExprId, node: NodeId, result: Ty<'db>) {
        let db = self.db();
        let number = match result.kind(db) {
            Kind::Reference(..) => match (&self.node(node).what, self.node(node).operands.as_slice()) {
                (What::Op("reference_to"), [object]) if self.is_local_object(*object) => REFERENCE_TO_LOCAL,
                (What::Op("reference_to"), [object]) if self.is_temporary(*object) => REFERENCE_TO_TEMPORARY,
                _ => return,
            },
            Kind::Pointer(_) if self.points_to_local(node) => POINTER_TO_LOCAL,
            _ => return,
        };
        self.met(Mistake::new(number, Vec::new()), At::Start(expr));
    }

    /// The same where the result is deduced, which has the type `deduced`.
    pub(crate) fn check_deduced_address(&mut self, expr: ExprId, node: NodeId, deduced: Ty<'db>) {
        let db = self.db();
        let is_reference = match self.pattern.kind(db) {
            Kind::Reference(..) => true,
            Kind::DecltypeAuto => matches!(deduced.kind(db), Kind::Reference(_, false)),
            _ => false,
        };
        if is_reference && !self.in_template && self.is_local_object(node) {
            self.met(Mistake::new(REFERENCE_TO_LOCAL, Vec::new()), At::Start(expr));
        }
    }

    /// A reference to what a null pointer points to; `at` is where its initializer starts.
    pub(crate) fn check_null_reference(&mut self, object: NodeId, at: At) {
        if self.is_at_null(object) {
            self.met(Mistake::new(NULL_REFERENCE, Vec::new()), at);
        }
    }

    /// Whether the address of an lvalue is that of a null pointer.
    fn is_at_null(&self, node: NodeId) -> bool {
        let it = self.node(node);
        match (&it.what, it.operands.as_slice()) {
            (What::Op("indirect"), [pointer]) => self.is_null_pointer(*pointer),
            (What::Op("subscript"), [pointer, index]) => {
                matches!(self.value_of(*index), Some(Value::Integer(0, _))) && self.is_null_pointer(*pointer)
            }
            (What::Op(op @ ("points_to_field" | "dot_field")), [object, field]) => {
                let Some(Named::Symbol(symbol)) = self.node(*field).named else { return false };
                let is_there = match *op {
                    "dot_field" => self.is_at_null(*object),
                    _ => self.is_null_pointer(*object),
                };
                let class = || self.sema.layout(self.sema.class_around(symbol)?);
                is_there && class().is_some_and(|it| it.fields.contains(&(symbol, 0)))
            }
            (What::Op("lvalue_adjust"), [object]) => self.is_at_null(*object),
            _ => false,
        }
    }

    /// Whether a pointer is a constant that points nowhere. What `reinterpret_cast` makes is none.
    fn is_null_pointer(&self, node: NodeId) -> bool {
        let it = self.node(node);
        let is_made = it.folded.is_some_and(|from| self.node(from).flags.reinterpret_cast);
        let is_null = match self.value_of(node) {
            Some(Value::Null(_) | Value::Integer(0, _)) => true,
            Some(_) => false,
            None => matches!(self.evaluate(node), Some(Value::Null(_))),
        };
        it.ty.unqualified(self.db()).pointee(self.db()).is_some() && is_null && !is_made
    }

    /// Whether an lvalue is a variable of this function, or a part of one.
    fn is_local_object(&self, node: NodeId) -> bool {
        let it = self.node(node);
        match (&it.what, it.operands.as_slice()) {
            (What::Variable, _) => match it.named {
                Some(Named::Local(number)) if !it.read => {
                    let variable = self.variable_of(number);
                    !variable.is_static
                        && variable.lambda == self.lambda
                        && !variable.is_capture
                        && !matches!(variable.ty.kind(self.db()), Kind::Reference(..))
                        && !self.is_open(variable.ty)
                }
                _ => false,
            },
            (What::Op("dot_field" | "lvalue_adjust" | "lvalue_cast" | "base_class_cast"), [object, ..]) => {
                self.is_local_object(*object)
            }
            (What::Op("subscript"), [array, _]) => {
                let array = self.node(*array);
                match (&array.what, array.operands.as_slice()) {
                    (What::Op("array_to_pointer"), [object]) => self.is_local_object(*object),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn is_temporary(&self, node: NodeId) -> bool {
        let it = self.node(node);
        match (&it.what, it.operands.as_slice()) {
            (What::Op("temp_init"), _) => true,
            (What::Op("lvalue_adjust"), [object]) => self.is_temporary(*object),
            _ => false,
        }
    }

    fn points_to_local(&self, node: NodeId) -> bool {
        let it = self.node(node);
        match (&it.what, it.operands.as_slice()) {
            (What::Op("address_of" | "array_to_pointer"), [object]) => self.is_local_object(*object),
            (What::Op("cast" | "base_class_cast"), [operand])
                if self.node(*operand).ty.pointee(self.db()).is_some() =>
            {
                self.points_to_local(*operand)
            }
            (What::Op("padd" | "psubtract"), [pointer, _]) => self.points_to_local(*pointer),
            _ => false,
        }
    }

    /// The sum of the address of an array and a constant.
    pub(crate) fn check_pointer_sum(&mut self, node: NodeId) {
        let db = self.db();
        let it = self.node(node);
        let What::Op(op) = it.what else { return };
        let [pointer, number] = it.operands.as_slice() else { return };
        let at = it.at;
        let (pointer, number) = (self.node(*pointer), self.value_of(*number));
        let (What::Op("array_to_pointer"), [array], Some(Value::Integer(number, _))) =
            (&pointer.what, pointer.operands.as_slice(), number)
        else {
            return;
        };
        let array = self.node(*array);
        let Kind::Array(_, Bound::Count(count)) = array.ty.kind(db) else { return };
        if !matches!(array.what, What::Variable) {
            return;
        }
        let index = if op == "padd" { number } else { -number };
        if index < 0 || index > i128::from(*count) {
            self.met(Mistake::new(OUTSIDE, Vec::new()), at);
        }
    }
}
