//! Units: their texts, and what the host pass makes of them.

use std::ffi::{CString, OsStr, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use asunder::{Analysis, CxxStandard, Options, Pass, Project, TextEdit, Unit};

use crate::answers::{Diagnostics, Listed};
use crate::{
    ASUNDER_ARGUMENT, ASUNDER_ERRORS, ASUNDER_INTERNAL, ASUNDER_OK, bytes, c_string, c_text, fail, guarded,
};

/// The half of a unit that the host compiler reads.
pub const ASUNDER_HOST_HALF: i32 = 0;
/// The half of a unit that the device compiler reads.
pub const ASUNDER_DEVICE_HALF: i32 = 1;

/// Units that share what they have in common.
pub struct AsunderProject {
    project: Project,
}

/// A preprocessed unit that changes.
pub struct AsunderUnit {
    pub(crate) unit: Unit,
    /// What the last run made; C may be reading it.
    results: Results,
    /// What the last run or check said; C may be reading it.
    pub(crate) diagnostics: Diagnostics,
    /// What was listed last; C may be reading it.
    pub(crate) listed: Listed,
}

/// What a run makes.
#[derive(Default)]
struct Results {
    host_text: Vec<u8>,
    module_id: CString,
    /// `None` without a run.
    halves: Option<[[u8; 32]; 2]>,
}

impl Results {
    fn of(analysis: &Analysis) -> std::io::Result<Results> {
        let mut host_text = Vec::new();
        analysis.write_host_text(&mut host_text)?;
        Ok(Results {
            host_text,
            module_id: c_text(analysis.module_id()),
            halves: Some([analysis.host_fingerprint(), analysis.device_fingerprint()]),
        })
    }
}

/// A project without units.
#[unsafe(no_mangle)]
pub extern "C" fn asunder_project_open() -> *mut AsunderProject {
    guarded(std::ptr::null_mut(), || Box::into_raw(Box::new(AsunderProject { project: Project::new() })))
}

/// Closes the project; its units stay until they are closed. Null is allowed.
///
/// # Safety
/// `project` is null or open, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_project_close(project: *mut AsunderProject) {
    if !project.is_null() {
        // SAFETY: not null, made by `Box::into_raw`, and the caller vouches that it is not used any more.
        let project = unsafe { Box::from_raw(project) };
        guarded((), || drop(project));
    }
}

/// Opens a unit in a project of its own.
fn open(project: &Project, options: Options, text: &[u8]) -> *mut AsunderUnit {
    match project.open(options, text) {
        Ok(unit) => Box::into_raw(Box::new(AsunderUnit {
            unit,
            results: Results::default(),
            diagnostics: Diagnostics::default(),
            listed: Listed::default(),
        })),
        Err(error) => fail(std::ptr::null_mut(), error),
    }
}

/// Opens a unit of this name, which is UTF-8, in C++ of this standard (98, 11, 14, 17, 20, 23), with this preprocessed
/// text in whatever encoding, in a project of its own. Null when an argument is wrong.
///
/// # Safety
/// `name` is null or ends in a zero byte; `text` is null or points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_open(
    name: *const c_char,
    standard: i32,
    text: *const u8,
    length: usize,
) -> *mut AsunderUnit {
    let null = std::ptr::null_mut();
    guarded(null, || {
        // SAFETY: the caller vouches for the zero byte.
        let name = unsafe { c_string(name) }.and_then(|name| name.to_str().ok());
        let Some(name) = name else { return fail(null, "the name is missing or not UTF-8") };
        // SAFETY: the caller vouches for the bytes.
        let Some(text) = (unsafe { bytes(text, length) }) else { return fail(null, "the text is missing") };
        let standard = match standard {
            98 | 3 => CxxStandard::Cxx98,
            11 => CxxStandard::Cxx11,
            14 => CxxStandard::Cxx14,
            17 => CxxStandard::Cxx17,
            20 => CxxStandard::Cxx20,
            23 => CxxStandard::Cxx23,
            _ => return fail(null, "no such standard"),
        };
        open(&Project::new(), Options::named(name).standard(standard), text)
    })
}

/// Opens a unit of a project with the options of a command line of cudafe++: `argc` words behind the program's name, as
/// `nvcc --dryrun` shows them; the last names the unit, which is not read. `directory` is the folder that its preprocessor
/// ran in; null for the current one. A project of its own for null. Null when an argument is wrong.
///
/// # Safety
/// `project` is null or open; `argv` points to `argc` texts that end in a zero byte; `directory` is null or ends in a
/// zero byte; `text` is null or points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_open_argv(
    project: *const AsunderProject,
    argc: usize,
    argv: *const *const c_char,
    directory: *const c_char,
    text: *const u8,
    length: usize,
) -> *mut AsunderUnit {
    let null = std::ptr::null_mut();
    guarded(null, || {
        if argv.is_null() || isize::try_from(argc.saturating_mul(size_of::<usize>())).is_err() {
            return fail(null, "the words are missing");
        }
        // SAFETY: not null, no more than an object can have, and the caller vouches for the number of words.
        let words = unsafe { std::slice::from_raw_parts(argv, argc) }.iter();
        // SAFETY: the caller vouches for the zero bytes.
        let words =
            words.map(|word| unsafe { c_string(*word) }.map(|word| OsStr::from_bytes(word.to_bytes())));
        let Some(words) = words.collect::<Option<Vec<_>>>() else { return fail(null, "a word is missing") };
        // SAFETY: the caller vouches for the bytes.
        let Some(text) = (unsafe { bytes(text, length) }) else { return fail(null, "the text is missing") };
        let mut options = match Options::from_argv(words) {
            Ok(options) => options,
            Err(error) => return fail(null, error),
        };
        // SAFETY: the caller vouches for the zero byte.
        if let Some(directory) = unsafe { c_string(directory) } {
            options = options.directory(Path::new(OsStr::from_bytes(directory.to_bytes())));
        }
        // SAFETY: the caller vouches that it is null or open.
        match unsafe { project.as_ref() } {
            Some(project) => open(&project.project, options, text),
            None => open(&Project::new(), options, text),
        }
    })
}

/// Gives the unit another text. What both texts have in common is not read again. A status.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it; `text` is null or points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_set_text(
    unit: *mut AsunderUnit,
    text: *const u8,
    length: usize,
) -> i32 {
    // SAFETY: the caller vouches that it is null or open, and not used by others.
    let Some(unit) = (unsafe { unit.as_mut() }) else { return fail(ASUNDER_ARGUMENT, "no unit") };
    // SAFETY: the caller vouches for the bytes.
    let Some(text) = (unsafe { bytes(text, length) }) else {
        return fail(ASUNDER_ARGUMENT, "the text is missing");
    };
    guarded(ASUNDER_INTERNAL, || match unit.unit.set_text(text) {
        Ok(()) => ASUNDER_OK,
        Err(error) => fail(ASUNDER_ARGUMENT, error),
    })
}

/// Replaces the unit's bytes from `start` to `end`. A status.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it; `text` is null or points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_edit(
    unit: *mut AsunderUnit,
    start: usize,
    end: usize,
    text: *const u8,
    length: usize,
) -> i32 {
    // SAFETY: the caller vouches that it is null or open, and not used by others.
    let Some(unit) = (unsafe { unit.as_mut() }) else { return fail(ASUNDER_ARGUMENT, "no unit") };
    // SAFETY: the caller vouches for the bytes.
    let Some(text) = (unsafe { bytes(text, length) }) else {
        return fail(ASUNDER_ARGUMENT, "the text is missing");
    };
    guarded(ASUNDER_INTERNAL, || {
        match unit.unit.edit(&[TextEdit { range: start..end, text: text.to_vec() }]) {
            Ok(()) => ASUNDER_OK,
            Err(error) => fail(ASUNDER_ARGUMENT, error),
        }
    })
}

/// Makes host text, module id, diagnostics and fingerprints of the unit's text. A status; after
/// [`ASUNDER_INTERNAL`] there are none of them.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_run(unit: *mut AsunderUnit) -> i32 {
    // SAFETY: the caller vouches that it is null or open, and not used by others.
    let Some(unit) = (unsafe { unit.as_mut() }) else { return fail(ASUNDER_ARGUMENT, "no unit") };
    guarded(ASUNDER_INTERNAL, || {
        unit.results = Results::default();
        unit.diagnostics = Diagnostics::default();
        let analysis = match unit.unit.analysis() {
            Ok(analysis) => analysis,
            Err(error) => return fail(ASUNDER_INTERNAL, error),
        };
        unit.results = match Results::of(&analysis) {
            Ok(results) => results,
            Err(error) => return fail(ASUNDER_INTERNAL, error),
        };
        unit.diagnostics = Diagnostics::of(analysis.diagnostics());
        if analysis.has_errors() { ASUNDER_ERRORS } else { ASUNDER_OK }
    })
}

/// Makes the diagnostics of the device pass for a virtual architecture (90 for `compute_90`), or of the host pass for 0;
/// what a run made stays. The text must be that of the pass. A status; after [`ASUNDER_INTERNAL`] there are none.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_check(unit: *mut AsunderUnit, architecture: u32) -> i32 {
    // SAFETY: the caller vouches that it is null or open, and not used by others.
    let Some(unit) = (unsafe { unit.as_mut() }) else { return fail(ASUNDER_ARGUMENT, "no unit") };
    guarded(ASUNDER_INTERNAL, || {
        unit.diagnostics = Diagnostics::default();
        let pass = if architecture == 0 { Pass::Host } else { Pass::Device { arch: architecture } };
        match unit.unit.diagnostics(pass) {
            Ok(diagnostics) => unit.diagnostics = Diagnostics::of(&diagnostics),
            Err(error) => return fail(ASUNDER_INTERNAL, error),
        }
        if unit.diagnostics.has_errors() { ASUNDER_ERRORS } else { ASUNDER_OK }
    })
}

/// What the host compiler is to read, from the last run; its length goes to `*length`.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it; `length` is null or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_host_text(unit: *const AsunderUnit, length: *mut usize) -> *const u8 {
    // SAFETY: the caller vouches that it is null or open, and not changed by others.
    let text = unsafe { unit.as_ref() }.map(|unit| &*unit.results.host_text);
    // SAFETY: the caller vouches that it is null or can be written.
    if let Some(length) = unsafe { length.as_mut() } {
        *length = text.map_or(0, <[u8]>::len);
    }
    text.map_or(std::ptr::null(), <[u8]>::as_ptr)
}

/// The module id, from the last run.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_module_id(unit: *const AsunderUnit) -> *const c_char {
    // SAFETY: the caller vouches that it is null or open, and not changed by others.
    unsafe { unit.as_ref() }.map_or(std::ptr::null(), |unit| unit.results.module_id.as_ptr())
}

/// The fingerprint of a half in the last run, 32 bytes: while it stays, that half's compiler need not run. Null
/// without a run.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_fingerprint(unit: *const AsunderUnit, half: i32) -> *const u8 {
    // SAFETY: the caller vouches that it is null or open, and not changed by others.
    let halves = unsafe { unit.as_ref() }.and_then(|unit| unit.results.halves.as_ref());
    let half = halves.zip(usize::try_from(half).ok()).and_then(|(halves, half)| halves.get(half));
    half.map_or(std::ptr::null(), |half| half.as_ptr())
}

/// Closes the unit. Null is allowed.
///
/// # Safety
/// `unit` is null or open, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_close(unit: *mut AsunderUnit) {
    if !unit.is_null() {
        // SAFETY: not null, made by `Box::into_raw`, and the caller vouches that it is not used any more.
        let unit = unsafe { Box::from_raw(unit) };
        guarded((), || drop(unit));
    }
}
