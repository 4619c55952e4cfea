//! Types as a program spells them, for messages: typedefs are shown by their names, with what they stand for behind
//! them (spec 7 §7.7).
//!
//! | written | shown |
//! |---|---|
//! | `ull *p` | `"ull *" (aka "unsigned long *")` |
//! | `const ull c` | `"const ull"`: a qualified typedef shows no meaning |
//! | `std::size_t n` | `"std::size_t"`: nor do those of the namespace `std` itself |
//! | `int (*f)(float)` | `"int (*)(float)"` |

mod open;
mod text;

use std::rc::Rc;

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{Arg as WrittenArg, DeclKind, Expr as Written, FunctionExpr, Path, TypeExpr};
use asunder_hir::body::FIRST_LOCAL;
use asunder_types::{Arg, Bound, Class, Frame, Function, Kind, Qualifiers, Symbol, Ty};

use crate::first_written::SpelledArg;
use crate::lookup::{Lookup, Want};
use crate::view::{Sema, Site};

/// A type as it is spelled.
#[derive(Clone, Debug)]
pub(crate) enum Spelled<'db> {
    /// Without typedefs.
    Plain(Ty<'db>),
    /// A typedef by its name, and the type that it is declared as.
    Named(TypedefName, Rc<Spelled<'db>>),
    /// A template parameter without an argument.
    Parameter(Rc<str>),
    /// A type whose typedefs are not known: it has no text.
    Unknown(Ty<'db>),
    /// An instance of a class template by the arguments that a name of it gives: they are shown where no other name is the
    /// first one.
    Instance(Class<'db>, Rc<[SpelledArg<'db>]>),
    /// Cv-qualifiers.
    Qualified(Qualifiers, Rc<Spelled<'db>>),
    /// `T *`
    Pointer(Rc<Spelled<'db>>),
    /// `T &`, and with true `T &&`.
    Reference(Rc<Spelled<'db>>, bool),
    /// `T [n]`
    Array(Rc<Spelled<'db>>, Bound),
    /// `T C::*`: the class, and the type of the member.
    MemberPointer(Ty<'db>, Rc<Spelled<'db>>),
    /// A function type.
    Function(SpelledFunction<'db>),
}

/// A function type as it is spelled.
#[derive(Clone, Debug)]
pub(crate) struct SpelledFunction<'db> {
    pub(crate) result: Rc<Spelled<'db>>,
    /// `auto (int)->int`
    is_trailing: bool,
    pub(crate) params: Rc<[Spelled<'db>]>,
    /// Qualifiers and all else.
    ty: Rc<Function<'db>>,
}

/// The name of a typedef, or of an instance of an alias template.
#[derive(Clone, Debug)]
pub(crate) struct TypedefName {
    /// Its qualified name.
    pub(crate) text: Rc<str>,
    /// What stands for it where typedefs are followed: of one that the namespace `std` declares its name, with the
    /// arguments of an alias template followed; `None` for others, whose meaning is shown.
    pub(crate) followed: Option<Rc<str>>,
    /// It is declared in a block or in a template as it is written, or in a class of one: as a template argument it stands
    /// for what it means.
    is_local: bool,
}

/// How the text of a type shows typedefs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Typedefs {
    /// By their names.
    Named,
    /// By what they stand for, those of the namespace `std` apart.
    Followed,
    /// By their names, but for members of instances of class templates, which are shown by what they stand for.
    Outside,
    /// By their names, in the reference's typed tree, which shows enumerators as values, `(E)1`: those apart that a function
    /// body names in the first name of an instance.
    Listed,
}

impl<'db> Spelled<'db> {
    /// What a pointer or an array points to.
    pub(crate) fn pointee(&self, db: &'db dyn salsa::Database) -> Option<Spelled<'db>> {
        match self {
            Spelled::Plain(ty) => match ty.kind(db) {
                // Qualifiers of an array are those of its elements.
                Kind::Array(to, _) => Some(Spelled::Plain(*to)),
                _ => ty.pointee(db).map(Spelled::Plain),
            },
            Spelled::Unknown(ty) => match ty.kind(db) {
                Kind::Array(to, _) => Some(Spelled::Unknown(*to)),
                _ => ty.pointee(db).map(Spelled::Unknown),
            },
            Spelled::Named(_, inner) | Spelled::Qualified(_, inner) => inner.pointee(db),
            Spelled::Pointer(to) => Some((**to).clone()),
            // Qualifiers of an array are those of its elements.
            Spelled::Array(to, _) => Some((**to).clone()),
            _ => None,
        }
    }

    /// What a reference refers to; other types themselves.
    pub(crate) fn referred(&self, db: &'db dyn salsa::Database) -> Spelled<'db> {
        match self {
            Spelled::Plain(ty) => Spelled::Plain(ty.referred(db)),
            Spelled::Unknown(ty) => Spelled::Unknown(ty.referred(db)),
            Spelled::Reference(to, _) => (**to).clone(),
            Spelled::Named(_, inner) if inner.is_reference(db) => inner.referred(db),
            other => other.clone(),
        }
    }

    fn is_reference(&self, db: &'db dyn salsa::Database) -> bool {
        match self {
            Spelled::Plain(ty) | Spelled::Unknown(ty) => matches!(ty.kind(db), Kind::Reference(..)),
            Spelled::Reference(..) => true,
            Spelled::Named(_, inner) => inner.is_reference(db),
            _ => false,
        }
    }

    /// The type without qualifiers of its own.
    pub(crate) fn unqualified(&self, db: &'db dyn salsa::Database) -> Spelled<'db> {
        match self {
            Spelled::Plain(ty) => Spelled::Plain(ty.unqualified(db)),
            Spelled::Unknown(ty) => Spelled::Unknown(ty.unqualified(db)),
            Spelled::Qualified(_, inner) => inner.unqualified(db),
            Spelled::Named(_, inner) if inner.has_qualifiers(db) => inner.unqualified(db),
            other => other.clone(),
        }
    }

    fn has_qualifiers(&self, db: &'db dyn salsa::Database) -> bool {
        match self {
            Spelled::Plain(ty) | Spelled::Unknown(ty) => !ty.qualifiers(db).is_empty(),
            Spelled::Qualified(..) => true,
            Spelled::Named(_, inner) => inner.has_qualifiers(db),
            _ => false,
        }
    }

    /// The type as a template argument: typedefs of blocks and of templates as they are written are followed.
    pub(crate) fn outside_blocks(self) -> Spelled<'db> {
        let outside = |inner: Rc<Spelled<'db>>| Rc::new(Rc::unwrap_or_clone(inner).outside_blocks());
        match self {
            Spelled::Named(name, inner) if name.is_local => Rc::unwrap_or_clone(inner).outside_blocks(),
            Spelled::Qualified(qualifiers, inner) => {
                Rc::unwrap_or_clone(inner).outside_blocks().qualified(qualifiers)
            }
            Spelled::Pointer(to) => Spelled::Pointer(outside(to)),
            Spelled::Reference(to, rvalue) => Spelled::Reference(outside(to), rvalue),
            Spelled::Array(element, bound) => Spelled::Array(outside(element), bound),
            Spelled::MemberPointer(class, member) => Spelled::MemberPointer(class, outside(member)),
            Spelled::Function(function) => Spelled::Function(SpelledFunction {
                result: outside(function.result),
                params: function.params.iter().map(|param| param.clone().outside_blocks()).collect(),
                ..function
            }),
            other => other,
        }
    }

    /// `T *`
    pub(crate) fn pointer_to(self) -> Spelled<'db> {
        Spelled::Pointer(Rc::new(self))
    }

    /// The type with qualifiers added.
    pub(crate) fn qualified(self, qualifiers: Qualifiers) -> Spelled<'db> {
        if qualifiers.is_empty() {
            return self;
        }
        match self {
            Spelled::Qualified(own, inner) => Spelled::Qualified(own.union(qualifiers), inner),
            Spelled::Array(element, bound) => {
                Spelled::Array(Rc::new((*element).clone().qualified(qualifiers)), bound)
            }
            other => Spelled::Qualified(qualifiers, Rc::new(other)),
        }
    }

    /// The type after the conversions of arrays and functions to pointers, without qualifiers.
    pub(crate) fn decayed(&self, db: &'db dyn salsa::Database) -> Spelled<'db> {
        match self {
            Spelled::Plain(ty) => Spelled::Plain(ty.decayed(db)),
            Spelled::Unknown(ty) => Spelled::Unknown(ty.decayed(db)),
            Spelled::Array(element, _) => Spelled::Pointer(element.clone()),
            Spelled::Function(..) => self.clone().pointer_to(),
            Spelled::Named(_, inner) if inner.decays(db) => inner.decayed(db),
            _ => self.unqualified(db),
        }
    }

    fn decays(&self, db: &'db dyn salsa::Database) -> bool {
        match self {
            Spelled::Plain(ty) | Spelled::Unknown(ty) => matches!(ty.kind(db), Kind::Array(..)),
            Spelled::Array(..) => true,
            Spelled::Named(_, inner) => inner.decays(db),
            _ => false,
        }
    }
}

impl<'db> Sema<'db> {
    // ---- written types

    /// A written type as it is spelled; `None` where that is not known.
    pub(crate) fn spelled(&self, written: &TypeExpr, site: Site<'_, 'db>) -> Option<Spelled<'db>> {
        let closed = self.spelled_closed(written, site);
        // What depends on parameters of a template as it is written.
        let has_text = || closed.as_ref().is_some_and(|spelled| self.spelled_text(spelled).is_some());
        match written {
            TypeExpr::Name(..) | TypeExpr::Decltype(..) if self.is_open(site.env) && !has_text() => {
                self.spelled_open(written, site).or(closed)
            }
            _ => closed,
        }
    }

    fn spelled_closed(&self, written: &TypeExpr, site: Site<'_, 'db>) -> Option<Spelled<'db>> {
        let plain = || {
            let ty = self.resolve(written, site);
            (!ty.absorbs(self.db)).then_some(Spelled::Plain(ty))
        };
        match written {
            // `signed long` is shown so.
            TypeExpr::Signed(builtin) => {
                let ty = self.builtin(*builtin);
                let text: Rc<str> = format!("signed {}", self.display(ty)).into();
                let name = TypedefName { followed: Some(text.clone()), text, is_local: false };
                Some(Spelled::Named(name, Rc::new(Spelled::Plain(ty))))
            }
            TypeExpr::Builtin(_) | TypeExpr::Elaborated(_) | TypeExpr::Declared(_) => plain(),
            TypeExpr::Name(path, _) => self.spelled_name(path, site),
            TypeExpr::Qualified(qualifiers, inner) => {
                let mut qualifiers = *qualifiers;
                qualifiers.is_restrict = false;
                Some(self.spelled(inner, site)?.qualified(qualifiers))
            }
            TypeExpr::Pointer(inner) => Some(self.spelled(inner, site)?.pointer_to()),
            TypeExpr::LvalueRef(inner) => {
                Some(Spelled::Reference(Rc::new(self.spelled(inner, site)?), false))
            }
            TypeExpr::RvalueRef(inner) => Some(Spelled::Reference(Rc::new(self.spelled(inner, site)?), true)),
            TypeExpr::Array(_, inner) => {
                let element = self.spelled(inner, site)?;
                match self.resolve(written, site).kind(self.db) {
                    Kind::Array(_, Bound::Variable) => None,
                    Kind::Array(_, bound) => Some(Spelled::Array(Rc::new(element), *bound)),
                    _ => None,
                }
            }
            TypeExpr::Function(function) => self.spelled_function(function, site),
            TypeExpr::MemberPointer(_, inner) => match self.resolve(written, site).kind(self.db) {
                Kind::MemberPointer(class, _) => {
                    Some(Spelled::MemberPointer(*class, Rc::new(self.spelled(inner, site)?)))
                }
                _ => None,
            },
            TypeExpr::Decltype(expr, is_bare) => {
                let ty = self.resolve(written, site);
                let is_known = !ty.absorbs(self.db) && !self.is_dependent(ty);
                let found = is_known.then(|| crate::infer::spelled_of_written(self, expr, site))?;
                // Of a class it is its name, most often.
                let found =
                    found.or_else(|| Some(Spelled::Plain(ty)).filter(|_| ty.as_class(self.db).is_some()))?;
                self.spelled_decltype(found, ty, *is_bare || matches!(**expr, Written::Call(..)))
            }
            _ => None,
        }
    }

    /// `decltype(e)` as it is spelled: the type of `e`, `spelled`, which is `ty` with its reference. Of a name or a call the
    /// meaning of a typedef is not shown beside it.
    fn spelled_decltype(&self, spelled: Spelled<'db>, ty: Ty<'db>, is_named: bool) -> Option<Spelled<'db>> {
        let spelled = match spelled.referred(self.db) {
            Spelled::Named(name, inner) if is_named => {
                Spelled::Named(TypedefName { followed: Some(name.text.clone()), ..name }, inner)
            }
            other => other,
        };
        Some(match ty.kind(self.db) {
            Kind::Reference(_, is_rvalue) => Spelled::Reference(Rc::new(spelled), *is_rvalue),
            _ => spelled,
        })
    }

    /// A function type as it is spelled, parameters adjusted ([dcl.fct]/5).
    pub(crate) fn spelled_function(
        &self,
        function: &FunctionExpr,
        site: Site<'_, 'db>,
    ) -> Option<Spelled<'db>> {
        let ty = self.function_type(function, site);
        let inner = ty.as_function(self.db)?;
        let result = match &function.result {
            TypeExpr::None => Spelled::Plain(self.builtin(asunder_types::Builtin::Void)),
            result => self.spelled(result, site)?,
        };
        let params = self.spelled_parameters(function, site)?;
        if params.len() != inner.params.len() {
            return None;
        }
        Some(Spelled::Function(SpelledFunction {
            result: Rc::new(result),
            is_trailing: function.is_trailing,
            params: params.into(),
            ty: Rc::new(inner.clone()),
        }))
    }

    /// The parameters of a function as they are spelled; those of `(void)` are none.
    pub(crate) fn spelled_parameters(
        &self,
        function: &FunctionExpr,
        site: Site<'_, 'db>,
    ) -> Option<Vec<Spelled<'db>>> {
        if let [only] = function.params.as_slice()
            && only.name.is_none()
            && self.resolve(&only.ty, site).is_void(self.db)
        {
            return Some(Vec::new());
        }
        let mut all = Vec::with_capacity(function.params.len());
        for param in &function.params {
            match &param.ty {
                TypeExpr::Expansion(pattern) => match self.spelled_expansion(pattern, site) {
                    Some(spelled) => {
                        for spelled in spelled {
                            all.push(spelled?.decayed(self.db));
                        }
                    }
                    None if self.is_open(site.env) => all.push(self.spelled_open_expansion(pattern, site)?),
                    None => return None,
                },
                written => all.push(self.spelled(written, site)?.decayed(self.db)),
            }
        }
        Some(all)
    }

    pub(crate) fn spelled_name(&self, path: &Path, site: Site<'_, 'db>) -> Option<Spelled<'db>> {
        let named = self.lookup_path(path, site, Want::Any);
        let ty = || self.type_of_lookup(&named.found, named.args, site);
        match &named.found {
            Lookup::Found(symbols) => {
                let symbol = symbols.iter().find(|symbol| {
                    let kind = &self.decl(symbol.decl).kind;
                    matches!(kind, DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Typedef(_))
                })?;
                let decl = self.decl(symbol.decl);
                match &decl.kind {
                    DeclKind::Typedef(written) if decl.templates.is_empty() => {
                        self.spelled_typedef(*symbol, written, ty())
                    }
                    DeclKind::Typedef(written) => {
                        let ty = self.known_type(ty())?;
                        self.spelled_alias((*symbol, written), named.args?, ty, site)
                    }
                    _ if decl.templates.is_empty() => self.known(ty()),
                    _ => self.spelled_instance(named.args?, self.known_type(ty())?, site),
                }
            }
            Lookup::Injected(_) => self.known(ty()),
            Lookup::Param(param, arg) => {
                let header = self.decl(param.template).templates.get(param.header as usize)?;
                let name = header.params.get(param.index as usize)?.name.as_deref()?;
                match arg {
                    // A template template parameter with arguments.
                    None if named.args.is_some() => None,
                    None => Some(Spelled::Parameter(name.into())),
                    Some(Arg::Type(ty)) => {
                        self.spelled_template_parameter(*param, self.known_type(*ty)?, site.env)
                    }
                    Some(_) => None,
                }
            }
            Lookup::None => self.known(self.type_of_path(path, site, Want::Any)),
            _ => None,
        }
    }

    fn known_type(&self, ty: Ty<'db>) -> Option<Ty<'db>> {
        (!ty.absorbs(self.db)).then_some(ty)
    }

    fn known(&self, ty: Ty<'db>) -> Option<Spelled<'db>> {
        self.known_type(ty).map(Spelled::Plain)
    }

    fn spelled_typedef(&self, symbol: Symbol<'db>, written: &TypeExpr, ty: Ty<'db>) -> Option<Spelled<'db>> {
        if ty.absorbs(self.db) {
            return None;
        }
        let key = (symbol, self.is_unread());
        let find = || self.find_spelled_typedef(symbol, written, ty);
        self.remembered(&self.first_written.typedefs, key, || None, find)
    }

    fn find_spelled_typedef(
        &self,
        symbol: Symbol<'db>,
        written: &TypeExpr,
        ty: Ty<'db>,
    ) -> Option<Spelled<'db>> {
        // Behind a name of an instance that nobody names, arguments stand that nobody wrote.
        // The template itself has its own name.
        let is_nameless =
            |class: Class<'db>| !self.is_dependent_class(class) && self.is_of_nameless_instance(class);
        if self.class_of(symbol.env).is_some_and(is_nameless) {
            return None;
        }
        let name = self.qualified_name(symbol)?;
        // `typedef struct S S;`, and what names an unnamed class.
        if asunder_types::is_displayed_as(ty, self, &name) {
            return self.known(ty);
        }
        let inner = self.spelled_meaning(written, Site::new(symbol.env, Point::before(symbol.decl)), ty);
        let text: Rc<str> = name.into();
        let followed = self.is_of_std(symbol).then(|| text.clone());
        let is_local = symbol.decl.local.0 >= FIRST_LOCAL || self.has_open_template(symbol.env);
        Some(Spelled::Named(TypedefName { text, followed, is_local }, Rc::new(inner)))
    }

    /// Whether the namespace `std` itself declares a typedef.
    fn is_of_std(&self, symbol: Symbol<'db>) -> bool {
        let std = self.names.namespaces().child(NamespaceId::GLOBAL, "std");
        matches!(symbol.env.frame(self.db), Frame::Namespace(id) if Some(id) == std)
    }

    /// What a typedef stands for: the type `ty`, as it is `written`.
    fn spelled_meaning(&self, written: &TypeExpr, site: Site<'_, 'db>, ty: Ty<'db>) -> Spelled<'db> {
        match written {
            TypeExpr::Decltype(..) => Spelled::Plain(ty),
            _ => self.spelled(written, site).unwrap_or_else(|| match ty.kind(self.db) {
                Kind::Reference(..) | Kind::Pointer(_) => Spelled::Unknown(ty),
                Kind::Class(class) if class.args(self.db).is_some() => Spelled::Unknown(ty),
                _ => Spelled::Plain(ty),
            }),
        }
    }

    /// An instance of a class template that is named with arguments. Its first name says how it is shown.
    fn spelled_instance(
        &self,
        args: &[WrittenArg],
        ty: Ty<'db>,
        site: Site<'_, 'db>,
    ) -> Option<Spelled<'db>> {
        let class = ty.as_class(self.db)?;
        let spelled = self.spelled_written(args, site);
        if args.iter().zip(&spelled).all(|(arg, spelled)| self.is_plain_argument(arg, spelled, site)) {
            return Some(Spelled::Plain(ty));
        }
        let args = self.spelled_arguments(self.key_of(class)?, spelled);
        let args = args.into_iter().map(|(spelled, _)| spelled).collect::<Option<_>>();
        match args {
            Some(args) => Some(Spelled::Instance(class, args)),
            None => self.first_arguments_of(class).map(|_| Spelled::Plain(ty)),
        }
    }

    /// An instance of an alias template that is named with arguments.
    fn spelled_alias(
        &self,
        (symbol, written): (Symbol<'db>, &TypeExpr),
        args: &[WrittenArg],
        ty: Ty<'db>,
        site: Site<'_, 'db>,
    ) -> Option<Spelled<'db>> {
        let instance = (symbol, self.bind_args(symbol, args, site).ok()?);
        let args = match self.first_arguments(instance) {
            Some(first) => first,
            None => {
                let args = self.spelled_arguments(instance, self.spelled_written(args, site));
                args.into_iter().map(|(spelled, _)| spelled).collect::<Option<_>>()?
            }
        };
        let text = |typedefs| {
            let args = self.spelled_argument_texts(&args, Some(symbol.decl), typedefs)?.join(", ");
            Some(format!("{}<{args}>", self.name_in_scope(symbol, typedefs)?).into())
        };
        let followed = match self.is_of_std(symbol) {
            true => Some(text(Typedefs::Followed)?),
            false => None,
        };
        let name = TypedefName { text: text(Typedefs::Named)?, followed, is_local: false };
        let env = self.template_env(symbol, Some(instance.1));
        let inner = self.spelled_meaning(written, Site::new(env, Point::before(symbol.decl)), ty);
        Some(Spelled::Named(name, Rc::new(inner)))
    }

    /// Whether a name without arguments is that of a value or of a template.
    fn names_value_or_template(&self, path: &Path, site: Site<'_, 'db>) -> bool {
        let named = self.lookup_path(path, site, Want::Any);
        let Lookup::Found(symbols) = &named.found else { return false };
        named.args.is_none()
            && symbols.iter().all(|symbol| {
                let decl = self.decl(symbol.decl);
                match &decl.kind {
                    DeclKind::Class(_) | DeclKind::Typedef(_) => !decl.templates.is_empty(),
                    kind => !matches!(kind, DeclKind::Enum(_)),
                }
            })
    }

    /// Whether a template argument is written without typedefs.
    fn is_plain_argument(
        &self,
        arg: &WrittenArg,
        spelled: &Option<Spelled<'db>>,
        site: Site<'_, 'db>,
    ) -> bool {
        match (arg, spelled) {
            (WrittenArg::Expr(_), _) => true,
            (WrittenArg::Name(path), _) if self.names_value_or_template(path, site) => true,
            (_, Some(spelled)) => !matches!(spelled, Spelled::Parameter(_)) && spelled.is_plain(),
            (_, None) => false,
        }
    }

    // ---- what is spelled

    /// The type that is spelled; `None` where it depends on a template parameter.
    pub(crate) fn meaning(&self, spelled: &Spelled<'db>) -> Option<Ty<'db>> {
        let db = self.db;
        Some(match spelled {
            Spelled::Plain(ty) | Spelled::Unknown(ty) => *ty,
            Spelled::Named(_, inner) => self.meaning(inner)?,
            Spelled::Parameter(_) => return None,
            Spelled::Instance(class, _) => self.ty(Kind::Class(*class)),
            Spelled::Qualified(qualifiers, inner) => self.meaning(inner)?.qualified(db, *qualifiers),
            Spelled::Pointer(to) => self.meaning(to)?.pointer_to(db),
            Spelled::Reference(to, rvalue) => self.ty(Kind::Reference(self.meaning(to)?, *rvalue)),
            Spelled::Array(element, bound) => self.ty(Kind::Array(self.meaning(element)?, *bound)),
            Spelled::MemberPointer(class, member) => {
                self.ty(Kind::MemberPointer(*class, self.meaning(member)?))
            }
            Spelled::Function(function) => self.ty(Kind::Function((*function.ty).clone())),
        })
    }

    // ---- declarations

    /// The result of a function as it is spelled.
    pub(crate) fn spelled_result(&self, symbol: Symbol<'db>) -> Option<Spelled<'db>> {
        let function = self.function_expr(symbol.decl)?;
        let env = self.within(symbol.env, Frame::Parameters(symbol.decl));
        self.spelled(&function.result, Site::new(env, Point::before(symbol.decl)))
    }

    /// The type of a variable or data member as its declaration spells it.
    pub(crate) fn spelled_variable(&self, symbol: Symbol<'db>) -> Option<Spelled<'db>> {
        let ty = self.written_variable(symbol.decl).filter(|ty| !ty.has_placeholder())?;
        self.spelled(ty, Site::new(symbol.env, Point::before(symbol.decl)))
    }

    /// Whether the type of a variable is what its initializer has.
    pub(crate) fn has_placeholder(&self, variable: DeclRef) -> bool {
        self.written_variable(variable).is_some_and(TypeExpr::has_placeholder)
    }

    fn written_variable(&self, variable: DeclRef) -> Option<&TypeExpr> {
        match &self.decl(variable).kind {
            DeclKind::Variable { ty, .. } => Some(ty),
            DeclKind::FunctionOrVariable { variable, .. } => Some(variable),
            _ => None,
        }
    }

    /// The type of a parameter as it is spelled.
    pub(crate) fn spelled_parameter(
        &self,
        function: DeclRef,
        env: asunder_types::Env<'db>,
        index: usize,
    ) -> Option<Spelled<'db>> {
        let written = self.function_expr(function)?.params.get(index)?;
        let site = Site::new(env, Point::before(function));
        Some(self.spelled(&written.ty, site)?.decayed(self.db))
    }
}

impl Spelled<'_> {
    /// Whether no typedef is shown.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Spelled::Plain(_) | Spelled::Parameter(_) => true,
            Spelled::Named(..) | Spelled::Unknown(_) | Spelled::Instance(..) => false,
            Spelled::Qualified(_, inner)
            | Spelled::Pointer(inner)
            | Spelled::Reference(inner, _)
            | Spelled::Array(inner, _)
            | Spelled::MemberPointer(_, inner) => inner.is_plain(),
            Spelled::Function(function) => {
                function.result.is_plain() && function.params.iter().all(Spelled::is_plain)
            }
        }
    }
}
