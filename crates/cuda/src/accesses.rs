//! Accesses of host code to variables in device memory (spec 2 §6): the host pass warns where a value is read or
//! written, or where the address of a `__shared__` variable is taken.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, Spaces, TypeExpr};
use asunder_mangle::model::Type;
use asunder_sema::uses::{Access, AccessKind, declared_in_block};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextSize, ast};

use crate::check::Check;
use crate::finding::{Argument, Message};
use crate::used::{is_const, is_local};

/// "… cannot be directly read in a host function".
const READ: u16 = 3548;
/// "… cannot be directly written in a host function".
const WRITTEN: u16 = 3549;
/// "address of … cannot be directly taken in a host function".
const ADDRESS_TAKEN: u16 = 3550;

/// Checks an access to the variable that `name` names.
pub(crate) fn variable(check: &Check<'_>, variable: &Variable, access: Access, name: &SyntaxToken) {
    if variable.is_reference && access.kind != AccessKind::Read {
        return;
    }
    let Some(expr) = name.parent_ancestors().find(|it| it.kind() == SyntaxKind::NAME_EXPR) else { return };
    let (end, depth) = accessing(&expr);
    let at = expr.text_range().start();
    // Inner constructs are read first, and the right operand of an assignment before the left one.
    let rank = (u16::MAX - depth.saturating_mul(2)).max(1) - u16::from(!access.kind.writes());
    let say = |number: u16| {
        let entity = Argument::Entity { kind: Some("variable"), name: name.text().into(), declared: None };
        let message = Message::new(number, vec![Argument::text(variable.space), entity]);
        check.report(message, at, check.moment_after(end, rank));
    };
    match access.kind {
        // Its value may be known.
        AccessKind::Read if variable.is_constant && !access.is_element => {}
        AccessKind::Read => say(READ),
        // No code at all changes it.
        AccessKind::Write | AccessKind::Update if variable.space == "__constant__" && !access.is_part => {}
        AccessKind::Write => say(WRITTEN),
        AccessKind::Update => {
            say(READ);
            say(WRITTEN);
        }
        AccessKind::Address if variable.space == "__shared__" => say(ADDRESS_TAKEN),
        AccessKind::Address => {}
    }
}

/// A variable in device memory.
pub(crate) struct Variable {
    /// How messages call its space.
    space: &'static str,
    is_constant: bool,
    is_reference: bool,
}

/// The variable in device memory that is declared. `__managed__` variables are not among them.
pub(crate) fn device_variable(check: &Check<'_>, decl: DeclRef) -> Option<Variable> {
    let (written, spaces): (&Decl, Spaces) = match is_local(decl) {
        true => {
            let (written, _) = declared_in_block(check.db, check.item_text, decl.local)?;
            (written, written.attributes.spaces)
        }
        false => (check.names().decl(decl), check.names().spaces(decl)?),
    };
    let DeclKind::Variable { ty: written_type, .. } = &written.kind else { return None };
    let is_member = !is_local(decl) && written.parent.is_some();
    if spaces.managed || is_member || !written.templates.is_empty() {
        return None;
    }
    let space = match spaces {
        Spaces { shared: true, .. } => "__shared__",
        Spaces { constant: true, .. } => "__constant__",
        Spaces { device: true, .. } => "__device__",
        _ => return None,
    };
    let (is_const, is_reference) = match is_local(decl) {
        true => (is_written_const(written_type), is_reference(written_type)),
        false => {
            let ty = check.names().type_of_variable(decl)?;
            (is_const(&ty), matches!(*ty, Type::LvalueRef(_) | Type::RvalueRef(_)))
        }
    };
    Some(Variable { space, is_constant: written.specifiers.is_constexpr || is_const, is_reference })
}

/// The end of the construct that does something with the object that `expr` names, or a part of it, and how many
/// constructs of the block are around that.
fn accessing(expr: &SyntaxNode) -> (TextSize, u16) {
    let mut node = expr.clone();
    loop {
        let Some(outer) = node.parent() else { return (node.text_range().end(), 0) };
        let is_same = match outer.kind() {
            SyntaxKind::PAREN_EXPR | SyntaxKind::COMMA_EXPR | SyntaxKind::CONDITIONAL_EXPR => true,
            SyntaxKind::MEMBER_EXPR => arrow_of(&outer).is_none(),
            SyntaxKind::INDEX_EXPR => outer.first_child().as_ref() == Some(&node),
            _ => false,
        };
        if !is_same {
            // At `->` the pointer is already a value.
            let end = arrow_of(&outer).unwrap_or(outer.text_range().end());
            let depth = outer.ancestors().take_while(|it| it.kind() != SyntaxKind::COMPOUND_STMT).count();
            return (end, u16::try_from(depth).unwrap_or(u16::MAX));
        }
        node = outer;
    }
}

/// Where the `->` of a member access ends.
fn arrow_of(access: &SyntaxNode) -> Option<TextSize> {
    let operator = ast::MemberExpr::cast(access.clone())?.op_token()?;
    (operator.kind() == SyntaxKind::ARROW).then(|| operator.text_range().end())
}

/// Whether the elements of a type are written `const`.
fn is_written_const(ty: &TypeExpr) -> bool {
    match ty {
        TypeExpr::Qualified(qualifiers, _) => qualifiers.is_const,
        TypeExpr::Array(_, element) => is_written_const(element),
        _ => false,
    }
}

fn is_reference(ty: &TypeExpr) -> bool {
    matches!(ty, TypeExpr::LvalueRef(_) | TypeExpr::RvalueRef(_))
}
