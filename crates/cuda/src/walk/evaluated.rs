//! Calls of closures that may be evaluated while compiling, so that nothing of them runs.

use std::cell::RefCell;

use asunder_sema::uses::{Around, CallOperator, Target, Use, UseForm};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bodies::Reader;
use crate::used::is_local;

/// Call operators that were looked at, and whether each may be evaluated.
#[derive(Default)]
pub(super) struct Evaluated<'db>(RefCell<FxHashMap<CallOperator<'db>, bool>>);

impl<'db> Reader<'_, 'db> {
    /// Whether a call of a closure may be evaluated while compiling: the operator is `constexpr`, captures nothing, and uses
    /// constants alone, as do the closures that it calls.
    pub(super) fn may_be_evaluated(&self, used: &Use<'db>, operator: CallOperator<'db>) -> bool {
        if used.runs {
            return false;
        }
        let mut known = self.evaluated.0.borrow_mut();
        let mut met = FxHashSet::default();
        let mut open = vec![operator];
        while let Some(next) = open.pop() {
            if !met.insert(next) {
                continue;
            }
            let is_known = known.get(&next).copied();
            if !is_known.unwrap_or_else(|| self.uses_constants(next, &mut open).unwrap_or(false)) {
                known.extend([(next, false), (operator, false)]);
                return false;
            }
        }
        known.extend(met.into_iter().map(|operator| (operator, true)));
        true
    }

    /// Whether a call operator is `constexpr`, captures nothing and uses constants alone, and closures, which are added to
    /// `called`.
    fn uses_constants(
        &self,
        operator: CallOperator<'db>,
        called: &mut Vec<CallOperator<'db>>,
    ) -> Option<bool> {
        let (around, lambda) = self.code.place_of(operator)?;
        let written = self.code.body(around)?.lambda(lambda)?;
        let (body, own, is_constexpr) = match operator.args {
            None => (self.code.body(around)?, Some(lambda), written.is_constexpr),
            Some(_) => {
                let body = self.code.body(Around::CallOperator(operator))?;
                (body, None, body.is_constexpr)
            }
        };
        let text = self.names.item_text(body.owner.item).text(self.db);
        let introducer = text[usize::from(written.at)..].strip_prefix('[')?;
        let mut uses = body.uses.iter().filter(|used| used.lambda == own);
        Some(
            is_constexpr == Some(true)
                && introducer.trim_start().starts_with(']')
                && self.code.written_space(around, lambda).is_none()
                && uses.all(|used| self.is_of_constants(used, called)),
        )
    }

    /// Whether what is used is a constant, or a function that may give one.
    fn is_of_constants(&self, used: &Use<'db>, called: &mut Vec<CallOperator<'db>>) -> bool {
        // A generic lambda may call itself.
        if let Target::Lambda(operator) = used.target {
            called.push(operator);
            return operator.args.is_none() && !used.runs;
        }
        let Some(decl) = used.decl() else { return true };
        let written = match is_local(decl) {
            true => self.local_decl(decl),
            false => Some(self.names.decl(decl)),
        };
        let is_constexpr = written.is_some_and(|it| it.specifiers.is_constexpr || it.specifiers.is_consteval);
        match used.form {
            UseForm::Variable(access) => is_constexpr || access.of.is_some_and(|of| of.is_const),
            _ => is_constexpr,
        }
    }
}
