//! The reference's options as one table, in the order in which the reference registers them
//! (the order of candidate lists and of `--dump_command_options`), each with the releases that have it.
//!
//! Facts: spec page 1 §3 and `flags.tsv` for the 386 of CUDA 13.0; `--dump_command_options` of the later
//! releases. The name is written without its dashes.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use asunder_diag::control::ControlAction;
use asunder_driver::options::{CStandard, CxxStandard, Preinclude, Product, Release, Strictness};

use super::draft::{Draft, Event, Modes, SourceLanguage};
use super::error::CommandLineError;
use super::values;

/// One registered option.
pub struct OptionSpec {
    /// The name without dashes.
    pub name: &'static str,
    /// The letter of the one-dash form.
    pub short: Option<char>,
    /// What it does.
    pub effect: Effect,
    /// The first and the last release that have it.
    releases: (Release, Release),
}

impl OptionSpec {
    /// Whether a release has the option.
    fn is_in(&self, release: Release) -> bool {
        (self.releases.0..=self.releases.1).contains(&release)
    }

    /// The same option, which releases before this one do not have.
    const fn since(mut self, release: Release) -> OptionSpec {
        self.releases.0 = release;
        self
    }

    /// The same option, which releases after this one do not have.
    const fn until(mut self, release: Release) -> OptionSpec {
        self.releases.1 = release;
        self
    }

    /// Whether the option takes an argument.
    pub fn takes_value(&self) -> bool {
        matches!(self.effect, Effect::Value(_) | Effect::IgnoredValue | Effect::LackingValue)
    }
}

/// What an option does to the draft.
pub enum Effect {
    /// No visible effect in the reference either.
    Accepted,
    /// As `Accepted`, with an argument.
    IgnoredValue,
    /// The reference does something that asunder does not do yet.
    Lacking,
    /// As `Lacking`, with an argument.
    LackingValue,
    /// Registered, but refused whenever it is used.
    Invalid,
    /// A language feature is switched on or off.
    Feature(&'static str, bool),
    /// A setting without an argument.
    Flag(fn(&mut Draft)),
    /// A choice of language mode, which may contradict an earlier one.
    Mode(fn(&mut Modes) -> Result<(), CommandLineError>),
    /// A setting with an argument.
    Value(fn(&mut Draft, &OsStr) -> Result<(), CommandLineError>),
    /// Prints something and ends the run at once.
    Exit(Event),
}

/// The options of a release.
pub fn of_release(release: Release) -> impl Iterator<Item = &'static OptionSpec> {
    OPTIONS.iter().filter(move |option| option.is_in(release))
}

/// The option whose one-dash letter is `letter`.
pub fn by_letter(release: Release, letter: char) -> Option<&'static OptionSpec> {
    of_release(release).find(|option| option.short == Some(letter))
}

/// The option called `name`, without dashes.
pub fn by_name(release: Release, name: &str) -> Option<&'static OptionSpec> {
    of_release(release).find(|option| option.name == name)
}

/// All options whose name starts with `prefix`.
pub fn by_prefix(release: Release, prefix: &str) -> impl Iterator<Item = &'static OptionSpec> {
    of_release(release).filter(move |option| option.name.starts_with(prefix))
}

/// The releases that have most options.
const EVERY: (Release, Release) = (Release::V13_0, Release::NEWEST);

const fn long(name: &'static str, effect: Effect) -> OptionSpec {
    OptionSpec { name, short: None, effect, releases: EVERY }
}

const fn short(name: &'static str, letter: char, effect: Effect) -> OptionSpec {
    OptionSpec { name, short: Some(letter), effect, releases: EVERY }
}

const fn flag(set: fn(&mut Draft)) -> Effect {
    Effect::Flag(set)
}

const fn mode(set: fn(&mut Modes) -> Result<(), CommandLineError>) -> Effect {
    Effect::Mode(set)
}

const fn value(set: fn(&mut Draft, &OsStr) -> Result<(), CommandLineError>) -> Effect {
    Effect::Value(set)
}

const fn feature(name: &'static str, enabled: bool) -> Effect {
    Effect::Feature(name, enabled)
}

fn path(slot: &mut Option<PathBuf>, value: &OsStr) -> Result<(), CommandLineError> {
    *slot = Some(value.into());
    Ok(())
}

fn text(slot: &mut Option<OsString>, value: &OsStr) -> Result<(), CommandLineError> {
    *slot = Some(value.to_owned());
    Ok(())
}

/// Every option that some release registers.
#[rustfmt::skip]
static OPTIONS: &[OptionSpec] = &[
    short("strict", 'A', flag(|d| d.options.language.strictness = Strictness::Error)),
    short("strict_warnings", 'a', flag(|d| d.options.language.strictness = Strictness::Warn)),
    short("no_line_commands", 'P', flag(|d| d.preprocess(false))),
    short("preprocess", 'E', flag(|d| d.preprocess(true))),
    short("comments", 'C', flag(|d| d.keep_comments = true)),
    long("old_line_commands", Effect::Accepted),
    short("old_c", 'K', mode(|m| m.c(CStandard::Old))),
    short("dependencies", 'M', flag(|d| d.options.output.product = Product::Dependencies)),
    short("trace_includes", 'H', Effect::Lacking),
    long("il_display", Effect::Lacking),
    long("anachronisms", feature("anachronisms", true)),
    long("no_anachronisms", feature("anachronisms", false)),
    short("cfront_2.1", 'b', mode(Modes::cfront)),
    long("cfront_3.0", mode(Modes::cfront)),
    short("no_code_gen", 'n', flag(|d| d.options.output.product = Product::Nothing)),
    short("signed_chars", 's', flag(|d| d.options.language.unsigned_chars = false)),
    short("unsigned_chars", 'u', flag(|d| d.options.language.unsigned_chars = true)),
    short("instantiate", 't', value(values::instantiation_mode)),
    short("implicit_include", 'B', feature("implicit_include", true)),
    long("no_implicit_include", feature("implicit_include", false)),
    long("suppress_vtbl", Effect::Accepted),
    long("force_vtbl", Effect::Accepted),
    short("dollar", '$', Effect::Accepted),
    short("timing", '#', flag(|d| d.options.trace.timing = true)),
    short("version", 'v', flag(|d| d.events.push(Event::VersionBanner))),
    short("no_warnings", 'w', flag(|d| d.options.diagnostics.no_warnings = true)),
    short("promote_warnings", 'W', flag(|d| d.options.diagnostics.promote_warnings = true)),
    short("remarks", 'r', flag(|d| d.options.diagnostics.remarks = true)),
    short("c", 'm', mode(|m| m.select(SourceLanguage::C))),
    short("c++", 'p', mode(|m| m.select(SourceLanguage::Cxx))),
    short("exceptions", 'x', flag(|d| d.options.language.exceptions = true)),
    long("no_exceptions", flag(|d| d.options.language.exceptions = false)),
    short("no_use_before_set_warnings", 'j', Effect::Lacking),
    short("include_directory", 'I', value(|d, v| { d.options.language.include_directories.push(v.into()); Ok(()) })),
    long("embed_directory", Effect::IgnoredValue).since(Release::V13_3),
    short("define_macro", 'D', Effect::IgnoredValue),
    short("undefine_macro", 'U', Effect::IgnoredValue),
    short("error_limit", 'e', value(values::error_limit)),
    short("list", 'L', value(|d, v| path(&mut d.options.diagnostics.list_file, v))),
    short("xref", 'X', value(|d, v| path(&mut d.options.output.xref_file, v))),
    long("error_output", value(|d, v| path(&mut d.options.diagnostics.error_output, v))),
    short("output", 'o', value(|d, v| path(&mut d.options.output.output_file, v))),
    short("db", 'd', value(values::debug_requests)),
    long("db_name", value(|d, v| { d.options.trace.debug_entities.push(v.to_string_lossy().into_owned()); Ok(()) })),
    long("time_limit", value(values::time_limit)),
    long("diag_suppress", value(|d, v| values::control(d, ControlAction::Suppress, v))),
    long("diag_remark", value(|d, v| values::control(d, ControlAction::Remark, v))),
    long("diag_warning", value(|d, v| values::control(d, ControlAction::Warning, v))),
    long("diag_error", value(|d, v| values::control(d, ControlAction::Error, v))),
    long("diag_once", value(|d, v| values::control(d, ControlAction::Once, v))),
    long("display_error_number", flag(|d| d.options.diagnostics.display_error_number = true)),
    long("no_display_error_number", flag(|d| d.options.diagnostics.display_error_number = false)),
    long("device-time-trace", Effect::Accepted),
    long("device-time-trace-granularity", Effect::Accepted).since(Release::V13_5),
    long("device-syntax-only", Effect::Accepted),
    long("tile-only", Effect::Accepted),
    long("simt-only", Effect::Accepted).since(Release::V13_2),
    long("enable-tile", flag(|d| d.options.cuda.enable_tile = true)).since(Release::V13_2),
    long("tile-preview-simt", Effect::Lacking).since(Release::V13_5),
    long("gen-foreign-decl", Effect::Lacking).since(Release::V13_5),
    long("no-gen-foreign-decl", Effect::Accepted).since(Release::V13_5),
    long("no-hidden-visibility-on-unnamed-ns", flag(|d| d.options.cuda.no_hidden_visibility_on_unnamed_namespaces = true)),
    long("static-host-stub", flag(|d| d.options.cuda.static_host_stub = true)),
    long("host-stub-linkage-explicit", flag(|d| d.options.cuda.host_stub_linkage_explicit = true)),
    long("device-hidden-visibility", flag(|d| d.options.cuda.device_hidden_visibility = true)),
    long("no-multiline-debug", Effect::Accepted),
    long("no-device-int128", flag(|d| d.options.cuda.device_int128 = false)),
    long("no-device-float128", flag(|d| d.options.cuda.device_float128 = false)),
    long("fe-inlining", Effect::Accepted),
    long("modify-stack-limit", value(values::stack_limit)),
    long("check-memory-clobber", Effect::Accepted),
    long("check-template-param-qual", Effect::Accepted),
    long("check-clock-call", Effect::Accepted),
    long("check-ffs-call", Effect::Accepted),
    long("check-routine-address-taken", Effect::Accepted),
    long("fassociative-math", Effect::Accepted),
    long("fno-signed-zeros", Effect::Accepted).since(Release::V13_4),
    long("ffinite-math-only", Effect::Accepted).since(Release::V13_4),
    long("orig_src_file_name", value(|d, v| text(&mut d.options.output.orig_src_file_name, v))),
    long("orig_src_path_name", value(|d, v| text(&mut d.options.output.orig_src_path_name, v))),
    long("frandom-seed", value(|d, v| text(&mut d.options.output.frandom_seed, v))),
    long("force-lp64", flag(|d| d.options.language.llp64 = false)),
    long("force-llp64", flag(|d| d.options.language.llp64 = true)),
    long("keep-device-functions", flag(|d| d.options.cuda.keep_device_functions = true)),
    long("pgi_version", value(values::any_number)),
    long("pgi_llvm", Effect::Accepted),
    long("pgi_arch_ppc", Effect::Lacking),
    long("pgi_arch_aarch64", Effect::Lacking),
    long("force_linkonce_to_weak", Effect::Accepted),
    long("disable_host_implicit_call_check", Effect::Accepted),
    long("no_strict_cuda_error", Effect::Accepted),
    long("device-c", flag(|d| d.options.cuda.device_c = true)),
    long("partial-link", flag(|d| d.options.cuda.partial_link = true)),
    long("no-shadow-functions", flag(|d| d.options.cuda.shadow_functions = false)),
    long("disable_ext_lambda_cache", Effect::Accepted),
    long("no-constant-variable-inferencing", Effect::Accepted),
    long("zero_init_auto_vars", Effect::Accepted),
    long("debug_mode", flag(|d| d.options.cuda.debug_mode = true)),
    long("gen_module_id_file", flag(|d| d.options.output.gen_module_id_file = true)),
    long("include_file_name", Effect::IgnoredValue),
    long("include_alt_file_name", Effect::IgnoredValue).since(Release::V13_2),
    long("gen_device_file_name", Effect::IgnoredValue),
    long("tile_bc_file_name", Effect::IgnoredValue),
    long("stub_file_name", value(|d, v| text(&mut d.options.output.stub_file_name, v))),
    long("module_id_file_name", value(|d, v| path(&mut d.options.output.module_id_file_name, v))),
    long("m32", Effect::Lacking),
    long("m64", Effect::Accepted),
    short("Version", 'V', Effect::Exit(Event::LegalBanner)),
    long("compiler_bindir", Effect::IgnoredValue),
    long("sdk_dir", Effect::IgnoredValue),
    long("pgc++", Effect::Lacking),
    long("icc", Effect::Lacking),
    long("icc_version", value(values::any_number)),
    long("icx", Effect::Lacking),
    long("grco", Effect::Accepted),
    long("allow_managed", flag(|d| d.options.cuda.allow_managed = true)),
    long("gen_system_templates_from_text", Effect::Lacking),
    long("no_host_device_initializer_list", flag(|d| d.options.cuda.host_device_initializer_list = false)),
    long("no_host_device_move_forward", flag(|d| d.options.cuda.host_device_move_forward = false)),
    long("relaxed_constexpr", flag(|d| d.options.cuda.relaxed_constexpr = true)),
    long("dont_suppress_host_wrappers", Effect::Accepted),
    long("extended-lambda", flag(|d| d.options.cuda.extended_lambda = true)),
    long("arm_cross_compiler", Effect::Accepted),
    long("riscv_cross_compiler", Effect::Accepted).since(Release::V13_3),
    long("target_woa", Effect::Accepted),
    long("gen_div_approx_no_ftz", Effect::Accepted),
    long("gen_div_approx_ftz", Effect::Accepted),
    long("shared_address_immutable", Effect::Accepted),
    long("uumn", flag(|d| d.options.cuda.uumn = true)),
    long("builtin-ieee128-type", Effect::Accepted),
    long("emit-lifetime-intrinsics", Effect::Accepted),
    long("unsigned_wchar_t", flag(|d| d.options.language.unsigned_wchar_t = true)),
    long("gen_c_file_name", value(|d, v| path(&mut d.options.output.gen_c_file_name, v))),
    long("msvc_target_version", value(values::any_number)),
    long("gen_c_msvc_version", value(values::any_number)).since(Release::V13_1),
    long("gen_c_gnu_version", value(values::any_number)).since(Release::V13_1),
    long("gen_c_clang_version", value(values::any_number)).since(Release::V13_1),
    long("create_pch", Effect::LackingValue),
    long("use_pch", Effect::LackingValue),
    long("pch", Effect::Lacking),
    long("pch_messages", feature("pch_messages", true)),
    long("no_pch_messages", feature("pch_messages", false)),
    long("pch_verbose", feature("pch_verbose", true)),
    long("no_pch_verbose", feature("pch_verbose", false)),
    long("pch_dir", value(values::pch_directory)),
    long("wdir", value(values::working_directory)).since(Release::V13_1),
    long("create_header_unit", Effect::LackingValue).since(Release::V13_1),
    long("create_module_interface", Effect::LackingValue).since(Release::V13_3),
    long("create_module_internal_partition", Effect::LackingValue).since(Release::V13_3),
    long("header_unit", value(values::mapping)).since(Release::V13_1),
    long("restrict", feature("restrict", true)),
    long("no_restrict", feature("restrict", false)),
    long("long_lifetime_temps", flag(|d| d.modes.long_lifetime_temporaries = true)),
    long("short_lifetime_temps", flag(|d| d.modes.long_lifetime_temporaries = false)),
    long("wchar_t_keyword", feature("wchar_t_keyword", true)),
    long("no_wchar_t_keyword", feature("wchar_t_keyword", false)),
    long("pack_alignment", value(values::pack_alignment)),
    long("alternative_tokens", feature("alternative_tokens", true)),
    long("no_alternative_tokens", feature("alternative_tokens", false)),
    long("svr4", mode(|m| m.svr4(true))),
    long("no_svr4", mode(|m| m.svr4(false))),
    long("brief_diagnostics", flag(|d| d.options.diagnostics.brief = true)),
    long("no_brief_diagnostics", flag(|d| d.options.diagnostics.brief = false)),
    long("nonconst_ref_anachronism", feature("nonconst_ref_anachronism", true)),
    long("no_nonconst_ref_anachronism", feature("nonconst_ref_anachronism", false)),
    long("no_preproc_only", Effect::Accepted),
    long("rtti", feature("rtti", true)),
    long("no_rtti", feature("rtti", false)),
    long("building_runtime", Effect::Lacking),
    long("bool", feature("bool", true)),
    long("no_bool", feature("bool", false)),
    long("array_new_and_delete", feature("array_new_and_delete", true)),
    long("no_array_new_and_delete", feature("array_new_and_delete", false)),
    long("explicit", feature("explicit", true)),
    long("no_explicit", feature("explicit", false)),
    long("namespaces", feature("namespaces", true)),
    long("no_namespaces", feature("namespaces", false)),
    long("using_std", feature("using_std", true)),
    long("no_using_std", feature("using_std", false)),
    long("remove_unneeded_entities", flag(|d| d.options.cuda.remove_unneeded_entities = true)),
    long("no_remove_unneeded_entities", flag(|d| d.options.cuda.remove_unneeded_entities = false)),
    long("typename", feature("typename", true)),
    long("no_typename", feature("typename", false)),
    long("implicit_typename", feature("implicit_typename", true)),
    long("no_implicit_typename", feature("implicit_typename", false)),
    long("special_subscript_cost", feature("special_subscript_cost", true)),
    long("no_special_subscript_cost", feature("special_subscript_cost", false)),
    long("old_style_preprocessing", Effect::Accepted),
    long("old_for_init", Effect::Lacking),
    long("new_for_init", Effect::Accepted),
    long("for_init_diff_warning", feature("for_init_diff_warning", true)),
    long("no_for_init_diff_warning", feature("for_init_diff_warning", false)),
    long("distinct_template_signatures", feature("distinct_template_signatures", true)),
    long("no_distinct_template_signatures", feature("distinct_template_signatures", false)),
    long("guiding_decls", feature("guiding_decls", true)),
    long("no_guiding_decls", feature("guiding_decls", false)),
    long("old_specializations", feature("old_specializations", true)),
    long("no_old_specializations", feature("old_specializations", false)),
    long("wrap_diagnostics", flag(|d| d.options.diagnostics.wrap = true)),
    long("no_wrap_diagnostics", flag(|d| d.options.diagnostics.wrap = false)),
    long("implicit_extern_c_type_conversion", feature("implicit_extern_c_type_conversion", true)),
    long("no_implicit_extern_c_type_conversion", feature("implicit_extern_c_type_conversion", false)),
    long("long_preserving_rules", feature("long_preserving_rules", true)),
    long("no_long_preserving_rules", feature("long_preserving_rules", false)),
    long("extern_inline", feature("extern_inline", true)),
    long("no_extern_inline", feature("extern_inline", false)),
    long("multibyte_chars", feature("multibyte_chars", true)),
    long("no_multibyte_chars", feature("multibyte_chars", false)),
    long("embedded_c++", Effect::Lacking),
    long("vla", feature("vla", true)),
    long("no_vla", feature("vla", false)),
    long("enum_overloading", feature("enum_overloading", true)),
    long("no_enum_overloading", feature("enum_overloading", false)),
    long("nonstd_qualifier_deduction", feature("nonstd_qualifier_deduction", true)),
    long("no_nonstd_qualifier_deduction", feature("nonstd_qualifier_deduction", false)),
    long("late_tiebreaker", Effect::Accepted),
    long("early_tiebreaker", Effect::Accepted),
    long("preinclude", value(|d, v| { d.options.language.preincludes.push(Preinclude { path: v.into(), macros_only: false }); Ok(()) })),
    long("preinclude_macros", value(|d, v| { d.options.language.preincludes.push(Preinclude { path: v.into(), macros_only: true }); Ok(()) })),
    long("pending_instantiations", value(|d, v| values::ceiling(&mut d.options.limits.instantiation_depth, v))),
    long("const_string_literals", feature("const_string_literals", true)),
    long("no_const_string_literals", feature("const_string_literals", false)),
    long("class_name_injection", feature("class_name_injection", true)),
    long("no_class_name_injection", feature("class_name_injection", false)),
    long("arg_dep_lookup", feature("arg_dep_lookup", true)),
    long("no_arg_dep_lookup", feature("arg_dep_lookup", false)),
    long("friend_injection", feature("friend_injection", true)),
    long("no_friend_injection", feature("friend_injection", false)),
    long("nonstd_using_decl", feature("nonstd_using_decl", true)),
    long("no_nonstd_using_decl", feature("nonstd_using_decl", false)),
    long("designators", feature("designators", true)),
    long("no_designators", feature("designators", false)),
    long("extended_designators", feature("extended_designators", true)),
    long("no_extended_designators", feature("extended_designators", false)),
    long("variadic_macros", feature("variadic_macros", true)),
    long("no_variadic_macros", feature("variadic_macros", false)),
    long("extended_variadic_macros", feature("extended_variadic_macros", true)),
    long("no_extended_variadic_macros", feature("extended_variadic_macros", false)),
    long("sys_include", value(|d, v| { d.options.language.system_include_directories.push(v.into()); Ok(()) })),
    long("incl_suffixes", Effect::IgnoredValue),
    long("modules_directory", Effect::IgnoredValue),
    long("ms_mod_file_map", Effect::IgnoredValue),
    long("ms_header_unit", value(values::mapping)),
    long("ms_header_unit_quote", value(values::mapping)),
    long("ms_header_unit_angle", value(values::mapping)),
    long("ms_mod_interface", feature("ms_mod_interface", true)).until(Release::V13_2),
    long("no_ms_mod_interface", feature("ms_mod_interface", false)).until(Release::V13_2),
    long("ms_internal_partition", feature("ms_internal_partition", true)).until(Release::V13_2),
    long("no_ms_internal_partition", feature("ms_internal_partition", false)).until(Release::V13_2),
    long("ms_translate_include", feature("ms_translate_include", true)),
    long("no_ms_translate_include", feature("ms_translate_include", false)),
    long("modules", feature("modules", true)),
    long("no_modules", feature("modules", false)),
    long("module_import_diagnostics", feature("module_import_diagnostics", true)),
    long("no_module_import_diagnostics", feature("module_import_diagnostics", false)),
    long("module_interface", Effect::Lacking).since(Release::V13_3),
    long("module_internal_partition", Effect::Lacking).since(Release::V13_3),
    long("compound_literals", feature("compound_literals", true)),
    long("no_compound_literals", feature("compound_literals", false)),
    long("base_assign_op_is_default", feature("base_assign_op_is_default", true)),
    long("no_base_assign_op_is_default", feature("base_assign_op_is_default", false)),
    long("dep_name", feature("dep_name", true)),
    long("no_dep_name", feature("dep_name", false)),
    long("ignore_std", Effect::Lacking),
    long("parse_templates", flag(|d| d.options.cuda.parse_templates = true)),
    long("no_parse_templates", flag(|d| d.options.cuda.parse_templates = false)),
    long("c99", mode(|m| m.c(CStandard::C99))),
    long("no_c99", mode(Modes::no_c99)),
    long("c11", mode(|m| m.c(CStandard::C11))),
    long("c18", mode(|m| m.c(CStandard::C17))),
    long("c17", mode(|m| m.c(CStandard::C17))),
    long("c23", mode(|m| m.c(CStandard::C23))),
    long("c89", mode(|m| m.c(CStandard::C89))),
    long("no_stdarg_builtin", Effect::Accepted),
    long("gcc", mode(|m| m.gnu(SourceLanguage::C, true))),
    long("no_gcc", mode(|m| m.gnu(SourceLanguage::C, false))),
    long("g++", mode(|m| m.gnu(SourceLanguage::Cxx, true))),
    long("no_g++", mode(|m| m.gnu(SourceLanguage::Cxx, false))),
    long("clang", flag(|d| d.modes.name_clang(true))),
    long("no_clang", flag(|d| d.modes.name_clang(false))),
    long("gnu_version", value(values::gnu_version)),
    long("clang_version", value(values::clang_version)),
    long("report_gnu_extensions", Effect::Lacking),
    long("short_enums", Effect::Accepted),
    long("no_short_enums", Effect::Accepted),
    long("strict_gnu", Effect::Accepted),
    long("no_strict_gnu", Effect::Accepted),
    long("long_long", Effect::Accepted),
    long("context_limit", value(|d, v| values::ceiling(&mut d.options.diagnostics.context_limit, v))),
    long("set_flag", value(values::raw_flag)),
    long("clear_flag", value(values::raw_flag)),
    long("edg_base_dir", value(values::edg_base_directory)),
    long("embedded_c", Effect::Invalid),
    long("no_embedded_c", Effect::Invalid),
    long("thread_local_storage", feature("thread_local_storage", true)),
    long("no_thread_local_storage", feature("thread_local_storage", false)),
    long("trigraphs", feature("trigraphs", true)),
    long("no_trigraphs", feature("trigraphs", false)),
    long("nonstd_default_arg_deduction", feature("nonstd_default_arg_deduction", true)),
    long("no_nonstd_default_arg_deduction", feature("nonstd_default_arg_deduction", false)),
    long("stdc_zero_in_system_headers", feature("stdc_zero_in_system_headers", true)),
    long("no_stdc_zero_in_system_headers", feature("stdc_zero_in_system_headers", false)),
    long("template_typedefs_in_diagnostics", feature("template_typedefs_in_diagnostics", true)),
    long("no_template_typedefs_in_diagnostics", feature("template_typedefs_in_diagnostics", false)),
    long("uliterals", feature("uliterals", true)),
    long("no_uliterals", feature("uliterals", false)),
    long("type_traits_helpers", feature("type_traits_helpers", true)),
    long("no_type_traits_helpers", feature("type_traits_helpers", false)),
    long("c++11", flag(|d| d.modes.cxx11(true))),
    long("no_c++11", flag(|d| d.modes.cxx11(false))),
    long("c++0x", flag(|d| d.modes.cxx11(true))),
    long("no_c++0x", flag(|d| d.modes.cxx11(false))),
    long("lambdas", feature("lambdas", true)),
    long("no_lambdas", feature("lambdas", false)),
    long("rvalue_refs", feature("rvalue_refs", true)),
    long("no_rvalue_refs", feature("rvalue_refs", false)),
    long("nullptr", feature("nullptr", true)),
    long("no_nullptr", feature("nullptr", false)),
    long("rvalue_ctor_is_copy_ctor", Effect::Lacking),
    long("rvalue_ctor_is_not_copy_ctor", Effect::Accepted),
    long("gen_move_operations", feature("gen_move_operations", true)),
    long("no_gen_move_operations", feature("gen_move_operations", false)),
    long("c23_typeof", feature("c23_typeof", true)),
    long("no_c23_typeof", feature("c23_typeof", false)),
    long("c++11_sfinae", feature("c++11_sfinae", true)),
    long("no_c++11_sfinae", feature("c++11_sfinae", false)),
    long("c++11_sfinae_ignore_access", feature("c++11_sfinae_ignore_access", true)),
    long("no_c++11_sfinae_ignore_access", feature("c++11_sfinae_ignore_access", false)),
    long("variadic_templates", feature("variadic_templates", true)),
    long("no_variadic_templates", feature("variadic_templates", false)),
    long("c++14", mode(|m| m.cxx(CxxStandard::Cxx14))),
    long("c++17", mode(|m| m.cxx(CxxStandard::Cxx17))),
    long("c++20", mode(|m| m.cxx(CxxStandard::Cxx20))),
    long("c++23", mode(|m| m.cxx(CxxStandard::Cxx23))),
    long("c++26", mode(|m| m.cxx(CxxStandard::Cxx23))).since(Release::V13_1),
    long("list_macros", flag(|d| d.options.output.product = Product::Macros)),
    long("dump_configuration", flag(|d| d.events.push(Event::Configuration))),
    long("dump_legacy_as_target", value(|d, v| { d.events.push(Event::TargetModel(v.to_owned())); Ok(()) })),
    long("signed_bit_fields", Effect::Accepted),
    long("unsigned_bit_fields", Effect::Accepted),
    long("check_concatenations", feature("check_concatenations", true)),
    long("no_check_concatenations", feature("check_concatenations", false)),
    long("unicode_source_kind", value(values::source_encoding)),
    long("auto_type", feature("auto_type", true)),
    long("no_auto_type", feature("auto_type", false)),
    long("auto_storage", feature("auto_storage", true)),
    long("no_auto_storage", feature("auto_storage", false)),
    long("nonstd_instantiation_lookup", feature("nonstd_instantiation_lookup", true)),
    long("no_nonstd_instantiation_lookup", feature("nonstd_instantiation_lookup", false)),
    long("gcc89_inlining", Effect::Lacking),
    long("nonstd_gnu_keywords", feature("nonstd_gnu_keywords", true)),
    long("no_nonstd_gnu_keywords", feature("nonstd_gnu_keywords", false)),
    long("default_nocommon_tentative_definitions", Effect::Accepted),
    long("default_common_tentative_definitions", Effect::Accepted),
    long("no_token_separators_in_pp_output", Effect::Accepted),
    long("c++03", mode(|m| m.cxx(CxxStandard::Cxx98))),
    long("func_prototype_tags", feature("func_prototype_tags", true)),
    long("no_func_prototype_tags", feature("func_prototype_tags", false)),
    long("implicit_noexcept", feature("implicit_noexcept", true)),
    long("no_implicit_noexcept", feature("implicit_noexcept", false)),
    long("unrestricted_unions", feature("unrestricted_unions", true)),
    long("no_unrestricted_unions", feature("unrestricted_unions", false)),
    long("max_depth_constexpr_call", value(|d, v| values::ceiling(&mut d.options.limits.constexpr_depth, v))),
    long("max_cost_constexpr_call", value(|d, v| values::ceiling(&mut d.options.limits.constexpr_cost, v))),
    long("delegating_constructors", feature("delegating_constructors", true)),
    long("no_delegating_constructors", feature("delegating_constructors", false)),
    long("lossy_conversion_warning", feature("lossy_conversion_warning", true)),
    long("no_lossy_conversion_warning", feature("lossy_conversion_warning", false)),
    long("deprecated_string_conv", feature("deprecated_string_conv", true)),
    long("no_deprecated_string_conv", feature("deprecated_string_conv", false)),
    long("user_defined_literals", feature("user_defined_literals", true)),
    long("no_user_defined_literals", feature("user_defined_literals", false)),
    long("preserve_lvalues_with_same_type_casts", feature("preserve_lvalues_with_same_type_casts", true)),
    long("no_preserve_lvalues_with_same_type_casts", feature("preserve_lvalues_with_same_type_casts", false)),
    long("nonstd_anonymous_unions", feature("nonstd_anonymous_unions", true)),
    long("no_nonstd_anonymous_unions", feature("nonstd_anonymous_unions", false)),
    long("digit_separators", feature("digit_separators", true)),
    long("no_digit_separators", feature("digit_separators", false)),
    long("target", value(values::target)),
    long("utf8_char_literals", feature("utf8_char_literals", true)),
    long("no_utf8_char_literals", feature("utf8_char_literals", false)),
    long("stricter_template_checking", Effect::Accepted),
    long("exc_spec_in_func_type", feature("exc_spec_in_func_type", true)),
    long("no_exc_spec_in_func_type", feature("exc_spec_in_func_type", false)),
    long("aligned_new", feature("aligned_new", true)),
    long("no_aligned_new", feature("aligned_new", false)),
    long("ms_std_preprocessor", feature("ms_std_preprocessor", true)),
    long("no_ms_std_preprocessor", feature("ms_std_preprocessor", false)),
    long("char8_t", feature("char8_t", true)),
    long("no_char8_t", feature("char8_t", false)),
    long("bit_precise_integers", feature("bit_precise_integers", true)).since(Release::V13_5),
    long("no_bit_precise_integers", feature("bit_precise_integers", false)).since(Release::V13_5),
    long("relaxed_abstract_checking", feature("relaxed_abstract_checking", true)),
    long("no_relaxed_abstract_checking", feature("relaxed_abstract_checking", false)),
    long("concepts", feature("concepts", true)),
    long("no_concepts", feature("concepts", false)),
    long("colors", flag(|d| d.options.diagnostics.colors = true)),
    long("no_colors", flag(|d| d.options.diagnostics.colors = false)),
    long("keep_restrict_in_signatures", feature("keep_restrict_in_signatures", true)),
    long("no_keep_restrict_in_signatures", feature("keep_restrict_in_signatures", false)),
    long("check_unicode_security", feature("check_unicode_security", true)),
    long("no_check_unicode_security", feature("check_unicode_security", false)),
    long("old_id_chars", feature("old_id_chars", true)),
    long("no_old_id_chars", feature("old_id_chars", false)),
    long("add_match_notes", flag(|d| d.options.diagnostics.match_notes = true)),
    long("no_add_match_notes", flag(|d| d.options.diagnostics.match_notes = false)),
    long("dump_command_options", flag(|d| d.events.push(Event::OptionNames))),
    long("output_mode", value(values::output_mode)),
    long("incognito", feature("incognito", true)),
    long("no_incognito", feature("incognito", false)),
];
