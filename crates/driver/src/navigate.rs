//! Questions about the names and declarations of a unit, and its diagnostics at the places of its files.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use asunder_decls::declarations::declarations;
use asunder_decls::symbols::symbols;
use asunder_diag::control::decide;
use asunder_diag::record::Record;
use asunder_ide::hover::{hover, places};
use asunder_source::{SourceText, UnitPositions, file_name, first_file};
use asunder_spelling::{OpenTexts, Spelling};
use asunder_syntax::TextSize;
use serde::{Deserialize, Serialize};

use crate::check::Report;
use crate::database::Database;
use crate::options::DiagnosticOptions;
use crate::rules;
use crate::settings::dialect;
use crate::workspace::{Unit, UnitId, Workspace, WorkspaceError};
use crate::{Caller, Pass};

/// A place of a unit, as its file has it: where the file cannot be read, or does not say what the unit says, as line
/// markers have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The byte of the unit.
    pub offset: usize,
    /// The file, as line markers name it; empty before the first.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in code points.
    pub column: u32,
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meaning {
    /// What the entity is: `function`, `class`, `local variable`, …
    pub kind: String,
    /// Its qualified name.
    pub name: String,
    /// Its declared type, where it has one that is understood.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub ty: Option<String>,
    /// Its CUDA spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub space: Option<String>,
    /// A declaration of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<Location>,
    /// Its definition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defined: Option<Location>,
}

/// A declaration of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// What it declares: `function`, `class`, `enumerator`, …
    pub kind: String,
    /// The qualified name.
    pub name: String,
    /// The declared type, where there is one that is understood.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub ty: Option<String>,
    /// The CUDA spaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub space: Option<String>,
    /// Whether it is a definition.
    pub definition: bool,
    /// In how many classes and enumerations it stands.
    pub depth: u32,
    /// The first byte of the outermost declaration that it is a part of.
    pub start: usize,
    /// The first byte behind that declaration.
    pub end: usize,
    /// Its name.
    pub at: Location,
}

/// A definition that the linker sees, outside templates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// The linker name, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `function` or `variable`.
    pub kind: String,
    /// `internal` or `external`, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linkage: Option<String>,
    /// Where it lives: `host`, `device`, or `global` for a kernel.
    pub space: String,
    /// Its name.
    pub at: Location,
}

impl Workspace {
    /// What the name at byte `offset` of a unit means; `None` where there is none or it is not known. Relative names of
    /// files are relative to `directory`, here as below.
    ///
    /// # Errors
    /// [`WorkspaceError::NoSuchUnit`], [`WorkspaceError::Cancelled`].
    pub fn hover(
        &self,
        id: UnitId,
        offset: usize,
        directory: &Path,
    ) -> Result<Option<Meaning>, WorkspaceError> {
        let open = self.open_texts();
        self.query(id, |db, unit| {
            let mut files = FilePlaces::new(db, unit, directory, &open);
            let at = TextSize::new(u32::try_from(files.decoded(offset)).ok()?);
            let view = asunder_ide::Unit::new(db, unit.source, dialect(&unit.options));
            let found = hover(&view, at)?;
            let all = places(&view, at).unwrap_or_default();
            let declared = all.declarations.first().copied().or(found.declared);
            Some(Meaning {
                kind: found.kind.to_owned(),
                name: found.name,
                ty: found.ty,
                space: found.space,
                declared: declared.map(|at| files.location(at)),
                defined: all.definition.map(|at| files.location(at)),
            })
        })
    }

    /// The byte of a unit that stands for a place of a file: line and column from 1, columns in code points. `None` where
    /// the unit has nothing of it.
    ///
    /// # Errors
    /// [`WorkspaceError::NoSuchUnit`], [`WorkspaceError::Cancelled`].
    pub fn offset_of(
        &self,
        id: UnitId,
        file: &Path,
        line: u32,
        column: u32,
        directory: &Path,
    ) -> Result<Option<usize>, WorkspaceError> {
        let open = self.open_texts();
        self.query(id, |db, unit| {
            let mut places = FilePlaces::new(db, unit, directory, &open);
            let spelled = places.spelling.offset(file, line, column);
            let found = spelled.or_else(|| places.presumed_offset(file, line, column))?;
            Some(places.encoded(found))
        })
    }

    /// The declarations of a unit outside function bodies that stand in a file, which is named as line markers do; without
    /// a name, in that of the first line marker.
    ///
    /// # Errors
    /// [`WorkspaceError::NoSuchUnit`], [`WorkspaceError::Cancelled`].
    pub fn declarations(
        &self,
        id: UnitId,
        file: Option<&str>,
        directory: &Path,
    ) -> Result<Vec<Declared>, WorkspaceError> {
        let open = self.open_texts();
        self.query(id, |db, unit| {
            let mut places = FilePlaces::new(db, unit, directory, &open);
            let first = first_file(db, unit.source).as_deref().unwrap_or_default();
            let wanted = file.map_or_else(|| file_name(first), str::to_owned);
            let positions = UnitPositions::new(db, unit.source);
            let is_wanted = |at: TextSize| file_name(positions.file(at.into())) == wanted;
            let found = declarations(db, unit.source, dialect(&unit.options), &is_wanted);
            let declared = |it: asunder_decls::declarations::Declaration| Declared {
                kind: it.kind.to_owned(),
                name: it.name,
                ty: it.ty,
                space: it.space,
                definition: it.is_definition,
                depth: it.depth,
                start: places.encoded(it.range.start().into()),
                end: places.encoded(it.range.end().into()),
                at: places.location(it.at),
            };
            found.into_iter().map(declared).collect()
        })
    }

    /// The definitions of a unit that the linker sees.
    ///
    /// # Errors
    /// [`WorkspaceError::NoSuchUnit`], [`WorkspaceError::Cancelled`].
    pub fn symbols(&self, id: UnitId, directory: &Path) -> Result<Vec<Symbol>, WorkspaceError> {
        let open = self.open_texts();
        self.query(id, |db, unit| {
            let mut places = FilePlaces::new(db, unit, directory, &open);
            let symbol = |it: asunder_decls::symbols::Symbol| Symbol {
                name: it.name,
                kind: it.kind.to_owned(),
                linkage: it.linkage.map(str::to_owned),
                space: it.space.to_owned(),
                at: places.location(it.at),
            };
            symbols(db, unit.source, dialect(&unit.options)).into_iter().map(symbol).collect()
        })
    }

    /// What a pass has to say about a unit, under the wishes of its options, at the places of the files.
    ///
    /// # Errors
    /// [`WorkspaceError::NoSuchUnit`], [`WorkspaceError::Cancelled`].
    pub fn diagnostics(
        &self,
        id: UnitId,
        pass: Pass,
        caller: &Caller,
    ) -> Result<Vec<Record>, WorkspaceError> {
        let open = self.open_texts();
        self.query(id, |db, unit| {
            let report = crate::run::pass_report(db, unit.source, &unit.options, pass, caller);
            if report.diagnostics.is_empty() {
                return Vec::new();
            }
            let mut places = FilePlaces::new(db, unit, &caller.directory, &open);
            records(&report, &unit.options.diagnostics, pass, &mut places.spelling)
        })
    }
}

/// The diagnostics of a report that are shown.
pub(crate) fn records(
    report: &Report,
    wishes: &DiagnosticOptions,
    pass: Pass,
    spelling: &mut Spelling<'_>,
) -> Vec<Record> {
    let control = wishes.command_line_control();
    let mut seen_once = HashSet::new();
    let mut records = Vec::new();
    for diagnostic in &report.diagnostics {
        let verdict = decide(diagnostic, rules::severities_of(pass), &control, &report.pragmas);
        let Some(verdict) = verdict else { continue };
        if !verdict.once || seen_once.insert(diagnostic.message.number) {
            records.push(Record::of(&spelling.diagnostic(diagnostic), verdict));
        }
    }
    records
}

/// The places of a unit's files.
struct FilePlaces<'a> {
    text: &'a str,
    /// Whether the unit's bytes are those of the text.
    is_plain: bool,
    positions: UnitPositions<'a>,
    spelling: Spelling<'a>,
    directory: &'a Path,
}

impl<'a> FilePlaces<'a> {
    fn new(db: &'a Database, unit: &Unit, directory: &'a Path, open: &Arc<OpenTexts>) -> FilePlaces<'a> {
        let source: SourceText = unit.source;
        let text: &'a str = source.text(db);
        let positions = UnitPositions::new(db, source);
        let spelling = Spelling::with_index(text, unit.lines(text), directory, open.clone());
        FilePlaces { text, is_plain: unit.is_plain, positions, spelling, directory }
    }

    /// The byte of the unit for a byte of its text.
    fn encoded(&self, offset: usize) -> usize {
        if self.is_plain { offset } else { asunder_source::encode(&self.text[..offset]).len() }
    }

    /// The byte of the text for a byte of the unit; that of the character that it is a part of.
    fn decoded(&self, offset: usize) -> usize {
        if self.is_plain {
            return offset.min(self.text.len());
        }
        let bytes = asunder_source::encode(self.text);
        asunder_source::decode(&bytes[..offset.min(bytes.len())]).len()
    }

    fn location(&mut self, at: TextSize) -> Location {
        let text_offset = usize::from(at);
        let offset = self.encoded(text_offset);
        if let Some(spelled) = self.spelling.spelled(text_offset) {
            let (file, line, column) = (file_name(&spelled.file), spelled.line, spelled.point.column);
            return Location { offset, file, line, column };
        }
        let position = self.positions.position(text_offset);
        let line = self.positions.line(text_offset);
        let column = line.text[..line.offset].chars().count() as u32 + 1;
        Location { offset, file: file_name(position.file), line: position.line, column }
    }

    /// The byte of the text at a place as line markers have it.
    fn presumed_offset(&self, file: &Path, line: u32, column: u32) -> Option<usize> {
        let path = |name: &Path| self.directory.join(name);
        let wanted = path(file);
        let mut start = 0;
        for text in self.text.split_inclusive('\n') {
            let position = self.positions.position(start);
            if position.line == line && path(Path::new(&file_name(position.file))) == wanted {
                let mut characters = text.trim_end_matches('\n').char_indices();
                if let Some((within, _)) = characters.nth(column.checked_sub(1)? as usize) {
                    return Some(start + within);
                }
            }
            start += text.len();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    const UNIT: &str = "# 1 \"/no/such/k.cu\"\n__attribute__((global)) void k(int *p);\n# 1 \"/no/such/h.h\" 1\n\
                        int h();\n# 2 \"/no/such/k.cu\" 2\n/* \u{e9} */ void go() { k<<<1, 1>>>(0); }\n\
                        __attribute__((global)) void k(int *p) { *p = h(); }\n";

    fn workspace(text: &[u8]) -> (Workspace, UnitId) {
        let workspace = Workspace::new();
        let unit = workspace.open(Options::default(), text).expect("a small unit");
        (workspace, unit)
    }

    #[test]
    fn names_are_found_by_their_places() {
        for text in [UNIT.as_bytes().to_vec(), [b"// \xff\n", UNIT.as_bytes()].concat()] {
            let (workspace, unit) = workspace(&text);
            let root = Path::new("/");
            let file = Path::new("/no/such/k.cu");
            let at = workspace.offset_of(unit, file, 2, 21, root).expect("no edit").expect("it is there");
            assert_eq!(&text[at..at + 4], b"k<<<");
            let found = workspace.hover(unit, at, root).expect("no edit").expect("it is known");
            assert_eq!(
                (&*found.kind, &*found.name, found.space.as_deref()),
                ("function", "k", Some("__global__"))
            );
            let line = |at: Option<Location>| at.map(|it| (it.line, it.column, text[it.offset]));
            assert_eq!(line(found.declared), Some((1, 30, b'k')));
            assert_eq!(line(found.defined), Some((3, 30, b'k')));
            assert_eq!(workspace.offset_of(unit, file, 9, 1, root).expect("no edit"), None);
            assert_eq!(workspace.hover(unit, text.len() + 9, root).expect("no edit"), None);
        }
    }

    #[test]
    fn declarations_and_symbols_of_a_unit() {
        let (workspace, unit) = workspace(UNIT.as_bytes());
        let names = |file| {
            let found = workspace.declarations(unit, file, Path::new("/")).expect("no edit");
            found.into_iter().map(|it| (it.name, it.at.line, it.definition)).collect::<Vec<_>>()
        };
        assert_eq!(names(None), [("k".into(), 1, false), ("go".into(), 2, true), ("k".into(), 3, true)]);
        assert_eq!(names(Some("/no/such/h.h")), [("h".into(), 1, false)]);
        let symbols = workspace.symbols(unit, Path::new("/")).expect("no edit");
        let symbols: Vec<_> =
            symbols.iter().map(|it| (it.name.as_deref().unwrap_or("?"), &*it.space)).collect();
        assert_eq!(symbols, [("_Z2gov", "host"), ("_Z1kPi", "global")]);
    }

    #[test]
    fn each_pass_has_its_diagnostics() {
        let (workspace, unit) = workspace(b"# 1 \"/no/such/k.cu\"\nvoid f() {\n  int a; }\n");
        let said = |pass| {
            let found = workspace.diagnostics(unit, pass, &Caller::this()).expect("no edit");
            found.into_iter().map(|it| (it.number, it.place.line)).collect::<Vec<_>>()
        };
        assert_eq!(said(Pass::Device { arch: 75 }), [(Some(177), Some(2))]);
        assert_eq!(said(Pass::Host), []);
    }
}
