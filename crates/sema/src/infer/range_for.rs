//! `for (declaration : range)` ([stmt.ranged]): the statements that it stands for.

use asunder_decls::names::Point;
use asunder_decls::written::{DeclKind, DeclName, LocalId, Path, Segment, SegmentName};
use asunder_hir::body::{ExprId, StmtId};
use asunder_types::{Builtin, Class, Kind, Symbol, Ty};

use super::made::RangePlan;
use super::mistakes::Position;
use super::{At, Category, Flags, Infer, Named, Node, NodeId, UsedAt, What};
use crate::convert::Operand;
use crate::finding::{Argument, MetAt, Mistake};
use crate::lookup::{Lookup, Sought, Want};
use crate::overload::{Candidate, How, Resolution};
use crate::spelled::Spelled;
use crate::uses::{RangePart, UseForm};

/// "operand types are incompatible (… and …)".
const INCOMPATIBLE: u16 = 42;
/// "the iterator type in this range-based "for" statement is …, which is not a pointer type or an iterator-like class type".
const NO_ITERATOR: u16 = 2284;
/// "an #include <initializer_list> is needed prior to a use of std::initializer_list, including an implicit use".
const NO_LIST_CLASS: u16 = 2352;
/// "cannot deduce type of range in range-based "for" loop".
const NO_RANGE_TYPE: u16 = 3032;

/// The range of a range-for as it is written.
#[derive(Clone, Copy)]
struct Range {
    expr: ExprId,
    statement: StmtId,
    /// What is called for the range is known not to be constant: the range does not have static storage duration.
    runs: bool,
}

/// The elements of a list have types that differ.
struct UnlikeElements;

impl<'db> Infer<'_, 'db> {
    pub(super) fn range_for(&mut self, statement: StmtId, variable: LocalId, range: ExprId) {
        let db = self.db();
        let symbol = Symbol { decl: self.declared_at(variable), env: self.env };
        let decl = self.sema.decl(symbol.decl);
        let node = self.expr(range);
        let node = self.settled(node);
        let ty = self.node(node).ty;
        self.check_range(node);
        if matches!(self.node(node).what, What::List) && !self.in_template && self.lacks_list_class() {
            self.met_plain(NO_LIST_CLASS, At::Start(range));
            self.met_plain(NO_RANGE_TYPE, At::Start(range));
        }
        let listed = match self.element_of_list(node) {
            Some(Err(UnlikeElements)) => {
                self.met_plain(NO_RANGE_TYPE, At::Start(range));
                None
            }
            Some(Ok(element)) => Some(element.constant(db).lvalue_ref(db)),
            None => None,
        };
        let mut plan = RangePlan { range: Some(node), ..RangePlan::default() };
        let written = Range { expr: range, statement, runs: !self.may_be_static(node) };
        let element = listed.unwrap_or_else(|| self.iterated(node, ty, written, &mut plan));
        let declared = match &decl.kind {
            DeclKind::Variable { ty, .. } => self.sema.resolve(ty, self.site()),
            _ => self.sema.gap("range declaration"),
        };
        // `*it` as a node of its own, which the variable is initialized with.
        let (inner, category) = match element.kind(db) {
            Kind::Reference(to, false) => (*to, Category::Lvalue),
            Kind::Reference(to, true) => (*to, Category::Xvalue),
            _ => (element, Category::Prvalue),
        };
        let value = self.push(Self::plain(What::Op("range_element"), inner, category, At::None));
        self.hide(value);
        let written = match &decl.kind {
            DeclKind::Variable { ty, .. } => ty.has_placeholder(),
            _ => false,
        };
        let ty = match &decl.kind {
            _ if written => self.deduced(declared, value),
            DeclKind::Variable { ty, .. } if super::lacks_arguments(self.sema, declared) => {
                match self.sema.placeholder_template(ty, self.site()) {
                    Some(placeholder) => self
                        .deduced_class(placeholder, &[value], crate::class_deduction::Form::Copy, None)
                        .qualified(db, ty.qualifiers()),
                    None => declared,
                }
            }
            _ => declared,
        };
        if let DeclName::Bindings(names) = &decl.name {
            self.bindings(symbol, names, ty);
            return;
        }
        if let (DeclKind::Variable { ty: declared, .. }, false) = (&decl.kind, written) {
            let spelled = self.spelled_element(node, value, &plan);
            // Of a call it stands where the call does.
            let at = match plan.operations.is_empty() {
                true => MetAt::After(range),
                false => MetAt::Node(At::Start(range)),
            };
            self.range_element = Some((value, at, spelled));
            self.target = self.sema.spelled(declared, self.site());
            self.check_initializer(value, ty);
        }
        if let (Kind::Reference(to, _), Category::Lvalue) = (ty.kind(db), category) {
            self.implicit_op(
                "reference_to",
                to.lvalue_ref(db),
                Category::Prvalue,
                At::Tail(range, 0),
                Vec::new(),
            );
        }
        plan.variable = self.new_local(symbol, ty, None);
        // Each element is another one.
        self.out.plan.run_time.extend(plan.variable);
        plan.element = Some(value);
        self.out.plan.ranges.insert(statement, plan);
    }

    /// Whether nothing declares `std::initializer_list`.
    fn lacks_list_class(&self) -> bool {
        let segments = ["std", "initializer_list"]
            .map(|name| Segment { name: SegmentName::Ident(name.into()), args: None });
        let path = Path { global: true, segments: segments.into() };
        self.sema.lookup_path(&path, self.site(), Want::Any).found == Lookup::None
    }

    /// The type that the elements of a braced list have in common, where it is one and each of them is known.
    fn element_of_list(&self, node: NodeId) -> Option<Result<Ty<'db>, UnlikeElements>> {
        let db = self.db();
        if !matches!(self.node(node).what, What::List) || self.in_template || self.lacks_list_class() {
            return None;
        }
        let elements = self.elements_of(node);
        let first = elements.first()?;
        if !elements.iter().all(|element| self.is_known(*element)) {
            return None;
        }
        let of = |element: NodeId| self.node(element).ty.referred(db).decayed(db).unqualified(db);
        let common = of(*first);
        Some(elements.iter().all(|element| of(*element) == common).then_some(common).ok_or(UnlikeElements))
    }

    /// The element of a range as its type is spelled.
    fn spelled_element(&self, node: NodeId, value: NodeId, plan: &RangePlan) -> Option<Spelled<'db>> {
        let db = self.db();
        if matches!(self.node(node).ty.kind(db), Kind::Array(..)) {
            return self.spelled(node)?.pointee(db);
        }
        if matches!(self.node(node).what, What::List) {
            return Some(Spelled::Plain(self.node(value).ty));
        }
        match plan.operations.first() {
            Some(dereferenced) => {
                let spelled = self.spelled(*dereferenced)?.referred(db);
                // Names of typedefs lead there that are not all followed.
                let is_instance = self.node(value).ty.as_class(db).is_some_and(|it| it.args(db).is_some());
                (!is_instance).then_some(spelled)
            }
            None => self.spelled(plan.ends?.0)?.referred(db).pointee(db),
        }
    }

    /// The nodes of the range, its iterators and what is done with them; the type of `*begin(range)`.
    fn iterated(&mut self, node: NodeId, ty: Ty<'db>, range: Range, plan: &mut RangePlan) -> Ty<'db> {
        let db = self.db();
        let is_temporary = self.node(node).category == Category::Prvalue;
        match ty.unqualified(db).kind(db) {
            Kind::Array(element, bound) => {
                let element = element.qualified(db, ty.qualifiers(db));
                self.range_variable(node, ty, range);
                for _ in ["begin", "end"] {
                    let object = self.range_object(ty, is_temporary, range);
                    let pointer = element.pointer_to(db);
                    let at = At::Start(range.expr);
                    self.implicit_op("array_to_pointer", pointer, Category::Prvalue, at, vec![object]);
                }
                if let asunder_types::Bound::Count(_) = bound {
                    let size = self.sema.builtin(Builtin::UnsignedLong);
                    self.push(Self::plain(What::Unknown, size, Category::Prvalue, At::Tail(range.expr, 0)));
                }
                element.lvalue_ref(db)
            }
            Kind::Class(class) => self.iterated_class(node, ty, *class, range, plan),
            Kind::Gap(_) | Kind::Dependent | Kind::Error => ty,
            _ => self.sema.gap("range"),
        }
    }

    fn iterated_class(
        &mut self,
        node: NodeId,
        ty: Ty<'db>,
        class: Class<'db>,
        range: Range,
        plan: &mut RangePlan,
    ) -> Ty<'db> {
        let is_temporary = self.node(node).category == Category::Prvalue;
        match self.sema.lookup_in_class(Sought::Ident("begin"), class, Point::END, Want::Any) {
            Lookup::Found(_) => {
                let object = Operand::value(ty, Category::Lvalue);
                let (Some(begin), Some(end)) =
                    (self.range_member("begin", class, &object), self.range_member("end", class, &object))
                else {
                    return self.sema.gap("begin of a range");
                };
                self.range_variable(node, ty, range);
                let iterator = self.range_call(begin, ty, is_temporary, range);
                let first = self.last_node();
                let last = self.range_call(end, ty, is_temporary, range);
                if self.check_iterators(iterator, last, range) {
                    return self.sema.ty(Kind::Error);
                }
                plan.ends = Some((first, self.last_node()));
                self.iterator_operations(iterator, range, plan)
            }
            Lookup::None => match self.range_function("begin", ty) {
                Some(chosen) => {
                    let called = UsedAt::Range(range.expr, range.statement, range.runs);
                    self.note_use(chosen.symbol, UseForm::Range(RangePart::Ends), called);
                    if let Some(end) = self.range_function("end", ty) {
                        self.note_use(end.symbol, UseForm::Range(RangePart::Ends), called);
                    }
                    let iterator = self.sema.result_of(chosen.symbol, &chosen.signature);
                    self.iterator_operations(iterator, range, &mut RangePlan::default())
                }
                None => self.sema.gap("begin of a range"),
            },
            _ => self.sema.gap("begin of a range"),
        }
    }

    /// Whether a range may be an object with static storage, or a part of one: addresses of it are constants.
    fn may_be_static(&self, mut node: NodeId) -> bool {
        while let (What::Op("dot_field" | "lvalue_adjust" | "base_class_cast"), Some(object)) =
            (&self.node(node).what, self.node(node).operands.first())
        {
            node = *object;
        }
        match (&self.node(node).what, self.node(node).named) {
            (_, Some(Named::Local(number))) => self.variable_of(number).is_static,
            (What::Op("ref_indirect" | "points_to_field" | "indirect"), _) => false,
            _ => self.node(node).category != Category::Prvalue,
        }
    }

    /// The reference that the range is bound to.
    fn range_variable(&mut self, node: NodeId, ty: Ty<'db>, range: Range) {
        let db = self.db();
        let bound = match self.node(node).category {
            Category::Prvalue => self.bound_temporary(node, ty, Category::Xvalue),
            _ => node,
        };
        self.implicit_op(
            "reference_to",
            ty.lvalue_ref(db),
            Category::Prvalue,
            At::Start(range.expr),
            vec![bound],
        );
    }

    /// What the range variable refers to.
    fn range_object(&mut self, ty: Ty<'db>, is_temporary: bool, range: Range) -> NodeId {
        let db = self.db();
        let reference = if is_temporary { ty.rvalue_ref(db) } else { ty.lvalue_ref(db) };
        let at = At::Start(range.expr);
        let variable = self.push(Node {
            named: Some(Named::Predefined("")),
            ..Self::plain(What::Variable, reference, Category::Prvalue, at)
        });
        self.implicit_op("ref_indirect", ty, Category::Lvalue, at, vec![variable])
    }

    fn range_member(
        &self,
        name: &'static str,
        class: Class<'db>,
        object: &Operand<'db>,
    ) -> Option<crate::overload::Chosen<'db>> {
        let Lookup::Found(symbols) =
            self.sema.lookup_in_class(Sought::Ident(name), class, Point::END, Want::Any)
        else {
            return None;
        };
        let candidates: Vec<_> = symbols.into_iter().map(Candidate::of).collect();
        match self.sema.choose(&candidates, Some(object), &[], &How::call()) {
            Resolution::Best(chosen) => Some(chosen),
            _ => None,
        }
    }

    /// The function that the range finds as an argument.
    fn range_function(&self, name: &'static str, ty: Ty<'db>) -> Option<crate::overload::Chosen<'db>> {
        let found = self.sema.by_arguments(Sought::Ident(name), &[ty], self.point_of_instance()).ok()?;
        let candidates: Vec<_> = found.into_iter().map(Candidate::of).collect();
        match self.sema.choose(&candidates, None, &[Operand::value(ty, Category::Lvalue)], &How::call()) {
            Resolution::Best(chosen) => Some(chosen),
            _ => None,
        }
    }

    /// The call of `begin` or `end`, which gives an iterator.
    fn range_call(
        &mut self,
        chosen: crate::overload::Chosen<'db>,
        ty: Ty<'db>,
        is_temporary: bool,
        range: Range,
    ) -> Ty<'db> {
        let db = self.db();
        let at = At::Start(range.expr);
        let result = self.sema.result_of(chosen.symbol, &chosen.signature);
        if result.absorbs(db) {
            return result;
        }
        let function = self.with_result(chosen.signature.ty, result);
        let called = UsedAt::Range(range.expr, range.statement, range.runs);
        self.note_use(chosen.symbol, UseForm::Range(RangePart::Ends), called);
        let routine = self.push(Node {
            named: Some(Named::Symbol(chosen.symbol)),
            read: true,
            ..Self::plain(What::Routine, function.pointer_to(db), Category::Prvalue, at)
        });
        let mut object = self.range_object(ty, is_temporary, range);
        if let Some(owner) = chosen.signature.object {
            object = self.as_base(object, false, owner);
        }
        let wanted = self.node(object).ty.qualified(db, chosen.signature.qualifiers);
        if self.node(object).ty != wanted {
            object = self.implicit_op("lvalue_adjust", wanted, Category::Lvalue, at, vec![object]);
        }
        self.implicit_op("dot_member_call", result, Category::Prvalue, at, vec![routine, object]);
        result
    }

    /// `*it`, `it != end` and `++it` of an iterator that is a class; the type of the first.
    fn iterator_operations(&mut self, iterator: Ty<'db>, range: Range, plan: &mut RangePlan) -> Ty<'db> {
        let db = self.db();
        let iterator = iterator.referred(db);
        if iterator.as_class(db).is_none() {
            return self.dereferenced(iterator);
        }
        let element = self.dereferenced(iterator);
        let (mut called, mut missing) = (Vec::new(), Vec::new());
        let parts = [RangePart::Element, RangePart::Condition, RangePart::Step];
        for (operator, part) in ["*", "!=", "++"].into_iter().zip(parts) {
            let (first, known) = (self.out.nodes.len(), self.out.uses.len());
            let operand = |infer: &mut Self| {
                let node = infer.push(Self::plain(What::Variable, iterator, Category::Lvalue, At::None));
                infer.hide(node);
                node
            };
            let mut operands = vec![operand(self)];
            if operator == "!=" {
                operands.push(operand(self));
            }
            let gaps = self.out.gaps.len();
            let mut found = self.operator_call(range.expr, operator, &operands);
            if let (None, [first, second]) = (found, operands.as_slice()) {
                found = self.rewritten_call(range.expr, operator, *first, *second);
            }
            if found.is_none() {
                missing.push((operator, operands));
            }
            plan.operations.extend(found);
            // What is not known of them is not part of the program's text.
            self.out.gaps.truncate(gaps);
            for node in &mut self.out.nodes[first..] {
                if node.at != At::None {
                    node.at = At::Start(range.expr);
                    node.flags = Flags { implicit: node.flags.implicit, ..Flags::default() };
                }
            }
            called.extend(self.out.uses.drain(known..).map(|mut used| {
                if used.form == UseForm::Operator {
                    used.form = UseForm::Range(part);
                }
                used.at = UsedAt::Range(range.expr, range.statement, true);
                (part, used)
            }));
        }
        self.check_iterator(range.expr, &missing);
        // The order in which the first round evaluates them.
        called.sort_by_key(|(part, _)| match part {
            RangePart::Step => 2,
            RangePart::Element => 1,
            RangePart::Condition | RangePart::Ends => 0,
        });
        self.out.uses.extend(called.into_iter().map(|(_, used)| used));
        element
    }

    /// Iterators that are neither pointers nor of a class, and pointers that cannot be compared. True if they are reported.
    fn check_iterators(&mut self, begin: Ty<'db>, end: Ty<'db>, range: Range) -> bool {
        let db = self.db();
        let (begin, end) = (begin.referred(db).unqualified(db), end.referred(db).unqualified(db));
        let text = |ty: Ty<'db>| Argument::ty(self.sema.display(ty));
        let mistake = match (begin.pointee(db), end.pointee(db)) {
            _ if begin.as_builtin(db).is_some() => Mistake::new(NO_ITERATOR, vec![text(begin)]),
            (Some(_), Some(_)) if self.composite_pointer(begin, end).is_none() => {
                Mistake::new(INCOMPATIBLE, vec![text(begin), text(end)])
            }
            _ => return false,
        };
        self.met(mistake, At::Start(range.expr));
        true
    }

    /// The operators that the iterator of a range-for statement lacks, with their operands: one is reported.
    fn check_iterator(&mut self, range: ExprId, missing: &[(&'static str, Vec<NodeId>)]) {
        let first = ["!=", "++", "*"].into_iter().find_map(|it| missing.iter().find(|(of, _)| *of == it));
        let Some((operator, operands)) = first else { return };
        let position = if operands.len() == 2 { Position::Infix } else { Position::Prefix };
        let Ok(candidates) = self.operator_candidates(operator, operands) else { return };
        if let Some(rewritten) = self.rewritten(operator)
            && !self.has_no_rewritten(rewritten, [operands[0], operands[operands.len() - 1]])
        {
            return;
        }
        if let Some(mistake) = self.no_operator(operator, position, operands, &candidates) {
            self.met(mistake, At::Start(range));
        }
    }

    fn last_node(&self) -> NodeId {
        NodeId(self.out.nodes.len() as u32 - 1)
    }

    /// The type of `*iterator`.
    fn dereferenced(&mut self, iterator: Ty<'db>) -> Ty<'db> {
        let db = self.db();
        let iterator = iterator.referred(db);
        if let Some(to) = iterator.pointee(db) {
            return to.lvalue_ref(db);
        }
        let Some(class) = iterator.as_class(db) else { return self.sema.gap("iterator") };
        let object = Operand::value(iterator, Category::Lvalue);
        let found = self.sema.lookup_in_class(Sought::Operator("*"), class, Point::END, Want::Any);
        let Lookup::Found(symbols) = found else { return self.sema.gap("iterator") };
        let candidates: Vec<_> = symbols.into_iter().map(Candidate::of).collect();
        match self.sema.choose(&candidates, Some(&object), &[], &How::operator()) {
            Resolution::Best(chosen) => self.sema.result_of(chosen.symbol, &chosen.signature),
            _ => self.sema.gap("iterator"),
        }
    }
}
