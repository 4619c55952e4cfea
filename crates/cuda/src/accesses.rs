//! Accesses of host code to variables in device memory (spec 2 §6): the host pass warns where a value is read or
//! written, or where the address of a `__shared__` variable is taken.
//!
//! What an access is follows from the expression around the name: conversion to a value reads, binding a reference
//! and the decay of an array take the address, and what is discarded does nothing. Where a type that decides this
//! is not known, nothing is reported.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{DeclKind, Spaces};
use asunder_mangle::model::{Type, TypeRef};
use asunder_outline::CudaAttribute;
use asunder_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken, TextSize, ast};

use crate::body_types::{BodyType, local_declaration, type_of_expr, type_of_local};
use crate::check::Check;
use crate::declared;
use crate::evaluated::{is_evaluated_in_body, may_be_discarded};
use crate::finding::{Argument, Message};
use crate::lambdas::is_in_template;
use crate::used::is_const;

/// "… cannot be directly read in a host function".
const READ: u16 = 3548;
/// "… cannot be directly written in a host function".
const WRITTEN: u16 = 3549;
/// "address of … cannot be directly taken in a host function".
const ADDRESS_TAKEN: u16 = 3550;
/// "expression must be a modifiable lvalue".
const NOT_MODIFIABLE: u16 = 137;

/// What declarations of variables in device memory say, in one of its spellings.
const SPACES: [&str; 3] = ["shared", "device", "constant"];

/// What becomes of the object that an expression names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// Its value is read.
    Read,
    /// It is written.
    Write,
    /// It is read and written.
    Update,
    /// Its address is taken, or a reference bound to it.
    Address,
}

/// The construct that accesses an object.
struct Accessed {
    access: Access,
    /// Where the construct ends: the access is reported when it is read.
    end: TextSize,
    /// Constructs around it that may end there too: inner ones are read first.
    depth: u16,
    /// The whole variable is meant, no part of it.
    is_whole: bool,
    /// An element of an array is meant, which is never known beforehand.
    is_element: bool,
}

/// Checks the access to the variable that `name` may mean.
pub(crate) fn variable(check: &Check<'_>, name: &SyntaxToken) {
    let Some(expr) = named_expression(name) else { return };
    if !is_evaluated_in_body(expr.syntax()) || may_be_discarded(check, expr.syntax()) {
        return;
    }
    let names = check.names();
    let Some(decls) = names.decls_of_use(check.item, name.text_range().start()) else { return };
    let Some((decl, spaces)) = device_variable(check, &decls) else { return };
    let Some(ty) = names.type_of_variable(decl) else { return };
    let is_constexpr = names.decl(decl).specifiers.is_constexpr;
    accessed(check, name, &expr, Variable { spaces, ty, is_constexpr });
}

/// Checks the accesses to the variables in device memory that the blocks of the item declare, where `is_host_code` says
/// that they stand in code for the host.
pub(crate) fn of_blocks(check: &Check<'_>, is_host_code: &mut dyn FnMut(&SyntaxToken) -> bool) {
    if !check.kinds.contains_any(&[SyntaxKind::COMPOUND_STMT])
        || !SPACES.iter().any(|it| check.text().contains(it))
    {
        return;
    }
    for declared in declared::variables_of_blocks(check) {
        let has = |wanted| declared.attributes.iter().any(|it| it.is_valid() && it.cuda() == Some(wanted));
        let spaces = Spaces {
            device: has(CudaAttribute::Device),
            shared: has(CudaAttribute::Shared),
            constant: has(CudaAttribute::Constant),
            ..Spaces::default()
        };
        let is_device = spaces.device || spaces.shared || spaces.constant;
        let Some(name) = asunder_syntax::token_at(&check.root, declared.at_name()) else { continue };
        if !is_device || has(CudaAttribute::Managed) || !is_host_code(&name) {
            continue;
        }
        let Some(ty) = of_elements(type_of_local(check, &name)) else { continue };
        let is_constexpr = declared.has(SyntaxKind::CONSTEXPR_KW);
        let block = declared.node.ancestors().find(|it| it.kind() == SyntaxKind::COMPOUND_STMT);
        let tokens =
            block.iter().flat_map(|it| it.descendants_with_tokens()).filter_map(|it| it.into_token());
        for token in tokens.filter(|it| it.kind() == SyntaxKind::IDENT && it.text() == name.text()) {
            if token == name || local_declaration(&token).as_ref() != Some(&name) {
                continue;
            }
            if let Some(expr) = named_expression(&token)
                && is_evaluated_in_body(expr.syntax())
                && !may_be_discarded(check, expr.syntax())
            {
                accessed(check, &token, &expr, Variable { spaces, ty: ty.clone(), is_constexpr });
            }
        }
    }
}

/// The type of a variable, of an array that of its elements, if it has no local parts.
fn of_elements(ty: BodyType) -> Option<TypeRef> {
    match ty {
        BodyType::Outer(ty) => Some(ty),
        BodyType::Array(_, element) => of_elements(*element),
        _ => None,
    }
}

/// A variable in device memory.
struct Variable {
    spaces: Spaces,
    ty: TypeRef,
    is_constexpr: bool,
}

/// Reports what becomes of a variable where `expr` names it.
fn accessed(check: &Check<'_>, name: &SyntaxToken, expr: &ast::Expr, variable: Variable) {
    let Variable { spaces, ty, is_constexpr } = variable;
    let Some(accessed) = access(check, expr) else { return };
    if is_reference(&ty) && accessed.access != Access::Read {
        return;
    }
    let space = match spaces {
        Spaces { shared: true, .. } => "__shared__",
        Spaces { constant: true, .. } => "__constant__",
        _ => "__device__",
    };
    let at = expr.syntax().text_range().start();
    let is_constant = is_const(&ty) || is_constexpr;
    // The right operand of an assignment is read before the left one.
    let rank = accessed.rank();
    let say = |number: u16| {
        let entity = Argument::Entity { kind: Some("variable"), name: name.text().into(), declared: None };
        let message = Message::new(number, vec![Argument::text(space), entity]);
        check.report(message, at, check.moment_after(accessed.end, rank));
    };
    let is_fixed = spaces.constant && accessed.is_whole;
    match accessed.access {
        // Its value may be known.
        Access::Read if is_constant && !accessed.is_element => {}
        Access::Read => say(READ),
        Access::Write | Access::Update if is_fixed => {
            check.report(Message::plain(NOT_MODIFIABLE), at, check.moment_after(accessed.end, rank));
        }
        Access::Write => say(WRITTEN),
        Access::Update => {
            say(READ);
            say(WRITTEN);
        }
        Access::Address if spaces.shared => say(ADDRESS_TAKEN),
        Access::Address => {}
    }
}

/// The expression that is just this name, with what qualifies it.
fn named_expression(name: &SyntaxToken) -> Option<ast::Expr> {
    let whole = name.parent_ancestors().find_map(ast::Name::cast)?;
    let is_last = whole.last_segment()?.ident()? == *name;
    let expr = whole.syntax().parent().and_then(ast::NameExpr::cast)?;
    is_last.then_some(ast::Expr::NameExpr(expr))
}

/// The variable in device memory that the declarations of a name mean. `__managed__` variables are not among them.
fn device_variable(check: &Check<'_>, decls: &[DeclRef]) -> Option<(DeclRef, Spaces)> {
    let decl = *decls.first()?;
    let written = check.names().decl(decl);
    let is_plain = matches!(written.kind, DeclKind::Variable { .. }) && written.templates.is_empty();
    let spaces = check.names().spaces(decl).filter(|_| is_plain && written.parent.is_none())?;
    let is_device = spaces.device || spaces.shared || spaces.constant;
    (is_device && !spaces.managed).then_some((decl, spaces))
}

fn is_reference(ty: &TypeRef) -> bool {
    matches!(**ty, Type::LvalueRef(_) | Type::RvalueRef(_))
}

/// What becomes of the object that `expr` names.
fn access(check: &Check<'_>, expr: &ast::Expr) -> Option<Accessed> {
    let mut node = expr.syntax().clone();
    let (mut is_whole, mut is_element) = (true, false);
    loop {
        let outer = node.parent()?;
        let step = match outer.kind() {
            SyntaxKind::PAREN_EXPR => Step::Same,
            SyntaxKind::MEMBER_EXPR => member(check, &outer, &node)?,
            SyntaxKind::INDEX_EXPR => element(check, &outer, &node)?,
            SyntaxKind::PREFIX_EXPR | SyntaxKind::POSTFIX_EXPR => unary(check, &outer, &node)?,
            SyntaxKind::COMMA_EXPR => match ast::CommaExpr::cast(outer.clone())?.rhs()?.syntax() == &node {
                true => Step::Same,
                false => return None,
            },
            SyntaxKind::CONDITIONAL_EXPR => {
                match ast::ConditionalExpr::cast(outer.clone())?.condition()?.syntax() == &node {
                    true => value(check, &node)?,
                    false => Step::Same,
                }
            }
            _ => consumed(check, &outer, &node)?,
        };
        match step {
            Step::Same => {}
            Step::Part => {
                is_whole = false;
                is_element |= outer.kind() == SyntaxKind::INDEX_EXPR;
            }
            Step::Done(access) => {
                let depth = outer.ancestors().take_while(|it| it.kind() != SyntaxKind::COMPOUND_STMT).count();
                let depth = u16::try_from(depth).unwrap_or(u16::MAX);
                return Some(Accessed { access, end: end_of(&outer), depth, is_whole, is_element });
            }
        }
        node = outer;
    }
}

/// Where a construct that accesses an object is read: at `->` the pointer is already a value.
fn end_of(construct: &SyntaxNode) -> TextSize {
    let arrow = ast::MemberExpr::cast(construct.clone()).and_then(|it| it.op_token());
    arrow.map_or(construct.text_range().end(), |arrow| arrow.text_range().end())
}

impl Accessed {
    /// The order of accesses that end at one place, behind the calls that end there.
    fn rank(&self) -> u16 {
        let is_left = matches!(self.access, Access::Write | Access::Update);
        (u16::MAX - self.depth.saturating_mul(2)).max(1) - u16::from(!is_left)
    }
}

/// One step from an expression to what is around it.
enum Step {
    /// It names the same object.
    Same,
    /// It names a part of the object.
    Part,
    /// It accesses the object.
    Done(Access),
}

/// The type of an expression without reference; `None` when it is not known or may depend on a template parameter.
fn type_of(check: &Check<'_>, node: &SyntaxNode) -> Option<TypeRef> {
    let ty = check.names().type_of_node(check.item, &ast::Expr::cast(node.clone())?)?;
    let ty = match &*ty {
        Type::LvalueRef(inner) | Type::RvalueRef(inner) => inner.clone(),
        _ => ty,
    };
    (!check.names().is_dependent(&ty)).then_some(ty)
}

fn bare(ty: &TypeRef) -> TypeRef {
    match &**ty {
        Type::Qualified(_, inner) => inner.clone(),
        _ => ty.clone(),
    }
}

/// How an expression is converted to a value: scalars are read, arrays decay.
fn value(check: &Check<'_>, node: &SyntaxNode) -> Option<Step> {
    let ty = bare(&type_of(check, node)?);
    match &*ty {
        Type::Builtin(_) | Type::Pointer(_) | Type::MemberPointer { .. } => Some(Step::Done(Access::Read)),
        Type::Named(_) if check.names().is_enum(&ty) => Some(Step::Done(Access::Read)),
        Type::Array(..) => Some(Step::Done(Access::Address)),
        _ => None,
    }
}

/// How an expression initializes an object or parameter of type `target`.
fn initializes(check: &Check<'_>, node: &SyntaxNode, target: &TypeRef) -> Option<Step> {
    match &**target {
        Type::LvalueRef(_) | Type::RvalueRef(_) => Some(Step::Done(Access::Address)),
        Type::Builtin(_) | Type::Pointer(_) | Type::MemberPointer { .. } => value(check, node),
        Type::Qualified(_, inner) => initializes(check, node, inner),
        Type::Named(_) if check.names().is_enum(target) => value(check, node),
        _ => None,
    }
}

/// `object.member`, `pointer->member`
fn member(check: &Check<'_>, outer: &SyntaxNode, node: &SyntaxNode) -> Option<Step> {
    let access = ast::MemberExpr::cast(outer.clone())?;
    if access.base()?.syntax() != node {
        return None;
    }
    if access.op_token()?.kind() == SyntaxKind::ARROW {
        return value(check, node);
    }
    // Functions have no type of a field, and static members are objects of their own.
    let token = access.name()?.last_segment()?.ident()?;
    let decl = check.names().member_accessed(check.item, &token)?;
    let written = check.names().decl(decl);
    let is_field = matches!(written.kind, DeclKind::Variable { .. }) && !written.specifiers.is_static;
    let is_reference = check.names().type_of_variable(decl).is_none_or(|ty| is_reference(&ty));
    (is_field && !is_reference).then_some(Step::Part)
}

/// `array[index]`, `pointer[index]`
fn element(check: &Check<'_>, outer: &SyntaxNode, node: &SyntaxNode) -> Option<Step> {
    let index = ast::IndexExpr::cast(outer.clone())?;
    let base = index.base()?;
    if base.syntax() != node {
        // The operator of a class may take a reference.
        let of = bare(&type_of(check, base.syntax())?);
        return matches!(&*of, Type::Pointer(_) | Type::Array(..)).then(|| value(check, node))?;
    }
    match is_array(check, node)? {
        true => Some(Step::Part),
        false => Some(Step::Done(Access::Read)),
    }
}

/// Whether an expression that is indexed is an array, not a pointer.
fn is_array(check: &Check<'_>, node: &SyntaxNode) -> Option<bool> {
    let of_type = |ty: &TypeRef| match &*bare(ty) {
        Type::Array(..) => Some(true),
        Type::Pointer(_) => Some(false),
        _ => None,
    };
    match type_of(check, node) {
        Some(ty) => of_type(&ty),
        // Types of what blocks declare are known elsewhere.
        None => match type_of_expr(check, &ast::Expr::cast(node.clone())?) {
            BodyType::Array(..) => Some(true),
            BodyType::Pointer(_) => Some(false),
            BodyType::Outer(ty) => of_type(&ty),
            _ => None,
        },
    }
}

/// An operator with one operand.
fn unary(check: &Check<'_>, outer: &SyntaxNode, node: &SyntaxNode) -> Option<Step> {
    let mut tokens = outer.children_with_tokens().filter_map(NodeOrToken::into_token);
    let operator = tokens.find(|token| !token.kind().is_trivia())?;
    match operator.text() {
        "&" => Some(Step::Done(Access::Address)),
        "++" | "--" => match value(check, node)? {
            Step::Done(Access::Read) => Some(Step::Done(Access::Update)),
            _ => None,
        },
        "*" | "+" | "-" | "!" | "~" => value(check, node),
        _ => None,
    }
}

/// What a construct around a whole operand does with it.
fn consumed(check: &Check<'_>, outer: &SyntaxNode, node: &SyntaxNode) -> Option<Step> {
    match outer.kind() {
        SyntaxKind::ASSIGN_EXPR => assigned(check, outer, node),
        SyntaxKind::BINARY_EXPR => {
            // Operators of classes may take references.
            let other = outer.children().find(|it| it != node)?;
            value(check, &other)?;
            value(check, node)
        }
        SyntaxKind::CALL_EXPR => value(check, node),
        SyntaxKind::ARG_LIST => argument(check, outer, node),
        SyntaxKind::INIT_LIST => listed(check, outer, node),
        SyntaxKind::CAST_EXPR | SyntaxKind::NAMED_CAST_EXPR => {
            let target = check.names().type_of_node(check.item, &ast::Expr::cast(outer.clone())?)?;
            let is_void = matches!(*target, Type::Builtin(asunder_mangle::model::Builtin::Void));
            if is_void { None } else { initializes(check, node, &target) }
        }
        SyntaxKind::EQ_INITIALIZER | SyntaxKind::PAREN_INITIALIZER => initializer(check, outer, node),
        SyntaxKind::RETURN_STMT => returned(check, outer, node),
        SyntaxKind::IF_STMT | SyntaxKind::WHILE_STMT | SyntaxKind::DO_STMT | SyntaxKind::SWITCH_STMT => {
            value(check, node)
        }
        SyntaxKind::FOR_STMT => {
            let condition = ast::ForStmt::cast(outer.clone())?.condition()?;
            (condition.syntax() == node).then(|| value(check, node))?
        }
        SyntaxKind::THROW_EXPR | SyntaxKind::DELETE_EXPR => value(check, node),
        _ => None,
    }
}

fn assigned(check: &Check<'_>, outer: &SyntaxNode, node: &SyntaxNode) -> Option<Step> {
    let assignment = ast::AssignExpr::cast(outer.clone())?;
    let (lhs, rhs) = (assignment.lhs()?, assignment.rhs()?);
    if rhs.syntax() == node {
        return initializes(check, node, &type_of(check, lhs.syntax())?);
    }
    value(check, node)?;
    value(check, rhs.syntax())?;
    let tokens = outer.children_with_tokens().filter_map(NodeOrToken::into_token);
    let operator = tokens.into_iter().find(|token| !token.kind().is_trivia())?;
    Some(Step::Done(if operator.text() == "=" { Access::Write } else { Access::Update }))
}

/// An argument of a call.
fn argument(check: &Check<'_>, list: &SyntaxNode, node: &SyntaxNode) -> Option<Step> {
    if let Some(construct) = list.parent().and_then(ast::ConstructExpr::cast) {
        // `int(x)`
        let target = check.names().type_of_node(check.item, &ast::Expr::ConstructExpr(construct))?;
        return initializes(check, node, &target);
    }
    let call = ast::CallExpr::cast(list.parent()?)?;
    let callee = call.callee()?;
    let index = call.arg_list()?.args().position(|it| it.syntax() == node)?;
    let called = check.names().callee(check.item, &callee)?;
    let function = check.names().function_of(called.decl())?;
    let parameters = check.names().parameters_called(&called)?;
    match parameters.get(index) {
        Some(parameter) if check.names().is_dependent(parameter) => None,
        Some(parameter) => initializes(check, node, parameter),
        None if function.variadic => value(check, node),
        None => None,
    }
}

/// An initializer in braces: of a scalar, or of an array of scalars.
fn listed(check: &Check<'_>, list: &SyntaxNode, node: &SyntaxNode) -> Option<Step> {
    let around = list.parent()?;
    if let Some(construct) = ast::ConstructExpr::cast(around.clone()) {
        let target = check.names().type_of_node(check.item, &ast::Expr::ConstructExpr(construct))?;
        return initializes(check, node, &target);
    }
    let declared = if around.kind() == SyntaxKind::EQ_INITIALIZER { around.parent()? } else { around };
    let name = ast::InitDeclarator::cast(declared)?.declarator()?.name()?.as_ident()?;
    match &*check.names().type_of_block_variable(check.item, &name)? {
        Type::Array(_, element) => initializes(check, node, element),
        target => initializes(check, node, &target.clone().into()),
    }
}

/// The initializer of a variable or init-capture.
fn initializer(check: &Check<'_>, outer: &SyntaxNode, node: &SyntaxNode) -> Option<Step> {
    let mut declared = outer.parent()?;
    // `int x(y);`, where `y` is known to be a variable.
    if declared.kind() == SyntaxKind::AMBIGUOUS_SUFFIX {
        declared = declared.ancestors().find(|it| it.kind() == SyntaxKind::INIT_DECLARATOR)?;
    }
    if declared.kind() == SyntaxKind::CAPTURE {
        let by_reference = ast::Capture::cast(declared)?.amp_token().is_some();
        return if by_reference { Some(Step::Done(Access::Address)) } else { value(check, node) };
    }
    if declared.kind() != SyntaxKind::INIT_DECLARATOR {
        return None;
    }
    let declarator = ast::InitDeclarator::cast(declared)?.declarator()?;
    let name = declarator.name()?.as_ident()?;
    let is_auto =
        name.parent_ancestors().find_map(ast::SimpleDecl::cast)?.decl_specifier_seq().is_some_and(|it| {
            it.decl_specifiers()
                .any(|it| matches!(it, ast::DeclSpecifier::Type(ast::Type::PlaceholderType(_))))
        });
    if is_auto {
        let is_reference = declarator.syntax().children().filter(|it| it.kind() == SyntaxKind::PTR_OP).last();
        let is_reference = is_reference.is_some_and(|it| it.text().to_string().starts_with('&'));
        return if is_reference { Some(Step::Done(Access::Address)) } else { value(check, node) };
    }
    let target = check.names().type_of_block_variable(check.item, &name)?;
    if check.names().is_dependent(&target) { None } else { initializes(check, node, &target) }
}

/// What `return` gives, by the type that the function or lambda around it declares.
fn returned(check: &Check<'_>, outer: &SyntaxNode, node: &SyntaxNode) -> Option<Step> {
    let is_function =
        |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::LAMBDA_EXPR | SyntaxKind::FUNCTION_DEF);
    let function = outer.ancestors().find(is_function)?;
    // A template converts the value when it is instantiated.
    if is_in_template(outer) {
        return None;
    }
    if let Some(lambda) = ast::LambdaExpr::cast(function.clone()) {
        let has_type = lambda
            .lambda_declarator()
            .is_some_and(|it| it.syntax().children().any(|it| it.kind() == SyntaxKind::TRAILING_RETURN));
        return if has_type { None } else { value(check, node) };
    }
    let name = ast::FunctionDef::cast(function)?.declared_name()?.last_segment()?.ident()?;
    let decl = check.decl_named(name.text_range())?;
    let result = check.names().result_of(decl)?;
    initializes(check, node, &result)
}
