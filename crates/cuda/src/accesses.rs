//! Accesses of host code to variables in device memory (spec 2 §6): the host pass warns where a value is read or
//! written, or where the address of a `__shared__` variable is taken.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, Spaces, TypeExpr};
use asunder_mangle::model::Type;
use asunder_sema::uses::{Access, AccessKind, declared_in_block};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextSize, ast};

use crate::check::Check;
use crate::finding::{Argument, Message, Moment};
use crate::used::{is_const, is_local};

/// "… cannot be directly read in a host function".
const READ: u16 = 3548;
/// "… cannot be directly written in a host function".
const WRITTEN: u16 = 3549;
/// "address of … cannot be directly taken in a host function".
const ADDRESS_TAKEN: u16 = 3550;

/// The ranks of the objects of calls among the operands of an operator.
const OF_CALLS: u16 = 20_000;

/// Checks an access to the variable that `name` names.
pub(crate) fn variable(check: &Check<'_>, variable: &Variable, access: Access, name: &SyntaxToken) {
    if variable.is_reference && access.kind != AccessKind::Read {
        return;
    }
    let Some(expr) = name.parent_ancestors().find(|it| it.kind() == SyntaxKind::NAME_EXPR) else { return };
    let at = expr.text_range().start();
    let moment = moment_of(check, &expr, access.kind.writes());
    let say = |number: u16| {
        let entity = Argument::Entity { kind: Some("variable"), name: name.text().into(), declared: None };
        let message = Message::new(number, vec![Argument::text(variable.space), entity]);
        check.report(message, at, moment);
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

/// When an access to the variable named by `name` is found; `None` where the name is not in an expression.
pub(crate) fn moment(check: &Check<'_>, name: &SyntaxToken, writes: bool) -> Option<Moment> {
    let expr = name.parent_ancestors().find(|it| it.kind() == SyntaxKind::NAME_EXPR)?;
    Some(moment_of(check, &expr, writes))
}

fn moment_of(check: &Check<'_>, expr: &SyntaxNode, writes: bool) -> Moment {
    let (end, depth, is_called) = accessing(expr);
    // Inner constructs are read first, and the right operand of an assignment before the left one; the objects of calls
    // among the operands of an operator in front of what is read, the last one first.
    let rank = match is_called {
        true => u16::try_from(u32::from(end - expr.text_range().start())).unwrap_or(u16::MAX).min(OF_CALLS),
        false => (u16::MAX - depth.saturating_mul(2)).max(OF_CALLS + 2) - u16::from(!writes),
    };
    check.moment_after(end, rank)
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
    let written: &Decl = match is_local(decl) {
        true => declared_in_block(check.db, check.item_text, decl.local)?.0,
        false => check.names().decl(decl),
    };
    let DeclKind::Variable { ty: written_type, .. } = &written.kind else { return None };
    let is_member = !is_local(decl) && written.parent.is_some();
    if is_member || !written.templates.is_empty() {
        return None;
    }
    let spaces = match is_local(decl) {
        true => written.attributes.spaces,
        false => check.names().spaces(decl)?,
    };
    if spaces.managed {
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

/// The end of the construct that does something with the object that `expr` names, or a part of it, how many constructs
/// of the block are around that, and whether a function is called for the object.
fn accessing(expr: &SyntaxNode) -> (TextSize, u16, bool) {
    let mut node = expr.clone();
    let mut is_of_call = false;
    loop {
        let Some(outer) = node.parent() else { return (node.text_range().end(), 0, is_of_call) };
        let is_same = match outer.kind() {
            SyntaxKind::PAREN_EXPR | SyntaxKind::COMMA_EXPR | SyntaxKind::CONDITIONAL_EXPR => true,
            SyntaxKind::MEMBER_EXPR => arrow_of(&outer).is_none(),
            // What a function that is called for an object makes of it is looked at with what is made of its value.
            SyntaxKind::CALL_EXPR if is_called(&outer, &node) => {
                is_of_call = true;
                true
            }
            SyntaxKind::INDEX_EXPR => outer.first_child().as_ref() == Some(&node),
            _ => false,
        };
        if !is_same {
            // At `->` the pointer is already a value.
            let arguments = Some(&outer).filter(|it| it.kind() == SyntaxKind::ARG_LIST);
            let whole = arguments.and_then(|it| it.parent()).unwrap_or_else(|| outer.clone());
            let end = arrow_of(&outer).unwrap_or(whole.text_range().end());
            let depth = outer.ancestors().take_while(|it| it.kind() != SyntaxKind::COMPOUND_STMT).count();
            return (end, u16::try_from(depth).unwrap_or(u16::MAX), is_of_call);
        }
        node = outer;
    }
}

/// Whether a call stands among the operands of an operator, and `callee` is called.
fn is_called(call: &SyntaxNode, callee: &SyntaxNode) -> bool {
    let is_operand = call.parent().is_some_and(|it| {
        matches!(it.kind(), SyntaxKind::BINARY_EXPR | SyntaxKind::PAREN_EXPR | SyntaxKind::MEMBER_EXPR)
    });
    is_operand && call.first_child().as_ref() == Some(callee)
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
