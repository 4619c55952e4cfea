//! asunder for programs in C. `include/asunder.h` is made from this file by cbindgen; a test says when it is not
//! current.
//!
//! # Architecture invariants
//! * The only crate with unsafe code. Each unsafe block says what makes it sound.
//! * No panic crosses into C: it becomes a null pointer or a status.
//! * A text that is given to C lives until the next call for the same unit that gives one.

use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use asunder::{CxxStandard, Options, Project, Unit};

/// A preprocessed unit that changes.
pub struct AsunderUnit {
    unit: Unit,
    // From here on: texts that C may be reading.
    host_text: Vec<u8>,
    module_id: CString,
    diagnostics: CString,
    halves: [[u8; 32]; 2],
}

/// Status: it was done.
pub const ASUNDER_OK: i32 = 0;
/// Status: an argument is missing or out of range.
pub const ASUNDER_ARGUMENT: i32 = 1;
/// Status: the unit has errors, and its host text is not to be compiled.
pub const ASUNDER_ERRORS: i32 = 2;
/// Status: something inside asunder failed.
pub const ASUNDER_INTERNAL: i32 = 3;

/// The half of a unit that the host compiler reads.
pub const ASUNDER_HOST_HALF: i32 = 0;
/// The half of a unit that the device compiler reads.
pub const ASUNDER_DEVICE_HALF: i32 = 1;

/// Bytes that C gives.
///
/// # Safety
/// `text` is null or points to `length` bytes that nobody changes while the result lives.
unsafe fn bytes<'a>(text: *const u8, length: usize) -> Option<&'a [u8]> {
    match (text.is_null(), length) {
        (_, 0) => Some(&[]),
        (true, _) => None,
        // SAFETY: not null, and the caller vouches for the length and the lifetime.
        (false, _) => Some(unsafe { std::slice::from_raw_parts(text, length) }),
    }
}

/// Opens a unit of this name, in C++ of this standard (98, 11, 14, 17, 20, 23), with this preprocessed text. Null
/// when an argument is wrong.
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
    if name.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: not null, and the caller vouches for the zero byte.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
    // SAFETY: the caller vouches for the bytes.
    let Some(text) = (unsafe { bytes(text, length) }) else { return std::ptr::null_mut() };
    let standard = match standard {
        98 | 3 => CxxStandard::Cxx98,
        11 => CxxStandard::Cxx11,
        14 => CxxStandard::Cxx14,
        17 => CxxStandard::Cxx17,
        20 => CxxStandard::Cxx20,
        23 => CxxStandard::Cxx23,
        _ => return std::ptr::null_mut(),
    };
    let opened = catch_unwind(|| Project::new().open(Options::named(&name).standard(standard), text));
    match opened {
        Ok(Ok(unit)) => Box::into_raw(Box::new(AsunderUnit {
            unit,
            host_text: Vec::new(),
            module_id: CString::default(),
            diagnostics: CString::default(),
            halves: [[0; 32]; 2],
        })),
        Ok(Err(_)) | Err(_) => std::ptr::null_mut(),
    }
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
    // SAFETY: the caller vouches that it is null or open, and used by nobody else.
    let Some(unit) = (unsafe { unit.as_mut() }) else { return ASUNDER_ARGUMENT };
    // SAFETY: the caller vouches for the bytes.
    let Some(text) = (unsafe { bytes(text, length) }) else { return ASUNDER_ARGUMENT };
    match catch_unwind(AssertUnwindSafe(|| unit.unit.set_text(text))) {
        Ok(Ok(())) => ASUNDER_OK,
        Ok(Err(_)) => ASUNDER_ARGUMENT,
        Err(_) => ASUNDER_INTERNAL,
    }
}

/// Makes host text, module id, diagnostics and fingerprints of the unit's text. A status.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_run(unit: *mut AsunderUnit) -> i32 {
    // SAFETY: the caller vouches that it is null or open, and used by nobody else.
    let Some(unit) = (unsafe { unit.as_mut() }) else { return ASUNDER_ARGUMENT };
    let Ok(Ok(analysis)) = catch_unwind(AssertUnwindSafe(|| unit.unit.analysis())) else {
        return ASUNDER_INTERNAL;
    };
    unit.host_text.clear();
    if analysis.write_host_text(&mut unit.host_text).is_err() {
        return ASUNDER_INTERNAL;
    }
    unit.module_id = c_text(analysis.module_id().to_owned());
    let mut lines = String::new();
    for diagnostic in analysis.diagnostics() {
        let file = diagnostic.file.unwrap_or_default();
        let (line, column) = (diagnostic.line.unwrap_or(0), diagnostic.column.unwrap_or(0));
        let severity = diagnostic.severity.word();
        lines.push_str(&format!("{file}:{line}:{column}: {severity}: {}\n", diagnostic.text));
    }
    unit.diagnostics = c_text(lines);
    unit.halves = [analysis.host_fingerprint(), analysis.device_fingerprint()];
    if analysis.has_errors() { ASUNDER_ERRORS } else { ASUNDER_OK }
}

fn c_text(text: String) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

/// What the host compiler is to read, from the last run; its length goes to `*length`.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it; `length` is null or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_host_text(unit: *const AsunderUnit, length: *mut usize) -> *const u8 {
    // SAFETY: the caller vouches that it is null or open, and changed by nobody else.
    let Some(unit) = (unsafe { unit.as_ref() }) else { return std::ptr::null() };
    // SAFETY: the caller vouches that it is null or can be written.
    if let Some(length) = unsafe { length.as_mut() } {
        *length = unit.host_text.len();
    }
    unit.host_text.as_ptr()
}

/// The module id, from the last run.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_module_id(unit: *const AsunderUnit) -> *const c_char {
    // SAFETY: the caller vouches that it is null or open, and changed by nobody else.
    unsafe { unit.as_ref() }.map_or(std::ptr::null(), |unit| unit.module_id.as_ptr())
}

/// The diagnostics of the last run, one a line: `file:line:column: severity: text`.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_diagnostics(unit: *const AsunderUnit) -> *const c_char {
    // SAFETY: the caller vouches that it is null or open, and changed by nobody else.
    unsafe { unit.as_ref() }.map_or(std::ptr::null(), |unit| unit.diagnostics.as_ptr())
}

/// The fingerprint of a half in the last run, 32 bytes: while it stays, that half's compiler need not run.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_fingerprint(unit: *const AsunderUnit, half: i32) -> *const u8 {
    // SAFETY: the caller vouches that it is null or open, and changed by nobody else.
    let unit = unsafe { unit.as_ref() };
    let half = usize::try_from(half).ok();
    unit.zip(half).and_then(|(unit, half)| unit.halves.get(half)).map_or(std::ptr::null(), |it| it.as_ptr())
}

/// Closes the unit. Null is allowed.
///
/// # Safety
/// `unit` is null or open, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_close(unit: *mut AsunderUnit) {
    if !unit.is_null() {
        // SAFETY: not null, made by `Box::into_raw`, and the caller vouches that it is used by nobody any more.
        let unit = unsafe { Box::from_raw(unit) };
        // A panic while it is dropped has nowhere to go.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(unit)));
    }
}
