//! `auto` where no type may be deduced ([dcl.spec.auto.general]/6): in template arguments, aliases, casts and operands,
//! types of data members, parameters of pointers to functions; as the element of an array. `void` as a template parameter
//! ([temp.param]/7). `if consteval` in functions that run always, or never ([stmt.if]/4).
//!
//! The text decides: what the word belongs to, and how the declarator goes on.

use asunder_parser::Parse;
use asunder_syntax::SyntaxKind::*;
use asunder_syntax::{AstNode, NodeOrToken, Standard, SyntaxNode, SyntaxToken, ast};

use crate::finding::{Found, Mistake};
use crate::mistakes::Templates;

/// ""auto" is not allowed here".
const NOT_ALLOWED: u16 = 1598;
/// ""auto" type cannot appear in top-level array type".
const ELEMENT: u16 = 1589;

/// "a template parameter may not have void type".
const VOID_PARAMETER: u16 = 598;

/// ""if consteval" and "if not consteval" are meaningless in a non-constexpr function".
const ALWAYS_RUNS: u16 = 3206;
/// "already in consteval context".
const NEVER_RUNS: u16 = 3204;

/// The misplaced `auto`s, `void`s and `if consteval`s of an item.
pub(crate) fn of_item(tree: &Parse, standard: Standard, templates: Templates) -> Vec<Found> {
    let has_parameter = tree.kinds().contains(NON_TYPE_PARAM);
    let has_auto = tree.kinds().contains(AUTO_KW);
    let has_consteval = standard >= Standard::Cpp20 && tree.kinds().contains(CONSTEVAL_KW);
    if !has_parameter && !has_auto && !has_consteval {
        return Vec::new();
    }
    let root = tree.syntax();
    let mut found = Vec::new();
    if has_consteval {
        found.extend(root.descendants().filter(|it| it.kind() == IF_STMT).filter_map(|it| consteval_if(&it)));
    }
    if has_parameter {
        let parameters = root.descendants().filter(|it| it.kind() == NON_TYPE_PARAM && is_void(it));
        let starts = parameters.map(|parameter| parameter.text_range().start());
        found.extend(starts.map(|start| Found::at(Mistake::error(VOID_PARAMETER), start)));
    }
    // Before C++11 it says how long an object lives.
    if standard < Standard::Cpp11 || !has_auto {
        return found;
    }
    let tokens = root.descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let placeholders = tokens.filter(|token| token.kind() == AUTO_KW);
    let wrong = placeholders.filter_map(|token| {
        let number = mistake_of(&token, standard)?;
        let is_skipped = templates == Templates::Skipped && is_in_body_of_template(&token);
        (!is_skipped).then(|| Found::at(Mistake::error(number), token.text_range().start()))
    });
    found.extend(wrong);
    found
}

/// What is wrong with an `if consteval`. Lambdas are left out, which may be `constexpr` without saying so.
fn consteval_if(statement: &SyntaxNode) -> Option<Found> {
    let mut tokens = statement.children_with_tokens().filter_map(NodeOrToken::into_token);
    let mut words = tokens.by_ref().filter(|it| !it.kind().is_trivia()).skip(1);
    let first = words.next()?;
    let is_consteval = first.kind() == CONSTEVAL_KW
        || first.kind() == BANG && words.next().is_some_and(|it| it.kind() == CONSTEVAL_KW);
    let around = statement.ancestors().find(|it| matches!(it.kind(), LAMBDA_EXPR | FUNCTION_DEF));
    let function = around.filter(|_| is_consteval).and_then(ast::FunctionDef::cast)?;
    let specifiers = function.decl_specifier_seq();
    let says = |word| specifiers.as_ref().is_some_and(|it| it.keyword(word).is_some());
    let number = match (says(CONSTEXPR_KW), says(CONSTEVAL_KW)) {
        (_, true) => NEVER_RUNS,
        (true, _) => return None,
        (false, false) => ALWAYS_RUNS,
    };
    Some(Found::at(Mistake::new(number, Vec::new()), first.text_range().start()))
}

fn mistake_of(token: &SyntaxToken, standard: Standard) -> Option<u16> {
    let specifier = token.parent().filter(|it| matches!(it.kind(), KEYWORD_SPECIFIER | PLACEHOLDER_TYPE))?;
    let is_plain = specifier.children().next().is_none()
        && specifier.children_with_tokens().filter(|it| !it.kind().is_trivia()).count() == 1;
    let specifiers = specifier.parent().filter(|it| is_plain && it.kind() == DECL_SPECIFIER_SEQ)?;
    let owner = specifiers.parent()?;
    match owner.kind() {
        TYPE_ID => of_type_id(&owner, standard),
        SIMPLE_DECL => of_declaration(&owner, &specifiers),
        CONDITION_DECL | RANGE_DECL => is_array(declarator_of(&owner)).then_some(ELEMENT),
        PARAM_DECL => of_parameter(&owner),
        _ => None,
    }
}

fn of_type_id(ty: &SyntaxNode, standard: Standard) -> Option<u16> {
    let declarator = declarator_of(ty);
    if is_function(declarator.as_ref()) {
        return None;
    }
    let is_wrong = match ty.parent()?.kind() {
        TEMPLATE_ARG_LIST | TYPE_PACK | ALIAS_DECL | TYPE_PARAM | NAMED_CAST_EXPR | SIZEOF_EXPR
        | ALIGNOF_EXPR | TYPE_TRAIT_EXPR | ENUM_BASE => true,
        CAST_EXPR => standard < Standard::Cpp23,
        NEW_EXPR => return is_array(declarator).then_some(ELEMENT),
        _ => false,
    };
    let number = if is_array(declarator) { ELEMENT } else { NOT_ALLOWED };
    is_wrong.then_some(number)
}

fn of_declaration(declaration: &SyntaxNode, specifiers: &SyntaxNode) -> Option<u16> {
    let has = |kind| {
        let words = specifiers.children().filter(|it| it.kind() == KEYWORD_SPECIFIER);
        words.into_iter().any(|it| it.first_token().is_some_and(|token| token.kind() == kind))
    };
    let init = declaration.children().find_map(ast::InitDeclarator::cast)?;
    let declarator = init.declarator();
    if has(TYPEDEF_KW) {
        return match trailing_type(declarator.as_ref()) {
            true => None,
            false => Some(NOT_ALLOWED),
        };
    }
    if is_function(declarator.as_ref()) || has(FRIEND_KW) {
        return None;
    }
    let is_member = declaration.parent().is_some_and(|it| it.kind() == MEMBER_LIST);
    if is_member && !has(STATIC_KW) {
        return init.initializer().map(|_| NOT_ALLOWED);
    }
    is_array(declarator).then_some(ELEMENT)
}

/// A parameter of a handler, or of a type of functions that is not that of the function which is declared.
fn of_parameter(parameter: &SyntaxNode) -> Option<u16> {
    let list = parameter.parent()?;
    match list.kind() {
        HANDLER => return Some(NOT_ALLOWED),
        PARAM_LIST => {}
        _ => return None,
    }
    let suffix = list.parent()?;
    let declarator = suffix.parent().filter(|_| suffix.kind() == FUNCTION_SUFFIX)?;
    let declarator = ast::Declarator::cast(declarator)?;
    if declarator.name().is_some() {
        return None;
    }
    let is_of_pointer = match declarator.paren_declarator() {
        Some(inner) => inner.declarator().is_some_and(|inner| inner.ptr_ops().next().is_some()),
        None => matches!(declarator.syntax().parent()?.kind(), TYPE_ID | PARAM_DECL | NON_TYPE_PARAM),
    };
    is_of_pointer.then_some(NOT_ALLOWED)
}

/// Whether a parameter has the type `void`, qualified or not.
fn is_void(parameter: &SyntaxNode) -> bool {
    let Some(specifiers) = parameter.children().find(|it| it.kind() == DECL_SPECIFIER_SEQ) else {
        return false;
    };
    let words = specifiers.descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let mut words = words.filter(|it| !it.kind().is_trivia());
    let is_plain = declarator_of(parameter).is_none_or(|it| {
        it.ptr_ops().next().is_none() && it.suffixes().next().is_none() && it.paren_declarator().is_none()
    });
    is_plain && words.all(|it| matches!(it.kind(), VOID_KW | CONST_KW | VOLATILE_KW))
}

fn declarator_of(node: &SyntaxNode) -> Option<ast::Declarator> {
    node.children().find_map(ast::Declarator::cast)
}

/// Whether a declarator, or one in its parentheses, has parameters.
fn is_function(declarator: Option<&ast::Declarator>) -> bool {
    suffixes(declarator).iter().any(|it| !matches!(it, ast::DeclaratorSuffix::ArraySuffix(_)))
}

/// Whether a declarator says behind its parameters what the function returns.
fn trailing_type(declarator: Option<&ast::Declarator>) -> bool {
    suffixes(declarator).iter().any(|it| match it {
        ast::DeclaratorSuffix::FunctionSuffix(function) => function.trailing_return().is_some(),
        ast::DeclaratorSuffix::AmbiguousSuffix(_) => true,
        ast::DeclaratorSuffix::ArraySuffix(_) => false,
    })
}

/// The suffixes of a declarator and of those in its parentheses.
fn suffixes(declarator: Option<&ast::Declarator>) -> Vec<ast::DeclaratorSuffix> {
    let inner = |it: &ast::Declarator| it.paren_declarator().and_then(|inner| inner.declarator());
    std::iter::successors(declarator.cloned(), inner).flat_map(|it| it.suffixes()).collect()
}

/// Whether a declarator makes an array of what its specifiers say.
fn is_array(declarator: Option<ast::Declarator>) -> bool {
    let Some(declarator) = declarator else { return false };
    let is_array = |it| matches!(it, ast::DeclaratorSuffix::ArraySuffix(_));
    declarator.paren_declarator().is_none() && declarator.suffixes().next().is_some_and(is_array)
}

pub(crate) fn is_in_body_of_template(token: &SyntaxToken) -> bool {
    let mut around = token.parent_ancestors();
    around.by_ref().any(|it| matches!(it.kind(), COMPOUND_BODY | TRY_BODY))
        && around.any(|it| it.kind() == TEMPLATE_DECL)
}
