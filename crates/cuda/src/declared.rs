//! The declarators of an item, each with what is said about it, and the walk that finds them.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{DeclKind, TypeExpr};
use asunder_mangle::model::Type;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextRange, TextSize, ast};

use crate::attributes::{Applied, applied_in};
use crate::check::Check;
use crate::{
    attributes, class_alone, grid_constant, kernels, launch, managed_uses, minor, overrides, redeclaration,
    variables,
};

/// What a declarator declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A function, at namespace, class or block scope.
    Function,
    /// A variable at namespace or block scope, or a static data member.
    Variable,
    /// A non-static data member.
    Field,
    /// A typedef name.
    Typedef,
    /// A function parameter.
    Parameter,
    /// A template parameter.
    TemplateParameter,
    /// Names for the parts of an object.
    StructuredBinding,
}

/// Where a declarator stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In a namespace.
    Namespace,
    /// In a class, also in a local one.
    Class,
    /// In a function body.
    Block,
}

/// A declarator.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    /// The init-declarator, function definition, parameter declaration, …
    pub(crate) node: SyntaxNode,
    /// The specifiers in front of it.
    pub(crate) specifiers: Option<ast::DeclSpecifierSeq>,
    pub(crate) declarator: ast::Declarator,
    pub(crate) kind: Kind,
    pub(crate) place: Place,
    /// CUDA's attributes for it, in the order in which they are applied: those of the declarator, then those of the
    /// specifiers.
    pub(crate) attributes: Vec<Applied>,
    /// Those that have no effect because the function is defaulted in its class.
    pub(crate) ignored: Vec<Applied>,
    /// Attributes of the specifiers that an earlier declarator of the declaration could not take.
    pub(crate) refused: Vec<TextRange>,
    /// Its declaration, outside function bodies.
    pub(crate) decl: Option<DeclRef>,
    /// Where its name stands; the declarator, when it has none.
    pub(crate) name: TextRange,
}

impl Declared {
    /// Whether a specifier keyword is there.
    pub(crate) fn has(&self, keyword: SyntaxKind) -> bool {
        self.specifiers.as_ref().is_some_and(|specifiers| specifiers.keyword(keyword).is_some())
    }

    /// Whether it is declared `volatile`, in any part.
    pub(crate) fn has_volatile(&self) -> bool {
        let is_volatile = |node: &SyntaxNode| {
            node.descendants_with_tokens().any(|token| token.kind() == SyntaxKind::VOLATILE_KW)
        };
        self.specifiers.as_ref().is_some_and(|it| is_volatile(it.syntax()))
            || is_volatile(self.declarator.syntax())
    }

    /// Where the declared name starts: the place of "@name" diagnostics.
    pub(crate) fn at_name(&self) -> TextSize {
        self.name.start()
    }

    /// The end of the declarator, where the reference enters the declared name into its scope.
    pub(crate) fn end(&self) -> TextSize {
        self.declarator.syntax().text_range().end()
    }

    /// Whether it is a function definition.
    pub(crate) fn is_definition(&self) -> bool {
        self.node.kind() == SyntaxKind::FUNCTION_DEF
    }
}

/// Walks over the item in the order of its text and puts every rule to what it is about.
pub(crate) fn examine(check: &Check<'_>) {
    let has_managed = check.unit.has_managed(check.db);
    for node in check.nodes() {
        match node.kind() {
            SyntaxKind::SIMPLE_DECL => simple(check, node),
            SyntaxKind::FUNCTION_DEF
            | SyntaxKind::PARAM_DECL
            | SyntaxKind::NON_TYPE_PARAM
            | SyntaxKind::CONDITION_DECL
            | SyntaxKind::RANGE_DECL => single(check, node),
            SyntaxKind::LAMBDA_EXPR => grid_constant::lambda(check, node),
            SyntaxKind::DECLTYPE_TYPE if has_managed => managed_uses::decltype(check, node),
            SyntaxKind::PLACEHOLDER_TYPE if has_managed => managed_uses::decltype_auto(check, node),
            SyntaxKind::GNU_ATTRIBUTES | SyntaxKind::STD_ATTRIBUTES => attributes::group(check, node),
            _ => {}
        }
    }
}

/// Puts the rules on declarators to one.
fn declared(check: &Check<'_>, declared: &Declared) {
    attributes::declared(check, declared);
    launch::declared(check, declared);
    kernels::declared(check, declared);
    variables::declared(check, declared);
    grid_constant::declared(check, declared);
    minor::declared(check, declared);
    redeclaration::declared(check, declared);
    overrides::declared(check, declared);
}

/// A declarator with what is written about it.
struct Parts {
    node: SyntaxNode,
    specifiers: Option<ast::DeclSpecifierSeq>,
    declarator: ast::Declarator,
    attributes: Vec<Applied>,
}

/// A simple declaration: each of its declarators.
fn simple(check: &Check<'_>, node: &SyntaxNode) {
    let Some(simple) = ast::SimpleDecl::cast(node.clone()) else { return };
    let parts = parts_of_simple(&simple);
    if parts.is_empty()
        && let Some(sequence) = simple.decl_specifier_seq()
    {
        match simple.init_declarators().next() {
            Some(_) => attributes::unnamed(check, node, &applied_in(sequence.syntax())),
            None => class_alone::examine(check, node, &sequence),
        }
    }
    let mut refused: Vec<TextRange> = Vec::new();
    for parts in parts {
        let record = Declared { refused: refused.clone(), ..record(check, parts) };
        declared(check, &record);
        let more = record.attributes.iter().filter(|it| attributes::refuses(record.kind, it));
        refused.extend(more.map(|attribute| attribute.name));
    }
}

/// A construct with one declarator.
fn single(check: &Check<'_>, node: &SyntaxNode) {
    let is_parameter = matches!(node.kind(), SyntaxKind::PARAM_DECL | SyntaxKind::NON_TYPE_PARAM);
    match parts_of_single(node) {
        Some(parts) if is_parameter && parts.attributes.is_empty() => {}
        Some(parts) => declared(check, &record(check, parts)),
        None => {
            let sequence = node.children().find_map(ast::DeclSpecifierSeq::cast);
            let attributes = sequence.map(|sequence| applied_in(sequence.syntax())).unwrap_or_default();
            attributes::unnamed(check, node, &attributes);
        }
    }
}

fn parts_of_simple(simple: &ast::SimpleDecl) -> Vec<Parts> {
    let specifiers = simple.decl_specifier_seq();
    let shared = specifiers.as_ref().map(|sequence| applied_in(sequence.syntax())).unwrap_or_default();
    let mut all: Vec<Parts> = Vec::new();
    for init in simple.init_declarators() {
        let Some(declarator) = init.declarator() else { continue };
        let mut attributes = applied_in(init.syntax());
        attributes.extend(applied_to(&declarator));
        attributes.sort_by_key(|attribute| attribute.name.start());
        attributes.extend(shared.iter().cloned());
        let (node, specifiers) = (init.syntax().clone(), specifiers.clone());
        all.push(Parts { node, specifiers, declarator, attributes });
    }
    all
}

fn parts_of_single(node: &SyntaxNode) -> Option<Parts> {
    let specifiers = node.children().find_map(ast::DeclSpecifierSeq::cast);
    let declarator = node.children().find_map(ast::Declarator::cast)?;
    let mut attributes = applied_to(&declarator);
    attributes.extend(specifiers.as_ref().map(|it| applied_in(it.syntax())).unwrap_or_default());
    Some(Parts { node: node.clone(), specifiers, declarator, attributes })
}

/// The declarator of a declaration of any item of the unit.
pub(crate) fn declarator_of(check: &Check<'_>, decl: DeclRef) -> Option<ast::Declarator> {
    let (root, range) = check.node_of(decl)?;
    definition_at(&root, range)?.children().find_map(ast::Declarator::cast)
}

/// CUDA's attributes of a declaration of any item of the unit.
pub(crate) fn attributes_of(check: &Check<'_>, decl: DeclRef) -> Option<Vec<Applied>> {
    let (root, range) = check.node_of(decl)?;
    let node = definition_at(&root, range)?;
    match node.kind() {
        SyntaxKind::FUNCTION_DEF => Some(parts_of_single(&node)?.attributes),
        _ => {
            let simple = ast::SimpleDecl::cast(node.parent()?)?;
            parts_of_simple(&simple)
                .into_iter()
                .find(|parts| parts.node == node)
                .map(|parts| parts.attributes)
        }
    }
}

/// The init-declarator or function definition that covers just `range`.
pub(crate) fn definition_at(root: &SyntaxNode, range: TextRange) -> Option<SyntaxNode> {
    let covered = root.covering_element(range);
    let node = covered.as_node().cloned().or_else(|| covered.parent())?;
    node.ancestors().find(|node| {
        node.text_range() == range
            && matches!(node.kind(), SyntaxKind::INIT_DECLARATOR | SyntaxKind::FUNCTION_DEF)
    })
}

/// The variables and structured bindings that the item declares in blocks.
pub(crate) fn variables_of_blocks(check: &Check<'_>) -> Vec<Declared> {
    let in_blocks = check.root.descendants().filter_map(ast::SimpleDecl::cast);
    let in_blocks = in_blocks.filter(|simple| place_of(simple.syntax()) == Place::Block);
    let parts = in_blocks.flat_map(|simple| parts_of_simple(&simple));
    parts.map(|parts| record(check, parts)).filter(|it| it.kind != Kind::Typedef).collect()
}

/// The record of a function definition of this item.
pub(crate) fn of_node(check: &Check<'_>, function: &SyntaxNode) -> Option<Declared> {
    Some(record(check, parts_of_single(function)?))
}

fn record(check: &Check<'_>, parts: Parts) -> Declared {
    let Parts { node, specifiers, declarator, mut attributes } = parts;
    let name = declarator.declared_name();
    let name = name.as_ref().map_or(declarator.syntax().text_range(), own_name);
    let place = place_of(&node);
    let overrides = || match check.decl_named(name) {
        Some(decl) => check.names().overridden(decl).map(|overridden| !overridden.is_empty()),
        None => None,
    };
    let ignored = attributes::split_ignored(&node, specifiers.as_ref(), overrides, &mut attributes);
    let mut record = Declared {
        node,
        specifiers,
        kind: Kind::Variable,
        place,
        attributes,
        ignored,
        refused: Vec::new(),
        decl: if place == Place::Block { None } else { check.decl_named(name) },
        name,
        declarator,
    };
    record.kind = kind_of(check, &record);
    record
}

/// The last part of a possibly qualified name.
fn own_name(name: &ast::Name) -> TextRange {
    match name.last_segment() {
        Some(ast::Segment::Ident(token)) => token.text_range(),
        Some(ast::Segment::Node(node)) => node.syntax().text_range(),
        None => name.syntax().text_range(),
    }
}

fn kind_of(check: &Check<'_>, declared: &Declared) -> Kind {
    match declared.node.kind() {
        SyntaxKind::PARAM_DECL => return parameter_kind(&declared.node),
        SyntaxKind::NON_TYPE_PARAM => return Kind::TemplateParameter,
        _ => {}
    }
    if declared.has(SyntaxKind::TYPEDEF_KW) {
        return Kind::Typedef;
    }
    if declared.declarator.innermost().structured_binding().is_some() {
        return Kind::StructuredBinding;
    }
    if declares_function(check, declared) {
        return Kind::Function;
    }
    let is_static = declared.has(SyntaxKind::STATIC_KW);
    if declared.place == Place::Class && !is_static { Kind::Field } else { Kind::Variable }
}

/// The parameter of a `catch` is a variable.
fn parameter_kind(node: &SyntaxNode) -> Kind {
    match node.parent().map(|parent| parent.kind()) {
        Some(SyntaxKind::HANDLER) => Kind::Variable,
        _ => Kind::Parameter,
    }
}

/// Whether the declarator declares a function, also through a typedef of a function type.
fn declares_function(check: &Check<'_>, declared: &Declared) -> bool {
    if declared.node.kind() == SyntaxKind::FUNCTION_DEF {
        return true;
    }
    match declared.decl.map(|decl| &check.decl(decl).kind) {
        Some(DeclKind::Function { .. }) => true,
        Some(DeclKind::Variable { ty: TypeExpr::Name(..), .. }) => {
            let only_for_functions =
                |attribute: &Applied| !attribute.known.applies_to(Kind::Variable) && attribute.is_valid();
            let surely = || {
                let ty = declared.decl.and_then(|decl| check.names().type_of_variable(decl));
                ty.is_some_and(|ty| matches!(*ty, Type::Function(_)))
            };
            if declared.attributes.iter().any(only_for_functions) {
                may_be_function(check, declared)
            } else {
                !declared.attributes.is_empty() && surely()
            }
        }
        Some(DeclKind::Variable { .. }) => false,
        // `__shared__ T x(u);` is not a function, whatever `u` is.
        _ => {
            let only_for_variables = |attribute: &Applied| {
                attribute.is_valid()
                    && attribute.known.applies_to(Kind::Variable)
                    && !attribute.known.applies_to(Kind::Function)
            };
            let is_ambiguous = declared
                .declarator
                .suffixes()
                .any(|suffix| matches!(suffix, ast::DeclaratorSuffix::AmbiguousSuffix(_)));
            declared.declarator.function().is_some()
                && !(is_ambiguous && declared.attributes.iter().any(only_for_variables))
        }
    }
}

/// Whether the declared type, a name, is that of a function, or not known.
fn may_be_function(check: &Check<'_>, declared: &Declared) -> bool {
    let ty = declared.decl.and_then(|decl| check.names().type_of_variable(decl));
    ty.is_none_or(|ty| matches!(*ty, Type::Function(_) | Type::Unknown))
}

fn place_of(node: &SyntaxNode) -> Place {
    for outer in node.ancestors().skip(1) {
        match outer.kind() {
            SyntaxKind::COMPOUND_STMT | SyntaxKind::LAMBDA_EXPR | SyntaxKind::HANDLER => return Place::Block,
            SyntaxKind::MEMBER_LIST => return Place::Class,
            _ => {}
        }
    }
    Place::Namespace
}

/// The attributes of a declarator that are about what it declares: behind its name, its parameters
/// or a pointer operator outside parentheses.
fn applied_to(declarator: &ast::Declarator) -> Vec<Applied> {
    let mut found = applied_in(declarator.syntax());
    for suffix in declarator.suffixes() {
        found.extend(applied_in(suffix.syntax()));
    }
    for operator in declarator.ptr_ops() {
        found.extend(applied_in(operator.syntax()));
    }
    if let Some(inner) = declarator.paren_declarator().and_then(|paren| paren.declarator()) {
        found.extend(applied_to(&inner));
    }
    found.sort_by_key(|attribute| attribute.name.start());
    found
}
