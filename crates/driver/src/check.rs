//! The diagnostics of a unit.

use std::sync::Arc;

use asunder_diag::control::PragmaControl;
use asunder_diag::diagnostic::Diagnostic;
use asunder_source::SourceText;
use asunder_syntax::Dialect;

use crate::places::Places;

/// What a pass has to say about a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// In the order in which they are reported; severities are not decided yet.
    pub diagnostics: Vec<Diagnostic>,
    /// What the unit's pragmas say about severities.
    pub pragmas: PragmaControl,
}

/// Checks a unit. `input` names the file before the first line marker; standard input has no name.
pub fn check(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    input: Option<Arc<str>>,
) -> Report {
    let findings = asunder_lexical::findings(db, source, dialect);
    let table = asunder_source::line_table(db, source);
    let places = Places::new(source.text(db), table, input);
    let diagnostics = findings
        .findings
        .iter()
        .map(|finding| Diagnostic::new(finding.message.clone(), places.at(finding.offset)))
        .collect();
    Report { diagnostics, pragmas: findings.pragmas.clone() }
}
