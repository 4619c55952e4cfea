//! What can be wrong with a text.

use asunder_syntax::{TextRange, TextSize};

/// A place where the text is not as the grammar wants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// From where on the text is read as the reference reads it, in bytes; `None` where that is not known.
    pub(crate) resumes: Option<u32>,
    /// What stands around it, up to it and from there on, is read as if nothing were missing.
    pub(crate) reads_around: bool,
}

impl SyntaxError {
    /// The token at which it was found, in bytes from the start of the text.
    pub fn range(&self) -> TextRange {
        TextRange::new(self.start.into(), self.end.into())
    }

    /// From where on the text is read as the reference reads it; what stands in front of it, from the error on, is
    /// skipped. `None` where the rest of the text may mean something else to the reference.
    pub fn resumes(&self) -> Option<TextSize> {
        self.resumes.map(TextSize::from)
    }

    /// Whether what stands in front of it in the same statement, and behind [`SyntaxError::resumes`], means what it would
    /// without the mistake.
    pub fn reads_around(&self) -> bool {
        self.reads_around && self.resumes.is_some()
    }

    /// What is wrong, in words.
    pub fn message(&self) -> &'static str {
        self.kind.message()
    }
}

/// A kind of syntax error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SyntaxErrorKind {
    /// Expected a `]`.
    ClosingBracket,
    /// Expected a `)`.
    ClosingParen,
    /// An array whose elements are arrays of unknown bound.
    ArrayElements,
    /// An array of functions.
    ArrayOfFunctions,
    /// A function whose result is written as a function.
    FunctionResult,
    /// A function whose result is written as an array.
    ArrayResult,
    /// An array of references.
    ArrayOfReferences,
    /// A pointer to a reference.
    PointerToReference,
    /// A reference to a reference.
    ReferenceToReference,
    /// A parameter with qualifiers alone for a type.
    ParameterType,
    /// Expected an expression.
    Expression,
    /// Expected an identifier.
    Identifier,
    /// Expected a `:`.
    Colon,
    /// Expected a `;`.
    Semicolon,
    /// Expected the `}` of an enumeration: another token stands there.
    EnumBrace,
    /// Expected a `}`.
    ClosingBrace,
    /// Expected a type specifier.
    TypeSpecifier,
    /// Expected either a definition or a tag name.
    Tag,
    /// Expected `while`.
    While,
    /// `continue` outside of loops.
    ContinueOutside,
    /// `break` outside of loops and switches.
    BreakOutside,
    /// `case` outside of a `switch`.
    CaseOutside,
    /// `default` outside of a `switch`.
    DefaultOutside,
    /// Expected a `(`.
    OpeningParen,
    /// Expected a statement.
    Statement,
    /// Expected a `{`.
    OpeningBrace,
    /// Expected a member name behind `.` or `->`.
    AccessedName,
    /// Expected a declaration.
    Declaration,
    /// Expected an asm string.
    AsmString,
    /// Expected a `,`.
    Comma,
    /// A type keyword where an expression must stand.
    TypeName,
    /// Expected an operator.
    Operator,
    /// More than one storage class.
    StorageClasses,
    /// A storage class that nothing in a namespace has.
    GlobalStorageClass,
    /// A storage class that no member has.
    MemberStorageClass,
    /// Type specifiers that do not go together.
    TypeCombination,
    /// `_Complex` with a type of no floating-point numbers.
    ComplexOfOthers,
    /// `_Complex` without a type.
    ComplexOfNothing,
    /// A specifier of member functions outside classes.
    OutsideClass,
    /// A specifier that stands twice.
    DuplicateSpecifier,
    /// `mutable` on a constant, or on something that is not a data member.
    MutableNotAllowed,
    /// A storage class that no parameter has.
    ParameterStorageClass,
    /// A specifier that no parameter has.
    ParameterSpecifier,
    /// `typedef` on a parameter.
    TypedefNotAllowed,
    /// A member declaration that declares nothing.
    NoMember,
    /// A storage class where none can be.
    StorageClassNotAllowed,
    /// A storage class on the declaration of a type alone.
    TypeStorageClass,
    /// A storage class that no function of a block has.
    BlockFunctionStorageClass,
    /// A storage class that no function has.
    FunctionStorageClass,
    /// `thread_local` on a function, a type, or a member that is not static.
    ThreadLocal,
    /// `constexpr` on the declaration of a type alone.
    ConstexprNotValid,
    /// `consteval` on a declaration of what is neither a function nor a variable.
    ConstevalNotValid,
    /// `constinit` on a declaration that does not declare a variable.
    ConstinitNotValid,
    /// `consteval` on a variable.
    ConstevalVariable,
    /// `consteval` on a destructor.
    ConstevalDestructor,
    /// `constinit` on a variable that the program does not keep.
    ConstinitStorage,
    /// Two of `constexpr`, `consteval` and `constinit`.
    ConstantSpecifiers,
    /// `__restrict__` on a type that is not that of pointers.
    RestrictNotAllowed,
    /// `inline` on the declaration of a type alone.
    InlineOnFunctions,
    /// `inline` on the declaration of a type alone, in a class.
    InlineNotAllowed,
    /// `explicit` on something that is not a constructor or a conversion function.
    ExplicitNotAllowed,
    /// `virtual` on a constructor, or on something that is not a function.
    VirtualNotAllowed,
    /// `virtual` on a function template.
    VirtualTemplate,
    /// A storage class on a structured binding.
    BindingStorageClass,
    /// A storage class on a structured binding, where some are allowed.
    BindingStorageClassOfOthers,
    /// `constexpr` on a structured binding.
    ConstexprBinding,
    /// `inline` on a structured binding.
    InlineBinding,
    /// A type that is not `auto` in front of a structured binding.
    BindingType,
    /// A pointer in front of a structured binding.
    PointerBinding,
    /// A structured binding without an initializer.
    BindingInitializer,
    /// An initializer of an `extern` variable of a block.
    ExternInitializer,
    /// `static` on a constructor.
    StaticNotAllowed,
    /// A linkage specification of another language than C and C++.
    Linkage,
    /// A template with C linkage.
    TemplateLinkage,
    /// A template in a function, or a member template of a class there.
    TemplateNotAllowed,
    /// A default of a parameter pack.
    PackDefault,
    /// An enumeration behind a template's header that is not a member of a class template.
    EnumTemplate,
    /// An explicit specialization of an alias template.
    AliasSpecialization,
    /// A namespace in a function.
    NamespaceNotAllowed,
    /// `inline` in front of a nested namespace definition.
    InlineNestedNamespace,
    /// `inline` on a nonstatic data member.
    InlineMember,
    /// A scoped enumeration without a name.
    UnnamedScopedEnum,
    /// A result behind `->` where the type in front is not `auto`.
    TrailingReturn,
    /// A result behind `->` where the type in front is not `auto` alone.
    PlainTrailingReturn,
    /// A parameter of type `void`.
    VoidParameter,
    /// A qualified `void` for no parameters.
    QualifiedVoidList,
    /// Badly-formed pure specifier (only `= 0` is allowed).
    PureSpecifier,
    /// Expected a `<`.
    Less,
    /// Expected a `>`.
    Greater,
    /// Template parameter declaration is missing.
    TemplateParameter,
    /// Try block requires at least one handler.
    Handler,
    /// Handler requires an exception declaration.
    HandlerDeclaration,
    /// Expected an `=`.
    Equals,
    /// Expected a `,` or `>`.
    CommaOrGreater,
    /// Adjacent string literals of different kinds.
    StringKinds,
    /// Expected a string literal.
    StringLiteral,
    /// Expected an asm operand.
    AsmOperand,
    /// Expected the initializer of a member.
    MemberInitializer,
    /// Expected a `{` introducing a lambda body.
    LambdaBody,
    /// Attributes are not allowed here.
    AttributesNotAllowed,
    /// `throw (int)` where the standard has no such specifications any more.
    DynamicExceptions,
    /// A capture that the default makes already.
    CaptureMatchesDefault,
    /// `static` on a lambda, before C++23.
    StaticLambda,
    /// Expected `class` or `typename`.
    ClassKeyword,
    /// A condition declaration must include an initializer.
    ConditionInitializer,
    /// Not an operator that folds.
    FoldOperator,
    /// Expected a concept name.
    ConceptName,
    /// Expected a `>>>`.
    LaunchClose,
    /// Expected a declarator behind a name; without one the name itself may be the declarator.
    Declarator,
    /// The name of a member or base class is missing.
    MemberName,
    /// Expected a `::`.
    ScopeOperator,
    /// Tokens that belong to nothing.
    Tokens,
    /// Missing closing quote.
    UnterminatedLiteral,
    /// Quoted string should contain at least one character.
    EmptyLiteral,
    /// Invalid octal digit.
    OctalDigit,
    /// Where the text is read again behind several lines that a mistake left out.
    Restart,
    /// Nesting is too deep for us; the reference may take the text.
    TooDeep,
}

impl SyntaxErrorKind {
    /// What is wrong, in the words of the reference where it has some.
    pub fn message(self) -> &'static str {
        self.entry().1
    }

    /// The reference's internal number; `None` where the reference says something that depends on more than
    /// syntax, and where a token is wrong in itself, which is found without a grammar.
    pub fn number(self) -> Option<u16> {
        self.entry().0
    }

    /// Whether the text is read as if nothing were wrong: a token too many for its meaning, not for the grammar.
    pub fn reads_on(self) -> bool {
        matches!(
            self,
            Self::StorageClasses
                | Self::GlobalStorageClass
                | Self::MemberStorageClass
                | Self::TypeCombination
                | Self::ComplexOfOthers
                | Self::ComplexOfNothing
                | Self::OutsideClass
                | Self::DuplicateSpecifier
                | Self::MutableNotAllowed
                | Self::ArrayElements
                | Self::ArrayOfFunctions
                | Self::FunctionResult
                | Self::ArrayResult
                | Self::ArrayOfReferences
                | Self::PointerToReference
                | Self::ReferenceToReference
                | Self::ParameterType
                | Self::CaptureMatchesDefault
                | Self::DynamicExceptions
                | Self::StaticLambda
                | Self::ContinueOutside
                | Self::BreakOutside
                | Self::CaseOutside
                | Self::DefaultOutside
                | Self::Restart
        ) || self.is_misplaced()
    }

    /// Whether something stands where it cannot, and the text around is read as if it did not.
    fn is_misplaced(self) -> bool {
        matches!(
            self,
            Self::ParameterStorageClass
                | Self::ParameterSpecifier
                | Self::TypedefNotAllowed
                | Self::NoMember
                | Self::StringKinds
                | Self::StorageClassNotAllowed
                | Self::TypeStorageClass
                | Self::BlockFunctionStorageClass
                | Self::FunctionStorageClass
                | Self::ThreadLocal
                | Self::ConstexprNotValid
                | Self::ConstevalNotValid
                | Self::ConstinitNotValid
                | Self::ConstevalVariable
                | Self::ConstevalDestructor
                | Self::ConstinitStorage
                | Self::ConstantSpecifiers
                | Self::RestrictNotAllowed
                | Self::InlineOnFunctions
                | Self::InlineNotAllowed
                | Self::ExplicitNotAllowed
                | Self::VirtualNotAllowed
                | Self::VirtualTemplate
                | Self::BindingStorageClass
                | Self::BindingStorageClassOfOthers
                | Self::ConstexprBinding
                | Self::InlineBinding
                | Self::BindingType
                | Self::PointerBinding
                | Self::BindingInitializer
                | Self::ExternInitializer
                | Self::StaticNotAllowed
                | Self::AttributesNotAllowed
                | Self::Linkage
                | Self::TemplateLinkage
                | Self::TemplateNotAllowed
                | Self::PackDefault
                | Self::EnumTemplate
                | Self::AliasSpecialization
                | Self::NamespaceNotAllowed
                | Self::InlineNestedNamespace
                | Self::InlineMember
                | Self::UnnamedScopedEnum
                | Self::TrailingReturn
                | Self::PlainTrailingReturn
                | Self::VoidParameter
                | Self::QualifiedVoidList
        )
    }

    /// Whether what follows means what it would without the mistake.
    pub fn keeps_meaning(self) -> bool {
        matches!(
            self,
            Self::CaptureMatchesDefault
                | Self::DynamicExceptions
                | Self::DuplicateSpecifier
                | Self::PureSpecifier
                | Self::StaticLambda
                | Self::ContinueOutside
                | Self::BreakOutside
                | Self::CaseOutside
                | Self::DefaultOutside
                | Self::Restart
        ) || self.is_misplaced()
    }

    /// Whether what stands in front of the error is whole: only a `;` is missing behind it.
    pub fn is_behind_whole(self) -> bool {
        matches!(self, Self::Semicolon)
    }

    /// Whether a single token is wrong in itself.
    pub fn is_lexical(self) -> bool {
        matches!(self, Self::UnterminatedLiteral | Self::EmptyLiteral | Self::OctalDigit)
    }

    fn entry(self) -> (Option<u16>, &'static str) {
        match self {
            Self::ClosingBracket => (Some(17), "expected a \"]\""),
            Self::ClosingParen => (Some(18), "expected a \")\""),
            Self::Expression => (Some(29), "expected an expression"),
            Self::Identifier => (Some(40), "expected an identifier"),
            Self::Colon => (Some(53), "expected a \":\""),
            Self::Semicolon => (Some(65), "expected a \";\""),
            Self::ClosingBrace | Self::EnumBrace => (Some(67), "expected a \"}\""),
            Self::TypeSpecifier => (Some(79), "expected a type specifier"),
            Self::StorageClasses => (Some(81), "more than one storage class may not be specified"),
            Self::GlobalStorageClass => {
                (Some(149), "a global-scope declaration may not have this storage class")
            }
            Self::MemberStorageClass => (Some(328), "invalid storage class for a class member"),
            Self::ArrayOfFunctions => (Some(88), "array of functions is not allowed"),
            Self::FunctionResult => (Some(90), "function returning function is not allowed"),
            Self::ArrayResult => (Some(91), "function returning array is not allowed"),
            Self::ArrayElements => (Some(98), "an array may not have elements of this type"),
            Self::ArrayOfReferences => (Some(251), "array of reference is not allowed"),
            Self::PointerToReference => (Some(248), "pointer to reference is not allowed"),
            Self::ReferenceToReference => (Some(249), "reference to reference is not allowed"),
            Self::ParameterType => (Some(260), "explicit type is missing (\"int\" assumed)"),
            Self::TypeCombination => (Some(84), "invalid combination of type specifiers"),
            Self::ComplexOfOthers => (Some(1043), "_Complex can only be used with floating-point types"),
            Self::ComplexOfNothing => (
                Some(1054),
                "a floating-point type must be included in the type specifier for a _Complex or _Imaginary type",
            ),
            Self::Tag => (Some(110), "expected either a definition or a tag name"),
            Self::While => (Some(112), "expected \"while\""),
            Self::ContinueOutside => (Some(115), "a continue statement may only be used within a loop"),
            Self::BreakOutside => (Some(116), "a break statement may only be used within a loop or switch"),
            Self::CaseOutside => (Some(121), "a case label may only be used within a switch"),
            Self::DefaultOutside => (Some(122), "a default label may only be used within a switch"),
            Self::OpeningParen => (Some(125), "expected a \"(\""),
            Self::Statement => (Some(127), "expected a statement"),
            Self::OpeningBrace => (Some(130), "expected a \"{\""),
            Self::AccessedName => (Some(133), "expected a member name"),
            Self::Declaration => (Some(169), "expected a declaration"),
            Self::AsmString => (Some(194), "expected an asm string"),
            Self::OutsideClass => (Some(239), "invalid specifier outside a class declaration"),
            Self::DuplicateSpecifier => (Some(240), "duplicate specifier in declaration"),
            Self::Comma => (Some(253), "expected a \",\""),
            Self::TypeName => (Some(254), "type name is not allowed"),
            Self::Operator => (Some(297), "expected an operator"),
            Self::PureSpecifier => (Some(320), "badly-formed pure specifier (only \"= 0\" is allowed)"),
            Self::TemplateNotAllowed => (Some(437), "a template declaration is not allowed here"),
            Self::Less => (Some(438), "expected a \"<\""),
            Self::Greater => (Some(439), "expected a \">\""),
            Self::TemplateParameter => (Some(440), "template parameter declaration is missing"),
            Self::Handler => (Some(530), "try block requires at least one handler"),
            Self::HandlerDeclaration => (Some(531), "handler requires an exception declaration"),
            Self::Equals => (Some(702), "expected an \"=\""),
            Self::CommaOrGreater => (Some(706), "expected a \",\" or \">\""),
            Self::StringKinds => {
                (Some(1282), "string literals with different character kinds cannot be concatenated")
            }
            Self::StringLiteral => (Some(1038), "expected a string literal"),
            Self::AsmOperand => (Some(1133), "expected an asm operand"),
            Self::DynamicExceptions => {
                (Some(2863), "dynamic exception specifications are not permitted in this mode")
            }
            Self::CaptureMatchesDefault => (Some(1729), "explicit capture matches default"),
            Self::StaticLambda => (Some(3395), "a \"static\" lambda expression is nonstandard"),
            Self::MemberInitializer => (Some(2333), "expected a \"(\" or a \"{\""),
            Self::LambdaBody => (Some(1758), "expected a \"{\" introducing a lambda body"),
            Self::AttributesNotAllowed => (Some(1847), "attributes are not allowed here"),
            Self::MutableNotAllowed => (Some(719), "mutable is not allowed"),
            Self::NoMember => (Some(64), "declaration does not declare anything"),
            Self::StorageClassNotAllowed => (Some(80), "a storage class may not be specified here"),
            Self::TypeStorageClass => (Some(1000), "a storage class may not be specified here"),
            Self::ParameterStorageClass => (Some(85), "invalid storage class for a parameter"),
            Self::FunctionStorageClass => (Some(86), "invalid storage class for a function"),
            Self::BlockFunctionStorageClass => {
                (Some(129), "a block-scope function may only have extern storage class")
            }
            Self::ParameterSpecifier => (Some(238), "invalid specifier on a parameter"),
            Self::InlineOnFunctions => (Some(325), "inline specifier allowed on function declarations only"),
            Self::InlineNotAllowed => (Some(326), "\"inline\" is not allowed"),
            Self::Linkage => (Some(336), "unknown external linkage specification"),
            Self::TemplateLinkage => (Some(800), "this declaration may not have extern \"C\" linkage"),
            Self::NamespaceNotAllowed => (Some(724), "namespace definition is not allowed"),
            Self::PackDefault => (Some(1914), "a parameter pack cannot have a default"),
            Self::UnnamedScopedEnum => (Some(2176), "a scoped enum type must have a name"),
            Self::EnumTemplate => (
                Some(2518),
                "an enumeration template declaration must refer to a previously declared member of a class template",
            ),
            Self::InlineNestedNamespace => {
                (Some(2768), "the \"inline\" keyword cannot be used on a nested namespace declaration")
            }
            Self::InlineMember => (Some(2860), "a nonstatic data member cannot be declared as inline"),
            Self::AliasSpecialization => (Some(3195), "an alias template cannot be explicitly specialized"),
            Self::VirtualNotAllowed => (Some(377), "\"virtual\" is not allowed"),
            Self::VoidParameter => (Some(526), "a parameter may not have void type"),
            Self::ExplicitNotAllowed => (Some(771), "\"explicit\" is not allowed"),
            Self::VirtualTemplate => {
                (Some(774), "\"virtual\" is not allowed in a function template declaration")
            }
            Self::TypedefNotAllowed => (Some(935), "\"typedef\" may not be specified here"),
            Self::TrailingReturn => {
                (Some(1823), "a trailing return type requires the \"auto\" type specifier")
            }
            Self::PlainTrailingReturn => (
                Some(1825),
                "a function declarator with a trailing return type must be preceded by a simple \"auto\" type specifier",
            ),
            Self::ConstexprNotValid => (Some(2386), "\"constexpr\" is not valid here"),
            Self::ConstevalNotValid => (Some(2926), "\"consteval\" is not valid here"),
            Self::ConstevalVariable => (
                Some(2929),
                "\"consteval\" is not permitted on the declaration of a variable or static data member",
            ),
            Self::ConstantSpecifiers => (
                Some(2923),
                "only one of \"constexpr\", \"consteval\", and \"constinit\" can appear on a declaration",
            ),
            Self::ConstevalDestructor => (Some(2927), "a destructor cannot be consteval"),
            Self::ConstinitNotValid => (Some(3113), "\"constinit\" is not valid here"),
            Self::ConstinitStorage => (
                Some(3114),
                "\"constinit\" is only valid for declarations of variables with static or thread storage duration",
            ),
            Self::RestrictNotAllowed => (Some(643), "\"restrict\" is not allowed"),
            Self::QualifiedVoidList => {
                (Some(2410), "declaring a void parameter list with a qualified void type is nonstandard")
            }
            Self::ThreadLocal => (Some(2501), "thread-local storage class is not valid here"),
            Self::StaticNotAllowed => (Some(378), "\"static\" is not allowed"),
            Self::ExternInitializer => {
                (Some(2442), "an initializer is not allowed on a local declaration of an extern variable")
            }
            Self::BindingType => (Some(2825), "invalid specifier for structured binding declaration"),
            Self::PointerBinding => (Some(2826), "invalid structured binding syntax"),
            Self::BindingInitializer => (Some(2827), "missing initializer"),
            Self::InlineBinding => (Some(2836), "a structured binding cannot be declared \"inline\""),
            Self::ConstexprBinding => (Some(2837), "a structured binding cannot be declared \"constexpr\""),
            Self::BindingStorageClass => {
                (Some(2838), "a structured binding cannot declare an explicit storage class")
            }
            Self::BindingStorageClassOfOthers => (
                Some(2985),
                "a structured binding cannot declare an explicit storage class other than static or thread_local",
            ),
            Self::ClassKeyword => (Some(2653), "expected \"class\" or \"typename\""),
            Self::ConditionInitializer => (Some(2841), "a condition declaration must include an initializer"),
            Self::FoldOperator => (Some(2857), "invalid fold expression operator"),
            Self::ConceptName => (Some(3057), "expected a concept name"),
            Self::LaunchClose => (Some(3509), "expected a \">>>\""),
            Self::Declarator => (None, "expected a declarator"),
            Self::MemberName => (Some(360), "name of member or base class is missing"),
            Self::ScopeOperator => (None, "expected a \"::\""),
            Self::Tokens => (None, "unexpected tokens"),
            Self::UnterminatedLiteral => (None, "missing closing quote"),
            Self::EmptyLiteral => (None, "quoted string should contain at least one character"),
            Self::OctalDigit => (None, "invalid octal digit"),
            Self::Restart => (Some(12), "parsing restarts here after previous syntax error"),
            Self::TooDeep => (None, "nesting is too deep"),
        }
    }
}
