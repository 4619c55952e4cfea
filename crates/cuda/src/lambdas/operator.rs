//! The call operator of a lambda: its annotations, specifiers and types.

use asunder_lambda::LambdaKind;
use asunder_syntax::{AstNode, Release, SyntaxKind, TextSize, ast};

use super::{AT_BODY, Extended, annotations as annotation_groups, body_start, following, is_generic};
use crate::attributes::{ILLEGAL_COMBINATION, gnu_attributes};
use crate::check::Check;
use crate::finding::{Argument, Message};
use crate::kernels;

/// "Cannot specify multiple __nv_parent directives in a lambda declaration".
const SECOND_PARENT: u16 = 3590;
/// "malformed __nv_parent annotation. Expected address of enclosing function".
const MALFORMED_PARENT: u16 = 3591;
/// "A type local to a function … cannot be used in the return or parameter types of the operator() …".
const LOCAL_TYPE: u16 = 3610;
/// "A type that is a private or protected class member …".
const PRIVATE_TYPE: u16 = 3611;
/// "__host__ __device__ extended lambdas cannot be generic lambdas".
const GENERIC: u16 = 3614;
/// "The constexpr specifier is not allowed for an extended … lambda".
const CONSTEXPR: u16 = 3620;
/// "The operator() function for a lambda cannot be explicitly annotated …".
const ANNOTATED: u16 = 3621;

/// The first release that checks specifiers behind the captures.
const BEHIND_CAPTURES: Release = Release::V13_3;

/// Annotations behind the parameters or behind template parameters.
pub(super) fn annotations(check: &Check<'_>, lambda: &ast::LambdaExpr) {
    let spaces = |group: &ast::GnuAttributes| {
        let named = |name: &str| group.attributes().any(|it| it.is_named(name));
        (named("host") || named("device"), named("global"))
    };
    let mut groups: Vec<ast::GnuAttributes> = lambda
        .lambda_declarator()
        .into_iter()
        .flat_map(|it| it.attributes())
        .filter_map(|it| match it {
            ast::Attributes::GnuAttributes(group) => Some(group),
            _ => None,
        })
        .collect();
    if let Some(list) = lambda.template_param_list() {
        let end = list.syntax().text_range().end();
        groups.extend(annotation_groups(lambda).filter(|it| it.syntax().text_range().start() >= end));
    }
    let mut found: Vec<(bool, bool)> = groups.iter().map(spaces).collect();
    // In brackets they belong to the call operator wherever they stand.
    let behind = lambda.lambda_declarator().into_iter().flat_map(|it| it.attributes());
    let in_front = lambda.syntax().children().filter_map(ast::Attributes::cast);
    let in_brackets = behind.chain(in_front).filter(|it| matches!(it, ast::Attributes::StdAttributes(_)));
    let words = in_brackets.flat_map(|group| gnu_attributes(&group));
    let is_space = |word: &str| matches!(word.trim_matches('_'), "host" | "device");
    found.extend(words.filter(|it| is_space(it.word.text())).map(|_| (true, false)));
    if found.iter().any(|(_, global)| *global) {
        if lambda.template_param_list().is_none() {
            kernel(check, lambda, &groups);
        } else {
            check.silence(ANNOTATED);
            return;
        }
    }
    if found.iter().any(|(spaces, _)| *spaces) {
        let at = body_start(lambda);
        check.report(Message::plain(ANNOTATED), at, check.moment(at, AT_BODY));
    }
}

/// A call operator that says it is a kernel breaks the rules of kernels (spec 3 §5); `groups` stand behind the parameters.
fn kernel(check: &Check<'_>, lambda: &ast::LambdaExpr, groups: &[ast::GnuAttributes]) {
    let Some(declarator) = lambda.lambda_declarator() else { return };
    let says = |number: u16, at: TextSize, rank: u16| {
        let message = Message::new(number, vec![Argument::text("__global__")]);
        check.report(message, at, check.moment(at, rank));
    };
    let (mut is_kernel, mut is_of_space) = (false, false);
    for attribute in groups.iter().flat_map(|group| group.attributes()) {
        let Some(at) = attribute.name().and_then(|it| it.word()).map(|it| it.text_range().start()) else {
            continue;
        };
        if attribute.is_named("host") || attribute.is_named("device") {
            is_of_space = true;
            if is_kernel {
                says(ILLEGAL_COMBINATION, at, 3);
                says(kernels::MEMBER, at, 7);
            }
        } else if attribute.is_named("global") {
            is_kernel = true;
            says(kernels::OPERATOR, at, 2);
            if is_of_space {
                says(ILLEGAL_COMBINATION, at, 3);
            }
            if declarator.exception_spec().is_some() {
                says(kernels::EXCEPTION_SPECIFICATION, at, 4);
            }
            match declarator.trailing_return().map(|it| it.type_id()) {
                _ if is_generic(lambda) => {}
                None => says(kernels::DEDUCED_RETURN_TYPE, at, 5),
                Some(Some(ty)) if ty.syntax().text() == "void" => {}
                Some(Some(ty)) if is_plain_scalar(&ty) => says(kernels::RETURN_TYPE, at, 5),
                Some(_) => check.silence(kernels::RETURN_TYPE),
            }
            let ellipsis = declarator.param_list().and_then(|list| list.ellipsis_token());
            if ellipsis.is_some() {
                says(kernels::ELLIPSIS, at, 6);
            }
            says(kernels::MEMBER, at, 7);
        }
    }
}

/// Whether a type is written as one word for an arithmetic type.
fn is_plain_scalar(ty: &ast::TypeId) -> bool {
    let text = ty.syntax().text().to_string();
    ["bool", "char", "short", "int", "long", "float", "double", "unsigned", "signed"].contains(&text.trim())
}

/// `__nv_parent` directives: one, with the address of a function.
pub(super) fn parents(check: &Check<'_>, lambda: &ast::LambdaExpr) {
    let directives: Vec<ast::NvParent> = lambda
        .annotations()
        .filter_map(|it| match it {
            ast::LambdaAnnotation::NvParent(directive) => Some(directive),
            _ => None,
        })
        .collect();
    let malformed = directives.iter().filter(|it| matches!(it.expr(), Some(ast::Expr::Literal(_))));
    let found =
        malformed.map(|it| (MALFORMED_PARENT, it)).chain(directives.get(1).map(|it| (SECOND_PARENT, it)));
    for (number, directive) in found {
        let last = directive.syntax().last_token();
        if let Some(next) = last.as_ref().and_then(following) {
            let at = next.text_range().start();
            check.report(Message::plain(number), at, check.moment(at, 0));
        }
    }
}

/// `constexpr` and `consteval`.
pub(super) fn specifiers(extended: &Extended<'_, '_>) {
    let release = extended.check.unit.dialect(extended.check.db).release;
    let rank = if release >= BEHIND_CAPTURES { AT_BODY + 1000 } else { AT_BODY + 1 };
    let declarator = extended.lambda.lambda_declarator();
    for specifier in declarator.into_iter().flat_map(|it| it.specifiers()) {
        let word = match specifier.keyword().map(|it| it.kind()) {
            Some(SyntaxKind::CONSTEXPR_KW) => "constexpr",
            Some(SyntaxKind::CONSTEVAL_KW) => "consteval",
            _ => continue,
        };
        let at = body_start(&extended.lambda);
        extended.report(CONSTEXPR, vec![Argument::text(word), extended.space()], at, at, rank);
    }
}

/// What is checked behind the body.
pub(super) fn signature(extended: &Extended<'_, '_>) {
    if extended.facts.kind != LambdaKind::HostDevice {
        return;
    }
    let range = extended.lambda.syntax().text_range();
    if is_generic(&extended.lambda) {
        if !extended.reading.is_instance() {
            extended.report(GENERIC, Vec::new(), range.start(), range.end(), 0);
        }
        return;
    }
    if extended.is_templated() {
        return;
    }
    match extended.reading.types().and_then(|types| types.signature.as_ref()) {
        Some(parts) => {
            extended.report_parts(parts, (LOCAL_TYPE, PRIVATE_TYPE), range.start(), range.end(), 0);
        }
        None => extended.check.silence(LOCAL_TYPE),
    }
}
