//! nvcc's options, as far as they are understood.

use std::ops::Range;

/// What follows an option's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Nothing.
    None,
    /// One word; a second one of another text is worth a warning, which nvcc has to give.
    One,
    /// One word with commas between its parts; all words count.
    List,
    /// `true` or `false`.
    Boolean,
}

/// An option: its long name without dashes, its short one, its value.
pub(super) type Known = (&'static str, &'static str, Value);

/// The options whose effect on the front ends and their preprocessors is known. For any other one nvcc is started.
pub(super) const OPTIONS: &[Known] = &[
    // What is made, and where.
    ("compile", "c", Value::None),
    ("device-c", "dc", Value::None),
    ("device-w", "dw", Value::None),
    ("ptx", "ptx", Value::None),
    ("cubin", "cubin", Value::None),
    ("fatbin", "fatbin", Value::None),
    ("optix-ir", "optix-ir", Value::None),
    ("preprocess", "E", Value::None),
    ("dlto", "dlto", Value::None),
    ("output-file", "o", Value::One),
    ("output-directory", "odir", Value::One),
    ("generate-dependencies-with-compile", "MD", Value::None),
    ("generate-nonsystem-dependencies-with-compile", "MMD", Value::None),
    ("generate-dependency-targets", "MP", Value::None),
    ("dependency-output", "MF", Value::One),
    ("dependency-target-name", "MT", Value::One),
    ("keep", "keep", Value::None),
    ("save-temps", "save-temps", Value::None),
    ("keep-dir", "keep-dir", Value::One),
    ("threads", "t", Value::One),
    ("split-compile", "split-compile", Value::One),
    ("split-compile-extended", "split-compile-extended", Value::One),
    ("time", "time", Value::One),
    ("verbose", "v", Value::None),
    ("no-device-link", "nodlink", Value::None),
    ("relocatable-ptx", "reloc-ptx", Value::None),
    ("entries", "e", Value::List),
    ("device-stack-protector", "device-stack-protector", Value::Boolean),
    ("shared", "shared", Value::None),
    ("cudart", "cudart", Value::One),
    ("cudadevrt", "cudadevrt", Value::One),
    ("library", "l", Value::List),
    ("library-path", "L", Value::List),
    ("linker-options", "Xlinker", Value::List),
    ("archive-options", "Xarchive", Value::List),
    ("ptxas-options", "Xptxas", Value::List),
    ("nvlink-options", "Xnvlink", Value::List),
    ("resource-usage", "res-usage", Value::None),
    ("no-compress", "no-compress", Value::None),
    ("compress-mode", "compress-mode", Value::One),
    ("Wno-deprecated-gpu-targets", "Wno-deprecated-gpu-targets", Value::None),
    ("display-error-number", "err-no", Value::None),
    ("m64", "m64", Value::None),
    ("machine", "m", Value::One),
    // The preprocessors.
    ("define-macro", "D", Value::List),
    ("undefine-macro", "U", Value::List),
    ("include-path", "I", Value::List),
    ("system-include", "isystem", Value::List),
    ("pre-include", "include", Value::List),
    ("compiler-options", "Xcompiler", Value::List),
    ("compiler-bindir", "ccbin", Value::One),
    ("allow-unsupported-compiler", "allow-unsupported-compiler", Value::None),
    ("forward-unknown-to-host-compiler", "forward-unknown-to-host-compiler", Value::None),
    ("optimize", "O", Value::One),
    ("debug", "g", Value::None),
    ("profile", "pg", Value::None),
    ("no-exceptions", "noeh", Value::None),
    ("default-stream", "default-stream", Value::One),
    ("x", "x", Value::One),
    ("std", "std", Value::One),
    ("frandom-seed", "frandom-seed", Value::One),
    // The front ends.
    ("Xcudafe", "Xcudafe", Value::List),
    ("disable-warnings", "w", Value::None),
    ("device-debug", "G", Value::None),
    ("relocatable-device-code", "rdc", Value::Boolean),
    ("extensible-whole-program", "ewp", Value::None),
    ("expt-relaxed-constexpr", "expt-relaxed-constexpr", Value::None),
    ("extended-lambda", "extended-lambda", Value::None),
    ("expt-extended-lambda", "expt-extended-lambda", Value::None),
    ("no-host-device-initializer-list", "nohdinitlist", Value::None),
    ("no-host-device-move-forward", "nohdmoveforward", Value::None),
    ("keep-device-functions", "keep-device-functions", Value::None),
    ("ftemplate-depth", "ftemplate-depth", Value::One),
    ("ftemplate-backtrace-limit", "ftemplate-backtrace-limit", Value::One),
    ("static-global-template-stub", "static-global-template-stub", Value::Boolean),
    ("device-entity-has-hidden-visibility", "device-entity-has-hidden-visibility", Value::Boolean),
    ("Wreorder", "Wreorder", Value::None),
    ("Wdefault-stream-launch", "Wdefault-stream-launch", Value::None),
    ("Wmissing-launch-bounds", "Wmissing-launch-bounds", Value::None),
    ("Wext-lambda-captures-this", "Wext-lambda-captures-this", Value::None),
    ("Wno-deprecated-declarations", "Wno-deprecated-declarations", Value::None),
    ("Werror", "Werror", Value::List),
    ("no-display-error-number", "no-err-no", Value::None),
    ("diag-error", "diag-error", Value::List),
    ("diag-warn", "diag-warn", Value::List),
    ("diag-suppress", "diag-suppress", Value::List),
    ("brief-diagnostics", "brief-diag", Value::Boolean),
    // Device code.
    ("gpu-architecture", "arch", Value::One),
    ("gpu-code", "code", Value::List),
    ("generate-code", "gencode", Value::List),
    ("generate-line-info", "lineinfo", Value::None),
    ("jump-table-density", "jtd", Value::One),
    ("optimization-info", "opt-info", Value::List),
    ("maxrregcount", "maxrregcount", Value::One),
    ("use_fast_math", "use_fast_math", Value::None),
    ("ftz", "ftz", Value::Boolean),
    ("prec-div", "prec-div", Value::Boolean),
    ("prec-sqrt", "prec-sqrt", Value::Boolean),
    ("fmad", "fmad", Value::Boolean),
    ("extra-device-vectorization", "extra-device-vectorization", Value::None),
    ("source-in-ptx", "src-in-ptx", Value::None),
    ("restrict", "restrict", Value::None),
    // Files of options.
    ("options-file", "optf", Value::List),
];

/// Options that ask for device code alone.
pub(super) const DEVICE_CODE: [&str; 4] = ["ptx", "cubin", "fatbin", "optix-ir"];

/// Options whose value may stand in the same word.
pub(super) const JOINED: [&str; 6] = ["D", "U", "I", "L", "l", "O"];

/// Options of host compilers that are surely none of nvcc's, by their starts: with
/// `--forward-unknown-to-host-compiler` they go there.
pub(super) const FORWARDED: [&str; 10] = [
    "-Wall",
    "-Wextra",
    "-Wno-",
    "-fno-",
    "-fPI",
    "-fopenmp",
    "-fvisibility",
    "-fdiagnostics-color",
    "-pthread",
    "-march=",
];

/// The kinds of `-Werror`, in the order of their words: the kind, the minor numbers of the releases 13 that have it so,
/// the front end's option for each tag, the tags.
pub(super) const ERRORS: [(&str, Range<u32>, &str, &[&str]); 8] = [
    ("reorder", ALL, "--diag_error", &["out_of_order_ctor_init"]),
    ("default-stream-launch", ALL, "--diag_error", &["default_stream_launch"]),
    ("missing-launch-bounds", ALL, "--diag_error", &["missing_launch_bounds"]),
    ("ext-lambda-captures-this", ALL, "--diag_error", &["this_addr_capture_ext_lambda"]),
    ("all-warnings", ALL, "", &["--promote_warnings"]),
    (
        "deprecated-declarations",
        ALL,
        "--diag_error",
        &["deprecated_entity", "deprecated_entity_with_custom_message"],
    ),
    ("cross-execution-space-call", 0..1, "--diag_error", &["h_hd_illegal_call", "h_hd_illegal_call_generic"]),
    (
        "cross-execution-space-call",
        1..u32::MAX,
        "--diag_error",
        &["h_general_hd_illegal_call", "h_general_hd_illegal_call_generic"],
    ),
];
const ALL: Range<u32> = 0..u32::MAX;

/// The options that ask for warnings, in the order of their words.
pub(super) const WARNINGS: [(&str, &str); 4] = [
    ("Wreorder", "out_of_order_ctor_init"),
    ("Wdefault-stream-launch", "default_stream_launch"),
    ("Wmissing-launch-bounds", "missing_launch_bounds"),
    ("Wext-lambda-captures-this", "this_addr_capture_ext_lambda"),
];

/// The variables that nvcc reads as options, before and behind the command's own.
pub(super) const PREPENDED: &str = "NVCC_PREPEND_FLAGS";
pub(super) const APPENDED: &str = "NVCC_APPEND_FLAGS";
/// The variable that stands for `-ccbin`.
pub(super) const COMPILER: &str = "NVCC_CCBIN";
/// Variables that nvcc's profile extends: with one of them set, nvcc is started.
pub(super) const PROFILE: [&str; 8] = [
    "INCLUDES",
    "SYSTEM_INCLUDES",
    "LIBRARIES",
    "CUDAFE_FLAGS",
    "PTXAS_FLAGS",
    "OPENCC_FLAGS",
    "TOP",
    "NVVMIR_LIBRARY_DIR",
];
