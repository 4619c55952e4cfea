//! Launch configuration (spec page 3 §4).

use crate::check::Check;
use crate::declared::Declared;

/// Puts the rules to a declarator.
pub(crate) fn declared(_check: &Check<'_>, _declared: &Declared) {}
