//! Everything that a user can choose about one run, as plain data.
//!
//! The reference-style command line, the native subcommands and embedders all fill the same
//! [`Options`]; the run itself reads nothing else. Field comments name the reference's option.
//! `Options::default()` is the reference's state without any option (spec page 1 §3 and §8).

use std::ffi::OsString;
use std::path::PathBuf;

use asunder_diag::control::{CommandLineControl, ControlEntry};
pub use asunder_slice::Slicing;
pub use asunder_syntax::Release;

/// All choices of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The release of the toolkit whose front end is meant.
    pub release: Release,
    /// Where the translation unit comes from.
    pub input: Input,
    /// The source language and the dialect of the host compiler.
    pub language: LanguageOptions,
    /// CUDA modes.
    pub cuda: CudaOptions,
    /// Files that the run writes, and the names that go into them.
    pub output: OutputOptions,
    /// What is reported and how it looks.
    pub diagnostics: DiagnosticOptions,
    /// What the run prints about itself.
    pub trace: TraceOptions,
    /// Ceilings of the analysis.
    pub limits: Limits,
}

impl Options {
    /// The name of the unit in summaries: the value of `--orig_src_file_name`, else the input's
    /// name as written; `None` for standard input and an empty name.
    pub fn unit_name(&self) -> Option<OsString> {
        match (&self.input, &self.output.orig_src_file_name) {
            (Input::StandardInput, _) => None,
            (Input::File(path), _) if path.as_os_str().is_empty() => None,
            (Input::File(_), Some(name)) => Some(name.clone()),
            (Input::File(path), None) => Some(path.clone().into_os_string()),
        }
    }

    /// The name of the unit's source file in its module id: the value of `--orig_src_file_name`, else the input's name
    /// as written.
    pub fn source_name(&self) -> OsString {
        match (&self.input, &self.output.orig_src_file_name) {
            (_, Some(name)) => name.clone(),
            (Input::File(path), None) => path.clone().into_os_string(),
            (Input::StandardInput, None) => STANDARD_INPUT.into(),
        }
    }
}

/// The name of standard input where it stands for a file's.
pub const STANDARD_INPUT: &str = "-";

/// Where the translation unit comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Input {
    /// The input operand `-`. Generated text then goes to standard output.
    #[default]
    StandardInput,
    /// A file, named as the user wrote it.
    File(PathBuf),
}

/// A published C++ standard, in order of age.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CxxStandard {
    /// C++98 with the corrections of 2003 (`--c++03`).
    Cxx98,
    /// C++11 (`--c++11`).
    Cxx11,
    /// C++14 (`--c++14`).
    #[default]
    Cxx14,
    /// C++17 (`--c++17`).
    Cxx17,
    /// C++20 (`--c++20`).
    Cxx20,
    /// C++23 (`--c++23`).
    Cxx23,
}

/// A published C standard. Only reachable by hand: nvcc never requests C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CStandard {
    /// K&R C (`--old_c`).
    Old,
    /// C89 (`--c89`).
    C89,
    /// C99 (`--c99`).
    C99,
    /// C11 (`--c11`).
    C11,
    /// C17 (`--c17`, `--c18`, `--c`).
    C17,
    /// C23 (`--c23`).
    C23,
}

/// The language of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// C++ of a standard.
    Cxx(CxxStandard),
    /// C of a standard.
    C(CStandard),
}

impl Default for Language {
    fn default() -> Self {
        Self::Cxx(CxxStandard::default())
    }
}

impl Language {
    /// The C++ standard, if the language is C++.
    pub fn cxx(self) -> Option<CxxStandard> {
        match self {
            Self::Cxx(standard) => Some(standard),
            Self::C(_) => None,
        }
    }
}

/// The host compiler whose dialect is read and written. Versions are
/// `10000 * major + 100 * minor + patch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostDialect {
    /// GNU C++ of this version (`--gnu_version`; without an option 80100).
    Gnu(u32),
    /// Clang of this version (`--clang`, `--clang_version`; without a version 90100).
    Clang(u32),
    /// No GNU extensions (`--no_g++`, `--strict`).
    Standard,
}

impl Default for HostDialect {
    fn default() -> Self {
        Self::Gnu(DEFAULT_GNU_VERSION)
    }
}

impl HostDialect {
    /// The standard of a compiler of this version without a `-std` option (spec page 1 §8).
    pub fn default_standard(self) -> CxxStandard {
        match self {
            Self::Gnu(110_000..) => CxxStandard::Cxx17,
            Self::Gnu(60_000..) | Self::Clang(60_000..) => CxxStandard::Cxx14,
            Self::Gnu(_) | Self::Clang(_) | Self::Standard => CxxStandard::Cxx98,
        }
    }
}

/// The GNU version without `--gnu_version`.
pub const DEFAULT_GNU_VERSION: u32 = 80100;
/// The Clang version of `--clang` without `--clang_version`.
pub const DEFAULT_CLANG_VERSION: u32 = 90100;

/// How far violations of the standard are tolerated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strictness {
    /// Extensions are accepted.
    #[default]
    Lenient,
    /// Extensions are warned about (`--strict_warnings`).
    Warn,
    /// Extensions are errors (`--strict`).
    Error,
}

/// The encoding of source files (`--unicode_source_kind`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SourceEncoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// UTF-16, byte order found from the byte-order mark.
    Utf16,
    /// UTF-16, little endian.
    Utf16Le,
    /// UTF-16, big endian.
    Utf16Be,
}

/// A language feature that was switched on or off by name (`--rtti`, `--no_exceptions`, …).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FeatureOverride {
    /// The option's positive name without dashes (`"exceptions"`).
    pub feature: &'static str,
    /// The requested state.
    pub enabled: bool,
}

/// A file that is read before the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preinclude {
    /// The file.
    pub path: PathBuf,
    /// Only its macros count (`--preinclude_macros`).
    pub macros_only: bool,
}

/// The source language and the dialect of the host compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageOptions {
    /// The language and its standard (`--c++17` …; else decided by the host compiler's version).
    pub language: Language,
    /// The host compiler's dialect.
    pub dialect: HostDialect,
    /// Tolerance of extensions.
    pub strictness: Strictness,
    /// Plain `char` is unsigned (`--unsigned_chars`).
    pub unsigned_chars: bool,
    /// `wchar_t` is unsigned (`--unsigned_wchar_t`).
    pub unsigned_wchar_t: bool,
    /// `long` has 32 bits (`--force-llp64`).
    pub llp64: bool,
    /// Exception handling is known (`--no_exceptions` switches it off).
    pub exceptions: bool,
    /// The file's encoding.
    pub source_encoding: SourceEncoding,
    /// Files read before the input (`--preinclude`, `--preinclude_macros`).
    pub preincludes: Vec<Preinclude>,
    /// Where `#include` looks (`--include_directory`).
    pub include_directories: Vec<PathBuf>,
    /// Where `#include` looks last, for system headers (`--sys_include`).
    pub system_include_directories: Vec<PathBuf>,
    /// Alignment ceiling of class members in bytes (`--pack_alignment`).
    pub pack_alignment: Option<u32>,
    /// Other feature switches, in the order given; the last of a name wins.
    pub feature_overrides: Vec<FeatureOverride>,
}

impl Default for LanguageOptions {
    fn default() -> Self {
        Self {
            language: Language::default(),
            dialect: HostDialect::default(),
            strictness: Strictness::default(),
            unsigned_chars: false,
            unsigned_wchar_t: false,
            llp64: false,
            exceptions: true,
            source_encoding: SourceEncoding::default(),
            preincludes: Vec::new(),
            include_directories: Vec::new(),
            system_include_directories: Vec::new(),
            pack_alignment: None,
            feature_overrides: Vec::new(),
        }
    }
}

impl LanguageOptions {
    /// The last state requested for a feature by its positive option name, if any was.
    pub fn feature(&self, name: &str) -> Option<bool> {
        let last = self.feature_overrides.iter().rev();
        last.into_iter().find(|f| f.feature == name).map(|f| f.enabled)
    }
}

/// CUDA modes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CudaOptions {
    /// Host stubs of kernel templates have internal linkage (`--static-host-stub`).
    pub static_host_stub: bool,
    /// Host stubs state their linkage (`--host-stub-linkage-explicit`).
    pub host_stub_linkage_explicit: bool,
    /// Device entities get hidden visibility (`--device-hidden-visibility`).
    pub device_hidden_visibility: bool,
    /// Unnamed namespaces stay visible (`--no-hidden-visibility-on-unnamed-ns`).
    pub no_hidden_visibility_on_unnamed_namespaces: bool,
    /// Lambdas may carry execution spaces (`--extended-lambda`).
    pub extended_lambda: bool,
    /// Constexpr functions may be called from the other space (`--relaxed_constexpr`).
    pub relaxed_constexpr: bool,
    /// Relocatable device code (`--device-c`).
    pub device_c: bool,
    /// Extensible whole-program compilation (`--partial-link`).
    pub partial_link: bool,
    /// Device code is built for a debugger (`--debug_mode`).
    pub debug_mode: bool,
    /// Device code says which lines it comes from: `-g` and `-lineinfo` of nvcc, which only the device compiler gets.
    pub line_information: bool,
    /// Device code is made for `compute_90a`, which nvcc tells the device compiler alone.
    pub sm_90a: bool,
    /// User-mode unified memory names; enables `__nv_register_params__` (`--uumn`).
    pub uumn: bool,
    /// `__managed__` is allowed (`--allow_managed`).
    pub allow_managed: bool,
    /// Suppressed device functions keep a body on the host (`--no-shadow-functions` clears it).
    pub shadow_functions: bool,
    /// `std::initializer_list` members are implicitly `__host__ __device__`
    /// (`--no_host_device_initializer_list` clears it).
    pub host_device_initializer_list: bool,
    /// `std::move` and `std::forward` are implicitly `__host__ __device__`
    /// (`--no_host_device_move_forward` clears it).
    pub host_device_move_forward: bool,
    /// Unused device functions stay (`--keep-device-functions`).
    pub keep_device_functions: bool,
    /// `__int128` is allowed in device code (`--no-device-int128` clears it).
    pub device_int128: bool,
    /// `__float128` is allowed in device code (`--no-device-float128` clears it).
    pub device_float128: bool,
    /// Templates are parsed at their definition; without it they are emitted as text
    /// (`--no_parse_templates`).
    pub parse_templates: bool,
    /// Entities that nothing needs are left out (`--remove_unneeded_entities`).
    pub remove_unneeded_entities: bool,
    /// Tile code is compiled; without it its attributes are ignored with a warning (`--enable-tile`).
    pub enable_tile: bool,
}

impl Default for CudaOptions {
    fn default() -> Self {
        Self {
            static_host_stub: false,
            host_stub_linkage_explicit: false,
            device_hidden_visibility: false,
            no_hidden_visibility_on_unnamed_namespaces: false,
            extended_lambda: false,
            relaxed_constexpr: false,
            device_c: false,
            partial_link: false,
            debug_mode: false,
            line_information: false,
            sm_90a: false,
            uumn: false,
            allow_managed: false,
            shadow_functions: true,
            host_device_initializer_list: true,
            host_device_move_forward: true,
            keep_device_functions: false,
            device_int128: true,
            device_float128: true,
            parse_templates: true,
            remove_unneeded_entities: false,
            enable_tile: false,
        }
    }
}

/// What the run produces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Product {
    /// The host file, and the module id file if requested.
    #[default]
    HostFile,
    /// Diagnostics only (`--no_code_gen`).
    Nothing,
    /// Preprocessed text on standard output or `--output` (`--preprocess`,
    /// `--no_line_commands`).
    Preprocessed {
        /// Line markers are written.
        line_markers: bool,
        /// Comments are kept (`--comments`).
        comments: bool,
    },
    /// The list of included files on standard output (`--dependencies`).
    Dependencies,
    /// The macros at the end of the input, on standard output (`--list_macros`).
    Macros,
}

/// Files that the run writes, and the names that go into them. Names are taken verbatim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputOptions {
    /// What is made.
    pub product: Product,
    /// The host file (`--gen_c_file_name`); without it the input's base name with `.int.c`, in
    /// the current directory.
    pub gen_c_file_name: Option<PathBuf>,
    /// The output of `--preprocess` and the like (`--output`).
    pub output_file: Option<PathBuf>,
    /// The stub file that the host file includes (`--stub_file_name`).
    pub stub_file_name: Option<OsString>,
    /// A module id file is written (`--gen_module_id_file`); without it, the file is read.
    pub gen_module_id_file: bool,
    /// The module id file (`--module_id_file_name`).
    pub module_id_file_name: Option<PathBuf>,
    /// The user's file before preprocessing (`--orig_src_file_name`).
    pub orig_src_file_name: Option<OsString>,
    /// The same with its directory (`--orig_src_path_name`).
    pub orig_src_path_name: Option<OsString>,
    /// Seed of the module id of units without external definitions (`--frandom-seed`).
    pub frandom_seed: Option<OsString>,
    /// A cross-reference file (`--xref`).
    pub xref_file: Option<PathBuf>,
    /// Items of headers that the host compiler does not need are left out of the host file. The reference has no such
    /// option.
    pub slice_host: Option<Slicing>,
}

/// How diagnostics are written (`--output_mode`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OutputMode {
    /// Lines for people.
    #[default]
    Text,
    /// One SARIF document.
    Sarif,
}

/// What is reported and how it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagnosticOptions {
    /// Severities changed by `--diag_suppress`, `--diag_remark`, `--diag_warning`,
    /// `--diag_error`, `--diag_once`, in order; the last of a number wins.
    pub control: Vec<ControlEntry>,
    /// Warnings are dropped (`--no_warnings`, `-w`); beats `promote_warnings`.
    pub no_warnings: bool,
    /// Warnings become errors (`--promote_warnings`, `-W`).
    pub promote_warnings: bool,
    /// Remarks are shown (`--remarks`, `-r`).
    pub remarks: bool,
    /// Numbers are shown (`--display_error_number`).
    pub display_error_number: bool,
    /// No excerpts (`--brief_diagnostics`).
    pub brief: bool,
    /// Lines are broken at 79 columns (`--wrap_diagnostics`).
    pub wrap: bool,
    /// Escape sequences are allowed on a terminal (`--no_colors` clears it).
    pub colors: bool,
    /// Errors after which the run ends (`--error_limit`).
    pub error_limit: u32,
    /// Candidates of a failed call are noted (`--no_add_match_notes` clears it).
    pub match_notes: bool,
    /// Instantiation contexts shown with one diagnostic, 0 for all (`--context_limit`).
    pub context_limit: u32,
    /// Text or SARIF.
    pub output_mode: OutputMode,
    /// Diagnostics go to this file in place of standard error (`--error_output`).
    pub error_output: Option<PathBuf>,
    /// A raw listing is written to this file (`--list`).
    pub list_file: Option<PathBuf>,
    /// Calls of device functions are reported too that only instances of templates make which neither pass of the
    /// reference checks. The reference has no such option.
    pub all_instances: bool,
}

impl DiagnosticOptions {
    /// The command line's part in a diagnostic's severity.
    pub fn command_line_control(&self) -> CommandLineControl {
        let mut control = CommandLineControl::new(&self.control);
        control.no_warnings = self.no_warnings;
        control.promote_warnings = self.promote_warnings;
        control.remarks = self.remarks;
        control
    }
}

impl Default for DiagnosticOptions {
    fn default() -> Self {
        Self {
            control: Vec::new(),
            no_warnings: false,
            promote_warnings: false,
            remarks: false,
            display_error_number: false,
            brief: false,
            wrap: false,
            colors: true,
            error_limit: 100,
            match_notes: true,
            context_limit: 10,
            output_mode: OutputMode::default(),
            error_output: None,
            list_file: None,
            all_instances: false,
        }
    }
}

/// What the run prints about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceOptions {
    /// Phase times on standard error (`--timing`).
    pub timing: bool,
    /// Trace requests (`--db`), in order.
    pub debug_requests: Vec<DebugRequest>,
    /// Entities whose changes are traced (`--db_name`).
    pub debug_entities: Vec<String>,
}

/// One item of a `--db` argument (spec page 1 §7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugRequest {
    /// `N`: the level of the whole run.
    Level(u32),
    /// `name=N`, `name+=N`, `name-=N`: the level inside a named phase.
    InPhase {
        /// The phase.
        phase: String,
        /// How `level` is meant.
        change: LevelChange,
        /// The level, or the difference.
        level: u32,
        /// `name=N!`: only there, not in what it calls.
        only_there: bool,
    },
    /// `#name`: the phase's calls are counted.
    Count(String),
    /// `-name`: the phase is left out.
    Silence(String),
}

/// How a level of a [`DebugRequest::InPhase`] is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelChange {
    /// The new level.
    Set,
    /// Added to the level.
    Raise,
    /// Taken from the level.
    Lower,
}

/// Ceilings of the analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Depth of nested instantiations (`--pending_instantiations`).
    pub instantiation_depth: u32,
    /// Depth of constant evaluation (`--max_depth_constexpr_call`).
    pub constexpr_depth: u32,
    /// Steps of one constant evaluation (`--max_cost_constexpr_call`).
    pub constexpr_cost: u32,
    /// Processor time in seconds (`--time_limit`).
    pub cpu_seconds: Option<u32>,
    /// The soft stack limit is raised to the hard one (`--modify-stack-limit`).
    pub raise_stack_limit: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            instantiation_depth: 200,
            constexpr_depth: 256,
            constexpr_cost: 2_000_000,
            cpu_seconds: None,
            raise_stack_limit: true,
        }
    }
}
