//! Attributes: `__attribute__((…))`, `[[…]]`, `alignas(…)`.

use asunder_syntax::SyntaxKind::{self, *};

use super::{expressions, templates, types};
use crate::error::SyntaxErrorKind;
use crate::extension::ExtensionKind;
use crate::parser::{Context, Parser};

/// Whether attributes of any spelling start here.
pub(crate) fn at_attributes(p: &Parser<'_, '_>) -> bool {
    match p.current() {
        ATTRIBUTE_KW | ATTRIBUTE_MACRO_KW | ALIGNAS_KW => true,
        L_BRACK => p.nth(1) == L_BRACK,
        _ => false,
    }
}

/// Any number of attributes.
pub(crate) fn attributes(p: &mut Parser<'_, '_>) {
    while at_attributes(p) {
        attribute_group(p);
    }
}

/// One group of attributes; the current token starts it.
pub(crate) fn attribute_group(p: &mut Parser<'_, '_>) {
    match p.current() {
        ATTRIBUTE_KW => gnu_attributes(p),
        ALIGNAS_KW => alignas(p),
        ATTRIBUTE_MACRO_KW => {
            let node = p.start();
            attribute(p);
            node.complete(p, GNU_ATTRIBUTES);
        }
        _ => std_attributes(p),
    }
}

fn gnu_attributes(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    if p.expect(L_PAREN, SyntaxErrorKind::OpeningParen) {
        if p.expect(L_PAREN, SyntaxErrorKind::OpeningParen) {
            attribute_list(p, R_PAREN);
            p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
        }
        p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
    }
    node.complete(p, GNU_ATTRIBUTES);
}

fn std_attributes(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    p.bump_any();
    if p.at(USING_KW) {
        let using = p.start();
        p.bump_any();
        p.extension(ExtensionKind::AttributeUsing);
        p.expect_identifier();
        p.expect(COLON, SyntaxErrorKind::Colon);
        using.complete(p, ATTRIBUTE_USING);
    }
    attribute_list(p, R_BRACK);
    p.expect(R_BRACK, SyntaxErrorKind::ClosingBracket);
    p.expect(R_BRACK, SyntaxErrorKind::ClosingBracket);
    node.complete(p, STD_ATTRIBUTES);
}

/// Attributes between commas, up to (not including) `close`.
fn attribute_list(p: &mut Parser<'_, '_>, close: asunder_syntax::SyntaxKind) {
    while !p.at(close) && !p.at_end() {
        if p.eat(COMMA) {
            continue;
        }
        let kind = p.current();
        if kind.is_identifier() || kind.is_keyword() {
            attribute(p);
            if !p.at(COMMA) && !p.at(close) {
                p.error(SyntaxErrorKind::Comma);
            }
        } else if matches!(kind, R_PAREN | R_BRACK | R_BRACE | SEMICOLON) {
            p.error(SyntaxErrorKind::Identifier);
            return;
        } else {
            p.error_and_bump(SyntaxErrorKind::Identifier);
        }
    }
}

fn attribute(p: &mut Parser<'_, '_>) {
    let node = p.start();
    let at = p.pos;
    let name = p.start();
    bump_word(p);
    let is_of_others = p.at(COLON2) && !KNOWN_NAMESPACES.contains(&p.input.token_text(at));
    if p.at(COLON2) {
        p.bump_any();
        if p.current().is_identifier() || p.current().is_keyword() {
            bump_word(p);
        } else {
            p.error(SyntaxErrorKind::Identifier);
        }
    }
    name.complete(p, ATTRIBUTE_NAME);
    let last = asunder_syntax::bare_attribute(p.input.token_text(p.pos - 1));
    let is_foreign = is_of_others || WITH_OPERANDS.binary_search(&last).is_err();
    match cuda_arguments(p, at) {
        Some(arguments) => arguments_of_cuda(p, arguments),
        None if p.at(L_PAREN) && is_foreign => any_tokens(p),
        None if p.at(L_PAREN) => {
            if let Ok(row) = WITH_STRINGS.binary_search_by_key(&last, |row| row.0) {
                strings(p, WITH_STRINGS[row].1);
            }
            attribute_args(p);
        }
        None => {}
    }
    p.eat(ELLIPSIS);
    node.complete(p, ATTRIBUTE);
}

/// Namespaces of attributes whose arguments are expressions and types.
const KNOWN_NAMESPACES: [&str; 2] = ["gnu", "__gnu__"];

/// Attributes whose arguments are expressions, types and words; those of any other may be whatever tokens.
const WITH_OPERANDS: [&str; 44] = [
    "abi_tag",
    "access",
    "alias",
    "align",
    "aligned",
    "alloc_align",
    "alloc_size",
    "annotate",
    "assume",
    "assume_aligned",
    "block_size",
    "cleanup",
    "cluster_dims",
    "constructor",
    "copy",
    "deprecated",
    "destructor",
    "error",
    "ext_vector_type",
    "format",
    "format_arg",
    "ifunc",
    "init_priority",
    "launch_bounds",
    "local_maxnreg",
    "malloc",
    "maxnreg",
    "mode",
    "neon_vector_type",
    "nodiscard",
    "nonnull",
    "nv_parent",
    "optimize",
    "regparm",
    "section",
    "sentinel",
    "simd",
    "target",
    "tls_model",
    "vector_size",
    "visibility",
    "warn_if_not_aligned",
    "warning",
    "weakref",
];

/// How many strings an attribute takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strings {
    One,
    /// One at least.
    Some,
    Any,
}

/// Attributes whose arguments are strings, sorted.
const WITH_STRINGS: [(&str, Strings); 12] = [
    ("abi_tag", Strings::Some),
    ("alias", Strings::One),
    ("deprecated", Strings::One),
    ("error", Strings::One),
    ("ifunc", Strings::One),
    ("nodiscard", Strings::One),
    ("section", Strings::One),
    ("target", Strings::Any),
    ("tls_model", Strings::One),
    ("visibility", Strings::One),
    ("warning", Strings::One),
    ("weakref", Strings::One),
];

/// Checks that the arguments of the attribute at the `(` here are strings.
fn strings(p: &mut Parser<'_, '_>, wanted: Strings) {
    let mut ahead = 1;
    while p.nth(ahead) == STRING {
        while p.nth(ahead) == STRING {
            ahead += 1;
        }
        if p.nth(ahead) != COMMA {
            return;
        }
        if wanted == Strings::One {
            p.error_at(p.pos + ahead, SyntaxErrorKind::ClosingParen);
            return;
        }
        ahead += 1;
    }
    if p.nth(ahead) != R_PAREN || ahead == 1 && wanted != Strings::Any {
        p.error_at(p.pos + ahead, SyntaxErrorKind::StringLiteral);
    }
}

/// `( tokens )` of an attribute that only another compiler knows.
fn any_tokens(p: &mut Parser<'_, '_>) {
    let node = p.start();
    let close = p.group_end(p.pos);
    p.bump_any();
    super::flat_tokens(p, close);
    p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
    node.complete(p, ATTRIBUTE_ARGS);
}

/// A word of an attribute name: keywords count as identifiers.
fn bump_word(p: &mut Parser<'_, '_>) {
    if p.at_identifier() {
        p.bump_identifier();
    } else {
        p.bump_any();
    }
}

/// `( expressions or types )`; tokens of an unknown shape are kept as an error-free run.
fn attribute_args(p: &mut Parser<'_, '_>) {
    let node = p.start();
    let close = p.group_end(p.pos);
    p.bump_any();
    p.with_context(Context::default(), |p| {
        while p.pos < close && !p.at_end() {
            if p.eat(COMMA) {
                continue;
            }
            let before = p.pos;
            if !templates::type_or_expr_list_element(p) || p.pos == before {
                break;
            }
            if p.pos < close && !p.at(COMMA) {
                break;
            }
        }
    });
    if p.pos < close {
        super::flat_tokens(p, close);
    }
    p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
    node.complete(p, ATTRIBUTE_ARGS);
}

/// The arguments that a CUDA attribute must have (spec page 3).
#[derive(Debug, Clone, Copy)]
enum CudaArguments {
    /// So many expressions.
    Expressions { min: u32, max: u32 },
    /// One or two lists of three expressions, each in parentheses.
    Tuples,
}

/// What the attribute whose name is the token `at`, and nothing else, must have.
fn cuda_arguments(p: &Parser<'_, '_>, at: usize) -> Option<CudaArguments> {
    if p.pos != at + 1 {
        return None;
    }
    let name = p.input.token_text(at);
    let bare = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name);
    match bare {
        "launch_bounds" => Some(CudaArguments::Expressions { min: 1, max: 3 }),
        "maxnreg" => Some(CudaArguments::Expressions { min: 1, max: 1 }),
        "cluster_dims" => Some(CudaArguments::Expressions { min: 0, max: 3 }),
        "block_size" => Some(CudaArguments::Tuples),
        _ => None,
    }
}

fn arguments_of_cuda(p: &mut Parser<'_, '_>, arguments: CudaArguments) {
    in_parens(p, ATTRIBUTE_ARGS, |p| {
        p.with_context(Context::default(), |p| match arguments {
            CudaArguments::Expressions { min, max } => expression_arguments(p, min, max),
            CudaArguments::Tuples => {
                tuple(p);
                if p.eat(COMMA) {
                    tuple(p);
                }
            }
        });
    });
}

/// `(x, y, z)`
fn tuple(p: &mut Parser<'_, '_>) {
    in_parens(p, PAREN_EXPR, |p| expression_arguments(p, 1, 3));
}

/// A node of parentheses around what `inner` takes; the rest up to the closing one stays flat.
fn in_parens<'t, 's>(p: &mut Parser<'t, 's>, kind: SyntaxKind, inner: impl FnOnce(&mut Parser<'t, 's>)) {
    if !p.at(L_PAREN) {
        p.error(SyntaxErrorKind::OpeningParen);
        return;
    }
    let node = p.start();
    let close = p.group_end(p.pos);
    p.bump_any();
    inner(p);
    if !p.at(R_PAREN) {
        p.error(SyntaxErrorKind::ClosingParen);
        super::flat_tokens(p, close);
    }
    p.eat(R_PAREN);
    node.complete(p, kind);
}

/// `min` to `max` expressions between commas.
fn expression_arguments(p: &mut Parser<'_, '_>, min: u32, max: u32) {
    if p.at(R_PAREN) && min == 0 {
        return;
    }
    for number in 1..=max {
        if !templates::type_or_expr_list_element(p) {
            p.error(SyntaxErrorKind::Expression);
            return;
        }
        if number == max || !p.eat(COMMA) {
            return;
        }
    }
}

fn alignas(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    if p.at(L_PAREN) && p.nth(1) == R_PAREN {
        // The reference takes that.
        p.bump_any();
        p.bump_any();
    } else if p.at(L_PAREN) {
        p.deferred(|p| types::parenthesized_operand(p, expressions::OperandOf::Alignas));
    } else {
        p.error(SyntaxErrorKind::OpeningParen);
    }
    node.complete(p, ALIGNAS_SPECIFIER);
}
