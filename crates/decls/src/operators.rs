//! Types of operators' results: of the built-in ones ([expr.compound]), and of the functions that operators of
//! classes and enumerations call ([over.match.oper]).

use asunder_mangle::model::{Builtin, ExceptionSpec, Type, TypeRef};

use crate::constant::{arithmetic_type, promoted_integer, unqualified};
use crate::conversions::{Argument, decayed};
use crate::names::{DeclRef, Names};
use crate::overloads::{Call, Chosen};
use crate::scope::{Member, Site};
use crate::written::DeclName;

impl<'db> Names<'db> {
    /// The type of `lhs operator rhs`, and whether it is an lvalue.
    pub(crate) fn binary_result(
        &self,
        operator: &str,
        lhs: &Argument,
        rhs: &Argument,
        site: &Site,
    ) -> Option<(TypeRef, bool)> {
        if self.may_be_overloaded(lhs) || self.may_be_overloaded(rhs) {
            let candidates = self.operator_candidates(operator, lhs, std::slice::from_ref(rhs), site)?;
            if !candidates.is_empty() {
                return self.overloaded_result(&candidates, lhs, std::slice::from_ref(rhs));
            }
            if self.is_class(lhs) || self.is_class(rhs) {
                return (operator == ",").then(|| (rhs.ty.clone(), rhs.is_lvalue));
            }
        }
        let (a, b) = (self.promoted_operand(lhs)?, self.promoted_operand(rhs)?);
        let value = |ty: Builtin| Some((Type::Builtin(ty).into(), false));
        match (operator, &*a, &*b) {
            (",", ..) => Some((rhs.ty.clone(), rhs.is_lvalue)),
            ("=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=", ..) => {
                Some((lhs.ty.clone(), true))
            }
            ("==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||", ..) => value(Builtin::Bool),
            ("<<" | ">>", Type::Builtin(x), Type::Builtin(_)) => value(promoted_integer(*x)?),
            ("+" | "-" | "*" | "/" | "%" | "&" | "|" | "^", Type::Builtin(x), Type::Builtin(y)) => {
                value(arithmetic_type(*x, *y)?)
            }
            ("-", Type::Pointer(_), Type::Pointer(_)) => value(Builtin::Long),
            ("+" | "-", Type::Pointer(_), Type::Builtin(_)) => Some((a, false)),
            ("+", Type::Builtin(_), Type::Pointer(_)) => Some((b, false)),
            _ => None,
        }
    }

    /// The type of `operator operand`.
    pub(crate) fn unary_result(
        &self,
        operator: &str,
        operand: &Argument,
        site: &Site,
    ) -> Option<(TypeRef, bool)> {
        if operator == "&" {
            return operand.is_lvalue.then(|| (Type::Pointer(operand.ty.clone()).into(), false));
        }
        if self.may_be_overloaded(operand) {
            let candidates = self.operator_candidates(operator, operand, &[], site)?;
            if !candidates.is_empty() {
                return self.overloaded_result(&candidates, operand, &[]);
            }
            if self.is_class(operand) {
                return None;
            }
        }
        match operator {
            "++" | "--" => return Some((operand.ty.clone(), true)),
            "!" => return Some((Type::Builtin(Builtin::Bool).into(), false)),
            _ => {}
        }
        let promoted = self.promoted_operand(operand)?;
        match (operator, &*promoted) {
            ("*", Type::Pointer(to)) => Some((to.clone(), true)),
            ("+", Type::Pointer(_)) => Some((promoted, false)),
            ("+" | "-", Type::Builtin(ty)) => Some((Type::Builtin(arithmetic_type(*ty, *ty)?).into(), false)),
            ("~", Type::Builtin(ty)) => Some((Type::Builtin(promoted_integer(*ty)?).into(), false)),
            _ => None,
        }
    }

    /// The type of `operand++` and `operand--`.
    pub(crate) fn postfix_result(
        &self,
        operator: &str,
        operand: &Argument,
        site: &Site,
    ) -> Option<(TypeRef, bool)> {
        if self.is_class(operand) {
            let int = Argument { ty: Type::Builtin(Builtin::Int).into(), is_lvalue: false, is_zero: true };
            let candidates = self.operator_candidates(operator, operand, std::slice::from_ref(&int), site)?;
            return self.overloaded_result(&candidates, operand, &[int]);
        }
        Some((unqualified(&operand.ty), false))
    }

    /// The type of `base[index]`.
    pub(crate) fn index_result(&self, base: &Argument, index: &Argument) -> Option<(TypeRef, bool)> {
        if self.is_class(base) {
            let candidates = self.member_operators("[]", base)?;
            return self.overloaded_result(&candidates, base, std::slice::from_ref(index));
        }
        match (&*decayed(&base.ty), &*decayed(&index.ty)) {
            (Type::Pointer(to), _) | (_, Type::Pointer(to)) => Some((to.clone(), true)),
            _ => None,
        }
    }

    /// The type of `callee(arguments)` with `callee` an object of class type.
    pub(crate) fn object_call_result(
        &self,
        callee: &Argument,
        arguments: &[Option<Argument>],
    ) -> Option<(TypeRef, bool)> {
        let candidates = self.member_operators("()", callee)?;
        let object = Some(callee.clone());
        let call = Call { given: None, object, is_operator: true, arguments };
        self.result_of_chosen(&self.choose_overload(&candidates, &call)?)
    }

    /// The type of a conditional expression with these operands ([expr.cond]).
    pub(crate) fn conditional_result(&self, a: &Argument, b: &Argument) -> Option<(TypeRef, bool)> {
        if a.ty == b.ty {
            return Some((a.ty.clone(), a.is_lvalue && b.is_lvalue));
        }
        let (x, y) = (decayed(&a.ty), decayed(&b.ty));
        match (&*x, &*y) {
            _ if x == y => Some((x, false)),
            (Type::Builtin(x), Type::Builtin(y)) => {
                Some((Type::Builtin(arithmetic_type(*x, *y)?).into(), false))
            }
            // A pointer to a function that may throw takes both ([conv.fctptr]).
            (Type::Pointer(f), Type::Pointer(g)) => {
                let (f, g) = (may_throw(f)?, may_throw(g)?);
                (f == g).then(|| (Type::Pointer(f).into(), false))
            }
            (Type::Pointer(_), Type::Builtin(_)) if b.is_zero => Some((x, false)),
            (Type::Builtin(_), Type::Pointer(_)) if a.is_zero => Some((y, false)),
            _ => None,
        }
    }

    fn overloaded_result(
        &self,
        candidates: &[Member],
        first: &Argument,
        rest: &[Argument],
    ) -> Option<(TypeRef, bool)> {
        self.result_of_chosen(&self.chosen_operator(candidates, first, rest)?)
    }

    fn chosen_operator(&self, candidates: &[Member], first: &Argument, rest: &[Argument]) -> Option<Chosen> {
        let arguments: Vec<_> = rest.iter().cloned().map(Some).collect();
        let object = Some(first.clone());
        let call = Call { given: None, object, is_operator: true, arguments: &arguments };
        self.choose_overload(candidates, &call)
    }

    /// The declared result of the chosen function, as the type of its call.
    pub(crate) fn result_of_chosen(&self, chosen: &Chosen) -> Option<(TypeRef, bool)> {
        let site = chosen.site.as_ref()?;
        let result = self.function_type(self.function_of(chosen.member.decl)?, site).result?;
        match &*result {
            Type::Unknown | Type::Auto | Type::DecltypeAuto => None,
            _ if self.is_dependent(&result) => None,
            Type::LvalueRef(inner) => Some((inner.clone(), true)),
            Type::RvalueRef(inner) => Some((inner.clone(), false)),
            _ => Some((result, false)),
        }
    }

    /// The operator functions that a lookup for the operands finds ([over.match.oper]/3).
    fn operator_candidates(
        &self,
        operator: &str,
        first: &Argument,
        rest: &[Argument],
        site: &Site,
    ) -> Option<Vec<Member>> {
        let mut found =
            if self.is_class(first) { self.member_operators(operator, first)? } else { Vec::new() };
        let operands: Vec<&TypeRef> = std::iter::once(first).chain(rest).map(|it| &it.ty).collect();
        let decls = self.free_operators(operator, &operands, site)?;
        found.extend(decls.into_iter().map(|decl: DeclRef| Member { decl, class: None, injected: false }));
        Some(found)
    }

    /// The operators that the class of `object` and its bases declare; those of a class hide those of its bases.
    fn member_operators(&self, operator: &str, object: &Argument) -> Option<Vec<Member>> {
        let Type::Named(class) = &*unqualified(&object.ty) else { return None };
        self.nested(None, || {
            let definition = self.class_definition(class)?;
            let members = self.decls(definition.item).members(Some(definition.local));
            let own = members.filter(|(_, decl)| {
                matches!(&decl.name, DeclName::Operator(spelling) if &**spelling == operator)
                    && !decl.specifiers.is_friend
            });
            let own: Vec<Member> = own
                .map(|(local, _)| Member {
                    decl: definition.sibling(local),
                    class: Some(class.clone()),
                    injected: false,
                })
                .collect();
            if !own.is_empty() {
                return Some(own);
            }
            let mut found = Vec::new();
            for base in self.bases_of(class)? {
                let base = Argument { ty: base, ..object.clone() };
                found.extend(self.member_operators(operator, &base)?);
            }
            Some(found)
        })
    }

    fn is_class(&self, operand: &Argument) -> bool {
        let ty = unqualified(&operand.ty);
        matches!(*ty, Type::Named(_)) && !self.is_enum(&ty)
    }

    /// True for operands of class and enumeration types ([over.match.oper]/1).
    fn may_be_overloaded(&self, operand: &Argument) -> bool {
        matches!(*unqualified(&operand.ty), Type::Named(_))
    }

    /// The type of an operand's value; of an enumeration the type that it promotes to.
    fn promoted_operand(&self, operand: &Argument) -> Option<TypeRef> {
        let ty = decayed(&operand.ty);
        match &*ty {
            Type::Named(_) if self.is_enum(&ty) => {
                Some(Type::Builtin(self.promoted_enumeration(&ty)?).into())
            }
            Type::Named(_) | Type::Unknown => None,
            _ => Some(ty),
        }
    }
}

/// A function type without its exception specification.
fn may_throw(ty: &TypeRef) -> Option<TypeRef> {
    let Type::Function(function) = &**ty else { return None };
    let mut function = function.clone();
    function.exceptions = ExceptionSpec::None;
    Some(Type::Function(function).into())
}
