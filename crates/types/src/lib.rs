//! Types, classes, scopes and template arguments of a program as interned values.
//!
//! A [`Ty`] is a number: copying, comparing and hashing one costs the same whatever it stands for. So it is with a
//! [`Class`] (a class, an instance of a class template, a closure), with [`Args`] (template arguments) and with an
//! [`Env`] (the scopes around a declaration, with the arguments of the templates among them).
//!
//! # Architecture invariants
//! * Nothing here looks anything up: a class is the declaration that introduces it, the scopes around that and its
//!   arguments.
//! * Typedefs leave no trace: equal types are equal values.
//! * [`Kind::Gap`] is a type that asunder does not know yet, [`Kind::Error`] one that cannot be. Both absorb.

#![allow(missing_docs, reason = "salsa generates constructors and getters without documentation")]

mod builtins;
mod display;

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::DeclRef;
pub use asunder_mangle::model::{Builtin, Qualifiers, RefQualifier};

pub use builtins::{
    Rank, arithmetic_result, holds, is_floating, is_integral, promoted, rank, signed, size_of, unsigned,
};
pub use display::{Declared, display, is_displayed_as, is_longer_than};

/// A type.
#[salsa::interned(debug)]
pub struct Ty<'db> {
    #[returns(ref)]
    pub kind: Kind<'db>,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Kind<'db> {
    /// Not known, and why: a kind of gap.
    Gap(&'static str),
    /// Cannot be: proven ill-formed.
    Error,
    /// Depends on template parameters that have no arguments here.
    Dependent,
    /// A built-in type.
    Builtin(Builtin),
    /// A qualified type: never around another one, an array, a function or a reference.
    Qualified(Qualifiers, Ty<'db>),
    /// `T *`
    Pointer(Ty<'db>),
    /// `T &`, and with true `T &&`.
    Reference(Ty<'db>, bool),
    /// `T [n]`
    Array(Ty<'db>, Bound),
    /// A function type.
    Function(Function<'db>),
    /// `T C::*`
    MemberPointer(Ty<'db>, Ty<'db>),
    /// A class, struct or union.
    Class(Class<'db>),
    /// An enumeration: the declaration that introduces it, and the scopes around it.
    Enum(DeclRef, Env<'db>),
    /// A template parameter without an argument.
    Param(Param),
    /// An instance of a template template parameter without an argument.
    ParamInstance(Param, Args<'db>),
    /// `P...` of parameters without arguments.
    Expansion(Ty<'db>),
    /// A GNU vector of so many elements.
    Vector(Ty<'db>, u64),
    /// `_Complex T`
    Complex(Ty<'db>),
    /// `auto`, where it is not yet deduced.
    Auto,
    /// `decltype(auto)`, where it is not yet deduced.
    DecltypeAuto,
}

/// The bound of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// `[]`
    Unknown,
    /// So many elements.
    Count(u64),
    /// A template parameter without an argument.
    Param(Param),
    /// Another expression that depends on template parameters.
    Dependent,
    /// Not a constant: its value is not known here.
    Variable,
}

/// A function type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Function<'db> {
    /// The return type; `void` for constructors and destructors.
    pub result: Ty<'db>,
    /// The adjusted types of the parameters ([dcl.fct]/5).
    pub params: Box<[Ty<'db>]>,
    /// Ends with an ellipsis.
    pub variadic: bool,
    /// Cv-qualifiers.
    pub qualifiers: Qualifiers,
    /// The ref-qualifier.
    pub ref_qualifier: RefQualifier,
    /// `noexcept`
    pub noexcept: bool,
    /// The template parameter that says whether it is: that of `noexcept(B)`.
    pub noexcept_if: Option<Param>,
}

/// A template parameter, bound to the template that declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Param {
    /// The declaration that has the parameter list.
    pub template: DeclRef,
    /// Which of its parameter lists.
    pub header: u32,
    /// Which parameter.
    pub index: u32,
    /// Whether it is a pack.
    pub pack: bool,
}

/// What introduces a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Its first declaration, that of its template for an instance.
    Decl(DeclRef),
    /// A lambda: the item, the number of the body in the item and that of the lambda in the body.
    Lambda(u32, u32, u32),
}

/// A class, an instance of a class template, or a closure.
#[salsa::interned(debug)]
pub struct Class<'db> {
    #[returns(copy)]
    pub origin: Origin,
    /// The scopes around it.
    #[returns(copy)]
    pub outer: Env<'db>,
    /// Its template arguments.
    #[returns(copy)]
    pub args: Option<Args<'db>>,
}

/// Template arguments.
#[salsa::interned(debug)]
pub struct Args<'db> {
    #[returns(deref)]
    pub list: Box<[Arg<'db>]>,
}

/// A template argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Arg<'db> {
    /// A type.
    Type(Ty<'db>),
    /// A value.
    Value(Value<'db>),
    /// A template: its first declaration, and the scopes around it.
    Template(DeclRef, Env<'db>),
    /// A template template parameter without an argument.
    TemplateParam(Param),
    /// The arguments of a pack.
    Pack(Args<'db>),
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Value<'db> {
    /// An integer, a truth value or an enumerator, with its type.
    Integer(i128, Ty<'db>),
    /// A floating value: the bits of it as a `double`, and its type.
    Floating(u64, Ty<'db>),
    /// A null pointer of the type.
    Null(Ty<'db>),
    /// The address of a function or variable, or a reference to it.
    Address(DeclRef, Env<'db>),
    /// A template parameter without an argument.
    Param(Param),
    /// Depends on template parameters in another way.
    Dependent,
    /// Not known, and why.
    Gap(&'static str),
}

/// Scopes, from the innermost outwards.
#[salsa::interned(debug)]
pub struct Env<'db> {
    /// The innermost one.
    #[returns(copy)]
    pub frame: Frame<'db>,
    /// Those around it; none around the global namespace.
    #[returns(copy)]
    pub outer: Option<Env<'db>>,
}

/// A scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Frame<'db> {
    /// A namespace.
    Namespace(NamespaceId),
    /// A class.
    Class(Class<'db>),
    /// A template parameter list, with arguments where there are some.
    Template { template: DeclRef, header: u32, args: Option<Args<'db>> },
    /// The blocks of a function's body: an item, the number of the body in it.
    Body(u32, u32),
    /// The names of the parameters of a function declaration: its trailing return type sees them.
    Parameters(DeclRef),
    /// The call operator of a generic lambda, with what its placeholders stand for.
    CallOperator(Class<'db>, Args<'db>),
}

/// The call operator of a closure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct CallOperator<'db> {
    /// The closure.
    pub class: Class<'db>,
    /// Of a generic lambda, what its placeholders stand for, in their order.
    pub args: Option<Args<'db>>,
}

/// A declaration in the scopes that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Symbol<'db> {
    /// The declaration.
    pub decl: DeclRef,
    /// The scopes around it.
    pub env: Env<'db>,
}

impl<'db> Ty<'db> {
    /// A built-in type.
    pub fn builtin(db: &'db dyn salsa::Database, builtin: Builtin) -> Ty<'db> {
        Ty::new(db, Kind::Builtin(builtin))
    }

    /// A type that is not known, and why.
    pub fn gap(db: &'db dyn salsa::Database, why: &'static str) -> Ty<'db> {
        Ty::new(db, Kind::Gap(why))
    }

    /// `T *`; references are pointed through by nobody.
    pub fn pointer_to(self, db: &'db dyn salsa::Database) -> Ty<'db> {
        if self.absorbs(db) { self } else { Ty::new(db, Kind::Pointer(self)) }
    }

    /// `T &`, references collapsed ([dcl.ref]/6).
    pub fn lvalue_ref(self, db: &'db dyn salsa::Database) -> Ty<'db> {
        match self.kind(db) {
            Kind::Reference(to, _) => Ty::new(db, Kind::Reference(*to, false)),
            _ if self.absorbs(db) => self,
            _ => Ty::new(db, Kind::Reference(self, false)),
        }
    }

    /// `T &&`, references collapsed.
    pub fn rvalue_ref(self, db: &'db dyn salsa::Database) -> Ty<'db> {
        match self.kind(db) {
            Kind::Reference(..) => self,
            _ if self.absorbs(db) => self,
            _ => Ty::new(db, Kind::Reference(self, true)),
        }
    }

    /// The type with qualifiers added: none on references and functions, those of an array on its elements.
    pub fn qualified(self, db: &'db dyn salsa::Database, qualifiers: Qualifiers) -> Ty<'db> {
        if qualifiers.is_empty() {
            return self;
        }
        match self.kind(db) {
            Kind::Qualified(own, inner) => Ty::new(db, Kind::Qualified(own.union(qualifiers), *inner)),
            Kind::Array(element, bound) => {
                Ty::new(db, Kind::Array(element.qualified(db, qualifiers), *bound))
            }
            Kind::Reference(..) | Kind::Function(_) | Kind::Gap(_) | Kind::Error | Kind::Dependent => self,
            _ => Ty::new(db, Kind::Qualified(qualifiers, self)),
        }
    }

    /// The type as constant.
    pub fn constant(self, db: &'db dyn salsa::Database) -> Ty<'db> {
        self.qualified(db, Qualifiers::CONST)
    }

    /// The type without qualifiers, those of an array's elements included.
    pub fn unqualified(self, db: &'db dyn salsa::Database) -> Ty<'db> {
        match self.kind(db) {
            Kind::Qualified(_, inner) => *inner,
            Kind::Array(element, bound) => Ty::new(db, Kind::Array(element.unqualified(db), *bound)),
            _ => self,
        }
    }

    /// What the type is, qualifiers apart.
    fn bare(self, db: &'db dyn salsa::Database) -> &'db Kind<'db> {
        match self.kind(db) {
            Kind::Qualified(_, inner) => inner.kind(db),
            kind => kind,
        }
    }

    /// The qualifiers, those of an array's elements.
    pub fn qualifiers(self, db: &'db dyn salsa::Database) -> Qualifiers {
        match self.kind(db) {
            Kind::Qualified(qualifiers, _) => *qualifiers,
            Kind::Array(element, _) => element.qualifiers(db),
            _ => Qualifiers::NONE,
        }
    }

    /// What a reference refers to; other types themselves.
    pub fn referred(self, db: &'db dyn salsa::Database) -> Ty<'db> {
        match self.kind(db) {
            Kind::Reference(to, _) => *to,
            _ => self,
        }
    }

    /// What a pointer points to.
    pub fn pointee(self, db: &'db dyn salsa::Database) -> Option<Ty<'db>> {
        match self.bare(db) {
            Kind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// The type after the conversions of arrays and functions to pointers, without qualifiers ([conv.array],
    /// [conv.func], [conv.lval]).
    pub fn decayed(self, db: &'db dyn salsa::Database) -> Ty<'db> {
        match self.kind(db) {
            Kind::Array(element, _) => element.pointer_to(db),
            Kind::Function(_) => self.pointer_to(db),
            Kind::Qualified(_, inner) => *inner,
            _ => self,
        }
    }

    /// The built-in type that it is, qualifiers apart.
    pub fn as_builtin(self, db: &'db dyn salsa::Database) -> Option<Builtin> {
        match self.bare(db) {
            Kind::Builtin(builtin) => Some(*builtin),
            _ => None,
        }
    }

    /// The class that it is, qualifiers apart.
    pub fn as_class(self, db: &'db dyn salsa::Database) -> Option<Class<'db>> {
        match self.bare(db) {
            Kind::Class(class) => Some(*class),
            _ => None,
        }
    }

    /// The function type that it is.
    pub fn as_function(self, db: &'db dyn salsa::Database) -> Option<&'db Function<'db>> {
        match self.kind(db) {
            Kind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The enumeration that it is, qualifiers apart.
    pub fn as_enum(self, db: &'db dyn salsa::Database) -> Option<DeclRef> {
        match self.bare(db) {
            Kind::Enum(decl, _) => Some(*decl),
            _ => None,
        }
    }

    /// True for `void`, qualified or not.
    pub fn is_void(self, db: &'db dyn salsa::Database) -> bool {
        self.as_builtin(db) == Some(Builtin::Void)
    }

    /// True for what nothing can be said about: gaps, errors and what depends on parameters as a whole.
    pub fn absorbs(self, db: &'db dyn salsa::Database) -> bool {
        matches!(self.kind(db), Kind::Gap(_) | Kind::Error | Kind::Dependent)
    }
}
