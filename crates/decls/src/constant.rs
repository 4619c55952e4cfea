//! Integral constant expressions, as far as array bounds and template arguments need them
//! ([expr.const]).

use asunder_mangle::model::{
    Builtin, Expr as Symbolic, ExprRef, LiteralValue, Qualifiers, TemplateArg, Type, TypeRef, Unqualified,
};
use asunder_mangle::operators::operator_code;

use crate::memo::Link;
use crate::names::{Names, Point};
use crate::resolve::Prefix;
use crate::scope::{Lookup, Member, Site, Want};
use crate::written::{Arg, DeclKind, Expr, Init, Path, SegmentName};

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant {
    /// An integer, character, Boolean or enumerator with its type.
    Value(i128, TypeRef),
    /// It depends on template parameters.
    Dependent(ExprRef),
    /// Not a constant, or not understood.
    Unknown,
}

impl<'db> Names<'db> {
    /// The value of `expr` written at `site`.
    pub fn evaluate(&self, expr: &Expr, site: &Site) -> Constant {
        self.nested(Constant::Unknown, || match self.value(expr, site) {
            Value::Known(value, ty) => Constant::Value(value, ty),
            Value::Dependent => Constant::Dependent(self.symbolic(expr, site)),
            Value::Unknown => Constant::Unknown,
        })
    }

    pub(crate) fn value(&self, expr: &Expr, site: &Site) -> Value {
        self.nested(Value::Unknown, || self.value_at_depth(expr, site))
    }

    fn value_at_depth(&self, expr: &Expr, site: &Site) -> Value {
        match expr {
            Expr::Integer(value, ty) | Expr::Character(value, ty) => Value::of(*value, *ty),
            Expr::Bool(value) => Value::of(i128::from(*value), Builtin::Bool),
            Expr::Paren(inner) => self.value(inner, site),
            Expr::Name(path) => self.named_value(path, site),
            Expr::Unary(operator, operand) => self.unary(operator, self.value(operand, site)),
            Expr::Binary(operator, lhs, rhs) => {
                self.binary(operator, self.value(lhs, site), || self.value(rhs, site))
            }
            Expr::Conditional(parts) => {
                let [condition, then_value, else_value] = &**parts;
                match self.value(condition, site) {
                    Value::Known(0, _) => self.conditional(else_value, then_value, site),
                    Value::Known(..) => self.conditional(then_value, else_value, site),
                    other => other,
                }
            }
            Expr::SizeofType(ty) => self.size_value(&self.resolve(ty, site), true),
            Expr::AlignofType(ty) => self.size_value(&self.resolve(ty, site), false),
            Expr::Trait(keyword, types) => self.trait_value(keyword, types, site),
            Expr::SizeofExpr(operand) => match self.type_of_expr(operand, site) {
                Some((ty, _)) => self.size_value(&ty, true),
                None => Value::Unknown,
            },
            Expr::SizeofEither(ty, operand) => {
                let ty = self.resolve(ty, site);
                match *ty {
                    Type::Unknown => match self.type_of_expr(operand, site) {
                        Some((ty, _)) => self.size_value(&ty, true),
                        None => Value::Unknown,
                    },
                    _ => self.size_value(&ty, true),
                }
            }
            Expr::SizeofPack(name) => match self.lookup_wanted(name, site, Want::Any) {
                Lookup::Param(parameter) => match parameter.argument {
                    Some(TemplateArg::Pack(args)) if !args.iter().any(|arg| self.is_dependent_arg(arg)) => {
                        Value::of(args.len() as i128, Builtin::UnsignedLong)
                    }
                    _ => Value::Dependent,
                },
                _ => Value::Unknown,
            },
            Expr::Cast(_, ty, operand) => {
                let ty = self.resolve(ty, site);
                match self.value_of_operand(operand, site) {
                    Value::Known(value, _) if !self.is_dependent(&ty) => self.convert(value, &ty),
                    Value::Unknown => Value::Unknown,
                    _ => Value::Dependent,
                }
            }
            Expr::Construct(ty, args) | Expr::ConstructList(ty, args) => {
                let ty = self.resolve(ty, site);
                match args.as_slice() {
                    [] if !self.is_dependent(&ty) => self.convert(0, &ty),
                    [only] => match self.value(only, site) {
                        Value::Known(value, _) if !self.is_dependent(&ty) => self.convert(value, &ty),
                        other => other,
                    },
                    _ => Value::Unknown,
                }
            }
            Expr::Call(callee, args) => self.value_of_call(callee, args, site),
            _ => Value::Unknown,
        }
    }

    /// The value of a cast's operand, with the fraction of a floating literal left out ([conv.fpint]).
    fn value_of_operand(&self, operand: &Expr, site: &Site) -> Value {
        match operand {
            Expr::Floating(bits, _) => {
                let whole = f64::from_bits(*bits).trunc();
                match whole.abs() < 9e18 {
                    true => Value::of(whole as i128, Builtin::LongLong),
                    false => Value::Unknown,
                }
            }
            operand => self.value(operand, site),
        }
    }

    fn size_value(&self, ty: &TypeRef, size: bool) -> Value {
        if self.is_dependent(ty) {
            return Value::Dependent;
        }
        let bytes = if size { self.size_of(ty) } else { self.align_of(ty) };
        bytes.map_or(Value::Unknown, |bytes| Value::of(bytes.into(), Builtin::UnsignedLong))
    }

    /// `value` converted to `ty`, which is not dependent.
    pub(crate) fn convert(&self, value: i128, ty: &TypeRef) -> Value {
        let bare = unqualified(ty);
        let underlying = match &*bare {
            Type::Builtin(builtin) => Some(*builtin),
            _ => match self.underlying_type(&bare).as_deref() {
                Some(Type::Builtin(builtin)) => Some(*builtin),
                _ => None,
            },
        };
        match underlying {
            Some(Builtin::Bool) => Value::Known(i128::from(value != 0), bare),
            Some(builtin) => match wrap(value, builtin) {
                Some(value) => Value::Known(value, bare),
                None => Value::Unknown,
            },
            // An enumeration without a fixed type holds what it is given.
            None if self.is_enum(&bare) => Value::Known(value, bare),
            None => Value::Unknown,
        }
    }

    // ---- operators

    /// The type of an operand of this value and type in arithmetic.
    fn promoted(&self, value: i128, ty: &TypeRef) -> Option<Builtin> {
        match &**ty {
            Type::Builtin(builtin) => promoted_integer(*builtin),
            Type::Named(_) if self.is_enum(ty) => self.promoted_enumeration(ty),
            // An unnamed enumeration, of which the value is all that is known.
            Type::Named(name) if matches!(name.unqualified, Unqualified::UnnamedType(_)) => {
                let fits_int = i32::try_from(value).is_ok();
                Some(if fits_int {
                    Builtin::Int
                } else if u32::try_from(value).is_ok() {
                    Builtin::UnsignedInt
                } else {
                    Builtin::Long
                })
            }
            _ => None,
        }
    }

    /// The value of `condition ? chosen : other`, or with the branches the other way round: both decide its type
    /// ([expr.cond]/7).
    fn conditional(&self, chosen: &Expr, other: &Expr, site: &Site) -> Value {
        let (value, ty) = match self.value(chosen, site) {
            Value::Known(value, ty) => (value, ty),
            other => return other,
        };
        let Some((other, _)) = self.type_of_expr(other, site) else {
            // A type that is not known may be wider or unsigned; `throw` has none.
            return if value >= 0 { Value::Known(value, ty) } else { Value::Unknown };
        };
        let other = unqualified(&other);
        if other == ty || self.is_dependent(&other) {
            return Value::Known(value, ty);
        }
        match (self.promoted(value, &ty), self.promoted(0, &other)) {
            (Some(a), Some(b)) => match common(a, b) {
                Some(common) => self.convert(value, &Type::Builtin(common).into()),
                None => Value::Unknown,
            },
            _ => Value::Unknown,
        }
    }

    fn unary(&self, operator: &str, operand: Value) -> Value {
        let Value::Known(value, ty) = operand else { return operand };
        if operator == "!" || operator == "not" {
            return Value::of(i128::from(value == 0), Builtin::Bool);
        }
        let Some(promoted) = self.promoted(value, &ty) else { return Value::Unknown };
        let result = match operator {
            "+" => Some(value),
            "-" => value.checked_neg(),
            "~" | "compl" => Some(!value),
            _ => None,
        };
        match result.and_then(|result| wrap(result, promoted)) {
            Some(result) => Value::of(result, promoted),
            None => Value::Unknown,
        }
    }

    fn binary(&self, operator: &str, lhs: Value, rhs: impl FnOnce() -> Value) -> Value {
        let (a, a_type) = match lhs {
            Value::Known(value, ty) => (value, ty),
            Value::Unknown => return Value::Unknown,
            Value::Dependent => {
                return match rhs() {
                    Value::Unknown => Value::Unknown,
                    _ => Value::Dependent,
                };
            }
        };
        let truth = |value: bool| Value::of(i128::from(value), Builtin::Bool);
        match operator {
            "&&" | "and" if a == 0 => return truth(false),
            "||" | "or" if a != 0 => return truth(true),
            _ => {}
        }
        let (b, b_type) = match rhs() {
            Value::Known(value, ty) => (value, ty),
            other => return other,
        };
        match operator {
            "&&" | "and" | "||" | "or" => return truth(b != 0),
            "," => return Value::Known(b, b_type),
            _ => {}
        }
        let (Some(pa), Some(pb)) = (self.promoted(a, &a_type), self.promoted(b, &b_type)) else {
            return Value::Unknown;
        };
        let shift = matches!(operator, "<<" | ">>");
        let Some(ty) = (if shift { Some(pa) } else { common(pa, pb) }) else { return Value::Unknown };
        let (Some(a), Some(b)) = (wrap(a, ty), if shift { Some(b) } else { wrap(b, ty) }) else {
            return Value::Unknown;
        };
        let result = match operator {
            "==" => return truth(a == b),
            "!=" | "not_eq" => return truth(a != b),
            "<" => return truth(a < b),
            ">" => return truth(a > b),
            "<=" => return truth(a <= b),
            ">=" => return truth(a >= b),
            "+" => a.checked_add(b),
            "-" => a.checked_sub(b),
            "*" => a.checked_mul(b),
            "/" => a.checked_div(b),
            "%" => a.checked_rem(b),
            "&" | "bitand" => Some(a & b),
            "|" | "bitor" => Some(a | b),
            "^" | "xor" => Some(a ^ b),
            "<<" => u32::try_from(b).ok().and_then(|by| a.checked_mul(1i128.checked_shl(by)?)),
            ">>" => u32::try_from(b).ok().and_then(|by| a.checked_shr(by)),
            _ => None,
        };
        match result.and_then(|result| wrap(result, ty)) {
            Some(result) => Value::of(result, ty),
            None => Value::Unknown,
        }
    }

    // ---- named values

    /// What a name finds as a value.
    pub fn lookup_value(&self, path: &Path, site: &Site) -> Lookup {
        let Some((last, prefix)) = path.segments.split_last() else { return Lookup::Unknown };
        let SegmentName::Ident(ident) = &last.name else { return Lookup::Unknown };
        if prefix.is_empty() && !path.global {
            return self.lookup_wanted(ident, site, Want::Any);
        }
        match self.prefix(prefix, path.global, site) {
            Some(Prefix::Namespace(id)) => self.lookup_in_namespace(ident, id, site.point, Want::Any),
            Some(Prefix::Type(ty)) => match &*ty {
                Type::Named(name) => match self.lookup_in_class(ident, name, Point::END, Want::Any) {
                    Lookup::Unknown => match self.enumerator_of(&ty, ident) {
                        Some(member) => Lookup::Found(vec![member]),
                        None if self.is_dependent(&ty) => Lookup::Dependent,
                        None => Lookup::Unknown,
                    },
                    found => found,
                },
                _ if self.is_dependent(&ty) => Lookup::Dependent,
                _ => Lookup::Unknown,
            },
            None => Lookup::Unknown,
        }
    }

    fn named_value(&self, path: &Path, site: &Site) -> Value {
        if let Some(ident) = path.as_ident()
            && let Some(value) = self.local_value(ident, site)
        {
            return value;
        }
        if let Some(enumerator) = path.as_ident().and_then(|ident| self.enumerator_before(ident, site)) {
            return self.value_inside_enumeration(&enumerator);
        }
        let args = path.segments.last().and_then(|last| last.args.as_deref());
        match self.lookup_value(path, site) {
            Lookup::Found(members) => match (members.as_slice(), args) {
                ([member], None) => self.member_value(member),
                ([member], Some(args)) => self.variable_template_value(member, args, site),
                _ => Value::Unknown,
            },
            Lookup::Param(parameter) => match parameter.argument {
                Some(TemplateArg::Value(value)) => match &*value {
                    Symbolic::Literal(ty, LiteralValue::Integer(value)) => Value::Known(*value, ty.clone()),
                    _ => Value::Dependent,
                },
                Some(_) => Value::Unknown,
                None => Value::Dependent,
            },
            Lookup::Dependent => Value::Dependent,
            Lookup::Unknown => Value::Unknown,
        }
    }

    /// The value of a variable, data member or enumerator.
    pub(crate) fn member_value(&self, member: &Member) -> Value {
        self.remembered(&self.values, member.question(), || Value::Unknown, || self.find_member_value(member))
    }

    fn find_member_value(&self, member: &Member) -> Value {
        let decl = self.decl(member.decl);
        match &decl.kind {
            DeclKind::Enumerator { .. } => self.enumerator_value(member),
            DeclKind::Variable { ty, init: Init::Value(init) } if decl.templates.is_empty() => {
                let site = self.site_of_member(member);
                let ty = self.resolve(ty, &site);
                match self.value(init, &site) {
                    Value::Known(value, of) => match &*unqualified(&ty) {
                        Type::Auto => Value::Known(value, of),
                        _ if self.is_dependent(&ty) => Value::Dependent,
                        _ => self.convert(value, &ty),
                    },
                    other => other,
                }
            }
            DeclKind::UsingDeclaration(path) => self.named_value(path, &self.site_of_member(member)),
            _ => Value::Unknown,
        }
    }

    /// The value of the variable template-id `member<args>`, where no specialization is written.
    fn variable_template_value(&self, member: &Member, args: &[Arg], site: &Site) -> Value {
        let DeclKind::Variable { ty, init: Init::Value(init) } = &self.decl(member.decl).kind else {
            return Value::Unknown;
        };
        let Some(bound) = self.bind_args(&[member.decl], args, site, member.class.as_ref()) else {
            return Value::Unknown;
        };
        if bound.iter().any(|arg| self.is_dependent_arg(arg)) {
            return Value::Dependent;
        }
        if self.value_specialization(member.decl, Some(args), site) != Some(member.decl) {
            return Value::Unknown;
        }
        let key = ((member.decl, member.class.clone(), bound.clone().into()), Link::Instance);
        self.remembered(
            &self.instance_values,
            key,
            || Value::Unknown,
            || {
                let at = self.bound_site(member, &bound);
                match (self.value(init, &at), self.resolve(ty, &at)) {
                    (Value::Known(value, of), ty) if *unqualified(&ty) == Type::Auto => {
                        Value::Known(value, of)
                    }
                    (Value::Known(value, _), ty) => self.convert(value, &ty),
                    (other, _) => other,
                }
            },
        )
    }

    // ---- dependent expressions

    /// The expression as a signature shows it.
    pub(crate) fn symbolic(&self, expr: &Expr, site: &Site) -> ExprRef {
        self.nested(Symbolic::Unknown.into(), || self.symbolic_at_depth(expr, site).into())
    }

    fn symbolic_at_depth(&self, expr: &Expr, site: &Site) -> Symbolic {
        let literal =
            |value, ty: Builtin| Symbolic::Literal(Type::Builtin(ty).into(), LiteralValue::Integer(value));
        match expr {
            Expr::Integer(value, ty) | Expr::Character(value, ty) => literal(*value, *ty),
            Expr::Bool(value) => literal(i128::from(*value), Builtin::Bool),
            Expr::Paren(inner) => Symbolic::clone(&self.symbolic(inner, site)),
            Expr::Name(path) => match self.lookup_value(path, site) {
                Lookup::Param(parameter) => match parameter.argument {
                    Some(TemplateArg::Value(value)) => Symbolic::clone(&value),
                    Some(_) => Symbolic::Unknown,
                    None => Symbolic::Param(parameter.symbol),
                },
                _ => self.symbolic_member(path, site),
            },
            Expr::Unary(operator, operand) => match operator_code(operator, 1) {
                Some(code) => Symbolic::Operator(code, vec![self.symbolic(operand, site)]),
                None => Symbolic::Unknown,
            },
            Expr::Binary(operator, lhs, rhs) => match operator_code(operator, 2) {
                Some(code) => {
                    Symbolic::Operator(code, vec![self.symbolic(lhs, site), self.symbolic(rhs, site)])
                }
                None => Symbolic::Unknown,
            },
            Expr::Conditional(parts) => {
                Symbolic::Operator("qu", parts.iter().map(|part| self.symbolic(part, site)).collect())
            }
            Expr::SizeofType(ty) => Symbolic::TypeOperand("st", self.resolve(ty, site)),
            Expr::SizeofEither(ty, operand) => match self.resolve(ty, site) {
                ty if *ty != Type::Unknown => Symbolic::TypeOperand("st", ty),
                _ => Symbolic::Operator("sz", vec![self.symbolic(operand, site)]),
            },
            Expr::AlignofType(ty) => Symbolic::TypeOperand("at", self.resolve(ty, site)),
            Expr::Expansion(inner) => Symbolic::PackExpansion(self.symbolic(inner, site)),
            Expr::SizeofPack(name) => match self.lookup_wanted(name, site, Want::Any) {
                Lookup::Param(parameter) => Symbolic::SizeofPack(parameter.symbol),
                _ => Symbolic::Unknown,
            },
            _ => Symbolic::Unknown,
        }
    }

    /// `T::name` with `T` dependent.
    fn symbolic_member(&self, path: &Path, site: &Site) -> Symbolic {
        let Some((last, prefix)) = path.segments.split_last() else { return Symbolic::Unknown };
        let SegmentName::Ident(ident) = &last.name else { return Symbolic::Unknown };
        if let Value::Known(value, ty) = self.named_value(path, site) {
            return Symbolic::Literal(ty, LiteralValue::Integer(value));
        }
        match self.prefix(prefix, path.global, site) {
            Some(Prefix::Type(ty)) if self.is_dependent(&ty) && last.args.is_none() => {
                Symbolic::Unresolved(asunder_mangle::model::UnresolvedName {
                    global: false,
                    scope: Some(ty),
                    name: asunder_mangle::model::Unqualified::Source(ident.clone()),
                    args: None,
                })
            }
            _ => Symbolic::Unknown,
        }
    }

    /// The value argument `arg` for a parameter of type `ty`; `None` when it is not understood.
    pub(crate) fn value_argument(&self, arg: &Arg, ty: &TypeRef, site: &Site) -> Option<ExprRef> {
        let expr = match arg {
            Arg::Expr(expr) => expr.clone(),
            Arg::Name(path) => Expr::Name(path.clone()),
            Arg::Ambiguous(_, expr) => (**expr).clone(),
            Arg::Type(_) | Arg::Expansion(_) => return None,
        };
        let bare = unqualified(ty);
        if let Some(literal) = floating_argument(&expr, &bare) {
            return Some(literal.into());
        }
        if matches!(*bare, Type::Named(_)) && !self.is_dependent(&bare) && !self.is_enum(&bare) {
            return self.class_argument(&expr, &bare, site);
        }
        if let (Type::Auto, Expr::ConstructList(of, _)) = (&*bare, &expr) {
            let of = unqualified(&self.resolve(of, site));
            if matches!(*of, Type::Named(_)) && !self.is_dependent(&of) && !self.is_enum(&of) {
                return self.class_argument(&expr, &of, site);
            }
        }
        match self.evaluate(&expr, site) {
            Constant::Value(value, of) => match &*bare {
                Type::Pointer(_) if value == 0 => {
                    Some(Symbolic::Literal(bare, LiteralValue::Integer(0)).into())
                }
                Type::Auto => Some(Symbolic::Literal(of, LiteralValue::Integer(value)).into()),
                Type::Builtin(_) | Type::Named(_) => match self.convert(value, &bare) {
                    Value::Known(value, ty) => {
                        Some(Symbolic::Literal(ty, LiteralValue::Integer(value)).into())
                    }
                    _ => None,
                },
                _ if self.is_dependent(&bare) => {
                    Some(Symbolic::Literal(of, LiteralValue::Integer(value)).into())
                }
                _ => None,
            },
            Constant::Dependent(expr) => Some(expr),
            Constant::Unknown => self.address_argument(&expr, &bare, site),
        }
    }

    /// `nullptr`, `&object`, `function`, `object` as a template argument.
    fn address_argument(&self, expr: &Expr, ty: &TypeRef, site: &Site) -> Option<ExprRef> {
        match (expr, &**ty) {
            (Expr::Paren(inner), _) => self.address_argument(inner, ty, site),
            (Expr::Nullptr, Type::Pointer(_)) => {
                Some(Symbolic::Literal(ty.clone(), LiteralValue::Integer(0)).into())
            }
            (Expr::Nullptr, Type::Builtin(Builtin::NullPtr)) => {
                Some(Symbolic::Literal(ty.clone(), LiteralValue::None).into())
            }
            (Expr::Unary(operator, operand), Type::Pointer(_) | Type::Auto) if &**operator == "&" => {
                let Expr::Name(path) = &**operand else { return None };
                let entity = self.entity_argument(path, site)?;
                Some(Symbolic::Operator("ad", vec![entity]).into())
            }
            (Expr::Unary(operator, operand), Type::MemberPointer { .. }) if &**operator == "&" => {
                let Expr::Name(path) = &**operand else { return None };
                let entity = self.entity_argument(path, site)?;
                Some(Symbolic::Operator("ad", vec![entity]).into())
            }
            (Expr::Name(path), Type::Pointer(to)) if matches!(**to, Type::Function(_)) => {
                let entity = self.entity_argument(path, site)?;
                Some(Symbolic::Operator("ad", vec![entity]).into())
            }
            (Expr::Name(path), Type::LvalueRef(_)) => self.entity_argument(path, site),
            _ => None,
        }
    }

    fn entity_argument(&self, path: &Path, site: &Site) -> Option<ExprRef> {
        let Lookup::Found(members) = self.lookup_value(path, site) else { return None };
        let entities: Vec<_> =
            members.iter().map(|member| self.entity(member.decl)).collect::<Option<_>>()?;
        let first = entities.first()?;
        entities
            .iter()
            .all(|entity| entity == first)
            .then(|| Symbolic::Entity(Box::new(first.clone())).into())
    }

    // ---- sizes

    /// The size of a type in bytes (x86-64).
    pub(crate) fn size_of(&self, ty: &TypeRef) -> Option<u64> {
        self.nested(None, || match &**ty {
            Type::Builtin(builtin) => builtin_size(*builtin),
            Type::Qualified(_, inner) | Type::LvalueRef(inner) | Type::RvalueRef(inner) => {
                self.size_of(inner)
            }
            Type::Pointer(_) => Some(8),
            Type::MemberPointer { member, .. } => {
                Some(if matches!(**member, Type::Function(_)) { 16 } else { 8 })
            }
            Type::Array(asunder_mangle::model::Bound::Count(count), element) => {
                self.size_of(element)?.checked_mul(*count)
            }
            Type::Complex(element) => Some(2 * self.size_of(element)?),
            Type::Vector(lanes, element) => self.size_of(element)?.checked_mul(*lanes),
            Type::Named(name) => match self.underlying_type(ty) {
                Some(underlying) => self.size_of(&underlying),
                None if self.is_enum(ty) => self.enumeration_size(name),
                None => Some(self.class_layout(name)?.size),
            },
            _ => None,
        })
    }

    pub(crate) fn align_of(&self, ty: &TypeRef) -> Option<u64> {
        match &**ty {
            Type::Named(name) if !self.is_enum(ty) => Some(self.class_layout(name)?.align),
            Type::Array(_, element) => self.nested(None, || self.align_of(element)),
            Type::Qualified(_, inner) => self.nested(None, || self.align_of(inner)),
            Type::Complex(element) => self.size_of(element),
            Type::MemberPointer { .. } => Some(8),
            _ => self.size_of(ty),
        }
    }
}

/// The value of a part of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Known(i128, TypeRef),
    Dependent,
    Unknown,
}

impl Value {
    pub(crate) fn of(value: i128, ty: Builtin) -> Value {
        Value::Known(value, Type::Builtin(ty).into())
    }
}

/// A floating literal as an argument for a parameter of type `ty`: its bits.
fn floating_argument(expr: &Expr, ty: &TypeRef) -> Option<Symbolic> {
    let value = match expr {
        Expr::Floating(bits, _) => f64::from_bits(*bits),
        Expr::Unary(operator, operand) if &**operator == "-" => match **operand {
            Expr::Floating(bits, _) => -f64::from_bits(bits),
            _ => return None,
        },
        _ => return None,
    };
    let bits = match **ty {
        Type::Builtin(Builtin::Double) => format!("{:016x}", value.to_bits()),
        Type::Builtin(Builtin::Float) => format!("{:08x}", (value as f32).to_bits()),
        _ => return None,
    };
    Some(Symbolic::Literal(ty.clone(), LiteralValue::FloatBits(bits.into())))
}

/// `ty` without top-level qualifiers.
pub(crate) fn unqualified(ty: &TypeRef) -> TypeRef {
    match &**ty {
        Type::Qualified(Qualifiers { .. }, inner) => inner.clone(),
        _ => ty.clone(),
    }
}

fn builtin_size(builtin: Builtin) -> Option<u64> {
    use Builtin::*;
    Some(match builtin {
        Void => return None,
        Bool | Char | SignedChar | UnsignedChar | Char8 => 1,
        Short | UnsignedShort | Char16 | Float16 | Half | BFloat16 | VendorBFloat16 => 2,
        Int | UnsignedInt | Float | Float32 | WChar | Char32 => 4,
        Long | UnsignedLong | LongLong | UnsignedLongLong | Double | Float64 | Float32x | NullPtr => 8,
        Int128 | UnsignedInt128 | LongDouble | Float128 | Float64x | ExtendedFloat128 => 16,
    })
}

/// Rank and signedness of an integer type ([conv.rank]).
pub(crate) fn integer_rank(builtin: Builtin) -> Option<(u8, bool)> {
    use Builtin::*;
    Some(match builtin {
        Bool => (0, false),
        Char | SignedChar => (1, true),
        UnsignedChar | Char8 => (1, false),
        Short => (2, true),
        UnsignedShort | Char16 => (2, false),
        Int | WChar => (3, true),
        UnsignedInt | Char32 => (3, false),
        Long => (4, true),
        UnsignedLong => (4, false),
        LongLong => (5, true),
        UnsignedLongLong => (5, false),
        Int128 => (6, true),
        UnsignedInt128 => (6, false),
        _ => return None,
    })
}

/// `value` reduced to the range of an integer type.
fn wrap(value: i128, ty: Builtin) -> Option<i128> {
    let (_, signed) = integer_rank(ty)?;
    let bits = 8 * builtin_size(ty)? as u32;
    if bits >= 128 {
        return Some(value);
    }
    let modulus = 1i128 << bits;
    let reduced = value.rem_euclid(modulus);
    Some(if signed && reduced >= modulus / 2 { reduced - modulus } else { reduced })
}

/// The type that an integer type promotes to ([conv.prom]); `None` for other types.
pub(crate) fn promoted_integer(ty: Builtin) -> Option<Builtin> {
    let (rank, _) = integer_rank(ty)?;
    Some(match rank {
        0..=2 => Builtin::Int,
        3 if ty == Builtin::WChar => Builtin::Int,
        3 if ty == Builtin::Char32 => Builtin::UnsignedInt,
        _ => ty,
    })
}

/// The common type of two promoted operands ([expr.arith.conv]).
fn common(a: Builtin, b: Builtin) -> Option<Builtin> {
    let (rank_a, signed_a) = integer_rank(a)?;
    let (rank_b, signed_b) = integer_rank(b)?;
    Some(match rank_a.cmp(&rank_b) {
        _ if a == b => a,
        std::cmp::Ordering::Equal => {
            if signed_a {
                b
            } else {
                a
            }
        }
        std::cmp::Ordering::Greater => wider(a, signed_a, b, signed_b),
        std::cmp::Ordering::Less => wider(b, signed_b, a, signed_a),
    })
}

/// The type of an arithmetic operation on two built-in types ([expr.arith.conv]).
pub(crate) fn arithmetic_type(a: Builtin, b: Builtin) -> Option<Builtin> {
    let floating = [Builtin::LongDouble, Builtin::Double, Builtin::Float];
    let is_number = |ty| floating.contains(&ty) || integer_rank(ty).is_some();
    if !is_number(a) || !is_number(b) {
        return None;
    }
    if let Some(widest) = floating.into_iter().find(|ty| *ty == a || *ty == b) {
        return Some(widest);
    }
    common(promoted_integer(a)?, promoted_integer(b)?)
}

/// The common type when `a` has the greater rank.
fn wider(a: Builtin, signed_a: bool, b: Builtin, signed_b: bool) -> Builtin {
    if signed_a && !signed_b && builtin_size(a) == builtin_size(b) {
        return Builtin::UnsignedLongLong;
    }
    a
}
