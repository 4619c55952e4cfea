//! Options that do not go together, checked after the last word, in the reference's order: the
//! first broken rule is the one reported.
//!
//! The order was found by breaking every pair of rules at once (spec page 1 §3 names the rules).

use asunder_driver::options::{CxxStandard, Language, Product, Strictness};

use super::draft::Draft;
use super::error::CommandLineError;

/// Options that only C++ has, with the complaint in C. The positive and the negative form count alike.
const CXX_ONLY: &[(&[&str], &str)] = &[
    (&["anachronisms", "no_anachronisms"], "anachronism option can be used only when compiling C++"),
    (&["suppress_vtbl", "force_vtbl"], "virtual function tables can only be suppressed when compiling C++"),
    (&["instantiate"], "instantiation mode option can be used only when compiling C++"),
    (
        &["implicit_include", "no_implicit_include"],
        "implicit template inclusion mode can be used only when compiling C++",
    ),
    (&["exceptions", "no_exceptions"], "exception handling option can be used only when compiling C++"),
    (&["rtti", "no_rtti"], "RTTI option can be used only when compiling C++"),
    (
        &["array_new_and_delete", "no_array_new_and_delete"],
        "array new and delete option can be used only when compiling C++",
    ),
    (&["explicit", "no_explicit"], "option \"explicit\" can be used only when compiling C++"),
    (&["namespaces", "no_namespaces"], "namespaces option can be used only when compiling C++"),
    (
        &["wchar_t_keyword", "no_wchar_t_keyword"],
        "wchar_t keyword option can be used only when compiling C++",
    ),
    (&["bool", "no_bool"], "bool option can be used only when compiling C++"),
    (
        &["special_subscript_cost", "no_special_subscript_cost"],
        "special_subscript_cost option can be used only when compiling C++",
    ),
    (&["typename", "no_typename"], "typename option can be used only when compiling C++"),
    (
        &["implicit_typename", "no_implicit_typename"],
        "implicit typename option can be used only when compiling C++",
    ),
    (
        &["old_for_init", "new_for_init"],
        "option to control the for-init scope can be used only when compiling C++",
    ),
    (
        &["for_init_diff_warning", "no_for_init_diff_warning"],
        "option to control warnings on for-init differences can be used only when compiling C++",
    ),
    (&["guiding_decls", "no_guiding_decls"], "option \"guiding_decls\" can be used only when compiling C++"),
    (
        &["old_specializations", "no_old_specializations"],
        "option \"old_specializations\" can be used only when compiling C++",
    ),
    (
        &["implicit_extern_c_type_conversion", "no_implicit_extern_c_type_conversion"],
        "option \"implicit_extern_c_type_conversion\" can be used only when compiling C++",
    ),
    (&["extern_inline", "no_extern_inline"], "option \"extern_inline\" can be used only when compiling C++"),
    (&["embedded_c++"], "option \"embedded_c++\" can be used only when compiling C++"),
    (
        &["enum_overloading", "no_enum_overloading"],
        "option \"enum_overloading\" can be used only when compiling C++",
    ),
    (
        &["nonstd_qualifier_deduction", "no_nonstd_qualifier_deduction"],
        "option \"nonstd_qualifier_deduction\" can be used only when compiling C++",
    ),
    (
        &["nonstd_using_decl", "no_nonstd_using_decl"],
        "option \"nonstd_using_decl\" can be used only when compiling C++",
    ),
    (
        &["class_name_injection", "no_class_name_injection"],
        "option \"class_name_injection\" can be used only when compiling C++",
    ),
    (
        &["arg_dep_lookup", "no_arg_dep_lookup"],
        "option \"arg_dep_lookup\" can be used only when compiling C++",
    ),
    (
        &["friend_injection", "no_friend_injection"],
        "option \"friend_injection\" can be used only when compiling C++",
    ),
    (&["dep_name", "no_dep_name"], "option \"dep_name\" can be used only when compiling C++"),
    (
        &["parse_templates", "no_parse_templates"],
        "option \"parse_templates\" can be used only when compiling C++",
    ),
    (&["ignore_std"], "option \"ignore_std\" can be used only when compiling C++"),
    (
        &["late_tiebreaker", "early_tiebreaker"],
        "late/early tiebreaker option can be used only when compiling C++",
    ),
    (&["pending_instantiations"], "pending instantiations option can be used only when compiling C++"),
    (&["lambdas", "no_lambdas"], "lambdas option can be used only when compiling C++"),
    (&["rvalue_refs", "no_rvalue_refs"], "rvalue references option can be used only when compiling C++"),
    (
        &["rvalue_ctor_is_copy_ctor", "rvalue_ctor_is_not_copy_ctor"],
        "option to control move constructors and move assignment operators can be used only when compiling C++",
    ),
    (
        &["gen_move_operations", "no_gen_move_operations"],
        "option to control move operations can be used only when compiling C++",
    ),
    (
        &["auto_type", "no_auto_type"],
        "option to control whether \"auto\" is a type specifier can be used only when compiling C++",
    ),
    (
        &["auto_storage", "no_auto_storage"],
        "option to control whether \"auto\" is a storage class can be used only when compiling C++",
    ),
    (&["nullptr", "no_nullptr"], "option to control the nullptr keyword can be used only when compiling C++"),
    (
        &["variadic_templates", "no_variadic_templates"],
        "variadic templates can be enabled only when compiling C++",
    ),
    (
        &["max_depth_constexpr_call", "max_cost_constexpr_call"],
        "maximum constexpr depth/count options can be used only when compiling C++",
    ),
    (
        &["unrestricted_unions", "no_unrestricted_unions"],
        "unrestricted union options can be used only when compiling C++",
    ),
    (
        &["relaxed_abstract_checking", "no_relaxed_abstract_checking"],
        "relaxed abstract class options can be used only when compiling C++",
    ),
    (
        &["type_traits_helpers", "no_type_traits_helpers"],
        "type traits helpers option can be used only when compiling C++",
    ),
];

/// Options that only C has, with the complaint in C++.
const C_ONLY: &[(&[&str], &str)] = &[
    (
        &["extended_designators", "no_extended_designators"],
        "option \"extended_designators\" can be used only when compiling C",
    ),
    (
        &["compound_literals", "no_compound_literals"],
        "option \"compound_literals\" can be used only when compiling C",
    ),
    (&["c23_typeof", "no_c23_typeof"], "option \"c23_typeof\" can be used only when compiling C"),
    (&["gcc89_inlining"], "option to enable GNU-C89-style inlining can be used only when compiling C"),
    (&["func_prototype_tags"], "function prototype tags can only be enabled when compiling C"),
];

/// Options that strict mode excludes.
const NOT_STRICT: &[(&[&str], &str)] = &[
    (&["anachronisms", "nonconst_ref_anachronism"], "strict mode is incompatible with allowing anachronisms"),
    (&["long_preserving_rules"], "strict mode is incompatible with long preserving rules"),
    (
        &["ignore_std"],
        "strict mode is incompatible with treating namespace std as an alias for the global \
         namespace",
    ),
];

/// Options that need GNU extensions.
const GNU_ONLY: &[(&[&str], &str)] = &[
    (&["short_enums"], "the \"short_enums\" option is only valid in GNU C and GNU C++ modes"),
    (
        &["report_gnu_extensions"],
        "the \"report_gnu_extensions\" option is only valid in GNU C and GNU C++ modes",
    ),
    (&["nonstd_gnu_keywords"], "the \"nonstd_gnu_keywords\" option is only valid in GNU C and GNU C++ modes"),
];

/// Checks all rules on a settled draft.
///
/// # Errors
/// The first broken rule.
pub fn check(draft: &Draft) -> Result<(), CommandLineError> {
    language_modes(draft)?;
    let strict = draft.options.language.strictness != Strictness::Lenient;
    if draft.modes.is_c() {
        refuse_any(draft, CXX_ONLY)?;
    } else {
        refuse_any(draft, C_ONLY)?;
    }
    if strict {
        refuse_any(draft, NOT_STRICT)?;
    }
    if !draft.modes.gnu_extensions(strict) {
        refuse_any(draft, GNU_ONLY)?;
    }
    standard_requirements(draft)
}

/// Files and products that do not go together; checked once the input is known.
///
/// # Errors
/// `--output` without a product that would go there.
pub fn check_output(draft: &Draft) -> Result<(), CommandLineError> {
    let output = &draft.options.output;
    let needed = matches!(output.product, Product::Preprocessed { .. } | Product::Dependencies);
    if output.output_file.is_some() && !needed {
        return Err(CommandLineError::Conflict("an output file was specified, but none is needed"));
    }
    Ok(())
}

fn language_modes(draft: &Draft) -> Result<(), CommandLineError> {
    let modes = &draft.modes;
    let strict = draft.options.language.strictness != Strictness::Lenient;
    let conflict = |text| Err(CommandLineError::Conflict(text));
    if strict && modes.old_c {
        return conflict("strict mode is incompatible with K&R mode");
    }
    if strict && modes.cfront {
        return conflict("strict mode is incompatible with cfront mode");
    }
    if strict && modes.svr4 {
        return conflict("strict mode is incompatible with SVR4 C mode");
    }
    if modes.svr4 && modes.old_c {
        return conflict("SVR4 C compatibility option can be used only when compiling ANSI C");
    }
    let other_dialect_named = modes.gnu_named && (strict || modes.old_c);
    let newer_c_named = modes.old_c && modes.modern_c_named;
    let svr4_in_gnu = modes.svr4 && modes.gnu_extensions(strict);
    if modes.cxx11_in_c || other_dialect_named || newer_c_named || svr4_in_gnu {
        return Err(CommandLineError::IncompatibleLanguageModes);
    }
    Ok(())
}

fn standard_requirements(draft: &Draft) -> Result<(), CommandLineError> {
    let standard = match draft.options.language.language {
        Language::Cxx(standard) => Some(standard),
        Language::C(_) => None,
    };
    let at_least = |needed| standard.is_some_and(|standard| standard >= needed);
    let conflict = |text| Err(CommandLineError::Conflict(text));
    if draft.any_given(&["implicit_noexcept"]) && !at_least(CxxStandard::Cxx11) {
        return conflict("\"--implicit_noexcept\" requires a mode that enables noexcept");
    }
    if draft.any_given(&["building_runtime"]) && !at_least(CxxStandard::Cxx14) {
        return conflict("must specify C++14 mode when building runtime library");
    }
    let newer_features = at_least(CxxStandard::Cxx11)
        || ["lambdas", "c++11_sfinae", "variadic_templates"]
            .iter()
            .any(|feature| draft.options.language.feature(feature) == Some(true));
    if draft.modes.long_lifetime_temporaries && newer_features {
        return conflict(
            "long lifetime temporaries are incompatible with other requested newer language \
             features",
        );
    }
    let without_bool = draft.options.language.feature("bool") == Some(false);
    if without_bool && at_least(CxxStandard::Cxx14) {
        return conflict("enabling C++14-style constexpr requires support for \"bool\"");
    }
    Ok(())
}

fn refuse_any(draft: &Draft, rules: &[(&[&str], &'static str)]) -> Result<(), CommandLineError> {
    match rules.iter().find(|(names, _)| draft.any_given(names)) {
        Some((_, text)) => Err(CommandLineError::Conflict(text)),
        None => Ok(()),
    }
}
