//! The walk over an item that finds its extended lambdas.
//!
//! One pass in source order keeps the scopes around the current point ([`super::layers`]), so that every use of a
//! name is resolved where it stands; captures come out in the order of first use, which is the order of the fields
//! of the closure in the device compiler.

mod declarations;
mod functions;
mod lambdas;
mod uses;

use asunder_syntax::ast::{
    CallExpr, CastExpr, ClassSpecifier, ConditionDecl, Expr, FunctionDef, Handler, LambdaExpr, Name,
    NameExpr, RangeForStmt, SimpleDecl, TypeId,
};
use asunder_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode};

use super::declarators::name_path;
use super::layers::{Layer, LayerKind, Local, Meaning, resolve};
use super::members::{Member, template_parameter_name};
use super::parent::NamespaceName;
use super::{LambdaAnalysis, LambdaContext};

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
                    self.declare(name, Local::Other);
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
                    self.declare(name.text(), Local::Other);
                }
                self.visit_children(node);
            }
            USING_DECLARATOR => {
                let name = node.children().find_map(Name::cast).map(|name| name_path(&name));
                if let Some(name) = name.and_then(|mut path| path.pop()) {
                    self.declare(name, Local::Other);
                }
            }
            NAME_EXPR | NAME_ARG => {
                if let Some(name) = node.children().find_map(Name::cast) {
                    self.use_name(&name, None);
                }
            }
            NAMED_TYPE => self.visit_named_type(node),
            THIS_EXPR => self.use_this(node.text_range()),
            CALL_EXPR => {
                if let Some(call) = CallExpr::cast(node.clone()) {
                    self.visit_call(&call);
                }
            }
            AMBIGUOUS_EXPR => self.visit_ambiguous_expression(node),
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
                Meaning::Local { local, .. } => local != Local::Other,
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
                Meaning::Local { local, .. } => matches!(local, Local::Automatic(_)),
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
        loop {
            callee = match callee {
                Some(Expr::ParenExpr(inner)) => inner.expr(),
                Some(Expr::AmbiguousExpr(inner)) => inner.expr(),
                _ => break,
            };
        }
        let name = match &callee {
            Some(Expr::NameExpr(it)) => it.name(),
            _ => None,
        };
        match name {
            Some(name) => self.visit_call_of(&name, &arguments),
            None => self.visit_children(call.syntax()),
        }
    }

    fn visit_call_of(&mut self, callee: &Name, arguments: &[Expr]) {
        let deferred = self.use_name(callee, Some(arguments.len()));
        let is_unevaluated = callee.as_ident().is_some_and(|it| it.text() == "__builtin_constant_p");
        let evaluated = self.evaluated;
        self.evaluated &= !is_unevaluated;
        for argument in arguments {
            self.visit(argument.syntax());
        }
        self.evaluated = evaluated;
        if deferred {
            self.use_this(callee.syntax().text_range());
        }
    }

    /// `(f)(x)` reads as a cast, but calls f if that is a function.
    fn visit_ambiguous_expression(&mut self, node: &SyntaxNode) {
        let cast = node.children().find_map(CastExpr::cast);
        let named = cast.as_ref().and_then(|it| it.type_id()).and_then(|it| lone_name(it.syntax()));
        let operand = cast.and_then(|it| it.expr());
        let (Some(name), Some(Expr::ParenExpr(operand))) = (named, operand) else {
            self.visit_children(node);
            return;
        };
        let word = name.as_ident();
        let meaning = word.map(|word| resolve(&self.layers, word.text(), self.context.scopes));
        if let Some(Meaning::Members { members, .. }) = meaning
            && members.iter().any(|it| matches!(it, Member::Function(_)))
        {
            let mut arguments = Vec::new();
            operands(operand.expr(), &mut arguments);
            self.visit_call_of(&name, &arguments);
        } else {
            self.visit_children(node);
        }
    }
}

/// The operands of a comma expression.
fn operands(list: Option<Expr>, into: &mut Vec<Expr>) {
    let mut rest = list;
    let mut reversed = Vec::new();
    while let Some(Expr::CommaExpr(comma)) = rest {
        reversed.extend(comma.rhs());
        rest = comma.lhs();
    }
    reversed.extend(rest);
    into.extend(reversed.into_iter().rev());
}

/// The name that is all of a type-id.
fn lone_name(type_id: &SyntaxNode) -> Option<Name> {
    let name = type_id.descendants().find_map(Name::cast)?;
    (name.syntax().text_range() == type_id.text_range()).then_some(name)
}

/// Whether the node is part of a template definition.
fn is_in_template(node: &SyntaxNode) -> bool {
    node.ancestors().any(|it| it.kind() == SyntaxKind::TEMPLATE_DECL)
}
