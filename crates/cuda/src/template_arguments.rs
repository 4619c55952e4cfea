//! Template arguments that explicit instantiations and specializations of function templates declare: deduced from types
//! ([temp.deduct.type]) as far as a parameter's type is built of pointers, references, arrays, qualifiers and class
//! templates around template parameters.

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::scope::Site;
use asunder_decls::written::{Arg, DeclName, TemplateHeader, TemplateParamKind};
use asunder_mangle::model::{Bound, Builtin, Expr, LiteralValue, TemplateArg, TemplateParam, Type, TypeRef};

use crate::check::Check;
use crate::shown;

/// How deep types may nest before nothing is deduced.
const MAX_DEPTH: u32 = 24;

/// The name of the instance of a function template that `decl` declares: `k [with T=int]`.
pub(crate) fn instance_name(check: &Check<'_>, template: DeclRef, decl: DeclRef) -> Option<String> {
    let names = check.names();
    let [header] = names.decl(template).templates.as_slice() else { return None };
    let bound = declared_arguments(check, template, decl)?;
    let name = shown::entity_name(names, template)?;
    Some(format!("{name} [with {}]", bindings(names, header, &bound)?))
}

/// The arguments of the instance of a function template that `decl` declares, as far as they follow from its name and
/// type.
pub(crate) fn declared_arguments(
    check: &Check<'_>,
    template: DeclRef,
    decl: DeclRef,
) -> Option<Vec<Option<TemplateArg>>> {
    let names = check.names();
    let [header] = names.decl(template).templates.as_slice() else { return None };
    let mut bound = match &names.decl(decl).name {
        DeclName::TemplateId(_, args) => explicit(names, template, args, &names.site_of(decl))?,
        _ => vec![None; header.params.len()],
    };
    let patterns = names.parameter_types(template)?;
    let actual = names.parameter_types(decl)?;
    if patterns.len() != actual.len() {
        return None;
    }
    for (pattern, actual) in patterns.iter().zip(&actual) {
        if names.is_dependent(pattern) {
            deduce(pattern, actual, &mut bound, MAX_DEPTH)?;
        }
    }
    typed(names, template, &mut bound);
    Some(bound)
}

/// The explicit arguments, and nothing for the other parameters; packs are not understood.
fn explicit(
    names: &Names<'_>,
    template: DeclRef,
    args: &[Arg],
    site: &Site,
) -> Option<Vec<Option<TemplateArg>>> {
    let [header] = names.decl(template).templates.as_slice() else { return None };
    if header.params.iter().any(|param| param.pack) {
        return None;
    }
    let mut bound: Vec<Option<TemplateArg>> =
        names.explicit_arguments(template, args, site)?.into_iter().map(Some).collect();
    bound.resize(header.params.len(), None);
    Some(bound)
}

/// Gives deduced values the types of their parameters.
fn typed(names: &Names<'_>, template: DeclRef, bound: &mut [Option<TemplateArg>]) {
    let [header] = names.decl(template).templates.as_slice() else { return };
    for (slot, param) in bound.iter_mut().zip(&header.params) {
        if let (Some(TemplateArg::Value(value)), TemplateParamKind::Value(ty, _)) = (&slot, &param.kind)
            && let Expr::Literal(_, LiteralValue::Integer(number)) = &**value
        {
            let ty = names.resolve(ty, &names.site_of(template));
            if matches!(*ty, Type::Builtin(_)) {
                *slot = Some(TemplateArg::Value(Expr::Literal(ty, LiteralValue::Integer(*number)).into()));
            }
        }
    }
}

/// `T=int, N=3`
fn bindings(names: &Names<'_>, header: &TemplateHeader, bound: &[Option<TemplateArg>]) -> Option<String> {
    let mut shown = Vec::new();
    for (param, arg) in header.params.iter().zip(bound) {
        let arg = shown::template_arguments(names, std::slice::from_ref(arg.as_ref()?))?;
        shown.push(format!("{}={arg}", param.name.as_deref()?));
    }
    Some(shown.join(", "))
}

/// Binds the parameters in `pattern` so that it becomes `actual`; `None` when that is not possible or not understood.
pub(crate) fn deduce(
    pattern: &TypeRef,
    actual: &TypeRef,
    bound: &mut [Option<TemplateArg>],
    depth: u32,
) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    match (&**pattern, &**actual) {
        (Type::Param(param), _) if param.level == 0 => bind(bound, *param, TemplateArg::Type(actual.clone())),
        (Type::Array(Bound::Dependent(bound_of), pattern), Type::Array(Bound::Count(count), actual)) => {
            if let Expr::Param(param) = **bound_of {
                let count = LiteralValue::Integer((*count).into());
                let ty = Type::Builtin(Builtin::UnsignedLong).into();
                bind(bound, param, TemplateArg::Value(Expr::Literal(ty, count).into()))?;
            }
            deduce(pattern, actual, bound, depth)
        }
        (Type::Qualified(left, pattern), Type::Qualified(right, actual)) if left == right => {
            deduce(pattern, actual, bound, depth)
        }
        (Type::Pointer(pattern), Type::Pointer(actual))
        | (Type::LvalueRef(pattern), Type::LvalueRef(actual))
        | (Type::RvalueRef(pattern), Type::RvalueRef(actual)) => deduce(pattern, actual, bound, depth),
        (Type::Array(left, pattern), Type::Array(right, actual)) if left == right => {
            deduce(pattern, actual, bound, depth)
        }
        (Type::Named(pattern), Type::Named(actual))
            if pattern.scope == actual.scope && pattern.unqualified == actual.unqualified =>
        {
            match (&pattern.args, &actual.args) {
                (None, None) => Some(()),
                (Some(left), Some(right)) if left.len() == right.len() => {
                    left.iter().zip(right).try_for_each(|(left, right)| match (left, right) {
                        (TemplateArg::Type(left), TemplateArg::Type(right)) => {
                            deduce(left, right, bound, depth)
                        }
                        (TemplateArg::Value(left), right) if matches!(**left, Expr::Param(_)) => {
                            let Expr::Param(param) = **left else { return None };
                            bind(bound, param, right.clone())
                        }
                        (left, right) => (left == right).then_some(()),
                    })
                }
                _ => None,
            }
        }
        (pattern, actual) => (pattern == actual).then_some(()),
    }
}

/// Binds a parameter; what is bound already must be the same.
fn bind(bound: &mut [Option<TemplateArg>], param: TemplateParam, arg: TemplateArg) -> Option<()> {
    if param.level != 0 {
        return None;
    }
    let slot = bound.get_mut(param.index as usize)?;
    match slot {
        Some(known) => {
            let is_same = match (&*known, &arg) {
                (TemplateArg::Value(known), TemplateArg::Value(arg)) => match (&**known, &**arg) {
                    (Expr::Literal(_, left), Expr::Literal(_, right)) => left == right,
                    (left, right) => left == right,
                },
                (known, arg) => known == arg,
            };
            is_same.then_some(())
        }
        None => {
            *slot = Some(arg);
            Some(())
        }
    }
}
