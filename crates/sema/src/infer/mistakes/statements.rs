//! Labels of switches, names that a block declares twice, ranges.

use std::collections::hash_map::Entry;

use asunder_decls::names::DeclRef;
use asunder_decls::written::{DeclKind, Path, Segment, SegmentName};
use asunder_hir::body::{ExprId, Root, StmtId};
use asunder_types::{Bound, Kind, Symbol, Ty, Value};
use rustc_hash::FxHashMap;

use super::super::{BlockKind, Infer, Named, NodeId, What};
use crate::finding::{Argument, MetAt, Mistake, Place};
use crate::lookup::Lookup;

/// "duplicate parameter name".
const PARAMETER_NAMED_TWICE: u16 = 100;
/// "… has already been declared in the current scope".
const DECLARED_TWICE: u16 = 101;
/// "…, declared in condition, may not be redeclared in this scope".
const DECLARED_IN_CONDITION: u16 = 704;
/// "…, declared in for-loop initialization, may not be redeclared in this scope".
const DECLARED_IN_FOR: u16 = 779;
/// "declaration of … hides handler parameter".
const HIDES_CAUGHT: u16 = 1210;
/// "…, declared as iterator of range-based "for" statement, may not be redeclared in this scope".
const DECLARED_IN_RANGE: u16 = 2801;
/// "default label has already appeared in this switch".
const DEFAULT_TWICE: u16 = 124;
/// "case label value has already appeared in this switch at line …".
const CASE_TWICE: u16 = 1578;
/// "… may not be redeclared in this scope", of template parameters.
const PARAMETER_TWICE: u16 = 496;
/// "declaration of … hides template parameter".
const PARAMETER_HIDDEN: u16 = 497;
/// "a range-based "for" statement cannot operate on an array of unknown size …".
const UNKNOWN_SIZE: u16 = 2287;
/// "this range-based "for" statement requires a suitable … function and none was found".
const NO_RANGE: u16 = 2291;
/// "this constant expression has type … instead of the required … type".
const CONSTANT_TYPE: u16 = 2373;
/// "this constant expression has type … instead of the required integral or enum type".
const NO_CONSTANT_TYPE: u16 = 2412;

/// A `switch` around a place.
#[derive(Clone, Debug)]
pub(crate) struct Switch<'db> {
    /// The promoted type of its condition.
    pub(crate) ty: Option<Ty<'db>>,
    /// The values of its cases so far.
    values: FxHashMap<i128, ExprId>,
    has_default: bool,
}

impl<'db> Switch<'db> {
    pub(crate) fn new(ty: Option<Ty<'db>>) -> Self {
        Switch { ty, values: FxHashMap::default(), has_default: false }
    }
}

impl<'db> Infer<'_, 'db> {
    // ---- switches

    /// `case e:`
    pub(crate) fn check_case(&mut self, node: NodeId, expr: ExprId) {
        let db = self.db();
        if !self.is_known(node) || self.switches.is_empty() {
            return;
        }
        let ty = self.node(node).ty;
        let is_integral =
            ty.as_enum(db).is_some() || ty.as_builtin(db).is_some_and(asunder_types::is_integral);
        let at = self.start_of(node);
        let required = self.switches.last().and_then(|switch| switch.ty);
        if !is_integral {
            let is_literal = matches!(self.node(node).what, What::Constant(_) | What::String);
            if let (true, Some(required)) = (is_literal, required)
                && !self.is_open(required)
                && let Some(from) = self.type_of_value_argument(node)
            {
                let is_number = required.as_builtin(db).is_some_and(asunder_types::is_integral);
                let mistake = match is_number || required.as_enum(db).is_some() {
                    true => {
                        let required = Argument::Name(self.sema.display(required));
                        Mistake::new(CONSTANT_TYPE, vec![from, required])
                    }
                    // The `switch` has no value that a label may have.
                    false => Mistake::new(NO_CONSTANT_TYPE, vec![from]),
                };
                self.met(mistake, at);
            }
            return;
        }
        // Scoped enumerators have no values of other types.
        let is_scoped = |ty: Ty<'db>| ty.as_enum(db).is_some_and(|first| self.sema.is_scoped(first));
        if let Some(required) = required.filter(|required| required.unqualified(db) != ty.unqualified(db))
            && (is_scoped(required) || is_scoped(ty) && required.as_builtin(db).is_some())
            && let Some(from) = self.type_of_value_argument(node)
        {
            let required = Argument::Name(self.sema.display(required));
            self.met(Mistake::new(CONSTANT_TYPE, vec![from, required]), at);
            return;
        }
        // Which values are equal the type of the condition decides.
        if self.in_template && required.is_none_or(|required| self.is_open(required)) {
            return;
        }
        match self.constant(node) {
            Value::Integer(value, _) => {
                let Some(switch) = self.switches.last_mut() else { return };
                match switch.values.entry(value) {
                    Entry::Occupied(before) => {
                        let place = Argument::At(Place::Expr(*before.get()));
                        self.met(Mistake::new(CASE_TWICE, vec![place]), at);
                    }
                    Entry::Vacant(entry) => drop(entry.insert(expr)),
                }
            }
            _ => self.check_argument(node, expr),
        }
    }

    /// `default:`
    pub(crate) fn check_default_label(&mut self, id: StmtId) {
        let Some(switch) = self.switches.last_mut() else { return };
        if std::mem::replace(&mut switch.has_default, true) {
            self.met_at(Mistake::new(DEFAULT_TWICE, Vec::new()), MetAt::Statement(id));
        }
    }

    // ---- names of blocks

    /// A declaration with the name of a template parameter. True if it is one.
    pub(crate) fn check_template_parameter(&mut self, decl: DeclRef, name: &str) -> bool {
        if !self.in_template || !self.is_template_parameter(name) {
            return false;
        }
        // In the outermost block it stands in the scope of the parameters ([temp.local]/6).
        let number = if self.scopes.depth() == 2 { PARAMETER_TWICE } else { PARAMETER_HIDDEN };
        let entity = match number {
            PARAMETER_TWICE => Argument::entity("template parameter", name),
            _ => Argument::Name(name.to_owned()),
        };
        self.met_at(Mistake::new(number, vec![entity]), MetAt::Name(decl));
        true
    }

    /// A variable whose name its block has already.
    pub(crate) fn check_redeclared(&mut self, decl: DeclRef, name: &str) {
        if self.check_template_parameter(decl, name) {
            return;
        }
        let is_extern = self.sema.decl(decl).specifiers.is_extern;
        let depth = self.scopes.depth();
        let own = self.scopes.in_innermost(name);
        if let (None, Some(kind), false) = (&own, self.scopes.controlled(name), is_extern) {
            let number = match kind {
                BlockKind::ForInit => DECLARED_IN_FOR,
                BlockKind::Range => DECLARED_IN_RANGE,
                BlockKind::Handler => HIDES_CAUGHT,
                _ => DECLARED_IN_CONDITION,
            };
            let mistake = Mistake::new(number, vec![Argument::Name(name.to_owned())]);
            self.met_at(mistake, MetAt::Name(decl));
            return;
        }
        // The parameters of a function stand in the outermost block of its body ([basic.scope.block]/2).
        let has_handlers = matches!(&self.body.root, Root::Function { handlers, .. } if !handlers.is_empty());
        let parameters = match depth == 2 && self.is_function_body() && self.lambda.is_none() && !has_handlers
        {
            true => self.scopes.in_outermost(name),
            false => self.parameter_of_lambda(name),
        };
        let is_new = match own.or(parameters) {
            None => return,
            Some(Lookup::Variable(number)) => {
                let variable = self.variable_of(number);
                let was_extern = variable.decl.is_some_and(|decl| {
                    variable.parameter.is_none() && self.sema.decl(decl).specifiers.is_extern
                });
                variable.ty.absorbs(self.db()) || is_extern && was_extern || variable.is_capture
            }
            Some(Lookup::Found(symbols)) => symbols.iter().all(|symbol| {
                let kind = &self.sema.decl(symbol.decl).kind;
                !matches!(
                    kind,
                    DeclKind::Typedef(_) | DeclKind::Function { .. } | DeclKind::Enumerator { .. }
                )
            }),
            Some(_) => true,
        };
        if !is_new {
            let mistake = Mistake::new(DECLARED_TWICE, vec![Argument::Name(name.to_owned())]);
            self.met_at(mistake, MetAt::Name(decl));
        }
    }

    /// A parameter of the lambda whose body's outermost block is the innermost block here.
    fn parameter_of_lambda(&self, name: &str) -> Option<Lookup<'db>> {
        let lambda = self.lambda?;
        let found = self.scopes.in_second(name)?;
        let Lookup::Variable(number) = &found else { return None };
        let parameter = self.variable_of(*number).parameter;
        matches!(parameter, Some((Some(of), _)) if of == lambda).then_some(found)
    }

    /// A parameter of a lambda that has the name of one before it.
    pub(crate) fn check_lambda_parameter(&mut self, lambda: asunder_hir::body::LambdaId, index: u32) {
        let params = &self.body[lambda].params;
        let name = params.get(index as usize).and_then(|param| param.name.as_ref());
        let is_twice =
            name.is_some_and(|name| params[..index as usize].iter().any(|it| it.name.as_ref() == Some(name)));
        if is_twice {
            self.met_at(
                Mistake::new(PARAMETER_NAMED_TWICE, Vec::new()),
                MetAt::LambdaParameter(lambda, index),
            );
        }
    }

    /// Whether a template around the function has a parameter of this name.
    fn is_template_parameter(&self, name: &str) -> bool {
        let mut at = self.owner.map(|owner| owner.local);
        while let (Some(local), Some(owner)) = (at, self.owner) {
            let decl = self.sema.decl(owner.sibling(local));
            let mut params = decl.templates.iter().flat_map(|header| &header.params);
            if params.any(|param| param.name.as_deref() == Some(name)) {
                return true;
            }
            at = decl.parent;
        }
        false
    }

    // ---- range-for

    /// Whether the namespace std, into which the reference looks for every range, has a `begin` that may take one: what stands
    /// there for everybody are templates, which take those with members.
    fn has_range_in_std(&self) -> bool {
        let segments =
            ["std", "begin"].map(|name| Segment { name: SegmentName::Ident(name.into()), args: None });
        let path = Path { global: true, segments: segments.into() };
        let named = self.sema.lookup_path(&path, self.site(), crate::lookup::Want::Any);
        let is_template = |symbol: &Symbol<'_>| self.sema.is_function_template(symbol.decl);
        matches!(&named.found, Lookup::Found(symbols) if !symbols.iter().all(is_template))
    }

    /// `for (x : e)` where nothing gives a beginning or an end.
    pub(crate) fn check_range(&mut self, node: NodeId) {
        let db = self.db();
        let ty = self.node(node).ty;
        // What completes the array of a definition, its initializer, may not be known.
        let is_extern = match self.node(node).named {
            Some(Named::Symbol(symbol)) => self.sema.decl(symbol.decl).specifiers.is_extern,
            Some(Named::Local(number)) => {
                let decl = self.variable_of(number).decl;
                decl.is_some_and(|decl| self.sema.decl(decl).specifiers.is_extern)
            }
            _ => false,
        };
        if is_extern
            && matches!(ty.kind(db), Kind::Array(_, Bound::Unknown))
            && matches!(self.node(node).what, What::Variable)
        {
            if let Some(argument) = self.type_of_argument(node) {
                let at = self.start_of(node);
                self.met(Mistake::new(UNKNOWN_SIZE, vec![argument]), at);
            }
            return;
        }
        let is_plain = ty.as_builtin(db).is_some() || ty.pointee(db).is_some();
        let is_open_class = match ty.as_class(db) {
            Some(class) => {
                let members = ["begin", "end"].map(|name| {
                    self.sema.lookup_in_class(
                        crate::lookup::Sought::Ident(name),
                        class,
                        asunder_decls::names::Point::END,
                        crate::lookup::Want::Any,
                    )
                });
                let is_simple = self.is_known_class(ty);
                let free = self.sema.by_arguments(crate::lookup::Sought::Ident("begin"), &[ty], self.point);
                is_simple && members.contains(&Lookup::None) && free.is_ok_and(|found| found.is_empty())
            }
            None => false,
        };
        if !self.is_known(node)
            || matches!(ty.kind(db), Kind::Array(..))
            || !(is_plain || is_open_class)
            || self.has_range_in_std()
        {
            return;
        }
        let at = self.start_of(node);
        // In a template nothing more is looked for.
        let names: &[&str] = if self.in_template { &["begin"] } else { &["begin", "end"] };
        for name in names {
            self.met(Mistake::new(NO_RANGE, vec![Argument::Name((*name).to_owned())]), at);
        }
    }
}
