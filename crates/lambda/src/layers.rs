//! The scopes around a point of a function body, innermost last.

use std::collections::HashMap;
use std::sync::Arc;

use super::members::{ClassMembers, Member, ScopeInfo, ScopeLookup};
use super::parent::ParentFunction;

/// What a name declared in a function means to captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Local {
    /// A variable with automatic storage: it is captured where it is used.
    Automatic(AutomaticForm),
    /// A variable with static storage, or a reference that is a constant expression.
    Static,
    /// A type, function, enumerator or template parameter.
    Other,
}

/// How the host compiler names the type of a captured variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AutomaticForm {
    /// `decltype` gives it.
    Declared,
    /// A reference to a function, which stays one.
    FunctionReference,
    /// An init-capture of an enclosing closure, whose `decltype` is not the same in all compilers.
    InitCapture,
}

/// One scope.
pub(super) struct Layer {
    pub(super) kind: LayerKind,
    pub(super) names: HashMap<String, Local>,
}

pub(super) enum LayerKind {
    /// A block, or the parameters of a template.
    Block,
    /// The parameters and explicit captures of a lambda.
    Lambda(LambdaLayer),
    /// The parameters of a function.
    Function(FunctionLayer),
    /// A class defined in the tree.
    Class(ClassLayer),
}

pub(super) struct LambdaLayer {
    /// Captures what its body uses.
    pub(super) has_default: bool,
    /// `this` or `*this` is captured already.
    pub(super) captures_this: bool,
    /// Its number in the list of extended lambdas.
    pub(super) extended: Option<usize>,
    /// Annotated `__device__` only.
    pub(super) device_only: bool,
}

pub(super) struct FunctionLayer {
    pub(super) parent: ParentFunction,
    /// The function's body is host code as it stands.
    pub(super) is_host: bool,
    /// The function is a template or a member of one.
    pub(super) is_templated: bool,
    /// How many extended lambdas it has so far.
    pub(super) lambdas: u32,
    /// The class of a member function that is defined outside of its class.
    pub(super) class: Option<ClassLayer>,
    /// `this` can be used.
    pub(super) has_this: bool,
    /// Prefix for names of the scope around the function.
    pub(super) enclosing: String,
    /// Once-only edits have been made.
    pub(super) repaired: bool,
}

#[derive(Clone)]
pub(super) struct ClassLayer {
    /// Path from the global namespace; empty for a class that has none.
    pub(super) path: Vec<String>,
    /// Unknown for a class whose definition is not at hand.
    pub(super) members: Option<Arc<ClassMembers>>,
    /// The class is a template or a member of one.
    pub(super) is_templated: bool,
}

/// What a name means.
pub(super) enum Meaning {
    /// A name declared in the function.
    Local {
        local: Local,
        /// Layer that declares it.
        layer: usize,
        /// A function boundary lies between the use and the declaration.
        unreachable: bool,
    },
    /// Members of the class.
    Members {
        members: Vec<Member>,
        /// Calls of the overload set are decided per instantiation.
        is_templated: bool,
    },
    /// Declared outside, or not known.
    Outside,
}

/// How many bases of bases are followed; more only in wrong programs that inherit from themselves.
const MAX_INHERITANCE_DEPTH: u32 = 64;

impl Layer {
    pub(super) fn new(kind: LayerKind) -> Layer {
        Layer { kind, names: HashMap::new() }
    }
}

/// Looks an unqualified name up from the innermost scope.
pub(super) fn resolve(layers: &[Layer], name: &str, scopes: &dyn ScopeLookup) -> Meaning {
    let mut unreachable = false;
    let mut outer_class = None;
    for (index, layer) in layers.iter().enumerate().rev() {
        if let Some(local) = layer.names.get(name) {
            return Meaning::Local { local: *local, layer: index, unreachable };
        }
        match &layer.kind {
            LayerKind::Class(class) => {
                if let Some(meaning) = class_meaning(class, name, scopes) {
                    return meaning;
                }
                unreachable = true;
            }
            LayerKind::Function(function) => {
                outer_class = outer_class.or(function.class.as_ref());
                unreachable = true;
            }
            LayerKind::Block | LayerKind::Lambda(_) => {}
        }
    }
    outer_class.and_then(|class| class_meaning(class, name, scopes)).unwrap_or(Meaning::Outside)
}

fn class_meaning(class: &ClassLayer, name: &str, scopes: &dyn ScopeLookup) -> Option<Meaning> {
    let members = find_members(class, name, scopes)?;
    Some(Meaning::Members { members, is_templated: class.is_templated })
}

/// The declarations of a member name in a class or, where it has none, in its bases.
pub(super) fn find_members(class: &ClassLayer, name: &str, scopes: &dyn ScopeLookup) -> Option<Vec<Member>> {
    find_in_class(class.members.as_deref()?, &class.path, name, scopes, MAX_INHERITANCE_DEPTH)
}

fn find_in_class(
    class: &ClassMembers,
    path: &[String],
    name: &str,
    scopes: &dyn ScopeLookup,
    depth: u32,
) -> Option<Vec<Member>> {
    let depth = depth.checked_sub(1)?;
    if let Some(own) = class.get(name) {
        let mut members = Vec::new();
        for member in own {
            match member {
                Member::Using(base) => {
                    let named = find_class(base, path, scopes)
                        .and_then(|(base_path, base)| find_in_class(&base, &base_path, name, scopes, depth));
                    members.extend(named.unwrap_or_default());
                }
                other => members.push(other.clone()),
            }
        }
        return Some(members);
    }
    let bases = class.bases().iter().filter(|base| !base.dependent);
    bases
        .filter_map(|base| find_class(&base.path, path, scopes))
        .find_map(|(base_path, base)| find_in_class(&base, &base_path, name, scopes, depth))
}

/// The class that `name` means inside the scope `path`: the one in the innermost scope around.
pub(super) fn find_class(
    name: &[String],
    path: &[String],
    scopes: &dyn ScopeLookup,
) -> Option<(Vec<String>, Arc<ClassMembers>)> {
    match find_scope(name, path, scopes)? {
        (path, ScopeInfo::Class(members)) => Some((path, members)),
        (_, ScopeInfo::Namespace) => None,
    }
}

/// The scope that `name` means inside the scope `path`.
pub(super) fn find_scope(
    name: &[String],
    path: &[String],
    scopes: &dyn ScopeLookup,
) -> Option<(Vec<String>, ScopeInfo)> {
    if name.is_empty() {
        return None;
    }
    let templates: Vec<String> = name.iter().map(|part| template_name(part).to_owned()).collect();
    for prefix in (0..=path.len()).rev() {
        for candidate in [name, &templates[..]] {
            let full = [&path[..prefix], candidate].concat();
            if let Some(scope) = scopes.scope(&full) {
                return Some((full, scope));
            }
        }
    }
    None
}

/// The template of a template-id.
pub(super) fn template_name(part: &str) -> &str {
    part.split_once('<').map_or(part, |(name, _)| name)
}
