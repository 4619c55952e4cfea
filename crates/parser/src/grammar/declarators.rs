//! Declarators, parameters and what belongs to functions.

use asunder_syntax::Standard;
use asunder_syntax::SyntaxKind::*;

use super::combinations::Qualifiers;
use super::names::{self, NameMode};
use super::placement;
use super::specifiers::{self, SpecifierScope, Specifiers};
use super::{attributes, expressions, templates, types};
use crate::error::SyntaxErrorKind;
use crate::extension::ExtensionKind;
use crate::parser::{Context, Parser, Stops, WrittenResult};
use crate::shapes::{ListShape, is_builtin_type, is_cv};

/// Which parts a declarator may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DeclaratorKind {
    /// Of a declaration at namespace or block scope: a name, and `(` may start an initializer.
    Named {
        /// Block scope: what can be both is rather an initializer.
        block: bool,
        /// The specifiers leave nothing but a function.
        function: bool,
        /// The type is `void`: what can be both is parameters.
        void: bool,
    },
    /// Of a class member: a name, and `(` starts parameters.
    Member,
    /// Of a parameter: a plain name or none.
    Parameter,
    /// Of a type-id: no name.
    Abstract,
    /// Of a conversion function: pointer operators.
    PtrOpsOnly,
    /// Of a new-expression: pointer operators and array bounds.
    New,
}

/// What a declarator declares.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Declared {
    /// A function, so that a body may follow.
    pub(crate) function: bool,
    /// There is a name.
    pub(crate) named: bool,
    /// The token of a parameter's name.
    pub(crate) parameter_name: Option<usize>,
    /// Nothing was there.
    pub(crate) empty: bool,
    /// It is `( list )` read as an initializer.
    pub(crate) initialized: bool,
    /// It is `( list )` that may be parameters or an initializer.
    pub(crate) ambiguous: bool,
    /// The names of a structured binding declaration.
    pub(crate) bindings: bool,
    /// Pointers, references or parentheses stand around the name.
    pub(crate) is_derived: bool,
    ptr_ops: bool,
}

/// A declarator as one node; none when it would be empty.
pub(crate) fn declarator(p: &mut Parser<'_, '_>, kind: DeclaratorKind) -> Declared {
    let node = p.start();
    let declared = p.deeper(|p| declarator_parts(p, kind));
    let Some(mut declared) = declared else {
        super::too_deep(p);
        node.complete(p, DECLARATOR);
        return Declared::default();
    };
    if node.is_empty(p) {
        declared.empty = true;
        node.abandon(p);
    } else {
        node.complete(p, DECLARATOR);
    }
    declared
}

fn declarator_parts(p: &mut Parser<'_, '_>, kind: DeclaratorKind) -> Declared {
    let mut declared = Declared::default();
    let start = p.pos;
    // What stands in a function or a list may be an expression, but for what follows a built-in type.
    let is_declaration = match kind {
        DeclaratorKind::Named { block: false, .. } | DeclaratorKind::Member => true,
        DeclaratorKind::PtrOpsOnly => false,
        _ => start > 0 && is_builtin_type(p.kind_at(start - 1)),
    };
    let mut is_reference = false;
    loop {
        let (operator, at) = (p.current(), p.pos);
        if !ptr_op(p) {
            break;
        }
        if is_reference && is_declaration {
            let kind = match operator {
                AMP | AMP2 => SyntaxErrorKind::ReferenceToReference,
                _ => SyntaxErrorKind::PointerToReference,
            };
            p.error_at(at, kind);
        }
        is_reference = matches!(operator, AMP | AMP2);
        declared.ptr_ops = true;
    }
    let name = p.pos;
    if kind == DeclaratorKind::PtrOpsOnly {
        return declared;
    }
    if p.at(ELLIPSIS) && takes_pack(p, kind) {
        p.bump_any();
    }
    let mut inner: Option<Declared> = None;
    let mut kind = kind;
    match kind {
        DeclaratorKind::Named { .. } | DeclaratorKind::Member => {
            if names::at_name(p) || p.at(TILDE) {
                if let DeclaratorKind::Named { function, .. } = &mut kind {
                    // Operators and destructors are functions.
                    *function |= p.name_span(p.pos).is_some_and(|span| !span.plain);
                }
                // Specializations are not declared in blocks: `int i = 0, i < 3`.
                let mode = match kind {
                    DeclaratorKind::Named { block: true, .. } => NameMode::Expr,
                    _ => NameMode::Type,
                };
                names::name(p, mode);
                declared.named = true;
            } else if p.at(L_PAREN) {
                inner = Some(paren_declarator(p, kind));
            } else if p.at(L_BRACK) && p.nth(1) != L_BRACK && kind != DeclaratorKind::Member {
                if matches!(p.kind_at(start), STAR) {
                    p.error_before(start, SyntaxErrorKind::PointerBinding);
                }
                structured_binding(p);
                declared.named = true;
                declared.bindings = true;
                return declared;
            } else if declared.ptr_ops || (p.at(L_BRACK) && p.nth(1) != L_BRACK) {
                p.error(SyntaxErrorKind::Identifier);
            }
        }
        DeclaratorKind::Parameter => {
            if p.at_identifier() {
                declared.parameter_name = Some(p.pos);
                let node = p.start();
                p.bump_identifier();
                node.complete(p, NAME);
                declared.named = true;
            } else if p.at(L_PAREN) && starts_paren_declarator(p, true) {
                inner = Some(paren_declarator(p, kind));
            }
        }
        DeclaratorKind::Abstract => {
            if p.at(L_PAREN) && starts_paren_declarator(p, false) {
                inner = Some(paren_declarator(p, kind));
            }
        }
        DeclaratorKind::New | DeclaratorKind::PtrOpsOnly => {}
    }
    let is_pointer = inner.is_some_and(|inner| inner.ptr_ops || inner.function);
    if is_reference && is_declaration && declared.named && p.at(L_BRACK) && p.nth(1) != L_BRACK {
        p.error_at(name, SyntaxErrorKind::ArrayOfReferences);
    }
    declared.is_derived = declared.ptr_ops || inner.is_some();
    let function = suffixes(p, kind, Around { start, is_pointer }, &mut declared);
    declared.named |= inner.is_some_and(|inner| inner.named);
    declared.function = inner.is_some_and(|inner| inner.function) || (function && !is_pointer);
    if matches!(kind, DeclaratorKind::Named { .. } | DeclaratorKind::Member) {
        trailing_parts(p, kind);
    }
    declared
}

/// Whether `...` here declares a pack and is not the ellipsis that ends a parameter list or
/// expands a template argument.
fn takes_pack(p: &Parser<'_, '_>, kind: DeclaratorKind) -> bool {
    match kind {
        DeclaratorKind::Parameter => true,
        DeclaratorKind::Abstract => matches!(p.nth(1), L_PAREN | L_BRACK),
        _ => p.nth(1).is_identifier(),
    }
}

/// `*`, `&`, `&&`, `C::*` with qualifiers and attributes; `false` when there is none.
fn ptr_op(p: &mut Parser<'_, '_>) -> bool {
    let node = p.start();
    match p.current() {
        STAR | AMP | AMP2 => p.bump_any(),
        kind if kind.is_identifier() || kind == COLON2 || p.is_decltype_scope(p.pos) => {
            let scoped = !kind.is_identifier() || matches!(p.nth(1), COLON2 | LT);
            if !scoped || !p.name_span(p.pos).is_some_and(|span| span.member_pointer) {
                node.abandon(p);
                return false;
            }
            names::name(p, NameMode::Type);
            p.expect(COLON2, SyntaxErrorKind::ScopeOperator);
            p.bump_any();
        }
        _ => {
            node.abandon(p);
            return false;
        }
    }
    let mut seen = Qualifiers::default();
    loop {
        if is_cv(p.current()) {
            seen.keyword(p);
            let qualifier = p.start();
            p.bump_any();
            qualifier.complete(p, KEYWORD_SPECIFIER);
        } else if attributes::at_attributes(p) {
            attributes::attribute_group(p);
        } else {
            break;
        }
    }
    node.complete(p, PTR_OP);
    true
}

/// `( declarator )`
fn paren_declarator(p: &mut Parser<'_, '_>, kind: DeclaratorKind) -> Declared {
    let node = p.start();
    p.bump_any();
    attributes::attributes(p);
    let declared = p.with_context(Context::default(), |p| declarator(p, kind));
    if matches!(kind, DeclaratorKind::Named { .. } | DeclaratorKind::Member) && !declared.named {
        p.error(SyntaxErrorKind::Identifier);
    }
    p.require_in_declarator(R_PAREN, SyntaxErrorKind::ClosingParen);
    node.complete(p, PAREN_DECLARATOR);
    declared
}

/// Whether `(` at the current token starts a nested declarator and not parameters.
/// A name alone in the parentheses is a parameter's type (as [dcl.ambig.res] has it), except
/// where a suffix follows.
fn starts_paren_declarator(p: &mut Parser<'_, '_>, may_name: bool) -> bool {
    let open = p.pos;
    let inner = p.after_attributes(open + 1);
    let after = p.after_ptr_ops(inner);
    if after > inner {
        return !is_cv(p.kind_at(inner)) && p.kind_at(inner) != ATTRIBUTE_KW;
    }
    match p.kind_at(inner) {
        L_PAREN => true,
        ELLIPSIS => p.kind_at(inner + 1) != R_PAREN,
        L_BRACK => p.kind_at(inner + 1) != L_BRACK,
        kind if kind.is_identifier() && may_name => {
            let behind = p.kind_at(inner + 1);
            let follows = p.kind_at(p.group_end(open) + 1);
            (behind == R_PAREN && matches!(follows, L_PAREN | L_BRACK)) || behind == L_BRACK
        }
        _ => false,
    }
}

/// `[ a, b, c ]`
fn structured_binding(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.extension(ExtensionKind::StructuredBinding);
    p.bump_any();
    while !p.at(R_BRACK) && !p.at_end() {
        if p.at_identifier() || p.at(ELLIPSIS) {
            let binding = p.start();
            p.eat(ELLIPSIS);
            p.expect_identifier();
            attributes::attributes(p);
            binding.complete(p, BINDING);
        } else {
            p.error(SyntaxErrorKind::Identifier);
            break;
        }
        if !p.eat(COMMA) {
            break;
        }
    }
    p.expect(R_BRACK, SyntaxErrorKind::ClosingBracket);
    node.complete(p, STRUCTURED_BINDING);
}

/// What stands in front of the suffixes of a declarator.
#[derive(Debug, Clone, Copy)]
struct Around {
    /// The first token of the declarator.
    start: usize,
    /// A nested declarator of a pointer or function, so that `(` can only start parameters.
    is_pointer: bool,
}

/// Suffixes; whether the first one is a function's.
fn suffixes(p: &mut Parser<'_, '_>, kind: DeclaratorKind, around: Around, declared: &mut Declared) -> bool {
    let Around { start, is_pointer } = around;
    let mut function = None;
    // What may be an expression is not one that says something of types.
    let names_entity = matches!(kind, DeclaratorKind::Named { .. } | DeclaratorKind::Member);
    let mut last = None;
    loop {
        match p.current() {
            L_PAREN if kind != DeclaratorKind::New => {
                let meaning = if is_pointer { ListMeaning::Parameters } else { list_meaning(p, kind) };
                match meaning {
                    ListMeaning::Parameters => {
                        // `T (x)(y)` may declare a function `x`.
                        let is_certain = names_entity && p.list_shape(p.pos) == ListShape::Parameters;
                        match last.filter(|_| is_certain) {
                            Some(true) => p.error_at(p.pos + 1, SyntaxErrorKind::FunctionResult),
                            Some(false) => p.error_at(p.pos + 1, SyntaxErrorKind::ArrayOfFunctions),
                            None => {}
                        }
                        function_suffix(p, start, declared.ptr_ops);
                        last = is_certain.then_some(true);
                    }
                    ListMeaning::Initializer => break,
                    ListMeaning::Ambiguous { parameters } => {
                        let node = p.start();
                        declared.ambiguous = true;
                        if parameters {
                            function_suffix(p, start, declared.ptr_ops);
                        } else {
                            expressions::paren_initializer(p);
                            declared.initialized = true;
                        }
                        node.complete(p, AMBIGUOUS_SUFFIX);
                        if !parameters {
                            break;
                        }
                    }
                }
                function.get_or_insert(true);
            }
            L_BRACK if p.nth(1) == L_BRACK => attributes::attribute_group(p),
            L_BRACK => {
                let is_of_arrays = function == Some(false) && !matches!(kind, DeclaratorKind::New);
                if is_of_arrays && p.nth(1) == R_BRACK {
                    p.error(SyntaxErrorKind::ArrayElements);
                }
                if names_entity && last == Some(true) {
                    p.error(SyntaxErrorKind::ArrayResult);
                }
                array_suffix(p, kind);
                last = Some(false);
                function.get_or_insert(false);
            }
            ATTRIBUTE_KW | ATTRIBUTE_MACRO_KW | ALIGNAS_KW if kind != DeclaratorKind::Abstract => {
                attributes::attribute_group(p);
            }
            _ => break,
        }
    }
    function.unwrap_or(false)
}

enum ListMeaning {
    Parameters,
    Initializer,
    Ambiguous { parameters: bool },
}

/// Whether `(` behind a declarator's name starts parameters or an initializer.
fn list_meaning(p: &mut Parser<'_, '_>, kind: DeclaratorKind) -> ListMeaning {
    let DeclaratorKind::Named { block, function, void } = kind else {
        return ListMeaning::Parameters;
    };
    let open = p.pos;
    if function && p.nth(1) != L_BRACE {
        return ListMeaning::Parameters;
    }
    match p.list_shape(open) {
        ListShape::Parameters => ListMeaning::Parameters,
        // `void f(auto (x))` declares a function.
        ListShape::Arguments if void && p.kind_at(open + 1) == AUTO_KW => ListMeaning::Parameters,
        ListShape::Arguments => ListMeaning::Initializer,
        ListShape::Either if void => ListMeaning::Parameters,
        ListShape::Either => match p.kind_at(p.group_end(open) + 1) {
            SEMICOLON | COMMA => {
                let parameters = p.prefers(open) != block;
                ListMeaning::Ambiguous { parameters }
            }
            _ => ListMeaning::Parameters,
        },
    }
}

/// `[ bound ]`
fn array_suffix(p: &mut Parser<'_, '_>, kind: DeclaratorKind) {
    let node = p.start();
    p.bump_any();
    while is_cv(p.current()) || p.at(STATIC_KW) {
        p.bump_any();
    }
    if p.at(STAR) && p.nth(1) == R_BRACK {
        p.bump_any();
    } else if !p.at(R_BRACK) {
        let bound = match kind {
            DeclaratorKind::Named { block: false, .. } => expressions::conditional,
            _ => expressions::expression,
        };
        p.with_stop(R_BRACK, |p| p.with_context(Context::default(), bound));
    }
    p.require(R_BRACK, SyntaxErrorKind::ClosingBracket);
    node.complete(p, ARRAY_SUFFIX);
}

/// Parameters, qualifiers, exception specification, attributes, trailing return type, of a declarator whose first token is
/// `start`, with pointers or references in front of its name perhaps.
fn function_suffix(p: &mut Parser<'_, '_>, start: usize, has_ptr_ops: bool) {
    let node = p.start();
    parameter_list(p);
    let behind = p.pos;
    let mut seen = Qualifiers::default();
    let mut is_reference = false;
    loop {
        match p.current() {
            // Qualifiers stand in front of `&` ([dcl.decl.general]/4).
            kind if is_reference && (is_cv(kind) || matches!(kind, AMP | AMP2)) => break,
            kind if is_cv(kind) => {
                seen.keyword(p);
                let qualifier = p.start();
                p.bump_any();
                qualifier.complete(p, KEYWORD_SPECIFIER);
            }
            AMP | AMP2 => {
                let qualifier = p.start();
                is_reference = true;
                p.bump_any();
                qualifier.complete(p, REF_QUALIFIER);
            }
            NOEXCEPT_KW | THROW_KW => exception_spec(p),
            ATTRIBUTE_KW | ATTRIBUTE_MACRO_KW => attributes::attribute_group(p),
            L_BRACK if p.nth(1) == L_BRACK => attributes::attribute_group(p),
            ARROW => {
                match p.context.result {
                    WrittenResult::Other => {
                        let at = if is_cv(p.kind_at(behind)) { behind } else { p.pos };
                        p.error_before(at, SyntaxErrorKind::TrailingReturn);
                    }
                    WrittenResult::QualifiedAuto => {
                        p.error_before(start, SyntaxErrorKind::PlainTrailingReturn)
                    }
                    WrittenResult::Auto if has_ptr_ops => {
                        p.error_before(start, SyntaxErrorKind::PlainTrailingReturn);
                    }
                    WrittenResult::Auto | WrittenResult::Open => {}
                }
                trailing_return(p);
                break;
            }
            _ => break,
        }
    }
    node.complete(p, FUNCTION_SUFFIX);
}

/// `noexcept`, `noexcept ( e )`, `throw ( types )`
pub(crate) fn exception_spec(p: &mut Parser<'_, '_>) {
    let node = p.start();
    let is_throw = p.at(THROW_KW);
    if is_throw && p.nth(2) != R_PAREN {
        if p.input.standard < Standard::Cpp17 {
            p.extension(ExtensionKind::DynamicExceptions);
        } else {
            p.error(SyntaxErrorKind::DynamicExceptions);
        }
    }
    p.bump_any();
    if p.at(L_PAREN) {
        p.bump_any();
        p.with_context(Context::default(), |p| {
            if !is_throw {
                expressions::expression(p);
                return;
            }
            while !p.at(R_PAREN) && !p.at_end() {
                if p.eat(ELLIPSIS) {
                    continue;
                }
                types::type_id(p);
                p.eat(ELLIPSIS);
                if !p.eat(COMMA) {
                    break;
                }
            }
        });
        p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
    }
    node.complete(p, EXCEPTION_SPEC);
}

/// `-> type-id`
pub(crate) fn trailing_return(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    types::type_id(p);
    node.complete(p, TRAILING_RETURN);
}

/// `override`, `final`, requires-clause.
fn trailing_parts(p: &mut Parser<'_, '_>, kind: DeclaratorKind) {
    loop {
        match p.current() {
            OVERRIDE_KW | FINAL_KW if kind == DeclaratorKind::Member => {
                let node = p.start();
                p.bump_any();
                node.complete(p, VIRT_SPECIFIER);
            }
            REQUIRES_KW => templates::requires_clause(p),
            _ => return,
        }
    }
}

/// `( parameters )`
pub(crate) fn parameter_list(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    let outer = p.stops;
    // A `{` ends what is skipped behind a missing `)`, for it starts the body; a `,` does not.
    let stops = outer.without(COMMA).and(L_BRACE);
    p.stops = stops.and(R_PAREN);
    p.with_context(Context::default(), |p| {
        let first = p.pos;
        while !p.at(R_PAREN) && !p.at_end() {
            let before = p.pos;
            if p.at(ELLIPSIS) {
                p.bump_any();
                break;
            }
            let void = p.with_stop(COMMA, |p| parameter(p, placement::of_parameter));
            match void {
                VoidParameter::No => {}
                VoidParameter::List { is_qualified } if before == first && p.at(R_PAREN) => {
                    if is_qualified {
                        p.error_before(before, SyntaxErrorKind::QualifiedVoidList);
                    }
                }
                VoidParameter::List { .. } | VoidParameter::Named => {
                    p.error_before(before, SyntaxErrorKind::VoidParameter);
                }
            }
            // `T...` `...` without a comma
            if p.at(ELLIPSIS) {
                continue;
            }
            if p.at(R_PAREN) {
                break;
            }
            if !p.eat(COMMA) {
                break;
            }
            if p.at(R_PAREN) {
                p.error(SyntaxErrorKind::TypeSpecifier);
            }
            if p.pos == before {
                break;
            }
        }
    });
    p.stops = stops;
    p.require_in_declarator(R_PAREN, SyntaxErrorKind::ClosingParen);
    p.stops = outer;
    node.complete(p, PARAM_LIST);
}

/// Whether the type of a parameter is `void`.
#[derive(Debug, Clone, Copy)]
enum VoidParameter {
    No,
    /// `void` alone, which may stand for no parameters.
    List {
        is_qualified: bool,
    },
    /// With a name or a default argument.
    Named,
}

/// What a handler catches.
pub(crate) fn exception_declaration(p: &mut Parser<'_, '_>) {
    parameter(p, placement::of_head);
}

/// One parameter declaration, whose specifiers `check` looks at.
fn parameter(p: &mut Parser<'_, '_>, check: fn(&mut Parser<'_, '_>, &Specifiers)) -> VoidParameter {
    let node = p.start();
    // `this` of an explicit object parameter
    if p.at(THIS_KW) {
        p.bump_any();
    }
    let found = specifiers::specifiers(p, SpecifierScope::Parameter);
    if !found.has_type {
        match p.pos > 0 && is_cv(p.kind_at(p.pos - 1)) && !p.at(ELLIPSIS) {
            true => p.error(SyntaxErrorKind::ParameterType),
            false => p.missing_in_declarator(SyntaxErrorKind::TypeSpecifier),
        }
    }
    check(p, &found);
    let behind = p.pos;
    let context = Context { result: found.written_result(), ..p.context };
    let declared = p.with_context(context, |p| declarator(p, DeclaratorKind::Parameter));
    let is_plain = declared.empty || declared.parameter_name == Some(behind) && p.pos == behind + 1;
    let has_default = p.at(EQ);
    if has_default {
        p.bump_any();
        p.with_stops(Stops::default(), expressions::initializer_clause);
    }
    node.complete(p, PARAM_DECL);
    if !found.is_void || !is_plain {
        VoidParameter::No
    } else if has_default || declared.named {
        VoidParameter::Named
    } else {
        VoidParameter::List { is_qualified: found.is_qualified }
    }
}
