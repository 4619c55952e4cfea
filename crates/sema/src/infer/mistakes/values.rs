//! Conversions that are none: arguments, initializers, assignments, returned values.

use asunder_hir::body::ExprId;
use asunder_types::{Class, Kind, Symbol, Ty, is_floating, is_integral};

use rustc_hash::FxHashSet;

use super::super::{At, Category, Infer, Named, NodeId, What};
use crate::convert::{Ics, Operand};
use crate::finding::{Argument, MetAt, Mistake};
use crate::overload::Candidate;
use crate::spelled::Spelled;

/// "more than one instance of … matches the required type".
const SEVERAL_INSTANCES: u16 = 449;
/// "return value type does not match the function type".
const RETURNED: u16 = 120;
/// "a constructor or destructor may not return a value".
const RETURNED_BY_CONSTRUCTOR: u16 = 278;
/// "no instance of … matches the required type".
const NO_FUNCTION: u16 = 386;
/// "expression must be a modifiable lvalue".
const NOT_MODIFIABLE: u16 = 137;
/// "a value of type … cannot be used to initialize an entity of type …".
const INITIALIZE: u16 = 144;
/// "base class … is ambiguous".
const AMBIGUOUS_BASE: u16 = 286;
/// "more than one conversion function from … to … applies:".
const SEVERAL_FUNCTIONS: u16 = 417;
/// "more than one conversion function from … to a built-in type applies:".
const SEVERAL_FUNCTIONS_TO_BUILT_IN: u16 = 418;
/// "argument of type … is incompatible with parameter of type …".
const ARGUMENT: u16 = 167;
/// "default argument of type … is incompatible with parameter of type …".
const DEFAULT_ARGUMENT: u16 = 310;
/// "no suitable user-defined conversion from … to … exists".
const USER_DEFINED: u16 = 312;
/// "no suitable conversion function from … to … exists".
const FUNCTION: u16 = 413;
/// "taking the address of a bit field is not allowed".
pub(crate) const BIT_FIELD_ADDRESS: u16 = 139;
/// "no suitable constructor exists to convert from … to …".
const CONSTRUCTOR: u16 = 415;
/// "qualifiers dropped in binding reference of type … to initializer of type …".
const QUALIFIERS_DROPPED: u16 = 433;
/// "a reference of type … (not const-qualified) cannot be initialized with a value of type …".
const UNRELATED_REFERENCE: u16 = 434;
/// "initial value of reference to non-const must be an lvalue".
pub(super) const NOT_AN_LVALUE: u16 = 461;
/// "deduced return type … conflicts with previously deduced type …".
const OTHER_RESULT: u16 = 2546;
/// "a value of type … cannot be assigned to an entity of type …".
const ASSIGN: u16 = 513;
/// "an rvalue reference cannot be bound to an lvalue".
const RVALUE_REFERENCE: u16 = 1768;

/// What a value is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// An argument of a call.
    Argument,
    /// A default argument.
    DefaultArgument,
    /// The initializer of a variable or member.
    Initialize,
    /// The right side of an assignment.
    Assign(ExprId),
    /// What a function returns.
    Return,
}

impl<'db> Infer<'_, 'db> {
    /// A value that does not become what is wanted, which `spelled` finds as it is spelled: reported where that is
    /// proven. True if it is.
    pub(crate) fn check_conversion(
        &mut self,
        node: NodeId,
        to: Ty<'db>,
        spelled: &dyn Fn(&Self) -> Option<Spelled<'db>>,
        context: Context,
    ) -> bool {
        if matches!(self.node(node).what, What::Functions) {
            return self.check_function_value(node, to, spelled, context);
        }
        // An object of type `void` is wrong by itself.
        let is_void = context == Context::Initialize && to.is_void(self.db());
        if is_void || self.is_plainly_converted(self.node(node).ty, to) {
            return false;
        }
        if context == Context::Initialize && self.check_dependent_pointer_value(node, to) {
            return true;
        }
        if self.check_ambiguous_base(node, to)
            || self.check_ambiguous_function(node, Some(to))
            || self.check_ambiguous_conversion(node, to)
        {
            return true;
        }
        if !self.is_proven_failure(node, to) {
            return false;
        }
        let spelled = spelled(self);
        let mistake = self.failed_conversion(node, to, spelled.as_ref(), context);
        let Some(mistake) = mistake else { return self.refuse() };
        let at = match (context, mistake.number, &self.node(node).what, self.node(node).at) {
            (Context::Assign(id), ASSIGN, ..) => MetAt::Node(At::Point(id)),
            (_, _, What::Op("kernel_launch"), At::Start(launch)) => MetAt::After(launch),
            (_, _, What::Op("range_element"), _) => match &self.range_element {
                Some((_, at, _)) => at.clone(),
                None => return false,
            },
            _ => MetAt::Node(self.start_of(node)),
        };
        self.met_at(mistake, at);
        true
    }

    /// In a template, a number that is initialized with a pointer to what depends on its parameters. True if it is
    /// reported.
    fn check_dependent_pointer_value(&mut self, node: NodeId, to: Ty<'db>) -> bool {
        let db = self.db();
        let from = self.node(node).ty.unqualified(db);
        let is_number = to
            .as_builtin(db)
            .is_some_and(|it| it != asunder_types::Builtin::Bool && (is_integral(it) || is_floating(it)));
        let is_wrong = self.in_template
            && is_number
            && matches!(from.kind(db), Kind::Pointer(_))
            && self.sema.is_dependent(from);
        if is_wrong {
            let text = |ty: Ty<'db>| Argument::ty(self.sema.display(ty));
            let mistake = Mistake::new(INITIALIZE, vec![text(from), text(to.unqualified(db))]);
            let at = self.start_of(node);
            self.met(mistake, at);
        }
        is_wrong
    }

    /// Whether a value becomes one of the type without a question: it has the type, or both are numbers.
    fn is_plainly_converted(&self, from: Ty<'db>, to: Ty<'db>) -> bool {
        let db = self.db();
        let is_number = |ty: Ty<'db>| ty.as_builtin(db).is_some_and(|it| is_integral(it) || is_floating(it));
        match to.kind(db) {
            Kind::Pointer(_) => from == to,
            Kind::Builtin(_) => is_number(to) && is_number(from),
            _ => false,
        }
    }

    /// A name of functions none of which is what is wanted.
    fn check_function_value(
        &mut self,
        node: NodeId,
        to: Ty<'db>,
        spelled: &dyn Fn(&Self) -> Option<Spelled<'db>>,
        context: Context,
    ) -> bool {
        let db = self.db();
        let Some(pending) = self.sets.iter().find(|pending| pending.node == node).cloned() else {
            return false;
        };
        if pending.object.is_some() || pending.explicit.is_some() || self.is_open(to) {
            return false;
        }
        let wanted = to.referred(db);
        let candidates = &pending.set.candidates;
        let has_template = candidates.iter().any(|it| self.sema.is_function_template(it.symbol.decl));
        let at = match context {
            Context::Assign(id) => At::Point(id),
            _ => self.start_of(node),
        };
        // No function is a number.
        let is_number = wanted.as_builtin(db).is_some_and(|it| it != asunder_types::Builtin::Bool);
        if has_template && is_number {
            let kind = if candidates.len() == 1 { "function template" } else { "overloaded function" };
            let name = candidates.first().and_then(|first| self.sema.qualified_name(first.symbol));
            return match name.filter(|_| !wanted.is_void(db)) {
                Some(name) => {
                    self.met(Mistake::new(NO_FUNCTION, vec![Argument::entity(kind, name)]), at);
                    true
                }
                None => false,
            };
        }
        let is_simple = wanted.as_builtin(db).is_some() || wanted.pointee(db).is_some();
        if !is_simple || !matches!(self.sema.implicit(&self.operand(node), to, true), Ics::No) {
            return false;
        }
        let settled = self.settled(node);
        if let What::Routine = self.node(settled).what {
            return self.check_conversion(node, to, spelled, context);
        }
        let Some(Argument::Entity { name, .. }) =
            candidates.first().and_then(|first| self.function_argument(first.symbol, &[*first], false))
        else {
            return false;
        };
        if has_template {
            return false;
        }
        if matches!(to.kind(db), Kind::Reference(of, false) if !of.qualifiers(db).is_const) {
            let wanted = spelled(self).and_then(|spelled| self.sema.type_argument(&spelled));
            if let Some(wanted) = wanted {
                let types = vec![wanted, Argument::ty("<unknown-type>")];
                self.met(Mistake::new(UNRELATED_REFERENCE, types), at);
            }
            return true;
        }
        let is_object = to.pointee(db).is_some_and(|to| to.is_void(db));
        let is_single = candidates.iter().all(|it| self.sema.same_function(&candidates[0], it));
        let number = if is_object && !is_single { SEVERAL_INSTANCES } else { NO_FUNCTION };
        self.met(Mistake::new(number, vec![Argument::entity("overloaded function", name)]), at);
        true
    }

    /// An object, or a pointer to one, that becomes one of a base that it has more than once. True if it is reported.
    fn check_ambiguous_base(&mut self, node: NodeId, to: Ty<'db>) -> bool {
        let db = self.db();
        if !self.is_known(node) || self.is_open(to) {
            return false;
        }
        let (from, to) = (self.node(node).ty, to.referred(db));
        let classes = match (from.pointee(db), to.pointee(db)) {
            (Some(from), Some(to)) => (from.as_class(db), to.as_class(db)),
            (None, None) => (from.as_class(db), to.as_class(db)),
            _ => return false,
        };
        let (Some(derived), Some(base)) = classes else { return false };
        // A conversion function, or a constructor that takes the object, may be meant.
        let has_others = from.pointee(db).is_none() && !self.sema.conversion_functions(derived).is_empty();
        !has_others && self.check_subobjects(node, derived, base)
    }

    /// The object of a member function of the class `base` that its own class brings in by a using-declaration.
    pub(crate) fn check_object_base(&mut self, object: NodeId, arrow: bool, base: Class<'db>) {
        let ty = self.node(object).ty;
        let class = if arrow { ty.pointee(self.db()) } else { Some(ty) };
        if let Some(derived) = class.and_then(|class| class.as_class(self.db())) {
            self.check_subobjects(object, derived, base);
        }
    }

    /// An object of the class `derived` as one of `base`, of which it has several. True if it is reported.
    pub(crate) fn check_subobjects(&mut self, node: NodeId, derived: Class<'db>, base: Class<'db>) -> bool {
        let db = self.db();
        if derived == base || self.sema.times_a_base(derived, base).is_none_or(|it| it < 2) {
            return false;
        }
        if base.args(db).is_some() || derived.args(db).is_some() {
            self.out.is_ill_formed |= self.unevaluated > 0;
            return false;
        }
        let Some(text) = self.class_text(self.sema.ty(Kind::Class(base))) else { return false };
        let mistake = Mistake::new(AMBIGUOUS_BASE, vec![Argument::entity("class", text)]);
        let at = self.start_of(node);
        self.met(mistake, at);
        true
    }

    /// An object that several conversion functions make what is wanted: `to`, or where that is not given something for a
    /// condition or an operand. True if it is reported.
    pub(crate) fn check_ambiguous_function(&mut self, node: NodeId, to: Option<Ty<'db>>) -> bool {
        let db = self.db();
        let from = self.node(node).ty;
        let Some(class) = from.as_class(db).filter(|class| class.args(db).is_none()) else { return false };
        let wanted =
            to.map_or_else(|| self.sema.builtin(asunder_types::Builtin::Bool), |to| to.unqualified(db));
        let is_scalar =
            wanted.as_builtin(db).is_some() || wanted.pointee(db).is_some() || wanted.as_enum(db).is_some();
        if !is_scalar || !self.is_known(node) || !self.is_known_class(from) || self.is_open(wanted) {
            return false;
        }
        let Operand::Value(value) = self.operand(node) else { return false };
        let found = match to {
            Some(to) => self.sema.implicit(&Operand::Value(value), to, true),
            None => self.sema.contextual_conversion(&value),
        };
        let functions = self.sema.conversion_functions(class);
        let is_special = |it: &Symbol<'db>| {
            self.sema.is_function_template(it.decl) || self.sema.is_explicit(*it) != Some(false)
        };
        if !matches!(found, Ics::Ambiguous) || functions.iter().any(is_special) {
            return false;
        }
        // One of a base is hidden by another for the same type ([class.conv.fct]/5).
        let mut results = FxHashSet::default();
        let result = |it: &Symbol<'db>| self.sema.signature(*it).map(|it| it.result);
        if !functions.iter().all(|it| results.insert(result(it))) {
            return false;
        }
        let Some(from) = self.type_of_argument(node) else { return false };
        let mut mistake = match to {
            Some(_) => {
                let to = Argument::ty(self.sema.display(wanted));
                Mistake::new(SEVERAL_FUNCTIONS, vec![from, to])
            }
            None => Mistake::new(SEVERAL_FUNCTIONS_TO_BUILT_IN, vec![from]),
        };
        for function in functions {
            let Some(signature) = self.sema.signature(function) else { return false };
            if self.sema.result_as(signature.result, wanted).is_none() {
                continue;
            }
            let Some(entity) = self.function_argument(function, &[Candidate::of(function)], true) else {
                return false;
            };
            mistake.details.push(vec![entity]);
        }
        let at = self.start_of(node);
        self.met(mistake, at);
        true
    }

    /// Whether it is proven that a node does not become `to`.
    pub(crate) fn is_proven_failure(&self, node: NodeId, to: Ty<'db>) -> bool {
        let db = self.db();
        let from = self.node(node).ty;
        if !self.is_known(node)
            || self.is_open(to)
            || !self.is_simple(from)
            || !self.is_simple(to.referred(db))
            || self.may_be_null(node)
            // Conversion functions to functions and references to them are not followed.
            || from.as_class(db).is_some() && to.referred(db).as_function(db).is_some()
        {
            return false;
        }
        if let Some(class) = from.as_class(db)
            && matches!(class.origin(db), asunder_types::Origin::Lambda(..))
        {
            return self.is_failed_closure(class, to);
        }
        let is_scalar = to.referred(db).as_class(db).is_none();
        let is_known = match from.as_class(db).filter(|_| is_scalar) {
            Some(class) => self.has_known_conversions(class),
            None => self.is_known_class(from),
        };
        if !is_known || !self.is_known_class(to.referred(db)) {
            return false;
        }
        if let Some(class) = from.as_class(db)
            && self.sema.conversion_functions(class).iter().any(|it| self.sema.is_function_template(it.decl))
        {
            return false;
        }
        matches!(self.sema.implicit(&self.operand(node), to, true), Ics::No)
    }

    /// Whether a zero may be a null pointer: any constant was one before C++11 ([conv.ptr]/1), and the reference takes
    /// `c ? 0 : 0` for one still.
    fn may_be_null(&self, node: NodeId) -> bool {
        let is_zero = matches!(self.value_of(node), Some(asunder_types::Value::Integer(0, _)));
        let is_chosen = |folded: NodeId| matches!(self.node(folded).what, What::Op("question"));
        is_zero
            && (self.sema.dialect.standard < asunder_syntax::Standard::Cpp11
                || self.node(node).folded.is_some_and(is_chosen))
    }

    /// Whether all conversion functions of a class are known: nothing else makes it a scalar.
    fn has_known_conversions(&self, class: asunder_types::Class<'db>) -> bool {
        let db = self.db();
        let Ok(Some(definition)) = self.sema.defined(class) else { return false };
        let brings_conversion = |decl: &asunder_decls::written::Decl| {
            matches!(decl.kind, asunder_decls::written::DeclKind::UsingDeclaration(_))
                && decl.name.ident().is_none()
        };
        if self.sema.members(definition.decl).iter().any(|(_, member)| brings_conversion(member)) {
            return false;
        }
        self.sema.bases(class).iter().all(|base| match base.ty.as_class(db) {
            Some(base) => crate::view::deep(|| self.has_known_conversions(base)),
            None => false,
        })
    }

    /// Types whose conversions are understood in full.
    fn is_simple(&self, ty: Ty<'db>) -> bool {
        let db = self.db();
        matches!(
            ty.unqualified(db).kind(db),
            Kind::Builtin(_)
                | Kind::Pointer(_)
                | Kind::Enum(..)
                | Kind::Function(_)
                | Kind::Array(..)
                | Kind::Class(_)
                | Kind::MemberPointer(..)
        )
    }

    /// Whether it is proven that a closure does not become `to`: only one without captures becomes a pointer.
    fn is_failed_closure(&self, class: asunder_types::Class<'db>, to: Ty<'db>) -> bool {
        let db = self.db();
        let asunder_types::Origin::Lambda(item, body, lambda) = class.origin(db) else { return false };
        let Some((_, body)) = self.sema.bodies(item).bodies.get(body as usize) else { return false };
        let written = &body[asunder_hir::body::LambdaId(lambda)];
        let captures = written.default_capture.is_some() || !written.captures.is_empty();
        match to.referred(db).unqualified(db).kind(db) {
            Kind::Builtin(builtin) => captures || *builtin != asunder_types::Builtin::Bool,
            Kind::Pointer(pointee) => match (pointee.as_function(db), self.sema.closure(class)) {
                (Some(wanted), Some(closure)) => {
                    let call = closure.call.as_function(db).filter(|_| !closure.is_generic);
                    captures
                        || call.is_some_and(|call| !call.result.absorbs(db) && call.params != wanted.params)
                }
                _ => captures || pointee.as_function(db).is_none() && !pointee.is_void(db),
            },
            _ => false,
        }
    }

    fn failed_conversion(
        &self,
        node: NodeId,
        to: Ty<'db>,
        spelled: Option<&Spelled<'db>>,
        context: Context,
    ) -> Option<Mistake> {
        let db = self.db();
        let from = self.node(node).ty;
        let is_lvalue = self.node(node).category == Category::Lvalue;
        let value = || self.type_of_argument(node);
        let wanted = || self.sema.type_argument(spelled?);
        let two = |number, from: Option<Argument>, to: Option<Argument>| {
            Some(Mistake::new(number, vec![from?, to?]))
        };
        let target = to.referred(db);
        if self.may_throw_less(node, from, target) {
            return None;
        }
        let mut target_spelled = spelled.map(|spelled| spelled.referred(db));
        if let Kind::Reference(_, rvalue) = to.kind(db) {
            let (a, b) = (from.unqualified(db), target.unqualified(db));
            let is_related = a == b
                || match (a.as_class(db), b.as_class(db)) {
                    (Some(a), Some(b)) => matches!(self.sema.distance_to_base(a, b), Ok(Some(_))),
                    _ => false,
                };
            if a == b && is_lvalue && self.valued(node).bit_field && !*rvalue {
                return Some(Mistake::new(BIT_FIELD_ADDRESS, Vec::new()));
            }
            if is_related && is_lvalue {
                let drops = !crate::convert::contains(target.qualifiers(db), from.qualifiers(db));
                return match (drops, rvalue) {
                    (true, _) => two(QUALIFIERS_DROPPED, wanted(), value()),
                    (false, true) => Some(Mistake::new(RVALUE_REFERENCE, Vec::new())),
                    (false, false) => None,
                };
            }
            if is_related && *rvalue && !crate::convert::contains(target.qualifiers(db), from.qualifiers(db))
            {
                return two(QUALIFIERS_DROPPED, wanted(), value());
            }
            let is_const = target.qualifiers(db).is_const && !target.qualifiers(db).is_volatile;
            if !*rvalue && !is_const {
                return match is_lvalue {
                    true => two(UNRELATED_REFERENCE, wanted(), value()),
                    false => Some(Mistake::new(NOT_AN_LVALUE, Vec::new())),
                };
            }
            if from.as_class(db).is_none() && target.as_class(db).is_none() {
                target_spelled = spelled.cloned();
            }
        } else if context != Context::Initialize {
            target_spelled = target_spelled.map(|spelled| spelled.unqualified(db));
        }
        let target_text = || self.sema.type_argument(target_spelled.as_ref()?);
        match (from.as_class(db).is_some(), target.as_class(db).is_some()) {
            (true, true) => two(USER_DEFINED, value(), target_text()),
            (true, false) if self.has_open_conversions(from) => None,
            (true, false) => two(FUNCTION, value(), target_text()),
            // The class itself is shown, whatever names it.
            (false, true) => {
                let to = self.sema.type_argument(&Spelled::Plain(target.unqualified(db)));
                // A function is not shown as a pointer.
                match self.routine_of(node) {
                    Some(function) => two(CONSTRUCTOR, Some(function), to),
                    None => two(CONSTRUCTOR, value(), to),
                }
            }
            (false, false) => {
                let written = self.type_of_value_argument(node);
                let mistake = match context {
                    Context::Argument => two(ARGUMENT, written, target_text()),
                    Context::DefaultArgument => two(DEFAULT_ARGUMENT, written, target_text()),
                    Context::Initialize => two(INITIALIZE, written, target_text()),
                    Context::Assign(_) => two(ASSIGN, written, target_text()),
                    Context::Return => Some(Mistake::new(RETURNED, Vec::new())),
                };
                let is_warning =
                    self.adds_qualifiers_alone(from, target) || self.is_function_as_object(from, target);
                mistake.map(|mistake| Mistake { is_warning, ..mistake })
            }
        }
    }

    /// The type of the function that a node names, as messages show it.
    fn routine_of(&self, node: NodeId) -> Option<Argument> {
        let mut node = node;
        while let What::Op("function_to_pointer") = self.node(node).what
            && self.node(node).flags.implicit
        {
            node = *self.node(node).operands.first()?;
        }
        let ty = self.node(node).ty;
        let is_routine = matches!(self.node(node).what, What::Routine) && ty.as_function(self.db()).is_some();
        is_routine.then(|| self.sema.type_argument(&Spelled::Plain(ty))).flatten()
    }

    /// Whether a pointer to pointers becomes one to pointers with more qualifiers, though not all pointers on the way are
    /// constant: the reference only warns of it, but where overload resolution decides.
    pub(crate) fn adds_qualifiers_alone(&self, from: Ty<'db>, to: Ty<'db>) -> bool {
        let db = self.db();
        let (mut from, mut to) = (from.decayed(db).pointee(db), to.unqualified(db).pointee(db));
        while let (Some(a), Some(b)) = (from, to) {
            if !crate::convert::contains(b.qualifiers(db), a.qualifiers(db)) {
                return false;
            }
            (from, to) = (a.pointee(db), b.pointee(db));
            if from.is_none() && to.is_none() {
                return a.unqualified(db) == b.unqualified(db);
            }
        }
        false
    }

    /// Whether a pointer to a function becomes one to `void`, which the reference takes with a warning.
    pub(crate) fn is_function_as_object(&self, from: Ty<'db>, to: Ty<'db>) -> bool {
        let db = self.db();
        let is_function =
            from.decayed(db).pointee(db).is_some_and(|it| matches!(it.kind(db), Kind::Function(_)));
        is_function && to.pointee(db).is_some_and(|it| it.unqualified(db).is_void(db))
    }

    // ---- places of values

    /// `T x = e;`
    pub(crate) fn check_initializer(&mut self, node: NodeId, to: Ty<'db>) {
        if let Some(spelled) = self.target.take() {
            self.check_conversion(node, to, &|_| Some(spelled.clone()), Context::Initialize);
        }
    }

    /// `a = e`: what is assigned to, and the value. True if it is reported that nothing can be assigned to it.
    pub(crate) fn check_assignment(
        &mut self,
        id: ExprId,
        target: NodeId,
        value: NodeId,
        simple: bool,
    ) -> bool {
        let known = self.out.mistakes.len();
        let is_fixed = self.check_modifiable(target);
        if is_fixed && self.is_constant_memory(target) {
            self.out.mistakes[known..].iter_mut().for_each(|met| met.behind = Some(id));
        }
        if is_fixed {
            return true;
        }
        let db = self.db();
        let to = self.node(target).ty.unqualified(db);
        if simple && to.as_class(db).is_none() {
            let spelled =
                |infer: &Self| Some(infer.spelled(target)?.referred(infer.db()).unqualified(infer.db()));
            self.check_conversion(value, to, &spelled, Context::Assign(id));
        }
        false
    }

    /// Whether it is reported that an operand cannot be modified.
    pub(crate) fn check_modifiable(&mut self, target: NodeId) -> bool {
        let db = self.db();
        let node = self.node(target);
        if matches!(node.what, What::Functions | What::List | What::Gap(_)) || node.ty.absorbs(db) {
            return false;
        }
        let is_scalar = node.ty.pointee(db).is_some()
            || node.ty.as_builtin(db).is_some()
            || node.ty.as_enum(db).is_some()
            || matches!(node.ty.kind(db), Kind::Array(..) | Kind::Function(_));
        if !is_scalar {
            return false;
        }
        let is_constant = node.ty.qualifiers(db).is_const;
        let is_fixed = matches!(node.ty.kind(db), Kind::Array(..) | Kind::Function(_));
        let is_value = node.category == Category::Prvalue
            && (matches!(node.what, What::Constant(_))
                || matches!(node.what, What::Op(op) if op != "temp_init" && op != "statement"));
        // What is constant in a template may not be so in its instances, says the reference.
        let is_constant = is_constant && !self.in_template || self.is_constant_memory(target);
        // A member of an object that nobody names.
        let is_part = node.category == Category::Xvalue
            && matches!(node.what, What::Op("dot_field"))
            && !self.in_template;
        if !is_constant && !is_value && !is_fixed && !is_part {
            return false;
        }
        let at = self.start_of(target);
        self.met_plain(NOT_MODIFIABLE, at);
        true
    }

    /// Whether it is reported that an output of inline assembly is a value. What is constant is warned of.
    pub(crate) fn check_output(&mut self, target: NodeId) -> bool {
        let db = self.db();
        let node = self.node(target);
        let is_known = !matches!(node.what, What::Functions | What::List | What::Gap(_));
        let is_scalar = node.ty.pointee(db).is_some()
            || node.ty.as_builtin(db).is_some()
            || node.ty.as_enum(db).is_some();
        if !is_known || !is_scalar || node.ty.absorbs(db) {
            return false;
        }
        let at = self.start_of(target);
        let is_value = node.category == Category::Prvalue
            && (matches!(node.what, What::Constant(_))
                || matches!(node.what, What::Op(op) if op != "temp_init" && op != "statement"));
        if is_value {
            self.met_plain(NOT_MODIFIABLE, at);
        } else if node.ty.qualifiers(db).is_const && !self.in_template {
            self.met(Mistake::warning(NOT_MODIFIABLE, Vec::new()), at);
        }
        is_value
    }

    /// Whether a node names a variable of constant memory, which no assignment changes.
    fn is_constant_memory(&self, node: NodeId) -> bool {
        let node = self.node(node);
        let is_variable = matches!(node.what, What::Variable);
        matches!(node.named, Some(Named::Symbol(symbol))
            if is_variable && self.sema.decl(symbol.decl).attributes.spaces.constant)
    }

    /// `return e;`
    pub(crate) fn check_returned(&mut self, node: NodeId, result: Ty<'db>) {
        let db = self.db();
        use asunder_decls::written::DeclName;
        let owner = self.owner.filter(|_| self.lambda.is_none()).map(|owner| &self.sema.decl(owner).name);
        if matches!(owner, Some(DeclName::Constructor | DeclName::Destructor)) {
            let at = self.start_of(node);
            self.met_plain(RETURNED_BY_CONSTRUCTOR, at);
            return;
        }
        if result.is_void(db) {
            let value = self.node(node).ty;
            let at = MetAt::Node(self.start_of(node));
            if self.check_undetermined(node, at) {
                return;
            }
            if self.is_known(node) && !value.is_void(db) && self.is_simple(value) {
                let at = self.start_of(node);
                self.met_plain(RETURNED, at);
            }
            return;
        }
        if let What::List = self.node(node).what {
            let is_class = result.as_class(db).is_some() && self.is_known_class(result);
            if is_class && matches!(self.sema.implicit(&self.operand(node), result, true), Ics::No) {
                let expr = self.expr_of(node);
                self.initialize(node, result, expr);
            }
            return;
        }
        let spelled = |infer: &Self| {
            let function = infer.sema.function_expr(infer.owner?)?;
            match infer.lambda {
                None => infer.sema.spelled(&function.result, infer.site()),
                Some(lambda) => infer.sema.spelled(infer.body[lambda].result.as_ref()?, infer.site()),
            }
        };
        self.check_conversion(node, result, &spelled, Context::Return);
    }

    /// A returned value that gives the function another type than the one before.
    pub(crate) fn check_deduced_result(&mut self, node: NodeId, ty: Ty<'db>) {
        let Some(&first) = self.out.returned.first() else { return };
        let (known, own) = (self.sema_result(first), self.sema_result(ty));
        if self.is_open(known) || self.is_open(own) || known == own {
            return;
        }
        let text = |ty: Ty<'db>| self.sema.type_argument(&self.sema.spelled_plainly(ty)?);
        if let (Some(own), Some(known)) = (text(own), text(known)) {
            let at = self.start_of(node);
            self.met(Mistake::new(OTHER_RESULT, vec![own, known]), at);
        }
    }

    fn sema_result(&self, returned: Ty<'db>) -> Ty<'db> {
        match returned.is_void(self.db()) {
            true => returned,
            false => self.returned_as(self.pattern, returned),
        }
    }

    /// Whether a class has conversion functions whose result arguments or their bodies give.
    fn has_open_conversions(&self, ty: Ty<'db>) -> bool {
        let db = self.db();
        let Some(class) = ty.as_class(db) else { return false };
        self.sema.conversion_functions(class).into_iter().any(|symbol| {
            self.sema.is_function_template(symbol.decl)
                || self.sema.signature(symbol).is_none_or(|signature| {
                    let result = signature.result.referred(db).unqualified(db);
                    result.absorbs(db) || self.sema.has_auto(result)
                })
        })
    }
}

impl<'db> Infer<'_, 'db> {
    /// Whether a function that may throw is what one that may not is wanted for, and it is a template's, or behind a
    /// reference: the first is only warned about, and the second may be known to mean a function that throws nothing.
    fn may_throw_less(&self, node: NodeId, from: Ty<'db>, to: Ty<'db>) -> bool {
        let db = self.db();
        let function = |ty: Ty<'db>| {
            let function = ty.pointee(db).unwrap_or(ty).as_function(db)?;
            Some(self.sema.without_noexcept(function))
        };
        if function(from).is_none() || function(from) != function(to) {
            return false;
        }
        let mut inner = node;
        while let (What::Op(_), Some(first)) = (&self.node(inner).what, self.node(inner).operands.first()) {
            inner = *first;
        }
        let is_reference = |ty: Ty<'db>| matches!(ty.kind(db), Kind::Reference(..));
        match (&self.node(inner).what, self.node(inner).named) {
            (What::Routine, Some(Named::Symbol(symbol))) => !self.sema.decl(symbol.decl).templates.is_empty(),
            (What::Variable, Some(Named::Symbol(symbol))) => is_reference(self.sema.variable_type(symbol)),
            (What::Variable, Some(Named::Local(number))) => is_reference(self.variable_of(number).ty),
            _ => false,
        }
    }
}
