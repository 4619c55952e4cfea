//! Types as written to types ([dcl.type], [temp.names]).

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{
    Access, Arg as WrittenArg, DeclKind, Expr as Written, FunctionExpr, NoexceptExpr, Path, SegmentName,
    TypeExpr,
};
use asunder_mangle::model::Ident;
use asunder_types::{
    Arg, Args, Bound, Builtin, Class, Env, Frame, Function, Kind, Origin, Qualifiers, Symbol, Ty, Value,
    signed, size_of, unsigned,
};

use crate::class_deduction::WITHOUT_ARGUMENTS;
use crate::infer::ILL_FORMED;
use crate::lookup::{Lookup, Prefix, Want};
use crate::packs::{Expanded, Packs, Pattern, names_of_type};
use crate::view::{Sema, Site};

impl<'db> Sema<'db> {
    /// The type that `written` means at `site`.
    pub(crate) fn resolve(&self, written: &TypeExpr, site: Site<'_, 'db>) -> Ty<'db> {
        crate::view::deep(|| self.resolve_at_depth(written, site))
    }

    fn resolve_at_depth(&self, written: &TypeExpr, site: Site<'_, 'db>) -> Ty<'db> {
        let db = self.db;
        match written {
            TypeExpr::Unknown => self.gap("type not lowered"),
            TypeExpr::None => self.builtin(Builtin::Void),
            TypeExpr::Builtin(builtin) | TypeExpr::Signed(builtin) => self.builtin(*builtin),
            TypeExpr::Complex(inner) => self.wrapped(self.resolve(inner, site), Kind::Complex),
            TypeExpr::Name(path, _) => self.type_of_path(path, site, Want::Any),
            TypeExpr::Elaborated(path) => {
                let ty = self.type_of_path(path, site, Want::Scopes);
                // It declares what nothing else does.
                match (ty.kind(db), path.as_ident()) {
                    (Kind::Error, Some(_)) => self.gap("class that its first use declares"),
                    _ => ty,
                }
            }
            TypeExpr::Declared(id) => {
                let decl = DeclRef { item: self.item_of(site), local: *id };
                self.type_of_definition(decl, site.env)
            }
            TypeExpr::Auto => self.ty(Kind::Auto),
            TypeExpr::DecltypeAuto => self.ty(Kind::DecltypeAuto),
            TypeExpr::Decltype(expr, is_bare) => self.decltype(expr, *is_bare, site),
            TypeExpr::Mode(mode, inner) => self.in_mode(mode, self.resolve(inner, site)),
            TypeExpr::Transform(name, inner) => self.transform(name, self.resolve(inner, site)),
            TypeExpr::Qualified(qualifiers, inner) => self.resolve(inner, site).qualified(db, *qualifiers),
            TypeExpr::Pointer(inner) => {
                let to = self.resolve(inner, site);
                match to.kind(db) {
                    // A pointer to a reference ([dcl.ptr]/4).
                    Kind::Reference(..) => self.ty(Kind::Error),
                    _ => to.pointer_to(db),
                }
            }
            TypeExpr::LvalueRef(inner) => self.reference(self.resolve(inner, site), false),
            TypeExpr::RvalueRef(inner) => self.reference(self.resolve(inner, site), true),
            TypeExpr::MemberPointer(path, inner) => {
                let class = self.type_of_path(path, site, Want::Scopes);
                let member = self.resolve(inner, site);
                if class.absorbs(db) {
                    return class;
                }
                let is_value = class.as_builtin(db).is_some()
                    || class.as_enum(db).is_some()
                    || class.pointee(db).is_some();
                if is_value || matches!(class.kind(db), Kind::Reference(..)) {
                    return self.ty(Kind::Error);
                }
                self.wrapped(member, |member| Kind::MemberPointer(class, member))
            }
            TypeExpr::Array(bound, element) => {
                let element = self.resolve(element, site);
                let bound = match bound.as_deref() {
                    Some(bound) => match self.bound(bound, site) {
                        Some(bound) => bound,
                        None => return self.ty(Kind::Error),
                    },
                    None => Bound::Unknown,
                };
                match element.kind(db) {
                    Kind::Reference(..) | Kind::Function(_) => self.ty(Kind::Error),
                    _ if element.is_void(db) => self.ty(Kind::Error),
                    Kind::Qualified(qualifiers, inner) => {
                        self.ty(Kind::Array(*inner, bound)).qualified(db, *qualifiers)
                    }
                    _ => self.wrapped(element, |element| Kind::Array(element, bound)),
                }
            }
            TypeExpr::Function(function) => self.function_type(function, site),
            TypeExpr::Expansion(inner) => self.wrapped(self.resolve(inner, site), Kind::Expansion),
            TypeExpr::Vector(bytes, inner) => {
                let element = self.resolve(inner, site);
                match (self.constant_of(bytes, site), self.size_of(element)) {
                    (Value::Integer(bytes, _), Some(size)) if size > 0 => {
                        let count = u64::try_from(bytes).unwrap_or(0) / size;
                        self.ty(Kind::Vector(element, count))
                    }
                    (Value::Dependent | Value::Param(_), _) => self.ty(Kind::Dependent),
                    _ => self.gap("vector size"),
                }
            }
        }
    }

    /// The item whose declarations a type at `site` means by number.
    fn item_of(&self, site: Site<'_, 'db>) -> u32 {
        site.point.item
    }

    fn wrapped(&self, inner: Ty<'db>, wrap: impl FnOnce(Ty<'db>) -> Kind<'db>) -> Ty<'db> {
        if inner.absorbs(self.db) { inner } else { self.ty(wrap(inner)) }
    }

    fn reference(&self, to: Ty<'db>, rvalue: bool) -> Ty<'db> {
        if to.is_void(self.db) {
            return self.ty(Kind::Error);
        }
        if rvalue { to.rvalue_ref(self.db) } else { to.lvalue_ref(self.db) }
    }

    /// The bound of an array; `None` where the substitution of template arguments fails by it
    /// ([temp.deduct.general]/11).
    fn bound(&self, bound: &Written, site: Site<'_, 'db>) -> Option<Bound> {
        // Members of classes are another matter.
        let fails = |is_wrong: bool| {
            is_wrong
                && matches!(site.env.frame(self.db), Frame::Template { .. } | Frame::Parameters(_))
                && self.is_made_of_template(site.env)
        };
        Some(match self.constant_of(bound, site) {
            Value::Integer(count, _) if fails(count <= 0) => return None,
            Value::Gap(ILL_FORMED) if fails(true) => return None,
            Value::Integer(count, _) => u64::try_from(count).map_or(Bound::Unknown, Bound::Count),
            Value::Param(param) => Bound::Param(param),
            Value::Dependent => Bound::Dependent,
            _ => Bound::Variable,
        })
    }

    /// A function type as written, its parameters adjusted ([dcl.fct]/5).
    pub(crate) fn function_type(&self, function: &FunctionExpr, site: Site<'_, 'db>) -> Ty<'db> {
        let params = self.parameter_types(function, site);
        let result = self.resolve(&function.result, site);
        self.function_of_parts(function, params, result, site)
    }

    pub(crate) fn function_of_parts(
        &self,
        function: &FunctionExpr,
        params: Vec<Ty<'db>>,
        result: Ty<'db>,
        site: Site<'_, 'db>,
    ) -> Ty<'db> {
        let is_no_result = matches!(result.kind(self.db), Kind::Array(..) | Kind::Function(_));
        if is_no_result || params.iter().chain([&result]).any(|ty| matches!(ty.kind(self.db), Kind::Error)) {
            return self.ty(Kind::Error);
        }
        let (noexcept, noexcept_if) = match &function.noexcept {
            NoexceptExpr::None => (false, None),
            NoexceptExpr::Noexcept => (true, None),
            NoexceptExpr::If(condition) => match &**condition {
                Written::Bool(value) => (*value, None),
                condition => match self.constant_of(condition, site) {
                    Value::Param(param) => (false, Some(param)),
                    value => (matches!(value, Value::Integer(1, _)), None),
                },
            },
        };
        self.ty(Kind::Function(Function {
            result,
            params: params.into(),
            variadic: function.variadic,
            qualifiers: function.qualifiers,
            ref_qualifier: function.ref_qualifier,
            noexcept,
            noexcept_if,
        }))
    }

    /// The adjusted types of parameters, packs expanded.
    pub(crate) fn parameter_types(&self, function: &FunctionExpr, site: Site<'_, 'db>) -> Vec<Ty<'db>> {
        let mut params = Vec::with_capacity(function.params.len());
        for param in &function.params {
            match &param.ty {
                TypeExpr::Expansion(pattern) => {
                    let each =
                        self.expanded(&mut |site| self.resolve(pattern, site), &Pattern::Type(pattern), site);
                    match each {
                        Expanded::All(all) => params.extend(all),
                        Expanded::Open => {
                            let ty = self.resolve(pattern, site);
                            params.push(self.wrapped(ty, Kind::Expansion));
                        }
                        Expanded::Gap(why) => params.push(self.gap(why)),
                    }
                }
                ty => params.push(self.resolve(ty, site)),
            }
        }
        if let [only] = params.as_slice()
            && only.is_void(self.db)
            && function.params.len() == 1
            && function.params[0].name.is_none()
        {
            params.clear();
        }
        params.into_iter().map(|ty| self.adjusted(ty)).collect()
    }

    /// The type of a parameter in its function's type.
    pub(crate) fn adjusted(&self, ty: Ty<'db>) -> Ty<'db> {
        match ty.kind(self.db) {
            Kind::Expansion(inner) => self.ty(Kind::Expansion(self.adjusted(*inner))),
            Kind::Array(..) | Kind::Function(_) | Kind::Qualified(..) => ty.decayed(self.db),
            _ => ty,
        }
    }

    // ---- names

    /// The type that a path names.
    pub(crate) fn type_of_path(&self, path: &Path, site: Site<'_, 'db>, want: Want) -> Ty<'db> {
        if let Some(last) = path.segments.last()
            && let SegmentName::Decltype(expr) = &last.name
        {
            return self.decltype(expr, true, site);
        }
        let named = self.lookup_path(path, site, want);
        match &named.found {
            Lookup::Found(symbols) if self.is_hidden_behind(&named.prefix, symbols, site) => {
                self.gap("access of a member type")
            }
            Lookup::Found(_) | Lookup::Injected(_) | Lookup::Param(..) => {
                // `A::A` names a constructor, but behind `typename` and as a class the class itself.
                self.type_of_lookup(&named.found, named.args, site)
            }
            Lookup::None => match (&named.prefix, path.as_ident()) {
                (Prefix::Unqualified, Some(ident)) => self.predeclared(ident),
                (Prefix::Gap(why), _) => self.gap(why),
                _ => self.ty(Kind::Error),
            },
            Lookup::Dependent => self.ty(Kind::Dependent),
            Lookup::Gap(why) => self.gap(why),
            Lookup::Parameter(..) | Lookup::Variable(_) => self.ty(Kind::Error),
        }
    }

    /// Whether a member type is named in an instance from outside its class, and is not public: friends are not looked at,
    /// nor whether a substitution fails by it.
    fn is_hidden_behind(&self, prefix: &Prefix<'db>, symbols: &[Symbol<'db>], site: Site<'_, 'db>) -> bool {
        let (Prefix::Type(_), Some(first)) = (prefix, symbols.first()) else { return false };
        let decl = self.decl(first.decl);
        let is_type = matches!(decl.kind, DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Typedef(_));
        if !is_type || decl.access == Access::Public {
            return false;
        }
        let Some(around) = self.class_around(*first) else { return false };
        let mut is_instance = false;
        for (_, frame) in self.frames(site.env) {
            match frame {
                Frame::Template { args: Some(args), .. } => is_instance |= !self.are_dependent(args),
                Frame::Class(class) if !matches!(self.distance_to_base(class, around), Ok(None)) => {
                    return false;
                }
                _ => {}
            }
        }
        is_instance && !self.befriends(around, site.env)
    }

    /// The types that are known without a declaration (spec 6 §2).
    fn predeclared(&self, ident: &str) -> Ty<'db> {
        match ident {
            "__float128" => self.builtin(Builtin::Float128),
            "__float80" => self.builtin(Builtin::LongDouble),
            "_Float16" => self.builtin(Builtin::Float16),
            // A type of its own, which is promoted to `float`.
            "__fp16" => self.gap("__fp16"),
            "__bf16" => self.builtin(Builtin::BFloat16),
            "__int128_t" => self.builtin(Builtin::Int128),
            "__uint128_t" => self.builtin(Builtin::UnsignedInt128),
            "__builtin_va_list" => self.gap("va_list"),
            "__nv_bool" => self.builtin(Builtin::Bool),
            _ => self.ty(Kind::Error),
        }
    }

    /// The type that a lookup's result names, applied to `args` written at `site`.
    pub(crate) fn type_of_lookup(
        &self,
        found: &Lookup<'db>,
        args: Option<&[WrittenArg]>,
        site: Site<'_, 'db>,
    ) -> Ty<'db> {
        match found {
            Lookup::Found(symbols) => {
                let is_type = |symbol: &&Symbol<'db>| {
                    let kind = &self.decl(symbol.decl).kind;
                    matches!(kind, DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Typedef(_))
                };
                match symbols.iter().find(is_type) {
                    Some(symbol) => self.type_of_symbol(*symbol, args, site),
                    None => self.ty(Kind::Error),
                }
            }
            Lookup::Injected(class) => match args {
                None => self.ty(Kind::Class(*class)),
                Some(args) => match class.origin(self.db) {
                    Origin::Decl(first) => {
                        self.instance_of(Symbol { decl: first, env: class.outer(self.db) }, args, site)
                    }
                    Origin::Lambda(..) => self.ty(Kind::Error),
                },
            },
            Lookup::Param(param, arg) => match (arg, args) {
                (Some(Arg::Type(ty)), None) => *ty,
                (Some(Arg::Template(decl, env)), Some(args)) => {
                    self.type_of_symbol(Symbol { decl: *decl, env: *env }, Some(args), site)
                }
                // A template as it is written hands on its own parameters.
                (Some(Arg::TemplateParam(own)), Some(args)) => match self.untyped_args(args, site) {
                    Ok(args) => self.ty(Kind::ParamInstance(*own, args)),
                    Err(ty) => ty,
                },
                (Some(Arg::Pack(_)), _) => self.gap("pack outside of an expansion"),
                (Some(Arg::Template(..) | Arg::TemplateParam(_)), None) => self.gap(WITHOUT_ARGUMENTS),
                (Some(_), _) => self.ty(Kind::Error),
                (None, None) => self.ty(Kind::Param(*param)),
                (None, Some(args)) => match self.untyped_args(args, site) {
                    Ok(args) => self.ty(Kind::ParamInstance(*param, args)),
                    Err(ty) => ty,
                },
            },
            Lookup::Dependent => self.ty(Kind::Dependent),
            Lookup::Gap(why) => self.gap(why),
            Lookup::None | Lookup::Parameter(..) | Lookup::Variable(_) => self.ty(Kind::Error),
        }
    }

    /// The type that a declaration names, applied to `args` written at `site`.
    pub(crate) fn type_of_symbol(
        &self,
        symbol: Symbol<'db>,
        args: Option<&[WrittenArg]>,
        site: Site<'_, 'db>,
    ) -> Ty<'db> {
        let decl = self.decl(symbol.decl);
        match &decl.kind {
            DeclKind::Class(_) => match (decl.templates.is_empty(), args) {
                (_, Some(args)) => self.instance_of(symbol, args, site),
                (true, None) => self.ty(Kind::Class(self.class_of_symbol(symbol, None))),
                (false, None) => self.gap(WITHOUT_ARGUMENTS),
            },
            DeclKind::Enum(_) => self.ty(Kind::Enum(self.first_declaration(symbol.decl), symbol.env)),
            DeclKind::Typedef(target) => match (decl.templates.is_empty(), args) {
                (true, None) => {
                    let find = || self.resolve(target, Site::new(symbol.env, Point::before(symbol.decl)));
                    let local = (site.blocks.is_some())
                        .then(|| self.local_types.borrow().get(&(symbol.decl, symbol.env)).copied())
                        .flatten();
                    match local {
                        Some(ty) => ty,
                        None => self.remembered(&self.typedefs, symbol, || self.gap("cyclic typedef"), find),
                    }
                }
                (false, Some(args)) => match self.bind_args(symbol, args, site) {
                    Ok(args) if self.is_refused(symbol, args) => self.ty(Kind::Error),
                    Ok(args) => self.alias_instance(symbol, args),
                    Err(ty) => ty,
                },
                (false, None) => self.gap(WITHOUT_ARGUMENTS),
                (true, Some(_)) => self.ty(Kind::Error),
            },
            DeclKind::UsingDeclaration(path) => {
                self.type_of_path(path, Site::new(symbol.env, Point::before(symbol.decl)), Want::Any)
            }
            _ => self.ty(Kind::Error),
        }
    }

    /// What an alias template stands for with these arguments.
    pub(crate) fn alias_instance(&self, symbol: Symbol<'db>, args: Args<'db>) -> Ty<'db> {
        let written = self.decl(symbol.decl);
        let DeclKind::Typedef(target) = &written.kind else { return self.ty(Kind::Error) };
        // An argument that the alias does not use must be known before it goes (CWG 1558): `void_t<typename T::x>`.
        if self.are_dependent(args) {
            let mut used = Vec::new();
            names_of_type(target, Packs::Expanded, &mut used);
            let params = written.templates.last().map_or(&[][..], |header| &header.params);
            let loses = params.iter().zip(args.list(self.db)).any(|(param, arg)| {
                let is_used = param.name.as_deref().is_some_and(|name| used.contains(&name));
                !is_used && self.is_dependent_arg(arg)
            });
            if loses {
                return self.ty(Kind::Dependent);
            }
        }
        let find = || {
            self.instance(self.gap("instances too deep"), || {
                let env = self.template_env(symbol, Some(args));
                self.resolve(target, Site::new(env, Point::before(symbol.decl)))
            })
        };
        self.remembered(&self.aliases, (symbol, args), || self.gap("cyclic alias"), find)
    }

    /// The scope inside the last parameter list of a template.
    pub(crate) fn template_env(&self, symbol: Symbol<'db>, args: Option<Args<'db>>) -> Env<'db> {
        let header = self.decl(symbol.decl).templates.len().saturating_sub(1) as u32;
        self.within(symbol.env, Frame::Template { template: symbol.decl, header, args })
    }

    /// An instance of the class template `symbol`.
    pub(crate) fn instance_of(
        &self,
        symbol: Symbol<'db>,
        args: &[WrittenArg],
        site: Site<'_, 'db>,
    ) -> Ty<'db> {
        match self.bind_args(symbol, args, site) {
            Ok(args) if self.is_refused(symbol, args) => self.ty(Kind::Error),
            Ok(args) => self.ty(Kind::Class(self.class_of_symbol(symbol, Some(args)))),
            Err(ty) => ty,
        }
    }

    /// Whether arguments are known not to satisfy the constraints of a template, which makes its name with them ill-formed
    /// ([temp.names]/9).
    pub(crate) fn is_refused(&self, template: Symbol<'db>, args: Args<'db>) -> bool {
        self.is_constrained(template.decl)
            && !self.are_dependent(args)
            && self.satisfies(template, args) == Some(false)
    }

    /// The class that a declaration introduces, with these arguments.
    pub(crate) fn class_of_symbol(&self, symbol: Symbol<'db>, args: Option<Args<'db>>) -> Class<'db> {
        Class::new(self.db, Origin::Decl(self.first_declaration(symbol.decl)), symbol.env, args)
    }

    /// The type that the class or enumeration defined or first declared by `decl` has, for what stands at `env`.
    pub(crate) fn type_of_definition(&self, decl: DeclRef, env: Env<'db>) -> Ty<'db> {
        let written = self.decl(decl);
        // A class in the specifiers of a member belongs to the class around it; what stands in a body to its blocks.
        let env = self.env_around(decl, env);
        match &written.kind {
            DeclKind::Class(_) if !written.templates.is_empty() => self.gap("class template in specifiers"),
            DeclKind::Class(_) => self.ty(Kind::Class(self.class_of_symbol(Symbol { decl, env }, None))),
            DeclKind::Enum(_) => self.ty(Kind::Enum(self.first_declaration(decl), env)),
            _ => self.ty(Kind::Error),
        }
    }

    // ---- types of expressions, and transforms

    /// `decltype(e)`; `is_bare` where `e` stands without parentheses around it ([dcl.type.decltype]).
    pub(crate) fn decltype(&self, expr: &Written, is_bare: bool, site: Site<'_, 'db>) -> Ty<'db> {
        crate::infer::type_of_written(self, expr, is_bare, site)
    }

    fn transform(&self, name: &str, ty: Ty<'db>) -> Ty<'db> {
        let db = self.db;
        if ty.absorbs(db) {
            return ty;
        }
        if self.is_dependent(ty) {
            return self.ty(Kind::Dependent);
        }
        let without = |ty: Ty<'db>, gone: Qualifiers| {
            let own = ty.qualifiers(db);
            let rest = Qualifiers {
                is_const: own.is_const && !gone.is_const,
                is_volatile: own.is_volatile && !gone.is_volatile,
                is_restrict: own.is_restrict && !gone.is_restrict,
            };
            ty.unqualified(db).qualified(db, rest)
        };
        let both = Qualifiers::CONST.union(Qualifiers::VOLATILE);
        match name {
            "__underlying_type" => match ty.unqualified(db).kind(db) {
                Kind::Enum(decl, env) => match self.underlying_type(*decl, *env) {
                    Some(builtin) => self.builtin(builtin),
                    None => self.gap("underlying type"),
                },
                _ => self.ty(Kind::Error),
            },
            "__remove_cv" => without(ty, both),
            "__remove_const" => without(ty, Qualifiers::CONST),
            "__remove_volatile" => without(ty, Qualifiers::VOLATILE),
            "__remove_reference" | "__remove_reference_t" => ty.referred(db),
            "__remove_cvref" => without(ty.referred(db), both),
            "__decay" => ty.referred(db).decayed(db),
            "__remove_pointer" => ty.pointee(db).unwrap_or(ty),
            "__add_pointer" => ty.referred(db).pointer_to(db),
            "__add_lvalue_reference" if ty.is_void(db) => ty,
            "__add_lvalue_reference" => ty.lvalue_ref(db),
            "__add_rvalue_reference" if ty.is_void(db) => ty,
            "__add_rvalue_reference" => ty.rvalue_ref(db),
            "__remove_extent" => match ty.kind(db) {
                Kind::Array(element, _) => *element,
                _ => ty,
            },
            "__make_signed" | "__make_unsigned" => {
                let of = if name == "__make_signed" { signed } else { unsigned };
                let builtin = match ty.unqualified(db).kind(db) {
                    Kind::Builtin(builtin) => Some(*builtin),
                    Kind::Enum(decl, env) => self.underlying_type(*decl, *env),
                    _ => None,
                };
                match builtin.and_then(of) {
                    Some(builtin) => self.builtin(builtin).qualified(db, ty.qualifiers(db)),
                    None => self.ty(Kind::Error),
                }
            }
            _ => self.gap("type transform"),
        }
    }

    /// `ty` in the machine mode `mode` (GCC's attribute).
    fn in_mode(&self, mode: &Ident, ty: Ty<'db>) -> Ty<'db> {
        use Builtin::*;
        let Some(builtin) = ty.as_builtin(self.db) else { return self.gap("mode of a type") };
        let is_signed = asunder_types::rank(builtin).map(|rank| rank.signed);
        let of_sign = |a, b| is_signed.map(|signed| if signed { a } else { b });
        let bare = mode.strip_prefix("__").and_then(|mode| mode.strip_suffix("__")).unwrap_or(mode);
        let floats = asunder_types::is_floating(builtin);
        let of_mode = match bare {
            "byte" | "QI" => of_sign(SignedChar, UnsignedChar),
            "HI" => of_sign(Short, UnsignedShort),
            "SI" => of_sign(Int, UnsignedInt),
            "word" | "pointer" | "unwind_word" | "DI" => of_sign(Long, UnsignedLong),
            "TI" => of_sign(Int128, UnsignedInt128),
            "SF" if floats => Some(Float),
            "DF" if floats => Some(Double),
            "XF" if floats => Some(LongDouble),
            _ => None,
        };
        of_mode.map_or_else(|| self.gap("mode of a type"), |builtin| self.builtin(builtin))
    }

    // ---- properties

    /// Whether a type depends on template parameters without arguments.
    pub(crate) fn is_dependent(&self, ty: Ty<'db>) -> bool {
        match ty.kind(self.db) {
            Kind::Dependent | Kind::Param(_) | Kind::ParamInstance(..) | Kind::Expansion(_) => true,
            Kind::Qualified(_, inner)
            | Kind::Pointer(inner)
            | Kind::Reference(inner, _)
            | Kind::Vector(inner, _)
            | Kind::Complex(inner) => self.is_dependent(*inner),
            Kind::Array(inner, bound) => {
                matches!(bound, Bound::Param(_) | Bound::Dependent) || self.is_dependent(*inner)
            }
            Kind::Function(function) => {
                function.noexcept_if.is_some()
                    || function.params.iter().chain([&function.result]).any(|ty| self.is_dependent(*ty))
            }
            Kind::MemberPointer(class, member) => self.is_dependent(*class) || self.is_dependent(*member),
            Kind::Class(class) => self.is_dependent_class(*class),
            Kind::Enum(_, env) => self.class_of(*env).is_some_and(|class| self.is_dependent_class(class)),
            Kind::Gap(_) | Kind::Error | Kind::Builtin(_) | Kind::Auto | Kind::DecltypeAuto => false,
        }
    }

    /// Whether a part of a type cannot be.
    pub(crate) fn has_error(&self, ty: Ty<'db>) -> bool {
        match ty.kind(self.db) {
            Kind::Error => true,
            Kind::Qualified(_, inner)
            | Kind::Pointer(inner)
            | Kind::Reference(inner, _)
            | Kind::Array(inner, _) => self.has_error(*inner),
            _ => false,
        }
    }

    pub(crate) fn is_dependent_class(&self, class: Class<'db>) -> bool {
        let find = || {
            class.args(self.db).is_some_and(|args| self.are_dependent(args))
                || self.class_of(class.outer(self.db)).is_some_and(|outer| self.is_dependent_class(outer))
                || self.has_open_template(class.outer(self.db))
        };
        self.remembered(&self.dependent_classes, class, || false, find)
    }

    /// Whether a template around a scope has no arguments.
    pub(crate) fn has_open_template(&self, env: Env<'db>) -> bool {
        self.frames(env).any(|(_, frame)| match frame {
            // `template <>` has no parameters.
            Frame::Template { template, header, args: None } => {
                let header = self.decl(template).templates.get(header as usize);
                header.is_none_or(|header| !header.params.is_empty())
            }
            Frame::Template { args: Some(args), .. } => self.are_dependent(args),
            _ => false,
        })
    }

    pub(crate) fn are_dependent(&self, args: Args<'db>) -> bool {
        args.list(self.db).iter().any(|arg| self.is_dependent_arg(arg))
    }

    pub(crate) fn is_dependent_arg(&self, arg: &Arg<'db>) -> bool {
        match arg {
            Arg::Type(ty) => self.is_dependent(*ty),
            Arg::Value(Value::Param(_) | Value::Dependent) | Arg::TemplateParam(_) => true,
            Arg::Value(_) | Arg::Template(..) => false,
            Arg::Pack(args) => self.are_dependent(*args),
        }
    }

    /// The size of an object of the type in bytes.
    pub(crate) fn size_of(&self, ty: Ty<'db>) -> Option<u64> {
        self.size_and_alignment(ty).map(|(size, _)| size)
    }

    pub(crate) fn builtin_size(&self, builtin: Builtin) -> Option<u64> {
        match builtin {
            Builtin::Void => Some(1),
            builtin => size_of(builtin),
        }
    }
}
