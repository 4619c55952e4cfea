//! Functions that lambdas are defined in.

use super::{Walk, is_in_template};
use crate::lambda::annotations::Spaces;
use crate::lambda::declarators::{declared_name, function_suffix, name_path};
use crate::lambda::layers::{ClassLayer, FunctionLayer, Layer, LayerKind, find_members, find_scope};
use crate::lambda::members::{Member, MemberFunction, ScopeInfo, ScopeLookup, is_implicitly_static};
use crate::lambda::parent::{NamespaceName, Owner, ParentFunction};
use crate::lambda::spelling::spelling;
use asunder_syntax::ast::{Declarator, FunctionDef, Name};
use asunder_syntax::{AstNode, SyntaxKind};

impl Walk<'_> {
    pub(super) fn visit_function(&mut self, definition: &FunctionDef) {
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
    pub(super) fn owner_of(
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
    pub(super) fn function(&self) -> Option<&FunctionLayer> {
        self.layers.iter().rev().find_map(|layer| match &layer.kind {
            LayerKind::Function(function) => Some(function),
            _ => None,
        })
    }
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
    scopes: &dyn ScopeLookup,
) -> Option<(bool, Spaces)> {
    let suffix = function_suffix(declarator)?;
    let defined = MemberFunction::of(&suffix, false, false, Spaces::default());
    let name = member.split('<').next().filter(|_| !member.starts_with("operator")).unwrap_or(member);
    let declared = find_members(class, name, scopes)?;
    let functions = declared.iter().filter_map(|it| match it {
        Member::Function(function) => Some(function),
        _ => None,
    });
    let same_shape = functions
        .filter(|it| it.parameters.len() == defined.parameters.len() && it.variadic == defined.variadic);
    let candidates: Vec<_> = same_shape.collect();
    let agree = |found: &[&MemberFunction]| -> Option<(bool, Spaces)> {
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
