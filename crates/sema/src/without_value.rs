//! `[[nodiscard]]` on functions that return nothing ([dcl.attr.nodiscard]), and on destructors.
//!
//! Results that are `void` by a typedef are not looked for.

use asunder_decls::item_tree;
use asunder_syntax::SyntaxKind::*;
use asunder_syntax::{AstNode, NodeOrToken, SyntaxNode, ast};

use crate::finding::{Argument, Found, Mistake};
use crate::view::Sema;

/// "the … attribute does not apply to destructors or routines with void return type".
const NO_VALUE: u16 = 2811;
/// The attribute.
const NODISCARD: &str = "nodiscard";

/// The attributes of an item whose functions have no value to take.
pub(crate) fn of_item(sema: &Sema<'_>, item: u32) -> Vec<Found> {
    let text = sema.names().item_text(item);
    if !text.text(sema.db).contains(NODISCARD) {
        return Vec::new();
    }
    let root = item_tree(sema.db, text).syntax();
    let groups = root.descendants().filter_map(ast::StdAttributes::cast).filter(|it| it.using().is_none());
    let without_value = groups.filter(|group| declared_by(group).is_some_and(|it| is_without_value(&it)));
    let attributes = without_value.flat_map(|group| group.attributes());
    let words = attributes.filter_map(|attribute| {
        let name = attribute.name()?;
        let word = name.word().filter(|word| word.text() == NODISCARD && name.namespace().is_none())?;
        let mistake = Mistake::new(NO_VALUE, vec![Argument::Name(NODISCARD.to_owned())]);
        Some(Found::at(mistake, word.text_range().start()))
    });
    words.collect()
}

/// The declaration that a group of attributes stands in front of.
fn declared_by(group: &ast::StdAttributes) -> Option<SyntaxNode> {
    let is_declaration = |node: &SyntaxNode| matches!(node.kind(), SIMPLE_DECL | FUNCTION_DEF);
    let start = group.syntax().text_range().start();
    let declaration = group.syntax().ancestors().skip(1).take(2).find(is_declaration)?;
    let mut before = declaration.descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let is_attribute = |node: &SyntaxNode| node.ancestors().any(|it| it.kind() == STD_ATTRIBUTES);
    let is_first = before
        .find(|token| !token.kind().is_trivia() && !token.parent().is_some_and(|it| is_attribute(&it)))
        .is_some_and(|token| token.text_range().start() > start);
    is_first.then_some(declaration)
}

/// Whether the first declarator of a declaration is a destructor, or a function that is written to return `void`.
fn is_without_value(declaration: &SyntaxNode) -> bool {
    let declarator = match ast::FunctionDef::cast(declaration.clone()) {
        Some(definition) => definition.declarator(),
        None => ast::SimpleDecl::cast(declaration.clone())
            .and_then(|it| it.init_declarators().next())
            .and_then(|it| it.declarator()),
    };
    let Some(declarator) = declarator else { return false };
    let name = declarator.declared_name();
    if name.is_some_and(|it| it.syntax().descendants().any(|it| it.kind() == DESTRUCTOR_ID)) {
        return true;
    }
    let is_plain = declarator.ptr_ops().next().is_none() && declarator.paren_declarator().is_none();
    let has_trailing = || declarator.function().is_none_or(|it| it.trailing_return().is_some());
    let specifiers = declaration.children().find_map(ast::DeclSpecifierSeq::cast);
    let says_void = || {
        let types = specifiers.iter().flat_map(|it| it.syntax().children());
        let mut words = types.filter(|it| it.kind() == BUILTIN_TYPE).flat_map(|it| it.children_with_tokens());
        words.any(|word| word.kind() == VOID_KW)
    };
    is_plain && !has_trailing() && says_void()
}
