//! Which declarations declare the same function or variable ([basic.link]/9, [over.dcl]).

use std::rc::Rc;

use asunder_mangle::model::{Scope, Type, TypeRef};

use crate::expr_types::has_decltype;
use crate::memo::Link;
use crate::names::{DeclRef, Names};
use crate::namesakes::Namesakes;
use crate::scope::Lookup;
use crate::written::{
    Arg, Decl, DeclKind, DeclName, FunctionExpr, Path, TemplateHeader, TemplateParam, TemplateParamKind,
    TypeExpr,
};

/// All declarations of an entity, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redeclarations {
    /// These.
    Known(Vec<DeclRef>),
    /// Overloads could not be distinguished.
    Unknown,
}

/// Whether two declarations declare the same entity.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Same {
    Yes,
    No,
    Unknown,
}

impl<'db> Names<'db> {
    /// The declarations of the function or variable that `decl` declares, itself included.
    pub fn redeclarations(&self, decl: DeclRef) -> Redeclarations {
        let key = (decl, Link::Plain);
        self.remembered(&self.redeclared, key, || Redeclarations::Unknown, || self.find_redeclarations(decl))
    }

    fn find_redeclarations(&self, decl: DeclRef) -> Redeclarations {
        let mut same = Vec::new();
        for other in self.namesakes(decl, Namesakes::Alike) {
            match self.same_entity(decl, other) {
                Same::Yes => same.push(other),
                Same::No => {}
                Same::Unknown => return Redeclarations::Unknown,
            }
        }
        Redeclarations::Known(same)
    }

    /// True when all of `decls`, functions or variables, are known to declare one entity.
    pub(crate) fn all_declare_one(&self, decls: &[DeclRef]) -> bool {
        let Some((first, rest)) = decls.split_first() else { return false };
        rest.iter().all(|other| self.same_entity(*first, *other) == Same::Yes)
    }

    /// Whether the first declaration of the function or variable that `decl` declares gives it internal linkage
    /// ([basic.link]/3); unnamed namespaces apart. `None` when overloads cannot be distinguished.
    pub fn declared_internal(&self, decl: DeclRef) -> Option<bool> {
        let Redeclarations::Known(all) = self.redeclarations(decl) else { return None };
        let first = *all.first()?;
        Some(self.decl(first).parent.is_none() && self.is_internal(first))
    }

    /// The function templates that `decl`, an explicit specialization or instantiation, may be one of: those of its
    /// name in its scope. `None` when a scope is not understood.
    pub fn primary_templates(&self, decl: DeclRef) -> Option<Vec<DeclRef>> {
        let scope = self.scope_name(decl)?;
        let mut found = Vec::new();
        for other in self.namesakes(decl, Namesakes::General) {
            let written = self.decl(other);
            let is_template = written.templates.iter().any(|header| !header.params.is_empty());
            let is_primary = is_template
                && !written.explicit_instantiation
                && !matches!(written.name, DeclName::TemplateId(..))
                && written.templates.iter().all(|header| !header.params.is_empty());
            if is_primary && other < decl && self.scope_name(other)? == scope {
                found.push(other);
            }
        }
        Some(found)
    }

    /// The parameter types of the function that `decl` declares, adjusted.
    pub fn parameter_types(&self, decl: DeclRef) -> Option<Vec<TypeRef>> {
        let function = self.function_of(decl)?;
        Some(self.adjusted_parameters(function, &self.site_of(decl)))
    }

    fn same_entity(&self, a: DeclRef, b: DeclRef) -> Same {
        if a == b {
            return Same::Yes;
        }
        let (written_a, written_b) = (self.decl(a), self.decl(b));
        let special = |decl: &Decl| matches!(decl.name, DeclName::TemplateId(..));
        let lists = |decl: &Decl| decl.templates.iter().filter(|t| !t.params.is_empty()).count();
        let stands_in_its_scope = |decl: &Decl| decl.parent.is_none() && decl.qualifier.is_none();
        if stands_in_its_scope(written_a) && stands_in_its_scope(written_b) {
            if self.item(a.item).namespace != self.item(b.item).namespace {
                return Same::No;
            }
        } else {
            match (self.scope_name(a), self.scope_name(b)) {
                (Some(x), Some(y)) if x == y => {}
                (Some(x), Some(y)) if is_known(&x) && is_known(&y) => return Same::No,
                _ => return Same::Unknown,
            }
        }
        // Constraints belong to a template ([temp.over.link]/7).
        let is_constrained = |decl: &Decl| decl.templates.iter().any(|header| header.is_constrained);
        if is_constrained(written_a) != is_constrained(written_b) && lists(written_a) == lists(written_b) {
            return Same::No;
        }
        if written_a.explicit_instantiation || written_b.explicit_instantiation {
            return Same::No;
        }
        if special(written_a) || special(written_b) {
            return if written_a.name == written_b.name { Same::Unknown } else { Same::No };
        }
        if lists(written_a) != lists(written_b) || written_a.templates.len() != written_b.templates.len() {
            // A member's definition has the lists of its class in front, its declaration has not.
            let outside = |decl: &Decl| decl.qualifier.is_some();
            if outside(written_a) == outside(written_b) {
                return Same::No;
            }
        }
        match (self.function_of(a), self.function_of(b)) {
            (None, None) => Same::Yes,
            (Some(x), Some(y)) => self.same_signature(a, x, b, y),
            _ => Same::No,
        }
    }

    /// Whether two functions convert to one type, if they are conversion functions ([class.conv.fct]).
    fn same_conversion(&self, a: DeclRef, b: DeclRef) -> Same {
        match (&self.decl(a).name, &self.decl(b).name) {
            (DeclName::Conversion(x), DeclName::Conversion(y)) => {
                same_type(&self.resolve(x, &self.site_of(a)), &self.resolve(y, &self.site_of(b)))
            }
            _ => Same::Yes,
        }
    }

    fn same_signature(&self, a: DeclRef, fx: &FunctionExpr, b: DeclRef, fy: &FunctionExpr) -> Same {
        let c = |decl| self.has_c_linkage(decl);
        if c(a) && c(b) {
            return Same::Yes;
        }
        if fx.variadic != fy.variadic
            || fx.qualifiers != fy.qualifiers
            || fx.ref_qualifier != fy.ref_qualifier
        {
            return Same::No;
        }
        // Only a single parameter may turn out to be none.
        let (count_a, count_b) = (fx.params.len(), fy.params.len());
        if count_a != count_b && count_a.max(count_b) > 1 {
            return Same::No;
        }
        let mut result = match self.same_heads(a, b) {
            Same::Yes => self.same_conversion(a, b),
            other => other,
        };
        if result == Same::No {
            return Same::No;
        }
        if self.are_written_alike(a, fx, b, fy) {
            return result;
        }
        let (x, y) = (self.parameters_declared(a, fx), self.parameters_declared(b, fy));
        if x.len() != y.len() {
            return Same::No;
        }
        for (x, y) in x.iter().zip(&*y) {
            match same_type(x, y) {
                Same::Yes => {}
                Same::No => return Same::No,
                Same::Unknown => result = Same::Unknown,
            }
        }
        // Function templates may differ in their return types alone.
        if !self.decl(a).templates.is_empty()
            && let (Some(x), Some(y)) = (self.result_declared(a, fx, &x), self.result_declared(b, fy, &y))
        {
            match same_type(&x, &y) {
                Same::Yes if self.differ_in_variables((a, &fx.result), (b, &fy.result)) => return Same::No,
                Same::Yes => {}
                Same::No => return Same::No,
                Same::Unknown => result = Same::Unknown,
            }
        }
        result
    }

    /// Whether two function templates have the same template parameters ([temp.over.link]/6). Constraints are not looked
    /// at.
    fn same_heads(&self, a: DeclRef, b: DeclRef) -> Same {
        let (own, other) = (&self.decl(a).templates, &self.decl(b).templates);
        let is_constrained = |header: &TemplateHeader| header.is_constrained;
        if own.len() != other.len() || own.iter().chain(other).any(is_constrained) {
            return Same::Yes;
        }
        let mut same = Same::Yes;
        for (x, y) in own.iter().zip(other) {
            if x.params.len() != y.params.len() {
                return Same::No;
            }
            let are_named_alike = x.params.iter().zip(&y.params).all(|(x, y)| x.name == y.name);
            for (x, y) in x.params.iter().zip(&y.params) {
                if x.pack != y.pack || std::mem::discriminant(&x.kind) != std::mem::discriminant(&y.kind) {
                    return Same::No;
                }
                let (TemplateParamKind::Value(x, _), TemplateParamKind::Value(y, _)) = (&x.kind, &y.kind)
                else {
                    continue;
                };
                if x == y {
                    continue;
                }
                match same_type(&self.resolve(x, &self.site_of(a)), &self.resolve(y, &self.site_of(b))) {
                    // `en_t<p_v<T>>` and `en_t<q_v<T>>`: what depends on `T` resolves to the same.
                    Same::Yes if self.differ_in_variables((a, x), (b, y)) => return Same::No,
                    Same::Yes => {}
                    Same::No => return Same::No,
                    // Other expressions as arguments of one template: `en_t<p<T>>` and `en_t<!p<T>>`.
                    Same::Unknown if are_named_alike && name_one_template(x, y) => return Same::No,
                    Same::Unknown => same = Same::Unknown,
                }
            }
        }
        same
    }

    /// Whether two instances of one template, or pointers to them, differ in an argument that is an instance of a variable
    /// template: the other has one of another template, or another expression.
    fn differ_in_variables(&self, (a, x): (DeclRef, &TypeExpr), (b, y): (DeclRef, &TypeExpr)) -> bool {
        let (own, other) = match (x, y) {
            (TypeExpr::Pointer(x), TypeExpr::Pointer(y)) => return self.differ_in_variables((a, x), (b, y)),
            (TypeExpr::Name(own, _), TypeExpr::Name(other, _)) if name_one_template(x, y) => (own, other),
            _ => return false,
        };
        let arguments = |path: &Path| -> Vec<Arg> {
            let segments = path.segments.iter();
            segments.flat_map(|segment| segment.args.clone().unwrap_or_default()).collect()
        };
        let variable = |arg: &Arg, decl: DeclRef| {
            let Arg::Name(path) = arg else { return None };
            path.segments.last()?.args.as_ref()?;
            match self.lookup_value(path, &self.site_of(decl)) {
                Lookup::Found(members) => members.first().map(|member| member.decl).filter(|found| {
                    let written = self.decl(*found);
                    matches!(written.kind, DeclKind::Variable { .. }) && !written.templates.is_empty()
                }),
                _ => None,
            }
        };
        arguments(own).iter().zip(&arguments(other)).any(|(x, y)| match (variable(x, a), variable(y, b)) {
            (Some(x), Some(y)) => x != y,
            (Some(_), None) => matches!(y, Arg::Expr(_)),
            (None, Some(_)) => matches!(x, Arg::Expr(_)),
            (None, None) => false,
        })
    }

    /// Whether two functions of one namespace have the same template parameters, parameter types and result, word for
    /// word ([temp.over.link]): then these need not be known.
    fn are_written_alike(&self, a: DeclRef, fx: &FunctionExpr, b: DeclRef, fy: &FunctionExpr) -> bool {
        let (a, b) = (self.decl(a), self.decl(b));
        let at_namespace_level = |decl: &Decl| decl.parent.is_none() && decl.stands_in_its_scope();
        let same_header = |(x, y): (&TemplateHeader, &TemplateHeader)| {
            let same = |(x, y): (&TemplateParam, &TemplateParam)| {
                x.name == y.name && x.pack == y.pack && same_kind(&x.kind, &y.kind)
            };
            let constrained = x.is_constrained || y.is_constrained;
            !constrained && x.params.len() == y.params.len() && x.params.iter().zip(&y.params).all(same)
        };
        at_namespace_level(a)
            && at_namespace_level(b)
            && fx.result == fy.result
            && fx.params.len() == fy.params.len()
            && fx.params.iter().zip(&fy.params).all(|(x, y)| x.ty == y.ty)
            && (!has_decltype(&fx.result) || fx.params.iter().zip(&fy.params).all(|(x, y)| x.name == y.name))
            && a.templates.len() == b.templates.len()
            && a.templates.iter().zip(&b.templates).all(same_header)
    }

    /// The types of the parameters of the function that `decl` declares, adjusted.
    pub(crate) fn parameters_declared(&self, decl: DeclRef, function: &FunctionExpr) -> Rc<[TypeRef]> {
        let find = || self.adjusted_parameters(function, &self.site_of(decl)).into();
        let unknown = || function.params.iter().map(|_| self.unknown()).collect();
        self.remembered(&self.parameter_types, (decl, Link::Plain), unknown, find)
    }

    /// The type of the result of the function that `decl` declares.
    fn result_declared(
        &self,
        decl: DeclRef,
        function: &FunctionExpr,
        parameters: &[TypeRef],
    ) -> Option<TypeRef> {
        if function.result == TypeExpr::None {
            return None;
        }
        let find = || self.result_type(function, parameters, &self.site_of(decl));
        Some(self.remembered(&self.result_types, (decl, Link::Plain), || self.unknown(), find))
    }
}

fn same_kind(a: &TemplateParamKind, b: &TemplateParamKind) -> bool {
    match (a, b) {
        (TemplateParamKind::Type(_), TemplateParamKind::Type(_)) => true,
        (TemplateParamKind::Value(x, _), TemplateParamKind::Value(y, _)) => x == y,
        // Their own parameters are not compared here.
        _ => false,
    }
}

/// Whether two types are members or instances of one template, by their words.
fn name_one_template(a: &TypeExpr, b: &TypeExpr) -> bool {
    let (TypeExpr::Name(a, _), TypeExpr::Name(b, _)) = (a, b) else { return false };
    a.global == b.global
        && a.segments.len() == b.segments.len()
        && a.segments.iter().zip(&b.segments).all(|(x, y)| x.name == y.name)
}

pub(crate) fn is_known(scope: &Scope) -> bool {
    !matches!(scope, Scope::Dependent(_))
}

/// Compares two types of which parts may be unknown.
pub(crate) fn same_type(a: &TypeRef, b: &TypeRef) -> Same {
    if contains_unknown(a) || contains_unknown(b) {
        return if can_be_equal(a, b) { Same::Unknown } else { Same::No };
    }
    if a == b { Same::Yes } else { Same::No }
}

pub(crate) fn contains_unknown(ty: &Type) -> bool {
    match ty {
        Type::Unknown => true,
        Type::Qualified(_, inner)
        | Type::Pointer(inner)
        | Type::LvalueRef(inner)
        | Type::RvalueRef(inner)
        | Type::Array(_, inner)
        | Type::PackExpansion(inner)
        | Type::Vector(_, inner)
        | Type::Complex(inner) => contains_unknown(inner),
        Type::MemberPointer { class, member } => contains_unknown(class) || contains_unknown(member),
        Type::Function(function) => {
            function.parameters.iter().chain(&function.result).any(|ty| contains_unknown(ty))
        }
        _ => false,
    }
}

/// True unless the outer shapes of the types differ where both are known.
fn can_be_equal(a: &Type, b: &Type) -> bool {
    match (a, b) {
        // What an unknown name stands for may have any shape.
        (Type::Unknown, _) | (_, Type::Unknown) => true,
        (Type::Qualified(p, x), Type::Qualified(q, y)) => {
            if p == q {
                can_be_equal(x, y)
            } else {
                **x == Type::Unknown || **y == Type::Unknown
            }
        }
        (Type::Qualified(_, x), _) => **x == Type::Unknown,
        (_, Type::Qualified(_, y)) => **y == Type::Unknown,
        (Type::Pointer(x), Type::Pointer(y))
        | (Type::LvalueRef(x), Type::LvalueRef(y))
        | (Type::RvalueRef(x), Type::RvalueRef(y))
        | (Type::Array(_, x), Type::Array(_, y))
        | (Type::PackExpansion(x), Type::PackExpansion(y))
        | (Type::Vector(_, x), Type::Vector(_, y))
        | (Type::Complex(x), Type::Complex(y)) => can_be_equal(x, y),
        (Type::MemberPointer { class: c, member: m }, Type::MemberPointer { class: d, member: n }) => {
            can_be_equal(c, d) && can_be_equal(m, n)
        }
        (Type::Function(x), Type::Function(y)) => {
            x.parameters.len() == y.parameters.len()
                && x.parameters.iter().zip(&y.parameters).all(|(x, y)| can_be_equal(x, y))
        }
        _ => a == b,
    }
}
