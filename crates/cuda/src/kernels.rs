//! Constraints on `__global__` functions (spec page 3 §5, page 2 §7).

use crate::check::Check;
use crate::declared::Declared;

/// Puts the rules to a declarator.
pub(crate) fn declared(_check: &Check<'_>, _declared: &Declared) {}
