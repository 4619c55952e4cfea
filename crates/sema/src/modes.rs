//! The attribute `mode` (GNU): words that are not the name of a machine mode.

use asunder_decls::item_tree;
use asunder_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxToken, ast};

use crate::finding::{Argument, Found, Mistake};
use crate::mistakes::Templates;
use crate::view::Sema;

/// "invalid argument to attribute …".
const ARGUMENT: u16 = 1099;

/// The modes that the reference knows, those of vectors apart.
const MODES: [&str; 19] = [
    "DC",
    "DF",
    "DI",
    "HI",
    "QI",
    "SC",
    "SF",
    "SI",
    "TC",
    "TF",
    "TI",
    "XC",
    "XF",
    "byte",
    "libgcc_cmp_return",
    "libgcc_shift_count",
    "pointer",
    "unwind_word",
    "word",
];

/// The words of an item that stand for a machine mode and are not the name of one.
pub(crate) fn of_item(sema: &Sema<'_>, item: u32, templates: Templates) -> Vec<Found> {
    let text = sema.names().item_text(item);
    if !text.text(sema.db).contains("mode") {
        return Vec::new();
    }
    let root = item_tree(sema.db, text).syntax();
    let attributes = root.descendants().filter_map(ast::Attribute::cast).filter(|it| it.is_named("mode"));
    let found = attributes.filter_map(|attribute| {
        let is_skipped = templates == Templates::Skipped
            && crate::misplaced::is_in_body_of_template(&attribute.name()?.word()?);
        let word = only_word(&attribute).filter(|_| !is_skipped)?;
        let name = word.text();
        let bare = name.strip_prefix("__").and_then(|rest| rest.strip_suffix("__")).unwrap_or(name);
        if MODES.contains(&bare) || is_of_vector(bare) {
            return None;
        }
        let written = attribute.name()?.syntax().text().to_string();
        let arguments = vec![Argument::Name(written)];
        Some(Found::at(Mistake::new(ARGUMENT, arguments), word.text_range().start()))
    });
    found.collect()
}

/// The identifier that is all that stands in the parentheses of an attribute.
fn only_word(attribute: &ast::Attribute) -> Option<SyntaxToken> {
    let arguments = attribute.attribute_args()?;
    let tokens = arguments.syntax().descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let mut inside = tokens.filter(|token| {
        !token.kind().is_trivia() && !matches!(token.kind(), SyntaxKind::L_PAREN | SyntaxKind::R_PAREN)
    });
    match (inside.next(), inside.next()) {
        (Some(word), None) if word.kind().is_identifier() => Some(word),
        _ => None,
    }
}

/// Whether a mode is that of a vector, like `V4SI`.
fn is_of_vector(name: &str) -> bool {
    name.strip_prefix('V').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}
