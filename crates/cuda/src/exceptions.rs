//! What device code may not contain whatever it means (spec page 2 §8, page 3 §5): exceptions, run-time types,
//! coroutines, addresses of labels. The device front end refuses them in every body that runs on the device.

use asunder_outline::CudaAttribute;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

use crate::bodies::body_around;
use crate::check::Check;
use crate::declared;
use crate::finding::{Argument, Message};
use crate::templates::{ReadAs, read_as};

/// "device code does not support exception handling".
const EXCEPTION_HANDLING: u16 = 3517;
/// "address of label extension is not supported in __device__/__global__ functions".
const LABEL_ADDRESS: u16 = 3539;
/// "The operator '…' is not allowed in device code".
const OPERATOR: u16 = 3645;
/// "device code does not support coroutines".
const COROUTINE: u16 = 3708;

/// Constructs with their messages, and what fills these.
const REFUSED: [(SyntaxKind, u16, Option<&str>); 8] = [
    (SyntaxKind::TRY_STMT, EXCEPTION_HANDLING, None),
    (SyntaxKind::TRY_BODY, EXCEPTION_HANDLING, None),
    (SyntaxKind::THROW_EXPR, EXCEPTION_HANDLING, None),
    (SyntaxKind::TYPEID_EXPR, OPERATOR, Some("typeid")),
    (SyntaxKind::LABEL_ADDR_EXPR, LABEL_ADDRESS, None),
    (SyntaxKind::AWAIT_EXPR, COROUTINE, None),
    (SyntaxKind::YIELD_EXPR, COROUTINE, None),
    (SyntaxKind::CO_RETURN_STMT, COROUTINE, None),
];

/// Checks the statements and expressions of an item.
pub(crate) fn examine(check: &Check<'_>) {
    refuse(check, |code| code != ReadAs::Template);
}

/// The same of its templates.
pub(crate) fn in_templates(check: &Check<'_>) {
    refuse(check, |code| code == ReadAs::Template);
}

/// Reports what the code may not contain that is read in this way.
fn refuse(check: &Check<'_>, is_read: impl Fn(ReadAs) -> bool) {
    if !check.settings.pass.is_device() {
        return;
    }
    let mut coroutine = None;
    let mut kinds = REFUSED.iter().map(|row| row.0).chain([SyntaxKind::DYNAMIC_CAST_KW]);
    if !kinds.any(|kind| check.kinds.contains_any(&[kind])) {
        return;
    }
    for node in check.root.descendants() {
        let Some((number, operator)) = refused(&node) else { continue };
        if !is_in_body(&node) || !is_read(read_as(&node)) || number == COROUTINE && is_in_kernel(check, &node)
        {
            continue;
        }
        match body_around(check, &node) {
            Some(body) if body.device => {
                let at = node.text_range().start();
                let arguments = operator.into_iter().map(Argument::text).collect();
                check.report(Message::new(number, arguments), at, check.moment(at, 0));
                if node.kind() == SyntaxKind::CO_RETURN_STMT {
                    coroutine = node.ancestors().find(|it| it.kind() == SyntaxKind::FUNCTION_DEF);
                }
            }
            Some(_) => {}
            None => check.silence(number),
        }
    }
    // Once more when the body has been read.
    let Some(function) = coroutine.and_then(ast::FunctionDef::cast) else { return };
    let name = function.declarator().and_then(|it| it.declared_name());
    if let Some(name) = name {
        let moment = check.moment_after(function.syntax().text_range().end(), 0);
        check.report(Message::plain(COROUTINE), name.syntax().text_range().start(), moment);
    }
}

/// Whether a node stands in a kernel: what it returns cannot be a coroutine's promise, which is an error by itself.
fn is_in_kernel(check: &Check<'_>, node: &SyntaxNode) -> bool {
    let function =
        node.ancestors().find(|it| matches!(it.kind(), SyntaxKind::FUNCTION_DEF | SyntaxKind::LAMBDA_EXPR));
    let declared = function
        .filter(|it| it.kind() == SyntaxKind::FUNCTION_DEF)
        .and_then(|function| declared::of_node(check, &function));
    declared.is_some_and(|it| {
        it.attributes.iter().any(|attribute| attribute.cuda() == Some(CudaAttribute::Global))
    })
}

/// Whether a piece of a function's body, lambdas in it apart, has something that the device front end refuses there: what
/// is made of that is an error.
pub(crate) fn is_refused(check: &Check<'_>, piece: &SyntaxNode) -> bool {
    let is_outside_lambdas = |node: &SyntaxNode| {
        let mut around = node.ancestors().take_while(|it| it != piece);
        around.all(|it| it.kind() != SyntaxKind::LAMBDA_EXPR)
    };
    let is_in_device_code = |node: &SyntaxNode| body_around(check, node).is_none_or(|body| body.device);
    check.settings.pass.is_device()
        && piece
            .descendants()
            .any(|node| refused(&node).is_some() && is_outside_lambdas(&node) && is_in_device_code(&node))
}

/// The message about a construct, and the operator in it.
fn refused(node: &SyntaxNode) -> Option<(u16, Option<&'static str>)> {
    let row = REFUSED.iter().find(|(kind, ..)| *kind == node.kind());
    if let Some((_, number, operator)) = row {
        return Some((*number, *operator));
    }
    let is_named_cast = node.kind() == SyntaxKind::NAMED_CAST_EXPR;
    let is_cast = is_named_cast && node.first_token()?.kind() == SyntaxKind::DYNAMIC_CAST_KW;
    is_cast.then_some((OPERATOR, Some("dynamic_cast")))
}

/// Whether a node is part of a body, or one itself.
fn is_in_body(node: &SyntaxNode) -> bool {
    let is_body = |kind| matches!(kind, SyntaxKind::COMPOUND_STMT | SyntaxKind::TRY_BODY);
    node.ancestors().any(|outer| is_body(outer.kind()))
}
