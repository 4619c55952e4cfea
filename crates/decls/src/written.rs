//! Declarations as an item writes them: plain data without positions, lookups or trees.
//!
//! Two texts that differ only in function bodies, initializers or blanks give equal values, so
//! whatever is computed from them stays valid.

use asunder_mangle::model::{Builtin, Ident, Qualifiers, RefQualifier};

/// The number of a declaration in its item, in the order in which names become visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(pub u32);

impl LocalId {
    /// The number as an index into [`ItemDecls::decls`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// All declarations of one item outside function bodies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemDecls {
    /// In the order in which names become visible; a class comes before its members.
    pub decls: Vec<Decl>,
}

impl ItemDecls {
    /// The declaration `id`.
    pub fn get(&self, id: LocalId) -> &Decl {
        &self.decls[id.index()]
    }

    /// All declarations with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (LocalId, &Decl)> {
        self.decls.iter().enumerate().map(|(index, decl)| (LocalId(index as u32), decl))
    }

    /// The direct members of the class or enum `parent`, or the item's own declarations.
    pub fn members(&self, parent: Option<LocalId>) -> impl Iterator<Item = (LocalId, &Decl)> {
        self.iter().filter(move |(_, decl)| decl.parent == parent)
    }
}

/// One declaration of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decl {
    /// The class or enum in whose body it stands; `None` in the item's namespace.
    pub parent: Option<LocalId>,
    /// Who may name it, when it is a member of a class.
    pub access: Access,
    /// What it declares.
    pub name: DeclName,
    /// `A::B` of a declarator `A::B::f`, when there is one.
    pub qualifier: Option<Path>,
    /// Template parameter lists in front of it, outermost first; an empty list is `template<>`.
    pub templates: Vec<TemplateHeader>,
    /// True for an explicit instantiation.
    pub explicit_instantiation: bool,
    /// Specifiers.
    pub specifiers: Specifiers,
    /// Attributes.
    pub attributes: Attributes,
    /// The width of a bit-field.
    pub bit_width: Option<Box<Expr>>,
    /// The condition of `explicit(e)`.
    pub explicit_if: Option<Box<Expr>>,
    /// The kind with what belongs to it alone.
    pub kind: DeclKind,
}

impl Decl {
    /// True unless it declares into another scope than that in which it is written: friends, and names with a
    /// qualifier.
    pub fn stands_in_its_scope(&self) -> bool {
        self.qualifier.is_none() && !self.specifiers.is_friend
    }
}

/// The access of a class member ([class.access]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Everyone; also for non-members.
    #[default]
    Public,
    /// Members, friends and derived classes.
    Protected,
    /// Members and friends.
    Private,
}

/// The unqualified name in a declarator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DeclName {
    /// No name: unnamed classes, enums, bit-fields, using-directives.
    None,
    /// An identifier.
    Ident(Ident),
    /// A template-id, the name of a specialization.
    TemplateId(Ident, Vec<Arg>),
    /// An operator by its spelling without blanks.
    Operator(Ident),
    /// A conversion function.
    Conversion(Box<TypeExpr>),
    /// `operator ""_x`
    LiteralOperator(Ident),
    /// A constructor of the class of that name.
    Constructor,
    /// A destructor.
    Destructor,
    /// A structured binding.
    Bindings(Vec<Ident>),
}

impl DeclName {
    /// The identifier under which lookup finds the declaration.
    pub fn ident(&self) -> Option<&Ident> {
        match self {
            DeclName::Ident(ident) | DeclName::TemplateId(ident, _) => Some(ident),
            _ => None,
        }
    }
}

/// Storage, function and linkage specifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Specifiers {
    pub is_static: bool,
    pub is_extern: bool,
    pub is_inline: bool,
    pub is_virtual: bool,
    pub is_constexpr: bool,
    pub is_consteval: bool,
    pub is_constinit: bool,
    pub is_friend: bool,
    pub is_mutable: bool,
    pub is_thread_local: bool,
    /// `explicit`, also with a condition.
    pub is_explicit: bool,
    pub is_override: bool,
    pub is_final: bool,
    /// `extern "C"` directly in front of the declaration or around it inside the item.
    pub c_linkage: bool,
    /// A function whose parameters have placeholders.
    pub is_abbreviated: bool,
    /// A requires-clause stands behind the declarator, and the declaration has no template parameters of its own.
    pub is_constrained: bool,
    /// No type is written: it is taken as `int`.
    pub is_untyped: bool,
}

/// The bits of the attributes `device`, `host`, `global` (and `tile_global`), `shared`, `constant`, `managed`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Spaces {
    pub host: bool,
    pub device: bool,
    pub global: bool,
    pub shared: bool,
    pub constant: bool,
    pub managed: bool,
}

impl Spaces {
    /// The execution spaces among them; the rest are memory spaces.
    pub fn execution(self) -> Spaces {
        Spaces { host: self.host, device: self.device, global: self.global, ..Spaces::default() }
    }

    /// The union of two sets: spaces accumulate over redeclarations (spec 2 §3).
    pub fn union(self, other: Spaces) -> Spaces {
        Spaces {
            host: self.host || other.host,
            device: self.device || other.device,
            global: self.global || other.global,
            shared: self.shared || other.shared,
            constant: self.constant || other.constant,
            managed: self.managed || other.managed,
        }
    }
}

/// The attributes that names, linkage and spaces depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// CUDA spaces.
    pub spaces: Spaces,
    /// `weak`
    pub weak: bool,
    /// `gnu_inline`
    pub gnu_inline: bool,
    /// `noreturn`
    pub noreturn: bool,
    /// `nodiscard` with its reason, which may be empty.
    pub nodiscard: Option<Ident>,
    /// `warn_unused_result`
    pub warn_unused_result: bool,
    /// `cudart_builtin` or `device_builtin`: the toolkit's own.
    pub built_in: bool,
    /// `abi_tag("…")`, sorted.
    pub abi_tags: Vec<Ident>,
    /// `vector_size(n)`
    pub vector_size: Option<Box<Expr>>,
    /// `mode(…)`
    pub mode: Option<Ident>,
    /// Those on which the layout of classes depends, where there are some.
    pub layout: Option<Box<LayoutAttributes>>,
}

/// The attributes on which the layout of a class depends ([dcl.align]; GCC, *Common Type Attributes*).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayoutAttributes {
    /// `packed`
    pub packed: bool,
    /// The operands of `alignas` and `aligned`, in bytes.
    pub alignments: Vec<Expr>,
    /// `no_unique_address`: the member may share its place with others.
    pub overlaps: bool,
}

/// A template parameter list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TemplateHeader {
    /// The parameters; none in `template<>`.
    pub params: Vec<TemplateParam>,
    /// A requires-clause follows.
    pub is_constrained: bool,
}

/// A template parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateParam {
    /// Its name, if it has one.
    pub name: Option<Ident>,
    /// True for `...`.
    pub pack: bool,
    /// The concept in front of `auto`, or of a parameter whose default is plainly a type; another `C T` is one for values of
    /// type `C` to whoever does not know that `C` is a concept.
    pub constraint: Option<Path>,
    /// What it takes.
    pub kind: TemplateParamKind,
}

/// What a template parameter takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateParamKind {
    /// A type, with a default.
    Type(Option<TypeExpr>),
    /// A value of the type, with a default.
    Value(TypeExpr, Option<Expr>),
    /// A template, with a default.
    Template(Option<Path>),
}

/// What is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclKind {
    /// `namespace name = target;`
    NamespaceAlias(Path),
    /// `using namespace target;`
    UsingDirective(Path),
    /// `using target;`; the declared name is the last part of the path.
    UsingDeclaration(Path),
    /// `using enum target;`
    UsingEnum(Path),
    /// A typedef or alias declaration.
    Typedef(TypeExpr),
    /// A class, struct or union.
    Class(ClassDecl),
    /// An enumeration.
    Enum(EnumDecl),
    /// An enumerator; its parent is the enumeration.
    Enumerator {
        /// Its place in the list, from 0.
        index: u32,
        /// The written value.
        value: Option<Expr>,
    },
    /// A function, also through a function-typed declarator.
    Function {
        /// The declared type.
        ty: TypeExpr,
        /// What stands in the place of a body.
        body: BodyKind,
    },
    /// A variable or data member.
    Variable {
        /// The declared type.
        ty: TypeExpr,
        /// What it is initialised with.
        init: Init,
    },
    /// `T name(u);`: a function when `u` is a type, else a variable.
    FunctionOrVariable {
        /// The type as a function.
        function: TypeExpr,
        /// The type as a variable, initialised with `u`.
        variable: TypeExpr,
    },
    /// A concept.
    Concept,
    /// A deduction guide.
    DeductionGuide {
        /// The class template that it is for.
        of: Ident,
        /// Its parameters, with the class that they give as the result.
        ty: TypeExpr,
    },
}

/// A declaration of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassDecl {
    /// The class-key is `union`.
    pub is_union: bool,
    /// It has a body.
    pub is_definition: bool,
    /// Its bases, in order.
    pub bases: Vec<TypeExpr>,
    /// True when a base is virtual.
    pub has_virtual_base: bool,
    /// The least access of its bases.
    pub base_access: Access,
    /// Declared by a mere use `struct T *p`: the name goes to the innermost namespace.
    pub elaborated: bool,
    /// `final`
    pub is_final: bool,
}

impl ClassDecl {
    /// Whether a base is private or protected.
    pub fn has_hidden_base(&self) -> bool {
        self.base_access != Access::Public
    }
}

/// A declaration of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumDecl {
    /// `enum class`
    pub scoped: bool,
    /// The written underlying type.
    pub base: Option<TypeExpr>,
    /// It has a list of enumerators.
    pub is_definition: bool,
}

/// What stands in the place of a function's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// Nothing: a declaration.
    None,
    /// A body.
    Block,
    /// `= default`
    Defaulted,
    /// `= delete`
    Deleted,
    /// `= 0`
    Pure,
}

impl BodyKind {
    /// Whether the function is defined there ([basic.def]/2).
    pub fn is_definition(self) -> bool {
        matches!(self, BodyKind::Block | BodyKind::Defaulted | BodyKind::Deleted)
    }
}

/// How a variable is initialised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init {
    /// Not explicitly.
    None,
    /// `= e` with a value that a constant expression may need.
    Value(Expr),
    /// Explicitly, with something else.
    Other,
}

/// A possibly qualified name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// Starts with `::`.
    pub global: bool,
    /// The parts; never empty.
    pub segments: Vec<Segment>,
}

/// One part of a qualified name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Segment {
    /// What it names.
    pub name: SegmentName,
    /// Its template arguments.
    pub args: Option<Vec<Arg>>,
}

/// What a part of a qualified name names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SegmentName {
    /// An identifier.
    Ident(Ident),
    /// An operator by its spelling without blanks.
    Operator(Ident),
    /// `operator ""_x`
    LiteralOperator(Ident),
    /// A conversion function.
    Conversion(Box<TypeExpr>),
    /// A destructor.
    Destructor,
    /// `decltype(e)`
    Decltype(Box<Expr>),
}

impl Path {
    /// The path that is the one identifier `name`.
    pub fn ident(name: &str) -> Path {
        let name = SegmentName::Ident(name.into());
        Path { global: false, segments: vec![Segment { name, args: None }] }
    }

    /// The identifiers of a path without template arguments and operators.
    pub fn plain_words(&self) -> Option<Vec<&str>> {
        fn word(segment: &Segment) -> Option<&str> {
            match (&segment.name, &segment.args) {
                (SegmentName::Ident(word), None) => Some(word),
                _ => None,
            }
        }
        self.segments.iter().map(word).collect()
    }

    /// The path that is one identifier, if it is.
    pub fn as_ident(&self) -> Option<&Ident> {
        match self.segments.as_slice() {
            [Segment { name: SegmentName::Ident(ident), args: None }] if !self.global => Some(ident),
            _ => None,
        }
    }
}

/// A template argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// A type-id.
    Type(TypeExpr),
    /// An expression.
    Expr(Expr),
    /// A lone name: a type, template or value, whatever lookup says.
    Name(Path),
    /// `arg...`
    Expansion(Box<Arg>),
    /// Two readings; lookup decides.
    Ambiguous(Box<TypeExpr>, Box<Expr>),
}

/// A type as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeExpr {
    /// Not understood.
    Unknown,
    /// No type: constructors, destructors, conversion functions.
    None,
    /// A built-in type.
    Builtin(Builtin),
    /// The same, written with a `signed` that adds nothing: `signed long`.
    Signed(Builtin),
    /// `_Complex T`
    Complex(Box<TypeExpr>),
    /// A name; true after `typename`.
    Name(Path, bool),
    /// `struct X`, `enum E`
    Elaborated(Path),
    /// A class or enum defined or first declared right here.
    Declared(LocalId),
    /// `auto`
    Auto,
    /// `decltype(auto)`
    DecltypeAuto,
    /// `decltype(e)`, `typeof(e)`; true when the operand is not wrapped in parentheses.
    Decltype(Box<Expr>, bool),
    /// `T` with `__attribute__((mode(M)))`.
    Mode(Ident, Box<TypeExpr>),
    /// `__underlying_type(T)` and its like, by name.
    Transform(Ident, Box<TypeExpr>),
    /// Cv-qualifiers.
    Qualified(Qualifiers, Box<TypeExpr>),
    /// `*`
    Pointer(Box<TypeExpr>),
    /// `&`
    LvalueRef(Box<TypeExpr>),
    /// `&&`
    RvalueRef(Box<TypeExpr>),
    /// `C::*`
    MemberPointer(Path, Box<TypeExpr>),
    /// `[n]`
    Array(Option<Box<Expr>>, Box<TypeExpr>),
    /// A function type.
    Function(Box<FunctionExpr>),
    /// `T...`
    Expansion(Box<TypeExpr>),
    /// `vector_size(n)` of an element type.
    Vector(Box<Expr>, Box<TypeExpr>),
}

impl TypeExpr {
    /// Whether specifiers name no type: `const n`.
    pub(crate) fn is_missing(&self) -> bool {
        match self {
            TypeExpr::None => true,
            TypeExpr::Qualified(_, inner) => inner.is_missing(),
            _ => false,
        }
    }

    /// Takes the type that declarators are built on as `int`, where none is written.
    pub(crate) fn assume_int(&mut self) {
        match self {
            TypeExpr::None => *self = TypeExpr::Builtin(Builtin::Int),
            TypeExpr::Qualified(_, inner)
            | TypeExpr::Pointer(inner)
            | TypeExpr::LvalueRef(inner)
            | TypeExpr::RvalueRef(inner)
            | TypeExpr::Array(_, inner) => inner.assume_int(),
            TypeExpr::Function(function) if !function.is_trailing => function.result.assume_int(),
            _ => {}
        }
    }

    /// Its own cv-qualifiers.
    pub fn qualifiers(&self) -> Qualifiers {
        match self {
            TypeExpr::Qualified(qualifiers, _) => *qualifiers,
            _ => Qualifiers::NONE,
        }
    }

    /// The name that it consists of, qualifiers apart.
    pub fn named_path(&self) -> Option<&Path> {
        match self {
            TypeExpr::Name(path, _) => Some(path),
            TypeExpr::Qualified(_, inner) => match &**inner {
                TypeExpr::Name(path, _) => Some(path),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it holds a placeholder to deduce, `auto` or `decltype(auto)` ([dcl.spec.auto]).
    pub fn has_placeholder(&self) -> bool {
        match self {
            TypeExpr::Auto | TypeExpr::DecltypeAuto => true,
            // `auto (*p)(int)`
            TypeExpr::Pointer(inner) | TypeExpr::LvalueRef(inner) if inner.returns_placeholder() => true,
            TypeExpr::Qualified(_, inner)
            | TypeExpr::Pointer(inner)
            | TypeExpr::LvalueRef(inner)
            | TypeExpr::RvalueRef(inner)
            | TypeExpr::Expansion(inner)
            | TypeExpr::Array(_, inner) => inner.has_placeholder(),
            _ => false,
        }
    }

    /// Whether it is a function type whose result holds a placeholder.
    fn returns_placeholder(&self) -> bool {
        matches!(self, TypeExpr::Function(function) if function.result.has_placeholder())
    }
}

/// A function type as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionExpr {
    /// The return type, trailing ones included.
    pub result: TypeExpr,
    /// The return type stands behind the parameters.
    pub is_trailing: bool,
    /// The parameters in order.
    pub params: Vec<ParamExpr>,
    /// Ends with an ellipsis.
    pub variadic: bool,
    /// Cv-qualifiers.
    pub qualifiers: Qualifiers,
    /// The ref-qualifier.
    pub ref_qualifier: RefQualifier,
    /// `noexcept`
    pub noexcept: NoexceptExpr,
}

/// A parameter as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParamExpr {
    /// Its name.
    pub name: Option<Ident>,
    /// Its type, before adjustment.
    pub ty: TypeExpr,
    /// It has a default argument.
    pub has_default: bool,
    /// The concept in front of the placeholder in its type.
    pub constraint: Option<Path>,
    /// With `this` in front: the explicit object parameter of a member function or lambda ([dcl.fct]/6).
    pub is_object: bool,
}

impl ParamExpr {
    /// The name in `const n`: that of the parameter, whose type is missing, if it names no type.
    pub fn perhaps_untyped(&self) -> Option<&Ident> {
        match (&self.name, &self.ty) {
            (None, TypeExpr::Qualified(_, inner)) => match &**inner {
                TypeExpr::Name(path, false) => path.as_ident(),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether its type has an `auto` that makes its function a template ([dcl.fct]/22).
    pub fn invents_parameter(&self) -> bool {
        let mut ty = &self.ty;
        while let TypeExpr::Expansion(inner)
        | TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Array(_, inner) = ty
        {
            ty = inner;
        }
        matches!(ty, TypeExpr::Auto)
    }
}

/// An exception specification as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NoexceptExpr {
    /// None, or a dynamic one that may throw.
    None,
    /// `noexcept` or `throw()`.
    Noexcept,
    /// `noexcept(e)`
    If(Box<Expr>),
}

/// A `new` expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NewExpr {
    /// `::new`
    pub global: bool,
    /// The placement arguments.
    pub placement: Vec<Expr>,
    /// The type.
    pub ty: TypeExpr,
    /// The initializer.
    pub init: NewInit,
}

/// The initializer of a `new` expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NewInit {
    /// None.
    None,
    /// `(a, b)`
    Paren(Vec<Expr>),
    /// `{a, b}`
    Brace(Vec<Expr>),
}

/// An expression as written, as far as constants and signatures need it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// Not understood.
    Unknown,
    /// An integer literal with its type.
    Integer(i128, Builtin),
    /// A character literal with its type.
    Character(i128, Builtin),
    /// A floating literal: the bits of its value as a `double`, and its type.
    Floating(u64, Builtin),
    /// `true`, `false`
    Bool(bool),
    /// `nullptr`
    Nullptr,
    /// A name.
    Name(Path),
    /// `( e )`
    Paren(Box<Expr>),
    /// A prefix operator by its spelling.
    Unary(Ident, Box<Expr>),
    /// An infix operator by its spelling.
    Binary(Ident, Box<Expr>, Box<Expr>),
    /// `a ? b : c`
    Conditional(Box<[Expr; 3]>),
    /// `sizeof(T)`
    SizeofType(Box<TypeExpr>),
    /// `alignof(T)`
    AlignofType(Box<TypeExpr>),
    /// `__is_same(T, U)`: a type trait by its keyword.
    Trait(Ident, Vec<TypeExpr>),
    /// `noexcept(e)`
    Noexcept(Box<Expr>),
    /// `sizeof e`
    SizeofExpr(Box<Expr>),
    /// `sizeof(a)` where `a` is a type or an expression.
    SizeofEither(Box<TypeExpr>, Box<Expr>),
    /// `a[b]`
    Index(Box<Expr>, Box<Expr>),
    /// A postfix operator by its spelling.
    Postfix(Ident, Box<Expr>),
    /// A string literal: the type of its characters, how many it has with the zero at its end, and its elements (cut
    /// after 256).
    String(Builtin, u64, Box<[u32]>),
    /// `new T init`
    New(Box<NewExpr>),
    /// `sizeof...(P)`
    SizeofPack(Ident),
    /// `(T)e`, `T(e)`, `static_cast<T>(e)`; the text says which: `c`, `f`, `static_cast`, …
    Cast(Ident, Box<TypeExpr>, Box<Expr>),
    /// `T(a, b)` with no or several arguments.
    Construct(Box<TypeExpr>, Vec<Expr>),
    /// `T{a, b}`
    ConstructList(Box<TypeExpr>, Vec<Expr>),
    /// `{a, b}`
    List(Vec<Expr>),
    /// `.name = e` in a list.
    Designated(Ident, Box<Expr>),
    /// A call.
    Call(Box<Expr>, Vec<Expr>),
    /// `a.n`, and with true `p->n`.
    Member(Box<Expr>, bool, Path),
    /// `e...`
    Expansion(Box<Expr>),
    /// `(a op ... op b)`: the operator, and what stands in front of the dots and behind them.
    Fold(Ident, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `__integer_pack(n)...`, GCC's pack of the numbers below `n`.
    IntegerPack(Box<Expr>),
    /// `this`
    This,
    /// A lambda.
    Lambda,
}
