//! Trailing results of functions that are not declared with a plain `auto` ([dcl.fct]/2).
//!
//! The text decides: what stands in front of the declarator.

use asunder_decls::item_tree;
use asunder_syntax::SyntaxKind::*;
use asunder_syntax::{AstNode, NodeOrToken, Standard, SyntaxNode, ast};

use crate::finding::{Argument, Found, Mistake};
use crate::mistakes::Templates;
use crate::view::Sema;

/// "a trailing return type requires the "auto" type specifier".
const NEEDS_AUTO: u16 = 1823;
/// "a function declarator with a trailing return type must be preceded by a simple "auto" type specifier".
const NEEDS_PLAIN_AUTO: u16 = 1825;

/// Those of an item.
pub(crate) fn of_item(sema: &Sema<'_>, item: u32, templates: Templates) -> Vec<Found> {
    let text = sema.names().item_text(item);
    if sema.dialect.standard < Standard::Cpp11 || !text.text(sema.db).contains("->") {
        return Vec::new();
    }
    let root = item_tree(sema.db, text).syntax();
    let suffixes = root.descendants().filter(|node| node.kind() == FUNCTION_SUFFIX);
    let found = suffixes.filter_map(|suffix| {
        let trailing = suffix.children().find(|it| it.kind() == TRAILING_RETURN)?;
        let arrow = trailing.children_with_tokens().find_map(NodeOrToken::into_token)?;
        let is_skipped = templates == Templates::Skipped && crate::misplaced::is_in_body_of_template(&arrow);
        if is_skipped || arrow.kind() != ARROW {
            return None;
        }
        let declarator = suffix.ancestors().find_map(ast::Declarator::cast)?;
        let mut outer = declarator.syntax().clone();
        let is_declarator =
            |it: &SyntaxNode| matches!(it.kind(), DECLARATOR | PAREN_DECLARATOR | INIT_DECLARATOR);
        while let Some(around) = outer.parent().filter(is_declarator) {
            outer = around;
        }
        let specifiers = outer.parent()?.children().find(|it| it.kind() == DECL_SPECIFIER_SEQ);
        let is_conversion = || declarator.syntax().descendants().any(|it| it.kind() == CONVERSION_ID);
        let types = specifiers.iter().flat_map(|it| it.children());
        let types: Vec<SyntaxNode> =
            types.filter(|it| ast::DeclSpecifier::cast(it.clone()).is_some_and(is_type)).collect();
        let is_auto = |it: &SyntaxNode| {
            let has = |kind| it.children_with_tokens().any(|token| token.kind() == kind);
            it.kind() == PLACEHOLDER_TYPE && has(AUTO_KW) && !has(DECLTYPE_KW)
        };
        match types.as_slice() {
            [] if is_conversion() => {}
            [] => return None,
            all if all.iter().any(is_auto) => {
                let is_qualified = specifiers.iter().flat_map(|it| it.children()).any(|it| {
                    let mut tokens = it.children_with_tokens();
                    it.kind() == KEYWORD_SPECIFIER
                        && tokens.any(|token| matches!(token.kind(), CONST_KW | VOLATILE_KW))
                });
                let is_plain = !is_qualified && declarator.ptr_ops().next().is_none();
                // What stands in parentheses is declared by what is around them.
                let is_inner = declarator.syntax() != &outer && outer.kind() != INIT_DECLARATOR;
                if is_plain || is_inner {
                    return None;
                }
                let start = declarator.syntax().text_range().start();
                return Some(Found::at(Mistake::new(NEEDS_PLAIN_AUTO, auto()), start));
            }
            _ => {}
        }
        // What follows the parameters is where it is found.
        let list = suffix.children().find(|it| it.kind() == PARAM_LIST)?.text_range().end();
        let behind = suffix.children_with_tokens().filter(|it| !it.kind().is_trivia());
        let next = behind.into_iter().find(|it| it.text_range().start() >= list)?;
        Some(Found::at(Mistake::new(NEEDS_AUTO, auto()), next.text_range().start()))
    });
    found.collect()
}

fn auto() -> Vec<Argument> {
    vec![Argument::Name("auto".to_owned())]
}

fn is_type(specifier: ast::DeclSpecifier) -> bool {
    matches!(specifier, ast::DeclSpecifier::Type(_))
}
