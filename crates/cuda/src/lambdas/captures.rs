//! Captures of extended lambdas.

use asunder_lambda::{Capture, LambdaKind};
use asunder_sema::extended_lambdas::{CapturedArray, CapturedVariable};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxToken, TextSize, ast};

use super::{AT_BODY, Extended, Reading, after_annotations, around, body_start};
use crate::bodies::local_declaration;
use crate::finding::Argument;

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
    let is_instance = extended.reading.is_instance();
    if captures_by_reference(extended) && !is_instance {
        extended.report(BY_REFERENCE, vec![extended.space()], when, when, 0);
    }
    for capture in list(extended) {
        let Some(name) = capture.ident_token() else { continue };
        let at = name.text_range().start();
        if capture.initializer().is_some() && extended.facts.kind == LambdaKind::HostDevice {
            if !is_instance {
                let pack = capture.ellipsis_token().map(|it| it.text_range().start());
                let at = pack.map_or(at, |pack| pack.min(at));
                extended.report(INIT_IN_HOST_DEVICE, Vec::new(), at, when, 0);
                if capture.amp_token().is_some() {
                    extended.report(BY_REFERENCE, vec![extended.space()], at, when, 0);
                }
            }
            continue;
        }
        let declared = local_declaration(&name);
        let has_initializer = capture.initializer().is_some();
        // What lives as long as the program is not captured, whatever is said.
        let is_captured = has_initializer || declared.as_ref().is_some_and(is_automatic);
        if capture.amp_token().is_some() && !is_instance && is_captured {
            let pack = capture.ellipsis_token().map(|it| it.text_range().start());
            let at = pack.filter(|_| has_initializer).map_or(at, |pack| pack.min(at));
            extended.report(BY_REFERENCE, vec![extended.space()], at, when, 0);
        }
        if has_initializer {
            continue;
        }
        variable(extended, &name, declared, at, when, 0);
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
        // That it is a reference is all that is said of one.
        if capture.amp_token().is_some() {
            continue;
        }
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
            if !extended.reading.is_instance() {
                report(INITIALIZER_LIST);
            }
            continue;
        }
        let Some(operand) = operand else { continue };
        let known = extended.reading.types().and_then(|types| types.captured(name.text()));
        if known.is_some_and(|it| it.is_initializer_list) && !extended.is_templated() {
            report(INITIALIZER_LIST);
            continue;
        }
        let is_array = |known: Option<&CapturedVariable>| known.is_some_and(|it| it.has_array_initializer);
        let in_template = extended.reading.types_in_template().and_then(|types| types.captured(name.text()));
        let is_array = match extended.reading {
            _ if matches!(operand, ast::Expr::Literal(_)) => false,
            Reading::Plain(_) => is_array(known),
            Reading::Template(_) => is_array(in_template),
            Reading::Instance(..) => is_array(known) && !is_array(in_template),
        };
        if is_array {
            report(INIT_ARRAY);
            continue;
        }
        match known.and_then(|known| known.parts.as_ref()) {
            Some(parts) => {
                extended.report_parts(parts, (LOCAL_TYPE, PRIVATE_TYPE), at, when, AT_BODY + 100);
            }
            None if extended.is_templated() => {}
            None => extended.check.silence(LOCAL_TYPE),
        }
    }
}

/// What is said of captures by their first use in the body.
pub(super) fn implicit(extended: &Extended<'_, '_>) {
    for (capture, range) in extended.facts.implicit_captures() {
        let at = range.start();
        let Some(root) = extended.lambda.syntax().ancestors().last() else { return };
        let Some(token) = asunder_syntax::token_at(&root, at) else { continue };
        let is_instance = extended.reading.is_instance();
        match capture {
            Capture::Variable { .. } => {
                if captures_by_reference(extended) && !is_instance {
                    extended.report(BY_REFERENCE, vec![extended.space()], at, at, 0);
                }
                variable(extended, &token, declaration_of(&token, extended), at, at, 0);
            }
            Capture::This if is_instance => {}
            Capture::This => extended.report(IMPLICIT_THIS, Vec::new(), at, at, 0),
            Capture::Init { .. } | Capture::StarThis => {}
        }
        if !is_instance && is_in_constexpr_if(&token, extended) {
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

/// Checks the capture of a variable, which a token names and another declares, if it is found.
fn variable(
    extended: &Extended<'_, '_>,
    name: &SyntaxToken,
    declared: Option<SyntaxToken>,
    at: TextSize,
    when: TextSize,
    rank: u16,
) {
    let check = extended.check;
    if declared.as_ref().is_some_and(is_pack) {
        if !extended.reading.is_instance() {
            extended.report(PACK, vec![extended.space()], at, when, rank);
        }
        return;
    }
    if extended.is_templated() {
        let known = extended.reading.types_in_template().and_then(|types| types.captured(name.text()));
        if let Some(array) = known.and_then(|it| it.array.as_ref()).filter(|it| it.dimensions > MAX_RANK) {
            too_many_dimensions(extended, array.shown.clone(), at, when, rank);
        }
        return;
    }
    let Some(captured) = extended.reading.types().and_then(|types| types.captured(name.text())) else {
        return check.silence(LOCAL_TYPE);
    };
    if let Some(array) = &captured.array {
        if array.dimensions > MAX_RANK {
            if !extended.reading.is_instance() {
                too_many_dimensions(extended, array.shown.clone(), at, when, rank);
            }
            return;
        }
        array_element(extended, array, at, when, rank);
    }
    match &captured.parts {
        Some(parts) => extended.report_parts(parts, (LOCAL_TYPE, PRIVATE_TYPE), at, when, rank),
        None => check.silence(LOCAL_TYPE),
    }
}

fn too_many_dimensions(
    extended: &Extended<'_, '_>,
    shown: Option<String>,
    at: TextSize,
    when: TextSize,
    rank: u16,
) {
    match shown {
        Some(shown) => {
            let shown = Argument::Type { written: shown.into(), meaning: None };
            extended.report(RANK, vec![extended.space(), shown], at, when, rank);
        }
        None => extended.check.silence(RANK),
    }
}

/// Checks the element type of a captured array: host code creates the elements and assigns to them.
fn array_element(
    extended: &Extended<'_, '_>,
    array: &CapturedArray,
    at: TextSize,
    when: TextSize,
    rank: u16,
) {
    let rules = [(array.is_default_constructible, NOT_CONSTRUCTIBLE), (array.is_assignable, NOT_ASSIGNABLE)];
    for (is_able, number) in rules {
        match (is_able, &array.element) {
            (Some(true), _) => {}
            (Some(false), Some(shown)) => {
                let shown = Argument::Type { written: shown.as_str().into(), meaning: None };
                extended.report(number, vec![extended.space(), shown], at, when, rank);
            }
            _ => extended.check.silence(number),
        }
    }
}

/// Whether a variable of a block lives as long as the block.
fn is_automatic(declared: &SyntaxToken) -> bool {
    const STORAGE: [SyntaxKind; 3] =
        [SyntaxKind::STATIC_KW, SyntaxKind::THREAD_LOCAL_KW, SyntaxKind::EXTERN_KW];
    let declaration = declared.parent_ancestors().find(|it| {
        matches!(it.kind(), SyntaxKind::SIMPLE_DECL | SyntaxKind::PARAM_DECL | SyntaxKind::LAMBDA_EXPR)
    });
    let simple = declaration.filter(|it| it.kind() == SyntaxKind::SIMPLE_DECL);
    let specifiers = simple.and_then(|it| it.children().find_map(ast::DeclSpecifierSeq::cast));
    specifiers.is_none_or(|it| STORAGE.into_iter().all(|word| it.keyword(word).is_none()))
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
