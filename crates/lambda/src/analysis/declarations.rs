//! Declarations: what names mean from here on.

use super::{Walk, has_annotated_lambda, is_in_template};
use crate::declarators::{Reference, declared_name, function_suffix, name_path, reference};
use crate::layers::{AutomaticForm, ClassLayer, LayerKind, Local, Meaning, resolve};
use crate::members::{ClassMembers, Member, enclosing_template_parameters, mentions};
use crate::parent::NamespaceName;
use crate::spelling::compact_spelling;
use asunder_syntax::ast::{
    ClassSpecifier, DeclSpecifierSeq, Declarator, EnumSpecifier, Expr, InitDeclarator, Initializer, Name,
    ParamDecl, SimpleDecl,
};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode};
use std::sync::Arc;

impl Walk<'_> {
    pub(super) fn declare(&mut self, name: impl Into<String>, local: Local) {
        if let Some(layer) = self.layers.last_mut()
            && !matches!(layer.kind, LayerKind::Class(_))
        {
            layer.names.insert(name.into(), local);
        }
    }

    pub(super) fn visit_namespace(&mut self, node: &SyntaxNode) {
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

    pub(super) fn visit_class(&mut self, class: &ClassSpecifier) {
        let name = class.name().map(|name| name_path(&name)).unwrap_or_default();
        if let Some(name) = name.last() {
            self.declare(name.clone(), Local::Other);
        }
        if !has_annotated_lambda(class.syntax()) {
            return;
        }
        let depth = self.path.len();
        self.path.extend(name);
        let layer = ClassLayer {
            path: self.path.clone(),
            members: Some(Arc::new(ClassMembers::of(class))),
            is_templated: is_in_template(class.syntax()),
        };
        self.in_layer(LayerKind::Class(layer), |walk| walk.visit_children(class.syntax()));
        self.path.truncate(depth);
    }

    pub(super) fn visit_enum(&mut self, node: &SyntaxNode) {
        if let Some(specifier) = EnumSpecifier::cast(node.clone()) {
            for name in specifier.name().iter().flat_map(name_path) {
                self.declare(name, Local::Other);
            }
            let list = specifier.enumerator_list().filter(|_| !specifier.is_scoped());
            for name in list.iter().flat_map(|it| it.enumerators()).filter_map(|it| it.ident_token()) {
                self.declare(name.text(), Local::Other);
            }
        }
        self.visit_children(node);
    }

    pub(super) fn visit_simple_decl(&mut self, decl: &SimpleDecl) {
        let specifiers = decl.decl_specifier_seq();
        self.visit_option(specifiers.clone());
        for declarator in decl.init_declarators() {
            self.visit_init_declarator(specifiers.as_ref(), &declarator);
        }
    }

    pub(super) fn visit_init_declarator(
        &mut self,
        specifiers: Option<&DeclSpecifierSeq>,
        init: &InitDeclarator,
    ) {
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
    pub(super) fn visit_declarator(
        &mut self,
        specifiers: Option<&DeclSpecifierSeq>,
        declarator: &Declarator,
        initializer: Option<&Initializer>,
    ) {
        self.visit(declarator.syntax());
        if let Some(binding) = declarator.structured_binding() {
            for name in binding.bindings().filter_map(|it| it.ident_token()) {
                self.declare(name.text(), Local::Automatic(AutomaticForm::Declared));
            }
            return;
        }
        let Some(name) = declared_name(declarator).and_then(|it| it.as_ident()) else { return };
        let local = self.local_of(specifiers, declarator, initializer);
        self.declare(name.text(), local);
    }

    pub(super) fn local_of(
        &self,
        specifiers: Option<&DeclSpecifierSeq>,
        declarator: &Declarator,
        initializer: Option<&Initializer>,
    ) -> Local {
        use SyntaxKind::*;
        let has = |kind| specifiers.is_some_and(|it| it.keyword(kind).is_some());
        if has(TYPEDEF_KW) || has(EXTERN_KW) || is_function(specifiers, declarator) {
            return Local::Other;
        }
        let in_device_memory = specifiers.iter().flat_map(|it| it.gnu_attributes()).any(|attributes| {
            attributes
                .attributes()
                .any(|it| ["shared", "device", "constant", "managed"].iter().any(|n| it.is_named(n)))
        });
        if has(STATIC_KW) || has(THREAD_LOCAL_KW) || in_device_memory {
            return Local::Static;
        }
        let form = reference(declarator);
        let name = declared_name(declarator).map(|name| name.syntax().text_range().start());
        let is_constant = name.and_then(|at| self.context.bodies.is_constant_reference(at));
        let names_static = || initializer.is_some_and(|it| self.is_constant_object(it));
        match form {
            _ if is_constant.unwrap_or_else(|| form == Reference::Object && names_static()) => Local::Static,
            Reference::Function => Local::Automatic(AutomaticForm::FunctionReference),
            Reference::Object | Reference::None => Local::Automatic(AutomaticForm::Declared),
        }
    }

    /// Whether an initializer names an object with static storage.
    fn is_constant_object(&self, initializer: &Initializer) -> bool {
        let operand = match initializer {
            Initializer::EqInitializer(it) => it.expr(),
            Initializer::ParenInitializer(it) => it.exprs().next(),
            Initializer::InitList(it) => it.syntax().children().find_map(Expr::cast),
            Initializer::PureSpecifier(_) => None,
        };
        operand.is_some_and(|it| self.is_static_object(&it))
    }

    fn is_static_object(&self, operand: &Expr) -> bool {
        match operand {
            Expr::ParenExpr(it) => it.expr().is_some_and(|it| self.is_static_object(&it)),
            Expr::MemberExpr(it) => {
                let is_dot = it.op_token().is_some_and(|token| token.kind() == SyntaxKind::DOT);
                is_dot && it.base().is_some_and(|it| self.is_static_object(&it))
            }
            Expr::IndexExpr(it) => {
                let constant = it.indices().skip(1).all(|it| matches!(it, Expr::Literal(_)));
                constant && it.base().is_some_and(|it| self.is_static_object(&it))
            }
            Expr::PrefixExpr(it) => {
                let operator = |it: &asunder_syntax::ast::PrefixExpr| it.op_token().map(|token| token.kind());
                match it.expr() {
                    Some(Expr::PrefixExpr(inner))
                        if operator(it) == Some(SyntaxKind::STAR)
                            && operator(&inner) == Some(SyntaxKind::AMP) =>
                    {
                        inner.expr().is_some_and(|it| self.is_static_object(&it))
                    }
                    _ => false,
                }
            }
            Expr::NameExpr(it) => it.name().is_some_and(|name| self.names_static_object(&name)),
            _ => false,
        }
    }

    fn names_static_object(&self, name: &Name) -> bool {
        let is_templated = self.function().is_some_and(|it| it.is_templated);
        let Some(word) = name.as_ident() else {
            let parameters = enclosing_template_parameters(name.syntax());
            return !mentions(name.syntax(), &parameters);
        };
        match resolve(&self.layers, word.text(), self.context.scopes) {
            Meaning::Local { local, .. } => local == Local::Static && !is_templated,
            Meaning::Members { members, .. } => !members.contains(&Member::Data),
            Meaning::Outside => true,
        }
    }

    pub(super) fn declare_parameter(&mut self, parameter: &ParamDecl) {
        let specifiers = parameter.decl_specifier_seq();
        self.visit_option(specifiers.clone());
        let Some(declarator) = parameter.declarator() else { return };
        self.visit(declarator.syntax());
        if let Some(name) = declared_name(&declarator).and_then(|it| it.as_ident()) {
            let form = match reference(&declarator) {
                Reference::Function => AutomaticForm::FunctionReference,
                _ => AutomaticForm::Declared,
            };
            self.declare(name.text(), Local::Automatic(form));
        }
    }

    pub(super) fn declare_parameters(&mut self, parameters: impl Iterator<Item = ParamDecl>) {
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
}

/// Whether a block-scope declaration declares a function. `T x(a)` is taken for a variable: that is what
/// functions hold.
fn is_function(specifiers: Option<&DeclSpecifierSeq>, declarator: &Declarator) -> bool {
    let Some(suffix) = function_suffix(declarator) else { return false };
    let is_ambiguous = suffix.syntax().parent().is_some_and(|it| it.kind() == SyntaxKind::AMBIGUOUS_SUFFIX);
    let is_void = specifiers.is_some_and(|it| compact_spelling(it.syntax()) == "void");
    !is_ambiguous || is_void
}
