//! Decl-specifier sequences.

use asunder_syntax::Standard;
use asunder_syntax::SyntaxKind::{self, *};

use super::combinations::Combination;
use super::names::{self, NameMode};
use super::placement::Placed;
use super::{attributes, classes, enums, expressions, types};
use crate::error::SyntaxErrorKind;
use crate::extension::ExtensionKind;
use crate::parser::{Context, Parser, WrittenResult};
use crate::shapes::is_builtin_type;

/// Where specifiers stand: what a name among them may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpecifierScope {
    /// Namespace scope: a name may be the declarator of a constructor, a conversion function
    /// or a deduction guide.
    Namespace,
    /// As namespace scope, within a class.
    Class,
    /// Block scope, conditions: a name is a type.
    Block,
    /// Parameters, those of templates too: a name is a type.
    Parameter,
    /// A type-id: only type specifiers.
    TypeId,
}

/// What a decl-specifier-seq was made of.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Specifiers {
    /// There is a type specifier.
    pub(crate) has_type: bool,
    /// A keyword stands there that only functions have.
    pub(crate) function_only: bool,
    /// The type is `auto`.
    pub(crate) placeholder: bool,
    /// There is a class or enum definition.
    pub(crate) defines: bool,
    /// The type starts with a class key or `enum`, and has a name.
    pub(crate) declares_type: bool,
    pub(crate) is_typedef: bool,
    /// The type is `void`, perhaps with qualifiers.
    pub(crate) is_void: bool,
    /// The type is `auto`, a concept in front of it perhaps, but not `decltype(auto)`.
    is_auto: bool,
    /// The type is a name, or computed.
    pub(crate) is_named: bool,
    /// It has `const` or `volatile`.
    pub(crate) is_qualified: bool,
    /// The first word of a built-in type.
    pub(crate) type_token: Option<usize>,
    /// The type is that of a class or an enumeration, by its keyword.
    has_class_key: bool,
    /// The type is a class that is defined without a name, and is not a union.
    pub(crate) is_unnamed_class: bool,
    /// Where the keywords stand that only some declarations may have.
    pub(crate) placed: Placed,
}

impl Specifiers {
    /// Whether the type is that of a class or an enumeration, by its keyword.
    pub(crate) fn has_class_key(&self) -> bool {
        self.has_class_key
    }

    /// What a result behind `->` needs of them.
    pub(crate) fn written_result(&self) -> WrittenResult {
        match (self.is_auto, self.is_qualified) {
            (true, false) => WrittenResult::Auto,
            (true, true) => WrittenResult::QualifiedAuto,
            (false, _) => WrittenResult::Other,
        }
    }
}

/// A decl-specifier-seq as one node; none when there are no specifiers.
pub(crate) fn specifiers(p: &mut Parser<'_, '_>, scope: SpecifierScope) -> Specifiers {
    let node = p.start();
    let mut found = Specifiers { placed: Placed::from(p.pos), ..Specifiers::default() };
    let mut combination = Combination::default();
    while specifier(p, scope, &mut found, &mut combination) {}
    combination.finish(p);
    let names_object = found.type_token.is_some() || found.has_class_key;
    if let Some(restrict) = found.placed.at(RESTRICT_KW).filter(|_| names_object) {
        p.error_before(restrict, SyntaxErrorKind::RestrictNotAllowed);
    }
    if node.is_empty(p) {
        node.abandon(p);
    } else {
        node.complete(p, DECL_SPECIFIER_SEQ);
    }
    found
}

fn specifier(
    p: &mut Parser<'_, '_>,
    scope: SpecifierScope,
    found: &mut Specifiers,
    combination: &mut Combination,
) -> bool {
    let kind = p.current();
    match kind {
        EXTENSION_KW => keyword(p),
        CONST_KW | VOLATILE_KW | RESTRICT_KW | NULLABILITY_KW | STATIC_KW | EXTERN_KW | CONSTEXPR_KW
        | CONSTEVAL_KW | CONSTINIT_KW | GNU_CONSTINIT_KW | MUTABLE_KW | REGISTER_KW | THREAD_LOCAL_KW
        | GNU_THREAD_KW | INLINE_KW | VIRTUAL_KW | FRIEND_KW | TYPEDEF_KW => {
            found.function_only |= matches!(kind, VIRTUAL_KW | FRIEND_KW);
            found.is_typedef |= kind == TYPEDEF_KW;
            found.is_qualified |= matches!(kind, CONST_KW | VOLATILE_KW);
            found.placed.note(kind, p.pos);
            combination.keyword(p, scope);
            keyword(p);
        }
        EXPLICIT_KW => {
            found.placed.note(kind, p.pos);
            let node = p.start();
            if p.nth(1) == L_PAREN {
                p.extension(ExtensionKind::ConditionalExplicit);
            }
            p.bump_any();
            if p.eat(L_PAREN) {
                p.with_context(Context::default(), expressions::expression);
                p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
                node.complete(p, EXPLICIT_SPECIFIER);
            } else {
                node.complete(p, KEYWORD_SPECIFIER);
            }
        }
        ATTRIBUTE_KW | ATTRIBUTE_MACRO_KW | ALIGNAS_KW => attributes::attribute_group(p),
        L_BRACK if p.nth(1) == L_BRACK => attributes::attribute_group(p),
        AUTO_KW if !found.defines => {
            // C++98: `auto int x;`
            if is_builtin_type(p.nth(1)) && p.input.standard < Standard::Cpp11 {
                keyword(p);
            } else {
                combination.keyword(p, scope);
                let node = p.start();
                p.bump_any();
                node.complete(p, PLACEHOLDER_TYPE);
                found.has_type = true;
                found.placeholder = true;
                found.is_auto = true;
            }
        }
        kind if is_builtin_type(kind) => {
            if found.has_type && !matches!(kind, COMPLEX_KW) && found.defines {
                return false;
            }
            found.type_token.get_or_insert(p.pos);
            found.is_void |= kind == VOID_KW;
            combination.keyword(p, scope);
            let node = p.start();
            p.bump_any();
            node.complete(p, BUILTIN_TYPE);
            found.has_type = true;
        }
        STRUCT_KW | CLASS_KW | UNION_KW
            if !found.has_type || (!found.defines && combination.clashes_with_class()) =>
        {
            combination.keyword(p, scope);
            found.declares_type = starts_name(p.kind_at(p.after_attributes(p.pos + 1)));
            found.defines |= classes::class_specifier(p, scope);
            found.is_unnamed_class = found.defines && !found.declares_type && kind != UNION_KW;
            found.has_type = true;
            found.has_class_key = true;
        }
        ENUM_KW if !found.has_type || (!found.defines && combination.clashes_with_class()) => {
            combination.keyword(p, scope);
            let key = usize::from(matches!(p.nth(1), CLASS_KW | STRUCT_KW));
            found.declares_type = starts_name(p.kind_at(p.after_attributes(p.pos + 1 + key)));
            found.defines |= enums::enum_specifier(p, scope);
            found.has_type = true;
            found.has_class_key = true;
        }
        TYPENAME_KW if !found.has_type => {
            combination.opaque();
            found.is_named = true;
            types::typename_type(p);
            found.has_type = true;
        }
        DECLTYPE_KW if !found.has_type && p.at_decltype_auto() => {
            combination.opaque();
            found.is_named = true;
            placeholder(p);
            found.has_type = true;
            found.placeholder = true;
        }
        DECLTYPE_KW | GNU_DECLTYPE_KW if !found.has_type && p.nth_after_group(1) != COLON2 => {
            combination.opaque();
            found.is_named = true;
            types::decltype_type(p);
            found.has_type = true;
        }
        TYPEOF_KW if !found.has_type => {
            combination.opaque();
            found.is_named = true;
            types::typeof_type(p);
            found.has_type = true;
        }
        // A sign may stand in front of it.
        BIT_INT_KW if p.nth(1) == L_PAREN => {
            combination.opaque();
            found.is_named = true;
            types::bit_int_type(p);
            found.has_type = true;
        }
        TYPE_TRANSFORM_KW if !found.has_type && p.nth(1) == L_PAREN => {
            combination.opaque();
            found.is_named = true;
            types::type_transform(p);
            found.has_type = true;
        }
        _ if !found.has_type
            && names::at_name(p)
            && !is_untyped_variable(p, scope, found)
            && name_is_type(p, scope) =>
        {
            combination.opaque();
            found.is_named = true;
            let name = names::name(p, NameMode::Type);
            let node = name.precede(p);
            match p.current() {
                // `Concept auto`
                AUTO_KW => {
                    p.bump_any();
                    node.complete(p, PLACEHOLDER_TYPE);
                    found.placeholder = true;
                    found.is_auto = true;
                }
                DECLTYPE_KW if p.at_decltype_auto() => {
                    bump_decltype_auto(p);
                    node.complete(p, PLACEHOLDER_TYPE);
                    found.placeholder = true;
                }
                _ => {
                    node.complete(p, NAMED_TYPE);
                }
            }
            found.has_type = true;
        }
        _ => return false,
    }
    true
}

fn starts_name(kind: SyntaxKind) -> bool {
    kind.is_identifier() || kind == COLON2
}

fn keyword(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    node.complete(p, KEYWORD_SPECIFIER);
}

/// `decltype(auto)`
fn placeholder(p: &mut Parser<'_, '_>) {
    let node = p.start();
    bump_decltype_auto(p);
    node.complete(p, PLACEHOLDER_TYPE);
}

fn bump_decltype_auto(p: &mut Parser<'_, '_>) {
    p.bump_any();
    p.bump_any();
    p.bump_any();
    p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
}

/// `const n = 3`, `static x;`: a declaration of the name, without a type.
fn is_untyped_variable(p: &Parser<'_, '_>, scope: SpecifierScope, found: &Specifiers) -> bool {
    let has = |keyword| found.placed.at(keyword).is_some();
    let keywords =
        [STATIC_KW, EXTERN_KW, REGISTER_KW, CONSTEXPR_KW, CONSTINIT_KW, THREAD_LOCAL_KW, MUTABLE_KW];
    let is_specified = found.is_qualified || keywords.into_iter().any(has);
    let is_declared = match scope {
        SpecifierScope::Namespace | SpecifierScope::Class | SpecifierScope::Block => {
            let is_function = p.nth(1) == L_PAREN
                && p.nth(2) == R_PAREN
                && scope == SpecifierScope::Block
                && (has(STATIC_KW) || has(EXTERN_KW));
            is_function || matches!(p.nth(1), SEMICOLON | COMMA | EQ)
        }
        SpecifierScope::Parameter | SpecifierScope::TypeId => false,
    };
    is_declared && is_specified && !found.is_typedef && !has(FRIEND_KW) && p.at_identifier()
}

/// Whether a token behind a name shows a statement outside functions, `x = 1;`: a declaration of the name, without
/// a type.
fn continues_expression(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        EQ | PLUS_EQ
            | MINUS_EQ
            | STAR_EQ
            | SLASH_EQ
            | PERCENT_EQ
            | AMP_EQ
            | PIPE_EQ
            | CARET_EQ
            | SHL_EQ
            | SHR_EQ
            | PLUS2
            | MINUS2
            | DOT
            | ARROW
    )
}

/// Whether the name at the current token, before which no type specifier stands, is a type
/// and not already the declarator.
fn name_is_type(p: &mut Parser<'_, '_>, scope: SpecifierScope) -> bool {
    let Some(span) = p.name_span(p.pos) else {
        // An unfinished name: still a type, so that the error is reported in the name.
        return p.at_identifier() || p.at(COLON2);
    };
    if span.member_pointer {
        return false;
    }
    if !span.plain {
        return false;
    }
    if !matches!(scope, SpecifierScope::Namespace | SpecifierScope::Class) {
        return true;
    }
    if p.kind_at(span.end) != L_PAREN {
        return !continues_expression(p.kind_at(span.end));
    }
    // `A::A(…)` is a constructor.
    if span.repeated {
        return false;
    }
    // `T (*f)(…)`, `T (f)(…)`, `T (a)[3]` declare; everything else is a constructor, a
    // deduction guide or a function without a type.
    let open = span.end;
    let inner = p.after_ptr_ops(open + 1);
    let behind = p.kind_at(p.group_end(open) + 1);
    if inner > open + 1 && !p.starts_parameter(open + 1) {
        return p.kind_at(inner) != R_PAREN || matches!(behind, L_PAREN | L_BRACK);
    }
    let names_class = scope == SpecifierScope::Class && p.names_enclosing_class(p.pos, span.end);
    !names_class && matches!(behind, L_PAREN | L_BRACK) && p.kind_at(open + 1).is_identifier()
}
