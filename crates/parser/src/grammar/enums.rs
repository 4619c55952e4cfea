//! Enumerations.

use asunder_syntax::SyntaxKind::{self, *};

use super::names::{self, NameMode};
use super::specifiers::SpecifierScope;
use super::{attributes, classes, expressions, types};
use crate::error::SyntaxErrorKind;
use crate::parser::{Context, Parser};

/// `enum class E : T { … }`, `enum E : T`, `enum E`; whether it is a definition.
pub(crate) fn enum_specifier(p: &mut Parser<'_, '_>, scope: SpecifierScope) -> bool {
    let node = p.start();
    p.bump_any();
    let mut declares = false;
    let scoped = matches!(p.current(), CLASS_KW | STRUCT_KW);
    if scoped {
        p.bump_any();
        declares = true;
    }
    let first_attribute = p.pos;
    attributes::attributes(p);
    let named = names::at_name(p);
    let name = p.pos;
    if named {
        names::name(p, NameMode::Type);
    } else if scoped && p.at(L_BRACE) {
        p.error(SyntaxErrorKind::UnnamedScopedEnum);
    }
    // `enum E : 3` is a bit-field.
    if p.at(COLON) && !starts_width(p.nth(1)) {
        let base = p.start();
        p.bump_any();
        match p.at(L_BRACE) {
            true => p.missing_token(SyntaxErrorKind::TypeSpecifier),
            false => drop(p.deferred(types::type_id)),
        }
        base.complete(p, ENUM_BASE);
        declares = true;
    }
    if p.at(L_BRACE) {
        if p.in_template && named && matches!(p.kind_at(name + 1), L_BRACE | COLON) {
            p.error_before(name, SyntaxErrorKind::EnumTemplate);
        }
        p.with_context(Context::default(), enumerators);
        node.complete(p, ENUM_SPECIFIER);
        return true;
    }
    if !named {
        match scoped {
            true => p.error(SyntaxErrorKind::Identifier),
            false => classes::missing_tag(p, scope),
        }
    }
    if !declares {
        classes::refuse_attributes(p, first_attribute);
    }
    node.complete(p, if declares { ENUM_SPECIFIER } else { ELABORATED_TYPE });
    false
}

/// Whether what follows `:` is the width of a bit-field and not a type.
fn starts_width(kind: SyntaxKind) -> bool {
    kind.is_literal() || matches!(kind, SIZEOF_KW | ALIGNOF_KW | GNU_ALIGNOF_KW | L_PAREN | PLUS | TILDE)
}

/// `{ A = 1, B }`
fn enumerators(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    p.with_stop(R_BRACE, |p| {
        while !p.at(R_BRACE) && !p.at_end() {
            p.with_stop(COMMA, enumerator);
            if !p.eat(COMMA) {
                break;
            }
        }
    });
    let error = if p.at_end() { SyntaxErrorKind::ClosingBrace } else { SyntaxErrorKind::EnumBrace };
    p.require(R_BRACE, error);
    node.complete(p, ENUMERATOR_LIST);
}

fn enumerator(p: &mut Parser<'_, '_>) {
    if !p.at_identifier() {
        p.missing(SyntaxErrorKind::Identifier);
        return;
    }
    let node = p.start();
    p.bump_identifier();
    attributes::attributes(p);
    if p.eat(EQ) {
        expressions::conditional(p);
    }
    node.complete(p, ENUMERATOR);
}
