//! CUDA's rules as diagnostics: findings get files, lines and columns.

use std::collections::BTreeMap;
use std::sync::Arc;

use asunder_cuda::finding::{self, Finding};
use asunder_cuda::settings::{Pass, Settings};
use asunder_decls::layout::layout;
use asunder_diag::catalogue;
use asunder_diag::diagnostic::{Argument, Context, Declared, Diagnostic, Message, Note, Place};
use asunder_diag::severity::Severity;
use asunder_mangle::display::{Form, damaged_signature, signature};
use asunder_mangle::model::Entity;
use asunder_source::SourceText;
use asunder_syntax::Dialect;

use crate::options::Options;
use crate::places::Places;

/// The rules' settings that a command line asks for.
pub(crate) fn settings(options: &Options, pass: Pass) -> Settings {
    let cuda = &options.cuda;
    Settings {
        pass,
        release: options.release,
        enable_tile: cuda.enable_tile,
        rdc: cuda.device_c,
        extended_lambda: cuda.extended_lambda,
        relaxed_constexpr: cuda.relaxed_constexpr,
        static_host_stub: cuda.static_host_stub,
        allow_managed: cuda.allow_managed,
        register_params: cuda.uumn,
    }
}

/// The rules' findings in the order in which they are reported, each with the offset where the text
/// was read, and the number of times each rule was silent for want of knowledge.
pub(crate) struct Judged {
    pub(crate) diagnostics: Vec<(u32, Diagnostic)>,
    pub(crate) silenced: BTreeMap<u16, u32>,
}

/// Judges a unit by CUDA's rules. What the reference finds at the end of a unit it finds only without
/// errors before.
pub(crate) fn judge(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    settings: Settings,
    places: &Places<'_>,
    has_errors: bool,
    module_id: &dyn Fn() -> Option<String>,
) -> Judged {
    let found = asunder_cuda::diagnostics(db, source, dialect, settings);
    let starts =
        |item: u32| u32::from(layout(db, source, dialect).item_range(db, source, item, dialect).start());
    let is_error = |(_, finding): &(u32, Finding)| match finding.severity {
        Some(severity) => severity == finding::Severity::Error,
        None => catalogue::by_number(finding.message.number)
            .and_then(|entry| entry.default_severity(severities_of(settings.pass)))
            .is_some_and(|severity| severity >= Severity::Error),
    };
    let reported = reported(&found.findings, has_errors, &is_error);
    let diagnostics = reported.into_iter().map(|(item, finding)| {
        let at = Located { places, starts: &starts, item: *item, module_id };
        let moment = match finding.moment.stage {
            finding::Stage::Parse => starts(*item) + u32::from(finding.moment.parsed),
            _ => u32::MAX,
        };
        (moment, at.diagnostic(finding))
    });
    let mut diagnostics: Vec<(u32, Diagnostic)> = diagnostics.collect();
    for (start, finding) in asunder_cuda::namespace_findings(db, source, dialect) {
        let start = u32::from(start);
        let at = Located { places, starts: &|_| start, item: 0, module_id };
        diagnostics.push((start + u32::from(finding.offset), at.diagnostic(&finding)));
    }
    Judged { diagnostics, silenced: found.silenced }
}

/// The findings without those that are not made after an error. Findings made together do not count
/// for each other.
fn reported<'a>(
    findings: &'a [(u32, Finding)],
    has_errors: bool,
    is_error: &dyn Fn(&(u32, Finding)) -> bool,
) -> Vec<&'a (u32, Finding)> {
    let group = |(item, finding): &(u32, Finding)| match finding.moment.stage {
        finding::Stage::Parse => (finding.moment.stage, *item, finding.moment.parsed),
        stage => (stage, 0, 0.into()),
    };
    let mut kept: Vec<&(u32, Finding)> = Vec::new();
    let mut error = None;
    if has_errors {
        error = Some(None);
    }
    for found in findings {
        let is_late = error.is_some_and(|at| at != Some(group(found)));
        if found.1.needs_clean_unit && is_late {
            continue;
        }
        if is_error(found) && error.is_none() {
            error = Some(found.1.needs_clean_unit.then(|| group(found)));
        }
        kept.push(found);
    }
    kept
}

/// The table of default severities of a pass.
fn severities_of(pass: Pass) -> catalogue::Pass {
    match pass {
        Pass::Host => catalogue::Pass::Host,
        Pass::Device { .. } => catalogue::Pass::Device,
    }
}

/// Translates the places of one item.
struct Located<'a> {
    places: &'a Places<'a>,
    starts: &'a dyn Fn(u32) -> u32,
    item: u32,
    /// The module id, which is part of names with internal linkage; `None` when it is not known.
    module_id: &'a dyn Fn() -> Option<String>,
}

impl Located<'_> {
    fn diagnostic(&self, finding: &Finding) -> Diagnostic {
        let mut place = self.place(finding::Place { item: finding.item, offset: finding.offset });
        if let (true, Place::Line(line)) = (finding.line_only, &mut place) {
            line.point = None;
        }
        let mut diagnostic = Diagnostic::new(self.message(&finding.message), place);
        diagnostic.fixed_severity = finding.severity.map(|severity| match severity {
            finding::Severity::Warning => Severity::Warning,
            finding::Severity::Error => Severity::Error,
        });
        diagnostic.notes = finding.notes.iter().map(|note| self.note(note)).collect();
        diagnostic.contexts = finding.contexts.iter().map(|context| self.context(context)).collect();
        diagnostic
    }

    fn place(&self, place: finding::Place) -> Place {
        let start = (self.starts)(place.item.unwrap_or(self.item));
        self.places.at(start + u32::from(place.offset))
    }

    fn declared(&self, place: finding::Place) -> Declared {
        match self.place(place) {
            Place::Line(line) => Declared { file: line.file.unwrap_or_else(|| "".into()), line: line.line },
            Place::Nowhere | Place::EndOfSource { .. } => Declared { file: "".into(), line: 0 },
        }
    }

    fn message(&self, message: &finding::Message) -> Message {
        let arguments = message.arguments.iter().map(|argument| self.argument(argument));
        Message::new(message.number, arguments.collect())
    }

    fn argument(&self, argument: &finding::Argument) -> Argument {
        match argument.clone() {
            finding::Argument::Text(text) => Argument::Text(text),
            finding::Argument::Callee(callee) => self.callee(&callee),
            finding::Argument::Name(name) => Argument::Name(name),
            finding::Argument::Type { written, meaning } => Argument::Type { written, meaning },
            finding::Argument::Entity { kind, name, declared } => {
                Argument::Entity { kind, name, declared: declared.map(|place| self.declared(place)) }
            }
            finding::Argument::At(place) => Argument::At(self.declared(place)),
            finding::Argument::DefinedAt(place) => {
                let Declared { file, line } = self.declared(place);
                Argument::Text(format!(", defined at {file}:{line}").into())
            }
        }
    }

    fn callee(&self, callee: &Entity) -> Argument {
        let signature: Arc<str> = signature(callee, Form::Full).unwrap_or_default().into();
        // Most names do not need the module id.
        let without_id = damaged_signature(callee, "").unwrap_or_default();
        let after_error: Arc<str> =
            match without_id.contains("_INTERNAL") || without_id.contains("_GLOBAL__N_") {
                true => damaged_signature(callee, &(self.module_id)().unwrap_or_default())
                    .unwrap_or_default()
                    .into(),
                false => without_id.into(),
            };
        Argument::Callee { signature, after_error }
    }

    fn note(&self, note: &finding::Note) -> Note {
        Note { message: self.message(&note.message), place: self.place(note.place) }
    }

    fn context(&self, context: &finding::Context) -> Context {
        let Declared { file, line } = self.declared(context.place);
        Context { what: Arc::clone(&context.what), file, line }
    }
}
