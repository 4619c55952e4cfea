//! Device functions: the host keeps their declarations, not their bodies.
//!
//! ```text
//! __device__ int f(int x) { … }     __attribute__((unused)) int f(int x) {int volatile ___ = 1;(void)x;::exit(___);}
//! S::S(int x) : a(x) { … }          S::S(int x) : a(x) {int *volatile ___ = 0;(void)x;::free(___);}
//! __device__ auto f() { … }         __attribute__((unused)) void f() {…}
//! constexpr __device__ int f() {…}  body kept
//! ```

use asunder_outline::{CudaAttribute, CudaAttributes};
use asunder_syntax::ast::{
    DeclSpecifierSeq, Declarator, FunctionBody, FunctionDef, InitDeclarator, SimpleDecl,
};
use asunder_syntax::{AstNode, SyntaxKind::*, SyntaxNode};

use super::declarators::{self, has_keyword};
use super::{Emitter, Scope, attributes};
use crate::edit::{Edit, Piece, line_structure};

impl Emitter<'_> {
    /// A function with a body.
    pub(super) fn function_definition(&mut self, definition: &FunctionDef) {
        let (Some(declarator), Some(body)) = (definition.declarator(), definition.body()) else { return };
        let specifiers = definition.decl_specifier_seq();
        let scope = Scope::of(definition.syntax());
        self.drop_pattern(&declarator, &scope);
        let mut attributes = specifiers.as_ref().map(attributes::of_specifiers).unwrap_or_default()
            | attributes::of_declarator(&declarator);
        if !scope.member && !scope.local {
            attributes |= self.context.merged_attributes;
        }
        if attributes.is_kernel() {
            self.kernel_definition(definition, &declarator, &body, &scope);
        } else if attributes.is_device_only() {
            if attributes.contains(CudaAttribute::DeviceBuiltin) {
                self.remove_node(&scope.outermost);
                return;
            }
            self.mark_unused(definition.syntax(), specifiers.as_ref(), &declarator, &scope);
            if !is_evaluable(specifiers.as_ref()) {
                self.suppress_body(specifiers.as_ref(), &declarator, &body);
            }
        } else {
            self.end_of_main(definition.syntax(), &declarator, &body);
        }
    }

    /// `template <class T> void f<T *>(T *)`: the reference takes it for another template and prints it without its
    /// arguments; host compilers know no partial specializations of functions.
    pub(super) fn drop_pattern(&mut self, declarator: &Declarator, scope: &Scope) {
        let name = declarators::name(declarator).filter(|_| scope.is_template() && !scope.specialization);
        let arguments = name
            .and_then(|it| it.last_segment()?.template_id()?.template_arg_list())
            .filter(|_| declarators::is_function(declarator));
        if let Some(arguments) = arguments {
            self.edits.push(Edit::remove(self.text, arguments.syntax().text_range()));
        }
    }

    /// A function declaration without a body.
    pub(super) fn function_declaration(
        &mut self,
        declaration: &SimpleDecl,
        declarator: &InitDeclarator,
        attributes: CudaAttributes,
        scope: &Scope,
    ) {
        let Some(function) = declarator.declarator() else { return };
        let specifiers = declaration.decl_specifier_seq();
        if attributes.is_kernel() {
            self.kernel_declaration(declaration.syntax(), specifiers.as_ref(), &function, scope);
        } else if attributes.is_device_only() {
            if attributes.contains(CudaAttribute::DeviceBuiltin) {
                self.remove_node(&scope.outermost);
            } else {
                self.mark_unused(declaration.syntax(), specifiers.as_ref(), &function, scope);
                if !is_evaluable(specifiers.as_ref()) {
                    self.replace_deduced_return(specifiers.as_ref(), &function);
                }
            }
        } else if self.context.redeclares_constexpr {
            let position = declarators::attribute_position(declaration.syntax(), specifiers.as_ref());
            self.edits.push(Edit::insert(position, "constexpr "));
        }
    }

    /// Device functions that are not members are marked `unused`: gcc then compiles them as the reference's.
    fn mark_unused(
        &mut self,
        declaration: &SyntaxNode,
        specifiers: Option<&DeclSpecifierSeq>,
        declarator: &Declarator,
        scope: &Scope,
    ) {
        let is_friend = has_keyword(specifiers, FRIEND_KW);
        let is_member = scope.member && !is_friend
            || declarators::name(declarator).is_some_and(|name| !self.context.is_namespace_member(&name));
        if is_member || scope.instantiation {
            return;
        }
        let position = declarators::attribute_position(declaration, specifiers);
        self.edits.push(Edit::insert(position, "__attribute__((unused)) "));
    }

    fn suppress_body(
        &mut self,
        specifiers: Option<&DeclSpecifierSeq>,
        declarator: &Declarator,
        body: &FunctionBody,
    ) {
        let replaced = match body {
            // Mem-initializers stay.
            FunctionBody::CompoundBody(it) => it.compound_stmt().map(|it| it.syntax().clone()),
            FunctionBody::TryBody(it) => Some(it.syntax().clone()),
            FunctionBody::DefaultBody(_) | FunctionBody::DeleteBody(_) => None,
        };
        let Some(replaced) = replaced else { return };
        let mut text = if declarators::is_constructor_or_destructor(specifiers, declarator) {
            suppressed_body(declarator, "int *volatile ___ = 0;", "::free(___);")
        } else {
            suppressed_body(declarator, "int volatile ___ = 1;", "::exit(___);")
        };
        text.push_str(&line_structure(&self.text[replaced.text_range()]));
        self.edits.push(Edit::replace(replaced.text_range(), [Piece::Text(text)]));
        self.removed.insert(replaced.text_range());
        self.replace_deduced_return(specifiers, declarator);
    }

    /// `auto` and `decltype(auto)` returns become `void`: there is no body to deduce from.
    fn replace_deduced_return(&mut self, specifiers: Option<&DeclSpecifierSeq>, declarator: &Declarator) {
        let has_trailing_return =
            declarators::function_suffix(declarator).is_some_and(|it| it.trailing_return().is_some());
        let placeholder =
            specifiers.and_then(|it| it.syntax().children().find(|child| child.kind() == PLACEHOLDER_TYPE));
        let Some(placeholder) = placeholder.filter(|_| !has_trailing_return) else { return };
        // Qualifiers of `void` would be warned of.
        for qualifier in [CONST_KW, VOLATILE_KW].into_iter().filter_map(|it| specifiers?.keyword(it)) {
            self.edits.push(Edit::remove(self.text, qualifier.syntax().text_range()));
        }
        // The blanks behind an operator go with it.
        let behind = &self.text[usize::from(placeholder.text_range().end())..];
        let spaced = if behind.starts_with(|c: char| c.is_whitespace()) { "void" } else { "void " };
        self.edits.push(Edit::replace(placeholder.text_range(), [Piece::from(spaced)]));
        for operator in declarators::innermost(declarator).ptr_ops() {
            self.edits.push(Edit::remove(self.text, operator.syntax().text_range()));
        }
    }

    /// A `main` that can run off its end gets the `return 0;` that the reference writes: without it gcc
    /// returns after, not before, the destruction of locals.
    fn end_of_main(&mut self, definition: &SyntaxNode, declarator: &Declarator, body: &FunctionBody) {
        let at_unit_scope = matches!(definition.parent().map(|it| it.kind()), Some(TRANSLATION_UNIT) | None);
        let is_main = at_unit_scope
            && self.context.is_global_scope()
            && declarators::identifier(declarator).as_deref() == Some("main");
        let FunctionBody::CompoundBody(body) = body else { return };
        let Some(block) = body.compound_stmt().filter(|_| is_main) else { return };
        let leaves = block.stmts().last().is_some_and(|last| {
            matches!(last.syntax().kind(), RETURN_STMT | GOTO_STMT)
                || last.syntax().first_child().is_some_and(|it| it.kind() == THROW_EXPR)
        });
        let brace = block.syntax().last_token().filter(|token| token.kind() == R_BRACE);
        if let Some(brace) = brace.filter(|_| !leaves) {
            self.edits.push(Edit::insert(brace.text_range().start(), "return 0; "));
        }
    }
}

/// Whether a function may be called where a constant is needed: the host keeps its body.
fn is_evaluable(specifiers: Option<&DeclSpecifierSeq>) -> bool {
    has_keyword(specifiers, CONSTEXPR_KW) || has_keyword(specifiers, CONSTEVAL_KW)
}

/// A body that uses every named parameter and cannot be optimised into anything.
fn suppressed_body(declarator: &Declarator, start: &str, end: &str) -> String {
    let mut body = format!("{{{start}");
    for parameter in declarators::parameters(declarator) {
        if let Some(name) =
            declarators::parameter_name(&parameter).filter(|_| !declarators::is_pack(&parameter))
        {
            body.push_str(&format!("(void){name};"));
        }
    }
    body.push_str(end);
    body.push('}');
    body
}
