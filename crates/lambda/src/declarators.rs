//! What declarators declare.

use asunder_syntax::ast::{Declarator, DeclaratorSuffix, FunctionSuffix, Name, Segment};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode};

use super::members::as_function_suffix;
use super::spelling::compact_spelling;

/// The declarator that holds the declared name, or the innermost one of an abstract declarator.
pub(super) fn innermost(declarator: &Declarator) -> Declarator {
    let mut current = declarator.clone();
    while let Some(inner) = current.paren_declarator().and_then(|it| it.declarator()) {
        current = inner;
    }
    current
}

/// The declared name.
pub(super) fn declared_name(declarator: &Declarator) -> Option<Name> {
    innermost(declarator).name()
}

/// The parameter list and what follows it, if a function is declared.
pub(super) fn function_suffix(declarator: &Declarator) -> Option<FunctionSuffix> {
    first_suffix(declarator).as_ref().and_then(as_function_suffix)
}

/// The suffix that applies to the declared name first: of the innermost declarator that has one, unless a
/// pointer operator comes before it.
fn first_suffix(declarator: &Declarator) -> Option<DeclaratorSuffix> {
    let mut chain = vec![declarator.clone()];
    while let Some(inner) = chain.last()?.paren_declarator().and_then(|it| it.declarator()) {
        chain.push(inner);
    }
    for level in chain.iter().rev() {
        if let Some(suffix) = level.suffixes().next() {
            return Some(suffix);
        }
        if level.ptr_ops().next().is_some() {
            return None;
        }
    }
    None
}

/// How a variable is a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    /// It is none.
    None,
    /// To an object.
    Object,
    /// To a function.
    Function,
}

/// Whether a declarator declares a reference.
pub(super) fn reference(declarator: &Declarator) -> Reference {
    let inner = innermost(declarator);
    let is_of_pointer = inner.ptr_ops().nth(1).is_some();
    let last = inner.ptr_ops().last().and_then(|it| it.op_token()).map(|token| token.kind());
    if !matches!(last, Some(SyntaxKind::AMP | SyntaxKind::AMP2)) || inner.suffixes().next().is_some() {
        return Reference::None;
    }
    let outer = inner.syntax().parent().and_then(|paren| paren.parent()).and_then(Declarator::cast);
    match outer.and_then(|outer| outer.suffixes().next()) {
        Some(suffix) if !is_of_pointer && as_function_suffix(&suffix).is_some() => Reference::Function,
        _ => Reference::Object,
    }
}

/// Whether a parameter declaration declares a pack.
pub(super) fn is_pack(parameter: &SyntaxNode) -> bool {
    let mut nodes = Some(parameter.clone());
    while let Some(node) = nodes {
        if node.children_with_tokens().any(|it| it.kind() == SyntaxKind::ELLIPSIS) {
            return true;
        }
        nodes = node
            .children()
            .find(|it| matches!(it.kind(), SyntaxKind::DECLARATOR | SyntaxKind::PAREN_DECLARATOR));
    }
    false
}

/// The parts of a qualified name: identifiers, template-ids without blanks.
pub(super) fn name_path(name: &Name) -> Vec<String> {
    let part = |segment: Segment| match segment {
        Segment::Ident(token) => token.text().to_owned(),
        Segment::Node(node) => compact_spelling(node.syntax()),
    };
    name.segments().map(part).collect()
}
