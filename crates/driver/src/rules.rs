//! CUDA's rules as diagnostics: findings get files, lines and columns.

use std::collections::BTreeMap;
use std::sync::Arc;

use asunder_cuda::finding::{self, Finding};
use asunder_cuda::settings::{Pass, Settings, SharedStd};
use asunder_cuda::{NO_BOUNDS, UNREFERENCED};
use asunder_decls::layout::{Layout, layout};
use asunder_diag::catalogue;
use asunder_diag::control::{PragmaControl, may_be_reported};
use asunder_diag::diagnostic::{Argument, Context, Declared, Diagnostic, Message, Note, Place};
use asunder_diag::severity::Severity;
use asunder_mangle::display::{self, damaged_signature};
use asunder_mangle::model::Entity;
use asunder_source::SourceText;
use asunder_syntax::Dialect;

use crate::check::{Found, Group};
use crate::meaning::shown_in;
use crate::options::Options;
use crate::places::Places;

/// The rules' settings of a command line.
pub(crate) fn settings(options: &Options, pass: Pass, pragmas: &PragmaControl) -> Settings {
    let cuda = &options.cuda;
    let control = options.diagnostics.command_line_control();
    let may_be_reported = |number: u16| may_be_reported(number, severities_of(pass), &control, pragmas);
    Settings {
        pass,
        release: options.release,
        enable_tile: cuda.enable_tile,
        rdc: cuda.device_c,
        extended_lambda: cuda.extended_lambda,
        relaxed_constexpr: cuda.relaxed_constexpr,
        shared_std: SharedStd {
            initializer_list: cuda.host_device_initializer_list,
            move_forward: cuda.host_device_move_forward,
        },
        static_host_stub: cuda.static_host_stub,
        allow_managed: cuda.allow_managed,
        register_params: cuda.uumn,
        sm_90a: cuda.sm_90a,
        unreferenced: UNREFERENCED.into_iter().any(may_be_reported),
        missing_bounds: may_be_reported(NO_BOUNDS),
        all_instances: options.diagnostics.all_instances,
    }
}

/// The rules' findings in the order in which they are reported, and the number of times each rule was silent for want
/// of knowledge.
pub(crate) struct UnitFindings<'db> {
    items: Items<'db>,
    findings: Vec<UnitFinding>,
    pass: Pass,
    pub(crate) silenced: BTreeMap<u16, u32>,
}

/// A finding of an item or of the head of a namespace.
struct UnitFinding {
    /// The offset where the text was read.
    moment: u32,
    /// Where the item or head starts.
    start: u32,
    /// With what it is found when code is put together.
    late: Option<Group>,
    finding: Finding,
}

/// Where the items of a unit start.
struct Items<'db> {
    db: &'db dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    layout: &'db Layout,
}

impl Items<'_> {
    fn start(&self, item: u32) -> u32 {
        self.layout.item_range(self.db, self.source, item, self.dialect).start().into()
    }
}

/// Checks a unit by CUDA's rules. What the reference finds at the end of a unit it finds only without
/// errors in it, `has_errors`.
pub(crate) fn check<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    settings: Settings,
    has_errors: bool,
) -> UnitFindings<'db> {
    let found = asunder_cuda::diagnostics(db, source, dialect, settings);
    let items = Items { db, source, dialect, layout: layout(db, source, dialect) };
    let is_made = |(_, finding): &(u32, Finding)| {
        !(has_errors && finding.needs_clean_unit && finding.moment.stage != finding::Stage::Parse)
    };
    let made = found.findings.into_iter().filter(is_made).map(|(item, finding)| {
        let start = items.start(item);
        let moment = match finding.moment.stage {
            finding::Stage::Parse => start + u32::from(finding.moment.parsed),
            _ => u32::MAX,
        };
        let group = match finding.moment.stage {
            finding::Stage::Parse => (finding.moment.stage, item, finding.moment.parsed.into()),
            stage => (stage, 0, 0),
        };
        let late = finding.needs_clean_unit.then_some(group);
        UnitFinding { moment, start, late, finding }
    });
    let mut findings: Vec<UnitFinding> = made.collect();
    for (start, finding) in asunder_cuda::namespace_findings(db, source, dialect) {
        let start = u32::from(start);
        let moment = start + u32::from(finding.offset);
        findings.push(UnitFinding { moment, start, late: None, finding });
    }
    for (start, finding) in asunder_cuda::pragma_findings(db, source, dialect, settings) {
        let start = u32::from(start);
        findings.push(UnitFinding { moment: start, start, late: None, finding });
    }
    UnitFindings { items, findings, pass: settings.pass, silenced: found.silenced }
}

impl UnitFindings<'_> {
    /// Where the findings with these numbers stand that show a column.
    pub(crate) fn points(&self, numbers: &[u16]) -> impl Iterator<Item = u32> {
        let shown = |it: &&UnitFinding| !it.finding.line_only && numbers.contains(&it.finding.message.number);
        self.findings.iter().filter(shown).map(|it| {
            let start = it.finding.item.map_or(it.start, |item| self.items.start(item));
            start + u32::from(it.finding.offset)
        })
    }

    /// The findings, to be reported.
    pub(crate) fn found<'a>(
        &'a self,
        places: &'a Places<'a>,
        module_id: &'a dyn Fn() -> Option<String>,
    ) -> impl Iterator<Item = Found<'a>> {
        self.findings.iter().map(move |it| -> Found<'a> {
            let at = Located { places, items: &self.items, start: it.start, pass: self.pass, module_id };
            let diagnostic = Box::new(move || at.diagnostic(&it.finding));
            Found { moment: it.moment, late: it.late, diagnostic }
        })
    }
}

/// The table of default severities of a pass.
pub(crate) fn severities_of(pass: Pass) -> catalogue::Pass {
    match pass {
        Pass::Host => catalogue::Pass::Host,
        Pass::Device { .. } => catalogue::Pass::Device,
    }
}

/// Translates the places of one item.
struct Located<'a> {
    places: &'a Places<'a>,
    items: &'a Items<'a>,
    /// Where the item starts.
    start: u32,
    pass: Pass,
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
        let start = place.item.map_or(self.start, |item| self.items.start(item));
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
            finding::Argument::Type { written, meaning } => {
                let shown = |text: Arc<str>| shown_in(self.pass, &text);
                Argument::Type { written: shown(written), meaning: meaning.map(shown) }
            }
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
        let signature: Arc<str> = display::callee(callee).unwrap_or_default().into();
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
        Context { what: shown_in(self.pass, &context.what), file, line }
    }
}
