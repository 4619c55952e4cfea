//! Captures of extended lambdas.

use asunder_lambda::{Capture, LambdaKind};
use asunder_mangle::model::Type;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxToken, TextSize, ast};

use super::{AT_BODY, Extended, after_annotations, around, body_start, is_extended};
use crate::body_types::{BodyType, local_declaration, type_of_expr, type_of_local};
use crate::class_traits::{Ability, has_ability};
use crate::finding::Argument;
use crate::named_parts::{Part, is_inaccessible, parts, shown_part, shown_type};

/// "An extended … lambda cannot capture variables by reference".
const BY_REFERENCE: u16 = 3593;
/// "An extended … lambda cannot capture an element of a parameter pack".
const PACK: u16 = 3594;
/// "An extended … lambda cannot init-capture variables with array type".
const INIT_ARRAY: u16 = 3596;
/// "An extended … lambda cannot capture an array variable … with more than 7 dimensions".
const RANK: u16 = 3597;
/// "… whose element type … is not default constructible on the host".
const NOT_CONSTRUCTIBLE: u16 = 3598;
/// "… whose element type … is not assignable on the host".
const NOT_ASSIGNABLE: u16 = 3599;
/// "A type local to a function … cannot be used in the type of a variable captured by …".
const LOCAL_TYPE: u16 = 3603;
/// "A type that is a private or protected class member …".
const PRIVATE_TYPE: u16 = 3604;
/// "init-captures are not allowed for extended __host__ __device__ lambdas".
const INIT_IN_HOST_DEVICE: u16 = 3615;
/// "An extended … lambda cannot have init-captures with type std::initializer_list".
const INITIALIZER_LIST: u16 = 3616;
/// "Implicit capture of 'this' in extended lambda expression".
const IMPLICIT_THIS: u16 = 3635;
/// "An extended … lambda cannot first-capture variable in constexpr-if context".
const IN_CONSTEXPR_IF: u16 = 3691;

/// The most dimensions that a captured array may have.
const MAX_RANK: u32 = 7;

fn list(extended: &Extended<'_, '_>) -> impl Iterator<Item = ast::Capture> {
    extended.lambda.lambda_introducer().into_iter().flat_map(|it| it.captures())
}

/// Whether the capture-default is `&`.
fn captures_by_reference(extended: &Extended<'_, '_>) -> bool {
    list(extended).any(|it| it.is_default() && it.amp_token().is_some())
}

/// What is said of the capture list behind the annotations: explicit captures in their order.
pub(super) fn explicit(extended: &Extended<'_, '_>) {
    let when = after_annotations(&extended.lambda);
    if captures_by_reference(extended) {
        extended.report(BY_REFERENCE, vec![extended.space()], when, when, 0);
    }
    for capture in list(extended) {
        let Some(name) = capture.ident_token() else { continue };
        let at = name.text_range().start();
        if capture.initializer().is_some() && extended.facts.kind == LambdaKind::HostDevice {
            extended.report(INIT_IN_HOST_DEVICE, Vec::new(), at, when, 0);
            continue;
        }
        if capture.amp_token().is_some() {
            extended.report(BY_REFERENCE, vec![extended.space()], at, when, 0);
        }
        if capture.initializer().is_some() {
            continue;
        }
        let Some(declared) = local_declaration(&name) else { continue };
        variable(extended, &declared, at, when, 0);
    }
}

/// What is said of init-captures when the body starts.
pub(super) fn postponed(extended: &Extended<'_, '_>) {
    if extended.facts.kind == LambdaKind::HostDevice {
        return;
    }
    let when = body_start(&extended.lambda);
    for capture in list(extended) {
        let (Some(name), Some(initializer)) = (capture.ident_token(), capture.initializer()) else {
            continue;
        };
        let at = name.text_range().start();
        let report = |number: u16| extended.report(number, vec![extended.space()], at, when, AT_BODY + 100);
        let operand = match &initializer {
            ast::Initializer::EqInitializer(it) => it.expr(),
            ast::Initializer::ParenInitializer(it) => it.exprs().next(),
            ast::Initializer::InitList(it) => match it.init_clauses().next() {
                Some(ast::InitClause::Expr(only)) => Some(only),
                _ => None,
            },
            ast::Initializer::PureSpecifier(_) => None,
        };
        let is_list = initializer.syntax().children().any(|it| it.kind() == SyntaxKind::INIT_LIST);
        if matches!(initializer, ast::Initializer::EqInitializer(_)) && is_list {
            report(INITIALIZER_LIST);
            continue;
        }
        let Some(operand) = operand else { continue };
        let ty = type_of_expr(extended.check, &operand).referred();
        let is_array = match &ty {
            BodyType::Array(..) => true,
            BodyType::Outer(outer) => matches!(**outer, Type::Array(..)),
            _ => false,
        };
        if is_array && !matches!(operand, ast::Expr::Literal(_)) {
            report(INIT_ARRAY);
            continue;
        }
        if extended.is_templated() {
            continue;
        }
        report_types(extended, &ty.decayed(), (LOCAL_TYPE, PRIVATE_TYPE), at, when, AT_BODY + 100);
    }
}

/// What is said of captures by their first use in the body.
pub(super) fn implicit(extended: &Extended<'_, '_>) {
    for (capture, range) in extended.facts.implicit_captures() {
        let at = range.start();
        let Some(root) = extended.lambda.syntax().ancestors().last() else { return };
        let Some(token) = asunder_syntax::token_at(&root, at) else { continue };
        match capture {
            Capture::Variable { .. } => {
                if captures_by_reference(extended) {
                    extended.report(BY_REFERENCE, vec![extended.space()], at, at, 0);
                }
                if let Some(declared) = declaration_of(&token, extended) {
                    variable(extended, &declared, at, at, 0);
                }
            }
            Capture::This => extended.report(IMPLICIT_THIS, Vec::new(), at, at, 0),
            Capture::Init { .. } | Capture::StarThis => {}
        }
        if is_in_constexpr_if(&token, extended) {
            extended.report(IN_CONSTEXPR_IF, vec![extended.space()], at, at, 0);
        }
    }
}

/// The variable outside of the lambda that a use in its body means; inner lambdas may capture it by name.
fn declaration_of(token: &SyntaxToken, extended: &Extended<'_, '_>) -> Option<SyntaxToken> {
    let declared = local_declaration(token)?;
    let is_outside = !extended.lambda.syntax().text_range().contains_range(declared.text_range());
    is_outside.then_some(declared)
}

/// Checks the capture of a variable.
fn variable(extended: &Extended<'_, '_>, declared: &SyntaxToken, at: TextSize, when: TextSize, rank: u16) {
    if is_pack(declared) {
        return extended.report(PACK, vec![extended.space()], at, when, rank);
    }
    let check = extended.check;
    let ty = type_of_local(check, declared).referred();
    let (dimensions, element) = ty.element();
    if dimensions > MAX_RANK {
        match shown_array(extended, &ty) {
            Some(shown) => {
                let shown = Argument::Type { written: shown.into(), meaning: None };
                return extended.report(RANK, vec![extended.space(), shown], at, when, rank);
            }
            None => return check.silence(RANK),
        }
    }
    if extended.is_templated() {
        return;
    }
    if dimensions > 0 {
        array_element(extended, &element, at, when, rank);
    }
    report_types(extended, &ty, (LOCAL_TYPE, PRIVATE_TYPE), at, when, rank);
}

/// Checks the element type of a captured array: host code creates the elements and assigns to them.
fn array_element(extended: &Extended<'_, '_>, element: &BodyType, at: TextSize, when: TextSize, rank: u16) {
    let check = extended.check;
    let BodyType::Outer(ty) = element else { return };
    let unqualified = match &**ty {
        Type::Qualified(_, inner) => inner,
        _ => ty,
    };
    let Type::Named(class) = &**unqualified else { return };
    let rules =
        [(Ability::DefaultConstruction, NOT_CONSTRUCTIBLE), (Ability::CopyAssignment, NOT_ASSIGNABLE)];
    for (ability, number) in rules {
        match (has_ability(check.names(), class, ability), shown_type(check, element)) {
            (Some(true), _) => {}
            (Some(false), Some(shown)) => {
                let shown = Argument::Type { written: shown.into(), meaning: None };
                extended.report(number, vec![extended.space(), shown], at, when, rank);
            }
            _ => check.silence(number),
        }
    }
}

/// Reports the local and the inaccessible classes that a type names, under the two numbers.
pub(super) fn report_types(
    extended: &Extended<'_, '_>,
    ty: &BodyType,
    (local, private): (u16, u16),
    at: TextSize,
    when: TextSize,
    rank: u16,
) {
    let check = extended.check;
    let Some(parts) = parts(check, ty, false) else {
        if *ty != BodyType::Dependent {
            check.silence(local);
        }
        return;
    };
    for part in parts {
        let number = match &part {
            Part::Local(_) => local,
            Part::Closure(lambda) if is_extended(extended.all, lambda) => continue,
            Part::Closure(_) => local,
            Part::OuterClosure(..) | Part::Unnamed(_) | Part::PrivateTemplate => continue,
            Part::Outer(name) => match is_inaccessible(check, name) {
                Some(false) => continue,
                Some(true) => private,
                None => {
                    check.silence(private);
                    continue;
                }
            },
        };
        match shown_part(check, &part) {
            Some(shown) => {
                let shown = Argument::Type { written: shown.into(), meaning: None };
                extended.report(number, vec![shown], at, when, rank);
            }
            None => check.silence(number),
        }
    }
}

/// `int [1][1]`
fn shown_array(extended: &Extended<'_, '_>, ty: &BodyType) -> Option<String> {
    let mut bounds = String::new();
    let mut ty = ty;
    while let BodyType::Array(bound, element) = ty {
        let digits = bound.strip_prefix('[')?.strip_suffix(']')?.trim();
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        bounds.push_str(&format!("[{digits}]"));
        ty = element;
    }
    match ty {
        BodyType::Parameter(name) => Some(format!("{name} {bounds}")),
        _ => Some(format!("{} {bounds}", shown_type(extended.check, ty)?)),
    }
}

/// Whether a name is declared as a parameter pack.
fn is_pack(declared: &SyntaxToken) -> bool {
    let param = declared.parent_ancestors().find(|it| it.kind() == SyntaxKind::PARAM_DECL);
    param.is_some_and(|param| {
        param
            .descendants_with_tokens()
            .take_while(|it| it.text_range().start() < declared.text_range().start())
            .any(|it| it.kind() == SyntaxKind::ELLIPSIS && !is_in_template_arguments(&it))
    })
}

fn is_in_template_arguments(element: &asunder_syntax::SyntaxElement) -> bool {
    element.ancestors().any(|it| it.kind() == SyntaxKind::TEMPLATE_ARG_LIST)
}

/// Whether a use stands in the condition or a branch of an `if constexpr` of the lambda.
fn is_in_constexpr_if(token: &SyntaxToken, extended: &Extended<'_, '_>) -> bool {
    let Some(parent) = token.parent() else { return false };
    std::iter::once(parent.clone())
        .chain(around(&parent, extended.lambda.syntax().text_range()))
        .filter_map(ast::IfStmt::cast)
        .any(|it| it.constexpr_token().is_some())
}
