//! Kernels: the host sees declarations, whose bodies the stub file of the device compiler defines.
//!
//! ```text
//! __global__ void k(int a) { … }    __attribute__((visibility("hidden"))) void k(int a) ;
//! template <class T>                template <class T> static void __wrapper__device_stub_k(T &)
//! __global__ void k(T a) { … }        { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);}
//!                                   template <class T> static void k(T a)
//!                                     {__wrapper__device_stub_k<T>(a);return;}
//! ```
//!
//! The stub file specialises `__wrapper__device_stub_k` for every instance; its parameters are references.

use asunder_outline::CudaAttribute;
use asunder_syntax::ast::{
    DeclSpecifierSeq, Declarator, ExplicitInstantiation, FunctionBody, FunctionDef, ParamDecl, Segment,
    TemplateHeader, TemplateParam,
};
use asunder_syntax::{AstNode, SyntaxKind::*, SyntaxNode};
use rowan::{TextRange, TextSize};

use super::declarators::{self, has_keyword};
use super::{Emitter, Scope, attributes};
use crate::context::ScopeSegment;
use crate::edit::{Edit, Piece, line_structure};
use crate::options::HostCompiler;

const STUB_PREFIX: &str = "__wrapper__device_stub_";
const STUB_BODY: &str = " { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} ";
const HIDDEN: &str = "__attribute__((visibility(\"hidden\"))) ";

impl Emitter<'_> {
    /// A kernel with a body.
    pub(super) fn kernel_definition(
        &mut self,
        definition: &FunctionDef,
        declarator: &Declarator,
        body: &FunctionBody,
        scope: &Scope,
    ) {
        let body_range = body.syntax().text_range();
        let lines = line_structure(&self.text[body_range]);
        self.removed.insert(body_range);
        let specifiers = definition.decl_specifier_seq();
        let replacement = if is_kernel_template(declarator, scope) {
            let kernel = KernelTemplate { specifiers: specifiers.as_ref(), declarator, scope };
            let end = if scope.specialization { " ; " } else { STUB_BODY };
            self.insert_stub(&kernel, end);
            self.mark_kernel_template(definition.syntax(), &kernel);
            let mut forwarding = self.forwarding_body(&kernel);
            forwarding.push(Piece::Text(format!(";return;}}{lines}")));
            forwarding
        } else {
            self.mark_kernel(definition.syntax(), specifiers.as_ref(), declarator);
            vec![Piece::Text(format!(";{lines}"))]
        };
        self.edits.push(Edit::replace(body_range, replacement));
    }

    /// A kernel declaration without a body.
    pub(super) fn kernel_declaration(
        &mut self,
        declaration: &SyntaxNode,
        specifiers: Option<&DeclSpecifierSeq>,
        declarator: &Declarator,
        scope: &Scope,
    ) {
        if scope.instantiation {
            if matches!(self.context.options.compiler, HostCompiler::Clang(_)) {
                self.declare_stub_specialization(declarator, scope);
            }
            return;
        }
        if is_kernel_template(declarator, scope) && !has_keyword(specifiers, FRIEND_KW) {
            let kernel = KernelTemplate { specifiers, declarator, scope };
            self.insert_stub(&kernel, "; ");
            self.mark_kernel_template(declaration, &kernel);
        } else {
            self.mark_kernel(declaration, specifiers, declarator);
        }
    }

    /// Clang instantiates the stub with the kernel, before it sees that the stub file specialises it: the
    /// specialization is declared before the explicit instantiation.
    fn declare_stub_specialization(&mut self, declarator: &Declarator, scope: &Scope) {
        let instantiation = ExplicitInstantiation::cast(scope.outermost.clone());
        let Some(name) = declarators::name(declarator) else { return };
        if instantiation.is_none_or(|it| it.extern_token().is_some()) {
            return;
        }
        let parameters: Vec<String> =
            declarators::parameters(declarator).iter().map(|it| stub_parameter(it, false)).collect();
        let text = format!("template <> void {}({}); ", stub_name(&name), parameters.join(", "));
        self.edits.push(Edit::insert(scope.outermost.text_range().start(), text));
    }

    /// Linkage and debugging attributes of an ordinary kernel.
    fn mark_kernel(
        &mut self,
        declaration: &SyntaxNode,
        specifiers: Option<&DeclSpecifierSeq>,
        declarator: &Declarator,
    ) {
        if self.context.options.device_hidden_visibility
            && !has_keyword(specifiers, STATIC_KW)
            && !self.context.redeclares_internal
            && !self.context.has_visibility
            && !self.says_visibility(specifiers, declarator)
            && !self.context.in_unnamed_namespace()
        {
            let position = declarators::attribute_position(declaration, specifiers);
            self.edits.push(Edit::insert(position, HIDDEN));
        }
        self.forbid_inlining(specifiers);
    }

    fn says_visibility(&self, specifiers: Option<&DeclSpecifierSeq>, declarator: &Declarator) -> bool {
        crate::strip::mentions(self.text, "visibility") && attributes::say_visibility(specifiers, declarator)
    }

    /// For debuggers. Behind `always_inline`, so that host compilers pass over it and say nothing.
    fn forbid_inlining(&mut self, specifiers: Option<&DeclSpecifierSeq>) {
        if let Some(specifiers) = specifiers.filter(|_| self.context.options.debug_mode) {
            let end = specifiers.syntax().text_range().end();
            self.edits.push(Edit::insert(end, " __attribute((noinline))"));
        }
    }

    /// The function that callers of a kernel template instance: `static`, or hidden, or specialised.
    fn mark_kernel_template(&mut self, declaration: &SyntaxNode, kernel: &KernelTemplate<'_>) {
        let options = &self.context.options;
        let position = declarators::attribute_position(declaration, kernel.specifiers);
        let is_static = has_keyword(kernel.specifiers, STATIC_KW);
        let is_defined = kernel.identifier().is_some_and(|name| self.context.defines_kernel_template(&name));
        let special = self.context.specialization.filter(|_| kernel.scope.specialization);
        let of_specifiers = kernel.specifiers.map(attributes::of_specifiers).unwrap_or_default();
        let written = of_specifiers | attributes::of_declarator(kernel.declarator);
        // Templates of kernels for tiles belong to the unit in separate compilation too.
        let is_static_stub = options.static_host_stub || written.contains(CudaAttribute::TileGlobal);
        let mark = if is_static_stub && special.is_none_or(|it| it.is_defined) && kernel.scope.specialization
        {
            "__specialization_static "
        } else if is_static_stub && is_defined && !is_static && !kernel.scope.specialization {
            "static "
        } else if options.device_hidden_visibility
            && !is_static
            && special.is_none_or(|it| !it.is_internal)
            && !self.context.redeclares_internal
            && !self.context.has_visibility
            && !self.says_visibility(kernel.specifiers, kernel.declarator)
            && !self.context.in_unnamed_namespace()
        {
            HIDDEN
        } else {
            ""
        };
        if !mark.is_empty() {
            self.edits.push(Edit::insert(position, mark));
        }
        self.forbid_inlining(kernel.specifiers);
    }

    /// Declares the stub before the kernel template.
    fn insert_stub(&mut self, kernel: &KernelTemplate<'_>, end: &str) {
        let Some(name) = declarators::name(kernel.declarator) else { return };
        let mut stub = String::new();
        for header in &kernel.scope.headers {
            stub.push_str(&declarators::flat_text(header.syntax(), |_| false));
            stub.push(' ');
        }
        if kernel.scope.specialization {
            stub.push_str("template<> __specialization_static ");
        } else {
            stub.push_str("static ");
        }
        if has_keyword(kernel.specifiers, INLINE_KW) {
            stub.push_str("inline ");
        }
        let returned = kernel.specifiers.and_then(declarators::type_specifiers);
        stub.push_str(returned.as_deref().unwrap_or("void "));
        stub.push_str(&stub_name(&name));
        stub.push('(');
        let parameters = declarators::parameters(kernel.declarator);
        let needs_name = |parameter: &ParamDecl| {
            let name = declarators::parameter_name(parameter);
            name.is_some_and(|name| {
                parameters.iter().any(|other| other != parameter && mentions(other, &name))
            }) || is_parenthesised_pack(parameter)
        };
        let parameters: Vec<String> =
            parameters.iter().map(|it| stub_parameter(it, needs_name(it))).collect();
        stub.push_str(&parameters.join(", "));
        stub.push(')');
        let trailing = declarators::function_suffix(kernel.declarator).and_then(|it| it.trailing_return());
        if let Some(trailing) = trailing {
            stub.push(' ');
            stub.push_str(&declarators::flat_text(trailing.syntax(), attributes::is_cuda));
        }
        if let Some(constraint) = declarators::innermost(kernel.declarator).requires_clause() {
            stub.push(' ');
            stub.push_str(&declarators::flat_text(constraint.syntax(), |_| false));
        }
        stub.push_str(end);
        self.edits.push(Edit::insert(kernel.scope.outermost.text_range().start(), stub));
    }

    /// `{::N::__wrapper__device_stub_k<T>(a`, and names for what the definition leaves unnamed.
    fn forwarding_body(&mut self, kernel: &KernelTemplate<'_>) -> Vec<Piece> {
        let mut unnamed = 0;
        let mut fresh = || {
            unnamed += 1;
            format!("__T{}", unnamed - 1)
        };
        let mut template_arguments = Vec::new();
        if let Some(header) = kernel.scope.headers.last() {
            for parameter in template_parameters(header) {
                let name = match parameter.name {
                    Some(name) => name,
                    None => {
                        let name = fresh();
                        self.edits.push(Edit::insert(parameter.name_position, format!(" {name}")));
                        name
                    }
                };
                template_arguments.push(if parameter.is_pack { format!("{name}...") } else { name });
            }
        }
        let mut arguments = Vec::new();
        for parameter in declarators::parameters(kernel.declarator) {
            if is_void(&parameter) {
                continue;
            }
            let name = match declarators::parameter_name(&parameter) {
                Some(name) => name,
                None => {
                    let name = fresh();
                    self.edits.push(Edit::insert(declarators::name_position(&parameter), format!(" {name}")));
                    name
                }
            };
            arguments.push(if declarators::is_pack(&parameter) { format!("{name}...") } else { name });
        }

        let mut pieces = vec![Piece::from("{")];
        let name = declarators::name(kernel.declarator);
        let is_qualified = name.as_ref().is_some_and(|it| it.is_qualified());
        if !is_qualified {
            pieces.extend(self.scope_qualifier());
        }
        let mut callee = name.map(|it| stub_name(&it)).unwrap_or_default();
        if !template_arguments.is_empty() {
            callee.push_str(&format!("<{}>", template_arguments.join(",")));
        }
        callee.push_str(&format!("({})", arguments.join(",")));
        pieces.push(Piece::Text(callee));
        pieces
    }

    /// `::N::` for the item's namespaces; nothing in the global one.
    fn scope_qualifier(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for segment in self.context.scope.iter() {
            match segment {
                ScopeSegment::Named(name) => pieces.extend([Piece::from("::"), Piece::Text(name.clone())]),
                ScopeSegment::Unnamed => pieces.extend([Piece::from("::"), Piece::UnnamedNamespace]),
                ScopeSegment::Linkage(_) => {}
            }
        }
        if !pieces.is_empty() {
            pieces.push(Piece::from("::"));
        }
        pieces
    }
}

/// Whether a kernel is a template or a specialization of one: by its header, or by a parameter that `auto` stands
/// for the type of.
pub(super) fn is_kernel_template(declarator: &Declarator, scope: &Scope) -> bool {
    let is_placeholder = |parameter: &ParamDecl| {
        let specifiers = parameter.decl_specifier_seq();
        specifiers.is_some_and(|it| it.syntax().children().any(|child| child.kind() == PLACEHOLDER_TYPE))
    };
    scope.is_template()
        || scope.specialization
        || declarators::parameters(declarator).iter().any(is_placeholder)
}

/// A kernel template or an explicit specialization of one.
struct KernelTemplate<'a> {
    specifiers: Option<&'a DeclSpecifierSeq>,
    declarator: &'a Declarator,
    scope: &'a Scope,
}

impl KernelTemplate<'_> {
    /// The unqualified name of the template.
    fn identifier(&self) -> Option<String> {
        Some(declarators::name(self.declarator)?.last_segment()?.ident()?.text().to_owned())
    }
}

/// The stub's name for a kernel of this name: qualifiers and template arguments stay.
fn stub_name(name: &asunder_syntax::ast::Name) -> String {
    let text = declarators::flat_text(name.syntax(), |_| false);
    let Some(last) = name.last_segment().as_ref().and_then(Segment::ident) else { return text };
    let last_start = last.text_range().start() - name.syntax().text_range().start();
    // Flattening only shortens what stands before the last segment, which is found from behind.
    let tail_length = usize::from(name.syntax().text_range().len()) - usize::from(last_start);
    let split = text.len().saturating_sub(tail_length);
    let split = text[split..].find(last.text()).map_or(split, |at| split + at);
    format!("{}{STUB_PREFIX}{}", &text[..split], &text[split..])
}

/// `T (&...x)[3]`: gcc takes such a pack only with its name.
fn is_parenthesised_pack(parameter: &ParamDecl) -> bool {
    let has_parentheses = parameter.declarator().is_some_and(|it| it.paren_declarator().is_some());
    has_parentheses && declarators::is_pack(parameter)
}

/// Whether the type of a parameter mentions `name`.
fn mentions(parameter: &ParamDecl, name: &str) -> bool {
    let tokens = parameter.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
    tokens.into_iter().any(|token| token.text() == name)
}

/// `(void)` is not a parameter.
fn is_void(parameter: &ParamDecl) -> bool {
    parameter.declarator().is_none() && declarators::flat_text(parameter.syntax(), |_| false) == "void"
}

/// A stub parameter: a reference to the kernel's, without default argument. Arrays, functions and
/// references stay as they are.
fn stub_parameter(parameter: &ParamDecl, keep_name: bool) -> String {
    let end = parameter.eq_token().map(|it| it.text_range().start());
    let inner = parameter.declarator().map(|it| declarators::innermost(&it));
    let name = inner.as_ref().and_then(|it| it.name()).map(|it| it.syntax().text_range());
    let is_reference = inner.as_ref().is_some_and(|it| {
        it.suffixes().next().is_some()
            || it
                .ptr_ops()
                .last()
                .and_then(|it| it.op_token())
                .is_some_and(|it| matches!(it.kind(), AMP | AMP2))
    });
    let ellipsis = inner.as_ref().and_then(|it| it.ellipsis_token());
    let position = match &ellipsis {
        Some(ellipsis) => ellipsis.text_range().start(),
        None => declarators::name_position(parameter),
    };
    if is_void(parameter) {
        return String::new();
    }
    let text = reference_text(
        parameter.syntax(),
        end,
        name.filter(|_| !keep_name),
        (!is_reference).then_some(position),
        attributes::is_cuda,
    );
    // The body uses no parameter.
    if keep_name { format!("{text} __attribute__((unused))") } else { text }
}

/// The tokens of `node` up to `end` on one line, with `&` at `reference` and without the token range `drop`.
fn reference_text(
    node: &SyntaxNode,
    end: Option<TextSize>,
    drop: Option<TextRange>,
    mut reference: Option<TextSize>,
    skip: impl Fn(&SyntaxNode) -> bool,
) -> String {
    let mut out = String::new();
    let mut walk = node.preorder_with_tokens();
    while let Some(event) = walk.next() {
        let asunder_syntax::WalkEvent::Enter(element) = event else { continue };
        let token = match element {
            rowan::NodeOrToken::Node(inner) => {
                if skip(&inner) {
                    walk.skip_subtree();
                }
                continue;
            }
            rowan::NodeOrToken::Token(token) => token,
        };
        let start = token.text_range().start();
        if end.is_some_and(|end| start >= end) {
            break;
        }
        if reference.is_some_and(|at| start >= at) {
            out.push('&');
            reference = None;
        }
        if drop.is_some_and(|range| range.contains_range(token.text_range())) {
            continue;
        }
        if !token.kind().is_trivia() {
            out.push_str(token.text());
        } else if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    if reference.is_some() {
        out.push_str(" &");
    }
    out
}

/// What forwarding needs of a template parameter.
struct TemplateParameter {
    name: Option<String>,
    is_pack: bool,
    /// Where its name stands, or would stand.
    name_position: TextSize,
}

fn template_parameters(header: &TemplateHeader) -> Vec<TemplateParameter> {
    let list = header.template_param_list();
    list.into_iter().flat_map(|list| list.template_params()).map(|it| template_parameter(&it)).collect()
}

fn template_parameter(parameter: &TemplateParam) -> TemplateParameter {
    let before_default = |eq: Option<asunder_syntax::SyntaxToken>| match eq {
        Some(eq) => eq.text_range().start(),
        None => parameter.syntax().text_range().end(),
    };
    match parameter {
        TemplateParam::TypeParam(it) => TemplateParameter {
            name: it.ident_token().map(|it| it.text().to_owned()),
            is_pack: it.ellipsis_token().is_some(),
            name_position: before_default(it.eq_token()),
        },
        TemplateParam::TemplateTemplateParam(it) => TemplateParameter {
            name: it.ident_token().map(|it| it.text().to_owned()),
            is_pack: it.ellipsis_token().is_some(),
            name_position: before_default(it.eq_token()),
        },
        TemplateParam::NonTypeParam(it) => {
            let inner = it.declarator().map(|it| declarators::innermost(&it));
            let position = match &inner {
                Some(inner) => match inner.suffixes().next() {
                    Some(suffix) => suffix.syntax().text_range().start(),
                    None => inner.syntax().text_range().end(),
                },
                None => before_default(it.eq_token()),
            };
            TemplateParameter {
                name: it.declarator().and_then(|it| declarators::identifier(&it)),
                is_pack: inner.is_some_and(|it| it.ellipsis_token().is_some()),
                name_position: position,
            }
        }
    }
}
