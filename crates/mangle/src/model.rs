//! Names and types as far as a linker name shows them.
//!
//! Values are immutable trees with shared parts ([`Shared`]), equal when they are spelled the same. Entities are
//! identified by their qualified names, so a value means the same wherever its text stands.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use siphasher::sip128::{Hasher128, SipHasher13};

/// An identifier.
pub type Ident = Arc<str>;
/// A shared type.
pub type TypeRef = Shared<Type>;
/// A shared name.
pub type NameRef = Shared<Name>;
/// A shared expression.
pub type ExprRef = Shared<Expr>;

/// A shared immutable node. It is known by a fingerprint of 128 bits of all below it: hashing and comparing trees
/// costs the same whatever their size, and however often parts of them are shared.
#[derive(Debug)]
pub struct Shared<T>(Arc<Node<T>>);

#[derive(Debug)]
struct Node<T> {
    fingerprint: u128,
    /// `None` only while it is dropped.
    value: Option<T>,
}

impl<T: Hash> Shared<T> {
    /// Shares `value`.
    pub fn new(value: T) -> Self {
        let mut hasher = SipHasher13::new();
        value.hash(&mut hasher);
        Shared(Arc::new(Node { fingerprint: hasher.finish128().as_u128(), value: Some(value) }))
    }
}

impl<T> Drop for Node<T> {
    /// Chains are as long as a program makes them.
    fn drop(&mut self) {
        let value = self.value.take();
        crate::deep(|| drop(value));
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.0.value.as_ref().expect("a node has its value until it is dropped")
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.fingerprint == other.0.fingerprint
    }
}

impl<T> Eq for Shared<T> {}

impl<T> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u128(self.0.fingerprint);
    }
}

impl<T: Hash> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Shared::new(value)
    }
}

/// Cv-qualifiers and `restrict`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Qualifiers {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `__restrict__`
    pub is_restrict: bool,
}

impl Qualifiers {
    /// No qualifier.
    pub const NONE: Qualifiers = Qualifiers { is_const: false, is_volatile: false, is_restrict: false };
    /// `const` alone.
    pub const CONST: Qualifiers = Qualifiers { is_const: true, is_volatile: false, is_restrict: false };
    /// `volatile` alone.
    pub const VOLATILE: Qualifiers = Qualifiers { is_const: false, is_volatile: true, is_restrict: false };
    /// `__restrict__` alone.
    pub const RESTRICT: Qualifiers = Qualifiers { is_const: false, is_volatile: false, is_restrict: true };

    /// True when no qualifier is set.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// The union of two sets.
    pub fn union(self, other: Self) -> Self {
        Qualifiers {
            is_const: self.is_const || other.is_const,
            is_volatile: self.is_volatile || other.is_volatile,
            is_restrict: self.is_restrict || other.is_restrict,
        }
    }
}

/// The ref-qualifier of a member function or function type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RefQualifier {
    /// None.
    #[default]
    None,
    /// `&`
    Lvalue,
    /// `&&`
    Rvalue,
}

/// The exception specification that is part of a function type ([except.spec]).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum ExceptionSpec {
    /// May throw.
    #[default]
    None,
    /// `noexcept`
    Noexcept,
    /// `noexcept(E)` with `E` dependent.
    Computed(ExprRef),
}

/// A function type. As the type of a function entity its qualifiers are those of the function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// The return type; `None` for constructors, destructors and deduction guides.
    pub result: Option<TypeRef>,
    /// The adjusted parameter types ([dcl.fct]/5); empty for `()`.
    pub parameters: Vec<TypeRef>,
    /// True when the parameters end with an ellipsis.
    pub variadic: bool,
    /// Cv-qualifiers.
    pub qualifiers: Qualifiers,
    /// The ref-qualifier.
    pub ref_qualifier: RefQualifier,
    /// The exception specification.
    pub exceptions: ExceptionSpec,
}

/// An array bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// `[]`
    Unspecified,
    /// A number of elements.
    Count(u64),
    /// A dependent expression.
    Dependent(ExprRef),
}

/// The built-in types with an encoding of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Builtin {
    Void,
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    WChar,
    Char8,
    Char16,
    Char32,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
    Float,
    Double,
    LongDouble,
    Float128,
    Float16,
    /// `__fp16`, another type than [`Builtin::Float16`].
    Half,
    Float32,
    Float32x,
    Float64,
    Float64x,
    /// `_Float128`, another type than [`Builtin::Float128`].
    ExtendedFloat128,
    BFloat16,
    /// `__bf16` where the host compiler is Clang.
    VendorBFloat16,
    NullPtr,
}

/// A template parameter named in a type or expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TemplateParam {
    /// Nesting of template parameter lists inside the signature: 0 but for generic lambdas and
    /// template template parameters.
    pub level: u32,
    /// Position in its list, counted from 0.
    pub index: u32,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Not known; absorbs.
    Unknown,
    /// A built-in type.
    Builtin(Builtin),
    /// A qualified type; never nested in another, never around an array, a function or a reference.
    Qualified(Qualifiers, TypeRef),
    /// `T *`
    Pointer(TypeRef),
    /// `T &`
    LvalueRef(TypeRef),
    /// `T &&`
    RvalueRef(TypeRef),
    /// `T [N]`
    Array(Bound, TypeRef),
    /// A function type.
    Function(Box<FunctionType>),
    /// `T C::*`
    MemberPointer {
        /// The class.
        class: TypeRef,
        /// The member's type.
        member: TypeRef,
    },
    /// A class, union, enum or template-id; with a dependent scope `typename T::name`.
    Named(NameRef),
    /// A type template parameter.
    Param(TemplateParam),
    /// `TT<args>` of a template template parameter.
    ParamTemplateId(TemplateParam, Vec<TemplateArg>),
    /// `decltype(e)`; true when `e` is an unparenthesised id-expression or member access.
    Decltype(ExprRef, bool),
    /// `T...`
    PackExpansion(TypeRef),
    /// A GNU vector of so many lanes.
    Vector(u64, TypeRef),
    /// `_Complex T`
    Complex(TypeRef),
    /// `auto` as a placeholder in a signature.
    Auto,
    /// `decltype(auto)`
    DecltypeAuto,
    /// A vendor type with this name.
    Vendor(Ident),
}

/// Which body of a constructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CtorKind {
    /// Complete object, `C1`.
    Complete,
    /// Base object, `C2`.
    Base,
    /// Unified (comdat group), `C5`.
    Unified,
}

/// Which body of a destructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DtorKind {
    /// Deleting, `D0`.
    Deleting,
    /// Complete object, `D1`.
    Complete,
    /// Base object, `D2`.
    Base,
}

/// An unqualified name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Unqualified {
    /// An identifier.
    Source(Ident),
    /// An operator, by its encoding ([`crate::operators`]).
    Operator(&'static str),
    /// `operator "" x`
    LiteralOperator(Ident),
    /// A conversion function to the type.
    Conversion(TypeRef),
    /// A constructor.
    Constructor(CtorKind),
    /// A destructor.
    Destructor(DtorKind),
    /// An unnamed namespace.
    UnnamedNamespace,
    /// A closure type.
    Closure {
        /// Parameter types of its call operator.
        parameters: Vec<TypeRef>,
        /// True when they end with an ellipsis.
        variadic: bool,
        /// How many closures of the same signature came before it in the same context.
        number: u32,
    },
    /// An unnamed class or enum, numbered from 0 in its context.
    UnnamedType(u32),
    /// A structured binding.
    Bindings(Vec<Ident>),
}

/// Where a name is declared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The global namespace.
    Global,
    /// A namespace, class or closure.
    Member(NameRef),
    /// The body of a function.
    Local {
        /// The function.
        function: Box<Entity>,
        /// How many entities of the same name came before it in the function.
        discriminator: u32,
    },
    /// A dependent type: a template parameter, `decltype`, …
    Dependent(TypeRef),
}

/// A declared name with its scope.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// Where it is declared.
    pub scope: Scope,
    /// Its own name.
    pub unqualified: Unqualified,
    /// ABI tags, sorted.
    pub abi_tags: Vec<Ident>,
    /// True for internal linkage at namespace scope (`static`, `const`).
    pub internal: bool,
    /// True for functions and variables of a namespace that is unnamed or stands in an unnamed one.
    pub in_unnamed_namespace: bool,
    /// Template arguments of a specialization.
    pub args: Option<Vec<TemplateArg>>,
}

impl Name {
    /// The name `ident` declared in `scope`.
    pub fn new(scope: Scope, ident: impl Into<Ident>) -> Name {
        Name::of(scope, Unqualified::Source(ident.into()))
    }

    /// Any unqualified name in `scope`.
    pub fn of(scope: Scope, unqualified: Unqualified) -> Name {
        Name {
            scope,
            unqualified,
            abi_tags: Vec::new(),
            internal: false,
            in_unnamed_namespace: false,
            args: None,
        }
    }

    /// The same name with template arguments.
    pub fn with_args(mut self, args: Vec<TemplateArg>) -> Name {
        self.args = Some(args);
        self
    }

    /// True for `std` itself.
    pub fn is_std(&self) -> bool {
        matches!(self.scope, Scope::Global)
            && self.args.is_none()
            && matches!(&self.unqualified, Unqualified::Source(name) if &**name == "std")
    }
}

/// A template argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TemplateArg {
    /// A type.
    Type(TypeRef),
    /// A template.
    Template(NameRef),
    /// A value.
    Value(ExprRef),
    /// A pack.
    Pack(Vec<TemplateArg>),
}

/// The value of a literal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LiteralValue {
    /// An integer, character, Boolean or enumerator.
    Integer(i128),
    /// A floating value by its bits, as many hexadecimal digits as its object has.
    FloatBits(Ident),
    /// No value: `nullptr`, string literals.
    None,
}

/// A name in a dependent expression, found at instantiation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnresolvedName {
    /// Written with a leading `::`.
    pub global: bool,
    /// The scope it is qualified with.
    pub scope: Option<TypeRef>,
    /// The name.
    pub name: Unqualified,
    /// Explicit template arguments.
    pub args: Option<Vec<TemplateArg>>,
}

/// An expression in a signature or template argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// Not known; absorbs.
    Unknown,
    /// A literal of a type.
    Literal(TypeRef, LiteralValue),
    /// A non-type template parameter.
    Param(TemplateParam),
    /// A function parameter: levels of prototypes up, position from 0, its top-level qualifiers.
    FunctionParam {
        /// Enclosing prototypes between the use and the parameter.
        level: u32,
        /// Position in the list, from 0.
        index: u32,
        /// Top-level qualifiers of the parameter.
        qualifiers: Qualifiers,
    },
    /// `this`
    This,
    /// An operator by its encoding, with its operands.
    Operator(&'static str, Vec<ExprRef>),
    /// A call.
    Call(ExprRef, Vec<ExprRef>),
    /// `T(args)`
    Convert(TypeRef, Vec<ExprRef>),
    /// `T{args}`
    ConvertList(TypeRef, Vec<ExprRef>),
    /// `{args}`
    List(Vec<ExprRef>),
    /// `.name = value` in the list of a union's value.
    Designated(Ident, ExprRef),
    /// A named cast by its encoding (`sc`, `dc`, `rc`, `cc`).
    Cast(&'static str, TypeRef, ExprRef),
    /// `sizeof(T)` (`st`), `alignof(T)` (`at`), `typeid(T)` (`ti`).
    TypeOperand(&'static str, TypeRef),
    /// `sizeof...(P)`
    SizeofPack(TemplateParam),
    /// `e...`
    PackExpansion(ExprRef),
    /// `a.n` (`dt`) and `p->n` (`pt`).
    Member(&'static str, ExprRef, UnresolvedName),
    /// A name found at instantiation.
    Unresolved(UnresolvedName),
    /// A known entity.
    Entity(Box<Entity>),
    /// A fold by its encoding (`fl`, `fr`, `fL`, `fR`), operator and operands.
    Fold(&'static str, &'static str, Vec<ExprRef>),
}

/// An entity with a linker name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entity {
    /// A function.
    Function(Function),
    /// A variable or static data member.
    Variable(Variable),
    /// Virtual table (`TV`), VTT (`TT`), type information (`TI`), its name (`TS`).
    OfType(&'static str, TypeRef),
    /// A virtual function entered through a base that stands so many bytes behind the object's start.
    Thunk {
        /// The bytes.
        offset: u64,
        /// The function.
        function: Box<Entity>,
    },
    /// The guard of a static variable.
    Guard(Variable),
    /// A string literal or other nameless object of a function body, numbered from 0.
    StringLiteral {
        /// The function.
        function: Box<Entity>,
        /// Its number.
        discriminator: u32,
    },
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    /// Its name; the arguments of a template instance are the deduced ones.
    pub name: NameRef,
    /// Its type, in terms of its template parameters when it is an instance of a function template.
    pub ty: FunctionType,
    /// C language linkage (and `main`): the linker name is the identifier.
    pub c_linkage: bool,
}

/// A variable or static data member.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variable {
    /// Its name.
    pub name: NameRef,
    /// C language linkage.
    pub c_linkage: bool,
}
