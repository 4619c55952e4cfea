//! Trailing return types of `__device__` lambdas (spec page 4 b.5).

use std::collections::HashMap;

use asunder_syntax::ast::{
    DeclSpecifier, DeclSpecifierSeq, Declarator, Expr, Initializer, LambdaExpr, ParamDecl, ReturnStmt,
    SimpleDecl, Type, TypeId,
};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, WalkEvent};

use super::declarators::declared_name;
use super::members::mentions;
use super::spelling::{Spelling, compact_spelling, spelling};

/// The return type that the host can know: one that is written and names no parameter of the lambda.
///
/// A placeholder stands for the type of the first returned operand, which is written with `decltype`, or, where the
/// operand needs what only the body declares and that has no simple type, as it is.
pub(super) fn preserved_return(lambda: &LambdaExpr) -> Option<String> {
    let declarator = lambda.lambda_declarator()?;
    let written = declarator.trailing_return()?.type_id()?;
    let parameters: Vec<ParamDecl> =
        declarator.param_list().into_iter().flat_map(|it| it.param_decls()).collect();
    let names: Vec<String> = parameters
        .iter()
        .filter_map(|it| declared_name(&it.declarator()?))
        .map(|it| compact_spelling(it.syntax()))
        .collect();
    if mentions(written.syntax(), &names) {
        return None;
    }
    let deduced = placeholder(&written).and_then(|form| deduced_return(lambda, &parameters, form));
    Some(deduced.unwrap_or_else(|| spelling(written.syntax())))
}

/// A return type that is deduced from the body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Placeholder {
    /// `auto`
    Auto,
    /// `decltype(auto)`
    DecltypeAuto,
}

fn placeholder(written: &TypeId) -> Option<Placeholder> {
    match compact_spelling(written.syntax()).as_str() {
        "auto" => Some(Placeholder::Auto),
        "decltype(auto)" | "__decltype(auto)" => Some(Placeholder::DecltypeAuto),
        _ => None,
    }
}

/// The type deduced for a placeholder, as a type that the host compiler finds.
fn deduced_return(lambda: &LambdaExpr, parameters: &[ParamDecl], form: Placeholder) -> Option<String> {
    let body = lambda.body()?;
    let returned = first_return(body.syntax()).and_then(|it| it.expr());
    let Some(operand) = returned else { return Some("void".to_owned()) };
    let locals = Locals::of(parameters, body.syntax());
    let text = locals.operand(operand.syntax(), MAX_NESTED_INITIALIZERS)?;
    match form {
        Placeholder::Auto => Some(decayed(&text)),
        Placeholder::DecltypeAuto => is_value(&operand).then(|| format!("decltype({text})")),
    }
}

/// The type of an `auto` variable with this initializer.
fn decayed(operand: &str) -> String {
    format!("typename ::std::decay<decltype({operand})>::type")
}

/// Whether the operand is not an lvalue of the body, where captured variables are const.
fn is_value(operand: &Expr) -> bool {
    matches!(operand, Expr::Literal(_) | Expr::BinaryExpr(_) | Expr::CallExpr(_) | Expr::CastExpr(_))
}

/// The first return statement of the body itself.
fn first_return(body: &SyntaxNode) -> Option<ReturnStmt> {
    own_nodes(body).find_map(ReturnStmt::cast)
}

/// The nodes of a body without those of nested lambdas and classes.
fn own_nodes(body: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> {
    let mut walk = body.preorder();
    std::iter::from_fn(move || {
        loop {
            let WalkEvent::Enter(node) = walk.next()? else { continue };
            if matches!(node.kind(), SyntaxKind::LAMBDA_EXPR | SyntaxKind::CLASS_SPECIFIER) {
                walk.skip_subtree();
            } else {
                return Some(node);
            }
        }
    })
}

/// How many initializers of `auto` variables are followed.
const MAX_NESTED_INITIALIZERS: u32 = 8;

/// Names that mean something in the body only.
struct Locals {
    /// `None` for names that are declared twice or in a way that has no simple type.
    types: HashMap<String, Option<LocalType>>,
}

enum LocalType {
    Written(String),
    Initializer(SyntaxNode),
}

impl Locals {
    fn of(parameters: &[ParamDecl], body: &SyntaxNode) -> Locals {
        let mut locals = Locals { types: HashMap::new() };
        for parameter in parameters {
            let specifiers = parameter.decl_specifier_seq();
            locals.declare(specifiers.as_ref(), parameter.declarator().as_ref(), None);
        }
        for node in own_nodes(body) {
            match node.kind() {
                SyntaxKind::SIMPLE_DECL => {
                    let Some(declaration) = SimpleDecl::cast(node) else { continue };
                    let specifiers = declaration.decl_specifier_seq();
                    for init in declaration.init_declarators() {
                        locals.declare(specifiers.as_ref(), init.declarator().as_ref(), init.initializer());
                    }
                }
                SyntaxKind::RANGE_DECL | SyntaxKind::CONDITION_DECL | SyntaxKind::HANDLER => {
                    let names = node.descendants().filter_map(Declarator::cast);
                    for name in names.filter_map(|it| declared_name(&it)) {
                        locals.types.insert(compact_spelling(name.syntax()), None);
                    }
                }
                _ => {}
            }
        }
        locals
    }

    fn declare(
        &mut self,
        specifiers: Option<&DeclSpecifierSeq>,
        declarator: Option<&Declarator>,
        initializer: Option<Initializer>,
    ) {
        let Some(declarator) = declarator else { return };
        let bindings = declarator.structured_binding().into_iter().flat_map(|it| it.bindings());
        for name in bindings.filter_map(|it| it.ident_token()) {
            self.types.insert(name.text().to_owned(), None);
        }
        let Some(name) = declared_name(declarator) else { return };
        let name = compact_spelling(name.syntax());
        let known = specifiers.and_then(|it| local_type(it, declarator, initializer));
        let is_new = !self.types.contains_key(&name);
        self.types.insert(name, known.filter(|_| is_new));
    }

    /// The operand with the body's own names replaced by values of their types.
    fn operand(&self, operand: &SyntaxNode, depth: u32) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        let unknown = std::cell::Cell::new(false);
        let replace = |node: &SyntaxNode| -> Option<String> {
            // The address of a captured variable is that of a const copy.
            let is_address = node.kind() == SyntaxKind::PREFIX_EXPR
                && node.first_token().is_some_and(|it| it.kind() == SyntaxKind::AMP);
            if is_address || matches!(node.kind(), SyntaxKind::LAMBDA_EXPR | SyntaxKind::STMT_EXPR) {
                unknown.set(true);
            }
            if node.kind() != SyntaxKind::NAME || node.parent()?.kind() == SyntaxKind::MEMBER_EXPR {
                return None;
            }
            let known = self.types.get(&compact_spelling(node))?;
            let value_type = match known {
                Some(LocalType::Written(text)) => Some(text.clone()),
                Some(LocalType::Initializer(initializer)) => {
                    self.operand(initializer, depth).map(|text| decayed(&text))
                }
                None => None,
            };
            if value_type.is_none() {
                unknown.set(true);
            }
            Some(format!("::std::declval<{}&>()", value_type?))
        };
        let mut text = Spelling::default();
        text.node(operand, &replace);
        (!unknown.get()).then(|| text.finish())
    }
}

/// Whether a specifier is part of the type.
fn is_of_type(specifier: &DeclSpecifier) -> bool {
    match specifier {
        DeclSpecifier::Type(_) => true,
        DeclSpecifier::KeywordSpecifier(it) => {
            it.keyword().is_some_and(|it| matches!(it.kind(), SyntaxKind::CONST_KW | SyntaxKind::VOLATILE_KW))
        }
        _ => false,
    }
}

/// The type of a variable declared without array, function or parenthesised declarator.
fn local_type(
    specifiers: &DeclSpecifierSeq,
    declarator: &Declarator,
    initializer: Option<Initializer>,
) -> Option<LocalType> {
    let is_simple = declarator.paren_declarator().is_none() && declarator.suffixes().next().is_none();
    if !is_simple || specifiers.class_specifier().is_some() {
        return None;
    }
    let is_auto = specifiers.decl_specifiers().any(|it| match it {
        DeclSpecifier::Type(Type::PlaceholderType(_)) => true,
        DeclSpecifier::KeywordSpecifier(it) => {
            it.keyword().is_some_and(|it| it.kind() == SyntaxKind::AUTO_KW)
        }
        _ => false,
    });
    if is_auto {
        let Some(Initializer::EqInitializer(initializer)) = initializer else { return None };
        let is_plain = declarator.ptr_ops().next().is_none();
        return is_plain.then_some(LocalType::Initializer(initializer.expr()?.syntax().clone()));
    }
    let mut text = Spelling::default();
    for specifier in specifiers.decl_specifiers().filter(is_of_type) {
        text.separate();
        text.push(&spelling(specifier.syntax()));
    }
    for pointer in declarator.ptr_ops() {
        text.separate();
        text.push(&spelling(pointer.syntax()));
    }
    Some(LocalType::Written(text.finish()))
}
