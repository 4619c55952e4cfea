//! Types as a program spells them, for messages: typedefs are shown by their names, with what they stand for behind
//! them (spec 7 §7.7).
//!
//! | written | shown |
//! |---|---|
//! | `ull *p` | `"ull *" (aka "unsigned long *")` |
//! | `const ull c` | `"const ull"`: a qualified typedef shows no meaning |
//! | `std::size_t n` | `"std::size_t"`: nor do those of the library |
//! | `int (*f)(float)` | `"int (*)(float)"` |

use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{Arg as WrittenArg, DeclKind, DeclName, FunctionExpr, Path, TypeExpr};
use asunder_types::{
    Arg, Bound, CallOperator, Class, Frame, Function, Kind, Origin, Qualifiers, RefQualifier, Symbol, Ty,
};

use crate::finding::Argument;
use crate::lookup::{Lookup, Want};
use crate::view::{Sema, Site};

/// A type as it is spelled.
#[derive(Clone, Debug)]
pub(crate) enum Spelled<'db> {
    /// Without typedefs.
    Plain(Ty<'db>),
    /// A typedef by its qualified name, and the type that it is declared as.
    Named(Rc<str>, Rc<Spelled<'db>>),
    /// A template parameter without an argument.
    Parameter(Rc<str>),
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

/// Typedefs of the library that are shown without what they stand for.
const OPAQUE: [&str; 2] = ["std::size_t", "std::string"];

impl<'db> Spelled<'db> {
    /// What a pointer or an array points to.
    pub(crate) fn pointee(&self, db: &'db dyn salsa::Database) -> Option<Spelled<'db>> {
        match self {
            Spelled::Plain(ty) => match ty.kind(db) {
                // Qualifiers of an array are those of its elements.
                Kind::Array(to, _) => Some(Spelled::Plain(*to)),
                _ => ty.pointee(db).map(Spelled::Plain),
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
            Spelled::Reference(to, _) => (**to).clone(),
            Spelled::Named(_, inner) if inner.is_reference(db) => inner.referred(db),
            other => other.clone(),
        }
    }

    fn is_reference(&self, db: &'db dyn salsa::Database) -> bool {
        match self {
            Spelled::Plain(ty) => matches!(ty.kind(db), Kind::Reference(..)),
            Spelled::Reference(..) => true,
            Spelled::Named(_, inner) => inner.is_reference(db),
            _ => false,
        }
    }

    /// The type without qualifiers of its own.
    pub(crate) fn unqualified(&self, db: &'db dyn salsa::Database) -> Spelled<'db> {
        match self {
            Spelled::Plain(ty) => Spelled::Plain(ty.unqualified(db)),
            Spelled::Qualified(_, inner) => inner.unqualified(db),
            Spelled::Named(_, inner) if inner.has_qualifiers(db) => inner.unqualified(db),
            other => other.clone(),
        }
    }

    fn has_qualifiers(&self, db: &'db dyn salsa::Database) -> bool {
        match self {
            Spelled::Plain(ty) => !ty.qualifiers(db).is_empty(),
            Spelled::Qualified(..) => true,
            Spelled::Named(_, inner) => inner.has_qualifiers(db),
            _ => false,
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
            Spelled::Array(element, _) => Spelled::Pointer(element.clone()),
            Spelled::Function(..) => self.clone().pointer_to(),
            Spelled::Named(_, inner) if inner.decays(db) => inner.decayed(db),
            _ => self.unqualified(db),
        }
    }

    fn decays(&self, db: &'db dyn salsa::Database) -> bool {
        match self {
            Spelled::Plain(ty) => matches!(ty.kind(db), Kind::Array(..)),
            Spelled::Array(..) => true,
            Spelled::Named(_, inner) => inner.decays(db),
            _ => false,
        }
    }

    /// Whether a typedef is shown whose meaning follows.
    fn has_meaning(&self) -> bool {
        match self {
            Spelled::Plain(_) | Spelled::Parameter(_) => false,
            Spelled::Named(name, _) => !OPAQUE.contains(&&**name),
            Spelled::Qualified(_, inner) => !matches!(**inner, Spelled::Named(..)) && inner.has_meaning(),
            Spelled::Pointer(inner)
            | Spelled::Reference(inner, _)
            | Spelled::Array(inner, _)
            | Spelled::MemberPointer(_, inner) => inner.has_meaning(),
            Spelled::Function(function) => {
                function.result.has_meaning() || function.params.iter().any(Spelled::has_meaning)
            }
        }
    }
}

impl<'db> Sema<'db> {
    // ---- written types

    /// A written type as it is spelled; `None` where that is not known.
    pub(crate) fn spelled(&self, written: &TypeExpr, site: Site<'_, 'db>) -> Option<Spelled<'db>> {
        let plain = || {
            let ty = self.resolve(written, site);
            (!ty.absorbs(self.db)).then_some(Spelled::Plain(ty))
        };
        match written {
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
                    Kind::Array(_, bound @ (Bound::Count(_) | Bound::Unknown)) => {
                        Some(Spelled::Array(Rc::new(element), *bound))
                    }
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
            _ => None,
        }
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
        let params = function.params.iter();
        params.map(|param| Some(self.spelled(&param.ty, site)?.decayed(self.db))).collect()
    }

    fn spelled_name(&self, path: &Path, site: Site<'_, 'db>) -> Option<Spelled<'db>> {
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
                    DeclKind::Typedef(_) => None,
                    _ if decl.templates.is_empty() => self.known(ty()),
                    _ => match named.args {
                        Some(args) if args.iter().all(|arg| self.is_plain_argument(arg, site)) => {
                            self.known(ty())
                        }
                        _ => None,
                    },
                }
            }
            Lookup::Injected(_) => self.known(ty()),
            Lookup::Param(param, arg) => {
                let header = self.decl(param.template).templates.get(param.header as usize)?;
                let name = header.params.get(param.index as usize)?.name.as_deref()?;
                match arg {
                    None => Some(Spelled::Parameter(name.into())),
                    Some(asunder_types::Arg::Type(ty)) => self.known(*ty),
                    Some(_) => None,
                }
            }
            Lookup::None => self.known(self.type_of_path(path, site, Want::Any)),
            _ => None,
        }
    }

    fn known(&self, ty: Ty<'db>) -> Option<Spelled<'db>> {
        self.known_type(ty).map(Spelled::Plain)
    }

    fn spelled_typedef(&self, symbol: Symbol<'db>, written: &TypeExpr, ty: Ty<'db>) -> Option<Spelled<'db>> {
        if ty.absorbs(self.db) {
            return None;
        }
        let name = self.qualified_name(symbol)?;
        // Behind names of the library's own stand arguments that nobody wrote.
        if name.contains("<") && name.contains("__") {
            return None;
        }
        // `typedef struct S S;`, and what names an unnamed class.
        if asunder_types::is_displayed_as(ty, self, &name) {
            return self.known(ty);
        }
        let inner = match written {
            TypeExpr::Decltype(..) => Spelled::Plain(ty),
            _ => {
                let site = Site::new(symbol.env, Point::before(symbol.decl));
                match (self.spelled(written, site), ty.kind(self.db)) {
                    (Some(inner), _) => inner,
                    (None, Kind::Reference(..) | Kind::Pointer(_)) => return None,
                    (None, _) => Spelled::Plain(ty),
                }
            }
        };
        Some(Spelled::Named(name.into(), Rc::new(inner)))
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
    fn is_plain_argument(&self, arg: &WrittenArg, site: Site<'_, 'db>) -> bool {
        let is_plain = |ty: &TypeExpr| {
            self.spelled(ty, site).is_some_and(|spelled| match &spelled {
                Spelled::Parameter(_) => false,
                spelled => spelled.is_plain(),
            })
        };
        match arg {
            WrittenArg::Type(ty) => is_plain(ty),
            WrittenArg::Name(path) if self.names_value_or_template(path, site) => true,
            WrittenArg::Name(path) => is_plain(&TypeExpr::Name(path.clone(), false)),
            WrittenArg::Expr(_) => true,
            _ => false,
        }
    }

    // ---- text

    /// The text of a spelled type.
    pub(crate) fn spelled_text(&self, spelled: &Spelled<'db>) -> Option<String> {
        self.declarator(spelled, String::new())
    }

    /// A spelled type as an argument of a message.
    pub(crate) fn type_argument(&self, spelled: &Spelled<'db>) -> Option<Argument> {
        let written = self.spelled_text(spelled)?;
        let meaning = match spelled.has_meaning() {
            true => Some(self.declarator(&self.desugared(spelled), String::new())?),
            false => None,
        };
        Some(Argument::Type { meaning: meaning.filter(|meaning| *meaning != written), written })
    }

    /// A spelled type with its typedefs followed.
    fn desugared(&self, spelled: &Spelled<'db>) -> Spelled<'db> {
        let inner = |inner: &Rc<Spelled<'db>>| Rc::new(self.desugared(inner));
        match spelled {
            Spelled::Plain(_) | Spelled::Parameter(_) => spelled.clone(),
            Spelled::Named(_, to) => self.desugared(to),
            Spelled::Qualified(qualifiers, to) => self.desugared(to).qualified(*qualifiers),
            Spelled::Pointer(to) => Spelled::Pointer(inner(to)),
            Spelled::Reference(to, rvalue) => Spelled::Reference(inner(to), *rvalue),
            Spelled::Array(to, bound) => Spelled::Array(inner(to), *bound),
            Spelled::MemberPointer(class, member) => Spelled::MemberPointer(*class, inner(member)),
            Spelled::Function(function) => Spelled::Function(SpelledFunction {
                result: inner(&function.result),
                params: function.params.iter().map(|param| self.desugared(param)).collect(),
                ..function.clone()
            }),
        }
    }

    /// The text of a type around what its declarator holds so far.
    fn declarator(&self, spelled: &Spelled<'db>, inside: String) -> Option<String> {
        let db = self.db;
        let leaf = |name: &str| leaf_before(name, &inside);
        let grouped = || match inside.starts_with(['*', '&']) || inside.contains("::*") {
            true => format!("({inside})"),
            false => inside.clone(),
        };
        match spelled {
            Spelled::Named(name, _) | Spelled::Parameter(name) => Some(leaf(name)),
            Spelled::Qualified(qualifiers, inner) => self.qualified_declarator(*qualifiers, inner, inside),
            Spelled::Pointer(to) => self.declarator(to, format!("*{inside}")),
            Spelled::Reference(to, rvalue) => {
                self.declarator(to, format!("{}{inside}", if *rvalue { "&&" } else { "&" }))
            }
            Spelled::MemberPointer(class, member) => {
                let class = self.spelled_text(&Spelled::Plain(*class))?;
                self.declarator(member, format!("{class}::*{inside}"))
            }
            Spelled::Array(element, bound) => {
                let bound = match bound {
                    Bound::Count(count) => count.to_string(),
                    Bound::Unknown => String::new(),
                    _ => return None,
                };
                self.declarator(element, format!("{}[{bound}]", grouped()))
            }
            Spelled::Function(SpelledFunction { result, is_trailing, params, ty }) => {
                let mut all = Vec::with_capacity(params.len() + 1);
                for param in params.iter() {
                    all.push(self.spelled_text(param)?);
                }
                if ty.variadic {
                    all.push("...".to_owned());
                }
                // The reference shows the cv-qualifiers of members only.
                let qualifiers = match inside.contains("::*") {
                    true => ty.qualifiers,
                    false => Qualifiers::NONE,
                };
                let suffix = function_suffix(qualifiers, ty.ref_qualifier, ty.noexcept);
                let text = format!("{}({}){suffix}", grouped(), all.join(", "));
                match is_trailing {
                    true => Some(format!("{}->{}", leaf_before("auto", &text), self.spelled_text(result)?)),
                    false => self.declarator(result, text),
                }
            }
            Spelled::Plain(ty) => match ty.kind(db) {
                Kind::Pointer(to) => self.declarator(&Spelled::Pointer(Rc::new(Spelled::Plain(*to))), inside),
                Kind::Reference(to, rvalue) => {
                    self.declarator(&Spelled::Reference(Rc::new(Spelled::Plain(*to)), *rvalue), inside)
                }
                Kind::Qualified(qualifiers, inner) => {
                    self.qualified_declarator(*qualifiers, &Spelled::Plain(*inner), inside)
                }
                Kind::Array(element, bound) => {
                    self.declarator(&Spelled::Array(Rc::new(Spelled::Plain(*element)), *bound), inside)
                }
                Kind::Function(function) => {
                    let function = SpelledFunction {
                        result: Rc::new(Spelled::Plain(function.result)),
                        is_trailing: false,
                        params: function.params.iter().map(|param| Spelled::Plain(*param)).collect(),
                        ty: Rc::new(function.clone()),
                    };
                    self.declarator(&Spelled::Function(function), inside)
                }
                Kind::Enum(decl, env) => match &self.decl(*decl).name {
                    // A typedef may name it.
                    DeclName::None => {
                        let text = self.display(*ty);
                        let is_unnamed = text == "<unnamed>" || text.ends_with("::<unnamed>");
                        Some(leaf(&if is_unnamed { format!("enum {text}") } else { text }))
                    }
                    _ => Some(leaf(&self.qualified_name(Symbol { decl: *decl, env: *env })?)),
                },
                Kind::Builtin(_) => Some(leaf(&self.display(*ty))),
                Kind::Class(class) => {
                    let text = self.class_text(*class)?;
                    (!text.contains("<gap") && !text.contains("<dependent") && !text.contains("<error"))
                        .then(|| leaf(&text))
                }
                Kind::MemberPointer(class, member) => {
                    let member = Rc::new(Spelled::Plain(*member));
                    self.declarator(&Spelled::MemberPointer(*class, member), inside)
                }
                Kind::Auto => Some(leaf("auto")),
                Kind::Expansion(inner) if inside.is_empty() => {
                    Some(format!("{}...", self.spelled_text(&Spelled::Plain(*inner))?))
                }
                Kind::Param(_) => Some(leaf(&self.display(*ty))),
                _ => None,
            },
        }
    }

    /// `lambda [](int)->void`
    pub(crate) fn closure_text(&self, class: Class<'db>) -> Option<String> {
        let closure = self.closure(class)?;
        let call = closure.call.as_function(self.db)?;
        let result = match &closure.captured {
            Some(captured) if closure.is_generic => match self.written_result(class)? {
                None => "auto".to_owned(),
                Some(TypeExpr::DecltypeAuto) => "decltype(auto)".to_owned(),
                Some(written) => {
                    let site = Site::new(class.outer(self.db), captured.point);
                    self.spelled_text(&Spelled::Plain(self.known_type(self.resolve(written, site))?))?
                }
            },
            _ => self.spelled_text(&Spelled::Plain(self.known_type(call.result)?))?,
        };
        let noexcept = if call.noexcept { " noexcept" } else { "" };
        Some(format!("{}{noexcept}", self.call_text(call, &result)?))
    }

    fn known_type(&self, ty: Ty<'db>) -> Option<Ty<'db>> {
        (!ty.absorbs(self.db)).then_some(ty)
    }

    /// The result that a lambda is written with.
    fn written_result(&self, class: Class<'db>) -> Option<Option<&'db TypeExpr>> {
        let Origin::Lambda(item, index, lambda) = class.origin(self.db) else { return None };
        let (_, body) = self.bodies(item).bodies.get(index as usize)?;
        Some(body.lambdas.get(lambda as usize)?.result.as_ref())
    }

    fn call_text(&self, call: &Function<'db>, result: &str) -> Option<String> {
        let mut params = Vec::new();
        for param in call.params.iter() {
            params.push(self.spelled_text(&Spelled::Plain(*param))?);
        }
        let mutable = if call.qualifiers.is_const { "" } else { " mutable" };
        Some(format!("lambda []({}){mutable}->{result}", params.join(", ")))
    }

    /// `lambda [](auto)->auto [with <auto-1>=int]`
    pub(crate) fn call_operator_text(&self, operator: CallOperator<'db>) -> Option<String> {
        let closure = self.closure(operator.class)?;
        let call = closure.call.as_function(self.db)?;
        let result = match self.written_result(operator.class)? {
            None => "auto".to_owned(),
            Some(TypeExpr::DecltypeAuto) => "decltype(auto)".to_owned(),
            Some(_) => {
                let (_, function) = self.call_operator(operator)?;
                self.spelled_text(&Spelled::Plain(function.result))?
            }
        };
        let noexcept = if call.noexcept { " noexcept" } else { "" };
        let mut bound = Vec::new();
        for (index, arg) in operator.args?.list(self.db).iter().enumerate() {
            let Arg::Type(ty) = arg else { return None };
            bound.push(format!("<auto-{}>={}", index + 1, self.spelled_text(&Spelled::Plain(*ty))?));
        }
        Some(format!("{}{noexcept} [with {}]", self.call_text(call, &result)?, bound.join(", ")))
    }

    fn qualified_declarator(
        &self,
        qualifiers: Qualifiers,
        inner: &Spelled<'db>,
        inside: String,
    ) -> Option<String> {
        let mut words = Vec::new();
        if qualifiers.is_const {
            words.push("const");
        }
        if qualifiers.is_volatile {
            words.push("volatile");
        }
        let words = words.join(" ");
        if words.is_empty() {
            return self.declarator(inner, inside);
        }
        let is_pointer = match inner {
            Spelled::Pointer(_) => true,
            Spelled::Plain(ty) => matches!(ty.kind(self.db), Kind::Pointer(_)),
            _ => false,
        };
        if is_pointer {
            let to = inner.pointee(self.db)?;
            let inside = if inside.is_empty() { words } else { format!("{words} {inside}") };
            return self.declarator(&to, format!("*{inside}"));
        }
        Some(format!("{words} {}", self.declarator(inner, inside)?))
    }

    // ---- names

    /// The qualified name of a declaration, scopes without a name left out; `None` where one of them is not known.
    pub(crate) fn qualified_name(&self, symbol: Symbol<'db>) -> Option<String> {
        let decl = self.decl(symbol.decl);
        let name = match &decl.name {
            DeclName::Ident(name) | DeclName::TemplateId(name, _) => name.to_string(),
            DeclName::Operator(spelling) if spelling.starts_with(|c: char| c.is_alphabetic()) => {
                format!("operator {spelling}")
            }
            DeclName::Operator(spelling) => format!("operator{spelling}"),
            DeclName::Constructor | DeclName::Destructor => {
                let class = self.class_of(symbol.env)?;
                let Origin::Decl(first) = class.origin(self.db) else { return None };
                let own = self.decl(first).name.ident()?;
                match decl.name {
                    DeclName::Destructor => format!("~{own}"),
                    _ => own.to_string(),
                }
            }
            DeclName::Conversion(to) => {
                let site = Site::new(symbol.env, Point::before(symbol.decl));
                format!("operator {}", self.spelled_text(&self.spelled(to, site)?)?)
            }
            _ => return None,
        };
        Some(format!("{}{name}", self.scope_text(symbol)?))
    }

    /// `A::B::` in front of the name of a declaration.
    fn scope_text(&self, symbol: Symbol<'db>) -> Option<String> {
        let is_friend = self.decl(symbol.decl).specifiers.is_friend;
        let mut parts = Vec::new();
        for (env, frame) in self.frames(symbol.env) {
            match frame {
                Frame::Namespace(id) if env.outer(self.db).is_some() => {
                    let namespace = self.names.namespaces().namespace(id);
                    parts.push(namespace.name.as_deref().unwrap_or("<unnamed>").to_owned());
                }
                Frame::Namespace(_) => {}
                Frame::Class(_) if is_friend => {}
                Frame::Class(class) => {
                    let text = self.spelled_text(&Spelled::Plain(self.ty(Kind::Class(class))))?;
                    parts.push(text);
                    break;
                }
                Frame::Body(..) | Frame::CallOperator(..) => break,
                _ => {}
            }
        }
        parts.reverse();
        let mut text = parts.join("::");
        if !text.is_empty() {
            text.push_str("::");
        }
        Some(text)
    }

    /// The parameters and qualifiers of a function as messages show them: `(int, const char *) const`.
    pub(crate) fn parameters_text(&self, symbol: Symbol<'db>) -> Option<String> {
        let function = self.function_expr(symbol.decl)?;
        let site = Site::new(symbol.env, Point::before(symbol.decl));
        let mut all = Vec::new();
        for param in self.spelled_parameters(function, site)? {
            all.push(self.spelled_text(&param)?);
        }
        if function.variadic {
            all.push("...".to_owned());
        }
        let signature = self.signature(symbol)?;
        let noexcept = signature.ty.as_function(self.db).is_some_and(|ty| ty.noexcept);
        let suffix = function_suffix(signature.qualifiers, signature.ref_qualifier, noexcept);
        let value = match (&function.noexcept, noexcept) {
            (asunder_decls::written::NoexceptExpr::If(_), true) => "(true)",
            (asunder_decls::written::NoexceptExpr::If(_), false) => " noexcept(false)",
            _ => "",
        };
        Some(format!("({}){suffix}{value}", all.join(", ")))
    }

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

/// The innermost part of a type before its declarator.
fn leaf_before(name: &str, declarator: &str) -> String {
    match declarator.is_empty() {
        true => name.to_owned(),
        false => format!("{name} {declarator}"),
    }
}

/// What stands behind the parameters of a function type.
fn function_suffix(qualifiers: Qualifiers, ref_qualifier: RefQualifier, noexcept: bool) -> String {
    let words = [
        (qualifiers.is_const, " const"),
        (qualifiers.is_volatile, " volatile"),
        (ref_qualifier == RefQualifier::Lvalue, " &"),
        (ref_qualifier == RefQualifier::Rvalue, " &&"),
        (noexcept, " noexcept"),
    ];
    words.iter().filter(|(is_there, _)| *is_there).map(|(_, word)| *word).collect()
}

impl Spelled<'_> {
    /// Whether no typedef is shown.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Spelled::Plain(_) | Spelled::Parameter(_) => true,
            Spelled::Named(..) => false,
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
