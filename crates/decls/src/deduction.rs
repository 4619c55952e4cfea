//! Template arguments deduced from the arguments of a call ([temp.deduct.call]).

use std::rc::Rc;

use asunder_mangle::model::{NameRef, Scope, TemplateArg, Type, TypeRef};

use crate::conversions::{Argument, decayed};
use crate::names::Names;
use crate::scope::{Frame, Member, Site};
use crate::specialization::{Match, Matcher};
use crate::written::{Arg, FunctionExpr};

/// What deduction gives.
pub(crate) enum Deduced {
    /// The place of the template with all of its parameters bound, and what they are bound to.
    Yes(Site, Vec<TemplateArg>),
    /// The arguments do not fit.
    No,
    Unknown,
}

impl<'db> Names<'db> {
    /// Deduces the template arguments of the function template `template` for a call with `arguments`; `given` are
    /// explicit template arguments with the place where they are written. Arguments of unknown type decide
    /// nothing.
    pub(crate) fn deduce_call(
        &self,
        template: &Member,
        given: Option<(&[Arg], &Site)>,
        arguments: &[Option<Argument>],
    ) -> Deduced {
        self.nested(Deduced::Unknown, || self.deduce_at_depth(template, given, arguments))
    }

    fn deduce_at_depth(
        &self,
        template: &Member,
        given: Option<(&[Arg], &Site)>,
        arguments: &[Option<Argument>],
    ) -> Deduced {
        let decl = self.decl(template.decl);
        let (Some(function), Some(header)) = (self.function_of(template.decl), decl.templates.last()) else {
            return Deduced::Unknown;
        };
        if header.is_constrained || header.params.is_empty() {
            return Deduced::Unknown;
        }
        let explicit = match given {
            None => Vec::new(),
            Some((args, from)) => {
                if let Some(all) = self.bind_args(&[template.decl], args, from, template.class.as_ref()) {
                    return Deduced::Yes(self.bound_site(template, &all), all);
                }
                match self.explicit_arguments_of(template, args, from) {
                    Some(explicit) => explicit,
                    None => return Deduced::Unknown,
                }
            }
        };
        let mut site = self.site_of_member(template);
        let Some(Frame::Template { level, .. }) = site.frames.pop() else { return Deduced::Unknown };
        let bound = (!explicit.is_empty()).then(|| Rc::from(explicit.as_slice()));
        self.push_template(&mut site, template.decl, decl.templates.len() - 1, bound);
        let mut matcher = Matcher::new(level, header.params.len());
        for (slot, arg) in matcher.bound.iter_mut().zip(&explicit) {
            *slot = Some(arg.clone());
        }
        let packs: Vec<bool> = header.params.iter().map(|param| param.pack).collect();
        match self.deduce_parameters(function, &site, &packs, &mut matcher, arguments) {
            Match::Yes => {}
            Match::No => return Deduced::No,
            Match::Unknown => return Deduced::Unknown,
        }
        let mut all: Vec<TemplateArg> = Vec::new();
        for (index, arg) in matcher.bound.iter().enumerate() {
            let arg = match arg {
                Some(arg) => Some(arg.clone()),
                None if packs[index] => Some(TemplateArg::Pack(Vec::new())),
                None => self.default_arg(&[template.decl], index, &all, template.class.as_ref()),
            };
            match arg {
                Some(arg) => all.push(arg),
                None => return Deduced::Unknown,
            }
        }
        Deduced::Yes(self.bound_site(template, &all), all)
    }

    /// The place of `template` with its own parameters bound to `args`.
    pub(crate) fn bound_site(&self, template: &Member, args: &[TemplateArg]) -> Site {
        let mut site = self.site_of_member(template);
        let headers = self.decl(template.decl).templates.len();
        if headers > 0 {
            site.frames.pop();
            self.push_template(&mut site, template.decl, headers - 1, Some(Rc::from(args)));
        }
        site
    }

    fn explicit_arguments_of(
        &self,
        template: &Member,
        args: &[Arg],
        from: &Site,
    ) -> Option<Vec<TemplateArg>> {
        let header = self.decl(template.decl).templates.last()?;
        let mut bound: Vec<TemplateArg> = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            header.params.get(index).filter(|param| !param.pack)?;
            bound.push(self.bind_arg(template.decl, index, arg, from, &bound, template.class.as_ref())?);
        }
        Some(bound)
    }

    fn deduce_parameters(
        &self,
        function: &FunctionExpr,
        site: &Site,
        packs: &[bool],
        matcher: &mut Matcher,
        arguments: &[Option<Argument>],
    ) -> Match {
        let parameters = self.adjusted_parameters(function, site);
        let mut result = Match::Yes;
        for (index, parameter) in parameters.iter().enumerate() {
            if let Type::PackExpansion(pattern) = &**parameter {
                let rest = arguments.get(index..).unwrap_or_default();
                return result.and_then(|| self.deduce_pack(pattern, packs, matcher, rest));
            }
            match arguments.get(index) {
                Some(Some(argument)) => {
                    result = result.and_then(|| self.deduce_parameter(parameter, matcher, argument));
                }
                Some(None) if self.is_dependent(parameter) => result = Match::Unknown,
                // A default argument deduces nothing.
                Some(None) | None => {}
            }
            if matches!(result, Match::No) {
                return result;
            }
        }
        result
    }

    /// Deduces the elements of a parameter pack from the rest of the arguments.
    fn deduce_pack(
        &self,
        pattern: &TypeRef,
        packs: &[bool],
        matcher: &mut Matcher,
        rest: &[Option<Argument>],
    ) -> Match {
        let mut elements: Vec<Vec<TemplateArg>> = vec![Vec::new(); packs.len()];
        for argument in rest {
            let Some(argument) = argument else { return Match::Unknown };
            let mut one = matcher.with_unbound(packs);
            match self.deduce_parameter(pattern, &mut one, argument) {
                Match::Yes => {}
                other => return other,
            }
            for (index, bound) in one.bound.into_iter().enumerate() {
                match bound {
                    Some(arg) if packs[index] => elements[index].push(arg),
                    Some(arg) => matcher.bound[index] = Some(arg),
                    None => {}
                }
            }
        }
        for (index, elements) in elements.into_iter().enumerate() {
            if packs[index] && (!elements.is_empty() || rest.is_empty()) {
                matcher.bound[index] = Some(TemplateArg::Pack(elements));
            }
        }
        Match::Yes
    }

    fn deduce_parameter(&self, parameter: &TypeRef, matcher: &mut Matcher, argument: &Argument) -> Match {
        if *argument.ty == Type::Unknown {
            return Match::Unknown;
        }
        if !self.is_dependent(parameter) || is_nondeduced(parameter) {
            return Match::Yes;
        }
        match &**parameter {
            Type::LvalueRef(pattern) => self.deduce_referred(pattern, matcher, &argument.ty),
            Type::RvalueRef(pattern) => match &**pattern {
                // A forwarding reference.
                Type::Param(_) if argument.is_lvalue => {
                    matcher.ty(pattern, &Type::LvalueRef(argument.ty.clone()).into())
                }
                _ => self.deduce_referred(pattern, matcher, &argument.ty),
            },
            _ => {
                let ty = decayed(&argument.ty);
                match (&**parameter, &*ty) {
                    (Type::Pointer(pattern), Type::Pointer(to)) => self.deduce_referred(pattern, matcher, to),
                    _ => self.deduce_class(parameter, matcher, &ty),
                }
            }
        }
    }

    /// Matches the referred or pointed-to type, which may be less qualified than the parameter's.
    fn deduce_referred(&self, pattern: &TypeRef, matcher: &mut Matcher, ty: &TypeRef) -> Match {
        match (&**pattern, &**ty) {
            (Type::Qualified(of_pattern, inner), Type::Qualified(of_type, base)) => {
                let mut rest = *of_type;
                rest.is_const &= !of_pattern.is_const;
                rest.is_volatile &= !of_pattern.is_volatile;
                rest.is_restrict &= !of_pattern.is_restrict;
                self.deduce_class(inner, matcher, &crate::resolve::qualify(rest, base))
            }
            (Type::Qualified(_, inner), Type::Array(..)) => match **inner {
                Type::Param(_) => Match::Unknown,
                _ => self.deduce_class(inner, matcher, ty),
            },
            (Type::Qualified(_, inner), _) => self.deduce_class(inner, matcher, ty),
            _ => self.deduce_class(pattern, matcher, ty),
        }
    }

    /// Matches; a template-id also with the base classes of the argument ([temp.deduct.call]/4.3).
    fn deduce_class(&self, pattern: &TypeRef, matcher: &mut Matcher, ty: &TypeRef) -> Match {
        let before = matcher.bound.clone();
        let direct = matcher.ty(pattern, ty);
        let (Match::No, Type::Named(_), Type::Named(class)) = (&direct, &**pattern, &**ty) else {
            return direct;
        };
        matcher.bound.clone_from(&before);
        self.deduce_base(pattern, matcher, class)
    }

    fn deduce_base(&self, pattern: &TypeRef, matcher: &mut Matcher, class: &NameRef) -> Match {
        self.nested(Match::Unknown, || {
            let Some(bases) = self.bases_of(class) else { return Match::Unknown };
            let before = matcher.bound.clone();
            let mut found = None;
            for base in &bases {
                matcher.bound.clone_from(&before);
                match self.deduce_class(pattern, matcher, base) {
                    Match::Yes if found.is_none() => found = Some(matcher.bound.clone()),
                    Match::No => {}
                    _ => return Match::Unknown,
                }
            }
            match found {
                Some(bound) => {
                    matcher.bound = bound;
                    Match::Yes
                }
                None => {
                    matcher.bound = before;
                    Match::No
                }
            }
        })
    }
}

/// `typename T::type`, also referred to: a nondeduced context ([temp.deduct.type]/5).
fn is_nondeduced(ty: &Type) -> bool {
    match ty {
        Type::LvalueRef(inner)
        | Type::RvalueRef(inner)
        | Type::Pointer(inner)
        | Type::Qualified(_, inner)
        | Type::Array(_, inner) => is_nondeduced(inner),
        Type::Decltype(..) => true,
        Type::Named(name) => match &name.scope {
            Scope::Dependent(_) => true,
            Scope::Member(outer) => has_arguments(outer),
            _ => false,
        },
        _ => false,
    }
}

fn has_arguments(name: &NameRef) -> bool {
    name.args.is_some() || matches!(&name.scope, Scope::Member(outer) if has_arguments(outer))
}
