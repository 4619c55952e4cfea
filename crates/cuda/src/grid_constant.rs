//! `__grid_constant__` parameters (spec page 3 §8).

use asunder_decls::names::DeclRef;
use asunder_mangle::model::{Type, TypeRef};
use asunder_outline::CudaAttribute;
use asunder_syntax::{AstNode, SyntaxNode, TextSize, ast};

use crate::attributes::{applied_in, is_member, name_moment};
use crate::check::Check;
use crate::constants::place_of;
use crate::declared::{self, Declared, Kind, Place};
use crate::finding::{Argument, Message};
use crate::launch;
use crate::redeclaration::{earlier, may_be_redeclared};
use crate::signature::{Signature, is_unknown};

/// "__grid_constant__ annotation is only allowed on a parameter of a __global__ function" (20245).
const NON_KERNEL: u16 = 3702;
/// "a parameter annotated with __grid_constant__ must have const-qualified type".
pub(crate) const NOT_CONST: u16 = 3696;
/// "a parameter annotated with __grid_constant__ must not have reference type".
pub(crate) const REFERENCE: u16 = 3697;
/// "incompatible __grid_constant__ annotation for parameter … in …" (20241–20244): a redeclaration of a
/// function, of a template, a specialization, an instantiation directive.
const INCOMPATIBLE: u16 = 3698;
const INCOMPATIBLE_TEMPLATE: u16 = 3699;
const INCOMPATIBLE_SPECIALIZATION: u16 = 3700;
const INCOMPATIBLE_DIRECTIVE: u16 = 3701;

/// A parameter, as far as the rules need it.
struct Parameter {
    name: Option<String>,
    annotated: bool,
}

/// The parameters of a declarator of a function.
fn parameters(declarator: &ast::Declarator) -> Vec<Parameter> {
    let list = declarator.function().and_then(|function| function.param_list());
    list.into_iter().flat_map(|list| list.param_decls()).map(|param| parameter(&param)).collect()
}

/// Which parameters of a function's declarator are annotated.
pub(crate) fn annotated(declarator: &ast::Declarator) -> Vec<bool> {
    parameters(declarator).into_iter().map(|parameter| parameter.annotated).collect()
}

fn parameter(param: &ast::ParamDecl) -> Parameter {
    let is_annotation = |node: &SyntaxNode| {
        applied_in(node).iter().any(|it| it.is_valid() && it.cuda() == Some(CudaAttribute::GridConstant))
    };
    let in_specifiers = param.decl_specifier_seq().is_some_and(|sequence| is_annotation(sequence.syntax()));
    let in_declarator =
        param.declarator().is_some_and(|it| it.syntax().descendants().any(|it| is_annotation(&it)));
    let name = param.declarator().and_then(|declarator| declarator.declared_name());
    Parameter {
        name: name.map(|name| name.syntax().text().to_string()),
        annotated: in_specifiers || in_declarator,
    }
}

/// Checks the parameters of a declared function.
pub(crate) fn declared(check: &Check<'_>, declared: &Declared) {
    if declared.kind != Kind::Function {
        return;
    }
    if !check.candidates().has_grid_constants() {
        return;
    }
    let own = parameters(&declared.declarator);
    let previous = previous(check, declared);
    let previous = match previous {
        Some(previous) => previous,
        None if own.iter().any(|parameter| parameter.annotated) => return check.silence(INCOMPATIBLE),
        None => return,
    };
    let mut annotated: Vec<bool> = own.iter().map(|parameter| parameter.annotated).collect();
    let mut is_kernel = launch::is_kernel(&declared.attributes);
    is_kernel |= previous.as_ref().is_some_and(|previous| previous.is_kernel);
    if !is_kernel && is_member(check, declared) {
        return member(check, declared, &own, previous.as_ref());
    }
    if let Some(previous) = &previous
        && previous.parameters.len() == own.len()
    {
        let mut is_mismatched = false;
        for (index, (old, new)) in previous.parameters.iter().zip(&own).enumerate() {
            // Of a template only the first such parameter is reported.
            let is_told = is_mismatched && previous.message == INCOMPATIBLE_TEMPLATE;
            if old.annotated != new.annotated && !is_told {
                incompatible(check, declared, previous, new, index);
                is_mismatched = true;
            }
            annotated[index] |= old.annotated;
        }
    }
    let count = annotated.iter().filter(|annotated| **annotated).count();
    if count == 0 {
        return;
    }
    if !is_kernel {
        non_kernel(check, declared, count);
    } else if check.settings.pass.is_device() && !is_directive(check, declared) {
        types(check, declared, &annotated);
    }
}

/// Reports the annotated parameters of a function that is not a kernel.
fn non_kernel(check: &Check<'_>, declared: &Declared, count: usize) {
    for _ in 0..count {
        let moment = name_moment(check, declared, 1);
        check.report(Message::plain(NON_KERNEL), declared.at_name(), moment);
    }
}

/// Checks a member of a class, whose annotations are those of its declaration in the class. They are reported there, and of
/// a template at its definition outside the class and at its specializations.
fn member(check: &Check<'_>, declared: &Declared, own: &[Parameter], previous: Option<&Previous>) {
    let headers = declared.decl.map_or(0, |decl| check.decl(decl).templates.len());
    let annotations = if declared.place == Place::Class {
        if headers > 0 {
            return;
        }
        own
    } else {
        let Some(previous) = previous else {
            // The template of a specialization is not known.
            let is_specialization = declared
                .decl
                .is_some_and(|decl| check.decl(decl).templates.iter().any(|header| header.params.is_empty()));
            let count = own.iter().filter(|parameter| parameter.annotated).count();
            return non_kernel(check, declared, if is_specialization { count } else { 0 });
        };
        if headers == 0 || is_directive(check, declared) || previous.parameters.len() != own.len() {
            return;
        }
        let is_mismatched =
            previous.parameters.iter().zip(own).any(|(old, new)| old.annotated != new.annotated);
        if headers > 1 && is_mismatched {
            return check.silence(NON_KERNEL);
        }
        &previous.parameters
    };
    non_kernel(check, declared, annotations.iter().filter(|parameter| parameter.annotated).count());
}

/// An explicit instantiation: its instance is checked where the template stands.
fn is_directive(check: &Check<'_>, declared: &Declared) -> bool {
    declared.decl.is_some_and(|decl| check.decl(decl).explicit_instantiation)
}

/// An earlier declaration to compare with.
struct Previous {
    decl: DeclRef,
    parameters: Vec<Parameter>,
    is_kernel: bool,
    message: u16,
}

/// The declaration before this one; the outer `None` where it is not known which that is.
fn previous(check: &Check<'_>, declared: &Declared) -> Option<Option<Previous>> {
    let Some(decl) = declared.decl else { return Some(None) };
    let written = check.decl(decl);
    let is_specialization = written.templates.iter().any(|header| header.params.is_empty());
    let (before, message) = if written.explicit_instantiation || is_specialization {
        if written.qualifier.is_none() && !check.candidates().contains(&written.name) {
            return Some(None);
        }
        let message = if is_specialization { INCOMPATIBLE_SPECIALIZATION } else { INCOMPATIBLE_DIRECTIVE };
        (primary_template(check, decl).into_iter().collect(), message)
    } else if may_be_redeclared(check, decl) {
        let message = if written.templates.is_empty() { INCOMPATIBLE } else { INCOMPATIBLE_TEMPLATE };
        (earlier(check, decl)?, message)
    } else {
        return Some(None);
    };
    let Some(last) = before.last() else { return Some(None) };
    let declarator = declared::declarator_of(check, *last)?;
    let is_kernel = before.iter().any(|decl| {
        declared::attributes_of(check, *decl).is_some_and(|attributes| launch::is_kernel(&attributes))
    });
    Some(Some(Previous { decl: *last, parameters: parameters(&declarator), is_kernel, message }))
}

/// The function template that a specialization or instantiation directive is of, if there is only one
/// of its name.
pub(crate) fn primary_template(check: &Check<'_>, decl: DeclRef) -> Option<DeclRef> {
    let names = check.names();
    let mut templates = names.primary_templates(decl)?;
    templates.retain(|template| names.function_of(*template).is_some());
    let first = *templates.first()?;
    match names.redeclarations(first) {
        asunder_decls::Redeclarations::Known(all) => {
            templates.iter().all(|template| all.contains(template)).then_some(first)
        }
        asunder_decls::Redeclarations::Unknown => None,
    }
}

fn incompatible(check: &Check<'_>, declared: &Declared, previous: &Previous, new: &Parameter, index: usize) {
    let Some(place) = place_of(check.names(), previous.decl) else { return check.silence(previous.message) };
    let name = Argument::text(new.name.clone().unwrap_or_default());
    let at = match previous.message {
        INCOMPATIBLE_DIRECTIVE => at_type(declared),
        _ => declared.at_name(),
    };
    let rank = 2 + u16::try_from(index).unwrap_or(0).min(2);
    let message = Message::new(previous.message, vec![name, Argument::At(place)]);
    check.report(message, at, name_moment(check, declared, rank));
}

/// Where the first type specifier stands.
fn at_type(declared: &Declared) -> TextSize {
    let sequence = declared.specifiers.as_ref();
    let ty = sequence.and_then(|it| it.syntax().children().find_map(ast::Type::cast));
    ty.map_or(declared.at_name(), |ty| ty.syntax().text_range().start())
}

/// Annotated parameters are const, and no references. A parameter whose type depends on template
/// parameters is checked as far as its outermost part shows.
fn types(check: &Check<'_>, declared: &Declared, annotated: &[bool]) {
    let Some(signature) = Signature::of(check, declared) else { return check.silence(NOT_CONST) };
    for (param, _) in signature.function.params.iter().zip(annotated).filter(|(_, annotated)| **annotated) {
        let ty = signature.resolve_any(&param.ty);
        if is_unknown(&ty) {
            check.silence(NOT_CONST);
            continue;
        }
        let is_reference = matches!(*ty, Type::LvalueRef(_) | Type::RvalueRef(_));
        let report = |number: u16, rank: u16| {
            let moment = name_moment(check, declared, rank);
            check.report(Message::plain(number), declared.at_name(), moment);
        };
        if !check.names().is_dependent(&ty) && !is_const(&ty) {
            report(NOT_CONST, 76);
        }
        if is_reference {
            report(REFERENCE, 76);
        }
    }
}

pub(crate) fn is_const(ty: &TypeRef) -> bool {
    match &**ty {
        Type::Qualified(qualifiers, _) => qualifiers.is_const,
        Type::Array(_, element) => is_const(element),
        _ => false,
    }
}

/// Annotated parameters of a lambda: never those of a kernel.
pub(crate) fn lambda(check: &Check<'_>, node: &SyntaxNode) {
    let Some(lambda) = ast::LambdaExpr::cast(node.clone()) else { return };
    let Some(list) = lambda.lambda_declarator().and_then(|declarator| declarator.param_list()) else {
        return;
    };
    let at = list.syntax().text_range();
    for _ in list.param_decls().filter(|param| parameter(param).annotated) {
        check.report(Message::plain(NON_KERNEL), at.start(), check.moment(at.start(), 5));
    }
}
