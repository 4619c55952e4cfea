//! Nodes as values and as places.

use asunder_decls::written::DeclName;
use asunder_hir::body::Expr;
use asunder_types::{Bound, Builtin, Kind, Origin, Symbol, Ty};

use super::failures::Where;
use super::storage::Wrong;
use super::values::Step;
use super::{Base, Code, Failure, Frame, Machine, Outcome, Pointer, Stop, Val, notes};
use crate::finding::{Argument, Place};
use crate::infer::made::{Detail, Made};
use crate::infer::{At, Category, Named, Node, NodeId, What};
use crate::spelled::{Spelled, Typedefs};

/// "unknown error", a note of the reference on the difference of pointers into different objects.
const UNKNOWN_ERROR: u16 = 0;

/// Operations whose values are those of the places that they give.
const OF_PLACES: &[&str] = &[
    "indirect",
    "subscript",
    "dot_field",
    "points_to_field",
    "ref_indirect",
    "assign",
    "add_assign",
    "subtract_assign",
    "multiply_assign",
    "divide_assign",
    "remainder_assign",
    "and_assign",
    "or_assign",
    "xor_assign",
    "shiftl_assign",
    "shiftr_assign",
    "padd_assign",
    "psubtract_assign",
    "pre_incr",
    "pre_decr",
    "lvalue_adjust",
    "lvalue_cast",
    "dot_static",
    "points_to_static",
    "pm_dot_field",
    "pm_points_to_field",
    "ref_cast",
    "ref_dynamic_cast",
];

impl<'m, 'db> Machine<'m, 'db> {
    pub(super) fn frame(&self, code: Code<'m, 'db>, this: Option<Pointer<'db>>) -> Frame<'m, 'db> {
        Frame {
            code,
            slots: Default::default(),
            this,
            stands_for: Default::default(),
            ranges: Default::default(),
            result: None,
        }
    }

    pub(super) fn node<'f>(&self, frame: &'f Frame<'m, 'db>, node: NodeId) -> &'f Node<'db> {
        &frame.code.tree().nodes[node.0 as usize]
    }

    /// A failed access as a failure at a node.
    pub(super) fn accessed<T>(
        &self,
        frame: &Frame<'m, 'db>,
        node: NodeId,
        result: Result<T, Wrong>,
    ) -> Outcome<T> {
        result.map_err(|wrong| match wrong {
            Wrong::Note(number, arguments) => self.failure(frame, node, number, arguments),
            // `p[2]` where `p` points to one object.
            Wrong::Behind(_) if matches!(self.node(frame, node).what, What::Op("subscript")) => {
                self.failure(frame, node, notes::NOT_AN_ARRAY, Vec::new())
            }
            Wrong::Behind(_) | Wrong::Inactive(..) | Wrong::Unknown => Stop::Unknown,
        })
    }

    /// The value of a node; of an lvalue that of the object.
    pub(super) fn value(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Val<'db>> {
        crate::view::deep(|| self.value_at_depth(frame, id))
    }

    fn value_at_depth(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Val<'db>> {
        let db = self.sema.db;
        let node = self.node(frame, id);
        if node.ty.absorbs(db) && !matches!(node.what, What::Gap("destructor call") | What::Op("call")) {
            return Err(Stop::Unknown);
        }
        let op = match &node.what {
            What::Constant(value) => return self.of_constant(value),
            What::Aggregate => return self.constant_object(frame, id),
            What::Variable if self.is_empty_class(node.ty)? => return Ok(Val::Class(Vec::new())),
            What::Variable => return self.variable_value(frame, id),
            What::Routine => return self.routine(node).map(Val::Pointer),
            What::String => return self.loaded(frame, id),
            What::Op(op) => *op,
            What::Unknown | What::Field | What::Functions | What::List | What::Gap(_) => {
                return Err(Stop::Unknown);
            }
        };
        let (ty, operands) = (node.ty, node.operands.as_slice());
        match (op, operands) {
            ("question", [test, a, b]) => {
                let chosen = if self.truth(frame, *test)? { *a } else { *b };
                match node.category != Category::Prvalue {
                    true => self.loaded(frame, id),
                    false => self.value(frame, chosen),
                }
            }
            ("land", [a, b]) => Ok(Val::Int((self.truth(frame, *a)? && self.truth(frame, *b)?).into())),
            ("lor", [a, b]) => Ok(Val::Int((self.truth(frame, *a)? || self.truth(frame, *b)?).into())),
            ("not", [a]) => Ok(Val::Int((!self.truth(frame, *a)?).into())),
            ("comma", [a, b]) => {
                if node.read || node.category != Category::Prvalue {
                    return self.loaded(frame, id);
                }
                self.discard(frame, *a)?;
                self.value(frame, *b)
            }
            ("dot_static" | "points_to_static", [_, member]) if node.read => self.value(frame, *member),
            (op, _) if OF_PLACES.contains(&op) => self.loaded(frame, id),
            ("base_class_cast", [operand]) if ty.pointee(db).is_some() => {
                let pointer = self.pointer(frame, *operand)?;
                self.as_base(frame, *operand, pointer, ty).map(Val::Pointer)
            }
            ("derived_class_cast", [operand]) => {
                let pointer = self.pointer(frame, *operand)?;
                self.as_derived(frame, id, *operand, pointer, ty).map(Val::Pointer)
            }
            ("base_class_cast", _) => self.loaded(frame, id),
            ("temp_init", _) if node.category != Category::Prvalue && ty.as_class(db).is_none() => {
                self.loaded(frame, id)
            }
            ("temp_init", _) => self.made_object(frame, id),
            ("address_of" | "reference_to" | "function_to_pointer", [operand]) => {
                self.place(frame, *operand).map(Val::Pointer)
            }
            ("array_to_pointer", [operand]) => {
                let place = self.place(frame, *operand)?;
                Ok(Val::Pointer(place.element(0)))
            }
            ("cast" | "bool_cast" | "unary_plus", [operand]) => {
                if ty.is_void(db) {
                    self.discard(frame, *operand)?;
                    return Ok(Val::Int(0));
                }
                let flags = node.flags;
                let from = self.node(frame, *operand).ty;
                if let (Some(of), Some(to)) = (from.pointee(db), ty.pointee(db)) {
                    let is_like = of.unqualified(db) == to.unqualified(db) || to.is_void(db);
                    let from_void = of.is_void(db) && !to.is_void(db);
                    let pointer = self.pointer(frame, *operand)?;
                    if from_void && !pointer.is_null() {
                        return Err(self.regained(frame, id, from, ty));
                    }
                    if !is_like && !pointer.is_null() && (from_void || !flags.implicit) {
                        return Err(self.reinterpreted(frame, id, &pointer, from, ty));
                    }
                    return Ok(Val::Pointer(pointer));
                }
                if self.is_number_or_pointer(from, ty) {
                    return self.as_number_or_pointer(frame, id, *operand, ty);
                }
                if flags.reinterpret_cast && from != ty {
                    return Err(Stop::Unknown);
                }
                let value = self.value(frame, *operand)?;
                self.converted(frame, id, value, ty)
            }
            ("negate", [operand]) => match self.value(frame, *operand)? {
                Val::Float(bits) => Ok(Val::Float((-f64::from_bits(bits)).to_bits())),
                value @ Val::Int(_) => self.operation(frame, id, "subtract", (Val::Int(0), value), ty, ty),
                _ => Err(Stop::Unknown),
            },
            ("complement", [operand]) => {
                let number = Self::number(self.value(frame, *operand)?)?;
                let builtin = self.number_type(ty).ok_or(Stop::Unknown)?;
                Ok(Val::Int(crate::constants::wrapped(!number, builtin).ok_or(Stop::Unknown)?))
            }
            (
                "add" | "subtract" | "multiply" | "divide" | "remainder" | "and" | "or" | "xor" | "shiftl"
                | "shiftr" | "lt" | "gt" | "le" | "ge" | "eq" | "ne",
                [a, b],
            ) => {
                let of = self.node(frame, *a).ty;
                let x = self.value(frame, *a)?;
                let y = self.value(frame, *b)?;
                self.operation(frame, id, op, (x, y), of, ty)
            }
            ("padd" | "psubtract", [pointer, number]) => {
                let pointer = self.pointer(frame, *pointer)?;
                let number = Self::number(self.value(frame, *number)?)?;
                let by = if op == "padd" { number } else { -number };
                let pointer = self.moved(&pointer, by)?;
                self.check_moved(frame, id, &pointer)?;
                Ok(Val::Pointer(pointer))
            }
            ("pdiff", [a, b]) => {
                let (a, b) = (self.pointer(frame, *a)?, self.pointer(frame, *b)?);
                self.difference(frame, id, &a, &b)
            }
            ("post_incr" | "post_decr", [operand]) => {
                let place = self.place(frame, *operand)?;
                let old = self.load(&place);
                let old = self.accessed(frame, id, old)?;
                self.change_by_one(frame, id, &place, old.clone(), op == "post_incr")?;
                Ok(old)
            }
            ("call" | "dot_member_call" | "points_to_member_call", _) => self.call(frame, id),
            ("lambda", _) => self.closure(frame, id),
            ("new", _) => self.new_value(frame, id),
            ("delete", _) => self.delete(frame, id),
            ("statement", _) => self.statements_value(frame, id),
            ("void_value", _) => Ok(Val::Int(0)),
            ("member_address", _) => match node.named {
                Some(Named::Symbol(symbol)) => Ok(Val::Member(Some(symbol))),
                _ => Err(Stop::Unknown),
            },
            ("range_element", _) => self.stands_for(frame, id),
            ("throw", _) => Err(self.failure(frame, id, notes::EXPRESSION, Vec::new())),
            ("builtin_operation", [operand]) => match self.node(frame, *operand).category {
                // `__builtin_addressof`
                Category::Lvalue if ty.pointee(db) == Some(self.node(frame, *operand).ty) => {
                    self.place(frame, *operand).map(Val::Pointer)
                }
                _ => self.value(frame, *operand),
            },
            ("sizeof" | "alignof", []) => self.of_constant(node.value.as_ref().ok_or(Stop::Unknown)?),
            _ => Err(Stop::Unknown),
        }
    }

    pub(super) fn stands_for(&self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Val<'db>> {
        let all = frame.stands_for.borrow();
        let found = all.iter().rev().find(|(node, _)| *node == id);
        found.map(|(_, value)| value.clone()).ok_or(Stop::Unknown)
    }

    /// What a node gives as a condition.
    pub(super) fn truth(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<bool> {
        match self.value(frame, id)? {
            Val::Int(number) => Ok(number != 0),
            Val::Float(bits) => Ok(f64::from_bits(bits) != 0.0),
            Val::Pointer(pointer) => Ok(!pointer.is_null()),
            _ => Err(Stop::Unknown),
        }
    }

    /// The pointer that a node gives.
    pub(super) fn pointer(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Pointer<'db>> {
        match self.value(frame, id)? {
            Val::Pointer(pointer) => Ok(pointer),
            Val::Int(0) => Ok(Pointer::null()),
            _ => Err(Stop::Unknown),
        }
    }

    /// Evaluates a node for what it does.
    pub(super) fn discard(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<()> {
        let node = self.node(frame, id);
        let is_place = node.category != Category::Prvalue && !matches!(node.what, What::Op("call"));
        match is_place {
            true => self.place(frame, id).map(|_| ()),
            false => {
                self.has_dropped |= self.sema.has_destructor(node.ty);
                self.value(frame, id).map(|_| ())
            }
        }
    }

    pub(super) fn loaded(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Val<'db>> {
        let db = self.sema.db;
        let place = self.place(frame, id)?;
        let ty = self.node(frame, id).ty;
        if ty.qualifiers(db).is_volatile {
            return Err(Stop::Unknown);
        }
        if self.is_empty_class(ty)? {
            return Ok(Val::Class(Vec::new()));
        }
        let value = self.load(&place);
        self.accessed(frame, id, value)
    }

    fn moved(&self, pointer: &Pointer<'db>, by: i128) -> Outcome<Pointer<'db>> {
        let by = i64::try_from(by).map_err(|_| Stop::Unknown)?;
        if pointer.is_null() {
            return if by == 0 { Ok(pointer.clone()) } else { Err(Stop::Unknown) };
        }
        pointer.moved(by).ok_or(Stop::Unknown)
    }

    /// A pointer to `void` has lost what it points to.
    fn regained(&self, frame: &Frame<'m, 'db>, id: NodeId, from: Ty<'db>, to: Ty<'db>) -> Stop {
        if self.calls.is_empty() {
            return Stop::Not(Box::new(Failure { notes: Vec::new(), alone: None, host_only: false }));
        }
        self.invalid_conversion(frame, id, from, to)
    }

    /// A pointer is converted to one to another type. The addresses of variables of the running program can be.
    fn reinterpreted(
        &self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        pointer: &Pointer<'db>,
        from: Ty<'db>,
        to: Ty<'db>,
    ) -> Stop {
        let is_known =
            !matches!(pointer.base, Base::Null | Base::String(..)) && !self.is_in_variable(pointer);
        match is_known && !self.calls.is_empty() {
            true => self.invalid_conversion(frame, id, from, to),
            false => Stop::Unknown,
        }
    }

    fn invalid_conversion(&self, frame: &Frame<'m, 'db>, id: NodeId, from: Ty<'db>, to: Ty<'db>) -> Stop {
        let text = |ty: Ty<'db>| {
            let text = self.sema.text_of(&Spelled::Plain(ty), Typedefs::Followed);
            Argument::ty(text.unwrap_or_else(|| self.sema.display(ty)))
        };
        self.failure(frame, id, notes::INVALID_CONVERSION, vec![text(from), text(to)])
    }

    /// Whether a pointer is converted to an integer, or the reverse.
    fn is_number_or_pointer(&self, from: Ty<'db>, to: Ty<'db>) -> bool {
        let is_number = |ty| self.number_type(ty).is_some_and(asunder_types::is_integral);
        let is_pointer = |ty: Ty<'db>| ty.unqualified(self.sema.db).pointee(self.sema.db).is_some();
        let to_bool = to.unqualified(self.sema.db).as_builtin(self.sema.db) == Some(Builtin::Bool);
        is_pointer(from) && is_number(to) && !to_bool || is_number(from) && is_pointer(to)
    }

    /// Whether a node is an address that is written out.
    fn is_address(&self, frame: &Frame<'m, 'db>, id: NodeId) -> bool {
        let node = self.node(frame, id);
        matches!(node.what, What::Op("address_of" | "array_to_pointer" | "function_to_pointer"))
    }

    /// A pointer converted to an integer, or the reverse. Outside functions it may be folded.
    fn as_number_or_pointer(
        &mut self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        operand: NodeId,
        to: Ty<'db>,
    ) -> Outcome<Val<'db>> {
        let db = self.sema.db;
        let from = self.node(frame, operand).ty;
        match (self.value(frame, operand)?, to.pointee(db)) {
            (Val::Int(0), Some(_)) => Ok(Val::Pointer(Pointer::null())),
            // Numbers that are written out are folded.
            (Val::Int(_), Some(_)) if self.is_folded(frame, operand) => Err(Stop::Unknown),
            (Val::Pointer(pointer), None) if pointer.is_null() && self.number_type(to).is_some() => {
                Ok(Val::Int(0))
            }
            // What is said of addresses that are written out has the place of what is around them.
            (Val::Pointer(pointer), None)
                if !matches!(pointer.base, Base::Object(..)) && self.is_address(frame, operand) =>
            {
                Err(Stop::Unknown)
            }
            (Val::Int(_), Some(_)) | (Val::Pointer(_), None) if !self.calls.is_empty() => {
                Err(self.invalid_conversion(frame, id, from.unqualified(db), to))
            }
            _ => Err(Stop::Unknown),
        }
    }

    /// The number of elements of the array that a pointer to an element points into.
    pub(super) fn count_around(&mut self, pointer: &Pointer<'db>) -> Outcome<Option<(i64, u64)>> {
        let Some((Step::Index(index), rest)) = pointer.path.split_last() else { return Ok(None) };
        let array = Pointer { path: rest.to_vec(), ..pointer.clone() };
        let count = match &array.base {
            Base::String(_, _, _, characters) if rest.is_empty() => characters.len() as u64,
            _ => match self.type_at(&array)?.unqualified(self.sema.db).kind(self.sema.db) {
                Kind::Array(_, Bound::Count(count)) => *count,
                _ => return Err(Stop::Unknown),
            },
        };
        Ok(Some((*index, count)))
    }

    /// An element that is named lies in its array, or behind its last one.
    fn check_subscript(&mut self, frame: &Frame<'m, 'db>, id: NodeId, pointer: &Pointer<'db>) -> Outcome<()> {
        match self.count_around(pointer)? {
            Some((index, count)) if index < 0 || index as u64 > count => {
                let numbers = vec![Argument::Number(index), Argument::Number(count as i64)];
                Err(self.failure(frame, id, notes::NO_ELEMENT, numbers))
            }
            _ => Ok(()),
        }
    }

    /// A pointer that was moved may not leave its array.
    fn check_moved(&mut self, frame: &Frame<'m, 'db>, id: NodeId, pointer: &Pointer<'db>) -> Outcome<()> {
        if pointer.is_null() {
            return Ok(());
        }
        let Some((index, count)) = self.count_around(pointer)? else {
            return match pointer.behind {
                0 | 1 => Ok(()),
                // What is written outside functions is only warned of.
                _ if self.calls.is_empty() => Err(Stop::Unknown),
                _ => Err(self.failure(frame, id, notes::NOT_IN_ARRAY, Vec::new())),
            };
        };
        if index >= 0 && index as u64 <= count {
            return Ok(());
        }
        // What is written outside functions is only warned of in older releases.
        if self.calls.is_empty() && !self.evaluates_first {
            return Err(Stop::Unknown);
        }
        if index < 0 {
            return Err(self.failure(frame, id, notes::IN_FRONT_OF_ARRAY, Vec::new()));
        }
        let numbers = vec![Argument::Number(index), Argument::Number(count as i64)];
        Err(self.failure(frame, id, notes::NO_ELEMENT, numbers))
    }

    fn difference(
        &self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        a: &Pointer<'db>,
        b: &Pointer<'db>,
    ) -> Outcome<Val<'db>> {
        if a.base != b.base {
            return Err(match self.are_unrelated(a, b) && !a.is_null() && !b.is_null() {
                true if self.is_in_run_time_variable(a) && self.is_in_run_time_variable(b) => {
                    self.failure(frame, id, UNKNOWN_ERROR, Vec::new())
                }
                true => self.failure(frame, id, notes::NOT_IN_ARRAY, Vec::new()),
                false => Stop::Unknown,
            });
        }
        if a.is_null() {
            return Ok(Val::Int(0));
        }
        match (a.path.split_last(), b.path.split_last()) {
            (Some((Step::Index(i), x)), Some((Step::Index(j), y))) if x == y => Ok(Val::Int((i - j).into())),
            _ if a.path == b.path => Ok(Val::Int((a.behind - b.behind).into())),
            // Outside functions it may be folded.
            _ if self.calls.is_empty() => Err(Stop::Unknown),
            _ => Err(self.failure(frame, id, notes::NOT_IN_ARRAY, Vec::new())),
        }
    }

    /// A pointer to an object as one to its base.
    pub(super) fn as_base(
        &mut self,
        frame: &Frame<'m, 'db>,
        operand: NodeId,
        pointer: Pointer<'db>,
        to: Ty<'db>,
    ) -> Outcome<Pointer<'db>> {
        let db = self.sema.db;
        if pointer.is_null() {
            return Ok(pointer);
        }
        let from = self.node(frame, operand).ty;
        let class = |ty: Ty<'db>| ty.pointee(db).unwrap_or(ty).as_class(db);
        let (Some(from), Some(to)) = (class(from), class(to)) else { return Err(Stop::Unknown) };
        let mut pointer = pointer;
        pointer.path.extend(self.base_path(from, to)?);
        Ok(pointer)
    }

    fn as_derived(
        &mut self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        operand: NodeId,
        pointer: Pointer<'db>,
        to: Ty<'db>,
    ) -> Outcome<Pointer<'db>> {
        let db = self.sema.db;
        if pointer.is_null() {
            return Ok(pointer);
        }
        let from = self.node(frame, operand).ty;
        let class = |ty: Ty<'db>| ty.pointee(db).unwrap_or(ty).as_class(db);
        let (Some(from), Some(to)) = (class(from), class(to)) else { return Err(Stop::Unknown) };
        // Of variables of the running program that is not known.
        if self.is_in_run_time_variable(&pointer) {
            return Err(match self.calls.is_empty() {
                true => self.not_derived_here(frame, operand),
                false => self.failure(frame, id, notes::RUN_TIME, Vec::new()),
            });
        }
        let path = self.base_path(to, from)?;
        let mut derived = pointer.clone();
        if pointer.path.ends_with(&path) {
            derived.path.truncate(pointer.path.len() - path.len());
            // The object has to be one of that class.
            if self.type_at(&derived)?.as_class(db) == Some(to) {
                return Ok(derived);
            }
        }
        if self.calls.is_empty() {
            return Err(self.not_derived_here(frame, operand));
        }
        let whole = self.whole_object(&pointer)?;
        let complete = Argument::ty(self.sema.display(self.type_at(&whole)?.unqualified(db)));
        Err(self.failure(frame, id, notes::NOT_DERIVED, vec![complete]))
    }

    /// What is reported without a note where the object that an expression gives is not one of a derived class.
    fn not_derived_here(&self, frame: &Frame<'m, 'db>, operand: NodeId) -> Stop {
        let alone = match self.start_of_node(frame, operand) {
            Where::Node(_, _, at) => Some((crate::finding::NOT_CONSTANT, at)),
            _ => return Stop::Unknown,
        };
        Stop::Not(Box::new(Failure { notes: Vec::new(), alone, host_only: false }))
    }

    /// The object of which an object is perhaps a base.
    pub(super) fn whole_object(&mut self, pointer: &Pointer<'db>) -> Outcome<Pointer<'db>> {
        let mut whole = pointer.clone();
        while let Some(Step::Part(number)) = whole.path.last().copied() {
            let around = Pointer { path: whole.path[..whole.path.len() - 1].to_vec(), ..whole.clone() };
            let class = self.type_at(&around)?.as_class(self.sema.db).ok_or(Stop::Unknown)?;
            if number as usize >= self.shape(class)?.bases.len() {
                break;
            }
            whole = around;
        }
        Ok(whole)
    }

    /// The type of what a pointer points to.
    pub(super) fn type_at(&mut self, pointer: &Pointer<'db>) -> Outcome<Ty<'db>> {
        let mut ty = match &pointer.base {
            Base::Object(number, _) => self.objects[*number as usize].ty,
            Base::Static(symbol) => self.sema.variable_type(*symbol),
            _ => return Err(Stop::Unknown),
        };
        for step in &pointer.path {
            ty = self.type_of_part(ty, *step)?.0;
        }
        Ok(ty)
    }

    // ---- names

    fn routine(&self, node: &Node<'db>) -> Outcome<Pointer<'db>> {
        match node.named {
            Some(Named::Symbol(symbol)) => Ok(Pointer::to(Base::Function(symbol))),
            _ => Err(Stop::Unknown),
        }
    }

    fn variable_value(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Val<'db>> {
        let db = self.sema.db;
        let node = self.node(frame, id);
        // `this`, and the range of a range-for statement.
        if let Some(Named::Predefined("")) = node.named {
            return match node.ty.kind(db) {
                Kind::Pointer(_) => match &frame.this {
                    Some(this) => Ok(Val::Pointer(this.clone())),
                    None if frame.code.owned().is_none() => Err(self.failure_at(
                        notes::THIS,
                        Vec::new(),
                        match self.place_of_node(frame, id) {
                            Where::Here => Where::Nowhere,
                            at => at,
                        },
                    )),
                    None => Err(Stop::Unknown),
                },
                _ => match frame.ranges.borrow().last() {
                    Some(range) => Ok(Val::Pointer(range.clone())),
                    None => Err(Stop::Unknown),
                },
            };
        }
        let place = self.place(frame, id)?;
        let declared = match node.named {
            Some(Named::Symbol(symbol)) => self.sema.variable_type(symbol),
            Some(Named::Local(number)) => self.variable(frame, number).map_or(node.ty, |it| it.ty),
            _ => node.ty,
        };
        if declared.qualifiers(db).is_volatile {
            return Err(self.failure(frame, id, notes::VOLATILE, Vec::new()));
        }
        self.read(frame, id, &place)
    }

    /// The value at the place that a node gives.
    pub(super) fn read(
        &mut self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        place: &Pointer<'db>,
    ) -> Outcome<Val<'db>> {
        let is_variable = matches!(self.node(frame, id).what, What::Variable);
        match self.load(place) {
            // The variable itself is to blame.
            Err(Wrong::Note(notes::RUN_TIME, arguments)) if is_variable && place.path.is_empty() => {
                match self.entity_of(frame, id) {
                    _ if self.is_captured(frame, id) => {
                        Err(self.failure(frame, id, notes::RUN_TIME, arguments))
                    }
                    Some(entity) => Err(self.failure(frame, id, notes::NO_VALUE, vec![entity])),
                    None => Err(Stop::Unknown),
                }
            }
            other => self.accessed(frame, id, other),
        }
    }

    /// Whether a node names a variable of the function around the lambda that the expression stands in: it is a member of
    /// the closure.
    fn is_captured(&self, frame: &Frame<'m, 'db>, id: NodeId) -> bool {
        let (Some(Named::Local(number)), Some(blocks)) = (self.node(frame, id).named, frame.code.blocks)
        else {
            return false;
        };
        let Some(variable) = self.variable(frame, number) else { return false };
        !variable.is_static && variable.lambda != blocks.lambda()
    }

    /// The variable that a node names, for a note.
    fn entity_of(&self, frame: &Frame<'m, 'db>, id: NodeId) -> Option<Argument> {
        let node = self.node(frame, id);
        match node.named? {
            Named::Symbol(symbol) => self.variable_entity(symbol),
            Named::Local(number) => self.local_entity(frame, &self.variable(frame, number)?),
            _ => None,
        }
    }

    /// A variable of a function, for a note.
    fn local_entity(
        &self,
        frame: &Frame<'m, 'db>,
        variable: &crate::infer::Variable<'db>,
    ) -> Option<Argument> {
        let name = variable.name.as_ref()?.to_string();
        let (kind, declared) = match (variable.parameter, variable.decl) {
            (None, Some(decl)) => ("variable", Place::Decl(decl)),
            (Some((None, index)), Some(decl)) => ("parameter", Place::Parameter(decl, index)),
            (Some((Some(lambda), index)), _) => {
                let (item, body) = match frame.code.blocks {
                    Some(blocks) => blocks.body(),
                    None => (frame.code.item, frame.code.index),
                };
                let map = asunder_hir::source_map(self.sema.db, self.sema.names().item_text(item));
                let lambdas = &map.bodies.get(body as usize)?.lambdas;
                let params = &lambdas.get(lambda.0 as usize)?.params;
                ("parameter", Place::In(item, params.get(index as usize)?.start()))
            }
            _ => return None,
        };
        Some(Argument::Entity { kind: Some(kind), name, declared: Some(declared) })
    }

    /// A variable of a namespace or class, for a note.
    pub(super) fn variable_entity(&self, symbol: Symbol<'db>) -> Option<Argument> {
        let name = self.sema.qualified_name(symbol)?;
        let kind = if self.sema.class_around(symbol).is_some() { "member" } else { "variable" };
        Some(Argument::Entity { kind: Some(kind), name, declared: Some(Place::Decl(symbol.decl)) })
    }

    pub(super) fn variable(
        &self,
        frame: &Frame<'m, 'db>,
        number: u32,
    ) -> Option<crate::infer::Variable<'db>> {
        match frame.code.blocks {
            Some(blocks) => Some(blocks.variable(number)),
            None => frame.code.tree().variables.get(number as usize).cloned(),
        }
    }

    /// The place of a node: of a prvalue that of a temporary.
    pub(super) fn place(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Pointer<'db>> {
        crate::view::deep(|| self.place_at_depth(frame, id))
    }

    fn place_at_depth(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Pointer<'db>> {
        let db = self.sema.db;
        let node = self.node(frame, id);
        let (ty, operands) = (node.ty, node.operands.as_slice());
        if ty.absorbs(db) {
            return Err(Stop::Unknown);
        }
        let op = match &node.what {
            What::Variable => return self.variable_place(frame, id),
            What::String => return self.string(frame, id),
            What::Routine => return self.routine(node),
            What::Op(op) => *op,
            What::Aggregate => return self.temporary(frame, id),
            What::Constant(_) => return self.temporary(frame, id),
            _ => return Err(Stop::Unknown),
        };
        match (op, operands) {
            ("indirect", [pointer]) => {
                let pointer = self.pointer(frame, *pointer)?;
                Ok(pointer)
            }
            ("subscript", [pointer, index]) => {
                let pointer = self.pointer(frame, *pointer)?;
                let index = Self::number(self.value(frame, *index)?)?;
                let pointer = self.moved(&pointer, index)?;
                self.check_subscript(frame, id, &pointer)?;
                Ok(pointer)
            }
            ("ref_indirect", [reference]) => self.pointer(frame, *reference),
            ("dot_field" | "points_to_field", [object, field]) => {
                let place = match op {
                    "dot_field" => self.place(frame, *object)?,
                    _ => self.pointer(frame, *object)?,
                };
                let Some(Named::Symbol(field)) = self.node(frame, *field).named else {
                    return Err(Stop::Unknown);
                };
                if place.is_null() {
                    // A null pointer has no members.
                    return Err(self.failure(frame, id, notes::RUN_TIME, Vec::new()));
                }
                let class = self.sema.class_around(field).ok_or(Stop::Unknown)?;
                let part = self.part_of(class, field)?;
                let place = place.part(part);
                match self.sema.variable_type(field).kind(db) {
                    // The place of the reference itself.
                    Kind::Reference(..) if !matches!(ty.kind(db), Kind::Reference(..)) => Err(Stop::Unknown),
                    _ => Ok(place),
                }
            }
            ("pm_dot_field" | "pm_points_to_field", [object, member]) => {
                let of = self.node(frame, *object).ty;
                let place = match op {
                    "pm_dot_field" => self.place(frame, *object)?,
                    _ => self.pointer(frame, *object)?,
                };
                let Val::Member(Some(field)) = self.value(frame, *member)? else {
                    return Err(Stop::Unknown);
                };
                let class = self.sema.class_around(field).ok_or(Stop::Unknown)?;
                let own = of.pointee(db).unwrap_or(of).as_class(db).ok_or(Stop::Unknown)?;
                let mut place = place;
                place.path.extend(self.base_path(own, class)?);
                let part = self.part_of(class, field)?;
                Ok(place.part(part))
            }
            ("dot_static" | "points_to_static", [_, member]) => self.place(frame, *member),
            ("lvalue_adjust" | "lvalue_cast", [operand]) => {
                let from = self.node(frame, *operand).ty;
                let place = self.place(frame, *operand)?;
                let (a, b) = (from.unqualified(db), ty.unqualified(db));
                if a == b {
                    return Ok(place);
                }
                match (a.as_class(db), b.as_class(db)) {
                    (Some(x), Some(y)) if matches!(self.sema.distance_to_base(x, y), Ok(Some(_))) => {
                        let mut place = place;
                        place.path.extend(self.base_path(x, y)?);
                        Ok(place)
                    }
                    (Some(_), Some(_)) => self.as_derived(frame, id, *operand, place, ty),
                    _ if op == "lvalue_cast" => Err(self.invalid_conversion(frame, id, a, b)),
                    _ => Err(Stop::Unknown),
                }
            }
            ("base_class_cast", [operand]) => {
                let place = self.place(frame, *operand)?;
                self.as_base(frame, *operand, place, ty)
            }
            ("ref_cast", [operand]) if node.flags.reinterpret_cast => {
                let from = self.node(frame, *operand).ty.unqualified(db);
                let place = self.place(frame, *operand)?;
                let to = ty.referred(db).unqualified(db);
                if from == to {
                    return Ok(place);
                }
                // The address of a variable of the running program can be converted.
                match self.is_in_variable(&place) {
                    true => Ok(place),
                    false => Err(self.invalid_conversion(frame, id, from, to)),
                }
            }
            ("question", [test, a, b]) => {
                let chosen = if self.truth(frame, *test)? { *a } else { *b };
                self.place(frame, chosen)
            }
            ("comma", [a, b]) => {
                self.discard(frame, *a)?;
                self.place(frame, *b)
            }
            ("assign", [target, value]) => self.assign(frame, id, *target, *value),
            ("assign", [target]) => {
                let Some(Detail::Made(made)) = frame.code.tree().plan.details.get(&id).cloned() else {
                    return Err(Stop::Unknown);
                };
                let place = self.place(frame, *target)?;
                let object = self.new_object(ty)?;
                let temporary = self.pointer_to(object);
                self.make(frame, &made, ty.unqualified(db), &temporary)?;
                let value = self.objects[object as usize].value.clone();
                let stored = self.change(&place, value);
                self.accessed(frame, id, stored)?;
                Ok(place)
            }
            ("pre_incr" | "pre_decr", [operand]) => {
                let place = self.place(frame, *operand)?;
                let old = self.load(&place);
                let old = self.accessed(frame, id, old)?;
                self.change_by_one(frame, id, &place, old, op == "pre_incr")?;
                Ok(place)
            }
            (_, [target, value]) if op.ends_with("_assign") => self.compound(frame, id, op, *target, *value),
            _ if OF_PLACES.contains(&op) || op == "base_class_cast" => Err(Stop::Unknown),
            _ if node.category == Category::Prvalue || op == "temp_init" || op == "lambda" => {
                self.temporary(frame, id)
            }
            _ => Err(Stop::Unknown),
        }
    }

    /// A temporary that holds the value of a node.
    fn temporary(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Pointer<'db>> {
        let ty = self.node(frame, id).ty;
        if let Kind::Function(_) = ty.kind(self.sema.db) {
            return Err(Stop::Unknown);
        }
        let is_literal = self.sema.is_literal(ty);
        if let (Some(false), true, Where::Node(_, _, at)) =
            (is_literal, self.calls.is_empty(), self.start_of_node(frame, id))
            && ty.as_class(self.sema.db).is_some()
        {
            let alone = Some((crate::finding::NOT_CONSTANT, at));
            return Err(Stop::Not(Box::new(Failure { notes: Vec::new(), alone, host_only: false })));
        }
        let object = self.new_object(ty.unqualified(self.sema.db))?;
        let target = self.pointer_to(object);
        match self.node(frame, id).what {
            What::Op("temp_init") => self.construct(frame, id, &target, false)?,
            _ => {
                let value = self.value(frame, id)?;
                self.reset(&target, value)?;
            }
        }
        Ok(target)
    }

    /// An object of a class as a value.
    fn made_object(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Val<'db>> {
        let ty = self.node(frame, id).ty;
        let object = self.new_object(ty.unqualified(self.sema.db))?;
        let target = self.pointer_to(object);
        self.construct(frame, id, &target, false)?;
        // The object is what the value initializes.
        self.live.retain(|it| *it != object);
        let value = self.objects[object as usize].value.clone();
        self.release_object(object);
        Ok(value)
    }

    fn constant_object(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Val<'db>> {
        match frame.code.tree().plan.details.get(&id) {
            Some(Detail::Made(Made::Node(made))) => {
                let made = *made;
                self.value(frame, made)
            }
            _ => Err(Stop::Unknown),
        }
    }

    fn string(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Pointer<'db>> {
        let At::Start(expr) = self.node(frame, id).at else { return Err(Stop::Unknown) };
        let mut expr = expr;
        while let Expr::Paren(inner) = &frame.code.body[expr] {
            expr = *inner;
        }
        let Expr::String(_, length, elements) = &frame.code.body[expr] else { return Err(Stop::Unknown) };
        if elements.len() as u64 > *length || *length > 256 {
            return Err(Stop::Unknown);
        }
        let mut characters = elements.to_vec();
        characters.resize(*length as usize, 0);
        let base = Base::String(frame.code.item, frame.code.index, expr, characters.into());
        Ok(Pointer::to(base))
    }

    fn variable_place(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Pointer<'db>> {
        let node = self.node(frame, id);
        match node.named {
            Some(Named::Local(number)) => self.local_place(frame, id, number),
            Some(Named::Symbol(symbol)) => self.symbol_place(frame, symbol),
            Some(Named::Predefined("")) => self.temporary_this(frame, id),
            None => match self.stands_for(frame, id)? {
                Val::Pointer(pointer) => Ok(pointer),
                _ => Err(Stop::Unknown),
            },
            _ => Err(Stop::Unknown),
        }
    }

    fn temporary_this(&mut self, frame: &Frame<'m, 'db>, id: NodeId) -> Outcome<Pointer<'db>> {
        let ty = self.node(frame, id).ty;
        let value = self.variable_value(frame, id)?;
        let object = self.new_temporary(value, ty);
        Ok(self.pointer_to(object))
    }

    fn symbol_place(&mut self, _frame: &Frame<'m, 'db>, symbol: Symbol<'db>) -> Outcome<Pointer<'db>> {
        if let Some((Some(own), object)) = self.own
            && own.decl == symbol.decl
        {
            return Ok(self.pointer_to(object));
        }
        let ty = self.sema.variable_type(symbol);
        if ty.absorbs(self.sema.db) || super::code::is_local(symbol) {
            return Err(Stop::Unknown);
        }
        Ok(Pointer::to(Base::Static(symbol)))
    }

    /// Where the variable of a body is that a node names.
    fn local_place(&mut self, frame: &Frame<'m, 'db>, id: NodeId, number: u32) -> Outcome<Pointer<'db>> {
        let index = number.checked_sub(frame.code.first_variable);
        if let Some(index) = index
            && let Some(Some(place)) = frame.slots.borrow().get(index as usize)
        {
            return Ok(place.clone());
        }
        // A variable of the function that the expression stands in.
        let Some(variable) = self.variable(frame, number) else { return Err(Stop::Unknown) };
        if frame.code.blocks.is_none() && variable.constant.is_none() {
            return Err(Stop::Unknown);
        }
        let db = self.sema.db;
        let ty = variable.ty;
        if ty.absorbs(db) || self.sema.is_dependent(ty) {
            return Err(Stop::Unknown);
        }
        let place = if let Some(value) = &variable.constant {
            self.remembered_object((**value).clone(), ty)
        } else if let Some(value) = &variable.value {
            let value = self.of_constant(value)?;
            self.remembered_object(value, ty)
        } else {
            let is_run_time = frame.code.tree().plan.run_time.contains(&number)
                || frame.code.blocks.is_some_and(|blocks| blocks.is_run_time(number));
            match self.run_time_local(&variable, is_run_time) {
                RunTime::Object => {}
                RunTime::Reference => {
                    return Err(match self.local_entity(frame, &variable) {
                        Some(entity) => self.failure(frame, id, notes::NO_VALUE, vec![entity]),
                        None => Stop::Unknown,
                    });
                }
                RunTime::Unknown => return Err(Stop::Unknown),
            }
            let object = self.placed(Val::Uninit, ty);
            self.objects[object as usize].is_run_time = true;
            self.pointer_to(object)
        };
        let entity = self.local_entity(frame, &variable).map(Box::new);
        if let Base::Object(object, _) = &place.base {
            let object = &mut self.objects[*object as usize];
            object.is_static |= variable.is_static;
            object.variable = entity;
        }
        if let Some(index) = index {
            set_slot(frame, index, place.clone());
        }
        Ok(place)
    }

    /// What a variable of the function around an expression is, of which no value is known; `is_run_time`: its
    /// initializer was evaluated and is not constant.
    fn run_time_local(&self, variable: &crate::infer::Variable<'db>, is_run_time: bool) -> RunTime {
        let db = self.sema.db;
        let written = variable.decl.map(|decl| self.sema.decl(decl));
        // A name of a structured binding stands for a part of another object.
        let is_parameter = variable.parameter.is_some();
        let is_object = written.map_or(is_parameter, |decl| !matches!(decl.name, DeclName::Bindings(_)));
        let is_constexpr = written.is_some_and(|decl| decl.specifiers.is_constexpr);
        if !is_object || is_constexpr && !is_parameter {
            return RunTime::Unknown;
        }
        let ty = variable.ty;
        match ty.unqualified(db).kind(db) {
            Kind::Reference(..) if is_parameter || is_run_time => RunTime::Reference,
            Kind::Builtin(_) | Kind::Enum(..) | Kind::Pointer(_)
                if !ty.qualifiers(db).is_const || is_run_time || is_parameter =>
            {
                RunTime::Object
            }
            Kind::Class(_) if !self.is_closure(ty) => RunTime::Object,
            Kind::Array(_, Bound::Count(_)) => RunTime::Object,
            _ => RunTime::Unknown,
        }
    }

    fn remembered_object(&mut self, value: Val<'db>, ty: Ty<'db>) -> Pointer<'db> {
        let object = self.placed(value, ty);
        self.objects[object as usize].is_constant = true;
        self.pointer_to(object)
    }

    // ---- changes

    fn assign(
        &mut self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        target: NodeId,
        value: NodeId,
    ) -> Outcome<Pointer<'db>> {
        let db = self.sema.db;
        let ty = self.node(frame, target).ty;
        if ty.as_class(db).is_some() && !self.is_plainly_copied(ty)? {
            return Err(Stop::Unknown);
        }
        // The right operand comes first since C++17; before it the order is not fixed.
        let new = self.value(frame, value)?;
        let place = self.place(frame, target)?;
        let stored = self.change(&place, new);
        let at = match stored {
            // The part itself is to blame.
            Err(Wrong::Note(notes::UNINITIALIZED, _)) => target,
            _ => id,
        };
        self.accessed(frame, at, stored)?;
        Ok(place)
    }

    fn compound(
        &mut self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        op: &'static str,
        target: NodeId,
        value: NodeId,
    ) -> Outcome<Pointer<'db>> {
        let right = self.value(frame, value)?;
        let place = self.place(frame, target)?;
        let old = self.load(&place);
        let old = self.accessed(frame, id, old)?;
        let ty = self.node(frame, target).ty.unqualified(self.sema.db);
        let op = op.trim_end_matches("_assign");
        let new = match (op, old, right) {
            ("padd" | "psubtract", Val::Pointer(pointer), Val::Int(number)) => {
                let moved = self.moved(&pointer, if op == "padd" { number } else { -number })?;
                self.check_moved(frame, id, &moved)?;
                Val::Pointer(moved)
            }
            (op, left, right) => {
                let own = self.number_type(ty).ok_or(Stop::Unknown)?;
                let other = self.number_type(self.node(frame, value).ty).ok_or(Stop::Unknown)?;
                let common = match op {
                    "shiftl" | "shiftr" => asunder_types::promoted(own),
                    _ => asunder_types::arithmetic_result(own, other).ok_or(Stop::Unknown)?,
                };
                let common = self.sema.builtin(common);
                let left = self.converted_number(left, own, common)?;
                let right = match op {
                    "shiftl" | "shiftr" => right,
                    _ => self.converted_number(right, other, common)?,
                };
                let result = self.operation(frame, id, op, (left, right), common, common)?;
                self.converted(frame, id, result, ty)?
            }
        };
        let stored = self.change(&place, new);
        self.accessed(frame, id, stored)?;
        Ok(place)
    }

    /// A number of type `from` as one of an arithmetic type that it fits into by promotion.
    fn converted_number(&self, value: Val<'db>, from: Builtin, to: Ty<'db>) -> Outcome<Val<'db>> {
        let to = to.as_builtin(self.sema.db).ok_or(Stop::Unknown)?;
        match value {
            Val::Int(number) if asunder_types::is_integral(to) => {
                Ok(Val::Int(crate::constants::wrapped(number, to).ok_or(Stop::Unknown)?))
            }
            Val::Int(number) if from != Builtin::UnsignedInt128 => match to {
                Builtin::Float => Ok(Val::Float(f64::from(number as f32).to_bits())),
                Builtin::Double => Ok(Val::Float((number as f64).to_bits())),
                _ => Err(Stop::Unknown),
            },
            Val::Float(bits) => match to {
                Builtin::Float => Ok(Val::Float(f64::from(f64::from_bits(bits) as f32).to_bits())),
                Builtin::Double => Ok(Val::Float(bits)),
                _ => Err(Stop::Unknown),
            },
            _ => Err(Stop::Unknown),
        }
    }

    fn change_by_one(
        &mut self,
        frame: &Frame<'m, 'db>,
        id: NodeId,
        place: &Pointer<'db>,
        old: Val<'db>,
        up: bool,
    ) -> Outcome<()> {
        let operand = self.node(frame, id).operands[0];
        let ty = self.node(frame, operand).ty.unqualified(self.sema.db);
        let new = match old {
            Val::Pointer(pointer) => {
                let moved = self.moved(&pointer, if up { 1 } else { -1 })?;
                self.check_moved(frame, id, &moved)?;
                Val::Pointer(moved)
            }
            Val::Float(bits) => {
                let number = f64::from_bits(bits) + if up { 1.0 } else { -1.0 };
                match self.number_type(ty) {
                    Some(Builtin::Float) => Val::Float(f64::from(number as f32).to_bits()),
                    Some(Builtin::Double) => Val::Float(number.to_bits()),
                    _ => return Err(Stop::Unknown),
                }
            }
            Val::Int(number) => {
                let own = self.number_type(ty).ok_or(Stop::Unknown)?;
                if own == Builtin::Bool {
                    Val::Int(1)
                } else {
                    let common = asunder_types::promoted(own);
                    let op = if up { "add" } else { "subtract" };
                    let common = self.sema.builtin(common);
                    let pair = (Val::Int(number), Val::Int(1));
                    let result = self.operation(frame, id, op, pair, common, common)?;
                    let Val::Int(result) = result else { return Err(Stop::Unknown) };
                    Val::Int(crate::constants::wrapped(result, own).ok_or(Stop::Unknown)?)
                }
            }
            _ => return Err(Stop::Unknown),
        };
        let stored = self.change(place, new);
        self.accessed(frame, id, stored)
    }

    /// Whether a class is a closure's.
    pub(super) fn is_closure(&self, ty: Ty<'db>) -> bool {
        ty.as_class(self.sema.db)
            .is_some_and(|class| matches!(class.origin(self.sema.db), Origin::Lambda(..)))
    }
}

/// A variable of the function around an expression whose value is that of the running program.
enum RunTime {
    /// An object: its address is known, reading it fails.
    Object,
    /// A reference: what it refers to is not known.
    Reference,
    /// It is not known to be one.
    Unknown,
}

/// Notes where a variable is.
pub(super) fn set_slot<'db>(frame: &Frame<'_, 'db>, index: u32, place: Pointer<'db>) {
    let mut slots = frame.slots.borrow_mut();
    if slots.len() <= index as usize {
        slots.resize(index as usize + 1, None);
    }
    slots[index as usize] = Some(place);
}
