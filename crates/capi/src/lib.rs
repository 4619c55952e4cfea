//! asunder for programs in C. `include/asunder.h` is made from this crate by cbindgen; a test says when it is not
//! current.
//!
//! # Architecture invariants
//! * The only crate with unsafe code. Each unsafe block says what makes it sound.
//! * No panic crosses into C: every function does its work in `guarded`, and a panic becomes a null pointer or a
//!   status.
//! * A text that is given to C lives until the next call for the same unit that gives one of its kind.

mod answers;
mod unit;

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use answers::*;
pub use unit::*;

/// The version of this interface; what a newer version adds leaves what is here as it is.
pub const ASUNDER_API_VERSION: i32 = 1;

/// Status: it was done.
pub const ASUNDER_OK: i32 = 0;
/// Status: an argument is missing or out of range.
pub const ASUNDER_ARGUMENT: i32 = 1;
/// Status: the unit has errors, and its host text is not to be compiled.
pub const ASUNDER_ERRORS: i32 = 2;
/// Status: something inside asunder failed.
pub const ASUNDER_INTERNAL: i32 = 3;
/// Status: nothing is there, or nothing is known about it.
pub const ASUNDER_NOTHING: i32 = 4;

thread_local! {
    /// Why the last call of this thread failed.
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// The version of this interface in the library that is loaded.
#[unsafe(no_mangle)]
pub extern "C" fn asunder_api_version() -> i32 {
    ASUNDER_API_VERSION
}

/// The version of asunder, such as `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn asunder_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

/// Why the last call of this thread that gave null, [`ASUNDER_ARGUMENT`] or [`ASUNDER_INTERNAL`] did so. The text lives
/// until the next call of this thread that fails.
#[unsafe(no_mangle)]
pub extern "C" fn asunder_last_error() -> *const c_char {
    LAST_ERROR.with_borrow(|error| error.as_ptr())
}

/// Notes why a call fails, and gives what it answers then.
fn fail<T>(answer: T, reason: impl ToString) -> T {
    LAST_ERROR.set(c_text(&reason.to_string()));
    answer
}

fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

/// Does something for C. A panic gives `otherwise`.
fn guarded<T>(otherwise: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        // Dropping it might panic again.
        std::mem::forget(panic);
        fail(otherwise, "internal error")
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

/// A text that C gives; `None` for null.
///
/// # Safety
/// `text` is null or ends in a zero byte, and nobody changes it while the result lives.
unsafe fn c_string<'a>(text: *const c_char) -> Option<&'a CStr> {
    // SAFETY: not null, and the caller vouches for the zero byte and the lifetime.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })
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
    fn a_failure_says_why() {
        let reason = || {
            // SAFETY: the text lives until the next failure of this thread.
            unsafe { CStr::from_ptr(asunder_last_error()) }.to_string_lossy().into_owned()
        };
        let words = [c"--bogus".as_ptr(), c"u.ii".as_ptr()];
        // SAFETY: the words end in zero bytes, and there are as many as are said.
        let open = |argc| unsafe {
            asunder_unit_open_argv(std::ptr::null(), argc, words.as_ptr(), std::ptr::null(), b"".as_ptr(), 0)
        };
        assert!(open(2).is_null());
        assert_eq!(reason(), "invalid option: --bogus");
        assert!(open(0).is_null());
        assert_eq!(reason(), "missing source file name");
        assert_eq!(guarded(ASUNDER_INTERNAL, || panic!("on purpose")), ASUNDER_INTERNAL);
        assert_eq!(reason(), "internal error");
        assert_eq!(asunder_api_version(), ASUNDER_API_VERSION);
    }

    #[test]
    fn nothing_comes_of_nothing() {
        let (null, mut length): (*mut AsunderUnit, usize) = (std::ptr::null_mut(), 7);
        // SAFETY: null is allowed everywhere.
        unsafe {
            assert!(asunder_unit_host_text(null, &raw mut length).is_null());
            assert!(asunder_unit_host_text(null, std::ptr::null_mut()).is_null());
            assert!(asunder_unit_module_id(null).is_null());
            assert!(asunder_unit_diagnostics(null).is_null());
            assert!(asunder_unit_fingerprint(null, ASUNDER_HOST_HALF).is_null());
            assert_eq!(asunder_unit_run(null), ASUNDER_ARGUMENT);
            assert_eq!(asunder_unit_set_text(null, null.cast(), 0), ASUNDER_ARGUMENT);
            assert_eq!(asunder_unit_edit(null, 0, 0, null.cast(), 0), ASUNDER_ARGUMENT);
            assert_eq!(asunder_unit_check(null, 90), ASUNDER_ARGUMENT);
            assert_eq!(asunder_unit_diagnostic_count(null), 0);
            assert_eq!(asunder_unit_diagnostic(null, 0, std::ptr::null_mut()), ASUNDER_ARGUMENT);
            assert_eq!(asunder_unit_hover(null, 0, std::ptr::null_mut()), ASUNDER_ARGUMENT);
            assert_eq!(asunder_unit_symbols(null, &raw mut length), ASUNDER_ARGUMENT);
            assert_eq!(asunder_unit_declarations(null, std::ptr::null(), &raw mut length), ASUNDER_ARGUMENT);
            assert_eq!(asunder_unit_name(null, 0, std::ptr::null_mut()), ASUNDER_ARGUMENT);
            asunder_project_close(std::ptr::null_mut());
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
