//! The walk over an item that finds its extended lambdas.
//!
//! One pass in source order keeps the scopes around the current point ([`super::layers`]), so that every use of a
//! name is resolved where it stands; captures come out in the order of first use, which is the order of the fields
//! of the closure in the device compiler.

use std::sync::Arc;

use asunder_syntax::ast::{
    CallExpr, Capture as CaptureSyntax, ClassSpecifier, ConditionDecl, DeclSpecifierSeq, Declarator,
    EnumSpecifier, Expr, FunctionDef, Handler, InitDeclarator, Initializer, LambdaExpr, Name, NameExpr,
    ParamDecl, RangeForStmt, Segment, SimpleDecl, TypeId,
};
use asunder_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode, TextRange};

use super::annotations::{Annotations, Spaces};
use super::calls::{ArgumentType, ThisUse, argument_type, this_use};
use super::declarators::{
    Reference, builtin_type, declared_name, function_suffix, is_pack, name_path, reference,
};
use super::layers::{
    AutomaticForm, ClassLayer, FunctionLayer, LambdaLayer, Layer, LayerKind, Local, LocalKind, Meaning,
    find_class, find_members, find_scope, resolve,
};
use super::members::{
    ClassMembers, Member, ScopeInfo, enclosing_template_parameters, is_implicitly_static, mentions,
    template_parameter_name,
};
use super::parent::{NamespaceName, Owner, ParentFunction, Visibility, annotated_address};
use super::returns::preserved_return;
use super::spelling::{compact_spelling, spelling};
use super::{Capture, ExtendedLambda, InitForm, LambdaAnalysis, LambdaContext, LambdaKind, SuppressedLambda};

/// Stack that a step of the walk may need, and how much is added where there is less.
const RED_ZONE: usize = 128 * 1024;
const STACK_STEP: usize = 1024 * 1024;

pub(super) struct Walk<'a> {
    context: &'a LambdaContext<'a>,
    layers: Vec<Layer>,
    /// Path of namespaces and classes around the current point.
    path: Vec<String>,
    namespaces: Vec<NamespaceName>,
    /// The current point is potentially evaluated and no constant expression.
    evaluated: bool,
    /// The current point is in a default argument, where no lambda is extended.
    in_default_argument: bool,
    result: LambdaAnalysis,
}

/// Whether a lambda in the node is annotated.
pub(super) fn has_annotated_lambda(node: &SyntaxNode) -> bool {
    node.descendants().filter_map(LambdaExpr::cast).any(|it| it.annotations().next().is_some())
}

impl<'a> Walk<'a> {
    pub(super) fn new(context: &'a LambdaContext<'a>) -> Walk<'a> {
        let named = context.namespaces.iter().filter_map(|it| match it {
            NamespaceName::Named(name) => Some(name.clone()),
            NamespaceName::Unnamed => None,
        });
        Walk {
            context,
            layers: Vec::new(),
            path: named.collect(),
            namespaces: context.namespaces.to_vec(),
            evaluated: true,
            in_default_argument: false,
            result: LambdaAnalysis::default(),
        }
    }

    pub(super) fn run(mut self, item: &SyntaxNode) -> LambdaAnalysis {
        self.visit(item);
        self.result
    }

    fn visit(&mut self, node: &SyntaxNode) {
        stacker::maybe_grow(RED_ZONE, STACK_STEP, || self.dispatch(node));
    }

    fn visit_children(&mut self, node: &SyntaxNode) {
        for child in node.children() {
            self.visit(&child);
        }
    }

    fn visit_option(&mut self, node: Option<impl AstNode>) {
        if let Some(node) = node {
            self.visit(node.syntax());
        }
    }

    /// Visits the children as operands that are not evaluated, or only by the compiler.
    fn visit_unevaluated(&mut self, node: &SyntaxNode) {
        let evaluated = std::mem::replace(&mut self.evaluated, false);
        self.visit_children(node);
        self.evaluated = evaluated;
    }

    fn in_layer(&mut self, kind: LayerKind, body: impl FnOnce(&mut Self)) -> Option<Layer> {
        self.layers.push(Layer::new(kind));
        body(self);
        self.layers.pop()
    }

    fn dispatch(&mut self, node: &SyntaxNode) {
        use SyntaxKind::*;
        match node.kind() {
            NAMESPACE_DEF => self.visit_namespace(node),
            TEMPLATE_DECL => {
                self.in_layer(LayerKind::Block, |walk| walk.visit_children(node));
            }
            TYPE_PARAM | NON_TYPE_PARAM | TEMPLATE_TEMPLATE_PARAM => {
                if let Some(name) = template_parameter_name(node) {
                    self.declare(name, Local::OTHER);
                }
                self.visit_unevaluated(node);
            }
            FUNCTION_DEF => {
                if let Some(definition) = FunctionDef::cast(node.clone())
                    && has_annotated_lambda(node)
                {
                    self.visit_function(&definition);
                }
            }
            CLASS_SPECIFIER => {
                if let Some(class) = ClassSpecifier::cast(node.clone()) {
                    self.visit_class(&class);
                }
            }
            ENUM_SPECIFIER => self.visit_enum(node),
            LAMBDA_EXPR => {
                if let Some(lambda) = LambdaExpr::cast(node.clone()) {
                    self.visit_lambda(&lambda);
                }
            }
            COMPOUND_STMT | IF_STMT | WHILE_STMT | FOR_STMT | SWITCH_STMT | STMT_EXPR => {
                self.in_layer(LayerKind::Block, |walk| walk.visit_children(node));
            }
            RANGE_FOR_STMT => {
                if let Some(statement) = RangeForStmt::cast(node.clone()) {
                    self.in_layer(LayerKind::Block, |walk| walk.visit_range_for(&statement));
                }
            }
            HANDLER => {
                if let Some(handler) = Handler::cast(node.clone()) {
                    self.in_layer(LayerKind::Block, |walk| {
                        if let Some(parameter) = handler.param_decl() {
                            walk.declare_parameter(&parameter);
                        }
                        walk.visit_option(handler.compound_stmt());
                    });
                }
            }
            SIMPLE_DECL => {
                if let Some(decl) = SimpleDecl::cast(node.clone()) {
                    self.visit_simple_decl(&decl);
                }
            }
            AMBIGUOUS_STMT => self.visit_ambiguous_statement(node),
            CONDITION_DECL => {
                if let Some(decl) = ConditionDecl::cast(node.clone()) {
                    let specifiers = decl.decl_specifier_seq();
                    self.visit_option(specifiers.clone());
                    if let Some(declarator) = decl.declarator() {
                        self.visit_declarator(specifiers.as_ref(), &declarator, decl.initializer().as_ref());
                    }
                    self.visit_option(decl.initializer());
                }
            }
            ALIAS_DECL | NAMESPACE_ALIAS => {
                let name = node.children_with_tokens().find(|it| it.kind() == IDENT);
                if let Some(NodeOrToken::Token(name)) = name {
                    self.declare(name.text(), Local::OTHER);
                }
                self.visit_children(node);
            }
            USING_DECLARATOR => {
                let name = node.children().find_map(Name::cast).map(|name| name_path(&name));
                if let Some(name) = name.and_then(|mut path| path.pop()) {
                    self.declare(name, Local::OTHER);
                }
            }
            NAME_EXPR | NAME_ARG => {
                if let Some(name) = node.children().find_map(Name::cast) {
                    self.use_name(&name, None);
                }
            }
            NAMED_TYPE => self.visit_named_type(node),
            THIS_EXPR => self.use_this(),
            CALL_EXPR => {
                if let Some(call) = CallExpr::cast(node.clone()) {
                    self.visit_call(&call);
                }
            }
            PREFIX_EXPR => self.visit_prefix(node),
            CASE_STMT => self.visit_case(node),
            ARRAY_SUFFIX => self.visit_array_suffix(node),
            ENUMERATOR | SIZEOF_EXPR | ALIGNOF_EXPR | NOEXCEPT_EXPR | DECLTYPE_TYPE | TYPEOF_TYPE
            | TYPEID_EXPR | TYPE_TRAIT_EXPR | STATIC_ASSERT_DECL | BIT_WIDTH | ALIGNAS_SPECIFIER
            | TEMPLATE_ARG_LIST | EXCEPTION_SPEC | REQUIRES_CLAUSE | REQUIRES_EXPR | EXPLICIT_SPECIFIER
            | GNU_ATTRIBUTES | STD_ATTRIBUTES | TRAILING_RETURN => self.visit_unevaluated(node),
            _ => self.visit_children(node),
        }
    }

    // Declarations

    fn declare(&mut self, name: impl Into<String>, local: Local) {
        if let Some(layer) = self.layers.last_mut()
            && !matches!(layer.kind, LayerKind::Class(_))
        {
            layer.names.insert(name.into(), local);
        }
    }

    fn visit_namespace(&mut self, node: &SyntaxNode) {
        let (path, namespaces) = (self.path.len(), self.namespaces.len());
        let name = node.children().find(|it| it.kind() == SyntaxKind::NAMESPACE_NAME);
        let tokens = name.iter().flat_map(|name| name.children_with_tokens());
        let parts: Vec<String> =
            tokens.filter(|it| it.kind() == SyntaxKind::IDENT).map(|it| it.to_string()).collect();
        if parts.is_empty() {
            self.namespaces.push(NamespaceName::Unnamed);
        }
        for part in parts {
            self.path.push(part.clone());
            self.namespaces.push(NamespaceName::Named(part));
        }
        self.visit_children(node);
        self.path.truncate(path);
        self.namespaces.truncate(namespaces);
    }

    fn visit_class(&mut self, class: &ClassSpecifier) {
        let is_local = self.layers.iter().any(|layer| matches!(layer.kind, LayerKind::Function(_)));
        let name = class.name().map(|name| name_path(&name)).unwrap_or_default();
        if let Some(name) = name.last() {
            self.declare(name.clone(), Local::OTHER);
        }
        if !has_annotated_lambda(class.syntax()) {
            return;
        }
        let depth = self.path.len();
        self.path.extend(name);
        let layer = ClassLayer {
            path: if is_local { Vec::new() } else { self.path.clone() },
            members: Some(Arc::new(ClassMembers::of(class))),
            is_templated: is_in_template(class.syntax()),
        };
        self.in_layer(LayerKind::Class(layer), |walk| walk.visit_children(class.syntax()));
        self.path.truncate(depth);
    }

    fn visit_enum(&mut self, node: &SyntaxNode) {
        if let Some(specifier) = EnumSpecifier::cast(node.clone()) {
            for name in specifier.name().iter().flat_map(name_path) {
                self.declare(name, Local::OTHER);
            }
            let is_scoped = node
                .children_with_tokens()
                .any(|it| matches!(it.kind(), SyntaxKind::CLASS_KW | SyntaxKind::STRUCT_KW));
            let enumerators = specifier.enumerator_list().into_iter().flat_map(|it| it.enumerators());
            for name in enumerators.filter(|_| !is_scoped).filter_map(|it| it.ident_token()) {
                self.declare(name.text(), Local::OTHER);
            }
        }
        self.visit_children(node);
    }

    fn visit_simple_decl(&mut self, decl: &SimpleDecl) {
        let specifiers = decl.decl_specifier_seq();
        self.visit_option(specifiers.clone());
        for declarator in decl.init_declarators() {
            self.visit_init_declarator(specifiers.as_ref(), &declarator);
        }
    }

    fn visit_init_declarator(&mut self, specifiers: Option<&DeclSpecifierSeq>, init: &InitDeclarator) {
        let initializer = init.initializer();
        if let Some(declarator) = init.declarator() {
            self.visit_declarator(specifiers, &declarator, initializer.as_ref());
        }
        self.visit_option(init.bit_width());
        let is_constant = specifiers.is_some_and(|it| it.keyword(SyntaxKind::CONSTEXPR_KW).is_some());
        let evaluated = self.evaluated;
        self.evaluated &= !is_constant;
        self.visit_option(initializer);
        self.evaluated = evaluated;
    }

    /// Visits a declarator of a block-scope declaration and declares its names.
    fn visit_declarator(
        &mut self,
        specifiers: Option<&DeclSpecifierSeq>,
        declarator: &Declarator,
        initializer: Option<&Initializer>,
    ) {
        self.visit(declarator.syntax());
        if let Some(binding) = declarator.structured_binding() {
            for name in binding.bindings().filter_map(|it| it.ident_token()) {
                self.declare(name.text(), Local::automatic(AutomaticForm::Declared, None));
            }
            return;
        }
        let Some(name) = declared_name(declarator).and_then(|it| it.as_ident()) else { return };
        let local = self.local_of(specifiers, declarator, initializer);
        self.declare(name.text(), local);
    }

    fn local_of(
        &self,
        specifiers: Option<&DeclSpecifierSeq>,
        declarator: &Declarator,
        initializer: Option<&Initializer>,
    ) -> Local {
        use SyntaxKind::*;
        let has = |kind| specifiers.is_some_and(|it| it.keyword(kind).is_some());
        if has(TYPEDEF_KW) || has(EXTERN_KW) || is_function(specifiers, declarator) {
            return Local::OTHER;
        }
        let builtin = builtin_type(specifiers, Some(declarator));
        let in_device_memory = specifiers.iter().flat_map(|it| it.gnu_attributes()).any(|attributes| {
            attributes
                .attributes()
                .any(|it| ["shared", "device", "constant", "managed"].iter().any(|n| it.is_named(n)))
        });
        if has(STATIC_KW) || has(THREAD_LOCAL_KW) || in_device_memory {
            return Local { builtin, ..Local::STATIC };
        }
        let form = match reference(declarator) {
            Reference::Object if initializer.is_some_and(|it| self.is_constant_object(it, builtin)) => {
                return Local { builtin, ..Local::STATIC };
            }
            Reference::Function => AutomaticForm::FunctionReference,
            _ => AutomaticForm::Declared,
        };
        Local::automatic(form, builtin)
    }

    /// Whether a reference with this initializer is bound to an object with static storage, which makes it a
    /// constant expression. `builtin` is the type that it refers to.
    fn is_constant_object(&self, initializer: &Initializer, builtin: ArgumentType) -> bool {
        let operand = match initializer {
            Initializer::EqInitializer(it) => it.expr(),
            Initializer::ParenInitializer(it) => it.exprs().next(),
            Initializer::InitList(it) => it.syntax().children().find_map(Expr::cast),
            Initializer::PureSpecifier(_) => None,
        };
        operand.is_some_and(|it| self.is_static_object(&it, builtin))
    }

    fn is_static_object(&self, operand: &Expr, builtin: ArgumentType) -> bool {
        match operand {
            Expr::ParenExpr(it) => it.expr().is_some_and(|it| self.is_static_object(&it, builtin)),
            Expr::MemberExpr(it) => {
                let is_dot = it.op_token().is_some_and(|token| token.kind() == SyntaxKind::DOT);
                is_dot && it.base().is_some_and(|it| self.is_static_object(&it, None))
            }
            Expr::IndexExpr(it) => {
                let constant = it.indices().all(|it| matches!(it, Expr::Literal(_)));
                constant && it.base().is_some_and(|it| self.is_static_object(&it, None))
            }
            Expr::PrefixExpr(it) => {
                let operator = |it: &asunder_syntax::ast::PrefixExpr| it.op_token().map(|token| token.kind());
                match it.expr() {
                    Some(Expr::PrefixExpr(inner))
                        if operator(it) == Some(SyntaxKind::STAR)
                            && operator(&inner) == Some(SyntaxKind::AMP) =>
                    {
                        inner.expr().is_some_and(|it| self.is_static_object(&it, builtin))
                    }
                    _ => false,
                }
            }
            Expr::NameExpr(it) => it.name().is_some_and(|name| self.names_static_object(&name, builtin)),
            _ => false,
        }
    }

    fn names_static_object(&self, name: &Name, builtin: ArgumentType) -> bool {
        let is_templated = self.function().is_some_and(|it| it.is_templated);
        let Some(word) = name.as_ident() else {
            let parameters = enclosing_template_parameters(name.syntax());
            return !mentions(name.syntax(), &parameters);
        };
        match resolve(&self.layers, word.text(), self.context.scopes) {
            Meaning::Local { local, .. } => {
                let same_type = builtin.is_none() || local.builtin.is_none() || builtin == local.builtin;
                local.kind == LocalKind::Static && !is_templated && same_type
            }
            Meaning::Members { members, .. } => !members.contains(&Member::Data),
            Meaning::Outside => true,
        }
    }

    fn declare_parameter(&mut self, parameter: &ParamDecl) {
        let specifiers = parameter.decl_specifier_seq();
        self.visit_option(specifiers.clone());
        let Some(declarator) = parameter.declarator() else { return };
        self.visit(declarator.syntax());
        if let Some(name) = declared_name(&declarator).and_then(|it| it.as_ident()) {
            let form = match reference(&declarator) {
                Reference::Function => AutomaticForm::FunctionReference,
                _ => AutomaticForm::Declared,
            };
            let builtin = builtin_type(specifiers.as_ref(), Some(&declarator));
            self.declare(name.text(), Local::automatic(form, builtin));
        }
    }

    fn declare_parameters(&mut self, parameters: impl Iterator<Item = ParamDecl>) {
        let parameters: Vec<ParamDecl> = parameters.collect();
        for parameter in &parameters {
            self.declare_parameter(parameter);
        }
        let outer = (self.evaluated, self.in_default_argument);
        (self.evaluated, self.in_default_argument) = (false, true);
        for default in parameters.iter().filter_map(|it| it.default()) {
            self.visit(default.syntax());
        }
        (self.evaluated, self.in_default_argument) = outer;
    }

    // Functions

    fn visit_function(&mut self, definition: &FunctionDef) {
        let Some(declarator) = definition.declarator() else { return };
        let specifiers = definition.decl_specifier_seq();
        let suffix = function_suffix(&declarator);
        let spaces = Spaces::of_function(specifiers.as_ref(), Some(&declarator));
        let (owner, class, declared) = self.owner_of(definition, &declarator);
        let has_this = match &owner {
            Owner::Class { is_static, .. } => !is_static,
            Owner::Unknown { .. } => true,
            Owner::Namespace(_) => false,
        };
        let enclosing: Vec<&str> = self
            .namespaces
            .iter()
            .filter_map(|it| match it {
                NamespaceName::Named(name) => Some(name.as_str()),
                NamespaceName::Unnamed => None,
            })
            .collect();
        let enclosing = enclosing.iter().fold(String::new(), |path, name| format!("{path}::{name}"));
        let layer = FunctionLayer {
            parent: ParentFunction::new(definition.clone(), owner),
            is_host: spaces.union(declared).has_host_body(),
            is_templated: is_in_template(definition.syntax()),
            lambdas: 0,
            class,
            has_this,
            enclosing,
            repaired: false,
        };
        let outer = (self.evaluated, self.in_default_argument);
        (self.evaluated, self.in_default_argument) = (true, false);
        self.visit_option(specifiers);
        self.in_layer(LayerKind::Function(layer), |walk| {
            if let Some(list) = suffix.as_ref().and_then(|it| it.param_list()) {
                walk.declare_parameters(list.param_decls());
            }
            walk.visit_option(definition.body());
        });
        (self.evaluated, self.in_default_argument) = outer;
    }

    /// What the function is a member of, the layer of its class where that is not around the definition, and the
    /// spaces of its other declaration.
    fn owner_of(
        &self,
        definition: &FunctionDef,
        declarator: &Declarator,
    ) -> (Owner, Option<ClassLayer>, Spaces) {
        let specifiers = definition.decl_specifier_seq();
        let has = |kind| specifiers.as_ref().is_some_and(|it| it.keyword(kind).is_some());
        let nothing = Spaces::default();
        let in_namespace = |extra: &[String]| {
            let mut path = self.namespaces.clone();
            path.extend(extra.iter().cloned().map(NamespaceName::Named));
            Owner::Namespace(path)
        };
        let Some(name) = declared_name(declarator) else { return (in_namespace(&[]), None, nothing) };
        let implicitly_static = is_implicitly_static(&name);
        let innermost = self.layers.iter().rev().find(|it| !matches!(it.kind, LayerKind::Block));
        if let Some(Layer { kind: LayerKind::Class(class), .. }) = innermost
            && !has(SyntaxKind::FRIEND_KW)
        {
            let name = self.path.last().map_or("", |it| it.split('<').next().unwrap_or_default()).to_owned();
            let is_static = has(SyntaxKind::STATIC_KW) || implicitly_static;
            let _ = class;
            return (Owner::Class { name, is_static }, None, nothing);
        }
        let mut qualifier = name_path(&name);
        let member = qualifier.pop().unwrap_or_default();
        if qualifier.is_empty() {
            return (in_namespace(&[]), None, nothing);
        }
        let injected = qualifier.last().map_or("", |it| it.split('<').next().unwrap_or_default()).to_owned();
        match find_scope(&qualifier, &self.path, self.context.scopes) {
            Some((_, ScopeInfo::Namespace)) => (in_namespace(&qualifier), None, nothing),
            Some((path, ScopeInfo::Class(members))) => {
                let class = ClassLayer {
                    path,
                    members: Some(members),
                    is_templated: is_in_template(definition.syntax()),
                };
                let declaration = declaration_of(&class, &member, declarator, self.context.scopes);
                let (is_static, spaces) = declaration
                    .map_or((is_surely_member(declarator, &name).then_some(false), nothing), |it| {
                        (Some(it.0), it.1)
                    });
                let is_static = if implicitly_static { Some(true) } else { is_static };
                let owner = match is_static {
                    Some(is_static) => Owner::Class { name: injected, is_static },
                    None => Owner::Unknown { qualifier: qualifier_spelling(&name) },
                };
                (owner, Some(class), spaces)
            }
            None => {
                let class = ClassLayer {
                    path: Vec::new(),
                    members: None,
                    is_templated: is_in_template(definition.syntax()),
                };
                let uses_this =
                    definition.syntax().descendants().any(|it| it.kind() == SyntaxKind::THIS_EXPR);
                let owner = if is_surely_member(declarator, &name) || uses_this {
                    Owner::Class { name: injected, is_static: false }
                } else {
                    Owner::Unknown { qualifier: qualifier_spelling(&name) }
                };
                (owner, Some(class), nothing)
            }
        }
    }

    /// The innermost function around the current point.
    fn function(&self) -> Option<&FunctionLayer> {
        self.layers.iter().rev().find_map(|layer| match &layer.kind {
            LayerKind::Function(function) => Some(function),
            _ => None,
        })
    }

    // Statements and expressions

    fn visit_range_for(&mut self, statement: &RangeForStmt) {
        self.visit_option(statement.init());
        let declaration = statement.range_decl();
        let specifiers = declaration.as_ref().and_then(|it| it.decl_specifier_seq());
        self.visit_option(specifiers.clone());
        self.visit_option(statement.range());
        if let Some(declarator) = declaration.and_then(|it| it.declarator()) {
            self.visit_declarator(specifiers.as_ref(), &declarator, None);
        }
        self.visit_option(statement.body());
    }

    /// A declaration whose type would be a variable is an expression.
    fn visit_ambiguous_statement(&mut self, node: &SyntaxNode) {
        let first_name = node.descendants().find_map(Name::cast);
        let is_declaration = node.children().any(|it| it.kind() == SyntaxKind::SIMPLE_DECL);
        let is_variable = first_name.and_then(|it| it.as_ident()).is_some_and(|word| {
            let meaning = resolve(&self.layers, word.text(), self.context.scopes);
            match meaning {
                Meaning::Local { local, .. } => local.kind != LocalKind::Other,
                Meaning::Members { members, .. } => members.contains(&Member::Data),
                Meaning::Outside => false,
            }
        });
        if is_declaration && is_variable {
            for name in node.descendants().filter_map(Name::cast) {
                self.use_name(&name, None);
            }
        } else {
            self.visit_children(node);
        }
    }

    fn visit_case(&mut self, node: &SyntaxNode) {
        let mut is_label = true;
        for element in node.children_with_tokens() {
            match element {
                NodeOrToken::Token(token) => is_label &= token.kind() != SyntaxKind::COLON,
                NodeOrToken::Node(child) => {
                    let evaluated = self.evaluated;
                    self.evaluated &= !is_label;
                    self.visit(&child);
                    self.evaluated = evaluated;
                }
            }
        }
    }

    /// Only the first bound of a new-expression need not be constant.
    fn visit_array_suffix(&mut self, node: &SyntaxNode) {
        let declarator = node.parent();
        let is_first =
            declarator.as_ref().and_then(|it| it.children().find(|it| it.kind() == SyntaxKind::ARRAY_SUFFIX))
                == Some(node.clone());
        let type_id = declarator.and_then(|it| it.parent()).and_then(TypeId::cast);
        let of_new =
            type_id.and_then(|it| it.syntax().parent()).is_some_and(|it| it.kind() == SyntaxKind::NEW_EXPR);
        if is_first && of_new {
            self.visit_children(node);
        } else {
            self.visit_unevaluated(node);
        }
    }

    /// A type name in an ambiguous construct may be a variable after all.
    fn visit_named_type(&mut self, node: &SyntaxNode) {
        let Some(name) = node.children().find_map(Name::cast) else { return };
        let variable = name.as_ident().is_some_and(|word| {
            let meaning = resolve(&self.layers, word.text(), self.context.scopes);
            match meaning {
                Meaning::Local { local, .. } => matches!(local.kind, LocalKind::Automatic(_)),
                Meaning::Members { members, .. } => members.contains(&Member::Data),
                Meaning::Outside => false,
            }
        });
        if variable {
            self.use_name(&name, None);
        } else {
            self.visit_children(node);
        }
    }

    /// `&S::v` names the member, not an object's.
    fn visit_prefix(&mut self, node: &SyntaxNode) {
        let is_address = node.first_token().is_some_and(|token| token.kind() == SyntaxKind::AMP);
        let qualified =
            node.children().find_map(NameExpr::cast).and_then(|it| it.name()).filter(Name::is_qualified);
        match qualified {
            Some(name) if is_address => self.visit(name.syntax()),
            _ => self.visit_children(node),
        }
    }

    fn visit_call(&mut self, call: &CallExpr) {
        let arguments: Vec<Expr> = call.arg_list().into_iter().flat_map(|it| it.args()).collect();
        let mut callee = call.callee();
        while let Some(Expr::ParenExpr(inner)) = callee {
            callee = inner.expr();
        }
        let name = match &callee {
            Some(Expr::NameExpr(it)) => it.name(),
            _ => None,
        };
        let Some(name) = name else {
            self.visit_children(call.syntax());
            return;
        };
        let variable = |word: &str| match resolve(&self.layers, word, self.context.scopes) {
            Meaning::Local { local, .. } => local.builtin,
            _ => None,
        };
        let types: Vec<ArgumentType> = arguments.iter().map(|it| argument_type(it, &variable)).collect();
        let deferred = self.use_name(&name, Some(&types));
        let is_unevaluated = name.as_ident().is_some_and(|it| it.text() == "__builtin_constant_p");
        let evaluated = self.evaluated;
        self.evaluated &= !is_unevaluated;
        for argument in &arguments {
            self.visit(argument.syntax());
        }
        self.evaluated = evaluated;
        if deferred {
            self.use_this();
        }
    }

    // Uses

    /// A use of a name in an expression; `arguments` are the types of the call that it is the callee of. Answers
    /// whether `this` is to be captured after the arguments.
    fn use_name(&mut self, name: &Name, arguments: Option<&[ArgumentType]>) -> bool {
        let segments: Vec<Segment> = name.segments().collect();
        let meaning = match &segments[..] {
            [single] if !name.is_global() => match single.ident() {
                Some(word) => {
                    let meaning = resolve(&self.layers, word.text(), self.context.scopes);
                    if let Meaning::Local { local, layer, unreachable } = meaning {
                        if !unreachable {
                            self.use_local(word.text(), local, layer);
                        }
                        let is_value = local.kind != LocalKind::Other;
                        self.visit_arguments(name, is_value);
                        return false;
                    }
                    meaning
                }
                None => self.operator_meaning(name),
            },
            _ => self.qualified_meaning(name),
        };
        self.visit_arguments(name, false);
        let Meaning::Members { members, is_templated } = meaning else { return false };
        match this_use(&members, arguments, is_templated) {
            ThisUse::Never => false,
            ThisUse::AtName => {
                self.use_this();
                false
            }
            ThisUse::AfterArguments => true,
        }
    }

    /// Visits the template arguments in a name; they are operands of `<` and `>` after all if the name is that of
    /// a variable.
    fn visit_arguments(&mut self, name: &Name, are_operands: bool) {
        for segment in name.syntax().children() {
            if are_operands {
                let lists = segment.children().filter(|it| it.kind() == SyntaxKind::TEMPLATE_ARG_LIST);
                lists.for_each(|list| self.visit_children(&list));
            } else {
                self.visit(&segment);
            }
        }
    }

    /// The meaning of `operator+` and the like in a member function.
    fn operator_meaning(&self, name: &Name) -> Meaning {
        resolve(&self.layers, &compact_spelling(name.syntax()), self.context.scopes)
    }

    /// `C::m` means a member of the object where C is the class of the function or a base of it.
    fn qualified_meaning(&self, name: &Name) -> Meaning {
        let mut path = name_path(name);
        let member = path.pop().unwrap_or_default();
        let member = member.split('<').next().unwrap_or_default();
        let Some(class) = self.class_of_this() else { return Meaning::Outside };
        let is_own = path.last().map(String::as_str).and_then(|it| it.split('<').next())
            == class.path.last().map(String::as_str).and_then(|it| it.split('<').next());
        if is_own && path.len() == 1 {
            let members = find_members(class, member, self.context.scopes);
            return members.map_or(Meaning::Outside, |members| Meaning::Members {
                members,
                is_templated: class.is_templated,
            });
        }
        let Some((base_path, base)) = find_class(&path, &class.path, self.context.scopes) else {
            return Meaning::Outside;
        };
        if !self.derives(class, &base_path, 0) {
            return Meaning::Outside;
        }
        let base = ClassLayer { path: base_path, members: Some(base), is_templated: class.is_templated };
        find_members(&base, member, self.context.scopes).map_or(Meaning::Outside, |members| {
            Meaning::Members { members, is_templated: class.is_templated }
        })
    }

    /// Whether the class has a base, direct or not, with this path. Bases with dependent names count.
    fn derives(&self, class: &ClassLayer, wanted: &[String], depth: u32) -> bool {
        /// Deeper hierarchies are wrong programs.
        const MAX_DEPTH: u32 = 64;
        let Some(members) = &class.members else { return false };
        members.bases().iter().filter_map(|it| find_class(&it.path, &class.path, self.context.scopes)).any(
            |(path, members)| {
                let base = ClassLayer { path, members: Some(members), is_templated: class.is_templated };
                base.path == wanted || (depth < MAX_DEPTH && self.derives(&base, wanted, depth + 1))
            },
        )
    }

    /// The class that `this` points to at the current point.
    fn class_of_this(&self) -> Option<&ClassLayer> {
        let mut passed_function = false;
        for layer in self.layers.iter().rev() {
            match &layer.kind {
                LayerKind::Function(function) if !passed_function => {
                    if function.class.is_some() || !function.has_this {
                        return function.class.as_ref().filter(|_| function.has_this);
                    }
                    passed_function = true;
                }
                LayerKind::Class(class) => return passed_function.then_some(class),
                _ => {}
            }
        }
        None
    }

    /// Captures a local variable in the lambdas between its declaration and the current point.
    fn use_local(&mut self, name: &str, local: Local, declared_in: usize) {
        let LocalKind::Automatic(form) = local.kind else { return };
        if !self.evaluated {
            return;
        }
        let between = self.layers[declared_in + 1..].iter().filter_map(|layer| match &layer.kind {
            LayerKind::Lambda(lambda) => Some(lambda),
            _ => None,
        });
        if between.clone().any(|lambda| !lambda.has_default) {
            return;
        }
        let extended: Vec<usize> = between.filter_map(|lambda| lambda.extended).collect();
        for index in extended {
            let lambda = &mut self.result.extended[index];
            let is_known = lambda
                .captures
                .iter()
                .any(|it| matches!(it, Capture::Variable { name: known, .. } if known == name));
            if !is_known {
                lambda.captures.push(Capture::variable(name, form));
            }
        }
    }

    /// Captures `this` in the lambdas between the member function and the current point.
    fn use_this(&mut self) {
        if !self.evaluated {
            return;
        }
        for layer in self.layers.iter_mut().rev() {
            match &mut layer.kind {
                LayerKind::Block => {}
                LayerKind::Function(_) | LayerKind::Class(_) => return,
                LayerKind::Lambda(lambda) => {
                    if lambda.captures_this || !lambda.has_default {
                        return;
                    }
                    lambda.captures_this = true;
                    if let Some(index) = lambda.extended {
                        self.result.extended[index].captures.push(Capture::This);
                    }
                }
            }
        }
    }

    // Lambdas

    fn visit_lambda(&mut self, lambda: &LambdaExpr) {
        let annotations = Annotations::of(lambda);
        let device_only = annotations.spaces.device && !annotations.spaces.host;
        let is_extended = annotations.spaces.device && self.can_be_extended();
        let mut layer = LambdaLayer { has_default: false, captures_this: false, extended: None, device_only };
        let (captures, names) = self.visit_introducer(lambda, &mut layer);
        if is_extended {
            let kind = if device_only { LambdaKind::Device } else { LambdaKind::HostDevice };
            layer.extended = self.add_extended(lambda, &annotations, kind, captures);
        } else if device_only {
            if let Some(body) = lambda.body() {
                let body = body.syntax().text_range();
                self.result.suppressed.push(SuppressedLambda { body });
            }
            self.result.dropped.extend(annotations.dropped);
            return;
        }
        if !(is_extended && device_only) {
            self.result.dropped.extend(annotations.dropped);
        }
        let outer = (self.evaluated, self.in_default_argument);
        let declarator = lambda.lambda_declarator();
        let parameters = declarator.as_ref().and_then(|it| it.param_list());
        self.layers.push(Layer { kind: LayerKind::Lambda(layer), names: names.into_iter().collect() });
        self.visit_option(lambda.template_param_list());
        self.declare_parameters(parameters.into_iter().flat_map(|it| it.param_decls()));
        self.evaluated = true;
        self.visit_option(lambda.body());
        (self.evaluated, self.in_default_argument) = outer;
        self.layers.pop();
    }

    /// Whether an annotated lambda at the current point is an extended one.
    fn can_be_extended(&self) -> bool {
        if !self.context.enabled || self.in_default_argument {
            return false;
        }
        for layer in self.layers.iter().rev() {
            match &layer.kind {
                LayerKind::Block => {}
                LayerKind::Lambda(lambda) if lambda.device_only => return false,
                LayerKind::Lambda(_) => {}
                LayerKind::Function(function) => return function.is_host,
                LayerKind::Class(_) => return false,
            }
        }
        false
    }

    /// Explicit captures, and the names that they declare in the closure.
    fn visit_introducer(
        &mut self,
        lambda: &LambdaExpr,
        layer: &mut LambdaLayer,
    ) -> (Vec<Capture>, Vec<(String, Local)>) {
        let (mut captures, mut names) = (Vec::new(), Vec::new());
        let list = lambda.lambda_introducer().into_iter().flat_map(|it| it.captures());
        for capture in list {
            if capture.is_default() {
                layer.has_default = true;
            } else if capture.this_token().is_some() {
                self.use_this();
                layer.captures_this = true;
                captures.push(if capture.star_token().is_some() { Capture::StarThis } else { Capture::This });
            } else if let Some(initializer) = capture.initializer() {
                self.visit(initializer.syntax());
                captures.extend(init_capture(&capture, &initializer));
                if let Some(name) = capture.ident_token() {
                    names.push((name.text().to_owned(), Local::automatic(AutomaticForm::InitCapture, None)));
                }
            } else if let Some(name) = capture.ident_token() {
                let local = match resolve(&self.layers, name.text(), self.context.scopes) {
                    Meaning::Local { local, layer, unreachable: false } => {
                        self.use_local(name.text(), local, layer);
                        local
                    }
                    _ => Local::automatic(AutomaticForm::Declared, None),
                };
                let form = match local.kind {
                    LocalKind::Automatic(form) => form,
                    _ => AutomaticForm::Declared,
                };
                captures.push(Capture::variable(name.text(), form));
                names.push((name.text().to_owned(), Local::automatic(form, local.builtin)));
            }
        }
        (captures, names)
    }

    /// Numbers an extended lambda and notes it; its implicit captures are added later.
    fn add_extended(
        &mut self,
        lambda: &LambdaExpr,
        annotations: &Annotations,
        kind: LambdaKind,
        captures: Vec<Capture>,
    ) -> Option<usize> {
        let function_layer =
            self.layers.iter().rposition(|layer| matches!(layer.kind, LayerKind::Function(_)))?;
        let is_local = |word: &str, from: usize| match resolve(&self.layers, word, self.context.scopes) {
            Meaning::Local { layer, .. } => layer >= from,
            _ => false,
        };
        let is_parameter = |word: &str| {
            self.layers[function_layer].names.contains_key(word) && !is_local(word, function_layer + 1)
        };
        let LayerKind::Function(function) = &self.layers[function_layer].kind else { return None };
        let visibility = Visibility {
            is_hidden: &|word| is_local(word, function_layer),
            is_parameter: &is_parameter,
            enclosing: &function.enclosing,
        };
        let parent = function.parent.address(&visibility)?;
        let number = function.lambdas + 1;
        let declarator = lambda.lambda_declarator();
        let mutable = declarator.as_ref().is_some_and(|it| {
            let keywords = it.specifiers().filter_map(|it| it.keyword());
            keywords.into_iter().any(|it| it.kind() == SyntaxKind::MUTABLE_KW)
        });
        let list = lambda.lambda_introducer().into_iter().flat_map(|it| it.captures());
        let repairs: Vec<_> = if function.repaired {
            Vec::new()
        } else {
            let named = function.parent.name_template_parameters();
            named.into_iter().chain(function.parent.declare_hidden_friend()).collect()
        };
        let extended = ExtendedLambda {
            range: lambda.syntax().text_range(),
            kind,
            number,
            parent,
            annotated_parent: annotations.parent.as_ref().map(|it| annotated_address(it.syntax())),
            preserved_return: (kind == LambdaKind::Device).then(|| preserved_return(lambda)).flatten(),
            mutable,
            has_capture_list: list.count() > 0,
            captures,
        };
        self.result.repairs.extend(repairs);
        if let LayerKind::Function(function) = &mut self.layers[function_layer].kind {
            function.lambdas = number;
            function.repaired = true;
        }
        self.result.extended.push(extended);
        Some(self.result.extended.len() - 1)
    }
}

/// Whether the node is part of a template definition.
fn is_in_template(node: &SyntaxNode) -> bool {
    node.ancestors().any(|it| it.kind() == SyntaxKind::TEMPLATE_DECL)
}

/// Whether a block-scope declaration declares a function. `T x(a)` is taken for a variable: that is what
/// functions hold.
fn is_function(specifiers: Option<&DeclSpecifierSeq>, declarator: &Declarator) -> bool {
    let Some(suffix) = function_suffix(declarator) else { return false };
    let is_ambiguous = suffix.syntax().parent().is_some_and(|it| it.kind() == SyntaxKind::AMBIGUOUS_SUFFIX);
    let is_void = specifiers.is_some_and(|it| compact_spelling(it.syntax()) == "void");
    !is_ambiguous || is_void
}

/// Whether a function with a qualified name can only be a non-static member.
fn is_surely_member(declarator: &Declarator, name: &Name) -> bool {
    let suffix = function_suffix(declarator);
    let qualified = suffix.is_some_and(|it| it.qualifiers().next().is_some() || it.ref_qualifier().is_some());
    let last = name.syntax().children().last();
    let is_conversion = last.is_some_and(|it| it.kind() == SyntaxKind::CONVERSION_ID);
    qualified || is_conversion
}

/// The qualifier of a name as written.
fn qualifier_spelling(name: &Name) -> String {
    let text = spelling(name.syntax());
    text.rsplit_once("::").map_or(String::new(), |(qualifier, _)| qualifier.trim_end().to_owned())
}

/// Whether the member function that a definition outside of the class defines is static, and its spaces in the
/// class; nothing if its declarations there disagree.
fn declaration_of(
    class: &ClassLayer,
    member: &str,
    declarator: &Declarator,
    scopes: &dyn super::ScopeLookup,
) -> Option<(bool, Spaces)> {
    let suffix = function_suffix(declarator)?;
    let defined = super::members::MemberFunction::of(&suffix, false, false, Spaces::default());
    let name = member.split('<').next().filter(|_| !member.starts_with("operator")).unwrap_or(member);
    let declared = find_members(class, name, scopes)?;
    let functions = declared.iter().filter_map(|it| match it {
        Member::Function(function) => Some(function),
        _ => None,
    });
    let same_shape = functions
        .filter(|it| it.parameters.len() == defined.parameters.len() && it.variadic == defined.variadic);
    let candidates: Vec<_> = same_shape.collect();
    let agree = |found: &[&super::members::MemberFunction]| -> Option<(bool, Spaces)> {
        let first = found.first()?;
        let agreeing = found.iter().all(|it| it.is_static == first.is_static && it.spaces == first.spaces);
        agreeing.then_some((first.is_static, first.spaces))
    };
    agree(&candidates).or_else(|| {
        let same_types: Vec<_> =
            candidates.iter().copied().filter(|it| it.parameters == defined.parameters).collect();
        agree(&same_types)
    })
}

/// The capture `y = e` and its like.
fn init_capture(capture: &CaptureSyntax, initializer: &Initializer) -> Option<Capture> {
    let (form, operand) = match initializer {
        Initializer::EqInitializer(it) => (InitForm::Plain, it.expr()?.syntax().text_range()),
        Initializer::ParenInitializer(it) => (InitForm::Enclosed, inside(it.syntax())),
        Initializer::InitList(it) => (InitForm::Enclosed, inside(it.syntax())),
        Initializer::PureSpecifier(it) => (InitForm::Plain, it.int_number_token()?.text_range()),
    };
    let is_pack = capture.ellipsis_token().is_some() || is_pack(capture.syntax());
    Some(Capture::Init { form, operand, is_pack })
}

/// What stands between the first and the last token of a node.
fn inside(node: &SyntaxNode) -> TextRange {
    let range = node.text_range();
    let start = node.first_token().map_or(range.start(), |it| it.text_range().end());
    let end = node.last_token().map_or(range.end(), |it| it.text_range().start());
    TextRange::new(start.min(end), end)
}
