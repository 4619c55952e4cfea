//! Diagnostics: computed beside requests, published when they change.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use asunder_diag::record::{PlaceRecord, Record};
use asunder_diag::severity::Severity;
use asunder_driver::Caller;
use asunder_nvcc::host;
use asunder_source::file_name;
use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, MessageType,
    NumberOrString, PublishDiagnosticsParams, Range,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::documents::Documents;
use crate::index::Bell;
use crate::progress::Progress;
use crate::requests::Texts;
use crate::text::Encoding;
use crate::units::{Failure, Synced, Unit};
use crate::uri;
use crate::world::World;

/// What is said of code that nothing uses or reaches.
const UNUSED: [u16; 4] = [111, 177, 185, 550];
/// What is said of uses of something deprecated.
const DEPRECATED: [u16; 2] = [1215, 1444];
/// The name before numbers of nvcc's messages.
pub(crate) const SOURCE: &str = "nvcc";
/// The name before messages of the preprocessor.
const PREPROCESSOR: &str = "preprocessor";

/// The thread that publishes diagnostics.
pub(crate) struct Publisher {
    bell: Sender<()>,
    thread: JoinHandle<()>,
    /// What may be done while nothing is to be published.
    indexer: Bell,
}

impl Publisher {
    pub(crate) fn start(world: Arc<World>, indexer: Bell) -> Publisher {
        let (bell, rings) = bounded(1);
        let idle = indexer.clone();
        let thread = thread::spawn(move || {
            let mut published = Published::default();
            while rings.recv().is_ok() {
                publish(&world, &rings, &mut published);
                if rings.is_empty() {
                    idle.idle();
                }
            }
        });
        Publisher { bell, thread, indexer }
    }

    /// Something changed.
    pub(crate) fn wake(&self) {
        self.indexer.changed();
        // One ring is enough for all changes that were not looked at.
        let _ = self.bell.try_send(());
    }

    /// Ends the thread when it is done with what it does.
    pub(crate) fn end(self) {
        drop(self.bell);
        // A panic of the thread must not be one of the server.
        let _ = self.thread.join();
    }
}

/// The diagnostics that the client has.
#[derive(Default)]
struct Published {
    /// With the version of the document that they are for.
    files: FxHashMap<PathBuf, (Option<i32>, Vec<Diagnostic>)>,
    /// The last findings of each unit, by its source.
    units: FxHashMap<PathBuf, ByFile>,
}

type ByFile = BTreeMap<PathBuf, Vec<Diagnostic>>;

/// Brings the client up to date; ends early when there is something newer.
fn publish(world: &World, rings: &Receiver<()>, published: &mut Published) {
    world.close_unused();
    let documents = world.documents();
    let mut sources: Vec<Arc<Unit>> = Vec::new();
    for document in documents.iter() {
        if let Some(unit) = world.unit_of(&document.path, &document.language)
            && sources.iter().all(|known| known.source != unit.source)
        {
            sources.push(unit);
        }
    }
    published.units.retain(|source, _| sources.iter().any(|unit| unit.source == *source));
    for (index, unit) in sources.iter().enumerate() {
        let pending = &sources[index + 1..];
        if !rings.is_empty() {
            return;
        }
        if let Some(missing) = &unit.compilation().missing {
            world.say(MessageType::WARNING, missing.clone());
        }
        if let Some(assumed) = &unit.compilation().assumed {
            world.log(assumed.clone());
        }
        match of_unit(world, unit, &documents) {
            Ok(found) => {
                if !world.is_current(documents.revision) {
                    return;
                }
                published.units.insert(unit.source.clone(), found);
                send(world, &documents, published, pending);
            }
            Err(Failure::Command(reason)) => {
                // One message says what could not be found.
                if unit.compilation().missing.is_none() {
                    world.say(MessageType::ERROR, format!("{}: {reason}", unit.source.display()));
                }
                published.units.remove(&unit.source);
                send(world, &documents, published, pending);
            }
            Err(Failure::Workspace(error)) => {
                tracing::debug!(%error, "diagnostics");
                return;
            }
        }
    }
    send(world, &documents, published, &[]);
}

/// Publishes what changed: of each file what all units say of it, each once. What units say that are still `pending` may be
/// of an earlier text, so their files wait.
fn send(world: &World, documents: &Documents, published: &mut Published, pending: &[Arc<Unit>]) {
    let mut all: ByFile = BTreeMap::new();
    for found in published.units.values() {
        for (file, diagnostics) in found {
            let known = all.entry(file.clone()).or_default();
            let new = diagnostics.iter().filter(|it| !known.contains(it)).cloned().collect::<Vec<_>>();
            known.extend(new);
        }
    }
    for document in documents.iter() {
        all.entry(document.path.clone()).or_default();
    }
    let gone = published.files.keys().filter(|file| !all.contains_key(*file)).cloned().collect::<Vec<_>>();
    all.extend(gone.into_iter().map(|file| (file, Vec::new())));
    for (file, diagnostics) in all {
        if pending.iter().any(|unit| unit.source == file || unit.has_file(&file)) {
            continue;
        }
        let document = documents.get(&file);
        let (is_open, version) = (document.is_some(), document.map(|document| document.version));
        let known = published.files.get(&file);
        let is_known = known.is_some_and(|(sent, all)| *sent == version && *all == diagnostics);
        if is_known || known.is_none() && diagnostics.is_empty() && !is_open {
            continue;
        }
        let address = document.map(|it| it.uri.clone()).or_else(|| uri::of_path(&file));
        let Some(address) = address else { continue };
        let params = PublishDiagnosticsParams { uri: address, diagnostics: diagnostics.clone(), version };
        world.notify("textDocument/publishDiagnostics", params);
        match diagnostics.is_empty() && !is_open {
            true => published.files.remove(&file),
            false => published.files.insert(file, (version, diagnostics)),
        };
    }
}

/// What both passes have to say about a unit, by file.
fn of_unit(world: &World, unit: &Unit, documents: &Documents) -> Result<ByFile, Failure> {
    let name = unit.source.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let progress = unit
        .last()
        .is_none()
        .then(|| Progress::start(world, "asunder", &format!("reading {name}")))
        .flatten();
    let synced = unit.synced(world.tools(), documents.revision)?;
    if synced.is_behind(documents) {
        world.log(format!("{name}: the host compiler preprocesses it, so answers wait until it is saved"));
        return Ok(ByFile::new());
    }
    let mut texts = Texts::new(documents);
    let mut found = ByFile::new();
    let encoding = world.client.encoding;
    for message in &synced.messages {
        let (file, diagnostic) = of_preprocessor(message, &synced, &mut texts, encoding);
        found.entry(file).or_default().push(diagnostic);
    }
    if synced.is_broken {
        // What is missing would make what follows wrong.
        return Ok(found);
    }
    let caller = Caller { directory: synced.directory.clone(), ..Caller::this() };
    let mut seen = FxHashSet::default();
    for open in &synced.passes {
        let records =
            world.workspace.ask(open.unit, &synced.directory, |view| view.diagnostics(open.pass, &caller))?;
        for record in records {
            // Both passes say most of it.
            let PlaceRecord { file, line, column } = record.place.clone();
            let key = (record.number, record.message.clone(), file, line, column);
            if seen.insert(key)
                && let Some((file, diagnostic)) = of_record(&record, &synced, &mut texts, encoding)
            {
                found.entry(file).or_default().push(diagnostic);
            }
        }
    }
    drop(progress);
    Ok(found)
}

/// A message of the preprocessor: at the line that it names.
fn of_preprocessor(
    message: &host::Message,
    synced: &Synced,
    texts: &mut Texts<'_>,
    encoding: Encoding,
) -> (PathBuf, Diagnostic) {
    let file = uri::canonical(&synced.directory.join(&message.file));
    // Columns of the preprocessor count bytes.
    let text = texts.of(&file);
    let line = text.line(message.line.saturating_sub(1) as usize);
    let byte = usize::from(message.column).saturating_sub(1).min(line.len());
    let start = (0..=byte).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
    let column = line[..start].chars().count() as u32 + 1;
    let range = texts.word(&file, message.line, column, encoding);
    let severity = match message.severity {
        host::Severity::Warning => DiagnosticSeverity::WARNING,
        host::Severity::Error | host::Severity::Fatal => DiagnosticSeverity::ERROR,
    };
    let diagnostic = Diagnostic {
        range,
        severity: Some(severity),
        source: Some(PREPROCESSOR.to_owned()),
        message: message.text.clone(),
        ..Diagnostic::default()
    };
    (file, diagnostic)
}

fn of_record(
    record: &Record,
    synced: &Synced,
    texts: &mut Texts<'_>,
    encoding: Encoding,
) -> Option<(PathBuf, Diagnostic)> {
    let mut place = |place: &PlaceRecord| -> Option<(PathBuf, Range)> {
        let file = uri::canonical(&synced.directory.join(file_name(place.file.as_deref()?)));
        let range = match place.column {
            Some(column) => texts.word(&file, place.line?, column, encoding),
            None => texts.line(&file, place.line?, encoding),
        };
        Some((file, range))
    };
    let (file, range) = place(&record.place)?;
    let related = record.notes.iter().filter_map(|note| {
        let (file, range) = place(&note.place)?;
        let location = Location { uri: uri::of_path(&file)?, range };
        Some(DiagnosticRelatedInformation { location, message: note.message.clone() })
    });
    let related: Vec<_> = related.collect();
    let mut message = record.message.clone();
    for detail in &record.details {
        message.push('\n');
        message.push_str(detail);
    }
    let tags: Vec<DiagnosticTag> = match record.number {
        Some(number) if UNUSED.contains(&number) => vec![DiagnosticTag::UNNECESSARY],
        Some(number) if DEPRECATED.contains(&number) => vec![DiagnosticTag::DEPRECATED],
        _ => Vec::new(),
    };
    let severity = match record.severity {
        Severity::Remark => DiagnosticSeverity::INFORMATION,
        Severity::Warning => DiagnosticSeverity::WARNING,
        _ => DiagnosticSeverity::ERROR,
    };
    let diagnostic = Diagnostic {
        range,
        severity: Some(severity),
        code: record.number.map(|number| NumberOrString::Number(i32::from(number))),
        code_description: None,
        source: Some(SOURCE.to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: (!tags.is_empty()).then_some(tags),
        data: None,
    };
    Some((file, diagnostic))
}
