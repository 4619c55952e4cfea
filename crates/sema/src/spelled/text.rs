//! The texts of spelled types, and of the names in them.

use std::rc::Rc;

use asunder_decls::names::Point;
use asunder_decls::written::{DeclName, NoexceptExpr, TemplateHeader, TypeExpr};
use asunder_hir::body::Lambda;
use asunder_types::{
    Arg, Bound, CallOperator, Class, Frame, Function, Kind, Origin, Qualifiers, RefQualifier, Symbol, Ty,
    Value, is_longer_than,
};

use super::{Spelled, SpelledFunction, Typedefs};
use crate::arguments::LONGEST;
use crate::finding::Argument;
use crate::first_written::SpelledArg;
use crate::view::{Sema, Site};

impl<'db> Sema<'db> {
    /// The text of a spelled type.
    pub(crate) fn spelled_text(&self, spelled: &Spelled<'db>) -> Option<String> {
        self.declarator(spelled, String::new(), Typedefs::Named)
    }

    /// The text of a spelled type, its typedefs shown or followed.
    pub(crate) fn text_of(&self, spelled: &Spelled<'db>, typedefs: Typedefs) -> Option<String> {
        self.declarator(spelled, String::new(), typedefs)
    }

    /// A spelled type as an argument of a message.
    pub(crate) fn type_argument(&self, spelled: &Spelled<'db>) -> Option<Argument> {
        let written = self.spelled_text(spelled)?;
        let meaning = match self.has_meaning(spelled) {
            true => Some(self.declarator(spelled, String::new(), Typedefs::Followed)?),
            false => None,
        };
        Some(Argument::Type { meaning: meaning.filter(|meaning| *meaning != written), written })
    }

    /// Whether a typedef is shown whose meaning follows.
    fn has_meaning(&self, spelled: &Spelled<'db>) -> bool {
        match spelled {
            Spelled::Plain(ty) => match self.opened(*ty) {
                Some(opened) => self.has_meaning(&opened),
                None => match ty.kind(self.db) {
                    Kind::Class(class) => {
                        self.first_arguments_of(*class).is_some_and(|args| self.have_meaning(&args))
                            || self.class_of(class.outer(self.db)).is_some_and(|outer| {
                                self.has_meaning(&Spelled::Plain(self.ty(Kind::Class(outer))))
                            })
                    }
                    _ => false,
                },
            },
            Spelled::Instance(class, args) => match self.first_arguments_of(*class) {
                Some(_) => self.has_meaning(&Spelled::Plain(self.ty(Kind::Class(*class)))),
                None => self.have_meaning(args),
            },
            Spelled::Parameter(_) | Spelled::Unknown(_) => false,
            Spelled::Named(name, _) => name.followed.as_ref() != Some(&name.text),
            Spelled::Qualified(_, inner) => !matches!(**inner, Spelled::Named(..)) && self.has_meaning(inner),
            Spelled::Pointer(inner)
            | Spelled::Reference(inner, _)
            | Spelled::Array(inner, _)
            | Spelled::MemberPointer(_, inner) => self.has_meaning(inner),
            Spelled::Function(function) => {
                self.has_meaning(&function.result)
                    || function.params.iter().any(|param| self.has_meaning(param))
            }
        }
    }

    fn have_meaning(&self, args: &[SpelledArg<'db>]) -> bool {
        args.iter().any(|arg| matches!(arg, SpelledArg::Type(spelled) if self.has_meaning(spelled)))
    }

    /// A compound type, such as a pointer or a function type, as spelled parts; `None` for a type that has a name.
    fn opened(&self, ty: Ty<'db>) -> Option<Spelled<'db>> {
        let plain = |ty: &Ty<'db>| Rc::new(Spelled::Plain(*ty));
        Some(match ty.kind(self.db) {
            Kind::Pointer(to) => Spelled::Pointer(plain(to)),
            Kind::Reference(to, rvalue) => Spelled::Reference(plain(to), *rvalue),
            Kind::Qualified(qualifiers, inner) => Spelled::Qualified(*qualifiers, plain(inner)),
            Kind::Array(element, bound) => Spelled::Array(plain(element), *bound),
            Kind::Function(function) => Spelled::Function(SpelledFunction {
                result: plain(&function.result),
                is_trailing: false,
                params: function.params.iter().map(|param| Spelled::Plain(*param)).collect(),
                ty: Rc::new(function.clone()),
            }),
            Kind::MemberPointer(class, member) => Spelled::MemberPointer(*class, plain(member)),
            _ => return None,
        })
    }

    /// The text of a type around what its declarator holds so far.
    fn declarator(&self, spelled: &Spelled<'db>, inside: String, typedefs: Typedefs) -> Option<String> {
        let db = self.db;
        let leaf = |name: &str| leaf_before(name, &inside);
        let grouped = || match inside.starts_with(['*', '&']) || inside.contains("::*") {
            true => format!("({inside})"),
            false => inside.clone(),
        };
        match spelled {
            Spelled::Named(name, to) => match (typedefs, &name.followed) {
                (Typedefs::Outside, _) if name.text.contains(">::") => self.declarator(to, inside, typedefs),
                (Typedefs::Named | Typedefs::Listed | Typedefs::Outside, _) => Some(leaf(&name.text)),
                (Typedefs::Followed, Some(followed)) => Some(leaf(followed)),
                (Typedefs::Followed, None) => self.declarator(to, inside, typedefs),
            },
            Spelled::Parameter(name) => Some(leaf(name)),
            Spelled::Unknown(_) => None,
            Spelled::Instance(class, args) => match self.first_arguments_of(*class) {
                Some(_) => Some(leaf(&self.class_text(*class, typedefs)?)),
                None if is_longer_than(class.args(db)?, self, LONGEST) => None,
                None => Some(leaf(&self.class_text_by(*class, args, typedefs)?)),
            },
            Spelled::Qualified(qualifiers, inner) => {
                self.qualified_declarator(*qualifiers, inner, inside, typedefs)
            }
            Spelled::Pointer(to) => self.declarator(to, format!("*{inside}"), typedefs),
            Spelled::Reference(to, rvalue) => {
                self.declarator(to, format!("{}{inside}", if *rvalue { "&&" } else { "&" }), typedefs)
            }
            Spelled::MemberPointer(class, member) => {
                let class = self.text_of(&Spelled::Plain(*class), typedefs)?;
                self.declarator(member, format!("{class}::*{inside}"), typedefs)
            }
            Spelled::Array(element, bound) => {
                let bound = match bound {
                    Bound::Count(count) => count.to_string(),
                    Bound::Unknown => String::new(),
                    bound => self.open_bound(*bound)?,
                };
                self.declarator(element, format!("{}[{bound}]", grouped()), typedefs)
            }
            Spelled::Function(SpelledFunction { result, is_trailing, params, ty }) => {
                let mut all = Vec::with_capacity(params.len() + 1);
                for param in params.iter() {
                    all.push(self.text_of(param, typedefs)?);
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
                    true => {
                        Some(format!("{}->{}", leaf_before("auto", &text), self.text_of(result, typedefs)?))
                    }
                    false => self.declarator(result, text, typedefs),
                }
            }
            Spelled::Plain(ty) => match ty.kind(db) {
                Kind::Enum(decl, env) => match &self.decl(*decl).name {
                    // A typedef may name it.
                    DeclName::None => {
                        let text = self.display(*ty);
                        let is_unnamed = text == "<unnamed>" || text.ends_with("::<unnamed>");
                        Some(leaf(&if is_unnamed { format!("enum {text}") } else { text }))
                    }
                    _ => Some(leaf(&self.name_in_scope(Symbol { decl: *decl, env: *env }, typedefs)?)),
                },
                Kind::Builtin(_) => Some(leaf(&self.display(*ty))),
                Kind::Class(class) => {
                    let text = self.class_text(*class, typedefs)?;
                    (!text.contains("<gap") && !text.contains("<dependent") && !text.contains("<error"))
                        .then(|| leaf(&text))
                }
                Kind::Auto => Some(leaf("auto")),
                Kind::Expansion(inner) if inside.is_empty() => {
                    Some(format!("{}...", self.text_of(&Spelled::Plain(*inner), typedefs)?))
                }
                Kind::Param(_) => Some(leaf(&self.display(*ty))),
                _ => self.declarator(&self.opened(*ty)?, inside, typedefs),
            },
        }
    }

    /// `lambda [](int)->void`
    pub(crate) fn closure_text(&self, class: Class<'db>) -> Option<String> {
        let closure = self.closure(class)?;
        if let Some(lambda) = self.written_lambda(class)
            && let Some(header) = &lambda.template
        {
            return self.template_lambda_text(class, lambda, header);
        }
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

    /// The lambda of a closure.
    fn written_lambda(&self, class: Class<'db>) -> Option<&'db Lambda> {
        let Origin::Lambda(item, index, lambda) = class.origin(self.db) else { return None };
        self.bodies(item).bodies.get(index as usize)?.1.lambdas.get(lambda as usize)
    }

    /// The result that a lambda is written with.
    pub(crate) fn written_result(&self, class: Class<'db>) -> Option<Option<&'db TypeExpr>> {
        Some(self.written_lambda(class)?.result.as_ref())
    }

    /// `lambda [](T)->auto` of a lambda with template parameters of its own.
    fn template_lambda_text(
        &self,
        class: Class<'db>,
        lambda: &Lambda,
        header: &TemplateHeader,
    ) -> Option<String> {
        let Origin::Lambda(item, ..) = class.origin(self.db) else { return None };
        let site = Site::new(class.outer(self.db), Point::end_of(item));
        let text = |ty: &TypeExpr| self.spelled_text(&self.spelled_with_parameters(ty, header, site)?);
        let params: Option<Vec<String>> = lambda.params.iter().map(|param| text(&param.ty)).collect();
        let result = match &lambda.result {
            Some(result) => text(result)?,
            None => "auto".to_owned(),
        };
        let mutable = if lambda.is_mutable { " mutable" } else { "" };
        let noexcept = if lambda.is_noexcept { " noexcept" } else { "" };
        Some(format!("lambda []({}){mutable}->{result}{noexcept}", params?.join(", ")))
    }

    /// A type around a template parameter of a lambda, or one that names none of these.
    fn spelled_with_parameters(
        &self,
        ty: &TypeExpr,
        header: &TemplateHeader,
        site: Site<'_, 'db>,
    ) -> Option<Spelled<'db>> {
        let inner = |ty| self.spelled_with_parameters(ty, header, site);
        match ty {
            TypeExpr::Name(path, _) => {
                let own = path
                    .as_ident()
                    .filter(|name| header.params.iter().any(|param| param.name.as_deref() == Some(&***name)));
                match own {
                    Some(name) => Some(Spelled::Parameter(name.to_string().into())),
                    None => self.spelled(ty, site),
                }
            }
            TypeExpr::Pointer(to) => Some(inner(to)?.pointer_to()),
            TypeExpr::LvalueRef(to) => Some(Spelled::Reference(Rc::new(inner(to)?), false)),
            TypeExpr::RvalueRef(to) => Some(Spelled::Reference(Rc::new(inner(to)?), true)),
            TypeExpr::Qualified(qualifiers, of) => Some(inner(of)?.qualified(*qualifiers)),
            ty => self.spelled(ty, site),
        }
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
        typedefs: Typedefs,
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
            return self.declarator(inner, inside, typedefs);
        }
        let is_pointer = match inner {
            Spelled::Pointer(_) => true,
            Spelled::Plain(ty) => matches!(ty.kind(self.db), Kind::Pointer(_)),
            _ => false,
        };
        if is_pointer {
            let to = inner.pointee(self.db)?;
            let inside = if inside.is_empty() { words } else { format!("{words} {inside}") };
            return self.declarator(&to, format!("*{inside}"), typedefs);
        }
        Some(format!("{words} {}", self.declarator(inner, inside, typedefs)?))
    }

    // ---- names

    /// The qualified name of a declaration, scopes without a name left out; `None` where one of them is not known.
    pub(crate) fn qualified_name(&self, symbol: Symbol<'db>) -> Option<String> {
        self.name_in_scope(symbol, Typedefs::Named)
    }

    /// The same with typedefs among the arguments of the scopes shown or followed.
    pub(crate) fn name_in_scope(&self, symbol: Symbol<'db>, typedefs: Typedefs) -> Option<String> {
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
        Some(format!("{}{name}", self.scope_text(symbol, typedefs)?))
    }

    /// `A::B::` in front of the name of a declaration.
    fn scope_text(&self, symbol: Symbol<'db>, typedefs: Typedefs) -> Option<String> {
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
                    parts.push(self.text_of(&Spelled::Plain(self.ty(Kind::Class(class))), typedefs)?);
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
            (NoexceptExpr::If(_), true) => "(true)",
            (NoexceptExpr::If(condition), false) => match self.constant_of(condition, site) {
                Value::Integer(..) => " noexcept(false)",
                _ => "",
            },
            _ => "",
        };
        Some(format!("({}){suffix}{value}", all.join(", ")))
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
