//! What the host text of an item depends on besides its own text.
//!
//! A context is as small as the item allows: names that the item does not mention are left out, so that a
//! change elsewhere in the unit changes the context of those items only that it concerns.

use std::sync::Arc;

use asunder_lambda::LambdaAnalysis;
use asunder_outline::CudaAttributes;
use asunder_syntax::ast::Name;
use rowan::TextSize;

use crate::options::HostOptions;

/// A namespace or linkage specification around an item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ScopeSegment {
    /// A named namespace, inline or not.
    Named(String),
    /// An unnamed namespace.
    Unnamed,
    /// `extern "C" {`, with the language.
    Linkage(String),
}

/// A variable declared `__managed__`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ManagedVariable {
    /// Names of the namespaces around it, outermost first; unnamed ones are left out.
    pub scope: Vec<String>,
    /// Its name.
    pub name: String,
}

impl ManagedVariable {
    /// Whether the name `path`, which ends in the variable's, may mean it, as far as its qualifiers show.
    pub fn is_spelled(&self, path: &str) -> bool {
        let parts: Vec<&str> = path.split("::").map(str::trim).collect();
        match &parts[..parts.len() - 1] {
            [] => true,
            [""] => self.scope.is_empty(),
            ["", rest @ ..] => self.scope == rest,
            rest => self.scope.len() >= rest.len() && self.scope[self.scope.len() - rest.len()..] == *rest,
        }
    }
}

/// A variable with several declarations, one of them in the item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RedeclaredVariable {
    /// Where its identifier stands in the item.
    pub at: TextSize,
    /// The memory spaces that all its declarations name.
    pub spaces: CudaAttributes,
    /// Its first declaration gives it internal linkage.
    pub internal: bool,
}

/// An explicit specialization of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Specialization {
    /// The unit defines it.
    pub is_defined: bool,
    /// Its template is `static`.
    pub is_internal: bool,
}

/// Where the names of device variables stand whose specifiers name a type, by what that type is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NamedTypes {
    /// Constant types.
    pub constant: Vec<TextSize>,
    /// Arrays of unknown bound.
    pub unbounded: Vec<TextSize>,
    /// Function types: what is declared is not a variable.
    pub functions: Vec<TextSize>,
}

/// What is known about the unit that matters to one item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ItemContext {
    /// The run's choices.
    pub options: Arc<HostOptions>,
    /// What stands around the item, outermost first.
    pub scope: Arc<[ScopeSegment]>,
    /// Where the item's uses of managed variables start: the last identifiers of their names, in order.
    pub managed_uses: Vec<TextSize>,
    /// Names of kernel templates of the item that the unit defines.
    pub kernel_templates: Vec<String>,
    /// Qualifiers in the item that name namespaces.
    pub namespaces: Vec<String>,
    /// Qualifiers to insert, at offsets of the item, before names that the item hides.
    pub qualifiers: Vec<(TextSize, String)>,
    /// What the named types of device variables are.
    pub named_types: NamedTypes,
    /// Where the names of variables stand whose type is that of a texture or surface.
    pub texture_variables: Vec<TextSize>,
    /// Variables that the item declares and others may too.
    pub redeclared_variables: Vec<RedeclaredVariable>,
    /// The item declares a kernel that an earlier declaration makes internal.
    pub redeclares_internal: bool,
    /// A namespace around the item, or an earlier declaration, gives what it declares a visibility.
    pub has_visibility: bool,
    /// What the unit says about the explicit specialization of a kernel that the item declares.
    pub specialization: Option<Specialization>,
    /// The item declares a function that an earlier declaration makes `constexpr`.
    pub redeclares_constexpr: bool,
    /// The lambdas of the item, if it may have annotated ones.
    pub lambdas: Option<Arc<LambdaAnalysis>>,
    /// CUDA attributes that other declarations of the item's function carry.
    pub merged_attributes: CudaAttributes,
}

impl ItemContext {
    /// Whether a declared name is that of a namespace member: unqualified, or qualified by namespaces only.
    pub fn is_namespace_member(&self, name: &Name) -> bool {
        let segments: Vec<_> = name.segments().collect();
        let Some((_, qualifiers)) = segments.split_last() else { return true };
        qualifiers.iter().all(|segment| {
            segment.template_id().is_none()
                && segment.ident().is_some_and(|it| self.namespaces.iter().any(|name| name == it.text()))
        })
    }

    /// Whether no namespace stands around the item.
    pub fn is_global_scope(&self) -> bool {
        self.scope.iter().all(|segment| matches!(segment, ScopeSegment::Linkage(_)))
    }

    /// Whether an unnamed namespace stands around the item.
    pub fn in_unnamed_namespace(&self) -> bool {
        self.scope.contains(&ScopeSegment::Unnamed)
    }

    /// Whether the unit defines a kernel template of this name.
    pub fn defines_kernel_template(&self, name: &str) -> bool {
        self.kernel_templates.iter().any(|it| it == name)
    }
}
