//! The diagnostics of a unit.

use std::collections::BTreeMap;

use asunder_cuda::finding::Stage;
use asunder_cuda::settings::Pass;
use asunder_diag::catalogue;
use asunder_diag::control::{CommandLineControl, PragmaControl, decide};
use asunder_diag::diagnostic::{Argument, Diagnostic, Message, Note, Place};
use asunder_diag::severity::Severity;
use asunder_lexical::IGNORED_TILE_ATTRIBUTE;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, SignificantTokens, SyntaxKind};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::braces::unmatched_braces;
use crate::meaning::{Reporter, mistakes_of_unit};
use crate::options::Options;
use crate::places::Places;
use crate::rules;
use crate::settings::{dialect, input_file};
use crate::syntax::syntax_findings;

/// What a pass has to say about a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// In the order in which they are reported, up to the error limit; severities are not decided yet.
    pub diagnostics: Vec<Diagnostic>,
    /// What the unit's pragmas say about severities.
    pub pragmas: PragmaControl,
    /// How often each rule, by internal number, was silent because it met something not understood.
    pub silenced: BTreeMap<u16, u32>,
}

/// "expected a \",\"".
const EXPECTED_COMMA: u16 = 253;
/// "declaration does not declare anything".
const DECLARES_NOTHING: u16 = 64;
/// "expected a \"}\"".
const EXPECTED_CLOSING_BRACE: u16 = 67;
/// "parsing restarts here after previous syntax error".
const PARSING_RESTARTS: u16 = 12;
/// From so many lines below the error on it is said where reading goes on.
const FAR: u32 = 3;
/// "expected a declaration".
const EXPECTED_DECLARATION: u16 = 169;
/// What rules say of attributes that may not be there and of arguments: errors of syntax.
const OF_ATTRIBUTES: [u16; 7] = [18, 29, 40, 125, EXPECTED_COMMA, 1847, 1910];
/// "attribute … does not apply here", and "attribute does not apply to any entity".
const NOT_APPLYING: [u16; 2] = [1835, 1866];
/// "… cannot be referenced -- it is a deleted function".
const DELETED: u16 = 1776;
/// "… is used before its value is set".
const UNSET: u16 = 549;
/// What the reference, which has no such limit, never says.
const TOO_DEEP: &str = "nesting is too deep for asunder";
/// "to match this …", a note.
const TO_MATCH_THIS: u16 = 3196;

/// Something found. Only what is reported gets a place.
pub(crate) struct Found<'a> {
    /// Where the text is read that makes it known.
    pub(crate) moment: u32,
    /// With what it is found when code is put together, which does not happen after an error of something else.
    pub(crate) late: Option<Group>,
    /// How it is made a diagnostic.
    pub(crate) diagnostic: Box<dyn Fn() -> Diagnostic + 'a>,
}

/// What is found at one time: the stage of the compilation, the item, and where the parser stands in that.
pub(crate) type Group = (Stage, u32, u32);

impl<'a> Found<'a> {
    fn new(moment: u32, diagnostic: impl Fn() -> Diagnostic + 'a) -> Self {
        Found { moment, late: None, diagnostic: Box::new(diagnostic) }
    }
}

/// Checks a unit in a pass, up to the error limit. `module_id` is called where a name in a message contains it.
pub fn check(
    db: &dyn salsa::Database,
    source: SourceText,
    options: &Options,
    pass: Pass,
    module_id: &dyn Fn() -> Option<String>,
) -> Report {
    let dialect = dialect(options);
    let lexical = asunder_lexical::findings(db, source, dialect);
    let braces = unmatched_braces(db, source, dialect);
    let places = &Places::new(db, source, input_file(options));
    let reads_templates = pass == Pass::Host;
    let syntax = syntax_findings(db, source, dialect);
    let syntax: Vec<_> = syntax.iter().filter(|it| reads_templates || !it.in_template).collect();
    let settings = rules::settings(options, pass, &lexical.pragmas);
    let mistakes = mistakes_of_unit(db, source, dialect, settings);
    let has_errors = syntax.iter().any(|it| it.is_error)
        || !braces.open.is_empty()
        || braces.stray.is_some()
        || mistakes.iter().any(|it| it.is_error());
    let checked = rules::check(db, source, dialect, settings, has_errors);
    let mut found: Vec<Found<'_>> = Vec::new();
    let mut tile_attribute_ignored = false;
    // Attributes that do not apply where they stand are reported as such.
    let mut refused: Option<Vec<u32>> = None;
    for finding in &lexical.findings {
        if finding.message.number == Some(IGNORED_TILE_ATTRIBUTE) {
            let refused = refused.get_or_insert_with(|| checked.points(&NOT_APPLYING).collect());
            let is_first = matches!(places.at(finding.offset), Place::Line(line) if !line.system_header)
                && !refused.contains(&finding.offset)
                && !std::mem::replace(&mut tile_attribute_ignored, true);
            if !is_first {
                continue;
            }
        }
        let diagnostic = || {
            let fixed_severity = finding.is_error.then_some(Severity::Error);
            let plain = Diagnostic::new(finding.message.clone(), places.at(finding.offset));
            Diagnostic { fixed_severity, ..plain }
        };
        found.push(Found::new(finding.offset, diagnostic));
    }
    if let Some(brace) = braces.stray
        && found.iter().map(|it| it.moment).chain(syntax.iter().map(|it| it.offset)).all(|it| it != brace)
    {
        let message = || Message::new(EXPECTED_DECLARATION, Vec::new());
        found.push(Found::new(brace, move || Diagnostic::new(message(), places.at(brace))));
    }
    let end = places.unit_length() as u32;
    // A brace that was missed where it should stand is not missed again.
    let missed = syntax.iter().filter(|it| it.number == Some(EXPECTED_CLOSING_BRACE)).count();
    for &brace in &braces.open[..braces.open.len().saturating_sub(missed)] {
        let diagnostic = move || {
            let message = Message::new(EXPECTED_CLOSING_BRACE, Vec::new());
            let mut diagnostic = Diagnostic::new(message, places.at(end));
            let message = Message::new(TO_MATCH_THIS, vec![Argument::Name("{".into())]);
            diagnostic.notes.push(Note { message, place: places.at(brace) });
            diagnostic
        };
        found.push(Found::new(end, diagnostic));
    }
    // Rules that read the arguments of attributes know more than the first error in them.
    let of_attributes = match syntax.is_empty() {
        true => FxHashSet::default(),
        false => checked.points(&OF_ATTRIBUTES).filter_map(|offset| places.line(offset)).collect(),
    };
    // Where the reference skips what follows up to the next semicolon.
    let mut skipping: Vec<u32> = braces.stray.into_iter().collect();
    skipping.extend(syntax.iter().filter(|it| it.skips).map(|it| it.offset));
    for error in syntax {
        if places.line(error.offset).is_some_and(|line| of_attributes.contains(&line)) {
            continue;
        }
        let diagnostic = || {
            let message = match error.number {
                Some(number) => Message::new(number, Vec::new()),
                None => Message::plain(TOO_DEEP),
            };
            // Some numbers are errors here and warnings there.
            let fixed_severity = match error.is_error {
                true => matches!(error.number, None | Some(EXPECTED_COMMA | DECLARES_NOTHING))
                    .then_some(Severity::Error),
                false => Some(Severity::Warning),
            };
            let brace = error.brace.map(|brace| Note {
                message: Message::new(TO_MATCH_THIS, vec![Argument::Name("{".into())]),
                place: places.at(brace),
            });
            let plain = Diagnostic::new(message, places.at(error.offset));
            Diagnostic { fixed_severity, notes: brace.into_iter().collect(), ..plain }
        };
        found.push(Found::new(error.offset, diagnostic));
    }
    let reporter = &Reporter { db, source, dialect, places, pass };
    skipping.extend(mistakes.iter().filter(|it| it.ends_declaration()).map(|it| it.offset));
    skipping.sort_unstable();
    // The spaces of a call and the template that it names are looked at before what it calls is found to be deleted, and
    // before its arguments are read. Instances are made one after the other.
    let mut late: Vec<Found<'_>> = Vec::new();
    for mistake in mistakes {
        let number = mistake.mistake.number;
        let is_late = number == DELETED || number == UNSET && !mistake.is_of_instance();
        let found = if is_late { &mut late } else { &mut found };
        found.push(Found::new(mistake.moment, move || reporter.diagnostic(&mistake)));
    }
    found.extend(checked.found(places, module_id));
    found.extend(late);
    // All kinds come in the order of the text; a token is read before it is checked.
    found.sort_by_key(|it| it.moment);
    leave_out(&mut found, &skipped_texts(db, source, dialect, &skipping), places);
    let mut limit = Limit::new(options, pass);
    let mut diagnostics = Vec::new();
    for found in found {
        if found.late.is_some_and(|group| limit.is_too_late(group)) {
            continue;
        }
        let diagnostic = (found.diagnostic)().in_release(dialect.release);
        limit.count(&diagnostic, &lexical.pragmas, found.late);
        diagnostics.push(diagnostic);
        if limit.is_reached() {
            break;
        }
    }
    Report { diagnostics, pragmas: lexical.pragmas.clone(), silenced: checked.silenced }
}

/// A part of the unit that the reference skips behind an error of syntax.
struct Skipped {
    /// The token with which it starts, and what it ends in front of.
    from: u32,
    end: u32,
    /// It ends with a semicolon, not with the scope around it.
    restarts: bool,
}

/// What is skipped up to the next semicolon of the scope from each of `starts` on.
fn skipped_texts(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    starts: &[u32],
) -> Vec<Skipped> {
    let mut skipped: Vec<Skipped> = Vec::new();
    if starts.is_empty() {
        return skipped;
    }
    let text = source.text(db);
    for &from in starts {
        if skipped.last().is_some_and(|last| from <= last.end) {
            continue;
        }
        let rest = &text[from as usize..];
        let mut depth = 0;
        let mut last = Skipped { from, end: text.len() as u32, restarts: false };
        for (kind, token) in SignificantTokens::new(rest, dialect) {
            let at = from + (token.as_ptr().addr() - rest.as_ptr().addr()) as u32;
            match kind {
                SyntaxKind::L_BRACE | SyntaxKind::L_PAREN | SyntaxKind::L_BRACK => depth += 1,
                SyntaxKind::R_BRACE if depth == 0 && at > from => {
                    last.end = at;
                    break;
                }
                SyntaxKind::R_BRACE | SyntaxKind::R_PAREN | SyntaxKind::R_BRACK if depth > 0 => depth -= 1,
                SyntaxKind::SEMICOLON if depth == 0 => {
                    last = Skipped { from, end: at, restarts: true };
                    break;
                }
                _ => {}
            }
        }
        skipped.push(last);
    }
    skipped
}

/// Nothing is said of what is skipped, but where reading goes on some lines below.
fn leave_out<'a>(found: &mut Vec<Found<'a>>, skipped: &[Skipped], places: &'a Places<'a>) {
    found.retain(|it| {
        let before = skipped.partition_point(|skipped| skipped.from < it.moment);
        before.checked_sub(1).is_none_or(|index| it.moment > skipped[index].end)
    });
    let line = |offset| places.line(offset);
    for skipped in skipped.iter().filter(|it| it.restarts) {
        if let (Some((_, from)), Some((_, end))) = (line(skipped.from), line(skipped.end))
            && end >= from + FAR
        {
            let end = skipped.end;
            let restart = move || Diagnostic::new(Message::new(PARSING_RESTARTS, Vec::new()), places.at(end));
            found.push(Found::new(end, restart));
        }
    }
    found.sort_by_key(|it| it.moment);
}

/// Counts errors up to those that end a run.
struct Limit {
    /// There has been an error, found with others when code was put together or not.
    first: Option<Option<Group>>,
    pass: catalogue::Pass,
    control: CommandLineControl,
    /// Errors that may still come.
    left: u32,
    /// Errors that were wanted once, by number.
    seen_once: FxHashSet<u16>,
}

impl Limit {
    fn new(options: &Options, pass: Pass) -> Limit {
        let wishes = &options.diagnostics;
        Limit {
            pass: rules::severities_of(pass),
            control: wishes.command_line_control(),
            first: None,
            left: wishes.error_limit,
            seen_once: FxHashSet::default(),
        }
    }

    /// Whether what is found when code is put together is not found because of an error of something else.
    fn is_too_late(&self, group: Group) -> bool {
        self.first.is_some_and(|first| first != Some(group))
    }

    fn count(&mut self, diagnostic: &Diagnostic, pragmas: &PragmaControl, group: Option<Group>) {
        let Some(verdict) = decide(diagnostic, self.pass, &self.control, pragmas) else { return };
        if verdict.severity == Severity::Error {
            self.first.get_or_insert(group);
            let number = diagnostic.message.number.filter(|_| verdict.once);
            let is_new = number.is_none_or(|number| self.seen_once.insert(number));
            self.left = self.left.saturating_sub(u32::from(is_new));
        }
    }

    fn is_reached(&self) -> bool {
        self.left == 0
    }
}

#[cfg(test)]
mod tests {
    use asunder_diag::diagnostic::Place;

    use crate::options::Options;
    use crate::{Pass, check_unit};

    #[test]
    fn collection_ends_at_the_error_limit_and_lines_are_shared() {
        let text = "int a = ;".repeat(200);
        let mut options = Options::default();
        options.diagnostics.error_limit = 7;
        let report = check_unit(&options, Pass::Host, text.as_bytes()).expect("a small unit");
        let lines = report.diagnostics.iter().map(|it| match &it.place {
            Place::Line(line) => line.point.as_ref().expect("a column").excerpt.as_ptr(),
            other => panic!("{other:?}"),
        });
        let lines: Vec<_> = lines.collect();
        assert_eq!(lines.len(), 7);
        assert!(lines.iter().all(|line| *line == lines[0]));
    }

    #[test]
    fn unused_variables_behind_an_error_of_syntax_are_not_reported() {
        let lines = |text: &str| -> Vec<(Option<u16>, Option<u32>)> {
            let pass = Pass::Device { arch: 75 };
            let report = check_unit(&Options::default(), pass, text.as_bytes()).expect("a small unit");
            report.diagnostics.iter().map(|it| (it.message.number, it.place.line())).collect()
        };
        let text = "void f() {\nint a;\nif (1 {\nint b; } }\nvoid g() {\nint c; }\n";
        let expected =
            [(18, 3), (127, 4), (177, 2), (177, 6)].map(|(number, line)| (Some(number), Some(line)));
        assert_eq!(lines(text), expected);
        let text = "void f() {\nint a;\nint b = ;\n}\n";
        assert_eq!(lines(text), [(Some(29), Some(3)), (Some(177), Some(2))]);
    }

    #[test]
    fn what_comes_at_the_end_of_a_unit_is_not_reported_behind_the_limit() {
        let errors = "int a = ;\n".repeat(3);
        let text = format!("# 1 \"a.cu\"\n{errors}static int unused() {{ return 1; }}\n");
        let count = |limit| {
            let mut options = Options::default();
            options.diagnostics.error_limit = limit;
            let pass = Pass::Device { arch: 75 };
            check_unit(&options, pass, text.as_bytes()).expect("a small unit").diagnostics.len()
        };
        assert_eq!([count(3), count(4)], [3, 4]);
    }
}
