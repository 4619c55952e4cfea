//! Memory spaces on variables (spec page 3 §6–7, page 2 §5).

use crate::check::Check;
use crate::declared::Declared;

/// Puts the rules to a declarator.
pub(crate) fn declared(_check: &Check<'_>, _declared: &Declared) {}
