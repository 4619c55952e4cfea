//! Head and trailer of the host file (spec page 5 §2.1).

use std::fmt::Write as _;

use asunder_syntax::Release;

use crate::options::{HostCompiler, HostOptions};

/// A compiler that knows a warning or pragma from a version on; `None`: never.
struct Since {
    gnu: Option<u32>,
    clang: Option<u32>,
}

impl Since {
    fn holds(&self, compiler: HostCompiler) -> bool {
        match compiler {
            HostCompiler::Gnu(version) => self.gnu.is_some_and(|since| version >= since),
            HostCompiler::Clang(version) => self.clang.is_some_and(|since| version >= since),
        }
    }
}

const UNUSED_LOCAL_TYPEDEFS: Since = Since { gnu: Some(40_800), clang: Some(30_600) };
const DIAGNOSTIC_STACK: Since = Since { gnu: Some(40_600), clang: Some(0) };
const DIAGNOSTIC_IGNORED: Since = Since { gnu: Some(40_200), clang: Some(0) };
const CLANG_ONLY: Since = Since { gnu: None, clang: Some(0) };

/// Warnings about how the user's text is written: parentheses that are left out, the order of initializers, empty
/// statements, string literals for `char *` (there are casts in the reference's text). The reference's text never provokes them, because it writes programs anew.
const SPELLING_WARNINGS: [(&str, Since); 10] = [
    ("parentheses", DIAGNOSTIC_IGNORED),
    ("empty-body", Since { gnu: Some(40_300), clang: Some(0) }),
    ("write-strings", Since { gnu: Some(40_200), clang: Some(0) }),
    ("reorder", Since { gnu: Some(40_200), clang: Some(0) }),
    ("logical-not-parentheses", Since { gnu: Some(50_000), clang: Some(30_300) }),
    ("misleading-indentation", Since { gnu: Some(60_000), clang: Some(100_000) }),
    ("dangling-else", Since { gnu: Some(70_000), clang: Some(30_000) }),
    ("logical-op-parentheses", Since { gnu: None, clang: Some(30_000) }),
    ("shift-op-parentheses", Since { gnu: None, clang: Some(30_300) }),
    ("bitwise-op-parentheses", Since { gnu: None, clang: Some(30_000) }),
];

/// Declarations that the registration code of the stub file and every use of a managed variable call.
const MANAGED_RUNTIME: &str = "\
static char __nv_inited_managed_rt = 0; static void **__nv_fatbinhandle_for_managed_rt; \
static void __nv_save_fatbinhandle_for_managed_rt(void **in){__nv_fatbinhandle_for_managed_rt = in;} \
static char __nv_init_managed_rt_with_module(void **); \
static inline void __nv_init_managed_rt(void) { \
__nv_inited_managed_rt = (__nv_inited_managed_rt ? __nv_inited_managed_rt                 \
: __nv_init_managed_rt_with_module(__nv_fatbinhandle_for_managed_rt));}\n";

/// The trait macros of extended lambdas, when there are none in the unit.
const NO_EXTENDED_LAMBDAS: &str = "\
#define __nv_is_extended_device_lambda_closure_type(X) false
#define __nv_is_extended_host_device_lambda_closure_type(X) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(X) false
#if defined(__nv_is_extended_device_lambda_closure_type) \
&& defined(__nv_is_extended_host_device_lambda_closure_type)\
&& defined(__nv_is_extended_device_lambda_with_preserved_return_type)
#endif
";

/// The lines before the first declaration. `first_file` is the file of the unit's first line marker.
pub fn head(options: &HostOptions, first_file: &str) -> String {
    let mut out = format!("# 1 \"{first_file}\"\n");
    let ignore = |out: &mut String, since: &Since, warning: &str| {
        if since.holds(options.compiler) {
            let _ = writeln!(out, "#pragma GCC diagnostic ignored \"-W{warning}\"\n# 1");
        }
    };
    ignore(&mut out, &UNUSED_LOCAL_TYPEDEFS, "unused-local-typedefs");
    out.push('\n');
    if options.static_host_stub || options.release >= Release::V13_1 {
        out.push_str("#pragma GCC diagnostic ignored \"-Wattributes\"\n");
    }
    if options.release >= Release::V13_3 {
        out.push_str("\n#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n");
    }
    if DIAGNOSTIC_STACK.holds(options.compiler) {
        out.push_str("#pragma GCC diagnostic push\n# 1\n");
    }
    ignore(&mut out, &DIAGNOSTIC_IGNORED, "unused-variable");
    ignore(&mut out, &DIAGNOSTIC_IGNORED, "unused-function");
    if options.release >= Release::V13_4 {
        let _ = write!(out, "# 1 \"<built-in>\"\n{MANAGED_RUNTIME}# 1 \"{first_file}\"\n");
    } else {
        let _ = writeln!(out, "{MANAGED_RUNTIME}# 1");
    }
    if DIAGNOSTIC_STACK.holds(options.compiler) {
        out.push_str("#pragma GCC diagnostic pop\n# 1\n");
    }
    ignore(&mut out, &DIAGNOSTIC_IGNORED, "unused-variable");
    ignore(&mut out, &CLANG_ONLY, "unused-private-field");
    ignore(&mut out, &CLANG_ONLY, "unused-parameter");
    for (warning, since) in &SPELLING_WARNINGS {
        ignore(&mut out, since, warning);
    }
    if !options.extended_lambda {
        out.push_str(NO_EXTENDED_LAMBDAS);
    }
    let _ = write!(out, "\n# 1 \"{first_file}\"\n");
    out
}

/// The lines after the last declaration: they include the stub file that the device compiler writes.
pub fn trailer(options: &HostOptions, stub_file: &str, unnamed_namespace: &str) -> String {
    let directive = match options.compiler {
        HostCompiler::Gnu(_) => "#",
        HostCompiler::Clang(_) => "#line",
    };
    let marker = format!("{directive} 1 \"{stub_file}\"\n");
    format!(
        "\n{marker}#define _NV_ANON_NAMESPACE {unnamed_namespace}\n#ifdef _NV_ANON_NAMESPACE\n#endif\n\
         {marker}#include \"{stub_file}\"\n{marker}#undef _NV_ANON_NAMESPACE\n"
    )
}
