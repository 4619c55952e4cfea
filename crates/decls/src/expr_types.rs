//! Types of expressions as written, where declarations alone decide them: operands of `decltype`,
//! initializers of `auto` variables.

use asunder_mangle::model::{Builtin, Ident, Name, Qualifiers, Scope, Type, TypeRef, Unqualified};

use crate::constant::{Value, arithmetic_type, unqualified};
use crate::conversions::Argument;
use crate::names::{DeclRef, Names, Point};
use crate::overloads::Call;
use crate::resolve::{lvalue_reference, qualify};
use crate::scope::{Lookup, Member, Site, Want};
use crate::written::{DeclKind, Expr, FunctionExpr, Init, Path, Segment, SegmentName, TypeExpr};

/// The named parameters of the function whose declarator is read: a trailing return type sees them.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    /// Where the declarator stands.
    point: Point,
    named: Vec<(Ident, TypeRef)>,
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
        if let Some(written) = self.variable_type(member.decl) {
            let ty = self.resolve(written, &self.site_of_member(member));
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
            DeclKind::Enumerator { .. } => match self.enumerator_value(member) {
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
            return self.closure_type(member.decl);
        }
        let (ty, _) = self.type_of_expr(init, &self.site_of_member(member))?;
        (!matches!(*ty, Type::Array(..) | Type::Function(_))).then(|| unqualified(&ty))
    }

    /// The type of the closure that the variable `decl` is initialized with. It has no linker name here.
    fn closure_type(&self, decl: DeclRef) -> Option<TypeRef> {
        let number = decl.item.wrapping_mul(64).wrapping_add(decl.local.0);
        let closure = Unqualified::Closure { parameters: Vec::new(), variadic: false, number };
        let scope = self.scope_name(decl).unwrap_or(Scope::Global);
        Some(Type::Named(Name::of(scope, closure).into()).into())
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
        let named = function.params.iter().zip(parameters);
        let named = named.filter_map(|(param, ty)| Some((param.name.clone()?, ty.clone()))).collect();
        let outer = self.parameters.replace(Some(Parameters { point: site.point, named }));
        let result = self.resolve(&function.result, site);
        self.parameters.replace(outer);
        result
    }

    /// The type of the parameter that `path` names in the declarator that is being read.
    fn type_of_parameter_named(&self, path: &Path, site: &Site) -> Option<TypeRef> {
        let parameters = self.parameters.borrow();
        let parameters = parameters.as_ref().filter(|parameters| parameters.point == site.point)?;
        let ident = path.as_ident()?;
        let (_, ty) = parameters.named.iter().find(|(name, _)| name == ident)?;
        (!self.is_dependent(ty) && **ty != Type::Unknown).then(|| ty.clone())
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
                if let Some(Value::Known(_, ty)) =
                    path.as_ident().and_then(|ident| self.local_value(ident, site))
                {
                    return Some((ty, true));
                }
                let Lookup::Found(members) = self.lookup_value(path, site) else { return None };
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
            Expr::Unary(operator, operand) if &**operator == "&" => {
                let (ty, lvalue) = self.type_of_expr(operand, site)?;
                lvalue.then(|| (Type::Pointer(ty).into(), false))
            }
            Expr::Unary(operator, operand) if &**operator == "*" => {
                match &*self.type_of_expr(operand, site)?.0 {
                    Type::Pointer(to) => Some((to.clone(), true)),
                    _ => None,
                }
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
                Some((if is_static || is_mutable { ty } else { qualify(object.qualifiers, &ty) }, lvalue))
            }
            Expr::Call(callee, args) => {
                let result = self.result_of_call(callee, args, site)?;
                Some(match &*result {
                    Type::LvalueRef(inner) => (inner.clone(), true),
                    Type::RvalueRef(inner) => (inner.clone(), false),
                    _ => (result, false),
                })
            }
            Expr::Binary(operator, lhs, rhs) => match self.value(expr, site) {
                Value::Known(_, ty) => Some((ty, false)),
                _ => {
                    let builtin = |operand| match &*unqualified(&self.type_of_expr(operand, site)?.0) {
                        Type::Builtin(builtin) => Some(*builtin),
                        _ => None,
                    };
                    let ty = match &**operator {
                        "+" | "-" | "*" | "/" => arithmetic_type(builtin(lhs)?, builtin(rhs)?)?,
                        "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" => {
                            arithmetic_type(builtin(lhs)?, builtin(rhs)?)?;
                            Builtin::Bool
                        }
                        _ => return None,
                    };
                    Some((Type::Builtin(ty).into(), false))
                }
            },
            _ => match self.value(expr, site) {
                Value::Known(_, ty) => Some((ty, false)),
                _ => None,
            },
        })
    }

    /// The member that `base.path` or `base->path` names, if it is one, and the object it belongs to.
    fn member_named(&self, base: &Expr, arrow: bool, path: &Path, site: &Site) -> Option<(Member, Object)> {
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
    ) -> Option<(Vec<Member>, Object)> {
        let (mut ty, mut is_lvalue) = self.type_of_expr(base, site)?;
        if arrow {
            let Type::Pointer(to) = &*unqualified(&ty) else { return None };
            (ty, is_lvalue) = (to.clone(), true);
        }
        let qualifiers = match &*ty {
            Type::Qualified(qualifiers, _) => *qualifiers,
            _ => Qualifiers::NONE,
        };
        let Type::Named(class) = &*unqualified(&ty) else { return None };
        if self.is_dependent(&ty) {
            return None;
        }
        let [Segment { name: SegmentName::Ident(ident), .. }] = path.segments.as_slice() else { return None };
        match self.lookup_in_class(ident, class, Point::END, Want::Any) {
            Lookup::Found(members) => Some((members, Object { qualifiers, is_lvalue })),
            _ => None,
        }
    }

    /// The declared result of a call.
    fn result_of_call(&self, callee: &Expr, args: &[Expr], site: &Site) -> Option<TypeRef> {
        let (member, site) = self.called_function(callee, args, site)?;
        let result = self.function_type(self.function_of(member.decl)?, &site).result?;
        let is_known = !matches!(*result, Type::Unknown | Type::Auto | Type::DecltypeAuto);
        (is_known && !self.is_dependent(&result)).then_some(result)
    }

    /// The function that `callee(args)` calls, and the place of its declaration with its template parameters
    /// bound.
    pub(crate) fn called_function(
        &self,
        callee: &Expr,
        args: &[Expr],
        site: &Site,
    ) -> Option<(Member, Site)> {
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
                (members, given, Some((object.qualifiers, object.is_lvalue)))
            }
            _ => return None,
        };
        let arguments: Vec<_> = args.iter().map(|arg| self.argument_of_expr(arg, site)).collect();
        let given = given.map(|given| (given, site));
        let chosen = self.choose_overload(&members, &Call { given, arguments: &arguments, object })?;
        Some((chosen.member, chosen.site?))
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
        // The result of a call keeps its kind of reference.
        if let Expr::Call(callee, args) = expr {
            return self.result_of_call(callee, args, site).unwrap_or_else(|| self.unknown());
        }
        match self.type_of_expr(expr, site) {
            Some((ty, false)) => ty,
            Some((ty, true)) => lvalue_reference(&ty),
            None => self.unknown(),
        }
    }
}

/// The object of a member access.
struct Object {
    qualifiers: Qualifiers,
    is_lvalue: bool,
}

/// A declared type as that of an expression that names the entity.
fn as_expression(ty: TypeRef, lvalue: bool) -> (TypeRef, bool) {
    match &*ty {
        Type::LvalueRef(inner) | Type::RvalueRef(inner) => (inner.clone(), true),
        _ => (ty, lvalue),
    }
}

fn has_decltype(ty: &TypeExpr) -> bool {
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
