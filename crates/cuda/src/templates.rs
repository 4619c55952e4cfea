//! Templates as they are written, for rules that read text: the device front end reads the definition of a template
//! when it makes the first instance, and says then what is wrong with it whatever the arguments are; generic lambdas, and
//! friends that a class template defines, it reads where they stand (measured).

use asunder_sema::operands::{Operands, operands_in_templates};
use asunder_syntax::{AstNode, Outward, SyntaxKind, SyntaxNode, TextRange, ast};

use crate::check::Check;
use crate::finding::Finding;
use crate::lambdas::is_abbreviated;
use crate::{
    assembly, built_in_calls, built_in_variables, exceptions, long_double, shared_variables, unreferenced,
};

/// How the device front end reads code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadAs {
    /// Where it stands, with all its types.
    Plain,
    /// Where it stands; what depends on the parameters of a template is open.
    Pattern,
    /// With the first instance of the template that it belongs to.
    Template,
}

/// How the code around a node is read.
pub(crate) fn read_as(node: &SyntaxNode) -> ReadAs {
    thread_local! {
        static DECIDING: Outward =
            Outward::new(&[SyntaxKind::TEMPLATE_DECL, SyntaxKind::FUNCTION_DEF, SyntaxKind::LAMBDA_EXPR]);
    }
    DECIDING.with(|deciding| {
        let (mut found, mut of_friend) = (ReadAs::Plain, false);
        for around in deciding.all_around(node) {
            match around.node.kind() {
                SyntaxKind::LAMBDA_EXPR if is_generic(&around.node) => found = ReadAs::Pattern,
                SyntaxKind::LAMBDA_EXPR => {}
                SyntaxKind::TEMPLATE_DECL if of_friend => return ReadAs::Pattern,
                SyntaxKind::TEMPLATE_DECL => return ReadAs::Template,
                _ if is_abbreviated(&around.node) => return ReadAs::Template,
                _ => of_friend = is_plain_friend(&around.node),
            }
        }
        found
    })
}

/// Whether a lambda has template parameters, or parameters whose types are deduced.
fn is_generic(lambda: &SyntaxNode) -> bool {
    let Some(lambda) = ast::LambdaExpr::cast(lambda.clone()) else { return false };
    let parameters = lambda.lambda_declarator().and_then(|it| it.param_list());
    let takes_auto =
        |it: ast::ParamList| it.syntax().descendants_with_tokens().any(|it| it.kind() == SyntaxKind::AUTO_KW);
    lambda.template_param_list().is_some() || parameters.is_some_and(takes_auto)
}

/// Whether a definition is that of a friend function, and not of a friend template.
fn is_plain_friend(definition: &SyntaxNode) -> bool {
    let specifiers = ast::FunctionDef::cast(definition.clone()).and_then(|it| it.decl_specifier_seq());
    let is_template = definition.parent().is_some_and(|it| it.kind() == SyntaxKind::TEMPLATE_DECL);
    !is_template && specifiers.is_some_and(|it| it.keyword(SyntaxKind::FRIEND_KW).is_some())
}

/// What is found in the templates of an item as they are written, in the order of their places.
pub(crate) fn findings(check: Check<'_>) -> Vec<Finding> {
    exceptions::in_templates(&check);
    built_in_variables::in_templates(&check);
    long_double::in_templates(&check);
    shared_variables::in_templates(&check);
    if speaks_to_the_machine(&check) {
        let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
        of_operands(&check, operands_in_templates(check.db, source, check.item, dialect), false);
    }
    if check.settings.unreferenced {
        unreferenced::in_templates(&check);
    }
    let mut found = check.finish().findings;
    found.sort_by_key(|finding| finding.offset);
    found
}

/// Whether the item may have operands outside the language.
fn speaks_to_the_machine(check: &Check<'_>) -> bool {
    assembly::may_stand_in(check.text()) || built_in_calls::may_stand_in(check.text())
}

fn of_operands(check: &Check<'_>, operands: &Operands, in_instance: bool) {
    assembly::in_templates(check, operands);
    built_in_calls::of_operands(check, operands, in_instance);
}

/// What is found in an instance by the types of its operands, beyond what is found in its template as it is written;
/// `range` is the definition's.
pub(crate) fn of_instance(
    check: Check<'_>,
    operands: &Operands,
    written: &[Finding],
    range: TextRange,
) -> Vec<Finding> {
    if operands.is_empty() {
        return Vec::new();
    }
    of_operands(&check, operands, true);
    let written = inside(written, range);
    let is_own = |finding: &Finding| {
        let same = |other: &Finding| other.offset == finding.offset && other.message == finding.message;
        range.contains(finding.offset) && !written.iter().any(same)
    };
    check.finish().findings.into_iter().filter(is_own).collect()
}

/// Those of them that stand in the definition at `range`.
pub(crate) fn inside(found: &[Finding], range: TextRange) -> &[Finding] {
    let from = found.partition_point(|finding| finding.offset < range.start());
    let behind = found.partition_point(|finding| finding.offset < range.end());
    &found[from..behind]
}
