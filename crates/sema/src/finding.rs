//! A mistake as a value: the number of the message, what fills it, and where it stands. How it is worded, and how grave
//! it is, is not known here.

use asunder_decls::names::DeclRef;
use asunder_decls::written::Path;
use asunder_hir::body::{ExprId, StmtId};
use asunder_mangle::model::Ident;
use asunder_syntax::TextSize;

use crate::deferred::Phase;
use crate::infer::At;
use crate::nested_names::NamePart;

/// What is wrong: a message of the reference with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The internal number of the message.
    pub number: u16,
    /// What fills it, in order.
    pub arguments: Vec<Argument>,
    /// Lines below it, each in pieces.
    pub details: Vec<Vec<Argument>>,
    /// Remarks on it or on other places, in order.
    pub notes: Vec<Note>,
    /// An error whatever the message is otherwise.
    pub is_error: bool,
    /// A warning though others of its number are errors.
    pub is_warning: bool,
    /// An error that options and pragmas can change, though others of its number stay errors.
    pub is_changeable: bool,
    /// Only the device pass has it: what runs on the device has no arrays of variable length.
    pub device_only: bool,
    /// Of the instances of a template only the first that has it says it.
    pub in_first_instance: bool,
    /// Only the host pass has it, whose limits of evaluation are lower.
    pub host_only: bool,
}

/// What fills a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Plain text.
    Text(String),
    /// Text in quotes.
    Name(String),
    /// A type.
    Type {
        /// As written.
        written: String,
        /// What it is, where it is written through typedefs that are followed.
        meaning: Option<String>,
    },
    /// An entity.
    Entity {
        /// The kind word (`function`, `class`); constructors and the like have none.
        kind: Option<&'static str>,
        /// The qualified name.
        name: String,
        /// Where it is declared, for messages that say it.
        declared: Option<Place>,
    },
    /// A number.
    Number(i64),
    /// `at line N`.
    At(Place),
}

/// A place that does not depend on where items stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// That of the mistake itself.
    Here,
    /// None: what is said of `this` where it is not written.
    Nowhere,
    /// The name of a declaration, one of a block among them.
    Decl(DeclRef),
    /// The name of a parameter of a function's definition.
    Parameter(DeclRef, u32),
    /// An expression of the same body; in what a query gives it is an [`Offset`](Place::Offset).
    Expr(ExprId),
    /// The operator of an expression of the same body; likewise.
    Operator(ExprId),
    /// The parameters of a lambda of the same body; likewise.
    Parameters(ExprId),
    /// The start of a statement of the same body; likewise.
    Statement(StmtId),
    /// A byte of the item that the mistake stands in.
    Offset(TextSize),
    /// A byte of an item.
    In(u32, TextSize),
}

/// A remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The internal number of the message.
    pub number: u16,
    /// What fills it.
    pub arguments: Vec<Argument>,
    /// Where it stands.
    pub at: Place,
}

impl Mistake {
    /// A message with its arguments alone.
    pub fn new(number: u16, arguments: Vec<Argument>) -> Mistake {
        Mistake {
            number,
            arguments,
            details: Vec::new(),
            notes: Vec::new(),
            is_error: false,
            is_warning: false,
            is_changeable: false,
            in_first_instance: false,
            host_only: false,
            device_only: false,
        }
    }

    /// A message without arguments, as an error.
    pub fn error(number: u16) -> Mistake {
        Mistake { is_error: true, ..Mistake::new(number, Vec::new()) }
    }

    /// A message as a warning, though others of its number are errors.
    pub fn warning(number: u16, arguments: Vec<Argument>) -> Mistake {
        Mistake { is_warning: true, ..Mistake::new(number, arguments) }
    }

    /// The identifier that nothing declares, where that is the mistake.
    pub fn undeclared(&self) -> Option<&str> {
        match (self.number, self.arguments.as_slice()) {
            (UNDECLARED, [Argument::Name(name)]) => Some(name),
            _ => None,
        }
    }
}

impl Argument {
    /// A type without typedefs.
    pub fn ty(text: impl Into<String>) -> Argument {
        Argument::Type { written: text.into(), meaning: None }
    }

    /// An entity whose declaration is not shown.
    pub fn entity(kind: &'static str, name: impl Into<String>) -> Argument {
        Argument::Entity { kind: Some(kind), name: name.into(), declared: None }
    }
}

/// What is added to the number of a message of the language that came after CUDA 13.0.
pub const LATER_LANGUAGE: u16 = 30_000;

/// "expected a ";"": what follows it, up to the next one, means nothing.
pub const EXPECTED_SEMICOLON: u16 = 65;

/// "identifier … is undefined".
pub const UNDECLARED: u16 = 20;
/// "the global scope has no …".
pub(crate) const NOT_GLOBAL: u16 = 282;

/// "expression must have a constant value".
pub const NOT_CONSTANT: u16 = 28;
/// "cannot call non-constexpr …", a note.
pub(crate) const NOT_CONSTEXPR: u16 = 2703;
/// "static assertion failed".
pub const ASSERTION_FAILED: u16 = 2784;
/// The same with the text that the assertion has.
pub const ASSERTION_FAILED_WITH: u16 = 1574;

/// A mistake and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What is wrong.
    pub mistake: Mistake,
    /// In bytes of the item's text.
    pub offset: TextSize,
    /// Of an identifier that nothing declares: the scopes that it is looked for in.
    pub scopes: Option<Box<NameScopes>>,
    /// It stands in a function that the host does not have.
    pub in_device_code: bool,
    /// Where the text is read that makes it known, if that is behind it.
    pub known_at: Option<TextSize>,
    /// The end of the class that defers reading the place, and with what it is read then.
    pub deferred: Option<(TextSize, Phase)>,
}

/// The scopes of an identifier that nothing declares: it is reported, and counts as declared in one of them from there on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameScopes {
    /// The functions, scoped enumerations and classes around it, from the innermost on. Behind them is the namespace of the
    /// item.
    pub around: Vec<DeclRef>,
    /// The number of that scope; the namespace has the first number behind [`NameScopes::around`]. `None` where it is a
    /// block, whose names no other mistake sees.
    pub declares: Option<usize>,
}

impl Found {
    /// A mistake at a byte of an item.
    pub fn at(mistake: Mistake, offset: TextSize) -> Found {
        Found { mistake, offset, scopes: None, in_device_code: false, known_at: None, deferred: None }
    }

    /// When it is found, as a byte of the text of its item, which is `item`: that an expression is not constant is found
    /// behind what is wrong in it.
    pub fn moment(&self, item: u32) -> TextSize {
        self.deferred.map_or_else(|| self.read_at(item), |(end, _)| end)
    }

    /// The same among what is read where it stands, or at the end of the same class.
    pub(crate) fn read_at(&self, item: u32) -> TextSize {
        match (self.mistake.number, self.mistake.notes.as_slice()) {
            (NOT_CONSTANT, [Note { at: Place::In(of, offset), .. }]) if *of == item => {
                self.offset.max(*offset)
            }
            _ => self.known_at.unwrap_or(self.offset),
        }
    }
}

/// Where a mistake was met.
#[derive(Clone, Debug)]
pub struct Met {
    /// What is wrong.
    pub mistake: Mistake,
    /// At which expression, or type of a declaration.
    pub at: MetAt,
    /// The expression behind which it is found.
    pub behind: Option<ExprId>,
    /// In which scope of the body it stands.
    pub scope: MetScope,
}

impl Met {
    /// A mistake at a place.
    pub(crate) fn at(mistake: Mistake, at: MetAt) -> Met {
        Met { mistake, at, behind: None, scope: MetScope::default() }
    }
}

/// A scope of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MetScope {
    /// A block or a lambda.
    #[default]
    Block,
    /// The parameters of a function.
    Parameters,
    /// The scope that the body stands in.
    Outer,
}

impl MetAt {
    /// The place behind a declarator, where this is that of its name.
    pub(crate) fn behind(self) -> MetAt {
        match self {
            MetAt::Name(decl) => MetAt::Behind(decl),
            other => other,
        }
    }
}

/// The place of a mistake in a body.
#[derive(Clone, Debug)]
pub enum MetAt {
    /// A name.
    Node(At),
    /// The last character of an expression.
    EndOf(ExprId),
    /// The type in front of the names that a statement declares: the first place of the name in it.
    TypeOf(StmtId),
    /// The name of a declaration.
    Name(DeclRef),
    /// A word in front of the name of a declaration outside blocks.
    WordBefore(DeclRef, Ident),
    /// What follows the declarator of a declaration of a block.
    Behind(DeclRef),
    /// The `[` of a structured binding of a block.
    Bindings(DeclRef),
    /// A name of a structured binding of a block.
    Binding(DeclRef, u32),
    /// The start of an expression that is not a bit pattern: one without `~` and without numbers of other bases.
    Decimal(ExprId),
    /// What follows an expression.
    After(ExprId),
    /// The token behind an expression.
    TokenBehind(ExprId),
    /// The start of an operand: the parenthesis in front of it, if there is one.
    Operand(ExprId),
    /// The first template argument of a name, or the type in a cast.
    TemplateArgument(ExprId),
    /// A part of the first name in a statement that is written so.
    PartOfName(StmtId, Box<Path>, NamePart),
    /// The same in an expression.
    PartOfNameIn(ExprId, Box<Path>, NamePart),
    /// The parenthesis behind the type in a C-style cast.
    BehindCastType(ExprId),
    /// A part of the first name in a statement that is written so behind `typename`.
    NestedName(StmtId, Box<Path>, NamePart),
    /// The same in an expression.
    NestedNameIn(ExprId, Box<Path>, NamePart),
    /// A word in a statement.
    Word(StmtId, Ident),
    /// A word in a statement that stands there so many times before.
    NthWord(StmtId, Ident, u32),
    /// A place among the arguments of a template that a statement names first.
    TemplateArguments(StmtId, Ident, crate::template_ids::ArgumentPlace),
    /// A place among the arguments of a template that an expression names first.
    TemplateArgumentsIn(ExprId, Ident, crate::template_ids::ArgumentPlace),
    /// A word in an expression.
    WordIn(ExprId, Ident),
    /// A template argument of the name that an expression ends with; nowhere if `template` stands in front of the name.
    UntemplatedArgument(ExprId, Ident, crate::template_ids::ArgumentPlace),
    /// The last character of a call of such a name, the second expression; nowhere if `template` stands in front of it.
    UntemplatedCall(ExprId, ExprId, Ident),
    /// The `:` between the branches of a conditional expression.
    Colon(ExprId, ExprId),
    /// The name in a designator: in a list, in front of a value of it.
    Designator(ExprId, ExprId, Ident),
    /// The static assertion of an expression.
    Assertion(ExprId),
    /// The start of a statement.
    Statement(StmtId),
    /// The last character of a statement.
    EndOfStatement(StmtId),
    /// The type behind `new`.
    NewType(ExprId),
    /// The parenthesis or brace behind the type of a `new`.
    NewArguments(ExprId),
    /// The name of a member initializer, by its number.
    InitializerName(u32),
    /// The `,` in front of a member initializer.
    CommaBefore(u32),
    /// The `[` in front of an expression.
    BracketBefore(ExprId),
    /// What stands in the parentheses of the handler with this block, or a word there.
    Handler(StmtId, Option<Ident>),
    /// The parenthesis or brace behind the name of a member initializer, by its number.
    InitializerArguments(u32),
    /// A capture of a lambda.
    Capture(asunder_hir::body::LambdaId, u32),
    /// The name of a parameter of a lambda.
    LambdaParameter(asunder_hir::body::LambdaId, u32),
    /// The closing brace of a function's body.
    EndOfBody(StmtId),
}
