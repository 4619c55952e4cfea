//! Functions that a call does not match: whether each surely does not, and the note that says why.

use asunder_decls::Redeclarations;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{
    Arg, BodyKind, DeclKind, DeclName, Expr as Written, TemplateParamKind, TypeExpr,
};
use asunder_syntax::Standard;
use asunder_types::{Class, Kind, Origin, Symbol, Ty};
use rustc_hash::FxHashSet;

use super::super::{Infer, NodeId};
use crate::convert::{Ics, Operand};
use crate::finding::{Argument, Note, Place};
use crate::overload::{Candidate, Chosen, How, Resolution};
use crate::template_arguments::GivenArg;
use crate::unsatisfied::SAYS_CONSTRAINT;

/// "number of parameters of … does not match the call".
pub(super) const COUNT: u16 = 3322;
/// "substituting explicit template arguments … for … failed".
pub(super) const EXPLICIT: u16 = 3323;
/// "… does not match because argument #… does not match parameter".
pub(super) const PARAMETER: u16 = 3326;
/// "constraint on candidate … not satisfied".
const CANDIDATE_CONSTRAINT: u16 = 3321;
/// "candidate … failed deduction".
const DEDUCTION: u16 = 3327;

/// Why a function does not match.
enum Mismatch<'db> {
    Count,
    Parameter(usize),
    Deduction,
    /// The requires-clause of a function that is not a template.
    Constraint,
    /// Those of a template, of this instance of it.
    Constraints(Symbol<'db>),
    Explicit,
}

impl<'db> Infer<'_, 'db> {
    /// Whether it is understood in full what the templates among some functions deduce from arguments.
    pub(super) fn are_deduced_plainly(&self, functions: &[Candidate<'db>], args: &[NodeId]) -> bool {
        let is_template = |it: &&Candidate<'db>| self.sema.is_function_template(it.symbol.decl);
        let has_computed_part = |it: &Candidate<'db>| {
            let function = self.sema.function_expr(it.symbol.decl);
            function.is_some_and(|it| it.params.iter().any(|param| has_computed_part(&param.ty)))
        };
        let is_known = |it: &Candidate<'db>| {
            let signature = self.sema.signature(self.open_symbol(it.symbol));
            signature.is_some_and(|it| !it.params.iter().any(|param| self.sema.has_unknown_part(*param)))
        };
        if functions.iter().filter(is_template).any(|it| has_computed_part(it) || !is_known(it)) {
            return false;
        }
        // Deduction from classes goes through their bases and conversions, from arrays through their bounds.
        let is_understood = |(index, arg): (usize, &NodeId)| {
            self.is_plain(functions, *arg)
                || self.is_undeduced_list(functions, index, *arg)
                || (self.is_known(*arg) || self.type_of_function(*arg).is_some())
                    && functions.iter().all(|it| self.deduces_simply(it, index, *arg))
        };
        // What a class with bases gives is not followed into computed results.
        let has_bases = |arg: &NodeId| {
            let class = self.node(*arg).ty.referred(self.db()).as_class(self.db());
            class.is_some_and(|class| !self.sema.bases(class).is_empty())
        };
        let has_computed_result = |it: &Candidate<'db>| {
            let function = self.sema.function_expr(it.symbol.decl);
            function.is_none_or(|it| is_computed_name(&it.result))
        };
        if args.iter().any(has_bases) && functions.iter().filter(is_template).any(has_computed_result) {
            return false;
        }
        functions.iter().find(is_template).is_none() || args.iter().enumerate().all(is_understood)
    }

    /// Whether an argument is a list of values from which parameters like `T` and `const T &` deduce nothing
    /// ([temp.deduct.call]/1).
    fn is_undeduced_list(&self, functions: &[Candidate<'db>], index: usize, arg: NodeId) -> bool {
        let db = self.db();
        let is_parameter = |it: &Candidate<'db>| {
            let signature = self.sema.signature(self.open_symbol(it.symbol));
            let param = signature.and_then(|it| it.params.get(index).copied());
            param.is_some_and(|param| {
                matches!(param.referred(db).unqualified(db).kind(db), Kind::Param(param) if !param.pack)
            })
        };
        matches!(self.node(arg).what, crate::infer::What::List)
            && self.elements_of(arg).iter().all(|element| self.is_known(*element))
            && functions.iter().all(|it| self.sema.is_function_template(it.symbol.decl) && is_parameter(it))
    }

    /// The type of the only function that an argument names.
    pub(super) fn type_of_function(&self, arg: NodeId) -> Option<Ty<'db>> {
        let pending = self.sets.iter().rfind(|pending| pending.node == arg && pending.explicit.is_none())?;
        let [only] = pending.set.candidates.as_slice() else { return None };
        let is_template = self.sema.is_function_template(only.symbol.decl);
        self.sema.signature(only.symbol).filter(|_| !is_template).map(|signature| signature.ty)
    }

    /// Whether the parameter with this index of a template takes whatever it is given, or a function of any type for which
    /// `arg` is one: a function that is no template decides nothing.
    fn deduces_simply(&self, function: &Candidate<'db>, index: usize, arg: NodeId) -> bool {
        let db = self.db();
        if !self.sema.is_function_template(function.symbol.decl) {
            return true;
        }
        let Some(signature) = self.sema.signature(self.open_symbol(function.symbol)) else { return false };
        let Some(param) = signature.params.get(index) else { return true };
        let param = param.referred(db).unqualified(db);
        match param.kind(db) {
            Kind::Param(param) => !param.pack,
            // Before C++17 what a function throws is no part of its type.
            Kind::Pointer(to) if matches!(to.unqualified(db).kind(db), Kind::Param(_)) => {
                self.sema.dialect.standard >= Standard::Cpp17
            }
            Kind::Pointer(_) | Kind::Function(_) => {
                let given = self.type_of_function(arg).unwrap_or(self.node(arg).ty);
                let (takes, given) = (param.decayed(db), given.decayed(db));
                let function = |ty: Ty<'db>| ty.pointee(db).and_then(|it| it.as_function(db).cloned());
                let (Some(takes), Some(_)) = (function(takes), function(given)) else { return false };
                !takes.params.iter().any(|it| matches!(it.kind(db), Kind::Expansion(_)))
            }
            _ => false,
        }
    }

    /// Whether deduction from a node is understood in full: numbers, classes whose bases are known, pointers to them, and
    /// arrays where no parameter binds to one.
    pub(crate) fn is_plain(&self, functions: &[Candidate<'db>], node: NodeId) -> bool {
        let db = self.db();
        let mut ty = self.node(node).ty.referred(db).unqualified(db);
        if let Kind::Array(..) = ty.kind(db) {
            let binds_array = |param: &Ty<'db>| matches!(param.kind(db), Kind::Reference(inner, _) if !matches!(inner.kind(db), Kind::Pointer(_)));
            let takes_array = |it: &Candidate<'db>| {
                self.sema.is_function_template(it.symbol.decl)
                    && self
                        .sema
                        .signature(self.open_symbol(it.symbol))
                        .is_none_or(|signature| signature.params.iter().any(binds_array))
            };
            if functions.iter().any(takes_array) {
                return false;
            }
        }
        while let Some(inner) = match ty.kind(db) {
            Kind::Pointer(inner) => Some(*inner),
            Kind::Array(inner, _) => Some(*inner),
            _ => None,
        } {
            ty = inner.unqualified(db);
        }
        match ty.kind(db) {
            Kind::Builtin(_) | Kind::Enum(..) => true,
            Kind::Class(class) => self.has_known_bases(*class),
            _ => false,
        }
    }

    /// Whether a class is declared and defined, and so are its bases, of which no class has several: what is deduced from
    /// it is known.
    fn has_known_bases(&self, class: Class<'db>) -> bool {
        let db = self.db();
        matches!(class.origin(db), Origin::Decl(_))
            && self.sema.definition(class).is_some()
            && match &self.sema.bases(class)[..] {
                [] => true,
                [only] => only.ty.as_class(db).is_some_and(|base| self.has_known_bases(base)),
                _ => false,
            }
    }

    /// Whether it is known of each function that it does not match.
    pub(crate) fn none_matches(
        &self,
        functions: &[Candidate<'db>],
        args: &[NodeId],
        explicit: &[GivenArg<'db>],
    ) -> bool {
        functions.iter().all(|it| self.mismatch(it, args, explicit).is_some())
    }

    /// A note for each function that does not match, the last declared first.
    pub(crate) fn candidate_notes(&self, functions: &[Candidate<'db>], args: &[NodeId]) -> Option<Vec<Note>> {
        self.explicit_notes(functions, functions.len() > 1, args, &[])
    }

    /// The notes on those functions that a call does not match which several others match equally well. `None` where that
    /// is not known of each.
    pub(super) fn notes_beside(
        &self,
        functions: &[Candidate<'db>],
        equals: &[Chosen<'db>],
        args: &[NodeId],
    ) -> Option<Vec<Note>> {
        let mut others = Vec::new();
        for function in functions {
            if equals.iter().any(|chosen| chosen.symbol.decl == function.symbol.decl) {
                continue;
            }
            match self.mismatch(function, args, &[]) {
                Some(_) => others.push(*function),
                // One that matches, but not as well.
                None if self.matches(function, args) => {}
                None => return None,
            }
        }
        self.explicit_notes(&others, true, args, &[])
    }

    /// Whether it is known that a function matches a call.
    fn matches(&self, function: &Candidate<'db>, args: &[NodeId]) -> bool {
        let operands: Vec<Operand<'db>> = args.iter().map(|arg| self.operand(*arg)).collect();
        let found = self.sema.choose(std::slice::from_ref(function), None, &operands, &How::call());
        matches!(found, Resolution::Best(_))
    }

    /// The same with template arguments given; `is_overloaded`: the functions are shown with their parameters.
    pub(super) fn explicit_notes(
        &self,
        functions: &[Candidate<'db>],
        is_overloaded: bool,
        args: &[NodeId],
        explicit: &[GivenArg<'db>],
    ) -> Option<Vec<Note>> {
        // A template that is declared again is one function; it has the place of its first declaration.
        let mut sorted: Vec<&Candidate<'db>> = functions.iter().collect();
        sorted.sort_by_key(|it| it.symbol.decl);
        let mut known = FxHashSet::default();
        sorted.retain(|it| known.insert(self.declared_key(it)));
        sorted.reverse();
        let mut notes = Vec::new();
        for candidate in sorted {
            let entity = self.candidate_argument(candidate.symbol, is_overloaded)?;
            let at = Place::Decl(self.noted_declaration(candidate));
            notes.push(match self.mismatch(candidate, args, explicit)? {
                Mismatch::Count => Note { number: COUNT, arguments: vec![entity], at },
                Mismatch::Parameter(index) => Note {
                    number: PARAMETER,
                    arguments: vec![entity, Argument::Number(index as i64 + 1)],
                    at,
                },
                Mismatch::Deduction => Note { number: DEDUCTION, arguments: vec![entity], at },
                Mismatch::Constraint => Note { number: CANDIDATE_CONSTRAINT, arguments: vec![entity], at },
                Mismatch::Constraints(instance) => {
                    notes.extend(self.sema.unsatisfied_function(instance, entity, at)?);
                    continue;
                }
                Mismatch::Explicit => {
                    let given = Argument::Name(self.given_text(explicit)?);
                    Note { number: EXPLICIT, arguments: vec![given, entity], at }
                }
            });
        }
        Some(notes)
    }

    /// The declaration of a function that stands for it in notes: its definition in front of the place, else its first
    /// one.
    pub(crate) fn noted_declaration(&self, candidate: &Candidate<'db>) -> DeclRef {
        let own = candidate.symbol.decl;
        if own.local.0 >= asunder_hir::body::FIRST_LOCAL {
            return own;
        }
        let decl = self.sema.decl(own);
        let names = &self.sema.names;
        let item = names.item(own.item);
        let mut latest = own;
        let is_definition = |decl: DeclRef| {
            matches!(self.sema.decl(decl).kind, DeclKind::Function { body: BodyKind::Block, .. })
        };
        let mut consider = |other: DeclRef| {
            let is_better = match (is_definition(latest), is_definition(other)) {
                (false, true) => true,
                (true, false) => false,
                _ => other < latest,
            };
            if is_better && other.item <= self.point.item {
                latest = other;
            }
        };
        match (decl.name.ident(), decl.parent) {
            (Some(ident), None) if decl.qualifier.is_none() => {
                for other in names.declared_in(ident, item.namespace).iter() {
                    let other =
                        Candidate { symbol: Symbol { decl: *other, ..candidate.symbol }, ..*candidate };
                    let is_function = self.sema.function_expr(other.symbol.decl).is_some()
                        && !self.sema.is_specialization(other.symbol.decl);
                    if is_function && self.are_one(candidate, &other) {
                        consider(other.symbol.decl);
                    }
                }
            }
            (ident, Some(_)) => {
                let Some(class) = self.sema.class_around(candidate.symbol) else { return latest };
                let Origin::Decl(first) = class.origin(self.db()) else { return latest };
                let Some(sought) = ident.or(self.sema.decl(first).name.ident()) else { return latest };
                let Some(wanted) = self.sema.signature(candidate.symbol) else { return latest };
                for &item in names.items_declaring(sought) {
                    if item > self.point.item || class.args(self.db()).is_some() {
                        continue;
                    }
                    for (local, other) in names.decls(item).iter() {
                        if other.qualifier.is_none() || other.name != decl.name {
                            continue;
                        }
                        let other = DeclRef { item, local };
                        let symbol = Symbol { decl: other, env: self.sema.env_of(other) };
                        let is_same = self.sema.class_around(symbol) == Some(class)
                            && self.sema.signature(symbol).is_some_and(|it| {
                                it.params == wanted.params && it.qualifiers == wanted.qualifiers
                            });
                        if is_same {
                            consider(other);
                        }
                    }
                }
            }
            (None, None) => {
                if let Redeclarations::Known(all) = names.redeclarations(own) {
                    all.into_iter().for_each(consider);
                }
            }
            _ => {}
        }
        latest
    }

    /// Explicit template arguments as messages show them: `<int, <expression>>`.
    pub(super) fn given_text(&self, given: &[GivenArg<'db>]) -> Option<String> {
        let mut all = Vec::new();
        for arg in given {
            all.push(match arg {
                GivenArg::Type(ty) => self.sema.spelled_text(&crate::spelled::Spelled::Plain(*ty))?,
                GivenArg::Value(_) | GivenArg::Object(_) => "<expression>".to_owned(),
                _ => return None,
            });
        }
        Some(format!("<{}>", all.join(", ")))
    }

    /// Whether an explicit argument is a type where a template takes a value, or the reverse.
    fn takes_other_arguments(&self, template: Symbol<'db>, given: &[GivenArg<'db>]) -> bool {
        let header = self.sema.decl(template.decl).templates.last();
        let params = header.map(|header| header.params.as_slice()).unwrap_or_default();
        params.iter().take_while(|param| !param.pack).zip(given).any(|(param, given)| {
            match (&param.kind, given) {
                (TemplateParamKind::Type(_), GivenArg::Value(_) | GivenArg::Object(_)) => true,
                (TemplateParamKind::Value(ty, _), GivenArg::Type(_)) => {
                    !self.sema.may_be_concept(ty, template)
                }
                _ => false,
            }
        })
    }

    /// Why a function does not match a call.
    fn mismatch(
        &self,
        candidate: &Candidate<'db>,
        args: &[NodeId],
        explicit: &[GivenArg<'db>],
    ) -> Option<Mismatch<'db>> {
        let db = self.db();
        let mut symbol = candidate.symbol;
        if self.sema.is_function_template(symbol.decl) {
            let params = &self.sema.decl(symbol.decl).templates.last()?.params;
            let are_too_many = explicit.len() > params.len() && !params.iter().any(|param| param.pack);
            if are_too_many || self.takes_other_arguments(symbol, explicit) {
                return Some(Mismatch::Explicit);
            }
        }
        let open = self.sema.signature(self.open_symbol(symbol))?;
        let has_pack = open.params.iter().any(|param| matches!(param.kind(db), Kind::Expansion(_)));
        if args.len() < open.required as usize
            || args.len() > open.params.len() && !open.variadic && !has_pack
        {
            return Some(Mismatch::Count);
        }
        if self.sema.is_function_template(symbol.decl) {
            let operands: Vec<Operand<'db>> = args.iter().map(|arg| self.operand(*arg)).collect();
            // Parameters that do not depend on what is deduced come first ([temp.deduct.call]/6).
            if let Some(index) = self.fixed_mismatch(&open.params, args) {
                return Some(Mismatch::Parameter(index));
            }
            let deduced = self.sema.deduced_call(symbol, &operands, explicit);
            // What is deduced does not fit into the rest of the declaration.
            if let Ok(Some(instance)) = deduced
                && self.sema.signature(instance).is_none_or(|it| matches!(it.ty.kind(db), Kind::Error))
            {
                return Some(Mismatch::Deduction);
            }
            match deduced {
                Ok(Some(instance)) => match self.sema.instance_satisfies(instance) {
                    Some(true) => symbol = instance,
                    Some(false) if self.sema.dialect.release < SAYS_CONSTRAINT => {
                        return Some(Mismatch::Deduction);
                    }
                    Some(false) => return Some(Mismatch::Constraints(instance)),
                    None => return None,
                },
                // A base of an instance may be what a parameter takes.
                Ok(None) if self.may_need_bases(&open.params, args) => return None,
                Ok(None) => return Some(Mismatch::Deduction),
                Err(_) => return None,
            }
        }
        if !self.sema.function_satisfies(symbol)? {
            return Some(Mismatch::Constraint);
        }
        let signature = self.sema.signature(symbol)?;
        for (index, arg) in args.iter().enumerate() {
            let Some(param) = signature.params.get(index) else { break };
            match self.sema.implicit(&self.operand(*arg), *param, true) {
                Ics::No if self.keeps_qualifiers(open.params.get(index).copied(), *param, *arg) => {
                    return Some(Mismatch::Deduction);
                }
                Ics::No => return Some(Mismatch::Parameter(index)),
                Ics::Gap(_) => return None,
                _ => {}
            }
        }
        None
    }

    /// Whether nothing is deduced for a parameter (`A<T> &`), which is `param` in the instance, from an object that has
    /// more qualifiers ([temp.deduct.call]/4).
    fn keeps_qualifiers(&self, open: Option<Ty<'db>>, param: Ty<'db>, arg: NodeId) -> bool {
        let db = self.db();
        let Some(open) = open.filter(|open| self.sema.is_dependent(*open)) else { return false };
        let Kind::Reference(pattern, _) = open.kind(db) else { return false };
        let (given, taken) = (self.node(arg).ty, param.referred(db));
        given.unqualified(db) == taken.unqualified(db)
            && given.qualifiers(db).is_const
            && !pattern.qualifiers(db).is_const
            && pattern.unqualified(db).as_class(db).is_some()
    }

    /// The first parameter of a template that does not depend on its arguments and does not take what it is given.
    fn fixed_mismatch(&self, params: &[Ty<'db>], args: &[NodeId]) -> Option<usize> {
        params.iter().zip(args).position(|(param, arg)| {
            !self.sema.is_dependent(*param)
                && matches!(self.sema.implicit(&self.operand(*arg), *param, true), Ics::No)
        })
    }

    /// Whether a parameter of a template may be deduced from a base of an argument. One that takes whatever it is given
    /// is not, nor one that is an instance of the argument's own template.
    fn may_need_bases(&self, params: &[Ty<'db>], args: &[NodeId]) -> bool {
        let db = self.db();
        args.iter().enumerate().any(|(index, arg)| {
            let Some(class) = self.node(*arg).ty.as_class(db) else { return false };
            if class.args(db).is_none() || self.sema.bases(class).is_empty() {
                return false;
            }
            let Some(param) = params.get(index) else { return true };
            match param.referred(db).unqualified(db).kind(db) {
                Kind::Param(_) => false,
                Kind::Class(of) => of.args(db).is_none() || of.origin(db) != class.origin(db),
                _ => true,
            }
        })
    }

    /// A candidate as notes name it: with its parameters where it is overloaded.
    pub(super) fn candidate_argument(&self, symbol: Symbol<'db>, is_overloaded: bool) -> Option<Argument> {
        let is_template = self.sema.is_function_template(symbol.decl);
        let kind = if is_template { "function template" } else { "function" };
        let open = self.open_symbol(symbol);
        let mut name = self.sema.name_as_written(symbol)?;
        if is_overloaded {
            let parameters = self.sema.parameters_as_written(open)?;
            name.push_str(&self.sema.hidden_parameters(symbol.decl, &parameters));
            name.push_str(&parameters);
        }
        name.push_str(&self.sema.text_of_bindings(symbol)?);
        Some(Argument::entity(kind, name))
    }

    /// A function as messages name it that say where it is declared: with its parameters where its name is overloaded.
    pub(crate) fn function_argument(
        &self,
        symbol: Symbol<'db>,
        candidates: &[Candidate<'db>],
        declared: bool,
    ) -> Option<Argument> {
        let functions = self.functions_of(candidates)?;
        let is_special =
            matches!(self.sema.decl(symbol.decl).name, DeclName::Constructor | DeclName::Conversion(_));
        let mut name = self.sema.name_as_written(symbol)?;
        if functions.len() > 1 || is_special {
            name.push_str(&self.sema.parameters_as_written(symbol)?);
        }
        name.push_str(&self.sema.text_of_bindings(symbol)?);
        let declared = declared.then_some(Place::Decl(symbol.decl));
        Some(Argument::Entity { kind: Some("function"), name, declared })
    }

    /// A function with its parameters, and where it is declared.
    pub(crate) fn full_function(&self, symbol: Symbol<'db>) -> Option<Argument> {
        let name = match self.sema.is_function_template(symbol.decl) {
            true => self.sema.named_instance_text(symbol)?,
            false => {
                let (base, params) =
                    (self.sema.name_as_written(symbol)?, self.sema.parameters_as_written(symbol)?);
                format!("{base}{params}{}", self.sema.text_of_bindings(symbol)?)
            }
        };
        Some(Argument::Entity { kind: Some("function"), name, declared: Some(Place::Decl(symbol.decl)) })
    }
}

/// Whether a type is a member of another one, or computed from an expression.
fn is_computed_name(ty: &TypeExpr) -> bool {
    match ty {
        TypeExpr::Name(path, is_typename) => *is_typename || path.segments.iter().any(|it| it.args.is_some()),
        TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Qualified(_, inner) => is_computed_name(inner),
        TypeExpr::Builtin(_) => false,
        _ => true,
    }
}

/// Whether a part of a type is computed: the bound of an array that is more than a number or a name, or a name in
/// arguments that expands a pack itself.
fn has_computed_part(ty: &TypeExpr) -> bool {
    match ty {
        TypeExpr::Array(bound, element) => {
            let is_simple = |bound: &Written| match bound {
                Written::Integer(..) => true,
                Written::Name(path) => path.as_ident().is_some(),
                _ => false,
            };
            !bound.as_deref().is_none_or(is_simple) || has_computed_part(element)
        }
        TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Qualified(_, inner) => has_computed_part(inner),
        TypeExpr::Function(function) => {
            let params = function.params.iter().map(|param| &param.ty);
            let mut parts = params.chain([&function.result]);
            parts.any(|part| matches!(part, TypeExpr::Decltype(..)) || has_computed_part(part))
        }
        // `tuple<index_sequence_for<Ts...>, Ts...>`: an alias may count what is expanded in it.
        TypeExpr::Name(path, _) => {
            path.segments.iter().filter_map(|it| it.args.as_ref()).flatten().any(|arg| {
                let (Arg::Type(TypeExpr::Name(inner, _)) | Arg::Name(inner)) = arg else { return false };
                let mut args = inner.segments.iter().filter_map(|it| it.args.as_ref()).flatten();
                args.any(|arg| matches!(arg, Arg::Expansion(_) | Arg::Type(TypeExpr::Expansion(_))))
            })
        }
        _ => false,
    }
}
