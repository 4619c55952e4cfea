//! Accesses of host code to variables in device memory (spec 2 §6): the host pass warns where a value is read or
//! written, or where the address of a `__shared__` variable is taken.

use asunder_decls::written::{Decl, DeclKind, Spaces, TypeExpr};
use asunder_mangle::model::Type;
use asunder_sema::Sema;
use asunder_sema::uses::{Access, AccessKind, Use, declared_in_block};
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

/// Checks an access to the variable that `name` names.
pub(crate) fn variable<'db>(
    check: &Check<'db>,
    variable: &Variable,
    (used, access): (&Use<'db>, Access),
    name: &SyntaxToken,
) {
    if variable.is_reference && access.kind != AccessKind::Read {
        return;
    }
    let Some(expr) = name.parent_ancestors().find(|it| it.kind() == SyntaxKind::NAME_EXPR) else { return };
    let moment = moment_of(check, &expr, access);
    let shown = shown(check, used, name);
    let say = |number: u16| {
        let Some(name) = shown.as_deref() else { return check.silence(number) };
        let entity = Argument::Entity { kind: Some("variable"), name: name.into(), declared: None };
        let message = Message::new(number, vec![Argument::text(variable.space), entity]);
        check.report(message, used.at, moment);
    };
    match access.kind {
        // Its value may be known.
        AccessKind::Read if variable.is_constant && !access.is_element => {}
        AccessKind::Read => say(READ),
        // That a scalar is changed is an error.
        AccessKind::Write | AccessKind::Update
            if variable.space == "__constant__"
                && !access.is_part
                && access.of.is_none_or(|of| !of.is_class) => {}
        AccessKind::Write => say(WRITTEN),
        AccessKind::Update => {
            say(READ);
            say(WRITTEN);
        }
        AccessKind::Address if variable.space == "__shared__" => say(ADDRESS_TAKEN),
        AccessKind::Address => {}
    }
}

/// The variable that a use names as messages show it.
fn shown<'db>(check: &Check<'db>, used: &Use<'db>, name: &SyntaxToken) -> Option<String> {
    let decl = used.decl()?;
    match used.instance {
        _ if is_local(decl) => Some(name.text().to_owned()),
        Some(symbol) => {
            let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
            Sema::new(check.db, source, dialect).variable_text(symbol)
        }
        None => check.names().qualified_text(decl),
    }
}

/// When an access to the variable named by `name` is found; `None` where the name is not in an expression.
pub(crate) fn moment(check: &Check<'_>, name: &SyntaxToken, access: Access) -> Option<Moment> {
    let expr = name.parent_ancestors().find(|it| it.kind() == SyntaxKind::NAME_EXPR)?;
    Some(moment_of(check, &expr, access))
}

fn moment_of(check: &Check<'_>, expr: &SyntaxNode, access: Access) -> Moment {
    let is_reference = access.of.is_some_and(|of| of.is_reference);
    let operand = is_reference.then(|| operand_behind(expr)).flatten();
    let (end, depth) = operand.unwrap_or_else(|| accessing(expr, access));
    // Inner constructs are read first, and the right operand of an assignment before the left one, but for objects of
    // classes.
    let is_object = !access.is_part && access.of.is_some_and(|of| of.is_class);
    let order = match (access.kind.writes(), is_object) {
        (true, true) => 2,
        (true, false) => 0,
        (false, _) => 1,
    };
    let rank = u16::MAX - depth.saturating_mul(3).min(u16::MAX - 2) - order;
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
pub(crate) fn device_variable(check: &Check<'_>, used: &Use<'_>) -> Option<Variable> {
    let (decl, is_instance) = (used.decl()?, used.instance.is_some());
    let written: &Decl = match is_local(decl) {
        true => declared_in_block(check.db, check.item_text, decl.local)?.0,
        false => check.names().decl(decl),
    };
    let DeclKind::Variable { ty: written_type, .. } = &written.kind else { return None };
    let is_member = !is_local(decl) && written.parent.is_some();
    if is_member || written.templates.len() > usize::from(is_instance) {
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
    let (is_const, is_reference) = match is_local(decl) || is_instance {
        true => (is_written_const(written_type), is_reference(written_type)),
        false => {
            let ty = check.names().type_of_variable(decl)?;
            (is_const(&ty), matches!(*ty, Type::LvalueRef(_) | Type::RvalueRef(_)))
        }
    };
    Some(Variable { space, is_constant: written.specifiers.is_constexpr || is_const, is_reference })
}

/// The end of the construct that does something with the object that `expr` names, or a part of it, how many constructs
/// of the block are around that.
fn accessing(expr: &SyntaxNode, access: Access) -> (TextSize, u16) {
    let (mut node, mut is_part) = (expr.clone(), access.is_part);
    loop {
        let Some(outer) = node.parent() else { return (node.text_range().end(), 0) };
        let is_same = match outer.kind() {
            SyntaxKind::PAREN_EXPR | SyntaxKind::COMMA_EXPR => true,
            // The condition is read before what follows it.
            SyntaxKind::CONDITIONAL_EXPR if outer.first_child().as_ref() == Some(&node) => {
                return (node.text_range().end(), depth_of(&outer));
            }
            SyntaxKind::CONDITIONAL_EXPR => true,
            SyntaxKind::MEMBER_EXPR => arrow_of(&outer).is_none(),
            // An address by which the object is reached again.
            SyntaxKind::PREFIX_EXPR if is_prefix(&outer, SyntaxKind::AMP) => {
                is_part = access.kind != AccessKind::Address;
                is_part
            }
            SyntaxKind::PREFIX_EXPR => is_part && is_prefix(&outer, SyntaxKind::STAR),
            SyntaxKind::BINARY_EXPR if is_member_pointer(&outer) => {
                outer.first_child().as_ref() == Some(&node)
            }
            SyntaxKind::BINARY_EXPR => is_part && is_dereferenced(&outer),
            // Of a pointer or a class all of it is used for the element.
            SyntaxKind::INDEX_EXPR => is_part && outer.first_child().as_ref() == Some(&node),
            _ => false,
        };
        if !is_same {
            // At `->` the pointer is already a value.
            let arguments = Some(&outer).filter(|it| it.kind() == SyntaxKind::ARG_LIST);
            let whole = arguments.and_then(|it| it.parent()).unwrap_or_else(|| outer.clone());
            let is_object = outer.kind() == SyntaxKind::CALL_EXPR;
            let whole = match whole.kind() {
                SyntaxKind::CALL_EXPR if is_object => end_of_operands(&whole),
                SyntaxKind::BINARY_EXPR
                | SyntaxKind::PREFIX_EXPR
                | SyntaxKind::POSTFIX_EXPR
                | SyntaxKind::CAST_EXPR
                | SyntaxKind::INDEX_EXPR => end_of_operands(&whole),
                _ => whole,
            };
            let end = arrow_of(&outer).unwrap_or(whole.text_range().end());
            return (end, depth_of(&whole));
        }
        node = outer;
    }
}

/// Whether an expression is one of a prefix operator.
fn is_prefix(node: &SyntaxNode, operator: SyntaxKind) -> bool {
    node.kind() == SyntaxKind::PREFIX_EXPR && node.first_token().is_some_and(|token| token.kind() == operator)
}

/// Whether an expression is `a.*m`.
fn is_member_pointer(node: &SyntaxNode) -> bool {
    let operator = ast::BinaryExpr::cast(node.clone()).and_then(|it| it.op_token());
    operator.is_some_and(|it| it.kind() == SyntaxKind::DOT_STAR)
}

/// Whether the value of an expression is a pointer to an object that is reached by it: `*(p + 1)`.
fn is_dereferenced(node: &SyntaxNode) -> bool {
    let mut outer = node.parent();
    while let Some(around) = outer.as_ref().filter(|it| it.kind() == SyntaxKind::PAREN_EXPR) {
        outer = around.parent();
    }
    outer.is_some_and(|outer| is_prefix(&outer, SyntaxKind::STAR))
}

/// The construct at whose end the operands of infix operators are read (measured): that of the operators around, as far as
/// `node` is what they begin with; those of `&&` and `||` have been read by then.
fn end_of_operands(node: &SyntaxNode) -> SyntaxNode {
    let mut node = node.clone();
    while let Some(outer) = node.parent().filter(|outer| {
        outer.kind() == SyntaxKind::BINARY_EXPR
            && outer.first_child().as_ref() == Some(&node)
            && !is_logical(outer)
    }) {
        node = outer;
    }
    node
}

fn is_logical(node: &SyntaxNode) -> bool {
    let operator = ast::BinaryExpr::cast(node.clone()).and_then(|it| it.op_token());
    operator.is_some_and(|it| matches!(it.kind(), SyntaxKind::AMP2 | SyntaxKind::PIPE2))
}

/// When a reference is read that is an operand of infix operators and not the first one: where it stands.
fn operand_behind(expr: &SyntaxNode) -> Option<(TextSize, u16)> {
    let outer = expr.parent().filter(|outer| outer.kind() == SyntaxKind::BINARY_EXPR)?;
    let is_first = end_of_operands(&outer).text_range().start() == expr.text_range().start();
    (!is_first).then(|| (expr.text_range().end(), depth_of(expr)))
}

/// How many constructs of the block are around a node.
fn depth_of(node: &SyntaxNode) -> u16 {
    let around = node.ancestors().take_while(|it| it.kind() != SyntaxKind::COMPOUND_STMT);
    u16::try_from(around.count()).unwrap_or(u16::MAX)
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
