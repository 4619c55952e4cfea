//! Device functions whose result is deduced from their bodies (spec 2 §10): the host pass does without these bodies, so
//! nothing but device code may name such a function.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Spaces, TypeExpr};
use asunder_sema::uses::{Use, UseForm};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextSize, ast};

use crate::bodies::body_around;
use crate::calls::end_of_call;
use crate::check::Check;
use crate::finding::{Argument, Message};
use crate::used::is_local;

/// "A non-constexpr __device__ function (…) with "auto" deduced return type cannot be directly referenced …".
const REFERENCED: u16 = 3623;

/// Behind a call across spaces that is reported at the same place.
const RANK: u16 = 50;

/// Checks the function that `name` may mean.
pub(crate) fn named(check: &Check<'_>, name: &SyntaxToken) {
    let whole = name.parent_ancestors().find_map(ast::Name::cast);
    let is_last = whole.as_ref().and_then(|it| it.last_segment()?.ident()).as_ref() == Some(name);
    let expr = whole.and_then(|it| it.syntax().parent()).filter(|it| it.kind() == SyntaxKind::NAME_EXPR);
    let (true, Some(expr)) = (is_last, expr) else { return };
    let decls = check.names().decls_of_use(check.item, name.text_range().start()).unwrap_or_default();
    // What an alias template names may depend on its parameters.
    let mut around = expr.ancestors();
    let is_in_alias = around.any(|it| it.kind() == SyntaxKind::ALIAS_DECL)
        && around.any(|it| it.kind() == SyntaxKind::TEMPLATE_DECL);
    if let [decl, ..] = decls.as_slice()
        && !is_in_alias
        && is_deduced(check, *decl)
    {
        report(check, *decl, &expr, name.text_range().start());
    }
}

/// Checks the function that a use means by the name of a member behind `.` and `->`.
pub(crate) fn used(check: &Check<'_>, used: &Use) {
    if used.instance.is_some() || used.is_discarded {
        return;
    }
    if matches!(used.form, UseForm::Operator | UseForm::CallOperator | UseForm::Conversion) {
        return implied(check, used);
    }
    if !matches!(used.form, UseForm::Call) {
        return;
    }
    let Some(decl) = used.decl().filter(|decl| !is_local(*decl) && is_deduced(check, *decl)) else { return };
    let name = asunder_syntax::token_at(&check.root, used.at).and_then(|token| token.parent());
    let access = name.and_then(|it| it.ancestors().find(|it| it.kind() == SyntaxKind::MEMBER_EXPR));
    if let Some(access) = access.filter(|it| it.text_range().start() < used.at) {
        report(check, decl, &access, used.at);
    }
}

/// Checks the operator or conversion function that a use means without its name.
fn implied(check: &Check<'_>, used: &Use) {
    let Some(decl) = used.decl().filter(|decl| !is_local(*decl) && is_deduced(check, *decl)) else { return };
    let token = asunder_syntax::token_at(&check.root, used.at);
    let Some((token, node)) = token.and_then(|token| Some((token.clone(), token.parent()?))) else { return };
    let is_of_host = body_around(check, &node).is_some_and(|body| body.host);
    if let Some(name) = check.names().identifier_text(decl).filter(|_| is_of_host) {
        let arguments = vec![Argument::name(name), Argument::text("outside the bodies of device functions")];
        let end = match used.form {
            UseForm::Conversion => token.text_range().end(),
            _ => end_of_call(&token),
        };
        check.report(Message::new(REFERENCED, arguments), used.at, check.moment_after(end, RANK));
    }
}

/// Checks the lambda for the device alone that starts at `lambda` and whose call from host code, at `at`, is read up to
/// `end`.
pub(crate) fn called_lambda(check: &Check<'_>, lambda: TextSize, at: TextSize, end: TextSize) {
    let token = asunder_syntax::token_at(&check.root, lambda);
    let lambda = token.and_then(|token| token.parent_ancestors().find_map(ast::LambdaExpr::cast));
    let Some(lambda) = lambda else { return };
    let has_result = |it: ast::LambdaDeclarator| it.trailing_return().is_some();
    if !lambda.lambda_declarator().is_some_and(has_result) {
        let arguments =
            vec![Argument::name("operator()"), Argument::text("outside the bodies of device functions")];
        check.report(Message::new(REFERENCED, arguments), at, check.moment_after(end, RANK));
    }
}

/// Whether a function for the device alone has a result that its body gives.
fn is_deduced(check: &Check<'_>, decl: DeclRef) -> bool {
    let names = check.names();
    let specifiers = &names.decl(decl).specifiers;
    let is_plain = !specifiers.is_constexpr && !specifiers.is_consteval;
    let result = names.function_of(decl).map(|function| &function.result);
    let is_device = |Spaces { host, device, .. }| device && !host;
    is_plain && result.is_some_and(TypeExpr::has_placeholder) && names.spaces(decl).is_some_and(is_device)
}

fn report(check: &Check<'_>, decl: DeclRef, expr: &SyntaxNode, at: TextSize) {
    let function = expr.ancestors().find(|it| {
        matches!(it.kind(), SyntaxKind::COMPOUND_BODY | SyntaxKind::TRY_BODY | SyntaxKind::LAMBDA_EXPR)
    });
    let body = function.as_ref().map(|_| body_around(check, expr));
    let place = match body {
        Some(Some(body)) if body.device && !body.host => {
            if !is_constant_function(expr) {
                return;
            }
            "from a constexpr or consteval __device__ function"
        }
        Some(None) => return check.silence(REFERENCED),
        _ => "outside the bodies of device functions",
    };
    let Some(name) = check.names().identifier_text(decl) else { return check.silence(REFERENCED) };
    // A call is read when its arguments are.
    let call = expr.parent().filter(|it| it.kind() == SyntaxKind::CALL_EXPR);
    let end = call
        .filter(|it| it.first_child().as_ref() == Some(expr))
        .map_or(expr.text_range().end(), |it| it.text_range().end());
    let arguments = vec![Argument::name(name), Argument::text(place)];
    check.report(Message::new(REFERENCED, arguments), at, check.moment_after(end, RANK));
}

/// Whether the function around an expression may be evaluated while compiling.
fn is_constant_function(expr: &SyntaxNode) -> bool {
    let function = expr.ancestors().find_map(ast::FunctionDef::cast);
    let specifiers = function.and_then(|it| it.decl_specifier_seq());
    specifiers.is_some_and(|it| {
        [SyntaxKind::CONSTEXPR_KW, SyntaxKind::CONSTEVAL_KW]
            .into_iter()
            .any(|word| it.keyword(word).is_some())
    })
}
