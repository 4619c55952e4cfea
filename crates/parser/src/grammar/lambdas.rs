//! Lambda expressions of every level, with CUDA's annotations.

use asunder_syntax::Standard;
use asunder_syntax::SyntaxKind::{self, *};

use super::declarators;
use super::{attributes, expressions, initializers, statements, templates};
use crate::error::SyntaxErrorKind;
use crate::extension::ExtensionKind;
use crate::parser::{Completed, Context, Parser, Stops};

/// `[captures] <params> annotations (params) specifiers -> type { … }`
pub(crate) fn lambda(p: &mut Parser<'_, '_>) -> Completed {
    let node = p.start();
    let outer_values = p.value_params.len();
    let captures = p.nth(1) != R_BRACK;
    introducer(p);
    let start = p.pos;
    let outer = std::mem::take(&mut p.stops);
    p.with_context(Context::default(), |p| {
        // Annotations stand before or behind the template parameters.
        annotations(p);
        if p.at(LT) {
            p.extension(ExtensionKind::LambdaTemplate);
            templates::parameter_list(p);
            if p.at(REQUIRES_KW) {
                lambda_requires(p);
            }
        }
        annotations(p);
        declarator(p, captures);
        let generic = is_generic(p, start);
        if p.at(REQUIRES_KW) {
            lambda_requires(p);
        }
        if p.at(L_BRACE) {
            statements::function_block(p);
        } else {
            // The reference's own word for a lambda that is not a template.
            p.error(if generic { SyntaxErrorKind::OpeningBrace } else { SyntaxErrorKind::LambdaBody });
        }
    });
    p.stops = outer;
    p.value_params.truncate(outer_values);
    p.height += 1;
    node.complete(p, LAMBDA_EXPR)
}

fn lambda_requires(p: &mut Parser<'_, '_>) {
    templates::requires_clause(p);
}

/// `[ captures ]`
fn introducer(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    let outer = std::mem::replace(&mut p.stops, Stops::at(R_BRACK));
    p.with_context(Context::default(), |p| {
        let mut first = true;
        let mut default = None;
        while !p.at(R_BRACK) && !p.at_end() {
            let is_default = first && matches!(p.current(), EQ | AMP) && !p.nth(1).is_identifier();
            if is_default {
                default = Some(p.current());
            } else if default.is_some_and(|default| matches_default(p, default)) {
                p.error(SyntaxErrorKind::CaptureMatchesDefault);
            }
            p.with_stop(COMMA, |p| capture(p, first));
            first = false;
            if !p.eat(COMMA) {
                if is_default && !p.at(R_BRACK) {
                    p.error(SyntaxErrorKind::Identifier);
                }
                break;
            }
        }
    });
    p.require(R_BRACK, SyntaxErrorKind::ClosingBracket);
    p.stops = outer;
    node.complete(p, LAMBDA_INTRODUCER);
}

/// Whether the capture here says what the default says already (\[expr.prim.lambda.capture\]/2).
fn matches_default(p: &Parser<'_, '_>, default: SyntaxKind) -> bool {
    let name = usize::from(default == AMP);
    match p.current() {
        THIS_KW => default == EQ && p.input.standard < Standard::Cpp20,
        AMP if default == EQ => false,
        kind if default == AMP && kind != AMP => false,
        _ => {
            let behind = p.nth(name + 1);
            p.nth(name).is_identifier() && matches!(behind, COMMA | R_BRACK | ELLIPSIS)
        }
    }
}

fn capture(p: &mut Parser<'_, '_>, first: bool) {
    let node = p.start();
    match p.current() {
        EQ if first => p.bump_any(),
        STAR if p.nth(1) == THIS_KW => {
            p.bump_any();
            p.bump_any();
        }
        THIS_KW => p.bump_any(),
        _ => {
            let by_reference = p.eat(AMP);
            if p.at(ELLIPSIS) {
                p.extension(ExtensionKind::InitCapturePack);
                p.bump_any();
            }
            if p.at_identifier() {
                p.bump_identifier();
                p.eat(ELLIPSIS);
                match p.current() {
                    EQ => {
                        let initializer = p.start();
                        p.bump_any();
                        initializers::initializer_clause(p);
                        initializer.complete(p, EQ_INITIALIZER);
                    }
                    L_PAREN => initializers::paren_initializer(p),
                    L_BRACE => {
                        initializers::init_list(p);
                    }
                    _ => {}
                }
                p.eat(ELLIPSIS);
            } else if !by_reference || !first {
                p.error(SyntaxErrorKind::Identifier);
                super::recover_in_list(p);
            }
        }
    }
    node.complete(p, CAPTURE);
}

/// Attributes and `__nv_parent(…)` between introducer and parameters.
fn annotations(p: &mut Parser<'_, '_>) {
    loop {
        if attributes::at_attributes(p) {
            attributes::attribute_group(p);
        } else if p.at(NV_PARENT_KW) && p.nth(1) == L_PAREN {
            let node = p.start();
            p.bump_any();
            p.bump_any();
            p.with_context(Context::default(), expressions::expression);
            p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
            node.complete(p, NV_PARENT);
        } else {
            return;
        }
    }
}

/// Parameters, `mutable`, `constexpr`, `noexcept`, attributes, `-> type`, of a lambda with captures or without.
fn declarator(p: &mut Parser<'_, '_>, captures: bool) {
    let node = p.start();
    if p.at(L_PAREN) {
        declarators::parameter_list(p);
    } else if matches!(
        p.current(),
        MUTABLE_KW | CONSTEXPR_KW | CONSTEVAL_KW | STATIC_KW | NOEXCEPT_KW | THROW_KW | ARROW
    ) {
        p.extension(ExtensionKind::LambdaWithoutParens);
    }
    let mut seen = Vec::new();
    let mut takes_specifiers = true;
    loop {
        let kind = p.current();
        takes_specifiers &= !matches!(kind, NOEXCEPT_KW | THROW_KW) && !attributes::at_attributes(p);
        match kind {
            MUTABLE_KW | CONSTEXPR_KW | CONSTEVAL_KW | STATIC_KW if takes_specifiers => {
                let is_of_constants = |kind| matches!(kind, CONSTEXPR_KW | CONSTEVAL_KW);
                if seen.contains(&kind) {
                    p.error(SyntaxErrorKind::DuplicateSpecifier);
                } else if is_of_constants(kind) && seen.iter().any(|kind| is_of_constants(*kind)) {
                    p.error(SyntaxErrorKind::ConstantSpecifiers);
                }
                seen.push(kind);
                if p.at(STATIC_KW) && p.input.standard < Standard::Cpp23 && !captures {
                    p.error(SyntaxErrorKind::StaticLambda);
                }
                let keyword = p.start();
                p.bump_any();
                keyword.complete(p, KEYWORD_SPECIFIER);
            }
            NOEXCEPT_KW | THROW_KW => declarators::exception_spec(p),
            _ if attributes::at_attributes(p) => attributes::attribute_group(p),
            ARROW => {
                declarators::trailing_return(p);
                break;
            }
            _ => break,
        }
    }
    if node.is_empty(p) {
        node.abandon(p);
    } else {
        node.complete(p, LAMBDA_DECLARATOR);
    }
}

/// Whether what stands behind the introducer, from token `start` on, makes a template: a template header or a
/// parameter whose type is `auto`.
fn is_generic(p: &Parser<'_, '_>, start: usize) -> bool {
    (start..p.pos).take_while(|&at| p.kind_at(at) != ARROW).any(|at| matches!(p.kind_at(at), LT | AUTO_KW))
}
