//! §2: attributes of a declaration that declares no name, a class or enumeration alone.

use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

use crate::attributes::{
    GnuAttribute, NOT_ALLOWED_HERE, applied_in, does_not_apply, gnu_attributes, is_known,
};
use crate::check::Check;
use crate::finding::{Finding, Message, Severity};

/// "attribute does not apply to any entity".
const NO_ENTITY: u16 = 1866;

/// Attributes of the host compiler that the reference misses an entity for where a class stands alone behind them, in
/// order: others it drops without a word, or has more to say about.
const OF_ENTITIES: [&str; 47] = [
    "abi_tag",
    "alias",
    "alloc_size",
    "aligned",
    "artificial",
    "cdecl",
    "cold",
    "common",
    "const",
    "constructor",
    "deprecated",
    "destructor",
    "error",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "flatten",
    "format",
    "format_arg",
    "gnu_inline",
    "hot",
    "ifunc",
    "init_priority",
    "malloc",
    "no_instrument_function",
    "nocommon",
    "nonnull",
    "noplt",
    "noreturn",
    "nothrow",
    "nv_weak_odr",
    "packed",
    "pure",
    "section",
    "sentinel",
    "stdcall",
    "strong",
    "target",
    "tls_model",
    "unavailable",
    "unused",
    "used",
    "visibility",
    "warn_unused_result",
    "warning",
    "weak",
    "weakref",
];

/// Checks the attributes of a declaration without declarators; only the last one counts.
pub(crate) fn examine(check: &Check<'_>, node: &SyntaxNode, sequence: &ast::DeclSpecifierSeq) {
    let is_class = |node: &SyntaxNode| {
        matches!(
            node.kind(),
            SyntaxKind::CLASS_SPECIFIER | SyntaxKind::ENUM_SPECIFIER | SyntaxKind::ELABORATED_TYPE
        )
    };
    let front = sequence.syntax().children().take_while(|child| !is_class(child));
    let in_front = front.filter_map(ast::Attributes::cast).flat_map(|group| gnu_attributes(&group));
    let is_of_entities = |it: &GnuAttribute| OF_ENTITIES.contains(&it.word.text().trim_matches('_'));
    let of_compiler = in_front.filter(is_of_entities).last();
    let known = applied_in(sequence.syntax()).into_iter().rfind(|attribute| is_known(check, attribute));
    let last = match (&known, &of_compiler) {
        (Some(known), Some(other)) if known.name.start() > other.name.start() => {
            (known.name, &known.attribute)
        }
        (_, Some(other)) => (other.name, &other.attribute),
        (Some(known), None) => (known.name, &known.attribute),
        (None, None) => return,
    };
    if node.descendants().any(|node| node.kind() == SyntaxKind::ERROR_NODE) {
        return;
    }
    let moment = check.moment_after(node.text_range().end(), 0);
    let outer = node.parent().map(|parent| parent.kind());
    if matches!(outer, Some(SyntaxKind::EXPLICIT_SPECIALIZATION | SyntaxKind::EXPLICIT_INSTANTIATION)) {
        // Dropped without a word.
        return;
    }
    let (name, attribute) = last;
    if outer == Some(SyntaxKind::TEMPLATE_DECL) {
        let Some(group) = attribute.syntax().parent() else { return };
        let start = group.text_range().start();
        let mut finding = Finding::new(Message::plain(NOT_ALLOWED_HERE), start, moment);
        finding.severity = Some(Severity::Warning);
        return check.add(finding);
    }
    check.report(Message::plain(NO_ENTITY), name.start(), moment);
    if let Some(known) = known.filter(|_| is_unnamed_member(node)) {
        does_not_apply(check, &known, moment);
    }
}

/// An unnamed struct or union that is a member itself.
fn is_unnamed_member(node: &SyntaxNode) -> bool {
    let sequence = node.children().find_map(ast::DeclSpecifierSeq::cast);
    let class = sequence.and_then(|sequence| sequence.class_specifier());
    class.is_some_and(|class| class.name().is_none())
        && node.parent().is_some_and(|parent| parent.kind() == SyntaxKind::MEMBER_LIST)
}
