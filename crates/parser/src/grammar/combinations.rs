//! Which specifiers go together (\[dcl.type\], \[dcl.stc\]): `int double`, `static extern`, `inline inline`.
//!
//! Only keywords count. A name among the specifiers may stand for nothing at all, so nothing is said of what stands
//! beside one.

use asunder_syntax::{SyntaxKind, SyntaxKind::*};

use super::specifiers::SpecifierScope;
use crate::error::SyntaxErrorKind;
use crate::extension::ExtensionKind;
use crate::parser::Parser;
use crate::shapes::is_cv;

/// The keywords of a decl-specifier-seq, as far as they exclude each other.
#[derive(Debug, Default)]
pub(crate) struct Combination {
    /// The first keyword, by number of its token.
    first: Option<usize>,
    /// The keyword that says what type it is: `char`, `double`, `struct`.
    base: Option<SyntaxKind>,
    /// `signed` or `unsigned`.
    sign: Option<SyntaxKind>,
    /// `short`.
    short: bool,
    /// How many `long`.
    long: u8,
    /// A name or `decltype`: nothing more is known of the type.
    opaque: bool,
    /// `_Complex`.
    complex: bool,
    /// A storage class or `typedef`.
    storage: bool,
    /// The token of a storage class that the scope does not have, and what is said of it.
    misplaced: Option<(usize, SyntaxErrorKind)>,
    /// A keyword that does not go with those before is reported.
    is_reported: bool,
    /// Keywords that stand once at most.
    once: Vec<SyntaxKind>,
    qualifiers: Qualifiers,
}

/// The qualifiers of one sequence: each stands once (\[dcl.type.cv\]/1).
#[derive(Debug, Default)]
pub(crate) struct Qualifiers {
    seen: Vec<SyntaxKind>,
}

impl Qualifiers {
    /// Takes note of the qualifier at the current token.
    pub(crate) fn keyword(&mut self, p: &mut Parser<'_, '_>) {
        if self.seen.contains(&p.current()) {
            p.extension(ExtensionKind::DuplicateQualifier);
        }
        self.seen.push(p.current());
    }
}

impl Combination {
    /// Takes note of the keyword at the current token, and reports it if it does not go with those before.
    pub(crate) fn keyword(&mut self, p: &mut Parser<'_, '_>, scope: SpecifierScope) {
        let kind = p.current();
        self.first.get_or_insert(p.pos);
        if is_cv(kind) {
            self.qualifiers.keyword(p);
        }
        if kind == INLINE_KW && matches!(scope, SpecifierScope::Block | SpecifierScope::TypeId) {
            p.extension(ExtensionKind::InlineInBlock);
        }
        if let Some(error) = self.add(kind, scope) {
            p.error(error);
            self.is_reported = true;
            // What the reference says of the first of two storage classes comes behind that.
            if error == SyntaxErrorKind::StorageClasses {
                self.misplaced = None;
            }
        } else if kind == REGISTER_KW && declares_variable(p) {
            self.misplaced = match scope {
                SpecifierScope::Namespace => Some((p.pos, SyntaxErrorKind::GlobalStorageClass)),
                SpecifierScope::Class => Some((p.pos, SyntaxErrorKind::MemberStorageClass)),
                SpecifierScope::Block | SpecifierScope::Parameter | SpecifierScope::TypeId => None,
            };
        }
    }

    /// Takes note of a type about which nothing is known.
    pub(crate) fn opaque(&mut self) {
        self.opaque = true;
    }

    /// Whether a keyword before makes a class or enumeration specifier wrong.
    pub(crate) fn clashes_with_class(&self) -> bool {
        let is_modified = self.sign.is_some() || self.short || self.long > 0;
        (self.base.is_some() || is_modified) && !self.opaque
    }

    /// Reports what is known at the end of the sequence only: a storage class that the scope does not have, a sign or
    /// length that the type does not have.
    pub(crate) fn finish(self, p: &mut Parser<'_, '_>) {
        if let Some((token, error)) = self.misplaced {
            p.error_at(token, error);
        }
        let modified = self.sign.is_some() || self.short || self.long > 0;
        let fits = match self.base {
            None | Some(INT_KW | INT128_KW) => true,
            Some(CHAR_KW) => !self.short && self.long == 0,
            Some(DOUBLE_KW) => self.sign.is_none() && !self.short && self.long < 2,
            Some(_) => !modified,
        };
        if !fits
            && !self.opaque
            && !self.is_reported
            && let Some(first) = self.first
        {
            p.error_before(first, SyntaxErrorKind::TypeCombination);
        } else if self.complex
            && !self.opaque
            && let Some(error) = self.complex_error()
            && let Some(first) = self.first
        {
            p.error_at(first, error);
        }
    }

    /// What is wrong with the type behind `_Complex` (GNU): it is one of floating-point numbers.
    fn complex_error(&self) -> Option<SyntaxErrorKind> {
        match self.base {
            None => Some(SyntaxErrorKind::ComplexOfNothing),
            Some(
                FLOAT_KW | DOUBLE_KW | FLOAT32_KW | FLOAT32X_KW | FLOAT64_KW | FLOAT64X_KW | FLOAT128_KW,
            ) => None,
            Some(_) => Some(SyntaxErrorKind::ComplexOfOthers),
        }
    }

    fn add(&mut self, kind: SyntaxKind, scope: SpecifierScope) -> Option<SyntaxErrorKind> {
        use SyntaxErrorKind::{DuplicateSpecifier, StorageClasses, TypeCombination};
        match kind {
            TYPEDEF_KW | STATIC_KW | EXTERN_KW | REGISTER_KW | MUTABLE_KW => {
                let second = std::mem::replace(&mut self.storage, true);
                if second {
                    return Some(StorageClasses);
                }
                (kind == MUTABLE_KW && scope == SpecifierScope::Namespace)
                    .then_some(SyntaxErrorKind::MutableNotAllowed)
            }
            VIRTUAL_KW | FRIEND_KW if scope == SpecifierScope::Namespace => {
                Some(SyntaxErrorKind::OutsideClass)
            }
            // In a block each is without effect.
            INLINE_KW if matches!(scope, SpecifierScope::Block | SpecifierScope::TypeId) => None,
            INLINE_KW | VIRTUAL_KW | FRIEND_KW | CONSTEXPR_KW | CONSTEVAL_KW | CONSTINIT_KW => {
                if self.once.contains(&kind) {
                    return Some(DuplicateSpecifier);
                }
                let is_of_constants = |kind| matches!(kind, CONSTEXPR_KW | CONSTEVAL_KW | CONSTINIT_KW);
                let excludes = is_of_constants(kind) && self.once.iter().any(|kind| is_of_constants(*kind));
                self.once.push(kind);
                excludes.then_some(SyntaxErrorKind::ConstantSpecifiers)
            }
            COMPLEX_KW => std::mem::replace(&mut self.complex, true).then_some(DuplicateSpecifier),
            _ if self.opaque => None,
            SIGNED_KW | UNSIGNED_KW => match self.sign.replace(kind) {
                None => None,
                Some(before) if before == kind => Some(DuplicateSpecifier),
                Some(_) => Some(TypeCombination),
            },
            SHORT_KW if self.short => Some(DuplicateSpecifier),
            SHORT_KW => {
                self.short = true;
                (self.long > 0 || self.base == Some(INT128_KW)).then_some(TypeCombination)
            }
            LONG_KW => {
                self.long = self.long.saturating_add(1);
                (self.long > 2 || self.short || self.base == Some(INT128_KW)).then_some(TypeCombination)
            }
            INT128_KW if self.short || self.long > 0 => Some(TypeCombination),
            VOID_KW | BOOL_KW | CHAR_KW | CHAR8_T_KW | CHAR16_T_KW | CHAR32_T_KW | WCHAR_T_KW | INT_KW
            | INT128_KW | FLOAT_KW | FLOAT32_KW | FLOAT32X_KW | FLOAT64_KW | FLOAT64X_KW | FLOAT128_KW
            | DOUBLE_KW | AUTO_KW | STRUCT_KW | CLASS_KW | UNION_KW | ENUM_KW => {
                self.base.replace(kind).is_some().then_some(TypeCombination)
            }
            _ => None,
        }
    }
}

/// Whether what follows declares a variable without further words behind its name: no function, no register for it.
fn declares_variable(p: &Parser<'_, '_>) -> bool {
    let end = (1..).map(|n| p.nth(n)).find(|kind| {
        matches!(kind, SEMICOLON | EQ | COMMA | L_PAREN | L_BRACE | ASM_KW | ATTRIBUTE_KW | EOF)
    });
    matches!(end, Some(SEMICOLON | EQ | COMMA))
}
