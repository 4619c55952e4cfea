//! Expressions: temporaries, constructions, calls.

use std::rc::Rc;

use asunder_decls::written::DeclName;
use asunder_hir::body::{Capture, Expr, ExprId, Init, Root};
use asunder_mangle::model::Ident;
use asunder_syntax::{TextRange, TextSize};
use asunder_types::{Bound, CallOperator, Class, Kind, Origin as ClassOrigin, Symbol, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

use super::order::{Lowered, Parts};
use super::{Code, Home, Object, Walk, of_field_initializer, part_use};
use crate::infer::made::{Detail, LambdaPlan, Made};
use crate::infer::{At, Category, Named, NodeId, What};
use crate::special::{Part, PartCall, Provided, Special, Subobject};
use crate::uses::open_arguments::are_open;
use crate::uses::{Launch, Origin, Passed, Use, UseForm, of_tree};

/// The name of a capture without an initializer.
fn named_capture(capture: &Capture) -> Option<&Ident> {
    match capture {
        Capture::Name { name, init: Init::None, .. } => Some(name),
        _ => None,
    }
}

impl<'db> Walk<'_, 'db> {
    /// The node that an expression of a statement became.
    pub(super) fn root_of(&self, expr: ExprId) -> Option<NodeId> {
        let mut expr = expr;
        loop {
            if let Some(node) = self.code.tree.plan.roots.get(&expr) {
                return Some(*node);
            }
            match &self.code.body[expr] {
                Expr::Paren(inner) => expr = *inner,
                _ => return None,
            }
        }
    }

    pub(super) fn full_expression(&mut self, expr: ExprId) {
        let range = self.code.places.range(expr);
        if let Some(node) = self.root_of(expr) {
            self.around = self.start_of(node);
            self.visit(node, None);
        }
        self.end_expression(range.start(), range.end());
    }

    /// Destroys the temporaries of the full-expression that ends.
    pub(super) fn end_expression(&mut self, at: TextSize, end: TextSize) {
        let temporaries = std::mem::take(&mut self.temporaries);
        if !temporaries.is_empty() {
            self.last = at;
        }
        temporaries.into_iter().rev().for_each(|object| self.destroy(object, at, end));
    }

    pub(super) fn range_of(&self, node: NodeId) -> TextRange {
        match self.code.tree.nodes[node.0 as usize].at {
            At::Start(expr) | At::Point(expr) | At::Tail(expr, _) => self.code.places.range(expr),
            At::None => TextRange::empty(self.last),
        }
    }

    pub(super) fn start_of(&self, node: NodeId) -> TextSize {
        self.range_of(node).start()
    }

    /// The place of a node: the bracket of a call.
    pub(super) fn point_of(&self, node: NodeId) -> TextSize {
        match self.code.tree.nodes[node.0 as usize].at {
            At::Start(expr) | At::Point(expr) | At::Tail(expr, _) => self.code.places.at(expr),
            At::None => self.last,
        }
    }

    pub(super) fn end_of(&self, node: NodeId) -> TextSize {
        self.range_of(node).end()
    }

    /// How an object of type `ty` is made.
    pub(super) fn made(&mut self, made: &Made, ty: Ty<'db>, at: TextSize, end: TextSize) {
        let db = self.sema().db;
        match made {
            Made::Unknown => self.found.has_gaps = true,
            Made::Node(node) => {
                self.visit(*node, Some(Home { at, part: self.part, in_brackets: self.in_brackets }))
            }
            Made::Default => {
                if let Some((class, is_array)) = self.sema().class_of_elements(ty)
                    && let Some(provided) = self.sema().special_member(class, Special::Default)
                {
                    let part = if is_array { Part::Elements } else { self.part };
                    let start = self.found.lowered.len();
                    if let (Provided::User(symbol), false) = (provided, is_array) {
                        self.defaults(symbol, 0, end);
                    }
                    let before = self.found.lowered.len();
                    let call = PartCall { class, provided, part, field: None };
                    if let Some(used) = part_use(self.sema(), call, Origin::Implied, at) {
                        let is_constant = !self.in_brackets;
                        self.add(Use { is_constant, ..used }, end);
                    }
                    self.found.lowered.put_in_front(start, before);
                }
            }
            Made::Empty => match ty.unqualified(db).kind(db) {
                Kind::Class(class) if self.sema().is_aggregate(*class) => self.parts(&[], ty, at, end),
                _ => self.made(&Made::Default, ty, at, end),
            },
            Made::Parts(parts) => {
                // Each part stands at its own place.
                let outer = std::mem::replace(&mut self.in_brackets, false);
                crate::view::deep(|| self.parts(parts, ty, at, end));
                self.in_brackets = outer;
            }
        }
    }

    pub(super) fn parts(&mut self, parts: &[(u32, Made)], ty: Ty<'db>, at: TextSize, end: TextSize) {
        let db = self.sema().db;
        match ty.unqualified(db).kind(db) {
            Kind::Array(element, bound) => {
                parts.iter().for_each(|(_, made)| self.made(made, *element, at, end));
                if let Bound::Count(count) = bound
                    && (parts.len() as u64) < *count
                {
                    self.made(&Made::Default, ty, at, end);
                }
            }
            Kind::Class(class) => {
                let all = self.sema().subobjects(*class).unwrap_or_default();
                let by_number: FxHashMap<u32, &Made> =
                    parts.iter().map(|(part, made)| (*part, made)).collect();
                for (number, of) in (0u32..).zip(all) {
                    let listed = by_number.get(&number).copied();
                    match (listed, of) {
                        (Some(made), Subobject::Base(base)) => {
                            let ty = self.sema().ty(Kind::Class(base));
                            self.made(made, ty, at, end);
                        }
                        (Some(made), Subobject::Field(_, ty)) => {
                            if let (Made::Node(node), Kind::Reference(..)) = (made, ty.kind(db)) {
                                self.bound(*node);
                            } else {
                                self.made(made, ty, at, end);
                            }
                        }
                        (None, Subobject::Field(field, ty))
                            if self.sema().initializer(field.decl).is_some() =>
                        {
                            for used in of_field_initializer(self.sema(), field, ty).iter() {
                                self.add(*used, end);
                            }
                        }
                        (None, Subobject::Field(_, ty)) => self.made(&Made::Empty, ty, at, end),
                        (None, Subobject::Base(base)) => {
                            let ty = self.sema().ty(Kind::Class(base));
                            self.made(&Made::Empty, ty, at, end);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// What a reference is bound to: the temporary that it keeps alive ([class.temporary]/6).
    pub(super) fn bound(&mut self, node: NodeId) -> Option<Object<'db>> {
        let it = &self.code.tree.nodes[node.0 as usize];
        match (&it.what, it.operands.as_slice()) {
            (
                What::Op(
                    "reference_to" | "lvalue_adjust" | "lvalue_cast" | "base_class_cast" | "dot_field"
                    | "cast",
                ),
                [first, ..],
            ) if !matches!(it.ty.kind(self.sema().db), Kind::Pointer(_)) => self.bound(*first),
            (What::Op("temp_init" | "call" | "dot_member_call" | "points_to_member_call"), _)
                if it.ty.as_class(self.sema().db).is_some() =>
            {
                self.visit(node, Some(Home::new(self.start_of(node))));
                let (class, is_array) = self.sema().destroyed_class(it.ty)?;
                Some(Object { class, is_array })
            }
            _ => {
                self.visit(node, None);
                None
            }
        }
    }

    pub(super) fn visit(&mut self, node: NodeId, home: Option<Home>) {
        if self.visited.insert(node) {
            crate::view::deep(|| self.visit_at_depth(node, home));
        }
    }

    pub(super) fn visit_all(&mut self, nodes: &[NodeId]) {
        nodes.iter().for_each(|node| self.visit(*node, None));
    }

    /// Walks a node; `home`: what it makes is an object that lives on.
    pub(super) fn visit_at_depth(&mut self, node: NodeId, home: Option<Home>) {
        let db = self.sema().db;
        let tree = self.code.tree;
        let it = &tree.nodes[node.0 as usize];
        let mut is_temporary = false;
        match (&it.what, it.operands.as_slice()) {
            (What::Op("temp_init"), operands) => {
                let first = self.found.uses.len();
                self.constructed(node, operands, home);
                self.note_temporary(node, home, first);
                is_temporary = true;
            }
            (What::Op("call" | "dot_member_call" | "points_to_member_call"), operands) => {
                self.called(node, operands);
                is_temporary = it.category == Category::Prvalue;
            }
            (What::Aggregate, _) => self.folded(node),
            // A copy of its bits.
            (What::Variable, _) => {
                self.found.lowered.push(Lowered::Node(node));
                is_temporary = it.read;
            }
            (What::Routine, _) => self.found.lowered.push(Lowered::Node(node)),
            (What::Op("question"), [condition, rest @ ..]) => {
                self.visit(*condition, None);
                rest.iter().for_each(|node| self.visit(*node, home));
            }
            (What::Op("comma"), [first, second]) => {
                self.visit(*first, None);
                self.visit(*second, home);
            }
            (What::Op("kernel_launch"), operands) => {
                self.visit_all(operands);
                if let (None, Some(call)) = (self.lambda, operands.last()) {
                    self.launched(node, *call);
                }
            }
            (What::Op("new"), operands) => {
                self.visit_all(operands);
                self.allocated(node);
            }
            (What::Op("delete"), _) => self.freed(node),
            (What::Op("throw"), operands) => {
                self.visit_all(operands);
                if let Some(Detail::Thrown(object)) = tree.plan.details.get(&node) {
                    self.visit(*object, None);
                }
            }
            (What::Op("assign"), [target, value]) if it.ty.as_class(db).is_some() => {
                self.visit(*target, None);
                self.visit(*value, None);
                if let Some(class) = it.ty.as_class(db) {
                    let kind = match tree.nodes[value.0 as usize].category {
                        Category::Lvalue => Special::CopyAssignment,
                        _ => Special::MoveAssignment,
                    };
                    self.special(class, kind, Part::Whole, self.start_of(node), self.end_of(node));
                }
            }
            (What::Op(op), [target, value]) if *op == "assign" || op.ends_with("_assign") => {
                let start = self.found.lowered.len();
                self.visit(*target, None);
                let before = self.found.lowered.len();
                self.visit(*value, None);
                self.found.lowered.put_in_front(start, before);
            }
            (What::Op("lambda"), _) => {
                if let Some(Detail::Lambda(plan)) = tree.plan.details.get(&node) {
                    let at = self.start_of(node);
                    let home = Home::new(at);
                    plan.captures.iter().for_each(|(_, node, is_reference)| {
                        self.visit(*node, (!is_reference).then_some(home));
                    });
                    for (class, is_array) in self.copied_captures(plan) {
                        let part = if is_array { Part::Elements } else { Part::Whole };
                        self.special(class, Special::Copy, part, at, at);
                    }
                    self.lambdas.push(plan.lambda);
                }
            }
            (What::Op("lvalue_adjust"), [inner]) if it.category == Category::Prvalue => {
                self.visit(*inner, home);
            }
            (_, operands) => {
                self.visit_all(operands);
                if let Some(Detail::Statements(block)) = tree.plan.details.get(&node) {
                    let around = std::mem::take(&mut self.temporaries);
                    self.statement(*block);
                    self.temporaries = around;
                }
            }
        }
        if is_temporary
            && home.is_none()
            && it.ty.as_class(db).is_some()
            && let Some((class, is_array)) = self.sema().destroyed_class(it.ty)
        {
            self.temporaries.push(Object { class, is_array });
        }
    }

    /// The classes of the variables that a lambda captures by copy without an initializer, and which are arrays.
    pub(super) fn copied_captures(&mut self, plan: &LambdaPlan) -> Vec<(Class<'db>, bool)> {
        let written = &self.code.body[plan.lambda];
        let by_copy = plan.named.iter().filter(|(_, by_reference)| !by_reference);
        let mut copied: Vec<u32> = by_copy.map(|(number, _)| *number).collect();
        if written.default_capture == Some(false) {
            let first_own = plan.captures.first().map_or(plan.first_param, |(number, ..)| *number);
            let named = self.named_objects();
            let from = named.partition_point(|(node, _)| *node < plan.nodes.0);
            let until = named.partition_point(|(node, _)| *node < plan.nodes.1);
            let explicit: FxHashSet<&Ident> = written.captures.iter().filter_map(named_capture).collect();
            let is_copied = |number: &u32| {
                let name = self.code.tree.variables.get(*number as usize).and_then(|it| it.name.as_ref());
                *number < first_own && !name.is_some_and(|name| explicit.contains(name))
            };
            copied.extend(named[from..until].iter().map(|(_, number)| *number).filter(is_copied));
        }
        copied.sort_unstable();
        copied.dedup();
        copied.into_iter().filter_map(|number| self.captured_class(number)).collect()
    }

    /// The nodes that name variables of classes, in order, with the numbers of these.
    fn named_objects(&mut self) -> Rc<[(u32, u32)]> {
        if let Some(known) = &self.named_objects {
            return known.clone();
        }
        let nodes = (0u32..).zip(&self.code.tree.nodes);
        let named = nodes.filter_map(|(index, node)| match (&node.what, node.named) {
            (What::Variable, Some(Named::Local(number))) if self.captured_class(number).is_some() => {
                Some((index, number))
            }
            _ => None,
        });
        let named: Rc<[(u32, u32)]> = named.collect();
        self.named_objects = Some(named.clone());
        named
    }

    /// A construction.
    pub(super) fn constructed(&mut self, node: NodeId, operands: &[NodeId], home: Option<Home>) {
        let db = self.sema().db;
        let it = &self.code.tree.nodes[node.0 as usize];
        let home = home.unwrap_or(Home::new(self.around));
        let end = self.end_of(node).max(home.at);
        if let Some(Detail::Made(made)) = self.code.tree.plan.details.get(&node) {
            return self.made(made, it.ty.unqualified(db), home.at, end);
        }
        let Some(class) = it.ty.as_class(db) else { return self.visit_all(operands) };
        match (it.named, operands) {
            (None, [only]) => {
                let from = &self.code.tree.nodes[only.0 as usize];
                let is_same =
                    from.ty.as_class(db) == Some(class) && !matches!(from.ty.kind(db), Kind::Reference(..));
                if is_same && from.category == Category::Prvalue && !from.read {
                    return self.visit(*only, Some(home));
                }
                let start = self.found.lowered.len();
                self.visit(*only, None);
                let kind = if from.category == Category::Xvalue { Special::Move } else { Special::Copy };
                let before = self.found.lowered.len();
                self.special(class, kind, home.part, home.at, end);
                self.found.lowered.put_in_front(start, before);
            }
            // `T()` calls the default constructor, also of an aggregate.
            (None, []) => self.made(&Made::Default, it.ty, home.at, end),
            (Some(Named::Symbol(symbol)), operands) => {
                let start = self.found.lowered.len();
                self.visit_all(operands);
                self.defaults(symbol, operands.len(), end);
                let provided = self.provided_by(class, symbol);
                let call = PartCall { class, provided, part: home.part, field: None };
                let is_constant = |operand: &NodeId| {
                    matches!(
                        self.code.tree.nodes[operand.0 as usize].what,
                        What::Constant(_) | What::Aggregate | What::Unknown
                    )
                };
                let is_constant = home.part == Part::Whole && operands.iter().all(is_constant);
                let point = self.point_of_construction(node, home);
                if let Some(used) = part_use(self.sema(), call, Origin::Implied, home.at) {
                    let before = self.found.lowered.len();
                    self.add(Use { is_constant, point, ..used }, end);
                    self.found.lowered.put_in_front(start, before);
                }
            }
            (_, operands) => self.visit_all(operands),
        }
    }

    /// Notes the construction that a constant object stands for.
    fn folded(&mut self, node: NodeId) {
        let tree = self.code.tree;
        let Some(Detail::Made(Made::Node(made))) = tree.plan.details.get(&node) else { return };
        let made = &tree.nodes[made.0 as usize];
        let (What::Op("temp_init"), Some(Named::Symbol(symbol)), Some(class)) =
            (&made.what, made.named, made.ty.as_class(self.sema().db))
        else {
            return;
        };
        let provided = self.provided_by(class, symbol);
        let call = PartCall { class, provided, part: Part::Whole, field: None };
        let at = self.start_of(node);
        let point = self.point_of_construction(node, Home::new(at));
        if let Some(used) = part_use(self.sema(), call, Origin::Implied, at) {
            let lambda = self.lambda.map(|it| it.0);
            self.found.folded.push(Use { is_constant: true, point, lambda, ..used });
        }
    }

    /// Notes the object that `T(arguments)` makes, whose calls are those from number `first` on.
    fn note_temporary(&mut self, node: NodeId, home: Option<Home>, first: usize) {
        let it = &self.code.tree.nodes[node.0 as usize];
        let (Some(class), At::Start(expr) | At::Point(expr)) = (it.ty.as_class(self.sema().db), it.at) else {
            return;
        };
        let is_written = matches!(self.code.body[expr], Expr::Call(..) | Expr::Construct(..));
        // What is copied into the object is noted for itself.
        let is_copy = it.named.is_none() && !it.operands.is_empty()
            || it.operands.iter().any(|operand| self.is_made_by(*operand, expr));
        let range = self.code.places.range(expr);
        if !is_written || !self.code.text[range].ends_with(')') || is_copy {
            return;
        }
        let at = home.map_or(self.around, |home| home.at);
        let end = range.end();
        self.note_destroyed(class, range.start(), end);
        let made = self.found.objects.len();
        self.note_constructed(class, at, end, first);
        for used in &mut self.found.objects[made..] {
            used.at = range.start();
        }
    }

    /// Whether a node is, or refers to, the object that `expr` makes.
    fn is_made_by(&self, node: NodeId, expr: ExprId) -> bool {
        let it = &self.code.tree.nodes[node.0 as usize];
        match (&it.what, it.operands.as_slice()) {
            (What::Op("temp_init"), _) => matches!(it.at, At::Start(own) | At::Point(own) if own == expr),
            (What::Op("reference_to" | "lvalue_adjust"), [inner]) => self.is_made_by(*inner, expr),
            _ => false,
        }
    }

    /// Where a construction of constants is shown: its first argument, its list, its type, the operand of a cast.
    pub(super) fn point_of_construction(&self, node: NodeId, home: Home) -> TextSize {
        let (At::Start(expr) | At::Point(expr) | At::Tail(expr, _)) =
            self.code.tree.nodes[node.0 as usize].at
        else {
            return home.at;
        };
        let start = match &self.code.body[expr] {
            Expr::Cast(_, _, operand) => self.code.places.range(*operand).start(),
            _ => self.code.places.range(expr).start(),
        };
        if home.in_brackets && !self.code.text[usize::from(start)..].starts_with('{') {
            let bracket = self.code.text[..usize::from(start)].rfind(['(', '{']);
            return bracket.map_or(start, |at| TextSize::new(at as u32));
        }
        // `T{arguments}` is made at its brace.
        let written = &self.code.text[TextRange::new(start, self.code.places.range(expr).end().max(start))];
        let brace = written
            .find('{')
            .filter(|_| matches!(self.code.body[expr], Expr::Construct(..)) && written.ends_with('}'));
        let bracket = brace.map(|at| usize::from(start) + at);
        bracket.map_or(start, |at| TextSize::new(at as u32))
    }

    /// What a constructor is among the special member functions, if it is one that nobody wrote.
    pub(super) fn provided_by(&self, class: Class<'db>, symbol: Symbol<'db>) -> Provided<'db> {
        let specials = [Special::Default, Special::Copy, Special::Move];
        let own = specials.into_iter().find(|special| {
            let declared = self.sema().special_declaration(class, *special);
            declared.is_some_and(|declared| declared.decl == symbol.decl)
        });
        match own.and_then(|special| self.sema().special_member(class, special)) {
            Some(made @ Provided::Made(_)) => made,
            _ => Provided::User(symbol),
        }
    }

    pub(super) fn called(&mut self, node: NodeId, operands: &[NodeId]) {
        let tree = self.code.tree;
        let db = self.sema().db;
        let Some((callee, arguments)) = operands.split_first() else { return };
        self.last = self.start_of(node);
        let function = &tree.nodes[callee.0 as usize];
        if let Some(Detail::Destroyed(object, arrow)) = tree.plan.details.get(callee) {
            let start = self.found.lowered.len();
            self.visit(*object, None);
            let of = tree.nodes[object.0 as usize].ty.referred(db);
            let ty = if *arrow { of.pointee(db) } else { Some(of) };
            let (At::Start(expr) | At::Point(expr) | At::Tail(expr, _)) = tree.nodes[callee.0 as usize].at
            else {
                return;
            };
            let at = self.code.places.name(expr);
            if let Some((class, false)) = ty.and_then(|ty| self.sema().destroyed_class(ty))
                && let Some(provided) = self.sema().special_member(class, Special::Destructor)
            {
                let call = PartCall { class, provided, part: Part::Whole, field: None };
                if let Some(used) = part_use(self.sema(), call, Origin::Written, at) {
                    let before = self.found.lowered.len();
                    self.add(Use { point: self.point_of(node), ..used }, self.end_of(node));
                    self.found.lowered.put_in_front(start, before);
                }
            }
            return;
        }
        let mut parts = Parts::new(self.found.lowered.len());
        self.visit(*callee, None);
        parts.end(self.found.lowered.len());
        let start = self.start_of(node);
        let outer = std::mem::replace(&mut self.around, start);
        for argument in arguments {
            self.visit(*argument, None);
            parts.end(self.found.lowered.len());
        }
        self.around = outer;
        let is_member = !matches!(tree.nodes[node.0 as usize].what, What::Op("call"));
        self.found.lowered.push(Lowered::Node(node));
        match function.named {
            Some(Named::Symbol(symbol)) if matches!(function.what, What::Routine) => {
                self.defaulted_assignment(symbol, node);
                self.order_call(node, is_member, &parts);
                self.defaults(symbol, arguments.len() - usize::from(is_member), self.end_of(node));
            }
            None if matches!(function.what, What::Routine) && is_member => {
                let Some(object) = arguments.first() else { return };
                let class = tree.nodes[object.0 as usize].ty.as_class(db);
                if let Some(class) = class
                    && matches!(class.origin(db), ClassOrigin::Lambda(..))
                {
                    let of_generic = tree.plan.call_operators.get(callee).copied();
                    let operator = of_generic.unwrap_or(CallOperator { class, args: None });
                    let runs = crate::uses::reads_variables(self.code, &arguments[1..]);
                    let has_open_arguments = are_open(self.code.tree, &arguments[1..]);
                    let called = Use {
                        runs,
                        has_open_arguments,
                        ..Use::blank(UseForm::CallOperator, self.point_of(node))
                    };
                    self.add(called.of_lambda(operator), self.end_of(node));
                }
                self.order_call(node, is_member, &parts);
            }
            _ => self.order_call(node, is_member, &parts),
        }
    }

    /// Notes a launch that passes objects of classes by value.
    fn launched(&mut self, node: NodeId, call: NodeId) {
        let (sema, tree) = (self.sema(), self.code.tree);
        let arguments = tree.nodes[call.0 as usize].operands.iter().skip(1);
        let passed = |class: Class<'db>| Passed {
            copies: sema.special_member(class, Special::Copy).is_some_and(|provided| match provided {
                Provided::User(_) => true,
                Provided::Made(special) => sema.is_trivial(class, special) == Some(false),
            }),
            destroys: sema.special_declaration(class, Special::Destructor).is_some()
                || sema.is_trivial(class, Special::Destructor) == Some(false),
        };
        let classes = arguments.filter_map(|it| tree.nodes[it.0 as usize].ty.as_class(sema.db));
        let arguments: Box<[Passed]> = classes.map(passed).collect();
        if !arguments.is_empty() {
            self.found.launches.push(Launch { at: self.start_of(node), arguments });
        }
    }

    /// The call of an assignment that is defaulted where it is declared first.
    pub(super) fn defaulted_assignment(&mut self, symbol: Symbol<'db>, node: NodeId) {
        let is_assignment =
            matches!(&self.sema().decl(symbol.decl).name, DeclName::Operator(spelling) if &**spelling == "=");
        let Some(class) = self.sema().class_of(symbol.env).filter(|_| is_assignment) else { return };
        for special in [Special::CopyAssignment, Special::MoveAssignment] {
            let declared = self.sema().special_declaration(class, special);
            if declared.is_some_and(|declared| declared.decl == symbol.decl)
                && self.sema().special_member(class, special) == Some(Provided::Made(special))
            {
                self.special(class, special, Part::Whole, self.start_of(node), self.end_of(node));
            }
        }
    }

    /// The default arguments of a call that gives so many. Their temporaries live as long as those of the call.
    pub(super) fn defaults(&mut self, symbol: Symbol<'db>, given: usize, moment: TextSize) {
        let sema = self.sema();
        // One that calls the function again with its own default arguments has no end.
        if sema.open_defaults.borrow().contains(&symbol) {
            self.found.has_gaps = true;
            return;
        }
        sema.open_defaults.borrow_mut().push(symbol);
        self.default_arguments(symbol, given, moment);
        sema.open_defaults.borrow_mut().pop();
    }

    fn default_arguments(&mut self, symbol: Symbol<'db>, given: usize, moment: TextSize) {
        let sema = self.sema();
        let Some(signature) = sema.signature(symbol) else { return };
        if given >= signature.params.len() {
            return;
        }
        let codes = sema.defaults_codes(symbol);
        // An object is made where the code in front of it stands.
        let mut stands = None;
        for (param, ty) in signature.params.iter().enumerate().skip(given) {
            let written = codes.iter().find_map(|owned| {
                let Root::Defaults(written) = &owned.body.root else { return None };
                let number = owned.made.iter().position(|(of, _)| *of as usize == param)?;
                Some((owned, &owned.made[number].1, written[number].1))
            });
            let Some((owned, made, expr)) = written else {
                self.found.has_gaps = true;
                return;
            };
            self.found.has_gaps |= owned.tree.has_gaps(self.code.sema.db);
            let Some(code) = Code::of(sema, owned) else { return };
            let (range, ty) = (code.places.range(expr), *ty);
            let mut walk = Walk::new(code, range.start());
            match (made, ty.kind(sema.db)) {
                (Made::Node(node), Kind::Reference(..)) => {
                    let object = walk.bound(*node);
                    walk.temporaries.extend(object);
                }
                _ => walk.made(made, ty, range.start(), range.end()),
            }
            self.temporaries.append(&mut walk.temporaries);
            let uses = of_tree(code, walk.finish());
            let own = uses.iter().filter(|used| range.contains_inclusive(used.at));
            let mut own: Vec<&Use<'db>> = own.collect();
            let is_object = ty.referred(sema.db).as_class(sema.db).is_some();
            let maker = own.last().filter(|used| is_object && used.form == UseForm::Constructor);
            let (maker, before) = (maker.map(|used| (used.at, used.step)), stands);
            let makes_nothing = own.is_empty();
            own.sort_by_key(|used| used.step);
            for used in own {
                let makes = maker == Some((used.at, used.step));
                let used = match (makes, before) {
                    (true, None) => Use { at: self.last, point: self.last, ..*used },
                    (true, Some(at)) => Use { origin: Origin::In(owned.item), at, ..*used },
                    (false, _) => {
                        stands = Some(used.at);
                        Use { origin: Origin::In(owned.item), ..*used }
                    }
                };
                self.add(used, moment);
            }
            // What makes it stands there too, but for an object of nothing that a reference is bound to, or braces make.
            let written = code.text[range].trim_end();
            let is_of_nothing = written.ends_with("()") || written == "{}";
            let is_by_value = ty.as_class(sema.db).is_some();
            if is_object && !makes_nothing && (!is_of_nothing || is_by_value && written.ends_with("()")) {
                stands = Some(range.start());
            }
            // The object is destroyed by the caller.
            if let Some((class, false)) = sema.destroyed_class(ty) {
                self.temporaries.push(Object { class, is_array: false });
            }
        }
    }
}
