//! Constraints: concepts, requires-clauses, requires-expressions and the concepts in front of template parameters
//! ([temp.constr]).
//!
//! A constraint is satisfied, or not, or that is not known: then nothing is concluded from it.

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{
    Arg as WrittenArg, DeclKind, ParamExpr, Path, TemplateParam, TemplateParamKind, TypeExpr,
};
use asunder_hir::body::{Body, Expr, ExprId, Owner, Requirement, Root};
use asunder_syntax::Standard;
use asunder_types::{Arg, Args, Builtin, Env, Frame, Kind, Symbol, Value};

use crate::finding::Met;
use crate::infer::{Category, Infer, NodeId, Variable, What};
use crate::lookup::{Lookup, Want};
use crate::template_arguments::GivenArg;
use crate::view::{Sema, Site};

/// Mistakes that prove that an expression is not valid.
pub(crate) const INVALID: [u16; 50] = [
    20, 31, 42, 70, 75, 109, 119, 120, 135, 136, 137, 139, 140, 142, 144, 146, 153, 158, 165, 167, 171, 245,
    265, 276, 304, 308, 309, 330, 334, 349, 350, 413, 415, 461, 694, 695, 696, 697, 698, 711, 717, 718, 833,
    852, 980, 1273, 1767, 1776, 2140, 3164,
];

/// Operations whose operands are looked at where the node is made.
const OF_OBJECTS: [&str; 8] = [
    "call",
    "dot_member_call",
    "points_to_member_call",
    "dot_field",
    "points_to_field",
    "indirect",
    "address_of",
    "comma",
];

/// Built-in operations on numbers and pointers.
const OF_NUMBERS: [&str; 29] = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "remainder",
    "padd",
    "psubtract",
    "pdiff",
    "shiftl",
    "shiftr",
    "and",
    "or",
    "xor",
    "eq",
    "ne",
    "lt",
    "gt",
    "le",
    "ge",
    "assign",
    "pre_incr",
    "pre_decr",
    "post_incr",
    "post_decr",
    "negate",
    "not",
    "land",
    "lor",
    "subscript",
];

/// Two constraints of which both must be satisfied.
fn both(first: Option<bool>, second: impl FnOnce() -> Option<bool>) -> Option<bool> {
    match first {
        Some(false) => Some(false),
        Some(true) => second(),
        None => second().filter(|is_satisfied| !is_satisfied),
    }
}

/// Two constraints of which one must be satisfied.
fn either(first: Option<bool>, second: impl FnOnce() -> Option<bool>) -> Option<bool> {
    both(first.map(|it| !it), || second().map(|it| !it)).map(|it| !it)
}

/// The name in front of a template parameter that may be that of a concept.
pub(crate) fn name_in_front(param: &TemplateParam) -> Option<&Path> {
    if param.constraint.is_some() {
        return param.constraint.as_ref();
    }
    let TemplateParamKind::Value(ty, _) = &param.kind else { return None };
    match ty {
        TypeExpr::Name(path, false) => Some(path),
        TypeExpr::Expansion(inner) => match &**inner {
            TypeExpr::Name(path, false) => Some(path),
            _ => None,
        },
        _ => None,
    }
}

/// A concept in front of a parameter, with its arguments: that of the parameter in front of those that are written.
#[derive(Clone, Copy)]
pub(crate) struct ParameterConstraint<'db> {
    pub(crate) concept: Symbol<'db>,
    /// `None` where they cannot be.
    pub(crate) args: Option<Args<'db>>,
}

impl<'db> Sema<'db> {
    /// The concept in front of a parameter of a template, which makes it one for types where no `auto` follows
    /// ([temp.param]/4).
    pub(crate) fn concept_of_parameter(
        &self,
        template: DeclRef,
        header: u32,
        index: u32,
    ) -> Option<Symbol<'db>> {
        let param = self.decl(template).templates.get(header as usize)?.params.get(index as usize)?;
        let path = name_in_front(param)?;
        let find =
            || self.concept_named(path, Site::new(self.namespace_around(template), Point::before(template)));
        self.remembered(&self.parameter_concepts, (template, header, index), || None, find)
    }

    /// The concept that a path names, whatever its arguments.
    pub(crate) fn concept_named(&self, path: &Path, site: Site<'_, 'db>) -> Option<Symbol<'db>> {
        if self.dialect.standard < Standard::Cpp20 {
            return None;
        }
        let Lookup::Found(symbols) = self.lookup_path(path, site, Want::Any).found else { return None };
        symbols.into_iter().find(|symbol| matches!(self.decl(symbol.decl).kind, DeclKind::Concept))
    }

    /// The scope of the namespace around a declaration: concepts are declared nowhere else.
    fn namespace_around(&self, decl: DeclRef) -> Env<'db> {
        self.namespace_env(self.names().item(decl.item).namespace)
    }

    /// Whether a template parameter takes types.
    pub(crate) fn takes_types(&self, template: DeclRef, header: u32, index: u32) -> bool {
        let headers = &self.decl(template).templates;
        let param = headers.get(header as usize).and_then(|header| header.params.get(index as usize));
        param.is_some_and(|param| match &param.kind {
            TemplateParamKind::Type(_) => true,
            TemplateParamKind::Value(..) => {
                param.constraint.is_none() && self.concept_of_parameter(template, header, index).is_some()
            }
            TemplateParamKind::Template(_) => false,
        })
    }

    /// Whether the innermost parameter list of a template is constrained.
    pub(crate) fn is_constrained(&self, template: DeclRef) -> bool {
        let headers = &self.decl(template).templates;
        let Some(last) = headers.last() else { return false };
        let header = headers.len() as u32 - 1;
        last.is_constrained
            || (0..last.params.len() as u32)
                .any(|index| self.concept_of_parameter(template, header, index).is_some())
    }

    /// Whether `args` satisfy the constraints of the innermost parameter list of a template; true of one that has none.
    pub(crate) fn satisfies(&self, template: Symbol<'db>, args: Args<'db>) -> Option<bool> {
        if !self.is_constrained(template.decl) {
            return Some(true);
        }
        let find = || self.find_satisfied(template, args);
        self.remembered(&self.satisfied, (template, args), || None, find)
    }

    /// The same of a function: of the arguments of a template, and of a requires-clause behind what is none.
    pub(crate) fn function_satisfies(&self, function: Symbol<'db>) -> Option<bool> {
        if self.is_function_template(function.decl) {
            return self.instance_satisfies(function);
        }
        // Constraints on members of a template are checked in its instances.
        if !self.decl(function.decl).specifiers.is_constrained || self.has_open_template(function.env) {
            return Some(true);
        }
        let find = || self.clauses_hold(function.decl, function.env);
        self.remembered(&self.satisfied_functions, function, || None, find)
    }

    /// The same of an instance of a function template.
    pub(crate) fn instance_satisfies(&self, instance: Symbol<'db>) -> Option<bool> {
        match (instance.env.frame(self.db), instance.env.outer(self.db)) {
            (Frame::Template { args: Some(_), .. }, Some(env)) if self.has_open_template(env) => Some(true),
            (Frame::Template { args: Some(args), .. }, Some(env)) => {
                self.satisfies(Symbol { decl: instance.decl, env }, args)
            }
            _ => Some(true),
        }
    }

    /// Whether the constraints of an instance are on a class that is not complete for what item `item` declares: whether
    /// they are satisfied may be another answer there than where the class is complete.
    pub(crate) fn is_constrained_by_incomplete(&self, instance: Symbol<'db>, item: u32) -> bool {
        let Frame::Template { args: Some(args), .. } = instance.env.frame(self.db) else { return false };
        self.is_constrained(instance.decl)
            && args.list(self.db).iter().any(|arg| {
                matches!(arg, Arg::Type(ty)
                if ty.as_class(self.db).is_some() && self.is_incomplete(*ty, item))
            })
    }

    fn find_satisfied(&self, template: Symbol<'db>, args: Args<'db>) -> Option<bool> {
        let mut all = Some(true);
        for (_, constraint, _) in self.parameter_constraints(template, args)? {
            all = both(all, || self.concept_holds_for(constraint.concept, constraint.args));
        }
        if self.decl(template.decl).templates.last()?.is_constrained {
            all = both(all, || self.clauses_hold(template.decl, self.template_env(template, Some(args))));
        }
        all
    }

    /// The concepts in front of the parameters of a template's innermost list, in order, with the number of each parameter
    /// and its argument.
    pub(crate) fn parameter_constraints(
        &self,
        template: Symbol<'db>,
        args: Args<'db>,
    ) -> Option<Vec<(usize, ParameterConstraint<'db>, Arg<'db>)>> {
        let headers = &self.decl(template.decl).templates;
        let header = headers.len() as u32 - 1;
        let site = Site::new(self.template_env(template, Some(args)), Point::before(template.decl));
        let mut found = Vec::new();
        for (index, param) in headers[header as usize].params.iter().enumerate() {
            let Some(concept) = self.concept_of_parameter(template.decl, header, index as u32) else {
                continue;
            };
            let path = name_in_front(param)?;
            let written = path.segments.last().and_then(|last| last.args.as_deref()).unwrap_or_default();
            let bound = match args.list(self.db).get(index)? {
                Arg::Pack(all) => all.list(self.db).to_vec(),
                only => vec![only.clone()],
            };
            for arg in bound {
                found.push((index, self.type_constraint(concept, arg.clone(), written, site)?, arg));
            }
        }
        Some(found)
    }

    /// A concept for a type in front of the arguments that it is written with.
    pub(crate) fn type_constraint(
        &self,
        concept: Symbol<'db>,
        arg: Arg<'db>,
        written: &[WrittenArg],
        site: Site<'_, 'db>,
    ) -> Option<ParameterConstraint<'db>> {
        let ty = match arg {
            Arg::Type(ty) => ty,
            // That of `decltype(N)` ([temp.param]/11).
            Arg::Value(Value::Integer(_, ty)) => ty,
            _ => return None,
        };
        let mut given = vec![GivenArg::Type(ty)];
        given.extend(self.given_args(written, site).ok()?);
        // An argument that cannot be is a substitution failure.
        let args = match self.complete_args(concept, given, &[]) {
            Ok(args) => Some(args),
            Err(ty) if matches!(ty.kind(self.db), Kind::Error) => None,
            Err(_) => return None,
        };
        Some(ParameterConstraint { concept, args })
    }

    /// Whether a concept for a type, in front of the arguments that it is written with, is satisfied.
    fn of_type(
        &self,
        concept: Symbol<'db>,
        arg: Arg<'db>,
        written: &[WrittenArg],
        site: Site<'_, 'db>,
    ) -> Option<bool> {
        let constraint = self.type_constraint(concept, arg, written, site)?;
        self.concept_holds_for(constraint.concept, constraint.args)
    }

    /// The requires-clauses of a template.
    fn clauses_hold(&self, template: DeclRef, env: Env<'db>) -> Option<bool> {
        let owner = Owner::Requires(template.local);
        let body = self.body(template.item, owner)?;
        let Root::Requires(clauses) = &body.root else { return None };
        // Those behind a declarator see its parameters ([dcl.decl.general]/4).
        let env = match self.function_expr(template) {
            Some(_) => self.within(env, Frame::Parameters(template)),
            None => env,
        };
        let mut all = Some(true);
        for clause in clauses {
            all = both(all, || self.constraint_holds(body, owner, (env, Point::before(template)), *clause));
        }
        all
    }

    /// Whether a concept is satisfied by arguments.
    pub(crate) fn concept_holds(&self, concept: Symbol<'db>, given: Vec<GivenArg<'db>>) -> Option<bool> {
        match self.complete_args(concept, given, &[]) {
            Ok(args) => self.concept_holds_for(concept, Some(args)),
            // An argument that cannot be is a substitution failure.
            Err(ty) => matches!(ty.kind(self.db), Kind::Error).then_some(false),
        }
    }

    /// The same of arguments that are complete; without arguments, which cannot be, it is not.
    pub(crate) fn concept_holds_for(&self, concept: Symbol<'db>, args: Option<Args<'db>>) -> Option<bool> {
        let Some(args) = args else { return Some(false) };
        let find = || {
            let decl = concept.decl;
            let owner = Owner::Concept(decl.local);
            let body = self.body(decl.item, owner)?;
            let Root::Expr(expr) = body.root else { return None };
            let env = self.template_env(concept, Some(args));
            self.constraint_holds(body, owner, (env, Point::before(decl)), expr)
        };
        self.remembered(&self.concepts, (concept, args), || None, find)
    }

    /// Whether a constraint-expression of a body is satisfied.
    pub(crate) fn constraint_holds(
        &self,
        body: &Body,
        owner: Owner,
        (env, point): (Env<'db>, Point),
        expr: ExprId,
    ) -> Option<bool> {
        let mut infer = Infer::new(self, body, env, point);
        infer.this = self.class_of(env).map(|class| self.ty(Kind::Class(class)));
        infer.in_instance = true;
        self.unread(|| {
            infer.in_block(|infer| {
                if let Owner::Requires(local) = owner {
                    infer.declare_parameters_of(DeclRef { item: point.item, local });
                }
                infer.constraint_holds(expr)
            })
        })
    }
}

impl<'db> Infer<'_, 'db> {
    /// Makes the parameters of a function known, as the requires-clause behind it sees them ([basic.scope.param]/1). Those
    /// in front do not, but seldom name something that is called like a parameter.
    fn declare_parameters_of(&mut self, function: DeclRef) {
        let DeclKind::Function { ty: TypeExpr::Function(written), .. } = &self.sema.decl(function).kind
        else {
            return;
        };
        let signature = self.sema.signature(Symbol { decl: function, env: self.env });
        for (index, param) in written.params.iter().enumerate() {
            let Some(name) = &param.name else { continue };
            let of_signature = || Some(*signature.as_ref()?.params.get(index)?);
            let ty = match &param.ty {
                TypeExpr::Expansion(_) => None,
                ty if ty.has_placeholder() => of_signature(),
                ty => Some(self.sema.adjusted_parameter(self.sema.resolve(ty, self.site()))),
            };
            let ty = ty.unwrap_or_else(|| self.sema.gap("parameter"));
            self.declare(Variable::plain(Some(name.clone()), ty, None));
        }
    }

    /// A concept-id as an expression.
    pub(super) fn concept_id(
        &mut self,
        id: ExprId,
        concept: Symbol<'db>,
        given: Option<Vec<GivenArg<'db>>>,
    ) -> NodeId {
        let Some(given) = given else { return self.gap("concept without arguments", id) };
        if given.iter().any(|arg| self.sema.is_dependent_given(arg)) {
            return self.dependent(id);
        }
        match self.sema.concept_holds(concept, given) {
            Some(holds) => self.truth_value(holds, id),
            None => self.gap("constraints", id),
        }
    }

    /// A requires-expression.
    pub(super) fn requires(&mut self, id: ExprId, params: &[ParamExpr], all: &[Requirement]) -> NodeId {
        if self.sema.has_open_template(self.env) {
            return self.dependent(id);
        }
        let (holds, mistakes) = self.requirements_hold(params, all);
        // Outside of templates nothing is substituted ([expr.prim.req.general]/5).
        let is_substituted = self.in_instance || self.sema.is_made_of_template(self.env);
        match holds {
            Some(false) if !is_substituted => {
                self.out.mistakes.extend(mistakes);
                self.error(id, Vec::new())
            }
            Some(holds) => self.truth_value(holds, id),
            None => self.gap("requires expression", id),
        }
    }

    fn truth_value(&mut self, holds: bool, id: ExprId) -> NodeId {
        let ty = self.sema.builtin(Builtin::Bool);
        self.literal(Value::Integer(i128::from(holds), ty), ty, id)
    }

    /// Whether requirements hold, and the mistakes in their expressions.
    fn requirements_hold(&self, params: &[ParamExpr], all: &[Requirement]) -> (Option<bool>, Vec<Met>) {
        let mut inner = self.apart();
        (inner.in_instance, inner.is_untold) = (true, true);
        inner.scopes.open();
        for param in params {
            let ty = inner.sema.adjusted_parameter(inner.sema.resolve(&param.ty, inner.site()));
            match ty.kind(self.db()) {
                Kind::Error => return (Some(false), Vec::new()),
                _ if ty.absorbs(self.db()) => return (None, Vec::new()),
                _ => {}
            }
            inner.declare(Variable::plain(param.name.clone(), ty, self.lambda));
        }
        let mut holds = Some(true);
        for requirement in all {
            holds = both(holds, || inner.requirement_holds(requirement));
        }
        (holds, inner.out.mistakes)
    }

    /// Whether the constraint that an expression stands for is satisfied ([temp.constr.normal]).
    fn constraint_holds(&mut self, expr: ExprId) -> Option<bool> {
        let body = self.body;
        crate::view::deep(|| match &body[expr] {
            Expr::Paren(inner) => self.constraint_holds(*inner),
            Expr::Binary("&&", first, second) => {
                let first = self.constraint_holds(*first);
                both(first, || self.constraint_holds(*second))
            }
            Expr::Binary("||", first, second) => {
                let first = self.constraint_holds(*first);
                either(first, || self.constraint_holds(*second))
            }
            _ => self.atomic_holds(expr),
        })
    }

    fn atomic_holds(&mut self, expr: ExprId) -> Option<bool> {
        let mistakes = self.out.mistakes.len();
        let node = self.expr(expr);
        if self.is_proven_invalid(mistakes) {
            return Some(false);
        }
        match self.constant(node) {
            Value::Integer(value, ty) if ty.as_builtin(self.db()) == Some(Builtin::Bool) => {
                (!self.out.is_ill_formed).then_some(value != 0)
            }
            _ => None,
        }
    }

    fn requirement_holds(&mut self, requirement: &Requirement) -> Option<bool> {
        match requirement {
            Requirement::Simple(expr) => self.valid(*expr).0,
            Requirement::Type(path) => {
                let ty = self.sema.type_of_path(path, self.site(), Want::Any);
                match ty.kind(self.db()) {
                    Kind::Error => Some(false),
                    _ => (!ty.absorbs(self.db())).then_some(true),
                }
            }
            Requirement::Compound { expr, noexcept, constraint } => {
                let first = NodeId(self.out.nodes.len() as u32);
                let (is_valid, node) = self.valid(*expr);
                let is_valid = match noexcept {
                    true => both(is_valid, || self.may_throw(node, first).map(|throws| !throws)),
                    false => is_valid,
                };
                both(is_valid, || match constraint {
                    Some(path) => self.result_satisfies(node, path),
                    None => Some(true),
                })
            }
            Requirement::Nested(expr) => self.constraint_holds(*expr),
        }
    }

    /// Whether an expression is valid, and its node.
    fn valid(&mut self, expr: ExprId) -> (Option<bool>, NodeId) {
        let (mistakes, gaps, first) =
            (self.out.mistakes.len(), self.out.gaps.len(), self.out.nodes.len() as u32);
        let node = self.expr(expr);
        // Aggregates are made of parenthesized lists, too ([dcl.init]/17.6.2.2).
        let makes_object = match &self.body[expr] {
            Expr::Construct(..) => true,
            Expr::Cast(..) => {
                let ty = self.node(node).ty;
                ty.absorbs(self.db()) || ty.as_class(self.db()).is_some()
            }
            Expr::Call(callee, ..) => match &self.body[*callee] {
                Expr::Name(path) => self.sema.is_name_of_type(path, self.site()),
                _ => false,
            },
            _ => false,
        };
        let is_error = matches!(self.node(node).ty.kind(self.db()), Kind::Error);
        if self.is_proven_invalid(mistakes) || is_error && self.out.gaps.len() == gaps {
            return ((!makes_object).then_some(false), node);
        }
        if self.out.gaps.len() != gaps {
            return (None, node);
        }
        let all_plain = (first..self.out.nodes.len() as u32).all(|index| self.is_surely_valid(NodeId(index)));
        let is_known = self.out.mistakes.len() == mistakes && !self.out.is_ill_formed && all_plain;
        (is_known.then_some(true), node)
    }

    /// Whether a node is one that overload resolution has chosen, or a built-in operation on operands that have it.
    fn is_surely_valid(&self, node: NodeId) -> bool {
        let (db, found) = (self.db(), self.node(node));
        if found.ty.absorbs(db) {
            return false;
        }
        match &found.what {
            What::Constant(_) | What::Variable | What::Field | What::Routine | What::String => true,
            What::Op(op) if OF_OBJECTS.contains(op) || found.flags.implicit => true,
            What::Op(op) if OF_NUMBERS.contains(op) || op.ends_with("_assign") => {
                found.operands.iter().all(|operand| {
                    let ty = self.node(*operand).ty.referred(db);
                    ty.as_builtin(db).is_some() || ty.pointee(db).is_some() || ty.as_enum(db).is_some()
                })
            }
            _ => false,
        }
    }

    /// Whether one of the mistakes from the one with this number on proves that an expression is not valid.
    pub(crate) fn is_proven_invalid(&self, from: usize) -> bool {
        let is_invalid = |met: &Met| INVALID.contains(&met.mistake.number);
        self.out.is_refused || self.out.mistakes[from..].iter().any(is_invalid)
    }

    /// Whether the type of `decltype((e))` satisfies the type-constraint behind `->`.
    fn result_satisfies(&self, node: NodeId, path: &Path) -> Option<bool> {
        let found = self.node(node);
        let ty = match found.category {
            Category::Lvalue if !found.read => found.ty.lvalue_ref(self.db()),
            Category::Xvalue => found.ty.rvalue_ref(self.db()),
            _ => found.ty,
        };
        let concept = self.sema.concept_named(path, self.site())?;
        let written = path.segments.last().and_then(|last| last.args.as_deref()).unwrap_or_default();
        self.sema.of_type(concept, Arg::Type(ty), written, self.site())
    }
}
