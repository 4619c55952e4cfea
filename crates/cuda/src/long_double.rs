//! `long double` in device code, where it is a `double` (spec page 7 §9).

use asunder_syntax::{SyntaxKind, SyntaxNode, TextSize};
use rustc_hash::FxHashSet;

use crate::bodies::body_around;
use crate::check::Check;
use crate::finding::Message;
use crate::templates::{ReadAs, read_as};

/// "'long double' is treated as 'double' in device code".
const DEMOTED: u16 = 3665;

/// Checks the types that the bodies of an item write.
pub(crate) fn examine(check: &Check<'_>) {
    warn(check, |code| code != ReadAs::Template);
}

/// The same of its templates.
pub(crate) fn in_templates(check: &Check<'_>) {
    warn(check, |code| code == ReadAs::Template);
}

/// Warns of the type in code that is read in this way, where the specifiers start that write it.
fn warn(check: &Check<'_>, is_read: impl Fn(ReadAs) -> bool) {
    if !check.settings.pass.is_device() || !check.text().contains("double") || !check.text().contains("long")
    {
        return;
    }
    let mut known: FxHashSet<TextSize> = FxHashSet::default();
    for specifiers in check.root.descendants().filter(|node| node.kind() == SyntaxKind::DECL_SPECIFIER_SEQ) {
        if !is_long_double(&specifiers) || !is_in_body(&specifiers) || !is_read(read_as(&specifiers)) {
            continue;
        }
        let is_attribute = |node: &SyntaxNode| {
            matches!(node.kind(), SyntaxKind::GNU_ATTRIBUTES | SyntaxKind::STD_ATTRIBUTES)
        };
        let Some(first) = specifiers.children().find(|node| !is_attribute(node)) else { continue };
        let at = first.text_range().start();
        match body_around(check, &specifiers) {
            Some(body) if body.device => {
                if known.insert(at) {
                    check.report(Message::plain(DEMOTED), at, check.moment(at, 0));
                }
            }
            Some(_) => {}
            None => check.silence(DEMOTED),
        }
    }
}

/// Whether specifiers say `long` and `double`.
fn is_long_double(specifiers: &SyntaxNode) -> bool {
    let types = specifiers.children().filter(|node| node.kind() == SyntaxKind::BUILTIN_TYPE);
    let words = types.flat_map(|node| node.children_with_tokens()).map(|token| token.kind());
    let words: Vec<SyntaxKind> = words.collect();
    words.contains(&SyntaxKind::LONG_KW) && words.contains(&SyntaxKind::DOUBLE_KW)
}

/// Whether a node is part of the body of the innermost function around it, or of its member initializers: no parameter, no
/// result, no member of a local class.
fn is_in_body(node: &SyntaxNode) -> bool {
    let mut inner = node.clone();
    for outer in node.ancestors().skip(1) {
        match outer.kind() {
            SyntaxKind::MEMBER_LIST => return false,
            SyntaxKind::FUNCTION_DEF => {
                return matches!(inner.kind(), SyntaxKind::COMPOUND_BODY | SyntaxKind::TRY_BODY);
            }
            SyntaxKind::LAMBDA_EXPR => return inner.kind() == SyntaxKind::COMPOUND_STMT,
            _ => inner = outer,
        }
    }
    false
}
