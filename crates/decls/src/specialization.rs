//! Which specialization of a class template a template-id means ([temp.class.spec.match]).

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use asunder_mangle::model::{
    Bound, Expr as Symbolic, LiteralValue, Name, NameRef, Scope, TemplateArg, TemplateParam, Type, TypeRef,
};

use crate::memo::{Link, deep};
use crate::names::{DeclRef, Names};
use crate::namesakes::Namesakes;
use crate::scope::{Frame, Site};
use crate::written::{Arg, DeclName};

/// What matching arguments against a pattern gives.
pub(crate) enum Match {
    Yes,
    No,
    Unknown,
}

impl Match {
    fn of(equal: bool) -> Match {
        if equal { Match::Yes } else { Match::No }
    }

    pub(crate) fn and_then(self, next: impl FnOnce() -> Match) -> Match {
        match self {
            Match::Yes => next(),
            Match::No => Match::No,
            Match::Unknown => match next() {
                Match::No => Match::No,
                _ => Match::Unknown,
            },
        }
    }
}

/// The specialization that a template-id means.
pub(crate) enum Specialization {
    /// One of the candidates.
    Chosen(DeclRef),
    /// None: the primary template.
    Primary,
    /// Several match, or matching is not understood.
    Unknown,
}

/// The classes that specialize one template, in source order.
#[derive(Debug, Default)]
pub(crate) struct Specializations {
    all: Vec<(DeclRef, NameRef)>,
    /// Those that only the arguments with this digest can mean, by their place in `all`.
    exact: FxHashMap<u64, Vec<u32>>,
    /// The others: those that say what a part of their arguments has to be, by its path,
    said: FxHashMap<Path, FxHashMap<Said, Vec<u32>>>,
    /// and those that do not.
    free: Vec<u32>,
}

/// The way to a part of template arguments: the number of an argument, that of an argument of the class that this one is,
/// and so on. What pointers and references point to has number 0.
type Path = Vec<usize>;

/// What only parts that are equal match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Said {
    /// The whole part, by its digest.
    Whole(u64),
    /// The template that it is an instance of, by the digest of its name.
    Template(u64),
}

impl Said {
    /// What a pattern says first, of whole parts before names of templates, and where. What stands behind an expansion
    /// says nothing.
    fn first(pattern: &[TemplateArg]) -> Option<(Path, Said)> {
        let mut path = Vec::new();
        let mut template = None;
        let whole = Said::whole_in(pattern, &mut path, &mut template);
        whole.map(|whole| (path, whole)).or(template)
    }

    fn whole_in(
        pattern: &[TemplateArg],
        path: &mut Path,
        template: &mut Option<(Path, Said)>,
    ) -> Option<Said> {
        let is_expansion = |arg: &TemplateArg| matches!(arg, TemplateArg::Type(ty) if matches!(**ty, Type::PackExpansion(_)));
        let in_front = pattern.iter().take_while(|arg| !is_expansion(arg));
        for (position, arg) in in_front.enumerate() {
            path.push(position);
            let found = match digest(std::slice::from_ref(arg)) {
                Some(digest) => Some(Said::Whole(digest)),
                None => {
                    if template.is_none() {
                        *template = Said::template(arg).map(|said| (path.clone(), said));
                    }
                    deep(|| Said::whole_in(&parts(arg), path, template))
                }
            };
            if found.is_some() {
                return found;
            }
            path.pop();
        }
        None
    }

    fn template(arg: &TemplateArg) -> Option<Said> {
        let TemplateArg::Type(ty) = arg else { return None };
        let Type::Named(name) = &**ty else { return None };
        (!is_nondeduced(name) && name.args.is_some()).then(|| {
            let mut hasher = FxHasher::default();
            name.unqualified.hash(&mut hasher);
            Said::Template(hasher.finish())
        })
    }
}

/// What a template argument is made of, where that is known to match part by part.
fn parts(arg: &TemplateArg) -> Cow<'_, [TemplateArg]> {
    let TemplateArg::Type(ty) = arg else { return Cow::Borrowed(&[]) };
    match &**ty {
        Type::Pointer(inner) | Type::LvalueRef(inner) => Cow::Owned(vec![TemplateArg::Type(inner.clone())]),
        Type::Named(name) if !is_nondeduced(name) => Cow::Borrowed(name.args.as_deref().unwrap_or_default()),
        _ => Cow::Borrowed(&[]),
    }
}

/// The part of arguments at the end of a path.
fn part_at(args: &[TemplateArg], path: &[usize]) -> Option<TemplateArg> {
    let (first, rest) = path.split_first()?;
    let arg = args.get(*first)?;
    if rest.is_empty() { Some(arg.clone()) } else { part_at(&parts(arg), rest) }
}

impl Specializations {
    fn of(all: Vec<(DeclRef, NameRef)>) -> Specializations {
        let mut found = Specializations::default();
        for ((_, pattern), place) in all.iter().zip(0..) {
            match digest(pattern.args.as_deref().unwrap_or_default()) {
                Some(digest) => found.exact.entry(digest).or_default().push(place),
                None => match Said::first(pattern.args.as_deref().unwrap_or_default()) {
                    Some((path, said)) => {
                        found.said.entry(path).or_default().entry(said).or_default().push(place);
                    }
                    None => found.free.push(place),
                },
            }
        }
        found.all = all;
        found
    }

    /// Those that the arguments may mean.
    fn candidates(&self, args: &[TemplateArg]) -> Vec<&(DeclRef, NameRef)> {
        let Some(whole) = digest(args) else { return self.all.iter().collect() };
        let exact = self.exact.get(&whole).map_or(&[][..], Vec::as_slice);
        let mut places: Vec<u32> = exact.iter().chain(&self.free).copied().collect();
        for (path, of_path) in &self.said {
            match part_at(args, path) {
                Some(part) => {
                    let whole = digest(std::slice::from_ref(&part)).map(Said::Whole);
                    let said = whole.into_iter().chain(Said::template(&part));
                    places.extend(said.filter_map(|said| of_path.get(&said)).flatten());
                }
                // Whether it is equal is not known here.
                None => places.extend(of_path.values().flatten()),
            }
        }
        places.sort_unstable();
        places.into_iter().map(|place| &self.all[place as usize]).collect()
    }
}

/// A digest of arguments that match no others than those with the same digest: types that consist of names,
/// qualifiers and built-in types, and integers, whatever their types. `None` for other arguments.
fn digest(args: &[TemplateArg]) -> Option<u64> {
    let mut hasher = FxHasher::default();
    digest_args(args, &mut hasher).then(|| hasher.finish())
}

/// The same for types.
pub(crate) fn digest_of_types(types: &[TypeRef]) -> Option<u64> {
    let mut hasher = FxHasher::default();
    types.len().hash(&mut hasher);
    types.iter().all(|ty| digest_type(ty, &mut hasher)).then(|| hasher.finish())
}

fn digest_args(args: &[TemplateArg], hasher: &mut FxHasher) -> bool {
    args.len().hash(hasher);
    args.iter().all(|arg| match arg {
        TemplateArg::Type(ty) => digest_type(ty, hasher),
        TemplateArg::Value(value) => match &**value {
            Symbolic::Literal(_, LiteralValue::Integer(value)) => {
                value.hash(hasher);
                true
            }
            _ => false,
        },
        TemplateArg::Pack(args) => digest_args(args, hasher),
        _ => false,
    })
}

fn digest_type(ty: &Type, hasher: &mut FxHasher) -> bool {
    std::mem::discriminant(ty).hash(hasher);
    match ty {
        Type::Builtin(builtin) => {
            builtin.hash(hasher);
            true
        }
        Type::Pointer(inner) | Type::LvalueRef(inner) | Type::RvalueRef(inner) => {
            deep(|| digest_type(inner, hasher))
        }
        Type::Qualified(qualifiers, inner) => {
            qualifiers.hash(hasher);
            deep(|| digest_type(inner, hasher))
        }
        Type::Named(name) if !is_nondeduced(name) => {
            name.unqualified.hash(hasher);
            name.args.is_some().hash(hasher);
            deep(|| digest_args(name.args.as_deref().unwrap_or_default(), hasher))
        }
        _ => false,
    }
}

impl<'db> Names<'db> {
    /// The specialization of the function or variable template `primary` that a template-id with the
    /// arguments `args` means; without arguments they would have to be deduced. `None` when that is not known.
    pub(crate) fn value_specialization(
        &self,
        primary: DeclRef,
        args: Option<&[Arg]>,
        site: &Site,
    ) -> Option<DeclRef> {
        if self.decl(primary).templates.is_empty() {
            return Some(primary);
        }
        let mut special = self.namesakes(primary, Namesakes::All);
        special.retain(|decl| {
            let written = self.decl(*decl);
            let is_explicit = written.templates.last().is_some_and(|header| header.params.is_empty());
            !written.explicit_instantiation
                && (is_explicit || matches!(written.name, DeclName::TemplateId(..)))
        });
        if special.is_empty() {
            return Some(primary);
        }
        let bound = self.bind_args(&[primary], args?, site, None)?;
        for decl in special {
            let DeclName::TemplateId(_, args) = &self.decl(decl).name else { return None };
            let is_partial = self.decl(decl).templates.last().is_some_and(|header| !header.params.is_empty());
            let of_special = self.bind_args(&[primary], args, &self.outer_site(decl), None)?;
            if of_special == bound {
                return Some(decl);
            }
            if is_partial || bound.iter().any(|arg| self.is_dependent_arg(arg)) {
                return None;
            }
        }
        Some(primary)
    }

    /// The classes that specialize the template of `name`.
    pub(crate) fn specializations(&self, name: &Name) -> Rc<Specializations> {
        let template = Name::of(name.scope.clone(), name.unqualified.clone());
        let find = || Rc::new(self.find_specializations(name));
        self.remembered(&self.specializations, (template, Link::Plain), find, find)
    }

    fn find_specializations(&self, name: &Name) -> Specializations {
        let others = self.other_declarations(name).into_iter();
        let special = others.filter(|decl| !self.is_primary(*decl));
        let named = special.map(|decl| (decl, self.class_name(decl)));
        Specializations::of(named.filter(|(_, pattern)| same_template(pattern, name)).collect())
    }

    /// Chooses among the partial and explicit specializations that `is_candidate` accepts for the class `name`.
    pub(crate) fn choose_specialization(
        &self,
        name: &Name,
        is_candidate: impl Fn(DeclRef) -> bool,
    ) -> Specialization {
        let args = name.args.as_deref().unwrap_or_default();
        let specializations = self.specializations(name);
        let mut of_template = specializations.candidates(args);
        of_template.retain(|(candidate, _)| is_candidate(*candidate));
        if let Some((candidate, _)) = of_template.iter().find(|(_, pattern)| pattern.args == name.args) {
            return Specialization::Chosen(*candidate);
        }
        // The template by its own parameters: inside it that is itself ([temp.dep.type]/1).
        if of_template.is_empty() || own_parameters(args).is_some() {
            return Specialization::Primary;
        }
        if args.iter().any(|arg| self.is_dependent_arg(arg)) {
            return Specialization::Unknown;
        }
        let mut chosen = None;
        for (candidate, _) in of_template {
            match self.match_specialization(*candidate, name) {
                (Match::No, _) => {}
                (Match::Yes, _) if chosen.is_none() => chosen = Some(*candidate),
                _ => return Specialization::Unknown,
            }
        }
        chosen.map_or(Specialization::Primary, Specialization::Chosen)
    }

    /// The arguments of the parameters of the partial specialization `decl` that make it `name`.
    pub(crate) fn specialization_bindings(&self, decl: DeclRef, name: &Name) -> Option<Vec<TemplateArg>> {
        match self.match_specialization(decl, name) {
            (Match::Yes, bindings) => bindings.into_iter().collect(),
            _ => None,
        }
    }

    fn match_specialization(&self, decl: DeclRef, name: &Name) -> (Match, Vec<Option<TemplateArg>>) {
        let pattern = self.class_name(decl);
        let params = self.decl(decl).templates.last().map_or(0, |header| header.params.len());
        let level = self.site_of(decl).frames.iter().rev().find_map(|frame| match frame {
            Frame::Template { level, .. } => Some(*level),
            _ => None,
        });
        let mut matcher = Matcher::new(level.unwrap_or(0), params);
        let result = match (&pattern.args, &name.args) {
            (Some(pattern), Some(args)) => matcher.args(pattern, args),
            _ => Match::Unknown,
        };
        if matches!(result, Match::No) {
            return (result, matcher.bound);
        }
        // What was not deduced must agree, and substitution must succeed.
        let bound: Option<Vec<TemplateArg>> = matcher.bound.iter().cloned().collect();
        let result = match bound.map(|bound| self.written_arguments_are(decl, &bound, name)) {
            Some(Match::Unknown) => result,
            Some(known) => known,
            None => Match::Unknown,
        };
        (result, matcher.bound)
    }
}

/// The level of the template parameter list whose parameters these are, in order.
pub(crate) fn own_parameters(args: &[TemplateArg]) -> Option<u32> {
    let parameter = |arg: &TemplateArg| match arg {
        TemplateArg::Pack(args) => match args.as_slice() {
            [arg] => parameter_of(arg),
            _ => None,
        },
        arg => parameter_of(arg),
    };
    let level = parameter(args.first()?)?.level;
    let mut numbered = args.iter().zip(0..);
    numbered.all(|(arg, index)| parameter(arg) == Some(TemplateParam { level, index })).then_some(level)
}

/// The parameter, or the pack, that an argument is.
fn parameter_of(arg: &TemplateArg) -> Option<TemplateParam> {
    match arg {
        TemplateArg::Type(ty) => match &**ty {
            Type::Param(param) => Some(*param),
            Type::PackExpansion(inner) => match &**inner {
                Type::Param(param) => Some(*param),
                _ => None,
            },
            _ => None,
        },
        TemplateArg::Value(value) => match &**value {
            Symbolic::Param(param) => Some(*param),
            Symbolic::PackExpansion(inner) => match &**inner {
                Symbolic::Param(param) => Some(*param),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

fn same_template(a: &Name, b: &Name) -> bool {
    a.scope == b.scope && a.unqualified == b.unqualified
}

pub(crate) struct Matcher {
    /// The level of the specialization's own parameters.
    level: u32,
    pub(crate) bound: Vec<Option<TemplateArg>>,
    /// Pairs of types that match with what is bound.
    matching: FxHashSet<(NameRef, NameRef)>,
}

impl Matcher {
    /// Matches against the `params` template parameters of `level`, none of which is bound.
    pub(crate) fn new(level: u32, params: usize) -> Matcher {
        Matcher { level, bound: vec![None; params], matching: FxHashSet::default() }
    }

    /// The same with the parameters that `packs` marks unbound: to match one element of them.
    pub(crate) fn with_unbound(&self, packs: &[bool]) -> Matcher {
        let bound = self.bound.iter().zip(packs).map(|(bound, pack)| bound.clone().filter(|_| !pack));
        Matcher { level: self.level, bound: bound.collect(), matching: FxHashSet::default() }
    }

    fn bind(&mut self, param: TemplateParam, arg: TemplateArg) -> Match {
        match self.bound.get_mut(param.index as usize) {
            Some(slot @ None) => {
                *slot = Some(arg);
                Match::Yes
            }
            Some(Some(known)) => Match::of(*known == arg),
            None => Match::Unknown,
        }
    }

    pub(crate) fn args(&mut self, patterns: &[TemplateArg], args: &[TemplateArg]) -> Match {
        let mut result = Match::Yes;
        for (index, pattern) in patterns.iter().enumerate() {
            if let TemplateArg::Type(ty) = pattern
                && let Type::PackExpansion(inner) = &**ty
            {
                let Type::Param(param) = **inner else { return Match::Unknown };
                let rest = args.get(index..).unwrap_or_default().to_vec();
                return result.and_then(|| self.bind(param, TemplateArg::Pack(rest)));
            }
            let Some(arg) = args.get(index) else { return Match::No };
            result = result.and_then(|| self.arg(pattern, arg));
            if matches!(result, Match::No) {
                return result;
            }
        }
        result.and_then(|| Match::of(patterns.len() == args.len()))
    }

    fn arg(&mut self, pattern: &TemplateArg, arg: &TemplateArg) -> Match {
        match (pattern, arg) {
            (TemplateArg::Type(pattern), TemplateArg::Type(ty)) => self.ty(pattern, ty),
            (TemplateArg::Value(pattern), TemplateArg::Value(value)) => match (&**pattern, &**value) {
                (Symbolic::Param(param), _) if param.level == self.level => self.bind(*param, arg.clone()),
                (
                    Symbolic::Literal(_, LiteralValue::Integer(x)),
                    Symbolic::Literal(_, LiteralValue::Integer(y)),
                ) => Match::of(x == y),
                _ if pattern == value => Match::Yes,
                _ => Match::Unknown,
            },
            (TemplateArg::Pack(pattern), TemplateArg::Pack(args)) => self.args(pattern, args),
            (TemplateArg::Template(pattern), TemplateArg::Template(template)) => {
                Match::of(pattern == template)
            }
            _ => Match::Unknown,
        }
    }

    pub(crate) fn ty(&mut self, pattern: &TypeRef, ty: &TypeRef) -> Match {
        deep(|| self.ty_at_depth(pattern, ty))
    }

    fn ty_at_depth(&mut self, pattern: &TypeRef, ty: &TypeRef) -> Match {
        match (&**pattern, &**ty) {
            (Type::Unknown, _) | (_, Type::Unknown) => Match::Unknown,
            (Type::Param(param), _) if param.level == self.level => {
                self.bind(*param, TemplateArg::Type(ty.clone()))
            }
            (Type::Qualified(of_pattern, inner), Type::Qualified(qualifiers, base)) => {
                let mut rest = *qualifiers;
                if of_pattern.is_const && !std::mem::take(&mut rest.is_const)
                    || of_pattern.is_volatile && !std::mem::take(&mut rest.is_volatile)
                    || of_pattern.is_restrict && !std::mem::take(&mut rest.is_restrict)
                {
                    return Match::No;
                }
                self.ty(inner, &crate::resolve::qualify(rest, base))
            }
            // The qualifiers of an array sit on its element.
            (Type::Qualified(..), Type::Array(..)) => Match::Unknown,
            (Type::Pointer(x), Type::Pointer(y))
            | (Type::LvalueRef(x), Type::LvalueRef(y))
            | (Type::RvalueRef(x), Type::RvalueRef(y))
            | (Type::Complex(x), Type::Complex(y)) => self.ty(x, y),
            (Type::Array(bound, x), Type::Array(count, y)) => {
                let bounds = match (bound, count) {
                    (Bound::Dependent(expr), Bound::Count(count)) => match **expr {
                        Symbolic::Param(param) if param.level == self.level => {
                            let ty = Type::Builtin(asunder_mangle::model::Builtin::UnsignedLong);
                            let value = LiteralValue::Integer((*count).into());
                            let literal = Symbolic::Literal(ty.into(), value);
                            self.bind(param, TemplateArg::Value(literal.into()))
                        }
                        _ => Match::Unknown,
                    },
                    // The bound of an array of unknown length.
                    (Bound::Dependent(_), _) => Match::Unknown,
                    _ => Match::of(bound == count),
                };
                bounds.and_then(|| self.ty(x, y))
            }
            (Type::MemberPointer { class: c, member: m }, Type::MemberPointer { class: d, member: n }) => {
                self.ty(c, d).and_then(|| self.ty(m, n))
            }
            (Type::Function(x), Type::Function(y)) => {
                if x.variadic != y.variadic
                    || x.qualifiers != y.qualifiers
                    || x.ref_qualifier != y.ref_qualifier
                {
                    return Match::No;
                }
                if x.exceptions != y.exceptions {
                    return Match::Unknown;
                }
                let types = |f: &asunder_mangle::model::FunctionType| -> Vec<TemplateArg> {
                    f.result.iter().chain(&f.parameters).cloned().map(TemplateArg::Type).collect()
                };
                self.args(&types(x), &types(y))
            }
            (Type::Named(x), Type::Named(y)) => {
                let pair = (x.clone(), y.clone());
                if self.matching.contains(&pair) {
                    return Match::Yes;
                }
                let result = self.name(x, y);
                if let Match::Yes = result {
                    self.matching.insert(pair);
                }
                result
            }
            // `typename T::type` is not deduced.
            (Type::Named(x), _) if is_nondeduced(x) => match pattern == ty {
                true => Match::Yes,
                false => Match::Unknown,
            },
            (Type::ParamTemplateId(..), Type::Named(name)) if name.args.is_some() => Match::Unknown,
            (Type::Decltype(..), _) => Match::Unknown,
            (Type::Vector(n, x), Type::Vector(m, y)) => Match::of(n == m).and_then(|| self.ty(x, y)),
            _ => Match::of(pattern == ty),
        }
    }

    fn name(&mut self, pattern: &Name, name: &Name) -> Match {
        if pattern == name {
            return Match::Yes;
        }
        if is_nondeduced(pattern) {
            return Match::Unknown;
        }
        if !same_template(pattern, name) {
            return Match::No;
        }
        match (&pattern.args, &name.args) {
            (Some(pattern), Some(args)) => self.args(pattern, args),
            _ => Match::No,
        }
    }
}

/// True when a class around the name has template arguments or is a parameter: they are not deduced.
fn is_nondeduced(name: &Name) -> bool {
    let mut scope = &name.scope;
    loop {
        match scope {
            Scope::Member(outer) if outer.args.is_some() => return true,
            Scope::Member(outer) => scope = &outer.scope,
            Scope::Dependent(_) => return true,
            Scope::Global | Scope::Local { .. } => return false,
        }
    }
}
