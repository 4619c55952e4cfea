//! Unnamed classes that a typedef names ([dcl.typedef]/4, P1766): since CUDA 13.3 the front end warns of members that
//! such classes cannot have. Found by running the releases.

use asunder_syntax::{AstNode, Release, SyntaxKind, SyntaxNode, TextRange, TextSize, ast};

use crate::check::Check;
use crate::finding::Message;
use crate::lambdas::is_in_template;

/// "a class with a typedef name for linkage purposes cannot have a base class".
const BASE_CLASS: u16 = 33_537;
/// "… cannot have a member function".
const MEMBER_FUNCTION: u16 = 33_538;
/// "… cannot have a nested type, other than an enumeration type or a non-closure class type".
const NESTED_TYPE: u16 = 33_539;
/// "… cannot contain a lambda expression".
const LAMBDA: u16 = 33_540;
/// "… cannot have a nonstatic data member with a default member initializer".
const INITIALIZER: u16 = 33_541;

/// The first release that warns.
const SINCE: Release = Release::V13_3;

/// Whether an item's text may have such a class, in a release.
pub(crate) fn may_stand_in(text: &str, release: Release) -> bool {
    release >= SINCE
        && (text.contains("typedef") || text.contains("using"))
        && ["struct", "class", "union"].iter().any(|word| text.contains(word))
}

/// Checks the classes of the item.
pub(crate) fn examine(check: &Check<'_>) {
    let release = check.unit.dialect(check.db).release;
    if !may_stand_in(check.text(), release) {
        return;
    }
    for class in check.root.descendants().filter_map(ast::ClassSpecifier::cast) {
        if class.name().is_some() {
            continue;
        }
        let Some(name) = name_for_linkage(&class) else { continue };
        if check.settings.pass.is_device() && is_in_template(class.syntax()) {
            check.silence(MEMBER_FUNCTION);
            continue;
        }
        // The name of an alias stands in front of its class: it is declared at its end.
        let declaration = class.syntax().ancestors().find(|it| it.kind() == SyntaxKind::ALIAS_DECL);
        let behind = declaration.map_or(name.end(), |it| it.text_range().end());
        let end = behind.max(class.syntax().text_range().end());
        for (rank, (number, at)) in forbidden(&class).into_iter().enumerate() {
            check.report(Message::plain(number), at, check.moment_after(end, rank as u16));
        }
    }
}

/// The name that a typedef or alias gives to an unnamed class itself.
fn name_for_linkage(class: &ast::ClassSpecifier) -> Option<TextRange> {
    let specifiers = class.syntax().parent()?;
    let is_qualified = |it: &SyntaxNode| {
        let mut tokens = it.descendants_with_tokens().take_while(|it| it.kind() != SyntaxKind::MEMBER_LIST);
        tokens.any(|it| matches!(it.kind(), SyntaxKind::CONST_KW | SyntaxKind::VOLATILE_KW))
    };
    let behind = specifiers.children_with_tokens().skip_while(|it| it.as_node() != Some(class.syntax()));
    let is_cv = |kind: SyntaxKind| kind == SyntaxKind::KEYWORD_SPECIFIER;
    if is_qualified(&specifiers) || behind.skip(1).any(|it| is_cv(it.kind())) {
        return None;
    }
    let around = specifiers.parent()?;
    if let Some(simple) = ast::SimpleDecl::cast(around.clone()) {
        simple.decl_specifier_seq()?.keyword(SyntaxKind::TYPEDEF_KW)?;
        let plain = simple.init_declarators().filter_map(|it| it.declarator()).find(|it| {
            it.paren_declarator().is_none() && it.ptr_ops().next().is_none() && it.suffixes().next().is_none()
        });
        return Some(plain?.declared_name()?.syntax().text_range());
    }
    let alias = ast::AliasDecl::cast(around.parent()?)?;
    let is_plain = around.kind() == SyntaxKind::TYPE_ID && around.children().count() == 1;
    is_plain.then(|| alias.ident_token().map(|token| token.text_range()))?
}

/// What the class cannot have, each kind where it is found first, in the order in which it is reported.
fn forbidden(class: &ast::ClassSpecifier) -> Vec<(u16, TextSize)> {
    let mut found: Vec<(u16, TextSize)> = Vec::new();
    let mut note = |number: u16, at: TextSize| {
        if found.iter().all(|(other, _)| *other != number) {
            found.push((number, at));
        }
    };
    let first_base = class.base_clause().and_then(|it| it.syntax().descendants().find_map(ast::Type::cast));
    if let Some(base) = first_base {
        note(BASE_CLASS, base.syntax().text_range().start());
    }
    for member in class.member_list().into_iter().flat_map(|list| list.decls()) {
        member_of(&member, &mut note);
    }
    // A closure's type is looked for behind the other types, and only the first wrong type is reported.
    if found.iter().any(|(number, _)| *number == NESTED_TYPE) {
        found.retain(|(number, _)| *number != LAMBDA);
    }
    found.sort_by_key(|(number, _)| *number);
    found
}

/// Notes what a member is.
fn member_of(member: &ast::Decl, note: &mut impl FnMut(u16, TextSize)) {
    match member {
        ast::Decl::TemplateDecl(template) => {
            if let Some(inner) = template.decl() {
                member_of(&inner, note);
            }
        }
        ast::Decl::FunctionDef(function) => {
            let is_friend =
                function.decl_specifier_seq().is_some_and(|it| it.keyword(SyntaxKind::FRIEND_KW).is_some());
            if let (false, Some(name)) = (is_friend, function.declarator().and_then(|it| it.declared_name()))
            {
                note(MEMBER_FUNCTION, name.syntax().text_range().start());
            }
        }
        ast::Decl::AliasDecl(alias) => {
            if let Some(name) = alias.ident_token() {
                note(NESTED_TYPE, name.text_range().start());
            }
        }
        ast::Decl::SimpleDecl(simple) => {
            let has = |keyword| simple.decl_specifier_seq().is_some_and(|it| it.keyword(keyword).is_some());
            if has(SyntaxKind::FRIEND_KW) {
                return;
            }
            for init in simple.init_declarators() {
                let Some(declarator) = init.declarator() else { continue };
                let Some(name) = declarator.declared_name() else { continue };
                let at = name.syntax().text_range().start();
                let is_function = declarator.paren_declarator().is_none()
                    && matches!(declarator.suffixes().next(), Some(ast::DeclaratorSuffix::FunctionSuffix(_)));
                if has(SyntaxKind::TYPEDEF_KW) {
                    note(NESTED_TYPE, at);
                } else if is_function {
                    note(MEMBER_FUNCTION, at);
                } else if let (false, Some(initializer)) = (has(SyntaxKind::STATIC_KW), init.initializer()) {
                    note(INITIALIZER, at);
                    let mut inside = initializer.syntax().descendants();
                    if let Some(lambda) = inside.find(|it| it.kind() == SyntaxKind::LAMBDA_EXPR) {
                        note(LAMBDA, lambda.text_range().start());
                    }
                }
            }
        }
        _ => {}
    }
}
