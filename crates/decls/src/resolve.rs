//! Types as written to canonical types ([dcl.type], [dcl.meaning]).

use std::rc::Rc;

use asunder_mangle::model::{
    Bound, Builtin, ExceptionSpec, FunctionType, Name, NameRef, Qualifiers, Scope, TemplateArg, Type,
    TypeRef, Unqualified,
};

use asunder_syntax::{HostWords, Standard};

use crate::constant::Constant;
use crate::conversions::decayed;
use crate::layout::NamespaceId;
use crate::memo::Link;
use crate::names::{Names, Point};
use crate::scope::{Lookup, Member, Parameter, QualifierScope, Site, Want};
use crate::written::{
    Arg, DeclKind, Expr, FunctionExpr, NoexceptExpr, ParamExpr, Path, Segment, SegmentName, TypeExpr,
};

/// What the part of a name before `::` names.
#[derive(Clone, Debug)]
pub(crate) enum Prefix {
    Namespace(NamespaceId),
    Type(TypeRef),
}

impl<'db> Names<'db> {
    /// The canonical type that `expr`, written at `site`, denotes.
    pub fn resolve(&self, expr: &TypeExpr, site: &Site) -> TypeRef {
        self.nested(self.unknown(), || self.resolve_at_depth(expr, site))
    }

    fn resolve_at_depth(&self, expr: &TypeExpr, site: &Site) -> TypeRef {
        let inner = |expr: &TypeExpr| self.resolve(expr, site);
        match expr {
            TypeExpr::Unknown | TypeExpr::None => self.unknown(),
            TypeExpr::Builtin(builtin) | TypeExpr::Signed(builtin) => Type::Builtin(*builtin).into(),
            TypeExpr::Complex(element) => Type::Complex(inner(element)).into(),
            TypeExpr::Name(path, _) => self.resolve_path(path, site, Want::Any),
            TypeExpr::Elaborated(path) => self.resolve_elaborated(path, site),
            TypeExpr::Declared(id) => {
                let decl = crate::names::DeclRef { item: site.point.item, local: *id };
                self.type_of_definition(decl)
            }
            TypeExpr::Auto => Type::Auto.into(),
            TypeExpr::DecltypeAuto => Type::DecltypeAuto.into(),
            TypeExpr::Decltype(expr, plain) => self.decltype(expr, *plain, site),
            TypeExpr::Transform(name, ty) => self.transform(name, &inner(ty)),
            TypeExpr::Qualified(qualifiers, ty) => qualify(*qualifiers, &inner(ty)),
            TypeExpr::Pointer(ty) => Type::Pointer(inner(ty)).into(),
            TypeExpr::LvalueRef(ty) => lvalue_reference(&inner(ty)),
            TypeExpr::RvalueRef(ty) => match &*inner(ty) {
                Type::LvalueRef(_) | Type::RvalueRef(_) => inner(ty),
                _ => Type::RvalueRef(inner(ty)).into(),
            },
            TypeExpr::MemberPointer(class, member) => {
                let class = self.resolve_path(class, site, Want::Scopes);
                Type::MemberPointer { class, member: inner(member) }.into()
            }
            TypeExpr::Array(bound, element) => {
                let bound = match bound {
                    None => Bound::Unspecified,
                    Some(bound) => match self.evaluate(bound, site) {
                        Constant::Value(value, _) => match u64::try_from(value) {
                            Ok(count) => Bound::Count(count),
                            Err(_) => return self.unknown(),
                        },
                        Constant::Dependent(expr) => Bound::Dependent(expr),
                        Constant::Unknown => return self.unknown(),
                    },
                };
                Type::Array(bound, inner(element)).into()
            }
            TypeExpr::Function(function) => {
                Type::Function(Box::new(self.function_type(function, site))).into()
            }
            TypeExpr::Expansion(ty) => Type::PackExpansion(inner(ty)).into(),
            TypeExpr::Vector(size, element) => self.vector(size, &inner(element), site),
            TypeExpr::Mode(mode, ty) => in_mode(mode, &inner(ty)).unwrap_or_else(|| self.unknown()),
        }
    }

    fn vector(&self, size: &Expr, element: &TypeRef, site: &Site) -> TypeRef {
        let bytes = match self.evaluate(size, site) {
            Constant::Value(bytes, _) => bytes,
            _ => return self.unknown(),
        };
        match self.size_of(element) {
            Some(of_element) if of_element > 0 => {
                let lanes = u64::try_from(bytes / i128::from(of_element)).unwrap_or(0);
                Type::Vector(lanes, element.clone()).into()
            }
            _ => self.unknown(),
        }
    }

    /// A function type with adjusted parameters ([dcl.fct]/5).
    pub(crate) fn function_type(&self, function: &FunctionExpr, site: &Site) -> FunctionType {
        let parameters = self.adjusted_parameters(function, site);
        let exceptions = match &function.noexcept {
            // Part of the type since C++17.
            _ if self.dialect.standard < Standard::Cpp17 => ExceptionSpec::None,
            NoexceptExpr::None => ExceptionSpec::None,
            NoexceptExpr::Noexcept => ExceptionSpec::Noexcept,
            NoexceptExpr::If(condition) => match self.evaluate(condition, site) {
                Constant::Value(0, _) => ExceptionSpec::None,
                Constant::Value(..) => ExceptionSpec::Noexcept,
                Constant::Dependent(expr) => ExceptionSpec::Computed(expr),
                Constant::Unknown => ExceptionSpec::Computed(asunder_mangle::model::Expr::Unknown.into()),
            },
        };
        let result = match &function.result {
            TypeExpr::None => None,
            _ => Some(self.result_type(function, &parameters, site)),
        };
        FunctionType {
            result,
            parameters,
            variadic: function.variadic,
            qualifiers: function.qualifiers,
            ref_qualifier: function.ref_qualifier,
            exceptions,
        }
    }

    /// The types of a function's parameters, adjusted.
    pub(crate) fn adjusted_parameters(&self, function: &FunctionExpr, site: &Site) -> Vec<TypeRef> {
        let resolved = function.params.iter().map(|param| {
            let written = self.named_in_parentheses(param, site).unwrap_or(&param.ty);
            adjusted_parameter(&self.resolve(written, site))
        });
        let mut parameters: Vec<TypeRef> = resolved.collect();
        if let [only] = parameters.as_slice()
            && **only == Type::Builtin(Builtin::Void)
        {
            parameters.clear();
        }
        parameters
    }

    /// The type of a parameter `T (name)`, which reads as a function with a parameter of the type `name`, if there is no
    /// such type ([dcl.ambig.res]/2).
    fn named_in_parentheses<'t>(&self, param: &'t ParamExpr, site: &Site) -> Option<&'t TypeExpr> {
        let (TypeExpr::Function(function), None) = (&param.ty, &param.name) else { return None };
        let [ParamExpr { name: None, ty: TypeExpr::Name(path, false), .. }] = function.params.as_slice()
        else {
            return None;
        };
        let ident = path.as_ident()?;
        if *self.resolve_path(path, site, Want::Any) != Type::Unknown {
            return None;
        }
        let is_value = match self.lookup_value(path, site) {
            Lookup::Found(members) => members.iter().all(|member| {
                matches!(self.decl(member.decl).kind, DeclKind::Variable { .. } | DeclKind::Function { .. })
            }),
            _ => !self.may_name_type(ident) && site.class().is_none(),
        };
        is_value.then_some(&function.result)
    }

    /// Whether something outside functions and classes declares a type of this name.
    fn may_name_type(&self, ident: &str) -> bool {
        self.items_declaring(ident).iter().any(|item| {
            let named = self.decls_named(*item, ident).into_iter();
            named.map(|local| &self.decls(*item).get(local).kind).any(|kind| {
                !matches!(
                    kind,
                    DeclKind::Variable { .. } | DeclKind::Function { .. } | DeclKind::Enumerator { .. }
                )
            })
        })
    }

    fn resolve_elaborated(&self, path: &Path, site: &Site) -> TypeRef {
        let found = self.resolve_path(path, site, Want::Scopes);
        match (&*found, path.as_ident()) {
            (Type::Unknown, Some(ident)) => {
                // Declared right here, in the nearest namespace ([basic.scope.pdecl]/7).
                let scope = self.namespace_name(site.namespace());
                let scope = scope.map_or(Scope::Global, Scope::Member);
                Type::Named(Name::new(scope, ident.clone()).into()).into()
            }
            _ => found,
        }
    }

    // ---- names

    /// The type that `path` names.
    pub(crate) fn resolve_path(&self, path: &Path, site: &Site, want: Want) -> TypeRef {
        let Some((last, prefix)) = path.segments.split_last() else { return self.unknown() };
        if prefix.is_empty() && !path.global {
            return match &last.name {
                SegmentName::Ident(ident) => {
                    let found = self.lookup_wanted(ident, site, want);
                    match (found, last.args.as_deref()) {
                        (Lookup::Unknown, None) => {
                            predeclared(ident, self.dialect.host).unwrap_or_else(|| self.unknown())
                        }
                        (found, args) => self.type_of_lookup(found, args, site),
                    }
                }
                SegmentName::Decltype(expr) => {
                    let plain = matches!(**expr, Expr::Name(_) | Expr::Member(..));
                    self.decltype(expr, plain, site)
                }
                _ => self.unknown(),
            };
        }
        match self.prefix(prefix, path.global, site) {
            Some(prefix) => self.type_in(&prefix, last, site),
            None => self.unknown(),
        }
    }

    /// The type that `segment` names in `prefix`.
    fn type_in(&self, prefix: &Prefix, segment: &Segment, site: &Site) -> TypeRef {
        let SegmentName::Ident(ident) = &segment.name else { return self.unknown() };
        let args = segment.args.as_deref();
        match prefix {
            Prefix::Namespace(id) => {
                let found = self.lookup_in_namespace(ident, *id, site.point, Want::Any);
                self.type_of_lookup(found, args, site)
            }
            Prefix::Type(ty) => {
                if let Type::Named(class) = &**ty {
                    match self.lookup_in_class(ident, class, Point::END, Want::Any) {
                        Lookup::Unknown => {}
                        found => return self.type_of_lookup(found, args, site),
                    }
                }
                if !self.is_dependent(ty) {
                    return self.unknown();
                }
                self.dependent_member(ty, ident, args, site)
            }
        }
    }

    /// `typename ty::ident<args>` with `ty` dependent.
    fn dependent_member(&self, ty: &TypeRef, ident: &str, args: Option<&[Arg]>, site: &Site) -> TypeRef {
        let scope = match &**ty {
            Type::Named(class) => Scope::Member(class.clone()),
            _ => Scope::Dependent(ty.clone()),
        };
        let mut name = Name::new(scope, ident);
        if let Some(args) = args {
            match self.untyped_args(args, site) {
                Some(args) => name.args = Some(args),
                None => return self.unknown(),
            }
        }
        Type::Named(name.into()).into()
    }

    /// Looks `ident` up in namespace `id` and the ones it nominates ([namespace.qual]).
    pub(crate) fn lookup_in_namespace(
        &self,
        ident: &str,
        id: NamespaceId,
        point: Point,
        want: Want,
    ) -> Lookup {
        let mut set = self.transparent(id);
        for want in [want, want.with_implicit()] {
            let found = self.namespace_members(ident, &set, point, want);
            if !found.is_empty() {
                return Lookup::Found(found);
            }
            for &namespace in self.nominated_by(id, point).iter() {
                set.extend(self.transparent(namespace));
            }
            let found = self.namespace_members(ident, &set, point, want);
            if !found.is_empty() {
                return Lookup::Found(found);
            }
        }
        Lookup::Unknown
    }

    /// What the segments before the last `::` of a name denote.
    pub(crate) fn prefix(&self, segments: &[Segment], global: bool, site: &Site) -> Option<Prefix> {
        let mut segments = segments.iter();
        let mut prefix = if global {
            Prefix::Namespace(NamespaceId::GLOBAL)
        } else {
            self.first_prefix(segments.next()?, site)?
        };
        for segment in segments {
            prefix = self.next_prefix(&prefix, segment, site)?;
        }
        Some(prefix)
    }

    fn first_prefix(&self, segment: &Segment, site: &Site) -> Option<Prefix> {
        match &segment.name {
            SegmentName::Ident(ident) => {
                let found = self.lookup_wanted(ident, site, Want::Scopes);
                let namespace = match segment.args {
                    None => self.lookup_namespace(ident, site),
                    Some(_) => None,
                };
                match (&found, namespace) {
                    (Lookup::Found(members), Some(id)) if members[0].class.is_none() => {
                        Some(Prefix::Namespace(id))
                    }
                    (Lookup::Unknown, Some(id)) => Some(Prefix::Namespace(id)),
                    _ => self.prefix_of_lookup(found, segment.args.as_deref(), site),
                }
            }
            SegmentName::Decltype(expr) => {
                let plain = matches!(**expr, Expr::Name(_) | Expr::Member(..));
                known(self.decltype(expr, plain, site)).map(Prefix::Type)
            }
            _ => None,
        }
    }

    fn next_prefix(&self, prefix: &Prefix, segment: &Segment, site: &Site) -> Option<Prefix> {
        let SegmentName::Ident(ident) = &segment.name else { return None };
        if let Prefix::Namespace(id) = prefix {
            let transparent = self.transparent(*id);
            let child = transparent.into_iter().find_map(|id| self.namespaces.child(id, ident));
            if let (Some(child), None) = (child, &segment.args) {
                return Some(Prefix::Namespace(child));
            }
            let found = self.lookup_in_namespace(ident, *id, site.point, Want::Scopes);
            return self.prefix_of_lookup(found, segment.args.as_deref(), site);
        }
        known(self.type_in(prefix, segment, site)).map(Prefix::Type)
    }

    fn prefix_of_lookup(&self, found: Lookup, args: Option<&[Arg]>, site: &Site) -> Option<Prefix> {
        if let Lookup::Found(members) = &found
            && let Some(first) = members.first()
            && let DeclKind::NamespaceAlias(target) = &self.decl(first.decl).kind
        {
            let from = self.site_of_member(first);
            return match self.qualifier_scope(target, &from)? {
                QualifierScope::Namespace(id) => Some(Prefix::Namespace(id)),
                QualifierScope::Class(_) => None,
            };
        }
        known(self.type_of_lookup(found, args, site)).map(Prefix::Type)
    }

    /// The namespace that `ident` names from `site`, aliases apart.
    fn lookup_namespace(&self, ident: &str, site: &Site) -> Option<NamespaceId> {
        let namespaces = site.frames.iter().rev().filter_map(|frame| match frame {
            crate::scope::Frame::Namespace(id) => Some(*id),
            _ => None,
        });
        for id in namespaces {
            let mut set = self.transparent(id);
            for &namespace in self.nominated_by(id, site.point).iter() {
                set.extend(self.transparent(namespace));
            }
            if let Some(found) = set.into_iter().find_map(|id| self.namespaces.child(id, ident)) {
                return Some(found);
            }
        }
        None
    }

    /// The scope that the whole of `path` names.
    pub(crate) fn qualifier_scope(&self, path: &Path, site: &Site) -> Option<QualifierScope> {
        match self.prefix(&path.segments, path.global, site)? {
            Prefix::Namespace(id) => Some(QualifierScope::Namespace(id)),
            Prefix::Type(ty) => match &*ty {
                Type::Named(name) => Some(QualifierScope::Class(name.clone())),
                _ => None,
            },
        }
    }

    // ---- what is found

    /// The type that the found declarations name, applied to `args`.
    fn type_of_lookup(&self, found: Lookup, args: Option<&[Arg]>, site: &Site) -> TypeRef {
        match found {
            Lookup::Found(members) => self.type_of_members(&members, args, site),
            Lookup::Param(parameter) => self.type_of_parameter(&parameter, args, site),
            Lookup::Dependent | Lookup::Unknown => self.unknown(),
        }
    }

    fn type_of_parameter(&self, parameter: &Parameter, args: Option<&[Arg]>, site: &Site) -> TypeRef {
        match (&parameter.argument, args) {
            (Some(TemplateArg::Type(ty)), None) => ty.clone(),
            (Some(TemplateArg::Template(template)), Some(args)) => match self.class_declaration(template) {
                Some(decl) => self.instance(template, decl, args, site),
                None => self.unknown(),
            },
            (Some(_), _) => self.unknown(),
            (None, None) => Type::Param(parameter.symbol).into(),
            (None, Some(args)) => match self.untyped_args(args, site) {
                Some(args) => Type::ParamTemplateId(parameter.symbol, args).into(),
                None => self.unknown(),
            },
        }
    }

    fn type_of_members(&self, members: &[Member], args: Option<&[Arg]>, site: &Site) -> TypeRef {
        let mut result: Option<TypeRef> = None;
        for member in members {
            let ty = self.type_of_member(member, args, site);
            match &result {
                _ if *ty == Type::Unknown => {}
                None => result = Some(ty),
                // A name that means two types in one place is ambiguous.
                Some(first) if *first != ty => return self.unknown(),
                Some(_) => {}
            }
            if result.is_some() && members.len() > 8 {
                break;
            }
        }
        result.unwrap_or_else(|| self.unknown())
    }

    /// The type that one declaration names, applied to `args` written at `site`.
    pub(crate) fn type_of_member(&self, member: &Member, args: Option<&[Arg]>, site: &Site) -> TypeRef {
        let decl = self.decl(member.decl);
        match &decl.kind {
            DeclKind::Class(_) if member.injected => match (&member.class, args) {
                (Some(class), None) => Type::Named(class.clone()).into(),
                (Some(class), Some(args)) => {
                    let mut template = Name::clone(class);
                    template.args = None;
                    self.instance(&template.into(), member.decl, args, site)
                }
                (None, _) => self.unknown(),
            },
            DeclKind::Class(_) | DeclKind::Enum(_) => {
                let Some(name) = self.member_name(member) else { return self.unknown() };
                match (decl.templates.is_empty(), args) {
                    (true, None) => Type::Named(name).into(),
                    (false, Some(args)) => self.instance(&name, member.decl, args, site),
                    _ => self.unknown(),
                }
            }
            DeclKind::Typedef(target) => self.type_of_typedef(member, target, args, site),
            DeclKind::UsingDeclaration(path) => match args {
                None => {
                    let find = || self.resolve_path(path, &self.site_of_member(member), Want::Any);
                    self.remembered(&self.used_types, member.question(), || self.unknown(), find)
                }
                Some(args) => self.nested(self.unknown(), || {
                    self.resolve_using_template(path, &self.site_of_member(member), args, site)
                }),
            },
            _ => self.unknown(),
        }
    }

    fn resolve_using_template(&self, path: &Path, from: &Site, args: &[Arg], site: &Site) -> TypeRef {
        let Some((last, prefix)) = path.segments.split_last() else { return self.unknown() };
        let SegmentName::Ident(ident) = &last.name else { return self.unknown() };
        let found = match self.prefix(prefix, path.global, from) {
            Some(Prefix::Namespace(id)) => self.lookup_in_namespace(ident, id, from.point, Want::Any),
            Some(Prefix::Type(ty)) => match &*ty {
                Type::Named(class) => self.lookup_in_class(ident, class, Point::END, Want::Any),
                _ => Lookup::Unknown,
            },
            None => Lookup::Unknown,
        };
        self.type_of_lookup(found, Some(args), site)
    }

    fn type_of_typedef(
        &self,
        member: &Member,
        target: &TypeExpr,
        args: Option<&[Arg]>,
        site: &Site,
    ) -> TypeRef {
        let decl = self.decl(member.decl);
        if decl.templates.is_empty() != args.is_none() {
            return self.unknown();
        }
        if let Some(args) = args {
            let Some(args) = self.bind_args(&[member.decl], args, site, member.class.as_ref()) else {
                return self.unknown();
            };
            let args: Rc<[TemplateArg]> = args.into();
            let key = ((member.decl, member.class.clone(), args.clone()), Link::Instance);
            return self.remembered(
                &self.aliases,
                key,
                || self.unknown(),
                || {
                    let mut from = self.site_of_member(member);
                    from.frames.pop();
                    let header = decl.templates.len() - 1;
                    self.push_template(&mut from, member.decl, header, Some(args));
                    self.resolve(target, &from)
                },
            );
        }
        let find = || self.resolve(target, &self.site_of_member(member));
        self.remembered(&self.typedefs, member.question(), || self.unknown(), find)
    }

    /// The name of a class or enum found as `member`, without template arguments.
    pub(crate) fn member_name(&self, member: &Member) -> Option<NameRef> {
        let scope = match &member.class {
            Some(class) => Scope::Member(class.clone()),
            None => self.scope_name(member.decl)?,
        };
        let unqualified = self.unqualified_type_name(member.decl)?;
        let mut name = Name::of(scope, unqualified);
        name.abi_tags = self.abi_tags(member.decl);
        Some(name.into())
    }

    // ---- transforms

    fn transform(&self, name: &str, ty: &TypeRef) -> TypeRef {
        let unqualified = |keep: fn(&mut Qualifiers)| match &**ty {
            Type::Qualified(qualifiers, inner) => {
                let mut rest = *qualifiers;
                keep(&mut rest);
                qualify(rest, inner)
            }
            _ => ty.clone(),
        };
        if self.is_dependent(ty) || **ty == Type::Unknown {
            return self.unknown();
        }
        match name {
            "__underlying_type" => self.underlying_type(ty).unwrap_or_else(|| self.unknown()),
            "__remove_cv" => unqualified(|q| (q.is_const, q.is_volatile) = (false, false)),
            "__remove_const" => unqualified(|q| q.is_const = false),
            "__remove_volatile" => unqualified(|q| q.is_volatile = false),
            "__remove_reference" | "__remove_reference_t" => match &**ty {
                Type::LvalueRef(inner) | Type::RvalueRef(inner) => inner.clone(),
                _ => ty.clone(),
            },
            "__remove_cvref" => match &**ty {
                Type::LvalueRef(inner) | Type::RvalueRef(inner) => self.transform("__remove_cv", inner),
                _ => self.transform("__remove_cv", ty),
            },
            "__decay" => decayed(&self.transform("__remove_reference", ty)),
            "__make_signed" => with_sign(ty, true).unwrap_or_else(|| self.unknown()),
            "__make_unsigned" => with_sign(ty, false).unwrap_or_else(|| self.unknown()),
            "__remove_pointer" => match &**ty {
                Type::Pointer(inner) => inner.clone(),
                Type::Qualified(_, pointer) => match &**pointer {
                    Type::Pointer(inner) => inner.clone(),
                    _ => ty.clone(),
                },
                _ => ty.clone(),
            },
            "__add_pointer" => Type::Pointer(ty.clone()).into(),
            "__add_lvalue_reference" => lvalue_reference(ty),
            _ => self.unknown(),
        }
    }
}

/// The integer type of `ty`'s size with or without a sign; of those that two types could be, none.
fn with_sign(ty: &TypeRef, is_signed: bool) -> Option<TypeRef> {
    use Builtin::*;
    let (signed, unsigned) = match &**ty {
        Type::Qualified(qualifiers, inner) => {
            return Some(qualify(*qualifiers, &with_sign(inner, is_signed)?));
        }
        Type::Builtin(builtin) => match builtin {
            Char | SignedChar | UnsignedChar => (SignedChar, UnsignedChar),
            Short | UnsignedShort => (Short, UnsignedShort),
            Int | UnsignedInt => (Int, UnsignedInt),
            Long | UnsignedLong => (Long, UnsignedLong),
            LongLong | UnsignedLongLong => (LongLong, UnsignedLongLong),
            Int128 | UnsignedInt128 => (Int128, UnsignedInt128),
            _ => return None,
        },
        _ => return None,
    };
    Some(Type::Builtin(if is_signed { signed } else { unsigned }).into())
}

/// `ty` in the machine mode `mode` (GCC's attribute): the type of its kind and signedness with that size.
fn in_mode(mode: &str, ty: &TypeRef) -> Option<TypeRef> {
    use Builtin::*;
    let bare = mode.strip_prefix("__").and_then(|mode| mode.strip_suffix("__")).unwrap_or(mode);
    let Type::Builtin(builtin) = **ty else { return None };
    let is_floating = matches!(builtin, Float | Double | LongDouble);
    let is_signed = crate::constant::integer_rank(builtin).map(|(_, signed)| signed);
    let of_sign = |signed, unsigned| Some(if is_signed? { signed } else { unsigned });
    let of_mode = match bare {
        "byte" | "QI" => of_sign(SignedChar, UnsignedChar),
        "HI" => of_sign(Short, UnsignedShort),
        "SI" => of_sign(Int, UnsignedInt),
        "word" | "pointer" | "unwind_word" | "DI" => of_sign(Long, UnsignedLong),
        "TI" => of_sign(Int128, UnsignedInt128),
        "SF" if is_floating => Some(Float),
        "DF" if is_floating => Some(Double),
        "XF" if is_floating => Some(LongDouble),
        _ => None,
    };
    of_mode.map(|builtin| Type::Builtin(builtin).into())
}

/// The types that are known without a declaration; a declaration hides them (spec 6 §2).
fn predeclared(ident: &str, host: HostWords) -> Option<TypeRef> {
    let builtin = match ident {
        "__float128" => Builtin::Float128,
        "__float80" => Builtin::LongDouble,
        "_Float16" => Builtin::Float16,
        "__fp16" => Builtin::Half,
        "__bf16" if matches!(host, HostWords::Clang(_)) => Builtin::VendorBFloat16,
        "__bf16" => Builtin::BFloat16,
        "__int128_t" => Builtin::Int128,
        "__uint128_t" => Builtin::UnsignedInt128,
        "__builtin_va_list" => {
            let tag = Type::Named(Name::new(Scope::Global, "__va_list_tag").into());
            return Some(Type::Array(Bound::Count(1), tag.into()).into());
        }
        _ => return None,
    };
    Some(Type::Builtin(builtin).into())
}

fn known(ty: TypeRef) -> Option<TypeRef> {
    (*ty != Type::Unknown).then_some(ty)
}

/// `ty &`, references collapsed ([dcl.ref]/6).
pub(crate) fn lvalue_reference(ty: &TypeRef) -> TypeRef {
    match &**ty {
        Type::LvalueRef(_) => ty.clone(),
        Type::RvalueRef(inner) => Type::LvalueRef(inner.clone()).into(),
        _ => Type::LvalueRef(ty.clone()).into(),
    }
}

/// `ty` with qualifiers added: none on references and functions, those of an array on its element.
pub(crate) fn qualify(qualifiers: Qualifiers, ty: &TypeRef) -> TypeRef {
    if qualifiers.is_empty() {
        return ty.clone();
    }
    match &**ty {
        Type::Qualified(inner, base) => Type::Qualified(qualifiers.union(*inner), base.clone()).into(),
        Type::Array(bound, element) => Type::Array(bound.clone(), qualify(qualifiers, element)).into(),
        Type::LvalueRef(_) | Type::RvalueRef(_) | Type::Function(_) | Type::Unknown => ty.clone(),
        _ => Type::Qualified(qualifiers, ty.clone()).into(),
    }
}

/// The type of a parameter in the function's type ([dcl.fct]/5).
pub(crate) fn adjusted_parameter(ty: &TypeRef) -> TypeRef {
    match &**ty {
        Type::Array(_, element) => Type::Pointer(element.clone()).into(),
        Type::Function(_) => Type::Pointer(ty.clone()).into(),
        Type::Qualified(_, inner) => inner.clone(),
        Type::PackExpansion(inner) => Type::PackExpansion(adjusted_parameter(inner)).into(),
        _ => ty.clone(),
    }
}

/// The unqualified name of a type as lookup finds it.
pub(crate) fn source_name(name: &Name) -> Option<&asunder_mangle::model::Ident> {
    match &name.unqualified {
        Unqualified::Source(ident) => Some(ident),
        _ => None,
    }
}
