//! Programs of one shape and any size: what costs of generated code are measured on.

use std::fmt::Write;

/// A program that repeats one construct.
pub struct Shape {
    /// The name on the command line and in the report.
    pub name: &'static str,
    /// How often the construct is repeated at first; the other sizes are multiples of it.
    pub size: usize,
    /// Options of the front end besides the common ones.
    pub flags: &'static [&'static str],
    /// The text with so many repetitions, behind the headers that nvcc puts in front.
    pub text: fn(usize) -> String,
}

/// All shapes.
pub const SHAPES: &[Shape] = &[
    Shape { name: "explicit-instantiations", size: 1000, flags: &[], text: explicit_instantiations },
    Shape { name: "explicit-specializations", size: 1000, flags: &[], text: explicit_specializations },
    Shape { name: "members-outside", size: 2000, flags: &[], text: members_outside },
    Shape { name: "device-members-outside", size: 2000, flags: &[], text: device_members_outside },
    Shape { name: "launches-in-one-function", size: 4000, flags: &[], text: launches_in_one_function },
    Shape { name: "managed-uses", size: 4000, flags: &[], text: managed_uses },
    Shape { name: "managed-variables", size: 2000, flags: &[], text: managed_variables },
    Shape { name: "extended-lambdas", size: 2000, flags: &["--extended-lambda"], text: extended_lambdas },
    Shape {
        name: "lambdas-in-one-function",
        size: 2000,
        flags: &["--extended-lambda"],
        text: lambdas_in_one_function,
    },
    Shape { name: "compared-locals", size: 4000, flags: &[], text: compared_locals },
    Shape { name: "nested-namespaces", size: 2500, flags: &[], text: nested_namespaces },
    Shape { name: "nested-linkage", size: 2500, flags: &[], text: nested_linkage },
    Shape { name: "nested-launches", size: 1000, flags: &[], text: nested_launches },
    Shape { name: "kernels", size: 6000, flags: &[], text: kernels },
    Shape { name: "kernels-with-launchers", size: 4500, flags: &[], text: kernels_with_launchers },
    Shape { name: "kernel-templates", size: 1500, flags: &[], text: kernel_templates },
    Shape { name: "launches", size: 3000, flags: &[], text: launches },
    Shape { name: "device-functions", size: 4000, flags: &[], text: device_functions },
    Shape { name: "host-functions", size: 4000, flags: &[], text: host_functions },
    Shape { name: "device-table", size: 60_000, flags: &[], text: device_table },
    Shape { name: "overloads", size: 1000, flags: &[], text: overloads },
    Shape { name: "class-specializations", size: 1000, flags: &[], text: class_specializations },
    Shape { name: "partial-specializations", size: 500, flags: &[], text: partial_specializations },
    Shape { name: "specializations-in-kernels", size: 1000, flags: &[], text: specializations_in_kernels },
    Shape { name: "calls-of-overloads", size: 1000, flags: &[], text: calls_of_overloads },
    Shape { name: "operators", size: 1000, flags: &[], text: operators },
    Shape { name: "friends", size: 1000, flags: &[], text: friends },
    Shape { name: "classes-with-one-name", size: 1000, flags: &[], text: classes_with_one_name },
    Shape { name: "pragmas-and-warnings", size: 1000, flags: &[], text: pragmas_and_warnings },
    Shape { name: "using-directives", size: 1000, flags: &[], text: using_directives },
    Shape { name: "nominated-namespaces", size: 1000, flags: &[], text: nominated_namespaces },
    Shape { name: "local-declarations", size: 1000, flags: &[], text: local_declarations },
    Shape { name: "kernels-in-namespaces", size: 500, flags: &[], text: kernels_in_namespaces },
    Shape { name: "unclosed-braces", size: 50_000, flags: &[], text: unclosed_braces },
    Shape { name: "errors-in-one-line", size: 20_000, flags: &[], text: errors_in_one_line },
];

/// `piece` for each number below `n`, one after the other.
fn repeated(n: usize, piece: impl Fn(&mut String, usize)) -> String {
    let mut text = String::new();
    for i in 0..n {
        piece(&mut text, i);
    }
    text
}

macro_rules! each {
    ($n:expr, $i:ident, $($format:tt)*) => {
        repeated($n, |text, $i| writeln!(text, $($format)*).expect("a string takes all text"))
    };
}

fn explicit_instantiations(n: usize) -> String {
    let uses = each!(n, i, "template __attribute__((global)) void k<int, {i}>(int *);");
    format!("template<class T, int N> __attribute__((global)) void k(T *p) {{ *p = T(N); }}\n{uses}")
}

fn explicit_specializations(n: usize) -> String {
    let uses = each!(n, i, "template<> __attribute__((global)) void k<int, {i}>(int *p) {{ *p = {i}; }}");
    format!("template<class T, int N> __attribute__((global)) void k(T *p) {{ *p = T(N); }}\n{uses}")
}

fn members_outside(n: usize) -> String {
    let declared = each!(n, i, "int f{i}(int);");
    format!("struct S {{\n{declared}}};\n{}", each!(n, i, "int S::f{i}(int x) {{ return x + {i}; }}"))
}

fn device_members_outside(n: usize) -> String {
    let declared = each!(n, i, "__attribute__((device)) int f{i}(int);");
    let defined = each!(n, i, "__attribute__((device)) int S::f{i}(int x) {{ return x + {i}; }}");
    format!("struct S {{\n{declared}}};\n{defined}")
}

fn launches_in_one_function(n: usize) -> String {
    let uses = each!(n, i, "  k<<<{i}, 1>>>(p);");
    format!("__attribute__((global)) void k(int *p) {{ *p = 1; }}\nvoid f(int *p) {{\n{uses}}}\n")
}

fn managed_uses(n: usize) -> String {
    let uses = each!(n, i, "  m += {i};");
    format!("__attribute__((managed)) int m;\nvoid f() {{\n{uses}}}\n")
}

fn managed_variables(n: usize) -> String {
    each!(n, i, "__attribute__((managed)) int m{i};\nint f{i}() {{ return m{i} + 1; }}")
}

fn extended_lambdas(n: usize) -> String {
    let uses = each!(
        n,
        i,
        "void f{i}(int a) {{ auto l = [=] __attribute__((device)) (int x) {{ return x + a; }}; k<<<1, 1>>>(l); }}"
    );
    format!("template<class F> __attribute__((global)) void k(F f) {{ f(1); }}\n{uses}")
}

fn lambdas_in_one_function(n: usize) -> String {
    let uses = each!(
        n,
        i,
        "  auto l{i} = [=] __attribute__((device)) (int x) {{ return x + a; }}; k<<<1, 1>>>(l{i});"
    );
    format!("template<class F> __attribute__((global)) void k(F f) {{ f(1); }}\nvoid f(int a) {{\n{uses}}}\n")
}

fn compared_locals(n: usize) -> String {
    let uses = each!(n, i, "  unsigned v{i} = s + {i}; if (v{i} > 0) ++s;");
    format!("unsigned f() {{\n  unsigned s = 0;\n{uses}  return s;\n}}\n")
}

fn nested_namespaces(n: usize) -> String {
    let opened = each!(n, i, "namespace n{i} {{ int v{i};");
    format!("{opened}{}", each!(n, _i, "}}"))
}

fn nested_linkage(n: usize) -> String {
    let opened = each!(n, i, "extern \"C\" {{ int v{i};");
    format!("{opened}{}", each!(n, _i, "}}"))
}

fn nested_launches(n: usize) -> String {
    let opened = repeated(n, |text, _| text.push_str("k<<<1,1>>>("));
    format!(
        "__attribute__((global)) void k(int *p) {{ *p = 1; }}\nvoid f(int *p) {{ {opened}p{}; }}\n",
        ")".repeat(n)
    )
}

fn kernels(n: usize) -> String {
    each!(n, i, "__attribute__((global)) void k{i}(int *p) {{ p[{i}] = {i}; }}")
}

fn kernels_with_launchers(n: usize) -> String {
    each!(
        n,
        i,
        "__attribute__((global)) void k{i}(int *p, float x) {{ p[{i}] = x; }}\n\
         void launch{i}(int *p) {{ k{i}<<<1, 32>>>(p, {i}.0f); }}"
    )
}

fn kernel_templates(n: usize) -> String {
    each!(
        n,
        i,
        "template<class T> __attribute__((global)) void k{i}(T *p) {{ *p = T({i}); }}\n\
         void launch{i}(int *p) {{ k{i}<int><<<1, 32>>>(p); }}"
    )
}

fn launches(n: usize) -> String {
    let uses = each!(n, i, "void launch{i}(int *p) {{ k<<<{i}, 32>>>(p); }}");
    format!("__attribute__((global)) void k(int *p) {{ *p = 1; }}\n{uses}")
}

fn device_functions(n: usize) -> String {
    each!(n, i, "static __attribute__((device)) int d{i}(int x) {{ return x * {i} + 1; }}")
}

fn host_functions(n: usize) -> String {
    each!(n, i, "static int d{i}(int x) {{ return x * {i} + 1; }}")
}

fn device_table(n: usize) -> String {
    let values = repeated(n, |text, i| {
        let end = if i % 16 == 15 { ",\n" } else { ", " };
        write!(text, "{i}{end}").expect("a string takes all text");
    });
    format!("__attribute__((device)) int table[] = {{\n{values}}};\n")
}

fn overloads(n: usize) -> String {
    let overloads = each!(
        n,
        i,
        "struct T{i} {{}};\n__attribute__((host)) int f(T{i});\n\
         __attribute__((host)) __attribute__((device)) int f(T{i}) {{ return {i}; }}"
    );
    format!("{overloads}int g() {{ return f(T0()); }}\n")
}

/// The spaces of the functions of the shapes that both passes read.
const BOTH: &str = "__attribute__((host)) __attribute__((device))";

fn class_specializations(n: usize) -> String {
    let classes = each!(
        n,
        i,
        "template<> struct S<{i}> {{ {BOTH} S(int); {BOTH} ~S(); {BOTH} int f(); }};\n\
         {BOTH} S<{i}>::S(int) {{}}\n{BOTH} S<{i}>::~S() {{}}\n{BOTH} int S<{i}>::f() {{ return {i}; }}"
    );
    format!("template<int N> struct S;\n{classes}")
}

fn partial_specializations(n: usize) -> String {
    let declared = each!(n, i, "template<class T> struct S<T, {i}> {{ int f(); }};");
    format!("template<class T, int N> struct S;\n{declared}{}", each!(n, i, "S<int, {i}> v{i};"))
}

fn specializations_in_kernels(n: usize) -> String {
    let uses = each!(
        n,
        i,
        "template<> {BOTH} int f<{i}>() {{ return {i}; }}\n__attribute__((global)) void k{i}(int *p) {{ *p = f<{i}>(); }}"
    );
    format!("template<int N> {BOTH} int f() {{ return 0; }}\n{uses}")
}

fn calls_of_overloads(n: usize) -> String {
    each!(
        n,
        i,
        "struct T{i} {{}};\n{BOTH} int f(T{i}) {{ return {i}; }}\n{BOTH} int g{i}() {{ return f(T{i}()); }}"
    )
}

fn operators(n: usize) -> String {
    each!(
        n,
        i,
        "struct T{i} {{ int x; }};\n{BOTH} T{i} operator+(T{i} a, T{i} b) {{ return {{a.x + b.x}}; }}\n\
         {BOTH} T{i} g{i}(T{i} a) {{ return a + a; }}"
    )
}

fn friends(n: usize) -> String {
    each!(
        n,
        i,
        "struct T{i} {{ friend {BOTH} bool operator==(T{i}, T{i}) {{ return true; }} }};\n\
         {BOTH} bool g{i}(T{i} a) {{ return a == a; }}"
    )
}

fn classes_with_one_name(n: usize) -> String {
    each!(
        n,
        i,
        "namespace n{i} {{ struct T {{ {BOTH} T(int); {BOTH} ~T(); {BOTH} int size(); }};\n\
         {BOTH} T::T(int) {{}}\n{BOTH} T::~T() {{}}\n{BOTH} int T::size() {{ return 1; }}\n\
         {BOTH} int g() {{ T t(1); return t.size(); }} }}"
    )
}

fn pragmas_and_warnings(n: usize) -> String {
    each!(
        n,
        i,
        "#pragma nv_diag_warning 186\nbool below{i}(unsigned x) {{ return x < 0; }}\n#pragma nv_diag_default 186"
    )
}

fn using_directives(n: usize) -> String {
    let uses = each!(n, i, "  using namespace n; m += f({i});");
    format!("namespace n {{ int f(int); }}\n__attribute__((managed)) int m;\nvoid g() {{\n{uses}}}\n")
}

fn nominated_namespaces(n: usize) -> String {
    let namespaces = each!(n, i, "namespace n{i} {{ int f{i}(int); }}");
    let uses = each!(n, i, "  using namespace n{i}; m += f{i}({i});");
    format!("{namespaces}__attribute__((managed)) int m;\nvoid g() {{\n{uses}}}\n")
}

fn local_declarations(n: usize) -> String {
    let uses = each!(n, i, "  extern __attribute__((device)) int v{i}; int w{i} = {i}; s += w{i};");
    format!("__attribute__((device)) int g() {{\n  int s = 0;\n{uses}  return s;\n}}\n")
}

fn kernels_in_namespaces(n: usize) -> String {
    let opened = each!(n, i, "namespace n{i} {{ __attribute__((global)) void k{i}(int *p) {{ *p = {i}; }}");
    format!("{opened}{}", each!(n, _i, "}}"))
}

fn unclosed_braces(n: usize) -> String {
    format!("void f() {{ {}\n", "{".repeat(n))
}

fn errors_in_one_line(n: usize) -> String {
    let mut text = repeated(n, |text, _| text.push_str("int f0( ;}"));
    text.push('\n');
    text
}
