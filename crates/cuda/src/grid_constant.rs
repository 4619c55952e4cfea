//! `__grid_constant__` parameters (spec page 3 §8).

use crate::check::Check;
use crate::declared::Declared;

/// Puts the rules to a declarator.
pub(crate) fn declared(_check: &Check<'_>, _declared: &Declared) {}
