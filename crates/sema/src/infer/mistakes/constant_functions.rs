//! What `constexpr` functions may not contain ([dcl.constexpr]), and calls of `consteval` functions ([expr.const]/13).

use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, DeclKind, DeclName};
use asunder_hir::body::{ExprId, Init, Root, Stmt, StmtId};
use asunder_syntax::{Release, Standard};
use asunder_types::{Class, Frame, Kind, Origin, Symbol, Ty};

use crate::declared::constants;
use crate::eval::Stop;
use crate::finding::{Argument, Met, MetAt, Mistake, Place};
use crate::infer::made::Member;
use crate::infer::{At, Infer, Named, NodeId, What};
use crate::signature::Signature;
use crate::spelled::Spelled;

/// "statement may not appear in a constexpr function".
const STATEMENT: u16 = 2388;
/// "variable type … in constexpr function is not a literal type".
const NOT_LITERAL: u16 = 2660;
/// "missing initializer for constexpr variable".
const MISSING_INITIALIZER: u16 = 2385;
/// "constexpr constructor calls non-constexpr …".
const CALLS: u16 = 2417;
/// "constexpr … provides no initializer for:".
const NO_INITIALIZER_FOR: u16 = 2398;
/// "variable in constexpr function does not have automatic storage duration".
const NOT_AUTOMATIC: u16 = 2661;
/// "variable in constexpr function is uninitialized".
const UNINITIALIZED: u16 = 2662;
/// "label definitions cannot appear in constexpr functions".
const LABEL: u16 = 2754;
/// "call to consteval … did not produce a valid constant expression".
const NOT_IMMEDIATE: u16 = 2933;
/// The first release that evaluates initializers with such addresses.
const ADDRESS_IS_NOT_CONSTANT: Release = Release::V13_1;
/// "the address of a consteval function cannot be used here".
const ADDRESS: u16 = 2960;

impl<'db> Infer<'_, 'db> {
    /// Whether the place is in a function, or a lambda, that is declared `constexpr` or `consteval`.
    fn is_in_constant_function(&self) -> bool {
        if let Some(lambda) = self.lambda {
            return self.body[lambda].is_constexpr;
        }
        let Some(owner) = self.owner else { return false };
        let specifiers = self.sema.decl(owner).specifiers;
        matches!(self.body.root, Root::Function { .. })
            && (specifiers.is_constexpr || specifiers.is_consteval)
    }

    /// Whether the body is a template's, or an instance's. What depends on the types of its variables is not reported there.
    fn is_templated(&self) -> bool {
        self.in_template
            || self.sema.frames(self.env).any(|(_, frame)| matches!(frame, Frame::Template { .. }))
    }

    /// A statement of a function.
    pub(crate) fn check_constant_statement(&mut self, id: StmtId) {
        let standard = self.sema.dialect.standard;
        if standard >= Standard::Cpp23 || !self.is_in_constant_function() {
            return;
        }
        let before_20 = standard < Standard::Cpp20;
        let forbidden = match self.is_templated() {
            true => Mistake::new(STATEMENT, Vec::new()),
            false => Mistake::error(STATEMENT),
        };
        let (mistake, forbids) = match &self.body[id] {
            Stmt::Goto(_) => (forbidden, true),
            Stmt::Try(..) if before_20 => (forbidden, true),
            Stmt::Asm(_) if before_20 => (Mistake::new(STATEMENT, Vec::new()), false),
            Stmt::Labeled(Some(_), _) => (Mistake::new(LABEL, Vec::new()), true),
            _ => return,
        };
        // Behind a variable that cannot be, only labels are looked at.
        let is_refused = |met: &Met| matches!(met.mistake.number, NOT_AUTOMATIC | UNINITIALIZED);
        if mistake.number == STATEMENT && self.out.mistakes.iter().any(is_refused) {
            return;
        }
        self.out.plan.is_not_constant |= forbids;
        self.met_at(mistake, MetAt::Statement(id));
    }

    /// A variable of a block.
    pub(crate) fn check_constant_variable(&mut self, symbol: Symbol<'db>, ty: Ty<'db>, init: &Init) {
        let standard = self.sema.dialect.standard;
        let specifiers = self.sema.decl(symbol.decl).specifiers;
        if specifiers.is_extern || self.is_open(ty) {
            return;
        }
        if specifiers.is_constexpr && *init == Init::None && self.is_scalar_or_array(ty) {
            self.met_at(Mistake::new(MISSING_INITIALIZER, Vec::new()), MetAt::Behind(symbol.decl));
        }
        if standard >= Standard::Cpp23 {
            return;
        }
        if specifiers.is_static || specifiers.is_thread_local {
            if self.is_in_constant_function() {
                self.out.plan.is_not_constant = true;
                self.met_at(Mistake::new(NOT_AUTOMATIC, Vec::new()), MetAt::Name(symbol.decl));
            }
            return;
        }
        if self.is_templated() {
            return;
        }
        if self.is_in_constant_function() && self.sema.is_literal(ty) == Some(false) {
            let text = Argument::ty(self.sema.display(ty.unqualified(self.db())));
            self.met_at(Mistake::new(NOT_LITERAL, vec![text]), MetAt::Name(symbol.decl));
            return;
        }
        if *init == Init::None
            && standard < Standard::Cpp20
            && self.is_in_constant_function()
            && self.sema.stays_uninitialized(ty)
        {
            self.out.plan.is_not_constant = true;
            self.met_at(Mistake::new(UNINITIALIZED, Vec::new()), MetAt::Name(symbol.decl));
        }
    }

    /// A `constexpr` variable of a block with an initializer: its type is a literal one ([dcl.constexpr]/6).
    pub(crate) fn check_literal_variable(
        &mut self,
        decl: DeclRef,
        ty: Ty<'db>,
        init: &Init,
        statement: StmtId,
    ) {
        let expr = match init {
            Init::Copy(expr) | Init::Brace(expr) => Some(*expr),
            Init::Paren(all) => all.first().copied(),
            Init::None => None,
        };
        if self.is_open(ty)
            || !self.sema.decl(decl).specifiers.is_constexpr
            || self.sema.is_literal(ty) != Some(false)
        {
            return;
        }
        let Some(expr) = expr else { return };
        let known = self.out.mistakes.len();
        let keyword = MetAt::Word(statement, "constexpr".into());
        self.met_at(Mistake::new(constants::VARIABLE, Vec::new()), keyword);
        self.found_behind(known, expr);
    }

    /// A variable of a block whose type is deduced: the closure type of an extended lambda is not a literal type.
    pub(crate) fn check_closure_variable(
        &mut self,
        symbol: Symbol<'db>,
        ty: Ty<'db>,
        statement: Option<StmtId>,
    ) {
        let is_extended = |class: Class<'db>| {
            matches!(class.origin(self.db()), Origin::Lambda(..)) && self.sema.is_extended_closure(class)
        };
        if self.is_templated() || !ty.as_class(self.db()).is_some_and(is_extended) {
            return;
        }
        let specifiers = self.sema.decl(symbol.decl).specifiers;
        if let (true, Some(statement)) = (specifiers.is_constexpr, statement) {
            self.met_at(Mistake::new(constants::VARIABLE, Vec::new()), MetAt::Statement(statement));
        } else if self.sema.dialect.standard < Standard::Cpp23
            && !specifiers.is_static
            && self.is_in_constant_function()
            && let Some(text) = self.sema.type_argument(&Spelled::Plain(ty.unqualified(self.db())))
        {
            self.met_at(Mistake::new(NOT_LITERAL, vec![text]), MetAt::Name(symbol.decl));
        }
    }

    pub(crate) fn is_scalar_or_array(&self, ty: Ty<'db>) -> bool {
        match ty.unqualified(self.db()).kind(self.db()) {
            Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..) => true,
            Kind::Array(element, _) => self.is_scalar_or_array(*element),
            _ => false,
        }
    }

    /// A `constexpr` constructor that leaves members without a value, before C++20.
    pub(crate) fn check_constant_constructor(&mut self, symbol: Symbol<'db>, signature: &Signature<'db>) {
        let decl = self.sema.decl(symbol.decl);
        let Root::Function { block, .. } = &self.body.root else { return };
        let is_constructor = matches!(decl.name, DeclName::Constructor);
        let is_checked = is_constructor && decl.specifiers.is_constexpr && !self.is_templated();
        if !is_checked || self.sema.dialect.standard >= Standard::Cpp20 {
            return;
        }
        let Some(class) = self.sema.class_of(symbol.env) else { return };
        let Some(definition) = self.sema.definition(class) else { return };
        let DeclKind::Class(written) = &self.sema.decl(definition.decl).kind else { return };
        let members = &self.out.plan.members;
        if written.is_union
            || members
                .iter()
                .any(|part| part.member == Member::Unknown || part.member == Member::Class(class))
        {
            return;
        }
        let mut missing = Vec::new();
        let mut calls = Vec::new();
        for field in self.sema.fields(&definition) {
            // Of an anonymous union one member is enough.
            if self.sema.decl(field.decl).parent != Some(definition.decl.local) {
                return;
            }
            let ty = self.sema.variable_type(field);
            if self.is_open(ty) {
                return;
            }
            let is_scalar = matches!(
                ty.unqualified(self.db()).kind(self.db()),
                Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..) | Kind::MemberPointer(..)
            );
            let is_listed = members
                .iter()
                .any(|part| matches!(part.member, Member::Field(listed) if listed.decl == field.decl));
            if !is_listed
                && self.sema.initializer(field.decl).is_none()
                && let Some(class) = ty.as_class(self.db())
                && let Some(constructor) = self.sema.default_constructor(class)
                && !self.sema.decl(constructor.decl).specifiers.is_constexpr
                && let Some(entity) = self.sema.constructor_entity(constructor)
            {
                calls.push(Mistake::new(CALLS, vec![entity]));
            }
            if is_scalar && !is_listed && self.sema.initializer(field.decl).is_none() {
                let Some(name) = self.sema.qualified_name(field) else { return };
                missing.push(vec![Argument::entity("member", name)]);
            }
        }
        for mistake in calls {
            self.met_at(mistake, MetAt::Statement(*block));
        }
        if missing.is_empty() || signature.variadic {
            return;
        }
        let name = self.sema.qualified_name(symbol).zip(self.sema.parameters_text(symbol));
        let Some((name, parameters)) = name else { return };
        let entity = Argument::Entity { kind: None, name: format!("{name}{parameters}"), declared: None };
        let mut mistake = Mistake::new(NO_INITIALIZER_FOR, vec![entity]);
        mistake.details = missing;
        self.met_at(mistake, MetAt::Statement(*block));
    }

    // ---- consteval

    /// A call of a `consteval` function, which has to give a constant.
    pub(crate) fn check_immediate(&mut self, id: ExprId, call: NodeId, symbol: Symbol<'db>) {
        let decl = self.sema.decl(symbol.decl);
        if !decl.specifiers.is_consteval
            || self.unevaluated > 0
            || self.in_required > 0
            || self.lambda.is_some()
            || !decl.templates.is_empty()
        {
            return;
        }
        let is_immediate = self.owner.is_some_and(|owner| self.sema.decl(owner).specifiers.is_consteval);
        let has_consteval_if =
            self.body.stmts.iter().any(|it| matches!(it, Stmt::If { consteval: Some(_), .. }));
        if is_immediate || self.in_immediate || has_consteval_if || self.is_open(self.node(call).ty) {
            return;
        }
        self.forget_immediate_operands(call);
        if let Err(Stop::Not(failure)) = self.evaluated(call) {
            let Some(name) = self.sema.qualified_name(symbol) else { return };
            let entity =
                Argument::Entity { kind: Some("function"), name, declared: Some(Place::Decl(symbol.decl)) };
            let mut mistake = Mistake::new(NOT_IMMEDIATE, vec![entity]);
            mistake.notes = failure.notes;
            mistake.host_only = failure.host_only;
            self.met(mistake, At::Point(id));
            self.out.plan.reported.insert(call);
        }
    }

    /// Calls in the operands of an immediate call are no immediate invocations of their own ([expr.const]/13).
    fn forget_immediate_operands(&mut self, call: NodeId) {
        let mut pending = self.node(call).operands.clone();
        while let Some(node) = pending.pop() {
            let it = self.node(node);
            pending.extend(&it.operands);
            let (At::Point(call), true) = (it.at, self.out.plan.reported.contains(&node)) else { continue };
            let is_own = |met: &Met| {
                let is_there = matches!(met.at, MetAt::Node(At::Point(at)) if at == call);
                met.mistake.number == NOT_IMMEDIATE && is_there
            };
            self.out.mistakes.retain(|met| !is_own(met));
            self.out.plan.reported.remove(&node);
        }
    }

    /// A function whose address is taken.
    pub(crate) fn check_taken_address(&mut self, node: NodeId) {
        let it = self.node(node);
        let Some(Named::Symbol(symbol)) = it.named else { return };
        let decl = self.sema.decl(symbol.decl);
        let is_own = matches!(decl.kind, DeclKind::Function { body, .. } if body != BodyKind::None);
        if !matches!(it.what, What::Routine) || !decl.specifiers.is_consteval || !is_own {
            return;
        }
        // Where a constant is required all is evaluated ([expr.const]/14).
        if self.unevaluated == 0
            && self.in_required == 0
            && self.owner.is_none_or(|owner| !self.sema.decl(owner).specifiers.is_consteval)
        {
            // In default arguments of immediate functions it may be taken ([expr.const]/14).
            if matches!(self.body.root, Root::Defaults(_)) {
                return;
            }
            // In `if consteval` it is taken where all is evaluated ([expr.const]/16 of C++23).
            if self.body.stmts.iter().any(|it| matches!(it, Stmt::If { consteval: Some(_), .. })) {
                return;
            }
            // A `constexpr` variable that it initializes is reported there.
            if self.in_constant > 0 && self.sema.dialect.release >= ADDRESS_IS_NOT_CONSTANT {
                return;
            }
            let at = it.at;
            self.met(Mistake::new(ADDRESS, Vec::new()), at);
        }
    }
}
