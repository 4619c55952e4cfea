//! What every emitter needs to know of declarators.

use asunder_syntax::ast::{
    DeclSpecifier, DeclSpecifierSeq, Declarator, DeclaratorSuffix, FunctionSuffix, Name, NameSegment,
    ParamDecl, Segment,
};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxKind::*, SyntaxNode};
use rowan::TextSize;

use super::attributes;

/// The declarator that holds the declared name, parentheses seen through: of `int (*f(int))[3]` that is
/// `*f(int)`.
pub(super) fn innermost(declarator: &Declarator) -> Declarator {
    let mut inner = declarator.clone();
    while let Some(next) = inner.paren_declarator().and_then(|it| it.declarator()) {
        inner = next;
    }
    inner
}

/// The declared name.
pub(super) fn name(declarator: &Declarator) -> Option<Name> {
    innermost(declarator).name()
}

/// Where the declared identifier starts, behind its qualifiers.
pub(super) fn declared_at(declarator: &Declarator) -> Option<TextSize> {
    Some(name(declarator)?.last_segment()?.ident()?.text_range().start())
}

/// The declared name's text when it is one identifier.
pub(super) fn identifier(declarator: &Declarator) -> Option<String> {
    Some(name(declarator)?.as_ident()?.text().to_owned())
}

/// The parameter list of the declared function: the first suffix that applies to the name.
pub(super) fn function_suffix(declarator: &Declarator) -> Option<FunctionSuffix> {
    let mut inner = innermost(declarator);
    loop {
        if let Some(suffix) = inner.suffixes().next() {
            return match suffix {
                DeclaratorSuffix::FunctionSuffix(it) => Some(it),
                DeclaratorSuffix::AmbiguousSuffix(it) => it.function_suffix(),
                DeclaratorSuffix::ArraySuffix(_) => None,
            };
        }
        if inner.ptr_ops().next().is_some() {
            return None;
        }
        inner = Declarator::cast(inner.syntax().parent()?.parent()?)?;
    }
}

/// Whether the declarator declares a function.
pub(super) fn is_function(declarator: &Declarator) -> bool {
    name(declarator).is_some() && function_suffix(declarator).is_some()
}

/// The parameters of a function declarator.
pub(super) fn parameters(declarator: &Declarator) -> Vec<ParamDecl> {
    let list = function_suffix(declarator).and_then(|it| it.param_list());
    list.map(|it| it.param_decls().collect()).unwrap_or_default()
}

/// The name of a parameter.
pub(super) fn parameter_name(parameter: &ParamDecl) -> Option<String> {
    identifier(&parameter.declarator()?)
}

/// Whether a parameter is a pack.
pub(super) fn is_pack(parameter: &ParamDecl) -> bool {
    parameter.declarator().is_some_and(|it| innermost(&it).ellipsis_token().is_some())
}

/// Where the name of a parameter stands, or would stand if it had one.
pub(super) fn name_position(parameter: &ParamDecl) -> TextSize {
    let Some(declarator) = parameter.declarator() else {
        let specifiers = parameter.decl_specifier_seq().map(|it| it.syntax().text_range().end());
        return specifiers.unwrap_or_else(|| parameter.syntax().text_range().start());
    };
    let inner = innermost(&declarator);
    if let Some(name) = inner.name() {
        return name.syntax().text_range().start();
    }
    if let Some(ellipsis) = inner.ellipsis_token() {
        return ellipsis.text_range().end();
    }
    match inner.ptr_ops().last() {
        Some(operator) => operator.syntax().text_range().end(),
        None => inner.syntax().text_range().start(),
    }
}

/// A name is a constructor's or destructor's when its declaration has no type.
pub(super) fn is_constructor_or_destructor(
    specifiers: Option<&DeclSpecifierSeq>,
    declarator: &Declarator,
) -> bool {
    let has_type =
        specifiers.is_some_and(|it| it.decl_specifiers().any(|it| matches!(it, DeclSpecifier::Type(_))));
    if has_type {
        return false;
    }
    match name(declarator).and_then(|it| it.last_segment()) {
        Some(Segment::Ident(_)) => true,
        Some(Segment::Node(segment)) => {
            matches!(segment, NameSegment::DestructorId(_) | NameSegment::TemplateId(_))
        }
        None => false,
    }
}

/// Whether the keyword is among the specifiers.
pub(super) fn has_keyword(specifiers: Option<&DeclSpecifierSeq>, keyword: SyntaxKind) -> bool {
    specifiers.is_some_and(|it| it.keyword(keyword).is_some())
}

/// Whether what the declarator declares is a reference.
pub(super) fn is_reference(declarator: &Declarator) -> bool {
    let operator = innermost(declarator).ptr_ops().last().and_then(|it| it.op_token());
    operator.is_some_and(|it| matches!(it.kind(), AMP | AMP2))
}

/// Whether the declared type is constant, as far as written here: typedefs are not looked through.
pub(super) fn is_constant(specifiers: Option<&DeclSpecifierSeq>, declarator: &Declarator) -> bool {
    let inner = innermost(declarator);
    if has_keyword(specifiers, CONSTEXPR_KW) && !is_reference(declarator) {
        return true;
    }
    match inner.ptr_ops().last() {
        Some(operator) => {
            operator.qualifiers().any(|it| it.keyword().is_some_and(|it| it.kind() == CONST_KW))
        }
        None => {
            let is_plain = inner.syntax() == declarator.syntax() || declarator.ptr_ops().next().is_none();
            is_plain && has_keyword(specifiers, CONST_KW)
        }
    }
}

/// The specifiers that are part of the type, on one line; `None` if they define it.
pub(super) fn type_specifiers(specifiers: &DeclSpecifierSeq) -> Option<String> {
    let mut text = String::new();
    for specifier in specifiers.decl_specifiers() {
        let is_of_type = match &specifier {
            DeclSpecifier::Type(_) => true,
            DeclSpecifier::KeywordSpecifier(it) => {
                it.keyword().is_some_and(|it| matches!(it.kind(), CONST_KW | VOLATILE_KW))
            }
            _ => false,
        };
        if matches!(specifier.syntax().kind(), CLASS_SPECIFIER | ENUM_SPECIFIER) {
            return None;
        }
        if is_of_type {
            text.push_str(&flat_text(specifier.syntax(), attributes::is_cuda));
            text.push(' ');
        }
    }
    Some(text)
}

/// Where tool-made attributes and specifiers go: before the specifiers, after leading attributes and
/// `alignas`. `declaration` is the declaration without template headers.
pub(super) fn attribute_position(
    declaration: &SyntaxNode,
    specifiers: Option<&DeclSpecifierSeq>,
) -> TextSize {
    let Some(specifiers) = specifiers else { return declaration.text_range().start() };
    let is_leading = |kind| matches!(kind, STD_ATTRIBUTES | GNU_ATTRIBUTES | ALIGNAS_SPECIFIER);
    match specifiers.syntax().children().find(|child| !is_leading(child.kind())) {
        Some(first) => first.text_range().start(),
        None => specifiers.syntax().text_range().end(),
    }
}

/// The text of `node` on one line: tokens with single blanks where trivia stood, without the subtrees that
/// `skip` names.
pub(super) fn flat_text(node: &SyntaxNode, skip: impl Fn(&SyntaxNode) -> bool) -> String {
    let mut out = String::new();
    let mut walk = node.preorder_with_tokens();
    while let Some(event) = walk.next() {
        let asunder_syntax::WalkEvent::Enter(element) = event else { continue };
        match element {
            rowan::NodeOrToken::Node(inner) => {
                if skip(&inner) {
                    walk.skip_subtree();
                }
            }
            rowan::NodeOrToken::Token(token) => {
                if !token.kind().is_trivia() {
                    out.push_str(token.text());
                } else if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
        }
    }
    out.truncate(out.trim_end().len());
    out
}
