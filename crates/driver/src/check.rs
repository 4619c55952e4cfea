//! The diagnostics of a unit.

use std::collections::BTreeMap;
use std::sync::Arc;

use asunder_cuda::settings::{Pass, Settings};
use asunder_diag::control::PragmaControl;
use asunder_diag::diagnostic::{Argument, Diagnostic, Message, Note, Place};
use asunder_diag::severity::Severity;
use asunder_lexical::IGNORED_TILE_ATTRIBUTE;
use asunder_source::SourceText;
use asunder_syntax::Dialect;
use serde::{Deserialize, Serialize};

use crate::braces::unmatched_braces;
use crate::places::Places;
use crate::rules;
use crate::syntax::syntax_findings;

/// What a pass has to say about a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// In the order in which they are reported; severities are not decided yet.
    pub diagnostics: Vec<Diagnostic>,
    /// What the unit's pragmas say about severities.
    pub pragmas: PragmaControl,
    /// How often each rule, by internal number, was silent because it met something not understood.
    pub silenced: BTreeMap<u16, u32>,
}

/// "expected a \",\"".
const EXPECTED_COMMA: u16 = 253;
/// "expected a \"}\"".
const EXPECTED_CLOSING_BRACE: u16 = 67;
/// "expected a declaration".
const EXPECTED_DECLARATION: u16 = 169;
/// What rules say of attributes that may not be there and of arguments: errors of syntax.
const OF_ATTRIBUTES: [u16; 7] = [18, 29, 40, 125, EXPECTED_COMMA, 1847, 1910];
/// What the reference, which has no such limit, never says.
const TOO_DEEP: &str = "nesting is too deep for asunder";
/// "to match this …", a note.
const TO_MATCH_THIS: u16 = 3196;

/// Checks a unit. `input` names the file before the first line marker; standard input has no name. `module_id` is asked
/// where a name in a message contains it.
pub fn check(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    settings: Settings,
    input: Option<Arc<str>>,
    module_id: &dyn Fn() -> Option<String>,
) -> Report {
    let lexical = asunder_lexical::findings(db, source, dialect);
    let braces = unmatched_braces(db, source, dialect);
    let places = Places::new(db, source, input);
    let mut found: Vec<(u32, Diagnostic)> = Vec::new();
    let mut tile_attribute_ignored = false;
    for finding in &lexical.findings {
        let mut diagnostic = Diagnostic::new(finding.message.clone(), places.at(finding.offset));
        diagnostic.fixed_severity = finding.is_error.then_some(Severity::Error);
        if finding.message.number == Some(IGNORED_TILE_ATTRIBUTE) {
            let is_first = matches!(&diagnostic.place, Place::Line(line) if !line.system_header)
                && !std::mem::replace(&mut tile_attribute_ignored, true);
            if !is_first {
                continue;
            }
        }
        found.push((finding.offset, diagnostic));
    }
    let reads_templates = settings.pass == Pass::Host;
    let syntax = syntax_findings(db, source, dialect);
    let syntax: Vec<_> = syntax.iter().filter(|it| reads_templates || !it.in_template).collect();
    if let Some(brace) = braces.stray
        && found
            .iter()
            .map(|(offset, _)| *offset)
            .chain(syntax.iter().map(|it| it.offset))
            .all(|it| it != brace)
    {
        let message = Message::new(EXPECTED_DECLARATION, Vec::new());
        found.push((brace, Diagnostic::new(message, places.at(brace))));
    }
    let end = places.unit_length() as u32;
    for brace in &braces.open {
        let message = Message::new(EXPECTED_CLOSING_BRACE, Vec::new());
        let mut diagnostic = Diagnostic::new(message, places.at(end));
        let message = Message::new(TO_MATCH_THIS, vec![Argument::Name("{".into())]);
        diagnostic.notes.push(Note { message, place: places.at(*brace) });
        found.push((end, diagnostic));
    }
    let has_errors = syntax.iter().any(|it| it.is_error) || !braces.open.is_empty() || braces.stray.is_some();
    let judged = rules::judge(db, source, dialect, settings, &places, has_errors, module_id);
    for error in &syntax {
        let message = match error.number {
            Some(number) => Message::new(number, Vec::new()),
            None => Message::plain(TOO_DEEP),
        };
        let mut diagnostic = Diagnostic::new(message, places.at(error.offset));
        // Some numbers are errors here and warnings there.
        diagnostic.fixed_severity = match error.is_error {
            true => matches!(error.number, None | Some(EXPECTED_COMMA)).then_some(Severity::Error),
            false => Some(Severity::Warning),
        };
        // Rules that read the arguments of attributes know more than the first error in them.
        let is_told = |(_, it): &(u32, Diagnostic)| {
            it.message.number.is_some_and(|number| OF_ATTRIBUTES.contains(&number))
                && it.place.point().is_some()
                && line_of(&it.place) == line_of(&diagnostic.place)
        };
        if !judged.diagnostics.iter().any(is_told) {
            found.push((error.offset, diagnostic));
        }
    }
    found.extend(judged.diagnostics);
    // All kinds come in the order of the text; a token is read before it is judged.
    found.sort_by_key(|(offset, _)| *offset);
    let release = dialect.release;
    let diagnostics = found.into_iter().map(|(_, diagnostic)| diagnostic.in_release(release)).collect();
    Report { diagnostics, pragmas: lexical.pragmas.clone(), silenced: judged.silenced }
}

/// File and line of a place.
fn line_of(place: &Place) -> Option<(Option<&str>, u32)> {
    match place {
        Place::Line(line) => Some((line.file.as_deref(), line.line)),
        Place::Nowhere | Place::EndOfSource { .. } => None,
    }
}
