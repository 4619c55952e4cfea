//! Implicit conversion sequences ([over.best.ics]) from arguments of known types, and how two of them compare
//! ([over.ics.rank]).

use asunder_mangle::model::{Builtin, NameRef, Qualifiers, Type, TypeRef};

use crate::constant::{integer_rank, unqualified};
use crate::names::Names;
use crate::resolve::qualify;
use crate::written::DeclKind;

/// An argument of a call.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    /// Its type, without reference.
    pub(crate) ty: TypeRef,
    pub(crate) is_lvalue: bool,
    /// It is the literal `0`, which converts to pointers ([conv.ptr]/1).
    pub(crate) is_zero: bool,
}

/// Ranks of standard conversion sequences, best first ([over.ics.scs]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Exact,
    Promotion,
    /// Of an enumeration with a fixed type to what that type promotes to ([over.ics.rank]/4.2).
    FurtherPromotion,
    Conversion,
}

/// What a reference parameter binds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binding {
    /// The parameter is not a reference.
    None,
    LvalueToLvalue,
    /// `const T &` to a value.
    LvalueToRvalue,
    RvalueToRvalue,
}

/// What distinguishes conversions of rank *conversion*.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Other,
    /// To a base class, or to a pointer to it.
    ToBase(NameRef),
    /// `T *` to `void *`
    ToVoid,
    PointerToBool,
}

/// A standard conversion sequence.
#[derive(Clone, Debug)]
pub(crate) struct Standard {
    rank: Rank,
    /// Qualifiers that the referred or pointed-to type gains.
    added: Qualifiers,
    binding: Binding,
    kind: Kind,
}

/// How an argument converts to a parameter.
#[derive(Clone, Debug)]
pub(crate) enum Conversion {
    Standard(Standard),
    /// Perhaps, by a user-defined conversion.
    User,
    /// By the ellipsis.
    Ellipsis,
    /// It does not.
    None,
    Unknown,
}

/// How one conversion compares with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Better,
    Equal,
    Worse,
    /// Better or equal.
    NotWorse,
    Unknown,
}

/// Whether a class is derived from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Derivation {
    Same,
    Derived,
    No,
    Unknown,
}

impl Standard {
    const EXACT: Standard =
        Standard { rank: Rank::Exact, added: Qualifiers::NONE, binding: Binding::None, kind: Kind::Other };

    fn of(rank: Rank) -> Standard {
        Standard { rank, ..Standard::EXACT }
    }

    fn with_kind(kind: Kind, added: Qualifiers) -> Standard {
        Standard { rank: Rank::Conversion, added, kind, ..Standard::EXACT }
    }

    /// No conversion sequence is better.
    fn is_perfect(&self) -> bool {
        self.rank == Rank::Exact && self.added.is_empty() && self.binding != Binding::LvalueToRvalue
    }
}

impl<'db> Names<'db> {
    /// The conversion of `argument` to a parameter of type `parameter`.
    pub(crate) fn conversion(&self, argument: &Argument, parameter: &TypeRef) -> Conversion {
        if self.is_unsettled(&argument.ty) || self.is_unsettled(parameter) {
            return Conversion::Unknown;
        }
        match &**parameter {
            Type::LvalueRef(to) => self.bind_lvalue_reference(argument, to),
            Type::RvalueRef(to) => self.bind_rvalue_reference(argument, to),
            _ => self.convert_to_value(argument, &unqualified(parameter)),
        }
    }

    /// Whether a type is not known or depends on template parameters.
    pub(crate) fn is_unsettled(&self, ty: &TypeRef) -> bool {
        matches!(**ty, Type::Unknown | Type::Auto | Type::DecltypeAuto) || self.is_dependent(ty)
    }

    fn bind_lvalue_reference(&self, argument: &Argument, to: &TypeRef) -> Conversion {
        let (of_target, target) = split(to);
        let (of_source, source) = split(&argument.ty);
        let takes_values = of_target.is_const && !of_target.is_volatile;
        let kind = match self.derivation(&source, &target) {
            Derivation::Same => None,
            Derivation::Derived => base_kind(&target),
            Derivation::No if takes_values => {
                return match self.convert_to_value(argument, &target) {
                    Conversion::Standard(found) => {
                        Conversion::Standard(Standard { binding: Binding::LvalueToRvalue, ..found })
                    }
                    other => other,
                };
            }
            Derivation::No if is_class_like(&source) && !self.is_enum(&source) => return Conversion::User,
            Derivation::No => return Conversion::None,
            Derivation::Unknown => return Conversion::Unknown,
        };
        let Some(added) = difference(of_target, of_source) else { return Conversion::None };
        if !argument.is_lvalue && !takes_values {
            return Conversion::None;
        }
        let binding = if argument.is_lvalue { Binding::LvalueToLvalue } else { Binding::LvalueToRvalue };
        Conversion::Standard(reference_binding(kind, added, binding))
    }

    fn bind_rvalue_reference(&self, argument: &Argument, to: &TypeRef) -> Conversion {
        let (of_target, target) = split(to);
        let (of_source, source) = split(&argument.ty);
        let kind = match self.derivation(&source, &target) {
            Derivation::Same | Derivation::Derived
                if argument.is_lvalue && !matches!(*source, Type::Function(_)) =>
            {
                return Conversion::None;
            }
            Derivation::Same => None,
            Derivation::Derived => base_kind(&target),
            Derivation::No => {
                return match self.convert_to_value(argument, &target) {
                    Conversion::Standard(found) => {
                        Conversion::Standard(Standard { binding: Binding::RvalueToRvalue, ..found })
                    }
                    other => other,
                };
            }
            Derivation::Unknown => return Conversion::Unknown,
        };
        match difference(of_target, of_source) {
            Some(added) => Conversion::Standard(reference_binding(kind, added, Binding::RvalueToRvalue)),
            None => Conversion::None,
        }
    }

    /// The conversion to a parameter of the unqualified type `to` (\[conv\]).
    fn convert_to_value(&self, argument: &Argument, to: &TypeRef) -> Conversion {
        let from = decayed(&argument.ty);
        if from == *to {
            return Conversion::Standard(Standard::EXACT);
        }
        let arithmetic = |rank| Conversion::Standard(Standard::of(rank));
        match (&*from, &**to) {
            (Type::Builtin(x), Type::Builtin(y)) => match (is_arithmetic(*x), is_arithmetic(*y)) {
                (true, true) if promotes(*x, *y) => arithmetic(Rank::Promotion),
                (true, true) => arithmetic(Rank::Conversion),
                _ => Conversion::None,
            },
            (Type::Builtin(Builtin::NullPtr), Type::Pointer(_) | Type::MemberPointer { .. }) => {
                arithmetic(Rank::Conversion)
            }
            (Type::Builtin(_), Type::Pointer(_) | Type::MemberPointer { .. }) if argument.is_zero => {
                arithmetic(Rank::Conversion)
            }
            (Type::Builtin(_), Type::Pointer(_)) => Conversion::None,
            (Type::Pointer(_), Type::Builtin(Builtin::Bool)) => {
                Conversion::Standard(Standard::with_kind(Kind::PointerToBool, Qualifiers::NONE))
            }
            (Type::Pointer(_), Type::Builtin(_)) => Conversion::None,
            (Type::Pointer(x), Type::Pointer(y)) => self.convert_pointer(x, y),
            (Type::Named(_), _) if self.is_enum(&from) => self.convert_enumeration(&from, to),
            (_, Type::Named(_)) if self.is_enum(to) => match &*from {
                Type::Named(_) => Conversion::User,
                _ => Conversion::None,
            },
            (Type::Named(_), Type::Named(target)) => match self.derivation(&from, to) {
                Derivation::Derived => {
                    let kind = Kind::ToBase(target.clone());
                    Conversion::Standard(Standard::with_kind(kind, Qualifiers::NONE))
                }
                Derivation::Unknown => Conversion::Unknown,
                _ => Conversion::User,
            },
            (Type::Named(_), _) | (_, Type::Named(_)) => Conversion::User,
            _ => Conversion::Unknown,
        }
    }

    /// `from *` to `to *` ([conv.ptr], [conv.qual]).
    fn convert_pointer(&self, from: &TypeRef, to: &TypeRef) -> Conversion {
        let (of_source, source) = split(from);
        let (of_target, target) = split(to);
        let related = self.derivation(&source, &target);
        if related == Derivation::Unknown {
            return Conversion::Unknown;
        }
        let Some(added) = difference(of_target, of_source) else {
            return match related {
                // Qualifiers of more than one level, conversions of function types.
                Derivation::No if !matches!(*source, Type::Named(_) | Type::Builtin(_)) => {
                    Conversion::Unknown
                }
                _ => Conversion::None,
            };
        };
        match (related, &*source, &*target) {
            (Derivation::Same, ..) => Conversion::Standard(Standard { added, ..Standard::EXACT }),
            (_, Type::Function(_), Type::Builtin(Builtin::Void)) => Conversion::None,
            (_, _, Type::Builtin(Builtin::Void)) => {
                Conversion::Standard(Standard::with_kind(Kind::ToVoid, added))
            }
            (Derivation::Derived, _, Type::Named(base)) => {
                Conversion::Standard(Standard::with_kind(Kind::ToBase(base.clone()), added))
            }
            (_, Type::Named(_) | Type::Builtin(_), _) | (_, _, Type::Named(_) | Type::Builtin(_)) => {
                Conversion::None
            }
            _ => Conversion::Unknown,
        }
    }

    /// An enumeration to an arithmetic type ([conv.prom]/3, [conv.integral]).
    fn convert_enumeration(&self, from: &TypeRef, to: &TypeRef) -> Conversion {
        let Type::Builtin(target) = **to else {
            return match **to {
                Type::Named(_) if !self.is_enum(to) => Conversion::User,
                _ => Conversion::None,
            };
        };
        if self.is_scoped_enum(from) || !is_arithmetic(target) {
            return Conversion::None;
        }
        let rank = match self.underlying_type(from).as_deref() {
            Some(Type::Builtin(fixed)) if *fixed == target => Rank::Promotion,
            Some(Type::Builtin(fixed)) if promotes(*fixed, target) => Rank::FurtherPromotion,
            Some(_) => Rank::Conversion,
            None => match self.promoted_enumeration(from) {
                Some(promoted) if promoted == target => Rank::Promotion,
                Some(_) => Rank::Conversion,
                None => return Conversion::Unknown,
            },
        };
        Conversion::Standard(Standard::of(rank))
    }

    fn is_scoped_enum(&self, ty: &TypeRef) -> bool {
        let Type::Named(name) = &**ty else { return false };
        let declarations = self.type_declarations(name);
        declarations.iter().any(|decl| matches!(&self.decl(*decl).kind, DeclKind::Enum(it) if it.scoped))
    }

    /// Whether `derived` is `base` or a class derived from it.
    pub(crate) fn derivation(&self, derived: &TypeRef, base: &TypeRef) -> Derivation {
        if derived == base {
            return Derivation::Same;
        }
        let (Type::Named(derived_name), Type::Named(_)) = (&**derived, &**base) else {
            return if self.is_unsettled(derived) || self.is_unsettled(base) {
                Derivation::Unknown
            } else {
                Derivation::No
            };
        };
        if self.is_enum(derived) || self.is_enum(base) {
            return Derivation::No;
        }
        self.nested(Derivation::Unknown, || match self.bases_of(derived_name) {
            None => Derivation::Unknown,
            Some(bases) => {
                let mut result = Derivation::No;
                for of_derived in bases {
                    match self.derivation(&of_derived, base) {
                        Derivation::Same | Derivation::Derived => return Derivation::Derived,
                        Derivation::Unknown => result = Derivation::Unknown,
                        Derivation::No => {}
                    }
                }
                result
            }
        })
    }

    /// The base classes of a class; `None` when they are not known. A class that is only declared has none.
    pub(crate) fn bases_of(&self, name: &NameRef) -> Option<Vec<TypeRef>> {
        let Some(definition) = self.class_definition(name) else {
            // What is not a class by its name is not understood: closures, local classes.
            let is_declared = name.args.is_none() && self.class_declaration(name).is_some();
            return is_declared.then(Vec::new);
        };
        let DeclKind::Class(_) = &self.decl(definition).kind else { return None };
        let bases = self.base_types(name, definition);
        bases.iter().map(|base| matches!(**base, Type::Named(_)).then(|| base.clone())).collect()
    }

    /// How `a` compares with `b`, both conversions of one argument.
    pub(crate) fn compare_conversions(&self, a: &Conversion, b: &Conversion) -> Order {
        match (a, b) {
            (Conversion::Standard(x), Conversion::Standard(y)) => self.compare_standard(x, y),
            (Conversion::Standard(_), Conversion::User | Conversion::Ellipsis) => Order::Better,
            (Conversion::User | Conversion::Ellipsis, Conversion::Standard(_)) => Order::Worse,
            (Conversion::User, Conversion::Ellipsis) => Order::Better,
            (Conversion::Ellipsis, Conversion::User) => Order::Worse,
            (Conversion::Ellipsis, Conversion::Ellipsis) => Order::Equal,
            (Conversion::Standard(x), _) if x.is_perfect() => Order::NotWorse,
            _ => Order::Unknown,
        }
    }

    fn compare_standard(&self, x: &Standard, y: &Standard) -> Order {
        match x.rank.cmp(&y.rank) {
            std::cmp::Ordering::Less => return Order::Better,
            std::cmp::Ordering::Greater => return Order::Worse,
            std::cmp::Ordering::Equal => {}
        }
        match (&x.kind, &y.kind) {
            (Kind::PointerToBool, Kind::PointerToBool) => {}
            (Kind::PointerToBool, _) => return Order::Worse,
            (_, Kind::PointerToBool) => return Order::Better,
            (Kind::ToBase(_), Kind::ToVoid) => return Order::Better,
            (Kind::ToVoid, Kind::ToBase(_)) => return Order::Worse,
            (Kind::ToBase(a), Kind::ToBase(b)) if a != b => {
                let (a, b) = (Type::Named(a.clone()).into(), Type::Named(b.clone()).into());
                return match (self.derivation(&a, &b), self.derivation(&b, &a)) {
                    (Derivation::Derived, _) => Order::Better,
                    (_, Derivation::Derived) => Order::Worse,
                    (Derivation::No, Derivation::No) => Order::Equal,
                    _ => Order::Unknown,
                };
            }
            _ => {}
        }
        match (x.binding, y.binding) {
            (Binding::RvalueToRvalue, Binding::LvalueToRvalue) => return Order::Better,
            (Binding::LvalueToRvalue, Binding::RvalueToRvalue) => return Order::Worse,
            // A value and a reference do not differ by the qualifiers of the reference.
            (Binding::None, Binding::None) => {}
            (Binding::None, _) | (_, Binding::None) => return Order::Equal,
            _ => {}
        }
        match (difference(y.added, x.added), difference(x.added, y.added)) {
            (Some(more), _) if !more.is_empty() => Order::Better,
            (_, Some(more)) if !more.is_empty() => Order::Worse,
            _ => Order::Equal,
        }
    }
}

fn reference_binding(kind: Option<Kind>, added: Qualifiers, binding: Binding) -> Standard {
    match kind {
        None => Standard { added, binding, ..Standard::EXACT },
        Some(kind) => Standard { binding, ..Standard::with_kind(kind, added) },
    }
}

fn base_kind(base: &TypeRef) -> Option<Kind> {
    match &**base {
        Type::Named(name) => Some(Kind::ToBase(name.clone())),
        _ => None,
    }
}

fn is_class_like(ty: &TypeRef) -> bool {
    matches!(**ty, Type::Named(_))
}

/// Qualifiers and the type without them; those of an array sit on its element.
fn split(ty: &TypeRef) -> (Qualifiers, TypeRef) {
    match &**ty {
        Type::Qualified(qualifiers, inner) => (*qualifiers, inner.clone()),
        Type::Array(bound, element) => {
            let (qualifiers, element) = split(element);
            (qualifiers, Type::Array(bound.clone(), element).into())
        }
        _ => (Qualifiers::NONE, ty.clone()),
    }
}

/// What `all` has more than `some`; `None` unless it has all of `some`. `restrict` does not count.
fn difference(all: Qualifiers, some: Qualifiers) -> Option<Qualifiers> {
    if some.is_const && !all.is_const || some.is_volatile && !all.is_volatile {
        return None;
    }
    Some(Qualifiers {
        is_const: all.is_const && !some.is_const,
        is_volatile: all.is_volatile && !some.is_volatile,
        is_restrict: false,
    })
}

/// The type of the value of an expression ([conv.lval], [conv.array], [conv.func]).
pub(crate) fn decayed(ty: &TypeRef) -> TypeRef {
    match &**ty {
        Type::Array(_, element) => Type::Pointer(element.clone()).into(),
        Type::Function(_) => Type::Pointer(ty.clone()).into(),
        Type::Qualified(qualifiers, inner) => match &**inner {
            Type::Array(_, element) => Type::Pointer(qualify(*qualifiers, element)).into(),
            _ => inner.clone(),
        },
        _ => ty.clone(),
    }
}

fn is_floating(ty: Builtin) -> bool {
    matches!(
        ty,
        Builtin::Float
            | Builtin::Double
            | Builtin::LongDouble
            | Builtin::Float16
            | Builtin::Half
            | Builtin::Float32
            | Builtin::Float32x
            | Builtin::Float64
            | Builtin::Float64x
            | Builtin::ExtendedFloat128
            | Builtin::BFloat16
            | Builtin::VendorBFloat16
            | Builtin::Float128
    )
}

fn is_arithmetic(ty: Builtin) -> bool {
    is_floating(ty) || integer_rank(ty).is_some()
}

/// Whether the conversion is a promotion ([conv.prom], [conv.fpprom]).
fn promotes(from: Builtin, to: Builtin) -> bool {
    use Builtin::*;
    match from {
        Float => to == Double,
        Bool | Char | SignedChar | UnsignedChar | Char8 | Short | UnsignedShort | Char16 | WChar => to == Int,
        Char32 => to == UnsignedInt,
        _ => false,
    }
}
