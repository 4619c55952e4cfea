//! What a pass says, and what names and files declare.

use std::ffi::{CString, OsStr, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use asunder::{Declared, Diagnostic, Location, Meaning, Place, Severity, Symbol};

use crate::unit::AsunderUnit;
use crate::{
    ASUNDER_ARGUMENT, ASUNDER_INTERNAL, ASUNDER_NOTHING, ASUNDER_OK, c_string, c_text, fail, guarded,
};

/// Severity: a remark on the diagnostic before it.
pub const ASUNDER_NOTE: i32 = 0;
/// Severity: shown on request.
pub const ASUNDER_REMARK: i32 = 1;
/// Severity: the compilation goes on.
pub const ASUNDER_WARNING: i32 = 2;
/// Severity: the compilation fails.
pub const ASUNDER_ERROR: i32 = 3;
/// Severity: the compilation ends here.
pub const ASUNDER_CATASTROPHE: i32 = 4;

/// A diagnostic, or a note that belongs to the one before it. Texts belong to the unit and live until its next run or
/// check.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AsunderDiagnostic {
    /// How grave it is: `ASUNDER_NOTE` to `ASUNDER_CATASTROPHE`.
    pub severity: i32,
    /// The number that users see, as in `#20012`; 0 without one.
    pub number: u32,
    /// The name for use in pragmas and options; null without one.
    pub tag: *const c_char,
    /// What it says.
    pub message: *const c_char,
    /// The file as line markers name it; null where it is not known.
    pub file: *const c_char,
    /// The line, from 1; 0 where it is not known.
    pub line: u32,
    /// The column, from 1, in code points; 0 where it is not known.
    pub column: u32,
}

/// A place of a unit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AsunderPlace {
    /// The file as line markers name it; null where there is no place.
    pub file: *const c_char,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in code points.
    pub column: u32,
    /// The byte of the unit.
    pub offset: usize,
}

/// A name: what it means, or what declares it. Texts are null where they are not known; they belong to the unit and live
/// until its next call of `asunder_unit_hover`, `asunder_unit_declarations` or `asunder_unit_symbols`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AsunderName {
    /// `function`, `class`, `variable`, …
    pub kind: *const c_char,
    /// The qualified name; of a symbol, the linker's.
    pub name: *const c_char,
    /// The declared type; null of symbols.
    pub type_text: *const c_char,
    /// The CUDA spaces.
    pub space: *const c_char,
    /// `internal` or `external`, of symbols.
    pub linkage: *const c_char,
    /// In how many classes and enumerations a declaration stands.
    pub depth: u32,
    /// Where it is declared.
    pub declared: AsunderPlace,
    /// Where it is defined.
    pub defined: AsunderPlace,
}

/// What a pass says, in texts that C may read.
#[derive(Default)]
pub(crate) struct Diagnostics {
    entries: Vec<Entry>,
    lines: CString,
}

struct Entry {
    severity: i32,
    number: u32,
    tag: Option<CString>,
    message: CString,
    file: Option<CString>,
    line: u32,
    column: u32,
}

impl Entry {
    fn new(severity: i32, number: Option<u16>, message: &str, place: &Place) -> Entry {
        Entry {
            severity,
            number: number.map_or(0, u32::from),
            tag: None,
            message: c_text(message),
            file: place.file.as_deref().map(c_text),
            line: place.line.unwrap_or(0),
            column: place.column.unwrap_or(0),
        }
    }
}

impl Diagnostics {
    pub(crate) fn of(diagnostics: &[Diagnostic]) -> Diagnostics {
        let mut entries = Vec::new();
        let mut lines = String::new();
        for it in diagnostics {
            let Place { file, line, column } = &it.place;
            let file = file.as_deref().unwrap_or_default();
            let (line, column) = (line.unwrap_or(0), column.unwrap_or(0));
            lines += &format!("{file}:{line}:{column}: {}: {}\n", it.severity.word(), it.message);
            let tag = it.tag.as_deref().map(c_text);
            entries.push(Entry { tag, ..Entry::new(code(it.severity), it.number, &it.message, &it.place) });
            entries.extend(it.details.iter().map(|detail| Entry::new(ASUNDER_NOTE, None, detail, &it.place)));
            let notes = it.notes.iter();
            entries
                .extend(notes.map(|note| Entry::new(ASUNDER_NOTE, note.number, &note.message, &note.place)));
        }
        Diagnostics { entries, lines: c_text(&lines) }
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.entries.iter().any(|entry| entry.severity >= ASUNDER_ERROR)
    }
}

fn code(severity: Severity) -> i32 {
    match severity {
        Severity::Note => ASUNDER_NOTE,
        Severity::Remark => ASUNDER_REMARK,
        Severity::Warning => ASUNDER_WARNING,
        Severity::Error => ASUNDER_ERROR,
        _ => ASUNDER_CATASTROPHE,
    }
}

/// Names in texts that C may read.
#[derive(Default)]
pub(crate) struct Listed(Vec<Name>);

#[derive(Default)]
struct Name {
    kind: CString,
    name: Option<CString>,
    type_text: Option<CString>,
    space: Option<CString>,
    linkage: Option<CString>,
    depth: u32,
    declared: Option<(CString, Location)>,
    defined: Option<(CString, Location)>,
}

fn placed(location: Option<Location>) -> Option<(CString, Location)> {
    location.map(|location| (c_text(&location.file), location))
}

impl From<Meaning> for Name {
    fn from(it: Meaning) -> Name {
        Name {
            kind: c_text(&it.kind),
            name: Some(c_text(&it.name)),
            type_text: it.ty.as_deref().map(c_text),
            space: it.space.as_deref().map(c_text),
            declared: placed(it.declared),
            defined: placed(it.defined),
            ..Name::default()
        }
    }
}

impl From<Declared> for Name {
    fn from(it: Declared) -> Name {
        Name {
            kind: c_text(&it.kind),
            name: Some(c_text(&it.name)),
            type_text: it.ty.as_deref().map(c_text),
            space: it.space.as_deref().map(c_text),
            depth: it.depth,
            defined: placed(it.definition.then(|| it.at.clone())),
            declared: placed(Some(it.at)),
            ..Name::default()
        }
    }
}

impl From<Symbol> for Name {
    fn from(it: Symbol) -> Name {
        Name {
            kind: c_text(&it.kind),
            name: it.name.as_deref().map(c_text),
            space: Some(c_text(&it.space)),
            linkage: it.linkage.as_deref().map(c_text),
            declared: placed(Some(it.at.clone())),
            defined: placed(Some(it.at)),
            ..Name::default()
        }
    }
}

fn pointer(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(std::ptr::null(), |text| text.as_ptr())
}

fn place(place: &Option<(CString, Location)>) -> AsunderPlace {
    match place {
        Some((file, Location { line, column, offset, .. })) => {
            AsunderPlace { file: file.as_ptr(), line: *line, column: *column, offset: *offset }
        }
        None => AsunderPlace { file: std::ptr::null(), line: 0, column: 0, offset: 0 },
    }
}

impl Name {
    fn for_c(&self) -> AsunderName {
        AsunderName {
            kind: self.kind.as_ptr(),
            name: pointer(&self.name),
            type_text: pointer(&self.type_text),
            space: pointer(&self.space),
            linkage: pointer(&self.linkage),
            depth: self.depth,
            declared: place(&self.declared),
            defined: place(&self.defined),
        }
    }
}

/// The diagnostics of the last run or check, one a line: `file:line:column: severity: text`.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_diagnostics(unit: *const AsunderUnit) -> *const c_char {
    // SAFETY: the caller vouches that it is null or open, and not changed by others.
    unsafe { unit.as_ref() }.map_or(std::ptr::null(), |unit| unit.diagnostics.lines.as_ptr())
}

/// How many diagnostics, with their notes, the last run or check made.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_diagnostic_count(unit: *const AsunderUnit) -> usize {
    // SAFETY: the caller vouches that it is null or open, and not changed by others.
    unsafe { unit.as_ref() }.map_or(0, |unit| unit.diagnostics.entries.len())
}

/// A diagnostic of the last run or check, by its number from 0. A status.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it; `diagnostic` is null or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_diagnostic(
    unit: *const AsunderUnit,
    index: usize,
    diagnostic: *mut AsunderDiagnostic,
) -> i32 {
    // SAFETY: the caller vouches that it is null or open, and not changed by others.
    let entry = unsafe { unit.as_ref() }.and_then(|unit| unit.diagnostics.entries.get(index));
    // SAFETY: the caller vouches that it is null or can be written.
    let (Some(entry), Some(diagnostic)) = (entry, unsafe { diagnostic.as_mut() }) else {
        return fail(ASUNDER_ARGUMENT, "no such diagnostic");
    };
    *diagnostic = AsunderDiagnostic {
        severity: entry.severity,
        number: entry.number,
        tag: pointer(&entry.tag),
        message: entry.message.as_ptr(),
        file: pointer(&entry.file),
        line: entry.line,
        column: entry.column,
    };
    ASUNDER_OK
}

/// The byte of the unit that stands for a place of a file: line and column from 1, columns in code points. A status;
/// [`ASUNDER_NOTHING`] where the unit has nothing of it.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it; `file` is null or ends in a zero byte; `offset` is null or can be
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_offset(
    unit: *const AsunderUnit,
    file: *const c_char,
    line: u32,
    column: u32,
    offset: *mut usize,
) -> i32 {
    // SAFETY: the caller vouches for the unit, the zero byte and the place of the answer.
    let (unit, file, offset) = unsafe { (unit.as_ref(), c_string(file), offset.as_mut()) };
    let (Some(unit), Some(file), Some(offset)) = (unit, file, offset) else {
        return fail(ASUNDER_ARGUMENT, "an argument is missing");
    };
    let file = Path::new(OsStr::from_bytes(file.to_bytes()));
    guarded(ASUNDER_INTERNAL, || match unit.unit.offset_of(file, line, column) {
        Ok(Some(found)) => {
            *offset = found;
            ASUNDER_OK
        }
        Ok(None) => ASUNDER_NOTHING,
        Err(error) => fail(ASUNDER_INTERNAL, error),
    })
}

/// What the name at a byte of the unit means. A status; [`ASUNDER_NOTHING`] where there is none or it is not known.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it; `name` is null or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_hover(
    unit: *mut AsunderUnit,
    offset: usize,
    name: *mut AsunderName,
) -> i32 {
    // SAFETY: the caller vouches for the unit and the place of the answer.
    let (Some(unit), Some(name)) = (unsafe { (unit.as_mut(), name.as_mut()) }) else {
        return fail(ASUNDER_ARGUMENT, "an argument is missing");
    };
    guarded(ASUNDER_INTERNAL, || match unit.unit.hover(offset) {
        Ok(found) => {
            unit.listed = Listed(found.into_iter().map(Name::from).collect());
            match unit.listed.0.first() {
                Some(found) => {
                    *name = found.for_c();
                    ASUNDER_OK
                }
                None => ASUNDER_NOTHING,
            }
        }
        Err(error) => fail(ASUNDER_INTERNAL, error),
    })
}

/// Lists the declarations of the unit outside function bodies that stand in a file, which is named as line markers do;
/// for null, in that of the first line marker. Their number goes to `*count`, and `asunder_unit_name` gives them. A status.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it; `file` is null or ends in a zero byte; `count` is null or can be
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_declarations(
    unit: *mut AsunderUnit,
    file: *const c_char,
    count: *mut usize,
) -> i32 {
    // SAFETY: the caller vouches for the zero byte.
    let file = unsafe { c_string(file) }.map(|file| file.to_string_lossy());
    // SAFETY: the caller vouches for the unit and the place of the answer.
    unsafe { list(unit, count, |unit| unit.unit.declarations(file.as_deref())) }
}

/// Lists the definitions of the unit that the linker sees, outside templates. Their number goes to `*count`, and
/// `asunder_unit_name` gives them. A status.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it; `count` is null or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_symbols(unit: *mut AsunderUnit, count: *mut usize) -> i32 {
    // SAFETY: the caller vouches for the unit and the place of the answer.
    unsafe { list(unit, count, |unit| unit.unit.symbols()) }
}

/// Lists names.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it; `count` is null or can be written.
unsafe fn list<T: Into<Name>>(
    unit: *mut AsunderUnit,
    count: *mut usize,
    find: impl Fn(&AsunderUnit) -> Result<Vec<T>, asunder::Error>,
) -> i32 {
    // SAFETY: the caller vouches for the unit and the place of the answer.
    let (Some(unit), Some(count)) = (unsafe { (unit.as_mut(), count.as_mut()) }) else {
        return fail(ASUNDER_ARGUMENT, "an argument is missing");
    };
    guarded(ASUNDER_INTERNAL, || match find(unit) {
        Ok(found) => {
            unit.listed = Listed(found.into_iter().map(T::into).collect());
            *count = unit.listed.0.len();
            ASUNDER_OK
        }
        Err(error) => fail(ASUNDER_INTERNAL, error),
    })
}

/// A name of those listed last, by its number from 0. A status.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it; `name` is null or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_name(
    unit: *const AsunderUnit,
    index: usize,
    name: *mut AsunderName,
) -> i32 {
    // SAFETY: the caller vouches that it is null or open, and not changed by others.
    let found = unsafe { unit.as_ref() }.and_then(|unit| unit.listed.0.get(index));
    // SAFETY: the caller vouches that it is null or can be written.
    let (Some(found), Some(name)) = (found, unsafe { name.as_mut() }) else {
        return fail(ASUNDER_ARGUMENT, "no such name");
    };
    *name = found.for_c();
    ASUNDER_OK
}
