//! Which specifiers may stand in which declarations (\[dcl.stc\], \[dcl.fct.spec\], \[dcl.constexpr\], \[dcl.struct.bind\]).
//!
//! Only what the grammar sees decides: the scope, and whether the declarator is that of a function. Nothing is said where
//! parentheses may be those of parameters or of an initializer.

use asunder_syntax::Standard;
use asunder_syntax::SyntaxKind::{self, *};

use super::declarations::Scope;
use super::declarators::Declared;
use super::specifiers::Specifiers;
use crate::error::SyntaxErrorKind;
use crate::extension::ExtensionKind;
use crate::parser::Parser;

/// Keywords that only some declarations may have.
const PLACED: [SyntaxKind; 16] = [
    STATIC_KW,
    EXTERN_KW,
    THREAD_LOCAL_KW,
    GNU_THREAD_KW,
    MUTABLE_KW,
    REGISTER_KW,
    TYPEDEF_KW,
    INLINE_KW,
    CONSTEXPR_KW,
    CONSTEVAL_KW,
    CONSTINIT_KW,
    VIRTUAL_KW,
    EXPLICIT_KW,
    FRIEND_KW,
    CONST_KW,
    RESTRICT_KW,
];

/// Where the first of each keyword of a decl-specifier-seq stands that only some declarations may have.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Placed {
    keywords: [Option<u32>; PLACED.len()],
    start: u32,
}

impl Placed {
    /// Nothing yet, of a sequence that starts at a token.
    pub(crate) fn from(start: usize) -> Placed {
        Placed { start: start as u32, ..Placed::default() }
    }

    /// Takes note of a keyword at a token.
    pub(crate) fn note(&mut self, kind: SyntaxKind, token: usize) {
        if let Some(index) = PLACED.iter().position(|placed| *placed == kind) {
            self.keywords[index].get_or_insert(token as u32);
        }
    }

    /// The token of a keyword.
    pub(crate) fn at(&self, kind: SyntaxKind) -> Option<usize> {
        let index = PLACED.iter().position(|placed| *placed == kind)?;
        self.keywords[index].map(|token| token as usize)
    }

    /// The first token of the sequence.
    fn start(&self) -> usize {
        self.start as usize
    }

    /// The first token of several keywords.
    fn first_of(&self, kinds: &[SyntaxKind]) -> Option<usize> {
        kinds.iter().filter_map(|kind| self.at(*kind)).min()
    }
}

/// Keywords, and what is said of them where they may not stand.
type Refused = [(SyntaxKind, SyntaxErrorKind)];

/// In parameters of functions.
const OF_PARAMETERS: &Refused = &[
    (STATIC_KW, SyntaxErrorKind::ParameterStorageClass),
    (EXTERN_KW, SyntaxErrorKind::ParameterStorageClass),
    (THREAD_LOCAL_KW, SyntaxErrorKind::ParameterStorageClass),
    (MUTABLE_KW, SyntaxErrorKind::ParameterStorageClass),
    (TYPEDEF_KW, SyntaxErrorKind::TypedefNotAllowed),
    (INLINE_KW, SyntaxErrorKind::ParameterSpecifier),
    (CONSTEXPR_KW, SyntaxErrorKind::ParameterSpecifier),
    (CONSTEVAL_KW, SyntaxErrorKind::ParameterSpecifier),
    (CONSTINIT_KW, SyntaxErrorKind::ParameterSpecifier),
    (VIRTUAL_KW, SyntaxErrorKind::ParameterSpecifier),
    (EXPLICIT_KW, SyntaxErrorKind::ParameterSpecifier),
    (FRIEND_KW, SyntaxErrorKind::ParameterSpecifier),
];

/// In parameters of templates.
const OF_TEMPLATE_PARAMETERS: &Refused = &[
    (STATIC_KW, SyntaxErrorKind::StorageClassNotAllowed),
    (EXTERN_KW, SyntaxErrorKind::StorageClassNotAllowed),
    (REGISTER_KW, SyntaxErrorKind::StorageClassNotAllowed),
    (TYPEDEF_KW, SyntaxErrorKind::TypedefNotAllowed),
];

/// In declarations of conditions, of ranges and of handlers.
const OF_HEADS: &Refused = &[
    (STATIC_KW, SyntaxErrorKind::StorageClassNotAllowed),
    (EXTERN_KW, SyntaxErrorKind::StorageClassNotAllowed),
];

/// In declarations that declare a class or an enumeration alone.
const OF_TYPES: &Refused = &[
    (STATIC_KW, SyntaxErrorKind::TypeStorageClass),
    (THREAD_LOCAL_KW, SyntaxErrorKind::ThreadLocal),
    (CONSTEXPR_KW, SyntaxErrorKind::ConstexprNotValid),
    (CONSTEVAL_KW, SyntaxErrorKind::ConstevalNotValid),
    (CONSTINIT_KW, SyntaxErrorKind::ConstinitNotValid),
];

/// In type-ids and typedefs: specifiers of constants.
const OF_TYPE_NAMES: &Refused = &[
    (CONSTEXPR_KW, SyntaxErrorKind::ConstexprNotValid),
    (CONSTEVAL_KW, SyntaxErrorKind::ConstevalNotValid),
    (CONSTINIT_KW, SyntaxErrorKind::ConstinitNotValid),
];

/// In type-ids.
const OF_TYPE_IDS: &Refused = &[
    (STATIC_KW, SyntaxErrorKind::StorageClassNotAllowed),
    (EXTERN_KW, SyntaxErrorKind::StorageClassNotAllowed),
    (REGISTER_KW, SyntaxErrorKind::StorageClassNotAllowed),
    (MUTABLE_KW, SyntaxErrorKind::StorageClassNotAllowed),
    (THREAD_LOCAL_KW, SyntaxErrorKind::StorageClassNotAllowed),
    (TYPEDEF_KW, SyntaxErrorKind::TypedefNotAllowed),
    (VIRTUAL_KW, SyntaxErrorKind::OutsideClass),
    (FRIEND_KW, SyntaxErrorKind::OutsideClass),
    (EXPLICIT_KW, SyntaxErrorKind::ExplicitNotAllowed),
];

/// In declarations of functions of blocks.
const OF_BLOCK_FUNCTIONS: &Refused = &[
    (STATIC_KW, SyntaxErrorKind::BlockFunctionStorageClass),
    (REGISTER_KW, SyntaxErrorKind::FunctionStorageClass),
    (THREAD_LOCAL_KW, SyntaxErrorKind::ThreadLocal),
];

/// In structured bindings, whatever the standard.
const OF_BINDINGS: &Refused =
    &[(CONSTEXPR_KW, SyntaxErrorKind::ConstexprBinding), (INLINE_KW, SyntaxErrorKind::InlineBinding)];

fn refuse(p: &mut Parser<'_, '_>, placed: &Placed, refused: &Refused) {
    for (keyword, error) in refused {
        if let Some(token) = placed.at(*keyword) {
            let token = if is_of_whole(*error) { placed.start() } else { token };
            p.error_before(token, *error);
        }
    }
}

/// Whether an error is reported at the first specifier and not at the one that is wrong.
fn is_of_whole(error: SyntaxErrorKind) -> bool {
    matches!(
        error,
        SyntaxErrorKind::ExplicitNotAllowed
            | SyntaxErrorKind::VirtualNotAllowed
            | SyntaxErrorKind::MutableNotAllowed
    )
}

/// Checks the specifiers of a parameter of a function.
pub(crate) fn of_parameter(p: &mut Parser<'_, '_>, found: &Specifiers) {
    refuse(p, &found.placed, OF_PARAMETERS);
}

/// Checks the specifiers of a parameter of a template.
pub(crate) fn of_template_parameter(p: &mut Parser<'_, '_>, found: &Specifiers) {
    refuse(p, &found.placed, OF_TEMPLATE_PARAMETERS);
}

/// Checks the specifiers of a condition, a range-declaration or a handler.
pub(crate) fn of_head(p: &mut Parser<'_, '_>, found: &Specifiers) {
    refuse(p, &found.placed, OF_HEADS);
}

/// Checks the specifiers of a type-id.
pub(crate) fn of_type_id(p: &mut Parser<'_, '_>, found: &Specifiers) {
    refuse(p, &found.placed, OF_TYPE_NAMES);
    refuse(p, &found.placed, OF_TYPE_IDS);
}

/// Checks the specifiers of a declaration without declarators that names or defines a class or an enumeration.
pub(crate) fn of_type_alone(p: &mut Parser<'_, '_>, scope: Scope, found: &Specifiers) {
    if found.is_typedef || found.placed.at(FRIEND_KW).is_some() {
        return;
    }
    refuse(p, &found.placed, OF_TYPES);
    let outside_classes: &Refused = &[
        (EXTERN_KW, SyntaxErrorKind::TypeStorageClass),
        (INLINE_KW, SyntaxErrorKind::InlineOnFunctions),
        (EXPLICIT_KW, SyntaxErrorKind::ExplicitNotAllowed),
    ];
    let in_classes: &Refused = &[
        (EXTERN_KW, SyntaxErrorKind::MemberStorageClass),
        (INLINE_KW, SyntaxErrorKind::InlineNotAllowed),
        (VIRTUAL_KW, SyntaxErrorKind::VirtualNotAllowed),
        (MUTABLE_KW, SyntaxErrorKind::MutableNotAllowed),
    ];
    match scope {
        Scope::Namespace => refuse(p, &found.placed, outside_classes),
        Scope::Class => refuse(p, &found.placed, in_classes),
        Scope::Block => refuse(p, &found.placed, &[(EXTERN_KW, SyntaxErrorKind::TypeStorageClass)]),
    }
}

/// Says what a declaration without declarators lacks, whose first specifier is a token, or that its qualifiers say nothing.
pub(crate) fn of_no_declarator(p: &mut Parser<'_, '_>, scope: Scope, found: &Specifiers, first: usize) {
    let placed = &found.placed;
    if p.in_template || placed.at(FRIEND_KW).is_some() || found.is_named {
        return;
    }
    if found.is_typedef {
        p.extension(ExtensionKind::NoTypedefName);
        return;
    }
    if found.has_class_key() && !found.declares_type && !found.defines {
        return;
    }
    let is_there = found.has_class_key() && (scope == Scope::Class || !found.is_unnamed_class);
    if !is_there {
        let refused = [
            (STATIC_KW, SyntaxErrorKind::StorageClassNotAllowed),
            (EXTERN_KW, SyntaxErrorKind::StorageClassNotAllowed),
            (REGISTER_KW, SyntaxErrorKind::StorageClassNotAllowed),
            (CONSTEXPR_KW, SyntaxErrorKind::ConstexprNotValid),
            (INLINE_KW, SyntaxErrorKind::InlineOnFunctions),
            (THREAD_LOCAL_KW, SyntaxErrorKind::ThreadLocal),
        ];
        match scope {
            Scope::Class => {
                p.error_before(first, SyntaxErrorKind::NoMember);
                return;
            }
            _ => p.extension_at(first, ExtensionKind::NoDeclarator),
        }
        if let Some((_, error)) = refused.into_iter().find(|(keyword, _)| placed.at(*keyword).is_some()) {
            p.error_before(first, error);
        }
    }
    if found.is_qualified {
        p.extension_at(first, ExtensionKind::MeaninglessQualifiers);
    }
}

/// Checks the specifiers of a declaration by its first declarator, whose name starts at token `name`.
pub(crate) fn of_declaration(
    p: &mut Parser<'_, '_>,
    scope: Scope,
    found: &Specifiers,
    declared: &Declared,
    name: usize,
) {
    let placed = &found.placed;
    if declared.bindings {
        of_bindings(p, found);
        return;
    }
    if declared.named && !declared.ambiguous {
        of_constant(p, scope, found, declared, name);
    }
    if declared.ambiguous || declared.initialized || !declared.named {
        return;
    }
    let is_function = declared.function && !found.is_typedef;
    match scope {
        Scope::Namespace => {
            let refused: &Refused = &[(EXPLICIT_KW, SyntaxErrorKind::ExplicitNotAllowed)];
            refuse(p, placed, refused);
            if is_function && !p.in_template {
                let refused: &Refused = &[
                    (REGISTER_KW, SyntaxErrorKind::FunctionStorageClass),
                    (THREAD_LOCAL_KW, SyntaxErrorKind::ThreadLocal),
                ];
                refuse(p, placed, refused);
            }
        }
        Scope::Block => {
            let refused: &Refused = &[
                (EXPLICIT_KW, SyntaxErrorKind::ExplicitNotAllowed),
                (VIRTUAL_KW, SyntaxErrorKind::OutsideClass),
                (FRIEND_KW, SyntaxErrorKind::OutsideClass),
            ];
            refuse(p, placed, refused);
            if placed.first_of(&[TYPEDEF_KW, STATIC_KW, EXTERN_KW]).is_none() {
                refuse(p, placed, &[(MUTABLE_KW, SyntaxErrorKind::MutableNotAllowed)]);
            }
            if is_function {
                refuse(p, placed, OF_BLOCK_FUNCTIONS);
            }
        }
        Scope::Class => of_member(p, found, declared, name),
    }
}

/// Checks `constexpr`, `consteval` and `constinit` (\[dcl.constexpr\]/1, \[dcl.constinit\]/1).
fn of_constant(p: &mut Parser<'_, '_>, scope: Scope, found: &Specifiers, declared: &Declared, name: usize) {
    let placed = &found.placed;
    if found.is_typedef {
        refuse(p, placed, OF_TYPE_NAMES);
        return;
    }
    if declared.function && !declared.initialized {
        if p.kind_at(name) == TILDE {
            refuse(p, placed, &[(CONSTEVAL_KW, SyntaxErrorKind::ConstevalDestructor)]);
        }
        refuse(p, placed, &[(CONSTINIT_KW, SyntaxErrorKind::ConstinitNotValid)]);
        return;
    }
    // A name may be that of a type of functions.
    let has_initializer = declared.initialized || matches!(p.current(), EQ | L_BRACE);
    if found.is_named && !declared.is_derived && !has_initializer {
        return;
    }
    let is_kept = placed.first_of(&[STATIC_KW, EXTERN_KW, THREAD_LOCAL_KW, GNU_THREAD_KW]).is_some();
    let refused: &Refused = match scope {
        Scope::Class if placed.first_of(&[STATIC_KW, EXTERN_KW, FRIEND_KW]).is_none() => &[
            (CONSTEVAL_KW, SyntaxErrorKind::ConstevalNotValid),
            (CONSTINIT_KW, SyntaxErrorKind::ConstinitNotValid),
        ],
        Scope::Block if !is_kept => &[
            (CONSTEVAL_KW, SyntaxErrorKind::ConstevalVariable),
            (CONSTINIT_KW, SyntaxErrorKind::ConstinitStorage),
        ],
        _ => &[(CONSTEVAL_KW, SyntaxErrorKind::ConstevalVariable)],
    };
    refuse(p, placed, refused);
}

/// Checks the specifiers of a member.
fn of_member(p: &mut Parser<'_, '_>, found: &Specifiers, declared: &Declared, name: usize) {
    let placed = &found.placed;
    if placed.at(FRIEND_KW).is_some() {
        refuse(p, placed, &[(EXPLICIT_KW, SyntaxErrorKind::ExplicitNotAllowed)]);
        return;
    }
    let is_destructor = p.kind_at(name) == TILDE;
    let is_function = declared.function && !found.is_typedef;
    // A constructor, or a conversion function.
    let is_special = is_function && !found.has_type && !is_destructor;
    let is_constructor = is_special && p.names_enclosing_class(name, name + 1);
    if placed.first_of(&[TYPEDEF_KW, STATIC_KW, MUTABLE_KW]).is_none() {
        refuse(p, placed, &[(EXTERN_KW, SyntaxErrorKind::MemberStorageClass)]);
    }
    if is_function {
        refuse(p, placed, &[(REGISTER_KW, SyntaxErrorKind::MemberStorageClass)]);
    }
    if placed.at(STATIC_KW).is_none() {
        refuse(p, placed, &[(THREAD_LOCAL_KW, SyntaxErrorKind::ThreadLocal)]);
    }
    if !is_special {
        refuse(p, placed, &[(EXPLICIT_KW, SyntaxErrorKind::ExplicitNotAllowed)]);
    }
    // A name may be that of a type of functions.
    let is_object = !is_function && (!found.is_named || declared.is_derived || found.is_typedef);
    if is_constructor {
        refuse(p, placed, &[(STATIC_KW, SyntaxErrorKind::StaticNotAllowed)]);
    }
    if is_object || is_constructor {
        refuse(p, placed, &[(VIRTUAL_KW, SyntaxErrorKind::VirtualNotAllowed)]);
    } else if is_function && p.in_template {
        refuse(p, placed, &[(VIRTUAL_KW, SyntaxErrorKind::VirtualTemplate)]);
    }
    if is_object && placed.first_of(&[TYPEDEF_KW, STATIC_KW]).is_none() {
        let refused: &Refused =
            &[(CONSTEXPR_KW, SyntaxErrorKind::ConstexprNotValid), (INLINE_KW, SyntaxErrorKind::InlineMember)];
        refuse(p, placed, refused);
    }
    let is_constant = placed.at(CONST_KW).is_some() && !declared.is_derived;
    if (is_function || is_constant) && placed.first_of(&[TYPEDEF_KW, STATIC_KW, EXTERN_KW]).is_none() {
        refuse(p, placed, &[(MUTABLE_KW, SyntaxErrorKind::MutableNotAllowed)]);
    }
}

/// Checks the specifiers of a structured binding declaration.
fn of_bindings(p: &mut Parser<'_, '_>, found: &Specifiers) {
    let (refused, error): (&[SyntaxKind], _) = match p.input.standard < Standard::Cpp20 {
        true => (&[STATIC_KW, EXTERN_KW, THREAD_LOCAL_KW, TYPEDEF_KW], SyntaxErrorKind::BindingStorageClass),
        false => (&[EXTERN_KW, TYPEDEF_KW], SyntaxErrorKind::BindingStorageClassOfOthers),
    };
    for keyword in refused {
        refuse(p, &found.placed, &[(*keyword, error)]);
    }
    refuse(p, &found.placed, OF_BINDINGS);
    if let Some(token) = found.type_token {
        p.error_before(token, SyntaxErrorKind::BindingType);
    }
}
