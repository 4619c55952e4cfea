//! Overload resolution among functions and function templates ([over.match]), as far as the types of the
//! arguments are known.
//!
//! The program is taken to be well-formed: what is the only candidate that the arguments do not rule out is
//! the one that is called.

use asunder_mangle::model::{RefQualifier, TemplateArg, Type, TypeRef};

use crate::conversions::{Argument, Conversion, Order};
use crate::deduction::Deduced;
use crate::names::Names;
use crate::redeclaration::contains_unknown;
use crate::resolve::qualify;
use crate::scope::{Member, Site};
use crate::written::{Arg, DeclName, FunctionExpr, TypeExpr};

/// A call as overload resolution sees it.
pub(crate) struct Call<'c> {
    /// Explicit template arguments with the place where they are written.
    pub(crate) given: Option<(&'c [Arg], &'c Site)>,
    /// The object of a call of members, or the first operand of an operator; `None` where it is not known.
    pub(crate) object: Option<Argument>,
    /// It calls an operator: functions that are not members take the object as an argument.
    pub(crate) is_operator: bool,
    /// The arguments; `None` for those of unknown type.
    pub(crate) arguments: &'c [Option<Argument>],
}

/// The function that a call means.
pub(crate) struct Chosen {
    /// A declaration of the function, or of its template.
    pub(crate) member: Member,
    /// The place of its declaration with all template parameters bound; `None` when they are not known.
    pub(crate) site: Option<Site>,
    /// The template arguments, where they are known.
    pub(crate) args: Option<Vec<TemplateArg>>,
}

/// Candidates beyond which a call has no answer.
const MAX_CANDIDATES: usize = 256;

struct Candidate {
    member: Member,
    site: Option<Site>,
    args: Option<Vec<TemplateArg>>,
    /// The types of its parameters, as far as they are known; that of the object comes first.
    parameters: Vec<TypeRef>,
    conversions: Vec<Conversion>,
    is_template: bool,
    /// Its whole type is known: substitution does not fail ([temp.deduct]/8).
    is_certain: bool,
}

impl<'db> Names<'db> {
    /// The function among `members`, found by one lookup, that `call` calls.
    pub(crate) fn choose_overload(&self, members: &[Member], call: &Call) -> Option<Chosen> {
        self.nested(None, || {
            let candidates = self.candidates(members, call)?;
            let is_standard = |it: &Conversion| matches!(it, Conversion::Standard(_));
            let best = match candidates.as_slice() {
                // A built-in operator may take operands that need more.
                [only] if call.is_operator => {
                    (only.is_certain && only.conversions.iter().all(is_standard)).then_some(only)?
                }
                [only] => only,
                _ => {
                    let is_best = |it: &&Candidate| {
                        let beats =
                            |other: &Candidate| other.member == it.member || is_better(self, it, other);
                        it.is_certain && candidates.iter().all(beats)
                    };
                    candidates.iter().find(is_best)?
                }
            };
            Some(Chosen { member: best.member.clone(), site: best.site.clone(), args: best.args.clone() })
        })
    }

    /// What the arguments do not rule out, one declaration for each function.
    fn candidates(&self, members: &[Member], call: &Call) -> Option<Vec<Candidate>> {
        let mut found: Vec<Candidate> = Vec::new();
        for member in members {
            let function = self.function_of(member.decl)?;
            let object = usize::from(call.is_operator && !self.takes_object(member));
            if !self.accepts(member.decl, call.arguments.len() + object) {
                continue;
            }
            if found.iter().any(|known| self.all_declare_one(&[known.member.decl, member.decl])) {
                continue;
            }
            if found.len() >= MAX_CANDIDATES {
                return None;
            }
            found.extend(self.overload_candidate(member, function, call));
        }
        Some(found)
    }

    /// True for nonstatic member functions that are not constructors.
    fn takes_object(&self, member: &Member) -> bool {
        let decl = self.decl(member.decl);
        decl.parent.is_some()
            && !decl.specifiers.is_static
            && !decl.specifiers.is_friend
            && !matches!(decl.name, DeclName::Constructor)
    }

    /// The candidate `member`; `None` when the arguments rule it out.
    fn overload_candidate(&self, member: &Member, function: &FunctionExpr, call: &Call) -> Option<Candidate> {
        let takes_object = self.takes_object(member);
        let mut arguments = Vec::new();
        if !takes_object && call.is_operator {
            arguments.push(call.object.clone());
        }
        arguments.extend(call.arguments.iter().cloned());
        let is_template = !self.decl(member.decl).templates.is_empty();
        let (site, args) = match is_template {
            false if call.given.is_some() => return None,
            false => (Some(self.site_of_member(member)), None),
            true => match self.deduce_call(member, call.given, &arguments) {
                Deduced::Yes(site, args) => (Some(site), Some(args)),
                Deduced::No => return None,
                Deduced::Unknown => (None, None),
            },
        };
        if let (true, Some(site)) = (is_template, &site)
            && (self.type_fails(&function.result, site)
                || function.params.iter().any(|param| self.type_fails(&param.ty, site)))
        {
            return None;
        }
        let mut parameters = match &site {
            Some(site) => self.adjusted_parameters(function, site),
            None => vec![self.unknown(); function.params.len()],
        };
        let is_certain = !is_template
            || site.as_ref().is_some_and(|site| {
                let known = |ty: &TypeRef| !contains_unknown(ty) && !self.is_dependent(ty);
                parameters.iter().all(known)
                    && (function.result == TypeExpr::None
                        || known(&self.result_type(function, &parameters, site)))
            });
        let convert = |(index, argument): (usize, &Option<Argument>)| match (argument, parameters.get(index))
        {
            (Some(argument), Some(parameter)) => self.conversion(argument, parameter),
            (_, None) if function.variadic => Conversion::Ellipsis,
            _ => Conversion::Unknown,
        };
        let mut conversions: Vec<Conversion> = arguments.iter().enumerate().map(convert).collect();
        if takes_object {
            let parameter = self.object_parameter(member, function);
            conversions.insert(0, self.object_conversion(call.object.as_ref(), function, &parameter));
            parameters.insert(0, parameter);
        } else if !call.is_operator {
            conversions.insert(0, Conversion::Unknown);
            parameters.insert(0, self.unknown());
        }
        if conversions.iter().any(|it| matches!(it, Conversion::None)) {
            return None;
        }
        Some(Candidate {
            member: member.clone(),
            site,
            args,
            parameters,
            conversions,
            is_template,
            is_certain,
        })
    }

    /// The type of the implicit object parameter ([over.match.funcs]/4).
    fn object_parameter(&self, member: &Member, function: &FunctionExpr) -> TypeRef {
        let class = match (&member.class, self.decl(member.decl).parent) {
            (Some(class), _) => class.clone(),
            (None, Some(parent)) => self.class_name(member.decl.sibling(parent)),
            (None, None) => return self.unknown(),
        };
        let class = qualify(function.qualifiers, &Type::Named(class).into());
        match function.ref_qualifier {
            RefQualifier::Rvalue => Type::RvalueRef(class).into(),
            _ => Type::LvalueRef(class).into(),
        }
    }

    fn object_conversion(
        &self,
        object: Option<&Argument>,
        function: &FunctionExpr,
        parameter: &TypeRef,
    ) -> Conversion {
        let Some(object) = object else { return Conversion::Unknown };
        // Without a ref-qualifier it binds to values too.
        let is_lvalue = object.is_lvalue || function.ref_qualifier == RefQualifier::None;
        self.conversion(&Argument { is_lvalue, ..object.clone() }, parameter)
    }
}

/// Whether `a` is certainly a better candidate than `b`, if `b` is viable at all ([over.match.best]).
fn is_better(names: &Names, a: &Candidate, b: &Candidate) -> bool {
    let mut is_better = false;
    for index in 0..a.conversions.len().min(b.conversions.len()) {
        match order(names, a, b, index) {
            Order::Better => is_better = true,
            Order::Equal | Order::NotWorse => {}
            Order::Worse | Order::Unknown => return false,
        }
    }
    is_better || !a.is_template && b.is_template
}

fn order(names: &Names, a: &Candidate, b: &Candidate, index: usize) -> Order {
    let has_object = |it: &Candidate| {
        let written = names.decl(it.member.decl);
        written.parent.is_some() && !written.specifiers.is_friend
    };
    match (a.parameters.get(index), b.parameters.get(index)) {
        (Some(x), Some(y)) if x == y && **x != Type::Unknown => return Order::Equal,
        // The object, where one of the functions takes none.
        (Some(x), Some(y))
            if index == 0
                && (**x == Type::Unknown || **y == Type::Unknown)
                && (!has_object(a) && !has_object(b) || has_object(a) != has_object(b) || **x == **y) =>
        {
            return Order::Equal;
        }
        _ => {}
    }
    names.compare_conversions(&a.conversions[index], &b.conversions[index])
}
