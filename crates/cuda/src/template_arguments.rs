//! Template arguments of function templates: deduced from types ([temp.deduct.type]) as far as a parameter's type
//! is built of pointers, references, arrays, qualifiers and class templates around template parameters.

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::written::{Arg, DeclName, TemplateHeader, TemplateParamKind, TypeExpr};
use asunder_mangle::model::{TemplateArg, Type, TypeRef};

use crate::check::Check;
use crate::shown;

/// How deep types may nest before nothing is deduced.
const MAX_DEPTH: u32 = 24;

/// The name of the instance of a function template that `decl` declares: `k [with T=int]`.
pub(crate) fn instance_name(check: &Check<'_>, template: DeclRef, decl: DeclRef) -> Option<String> {
    let names = check.names();
    let written = names.decl(template);
    let [header] = written.templates.as_slice() else { return None };
    let mut bound: Vec<Option<TypeRef>> = vec![None; header.params.len()];
    if let DeclName::TemplateId(_, args) = &names.decl(decl).name {
        for (slot, arg) in bound.iter_mut().zip(args) {
            *slot = Some(explicit_argument(names, arg, decl)?);
        }
    }
    let patterns = names.parameter_types(template)?;
    let actual = names.parameter_types(decl)?;
    if patterns.len() != actual.len() {
        return None;
    }
    for (pattern, actual) in patterns.iter().zip(&actual) {
        deduce(pattern, actual, &mut bound, MAX_DEPTH)?;
    }
    let name = shown::entity_name(names, template)?;
    Some(format!("{name} [with {}]", bindings(names, header, &bound)?))
}

fn explicit_argument(names: &Names<'_>, arg: &Arg, at: DeclRef) -> Option<TypeRef> {
    let ty = match arg {
        Arg::Type(ty) => names.resolve(ty, &names.site_of(at)),
        Arg::Name(path) => names.resolve(&TypeExpr::Name(path.clone(), false), &names.site_of(at)),
        _ => return None,
    };
    (*ty != Type::Unknown).then_some(ty)
}

/// `T=int, U=float`
fn bindings(names: &Names<'_>, header: &TemplateHeader, bound: &[Option<TypeRef>]) -> Option<String> {
    let mut shown = Vec::new();
    for (param, ty) in header.params.iter().zip(bound) {
        if param.pack || !matches!(param.kind, TemplateParamKind::Type(_)) {
            return None;
        }
        let ty = shown::type_name(names, ty.as_ref()?, &[])?;
        shown.push(format!("{}={ty}", param.name.as_deref()?));
    }
    Some(shown.join(", "))
}

/// Binds the parameters in `pattern` so that it becomes `actual`; `None` when that is not possible or not understood.
pub(crate) fn deduce(
    pattern: &TypeRef,
    actual: &TypeRef,
    bound: &mut [Option<TypeRef>],
    depth: u32,
) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    match (&**pattern, &**actual) {
        (Type::Param(param), _) if param.level == 0 => {
            let slot = bound.get_mut(param.index as usize)?;
            match slot {
                Some(known) => (known == actual).then_some(()),
                None => {
                    *slot = Some(actual.clone());
                    Some(())
                }
            }
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
                        (left, right) => (left == right).then_some(()),
                    })
                }
                _ => None,
            }
        }
        (pattern, actual) => (pattern == actual).then_some(()),
    }
}
