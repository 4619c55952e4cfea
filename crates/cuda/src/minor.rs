//! Attributes of less weight: `__nv_register_params__`, `__inline_hint__` (spec page 3 §9).

use asunder_decls::names::DeclRef;
use asunder_decls::written::Spaces;
use asunder_outline::CudaAttribute;
use asunder_syntax::SyntaxKind;

use crate::attributes::{Applied, Known, attribute_moment, name_moment};
use crate::check::Check;
use crate::declared::{self, Declared, Kind, Place};
use crate::finding::{Argument, Message};
use crate::redeclaration::{earlier, may_be_redeclared};
use crate::signature::Signature;

/// "the \"always_inline\" attribute is ignored on non-inline functions".
const NOT_INLINE: u16 = 2473;
/// "__nv_register_params__ support is not enabled" (20202).
const REGISTER_PARAMS: u16 = 3659;
/// "__nv_register_params__ is only supported for compute_80 or later architecture".
const REGISTER_PARAMS_ARCH: u16 = 3660;
/// The first virtual architecture that has them.
const REGISTER_PARAMS_ARCHITECTURE: u32 = 80;
/// "__nv_register_params__ is not allowed on a … function" (20204).
const REGISTER_PARAMS_SPACE: u16 = 3661;
/// "__nv_register_params__ is not allowed on a function with ellipsis" (20205).
const REGISTER_PARAMS_ELLIPSIS: u16 = 3662;
/// "\"__inline_hint__\" and \"__noinline__\" may not be used on the same declaration" (20255).
const HINT_AND_NOINLINE: u16 = 3712;
/// "\"__inline_hint__\" and \"__forceinline__\" may not be used on the same declaration" (20256).
const HINT_AND_FORCEINLINE: u16 = 3713;

/// Puts the rules to a declarator.
pub(crate) fn declared(check: &Check<'_>, declared: &Declared) {
    if declared.kind != Kind::Function {
        return;
    }
    register_params(check, declared);
    register_params_space(check, declared);
    always_inline(check, declared);
    if check.settings.pass.is_device() {
        inline_hint(check, declared);
    }
}

/// Definitions that are not inline cannot always be inlined.
fn always_inline(check: &Check<'_>, declared: &Declared) {
    let says = [SyntaxKind::INLINE_KW, SyntaxKind::CONSTEXPR_KW, SyntaxKind::CONSTEVAL_KW];
    let is_inline = says.into_iter().any(|keyword| declared.has(keyword));
    if !declared.is_definition() || declared.place != Place::Namespace || is_inline {
        return;
    }
    let Some(decl) = declared.decl else { return };
    for (index, applied) in declared.attributes.iter().enumerate() {
        if applied.known != Known::AlwaysInline {
            continue;
        }
        if may_be_redeclared(check, decl) {
            let Some(before) = earlier(check, decl) else { return check.silence(NOT_INLINE) };
            let specifiers = |decl: &DeclRef| check.names().decl(*decl).specifiers;
            if before.iter().map(specifiers).any(|it| it.is_inline || it.is_constexpr) {
                return;
            }
        }
        let message = Message::new(NOT_INLINE, vec![Argument::name("always_inline")]);
        check.report(message, applied.name.start(), attribute_moment(check, declared, index, 0));
    }
}

fn register_params(check: &Check<'_>, declared: &Declared) {
    for (index, applied) in declared.attributes.iter().enumerate() {
        if applied.cuda() != Some(CudaAttribute::RegisterParams) || !applied.is_valid() {
            continue;
        }
        let report = |number: u16, rank: u16| {
            let moment = attribute_moment(check, declared, index, rank);
            check.report(Message::plain(number), applied.name.start(), moment);
        };
        if !check.settings.register_params {
            report(REGISTER_PARAMS, 8);
        }
        if check.settings.pass.arch().is_some_and(|arch| arch < REGISTER_PARAMS_ARCHITECTURE) {
            report(REGISTER_PARAMS_ARCH, 9);
        }
        if Signature::of(check, declared).is_some_and(|signature| signature.function.variadic) {
            report(REGISTER_PARAMS_ELLIPSIS, 10);
        }
    }
}

/// Functions of the host and kernels, by all declarations so far, cannot have their parameters in registers. What a member
/// says outside its class is not added, and other errors of the attribute come first.
fn register_params_space(check: &Check<'_>, declared: &Declared) {
    let is_supported = check.settings.pass.arch().is_none_or(|arch| arch >= REGISTER_PARAMS_ARCHITECTURE);
    let Some(decl) = declared.decl.filter(|_| check.settings.register_params && is_supported) else { return };
    let written = check.decl(decl);
    if written.qualifier.is_some() || written.explicit_instantiation {
        return;
    }
    let says = |it: &Applied| it.cuda() == Some(CudaAttribute::RegisterParams) && it.is_valid();
    let before = if may_be_redeclared(check, decl) { earlier(check, decl) } else { Some(Vec::new()) };
    let Some(before) = before else { return check.silence(REGISTER_PARAMS_SPACE) };
    let said = |decl: &DeclRef| declared::attributes_of(check, *decl).is_some_and(|all| all.iter().any(says));
    if !declared.attributes.iter().any(says) && !before.iter().any(said)
        || Signature::of(check, declared).is_none_or(|signature| signature.function.variadic)
    {
        return;
    }
    let own = written.attributes.spaces;
    let earlier_spaces = before.iter().map(|decl| check.names().decl(*decl).attributes.spaces);
    let all: Vec<Spaces> = earlier_spaces.chain([own]).collect();
    let merged = all.iter().copied().reduce(Spaces::union).unwrap_or(own);
    // The device pass takes a declaration without annotations to be one for the host.
    let is_unmarked = |spaces: &Spaces| spaces.execution() == Spaces::default();
    let is_host = match check.settings.pass.is_device() {
        true => merged.host || all.iter().any(is_unmarked),
        false => merged.host || is_unmarked(&merged),
    };
    let space = match (merged.global, is_host) {
        (true, _) => "__global__",
        (false, true) => "__host__",
        (false, false) => return,
    };
    let message = Message::new(REGISTER_PARAMS_SPACE, vec![Argument::text(space)]);
    check.report(message, declared.at_name(), name_moment(check, declared, 15));
}

/// Device functions with contradictory advice, on all declarations together. What a member says outside its class, and
/// a template again, is not added.
fn inline_hint(check: &Check<'_>, declared: &Declared) {
    let mut all: Vec<Applied> = declared.attributes.clone();
    let advises = |it: &Applied| {
        let is_hint = it.cuda() == Some(CudaAttribute::InlineHint);
        is_hint || matches!(it.known, Known::NoInline | Known::AlwaysInline)
    };
    let adds = |decl: &DeclRef| {
        let written = check.decl(*decl);
        written.qualifier.is_none() && written.templates.is_empty()
    };
    if let Some(decl) = declared.decl.filter(|decl| all.iter().any(advises) && adds(decl)) {
        for before in earlier(check, decl).unwrap_or_default() {
            all.extend(declared::attributes_of(check, before).unwrap_or_default());
        }
    }
    let has = |wanted: Known| all.iter().any(|it| it.is_valid() && it.known == wanted);
    if !has(Known::Cuda(CudaAttribute::InlineHint)) || !has(Known::Cuda(CudaAttribute::Device)) {
        return;
    }
    let report = |number: u16, rank: u16| {
        check.report(Message::plain(number), declared.at_name(), name_moment(check, declared, rank));
    };
    if has(Known::NoInline) {
        report(HINT_AND_NOINLINE, 97);
    }
    if has(Known::AlwaysInline) && declared.has(SyntaxKind::INLINE_KW) {
        report(HINT_AND_FORCEINLINE, 98);
    }
}
