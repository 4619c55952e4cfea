//! Which specialization of a class or variable template arguments mean ([temp.spec.partial.match], [temp.expl.spec]).

use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{Decl, DeclKind, DeclName, LocalId, TemplateParamKind};
use asunder_hir::body::FIRST_LOCAL;
use asunder_types::{Arg, Args, Class, Kind, Origin, Symbol, Ty, Value};
use rustc_hash::FxHashMap;

use crate::view::{Sema, Site};

/// What the arguments of a template mean.
pub(crate) enum Specialization<'db> {
    /// The template itself.
    Primary,
    /// An explicit specialization.
    Explicit(DeclRef),
    /// A partial specialization, and the arguments of its own parameters.
    Partial(DeclRef, Args<'db>),
}

/// The declarations of specializations of a template, each list in source order.
#[derive(Debug, Default)]
pub(crate) struct Specializations {
    pub(crate) explicit: Vec<DeclRef>,
    pub(crate) partial: Vec<DeclRef>,
    /// The definitions of partial ones by their names and arguments as written.
    by_name: FxHashMap<DeclName, Vec<DeclRef>>,
}

/// The specializations of a template by their arguments.
#[derive(Debug, Default)]
pub(crate) struct Patterns<'db> {
    /// The explicit ones: the first definition, else the first declaration.
    explicit: FxHashMap<Args<'db>, DeclRef>,
    /// The partial ones, with arguments in terms of their own parameters.
    partial: Vec<(DeclRef, Args<'db>)>,
    /// Where there are many: their places in `partial` by their form and by what it says.
    by_form: FxHashMap<Box<[Form]>, Saying<'db>>,
    /// Why the arguments of one of them are not known.
    unknown: Option<&'static str>,
}

/// Why a class has no definition where two partial specializations match it and none is more special.
pub(crate) const AMBIGUOUS: &str = "ambiguous partial specializations";

/// The places of partial specializations by what they say.
type Saying<'db> = FxHashMap<Vec<Said<'db>>, Vec<usize>>;

/// Partial specializations that are tried one after the other.
const FEW: usize = 4;

/// The form of an argument of a partial specialization, as far as whatever matches has it too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// Nothing is said.
    Any,
    /// The whole argument.
    Whole,
    /// What it is made by, and the forms of the parts.
    Made(Box<[Form]>),
}

/// What a part of an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Said<'db> {
    Type(Ty<'db>),
    /// Whatever its type.
    Integer(i128),
    Template(DeclRef),
    Pointer,
    LvalueReference,
    Array,
    MemberPointer,
    /// So many parameters.
    Function(usize),
    /// An instance of this class template.
    Instance(Origin),
}

impl<'db> Said<'db> {
    /// What the whole of an argument is; `None` where only a part of it is said or nothing is.
    fn whole(sema: &Sema<'db>, arg: &Arg<'db>) -> Option<Said<'db>> {
        match arg {
            Arg::Type(ty) => {
                let is_plain = !sema.is_dependent(*ty) && !ty.absorbs(sema.db) && !sema.has_error(*ty);
                is_plain.then_some(Said::Type(*ty))
            }
            Arg::Value(Value::Integer(value, _)) => Some(Said::Integer(*value)),
            Arg::Template(decl, _) => Some(Said::Template(*decl)),
            Arg::Value(_) | Arg::TemplateParam(_) | Arg::Pack(_) => None,
        }
    }

    /// What makes the type of an argument, and of what parts.
    fn made(sema: &Sema<'db>, arg: &Arg<'db>) -> Option<(Said<'db>, Vec<Arg<'db>>)> {
        let Arg::Type(ty) = arg else { return None };
        Some(match ty.kind(sema.db) {
            Kind::Pointer(to) => (Said::Pointer, vec![Arg::Type(*to)]),
            Kind::Reference(to, false) => (Said::LvalueReference, vec![Arg::Type(*to)]),
            Kind::Array(element, _) => (Said::Array, vec![Arg::Type(*element)]),
            Kind::MemberPointer(a, b) => (Said::MemberPointer, vec![Arg::Type(*a), Arg::Type(*b)]),
            Kind::Function(function) => {
                let parts = function.params.iter().chain([&function.result]);
                (Said::Function(function.params.len()), parts.map(|ty| Arg::Type(*ty)).collect())
            }
            Kind::Class(class) => {
                (Said::Instance(class.origin(sema.db)), class.args(sema.db)?.list(sema.db).to_vec())
            }
            _ => return None,
        })
    }
}

impl<'db> Patterns<'db> {
    /// The partial specializations that arguments may match, in source order.
    fn candidates(&self, sema: &Sema<'db>, args: Args<'db>) -> Vec<(DeclRef, Args<'db>)> {
        if self.partial.len() <= FEW {
            return self.partial.clone();
        }
        let args = args.list(sema.db);
        let of_form = self.by_form.iter().filter_map(|(forms, by_said)| {
            let mut said = Vec::new();
            let has_form = args.len() == forms.len() && sema.say_all(args, forms, &mut said).is_some();
            has_form.then(|| by_said.get(&said)).flatten()
        });
        let mut places: Vec<usize> = of_form.flatten().copied().collect();
        places.sort_unstable();
        places.into_iter().map(|place| self.partial[place]).collect()
    }
}

/// A partial specialization that matches: what its own parameters are, and its arguments in terms of these.
struct Matching<'db> {
    decl: DeclRef,
    bound: Args<'db>,
    pattern: Args<'db>,
}

impl Specializations {
    /// The first definition of the partial specialization that `decl` writes: one with the same parameters and arguments,
    /// their names included.
    pub(crate) fn first_definition(&self, sema: &Sema<'_>, decl: DeclRef) -> Option<DeclRef> {
        let written = sema.decl(decl);
        let alike = self.by_name.get(&written.name)?;
        alike.iter().copied().find(|other| sema.decl(*other).templates == written.templates)
    }
}

impl<'db> Sema<'db> {
    /// The explicit specialization that counts for the arguments of one: the first definition.
    pub(crate) fn explicit_definition(&self, template: Symbol<'db>, decl: DeclRef) -> Option<DeclRef> {
        let args = self.bound_pattern(template, decl, None).ok()?;
        self.patterns_of(template).explicit.get(&args).copied()
    }

    /// The class that an explicit specialization is.
    pub(crate) fn specialized_class(&self, template: Symbol<'db>, decl: DeclRef) -> Option<Class<'db>> {
        let args = self.bound_pattern(template, decl, None).ok()?;
        Some(self.class_of_symbol(template, Some(args)))
    }

    fn patterns_of(&self, template: Symbol<'db>) -> Rc<Patterns<'db>> {
        let find = || Rc::new(self.find_patterns(template));
        self.remembered(&self.patterns, template, find, find)
    }

    /// The specializations of the template whose first declaration is `first`.
    pub(crate) fn specializations(&self, first: DeclRef) -> Rc<Specializations> {
        self.remembered(&self.special_declarations, first, Rc::default, || {
            let is_partial = |decl: &DeclRef| {
                self.decl(*decl).templates.last().is_some_and(|header| !header.params.is_empty())
            };
            let (partial, explicit): (Vec<DeclRef>, _) =
                self.find_specializations_of(first).into_iter().partition(is_partial);
            let mut by_name: FxHashMap<DeclName, Vec<DeclRef>> = FxHashMap::default();
            for decl in &partial {
                let written = self.decl(*decl);
                if matches!(&written.kind, DeclKind::Class(class) if class.is_definition) {
                    by_name.entry(written.name.clone()).or_default().push(*decl);
                }
            }
            Rc::new(Specializations { explicit, partial, by_name })
        })
    }

    fn find_specializations_of(&self, first: DeclRef) -> Vec<DeclRef> {
        let written = self.decl(first);
        let Some(ident) = written.name.ident() else { return Vec::new() };
        let is_special = |decl: &Decl| {
            matches!(decl.name, DeclName::TemplateId(..))
                && matches!(decl.kind, DeclKind::Class(_)) == matches!(written.kind, DeclKind::Class(_))
                && !decl.explicit_instantiation
        };
        let mut found = Vec::new();
        if written.parent.is_some() || first.local.0 >= FIRST_LOCAL {
            found = self.named(first, ident);
            found.retain(|decl| {
                let other = self.decl(*decl);
                is_special(other) && other.parent == written.parent
            });
        }
        // One outside a class template is that of one instance of it.
        let parent = |local: LocalId| self.decl(first.sibling(local)).parent;
        let mut around = std::iter::successors(written.parent, |local| parent(*local));
        if first.local.0 >= FIRST_LOCAL
            || around.any(|local| !self.decl(first.sibling(local)).templates.is_empty())
        {
            return found;
        }
        let is_member = written.parent.is_some();
        let namespace = self.names.item(first.item).namespace;
        for &item in self.names.items_declaring(ident) {
            let place = self.names.item(item).namespace;
            for local in self.names.decls_named(item, ident) {
                let decl = DeclRef { item, local };
                let other = self.decl(decl);
                if !is_special(other) || other.parent.is_some() {
                    continue;
                }
                let is_of = match &other.qualifier {
                    None if is_member => false,
                    None => place == namespace || self.names.transparent(place).contains(&namespace),
                    Some(_) => self.first_declaration(self.primary_of(decl)) == first,
                };
                if is_of {
                    found.push(decl);
                }
            }
        }
        found
    }

    /// The specialization of `template` that `args` mean.
    pub(crate) fn meant_specialization(
        &self,
        template: Symbol<'db>,
        args: Args<'db>,
    ) -> Result<Specialization<'db>, &'static str> {
        let patterns = self.patterns_of(template);
        if let Some(decl) = patterns.explicit.get(&args) {
            return Ok(Specialization::Explicit(*decl));
        }
        let matching = self.matching(template, &patterns, args)?;
        match self.most_special(template, &matching) {
            None if self.are_comparable(&matching) => Err(AMBIGUOUS),
            None => Err("partial ordering"),
            Some(None) => Ok(Specialization::Primary),
            Some(Some(best)) => Ok(Specialization::Partial(best.decl, best.bound)),
        }
    }

    /// The partial specializations that match arguments.
    fn matching(
        &self,
        template: Symbol<'db>,
        patterns: &Patterns<'db>,
        args: Args<'db>,
    ) -> Result<Vec<Matching<'db>>, &'static str> {
        let mut unknown = patterns.unknown;
        let mut matching = Vec::new();
        for (decl, pattern) in patterns.candidates(self, args) {
            match self.matches(template, (decl, pattern), args) {
                Ok(Some(bound)) => matching.push(Matching { decl, bound, pattern }),
                Ok(None) => {}
                Err(why) => unknown = unknown.or(why),
            }
        }
        match unknown {
            Some(why) => Err(why),
            None => {
                self.keep_definitions(&mut matching);
                Ok(matching)
            }
        }
    }

    /// Whether the order of two partial specializations is known: neither is constrained or has a part that deduction does
    /// not see.
    fn are_comparable(&self, matching: &[Matching<'db>]) -> bool {
        let is_plain = |arg: &Arg<'db>| match arg {
            Arg::Type(ty) => !self.has_unknown_part(*ty),
            Arg::Value(value) => !matches!(value, Value::Dependent | Value::Gap(_)),
            Arg::Template(..) | Arg::TemplateParam(_) => true,
            Arg::Pack(_) => false,
        };
        let is_plain = |it: &Matching<'db>| {
            !self.is_constrained(it.decl) && it.pattern.list(self.db).iter().all(is_plain)
        };
        matching.len() == 2 && matching.iter().all(is_plain)
    }

    /// The partial specializations of which none is more special, for a class that has no definition by that, each with its
    /// arguments as it is written.
    pub(crate) fn ambiguous_specializations(&self, class: Class<'db>) -> Option<Vec<(DeclRef, Args<'db>)>> {
        if !matches!(self.defined(class), Err(AMBIGUOUS)) {
            return None;
        }
        let Origin::Decl(decl) = class.origin(self.db) else { return None };
        let template = Symbol { decl, env: class.outer(self.db) };
        let patterns = self.patterns_of(template);
        let matching = self.matching(template, &patterns, class.args(self.db)?).ok()?;
        if self.is_named_between(&self.decl(decl).name, matching.iter().map(|it| it.decl.item)) {
            return None;
        }
        Some(matching.into_iter().map(|it| (it.decl, it.pattern)).collect())
    }

    /// Whether an item between others may need instances of the template `name`: one that is made there knows only the
    /// specializations in front of it.
    fn is_named_between(&self, name: &DeclName, items: impl Iterator<Item = u32> + Clone) -> bool {
        let (Some(name), Some(first), Some(last)) = (name.ident(), items.clone().min(), items.clone().max())
        else {
            return true;
        };
        let naming = self.names().items_with_arguments(name);
        let behind = &naming[naming.partition_point(|item| *item <= first)..];
        behind.iter().take_while(|item| **item < last).any(|item| !items.clone().any(|it| it == *item))
    }

    fn find_patterns(&self, template: Symbol<'db>) -> Patterns<'db> {
        let special = self.specializations(template.decl);
        let mut patterns = Patterns::default();
        for &decl in &special.explicit {
            match self.bound_pattern(template, decl, None) {
                Ok(args) => {
                    let is_definition = |decl: DeclRef| matches!(&self.decl(decl).kind, DeclKind::Class(it) if it.is_definition);
                    let known = patterns.explicit.entry(args).or_insert(decl);
                    if !is_definition(*known) && is_definition(decl) {
                        *known = decl;
                    }
                }
                Err(why) => patterns.unknown = patterns.unknown.or(why),
            }
        }
        for &decl in &special.partial {
            match self.bound_pattern(template, decl, None) {
                Ok(args) => patterns.partial.push((decl, args)),
                Err(why) => patterns.unknown = patterns.unknown.or(why),
            }
        }
        if patterns.partial.len() > FEW {
            for (place, (_, pattern)) in patterns.partial.iter().enumerate() {
                let mut said = Vec::new();
                let forms = self.forms(pattern.list(self.db), &mut said);
                patterns.by_form.entry(forms).or_default().entry(said).or_default().push(place);
            }
        }
        patterns
    }

    /// The forms of the arguments of a pattern, and what they say. From a list with an expansion, which may stand for any
    /// number of arguments, nothing follows.
    fn forms(&self, list: &[Arg<'db>], said: &mut Vec<Said<'db>>) -> Box<[Form]> {
        if list.iter().any(|arg| self.expansion_pattern(arg).is_some()) {
            return list.iter().map(|_| Form::Any).collect();
        }
        list.iter().map(|arg| crate::view::deep(|| self.form_of(arg, said))).collect()
    }

    fn form_of(&self, arg: &Arg<'db>, said: &mut Vec<Said<'db>>) -> Form {
        if let Some(whole) = Said::whole(self, arg) {
            said.push(whole);
            return Form::Whole;
        }
        match Said::made(self, arg) {
            // An expansion may stand for any number of arguments.
            Some((made, parts)) if !parts.iter().any(|arg| self.expansion_pattern(arg).is_some()) => {
                said.push(made);
                Form::Made(self.forms(&parts, said))
            }
            _ => Form::Any,
        }
    }

    /// What arguments are where forms say something; `None` where they have other forms.
    fn say_all(&self, args: &[Arg<'db>], forms: &[Form], said: &mut Vec<Said<'db>>) -> Option<()> {
        for (arg, form) in args.iter().zip(forms) {
            match form {
                Form::Any => {}
                Form::Whole => said.push(Said::whole(self, arg)?),
                Form::Made(forms) => {
                    let (made, parts) = Said::made(self, arg)?;
                    said.push(made);
                    (parts.len() == forms.len()).then_some(())?;
                    crate::view::deep(|| self.say_all(&parts, forms, said))?;
                }
            }
        }
        Some(())
    }

    /// The partial specialization of `template` whose own arguments `args` are.
    pub(crate) fn partial_inside(&self, template: Symbol<'db>, args: Args<'db>) -> Option<DeclRef> {
        let find = || {
            let mut by_args = FxHashMap::default();
            for &decl in &self.specializations(template.decl).partial {
                let DeclName::TemplateId(_, pattern) = &self.decl(decl).name else { continue };
                if let Ok(args) = self.pattern_args(Symbol { decl, env: template.env }, pattern) {
                    by_args.entry(args).or_insert(decl);
                }
            }
            Rc::new(by_args)
        };
        self.remembered(&self.own_patterns, template, find, find).get(&args).copied()
    }

    /// The arguments that the specialization `decl` of `template` is written with, its own parameters being `own`;
    /// why they are not known, where that is known.
    fn bound_pattern(
        &self,
        template: Symbol<'db>,
        decl: DeclRef,
        own: Option<Args<'db>>,
    ) -> Result<Args<'db>, Option<&'static str>> {
        let DeclName::TemplateId(_, pattern) = &self.decl(decl).name else { return Err(None) };
        let env = self.template_env(Symbol { decl, env: template.env }, own);
        let why = |ty: Ty<'db>| match ty.kind(self.db) {
            Kind::Gap(why) => Some(*why),
            _ => None,
        };
        self.bind_args(template, pattern, Site::new(env, Point::before(decl))).map_err(why)
    }

    /// What the parameters of a partial specialization are where it matches `args`.
    fn matches(
        &self,
        template: Symbol<'db>,
        (decl, pattern): (DeclRef, Args<'db>),
        args: Args<'db>,
    ) -> Result<Option<Args<'db>>, Option<&'static str>> {
        let Some(bound) = self.deduce_args(decl, pattern, args).map_err(Some)? else {
            // What stands in front of a parameter may be a concept, which makes it one for types.
            let headers = &self.decl(decl).templates;
            let has_concept = headers.last().is_some_and(|header| {
                let number = headers.len() as u32 - 1;
                header.params.iter().enumerate().any(|(index, param)| match &param.kind {
                    TemplateParamKind::Value(ty, _) => {
                        self.concept_of_parameter(decl, number, index as u32).is_none()
                            && self.may_be_concept(ty, Symbol { decl, env: template.env })
                    }
                    _ => false,
                })
            });
            return if has_concept { Err(Some("constraints")) } else { Ok(None) };
        };
        // What was not deduced must agree, and substitution must succeed.
        if self.bound_pattern(template, decl, Some(bound))? != args {
            return Ok(None);
        }
        match self.satisfies(Symbol { decl, env: template.env }, bound) {
            Some(true) => Ok(Some(bound)),
            Some(false) => Ok(None),
            None => Err(Some("constraints")),
        }
    }

    /// Leaves out declarations of a specialization that another, written alike, defines.
    fn keep_definitions(&self, matching: &mut Vec<Matching<'db>>) {
        if matching.len() < 2 {
            return;
        }
        let is_definition =
            |decl: DeclRef| matches!(&self.decl(decl).kind, DeclKind::Class(it) if it.is_definition);
        let defined: Vec<(DeclRef, Args<'db>)> =
            matching.iter().filter(|it| is_definition(it.decl)).map(|it| (it.decl, it.bound)).collect();
        matching.retain(|it| {
            let is_same = |(decl, bound): &(DeclRef, Args<'db>)| {
                *bound == it.bound && self.decl(*decl).name == self.decl(it.decl).name
            };
            is_definition(it.decl) || !defined.iter().any(is_same)
        });
    }

    /// The most specialized of the partial specializations, `Some(None)` where there is none; `None` where that is not
    /// known.
    fn most_special<'a>(
        &self,
        template: Symbol<'db>,
        matching: &'a [Matching<'db>],
    ) -> Option<Option<&'a Matching<'db>>> {
        if matching.len() <= 1 {
            return Some(matching.first());
        }
        let at_least = |a: &Matching<'db>, b: &Matching<'db>| {
            matches!(self.deduce_args(b.decl, b.pattern, a.pattern), Ok(Some(_)))
        };
        let is_better = |a: &Matching<'db>, b: &Matching<'db>| match (at_least(a, b), at_least(b, a)) {
            (true, true) => {
                let of = |it: &Matching<'db>| (Symbol { decl: it.decl, env: template.env }, it.bound);
                self.is_more_constrained_specialization(of(a), of(b)) == Some(true)
            }
            (is_more, is_less) => is_more && !is_less,
        };
        let is_best = |a: &&Matching<'db>| matching.iter().all(|b| a.decl == b.decl || is_better(a, b));
        Some(Some(matching.iter().find(is_best)?))
    }
}
