//! What declarations of functions, variables and enumerators declare: types and values.

use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{DeclKind, DeclName, FunctionExpr, ParamExpr, Path, TypeExpr};
use asunder_hir::body::{FIRST_LOCAL, Owner};
use asunder_types::{Builtin, Class, Frame, Function, Kind, Qualifiers, RefQualifier, Symbol, Ty, Value};

use crate::lookup::{Lookup, Want};
use crate::view::{Sema, Site};

/// The type of a function, and what a call needs besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signature<'db> {
    /// The function type; `Error` or a gap where a part of it is.
    pub(crate) ty: Ty<'db>,
    /// The types of the parameters.
    pub(crate) params: Box<[Ty<'db>]>,
    /// The return type; `auto` before it is deduced.
    pub(crate) result: Ty<'db>,
    /// Parameters without default arguments.
    pub(crate) required: u32,
    /// Ends with an ellipsis.
    pub(crate) variadic: bool,
    /// Cv-qualifiers of a member function.
    pub(crate) qualifiers: Qualifiers,
    /// The ref-qualifier of a member function.
    pub(crate) ref_qualifier: RefQualifier,
    /// The class whose objects it is called for: that of a member function that is not static.
    pub(crate) object: Option<Class<'db>>,
}

impl<'db> Sema<'db> {
    /// The function declarator of a declaration, if it declares a function.
    pub(crate) fn function_expr(&self, decl: DeclRef) -> Option<&'db FunctionExpr> {
        match &self.decl(decl).kind {
            DeclKind::Function { ty: TypeExpr::Function(function), .. } => Some(function),
            DeclKind::FunctionOrVariable { function: TypeExpr::Function(function), .. } => {
                self.declares_function(decl, function).then_some(function)
            }
            _ => None,
        }
    }

    /// The parameters of a deduction guide, with its class as the result.
    fn guide_expr(&self, decl: DeclRef) -> Option<&'db FunctionExpr> {
        match &self.decl(decl).kind {
            DeclKind::DeductionGuide { ty: TypeExpr::Function(function), .. } => Some(function),
            _ => None,
        }
    }

    /// Whether `T name(u);` declares a function: all that looks like parameters names types.
    fn declares_function(&self, decl: DeclRef, function: &FunctionExpr) -> bool {
        if decl.local.0 < FIRST_LOCAL {
            return self.names.function_of(decl).is_some();
        }
        let site = Site::new(self.env_of(decl), Point::before(decl));
        self.are_types(&function.params, site)
    }

    /// Whether all of what looks like parameters are.
    pub(crate) fn are_types(&self, params: &[ParamExpr], site: Site<'_, 'db>) -> bool {
        params.iter().all(|param| match &param.ty {
            TypeExpr::None => false,
            TypeExpr::Function(function) => {
                // `S(s)` declares a parameter `s`.
                let names_parameter = matches!(function.params.as_slice(), [only] if only.name.is_none()
                    && matches!(&only.ty, TypeExpr::Name(path, false) if path.as_ident().is_some()));
                self.names_type(&function.result, site)
                    && (names_parameter || self.are_types(&function.params, site))
            }
            ty => self.names_type(ty, site),
        })
    }

    /// Whether a name is a type's: one that is not known counts as one.
    pub(crate) fn is_name_of_type(&self, path: &Path, site: Site<'_, 'db>) -> bool {
        let named = self.lookup_path(path, site, Want::Any);
        match named.found {
            Lookup::Found(symbols) => symbols.iter().any(|symbol| {
                let kind = &self.decl(symbol.decl).kind;
                matches!(kind, DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Typedef(_))
            }),
            Lookup::Param(param, _) => {
                let list = &self.decl(param.template).templates[param.header as usize];
                !matches!(
                    list.params[param.index as usize].kind,
                    asunder_decls::written::TemplateParamKind::Value(..)
                ) || self.takes_types(param.template, param.header, param.index)
            }
            Lookup::Injected(_) | Lookup::Gap(_) => true,
            Lookup::None => path.as_ident().is_some_and(|_| {
                !matches!(self.type_of_path(path, site, Want::Any).kind(self.db), Kind::Error)
            }),
            _ => false,
        }
    }

    /// Whether what looks like a type is one: its innermost name may be that of a value.
    pub(crate) fn names_type(&self, ty: &TypeExpr, site: Site<'_, 'db>) -> bool {
        match ty {
            TypeExpr::Name(path, false) => self.is_name_of_type(path, site),
            TypeExpr::Qualified(_, inner)
            | TypeExpr::Pointer(inner)
            | TypeExpr::LvalueRef(inner)
            | TypeExpr::RvalueRef(inner)
            | TypeExpr::Array(_, inner)
            | TypeExpr::Expansion(inner)
            | TypeExpr::MemberPointer(_, inner) => self.names_type(inner, site),
            TypeExpr::Function(function) => self.names_type(&function.result, site),
            _ => true,
        }
    }

    /// Whether a declaration is a function template of its own.
    pub(crate) fn is_function_template(&self, decl: DeclRef) -> bool {
        let written = self.decl(decl);
        written.qualifier.is_none()
            && written.templates.last().is_some_and(|header| !header.params.is_empty())
    }

    /// Whether a declaration is a specialization or an explicit instantiation, which no overload resolution sees.
    pub(crate) fn is_specialization(&self, decl: DeclRef) -> bool {
        let written = self.decl(decl);
        written.explicit_instantiation
            || matches!(written.name, DeclName::TemplateId(..))
            || written.templates.last().is_some_and(|header| header.params.is_empty())
    }

    /// The signature of a function in its scopes; of a template in those of its last parameter list.
    pub(crate) fn signature(&self, symbol: Symbol<'db>) -> Option<Rc<Signature<'db>>> {
        let function = self.function_expr(symbol.decl).or_else(|| self.guide_expr(symbol.decl))?;
        let find = || Rc::new(self.find_signature(symbol, function));
        let cyclic = || Rc::new(self.broken_signature(self.gap("cyclic signature"), function));
        Some(self.remembered(&self.signatures, symbol, cyclic, find))
    }

    fn broken_signature(&self, ty: Ty<'db>, function: &FunctionExpr) -> Signature<'db> {
        Signature {
            ty,
            params: Box::default(),
            result: ty,
            required: 0,
            variadic: function.variadic,
            qualifiers: function.qualifiers,
            ref_qualifier: function.ref_qualifier,
            object: None,
        }
    }

    fn find_signature(&self, symbol: Symbol<'db>, function: &'db FunctionExpr) -> Signature<'db> {
        let db = self.db;
        let written = self.decl(symbol.decl);
        let site = Site::new(symbol.env, Point::before(symbol.decl));
        let params = self.parameter_types(function, site);
        if let Some(bad) = params.iter().find(|ty| matches!(ty.kind(db), Kind::Error)) {
            return self.broken_signature(*bad, function);
        }
        let result = match &written.name {
            DeclName::Conversion(to) if matches!(function.result, TypeExpr::None) => self.resolve(to, site),
            _ => {
                let env = self.within(symbol.env, Frame::Parameters(symbol.decl));
                self.resolve(&function.result, Site { env, ..site })
            }
        };
        if matches!(result.kind(db), Kind::Error) {
            return self.broken_signature(result, function);
        }
        let mut qualifiers = function.qualifiers;
        let class = self.class_around(symbol);
        let is_member = class.is_some()
            && !written.specifiers.is_friend
            && !written.specifiers.is_static
            && !matches!(written.name, DeclName::Constructor)
            && !matches!(written.kind, DeclKind::DeductionGuide { .. })
            // Allocation functions are static ([class.free]/1).
            && !matches!(&written.name, DeclName::Operator(op) if op.starts_with("new") || op.starts_with("delete"));
        // Before C++14 a constexpr member function is const.
        if is_member
            && written.specifiers.is_constexpr
            && self.dialect.standard < asunder_syntax::Standard::Cpp14
        {
            qualifiers.is_const = true;
        }
        let as_written = self.function_of_parts(function, params.clone(), result, site);
        let as_written = as_written.as_function(db);
        let ty = self.ty(Kind::Function(Function {
            result,
            params: params.clone().into(),
            variadic: function.variadic,
            qualifiers,
            ref_qualifier: function.ref_qualifier,
            noexcept: as_written.is_some_and(|function| function.noexcept),
            noexcept_if: as_written.and_then(|function| function.noexcept_if),
        }));
        let required = required_arguments(db, function, &params);
        Signature {
            ty,
            params: params.into(),
            result,
            required,
            variadic: function.variadic,
            qualifiers,
            ref_qualifier: function.ref_qualifier,
            object: if is_member { class } else { None },
        }
    }

    /// The class that a member belongs to.
    pub(crate) fn class_around(&self, symbol: Symbol<'db>) -> Option<Class<'db>> {
        let written = self.decl(symbol.decl);
        if written.parent.is_none() && written.qualifier.is_none() {
            return None;
        }
        self.class_of(symbol.env)
    }

    /// What a function returns: where it is declared `auto`, what its body gives.
    pub(crate) fn result_of(&self, symbol: Symbol<'db>, signature: &Signature<'db>) -> Ty<'db> {
        if !self.has_auto(signature.result) {
            return signature.result;
        }
        let find = || self.instance(self.gap("instances too deep"), || crate::infer::returned(self, symbol));
        self.remembered(&self.returned, symbol, || self.gap("cyclic return type"), find)
    }

    /// Whether a type is a placeholder, or built on one ([dcl.spec.auto]).
    pub(crate) fn has_auto(&self, ty: Ty<'db>) -> bool {
        match ty.kind(self.db) {
            Kind::Auto | Kind::DecltypeAuto => true,
            Kind::Pointer(inner)
            | Kind::Reference(inner, _)
            | Kind::Qualified(_, inner)
            | Kind::MemberPointer(_, inner) => self.has_auto(*inner),
            Kind::Function(function) => self.has_auto(function.result),
            _ => false,
        }
    }

    // ---- variables

    /// The type that a variable or data member is declared with, `auto` deduced.
    pub(crate) fn variable_type(&self, symbol: Symbol<'db>) -> Ty<'db> {
        if let Some(known) = self.local_types.borrow().get(&(symbol.decl, symbol.env)) {
            return *known;
        }
        let find = || self.find_variable_type(symbol);
        self.remembered(&self.variables, symbol, || self.gap("cyclic variable"), find)
    }

    fn find_variable_type(&self, symbol: Symbol<'db>) -> Ty<'db> {
        let ty = self.written_variable_type(symbol);
        let written = self.decl(symbol.decl);
        if written.parent.is_some()
            && !written.specifiers.is_static
            && let Some((class, _)) = self.class_of_elements(ty)
            && self.is_open_in(class, symbol.decl)
            && self.holds_itself(class)
        {
            return self.gap("a class that is part of itself");
        }
        // Nothing has the type `void`.
        if ty.unqualified(self.db).is_void(self.db) { self.ty(Kind::Error) } else { ty }
    }

    /// The type of a variable, its place apart: members may have a class that they make endless.
    pub(crate) fn written_variable_type(&self, symbol: Symbol<'db>) -> Ty<'db> {
        let written = self.decl(symbol.decl);
        let declared = match &written.kind {
            DeclKind::Variable { ty, .. } => ty,
            DeclKind::FunctionOrVariable { variable, .. } => variable,
            _ => return self.ty(Kind::Error),
        };
        let mut ty = self.resolve(declared, Site::new(symbol.env, Point::before(symbol.decl)));
        if declared.has_placeholder() {
            ty = crate::infer::deduced_variable(self, symbol, ty);
        } else if crate::infer::lacks_arguments(self, ty) {
            ty = crate::infer::deduced_class_variable(self, symbol, declared, ty);
        } else if let Kind::Array(element, asunder_types::Bound::Unknown) = ty.kind(self.db) {
            ty = crate::infer::completed_array(self, symbol, *element).unwrap_or(ty);
        }
        if written.specifiers.is_constexpr { ty.constant(self.db) } else { ty }
    }

    /// The declaration's initializer as a body.
    pub(crate) fn initializer(&self, decl: DeclRef) -> Option<&'db asunder_hir::body::Body> {
        self.body(decl.item, Owner::Initializer(decl.local))
    }

    // ---- enumerators

    /// The value of an enumerator, with its enumeration as type.
    pub(crate) fn enumerator_value(&self, symbol: Symbol<'db>) -> Option<Value<'db>> {
        let find = || {
            let number = match self.enumerator_number(symbol)? {
                Value::Integer(number, _) => number,
                other => return Some(other),
            };
            Some(Value::Integer(number, self.enum_of(symbol)?))
        };
        self.remembered(&self.values, symbol, || None, find)
    }

    /// The value of an enumerator with the type that it has inside its enumeration.
    pub(crate) fn enumerator_number(&self, symbol: Symbol<'db>) -> Option<Value<'db>> {
        // Those in front first, in their order: each may be written in terms of others, and a long row needs no recursion.
        let mut row = vec![symbol];
        while let Some(before) = self.enumerator_before(row[row.len() - 1])
            && !self.enumerators.knows(&before)
        {
            row.push(before);
        }
        while row.len() > 1 {
            row.pop().map(|symbol| self.known_enumerator(symbol));
        }
        self.known_enumerator(symbol)
    }

    fn known_enumerator(&self, symbol: Symbol<'db>) -> Option<Value<'db>> {
        self.remembered(&self.enumerators, symbol, || None, || self.find_enumerator_number(symbol))
    }

    fn find_enumerator_number(&self, symbol: Symbol<'db>) -> Option<Value<'db>> {
        let DeclKind::Enumerator { value, .. } = &self.decl(symbol.decl).kind else { return None };
        if let Some(value) = value {
            let found = self.constant_of(value, Site::new(symbol.env, Point::before(symbol.decl)));
            return match found {
                Value::Integer(..) | Value::Dependent | Value::Param(_) => Some(found),
                _ => None,
            };
        }
        let Some(before) = self.enumerator_before(symbol) else {
            return Some(Value::Integer(0, self.builtin(Builtin::Int)));
        };
        match self.known_enumerator(before)? {
            Value::Integer(value, ty) => Some(Value::Integer(value.checked_add(1)?, ty)),
            other => Some(other),
        }
    }

    /// The enumerator in front of one.
    fn enumerator_before(&self, symbol: Symbol<'db>) -> Option<Symbol<'db>> {
        let at = symbol.decl;
        let before = at.sibling(Self::local(at.local.0.checked_sub(1)?));
        let is_before = (before.local.0 >= FIRST_LOCAL) == (at.local.0 >= FIRST_LOCAL)
            && self.decl(before).parent == self.decl(at).parent
            && matches!(self.decl(before).kind, DeclKind::Enumerator { .. });
        is_before.then_some(Symbol { decl: before, ..symbol })
    }
}

/// How many arguments a call of the function must give, where `params` are the types of its parameters with packs
/// expanded: what stands behind them has default arguments, or is an empty pack ([dcl.fct.default]/4).
fn required_arguments<'db>(db: &'db dyn salsa::Database, function: &FunctionExpr, params: &[Ty<'db>]) -> u32 {
    let is_pack = |param: &&ParamExpr| matches!(param.ty, TypeExpr::Expansion(_));
    let packs = function.params.iter().filter(is_pack).count();
    if packs == 0 {
        // Whatever stands behind the first default argument has one.
        let first = function.params.iter().position(|param| param.has_default);
        return first.unwrap_or(params.len()).min(params.len()) as u32;
    }
    let known = params.iter().filter(|ty| !matches!(ty.kind(db), Kind::Expansion(_))).count();
    let elements = known.saturating_sub(function.params.len() - packs);
    let optional = function
        .params
        .iter()
        .rev()
        .take_while(|param| param.has_default || elements == 0 && is_pack(param))
        .filter(|param| param.has_default)
        .count();
    known.saturating_sub(optional) as u32
}
