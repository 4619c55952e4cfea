//! What the host text depends on besides the source.

use asunder_slice::Slicing;
use asunder_syntax::Release;

/// The compiler that reads the host file. Versions are `10000 * major + 100 * minor + patch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostCompiler {
    /// GNU C++ of this version.
    Gnu(u32),
    /// Clang of this version.
    Clang(u32),
}

/// What the templates that stand for closures depend on in the language standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClosureRules {
    /// Function types carry exception specifications (C++17 and later).
    pub noexcept_in_types: bool,
    /// Closures without captures have a default constructor (C++20 and later).
    pub default_constructible: bool,
}

/// The choices of a run that change host text (spec page 1 §2).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HostOptions {
    /// Decides the pragmas of the head and the dialect of inserted text.
    pub compiler: HostCompiler,
    /// The release of the toolkit, whose head and trailer are written.
    pub release: Release,
    /// Kernel templates defined in the unit become `static` (`--static-host-stub`).
    pub static_host_stub: bool,
    /// Kernels and device variables with external linkage get hidden visibility
    /// (`--device-hidden-visibility`).
    pub device_hidden_visibility: bool,
    /// Separate compilation: device variables keep their linkage (`--device-c`).
    pub device_c: bool,
    /// Host reference arrays are written (`--device-c` or `--partial-link`).
    pub host_references: bool,
    /// Lambdas annotated with execution spaces are wrapped (`--extended-lambda`).
    pub extended_lambda: bool,
    /// Kernels are not inlined (`--debug_mode`).
    pub debug_mode: bool,
    /// What the standard says about closures.
    pub closures: ClosureRules,
    /// Items of headers that the host compiler does not need are left out. Without a value everything stays.
    pub slice: Option<Slicing>,
}

impl Default for HostOptions {
    /// The options that nvcc uses by default, with GNU C++ 12.2.
    fn default() -> Self {
        Self {
            compiler: HostCompiler::Gnu(120_200),
            release: Release::default(),
            static_host_stub: true,
            device_hidden_visibility: true,
            device_c: false,
            host_references: false,
            extended_lambda: false,
            debug_mode: false,
            closures: ClosureRules { noexcept_in_types: true, default_constructible: false },
            slice: None,
        }
    }
}
