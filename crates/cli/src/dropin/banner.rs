//! Texts about the tool: in the reference's shape, with asunder's own name.

use asunder_invocation::release::ToolkitRelease;

/// The builds that releases are known by, from 13.0 on: the last number of their version.
const BUILDS: [u32; 6] = [88, 115, 86, 73, 92, 37];

/// `--version` and `--Version`: five lines, of which tools read the last.
pub fn version(toolkit: ToolkitRelease) -> String {
    let build = BUILDS[toolkit.release() as usize];
    format!(
        "cudafe: asunder, host front end of CUDA C++\n\
         Not a product of NVIDIA; takes the command line of NVIDIA's cudafe++\n\
         Licensed under MIT OR Apache-2.0\n\
         Based on asunder, version {}\n\
         Cuda compilation tools, release {toolkit}, V{toolkit}.{build}\n",
        env!("CARGO_PKG_VERSION"),
    )
}

/// `--dump_configuration`: the reference lists the constants of its build, which asunder has none
/// of.
pub const CONFIGURATION: &str =
    concat!("/* Configuration of asunder ", env!("CARGO_PKG_VERSION"), ": no build-time choices. */\n");

/// `--list_macros`: the two macros that the reference predefines.
pub const MACROS: &str = "\
#define __nv_register_params__ __attribute__((nv_register_params))
#define __noinline__ __attribute__((noinline))
";

/// `--dump_legacy_as_target`: the only target, x86-64 Linux.
pub fn target_model(name: &str) -> String {
    format!("/* Target configuration: {name} */\n")
}

/// One line of `--timing`; times in seconds.
pub fn timing_line(what: &str, cpu: f64, elapsed: f64) -> String {
    format!("{what:<30} {cpu:10.2} (CPU) {elapsed:10.2} (elapsed)\n")
}
