//! Types of expressions as written, where declarations alone decide them: operands of `decltype`,
//! initializers of `auto` variables.

use asunder_mangle::model::{Bound, Builtin, Ident, Name, Qualifiers, Scope, Type, TypeRef, Unqualified};

use crate::constant::{Value, unqualified};
use crate::constexpr_calls::asks_for_constant_evaluation;
use crate::conversions::Argument;
use crate::names::{DeclRef, Names, Point};
use crate::overloads::{Call, Chosen};
use crate::resolve::{lvalue_reference, qualify};
use crate::scope::{Frame, Lookup, Member, Site, Want};
use crate::written::{DeclKind, Expr, FunctionExpr, Init, LocalId, Path, Segment, SegmentName, TypeExpr};

/// The named parameters of the function whose declarator is read: a trailing return type sees them.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    /// Where the declarator stands.
    point: Point,
    named: Vec<Parameter>,
}

/// A named parameter.
#[derive(Clone, Debug)]
struct Parameter {
    name: Ident,
    /// Its place among all parameters.
    index: u32,
    ty: TypeRef,
    /// Its own type is `const` or `volatile`, which its function's type does not show.
    is_qualified: bool,
}

impl<'db> Names<'db> {
    /// The declared type of the variable, member or enumerator that `path` names.
    pub(crate) fn declared_type_of_value(&self, path: &Path, site: &Site) -> Option<TypeRef> {
        if let Some(ty) = self.type_of_parameter_named(path, site) {
            return Some(ty);
        }
        let Lookup::Found(members) = self.lookup_value(path, site) else { return None };
        let [member] = members.as_slice() else { return None };
        self.declared_type(member)
    }

    /// The declared type of a variable, data member or enumerator.
    pub(crate) fn declared_type(&self, member: &Member) -> Option<TypeRef> {
        let find = || self.find_declared_type(member);
        self.remembered(&self.declared_types, member.question(), || None, find)
    }

    fn find_declared_type(&self, member: &Member) -> Option<TypeRef> {
        if let Some(written) = self.variable_type(member.decl) {
            let mut ty = self.resolve(written, &self.site_of_member(member));
            // `constexpr` makes the variable constant ([dcl.constexpr]/6).
            if self.decl(member.decl).specifiers.is_constexpr {
                ty = qualify(Qualifiers::CONST, &ty);
            }
            return match &*ty {
                Type::Unknown | Type::DecltypeAuto => None,
                Type::Auto => self.deduced_type(member),
                Type::Qualified(qualifiers, inner) if **inner == Type::Auto => {
                    Some(qualify(*qualifiers, &self.deduced_type(member)?))
                }
                _ => Some(ty),
            };
        }
        match &self.decl(member.decl).kind {
            DeclKind::Enumerator { .. } => match self.member_value(member) {
                Value::Known(_, ty) => Some(ty),
                _ => None,
            },
            _ => None,
        }
    }

    /// What `auto` stands for in the declaration of a variable.
    fn deduced_type(&self, member: &Member) -> Option<TypeRef> {
        let DeclKind::Variable { init: Init::Value(init), .. } = &self.decl(member.decl).kind else {
            return None;
        };
        if *init == Expr::Lambda {
            return Some(self.closure_type(member.decl));
        }
        let (ty, _) = self.type_of_expr(init, &self.site_of_member(member))?;
        (!matches!(*ty, Type::Array(..) | Type::Function(_))).then(|| unqualified(&ty))
    }

    /// The type of the closure that the declaration `decl` of a variable or type names. It has no linker name here.
    fn closure_type(&self, decl: DeclRef) -> TypeRef {
        let number = decl.item.wrapping_mul(64).wrapping_add(decl.local.0);
        let closure = Unqualified::Closure { parameters: Vec::new(), variadic: false, number };
        let scope = self.scope_name(decl).unwrap_or(Scope::Global);
        Type::Named(Name::of(scope, closure).into()).into()
    }

    /// The closure type in `typedef decltype([]{}) T;` outside of templates.
    fn closure_of_typedef(&self, site: &Site) -> Option<TypeRef> {
        let local = LocalId(site.point.local);
        let written = self.decls(site.point.item).decls.get(local.index())?;
        let is_plain = matches!(written.kind, DeclKind::Typedef(TypeExpr::Decltype(..)))
            && !site.frames.iter().any(|frame| matches!(frame, Frame::Template { .. }));
        is_plain.then(|| self.closure_type(DeclRef { item: site.point.item, local }))
    }

    /// The function type's result, with its parameters in scope.
    pub(crate) fn result_type(
        &self,
        function: &FunctionExpr,
        parameters: &[TypeRef],
        site: &Site,
    ) -> TypeRef {
        if !has_decltype(&function.result) || function.params.iter().all(|param| param.name.is_none()) {
            return self.resolve(&function.result, site);
        }
        self.with_parameters(function, parameters, site, || self.resolve(&function.result, site))
    }

    /// Runs `step` with the parameters of `function` in scope for what is written at `site`.
    pub(crate) fn with_parameters<T>(
        &self,
        function: &FunctionExpr,
        parameters: &[TypeRef],
        site: &Site,
        step: impl FnOnce() -> T,
    ) -> T {
        let named = function.params.iter().zip(parameters).zip(0..);
        let named = named.filter_map(|((param, ty), index)| {
            let is_qualified = matches!(param.ty, TypeExpr::Qualified(..));
            Some(Parameter { name: param.name.clone()?, index, ty: ty.clone(), is_qualified })
        });
        let named = named.collect();
        let outer = self.parameters.replace(Some(Parameters { point: site.point, named }));
        let result = step();
        self.parameters.replace(outer);
        result
    }

    /// The type of the parameter that `path` names in the declarator that is being read.
    fn type_of_parameter_named(&self, path: &Path, site: &Site) -> Option<TypeRef> {
        let parameters = self.parameters.borrow();
        let parameters = parameters.as_ref().filter(|parameters| parameters.point == site.point)?;
        let ident = path.as_ident()?;
        let Parameter { ty, .. } = parameters.named.iter().find(|parameter| parameter.name == *ident)?;
        (!self.is_dependent(ty) && **ty != Type::Unknown).then(|| ty.clone())
    }

    /// An expression of calls and parameters of dependent types as linker names have it, in the declarator that is being
    /// read: `f(a, b)` with parameters alone.
    fn call_of_parameters(&self, expr: &Expr, site: &Site) -> Option<asunder_mangle::model::Expr> {
        use asunder_mangle::model;
        match expr {
            Expr::Name(path) => {
                let parameters = self.parameters.borrow();
                let parameters = parameters.as_ref().filter(|parameters| parameters.point == site.point)?;
                let ident = path.as_ident()?;
                let parameter = parameters.named.iter().find(|parameter| parameter.name == *ident)?;
                let is_plain = !parameter.is_qualified && self.is_dependent(&parameter.ty);
                let (level, index, qualifiers) = (0, parameter.index, Qualifiers::NONE);
                is_plain.then_some(model::Expr::FunctionParam { level, index, qualifiers })
            }
            Expr::Call(callee, args) => {
                let callee = self.call_of_parameters(callee, site)?;
                let args = args.iter().map(|arg| Some(self.call_of_parameters(arg, site)?.into()));
                Some(model::Expr::Call(callee.into(), args.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    /// The type of an expression, and whether it is an lvalue.
    pub(crate) fn type_of_expr(&self, expr: &Expr, site: &Site) -> Option<(TypeRef, bool)> {
        self.nested(None, || match expr {
            Expr::Paren(inner) => self.type_of_expr(inner, site),
            Expr::Nullptr => Some((Type::Builtin(Builtin::NullPtr).into(), false)),
            Expr::Floating(_, ty) => Some((Type::Builtin(*ty).into(), false)),
            Expr::Name(path) => {
                if let Some(ty) = self.type_of_parameter_named(path, site) {
                    return Some(as_expression(ty, true));
                }
                if let Some(ty) = path.as_ident().and_then(|ident| self.local_type(ident, site)) {
                    return Some((ty, true));
                }
                if let Some(enumerator) =
                    path.as_ident().and_then(|ident| self.enumerator_before(ident, site))
                {
                    return match self.value_inside_enumeration(&enumerator) {
                        Value::Known(_, ty) => Some((ty, false)),
                        _ => None,
                    };
                }
                let Lookup::Found(members) = self.lookup_value(path, site) else { return None };
                if let Some(function) = self.function_named(&members) {
                    return Some((function, true));
                }
                let [member] = members.as_slice() else { return None };
                let lvalue = self.variable_type(member.decl).is_some();
                Some(as_expression(self.declared_type(member)?, lvalue))
            }
            Expr::This => {
                let class = Type::Named(site.class()?.clone());
                Some((Type::Pointer(class.into()).into(), false))
            }
            Expr::Cast(_, ty, _) | Expr::Construct(ty, _) | Expr::ConstructList(ty, _) => {
                let ty = self.resolve(ty, site);
                match &*ty {
                    Type::Unknown | Type::Auto => None,
                    Type::LvalueRef(inner) => Some((inner.clone(), true)),
                    Type::RvalueRef(_) => None,
                    _ => Some((ty, false)),
                }
            }
            Expr::Unary(operator, operand) => {
                self.unary_result(operator, &self.argument_of_expr(operand, site)?, site)
            }
            Expr::Postfix(operator, operand) => {
                self.postfix_result(operator, &self.argument_of_expr(operand, site)?, site)
            }
            Expr::Index(base, index) => {
                let (base, index) = (self.argument_of_expr(base, site)?, self.argument_of_expr(index, site)?);
                self.index_result(&base, &index)
            }
            Expr::Conditional(parts) => {
                let [_, a, b] = &**parts;
                self.conditional_result(&self.argument_of_expr(a, site)?, &self.argument_of_expr(b, site)?)
            }
            Expr::String(ty, length, _) => Some((string_type(*ty, *length), true)),
            Expr::New(new) => match &*self.resolve(&new.ty, site) {
                Type::Unknown | Type::Auto => None,
                Type::Array(_, element) => Some((Type::Pointer(element.clone()).into(), false)),
                _ => Some((Type::Pointer(self.resolve(&new.ty, site)).into(), false)),
            },
            Expr::Trait(..) => Some((Type::Builtin(Builtin::Bool).into(), false)),
            Expr::SizeofType(_) | Expr::SizeofExpr(_) | Expr::SizeofEither(..) | Expr::AlignofType(_) => {
                Some((Type::Builtin(Builtin::UnsignedLong).into(), false))
            }
            Expr::Member(base, arrow, path) => {
                let (member, object) = self.member_named(base, *arrow, path, site)?;
                let is_static = self.decl(member.decl).specifiers.is_static;
                let ty = self.declared_type(&member)?;
                if matches!(*ty, Type::LvalueRef(_) | Type::RvalueRef(_)) {
                    return Some(as_expression(ty, true));
                }
                let lvalue = object.is_lvalue || is_static;
                let is_mutable = self.decl(member.decl).specifiers.is_mutable;
                let of_object = match &*object.ty {
                    Type::Qualified(qualifiers, _) => *qualifiers,
                    _ => Qualifiers::NONE,
                };
                Some((if is_static || is_mutable { ty } else { qualify(of_object, &ty) }, lvalue))
            }
            Expr::Call(callee, args) => {
                let result = self.result_of_call(callee, args, site)?;
                Some(match &*result {
                    Type::LvalueRef(inner) => (inner.clone(), true),
                    Type::RvalueRef(inner) => (inner.clone(), false),
                    _ => (result, false),
                })
            }
            Expr::Binary(operator, lhs, rhs) => {
                let (lhs, rhs) = (self.argument_of_expr(lhs, site)?, self.argument_of_expr(rhs, site)?);
                self.binary_result(operator, &lhs, &rhs, site)
            }
            _ => match self.value(expr, site) {
                Value::Known(_, ty) => Some((ty, false)),
                _ => None,
            },
        })
    }

    /// The type of the only function that `members` declare.
    pub(crate) fn function_named(&self, members: &[Member]) -> Option<TypeRef> {
        let first = members.first()?;
        let function = self.function_of(first.decl)?;
        let decls: Vec<DeclRef> = members.iter().map(|member| member.decl).collect();
        let is_plain = self.decl(first.decl).templates.is_empty()
            && (first.class.is_none() || self.decl(first.decl).specifiers.is_static);
        if !is_plain || !self.all_declare_one(&decls) {
            return None;
        }
        let ty = self.function_type(function, &self.site_of_member(first));
        ty.result.is_some().then(|| Type::Function(Box::new(ty)).into())
    }

    /// The member that `base.path` or `base->path` names, if it is one, and the object it belongs to.
    fn member_named(&self, base: &Expr, arrow: bool, path: &Path, site: &Site) -> Option<(Member, Argument)> {
        let (members, object) = self.members_named(base, arrow, path, site)?;
        match <[Member; 1]>::try_from(members) {
            Ok([member]) => Some((member, object)),
            Err(_) => None,
        }
    }

    fn members_named(
        &self,
        base: &Expr,
        arrow: bool,
        path: &Path,
        site: &Site,
    ) -> Option<(Vec<Member>, Argument)> {
        let (mut ty, mut is_lvalue) = self.type_of_expr(base, site)?;
        if arrow {
            let Type::Pointer(to) = &*unqualified(&ty) else { return None };
            (ty, is_lvalue) = (to.clone(), true);
        }
        let Type::Named(class) = &*unqualified(&ty) else { return None };
        if self.is_dependent(&ty) {
            return None;
        }
        let [Segment { name: SegmentName::Ident(ident), .. }] = path.segments.as_slice() else { return None };
        match self.lookup_in_class(ident, class, Point::END, Want::Any) {
            Lookup::Found(members) => Some((members, Argument { ty, is_lvalue, is_zero: false })),
            _ => None,
        }
    }

    /// The declared result of a call; the type itself of `T(args)`.
    fn result_of_call(&self, callee: &Expr, args: &[Expr], site: &Site) -> Option<TypeRef> {
        if asks_for_constant_evaluation(callee) {
            return Some(Type::Builtin(Builtin::Bool).into());
        }
        if let Expr::Name(path) = callee {
            let ty = self.resolve_path(path, site, Want::Any);
            if *ty != Type::Unknown {
                return (!self.is_dependent(&ty)).then_some(ty);
            }
            if let Some((object, is_lvalue)) = self.object_named(path, site) {
                let object = Argument { ty: object, is_lvalue, is_zero: false };
                let arguments: Vec<_> = args.iter().map(|arg| self.argument_of_expr(arg, site)).collect();
                let (ty, is_lvalue) = self.object_call_result(&object, &arguments)?;
                return Some(if is_lvalue { lvalue_reference(&ty) } else { ty });
            }
        }
        let Chosen { member, site, .. } = self.called_function(callee, args, site)?;
        let site = site?;
        let result = self.function_type(self.function_of(member.decl)?, &site).result?;
        let result = match &*result {
            Type::Auto => self.returned_type(&member, &site)?,
            _ => result,
        };
        let is_known = !matches!(*result, Type::Unknown | Type::Auto | Type::DecltypeAuto);
        (is_known && !self.is_dependent(&result)).then_some(result)
    }

    /// The type of the object of class type that `path` names.
    fn object_named(&self, path: &Path, site: &Site) -> Option<(TypeRef, bool)> {
        let Lookup::Found(members) = self.lookup_value(path, site) else { return None };
        let [member] = members.as_slice() else { return None };
        self.variable_type(member.decl)?;
        let (ty, is_lvalue) = as_expression(self.declared_type(member)?, true);
        matches!(*unqualified(&ty), Type::Named(_)).then_some((ty, is_lvalue))
    }

    /// The function that `callee(args)` calls.
    pub(crate) fn called_function(&self, callee: &Expr, args: &[Expr], site: &Site) -> Option<Chosen> {
        if args.iter().any(|arg| matches!(arg, Expr::Expansion(_))) {
            return None;
        }
        let (members, given, object) = match callee {
            Expr::Name(path) => match self.lookup_value(path, site) {
                Lookup::Found(members) => (members, path.segments.last()?.args.as_deref(), None),
                _ => return None,
            },
            Expr::Member(base, arrow, path) => {
                let (members, object) = self.members_named(base, *arrow, path, site)?;
                let given = path.segments.last()?.args.as_deref();
                (members, given, Some(object))
            }
            _ => return None,
        };
        let arguments: Vec<_> = args.iter().map(|arg| self.argument_of_expr(arg, site)).collect();
        let given = given.map(|given| (given, site));
        let call = Call { given, object, is_operator: false, arguments: &arguments };
        self.choose_overload(&members, &call)
    }

    fn argument_of_expr(&self, expr: &Expr, site: &Site) -> Option<Argument> {
        let (ty, is_lvalue) = self.type_of_expr(expr, site)?;
        Some(Argument { ty, is_lvalue, is_zero: matches!(expr, Expr::Integer(0, _)) })
    }

    /// The type that `decltype(expr)` denotes; `plain` when the operand is a name or member access.
    pub(crate) fn decltype(&self, expr: &Expr, plain: bool, site: &Site) -> TypeRef {
        if plain {
            match expr {
                Expr::Name(path) => {
                    if let Some(ty) = self.declared_type_of_value(path, site) {
                        return ty;
                    }
                }
                Expr::Member(base, arrow, path) => {
                    let member = self.member_named(base, *arrow, path, site);
                    return member
                        .and_then(|(member, _)| self.declared_type(&member))
                        .unwrap_or_else(|| self.unknown());
                }
                _ => {}
            }
        }
        if *expr == Expr::Lambda {
            return self.closure_of_typedef(site).unwrap_or_else(|| self.unknown());
        }
        // The result of a call keeps its kind of reference.
        if let Expr::Call(callee, args) = expr {
            let dependent =
                || Some(Type::Decltype(self.call_of_parameters(expr, site)?.into(), false).into());
            return self
                .result_of_call(callee, args, site)
                .or_else(dependent)
                .unwrap_or_else(|| self.unknown());
        }
        match self.type_of_expr(expr, site) {
            Some((ty, false)) => ty,
            Some((ty, true)) => lvalue_reference(&ty),
            None => self.unknown(),
        }
    }
}

/// The type of a string literal.
pub(crate) fn string_type(of: Builtin, length: u64) -> TypeRef {
    let character = Type::Qualified(Qualifiers::CONST, Type::Builtin(of).into());
    Type::Array(Bound::Count(length), character.into()).into()
}

/// A declared type as that of an expression that names the entity.
fn as_expression(ty: TypeRef, lvalue: bool) -> (TypeRef, bool) {
    match &*ty {
        Type::LvalueRef(inner) | Type::RvalueRef(inner) => (inner.clone(), true),
        _ => (ty, lvalue),
    }
}

/// Whether a type may be written with the parameters of its function: `-> decltype(a + b)`.
pub(crate) fn has_decltype(ty: &TypeExpr) -> bool {
    match ty {
        TypeExpr::Decltype(..) => true,
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner) => has_decltype(inner),
        TypeExpr::Name(path, _) => {
            path.segments.iter().any(|segment| matches!(segment.name, SegmentName::Decltype(_)))
        }
        _ => false,
    }
}
