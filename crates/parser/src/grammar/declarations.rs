//! Declarations at every scope.

use asunder_syntax::Release;
use asunder_syntax::SyntaxKind::*;

use super::declarators::{self, DeclaratorKind, Declared, declarator};
use super::names::{self, NameMode};
use super::specifiers::{self, SpecifierScope, Specifiers};
use super::{asm, attributes, expressions, placement, statements, templates, types};
use crate::error::SyntaxErrorKind;
use crate::extension::ExtensionKind;
use crate::parser::{Context, Marker, Parser, Stops};

/// Where a declaration stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    Namespace,
    Class,
    Block,
}

/// Declarations up to the end of the text.
pub(crate) fn translation_unit(p: &mut Parser<'_, '_>) {
    while !p.at_end() {
        declaration_or_error(p, Scope::Namespace);
    }
}

/// `{ declarations }`
fn declaration_block(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    p.with_stops(Stops::at(R_BRACE), |p| {
        while !p.at(R_BRACE) && !p.at_end() {
            declaration_or_error(p, Scope::Namespace);
        }
    });
    p.expect(R_BRACE, SyntaxErrorKind::ClosingBrace);
    node.complete(p, DECL_BLOCK);
}

/// A declaration, or an error node where none can start; always takes a token.
pub(crate) fn declaration_or_error(p: &mut Parser<'_, '_>, scope: Scope) {
    let before = p.pos;
    declaration(p, scope);
    if p.pos == before && scope == Scope::Class {
        p.with_stop(SEMICOLON, |p| p.missing(SyntaxErrorKind::Declaration));
        p.eat(SEMICOLON);
    }
    if p.pos == before {
        p.error_and_bump(SyntaxErrorKind::Declaration);
    }
}

/// One declaration with its `;` or body.
pub(crate) fn declaration(p: &mut Parser<'_, '_>, scope: Scope) {
    let done = p.deeper(|p| declaration_at(p, scope));
    if done.is_none() {
        statements::flat_statement(p);
    }
}

fn declaration_at(p: &mut Parser<'_, '_>, scope: Scope) {
    match p.current() {
        SEMICOLON => {
            if scope == Scope::Class && !behind_body(p) {
                p.extension(ExtensionKind::ExtraSemicolon);
            }
            let node = p.start();
            p.bump_any();
            node.complete(p, EMPTY_DECL);
        }
        TEMPLATE_KW => templates::template_declaration(p, scope),
        EXTERN_KW if p.nth(1) == TEMPLATE_KW => templates::explicit_instantiation(p, scope),
        INLINE_KW | STATIC_KW if p.nth(1) == TEMPLATE_KW => {
            templates::explicit_instantiation(p, scope);
        }
        EXTENSION_KW if extension_prefix(p) => {
            let node = p.start();
            p.bump_any();
            declaration_at(p, scope);
            node.abandon(p);
        }
        EXTERN_KW if p.nth(1) == STRING && scope != Scope::Class => linkage_spec(p),
        NAMESPACE_KW if scope != Scope::Class => namespace(p, scope),
        INLINE_KW if p.nth(1) == NAMESPACE_KW => namespace(p, scope),
        USING_KW => using(p, scope),
        STATIC_ASSERT_KW | C_STATIC_ASSERT_KW => static_assert(p),
        ASM_KW => asm::asm_declaration(p),
        CONCEPT_KW => {
            if !p.in_template {
                p.error(SyntaxErrorKind::Declaration);
            }
            concept(p);
        }
        EXPORT_KW => export(p, scope),
        MODULE_KW if scope == Scope::Namespace && module_follows(p, 0) => module(p),
        IMPORT_KW if scope == Scope::Namespace && module_follows(p, 0) => import(p),
        PUBLIC_KW | PROTECTED_KW | PRIVATE_KW if scope == Scope::Class => {
            let node = p.start();
            p.bump_any();
            attributes::attributes(p);
            p.expect(COLON, SyntaxErrorKind::Colon);
            node.complete(p, ACCESS_SPEC);
        }
        R_BRACE | R_PAREN | R_BRACK => {}
        ATTRIBUTE_KW | ATTRIBUTE_MACRO_KW | ALIGNAS_KW | L_BRACK => {
            match p.kind_at(p.after_attributes(p.pos)) {
                SEMICOLON => {
                    let node = p.start();
                    attributes::attributes(p);
                    p.expect(SEMICOLON, SyntaxErrorKind::Semicolon);
                    node.complete(p, EMPTY_DECL);
                }
                USING_KW => {
                    if matches!(p.current(), L_BRACK | ALIGNAS_KW) {
                        p.error(SyntaxErrorKind::AttributesNotAllowed);
                    }
                    using(p, scope);
                }
                EXTERN_KW if p.at(ATTRIBUTE_KW) && p.kind_at(p.after_attributes(p.pos) + 1) == STRING => {
                    p.error(SyntaxErrorKind::AttributesNotAllowed);
                    attributes::attributes(p);
                    declaration_at(p, scope);
                }
                STATIC_ASSERT_KW | C_STATIC_ASSERT_KW => static_assert(p),
                // Attributes that the reference refuses there.
                TEMPLATE_KW | NAMESPACE_KW | ASM_KW => {
                    attributes::attributes(p);
                    declaration_at(p, scope);
                }
                _ => simple_declaration(p, scope),
            }
        }
        _ => simple_declaration(p, scope),
    }
}

/// Whether the token before is the end of a function's body.
fn behind_body(p: &Parser<'_, '_>) -> bool {
    p.pos.checked_sub(1).is_some_and(|before| p.kind_at(before) == R_BRACE)
}

/// `__extension__` in front of a declaration that is not made of specifiers.
fn extension_prefix(p: &Parser<'_, '_>) -> bool {
    match p.nth(1) {
        TEMPLATE_KW | STATIC_ASSERT_KW | C_STATIC_ASSERT_KW | USING_KW | NAMESPACE_KW | ASM_KW => true,
        EXTERN_KW => matches!(p.nth(2), TEMPLATE_KW | STRING),
        INLINE_KW => p.nth(2) == NAMESPACE_KW,
        _ => false,
    }
}

/// Variables, functions, members, types: everything that starts with specifiers.
pub(crate) fn simple_declaration(p: &mut Parser<'_, '_>, scope: Scope) {
    p.with_stop(SEMICOLON, |p| simple_declaration_in(p, scope));
}

fn simple_declaration_in(p: &mut Parser<'_, '_>, scope: Scope) {
    let node = p.start();
    let start = p.pos;
    let specifier_scope = match scope {
        Scope::Namespace => SpecifierScope::Namespace,
        Scope::Class => SpecifierScope::Class,
        Scope::Block => SpecifierScope::Block,
    };
    let found = specifiers::specifiers(p, specifier_scope);
    if p.in_template
        && let Some(typedef) = found.placed.at(TYPEDEF_KW)
    {
        p.error_before(typedef, SyntaxErrorKind::TypedefNotAllowed);
    }
    if p.at(SEMICOLON) {
        if found.declares_type && !p.in_template {
            placement::of_type_alone(p, scope, &found);
        }
        let declares_nothing = found.has_type && !found.declares_type && !found.defines;
        if p.in_template && declares_nothing && found.placed.at(FRIEND_KW).is_none() {
            p.error(SyntaxErrorKind::Identifier);
        }
        let first = p.after_attributes(start);
        if first < p.pos {
            placement::of_no_declarator(p, scope, &found, first);
        }
        p.bump_any();
        node.complete(p, SIMPLE_DECL);
        return;
    }
    if !found.has_type && at_deduction_guide(p) {
        deduction_guide(p, node);
        return;
    }
    let kind = match scope {
        Scope::Class => DeclaratorKind::Member,
        _ => DeclaratorKind::Named {
            block: scope == Scope::Block,
            function: found.function_only || found.is_typedef,
            void: found.is_void,
        },
    };
    // A template declares one entity ([temp.pre]/3).
    if found.defines && p.in_template {
        skip_to_semicolon(p);
        node.complete(p, SIMPLE_DECL);
        return;
    }
    let first = p.start();
    let name = p.pos;
    if p.at_identifier() && p.nth(1) == L_PAREN {
        match p.nth(2) {
            SEMICOLON | R_BRACE | R_BRACK if scope == Scope::Class && !found.has_type => {
                p.error_at(name + 2, SyntaxErrorKind::Identifier);
            }
            SEMICOLON | R_BRACE if scope != Scope::Class => {
                p.error_at(name + 2, SyntaxErrorKind::Expression);
            }
            _ => {}
        }
    }
    let context = Context { result: found.written_result(), ..p.context };
    let declared = p.with_stop(COMMA, |p| p.with_context(context, |p| declarator(p, kind)));
    placement::of_declaration(p, scope, &found, &declared, name);
    let is_width = p.at(COLON) && found.has_type && p.nth(1) == INT_NUMBER;
    if declared.function && at_function_body(p) && !is_width {
        first.abandon(p);
        if p.at(COLON) && found.has_type && !p.in_template {
            match scope {
                Scope::Class => p.error(SyntaxErrorKind::Semicolon),
                _ => p.missing_up_to(SyntaxErrorKind::OpeningBrace, L_BRACE),
            }
        }
        let is_typedef = found.is_typedef && matches!(p.current(), L_BRACE | COLON | TRY_KW);
        if is_typedef || scope == Scope::Block && matches!(p.current(), L_BRACE | EQ) {
            p.error(SyntaxErrorKind::Semicolon);
        }
        function_body(p);
        node.complete(p, FUNCTION_DEF);
        return;
    }
    let may_lack_body = scope == Scope::Namespace && !found.is_typedef && !p.in_template;
    if declared.function && may_lack_body && !goes_on_behind_function(p) {
        first.abandon(p);
        p.missing_up_to(SyntaxErrorKind::OpeningBrace, L_BRACE);
        if p.at(L_BRACE) {
            function_body(p);
        }
        node.complete(p, FUNCTION_DEF);
        return;
    }
    if declared.empty && (!p.at(COLON) || p.pos == start) {
        first.abandon(p);
        finish_broken(p, node, start, &found);
        return;
    }
    if let Some(inline) = found.placed.at(INLINE_KW).filter(|_| !declared.function && !p.in_template) {
        p.extension_at(inline, ExtensionKind::InlineVariable);
    }
    p.with_stop(COMMA, |p| rest_of_init_declarator(p, first, declared, scope, &found));
    while p.at(COMMA) && !p.in_template {
        p.bump_any();
        let next = p.start();
        attributes::attributes(p);
        let name = p.pos;
        let declared = p.with_stop(COMMA, |p| p.with_context(context, |p| declarator(p, kind)));
        placement::of_declaration(p, scope, &found, &declared, name);
        // The reference takes `int a, ;` as a member.
        if declared.empty && !p.at(COLON) && !(scope == Scope::Class && p.at(SEMICOLON)) {
            p.error(SyntaxErrorKind::Identifier);
        }
        p.with_stop(COMMA, |p| rest_of_init_declarator(p, next, declared, scope, &found));
    }
    if declared.function && may_lack_body && !p.at(SEMICOLON) {
        recover_to_end_of_declaration(p, SyntaxErrorKind::OpeningBrace);
    } else {
        end_of_declaration(p);
    }
    node.complete(p, SIMPLE_DECL);
}

/// Whether the declaration of a function goes on or ends here, so that the reference does not miss the body.
fn goes_on_behind_function(p: &Parser<'_, '_>) -> bool {
    matches!(p.current(), SEMICOLON | COMMA | EQ | ASM_KW | REQUIRES_KW | EOF | R_BRACE | L_PAREN | L_BRACK)
        || attributes::at_attributes(p)
}

/// A declaration without a declarator and without `;`.
fn finish_broken(p: &mut Parser<'_, '_>, node: Marker, start: usize, found: &Specifiers) {
    if p.after_attributes(start) == p.pos {
        node.abandon(p);
        if !matches!(p.current(), R_BRACE | R_PAREN | R_BRACK) {
            p.missing(SyntaxErrorKind::Declaration);
            p.eat(SEMICOLON);
        }
        return;
    }
    if found.defines {
        // A class definition without its `;`: what follows is a declaration of its own.
        p.error(SyntaxErrorKind::Semicolon);
        if !matches!(
            p.current(),
            TEMPLATE_KW
                | NAMESPACE_KW
                | EXTERN_KW
                | USING_KW
                | STATIC_ASSERT_KW
                | C_STATIC_ASSERT_KW
                | ASM_KW
        ) {
            p.resume_behind(p.pos, Some(SyntaxErrorKind::Semicolon));
        }
    } else {
        let alone = p.kind_at(start).is_identifier()
            && p.name_span(start).is_some_and(|span| span.end == p.pos && !span.templated);
        if alone {
            recover_to_end_of_declaration(p, SyntaxErrorKind::Declarator);
        } else {
            p.missing(SyntaxErrorKind::Identifier);
            p.eat(SEMICOLON);
        }
    }
    node.complete(p, SIMPLE_DECL);
}

/// The `;` of a declaration; otherwise an error that takes what is left of it.
pub(crate) fn end_of_declaration(p: &mut Parser<'_, '_>) {
    let at = p.pos;
    if p.eat(SEMICOLON) {
        // The reference takes what is wrong at the `;` for the end of the declaration, too.
        p.resume_behind(at, None);
        return;
    }
    skip_to_semicolon(p);
}

/// Where a `;` is missing: the reference skips everything up to the next one, groups in brackets as a whole.
fn skip_to_semicolon(p: &mut Parser<'_, '_>) {
    let at = p.pos;
    p.with_stop(SEMICOLON, |p| p.missing(SyntaxErrorKind::Semicolon));
    let stop = p.pos;
    p.eat(SEMICOLON);
    p.resume_behind(at, Some(SyntaxErrorKind::Semicolon));
    if p.kind_at(stop) != EOF && p.input.lines_between(at, stop) >= RESTART_LINES {
        p.error_at(stop, SyntaxErrorKind::Restart);
    }
}

/// The lines from a mistake on behind which the reference says where it reads on.
const RESTART_LINES: usize = 3;

/// Puts everything up to the next `;` or behind the next `{…}` into an error node.
fn recover_to_end_of_declaration(p: &mut Parser<'_, '_>, kind: SyntaxErrorKind) {
    if matches!(p.current(), R_BRACE | EOF) {
        p.error(kind);
        return;
    }
    let mut end = p.pos;
    let mut body = false;
    loop {
        match p.kind_at(end) {
            EOF | SEMICOLON | R_BRACE => break,
            L_BRACE => {
                end = p.group_end(end) + 1;
                body = true;
                break;
            }
            L_PAREN | L_BRACK => end = p.input.partner(end).map_or(end + 1, |close| close + 1),
            // What can only start the next declaration, at the start of its line.
            TEMPLATE_KW | NAMESPACE_KW | USING_KW | TYPEDEF_KW | STATIC_ASSERT_KW | PUBLIC_KW
            | PRIVATE_KW | PROTECTED_KW
                if end > p.pos =>
            {
                break;
            }
            _ => end += 1,
        }
    }
    p.error_until(end, kind);
    if !body || p.at(SEMICOLON) {
        p.eat(SEMICOLON);
    }
}

fn rest_of_init_declarator(
    p: &mut Parser<'_, '_>,
    node: Marker,
    declared: Declared,
    scope: Scope,
    found: &Specifiers,
) {
    let is_field = !found.is_typedef
        && !declared.function
        && [STATIC_KW, EXTERN_KW, FRIEND_KW].iter().all(|keyword| found.placed.at(*keyword).is_none());
    if p.at(COLON) && scope == Scope::Class && is_field {
        let width = p.start();
        p.bump_any();
        p.with_context(Context { bit_width: true, ..p.context }, expressions::conditional);
        width.complete(p, BIT_WIDTH);
        if matches!(p.current(), EQ | L_BRACE) {
            p.extension(ExtensionKind::BitFieldInitializer);
        }
    }
    loop {
        match p.current() {
            ASM_KW => asm::asm_label(p),
            _ if attributes::at_attributes(p) => attributes::attribute_group(p),
            REQUIRES_KW => templates::requires_clause(p),
            _ => break,
        }
    }
    if declared.bindings && p.at(SEMICOLON) {
        p.error(SyntaxErrorKind::BindingInitializer);
    }
    let is_extern = found.placed.at(EXTERN_KW).is_some();
    let is_variable = !declared.function && !declared.bindings;
    if scope == Scope::Block && is_extern && is_variable && matches!(p.current(), EQ | L_BRACE) {
        p.error(SyntaxErrorKind::ExternInitializer);
    }
    // A function template has no initializer, not even one that would be wrong.
    let takes_none = found.is_typedef || declared.function && !declared.ambiguous && p.in_template;
    if !declared.initialized && !takes_none {
        initializer(p, declared, scope);
    }
    node.complete(p, INIT_DECLARATOR);
}

/// `= e`, `= 0`, `( list )`, `{ list }`, or nothing.
fn initializer(p: &mut Parser<'_, '_>, declared: Declared, scope: Scope) {
    match p.current() {
        EQ if declared.function && p.nth(1) == INT_NUMBER => {
            let node = p.start();
            p.bump_any();
            let at = p.pos;
            if scope == Scope::Class && p.input.token_text(at) != "0" {
                p.error(SyntaxErrorKind::PureSpecifier);
            }
            p.bump_any();
            p.resume_behind(at, Some(SyntaxErrorKind::PureSpecifier));
            node.complete(p, PURE_SPECIFIER);
        }
        EQ if declared.function && scope == Scope::Class => {
            let node = p.start();
            p.bump_any();
            let at = p.pos;
            p.error(SyntaxErrorKind::PureSpecifier);
            super::recover_in_list(p);
            p.resume_behind(at, Some(SyntaxErrorKind::PureSpecifier));
            node.complete(p, PURE_SPECIFIER);
        }
        EQ => {
            let node = p.start();
            p.bump_any();
            match scope {
                Scope::Class => p.deferred(expressions::initializer_clause),
                _ => expressions::initializer_clause(p),
            }
            node.complete(p, EQ_INITIALIZER);
        }
        L_PAREN => {
            expressions::paren_initializer(p);
            // GNU's attributes without effect.
            while p.at(ATTRIBUTE_KW) {
                attributes::attribute_group(p);
            }
        }
        L_BRACE if !declared.empty => {
            expressions::init_list(p);
        }
        _ => {}
    }
}

/// Whether a function's declarator is followed by a body.
fn at_function_body(p: &Parser<'_, '_>) -> bool {
    match p.current() {
        L_BRACE | TRY_KW | COLON => true,
        EQ => matches!(p.nth(1), DEFAULT_KW | DELETE_KW),
        _ => false,
    }
}

/// `{ … }`, `: inits { … }`, `try … catch …`, `= default;`, `= delete;`
fn function_body(p: &mut Parser<'_, '_>) {
    let node = p.start();
    match p.current() {
        EQ => {
            p.bump_any();
            let kind = if p.at(DEFAULT_KW) { DEFAULT_BODY } else { DELETE_BODY };
            p.bump_any();
            if kind == DELETE_BODY && p.at(L_PAREN) {
                // C++26, which the reference does not know.
                p.error(SyntaxErrorKind::Semicolon);
                p.bump_any();
                p.with_context(Context::default(), expressions::expression);
                p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
            }
            end_of_declaration(p);
            node.complete(p, kind);
        }
        TRY_KW => {
            p.bump_any();
            if p.at(COLON) {
                mem_initializers(p);
            }
            statements::function_block(p);
            statements::handlers(p);
            node.complete(p, TRY_BODY);
        }
        _ => {
            if p.at(COLON) {
                mem_initializers(p);
            }
            statements::function_block(p);
            node.complete(p, COMPOUND_BODY);
        }
    }
}

/// `: a(x), B<T>{y}, args(z)...`
fn mem_initializers(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    loop {
        let member = p.start();
        if p.at(TYPENAME_KW) {
            types::typename_type(p);
        } else if names::at_name(p) {
            names::name(p, NameMode::Type);
        } else if matches!(p.current(), DECLTYPE_KW | GNU_DECLTYPE_KW) {
            types::decltype_type(p);
        } else {
            let kind = if p.at(L_PAREN) { SyntaxErrorKind::MemberName } else { SyntaxErrorKind::Identifier };
            p.error(kind);
            member.abandon(p);
            break;
        }
        match p.current() {
            L_PAREN => expressions::paren_initializer(p),
            L_BRACE => {
                expressions::init_list(p);
            }
            _ => p.error(SyntaxErrorKind::MemberInitializer),
        }
        p.eat(ELLIPSIS);
        member.complete(p, MEM_INITIALIZER);
        if !p.eat(COMMA) {
            break;
        }
    }
    node.complete(p, MEM_INITIALIZER_LIST);
}

/// `name ( parameters ) -> type` without a type in front.
fn at_deduction_guide(p: &Parser<'_, '_>) -> bool {
    p.at_identifier() && p.nth(1) == L_PAREN && p.nth_after_group(1) == ARROW
}

fn deduction_guide(p: &mut Parser<'_, '_>, node: Marker) {
    names::name(p, NameMode::Type);
    declarators::parameter_list(p);
    declarators::trailing_return(p);
    if p.at(REQUIRES_KW) {
        templates::requires_clause(p);
    }
    end_of_declaration(p);
    node.complete(p, DEDUCTION_GUIDE);
}

/// `namespace N { … }`, `inline namespace`, `namespace A::B`, `namespace A = B;`
fn namespace(p: &mut Parser<'_, '_>, scope: Scope) {
    let node = p.start();
    let start = p.pos;
    let is_inline = p.eat(INLINE_KW);
    let keyword = p.pos;
    p.bump_any();
    attributes::attributes(p);
    if p.at_identifier() && p.nth(1) == EQ {
        p.bump_identifier();
        p.bump_any();
        names::name(p, NameMode::Type);
        end_of_declaration(p);
        node.complete(p, NAMESPACE_ALIAS);
        return;
    }
    if scope == Scope::Block {
        p.error_before(keyword, SyntaxErrorKind::NamespaceNotAllowed);
    }
    if p.at_identifier() {
        let name = p.start();
        p.bump_identifier();
        if is_inline && p.at(COLON2) {
            p.error_before(start, SyntaxErrorKind::InlineNestedNamespace);
        }
        while p.at(COLON2) {
            p.bump_any();
            p.eat(INLINE_KW);
            p.expect_identifier();
        }
        name.complete(p, NAMESPACE_NAME);
    } else if !p.at(L_BRACE) {
        p.error(SyntaxErrorKind::Identifier);
    }
    // Those of the standard stand in front of the name.
    while p.at(ATTRIBUTE_KW) {
        attributes::attribute_group(p);
    }
    if p.at(L_BRACE) {
        declaration_block(p);
    } else {
        recover_to_end_of_declaration(p, SyntaxErrorKind::OpeningBrace);
    }
    node.complete(p, NAMESPACE_DEF);
}

/// `extern "C" { … }` or `extern "C" declaration`
fn linkage_spec(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    let is_c = match p.input.token_text(p.pos) {
        "\"C\"" => true,
        "\"C++\"" => false,
        // One that is not closed is an error of its own.
        language => {
            if language.len() > 1 && language.ends_with('"') {
                p.error(SyntaxErrorKind::Linkage);
            }
            p.in_c_linkage
        }
    };
    p.bump_any();
    let outer = std::mem::replace(&mut p.in_c_linkage, is_c);
    if p.at(L_BRACE) {
        declaration_block(p);
    } else if !p.at_end() {
        declaration(p, Scope::Namespace);
    }
    p.in_c_linkage = outer;
    node.complete(p, LINKAGE_SPEC);
}

/// Every declaration that starts with `using`.
fn using(p: &mut Parser<'_, '_>, scope: Scope) {
    let node = p.start();
    attributes::attributes(p);
    p.bump_any();
    match p.current() {
        NAMESPACE_KW => {
            if scope == Scope::Class {
                p.with_stop(SEMICOLON, |p| p.missing(SyntaxErrorKind::Identifier));
            }
            p.bump_any();
            names::name(p, NameMode::Type);
            attributes::attributes(p);
            end_of_declaration(p);
            node.complete(p, USING_DIRECTIVE);
        }
        ENUM_KW => {
            p.bump_any();
            names::name(p, NameMode::Type);
            end_of_declaration(p);
            node.complete(p, USING_ENUM_DECL);
        }
        kind if kind.is_identifier() && p.kind_at(p.after_attributes(p.pos + 1)) == EQ => {
            p.bump_identifier();
            attributes::attributes(p);
            p.bump_any();
            types::type_id(p);
            end_of_declaration(p);
            node.complete(p, ALIAS_DECL);
        }
        _ => {
            attributes::attributes(p);
            loop {
                let declarator = p.start();
                p.eat(TYPENAME_KW);
                names::name(p, NameMode::Type);
                p.eat(ELLIPSIS);
                declarator.complete(p, USING_DECLARATOR);
                if !p.eat(COMMA) {
                    break;
                }
            }
            attributes::attributes(p);
            end_of_declaration(p);
            node.complete(p, USING_DECL);
        }
    }
}

/// The reference drops attributes in front of it.
fn static_assert(p: &mut Parser<'_, '_>) {
    let node = p.start();
    attributes::attributes(p);
    p.bump_any();
    p.with_stop(SEMICOLON, |p| {
        p.require(L_PAREN, SyntaxErrorKind::OpeningParen);
        p.with_stop(R_PAREN, |p| p.with_context(Context::default(), assertion));
        p.require(R_PAREN, SyntaxErrorKind::ClosingParen);
        end_of_declaration(p);
    });
    node.complete(p, STATIC_ASSERT_DECL);
}

/// `condition, "text"`
fn assertion(p: &mut Parser<'_, '_>) {
    p.with_stop(COMMA, expressions::assignment);
    if p.at(R_PAREN) {
        return;
    }
    p.require(COMMA, SyntaxErrorKind::Comma);
    if p.at(STRING) {
        expressions::assignment(p);
    } else {
        p.missing(SyntaxErrorKind::StringLiteral);
    }
}

/// `concept C = constraint;`, with GNU attributes behind the name since CUDA 13.4.
fn concept(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    p.expect_identifier();
    if p.at(ATTRIBUTE_KW) && p.input.release < Release::V13_4 {
        p.error(SyntaxErrorKind::Equals);
    }
    attributes::attributes(p);
    if p.expect(EQ, SyntaxErrorKind::Equals) {
        expressions::conditional(p);
    }
    end_of_declaration(p);
    node.complete(p, CONCEPT_DECL);
}

fn export(p: &mut Parser<'_, '_>, scope: Scope) {
    match p.nth(1) {
        MODULE_KW if module_follows(p, 1) => return module(p),
        IMPORT_KW if module_follows(p, 1) => return import(p),
        TEMPLATE_KW if p.nth(2) == LT => return templates::template_declaration(p, scope),
        _ => {}
    }
    let node = p.start();
    p.bump_any();
    if p.at(L_BRACE) {
        declaration_block(p);
    } else if !p.at_end() {
        declaration(p, scope);
    }
    node.complete(p, EXPORT_DECL);
}

/// Whether `module` or `import` at token `ahead` is what it is named: `module a.b;`,
/// `module;`, `import "x";`, `import <x>;`.
fn module_follows(p: &Parser<'_, '_>, ahead: usize) -> bool {
    if !p.input.has_modules() {
        return false;
    }
    match p.nth(ahead + 1) {
        SEMICOLON | STRING => true,
        LT | COLON => p.nth(ahead) == IMPORT_KW || p.nth(ahead + 2) == PRIVATE_KW,
        kind if kind.is_identifier() => matches!(p.nth(ahead + 2), SEMICOLON | DOT | COLON),
        _ => false,
    }
}

fn module(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.eat(EXPORT_KW);
    p.bump_any();
    module_name(p);
    end_of_declaration(p);
    node.complete(p, MODULE_DECL);
}

fn import(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.eat(EXPORT_KW);
    p.bump_any();
    module_name(p);
    end_of_declaration(p);
    node.complete(p, IMPORT_DECL);
}

/// `a.b:part`, `"header"`, `<header>`
fn module_name(p: &mut Parser<'_, '_>) {
    let node = p.start();
    while !matches!(p.current(), SEMICOLON | L_BRACE | R_BRACE | EOF) {
        if p.at_identifier() {
            p.bump_identifier();
        } else {
            p.bump_any();
        }
    }
    if node.is_empty(p) {
        node.abandon(p);
    } else {
        node.complete(p, MODULE_NAME);
    }
}
