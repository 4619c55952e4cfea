//! Exceptions in device code (spec page 2 §8, page 3 §5): the device front end refuses `try` and `throw` in every body
//! that runs on the device.

use asunder_syntax::{SyntaxKind, SyntaxNode};

use crate::bodies::body_around;
use crate::check::Check;
use crate::finding::Message;
use crate::lambdas::is_in_template;

/// "device code does not support exception handling".
const EXCEPTION_HANDLING: u16 = 3517;

/// Checks the statements and expressions of an item.
pub(crate) fn examine(check: &Check<'_>) {
    if !check.settings.pass.is_device() {
        return;
    }
    const CHECKED: [SyntaxKind; 3] = [SyntaxKind::TRY_STMT, SyntaxKind::TRY_BODY, SyntaxKind::THROW_EXPR];
    if !check.kinds.contains_any(&CHECKED) {
        return;
    }
    for node in check.root.descendants().filter(|node| CHECKED.contains(&node.kind())) {
        if !is_in_body(&node) {
            continue;
        }
        match body_around(check, &node) {
            Some(body) if body.device && is_in_template(&node) => check.silence(EXCEPTION_HANDLING),
            Some(body) if body.device => {
                let at = node.text_range().start();
                check.report(Message::plain(EXCEPTION_HANDLING), at, check.moment(at, 0));
            }
            Some(_) => {}
            None => check.silence(EXCEPTION_HANDLING),
        }
    }
}

/// Whether a node is part of a body, or one itself.
fn is_in_body(node: &SyntaxNode) -> bool {
    let is_body = |kind| matches!(kind, SyntaxKind::COMPOUND_STMT | SyntaxKind::TRY_BODY);
    node.ancestors().any(|outer| is_body(outer.kind()))
}
