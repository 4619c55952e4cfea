//! Generic lambdas: their bodies as they are written, and their call operators with what the placeholders stand for.
//!
//! The body of a call operator is a tree of its own. What it uses of the blocks around the lambda is noted where the
//! lambda is met ([`Captured`]), so that nothing but the lambda is walked for a call of it.

use std::cell::RefCell;
use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::TypeExpr;
use asunder_hir::body::{Lambda, LambdaId};
use asunder_mangle::model::Ident;
use asunder_types::{Arg, Args, CallOperator, Class, Env, Frame, Function, Kind, Origin, Qualifiers, Ty};

use super::mistakes::ListsMake;
use super::{Category, Closure, Infer, NodeId, Variable, What};
use crate::directives::Directives;
use crate::eval::Owned;
use crate::finding::Met;
use crate::lookup::{Blocks, Lookup};
use crate::packs::names_expanded_in;
use crate::view::Sema;

/// What a generic lambda is made of, to walk its body for a call.
#[derive(Clone, Debug)]
pub(crate) struct Captured<'db> {
    /// The names of the blocks around it that its body uses.
    names: Vec<(Ident, Lookup<'db>)>,
    /// The variables among them, by their numbers in the inference around.
    variables: Vec<(u32, Variable<'db>)>,
    directives: Directives,
    pub(crate) point: Point,
    this: Option<Ty<'db>>,
    in_nested_lambda: bool,
    owner: Option<DeclRef>,
    /// The mistakes in its body as it is written.
    pub(crate) mistakes: Vec<Met>,
}

impl Captured<'_> {
    /// The number that a variable of the blocks around has in the tree of a call operator.
    pub(crate) fn number_of(&self, outer: u32) -> Option<u32> {
        self.variables.iter().position(|(number, _)| *number == outer).map(|place| place as u32)
    }

    /// The variables of the blocks around that the body uses. They are the first ones in the tree of a call operator.
    pub(crate) fn variables(&self) -> impl Iterator<Item = u32> + '_ {
        self.variables.iter().map(|(number, _)| *number)
    }
}

/// The blocks around a lambda, which notes what is found in them.
struct Recorder<'a, 'db> {
    blocks: &'a dyn Blocks<'db>,
    found: RefCell<Vec<(Ident, Lookup<'db>)>>,
}

impl<'db> Blocks<'db> for Recorder<'_, 'db> {
    fn find(&self, ident: &str) -> Option<Lookup<'db>> {
        let found = self.blocks.find(ident)?;
        self.found.borrow_mut().push((ident.into(), found.clone()));
        Some(found)
    }

    fn operators(&self) -> Vec<(Ident, Lookup<'db>)> {
        self.blocks.operators()
    }

    fn directives(&self) -> &Directives {
        self.blocks.directives()
    }

    fn this(&self) -> Option<Ty<'db>> {
        self.blocks.this()
    }

    fn around(&self) -> Option<&dyn Blocks<'db>> {
        self.blocks.around()
    }

    fn variable(&self, number: u32) -> Variable<'db> {
        self.blocks.variable(number)
    }

    fn is_run_time(&self, number: u32) -> bool {
        self.blocks.is_run_time(number)
    }

    fn count(&self) -> u32 {
        self.blocks.count()
    }

    fn are_of(&self, env: Env<'db>) -> bool {
        self.blocks.are_of(env)
    }

    fn body(&self) -> (u32, u32) {
        self.blocks.body()
    }

    fn lambda(&self) -> Option<LambdaId> {
        self.blocks.lambda()
    }

    fn are_of_body(&self) -> bool {
        self.blocks.are_of_body()
    }
}

impl<'db> Infer<'_, 'db> {
    /// Walks the body of a generic lambda as it is written; its parameters are the variables from number `first_param` on.
    pub(super) fn pattern_of(&mut self, lambda: LambdaId, first_param: u32) -> Captured<'db> {
        let written = &self.body[lambda];
        let dependent = self.sema.ty(Kind::Dependent);
        let outer: &Self = self;
        let recorder = Recorder { blocks: outer, found: RefCell::default() };
        let mut pattern = Infer::new(outer.sema, outer.body, outer.env, outer.point);
        pattern.outer = Some(&recorder);
        pattern.first_variable = outer.next_variable();
        (pattern.this, pattern.lambda) = (outer.this, outer.lambda);
        (pattern.owner, pattern.body_index) = (outer.owner, outer.body_index);
        (pattern.in_template, pattern.deduces) = (true, true);
        pattern.own_placeholders = outer.own_placeholders.iter().map(|(name, _)| (name.clone(), 0)).collect();
        pattern.in_block(|pattern| {
            for (index, param) in written.params.iter().enumerate() {
                if param.ty.has_placeholder() {
                    let of_lambda = pattern.variable_of(first_param + index as u32);
                    pattern.declare(Variable { ty: dependent, ..of_lambda });
                }
            }
            pattern.statement(written.block);
        });
        let pattern = pattern.out;
        // What expansions name is not walked.
        if written.params.iter().any(|param| matches!(param.ty, TypeExpr::Expansion(_))) {
            for name in names_expanded_in(outer.body, lambda) {
                recorder.find(name);
            }
        }
        let mut names = recorder.found.into_inner();
        // Which operators its body means its arguments decide.
        names.extend(outer.operators());
        names.sort_by(|(a, _), (b, _)| a.cmp(b));
        names.dedup_by(|(a, _), (b, _)| a == b);
        // Its parameters are those of each call.
        names.retain(|(_, found)| !matches!(found, Lookup::Variable(number) if *number >= first_param));
        let variables = names.iter().filter_map(|(_, found)| match found {
            Lookup::Variable(number) => {
                Some((*number, Variable { initial: None, ..outer.variable_of(*number) }))
            }
            _ => None,
        });
        let captured = Captured {
            variables: variables.collect(),
            directives: outer.directives_around(),
            point: outer.point,
            this: outer.this,
            in_nested_lambda: outer.in_nested_lambda,
            owner: outer.owner,
            mistakes: pattern.mistakes.clone(),
            names,
        };
        self.out.mistakes.extend(pattern.mistakes.iter().cloned());
        self.out.in_patterns.push(pattern);
        captured
    }

    /// The namespaces that using-directives of the blocks around the place nominate.
    fn directives_around(&self) -> Directives {
        let mut all = self.scopes.directives.clone();
        let mut around = self.outer;
        while let Some(blocks) = around {
            all.extend(blocks.directives());
            around = blocks.around();
        }
        all
    }

    /// Walks the body of a call operator, whose parameters are declared: what it returns.
    pub(super) fn call_operator_body(&mut self, written: &Lambda) -> Ty<'db> {
        let declared = match &written.result {
            Some(ty) => self.sema.resolve(ty, self.site()),
            None => self.sema.ty(Kind::Auto),
        };
        self.deduces = self.sema.has_auto(declared);
        self.pattern = declared;
        self.result = (!self.deduces).then_some(declared);
        self.with_lists(ListsMake::default(), |infer| infer.statement(written.block));
        self.common_return(declared)
    }

    /// The call operator that a call of a generic lambda means, and its type; `None` where that is not known.
    pub(super) fn generic_call(
        &mut self,
        class: Class<'db>,
        closure: &Closure<'db>,
        args: &[NodeId],
    ) -> Option<(CallOperator<'db>, Function<'db>)> {
        let params = closure.call.as_function(self.db())?;
        if self.in_template || params.variadic {
            return None;
        }
        let mut bound = Vec::new();
        let mut args = args.iter();
        for param in &params.params {
            // A pack takes what is left ([temp.deduct.call]/1).
            if let Kind::Expansion(pattern) = param.kind(self.db()) {
                if !self.sema.has_auto(*pattern) {
                    return None;
                }
                let types = args.by_ref().map(|arg| Some(Arg::Type(self.placeholder(*pattern, *arg)?)));
                let types = types.collect::<Option<Vec<_>>>()?;
                bound.push(Arg::Pack(self.sema.args(types)));
                continue;
            }
            let arg = args.next()?;
            if self.sema.has_auto(*param) {
                bound.push(Arg::Type(self.placeholder(*param, *arg)?));
            }
        }
        if args.next().is_some() {
            return None;
        }
        let operator = CallOperator { class, args: Some(Args::new(self.db(), bound.into_boxed_slice())) };
        let (_, function) = self.sema.call_operator(operator)?;
        Some((operator, function))
    }

    /// What the placeholder in a parameter's type stands for with an argument ([dcl.type.auto.deduct]).
    fn placeholder(&mut self, declared: Ty<'db>, arg: NodeId) -> Option<Ty<'db>> {
        let db = self.db();
        let arg = self.settled(arg);
        let node = self.node(arg);
        let (ty, category) = (node.ty, node.category);
        if matches!(node.what, What::List | What::Functions) || ty.absorbs(db) || self.sema.is_dependent(ty) {
            return None;
        }
        match declared.kind(db) {
            Kind::Auto => Some(ty.decayed(db)),
            Kind::Qualified(_, inner) => self.placeholder(*inner, arg),
            Kind::Reference(inner, true) if matches!(inner.kind(db), Kind::Auto) => {
                Some(if category == Category::Lvalue { ty.lvalue_ref(db) } else { ty })
            }
            Kind::Reference(inner, _) => behind_qualifiers(db, *inner, ty),
            Kind::Pointer(inner) => match ty.decayed(db).kind(db) {
                Kind::Pointer(to) => behind_qualifiers(db, *inner, *to),
                _ => None,
            },
            _ => None,
        }
    }
}

/// What `auto` in `auto` or `const auto` stands for where that is `ty`.
fn behind_qualifiers<'db>(db: &'db dyn salsa::Database, declared: Ty<'db>, ty: Ty<'db>) -> Option<Ty<'db>> {
    if !matches!(declared.unqualified(db).kind(db), Kind::Auto) {
        return None;
    }
    let (given, own) = (declared.qualifiers(db), ty.qualifiers(db));
    let left = Qualifiers {
        is_const: own.is_const && !given.is_const,
        is_volatile: own.is_volatile && !given.is_volatile,
        ..own
    };
    Some(ty.unqualified(db).qualified(db, left))
}

/// A type with a placeholder as what it is where that stands for `bound`.
fn with_placeholder<'db>(db: &'db dyn salsa::Database, declared: Ty<'db>, bound: Ty<'db>) -> Ty<'db> {
    match declared.kind(db) {
        Kind::Auto => bound,
        Kind::Qualified(qualifiers, inner) => with_placeholder(db, *inner, bound).qualified(db, *qualifiers),
        Kind::Reference(inner, true) => with_placeholder(db, *inner, bound).rvalue_ref(db),
        Kind::Reference(inner, false) => with_placeholder(db, *inner, bound).lvalue_ref(db),
        Kind::Pointer(inner) => with_placeholder(db, *inner, bound).pointer_to(db),
        _ => declared,
    }
}

impl<'db> Sema<'db> {
    /// What is known of a closure; the function around it is walked where that has not been done.
    pub(crate) fn closure(&self, class: Class<'db>) -> Option<Rc<Closure<'db>>> {
        if let Some(known) = self.closures.borrow().get(&class) {
            return Some(known.clone());
        }
        self.lambda_code(class)?;
        self.closures.borrow().get(&class).cloned()
    }

    /// The pointer that a closure converts to, if it captures nothing ([expr.prim.lambda.closure]/10). `None` for the
    /// closures of generic lambdas and for other classes.
    pub(crate) fn pointer_of_closure(&self, class: Class<'db>) -> Option<Option<Ty<'db>>> {
        let asunder_types::Origin::Lambda(item, number, lambda) = class.origin(self.db) else { return None };
        let closure = self.closure(class).filter(|it| !it.is_generic && !it.call.absorbs(self.db))?;
        let (_, body) = self.bodies(item).bodies.get(number as usize)?;
        let written = &body[LambdaId(lambda)];
        let captures = written.default_capture.is_some() || !written.captures.is_empty();
        Some((!captures).then(|| closure.call.pointer_to(self.db)))
    }

    /// The typed tree of the call operator of a generic lambda, and its type.
    pub(crate) fn call_operator(
        &self,
        operator: CallOperator<'db>,
    ) -> Option<(Rc<Owned<'db>>, Function<'db>)> {
        let find = || self.find_call_operator(operator).map(|(code, ty)| (Rc::new(code), ty));
        self.remembered(&self.call_operators, operator, || None, || self.instance(None, find))
    }

    fn find_call_operator(&self, operator: CallOperator<'db>) -> Option<(Owned<'db>, Function<'db>)> {
        let db = self.db;
        let CallOperator { class, args } = operator;
        let Origin::Lambda(item, index, number) = class.origin(db) else { return None };
        let (closure, args) = (self.closure(class)?, args?);
        let captured = closure.captured.clone()?;
        let lambda = LambdaId(number);
        let body = &self.bodies(item).bodies.get(index as usize)?.1;
        let env = self.within(class.outer(db), Frame::CallOperator(class, args));
        let mut infer = Infer::new(self, body, env, captured.point);
        (infer.owner, infer.body_index, infer.this) = (captured.owner, index, captured.this);
        (infer.in_instance, infer.in_nested_lambda) = (true, captured.in_nested_lambda);
        infer.lambda = Some(lambda);
        let written = &body[lambda];
        let mut bound = args.list(db).iter();
        let (mut params, mut packs) = (Vec::new(), Vec::new());
        infer.scopes.open();
        infer.scopes.nominate(|all| all.extend(&captured.directives));
        let mut variables = captured.variables.iter();
        for (name, found) in &captured.names {
            match found {
                Lookup::Variable(_) => {
                    infer.declare(variables.next()?.1.clone());
                }
                _ => infer.scopes.declare(name.clone(), found.clone()),
            }
        }
        infer.scopes.open();
        for (place, param) in written.params.iter().enumerate() {
            if let TypeExpr::Expansion(pattern) = &param.ty {
                let declared = self.resolve(pattern, infer.site());
                let Arg::Pack(types) = bound.next()? else { return None };
                let mut elements = Vec::new();
                for arg in types.list(db) {
                    let Arg::Type(ty) = arg else { return None };
                    let ty = with_placeholder(db, declared, *ty);
                    params.push(self.adjusted(ty));
                    elements.push(infer.next_variable());
                    infer.declare_parameter(lambda, place as u32, None, ty);
                }
                packs.extend(param.name.clone().map(|name| (name, elements.into())));
                continue;
            }
            let declared = self.adjusted_parameter(self.resolve(&param.ty, infer.site()));
            let ty = match self.has_auto(declared) {
                true => match bound.next()? {
                    Arg::Type(ty) => with_placeholder(db, declared, *ty),
                    _ => return None,
                },
                false => declared,
            };
            params.push(self.adjusted(ty));
            infer.declare_parameter(lambda, place as u32, param.name.clone(), ty);
        }
        infer.name_packs(packs);
        let result = infer.call_operator_body(written);
        let qualifiers = if written.is_mutable { Qualifiers::NONE } else { Qualifiers::CONST };
        let of_closure = closure.call.as_function(db)?;
        let function = Function { result, params: params.into(), qualifiers, ..of_closure.clone() };
        let tree = infer.out;
        Some((Owned { tree, body, item, index, made: Vec::new(), ty: result }, function))
    }
}
