//! Edits that turn an item into its host text (spec page 2 §9, page 5 §2).
//!
//! [`edits`] walks the item's tree once. Each construct has its module: what is read there is the source
//! form on one side and the host form on the other.

mod attributes;
mod closures;
mod declarators;
mod functions;
mod hidden_names;
mod initializers;
mod kernels;
mod launches;
mod local_names;
mod signature;
mod symbols;
mod uses;
mod variables;

use std::cell::OnceCell;

use asunder_outline::{CudaAttribute, CudaAttributes};
use asunder_syntax::SyntaxKind::*;
use asunder_syntax::ast::{
    ClassSpecifier, DeclSpecifierSeq, Declarator, ElaboratedType, EnumSpecifier, FunctionDef, InitDeclarator,
    LaunchExpr, SimpleDecl,
};
use asunder_syntax::{AstNode, KindSet, SyntaxNode, WalkEvent};
use local_names::LocalNames;
use rowan::{TextRange, TextSize};
use rustc_hash::FxHashSet;

use crate::context::{ItemContext, RedeclaredVariable};
use crate::edit::Edit;

pub use attributes::{declares_visibility, texture_types};
pub use hidden_names::{HiddenUse, hidden_uses, may_hide_names};
pub use signature::{SpecializedKernel, signature, specialized_kernel};
pub use symbols::{
    DeclaredSymbol, FriendFunction, HostUse, NamespaceVariable, SymbolKind, device_friends, device_symbols,
    host_uses, listed_names, namespace_variables,
};
pub use uses::{is_declared_managed, managed_candidates};

/// The edits of one item, the text of the tree, in which there are nodes of these kinds.
pub fn edits(root: &SyntaxNode, kinds: &KindSet, text: &str, context: &ItemContext) -> Vec<Edit> {
    let mut emitter = Emitter {
        text,
        context,
        has_movable_attributes: kinds.contains_any(&[STD_ATTRIBUTES, ALIGNAS_SPECIFIER]),
        edits: Vec::new(),
        removed: FxHashSet::default(),
        locals: OnceCell::new(),
    };
    for (offset, qualifier) in &context.qualifiers {
        emitter.edits.push(Edit::insert(*offset, qualifier.clone()));
    }
    let mut walk = root.preorder();
    while let Some(event) = walk.next() {
        let WalkEvent::Enter(node) = event else { continue };
        if emitter.removed.contains(&node.text_range()) {
            walk.skip_subtree();
            continue;
        }
        emitter.node(&node);
        if emitter.removed.contains(&node.text_range()) {
            walk.skip_subtree();
        }
    }
    emitter.edits
}

/// Names of the managed variables that an item declares.
pub fn managed_names(root: &SyntaxNode) -> Vec<String> {
    let declarations = root.descendants().filter_map(SimpleDecl::cast);
    let declared = declarations.flat_map(|declaration| {
        let shared =
            declaration.decl_specifier_seq().as_ref().map(attributes::of_specifiers).unwrap_or_default();
        declaration.init_declarators().filter_map(move |init| {
            let attributes = shared | attributes::of_init_declarator(&init);
            let declarator = init.declarator().filter(|_| attributes.contains(CudaAttribute::Managed))?;
            Some(declarators::name(&declarator)?.last_segment()?.ident()?.text().to_owned())
        })
    });
    declared.collect()
}

/// Where the names of device variables stand whose specifiers name a type: the type may say more than is
/// written.
pub fn variables_of_named_type(root: &SyntaxNode) -> Vec<TextSize> {
    let declarations = root.descendants().filter_map(SimpleDecl::cast);
    let declared = declarations.flat_map(|declaration| {
        let specifiers = declaration.decl_specifier_seq();
        let has_named_type = |it: &DeclSpecifierSeq| {
            it.syntax().children().any(|it| matches!(it.kind(), NAMED_TYPE | TYPENAME_TYPE | DECLTYPE_TYPE))
        };
        let shared = specifiers.as_ref().map(attributes::of_specifiers).unwrap_or_default();
        let is_candidate =
            specifiers.as_ref().is_some_and(|it| it.keyword(TYPEDEF_KW).is_none() && has_named_type(it));
        declaration.init_declarators().filter_map(move |init| {
            let attributes = shared | attributes::of_init_declarator(&init);
            let declarator = init.declarator().filter(|_| is_candidate && attributes.is_variable_space())?;
            declarators::declared_at(&declarator)
        })
    });
    declared.collect()
}

struct Emitter<'a> {
    /// The item's text.
    text: &'a str,
    context: &'a ItemContext,
    /// There are attributes that host compilers take in front of declarations alone.
    has_movable_attributes: bool,
    edits: Vec<Edit>,
    /// Nodes whose text does not reach the host file: nothing inside them is looked at.
    removed: FxHashSet<TextRange>,
    /// What the item's functions and classes declare.
    locals: OnceCell<LocalNames>,
}

impl Emitter<'_> {
    fn node(&mut self, node: &SyntaxNode) {
        if self.has_movable_attributes
            && matches!(node.kind(), FUNCTION_DEF | SIMPLE_DECL | PARAM_DECL | CONDITION_DECL | RANGE_DECL)
        {
            self.lead_with_attributes(node);
        }
        match node.kind() {
            GNU_ATTRIBUTES | STD_ATTRIBUTES => self.attribute_specifier(node),
            FUNCTION_DEF => {
                if let Some(definition) = FunctionDef::cast(node.clone()) {
                    self.function_definition(&definition);
                }
            }
            SIMPLE_DECL => {
                if let Some(declaration) = SimpleDecl::cast(node.clone()) {
                    self.simple_declaration(&declaration);
                }
            }
            LAUNCH_EXPR => {
                if let Some(launch) = LaunchExpr::cast(node.clone()) {
                    self.launch(&launch);
                }
            }
            NAME => self.name(node),
            _ => {}
        }
    }

    /// A declaration of types, functions or variables.
    fn simple_declaration(&mut self, declaration: &SimpleDecl) {
        if self.is_built_in_type(declaration) {
            self.remove_node(&Scope::of(declaration.syntax()).outermost);
            return;
        }
        let specifiers = declaration.decl_specifier_seq();
        if specifiers.as_ref().is_some_and(|it| it.keyword(TYPEDEF_KW).is_some()) {
            return;
        }
        self.closure_variables(declaration);
        let shared = specifiers.as_ref().map_or(CudaAttributes::default(), attributes::of_specifiers);
        let scope = Scope::of(declaration.syntax());
        self.texture_variables(declaration, &scope);
        for declarator in declaration.init_declarators() {
            if let Some(function) = declarator.declarator() {
                self.drop_pattern(&function, &scope);
            }
            let mut attributes = shared | self.declarator_attributes(&declarator);
            let is_function = declarator.declarator().is_some_and(|it| self.declares_function(&it));
            if is_function && !scope.member && !scope.local {
                attributes |= self.context.merged_attributes;
            }
            if attributes.is_empty() {
                continue;
            }
            if is_function {
                self.function_declaration(declaration, &declarator, attributes, &scope);
                break;
            }
            if attributes.is_variable_space() || attributes.contains(CudaAttribute::DeviceBuiltin) {
                self.variables(declaration, shared, &scope);
                break;
            }
        }
    }

    /// Whether a declarator declares a function, by itself or by the typedef in front.
    fn declares_function(&self, declarator: &Declarator) -> bool {
        let named = &self.context.named_types.functions;
        declarators::is_function(declarator)
            || declarators::declared_at(declarator).is_some_and(|at| named.contains(&at))
    }

    /// CUDA attributes that apply to one declarator: its own, and those that other declarations give its variable.
    fn declarator_attributes(&self, declarator: &InitDeclarator) -> CudaAttributes {
        let mut attributes = attributes::of_init_declarator(declarator);
        if let Some(variable) = declarator.declarator().and_then(|it| self.redeclared(&it)) {
            attributes |= variable.spaces;
        }
        attributes
    }

    /// What other declarations say about the variable that a declarator declares.
    fn redeclared(&self, declarator: &Declarator) -> Option<&RedeclaredVariable> {
        let at = declarators::declared_at(declarator)?;
        self.context.redeclared_variables.iter().find(|it| it.at == at)
    }

    /// Whether the declaration defines a type that the CUDA headers of the host compilation bring:
    /// a class, enum or typedef marked `device_builtin`.
    fn is_built_in_type(&self, declaration: &SimpleDecl) -> bool {
        let Some(specifiers) = declaration.decl_specifier_seq() else { return false };
        let is_typedef = specifiers.keyword(TYPEDEF_KW).is_some();
        if is_typedef && attributes::of_specifiers(&specifiers).is_built_in() {
            return true;
        }
        let marked = |node: &SyntaxNode| attributes::of_children(node).is_built_in();
        specifiers.syntax().children().any(|child| {
            (ClassSpecifier::can_cast(child.kind())
                || EnumSpecifier::can_cast(child.kind())
                || ElaboratedType::can_cast(child.kind()))
                && marked(&child)
        })
    }

    /// Removes a node, keeping its lines, and looks at nothing inside.
    fn remove_node(&mut self, node: &SyntaxNode) {
        self.edits.push(Edit::remove(self.text, node.text_range()));
        self.removed.insert(node.text_range());
    }
}

/// Where a declaration stands.
struct Scope {
    /// The outermost node of the declaration: its template declarations included.
    outermost: SyntaxNode,
    /// Template headers, outermost first.
    headers: Vec<asunder_syntax::ast::TemplateHeader>,
    /// `template <>`.
    specialization: bool,
    /// `template` or `extern template` without `<`.
    instantiation: bool,
    /// `extern "C"` directly before the declaration.
    linkage_prefix: bool,
    /// The declaration is a member declaration of a class.
    member: bool,
    /// The declaration stands in a function body.
    local: bool,
}

impl Scope {
    fn of(declaration: &SyntaxNode) -> Scope {
        let mut scope = Scope {
            outermost: declaration.clone(),
            headers: Vec::new(),
            specialization: false,
            instantiation: false,
            linkage_prefix: false,
            member: false,
            local: false,
        };
        for node in declaration.ancestors().skip(1) {
            match node.kind() {
                TEMPLATE_DECL => {
                    let header = asunder_syntax::ast::TemplateDecl::cast(node.clone());
                    scope.headers.extend(header.and_then(|it| it.template_header()));
                    scope.outermost = node;
                }
                EXPLICIT_SPECIALIZATION => {
                    scope.specialization = true;
                    scope.outermost = node;
                }
                EXPLICIT_INSTANTIATION => {
                    scope.instantiation = true;
                    scope.outermost = node;
                }
                LINKAGE_SPEC => scope.linkage_prefix = true,
                AMBIGUOUS_DECL | AMBIGUOUS_STMT => {}
                MEMBER_LIST => {
                    scope.member = true;
                    break;
                }
                kind => {
                    scope.local = !matches!(kind, TRANSLATION_UNIT | DECL_BLOCK);
                    break;
                }
            }
        }
        scope.headers.reverse();
        scope
    }

    /// Whether the declaration is a template.
    fn is_template(&self) -> bool {
        !self.headers.is_empty()
    }
}
