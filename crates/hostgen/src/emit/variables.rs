//! Variables in device memory: the host keeps a shadow of each.
//!
//! ```text
//! __device__ int a = 5;         static int a;
//! __constant__ const float c = 1;   static const float c = 1;
//! __shared__ int s[8];          __attribute__((unused)) static int s[8];
//! __managed__ int m = 7;        __attribute__((section("__nv_managed_data__"))) static int *m = 0;
//! texture<float, 1> t;          static texture<float, 1> t;
//! ```
//!
//! Under separate compilation shadows keep their linkage, with hidden visibility, and textures stay as they are.

use asunder_outline::{CudaAttribute, CudaAttributes};
use asunder_syntax::ast::{DeclSpecifierSeq, Declarator, InitDeclarator, SimpleDecl};
use asunder_syntax::{AstNode, SyntaxKind::*};

use super::declarators::{self, has_keyword};
use super::uses::BUILTIN_PREFIX;
use super::{Emitter, Scope, attributes};
use crate::edit::Edit;
use crate::options::HostCompiler;

const MANAGED_SECTION: &str = "__attribute__((section(\"__nv_managed_data__\"))) ";
const HIDDEN: &str = "__attribute__((visibility(\"hidden\"))) ";

impl Emitter<'_> {
    /// A declaration of variables in device memory. `shared` are the attributes of its specifiers; the
    /// first declarator's attributes decide the printed specifiers.
    pub(super) fn variables(&mut self, declaration: &SimpleDecl, shared: CudaAttributes, scope: &Scope) {
        let specifiers = declaration.decl_specifier_seq();
        let first = declaration.init_declarators().next();
        let leading = shared | first.as_ref().map(|it| self.declarator_attributes(it)).unwrap_or_default();
        if leading.contains(CudaAttribute::DeviceBuiltin) {
            self.built_in_variables(declaration);
            return;
        }
        if scope.instantiation {
            return;
        }
        let first = first.and_then(|it| it.declarator());
        if leading.is_variable_space()
            && let Some(first) = first.filter(|it| !scope.member || declarators::name(it).is_some())
        {
            self.shadow_specifiers(declaration, &first, leading, scope);
        }
        let keeps_values = scope.is_template() || scope.specialization;
        let is_extern = has_keyword(specifiers.as_ref(), EXTERN_KW) || scope.linkage_prefix;
        for init in declaration.init_declarators() {
            let Some(declarator) = init.declarator() else { continue };
            let attributes = shared | self.declarator_attributes(&init);
            if attributes.contains(CudaAttribute::Managed) {
                self.managed_shadow(specifiers.as_ref(), &init, &declarator, is_extern);
            } else if attributes.is_variable_space()
                && !keeps_values
                && !self.keeps_initializer(specifiers.as_ref(), &declarator)
            {
                self.drop_initializer(specifiers.as_ref(), &init, &declarator);
            }
        }
    }

    /// In a whole program the variables of a texture's or surface's type are shadows too, with their values.
    pub(super) fn texture_variables(&mut self, declaration: &SimpleDecl, scope: &Scope) {
        let first = declaration.init_declarators().next().and_then(|it| it.declarator());
        let is_texture = |declarator: &Declarator| {
            declarators::declared_at(declarator)
                .is_some_and(|at| self.context.texture_variables.contains(&at))
        };
        if let Some(first) = first.filter(|it| is_texture(it) && !self.context.options.device_c) {
            self.shadow_specifiers(declaration, &first, CudaAttributes::default(), scope);
        }
    }

    /// Storage class and tool attributes of the shadows; the first declarator decides for all.
    fn shadow_specifiers(
        &mut self,
        declaration: &SimpleDecl,
        first: &Declarator,
        attributes: CudaAttributes,
        scope: &Scope,
    ) {
        let specifiers = declaration.decl_specifier_seq();
        let specifiers = specifiers.as_ref();
        let constant = declarators::is_constant(specifiers, first) || self.has_constant_type(first);
        let keyword = |kind| specifiers.and_then(|it| it.keyword(kind));
        let is_static = keyword(STATIC_KW).is_some();
        let is_extern = keyword(EXTERN_KW).is_some();
        let is_inline = keyword(INLINE_KW).is_some();
        let is_shared = attributes.contains(CudaAttribute::Shared);
        let is_managed = attributes.contains(CudaAttribute::Managed);
        // Variables for tiles are shadows of the unit's own in separate compilation too.
        let whole_program = !self.context.options.device_c || attributes.contains(CudaAttribute::Tile);

        let mut mark = String::new();
        let is_clang = matches!(self.context.options.compiler, HostCompiler::Clang(_));
        if is_managed && (!is_inline || is_clang) && !scope.linkage_prefix && !scope.local {
            mark.push_str(MANAGED_SECTION);
        }
        if is_shared {
            mark.push_str("__attribute__((unused)) ");
        }
        // A constant without `extern` cannot say that it is hidden; where it is external, an earlier declaration does.
        let internal = is_static
            || self.context.in_unnamed_namespace()
            || (constant && !is_extern && keyword(VOLATILE_KW).is_none() && !scope.is_template())
            || self.redeclared(first).is_some_and(|it| it.internal && !scope.specialization);
        let hidden = self.context.options.device_hidden_visibility
            && !is_shared
            && !self.context.has_visibility
            && !attributes::say_visibility(specifiers, first);
        if scope.specialization {
            if hidden && !internal {
                mark.push_str(HIDDEN);
            }
        } else if whole_program {
            let is_dynamic = is_shared && is_extern && self.has_unknown_bound(first);
            if let Some(it) = keyword(EXTERN_KW).filter(|_| !is_dynamic) {
                self.edits.push(Edit::remove(self.text, it.syntax().text_range()));
            }
            if !is_static && !scope.linkage_prefix && !is_dynamic {
                mark.push_str("static ");
            }
        } else {
            if hidden && !internal && !scope.linkage_prefix {
                mark.push_str(HIDDEN);
            }
            // The initializer makes it a definition, and vanishes.
            let is_defined = declaration.init_declarators().any(|it| it.initializer().is_some());
            if let Some(it) = keyword(EXTERN_KW).filter(|_| is_defined && (!constant || is_managed)) {
                self.edits.push(Edit::remove(self.text, it.syntax().text_range()));
            }
        }
        if !mark.is_empty() {
            let position = declarators::attribute_position(declaration.syntax(), specifiers);
            self.edits.push(Edit::insert(position, mark));
        }
    }

    /// The shadow of a managed variable is a pointer to it.
    fn managed_shadow(
        &mut self,
        specifiers: Option<&DeclSpecifierSeq>,
        init: &InitDeclarator,
        declarator: &Declarator,
        is_extern: bool,
    ) {
        let inner = declarators::innermost(declarator);
        let Some(name) = inner.name() else { return };
        let range = name.syntax().text_range();
        if inner.suffixes().next().is_some() {
            self.edits.push(Edit::insert(range.start(), "(*"));
            self.edits.push(Edit::insert(range.end(), ")"));
        } else {
            self.edits.push(Edit::insert(range.start(), "*"));
        }
        match init.initializer() {
            Some(initializer) => self.null_initializer(specifiers, &initializer, declarator),
            None if is_extern => {}
            None => self.edits.push(Edit::insert(init.syntax().text_range().end(), " = 0")),
        }
    }

    /// Constants and `constinit` variables keep their value on the host, references their binding.
    fn keeps_initializer(&self, specifiers: Option<&DeclSpecifierSeq>, declarator: &Declarator) -> bool {
        declarators::is_reference(declarator)
            || has_keyword(specifiers, CONSTINIT_KW)
            || has_keyword(specifiers, GNU_CONSTINIT_KW)
            || declarators::is_constant(specifiers, declarator)
            || self.has_constant_type(declarator)
    }

    /// Whether a typedef makes what the declarator declares constant.
    fn has_constant_type(&self, declarator: &Declarator) -> bool {
        declarators::declared_at(declarator).is_some_and(|at| self.context.named_types.constant.contains(&at))
    }

    /// `extern const uint3 threadIdx` of the CUDA headers: the variable has a name of its own on the host.
    fn built_in_variables(&mut self, declaration: &SimpleDecl) {
        for init in declaration.init_declarators() {
            if let Some(name) = init.declarator().and_then(|it| declarators::name(&it)) {
                self.edits.push(Edit::insert(name.syntax().text_range().start(), BUILTIN_PREFIX));
            }
        }
    }
}
