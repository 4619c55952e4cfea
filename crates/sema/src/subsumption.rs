//! Which of two constraints is the stronger one ([temp.constr.order]).
//!
//! Normal forms are made of the arguments that are known: atomic constraints are the same where they are one expression in
//! the scopes of the same arguments ([temp.constr.atomic]/2).

use asunder_decls::names::Point;
use asunder_hir::body::{Body, Expr, ExprId, Owner, Root};
use asunder_types::{Args, Env, Frame, Symbol};

use crate::view::{Sema, Site, deep};

/// Steps that a comparison takes at most: the number of clauses of a normal form may double with each part.
const MAX_STEPS: u32 = 10_000;

/// A constraint in normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Normal<'db> {
    Atom(Atom<'db>),
    /// All of them; none is satisfied by everything.
    All(Vec<Normal<'db>>),
    Any(Vec<Normal<'db>>),
}

/// An atomic constraint: an expression in the scopes of arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Atom<'db> {
    item: u32,
    owner: Owner,
    expr: ExprId,
    args: Option<Args<'db>>,
}

/// A constraint-expression, and the arguments of the parameters that it names.
#[derive(Clone, Copy)]
struct Written<'db> {
    body: &'db Body,
    at: (u32, Owner),
    scope: (Env<'db>, Point),
    args: Option<Args<'db>>,
}

impl<'db> Sema<'db> {
    /// Whether a function is more constrained than another that takes the same; `None` where that is not known.
    pub(crate) fn is_more_constrained(&self, a: Symbol<'db>, b: Symbol<'db>) -> Option<bool> {
        let is_constrained = |symbol: Symbol<'db>| self.is_constrained_function(symbol.decl);
        match (is_constrained(a), is_constrained(b)) {
            (false, _) => return Some(false),
            (true, false) => return Some(true),
            (true, true) => {}
        }
        self.is_stronger(&self.normal_of_function(a)?, &self.normal_of_function(b)?)
    }

    /// The same of partial specializations with the arguments of their parameters.
    pub(crate) fn is_more_constrained_specialization(
        &self,
        (a, a_args): (Symbol<'db>, Args<'db>),
        (b, b_args): (Symbol<'db>, Args<'db>),
    ) -> Option<bool> {
        match (self.is_constrained(a.decl), self.is_constrained(b.decl)) {
            (false, _) => Some(false),
            (true, false) => Some(true),
            (true, true) => {
                self.is_stronger(&self.normal_of_template(a, a_args)?, &self.normal_of_template(b, b_args)?)
            }
        }
    }

    /// Whether a declaration of a function, a template or not, is constrained.
    pub(crate) fn is_constrained_function(&self, decl: asunder_decls::names::DeclRef) -> bool {
        self.decl(decl).specifiers.is_constrained || self.is_constrained(decl)
    }

    fn is_stronger(&self, a: &Normal<'db>, b: &Normal<'db>) -> Option<bool> {
        let mut steps = 0;
        Some(subsumes(a, b, &mut steps)? && !subsumes(b, a, &mut steps)?)
    }

    fn normal_of_function(&self, function: Symbol<'db>) -> Option<Normal<'db>> {
        if !self.is_function_template(function.decl) {
            return self.normal_of_clauses(function, function.env, None);
        }
        match (function.env.frame(self.db), function.env.outer(self.db)) {
            (Frame::Template { args: Some(args), .. }, Some(env)) => {
                self.normal_of_template(Symbol { env, ..function }, args)
            }
            _ => None,
        }
    }

    fn normal_of_template(&self, template: Symbol<'db>, args: Args<'db>) -> Option<Normal<'db>> {
        let mut all = Vec::new();
        for (_, constraint, _) in self.parameter_constraints(template, args)? {
            all.push(self.normal_of_concept(constraint.concept, constraint.args?)?);
        }
        if self.decl(template.decl).templates.last()?.is_constrained {
            let env = self.template_env(template, Some(args));
            all.push(self.normal_of_clauses(template, env, Some(args))?);
        }
        Some(Normal::All(all))
    }

    fn normal_of_clauses(
        &self,
        symbol: Symbol<'db>,
        env: Env<'db>,
        args: Option<Args<'db>>,
    ) -> Option<Normal<'db>> {
        let decl = symbol.decl;
        let owner = Owner::Requires(decl.local);
        let body = self.body(decl.item, owner)?;
        let Root::Requires(clauses) = &body.root else { return None };
        let written = Written { body, at: (decl.item, owner), scope: (env, Point::before(decl)), args };
        let all = clauses.iter().map(|clause| self.normal(written, *clause));
        Some(Normal::All(all.collect::<Option<_>>()?))
    }

    fn normal_of_concept(&self, concept: Symbol<'db>, args: Args<'db>) -> Option<Normal<'db>> {
        let decl = concept.decl;
        let owner = Owner::Concept(decl.local);
        let body = self.body(decl.item, owner)?;
        let Root::Expr(expr) = body.root else { return None };
        let scope = (self.template_env(concept, Some(args)), Point::before(decl));
        self.normal(Written { body, at: (decl.item, owner), scope, args: Some(args) }, expr)
    }

    fn normal(&self, written: Written<'db>, expr: ExprId) -> Option<Normal<'db>> {
        deep(|| match &written.body[expr] {
            Expr::Paren(inner) => self.normal(written, *inner),
            Expr::Binary("&&", a, b) => {
                Some(Normal::All(vec![self.normal(written, *a)?, self.normal(written, *b)?]))
            }
            Expr::Binary("||", a, b) => {
                Some(Normal::Any(vec![self.normal(written, *a)?, self.normal(written, *b)?]))
            }
            Expr::Name(path) => {
                let (env, point) = written.scope;
                let site = Site::new(env, point);
                let Some(concept) = self.concept_named(path, site) else { return Some(written.atom(expr)) };
                let given = path.segments.last()?.args.as_deref()?;
                let given = self.given_args(given, site).ok()?;
                self.normal_of_concept(concept, self.complete_args(concept, given, &[]).ok()?)
            }
            _ => Some(written.atom(expr)),
        })
    }
}

impl<'db> Written<'db> {
    fn atom(&self, expr: ExprId) -> Normal<'db> {
        let (item, owner) = self.at;
        Normal::Atom(Atom { item, owner, expr, args: self.args })
    }
}

/// Whether a constraint subsumes another: each clause of the disjunctive form of the first shares an atom with each clause of
/// the conjunctive form of the second ([temp.constr.order]/1). `None` after too many steps.
fn subsumes(a: &Normal<'_>, b: &Normal<'_>, steps: &mut u32) -> Option<bool> {
    clauses_share(&mut vec![a], &mut vec![b], (Vec::new(), Vec::new()), steps)
}

/// `left` is still to be put in disjunctive form, `right` in conjunctive; `atoms` are those of the clauses so far.
fn clauses_share<'n, 'db>(
    left: &mut Vec<&'n Normal<'db>>,
    right: &mut Vec<&'n Normal<'db>>,
    mut atoms: (Vec<&'n Atom<'db>>, Vec<&'n Atom<'db>>),
    steps: &mut u32,
) -> Option<bool> {
    while let Some(next) = left.pop() {
        *steps += 1;
        match next {
            Normal::Atom(atom) => atoms.0.push(atom),
            Normal::All(all) => left.extend(all),
            Normal::Any(any) => {
                for one in any {
                    let mut left = left.clone();
                    left.push(one);
                    if !clauses_share(&mut left, &mut right.clone(), atoms.clone(), steps)? {
                        return Some(false);
                    }
                }
                return Some(true);
            }
        }
    }
    while let Some(next) = right.pop() {
        *steps += 1;
        if *steps > MAX_STEPS {
            return None;
        }
        match next {
            Normal::Atom(atom) => atoms.1.push(atom),
            Normal::Any(any) => right.extend(any),
            Normal::All(all) => {
                for one in all {
                    let mut right = right.clone();
                    right.push(one);
                    if !clauses_share(&mut Vec::new(), &mut right, atoms.clone(), steps)? {
                        return Some(false);
                    }
                }
                return Some(true);
            }
        }
    }
    Some(atoms.0.iter().any(|atom| atoms.1.contains(atom)))
}
