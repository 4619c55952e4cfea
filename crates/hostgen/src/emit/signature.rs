//! Parameter types as written, to distinguish overloads without lookup.

use asunder_syntax::ast::{Declarator, FunctionDef, ParamDecl, SimpleDecl};
use asunder_syntax::{AstNode, SyntaxKind::*, SyntaxNode};

use super::declarators;

/// The parameter types of the first function that an item declares: tokens of each parameter without its
/// name and default argument. Equal texts in one scope and for one name mean one function.
pub fn signature(root: &SyntaxNode) -> Option<String> {
    Some(signature_of(&declared_function(root)?))
}

/// The declarator of the first function that an item declares, if that comes first.
fn declared_function(root: &SyntaxNode) -> Option<Declarator> {
    let declarator = root.descendants().find_map(|node| match node.kind() {
        FUNCTION_DEF => FunctionDef::cast(node)?.declarator(),
        SIMPLE_DECL => SimpleDecl::cast(node)?.init_declarators().next()?.declarator(),
        _ => None,
    });
    declarator.filter(declarators::is_function)
}

/// An explicit specialization of a kernel, distinguished from others by what syntax shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpecializedKernel {
    /// The unqualified name of the template.
    pub name: String,
    /// Parameter types as [`signature`] writes them.
    signature: String,
}

/// The explicit specialization of a kernel that an item declares.
pub fn specialized_kernel(root: &SyntaxNode) -> Option<SpecializedKernel> {
    let is_specialization = root.children().any(|it| it.kind() == EXPLICIT_SPECIALIZATION)
        || root.kind() == EXPLICIT_SPECIALIZATION;
    let declarator = declared_function(root).filter(|_| is_specialization)?;
    let name = declarators::name(&declarator)?.last_segment()?.ident()?.text().to_owned();
    Some(SpecializedKernel { name, signature: signature_of(&declarator) })
}

fn signature_of(declarator: &Declarator) -> String {
    let parameters = declarators::parameters(declarator);
    let types: Vec<String> = parameters.iter().map(parameter_type).collect();
    if types == ["void"] { String::new() } else { types.join(",") }
}

fn parameter_type(parameter: &ParamDecl) -> String {
    let name = parameter.declarator().and_then(|it| declarators::name(&it)).map(|it| it.syntax().clone());
    let end =
        parameter.eq_token().map_or(parameter.syntax().text_range().end(), |it| it.text_range().start());
    let tokens = parameter.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
    let is_part = |token: &asunder_syntax::SyntaxToken| {
        !token.kind().is_trivia()
            && token.text_range().start() < end
            && name.as_ref().is_none_or(|name| !name.text_range().contains_range(token.text_range()))
    };
    let words: Vec<String> = tokens.filter(is_part).map(|token| token.text().to_owned()).collect();
    words.join(" ")
}
