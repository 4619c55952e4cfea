//! What a run of the rules depends on besides the program.

use std::str::FromStr;

use asunder_sema::mistakes::Templates;
use asunder_syntax::Release;

/// The front end whose rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// The host front end, `cudafe++`.
    Host,
    /// The device front end, `cicc`, for a virtual architecture.
    Device {
        /// The number in `compute_NN`.
        arch: u32,
    },
}

impl Pass {
    /// The virtual architecture; the host pass knows none.
    pub fn arch(self) -> Option<u32> {
        match self {
            Pass::Host => None,
            Pass::Device { arch } => Some(arch),
        }
    }

    /// What becomes of the definitions of templates (spec 6 §1).
    pub fn templates(self) -> Templates {
        if self.is_device() { Templates::Skipped } else { Templates::Checked }
    }

    /// Whether it is the device pass.
    pub fn is_device(self) -> bool {
        self.arch().is_some()
    }
}

/// A text that names no pass.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a pass: expected `host`, or `device:90` for an architecture")]
pub struct NoPass(String);

impl FromStr for Pass {
    type Err = NoPass;

    /// Reads `host` and `device:90`; the architecture may be written `sm_90`, `compute_90`, `90a` and `90f` too.
    fn from_str(text: &str) -> Result<Pass, NoPass> {
        if text == "host" {
            return Ok(Pass::Host);
        }
        let number = |name: &str| {
            let name = name.trim_start_matches("sm_").trim_start_matches("compute_");
            name.trim_end_matches(['a', 'f']).parse().ok()
        };
        let arch = text.strip_prefix("device:").and_then(number);
        arch.map(|arch| Pass::Device { arch }).ok_or_else(|| NoPass(text.to_owned()))
    }
}

/// Pass, release and flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// The pass.
    pub pass: Pass,
    /// The release of the toolkit.
    pub release: Release,
    /// Tile code is compiled (`-enable-tile`).
    pub enable_tile: bool,
    /// Separate compilation (`-rdc=true`).
    pub rdc: bool,
    /// `--extended-lambda`
    pub extended_lambda: bool,
    /// `--expt-relaxed-constexpr`
    pub relaxed_constexpr: bool,
    /// What of the namespace `std` both sides have whatever is written.
    pub shared_std: SharedStd,
    /// `-static-global-template-stub=true` (the default of whole-program compilation).
    pub static_host_stub: bool,
    /// `__managed__` is supported.
    pub allow_managed: bool,
    /// `__nv_register_params__` is supported (`-uumn`).
    pub register_params: bool,
    /// The architecture is `compute_90a`, not `compute_90`.
    pub sm_90a: bool,
    /// What nothing refers to is reported, if only somewhere in the unit.
    pub unreferenced: bool,
    /// Kernels without launch bounds are reported, if only somewhere in the unit.
    pub missing_bounds: bool,
    /// Calls are reported too that neither pass of the reference looks at.
    pub all_instances: bool,
}

/// What of the namespace `std` counts as `__host__ __device__` whatever is written (spec 2 §1d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SharedStd {
    /// Members of `initializer_list`; without `--no_host_device_initializer_list`.
    pub initializer_list: bool,
    /// `move` and `forward`; without `--no_host_device_move_forward`.
    pub move_forward: bool,
}

impl Default for SharedStd {
    fn default() -> Self {
        SharedStd { initializer_list: true, move_forward: true }
    }
}

impl Settings {
    /// The settings of nvcc's default command line.
    pub fn new(pass: Pass) -> Self {
        Settings {
            pass,
            release: Release::default(),
            enable_tile: false,
            rdc: false,
            extended_lambda: false,
            relaxed_constexpr: false,
            shared_std: SharedStd::default(),
            static_host_stub: true,
            allow_managed: true,
            register_params: false,
            sm_90a: false,
            unreferenced: pass.is_device(),
            missing_bounds: true,
            all_instances: false,
        }
    }
}
