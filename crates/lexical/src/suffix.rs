//! User-defined literals: suffixes and the operators that they name.

use asunder_outline::TextRange;
use asunder_syntax::{Dialect, Standard, SyntaxKind};
use rustc_hash::FxHashMap;

use crate::unit::Finding;

/// "user-defined literal operator not found".
const OPERATOR_NOT_FOUND: u16 = 2486;
/// "a user-provided literal suffix must begin with \"_\"".
const RESERVED_SUFFIX: u16 = 2506;

/// The suffixes of a unit.
#[derive(Debug)]
pub(crate) struct Suffixes<'u> {
    unit: &'u str,
    dialect: Dialect,
    /// Where the first operator of a suffix stands, `None` for suffixes without one.
    operators: FxHashMap<&'u str, Option<usize>>,
}

impl<'u> Suffixes<'u> {
    pub(crate) fn new(unit: &'u str, dialect: Dialect) -> Self {
        Self { unit, dialect, operators: FxHashMap::default() }
    }

    /// Checks the suffix of a literal. A suffix for which no operator stands before it in the unit, whatever its
    /// scope, is certainly unknown. Suffixes of numbers count only if they start with `_`: others may be built in.
    pub(crate) fn check(&mut self, range: TextRange, kind: SyntaxKind, findings: &mut Vec<Finding>) {
        if self.dialect.standard < Standard::Cpp11 {
            return;
        }
        let token = &self.unit[range];
        let start = usize::from(range.start());
        if token.starts_with("\"\"") && self.unit[..start].trim_end().ends_with("operator") {
            self.check_operator(start + 2, findings);
            return;
        }
        let Some(suffix) = suffix(token, kind) else { return };
        let unit = self.unit;
        let operator = *self.operators.entry(suffix).or_insert_with(|| first_operator(unit, suffix));
        if operator.is_none_or(|at| at > start) {
            findings.push(Finding::new(OPERATOR_NOT_FOUND, range.start().into()));
        }
    }

    /// Checks the suffix behind the quotes of an operator's name, which end at `from`.
    fn check_operator(&self, from: usize, findings: &mut Vec<Finding>) {
        let rest = &self.unit[from..];
        let blanks = rest.len() - rest.trim_start().len();
        let suffix = &rest[blanks..];
        if suffix.starts_with(|c: char| c.is_alphabetic()) {
            findings.push(Finding::new(RESERVED_SUFFIX, (from + blanks) as u32));
        }
    }
}

/// The suffix of a literal that an operator must define.
fn suffix(token: &str, kind: SyntaxKind) -> Option<&str> {
    let at = match kind {
        SyntaxKind::STRING => behind_quotes(token, '"')?,
        SyntaxKind::CHAR => behind_quotes(token, '\'')?,
        _ => token.find('_')?,
    };
    let suffix = &token[at..];
    let is_word = suffix.starts_with(|c: char| c.is_alphabetic() || c == '_');
    is_word.then_some(suffix)
}

/// Where the text behind the closing quote starts; `None` for a literal that is not closed.
fn behind_quotes(token: &str, quote: char) -> Option<usize> {
    let close = token.rfind(quote)?;
    (token.find(quote)? < close).then_some(close + 1)
}

/// Where the first `operator ""suffix` of a unit stands.
fn first_operator(unit: &str, suffix: &str) -> Option<usize> {
    let ends_word =
        |at: usize| !unit[at + suffix.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let mut found = memchr::memmem::find_iter(unit.as_bytes(), suffix.as_bytes());
    found.find(|&at| ends_word(at) && unit[..at].trim_end().ends_with("\"\""))
}
