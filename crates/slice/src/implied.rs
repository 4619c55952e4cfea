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
