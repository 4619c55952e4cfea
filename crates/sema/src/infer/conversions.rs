//! Conversions as nodes: those that nobody wrote, and those that casts ask for.

use asunder_hir::body::ExprId;
use asunder_types::{Builtin, Class, Kind, Symbol, Ty};

use super::made::{Detail, Made};
use super::mistakes::{Abstract, ListsMake, Undeduced};
use super::{At, Category, Flags, Infer, Named, Node, NodeId, UsedAt, What};
use crate::class_deduction::Form;
use crate::convert::{Ics, ListTo, Operand, Standard};
use crate::finding::MetAt;
use crate::overload::{Candidate, Chosen, How, Resolution};
use crate::uses::UseForm;

impl<'db> Infer<'_, 'db> {
    /// A node converted to a type by standard conversions; arithmetic ones as casts.
    pub(crate) fn converted_to(&mut self, node: NodeId, to: Ty<'db>) -> NodeId {
        let db = self.db();
        self.check_converted(node, to);
        let node = self.decay(node);
        let from = self.node(node).ty;
        if from == to || from.absorbs(db) || to.absorbs(db) {
            return node;
        }
        let at = self.start_of(node);
        if to.as_builtin(db) == Some(Builtin::Bool) {
            return self.as_bool(node, Flags { implicit: true, ..Flags::default() }, at);
        }
        let op = match (
            from.pointee(db).and_then(|ty| ty.as_class(db)),
            to.pointee(db).and_then(|ty| ty.as_class(db)),
        ) {
            (Some(a), Some(b)) if a != b => "base_class_cast",
            _ => "cast",
        };
        let operand = self.conversion_operand(node);
        let cast = self.implicit_op(op, to, Category::Prvalue, at, vec![operand]);
        self.folded(cast)
    }

    /// The operand of an implicit conversion: a folded constant gives way to the expression that it stands for.
    pub(crate) fn conversion_operand(&mut self, node: NodeId) -> NodeId {
        match (self.node(node).folded, matches!(self.node(node).what, What::Constant(_))) {
            (Some(from), true) => {
                self.hide(node);
                from
            }
            _ => node,
        }
    }

    /// A conversion between different classes, or pointers to them, needs both to be complete; one from a class to something
    /// else needs that.
    fn complete_for_conversion(&mut self, from: Ty<'db>, to: Ty<'db>, at: At) {
        let db = self.db();
        let (from, to) = (from.referred(db), to.referred(db));
        let pointees = from.pointee(db).zip(to.pointee(db));
        let (from, to) = pointees.unwrap_or((from, to));
        if from.as_class(db).is_some() && from.unqualified(db) != to.unqualified(db) && !to.is_void(db) {
            self.out.completed.extend([(from, at), (to, at)]);
        }
    }

    /// A node converted implicitly to what a parameter, variable or result wants; a gap where that is not known.
    pub(crate) fn converted_for(&mut self, node: NodeId, to: Ty<'db>, expr: ExprId) -> NodeId {
        let db = self.db();
        let node = if let What::Functions = self.node(node).what { node } else { self.settled(node) };
        let ty = self.node(node).ty;
        let is_pending = matches!(self.node(node).what, What::Functions | What::List);
        if !is_pending && (ty.absorbs(db) || self.sema.is_dependent(ty))
            || to.absorbs(db)
            || self.sema.is_dependent(to)
        {
            if let Kind::Gap(why) = to.kind(db) {
                self.out.gaps.push((why, expr));
            }
            return node;
        }
        self.complete_for_conversion(ty, to, At::Start(expr));
        let ics = self.sema.implicit(&self.operand(node), to, true);
        match ics {
            Ics::Gap(why) => {
                self.out.gaps.push((why, expr));
                node
            }
            Ics::Ambiguous => {
                self.out.gaps.push(("ambiguous conversion", expr));
                node
            }
            Ics::No => node,
            ics => self.applied(node, to, &ics),
        }
    }

    /// A conversion sequence as nodes.
    pub(crate) fn applied(&mut self, node: NodeId, to: Ty<'db>, ics: &Ics<'db>) -> NodeId {
        let db = self.db();
        match ics {
            Ics::Standard(standard) => {
                if let What::List = self.node(node).what {
                    self.check_narrowed_list(node, to.referred(db));
                }
                self.applied_standard(node, to, standard)
            }
            Ics::User(chosen, second) => {
                let made = self.applied_user(node, chosen, second.from);
                match to.kind(db) {
                    Kind::Reference(..) => self.applied_standard(made, to, second),
                    _ if second.from == second.to => self.constant_object(made),
                    _ => self.applied_standard(made, to, second),
                }
            }
            Ics::Function(candidate) => {
                self.choose_function(node, candidate.symbol);
                self.note_use_at_node(candidate.symbol, UseForm::Name, node);
                self.settled_function(node, to)
            }
            Ics::List(list, _) => self.applied_list(node, to, *list),
            Ics::Ellipsis => self.promoted_argument(node),
            Ics::Ambiguous | Ics::No | Ics::Gap(_) => node,
        }
    }

    /// A function as a pointer or a reference to one.
    pub(super) fn settled_function(&mut self, node: NodeId, to: Ty<'db>) -> NodeId {
        let db = self.db();
        match to.kind(db) {
            Kind::Reference(..) => {
                self.check_taken_address(node);
                let at = self.start_of(node);
                self.implicit_op("reference_to", to, Category::Prvalue, at, vec![node])
            }
            _ => self.decay(node),
        }
    }

    pub(super) fn applied_standard(&mut self, node: NodeId, to: Ty<'db>, standard: &Standard<'db>) -> NodeId {
        let db = self.db();
        self.note_bases(self.node(node).ty, to);
        self.check_base_access(node, to);
        let Some(binding) = standard.binding else {
            let target = to.unqualified(db);
            if let Some(class) = target.as_class(db) {
                let at = crate::finding::MetAt::Node(self.start_of(node));
                self.check_copied(node, class, at);
                return self.applied_class(node, target);
            }
            return self.converted_to(node, target);
        };
        let refers = binding.to;
        let is_rvalue = matches!(to.kind(db), Kind::Reference(_, true));
        let category = if is_rvalue { Category::Xvalue } else { Category::Lvalue };
        let start = self.start_of(node);
        let mut inner = node;
        if binding.temporary && refers.unqualified(db).as_class(db).is_none() {
            let value = self.converted_to(node, refers.unqualified(db));
            inner = self.temporary_of(value, refers);
        } else if self.node(node).category == Category::Prvalue {
            inner = self.bound_temporary(node, refers, category);
        } else if !binding.temporary {
            let own = self.node(inner).ty;
            if let (Some(from), Some(class)) = (own.as_class(db), refers.as_class(db))
                && from != class
            {
                inner = self.as_base_with(inner, false, class, refers.qualifiers(db));
            }
            if self.node(inner).ty != refers {
                let at = self.node(inner).at;
                let category = self.node(inner).category;
                inner = self.implicit_op("lvalue_adjust", refers, category, at, vec![inner]);
            }
            self.check_null_reference(inner, start);
        }
        let reference = refers.lvalue_ref(db);
        self.implicit_op("reference_to", reference, Category::Prvalue, start, vec![inner])
    }

    /// A conversion between classes, pointers to them or pointers to their members, in an operand that is not evaluated:
    /// whether a substitution fails by it is not known where the base is perhaps inaccessible, or there several times.
    pub(super) fn note_bases(&mut self, from: Ty<'db>, to: Ty<'db>) {
        let db = self.db();
        if self.unevaluated == 0 {
            return;
        }
        let (from, to) = (from.referred(db).decayed(db), to.referred(db));
        let (derived, base) = match (from.kind(db), to.kind(db)) {
            (Kind::MemberPointer(base, _), Kind::MemberPointer(derived, _)) => (*derived, *base),
            (Kind::Pointer(derived), Kind::Pointer(base)) => (*derived, *base),
            _ => (from, to),
        };
        let (Some(derived), Some(base)) = (derived.as_class(db), base.as_class(db)) else { return };
        if derived == base {
            return;
        }
        // A cast leads back too.
        let (derived, base) = match self.sema.distance_to_base(derived, base) {
            Ok(None) => (base, derived),
            _ => (derived, base),
        };
        let path = self.sema.path_to_base(derived, base);
        let is_one = match self.sema.times_a_base(derived, base) {
            Some(times) => times <= 1,
            None => !matches!(from.kind(db), Kind::MemberPointer(..)),
        };
        let is_hidden =
            std::iter::once(derived).chain(path).any(|step| step != base && self.has_hidden_base(step));
        self.out.is_ill_formed |= !is_one || is_hidden;
    }

    /// A temporary that holds a value; the reference shows what it is made of a second time.
    pub(super) fn temporary_of(&mut self, value: NodeId, ty: Ty<'db>) -> NodeId {
        self.shown_again(value);
        let at = self.node(value).at;
        self.op("temp_init", ty, Category::Lvalue, at, vec![value])
    }

    /// A prvalue of a class, bound to a reference to `refers`.
    pub(crate) fn bound_temporary(&mut self, node: NodeId, refers: Ty<'db>, category: Category) -> NodeId {
        let db = self.db();
        let at = self.node(node).at;
        let mut made = node;
        if refers.as_class(db).is_none() && !matches!(self.node(node).what, What::Op("temp_init")) {
            return self.temporary_of(node, refers);
        }
        if matches!(self.node(node).what, What::Op("temp_init")) {
            if self.is_constant_object(node) {
                let ty = self.node(node).ty;
                if !self.node(node).flags.functional {
                    self.release(node);
                }
                self.push(Self::plain(What::Aggregate, ty, Category::Prvalue, at));
                let object = self.push(Self::plain(What::Aggregate, ty, Category::Prvalue, at));
                self.detail_made(object, Made::Node(node));
                made = self.op("temp_init", ty, category, at, vec![object]);
            }
            self.node_mut(made).category = category;
            if self.node(made).flags.implicit {
                self.node_mut(made).ty = refers;
            }
        } else if matches!(self.node(node).what, What::Op("lambda")) {
            self.node_mut(made).category = category;
        } else {
            self.shown_again(node);
            let ty = self.node(node).ty.unqualified(db);
            made = self.op("temp_init", ty, category, at, vec![node]);
        }
        let class = refers.as_class(db);
        if let (Some(from), Some(class)) = (self.node(made).ty.as_class(db), class)
            && from != class
        {
            made = self.as_base_with(made, false, class, refers.qualifiers(db));
        }
        match self.node(made).ty == refers {
            true => made,
            false => self.implicit_op("lvalue_adjust", refers, category, at, vec![made]),
        }
    }

    /// A second root that shows a node once more: the reference keeps the list of arguments that it has tried.
    pub(crate) fn shown_again(&mut self, node: NodeId) {
        let copy = Node { used: false, ..self.node(node).clone() };
        self.push(copy);
    }

    /// Shows a call again whose result has to be destroyed, where its result is an object of which something is used.
    pub(super) fn show_destroyed_again(&mut self, object: NodeId) {
        let node = self.node(object);
        if is_call(&node.what) && node.category == Category::Prvalue && self.sema.has_destructor(node.ty) {
            self.shown_again(object);
        }
    }

    /// Whether a node is an object that a `constexpr` constructor makes of constants.
    pub(crate) fn is_constant_object(&self, node: NodeId) -> bool {
        let node = self.node(node);
        let Some(Named::Symbol(constructor)) = node.named else { return false };
        matches!(node.what, What::Op("temp_init"))
            && self.sema.decl(constructor.decl).specifiers.is_constexpr
            && !node.operands.is_empty()
            && node.operands.iter().all(|operand| matches!(self.node(*operand).what, What::Constant(_)))
    }

    /// A constant object in the place of the construction that makes it.
    pub(super) fn constant_object(&mut self, node: NodeId) -> NodeId {
        if !self.is_constant_object(node) {
            return node;
        }
        if self.node(node).flags.implicit {
            return node;
        }
        let (ty, at) = (self.node(node).ty, self.node(node).at);
        if !self.node(node).flags.functional {
            self.release(node);
        }
        let object = self.push(Self::plain(What::Aggregate, ty, Category::Prvalue, at));
        self.detail_made(object, Made::Node(node));
        object
    }

    /// Notes how the object is made that a node stands for.
    pub(super) fn detail_made(&mut self, node: NodeId, made: Made) {
        self.out.plan.details.insert(node, Detail::Made(made));
    }

    /// An object of a class as a value: a copy, where it is not one already.
    pub(super) fn applied_class(&mut self, node: NodeId, to: Ty<'db>) -> NodeId {
        let db = self.db();
        let node = self.settled(node);
        if self.node(node).category == Category::Prvalue && self.node(node).ty.unqualified(db) == to {
            let node = self.constant_object(node);
            // Objects that are not copied as bytes are passed by their address.
            if matches!(self.node(node).what, What::Op("temp_init")) && !self.sema.is_trivially_copied(to) {
                self.node_mut(node).category = Category::Lvalue;
            }
            return node;
        }
        if self.sema.is_trivially_copied(to) && self.node(node).ty.unqualified(db) == to {
            if self.node(node).ty != to {
                let at = self.node(node).at;
                let made = self.implicit_op("lvalue_adjust", to, Category::Prvalue, at, vec![node]);
                self.node_mut(made).read = true;
                return made;
            }
            let node_data = self.node_mut(node);
            node_data.read = true;
            node_data.ty = to;
            node_data.category = Category::Prvalue;
            return node;
        }
        let at = self.node(node).at;
        if let (Some(from), Some(class)) = (self.node(node).ty.as_class(db), to.as_class(db))
            && from != class
            && self.sema.is_trivially_copied(to)
            && matches!(self.sema.distance_to_base(from, class), Ok(Some(_)))
        {
            let base = self.as_base(node, false, class);
            let sliced = self.node_mut(base);
            sliced.read = true;
            sliced.ty = to;
            sliced.category = Category::Prvalue;
            return base;
        }
        if let Some(class) = to.as_class(db)
            && let Some(definition) = self.sema.definition(class)
        {
            let candidates: Vec<Candidate<'db>> =
                self.sema.constructors(&definition).into_iter().map(Candidate::of).collect();
            let operands = [self.operand(node)];
            // A copy takes no other conversion by the user's functions ([over.best.ics]/4).
            if let Resolution::Best(chosen) = self.sema.choose(&candidates, None, &operands, &How::call())
                && chosen.arguments.iter().all(|ics| matches!(ics, Ics::Standard(_)))
            {
                let made = self.constructor_call(class, chosen, vec![node], at, true);
                self.node_mut(made).category = Category::Lvalue;
                return made;
            }
        }
        self.op("temp_init", to, Category::Prvalue, at, vec![node])
    }

    /// What a constructor of the class `made`, or a conversion function, makes of a node.
    pub(super) fn applied_user(&mut self, node: NodeId, chosen: &Chosen<'db>, made: Ty<'db>) -> NodeId {
        let db = self.db();
        let is_constructor =
            matches!(self.sema.decl(chosen.symbol.decl).name, asunder_decls::written::DeclName::Constructor);
        if is_constructor {
            let class = self.sema.class_of(chosen.symbol.env);
            let Some(class) = class else { return node };
            let args = match self.node(node).what {
                What::List => self.elements_of(node),
                _ => vec![node],
            };
            if let Some(made) = made.as_class(db).filter(|made| *made != class) {
                return self.made_by_inherited(made, chosen, args, self.node(node).at);
            }
            let is_list = matches!(self.node(node).what, What::List);
            let at = self.node(node).at;
            let start = self.at_start(node);
            self.check_usable_constructor(chosen.symbol, class, args.len(), start);
            if matches!(self.node(node).what, What::List) {
                self.check_narrowed_arguments(chosen, &args);
            }
            let made = self.constructor_call(class, chosen.clone(), args, at, !is_list);
            if is_list && !self.is_constant_object(made) {
                // A list has no place of its own.
                self.node_mut(made).at = At::None;
            }
            return made;
        }
        let result = chosen.signature.result;
        let at = self.start_of(node);
        let routine = self.push(Node {
            named: Some(Named::Symbol(chosen.symbol)),
            ..Self::plain(What::Routine, chosen.signature.ty.pointer_to(db), Category::Prvalue, at)
        });
        let class = chosen.signature.object;
        self.show_destroyed_again(node);
        let mut object = class.map_or(node, |class| self.as_base(node, false, class));
        let wanted = self.node(object).ty.qualified(db, chosen.signature.qualifiers);
        if self.node(object).ty != wanted && self.node(object).category != Category::Prvalue {
            let (category, at) = (self.node(object).category, self.node(object).at);
            object = self.implicit_op("lvalue_adjust", wanted, category, at, vec![object]);
        }
        self.note_use(chosen.symbol, UseForm::Conversion, UsedAt::Expr(at, at));
        let call = self.implicit_op("dot_member_call", result, Category::Prvalue, at, vec![routine, object]);
        self.without_reference(call, at)
    }

    /// The elements of a braced list.
    pub(crate) fn elements_of(&self, list: NodeId) -> Vec<NodeId> {
        self.lists
            .iter()
            .rfind(|(of, ..)| *of == list)
            .map(|(_, elements, ..)| elements.clone())
            .unwrap_or_default()
    }

    pub(super) fn applied_list(&mut self, node: NodeId, to: Ty<'db>, list: ListTo<'db>) -> NodeId {
        let db = self.db();
        let elements = self.elements_of(node);
        let target = to.referred(db).unqualified(db);
        let expr = self.expr_of(node);
        let how = match list {
            ListTo::InitializerList(element) => {
                for item in elements {
                    self.check_narrowed_element(item, element);
                    self.converted_for(item, element, expr);
                }
                Made::Unknown
            }
            ListTo::Aggregate(_) => self.as_value(|infer| infer.aggregate(node, target, expr)),
            ListTo::Scalar(_) => {
                if let [only] = elements.as_slice() {
                    return self.converted_for(*only, to, expr);
                }
                Made::Empty
            }
        };
        if !self.is_open(target) {
            let at = self.start_of(node);
            self.check_left_reference_of_object(&how, target, MetAt::Node(at));
        }
        // A list has no place of its own.
        let made = self.op("temp_init", target, Category::Prvalue, At::None, Vec::new());
        self.detail_made(made, how);
        match to.kind(db) {
            Kind::Reference(..) => {
                let at = self.start_of(node);
                let reference = to.referred(db).lvalue_ref(db);
                self.implicit_op("reference_to", reference, Category::Prvalue, at, vec![made])
            }
            _ => made,
        }
    }

    pub(crate) fn expr_of(&self, node: NodeId) -> ExprId {
        match self.node(node).at {
            At::Start(expr) | At::Point(expr) | At::Tail(expr, _) => expr,
            At::None => ExprId(0),
        }
    }

    // ---- explicit conversions

    /// `T(args)` ([expr.type.conv]).
    pub(crate) fn constructed(&mut self, id: ExprId, to: Ty<'db>, args: &[ExprId]) -> NodeId {
        let nodes = self.arguments(args);
        self.constructed_of(id, to, nodes)
    }

    /// The same of a type that a class template without arguments may stand for.
    pub(crate) fn constructed_by_name(
        &mut self,
        id: ExprId,
        to: Ty<'db>,
        placeholder: Option<super::deduced_classes::Placeholder<'db>>,
        args: &[ExprId],
    ) -> NodeId {
        let nodes = self.arguments(args);
        let to = match placeholder.filter(|_| super::lacks_arguments(self.sema, to)) {
            Some(placeholder) => {
                let arguments = args.first().map_or(MetAt::EndOf(id), |first| MetAt::Node(At::Start(*first)));
                let places = Undeduced { arguments, class: Some(MetAt::Node(At::Start(id))) };
                self.deduced_class(placeholder, &nodes, Form::Direct, Some(places))
            }
            None => to,
        };
        self.constructed_of(id, to, nodes)
    }

    fn constructed_of(&mut self, id: ExprId, to: Ty<'db>, nodes: Vec<NodeId>) -> NodeId {
        let db = self.db();
        if to.absorbs(db) || self.sema.is_dependent(to) {
            if let Kind::Gap(why) = to.kind(db) {
                self.out.gaps.push((why, id));
            }
            return self.unknown_object(id, to, nodes);
        }
        if let [only] = nodes.as_slice() {
            let only = *only;
            let to = self.deduced_cast(to, only);
            if let Some(class) = to.as_class(db) {
                return self.functional_object(id, to, class, vec![only]);
            }
            let known = self.out.mistakes.len();
            let node =
                self.explicit_cast(id, asunder_hir::body::CastKind::C, (to, None), only, At::Start(id));
            // In a template such a cast is checked where it is instantiated.
            if self.in_template {
                self.out.mistakes.truncate(known);
            }
            if let What::Op("cast" | "bool_cast") = self.node(node).what
                && self.node(node).operands.first() == Some(&only)
            {
                self.node_mut(node).flags.functional = true;
            }
            return node;
        }
        if let Some(class) = to.as_class(db) {
            if self.is_no_temporary(class) {
                if nodes.is_empty() && self.unevaluated == 0 {
                    self.check_undefined_class(class, At::Start(id));
                }
                return self.error(id, nodes);
            }
            return self.functional_object(id, to, class, nodes);
        }
        // Nothing makes these of nothing ([expr.type.conv]/2).
        if nodes.is_empty()
            && matches!(to.kind(db), Kind::Reference(..) | Kind::Array(..) | Kind::Function(_))
        {
            self.out.is_ill_formed |= self.unevaluated > 0;
            return self.error(id, nodes);
        }
        if nodes.is_empty() {
            let ty = to.unqualified(db);
            if ty.is_void(db) {
                return self.op("void_value", ty, Category::Prvalue, At::Start(id), Vec::new());
            }
            let value = self.zero(ty);
            let made = self.op("temp_init", ty, Category::Prvalue, At::Start(id), Vec::new());
            self.node_mut(made).flags.functional = true;
            return self.constant_node(value, ty, made);
        }
        if let [first, second, ..] = nodes.as_slice() {
            self.check_one_value(to, *first, *second);
        }
        self.error(id, nodes)
    }

    /// The type of a cast; that of C++23's `auto(e)` is deduced.
    fn deduced_cast(&mut self, to: Ty<'db>, operand: NodeId) -> Ty<'db> {
        if self.sema.has_auto(to) { self.deduced(to, operand) } else { to }
    }

    /// Whether template arguments are substituted into an expression that makes an object of a class of which there are
    /// none: it is incomplete, or its destructor is deleted.
    fn is_no_temporary(&self, class: Class<'db>) -> bool {
        if !self.is_substituting() || self.unevaluated == 0 {
            return false;
        }
        let is_deleted = || {
            let destructor = self.sema.special(class, crate::special::Special::Destructor);
            matches!(destructor, Some(Some(found)) if found.is_deleted)
        };
        self.sema.is_incomplete(self.sema.ty(Kind::Class(class)), u32::MAX) || is_deleted()
    }

    /// `C(…)` of a class: the reference leaves what is wrong with it to the instances of a template.
    fn functional_object(&mut self, id: ExprId, to: Ty<'db>, class: Class<'db>, args: Vec<NodeId>) -> NodeId {
        let met = self.out.mistakes.len();
        self.check_abstract(class, Abstract::Cast, MetAt::Node(At::Start(id)));
        let operand = args.first().copied();
        let made = self.constructed_class(id, At::Start(id), to, class, args);
        if self.in_template {
            self.out.mistakes.truncate(met);
        }
        if let Some(operand) = operand {
            self.at_cast(id, made, operand);
        }
        made
    }

    /// `T{…}`.
    pub(crate) fn constructed_by_list(&mut self, id: ExprId, to: Ty<'db>, list: NodeId) -> NodeId {
        let db = self.db();
        if to.absorbs(db) || self.sema.is_dependent(to) {
            if let Kind::Gap(why) = to.kind(db) {
                self.out.gaps.push((why, id));
            }
            return self.unknown_object(id, to, Vec::new());
        }
        let elements = self.elements_of(list);
        let to = match elements.as_slice() {
            [only] => self.deduced_cast(to, *only),
            _ => to,
        };
        if let (true, [only]) = (self.unevaluated > 0, elements.as_slice()) {
            let from = self.node(*only).ty;
            self.note_bases(from, to);
            let is_known = to.as_class(db).is_none() && !to.absorbs(db) && self.is_known(*only);
            if is_known && matches!(self.sema.implicit(&self.operand(*only), to, true), Ics::No) {
                return self.error(id, elements);
            }
        }
        if to.as_class(db).is_some_and(|class| self.is_no_temporary(class)) {
            return self.error(id, elements);
        }
        if to.as_class(db).is_none() && !matches!(to.kind(db), Kind::Array(..)) {
            return match elements.as_slice() {
                [] if matches!(to.kind(db), Kind::Reference(..)) => {
                    self.gap("reference to an empty list", id)
                }
                [] if to.is_void(db) => self.constructed(id, to, &[]),
                [] => {
                    let ty = to.unqualified(db);
                    let made = self.literal(self.zero(ty), ty, id);
                    self.node_mut(made).flags.brace = true;
                    made
                }
                [only] => {
                    let only = *only;
                    self.with_lists(ListsMake::default(), |infer| infer.check_narrowed_scalar(only, to));
                    let value = self.converted_for(only, to, id);
                    match self.node(value).ty == to.unqualified(db) {
                        true => value,
                        false => self.explicit_cast(
                            id,
                            asunder_hir::body::CastKind::C,
                            (to, None),
                            value,
                            At::Start(id),
                        ),
                    }
                }
                _ => self.error(id, elements),
            };
        }
        // Elements that the list leaves out have to be constructible.
        self.out.is_ill_formed |=
            self.unevaluated > 0 && to.as_class(db).is_none() && self.sema.class_of_elements(to).is_some();
        if let Some(class) = to.as_class(db) {
            self.check_abstract(class, Abstract::Cast, MetAt::Node(At::Start(id)));
        }
        let how = self.as_value(|infer| infer.initialize(list, to, id));
        if !self.is_open(to) {
            self.check_left_reference_of_object(&how, to, MetAt::NewArguments(id));
        }
        let made = self.op("temp_init", to.unqualified(db), Category::Prvalue, At::Start(id), Vec::new());
        self.detail_made(made, how);
        made
    }

    /// A cast to a class: a construction.
    pub(crate) fn class_cast(&mut self, id: ExprId, to: Ty<'db>, node: NodeId, _at: At) -> NodeId {
        match to.as_class(self.db()) {
            Some(class) => {
                let operand = self.at_start(node);
                self.check_abstract(class, Abstract::Cast, MetAt::TemplateArgument(id));
                let outer = self.arguments_at.replace(operand);
                let made =
                    self.constructed_class(id, At::Start(id), to.unqualified(self.db()), class, vec![node]);
                self.arguments_at = outer;
                self.at_cast(id, made, node);
                // An object of a class may be constant.
                if self.node(made).category == Category::Prvalue && !to.qualifiers(self.db()).is_empty() {
                    self.node_mut(made).ty = to;
                }
                made
            }
            None => node,
        }
    }

    /// A conversion function that a cast of `operand` calls stands where the cast does; one whose result a constructor would
    /// take is shown again.
    fn at_cast(&mut self, id: ExprId, made: NodeId, operand: NodeId) {
        let (node, inner) = (self.node(made), self.node(made).operands.first().copied());
        if let (What::Op("temp_init"), None, Some(inner)) = (&node.what, node.named, inner)
            && inner != operand
            && matches!(self.node(inner).what, What::Op("dot_member_call"))
        {
            return self.shown_again(inner);
        }
        let call = self.node_mut(made);
        if made != operand && matches!(call.what, What::Op("dot_member_call")) {
            (call.at, call.flags.implicit) = (At::Start(id), false);
        }
    }

    /// An operand of class type as a value of another type, explicit conversion functions included.
    pub(crate) fn converted_explicitly(&mut self, id: ExprId, node: NodeId, to: Ty<'db>) -> NodeId {
        if let Some(made) = self.converted_directly(node, to) {
            return made;
        }
        match self.sema.implicit(&self.operand(node), to, true) {
            Ics::Gap(why) => {
                self.out.gaps.push((why, id));
                self.absorbed_type(id, to, vec![node])
            }
            Ics::No | Ics::Ambiguous => match self.explicit_function(node, to) {
                Some(made) => made,
                None => self.gap("explicit conversion", id),
            },
            ics => self.applied(node, to, &ics),
        }
    }

    /// A node of a class converted to a type that is not a class, if the best conversion function is explicit
    /// ([over.match.conv]/1).
    pub(crate) fn converted_directly(&mut self, node: NodeId, to: Ty<'db>) -> Option<NodeId> {
        let to = to.unqualified(self.db());
        if to.as_class(self.db()).is_some() || matches!(to.kind(self.db()), Kind::Reference(..)) {
            return None;
        }
        let Operand::Value(value) = self.operand(node) else { return None };
        let found = self.sema.direct_conversion(&value, to);
        match &found {
            Ics::User(chosen, _) if self.sema.is_explicit(chosen.symbol) == Some(true) => {
                Some(self.applied(node, to, &found))
            }
            _ => None,
        }
    }

    /// An explicit conversion function of a node's class that gives `to`.
    pub(super) fn explicit_function(&mut self, node: NodeId, to: Ty<'db>) -> Option<NodeId> {
        let db = self.db();
        let class = self.node(node).ty.as_class(db)?;
        let functions = self.sema.conversion_functions(class).into_iter().filter(|symbol| {
            self.sema
                .signature(*symbol)
                .is_some_and(|signature| signature.result.referred(db).unqualified(db) == to)
        });
        let candidates: Vec<Candidate<'db>> = functions.map(Candidate::of).collect();
        match self.sema.choose(&candidates, Some(&self.operand(node)), &[], &How::conversion()) {
            Resolution::Best(chosen) => {
                let made = self.applied_user(node, &chosen, to);
                Some(self.converted_to(made, to))
            }
            _ => None,
        }
    }

    /// A node of a class as the value that built-in operators need, by the only conversion function that gives an
    /// arithmetic type or an enumeration. `None` where there is none or several.
    pub(crate) fn converted_by_class(&mut self, node: NodeId) -> Option<NodeId> {
        self.converted_to_one_of(node, |infer, result| infer.promoted_type(result).is_some())
    }

    /// An operand of a built-in infix operator that is of a class, by the only conversion function that gives what the
    /// operator may take. `None` where there is none or several.
    pub(crate) fn operand_by_conversion(&mut self, node: NodeId, operator: &str) -> Option<NodeId> {
        let takes_pointers = matches!(operator, "+" | "-" | "==" | "!=" | "<" | ">" | "<=" | ">=");
        self.converted_to_one_of(node, |infer, result| {
            infer.promoted_type(result).is_some() || takes_pointers && result.pointee(infer.db()).is_some()
        })
    }

    /// The operand of `*` that is of a class, by the only conversion function that gives a pointer. `None` where there is
    /// none or several.
    pub(crate) fn pointer_by_conversion(&mut self, node: NodeId) -> Option<NodeId> {
        self.converted_to_one_of(node, |infer, result| result.pointee(infer.db()).is_some())
    }

    /// A node of a class by its only implicit conversion function whose result is taken. `None` where there is none or
    /// several, or where a template may give more.
    fn converted_to_one_of(
        &mut self,
        node: NodeId,
        takes: impl Fn(&Self, Ty<'db>) -> bool,
    ) -> Option<NodeId> {
        let class = self.node(node).ty.as_class(self.db())?;
        let all = self.sema.conversion_functions(class).into_iter();
        let implicit: Vec<Symbol<'db>> =
            all.filter(|symbol| self.sema.is_explicit(*symbol) != Some(true)).collect();
        let is_open = |symbol: &Symbol<'db>| {
            self.sema.is_function_template(symbol.decl) || self.sema.is_explicit(*symbol).is_none()
        };
        if implicit.iter().any(is_open) {
            return None;
        }
        let is_taken = |symbol: &&Symbol<'db>| {
            let result = self.sema.signature(**symbol).map(|signature| signature.result.referred(self.db()));
            result.is_some_and(|result| takes(self, result))
        };
        let mut functions = implicit.iter().filter(is_taken).copied();
        let (Some(only), None) = (functions.next(), functions.next()) else { return None };
        let candidates = [Candidate::of(only)];
        match self.sema.choose(&candidates, Some(&self.operand(node)), &[], &How::conversion()) {
            Resolution::Best(chosen) => {
                let result = chosen.signature.result;
                Some(self.applied_user(node, &chosen, result))
            }
            _ => None,
        }
    }

    /// A class as a condition.
    pub(crate) fn contextual_bool(&mut self, node: NodeId) -> NodeId {
        let bool_ty = self.sema.builtin(Builtin::Bool);
        let found = match self.operand(node) {
            Operand::Value(value) => self.sema.contextual_conversion(&value),
            _ => Ics::No,
        };
        match found {
            Ics::No | Ics::Gap(_) | Ics::Ambiguous => {
                let expr = self.expr_of(node);
                self.out.gaps.push(("class as a condition", expr));
                node
            }
            ics => self.applied(node, bool_ty, &ics),
        }
    }
}

/// Whether a node is a call.
pub(crate) fn is_call(what: &What<'_>) -> bool {
    matches!(what, What::Op("call" | "dot_member_call" | "points_to_member_call"))
}
