//! A run of the host pass: a unit's text to its host file and module id.

use asunder_decls::ItemText;
use asunder_decls::queries::item_positions;
use asunder_diag::diagnostic::{LinePlace, Place};
use std::borrow::Cow;
use std::mem::ManuallyDrop;
use std::sync::Arc;

use asunder_cuda::settings::Pass;
use asunder_hostgen::unit::{Fingerprint, HostRope, device_fingerprint, host_fingerprint, host_rope};
use asunder_outline::blocks;
use asunder_outline::{Facts, ItemKind};
use asunder_source::SourceText;
use asunder_syntax::with_deep_stack;

use crate::check::{Report, check};
use crate::database::Database;
use crate::options::Options;
use crate::places::Places;
use crate::settings::{
    Caller, device_settings, dialect, host_settings, input_file, unit_module_id, unit_path,
};

/// What the host pass makes of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostOutput {
    /// The host file.
    pub host_file: HostRope,
    /// The module id.
    pub module_id: String,
    /// What the pass has to say.
    pub report: Report,
}

/// Fingerprints of the halves of a unit: while one stays, what is made of that half stays.
///
/// The device half is that of the text that was given: to know whether the device compiler must run, ask for the
/// fingerprint of the device pass's own preprocessed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Halves {
    /// The host file.
    pub host: Fingerprint,
    /// What the device compiler may need: the slice for it, but for bodies of functions that provably never matter to it.
    pub device: Fingerprint,
}

/// Texts from this length on are refused: offsets have 32 bits.
pub const MAX_INPUT_BYTES: usize = u32::MAX as usize;

/// An input that no run can take.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The text has [`MAX_INPUT_BYTES`] or more.
    #[error("the source file is too large ({0} bytes)")]
    TooLarge(usize),
    /// The module id was to be read from this file.
    #[error("cannot open module id file \"{0}\"")]
    ModuleIdFile(String),
}

/// Runs the host pass on one unit.
///
/// # Errors
/// [`RunError::TooLarge`] for inputs of 4 GiB and more, [`RunError::ModuleIdFile`] when a module id file that
/// is to be read cannot be.
pub fn run_host_pass(options: &Options, input: &[u8]) -> Result<HostOutput, RunError> {
    with_deep_stack(|| host_pass_in(&mut Database::default(), options, input))
}

/// The same for a process that ends soon after: the memory that the run takes is given back with the process.
///
/// # Errors
/// As for [`run_host_pass`].
pub fn run_last_host_pass(options: &Options, input: &[u8]) -> Result<HostOutput, RunError> {
    host_pass_in(&mut ManuallyDrop::new(Database::default()), options, input)
}

fn host_pass_in(db: &mut Database, options: &Options, input: &[u8]) -> Result<HostOutput, RunError> {
    let _span = tracing::info_span!("host pass", bytes = input.len()).entered();
    let source = load(db, options, input)?;
    with_deep_stack(|| host_pass(db, source, options, &Caller::this()))
}

/// The host pass on a unit of a database.
///
/// # Errors
/// [`RunError::ModuleIdFile`] when a module id file that is to be read cannot be.
pub(crate) fn host_pass(
    db: &dyn salsa::Database,
    source: SourceText,
    options: &Options,
    caller: &Caller,
) -> Result<HostOutput, RunError> {
    let (host_file, module_id) = host_half(db, source, options, caller)?;
    let report = pass_report(db, source, options, Pass::Host, caller);
    Ok(HostOutput { host_file, module_id, report })
}

/// The host file and the module id of a unit of a database.
///
/// # Errors
/// As for [`host_pass`].
pub(crate) fn host_half(
    db: &dyn salsa::Database,
    source: SourceText,
    options: &Options,
    caller: &Caller,
) -> Result<(HostRope, String), RunError> {
    let settings = host_settings(db, source, options, caller)?;
    let module_id = settings.module_id.clone();
    Ok((host_rope(db, source, Arc::new(settings)).clone(), module_id))
}

/// The fingerprints of a unit of a database.
///
/// # Errors
/// As for [`host_pass`].
pub(crate) fn halves(
    db: &dyn salsa::Database,
    source: SourceText,
    options: &Options,
    caller: &Caller,
) -> Result<Halves, RunError> {
    let settings = host_settings(db, source, options, caller)?;
    Ok(Halves {
        host: host_fingerprint(db, source, Arc::new(settings)),
        device: device_fingerprint(db, source, device_settings(options)),
    })
}

/// What a pass has to say about a unit of a database.
pub(crate) fn pass_report(
    db: &dyn salsa::Database,
    source: SourceText,
    options: &Options,
    pass: Pass,
    caller: &Caller,
) -> Report {
    let module_id = || unit_module_id(db, source, options, caller).ok();
    check(db, source, options, pass, &module_id)
}

/// Finds what there is to say about one unit in a pass, and writes nothing.
///
/// # Errors
/// [`RunError::TooLarge`] for inputs of 4 GiB and more.
pub fn check_unit(options: &Options, pass: Pass, input: &[u8]) -> Result<Report, RunError> {
    let _span = tracing::info_span!("check", bytes = input.len()).entered();
    with_deep_stack(|| {
        let mut db = Database::default();
        let source = load(&mut db, options, input)?;
        Ok(pass_report(&db, source, options, pass, &Caller::this()))
    })
}

fn load(db: &mut Database, options: &Options, input: &[u8]) -> Result<SourceText, RunError> {
    let text = decoded(input)?;
    Ok(blocks::open_once(db, unit_path(options), &text, dialect(options)))
}

/// The cross-reference listing of a unit in the form of the reference's `--xref`; nothing for inputs that are
/// too large.
pub fn cross_references(options: &Options, input: &[u8]) -> String {
    with_deep_stack(|| {
        let Ok(text) = decoded(input) else { return String::new() };
        let (mut db, dialect) = (Database::default(), dialect(options));
        // What names in bodies mean is kept of texts that may be edited.
        let mut spare = blocks::SpareBlocks::default();
        let source = blocks::open(&mut db, &mut spare, unit_path(options), &text, dialect);
        asunder_sema::xref::xref(&db, source, dialect)
    })
}

/// Where the reference's back end stands when it opens the module id file (spec page 1 §4): the line of the last
/// declared name, or of the brace that closes the last declaration. [`Place::Nowhere`] without declarations.
pub fn back_end_place(options: &Options, input: &[u8]) -> Place {
    let mut db = Database::default();
    let Ok(source) = load(&mut db, options, input) else { return Place::Nowhere };
    let dialect = dialect(options);
    let Some(last) = asunder_outline::outline(&db, source, dialect).items.last() else {
        return Place::Nowhere;
    };
    let text = &source.text(&db)[last.range];
    let offset = match last.kind {
        ItemKind::Declaration if last.facts.intersects(Facts::FUNCTION_BODY | Facts::CLASS_BODY) => {
            text.rfind('}').unwrap_or_default() as u32
        }
        ItemKind::Declaration => {
            let item = ItemText::new(&db, text, dialect);
            let names = &item_positions(&db, item).names;
            names.last().map_or(0, |name| name.start().into())
        }
        _ => 0,
    };
    let places = Places::new(&db, source, input_file(options));
    let place = places.at(u32::from(last.range.start()) + offset);
    match place {
        Place::Line(line) => Place::Line(LinePlace { point: None, ..line }),
        place => place,
    }
}

/// The text of an input.
///
/// # Errors
/// [`RunError::TooLarge`] for inputs of 4 GiB and more.
pub(crate) fn decoded(input: &[u8]) -> Result<Cow<'_, str>, RunError> {
    let text = asunder_source::read(input);
    if text.len() >= MAX_INPUT_BYTES {
        return Err(RunError::TooLarge(input.len()));
    }
    Ok(text)
}
