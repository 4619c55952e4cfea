//! What `new`, `delete` and `throw` do not take ([expr.new], [expr.delete], [expr.throw]).

use asunder_decls::written::TypeExpr;
use asunder_hir::body::{Expr, ExprId, Init};
use asunder_syntax::Standard;
use asunder_types::{Bound, Class, Kind, Origin, Symbol, Ty, Value};

use super::super::{At, Infer, Named, NodeId, What};
use super::{Abstract, abstract_object};
use crate::eval::Val;
use crate::finding::{Argument, MetAt, Mistake};
use crate::spelled::Spelled;

/// "incomplete type … is not allowed".
const INCOMPLETE: u16 = 70;
/// "no instance of … matches the required type", of functions that nothing chooses from.
const UNDETERMINED: u16 = 299;
/// "type must be an object type".
const NO_OBJECT_TYPE: u16 = 356;
/// "a new-initializer may not be specified for an array".
const INITIALIZED_ARRAY: u16 = 391;
/// "the size of an array in "new" must be non-negative".
const NEGATIVE: u16 = 429;
/// "a pointer to function may not be deleted".
const FUNCTION_POINTER: u16 = 435;
/// "const object requires an initializer".
const CONST_OBJECT: u16 = 516;
/// "a throw expression may not have void type".
const VOID_THROWN: u16 = 601;
/// "const object requires an initializer -- … has no user-provided default constructor".
const CONST_CLASS_OBJECT: u16 = 812;
/// "expression must be a pointer to a complete object type".
const NO_OBJECT_POINTER: u16 = 852;
/// "a throw expression may not have pointer-to-incomplete type".
const INCOMPLETE_POINTEE: u16 = 1272;
/// "cannot deduce "auto" type (initializer required)".
const NOTHING_DEDUCED: u16 = 1593;
/// "a "new" of an std::initializer_list object is unlikely to work as expected …".
const NEW_LIST: u16 = 2374;
/// "braced initialization of a variable declared with a placeholder type but without `=` requires exactly one element …".
const ONE_VALUE: u16 = 2663;
/// "expression must have integral or unscoped enum type".
const NOT_INTEGRAL: u16 = 2140;

impl<'db> Infer<'_, 'db> {
    // ---- names of functions

    /// A name of several functions, or of a function template, where nothing says which of them is meant
    /// ([over.over]). True if it is reported.
    pub(crate) fn check_undetermined(&mut self, node: NodeId, at: MetAt) -> bool {
        if !matches!(self.node(node).what, What::Functions) || self.in_instance {
            return false;
        }
        let Some(pending) = self.sets.iter().rfind(|pending| pending.node == node).cloned() else {
            return false;
        };
        if pending.object.is_some() || pending.explicit.is_some() {
            return false;
        }
        let candidates = &pending.set.candidates;
        let is_template =
            |it: &crate::overload::Candidate<'db>| self.sema.is_function_template(it.symbol.decl);
        let kind = match candidates.as_slice() {
            [] => return false,
            [only] if is_template(only) => "function template",
            [first, others @ ..] if others.iter().all(|it| self.sema.same_function(first, it)) => {
                return false;
            }
            _ => "overloaded function",
        };
        let is_member = |it: &crate::overload::Candidate<'db>| {
            self.sema.signature(it.symbol).is_none_or(|signature| signature.object.is_some())
        };
        if candidates.iter().any(is_member) {
            return false;
        }
        let Some(name) = self.sema.qualified_name(candidates[0].symbol) else { return false };
        self.met_at(Mistake::new(UNDETERMINED, vec![Argument::entity(kind, name)]), at);
        true
    }

    /// Operands of an operator that are names of several functions, where the operator takes no function and no class
    /// may have one that does. True if one is reported.
    pub(crate) fn check_undetermined_operands(
        &mut self,
        operator: &'static str,
        lhs: NodeId,
        rhs: NodeId,
    ) -> bool {
        let db = self.db();
        let is_name = |infer: &Self, node| matches!(infer.node(node).what, What::Functions);
        let is_plain = |infer: &Self, node| {
            let ty = infer.node(node).ty.unqualified(db);
            is_name(infer, node)
                || infer.is_known(node) && ty.as_class(db).is_none() && ty.as_enum(db).is_none()
        };
        // What is assigned to, or compared with, may say which function is meant.
        let is_wanted = matches!(operator, "=" | "==" | "!=" | "," | ".*" | "->*");
        if is_wanted && !is_name(self, lhs) || operator == "," || !is_plain(self, lhs) || !is_plain(self, rhs)
        {
            return false;
        }
        let mut is_wrong = false;
        for node in [lhs, rhs] {
            if is_wanted && node == rhs {
                break;
            }
            let at = MetAt::Node(self.start_of(node));
            is_wrong |= self.check_undetermined(node, at);
        }
        is_wrong
    }

    // ---- new

    /// `new auto` that nothing deduces a type from ([dcl.type.auto.deduct]). True if it is reported.
    pub(crate) fn check_new_placeholder(&mut self, id: ExprId, ty: Ty<'db>, init: &Init) -> bool {
        if self.in_template || !matches!(ty.unqualified(self.db()).kind(self.db()), Kind::Auto) {
            return false;
        }
        match init {
            Init::None => self.met_at(Mistake::new(NOTHING_DEDUCED, Vec::new()), MetAt::NewType(id)),
            Init::Brace(list) => match &self.body[*list] {
                Expr::List(all) if all.len() != 1 => {
                    self.met_plain(ONE_VALUE, At::Start(*list));
                    if !all.is_empty() {
                        self.met_plain(NEW_LIST, At::Start(*list));
                    }
                }
                _ => return false,
            },
            _ => return false,
        }
        true
    }

    // ---- delete

    /// `delete e`, whose operand is not a pointer to an object.
    pub(crate) fn check_deleted_object(&mut self, node: NodeId) {
        let db = self.db();
        let at = self.start_of(node);
        if self.check_undetermined(node, MetAt::Node(at)) || !self.is_known(node) {
            return;
        }
        let ty = self.node(node).ty.decayed(db).unqualified(db);
        match ty.kind(db) {
            Kind::Builtin(_) | Kind::Enum(..) | Kind::MemberPointer(..) => {
                self.met_plain(NO_OBJECT_POINTER, at);
            }
            Kind::Function(_) => self.met_plain(FUNCTION_POINTER, at),
            Kind::Pointer(to) if to.as_function(db).is_some() => self.met_plain(FUNCTION_POINTER, at),
            // GNU's dialect gives the memory back.
            Kind::Pointer(to) if to.is_void(db) => {
                self.met(Mistake::warning(NO_OBJECT_POINTER, Vec::new()), at);
            }
            Kind::Class(class)
                if matches!(class.origin(db), Origin::Decl(_))
                    && self.is_known_class(ty)
                    && self.sema.conversion_functions(*class).iter().all(|it| self.gives_no_pointer(*it)) =>
            {
                self.met_plain(NO_OBJECT_POINTER, at);
            }
            _ => {}
        }
    }

    /// Whether a conversion function does not make a pointer of the operand of `delete` ([expr.delete]/1).
    fn gives_no_pointer(&self, function: Symbol<'db>) -> bool {
        let db = self.db();
        let is_plain = !self.sema.is_function_template(function.decl);
        let result = self.sema.signature(function).map(|signature| signature.result.referred(db));
        is_plain
            && (self.sema.is_explicit(function) == Some(true)
                || result.is_some_and(|it| it.unqualified(db).as_builtin(db).is_some()))
    }

    // ---- throw

    /// The operand of `throw`, of which a copy is thrown.
    pub(crate) fn check_thrown(&mut self, node: NodeId) {
        let db = self.db();
        let ty = self.node(node).ty;
        let at = self.at_start(node);
        if self.is_known(node) && ty.is_void(db) {
            self.met_at(Mistake::new(VOID_THROWN, Vec::new()), at);
            return;
        }
        let item = self.completeness_item();
        if let Some(to) = ty.pointee(db)
            && to.as_class(db).is_some()
            && self.is_known(node)
            && self.sema.is_incomplete(to.unqualified(db), item)
        {
            if !self.in_instance {
                self.met_at(Mistake::new(INCOMPLETE_POINTEE, Vec::new()), at);
            }
            return;
        }
        let Some(class) = ty.as_class(db) else { return };
        if self.is_known(node) && self.sema.is_incomplete(ty.unqualified(db), item) {
            if let Some(ty) = self.sema.type_argument(&Spelled::Plain(ty.unqualified(db))) {
                self.met_at(Mistake::new(INCOMPLETE, vec![ty]), at);
            }
            return;
        }
        self.check_abstract(class, Abstract::Object, at.clone());
        if class.args(db).is_some() {
            return;
        }
        // A variable of a block may be moved: that depends on the `try` blocks around it ([class.copy.elision]/3).
        if !self.names_movable(node) {
            self.check_copied(node, class, at);
        }
    }

    /// Whether a node is a variable of a block or a parameter, or what an rvalue reference of these names.
    fn names_movable(&self, node: NodeId) -> bool {
        let it = self.node(node);
        match (&it.what, it.named, it.operands.first()) {
            (_, Some(Named::Local(_) | Named::Parameter(..)), _) => true,
            (What::Op("ref_indirect"), _, Some(operand)) => {
                matches!(self.node(*operand).ty.kind(self.db()), Kind::Reference(_, true))
                    && self.names_movable(*operand)
            }
            _ => false,
        }
    }

    // ---- new

    /// `new` of an incomplete type, a reference or a function ([expr.new]/1), which `bound` makes an array of. True if it is
    /// reported.
    pub(crate) fn check_new_object(
        &mut self,
        id: ExprId,
        written: &TypeExpr,
        of: Ty<'db>,
        bound: Option<ExprId>,
    ) -> bool {
        let db = self.db();
        if self.is_open(of) {
            return false;
        }
        if matches!(of.kind(db), Kind::Reference(..) | Kind::Function(_)) {
            if !self.refuse() {
                self.met_at(Mistake::new(NO_OBJECT_TYPE, Vec::new()), MetAt::NewType(id));
            }
            return true;
        }
        let is_unbounded = bound.is_none() && matches!(of.kind(db), Kind::Array(_, Bound::Unknown));
        // An initializer gives the bound, since C++20 ([expr.new]/7).
        let is_bounded_later =
            is_unbounded && !self.is_default_new(id) && self.sema.dialect.standard >= Standard::Cpp20;
        let element = match (of.kind(db), bound) {
            (Kind::Array(element, _), Some(_)) => *element,
            _ => of,
        };
        let is_incomplete =
            is_unbounded || self.sema.is_incomplete(element.unqualified(db), self.completeness_item());
        if is_bounded_later || !is_incomplete || bound.is_some() && self.is_substituting() {
            return false;
        }
        let written = self.sema.spelled(written, self.site());
        let Some(mut spelled) = written.or_else(|| bound.map(|_| Spelled::Plain(element))) else {
            return self.refuse();
        };
        // A bound that is not constant is not part of the type.
        if let (Some(_), Spelled::Array(inner, _)) = (bound, &spelled)
            && !matches!(of.kind(db), Kind::Array(_, Bound::Count(_)))
        {
            spelled = (**inner).clone();
        }
        let Some(ty) = self.sema.type_argument(&spelled) else { return self.refuse() };
        self.met_at(Mistake::new(INCOMPLETE, vec![ty]), MetAt::NewType(id));
        true
    }

    /// Whether a `new` has no initializer.
    fn is_default_new(&self, id: ExprId) -> bool {
        matches!(&self.body[id], asunder_hir::body::Expr::New { init: Init::None, .. })
    }

    /// Parentheses with values behind the type of an array, before C++20 ([expr.new]/25): `first` and `second` are the
    /// first of them.
    pub(crate) fn check_initialized_array(&mut self, first: ExprId, second: Option<ExprId>) {
        let at = |expr| MetAt::Node(super::super::At::Start(expr));
        self.met_at(Mistake::new(INITIALIZED_ARRAY, Vec::new()), at(first));
        if second.is_some() {
            self.met_at(Mistake::new(super::objects::EXPECTED_PARENTHESIS, Vec::new()), MetAt::After(first));
        }
    }

    /// The bound of an array that `new` makes, before it is converted: numbers alone, and none below zero. True if it is
    /// reported.
    pub(crate) fn check_new_bound(&mut self, node: NodeId, bound: ExprId) -> bool {
        let db = self.db();
        let at = super::super::At::Start(bound);
        if self.check_undetermined(node, MetAt::Node(at)) {
            return true;
        }
        if !self.is_known(node) {
            return false;
        }
        // Floating-point numbers are converted, in GNU's dialect.
        let is_floating = self.node(node).ty.as_builtin(db).is_some_and(asunder_types::is_floating);
        if !is_floating && self.is_no_number(node, false) {
            self.met_plain(NOT_INTEGRAL, at);
            return true;
        }
        let value = match self.value_of(node) {
            Some(Value::Integer(value, _)) => Some(value),
            _ => match self.evaluated(node) {
                Ok(Val::Int(value)) => Some(value),
                _ => None,
            },
        };
        // The bound is not required to be constant.
        let asks = self.out.built_in.iter().any(|name| &**name == "__builtin_is_constant_evaluated");
        let is_negative = !asks && value.is_some_and(|value| value < 0);
        if is_negative {
            self.met_plain(NEGATIVE, at);
        }
        is_negative
    }

    /// `new T` of a type that depends on template parameters: what is wrong whatever it is.
    pub(crate) fn check_dependent_new(
        &mut self,
        id: ExprId,
        of: Ty<'db>,
        bound: Option<ExprId>,
        init: &Init,
    ) {
        if matches!(of.kind(self.db()), Kind::Reference(..) | Kind::Function(_)) {
            self.met_at(Mistake::new(NO_OBJECT_TYPE, Vec::new()), MetAt::NewType(id));
        }
        if let Some(bound) = bound {
            let node = self.expr(bound);
            let node = self.settled(node);
            self.check_new_bound(node, bound);
            self.hide_tree(node);
        }
        let args = match init {
            Init::Paren(args) => args.as_slice(),
            Init::Brace(list) => std::slice::from_ref(list),
            _ => return,
        };
        let made = self.arguments(args);
        made.into_iter().for_each(|node| self.hide_tree(node));
        if let (Init::Paren(args), Some(_)) = (init, bound)
            && let [first, rest @ ..] = args.as_slice()
            && self.sema.dialect.standard < Standard::Cpp20
        {
            self.check_initialized_array(*first, rest.first().copied());
        }
    }

    /// `new T[n]` without values: the elements are made by default.
    pub(crate) fn check_new_array(&mut self, id: ExprId, init: &Init, element: Ty<'db>, bound: ExprId) {
        let Some(class) = element.as_class(self.db()) else { return };
        if let Some(mistake) = abstract_object(self.sema, class, Abstract::Array) {
            self.met_at(mistake, MetAt::BracketBefore(bound));
            return;
        }
        match init {
            Init::None => self.check_default_class(class, true, None, MetAt::NewType(id)),
            Init::Paren(args) if args.is_empty() => {
                self.check_constructor_at(class, &[], MetAt::NewArguments(id));
            }
            _ => {}
        }
    }

    /// `new const T`: what is constant needs a value ([dcl.init]/7).
    pub(crate) fn check_const_new(&mut self, id: ExprId, element: Ty<'db>, bound: Option<ExprId>) {
        let db = self.db();
        if !element.qualifiers(db).is_const || self.is_open(element) || self.is_substituting() {
            return;
        }
        let mistake = match element.unqualified(db).kind(db) {
            Kind::Class(class) => {
                let Some(text) = self.unfit_for_const(*class) else { return };
                Mistake::new(CONST_CLASS_OBJECT, vec![Argument::entity("class", text)])
            }
            Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..) | Kind::MemberPointer(..) => {
                Mistake::new(CONST_OBJECT, Vec::new())
            }
            _ => return,
        };
        let at = bound.map_or(MetAt::NewType(id), MetAt::BracketBefore);
        self.met_at(mistake, at);
    }

    /// The name of a class whose constant objects need an initializer.
    fn unfit_for_const(&self, class: Class<'db>) -> Option<String> {
        if class.args(self.db()).is_some() || self.sema.is_const_default_constructible(class) {
            return None;
        }
        self.class_text(self.sema.ty(Kind::Class(class)))
    }
}
