//! Scopes and name lookup ([basic.lookup]).

use std::rc::Rc;

use asunder_mangle::model::{Name, NameRef, Scope, TemplateArg, TemplateParam, Type, TypeRef, Unqualified};

use rustc_hash::FxHashMap;

use crate::layout::NamespaceId;
use crate::memo::Link;
use crate::names::{DeclRef, Found, Names, Point};
use crate::specialization::own_parameters;
use crate::written::{Decl, DeclKind, LocalId};

/// The answer of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// All declarations of the name in the scope where it was found, in order.
    Found(Vec<Member>),
    /// A template parameter.
    Param(Parameter),
    /// It depends on template parameters.
    Dependent,
    /// Not found, or not understood.
    Unknown,
}

/// A declaration as a member of the scope it was found in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The declaration.
    pub decl: DeclRef,
    /// The class that it is a member of, with its template arguments; `None` in a namespace.
    pub class: Option<NameRef>,
    /// The name is that of `class` itself, found inside it ([class.pre]/2).
    pub injected: bool,
}

impl Member {
    /// The member as what a question is about.
    pub(crate) fn question(&self) -> (Found, Link) {
        ((self.decl, self.class.clone()), Link::member_of(self.class.as_ref()))
    }
}

/// A template parameter in scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The template that declares it.
    pub template: DeclRef,
    /// Which of its template parameter lists.
    pub header: usize,
    /// Which parameter of the list.
    pub index: usize,
    /// How signatures name it.
    pub symbol: TemplateParam,
    /// Its argument, where one is known.
    pub argument: Option<TemplateArg>,
}

/// One scope of a chain.
#[derive(Clone, Debug)]
pub(crate) enum Frame {
    Namespace(NamespaceId),
    /// A class by its name.
    Class(NameRef),
    /// A template parameter list of a declaration, with arguments where they are known.
    Template {
        template: DeclRef,
        header: usize,
        level: u32,
        args: Option<Rc<[TemplateArg]>>,
    },
}

/// A place from which names are looked up.
#[derive(Clone, Debug)]
pub struct Site {
    /// Scopes, outermost first.
    pub(crate) frames: Vec<Frame>,
    /// What is visible.
    pub(crate) point: Point,
}

impl Site {
    fn next_level(&self) -> u32 {
        let open = self.frames.iter().filter_map(|frame| match frame {
            Frame::Template { args: None, level, .. } => Some(*level),
            // A class by its own parameters.
            Frame::Template { args: Some(args), level, .. } => {
                own_parameters(args).filter(|own| own == level)
            }
            _ => None,
        });
        open.max().map_or(0, |level| level + 1)
    }

    /// The name of the innermost class.
    pub(crate) fn class(&self) -> Option<&NameRef> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Class(name) => Some(name),
            _ => None,
        })
    }

    /// The innermost namespace.
    pub(crate) fn namespace(&self) -> NamespaceId {
        let namespace = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Namespace(id) => Some(*id),
            _ => None,
        });
        namespace.unwrap_or(NamespaceId::GLOBAL)
    }
}

/// Which declarations a lookup accepts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Want {
    Any,
    /// Classes, enums, typedefs, templates of them and namespaces: a name before `::`, or after a
    /// class-key.
    Scopes,
    /// Everything, also classes declared by a mere `struct T *`.
    Implicit,
    /// The scopes of [`Want::Scopes`], also classes declared by a mere `struct T *`.
    ImplicitScopes,
}

impl Want {
    /// The same with classes that are declared by their mere use.
    pub(crate) fn with_implicit(self) -> Want {
        match self {
            Want::Any | Want::Implicit => Want::Implicit,
            Want::Scopes | Want::ImplicitScopes => Want::ImplicitScopes,
        }
    }
}

impl<'db> Names<'db> {
    // ---- sites

    /// The place where `decl` is written: its type, not its body.
    pub fn site_of(&self, decl: DeclRef) -> Site {
        self.nested(self.unit_site(decl.item), || self.site_with_class(decl, None))
    }

    /// The same with the class it is a member of given by name, arguments included.
    pub(crate) fn site_of_member(&self, member: &Member) -> Site {
        let decl = member.decl;
        self.nested(self.unit_site(decl.item), || self.site_with_class(decl, member.class.as_ref()))
    }

    fn unit_site(&self, item: u32) -> Site {
        Site { frames: vec![Frame::Namespace(NamespaceId::GLOBAL)], point: Point { item, local: 0 } }
    }

    /// The place `point` directly in a namespace.
    pub(crate) fn namespace_site(&self, namespace: NamespaceId, point: Point) -> Site {
        Site { frames: self.namespace_frames(namespace), point }
    }

    fn namespace_frames(&self, namespace: NamespaceId) -> Vec<Frame> {
        let mut frames: Vec<_> = self.namespaces.ancestors(namespace).map(Frame::Namespace).collect();
        frames.reverse();
        frames
    }

    fn site_with_class(&self, decl: DeclRef, class: Option<&NameRef>) -> Site {
        let written = self.decl(decl);
        let point = Point::before(decl);
        let mut site = match (class, written.parent) {
            (Some(class), _) => self.inside_class(class, point),
            (None, Some(parent)) => match self.class_parent(decl.sibling(parent)) {
                Some(parent) => {
                    let name = self.class_name(parent);
                    match self.namespace_of(&name) {
                        Some(_) => self.inside_class(&name, point),
                        // A specialization with arguments that are not understood stands in its namespace all the same.
                        None => {
                            let mut site = self.site_of(parent);
                            site.frames.push(Frame::Class(name));
                            site
                        }
                    }
                }
                None => self.site_of(decl.sibling(parent)),
            },
            (None, None) => {
                let frames = self.namespace_frames(self.item(decl.item).namespace);
                Site { frames, point }
            }
        };
        site.point = point;
        let mut headers = written.templates.len();
        let mut first = 0;
        if let (Some(qualifier), None) = (&written.qualifier, class) {
            // `template<class T> void A<T>::f()`: the first lists belong to the classes.
            let mut naming = site.clone();
            for header in 0..headers {
                self.push_template(&mut naming, decl, header, None);
            }
            match self.qualifier_scope(qualifier, &naming) {
                Some(QualifierScope::Class(name)) => {
                    let class_headers = template_arg_lists(&name).min(headers);
                    for header in 0..class_headers {
                        self.push_template(&mut site, decl, header, None);
                    }
                    first = class_headers;
                    site.frames.extend(self.class_frames(&name, point));
                }
                Some(QualifierScope::Namespace(id)) => site.frames = self.namespace_frames(id),
                None => {}
            }
        }
        headers = headers.max(first);
        for header in first..headers {
            self.push_template(&mut site, decl, header, None);
        }
        site
    }

    /// The class or enum `decl` itself, unless it is an enum: enumerators belong to the scope around.
    fn class_parent(&self, decl: DeclRef) -> Option<DeclRef> {
        matches!(self.decl(decl).kind, DeclKind::Class(_)).then_some(decl)
    }

    pub(crate) fn push_template(
        &self,
        site: &mut Site,
        template: DeclRef,
        header: usize,
        args: Option<Rc<[TemplateArg]>>,
    ) {
        let level = site.next_level();
        site.frames.push(Frame::Template { template, header, level, args });
    }

    /// The scope inside the class `name`, with its template parameters bound.
    pub(crate) fn inside_class(&self, name: &NameRef, point: Point) -> Site {
        let mut site = Site { frames: Vec::new(), point };
        site.frames = match self.namespace_of(name) {
            Some(namespace) => self.namespace_frames(namespace),
            None => vec![Frame::Namespace(NamespaceId::GLOBAL)],
        };
        site.frames.extend(self.class_frames(name, point));
        site
    }

    /// The frames of `name` and the classes around it.
    fn class_frames(&self, name: &NameRef, point: Point) -> Vec<Frame> {
        let mut chain = vec![name.clone()];
        let mut scope = &name.scope;
        while let Scope::Member(outer) = scope {
            if self.namespace_named(outer).is_some() {
                break;
            }
            chain.push(outer.clone());
            scope = &outer.scope;
        }
        let mut site = Site { frames: Vec::new(), point };
        for class in chain.iter().rev() {
            let definition = self.class_definition(class);
            if let Some(definition) = definition {
                self.push_class_templates(&mut site, class, definition);
            }
            site.frames.push(Frame::Class(class.clone()));
        }
        site.frames
    }

    fn push_class_templates(&self, site: &mut Site, class: &Name, definition: DeclRef) {
        let headers = self.decl(definition).templates.len();
        for header in 0..headers {
            let own = header + 1 == headers;
            let args = match own {
                true if self.is_primary(definition) => class.args.as_deref().map(Rc::from),
                true => self.specialization_bindings(definition, class).map(Rc::from),
                false => None,
            };
            self.push_template(site, definition, header, args);
        }
    }

    /// True unless the declaration is a partial or explicit specialization.
    pub(crate) fn is_primary(&self, decl: DeclRef) -> bool {
        !matches!(self.decl(decl).name, crate::written::DeclName::TemplateId(..))
    }

    // ---- names of scopes

    /// The name of a namespace; `None` for the global one.
    pub fn namespace_name(&self, id: NamespaceId) -> Option<NameRef> {
        let namespace = self.namespaces.namespace(id);
        let parent = namespace.parent?;
        let scope = self.namespace_name(parent).map_or(Scope::Global, Scope::Member);
        let unqualified = match &namespace.name {
            Some(name) => Unqualified::Source(name.clone()),
            None => Unqualified::UnnamedNamespace,
        };
        Some(Name::of(scope, unqualified).into())
    }

    /// The namespace that `name` names.
    pub(crate) fn namespace_named(&self, name: &Name) -> Option<NamespaceId> {
        if name.args.is_some() {
            return None;
        }
        let parent = match &name.scope {
            Scope::Global => NamespaceId::GLOBAL,
            Scope::Member(outer) => self.namespace_named(outer)?,
            _ => return None,
        };
        match &name.unqualified {
            Unqualified::Source(ident) => self.namespaces.child(parent, ident),
            Unqualified::UnnamedNamespace => self.namespaces.unnamed(parent),
            _ => None,
        }
    }

    /// The namespace in which a class is declared, at any depth.
    fn namespace_of(&self, name: &Name) -> Option<NamespaceId> {
        match &name.scope {
            Scope::Global => Some(NamespaceId::GLOBAL),
            Scope::Member(outer) => match self.namespace_named(outer) {
                Some(id) => Some(id),
                None => self.namespace_of(outer),
            },
            _ => None,
        }
    }

    // ---- unqualified lookup

    /// Looks `ident` up from `site` ([basic.lookup.unqual]).
    pub fn lookup(&self, ident: &str, site: &Site) -> Lookup {
        self.lookup_wanted(ident, site, Want::Any)
    }

    pub(crate) fn lookup_wanted(&self, ident: &str, site: &Site, want: Want) -> Lookup {
        self.nested(Lookup::Unknown, || {
            let found = self.lookup_frames(ident, site, want);
            match found {
                Lookup::Unknown if want != want.with_implicit() => {
                    self.lookup_frames(ident, site, want.with_implicit())
                }
                other => other,
            }
        })
    }

    fn lookup_frames(&self, ident: &str, site: &Site, want: Want) -> Lookup {
        // Namespaces nominated by using-directives, with the namespace their names appear in.
        let mut nominated: Vec<(NamespaceId, NamespaceId)> = Vec::new();
        for frame in site.frames.iter().rev() {
            match frame {
                Frame::Template { template, header, level, args } => {
                    let header_decl = &self.decl(*template).templates[*header];
                    let position =
                        header_decl.params.iter().position(|param| param.name.as_deref() == Some(ident));
                    if let Some(index) = position {
                        return Lookup::Param(Parameter {
                            template: *template,
                            header: *header,
                            index,
                            symbol: TemplateParam { level: *level, index: index as u32 },
                            argument: args.as_ref().and_then(|args| args.get(index).cloned()),
                        });
                    }
                }
                Frame::Class(name) => match self.lookup_in_class(ident, name, site.point, want) {
                    Lookup::Unknown => {}
                    found => return found,
                },
                Frame::Namespace(id) => {
                    for &target in self.nominated_by(*id, site.point).iter() {
                        nominated.push((target, self.common_ancestor(*id, target)));
                    }
                    let mut set = self.transparent(*id);
                    for (namespace, appears_in) in &nominated {
                        if appears_in == id {
                            set.extend(self.transparent(*namespace));
                        }
                    }
                    let mut found = self.namespace_members(ident, &set, site.point, want);
                    if want == Want::Any && !self.using_enum_items().is_empty() {
                        found.extend(self.used_enumerators(ident, &set, site));
                    }
                    if !found.is_empty() {
                        return Lookup::Found(found);
                    }
                }
            }
        }
        Lookup::Unknown
    }

    /// The namespaces whose names the using-directives of `id` make visible at `point`, transitively.
    pub fn nominated_by(&self, id: NamespaceId, point: Point) -> Rc<[NamespaceId]> {
        let visible = self.directive_items().partition_point(|item| *item < point.item);
        let key = ((id, visible), Link::Plain);
        self.remembered(&self.nominated, key, Rc::default, || self.find_nominated(id, visible).into())
    }

    fn find_nominated(&self, id: NamespaceId, visible: usize) -> Vec<NamespaceId> {
        let mut pending = self.transparent(id);
        let mut seen = pending.clone();
        let mut nominated = Vec::new();
        while let Some(namespace) = pending.pop() {
            for item in self.directives_in(namespace, visible) {
                let Some(target) = self.directive_target(item) else { continue };
                if !seen.contains(&target) {
                    seen.push(target);
                    pending.extend(self.transparent(target));
                    nominated.push(target);
                }
            }
        }
        nominated
    }

    /// The first `visible` using-directives of the unit, as far as they stand directly in `namespace`.
    fn directives_in(&self, namespace: NamespaceId, visible: usize) -> Vec<u32> {
        let end = self.directive_items().get(visible);
        let mut by_namespace = self.directives_by_namespace.borrow_mut();
        let by_namespace = by_namespace.get_or_insert_with(|| {
            let mut all: FxHashMap<NamespaceId, Vec<u32>> = FxHashMap::default();
            for &item in self.directive_items() {
                all.entry(self.item(item).namespace).or_default().push(item);
            }
            all
        });
        let inside = by_namespace.get(&namespace).into_iter().flatten();
        inside.copied().take_while(|item| end.is_none_or(|end| item < end)).collect()
    }

    /// The namespace that the using-directive `item` nominates.
    fn directive_target(&self, item: u32) -> Option<NamespaceId> {
        self.remembered(&self.directives, (item, Link::Plain), || None, || self.find_directive_target(item))
    }

    fn find_directive_target(&self, item: u32) -> Option<NamespaceId> {
        let decls = &self.decls(item).decls;
        let path = decls.iter().find_map(|decl| match &decl.kind {
            DeclKind::UsingDirective(path) => Some(path),
            _ => None,
        });
        let frames = self.namespace_frames(self.item(item).namespace);
        let from = Site { frames, point: Point { item, local: 0 } };
        match path.and_then(|path| self.qualifier_scope(path, &from)) {
            Some(QualifierScope::Namespace(target)) => Some(target),
            _ => None,
        }
    }

    fn common_ancestor(&self, a: NamespaceId, b: NamespaceId) -> NamespaceId {
        let of_a: Vec<_> = self.namespaces.ancestors(a).collect();
        let common = self.namespaces.ancestors(b).find(|id| of_a.contains(id));
        common.unwrap_or(NamespaceId::GLOBAL)
    }

    // ---- members of namespaces and classes

    /// The declarations of `ident` directly in the namespaces `set` that `point` sees.
    pub(crate) fn namespace_members(
        &self,
        ident: &str,
        set: &[NamespaceId],
        point: Point,
        want: Want,
    ) -> Vec<Member> {
        let mut found: Vec<Member> = Vec::new();
        for &namespace in set {
            let visible = self.found_in(ident, namespace);
            let visible =
                visible.iter().filter(|decl| point.sees(**decl) && is_found(self.decl(**decl), want));
            found.extend(visible.map(|&decl| Member { decl, class: None, injected: false }));
        }
        found.sort_by_key(|member| member.decl);
        found.dedup();
        found
    }

    /// Looks `ident` up in the class `name` and its bases ([class.member.lookup]).
    pub(crate) fn lookup_in_class(&self, ident: &str, name: &NameRef, point: Point, want: Want) -> Lookup {
        let key = ((Box::from(ident), name.clone(), point, want), Link::member_of(Some(name)));
        let find = || self.find_in_class(ident, name, point, want);
        self.remembered(&self.class_lookups, key, || Lookup::Unknown, find)
    }

    fn find_in_class(&self, ident: &str, name: &NameRef, point: Point, want: Want) -> Lookup {
        if let Unqualified::Source(own) = &name.unqualified
            && &**own == ident
            && let Some(decl) = self.class_declaration(name)
        {
            // The injected class name.
            return Lookup::Found(vec![Member { decl, class: Some(name.clone()), injected: true }]);
        }
        let Some(definition) = self.class_definition(name) else { return Lookup::Unknown };
        let own = self.class_members(ident, definition, name, point, want);
        if !own.is_empty() {
            return Lookup::Found(own);
        }
        if want == Want::Any
            && self.has_other_enumerators(definition.item)
            && let Some(enumerator) = self.used_in_class(ident, definition, name)
        {
            return Lookup::Found(vec![enumerator]);
        }
        self.lookup_in_bases(ident, name, definition, want)
    }

    /// The enumerator `ident` that a `using enum` of the class `name` brings in.
    fn used_in_class(&self, ident: &str, definition: DeclRef, name: &NameRef) -> Option<Member> {
        self.decls(definition.item).members(Some(definition.local)).find_map(|(local, decl)| {
            match &decl.kind {
                DeclKind::UsingEnum(path) => {
                    let site = self.inside_class(name, Point::before(definition.sibling(local)));
                    self.enumerator_used(path, ident, &site)
                }
                _ => None,
            }
        })
    }

    fn class_members(
        &self,
        ident: &str,
        definition: DeclRef,
        class: &NameRef,
        point: Point,
        want: Want,
    ) -> Vec<Member> {
        let decls = self.decls(definition.item);
        let is_member = |decl: &Decl| {
            let Some(mut parent) = decl.parent else { return false };
            // Enumerators of unscoped enums and members of anonymous classes belong to the class.
            while parent != definition.local && is_transparent(decls.get(parent)) {
                let Some(outer) = decls.get(parent).parent else { return false };
                parent = outer;
            }
            parent == definition.local
        };
        let visible = |local: LocalId| point.item != definition.item || point.sees(definition.sibling(local));
        let named = self.decls_named(definition.item, ident).into_iter();
        let matching = named.filter(|local| {
            let decl = decls.get(*local);
            is_member(decl) && visible(*local) && is_found(decl, want)
        });
        matching
            .map(|local| Member {
                decl: definition.sibling(local),
                class: Some(class.clone()),
                injected: false,
            })
            .collect()
    }

    fn lookup_in_bases(&self, ident: &str, name: &NameRef, definition: DeclRef, want: Want) -> Lookup {
        // Dependent bases are not looked into before instantiation ([temp.dep]/3).
        for base in self.base_types(name, definition).iter() {
            let Type::Named(base_name) = &**base else { continue };
            match self.lookup_in_class(ident, base_name, Point::END, want) {
                Lookup::Unknown => {}
                found => return found,
            }
        }
        Lookup::Unknown
    }

    /// The base classes of the class `name` with this definition; types that are not classes or not known among them.
    pub(crate) fn base_types(&self, name: &NameRef, definition: DeclRef) -> Rc<[TypeRef]> {
        let DeclKind::Class(class) = &self.decl(definition).kind else { return Rc::default() };
        let key = (name.clone(), Link::member_of(Some(name)));
        self.remembered(&self.bases, key, Rc::default, || {
            // Bases are looked up from outside the class, whose name is declared there ([basic.scope.pdecl]/2).
            let after_name = Point { local: definition.local.0 + 1, ..Point::before(definition) };
            let mut site = self.inside_class(name, after_name);
            site.frames.pop();
            class.bases.iter().map(|base| self.resolve(base, &site)).collect()
        })
    }
}

/// What the part of a name before `::` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum QualifierScope {
    Namespace(NamespaceId),
    Class(NameRef),
}

/// How many template argument lists a class name has: as many template parameter lists stand in
/// front of its members' definitions.
pub(crate) fn template_arg_lists(name: &Name) -> usize {
    let mut count = usize::from(name.args.is_some());
    let mut scope = &name.scope;
    while let Scope::Member(outer) = scope {
        count += usize::from(outer.args.is_some());
        scope = &outer.scope;
    }
    count
}

fn is_transparent(decl: &Decl) -> bool {
    match &decl.kind {
        DeclKind::Enum(e) => !e.scoped,
        DeclKind::Class(_) => matches!(decl.name, crate::written::DeclName::None),
        _ => false,
    }
}

/// True when ordinary lookup finds the declaration.
fn is_found(decl: &Decl, want: Want) -> bool {
    if decl.qualifier.is_some() || decl.specifiers.is_friend || decl.explicit_instantiation {
        return false;
    }
    if matches!(decl.name, crate::written::DeclName::TemplateId(..)) {
        return false;
    }
    match &decl.kind {
        DeclKind::Class(class) => !class.elaborated || want == want.with_implicit(),
        DeclKind::Enum(_)
        | DeclKind::Typedef(_)
        | DeclKind::NamespaceAlias(_)
        | DeclKind::UsingDeclaration(_) => true,
        _ => matches!(want, Want::Any | Want::Implicit),
    }
}
