//! Where a constant is required: `constexpr` variables, static assertions, bounds, enumerators, labels.

use asunder_decls::written::DeclKind;
use asunder_hir::body::{CastKind, Expr, ExprId, Init};
use asunder_syntax::Release;
use asunder_types::{Kind, Symbol, Ty, Value};

use super::made::Made;
use super::{Assertion, At, Infer, Named, NodeId, What};
use crate::eval::{Base, Code, Failure, Machine, Outcome, Static, Stop, Tree, Val};
use crate::finding::{ASSERTION_FAILED, Argument, MetAt, Mistake, NOT_CONSTANT, NOT_CONSTEXPR, Note, Place};
use crate::lookup::{Lookup, Want};

/// "the final comparison was …", a note.
const FINAL_COMPARISON: u16 = 3453;
/// The first release that makes it.
const SAYS_COMPARISON: Release = Release::V13_3;

impl<'db> Infer<'_, 'db> {
    /// The tree so far as code that can be evaluated.
    fn code(&self) -> Code<'_, 'db> {
        Code {
            tree: Tree::Open(&self.out),
            body: self.body,
            item: self.point.item,
            index: self.body_index,
            blocks: Some(self),
            first_variable: self.first_variable,
            env: Some(self.env),
        }
    }

    /// Evaluates a node where a constant is required.
    pub(crate) fn evaluated(&self, node: NodeId) -> Outcome<Val<'db>> {
        Machine::new(self.sema, self.code(), true).run_node(node, None)
    }

    /// The value of a node that is a template argument.
    pub(crate) fn evaluated_argument(&self, node: NodeId) -> Outcome<Val<'db>> {
        Machine::new(self.sema, self.code(), true).for_constant().run_node(node, None)
    }

    /// Reports a variable that a reference which is a template argument cannot be bound to.
    pub(crate) fn check_reference_argument(&mut self, node: NodeId, to: Ty<'db>, expr: ExprId) {
        if !self.is_known(node) {
            return;
        }
        let machine = Machine::new(self.sema, self.code(), true).for_static(true).for_constant();
        if let Err(Stop::Not(failure)) = machine.run_made(&Made::Node(node), to, None) {
            self.met_not_constant(*failure, expr);
        }
    }

    /// The value of a node as a constant of its type, where it is required to be one.
    pub(crate) fn required_value(&self, node: NodeId) -> Option<Value<'db>> {
        let ty = self.node(node).ty;
        if self.is_open(ty) {
            return None;
        }
        let value = self.evaluated(node).ok()?;
        self.sema.value_of(value, ty)
    }

    /// The value of a `constexpr` or constant variable of a block.
    pub(crate) fn local_constant(
        &mut self,
        symbol: Symbol<'db>,
        number: u32,
        ty: Ty<'db>,
        init: &Init,
        made: Made,
    ) -> Option<Value<'db>> {
        let db = self.db();
        self.out.plan.locals.insert(symbol.decl.local, (number, made.clone()));
        let specifiers = self.sema.decl(symbol.decl).specifiers;
        let (is_constexpr, is_constinit) = (specifiers.is_constexpr, specifiers.is_constinit);
        let is_number = matches!(ty.unqualified(db).kind(db), Kind::Builtin(_) | Kind::Enum(..));
        let is_address = matches!(ty.unqualified(db).kind(db), Kind::Pointer(_));
        let is_reference = matches!(ty.kind(db), Kind::Reference(..));
        let is_const = is_reference || ty.qualifiers(db).is_const && (is_number || is_address);
        if !is_constexpr && !is_constinit && !is_const || self.is_open(ty) || ty.qualifiers(db).is_volatile {
            return None;
        }
        if matches!(made, Made::Default | Made::Unknown) {
            return None;
        }
        let bare = match ty.kind(db) {
            Kind::Reference(..) => ty,
            _ => ty.unqualified(db),
        };
        let is_static = self.variable_of(number).is_static;
        let machine = Machine::new(self.sema, self.code(), true).for_static(is_static).for_local(number);
        let is_required = is_constexpr || is_constinit && is_static;
        let machine = if is_required { machine } else { machine.for_initial_value() };
        let machine = if is_constexpr { machine.for_constant() } else { machine };
        match machine.run_made(&made, bare, None) {
            Ok(_) if is_constexpr && self.met_destructor(init, bare, Named::Local(number)) => None,
            Ok(_) if !is_constexpr && !is_const => None,
            Ok(value) => {
                let index = (number - self.first_variable) as usize;
                let is_named = is_constexpr || is_number;
                let constant = is_named.then(|| self.sema.value_of(value.clone(), bare)).flatten();
                self.out.variables[index].constant = Some(std::rc::Rc::new(value));
                constant
            }
            Err(Stop::Not(failure)) => {
                match is_required {
                    true => self.met_initializer(init, *failure, Named::Local(number)),
                    false => {
                        self.out.plan.run_time.insert(number);
                    }
                }
                None
            }
            Err(Stop::Unknown) => None,
        }
    }

    /// The initializer of a `constexpr` or `constinit` variable outside functions.
    pub(crate) fn check_constant_initializer(
        &mut self,
        symbol: Symbol<'db>,
        ty: Ty<'db>,
        init: &Init,
        made: &Made,
    ) {
        let db = self.db();
        let specifiers = self.sema.decl(symbol.decl).specifiers;
        if !specifiers.is_constexpr && !specifiers.is_constinit
            || self.is_open(ty)
            || matches!(made, Made::Default | Made::Unknown)
        {
            return;
        }
        let bare = match ty.kind(db) {
            Kind::Reference(..) => ty,
            _ => ty.unqualified(db),
        };
        let machine = Machine::new(self.sema, self.code(), true).for_static(true);
        let machine = if specifiers.is_constexpr { machine.for_constant() } else { machine };
        match machine.run_made(made, bare, Some(symbol)) {
            Ok(_) if specifiers.is_constexpr => {
                self.met_destructor(init, bare, Named::Symbol(symbol));
            }
            Ok(_) => {}
            Err(Stop::Not(failure)) => self.met_initializer(init, *failure, Named::Symbol(symbol)),
            Err(Stop::Unknown) => {}
        }
    }

    /// An object of a class whose destructor is not `constexpr` is no constant. True if it is one.
    fn met_destructor(&mut self, init: &Init, ty: Ty<'db>, own: Named<'db>) -> bool {
        let Some(destructor) = self.sema.run_time_destructor(ty) else { return false };
        let Some(name) = self.sema.qualified_name(destructor) else { return false };
        let declared = Some(Place::Decl(destructor.decl));
        let entity = Argument::Entity { kind: Some("function"), name, declared };
        let note = Note { number: NOT_CONSTEXPR, arguments: vec![entity], at: Place::Here };
        // A temporary that is written out is wrong by itself.
        let failure = match init {
            Init::Copy(expr) if self.is_written_temporary(init) => {
                let alone = Some((NOT_CONSTANT, At::Start(*expr)));
                Failure { notes: Vec::new(), alone, host_only: false }
            }
            _ => Failure { notes: vec![note], alone: None, host_only: false },
        };
        self.met_initializer(init, failure, own);
        true
    }

    /// Whether an initializer is a temporary that is written out: `= T()`.
    fn is_written_temporary(&self, init: &Init) -> bool {
        let Init::Copy(expr) = init else { return false };
        match &self.body[*expr] {
            Expr::Construct(..) | Expr::Cast(..) => true,
            Expr::Call(callee, _) => match &self.body[*callee] {
                Expr::Name(path) => match self.sema.lookup_path(path, self.site(), Want::Any).found {
                    Lookup::Found(symbols) => symbols.iter().all(|symbol| {
                        matches!(self.sema.decl(symbol.decl).kind, DeclKind::Class(_) | DeclKind::Typedef(_))
                    }),
                    Lookup::Injected(_) => true,
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// The initializer of the variable `own` is not constant.
    fn met_initializer(&mut self, init: &Init, failure: Failure, own: Named<'db>) {
        let expr = match init {
            Init::Copy(expr) | Init::Brace(expr) => *expr,
            Init::Paren(all) => match all.first() {
                Some(first) => *first,
                None => return,
            },
            Init::None => return,
        };
        self.met_not_constant_but_for(failure, expr, Some(own));
    }

    /// An expression that has to be constant and is not.
    fn met_not_constant(&mut self, failure: Failure, expr: ExprId) {
        self.met_not_constant_but_for(failure, expr, None);
    }

    /// The same; `own` is the variable that it initializes.
    fn met_not_constant_but_for(&mut self, failure: Failure, expr: ExprId, own: Option<Named<'db>>) {
        // Calls of `consteval` functions are reported as such, and constants that are none once.
        if !self.out.plan.reported.is_empty() || self.names_failed(own) {
            return;
        }
        if let Some((number, at)) = failure.alone {
            self.met(Mistake::error(number), at);
            return;
        }
        if failure.notes.is_empty() {
            // The place is that of the type of the cast.
            if let Expr::Cast(CastKind::Static | CastKind::C, ..) = &self.body[expr] {
                let mistake = Mistake::new(NOT_CONSTANT, Vec::new());
                self.met_at(mistake, MetAt::TemplateArgument(expr));
            }
            return;
        }
        let mut mistake = Mistake::new(NOT_CONSTANT, Vec::new());
        mistake.notes = failure.notes;
        mistake.host_only = failure.host_only;
        self.met_at(mistake, MetAt::Node(At::Start(expr)));
    }

    /// Whether some `constexpr` variable but `own` is named that has no value.
    fn names_failed(&self, own: Option<Named<'db>>) -> bool {
        let is_constexpr = |decl| self.sema.decl(decl).specifiers.is_constexpr;
        // Those of the statement alone.
        self.out.nodes[self.first_of_statement..].iter().any(|node| match (&node.what, node.named) {
            (What::Variable, named) if named.is_some() && named == own => false,
            (What::Variable, Some(Named::Symbol(symbol))) => {
                is_constexpr(symbol.decl)
                    && self.sema.class_around(symbol).is_none()
                    && !matches!(self.sema.static_constant(symbol), Static::Constant(_))
            }
            (What::Variable, Some(Named::Local(number))) => {
                let variable = self.variable_of(number);
                variable.decl.is_some_and(is_constexpr)
                    && variable.parameter.is_none()
                    && variable.constant.is_none()
            }
            _ => false,
        })
    }

    /// A part of a declaration that has to be constant: a bound, an enumerator, a label.
    pub(crate) fn check_required(&mut self, node: NodeId, expr: ExprId) {
        let is_void = self.node(node).ty.is_void(self.db());
        if self.value_of(node).is_some() || !self.is_known(node) || is_void {
            return;
        }
        let machine = Machine::new(self.sema, self.code(), true).for_number();
        if let Err(Stop::Not(failure)) = machine.run_node(node, None) {
            self.met_not_constant(*failure, expr);
        }
    }

    /// A template argument or the value of a `case` label, which has to be a number.
    pub(crate) fn check_argument(&mut self, node: NodeId, expr: ExprId) {
        if self.value_of(node).is_some() || !self.is_known(node) {
            return;
        }
        if let Err(Stop::Not(failure)) = self.evaluated_argument(node) {
            self.met_not_constant(*failure, expr);
        }
    }

    /// A static assertion: whether it is known to hold.
    pub(crate) fn check_assertion(&mut self, node: NodeId, expr: ExprId) -> Option<bool> {
        if !self.is_known(node) {
            return None;
        }
        let value = match self.value_of(node) {
            Some(Value::Integer(value, _)) => Some(value != 0),
            Some(_) => None,
            None => match self.evaluated(node) {
                Ok(Val::Int(value)) => Some(value != 0),
                Ok(_) => None,
                Err(Stop::Not(failure)) => {
                    self.met_not_constant(*failure, expr);
                    None
                }
                Err(Stop::Unknown) => None,
            },
        };
        if value == Some(false) {
            let mut mistake = Mistake::new(ASSERTION_FAILED, Vec::new());
            mistake.notes.extend(self.final_comparison(expr));
            self.met_at(mistake, MetAt::Assertion(expr));
        }
        value
    }

    /// A note on the numbers that the condition of a failed assertion compares, which later releases make.
    fn final_comparison(&self, condition: ExprId) -> Option<Note> {
        if self.sema.dialect.release < SAYS_COMPARISON {
            return None;
        }
        let mut expr = condition;
        while let Expr::Paren(inner) = self.body[expr] {
            expr = inner;
        }
        let Expr::Binary(operator @ ("==" | "!=" | "<" | ">" | "<=" | ">="), ..) = self.body[expr] else {
            return None;
        };
        let is_comparison = |node: &&super::Node<'db>| node.at == At::Point(expr) && node.operands.len() == 2;
        let node = self.out.nodes.iter().rev().find(is_comparison)?;
        let number = |operand: NodeId| match (
            self.evaluated(operand),
            self.node(operand).ty.unqualified(self.db()).kind(self.db()),
        ) {
            (Ok(Val::Int(number)), Kind::Builtin(_) | Kind::Enum(..)) => Some(number.to_string()),
            _ => None,
        };
        let words = [number(node.operands[0])?, operator.to_owned(), number(node.operands[1])?];
        let arguments = words.map(Argument::Text).into();
        Some(Note { number: FINAL_COMPARISON, arguments, at: Place::Operator(expr) })
    }

    /// A static assertion of a template, the nodes of whose condition start with `first`: where it depends on no template
    /// parameter it is evaluated where it is written.
    pub(crate) fn assertion_of_template(&mut self, node: NodeId, expr: ExprId, first: usize) -> Option<bool> {
        if !self.is_independent(first) {
            return None;
        }
        self.is_independent_part = true;
        let holds = self.check_local_assertion(node, expr);
        self.is_independent_part = false;
        holds
    }

    /// Whether nothing in an expression of a template, whose nodes start with `first`, depends on a template parameter or
    /// names a member of an object or a function of the template.
    pub(crate) fn is_independent(&self, first: usize) -> bool {
        let db = self.db();
        self.out.nodes[first..].iter().all(|node| {
            let is_known = match (&node.what, node.named) {
                (What::Unknown | What::Gap(_) | What::Functions, _) => false,
                (What::Variable, Some(Named::Predefined(""))) => false,
                (What::Routine, Some(Named::Symbol(symbol))) => !self.sema.has_open_template(symbol.env),
                (What::Variable, Some(Named::Symbol(symbol))) => {
                    !self.sema.has_open_template(symbol.env) || self.sema.variable_value(symbol).is_some()
                }
                // The size of a type that depends on a parameter may be known (`T *`).
                (What::Op("sizeof" | "alignof"), _) => {
                    let mut sized = self.out.completed.iter().filter(|(_, at)| *at == node.at);
                    sized.all(|(ty, _)| !self.sema.is_dependent(*ty))
                }
                _ => true,
            };
            is_known && !node.ty.absorbs(db) && !self.sema.is_dependent(node.ty)
        })
    }

    /// A static assertion in a function.
    fn check_local_assertion(&mut self, node: NodeId, expr: ExprId) -> Option<bool> {
        if matches!(self.body[expr], Expr::Missing(_) | Expr::Unfinished(..))
            || matches!(self.node(node).what, What::Gap(_))
        {
            return None;
        }
        self.check_assertion(node, expr)
    }

    /// The static assertion of a block: nothing of its condition, whose nodes start with `first`, is evaluated.
    pub(crate) fn local_assertion(&mut self, node: NodeId, expr: ExprId, first: usize) {
        let holds = match self.in_template {
            true => self.assertion_of_template(node, expr, first),
            false => self.check_local_assertion(node, expr),
        };
        if !self.in_instance && !self.in_template {
            self.constant_part(node);
            let nodes = (first..).zip(&self.out.nodes[first..]);
            let roots =
                nodes.filter(|(_, node)| !node.used).map(|(number, _)| NodeId(number as u32)).collect();
            self.out.assertions.push(Assertion { expr, holds, roots });
        }
        self.out.nodes[first..].iter_mut().for_each(|node| node.used = true);
    }
}

impl<'db> crate::view::Sema<'db> {
    /// A value of the interpreter as a constant of the program.
    pub(crate) fn value_of(&self, value: Val<'db>, ty: Ty<'db>) -> Option<Value<'db>> {
        let db = self.db;
        let ty = ty.unqualified(db);
        match value {
            Val::Int(number) => Some(Value::Integer(number, ty)),
            Val::Float(bits) => Some(Value::Floating(bits, ty)),
            Val::Pointer(pointer) if pointer.is_null() => match ty.kind(db) {
                Kind::Builtin(_) => Some(Value::Integer(0, ty)),
                _ => Some(Value::Null(ty)),
            },
            Val::Pointer(pointer) if pointer.path.is_empty() && pointer.behind == 0 => match pointer.base {
                Base::Static(symbol) | Base::Function(symbol) => {
                    Some(Value::Address(symbol.decl, symbol.env))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
