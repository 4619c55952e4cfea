//! Entities: the linker-level names of what declarations declare.

use std::rc::Rc;

use asunder_mangle::model::{
    CtorKind, DtorKind, Entity, ExceptionSpec, Expr as Symbolic, ExprRef, Function, FunctionType, Ident,
    Name, NameRef, Qualifiers, RefQualifier, Scope, TemplateArg, Type, TypeRef, Unqualified, Variable,
};
use asunder_mangle::operators::operator_code;

use crate::layout::NamespaceId;
use crate::memo::Link;
use crate::names::{DeclRef, Names, Point};
use crate::namesakes::Namesakes;
use crate::redeclaration::Redeclarations;
use crate::resolve::qualify;
use crate::scope::{Frame, Member, Site};
use crate::written::{
    Arg, DeclKind, DeclName, Expr, FunctionExpr, ParamExpr, Path, Segment, SegmentName, TemplateParamKind,
    TypeExpr,
};

impl<'db> Names<'db> {
    // ---- scopes and names of declarations

    /// The scope that a declaration declares into; `None` when it is not understood.
    pub(crate) fn scope_name(&self, decl: DeclRef) -> Option<Scope> {
        let written = self.decl(decl);
        if written.qualifier.is_some() {
            let find = || self.find_qualified_scope(decl);
            return self.remembered(&self.qualified_scopes, (decl, Link::Plain), || None, find);
        }
        if let Some(parent) = written.parent {
            let parent = decl.sibling(parent);
            return match &self.decl(parent).kind {
                DeclKind::Class(_) if written.specifiers.is_friend => {
                    Some(self.namespace_scope(self.item(decl.item).namespace))
                }
                DeclKind::Class(_) => Some(Scope::Member(self.class_name(parent))),
                DeclKind::Enum(e) if e.scoped => {
                    let scope = self.scope_name(parent)?;
                    let name = Name::of(scope, self.unqualified_type_name(parent)?);
                    Some(Scope::Member(name.into()))
                }
                _ => self.scope_name(parent),
            };
        }
        Some(self.namespace_scope(self.item(decl.item).namespace))
    }

    /// The scope that the qualifier of a declaration names.
    fn find_qualified_scope(&self, decl: DeclRef) -> Option<Scope> {
        let qualifier = self.decl(decl).qualifier.as_ref()?;
        let mut site = self.site_of(decl);
        // The qualifier itself is looked up from the place of the declaration.
        if !site.frames.iter().any(|frame| matches!(frame, Frame::Class(_))) {
            return match self.qualifier_scope(qualifier, &self.outer_site(decl))? {
                crate::scope::QualifierScope::Namespace(id) => {
                    Some(self.namespace_scope(self.namespace_declaring(decl, id)))
                }
                crate::scope::QualifierScope::Class(name) => Some(Scope::Member(name)),
            };
        }
        site.frames.retain(|frame| matches!(frame, Frame::Class(_)));
        site.class().map(|class| Scope::Member(class.clone()))
    }

    /// The place in front of a declaration, without the scope that its own qualifier names.
    pub(crate) fn outer_site(&self, decl: DeclRef) -> Site {
        let mut site = Site {
            frames: self.namespaces.ancestors(self.item(decl.item).namespace).map(Frame::Namespace).collect(),
            point: crate::names::Point::before(decl),
        };
        site.frames.reverse();
        for header in 0..self.decl(decl).templates.len() {
            self.push_template(&mut site, decl, header, None);
        }
        site
    }

    /// The namespace of the inline namespace set of `id` in which the name of `decl` is declared before it
    /// ([namespace.def]/7).
    fn namespace_declaring(&self, decl: DeclRef, id: NamespaceId) -> NamespaceId {
        let set = self.transparent(id);
        let (Some(ident), true) = (self.decl(decl).name.ident(), set.len() > 1) else { return id };
        let is_declared = |id: &NamespaceId| {
            let earlier = self.declared_in(ident, *id);
            earlier.iter().any(|other| Point::before(decl).sees(*other))
        };
        set.into_iter().find(is_declared).unwrap_or(id)
    }

    fn namespace_scope(&self, id: NamespaceId) -> Scope {
        self.namespace_name(id).map_or(Scope::Global, Scope::Member)
    }

    /// The unqualified name of a class or enum: its own, the first typedef of an unnamed one
    /// ([dcl.typedef]/4), or a number.
    pub(crate) fn unqualified_type_name(&self, decl: DeclRef) -> Option<Unqualified> {
        let written = self.decl(decl);
        if let Some(ident) = written.name.ident() {
            return Some(Unqualified::Source(ident.clone()));
        }
        let decls = self.decls(decl.item);
        let typedef = decls.iter().find_map(|(_, other)| match &other.kind {
            DeclKind::Typedef(TypeExpr::Declared(id)) if *id == decl.local => other.name.ident(),
            _ => None,
        });
        if let Some(ident) = typedef {
            return Some(Unqualified::Source(ident.clone()));
        }
        let is_unnamed = |(_, other): &(_, &crate::written::Decl)| {
            other.parent == written.parent
                && matches!(other.kind, DeclKind::Class(_) | DeclKind::Enum(_))
                && matches!(other.name, DeclName::None)
        };
        let before = decls.iter().take(decl.local.index()).filter(is_unnamed).count();
        Some(Unqualified::UnnamedType(u32::try_from(before).ok()?))
    }

    pub(crate) fn abi_tags(&self, decl: DeclRef) -> Vec<Ident> {
        self.decl(decl).attributes.abi_tags.clone()
    }

    /// The name of the class that `decl` declares; a template by its own parameters.
    pub(crate) fn class_name(&self, decl: DeclRef) -> NameRef {
        let unknown =
            || NameRef::from(Name::of(Scope::Dependent(self.unknown()), Unqualified::UnnamedType(0)));
        let find = || self.find_class_name(decl).map_or_else(unknown, NameRef::from);
        self.remembered(&self.class_names, (decl, Link::Plain), unknown, find)
    }

    fn find_class_name(&self, decl: DeclRef) -> Option<Name> {
        let mut name = Name::of(self.scope_name(decl)?, self.unqualified_type_name(decl)?);
        name.abi_tags = self.abi_tags(decl);
        name.args = match &self.decl(decl).name {
            DeclName::TemplateId(_, args) => Some(self.specialization_args(decl, args)?),
            _ => self.own_args(decl),
        };
        Some(name)
    }

    /// The arguments of the specialization that `decl` declares.
    fn specialization_args(&self, decl: DeclRef, args: &[Arg]) -> Option<Vec<TemplateArg>> {
        let scope = self.scope_name(decl)?;
        let ident = self.decl(decl).name.ident()?.clone();
        let template = Name::new(scope, ident);
        let declarations = self.type_declarations(&template);
        self.bind_args(&declarations, args, &self.outer_site(decl), None)
    }

    /// The parameters of the template that `decl` declares, as arguments of its own name.
    pub(crate) fn own_args(&self, decl: DeclRef) -> Option<Vec<TemplateArg>> {
        let written = self.decl(decl);
        let header = written.templates.last().filter(|header| !header.params.is_empty())?;
        let site = self.site_of(decl);
        let level = site.frames.iter().rev().find_map(|frame| match frame {
            Frame::Template { level, .. } => Some(*level),
            _ => None,
        })?;
        let args = header.params.iter().enumerate().map(|(index, param)| {
            let symbol = asunder_mangle::model::TemplateParam { level, index: index as u32 };
            match (&param.kind, param.pack) {
                (TemplateParamKind::Value(..), false) => TemplateArg::Value(Symbolic::Param(symbol).into()),
                (TemplateParamKind::Value(..), true) => {
                    let value = Symbolic::Param(symbol).into();
                    let expansion = Symbolic::PackExpansion(value).into();
                    TemplateArg::Pack(vec![TemplateArg::Value(expansion)])
                }
                (_, false) => TemplateArg::Type(Type::Param(symbol).into()),
                (_, true) => {
                    let expansion = Type::PackExpansion(Type::Param(symbol).into());
                    TemplateArg::Pack(vec![TemplateArg::Type(expansion.into())])
                }
            }
        });
        Some(args.collect())
    }

    /// The type that the class or enum definition `decl` defines.
    pub fn type_of_definition(&self, decl: DeclRef) -> TypeRef {
        match &self.decl(decl).kind {
            DeclKind::Class(_) => Type::Named(self.class_name(decl)).into(),
            DeclKind::Enum(_) => {
                let member = Member { decl, class: None, injected: false };
                match self.member_name(&member) {
                    Some(name) => Type::Named(name).into(),
                    None => self.unknown(),
                }
            }
            _ => self.unknown(),
        }
    }

    // ---- functions and variables

    /// Whether `decl` declares a function; `None` when `T name(u)` may be one or the other.
    pub(crate) fn declares_function(&self, decl: DeclRef) -> Option<bool> {
        match &self.decl(decl).kind {
            DeclKind::Function { .. } => Some(true),
            DeclKind::FunctionOrVariable { function: TypeExpr::Function(function), .. } => {
                let find = || self.are_parameters(decl, &function.params);
                self.remembered(&self.functions, (decl, Link::Plain), || None, find)
            }
            _ => Some(false),
        }
    }

    /// The function type that `decl` declares its name with, if it may declare a function.
    pub fn function_of(&self, decl: DeclRef) -> Option<&'db FunctionExpr> {
        match &self.decl(decl).kind {
            DeclKind::Function { ty: TypeExpr::Function(function), .. } => Some(function),
            DeclKind::FunctionOrVariable { function: TypeExpr::Function(function), .. } => {
                (self.declares_function(decl) != Some(false)).then_some(function)
            }
            _ => None,
        }
    }

    /// The type of the variable that `decl` declares, if it declares one.
    pub fn variable_type(&self, decl: DeclRef) -> Option<&'db TypeExpr> {
        match &self.decl(decl).kind {
            DeclKind::Variable { ty, .. } => Some(ty),
            DeclKind::FunctionOrVariable { variable, .. } => {
                (self.declares_function(decl) == Some(false)).then_some(variable)
            }
            _ => None,
        }
    }

    /// The declared type of the variable that `decl` declares, typedefs resolved; `None` when it declares no
    /// variable or the type is not understood as a whole.
    pub fn type_of_variable(&self, decl: DeclRef) -> Option<TypeRef> {
        let ty = self.resolve(self.variable_type(decl)?, &self.site_of(decl));
        (!matches!(*ty, Type::Unknown | Type::Auto | Type::DecltypeAuto)).then_some(ty)
    }

    fn are_parameters(&self, decl: DeclRef, params: &[ParamExpr]) -> Option<bool> {
        if params.iter().any(|param| param.ty == TypeExpr::None) {
            return Some(false);
        }
        let declared = self.decl(decl).name.ident();
        match self.are_types(params, &self.site_of(decl)) {
            // The initializer sees the variable itself.
            None if params.iter().any(|param| is_named(&param.ty, declared)) => Some(false),
            known => known,
        }
    }

    /// Whether what looks like parameters are some: `T x(A(b), C(d))` declares a variable if one of them is a value.
    fn are_types(&self, params: &[ParamExpr], site: &Site) -> Option<bool> {
        let mut all = Some(true);
        for param in params {
            let is_type = match &param.ty {
                TypeExpr::Function(function) => match self.are_types(&function.params, site) {
                    Some(true) => self.names_a_type(&function.result, site),
                    other => other,
                },
                ty => self.names_a_type(ty, site),
            };
            match is_type {
                Some(false) => return Some(false),
                None => all = None,
                Some(true) => {}
            }
        }
        all
    }

    /// Whether what looks like a type is one: its innermost name may be that of a value.
    fn names_a_type(&self, ty: &TypeExpr, site: &Site) -> Option<bool> {
        let Some(path) = innermost_name(ty) else { return Some(true) };
        if *self.resolve_path(path, site, crate::scope::Want::Any) != Type::Unknown {
            return Some(true);
        }
        let crate::scope::Lookup::Found(members) = self.lookup_value(path, site) else { return None };
        let is_value = |member: &Member| {
            matches!(
                self.decl(member.decl).kind,
                DeclKind::Variable { .. }
                    | DeclKind::Enumerator { .. }
                    | DeclKind::Function { .. }
                    | DeclKind::FunctionOrVariable { .. }
                    | DeclKind::Concept
            )
        };
        members.iter().any(is_value).then_some(false)
    }

    /// The entity that a function or variable declaration declares; `None` for templates and
    /// whatever is not understood in its name. Types may still be unknown.
    pub fn entity(&self, decl: DeclRef) -> Option<Entity> {
        let written = self.decl(decl);
        if !written.templates.is_empty() || written.explicit_instantiation {
            return None;
        }
        self.nested(None, || {
            if let Some(function) = self.function_of(decl) {
                return Some(Entity::Function(self.function_entity(decl, function)?));
            }
            self.variable_type(decl)?;
            let name = self.declared_name(decl, 0)?;
            let c_linkage = self.has_c_linkage(decl) || self.inherits_c_linkage(decl);
            Some(Entity::Variable(Variable { name, c_linkage }))
        })
    }

    /// The type of a function template as it is written, in terms of its parameters. `None` where what a class template
    /// has as a member may stand for a name that depends on its arguments.
    pub fn written_type_of_template(&self, decl: DeclRef) -> Option<FunctionType> {
        let function = self.function_of(decl)?;
        let ty = self.nested(None, || Some(self.function_type(function, &self.site_of(decl))))?;
        let written = function.params.iter().map(|param| &param.ty).chain([&function.result]);
        let resolved = ty.parameters.iter().chain(&ty.result);
        written.zip(resolved).all(|(written, resolved)| keeps_members(written, resolved)).then_some(ty)
    }

    /// A member function without parameters that nobody declares of the class that `class` defines.
    pub fn special_entity(&self, class: DeclRef, unqualified: Unqualified) -> Entity {
        let name = Name::of(Scope::Member(self.class_name(class)), unqualified).into();
        let ty = FunctionType {
            result: None,
            parameters: Vec::new(),
            variadic: false,
            qualifiers: Qualifiers::NONE,
            ref_qualifier: RefQualifier::None,
            exceptions: ExceptionSpec::None,
        };
        Entity::Function(Function { name, ty, c_linkage: false })
    }

    fn function_entity(&self, decl: DeclRef, function: &FunctionExpr) -> Option<Function> {
        let site = self.site_of(decl);
        let ty = self.function_type(function, &site);
        let mut name = self.declared_name(decl, ty.parameters.len())?;
        // g++ tags no name that only its own unit sees.
        let is_local_to_unit = name.internal || name.in_unnamed_namespace;
        if let (Some(result), false) = (&ty.result, is_local_to_unit) {
            name = self.with_inherited_tags(&name, result, &ty.parameters);
        }
        let c_linkage = (self.has_c_linkage(decl) || self.inherits_c_linkage(decl))
            && !matches!(name.scope, Scope::Member(ref s) if self.namespace_named(s).is_none());
        let is_main = matches!(name.scope, Scope::Global)
            && matches!(&name.unqualified, Unqualified::Source(ident) if &**ident == "main");
        Some(Function { name, ty, c_linkage: c_linkage || is_main })
    }

    /// `name` with the ABI tags of its return type that nothing else in the linker name shows.
    fn with_inherited_tags(&self, name: &NameRef, result: &TypeRef, params: &[TypeRef]) -> NameRef {
        let mut inherited = Vec::new();
        self.collect_tags(result, &mut inherited);
        if inherited.is_empty() {
            return name.clone();
        }
        let mut shown = Vec::new();
        self.collect_name_tags(name, &mut shown);
        params.iter().for_each(|param| self.collect_tags(param, &mut shown));
        let mut tagged = Name::clone(name);
        tagged.abi_tags.extend(inherited.into_iter().filter(|tag| !shown.contains(tag)));
        tagged.abi_tags.sort();
        tagged.abi_tags.dedup();
        tagged.into()
    }

    /// Adds the ABI tags of the names in a type.
    fn collect_tags(&self, ty: &TypeRef, into: &mut Vec<Ident>) {
        self.nested((), || match &**ty {
            Type::Named(name) => {
                let key = (name.clone(), Link::Plain);
                let tags = self.remembered(&self.name_tags, key, Rc::default, || self.tags_of(name));
                into.extend(tags.iter().cloned());
            }
            Type::Qualified(_, inner)
            | Type::Pointer(inner)
            | Type::LvalueRef(inner)
            | Type::RvalueRef(inner)
            | Type::Array(_, inner) => self.collect_tags(inner, into),
            Type::MemberPointer { class, member } => {
                self.collect_tags(class, into);
                self.collect_tags(member, into);
            }
            Type::Function(function) => {
                let types = function.parameters.iter().chain(&function.result);
                types.for_each(|ty| self.collect_tags(ty, into));
            }
            _ => {}
        });
    }

    /// The ABI tags of the parts of a name, each once.
    fn tags_of(&self, name: &Name) -> Rc<[Ident]> {
        let mut tags = Vec::new();
        self.collect_name_tags(name, &mut tags);
        tags.sort();
        tags.dedup();
        tags.into()
    }

    fn collect_name_tags(&self, name: &Name, into: &mut Vec<Ident>) {
        into.extend(name.abi_tags.iter().cloned());
        if let Some(id) = self.namespace_named(name) {
            into.extend(self.namespaces.namespace(id).abi_tags.iter().cloned());
        }
        if let Scope::Member(outer) = &name.scope {
            self.nested((), || self.collect_name_tags(outer, into));
        }
        for arg in name.args.iter().flatten() {
            self.collect_argument_tags(arg, into);
        }
    }

    fn collect_argument_tags(&self, arg: &TemplateArg, into: &mut Vec<Ident>) {
        match arg {
            TemplateArg::Type(ty) => self.collect_tags(ty, into),
            TemplateArg::Template(name) => self.nested((), || self.collect_name_tags(name, into)),
            TemplateArg::Value(_) => {}
            TemplateArg::Pack(args) => {
                args.iter().for_each(|arg| self.collect_argument_tags(arg, into));
            }
        }
    }

    /// The name that a function or variable declaration declares; `parameters` counts a function's.
    pub(crate) fn declared_name(&self, decl: DeclRef, parameters: usize) -> Option<NameRef> {
        let written = self.decl(decl);
        let scope = self.scope_name(decl)?;
        let is_member = matches!(&scope, Scope::Member(outer) if self.namespace_named(outer).is_none());
        let object = usize::from(is_member && !written.specifiers.is_static);
        let unqualified = match &written.name {
            DeclName::Ident(ident) => Unqualified::Source(ident.clone()),
            DeclName::Operator(spelling) => {
                Unqualified::Operator(operator_code(spelling, parameters + object)?)
            }
            DeclName::LiteralOperator(suffix) => Unqualified::LiteralOperator(suffix.clone()),
            DeclName::Conversion(ty) => Unqualified::Conversion(self.resolve(ty, &self.site_of(decl))),
            DeclName::Constructor => Unqualified::Constructor(CtorKind::Complete),
            DeclName::Destructor => Unqualified::Destructor(DtorKind::Complete),
            DeclName::None | DeclName::TemplateId(..) | DeclName::Bindings(_) => return None,
        };
        let mut name = Name::of(scope, unqualified);
        name.abi_tags = self.abi_tags(decl);
        name.internal = !is_member && self.is_internal(decl);
        name.in_unnamed_namespace = !is_member && is_in_unnamed(&name.scope);
        Some(name.into())
    }

    /// True for C language linkage by the declaration itself.
    pub fn has_c_linkage(&self, decl: DeclRef) -> bool {
        self.item(decl.item).c_linkage || self.decl(decl).specifiers.c_linkage
    }

    /// True when an earlier declaration of the same entity has C language linkage ([dcl.link]/5).
    fn inherits_c_linkage(&self, decl: DeclRef) -> bool {
        let is_earlier = |other: &DeclRef| *other < decl && self.has_c_linkage(*other);
        if !self.namesakes(decl, Namesakes::Alike).iter().any(is_earlier) {
            return false;
        }
        match self.redeclarations(decl) {
            Redeclarations::Known(all) => all.iter().any(is_earlier),
            Redeclarations::Unknown => false,
        }
    }

    /// True when a namespace-scope declaration gives internal linkage by its own specifiers
    /// ([basic.link]/3); unnamed namespaces apart.
    pub(crate) fn is_internal(&self, decl: DeclRef) -> bool {
        let written = self.decl(decl);
        let specifiers = written.specifiers;
        if specifiers.is_static {
            return true;
        }
        self.variable_type(decl).is_some_and(|ty| {
            !specifiers.is_extern
                && !specifiers.is_inline
                && written.templates.is_empty()
                && self.is_const(ty, decl)
        })
    }

    /// True when the variable's type is const-qualified and not volatile; an array by its element. A reference is
    /// neither ([basic.link]/3).
    fn is_const(&self, written: &TypeExpr, decl: DeclRef) -> bool {
        let mut ty = self.resolve(written, &self.site_of(decl));
        if *ty == Type::Unknown {
            // Class template arguments that the initializer gives, and others.
            return match written {
                TypeExpr::LvalueRef(_) | TypeExpr::RvalueRef(_) => false,
                TypeExpr::Qualified(q, _) if q.is_const => !q.is_volatile,
                _ => self.decl(decl).specifiers.is_constexpr,
            };
        }
        if self.decl(decl).specifiers.is_constexpr {
            ty = qualify(Qualifiers::CONST, &ty);
        }
        while let Type::Array(_, element) = &*ty {
            ty = element.clone();
        }
        matches!(&*ty, Type::Qualified(q, _) if q.is_const && !q.is_volatile)
    }

    // ---- properties of types

    /// True when the type depends on a template parameter.
    pub fn is_dependent(&self, ty: &TypeRef) -> bool {
        self.nested(false, || match &**ty {
            Type::Unknown | Type::Builtin(_) | Type::Auto | Type::DecltypeAuto | Type::Vendor(_) => false,
            Type::Param(_) | Type::ParamTemplateId(..) | Type::Decltype(..) => true,
            Type::PackExpansion(inner)
            | Type::Qualified(_, inner)
            | Type::Pointer(inner)
            | Type::LvalueRef(inner)
            | Type::RvalueRef(inner)
            | Type::Complex(inner)
            | Type::Vector(_, inner) => self.is_dependent(inner),
            Type::Array(bound, element) => {
                matches!(bound, asunder_mangle::model::Bound::Dependent(_)) || self.is_dependent(element)
            }
            Type::MemberPointer { class, member } => self.is_dependent(class) || self.is_dependent(member),
            Type::Function(function) => {
                function.parameters.iter().chain(&function.result).any(|ty| self.is_dependent(ty))
            }
            Type::Named(name) => {
                let key = (ty.clone(), Link::Plain);
                self.remembered(&self.dependent, key, || false, || self.is_dependent_name(name))
            }
        })
    }

    fn is_dependent_name(&self, name: &NameRef) -> bool {
        let scope = match &name.scope {
            Scope::Dependent(ty) => **ty != Type::Unknown,
            Scope::Member(outer) => self.is_dependent(&Type::Named(outer.clone()).into()),
            Scope::Global | Scope::Local { .. } => false,
        };
        scope || name.args.iter().flatten().any(|arg| self.is_dependent_arg(arg))
    }

    fn is_dependent_value(&self, value: &ExprRef) -> bool {
        match &**value {
            Symbolic::Literal(ty, _) => self.is_dependent(ty),
            Symbolic::Entity(_) => false,
            Symbolic::Operator("ad", operands) => {
                !matches!(operands.as_slice(), [only] if matches!(**only, Symbolic::Entity(_)))
            }
            Symbolic::ConvertList(ty, members) => self.nested(true, || {
                self.is_dependent(ty) || members.iter().any(|member| self.is_dependent_value(member))
            }),
            Symbolic::Designated(_, member) => self.nested(true, || self.is_dependent_value(member)),
            _ => true,
        }
    }

    pub(crate) fn is_dependent_arg(&self, arg: &TemplateArg) -> bool {
        match arg {
            TemplateArg::Type(ty) => self.is_dependent(ty),
            TemplateArg::Template(_) => false,
            TemplateArg::Value(value) => self.is_dependent_value(value),
            TemplateArg::Pack(args) => args.iter().any(|arg| self.is_dependent_arg(arg)),
        }
    }
}

/// True when a namespace of the chain is unnamed.
fn is_in_unnamed(scope: &Scope) -> bool {
    let mut scope = scope;
    while let Scope::Member(name) = scope {
        if matches!(name.unqualified, Unqualified::UnnamedNamespace) {
            return true;
        }
        scope = &name.scope;
    }
    false
}

/// True when the type is written as the name `declared`.
fn is_named(ty: &TypeExpr, declared: Option<&Ident>) -> bool {
    matches!(ty, TypeExpr::Name(path, false) if path.as_ident().is_some() && path.as_ident() == declared)
}

/// The name at the heart of a type, which makes it a type or not.
fn innermost_name(ty: &TypeExpr) -> Option<&crate::written::Path> {
    match ty {
        TypeExpr::Name(path, false) => Some(path),
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Array(_, inner) => innermost_name(inner),
        TypeExpr::Function(function) => innermost_name(&function.result),
        _ => None,
    }
}

/// Whether a type that is written as an instance of a template, or as a member of one, still is that, behind references and
/// pointers; true for plain names and `decltype`.
fn keeps_members(written: &TypeExpr, resolved: &TypeRef) -> bool {
    match (written, &**resolved) {
        (TypeExpr::Qualified(_, written), Type::Qualified(_, resolved))
        | (TypeExpr::Pointer(written), Type::Pointer(resolved))
        | (TypeExpr::LvalueRef(written), Type::LvalueRef(resolved))
        | (TypeExpr::RvalueRef(written), Type::RvalueRef(resolved)) => keeps_members(written, resolved),
        // Of a parameter its own qualifiers do not count.
        (TypeExpr::Qualified(_, written), _) => keeps_members(written, resolved),
        (TypeExpr::Name(path, _), resolved) => keeps_path(path, resolved),
        (TypeExpr::Builtin(_) | TypeExpr::Signed(_) | TypeExpr::Decltype(..), _) => true,
        _ => false,
    }
}

/// [`keeps_members`] of a name.
fn keeps_path(path: &Path, resolved: &Type) -> bool {
    let is_plain = |arg: &Arg| match arg {
        Arg::Name(path) => path.segments.iter().all(|segment| segment.args.is_none()),
        Arg::Type(ty) => matches!(ty, TypeExpr::Builtin(_) | TypeExpr::Signed(_)),
        Arg::Expr(expr) => matches!(expr, Expr::Integer(..) | Expr::Bool(_)),
        Arg::Expansion(_) | Arg::Ambiguous(..) => false,
    };
    let mut args = path.segments.iter().filter_map(|segment| segment.args.as_ref());
    if args.clone().next().is_none() {
        return true;
    }
    let Type::Named(name) = resolved else { return false };
    let has_args = |segment: &Segment| segment.args.is_some();
    let (is_instance, is_member) = (path.segments.last().is_some_and(has_args), path.segments.len() > 1);
    // An alias template stands for something else.
    let is_same = match (path.segments.last().map(|segment| &segment.name), &name.unqualified) {
        (Some(SegmentName::Ident(written)), Unqualified::Source(resolved)) => written == resolved,
        _ => false,
    };
    let in_instance = matches!(&name.scope, Scope::Member(scope) if scope.args.is_some());
    let is_of_instance = is_member && path.segments[..path.segments.len() - 1].iter().any(has_args);
    is_same
        && is_instance == name.args.is_some()
        && is_of_instance == in_instance
        && args.all(|args| args.iter().all(is_plain))
}
