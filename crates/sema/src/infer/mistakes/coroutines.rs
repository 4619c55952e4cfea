//! Coroutines ([dcl.fct.def.coroutine]): which functions can be some, and what their promises have to have.

use asunder_decls::names::Point;
use asunder_hir::body::{ExprId, StmtId};
use asunder_types::{Builtin, Class, Kind, Symbol};

use super::super::{At, Infer, NodeId};
use crate::finding::{Argument, MetAt, Mistake};
use crate::lookup::{Lookup, Sought, Want};
use crate::signature::Signature;
use crate::spelled::Spelled;

/// "… has no …".
const NO_MEMBER: u16 = 135;
/// "function … cannot be a coroutine".
const MAIN: u16 = 2668;
/// "a coroutine with a deduced return type is invalid".
const DEDUCED: u16 = 2736;
/// "a constexpr function cannot be a coroutine".
const CONSTANT: u16 = 2978;
/// "… has no member …", of promises.
const NO_PROMISE_MEMBER: u16 = 2677;
/// ""return" is not permitted in a coroutine (use "co_return" instead)".
const RETURN: u16 = 2740;
/// "the operand to this co_await expression resolves to non-class …".
const NO_AWAITED_CLASS: u16 = 2979;

/// "a co_await expression must appear in a function scope".
const OUTSIDE: u16 = 2679;

/// What is known of the promise of a coroutine.
enum Promise<'db> {
    /// Its result has none.
    None,
    /// The type that its result declares.
    Declared(Class<'db>),
    /// Nothing is.
    Unknown,
}

impl<'db> Infer<'_, 'db> {
    /// A function with `co_await`, `co_yield` or `co_return` in its body.
    pub(crate) fn check_coroutine(&mut self, symbol: Symbol<'db>, signature: &Signature<'db>) {
        if !self.body.is_coroutine || self.in_template || self.in_instance {
            return;
        }
        let decl = self.sema.decl(symbol.decl);
        let is_plain = decl.parent.is_none() && decl.qualifier.is_none() && signature.object.is_none();
        let is_main = is_plain && decl.name.ident().is_some_and(|name| &**name == "main");
        let mistake = match self.promise() {
            _ if is_main => {
                let entity = Argument::entity("function", "main");
                Some(Mistake::new(MAIN, vec![entity]))
            }
            _ if self.deduces => Some(Mistake::new(DEDUCED, Vec::new())),
            _ if decl.specifiers.is_constexpr => Some(Mistake::new(CONSTANT, Vec::new())),
            Promise::None if is_plain => self.no_promise(signature),
            Promise::Declared(_) => {
                self.check_promise_member("initial_suspend", MetAt::Name(symbol.decl));
                None
            }
            _ => None,
        };
        if let Some(mistake) = mistake {
            self.met_at(mistake, MetAt::Name(symbol.decl));
        }
    }

    /// `co_return;` and `co_return e;`, or `return` in a coroutine.
    pub(crate) fn check_returned_in_coroutine(&mut self, id: StmtId, has_value: bool) {
        let member = if has_value { "return_value" } else { "return_void" };
        self.check_promise_member(member, MetAt::Statement(id));
    }

    /// `return` in a coroutine.
    pub(crate) fn check_return_of_coroutine(&mut self, id: StmtId, has_value: bool) {
        if self.body.is_coroutine && self.lambda.is_none() && !self.in_template && !self.in_instance {
            self.met_at(Mistake::new(RETURN, Vec::new()), MetAt::Statement(id));
            self.check_returned_in_coroutine(id, has_value);
        }
    }

    /// `co_yield e`, at its operand.
    pub(crate) fn check_yielded(&mut self, operand: ExprId) {
        self.check_promise_member("yield_value", MetAt::Node(At::Start(operand)));
    }

    /// `co_await e` outside functions.
    pub(crate) fn check_await_place(&mut self, id: ExprId) {
        if !self.is_function_body() && self.lambda.is_none() && !self.in_template && !self.in_instance {
            self.met_plain(OUTSIDE, At::Start(id));
        }
    }

    /// `co_await e`, where the type of `e` is not a class, or is one without a member that `co_await` calls ([expr.await]/3).
    pub(crate) fn check_awaited(&mut self, id: ExprId, operand: NodeId) {
        let db = self.db();
        let ty = self.node(operand).ty;
        let Promise::Declared(promise) = self.promise() else { return };
        let plain = ty.referred(db).unqualified(db);
        let is_plain =
            plain.as_builtin(db).is_some_and(|it| it != Builtin::Void) || plain.pointee(db).is_some();
        if is_plain && self.lacks_member(promise, "await_transform") {
            let ty = Argument::ty(self.sema.display(plain));
            self.met(Mistake::new(NO_AWAITED_CLASS, vec![ty]), At::Start(id));
        }
        let Some(class) = plain.as_class(db).filter(|_| self.is_known_class(plain)) else { return };
        let is_plain = class.args(db).is_none()
            && self.lacks_member(promise, "await_transform")
            && self.operator_candidates("co_await", &[operand]).is_ok_and(|found| found.is_empty());
        for member in ["await_ready", "await_resume", "await_suspend"] {
            if is_plain && self.lacks_member(class, member) {
                let ty = Argument::ty(self.sema.display(plain));
                let at = self.start_of(operand);
                self.met(Mistake::new(NO_PROMISE_MEMBER, vec![ty, Argument::Name(member.to_owned())]), at);
            }
        }
    }

    /// The promise of the function that is walked.
    fn promise(&self) -> Promise<'db> {
        let db = self.db();
        let is_function = self.lambda.is_none() && !self.in_template && !self.in_instance;
        let Some(result) = self.result.filter(|_| is_function && !self.deduces) else {
            return Promise::Unknown;
        };
        let result = result.unqualified(db);
        match result.kind(db) {
            Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..) => Promise::None,
            Kind::Class(class) if self.is_known_class(result) => {
                let sought = Sought::Ident("promise_type");
                match self.sema.lookup_in_class(sought, *class, Point::END, Want::Any) {
                    Lookup::None => Promise::None,
                    Lookup::Found(symbols) => {
                        let ty = self.sema.type_of_symbol(symbols[0], None, self.site());
                        match ty.as_class(db).filter(|_| self.is_known_class(ty)) {
                            Some(class) => Promise::Declared(class),
                            None => Promise::Unknown,
                        }
                    }
                    _ => Promise::Unknown,
                }
            }
            _ => Promise::Unknown,
        }
    }

    /// "class "coroutine_traits<…>" has no member "promise_type"", where nobody specializes that template.
    fn no_promise(&self, signature: &Signature<'db>) -> Option<Mistake> {
        let traits = self.named_in_std("coroutine_traits")?;
        let special = self.sema.specializations(self.sema.first_declaration(traits.decl));
        if !special.explicit.is_empty() || !special.partial.is_empty() {
            return None;
        }
        let mut all = Vec::new();
        for ty in std::iter::once(&signature.result).chain(signature.params.iter()) {
            all.push(self.sema.spelled_text(&Spelled::Plain(*ty))?);
        }
        let text = format!("{}<{}>", self.sema.qualified_name(traits)?, all.join(", "));
        let entities = vec![Argument::entity("class", text), Argument::entity("member", "promise_type")];
        Some(Mistake::new(NO_MEMBER, entities))
    }

    /// A function that the promise has to have.
    fn check_promise_member(&mut self, member: &'static str, at: MetAt) {
        let Promise::Declared(promise) = self.promise() else { return };
        if !self.lacks_member(promise, member) {
            return;
        }
        if let Some(ty) = self.promise_text(promise) {
            self.met_at(Mistake::new(NO_PROMISE_MEMBER, vec![ty, Argument::Name(member.to_owned())]), at);
        }
    }

    fn lacks_member(&self, class: Class<'db>, member: &str) -> bool {
        self.sema.lookup_in_class(Sought::Ident(member), class, Point::END, Want::Any) == Lookup::None
    }

    /// The type of a promise as messages show it: as the library names it, and as what it is.
    fn promise_text(&self, promise: Class<'db>) -> Option<Argument> {
        let by = self.named_in_std("__coroutine_traits_impl")?;
        let result = self.sema.spelled_text(&Spelled::Plain(self.result?.unqualified(self.db())))?;
        let written = format!("{}<{result}, void>::promise_type", self.sema.qualified_name(by)?);
        let meaning = self.sema.spelled_text(&Spelled::Plain(self.sema.ty(Kind::Class(promise))));
        Some(Argument::Type { written, meaning })
    }
}
