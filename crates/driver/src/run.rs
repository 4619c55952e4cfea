//! A run of the host pass: a unit's text to its host file and module id.

use std::borrow::Cow;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

use asunder_decls::{ModuleIdSymbol, module_id_symbol};
use asunder_hostgen::options::{HostCompiler, HostOptions};
use asunder_hostgen::unit::{HostSettings, host_file};
use asunder_mangle::module_id::{Representative, module_id};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, Standard};

use crate::check::{Report, check};
use crate::database::Database;
use crate::options::{CxxStandard, HostDialect, Input, Options};
use crate::unique;

/// What the host pass makes of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostOutput {
    /// The host file.
    pub host_file: Vec<u8>,
    /// The module id.
    pub module_id: String,
    /// What the pass has to say.
    pub report: Report,
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
    let _span = tracing::info_span!("host pass", bytes = input.len()).entered();
    let db = Database::default();
    let path = unit_path(options);
    let source = load(&db, path.clone(), input)?;
    let dialect = dialect(options);
    let module_id = unit_module_id(&db, source, options)?;
    let settings = HostSettings {
        options: Arc::new(host_options(options)),
        dialect,
        input_name: path,
        stub_file: stub_file(options),
        module_id: module_id.clone(),
    };
    let host_file = host_file(&db, source, Arc::new(settings));
    let report = check(&db, source, dialect, input_file(options));
    Ok(HostOutput { host_file: asunder_source::encode(host_file).into_owned(), module_id, report })
}

/// Finds what there is to say about one unit, and writes nothing.
///
/// # Errors
/// [`RunError::TooLarge`] for inputs of 4 GiB and more.
pub fn check_unit(options: &Options, input: &[u8]) -> Result<Report, RunError> {
    let _span = tracing::info_span!("check", bytes = input.len()).entered();
    let db = Database::default();
    let source = load(&db, unit_path(options), input)?;
    Ok(check(&db, source, dialect(options), input_file(options)))
}

fn unit_path(options: &Options) -> String {
    options.unit_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn load(db: &Database, path: String, input: &[u8]) -> Result<SourceText, RunError> {
    if input.len() >= MAX_INPUT_BYTES {
        return Err(RunError::TooLarge(input.len()));
    }
    let text: Arc<str> = match asunder_source::decode(input) {
        Cow::Borrowed(text) => text.into(),
        Cow::Owned(text) => text.into(),
    };
    Ok(SourceText::new(db, path, text))
}

/// The input's name in diagnostics; standard input has none.
fn input_file(options: &Options) -> Option<Arc<str>> {
    match &options.input {
        Input::File(path) => Some(path.to_string_lossy().into()),
        Input::StandardInput => None,
    }
}

fn dialect(options: &Options) -> Dialect {
    let standard = match options.language.language.cxx() {
        Some(CxxStandard::Cxx98) => Standard::Cpp03,
        Some(CxxStandard::Cxx11) => Standard::Cpp11,
        Some(CxxStandard::Cxx14) => Standard::Cpp14,
        Some(CxxStandard::Cxx17) | None => Standard::Cpp17,
        Some(CxxStandard::Cxx20) => Standard::Cpp20,
        Some(CxxStandard::Cxx23) => Standard::Cpp23,
    };
    let dialect = Dialect::new(standard);
    match options.language.dialect {
        HostDialect::Gnu(version) => dialect.with_gnu_version(version),
        HostDialect::Clang(_) | HostDialect::Standard => dialect,
    }
}

fn host_options(options: &Options) -> HostOptions {
    let cuda = &options.cuda;
    HostOptions {
        compiler: match options.language.dialect {
            HostDialect::Clang(version) => HostCompiler::Clang(version),
            HostDialect::Gnu(version) => HostCompiler::Gnu(version),
            HostDialect::Standard => HostCompiler::Gnu(crate::options::DEFAULT_GNU_VERSION),
        },
        static_host_stub: cuda.static_host_stub,
        device_hidden_visibility: cuda.device_hidden_visibility,
        device_c: cuda.device_c,
        host_references: cuda.device_c || cuda.partial_link,
        extended_lambda: cuda.extended_lambda,
        debug_mode: cuda.debug_mode,
        noexcept_in_types: options.language.language.cxx().is_none_or(|it| it >= CxxStandard::Cxx17),
    }
}

/// The stub file; the reference crashes without a name, we take the one nvcc would give.
fn stub_file(options: &Options) -> String {
    match &options.output.stub_file_name {
        Some(name) => name.to_string_lossy().into_owned(),
        None => {
            let unit = options.unit_name().unwrap_or_default();
            let unit = std::path::Path::new(&unit).file_stem().unwrap_or_default().to_string_lossy();
            format!("{unit}.cudafe1.stub.c")
        }
    }
}

/// The module id (spec page 5 §1): read from a file, or made of the unit's names.
fn unit_module_id(db: &Database, source: SourceText, options: &Options) -> Result<String, RunError> {
    if let (false, Some(path)) = (options.output.gen_module_id_file, &options.output.module_id_file_name) {
        let id =
            std::fs::read(path).map_err(|_| RunError::ModuleIdFile(path.to_string_lossy().into_owned()))?;
        return Ok(String::from_utf8_lossy(&id).into_owned());
    }
    let path = options.output.orig_src_path_name.clone().unwrap_or_default();
    let file = options.unit_name().unwrap_or_default();
    let symbol = match module_id_symbol(db, source, dialect(options)) {
        ModuleIdSymbol::Symbol(symbol) => Some(symbol),
        ModuleIdSymbol::Absent => None,
        ModuleIdSymbol::Unknown => {
            tracing::warn!("the definition that represents the unit in the module id is not known");
            None
        }
    };
    let moment = unique::moment(&file);
    let representative = match (&symbol, &options.output.frandom_seed) {
        (Some(symbol), _) => Representative::Symbol(symbol),
        (None, Some(seed)) => Representative::Seed(seed.as_bytes()),
        (None, None) => Representative::Moment {
            ctime: &moment.ctime,
            directory: moment.directory.as_os_str().as_bytes(),
            process: moment.process,
        },
    };
    Ok(module_id(path.as_bytes(), file.as_bytes(), &representative))
}
