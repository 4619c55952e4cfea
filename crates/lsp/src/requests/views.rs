//! What only asunder has: the host file, what the device keeps, and why.

use std::path::Path;

use asunder_driver::reach::{How, KeptKind, Mode, Why, kept};
use asunder_driver::{Caller, Pass};
use asunder_ide::kernels::{
    kept_for, launches, lines_of_item, names_declared_around, of_files, why_kept as chain_of,
};
use asunder_source::{file_name, parse_line_marker};
use asunder_syntax::TextSize;
use lsp_types::request::Request;
use lsp_types::{
    CodeLens, CodeLensParams, Command, Location, Position, Range, TextDocumentIdentifier,
    TextDocumentPositionParams,
};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::navigation::each_once;
use super::places::View;
use super::{Asked, Refusal};
use crate::index::Kernel;
use crate::uri;

/// Whose text is wanted: that of the declaration at a place, or without a place of all of the document.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextParams {
    text_document: TextDocumentIdentifier,
    position: Option<Position>,
}

/// A text that the client shows and does not edit.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShownText {
    /// The text.
    text: String,
    /// Its language.
    language_id: String,
}

/// `asunder/hostText`: what the host compiler gets of a document.
pub(crate) enum HostText {}

impl Request for HostText {
    type Params = TextParams;
    type Result = Option<ShownText>;
    const METHOD: &'static str = "asunder/hostText";
}

/// `asunder/deviceText`: what the device compiler keeps because of a declaration.
pub(crate) enum DeviceText {}

impl Request for DeviceText {
    type Params = TextParams;
    type Result = Option<ShownText>;
    const METHOD: &'static str = "asunder/deviceText";
}

/// `asunder/whyKept`: why the device compiler gets a declaration.
pub(crate) enum WhyKept {}

impl Request for WhyKept {
    type Params = TextDocumentPositionParams;
    type Result = Option<Vec<Link>>;
    const METHOD: &'static str = "asunder/whyKept";
}

/// A declaration, and why it is kept.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Link {
    /// Where it stands; nothing where its file does not explain it.
    location: Option<Location>,
    /// Its first line.
    text: String,
    /// Why it is kept.
    reason: String,
}

pub(super) fn host_text(asked: Asked<'_>, params: TextParams) -> Result<Option<ShownText>, Refusal> {
    let Some(it) = asked.unit(&params.text_document)? else { return Ok(None) };
    let Some(open) = it.synced.passes.iter().find(|open| open.pass == Pass::Host) else { return Ok(None) };
    let Some(names) = it.synced.files.get(&it.document.path) else { return Ok(None) };
    let caller = Caller { directory: it.synced.directory.clone(), ..Caller::this() };
    let wanted = match params.position {
        Some(position) => {
            let text_document = params.text_document.clone();
            let at = TextDocumentPositionParams { text_document, position };
            match asked.at(&at, |view, offset| {
                (view.pass == *open).then(|| lines_of_item(view.ide, offset)).flatten()
            })? {
                Some((file, first, last)) => Some((vec![file], first..=last)),
                None => return Ok(None),
            }
        }
        None => Some((names.clone(), 1..=u32::MAX)),
    };
    let Some((files, lines)) = wanted else { return Ok(None) };
    let text = asked.world.workspace.ask(open.unit, &it.synced.directory, |view| {
        let host = view.host_file(&caller).ok()?;
        Some(stretch(&host.to_string(), &files, &lines))
    })?;
    Ok(text.map(|text| ShownText { text, language_id: "cpp".to_owned() }))
}

/// The lines of a text that stand for lines of files, without line markers.
fn stretch(text: &str, files: &[String], lines: &std::ops::RangeInclusive<u32>) -> String {
    let mut out = String::new();
    let (mut is_file, mut number) = (false, 0_u32);
    for line in text.lines() {
        if let Some(marker) = line.starts_with('#').then(|| parse_line_marker(line)).flatten() {
            if let Some(file) = marker.file {
                is_file = files.contains(&file_name(file));
            }
            number = marker.line;
            continue;
        }
        if is_file && lines.contains(&number) && !line.trim().is_empty() {
            out.push_str(line);
            out.push('\n');
        }
        number = number.saturating_add(1);
    }
    out
}

pub(super) fn device_text(asked: Asked<'_>, params: TextParams) -> Result<Option<ShownText>, Refusal> {
    let Some(it) = asked.unit(&params.text_document)? else { return Ok(None) };
    let position = params.position.unwrap_or_default();
    let offset = it.document.text.offset(position, asked.encoding());
    let (line, column) = it.document.text.line_column(offset);
    let device = it.synced.passes.iter().filter(|open| open.pass != Pass::Host);
    for open in device {
        let text = asked.pass(&it.synced, *open, |view| {
            let at = view.view.offset(&it.document.path, line, column)?;
            let at = asunder_syntax::TextSize::new(u32::try_from(at).ok()?);
            let kept = kept_for(view.ide, at)?;
            let text = |range: &asunder_syntax::TextRange| {
                view.view.text()[usize::from(range.start())..usize::from(range.end())].trim()
            };
            // The declaration itself comes first.
            let (own, others): (Vec<_>, Vec<_>) = kept.iter().partition(|range| range.contains_inclusive(at));
            let mut out = own.into_iter().map(text).collect::<Vec<_>>().join("\n\n") + "\n";
            if !others.is_empty() {
                out.push_str("\n// kept because of it:\n\n");
                out.push_str(&(others.into_iter().map(text).collect::<Vec<_>>().join("\n\n") + "\n"));
            }
            Some(out)
        })?;
        if let Some(text) = text {
            return Ok(Some(ShownText { text, language_id: "cuda-cpp".to_owned() }));
        }
    }
    Ok(None)
}

/// Why the device half keeps the code of the declaration at a place (`asunder reach`); where nothing reaches it, why the
/// device compiler gets its text.
pub(super) fn why_kept(
    asked: Asked<'_>,
    at: TextDocumentPositionParams,
) -> Result<Option<Vec<Link>>, Refusal> {
    asked.at(&at, |view, offset| {
        if view.pass.pass == Pass::Host {
            return None;
        }
        if let Some(chain) = reached(view, offset) {
            return Some(chain);
        }
        let chain = chain_of(view.ide, offset)?;
        let links = chain.into_iter().map(|(start, reason)| {
            let rest = &view.view.text()[usize::from(start)..];
            let text = rest.trim_start().lines().next().unwrap_or_default().trim().to_owned();
            Link { location: view.location(start), text, reason: reason.to_owned() }
        });
        Some(links.collect())
    })
}

/// The chain that keeps the code of the declaration at a place: from it to what is kept for itself.
fn reached(view: &View<'_, '_>, offset: TextSize) -> Option<Vec<Link>> {
    let declared = names_declared_around(view.ide, offset);
    let cuda = &view.view.options().cuda;
    let mode = Mode { is_separate: cuda.device_c, relaxed_constexpr: cuda.relaxed_constexpr };
    let all = kept(view.view.db(), view.view.source(), view.view.dialect(), mode);
    let mut at = all.iter().position(|it| it.kind != KeptKind::Type && declared.contains(&it.at))?;
    let mut links = Vec::new();
    loop {
        let kept = &all[at];
        let by = match kept.why {
            Why::By(index, _) => Some(index),
            _ => None,
        };
        let reason = match by {
            Some(index) => format!("{} {}", words(kept.why), all[index].name),
            None => words(kept.why).to_owned(),
        };
        links.push(Link { location: view.location(kept.at), text: kept.name.clone(), reason });
        match by {
            Some(index) => at = index,
            None => return Some(links),
        }
    }
}

fn words(why: Why) -> &'static str {
    match why {
        Why::Kernel => "is a kernel",
        Why::KernelInstance(_) => "is an instance of a kernel template that the unit makes",
        Why::DeviceVariable => "is in memory of the device",
        Why::External => "has external linkage",
        Why::Marked => "has the attribute `used`",
        Why::Instantiated => "is explicitly instantiated",
        Why::By(_, How::Called) => "is called by",
        Why::By(_, How::Named) => "is named in",
        Why::By(_, How::Accessed) => "is accessed by",
        Why::By(_, How::InTable) => "is in a virtual table that is needed by",
        Why::By(_, How::Mentioned) => "has a name that is mentioned by",
    }
}

/// A kernel of a unit, as all units know it.
pub(crate) fn kernel_of(view: &View<'_, '_>, kernel: asunder_ide::kernels::Kernel) -> Kernel {
    let asunder_ide::kernels::Kernel { name, ty, linker_name, declarations } = kernel;
    let files = declarations.into_iter().filter_map(|at| Some(view.view.spelled(at.into())?.file));
    Kernel { name, ty, linker_name, declared_in: files.map(|file| view.file_named(&file)).collect() }
}

/// A function whose code the device may keep, at the range of its name.
struct Lensed {
    range: Range,
    kernel: Option<Kernel>,
    launches: Vec<Location>,
}

/// The definitions of such functions in a document, with the launches of kernels in the whole project: those of
/// units that are open as they are now, those of other units as they are saved.
fn lensed(asked: Asked<'_>, params: &CodeLensParams, path: &Path) -> Result<Vec<Lensed>, Refusal> {
    let passes = asked.all(&params.text_document, |view, names| {
        let functions = of_files(view.ide, names).into_iter().filter_map(|function| {
            let (file, range) = view.word(function.name)?;
            let launches = function.launches.iter().filter_map(|launch| {
                let (file, range) = view.word(*launch)?;
                Some(Location { uri: uri::of_path(&file)?, range })
            });
            let launches: Vec<Location> = launches.collect();
            let kernel = function.kernel.map(|kernel| kernel_of(view, kernel));
            (file == path).then_some(Lensed { range, kernel, launches })
        });
        functions.collect::<Vec<_>>()
    })?;
    let mut seen = FxHashSet::default();
    let mut found: Vec<Lensed> = passes.into_iter().flatten().collect();
    found.retain(|it| seen.insert((it.range.start.line, it.range.start.character)));
    if found.iter().any(|it| it.kernel.is_some()) {
        for launch in launches_in_open_units(asked, path)? {
            let (location, kernel) = launch;
            let known = found.iter_mut().filter(|it| it.kernel.as_ref().is_some_and(|it| it.is(&kernel)));
            known.for_each(|it| it.launches.push(location.clone()));
        }
    }
    let kernels: Vec<&Kernel> = found.iter().filter_map(|it| it.kernel.as_ref()).collect();
    let elsewhere = asked.world.index.launches(asked.documents, &kernels);
    for (function, more) in found.iter_mut().filter(|it| it.kernel.is_some()).zip(elsewhere) {
        function.launches.extend(more);
        function.launches = each_once(std::mem::take(&mut function.launches).into_iter());
    }
    Ok(found)
}

/// The launches in the units that are open, but for that of a document.
fn launches_in_open_units(asked: Asked<'_>, path: &Path) -> Result<Vec<(Location, Kernel)>, Refusal> {
    let mut found = Vec::new();
    let units = asked.world.units_with(asked.documents);
    for unit in units.into_iter().filter(|unit| unit.source != path) {
        let Ok(synced) = unit.synced(asked.world.tools(), asked.documents.revision) else { continue };
        if synced.is_behind(asked.documents) {
            continue;
        }
        for pass in &synced.passes {
            found.extend(asked.pass(&synced, *pass, |view| {
                let all = launches(view.ide).into_iter().filter_map(|launch| {
                    let (file, range) = view.word(launch.name)?;
                    let location = Location { uri: uri::of_path(&file)?, range };
                    Some((location, kernel_of(view, launch.kernel)))
                });
                all.collect::<Vec<_>>()
            })?);
        }
    }
    Ok(found)
}

pub(super) fn lenses(asked: Asked<'_>, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>, Refusal> {
    let Some(document) = asked.document(&params.text_document) else { return Ok(None) };
    let mut lenses = Vec::new();
    for Lensed { range, kernel, launches } in lensed(asked, &params, &document.path)? {
        let mut lens = |title: String, command: &str, arguments: Vec<serde_json::Value>| {
            let command = Command { title, command: command.to_owned(), arguments: Some(arguments) };
            lenses.push(CodeLens { range, command: Some(command), data: None });
        };
        let place = || vec![json!(document.uri), json!(range.start)];
        if kernel.is_some() {
            let count = launches.len();
            let title = format!("kernel: {count} launch{}", if count == 1 { "" } else { "es" });
            lens(title, "asunder.showReferences", [place(), vec![json!(launches)]].concat());
        }
        lens("host file".to_owned(), "asunder.showHostText", place());
        lens("device code".to_owned(), "asunder.showDeviceText", place());
        lens("why is this device code kept?".to_owned(), "asunder.whyKept", place());
    }
    Ok(Some(lenses))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_file_in_a_host_file() {
        let text = "# 1 \"a.cu\"\nint a;\n# 7 \"b.h\"\nint b;\n# 2 \"a.cu\"\n\nint c;\nint d;\n";
        assert_eq!(stretch(text, &["a.cu".to_owned()], &(1..=3)), "int a;\nint c;\n");
        assert_eq!(stretch(text, &["b.h".to_owned()], &(1..=u32::MAX)), "int b;\n");
    }
}
