//! The declarators of an item, each with what is said about it, and the walk that finds them.

use asunder_decls::names::DeclRef;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextRange, TextSize, ast};

use crate::attributes::{Applied, applied_in};
use crate::check::Check;
use crate::{attributes, grid_constant, kernels, launch, overrides, redeclaration, variables};

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
    /// CUDA's attributes for it, in source order.
    pub(crate) attributes: Vec<Applied>,
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
    let root = check.root.clone();
    for node in root.descendants() {
        match node.kind() {
            SyntaxKind::SIMPLE_DECL => simple(check, &node),
            SyntaxKind::FUNCTION_DEF
            | SyntaxKind::PARAM_DECL
            | SyntaxKind::NON_TYPE_PARAM
            | SyntaxKind::CONDITION_DECL
            | SyntaxKind::RANGE_DECL => single(check, &node),
            SyntaxKind::GNU_ATTRIBUTES | SyntaxKind::STD_ATTRIBUTES => attributes::group(check, &node),
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
    redeclaration::declared(check, declared);
    overrides::declared(check, declared);
}

/// A simple declaration: each of its declarators.
fn simple(check: &Check<'_>, node: &SyntaxNode) {
    let Some(simple) = ast::SimpleDecl::cast(node.clone()) else { return };
    let sequence = simple.decl_specifier_seq();
    let shared = sequence.as_ref().map(|sequence| applied_in(sequence.syntax())).unwrap_or_default();
    let mut first = true;
    for init in simple.init_declarators() {
        let Some(declarator) = init.declarator() else { continue };
        let mut own = applied_in(init.syntax());
        if first {
            // Attributes in front of the first declarator stand among the specifiers.
            own.retain(|attribute| attribute.name.start() >= declarator.syntax().text_range().start());
        }
        first = false;
        own.extend(applied_to(&declarator));
        own.sort_by_key(|attribute| attribute.name.start());
        let attributes = shared.iter().cloned().chain(own).collect();
        declare(check, init.syntax(), sequence.clone(), declarator, attributes);
    }
    if first {
        attributes::without_declarator(check, node, &shared);
    }
}

/// A construct with one declarator.
fn single(check: &Check<'_>, node: &SyntaxNode) {
    let sequence = node.children().find_map(ast::DeclSpecifierSeq::cast);
    let mut attributes = sequence.as_ref().map(|it| applied_in(it.syntax())).unwrap_or_default();
    match node.children().find_map(ast::Declarator::cast) {
        Some(declarator) => {
            attributes.extend(applied_to(&declarator));
            declare(check, node, sequence, declarator, attributes);
        }
        None => attributes::unnamed(check, node, &attributes),
    }
}

fn declare(
    check: &Check<'_>,
    node: &SyntaxNode,
    specifiers: Option<ast::DeclSpecifierSeq>,
    declarator: ast::Declarator,
    attributes: Vec<Applied>,
) {
    let name = declarator.declared_name();
    let name = name.as_ref().map_or(declarator.syntax().text_range(), own_name);
    let place = place_of(node);
    let mut record = Declared {
        node: node.clone(),
        specifiers,
        kind: Kind::Variable,
        place,
        attributes,
        decl: if place == Place::Block { None } else { check.decl_named(name) },
        name,
        declarator,
    };
    record.kind = kind_of(check, &record);
    declared(check, &record);
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

/// Whether the declarator declares a function; a typedef of a function type needs lookup, and is
/// not seen here.
fn declares_function(check: &Check<'_>, declared: &Declared) -> bool {
    if declared.node.kind() == SyntaxKind::FUNCTION_DEF {
        return true;
    }
    match declared.decl.map(|decl| &check.decl(decl).kind) {
        Some(asunder_decls::written::DeclKind::Function { .. }) => true,
        Some(asunder_decls::written::DeclKind::Variable { .. }) => false,
        _ => declared.declarator.function().is_some(),
    }
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
    if let Some(inner) = declarator.paren_declarator().and_then(|paren| paren.declarator())
        && inner.ptr_ops().next().is_none()
    {
        found.extend(applied_in(inner.syntax()));
    }
    found.sort_by_key(|attribute| attribute.name.start());
    found
}
