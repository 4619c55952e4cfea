//! asunder for programs in C. `include/asunder.h` is made from this file by cbindgen; a test says when it is not
//! current.
//!
//! # Architecture invariants
//! * The only crate with unsafe code. Each unsafe block says what makes it sound.
//! * No panic crosses into C: every function does its work in `guarded`, and a panic becomes a null pointer or a
//!   status.
//! * A text that is given to C lives until the next call for the same unit that gives one.

use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use asunder::{Analysis, CxxStandard, Options, Project, Unit};

/// A preprocessed unit that changes.
pub struct AsunderUnit {
    unit: Unit,
    /// What the last run made; C may be reading it.
    results: Results,
}

/// What a run makes.
#[derive(Default)]
struct Results {
    host_text: Vec<u8>,
    module_id: CString,
    diagnostics: CString,
    /// `None` without a run.
    halves: Option<[[u8; 32]; 2]>,
}

impl Results {
    fn of(analysis: &Analysis) -> std::io::Result<Results> {
        let mut host_text = Vec::new();
        analysis.write_host_text(&mut host_text)?;
        let mut lines = String::new();
        for diagnostic in analysis.diagnostics() {
            let file = diagnostic.file.unwrap_or_default();
            let (line, column) = (diagnostic.line.unwrap_or(0), diagnostic.column.unwrap_or(0));
            let severity = diagnostic.severity.word();
            lines.push_str(&format!("{file}:{line}:{column}: {severity}: {}\n", diagnostic.text));
        }
        Ok(Results {
            host_text,
            module_id: c_text(analysis.module_id()),
            diagnostics: c_text(&lines),
            halves: Some([analysis.host_fingerprint(), analysis.device_fingerprint()]),
        })
    }
}

fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
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

/// Does something for C. A panic gives `otherwise`.
fn guarded<T>(otherwise: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        // Dropping it might panic again.
        std::mem::forget(panic);
        otherwise
    })
}

/// Bytes that C gives; `None` for null and for more than there can be.
///
/// # Safety
/// `text` is null or points to `length` bytes that nobody changes while the result lives.
unsafe fn bytes<'a>(text: *const u8, length: usize) -> Option<&'a [u8]> {
    match (text.is_null(), length) {
        (_, 0) => Some(&[]),
        (true, _) => None,
        (false, _) if isize::try_from(length).is_err() => None,
        // SAFETY: not null, no more than an object can have, and the caller vouches for the length and the lifetime.
        (false, _) => Some(unsafe { std::slice::from_raw_parts(text, length) }),
    }
}

/// Opens a unit of this name, which is UTF-8, in C++ of this standard (98, 11, 14, 17, 20, 23), with this preprocessed
/// text in whatever encoding. Null when an argument is wrong.
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
    let open = || {
        if name.is_null() {
            return None;
        }
        // SAFETY: not null, and the caller vouches for the zero byte.
        let name = unsafe { CStr::from_ptr(name) }.to_str().ok()?;
        // SAFETY: the caller vouches for the bytes.
        let text = unsafe { bytes(text, length) }?;
        let standard = match standard {
            98 | 3 => CxxStandard::Cxx98,
            11 => CxxStandard::Cxx11,
            14 => CxxStandard::Cxx14,
            17 => CxxStandard::Cxx17,
            20 => CxxStandard::Cxx20,
            23 => CxxStandard::Cxx23,
            _ => return None,
        };
        let unit = Project::new().open(Options::named(name).standard(standard), text).ok()?;
        Some(Box::new(AsunderUnit { unit, results: Results::default() }))
    };
    guarded(std::ptr::null_mut(), || open().map_or(std::ptr::null_mut(), Box::into_raw))
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
    guarded(ASUNDER_INTERNAL, || match unit.unit.set_text(text) {
        Ok(()) => ASUNDER_OK,
        Err(_) => ASUNDER_ARGUMENT,
    })
}

/// Makes host text, module id, diagnostics and fingerprints of the unit's text. A status; after
/// [`ASUNDER_INTERNAL`] there are none of them.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_run(unit: *mut AsunderUnit) -> i32 {
    // SAFETY: the caller vouches that it is null or open, and used by nobody else.
    let Some(unit) = (unsafe { unit.as_mut() }) else { return ASUNDER_ARGUMENT };
    guarded(ASUNDER_INTERNAL, || {
        unit.results = Results::default();
        let Ok(analysis) = unit.unit.analysis() else { return ASUNDER_INTERNAL };
        let Ok(results) = Results::of(&analysis) else { return ASUNDER_INTERNAL };
        unit.results = results;
        if analysis.has_errors() { ASUNDER_ERRORS } else { ASUNDER_OK }
    })
}

/// What the host compiler is to read, from the last run; its length goes to `*length`.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it; `length` is null or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_host_text(unit: *const AsunderUnit, length: *mut usize) -> *const u8 {
    // SAFETY: the caller vouches that it is null or open, and changed by nobody else.
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
    // SAFETY: the caller vouches that it is null or open, and changed by nobody else.
    unsafe { unit.as_ref() }.map_or(std::ptr::null(), |unit| unit.results.module_id.as_ptr())
}

/// The diagnostics of the last run, one a line: `file:line:column: severity: text`.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_diagnostics(unit: *const AsunderUnit) -> *const c_char {
    // SAFETY: the caller vouches that it is null or open, and changed by nobody else.
    unsafe { unit.as_ref() }.map_or(std::ptr::null(), |unit| unit.results.diagnostics.as_ptr())
}

/// The fingerprint of a half in the last run, 32 bytes: while it stays, that half's compiler need not run. Null
/// without a run.
///
/// # Safety
/// `unit` is null or open, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asunder_unit_fingerprint(unit: *const AsunderUnit, half: i32) -> *const u8 {
    // SAFETY: the caller vouches that it is null or open, and changed by nobody else.
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
        // SAFETY: not null, made by `Box::into_raw`, and the caller vouches that it is used by nobody any more.
        let unit = unsafe { Box::from_raw(unit) };
        guarded((), || drop(unit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_status() {
        assert_eq!(guarded(ASUNDER_INTERNAL, || panic!("on purpose")), ASUNDER_INTERNAL);
        struct Grenade;
        impl Drop for Grenade {
            fn drop(&mut self) {
                panic!("again");
            }
        }
        assert_eq!(guarded(ASUNDER_INTERNAL, || std::panic::panic_any(Grenade)), ASUNDER_INTERNAL);
    }

    #[test]
    fn nothing_comes_of_nothing() {
        let (null, mut length) = (std::ptr::null_mut(), 7);
        // SAFETY: null is allowed everywhere.
        unsafe {
            assert!(asunder_unit_host_text(null, &raw mut length).is_null());
            assert!(asunder_unit_host_text(null, std::ptr::null_mut()).is_null());
            assert!(asunder_unit_module_id(null).is_null());
            assert!(asunder_unit_diagnostics(null).is_null());
            assert!(asunder_unit_fingerprint(null, ASUNDER_HOST_HALF).is_null());
            assert_eq!(asunder_unit_run(null), ASUNDER_ARGUMENT);
            assert_eq!(asunder_unit_set_text(null, null.cast(), 0), ASUNDER_ARGUMENT);
            asunder_unit_close(null);
        }
        assert_eq!(length, 0);
    }

    #[test]
    fn arguments_are_checked() {
        let text = b"int f() { return 1; }\n// \xff\xfe\n";
        let open = |name: *const c_char, standard, text: *const u8, length| {
            // SAFETY: names end in a zero byte or are null; texts have their length, are null, or are refused.
            unsafe { asunder_unit_open(name, standard, text, length) }
        };
        assert!(open(c"\xff".as_ptr(), 17, text.as_ptr(), text.len()).is_null(), "a name is UTF-8");
        assert!(open(std::ptr::null(), 17, text.as_ptr(), text.len()).is_null());
        assert!(open(c"u.cu".as_ptr(), 12, text.as_ptr(), text.len()).is_null(), "no such standard");
        assert!(open(c"u.cu".as_ptr(), 17, std::ptr::null(), 1).is_null());
        assert!(open(c"u.cu".as_ptr(), 17, text.as_ptr(), usize::MAX).is_null());
        let unit = open(c"u.cu".as_ptr(), 17, text.as_ptr(), text.len());
        let mut length = 0;
        // SAFETY: the unit is open until the last line.
        unsafe {
            assert!(asunder_unit_fingerprint(unit, ASUNDER_HOST_HALF).is_null(), "not yet");
            assert_eq!(asunder_unit_set_text(unit, std::ptr::null(), 1), ASUNDER_ARGUMENT);
            assert_eq!(asunder_unit_run(unit), ASUNDER_OK);
            let host = asunder_unit_host_text(unit, &raw mut length);
            let host = std::slice::from_raw_parts(host, length);
            assert!(host.windows(5).any(|it| it == b"// \xff\xfe"), "the text's bytes come back");
            assert!(!asunder_unit_fingerprint(unit, ASUNDER_DEVICE_HALF).is_null());
            assert!(asunder_unit_fingerprint(unit, 2).is_null());
            assert!(asunder_unit_fingerprint(unit, -1).is_null());
            asunder_unit_close(unit);
        }
    }
}
