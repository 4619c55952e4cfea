//! Initialization ([dcl.init]), and conversions as nodes.

use asunder_hir::body::{ExprId, Init, MemberInit};
use asunder_types::{Bound, Builtin, Class, Kind, Symbol, Ty, Value};

use super::made::{Detail, Made, Member};
use super::{At, Category, Flags, Infer, Named, Node, NodeId, UsedAt, What};
use crate::convert::{Ics, ListTo, Operand, Standard};
use crate::overload::{Candidate, Chosen, How, Resolution};
use crate::uses::UseForm;

/// What a variable is initialized with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Initialized<'db> {
    /// Its value, where it is a number that is constant.
    pub(crate) value: Option<Value<'db>>,
    /// The expression, converted; the list, or the construction.
    pub(crate) node: Option<NodeId>,
    /// How the object is made.
    pub(crate) made: Made,
}

impl<'db> Infer<'_, 'db> {
    // ---- conversions

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
        let ics = self.sema.implicit(&self.operand(node), to, true);
        match ics {
            Ics::Gap(why) => {
                self.out.gaps.push((why, expr));
                node
            }
            Ics::No | Ics::Ambiguous => node,
            ics => self.applied(node, to, &ics),
        }
    }

    /// A conversion sequence as nodes.
    pub(crate) fn applied(&mut self, node: NodeId, to: Ty<'db>, ics: &Ics<'db>) -> NodeId {
        let db = self.db();
        match ics {
            Ics::Standard(standard) => self.applied_standard(node, to, standard),
            Ics::User(chosen, second) => {
                let made = self.applied_user(node, chosen);
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
    fn settled_function(&mut self, node: NodeId, to: Ty<'db>) -> NodeId {
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

    fn applied_standard(&mut self, node: NodeId, to: Ty<'db>, standard: &Standard<'db>) -> NodeId {
        let db = self.db();
        let Some(binding) = standard.binding else {
            let target = to.unqualified(db);
            if target.as_class(db).is_some() {
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
                inner = self.as_base(inner, false, class);
            }
            if self.node(inner).ty != refers {
                let at = self.node(inner).at;
                let category = self.node(inner).category;
                inner = self.implicit_op("lvalue_adjust", refers, category, at, vec![inner]);
            }
        }
        let reference = refers.lvalue_ref(db);
        self.implicit_op("reference_to", reference, Category::Prvalue, start, vec![inner])
    }

    /// A temporary that holds a value; the reference shows what it is made of a second time.
    fn temporary_of(&mut self, value: NodeId, ty: Ty<'db>) -> NodeId {
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
            made = self.as_base(made, false, class);
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
    fn constant_object(&mut self, node: NodeId) -> NodeId {
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
    fn detail_made(&mut self, node: NodeId, made: Made) {
        self.out.plan.details.insert(node, Detail::Made(made));
    }

    /// An object of a class as a value: a copy, where it is not one already.
    fn applied_class(&mut self, node: NodeId, to: Ty<'db>) -> NodeId {
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

    /// What a constructor or a conversion function makes of a node.
    fn applied_user(&mut self, node: NodeId, chosen: &Chosen<'db>) -> NodeId {
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
            let is_list = matches!(self.node(node).what, What::List);
            let at = self.node(node).at;
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
            .find(|(of, ..)| *of == list)
            .map(|(_, elements, ..)| elements.clone())
            .unwrap_or_default()
    }

    fn applied_list(&mut self, node: NodeId, to: Ty<'db>, list: ListTo<'db>) -> NodeId {
        let db = self.db();
        let elements = self.elements_of(node);
        let target = to.referred(db).unqualified(db);
        let expr = self.expr_of(node);
        let how = match list {
            ListTo::InitializerList(element) => {
                for item in elements {
                    self.converted_for(item, element, expr);
                }
                Made::Unknown
            }
            ListTo::Aggregate(_) => self.aggregate(node, target, expr),
            ListTo::Scalar(_) => {
                if let [only] = elements.as_slice() {
                    return self.converted_for(*only, to, expr);
                }
                Made::Empty
            }
        };
        let at = self.start_of(node);
        let made = self.op("temp_init", target, Category::Prvalue, at, Vec::new());
        self.detail_made(made, how);
        match to.kind(db) {
            Kind::Reference(..) => {
                let at = self.start_of(made);
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
        let db = self.db();
        let nodes: Vec<NodeId> = args.iter().map(|arg| self.expr(*arg)).collect();
        if to.absorbs(db) || self.sema.is_dependent(to) {
            if let Kind::Gap(why) = to.kind(db) {
                self.out.gaps.push((why, id));
            }
            return self.absorbed_type(id, to, nodes);
        }
        if let [only] = nodes.as_slice() {
            let only = *only;
            if let Some(class) = to.as_class(db) {
                return self.constructed_class(id, to, class, vec![only]);
            }
            let node = self.explicit_cast(id, asunder_hir::body::CastKind::C, to, only, At::Start(id));
            if let What::Op("cast" | "bool_cast") = self.node(node).what
                && self.node(node).operands.first() == Some(&only)
            {
                self.node_mut(node).flags.functional = true;
            }
            return node;
        }
        if let Some(class) = to.as_class(db) {
            return self.constructed_class(id, to, class, nodes);
        }
        if nodes.is_empty() {
            let ty = to.unqualified(db);
            if ty.is_void(db) {
                return self.op("void_value", ty, Category::Prvalue, At::Start(id), Vec::new());
            }
            let value = self.zero(ty);
            return self.literal(value, ty, id);
        }
        self.error(id, nodes)
    }

    /// `T{…}`.
    pub(crate) fn constructed_by_list(&mut self, id: ExprId, to: Ty<'db>, list: NodeId) -> NodeId {
        let db = self.db();
        if to.absorbs(db) || self.sema.is_dependent(to) {
            if let Kind::Gap(why) = to.kind(db) {
                self.out.gaps.push((why, id));
            }
            return self.absorbed_type(id, to, Vec::new());
        }
        let elements = self.elements_of(list);
        if to.as_class(db).is_none() && !matches!(to.kind(db), Kind::Array(..)) {
            return match elements.as_slice() {
                [] => self.constructed(id, to, &[]),
                [only] => {
                    let only = *only;
                    let value = self.converted_for(only, to, id);
                    match self.node(value).ty == to.unqualified(db) {
                        true => value,
                        false => {
                            self.explicit_cast(id, asunder_hir::body::CastKind::C, to, value, At::Start(id))
                        }
                    }
                }
                _ => self.error(id, elements),
            };
        }
        let how = self.initialize(list, to, id);
        let made = self.op("temp_init", to.unqualified(db), Category::Prvalue, At::Start(id), Vec::new());
        self.detail_made(made, how);
        made
    }

    /// A cast to a class: a construction.
    pub(crate) fn class_cast(&mut self, id: ExprId, to: Ty<'db>, node: NodeId, _at: At) -> NodeId {
        match to.as_class(self.db()) {
            Some(class) => self.constructed_class(id, to, class, vec![node]),
            None => node,
        }
    }

    /// An operand of class type as a value of another type, explicit conversion functions included.
    pub(crate) fn converted_explicitly(&mut self, id: ExprId, node: NodeId, to: Ty<'db>) -> NodeId {
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

    /// An explicit conversion function of a node's class that gives `to`.
    fn explicit_function(&mut self, node: NodeId, to: Ty<'db>) -> Option<NodeId> {
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
                let made = self.applied_user(node, &chosen);
                Some(self.converted_to(made, to))
            }
            _ => None,
        }
    }

    /// A class as a condition.
    pub(crate) fn contextual_bool(&mut self, node: NodeId) -> NodeId {
        let bool_ty = self.sema.builtin(Builtin::Bool);
        if let Some(made) = self.explicit_function(node, bool_ty) {
            return made;
        }
        match self.sema.implicit(&self.operand(node), bool_ty, true) {
            Ics::No | Ics::Gap(_) | Ics::Ambiguous => {
                let expr = self.expr_of(node);
                self.out.gaps.push(("class as a condition", expr));
                node
            }
            ics => self.applied(node, bool_ty, &ics),
        }
    }

    // ---- constructors

    fn constructed_class(&mut self, id: ExprId, to: Ty<'db>, class: Class<'db>, args: Vec<NodeId>) -> NodeId {
        let db = self.db();
        let Some(definition) = self.sema.definition(class) else {
            if matches!(class.origin(db), asunder_types::Origin::Lambda(..)) {
                return self.op("temp_init", to, Category::Prvalue, At::Start(id), args);
            }
            return self.gap("construction of a class without definition", id);
        };
        let candidates: Vec<Candidate<'db>> =
            self.sema.constructors(&definition).into_iter().map(Candidate::of).collect();
        let operands: Vec<Operand<'db>> = args.iter().map(|arg| self.operand(*arg)).collect();
        // The constructors that nobody declares: default, copy and move.
        if let [only] = operands.as_slice()
            && let Operand::Value(value) = only
            && let Some(from) = value.ty.as_class(db)
            && matches!(self.sema.distance_to_base(from, class), Ok(Some(_)))
            && !self.declares_copy(&candidates, class)
        {
            if self.node(args[0]).category != Category::Prvalue {
                self.applied_class(args[0], to.unqualified(db));
            }
            return self.op("temp_init", to.unqualified(db), Category::Prvalue, At::Start(id), args);
        }
        if candidates.is_empty() && args.is_empty() {
            return self.op("temp_init", to.unqualified(db), Category::Prvalue, At::Start(id), args);
        }
        if candidates.is_empty() && self.check_aggregate_arguments(to, &args) {
            return self.error(id, args);
        }
        match self.sema.choose(&candidates, None, &operands, &How::call()) {
            Resolution::Best(chosen) => {
                self.check_chosen_constructor(chosen.symbol, At::Start(id));
                let made = self.constructor_call(class, chosen, args, At::Start(id), false);
                self.node_mut(made).flags.functional = true;
                made
            }
            Resolution::None => {
                // By a conversion function of the operand.
                if let [only] = args.as_slice()
                    && self.node(*only).ty.as_class(db).is_some()
                {
                    let only = *only;
                    return match self.sema.implicit(&self.operand(only), to.unqualified(db), true) {
                        Ics::Gap(why) => self.gap(why, id),
                        Ics::No if !candidates.is_empty() => {
                            self.check_constructor(class, &args, At::Start(id));
                            self.error(id, args)
                        }
                        Ics::No | Ics::Ambiguous => self.gap("construction by conversion", id),
                        ics => self.applied(only, to.unqualified(db), &ics),
                    };
                }
                if args.is_empty() {
                    self.check_constructor(class, &args, At::Start(id));
                    return self.op("temp_init", to.unqualified(db), Category::Prvalue, At::Start(id), args);
                }
                if self.sema.bases(class).iter().any(|base| base.ty.as_class(db).is_some()) {
                    return self.gap("inherited constructors", id);
                }
                self.check_constructor(class, &args, At::Start(id));
                self.error(id, args)
            }
            Resolution::Ambiguous => self.gap("ambiguous constructor", id),
            Resolution::Gap(why) => self.gap(why, id),
        }
    }

    /// Whether the class declares a copy or move constructor itself.
    fn declares_copy(&self, candidates: &[Candidate<'db>], class: Class<'db>) -> bool {
        let db = self.db();
        candidates.iter().any(|candidate| {
            !self.sema.is_function_template(candidate.symbol.decl)
                && self.sema.signature(candidate.symbol).is_some_and(|signature| {
                    signature.required <= 1
                        && signature
                            .params
                            .first()
                            .is_some_and(|param| param.referred(db).as_class(db) == Some(class))
                })
        })
    }

    /// A temporary made by a constructor.
    pub(crate) fn constructor_call(
        &mut self,
        class: Class<'db>,
        chosen: Chosen<'db>,
        args: Vec<NodeId>,
        at: At,
        implicit: bool,
    ) -> NodeId {
        let ty = self.sema.ty(Kind::Class(class));
        let operands = self.constructor_arguments(&chosen, args);
        self.note_use(chosen.symbol, UseForm::Constructor, UsedAt::Expr(at, at));
        if let Some(first) = operands.first() {
            self.shown_again(*first);
        }
        self.push(Node {
            operands,
            named: Some(Named::Symbol(chosen.symbol)),
            flags: Flags { implicit, ..Flags::default() },
            ..Self::plain(What::Op("temp_init"), ty, Category::Prvalue, at)
        })
    }

    fn constructor_arguments(&mut self, chosen: &Chosen<'db>, args: Vec<NodeId>) -> Vec<NodeId> {
        let mut operands = Vec::new();
        // A constructor that takes the list as a whole.
        if let ([Ics::List(ListTo::InitializerList(element), _)], true) =
            (chosen.arguments.as_slice(), args.len() != 1 || !matches!(self.node(args[0]).what, What::List))
        {
            for arg in args {
                let expr = self.expr_of(arg);
                operands.push(self.converted_for(arg, *element, expr));
            }
            return operands;
        }
        for (index, arg) in args.into_iter().enumerate() {
            operands.push(match (chosen.signature.params.get(index), chosen.arguments.get(index)) {
                (Some(param), Some(ics)) => self.applied(arg, *param, ics),
                _ => self.promoted_argument(arg),
            });
        }
        operands
    }

    // ---- variables

    /// Initializes a variable.
    pub(crate) fn initialized(&mut self, init: &Init, ty: Ty<'db>) -> Initialized<'db> {
        let db = self.db();
        match init {
            Init::None => Initialized { made: Made::Default, ..Initialized::default() },
            Init::Copy(expr) => {
                let node = self.expr(*expr);
                if matches!(self.node(node).what, What::List) {
                    let made = self.initialize(node, ty, *expr);
                    return Initialized { value: None, node: Some(node), made };
                }
                self.converted_value(node, ty, *expr)
            }
            Init::Brace(expr) => {
                let node = self.expr(*expr);
                let elements = self.elements_of(node);
                if ty.as_class(db).is_none() && !matches!(ty.kind(db), Kind::Array(..)) {
                    match elements.as_slice() {
                        [only] => return self.converted_value(*only, ty, *expr),
                        [] => {
                            let value = self.zero(ty.unqualified(db));
                            return Initialized { value: Some(value), node: None, made: Made::Empty };
                        }
                        _ => {}
                    }
                }
                let made = self.initialize(node, ty, *expr);
                Initialized { value: None, node: Some(node), made }
            }
            Init::Paren(args) => {
                if let Some(class) = ty.as_class(db) {
                    let nodes: Vec<NodeId> = args.iter().map(|arg| self.expr(*arg)).collect();
                    let expr = args.first().copied().unwrap_or(ExprId(0));
                    let node = self.construct_object(class, nodes, expr);
                    return Initialized { value: None, node: Some(node), made: Made::Node(node) };
                }
                match args.as_slice() {
                    [only] => {
                        let node = self.expr(*only);
                        self.converted_value(node, ty, *only)
                    }
                    _ => {
                        let nodes: Vec<NodeId> = args.iter().map(|arg| self.expr(*arg)).collect();
                        if let Some(second) = nodes.get(1)
                            && !matches!(ty.kind(db), Kind::Array(..))
                        {
                            self.check_rest(ty, *second);
                        }
                        Initialized::default()
                    }
                }
            }
        }
    }

    fn converted_value(&mut self, node: NodeId, ty: Ty<'db>, expr: ExprId) -> Initialized<'db> {
        let db = self.db();
        let node = self.settled(node);
        // A string literal initializes an array of characters.
        if matches!(ty.kind(db), Kind::Array(..)) {
            if matches!(self.node(node).what, What::String) {
                self.hide(node);
            }
            self.check_array_initializer(node, ty);
            return Initialized { value: None, node: Some(node), made: Made::Node(node) };
        }
        self.check_initializer(node, ty);
        let is_temporary = matches!(self.node(node).what, What::Op("temp_init"));
        let node = match is_temporary && self.node(node).ty.unqualified(db) == ty.unqualified(db) {
            true => node,
            false => self.converted_for(node, ty, expr),
        };
        self.elided(node, ty);
        let value = match self.value_of(node) {
            Some(value) => {
                // A constant initializer is not listed as an expression.
                if self.node(node).folded.is_some() || !matches!(ty.kind(db), Kind::Reference(..)) {
                    self.hide(node);
                }
                Some(value)
            }
            None if ty.qualifiers(db).is_const => self.evaluate(node).or_else(|| self.required_value(node)),
            None if matches!(ty.kind(db), Kind::Builtin(_)) => self.evaluate(node),
            None => None,
        };
        let value = value.and_then(|value| self.sema.converted_value(value, ty.referred(db).unqualified(db)));
        Initialized { value, node: Some(node), made: Made::Node(node) }
    }

    /// What value-initialization gives a scalar ([dcl.init]/8).
    fn zero(&self, ty: Ty<'db>) -> Value<'db> {
        match ty.as_builtin(self.db()) {
            Some(builtin) if asunder_types::is_floating(builtin) => Value::Floating(0, ty),
            Some(_) => Value::Integer(0, ty),
            None if ty.as_enum(self.db()).is_some() => Value::Integer(0, ty),
            None => Value::Null(ty),
        }
    }

    /// An object made in place by a constructor: its arguments are expressions of the program, the object is none.
    fn construct_object(&mut self, class: Class<'db>, args: Vec<NodeId>, expr: ExprId) -> NodeId {
        let ty = self.sema.ty(Kind::Class(class));
        let node = self.constructed_class(expr, ty, class, args);
        self.release(node);
        node
    }

    /// Takes a constant out of the tree, with what it is folded from.
    pub(crate) fn hide_tree(&mut self, node: NodeId) {
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            self.hide(node);
            pending.extend(self.node(node).folded);
            if let (Some(_), What::Constant(_)) = (self.node(node).folded, &self.node(node).what) {
                continue;
            }
            pending.extend(self.node(node).operands.iter().copied());
        }
    }

    /// Takes an object's construction out of the tree: of its arguments the first stays, all of a constant object.
    pub(crate) fn release(&mut self, node: NodeId) {
        let keeps_all = self.is_constant_object(node) || self.node(node).named.is_none();
        self.hide(node);
        if keeps_all {
            let operands = self.node(node).operands.clone();
            for operand in operands {
                self.node_mut(operand).used = false;
            }
        }
    }

    /// Takes the construction of a temporary out of the tree that becomes the object itself ([dcl.init]/17.6.1).
    pub(crate) fn elided(&mut self, node: NodeId, ty: Ty<'db>) {
        let is_same = self.node(node).ty.unqualified(self.db()) == ty.unqualified(self.db());
        let stays = self.node(node).flags.functional && self.is_constant_object(node);
        if is_same && !stays && matches!(self.node(node).what, What::Op("temp_init")) {
            self.release(node);
        }
    }

    /// Initializes an object of type `ty` with a braced list ([dcl.init.list]).
    pub(crate) fn initialize(&mut self, list: NodeId, ty: Ty<'db>, expr: ExprId) -> Made {
        let db = self.db();
        let elements = self.elements_of(list);
        let target = ty.referred(db).unqualified(db);
        match target.kind(db) {
            Kind::Class(class) => {
                if let [only] = elements.as_slice()
                    && let Some(from) = self.node(*only).ty.as_class(db)
                    && matches!(self.sema.distance_to_base(from, *class), Ok(Some(_)))
                {
                    return Made::Node(self.settled(*only));
                }
                if self.sema.definition(*class).is_none() {
                    self.out.gaps.push(("list for a class without definition", expr));
                    return Made::Unknown;
                }
                if self.sema.is_aggregate(*class) {
                    return self.aggregate(list, target, expr);
                }
                let operands: Vec<Operand<'db>> = elements.iter().map(|it| self.operand(*it)).collect();
                if elements.is_empty()
                    && self.sema.definition(*class).is_some_and(|it| self.sema.constructors(&it).is_empty())
                {
                    return Made::Empty;
                }
                match self.sema.choose_list_constructor(*class, &operands.into(), false) {
                    Resolution::None if self.sema.bases(*class).is_empty() => {
                        self.check_constructor(*class, &elements, self.start_of(list));
                        self.out.gaps.push(("list constructor", expr));
                    }
                    Resolution::Best(chosen) => {
                        let takes_list =
                            matches!(chosen.arguments.as_slice(), [Ics::List(ListTo::InitializerList(_), _)]);
                        let made = self.constructor_call(*class, chosen, elements, At::Start(expr), false);
                        self.release(made);
                        return if takes_list { Made::Unknown } else { Made::Node(made) };
                    }
                    Resolution::Gap(why) => self.out.gaps.push((why, expr)),
                    Resolution::None | Resolution::Ambiguous => {
                        self.out.gaps.push(("list constructor", expr));
                    }
                }
                Made::Unknown
            }
            Kind::Array(..) => self.aggregate(list, target, expr),
            _ => {
                if let [only] = elements.as_slice() {
                    self.check_element(*only, ty);
                    return Made::Node(self.converted_for(*only, ty, expr));
                }
                if let Some(second) = elements.get(1) {
                    self.check_rest(ty, *second);
                    return Made::Unknown;
                }
                Made::Empty
            }
        }
    }

    /// An aggregate's members from a list, braces left out included ([dcl.init.aggr]).
    fn aggregate(&mut self, list: NodeId, ty: Ty<'db>, expr: ExprId) -> Made {
        let designated = self.lists.iter().any(|(of, _, designated, _)| *of == list && *designated);
        if designated {
            return self.designated(list, ty, expr);
        }
        let elements = self.elements_of(list);
        let mut at = 0;
        let made = self.aggregate_from(&elements, &mut at, ty, expr);
        if let Some(rest) = elements.get(at) {
            self.check_rest(ty, *rest);
            return Made::Unknown;
        }
        made
    }

    fn aggregate_from(&mut self, elements: &[NodeId], at: &mut usize, ty: Ty<'db>, expr: ExprId) -> Made {
        let db = self.db();
        match ty.unqualified(db).kind(db) {
            Kind::Array(element, bound) => {
                let count = match bound {
                    Bound::Count(count) => *count,
                    _ => u64::MAX,
                };
                if let Some(first) = elements.get(*at)
                    && matches!(self.node(*first).what, What::String)
                    && element.as_builtin(db).is_some()
                {
                    self.hide(*first);
                    *at += 1;
                    return Made::Node(*first);
                }
                let mut parts = Vec::new();
                while *at < elements.len() && (parts.len() as u64) < count {
                    let made = self.element(elements, at, *element, expr);
                    parts.push((parts.len() as u32, made));
                }
                Made::Parts(parts)
            }
            Kind::Class(class) => {
                let Some(definition) = self.sema.definition(*class) else { return Made::Unknown };
                let mut parts = Vec::new();
                let mut number = 0;
                for base in self.sema.bases(*class).iter() {
                    if *at < elements.len() {
                        parts.push((number, self.element(elements, at, base.ty, expr)));
                    }
                    number += 1;
                }
                let is_union = matches!(
                    &self.sema.decl(definition.decl).kind,
                    asunder_decls::written::DeclKind::Class(it) if it.is_union
                );
                for field in self.sema.fields(&definition) {
                    if *at >= elements.len() {
                        break;
                    }
                    let ty = self.sema.variable_type(field);
                    parts.push((number, self.element(elements, at, ty, expr)));
                    number += 1;
                    if is_union {
                        break;
                    }
                }
                Made::Parts(parts)
            }
            _ => match elements.get(*at) {
                Some(first) => {
                    *at += 1;
                    self.member_value(*first, ty, expr)
                }
                None => Made::Empty,
            },
        }
    }

    /// One member of an aggregate: by one element, or by as many as it has members of its own.
    fn element(&mut self, elements: &[NodeId], at: &mut usize, ty: Ty<'db>, expr: ExprId) -> Made {
        let db = self.db();
        let Some(&first) = elements.get(*at) else { return Made::Empty };
        if ty.absorbs(db) {
            *at += 1;
            return Made::Unknown;
        }
        let is_aggregate = match ty.unqualified(db).kind(db) {
            Kind::Array(..) => true,
            Kind::Class(class) => self.sema.is_aggregate(*class),
            _ => false,
        };
        if !is_aggregate || matches!(self.node(first).what, What::List) {
            *at += 1;
            return self.member_value(first, ty, expr);
        }
        let is_string = matches!(self.node(first).what, What::String);
        let takes_whole = match ty.unqualified(db).kind(db) {
            Kind::Array(element, _) => is_string && element.as_builtin(db).is_some(),
            _ => !matches!(self.sema.implicit(&self.operand(first), ty.unqualified(db), true), Ics::No),
        };
        if takes_whole {
            *at += 1;
            self.member_value(first, ty, expr)
        } else {
            self.aggregate_from(elements, at, ty, expr)
        }
    }

    /// A member initialized with one node.
    fn member_value(&mut self, node: NodeId, ty: Ty<'db>, expr: ExprId) -> Made {
        let db = self.db();
        if matches!(self.node(node).what, What::List) {
            return self.initialize(node, ty, expr);
        }
        if matches!(ty.kind(db), Kind::Array(..)) {
            let node = self.settled(node);
            if matches!(self.node(node).what, What::String) {
                self.hide(node);
            }
            return Made::Node(node);
        }
        self.check_element(node, ty);
        let made = self.converted_for(node, ty, expr);
        if matches!(self.node(made).what, What::Constant(_)) {
            // A constant element is a part of a constant.
            self.hide(made);
        }
        Made::Node(made)
    }

    fn designated(&mut self, list: NodeId, ty: Ty<'db>, expr: ExprId) -> Made {
        let db = self.db();
        let Some((_, elements, _, of)) = self.lists.iter().find(|(of, ..)| *of == list).cloned() else {
            return Made::Unknown;
        };
        let asunder_hir::body::Expr::List(clauses) = &self.body[of] else { return Made::Unknown };
        let mut parts = Some(Vec::new());
        for (clause, node) in clauses.iter().zip(elements) {
            let mut at = ty;
            for designator in &clause.designators {
                at = match (designator, at.unqualified(db).kind(db)) {
                    (asunder_hir::body::Designator::Member(name), Kind::Class(class)) => {
                        let found = self.sema.lookup_in_class(
                            crate::lookup::Sought::Ident(name),
                            *class,
                            asunder_decls::names::Point::END,
                            crate::lookup::Want::Any,
                        );
                        match found {
                            crate::lookup::Lookup::Found(symbols) if symbols.len() == 1 => {
                                self.sema.variable_type(symbols[0])
                            }
                            crate::lookup::Lookup::None => {
                                self.met_no_field(at, name, of, clause.value);
                                self.sema.gap("designator")
                            }
                            _ => self.sema.gap("designator"),
                        }
                    }
                    (asunder_hir::body::Designator::Index(..), Kind::Array(element, _)) => *element,
                    _ => self.sema.gap("designator"),
                };
            }
            if clause.designators.is_empty() || at.absorbs(db) {
                self.out.gaps.push(("designator", expr));
                parts = None;
                continue;
            }
            let made = self.member_value(node, at, expr);
            // Designators of parts of parts are not followed.
            let number = match clause.designators.as_slice() {
                [asunder_hir::body::Designator::Member(name)] => self.part_number(ty, name),
                _ => None,
            };
            match (&mut parts, number) {
                (Some(parts), Some(number)) => parts.push((number, made)),
                _ => parts = None,
            }
        }
        parts.map_or(Made::Unknown, Made::Parts)
    }

    /// The number of a member among the parts of a class.
    fn part_number(&self, ty: Ty<'db>, name: &str) -> Option<u32> {
        let class = ty.as_class(self.db())?;
        let definition = self.sema.definition(class)?;
        let fields = self.sema.fields(&definition);
        let is_named = |field: &Symbol<'db>| {
            self.sema.decl(field.decl).name.ident().is_some_and(|ident| &**ident == name)
        };
        let index = fields.iter().position(is_named)?;
        Some((self.sema.bases(class).len() + index) as u32)
    }

    // ---- constructors' member initializers

    /// What it initializes, and how.
    pub(crate) fn member_initializer(&mut self, written: &MemberInit) -> (Member<'db>, Made) {
        let db = self.db();
        let name = match &written.name {
            asunder_decls::written::TypeExpr::Name(path, _) => path.as_ident().cloned(),
            _ => None,
        };
        let class = self.this.and_then(|ty| ty.as_class(db));
        let member = name.zip(class).and_then(|(name, class)| {
            let definition = self.sema.definition(class)?;
            let named = self.sema.named(definition.decl, &name).into_iter();
            let mut fields = named.filter(|decl| {
                self.sema.is_member(*decl, definition.decl)
                    && matches!(self.sema.decl(*decl).kind, asunder_decls::written::DeclKind::Variable { .. })
            });
            fields.next().map(|decl| Symbol { decl, env: definition.inside })
        });
        let ty = match member {
            Some(member) => self.sema.variable_type(member),
            None => self.sema.resolve(&written.name, self.site()),
        };
        if ty.absorbs(db) || written.expansion {
            let exprs: Vec<ExprId> = match &written.init {
                Init::None => Vec::new(),
                Init::Copy(expr) | Init::Brace(expr) => vec![*expr],
                Init::Paren(all) => all.clone(),
            };
            for expr in exprs {
                self.expr(expr);
            }
            return (Member::Unknown, Made::Unknown);
        }
        let target = match (member, ty.as_class(db)) {
            (Some(member), _) => Member::Field(member),
            (None, Some(class)) => Member::Class(class),
            (None, None) => Member::Unknown,
        };
        if matches!(&written.init, Init::Paren(args) if args.is_empty()) && ty.as_class(db).is_none() {
            return (target, Made::Empty);
        }
        if let (Init::Paren(args), None) = (&written.init, ty.as_class(db))
            && let [only] = args.as_slice()
        {
            let node = self.expr(*only);
            if !matches!(ty.kind(db), Kind::Array(..)) {
                let made = self.converted_for(node, ty, *only);
                if self.value_of(made).is_some() {
                    self.hide(made);
                }
                return (target, Made::Node(made));
            }
            return (target, Made::Unknown);
        }
        let made = self.initialized(&written.init, ty).made;
        (target, made)
    }

    // ---- new and delete

    pub(crate) fn new_expr(
        &mut self,
        id: ExprId,
        _global: bool,
        placement: &[ExprId],
        ty: &asunder_decls::written::TypeExpr,
        bound: Option<ExprId>,
        init: &Init,
    ) -> NodeId {
        let db = self.db();
        for arg in placement {
            let node = self.expr(*arg);
            self.resolved_value(node);
        }
        let of = self.sema.resolve(ty, self.site());
        if of.absorbs(db) || self.sema.is_dependent(of) {
            return self.absorbed_type(id, of, Vec::new());
        }
        let element = match (of.kind(db), bound) {
            (Kind::Array(element, _), _) => *element,
            _ => of,
        };
        let mut elements = None;
        if let Some(bound) = bound {
            let node = self.expr(bound);
            let size = self.sema.builtin(Builtin::UnsignedLong);
            let count = self.converted_for(node, size, bound);
            elements = Some(count);
            // A constant bound is a part of the type.
            if self.value_of(count).is_some() {
                self.hide_tree(count);
            } else if self.node(count).flags.implicit {
                self.hide(count);
                let operands = self.node(count).operands.clone();
                operands.into_iter().for_each(|operand| self.node_mut(operand).used = false);
            }
        }
        let is_array = bound.is_some() || matches!(of.kind(db), Kind::Array(..));
        let mut constructed = false;
        let mut how = match init {
            Init::None => Made::Default,
            Init::Paren(args) if args.is_empty() => Made::Empty,
            Init::Brace(list) if matches!(&self.body[*list], asunder_hir::body::Expr::List(all) if all.is_empty()) => {
                Made::Empty
            }
            _ => Made::Unknown,
        };
        if bound.is_none() {
            self.check_new(id, init, element);
            let made = self.initialized(init, element);
            if how != Made::Empty || element.as_class(db).is_some() {
                how = made.made;
            }
            self.new_object = None;
            constructed = made.node.is_some() && element.as_class(db).is_some();
            if let Some(node) = made.node.filter(|_| made.value.is_some()) {
                self.node_mut(node).used = false;
            }
        }
        let named = (!constructed).then(|| {
            self.allocation(match is_array {
                true => "operator new[]",
                false => "operator new",
            })
        });
        let node = self.push(Node {
            named,
            ..Self::plain(What::Op("new"), element.pointer_to(db), Category::Prvalue, At::Start(id))
        });
        let detail = Detail::New {
            ty: element,
            made: how,
            count: elements,
            is_array,
            has_placement: !placement.is_empty(),
        };
        self.out.plan.details.insert(node, detail);
        node
    }

    pub(crate) fn delete(&mut self, id: ExprId, array: bool, operand: ExprId) -> NodeId {
        let node = self.expr(operand);
        self.check_deleted_object(node);
        let pointer = self.decay(node);
        // The reference keeps the pointer elsewhere.
        self.hide(pointer);
        let void = self.sema.builtin(Builtin::Void);
        let named = self.allocation(if array { "operator delete[]" } else { "operator delete" });
        let node = self.push(Node {
            named: Some(named),
            ..Self::plain(What::Op("delete"), void, Category::Prvalue, At::Start(id))
        });
        self.out.plan.details.insert(node, Detail::Delete(pointer, array));
        node
    }

    /// The global function of `new` or `delete` that takes a size or a pointer alone ([basic.stc.dynamic]).
    fn allocation(&self, name: &'static str) -> Named<'db> {
        let operator = name.trim_start_matches("operator ");
        let sought = crate::lookup::Sought::Operator(operator);
        let declared = self.sema.free_operators(sought, operator);
        let global = asunder_decls::layout::NamespaceId::GLOBAL;
        let env = self.sema.namespace_env(global);
        let found = declared.iter().map(|decl| Symbol { decl: *decl, env }).find(|symbol| {
            self.sema.decl(symbol.decl).parent.is_none()
                && self.sema.names().item(symbol.decl.item).namespace == global
                && self.sema.signature(*symbol).is_some_and(|signature| signature.params.len() == 1)
        });
        found.map_or(Named::Predefined(name), Named::Symbol)
    }

    // ---- assignments that nobody declares

    /// Whether `=` means the assignment that a class has without declaring it.
    pub(crate) fn takes_implicit_assignment(
        &self,
        first: NodeId,
        operands: &[Operand<'db>],
        candidates: &[Candidate<'db>],
    ) -> bool {
        let db = self.db();
        let Some(class) = self.node(first).ty.as_class(db) else { return false };
        // One that the class itself declares for its own type.
        let declares = candidates.iter().any(|candidate| {
            self.sema.class_around(candidate.symbol) == Some(class)
                && self.sema.signature(candidate.symbol).is_some_and(|signature| {
                    signature
                        .params
                        .first()
                        .is_some_and(|param| param.referred(db).as_class(db) == Some(class))
                })
        });
        if declares {
            return false;
        }
        match operands.get(1) {
            Some(Operand::Value(value)) => value
                .ty
                .as_class(db)
                .is_some_and(|from| matches!(self.sema.distance_to_base(from, class), Ok(Some(_)))),
            Some(Operand::List(..)) => candidates.is_empty(),
            _ => false,
        }
    }

    pub(crate) fn implicit_assignment(&mut self, id: ExprId, operands: &[NodeId]) -> NodeId {
        let ty = self.node(operands[0]).ty;
        if let What::List = self.node(operands[1]).what {
            let how = self.initialize(operands[1], ty, id);
            let node = self.op("assign", ty, Category::Lvalue, At::Point(id), vec![operands[0]]);
            self.detail_made(node, how);
            return node;
        }
        let target = ty.unqualified(self.db());
        let value = match self.sema.is_trivially_copied(target) {
            true => self.applied_class(operands[1], target),
            false => operands[1],
        };
        if matches!(self.node(value).what, What::Op("temp_init")) {
            self.node_mut(value).read = true;
        }
        self.op("assign", ty, Category::Lvalue, At::Point(id), vec![operands[0], value])
    }
}
