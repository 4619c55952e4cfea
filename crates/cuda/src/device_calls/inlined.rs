//! Warnings of calls of inline functions in `__host__ __device__` ones. They are found when the function is put together:
//! behind its last bracket, or, where lambdas stand in it, at the end of the unit; those without a lambda around them
//! behind the inline functions then. No function is put together behind an error (measured).

use asunder_decls::redeclaration::Redeclarations;
use asunder_sema::uses::{BodyUses, Use, UseForm};
use asunder_syntax::{SyntaxKind, TextRange};

use crate::calls::call_around;
use crate::check::Check;
use crate::finding::{Finding, Message, Moment, Stage};
use crate::used::is_local;

use super::is_declared_inline;

/// The call of an inline function.
pub(super) struct InlineCall<'db> {
    used: Use<'db>,
    number: u16,
}

impl<'db> InlineCall<'db> {
    pub(super) fn new(used: &Use<'db>, number: u16) -> InlineCall<'db> {
        InlineCall { used: *used, number }
    }
}

/// Reports the calls of inline functions in a body.
pub(super) fn report(check: &Check<'_>, body: &BodyUses<'_>, mut calls: Vec<InlineCall<'_>>) {
    calls.sort_by_key(|call| (call.used.lambda, call.used.step));
    for of_one in calls.chunk_by(|a, b| a.used.lambda == b.used.lambda) {
        let moment = moment(check, body, of_one);
        for call in in_order(check, of_one) {
            let at = match call.used.form {
                UseForm::Call
                | UseForm::VirtualCall
                | UseForm::Range(_)
                | UseForm::CallOperator
                | UseForm::Destructor => call.used.point,
                _ => call.used.at,
            };
            let finding = Finding::new(Message::plain(call.number), at, moment);
            check.add(Finding { needs_clean_unit: true, ..finding });
        }
    }
}

/// When the function with these calls is put together.
fn moment(check: &Check<'_>, body: &BodyUses<'_>, calls: &[InlineCall<'_>]) -> Moment {
    let last = calls.iter().map(|call| call.used.point).max().unwrap_or_default();
    let token = asunder_syntax::token_at(&check.root, last);
    let function = token.and_then(|token| {
        token
            .parent_ancestors()
            .find(|it| matches!(it.kind(), SyntaxKind::FUNCTION_DEF | SyntaxKind::LAMBDA_EXPR))
    });
    let Some(function) = function else { return check.moment(last, 0) };
    let moment = check.moment_after(function.text_range().end(), u16::MAX);
    if body.lambdas.is_empty() {
        return moment;
    }
    let is_lambda = calls.first().is_some_and(|call| call.used.lambda.is_some());
    let is_inline = is_lambda || is_inline(check, body);
    Moment { stage: Stage::Lambdas, rank: u16::from(!is_inline), ..moment }
}

/// Whether the function with a body is inline.
fn is_inline(check: &Check<'_>, body: &BodyUses<'_>) -> bool {
    let (names, owner) = (check.names(), body.owner);
    is_local(owner)
        || match names.redeclarations(owner) {
            Redeclarations::Known(all) => all.iter().any(|decl| is_declared_inline(names, *decl)),
            Redeclarations::Unknown => is_declared_inline(names, owner),
        }
}

/// The calls of one function as the reference comes upon them: each behind those in its operands.
fn in_order<'c, 'db>(check: &Check<'_>, calls: &'c [InlineCall<'db>]) -> Vec<&'c InlineCall<'db>> {
    let mut ordered = Vec::with_capacity(calls.len());
    let mut open: Vec<(TextRange, &InlineCall<'_>)> = Vec::new();
    for call in calls {
        let own = TextRange::empty(call.used.at);
        let token = asunder_syntax::token_at(&check.root, call.used.at);
        let is_called = matches!(
            call.used.form,
            UseForm::Call | UseForm::VirtualCall | UseForm::CallOperator | UseForm::Operator
        );
        let around = token.filter(|_| is_called).and_then(|token| call_around(&token));
        let range = around.map_or(own, |it| it.text_range());
        while let Some((outer, _)) = open.last()
            && (*outer == range || !outer.contains_range(range))
        {
            ordered.extend(open.pop().map(|(_, call)| call));
        }
        open.push((range, call));
    }
    ordered.extend(open.into_iter().rev().map(|(_, call)| call));
    ordered
}
