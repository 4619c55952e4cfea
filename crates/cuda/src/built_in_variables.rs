//! `threadIdx` and its kin: they have no address, in no code (spec page 7 §9).

use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, ast};

use crate::check::Check;
use crate::finding::{Argument, Message};
use crate::templates::{ReadAs, read_as};

/// "cannot take address of builtin …".
const ADDRESS: u16 = 3536;

/// The variables.
const NAMES: [&str; 5] = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];
/// What marks their declarations.
const MARK: &str = "device_builtin";

/// Whether a text may take the address of one of them.
pub(crate) fn may_stand_in(text: &str) -> bool {
    text.contains('&') && NAMES.iter().any(|name| text.contains(name))
}

/// Checks the operators `&` of an item.
pub(crate) fn examine(check: &Check<'_>) {
    let is_device = check.settings.pass.is_device();
    addresses(check, |code| !is_device || code != ReadAs::Template);
}

/// The same of its templates, as the device pass reads them.
pub(crate) fn in_templates(check: &Check<'_>) {
    addresses(check, |code| code == ReadAs::Template);
}

/// Reports the addresses in code that is read in this way.
fn addresses(check: &Check<'_>, is_read: impl Fn(ReadAs) -> bool) {
    if !may_stand_in(check.text()) {
        return;
    }
    for node in check.root.descendants().filter(|node| node.kind() == SyntaxKind::PREFIX_EXPR) {
        let Some(operator) = node.first_token().filter(|token| token.kind() == SyntaxKind::AMP) else {
            continue;
        };
        let Some(name) = operand(&node).filter(|name| NAMES.contains(&name.text())) else { continue };
        if !is_read(read_as(&node)) || !is_built_in(check, &name) {
            continue;
        }
        let at = operator.text_range().start();
        let entity = Argument::Entity { kind: Some("variable"), name: name.text().into(), declared: None };
        let moment = check.moment_after(node.text_range().end(), 0);
        check.report(Message::new(ADDRESS, vec![entity]), at, moment);
    }
}

/// The name that the operand is, or a member of which it is.
fn operand(prefix: &SyntaxNode) -> Option<SyntaxToken> {
    let mut operand = prefix.children().find_map(ast::Expr::cast)?.syntax().clone();
    while matches!(operand.kind(), SyntaxKind::PAREN_EXPR | SyntaxKind::MEMBER_EXPR) {
        operand = operand.children().find_map(ast::Expr::cast)?.syntax().clone();
    }
    let only = operand.first_token()?;
    (only.text_range() == operand.text_range()).then_some(only)
}

/// Whether a name means one of the variables.
fn is_built_in(check: &Check<'_>, name: &SyntaxToken) -> bool {
    let names = check.names();
    let decls = names.decls_of_use(check.item, name.text_range().start()).unwrap_or_default();
    decls.iter().any(|decl| names.item_text(decl.item).text(check.db).contains(MARK))
}
