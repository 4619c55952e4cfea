//! Operands that operators take and no longer should: `bool` of `++` (removed by C++17, [diff.cpp14.expr]; the reference
//! takes it in all standards), `volatile` ones of `++`, `--` and compound assignments ([depr.volatile.type], C++20).

use asunder_syntax::{Release, Standard};
use asunder_types::Builtin;

use super::super::{Infer, NodeId};
use crate::finding::{Argument, Mistake};

/// "incrementing a bool value is deprecated".
const BOOL: u16 = 708;
/// "a volatile operand to … expression is deprecated".
const VOLATILE_STEP: u16 = 3010;
/// "a volatile destination type for a compound assignment expression is deprecated".
const VOLATILE_COMPOUND: u16 = 3012;
/// "a volatile operand to an increment expression is deprecated", later releases.
const VOLATILE_INCREMENT: u16 = 33531;
/// "a volatile operand to a decrement expression is deprecated", later releases.
const VOLATILE_DECREMENT: u16 = 33532;
/// The first release with a number each for increments and decrements.
const NUMBERS_APART: Release = Release::V13_3;

impl<'db> Infer<'_, 'db> {
    /// `++e`, `e--` of a number or pointer that may be changed.
    pub(crate) fn check_deprecated_step(&mut self, operator: &str, node: NodeId) {
        if !self.is_number_or_pointer(node) {
            return;
        }
        let is_increment = operator == "++";
        if self.is_deprecated_volatile(node) {
            let mistake = match (self.sema.dialect.release >= NUMBERS_APART, is_increment) {
                (true, true) => Mistake::new(VOLATILE_INCREMENT, Vec::new()),
                (true, false) => Mistake::new(VOLATILE_DECREMENT, Vec::new()),
                (false, _) => {
                    let word = if is_increment { "an increment" } else { "a decrement" };
                    Mistake::new(VOLATILE_STEP, vec![Argument::Text(word.to_owned())])
                }
            };
            let at = self.start_of(node);
            self.met(mistake, at);
        }
        if is_increment && self.node(node).ty.as_builtin(self.db()) == Some(Builtin::Bool) {
            let at = self.start_of(node);
            self.met_plain(BOOL, at);
        }
    }

    /// `e += x` for a number or pointer `e`.
    pub(crate) fn check_deprecated_compound(&mut self, target: NodeId) {
        if self.is_number_or_pointer(target) && self.is_deprecated_volatile(target) {
            let at = self.start_of(target);
            self.met_plain(VOLATILE_COMPOUND, at);
        }
    }

    fn is_number_or_pointer(&self, node: NodeId) -> bool {
        let ty = self.node(node).ty;
        self.is_known(node) && (ty.as_builtin(self.db()).is_some() || ty.pointee(self.db()).is_some())
    }

    fn is_deprecated_volatile(&self, node: NodeId) -> bool {
        self.sema.dialect.standard >= Standard::Cpp20 && self.node(node).ty.qualifiers(self.db()).is_volatile
    }
}
