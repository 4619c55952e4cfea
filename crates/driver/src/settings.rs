//! What the layers below want to know of the options of a run.

use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Arc;

use asunder_decls::{ModuleIdSymbol, module_id_symbol};
use asunder_hostgen::options::{ClosureRules, HostCompiler, HostOptions};
use asunder_hostgen::unit::{DeviceSettings, HostSettings};
use asunder_mangle::module_id::{Representative, module_id};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, HostWords, Standard};

use crate::options::{CxxStandard, HostDialect, Input, Options, STANDARD_INPUT};
use crate::run::RunError;
use crate::unique::ctime;

/// The process that a run is for: relative names are meant from its directory, and the module id of a unit
/// without a representative definition says its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Caller {
    /// The current directory.
    pub directory: PathBuf,
    /// The process number.
    pub process: u32,
    /// The time in such an id, where the caller sees other files or another clock than this process
    /// ([`Caller::time_of`]).
    pub time: Option<String>,
}

impl Caller {
    /// This process.
    pub fn this() -> Caller {
        let directory = std::env::current_dir().unwrap_or_default();
        Caller { directory, process: std::process::id(), time: None }
    }

    /// The time in the module id of a unit without a representative definition: when its file was modified, as C's
    /// `ctime` writes it.
    pub fn time_of(&self, options: &Options) -> String {
        match &self.time {
            Some(time) => time.clone(),
            None => ctime(&options.source_name(), &self.directory),
        }
    }
}

/// Everything that the host file of a unit depends on besides its text.
///
/// # Errors
/// [`RunError::ModuleIdFile`] when a module id file that is to be read cannot be.
pub(crate) fn host_settings(
    db: &dyn salsa::Database,
    source: SourceText,
    options: &Options,
    caller: &Caller,
) -> Result<HostSettings, RunError> {
    Ok(HostSettings {
        options: Arc::new(host_options(options)),
        dialect: dialect(options),
        input_name: unit_path(options),
        stub_file: stub_file(options),
        module_id: unit_module_id(db, source, options, caller)?,
    })
}

/// Everything that the device half of a unit depends on besides its text.
pub(crate) fn device_settings(options: &Options) -> DeviceSettings {
    let system = options.output.slice_host.as_ref().map(|slicing| slicing.system.clone());
    DeviceSettings {
        dialect: dialect(options),
        system: system.unwrap_or_default(),
        has_places: options.cuda.debug_mode || options.cuda.line_information,
    }
}

/// The unit's name in line markers.
pub(crate) fn unit_path(options: &Options) -> String {
    match &options.input {
        Input::File(_) => options.unit_name().unwrap_or_default().to_string_lossy().into_owned(),
        Input::StandardInput => STANDARD_INPUT.to_owned(),
    }
}

/// The input's name in diagnostics; standard input has none.
pub(crate) fn input_file(options: &Options) -> Option<Arc<str>> {
    match &options.input {
        Input::File(path) => Some(path.to_string_lossy().into()),
        Input::StandardInput => None,
    }
}

/// The language of a unit with these options.
pub fn dialect(options: &Options) -> Dialect {
    let standard = match options.language.language.cxx() {
        Some(CxxStandard::Cxx98) => Standard::Cpp03,
        Some(CxxStandard::Cxx11) => Standard::Cpp11,
        Some(CxxStandard::Cxx14) => Standard::Cpp14,
        Some(CxxStandard::Cxx17) | None => Standard::Cpp17,
        Some(CxxStandard::Cxx20) => Standard::Cpp20,
        Some(CxxStandard::Cxx23) => Standard::Cpp23,
    };
    let dialect = Dialect::new(standard).with_release(options.release).with_tile(options.cuda.enable_tile);
    dialect.with_host(match options.language.dialect {
        HostDialect::Gnu(version) => HostWords::Gnu(version),
        HostDialect::Clang(version) => HostWords::Clang(version),
        HostDialect::Standard => HostWords::Every,
    })
}

fn host_options(options: &Options) -> HostOptions {
    let cuda = &options.cuda;
    let standard = options.language.language.cxx();
    HostOptions {
        compiler: match options.language.dialect {
            HostDialect::Clang(version) => HostCompiler::Clang(version),
            HostDialect::Gnu(version) => HostCompiler::Gnu(version),
            HostDialect::Standard => HostCompiler::Gnu(crate::options::DEFAULT_GNU_VERSION),
        },
        release: options.release,
        static_host_stub: cuda.static_host_stub,
        device_hidden_visibility: cuda.device_hidden_visibility,
        device_c: cuda.device_c,
        host_references: cuda.device_c || cuda.partial_link,
        extended_lambda: cuda.extended_lambda,
        debug_mode: cuda.debug_mode,
        closures: ClosureRules {
            noexcept_in_types: standard.is_none_or(|it| it >= CxxStandard::Cxx17),
            default_constructible: standard.is_some_and(|it| it >= CxxStandard::Cxx20),
        },
        slice: options.output.slice_host.clone(),
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
pub(crate) fn unit_module_id(
    db: &dyn salsa::Database,
    source: SourceText,
    options: &Options,
    caller: &Caller,
) -> Result<String, RunError> {
    if let (false, Some(path)) = (options.output.gen_module_id_file, &options.output.module_id_file_name) {
        let id = std::fs::read(caller.directory.join(path))
            .map_err(|_| RunError::ModuleIdFile(path.to_string_lossy().into_owned()))?;
        return Ok(String::from_utf8_lossy(&id).into_owned());
    }
    let path = options.output.orig_src_path_name.clone().unwrap_or_default();
    let file = options.source_name();
    let symbol = match module_id_symbol(db, source, dialect(options)) {
        ModuleIdSymbol::Symbol(symbol) => Some(symbol),
        ModuleIdSymbol::Absent => None,
        ModuleIdSymbol::Unknown => {
            tracing::warn!("the definition that represents the unit in the module id is not known");
            None
        }
    };
    let time = caller.time_of(options);
    let representative = match (&symbol, &options.output.frandom_seed) {
        (Some(symbol), _) => Representative::Symbol(symbol),
        (None, Some(seed)) => Representative::Seed(seed.as_bytes()),
        (None, None) => Representative::Moment {
            ctime: &time,
            directory: caller.directory.as_os_str().as_bytes(),
            process: caller.process,
        },
    };
    Ok(module_id(path.as_bytes(), file.as_bytes(), &representative))
}

/// Whether a text can be the module id that is made of the names of a unit with these options: all but the part
/// that stands for its definitions is known.
pub fn is_module_id(options: &Options, id: &str) -> bool {
    let path = options.output.orig_src_path_name.clone().unwrap_or_default();
    let file = options.source_name();
    let start = module_id(path.as_bytes(), file.as_bytes(), &Representative::Symbol(""));
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    id.strip_prefix(&start)
        .is_some_and(|tail| (1..=MODULE_ID_TAIL).contains(&tail.len()) && tail.bytes().all(is_word))
}

/// Bytes of a module id's tail at most: eight hexadecimal digits, `_` and a process number.
const MODULE_ID_TAIL: usize = 8 + 1 + 10;
