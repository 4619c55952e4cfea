//! Arguments of options: reading and checking. Every function either stores the value in the
//! draft or gives the reference's error.

use std::ffi::OsStr;
use std::path::Path;

use asunder_diag::catalogue;
use asunder_diag::control::{ControlAction, ControlEntry};
use asunder_driver::options::{OutputMode, Release, SourceEncoding};

use super::debug_argument;
use super::draft::Draft;
use super::error::CommandLineError;

type Checked = Result<(), CommandLineError>;

/// A decimal number; the empty text is 0, as in the reference. Larger than `i64` is an error.
fn number(value: &OsStr) -> Result<u64, CommandLineError> {
    let invalid = || CommandLineError::InvalidNumber(value.to_owned());
    let digits = value.to_str().ok_or_else(invalid)?;
    if digits.is_empty() {
        return Ok(0);
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(invalid());
    }
    match digits.parse::<u64>() {
        Ok(number) if i64::try_from(number).is_ok() => Ok(number),
        _ => Err(invalid()),
    }
}

fn invalid(what: &'static str, value: &OsStr) -> CommandLineError {
    CommandLineError::InvalidValue { what, value: value.to_owned() }
}

/// A number that nothing reads.
pub fn any_number(_: &mut Draft, value: &OsStr) -> Checked {
    number(value).map(drop)
}

/// A ceiling; numbers beyond `u32` are the largest one.
pub fn ceiling(slot: &mut u32, value: &OsStr) -> Checked {
    *slot = u32::try_from(number(value)?).unwrap_or(u32::MAX);
    Ok(())
}

/// `--error_limit`: at least 1.
pub fn error_limit(draft: &mut Draft, value: &OsStr) -> Checked {
    if number(value)? == 0 {
        return Err(invalid("invalid error limit", value));
    }
    ceiling(&mut draft.options.diagnostics.error_limit, value)
}

/// `--time_limit`: seconds.
pub fn time_limit(draft: &mut Draft, value: &OsStr) -> Checked {
    let seconds = number(value)?;
    draft.options.limits.cpu_seconds = Some(u32::try_from(seconds).unwrap_or(u32::MAX));
    Ok(())
}

/// `--modify-stack-limit`: 0 leaves the limit alone.
pub fn stack_limit(draft: &mut Draft, value: &OsStr) -> Checked {
    draft.options.limits.raise_stack_limit = number(value)? != 0;
    Ok(())
}

/// The first version that has seven digits, beyond what either host compiler can have.
const VERSION_END: u64 = 1_000_000;
/// GCC 3.2, the oldest dialect.
const OLDEST_GNU_VERSION: u64 = 30_200;

/// `--gnu_version`.
pub fn gnu_version(draft: &mut Draft, value: &OsStr) -> Checked {
    let version = number(value)?;
    if !(OLDEST_GNU_VERSION..VERSION_END).contains(&version) {
        return Err(invalid("invalid GNU version number", value));
    }
    draft.modes.name_gnu_version(version as u32);
    Ok(())
}

/// `--clang_version`.
pub fn clang_version(draft: &mut Draft, value: &OsStr) -> Checked {
    let version = number(value)?;
    if version >= VERSION_END {
        return Err(invalid("invalid clang version number", value));
    }
    draft.modes.name_clang_version(version as u32);
    Ok(())
}

/// `--pack_alignment`: a power of two.
pub fn pack_alignment(draft: &mut Draft, value: &OsStr) -> Checked {
    let alignment = u32::try_from(number(value)?)
        .ok()
        .filter(|alignment| alignment.is_power_of_two())
        .ok_or(CommandLineError::InvalidPackAlignment)?;
    draft.options.language.pack_alignment = Some(alignment);
    Ok(())
}

/// `--instantiate`: which templates are instantiated without use; asunder has no back end that
/// would need any.
pub fn instantiation_mode(_: &mut Draft, value: &OsStr) -> Checked {
    match value.to_str() {
        Some("none" | "all" | "used" | "local") => Ok(()),
        _ => Err(invalid("invalid instantiation mode", value)),
    }
}

/// `--set_flag`, `--clear_flag`: internal switches of the reference.
pub fn raw_flag(_: &mut Draft, value: &OsStr) -> Checked {
    match value.to_str() {
        Some(
            "diag_override_does_not_affect_sfinae"
            | "emulate_gnu_abi_bugs"
            | "suppress_deferral_on_partial_spec_members",
        ) => Ok(()),
        _ => Err(invalid("unrecognized flag name", value)),
    }
}

/// `--ms_header_unit` and its relatives: `name=file`.
pub fn mapping(_: &mut Draft, value: &OsStr) -> Checked {
    if value.as_encoded_bytes().contains(&b'=') {
        Ok(())
    } else {
        Err(CommandLineError::MissingMapping(value.to_owned()))
    }
}

/// `--pch_dir`.
pub fn pch_directory(draft: &mut Draft, value: &OsStr) -> Checked {
    directory(draft, "invalid PCH directory", value)
}

/// `--wdir`.
pub fn working_directory(draft: &mut Draft, value: &OsStr) -> Checked {
    directory(draft, "invalid current working directory", value)
}

/// `--edg_base_dir`.
pub fn edg_base_directory(draft: &mut Draft, value: &OsStr) -> Checked {
    directory(draft, "invalid EDG_BASE directory", value)
}

/// A directory that is there; since CUDA 13.1 the empty name is one.
fn directory(draft: &Draft, what: &'static str, value: &OsStr) -> Checked {
    let is_empty_name = value.is_empty() && draft.options.release >= Release::V13_1;
    if is_empty_name || Path::new(value).is_dir() { Ok(()) } else { Err(invalid(what, value)) }
}

/// `--unicode_source_kind`.
pub fn source_encoding(draft: &mut Draft, value: &OsStr) -> Checked {
    draft.options.language.source_encoding = match value.to_str() {
        Some("UTF-8" | "none") => SourceEncoding::Utf8,
        Some("UTF-16") => SourceEncoding::Utf16,
        Some("UTF-16LE") => SourceEncoding::Utf16Le,
        Some("UTF-16BE") => SourceEncoding::Utf16Be,
        _ => {
            const WHAT: &str = "unrecognized Unicode source kind \
                                (must be one of UTF-8, UTF-16, UTF-16LE, UTF-16BE)";
            return Err(invalid(WHAT, value));
        }
    };
    Ok(())
}

/// `--output_mode`.
pub fn output_mode(draft: &mut Draft, value: &OsStr) -> Checked {
    draft.options.diagnostics.output_mode = match value.to_str() {
        Some("text") => OutputMode::Text,
        Some("sarif") => OutputMode::Sarif,
        _ => {
            return Err(invalid("unrecognized output mode (must be one of text, sarif)", value));
        }
    };
    Ok(())
}

/// `--target`: no target is configured, so every name is wrong.
pub fn target(_: &mut Draft, value: &OsStr) -> Checked {
    Err(CommandLineError::UnknownTarget(value.to_owned()))
}

/// `--db`.
pub fn debug_requests(draft: &mut Draft, value: &OsStr) -> Checked {
    let requests = value.to_str().and_then(debug_argument::parse).ok_or(CommandLineError::DebugRequest)?;
    draft.options.trace.debug_requests.extend(requests);
    Ok(())
}

/// `--diag_suppress` and its relatives: a comma list of numbers in either form, and tags.
pub fn control(draft: &mut Draft, action: ControlAction, value: &OsStr) -> Checked {
    let list = value.to_string_lossy();
    for item in list.split(',') {
        let item = item.trim_matches(' ');
        let number = if item.starts_with(|first: char| first.is_ascii_digit()) {
            let displayed = number(OsStr::new(item))?;
            let what = "invalid error number in diagnostic control option";
            let release = draft.options.release;
            let number = u16::try_from(displayed).ok();
            let number = number.and_then(|number| catalogue::internal_number(number, release));
            Some(number.ok_or_else(|| invalid(what, OsStr::new(item)))?)
        } else {
            let what = "invalid error tag in diagnostic control option";
            let tag = catalogue::by_tag(item, draft.options.release);
            tag.ok_or_else(|| invalid(what, OsStr::new(item)))?.number
        };
        if let Some(number) = number {
            draft.options.diagnostics.control.push(ControlEntry { action, number });
        }
    }
    Ok(())
}
