//! Names behind `struct`, `class`, `union` and `enum` that typedefs declare, or that another of these words declares
//! ([dcl.type.elab]/2, /7).
//!
//! Only names that nothing near may declare anew are looked at: those that no class is around, and, where they are not
//! qualified, that the item itself does not declare.

use asunder_decls::lower::lower_name;
use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{Decl, DeclKind, LocalId, SegmentName};
use asunder_parser::Parse;
use asunder_syntax::SyntaxKind::{self, *};
use asunder_syntax::{AstNode, NodeOrToken, SyntaxNode, SyntaxToken, ast};
use asunder_types::{Kind, Origin, Symbol};
use rustc_hash::FxHashSet;

use crate::finding::{Argument, Found, Mistake, Place};
use crate::lookup::{Lookup, Sought, Want};
use crate::mistakes::Templates;
use crate::view::{Sema, Site};

/// "typedef … may not be used in an elaborated type specifier".
const NAMES_TYPEDEF: u16 = 1201;
/// "tag kind of … is incompatible with declaration of …".
const OTHER_TAG: u16 = 469;
/// ""enum class" and "enum struct" cannot be used here (use plain "enum" instead)".
const SCOPED_ENUM: u16 = 2343;

/// What the words in front of a name say that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClassKey {
    /// `class` or `struct`.
    Class,
    Union,
    Enum,
}

impl ClassKey {
    /// That of a class or an enumeration.
    pub(crate) fn of(kind: &DeclKind) -> Option<ClassKey> {
        match kind {
            DeclKind::Class(class) if class.is_union => Some(ClassKey::Union),
            DeclKind::Class(_) => Some(ClassKey::Class),
            DeclKind::Enum(_) => Some(ClassKey::Enum),
            _ => None,
        }
    }
}

impl<'db> Sema<'db> {
    /// That a class or an enumeration was declared by another word.
    pub(crate) fn other_tag(&self, key: ClassKey, known: Symbol<'db>) -> Option<Mistake> {
        let declared = ClassKey::of(&self.decl(known.decl).kind)?;
        let (word, kind) = match (key, declared) {
            _ if key == declared => return None,
            (ClassKey::Class, ClassKey::Union) => ("class or struct", "union"),
            (ClassKey::Class, _) => ("class or struct", "enum"),
            (ClassKey::Union, ClassKey::Enum) => ("union", "enum"),
            (ClassKey::Union, _) => ("union", "class"),
            (ClassKey::Enum, ClassKey::Union) => ("enum", "union"),
            (ClassKey::Enum, _) => ("enum", "class"),
        };
        let name = self.qualified_name(known)?;
        let entity = Argument::Entity { kind: Some(kind), name, declared: Some(Place::Decl(known.decl)) };
        Some(Mistake::new(OTHER_TAG, vec![Argument::Text(word.to_owned()), entity]))
    }
}

/// What has such a word.
const KINDS: [SyntaxKind; 3] = [ELABORATED_TYPE, CLASS_SPECIFIER, ENUM_SPECIFIER];

/// The typedefs that an item names as classes and enumerations.
pub(crate) fn of_item(sema: &Sema<'_>, item: u32, tree: &Parse, templates: Templates) -> Vec<Found> {
    if !tree.kinds().contains_any(&KINDS) {
        return Vec::new();
    }
    let root = tree.syntax();
    let in_blocks: FxHashSet<&str> = sema.bodies(item).locals.iter().filter_map(declared_name).collect();
    let is_declared = |name: &str| {
        let outside = sema.names().decls_named(item, name).into_iter();
        let mut outside = outside.map(|local| sema.decl(DeclRef { item, local }));
        in_blocks.contains(name) || outside.any(|decl| declared_name(decl).is_some())
    };
    let nodes = root.descendants().filter(|node| KINDS.contains(&node.kind()));
    let found = nodes.filter_map(|node| {
        let around = || node.ancestors().skip(1);
        let is_near_others = around().any(|it| match it.kind() {
            CLASS_SPECIFIER => true,
            FUNCTION_DEF => defines_member(&it),
            _ => false,
        });
        let is_instantiation = around().any(|it| it.kind() == EXPLICIT_INSTANTIATION);
        let is_skipped = templates == Templates::Skipped && around().any(|it| it.kind() == TEMPLATE_DECL);
        if is_near_others || is_instantiation || is_skipped {
            return None;
        }
        let Some(name) = plain_name(&node) else { return qualified(sema, item, &node) };
        // A definition gives its own name to something.
        let is_scoped_use = is_scoped_use(&node);
        let is_named = node.kind() == ELABORATED_TYPE && !is_declared(name.text());
        if !is_named && !is_scoped_use {
            return None;
        }
        let site = Site::new(
            sema.namespace_env(sema.names().item(item).namespace),
            Point::before(DeclRef { item, local: LocalId(0) }),
        );
        let Lookup::Found(symbols) = sema.lookup(Sought::Ident(name.text()), site, Want::Scopes) else {
            return None;
        };
        let at = name.text_range().start();
        if let Some(mistake) = wrong_key(sema, &node, &symbols, is_scoped_use) {
            return Some(Found::at(mistake, at));
        }
        let is_typedef = !symbols.is_empty()
            && symbols.iter().all(|symbol| {
                let decl = sema.decl(symbol.decl);
                matches!(decl.kind, DeclKind::Typedef(_)) && decl.templates.is_empty()
            });
        // `typedef struct S S;` leaves `S` the name of the class, which that alone may have declared.
        let names_itself = symbols.iter().any(|symbol| {
            let ty =
                sema.type_of_symbol(*symbol, None, Site::new(symbol.env, Point::END)).unqualified(sema.db);
            let declared = match ty.kind(sema.db) {
                Kind::Class(class) => match class.origin(sema.db) {
                    Origin::Decl(decl) => Some(decl),
                    Origin::Lambda(..) => None,
                },
                Kind::Enum(decl, _) => Some(*decl),
                _ if ty.absorbs(sema.db) => return true,
                _ => None,
            };
            declared.is_some_and(|decl| sema.decl(decl).name.ident().is_some_and(|it| &**it == name.text()))
        });
        (is_typedef && !names_itself).then(|| {
            let argument = Argument::Name(name.text().to_owned());
            Found::at(Mistake::new(NAMES_TYPEDEF, vec![argument]), at)
        })
    });
    found.collect()
}

/// Whether a node is `enum class E` in front of a declarator, which names an enumeration and declares none.
fn is_scoped_use(node: &SyntaxNode) -> bool {
    let has = |kind| node.children_with_tokens().any(|it| it.kind() == kind);
    let specifiers = node.parent();
    let behind = specifiers.as_ref().and_then(SyntaxNode::next_sibling);
    node.kind() == ENUM_SPECIFIER
        && (has(CLASS_KW) || has(STRUCT_KW))
        && !has(COLON)
        && !has(L_BRACE)
        && !has(ENUMERATOR_LIST)
        && behind.is_some_and(|it| matches!(it.kind(), INIT_DECLARATOR | DECLARATOR))
}

/// That the word in front of a name is not the one that declares what it names.
fn wrong_key<'db>(
    sema: &Sema<'db>,
    node: &SyntaxNode,
    symbols: &[Symbol<'db>],
    is_scoped_use: bool,
) -> Option<Mistake> {
    let [known] = symbols else { return None };
    let decl = sema.decl(known.decl);
    if !decl.templates.is_empty() {
        return None;
    }
    let word = node.children_with_tokens().find(|it| !it.kind().is_trivia())?.kind();
    let key = match word {
        CLASS_KW | STRUCT_KW => ClassKey::Class,
        UNION_KW => ClassKey::Union,
        ENUM_KW => ClassKey::Enum,
        _ => return None,
    };
    match &decl.kind {
        DeclKind::Enum(written) if is_scoped_use => {
            let (is_warning, is_error) = (written.scoped, !written.scoped);
            Some(Mistake { is_warning, is_error, ..Mistake::new(SCOPED_ENUM, Vec::new()) })
        }
        _ => sema.other_tag(key, *known),
    }
}

/// The typedef or alias that a qualified name, or one with template arguments, behind such a word ends with.
fn qualified(sema: &Sema<'_>, item: u32, node: &SyntaxNode) -> Option<Found> {
    let name = node.children().find_map(ast::Name::cast)?;
    let path = lower_name(&name)?;
    let last = path.segments.last()?;
    let SegmentName::Ident(ident) = &last.name else { return None };
    let site = Site::new(
        sema.namespace_env(sema.names().item(item).namespace),
        Point::before(DeclRef { item, local: LocalId(0) }),
    );
    let Lookup::Found(symbols) = sema.lookup_path(&path, site, Want::Any).found else { return None };
    let is_typedef = |symbol: &Symbol<'_>| {
        let decl = sema.decl(symbol.decl);
        matches!(decl.kind, DeclKind::Typedef(_)) && decl.templates.is_empty() == last.args.is_none()
    };
    if symbols.is_empty() || !symbols.iter().all(is_typedef) {
        return None;
    }
    let tokens = name.syntax().descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let outside_arguments = tokens.filter(|token| {
        let mut around = token.parent_ancestors().take_while(|it| it != name.syntax());
        token.text() == &**ident && !around.any(|it| it.kind() == TEMPLATE_ARG_LIST)
    });
    let place = outside_arguments.last()?.text_range().start();
    let argument = Argument::Name(ident.to_string());
    Some(Found::at(Mistake::new(NAMES_TYPEDEF, vec![argument]), place))
}

/// The identifier that is the whole name of a node.
fn plain_name(node: &SyntaxNode) -> Option<SyntaxToken> {
    let name = node.children().find(|it| it.kind() == NAME)?;
    let mut parts = name.children_with_tokens().filter(|it| !it.kind().is_trivia());
    match (parts.next(), parts.next()) {
        (Some(NodeOrToken::Token(token)), None) if token.kind().is_identifier() => Some(token),
        _ => None,
    }
}

/// Whether a function is defined by a qualified name.
fn defines_member(function: &SyntaxNode) -> bool {
    let declarators = function.children().filter(|it| it.kind() == DECLARATOR);
    let mut names = declarators.flat_map(|it| it.descendants()).filter(|it| it.kind() == NAME);
    names.next().is_none_or(|name| name.children_with_tokens().any(|it| it.kind() == COLON2))
}

/// The name that a declaration gives to something; not of one that names a class by its key alone.
fn declared_name(decl: &Decl) -> Option<&str> {
    let is_elaborated = matches!(&decl.kind, DeclKind::Class(class) if class.elaborated);
    decl.name.ident().filter(|_| !is_elaborated).map(|ident| &**ident)
}
