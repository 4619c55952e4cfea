//! Names that are declared twice in one scope ([basic.scope.declarative]/4).
//!
//! A declaration is compared with few of those before it: of declarations that say the same the first stands for all,
//! and of functions only those with the same parameters matter.

use std::rc::Rc;

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{
    BodyKind, Decl, DeclKind, DeclName, LocalId, Spaces, TemplateHeader, TemplateParamKind, TypeExpr,
};
use asunder_hir::body::Owner;
use asunder_mangle::model::Ident;
use asunder_types::{Bound, Kind, Qualifiers, RefQualifier, Symbol, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

use super::clashes::{Firsts, Sort};
use super::redefined::DEFINED_TWICE;
use super::{Checker, INCOMPATIBLE};
use crate::elaborated::ClassKey;
use crate::finding::{Argument, Mistake, Place};
use crate::overload::Candidate;
use crate::view::Sema;

/// "… has already been declared in the current scope".
pub(super) const DECLARED_TWICE: u16 = 101;
/// "invalid redeclaration of type name …".
const TYPE_TWICE: u16 = 256;
/// "cannot overload functions distinguished by return type alone".
const RETURN_TYPE_ONLY: u16 = 311;
/// "overloading two member functions with the same parameter types requires that they both have ref-qualifiers or both
/// lack ref-qualifiers".
const REF_QUALIFIERS: u16 = 2449;
/// "alias template type … is incompatible with the previous type of … in the redeclaration of …".
const OTHER_ALIAS: u16 = 2638;
/// "invalid redeclaration of member …".
const MEMBER_TWICE: u16 = 403;

/// A scope whose declarations are compared: a name of a namespace, or a class or scoped enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Scope {
    Namespace(NamespaceId, Ident),
    Members(DeclRef),
}

/// The declarations of a scope by their names.
pub(crate) type Alikes<'db> = Rc<FxHashMap<DeclName, Alike<'db>>>;

/// The declarations of one name in one scope. Each list is in the order of the text.
#[derive(Debug, Default)]
pub(crate) struct Alike<'db> {
    /// All functions that are known, by their parameters.
    functions: FxHashMap<Box<[Ty<'db>]>, Vec<DeclRef>>,
    /// Of these those that say something which none before them says.
    distinct: FxHashMap<Box<[Ty<'db>]>, Vec<DeclRef>>,
    /// Where each function is declared first.
    first: Vec<DeclRef>,
    /// What is not a function; of declarations that say the same the first.
    others: Vec<DeclRef>,
    /// The reason of `nodiscard` of those functions that a declaration says it of.
    pub(crate) nodiscard: FxHashMap<Box<[Ty<'db>]>, Ident>,
    /// Definitions of templates, by what their parameters are written like.
    templates: FxHashMap<TemplateKey<'db>, Vec<DeclRef>>,
    /// Of each sort of entity the first declaration.
    pub(super) firsts: Firsts,
}

/// The order in which declarations are examined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// In that of the text.
    Forwards,
    /// The last first.
    Backwards,
}

/// The types of a function template's parameters as they are written; `None` of class templates.
type TemplateKey<'db> = Option<Vec<&'db TypeExpr>>;

/// The key of a template's definition.
fn template_key(decl: &Decl) -> Option<TemplateKey<'_>> {
    match &decl.kind {
        // An explicit specialization is not a template.
        _ if decl.templates.iter().any(|header| header.params.is_empty()) => None,
        DeclKind::Class(class) if class.is_definition => Some(None),
        DeclKind::Typedef(_) => Some(None),
        DeclKind::Function { ty: TypeExpr::Function(function), body: BodyKind::Block } => {
            Some(Some(function.params.iter().map(|param| &param.ty).collect()))
        }
        _ => None,
    }
}

/// What a declaration says, as far as others of its name may contradict it.
#[derive(PartialEq, Eq, Hash)]
enum Says<'db> {
    Function(Box<[Ty<'db>]>, Qualifiers, RefQualifier, bool, Ty<'db>, Option<Spaces>),
    Variable(Ty<'db>, bool),
    Typedef(Ty<'db>),
    Class(bool),
    Enum(bool),
    Enumerator,
    /// Compared with all others.
    Own(DeclRef),
}

impl<'db> Sema<'db> {
    /// The declarations of a scope, those that declare into another one left out.
    pub(crate) fn alikes(&self, scope: Scope) -> Alikes<'db> {
        let find = || {
            let all: Vec<DeclRef> = match &scope {
                Scope::Namespace(namespace, ident) => self.names.declared_in(ident, *namespace).to_vec(),
                Scope::Members(parent) => {
                    let mut all: Vec<LocalId> = Vec::new();
                    for (local, member) in self.members(*parent) {
                        all.push(local);
                        if matches!(&member.kind, DeclKind::Enum(it) if !it.scoped) {
                            let enumerators = self.members(parent.sibling(local)).into_iter();
                            all.extend(enumerators.map(|(local, _)| local));
                        }
                    }
                    all.sort_unstable();
                    all.into_iter().map(|local| parent.sibling(local)).collect()
                }
            };
            let mut alikes: FxHashMap<DeclName, Alike<'db>> = FxHashMap::default();
            let mut said: FxHashSet<(DeclName, Says<'db>)> = FxHashSet::default();
            for decl in all {
                let written = self.decl(decl);
                let parent = self.scope_parent(decl).map(|parent| decl.sibling(parent));
                let is_inside = match &scope {
                    Scope::Namespace(..) => parent.is_none(),
                    Scope::Members(of) => parent == Some(*of),
                };
                let is_own = written.stands_in_its_scope()
                    && !written.explicit_instantiation
                    && !matches!(written.name, DeclName::TemplateId(..) | DeclName::None);
                if !is_inside || !is_own {
                    continue;
                }
                if let Some(sort) = Sort::of(written) {
                    alikes.entry(written.name.clone()).or_default().firsts.add(sort, decl);
                }
                if !written.templates.is_empty() {
                    if let Some(key) = template_key(written) {
                        let alike = alikes.entry(written.name.clone()).or_default();
                        alike.templates.entry(key).or_default().push(decl);
                    }
                    continue;
                }
                let Some(says) = self.says(decl, written) else { continue };
                let alike = alikes.entry(written.name.clone()).or_default();
                if let Says::Function(params, ..) = &says {
                    if let Some(reason) = &written.attributes.nodiscard {
                        alike.nodiscard.entry(params.clone()).or_insert_with(|| reason.clone());
                    }
                    let same = alike.functions.entry(params.clone()).or_default();
                    let candidate = |decl| Candidate::of(Symbol { decl, env: self.env_of(decl) });
                    if !same.iter().any(|it| self.same_function(&candidate(*it), &candidate(decl))) {
                        alike.first.push(decl);
                    }
                    same.push(decl);
                }
                let params = match &says {
                    Says::Function(params, ..) => Some(params.clone()),
                    _ => None,
                };
                if !said.insert((written.name.clone(), says)) {
                    continue;
                }
                match params {
                    Some(params) => alike.distinct.entry(params).or_default().push(decl),
                    None => alike.others.push(decl),
                }
            }
            Rc::new(alikes)
        };
        self.remembered(&self.alikes, scope.clone(), Rc::default, find)
    }

    /// The class or scoped enumeration that a declaration is a member of: enumerators of unscoped enumerations are
    /// names of the scope around them ([enum.udecl]/1).
    pub(super) fn scope_parent(&self, decl: DeclRef) -> Option<LocalId> {
        let parent = self.decl(decl).parent?;
        let around = self.decl(decl.sibling(parent));
        match &around.kind {
            DeclKind::Enum(it) if !it.scoped => around.parent,
            _ => Some(parent),
        }
    }

    fn says(&self, decl: DeclRef, written: &Decl) -> Option<Says<'db>> {
        let db = self.db;
        let symbol = Symbol { decl, env: self.env_of(decl) };
        Some(match &written.kind {
            DeclKind::Function { body, .. } => {
                let Some(signature) = self.signature(symbol).filter(|_| self.function_expr(decl).is_some())
                else {
                    return Some(Says::Own(decl));
                };
                if signature.ty.absorbs(db) || self.is_dependent(signature.ty) {
                    return None;
                }
                let is_definition = body.is_definition();
                Says::Function(
                    signature.params.clone(),
                    signature.qualifiers,
                    signature.ref_qualifier,
                    signature.variadic,
                    signature.result,
                    is_definition.then(|| written.attributes.spaces.execution()),
                )
            }
            DeclKind::Variable { .. } => {
                let is_definition = self.is_defined_here(written, decl);
                Says::Variable(self.variable_type(symbol), is_definition)
            }
            DeclKind::Typedef(ty) => {
                let site = crate::view::Site::new(symbol.env, asunder_decls::names::Point::before(decl));
                Says::Typedef(self.resolve(ty, site))
            }
            DeclKind::Class(class) => Says::Class(class.is_definition),
            DeclKind::Enum(it) => Says::Enum(it.is_definition),
            DeclKind::Enumerator { .. } => Says::Enumerator,
            _ => return None,
        })
    }

    /// Whether a declaration of a variable defines it.
    pub(super) fn is_defined_here(&self, written: &Decl, decl: DeclRef) -> bool {
        !written.specifiers.is_extern && !written.specifiers.c_linkage
            || self.body(decl.item, Owner::Initializer(decl.local)).is_some()
    }
}

impl<'a, 'db> Checker<'a, 'db> {
    fn scope_of(&self, at: DeclRef, decl: &Decl) -> Option<Scope> {
        Some(match self.sema.scope_parent(at) {
            Some(parent) => Scope::Members(at.sibling(parent)),
            None => Scope::Namespace(self.sema.names.item(self.item).namespace, decl.name.ident()?.clone()),
        })
    }

    /// Whether nothing but one declaration of the item declares the name of a scope.
    pub(super) fn is_alone(&self, scope: &Scope) -> bool {
        let Scope::Namespace(_, ident) = scope else { return false };
        let names = &self.sema.names;
        names.is_declared_once(ident, self.item) && names.decls_named(self.item, ident).len() == 1
    }

    /// The declarations of the same name in the same scope that are not functions; of several that say the same, the first.
    pub(super) fn others(&self, at: DeclRef, decl: &Decl) -> Vec<DeclRef> {
        let scope = self.scope_of(at, decl).filter(|scope| !self.is_alone(scope));
        let alikes = scope.map(|scope| self.sema.alikes(scope));
        alikes.and_then(|it| it.get(&decl.name).map(|alike| alike.others.clone())).unwrap_or_default()
    }

    pub(super) fn redeclared(&mut self, at: DeclRef, decl: &'db Decl) {
        let Some(name) = self.name_of(at) else { return };
        if decl.qualifier.is_some() {
            return;
        }
        let Some(scope) = self.scope_of(at, decl) else { return };
        if self.is_alone(&scope) {
            return;
        }
        if self.is_named_as_class(at, decl) {
            return;
        }
        let alikes = self.sema.alikes(scope);
        let Some(alike) = alikes.get(&decl.name) else { return };
        let in_class = self.sema.scope_parent(at).is_some();
        let own = self
            .sema
            .function_expr(at)
            .and_then(|_| self.sema.signature(Symbol { decl: at, env: self.sema.env_of(at) }));
        let same = own.and_then(|own| alike.distinct.get(&own.params));
        let mut earlier: Vec<DeclRef> = match same {
            _ if !decl.templates.is_empty() => {
                let same = template_key(decl).and_then(|key| alike.templates.get(&key));
                same.into_iter().flatten().copied().collect()
            }
            Some(same) => same.iter().chain(&alike.others).copied().collect(),
            None => alike.first.iter().take(1).chain(&alike.others).copied().collect(),
        };
        earlier.retain(|other| *other < at);
        earlier.sort();
        let is_variable = |it: &&DeclRef| matches!(self.sema.decl(**it).kind, DeclKind::Variable { .. });
        let (first, first_variable) = (earlier.first().copied(), earlier.iter().find(is_variable).copied());
        for other in earlier {
            let Some(mistake) = self.conflict(at, decl, other, in_class) else { continue };
            // What contradicts the first declaration is no declaration of the entity.
            let is_contradiction = match mistake.number {
                RETURN_TYPE_ONLY => first != Some(other),
                INCOMPATIBLE => is_variable(&&other) && first_variable != Some(other),
                _ => false,
            };
            if is_contradiction {
                continue;
            }
            self.met(mistake, name.start());
            return;
        }
    }

    /// Of the declarations of a function in front of `at`, those of its scope or the member that it defines, the first in
    /// an order that is wanted.
    pub(super) fn earlier(
        &self,
        at: DeclRef,
        decl: &Decl,
        order: Order,
        mut wanted: impl FnMut(DeclRef) -> bool,
    ) -> Option<DeclRef> {
        let (scope, env) = match &decl.qualifier {
            None => (self.scope_of(at, decl)?, self.sema.env_of(at)),
            Some(_) => {
                let class = self.sema.class_around(Symbol { decl: at, env: self.sema.env_of(at) })?;
                let definition =
                    self.sema.definition(class).filter(|_| class.args(self.sema.db).is_none())?;
                (Scope::Members(definition.decl), definition.inside)
            }
        };
        if decl.qualifier.is_none() && self.is_alone(&scope) {
            return None;
        }
        let own = self.sema.signature(Symbol { decl: at, env })?;
        let alikes = self.sema.alikes(scope);
        let same = alikes.get(&decl.name)?.functions.get(&own.params)?;
        let end = match &decl.qualifier {
            None => same.partition_point(|other| *other < at),
            Some(_) => same.len(),
        };
        let mut earlier = same[..end].iter().copied().filter(|other| {
            self.sema.signature(Symbol { decl: *other, env }).is_some_and(|it| {
                it.qualifiers == own.qualifiers
                    && it.ref_qualifier == own.ref_qualifier
                    && it.variadic == own.variadic
            })
        });
        match order {
            Order::Forwards => earlier.find(|other| wanted(*other)),
            Order::Backwards => earlier.rev().find(|other| wanted(*other)),
        }
    }

    /// A function as messages name it at a place behind which others may be declared: with its parameters where its
    /// name is overloaded.
    pub(super) fn function_text(&self, symbol: Symbol<'db>, at: DeclRef) -> Option<String> {
        let base = self.sema.qualified_name(symbol)?;
        let decl = self.sema.decl(symbol.decl);
        let scope = match self.sema.scope_parent(symbol.decl) {
            Some(parent) => Some(Scope::Members(symbol.decl.sibling(parent))),
            None => {
                let namespace = self.sema.names.item(symbol.decl.item).namespace;
                decl.name.ident().map(|ident| Scope::Namespace(namespace, ident.clone()))
            }
        };
        let is_overloaded = scope.is_some_and(|scope| {
            let alikes = self.sema.alikes(scope);
            alikes.get(&decl.name).is_some_and(|alike| alike.first.iter().filter(|it| **it < at).count() > 1)
        });
        let is_special = matches!(decl.name, DeclName::Constructor | DeclName::Conversion(_));
        match is_overloaded || is_special {
            true => Some(format!("{base}{}", self.sema.parameters_text(symbol)?)),
            false => Some(base),
        }
    }

    /// Whether a function has others of its name in front of a place.
    fn is_overloaded_before(&self, function: DeclRef, decl: &Decl, at: DeclRef) -> bool {
        let alikes = self.scope_of(function, decl).map(|scope| self.sema.alikes(scope));
        let first = alikes.and_then(|it| it.get(&decl.name).map(|alike| alike.first.clone()));
        matches!(decl.kind, DeclKind::Function { .. })
            && first.is_some_and(|first| first.iter().filter(|it| **it < at).count() > 1)
    }

    /// Whether a function has a parameter of type `auto`.
    fn takes_auto(&self, symbol: Symbol<'db>) -> bool {
        let db = self.sema.db;
        let is_auto = |param: &Ty<'db>| matches!(param.referred(db).unqualified(db).kind(db), Kind::Auto);
        self.sema.function_expr(symbol.decl).is_some()
            && self.sema.signature(symbol).is_some_and(|signature| signature.params.iter().any(is_auto))
    }

    fn conflict(&self, at: DeclRef, decl: &'db Decl, other: DeclRef, in_class: bool) -> Option<Mistake> {
        let db = self.sema.db;
        let before = self.sema.decl(other);
        if !before.templates.is_empty() || !decl.templates.is_empty() {
            return self.templates(at, decl, other, before);
        }
        let twice =
            || Some(Mistake::new(DECLARED_TWICE, vec![Argument::Name(decl.name.ident()?.to_string())]));
        let defined = |kind: &'static str, name: String| {
            let arguments = vec![Argument::entity(kind, name), Argument::At(Place::Decl(other))];
            Some(Mistake::new(DEFINED_TWICE, arguments))
        };
        let own = Symbol { decl: at, env: self.sema.env_of(at) };
        let known = Symbol { decl: other, env: self.sema.env_of(other) };
        // A constraint in front of `auto` tells functions from each other.
        if self.takes_auto(own) || self.takes_auto(known) {
            return None;
        }
        match (&before.kind, &decl.kind) {
            (DeclKind::Variable { .. }, DeclKind::Variable { .. }) => {
                if in_class {
                    return twice();
                }
                let (a, b) = (self.sema.variable_type(known), self.sema.variable_type(own));
                if a.absorbs(db) || b.absorbs(db) || self.sema.is_dependent(a) || self.sema.is_dependent(b) {
                    return None;
                }
                if self.sema.is_defined_here(before, other) && self.sema.is_defined_here(decl, at) {
                    return defined("variable", self.sema.qualified_name(known)?);
                }
                let same = match (a.kind(db), b.kind(db)) {
                    // Bounds may need constants that are not known.
                    (Kind::Array(x, m), Kind::Array(y, n)) => {
                        let differ = matches!((m, n), (Bound::Count(m), Bound::Count(n)) if m != n);
                        x == y && !differ
                    }
                    _ => a == b,
                };
                if same { None } else { self.incompatible(known) }
            }
            (DeclKind::Function { .. }, DeclKind::Variable { .. })
            | (DeclKind::Variable { .. }, DeclKind::Function { .. }) => match in_class {
                // A function may be declared by a typedef.
                _ if [own, known].iter().any(|it| {
                    let ty = self.sema.variable_type(*it);
                    matches!(ty.kind(db), Kind::Function(_))
                        || self.sema.function_expr(it.decl).is_none() && ty.absorbs(db)
                }) =>
                {
                    None
                }
                true => twice(),
                false if self.is_overloaded_before(other, before, at) => {
                    let name = self.sema.qualified_name(known)?;
                    let (kind, declared) = (Some("overloaded function"), Some(Place::Decl(other)));
                    Some(Mistake::new(INCOMPATIBLE, vec![Argument::Entity { kind, name, declared }]))
                }
                false => self.incompatible(known),
            },
            (DeclKind::Typedef(a), DeclKind::Typedef(b)) => {
                let (x, y) = (self.sema.resolve(a, self.site(other)), self.sema.resolve(b, self.site(at)));
                // Bounds may need constants that are not known.
                let is_array = |ty: Ty<'db>| matches!(ty.kind(db), Kind::Array(..));
                if x.absorbs(db)
                    || y.absorbs(db)
                    || is_array(x)
                    || is_array(y)
                    || self.sema.is_dependent(x)
                    || self.sema.is_dependent(y)
                    || x == y
                {
                    return None;
                }
                let name = self.sema.qualified_name(known)?;
                let entity = Argument::Entity { kind: None, name, declared: Some(Place::Decl(other)) };
                Some(Mistake::new(TYPE_TWICE, vec![entity]))
            }
            (DeclKind::Typedef(_), DeclKind::Variable { .. } | DeclKind::Function { .. })
            | (
                DeclKind::Enumerator { .. },
                DeclKind::Variable { .. }
                | DeclKind::Function { .. }
                | DeclKind::Enumerator { .. }
                | DeclKind::Typedef(_),
            )
            | (DeclKind::Variable { .. } | DeclKind::Function { .. }, DeclKind::Typedef(_))
            | (
                DeclKind::Variable { .. } | DeclKind::Function { .. } | DeclKind::Typedef(_),
                DeclKind::Enumerator { .. },
            ) => twice(),
            (DeclKind::Class(a), DeclKind::Class(b)) if a.is_definition && b.is_definition => {
                defined(if a.is_union { "union" } else { "class" }, self.sema.qualified_name(known)?)
            }
            (DeclKind::Class(_), DeclKind::Class(_) | DeclKind::Enum(_)) => {
                self.sema.other_tag(ClassKey::of(&decl.kind)?, known)
            }
            // The later one has another kind of name.
            (DeclKind::Enum(it), DeclKind::Class(class)) if !class.is_definition || !it.is_definition => {
                self.sema.other_tag(ClassKey::of(&decl.kind)?, known)
            }
            (DeclKind::Enum(_), DeclKind::Class(_)) => {
                let name = self.sema.qualified_name(known)?;
                let entity = Argument::Entity { kind: None, name, declared: Some(Place::Decl(other)) };
                Some(Mistake::new(TYPE_TWICE, vec![entity]))
            }
            (DeclKind::Enum(a), DeclKind::Enum(b)) if a.is_definition && b.is_definition => {
                defined("enum", self.sema.qualified_name(known)?)
            }
            (DeclKind::Function { body: a, .. }, DeclKind::Function { body: b, .. }) => {
                self.functions(at, own, *b, known, *a, in_class)
            }
            _ => None,
        }
    }

    /// Two functions of one name.
    fn functions(
        &self,
        at: DeclRef,
        own: Symbol<'db>,
        own_body: BodyKind,
        known: Symbol<'db>,
        known_body: BodyKind,
        in_class: bool,
    ) -> Option<Mistake> {
        let db = self.sema.db;
        let (a, b) = (self.sema.signature(known)?, self.sema.signature(own)?);
        let has_unknown = |ty: &Ty<'db>| self.sema.has_unknown_part(*ty);
        if a.ty.absorbs(db)
            || b.ty.absorbs(db)
            || a.params.iter().chain(b.params.iter()).any(has_unknown)
            || self.sema.is_dependent(a.ty)
            || self.sema.is_dependent(b.ty)
        {
            return None;
        }
        let is_constrained = |symbol: Symbol<'db>| !self.sema.decl(symbol.decl).templates.is_empty();
        let is_plain = |ref_qualifier| ref_qualifier == RefQualifier::None;
        if in_class
            && a.params == b.params
            && is_plain(a.ref_qualifier) != is_plain(b.ref_qualifier)
            && !is_constrained(own)
            && !is_constrained(known)
        {
            return Some(Mistake::new(REF_QUALIFIERS, Vec::new()));
        }
        if a.params != b.params
            || a.qualifiers != b.qualifiers
            || a.ref_qualifier != b.ref_qualifier
            || a.variadic != b.variadic
            || is_constrained(own)
            || is_constrained(known)
        {
            return None;
        }
        // Destructors have no results, and those of conversion functions are their names.
        let has_result =
            !matches!(self.sema.decl(own.decl).name, DeclName::Destructor | DeclName::Conversion(_));
        if a.result != b.result && has_result {
            return (!self.sema.has_auto(a.result) && !self.sema.has_auto(b.result))
                .then(|| Mistake::new(RETURN_TYPE_ONLY, Vec::new()));
        }
        let base = self.sema.qualified_name(known)?;
        if in_class {
            let text = format!("{base}{}", self.sema.parameters_text(known)?);
            let entity = Argument::Entity {
                kind: Some("function"),
                name: text,
                declared: Some(Place::Decl(known.decl)),
            };
            return Some(Mistake::new(MEMBER_TWICE, vec![entity]));
        }
        // One that is only there to be inlined may be defined again (GCC, *Function Attributes*).
        let is_replaced = self.sema.decl(known.decl).attributes.gnu_inline;
        if !own_body.is_definition() || !known_body.is_definition() || is_replaced {
            return None;
        }
        let name = self.function_text(known, at)?;
        let arguments = vec![Argument::entity("function", name), Argument::At(Place::Decl(known.decl))];
        Some(Mistake::new(DEFINED_TWICE, arguments))
    }

    /// An alias template that is declared before with another type.
    fn other_alias(&self, at: DeclRef, other: DeclRef) -> Option<Mistake> {
        let text = |decl: DeclRef| {
            let DeclKind::Typedef(ty) = &self.sema.decl(decl).kind else { return None };
            self.sema.type_argument(&self.sema.spelled(ty, self.site(decl))?)
        };
        let name = self.sema.qualified_name(Symbol { decl: other, env: self.sema.env_of(other) })?;
        let declared = Some(Place::Decl(other));
        let entity = Argument::Entity { kind: Some("alias template"), name, declared };
        Some(Mistake::new(OTHER_ALIAS, vec![text(at)?, text(other)?, entity]))
    }

    /// Two declarations one of which is a template.
    fn templates(&self, at: DeclRef, decl: &'db Decl, other: DeclRef, before: &'db Decl) -> Option<Mistake> {
        let ([own], [known]) = (decl.templates.as_slice(), before.templates.as_slice()) else { return None };
        if let (DeclKind::Typedef(a), DeclKind::Typedef(b)) = (&before.kind, &decl.kind) {
            let is_plain = is_without_expressions(a) && is_without_expressions(b);
            let differ = a != b && is_plain && are_equal_headers(own, known);
            return differ.then(|| self.other_alias(at, other)).flatten();
        }
        let kind = match (&before.kind, &decl.kind) {
            (DeclKind::Class(a), DeclKind::Class(b)) if a.is_definition && b.is_definition => {
                "class template"
            }
            (
                DeclKind::Function { ty: TypeExpr::Function(a), body: BodyKind::Block },
                DeclKind::Function { ty: TypeExpr::Function(b), body: BodyKind::Block },
            ) => {
                let is_same = are_equal_headers(own, known)
                    && a.params.iter().all(|param| is_without_expressions(&param.ty))
                    && a.params.len() == b.params.len()
                    && a.params.iter().zip(&b.params).all(|(a, b)| a.ty == b.ty)
                    && (&a.result, a.variadic, a.qualifiers, a.ref_qualifier)
                        == (&b.result, b.variadic, b.qualifiers, b.ref_qualifier);
                if !is_same {
                    return None;
                }
                "function template"
            }
            _ => return None,
        };
        let symbol = Symbol { decl: other, env: self.sema.env_of(other) };
        let name = self.sema.qualified_name(symbol)?;
        let arguments = vec![Argument::entity(kind, name), Argument::At(Place::Decl(other))];
        Some(Mistake::new(DEFINED_TWICE, arguments))
    }
}

/// Whether a type is written without expressions, of which not everything is kept.
fn is_without_expressions(ty: &TypeExpr) -> bool {
    match ty {
        TypeExpr::Builtin(_) | TypeExpr::Signed(_) => true,
        TypeExpr::Name(path, _) => path.segments.iter().all(|segment| {
            segment.args.iter().flatten().all(|arg| match arg {
                asunder_decls::written::Arg::Type(ty) => is_without_expressions(ty),
                asunder_decls::written::Arg::Name(_) => true,
                _ => false,
            })
        }),
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner) => is_without_expressions(inner),
        _ => false,
    }
}

/// Whether two template parameter lists are written alike, with the same names and without constraints.
pub(super) fn are_equal_headers(a: &TemplateHeader, b: &TemplateHeader) -> bool {
    !a.is_constrained
        && !b.is_constrained
        && a.params.len() == b.params.len()
        && a.params.iter().zip(&b.params).all(|(a, b)| {
            let is_alike = match (&a.kind, &b.kind) {
                (TemplateParamKind::Type(_), TemplateParamKind::Type(_)) => true,
                (TemplateParamKind::Value(a, _), TemplateParamKind::Value(b, _)) => a == b,
                _ => false,
            };
            is_alike && a.pack == b.pack && a.name == b.name
        })
}
