//! Device symbols that an item declares, and the names that its host half uses.

use asunder_outline::{CudaAttribute, CudaAttributes};
use asunder_syntax::ast::{Declarator, FunctionDef, Name, SimpleDecl};
use asunder_syntax::{AstNode, SyntaxKind::*, SyntaxNode, WalkEvent};
use rowan::TextSize;

use super::declarators::{self, has_keyword};
use super::local_names::LocalNames;
use super::{Scope, attributes, kernels, uses};

/// What the CUDA runtime calls a device symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SymbolKind {
    /// A kernel.
    Kernel,
    /// A `__device__` or `__managed__` variable.
    Device,
    /// A `__constant__` variable.
    Constant,
}

/// A device symbol as one declaration shows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DeclaredSymbol {
    /// What it is.
    pub kind: SymbolKind,
    /// Its unqualified name.
    pub name: String,
    /// The declaration makes it internal: `static`, or constant without `extern`.
    pub internal: bool,
    /// `extern "C"` directly before the declaration.
    pub c_linkage: bool,
    /// It is a template.
    pub template: bool,
    /// The namespaces that a definition outside of its own names.
    pub qualifier: Vec<String>,
}

/// The device symbols of namespaces that an item declares, in blocks too. Specializations and instantiations declare none of
/// their own.
pub fn device_symbols(root: &SyntaxNode) -> Vec<DeclaredSymbol> {
    let mut symbols = Vec::new();
    for node in root.descendants() {
        match node.kind() {
            FUNCTION_DEF => symbols.extend(FunctionDef::cast(node).and_then(|it| kernel(&it))),
            SIMPLE_DECL => {
                if let Some(declaration) = SimpleDecl::cast(node).filter(declares_namespace_members) {
                    declared_symbols(&declaration, &mut symbols);
                }
            }
            _ => {}
        }
    }
    symbols
}

/// Whether a declaration declares members of a namespace: in a block those that say `extern`, and functions.
fn declares_namespace_members(declaration: &SimpleDecl) -> bool {
    let scope = Scope::of(declaration.syntax());
    if !scope.local {
        return !scope.member;
    }
    let mut declarators = declaration.init_declarators().map(|it| it.declarator());
    has_keyword(declaration.decl_specifier_seq().as_ref(), EXTERN_KW)
        || declarators.all(|it| it.is_some_and(|it| declarators::is_function(&it)))
}

fn kernel(definition: &FunctionDef) -> Option<DeclaredSymbol> {
    let declarator = definition.declarator()?;
    let specifiers = definition.decl_specifier_seq();
    let attributes = specifiers.as_ref().map(attributes::of_specifiers).unwrap_or_default()
        | attributes::of_declarator(&declarator);
    let scope = Scope::of(definition.syntax());
    if !attributes.contains(CudaAttribute::Global) || scope.specialization || scope.member {
        return None;
    }
    Some(DeclaredSymbol {
        kind: SymbolKind::Kernel,
        name: last_identifier(&declarators::name(&declarator)?)?,
        internal: has_keyword(specifiers.as_ref(), STATIC_KW),
        c_linkage: scope.linkage_prefix,
        template: kernels::is_kernel_template(&declarator, &scope),
        qualifier: qualifier(&declarator),
    })
}

fn declared_symbols(declaration: &SimpleDecl, symbols: &mut Vec<DeclaredSymbol>) {
    let scope = Scope::of(declaration.syntax());
    if scope.specialization || scope.instantiation {
        return;
    }
    let specifiers = declaration.decl_specifier_seq();
    let shared = specifiers.as_ref().map(attributes::of_specifiers).unwrap_or_default();
    let keyword = |kind| has_keyword(specifiers.as_ref(), kind);
    for init in declaration.init_declarators() {
        let Some(declarator) = init.declarator() else { continue };
        let attributes = shared | attributes::of_init_declarator(&init);
        let Some(kind) = symbol_kind(attributes, declarators::is_function(&declarator)) else { continue };
        let Some(name) = declarators::name(&declarator).and_then(|it| last_identifier(&it)) else { continue };
        let is_constant =
            kind != SymbolKind::Kernel && declarators::is_constant(specifiers.as_ref(), &declarator);
        symbols.push(DeclaredSymbol {
            kind,
            name,
            internal: keyword(STATIC_KW)
                || (is_constant && !keyword(EXTERN_KW) && !keyword(VOLATILE_KW) && !scope.is_template()),
            c_linkage: scope.linkage_prefix,
            template: scope.is_template()
                || kind == SymbolKind::Kernel && kernels::is_kernel_template(&declarator, &scope),
            qualifier: qualifier(&declarator),
        });
    }
}

fn symbol_kind(attributes: CudaAttributes, is_function: bool) -> Option<SymbolKind> {
    if is_function {
        // Kernels for tiles are not listed.
        return attributes.contains(CudaAttribute::Global).then_some(SymbolKind::Kernel);
    }
    let is_device = [CudaAttribute::Managed, CudaAttribute::Device, CudaAttribute::Tile];
    if attributes.contains(CudaAttribute::Constant) {
        Some(SymbolKind::Constant)
    } else if is_device.into_iter().any(|space| attributes.contains(space)) {
        (!attributes.contains(CudaAttribute::Shared)).then_some(SymbolKind::Device)
    } else {
        None
    }
}

/// The identifiers in front of the last of the declared name.
fn qualifier(declarator: &Declarator) -> Vec<String> {
    let Some(name) = declarators::name(declarator) else { return Vec::new() };
    let mut parts: Vec<String> =
        name.segments().filter_map(|it| Some(it.ident()?.text().to_owned())).collect();
    parts.pop();
    parts
}

fn last_identifier(name: &Name) -> Option<String> {
    Some(name.last_segment()?.ident()?.text().to_owned())
}

/// A function that a class declares as its friend with an execution space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FriendFunction {
    /// Its unqualified name; `None` for operators.
    pub name: Option<String>,
    /// It is a kernel.
    pub is_kernel: bool,
    /// It is a template.
    pub is_template: bool,
}

/// The kernels and device functions that the classes of an item declare as friends.
pub fn device_friends(root: &SyntaxNode) -> Vec<FriendFunction> {
    let mut friends = Vec::new();
    for node in root.descendants() {
        let (specifiers, declarators): (_, Vec<(Declarator, CudaAttributes)>) = match node.kind() {
            FUNCTION_DEF => {
                let definition = FunctionDef::cast(node.clone());
                let declarator = definition.as_ref().and_then(|it| it.declarator());
                let own = declarator.into_iter().map(|it| (it.clone(), attributes::of_declarator(&it)));
                (definition.and_then(|it| it.decl_specifier_seq()), own.collect())
            }
            SIMPLE_DECL => {
                let declaration = SimpleDecl::cast(node.clone());
                let listed = declaration.iter().flat_map(|it| it.init_declarators());
                let listed =
                    listed.filter_map(|it| Some((it.declarator()?, attributes::of_init_declarator(&it))));
                (declaration.as_ref().and_then(|it| it.decl_specifier_seq()), listed.collect())
            }
            _ => continue,
        };
        if !has_keyword(specifiers.as_ref(), FRIEND_KW) {
            continue;
        }
        let shared = specifiers.as_ref().map(attributes::of_specifiers).unwrap_or_default();
        let is_template = Scope::of(&node).is_template();
        for (declarator, own) in declarators {
            let spaces = shared | own;
            if declarators::is_function(&declarator) && (spaces.is_kernel() || spaces.is_device_only()) {
                friends.push(FriendFunction {
                    name: declarators::name(&declarator).and_then(|it| last_identifier(&it)),
                    is_kernel: spaces.is_kernel(),
                    is_template,
                });
            }
        }
    }
    friends
}

/// Names of the variables and functions of a namespace that an item without bodies declares.
pub fn listed_names(root: &SyntaxNode) -> Vec<String> {
    let declarations = root.descendants().filter_map(SimpleDecl::cast);
    let declarators = declarations.flat_map(|it| it.init_declarators().collect::<Vec<_>>());
    let names = declarators.filter_map(|it| declarators::name(&it.declarator()?));
    names.filter_map(|it| last_identifier(&it)).collect()
}

/// A variable of a namespace as one declaration shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamespaceVariable {
    /// Its unqualified name.
    pub name: String,
    /// Where this name starts in the declarator.
    pub at: TextSize,
    /// The declaration names a memory space.
    pub has_space: bool,
    /// The declaration says `extern`.
    pub is_extern: bool,
}

/// The variables of namespaces that an item declares. A partial specialization without a memory space is not one of them:
/// it does not take that of its template.
pub fn namespace_variables(root: &SyntaxNode) -> Vec<NamespaceVariable> {
    let mut variables = Vec::new();
    let mut walk = root.preorder();
    while let Some(event) = walk.next() {
        let WalkEvent::Enter(node) = event else { continue };
        match node.kind() {
            COMPOUND_STMT | MEMBER_LIST | FUNCTION_DEF => walk.skip_subtree(),
            SIMPLE_DECL => {
                if let Some(declaration) = SimpleDecl::cast(node) {
                    declared_variables(&declaration, &mut variables);
                }
            }
            _ => {}
        }
    }
    variables
}

fn declared_variables(declaration: &SimpleDecl, variables: &mut Vec<NamespaceVariable>) {
    let scope = Scope::of(declaration.syntax());
    let specifiers = declaration.decl_specifier_seq();
    if scope.instantiation || has_keyword(specifiers.as_ref(), TYPEDEF_KW) {
        return;
    }
    let shared = specifiers.as_ref().map(attributes::of_specifiers).unwrap_or_default();
    for init in declaration.init_declarators() {
        let Some(declarator) = init.declarator().filter(|it| !declarators::is_function(it)) else { continue };
        let Some(name) = declarators::name(&declarator) else { continue };
        let has_space = (shared | attributes::of_init_declarator(&init)).is_variable_space();
        let is_partial =
            scope.is_template() && name.last_segment().is_some_and(|it| it.template_id().is_some());
        let identifier = name.last_segment().and_then(|it| it.ident());
        if let Some(identifier) = identifier.filter(|_| has_space || !is_partial) {
            variables.push(NamespaceVariable {
                name: identifier.text().to_owned(),
                at: identifier.text_range().start(),
                has_space,
                is_extern: has_keyword(specifiers.as_ref(), EXTERN_KW) || scope.linkage_prefix,
            });
        }
    }
}

/// A name that the host half of an item uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HostUse {
    /// The identifiers before the last `::`, an empty one first when the name starts with `::`.
    pub qualifier: Vec<String>,
    /// The last identifier.
    pub name: String,
    /// Where that starts in the item.
    pub at: TextSize,
    /// A block around declares the name as that of a member of a namespace.
    pub declared_extern: bool,
}

/// The names that the host half of an item uses, evaluated or not, other than those of local declarations:
/// all but the bodies of kernels, device functions and device lambdas.
pub fn host_uses(root: &SyntaxNode) -> Vec<HostUse> {
    let locals = LocalNames::of(root);
    let mut found = Vec::new();
    let mut walk = root.preorder();
    while let Some(event) = walk.next() {
        let WalkEvent::Enter(node) = event else { continue };
        match node.kind() {
            COMPOUND_BODY | TRY_BODY if is_device_body(&node) => walk.skip_subtree(),
            COMPOUND_STMT if is_device_lambda_body(&node) => walk.skip_subtree(),
            NAME if uses::is_value(&node) => {
                found.extend(Name::cast(node).and_then(|it| host_use(&it, &locals)));
            }
            _ => {}
        }
    }
    found
}

/// Whether a function body is device code, even if the host evaluates it too.
fn is_device_body(body: &SyntaxNode) -> bool {
    let Some(definition) = body.parent().and_then(FunctionDef::cast) else { return false };
    let specifiers = definition.decl_specifier_seq();
    let attributes = specifiers.as_ref().map(attributes::of_specifiers).unwrap_or_default()
        | definition.declarator().as_ref().map(attributes::of_declarator).unwrap_or_default();
    attributes.is_kernel() || attributes.is_device_only()
}

/// Whether a block is the body of a `__device__` lambda.
fn is_device_lambda_body(block: &SyntaxNode) -> bool {
    let lambda = block.parent().filter(|it| it.kind() == LAMBDA_EXPR);
    lambda.is_some_and(|lambda| attributes::of_children(&lambda).is_device_only())
}

fn host_use(name: &Name, locals: &LocalNames) -> Option<HostUse> {
    let mut parts = Vec::new();
    let mut at = TextSize::new(0);
    for segment in name.segments() {
        let identifier = segment.ident()?;
        at = identifier.text_range().start();
        parts.push(identifier.text().to_owned());
    }
    let identifier = parts.pop()?;
    let unqualified = parts.is_empty() && !name.is_global();
    let declared_extern = unqualified && uses::is_declared_in_namespace(locals, name.syntax(), &identifier);
    if unqualified && !declared_extern && locals.declares(name.syntax(), &identifier) {
        return None;
    }
    if name.is_global() {
        parts.insert(0, String::new());
    }
    Some(HostUse { qualifier: parts, name: identifier, at, declared_extern })
}
