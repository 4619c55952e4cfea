//! Overload resolution among functions and function templates ([over.match]), as far as the types of the
//! arguments are known.
//!
//! The program is taken to be well-formed: what is the only candidate that the arguments do not rule out is
//! the one that is called.

use asunder_mangle::model::{Qualifiers, RefQualifier, Type, TypeRef};

use crate::conversions::{Argument, Conversion, Order};
use crate::deduction::Deduced;
use crate::names::Names;
use crate::redeclaration::contains_unknown;
use crate::scope::{Member, Site};
use crate::written::{Arg, FunctionExpr};

/// A call as overload resolution sees it.
pub(crate) struct Call<'c> {
    /// Explicit template arguments with the place where they are written.
    pub(crate) given: Option<(&'c [Arg], &'c Site)>,
    /// The arguments; `None` for those of unknown type.
    pub(crate) arguments: &'c [Option<Argument>],
    /// The qualifiers of the object of a member call, and whether it is an lvalue, where known.
    pub(crate) object: Option<(Qualifiers, bool)>,
}

/// The function that a call means.
pub(crate) struct Chosen {
    /// A declaration of the function, or of its template.
    pub(crate) member: Member,
    /// The place of its declaration with all template parameters bound; `None` when they are not known.
    pub(crate) site: Option<Site>,
}

/// Candidates beyond which a call has no answer.
const MAX_CANDIDATES: usize = 256;

struct Candidate<'db> {
    member: Member,
    function: &'db FunctionExpr,
    site: Option<Site>,
    /// Its parameter types, as far as they are known.
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
            let best = match candidates.as_slice() {
                [only] => only,
                _ => {
                    let is_best = |it: &&Candidate| {
                        let beats = |other: &Candidate| {
                            other.member == it.member || self.is_better(it, other, call)
                        };
                        it.is_certain && candidates.iter().all(beats)
                    };
                    candidates.iter().find(is_best)?
                }
            };
            Some(Chosen { member: best.member.clone(), site: best.site.clone() })
        })
    }

    /// What the arguments do not rule out, one declaration for each function.
    fn candidates(&self, members: &[Member], call: &Call) -> Option<Vec<Candidate<'db>>> {
        let mut found: Vec<Candidate> = Vec::new();
        for member in members {
            let function = self.function_of(member.decl)?;
            if !self.accepts(member.decl, call.arguments.len()) {
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

    /// The candidate `member`; `None` when the arguments rule it out.
    fn overload_candidate(
        &self,
        member: &Member,
        function: &'db FunctionExpr,
        call: &Call,
    ) -> Option<Candidate<'db>> {
        let is_template = !self.decl(member.decl).templates.is_empty();
        let site = if !is_template {
            if call.given.is_some() {
                return None;
            }
            Some(self.site_of_member(member))
        } else {
            match self.deduce_call(member, call.given, call.arguments) {
                Deduced::Yes(site, _) => Some(site),
                Deduced::No => return None,
                Deduced::Unknown => None,
            }
        };
        let parameters = match &site {
            Some(site) => self.function_type(function, site).parameters,
            None => vec![self.unknown(); function.params.len()],
        };
        let converted = |(index, argument): (usize, &Option<Argument>)| match (argument, parameters.get(index)) {
            (Some(argument), Some(parameter)) => self.conversion(argument, parameter),
            (_, None) if function.variadic => Conversion::Ellipsis,
            _ => Conversion::Unknown,
        };
        let conversions: Vec<Conversion> = call.arguments.iter().enumerate().map(converted).collect();
        if conversions.iter().any(|it| matches!(it, Conversion::None)) {
            return None;
        }
        if let Some((of_object, is_lvalue)) = call.object
            && !self.takes_object(member, function, of_object, is_lvalue)
        {
            return None;
        }
        let is_certain = !is_template
            || site.as_ref().is_some_and(|site| {
                let known = |ty: &TypeRef| !contains_unknown(ty) && !self.is_dependent(ty);
                let result = self.function_type(function, site).result;
                parameters.iter().all(known) && result.is_none_or(|ty| known(&ty))
            });
        Some(Candidate {
            member: member.clone(),
            function,
            site,
            parameters,
            conversions,
            is_template,
            is_certain,
        })
    }

    /// Whether a member function can be called on an object with these qualifiers ([over.match.funcs]/5).
    fn takes_object(
        &self,
        member: &Member,
        function: &FunctionExpr,
        of_object: Qualifiers,
        is_lvalue: bool,
    ) -> bool {
        if self.decl(member.decl).specifiers.is_static {
            return true;
        }
        let own = function.qualifiers;
        let keeps = (own.is_const || !of_object.is_const) && (own.is_volatile || !of_object.is_volatile);
        let by_reference = match function.ref_qualifier {
            RefQualifier::None => true,
            RefQualifier::Lvalue => is_lvalue || own.is_const,
            RefQualifier::Rvalue => !is_lvalue,
        };
        keeps && by_reference
    }

    /// Whether `a` is certainly a better candidate than `b`, if `b` is viable at all ([over.match.best]).
    fn is_better(&self, a: &Candidate, b: &Candidate, call: &Call) -> bool {
        let mut is_better = false;
        for index in 0..call.arguments.len() {
            match self.order(a, b, index) {
                Order::Better => is_better = true,
                Order::Equal | Order::NotWorse => {}
                Order::Worse | Order::Unknown => return false,
            }
        }
        let takes_object =
            |it: &Candidate| it.member.class.is_some() && !self.decl(it.member.decl).specifiers.is_static;
        if takes_object(a) && takes_object(b) {
            match object_order(a.function, b.function, call.object) {
                Order::Better => is_better = true,
                Order::Equal => {}
                _ => return false,
            }
        }
        is_better || !a.is_template && b.is_template
    }

    fn order(&self, a: &Candidate, b: &Candidate, index: usize) -> Order {
        if let (Some(x), Some(y)) = (a.parameters.get(index), b.parameters.get(index))
            && x == y
            && **x != Type::Unknown
        {
            return Order::Equal;
        }
        self.compare_conversions(&a.conversions[index], &b.conversions[index])
    }
}

/// How the implicit object parameters of two member functions compare for one object.
fn object_order(a: &FunctionExpr, b: &FunctionExpr, object: Option<(Qualifiers, bool)>) -> Order {
    if a.qualifiers == b.qualifiers && a.ref_qualifier == b.ref_qualifier {
        return Order::Equal;
    }
    if object.is_none() || a.ref_qualifier != b.ref_qualifier {
        return Order::Unknown;
    }
    // Both take the object: the one with fewer qualifiers is better.
    let count = |it: Qualifiers| u32::from(it.is_const) + u32::from(it.is_volatile);
    let includes = |all: Qualifiers, some: Qualifiers| {
        (all.is_const || !some.is_const) && (all.is_volatile || !some.is_volatile)
    };
    match (includes(b.qualifiers, a.qualifiers), includes(a.qualifiers, b.qualifiers)) {
        (true, _) if count(b.qualifiers) > count(a.qualifiers) => Order::Better,
        (_, true) if count(a.qualifiers) > count(b.qualifiers) => Order::Worse,
        _ => Order::Equal,
    }
}
