//! Names that programs need without writing them.

use asunder_syntax::SyntaxKind::{self, *};

/// Names that the front end looks up by itself, whatever the program says, with the reason.
pub(crate) const ALWAYS: &[(&str, &str)] = &[
    ("initializer_list", "a braced list is one ([dcl.init.list]/5)"),
    ("align_val_t", "operators new of over-aligned types ([basic.stc.dynamic]/2)"),
    ("cudaGetParameterBufferV2", "launches from device code"),
    ("cudaLaunchDeviceV2", "launches from device code"),
    ("cudaGetParameterBuffer", "launches from device code"),
    ("cudaLaunchDevice", "launches from device code"),
    ("__cudaPushCallConfiguration", "launches"),
    ("cudaConfigureCall", "launches"),
    ("__va_list_tag", "variable arguments"),
];

/// Names of the global namespace that the host file uses besides those in the unit, with the reason. Types of the
/// toolkit that `builtin_types.h` declares are not among them: `host_runtime.h` includes it.
pub(crate) const OF_HOST_FILES: &[(&str, &str)] = &[
    ("size_t", "`host_runtime.h` is included where it is declared"),
    ("exit", "bodies of device functions call it"),
    ("cudaLaunchKernel", "kernels call it"),
    ("__cudaPopCallConfiguration", "the stub file launches kernels"),
    ("__cudaGetKernel", "the stub file launches kernels"),
    ("__cudaLaunchKernel_helper", "the stub file launches kernels"),
    ("atexit", "`host_runtime.h` declares it again"),
    ("stpcpy", "gcc makes calls of it where a declaration says that there is one"),
    // What `crt/math_functions.hpp` calls and defines; the header is the last part of the stub file's own.
    ("__isinf", "`math_functions.hpp`"),
    ("__isinff", "`math_functions.hpp`"),
    ("__isinfl", "`math_functions.hpp`"),
    ("__isnan", "`math_functions.hpp`"),
    ("__isnanf", "`math_functions.hpp`"),
    ("__isnanl", "`math_functions.hpp`"),
    ("__signbit", "`math_functions.hpp`"),
    ("__signbitf", "`math_functions.hpp`"),
    ("__signbitl", "`math_functions.hpp`"),
    ("__finite", "`math_functions.hpp`"),
    ("__finitef", "`math_functions.hpp`"),
    ("__finitel", "`math_functions.hpp`"),
    ("copysign", "`math_functions.hpp`"),
    ("cos", "`math_functions.hpp`"),
    ("cospi", "`math_functions.hpp`"),
    ("cospif", "`math_functions.hpp`"),
    ("cyl_bessel_i0", "`math_functions.hpp`"),
    ("cyl_bessel_i0f", "`math_functions.hpp`"),
    ("cyl_bessel_i1", "`math_functions.hpp`"),
    ("cyl_bessel_i1f", "`math_functions.hpp`"),
    ("erfc", "`math_functions.hpp`"),
    ("erfcinv", "`math_functions.hpp`"),
    ("erfcinvf", "`math_functions.hpp`"),
    ("erfcx", "`math_functions.hpp`"),
    ("erfcxf", "`math_functions.hpp`"),
    ("erfinv", "`math_functions.hpp`"),
    ("erfinvf", "`math_functions.hpp`"),
    ("exp", "`math_functions.hpp`"),
    ("exp2", "`math_functions.hpp`"),
    ("fabs", "`math_functions.hpp`"),
    ("floor", "`math_functions.hpp`"),
    ("free", "`math_functions.hpp`"),
    ("llmax", "`math_functions.hpp`"),
    ("llmin", "`math_functions.hpp`"),
    ("log", "`math_functions.hpp`"),
    ("log1p", "`math_functions.hpp`"),
    ("log2", "`math_functions.hpp`"),
    ("max", "`math_functions.hpp`"),
    ("memcpy", "`math_functions.hpp`"),
    ("memset", "`math_functions.hpp`"),
    ("min", "`math_functions.hpp`"),
    ("normcdf", "`math_functions.hpp`"),
    ("normcdff", "`math_functions.hpp`"),
    ("normcdfinv", "`math_functions.hpp`"),
    ("normcdfinvf", "`math_functions.hpp`"),
    ("rcbrt", "`math_functions.hpp`"),
    ("rcbrtf", "`math_functions.hpp`"),
    ("rhypot", "`math_functions.hpp`"),
    ("round", "`math_functions.hpp`"),
    ("rsqrt", "`math_functions.hpp`"),
    ("rsqrtf", "`math_functions.hpp`"),
    ("sin", "`math_functions.hpp`"),
    ("sincospi", "`math_functions.hpp`"),
    ("sincospif", "`math_functions.hpp`"),
    ("sinpi", "`math_functions.hpp`"),
    ("sinpif", "`math_functions.hpp`"),
    ("sqrt", "`math_functions.hpp`"),
    ("ullmax", "`math_functions.hpp`"),
    ("ullmin", "`math_functions.hpp`"),
    ("umax", "`math_functions.hpp`"),
    ("umin", "`math_functions.hpp`"),
];

/// Names of `std` that the host text of extended lambdas uses.
pub(crate) const OF_EXTENDED_LAMBDAS: &[&str] = &["move", "decay"];

/// Attributes for which the host compiler makes code of a function or data of a variable that nothing uses.
pub(crate) const EMITTING_ATTRIBUTES: &[&str] =
    &["constructor", "destructor", "used", "retain", "alias", "ifunc", "symver"];

/// Names that a token stands for.
pub(crate) const BY_TOKEN: &[(SyntaxKind, &[&str])] = &[
    (TYPEID_KW, &["type_info", "bad_typeid"]),
    (DYNAMIC_CAST_KW, &["type_info", "bad_cast"]),
    (THROW_KW, &["type_info"]),
    (SPACESHIP, &["partial_ordering", "weak_ordering", "strong_ordering"]),
    (CO_AWAIT_KW, &["coroutine_traits", "coroutine_handle"]),
    (CO_YIELD_KW, &["coroutine_traits", "coroutine_handle"]),
    (CO_RETURN_KW, &["coroutine_traits", "coroutine_handle"]),
];

/// Names that a range-based for looks up ([stmt.ranged]/1).
pub(crate) const OF_RANGES: &[&str] = &["begin", "end"];

/// Names that a structured binding looks up ([dcl.struct.bind]/4).
pub(crate) const OF_BINDINGS: &[&str] = &["get", "tuple_size", "tuple_element"];

/// Words of the compiler behind which it looks up a name.
pub(crate) const BY_WORD: &[(&str, &str)] = &[("__builtin_source_location", "source_location")];

/// Pragmas that belong to the item behind them, by their first words.
pub(crate) const OF_NEXT_ITEM: &[&[&str]] = &[
    &["nv_exec_check_disable"],
    &["hd_warning_disable"],
    &["nv_abi"],
    &["unroll"],
    &["GCC", "unroll"],
    &["GCC", "ivdep"],
];
