//! Functions that lambdas are defined in.

use super::{Walk, is_in_template};
use crate::annotations::{has_host_body, spaces_of_function};
use crate::declarators::{declared_name, function_suffix, name_path};
use crate::layers::{ClassLayer, FunctionLayer, LayerKind, find_members, find_scope, template_name};
use crate::members::{Member, MemberFunction, ScopeInfo, ScopeLookup, is_implicitly_static};
use crate::parent::{NamespaceName, Owner, ParentFunction};
use crate::spelling::spelling;
use asunder_decls::written::Spaces;
use asunder_syntax::ast::{Declarator, FunctionDef, Name};
use asunder_syntax::{AstNode, SyntaxKind};

impl Walk<'_> {
    pub(super) fn visit_function(&mut self, definition: &FunctionDef) {
        let Some(declarator) = definition.declarator() else { return };
        let specifiers = definition.decl_specifier_seq();
        let suffix = function_suffix(&declarator);
        let spaces = spaces_of_function(specifiers.as_ref(), Some(&declarator));
        let Ownership { owner, class, spaces: mut declared } = self.ownership(definition, &declarator);
        if self.layers.iter().all(|layer| matches!(layer.kind, LayerKind::Block)) {
            declared = declared.union(self.context.declared_spaces);
        }
        let has_this = match &owner {
            Owner::Class { is_static, .. } => !is_static,
            Owner::Unknown { .. } => true,
            Owner::Namespace(_) => false,
        };
        let named = self.namespaces.iter().filter_map(|it| match it {
            NamespaceName::Named(name) => Some(format!("::{name}")),
            NamespaceName::Unnamed => None,
        });
        let layer = FunctionLayer {
            parent: ParentFunction::new(definition.clone(), owner),
            is_host: has_host_body(spaces.union(declared)),
            is_templated: is_in_template(definition.syntax()),
            lambdas: 0,
            class,
            has_this,
            enclosing: named.collect(),
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

    /// What the function is a member of.
    fn ownership(&self, definition: &FunctionDef, declarator: &Declarator) -> Ownership {
        let specifiers = definition.decl_specifier_seq();
        let has = |kind| specifiers.as_ref().is_some_and(|it| it.keyword(kind).is_some());
        let Some(name) = declared_name(declarator) else { return Ownership::of(self.namespace_member(&[])) };
        let innermost = self.layers.iter().rev().find(|it| !matches!(it.kind, LayerKind::Block));
        let in_class = innermost.is_some_and(|it| matches!(it.kind, LayerKind::Class(_)));
        if in_class && !has(SyntaxKind::FRIEND_KW) {
            let class = self.path.last().map_or("", |it| template_name(it)).to_owned();
            let is_static = has(SyntaxKind::STATIC_KW) || is_implicitly_static(&name);
            return Ownership::of(Owner::Class { name: class, is_static });
        }
        let mut qualifier = name_path(&name);
        let member = qualifier.pop().unwrap_or_default();
        if qualifier.is_empty() {
            return Ownership::of(self.namespace_member(&[]));
        }
        let is_templated = is_in_template(definition.syntax());
        let class = match find_scope(&qualifier, &self.path, self.context.scopes) {
            Some((_, ScopeInfo::Namespace)) => return Ownership::of(self.namespace_member(&qualifier)),
            Some((path, ScopeInfo::Class(members))) => {
                ClassLayer { path, members: Some(members), is_templated }
            }
            None => ClassLayer { path: Vec::new(), members: None, is_templated },
        };
        let last = name.last_segment().and_then(|segment| Some(segment.ident()?.text_range().start()));
        let declared = last
            .and_then(|at| self.context.bodies.declared_member(at))
            .or_else(|| declaration_of(&class, &member, declarator, self.context.scopes));
        let is_static = if is_implicitly_static(&name) {
            Some(true)
        } else if let Some((is_static, _)) = declared {
            Some(is_static)
        } else {
            (is_surely_member(declarator, &name) || uses_this(definition)).then_some(false)
        };
        let owner = match (is_static, qualifier.last()) {
            (Some(is_static), Some(name)) => Owner::Class { name: template_name(name).to_owned(), is_static },
            _ => Owner::Unknown { qualifier: qualifier_spelling(&name) },
        };
        let spaces = declared.map(|(_, spaces)| spaces).unwrap_or_default();
        Ownership { owner, class: Some(class), spaces }
    }

    /// A member of the current namespace, or of the one that `qualifier` names in it.
    fn namespace_member(&self, qualifier: &[String]) -> Owner {
        let mut path = self.namespaces.clone();
        path.extend(qualifier.iter().cloned().map(NamespaceName::Named));
        Owner::Namespace(path)
    }

    /// The innermost function around the current point.
    pub(super) fn function(&self) -> Option<&FunctionLayer> {
        self.layers.iter().rev().find_map(|layer| match &layer.kind {
            LayerKind::Function(function) => Some(function),
            _ => None,
        })
    }
}

/// What a function is a member of.
struct Ownership {
    owner: Owner,
    /// The class, where it is not around the definition.
    class: Option<ClassLayer>,
    /// The spaces of the declaration in the class.
    spaces: Spaces,
}

impl Ownership {
    fn of(owner: Owner) -> Ownership {
        Ownership { owner, class: None, spaces: Spaces::default() }
    }
}

/// Whether `this` is written in the function, which makes it a non-static member.
fn uses_this(definition: &FunctionDef) -> bool {
    definition.syntax().descendants().any(|it| it.kind() == SyntaxKind::THIS_EXPR)
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

/// How a class declares the member function that a definition outside of it defines: whether it is static, and its spaces;
/// as far as the functions of its name with as many parameters agree.
fn declaration_of(
    class: &ClassLayer,
    member: &str,
    declarator: &Declarator,
    scopes: &dyn ScopeLookup,
) -> Option<(bool, Spaces)> {
    let suffix = function_suffix(declarator)?;
    let defined = MemberFunction::of(&suffix, false, false, Spaces::default());
    let name = if member.starts_with("operator") { member } else { template_name(member) };
    let declared = find_members(class, name, scopes)?;
    let functions = declared.iter().filter_map(|it| match it {
        Member::Function(function) => Some(function),
        _ => None,
    });
    let same_shape =
        functions.filter(|it| it.parameters == defined.parameters && it.variadic == defined.variadic);
    let candidates: Vec<_> = same_shape.collect();
    let first = candidates.first()?;
    let agree = candidates.iter().all(|it| it.is_static == first.is_static && it.spaces == first.spaces);
    agree.then_some((first.is_static, first.spaces))
}
