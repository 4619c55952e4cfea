//! Class definitions and elaborated class types.

use asunder_syntax::SyntaxKind::*;

use super::declarations::{self, Scope};
use super::names::{self, NameMode};
use super::specifiers::SpecifierScope;
use super::{attributes, types};
use crate::error::SyntaxErrorKind;
use crate::parser::{Context, Parser, Stops};
use crate::shapes::is_builtin_type;

/// `struct S : B { … }` or `struct S`; whether it is a definition.
pub(crate) fn class_specifier(p: &mut Parser<'_, '_>, scope: SpecifierScope) -> bool {
    let node = p.start();
    p.bump_any();
    let first_attribute = p.pos;
    attributes::attributes(p);
    let mut class_name = None;
    // `struct final {…}` names a class `final`; `struct S final {…}` does not.
    if names::at_name(p) {
        class_name = last_identifier(p);
        names::name(p, NameMode::Type);
    }
    if p.at(FINAL_KW) && matches!(p.nth(1), L_BRACE | COLON) {
        p.bump_any();
    }
    if !matches!(p.current(), L_BRACE | COLON) {
        if class_name.is_none() {
            match p.in_template {
                true => p.error(SyntaxErrorKind::Identifier),
                false => missing_tag(p, scope),
            }
        }
        refuse_attributes(p, first_attribute);
        node.complete(p, ELABORATED_TYPE);
        return false;
    }
    if p.at(COLON) {
        base_clause(p);
    }
    if p.at(L_BRACE) {
        p.classes.push(class_name);
        let outer = std::mem::replace(&mut p.in_template, false);
        p.with_context(Context::default(), member_list);
        p.in_template = outer;
        p.classes.pop();
    } else {
        p.error(SyntaxErrorKind::OpeningBrace);
    }
    node.complete(p, CLASS_SPECIFIER);
    true
}

/// Reports that the name of a type is missing. In front of a built-in type the reference skips the rest of the declaration.
pub(super) fn missing_tag(p: &mut Parser<'_, '_>, scope: SpecifierScope) {
    match scope {
        _ if !is_builtin_type(p.current()) => p.error(SyntaxErrorKind::Tag),
        SpecifierScope::Namespace | SpecifierScope::Class | SpecifierScope::Block => {
            p.missing(SyntaxErrorKind::Tag);
        }
        SpecifierScope::Parameter => p.missing_in_declarator(SyntaxErrorKind::Tag),
        SpecifierScope::TypeId => p.error(SyntaxErrorKind::Tag),
    }
}

/// Refuses attributes of the standard, the first of which starts at a token perhaps, in a type that is neither defined nor
/// declared alone (\[dcl.type.elab\]/1).
pub(crate) fn refuse_attributes(p: &mut Parser<'_, '_>, at: usize) {
    let first = match p.kind_at(at) {
        ALIGNAS_KW => at,
        L_BRACK if p.kind_at(at + 1) == L_BRACK && p.kind_at(at + 2) != R_BRACK => at + 2,
        _ => return,
    };
    if !p.at(SEMICOLON) {
        p.error_before(first, SyntaxErrorKind::AttributesNotAllowed);
    }
}

/// The token of the last identifier of the name here: `B` of `A::B<T>`.
fn last_identifier(p: &mut Parser<'_, '_>) -> Option<usize> {
    let mut at = p.pos;
    let end = p.name_span(at)?.end;
    let mut last = None;
    while at < end {
        match p.kind_at(at) {
            kind if kind.is_identifier() => last = Some(at),
            LT => at = p.angle_close(at)?,
            _ => {}
        }
        at += 1;
    }
    last
}

/// `: public A, virtual B<T>...`
fn base_clause(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    loop {
        let base = p.start();
        attributes::attributes(p);
        while matches!(p.current(), VIRTUAL_KW | PUBLIC_KW | PROTECTED_KW | PRIVATE_KW) {
            p.bump_any();
        }
        match p.current() {
            TYPENAME_KW => {
                types::typename_type(p);
            }
            TYPE_TRANSFORM_KW if p.nth(1) == L_PAREN => {
                types::type_transform(p);
            }
            _ if names::at_name(p) => {
                let name = names::name(p, NameMode::Type);
                let named = name.precede(p);
                named.complete(p, NAMED_TYPE);
            }
            DECLTYPE_KW | GNU_DECLTYPE_KW => {
                types::decltype_type(p);
            }
            _ => p.with_stops(p.stops.and(COMMA).and(L_BRACE), |p| p.missing(SyntaxErrorKind::Identifier)),
        }
        p.eat(ELLIPSIS);
        base.complete(p, BASE_SPECIFIER);
        if !p.eat(COMMA) {
            break;
        }
    }
    node.complete(p, BASE_CLAUSE);
}

/// `{ members }`
fn member_list(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    p.with_stops(Stops::at(R_BRACE), |p| {
        while !p.at(R_BRACE) && !p.at_end() {
            declarations::declaration_or_error(p, Scope::Class);
        }
    });
    p.expect(R_BRACE, SyntaxErrorKind::ClosingBrace);
    node.complete(p, MEMBER_LIST);
}
