//! Overload resolution ([over.match]), with deduction of template arguments from calls ([temp.deduct.call]) and partial
//! ordering of function templates ([temp.func.order]).

use std::cmp::Ordering;
use std::rc::Rc;

use asunder_decls::names::DeclRef;
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{DeclKind, DeclName, SegmentName};
use asunder_syntax::HostWords;
use asunder_types::{Arg, Class, Env, Frame, Kind, Qualifiers, RefQualifier, Symbol, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::convert::{Binding, Ics, Operand, Rank, Standard, contains};
use crate::infer::Category;
use crate::signature::Signature;
use crate::template_arguments::GivenArg;
use crate::templates::Deduction;
use crate::view::Sema;

/// A function that a call may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate<'db> {
    pub(crate) symbol: Symbol<'db>,
    /// Found by its arguments alone.
    pub(crate) by_arguments: bool,
    /// Rewritten from `==` or `<=>`; with true the operands change places (C++20).
    pub(crate) rewritten: Option<bool>,
}

impl<'db> Candidate<'db> {
    /// A function found by ordinary lookup.
    pub(crate) fn of(symbol: Symbol<'db>) -> Candidate<'db> {
        Candidate { symbol, by_arguments: false, rewritten: None }
    }
}

/// What tells a function from the others of its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FunctionKey<'db> {
    params: Box<[Ty<'db>]>,
    qualifiers: Qualifiers,
    ref_qualifier: RefQualifier,
    env: Env<'db>,
    /// That of a conversion function, and of a template ([temp.over.link]/6).
    result: Option<Ty<'db>>,
    /// The declaration, of a member with constraints.
    constrained: Option<asunder_decls::names::DeclRef>,
}

/// What tells a viable function, with its template arguments, from the others of its name.
#[derive(Clone, PartialEq, Eq, Hash)]
struct EntityKey<'db> {
    params: Box<[Ty<'db>]>,
    qualifiers: Qualifiers,
    ref_qualifier: RefQualifier,
    variadic: bool,
    scope: Option<Env<'db>>,
    /// How many parameter lists the template has, and how many parameters the last one.
    templates: (usize, Option<usize>),
    /// That of a template or a conversion function.
    result: Option<Ty<'db>>,
    /// One that is constrained: its declaration.
    constrained: Option<DeclRef>,
    rewritten: Option<bool>,
}

/// How candidates are compared.
#[derive(Clone, Debug)]
pub(crate) struct How<'db> {
    /// Explicit template arguments.
    pub(crate) explicit: Option<Vec<GivenArg<'db>>>,
    /// Conversions by functions of classes are considered.
    pub(crate) user: bool,
    /// The operands are those of an operator: a member takes the first one as its object.
    pub(crate) operator: bool,
    /// Explicit functions are not considered.
    pub(crate) converting: bool,
    /// The item whose call it is: classes that are defined behind it are not complete.
    pub(crate) item: u32,
}

impl How<'_> {
    /// A call without explicit template arguments.
    pub(crate) fn call() -> Self {
        How { explicit: None, user: true, operator: false, converting: false, item: u32::MAX }
    }

    /// Operands of an operator.
    pub(crate) fn operator() -> Self {
        How { operator: true, ..How::call() }
    }

    /// The function of a conversion: no second one.
    pub(crate) fn conversion() -> Self {
        How { user: false, ..How::call() }
    }

    /// The function of a conversion that nobody writes.
    pub(crate) fn implicit_conversion() -> Self {
        How { converting: true, ..How::conversion() }
    }
}

/// The function that a call means.
#[derive(Clone, Debug)]
pub(crate) struct Chosen<'db> {
    /// The function, in the scopes that hold its template arguments.
    pub(crate) symbol: Symbol<'db>,
    pub(crate) signature: Rc<Signature<'db>>,
    /// How the object is converted, for member functions.
    pub(crate) object: Option<Ics<'db>>,
    /// How each argument is converted.
    pub(crate) arguments: Vec<Ics<'db>>,
    pub(crate) by_arguments: bool,
    pub(crate) rewritten: Option<bool>,
}

/// What overload resolution gives.
#[derive(Clone, Debug)]
pub(crate) enum Resolution<'db> {
    /// One function is better than all others.
    Best(Chosen<'db>),
    /// Several are equally good.
    Ambiguous,
    /// None is viable.
    None,
    /// Not known, and why.
    Gap(&'static str),
}

/// Why a candidate is not viable.
pub(crate) enum Failure {
    No,
    Gap(&'static str),
}

impl<'db> Sema<'db> {
    /// Chooses among `candidates` for the object and the arguments of a call.
    pub(crate) fn choose(
        &self,
        candidates: &[Candidate<'db>],
        object: Option<&Operand<'db>>,
        arguments: &[Operand<'db>],
        how: &How<'db>,
    ) -> Resolution<'db> {
        let plausible = self.plausible(candidates, object, arguments, how);
        let candidates = plausible.as_deref().unwrap_or(candidates);
        let mut viable: Vec<Chosen<'db>> = Vec::new();
        let mut known: FxHashMap<EntityKey<'db>, Vec<usize>> = FxHashMap::default();
        let (mut gap, mut gap_of_function) = (None, None);
        for candidate in candidates {
            if self.is_specialization(candidate.symbol.decl) {
                continue;
            }
            match crate::view::deep(|| self.viable(candidate, object, arguments, how)) {
                Ok(chosen) => {
                    // Declarations of one function.
                    let alike = known.entry(self.entity_key(&chosen)).or_default();
                    match alike.iter().find(|place| self.is_redeclared(&viable[**place], &chosen)) {
                        // The last declaration stands for the function; default arguments add up.
                        Some(place) => {
                            let known = &mut viable[*place];
                            if chosen.symbol.decl > known.symbol.decl {
                                *known = chosen;
                            }
                        }
                        None => {
                            alike.push(viable.len());
                            viable.push(chosen);
                        }
                    }
                }
                Err(Failure::No) => {}
                Err(Failure::Gap(why)) if self.is_function_template(candidate.symbol.decl) => gap = Some(why),
                Err(Failure::Gap(why)) => gap_of_function = Some(why),
            }
        }
        if let Some(why) = gap_of_function {
            return Resolution::Gap(why);
        }
        if let Some(why) = gap {
            // A function that needs no conversions is better than any template ([over.match.best.general]/2).
            let exact = viable.iter().position(|chosen| self.is_exact(chosen, object, arguments));
            return match exact {
                Some(exact) if how.explicit.is_none() => Resolution::Best(viable.swap_remove(exact)),
                _ => Resolution::Gap(why),
            };
        }
        if viable.is_empty() {
            return Resolution::None;
        }
        // What is better than all others is better than whatever stands against it.
        let mut best = 0;
        for next in 1..viable.len() {
            if !self.is_better(&viable[best], &viable[next]) {
                best = next;
            }
        }
        match (0..viable.len()).all(|other| other == best || self.is_better(&viable[best], &viable[other])) {
            true => Resolution::Best(viable.swap_remove(best)),
            false => self.undecided(viable),
        }
    }

    /// Whether a function that is not a template takes all operands without a conversion: no other function is better then.
    fn is_exact(
        &self,
        chosen: &Chosen<'db>,
        object: Option<&Operand<'db>>,
        arguments: &[Operand<'db>],
    ) -> bool {
        let is_same = |ics: &Ics<'db>, operand: &Operand<'db>| {
            let (Ics::Standard(standard), Operand::Value(value)) = (ics, operand) else { return false };
            let is_same = standard.rank == Rank::Exact && standard.derived == 0 && !standard.qualification;
            is_same
                && standard.binding.is_none_or(|binding| {
                    let is_best = binding.rvalue == (value.category != Category::Lvalue);
                    binding.to == value.ty && (is_best || binding.object)
                })
        };
        let object = match (&chosen.object, object) {
            (None, _) => true,
            (Some(ics), Some(object)) => is_same(ics, object),
            (Some(_), None) => false,
        };
        object
            && chosen.rewritten.is_none()
            && !self.is_function_template(chosen.symbol.decl)
            && chosen.arguments.len() == arguments.len()
            && chosen.arguments.iter().zip(arguments).all(|(ics, operand)| is_same(ics, operand))
    }

    /// What none of several functions being better means: that is not known where it is not of their constraints.
    fn undecided(&self, viable: Vec<Chosen<'db>>) -> Resolution<'db> {
        let best = self.best_of(viable).unwrap_or_default();
        let is_known = |a: &Chosen<'db>| {
            best.iter()
                .all(|b| a.symbol == b.symbol || self.is_more_constrained(a.symbol, b.symbol).is_some())
        };
        match best.iter().all(is_known) {
            true => Resolution::Ambiguous,
            false => Resolution::Gap("constraints"),
        }
    }

    /// Those of viable functions that no other is better than.
    pub(crate) fn best_of(&self, viable: Vec<Chosen<'db>>) -> Option<Vec<Chosen<'db>>> {
        let is_beaten = |one: usize| {
            (0..viable.len()).any(|other| other != one && self.is_better(&viable[other], &viable[one]))
        };
        let best = (0..viable.len()).filter(|one| !is_beaten(*one)).map(|one| viable[one].clone());
        Some(best.collect())
    }

    /// The instance of a function template that a call means: `None` where deduction fails, an error where that is not
    /// known.
    pub(crate) fn deduced_call(
        &self,
        symbol: Symbol<'db>,
        arguments: &[Operand<'db>],
        explicit: &[GivenArg<'db>],
    ) -> Result<Option<Symbol<'db>>, &'static str> {
        let explicit = (!explicit.is_empty()).then(|| explicit.to_vec());
        match self.deduce_call(symbol, arguments, &How { explicit, ..How::call() }) {
            Ok(symbol) => Ok(Some(symbol)),
            Err(Failure::No) => Ok(None),
            Err(Failure::Gap(why)) => Err(why),
        }
    }

    /// What candidates have in common that are the same function, with the same template arguments.
    fn entity_key(&self, chosen: &Chosen<'db>) -> EntityKey<'db> {
        let symbol = chosen.symbol;
        let (decl, signature) = (self.decl(symbol.decl), &chosen.signature);
        let env = match self.is_function_template(symbol.decl) {
            true => symbol.env.outer(self.db),
            false => Some(symbol.env),
        };
        EntityKey {
            params: signature.params.clone(),
            qualifiers: signature.qualifiers,
            ref_qualifier: signature.ref_qualifier,
            variadic: signature.variadic,
            scope: env.map(|env| self.declaring_scope(symbol, env)),
            templates: (decl.templates.len(), decl.templates.last().map(|it| it.params.len())),
            result: (!decl.templates.is_empty() || is_conversion(decl)).then_some(signature.result),
            constrained: self.is_constrained_function(symbol.decl).then_some(symbol.decl),
            rewritten: chosen.rewritten,
        }
    }

    /// The scope that a function belongs to: a friend's is the namespace.
    fn declaring_scope(&self, symbol: Symbol<'db>, env: asunder_types::Env<'db>) -> asunder_types::Env<'db> {
        if self.decl(symbol.decl).specifiers.is_friend {
            return self.namespace_env(self.namespace_of(env));
        }
        env
    }

    /// Whether two candidates declare one function.
    pub(crate) fn same_function(&self, a: &Candidate<'db>, b: &Candidate<'db>) -> bool {
        if a.symbol == b.symbol {
            return true;
        }
        match (self.function_key(a), self.function_key(b)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
    }

    /// What the declarations of one function have in common; `None` of what has no signature.
    pub(crate) fn function_key(&self, candidate: &Candidate<'db>) -> Option<FunctionKey<'db>> {
        let signature = self.signature(candidate.symbol)?;
        let decl = candidate.symbol.decl;
        let written = self.decl(decl);
        let is_template = !written.templates.is_empty();
        // In its class a member is declared once.
        let is_member = written.parent.is_some() && !written.specifiers.is_friend;
        Some(FunctionKey {
            params: signature.params.clone(),
            qualifiers: signature.qualifiers,
            ref_qualifier: signature.ref_qualifier,
            env: candidate.symbol.env,
            result: (is_template || is_conversion(written)).then_some(signature.result),
            constrained: (is_member && self.is_constrained_function(decl)).then_some(decl),
        })
    }

    /// The functions that candidates declare, each by its first declaration among them.
    pub(crate) fn distinct(
        &self,
        candidates: impl IntoIterator<Item = Candidate<'db>>,
    ) -> Vec<Candidate<'db>> {
        let mut known = FxHashSet::default();
        let mut all = candidates.into_iter().collect::<Vec<_>>();
        all.retain(|candidate| {
            let key = self.function_key(candidate);
            let symbol = key.is_none().then_some(candidate.symbol);
            known.insert((key, symbol))
        });
        all
    }

    /// A candidate with its conversions, if the call can mean it.
    fn viable(
        &self,
        candidate: &Candidate<'db>,
        object: Option<&Operand<'db>>,
        arguments: &[Operand<'db>],
        how: &How<'db>,
    ) -> Result<Chosen<'db>, Failure> {
        let swapped: Vec<Operand<'db>>;
        let (mut object, mut arguments) = (object, arguments);
        let written = self.decl(candidate.symbol.decl);
        if candidate.rewritten == Some(true) {
            let mut all: Vec<Operand<'db>> = object.into_iter().chain(arguments).cloned().collect();
            all.reverse();
            swapped = all;
            if how.operator {
                object = swapped.first();
                arguments = &swapped[1..];
            } else {
                arguments = &swapped;
            }
        }
        let all: Vec<Operand<'db>>;
        let is_member = self.class_around(candidate.symbol).is_some()
            && !written.specifiers.is_friend
            && !matches!(written.name, DeclName::Constructor);
        if how.operator && !is_member {
            all = object.into_iter().chain(arguments).cloned().collect();
            arguments = &all;
            object = None;
        }
        if is_member && has_object_parameter(written) {
            return Err(Failure::Gap("explicit object parameter"));
        }
        let is_template = self.is_function_template(candidate.symbol.decl);
        if !is_template && how.explicit.is_some() && !matches!(written.name, DeclName::Constructor) {
            return Err(Failure::No);
        }
        // A conversion function is deduced from what it converts to.
        let is_deduced = matches!(candidate.symbol.env.frame(self.db),
            Frame::Template { template, args: Some(_), .. } if template == candidate.symbol.decl);
        let symbol = match is_template && !is_deduced {
            true => self.deduce_call(candidate.symbol, arguments, how)?,
            false => candidate.symbol,
        };
        if how.converting {
            match self.is_explicit(symbol) {
                Some(false) => {}
                Some(true) => return Err(Failure::No),
                None => return Err(Failure::Gap("explicit")),
            }
        }
        if how.item != u32::MAX && self.is_constrained_by_incomplete(symbol, how.item) {
            return Err(Failure::Gap("constraints on classes that are not complete"));
        }
        match self.function_satisfies(symbol) {
            Some(true) => {}
            Some(false) => return Err(Failure::No),
            None => return Err(Failure::Gap("constraints")),
        }
        let Some(signature) = self.signature(symbol) else { return Err(Failure::No) };
        match signature.ty.kind(self.db) {
            Kind::Error => return Err(Failure::No),
            Kind::Gap(why) => return Err(Failure::Gap(why)),
            _ => {}
        }
        let count = arguments.len();
        if count < signature.required as usize && !self.has_defaults_elsewhere(symbol, &signature, count) {
            return Err(Failure::No);
        }
        if count > signature.params.len() && !signature.variadic {
            return Err(Failure::No);
        }
        let mut chosen = Chosen {
            symbol,
            signature: signature.clone(),
            object: None,
            arguments: Vec::with_capacity(count),
            by_arguments: candidate.by_arguments,
            rewritten: candidate.rewritten,
        };
        if let (Some(class), Some(object)) = (signature.object, object) {
            let ics = self.object_conversion(object, class, &signature);
            match ics {
                Ics::No => return Err(Failure::No),
                Ics::Gap(why) => return Err(Failure::Gap(why)),
                ics => chosen.object = Some(ics),
            }
        }
        let mut gap = None;
        for (index, argument) in arguments.iter().enumerate() {
            let ics = match signature.params.get(index) {
                Some(param) => self.implicit(argument, *param, how.user),
                None => Ics::Ellipsis,
            };
            match ics {
                Ics::No => return Err(Failure::No),
                Ics::Gap(why) => gap = Some(why),
                ics => chosen.arguments.push(ics),
            }
        }
        if let Some(why) = gap {
            return Err(Failure::Gap(why));
        }
        Ok(chosen)
    }

    /// Whether the declarations of a function together have default arguments for the parameters behind the first `count`
    /// ([dcl.fct.default]/4).
    fn has_defaults_elsewhere(&self, symbol: Symbol<'db>, signature: &Signature<'db>, count: usize) -> bool {
        if symbol.decl.local.0 >= asunder_hir::body::FIRST_LOCAL {
            return false;
        }
        let declared = |decls: &[DeclRef]| {
            let functions: Vec<_> = decls
                .iter()
                .filter_map(|decl| self.function_expr(*decl))
                .filter(|function| function.params.len() == signature.params.len())
                .collect();
            (count..signature.params.len())
                .all(|index| functions.iter().any(|function| function.params[index].has_default))
        };
        if let Redeclarations::Known(all) = self.names.redeclarations(symbol.decl) {
            return declared(&all);
        }
        // Those that may declare the same function.
        let written = self.decl(symbol.decl);
        let (Some(ident), None) = (written.name.ident(), written.parent) else { return false };
        let alike = self.names.declared_in(ident, self.names.item(symbol.decl.item).namespace);
        let alike = alike.iter().filter(|it| self.decl(**it).templates.len() == written.templates.len());
        declared(&alike.copied().collect::<Vec<_>>())
    }

    /// How an object is converted for a member function of `class` ([over.match.funcs]/4).
    fn object_conversion(
        &self,
        object: &Operand<'db>,
        class: Class<'db>,
        signature: &Signature<'db>,
    ) -> Ics<'db> {
        use asunder_types::RefQualifier;
        let db = self.db;
        let Operand::Value(value) = object else { return Ics::No };
        let Some(from) = value.ty.as_class(db) else {
            return match value.ty.kind(db) {
                Kind::Gap(why) => Ics::Gap(why),
                _ => Ics::No,
            };
        };
        match self.distance_to_base(from, class) {
            Ok(Some(_)) => {}
            Ok(None) => return Ics::No,
            Err(why) => return Ics::Gap(why),
        }
        let own = value.ty.qualifiers(db);
        if !contains(signature.qualifiers, own) {
            return Ics::No;
        }
        let is_lvalue = value.category == Category::Lvalue;
        match signature.ref_qualifier {
            RefQualifier::None => {}
            RefQualifier::Lvalue => {
                if !is_lvalue && (!signature.qualifiers.is_const || signature.qualifiers.is_volatile) {
                    return Ics::No;
                }
            }
            RefQualifier::Rvalue => {
                if is_lvalue {
                    return Ics::No;
                }
            }
        }
        // What the class found in a base, or brought in from there, counts as its own.
        let to = self
            .ty(Kind::Class(from))
            .qualified(db, Qualifiers { is_restrict: false, ..signature.qualifiers });
        Ics::Standard(Standard {
            rank: Rank::Exact,
            binding: Some(Binding {
                to,
                rvalue: signature.ref_qualifier == RefQualifier::Rvalue,
                to_rvalue: !is_lvalue,
                temporary: false,
                object: signature.ref_qualifier == RefQualifier::None,
            }),
            ..Standard { to, ..Standard::identity(value.ty) }
        })
    }

    // ---- ranking

    /// Whether `a` is better than `b` ([over.match.best]/2).
    pub(crate) fn is_better(&self, a: &Chosen<'db>, b: &Chosen<'db>) -> bool {
        let all = |chosen: &Chosen<'db>, other: &Chosen<'db>| -> Vec<Ics<'db>> {
            let object = match other.object {
                None => self.inherited_object(chosen).or_else(|| chosen.object.clone()),
                Some(_) => chosen.object.clone(),
            };
            let mut all: Vec<Ics<'db>> = object.into_iter().chain(chosen.arguments.iter().cloned()).collect();
            if chosen.rewritten == Some(true) {
                all.reverse();
            }
            all
        };
        let (x, y) = (all(a, b), all(b, a));
        // A static member's object does not count.
        let skip = x.len().abs_diff(y.len());
        let (x, y) = if x.len() > y.len() { (&x[skip..], &y[..]) } else { (&x[..], &y[skip..]) };
        let (mut better, mut worse) = (false, false);
        for (x, y) in x.iter().zip(y) {
            match self.compare(x, y) {
                Ordering::Less => worse = true,
                Ordering::Greater => better = true,
                Ordering::Equal => {}
            }
        }
        match (better, worse) {
            (true, true) => return self.is_better_at_worst(x, y),
            (true, false) => return true,
            (false, true) => return false,
            (false, false) => {}
        }
        let (f, g) = (self.is_function_template(a.symbol.decl), self.is_function_template(b.symbol.decl));
        if f != g {
            return g;
        }
        if f && g {
            let count = a.arguments.len();
            let (more, less) = (
                self.at_least_as_special(a.symbol, b.symbol, count),
                self.at_least_as_special(b.symbol, a.symbol, count),
            );
            if more != less {
                return more;
            }
            if more && self.is_without_pack_of(a.symbol, b.symbol) {
                return true;
            }
        }
        // Of those that take the same, the one that is more constrained.
        if (f && g || a.signature.params == b.signature.params)
            && let Some(is_more) = self.is_more_constrained(a.symbol, b.symbol)
            && (is_more || self.is_more_constrained(b.symbol, a.symbol) == Some(true))
        {
            return is_more;
        }
        matches!((a.rewritten, b.rewritten), (None, Some(_)) | (Some(false), Some(true)))
    }

    /// Of two functions each of which is better for some argument GNU C++ takes that whose worst conversion is the better one.
    fn is_better_at_worst(&self, a: &[Ics<'db>], b: &[Ics<'db>]) -> bool {
        let worst = |all: &[Ics<'db>]| all.iter().map(|ics| self.rough_rank(ics)).min();
        matches!(self.dialect.host, HostWords::Gnu(_)) && worst(a) > worst(b)
    }

    /// Whether template `b` ends with a parameter pack for which `a`, that has none, has no parameter
    /// ([temp.deduct.partial]/11).
    fn is_without_pack_of(&self, a: Symbol<'db>, b: Symbol<'db>) -> bool {
        let (Some(x), Some(y)) = (self.open_signature(a), self.open_signature(b)) else { return false };
        let ends_with_pack = |params: &[Ty<'db>]| {
            params.last().is_some_and(|last| matches!(last.kind(self.db), Kind::Expansion(_)))
        };
        !ends_with_pack(&x.params) && ends_with_pack(&y.params) && x.params.len() < y.params.len()
    }

    /// How the object of an operator function that is a member of a base is converted to that, where no using-declaration of
    /// its class brings the function in ([over.match.funcs]/4).
    fn inherited_object(&self, chosen: &Chosen<'db>) -> Option<Ics<'db>> {
        let (Some(Ics::Standard(own)), Some(base), DeclName::Operator(name)) =
            (&chosen.object, chosen.signature.object, &self.decl(chosen.symbol.decl).name)
        else {
            return None;
        };
        let class = own.to.unqualified(self.db).as_class(self.db)?;
        let derived = self.distance_to_base(class, base).ok()?.filter(|steps| *steps > 0)?;
        let definition = self.definition(class)?;
        let is_brought_in = self.members(definition.decl).into_iter().any(|(_, member)| {
            let DeclKind::UsingDeclaration(path) = &member.kind else { return false };
            matches!(path.segments.last().map(|it| &it.name), Some(SegmentName::Operator(used)) if used == name)
        });
        if is_brought_in {
            return None;
        }
        let to = self.ty(Kind::Class(base)).qualified(self.db, own.to.qualifiers(self.db));
        let binding = own.binding.map(|binding| Binding { to, ..binding });
        Some(Ics::Standard(Standard { rank: crate::convert::Rank::Conversion, derived, to, binding, ..*own }))
    }

    /// Whether candidates that have all in common which distinguishes instances are declarations of one function: of two
    /// templates one may be more special.
    fn is_redeclared(&self, a: &Chosen<'db>, b: &Chosen<'db>) -> bool {
        if !self.is_function_template(a.symbol.decl) {
            return true;
        }
        let count = a.arguments.len();
        let is_unknown = |chosen: &Chosen<'db>| {
            let open = self.open_signature(chosen.symbol);
            open.is_none_or(|open| open.params.iter().any(|param| self.has_unknown_part(*param)))
        };
        match (
            self.at_least_as_special(a.symbol, b.symbol, count),
            self.at_least_as_special(b.symbol, a.symbol, count),
        ) {
            (true, true) => true,
            (false, false) => is_unknown(a) || is_unknown(b),
            _ => false,
        }
    }

    /// The signature of an instance's template in terms of its own parameters.
    pub(crate) fn open_signature(&self, instance: Symbol<'db>) -> Option<Rc<Signature<'db>>> {
        let symbol = Symbol { env: instance.env.outer(self.db)?, ..instance };
        self.signature(Symbol { env: self.template_env(symbol, None), ..symbol })
    }

    /// Whether a type has a part that depends on template parameters in a way that deduction does not see.
    pub(crate) fn has_unknown_part(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        match ty.kind(db) {
            Kind::Dependent | Kind::Gap(_) | Kind::Error => true,
            Kind::Pointer(inner)
            | Kind::Reference(inner, _)
            | Kind::Array(inner, _)
            | Kind::Qualified(_, inner)
            | Kind::Expansion(inner) => self.has_unknown_part(*inner),
            Kind::Function(function) => {
                self.has_unknown_part(function.result)
                    || function.params.iter().any(|param| self.has_unknown_part(*param))
            }
            Kind::Class(class) => class.args(db).is_some_and(|args| {
                args.list(db).iter().any(|arg| match arg {
                    Arg::Type(ty) => self.has_unknown_part(*ty),
                    Arg::Value(asunder_types::Value::Dependent | asunder_types::Value::Gap(_)) => true,
                    _ => false,
                })
            }),
            _ => false,
        }
    }

    /// Whether the parameters of template `a` can be those of `b` ([temp.func.order]).
    pub(crate) fn at_least_as_special(&self, a: Symbol<'db>, b: Symbol<'db>, count: usize) -> bool {
        let (Some(x), Some(y)) = (self.open_signature(a), self.open_signature(b)) else { return false };
        let Some(header) = self.decl(b.decl).templates.last() else { return false };
        let index = self.decl(b.decl).templates.len() as u32 - 1;
        let deduction = Deduction::new(b.decl, index, header.params.len());
        let packs: Vec<bool> = header.params.iter().map(|param| param.pack).collect();
        // Conversion functions are compared by what they convert to ([temp.deduct.partial]/3).
        match is_conversion(self.decl(a.decl)) && is_conversion(self.decl(b.decl)) {
            true => self.are_special(&[x.result], (&[y.result], deduction, &packs), 1),
            false => self.are_special(&x.params, (&y.params, deduction, &packs), count),
        }
    }

    /// Whether parameters can be those of a template, of whose own parameters `packs` says which are packs; `count` are
    /// the arguments of the call.
    pub(crate) fn are_special(
        &self,
        params: &[Ty<'db>],
        (patterns, mut deduction, packs): (&[Ty<'db>], Deduction<'db>, &[bool]),
        count: usize,
    ) -> bool {
        let bare = |ty: Ty<'db>| ty.referred(self.db).unqualified(self.db);
        let is_expansion = |ty: Ty<'db>| matches!(ty.kind(self.db), Kind::Expansion(_));
        for (at, pattern) in patterns.iter().take(count.max(1)).enumerate() {
            if let Kind::Expansion(inner) = pattern.kind(self.db) {
                // A pack takes all that is left.
                return params.iter().skip(at).all(|ty| {
                    let ty = match ty.kind(self.db) {
                        Kind::Expansion(inner) => *inner,
                        _ => *ty,
                    };
                    let mut one = deduction.clone();
                    one.bound.iter_mut().zip(packs).for_each(|(bound, is_pack)| {
                        if *is_pack {
                            *bound = None;
                        }
                    });
                    self.unify(bare(*inner), bare(ty), &mut one)
                });
            }
            let Some(ty) = params.get(at) else { break };
            if is_expansion(*ty) || !self.unify(bare(*pattern), bare(*ty), &mut deduction) {
                return false;
            }
        }
        // Where both are references, the one to what is more qualified, or the lvalue reference, is more special.
        for (p, q) in params.iter().zip(patterns) {
            if let (Kind::Reference(p, x), Kind::Reference(q, y)) = (p.kind(self.db), q.kind(self.db)) {
                if *x && !*y {
                    return false;
                }
                let (p, q) = (p.qualifiers(self.db), q.qualifiers(self.db));
                if x == y && p != q && contains(q, p) {
                    return false;
                }
            }
        }
        true
    }

    /// The constructor for a braced list ([over.match.list]): those that take an `initializer_list` first.
    pub(crate) fn choose_list_constructor(
        &self,
        class: Class<'db>,
        elements: &Rc<[Operand<'db>]>,
        copy: bool,
    ) -> Resolution<'db> {
        let Some(definition) = self.definition(class) else {
            return Resolution::Gap("class without definition");
        };
        let inherited = self.inherited_constructors(class, &definition);
        let is_open = inherited.is_none();
        let constructors = self.constructors(&definition).into_iter().chain(inherited.unwrap_or_default());
        let all: Vec<Candidate<'db>> = constructors.map(Candidate::of).collect();
        let takes_list = |candidate: &&Candidate<'db>| {
            let open = match self.is_function_template(candidate.symbol.decl) {
                true => Symbol { env: self.template_env(candidate.symbol, None), ..candidate.symbol },
                false => candidate.symbol,
            };
            self.signature(open).is_some_and(|signature| {
                signature.required <= 1
                    && signature
                        .params
                        .first()
                        .is_some_and(|param| self.initializer_list_of(param.referred(self.db)).is_some())
            })
        };
        let has_default = all.iter().any(|candidate| {
            self.signature(candidate.symbol).is_some_and(|signature| {
                signature.required == 0 && !self.is_function_template(candidate.symbol.decl)
            })
        });
        if !(elements.is_empty() && has_default) {
            let lists: Vec<Candidate<'db>> = all.iter().filter(takes_list).copied().collect();
            if !lists.is_empty() {
                let argument = [Operand::List(elements.clone(), false)];
                match self.choose(&lists, None, &argument, &How::call()) {
                    Resolution::None => {}
                    found => return found,
                }
            }
        }
        match self.choose(&all, None, elements, &How::call()) {
            Resolution::Best(chosen) if copy => match self.is_explicit(chosen.symbol) {
                Some(false) => Resolution::Best(chosen),
                Some(true) => Resolution::None,
                None => Resolution::Gap("explicit"),
            },
            Resolution::None if is_open && self.may_inherit_constructors(class, &definition) => {
                Resolution::Gap("inherited constructors")
            }
            found => found,
        }
    }
}

/// Whether a declaration is a conversion function, which its result tells from others ([class.conv.fct]).
fn is_conversion(decl: &asunder_decls::written::Decl) -> bool {
    matches!(decl.name, asunder_decls::written::DeclName::Conversion(_))
}

/// Whether the first parameter of a function is the object that it is called for ([dcl.fct]/6).
fn has_object_parameter(decl: &asunder_decls::written::Decl) -> bool {
    use asunder_decls::written::{DeclKind, TypeExpr};
    match &decl.kind {
        DeclKind::Function { ty: TypeExpr::Function(function), .. } => {
            function.params.first().is_some_and(|param| param.is_object)
        }
        _ => false,
    }
}
