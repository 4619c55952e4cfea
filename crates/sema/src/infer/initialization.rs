//! Initialization ([dcl.init]): constructors, variables, aggregates, member initializers.

use asunder_decls::written::DeclKind;
use asunder_hir::body::{ExprId, Init, MemberInit};
use asunder_syntax::Standard;
use asunder_types::{Bound, Builtin, Class, Kind, Symbol, Ty, Value};

use super::conversions::is_call;
use super::made::{InitializedPart, Made, Member};
use super::{At, Category, Flags, Infer, Named, Node, NodeId, What};
use crate::convert::{Ics, ListTo, Operand};
use crate::finding::MetAt;
use crate::overload::{Candidate, Chosen, How, Resolution};
use crate::packs::{Expanded, Pattern};

/// Why it is not known what an object runs that a constructor makes which its class inherits.
const INHERITED: &str = "inherited constructors";

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
    // ---- constructors

    pub(super) fn constructed_class(
        &mut self,
        id: ExprId,
        at: At,
        to: Ty<'db>,
        class: Class<'db>,
        args: Vec<NodeId>,
    ) -> NodeId {
        let db = self.db();
        let Some(definition) = self.sema.definition(class) else {
            if matches!(class.origin(db), asunder_types::Origin::Lambda(..)) {
                return self.op("temp_init", to, Category::Prvalue, at, args);
            }
            return self.gap("construction of a class without definition", id);
        };
        let inherited = self.sema.inherited_constructors(class, &definition);
        let has_open_constructors = inherited.is_none();
        let constructors =
            self.sema.constructors(&definition).into_iter().chain(inherited.unwrap_or_default());
        let candidates: Vec<Candidate<'db>> = constructors.map(Candidate::of).collect();
        let operands: Vec<Operand<'db>> = args.iter().map(|arg| self.operand(*arg)).collect();
        // The constructors that nobody declares: default, copy and move.
        if let [only] = operands.as_slice()
            && let Operand::Value(value) = only
            && let Some(from) = value.ty.as_class(db)
            && matches!(self.sema.distance_to_base(from, class), Ok(Some(_)))
            && !self.declares_copy(&candidates, class)
        {
            let place = self.arguments_at.take().unwrap_or(MetAt::Node(at));
            self.note_bases(value.ty, to);
            self.check_copied(args[0], class, place);
            if self.node(args[0]).category != Category::Prvalue {
                self.applied_class(args[0], to.unqualified(db));
            }
            return self.op("temp_init", to.unqualified(db), Category::Prvalue, at, args);
        }
        if candidates.is_empty() && args.is_empty() {
            let place = self.arguments_at.take().unwrap_or(MetAt::Node(at));
            self.check_empty_construction(class, place);
            return self.op("temp_init", to.unqualified(db), Category::Prvalue, at, args);
        }
        if candidates.is_empty() && args.iter().any(|arg| self.absorbs(*arg)) {
            return self.gap("unknown arguments of an aggregate", id);
        }
        if candidates.is_empty() && self.check_implicit_constructors(class, &args, at) {
            return self.error(id, args);
        }
        if candidates.is_empty() && self.check_aggregate_arguments(id, to, &args) {
            return self.error(id, args);
        }
        let resolution = self.sema.choose(&candidates, None, &operands, &How::call());
        // Where a constructor needs a conversion by a function, or several do, one that gives the class is better (CWG 2327).
        let is_by_function = match &resolution {
            Resolution::Best(chosen) => matches!(chosen.arguments.as_slice(), [Ics::User(..)]),
            Resolution::Ambiguous => true,
            _ => false,
        };
        if let ([only], true) = (args.as_slice(), is_by_function)
            && self.sema.dialect.standard >= Standard::Cpp17
            && let Some(made) = self.made_by_conversion(id, at, *only, (to, class))
        {
            return made;
        }
        match resolution {
            Resolution::Best(chosen) if self.sema.is_inherited_constructor(chosen.symbol, class) => {
                self.made_by_inherited(class, &chosen, args, at)
            }
            Resolution::Best(chosen) => {
                let is_same = self.is_elided(&chosen, &args, class);
                if !is_same {
                    self.check_chosen_constructor(chosen.symbol, class, args.len(), at);
                }
                let made = self.constructor_call(class, chosen, args, at, false);
                self.node_mut(made).flags.functional = true;
                made
            }
            Resolution::None => {
                // By a conversion function of the operand.
                if let [only] = args.as_slice()
                    && self.node(*only).ty.as_class(db).is_some()
                {
                    let only = *only;
                    let found = self.sema.implicit(&self.operand(only), to.unqualified(db), true);
                    if matches!(found, Ics::No)
                        && let Some(made) = self.made_by_conversion(id, at, only, (to, class))
                    {
                        return made;
                    }
                    return match found {
                        Ics::Gap(why) => self.gap(why, id),
                        Ics::No if !candidates.is_empty() => {
                            self.check_constructor(class, &args, at);
                            self.error(id, args)
                        }
                        Ics::No | Ics::Ambiguous => self.gap("construction by conversion", id),
                        ics => self.applied(only, to.unqualified(db), &ics),
                    };
                }
                if args.is_empty() {
                    self.check_constructor(class, &args, at);
                    return self.op("temp_init", to.unqualified(db), Category::Prvalue, at, args);
                }
                if has_open_constructors
                    && self.sema.may_inherit_constructor(class, &definition, (&operands, &How::call()))
                {
                    return self.gap(INHERITED, id);
                }
                self.check_constructor(class, &args, at);
                self.error(id, args)
            }
            Resolution::Ambiguous if self.check_ambiguous_construction(class, &args, at) => {
                self.error(id, args)
            }
            Resolution::Ambiguous => self.gap("ambiguous constructor", id),
            Resolution::Gap(why) => self.gap(why, id),
        }
    }

    /// An object that a conversion function of the only argument gives, explicit ones included ([over.match.copy]/1.2):
    /// what its constructor would copy is the object itself.
    fn made_by_conversion(
        &mut self,
        id: ExprId,
        at: At,
        argument: NodeId,
        (to, class): (Ty<'db>, Class<'db>),
    ) -> Option<NodeId> {
        let to = to.unqualified(self.db());
        let made = self.explicit_function(argument, to)?;
        let has_constructors = |definition| !self.sema.constructors(&definition).is_empty();
        if !self.sema.definition(class).is_some_and(has_constructors) {
            return Some(made);
        }
        if self.node(made).category != Category::Prvalue {
            return Some(self.constructed_class(id, at, to, class, vec![made]));
        }
        let made = self.op("temp_init", to, Category::Prvalue, at, vec![made]);
        self.node_mut(made).flags.functional = true;
        Some(made)
    }

    /// Whether the class declares a copy or move constructor itself.
    pub(super) fn declares_copy(&self, candidates: &[Candidate<'db>], class: Class<'db>) -> bool {
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

    /// Whether what a constructor would copy is the object itself ([dcl.init]/17.6.1).
    fn is_elided(&self, chosen: &Chosen<'db>, args: &[NodeId], class: Class<'db>) -> bool {
        let [only] = args else { return false };
        let node = self.node(*only);
        node.category == Category::Prvalue
            && !node.read
            && node.ty.as_class(self.db()) == Some(class)
            && self.sema.dialect.standard >= Standard::Cpp17
            && chosen
                .signature
                .params
                .first()
                .is_some_and(|it| it.referred(self.db()).as_class(self.db()) == Some(class))
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

    /// An object that a constructor makes which its class inherits: what that calls is not followed.
    pub(super) fn made_by_inherited(
        &mut self,
        class: Class<'db>,
        chosen: &Chosen<'db>,
        args: Vec<NodeId>,
        at: At,
    ) -> NodeId {
        let operands = self.constructor_arguments(chosen, args);
        let ty = self.sema.ty(Kind::Class(class));
        self.push(Node { operands, ..Self::plain(What::Gap(INHERITED), ty, Category::Prvalue, at) })
    }

    pub(super) fn constructor_arguments(&mut self, chosen: &Chosen<'db>, args: Vec<NodeId>) -> Vec<NodeId> {
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
                (Some(param), Some(ics)) => {
                    if matches!(ics, Ics::Ambiguous) {
                        self.check_ambiguous_conversion(arg, *param);
                    }
                    self.applied(arg, *param, ics)
                }
                _ => self.promoted_argument(arg),
            });
        }
        operands
    }

    /// The reference that the constructor takes which would make the result of an object of the function ([class.copy.elision]/3):
    /// the reference shows it, whether the object is moved or is the result itself.
    pub(super) fn show_returned_object(&mut self, node: NodeId, result: Ty<'db>) {
        let db = self.db();
        let result = result.unqualified(db);
        let Some(class) = result.as_class(db).filter(|_| !self.sema.is_trivially_copied(result)) else {
            return;
        };
        let Some(definition) = self.sema.definition(class) else { return };
        let object = self.node(node).ty;
        let candidates: Vec<Candidate<'db>> =
            self.sema.constructors(&definition).into_iter().map(Candidate::of).collect();
        // What is referred to, where the object is moved.
        let moved = match self.declares_copy(&candidates, class) {
            true => {
                let operand = Operand::value(object, Category::Xvalue);
                match self.sema.choose(&candidates, None, &[operand], &How::call()) {
                    Resolution::Best(chosen) => match chosen.signature.params.first().map(|it| it.kind(db)) {
                        Some(Kind::Reference(to, is_moved)) => is_moved.then_some(*to),
                        _ => return,
                    },
                    _ => return,
                }
            }
            false => {
                let move_constructor = self.sema.special_member(class, crate::special::Special::Move);
                move_constructor.filter(|_| !object.qualifiers(db).is_const).map(|_| object)
            }
        };
        let at = self.start_of(node);
        let (mut shown, mut to) = (node, moved.unwrap_or(object));
        if moved.is_none() && !object.qualifiers(db).is_const {
            to = object.constant(db);
            shown = self.implicit_op("lvalue_adjust", to, Category::Lvalue, at, vec![node]);
        }
        self.implicit_op("reference_to", to.lvalue_ref(db), Category::Prvalue, at, vec![shown]);
    }

    /// A temporary holds what a call gives that nobody takes, where that is an object that is not copied as bytes.
    pub(super) fn show_held(&mut self, node: NodeId) {
        let db = self.db();
        let call = self.node(node);
        let ty = call.ty.unqualified(db);
        if is_call(&call.what)
            && call.category == Category::Prvalue
            && ty.as_class(db).is_some()
            && !self.sema.is_trivially_copied(ty)
            && !self.sema.has_destructor(ty)
        {
            self.shown_again(node);
            let at = self.node(node).at;
            self.op("temp_init", ty, Category::Prvalue, at, vec![node]);
        }
    }

    // ---- variables

    /// Initializes a variable.
    pub(crate) fn initialized(&mut self, init: &Init, ty: Ty<'db>) -> Initialized<'db> {
        let db = self.db();
        let is_new = std::mem::take(&mut self.in_new);
        match init {
            Init::None => Initialized { made: Made::Default, ..Initialized::default() },
            Init::Copy(expr) => {
                let node = self.initializer_node(*expr);
                if matches!(self.node(node).what, What::List) {
                    let made = self.initialize(node, ty, *expr);
                    self.check_copied_list(&made, ty, *expr);
                    return Initialized { value: None, node: Some(node), made };
                }
                self.converted_value(node, ty, *expr)
            }
            Init::Brace(expr) => {
                let node = self.initializer_node(*expr);
                let elements = self.elements_of(node);
                if ty.as_class(db).is_none() && !matches!(ty.kind(db), Kind::Array(..)) {
                    match elements.as_slice() {
                        [only] if self.takes_directly(*only, ty) => {
                            let node = self.converted_for(*only, ty, *expr);
                            return Initialized { value: None, node: Some(node), made: Made::Unknown };
                        }
                        [only] if self.check_inner_list(*only, ty) => return Initialized::default(),
                        [only] => {
                            if let Some(node) = self.converted_directly(*only, ty) {
                                return self.converted_value(node, ty, *expr);
                            }
                            self.check_narrowed_scalar(*only, ty);
                            return self.converted_value(*only, ty, *expr);
                        }
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
                    let outer = self.arguments_at.take();
                    let nodes = self.initializer_nodes(args);
                    self.arguments_at = outer;
                    let (expr, at) = match args.first() {
                        Some(first) => (*first, At::Start(*first)),
                        None => (ExprId(0), At::None),
                    };
                    let node = self.construct_object(class, nodes, expr, at);
                    return Initialized { value: None, node: Some(node), made: Made::Node(node) };
                }
                let nodes = self.initializer_nodes(args);
                match nodes.as_slice() {
                    [only] => {
                        if self.is_substituting() && self.is_proven_failure(*only, ty) {
                            self.refuse();
                        }
                        let only = self.converted_directly(*only, ty).unwrap_or(*only);
                        self.in_parentheses = matches!(ty.kind(db), Kind::Array(..));
                        self.converted_value(only, ty, args[0])
                    }
                    [first, second, ..] if !matches!(ty.kind(db), Kind::Array(..)) => {
                        match is_new {
                            true => self.check_one_value(ty, *first, *second),
                            false => self.check_rest(ty, *second),
                        }
                        Initialized::default()
                    }
                    _ => Initialized::default(),
                }
            }
        }
    }

    /// Whether direct initialization with braces takes what no implicit conversion does: a number for an enumeration
    /// with a fixed underlying type ([dcl.init.list]/3.8), a null pointer for `bool`.
    fn takes_directly(&self, node: NodeId, ty: Ty<'db>) -> bool {
        let db = self.db();
        let from = self.node(node).ty;
        match ty.unqualified(db).kind(db) {
            Kind::Enum(decl, _) => {
                let is_fixed = match &self.sema.decl(*decl).kind {
                    DeclKind::Enum(written) => written.scoped || written.base.is_some(),
                    _ => true,
                };
                is_fixed && from.as_builtin(db).is_some_and(asunder_types::is_integral)
            }
            Kind::Builtin(asunder_types::Builtin::Bool) => {
                from.as_builtin(db) == Some(asunder_types::Builtin::NullPtr)
            }
            _ => false,
        }
    }

    pub(super) fn converted_value(&mut self, node: NodeId, ty: Ty<'db>, expr: ExprId) -> Initialized<'db> {
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
    pub(super) fn zero(&self, ty: Ty<'db>) -> Value<'db> {
        match ty.as_builtin(self.db()) {
            Some(builtin) if asunder_types::is_floating(builtin) => Value::Floating(0, ty),
            Some(_) => Value::Integer(0, ty),
            None if ty.as_enum(self.db()).is_some() => Value::Integer(0, ty),
            None => Value::Null(ty),
        }
    }

    /// An object made in place by a constructor: its arguments are expressions of the program, the object is none.
    pub(super) fn construct_object(
        &mut self,
        class: Class<'db>,
        args: Vec<NodeId>,
        expr: ExprId,
        at: At,
    ) -> NodeId {
        let ty = self.sema.ty(Kind::Class(class));
        let node = self.constructed_class(expr, at, ty, class, args);
        // A conversion function of the only argument is called.
        if !is_call(&self.node(node).what) {
            self.release(node);
        }
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
        let known = self.out.mistakes.len();
        let made = self.made_of_list(list, ty, expr);
        // The reference checks a list behind its last element.
        let list = self.expr_of(list);
        self.found_behind(known, list);
        made
    }

    fn made_of_list(&mut self, list: NodeId, ty: Ty<'db>, expr: ExprId) -> Made {
        let db = self.db();
        let elements = self.elements_of(list);
        let target = ty.referred(db).unqualified(db);
        match target.kind(db) {
            Kind::Class(class) => {
                if let [only] = elements.as_slice()
                    && let Some(from) = self.node(*only).ty.as_class(db)
                    && matches!(self.sema.distance_to_base(from, *class), Ok(Some(_)))
                {
                    let at = self.at_start(list);
                    self.check_copied(*only, *class, at);
                    return Made::Node(self.copied_from_list(*only, target, expr));
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
                if self.check_list_of_implicit(list, &elements, *class) {
                    return Made::Unknown;
                }
                match self.sema.choose_list_constructor(*class, &operands.into(), false) {
                    Resolution::Best(chosen) if self.sema.is_inherited_constructor(chosen.symbol, *class) => {
                        self.out.gaps.push((INHERITED, expr));
                    }
                    Resolution::None if self.is_converted_by_function(&elements, target) => {
                        let made = self.explicit_function(elements[0], target);
                        return made.map_or(Made::Unknown, Made::Node);
                    }
                    Resolution::None if self.sema.bases(*class).is_empty() => {
                        let known = self.out.mistakes.len();
                        self.check_constructor(*class, &elements, self.start_of(list));
                        self.note_lists_as_arguments(*class, known);
                        self.out.gaps.push(("list constructor", expr));
                    }
                    Resolution::Best(chosen) => {
                        let takes_list =
                            matches!(chosen.arguments.as_slice(), [Ics::List(ListTo::InitializerList(_), _)]);
                        let at = self.at_start(list);
                        if !self.is_elided(&chosen, &elements, *class) {
                            self.check_deleted_constructor(chosen.symbol, *class, elements.len(), at);
                        }
                        self.check_narrowed_arguments(&chosen, &elements);
                        let made = self.constructor_call(*class, chosen, elements, At::Start(expr), false);
                        self.release(made);
                        return if takes_list { Made::Unknown } else { Made::Node(made) };
                    }
                    Resolution::Gap(why) => self.out.gaps.push((why, expr)),
                    Resolution::Ambiguous => {
                        self.check_ambiguous_construction(*class, &elements, self.start_of(list));
                        self.out.gaps.push(("list constructor", expr));
                    }
                    Resolution::None => self.out.gaps.push(("list constructor", expr)),
                }
                Made::Unknown
            }
            Kind::Array(..) => self.aggregate(list, target, expr),
            _ => {
                if let [only] = elements.as_slice() {
                    if self.check_inner_list(*only, ty) {
                        return Made::Unknown;
                    }
                    self.check_narrowing(*only, ty);
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

    /// The copy of the only element of a list, an object of the class or of one derived from it ([dcl.init.list]/3.7). What
    /// is wrong with it has been said.
    fn copied_from_list(&mut self, only: NodeId, ty: Ty<'db>, expr: ExprId) -> NodeId {
        let node = self.settled(only);
        let is_temporary = matches!(self.node(node).what, What::Op("temp_init"))
            && self.node(node).ty.unqualified(self.db()) == ty;
        let known = self.out.mistakes.len();
        let node = if is_temporary { node } else { self.converted_for(node, ty, expr) };
        self.out.mistakes.truncate(known);
        self.elided(node, ty);
        node
    }

    /// Whether a conversion function of the only element, perhaps an explicit one, gives an object of the type.
    fn is_converted_by_function(&self, elements: &[NodeId], to: Ty<'db>) -> bool {
        let db = self.db();
        let [only] = elements else { return false };
        let Some(class) = self.node(*only).ty.as_class(db) else { return false };
        self.sema.conversion_functions(class).into_iter().any(|function| {
            let signature = self.sema.signature(function);
            signature.is_some_and(|it| it.result.referred(db).unqualified(db) == to)
        })
    }

    /// An aggregate's members from a list, braces left out included ([dcl.init.aggr]).
    pub(super) fn aggregate(&mut self, list: NodeId, ty: Ty<'db>, expr: ExprId) -> Made {
        let written =
            self.lists.iter().rfind(|(of, ..)| *of == list).map(|(_, _, designated, of)| (*designated, *of));
        if let Some((_, of)) = written
            && let asunder_hir::body::Expr::List(clauses) = &self.body[of]
        {
            self.check_designators(of, clauses, ty);
        }
        if written.is_some_and(|(designated, _)| designated) {
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

    pub(super) fn aggregate_from(
        &mut self,
        elements: &[NodeId],
        at: &mut usize,
        ty: Ty<'db>,
        expr: ExprId,
    ) -> Made {
        let db = self.db();
        match ty.unqualified(db).kind(db) {
            Kind::Array(element, bound) => {
                let count = match bound {
                    Bound::Count(count) => *count,
                    _ => u64::MAX,
                };
                if let ([first], 0) = (elements, *at)
                    && matches!(self.node(*first).what, What::String)
                    && is_character(db, *element)
                {
                    self.hide(*first);
                    self.check_array_initializer(*first, ty);
                    *at += 1;
                    return Made::Node(*first);
                }
                let mut parts = Vec::new();
                while *at < elements.len() && (parts.len() as u64) < count {
                    let before = *at;
                    let made = self.element(elements, at, *element, expr);
                    parts.push((parts.len() as u32, made));
                    // What has no members takes no initializer.
                    if *at == before {
                        break;
                    }
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
    pub(super) fn element(&mut self, elements: &[NodeId], at: &mut usize, ty: Ty<'db>, expr: ExprId) -> Made {
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
            Kind::Array(element, _) => is_string && is_character(db, *element),
            _ => match self.sema.implicit(&self.operand(first), ty.unqualified(db), true) {
                // How many elements this takes is not known.
                Ics::Gap(why) => {
                    self.out.gaps.push((why, expr));
                    *at = elements.len();
                    return Made::Unknown;
                }
                Ics::No => false,
                _ => true,
            },
        };
        if takes_whole {
            *at += 1;
            self.member_value(first, ty, expr)
        } else {
            self.aggregate_from(elements, at, ty, expr)
        }
    }

    /// A member initialized with one node.
    pub(super) fn member_value(&mut self, node: NodeId, ty: Ty<'db>, expr: ExprId) -> Made {
        let db = self.db();
        if matches!(self.node(node).what, What::List) {
            self.check_extra_braces(node, ty);
            return self.initialize(node, ty, expr);
        }
        if matches!(ty.kind(db), Kind::Array(..)) {
            let node = self.settled(node);
            if matches!(self.node(node).what, What::String) {
                self.hide(node);
            }
            return Made::Node(node);
        }
        self.check_narrowing(node, ty);
        self.check_element(node, ty);
        let made = self.converted_for(node, ty, expr);
        match self.node(made).what {
            // A constant element is a part of a constant.
            What::Constant(_) | What::Aggregate => self.hide(made),
            _ => self.elided(made, ty),
        }
        Made::Node(made)
    }

    pub(super) fn designated(&mut self, list: NodeId, ty: Ty<'db>, expr: ExprId) -> Made {
        let db = self.db();
        let Some((_, elements, _, of)) = self.lists.iter().rfind(|(of, ..)| *of == list).cloned() else {
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
            // Braces may be left out around the members of an aggregate.
            let is_list = matches!(self.node(node).what, What::List);
            if !is_list
                && at.as_class(db).is_some_and(|class| self.sema.is_aggregate(class))
                && matches!(self.sema.implicit(&self.operand(node), at, true), Ics::No)
            {
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
    pub(super) fn part_number(&self, ty: Ty<'db>, name: &str) -> Option<u32> {
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

    /// What a member initializer initializes, an expansion several bases; `index` is its number.
    pub(crate) fn member_initializers(
        &mut self,
        written: &MemberInit,
        index: u32,
    ) -> Vec<InitializedPart<'db>> {
        if !written.expansion {
            let (member, made) = self.member_initializer(written);
            return vec![InitializedPart { member, made, written: index }];
        }
        let names = Pattern::Initializer(self.body, written).names();
        let each = &mut |infer: &mut Self| {
            infer.arguments_at = Some(MetAt::InitializerArguments(index));
            let (member, made) = infer.member_initializer(written);
            InitializedPart { member, made, written: index }
        };
        match self.each_element(&names, each) {
            Expanded::All(all) => all,
            Expanded::Open | Expanded::Gap(_) => {
                for expr in written.init.operands() {
                    self.expr(*expr);
                }
                vec![InitializedPart { member: Member::Unknown, made: Made::Unknown, written: index }]
            }
        }
    }

    /// What it initializes, and how; of an expansion for one element of the packs.
    fn member_initializer(&mut self, written: &MemberInit) -> (Member<'db>, Made) {
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
                let written = self.sema.decl(*decl);
                self.sema.is_member(*decl, definition.decl)
                    && matches!(written.kind, asunder_decls::written::DeclKind::Variable { .. })
                    && !written.specifiers.is_static
            });
            fields.next().map(|decl| Symbol { decl, env: definition.inside })
        });
        let ty = match member {
            Some(member) => self.sema.variable_type(member),
            None => self.sema.resolve(&written.name, self.site()),
        };
        if ty.absorbs(db) {
            for expr in written.init.operands() {
                self.expr(*expr);
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
        if let (Init::Paren(args), Kind::Array(..)) = (&written.init, ty.kind(db))
            && let [first, _, ..] = args.as_slice()
            && !self.in_template
            && self.sema.dialect.standard < Standard::Cpp20
        {
            self.check_array_member_list(member, *first);
        }
        if let (Init::Paren(args), None) = (&written.init, ty.as_class(db))
            && let [only] = args.as_slice()
            && !matches!(self.body[*only], asunder_hir::body::Expr::Expansion(_))
        {
            let node = self.expr(*only);
            if matches!(ty.kind(db), Kind::Array(..)) && !self.in_template {
                self.check_array_member(member, node);
            }
            if !matches!(ty.kind(db), Kind::Array(..)) {
                self.target = member.and_then(|member| self.sema.spelled_variable(member));
                self.check_initializer(node, ty);
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
}

/// Whether a string initializes an array with elements of a type ([dcl.init.string]/1).
fn is_character<'db>(db: &'db dyn salsa::Database, element: Ty<'db>) -> bool {
    use Builtin::{Char, Char8, Char16, Char32, SignedChar, UnsignedChar, WChar};
    let builtin = element.unqualified(db).as_builtin(db);
    matches!(builtin, Some(Char | SignedChar | UnsignedChar | WChar | Char8 | Char16 | Char32))
}
