//! What names and types prove wrong, as diagnostics of a unit.
//!
//! The items of the user's files are looked at, as for syntax errors: each is a query of its own, so that an edit
//! repeats those of the items it touches. Behind them come the instances of templates that the device pass makes, with the
//! way that leads to each.

use std::sync::Arc;

use asunder_cuda::Wanted;
use asunder_cuda::settings::{Pass, Settings};
use asunder_decls::layout::{item_number, layout};
use asunder_diag::catalogue;
use asunder_diag::diagnostic::{self, Context, Declared, Diagnostic, Message, Note};
use asunder_diag::severity::Severity;
use asunder_outline::{ItemKind, block_outline, has_directives};
use asunder_sema::finding::{Argument, EXPECTED_SEMICOLON, Found, Mistake, Place};
use asunder_sema::instances::{Instance, instance_text};
use asunder_sema::mistakes::{Templates, declared_place, mistakes, place_of};
use asunder_source::{SourceText, block_headers, block_offsets};
use asunder_syntax::Dialect;
use rustc_hash::FxHashSet;

use crate::places::Places;
use crate::undeclared::Reported;

/// "non-void … should return a value", "missing return statement at end of non-void …": the host pass is silent about
/// functions that only the device has.
const MISSING_VALUES: [u16; 2] = [117, 940];

/// Linkage and exception specifications that earlier declarations contradict: functions of headers of the system may be
/// redeclared with others.
const CONTRADICTIONS: [u16; 3] = [337, 536, 541];

/// "… cannot be instantiated -- no template definition was supplied": known at the end of the unit.
const NO_DEFINITION: u16 = 489;

/// A mistake of a unit.
pub(crate) struct UnitMistake<'db> {
    /// Where the text is read that makes it known, in bytes of the unit: instances are made at its end.
    pub(crate) moment: u32,
    /// Where it stands, in bytes of the unit.
    pub(crate) offset: u32,
    /// The item that it stands in.
    item: u32,
    pub(crate) mistake: &'db Mistake,
    /// The instance whose body it stands in, with all that are made.
    instance: Option<(usize, &'db [Wanted<'db>])>,
}

impl UnitMistake<'_> {
    /// A semicolon is expected: what follows is skipped.
    pub(crate) fn ends_declaration(&self) -> bool {
        self.mistake.number == EXPECTED_SEMICOLON
    }

    /// Whether it stands in the body of an instance.
    pub(crate) fn is_of_instance(&self) -> bool {
        self.instance.is_some()
    }

    /// Whether it is an error, not a warning.
    pub(crate) fn is_error(&self) -> bool {
        catalogue::by_number(self.mistake.number)
            .and_then(|entry| entry.default_severity(catalogue::Pass::Host))
            .is_some_and(|severity| severity >= Severity::Error)
    }
}

/// The mistakes of a unit in the order in which they are met. A unit that still holds directives is not preprocessed and
/// has none.
pub(crate) fn mistakes_of_unit<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    settings: Settings,
) -> Vec<UnitMistake<'db>> {
    let pass = settings.pass;
    if has_directives(db, source, dialect) {
        return Vec::new();
    }
    // What is needed at a place is made before the code there is checked.
    let mut found = mistakes_of_instances(db, source, dialect, settings);
    let mut reported = Reported::default();
    for (block, offset) in source.blocks(db).iter().zip(block_offsets(db, source).iter()) {
        let headers = block_headers(db, source, *block);
        if headers.contain_all() {
            continue;
        }
        for (index, item) in block_outline(db, *block, dialect).items.iter().enumerate() {
            let start = u32::from(item.range.start());
            if item.kind != ItemKind::Declaration || headers.contain(start as usize) {
                continue;
            }
            let Some(number) = item_number(db, *block, index as u32, dialect) else { continue };
            for mistake in mistakes(db, source, number, dialect, pass.templates()) {
                if let Some(name) = mistake.mistake.undeclared() {
                    let layout = layout(db, source, dialect);
                    let Some(item) = layout.item(number) else { continue };
                    if !reported.add(layout, item.namespace, mistake.scopes.as_deref(), name) {
                        continue;
                    }
                }
                if CONTRADICTIONS.contains(&mistake.mistake.number)
                    && is_declared_in_header(db, source, dialect, number, &mistake.mistake)
                {
                    continue;
                }
                let is_of_device = mistake.in_device_code && MISSING_VALUES.contains(&mistake.mistake.number);
                let is_of_device = is_of_device || mistake.mistake.device_only;
                if is_of_device && pass == Pass::Host || mistake.mistake.host_only && pass != Pass::Host {
                    continue;
                }
                let place = |inside: asunder_syntax::TextSize| *offset as u32 + start + u32::from(inside);
                let (moment, offset) = (place(mistake.moment(number)), place(mistake.offset));
                let moment = if mistake.mistake.number == NO_DEFINITION { u32::MAX } else { moment };
                let mistake = &mistake.mistake;
                found.push(UnitMistake { moment, offset, item: number, mistake, instance: None });
            }
        }
    }
    found
}

/// The mistakes in the instances of a unit, in the order in which they are met: those of classes and variables stand where
/// they are needed among those of the code that needs them.
fn mistakes_of_instances<'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    settings: Settings,
) -> Vec<UnitMistake<'db>> {
    let pass = settings.pass;
    let instances = asunder_cuda::wanted_instances(db, source, dialect, settings);
    let mut templates = FxHashSet::default();
    let mut said_once = FxHashSet::default();
    let mut own: Vec<Vec<UnitMistake<'db>>> = Vec::with_capacity(instances.len());
    let mut needed: Vec<Vec<usize>> = vec![Vec::new(); instances.len()];
    for (index, instance) in instances.iter().enumerate() {
        let mut found = Vec::new();
        if let Some(by) = needed_by(instance) {
            needed[by].push(index);
        }
        let start_of =
            |item: u32| u32::from(layout(db, source, dialect).item_range(db, source, item, dialect).start());
        let moment = match instance.is_immediate {
            true => {
                let (item, at) = outermost(instances, index).asked;
                start_of(item) + u32::from(at)
            }
            false => u32::MAX,
        };
        if let Some(mistake) = &instance.code.refused {
            let (item, at) = instance.asked;
            let offset = start_of(item) + u32::from(at);
            let instance = instance.by.map(|by| (by, instances));
            found.push(UnitMistake { moment, offset, item, mistake, instance });
        }
        if let Some(definition) = instance.code.definition {
            // What is wrong in the template itself is reported with its first instance where it is not checked as written.
            let is_first = pass.templates() == Templates::Skipped && templates.insert(definition.decl);
            let written = instance.code.written.iter().filter(|_| is_first).map(|it| (it, None));
            let own = instance.code.mistakes.iter().chain(&instance.too_deep);
            let own = own.map(|it| (it, Some((index, instances))));
            let is_other = |found: &Found| match pass {
                Pass::Host => {
                    found.mistake.device_only
                        || found.in_device_code && MISSING_VALUES.contains(&found.mistake.number)
                }
                Pass::Device { .. } => found.mistake.host_only,
            };
            for (met, instance) in written.chain(own).filter(|(it, _)| !is_other(it)) {
                let item = definition.decl.item;
                let offset = start_of(item) + u32::from(met.offset);
                let mistake = &met.mistake;
                if mistake.in_first_instance && !said_once.insert((offset, mistake.number)) {
                    continue;
                }
                found.push(UnitMistake { moment, offset, item, mistake, instance });
            }
        }
        own.push(found);
    }
    let mut all = Vec::new();
    for (index, instance) in instances.iter().enumerate() {
        if needed_by(instance).is_none() {
            merge(db, (source, dialect), instances, (&mut own, &needed), index, &mut all);
        }
    }
    all
}

/// The instance that needs a class or a variable where it names it.
fn needed_by(instance: &Wanted<'_>) -> Option<usize> {
    instance.by.filter(|_| matches!(instance.instance, Instance::Class(_) | Instance::Variable(_)))
}

/// Adds the mistakes in an instance, and among them those of the classes and variables that it needs.
fn merge<'db>(
    db: &'db dyn salsa::Database,
    (source, dialect): (SourceText, Dialect),
    instances: &'db [Wanted<'db>],
    (own, needed): (&mut Vec<Vec<UnitMistake<'db>>>, &[Vec<usize>]),
    index: usize,
    all: &mut Vec<UnitMistake<'db>>,
) {
    let mistakes = std::mem::take(&mut own[index]);
    let mut inner = needed[index].iter().peekable();
    let start_of = |item: u32| layout(db, source, dialect).item_range(db, source, item, dialect).start();
    let place = |index: usize| {
        let (item, at) = instances[index].asked;
        u32::from(start_of(item) + at)
    };
    for mistake in mistakes {
        while let Some(next) = inner.next_if(|next| place(**next) <= mistake.offset) {
            merge(db, (source, dialect), instances, (own, needed), *next, all);
        }
        all.push(mistake);
    }
    for next in inner {
        merge(db, (source, dialect), instances, (own, needed), *next, all);
    }
}

/// The instance at the start of the chain that leads to the one with this number: no other instance needs it.
fn outermost<'w, 'db>(instances: &'w [Wanted<'db>], index: usize) -> &'w Wanted<'db> {
    let mut instance = &instances[index];
    while let Some(by) = instance.by {
        instance = &instances[by];
    }
    instance
}

/// Whether what a mistake of item `item` names is declared in a header of the system.
fn is_declared_in_header(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    item: u32,
    mistake: &Mistake,
) -> bool {
    let declared = mistake.arguments.iter().find_map(|argument| match argument {
        Argument::Entity { declared, .. } => *declared,
        _ => None,
    });
    let Some((item, offset)) = declared.and_then(|place| place_of(db, source, item, place, dialect)) else {
        return false;
    };
    let start = layout(db, source, dialect).item_range(db, source, item, dialect).start();
    let offset = usize::from(start) + usize::from(offset);
    let offsets = block_offsets(db, source);
    let index = offsets.partition_point(|start| *start <= offset).saturating_sub(1);
    let Some(block) = source.blocks(db).get(index) else { return false };
    block_headers(db, source, *block).contain(offset - offsets[index])
}

/// Makes mistakes diagnostics of a unit.
pub(crate) struct Reporter<'a> {
    pub(crate) db: &'a dyn salsa::Database,
    pub(crate) source: SourceText,
    pub(crate) dialect: Dialect,
    pub(crate) places: &'a Places<'a>,
    pub(crate) pass: Pass,
}

impl Reporter<'_> {
    /// The diagnostic of a mistake.
    pub(crate) fn diagnostic(&self, found: &UnitMistake<'_>) -> Diagnostic {
        let message = |number, arguments: &[Argument]| {
            Message::new(number, arguments.iter().map(|it| self.argument(it, found.item)).collect())
        };
        let mistake = found.mistake;
        let mut diagnostic =
            Diagnostic::new(message(mistake.number, &mistake.arguments), self.places.at(found.offset));
        diagnostic.is_changeable = mistake.is_changeable;
        diagnostic.fixed_severity = match (mistake.is_error, mistake.is_warning) {
            (true, _) => Some(Severity::Error),
            (false, true) => Some(Severity::Warning),
            (false, false) => None,
        };
        diagnostic.details = mistake
            .details
            .iter()
            .map(|line| Message::of(line.iter().map(|it| self.argument(it, found.item)).collect()))
            .collect();
        diagnostic.notes = mistake
            .notes
            .iter()
            .map(|note| Note {
                message: message(note.number, &note.arguments),
                place: match note.at {
                    Place::Nowhere => diagnostic::Place::Nowhere,
                    at => self.places.at(self.offset_of(at, found.item).unwrap_or(found.offset)),
                },
            })
            .collect();
        diagnostic.contexts = self.contexts(found);
        diagnostic
    }

    /// The instantiations that lead to a mistake, innermost first, as far as it is known how they are shown.
    fn contexts(&self, found: &UnitMistake<'_>) -> Vec<Context> {
        let mut contexts = Vec::new();
        let (mut next, all) = match found.instance {
            Some((index, all)) => (Some(index), all),
            None => (None, &[][..]),
        };
        while let Some(instance) = next.and_then(|index| all.get(index)) {
            let text = instance_text(self.db, self.source, instance.instance, self.dialect);
            let (item, at) = instance.asked;
            let (Some(text), Some(Declared { file, line })) =
                (text, self.declared(Place::In(item, at), item))
            else {
                break;
            };
            let what = shown_in(self.pass, &format!("instantiation of {text}"));
            contexts.push(Context { what, file, line });
            next = instance.by;
        }
        contexts
    }

    /// A place in bytes of the unit; `None` for that of the mistake itself.
    fn offset_of(&self, place: Place, item: u32) -> Option<u32> {
        let (item, offset) = place_of(self.db, self.source, item, place, self.dialect)?;
        let layout = layout(self.db, self.source, self.dialect);
        let start = layout.item_range(self.db, self.source, item, self.dialect).start();
        Some(u32::from(start) + u32::from(offset))
    }

    fn declared(&self, place: Place, item: u32) -> Option<Declared> {
        match self.places.at(self.offset_of(place, item)?) {
            diagnostic::Place::Line(line) => {
                Some(Declared { file: line.file.unwrap_or_else(|| "".into()), line: line.line })
            }
            diagnostic::Place::Nowhere | diagnostic::Place::EndOfSource { .. } => None,
        }
    }

    fn argument(&self, argument: &Argument, item: u32) -> diagnostic::Argument {
        let text = |text: &str| -> Arc<str> {
            match argument {
                Argument::Type { .. } | Argument::Entity { .. } => shown_in(self.pass, text),
                _ => text.into(),
            }
        };
        match argument {
            Argument::Text(it) => diagnostic::Argument::Text(text(it)),
            Argument::Name(it) => diagnostic::Argument::Name(text(it)),
            Argument::Type { written, meaning } => {
                diagnostic::Argument::Type { written: text(written), meaning: meaning.as_deref().map(text) }
            }
            Argument::Entity { kind, name, declared } => diagnostic::Argument::Entity {
                kind: *kind,
                name: text(name),
                declared: declared.and_then(|place| {
                    let shown = declared_place(self.db, self.source, item, place, self.dialect);
                    self.declared(shown, item)
                }),
            },
            Argument::Number(number) => diagnostic::Argument::Number(*number),
            Argument::At(place) => match self.declared(*place, item) {
                Some(declared) => diagnostic::Argument::At(declared),
                None => diagnostic::Argument::Text(text("")),
            },
        }
    }
}

/// The text of a type or entity with the names that `bool` and `wchar_t` have in a pass (spec 7).
pub(crate) fn shown_in(pass: Pass, text: &str) -> Arc<str> {
    match pass.is_device() {
        true => with_word(&with_word(text, "bool", "__nv_bool"), "wchar_t", "int").into(),
        false => text.into(),
    }
}

/// The text with another word for each `word`.
fn with_word(text: &str, word: &str, other: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let (mut result, mut done) = (String::with_capacity(text.len()), 0);
    for (at, _) in text.match_indices(word) {
        let end = at + word.len();
        if !text[..at].ends_with(is_part) && !text[end..].starts_with(is_part) {
            result.push_str(&text[done..at]);
            result.push_str(other);
            done = end;
        }
    }
    result.push_str(&text[done..]);
    result
}
