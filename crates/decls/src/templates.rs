//! Template-ids: arguments bound to parameters, and the declarations that a class name stands for.

use std::rc::Rc;

use asunder_mangle::model::{Expr as Symbolic, Ident, Name, NameRef, Scope, TemplateArg, Type, TypeRef};

use crate::memo::Link;
use crate::names::{DeclRef, Names, Point};
use crate::resolve::source_name;
use crate::scope::{Frame, Lookup, Member, Site, Want};
use crate::specialization::Specialization;
use crate::written::{
    Arg, DeclKind, DeclName, Expr, Path, Segment, SegmentName, TemplateHeader, TemplateParam,
    TemplateParamKind, TypeExpr,
};

impl<'db> Names<'db> {
    /// The class `template<args>`; `decl` is a declaration of the template.
    pub(crate) fn instance(&self, template: &NameRef, decl: DeclRef, args: &[Arg], site: &Site) -> TypeRef {
        self.nested(self.unknown(), || {
            let class = match &template.scope {
                Scope::Member(outer) if self.namespace_named(outer).is_none() => Some(outer),
                _ => None,
            };
            let mut declarations = self.type_declarations(template).to_vec();
            if declarations.is_empty() {
                declarations.push(decl);
            }
            match self.bind_args(&declarations, args, site, class) {
                Some(args) => {
                    let name = Name::clone(template).with_args(args);
                    Type::Named(name.into()).into()
                }
                None => self.unknown(),
            }
        })
    }

    /// The arguments `args`, written at `site`, for the first parameters of the function template `template`. `None`
    /// when they do not fit, when one belongs to a pack, or when they are not understood.
    pub fn explicit_arguments(
        &self,
        template: DeclRef,
        args: &[Arg],
        site: &Site,
    ) -> Option<Vec<TemplateArg>> {
        self.nested(None, || {
            let header = self.header_of(template)?;
            let mut bound: Vec<TemplateArg> = Vec::new();
            for (index, arg) in args.iter().enumerate() {
                header.params.get(index).filter(|param| !param.pack)?;
                bound.push(self.bind_arg(template, index, arg, site, &bound, None)?);
            }
            Some(bound)
        })
    }

    /// The place of the function template `template` with its parameters bound to `known`, and to their defaults
    /// where nothing is known, and what they are bound to.
    pub fn instance_of(
        &self,
        template: DeclRef,
        known: &[Option<TemplateArg>],
    ) -> Option<(Site, Vec<TemplateArg>)> {
        self.nested(None, || {
            let mut bound: Vec<TemplateArg> = Vec::new();
            for (index, arg) in known.iter().enumerate() {
                let arg = match arg {
                    Some(arg) => arg.clone(),
                    None => self.default_arg(&[template], index, &bound, None)?,
                };
                bound.push(arg);
            }
            let mut inner = self.outer_site(template);
            inner.frames.retain(|frame| !matches!(frame, Frame::Template { .. }));
            let header = self.decl(template).templates.len().checked_sub(1)?;
            self.push_template(&mut inner, template, header, Some(bound.clone().into()));
            Some((inner, bound))
        })
    }

    /// The arguments `args`, written at `site`, bound to the parameters of the template that
    /// `declarations` declare, defaults filled in. `None` when they do not fit or are not understood.
    pub(crate) fn bind_args(
        &self,
        declarations: &[DeclRef],
        args: &[Arg],
        site: &Site,
        class: Option<&NameRef>,
    ) -> Option<Vec<TemplateArg>> {
        let first = *declarations.iter().find(|decl| self.is_primary(**decl))?;
        let header = self.decl(first).templates.last()?;
        let mut bound: Vec<TemplateArg> = Vec::new();
        let mut rest = args.iter();
        for (index, param) in header.params.iter().enumerate() {
            if param.pack {
                let mut pack = Vec::new();
                for arg in rest.by_ref() {
                    match self.expanded(arg, site) {
                        Some(args) => pack.extend(args),
                        None => {
                            pack.push(self.bind_pack_element(first, index, arg, site, &bound, class)?);
                        }
                    }
                }
                bound.push(TemplateArg::Pack(pack));
                continue;
            }
            let arg = match rest.next() {
                Some(Arg::Expansion(_)) => return None,
                Some(arg) => self.bind_arg(first, index, arg, site, &bound, class)?,
                None => self.default_arg(declarations, index, &bound, class)?,
            };
            bound.push(arg);
        }
        rest.next().is_none().then_some(bound)
    }

    /// The elements of `P...` with `P` a pack whose elements are known.
    fn expanded(&self, arg: &Arg, site: &Site) -> Option<Vec<TemplateArg>> {
        let Arg::Expansion(pattern) = arg else { return None };
        let path = match &**pattern {
            Arg::Name(path) | Arg::Type(TypeExpr::Name(path, _)) | Arg::Expr(Expr::Name(path)) => path,
            _ => return None,
        };
        match self.lookup_wanted(path.as_ident()?, site, Want::Any) {
            Lookup::Param(parameter) => match parameter.argument? {
                TemplateArg::Pack(args) => Some(args),
                _ => None,
            },
            _ => None,
        }
    }

    fn bind_pack_element(
        &self,
        template: DeclRef,
        index: usize,
        arg: &Arg,
        site: &Site,
        bound: &[TemplateArg],
        class: Option<&NameRef>,
    ) -> Option<TemplateArg> {
        let Arg::Expansion(pattern) = arg else {
            return self.bind_arg(template, index, arg, site, bound, class);
        };
        match self.bind_arg(template, index, pattern, site, bound, class)? {
            TemplateArg::Type(ty) if self.is_dependent(&ty) => {
                Some(TemplateArg::Type(Type::PackExpansion(ty).into()))
            }
            TemplateArg::Value(value) if !matches!(*value, Symbolic::Literal(..)) => {
                Some(TemplateArg::Value(Symbolic::PackExpansion(value).into()))
            }
            _ => None,
        }
    }

    fn header_of(&self, template: DeclRef) -> Option<&'db TemplateHeader> {
        self.decl(template).templates.last()
    }

    /// The place inside the template's own parameter list, with the parameters before bound.
    fn site_in_header(&self, template: DeclRef, bound: &[TemplateArg], class: Option<&NameRef>) -> Site {
        let member = crate::scope::Member { decl: template, class: class.cloned(), injected: false };
        let mut site = self.site_of_member(&member);
        let header = self.decl(template).templates.len() - 1;
        site.frames.pop();
        self.push_template(&mut site, template, header, Some(Rc::from(bound)));
        site
    }

    pub(crate) fn bind_arg(
        &self,
        template: DeclRef,
        index: usize,
        arg: &Arg,
        site: &Site,
        bound: &[TemplateArg],
        class: Option<&NameRef>,
    ) -> Option<TemplateArg> {
        match &self.header_of(template)?.params[index].kind {
            TemplateParamKind::Type(_) => self.type_argument(arg, site).map(TemplateArg::Type),
            TemplateParamKind::Value(TypeExpr::Name(path, false), _)
                if self.names_a_concept(path, template) =>
            {
                self.type_argument(arg, site).map(TemplateArg::Type)
            }
            TemplateParamKind::Value(ty, _) => {
                let ty = self.resolve(ty, &self.site_in_header(template, bound, class));
                self.value_argument(arg, &ty, site).map(TemplateArg::Value)
            }
            TemplateParamKind::Template(_) => {
                let Arg::Name(path) = arg else { return None };
                self.template_argument(path, site)
            }
        }
    }

    /// Whether `C` in `template<C T>` is a concept: then `T` is a type ([temp.param]/10).
    fn names_a_concept(&self, path: &Path, template: DeclRef) -> bool {
        match self.lookup_value(path, &self.outer_site(template)) {
            Lookup::Found(members) => {
                matches!(members.first().map(|member| &self.decl(member.decl).kind), Some(DeclKind::Concept))
            }
            _ => false,
        }
    }

    pub(crate) fn default_arg(
        &self,
        declarations: &[DeclRef],
        index: usize,
        bound: &[TemplateArg],
        class: Option<&NameRef>,
    ) -> Option<TemplateArg> {
        let first = *declarations.first()?;
        let instance = (first, class.cloned(), Rc::from(bound));
        let key = ((instance, declarations.len(), index), Link::Instance);
        self.remembered(
            &self.default_args,
            key,
            || None,
            || self.find_default_arg(declarations, index, bound, class),
        )
    }

    fn find_default_arg(
        &self,
        declarations: &[DeclRef],
        index: usize,
        bound: &[TemplateArg],
        class: Option<&NameRef>,
    ) -> Option<TemplateArg> {
        for &decl in declarations {
            let Some(param) = self.header_of(decl).and_then(|header| header.params.get(index)) else {
                continue;
            };
            let site = || self.site_in_header(decl, bound, class);
            match &param.kind {
                TemplateParamKind::Type(Some(default)) => {
                    let ty = self.resolve(default, &site());
                    return (*ty != Type::Unknown).then_some(TemplateArg::Type(ty));
                }
                TemplateParamKind::Value(ty, Some(default)) => {
                    let site = site();
                    let ty = self.resolve(ty, &site);
                    let arg = Arg::Expr(default.clone());
                    return self.value_argument(&arg, &ty, &site).map(TemplateArg::Value);
                }
                TemplateParamKind::Template(Some(default)) => {
                    return self.template_argument(default, &site());
                }
                _ => {}
            }
        }
        None
    }

    pub(crate) fn type_argument(&self, arg: &Arg, site: &Site) -> Option<TypeRef> {
        let ty = match arg {
            Arg::Type(ty) => self.resolve(ty, site),
            Arg::Name(path) => self.resolve_path(path, site, Want::Any),
            Arg::Ambiguous(ty, _) => self.resolve(ty, site),
            Arg::Expr(_) | Arg::Expansion(_) => return None,
        };
        (*ty != Type::Unknown).then_some(ty)
    }

    fn template_argument(&self, path: &Path, site: &Site) -> Option<TemplateArg> {
        let members = match self.lookup_value(path, site) {
            Lookup::Found(members) => members,
            Lookup::Param(parameter) => return parameter.argument,
            _ => return None,
        };
        let member = members.iter().find(|member| {
            let decl = self.decl(member.decl);
            let is_using = matches!(decl.kind, DeclKind::UsingDeclaration(_));
            let is_template =
                matches!(decl.kind, DeclKind::Class(_) | DeclKind::Typedef(_)) && !decl.templates.is_empty();
            is_using || is_template
        })?;
        let seen_through = match &self.decl(member.decl).kind {
            DeclKind::UsingDeclaration(target) => Some(target.clone()),
            DeclKind::Typedef(target) => same_template(target, self.header_of(member.decl)?),
            _ => None,
        };
        if let Some(target) = seen_through {
            return self.nested(None, || self.template_argument(&target, &self.site_of_member(member)));
        }
        if member.injected {
            let mut name = Name::clone(member.class.as_ref()?);
            name.args = None;
            return Some(TemplateArg::Template(name.into()));
        }
        self.member_name(member).map(TemplateArg::Template)
    }

    /// Arguments of a template that is not known: what each is, shows in its form only.
    pub(crate) fn untyped_args(&self, args: &[Arg], site: &Site) -> Option<Vec<TemplateArg>> {
        args.iter().map(|arg| self.untyped_arg(arg, site)).collect()
    }

    fn untyped_arg(&self, arg: &Arg, site: &Site) -> Option<TemplateArg> {
        match arg {
            Arg::Type(ty) => known_type(self.resolve(ty, site)),
            Arg::Name(path) => match known_type(self.resolve_path(path, site, Want::Any)) {
                Some(ty) => Some(ty),
                None => self.untyped_value(&Expr::Name(path.clone()), site),
            },
            Arg::Expr(expr) => self.untyped_value(expr, site),
            Arg::Ambiguous(ty, expr) => match known_type(self.resolve(ty, site)) {
                Some(ty) => Some(ty),
                None => self.untyped_value(expr, site),
            },
            Arg::Expansion(inner) => match self.untyped_arg(inner, site)? {
                TemplateArg::Type(ty) => Some(TemplateArg::Type(Type::PackExpansion(ty).into())),
                TemplateArg::Value(value) => Some(TemplateArg::Value(Symbolic::PackExpansion(value).into())),
                _ => None,
            },
        }
    }

    fn untyped_value(&self, expr: &Expr, site: &Site) -> Option<TemplateArg> {
        let value = self.symbolic(expr, site);
        (*value != Symbolic::Unknown).then_some(TemplateArg::Value(value))
    }

    // ---- declarations of a class name

    /// The declarations of the class or enum with this name (its primary template, for template-ids)
    /// in the scope it belongs to.
    pub(crate) fn type_declarations(&self, name: &Name) -> Rc<[DeclRef]> {
        let Some(ident) = source_name(name) else { return Rc::default() };
        let namespace = match &name.scope {
            Scope::Global => Some(crate::layout::NamespaceId::GLOBAL),
            Scope::Member(outer) => self.namespace_named(outer),
            Scope::Local { .. } | Scope::Dependent(_) => return Rc::default(),
        };
        match (namespace, &name.scope) {
            (Some(namespace), _) => self.types_of_namespace(namespace, ident),
            (None, Scope::Member(outer)) => {
                match self.lookup_in_class(ident, outer, Point::END, Want::Implicit) {
                    Lookup::Found(members) => self.types_among(&members),
                    _ => Rc::default(),
                }
            }
            (None, _) => Rc::default(),
        }
    }

    /// The classes and enumerations that a namespace declares by a name, specializations included.
    fn types_of_namespace(&self, namespace: crate::layout::NamespaceId, ident: &Ident) -> Rc<[DeclRef]> {
        let key = (namespace, ident.clone());
        if let Some(known) = self.types_of_namespaces.borrow().get(&key) {
            return known.clone();
        }
        let members = self.namespace_members(ident, &[namespace], Point::END, Want::Implicit);
        let found = self.types_among(&members);
        self.types_of_namespaces.borrow_mut().insert(key, found.clone());
        found
    }

    /// The declarations of classes and enumerations among members.
    fn types_among(&self, members: &[Member]) -> Rc<[DeclRef]> {
        let mut found = Vec::new();
        for member in members.iter().filter(|member| !member.injected) {
            match &self.decl(member.decl).kind {
                DeclKind::Class(_) | DeclKind::Enum(_) => found.push(member.decl),
                // `typedef struct { … } name;` names the class.
                DeclKind::Typedef(TypeExpr::Declared(id)) => {
                    let class = member.decl.sibling(*id);
                    if matches!(self.decl(class).name, DeclName::None) {
                        found.push(class);
                    }
                }
                _ => {}
            }
        }
        found.into()
    }

    /// Any declaration of a class.
    pub(crate) fn class_declaration(&self, name: &Name) -> Option<DeclRef> {
        self.type_declarations(name)
            .iter()
            .copied()
            .find(|decl| matches!(self.decl(*decl).kind, DeclKind::Class(_)))
    }

    /// The definition that gives the members of a class: its own, or that of its template when no
    /// specialization can apply.
    pub fn class_definition(&self, name: &Name) -> Option<DeclRef> {
        // A specialization's arguments may need the class itself: `struct S<A<T, S<T>::value>>`.
        let link = if name.args.is_some() { Link::Instance } else { Link::Plain };
        self.remembered(&self.definitions, (name.clone(), link), || None, || self.find_class_definition(name))
    }

    fn find_class_definition(&self, name: &Name) -> Option<DeclRef> {
        let is_definition =
            |decl: &DeclRef| matches!(&self.decl(*decl).kind, DeclKind::Class(class) if class.is_definition);
        if name.args.is_some() {
            match self.choose_specialization(name, |decl| is_definition(&decl)) {
                Specialization::Chosen(decl) => return Some(decl),
                Specialization::Unknown => return None,
                Specialization::Primary => {}
            }
        }
        let declared = self.type_declarations(name).iter().copied().find(is_definition);
        declared.or_else(|| {
            self.other_declarations(name).into_iter().find(|decl| {
                if !is_definition(decl) || !self.is_primary(*decl) {
                    return false;
                }
                let own = self.class_name(*decl);
                own.scope == name.scope && own.unqualified == name.unqualified
            })
        })
    }

    /// Declarations of classes of that name outside the body of their scope: specializations, and
    /// `struct A::B { … }`.
    pub(crate) fn other_declarations(&self, name: &Name) -> Vec<DeclRef> {
        let Some(ident) = source_name(name) else { return Vec::new() };
        let mut found = Vec::new();
        for &item in self.items_declaring(ident).iter() {
            for local in self.decls_named(item, ident) {
                let decl = self.decls(item).get(local);
                let outside = decl.qualifier.is_some() || matches!(decl.name, DeclName::TemplateId(..));
                if outside && !decl.explicit_instantiation && matches!(decl.kind, DeclKind::Class(_)) {
                    found.push(DeclRef { item, local });
                }
            }
        }
        found
    }

    /// The declaration that the template-id `ty` means: a specialization, or `primary`. `None` when
    /// that is not known.
    pub(crate) fn meant_specialization(&self, ty: &TypeRef, primary: DeclRef) -> Option<DeclRef> {
        let Type::Named(name) = &**ty else { return None };
        match self.choose_specialization(name, |_| true) {
            Specialization::Chosen(decl) => Some(decl),
            Specialization::Primary => Some(primary),
            Specialization::Unknown => None,
        }
    }

    /// True when the class template has a specialization.
    pub(crate) fn has_specializations(&self, name: &Name) -> bool {
        self.other_declarations(name).iter().any(|decl| !self.is_primary(*decl))
    }
}

/// The template whose instances an alias template names one for one, as `using A = B<T, U>` does: the alias is
/// another name of it (CWG 1286, which g++ and the reference follow).
fn same_template(target: &TypeExpr, header: &TemplateHeader) -> Option<Path> {
    let TypeExpr::Name(path, _) = target else { return None };
    let args = path.segments.last()?.args.as_ref()?;
    let is_param = |(arg, param): (&Arg, &TemplateParam)| {
        let arg = match arg {
            Arg::Expansion(inner) if param.pack => inner,
            other if !param.pack => other,
            _ => return false,
        };
        let Arg::Name(path) = arg else { return false };
        let [Segment { name: SegmentName::Ident(ident), args: None }] = path.segments.as_slice() else {
            return false;
        };
        !path.global && param.name.as_ref() == Some(ident)
    };
    if args.len() != header.params.len() || !args.iter().zip(&header.params).all(is_param) {
        return None;
    }
    let mut template = path.clone();
    template.segments.last_mut()?.args = None;
    Some(template)
}

fn known_type(ty: TypeRef) -> Option<TemplateArg> {
    (*ty != Type::Unknown).then_some(TemplateArg::Type(ty))
}
