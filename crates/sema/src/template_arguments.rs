//! Template arguments: as they are given, as those of a template's parameters, and their defaults ([temp.arg]).

use std::rc::Rc;

use asunder_decls::names::Point;
use asunder_decls::written::{
    Arg as WrittenArg, Decl, DeclKind, Expr as Written, Path, TemplateParam, TemplateParamKind, TypeExpr,
};
use asunder_types::{Arg, Args, Kind, Origin, Symbol, Ty, Value};

use crate::convert::{FunctionSet, Ics, Operand};
use crate::infer::{FUNCTIONS, ILL_FORMED, NOT_EVALUATED};
use crate::lookup::{Lookup, Want};
use crate::packs::{Expanded, Pattern};
use crate::view::{Sema, Site};

/// The longest pack that `__integer_pack` is expanded to.
const MAX_INTEGER_PACK: i128 = 65_536;

/// A template argument as it is given, before the parameter that it is for is known.
#[derive(Clone, Debug)]
pub(crate) enum GivenArg<'db> {
    Type(Ty<'db>),
    Value(Value<'db>),
    /// Functions of one name, of which the parameter's type chooses one ([over.over]).
    Functions(Rc<FunctionSet<'db>>),
    /// A variable of a namespace or class that has no constant value: only a reference can be bound to it.
    Object(Symbol<'db>),
    Template(Arg<'db>),
    /// The expansion of a pack without arguments.
    Expansion(Arg<'db>),
}

impl<'db> Sema<'db> {
    /// The arguments `written` of the parameters of the template `symbol`, defaults included.
    pub(crate) fn bind_args(
        &self,
        symbol: Symbol<'db>,
        written: &[WrittenArg],
        site: Site<'_, 'db>,
    ) -> Result<Args<'db>, Ty<'db>> {
        let given = self.given_args(written, site)?;
        self.complete_args(symbol, given, &[])
    }

    /// The arguments of a template from what is given in front, `deduced` by the parameters' numbers, and defaults.
    pub(crate) fn complete_args(
        &self,
        symbol: Symbol<'db>,
        given: Vec<GivenArg<'db>>,
        deduced: &[Option<Arg<'db>>],
    ) -> Result<Args<'db>, Ty<'db>> {
        let decl = self.decl(symbol.decl);
        let Some(header) = decl.templates.last() else { return Err(self.ty(Kind::Error)) };
        let mut given = given.into_iter();
        let mut bound: Vec<Arg<'db>> = Vec::with_capacity(header.params.len());
        for (index, param) in header.params.iter().enumerate() {
            if param.pack {
                let mut all = Vec::new();
                for arg in given.by_ref() {
                    all.push(self.as_argument(symbol, &bound, index, arg)?);
                }
                if let Some(Some(Arg::Pack(deduced))) = deduced.get(index) {
                    for arg in deduced.list(self.db).iter().skip(all.len()) {
                        all.push(self.deduced_argument(symbol, &bound, index, arg)?);
                    }
                }
                // A pack of parameters without arguments stands for itself.
                bound.push(Arg::Pack(self.args(all)));
                continue;
            }
            if let Some(arg) = given.next() {
                bound.push(self.as_argument(symbol, &bound, index, arg)?);
                continue;
            }
            if let Some(Some(arg)) = deduced.get(index) {
                bound.push(self.deduced_argument(symbol, &bound, index, arg)?);
                continue;
            }
            match self.default_arg(symbol, index, &bound)? {
                Some(arg) => bound.push(arg),
                None => return Err(self.wrong_number(&bound)),
            }
        }
        if given.next().is_some() {
            return Err(self.wrong_number(&bound));
        }
        Ok(self.args(bound))
    }

    /// A deduced argument: the bound of an array has the type of its parameter ([temp.deduct.type]/18).
    fn deduced_argument(
        &self,
        symbol: Symbol<'db>,
        bound: &[Arg<'db>],
        index: usize,
        arg: &Arg<'db>,
    ) -> Result<Arg<'db>, Ty<'db>> {
        match arg {
            Arg::Value(value @ Value::Integer(_, ty))
                if ty.as_builtin(self.db) == Some(asunder_types::Builtin::UnsignedLong) =>
            {
                self.as_argument(symbol, bound, index, GivenArg::Value(value.clone()))
            }
            arg => Ok(arg.clone()),
        }
    }

    /// What stands for an instance with too few or too many arguments: of a pack that is expanded it is not known how many
    /// there are.
    fn wrong_number(&self, bound: &[Arg<'db>]) -> Ty<'db> {
        match bound.iter().any(|arg| self.expansion_pattern(arg).is_some()) {
            true => self.gap("expansion for parameters"),
            false => self.ty(Kind::Error),
        }
    }

    /// The default argument of a parameter, whichever declaration of the template has it.
    pub(crate) fn default_arg(
        &self,
        symbol: Symbol<'db>,
        index: usize,
        bound: &[Arg<'db>],
    ) -> Result<Option<Arg<'db>>, Ty<'db>> {
        for decl in self.template_declarations(symbol.decl) {
            let headers = &self.decl(decl).templates;
            let Some(header) = headers.last() else { continue };
            let number = headers.len() as u32 - 1;
            let Some(param) = header.params.get(index) else { continue };
            let env = self.template_env(Symbol { decl, env: symbol.env }, Some(self.args(bound.to_vec())));
            let site = Site::new(env, Point::before(decl));
            match &param.kind {
                TemplateParamKind::Type(Some(default)) => {
                    let ty = self.resolve(default, site);
                    return match ty.kind(self.db) {
                        Kind::Error | Kind::Gap(_) => Err(ty),
                        _ => Ok(Some(Arg::Type(ty))),
                    };
                }
                TemplateParamKind::Value(_, default) if self.takes_types(decl, number, index as u32) => {
                    // The name of a type reads as that of a value.
                    let ty = match default {
                        Some(Written::Name(path)) => self.type_of_path(path, site, Want::Any),
                        Some(_) => self.gap("default of a constrained parameter"),
                        None => continue,
                    };
                    return match ty.kind(self.db) {
                        Kind::Error | Kind::Gap(_) => Err(ty),
                        _ => Ok(Some(Arg::Type(ty))),
                    };
                }
                TemplateParamKind::Value(ty, Some(default)) => {
                    let ty = self.resolve(ty, site);
                    let value = self.constant_of(default, site);
                    return self.value_argument(value, ty).map(Some);
                }
                TemplateParamKind::Template(Some(default)) => {
                    return self.template_argument(default, site).map(Some);
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// A given argument as one of a parameter: values are converted to its type.
    pub(crate) fn as_argument(
        &self,
        symbol: Symbol<'db>,
        bound: &[Arg<'db>],
        index: usize,
        given: GivenArg<'db>,
    ) -> Result<Arg<'db>, Ty<'db>> {
        let param = &self.decl(symbol.decl).templates.last().expect("a template").params[index];
        let error = || Err(self.ty(Kind::Error));
        let header = self.decl(symbol.decl).templates.len() as u32 - 1;
        match (&param.kind, given) {
            (TemplateParamKind::Type(_) | TemplateParamKind::Value(..), GivenArg::Type(ty))
                if self.takes_types(symbol.decl, header, index as u32) =>
            {
                match ty.kind(self.db) {
                    Kind::Error | Kind::Gap(_) => Err(ty),
                    _ => Ok(Arg::Type(ty)),
                }
            }
            (TemplateParamKind::Value(..), GivenArg::Value(Value::Gap(why))) => Err(self.no_value(why)),
            (
                TemplateParamKind::Value(ty, _),
                given @ (GivenArg::Value(_) | GivenArg::Functions(_) | GivenArg::Object(_)),
            ) => {
                let env = self.template_env(symbol, Some(self.args(bound.to_vec())));
                let ty = match ty {
                    TypeExpr::Expansion(inner) => inner,
                    ty => ty,
                };
                let ty = self.resolve(ty, Site::new(env, Point::before(symbol.decl)));
                match given {
                    GivenArg::Functions(set) => self.value_argument(self.chosen_function(set, ty), ty),
                    GivenArg::Value(value) => self.value_argument(value, ty),
                    GivenArg::Object(symbol) => self.referred_argument(symbol, ty),
                    _ => error(),
                }
            }
            // A concept in front of a parameter makes it one for types ([temp.param]/4).
            (TemplateParamKind::Value(ty, _), GivenArg::Type(_)) if self.may_be_concept(ty, symbol) => {
                Err(self.gap("constraints"))
            }
            (TemplateParamKind::Template(_), GivenArg::Template(arg)) => Ok(arg),
            // The name of a class template inside it ([temp.local]/1).
            (TemplateParamKind::Template(_), GivenArg::Type(ty)) => match ty.kind(self.db) {
                Kind::Class(class) => match (class.origin(self.db), class.args(self.db)) {
                    (Origin::Decl(first), Some(_)) => Ok(Arg::Template(first, class.outer(self.db))),
                    _ => error(),
                },
                Kind::Gap(_) => Err(ty),
                _ => error(),
            },
            (_, GivenArg::Expansion(arg)) => Ok(arg),
            (_, GivenArg::Type(ty)) if matches!(ty.kind(self.db), Kind::Gap(_)) => Err(ty),
            _ => error(),
        }
    }

    /// The one of several functions that a parameter of type `ty` takes the address of.
    fn chosen_function(&self, set: Rc<FunctionSet<'db>>, ty: Ty<'db>) -> Value<'db> {
        if self.is_dependent(ty) {
            return Value::Dependent;
        }
        match self.implicit(&Operand::Functions(set), ty, false) {
            Ics::Function(chosen) => {
                // A member of a base is not converted to one of the class ([expr.const]/10).
                let is_converted = match ty.kind(self.db) {
                    Kind::MemberPointer(class, _) => {
                        class.as_class(self.db) != self.class_of(chosen.symbol.env)
                    }
                    _ => false,
                };
                match is_converted {
                    true => Value::Gap(ILL_FORMED),
                    false => Value::Address(chosen.symbol.decl, chosen.symbol.env),
                }
            }
            _ => Value::Gap(FUNCTIONS),
        }
    }

    /// Whether what stands in front of a template parameter is not known to be a type.
    pub(crate) fn may_be_concept(&self, ty: &TypeExpr, template: Symbol<'db>) -> bool {
        let ty = match ty {
            TypeExpr::Expansion(inner) => inner,
            ty => ty,
        };
        let site = Site::new(self.template_env(template, None), Point::before(template.decl));
        matches!(ty, TypeExpr::Name(..))
            && matches!(self.resolve(ty, site).kind(self.db), Kind::Error | Kind::Gap(_))
    }

    /// What an argument without a value makes of the type that has it.
    fn no_value(&self, why: &'static str) -> Ty<'db> {
        if why == ILL_FORMED { self.ty(Kind::Error) } else { self.gap(why) }
    }

    /// A value as an argument of a parameter of type `ty`.
    fn value_argument(&self, value: Value<'db>, ty: Ty<'db>) -> Result<Arg<'db>, Ty<'db>> {
        match value {
            Value::Gap(why) => Err(self.no_value(why)),
            Value::Param(_) | Value::Dependent => Ok(Arg::Value(value)),
            value => match ty.kind(self.db) {
                Kind::Gap(_) | Kind::Error => Err(ty),
                Kind::Auto | Kind::DecltypeAuto | Kind::Dependent | Kind::Param(_) => Ok(Arg::Value(value)),
                Kind::Reference(to, _)
                    if matches!(value, Value::Address(..)) && to.as_function(self.db).is_some() =>
                {
                    Ok(Arg::Value(value))
                }
                _ => match self.converted_value(value, ty.unqualified(self.db)) {
                    Some(value) => Ok(Arg::Value(value)),
                    None => Err(self.gap("template argument of this type")),
                },
            },
        }
    }

    /// A variable as the argument of a parameter of type `ty`, which is a reference to its type, perhaps to `const`.
    fn referred_argument(&self, symbol: Symbol<'db>, ty: Ty<'db>) -> Result<Arg<'db>, Ty<'db>> {
        let own = self.variable_type(symbol);
        let is_bound = match ty.kind(self.db) {
            Kind::Reference(to, false) => {
                to.unqualified(self.db) == own.unqualified(self.db)
                    && (to.qualifiers(self.db).is_const || !own.qualifiers(self.db).is_const)
            }
            _ => false,
        };
        match is_bound && !own.absorbs(self.db) {
            true => Ok(Arg::Value(Value::Address(symbol.decl, symbol.env))),
            false => Err(self.gap(NOT_EVALUATED)),
        }
    }

    /// The variable of a namespace or class that a name without template arguments means.
    fn object_named(&self, expr: &Written, site: Site<'_, 'db>) -> Option<Symbol<'db>> {
        let Written::Name(path) = expr else { return None };
        let named = self.lookup_path(path, site, Want::Any);
        let (Lookup::Found(symbols), None) = (&named.found, named.args) else { return None };
        let [symbol] = symbols.as_slice() else { return None };
        let decl = self.decl(symbol.decl);
        let is_object = matches!(decl.kind, DeclKind::Variable { .. })
            && decl.templates.is_empty()
            && !crate::uses::is_local(symbol.decl)
            && (decl.parent.is_none() || decl.specifiers.is_static);
        is_object.then_some(*symbol)
    }

    fn template_argument(&self, path: &Path, site: Site<'_, 'db>) -> Result<Arg<'db>, Ty<'db>> {
        match self.template_named(path, site) {
            Some(arg) => Ok(arg),
            None => Err(self.gap("template argument")),
        }
    }

    /// The template that a path without arguments names.
    pub(crate) fn template_named(&self, path: &Path, site: Site<'_, 'db>) -> Option<Arg<'db>> {
        let named = self.lookup_path(path, site, Want::Any);
        if named.args.is_some() {
            return None;
        }
        match &named.found {
            Lookup::Found(symbols) => {
                let symbol = symbols.first()?;
                let decl = self.decl(symbol.decl);
                let is_template = !decl.templates.is_empty()
                    && matches!(decl.kind, DeclKind::Class(_) | DeclKind::Typedef(_));
                if let Some(path) = only_renames(decl) {
                    return self.template_named(&path, Site::new(symbol.env, Point::before(symbol.decl)));
                }
                is_template.then(|| Arg::Template(self.first_declaration(symbol.decl), symbol.env))
            }
            Lookup::Param(_, Some(arg @ Arg::Template(..))) => Some(arg.clone()),
            Lookup::Param(param, None) => {
                let list = &self.decl(param.template).templates[param.header as usize];
                let is_template =
                    matches!(list.params[param.index as usize].kind, TemplateParamKind::Template(_));
                is_template.then_some(Arg::TemplateParam(*param))
            }
            _ => None,
        }
    }

    /// The given arguments, packs expanded.
    pub(crate) fn given_args(
        &self,
        written: &[WrittenArg],
        site: Site<'_, 'db>,
    ) -> Result<Vec<GivenArg<'db>>, Ty<'db>> {
        let mut given = Vec::with_capacity(written.len());
        for arg in written {
            match arg {
                WrittenArg::Expansion(pattern) => self.expanded_args(pattern, site, &mut given)?,
                WrittenArg::Type(TypeExpr::Expansion(pattern)) => {
                    let pattern = WrittenArg::Type((**pattern).clone());
                    self.expanded_args(&pattern, site, &mut given)?;
                }
                // What is called has no name of a type.
                WrittenArg::Expr(Written::Expansion(pattern)) => {
                    self.expanded_args(&WrittenArg::Expr((**pattern).clone()), site, &mut given)?;
                }
                arg => match integer_pack(arg) {
                    Some(count) => self.integer_pack(count, site, &mut given)?,
                    None => given.push(self.given_arg(arg, site)),
                },
            }
        }
        Ok(given)
    }

    /// The values of `__integer_pack(n)...`: the numbers below `n`, of its type (GCC's built-in function).
    fn integer_pack(
        &self,
        count: &Written,
        site: Site<'_, 'db>,
        given: &mut Vec<GivenArg<'db>>,
    ) -> Result<(), Ty<'db>> {
        match self.constant_of(count, site) {
            Value::Integer(count, ty) if count <= MAX_INTEGER_PACK => {
                given.extend((0..count).map(|number| GivenArg::Value(Value::Integer(number, ty))));
                Ok(())
            }
            Value::Param(_) | Value::Dependent => {
                given.push(GivenArg::Expansion(Arg::Value(Value::Dependent)));
                Ok(())
            }
            Value::Gap(why) => Err(self.no_value(why)),
            _ => Err(self.gap("integer pack")),
        }
    }

    fn expanded_args(
        &self,
        pattern: &WrittenArg,
        site: Site<'_, 'db>,
        given: &mut Vec<GivenArg<'db>>,
    ) -> Result<(), Ty<'db>> {
        if let WrittenArg::Expr(Written::Call(callee, args)) = pattern
            && matches!(&**callee, Written::Name(path) if path.as_ident().is_some_and(|it| &**it == "__integer_pack"))
            && let [count] = args.as_slice()
        {
            return self.integer_pack(count, site, given);
        }
        match self.expanded(&mut |site| self.given_arg(pattern, site), &Pattern::Arg(pattern), site) {
            Expanded::All(all) => given.extend(all),
            Expanded::Open => match self.given_arg(pattern, site) {
                GivenArg::Type(ty) if ty.absorbs(self.db) => return Err(self.ty(Kind::Dependent)),
                GivenArg::Type(ty) => {
                    let ty = self.ty(Kind::Expansion(ty));
                    given.push(GivenArg::Expansion(Arg::Type(ty)));
                }
                GivenArg::Value(value) => given.push(GivenArg::Expansion(Arg::Value(value))),
                GivenArg::Functions(_) => return Err(self.gap(FUNCTIONS)),
                GivenArg::Object(_) => return Err(self.gap(NOT_EVALUATED)),
                GivenArg::Template(arg) => given.push(GivenArg::Expansion(arg)),
                GivenArg::Expansion(arg) => given.push(GivenArg::Expansion(arg)),
            },
            Expanded::Gap(why) => return Err(self.gap(why)),
        }
        Ok(())
    }

    fn given_arg(&self, arg: &WrittenArg, site: Site<'_, 'db>) -> GivenArg<'db> {
        match arg {
            WrittenArg::Type(ty) => GivenArg::Type(self.resolve(ty, site)),
            WrittenArg::Expr(expr) => self.given_value(expr, site),
            WrittenArg::Name(path) => self.given_name(path, site),
            WrittenArg::Expansion(inner) => self.given_arg(inner, site),
            // A call whose callee is not a type is a value.
            WrittenArg::Ambiguous(ty, expr)
                if matches!(**ty, TypeExpr::Unknown)
                    && matches!(&**expr, Written::Call(callee, _) if self.names_no_type(callee, site)) =>
            {
                self.given_value(expr, site)
            }
            WrittenArg::Ambiguous(ty, expr) => {
                let resolved = self.resolve(ty, site);
                match resolved.kind(self.db) {
                    Kind::Error => self.given_value(expr, site),
                    // Without `typename` a member of what depends on a parameter is a value ([temp.res]/3).
                    Kind::Dependent if matches!(&**ty, TypeExpr::Name(path, false) if path.segments.len() > 1) => {
                        GivenArg::Value(Value::Dependent)
                    }
                    _ => GivenArg::Type(resolved),
                }
            }
        }
    }

    /// Whether an expression is known not to name a type.
    fn names_no_type(&self, expr: &Written, site: Site<'_, 'db>) -> bool {
        match expr {
            Written::Name(path) => !self.is_name_of_type(path, site),
            _ => true,
        }
    }

    /// An expression as an argument.
    fn given_value(&self, expr: &Written, site: Site<'_, 'db>) -> GivenArg<'db> {
        match self.constant_of(expr, site) {
            Value::Gap(FUNCTIONS) => match self.functions_of_written(expr, site) {
                Some(set) => GivenArg::Functions(set),
                None => GivenArg::Value(Value::Gap(FUNCTIONS)),
            },
            Value::Gap(NOT_EVALUATED) => match self.object_named(expr, site) {
                Some(symbol) => GivenArg::Object(symbol),
                None => GivenArg::Value(Value::Gap(NOT_EVALUATED)),
            },
            value => GivenArg::Value(value),
        }
    }

    /// A lone name as an argument: a type, a template or a value.
    fn given_name(&self, path: &Path, site: Site<'_, 'db>) -> GivenArg<'db> {
        let named = self.lookup_path(path, site, Want::Any);
        match &named.found {
            Lookup::Found(symbols) => {
                let Some(first) = symbols.first() else { return GivenArg::Type(self.ty(Kind::Error)) };
                let decl = self.decl(first.decl);
                match &decl.kind {
                    DeclKind::Class(_) | DeclKind::Typedef(_)
                        if !decl.templates.is_empty() && named.args.is_none() =>
                    {
                        let own = || Arg::Template(self.first_declaration(first.decl), first.env);
                        GivenArg::Template(self.template_named(path, site).unwrap_or_else(own))
                    }
                    DeclKind::Class(_) | DeclKind::Typedef(_) | DeclKind::Enum(_) => {
                        GivenArg::Type(self.type_of_lookup(&named.found, named.args, site))
                    }
                    _ => self.given_value(&Written::Name(path.clone()), site),
                }
            }
            Lookup::Param(param, arg) => {
                let list = &self.decl(param.template).templates[param.header as usize];
                let takes_types = self.takes_types(param.template, param.header, param.index);
                match (&list.params[param.index as usize].kind, arg) {
                    (TemplateParamKind::Value(..), _) if named.args.is_none() && !takes_types => match arg {
                        Some(Arg::Value(value)) => GivenArg::Value(value.clone()),
                        Some(_) => GivenArg::Value(Value::Gap("pack outside of an expansion")),
                        None => GivenArg::Value(Value::Param(*param)),
                    },
                    (TemplateParamKind::Template(_), Some(arg @ Arg::Template(..)))
                        if named.args.is_none() =>
                    {
                        GivenArg::Template(arg.clone())
                    }
                    (TemplateParamKind::Template(_), None) if named.args.is_none() => {
                        GivenArg::Template(Arg::TemplateParam(*param))
                    }
                    _ => GivenArg::Type(self.type_of_lookup(&named.found, named.args, site)),
                }
            }
            Lookup::Injected(_) => GivenArg::Type(self.type_of_lookup(&named.found, named.args, site)),
            Lookup::Parameter(..) | Lookup::Variable(_) => {
                self.given_value(&Written::Name(path.clone()), site)
            }
            Lookup::Dependent if path.segments.len() > 1 => GivenArg::Value(Value::Dependent),
            Lookup::Dependent => GivenArg::Type(self.ty(Kind::Dependent)),
            Lookup::Gap(why) => GivenArg::Type(self.gap(why)),
            Lookup::None => GivenArg::Type(self.type_of_path(path, site, Want::Any)),
        }
    }

    pub(crate) fn untyped_args(
        &self,
        args: &[WrittenArg],
        site: Site<'_, 'db>,
    ) -> Result<Args<'db>, Ty<'db>> {
        let given = self.given_args(args, site)?;
        let plain = given.into_iter().map(|arg| match arg {
            GivenArg::Type(ty) => Arg::Type(ty),
            GivenArg::Value(value) => Arg::Value(value),
            GivenArg::Functions(_) => Arg::Value(Value::Gap(FUNCTIONS)),
            GivenArg::Object(_) => Arg::Value(Value::Gap(NOT_EVALUATED)),
            GivenArg::Template(arg) | GivenArg::Expansion(arg) => arg,
        });
        Ok(self.args(plain.collect()))
    }

    /// Whether an argument that is given depends on a template parameter.
    pub(crate) fn is_dependent_given(&self, arg: &GivenArg<'db>) -> bool {
        match arg {
            GivenArg::Type(ty) => self.is_dependent(*ty),
            GivenArg::Value(value) => matches!(value, Value::Param(_) | Value::Dependent),
            GivenArg::Functions(_) | GivenArg::Object(_) => false,
            GivenArg::Template(arg) => self.is_dependent_arg(arg),
            GivenArg::Expansion(_) => true,
        }
    }
}

/// The count of `__integer_pack(n)...`.
fn integer_pack(arg: &WrittenArg) -> Option<&Written> {
    match arg {
        WrittenArg::Ambiguous(_, expr) => match &**expr {
            Written::IntegerPack(count) => Some(count),
            _ => None,
        },
        _ => None,
    }
}

/// The template that an alias template is another name for: it has the alias's parameters, in their order, for arguments
/// (CWG 1286).
fn only_renames(alias: &Decl) -> Option<Path> {
    let (DeclKind::Typedef(TypeExpr::Name(path, _)), [header]) = (&alias.kind, alias.templates.as_slice())
    else {
        return None;
    };
    let args = path.segments.last()?.args.as_ref()?;
    let is_param = |(arg, param): (&WrittenArg, &TemplateParam)| {
        let (arg, pack) = match arg {
            WrittenArg::Expansion(inner) => (&**inner, true),
            arg => (arg, false),
        };
        let name = match arg {
            WrittenArg::Name(path) | WrittenArg::Type(TypeExpr::Name(path, _)) => path.as_ident(),
            _ => None,
        };
        param.pack == pack && name.is_some() && name == param.name.as_ref()
    };
    let is_same = args.len() == header.params.len() && args.iter().zip(&header.params).all(is_param);
    let mut path = path.clone();
    path.segments.last_mut()?.args = None;
    is_same.then_some(path)
}
