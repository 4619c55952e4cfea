//! What lambdas capture, and what they use without capturing it ([expr.prim.lambda.capture]).

use asunder_decls::written::{DeclKind, DeclName};
use asunder_hir::body::{Capture, ExprId, Init, LambdaId};
use asunder_syntax::{Release, Standard};
use asunder_types::{Kind, Symbol};

use super::members::NO_THIS;
use crate::finding::{MetAt, Mistake};
use crate::infer::{At, Infer, Variable};
use crate::lookup::{Lookup, Sought, Want};
use crate::special::Special;

/// "a variable with static storage duration cannot be captured in a lambda".
const CAPTURED_STATIC: u16 = 1731;
/// "an enclosing-function local variable cannot be referenced in a lambda body …".
const NOT_CAPTURED: u16 = 1735;
/// "the enclosing-function "this" cannot be referenced in a lambda body …".
const THIS_NOT_CAPTURED: u16 = 1738;
/// "a name cannot appear more than once in a capture-list".
const CAPTURED_TWICE: u16 = 1761;
/// "the implicit by-copy capture of "this" is deprecated".
const IMPLICIT_THIS: u16 = 2908;
/// "a lambda parameter cannot hide an explicit capture".
const HIDDEN_CAPTURE: u16 = 33483;
/// The first release that reports parameters with the name of a capture (CWG 2211).
const COMPARES_PARAMETERS: Release = Release::V13_3;
/// "capturing structured bindings is a C++20 feature".
const CAPTURED_BINDING: u16 = 3357;

impl<'db> Infer<'_, 'db> {
    /// Captures of names that nothing declares, that are captured before, or that are not local. The variables that are
    /// captured by their names, and whether by reference.
    pub(crate) fn check_captures(&mut self, lambda: LambdaId) -> Vec<(u32, bool)> {
        let body = self.body;
        let mut captured = Vec::new();
        let mut names = rustc_hash::FxHashSet::default();
        for (index, capture) in body[lambda].captures.iter().enumerate() {
            if let Capture::Name { name, .. } = capture
                && !names.insert(name)
                && !self.is_static_capture(capture)
            {
                let at = MetAt::Capture(lambda, index as u32);
                self.met_at(Mistake::new(CAPTURED_TWICE, Vec::new()), at);
                continue;
            }
            if *capture == Capture::This && self.this.is_none() && self.is_function_body() {
                self.met_at(Mistake::new(NO_THIS, Vec::new()), MetAt::Capture(lambda, index as u32));
            }
            let Capture::Name { name, init: Init::None, by_reference, .. } = capture else {
                continue;
            };
            if self.check_own_initializer(name, MetAt::Capture(lambda, index as u32)) {
                continue;
            }
            let found = self.sema.lookup(Sought::Ident(name), self.site(), Want::Any);
            if let Lookup::Variable(number) = &found {
                captured.push((*number, *by_reference));
                if !by_reference {
                    self.check_captured_copy(*number, MetAt::Capture(lambda, index as u32));
                }
                self.check_captured_binding(*number, MetAt::Capture(lambda, index as u32));
            }
            if found == Lookup::None {
                self.met_undeclared(&name.clone(), MetAt::Capture(lambda, index as u32));
            } else if self.is_static_capture(capture) {
                let at = MetAt::Capture(lambda, index as u32);
                self.met_at(Mistake::new(CAPTURED_STATIC, Vec::new()), at);
            }
        }
        if self.sema.dialect.release >= COMPARES_PARAMETERS {
            for (index, param) in body[lambda].params.iter().enumerate() {
                if param.name.as_ref().is_some_and(|name| names.contains(name)) {
                    let at = MetAt::LambdaParameter(lambda, index as u32);
                    self.met_at(Mistake::new(HIDDEN_CAPTURE, Vec::new()), at);
                }
            }
        }
        captured
    }

    /// Whether a captured name is that of a variable without automatic storage duration.
    fn is_static_capture(&self, capture: &Capture) -> bool {
        let Capture::Name { name, init: Init::None, .. } = capture else { return false };
        match self.sema.lookup(Sought::Ident(name), self.site(), Want::Any) {
            Lookup::Variable(number) => {
                let variable = self.variable_of(number);
                let decl = variable.decl.map(|decl| self.sema.decl(decl));
                variable.is_static || decl.is_some_and(|decl| decl.specifiers.is_thread_local)
            }
            Lookup::Found(symbols) => symbols.iter().all(|symbol| self.is_variable_of_namespace(*symbol)),
            _ => false,
        }
    }

    fn is_variable_of_namespace(&self, symbol: Symbol<'db>) -> bool {
        let decl = self.sema.decl(symbol.decl);
        matches!(decl.kind, DeclKind::Variable { .. }) && self.sema.class_around(symbol).is_none()
    }

    /// A variable that a lambda captures by copy: its object, or the elements of an array, are copied.
    fn check_captured_copy(&mut self, number: u32, at: MetAt) {
        let variable = self.variable_of(number);
        let ty = variable.ty.referred(self.db());
        if !variable.is_static
            && let Some((class, _)) = self.sema.class_of_elements(ty)
        {
            self.check_special(class, Special::Copy, at);
        }
    }

    /// A variable of the function around a lambda that does not capture it, or that copies it by `[=]`. True if it is
    /// reported.
    pub(crate) fn check_capture(&mut self, id: ExprId, number: u32, variable: &Variable<'db>) -> bool {
        let db = self.db();
        let Some(lambda) = self.lambda else { return false };
        let written = &self.body[lambda];
        // A lambda in a lambda may capture what the outer one does.
        let is_outside = variable.lambda.is_none() && !self.in_nested_lambda;
        let is_named = written.captures.iter().any(
            |capture| matches!(capture, Capture::Name { name, .. } if Some(name) == variable.name.as_ref()),
        );
        // Constants are named without being used.
        let is_constant = variable.ty.qualifiers(db).is_const || variable.value.is_some();
        let is_free = is_outside && !is_named && self.unevaluated == 0;
        let is_new = is_free && written.default_capture.is_some() && self.captured.insert((lambda, number));
        if is_new {
            let at = MetAt::Node(At::Start(id));
            self.check_captured_binding(number, at.clone());
            if written.default_capture == Some(false) {
                self.check_captured_copy(number, at);
            }
        }
        if !is_free
            || is_constant
            || variable.is_static
            || written.default_capture.is_some()
            || variable.ty.absorbs(db)
            || matches!(variable.ty.kind(db), Kind::Reference(..))
        {
            return false;
        }
        self.met_plain(NOT_CAPTURED, At::Start(id));
        true
    }

    /// A structured binding that a lambda captures.
    fn check_captured_binding(&mut self, number: u32, at: MetAt) {
        let declared = self.variable_of(number).decl;
        let is_binding =
            declared.is_some_and(|decl| matches!(self.sema.decl(decl).name, DeclName::Bindings(_)));
        if is_binding && self.sema.dialect.standard < Standard::Cpp20 {
            self.met_at(Mistake::new(CAPTURED_BINDING, Vec::new()), at);
        }
    }

    /// `this` is used, written or not: the lambda around the place captures it, or should.
    pub(crate) fn check_captured_this(&mut self, at: At) {
        let Some(lambda) = self.lambda.filter(|_| self.unevaluated == 0) else { return };
        let written = &self.body[lambda];
        if written.captures.iter().any(|it| matches!(it, Capture::This | Capture::StarThis)) {
            return;
        }
        match written.default_capture {
            None => self.met_plain(THIS_NOT_CAPTURED, at),
            Some(false)
                if self.sema.dialect.standard >= Standard::Cpp20 && self.captured_this.insert(lambda) =>
            {
                self.met_plain(IMPLICIT_THIS, at);
            }
            Some(_) => {}
        }
    }
}
