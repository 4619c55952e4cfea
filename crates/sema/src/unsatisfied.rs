//! Why the constraints of a template are not satisfied, in remarks on the parts that are false ([temp.constr.constr]).
//!
//! Of a conjunction the first part that is false is told, of a disjunction all parts; a concept is followed into its
//! definition.

use asunder_decls::item_tree;
use asunder_decls::names::{DeclRef, Point};
use asunder_hir::body::{Body, Expr, ExprId, Owner, Root};
use asunder_syntax::{AstNode, Release, SyntaxKind, TextSize, ast};
use asunder_types::{Arg, Args, Env, Frame, Symbol};

use crate::abbreviated::is_invented;
use crate::constraints::ParameterConstraint;
use crate::finding::{Argument, LATER_LANGUAGE, Note, Place};
use crate::spelled::Typedefs;
use crate::view::{Sema, Site};

/// "atomic constraint evaluates to false".
const ATOMIC: u16 = 3043;
/// "concept is false for arguments …".
const CONCEPT: u16 = 3048;
/// "type constraint failed for …".
const TYPE_CONSTRAINT: u16 = 3061;
/// "substitution of arguments … for requires-clause failed".
const CLAUSE: u16 = 3135;
/// "substituting … for … failed constraints".
const FUNCTION: u16 = LATER_LANGUAGE + 3473;
/// "concept … not satisfied for …".
const NAMED_CONCEPT: u16 = LATER_LANGUAGE + 3474;

/// The first release whose remarks on functions say which constraint is not satisfied.
pub(crate) const SAYS_CONSTRAINT: Release = Release::V13_1;

/// How concepts are called in remarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Those on class, alias and variable templates.
    Unnamed,
    /// Those on functions, of later releases.
    Named,
}

/// A constraint-expression in the scopes of the arguments of what it constrains.
#[derive(Clone, Copy)]
struct Constraint<'a, 'db> {
    body: &'a Body,
    at: (u32, Owner),
    scope: (Env<'db>, Point),
}

/// Remarks, as they are found.
struct Told<'a, 'db> {
    sema: &'a Sema<'db>,
    form: Form,
    notes: Vec<Note>,
}

impl<'db> Sema<'db> {
    /// Why the constraints of a class, alias or variable template are not satisfied by arguments; `None` where that is not
    /// known in full.
    pub(crate) fn unsatisfied(&self, template: Symbol<'db>, args: Args<'db>) -> Option<Vec<Note>> {
        let mut told = Told { sema: self, form: Form::Unnamed, notes: Vec::new() };
        match self.unsatisfied_parameter(template, args)? {
            Some((place, constraint, arg)) => {
                let text = Argument::ty(self.argument_text(&arg)?);
                told.note(TYPE_CONSTRAINT, vec![text], place);
                told.concept_body(constraint.concept, constraint.args?)?;
            }
            None => {
                let (constraint, expr) = self.unsatisfied_clause(template, args)?;
                let text = Argument::ty(self.arguments_text(args)?);
                told.note(CLAUSE, vec![text], constraint.point_of(self, expr)?);
                told.constraint(constraint, expr)?;
            }
        }
        Some(told.notes)
    }

    /// The same of an instance of a function template that remarks name `entity`, declared at `at`.
    pub(crate) fn unsatisfied_function(
        &self,
        instance: Symbol<'db>,
        entity: Argument,
        at: Place,
    ) -> Option<Vec<Note>> {
        let (Frame::Template { args: Some(args), .. }, Some(env)) =
            (instance.env.frame(self.db), instance.env.outer(self.db))
        else {
            return None;
        };
        let template = Symbol { decl: instance.decl, env };
        let mut told = Told { sema: self, form: Form::Named, notes: Vec::new() };
        told.note(FUNCTION, vec![Argument::ty(self.arguments_text(args)?), entity], at);
        match self.unsatisfied_parameter(template, args)? {
            Some((place, constraint, _)) => told.concept(constraint.concept, constraint.args?, place)?,
            None => {
                let (constraint, expr) = self.unsatisfied_clause(template, args)?;
                told.constraint(constraint, expr)?;
            }
        }
        Some(told.notes)
    }

    /// Why a concept is not satisfied, without a remark on itself.
    pub(crate) fn unsatisfied_concept(&self, concept: Symbol<'db>, args: Args<'db>) -> Option<Vec<Note>> {
        let mut told = Told { sema: self, form: Form::Unnamed, notes: Vec::new() };
        told.concept_body(concept, args)?;
        Some(told.notes)
    }

    /// The first concept in front of a parameter that is not satisfied, with its place and the argument of the parameter.
    fn unsatisfied_parameter(
        &self,
        template: Symbol<'db>,
        args: Args<'db>,
    ) -> Option<Option<(Place, ParameterConstraint<'db>, Arg<'db>)>> {
        for (index, constraint, arg) in self.parameter_constraints(template, args)? {
            if !self.concept_holds_for(constraint.concept, constraint.args)? {
                let place = self.parameter_place(template.decl, index)?;
                return Some(Some((place, constraint, arg)));
            }
        }
        Some(None)
    }

    /// The first requires-clause that is not satisfied.
    fn unsatisfied_clause(
        &self,
        template: Symbol<'db>,
        args: Args<'db>,
    ) -> Option<(Constraint<'db, 'db>, ExprId)> {
        let decl = template.decl;
        let owner = Owner::Requires(decl.local);
        let body = self.body(decl.item, owner)?;
        let Root::Requires(clauses) = &body.root else { return None };
        let scope = (self.template_env(template, Some(args)), Point::before(decl));
        let constraint = Constraint { body, at: (decl.item, owner), scope };
        for clause in clauses {
            if !self.constraint_holds(body, owner, scope, *clause)? {
                return Some((constraint, *clause));
            }
        }
        None
    }

    /// Where what stands in front of a parameter of the innermost list of a template starts.
    fn parameter_place(&self, template: DeclRef, index: usize) -> Option<Place> {
        let text = self.names().item_text(template.item);
        let positions = asunder_decls::queries::item_positions(self.db, text);
        let name = positions.names.get(template.local.index())?.start();
        let token = asunder_syntax::token_at(&item_tree(self.db, text).syntax(), name)?;
        let declaration = |kind| token.parent_ancestors().find(|node| node.kind() == kind);
        let header = declaration(SyntaxKind::TEMPLATE_DECL)
            .and_then(|declaration| declaration.children().find_map(ast::TemplateHeader::cast));
        let written = header.and_then(|header| header.template_param_list());
        let written: Vec<_> = written.iter().flat_map(|list| list.template_params()).collect();
        let params = &self.decl(template).templates.last()?.params;
        let own = params.iter().take_while(|param| !is_invented(param)).count();
        let node = match index.checked_sub(own) {
            None => written.get(index)?.syntax().clone(),
            // A placeholder among the parameters of the function.
            Some(nth) => {
                let declarator = declaration(SyntaxKind::DECLARATOR).and_then(ast::Declarator::cast)?;
                let params = declarator.function()?.param_list()?;
                let nodes = params.syntax().descendants();
                nodes.filter(|node| node.kind() == SyntaxKind::PLACEHOLDER_TYPE).nth(nth)?
            }
        };
        Some(Place::In(template.item, node.first_token()?.text_range().start()))
    }

    /// Template arguments as remarks show them: `<int, 3>`.
    pub(crate) fn arguments_text(&self, args: Args<'db>) -> Option<String> {
        Some(format!("<{}>", self.argument_texts(args, None, Typedefs::Named)?.join(", ")))
    }

    /// A template argument as messages show it.
    pub(crate) fn argument_text(&self, arg: &Arg<'db>) -> Option<String> {
        let mut all = Vec::new();
        self.add_argument_text(arg, false, Typedefs::Named, &mut all)?;
        all.pop().filter(|_| all.is_empty())
    }
}

impl<'db> Constraint<'_, 'db> {
    fn holds(&self, sema: &Sema<'db>, expr: ExprId) -> Option<bool> {
        sema.constraint_holds(self.body, self.at.1, self.scope, expr)
    }

    /// Where messages point to an expression.
    fn point_of(&self, sema: &Sema<'db>, expr: ExprId) -> Option<Place> {
        let (item, owner) = self.at;
        let text = sema.names().item_text(item);
        let number = asunder_hir::bodies(sema.db, text).number_of(owner)?;
        let places = asunder_hir::source_map(sema.db, text).bodies.get(number as usize)?;
        let mut inner = expr;
        while let Expr::Paren(of) = &self.body[inner] {
            inner = *of;
        }
        let offset: TextSize = match &self.body[inner] {
            Expr::Name(_) => places.range(inner).start(),
            _ => places.at(inner),
        };
        Some(Place::In(item, offset))
    }
}

fn is_comparison(body: &Body, expr: ExprId) -> bool {
    match &body[expr] {
        Expr::Paren(inner) => is_comparison(body, *inner),
        Expr::Binary(operator, ..) => matches!(*operator, "==" | "!=" | "<" | ">" | "<=" | ">="),
        _ => false,
    }
}

/// Whether an expression is a name, or made of names by `&&` and `||`: it may name concepts.
fn is_name(body: &Body, expr: ExprId) -> bool {
    match &body[expr] {
        Expr::Paren(inner) => is_name(body, *inner),
        Expr::Binary("&&" | "||", first, second) => is_name(body, *first) || is_name(body, *second),
        Expr::Name(_) => true,
        _ => false,
    }
}

impl<'db> Told<'_, 'db> {
    fn note(&mut self, number: u16, arguments: Vec<Argument>, at: Place) {
        self.notes.push(Note { number, arguments, at });
    }

    /// Why a constraint is not satisfied, which is known of it.
    fn constraint(&mut self, constraint: Constraint<'_, 'db>, expr: ExprId) -> Option<()> {
        crate::view::deep(|| match &constraint.body[expr] {
            Expr::Paren(inner) => self.constraint(constraint, *inner),
            Expr::Binary("&&", first, second) => match constraint.holds(self.sema, *first)? {
                true => self.constraint(constraint, *second),
                false => self.constraint(constraint, *first),
            },
            // In what order later releases tell of two concepts is not known.
            Expr::Binary("||", first, second)
                if self.sema.dialect.release >= SAYS_CONSTRAINT
                    && is_name(constraint.body, *first)
                    && is_name(constraint.body, *second) =>
            {
                None
            }
            // Earlier ones tell of a comparison alone.
            Expr::Binary("||", _, second)
                if self.sema.dialect.release < SAYS_CONSTRAINT && is_comparison(constraint.body, *second) =>
            {
                self.constraint(constraint, *second)
            }
            Expr::Binary("||", first, second) => {
                self.constraint(constraint, *first)?;
                self.constraint(constraint, *second)
            }
            Expr::Name(path) => {
                let place = constraint.point_of(self.sema, expr)?;
                let (env, point) = constraint.scope;
                let site = Site::new(env, point);
                let Some(concept) = self.sema.concept_named(path, site) else {
                    self.note(ATOMIC, Vec::new(), place);
                    return Some(());
                };
                let written = path.segments.last()?.args.as_deref()?;
                let given = self.sema.given_args(written, site).ok()?;
                let args = self.sema.complete_args(concept, given, &[]).ok()?;
                self.concept(concept, args, place)
            }
            // How its parts are told is not known.
            Expr::Fold(..) => None,
            _ => {
                let place = constraint.point_of(self.sema, expr)?;
                self.note(ATOMIC, Vec::new(), place);
                Some(())
            }
        })
    }

    /// That a concept is not satisfied, and why.
    fn concept(&mut self, concept: Symbol<'db>, args: Args<'db>, place: Place) -> Option<()> {
        let text = Argument::ty(self.sema.arguments_text(args)?);
        match self.form {
            Form::Unnamed => self.note(CONCEPT, vec![text], place),
            Form::Named => {
                let name = Argument::Name(self.sema.qualified_name(concept)?);
                self.note(NAMED_CONCEPT, vec![name, text], place);
            }
        }
        self.concept_body(concept, args)
    }

    fn concept_body(&mut self, concept: Symbol<'db>, args: Args<'db>) -> Option<()> {
        let decl = concept.decl;
        let owner = Owner::Concept(decl.local);
        let body = self.sema.body(decl.item, owner)?;
        let Root::Expr(expr) = body.root else { return None };
        let scope = (self.sema.template_env(concept, Some(args)), Point::before(decl));
        self.constraint(Constraint { body, at: (decl.item, owner), scope }, expr)
    }
}
