//! The templates that stand for the closures of extended lambdas on the host (spec page 4 (a)).
//!
//! The text is an interface: the device compiler's stub file names specialisations of these templates, and CCCL's
//! headers use the trait macros. Names, template parameters, member order and behaviour are therefore given; only
//! the layout of the text is ours.
//!
//! A `__device__` lambda becomes a `__nv_dl_wrapper_t` that carries the captured values and a *tag* (parent
//! function, number, preserved return type). A `__host__ __device__` lambda becomes a `__nv_hdl_wrapper_t` that in
//! addition owns the host closure, type-erased through function pointers of `__nv_hdl_helper`, or, where the closure
//! converts to a function pointer, keeps just that.

use std::fmt::Write as _;

use asunder_lambda::CaptureCounts;

use crate::options::ClosureRules;

/// File name under which the preamble stands in the host file.
pub const PREAMBLE_FILE: &str = "nvcc_internal_extended_lambda_implementation";

/// Highest rank of a captured array.
const MAX_ARRAY_RANK: u32 = 7;

/// The preamble for a unit whose lambdas have these capture counts.
///
/// Where the dialect has `noexcept` in function types, the traits of `__host__ __device__` closures match it. Where
/// closures without captures have a default constructor, the wrapper of a `__device__` one has too. The text ends
/// with a line end.
pub fn preamble(counts: &CaptureCounts, rules: ClosureRules) -> String {
    let mut out = String::with_capacity(16 * 1024);
    out.push_str(TYPE_HELPERS);
    for rank in 1..=MAX_ARRAY_RANK {
        array_wrapper(&mut out, rank);
    }
    out.push_str(FIELD_TYPE);
    for rank in 1..=MAX_ARRAY_RANK {
        array_field_types(&mut out, rank);
    }
    device_wrappers_without_captures(&mut out, rules.default_constructible);
    for captures in counts.device() {
        device_wrappers(&mut out, captures);
    }
    out.push_str(HOST_DEVICE_WRAPPER);
    for captures in counts.host_device() {
        for (function_pointer, mutable) in [(false, false), (false, true), (true, false), (true, true)] {
            host_device_wrapper(&mut out, HostDeviceForm { mutable, function_pointer, captures });
        }
    }
    host_device_traits(&mut out, rules.noexcept_in_types);
    out.push_str(HOST_DEVICE_CREATE);
    out.push_str(CLOSURE_TRAITS);
    out
}

/// Types that the tags and capture lists are written with.
const TYPE_HELPERS: &str = "\
#define __NV_LAMBDA_WRAPPER_HELPER(X, Y) decltype(X), Y
template <typename T> struct __nvdl_remove_ref { typedef T type; };
template <typename T> struct __nvdl_remove_ref<T &> { typedef T type; };
template <typename T> struct __nvdl_remove_ref<T &&> { typedef T type; };
template <typename T, typename... Args> struct __nvdl_remove_ref<T (&)(Args...)> { typedef T (*type)(Args...); };
template <typename T> struct __nvdl_remove_const { typedef T type; };
template <typename T> struct __nvdl_remove_const<T const> { typedef T type; };
template <typename U, U func, unsigned> struct __nv_dl_tag { };
template <typename T> struct __nv_lambda_array_wrapper {
  static_assert(sizeof(T) == 0, \"nvcc internal error: unexpected failure in capturing array variable\");
};
";

/// Type of the field that holds a capture: arrays are wrapped, so that they can be initialised from a parameter.
const FIELD_TYPE: &str = "template <typename T> struct __nv_lambda_field_type { typedef T type; };\n";

/// Function pointers through which a wrapper reaches the host closure, one set per tag and signature, and the
/// catch-all of the wrappers of `__host__ __device__` lambdas.
const HOST_DEVICE_WRAPPER: &str = "\
namespace {
template <typename Tag, typename OpFuncR, typename... OpFuncArgs> struct __nv_hdl_helper {
  typedef void *(*fp_copier_t)(void *);
  typedef OpFuncR (*fp_caller_t)(void *, OpFuncArgs...);
  typedef void (*fp_deleter_t)(void *);
  typedef OpFuncR (*fp_noobject_caller_t)(OpFuncArgs...);
  static fp_copier_t fp_copier;
  static fp_deleter_t fp_deleter;
  static fp_caller_t fp_caller;
  static fp_noobject_caller_t fp_noobject_caller;
};
template <typename Tag, typename OpFuncR, typename... OpFuncArgs>
typename __nv_hdl_helper<Tag, OpFuncR, OpFuncArgs...>::fp_copier_t
__nv_hdl_helper<Tag, OpFuncR, OpFuncArgs...>::fp_copier;
template <typename Tag, typename OpFuncR, typename... OpFuncArgs>
typename __nv_hdl_helper<Tag, OpFuncR, OpFuncArgs...>::fp_deleter_t
__nv_hdl_helper<Tag, OpFuncR, OpFuncArgs...>::fp_deleter;
template <typename Tag, typename OpFuncR, typename... OpFuncArgs>
typename __nv_hdl_helper<Tag, OpFuncR, OpFuncArgs...>::fp_caller_t
__nv_hdl_helper<Tag, OpFuncR, OpFuncArgs...>::fp_caller;
template <typename Tag, typename OpFuncR, typename... OpFuncArgs>
typename __nv_hdl_helper<Tag, OpFuncR, OpFuncArgs...>::fp_noobject_caller_t
__nv_hdl_helper<Tag, OpFuncR, OpFuncArgs...>::fp_noobject_caller;
}
template <bool IsMutable, bool HasFuncPtrConv, bool NeverThrows, typename Tag, typename OpFunc,
          typename... CapturedVarTypePack>
struct __nv_hdl_wrapper_t {
  static_assert(sizeof...(CapturedVarTypePack) == 0,
                \"nvcc internal error: unexpected number of captures in __host__ __device__ lambda!\");
};
";

/// Makes the wrapper of a host closure; its type is deduced from the closure's `operator()`.
const HOST_DEVICE_CREATE: &str = "\
template <bool IsMutable, bool HasFuncPtrConv, typename Tag, typename... CaptureArgs>
struct __nv_hdl_create_wrapper_t {
  template <typename Lambda>
  static auto __nv_hdl_create_wrapper(Lambda &&lam, CaptureArgs... args)
      -> decltype(__nv_hdl_helper_trait_outer<IsMutable, HasFuncPtrConv, CaptureArgs...>
                  ::template __nv_hdl_helper_trait<Tag, Lambda>::get(lam, args...)) {
    typedef decltype(__nv_hdl_helper_trait_outer<IsMutable, HasFuncPtrConv, CaptureArgs...>
                     ::template __nv_hdl_helper_trait<Tag, Lambda>::get(lam, args...)) container_type;
    return container_type(Tag{}, std::move(lam), args...);
  }
};
";

/// The traits that programs ask a closure type with, and the helper that CCCL unwraps one with.
const CLOSURE_TRAITS: &str = "\
template <typename T> struct __nv_lambda_trait_remove_const { typedef T type; };
template <typename T> struct __nv_lambda_trait_remove_const<T const> { typedef T type; };
template <typename T> struct __nv_lambda_trait_remove_volatile { typedef T type; };
template <typename T> struct __nv_lambda_trait_remove_volatile<T volatile> { typedef T type; };
template <typename T> struct __nv_lambda_trait_remove_cv {
  typedef typename __nv_lambda_trait_remove_const<
      typename __nv_lambda_trait_remove_volatile<T>::type>::type type;
};
template <typename T> struct __nv_extended_device_lambda_trait_helper { static const bool value = false; };
template <typename T1, typename... Pack>
struct __nv_extended_device_lambda_trait_helper<__nv_dl_wrapper_t<T1, Pack...> > {
  static const bool value = true;
};
#define __nv_is_extended_device_lambda_closure_type(X) \
__nv_extended_device_lambda_trait_helper<typename __nv_lambda_trait_remove_cv<X>::type>::value
template <typename T> struct __nv_lambda_trait_remove_dl_wrapper { typedef T type; };
template <typename T> struct __nv_lambda_trait_remove_dl_wrapper<__nv_dl_wrapper_t<T> > { typedef T type; };
template <typename T> struct __nv_extended_device_lambda_with_trailing_return_trait_helper {
  static const bool value = false;
};
template <typename U, U func, typename Return, unsigned Id, typename... Pack>
struct __nv_extended_device_lambda_with_trailing_return_trait_helper<
    __nv_dl_wrapper_t<__nv_dl_trailing_return_tag<U, func, Return, Id>, Pack...> > {
  static const bool value = true;
};
#define __nv_is_extended_device_lambda_with_preserved_return_type(X) \
__nv_extended_device_lambda_with_trailing_return_trait_helper<\
typename __nv_lambda_trait_remove_cv<X>::type>::value
template <typename> struct __nv_extended_host_device_lambda_trait_helper { static const bool value = false; };
template <bool B1, bool B2, bool B3, typename T1, typename T2, typename... Pack>
struct __nv_extended_host_device_lambda_trait_helper<__nv_hdl_wrapper_t<B1, B2, B3, T1, T2, Pack...> > {
  static const bool value = true;
};
#define __nv_is_extended_host_device_lambda_closure_type(X) \
__nv_extended_host_device_lambda_trait_helper<typename __nv_lambda_trait_remove_cv<X>::type>::value
";

/// `piece(1)` to `piece(count)`, with `separator` between them.
fn enumerate(count: u32, separator: &str, piece: impl Fn(u32) -> String) -> String {
    (1..=count).map(piece).collect::<Vec<_>>().join(separator)
}

/// `, size_t D1, size_t D2…`: template parameters for the extents of an array.
fn extent_parameters(rank: u32) -> String {
    enumerate(rank, "", |i| format!(", size_t D{i}"))
}

/// `[D1][D2]…`
fn extents(rank: u32) -> String {
    enumerate(rank, "", |i| format!("[D{i}]"))
}

/// The copy of a captured array of this rank; elements are default-constructed, then assigned.
fn array_wrapper(out: &mut String, rank: u32) {
    let (parameters, extents) = (extent_parameters(rank), extents(rank));
    let loops = enumerate(rank, "\n    ", |i| format!("for (size_t i{i} = 0; i{i} < D{i}; ++i{i})"));
    let subscripts = enumerate(rank, "", |i| format!("[i{i}]"));
    let _ = write!(
        out,
        "\
template <typename T{parameters}> struct __nv_lambda_array_wrapper<T {extents}> {{
  T arr{extents};
  __nv_lambda_array_wrapper(const T in{extents}) {{
    {loops}
      arr{subscripts} = in{subscripts};
  }}
}};
"
    );
}

/// Field types of captured arrays of this rank and of arrays of constants.
fn array_field_types(out: &mut String, rank: u32) {
    let (parameters, extents) = (extent_parameters(rank), extents(rank));
    for qualifier in ["", "const "] {
        let _ = writeln!(
            out,
            "template <typename T{parameters}> struct __nv_lambda_field_type<{qualifier}T {extents}> \
             {{ typedef {qualifier}__nv_lambda_array_wrapper<T {extents}> type; }};"
        );
    }
}

/// `, typename F1, typename F2…`: template parameters for the types of captures.
fn capture_parameters(captures: u32) -> String {
    enumerate(captures, "", |i| format!(", typename F{i}"))
}

/// `, F1, F2…`
fn capture_arguments(captures: u32) -> String {
    enumerate(captures, "", |i| format!(", F{i}"))
}

/// `f1`, `f2`…: the data members that hold the captures.
fn capture_fields(captures: u32) -> String {
    enumerate(captures, "", |i| format!("  typename __nv_lambda_field_type<F{i}>::type f{i};\n"))
}

/// The wrappers of `__device__` lambdas: the catch-all and the ones without captures.
fn device_wrappers_without_captures(out: &mut String, default_constructible: bool) {
    let default_constructor = if default_constructible { "  __nv_dl_wrapper_t() = default;\n" } else { "" };
    let preserving = "__nv_dl_trailing_return_tag<U, func, Return, Id>";
    let _ = write!(
        out,
        "\
template <typename Tag, typename... CapturedVarTypePack> struct __nv_dl_wrapper_t {{
  static_assert(sizeof...(CapturedVarTypePack) == 0, \"nvcc internal error: unexpected number of captures!\");
}};
template <typename Tag> struct __nv_dl_wrapper_t<Tag> {{
{default_constructor}  __nv_dl_wrapper_t(Tag) {{ }}
  template <typename... U1> int operator()(U1...) {{ return 0; }}
}};
template <typename U, U func, typename Return, unsigned> struct __nv_dl_trailing_return_tag {{ }};
template <typename U, U func, typename Return, unsigned Id>
struct __nv_dl_wrapper_t<{preserving} > {{
{default_constructor}  __nv_dl_wrapper_t({preserving}) {{ }}
  template <typename... U1> Return operator()(U1...) {{ __builtin_unreachable(); }}
}};
"
    );
}

/// The wrappers of `__device__` lambdas with this number of captures (one or more): return type unknown to the
/// host, and return type preserved.
fn device_wrappers(out: &mut String, captures: u32) {
    let types = capture_parameters(captures);
    let arguments = capture_arguments(captures);
    let fields = capture_fields(captures);
    let parameters = enumerate(captures, ", ", |i| format!("F{i} in{i}"));
    let initializers = enumerate(captures, ", ", |i| format!("f{i}(in{i})"));
    let preserving = "__nv_dl_trailing_return_tag<U, func, Return, Id>";
    let _ = write!(
        out,
        "\
template <typename Tag{types}> struct __nv_dl_wrapper_t<Tag{arguments}> {{
{fields}  __nv_dl_wrapper_t(Tag, {parameters}) : {initializers} {{ }}
  template <typename... U1> int operator()(U1...) {{ return 0; }}
}};
template <typename U, U func, typename Return, unsigned Id{types}>
struct __nv_dl_wrapper_t<{preserving}{arguments}> {{
{fields}  __nv_dl_wrapper_t({preserving}, {parameters}) : {initializers} {{ }}
  template <typename... U1> Return operator()(U1...) {{ __builtin_unreachable(); }}
}};
"
    );
}

/// What selects one partial specialisation of `__nv_hdl_wrapper_t`.
#[derive(Clone, Copy)]
struct HostDeviceForm {
    /// `operator()` is not const.
    mutable: bool,
    /// The closure converts to a function pointer; the wrapper keeps that instead of the closure.
    function_pointer: bool,
    captures: u32,
}

/// One wrapper of `__host__ __device__` lambdas.
fn host_device_wrapper(out: &mut String, form: HostDeviceForm) {
    let HostDeviceForm { mutable, function_pointer, captures } = form;
    let types = capture_parameters(captures);
    let arguments = capture_arguments(captures);
    let fields = capture_fields(captures);
    let members = if function_pointer { pointer_members(form) } else { owner_members(form) };
    let _ = write!(
        out,
        "\
template <bool NeverThrows, typename Tag, typename OpFuncR, typename... OpFuncArgs{types}>
struct __nv_hdl_wrapper_t<{mutable}, {function_pointer}, NeverThrows, Tag, OpFuncR(OpFuncArgs...){arguments}> {{
{fields}  typedef OpFuncR (__opfunc_t)(OpFuncArgs...);
{members}  __nv_hdl_wrapper_t &operator=(const __nv_hdl_wrapper_t &in) = delete;
}};
"
    );
}

/// The function pointers of a `__host__ __device__` closure.
const HELPER: &str = "__nv_hdl_helper<Tag, OpFuncR, OpFuncArgs...>";

/// `, F1 in1, F2 in2…`
fn trailing_capture_values(captures: u32) -> String {
    enumerate(captures, "", |i| format!(", F{i} in{i}"))
}

/// Members of a wrapper that owns a heap copy of the host closure.
fn owner_members(form: HostDeviceForm) -> String {
    let constness = if form.mutable { "" } else { "const " };
    let parameters = trailing_capture_values(form.captures);
    let initializers = enumerate(form.captures, "", |i| format!("f{i}(in{i}), "));
    let copies = enumerate(form.captures, "", |i| format!("f{i}(in.f{i}), "));
    let moves = enumerate(form.captures, "", |i| format!("f{i}(std::move(in.f{i})), "));
    format!(
        "  \
  void *data;
  template <typename Lambda> struct manager {{
    static void *do_copy(void *buf) {{
      auto ptr = static_cast<Lambda *>(buf);
      return static_cast<void *>(new Lambda(*ptr));
    }};
    static OpFuncR do_call(void *buf, OpFuncArgs... args) {{
      auto ptr = static_cast<Lambda *>(buf);
      return (*ptr)(std::forward<OpFuncArgs>(args)...);
    }};
    static void do_delete(void *buf) {{
      auto ptr = static_cast<Lambda *>(buf);
      delete ptr;
    }}
  }};
  template <typename Lambda> __nv_hdl_wrapper_t(Tag, Lambda &&lam{parameters})
      : {initializers}data(static_cast<void *>(new Lambda(std::move(lam)))) {{
    {HELPER}::fp_copier = &manager<Lambda>::do_copy;
    {HELPER}::fp_deleter = &manager<Lambda>::do_delete;
    {HELPER}::fp_caller = &manager<Lambda>::do_call;
  }}
  OpFuncR operator()(OpFuncArgs... args) {constness}noexcept(NeverThrows) {{
    return {HELPER}::fp_caller(data, std::forward<OpFuncArgs>(args)...);
  }}
  __nv_hdl_wrapper_t(const __nv_hdl_wrapper_t &in) : {copies}data({HELPER}::fp_copier(in.data)) {{ }}
  __nv_hdl_wrapper_t(__nv_hdl_wrapper_t &&in) : {moves}data(in.data) {{ in.data = 0; }}
  ~__nv_hdl_wrapper_t(void) {{ {HELPER}::fp_deleter(data); }}
"
    )
}

/// Members of a wrapper whose host closure is a function pointer.
fn pointer_members(form: HostDeviceForm) -> String {
    let constness = if form.mutable { "" } else { "const " };
    let parameters = trailing_capture_values(form.captures);
    let colon = if form.captures > 0 { " : " } else { "" };
    let initializers = enumerate(form.captures, ", ", |i| format!("f{i}(in{i})"));
    format!(
        "  \
  template <typename Lambda> __nv_hdl_wrapper_t(Tag, Lambda &&lam{parameters}){colon}{initializers} {{
    {HELPER}::fp_noobject_caller = lam;
  }}
  OpFuncR operator()(OpFuncArgs... args) {constness}noexcept(NeverThrows) {{
    return {HELPER}::fp_noobject_caller(std::forward<OpFuncArgs>(args)...);
  }}
  operator __opfunc_t *() const {{ return {HELPER}::fp_noobject_caller; }}
"
    )
}

/// The traits that read signature, constness and `noexcept` off a host closure's `operator()`.
fn host_device_traits(out: &mut String, noexcept_in_types: bool) {
    out.push_str(
        "\
template <bool IsMutable, bool HasFuncPtrConv, typename... CaptureArgs> struct __nv_hdl_helper_trait_outer {
  template <typename Tag, typename Lambda>
  struct __nv_hdl_helper_trait : public __nv_hdl_helper_trait<Tag, decltype(&Lambda::operator())> { };
",
    );
    let exception_specifications: &[(&str, bool)] =
        if noexcept_in_types { &[("", false), (" noexcept", true)] } else { &[("", false)] };
    for (noexcept, never_throws) in exception_specifications {
        for constness in [" const", ""] {
            let _ = write!(
                out,
                "  \
  template <typename Tag, typename C, typename R, typename... OpFuncArgs>
  struct __nv_hdl_helper_trait<Tag, R (C::*)(OpFuncArgs...){constness}{noexcept}> {{
    template <typename Lambda>
    static auto get(Lambda lam, CaptureArgs... args)
        -> __nv_hdl_wrapper_t<IsMutable, HasFuncPtrConv, {never_throws}, Tag, R(OpFuncArgs...), CaptureArgs...>;
  }};
"
            );
        }
    }
    out.push_str("};\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    const CXX17: ClosureRules = ClosureRules { noexcept_in_types: true, default_constructible: false };

    fn counts(device: &[u32], host_device: &[u32]) -> CaptureCounts {
        let mut counts = CaptureCounts::default();
        device.iter().for_each(|&n| counts.add_device(n));
        host_device.iter().for_each(|&n| counts.add_host_device(n));
        counts
    }

    /// The heads of all specialisations of `template`, in order, without what follows the argument list.
    fn specializations<'a>(text: &'a str, template: &str) -> Vec<&'a str> {
        text.lines()
            .filter_map(|line| line.split_once(&format!("struct {template}<")).map(|(_, rest)| rest))
            .map(|rest| rest.trim_end_matches(" {"))
            .collect()
    }

    #[test]
    fn without_lambdas_only_the_fixed_part_is_written() {
        let text = preamble(&CaptureCounts::default(), CXX17);
        assert_eq!(
            specializations(&text, "__nv_dl_wrapper_t"),
            ["Tag>", "__nv_dl_trailing_return_tag<U, func, Return, Id> >"]
        );
        assert_eq!(specializations(&text, "__nv_hdl_wrapper_t"), [""; 0]);
        assert!(text.ends_with("::value\n"));
    }

    #[test]
    fn wrappers_are_written_per_capture_count() {
        let text = preamble(&counts(&[3, 0, 1], &[1, 0]), CXX17);
        assert_eq!(
            specializations(&text, "__nv_dl_wrapper_t"),
            [
                "Tag>",
                "__nv_dl_trailing_return_tag<U, func, Return, Id> >",
                "Tag, F1>",
                "__nv_dl_trailing_return_tag<U, func, Return, Id>, F1>",
                "Tag, F1, F2, F3>",
                "__nv_dl_trailing_return_tag<U, func, Return, Id>, F1, F2, F3>",
            ]
        );
        assert_eq!(
            specializations(&text, "__nv_hdl_wrapper_t"),
            [
                "false, false, NeverThrows, Tag, OpFuncR(OpFuncArgs...)>",
                "true, false, NeverThrows, Tag, OpFuncR(OpFuncArgs...)>",
                "false, true, NeverThrows, Tag, OpFuncR(OpFuncArgs...)>",
                "true, true, NeverThrows, Tag, OpFuncR(OpFuncArgs...)>",
                "false, false, NeverThrows, Tag, OpFuncR(OpFuncArgs...), F1>",
                "true, false, NeverThrows, Tag, OpFuncR(OpFuncArgs...), F1>",
                "false, true, NeverThrows, Tag, OpFuncR(OpFuncArgs...), F1>",
                "true, true, NeverThrows, Tag, OpFuncR(OpFuncArgs...), F1>",
            ]
        );
    }

    #[test]
    fn arrays_are_wrapped_up_to_rank_seven() {
        let text = preamble(&CaptureCounts::default(), CXX17);
        let wrapped = specializations(&text, "__nv_lambda_array_wrapper");
        assert_eq!(wrapped.len(), 7);
        assert_eq!(wrapped[1], "T [D1][D2]>");
        assert_eq!(specializations(&text, "__nv_lambda_field_type").len(), 14);
    }

    #[test]
    fn noexcept_signatures_are_matched_from_cxx17_on() {
        let traits = |noexcept_in_types| {
            let rules = ClosureRules { noexcept_in_types, ..CXX17 };
            let text = preamble(&CaptureCounts::default(), rules);
            specializations(&text, "__nv_hdl_helper_trait").len()
        };
        assert_eq!(traits(false), 2);
        assert_eq!(traits(true), 4);
    }

    #[test]
    fn closures_without_captures_are_default_constructible_from_cxx20_on() {
        let constructors = |default_constructible| {
            let rules = ClosureRules { default_constructible, ..CXX17 };
            let text = preamble(&counts(&[1], &[]), rules);
            text.matches("__nv_dl_wrapper_t() = default;").count()
        };
        assert_eq!(constructors(false), 0);
        assert_eq!(constructors(true), 2);
    }
}
